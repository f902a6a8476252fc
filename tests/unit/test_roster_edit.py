"""Editing a roster: what is selected with what, how numbers move, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import Modifier, Query, Repeat
from builder.errors import EditError
from builder.roster import edit
from builder.roster.marks import Mark
from builder.roster.model import Force, Roster, Selection
from tests.unit.catalogues import catalogue, change, entry, group, least, library, link, most, patrol, system, when


def found(roster: Roster, id: str) -> Force | Selection:
    part = roster.force(id) or roster.selection(id)
    assert part is not None
    return part


def force_of(roster: Roster, id: str) -> Force:
    part = roster.force(id)
    assert part is not None
    return part


def tree(part: Force | Selection) -> dict[str, object]:
    """What is below a part: entry and number, and so on down."""
    return {f"{child.number} {child.entry_path}": tree(child) for child in part.selections}


def chosen(data: Library, *entries: str) -> tuple[Roster, list[str]]:
    """A patrol in which one entry after the other is selected, each below the one before; their ids."""
    roster, parent = patrol(data)
    ids = []
    for wanted in entries:
        roster, parent = edit.select(roster, data, parent, wanted)
        ids.append(parent)
    return roster, ids


def test_an_entry_comes_with_what_it_needs() -> None:
    arms = group("arms", entry("bolter"), entry("flamer"), default_selection_entry_id="bolter", constraints=(least(1),))
    sergeant = entry("sergeant", entry("sword", constraints=(least(1),)), constraints=(least(1),))
    data = library(entry("squad", sergeant, entry("marine", constraints=(least(4),)), arms, entry("vox")))
    roster, (squad,) = chosen(data, "squad")
    assert tree(found(roster, squad)) == {"1 sergeant": {"1 sword": {}}, "4 marine": {}, "1 bolter": {}}


def test_a_group_fills_up_with_its_default_and_counts_what_is_needed_anyway() -> None:
    claws = entry("claws", constraints=(least(1),))
    arms = group("arms", claws, link("gun", "bolter"), default_selection_entry_id="gun", constraints=(least(3),))
    data = library(entry("squad", arms), shared_selection_entries=(entry("bolter"),))
    roster, (squad,) = chosen(data, "squad")
    assert tree(found(roster, squad)) == {"1 claws": {}, "2 gun::bolter": {}}


def test_what_is_needed_may_depend_on_the_rest_of_the_army() -> None:
    more = change("set", "least", "2", when("atLeast", 1, "captain"))
    guns = group("arms", entry("gun"), default_selection_entry_id="gun", constraints=(least(0),), modifiers=(more,))
    data = library(entry("squad", entry("guard", constraints=(least(1),), modifiers=(more,)), guns), entry("captain"))
    roster, force = patrol(data)
    roster, alone = edit.select(roster, data, force, "squad")
    roster, _ = edit.select(roster, data, force, "captain")
    roster, led = edit.select(roster, data, force, "squad")
    assert tree(found(roster, alone)) == {"1 guard": {}}
    assert tree(found(roster, led)) == {"2 guard": {}, "2 gun": {}}


def test_demands_that_feed_on_themselves_come_to_an_end() -> None:
    more = Repeat(Decimal(1), 1, Query(scope="parent", child_id="guard"))
    endless = entry("guard", constraints=(least(1),), modifiers=(Modifier("increment", "least", "1", repeats=(more,)),))
    data = library(entry("squad", endless))
    roster, (squad,) = chosen(data, "squad")
    assert tree(found(roster, squad)) == {"10 guard": {}}


def test_nothing_comes_along_when_told_so() -> None:
    data = library(entry("squad", entry("marine", constraints=(least(4),))))
    roster, force = patrol(data)
    added = edit.select(roster, data, force, "squad", defaults=False)
    assert tree(found(added.roster, added.id)) == {}


def test_the_first_force_starts_with_the_entries_that_an_army_must_have() -> None:
    data = library(entry("captain", constraints=(least(2),)), entry("squad"))
    roster, first = patrol(data)
    roster, second = edit.add_force(roster, data, "patrol")
    roster, third = edit.add_force(roster, data, "patrol", defaults=True)
    numbers = [len(force.selections) for force in roster.forces]
    assert numbers == [2, 0, 2]
    assert len({first, second, third}) == 3


def test_an_entry_without_choices_has_a_number_and_one_with_choices_is_selected_anew() -> None:
    data = library(entry("squad", entry("marine"), entry("veteran", entry("medal"))))
    roster, force = patrol(data)
    roster, squad = edit.select(roster, data, force, "squad")
    roster, marine = edit.select(roster, data, squad, "marine")
    roster, again = edit.select(roster, data, squad, "marine")
    roster, veteran = edit.select(roster, data, squad, "veteran")
    roster, other = edit.select(roster, data, squad, "veteran")
    assert marine == again
    assert veteran != other
    assert [child.number for child in found(roster, squad).selections] == [2, 1, 1]


def test_collective_equipment_follows_the_number_of_models() -> None:
    data = library(entry("squad", entry("marine", entry("bolter", collective=True))))
    roster, (squad, marine, bolter) = chosen(data, "squad", "marine", "bolter")
    roster = edit.set_count(roster, data, marine, 3)
    assert tree(found(roster, squad)) == {"3 marine": {"3 bolter": {}}}
    roster = edit.set_count(roster, data, bolter, 2)
    assert tree(found(roster, squad)) == {"3 marine": {"6 bolter": {}}}
    assert tree(found(edit.deselect(roster, data, bolter), squad)) == {"3 marine": {"3 bolter": {}}}
    assert tree(found(edit.deselect(roster, data, marine), squad)) == {"2 marine": {"4 bolter": {}}}
    assert tree(found(edit.set_count(roster, data, bolter, 0), squad)) == {"3 marine": {}}


def test_the_default_of_a_collective_group_grows_twice_as_in_the_reference_engine() -> None:
    rifle = entry("rifle", collective=True)
    arms = group("arms", rifle, collective=True, default_selection_entry_id="rifle", constraints=(least(1),))
    data = library(entry("squad", entry("trooper", arms)))
    roster, (squad, trooper) = chosen(data, "squad", "trooper")
    assert tree(found(edit.set_count(roster, data, trooper, 2), squad)) == {"2 trooper": {"4 rifle": {}}}
    assert tree(found(edit.set_count(roster, data, trooper, 3), squad)) == {"3 trooper": {"9 rifle": {}}}


def test_collective_equipment_is_taken_by_all_models_of_a_kind() -> None:
    veteran = entry("veteran", entry("medal"), entry("bolter", collective=True))
    data = library(entry("squad", veteran))
    roster, (squad, first) = chosen(data, "squad", "veteran")
    roster, _ = edit.select(roster, data, squad, "veteran")
    roster, _ = edit.select(roster, data, first, "bolter")
    assert [tree(child) for child in found(roster, squad).selections] == [{"1 bolter": {}}, {"1 bolter": {}}]


def test_units_and_separate_models_keep_their_number() -> None:
    data = library(entry("squad", entry("veteran", entry("medal"))))
    roster, (squad, veteran) = chosen(data, "squad", "veteran")
    assert edit.set_count(roster, data, squad, 3) == roster
    assert edit.set_count(roster, data, veteran, 3) == roster


def test_deselecting_a_unit_removes_it_and_removing_does_so_whatever_the_number() -> None:
    data = library(entry("squad", entry("marine", constraints=(least(5),))))
    roster, (squad,) = chosen(data, "squad")
    marine = found(roster, squad).selections[0].id
    assert tree(found(edit.remove(roster, marine), squad)) == {}
    assert edit.deselect(roster, data, squad).selection(squad) is None


def test_ids_are_short_new_and_may_be_given() -> None:
    data = library(entry("squad", entry("marine")))
    roster, force = patrol(data)
    roster, given = edit.select(roster, data, force, "squad", id="captain-1")
    roster, minted = edit.select(roster, data, given, "marine")
    assert given == "captain-1"
    assert 4 <= len(minted) <= 6
    assert minted.isalnum()
    with pytest.raises(EditError, match="captain-1 is taken"):
        edit.select(roster, data, force, "squad", id="captain-1")


def test_a_copy_has_new_ids_and_leaves_marks_of_company_behind() -> None:
    data = library(entry("squad", entry("marine", constraints=(least(5),))))
    roster, (squad,) = chosen(data, "squad")
    roster = edit.customize(roster, squad, name="First")
    roster = edit.set_marks(roster, squad, (Mark("reserve"), Mark("led_by", "x")))
    copied = edit.duplicate(roster, squad)
    copy = copied.roster.selection(copied.id)
    assert copy is not None
    assert tree(copy) == tree(found(copied.roster, squad))
    assert (copy.custom_name, copy.marks) == ("First", (Mark("reserve"),))
    assert len(copied.roster.ids()) == len(roster.ids()) + 2


def test_a_copied_force_brings_its_selections_and_child_forces() -> None:
    data = library(entry("squad"))
    roster, force = patrol(data)
    roster, wing = edit.add_force(roster, data, "wing", parent_id=force)
    roster, _ = edit.select(roster, data, wing, "squad")
    roster, copy = edit.duplicate(roster, force)
    assert [tree(child) for child in force_of(roster, copy).forces] == [{"1 squad": {}}]
    roster, _ = edit.duplicate(roster, wing)
    assert len(force_of(roster, force).forces) == 2
    assert [kept.id for kept in edit.remove_force(roster, force).forces] == [copy]


def test_units_and_forces_change_their_places() -> None:
    data = library(entry("squad"), entry("tank"), entry("bike"))
    roster, force = patrol(data)
    ids = []
    for wanted in ("squad", "tank", "bike"):
        roster, id = edit.select(roster, data, force, wanted)
        ids.append(id)
    squad, tank, bike = ids

    def order(roster: Roster) -> list[str]:
        return [child.entry_path for child in force_of(roster, force).selections]

    assert order(edit.move(roster, data, bike, before=squad)) == ["bike", "squad", "tank"]
    assert order(edit.move(roster, data, squad, after=tank)) == ["tank", "squad", "bike"]
    assert order(edit.move(roster, data, squad)) == ["tank", "bike", "squad"]
    assert order(edit.move(roster, data, squad, index=1)) == ["tank", "squad", "bike"]
    assert edit.move(roster, data, tank, index=1) == roster
    roster, wing = edit.add_force(roster, data, "wing", parent_id=force)
    moved = edit.move(roster, data, squad, force_id=wing)
    assert (order(moved), tree(force_of(moved, wing))) == (["tank", "bike"], {"1 squad": {}})
    back = edit.move(moved, data, squad, force_id=force, index=0)
    assert back == roster
    roster, second = edit.add_force(roster, data, "wing", parent_id=force)
    roster = edit.move(roster, data, second, before=wing)
    assert [child.id for child in force_of(roster, force).forces] == [second, wing]
    roster, copy = edit.duplicate(roster, force)
    assert [child.id for child in edit.move(roster, data, copy, index=0).forces] == [copy, force]


def test_equipment_changes_its_place_within_its_unit_only() -> None:
    data = library(entry("squad", entry("sword"), entry("bolter")))
    roster, (squad, _) = chosen(data, "squad", "sword")
    roster, bolter = edit.select(roster, data, squad, "bolter")
    assert list(tree(found(edit.move(roster, data, bolter, index=0), squad))) == ["1 bolter", "1 sword"]
    with pytest.raises(EditError, match="only whole units change their force"):
        edit.move(roster, data, bolter, force_id=roster.forces[0].id)


def test_limits_are_set_and_lifted() -> None:
    data = library(entry("squad"))
    roster, _ = patrol(data)
    roster = edit.set_cost_limit(roster, data, "pts", Decimal("0.5"))
    assert roster.cost_limit("pts") == Decimal("0.5")
    assert edit.set_cost_limit(roster, data, "pts", Decimal(-1)).cost_limits == ()


def test_the_old_roster_stays_as_it_was() -> None:
    data = library(entry("squad", entry("marine")))
    roster, (squad, marine) = chosen(data, "squad", "marine")
    before = tree(found(roster, squad))
    edit.set_count(roster, data, marine, 9)
    edit.customize(roster, squad, name="Renamed")
    edit.remove(roster, marine)
    assert tree(found(roster, squad)) == before


IMPOSSIBLE: dict[str, tuple[str, Callable[[Roster, Library, str, str], object]]] = {
    "an entry that is not offered": ("offers no entry tank", lambda r, d, f, s: edit.select(r, d, f, "tank")),
    "below nothing": ("no force or selection", lambda r, d, f, s: edit.select(r, d, "none", "squad")),
    "a force that is not offered": ("offers no force legion", lambda r, d, f, s: edit.add_force(r, d, "legion")),
    "a child force above": ("offers no force wing", lambda r, d, f, s: edit.add_force(r, d, "wing")),
    "an unknown catalogue": ("no catalogue x", lambda r, d, f, s: edit.add_force(r, d, "patrol", "x")),
    "a force that is gone": ("no force none", lambda r, d, f, s: edit.remove_force(r, "none")),
    "a selection that is gone": ("no selection none", lambda r, d, f, s: edit.deselect(r, d, "none")),
    "removing what is gone": ("no selection none", lambda r, d, f, s: edit.remove(r, "none")),
    "a force as a selection": ("no selection", lambda r, d, f, s: edit.set_count(r, d, f, 1)),
    "a negative number": ("below 0", lambda r, d, f, s: edit.set_count(r, d, s, -1)),
    "copying nothing": ("nothing with the id", lambda r, d, f, s: edit.duplicate(r, "none")),
    "naming nothing": ("nothing with the id", lambda r, d, f, s: edit.customize(r, "none", name="x")),
    "a category of a unit": ("categories of a force", lambda r, d, f, s: edit.customize(r, s, category_id="hq")),
    "marking nothing": ("no selection none", lambda r, d, f, s: edit.set_marks(r, "none", ())),
    "moving nothing": ("nothing with the id", lambda r, d, f, s: edit.move(r, d, "none")),
    "moving to nowhere": ("no force none", lambda r, d, f, s: edit.move(r, d, s, force_id="none")),
    "moving beside nothing": ("stand beside", lambda r, d, f, s: edit.move(r, d, s, before="none")),
    "an unknown cost": ("no cost type", lambda r, d, f, s: edit.set_cost_limit(r, d, "gold", Decimal(1))),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_what_the_data_makes_impossible_is_refused_with_the_reason(case: str) -> None:
    reason, request = IMPOSSIBLE[case]
    data = library(entry("squad", entry("marine", constraints=(most(5),))))
    roster, force = patrol(data)
    roster, squad = edit.select(roster, data, force, "squad")
    with pytest.raises(EditError, match=reason):
        request(roster, data, force, squad)


def test_a_unit_does_not_move_to_a_force_of_a_catalogue_that_lacks_it() -> None:
    orks = catalogue(entry("boy"), id="orks")
    data = Library(system(), [catalogue(entry("squad")), orks])
    roster, force = edit.add_force(edit.new_roster(data, "army"), data, "patrol", "marines")
    roster, squad = edit.select(roster, data, force, "squad")
    roster, other = edit.add_force(roster, data, "patrol", "orks")
    with pytest.raises(EditError, match="offers no entry squad"):
        edit.move(roster, data, squad, force_id=other)
