"""Limits of other kinds: of links, of cost limits, of forces; measured in armies of a patrol."""

from __future__ import annotations

from decimal import Decimal

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import CategoryEntry, CategoryLink, Constraint, ForceEntry
from builder.record import replace
from builder.roster import edit
from builder.roster.evaluate import Evaluator, evaluate
from builder.roster.model import Roster
from builder.services.editor.view import SlotLine
from tests.unit.catalogues import catalogue, entry, group, least, library, link, most, patrol, points, system


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
    assert broken[0].message == "3 × bike, the army may have at most 2."


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
    assert evaluate(limited, data).findings[0].message == "The army spends 100 pts on hq, but may spend at most 66."


def test_a_minimum_below_none_is_none_and_the_colon_of_a_slot_ends_no_name_in_a_sentence() -> None:
    """As `HQ:` and `Heavy Support:` of the Horus Heresy, of which -1 to 3 may be taken."""
    hq = CategoryEntry(id="hq", name="HQ:")
    slots = tuple(
        CategoryLink(id=id, target_id=id, constraints=(least(fewest, f"least-{id}"), most(greatest, f"most-{id}")))
        for id, fewest, greatest in (("hq", 1, 1), ("troops", -1, 1))
    )
    frame = system(
        category_entries=(hq, CategoryEntry(id="troops", name="Troops")),
        force_entries=(ForceEntry(id="patrol", name="patrol", category_links=slots),),
    )
    data = Library(frame, [catalogue(entry("squad", slot="troops"))])
    roster = bikes(data, "squad", "squad")
    messages = [each.message for each in evaluate(roster, data).findings]
    assert messages == ["No unit of HQ, the army needs 1.", "2 units of Troops, the army may have at most 1."]
    bounds = [(each.least, each.most) for each in Evaluator(data).slots(roster, roster.forces[0].id)]
    assert bounds == [(Decimal(1), Decimal(1)), (Decimal(0), Decimal(1))]
    assert SlotLine(name="HQ:", taken=0, least=1, most=1).words == "0 of 1"


@pytest.mark.parametrize("deep", [True, False])
def test_what_a_slot_spends_is_what_its_units_cost_with_all_below_them(deep: bool) -> None:
    """Lists put the cost of a unit on its models (E-07); a model that is of the slot itself counts once.

    So it is however deep a limit looks: those of the Horus Heresy and of Kings of War look at units alone.
    """
    third = most(150, "third", "roster", field="pts", include_child_selections=deep)
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


@pytest.mark.parametrize(
    ("heading", "limits", "chosen", "said"),
    [
        ("Psychic powers", (least(2), most(2)), 0, "choose 2 psychic powers, has none."),
        ("Psychic powers", (least(2), most(2)), 1, "choose 2 psychic powers, has 1."),
        ("Psychic powers", (least(1), most(1)), 0, "choose 1 of the psychic powers, has none."),
        ("Wargear", (least(1),), 0, "choose at least 1 from Wargear, has none."),
        ("Gear", (least(2), most(3)), 1, "choose 2 or 3 from Gear, has 1."),
        ("squad", (least(1), most(1)), 0, "choose 1, has none."),
        ("Weapons", (most(1),), 3, "has 3 weapons, at most 1 is allowed."),
        ("Weapons", (least(2), most(4)), 5, "has 5 weapons, 2 to 4 are allowed."),
    ],
)
def test_what_is_to_be_chosen_or_too_much_is_said_in_words_of_players(
    heading: str, limits: tuple[Constraint, ...], chosen: int, said: str
) -> None:
    kit = group("kit", entry("gun"), name=heading, constraints=limits)
    data = library(entry("squad", kit))
    roster, force = patrol(data)
    roster, squad = edit.select(roster, data, force, "squad")
    for _ in range(chosen):
        roster, _ = edit.select(roster, data, squad, "gun")
    (finding,) = evaluate(roster, data).findings
    assert finding.message in (f"squad: {said}", f"squad {said}")


@pytest.mark.parametrize(
    ("limits", "captains", "said"),
    [
        ((least(1), most(2)), 3, "3 units of hq, the army may have 1 or 2."),
        ((least(1), most(1)), 0, "No unit of hq, the army needs 1."),
        ((least(2), most(6)), 1, "1 unit of hq, the army needs 2 to 6."),
        ((least(2),), 1, "1 unit of hq, the army needs at least 2."),
        ((most(1),), 2, "2 units of hq, the army may have at most 1."),
    ],
)
def test_a_slot_says_how_many_units_it_has_and_how_many_there_may_be(
    limits: tuple[Constraint, ...], captains: int, said: str
) -> None:
    slot = CategoryLink(id="slot", target_id="hq", constraints=limits)
    frame = system(force_entries=(ForceEntry(id="patrol", name="patrol", category_links=(slot,)),))
    data = Library(frame, [catalogue(entry("captain", slot="hq"))])
    (finding,) = evaluate(bikes(data, *["captain"] * captains), data).findings
    assert finding.message == said


def test_a_slot_holds_what_its_limit_counts_in_whatever_slot_that_stands() -> None:
    """As `Compulsory HQ` of the Horus Heresy, which is nobody's own slot."""
    slots = (
        CategoryLink(id="slot", target_id="hq", constraints=(least(0, "none needed", scope="force"),)),
        CategoryLink(id="needed", target_id="troops", constraints=(least(1, scope="force"),)),
    )
    frame = system(force_entries=(ForceEntry(id="patrol", name="patrol", category_links=slots),))
    also = CategoryLink(id="also", target_id="troops")
    captain = entry("captain", slot="hq")
    data = Library(frame, [catalogue(replace(captain, category_links=(*captain.category_links, also)))])
    roster = bikes(data, "captain", "captain")
    assert evaluate(roster, data).findings == ()
    assert [each.taken for each in Evaluator(data).slots(roster, roster.forces[0].id)] == [None, Decimal(2)]
