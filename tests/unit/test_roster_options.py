"""What an editor offers, with costs and how many more may be taken."""

from __future__ import annotations

from decimal import Decimal

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import CategoryLink, ForceEntry, Modifier
from builder.errors import EditError
from builder.roster import edit
from builder.roster.options import EntryOption, options
from tests.unit.catalogues import catalogue, change, entry, group, library, most, patrol, points, system, when


def offered(found: list[EntryOption]) -> dict[str, tuple[int, int | None]]:
    return {option.entry.id: (option.number, option.left) for option in found}


def test_a_force_offers_its_entries_with_their_effective_values() -> None:
    cheaper = (change("set", "pts", "5", when("atLeast", 1, "captain")), change("set", "name", "guard"))
    hidden = (change("set", "hidden", "true", when("atLeast", 1, "captain")),)
    data = library(entry("squad", costs=points(9), modifiers=cheaper), entry("spy", modifiers=hidden), entry("captain"))
    roster, force = patrol(data)
    roster, _ = edit.select(roster, data, force, "captain")
    squad, spy, captain = options(roster, data, force)
    assert (squad.name, squad.costs, squad.hidden) == ("guard", {"pts": Decimal(5)}, False)
    assert (spy.hidden, captain.number) == (True, 1)


def test_how_many_more_may_be_taken_obeys_the_entry_its_group_and_its_slot() -> None:
    slot = CategoryLink(id="slot", target_id="hq", constraints=(most(2),))
    frame = system(force_entries=(ForceEntry(id="patrol", name="patrol", category_links=(slot,)),))
    arms = group("arms", entry("bolter"), entry("flamer", constraints=(most(1),)), constraints=(most(3),))
    unlimited = entry("squad", arms, entry("vox"))
    data = Library(frame, [catalogue(entry("captain", slot="hq"), unlimited)])
    roster, force = patrol(data)
    roster, _ = edit.select(roster, data, force, "captain")
    roster, squad = edit.select(roster, data, force, "squad")
    for wanted in ("bolter", "bolter", "flamer"):
        roster, _ = edit.select(roster, data, squad, wanted)
    assert offered(list(options(roster, data, force))) == {"captain": (1, 1), "squad": (1, None)}
    assert offered(list(options(roster, data, squad))) == {"vox": (0, None), "bolter": (2, 0), "flamer": (1, 0)}


def test_an_entry_of_a_hidden_group_is_hidden() -> None:
    data = library(entry("squad", group("arms", entry("bolter"), hidden=True)))
    roster, force = patrol(data)
    roster, squad = edit.select(roster, data, force, "squad")
    assert [option.hidden for option in options(roster, data, squad)] == [True]


def test_a_selection_that_the_data_lost_offers_nothing_and_an_unknown_one_is_refused() -> None:
    old, new = library(entry("squad", entry("marine"))), library(entry("tank"))
    roster, force = patrol(old)
    roster, squad = edit.select(roster, old, force, "squad")
    assert list(options(roster, new, squad)) == []
    with pytest.raises(EditError, match="no force or selection none"):
        options(roster, new, "none")


def needed(*modifiers: Modifier, base: int = 1) -> str:
    """What an entry with so many and these changes of that says that it needs, beside nothing at all."""
    data = library(
        entry("unit", entry("lance", constraints=(most(base),), modifiers=modifiers), entry("horse"), entry("squire"))
    )
    roster, force = patrol(data)
    roster, unit = edit.select(roster, data, force, "unit")
    return next(option.reason for option in options(roster, data, unit) if option.name == "lance")


@pytest.mark.parametrize(
    ("base", "changes", "words"),
    [
        (1, [("set", "0", "lessThan", "horse"), ("set", "0", "lessThan", "squire")], "needs horse and squire"),
        (
            2,
            [("decrement", "1", "lessThan", "horse"), ("decrement", "1", "lessThan", "squire")],
            "needs horse or squire",
        ),
        (1, [("set", "0", "lessThan", "horse"), ("set", "1", "atLeast", "squire")], "needs horse or squire"),
        (0, [("increment", "1", "atLeast", "horse"), ("increment", "1", "atLeast", "squire")], "needs horse or squire"),
        (0, [("set", "1", "atLeast", "horse"), ("set", "0", "lessThan", "squire")], "needs squire and horse"),
    ],
)
def test_what_is_needed_is_all_that_must_change_together_or_any_of_what_would_do_alone(
    base: int, changes: list[tuple[str, str, str, str]], words: str
) -> None:
    made = [change(kind, "most", value, when(is_, 1, child, "unit")) for kind, value, is_, child in changes]
    assert needed(*made, base=base) == words


def test_options_stand_in_the_order_of_their_numbers_and_the_others_last() -> None:
    arms = group("arms", entry("sword"), entry("axe", sort_index=1), sort_index=2)
    late = group("late", entry("shield"))
    data = library(entry("squad", late, arms, entry("banner"), entry("horn", sort_index=1)))
    roster, force = patrol(data)
    roster, squad = edit.select(roster, data, force, "squad")
    below = options(roster, data, squad)
    assert [option.entry.id for option in below] == ["horn", "axe", "sword", "banner", "shield"]
