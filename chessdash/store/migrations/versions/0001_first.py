"""The first schema: club, people, members, events, entries, rounds, boards, byes, drafts, final tables, ratings, log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes every table."""
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
    )
    op.create_table(
        "member",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("sex", sa.String(length=1), server_default="", nullable=False),
        sa.Column("title", sa.String(length=10), server_default="", nullable=False),
        sa.Column("federation", sa.String(length=3), server_default="", nullable=False),
        sa.Column("fide_id", sa.String(length=12), nullable=True),
        sa.Column("birth", sa.String(length=10), server_default="", nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member")),
        sa.UniqueConstraint("fide_id", name=op.f("uq_member_fide_id")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("identity", sa.String(length=400), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=True),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.CheckConstraint("role in ('owner', 'administrator', 'arbiter')", name=op.f("ck_person_role")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("identity", name=op.f("uq_person_identity")),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("control", sa.String(length=10), nullable=False),
        sa.Column("system", sa.String(length=20), nullable=False),
        sa.Column("start", sa.String(length=10), server_default="", nullable=False),
        sa.Column("ended", sa.String(length=10), server_default="", nullable=False),
        sa.Column("planned", sa.Integer(), nullable=False),
        sa.Column("tie_breaks", sa.String(length=400), server_default="", nullable=False),
        sa.Column("scoring", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("finished_as", sa.Integer(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("creator_id", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), server_default="0", nullable=False),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.CheckConstraint("control in ('standard', 'rapid', 'blitz')", name=op.f("ck_event_control")),
        sa.CheckConstraint("kind in ('club', 'single')", name=op.f("ck_event_kind")),
        sa.CheckConstraint("state in ('running', 'finished')", name=op.f("ck_event_state")),
        sa.CheckConstraint("planned between 1 and 99", name=op.f("ck_event_planned")),
        sa.ForeignKeyConstraint(["creator_id"], ["person.id"], name=op.f("fk_event_creator_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
        sa.UniqueConstraint("finished_as", name=op.f("uq_event_finished_as")),
        sa.UniqueConstraint("key", name=op.f("uq_event_key")),
    )
    op.create_table(
        "initial_rating",
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("control", sa.String(length=10), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.CheckConstraint("control in ('standard', 'rapid', 'blitz')", name=op.f("ck_initial_rating_control")),
        sa.CheckConstraint("rating between 100 and 3500", name=op.f("ck_initial_rating_rating")),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_initial_rating_member_id_member")),
        sa.PrimaryKeyConstraint("member_id", "control", name=op.f("pk_initial_rating")),
    )
    op.create_table(
        "entry",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("team_no", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("sex", sa.String(length=1), server_default="", nullable=False),
        sa.Column("title", sa.String(length=10), server_default="", nullable=False),
        sa.Column("federation", sa.String(length=3), server_default="", nullable=False),
        sa.Column("fide_id", sa.String(length=12), server_default="", nullable=False),
        sa.Column("birth", sa.String(length=10), server_default="", nullable=False),
        sa.Column("rating", sa.Float(), nullable=True),
        sa.Column("first_round", sa.Integer(), server_default="1", nullable=False),
        sa.Column("withdrawn_after", sa.Integer(), nullable=True),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_entry_event_id_event")),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_entry_member_id_member")),
        sa.PrimaryKeyConstraint("event_id", "no", name=op.f("pk_entry")),
        sa.UniqueConstraint("event_id", "member_id", name=op.f("uq_entry_event_id")),
    )
    op.create_table(
        "final_table",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("codes", sa.JSON(), nullable=False),
        sa.Column("rows", sa.JSON(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_final_table_event_id_event")),
        sa.PrimaryKeyConstraint("event_id", "edition", name=op.f("pk_final_table")),
    )
    op.create_table(
        "log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("event_id", sa.Integer(), nullable=True),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("place", sa.String(length=80), server_default="", nullable=False),
        sa.Column("before", sa.Text(), server_default="", nullable=False),
        sa.Column("after", sa.Text(), server_default="", nullable=False),
        sa.Column("reason", sa.String(length=400), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_log_event_id_event")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_log_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_log")),
    )
    op.create_index("ix_log_event", "log", ["event_id", "id"], unique=False)
    op.create_table(
        "rating",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("current", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("k", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("expected", sa.Float(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_rating_event_id_event")),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_rating_member_id_member")),
        sa.PrimaryKeyConstraint("event_id", "member_id", "edition", name=op.f("pk_rating")),
    )
    op.create_index("ix_rating_member", "rating", ["member_id", "current"], unique=False)
    op.create_table(
        "round",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("published", sa.Boolean(), nullable=False),
        sa.Column("system", sa.String(length=60), server_default="", nullable=False),
        sa.Column("date", sa.String(length=10), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_round_event_id_event")),
        sa.PrimaryKeyConstraint("event_id", "round", name=op.f("pk_round")),
    )
    op.create_table(
        "team",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_team_event_id_event")),
        sa.PrimaryKeyConstraint("event_id", "no", name=op.f("pk_team")),
    )
    op.create_table(
        "board",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("white", sa.Integer(), nullable=False),
        sa.Column("black", sa.Integer(), nullable=False),
        sa.Column("white_result", sa.String(length=1), server_default="*", nullable=False),
        sa.Column("black_result", sa.String(length=1), server_default="*", nullable=False),
        sa.Column("colours", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="0", nullable=False),
        sa.Column("stored_by", sa.Integer(), nullable=True),
        sa.Column("stored_at", sa.String(length=32), server_default="", nullable=False),
        sa.CheckConstraint("white <> black", name=op.f("ck_board_sides")),
        sa.ForeignKeyConstraint(["event_id", "black"], ["entry.event_id", "entry.no"], name="fk_board_black"),
        sa.ForeignKeyConstraint(["event_id", "round"], ["round.event_id", "round.round"], name=op.f("fk_board_event_id_round")),
        sa.ForeignKeyConstraint(["event_id", "white"], ["entry.event_id", "entry.no"], name="fk_board_white"),
        sa.ForeignKeyConstraint(["stored_by"], ["person.id"], name=op.f("fk_board_stored_by_person")),
        sa.PrimaryKeyConstraint("event_id", "round", "board", name=op.f("pk_board")),
        sa.UniqueConstraint("event_id", "round", "black", name="uq_board_black"),
        sa.UniqueConstraint("event_id", "round", "white", name="uq_board_white"),
    )
    op.create_table(
        "bye",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(length=1), nullable=False),
        sa.CheckConstraint("type in ('F', 'H', 'Z', 'U', '+', '-')", name=op.f("ck_bye_type")),
        sa.ForeignKeyConstraint(["event_id", "no"], ["entry.event_id", "entry.no"], name=op.f("fk_bye_event_id_entry")),
        sa.PrimaryKeyConstraint("event_id", "round", "no", name=op.f("pk_bye")),
    )
    op.create_table(
        "draft",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("result", sa.String(length=3), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id", "round", "board"],
            ["board.event_id", "board.round", "board.board"],
            name=op.f("fk_draft_event_id_board"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_draft_person_id_person")),
        sa.PrimaryKeyConstraint("event_id", "round", "board", "person_id", name=op.f("pk_draft")),
    )
