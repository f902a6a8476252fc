"""What public catalogues ask for the options of a unit: the points of every entry below it, links followed."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable, Iterator

ENTRIES = ("selectionEntry", "selectionEntryGroup", "entryLink")
BOXES = ("selectionEntries", "selectionEntryGroups", "entryLinks")
DEEPEST = 8


class PricedOptions:
    """The points of options, by the names of unit and option as `key` writes them."""

    def __init__(self, roots: Iterable[ElementTree.Element], key: Callable[[str], str]) -> None:
        self.key = key
        elements = [element for root in roots for element in root.iter()]
        self.by_id = {element.get("id", ""): element for element in elements if tag(element) in ENTRIES}
        self.cost_types = {element.get("id") for element in elements if tag(element) == "costType"}
        self.units: dict[str, list[ElementTree.Element]] = {}
        for element in self.by_id.values():
            if tag(element) == "selectionEntry":
                self.units.setdefault(key(element.get("name", "")), []).append(element)

    def below(self, unit: str) -> dict[str, set[int]]:
        """The points that anything of a name below the units of a name may cost.

        What hangs on an entry that costs more than the cheapest beside it (a guardsman with a flamer) may cost that,
        and what modifiers make dearer what they make of it.
        """
        found: dict[str, set[int]] = {}
        for element in self.units.get(self.key(unit), ()):
            for name, points in self._walk(element, 0, ()):
                found.setdefault(self.key(name), set()).add(points)
        return found

    def _walk(self, above: ElementTree.Element, more: int, seen: tuple[str, ...]) -> Iterator[tuple[str, int]]:
        below = [(child, self.by_id.get(child.get("targetId", ""))) for child in _children(above)]
        prices = [_points(child) + _points(target) for child, target in below]
        models = [price for price, (child, target) in zip(prices, below, strict=True) if _is_model(child, target)]
        for price, (child, target) in zip(prices, below, strict=True):
            name = child.get("name", "") or (target.get("name", "") if target is not None else "")
            if tag(child if target is None else target) != "selectionEntryGroup":
                yield from ((name, one) for one in (price, price + more, *self._modified(price, child, target)))
            dearer = {max(0, price - cheapest) for cheapest in (min(models, default=price), 0)}
            for part in (child, target):
                if part is not None and part.get("id", "") not in seen and len(seen) < DEEPEST:
                    for extra in dearer:
                        yield from self._walk(part, more + extra, (*seen, part.get("id", "")))

    def _modified(self, price: int, *elements: ElementTree.Element | None) -> Iterator[int]:
        """Yield what modifiers of its cost make of a price."""
        for element in (found for found in elements if found is not None):
            for modifier in element.findall("./{*}modifiers/{*}modifier"):
                value = modifier.get("value", "")
                if modifier.get("field") in self.cost_types and value.replace(".", "").isdigit():
                    yield int(float(value)) + (price if modifier.get("type") == "increment" else 0)


def tag(element: ElementTree.Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def _children(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    for box in element:
        if tag(box) in BOXES:
            yield from box


def _points(element: ElementTree.Element | None) -> int:
    costs = [] if element is None else element.findall("./{*}costs/{*}cost")
    return int(
        sum(
            float(cost.get("value", "0")) for cost in costs if cost.get("name", "").strip().lower() in ("pts", "points")
        )
    )


def _is_model(child: ElementTree.Element, target: ElementTree.Element | None) -> bool:
    entry = child if target is None else target
    return tag(entry) == "selectionEntry" and entry.get("type") in ("model", "upgrade") and bool(_points(entry))
