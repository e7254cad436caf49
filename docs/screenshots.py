"""Takes pictures of the pages, wide and phone, light and dark, into this folder: `make screenshots`, then look at them."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from chessdash.store.backup import restore

HERE = Path(__file__).parent
CHROMIUM = os.environ.get("CHESSDASH_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
ARGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update"]
SIZES = {1280: 900, 390: 844}
EVENT, RUNNING, CLUB_EVENT = "harbour-open-2026", "lodz-winter-2026", "autumn-swiss-2026-27"


def views(url: str) -> dict[str, str]:
    """The name of each picture with the page and parameters of its link, for an event in which a later tie-break decided."""
    with urllib.request.urlopen(f"{url}/api/events/{EVENT}/standings.json") as answer:
        table = json.load(answer)
    rows, first = table["standings"], table["order"][:2]
    later = next(i for i, row in enumerate(rows) if row["decided_by"] not in ("", "shared", *first))
    upper, lower, absent = rows[later - 1]["no"], rows[later]["no"], rows[13]["no"]
    return {
        "events": "",
        "standings": f"standings?event={EVENT}&player={absent}&code={first[1]}",
        "why": f"standings?event={EVENT}&player={upper}&against={lower}",
        "crosstable": f"standings?event={EVENT}&view=crosstable",
        "what-if": f"what-if?event={RUNNING}&view=rest",
        "ratings": "ratings?member=6&member=16&member=3",
        "results": f"results?event={CLUB_EVENT}&round=4",
        "compare": f"compare?event={EVENT}&prizes=1500,1000,700,500,300,200,2x100,2x50&view=why",
    }


def main() -> None:
    """One picture of each view in each size and mode."""
    with served() as url, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for name, link in views(url).items():
            for width, height in SIZES.items():
                for mode in ("light", "dark"):
                    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=mode)
                    page.goto(f"{url}/{link}")
                    drawn(page)
                    page.screenshot(path=HERE / f"{name}-{width}-{mode}.png")
                    page.close()
        browser.close()


def drawn(page: Page) -> None:
    """Waits until the page has what it shows."""
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=60_000)
    page.locator("table, .board").first.wait_for()
    page.wait_for_timeout(700)


@contextmanager
def served() -> Iterator[str]:
    """The address of a dashboard that runs as long as the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = [f"--server.port={port}", "--server.headless=true", "--server.address=127.0.0.1", "--server.fileWatcherType=none"]
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/club.db"
        restore(HERE.parent / "data" / "club.json.gz", database)
        command = [sys.executable, "-m", "streamlit", "run", str(HERE.parent / "app.py"), *options]
        server = subprocess.Popen(command, cwd=HERE.parent, env={**os.environ, "CHESSDASH_DATABASE": database})
        url = f"http://localhost:{port}"
        try:
            for _ in range(100):
                try:
                    urllib.request.urlopen(f"{url}/healthz", timeout=2)
                    break
                except OSError:
                    time.sleep(0.3)
            yield url
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
