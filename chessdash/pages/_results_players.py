"""The players of a running event: members and guests come in, leave, ask for byes; start numbers before the first round."""

from collections.abc import Callable, Iterable
from html import escape

import pandas as pd
import streamlit as st

from chessdash.display import results_page as display
from chessdash.errors import ChessdashError
from chessdash.pages import _army, _links, _results_view, _shared
from chessdash.pages._results_view import Shown
from chessdash.store import editing, entries, fidelist, members, withdrawal
from chessdash.store.rights import may
from chessdash.store.roster import roster
from chessdash.text import say

BYES = ("H", "F", "Z", "")


def part(shown: Shown) -> tuple[str, int]:
    """The players; gives the facts line and the event's revision."""
    people = roster(shown.store, shown.key)
    with st.container(horizontal=True, key="results_players_ways", gap="small"):
        if members_known := may(shown.store, "enter"):
            _add(shown, people)
        _guest(shown, people)
        if len(people):
            _change(shown, people)
            _list(shown)
            _army.points(shown)
        if len(people) and not people.attrs["made"]:
            _number(shown)
    if not len(people):
        _shared.state(say("players_none"), say("players_none_way" if members_known else "players_none_way_guests"))
    else:
        st.html(_table(people))
    gone = int((people["withdrawn_after"] >= 0).sum())
    return say("results_facts_gone" if gone else "results_facts_players", name=shown.name, n=len(people), gone=gone), int(
        people.attrs["revision"]
    )


def _table(people: pd.DataFrame) -> str:
    """The list of players."""
    heads = {"no": "num", "name": "", "rating": "num", "games": "num", "state": "quiet"}
    return _html(
        {say(f"players_head_{name}"): mark for name, mark in heads.items()}, display.roster_rows(people), "players_caption"
    )


def _html(heads: dict[str, str], rows: Iterable[Iterable[object]], caption: str) -> str:
    """A table of texts under heads, each with the mark of its column; every text escaped."""
    head = "".join(f'<th scope="col" class="{mark}">{escape(text)}</th>' for text, mark in heads.items())
    lines = []
    for row in rows:
        cells = "".join(f'<td class="{mark}">{escape(str(one))}</td>' for mark, one in zip(heads.values(), row, strict=True))
        lines.append(f"<tr>{cells}</tr>")
    whole = f"<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f'<div class="roster"><table aria-label="{escape(say(caption))}">{whole}</table></div>'


# ---- coming in


def _add(shown: Shown, people: pd.DataFrame) -> None:
    """Members who are not in the event, to be ticked in a list: for whoever has a role in the club, since others have no list."""
    with st.popover(say("players_add"), width="content"):
        every = members.members(shown.store)
        left = every[every["active"].astype(bool) & ~every.index.isin(people["member"])]
        if not len(left):
            st.caption(say("players_all_in"))
            return
        st.caption(say("players_add_note", n=len(left)))
        names = [f"{title or ''} {name}".strip() for title, name in zip(left["title"], left["name"], strict=True)]
        picked = st.dataframe(
            pd.DataFrame({say("head_number"): left.index.tolist(), say("players_name"): names}),
            hide_index=True,
            height=320,
            width=340,
            on_select="rerun",
            selection_mode="multi-row",
            key=f"results_members {hash(tuple(left.index))}",  # ticks are kept by row: other rows are another list
            column_config={say("head_number"): st.column_config.NumberColumn(width=60)},
            placeholder="",
            alt=say("players_add"),
        )
        chosen = [int(left.index[at]) for at in picked["selection"]["rows"] if at < len(left)]
        first = _first(people, "results_members_first")
        label = say("players_add_chosen", n=len(chosen))
        st.button(label, key="results_members_add", disabled=not chosen, on_click=_added, args=(shown, chosen, first))


def _first(people: pd.DataFrame, key: str) -> int | None:
    """The round that whoever comes in now joins in, to be chosen once the event is under way."""
    start = int(people.attrs["published"]) + 1
    if start == 1 or start > people.attrs["planned"]:
        return None
    return int(st.selectbox(say("players_first"), range(start, people.attrs["planned"] + 1), key=key, width=120))


def _added(shown: Shown, chosen: list[int], first: int | None) -> None:
    given = [{"member": number, "first_round": first} for number in chosen]
    _results_view.act(lambda: entries.add_entries(shown.store, shown.key, given), lambda new: say("players_added", n=len(new)))


def _guest(shown: Shown, people: pd.DataFrame) -> None:
    """Somebody who is no member."""
    with st.popover(say("players_guest_add"), width="content"), st.form("results_guest", border=False, clear_on_submit=False):
        st.text_input(say("players_name"), key="guest_name", placeholder=say("players_name_example"), max_chars=200)
        st.number_input(say("players_rating"), min_value=1, max_value=9999, value=None, step=1, key="guest_rating")
        with st.container(horizontal=True):
            titles = ("", *entries.TITLES)
            st.selectbox(say("players_title"), titles, key="guest_title", width=110, format_func=lambda title: title or "–")
            st.text_input(say("players_federation"), key="guest_federation", max_chars=3, width=110)
        first = _first(people, "guest_first")
        st.form_submit_button(say("players_guest_add"), key="guest_add", on_click=_guest_added, args=(shown, first))


