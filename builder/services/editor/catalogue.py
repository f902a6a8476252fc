"""The catalogue as the editor lists it: by slot, found by a few letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.catalogue.library import Library
from builder.catalogue.model import ForceEntry
from builder.services.fuzzy_match import fit


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """Something that can be added to a force: `path` leads to it."""

    path: str
    name: str
    slot: str
    slot_name: str


@dataclass(frozen=True, slots=True)
class CatalogueSlot:
    """A slot with its entries, sorted by name."""

    id: str
    name: str
    entries: tuple[CatalogueEntry, ...]


def catalogue_of_force(library: Library, catalogue_id: str, force: ForceEntry | None) -> Sequence[CatalogueSlot]:
    """What a force can be made of, by slot in the order of the force; what no army can ever see is left out."""
    slots = {link.target_id: link.name for link in (force.category_links if force else ())}
    found: dict[str, list[CatalogueEntry]] = {id: [] for id in slots}
    for entry in library.root_entries(catalogue_id):
        if entry.hidden and "hidden" not in entry.changes:
            continue
        slot = next((id for id, primary in entry.categories.items() if primary), "")
        known = library.categories.get(slot)
        name = slots.get(slot) or (known.name if known else "Others")
        found.setdefault(slot, []).append(CatalogueEntry(entry.path, entry.name, slot, name))
    return tuple(
        CatalogueSlot(id, entries[0].slot_name, tuple(sorted(entries, key=lambda entry: entry.name.casefold())))
        for id, entries in found.items()
        if entries
    )


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
