"""Files are written whole or not at all, and rules that no event can have are refused."""

import os
import threading
from pathlib import Path

import numpy as np
import pytest

import chessdash
from chessdash import DataError, FormatError, explain, standings
from tests.events import event

EVENT = event(["- 2w1 3b=", "1900 1b0 -H", "1800 -U 1w="])


def test_who_reads_while_it_is_written_again_sees_a_whole_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "event.trf"
    chessdash.write(EVENT, target)
    seen = []
    plain = Path.write_bytes

    def halfway(path: Path, data: bytes) -> int:
        plain(path, data[: len(data) // 2])
        seen.append(chessdash.read(target).equals(EVENT))
        return plain(path, data)

    monkeypatch.setattr(Path, "write_bytes", halfway)
    chessdash.write(EVENT, target)
    assert seen == [True]
    assert os.listdir(tmp_path) == ["event.trf"]


def test_two_who_write_the_same_file_leave_one_of_them(tmp_path: Path) -> None:
    target = tmp_path / "event.trf"
    long = event([f"2000 {'-U ' * 9}" for _ in range(60)])
    writers = [threading.Thread(target=lambda e=e: [chessdash.write(e, target) for _ in range(30)]) for e in (EVENT, long)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        if target.exists():
            assert chessdash.read(target).size in (3, 60)
    assert os.listdir(tmp_path) == ["event.trf"]


def test_a_disk_that_fills_up_keeps_the_file_that_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "event.trf"
    chessdash.write(EVENT, target)
    plain = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        plain(path, data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(FormatError, match="No space left"):
        chessdash.write(event(["2000 -U"]), target)
    assert chessdash.read(target).equals(EVENT)
    assert os.listdir(tmp_path) == ["event.trf"]


def test_a_link_stays_a_link_and_rights_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "event.trf", tmp_path / "link.trf"
    chessdash.write(EVENT, target)
    target.chmod(0o640)
    link.symlink_to(target)
    chessdash.write(EVENT, link)
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["no/such/folder.trf", "with\0nul.trf", "folder.trf"])
def test_what_cannot_be_written_is_one_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.trf").mkdir()
    with pytest.raises(FormatError, match="cannot be written"):
        chessdash.write(EVENT, f"{tmp_path}/{name}")


@pytest.mark.parametrize("unrated", [float("nan"), float("inf"), 1e308, -1, 10_000, "1400"])
def test_a_rating_of_the_unrated_that_is_none(unrated: object) -> None:
    for call in (lambda: standings(EVENT, "ARO", unrated=unrated), lambda: explain(EVENT, "PTP", 2, unrated=unrated)):  # type: ignore[arg-type]
        with pytest.raises(DataError, match="cannot count as"):
            call()


@pytest.mark.parametrize("through", [1.5, "1", -1, 3])
def test_a_round_that_is_none(through: object) -> None:
    with pytest.raises(DataError, match="rounds 1 to 2"):
        standings(EVENT, through=through)  # type: ignore[arg-type]
    assert len(standings(EVENT, through=np.int64(1))) == 3  # type: ignore[arg-type]
