"""What a link to Ratings asks for, what of it can be done, and the controls that change it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urlencode

import streamlit as st

from chessdash.charts.ratings import MOST
from chessdash.display.ratings import control_word
from chessdash.pages import _more
from chessdash.store.schema import CONTROLS
from chessdash.text import say

SHOWN = "view of ratings"  # session: the parameters of what is shown, with all members
PARTS = ("members", "events", "member")  # words of the parameter view, of which it may hold several: its part, ...
PERIODS = {"1y": 1, "3y": 3}  # ... how many years, if not all, ...
EVERYONE = "everyone"  # ... and whether former members are listed
WORDS = (*PARTS, *PERIODS, EVERYONE)
LEADING = 3  # members whose histories are drawn where nobody is chosen


@dataclass(frozen=True)
class Asked:
    """A view of Ratings as a link asks for it, as far as it was understood; members and event are not yet looked up."""

    part: str  # one of PARTS, or "event"
    control: str
    members: tuple[int, ...]
    event: str
    edition: int | None  # of an event's table, from 1; None: the newest
    years: int  # 0: all
    everyone: bool
    messages: tuple[str, ...]


def of(asked: dict[str, str], members: Sequence[str]) -> Asked:
    """What the parameters ask for; what is unknown falls back, with a message."""
    messages: list[str] = []
    control = asked.get("control", CONTROLS[0])
    if control not in CONTROLS:
        messages.append(say("rated_control_unknown", value=control, known=", ".join(CONTROLS)))
        control = CONTROLS[0]
    words = [word for word in asked.get("view", "").split(",") if word]
    if wrong := [word for word in words if word not in WORDS]:
        messages.append(say("rated_view_unknown", value=wrong[0], known=", ".join(WORDS)))
    event = asked.get("event", "")
    part = "event" if event else next((word for word in words if word in PARTS), PARTS[0])
    numbers = _members(members, control, messages)
    if part == "member" and not numbers:
        messages.append(say("rated_member_none"))
        part = PARTS[0]
    edition = asked.get("edition", "") if event else ""
    known = int(edition) if edition.isascii() and edition.isdigit() and len(edition) < 6 else -1 if edition else None
    years = next((PERIODS[word] for word in words if word in PERIODS), 0)
    return Asked(part, control, numbers, event, known, years, EVERYONE in words, tuple(messages))


def _members(texts: Sequence[str], control: str, messages: list[str]) -> tuple[int, ...]:
    """Numbers of members, each once, at most as many as a chart holds."""
    found: dict[int, None] = {}
    for text in texts:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            messages.append(say("rated_member_unknown", value=text[:20], control=say(f"control_{control}")))
        elif len(found) < MOST:
            found[int(text)] = None
        elif int(text) not in found:
            messages.append(say("rated_members_many", most=MOST, value=text))
            break
    return tuple(found)


def since(asked: Asked, last: str) -> str:
    """The first day of the period, counted back from the last finished event, ISO; "" for all."""
    if not asked.years or not last:
        return ""
    day = date.fromisoformat(last)
    year = day.year - asked.years
    return (day.replace(year=year) if (day.month, day.day) != (2, 29) else date(year, 2, 28)).isoformat()


# ---- the address


def parameters(asked: Asked) -> dict[str, str | list[str]]:
    """The parameters of what is shown, in the order of the vocabulary; every member once."""
    words = [asked.part] if asked.part in PARTS[1:] else []
    words += [word for word, years in PERIODS.items() if years == asked.years]
    words += [EVERYONE] if asked.everyone else []
    kept: dict[str, str | list[str]] = {}
    if asked.event:
        kept["event"] = asked.event
        if asked.edition:
            kept["edition"] = str(asked.edition)
    if asked.control != CONTROLS[0]:
        kept["control"] = asked.control
    if asked.members and not asked.event:
        kept["member"] = [str(number) for number in asked.members]
    if words:
        kept["view"] = ",".join(words)
    return kept


def remember(asked: Asked) -> None:
    """Keeps what is shown, so that changes start from it."""
    st.session_state[SHOWN] = asked


def change(**changes: object) -> None:
    """Changes fields of what is shown, in the address."""
    shown: Asked = replace(st.session_state[SHOWN], **changes)
    st.session_state[SHOWN] = shown  # for a next click before the page ran
    st.query_params.from_dict(parameters(shown))


def toggle(number: int, chosen: Sequence[int]) -> None:
    """Chooses a member, or gives a chosen one up; a seventh takes the place of the last."""
    kept = [one for one in chosen if one != number]
    change(members=tuple(kept) if len(kept) < len(chosen) else (*kept[: MOST - 1], number))


def opened(kind: str, key: str) -> None:
    """Goes to a member's page, or to an event's table."""
    if kind == "member":
        change(part="member", members=(int(key),), event="", edition=None)
    else:
        change(part="event", event=key, edition=None, members=())


def address(asked: Asked) -> str:
    """The whole address of what is shown, as the visitor's browser reaches this server."""
    base = (st.context.url or "").split("?")[0].removesuffix("/ratings").rstrip("/")
    return f"{base}/ratings?{urlencode(parameters(asked), doseq=True, safe='/,')}"


