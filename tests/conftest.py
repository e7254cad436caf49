"""What all tests share: where Chromium and the files of other programs are, and that nothing is skipped where all is required."""

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
CHROMIUM = os.environ.get("CHESSDASH_CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FILES = os.environ.get("CHESSDASH_FILES")
REQUIRE_ALL = bool(os.environ.get("CHESSDASH_REQUIRE_ALL"))

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Bytes name no test: an archive has the time in it, and each worker would collect tests of other names."""
    return argname if isinstance(val, bytes) else None


@pytest.hookimpl(tryfirst=True)  # before the workers look at groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests run in one worker, since each starts a server and a browser; without Chromium they are skipped."""
    for item in items:
        if item.get_closest_marker("browser") or "browser" in item.path.relative_to(ROOT).parts:
            item.add_marker(pytest.mark.xdist_group("browser"))
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="no Chromium here: install it, or name one in CHESSDASH_CHROMIUM"))


@pytest.fixture(scope="session", autouse=True)
def own_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A club's database of the tests' own, in servers that they start too; never that of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHESSDASH_DATABASE", f"sqlite:///{tmp_path_factory.mktemp('club') / 'club.db'}")
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where CHESSDASH_REQUIRE_ALL is set a skipped test has failed."""
    report = yield
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", f"skipped where nothing may be: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a module that skips itself while it is read."""
    report = yield
    if REQUIRE_ALL and report.outcome == "skipped":
        report.outcome, report.longrepr = "failed", f"skipped where nothing may be: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here: install it, or name one in CHESSDASH_CHROMIUM")
    return CHROMIUM


@pytest.fixture(scope="session")
def browser(chromium: str) -> "Iterator[Browser]":
    """One running browser a worker: a second one beside it cannot be driven from the same thread."""
    from playwright.sync_api import sync_playwright

    quiet = ["gpu", "quic", "background-networking", "component-update", "sync"]
    with sync_playwright() as play:
        options = ["--no-sandbox", "--no-first-run", *(f"--disable-{word}" for word in quiet)]
        running = play.chromium.launch(executable_path=chromium, args=options)
        yield running
        running.close()


@pytest.fixture(scope="session")
def shared_files() -> Path:
    """The folder of tournament files that other programs wrote."""
    if not FILES:
        pytest.skip("CHESSDASH_FILES names no folder of tournament files")
    return Path(FILES)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs a command of the command line: exit status, standard output, standard error."""
    from chessdash.cli import main

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return run
