"""Limits of other kinds: of links, of cost limits, of forces; measured in armies of a patrol."""

from __future__ import annotations

from decimal import Decimal

from builder.catalogue.library import Library
from builder.catalogue.model import CategoryLink, ForceEntry
from builder.roster import edit
from builder.roster.evaluate import Evaluator, evaluate
from builder.roster.model import Roster
from tests.unit.catalogues import catalogue, entry, least, library, link, most, patrol, points, system


def bikes(data: Library, *links: str) -> Roster:
    """A patrol with what these links lead to."""
    roster, force = patrol(data)
    for wanted in links:
        roster, _ = edit.select(roster, data, force, wanted)
    return roster


def findings(data: Library, roster: Roster) -> list[tuple[str, str | None, str | None]]:
    """Of each finding its code, the entry and the constraint."""
    return [(found.code, found.at.entry, found.at.constraint) for found in evaluate(roster, data).findings]


def test_the_limit_of_a_link_is_told_by_the_targets_own_of_the_same_kind() -> None:
    bike = entry("bike", constraints=(most(4, "in-all", "roster", shared=True),))
    fewer = link("a", "bike", constraints=(most(2, "fewer", "force", shared=False),))
    data = library(fewer, shared_selection_entries=(bike,))
    broken = evaluate(bikes(data, "a", "a", "a"), data).findings
    assert [(found.at.entry, found.at.constraint) for found in broken] == [("bike", "in-all")]
    assert broken[0].message == "1 too many bike in patrol (3 of at most 2)."


def test_the_limit_of_a_link_is_its_own_where_the_target_has_none_of_its_kind() -> None:
    bike = entry("bike", constraints=(least(1, "one", "force"), most(90, "cheap", "force", field="pts")))
    data = library(
        link("a", "bike", constraints=(most(2, "fewer", "force", shared=False),)), shared_selection_entries=(bike,)
    )
    assert findings(data, bikes(data, "a", "a")) == [("max", "a", "fewer")]


def test_a_slot_may_spend_a_part_of_the_cost_limit() -> None:
    third = most(33, "third", "roster", field="limit::pts", percent=True, include_child_selections=True)
    slot = CategoryLink(id="slot", target_id="hq", constraints=(third,))
    frame = system(force_entries=(ForceEntry(id="patrol", name="patrol", category_links=(slot,)),))
    data = Library(frame, [catalogue(entry("captain", slot="hq", costs=points(100)))])
    roster = bikes(data, "captain")
    assert findings(data, roster) == []
    assert findings(data, edit.set_cost_limit(roster, data, "pts", Decimal(400))) == []
    limited = edit.set_cost_limit(roster, data, "pts", Decimal(200))
    assert findings(data, limited) == [("max", "slot", "third")]
    assert evaluate(limited, data).findings[0].message == "army spends 34 pts too much on hq (100 of at most 66)."


def test_what_a_slot_spends_is_what_its_units_cost_with_all_below_them() -> None:
    """Lists put the cost of a unit on its models (E-07); a model that is of the slot itself counts once."""
    third = most(150, "third", "roster", field="pts", include_child_selections=True)
    slot = CategoryLink(id="slot", target_id="hq", constraints=(third,))
    frame = system(force_entries=(ForceEntry(id="patrol", name="patrol", category_links=(slot,)),))
    model = entry("model", slot="hq", costs=points(100), constraints=(least(1, "one"),))
    data = Library(frame, [catalogue(entry("titan", slot="hq", selection_entries=(model,)))])
    evaluator = Evaluator(data)
    roster, force = patrol(data)
    for spent, told in ((100, []), (200, [("max", "slot", "third")])):
        roster = edit.select(roster, data, force, "titan", complete=True).roster
        (limits,) = evaluator.slots(roster, force)
        assert (limits.spent, limits.allowance) == (Decimal(spent), Decimal(150))
        assert findings(data, roster) == told
