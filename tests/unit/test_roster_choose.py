"""Choosing below a selection: what goes for it, what comes back, and how many are said to be possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.catalogue.library import Library
from builder.catalogue.model import Modifier, Query, Repeat, SelectionEntryGroup
from builder.errors import EditError
from builder.record import replace
from builder.roster import edit
from builder.roster.choose import choose
from builder.roster.effective import EffectiveValues
from builder.roster.evaluate import evaluate
from builder.roster.follow import follow, followers
from builder.roster.limits import Limits
from builder.roster.model import Roster
from builder.roster.options import EntryOption, options
from builder.roster.tree import SelectionNode, tie
from tests.unit.catalogues import change, entry, group, least, library, link, most, patrol, when

ONE = (least(1), most(1, "one"))


class Unit:
    """A unit of an army, and a player who chooses below one of its parts."""

    def __init__(self, data: Library, unit: str = "unit", part: str | None = None) -> None:
        self.data = data
        self.roster, force = patrol(data)
        self.roster, self.id = edit.select(self.roster, data, force, unit)
        if part:
            self.id = next(found.id for found in self.roster.all_selections() if found.name == part)

    def take(self, name: str, number: int = 1) -> None:
        self.roster = choose(self.roster, self.data, self.id, self.option(name).entry.path, number)

    def option(self, name: str) -> EntryOption:
        return next(found for found in options(self.roster, self.data, self.id) if found.entry.name == name)

    @property
    def chosen(self) -> Mapping[str, int]:
        part = self.roster.selection(self.id)
        assert part is not None
        return {child.name: child.number for child in part.selections}

    @property
    def errors(self) -> list[str]:
        return [finding.message for finding in evaluate(self.roster, self.data).findings]


def weapons(*names: str, default: str | None = None, **fields: object) -> SelectionEntryGroup:
    return group("weapons", *(entry(name) for name in names), default_selection_entry_id=default, **fields)


def test_of_a_group_that_holds_one_the_chosen_member_goes_for_another_and_the_default_comes_back() -> None:
    farseer = Unit(
        library(entry("unit", weapons("witchblade", "spear", "staff", default="witchblade", constraints=ONE)))
    )
    for spear in ("spear", "staff"):
        assert (farseer.option(spear).left, farseer.option(spear).reason) == (1, "")
        farseer.take(spear)
        assert (farseer.chosen, farseer.errors) == ({spear: 1}, [])
    farseer.take("staff", 0)
    assert farseer.chosen == {"witchblade": 1}
    farseer.take("spear")
    farseer.take("witchblade")
    assert (farseer.chosen, farseer.errors) == ({"witchblade": 1}, [])


def test_what_every_model_takes_is_exchanged_for_all_of_them() -> None:
    arms = group(
        "arms",
        entry("cannon", collective=True),
        entry("scythe", collective=True),
        constraints=ONE,
        default_selection_entry_id="cannon",
    )
    guard = Unit(library(entry("unit", entry("guard", arms, type="model", constraints=(least(5),)))), part="guard")
    guard.take("scythe")
    assert (guard.chosen, guard.errors) == ({"scythe": 5}, [])
    assert (guard.option("scythe").number, guard.option("cannon").most) == (1, 1)
    guard.take("cannon")
    assert (guard.chosen, guard.errors) == ({"cannon": 5}, [])


def test_the_default_of_a_larger_group_goes_for_others_and_they_go_for_it() -> None:
    bounds = (least(5), most(5, "five"))
    squad = Unit(library(entry("unit", weapons("bolter", "flamer", "plasma", default="bolter", constraints=bounds))))
    squad.take("flamer", 2)
    squad.take("plasma")
    assert (squad.chosen, squad.errors) == ({"bolter": 2, "flamer": 2, "plasma": 1}, [])
    assert [squad.option(name).most for name in ("bolter", "flamer", "plasma")] == [5, 4, 3]
    assert [squad.option(name).least for name in ("bolter", "flamer", "plasma")] == [2, 0, 0]
    squad.take("bolter", 4)
    assert (squad.chosen, squad.errors) == ({"bolter": 4, "flamer": 1}, [])


def test_a_group_of_several_without_a_default_is_full_when_it_is_full() -> None:
    squad = Unit(library(entry("unit", weapons("flamer", "plasma", constraints=(most(2),)))))
    squad.take("flamer", 2)
    assert (squad.option("plasma").left, squad.option("plasma").reason) == (0, "weapons: at most 2")
    squad.take("plasma")
    assert squad.errors == ["unit has 3 weapons, at most 2 are allowed."]


def test_a_choice_in_a_group_within_a_group_exchanges_what_each_of_them_holds() -> None:
    special = group("special", entry("flamer"), entry("plasma"), constraints=(most(1),))
    arms = group(
        "arms",
        entry("bolter"),
        special,
        entry("launcher"),
        default_selection_entry_id="bolter",
        constraints=(least(3), most(3, "three")),
    )
    squad = Unit(library(entry("unit", arms)))
    squad.take("launcher")
    squad.take("flamer")
    squad.take("plasma")
    assert (squad.chosen, squad.errors) == ({"bolter": 1, "launcher": 1, "plasma": 1}, [])


def test_what_takes_two_places_gives_up_what_stands_in_the_second() -> None:
    each = (Repeat(Decimal(1), 1, Query(scope="unit", child_id="claws")),)
    fewer = tuple(Modifier("decrement", bound, "1", repeats=each) for bound in ("pistol-min", "pistol-max"))
    sword = group("swords", entry("sword"), entry("claws"), default_selection_entry_id="sword", constraints=ONE)
    pistol = group(
        "pistols",
        entry("pistol"),
        entry("plasma"),
        default_selection_entry_id="pistol",
        constraints=(least(1, "pistol-min"), most(1, "pistol-max")),
        modifiers=fewer,
    )
    captain = Unit(library(entry("unit", sword, pistol)))
    captain.take("plasma")
    captain.take("claws")
    assert (captain.chosen, captain.errors) == ({"claws": 1}, [])
    captain.take("claws", 0)
    assert (captain.chosen, captain.errors) == ({"sword": 1, "pistol": 1}, [])


def test_what_rules_out_something_chosen_says_so() -> None:
    shut = (change("set", "most", "0", when("atLeast", 1, "cloak", "unit")),)
    scout = Unit(library(entry("unit", entry("bike", constraints=(most(1),), modifiers=shut), entry("cloak"))))
    assert scout.option("cloak").left is None
    scout.take("bike")
    assert (scout.option("cloak").left, scout.option("cloak").reason) == (
        0,
        "not beside bike",
    )


def test_why_nothing_can_be_chosen_names_what_it_needs() -> None:
    grown = (change("set", "most", "1", when("atLeast", 10, "marine", "unit")),)
    seen = (change("set", "hidden", "true", when("lessThan", 1, "captain")),)
    data = library(
        entry("unit", entry("marine"), entry("launcher", constraints=(most(0),), modifiers=grown)),
        entry("guard", modifiers=seen),
        entry("captain"),
    )
    squad = Unit(data)
    assert squad.option("launcher").reason == "needs 10 marine"
    force = squad.roster.forces[0].id
    assert [found.reason for found in options(squad.roster, data, force) if found.hidden] == ["needs captain"]


def test_what_is_not_on_offer_is_refused() -> None:
    squad = Unit(library(entry("unit", entry("bolter"))))
    with pytest.raises(EditError, match="offers no entry sword"):
        choose(squad.roster, squad.data, squad.id, "sword", 1)
    with pytest.raises(EditError, match="no selection none"):
        choose(squad.roster, squad.data, "none", "bolter", 1)


def test_choosing_what_is_chosen_changes_nothing() -> None:
    squad = Unit(library(entry("unit", weapons("bolter", "flamer", default="bolter", constraints=ONE))))
    before = squad.roster
    squad.take("bolter")
    assert squad.roster.forces == before.forces


@pytest.mark.parametrize("alike", [True, False])
def test_what_a_choice_leaves_only_one_number_of_has_it(alike: bool) -> None:
    """A squad that is reinforced has twice the models, and as many as before when it is not."""
    rise = when("atLeast", 1, "reinforced", scope="unit")
    doubled = tuple(change("set", bound, "6", rise) for bound in ("fewest", "models"))
    spear = entry("spear", constraints=(least(0),))
    reaver = entry(
        "reaver", *(() if alike else (spear,)), constraints=(least(3, "fewest"), most(3, "models")), modifiers=doubled
    )
    squad = Unit(library(entry("unit", reaver, entry("reinforced", constraints=(most(1, "once"),)))))
    for number in (1, 0):
        squad.take("reinforced", number)
        there = squad.roster.selection(squad.id)
        assert there is not None
        models = [child for child in there.selections if child.name == "reaver"]
        assert (sum(child.number for child in models), squad.errors) == (6 if number else 3, [])
        assert (len(models) == 1) is alike


@pytest.mark.parametrize("scope", ["roster", "force", "unit"])
def test_a_unit_is_not_given_what_the_whole_army_needs_nor_what_no_limit_counts(scope: str) -> None:
    """A battalion asks any of the heroes to be its commander; a limit that looks not deep enough is never met."""
    rise = when("atLeast", 1, "battalion", scope="roster")
    asked = tuple(change("set", bound, "1", rise) for bound in ("fewest", "most"))
    bounds = (least(0, "fewest", scope=scope), most(0, "most", scope=scope), most(1, "once"))
    commander = entry("commander", constraints=bounds, modifiers=asked)
    hero = Unit(library(entry("unit", entry("sword"), entry("body", commander)), entry("battalion")))
    hero.roster, body = edit.select(hero.roster, hero.data, hero.id, "body")
    hero.roster, _ = edit.select(hero.roster, hero.data, hero.roster.forces[0].id, "battalion")
    hero.take("sword")
    part = hero.roster.selection(body)
    assert part is not None
    assert sum(child.number for child in part.selections) <= 1
    assert not part.selections or scope == "unit"


def test_what_another_link_has_chosen_is_not_taken_away_by_a_limit_of_one_that_has_none() -> None:
    """Such a limit is left broken: there is nothing to take, and asking again would find the same."""
    silent = (change("set", "most", "0", when("atLeast", 1, "drum", "parent")),)
    bound = (replace(most(1), automatic=True),)
    links = (link("first", "horn"), link("second", "horn", constraints=bound, modifiers=silent))
    unit = Unit(library(entry("unit", entry("drum"), *links), shared_selection_entries=(entry("horn"),)))
    unit.roster = choose(unit.roster, unit.data, unit.id, "first::horn", 1)
    before = EffectiveValues(tie(unit.roster, unit.data))
    unit.take("drum")
    assert unit.chosen == {"horn": 1, "drum": 1}
    now = EffectiveValues(tie(unit.roster, unit.data))
    part = now.top.parts[unit.id]
    assert isinstance(part, SelectionNode)
    assert not list(followers(part, Limits(now), Limits(before), before.top))


def test_what_all_models_take_goes_from_one_alone_where_that_takes_another_thing_in_its_place() -> None:
    pistols = group(
        "pistols", entry("bolt", collective=True), entry("plasma"), constraints=ONE, default_selection_entry_id="bolt"
    )
    unit = Unit(library(entry("unit", entry("veteran", pistols, constraints=(least(3),)))), part="veteran")

    def pistol_of_each() -> list[str]:
        return [found.name for found in unit.roster.all_selections() if found.name in ("bolt", "plasma")]

    unit.take("plasma")
    assert pistol_of_each() == ["plasma", "bolt", "bolt"]
    unit.take("plasma", 0)
    assert pistol_of_each() == ["bolt", "bolt", "bolt"]


@pytest.mark.parametrize(("automatic", "left"), [(False, {"horn": 1}), (True, {})])
def test_an_automatic_limit_brings_the_number_along(automatic: bool, left: dict[str, int]) -> None:
    shown = (change("set", "most", "1", when("atLeast", 1, "drum", "parent")),)
    limits = (replace(most(0), automatic=automatic), least(0))
    unit = Unit(library(entry("unit", entry("drum"), entry("horn", constraints=limits, modifiers=shown))))
    unit.take("drum")
    unit.take("horn")
    unit.take("drum", 0)
    assert unit.chosen == left


def test_what_a_group_holds_by_default_goes_and_comes_back_with_its_automatic_limits() -> None:
    none = tuple(change("set", limit, "0", when("atLeast", 1, "drum", "parent")) for limit in ("one", "some"))
    limits = tuple(replace(each, automatic=True) for each in (least(1, "some"), most(1, "one")))
    arms = weapons("bow", "sling", default="bow", constraints=limits, modifiers=none)
    unit = Unit(library(entry("unit", arms, entry("drum"))))
    unit.take("drum")
    assert (unit.chosen, unit.errors) == ({"drum": 1}, [])
    unit.take("drum", 0)
    assert (unit.chosen, unit.errors) == ({"bow": 1}, [])
    unit.take("bow", 0)  # What limits it is as it was, so that it stays away.
    assert unit.chosen == {}


def test_units_come_and_go_with_the_automatic_limits_of_a_force() -> None:
    """A guard comes with a king, two where there is a queen too; where the player takes it away, it stays away."""
    guards = (change("increment", limit, "1", when("atLeast", 1, who)) for limit in "ab" for who in ("king", "queen"))
    limits = tuple(replace(each, automatic=True) for each in (least(0, "a", "force"), most(0, "b", "force")))
    guard = entry("guard", entry("halberd", constraints=(least(1),)), constraints=limits, modifiers=tuple(guards))
    data = library(guard, entry("king"), entry("queen"))
    roster, force = patrol(data)

    def step(roster: Roster, change: Callable[[Roster], Roster]) -> tuple[Roster, list[str]]:
        after = follow(roster, change(roster), data)
        assert not evaluate(after, data).findings
        return after, sorted(part.name for part in after.all_selections())

    roster, names = step(roster, lambda old: edit.select(old, data, force, "king").roster)
    assert names == ["guard", "halberd", "king"]
    roster, names = step(roster, lambda old: edit.select(old, data, force, "queen").roster)
    assert names == ["guard", "guard", "halberd", "halberd", "king", "queen"]
    first = roster.forces[0].selections[0].id
    roster, names = step(roster, lambda old: edit.remove(old, first))
    assert names == ["guard", "halberd", "queen"]
    taken = edit.remove(roster, next(unit.id for unit in roster.units() if unit.name == "guard"))
    assert follow(roster, taken, data) is taken


def test_a_force_that_is_added_has_the_units_that_are_always_in_it() -> None:
    limits = tuple(replace(each, automatic=True) for each in (least(0, "a", "force"), most(0, "b", "force")))
    set_up = tuple(change("set", limit, "2", when("instanceOf", 1, "wing")) for limit in "ab")
    data = library(entry("eagle", constraints=limits, modifiers=set_up))
    roster, patrolling = patrol(data)
    added = edit.add_force(roster, data, "wing", parent_id=patrolling)
    wing = follow(roster, added.roster, data).force(added.id)
    assert wing is not None and [unit.name for unit in wing.selections] == ["eagle", "eagle"]


def test_an_automatic_limit_of_the_roster_counts_all_forces_together() -> None:
    """One guard comes with a king, in whichever force he is, and goes with him; the second force brings no other."""
    guards = (change("increment", limit, "1", when("atLeast", 1, "king", "roster")) for limit in "ab")
    limits = tuple(replace(each, automatic=True) for each in (least(0, "a", "roster"), most(0, "b", "roster")))
    data = library(entry("guard", constraints=limits, modifiers=tuple(guards)), entry("king"))
    roster, _ = patrol(data)
    second = edit.add_force(roster, data, "patrol")
    crowned = edit.select(second.roster, data, second.id, "king")
    after = follow(second.roster, crowned.roster, data)
    assert sorted(part.name for part in after.all_selections()) == ["guard", "king"]
    assert not evaluate(after, data).findings
    assert not [*follow(after, edit.remove(after, crowned.id), data).all_selections()]


@st.composite
def fixed_numbers(draw: st.DrawFn) -> tuple[int, tuple[int, ...]]:
    """How many a group holds, and the most of each of its members, of one at least as many."""
    number = draw(st.integers(2, 4))
    return number, (number, *draw(st.lists(st.integers(1, number), min_size=1, max_size=3)))


@given(fixed_numbers())
@settings(max_examples=12, deadline=None)
def test_every_mix_of_a_group_of_a_fixed_number_is_reached_by_one_more_and_one_fewer(
    drawn: tuple[int, tuple[int, ...]],
) -> None:
    number, caps = drawn
    names = [f"tank {place}" for place in range(len(caps))]
    tanks = (entry(name, constraints=(most(cap, name),)) for name, cap in zip(names, caps, strict=True))
    company = Unit(
        library(entry("unit", group("tanks", *tanks, constraints=(least(number), most(number, "fixed number")))))
    )
    company.take(names[0], number)
    begun = company.roster
    known, left = {tuple(company.chosen.get(name, 0) for name in names): begun}, [begun]
    while left:
        now = left.pop()
        company.roster = now
        offered = {found.name: found for found in options(now, company.data, company.id)}
        for option in offered.values():
            more = [option.number + 1] if not option.reason else []
            fewer = [option.number - 1] if option.number > option.least else []
            for wanted in (*more, *fewer):
                company.roster = choose(now, company.data, company.id, option.entry.path, wanted)
                mix = tuple(company.chosen.get(name, 0) for name in names)
                assert (mix[names.index(option.name)], sum(mix)) == (wanted, number)
                if mix not in known:
                    known[mix] = company.roster
                    left.append(company.roster)
    every = {mix for mix in product(*(range(cap + 1) for cap in caps)) if sum(mix) == number}
    assert known.keys() == every


def test_a_group_that_lacks_some_gets_none_by_taking_one_away() -> None:
    """What is still to be chosen is the player's: only what was there is made up for, as by a default around it."""
    guns = weapons("gun", "bolter", constraints=(least(4), most(4, "most")))
    arms = group("arms", entry("rifle"), guns, default_selection_entry_id="rifle", constraints=(least(6), most(6)))
    for held, gone in ((guns, 2), (arms, 0)):
        company = Unit(library(entry("unit", held)))
        company.take("gun", 3)
        company.take("gun", gone)
        assert company.chosen == ({"gun": 2} if held is guns else {"rifle": 6})


def test_a_group_within_one_of_a_fixed_number_keeps_what_it_needs_itself() -> None:
    inner = group("inner", entry("a", constraints=(most(3, "a"),)), constraints=(least(1),))
    other = entry("b", constraints=(most(3, "b"),))
    company = Unit(library(entry("unit", group("outer", inner, other, constraints=(least(3, "low"), most(3, "high"))))))
    company.take("a", 1)
    company.take("b", 2)
    assert (company.option("a").least, company.option("b").least) == (1, 0), "b takes no place within the inner group"


def test_of_several_that_are_there_once_none_goes_by_itself() -> None:
    powers = (entry(name, constraints=(most(1, name),)) for name in ("gate", "doom", "avenger"))
    librarian = Unit(library(entry("unit", group("powers", *powers, constraints=(least(2), most(2, "two"))))))
    librarian.take("gate")
    librarian.take("doom")
    assert librarian.option("avenger").reason == "powers: at most 2"
    librarian.take("gate", 0)
    assert librarian.chosen == {"doom": 1}
