"""What the editor shows of an army: its tree with points and slots, its totals, and what of it is folded."""

from __future__ import annotations

from decimal import Decimal

import pytest

from builder.catalogue.library import ArmyData
from builder.catalogue.model import Cost
from builder.datafiles.armies import short_form
from builder.errors import Severity
from builder.record import replace
from builder.roster.marks import Mark
from builder.roster.model import Selection
from builder.roster.view import SelectionView
from builder.scalars import number
from builder.services.army.versions import compare_armies
from builder.services.editor import unit_operations
from builder.services.editor.operations import AddForce, Count, Duplicate, Limit, Remove, Unmark
from builder.services.editor.session import EditorSession
from builder.services.editor.tree import aboard, totals_of
from builder.services.editor.view import EditorView, SlotLine, TreeRow, place_of
from builder.systems.protocol import ANY_ROOM, UnitSummary, sizes
from tests.starters import EACH_STARTER


def desk_of(starter: str = "space-marines-500") -> EditorSession:
    return EditorSession.open(starter).editor


def row(picture: EditorView, name: str) -> TreeRow:
    return next(found for found in picture.rows if found.name == name)


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_units_add_up_to_their_slots_and_slots_to_the_army(starter: str) -> None:
    desk = desk_of(starter)
    picture = desk.view
    slots = [found for found in picture.rows if found.kind == "slot"]
    assert sum(found.points or 0 for found in slots) == picture.totals.points
    assert sum(found.points or 0 for found in picture.rows if found.kind == "unit") == picture.totals.points


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_every_row_is_below_one_that_is_a_step_less_deep(starter: str) -> None:
    depth = -1
    for found in desk_of(starter).view.rows:
        assert found.depth <= depth + 1
        depth = found.depth


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_the_glimpse_of_a_change_has_the_totals_of_the_whole_picture(starter: str) -> None:
    desk = desk_of(starter)
    assert desk.view
    unit = next(iter(desk.army.view.units()))
    desk.apply(Duplicate(id=unit.id), Limit(number="1234"))
    glimpse = desk.glimpse.totals
    whole = desk.view.totals
    assert (glimpse.points, glimpse.limit) == (whole.points, whole.limit) == (whole.points, Decimal(1234))
    desk.apply(Limit(number="none"))
    assert desk.glimpse.totals.limit is desk.view.totals.limit is None


def test_a_unit_shows_its_models_marks_and_points() -> None:
    picture = desk_of().view
    scouts = row(picture, "Scout Squad")
    assert (scouts.models, scouts.kind, scouts.parent) == (5, "unit", True)
    assert [each.name for each in picture.rows if each.kind == "mark" and each.unit == scouts.id] == ["reserve"]
    assert row(picture, "HQ").slot == SlotLine(name="HQ", taken=1, least=1, most=2)


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_slots_have_the_same_limits_in_the_tree_as_in_the_totals(starter: str) -> None:
    picture = desk_of(starter).view
    totals = {slot.name: (slot.taken, slot.least, slot.most) for slot in picture.totals.slots}
    in_tree = {found.name: found.slot for found in picture.rows if found.kind == "slot"}
    for name, slot in in_tree.items():
        if slot is not None and name in totals:
            assert (slot.taken, slot.least, slot.most) == totals[name]


def test_a_slot_that_is_required_is_shown_though_it_is_empty() -> None:
    desk = desk_of()
    desk.apply(Remove(id=row(desk.view, "Librarian Orsino Vael").id))
    empty = row(desk.view, "HQ")
    assert (empty.severity, empty.parent) == ("error", False)
    assert not any(found.name == "Fast Attack" for found in desk.view.rows)


def test_totals_tell_the_worst_finding_first() -> None:
    desk = desk_of()
    desk.apply(Limit(number="100"))
    totals = desk.view.totals
    errors = [found for found in desk.army.findings if found.severity is Severity.ERROR]
    assert (totals.errors, totals.worst) == (len(errors), errors[0].message)


def test_a_force_has_a_row_of_its_own_only_where_there_are_several() -> None:
    desk = desk_of()
    assert desk.view.rows[0].kind == "slot"
    force = next(desk.session.state.roster.all_forces()).entry_id
    desk.apply(AddForce(force=force))
    assert [found.kind for found in desk.view.rows if not found.depth] == ["force", "force"]


def test_what_is_folded_hides_all_below_it_and_nothing_else() -> None:
    picture = desk_of().view
    slot = row(picture, "Troops")
    shown = picture.folded(frozenset({slot.id}))
    assert slot in shown
    hidden = [found for found in picture.rows if found not in shown]
    assert {found.unit for found in hidden if found.kind == "unit"} >= {row(picture, "Scout Squad").id}
    assert row(picture, "Dreadnought") in shown
    assert picture.folded(frozenset()) == picture.rows


