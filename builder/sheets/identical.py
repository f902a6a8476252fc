"""Cards and parts of them that differ in their ids alone: told by their content, laid out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator

from msgspec import structs

from builder.sheets.block import Block, Strip
from builder.sheets.head import code_text
from builder.sheets.numbering import numbered
from builder.sheets.page import Drawing, Field, FieldRun, FieldSet, Item, Placed
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Card


class Repeats:
    """Blocks of cards; those that differ in their ids alone are laid out twice at most, then only placed."""

    def __init__(self, setter: Typesetter, make: Callable[[Card], list[Block]]) -> None:
        self._setter = setter
        self._make = make
        self._met: set[tuple[str, str, tuple[str, ...]]] = set()
        self._kept: dict[Card, list[Block]] = {}

    def blocks(self, card: Card) -> list[Block]:
        """The blocks of a card."""
        words = (card.head.name, card.head.points, card.head.facts)
        if words not in self._met:
            self._met.add(words)
            return self._make(card)
        code = code_text(self._setter, card.head)
        if code is None:
            return self._make(card)
        alike, ids = numbered(card)
        kept = self._kept.get(alike)
        if kept is None:
            kept = self._kept[alike] = [_frozen(self._setter, block) for block in self._make(alike)]
        return [
            structs.replace(
                block,
                card=card.id,
                upper=(*_with_ids(block.upper, ids), code),
                lower=tuple(_with_ids(block.lower, ids)),
            )
            for block in kept
        ]


def kept_strips(
    setter: Typesetter, key: Hashable, ids: tuple[str, ...], width: float, make: Callable[[], Iterable[Strip]]
) -> list[Strip]:
    """Strips of a width, made once for each key with numbers for their ids, and then placed with these ids."""
    row = setter.design.grid.row

    def frozen() -> tuple[Strip, ...]:
        return tuple([Strip(strip.rows, tuple(_split(strip.items, width, strip.rows * row))) for strip in make()])

    return [Strip(strip.rows, tuple(_with_ids(strip.items, ids))) for strip in setter.kept(tuple, key, frozen)]


def _with_ids(items: tuple[Item, ...], ids: tuple[str, ...]) -> Iterator[Item]:
    """Yield what has been split, with ids in the fields."""
    return (structs.replace(item, ids=ids) if isinstance(item, FieldSet) else item for item in items)


def _frozen(setter: Typesetter, block: Block) -> Block:
    """A block whose parts are one drawing and one set of fields each; they may stand beside each other."""
    width, height = setter.design.grid.width, block.rows * setter.design.grid.row
    upper, lower = (tuple(_split(items, width, height)) for items in (block.upper, block.lower))
    return structs.replace(block, upper=upper, lower=lower)


def _split(items: tuple[Item, ...], width: float, height: float) -> Iterator[Item]:
    places: list[Field | FieldRun] = []
    drawn = tuple(_drawn(items, 0, 0, places))
    if drawn:
        yield Placed(0, 0, Drawing(width, height, drawn))
    if places:
        yield FieldSet((), 0, 0, tuple(places))


def _drawn(items: Iterable[Item], x: float, y: float, places: list[Field | FieldRun]) -> Iterator[Item]:
    """What items draw; their fields are put among the places, moved by x and y."""
    for item in items:
        if isinstance(item, FieldSet):
            places.extend(item.moved(x, y))
        elif isinstance(item, Field | FieldRun):
            places.append(structs.replace(item, x=x + item.x, y=y + item.y))
        elif isinstance(item, Placed) and not item.drawing.shared:
            inner = tuple(_drawn(item.drawing.items, x + item.x, y + item.y, places))
            yield Placed(item.x, item.y, Drawing(item.drawing.width, item.drawing.height, inner, shared=False))
        else:
            yield item
