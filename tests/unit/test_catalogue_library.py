"""A library links catalogues and says what of the data cannot be followed."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pytest

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import Library
from builder.catalogue.model import (
    Catalogue,
    CatalogueLink,
    CategoryLink,
    Cost,
    CostType,
    ForceEntry,
    InfoGroup,
    InfoLink,
    Profile,
    SelectionEntry,
)
from builder.errors import EditError
from builder.roster import edit
from builder.roster.evaluate import evaluate
from tests.unit.catalogues import below, catalogue, change, entry, group, least, library, link, points, system


def paths(data: Library, id: str = "marines") -> list[str]:
    return [found.path for found in data.root_entries(id)]


def test_a_force_can_select_its_own_then_imported_then_the_game_systems_entries() -> None:
    allies = catalogue(entry("ally"), entry("secret", import_=False), id="allies")
    marines = catalogue(entry("captain"), links=(CatalogueLink(id="l", target_id="allies"),))
    data = Library(system(selection_entries=(entry("objective"),)), [allies, marines])
    assert paths(data) == ["captain", "ally", "objective"]
    assert paths(data, "allies") == ["ally", "secret", "objective"]


def test_a_catalogue_link_may_share_entries_without_offering_them() -> None:
    armoury = catalogue(entry("crate"), id="armoury", shared_selection_entries=(entry("bolter"),))
    silent = CatalogueLink(id="l", target_id="armoury", import_root_entries=False)
    data = Library(system(), [armoury, catalogue(link("arm", "bolter"), links=(silent,))])
    assert paths(data) == ["arm::bolter"]


def test_a_path_names_the_links_that_lead_to_an_entry_but_not_the_groups() -> None:
    weapon = entry("weapon", link("to-ammo", "ammo"), group("sights", entry("scope")))
    data = library(entry("unit", link("to-weapon", "weapon")), shared_selection_entries=(weapon, entry("ammo")))
    found = data.root_entries("marines")[0].entries[0]
    assert found.path == "to-weapon::weapon"
    assert [below.path for below in found.entries] == ["to-weapon::to-ammo::ammo", "to-weapon::scope"]
    assert [below.path for below in found.groups] == ["to-weapon::sights"]


def test_a_link_adds_to_what_it_leads_to() -> None:
    bolter = entry("bolter", costs=points(5), constraints=(least(1, "own"),))
    arm = link("arm", "bolter", hidden=True, constraints=(least(2, "linked"),))
    found = library(arm, shared_selection_entries=(bolter,)).root_entries("marines")[0]
    assert found.hidden
    assert [(declared.constraint.id, declared.by) for declared in found.constraints] == [
        ("own", "bolter"),
        ("linked", "arm"),
    ]


def test_the_costs_of_a_link_replace_those_of_its_target_type_by_type() -> None:
    bolter = entry("bolter", costs=(Cost("pts", Decimal(5)), Cost("power", Decimal(1))))
    arm, gift = link("arm", "bolter", costs=points(2)), link("gift", "bolter", costs=points(0))
    found = library(arm, gift, shared_selection_entries=(bolter,)).root_entries("marines")
    assert [each.costs for each in found] == [{"pts": 2, "power": 1}, {"pts": 0, "power": 1}]


def test_what_is_written_on_a_link_does_not_bear_the_links_id_in_its_path() -> None:
    shared = (entry("squad", entry("marine")), entry("flag"))
    own = link("use", "squad", **below((entry("banner"), link("to-flag", "flag"), group("traits", entry("brave")))))
    found = library(own, shared_selection_entries=shared).root_entries("marines")[0]
    assert [each.path for each in found.entries] == ["use::marine", "banner", "to-flag::flag", "brave"]
    assert [each.path for each in found.groups] == ["traits"]


def test_a_link_that_leads_nowhere_is_told_and_left_out() -> None:
    data = library(entry("unit", link("lost", "gone")), link("also-lost", "gone"))
    assert paths(data) == ["unit"]
    assert data.root_entries("marines")[0].entries == ()
    assert [(found.code, found.at.entry) for found in data.findings] == [
        ("link-dangling", "lost"),
        ("link-dangling", "also-lost"),
    ]


def test_missing_categories_profiles_and_catalogues_are_told() -> None:
    lost_info = (InfoLink(id="to-profile", target_id="gone"),)
    lost_catalogue = (CatalogueLink(id="to-catalogue", target_id="gone"),)
    data = library(entry("unit", slot="nowhere", info_links=lost_info), links=lost_catalogue)
    assert {found.at.entry for found in data.findings} == {"unit-slot", "to-profile", "to-catalogue"}


def test_a_circle_of_links_is_told_and_ends() -> None:
    shared = (entry("hen", link("to-egg", "egg")), entry("egg", link("to-hen", "hen")))
    data = library(link("start", "hen"), shared_selection_entries=shared)
    hen = data.root_entries("marines")[0]
    egg = hen.entries[0]
    assert [(found.code, found.at.entry) for found in data.findings] == [("link-circle", "to-hen")]
    assert egg.path == "start::to-egg::egg"
    assert egg.entries == ()


def test_entries_that_all_link_each_other_come_to_an_end() -> None:
    ids = [f"e{number}" for number in range(12)]
    shared = tuple(entry(id, *(link(f"{id}-{other}", other) for other in ids)) for id in ids)
    data = library(link("start", "e0"), shared_selection_entries=shared)
    assert len(data.findings) == 12 * 13 / 2
    assert not data.root_entries("marines")[0].collective


def test_circles_of_catalogues_and_of_info_groups_are_told() -> None:
    ours = catalogue(entry("us"), id="ours", links=(CatalogueLink(id="a", target_id="theirs"),))
    theirs = catalogue(entry("them"), id="theirs", links=(CatalogueLink(id="b", target_id="ours"),))
    itself = InfoGroup(id="notes", info_links=(InfoLink(id="again", target_id="notes", type="infoGroup"),))
    data = Library(system(shared_info_groups=(itself,)), [ours, theirs])
    assert paths(data, "ours") == ["us", "them"]
    assert [found.code for found in data.findings] == ["link-circle", "link-circle"]


def test_only_costs_that_entries_name_are_priced_and_unknown_ones_are_told() -> None:
    frame = system(cost_types=(CostType("pts", "points"), CostType("power", "power")))
    gold = entry("mercenary", costs=(Cost("pts", Decimal(1)), Cost("gold", Decimal(9))))
    data = Library(frame, [catalogue(gold)])
    assert [cost_type.id for cost_type in data.priced] == ["pts"]
    assert [(found.code, found.at.constraint) for found in data.findings] == [("cost-type-unknown", "gold")]


def test_of_things_with_one_id_a_force_has_those_of_its_own_catalogue() -> None:
    """Data of factions that are alike repeats ids: allies in one army keep each their own."""

    def faction(id: str, prefix: str) -> Catalogue:
        stats = Profile(id="stats", name=f"{prefix} prince", type_id="unit")
        prince = SelectionEntry(
            id="prince",
            name=f"{prefix} prince",
            costs=points(len(prefix)),
            info_links=(InfoLink(id="shows", target_id="stats"),),
            category_links=(CategoryLink(id="slot", target_id="hq", primary=True),),
        )
        roots = (link("to-prince", "prince"),)
        return catalogue(*roots, id=id, shared_selection_entries=(prince,), shared_profiles=(stats,))

    data = Library(system(), [faction("legion", "Iron"), faction("cult", "Crimson")])
    roster = edit.new_roster(data, "army")
    for id in ("legion", "cult"):
        roster, force = edit.add_force(roster, data, "patrol", id)
        roster, _ = edit.select(roster, data, force, "to-prince::prince")
    units = list(evaluate(roster, data).view.units())
    assert [unit.name for unit in units] == ["Iron prince", "Crimson prince"]
    assert [unit.profiles[0].name for unit in units] == ["Iron prince", "Crimson prince"]
    assert [cost.value for unit in units for cost in unit.costs] == [4, 7]
    assert [data.links_from(id).root_of("prince") for id in ("legion", "cult")] == ["legion", "cult"]


def test_a_circle_that_only_one_of_two_like_named_things_closes_is_followed_once() -> None:
    first = catalogue(link("to-a", "a"), id="first", shared_selection_entries=(entry("a"),))
    circle = entry("a", link("to-b", "b"))
    second = catalogue(
        link("to-a2", "a"), id="second", shared_selection_entries=(circle, entry("b", link("back", "a")))
    )
    data = Library(system(), [first, second])
    (root,) = data.root_entries("second")
    assert len(list(_all_below(root))) < 5
    assert not data.root_entries("first")[0].entries


def _all_below(root: LinkedEntry) -> Iterator[LinkedEntry]:
    for child in root.entries:
        yield child
        yield from _all_below(child)


def test_a_catalogue_offers_the_forces_of_the_game_system_its_own_and_those_of_what_it_builds_on() -> None:
    def faction(id: str, *links: CatalogueLink) -> Catalogue:
        return catalogue(entry("unit"), id=id, links=links, force_entries=(ForceEntry(id=f"{id}-host", name=id),))

    data = Library(
        system(), [faction("elves", CatalogueLink(id="l", target_id="wood")), faction("wood"), faction("orks")]
    )
    assert [force.id for force in data.forces_from("elves")] == ["patrol", "elves-host", "wood-host"]
    assert [force.id for force in data.forces_from("orks")] == ["patrol", "orks-host"]
    roster = edit.new_roster(data, "army")
    assert edit.add_force(roster, data, "orks-host", "orks").roster.forces
    with pytest.raises(EditError, match="elves offers no force orks-host"):
        edit.add_force(roster, data, "orks-host", "elves")


def test_data_is_new_recruits_where_a_catalogue_or_what_it_builds_on_says_what_only_that_reads() -> None:
    """It does not hang on what else an army has loaded."""
    twin = (change("prepend", "name", "Twin"),)
    theirs = catalogue(entry("a", link("to-b", "b", modifiers=twin)), entry("b"), id="theirs")
    built = catalogue(entry("c"), id="built", links=(CatalogueLink(id="l", target_id="theirs"),))
    plain = catalogue(entry("d", modifiers=(change("append", "name", "plain"),)), id="plain")
    data = Library(system(), [theirs, built, plain])
    assert [data.is_new_recruits(id) for id in ("theirs", "built", "plain", "nobody")] == [True, True, False, False]
    assert not Library(system(), [theirs], counts_bearers=True).is_new_recruits("theirs")
