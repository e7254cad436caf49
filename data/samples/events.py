"""The sample events, each from a fixed seed; the two exercise events are typed from FIDE's published facts."""

import random
from collections.abc import Callable
from datetime import date

from samples.people import Player, enrol, people
from samples.play import Plan, asked, round_robin, swiss
from samples.trf import Event, days


def harbour_open() -> Event:
    """A large open: late entries, withdrawals, requested byes, byes for an odd field, and games that somebody did not come to."""
    rng = random.Random("harbour open")
    players = enrol(people(rng, 203, "NED", away=0.6, mean=1960, spread=230), 990_100_001)
    plan = Plan(
        byes=asked(
            {1: "9H 41H", 2: "41H", 3: "77H", 4: "18H 102H", 5: "60H 96F 150H", 6: "33H 121Z", 7: "88Z", 8: "14H", 9: "55Z 171Z"}
        ),
        first={112: 2, 164: 2, 190: 3},
        last={29: 6, 63: 4, 118: 7, 145: 3, 182: 5, 199: 2},
        absent=frozenset({(1, 158), (2, 84), (4, 145), (5, 37), (6, 29), (7, 118), (8, 70), (8, 133), (9, 50)}),
    )
    swiss(rng, players, 9, plan)
    control = "90 minutes for 40 moves, then 30 minutes, with 30 seconds a move from the start"
    dates = days(date(2026, 4, 3), 9)
    return Event(
        "Harbour Open 2026",
        "Vlissingen",
        "NED",
        dates,
        "Individual: Swiss-System",
        "BH/C1,BH,SB,DE,WIN",
        players,
        control,
        "40/5400+30:1800+30",
        "Oosterhuis, Marijke",
    )


def club_swiss() -> Event:
    """A club's spring evenings."""
    rng = random.Random("club spring")
    players = enrol(people(rng, 24, "GER", away=0.1, mean=1720, spread=170), 990_200_001)
    plan = Plan(byes=asked({2: "5H", 3: "11H", 4: "17Z", 5: "2H"}), last={21: 5}, absent=frozenset({(3, 20), (6, 9)}))
    swiss(rng, players, 7, plan)
    dates = days(date(2026, 3, 5), 7, step=7)
    return Event(
        "Spring Swiss of the Linden Club",
        "Göttingen",
        "GER",
        dates,
        "Individual: Swiss-System",
        "BH/C1,BH,SB,DE,WIN",
        players,
        "90 minutes and 30 seconds a move",
        "5400+30",
        "Rößler, Henning",
    )


def lakeside_open() -> Event:
    """An open under the edition of 2024: the same results would rank otherwise under that of 2026."""
    rng = random.Random("lakeside open")
    players = enrol(people(rng, 61, "SWE", away=0.35, mean=1900, spread=220), 990_300_001)
    plan = Plan(
        byes=asked({1: "12H", 2: "30H", 3: "7H", 5: "22H", 7: "16H 40Z"}),
        first={33: 2},
        last={47: 4, 19: 6},
        absent=frozenset({(2, 26), (4, 15), (5, 47), (6, 3), (7, 44)}),
    )
    swiss(rng, players, 7, plan)
    return Event(
        "Lakeside Open 2025",
        "Östersund",
        "SWE",
        days(date(2025, 7, 7), 7),
        "Individual: Swiss-System",
        "BH/C1,BH,SB,DE,WIN",
        players,
        "90 minutes and 30 seconds a move",
        "5400+30",
        "Hägglund, Ylva",
    )


def masters() -> Event:
    """A round robin of ten, start numbers by lot."""
    rng = random.Random("masters")
    drawn = people(rng, 10, "HUN", away=0.7, mean=2430, spread=70, women=0.3)
    drawn.sort(key=lambda player: rng.random())
    players = enrol(drawn, 990_400_001)
    round_robin(rng, players, Plan())
    return Event(
        "Masters of the Thermal Baths",
        "Eger",
        "HUN",
        days(date(2026, 5, 16), 9),
        "Individual: Round-Robin",
        "DE,SB,WIN,KS",
        players,
        "90 minutes for 40 moves, then 15 minutes, with 30 seconds a move",
        "40/5400+30:900+30",
        "Szűcs, Boglárka",
    )


def double_round_robin() -> Event:
    """Six players twice, one game forfeited."""
    rng = random.Random("six twice")
    drawn = people(rng, 6, "ISL", away=0.2, mean=2180, spread=90, women=0.4)
    drawn.sort(key=lambda player: rng.random())
    players = enrol(drawn, 990_500_001)
    round_robin(rng, players, Plan(absent=frozenset({(8, 4)})), cycles=2)
    return Event(
        "Six Twice",
        "Akureyri",
        "ISL",
        days(date(2026, 9, 5), 10, a_day=2),
        "Individual: Double Round-Robin",
        "DE,SB,WIN,KS",
        players,
        "60 minutes and 30 seconds a move",
        "3600+30",
        "Björnsdóttir, Birna",
    )


def three_one_nought() -> Event:
    """A win brings 3 points and a draw 1."""
    rng = random.Random("three points")
    players = enrol(people(rng, 31, "ESP", away=0.3, mean=1850, spread=240), 990_600_001)
    plan = Plan(byes=asked({2: "8H", 4: "13Z", 6: "20H"}), last={27: 4}, absent=frozenset({(3, 10), (5, 6)}))
    swiss(rng, players, 7, plan)
    return Event(
        "Torneo Tres Puntos",
        "Cáceres",
        "ESP",
        days(date(2026, 8, 14), 7, a_day=2),
        "Individual: Swiss-System",
        "DE,WIN,BH/C1,SB",
        players,
        "60 minutes and 10 seconds a move",
        "3600+10",
        "Ordóñez, Begoña",
        "162  W 3.0    D 1.0    L 0.0",
        {"1": 3, "+": 3, "U": 3, "F": 3, "=": 1, "H": 1},
    )


