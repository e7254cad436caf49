"""Reading TRF files to arrays, against trf and caissify-pairings."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.harness import Row, seconds, trf
from chessdash.faults import settle
from chessdash.formats import read_many
from chessdash.formats.trf import sheet

FILES = 2000


def rows() -> Iterator[Row]:
    """Every row of this subject."""
    for players, rounds, goal, times in ((120, 9, 7, 31), (2000, 11, 17, 9)):
        data = trf(players, rounds)
        text = data.decode()
        peer = seconds(lambda t=text: _trf(t), times)
        yield Row(f"read a TRF of {players} x {rounds} to arrays", seconds(lambda d=data: sheet(d), times), peer, goal)
        ours = seconds(lambda d=data: settle(sheet(d)), times)
        yield Row(f"the same, and what counts of it settled, {players} x {rounds}", ours, peer, None)
        caissify = seconds(lambda t=text: _caissify(t), 5)
        yield Row(f"the same against caissify-pairings, {players} x {rounds}", ours, caissify, None)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{n:04d}.trf" for n in range(FILES)]
        for path in paths:
            path.write_bytes(trf(120, 9))
        peer = seconds(lambda: [_trf(path.read_text()) for path in paths], 1)
        yield Row(f"read_many over {FILES} files of 120 x 9", seconds(lambda: _read_all(paths), 1), peer, 10)


def _read_all(paths: list[Path]) -> int:
    return sum(1 for _ in read_many(paths))


def _trf(text: str) -> object:
    import trf as peer

    return peer.loads(text)


def _caissify(text: str) -> object:
    from caissify_pairings import trf as peer

    return peer.parse_trf(text)
