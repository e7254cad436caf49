"""Members, people and the club: what cannot be, who is nobody else, and what the log says; importing links nobody in silence."""

import pytest

import chessdash
from chessdash.errors import AccessError, StoreError
from chessdash.store import Store, members, schema
from chessdash.store.importing import prepare, save
from tests import rated_club
from tests.events import text
from tests.store.clubs import logged, someone
from tests.store.rows import every_row

SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def test_a_member_is_added_and_changed_and_the_log_says_so(store):
    number = members.add_member(store, "  Bakker,  Bea ", initial={"standard": 1700, "blitz": 1650}, fide_id="1000001", sex="w")
    members.change_member(store, number, name="Bakker-Smit, Bea", active=False)
    frame = members.members(store)
    assert frame.loc[number, ["name", "fide_id", "active", "standard", "blitz"]].tolist() == [
        "Bakker-Smit, Bea", "1000001", False, 1700.0, 1650.0,
    ]  # fmt: skip
    assert frame["rapid"].isna().all()
    said = [row[2:] for row in logged(store, "member_added", "member_name", "member_active", "initial_rating")]
    assert said == [
        ("", "Bakker, Bea"), ("", "1700"), ("", "1650"), ("Bakker, Bea", "Bakker-Smit, Bea"), ("True", "False"),
    ]  # fmt: skip


@SQLITE
def test_members_that_cannot_be(store):
    """One sentence each, and nothing of them is saved, not even the member before the rating."""
    known = members.add_member(store, "Bakker, Bea", fide_id="1000001")
    before = every_row(store)
    for values in (
        {"name": ""}, {"name": " \t "}, {"name": None}, {"name": "x" * 201}, {"name": "A\0B"}, {"name": "half \udc80"},
        {"name": "N", "fide_id": "12a"}, {"name": "N", "fide_id": "12345678901"}, {"name": "N", "fide_id": "1000001"},
        {"name": "N", "fide_id": "٣٣"}, {"name": "N", "shoe": 43}, {"name": "N", "federation": "NEDERLAND"},
        {"name": "N", "birth": "1.2.1990"}, {"name": "N", "birth": "1990/13/01"}, {"name": "N", "birth": "90"},
        {"name": "N", "birth": "1 January 1990"}, {"name": "N", "initial": {"standard": 9999}},
        {"name": "N", "initial": {"standard": 1500, "rapid": 9999}}, {"name": "N", "initial": {"bullet": 1500}},
    ):  # fmt: skip
        with pytest.raises(StoreError) as raised:
            members.add_member(store, **values)
        assert "\n" not in str(raised.value) and len(str(raised.value)) > 15, values
        assert every_row(store) == before, values
    for act in (lambda: members.change_member(store, 99, name="A"), lambda: members.change_member(store, known, id=7)):
        with pytest.raises(StoreError):
            act()
    assert every_row(store) == before


@SQLITE
def test_a_fide_id_stays_with_its_member(store):
    one, other = (members.add_member(store, f"M{n}", fide_id=f"100000{n}") for n in (1, 2))
    with pytest.raises(StoreError, match="M1"):
        members.change_member(store, other, fide_id="1000001")
    members.change_member(store, one, fide_id="1000001")
    members.change_member(store, one, fide_id="")
    members.change_member(store, other, fide_id="1000001")
    assert members.members(store)["fide_id"].to_dict() == {one: None, other: "1000001"}


# Who is whom


def incoming(store: Store):
    """Four players: one has a member's FIDE id and another name, two have names of members, one of them another's FIDE id."""
    numbers = {
        "ada": members.add_member(store, "Anders, Ada", fide_id="1000001"),
        "bo": members.add_member(store, "Berg, Bo"),
        "twin": members.add_member(store, "Twin, Tom"),
        "tom": members.add_member(store, "Twin, Tom"),
    }
    trf = text(["- 2w1", "- 1b0", "- 4w1", "- 3b0"])
    for no, (name, fide_id) in enumerate([("Other, Ann", "1000001"), ("BERG  Bo", ""), ("Twin, Tom", ""), ("New, Nel", "")], 1):
        trf = trf.replace(f"{f'P{no:02d}, Test':<33}", f"{name:<33}")
        lines = [
            line[:57] + f"{fide_id:>11}" + line[68:] if line.startswith("001") and int(line[4:8]) == no else line
            for line in trf.splitlines()
        ]
        trf = "\n".join(lines) + "\n"
    return numbers, prepare(store, chessdash.read(trf.encode()))


def linked(store: Store) -> list[int | None]:
    return [row["member_id"] for row in every_row(store, schema.entry)]


