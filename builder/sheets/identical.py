"""Cards and parts of them that differ in their ids alone: told by their content, laid out once, and numbered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from msgspec import structs

from builder.record import replace
from builder.sheets.block import Block, Strip, moved
from builder.sheets.head import code_text
from builder.sheets.page import ID, Drawing, FieldRun, FieldSet, Item, PageField, Placed
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import (
    Card,
    Check,
    CheckRow,
    DiceTable,
    Figure,
    FigurePairs,
    FormationCard,
    HullPanel,
    Panel,
    PanelCard,
    ProfileCard,
    RuleGroup,
    States,
    Strength,
    TablePanel,
    Tally,
    UnitCard,
    VehicleCard,
)
from builder.text import without_number


def numbered(card: Card) -> tuple[Card, tuple[str, ...]]:
    """Return a card with numbers for its ids, and the ids."""
    numbers = _Numbers()
    alike: Card
    head = replace(card.head, code="")
    match card:
        case UnitCard():
            groups = tuple([replace(group, id=numbers.new(group.id)) for group in card.groups])
            track = replace(card.track, id=numbers.new(card.track.id))
            checks = numbers.checks(card.checks)
            alike = replace(card, head=head, groups=groups, track=track, checks=checks, saves=None)
        case VehicleCard():
            weapons = tuple([replace(weapon, check=numbers.check(weapon.check)) for weapon in card.weapons])
            lines = tuple(
                [
                    replace(
                        line, id=numbers.new(line.id), steps=tuple((n, numbers.check(one)) for n, one in line.steps)
                    )
                    for line in card.lines
                ]
            )
            rows = tuple([replace(row, checks=numbers.checks(row.checks)) for row in card.hit_rows])
            checks = numbers.checks(card.checks)
            alike = replace(card, head=head, weapons=weapons, lines=lines, hit_rows=rows, checks=checks, saves=None)
        case FormationCard():
            damage = tuple([replace(row, checks=numbers.checks(row.checks)) for row in card.damage])
            once = tuple([replace(row, checks=numbers.checks(row.checks)) for row in card.once])
            units, markers = numbers.checks(card.units), numbers.checks(card.markers)
            checks = numbers.checks(card.checks)
            alike = replace(card, head=head, units=units, markers=markers, damage=damage, once=once, checks=checks)
        case ProfileCard():
            boxes = tuple([replace(group, id=numbers.new(group.id)) for group in card.boxes])
            alike = replace(card, head=head, boxes=boxes, checks=numbers.checks(card.checks))
        case PanelCard():
            left, right, below = (
                tuple([numbers.panel(panel) for panel in panels]) for panels in (card.left, card.right, card.below)
            )
            alike = replace(card, head=head, left=left, right=right, below=below)
    return alike, tuple(numbers.ids)


def shared(card: Card) -> Card:
    """Return what cards must have in common to share one: all but their ids, and the numbers that end their names."""
    alike = numbered(card)[0]
    return replace(alike, head=replace(alike.head, name=without_number(alike.head.name)))


def name_of(cards: Sequence[Card]) -> str:
    """Return the name of cards that share one: `3 × Scout Squad`."""
    names = {card.head.name for card in cards}
    name = names.pop() if len(names) == 1 else without_number(cards[0].head.name)
    return f"{len(cards)} × {name}" if len(cards) > 1 else name


def numbered_panel(panel: Panel) -> tuple[Panel, tuple[str, ...]]:
    """Return a panel with numbers for its ids, and the ids."""
    numbers = _Numbers()
    return numbers.panel(panel), tuple(numbers.ids)


class _Numbers:
    """Numbers for ids, in the order in which they are met."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def new(self, id_: str) -> str:
        self.ids.append(id_)
        return str(len(self.ids) - 1)

    def check(self, check: Check) -> Check:
        return Check(self.new(check.id), check.label, check.shape, check.checked)

    def checks(self, checks: Iterable[Check]) -> tuple[Check, ...]:
        return tuple([self.check(check) for check in checks])

    def figure(self, figure: Figure) -> Figure:
        return replace(figure, id=self.new(figure.id))

    def panel(self, panel: Panel) -> Panel:
        match panel:
            case TablePanel():
                if not panel.checks:
                    return panel
                return replace(panel, checks=tuple([check and self.check(check) for check in panel.checks]))
            case Tally() | Strength():
                return replace(panel, id=self.new(panel.id))
            case States():
                return replace(panel, cells=tuple([(self.check(check), text) for check, text in panel.cells]))
            case DiceTable():
                rows = [
                    replace(row, results=tuple([(faces, self.check(check)) for faces, check in row.results]))
                    for row in panel.rows
                ]
                return replace(panel, rows=tuple(rows))
            case CheckRow():
                checks, blank = self.checks(panel.checks), panel.blank and self.check(panel.blank)
                return replace(panel, checks=checks, blank=blank)
            case FigurePairs():
                figures = ((self.figure(one), self.figure(other)) for one, other in panel.pairs)
                return replace(panel, pairs=tuple(figures))
            case RuleGroup():
                return panel
            case HullPanel():
                beside = [self.panel(one) for one in panel.beside]
                return replace(panel, beside=tuple([one for one in beside if isinstance(one, TablePanel | Tally)]))


