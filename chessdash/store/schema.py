"""The tables of the store, SQLAlchemy Core: one club, its members, events and ratings, and a log of every change.

Instants are UTC in ISO text, so that SQLite and PostgreSQL hold the same; JSON columns hold what only a file's records need.
Nothing is deleted that a person entered: boards change with a version, tables and ratings by a further edition.
"""

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

CONTROLS = ("standard", "rapid", "blitz")
KINDS = ("club", "single")  # a club event changes ratings, a single one never does
STATES = ("running", "finished")
ROLES = (
    "owner",
    "administrator",
    "arbiter",
)  # of the club; the creator of a single event is named in the event, a visitor has none

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _among(column: str, values: tuple[str, ...]) -> CheckConstraint:
    return CheckConstraint(f"{column} in ({', '.join(repr(value) for value in values)})", name=column)


club = Table(
    "club",
    metadata,
    Column("id", Integer, primary_key=True),  # 1: a store holds one club
    Column("name", String(200), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("revision", Integer, nullable=False, server_default="0"),  # counts changes of members, initial ratings and settings
    Column("created", String(32), nullable=False),
)

person = Table(
    "person",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False),
    Column("identity", String(400), nullable=False, unique=True),  # "local", or issuer and subject of a sign-in
    Column("role", String(20)),  # None: a visitor
    Column("created", String(32), nullable=False),
    _among("role", ROLES),
)

member = Table(
    "member",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False),
    Column("sex", String(1), nullable=False, server_default=""),
    Column("title", String(10), nullable=False, server_default=""),
    Column("federation", String(3), nullable=False, server_default=""),
    Column("fide_id", String(12), unique=True),
    Column("birth", String(10), nullable=False, server_default=""),
    Column("active", Boolean, nullable=False),
    Column("created", String(32), nullable=False),
)

initial_rating = Table(
    "initial_rating",
    metadata,
    Column("member_id", ForeignKey("member.id"), primary_key=True),
    Column("control", String(10), primary_key=True),
    Column("rating", Integer, nullable=False),
    _among("control", CONTROLS),
    CheckConstraint("rating between 100 and 3500", name="rating"),
)

event = Table(
    "event",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(80), nullable=False, unique=True),  # the name in links
    Column("name", String(200), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("control", String(10), nullable=False),
    Column("system", String(20), nullable=False),  # "swiss" or "round-robin"
    Column("start", String(10), nullable=False, server_default=""),
    Column("ended", String(10), nullable=False, server_default=""),  # the end date, "" while running
    Column("planned", Integer, nullable=False),
    Column("tie_breaks", String(400), nullable=False, server_default=""),  # comma text, "" for the preset of the system
    Column("scoring", JSON, nullable=False),  # win draw loss absence pab
    Column("state", String(10), nullable=False),
    Column("finished_as", Integer, unique=True),  # the order in which events were finished in the club
    Column("rated", Boolean, nullable=False),  # events of other games than chess are never rated
    Column("creator_id", ForeignKey("person.id")),
    Column("revision", Integer, nullable=False, server_default="0"),  # counts every change that anybody can see
    Column("extra", JSON, nullable=False),  # what a file says besides: info, records, abnormal, columns, teams
    Column("created", String(32), nullable=False),
    _among("kind", KINDS),
    _among("control", CONTROLS),
    _among("state", STATES),
    CheckConstraint("planned between 1 and 99", name="planned"),
)

team = Table(
    "team",
    metadata,
    Column("event_id", ForeignKey("event.id"), primary_key=True),
    Column("no", Integer, primary_key=True),
    Column("name", String(200), nullable=False),
)

entry = Table(
    "entry",
    metadata,
    Column("event_id", ForeignKey("event.id"), primary_key=True),
    Column("no", Integer, primary_key=True),  # start number
    Column("member_id", ForeignKey("member.id")),
    Column("team_no", Integer),
    Column("name", String(200), nullable=False),
    Column("sex", String(1), nullable=False, server_default=""),
    Column("title", String(10), nullable=False, server_default=""),
    Column("federation", String(3), nullable=False, server_default=""),
    Column("fide_id", String(12), nullable=False, server_default=""),
    Column("birth", String(10), nullable=False, server_default=""),
    Column("rating", Float),  # Elo at the event; None: unrated
    Column("first_round", Integer, nullable=False, server_default="1"),
    Column("withdrawn_after", Integer),  # the last round that is played; None: stays
    Column("extra", JSON, nullable=False),  # further columns of the players' table
    UniqueConstraint("event_id", "member_id"),
)

