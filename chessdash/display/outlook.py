"""The rest of an event as plain data: chances and ranks, what hangs on a game, who still can."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pandas as pd

from chessdash.display.model import Cell, Column, Row, Table
from chessdash.display.numbers import rank_labels, signed
from chessdash.display.whatif import Effect
from chessdash.text import say
from chessdash.text.numbers import FEW, chance, number, parts

if TYPE_CHECKING:
    from chessdash.whatif.playing import Plan

WORDS = ("certain", "out")
LITTLE = 0.005  # a change of chance below it is no change that a reader sees
SEEN, LEAST_ROWS = 0.01, 3  # the least chance that is a number, and rows of a chart whatever their chances
TELLING = 3  # standard errors from which a swing is no chance: the greatest of many differences is great anyway


def most_likely(frame: pd.DataFrame, rows: int, prizes: int) -> pd.DataFrame:
    """The players that a chart of so many rows shows, by mean rank: the best chances of a prize (without prizes of first place),
    and of these only chances that a reader sees, or the first three."""
    by = "prize" if prizes and "prize" in frame else "first"
    best = frame.sort_values([by, "first", "mean_rank"], ascending=[False, False, True], kind="stable").head(rows)
    seen = best[by].to_numpy() >= SEEN
    seen[:LEAST_ROWS] = True
    return best[seen].sort_values("mean_rank", kind="stable")


def rounds_text(first: int, last: int) -> str:
    """The simulated rounds as a sentence names them."""
    return say("rounds_one", round=first) if first == last else say("rounds_span", first=first, last=last)


def widest_error(frame: pd.DataFrame) -> str:
    """Two standard errors of the least certain chance that tables show, in points of 100."""
    shown = [str(name) for name in frame if str(name).startswith(("first", "prize", "top")) and str(name).endswith("_se")]
    errors: Any = frame[shown].to_numpy(float)
    worst = 200 * float(errors.max(initial=0.0))
    return f"{worst:.0f}" if worst >= 0.95 else f"{worst:.1f}"


def thousands(n: int) -> str:
    """A number of runs with its thousands apart."""
    return f"{n:,}"


def outlook_table(frame: pd.DataFrame, top: int, runs: int, *, before: bool = False) -> Table:
    """Every player's chances and ranks; ``frame`` as ``Outlook.to_frame`` gives it, with ``verdict`` where proved.

    ``runs`` is what the chances are of; ``before`` says that the ranks are those before, not those of today.
    """
    chances, rated = _chances(frame, top), bool(frame["rating_change"].notna().any())
    rows = []
    for no, row, label in zip(frame.index, frame.to_dict("records"), rank_labels(frame["rank"]), strict=True):
        cells = [Cell("".join(label)), Cell(str(row["name"])), Cell(*parts(row["points"]))]
        for name, _ in chances:
            verdict = str(row.get({"first": "verdict", "prize": "prize_verdict"}.get(name, ""), ""))
            cells.append(_chance(row[name], row[f"{name}_se"], verdict, runs))
        cells.append(Cell(number(row["expected_points"], decimals=True)))
        if rated:
            cells.append(_rated(row["rating_change"], row["rating_change_se"], runs))
        cells.append(Cell(span(row["lower"], row["upper"]), tip=say("head_half")))
        cells.append(Cell(span(row["low"], row["high"]), tip=say("head_most")))
        rows.append(Row(str(no), tuple(cells), str(row["name"])))
    columns = (
        Column(say("head_before" if before else "head_today"), marks=("num",)),
        Column(say("head_player"), marks=("who",)),
        Column(say("points_short"), marks=("num", "slot")),
        *(Column(head, marks=("num",)) for _, head in chances),
        Column(say("head_expected"), say("head_expected_tip"), marks=("num",)),
        *((Column(say("head_change_ahead"), say("head_change_ahead_tip"), marks=("num",)),) if rated else ()),
        Column(say("head_half_short"), say("head_half"), marks=("num",)),
        Column(say("head_most_short"), say("head_most"), marks=("num",)),
    )
    return Table("outlook", say("table_outlook"), columns, tuple(rows))


def _chances(frame: pd.DataFrame, top: int) -> list[tuple[str, str]]:
    """The chances that are shown, with their heads; the first three and the prizes only once where they are the same."""
    heads = {"first": say("head_chance_first"), "prize": say("head_prize"), f"top{top}": say("head_top", n=top)}
    same = "prize" in frame and (frame["prize"] == frame[f"top{top}"]).all()
    return [(name, head) for name, head in heads.items() if name in frame and not (same and name == f"top{top}")]


def _chance(share: float, error: float, verdict: str, runs: int) -> Cell:
    if verdict in WORDS:
        return Cell(say(f"word_{verdict}"), marks=("strong",) if verdict == "certain" else ("pencil",))
    return Cell(chance(share, runs), tip=_tip(error, runs))


def _rated(change: float, error: float, runs: int) -> Cell:
    """A mean change of rating in whole Elo; nothing for a player whose rating cannot change."""
    if math.isnan(change):
        return Cell("")
    return Cell(signed(round(change)), tip=say("rated_error", error=f"{error:.1f}") if runs >= FEW else "")


def _tip(error: float, runs: int) -> str:
    """What is said of a chance when pointed at: its error, where there are runs enough to say it."""
    return say("chance_tip", error=f"{100 * error:.1f}") if runs >= FEW else ""


def span(low: float, high: float) -> str:
    """Ranks from one to another."""
    return f"{int(low)}" if int(low) == int(high) else f"{int(low)}–{int(high)}"


def telling(frame: pd.DataFrame) -> Any:
    """Which rows of ``Outlook.depends`` say more than chance does, (K,)."""
    return (frame["swing"] > TELLING * frame["swing_se"]).to_numpy()


def depends_table(frame: pd.DataFrame, made: "Plan", *, one: bool = False) -> Table:
    """What hangs on each known game; ``frame`` as ``Outlook.depends`` gives it, with ``one`` of a single player.

    That player is not named in each row. A swing that chance alone may make is in pencil, with an asterisk.
    """
    names = dict(zip(made.numbers, made.names, strict=True))
    rows = []
    games: Any = frame.itertuples()
    for row, tells in zip(games, telling(frame), strict=True):
        pair = f"{names[row.white]} – {names[row.black]}"
        values = ((row.if_white, row.runs_white), (row.if_draw, row.runs_draw), (row.if_black, row.runs_black))
        each = [Cell(chance(share, runs), tip=say("in_runs", n=runs)) for share, runs in values]
        tip = say("swing_tip", error=f"{100 * row.swing_se:.1f}")
        noise = ("", ()) if tells else ("*", ("pencil",))
        swing = Cell(f"{100 * row.swing:.0f}", tip=tip, after=noise[0], marks=noise[1])
        whom = () if one else (Cell(str(names[row.player])),)
        rows.append(Row(f"{row.round} {row.board}", (Cell(str(row.board)), Cell(pair), *whom, swing, *each)))
    columns = (
        Column(say("head_board"), marks=("num",)),
        Column(say("head_game"), marks=("who",)),
        *(() if one else (Column(say("head_moves_whom")),)),
        Column(say("head_swing"), say("head_swing_tip"), marks=("num",)),
        *(Column(text, marks=("num",)) for text in ("1-0", "½-½", "0-1")),
    )
    return Table("depends", say("table_depends"), columns, tuple(rows))


def given_table(before: pd.DataFrame, after: pd.DataFrame, top: int, runs: int) -> Table:
    """Whose chances change if games end in a certain way, the greatest change first; both as ``Outlook.to_frame`` gives them.

    ``runs`` is how many ended so. An arrow stands where the change is beyond two errors of these runs.
    """
    heads = dict(_chances(before, top))
    names = list(heads)
    changes: Any = (after[names] - before[names]).reindex(before.index)
    moved = changes.abs().max(axis=1)
    now: Any = after
    shown: Any = before.loc[moved.sort_values(ascending=False, kind="stable").index][: max(int((moved > LITTLE).sum()), 3)].head(
        12
    )
    rows = []
    for no in shown.index:
        cells = [Cell(str(shown.at[no, "name"]))]
        for name in names:
            change, error = float(changes.at[no, name]), float(now.at[no, f"{name}_se"])
            change = change if abs(change) > 2 * error else 0.0
            cells.append(Cell(chance(float(now.at[no, name]), runs), after=_arrow(change), marks=_direction(change)))
        rows.append(Row(str(no), tuple(cells)))
    columns = (Column(say("head_player"), marks=("who",)), *(Column(head, marks=("num",)) for head in heads.values()))
    return Table("given", say("table_given"), columns, tuple(rows))


def _arrow(change: float) -> str:
    points = round(100 * change)
    return f"{'▲' if points > 0 else '▼'} {abs(points)}" if points else ""


def _direction(change: float) -> tuple[str, ...]:
    points = round(100 * change)
    return ("up",) if points > 0 else ("down",) if points < 0 else ()


def one_player(
    frame: pd.DataFrame, proved: Mapping[int, pd.DataFrame], no: int, runs: int, *, before: bool = False
) -> list[Effect]:
    """What is said of one player: first place and a prize, each with what is proved of it, points and places at the end.

    ``frame`` is of ``Outlook.to_frame``, ``proved`` of ``certainty`` by the number of places, ``runs`` what the chances are of.
    """
    row: Any = frame.loc[no]
    rows = []
    for places, sure in sorted(proved.items()):
        name = "first" if places == 1 else "prize"
        verdict, reason = str(sure.at[no, "verdict"]), str(sure.at[no, "reason"])
        if verdict in WORDS:
            rows.append(Effect("", say(f"player_{name}_{verdict}", places=places), reason))
            continue
        proof = f"{say('player_' + verdict.replace('-', '_'))} {reason}"
        error = say("player_error", error=f"{200 * float(row[f'{name}_se']):.1f}") + " " if runs >= FEW else ""
        words = "_few" if runs < FEW else ""
        rows.append(Effect(chance(float(row[name]), runs), say(f"player_{name}{words}", places=places), error + proof))
    bounds: Any = next(iter(proved.values())).loc[no]
    points = {"points": number(row["points"]), "least": number(bounds["least"]), "most": number(bounds["most"])}
    rest = say(f"player_points_{'before' if before else 'today'}", **points)
    rows.append(Effect(number(float(row["expected_points"]), decimals=True), say("player_points"), rest))
    if not math.isnan(row["rating_change"]):
        rated = _rated(float(row["rating_change"]), float(row["rating_change_se"]), runs)
        rows.append(Effect(rated.text, say("player_rated"), rated.tip))
    spans = {"half": span(row["lower"], row["upper"]), "most": span(row["low"], row["high"])}
    rows.append(Effect(spans["half"], say("player_places"), say("player_places_most", span=spans["most"])))
    return rows


def certainty_table(frame: pd.DataFrame) -> Table:
    """Who is certain, who is out, with the reason; ``frame`` as ``certainty`` gives it."""
    rows = []
    for no, row in zip(frame.index, frame.to_dict("records"), strict=True):
        verdict = say(f"word_{str(row['verdict']).replace('-', '_')}")
        cells = (
            Cell(str(row["name"])),
            Cell(*parts(row["points"])),
            Cell(f"{number(row['least'])}–{number(row['most'])}" if row["least"] != row["most"] else number(row["most"])),
            Cell(verdict, marks=("strong",) if row["verdict"] == "certain" else ()),
            Cell(str(row["reason"]), marks=("wide",)),
        )
        rows.append(Row(str(no), cells, str(row["name"])))
    columns = (
        Column(say("head_player"), marks=("who",)),
        Column(say("points_short"), marks=("num", "slot")),
        Column(say("head_at_end"), marks=("num",)),
        Column(say("head_verdict")),
        Column(say("head_reason")),
    )
    return Table("certainty", say("table_certainty"), columns, tuple(rows))


def not_shown(frame: pd.DataFrame, rows: pd.DataFrame) -> list[str]:
    """How many players of ``certainty`` are not among these rows of it, as sentences: those who are out, and others."""
    verdicts = frame["verdict"][~frame.index.isin(rows.index)]
    out = int((verdicts == "out").sum())
    more = {"still_more": len(verdicts) - out, "still_more_out": out}
    return [say(code, n=n) for code, n in more.items() if n]


def joined(frame: pd.DataFrame, first: pd.DataFrame, prize: pd.DataFrame | None) -> pd.DataFrame:
    """Chances with what is proved of them: ``verdict`` of first place and ``prize_verdict``."""
    made = frame.assign(verdict=first["verdict"].reindex(frame.index))
    return made if prize is None else made.assign(prize_verdict=prize["verdict"].reindex(frame.index))
