"""The order track and the row over it: boxes drawn once; flags, edges and tint depend on the thresholds alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from builder.record import Record, replace
from builder.sheets.block import check_places, check_row, check_top, moved
from builder.sheets.page import (
    PLAIN,
    Boxes,
    Drawing,
    FieldKind,
    FieldRun,
    FieldSet,
    Item,
    Mark,
    PageField,
    Placed,
    Polygon,
    Rect,
    Role,
    Segment,
)
from builder.sheets.signs import BLACK, damage, flag
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Check, Shape, Track

ROWS = 5
"""Rows of boxes of a track."""
NOTCH = 1.1
ORDER_LEFT = 19.0
HINT_GAP, HINT_END, FLAG = 3.5, 2.0, 3.0
"""White before a pennant or a hint, behind the last hint, and the room of a pennant, in mm."""
BEHIND = 0.75
"""From the last box of a group to its number, in mm, at most."""
DAMAGE_INSET = 0.55
JOIN = " · "


class _Order(Record, frozen=True, eq=False):
    """An order track with what stands over it, without ids; units with equal thresholds and states share one."""

    drawing: Drawing
    fields: tuple[PageField | FieldRun, ...]


def order_items(setter: Typesetter, track: Track, checks: Sequence[Check]) -> tuple[tuple[Item, ...], int]:
    """Thresholds and check boxes over the order track, and how many rows that takes."""
    fitting = hints_beside(setter, track, checks)
    brief = fitting > _fitting(setter, track, checks, track.hints)
    track = replace(track, hints=(track.brief if brief else track.hints)[:fitting], brief=())
    states = tuple([(check.label, check.shape is Shape.CIRCLE, check.checked) for check in checks])
    shape = (track.size, track.numbered, track.milestone)
    key = ("order", track.title, shape, track.hints, track.value, track.thresholds, states)
    order = setter.kept(_Order, key, partial(_order, setter, track, checks))
    ids = (track.id, *[check.id for check in checks])
    items = (Placed(0, 0, order.drawing), FieldSet(ids, 0, 0, order.fields))
    return items, round(order.drawing.height / setter.design.grid.row)


def _order(setter: Typesetter, track: Track, checks: Sequence[Check]) -> _Order:
    width = setter.design.grid.width
    head = _order_head(setter, track, checks)
    told = Mark(Role.FIGURE, f"{track.size} boxes for {track.title}, {track.value} of them filled")
    items = (Placed(0, 0, head), moved((told, *_track_items(setter, track, head.height)), 0, 0))
    drawing = Drawing(width, head.height + ROWS * setter.design.grid.row, items)
    size, top = setter.design.boxes.check, check_top(setter)
    places = enumerate(check_places(setter, checks, width), 1)
    fields = [PageField(str(n), FieldKind.CHECK, x, top, size, size) for n, x in places]
    return _Order(drawing, (*fields, FieldRun("0.", 1, 0, head.height, _boxes(setter, track))))


def hints_beside(setter: Typesetter, track: Track, checks: Sequence[Check]) -> int:
    """Return how many hints, from the first, stand on the row over a track; others are words of the card.

    They are in fewer words where that makes more of them fit.
    """
    return max((_fitting(setter, track, checks, hints) for hints in (track.hints, track.brief)), default=0)


def _fitting(setter: Typesetter, track: Track, checks: Sequence[Check], hints: Sequence[str]) -> int:
    if not hints:
        return 0
    style = setter.design.styles.fact
    room = _hints_end(setter, checks) - _thresholds(setter, track, [])
    fitting = 0
    while fitting < len(hints) and setter.width(JOIN.join(hints[: fitting + 1]), style) <= room:
        fitting += 1
    return fitting


def _hints_end(setter: Typesetter, checks: Sequence[Check]) -> float:
    width = setter.design.grid.width
    return min(check_places(setter, checks, width), default=width) - HINT_END


def _order_head(setter: Typesetter, track: Track, checks: Sequence[Check]) -> Drawing:
    """Return the row over the track."""
    design = setter.design
    styles, row = design.styles, design.grid.row
    items: list[Item] = [Segment(0, 0, design.grid.width, 0, design.lines.thin)]
    items.append(setter.text(0, setter.baseline, track.title, styles.group))
    x = _thresholds(setter, track, items)
    if track.hints:
        items.append(setter.text(x, setter.baseline, JOIN.join(track.hints), styles.fact))
    items += [PLAIN, *check_row(setter, checks, design.grid.width)]
    return Drawing(design.grid.width, row, tuple(items), shared=False)


def _thresholds(setter: Typesetter, track: Track, items: list[Item]) -> float:
    """Add the thresholds with their pennants to the items, and return where they end."""
    styles = setter.design.styles
    x = max(setter.across(ORDER_LEFT), setter.width(track.title, styles.group) + setter.across(FLAG))
    for threshold in track.thresholds:
        items.extend(flag(x, setter.baseline + 0.3, setter.baseline, threshold.reroll))
        words = setter.text(x + setter.across(FLAG), setter.baseline, threshold.words, styles.label)
        value = setter.text(words.x + words.width + 0.8, setter.baseline, str(threshold.value), styles.strong)
        items.extend((words, value))
        x = value.x + value.width + setter.across(HINT_GAP)
    return x


def _track_items(setter: Typesetter, track: Track, y: float) -> Iterator[Item]:
    """The boxes of a track, y their upper edge."""
    shape = (track.size, track.numbered, track.milestone)
    values = tuple((threshold.value, threshold.reroll) for threshold in track.thresholds)
    if values and not setter.ink_saver:
        yield Placed(0, y, setter.kept(Drawing, ("tint", shape, values), lambda: _tint(setter, track)))
    if track.value:
        yield from _damage(setter, track, y)
    yield Placed(0, y, setter.kept(Drawing, ("track", shape), lambda: _empty(setter, track)))
    if values:
        yield Placed(0, y, setter.kept(Drawing, ("limits", shape, values), lambda: _limits(setter, track)))


def _place(setter: Typesetter, track: Track, n: int) -> tuple[float, float]:
    """Left and top of box n, from 1."""
    boxes = setter.design.boxes
    group, box = divmod(n - 1, track.numbered)
    row, column = divmod(group, track.size // track.numbered // ROWS)
    return column * boxes.order_pitch + box * boxes.order_width, row * setter.design.grid.row


def _boxes(setter: Typesetter, track: Track) -> Boxes:
    sizes = setter.design.boxes

    def make() -> Boxes:
        places = (_place(setter, track, n) for n in range(1, track.size + 1))
        return tuple((*place, sizes.order_width, sizes.order_height) for place in places)

    return setter.kept(tuple, ("track boxes", track.size, track.numbered), make)


def _drawing(setter: Typesetter, items: Iterable[Item]) -> Drawing:
    grid = setter.design.grid
    return Drawing(grid.width, ROWS * grid.row, tuple(items))


def _groups(track: Track, first: int) -> Iterator[tuple[int, int]]:
    """The first and the last box of each group, from a box on."""
    for last in range(track.numbered, track.size + 1, track.numbered):
        if last >= first:
            yield max(first, last - track.numbered + 1), last


def _span(setter: Typesetter, track: Track, first: int, last: int) -> tuple[float, float, float, float]:
    """Left, top, width and height of boxes side by side."""
    boxes = setter.design.boxes
    left, top = _place(setter, track, first)
    return left, top, (last - first + 1) * boxes.order_width, boxes.order_height


def _empty(setter: Typesetter, track: Track) -> Drawing:
    styles, lines, boxes = setter.design.styles, setter.design.lines, setter.design.boxes
    items: list[Item] = []
    for first, last in _groups(track, 1):
        left, top, width, height = _span(setter, track, first, last)
        items.append(Rect(left, top, width, height, lines.thin))
        items.extend(
            Segment(x, top, x, top + height, lines.thin)
            for x in (left + n * boxes.order_width for n in range(1, track.numbered))
        )
    for _, last in _groups(track, 1):
        left, top, width, _ = _span(setter, track, last, last)
        style = styles.number if last % track.milestone else styles.milestone
        number = setter.text(left + width, top + setter.baseline - 0.15, str(last), style)
        # A large number has as much white before it as behind it.
        white = (boxes.order_pitch - track.numbered * boxes.order_width - number.width) / 2
        items.append(replace(number, x=number.x + min(BEHIND, white)))
    return _drawing(setter, items)


def _tint(setter: Typesetter, track: Track) -> Drawing:
    first = min(threshold.value for threshold in track.thresholds) + 1
    grey = setter.design.greys.fails / 100
    return _drawing(setter, (Rect(*_span(setter, track, *span), 0, grey) for span in _groups(track, first)))


def _limits(setter: Typesetter, track: Track) -> Drawing:
    """Heavy edges from the first failing box, notches from where even a re-roll fails, and the two pennants."""
    boxes, lines = setter.design.boxes, setter.design.lines
    items: list[Item] = []
    for threshold in track.thresholds:
        first = threshold.value + 1
        if first > track.size:
            continue
        if threshold.reroll:
            for n in range(first, track.size + 1):
                left, top, width, height = _span(setter, track, n, n)
                right, bottom = left + width, top + height
                items.append(Polygon(((right, bottom - NOTCH), (right, bottom), (right - NOTCH, bottom)), 0, BLACK))
        else:
            items.extend(Rect(*_span(setter, track, *span), lines.strong) for span in _groups(track, first))
        left, top = _place(setter, track, first)
        items.extend(flag(left + 0.45, top + boxes.order_height - 0.35, boxes.order_height - 0.6, threshold.reroll))
    return _drawing(setter, items)


def _damage(setter: Typesetter, track: Track, y: float) -> Iterator[Item]:
    """Blocks in the boxes of the points so far."""
    inset = DAMAGE_INSET
    for n in range(1, min(track.value, track.size) + 1):
        left, top, width, height = _span(setter, track, n, n)
        yield from damage(setter, left + inset, y + top + inset, width - 2 * inset, height - 2 * inset)
