"""Which encoding a file is read in, and that the choice is reported (cases 23 and 32)."""

import io
from pathlib import Path

import pytest

import chessdash
from chessdash.errors import FormatError
from chessdash.formats.encoding import MIXED, decode

TEXTS = {
    "ascii": "Muller, Jurgen",
    "utf-8": "Müller, Jürgen",
    "cp1252": "Müller, Jürgen\nRenée d’Arc\n1ª nº 5° ½ O´Brien\nÅse Øyvind ¿Qué?",
    "cp1250": "Wałęsa, Lech\nŚwiątek, Iga\nGrażyna Źródło\nBrzęczyszczykiewicz, Grzegorz",
    "cp1251": "Карпов, Анатолий\nСпасский, Борис",
    "cp850": "Müller, Jürgen\nGroß, Käthe",
    "gb18030": "王小明 张伟",
}


@pytest.mark.parametrize("name", TEXTS)
def test_detected(name: str) -> None:
    assert decode(TEXTS[name].encode(name)) == (TEXTS[name], name)


@pytest.mark.parametrize("name", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_detected_by_mark_or_zeros(name: str) -> None:
    text = "001    1      Müller" if name in ("utf-8-sig", "utf-16") else "001    1      Muller"
    assert decode(text.encode(name)) == (text, name)


def test_lines_in_two_encodings() -> None:
    data = "Müller\n".encode() + "Möller\r\n".encode("cp1252") + b"Miller"
    assert decode(data) == ("Müller\nMöller\r\nMiller", MIXED)


def test_the_caller_overrides() -> None:
    data = "Dvořáková, Zdeňka".encode("cp1250")
    assert decode(data)[1] == "cp1252"  # one cannot tell
    assert decode(data, "windows-1250") == ("Dvořáková, Zdeňka", "cp1250")


@pytest.mark.parametrize(
    ("encoding", "said"), [("utf-9", "no known encoding"), ("ascii", "byte 2 of the file"), ("hex", "no known encoding")]
)
def test_refused_in_one_sentence(encoding: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        decode("Müller".encode(), encoding)


NAMES = {
    "utf-8": b"001    1      G\xc3\xb6ran Nyman                       1800 SWE",
    "cp1252": b"001    1      G\xf6ran Nyman                       1800 SWE",
}


@pytest.mark.parametrize("name", NAMES)
def test_case_23_columns_count_characters(name: str) -> None:
    tournament = chessdash.read(NAMES[name])
    assert tournament.players.loc[1, ["name", "rating", "federation"]].tolist() == ["Göran Nyman", 1800.0, "SWE"]
    assert tournament.info["encoding"] == name
    notes = tournament.faults.query("code == 'encoding'")["message"].tolist()
    assert notes == (
        [] if name == "utf-8" else ["The file is not UTF-8; it was read as cp1252. Name the encoding if names look wrong."]
    )


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("kind", ["bytes", "binary", "text", "path", "pathlike"])
def test_any_source_and_any_line_end(kind: str, end: str, tmp_path: Path) -> None:
    text = end.join(
        ["012 Ölympiad", f"001    1      {'A':<66} 1.0    1     2 w 1", f"001    2      {'B':<66} 0.0    2     1 b 0", ""]
    )
    path = tmp_path / "event.trf"
    path.write_bytes(text.encode())
    files = {"binary": io.BytesIO(text.encode()), "text": io.StringIO(text, newline="")}
    source = {"bytes": text.encode(), "path": str(path), "pathlike": path, **files}[kind]
    tournament = chessdash.read(source)
    assert tournament.name == "Ölympiad"
    assert tournament.results["result"].tolist() == ["1", "0"]
    assert tournament.info["source"] == (str(path) if "path" in kind else "")


def test_a_text_file_opened_with_surrogates_keeps_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "event.trf"
    path.write_bytes(NAMES["cp1252"])
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        assert chessdash.read(file).players.loc[1, "name"] == "Göran Nyman"


def test_paths_that_cannot_be_opened(tmp_path: Path) -> None:
    for path in (tmp_path / "none.trf", tmp_path, "nul\0byte.trf"):
        with pytest.raises(FormatError, match="cannot be opened"):
            chessdash.read(path)


def test_read_many_goes_on_after_errors(tmp_path: Path) -> None:
    (tmp_path / "a.trf").write_bytes(NAMES["utf-8"])
    (tmp_path / "b.trf").write_bytes(b"012 nothing else")
    (tmp_path / "notes.md").write_bytes(b"# not a tournament")
    done: list[int] = []
    found = dict(chessdash.read_many([tmp_path / "a.trf", tmp_path / "b.trf", tmp_path / "c.trf"], progress=done.append))
    assert [type(one).__name__ for one in found.values()] == ["Tournament", "FormatError", "FormatError"]
    assert done == [1, 2, 3]
    assert [path.name for path, _ in chessdash.read_many(tmp_path)] == ["a.trf", "b.trf"]  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("ending", [".trf", ".txt", ""])
def test_a_report_in_utf_16_is_one(name: str, ending: str) -> None:
    text = "012 Zürich, Open; Winter\r\n062 1\r\n001    1      Müller, Jürgen                     1800 SUI\r\n"
    file = io.BytesIO(text.encode(name))
    file.name = f"open{ending}"
    read = chessdash.read(file)
    assert (read.info["format"], read.info["encoding"]) == ("trf", name)
    assert read.players.loc[1, "name"] == "Müller, Jürgen"
