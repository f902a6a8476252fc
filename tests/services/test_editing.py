"""Editing an army: operations, undo and redo, saving; what follows from the choices follows."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from builder.errors import EditError, InputError, MusterError
from builder.resources import find_resources
from builder.roster.evaluate import evaluate
from builder.roster.model import Selection
from builder.services.army.history import history_of
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import (
    OPERATIONS,
    Add,
    Operation,
    Remove,
    RemoveForce,
    Rename,
)
from builder.systems.specs import spec_of

STARTERS = {found.id: found.path.read_bytes() for found in find_resources("templates/armies")}
NOT_EDITED = re.compile(r"#.*")


def session(starter: str = "space-marines-500") -> ArmyDocument:
    return ArmyDocument(STARTERS[starter], "army.yaml", None)


def do(edited: ArmyDocument, operation: str, /, **arguments: str | int | tuple[str, ...]) -> str | None:
    return edited.apply(OPERATIONS[operation](**arguments)).id


def carried(edited: ArmyDocument, unit: str, model: str) -> dict[str, int]:
    found = edited.state.roster.selection(unit)
    kind = next(part for part in (found.selections if found else ()) if part.name == model)
    return {part.name: part.number for part in kind.selections}


WORDS = st.sampled_from(["plasma gun", "power fist", "Rhino", "2 meltagun", "bosspole", "big shoota", "no such thing"])
NUMBERS = st.integers(0, 12)


@st.composite
def operations(draw: st.DrawFn) -> Operation:
    """An operation with values that may fit; units are named by their place."""
    spec = spec_of(OPERATIONS[draw(st.sampled_from(sorted(OPERATIONS)))])
    values: dict[str, str | int | tuple[str, ...]] = {}
    for field in spec.fields:
        if field.required or draw(st.integers(0, 3)) == 0:
            value: st.SearchStrategy[str | int] = NUMBERS if field.kind.figure else WORDS
            if field.name in ("id", "before", "after", "units", "unit"):
                value = st.integers(0, 40).map(lambda place: f"@{place}")
            if field.name in ("force", "to"):
                value = st.sampled_from(["Standard", ".force"])
            if field.name == "mark":
                value = st.sampled_from(["reserve", "deep strike"])
            made = draw(value)
            values[field.key] = (str(made),) if field.several else made
    return spec.make(values)


def aimed(edited: ArmyDocument, operation: Operation) -> Operation:
    """The operation at units that are there."""
    ids = [part.id for part in edited.state.roster.all_selections()]
    units = [unit.name for unit in edited.ground.data.library.root_entries(edited.ground.data.catalogue_id)]
    known = units if isinstance(operation, Add) else ids or ["none"]

    def named(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(map(named, value))
        return known[int(value[1:]) % len(known)] if isinstance(value, str) and value.startswith("@") else value

    values = {key: named(value) for key, value in structs.asdict(operation).items()}
    return structs.replace(operation, **values)


@settings(max_examples=12)
@given(st.sampled_from(sorted(STARTERS)), st.lists(operations(), max_size=8))
def test_whatever_is_done_is_saved_undone_and_done_again(starter: str, wanted: list[Operation]) -> None:
    edited = session(starter)
    states = [edited.state]
    for operation in wanted:
        with suppress(EditError):
            edited.apply(aimed(edited, operation))
            states.append(edited.state)
    written = edited.written()
    assert written.laid_out
    again = ArmyDocument(written.data, "army.yaml", None)
    assert again.state.roster == edited.state.roster
    assert again.written().data == written.data
    removed = any(isinstance(operation, Remove | RemoveForce) for operation in wanted)
    assert removed or all(line in written.data.decode() for line in NOT_EDITED.findall(STARTERS[starter].decode()))
    for state in reversed(states[:-1]):
        assert edited.undo() and edited.state == state
    assert not edited.undo() and not edited.dirty
    for state in states[1:]:
        assert edited.redo() and edited.state == state
    assert not edited.redo()


def test_what_is_replaced_goes_and_comes_back() -> None:
    edited = session()
    squad = do(edited, "add", unit="tactical squad", count=10)
    assert squad is not None
    assert carried(edited, squad, "Space Marine")["Boltgun"] == 9
    do(edited, "set", id=squad, option="plasma gun")
    assert carried(edited, squad, "Space Marine")["Boltgun"] == 8
    do(edited, "unset", id=squad, option="plasma gun")
    assert carried(edited, squad, "Space Marine")["Boltgun"] == 9
    with pytest.raises(EditError, match="follows from the other choices"):
        do(edited, "set", id=squad, option="Space Marine/boltgun", number=3)


def test_a_new_unit_stands_in_the_file_as_a_person_would_write_it() -> None:
    edited = session()
    id = do(edited, "add", unit="Tactical Squad", count=10, option=("plasma gun", "Sergeant/power fist"), name="Nova")
    lines = edited.written().data.decode().splitlines()
    at = lines.index(f"    id: {id}")
    assert lines[at - 1 : at + 4] == [
        "  - unit: Tactical Squad",
        f"    id: {id}",
        "    name: Nova",
        "    count: 10",
        "    options: [Power fist, Plasma gun]",
    ]


def test_a_duplicate_has_ids_of_its_own_and_rides_in_no_transport_but_its_own() -> None:
    edited = session("orks-500")
    copy = do(edited, "duplicate", id="y3k9")
    ids = [part.id for part in edited.state.roster.all_selections()]
    assert len(ids) == len(set(ids))
    made = edited.state.roster.selection(copy or "")
    assert made is not None and made.custom_name == "Gitstompa's trukk boyz"
    own = next(part for part in made.walk() if part.name == "Trukk")
    assert [(mark.kind, mark.target) for mark in made.marks] == [("riding_in", own.id)]


def test_a_transport_that_a_squad_takes_has_no_number_which_is_said_without_its_id() -> None:
    edited = session("orks-500")
    trukk = next(part for part in edited.state.roster.all_selections() if part.name == "Trukk")
    with pytest.raises(EditError, match=r"^Each Trukk is a choice .* duplicate or remove it instead\.$"):
        do(edited, "count", id=trukk.id, number=2)


def test_ids_win_over_names_and_names_are_forgiving() -> None:
    edited = session("orks-500")
    do(edited, "rename", id="big MOB", name="d4d9")
    do(edited, "rename", id="d4d9", name="Stompy")
    assert [unit.custom_name for unit in units(edited)][2:4] == ["d4d9", "Stompy"]


def test_the_order_in_which_options_are_chosen_says_nothing() -> None:
    edited = session()
    squad = next(unit.id for unit in units(edited) if unit.name == "Tactical Squad")
    do(edited, "set", id=squad, option="plasma gun", number=0)
    do(edited, "set", id=squad, option="meltagun")
    assert carried(edited, squad, "Space Marine")["Boltgun"] == 7


def units(edited: ArmyDocument) -> tuple[Selection, ...]:
    return edited.state.roster.forces[0].selections


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("remove", {"id": "zapnub"}, "did you mean 'Zapnob'"),
        ("remove", {"id": "boyz"}, "y3k9 (Gitstompa's trukk boyz), b8m5 (Big mob)"),
        ("add", {"unit": "Boys"}, "did you mean 'Boyz'"),
        ("set", {"id": "y3k9", "option": "slugga"}, '--under "Boy", --under "Nob"'),
        ("set", {"id": "y3k9", "option": "power klow"}, "did you mean 'Power klaw'"),
        ("count", {"id": "y3k9", "number": 99999}, "write a whole number from 0 to 999"),
        ("count", {"id": "m2g6", "number": 2}, "cannot have 2 models: it has 1 to 5 × Mek Gun, 2 to 20 × Gretchin."),
        ("count", {"id": "zapnob", "number": 2}, "Zapnob cannot have 2 models: its size is always the same."),
        ("move", {"id": "y3k9"}, "--before UNIT, --after UNIT or --to FORCE"),
        ("move", {"id": "k7r2", "to": ".force"}, "only units move"),
        ("mark", {"id": "y3k9", "mark": ("resreve",)}, "a mark is"),
        ("unmark", {"id": "b8m5"}, "has no such mark"),
        ("limit", {"number": "many"}, "is no limit"),
        ("limit", {"number": "5", "cost": "power"}, "Nothing costs"),
        ("rename", {"id": "army"}, "An army needs a name"),
        ("setting", {"setting": "damage"}, "has no setting"),
        ("group add", {"name": "Wave", "units": ("w3d4.1",)}, "one or more units"),
        ("force add", {"force": "standart"}, "did you mean 'Standard'"),
    ],
)
def test_what_is_not_possible_is_said_and_changes_nothing(name: str, arguments: dict[str, str], said: str) -> None:
    edited = session("orks-500")
    with pytest.raises(EditError, match=re.escape(said)):
        do(edited, name, **arguments)
    assert not edited.dirty and not edited.undo()


def test_a_removed_unit_leaves_no_trace_in_planned_groups() -> None:
    edited = session("orks-500")
    do(edited, "group add", name="Wave", units=("y3k9", "b8m5"))
    do(edited, "remove", id="b8m5")
    assert [found.units for found in edited.state.roster.groups] == [("y3k9",)]
    do(edited, "remove", id="y3k9")
    assert edited.state.roster.groups == ()


@pytest.fixture
def army(tmp_path: Path) -> Path:
    path = tmp_path / "army.yaml"
    path.write_bytes(STARTERS["orks-500"])
    return path


def test_saving_writes_the_file_and_what_was_done_can_still_be_undone(army: Path) -> None:
    edited = ArmyDocument.open(str(army))
    do(edited, "remove", id="d4d9")
    assert edited.dirty
    edited.save()
    assert not edited.dirty and b"d4d9" not in army.read_bytes()
    assert edited.undo() and edited.dirty
    edited.save()
    assert ArmyDocument.open(str(army)).state.roster == session("orks-500").state.roster


def test_a_state_that_was_never_saved_by_itself_has_its_place_in_the_history(army: Path) -> None:
    session, names = ArmyDocument.open(str(army)), []
    first = session.state.roster.name
    for name in ("One", "Two", "Three"):
        session.apply(Rename(id="army", name=name))
    session.save()
    session.undo()
    session.save()
    session.undo()
    session.undo()
    session.save()
    session.redo()
    session.save()
    history = history_of(str(army))
    with suppress(EditError):
        while True:
            names.append(ArmyDocument.open(str(army)).state.roster.name)
            history.step(str(army), 1)
    with suppress(EditError):
        while True:
            history.step(str(army), -1)
            names.append(ArmyDocument.open(str(army)).state.roster.name)
    assert names == ["One", "Two", "Three", "Two", "One", first]


def test_a_file_changed_by_another_program_is_not_overwritten(army: Path) -> None:
    edited = ArmyDocument.open(str(army))
    do(edited, "remove", id="d4d9")
    army.write_text(army.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    assert edited.changed_outside()
    with pytest.raises(InputError, match="changed by another program"):
        edited.save()
    assert "# mine" in army.read_text(encoding="utf-8")
    edited.save(overwrite=True)
    assert not edited.changed_outside()


def test_a_lost_comment_leaves_the_old_file_beside_the_new(army: Path) -> None:
    text = army.read_text(encoding="utf-8").replace("id: d4d9", "id: d4d9  # the walker")
    army.write_text(text, encoding="utf-8")
    edited = ArmyDocument.open(str(army))
    do(edited, "remove", id="d4d9")
    (finding,) = edited.save().findings
    assert "a comment went" in finding.message
    assert army.with_suffix(".yaml.bak").read_text(encoding="utf-8") == text


def test_saved_rosters_and_armies_without_a_file_are_not_saved(tmp_path: Path) -> None:
    (tmp_path / "list.ros").write_text(
        "<?xml version='1.0'?><roster xmlns='http://www.battlescribe.net/schema/rosterSchema'/>"
    )
    with pytest.raises(InputError, match="“muster armies import” makes an army file of it"):
        ArmyDocument.open(str(tmp_path / "list.ros"))
    with pytest.raises(InputError, match="say with -o"):
        ArmyDocument.open("orks-500").save()


def test_a_text_that_would_not_be_read_back_is_never_written(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edited = ArmyDocument.open(str(army))
    do(edited, "remove", id="d4d9")
    monkeypatch.setattr("builder.datafiles.armies.write._reads_as", lambda *_: False)
    with pytest.raises(MusterError, match="was not saved"):
        edited.save()
    assert army.read_bytes() == STARTERS["orks-500"]


def test_what_an_operation_leaves_alone_is_not_worked_out_again() -> None:
    edited = session()
    before = {unit.id: unit for unit in edited.army.view.units()}
    do(edited, "note", id="t9b8", text="holds the left")
    after = {unit.id: unit for unit in edited.army.view.units()}
    kept = {id for id, unit in after.items() if unit is before[id]}
    assert {"h9j2", "p5w2"} <= kept and "t9b8" not in kept
    again = evaluate(edited.state.roster, edited.ground.data.library, by_name=False)
    assert edited.army.view == again.view


@pytest.mark.parametrize("first, second", [("melta bombs", "power fist"), ("power fist", "melta bombs")])
def test_options_may_be_chosen_in_any_order(first: str, second: str) -> None:
    edited = session()
    do(edited, "unset", id="t9b8", option="melta bombs")
    for option in (first, second):
        do(edited, "set", id="t9b8", option=option)
    assert carried(edited, "t9b8", "Sergeant").keys() >= {"Power fist", "Melta bombs", "Bolt pistol"}
    assert "Boltgun" not in carried(edited, "t9b8", "Sergeant")


def test_notes_of_several_lines_leave_a_unit_in_the_short_form() -> None:
    edited = session()
    do(edited, "note", id="t9b8", text="holds the left\nthen the right: # 2")
    text = edited.written().data.decode()
    assert "entry:" not in text and "notes: |-\n      holds the left\n      then the right: # 2\n\n  - unit:" in text
    again = ArmyDocument(text.encode(), "army.yaml", None)
    do(again, "note", id="t9b8", text="holds")
    written = again.written()
    assert written.laid_out and not written.lost, "what is behind # in notes is no comment"
    assert "\n\n\n" not in written.data.decode()
    with pytest.raises(EditError, match="can be printed"):
        do(edited, "note", id="t9b8", text="\x1b[31mred")


@pytest.mark.parametrize("blanks", [" ", "  ", "\t"])
def test_a_comment_behind_a_value_stays_however_near_it_stands(blanks: str) -> None:
    text = STARTERS["orks-500"].replace(b"limit: 500", f"limit: 500{blanks}# points".encode())
    edited = ArmyDocument(text, "army.yaml", None)
    do(edited, "limit", number="700")
    assert f"\nlimit: 700{blanks}# points\n" in edited.written().data.decode()


def test_what_all_models_take_or_none_needs_no_number() -> None:
    edited = session("orks-500")
    do(edited, "set", id="b8m5", option="shoota", under="Boy")
    assert carried(edited, "b8m5", "Boy")["Shoota"] == 19 and "Slugga" not in carried(edited, "b8m5", "Boy")
    assert not [found for found in edited.army.findings if found.code in ("min", "max")]
    for operation in ({"number": 18}, {"number": 24}, {"number": 19, "option": "Boy"}, {"number": 20, "option": "Boy"}):
        do(edited, "set" if "option" in operation else "count", id="b8m5", **operation)
        there = carried(edited, "b8m5", "Boy")
        heavy = there["Rokkit launcha"]
        assert (there["Shoota"], there.get("Slugga")) == (there["Choppa"] - heavy, None), "it follows their number"
        assert not [found for found in edited.army.findings if found.message.count("Shoota")]
