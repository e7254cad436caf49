"""The one list of tie-breaks: the parser, the menus, the help and the README read it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from chessdash.text import say

if TYPE_CHECKING:
    from chessdash.tiebreaks.descriptor import Descriptor

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class TieBreak:
    """A code of FIDE's list: its English name, article of C.07, type A to D, modifiers, and the function that computes it.

    ``shape`` says what the function is: "terms" (table, descriptor) -> Terms; "split" (table, descriptor, rank) -> finer rank
    and value shown; "given" (table, descriptor) -> values of shape (..., P); "performance" as "given", from ratings and results.
    """

    code: str
    name: str
    article: str
    type: str
    accepts: tuple[str, ...]
    shape: str
    compute: Callable[..., Any]
    needs_ratings: bool = False
    lower_first: bool = False
    swiss_only: bool = False
    known_early: bool = False  # how it sets two apart who end level is known once the last round is paired, forfeits apart
    digits: int | None = None  # decimals always shown; None: halves and quarters as they are

    @property
    def meaning(self) -> str:
        """What the code says, in one sentence for people."""
        return say(f"meaning_{self.code}" if self.code in CODES else "meaning_OTHER", column=self.code.removeprefix("OTHER_"))

    def lower_is_better(self, descriptor: "Descriptor") -> bool:
        """Whether a lower value ranks higher under this descriptor."""
        return self.lower_first != descriptor.reverse


CODES: dict[str, TieBreak] = {}
ALIASES = {"GE": "REP"}
RATING_MODIFIER = ("unrated",)


def tiebreak(
    code: str, name: str, *, article: str, type: str = "", accepts: tuple[str, ...] = (), shape: str = "terms", **flags: Any
) -> Callable[[F], F]:
    """Registers the function below under its code."""

    def register(function: F) -> F:
        CODES[code] = TieBreak(code, name, article, type, accepts, shape, function, **flags)
        return function

    return register
