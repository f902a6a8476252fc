"""What the attributes of data files become, those of version 2.00 in the words of 2.03."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as given
from decimal import Decimal
from functools import cache
from typing import Any

from msgspec.structs import asdict, replace

from builder.bounds import read_amount
from builder.catalogue.model import Catalogue, CategoryEntry, CategoryLink, ForceEntry, GameSystem, Publication
from builder.text import LONGEST, clean, clean_name, too_long


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute: the field that it fills, how, and what is `wanted` of it.

    `read` raises ValueError or KeyError over a text that it cannot read; texts among `words` need no reading. One
    without `words` is a text on one line.
    """

    field: str
    read: Callable[[str], object]
    wanted: str = ""
    words: Mapping[str, object] | None = given(default_factory=dict)


class LongTextError(ValueError):
    """A text is longer than any is read; `shortened` is what is read of it."""

    def __init__(self, text: str) -> None:
        super().__init__(too_long(text))
        self.shortened = text[:LONGEST].rstrip()


def _line(text: str) -> str:
    text = clean_name(text).strip()
    if len(text) > LONGEST:
        raise LongTextError(text)
    return text


def _or_none(text: str) -> str | None:
    return _line(text) or None


@cache
def _number(text: str) -> Decimal:
    """Return a number; the same text gives the same object, and `10.0` is 10."""
    value = read_amount(text.strip())
    if value is None:
        raise ValueError
    whole = value.to_integral_value()
    return whole if whole == value else value


def _whole(text: str) -> int:
    value = int(_number(text))
    if value != _number(text) or value < 0:
        raise ValueError
    return value


def _positive(text: str) -> int:
    value = _whole(text)
    if not value:
        raise ValueError
    return value


def _filled(text: str) -> str:
    value = _line(text)
    if not value:
        raise ValueError
    return value


def _amounts(text: str) -> tuple[int, ...]:
    return tuple(_whole(part) if part.strip() else 0 for part in text.split(",")) if text.strip() else ()


_FLAGS = {"true": True, "false": False, "1": True, "0": False, "": False}
_NUMBER = "a number below a thousand million, with a point for the decimals"


def text(field: str) -> Attribute:
    """Return a text, on one line and trimmed."""
    return Attribute(field, _line, words=None)


def long_text(field: str) -> Attribute:
    """Return a text of any length, trimmed, with its lines."""
    return Attribute(field, lambda text: clean(text).strip())


def part_of_text(field: str) -> Attribute:
    """Return a text that is joined to others: its lines and blanks count."""
    return Attribute(field, clean)


def needed(field: str) -> Attribute:
    """Return a text, on one line and trimmed, that is not empty."""
    return Attribute(field, _filled, "anything", None)


def reference(field: str) -> Attribute:
    """Return a text that may be missing: an empty one is none."""
    return Attribute(field, _or_none, words=None)


def flag(field: str) -> Attribute:
    """`true` or `false`, whatever the case."""
    return Attribute(field, lambda text: _FLAGS[text.strip().lower()], "true or false", _FLAGS)


def number(field: str) -> Attribute:
    """Return a decimal number, as Decimal."""
    return Attribute(field, _number, _NUMBER)


def whole(field: str) -> Attribute:
    """Return a whole number from 0."""
    return Attribute(field, _whole, "a whole number from 0 up")


def counted(field: str) -> Attribute:
    """Return a whole number from 1."""
    return Attribute(field, _positive, "a whole number from 1 up")


def _signed_or_none(text: str) -> int | None:
    if not text.strip():
        return None
    value = _number(text)
    if int(value) != value:
        raise ValueError
    return int(value)


def signed(field: str) -> Attribute:
    """Return a whole number with or without a sign; an empty text is none."""
    return Attribute(field, _signed_or_none, "a whole number")


def amounts(field: str) -> Attribute:
    """Return whole numbers from 0, with commas between; a part left out is 0, an empty text is none of them."""
    return Attribute(field, _amounts, "whole numbers from 0 up, with commas between")


def choice(field: str, *words: str) -> Attribute:
    """One of some words."""
    known: Mapping[str, str] = {word: word for word in words}
    return Attribute(field, lambda text: known[text.strip()], f"one of {', '.join(words)}", known)


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


_ROOTS_IMPORTED = frozenset({"2.00", "2.01", "2.02"})
"""The versions in which a link to a catalogue always offers its root entries."""


def upgrade_root(root: GameSystem | Catalogue, books: Iterable[str]) -> GameSystem | Catalogue:
    """Add the categories that forces declare, and a publication for each book that entries name.

    Older links between catalogues offer root entries without saying so.
    """
    if isinstance(root, Catalogue) and root.battlescribe_version in _ROOTS_IMPORTED:
        links = (replace(link, import_root_entries=True) for link in root.catalogue_links)
        root = replace(root, catalogue_links=tuple(links))
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