class Repeats:
    """Blocks of cards; those that differ in their ids alone are laid out twice at most, then only placed."""

    def __init__(self, setter: Typesetter, make: Callable[[Card], list[Block]]) -> None:
        self._setter = setter
        self._make = make
        self._met: set[tuple[str, str, tuple[str, ...]]] = set()
        self._kept: dict[Card, list[Block]] = {}

    def blocks(self, card: Card) -> list[Block]:
        """Return the blocks of a card."""
        words = (card.head.name, card.head.points, card.head.facts)
        if words not in self._met or not card.head.name:  # One to be filled in is called by its id.
            self._met.add(words)
            return self._make(card)
        code = () if isinstance(card, ProfileCard) else (code_text(self._setter, card.head),)  # Their tabs have no id.
        if code == (None,):
            return self._make(card)
        alike, ids = numbered(card)
        kept = self._kept.get(alike)
        if kept is None:
            kept = self._kept[alike] = [_frozen(self._setter, block) for block in self._make(alike)]

        def placed(block: Block) -> Block:
            return structs.replace(
                block,
                card=card.id,
                upper=(*_with_ids(block.upper, ids), *(moved((ID, each), 0, 0) for each in code if each)),
                lower=tuple(_with_ids(block.lower, ids)),
                shorter=block.shorter and placed(block.shorter),
            )

        return [placed(block) for block in kept]


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
    """Return a block whose parts are one drawing and one set of fields each; they may stand beside each other."""
    width, height = setter.design.grid.width, block.rows * setter.design.grid.row
    upper, lower = (tuple(_split(items, width, height)) for items in (block.upper, block.lower))
    shorter = block.shorter and _frozen(setter, block.shorter)
    return structs.replace(block, upper=upper, lower=lower, shorter=shorter)


def _split(items: tuple[Item, ...], width: float, height: float) -> Iterator[Item]:
    places: list[PageField | FieldRun] = []
    drawn = tuple(_drawn(items, 0, 0, places))
    if drawn:
        yield Placed(0, 0, Drawing(width, height, drawn))
    if places:
        yield FieldSet((), 0, 0, tuple(places))


def _drawn(items: Iterable[Item], x: float, y: float, places: list[PageField | FieldRun]) -> Iterator[Item]:
    """Yield what items draw; their fields are put among the places, moved by x and y."""
    for item in items:
        if isinstance(item, FieldSet):
            places.extend(item.moved(x, y))
        elif isinstance(item, PageField | FieldRun):
            places.append(structs.replace(item, x=x + item.x, y=y + item.y))
        elif isinstance(item, Placed) and not item.drawing.shared:
            inner = tuple(_drawn(item.drawing.items, x + item.x, y + item.y, places))
            yield Placed(item.x, item.y, Drawing(item.drawing.width, item.drawing.height, inner, shared=False))
        else:
            yield item
