"""The server's own routes, at the root and under a base path, and the headers of every answer."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from chessdash import shelf
from chessdash.routes import protection, routes

EVENT = "tec-swiss"


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode()


class Client:
    """Asks an ASGI application, without a server."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    def get(self, target: str, **headers: str) -> Answer:
        path, _, query = target.partition("?")
        scope = {
            "type": "http", "method": "GET", "path": unquote(path), "raw_path": path.encode(), "root_path": "",
            "query_string": quote(query, safe="=&%/,").encode(), "scheme": "http", "server": ("test", 80), "http_version": "1.1",
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in {"host": "test", **headers}.items()],
        }  # fmt: skip
        sent: list[dict] = []

        async def run() -> None:
            async def receive() -> dict:
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message: dict) -> None:
                sent.append(message)

            await self.app(scope, receive, send)

        with ThreadPoolExecutor(1) as thread:  # the browser of other tests keeps a loop running in this one
            thread.submit(asyncio.run, run()).result()
        kept = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return Answer(sent[0]["status"], kept, b"".join(message.get("body", b"") for message in sent[1:]))


@pytest.fixture(scope="module", params=["", "chess/dash"])
def server(request, tmp_path_factory):
    """A client of the routes under a base path, and the path."""
    index = tmp_path_factory.mktemp("index") / "index.html"
    index.write_text("<html><script>window.prerenderReady = false</script></html>")
    own = Route("/", lambda request: PlainTextResponse("page"))
    app = Starlette(routes=[*routes(request.param), own], middleware=protection(index))
    return Client(app), f"/{request.param}" if request.param else ""


def test_health(server):
    client, base = server
    answer = client.get(f"{base}/healthz")
    assert (answer.status, json.loads(answer.content)["status"]) == (200, "ok")


def test_json_follows_round_order_and_edition(server):
    client, base = server
    content = client.get(f"{base}/api/events/{EVENT}/standings.json?round=3&order=BH,SB&edition=2024").content
    document = json.loads(content)
    assert (document["through"], document["order"], document["edition"]) == (3, ["PTS", "BH", "SB"], "2024")
    assert len(document["standings"]) == 16


def test_csv_is_a_file_for_spreadsheets(server):
    client, base = server
    answer = client.get(f"{base}/api/events/{EVENT}/standings.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.content.startswith(b"\xef\xbb\xbf") and "tec-swiss" in answer.headers["content-disposition"]


def test_html_takes_its_fonts_from_the_same_server(server):
    client, base = server
    text = client.get(f"{base}/events/{EVENT}/standings.html").text
    assert f'url("{base}/app/static/fira-sans-latin-400.woff2")' in text
    assert text.count("<tr") == 17


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("nobody/standings.json", 404, "nobody"),
        ("..%2F..%2Fetc%2Fpasswd/standings.json", 404, ""),
        (f"{EVENT}/standings.json?round=99", 400, "99"),
        (f"{EVENT}/standings.json?round=two", 400, "two"),
        (f"{EVENT}/standings.json?round=²", 400, "²"),
        (f"{EVENT}/standings.json?order=ZZ", 400, "ZZ"),
        (f"{EVENT}/standings.json?edition=1999", 400, "1999"),
        (f"{EVENT}/standings.csv?order=ZZ", 400, "ZZ"),
        (f"{EVENT}/standings.csv?order={','.join(f'BH/C{n}' for n in range(1, 100))}", 400, "400 characters"),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(server, path, status, words):
    client, base = server
    answer = client.get(f"{base}/api/events/{path}")
    assert answer.status == status
    assert words in answer.text and "Traceback" not in answer.text and "\n" not in answer.text.strip()


def test_every_answer_has_the_security_headers(server):
    client, base = server
    for path in ("/", f"{base}/healthz", f"{base}/api/events/nobody/standings.json"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy and "'sha256-" in policy and "unsafe-eval" not in policy
        assert policy.endswith("frame-ancestors 'none'")
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "same-origin"


def test_only_the_static_page_may_be_embedded(server):
    client, base = server
    policy = client.get(f"{base}/events/{EVENT}/standings.html").headers["content-security-policy"]
    assert policy.endswith("frame-ancestors *")


def test_long_answers_are_compressed(server):
    client, base = server
    answer = client.get(f"{base}/events/{EVENT}/standings.html", accept_encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"


def test_the_shelf_of_the_environment_is_served(server, tmp_path: Path, monkeypatch):
    (tmp_path / "зима.trf").write_bytes("012 Зима\n001    1      Иванов, Иван\n".encode())
    monkeypatch.setenv(shelf.FOLDER, str(tmp_path))
    client, base = server
    document = json.loads(client.get(f"{base}/api/events/зима/standings.json").content)
    assert document["standings"][0]["name"] == "Иванов, Иван"
    assert client.get(f"{base}/api/events/зима/standings.csv").status == 200
