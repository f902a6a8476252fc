"""The catalogue as the editor lists it: by slot, found by a few letters, each with the least that one costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.catalogue.library import Library
from builder.catalogue.model import ForceEntry
from builder.services.fitting import fit


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """Something that can be added to a force: `path` leads to it, `price` is the least that one of it costs."""

    path: str
    name: str
    slot: str
    slot_name: str
    price: Decimal


@dataclass(frozen=True, slots=True)
class CatalogueSlot:
    """A slot with its entries, sorted by name."""

    id: str
    name: str
    entries: tuple[CatalogueEntry, ...]


def catalogue_of_force(
    library: Library, catalogue_id: str, force: ForceEntry | None, cost: str
) -> Sequence[CatalogueSlot]:
    """What a force can be made of, by slot in the order of the force; what no army can ever see is left out."""
    slots = {link.target_id: link.name for link in (force.category_links if force else ())}
    found: dict[str, list[CatalogueEntry]] = {id: [] for id in slots}
    for entry in library.root_entries(catalogue_id):
        if entry.hidden and "hidden" not in entry.changes:
            continue
        slot = next((id for id, primary in entry.categories.items() if primary), "")
        known = library.categories.get(slot)
        name = slots.get(slot) or (known.name if known else "Others")
        price = least_price(entry, cost)
        found.setdefault(slot, []).append(CatalogueEntry(entry.path, entry.name, slot, name, price))
    return tuple(
        CatalogueSlot(id, entries[0].slot_name, tuple(sorted(entries, key=lambda entry: entry.name.casefold())))
        for id, entries in found.items()
        if entries
    )


def least_price(entry: LinkedEntry, cost: str) -> Decimal:
    """What one of an entry costs with the least that it needs below it, before modifiers."""
    below = sum((child.minimum * least_price(child, cost) for child in entry.entries if child.minimum), Decimal(0))
    groups = sum((_group_price(group, cost) for group in entry.groups), Decimal(0))
    return entry.costs.get(cost, Decimal(0)) + below + groups


def _group_price(group: LinkedGroup, cost: str) -> Decimal:
    """What the entries come to that a group needs beyond those that are needed anyway."""
    inner = sum((_group_price(child, cost) for child in group.groups), Decimal(0))
    missing = group.minimum - sum(entry.minimum for entry in group.entries)
    if missing <= 0 or not group.entries:
        return inner
    chosen = group.default
    prices = [least_price(chosen, cost)] if chosen else [least_price(entry, cost) for entry in group.entries]
    return inner + missing * min(prices)


def search(slots: Sequence[CatalogueSlot], text: str) -> Sequence[CatalogueSlot]:
    """The slots with the entries that fit a text, best first: each of its letters comes, in this order."""
    wanted = "".join(text.casefold().split())
    if not wanted:
        return slots
    found = []
    for slot in slots:
        scored = ((fit(entry.name, wanted), entry) for entry in slot.entries)
        fitting = sorted(((score, entry) for score, entry in scored if score is not None), key=lambda pair: pair[0])
        if fitting:
            found.append((fitting[0][0], CatalogueSlot(slot.id, slot.name, tuple(entry for _, entry in fitting))))
    return tuple(slot for _, slot in sorted(found, key=lambda pair: pair[0]))


def taken_of(units: Sequence[str]) -> Mapping[str, int]:
    """How often each entry was taken, by path."""
    counted: dict[str, int] = {}
    for path in units:
        counted[path] = counted.get(path, 0) + 1
    return counted
