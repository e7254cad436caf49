"""The one list of orders in use: the standings' default, the menus and the studies read it.

Codes are those of C.07 today: older rules treated unplayed rounds and direct encounter otherwise, so an old order computed here
is that order under today's definitions. Points come first in every order and are not named.
"""

from dataclasses import dataclass

from chessdash.errors import TieBreakError
from chessdash.text import say


@dataclass(frozen=True)
class Preset:
    """An order that somebody uses or recommends: for which system, where it is written, and from when it holds or was seen."""

    key: str
    name: str
    order: tuple[str, ...]
    system: str  # "swiss", "round-robin" or "wargame"
    source: str
    date: str  # a year, a span of years, or a day, as far as the source says it

    @property
    def text(self) -> str:
        """The order as links and widgets hold it, with commas."""
        return ",".join(self.order)


OURS, HANDBOOK = "chessdash", "FIDE Handbook, tie-break regulations, recommended lists"
PRESETS = tuple(
    Preset(key, name, tuple(order.split()), system, source, date)
    for key, name, order, system, source, date in (
        ("swiss", "Swiss", "BH/C1 BH SB DE WIN", "swiss", OURS, "2026"),
        ("round-robin", "Round robin", "DE SB WIN KS", "round-robin", OURS, "2026"),
        ("wargame", "Wargame", "OTHER_SOS OTHER_ARMY", "wargame", OURS, "2026"),
        ("fide-2019", "FIDE 2019, Swiss", "BH/C1 BH DE ARO/C1 WIN BWG", "swiss", HANDBOOK, "2019"),
        (
            "fide-2010-rated",
            "FIDE 2010–18, Swiss, ratings consistent",
            "DE WIN BPG ARO/C1 BH/C1 BH SB",
            "swiss",
            HANDBOOK,
            "2010–18",
        ),
        ("fide-2010", "FIDE 2010–18, Swiss, ratings not consistent", "DE WIN BPG BH/C1 BH SB", "swiss", HANDBOOK, "2010–18"),
        ("fide-2010-round-robin", "FIDE 2010–18, round robin", "DE WIN SB KS", "round-robin", HANDBOOK, "2010–18"),
        (
            "world-cycle-2019",
            "World Championship cycle 2019",
            "ARO/C1 BH/C1 BH DE",
            "swiss",
            "FIDE Presidential Board, Astana, Swiss events of the cycle",
            "2019",
        ),
        (
            "india-2020",
            "India 2020",
            "BH/C1 BH SB DE WIN BWG",
            "swiss",
            "All India Chess Federation, Central Council of 2019-10-15",
            "2020-01-01",
        ),
        (
            "sweden-2022",
            "Sweden 2022",
            "BH/C1 DE WIN BPG",
            "swiss",
            "Sveriges Schackförbund, competition rules (TB), Swiss",
            "2022-10-11",
        ),
        (
            "sweden-2022-round-robin",
            "Sweden 2022, round robin",
            "DE SB WIN BPG",
            "round-robin",
            "Sveriges Schackförbund, competition rules (TB), Berger",
            "2022-10-11",
        ),
        (
            "australia-clubs",
            "Australian clubs",
            "BH/M1 BH PS",
            "swiss",
            "Pages of the Sydney Academy of Chess and of the Wollongong club",
            "undated",
        ),
        (
            "south-africa",
            "South Africa",
            "BH/M1 BH/M2 SB",
            "swiss",
            "Advice of the arbiter G. van den Bergh, African Chess Lounge",
            "2012-05",
        ),
        ("dutch-rapid-club", "A Dutch rapid club", "BH DE SB", "swiss", "Regulations on the club's page", "undated"),
        (
            "canada-juniors",
            "Canadian juniors",
            "DE BH BH/C1 SB WIN BPG",
            "swiss",
            "Calgary Junior Chess Centre, procedure on its event pages",
            "2024",
        ),
        (
            "us-chess",
            "US Chess",
            "OTHER_MODMED OTHER_SOLKOFF OTHER_CUMULATIVE",
            "swiss",
            "US Chess, Official Rules of Chess, 7th edition, rule 34E",
            "2019",
        ),
    )
)


def preset(key: str) -> Preset:
    """The preset of this key; TieBreakError names those that there are."""
    for one in PRESETS:
        if one.key == key:
            return one
    raise TieBreakError(say("unknown_preset", key=key, known=", ".join(one.key for one in PRESETS)))


def presets(system: str) -> tuple[Preset, ...]:
    """The presets for a system, this product's own first."""
    return tuple(one for one in PRESETS if one.system == system)


def default(system: str) -> tuple[str, ...]:
    """The order of an event whose file names none, by its system."""
    return presets(system)[0].order


def named(order: str) -> str:
    """The name of the preset that is this comma text, "" where it is none."""
    return next((one.name for one in PRESETS if one.text == order), "")
