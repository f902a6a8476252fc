"""Short forms for the catalogues of tests: everything is named like its id."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from builder.catalogue.library import Library
from builder.catalogue.model import (
    Catalogue,
    CatalogueLink,
    CategoryEntry,
    CategoryLink,
    Condition,
    Constraint,
    Cost,
    CostType,
    EntryHolder,
    EntryLink,
    ForceEntry,
    GameSystem,
    Modifier,
    Query,
    SelectionEntry,
    SelectionEntryGroup,
)
from builder.roster import edit
from builder.roster.model import Roster


def least(value: int, id: str = "least", scope: str = "parent", **query: Any) -> Constraint:
    return Constraint(id, "min", Decimal(value), Query(scope=scope, **query))


def most(value: int, id: str = "most", scope: str = "parent", **query: Any) -> Constraint:
    return Constraint(id, "max", Decimal(value), Query(scope=scope, **query))


def points(value: object) -> tuple[Cost, ...]:
    return (Cost("pts", Decimal(str(value))),)


def when(type: str, value: int, child: str, scope: str = "force") -> Condition:
    return Condition(type, Decimal(value), Query(scope=scope, child_id=child))


def change(type: str, field: str, value: str, *conditions: Condition) -> Modifier:
    return Modifier(type, field, value, conditions)


def entry(id: str, *children: EntryHolder, slot: str | None = None, **fields: Any) -> SelectionEntry:
    """An entry; `slot` is its primary category."""
    categories = (CategoryLink(id=f"{id}-slot", target_id=slot, primary=True),) if slot else ()
    return SelectionEntry(id=id, name=id, **{"category_links": categories, **below(children), **fields})


def group(id: str, *children: EntryHolder, **fields: Any) -> SelectionEntryGroup:
    return SelectionEntryGroup(id=id, **{"name": id, **below(children), **fields})


def link(id: str, target: str, **fields: Any) -> EntryLink:
    return EntryLink(id=id, target_id=target, **fields)


def below(children: tuple[EntryHolder, ...]) -> dict[str, Any]:
    return {
        "selection_entries": tuple(child for child in children if isinstance(child, SelectionEntry)),
        "selection_entry_groups": tuple(child for child in children if isinstance(child, SelectionEntryGroup)),
        "entry_links": tuple(child for child in children if isinstance(child, EntryLink)),
    }


def catalogue(
    *roots: EntryHolder, id: str = "marines", links: tuple[CatalogueLink, ...] = (), **fields: Any
) -> Catalogue:
    kinds = below(roots)
    return Catalogue(
        id=id,
        name=id,
        game_system_id="system",
        catalogue_links=links,
        **{"selection_entries": kinds["selection_entries"], "entry_links": kinds["entry_links"], **fields},
    )


def system(**fields: Any) -> GameSystem:
    """A game system with points, the slots hq and troops, and the forces patrol (with both slots) and wing below it."""
    slots = tuple(CategoryLink(id=f"patrol-{slot}", target_id=slot) for slot in ("hq", "troops"))
    patrol = ForceEntry(
        id="patrol", name="patrol", category_links=slots, force_entries=(ForceEntry(id="wing", name="wing"),)
    )
    made: dict[str, Any] = {
        "cost_types": (CostType("pts", "pts"),),
        "category_entries": tuple(CategoryEntry(id=slot, name=slot) for slot in ("hq", "troops")),
        "force_entries": (patrol,),
    }
    return GameSystem(id="system", name="system", **{**made, **fields})


def library(*roots: EntryHolder, **fields: Any) -> Library:
    """The system with one catalogue."""
    return Library(system(), [catalogue(*roots, **fields)])


def patrol(data: Library) -> tuple[Roster, str]:
    """A roster with one patrol, and the patrol's id."""
    added = edit.add_force(edit.new_roster(data, "army"), data, "patrol", next(iter(data.catalogues)))
    return added.roster, added.id


def army(data: Library, *entries: str) -> Roster:
    """A patrol with these entries."""
    roster, force = patrol(data)
    for wanted in entries:
        roster, _ = edit.select(roster, data, force, wanted)
    return roster