def _guest_added(shown: Shown, _first: int | None) -> None:
    given = {name: st.session_state.get(f"guest_{name}") or "" for name in ("name", "title", "federation")}
    rating, first = st.session_state.get("guest_rating"), st.session_state.get("guest_first")
    added = _results_view.act(
        lambda: entries.add_entry(
            shown.store,
            shown.key,
            given["name"],
            rating=rating,
            first_round=first,
            title=given["title"],
            federation=given["federation"].upper(),
        ),
        say("players_added", n=1),
    )
    if added:
        st.session_state["guest_name"], st.session_state["guest_rating"] = "", None


# ---- leaving, byes


def _change(shown: Shown, people: pd.DataFrame) -> None:
    """What can be done with one player."""
    names: dict[int, str] = {int(no): str(name) for no, name in people["name"].items()}  # type: ignore[call-overload]
    with st.popover(say("players_change"), width="content"):
        no = st.selectbox(
            say("players_player"),
            list(names),
            format_func=lambda no: f"{no}  {names[no]}",
            key="results_player",
            width=340,
            persist_state="page",
        )
        row = people.loc[no]
        published, planned, robin = people.attrs["published"], people.attrs["planned"], people.attrs["system"] == "round-robin"
        if row["withdrawn_after"] >= 0:
            st.caption(
                _links.literal(
                    say("players_gone" if row["withdrawn_after"] else "players_gone_start", round=row["withdrawn_after"])
                )
            )
            done = say("players_back_done", name=names[no])
            _button("players_back", lambda: withdrawal.come_back(shown.store, shown.key, no), done)
        else:
            if published < planned and not robin:
                _bye(shown, no, names[no], published, planned)
            _withdraw(shown, no, names[no], people)
        if not row["games"]:
            done = say("players_removed", name=names[no])
            _button("players_remove", lambda: entries.remove_entry(shown.store, shown.key, no), done)


def _bye(shown: Shown, no: int, name: str, published: int, planned: int) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        round = st.selectbox(say("players_bye_ask"), range(published + 1, planned + 1), key="results_bye_round", width=110)
        kind = st.selectbox(
            say("players_bye_type"),
            BYES,
            format_func=lambda kind: display.bye_word(kind) if kind else say("players_bye_take"),
            key="results_bye_type",
            width=190,
        )
        what = display.bye_word(str(kind)) if kind else say("players_bye_take")
        done = say("players_bye_done", name=name, type=what, round=round)
        _button("players_bye_set", lambda: editing.set_bye(shown.store, shown.key, int(round), no, str(kind)), done)


def _withdraw(shown: Shown, no: int, name: str, people: pd.DataFrame) -> None:
    published, planned = int(people.attrs["published"]), int(people.attrs["planned"])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        after = st.selectbox(
            say("players_withdraw_after"),
            range(planned + 1),
            index=published,
            format_func=lambda round: str(round) if round else say("players_withdraw_none"),
            key=f"results_withdraw_after {published}",
            width=150,
        )
        done = say("players_withdraw_done" if after else "players_withdraw_done_start", name=name, round=after)
        _button("players_withdraw", lambda: withdrawal.withdraw(shown.store, shown.key, no, int(after)), done)
    st.caption(_links.literal(say("players_withdraw_note")))


def _list(shown: Shown) -> None:
    """Ratings from a FIDE list: what would change, then done; looked up once the box is open."""
    with st.popover(say("fide_list"), width="content", on_change="rerun", key="results_fide_list") as box:
        if not box.open:
            return
        try:
            found = fidelist.listed(shown.store, shown.key)
        except ChessdashError as error:
            st.caption(_links.literal(str(error)))
            return
        differs = found[found["listed"].notna() & (found["listed"] != found["rating"])]
        st.caption(_links.literal(" ".join((*found.attrs["notes"], say("fide_list_note", n=len(differs), of=len(found))))))
        if not len(differs):
            return
        heads = {say("players_head_name"): "", say("fide_list_now"): "num", say("fide_list_then"): "num"}
        st.html(_html(heads, display.listed_rows(differs), "fide_list"))
        wanted = {int(no): float(rating) for no, rating in differs["listed"].items()}  # type: ignore[call-overload]

        def take() -> None:
            month = found.attrs["month"]
            _results_view.act(
                lambda: fidelist.fill(shown.store, shown.key, wanted, month), lambda n: say("fide_list_taken", n=n, month=month)
            )

        st.button(say("fide_list_take", n=len(wanted)), key="results_fide_take", on_click=take)


def _button(name: str, function: Callable[[], object], said: str) -> None:
    """A button that does something with a player, or with all, and what is said of it when it is done."""

    def press() -> None:
        _results_view.act(function, said)

    st.button(say(name), key=f"results_{name}", on_click=press)


def _number(shown: Shown) -> None:
    """Start numbers before the first round."""
    with st.popover(say("players_number"), width="content"):
        st.caption(_links.literal(say("players_number_note")))
        done = say("players_numbered")
        _button("players_number_rating", lambda: entries.number_entries(shown.store, shown.key), done)
        seed = st.number_input(
            say("make_seed"), min_value=0, max_value=10**9, value=1, step=1, key="results_number_seed", width=200
        )
        _button("players_number_drawn", lambda: entries.number_entries(shown.store, shown.key, seed=int(seed)), done)
