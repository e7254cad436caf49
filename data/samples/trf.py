"""Writes an event as TRF26, each record in its columns; by hand here, so that the samples also test chessdash's reader."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from samples.people import Player
from samples.play import POINTS


@dataclass
class Event:
    """One event: the records of its head, its players, and the rounds played of those planned."""

    name: str
    city: str
    federation: str
    dates: Sequence[date]  # of each planned round
    kind: str
    order: str
    players: Sequence[Player]
    control: str
    control_code: str = ""
    arbiter: str = ""
    scoring: str = ""  # record 162
    points: Mapping[str, float] = field(default_factory=lambda: POINTS)  # of each result
    byes: Sequence[tuple[str, int, tuple[int, ...]]] = ()  # record 240: type, round, start numbers
    played: int = 0  # rounds, where not all


def head(event: Event) -> list[str]:
    """Records 012 to 240, in the order of their numbers."""
    rated = sum(player.rating > 0 for player in event.players)
    lines = [
        f"012 {event.name}",
        f"022 {event.city}",
        f"032 {event.federation}",
        f"042 {event.dates[0]:%Y/%m/%d}",
        f"052 {event.dates[-1]:%Y/%m/%d}",
        f"062 {len(event.players)}",
        f"072 {rated}",
        f"092 {event.kind}",
        f"102 {event.arbiter}" if event.arbiter else "",
        f"122 {event.control}",
        "132".ljust(91) + "  ".join(f"{day:%y/%m/%d}" for day in event.dates),
        f"142 {len(event.dates)}",
        "152 W",
        event.scoring,
        f"202 {event.order}",
        f"222 {event.control_code}" if event.control_code else "",
        *(f"240 {type} {round:>3} {' '.join(f'{no:>4}' for no in numbers)}" for type, round, numbers in event.byes),
    ]
    return [line for line in lines if line]


def line(event: Event, player: Player, rank: int | None) -> str:
    """Record 001 of one player; the rank stays blank where it is None."""
    points = sum(event.points.get(result, 0.0) for _, _, result in player.cells[: event.played or None])
    said = (
        f"001 {player.no:>4} {player.sex:1}{player.title:>3} {player.name:<33} {player.rating or '':>4} {player.federation:>3} "
        f"{player.fide_id or '':>11} {player.birth:<10} {points:>4.1f} {rank or '':>4}"
    )
    cells = (f"{opponent:>4}" if opponent else "0000" if colour else "    " for opponent, colour, _ in player.cells)
    rounds = (f"  {cell} {colour:1} {result:1}" for cell, (_, colour, result) in zip(cells, player.cells, strict=True))
    return (said + "".join(rounds)).rstrip()


def text(event: Event) -> bytes:
    """The whole file: first without ranks, then with the ranks that chessdash gives it."""
    import chessdash

    def lines(ranks: dict[int, int]) -> bytes:
        rows = head(event) + [line(event, player, ranks.get(player.no)) for player in event.players]
        return "".join(f"{row}\n" for row in rows).encode()

    table = chessdash.standings(chessdash.read(lines({})))
    return lines(dict(table["rank"].astype(int).items()))


def days(first: date, count: int, *, step: int = 1, a_day: int = 1) -> list[date]:
    """Dates of so many rounds, ``a_day`` on each day, every ``step`` days."""
    return [first + timedelta(days=step * (round // a_day)) for round in range(count)]
