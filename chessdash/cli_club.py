"""The commands of a club: its members, events and ratings in the store, and rating changes of any file."""

import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from chessdash.display.plain import columns
from chessdash.errors import DataError
from chessdash.terminal import Encoding, File, Format, put, read, show
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

    from chessdash.store import Store

club = typer.Typer(help=say("cli_club"), no_args_is_help=True, pretty_exceptions_enable=False)
ratings = typer.Typer(help=say("cli_ratings"), no_args_is_help=True, pretty_exceptions_enable=False)
fide_list = typer.Typer(help=say("cli_fide_list"), no_args_is_help=True, pretty_exceptions_enable=False)

Control = Annotated[Literal["standard", "rapid", "blitz"], typer.Option("--control", help=say("cli_control"))]
Key = Annotated[str, typer.Argument(metavar="EVENT", help=say("cli_event_key"), show_default=False)]
Reason = Annotated[str, typer.Option("--reason", help=say("cli_reason"), show_default=False)]
Out = Annotated[Path, typer.Argument(metavar="OUT", help=say("cli_club_out"), show_default=False)]


def the_club() -> "Store":
    """The store of whoever runs the command: its owner, as on one's own machine."""
    from chessdash.store import open_store

    return open_store(local=True)


def printed(frame: "pd.DataFrame", form: str, **known: Any) -> None:
    """A frame as a table, CSV or JSON."""
    if form != "table":
        show(frame, form, known)
        return
    rows = frame.reset_index() if frame.index.name else frame
    put(
        columns([str(name) for name in rows.columns], [[written(value) for value in row] for row in rows.itertuples(index=False)])
    )


def written(value: Any) -> str:
    """A value in a table: nothing where it is not known, whole numbers as such, of a moment the day."""
    if value is None or value != value:
        return ""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def rate(
    file: File,
    rules: Annotated[Literal["fide", "club"], typer.Option("--rules", help=say("cli_rules"))] = "fide",
    control: Control = "standard",
    k: Annotated[float | None, typer.Option("--k", help=say("cli_k"), show_default=False)] = None,
    encoding: Encoding = None,
    form: Format = "table",
) -> None:
    """Prints the rating changes of a file's games."""
    from chessdash.ratings.changes import rating_changes

    tournament = read(file, encoding)
    frame = rating_changes(tournament, rules=rules, time_control=control, k=k)
    frame.insert(0, "name", [str(name) for name in tournament.players["name"].reindex(frame.index)])
    printed(frame, form, event=tournament.name, **{str(name): value for name, value in frame.attrs.items()})
    if form == "table":
        put(frame.attrs["notes"])


@club.command("events", help=say("cli_club_events"))
def events_(form: Format = "table") -> None:
    """Lists the club's events."""
    from chessdash.store import events

    printed(events.listing(the_club()).drop(columns="id").set_index("key"), form)


@club.command("members", help=say("cli_club_members"))
def members_(
    add: Annotated[str, typer.Option("--add", metavar="NAME", help=say("cli_member_add"), show_default=False)] = "",
    initial: Annotated[int | None, typer.Option("--initial", help=say("cli_member_initial"), show_default=False)] = None,
    member: Annotated[int | None, typer.Option("--member", help=say("cli_member_number"), show_default=False)] = None,
    fide_id: Annotated[str, typer.Option("--fide-id", help=say("cli_member_fide"), show_default=False)] = "",
    control: Control = "standard",
    reason: Reason = "",
    form: Format = "table",
) -> None:
    """Lists members, adds one, or sets an initial rating."""
    from chessdash.store import members

    store = the_club()
    if add and member is not None:
        raise DataError(say("cli_member_add_which"))
    if add:
        number = members.add_member(store, add, initial={control: initial} if initial is not None else None, fide_id=fide_id)
        put([say("cli_member_added", member=number, name=add)])
    elif initial is not None:
        if member is None:
            raise DataError(say("cli_member_which"))
        changed = members.set_initial(store, member, control, initial, reason)
        put([say("cli_recomputed", n=changed)])
    else:
        printed(members.members(store), form)


