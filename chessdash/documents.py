"""Documents made of the same tables as the pages: static HTML for embedding and for A4 paper, CSV and JSON of the standings."""

import base64
import json
import math
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from chessdash import shelf
from chessdash.display.codes import head, named
from chessdash.display.events import facts_line
from chessdash.display.explanation import system_word
from chessdash.display.model import Cell, Column, Row, Table
from chessdash.display.numbers import dates
from chessdash.display.standings import standings_table
from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.tournament import Tournament

STYLE = Path(__file__).parent / "display" / "document.css"
RANGES = {  # what each file of the typeface covers, first and last code point of its main block
    "latin": "U+0000-00FF,U+0131,U+0152-0153,U+2000-206F,U+20AC,U+2122,U+2212,U+2215",
    "latin-ext": "U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1EFF",
    "cyrillic": "U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116",
}
ONE_PAGE, LARGE = 60, 45  # players that fit one A4 page at 8.5 pt, and at 9.2 pt
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def standings_page(tournament: "Tournament", ranking: pd.DataFrame, *, address: str = "", fonts: str | None = None) -> str:
    """The standings as one HTML document that loads nothing from elsewhere.

    ``fonts`` is the address of the folder of font files on the same server; None puts them into the document.
    """
    table = standings_table(tournament, ranking, clickable=False)
    name, facts = tournament.name or say("page_standings"), facts_line(tournament, ranking)
    arbiter = str(tournament.info.get("arbiter") or "").strip()
    if arbiter:
        facts += " " + say("chief_arbiter", name=arbiter)
    size = "large" if len(ranking) <= LARGE else "small"
    text = name + facts + "".join(cell.text + cell.before for row in table.rows for cell in row.cells)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(name)}</title>",
            f"<style>{_faces(text, fonts)}{STYLE.read_text(encoding='utf-8')}</style></head>",
            f'<body class="{size}"><h1>{escape(name)}</h1><p class="facts">{escape(facts)}</p>',
            f'<div class="scroll">{table_html(table)}</div>',
            f"<footer>{_footer(ranking, address)}</footer></body></html>",
        ]
    )


