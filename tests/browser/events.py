"""Events for the browser: many players, and names that try to be markup, icons, links and formulas."""

import random

HOSTILE = (
    '<img src=x onerror="hit=1">',
    "<script>hit=1</script>",
    ":material/home: :red[x]",
    "[a](javascript:hit=1)",
    "![p](http://evil.test/p.png)",
    '=HYPERLINK("http://evil.test")',
    "$x^2$ **b** `c` http://evil.test",
    "Smit, Anna",
)


def large(players: int, rounds: int) -> bytes:
    """An open of this size with random results, always the same."""
    draw = random.Random(players)
    points, cells, met = [0.0] * players, [""] * players, [set() for _ in range(players)]
    for _ in range(rounds):
        order, paired = sorted(range(players), key=lambda i: (-points[i], i)), set()
        for i in order:
            if i in paired:
                continue
            j = next((j for j in order if j != i and j not in paired and j not in met[i]), None)
            j = next(j for j in order if j != i and j not in paired) if j is None else j
            paired |= {i, j}
            met[i].add(j)
            met[j].add(i)
            made = draw.choice((1.0, 0.5, 0.0))
            points[i] += made
            points[j] += 1 - made
            for one, other, own, colour in ((i, j, made, "w"), (j, i, 1 - made, "b")):
                cells[one] += f"  {other + 1:4d} {colour} {({1.0: '1', 0.5: '=', 0.0: '0'})[own]}"
    return _file(f"Open of {players}", [f"Surname{i}, First Name" for i in range(1, players + 1)], points, cells, rounds)


def hostile() -> bytes:
    """Eight players in one round, and a title of the same kind."""
    count = len(HOSTILE)
    points = [1.0 - no % 2 for no in range(count)]
    cells = [f"  {no if no % 2 else no + 2:4d} {'wb'[no % 2]} {int(points[no])}" for no in range(count)]
    return _file("<b>x</b> :material/home: [a](javascript:window.hit=1)", list(HOSTILE), points, cells, 1)


def cup(title: str, names: list[str]) -> bytes:
    """Four players in one round."""
    return _file(title, names, [1.0, 0.0, 1.0, 0.0], ["     2 w 1", "     1 b 0", "     4 w 1", "     3 b 0"], 2)


def _file(title: str, names: list[str], points: list[float], cells: list[str], rounds: int) -> bytes:
    lines = [f"012 {title}", "042 2026/05/01", "052 2026/05/09", f"142 {rounds}", "202 BH/C1,BH,SB,WIN"]
    for no, name in enumerate(names, 1):
        person = f"001 {no:4d} m IM {name[:33]:33s} {2500 - no:4d} NED {'':11s} {'':10s}"
        lines.append(f"{person} {points[no - 1]:4.1f} {'':4s}{cells[no - 1]}")
    return ("\n".join(lines) + "\n").encode()
