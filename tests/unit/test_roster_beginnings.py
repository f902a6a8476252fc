"""What a new unit begins with where its data is made for New Recruit, and what groups show."""

from __future__ import annotations

from decimal import Decimal

from builder.catalogue.library import Library
from builder.catalogue.model import Condition, Modifier, Profile, Query, Repeat
from builder.roster import edit
from builder.roster.evaluate import evaluate
from builder.roster.model import Roster
from builder.roster.view import SelectionView
from tests.unit.catalogues import change, entry, group, least, library, link, most, patrol, when


def selected(data: Library, wanted: str, *, complete: bool = False) -> tuple[Roster, list[str]]:
    """A patrol with one of an entry, and what is below it."""
    roster, force = patrol(data)
    added = edit.select(roster, data, force, wanted, complete=complete)
    unit = added.roster.selection(added.id)
    assert unit is not None
    return added.roster, [f"{part.number} {part.name}" for part in unit.walk() if part is not unit]


def test_an_entry_begins_with_the_amounts_that_its_data_gives() -> None:
    marine = entry("marine", default_amounts=(4,), constraints=(least(2),))
    arms = group(
        "arms",
        link("a", "gun", default_amounts=(1,)),
        link("b", "sword", default_amounts=(0,)),
        constraints=(least(1),),
    )
    data = library(
        entry("squad", marine, arms), shared_selection_entries=(entry("gun"), entry("sword", default_amounts=(3,)))
    )
    assert selected(data, "squad")[1] == ["4 marine", "1 gun"]


def test_no_amount_is_below_what_is_needed() -> None:
    data = library(entry("squad", entry("marine", default_amounts=(1,), constraints=(least(3),))))
    assert selected(data, "squad")[1] == ["3 marine"]


def test_the_entry_with_an_amount_fills_its_group_up() -> None:
    bikers = group("bikers", entry("special"), entry("biker", default_amounts=(2,)), constraints=(least(4),))
    assert selected(library(entry("squad", bikers)), "squad")[1] == ["4 biker"]


def per_model(type: str, id: str, in_group: str) -> Modifier:
    repeat = Repeat(Decimal(1), 1, Query(scope=in_group, child_id="model"))
    return Modifier(type, id, "1", repeats=(repeat,))


def pool() -> Library:
    """Four terminators who carry four fists together, one for each of them."""
    arms = group(
        "arms",
        entry("fist", default_amounts=(4,), type="upgrade"),
        entry("chain", type="upgrade"),
        constraints=(least(0, "least-arms"), most(0, "most-arms")),
        modifiers=(per_model("increment", "least-arms", "models"), per_model("increment", "most-arms", "models")),
    )
    models = group(
        "models", entry("terminator", arms, type="model", default_amounts=(4,)), constraints=(least(4, "l"),)
    )
    return library(entry("squad", models))


def test_models_whose_arms_are_counted_together_are_one_selection() -> None:
    roster, below = selected(pool(), "squad")
    assert below == ["4 terminator", "4 fist"]
    assert not evaluate(roster, pool()).findings


def test_a_limit_may_count_the_group_that_its_parent_is_in() -> None:
    data = pool()
    roster, _ = selected(data, "squad")
    (fist,) = (part for part in roster.all_selections() if part.name == "fist")
    fewer = edit.set_count(roster, data, fist.id, 3)
    assert [finding.message for finding in evaluate(fewer, data).findings] == ["terminator: choose 4 arms, has 3."]


def test_what_leaves_no_choice_is_taken_only_where_it_is_asked_for() -> None:
    data = library(entry("squad", group("marines", entry("marine"), constraints=(least(4),))))
    assert selected(data, "squad")[1] == []
    assert selected(data, "squad", complete=True)[1] == ["4 marine"]


def profile(id: str) -> Profile:
    return Profile(id=id, name=id, type_id="unit")


def test_what_the_nearest_group_shows_stands_on_the_entries_that_are_chosen_from_it() -> None:
    team = group("team", entry("mortar", default_amounts=(1,)), profiles=(profile("team-line"),))
    plain = group("plain", entry("flamer", default_amounts=(1,)))
    men = group(
        "men", entry("man", default_amounts=(1,), profiles=(profile("own"),)), team, plain, profiles=(profile("line"),)
    )
    data = library(entry("squad", men))
    (unit,) = evaluate(selected(data, "squad")[0], data).view.units()
    assert shown(unit) == {"squad": [], "man": ["own", "line"], "mortar": ["team-line"], "flamer": ["line"]}


