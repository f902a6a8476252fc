"""The block of a card of panels: its columns, what stands below them, and notes where there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from builder.errors import ExportError
from builder.record import replace
from builder.sheets.block import (
    CHECK_GAP,
    LEAST_NOTES,
    MOST_MORE,
    NOTES_GAP,
    Block,
    Strip,
    height_of,
    moved,
    panel_head,
    place_strips,
    take,
)
from builder.sheets.head import part_head, set_head
from builder.sheets.page import Item
from builder.sheets.panels import WORDS_GAP, extent, panel_strips, strength_width
from builder.sheets.rule_lines import LEAST_ROOM, Room, SetWords, set_words, word_strips
from builder.sheets.rule_words import Words
from builder.sheets.score_table import score_tables
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import (
    CheckRow,
    FigurePairs,
    HullPanel,
    Panel,
    PanelCard,
    RuleGroup,
    RuleText,
    Strength,
    TablePanel,
    Tally,
)

FIGURES_WHITE = 4.2
"""The white behind boxes for figures, which nothing follows at the right, in mm."""
CHECKS_DROP = 0.5
"""Rows from the top of a card to the boxes beside its head."""
LEAST_CHECKS = 45.0
"""Room in mm beside models that is worth boxes to check."""


class _Row(NamedTuple):
    """A strip of a column; `head` is repeated above it where it comes first on a further card.

    `keep` are the rows of what must stand on the same card below it.
    """

    strip: Strip
    head: Strip | None = None
    keep: float = 0


class _Column(NamedTuple):
    """What is read at the top, and what is filled in, which stands at the foot."""

    head: list[_Row]
    foot: list[_Row]


class _Notes(NamedTuple):
    """Notes in what a column leaves free, above or at the foot; those without room there are `strips`.

    So many rules are `cut` short, or left out; of those of the unit so many are `short`. Others are `told` whole.
    """

    upper: Sequence[Item]
    lower: Sequence[Item]
    strips: Sequence[Strip]
    cut: int
    short: int
    told: tuple[RuleText, ...]


def panel_blocks(setter: Typesetter, card: PanelCard, capacity: int) -> list[Block]:
    """Return the block of a card of panels; it grows with its tables and notes, and goes on on further cards.

    What is filled in stands at the foot of both columns, beginning on one row where the tables above leave room. A card
    is as high as usual where rules could say nothing otherwise; then there is a shorter one in which they do not.

    Raises:
        ExportError: a part that cannot be divided is higher than a page of `capacity` rows.
    """
    grid = setter.design.grid
    card = replace(card, below=tuple(part for panel in card.below for part in _tables(setter, panel, grid.width)))
    if card.below and not card.left and (wide := _wide(setter, card, capacity)):
        return [wide]
    head = set_head(setter, card.head, card.head.facts)
    left = _column(setter, card.left, grid.left)
    right = _column(setter, card.right, grid.right_width)
    below = side_by_side(setter, card.below, grid.width)
    left_top, right_top = head.rows + _rows(left.head), _rows(right.head)
    foot, lower_rows = max(_rows(left.foot), _rows(right.foot)), height_of(below)
    body = max(left_top + _rows(left.foot), right_top + _rows(right.foot))
    whole_width = bool(card.below) and not card.left
    if max(left_top, right_top) + foot + lower_rows <= grid.block_rows and not whole_width:
        body = max(left_top, right_top) + foot
    most = max(body, int(grid.block_rows) - lower_rows)
    words: Sequence[Words] = (*head.left_over, *card.notes, *card.rules)
    first = len(panel_strips(setter, card.below[0], grid.width)) if whole_width else 0

    def block(body: float, notes: _Notes) -> Block:
        start = body - foot
        lower = (*below[:first], *notes.strips, *below[first:])
        rows = body + height_of(lower)
        upper: list[Item] = [
            *head.items,
            *place_strips([row.strip for row in left.head], head.rows, grid.row),
            *place_strips([row.strip for row in right.head], 0, grid.row, grid.right),
            *notes.upper,
        ]
        filled = (
            *place_strips([row.strip for row in left.foot], max(left_top - start, 0), grid.row),
            *place_strips([row.strip for row in right.foot], max(right_top - start, 0), grid.row, grid.right),
            *notes.lower,
            *place_strips(lower, foot, grid.row),
        )
        usual = max(int(grid.block_rows), rows) if below and not whole_width else rows
        return Block(card.id, card.head.name, usual, rows, tuple(upper), filled, rows - start, told=notes.told)

    made: Block | None = None
    cut = 0
    while True:  # The body grows for words that find no room in it.
        ends = (body - foot if left.foot else body, body - foot if right.foot else body)
        notes = _notes(setter, card, words, (left_top, right_top), ends, body)
        if not (notes.strips or notes.short) and (made is None or notes.cut < cut):
            made, cut = block(body, notes).over(made), notes.cut
        highest = most + (0 if notes.strips else MOST_MORE) + (0 if made else notes.short)
        if body >= highest or not (notes.strips or notes.cut):
            break
        body += 1
    if made and made.lowest().least_rows <= capacity:
        return [made]
    if notes.short:  # Neither column has room for all that they say.
        below_all = word_strips(setter, words, whole=True)
        notes = notes._replace(upper=(), lower=(), strips=below_all.strips, told=below_all.told)
    if body + height_of(notes.strips) + lower_rows > capacity:
        if whole_width and not right.head and not right.foot:  # Its tables go on as columns do.
            whole = _column(setter, card.below, grid.width)
            return _divided(setter, card, [*whole.head, *whole.foot], [], [], capacity)
        return _divided(setter, card, [*left.head, *left.foot], [*right.head, *right.foot], below, capacity)
    return [block(body, notes)]


def _wide(setter: Typesetter, card: PanelCard, capacity: int) -> Block | None:
    """Return a card of tables over the whole width, with boxes to check beside its head; None where it is no such card.

    Rules in few words, which are all that a card has, stand below their title alone.
    """
    grid, head = setter.design.grid, card.head
    first, *others = card.below
    if isinstance(first, RuleGroup) and not others:
        title = panel_head(setter, head.name, first.aside, grid.width)
        strips = [title, *panel_strips(setter, replace(first, title="", aside=""), grid.width)]
        rows = height_of(strips)
        return Block(card.id, head.name, rows, rows, tuple(place_strips(strips, 0, grid.row)))
    beside = [(panel, extent(setter, panel)) for panel in card.right]
    if len(beside) > 1 or any(wide is None for _, wide in beside):
        return None
    taken = sum([wide or 0.0 for _, wide in beside])
    across = setter.in_design(replace(setter.design, grid=replace(grid, left=grid.width - taken)))
    if taken > grid.width / 2:
        return None
    shown = set_head(across, head, head.facts)
    notes = word_strips(setter, (*shown.left_over, *card.notes, *card.rules), whole=True)
    tables = panel_strips(setter, first, grid.width)
    strips = [*tables, *notes.strips, *side_by_side(setter, others, grid.width)]
    rows = shown.rows + height_of(strips)
    if rows > capacity:
        return None
    boxes = [strip for panel, _ in beside for strip in panel_strips(setter, panel, taken)]
    checks = place_strips(boxes, CHECKS_DROP, grid.row, grid.width - taken + CHECK_GAP + 2 * WORDS_GAP)
    items = (*shown.items, *checks, *place_strips(strips, shown.rows, grid.row))
    return Block(card.id, head.name, rows, rows, items, told=notes.told)


def _tables(setter: Typesetter, panel: Panel, width: float) -> Sequence[Panel]:
    """Return a panel, or the tables that a wide one is divided into."""
    return score_tables(setter, panel, width) if isinstance(panel, TablePanel) and panel.groups else [panel]


def side_by_side(setter: Typesetter, panels: Sequence[Panel], width: float) -> list[Strip]:
    """Return panels over the whole width, one below the other; boxes to strike off and to check share a row.

    Those for figures end at the right, so that they stand under each other down a page.
    """
    strips: list[Strip] = []
    end = 0.0
    beside = _beside_models(setter, panels, width)
    for panel in panels:
        if panel in beside:
            continue
        own = panel_strips(setter, panel, width)
        if beside and isinstance(panel, Strength):
            left = strength_width(setter, panel, panel.models) + NOTES_GAP
            checks = [strip for one in beside for strip in panel_strips(setter, one, width - left)]
            rows, row = max(height_of(own), 1 + height_of(checks)), setter.design.grid.row
            strips.append(Strip(rows, (*place_strips(own, 0, row), *place_strips(checks, 1, row, left))))
            continue
        needed = extent(setter, panel) if len(own) == 1 else None
        right = width - needed + FIGURES_WHITE if needed and isinstance(panel, FigurePairs) else 0.0
        if needed is not None and end and end + needed <= width + FIGURES_WHITE:
            drop = (strips[-1].rows - own[0].rows) * setter.design.grid.row / 2
            items = (*strips[-1].items, moved(own[0].items, max(end, right), drop))
            strips[-1] = Strip(max(strips[-1].rows, own[0].rows), items)
            end += needed
            continue
        strips += [Strip(own[0].rows, (moved(own[0].items, right, 0),))] if right > 0 else own
        end = needed or 0.0
    return strips


def _beside_models(setter: Typesetter, panels: Sequence[Panel], width: float) -> list[CheckRow]:
    """Return the boxes to check that stand beside a line of models over the whole width, where that leaves room."""
    for panel in panels:
        if isinstance(panel, Strength):
            left = strength_width(setter, panel, panel.models) + NOTES_GAP
            return [each for each in panels if isinstance(each, CheckRow)] if width - left >= LEAST_CHECKS else []
    return []


def _divided(
    setter: Typesetter, card: PanelCard, left: list[_Row], right: list[_Row], below: list[Strip], capacity: int
) -> list[Block]:
    """Return a card over several: what stands below the columns is on the first, notes are on the last."""
    grid = setter.design.grid
    name, lower = card.head.name, height_of(below)
    head = set_head(setter, part_head(card.head, 1, 2), card.head.facts)
    lefts = _portions(name, left, capacity - head.rows, capacity - lower - head.rows)
    rights = _portions(name, right, capacity, capacity - lower)
    bodies = max(len(lefts), len(rights))
    lefts += [[] for _ in range(bodies - len(lefts))]
    rights += [[] for _ in range(bodies - len(rights))]
    rest, told = word_strips(setter, (*head.left_over, *card.notes, *card.rules), whole=True)
    under: list[list[Strip]] = []
    for n in range(bodies):
        body = max(head.rows + height_of(lefts[n]), height_of(rights[n]))
        room = capacity - body - (lower if n == 0 else 0)
        count = take(rest, room) if n == bodies - 1 else 0
        under.append(rest[:count])
        rest = rest[count:]
    while rest:
        count = take(rest, capacity - head.rows)
        under.append(rest[:count])
        lefts.append([])
        rights.append([])
        rest = rest[count:]
    parts = len(under)
    blocks = []
    for n, (one, other, strips) in enumerate(zip(lefts, rights, under, strict=True), 1):
        head = set_head(setter, part_head(card.head, n, parts), card.head.facts if n == 1 else ())
        body = max(head.rows + height_of(one), height_of(other))
        own = below if n == 1 else []
        items = (
            *head.items,
            *place_strips(one, head.rows, grid.row),
            *place_strips(other, 0, grid.row, grid.right),
            *place_strips(strips, body, grid.row),
        )
        rows = body + height_of(strips) + height_of(own)
        foot = tuple(place_strips(own, 0, grid.row))
        blocks.append(Block(card.id, name, rows, rows, items, foot, height_of(own), n, parts, told=told))
    return blocks


def _column(setter: Typesetter, panels: tuple[Panel, ...], width: float) -> _Column:
    rows: list[_Row] = []
    read = 0
    for panel, *others in _abreast(setter, panels, width):
        strips = side_by_side(setter, [panel, *others], width) if others else panel_strips(setter, panel, width)
        titles = 1 + (isinstance(panel, TablePanel) and bool(panel.caption or panel.groups))
        head = strips[titles - 1] if isinstance(panel, TablePanel) else None
        if isinstance(panel, TablePanel) and panel.groups:
            head = Strip(height_of(strips[:2]), tuple(place_strips(strips[:2], 0, setter.design.grid.row)))
        for n, strip in enumerate(strips):
            keep = height_of(strips[n + 1 : titles + 1]) if n < titles else 0
            rows.append(_Row(strip, head if n > titles else None, keep))
        if isinstance(panel, TablePanel | HullPanel):
            read = len(rows)
    return _Column(rows[:read], rows[read:])


def _abreast(setter: Typesetter, panels: Sequence[Panel], width: float) -> Iterator[list[Panel]]:
    """Yield panels one by one, or several whose boxes to strike off have room on one row."""
    row: list[Panel] = []
    room = 0.0
    for panel in panels:
        wide = extent(setter, panel) if isinstance(panel, Tally) else None
        if row and wide is not None and wide <= room:
            row.append(panel)
            room -= wide
            continue
        if row:
            yield row
        row, room = [panel], 0.0 if wide is None else width - wide
    if row:
        yield row


def _rows(column: Sequence[_Row]) -> float:
    return height_of([row.strip for row in column])


def _portions(name: str, column: Sequence[_Row], room: float, first_room: float) -> list[list[Strip]]:
    """Return a column card by card: what so many rows of the first hold, maybe nothing, then of each further one.

    Raises:
        ExportError: a part of it is higher than a page.
    """
    portions: list[list[Strip]] = [[]]
    left = first_room
    for row in column:
        if row.strip.rows + row.keep > left:
            portions.append([row.head] if row.head else [])
            left = room - height_of(portions[-1])
            if row.strip.rows > left:
                raise ExportError(
                    f"'{name}' has a part that is higher than a page: split the unit, or take a larger paper"
                )
        portions[-1].append(row.strip)
        left -= row.strip.rows
    return portions


def _shared(
    setter: Typesetter, words: Sequence[Words], white: Sequence[Room], beside: Sequence[Room], further: Sequence[Words]
) -> tuple[SetWords, SetWords]:
    """Return words set into white rooms and beside boxes: so many in the first that none is cut short, if they can."""
    upper = set_words(setter, words, white, further)
    if beside and upper.cut:
        for first in range(len(words) - 1, 0, -1):
            shares = set_words(setter, words[:first], white), set_words(setter, words[first:], beside, further)
            if not any(share.left or share.cut or share.unsaid or share.further for share in shares):
                return shares
    return upper, set_words(setter, upper.left, beside, upper.further)


def _boxes(setter: Typesetter, column: Sequence[Panel]) -> tuple[float, float]:
    """Return the width and the rows of the boxes at the foot of a column: of models, or of wounds on a line each."""
    width, rows = 0.0, 0.0
    for panel, *others in reversed([*_abreast(setter, column, setter.design.grid.right_width)]):
        wide = strength_width(setter, panel) if isinstance(panel, Strength) else extent(setter, panel)
        if wide is None:
            break
        wide += sum([extent(setter, other) or 0.0 for other in others])
        width, rows = max(width, wide), rows + height_of(panel_strips(setter, panel, setter.design.grid.right_width))
    return width, rows


def _notes(
    setter: Typesetter,
    card: PanelCard,
    words: Sequence[Words],
    tops: tuple[float, float],
    ends: tuple[float, float],
    body: float,
) -> _Notes:
    """Set words where a column is white, then beside the models of the unit, then over the whole width.

    The columns are read down to `tops`, and white down to `ends`, where what is filled in begins at the earliest. Of
    the rules of weapons it takes those that find room.
    """
    grid = setter.design.grid
    beside: list[Room] = []
    wide, boxes = _boxes(setter, card.right)
    left = grid.right + wide + NOTES_GAP
    if boxes and grid.width - left >= LEAST_NOTES:
        high = min(boxes, body - tops[1]) * grid.row
        beside = [Room(left, max(tops[1] - ends[1], 0) * grid.row, grid.width - left, high)]
    white = [
        Room(x, top * grid.row, width, (end - top) * grid.row)
        for x, top, end, width in (
            (grid.right, tops[1], ends[1], grid.right_width),
            (0.0, tops[0], ends[0], grid.left),
        )
        if (end - top) * grid.row >= LEAST_ROOM
    ]
    upper, lower = _shared(setter, words, white, beside, card.weapon_rules)
    cut = upper.cut + lower.cut + len(lower.further)
    rest, in_full = word_strips(setter, lower.left, whole=True)
    told = (*upper.told, *lower.told, *in_full)
    return _Notes(upper.items, lower.items, rest, cut, upper.cut + lower.cut, told)
