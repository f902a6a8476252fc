"""What files of version 2.00 say in another way than those of 2.03, put into the newer words.

In 2.00 a force declares its categories with their bounds, an entry names its one category, and a modifier sets it.
Since 2.01 categories stand by themselves, and links lead to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import asdict, replace

from builder.catalogue.model import Catalogue, CategoryEntry, CategoryLink, ForceEntry, GameSystem, Publication

NO_CATEGORY = "(No Category)"


class OldSlot(CategoryEntry, frozen=True, kw_only=True):
    """A category as a force declares it in version 2.00."""


def upgrade_entry(values: dict[str, Any], attributes: dict[str, str]) -> None:
    """Give an entry, group or link the category that it names."""
    category = attributes.get("categoryEntryId")
    if category and category != NO_CATEGORY:
        link = CategoryLink(id=f"{values['id']}.category", target_id=category, primary=True)
        values["category_links"] = (*values.get("category_links", ()), link)


def upgrade_cost_type(values: dict[str, Any], attributes: dict[str, str]) -> None:
    """A limit of 0 meant none before -1 did, and is still written by editors; an army of nothing is never meant."""
    if values.get("default_cost_limit") == 0:
        del values["default_cost_limit"]


def upgrade_modifier(values: dict[str, Any], attributes: dict[str, str]) -> None:
    """A modifier that sets the one category makes that one the primary."""
    if values.get("field") == "category" and values.get("type") == "set":
        values["type"] = "set-primary"


def upgrade_force(values: dict[str, Any], attributes: dict[str, str]) -> None:
    """Turn the categories that a force declares into links to them."""
    force = values["id"]
    slots = values.pop("category_entries", ())
    if slots:
        links = (_slot_link(force, slot) for slot in slots)
        values["category_links"] = (*values.get("category_links", ()), *links)


def _slot_link(force: str, slot: OldSlot) -> CategoryLink:
    return CategoryLink(target_id=slot.id, **{**asdict(slot), "id": f"{force}.{slot.id}"})


def upgrade_root(root: GameSystem | Catalogue, books: Iterable[str]) -> GameSystem | Catalogue:
    """Add the categories that forces declare, and a publication for each book that entries name."""
    known = {category.id for category in root.category_entries}
    found = {link.target_id: link for link in _declared(root.force_entries)}
    categories = (_category(link) for id, link in found.items() if id not in known)
    publications = (Publication(book, book) for book in books if book)
    return replace(
        root,
        category_entries=(*root.category_entries, *categories),
        publications=(*root.publications, *publications),
    )


def _declared(forces: Iterable[ForceEntry]) -> Iterator[CategoryLink]:
    """Yield the links that `upgrade_force` has made."""
    for force in forces:
        yield from (link for link in force.category_links if link.id == f"{force.id}.{link.target_id}")
        yield from _declared(force.force_entries)


def _category(link: CategoryLink) -> CategoryEntry:
    return CategoryEntry(id=link.target_id, name=link.name)
