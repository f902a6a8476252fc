"""Forces that the data of New Recruit offers below others by links."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import CategoryLink, Cost, ForceEntry, ForceEntryLink, Modifier
from builder.errors import EditError
from builder.roster import edit
from builder.roster.evaluate import evaluate
from tests.unit.catalogues import catalogue, change, entry, least, patrol, system, when


def linked_forces(**fields: Any) -> Library:
    """An army that offers a regiment by a link, once in a force of it and once in the roster."""
    needed = least(1, "needed", "roster", field="forces")
    slots = (CategoryLink(id="regiment-troops", target_id="troops"),)
    regiment = ForceEntry(id="regiment", name="Regiment", hidden=True, constraints=(needed,), category_links=slots)
    show = change("set", "hidden", "false", when("instanceOf", 1, "marines", "parent"))
    to_regiment = ForceEntryLink(id="to-regiment", target_id="regiment", modifiers=(show,))
    lost = ForceEntryLink(id="lost", target_id="nothing", name="Nothing")
    chart = ForceEntry(
        id="patrol", name="patrol", force_entry_links=(to_regiment, lost), costs=(Cost("pts", Decimal(3)),)
    )
    frame = system(force_entries=(chart, regiment), **fields)
    return Library(frame, [catalogue(entry("squad", slot="troops", modifiers=(in_regiment(),)))])


def in_regiment() -> Modifier:
    return change("set", "name", "of a regiment", when("instanceOf", 1, "regiment", "force"))


def test_a_force_that_a_link_offers_is_added_below_another_by_the_path_of_the_link() -> None:
    data = linked_forces()
    assert [(each.code, each.at.entry) for each in data.findings] == [("link-dangling", "lost")]
    roster, above = patrol(data)
    with pytest.raises(EditError, match="offers no force nothing"):
        edit.add_force(roster, data, "nothing", parent_id=above)
    for wanted in ("to-regiment::regiment", "to-regiment", "regiment"):
        added, below = edit.add_force(roster, data, wanted, parent_id=above)
        force = added.force(below)
        assert force is not None and force.entry_id == "to-regiment::regiment"
    added, _ = edit.select(added, data, below, "squad")
    evaluation = evaluate(added, data)
    (child,) = evaluation.view.forces[0].forces
    assert (child.name, child.entry_id, child.hidden) == ("Regiment", "to-regiment::regiment", False)
    assert [unit.name for unit in evaluation.view.units()] == ["of a regiment"]
    assert evaluation.findings == () and evaluation.view.costs[0].value == 3
