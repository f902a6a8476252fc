"""Evaluating a roster: effective values, costs, order, and findings that say whose matter they are."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import (
    CategoryEntry,
    CategoryLink,
    Characteristic,
    Condition,
    Cost,
    ForceEntry,
    InfoGroup,
    InfoLink,
    Modifier,
    ModifierGroup,
    Profile,
    Publication,
    Query,
    Repeat,
    Rule,
)
from builder.errors import Finding
from builder.record import replace
from builder.roster import edit
from builder.roster.evaluate import evaluate
from builder.roster.model import Roster
from builder.roster.view import SelectionView
from tests.unit.catalogues import (
    army,
    catalogue,
    change,
    entry,
    group,
    least,
    library,
    link,
    most,
    patrol,
    points,
    system,
    when,
)


def units(data: Library, roster: Roster) -> list[SelectionView]:
    return list(evaluate(roster, data).view.units())


def findings(data: Library, roster: Roster) -> list[tuple[str, str | None, str | None, str | None]]:
    """Of each finding its code, whose matter it is, the entry and the constraint."""
    return [(f.code, f.at.owner_entry or f.at.owner, f.at.entry, f.at.constraint) for f in told(data, roster)]


def told(data: Library, roster: Roster) -> tuple[Finding, ...]:
    return evaluate(roster, data).findings


def test_costs_are_exact_and_a_selection_counts_its_own_times_its_number() -> None:
    data = library(entry("squad", entry("marine", costs=points("0.1"), constraints=(least(3),)), costs=points(10)))
    view = evaluate(army(data, "squad"), data).view
    squad = next(view.units())
    assert squad.costs == (Cost("pts", Decimal(10), "pts"),)
    assert squad.children[0].costs[0].value == Decimal("0.3")
    assert view.costs[0].value == Decimal("10.3")


def test_selections_stand_by_name_whatever_the_case_and_then_as_they_were_added() -> None:
    data = library(entry("tank"), entry("Bike"), entry("apothecary"))
    names = [unit.name for unit in units(data, army(data, "tank", "Bike", "tank", "apothecary"))]
    assert names == ["apothecary", "Bike", "tank", "tank"]


def test_modifiers_apply_in_their_order_while_their_conditions_hold() -> None:
    renamed = (
        change("set", "name", "veterans", when("atLeast", 1, "captain")),
        change("append", "name", "of the first", when("atLeast", 2, "captain")),
        change("increment", "pts", "5", when("atLeast", 1, "captain")),
    )
    data = library(entry("squad", modifiers=renamed, costs=points(20)), entry("captain"))
    alone, led = army(data, "squad"), army(data, "squad", "captain", "captain")
    assert [(unit.name, unit.costs[0].value) for unit in units(data, alone)] == [("squad", Decimal(20))]
    assert units(data, led)[-1].name == "veterans of the first"
    assert units(data, led)[-1].costs[0].value == 25


def test_a_modifier_group_shares_its_conditions_and_repeats() -> None:
    each = Repeat(Decimal(2), 1, Query(scope="force", child_id="scout"))
    dearer = ModifierGroup(modifiers=(change("increment", "pts", "10"),), repeats=(each,))
    data = library(entry("squad", modifier_groups=(dearer,), costs=points(0)), entry("scout"))
    assert units(data, army(data, "squad", *["scout"] * 5))[-1].costs[0].value == 20


def test_a_condition_about_something_that_does_not_exist_never_holds() -> None:
    renamed = (change("set", "name", "renamed", when("lessThan", 5, "nobody")),)
    assert units(library(entry("squad", modifiers=renamed)), army(library(entry("squad")), "squad"))[0].name == "squad"


def test_costs_that_count_themselves_are_worked_out_unit_by_unit() -> None:
    each = Repeat(Decimal(50), 1, Query(field="pts", scope="force", child_id="squad"))
    growing = (Modifier("increment", "pts", "10", repeats=(each,)),)
    data = library(entry("squad", costs=points(100), modifiers=growing))
    assert [unit.costs[0].value for unit in units(data, army(data, "squad"))] == [100]
    assert [unit.costs[0].value for unit in units(data, army(data, "squad", "squad"))] == [120, 120]
    assert [unit.costs[0].value for unit in units(data, army(data, "squad", "squad", "squad"))] == [140, 150, 150]


def test_costs_that_count_others_do_not_depend_on_the_order() -> None:
    each = Repeat(Decimal(100), 1, Query(field="pts", scope="force", child_id="tank"))
    dearer = entry("squad", costs=points(50), modifiers=(Modifier("increment", "pts", "10", repeats=(each,)),))
    data = library(dearer, entry("tank", costs=points(200)))
    for order in (("squad", "tank"), ("tank", "squad")):
        assert [unit.costs[0].value for unit in units(data, army(data, *order))] == [70, 200]


def test_a_force_shows_what_its_entry_its_catalogue_and_the_game_system_bring() -> None:
    hidden = (change("set", "hidden", "true", when("atLeast", 1, "any")),)
    force = ForceEntry(id="patrol", name="patrol", page="7", rules=(Rule(id="f", name="Own"),), modifiers=hidden)
    frame = system(force_entries=(force,), rules=(Rule(id="s", name="Of all"),), publications=(Publication("book"),))
    data = Library(frame, [catalogue(entry("squad"), rules=(Rule(id="c", name="Of marines"),))])
    roster = army(data, "squad")
    roster = edit.customize(roster, roster.forces[0].id, name="First", notes="Old guard")
    roster = edit.customize(roster, roster.forces[0].id, category_id="(No Category)", name="Others")
    view = evaluate(roster, data).view.forces[0]
    assert (view.name, view.page, view.hidden, view.catalogue_name) == ("patrol", "7", True, "marines")
    assert [rule.name for rule in view.rules] == ["Own", "Of marines", "Of all"]
    assert (view.custom_name, view.custom_notes, view.categories[0].custom_name) == ("First", "Old guard", "Others")
    assert view.publications == (("book", ""),)


def test_a_category_may_be_renamed() -> None:
    renamed = CategoryEntry(
        id="hq", name="hq", modifiers=(change("set", "name", "command", when("atLeast", 1, "any")),)
    )
    data = Library(system(category_entries=(renamed,)), [catalogue(entry("captain", slot="hq"))])
    view = evaluate(army(data, "captain"), data).view
    assert [slot.name for slot in view.forces[0].categories] == ["Uncategorised", "command", "troops"]
    assert [slot.name for slot in next(view.units()).categories] == ["command"]


def test_categories_that_depend_on_each_other_come_to_an_end() -> None:
    swap = (change("add", "category", "hq", when("atLeast", 1, "hq")),)
    data = library(entry("a", slot="troops", modifiers=swap), entry("b", slot="troops", modifiers=swap))
    assert [{c.entry_id for c in unit.categories} for unit in units(data, army(data, "a", "b"))] == [{"troops"}] * 2


def test_profiles_and_rules_come_from_the_entry_its_links_and_its_info_groups() -> None:
    stats = Profile(id="stats", name="Marine", type_id="unit", characteristics=(Characteristic("T", "t", "4"),))
    fearless = Rule(id="fearless", name="Fearless", description="Never runs.")
    secret = InfoGroup(id="secret", hidden=True, rules=(Rule(id="s", name="Secret"),))
    squad = entry(
        "squad",
        rules=(Rule(id="own", name="Own", description="Text."),),
        info_links=(
            InfoLink(id="to-stats", target_id="stats", modifiers=(change("set", "t", "5"),)),
            InfoLink(id="to-rule", target_id="fearless", type="rule"),
        ),
        info_groups=(InfoGroup(id="group", rules=(Rule(id="g", name="Grouped"),)), secret),
    )
    data = library(squad, shared_profiles=(stats,), shared_rules=(fearless,))
    unit = units(data, army(data, "squad"))[0]
    assert [rule.name for rule in unit.rules] == ["Own", "Fearless", "Grouped"]
    assert [(profile.name, profile.characteristics[0].value) for profile in unit.profiles] == [("Marine", "5")]


def test_profiles_and_rules_that_stand_on_a_link_do_not_bear_its_id() -> None:
    """As the children of a link; those of what it leads to bear it."""
    shared = Profile(id="shared", name="Shared", type_id="arm")
    own, of_target = (Profile(id=id, name=id, type_id="arm") for id in ("own", "target"))
    trait = link("to-trait", "trait", profiles=(own,), info_links=(InfoLink(id="shows", target_id="shared"),))
    data = library(
        link("to-hero", "hero"),
        shared_selection_entries=(entry("hero", trait), entry("trait", profiles=(of_target,))),
        shared_profiles=(shared,),
    )
    roster = army(data, "to-hero::hero")
    roster, _ = edit.select(roster, data, roster.forces[0].selections[0].id, "to-hero::to-trait::trait")
    (trait_view,) = units(data, roster)[0].children
    shown = [profile.id for profile in trait_view.profiles]
    assert shown == ["to-hero::to-trait::target", "to-hero::own", "to-hero::shows::shared"]


def test_a_slot_is_called_as_the_force_calls_it() -> None:
    slot = CategoryLink(id="slot", target_id="hq", modifiers=(change("set", "name", "Leaders"),))
    force = ForceEntry(id="patrol", name="patrol", category_links=(slot,))
    data = Library(system(force_entries=(force,)), [catalogue(entry("captain", slot="hq"))])
    view = evaluate(army(data, "captain"), data).view
    assert [category.name for category in view.forces[0].categories] == ["Uncategorised", "Leaders"]
    (captain,) = view.units()
    assert [category.name for category in captain.categories] == ["hq"]


def test_what_a_selection_shows_has_the_selection_for_its_parent_and_first_ancestor() -> None:
    def shown(id: str, condition: Condition) -> Rule:
        return Rule(id=id, name=id, hidden=True, modifiers=(change("set", "hidden", "false", condition),))

    rules = (
        shown("carries", when("atLeast", 1, "sword", "parent")),
        shown("is", when("instanceOf", 1, "squad", "parent")),
        shown("below", when("instanceOf", 1, "squad", "ancestor")),
        shown("beside", when("atLeast", 1, "squad", "parent")),
    )
    data = library(entry("squad", entry("sword", constraints=(least(1),)), rules=rules))
    names = [rule.name for rule in units(data, army(data, "squad"))[0].rules]
    assert [name.partition(" ")[0] for name in names] == ["carries", "is", "below"]


def test_a_profile_that_a_condition_changes_bears_the_name_of_what_the_condition_asks_for() -> None:
    def glaive(id: str, *own: Modifier) -> Profile:
        return Profile(id=id, name=id, type_id="arm", characteristics=(Characteristic("S", "s", "4"),), modifiers=own)

    stronger = change("set", "s", "5", when("instanceOf", 1, "warpseer", "ancestor"))
    always, lacking = change("set", "s", "6"), change("set", "s", "7", when("lessThan", 1, "banner", "force"))
    shared = (glaive("own", stronger), glaive("linked"), glaive("always", always), glaive("lacking", lacking))
    links = tuple(
        InfoLink(id=f"to-{each.id}", target_id=each.id, modifiers=(stronger,) if each.id == "linked" else ())
        for each in shared
    )
    data = library(entry("warpseer", info_links=links), entry("banner"), shared_profiles=shared)
    roster = army(data, "warpseer")
    (unit,) = units(data, roster)
    found = [(profile.name, profile.characteristics[0].value) for profile in unit.profiles]
    assert found == [("own (warpseer)", "5"), ("linked", "5"), ("always", "6"), ("lacking", "7")]
    (unit,) = units(data, replace(roster, program="https://newrecruit.eu"))
    assert [profile.name for profile in unit.profiles] == ["own", "linked", "always", "lacking"]


@pytest.mark.parametrize(
    ("condition", "name"),
    [
        (when("greaterThan", 0, "wings", "self"), "Prince (wings)"),
        (when("atLeast", 1, "to-wings", "self"), "Prince (wings)"),
        (when("notEqualTo", 0, "wings", "self"), "Prince (wings)"),
        (when("atMost", 1, "wings", "self"), "Prince"),
        (when("lessThan", 2, "wings", "self"), "Prince"),
    ],
)
def test_a_condition_asks_for_what_has_to_be_there(condition: Condition, name: str) -> None:
    faster = replace(change("set", "s", "12"), conditions=(condition,))
    stats = Profile(
        id="p", name="Prince", type_id="u", characteristics=(Characteristic("S", "s", "6"),), modifiers=(faster,)
    )
    prince = entry("prince", link("to-wings", "wings", constraints=(least(1),)), profiles=(stats,))
    data = library(prince, shared_selection_entries=(entry("wings"),))
    (unit,) = units(data, army(data, "prince"))
    assert [(profile.name, profile.characteristics[0].value) for profile in unit.profiles] == [(name, "12")]


def test_too_many_are_the_matter_of_the_selection_and_too_few_of_the_slot() -> None:
    data = library(entry("captain", slot="hq", constraints=(most(1),)), entry("squad", slot="troops"))
    roster = army(data, "captain", "captain")
    (finding,) = told(data, roster)
    last = roster.forces[0].selections[1].id
    assert (finding.at.owner, finding.at.selection, finding.at.unit) == ("selection", last, last)
    assert finding.message == "2 × captain, the army may have at most 1."
    needed = library(entry("captain", slot="hq", constraints=(least(2),)))
    roster = army(needed)
    roster = edit.remove(roster, roster.forces[0].selections[0].id)
    assert findings(needed, roster) == [("min", "hq", "captain", "least")]
    assert told(needed, roster)[0].message == "1 captain, the army needs at least 2."


def test_a_finding_has_no_signs_for_bold_letters_of_names() -> None:
    data = library(entry("captain", slot="hq", constraints=(replace(most(1), message="**Pitched**: one captain"),)))
    (finding,) = told(data, army(data, "captain", "captain"))
    assert finding.message == "Pitched: one captain"


def test_limits_below_a_selection_are_the_matter_of_that_selection() -> None:
    arms = group("arms", entry("bolter"), entry("flamer"), constraints=(most(1, "one-arm"),))
    data = library(entry("squad", entry("marine", constraints=(most(2, "two"),)), arms))
    roster, force = patrol(data)
    roster, squad = edit.select(roster, data, force, "squad")
    for wanted in ("marine", "marine", "marine", "bolter", "flamer"):
        roster, _ = edit.select(roster, data, squad, wanted)
    assert findings(data, roster) == [("max", "squad", "marine", "two"), ("max", "squad", "arms", "one-arm")]


def test_collective_equipment_is_limited_per_model() -> None:
    data = library(entry("squad", entry("marine", entry("bolter", collective=True, constraints=(most(1),)))))
    roster, force = patrol(data)
    for wanted in ("squad", "marine", "bolter"):
        roster, force = edit.select(roster, data, force, wanted)
    marine = next(found.id for found in roster.all_selections() if found.entry_path == "marine")
    roster = edit.set_count(roster, data, marine, 5)
    assert told(data, roster) == ()
    assert (
        told(data, edit.set_count(roster, data, force, 2))[0].message
        == "marine has 10 × bolter, at most 1 for each of its 5 models is allowed."
    )


def test_a_slot_of_the_force_limits_its_category() -> None:
    slot = CategoryLink(id="slot", target_id="hq", constraints=(least(1, "hq-min"), most(2, "hq-max")))
    frame = system(force_entries=(ForceEntry(id="patrol", name="patrol", category_links=(slot,)),))
    data = Library(frame, [catalogue(entry("captain", slot="hq"))])
    assert findings(data, army(data)) == [("min", "patrol", "slot", "hq-min")]
    assert findings(data, army(data, "captain", "captain")) == []
    assert findings(data, army(data, *["captain"] * 3)) == [("max", "patrol", "slot", "hq-max")]


def test_a_shared_limit_counts_all_links_and_another_each_by_itself() -> None:
    limits = (most(3, "together", "force", shared=True), most(2, "each", "force", shared=False))
    data = library(link("a", "bike"), link("b", "bike"), shared_selection_entries=(entry("bike", constraints=limits),))
    assert findings(data, army(data, "a", "a", "b")) == []
    assert {found[3] for found in findings(data, army(data, "a", "a", "a"))} == {"each"}
    assert [found[3] for found in findings(data, army(data, "a", "a", "b", "b"))] == ["together"]


def test_a_limit_that_is_not_shared_is_told_once_wherever_its_entry_is_offered() -> None:
    limits = (most(1, "each", "force", shared=False, include_child_selections=True),)
    carrier = (entry("a", link("arm", "bow")), entry("b", link("arm-b", "bow")))
    data = library(*carrier, shared_selection_entries=(entry("bow", constraints=limits),))
    roster, force = patrol(data)
    for unit, wanted in (("a", "arm::bow"), ("a", "arm::bow"), ("a", "arm::bow"), ("b", "arm-b::bow")):
        roster, chosen = edit.select(roster, data, force, unit)
        roster, _ = edit.select(roster, data, chosen, wanted)
    assert [found[0::3] for found in findings(data, roster)] == [("max", "each")]


def test_a_hidden_entry_must_not_be_chosen() -> None:
    hidden = (change("set", "hidden", "true", when("atLeast", 1, "captain")),)
    data = library(entry("squad", slot="troops", modifiers=hidden), entry("captain", slot="hq"))
    assert findings(data, army(data, "squad")) == []
    roster = army(data, "squad", "captain")
    assert findings(data, roster) == [("hidden", "squad", "squad", "hidden")]
    assert [unit.hidden for unit in units(data, roster)] == [False, True]


def test_a_cost_over_its_limit_is_told_with_the_amount() -> None:
    data = library(entry("tank", costs=points("562.5")))
    roster = edit.set_cost_limit(army(data, "tank", "tank"), data, "pts", Decimal(1000))
    (found,) = told(data, roster)
    assert found.message.replace("\u00a0", " ") == "The army costs 1 125 pts, the limit is 1 000."


def test_an_entry_that_the_data_no_longer_has_stays_and_is_flagged_once() -> None:
    old = library(entry("squad", entry("marine", constraints=(least(5),))), entry("tank"))
    roster = army(old, "squad", "tank")
    new = library(entry("tank"))
    view = evaluate(roster, new).view
    assert [(unit.name, len(unit.children)) for unit in view.units()] == [("squad", 1), ("tank", 0)]
    assert [(found.code, found.at.entry) for found in told(new, roster)] == [("entry-missing", "squad")]


GONE: list[tuple[str, dict[str, Any]]] = [
    ("force-missing", {"entry_id": "gone"}),
    ("catalogue-missing", {"catalogue_id": "gone"}),
]


@pytest.mark.parametrize(("code", "lost"), GONE)
def test_a_force_that_the_data_no_longer_has_stays_and_is_flagged(code: str, lost: dict[str, Any]) -> None:
    data = library(entry("squad"))
    roster = army(data, "squad")
    roster = replace(roster, forces=(replace(roster.forces[0], **lost),))
    evaluation = evaluate(roster, data)
    assert [unit.name for unit in evaluation.view.units()] == ["squad"]
    assert [found.code for found in evaluation.findings] == [code]