def test_an_import_links_fide_ids_and_waits_with_names(store):
    numbers, found = incoming(store)
    matches = found.matches.astype(object).where(found.matches.notna(), None)
    assert list(matches["member"]) == [numbers["ada"], numbers["bo"], None, None]
    assert list(matches["by"]) == ["fide_id", "name", "", ""] and list(matches["sure"]) == [True, False, False, False]
    before = every_row(store)
    save(store, found)
    assert linked(store) == [numbers["ada"], None, None, None]
    assert every_row(store, schema.member) == before["member"]


@SQLITE
def test_one_name_with_two_fide_ids_is_two_people(store):
    """The member has 1000001, the player 1000002; one of them without an id may be the other."""
    members.add_member(store, "P01, Test", fide_id="1000001")
    bare = members.add_member(store, "P02, Test")
    lines = text(["- 2w1", "- 1b0"]).splitlines()
    lines = [line[:57] + f"{'1000002':>11}" + line[68:] if line.startswith("001    1") else line for line in lines]
    matches = prepare(store, chessdash.read(("\n".join(lines) + "\n").encode())).matches
    assert matches.at[1, "fide_id"] == "1000002"
    assert matches["by"].tolist() == ["", "name"] and matches["member"].tolist()[1] == bare


@SQLITE
def test_an_import_links_whom_the_organiser_names(store):
    numbers, found = incoming(store)
    save(store, found, members={1: None, 2: numbers["bo"], 3: numbers["tom"]})
    assert linked(store) == [None, numbers["bo"], numbers["tom"], None]


@SQLITE
def test_nobody_is_two_players_and_no_stranger_is_linked(store):
    numbers, found = incoming(store)
    before = every_row(store)
    for given in ({2: numbers["ada"]}, {2: numbers["bo"], 3: numbers["bo"]}, {9: numbers["bo"]}, {2: 999}):
        with pytest.raises(StoreError):
            save(store, found, members=given)
        assert every_row(store) == before


@SQLITE
def test_two_players_with_one_fide_id_are_refused(store):
    members.add_member(store, "Anders, Ada", fide_id="1000001")
    trf = text(["- 2w1", "- 1b0"]).splitlines()
    trf = [line[:57] + f"{'1000001':>11}" + line[68:] if line.startswith("001") else line for line in trf]
    found = prepare(store, chessdash.read(("\n".join(trf) + "\n").encode()))
    before = every_row(store)
    with pytest.raises(StoreError):
        save(store, found, accept_faults=True)
    assert every_row(store) == before


@SQLITE
def test_a_file_with_errors_is_saved_only_when_they_are_accepted(store):
    found = prepare(store, chessdash.read(text(["- 2w1", "- 1b1"]).encode()))
    assert len(found.errors)
    before = every_row(store)
    with pytest.raises(StoreError):
        save(store, found)
    assert every_row(store) == before
    save(store, found, accept_faults=True)
    assert len(every_row(store, schema.event)) == 1


# People


def test_the_last_owner_stays_and_roles_count_at_once(store):
    other = members.add_person(store, "O. Ther", "issuer|1", "owner")
    them = store.seen_by(chessdash.store.access.Viewer(other, "O. Ther"))
    members.give_role(them, store.viewer.person, "arbiter")
    with pytest.raises(AccessError):
        members.add_member(store, "No more")
    with pytest.raises(StoreError) as raised:
        members.give_role(them, other, None)
    assert "\n" not in str(raised.value)
    assert members.people(them)["role"].to_dict() == {store.viewer.person: "arbiter", other: "owner"}
    for act in (
        lambda: members.give_role(them, 999, "owner"),
        lambda: members.give_role(them, other, "king"),
        lambda: members.add_person(them, "Again", "issuer|1"),
        lambda: members.add_person(them, "N", "issuer|2", "king"),
    ):
        with pytest.raises(StoreError) as raised:
            act()
        assert "database" not in str(raised.value)
    assert [row[2:] for row in logged(them, "role", "person_added")] == [("", "owner"), ("owner", "arbiter")]


@SQLITE
def test_who_may_change_members_and_the_club(store):
    ids = rated_club.people(store)
    before = every_row(store)
    arbiter, administrator = someone(store, "arbiter"), someone(store, "administrator")
    before |= {"person": every_row(store, schema.person)}
    acts = (
        lambda s: members.add_member(s, "N"),
        lambda s: members.change_member(s, ids["bo"], active=False),
        lambda s: members.change_club(s, public=False),
        lambda s: members.people(s),
    )
    for act in acts:
        with pytest.raises(AccessError):
            act(arbiter)
    for act in (lambda s: members.give_role(s, s.viewer.person, "owner"), lambda s: members.add_person(s, "N", "x|1", "owner")):
        with pytest.raises(AccessError):
            act(administrator)
    assert every_row(store) == before
    for act in acts:
        act(administrator)