round_ = Table(
    "round",
    metadata,
    Column("event_id", ForeignKey("event.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("published", Boolean, nullable=False),
    Column("system", String(60), nullable=False, server_default=""),  # who paired it: "Dutch system of 2025", "typed", ...
    Column("date", String(10), nullable=False, server_default=""),
)

board = Table(
    "board",
    metadata,
    Column("event_id", Integer, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("white", Integer, nullable=False),
    Column("black", Integer, nullable=False),
    Column("white_result", String(1), nullable=False, server_default="*"),  # letters of TRF: 1 = 0 W D L + - *
    Column("black_result", String(1), nullable=False, server_default="*"),
    Column("colours", Boolean, nullable=False, server_default=true()),  # whether it is known who had White
    Column(
        "version", Integer, nullable=False, server_default="0"
    ),  # never falls; a board made anew starts above every earlier one
    Column("stored_by", ForeignKey("person.id")),  # who last entered its result; None: nobody has, or a file had it
    Column("stored_at", String(32), nullable=False, server_default=""),
    ForeignKeyConstraint(["event_id", "round"], ["round.event_id", "round.round"]),
    ForeignKeyConstraint(["event_id", "white"], ["entry.event_id", "entry.no"], name="fk_board_white"),
    ForeignKeyConstraint(["event_id", "black"], ["entry.event_id", "entry.no"], name="fk_board_black"),
    UniqueConstraint("event_id", "round", "white", name="uq_board_white"),
    UniqueConstraint("event_id", "round", "black", name="uq_board_black"),
    CheckConstraint("white <> black", name="sides"),
)

bye = Table(
    "bye",
    metadata,
    Column("event_id", Integer, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("no", Integer, primary_key=True),
    Column("type", String(1), nullable=False),  # F H Z as asked for, U from the pairing, + - a forfeit without an opponent
    ForeignKeyConstraint(["event_id", "no"], ["entry.event_id", "entry.no"]),
    _among("type", ("F", "H", "Z", "U", "+", "-")),
)

draft = Table(
    "draft",
    metadata,
    Column("event_id", Integer, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("person_id", ForeignKey("person.id"), primary_key=True),
    Column("result", String(3), nullable=False),  # a board code
    Column("version", Integer, nullable=False),  # of the board that the person saw
    Column("at", String(32), nullable=False),
    ForeignKeyConstraint(["event_id", "round", "board"], ["board.event_id", "board.round", "board.board"], ondelete="CASCADE"),
)

final_table = Table(
    "final_table",
    metadata,
    Column("event_id", ForeignKey("event.id"), primary_key=True),
    Column("edition", Integer, primary_key=True),  # 1 the original, each correction one more
    Column("at", String(32), nullable=False),
    Column("codes", JSON, nullable=False),  # the order, points first
    Column("rows", JSON, nullable=False),  # one a participant: no, rank, values in the order of the codes
    Column("rules", JSON, nullable=False),  # edition of C.07 and system
)

rating = Table(
    "rating",
    metadata,
    Column("event_id", ForeignKey("event.id"), primary_key=True),
    Column("member_id", ForeignKey("member.id"), primary_key=True),
    Column("edition", Integer, primary_key=True),  # 1 as first computed, one more each time that it came out otherwise
    Column("current", Boolean, nullable=False, server_default=false()),
    Column("before", Integer, nullable=False),
    Column("k", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("points", Float, nullable=False),
    Column("expected", Float, nullable=False),
    Column("change", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    Index("ix_rating_member", "member_id", "current"),
)

log = Table(
    "log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", String(32), nullable=False),
    Column("person_id", ForeignKey("person.id")),
    Column("event_id", ForeignKey("event.id")),
    Column("what", String(40), nullable=False),  # a code of text/store.py
    Column("place", String(80), nullable=False, server_default=""),  # "round 3, board 2", "member 12"
    Column("before", Text, nullable=False, server_default=""),
    Column("after", Text, nullable=False, server_default=""),
    Column("reason", String(400), nullable=False, server_default=""),
    Index("ix_log_event", "event_id", "id"),
)
