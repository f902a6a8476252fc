"""What New Recruit's data has beyond BattleScribe's: scopes, modifiers, local groups, what reaches other elements."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import (
    CategoryLink,
    Characteristic,
    Condition,
    ConditionGroup,
    Cost,
    CostType,
    ForceEntry,
    InfoLink,
    LocalConditionGroup,
    Modifier,
    Profile,
    Query,
    Repeat,
    Rule,
)
from builder.errors import InputError
from builder.record import replace
from builder.roster import edit
from builder.roster.evaluate import Evaluator, evaluate
from builder.roster.model import Roster
from builder.roster.parts import put
from builder.roster.view import SelectionView, costs_to_show
from builder.services.army.opening import open_bytes
from tests.unit.catalogues import (
    army,
    catalogue,
    change,
    entry,
    group,
    least,
    library,
    most,
    patrol,
    points,
    system,
    when,
)


def units(data: Library, roster: Roster) -> list[SelectionView]:
    return list(evaluate(roster, data, by_name=False).view.units())


def found(data: Library, roster: Roster) -> list[tuple[str, str]]:
    return [(finding.code, finding.message) for finding in evaluate(roster, data).findings]


def scoped(scope: str, child: str, **fields: Any) -> Library:
    """A unit with a model that carries a sword, which is renamed if it sees the child in its scope."""
    seen = Modifier("set", "name", "seen", (Condition("atLeast", Decimal(1), Query(scope=scope, child_id=child)),))
    sword = entry("sword", type="upgrade", modifiers=(seen,), constraints=(least(1),))
    model = entry("model-entry", sword, type="model", constraints=(least(1),))
    horse = entry("horse", type="model", sub_type="mount", constraints=(least(1),))
    return library(entry("squad", model, horse, **fields))


@pytest.mark.parametrize(
    ("scope", "child", "sees"),
    [
        ("root-entry", "horse", True),
        ("unit", "model-entry", True),
        ("model", "sword", True),
        ("model", "horse", False),
        ("upgrade", "sword", False),
        ("model-or-unit", "sword", True),
        ("unit", "mount", True),
        ("unit", "crew", False),
        ("unit", "model-or-unit", True),
    ],
)
def test_a_scope_is_the_nearest_of_a_type_above(scope: str, child: str, sees: bool) -> None:
    data = scoped(scope, child)
    names = [view.name for view in units(data, army(data, "squad"))[0].walk()]
    assert ("seen" in names) is sees


def test_a_scope_may_begin_at_the_element_itself() -> None:
    own = Modifier("set", "name", "own", (Condition("instanceOf", Decimal(1), Query(scope="unit-self", child_id="a")),))
    data = library(entry("a", modifiers=(own,)))
    assert units(data, army(data, "a"))[0].name == "own"


@pytest.mark.parametrize(
    ("group", "holds"),
    [
        (ConditionGroup("count", (when("atLeast", 1, "a"), when("atLeast", 9, "a")), least=Decimal(1)), True),
        (ConditionGroup("count", (when("atLeast", 1, "a"), when("atLeast", 9, "a")), least=Decimal(2)), False),
        (ConditionGroup("count", (when("atLeast", 1, "a"),) * 2, most=Decimal(1)), False),
        (ConditionGroup("not", (when("atLeast", 1, "a"), when("atLeast", 9, "a"))), True),
        (ConditionGroup("and", (when("always", 0, "a"),)), True),
        (ConditionGroup("or", (when("never", 0, "a"),)), False),
    ],
)
def test_groups_count_and_negate(group: ConditionGroup, holds: bool) -> None:
    data = library(entry("a", modifiers=(Modifier("set", "name", "held", condition_groups=(group,)),)))
    assert (units(data, army(data, "a"))[0].name == "held") is holds


def local(type: str, value: int, *conditions: Condition, **fields: Any) -> LocalConditionGroup:
    return LocalConditionGroup(type, Decimal(value), Query(scope="force"), conditions=conditions, **fields)


def test_a_local_group_counts_selections_that_meet_its_conditions_themselves() -> None:
    both = (when("instanceOf", 1, "hq", "self"), when("atLeast", 1, "sword", "self"))
    counted = Modifier("set", "name", "led", local_condition_groups=(local("atLeast", 1, *both),))
    armed, bare = entry("armed", entry("sword", constraints=(least(1),)), slot="hq"), entry("bare", slot="hq")
    data = library(entry("squad", modifiers=(counted,)), armed, bare)
    assert units(data, army(data, "squad", "bare"))[0].name == "squad"
    assert units(data, army(data, "squad", "armed"))[0].name == "led"


def test_what_a_local_group_found_while_categories_were_worked_out_is_asked_again() -> None:
    nobody = local("lessThan", 1, when("instanceOf", 1, "hq", "self"))
    first = Modifier("add", "category", "hq", local_condition_groups=(nobody,))
    alone = Modifier("set", "name", "alone", local_condition_groups=(nobody,))
    data = library(entry("squad", modifiers=(alone,)), entry("captain", modifiers=(first,)))
    assert units(data, army(data, "squad"))[0].name == "alone"
    squad, *captains = units(data, army(data, "squad", "captain", "captain"))
    assert squad.name == "squad"
    assert [any(each.entry_id == "hq" for each in captain.categories) for captain in captains] == [True, False]


def test_a_local_group_that_many_ask_answers_all_alike() -> None:
    led = local("atLeast", 1, when("instanceOf", 1, "hq", "self"), when("notInstanceOf", 1, "squad", "self"))
    named = Modifier("set", "name", "led", local_condition_groups=(led,))
    data = library(entry("squad", modifiers=(named,)), entry("captain", slot="hq"))
    assert [unit.name for unit in units(data, army(data, "squad", "squad", "captain"))] == ["led", "led", "captain"]
    assert [unit.name for unit in units(data, army(data, "squad", "squad"))] == ["squad", "squad"]


def test_a_local_group_repeats_for_each_that_stands_before() -> None:
    copies = (when("instanceOf", 1, "squad", "self"), Condition("before", Decimal(1), Query(child_id="any")))
    dearer = Modifier("increment", "pts", "10", local_condition_groups=(local("atLeast", 1, *copies, repeats=1),))
    data = library(entry("squad", costs=points(100), modifiers=(dearer,)))
    assert [unit.costs[0].value for unit in units(data, army(data, "squad", "squad", "squad"))] == [100, 110, 120]


def test_a_modifier_reaches_up_by_its_scope_and_down_by_what_it_affects() -> None:
    stat = Profile(
        id="stat", name="Man", type_id="t", type_name="Unit", characteristics=(Characteristic("W", "w", "2"),)
    )
    flag = entry(
        "flag",
        constraints=(least(1),),
        modifiers=(
            Modifier("add", "category", "hq", scope="root-entry"),
            Modifier("increment", "w", "1", scope="unit", affects="self.entries.recursive.profiles.Unit"),
            Modifier("increment", "w", "5", scope="unit", affects="self.entries.recursive.hq.profiles.Weapon"),
            Modifier("multiply", "pts", "2", scope="unit"),
            Modifier("append", "name", "flagged", scope="force", affects="self.entries.recursive.guard"),
        ),
    )
    guard = entry("guard", type="model", profiles=(stat,), costs=points(5), constraints=(least(1),))
    data = library(entry("squad", guard, flag, slot="troops", costs=points(20)), entry("lone", profiles=(stat,)))
    squad, lone = units(data, army(data, "squad", "lone"))
    assert {category.entry_id: category.primary for category in squad.categories} == {"troops": True, "hq": False}
    assert squad.costs[0].value == 40 and squad.name == "squad"
    man = next(child for child in squad.children if child.entry_id == "guard")
    assert man.name == "guard flagged" and man.costs[0].value == 5
    assert [cell.value for cell in man.profiles[0].characteristics] == ["3"]
    assert [cell.value for cell in lone.profiles[0].characteristics] == ["2"]


def test_a_modifier_of_a_profile_or_a_link_to_one_starts_at_the_entry_that_shows_it() -> None:
    stat = Profile(
        id="stat", name="Man", type_id="t", type_name="Unit", characteristics=(Characteristic("W", "w", "2"),)
    )
    stronger = Modifier("increment", "w", "1", affects="profiles.Unit")
    note = Profile(id="note", name="Tough", type_id="n", type_name="Ability", modifiers=(stronger,))
    link = InfoLink(
        id="to-rule",
        name="Fierce",
        target_id="fierce",
        type="rule",
        modifiers=(
            Modifier("add", "category", "hq", scope="root-entry"),
            Modifier("set", "annotation", "melee", (when("atLeast", 1, "guard", "parent"),)),
        ),
    )
    guard = entry("guard", type="model", constraints=(least(1),), info_links=(link,))
    fierce = Rule(id="fierce", name="Fierce", description="Bites.")
    data = library(entry("squad", guard, profiles=(stat, note), slot="troops"), shared_rules=(fierce,))
    (squad,) = units(data, army(data, "squad"))
    assert squad.profiles[0].characteristics[0].value == "3"
    assert {category.entry_id for category in squad.categories} == {"troops", "hq"}
    assert [rule.name for rule in squad.children[0].rules] == ["Fierce"]


def test_a_modifier_reaches_rules_limits_and_whether_profiles_are_shown() -> None:
    stat = Profile(id="stat", name="Man", type_id="t", type_name="Unit")
    rules = tuple(Rule(id=name.lower(), name=name, description="Bites.") for name in ("Fierce", "Slow"))
    below = "self.entries.recursive"
    herald = entry(
        "herald",
        modifiers=(
            Modifier("append", "description", "Twice.", scope="force", affects=f"{below}.squad.rules.Fierce"),
            Modifier("set", "hidden", "true", scope="force", affects=f"{below}.squad.profiles.Unit"),
            Modifier("increment", "max-banner", "1", scope="force", affects=f"{below}.banner.constraints"),
        ),
    )
    banner = entry("banner", constraints=(most(1, id="max-banner"),))
    data = library(entry("squad", banner, profiles=(stat,), rules=rules), herald)
    alone = army(data, "squad")
    unit = units(data, alone)[0].id
    alone, _ = edit.select(alone, data, unit, "banner")
    alone, _ = edit.select(alone, data, unit, "banner")
    led, _ = edit.select(alone, data, alone.forces[0].id, "herald")
    squad, led_squad = units(data, alone)[0], units(data, led)[0]
    assert [rule.description for rule in squad.rules] == ["Bites."] * 2 and len(squad.profiles) == 1
    assert [rule.description for rule in led_squad.rules] == ["Bites. Twice.", "Bites."] and not led_squad.profiles
    assert [code for code, _ in found(data, alone)] == ["max"] and not found(data, led)


def test_hidden_costs_are_not_told_and_a_force_costs_what_it_is_changed_to() -> None:
    shown = CostType("fame", "Fame", hidden=True, modifiers=(Modifier("set", "hidden", "false"),))
    types = (CostType("pts", "pts"), CostType("slots", "Slots", hidden=True), shown, CostType("cp", "CP"))
    dearer = Modifier("increment", "fame", "1", repeats=(Repeat(Decimal(1), 1, Query("selections", "self", "squad")),))
    frame = system(cost_types=types)
    force = replace(frame.force_entries[0], costs=(Cost("fame", Decimal(2)),), modifiers=(dearer,))
    squad = entry("squad", costs=(*points(5), Cost("slots", Decimal(1)), Cost("cp", Decimal(0))))
    data = Library(replace(frame, force_entries=(force,)), [catalogue(squad)])
    view = evaluate(army(data, "squad", "squad"), data).view
    assert {cost.type_id: cost.value for cost in view.costs} == {"pts": 10, "slots": 2, "cp": 0, "fame": 4}
    assert [cost.type_id for cost in costs_to_show(view)] == ["pts", "fame"]


def test_an_annotation_stands_behind_a_name() -> None:
    stat = Profile(
        id="stat", name="Man", type_id="t", type_name="Unit", modifiers=(Modifier("set", "annotation", "led"),)
    )
    data = library(entry("squad", profiles=(stat,), modifiers=(Modifier("append", "annotation", "old"),)))
    (squad,) = units(data, army(data, "squad"))
    assert (squad.name, squad.profiles[0].name) == ("squad (old)", "Man (led)")


def test_what_reaches_a_unit_is_seen_by_an_evaluator_that_knew_it_before() -> None:
    renaming = entry(
        "herald", modifiers=(Modifier("append", "name", "blessed", scope="force", affects="entries.squad"),)
    )
    data = library(entry("squad"), renaming)
    evaluator = Evaluator(data, by_name=False)
    roster = army(data, "squad")
    assert [unit.name for unit in evaluator.evaluate(roster).view.units()] == ["squad"]
    more, herald = edit.select(roster, data, roster.forces[0].id, "herald")
    assert [unit.name for unit in evaluator.evaluate(more).view.units()] == ["squad blessed", "herald"]
    assert [unit.name for unit in evaluator.evaluate(edit.remove(more, herald)).view.units()] == ["squad"]


def test_of_those_that_have_a_category_where_no_other_has_it_the_first_gets_it() -> None:
    leads = (
        Modifier("set-primary", "category", "hq", (when("lessThan", 1, "hq"),), scope="root-entry"),
        Modifier(
            "append", "name", "led", (when("instanceOf", 1, "hq", "self"),), scope="force", affects="entries.troops"
        ),
    )
    hero, other = (entry(id, slot="troops", modifiers=leads) for id in ("hero", "other"))
    data = library(hero, other, entry("squad", slot="troops"))
    for names in (("hero", "other", "squad"), ("squad", "other", "hero")):
        found = units(data, army(data, *names))
        leader = next(unit for unit in found if unit.entry_id != "squad")
        assert [unit.entry_id for unit in found if any(c.entry_id == "hq" for c in unit.categories)] == [
            leader.entry_id
        ]
        assert next(unit.name for unit in found if unit.entry_id == "squad") == "squad led"


def test_the_data_itself_tells_of_mistakes() -> None:
    told = change("add", "error", "{self} needs a banner", when("lessThan", 1, "banner"))
    data = library(entry("squad", modifiers=(told, change("add", "info", "Good."))), entry("banner"))
    assert found(data, army(data, "squad")) == [
        ("data-error", "squad: squad needs a banner"),
        ("data-info", "squad: Good."),
    ]
    assert found(data, army(data, "squad", "banner")) == [("data-info", "squad: Good.")]


def test_messages_of_groups_forces_and_slots_are_told_too() -> None:
    told = change("set", "error", "{self} is **wrong**")
    arms = group("arms", entry("sword"), modifiers=(told,))
    slot = CategoryLink(id="patrol-hq", target_id="hq", modifiers=(told,))
    force = ForceEntry(id="patrol", name="patrol", category_links=(slot,), modifiers=(told,))
    data = Library(system(force_entries=(force,)), [catalogue(entry("squad", arms))])
    assert [message for _, message in found(data, army(data, "squad"))] == [
        "patrol: patrol is wrong",
        "hq: hq is wrong",
        "arms: arms is wrong",
    ]


def test_any_force_in_the_roster_may_stand_below_another() -> None:
    lone = change("add", "error", "Add one.", Condition("atMost", Decimal(1), Query("forces", "roster", "any")))
    below = (ForceEntry(id="regiment", name="Regiment"),)
    force = ForceEntry(id="patrol", name="patrol", force_entries=below, modifiers=(lone,))
    data = Library(system(force_entries=(force,)), [catalogue(entry("squad"))])
    roster, patrol_id = patrol(data)
    assert found(data, roster) == [("data-error", "patrol: Add one.")]
    roster, _ = edit.add_force(roster, data, "regiment", "marines", parent_id=patrol_id)
    assert found(data, roster) == []


def test_a_limit_may_say_in_words_of_its_own_what_is_wrong() -> None:
    limit = replace(least(3), message="{self}: {current} of {value} in {scope}, {difference} {field} missing, {banner}")
    data = library(entry("squad", entry("man", constraints=(limit,))), entry("banner"))
    roster = army(data, "squad")
    few = replace(roster.forces[0].selections[0], selections=())
    assert found(data, put(roster, {few.id: few})) == [("min", "man: 0 of 3 in squad, 3 selections missing, banner")]


def test_a_publication_changes_with_its_modifiers() -> None:
    rule = Rule(id="r", name="Fury", publication_id="old", modifiers=(change("set", "publicationId", "new"),))
    data = library(entry("squad", rules=(rule,), modifiers=(change("set", "publicationId", "book"),)))
    (unit,) = units(data, army(data, "squad"))
    assert (unit.publication_id, unit.rules[0].publication_id) == ("book", "new")


def test_models_with_a_number_are_limited_each() -> None:
    sword = entry("sword", constraints=(least(1), most(1, "one")))
    data = library(entry("squad", entry("man", sword, type="model", constraints=(least(1),))))
    roster = army(data, "squad")
    man = roster.forces[0].selections[0].selections[0]
    several = replace(man, number=3, selections=tuple(replace(each, number=3) for each in man.selections))
    assert found(data, put(roster, {man.id: several})) == []
    lacking = replace(several, selections=tuple(replace(each, number=2) for each in man.selections))
    assert [code for code, _ in found(data, put(roster, {man.id: lacking}))] == ["min"]


@pytest.mark.parametrize("scope", ["unit", "parent", "root-entry"])
def test_a_modifier_of_a_group_reaches_what_the_group_is_in(scope: str) -> None:
    arms = group("arms", entry("bow"), modifiers=(Modifier("append", "name", "archers", scope=scope),))
    data = library(entry("squad", arms))
    assert units(data, army(data, "squad"))[0].name == "squad archers"


def test_a_list_of_new_recruit_itself_is_told_from_a_roster() -> None:
    with pytest.raises(InputError, match=r"export it there as \.ros"):
        open_bytes(b'{"name": "War Horde", "bsid_system": "sys", "army": {"options": []}}', "list.json")
