"""The shelf: which files are events, and that a key is never a path."""

from pathlib import Path

import pytest

from chessdash import shelf

FILE = b"012 Cup\n001    1      Smit, Jo\n"


def test_the_samples_are_on_the_shelf():
    events = shelf.shelved()
    assert len(events) >= 8
    assert all(event.read().size for event in events.values())
    assert (shelf.app_folder() / "app.py").is_file()


def test_a_folder_in_the_environment_replaces_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "Winter Cup 2026.trf").write_bytes(FILE)
    (tmp_path / "README.md").write_text("not an event")
    (tmp_path / "folder.trf").mkdir()
    monkeypatch.setenv(shelf.FOLDER, str(tmp_path))
    events = shelf.shelved()
    assert list(events) == ["winter-cup-2026"]
    assert events["winter-cup-2026"].read().name == "Cup"


def test_a_changed_file_is_read_again(tmp_path: Path):
    path = tmp_path / "cup.trf"
    path.write_bytes(FILE)
    before = shelf.shelved(tmp_path)["cup"]
    path.write_bytes(FILE.replace(b"Cup", b"Other"))
    after = shelf.shelved(tmp_path)["cup"]
    assert (before.digest != after.digest, after.read().name) == (True, "Other")


def test_no_folder_is_an_empty_shelf(tmp_path: Path):
    assert shelf.shelved(tmp_path / "nowhere") == {}


@pytest.mark.parametrize(
    ("name", "key"),
    [("Winter Cup_2026.TRF", "winter-cup-2026"), ("../../etc/passwd", "passwd"), ("Зима.trf", "зима"), ("???.trf", "event")],
)
def test_keys(name, key):
    assert shelf.key_of(name) == key


def test_own_files_are_keyed_by_their_content():
    one, two = (shelf.event("cup.trf", content, own=True) for content in (FILE, FILE + b" "))
    assert one.key != two.key and one.key.startswith("file-")
    assert shelf.event("other.trf", FILE, own=True).key == one.key
