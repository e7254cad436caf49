"""The project itself: the wheel works in an empty folder, the tree names no machine and no registry, imports go one way."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

import chessdash

ROOT = Path(__file__).parents[1]


def tracked() -> list[Path]:
    """Files of the repository, or of the tree where there is no repository."""
    said = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    return [ROOT / name for name in said.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the tree as it stands."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(build, check=True, capture_output=True)
    return next(folder.glob("chessdash-*.whl"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which chessdash comes from the unpacked wheel, not from the checkout."""
    site = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    home = tmp_path_factory.mktemp("home")
    return {**os.environ, "PYTHONPATH": str(site), "HOME": str(home)}


def test_the_wheel_carries_the_dashboard(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for part in ("app.py", ".streamlit/config.toml", "static/", "data/tournaments/harbour-open-2026.trf"):
        assert any(name.startswith(f"chessdash/_app/{part}") for name in names), part
    assert "chessdash/py.typed" in names
    assert not [name for name in names if name.split("/")[0] in ("tests", "data", "benchmarks", "docs") or "secrets" in name]


def test_the_wheel_answers_in_an_empty_folder(installed, tmp_path):
    sample = ROOT / "data" / "tournaments" / "tec-swiss.trf"
    say = "import chessdash; print(chessdash.__file__)"
    where = subprocess.run([sys.executable, "-c", say], cwd=tmp_path, env=installed, capture_output=True, text=True, check=True)
    assert installed["PYTHONPATH"] in where.stdout
    command = [sys.executable, "-m", "chessdash", "standings", str(sample)]
    table = subprocess.run(command, cwd=tmp_path, env=installed, capture_output=True, text=True, check=True)
    assert "Bruno" in table.stdout


@pytest.fixture(scope="module")
def served(installed: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """The port of a dashboard that runs from the wheel, and the empty folder in which it was started."""
    folder = tmp_path_factory.mktemp("empty")
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "chessdash", "run", "--port", str(port), "--headless"]
    with (folder.parent / "served.log").open("wb+") as log:
        server = subprocess.Popen(command, cwd=folder, env=installed, stdout=log, stderr=log)
        try:
            fetch(port, "/healthz", server)
            yield port, folder
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)
            log.seek(0)
            print(log.read().decode())


@pytest.mark.browser
def test_the_dashboard_runs_from_the_wheel_in_an_empty_folder(served):
    port, folder = served
    assert fetch(port, "/healthz")[0] == 200
    status, kind, _ = fetch(port, "/api/events/tec-swiss/standings.json")
    assert (status, kind) == (200, "application/json")
    status, kind, body = fetch(port, "/app/static/fira-sans-latin-400.woff2")
    assert (status, body[:4]) == (200, b"wOF2") and "html" not in kind
    assert list(folder.iterdir()) == []


@pytest.mark.browser
def test_the_wheel_lands_on_the_samples(served, browser):
    from playwright.sync_api import expect

    page = browser.new_page()
    page.goto(f"http://localhost:{served[0]}/")
    expect(page.get_by_text("Harbour Open 2026").first).to_be_visible(timeout=30_000)
    page.close()


def fetch(port: int, path: str, server: subprocess.Popen[bytes] | None = None, patience: float = 40) -> tuple[int, str, bytes]:
    """Status, content type and body, once the server listens."""
    end = time.monotonic() + patience
    while True:
        try:
            connection = HTTPConnection("localhost", port, timeout=10)
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, (answer.getheader("content-type") or "").split(";")[0], answer.read()
        except OSError:
            if server is None or server.poll() is not None or time.monotonic() > end:
                raise
            time.sleep(0.2)


def test_the_same_place_in_the_checkout():
    from chessdash.shelf import app_folder, shelved

    assert app_folder() == ROOT
    assert len(shelved()) >= 8


def test_no_registry_and_no_machine_is_named():
    """No address of a package registry, no path of a home or a work folder, no page that is not here."""
    named = re.compile(
        rb"https?://[^\s\"')]*(?:/simple/|\.whl|\.tar\.gz|\.tgz|/-/)|--(?:extra-)?index-url|/(?:home|root|work|Users)/\w"
        rb"|spec/\w+\.md|\b(?:hosting|look|measures|streamlit)\.md"
    )
    files = tracked()
    assert len(files) > 30
    guilty = [str(path.relative_to(ROOT)) for path in files if path != Path(__file__) and named.search(path.read_bytes())]
    assert not guilty


def test_constraints_pin_what_the_project_asks_for():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE))
    known = {name.lower().replace("_", "-") for name in pinned}
    for wanted in (*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)):
        name = re.match(r"[\w.-]+", wanted).group().lower().replace("_", "-")
        assert name in known, f"{name} has no version in constraints.txt"


def test_the_readme_table_is_the_registry():
    """`python docs/tables.py` writes it."""
    said = subprocess.run([sys.executable, "docs/tables.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr


def test_the_readme_runs(tmp_path):
    """Its Python blocks, one after the other, as they stand."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 3
    home = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    said = subprocess.run([sys.executable, "-c", "\n".join(blocks)], cwd=ROOT, capture_output=True, text=True, env=home)
    assert said.returncode == 0, said.stderr
    assert "settled it" in said.stdout


def test_the_result_of_the_readme_changes_something():
    """What it sets is another result than the file's, on the command line too."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    event = chessdash.read(ROOT / "data/tournaments/lodz-winter-2026.trf")
    round, no, code = re.search(r'with_results\(running, \{\((\d+), (\d+)\): "(.)"\}', text).groups()
    typed = re.search(r"what-if event.trf -r (\d+)\.(\d+)\.(.) ", text).groups()
    for one in ((round, no, code), typed):
        changed = chessdash.with_results(event, {(int(one[0]), int(one[1])): one[2]})
        assert chessdash.standings(changed)["PTS"].to_dict() != chessdash.standings(event)["PTS"].to_dict(), one


def test_the_readme_points_to_what_is_there():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [link for link in re.findall(r"\]\(([^):]+)\)", text) if not (ROOT / link).exists()] == []


def test_the_readme_names_every_command():
    from chessdash.cli import app

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    names = [command.name or command.callback.__name__ for command in app.registered_commands]
    assert [name for name in names if f"chessdash {name}" not in text] == []
