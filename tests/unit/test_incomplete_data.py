"""Saved rosters with data that lacks a catalogue: nothing of what they say is lost, and nothing new appears."""

from __future__ import annotations

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import CatalogueLink, CategoryEntry, CategoryLink, InfoLink, Profile, Rule, SelectionEntry
from builder.record import replace
from builder.roster import edit
from builder.roster.comparison import compare
from builder.roster.evaluate import evaluate
from builder.roster.relink import relink
from builder.roster.view import RosterView
from tests.unit.catalogues import catalogue, change, entry, link, points, system, when

MARINES = catalogue(
    entry("chapter", costs=points(1)),
    entry(
        "captain",
        link("to-relic", "relic"),
        costs=points(30),
        modifiers=(
            change("set", "pts", "50", when("lessThan", 1, "ally")),
            change("append", "name", "the Lost", when("atLeast", 1, "ally")),
        ),
    ),
    link("to-ally", "ally"),
    links=(CatalogueLink(id="l", target_id="allies", name="Allies"),),
)
ALLIES = catalogue(
    id="allies",
    rules=(Rule(id="oath", name="Oath", description="Sworn."),),
    shared_selection_entries=(entry("ally", costs=points(7)), entry("relic", costs=points(5))),
)
WHOLE, PART = Library(system(), [MARINES, ALLIES]), Library(system(), [MARINES])


def saved(*entries: str) -> RosterView:
    """An army as it was saved with all of the data."""
    roster, force = edit.add_force(edit.new_roster(WHOLE, "army"), WHOLE, "patrol", "marines")
    for path in entries:
        roster, id = edit.select(roster, WHOLE, force, path)
        if path == "captain":
            roster, _ = edit.select(roster, WHOLE, id, "to-relic::relic")
    return evaluate(roster, WHOLE).view


@pytest.mark.parametrize("entries", [("captain",), ("captain", "to-ally::ally"), ("chapter", "captain", "chapter")])
def test_data_that_lacks_a_catalogue_takes_nothing_away(entries: tuple[str, ...]) -> None:
    before = saved(*entries)
    assert [rule.name for rule in before.forces[0].rules] == ["Oath"]
    now = evaluate(relink(before, PART), PART).view
    assert compare(before, now) == ()
    again = evaluate(relink(now, WHOLE), WHOLE).view
    assert compare(before, again) == ()


def test_rules_of_a_force_are_not_told_twice_though_a_file_names_them_without_their_links() -> None:
    """New Recruit writes the bare id of a rule, BattleScribe the links to it as well."""
    shown = catalogue(
        entry("captain"),
        links=MARINES.catalogue_links,
        info_links=(InfoLink(id="shows", target_id="oath", type="rule"),),
        shared_rules=(Rule(id="oath", name="Oath"),),
    )
    data = Library(system(), [shown])
    roster, _ = edit.add_force(edit.new_roster(data, "army"), data, "patrol", "marines")
    view = evaluate(roster, data).view
    (force,) = view.forces
    assert [rule.id for rule in force.rules] == ["shows::oath"]
    bare = replace(view, forces=(replace(force, rules=(replace(force.rules[0], id="oath"),)),))
    for file in (view, bare):
        assert [rule.name for rule in evaluate(relink(file, data), data).view.forces[0].rules] == ["Oath"]


def test_what_no_catalogue_has_is_unknown_where_none_is_missing() -> None:
    """As in BattleScribe a condition on an id that does not exist holds for no number."""
    alone = Library(system(), [catalogue(*MARINES.selection_entries)])
    roster, force = edit.add_force(edit.new_roster(alone, "army"), alone, "patrol", "marines")
    roster, _ = edit.select(roster, alone, force, "captain")
    (captain,) = evaluate(roster, alone).view.units()
    assert [cost.value for cost in captain.costs] == [30]


@pytest.mark.parametrize(("revision", "kept"), [(6, True), (7, True), (8, False)])
def test_of_older_data_what_it_does_not_know_yet_stays(revision: int, kept: bool) -> None:
    """What newer data has taken out is gone; what it calls by another id is not told twice."""

    def marines(revision: int, known: bool) -> Library:
        stats = Profile(id="new" if known else "old", name="captain", type_id="unit")
        banner = Rule(id="banner", name="Banner", description="Waves.")
        elite = CategoryLink(id="e", target_id="elite")
        captain = SelectionEntry(
            id="captain",
            name="captain",
            profiles=(stats,),
            rules=(banner,) if known else (),
            category_links=(elite,) if known else (),
        )
        categories = (CategoryEntry(id="elite", name="Elite"),) if known else ()
        return Library(system(), [catalogue(captain, revision=revision, category_entries=categories)])

    data = marines(7, known=True)
    roster, force = edit.add_force(edit.new_roster(data, "army"), data, "patrol", "marines")
    roster, _ = edit.select(roster, data, force, "captain")
    other = marines(revision, known=False)
    view = evaluate(relink(evaluate(roster, data).view, other), other).view
    (captain,) = view.units()
    assert [profile.id for profile in captain.profiles] == ["old"]
    assert [rule.name for rule in captain.rules] == ["Banner"] * kept
    assert [category.name for category in captain.categories] == ["Elite"] * kept
