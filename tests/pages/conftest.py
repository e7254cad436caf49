"""The dashboard as Streamlit's own test runner draws it."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.opened import PAGES, ROOT


@pytest.fixture
def app() -> AppTest:
    """The dashboard on Events, not yet run."""
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)


@pytest.fixture
def standings(app: AppTest) -> Callable[..., AppTest]:
    """Opens Standings with these parameters of a link."""

    def opened(at: AppTest | None = None, **parameters: str) -> AppTest:
        at = at or app
        if not at.title:
            at.run()
        at.switch_page(str(PAGES / "standings.py"))
        for name, value in parameters.items():
            at.query_params[name] = value
        return at.run()

    return opened
