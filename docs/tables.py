"""Writes the README's table of tie-breaks from the registry; with --check only says whether it is up to date."""

import sys
from collections.abc import Iterator
from pathlib import Path

import chessdash

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- tie-breaks: python docs/tables.py -->", "<!-- end of tie-breaks -->"


def rows() -> Iterator[str]:
    """The lines of the table: code, name and article, what it takes, what it says."""
    yield "| code | name | C.07 | takes | value |"
    yield "|---|---|---|---|---|"
    for code, row in chessdash.tiebreaks().iterrows():
        yield f"| `{code}` | {row['name']} | {row['article']} | {row['accepts']} | {row['meaning']} |"


def renewed(text: str) -> str:
    """The README with the table between its markers made anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return "\n".join([before + BEGIN, *rows(), END + after])


if __name__ == "__main__":
    written = README.read_text(encoding="utf-8")
    if "--check" not in sys.argv:
        README.write_text(renewed(written), encoding="utf-8")
    elif renewed(written) != written:
        sys.exit("README.md is not what the registry says: run python docs/tables.py")
