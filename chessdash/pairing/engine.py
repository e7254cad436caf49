"""The one adapter to py4swiss: what its Dutch engine needs, made from arrays, and its pairs as arrays.

The engine derives colour preferences, floats and topscorers from rounds. It takes points from two places: those that results
are worth, and points added for pairing alone (its "accelerations"). Here every result is worth nothing and the points as awarded
are the added ones, so that any scoring and any points beyond results hold exactly as they do in the table.
"""

from collections.abc import Iterable

import numpy as np
from py4swiss.engines.common import PairingError
from py4swiss.engines.dutch import Engine
from py4swiss.matching_computer import ComputerDutchValidity
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem
from py4swiss.trf.sections import PlayerSection, XSection
from py4swiss.trf.sections.x_section import XSectionConfiguration

from chessdash.cells import BoolArray, FloatArray, IntArray
from chessdash.errors import DataError
from chessdash.text import say

TOKENS = (  # by Kind; how a game ended is in the points, an annulled one was played too, and none is pending
    *[ResultToken.WIN] * 3,
    ResultToken.FORFEIT_WIN,
    ResultToken.FORFEIT_LOSS,
    ResultToken.PAIRING_ALLOCATED_BYE,
    ResultToken.FULL_POINT_BYE,
    ResultToken.HALF_POINT_BYE,
    ResultToken.ZERO_POINT_BYE,
)
COLOURS = (ColorToken.WHITE, ColorToken.BLACK, ColorToken.BYE_OR_NOT_PAIRED)
WORTHLESS = {(token, colour): 0 for token in ResultToken for colour in ColorToken}
A_WIN = (ResultToken.FULL_POINT_BYE, ColorToken.WHITE)  # no cell is this: the engine looks here for the most a round can bring

HEAVIEST = 3  # weight of a pair in a matching


class _Cells(dict[int, RoundResult]):
    """Cells by what they are, as numbers (opponent, colour, kind); each is made once, since the engine only reads them."""

    def __missing__(self, code: int) -> RoundResult:
        opponent, rest = divmod(code, len(COLOURS) * len(TOKENS))
        colour, token = divmod(rest, len(TOKENS))
        cell = RoundResult.model_construct(id=opponent, color=COLOURS[colour], result=TOKENS[token])
        return self.setdefault(code, cell)


CELLS = _Cells()


def next_pairs(
    opponent: IntArray,
    kind: IntArray,
    points: FloatArray,
    black: BoolArray,
    absent: BoolArray,
    *,
    planned: int,
    win: float = 1.0,
    first_white: bool = True,
    forbidden: Iterable[tuple[int, int]] = (),
) -> tuple[IntArray, IntArray, int]:
    """Rows of White and Black (N,) in the order of boards, and the row of the pairing-allocated bye, -1 where none.

    The arrays (P, R) are those of a crosstable whose rows stand in the order of pairing numbers and none of whose cells is
    pending; ``absent`` (P,) does not play the next round; ``planned`` is the number of rounds of the event and ``win`` its points
    for one, which say who is a topscorer of the last round. DataError where no pairing is possible.
    """
    trf = tournament_of(
        opponent, kind, points, black, absent, planned=planned, win=win, first_white=first_white, forbidden=forbidden
    )
    if not np.count_nonzero(~absent):
        return np.empty(0, np.intp), np.empty(0, np.intp), -1
    try:
        pairs = Engine.generate_pairings(trf)
    except PairingError:
        raise DataError(say("pairing_impossible", round=kind.shape[1] + 1, n=int(np.count_nonzero(~absent)))) from None
    rows = np.array([(pair.white, pair.black) for pair in pairs], np.intp).reshape(-1, 2) - 1
    met = rows[:, 1] >= 0
    bye = rows[~met, 0]
    return rows[met, 0], rows[met, 1], int(bye[0]) if len(bye) else -1


def tournament_of(
    opponent: IntArray,
    kind: IntArray,
    points: FloatArray,
    black: BoolArray,
    absent: BoolArray,
    *,
    planned: int,
    win: float = 1.0,
    first_white: bool = True,
    forbidden: Iterable[tuple[int, int]] = (),
) -> ParsedTrf:
    """What the engine takes, made from the arrays (P, R) and (P,) of ``next_pairs``; nothing is validated again."""
    size, rounds = kind.shape
    before = np.zeros((size, rounds + 1), np.int64)  # the engine counts points in tenths
    before[:, 1:] = tenths(points).cumsum(1)
    colour = np.where(opponent < 0, 2, black)
    codes = ((opponent.astype(np.int64) + 1) * len(COLOURS) + colour) * len(TOKENS) + kind
    players = [
        PlayerSection.model_construct(
            code=PlayerCode.PLAYER,
            starting_number=row + 1,
            points_times_ten=score,
            rank=0,
            results=[CELLS[code] for code in line],
        )
        for row, (line, score) in enumerate(zip(codes.tolist(), before[:, -1].tolist(), strict=True))
    ]
    return ParsedTrf.model_construct(
        player_sections=players,
        team_sections=[],
        x_section=XSection.model_construct(
            number_of_rounds=planned,
            zeroed_ids=set((np.flatnonzero(absent) + 1).tolist()),
            scoring_point_system=ScoringPointSystem.model_construct(score_dict=WORTHLESS | {A_WIN: round(10 * win)}),
            # In round 1 the numbers that say who has which colour are those of the players present, without gaps.
            configuration=XSectionConfiguration.model_construct(first_round_color=first_white, by_rank=rounds == 0),
            accelerations=dict(enumerate(before.tolist(), 1)),
            forbidden_pairs={(int(one) + 1, int(other) + 1) for one, other in forbidden},
        ),
    )


def tenths(points: FloatArray) -> IntArray:
    """Points (P, R) in tenths, which is how the engine counts; DataError where an award is no whole number of them."""
    scaled = np.asarray(points, float) * 10.0
    whole: IntArray = np.rint(scaled).astype(np.int64)
    if (wrong := np.abs(scaled - whole) > 1e-6).any():
        row, round_ = np.argwhere(wrong)[0]
        raise DataError(say("pairing_tenths", points=float(points[row, round_]), round=int(round_) + 1))
    return whole


def heaviest(weight: IntArray) -> IntArray:
    """Everyone's partner (P,), oneself where none, in the pairs whose weights together are greatest.

    ``weight`` (P, P) is symmetric, whole and at least 0: 0 where two may not meet, at most 3.
    """
    size = len(weight)
    computer = ComputerDutchValidity(size, HEAVIEST)
    for _ in range(size):
        computer.add_vertex()
    for one, other in zip(*(rows.tolist() for rows in np.nonzero(np.triu(weight, 1))), strict=True):
        computer.set_edge_weight(one, other, int(weight[one, other]))
    computer.compute_matching()
    mates: IntArray = np.array(computer.get_matching(), np.intp)
    return mates