def shown(unit: SelectionView) -> dict[str, list[str]]:
    return {part.name: [profile.name for profile in part.profiles] for part in unit.walk()}


def test_what_is_hidden_as_things_stand_is_not_begun_with_where_that_is_asked_for() -> None:
    shown_with_a_bomb = change("set", "hidden", "false", when("atLeast", 1, "bomb"))
    data = library(
        entry(
            "squad",
            entry("gun", constraints=(least(1),)),
            entry("fuse", hidden=True, constraints=(least(1),), modifiers=(shown_with_a_bomb,)),
            entry("ghost", hidden=True, default_amounts=(1,)),
        ),
        entry("relic", hidden=True),
    )
    assert selected(data, "squad")[1] == ["1 gun", "1 fuse", "1 ghost"]
    assert selected(data, "squad", complete=True)[1] == ["1 gun"]
    assert [part.name for part in selected(data, "relic", complete=True)[0].all_selections()] == ["relic"]


def test_an_army_does_not_begin_with_what_is_hidden() -> None:
    data = library(entry("vow", constraints=(least(1),)), entry("relic", hidden=True, constraints=(least(1),)))
    began = edit.add_force(edit.new_roster(data, "Army"), data, "patrol", complete=True).roster
    assert [part.name for part in began.all_selections()] == ["vow"]
    assert not evaluate(began, data).findings


def test_stacks_of_alike_copies_begin_with_what_each_of_them_carries() -> None:
    ranks = group(
        "ranks",
        entry("champion", default_amounts=(1, 0, 0)),
        entry("musician", default_amounts=(0, 1, 0)),
        constraints=(most(1),),
    )
    reaver = entry("reaver", entry("axe", default_amounts=(1, 1, 3)), ranks, type="model", default_amounts=(1, 1, 3))
    data = library(entry("squad", reaver))
    roster, below = selected(data, "squad", complete=True)
    plain = ["1 reaver", "1 axe"]
    assert below == [*plain, "1 champion", *plain, "1 musician", *plain * 3]
    assert not evaluate(roster, data).findings
    sixth = edit.select(roster, data, next(roster.all_selections()).id, "reaver").roster
    assert [part.name for part in sixth.all_selections()][-2:] == ["reaver", "axe"]


def test_an_army_does_not_begin_with_more_than_its_limits_allow() -> None:
    one = most(1, scope="squad", include_child_selections=True)
    no_sword = change("set", "blade", "0", when("atLeast", 1, "pike", "parent"))
    pike = entry("pike", default_amounts=(0, 1), constraints=(one,))
    sword = entry("sword", default_amounts=(1, 0), constraints=(least(1, "blade"),), modifiers=(no_sword,))
    data = library(entry("squad", entry("marine", pike, sword, type="model", default_amounts=(1, 3))))
    roster, below = selected(data, "squad", complete=True)
    assert [below.count(part) for part in ("1 marine", "1 pike", "1 sword")] == [4, 1, 3]
    assert not evaluate(roster, data).findings


def test_what_a_unit_begins_with_is_changed_by_modifiers() -> None:
    with_gun = when("atLeast", 1, "gun", "parent")
    arms = group(
        "arms", entry("axe"), entry("bow"), default_selection_entry_id="axe", constraints=(least(1), most(1, "one"))
    )
    data = library(
        entry(
            "squad",
            entry("gun", constraints=(least(1),)),
            entry("shell", default_amounts=(1,), modifiers=(change("set", "defaultAmount", "2,1", with_gun),)),
            entry("scope", default_amounts=(1,), modifiers=(change("set", "defaultAmount", "0"),)),
            link("always", "arms", type="selectionEntryGroup", modifiers=(_default_is("bow"),)),
            link("held", "tools", type="selectionEntryGroup", modifiers=(_default_is("pick", with_gun),)),
        ),
        shared_selection_entry_groups=(
            arms,
            group("tools", entry("spade"), entry("pick"), constraints=(least(1, "l"), most(1, "m"))),
        ),
    )
    roster, below = selected(data, "squad", complete=True)
    assert sorted(below) == ["1 bow", "1 gun", "1 pick", "3 shell"]
    assert not evaluate(roster, data).findings


def _default_is(entry: str, *conditions: Condition) -> Modifier:
    return change("set", "defaultSelectionEntryId", entry, *conditions)
