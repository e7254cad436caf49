"""A server of the dashboard, a browser, and pages that watch: every request stays on this machine, nothing fails unseen."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.events import hostile, large

ROOT = Path(__file__).parents[2]

expect.set_options(timeout=20_000)  # milliseconds: machines differ


@dataclass
class Server:
    """A running dashboard."""

    url: str
    process: "subprocess.Popen[bytes]"


def serve(events: Path, *options: str, base: str = "", port: int = 0) -> Server:
    """Starts the dashboard on a free port, or this one, and waits until it answers."""
    if not port:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), f"--server.port={port}", "--server.headless=true"]
    flags = ["--server.address=127.0.0.1", "--server.fileWatcherType=none", *([f"--server.baseUrlPath={base}"] if base else [])]
    environment = {**os.environ, "CHESSDASH_EVENTS": str(events), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([*command, *flags, *options], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    url = f"http://localhost:{port}" + (f"/{base}" if base else "")
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=2) as answer:
                assert answer.headers["content-type"] == "application/json"
                return Server(url, process)
        except OSError:
            assert process.poll() is None, "the server ended"
            time.sleep(0.2)
    process.kill()
    raise AssertionError("the server does not answer")


@pytest.fixture(scope="session")
def events(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples, an event of 300 players, and one of hostile names."""
    folder = tmp_path_factory.mktemp("events")
    for path in (ROOT / "data" / "tournaments").glob("*.trf"):
        shutil.copy(path, folder)
    (folder / "large.trf").write_bytes(large(300, 11))
    (folder / "sixty.trf").write_bytes(large(60, 9))
    (folder / "hostile.trf").write_bytes(hostile())
    return folder


@pytest.fixture(scope="session")
def server(events: Path) -> Iterator[str]:
    """The address of a dashboard at the root of its server."""
    running = serve(events)
    yield running.url
    running.process.terminate()
    running.process.wait(20)


@pytest.fixture(scope="session")
def prefixed(events: Path) -> Iterator[str]:
    """The address of a dashboard under a base path."""
    running = serve(events, base="chess/dash")
    yield running.url
    running.process.terminate()
    running.process.wait(20)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages of visitors of their own; at the end no request may have left this machine and no script have failed."""
    contexts, requests, failures = [], [], []

    def opened(url: str, *, width: int = 1280, height: int = 900, dark: bool = False) -> Page:
        scheme = "dark" if dark else "light"
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=width < 500)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.on("console", lambda line: failures.append(line.text) if "Content Security Policy" in line.text else None)
        page.goto(url)
        settled(page)
        return page

    yield opened
    for context in contexts:
        context.close()
    outside = [url for url in requests if not url.startswith(("http://localhost:", "ws://localhost:", "data:", "blob:"))]
    assert not outside, "requests left this machine"
    assert not failures


def settled(page: Page) -> None:
    """Waits until Streamlit's script has run and what it sent is drawn."""
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=60_000)
    page.wait_for_timeout(300)


@pytest.fixture
def wait() -> Callable[[Page], None]:
    return settled
