"""The dashboard as Streamlit's own test runner draws it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from chessdash.pages import _club
from chessdash.store import Store, open_store
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


@pytest.fixture
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """An empty club of the test's own, which the dashboard opens too; its owner."""
    url = f"sqlite:///{tmp_path / 'club.db'}"
    monkeypatch.setenv("CHESSDASH_DATABASE", url)
    monkeypatch.delenv("CHESSDASH_MODE", raising=False)
    _club._opened.clear()
    opened = open_store(url, local=True)
    yield opened
    opened.close()
    _club._opened.clear()


@pytest.fixture
def page(app: AppTest, store: Store) -> Callable[..., AppTest]:
    """Opens a page with these parameters of a link, on the club that a module's own ``store`` has filled."""

    def opened(name: str, **parameters: str) -> AppTest:
        app.run()
        app.switch_page(str(PAGES / f"{name}.py"))
        for parameter, value in parameters.items():
            app.query_params[parameter] = value
        at = app.run()
        assert not at.exception
        return at

    return opened
