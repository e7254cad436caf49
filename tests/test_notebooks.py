"""The notebooks run from top to bottom, and what their words claim is what they compute."""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def cells(path: Path, kind: str) -> list[str]:
    """The text of each cell of a kind."""
    return [
        "".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == kind
    ]


def run(path: Path) -> tuple[dict[str, Any], list[str]]:
    """Executes the code cells in one fresh namespace, in the notebook's folder; its names, and what each cell shows.

    The cells are plain Python, without magics, so no kernel is needed; the last expression of a cell is formatted as a notebook
    would: by ``_repr_html_``, else by ``repr``.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = []
    with contextlib.chdir(FOLDER):
        for n, text in enumerate(cells(path, "code")):
            tree = ast.parse(text)
            last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                exec(compile(tree, f"{path.name} cell {n}", "exec"), names)
                value = eval(compile(last, f"{path.name} cell {n}", "eval"), names) if last else None
            html = getattr(value, "_repr_html_", None)
            shown.append(said.getvalue() + ("" if value is None else html() if html else repr(value)))
    return names, shown


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_stripped_and_define_nothing(path):
    """No outputs, no magics, no function or class: what is worth defining belongs in the package."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs") and cell.get("execution_count") is None
    for text in cells(path, "code"):
        kinds = {type(node) for node in ast.walk(ast.parse(text))}
        assert not kinds & {ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef}
    assert str(path.name) in (FOLDER / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def decision() -> dict[str, Any]:
    """The names of which-order.ipynb after its last cell."""
    names, shown = run(FOLDER / "which-order.ipynb")
    assert sum(bool(text) for text in shown) >= 10
    return names


@pytest.mark.xdist_group("notebooks")
def test_which_order_says_what_it_computes(decision):
    """Every claim under "What one may conclude", and of the paragraphs between."""
    changed, opened = decision["changed"], decision["open_changed"]
    assert changed.stakes["winner"].all() and opened.stakes["winner"].all()
    moved = changed.stakes["moved"].drop("our own").sort_values()
    assert set(moved.index[-2:]) == {"direct encounter first", "ratings first"}
    assert (changed.stakes["money"] > 0).sum() >= 2
    table = changed.ranks
    assert table["points"].tolist()[:7] == [5.5, 5, 5, 5, 4.5, 4.5, 4.5]
    hanging = changed.hanging.set_index(["order", "place"])["games"]
    assert 1 not in changed.hanging["place"].tolist()
    assert 8 <= hanging["our own", 2] <= 12 and hanging["progressive first", 2] == 0

    likely = decision["likely"].reset_index().set_index(["measure", "world", "order"])["value"].sort_index()
    blind = likely["stronger", "blind"]
    for order in ("direct encounter first", "ratings first"):
        assert blind[order] < 0.53, order
    for order in ("our own", "Sweden", "Fore Buchholz first", "progressive first"):
        assert 0.55 < blind[order] < 0.65, order
    swapped = likely["swapped", "rated"]
    assert swapped["progressive first"] <= swapped["Fore Buchholz first"] < swapped["our own"] - 0.05
    assert swapped["our own"] == pytest.approx(0.2, abs=0.06)
    absent = likely["absent", "rated"]
    assert max(absent["our own"], absent["Sweden"]) < absent["progressive first"] - 0.05
    apart = (
        decision["likely"]
        .reset_index()
        .set_index(["measure", "world", "order"])
        .sort_index()
        .loc[("stronger", "blind", "Sweden")]
    )
    assert apart["events_needed"] > 100 and abs(apart["difference"]) < 0.007

    wide = decision["open_likely"].reset_index().set_index(["measure", "world", "order"])["value"].sort_index()
    assert wide["stronger", "blind", "our own"] > wide["stronger", "blind", "ratings first"] + 0.05


@pytest.mark.xdist_group("notebooks")
def test_what_if_says_what_it_computes():
    """Every claim of its words; those on simulated figures with room for another model of the same event."""
    names, shown = run(FOLDER / "what-if.ipynb")
    assert all(text for text in shown)
    assert names["today"]["PTS"].tolist()[:10] == [4.5, 4, *[3.5] * 7, 3]
    assert names["end"].offered and not names["end"].blocked
    effects = names["end"].effects.set_index("effect")
    assert effects["n"].to_dict() == {
        "rounds_planned": 5, "results_exist": 0, "rounds_deleted": 2,
        "byes_lapse": 3, "withdrawals_undone": 1, "late_entries_leave": 0,
    }  # fmt: skip
    assert "Schüler" in effects.at["withdrawals_undone", "detail"]
    ended = names["ended"]
    assert (ended["move"] == 0).all() and ended.index[ended["changed"]].tolist() == [15]
    assert (ended.loc[15, "BH before"], ended.loc[15, "BH"]) == (13.5, 12.5)  # capped at half of 7 rounds, then of 5

    back = names["back"].set_index("round")
    assert back["same_first"].tolist() == [False, True, True, True, True]
    assert back.loc[2:4, "places_moved"].between(3, 5).all() and (back.loc[2:4, "prizes_changed"] == 1).all()
    assert (back.loc[2:4, "moved"] >= 30).all()
    assert names["first"]["verdict"].value_counts().to_dict() == {"open": 11, "tie-break": 12, "out": 13}
    assert names["prize"]["verdict"].value_counts()["out"] == 3 and "certain" not in set(names["prize"]["verdict"])

    chances, depends = names["chances"], names["depends"]
    assert chances.loc[1, "first"] == pytest.approx(0.8, abs=0.06) and chances.loc[1, "prize"] > 0.95
    assert (depends.loc[0, "white"], depends.loc[0, "black"], depends.loc[0, "board"]) == (11, 1, 1)
    assert depends.loc[1, "swing"] == pytest.approx(0.1, abs=0.04)
    assert (depends.loc[2:, "swing"] < 3.5 * depends.loc[2:, "swing_se"]).all()
    if_he_wins, if_she_wins = (names["given"][words].to_frame()["first"] for words in ("he wins", "she wins"))
    assert if_she_wins[1] > 0.95 and if_he_wins[1] < if_he_wins[11] < if_he_wins[1] + 0.25

    flips = names["flips"].query("played")
    assert flips["round"].tolist() == [1, 2, 3, 4, 5] and ((flips["white"] == 1) | (flips["black"] == 1)).all()
    assert all(lost == ("0" if white == 1 else "1") for white, lost in zip(flips["white"], flips["then"], strict=True))
    assert (names["moved"].loc[1, "move"], names["moved"].loc[2, "move"]) == (0, -6)
    assert names["again"].loc[1, "first"] > chances.loc[1, "first"] + 0.05
    assert 0.5 < names["then"].loc[1, "first"] < 0.65 and names["inside"] > 0.85
    assert 1 < (1 - chances.loc[names["holders"], "prize"]).sum() < 2


@pytest.mark.xdist_group("notebooks")
def test_outside_checks_are_within_what_is_stated():
    names, _ = run(FOLDER / "outside-checks.ipynb")
    assert names["least_squares"]["off"].abs().max() < 0.001
    assert names["single_winners"]["off"].abs().max() <= 0.09