@club.command("import", help=say("cli_club_import"))
def import_(
    file: File,
    kind: Annotated[Literal["club", "single"], typer.Option("--kind", help=say("cli_kind"))] = "club",
    control: Control = "standard",
    by_name: Annotated[bool, typer.Option("--link-names", help=say("cli_link_names"))] = False,
    accept_faults: Annotated[bool, typer.Option("--accept-faults", help=say("cli_accept_faults"))] = False,
    again: Annotated[bool, typer.Option("--again", help=say("cli_again"))] = False,
    encoding: Encoding = None,
) -> None:
    """Saves a file as an event of the club; its faults and the members that its players are come first."""
    from chessdash.store.importing import prepare, save

    store = the_club()
    incoming = prepare(store, read(file, encoding), kind=kind, control=control)
    if incoming.known and not again:
        raise DataError(f"{say('import_known', key=incoming.known)} {say('cli_known_way')}")
    put(str(message) for message in incoming.faults["message"])
    if not incoming.settings["rated"]:
        put([say("rated_other_game")])
    waiting: Any = incoming.matches[~incoming.matches["sure"] & incoming.matches["member"].notna()]
    named = {int(no): int(one) for no, one in waiting["member"].items()}
    if named and not by_name:
        put([say("cli_names_wait", n=len(named))])
    key = save(store, incoming, members=named if by_name else None, accept_faults=accept_faults)
    linked = int(incoming.matches["sure"].sum()) + (len(named) if by_name else 0)
    put([say("cli_imported", key=key, n=linked)])


@club.command("export", help=say("cli_club_export"))
def export(key: Key, out: Out) -> None:
    """Writes an event into a file, in the format of its ending."""
    from chessdash.formats import write
    from chessdash.whatif.declared import as_computed

    if os.path.lexists(out):
        raise DataError(say("backup_exists", path=out))
    tournament = the_club().tournament(key)
    write(as_computed(tournament), out)
    put([say("cli_exported", out=out)])
    if tournament.info.get("annulled") and out.suffix.lower() != ".json":
        put([say("export_annulled", n=len(tournament.info["annulled"]))])


@club.command("finish", help=say("cli_club_finish"))
def finish(
    key: Key,
    ended: Annotated[str, typer.Option("--date", help=say("cli_ended"), show_default=False)] = "",
    after: Annotated[int | None, typer.Option("--after", help=say("cli_end_early"), show_default=False)] = None,
    reason: Reason = "",
    check: Annotated[bool, typer.Option("--check", help=say("cli_club_check"))] = False,
) -> None:
    """Finishes an event, or ends it early after a round; with check only says what is open."""
    from chessdash.store import finishing

    store = the_club()
    if check:
        items: Any = finishing.checklist(store, key).itertuples()
        put(f"{('–' if item.n else '✓') if item.done else '·'} {item.sentence}" for item in items)
        return
    if after is None:
        finishing.finish(store, key, ended)
    else:
        finishing.end_early(store, key, after, ended, reason)
    put([say("cli_finished", key=key)])


@club.command("correct", help=say("cli_club_correct"))
def correct(
    key: Key,
    round: Annotated[int, typer.Argument(help=say("cli_round"), show_default=False)],
    board: Annotated[int, typer.Argument(help=say("cli_club_board"), show_default=False)],
    code: Annotated[str, typer.Argument(help=say("cli_club_code"), show_default=False)],
    reason: Reason,
) -> None:
    """Corrects a board of a finished event."""
    from chessdash.store import finishing

    finishing.correct(the_club(), key, round, board, code, reason)
    put([say("cli_corrected", key=key)])