def table_html(table: Table) -> str:
    """A table as HTML; every text is escaped, and the class names are those of the pages' own table."""
    heads = "".join(f"<th scope=col{_class(c.marks)}{_title(c.tip)}>{escape(c.head)}</th>" for c in table.columns)
    rows = "".join(_row(row, table.columns) for row in table.rows)
    return (
        f'<table class="{escape(table.kind)}"><caption>{escape(table.caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def standings_csv(tournament: "Tournament", ranking: pd.DataFrame) -> bytes:
    """The standings as CSV with a byte order mark, so that spreadsheets read it as UTF-8; no text can be a formula."""
    frame = _flat(tournament, ranking)
    for column in ("title", "name", "federation"):
        frame[column] = [plain(str(text)) for text in frame[column]]
    return frame.to_csv(index=False, float_format="%.12g", lineterminator="\r\n").encode("utf-8-sig")


def standings_json(tournament: "Tournament", ranking: pd.DataFrame) -> bytes:
    """The standings as JSON: what they are computed by, and a list of players, best first; undefined values are null."""
    attrs, order = ranking.attrs, list(ranking.attrs["order"])
    rows = _flat(tournament, ranking).to_dict("records")
    players = [
        {
            **{str(key): _defined(value) for key, value in row.items() if key not in order},
            "values": {code: _defined(row[code]) for code in order},
        }
        for row in rows
    ]
    facts = ("edition", "system", "order", "dropped", "through", "rounds_planned", "rounds_played", "notes")
    document = {"event": tournament.name, **{name: attrs[name] for name in facts}, "standings": players}
    return json.dumps(document, ensure_ascii=False, allow_nan=False).encode()


def plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _flat(tournament: "Tournament", ranking: pd.DataFrame) -> pd.DataFrame:
    """Rank, number and player beside the values, one row a player."""
    players = tournament.players.reindex(ranking.index)
    person = {column: players[column] for column in ("title", "federation", "rating")}
    values = {code: ranking[code] for code in ranking.attrs["order"]}
    columns = {"rank": ranking["rank"], "no": ranking.index, "title": person["title"], "name": ranking["name"]}
    columns |= {"federation": person["federation"], "rating": person["rating"], **values, "decided_by": ranking["decided_by"]}
    return pd.DataFrame(columns, index=ranking.index)


def _defined(value: Any) -> Any:
    """A value for JSON: whole numbers without a fraction, None where undefined."""
    if isinstance(value, float):
        return None if math.isnan(value) else int(value) if value.is_integer() else value
    return value


def _row(row: Row, columns: tuple[Column, ...]) -> str:
    cells = "".join(_cell(cell, column) for cell, column in zip(row.cells, columns, strict=False))
    return f"<tr{_class(row.marks)}>{cells}</tr>"


def _cell(cell: Cell, column: Column) -> str:
    name = "th scope=row" if "who" in column.marks else "td"
    before = f'<span class="before">{escape(cell.before)}</span> ' if cell.before else ""
    fraction = f'<span class="f">{escape(cell.fraction)}</span>' if cell.fraction else ""
    number = f'<span class="n">{escape(cell.text)}{fraction}</span>' if cell.text or fraction else ""
    slot = '<span class="f"></span>' if "slot" in column.marks and not fraction else ""
    picture = f'<img src="{escape(cell.picture)}" alt="{escape(cell.tip)}">' if cell.picture else ""
    after = f'<span class="after">{escape(cell.after)}</span>' if cell.after else ""
    below = f'<span class="below">{escape(cell.below)}</span>' if cell.below else ""
    return f"<{name}{_class((*column.marks, *cell.marks))}>{before}{picture}{number}{slot}{after}{below}</{name[:2]}>"


def _class(marks: Iterable[str]) -> str:
    names = " ".join(marks)
    return f' class="{escape(names)}"' if names else ""


def _title(tip: str) -> str:
    return f' title="{escape(tip)}"' if tip else ""


def _footer(ranking: pd.DataFrame, address: str) -> str:
    """Order with meanings, rules, what the marks say, when it was made, where it is."""
    attrs = ranking.attrs
    order = "; ".join(f"{head(code)} {named(code)}" for code in attrs["order"])
    now = datetime.now()
    day = dates(now.date().isoformat(), now.date().isoformat())
    left_out = [f"{row['code']}: {row['reason']}" for row in attrs["dropped"]]
    sentences = [
        say("footer_order", order=order),
        say("reading_rules", edition=attrs["edition"], system=system_word(attrs["system"])),
        say("footer_marks"),
        *left_out,
        *attrs["notes"],
        say("footer_made", day=day, time=now.strftime("%H:%M")),
        address,
    ]
    return " ".join(escape(sentence) for sentence in sentences if sentence)


def _faces(text: str, folder: str | None) -> str:
    """The typeface's files: as addresses, or those that the text needs inside the document."""
    faces = []
    for script, ranges in RANGES.items():
        if folder is None and not _needs(text, script):
            continue
        for weight in (400, 600):
            file = f"fira-sans-{script}-{weight}.woff2"
            source = f"{folder}/{file}" if folder is not None else _embedded(file)
            if source:
                faces.append(
                    f'@font-face{{font-family:"Fira Sans";font-weight:{weight};font-display:swap;'
                    f'src:url("{source}") format("woff2");unicode-range:{ranges}}}'
                )
    return "".join(faces)


def _needs(text: str, script: str) -> bool:
    """Whether a text has characters of this file of the typeface."""
    low, high = {"latin": (0, 0xFF), "latin-ext": (0x100, 0x24F), "cyrillic": (0x400, 0x4FF)}[script]
    return any(low <= ord(character) <= high for character in text)


@lru_cache(maxsize=8)
def _embedded(file: str) -> str:
    path = shelf.app_folder() / "static" / file
    return f"data:font/woff2;base64,{base64.b64encode(path.read_bytes()).decode()}" if path.is_file() else ""
