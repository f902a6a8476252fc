"""Conditions: what each scope, kind of child and comparison means, seen from a sergeant in a squad of a patrol."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import CatalogueLink, Condition, ConditionGroup, Modifier, Query, SelectionEntry
from builder.record import replace
from builder.roster import edit
from builder.roster.evaluate import evaluate
from tests.unit.catalogues import catalogue, entry, group, least, library, link, patrol, points, system


def query(scope: str, child: str | None, field: str = "selections", **flags: bool) -> Query:
    return Query(field=field, scope=scope, child_id=child, **flags)


HOLDS: dict[str, tuple[str, int, Query]] = {
    "not itself in itself": ("equalTo", 0, query("self", "sergeant")),
    "what it carries": ("equalTo", 2, query("self", "sword")),
    "its squad's models": ("equalTo", 6, query("parent", "model")),
    "not what they carry": ("equalTo", 0, query("parent", "sword")),
    "what they carry": ("equalTo", 2, query("parent", "sword", include_child_selections=True)),
    "the members of a group": ("equalTo", 4, query("parent", "guards")),
    "the units of the force": ("equalTo", 2, query("force", "unit")),
    "those of the category": ("equalTo", 1, query("force", "troops")),
    "all of the primary category": ("equalTo", 1, query("primary-category", "any")),
    "a named ancestor": ("equalTo", 2, query("squad", "sergeant")),
    "a named category": ("equalTo", 1, query("hq", "any")),
    "the roster without child forces": ("equalTo", 2, query("roster", "any")),
    "the roster with child forces": ("equalTo", 3, query("roster", "any", include_child_forces=True)),
    "forces below the force": ("equalTo", 1, query("force", "wing", "forces")),
    "forces of the roster": ("equalTo", 1, query("roster", "patrol", "forces")),
    "no forces of a catalogue, which is none": ("equalTo", 0, query("roster", "marines", "forces")),
    "forces at any depth": ("equalTo", 2, query("roster", "any", "forces", include_child_forces=True)),
    "costs": ("equalTo", 30, query("force", "captain", "pts")),
    "a cost limit": ("equalTo", 500, query("roster", "any", "limit::pts")),
    "no cost limit": ("equalTo", -1, query("roster", "any", "limit::power")),
    "a percentage": ("equalTo", 50, query("force", "captain", percent=True)),
    "selections of a kind of force": ("equalTo", 1, query("roster", "wing", include_child_forces=True)),
    "selections of a catalogue": ("equalTo", 2, query("roster", "marines")),
    "being written in a catalogue": ("instanceOf", 1, query("self", "marines")),
    "being in a force of a catalogue": ("instanceOf", 1, query("force", "marines")),
    "more than": ("greaterThan", 1, query("parent", "sergeant")),
    "at most": ("atMost", 2, query("parent", "sergeant")),
    "less than": ("lessThan", 3, query("parent", "sergeant")),
    "other than": ("notEqualTo", 3, query("parent", "sergeant")),
    "being itself": ("instanceOf", 1, query("self", "sergeant")),
    "being a model": ("instanceOf", 1, query("self", "model")),
    "being below a unit": ("instanceOf", 1, query("parent", "unit")),
    "being in a squad of a category": ("instanceOf", 1, query("ancestor", "troops")),
    "being in a force": ("instanceOf", 1, query("force", "patrol")),
    "being of a catalogue": ("instanceOf", 1, query("primary-catalogue", "marines")),
    "being of a primary category": ("instanceOf", 1, query("primary-category", "troops")),
    "not being something": ("notInstanceOf", 1, query("self", "captain")),
}

FAILS: dict[str, tuple[str, int, Query]] = {
    "an unknown scope": ("atLeast", 0, query("nowhere", "any")),
    "counting ancestors": ("atLeast", 0, query("ancestor", "any")),
    "an unknown child": ("atLeast", 0, query("force", "nobody")),
    "no child": ("atLeast", 0, query("force", None)),
    "an unknown comparison": ("resembles", 1, query("force", "any")),
    "being the roster": ("instanceOf", 1, query("roster", "patrol")),
    "being in a force of something else": ("instanceOf", 1, query("force", "squad")),
    "being nothing": ("instanceOf", 1, query("self", None)),
    "being in another category": ("instanceOf", 1, query("self", "hq")),
}


def conditional(**conditions: Any) -> Library:
    """A library in which the sergeant is renamed if the conditions hold."""
    renamed = Modifier("set", "name", "renamed", **conditions)
    sword = entry("sword", type="upgrade", collective=True)
    sergeant = entry("sergeant", sword, type="model", constraints=(least(2),), modifiers=(renamed,))
    guards = group("guards", entry("guard", type="model", constraints=(least(4),)))
    squad: SelectionEntry = entry("squad", sergeant, guards, slot="troops")
    return library(squad, entry("captain", slot="hq", costs=points(30)))


def renamed(data: Library) -> bool:
    roster, force = patrol(data)
    roster, _ = edit.select(roster, data, force, "squad")
    sergeant = next(found.id for found in roster.all_selections() if found.entry_path == "sergeant")
    roster, _ = edit.select(roster, data, sergeant, "sword")
    roster, _ = edit.select(roster, data, force, "captain")
    roster, wing = edit.add_force(roster, data, "wing", parent_id=force)
    roster, _ = edit.select(roster, data, wing, "captain")
    roster = edit.set_cost_limit(roster, data, "pts", Decimal(500))
    shown = (view for unit in evaluate(roster, data).view.units() for view in unit.walk())
    return any(view.name == "renamed" for view in shown)


@pytest.mark.parametrize("case", HOLDS)
def test_a_condition_holds(case: str) -> None:
    type, value, asked = HOLDS[case]
    assert renamed(conditional(conditions=(Condition(type, Decimal(value), asked),)))


@pytest.mark.parametrize("case", FAILS)
def test_a_condition_does_not_hold(case: str) -> None:
    type, value, asked = FAILS[case]
    assert not renamed(conditional(conditions=(Condition(type, Decimal(value), asked),)))


def test_what_something_is_goes_by_the_data_and_by_the_roster_where_the_data_lacks_it() -> None:
    """A saved list may say otherwise, or hold what an update of the data has taken out."""
    data = conditional(conditions=(Condition("equalTo", Decimal(3), query("force", "unit")),))
    roster, force = patrol(data)
    roster, _ = edit.select(roster, data, force, "squad")
    for _ in range(2):
        roster, _ = edit.select(roster, data, force, "captain")
    first, second, third = roster.forces[0].selections
    gone = replace(third, entry_path="nobody", type="unit")
    kept = replace(roster.forces[0], selections=(first, replace(second, type="upgrade"), gone))
    view = evaluate(replace(roster, forces=(kept,)), data).view
    assert any(each.name == "renamed" for unit in view.units() for each in unit.walk())


YES = Condition("atLeast", Decimal(1), query("force", "any"))
NO = Condition("lessThan", Decimal(1), query("force", "any"))


@pytest.mark.parametrize(
    ("group", "holds"),
    [
        (ConditionGroup("and", (YES, YES)), True),
        (ConditionGroup("and", (YES, NO)), False),
        (ConditionGroup("or", (YES, NO)), True),
        (ConditionGroup("or", (NO, NO)), False),
        (ConditionGroup("or", (), (ConditionGroup("and", (YES,)), ConditionGroup("and", (NO,)))), True),
        (ConditionGroup("and", (YES,), (ConditionGroup("or", (NO,)),)), False),
        (ConditionGroup("or"), True),
    ],
)
def test_groups_join_conditions(group: ConditionGroup, holds: bool) -> None:
    assert renamed(conditional(condition_groups=(group,))) is holds


def test_an_imported_entry_is_of_the_catalogue_that_it_is_written_in() -> None:
    from_armoury = Modifier("set", "name", "theirs", (Condition("instanceOf", Decimal(1), query("self", "armoury")),))
    counted = Modifier("append", "name", "+1", (Condition("equalTo", Decimal(1), query("force", "armoury")),))
    crate, squad = (entry(id, modifiers=(from_armoury, counted)) for id in ("crate", "squad"))
    armoury = catalogue(crate, id="armoury")
    data = Library(system(), [catalogue(squad, links=(CatalogueLink(id="l", target_id="armoury"),)), armoury])
    roster, force = patrol(data)
    for wanted in ("crate", "squad"):
        roster, _ = edit.select(roster, data, force, wanted)
    assert [unit.name for unit in evaluate(roster, data).view.units()] == ["squad +1", "theirs +1"]


def test_a_link_to_a_group_is_nothing_that_can_be_counted() -> None:
    arms = group("arms", entry("bolter"))
    armed = Modifier("set", "name", "armed", (Condition("atLeast", Decimal(1), query("squad", "to-arms")),))
    squad = entry("squad", link("to-arms", "arms"), modifiers=(armed,))
    data = library(squad, shared_selection_entry_groups=(arms,))
    roster, force = patrol(data)
    roster, unit = edit.select(roster, data, force, "squad")
    roster, _ = edit.select(roster, data, unit, "to-arms::bolter")
    assert [each.name for each in evaluate(roster, data).view.units()] == ["squad"]
