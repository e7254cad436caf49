"""A real PostgreSQL for the tests: Debian's programs, on loopback only, as a plain user, in a folder that goes with it.

Every worker of a test run holds the same lock, shared; a keeper (this file as a script) waits for it alone, and so stops the
server when the last one has gone, however it went.
"""

import fcntl
import json
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

USER = "chess"
OPTIONS = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off", "max_connections": "200"}


def programs() -> Path | None:
    """The folder of initdb and postgres, the newest version's; None where PostgreSQL is not installed."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if elsewhere := shutil.which("initdb"):
        found.append(Path(elsewhere).resolve().parent)
    return max(found, key=lambda folder: float(folder.parent.name) if folder.parent.name.isdigit() else 0, default=None)


@contextmanager
def server(place: Path) -> Iterator[str]:
    """The address of a server that everybody shares who names the same folder, without a database in it."""
    keeper = None
    with (place / "users").open("w") as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        with (place / "starting").open("w") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            if not (place / "address").exists():
                keeper = subprocess.Popen([sys.executable, __file__, str(place)], start_new_session=True)
                while not (place / "address").exists():
                    if keeper.poll() is not None:
                        raise RuntimeError(f"PostgreSQL did not start: {(place / 'log').read_text(errors='replace')[-2000:]}")
                    time.sleep(0.05)
        yield json.loads((place / "address").read_text())
    if keeper is not None:
        keeper.wait(60)


def keep(place: Path) -> None:
    """Runs a server until nobody holds the lock of its users any more."""
    folder = Path(tempfile.mkdtemp(prefix="chessdash-postgresql-"))
    running = None
    try:
        with (place / "log").open("wb") as log:
            running, address = started(folder, log)
            (place / "address.new").write_text(json.dumps(address))
            (place / "address.new").replace(place / "address")
            with (place / "users").open("w") as users:
                fcntl.flock(users, fcntl.LOCK_EX)
                (place / "address").unlink()
                stop(running)
    finally:
        if running is not None:
            stop(running)
        shutil.rmtree(folder, ignore_errors=True)


def started(folder: Path, log: Any) -> tuple[subprocess.Popen[bytes], str]:
    """A server in a folder, and its address once it answers."""
    where = programs()
    assert where is not None
    plain = {"cwd": folder, "env": {"HOME": str(folder), "LC_ALL": "C.UTF-8"}, "stdout": log, "stderr": log, **ourselves(folder)}
    password = secrets.token_urlsafe(16)
    (folder / "password").write_text(password)
    ways = ["--auth=scram-sha-256", f"--username={USER}", f"--pwfile={folder / 'password'}", "--encoding=UTF8", "--no-sync"]
    subprocess.run([where / "initdb", "--locale=C.UTF-8", *ways, folder / "data"], check=True, **plain)
    (folder / "password").unlink()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = [word for name, value in {**OPTIONS, "port": str(port)}.items() for word in ("-c", f"{name}={value}")]
    running = subprocess.Popen([where / "postgres", "-D", folder / "data", *options], **plain)
    end = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(host="127.0.0.1", port=port, user=USER, password=password, dbname="postgres").close()
            return running, f"postgresql+psycopg://{USER}:{password}@127.0.0.1:{port}"
        except psycopg.OperationalError:
            if running.poll() is not None or time.monotonic() > end:
                stop(running)
                raise
        time.sleep(0.05)


def ourselves(folder: Path) -> dict[str, Any]:
    """Who runs the server: whoever runs the tests, but a plain user in place of root, whom PostgreSQL refuses."""
    if os.geteuid() != 0:
        return {}
    plain = nobody()
    os.chown(folder, plain.pw_uid, plain.pw_gid)
    return {"user": plain.pw_uid, "group": plain.pw_gid, "extra_groups": []}


def nobody() -> pwd.struct_passwd:
    """A user without any rights, whom every Unix has."""
    return pwd.getpwnam("nobody")


def stop(running: subprocess.Popen[bytes]) -> None:
    """Ends a server and its connections."""
    if running.poll() is None:
        running.send_signal(2)  # SIGINT: a fast shutdown
        try:
            running.wait(30)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