def unfinished() -> Event:
    """Five rounds of seven: the sixth is paired, byes are asked for in the sixth and seventh."""
    rng = random.Random("winter championship")
    players = enrol(people(rng, 36, "POL", away=0.1, mean=1800, spread=200), 990_700_001)
    plan = Plan(byes=asked({3: "4H", 4: "15H", 6: "10H 28Z"}), last={31: 3}, first={22: 2}, absent=frozenset({(2, 25)}))
    swiss(rng, players, 5, plan, drawn=1)
    byes = (("H", 7, (6, 19)), ("Z", 7, (28,)))
    return Event(
        "Mistrzostwa Klubu, zima 2026",
        "Łódź",
        "POL",
        days(date(2026, 10, 27), 7, step=7),
        "Individual: Swiss-System",
        "BH/C1,BH,SB,DE,WIN",
        players,
        "90 minutes and 30 seconds a move",
        "5400+30",
        "Śliwa, Grzegorz",
        byes=byes,
        played=5,
    )


def rapid() -> Event:
    """An evening of rapid chess; six players have no rating, so the list of tie-breaks names a substitute."""
    rng = random.Random("rapid night")
    players = people(rng, 38, "BUL", away=0.25, mean=1780, spread=220)
    for index in sorted({int(rng.random() * 12) + 26 for _ in range(12)})[:6]:
        players[index].rating, players[index].title = 0, ""
    players.sort(key=lambda player: (-player.rating, player.name))
    enrol(players, 990_800_001)
    for player in players:
        player.fide_id = player.fide_id if player.rating else 0
    swiss(rng, players, 9, Plan(first={36: 2}, absent=frozenset({(4, 23)}), last={30: 7}))
    return Event(
        "Нощен рапид турнир",
        "Пловдив",
        "BUL",
        days(date(2026, 6, 19), 9, a_day=9),
        "Individual: Swiss-System",
        "BH/C1,BH,WIN,ARO/U1400",
        players,
        "10 minutes and 5 seconds a move",
        "600+5",
        "Маринова, Ралица",
    )


TEC_SWISS = """
Alyx 2200: 9w1 13b= 2w= 15b1 4w=
Bruno 2150: 10b1 7w1 1b= 16w1 3b=
Charline 2100: 11w= 6b1 8w1 4b= 2w=
David 2050: 12b1 H 13w1 3w= 1b=
Helene 2000: 13w0 15b0 11w1 7b= 10w1
Franck 1950: 14b0 3w0 U 10w1 8b1
Genevieve 1900: 15w1 2b0 16b0 5w= 11b0
Irina 1850: 16b= 14w1 3b0 13w1 6w0
Jessica 1800: 1b0 10w0 H 11b- U
Lais 1750: 2w0 9b1 15w0 6b0 5b0
Maria 1700: 3b= 16w0 5b0 9w+ 7w1
Nick 1650: 4w0 U 14w+ Z Z
Opal 1600: 5b1 1w= 4b0 8b0 14w0
Paul 1550: 6w1 8b0 12b- Z 13b1
Reine 1500: 7b0 5w1 10b1 1w0 16b0
Stephan 1450: 8w= 11b1 7w1 2b0 15w1
"""

TEC_ROUND_ROBIN = """
Alyx 2200: 5w= 2w1 3b1 4w0 6b1
Bruno 2150: 6w1 1b0 5w1 3w= 4b1
Charline 2100: 4w1 6b1 1w0 2b= 5w1
David 2050: 3b0 5b0 6w= 1b1 2w0
Franck 1950: 1b= 4w1 2b0 6w- 3b0
Helene 2000: 2b0 3w0 4b= 5b+ 1w0
"""


def typed(facts: str) -> list[Player]:
    """Players as typed above: first name, rating, and the cells of the rounds."""
    made = []
    for no, row in enumerate(facts.strip().splitlines(), 1):
        who, cells = row.split(": ")
        name, rating = who.split()
        player = Player(name, "", "FID", int(rating), 0, "", no=no)
        player.cells = [(0, "-", cell) if len(cell) == 1 else (int(cell[:-2]), cell[-2], cell[-1]) for cell in cells.split()]
        made.append(player)
    return made


def tec(kind: str, facts: str, order: str) -> Event:
    """An exercise event of FIDE's Technical Commission, dated so that the edition of 2026 applies."""
    players = typed(facts)
    dates = days(date(2026, 5, 2), 5, a_day=5)
    return Event(f"FIDE TEC exercise: {kind}", "Lausanne", "FID", dates, f"Individual: {kind}", order, players, "not given")


EVENTS: dict[str, Callable[[], Event]] = {
    "harbour-open-2026": harbour_open,
    "linden-spring-2026": club_swiss,
    "lakeside-open-2025": lakeside_open,
    "thermal-masters-2026": masters,
    "six-twice-2026": double_round_robin,
    "tres-puntos-2026": three_one_nought,
    "lodz-winter-2026": unfinished,
    "plovdiv-rapid-2026": rapid,
    "tec-swiss": lambda: tec("Swiss-System", TEC_SWISS, "BH/C1,BH,SB,DE,WIN"),
    "tec-round-robin": lambda: tec("Round-Robin", TEC_ROUND_ROBIN, "DE,SB,WIN,KS"),
}