@club.command("recompute", help=say("cli_club_recompute"))
def recompute(control: Control = "standard") -> None:
    """Computes the ratings of a time control anew from the first event on; says whether anything came out otherwise."""
    from chessdash.store import ratings as stored

    put([say("cli_recomputed", n=stored.recompute_all(the_club(), control))])


@club.command("log", help=say("cli_club_log"))
def log_(most: Annotated[int, typer.Option("--most", min=1)] = 50, form: Format = "table") -> None:
    """Prints the newest changes."""
    from chessdash.store import log

    printed(log.newest(the_club(), most), form)


@club.command("backup", help=say("cli_club_backup"))
def backup_(out: Out) -> None:
    """Writes the whole club into one file."""
    from chessdash.store import backup

    put([say("cli_backed_up", n=backup.backup(the_club(), out), out=out)])


@club.command("restore", help=say("cli_club_restore"))
def restore(file: File) -> None:
    """Fills the empty database from a backup."""
    from chessdash.store import backup
    from chessdash.store.connect import default_url

    put([say("cli_restored", n=backup.restore(file, default_url()))])


@ratings.command("list", help=say("cli_ratings_list"))
def list_(control: Control = "standard", form: Format = "table") -> None:
    """Prints the club's rating list."""
    from chessdash.store import ratings as stored

    printed(stored.rating_list(the_club(), control), form, control=control)
    if form == "table":
        put([say("cli_own_ratings")])


@ratings.command("history", help=say("cli_ratings_history"))
def history(
    member: Annotated[int | None, typer.Argument(metavar="[MEMBER]", help=say("cli_member_number"), show_default=False)] = None,
    control: Control = "standard",
    form: Format = "table",
) -> None:
    """Prints what each event changed, of one member or of all."""
    from chessdash.store import members
    from chessdash.store import ratings as stored

    store = the_club()
    if member is not None and member not in members.members(store).index:
        raise DataError(say("no_such_member", member=member))
    printed(stored.member_rows(store, control, member), form, control=control)
    if form == "table":
        put([say("cli_own_ratings")])


@fide_list.command("load", help=say("cli_list_load"))
def load(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=say("cli_list_file"), show_default=False)],
    month: Annotated[str | None, typer.Option("--month", help=say("cli_list_month"), show_default=False)] = None,
) -> None:
    """Keeps a FIDE rating list that was downloaded, so that members' histories have it."""
    from chessdash.formats.ratinglist_store import load_list
    from chessdash.terminal import reporter

    told = reporter(lambda done, _: say("cli_list_progress", share=done))
    loaded = load_list(file, date=month, progress=lambda share: told(round(100 * share), 100))
    put([say("cli_list_loaded", n=loaded.players, month=str(loaded.month)[:7])])


@fide_list.command("show", help=say("cli_list_show"))
def show_(
    fide_id: Annotated[int | None, typer.Argument(metavar="[FIDE-ID]", help=say("cli_list_id"), show_default=False)] = None,
    form: Format = "table",
) -> None:
    """Prints the lists that are there, or one player's ratings over the months."""
    from chessdash.formats import ratinglist_history

    printed(ratinglist_history.lists() if fide_id is None else ratinglist_history.player_history(None, fide_id), form)


@fide_list.command("fill", help=say("cli_list_fill"))
def fill(
    key: Key,
    save: Annotated[bool, typer.Option("--save", help=say("cli_list_save"))] = False,
    form: Format = "table",
) -> None:
    """Prints the ratings that an event's players have in the list of its first day, and with save takes them."""
    from chessdash.store import fidelist

    store = the_club()
    found = fidelist.listed(store, key)
    printed(found, form, **{str(name): value for name, value in found.attrs.items()})
    wanted = {int(str(no)): float(rating) for no, rating in found["listed"].dropna().items()}
    said = [*found.attrs["notes"]] if form == "table" else []
    if save:
        month = found.attrs["month"]
        said.append(say("fide_list_taken", n=fidelist.fill(store, key, wanted, month), month=month))
    put(said, error=form != "table")