# ---- controls


def control_control(asked: Asked) -> None:
    """The time control; a member's page stays, an event's table gives way to the list."""
    st.session_state["ratings_control"] = asked.control
    st.segmented_control(
        say("rated_control"),
        CONTROLS,
        format_func=control_word,
        key="ratings_control",
        required=True,
        on_change=lambda: change(control=st.session_state["ratings_control"]),
    )


def period_control(asked: Asked) -> None:
    """How many years the charts show."""
    st.session_state["ratings_period"] = asked.years
    st.segmented_control(
        say("rated_period"),
        (*PERIODS.values(), 0),
        format_func=lambda years: say(f"rated_period_{years}"),
        key="ratings_period",
        required=True,
        on_change=lambda: change(years=st.session_state["ratings_period"]),
    )


def edition_control(edition: int | None, editions: int) -> None:
    """Which table of an event that was revised; the newest is last, and None."""
    st.session_state["ratings_edition"] = edition or editions
    st.segmented_control(
        say("rated_edition"),
        range(1, editions + 1),
        format_func=lambda n: edition_word(n, editions),
        key="ratings_edition",
        required=True,
        on_change=lambda: change(edition=_unless(st.session_state["ratings_edition"], editions)),
    )


def edition_word(n: int, editions: int) -> str:
    """The name of an edition of a table: as first published, or revised."""
    if n == 1:
        return say("rated_original")
    return say("rated_revised") if editions == 2 else say("rated_revised_n", n=n - 1)


def _unless(value: int, newest: int) -> int | None:
    return None if value == newest else value


def more(asked: Asked, former: int) -> None:
    """Former members, where there are any, and the link to what is shown."""
    with st.popover(say("rated_more"), width="content"):
        if former and asked.part == "members":
            st.session_state["ratings_everyone"] = asked.everyone
            st.toggle(
                say("rated_everyone"),
                key="ratings_everyone",
                on_change=lambda: change(everyone=st.session_state["ratings_everyone"]),
            )
        st.subheader(say("more_share"), anchor=False)
        link = address(asked)
        st.code(link, language=None, wrap_lines=True)
        st.image(_more._code(link), width=148, alt=say("share_code"))


def shown_members(asked: Asked, known: Sequence[int]) -> tuple[tuple[int, ...], list[str]]:
    """The members asked for who have a rating in this time control, and what to say of the others."""
    wrong = [number for number in asked.members if number not in known]
    said = [say("rated_member_unknown", value=number, control=say(f"control_{asked.control}")) for number in wrong]
    return tuple(number for number in asked.members if number in known), said
