"""How the sample events are played: a simple Swiss pairing, Berger tables, and results by the odds of Elo's formula."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from samples.people import Player

POINTS = {"1": 1.0, "+": 1.0, "U": 1.0, "F": 1.0, "=": 0.5, "H": 0.5}
REPLY = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "": ""}


@dataclass(frozen=True)
class Plan:
    """What is not left to chance: byes asked for, rounds missed, and games to which somebody did not come."""

    byes: Mapping[tuple[int, int], str] = field(default_factory=dict)  # (round, no) -> F, H or Z
    first: Mapping[int, int] = field(default_factory=dict)  # no -> first round of a late entry
    last: Mapping[int, int] = field(default_factory=dict)  # no -> last round before a withdrawal
    absent: frozenset[tuple[int, int]] = frozenset()  # (round, no): forfeits if paired

    def cell(self, round: int, no: int) -> tuple[int, str, str] | None:
        """The cell of a player who is not to be paired; None for one who is."""
        if (round, no) in self.byes:
            return 0, "-", self.byes[round, no]
        if round < self.first.get(no, 0):
            return 0, "-", "Z"
        if round > self.last.get(no, round):
            return 0, "", ""
        return None


def asked(byes: Mapping[int, str]) -> dict[tuple[int, int], str]:
    """Byes by round and start number from texts such as {1: "9H 41H"}."""
    return {(round, int(bye[:-1])): bye[-1] for round, row in byes.items() for bye in row.split()}


def score(player: Player) -> float:
    """Points so far, a win being 1: what the pairing goes by."""
    return sum(POINTS.get(result, 0.0) for _, _, result in player.cells)


def colours(player: Player) -> str:
    """Colours of the games played so far, as in "wbw"."""
    return "".join(colour for opponent, colour, result in player.cells if opponent and result not in "+-")


def due(player: Player) -> tuple[int, str]:
    """How strongly a colour is due (2: it must be), and which; "" where there is none."""
    history = colours(player)
    balance = history.count("w") - history.count("b")
    if not history:
        return 0, ""
    colour = "b" if balance > 0 else "w" if balance < 0 else "wb"[history[-1] == "w"]
    return (2 if abs(balance) > 1 or history[-2:] in ("ww", "bb") else min(abs(balance), 1)), colour


def clash(a: Player, b: Player) -> int:
    """How badly two players' due colours clash: 2 forbids the pairing."""
    (strong_a, colour_a), (strong_b, colour_b) = due(a), due(b)
    return 0 if not colour_a or colour_a != colour_b else min(strong_a, strong_b)


def partners(field: Sequence[Player]) -> list[Player]:
    """Whom the first of the field may meet, best first: the same score group's lower half, then further down."""
    first, rest = field[0], field[1:]
    met = {opponent for opponent, _, _ in first.cells}
    group = sum(score(player) == score(first) for player in field)
    cost = {
        player.no: abs(index - group // 2) + 40 * (score(first) - score(player)) + 6 * clash(first, player)
        for index, player in enumerate(rest, 1)
        if player.no not in met and clash(first, player) < 2
    }
    return sorted((player for player in rest if player.no in cost), key=lambda player: (cost[player.no], player.no))


def pairings(field: Sequence[Player]) -> list[tuple[Player, Player]] | None:
    """Pairs of the whole field from the top, going back where the end cannot be paired."""
    if not field:
        return []
    for partner in partners(field):
        rest = [player for player in field[1:] if player is not partner]
        if (more := pairings(rest)) is not None:
            return [(field[0], partner), *more]
    return None


def seated(a: Player, b: Player, board: int) -> tuple[Player, Player]:
    """White and Black: the stronger claim is granted, between equals the higher ranked player's; by turns in the first round."""
    (strong_a, colour_a), (strong_b, colour_b) = due(a), due(b)
    if not colour_a and not colour_b:
        return (a, b) if board % 2 == 0 else (b, a)
    granted = colour_a if colour_a and strong_a >= strong_b else ("w" if colour_b == "b" else "b")
    return (a, b) if granted == "w" else (b, a)


def outcome(rng: random.Random, white: Player, black: Player) -> str:
    """White's result: Elo's expectation with 30 points for White, more draws the stronger the players."""
    expected = 1 / (1 + 10 ** (-(white.strength + 30 - black.strength) / 400))
    draw = 4 * expected * (1 - expected) * min(max(0.2 + (white.strength + black.strength - 3200) / 4000, 0.1), 0.5)
    chance = rng.random()
    return "1" if chance < expected - draw / 2 else "=" if chance < expected + draw / 2 else "0"


def decide(rng: random.Random, white: Player, black: Player, round: int, plan: Plan) -> None:
    """Plays one game, or forfeits it where somebody does not come."""
    away_white, away_black = (round, white.no) in plan.absent, (round, black.no) in plan.absent
    result = outcome(rng, white, black)
    if away_white or away_black:
        result = "-" if away_white else "+"
    reply = "-" if away_white and away_black else REPLY[result]
    white.cells.append((black.no, "w", result))
    black.cells.append((white.no, "b", reply))


def swiss(rng: random.Random, players: Sequence[Player], rounds: int, plan: Plan, drawn: int = 0) -> None:
    """Plays so many rounds; with ``drawn`` further rounds that are paired and not played."""
    for round in range(1, rounds + drawn + 1):
        here = []
        for player in sorted(players, key=lambda player: (-score(player), player.no)):
            if (cell := plan.cell(round, player.no)) is None:
                here.append(player)
            else:
                player.cells.append(cell)
        if len(here) % 2:
            free = [player for player in here if not any(result in "UF+" and result for _, _, result in player.cells)]
            free[-1].cells.append((0, "-", "U"))
            here.remove(free[-1])
        for board, (a, b) in enumerate(pairings(here) or []):
            white, black = seated(a, b, board)
            if round <= rounds:
                decide(rng, white, black, round, plan)
            else:
                white.cells.append((black.no, "w", ""))
                black.cells.append((white.no, "b", ""))


def berger(count: int, round: int) -> Iterator[tuple[int, int]]:
    """The pairs of a round (from 1) of the Berger table for an even number of players, White first."""
    last = count - 1
    key = (round - 1) * (count // 2) % last
    yield (key + 1, count) if round % 2 else (count, key + 1)
    for step in range(1, count // 2):
        yield (key + step) % last + 1, (key - step) % last + 1


def round_robin(rng: random.Random, players: Sequence[Player], plan: Plan, *, cycles: int = 1) -> None:
    """Everybody against everybody, colours turned in the second cycle."""
    for round in range(1, cycles * (len(players) - 1) + 1):
        cycle, of_cycle = divmod(round - 1, len(players) - 1)
        for pair in berger(len(players), of_cycle + 1):
            white, black = pair if cycle == 0 else pair[::-1]
            decide(rng, players[white - 1], players[black - 1], round, plan)
