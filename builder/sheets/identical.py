"""Cards that differ in their ids alone: told by their content, laid out once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from msgspec import structs

from builder.sheets.block import Block
from builder.sheets.head import code_text
from builder.sheets.page import Drawing, Field, FieldRun, FieldSet, Item, Placed
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Card, Check, FormationCard, PanelCard, UnitCard, VehicleCard

Numbered = UnitCard | VehicleCard | FormationCard
"""Cards whose ids can be told apart from the rest of them."""


def numbered(card: Numbered) -> tuple[Numbered, tuple[str, ...]]:
    """A card with numbers for its ids, and the ids; cards that differ in their ids alone are equal then."""
    ids: list[str] = []

    def new(id_: str) -> str:
        ids.append(id_)
        return str(len(ids) - 1)

    def checks(some: Iterable[Check]) -> tuple[Check, ...]:
        return tuple([Check(new(check.id), check.label, check.shape, check.checked) for check in some])

    head = replace(card.head, code="")
    match card:
        case UnitCard():
            groups = tuple([replace(group, id=new(group.id)) for group in card.groups])
            track = replace(card.track, id=new(card.track.id))
            alike: Numbered = replace(card, head=head, groups=groups, track=track, checks=checks(card.checks))
        case VehicleCard():
            weapons = tuple([replace(weapon, check=checks((weapon.check,))[0]) for weapon in card.weapons])
            lines = tuple(
                [
                    replace(line, id=new(line.id), steps=tuple((n, checks((check,))[0]) for n, check in line.steps))
                    for line in card.lines
                ]
            )
            rows = tuple([replace(row, checks=checks(row.checks)) for row in card.hit_rows])
            alike = replace(card, head=head, weapons=weapons, lines=lines, hit_rows=rows, checks=checks(card.checks))
        case FormationCard():
            damage = tuple([replace(unit, checks=checks(unit.checks)) for unit in card.damage])
            units, markers = checks(card.units), checks(card.markers)
            alike = replace(card, head=head, units=units, markers=markers, damage=damage, checks=checks(card.checks))
    return alike, tuple(ids)


class Repeats:
    """Blocks of cards; those that differ in their ids alone are laid out twice at most, then only placed."""

    def __init__(self, setter: Typesetter, make: Callable[[Card], list[Block]]) -> None:
        self._setter = setter
        self._make = make
        self._met: set[tuple[str, str, tuple[str, ...]]] = set()
        self._kept: dict[Card, list[Block]] = {}

    def blocks(self, card: Card) -> list[Block]:
        """The blocks of a card."""
        if isinstance(card, PanelCard):
            return self._make(card)
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
                upper=(*block.upper[:1], code, *(structs.replace(fields, ids=ids) for fields in _fields(block.upper))),
                lower=(*block.lower[:1], *(structs.replace(fields, ids=ids) for fields in _fields(block.lower))),
            )
            for block in kept
        ]


def _fields(items: tuple[Item, ...]) -> Iterator[FieldSet]:
    return (item for item in items if isinstance(item, FieldSet))


def _frozen(setter: Typesetter, block: Block) -> Block:
    """A block whose parts are one drawing and one set of fields each."""
    width = setter.design.grid.width
    above, below = block.rows - block.lower_rows, block.lower_rows
    row = setter.design.grid.row
    upper = tuple(_split(block.upper, width, above * row))
    return structs.replace(block, upper=upper, lower=tuple(_split(block.lower, width, below * row)))


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
