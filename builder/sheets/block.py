"""What all blocks share, and how pages are filled with them: a block is as high as so many rows of the grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from builder.errors import ExportError
from builder.record import Record, replace
from builder.sheets.page import HEADING, PLAIN, Drawing, FieldKind, Item, Mark, PageField, Placed, Role, Segment
from builder.sheets.signs import box, filling
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Check, RuleText

LEAST_NOTES = 24.0
"""Room in mm that is worth note lines."""
NOTES_GAP = 5.0
MOST_MORE = 12
"""Rows over the usual height that a card may take where its page has room and its rules say more by that."""
NOTE_JOIN = "  ·  "
CHECK_GAP, LABEL_GAP = 3.4, 0.9
"""Before the next box, and between a box and its label, in mm."""
ASIDE_GAP = 2.0
"""Between the title of a panel and the remark beside it, in mm."""


class Block(Record, frozen=True):
    """One card on its way to a page.

    Args:
        rows: its usual height; `least_rows` is what it needs where that saves a page.
        upper: items relative to its top left corner.
        lower: items relative to the row `lower_rows` over its lower end.
        within: ids of further cards that stand in it, each with its first row and its rows.
        shorter: the same card, lower, where this one is higher so that its rules say more.
        told: the rules that it tells with all of their words.
    """

    card: str
    name: str
    rows: float
    least_rows: float
    upper: tuple[Item, ...]
    lower: tuple[Item, ...] = ()
    lower_rows: float = 0
    part: int = 1
    parts: int = 1
    within: tuple[tuple[str, float, float], ...] = ()
    shorter: Block | None = None
    told: tuple[RuleText, ...] = ()

    def over(self, lower: Block | None) -> Block:
        """Return this card, which says more than a lower one; it takes its place where it is no higher."""
        if lower is None:
            return self
        return replace(self, shorter=lower if self.least_rows > lower.least_rows else lower.shorter)

    def chain(self) -> Iterator[Block]:
        """Yield the card at each of its heights, from this one down."""
        block: Block | None = self
        while block:
            yield block
            block = block.shorter

    def lowest(self) -> Block:
        """Return the card at its least height."""
        block = self
        while block.shorter:
            block = block.shorter
        return block


class Strip(Record, frozen=True):
    """Something over the whole width of a block, as high as so many rows."""

    rows: float
    items: tuple[Item, ...]


def moved(items: Iterable[Item], x: float, y: float) -> Placed:
    """Items moved together."""
    return Placed(x, y, Drawing(0, 0, tuple(items), shared=False))


def line_to_write_on(setter: Typesetter, x: float, y: float, end: float) -> Segment:
    """Return dots that a printer of 100 dpi shows."""
    return Segment(x, y, end, y, setter.design.lines.head, dotted=True)


def labelled(words: str, items: Iterable[Item]) -> Placed:
    """Items as a figure, with the words that are read out in their place."""
    return moved((Mark(Role.FIGURE, words), moved(items, 0, 0)), 0, 0)


def place_strips(strips: Iterable[Strip], top: float, row: float, x: float = 0) -> Iterator[Placed]:
    """Strips one under the other, the first on the row `top`, with their left edge at x."""
    for strip in strips:
        yield moved(strip.items, x, top * row)
        top += strip.rows


def height_of(strips: Iterable[Strip]) -> float:
    """Rows of strips in all."""
    return sum([strip.rows for strip in strips])


def rows_for(setter: Typesetter, height: float) -> float:
    """Return the rows of the grid that something so many mm high takes: whole ones where strips are aligned."""
    grid = setter.design.grid
    return -(-round(10 * height) // round(10 * grid.row)) if grid.aligned else height / grid.row


def take(strips: Sequence[Strip], room: float) -> int:
    """Return how many strips, from the first, so many rows hold."""
    for count, strip in enumerate(strips):
        room -= strip.rows
        if room < 0:
            return count
    return len(strips)


def divide(name: str, strips: Sequence[Strip], room: float, first_room: float | None = None) -> list[list[Strip]]:
    """Strips card by card: what `first_room` rows of the first hold, maybe nothing, then what `room` rows hold.

    Raises:
        ExportError: a strip is higher than a card has room, or the first card is higher than its page.
    """
    chunks: list[list[Strip]] = []
    left, space = list(strips), room if first_room is None else first_room
    while left or not chunks:
        taken = take(left, space)
        if space < 0 or (not taken and (chunks or first_room is None)):
            raise ExportError(f"'{name}' has a part that is higher than a page: split the unit, or take a larger paper")
        chunks.append(left[:taken])
        left, space = left[taken:], room
    return chunks


def check_top(setter: Typesetter) -> float:
    """From the top of a row to a box in its middle, in mm."""
    return (setter.design.grid.row - setter.design.boxes.check) / 2


def check_places(setter: Typesetter, checks: Sequence[Check], right: float) -> list[float]:
    """Left edges of boxes whose labels stand behind them, the last label ending at `right`."""
    design = setter.design
    places: list[float] = []
    gap = setter.across(CHECK_GAP)
    x = right + gap
    for check in reversed(checks):
        x -= gap + setter.width(check.label, design.styles.label) + LABEL_GAP + design.boxes.check
        places.append(x)
    return places[::-1]


def check_row(setter: Typesetter, checks: Sequence[Check], right: float) -> Iterator[Item]:
    """Boxes on the first row with their labels, without their fields."""
    design = setter.design
    size = design.boxes.check
    for check, x in zip(checks, check_places(setter, checks, right), strict=True):
        yield from check_sign(setter, check, x, check_top(setter), size, design.lines.box)
        yield setter.text(x + size + LABEL_GAP, setter.baseline, check.label, design.styles.label)


def check_sign(setter: Typesetter, check: Check, x: float, y: float, size: float, line: float) -> Iterator[Item]:
    """A box, filled where it is checked."""
    yield Mark(Role.FIGURE, f"{'ticked ' if check.checked else ''}box {check.label}".rstrip())
    yield box(check.shape, x, y, size, line)
    if check.checked:
        yield from filling(setter, check.shape, x, y, size)
    yield PLAIN


def check_box(setter: Typesetter, check: Check, x: float, y: float, size: float, line: float) -> Iterator[Item]:
    """A box with its field, filled where it is checked."""
    yield from check_sign(setter, check, x, y, size, line)
    yield PageField(check.id, FieldKind.CHECK, x, y, size, size)


def note_lines(setter: Typesetter, notes: Sequence[str], width: float) -> list[str]:
    """Notes broken into lines."""
    style = setter.design.styles.fact
    return [line for note in notes for part in note.splitlines() for line in setter.wrap(part, style, width)]


def wide_note_lines(setter: Typesetter, notes: Sequence[str]) -> list[str]:
    """Notes broken into lines of the whole width, where a short one stands behind the one before it."""
    style, width = setter.design.styles.fact, setter.design.grid.width
    lines: list[str] = []
    for line in note_lines(setter, notes, width):
        if lines and setter.width(lines[-1] + NOTE_JOIN + line, style) <= width:
            lines[-1] += NOTE_JOIN + line
        else:
            lines.append(line)
    return lines


def note_strips(setter: Typesetter, lines: Sequence[str]) -> list[Strip]:
    """Notes for which the card has no other room: a row each, over the whole width."""
    style = setter.design.styles.fact
    return [Strip(1, (setter.text(0, setter.baseline, line, style),)) for line in lines]


def panel_head(setter: Typesetter, title: str, aside: str, width: float) -> Strip:
    """Return the head of a panel: a black rule, its title, a remark at the right, or below it where it is too long."""
    styles, lines, row = setter.design.styles, setter.design.lines, setter.design.grid.row
    named, told = setter.text(0, row + 0.5, title, styles.panel), setter.text(0, row + 0.5, aside, styles.caption)
    rows = 2 if named.width + ASIDE_GAP + told.width <= width else 3
    items: list[Item] = [Segment(0, 0, width, 0, lines.block), HEADING, named, PLAIN]
    items.append(Segment(0, rows * row, width, rows * row, lines.rule))
    if aside:
        told = replace(told, x=width - told.width) if rows == 2 else replace(told, y=2 * row + 0.3)
        items.append(told)
    return Strip(rows, tuple(items))
