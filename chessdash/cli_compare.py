"""The commands that compare orders of tie-breaks, on one tournament and over a folder of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chessdash.errors import DataError
from chessdash.terminal import (
    REFUSED,
    WRONG,
    Edition,
    Encoding,
    File,
    Format,
    System,
    Through,
    Unrated,
    put,
    read,
    reporter,
    show,
)
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.compare import Comparison

Orders = Annotated[list[str], typer.Option("--order", help=say("cli_orders"), show_default=False)]
Baseline = Annotated[str | None, typer.Option(help=say("cli_baseline"), show_default=False)]
FRAMES = ("orders", "ranks", "moves", "decided", "resolved", "hanging", "absences", "repeats", "stakes", "prizes")
FIGURES = ("turning", "mean_move", "tau_1", "tau_strength")  # measures that are no shares


def compare(
    file: File,
    order: Orders,
    baseline: Baseline = None,
    prizes: Annotated[str | None, typer.Option(help=say("cli_prizes"), show_default=False)] = None,
    prize_rule: Annotated[str, typer.Option(help=say("cli_prize_rule"))] = "places",
    edition: Edition = None,
    through: Through = None,
    system: System = None,
    unrated: Unrated = None,
    seed: Annotated[int, typer.Option(help=say("cli_seed"))] = 1,
    encoding: Encoding = None,
    form: Format = "table",
) -> None:
    """Prints who stands where under each order, and what that rests on."""
    from chessdash.compare import compare as compared
    from chessdash.prizes import parse_prizes

    tournament = read(file, encoding)
    amounts: tuple[float, ...] = ()
    refused = ""
    try:
        amounts = parse_prizes(prizes or "")
    except DataError as error:  # what does not hang on the prizes can still be shown
        refused = str(error)
    rules: dict[str, Any] = {"edition": edition, "through": through, "system": system, "unrated": unrated, "seed": seed}
    found = compared(tournament, order, baseline=baseline, prizes=amounts, prize_rule=prize_rule, **rules)
    if form == "json":
        _json(found)
    elif form == "csv":
        show(found.ranks, form, {})
    else:
        put([tournament.name, "", *_compared(found)])
    if refused:
        put([say("cli_refused", message=refused)], error=True)
        raise typer.Exit(REFUSED)


def study(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=say("cli_folder"), show_default=False)],
    order: Orders,
    baseline: Baseline = None,
    edition: Edition = None,
    out: Annotated[Path | None, typer.Option(help=say("cli_out"), show_default=False)] = None,
    workers: Annotated[int | None, typer.Option(min=1, help=say("cli_workers"), show_default=False)] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help=say("cli_cluster"), show_default=False)] = None,
    seed: Annotated[int, typer.Option(help=say("cli_seed"))] = 1,
    no_hanging: Annotated[bool, typer.Option("--no-hanging", help=say("cli_no_hanging"))] = False,
    form: Format = "table",
) -> None:
    """Prints what all events of a folder say together; status 1 where some were left out, 2 where all were."""
    from chessdash.event_study import study as studied
    from chessdash.measures import FEWEST_EVENTS
    from chessdash.pooling import pool

    asked: dict[str, Any] = {"baseline": baseline, "edition": edition, "hanging": not no_hanging, "seed": seed, "out": out}
    rows = studied(folder, order, workers=workers, cluster=cluster, progress=reporter(_events), **asked)
    pooled, failed = pool(rows), rows.attrs["failed"]
    if form == "table":
        put(_pooled(pooled, rows.attrs["settings"]["baseline"]))
        events = rows["event"].nunique()
        put(["", say("cli_studied", n=events, failed=len(failed))])
        if events:
            few = [say("cli_study_few", least=FEWEST_EVENTS)] if events < FEWEST_EVENTS else []
            put([say("cli_study_errors"), *few])
    else:
        show(pooled, form, {"settings": rows.attrs["settings"], "failed": failed, "events": rows["event"].nunique()})
    put([say("cli_left_out", reason=one["sentence"]) for one in failed], error=True)
    if failed:
        raise typer.Exit(REFUSED if rows.empty else WRONG)


def _events(done: int, total: int | None) -> str:
    return say("cli_progress_open", n=done) if total is None else say("cli_progress", done=done, total=total)


def _json(found: "Comparison") -> None:
    """Every frame of a comparison as a list of rows."""
    import json

    document: dict[str, Any] = {"baseline": found.baseline, "notes": list(found.notes)}
    for name in FRAMES:
        frame: pd.DataFrame | None = getattr(found, name)
        if frame is not None:
            rows = frame.reset_index() if frame.index.name else frame
            document[name] = json.loads(rows.to_json(orient="records", double_precision=10))
    typer.echo(json.dumps(document, ensure_ascii=False, indent=2))


def _compared(found: "Comparison") -> Iterator[str]:
    """The lines of a comparison: who stands elsewhere, what each order rests on, the money, the notes."""
    from chessdash.display.plain import columns
    from chessdash.text.numbers import number

    labels = list(found.stakes.index)
    moved = found.ranks[found.ranks[labels].nunique(axis=1) > 1]
    yield say("cli_compared_with", order=found.baseline)
    yield ""
    if moved.empty:
        yield say("cli_nobody_moves")
    else:
        rows = [
            [str(no), str(row["name"]), number(float(row["points"])), *(str(row[label]) for label in labels)]
            for no, row in moved.iterrows()
        ]
        yield from columns([say("cli_head_no"), say("cli_head_name"), say("cli_head_points"), *labels], rows)
    yield ""
    heads = (
        "order",
        "winner",
        "podium",
        "moved",
        "resolved",
        "turning",
        "swap",
        *(["money"] if found.prizes is not None else []),
    )
    yield from columns([say(f"cli_head_{head}") for head in heads], [_stakes(found, label) for label in labels])
    if found.prizes is not None:
        rows = [[str(no), str(row["name"]), *(f"{row[label]:.2f}" for label in labels)] for no, row in found.prizes.iterrows()]
        yield ""
        yield from columns([say("cli_head_no"), say("cli_head_name"), *labels], rows)
    if found.notes:
        yield ""
        yield from found.notes


def _stakes(found: "Comparison", label: str) -> list[str]:
    """One order: winner and podium as under the one compared with, who moves, ties broken, what first place hung on."""
    row = found.stakes.loc[label]
    shares = found.resolved.loc[found.resolved["order"] == label, "all"].to_numpy(float)
    share = shares[-1] if len(shares) else 0.0
    first = found.hanging[(found.hanging["order"] == label) & (found.hanging["place"] == 1)]
    none = say("cli_no_tie_for_first")
    turning, swap = (
        (none, none) if first.empty else (f"{first['games'].iloc[0]:g}", _percent(*first[["swap", "swap_se"]].iloc[0]))
    )
    words = [say("cli_yes" if row[name] else "cli_no_word") for name in ("winner", "podium")]
    money = [] if found.prizes is None else [f"{row['money']:.2f}"]
    broken = none if share != share else say("cli_share", share=100 * share)
    return [label, *words, str(row["moved"]), broken, turning, swap, *money]


def _pooled(pooled: "pd.DataFrame", baseline: str) -> Iterator[str]:
    """The lines of a study: a row a measure and order, with errors and the difference from the order compared with."""
    from chessdash.display.plain import columns

    heads = [say(f"cli_head_{name}") for name in ("measure", "order", "share", "events", "difference", "needed")]
    shown = pooled[(pooled["events"] > 0) & (pooled["measure"] != "seeded")]  # of played events the rating is all that is known
    rows = []
    for name, group in shown.groupby("measure", sort=False):
        written = _figure if name in FIGURES else _percent
        for _, row in group.iterrows():
            label, same = str(row["order"]), row["order"] == baseline
            needed = float(row["events_needed"])
            apart = "" if same else written(float(row["difference"]), float(row["difference_error"]))
            figure = written(float(row["value"]), float(row["error"]))
            tell = "" if same or needed != needed else f"{needed:g}"
            rows.append([say(f"cli_measure_{name}"), label, figure, str(row["events"]), apart, tell])
    yield from columns(heads, rows)


def _percent(share: float, error: float) -> str:
    return say("cli_share", share=100 * share) if error != error else say("cli_share_error", share=100 * share, error=100 * error)


def _figure(figure: float, error: float) -> str:
    return f"{figure:.2f}" if error != error else say("cli_figure_error", figure=figure, error=error)
