"""What callers hand over, looked at in one way: whole numbers, numbers, start numbers, one of several words, functions.

Each refusal is a DataError of one sentence that names the argument, what it can be and what it is. True and False are no numbers
here, nor are 2.0 and "2" whole ones: whoever wrote them meant something else.
"""

from collections.abc import Callable, Collection, Mapping
from math import inf
from numbers import Integral, Real
from typing import Any, TypeGuard, TypeVar, cast

from chessdash.errors import DataError
from chessdash.text import say

T = TypeVar("T")
SHOWN = 60  # characters of a wrong value that a sentence shows


def is_whole(given: object, least: float = -inf, most: float = inf) -> TypeGuard[int]:
    """Whether something is a whole number between these, both included; NumPy's count."""
    return isinstance(given, Integral) and not isinstance(given, bool) and least <= int(given) <= most


def is_number(given: object, least: float = -inf, most: float = inf) -> TypeGuard[float]:
    """Whether something is a number between these, both included; nan is none."""
    return isinstance(given, Real) and not isinstance(given, bool) and least <= cast(float, given) <= most


def whole(name: str, given: object, least: int, most: int | None = None) -> int:
    """The argument of this name as a whole number from ``least`` to ``most`` (None: on); DataError where it is none."""
    if is_whole(given, least, inf if most is None else most):
        return int(given)
    raise DataError(say("argument_whole_on" if most is None else "argument_whole", name=name, **_bounds(given, least, most)))


def number(name: str, given: object, least: float, most: float) -> float:
    """The argument of this name as a number from ``least`` to ``most``, both finite; DataError where it is none."""
    if is_number(given, least, most):
        return float(given)
    raise DataError(say("argument_number", name=name, **_bounds(given, least, most)))


def numbers(name: str, given: Any) -> list[int]:
    """The argument of this name as a list of start numbers; DataError for anything that is not whole numbers in a row."""
    found = listed(given)
    if found is not None and all(map(is_whole, found)):
        return [int(one) for one in found]
    raise DataError(say("argument_numbers", name=name, given=shown(given)))


def listed(given: Any) -> list[Any] | None:
    """What is in a list or the like, None for a text, a mapping and what has nothing in it."""
    try:
        return None if isinstance(given, str | bytes | Mapping) else list(given)
    except TypeError:
        return None


def choice(name: str, given: object, known: Collection[str]) -> str:
    """The argument of this name as one of the words that are known; DataError names them."""
    if isinstance(given, str) and given in known:
        return given
    raise DataError(say("unknown_choice", what=name, given=shown(given), known=", ".join(known)))


def flag(name: str, given: object) -> bool:
    """The argument of this name as True or False; DataError where it is neither."""
    if given is True or given is False:
        return given
    raise DataError(say("argument_flag", name=name, given=shown(given)))


def function(name: str, given: Any) -> Callable[..., Any]:
    """The argument of this name as something that can be called; DataError where it cannot."""
    if callable(given):
        return given  # type: ignore[no-any-return]
    raise DataError(say("argument_function", name=name, given=shown(given)))


def made_by(kind: type[T], name: str, given: object) -> T:
    """The argument of this name as what this class makes; DataError for anything else."""
    if isinstance(given, kind):
        return given
    raise DataError(say("argument_made_by", name=name, kind=kind.__name__, given=shown(given)))


class Shown(str):
    """A value as a sentence shows it, in templates with and without ``!r``."""

    __repr__ = str.__str__


def shown(given: object) -> Shown:
    """A value as a sentence shows it: texts in quotes, NumPy's numbers as numbers, on one line and not too long."""
    try:
        text = repr(given.item() if hasattr(given, "dtype") and getattr(given, "ndim", 1) == 0 else given)  # type: ignore[attr-defined]
    except Exception:  # whole numbers of thousands of digits, for one
        return Shown(type(given).__name__)
    text = " ".join(text.split())
    return Shown(text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…")


def _bounds(given: object, least: float, most: float | None) -> dict[str, object]:
    return {"given": shown(given), "least": least, "most": most}
