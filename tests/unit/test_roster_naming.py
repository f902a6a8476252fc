"""One function says what a unit is called among others, so that lists, marks, findings and mends mean the same one."""

from __future__ import annotations

from builder.roster.marks import Mark
from builder.roster.naming import force_names, names_with_leaders, part_name, unit_names
from builder.services.army.notes import notes_text
from builder.services.editor import joining
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Duplicate, Rename, SetMark, WriteNote
from builder.services.editor.quick_fixes import mends
from builder.services.editor.tree import editor_view
from builder.text import without_bold


def _with_alike_squads() -> ArmyDocument:
    """A starter army with a scout squad more, and a librarian more, whom the player calls by a name."""
    session = ArmyDocument.open("space-marines-500")
    scouts = next(unit for unit in session.army.view.units() if unit.name == "Scout Squad")
    session.apply(Duplicate(id=scouts.id))
    return session


def test_units_of_one_name_are_numbered_and_own_names_stand() -> None:
    session = _with_alike_squads()
    names = unit_names(session.army.view)
    scouts = [unit.id for unit in session.army.view.units() if unit.name == "Scout Squad"]
    assert [names[each] for each in scouts] == ["Scout Squad 1", "Scout Squad 2"]
    session.apply(Rename(id=scouts[1], name="The Far Eyes"))
    names = unit_names(session.army.view)
    assert [names[each] for each in scouts] == ["Scout Squad", "The Far Eyes"]


def test_a_part_of_a_unit_is_called_with_its_unit() -> None:
    session = _with_alike_squads()
    second = [unit for unit in session.army.view.units() if unit.name == "Scout Squad"][1]
    part = next(each for each in second.walk() if each is not second)
    assert part_name(session.army.view, part) == f"{part.name} of Scout Squad 2"


def test_lists_of_whom_to_join_and_what_is_marked_tell_squads_apart() -> None:
    session = _with_alike_squads()
    units = list(session.army.view.units())
    second = [unit.id for unit in units if unit.name == "Scout Squad"][1]
    librarian = next(unit.id for unit in units if unit.name == "Librarian")
    offered = [each.words for each in joining.joinable(session, librarian).right]
    assert {"leads Scout Squad 1", "leads Scout Squad 2"} <= {*offered}
    session.apply(SetMark(id=second, mark=("led", "by", librarian)))
    unit = next(unit for unit in session.army.view.units() if unit.id == librarian)
    assert dict(joining.ties_of(session, unit))["join"] == "Leads: Scout Squad 2"
    assert "leads Scout Squad 2" in [row.name for row in editor_view(session.army).rows if row.kind == "mark"]
    assert Mark("led_by", librarian) in next(u for u in session.army.view.units() if u.id == second).marks


def test_what_must_be_remembered_of_one_of_several_squads_names_it() -> None:
    session = _with_alike_squads()
    second = [unit.id for unit in session.army.view.units() if unit.name == "Scout Squad"][1]
    session.apply(WriteNote(id=second, text="Holds the left hill."))
    told = notes_text(session.army)
    assert "Scout Squad 1: reserve" in told and "Scout Squad 2: Holds the left hill." in told


def test_a_mend_of_a_mark_names_the_one_squad_that_it_is_on() -> None:
    session = _with_alike_squads()
    scouts = [unit.id for unit in session.army.view.units() if unit.name == "Scout Squad"]
    session.apply(SetMark(id=scouts[1], mark=("riding", "in", scouts[0])))
    (finding,) = [each for each in session.army.findings if each.code.endswith("riding_in")]
    assert [each.words for each in mends(session.apart(), finding)][:1] == [
        "Scout Squad 2 does not ride in Scout Squad 1"
    ]


def test_forces_alike_are_called_by_who_leads_them() -> None:
    forces = [("a", "Regiment", "Karanak"), ("b", "Regiment", ""), ("c", "Regiment", ""), ("d", "Auxiliary", "Skarr")]
    assert names_with_leaders(forces) == {
        "a": "Regiment of Karanak",
        "b": "Regiment 1",
        "c": "Regiment 2",
        "d": "Auxiliary",
    }
    session = ArmyDocument.open("space-marines-500")
    (force,) = session.army.view.forces
    assert force_names(session.army.view) == {force.id: force.name}


def test_names_of_the_data_lose_signs_for_bold_letters_and_keep_footnotes() -> None:
    assert without_bold("**Pitched Battle** 2,000") == "Pitched Battle 2,000"
    assert without_bold("**^^Priest^^** and __more__") == "Priest and more"
    for name in ("Gors ***", "Turbo Laser-Destructor**", "Points * 2", "a ** b"):
        assert without_bold(name) == name
