"""The server's own routes beside the pages: health, standings as JSON, CSV and static HTML; and the headers of every answer."""

import base64
import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pandas as pd
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chessdash import documents, shelf
from chessdash.errors import ChessdashError, StoreError
from chessdash.shelf import Event
from chessdash.standings import standings
from chessdash.store import Store, open_store
from chessdash.store.connect import default_url
from chessdash.store.opened import opened
from chessdash.text import say
from chessdash.tournament import Tournament

EMBEDDED = "/standings.html"  # the one answer that other sites may put into a frame
LONGEST = 400  # characters of an order, as in the links of the pages: each code costs time
Parameters = tuple[str | None, str | None, int | None]  # order, edition, round


def routes(base: str = "") -> list[Route]:
    """The routes, at the root and under the base path of the server, "" for none."""
    prefixes = dict.fromkeys(("", f"/{base.strip('/')}" if base.strip("/") else ""))
    return [route for prefix in prefixes for route in _routes(prefix)]


def _routes(prefix: str) -> list[Route]:
    return [
        Route(f"{prefix}/healthz", health),
        Route(f"{prefix}/api/events/{{event}}/standings.json", _answering(_json)),
        Route(f"{prefix}/api/events/{{event}}/standings.csv", _answering(_csv)),
        Route(f"{prefix}/events/{{event}}/standings.html", _answering(_html)),
    ]


def health(request: Request) -> Response:
    """200 while the shelf can be listed, else 503."""
    try:
        events = len(shelf.shelved())
    except OSError:
        return JSONResponse({"status": "unavailable"}, 503)
    return JSONResponse({"status": "ok", "events": events}, headers={"Cache-Control": "no-store"})


def event_of(key: str) -> Event | None:
    """The event of a key that anybody may open: one of a public club, else one of the shelf."""
    try:
        club = opened(store())
    except StoreError:
        club = {}
    return club.get(key) or shelf.shelved().get(key)


def store() -> Store:
    """The club's store for visitors: the routes know of no sign-in."""
    return _store(default_url())


@lru_cache(maxsize=8)
def _store(url: str) -> Store:
    return open_store(url)


def _answering(answer: Callable[[Request, Tournament, pd.DataFrame], Response]) -> Callable[[Request], Response]:
    """A route that finds the event, ranks it, and says in one sentence what is wrong: 404 unknown, 400 not possible."""

    def route(request: Request) -> Response:
        event = event_of(request.path_params["event"])
        if event is None:
            return _refusal(request, say("event_unknown", key=request.path_params["event"][:80]), 404)
        try:
            played, ranking = ranked(event, _parameters(request))
        except ChessdashError as error:
            return _refusal(request, str(error), 400)
        response = answer(request, played, ranking)
        response.headers["Cache-Control"] = "public, max-age=60"
        return response

    return route


def _parameters(request: Request) -> Parameters:
    """Order, edition and round of a request; ChessdashError where the round is no number or the order is endless."""
    query = request.query_params
    through = query.get("round")
    if through is not None and not (through.isascii() and through.isdigit() and len(through) < 4):
        raise ChessdashError(say("round_no_number", value=through[:20]))
    if len(query.get("order", "")) > LONGEST:
        raise ChessdashError(say("order_too_long", limit=LONGEST))
    return query.get("order") or None, query.get("edition") or None, int(through) if through else None


@lru_cache(maxsize=64)
def ranked(event: Event, parameters: Parameters) -> tuple[Tournament, pd.DataFrame]:
    """The tournament of an event and its standings under order, edition and round; raises ChessdashError."""
    order, edition, through = parameters
    played = _played(event)
    return played, standings(played, order, edition=edition, through=through)


@lru_cache(maxsize=32)
def _played(event: Event) -> Tournament:
    return event.read()


def _refusal(request: Request, sentence: str, status: int) -> Response:
    if request.url.path.endswith(".json"):
        return JSONResponse({"error": sentence}, status)
    return Response(sentence, status, media_type="text/plain")


def _json(request: Request, played: Tournament, ranking: pd.DataFrame) -> Response:
    return Response(documents.standings_json(played, ranking), media_type="application/json")


def _csv(request: Request, played: Tournament, ranking: pd.DataFrame) -> Response:
    name = f"{request.path_params['event']}-standings.csv"
    headers = {"Content-Disposition": "attachment; filename*=UTF-8''" + quote(name)}
    return Response(documents.standings_csv(played, ranking), media_type="text/csv", headers=headers)


def _html(request: Request, played: Tournament, ranking: pd.DataFrame) -> Response:
    base = request.url.path[: -len(f"/events/{request.path_params['event']}{EMBEDDED}")]
    fonts = f"{base}/app/static"
    address = str(request.url)
    return Response(documents.standings_page(played, ranking, address=address, fonts=fonts), media_type="text/html")


# ---- headers


def protection(index: Path) -> list[Middleware]:
    """Compression and security headers for every answer; ``index`` is the page whose inline script is allowed by its hash."""
    headers = Middleware(SecurityHeaders, script=_inline_script(index))
    return [headers, Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)]


@lru_cache(maxsize=2)
def _inline_script(index: Path) -> str:
    """The hashes of the inline scripts of a page, as a source list."""
    scripts = re.findall(r"<script>(.*?)</script>", index.read_text(encoding="utf-8"), re.DOTALL)
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)


class SecurityHeaders:
    """Adds the security headers to every HTTP answer; only the static standings may be framed by other sites."""

    def __init__(self, app: ASGIApp, script: str) -> None:
        self.app = app
        self.policy = (
            f"default-src 'self'; script-src 'self' blob: {script}; style-src 'self' 'unsafe-inline'; "
            "img-src 'self' data: blob:; font-src 'self' data:; "
            "connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'self'; "
            "form-action 'self'; frame-ancestors "
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = self._headers(str(scope["path"]).endswith(EMBEDDED))
        own = dict(headers)

        async def protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept: list[Any] = [pair for pair in message.get("headers", []) if pair[0].lower() not in own]
                message["headers"] = kept + headers
            await send(message)

        await self.app(scope, receive, protected)

    def _headers(self, embedded: bool) -> list[tuple[bytes, bytes]]:
        values = {
            "content-security-policy": self.policy + ("*" if embedded else "'none'"),
            "x-content-type-options": "nosniff",
            "referrer-policy": "same-origin",
            "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
            "cross-origin-opener-policy": "same-origin",
        }
        return [(name.encode(), value.encode()) for name, value in values.items()]