def test_a_finding_leads_to_what_it_is_about() -> None:
    desk = desk_of()
    ids = {found.id for found in desk.view.rows} | {""}
    for finding in desk.army.findings:
        place = place_of(finding)
        assert place in ids or desk.row_of(place) in ids or desk.session.state.roster.force(place)


def test_what_has_no_models_is_no_unit_beside_those_that_have_some() -> None:
    def unit(id: str, models: int, points: int = 0) -> UnitSummary:
        return UnitSummary(id=id, entry=id, name=id, kind="unit", models=models, points=Decimal(points))

    rhino = replace(unit("rhino", 1), vehicles=1)
    assert sizes((unit("detachment", 0), unit("squad", 5), unit("captain", 1), rhino)) == (3, 6, 1), "on foot, vehicles"
    assert sizes((unit("boy", 1), replace(unit("tanks", 3), kind="vehicle"))) == (2, 1, 3), "who tells the kind alone"
    assert sizes((unit("spell", 0, 50), unit("terrain", 0, 80), unit("allegiance", 0))) == (2, 0, 0)
    assert sizes((unit("allegiance", 0),)) == (0, 0, 0), "a new army has no unit yet"


def test_totals_tell_what_an_army_costs_beside_its_points() -> None:
    desk = desk_of()
    army = desk.army
    power, none = Cost("pl", Decimal(1105), " PL"), Cost("cabal", Decimal(0), "Cabal Points")
    view = replace(army.view, costs=(*army.view.costs, power, none, Cost("hidden", Decimal(9), "Seat")))
    counted = totals_of(replace(army, view=replace(view, hidden_costs=("hidden",)))).counted
    assert counted == (*desk.view.totals.counted, f"{number(1105)} PL")


def test_armies_are_compared_without_hidden_costs_and_a_detachment_is_no_unit_of_them() -> None:
    army = desk_of().army
    seat, none = Cost("hidden", Decimal(9), "Seat"), Cost("cabal", Decimal(0), "Cabal Points")
    (force,) = army.view.forces
    detachment = SelectionView(id="detachment", name="Detachment", entry_id="detachment", type="upgrade", number=1)
    forces = (replace(force, selections=(*force.selections, detachment)),)
    costs = (*army.view.costs, seat, none, Cost("us", Decimal(4), "  US"))
    compared = compare_armies(
        army, replace(army, view=replace(army.view, costs=costs, forces=forces, hidden_costs=("hidden",)))
    )
    figures = [each.name for each in compared.figures]
    assert "US" in figures and not {"Seat", "Cabal points", "Cabal Points"} & {*figures}
    assert compared.alike == sizes(army.reading.units)[0] == len([*army.view.units()]) + 1, "the Rhino is one too"
    assert compare_armies(compared.after, compared.after).alike == compared.alike, "a detachment is told beside units"


def test_a_unit_that_was_counted_is_not_held_against_the_short_form_again(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, held = desk_of(), list[str]()

    def regular(unit: Selection, data: ArmyData, catalogue: str) -> Selection | None:
        held.append(unit.id)
        return short_form.regular(unit, data, catalogue)

    monkeypatch.setattr(unit_operations, "regular", regular)
    squad = row(desk.view, "Tactical Squad Ancora").unit
    for models in (9, 8, 9, 10):
        desk.apply(Count(id=squad, number=models))
    assert held == [squad]
    before = desk.session.state.roster.selection(squad)
    assert before is not None
    force = next(desk.session.state.roster.all_forces())
    assert short_form.regular(before, desk.session.ground.data, force.catalogue_id) == before


def test_a_transport_tells_how_full_it_is() -> None:
    desk = desk_of("space-marines-1000")
    full = {each.name: each.aboard for each in desk.view.rows if each.kind == "unit"}
    assert (full["Rhino 1"], full["Drop Pod Ferrum"], full["Whirlwind"]) == ("10/10", "full", "")
    squad = row(desk.view, "Tactical Squad Oriel")
    desk.apply(Count(id=squad.id, number=8))
    assert row(desk.view, "Rhino 1").aboard == "8/10"
    desk.apply(Unmark(id=squad.id, mark=("riding", "in")))
    assert row(desk.view, "Rhino 1").aboard == "0/10"


def test_who_leads_a_unit_rides_with_it_and_an_unknown_room_is_not_told() -> None:
    def unit(id: str, *marks: Mark, models: int = 5, room: int = 0) -> UnitSummary:
        return UnitSummary(id=id, entry="", name=id, kind="unit", models=models, marks=marks, room=room)

    squad = unit("squad", Mark("riding_in", "tank"), Mark("led_by", "captain"))
    captain, tank = unit("captain", models=1), unit("tank", models=1, room=ANY_ROOM)
    assert aboard([squad, captain, tank]) == {"tank": "6"}
    assert aboard([captain, tank]) == {"tank": ""}
    assert aboard([squad, captain]) == {}
