"""The panels of a card as strips: each as high as so many rows, over a given width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from builder.sheets.block import (
    CHECK_GAP,
    LABEL_GAP,
    Strip,
    check_box,
    check_top,
    height_of,
    labelled,
    line_to_write_on,
    place_strips,
    rows_for,
)
from builder.sheets.grid_table import grid_strips
from builder.sheets.identical import kept_strips, numbered_panel
from builder.sheets.mounted import WEAPONS_LEFT
from builder.sheets.page import PLAIN, Drawing, FieldKind, Item, PageField, Placed, Polygon, Rect, Segment
from builder.sheets.rule_words import rule_strip
from builder.sheets.score_table import dice_strips, score_strips
from builder.sheets.signs import BLACK, HULL_HEIGHT, LEAST_HULL_HEIGHT, filling, flag, hull_drawing
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import (
    CheckRow,
    DiceTable,
    FigurePairs,
    HullPanel,
    Panel,
    RuleGroup,
    Shape,
    States,
    Strength,
    TablePanel,
    Tally,
)

BULLET_WIDTH, BULLET_HEIGHT, PAIR_WIDTH = 4.2, 7.0, 8.6
SMALL = 0.78
"""How large the boxes are for what comes back, of the others."""
SQUARE, PITCH_GAP, WORDS_GAP = 5.2, 1.2, 3.0
STRIKE_HEIGHT, MOST_ACROSS = 8.0, 18
"""From the top of boxes to strike off to what stands below them, in mm; and the models on a line of a column."""
WIDE_PITCH, PITCH, CLOSE_PITCH = 7.8, 6.0, 5.8
FEW = 8
"""Up to so many models have wide boxes, where these take no further line."""
STATE_WIDTH, STATE_HEIGHT, LEAST_STATE_HEIGHT = 34.4, 11.4, 7.4
"""Of a cell, in mm; it is lowest where no cell has words."""
HULL_TOP, HULL_FOOT = 0.6, 0.8
"""White over and below a hull, in mm."""
BLANK_LINE, LEAST_BLANK_LINE = 20.0, 10.0
BRACKET_TOP, BRACKET_GAP, FLAG_DROP = 2.8, 0.8, 5.4
"""Where the line of a bracket stands in its strip, what is white below it, and from a box to its flag's foot, in mm."""


def panel_strips(setter: Typesetter, panel: Panel, width: float) -> list[Strip]:
    """Return a panel as strips, one under the other; tables are seldom alike, other panels often."""
    if isinstance(panel, TablePanel | HullPanel):
        return _strips(setter, panel, width)
    alike, ids = numbered_panel(panel)
    return kept_strips(setter, ("panel", alike, width), ids, width, lambda: _strips(setter, alike, width))


def _strips(setter: Typesetter, panel: Panel, width: float) -> list[Strip]:
    match panel:
        case TablePanel() if panel.groups:
            return list(score_strips(setter, panel, width))
        case TablePanel():
            return [*_caption(setter, panel.caption), *grid_strips(setter, panel.table, width, panel.checks)]
        case Tally():
            return list(_tally(setter, panel, width))
        case Strength():
            return list(_strength(setter, panel, width))
        case States():
            over = [Segment(0, 0, width, 0, setter.design.lines.thin)] if panel.title else []
            return [*_titled(setter, panel.title, panel.remark, width, over), _states(setter, panel, width)]
        case DiceTable():
            return [*_titled(setter, panel.title, panel.remark, width), *dice_strips(setter, panel, width)]
        case CheckRow():
            return list(_checks(setter, panel, width))
        case FigurePairs():
            return list(_pairs(setter, panel, width))
        case HullPanel():
            return [_hull(setter, panel, width)]
        case RuleGroup():
            return [*_titled(setter, panel.title, panel.aside, width), rule_strip(setter, panel.rules, width)]


def extent(setter: Typesetter, panel: Panel) -> float | None:
    """Return what boxes to strike off or to check take with the gap behind them, in mm; None for any other panel."""
    styles = setter.design.styles
    match panel:
        case Tally() if not panel.remark and not panel.further:
            pitch = (BULLET_WIDTH if panel.bullets else SQUARE) + PITCH_GAP
            return setter.width(panel.title, styles.group) + 2 * WORDS_GAP + panel.boxes * pitch
        case CheckRow():
            boxes = [*panel.checks, *([panel.blank] if panel.blank else [])]
            each = setter.design.boxes.check + LABEL_GAP + CHECK_GAP
            words = sum(setter.width(check.label, styles.label) for check in boxes)
            line = BLANK_LINE + 1 if panel.blank else 0
            return setter.width(panel.title, styles.group) + 2 * WORDS_GAP + each * len(boxes) + words + line
        case FigurePairs():
            words = setter.width(panel.title, styles.group) + setter.width(panel.remark, styles.caption)
            return words + 3 * WORDS_GAP + len(panel.pairs) * (PAIR_WIDTH + PITCH_GAP)
        case _:
            return None


def _caption(setter: Typesetter, text: str) -> Iterator[Strip]:
    if text:
        yield Strip(1, (PLAIN, setter.text(0, setter.baseline, text, setter.design.styles.caption)))


def _titled(setter: Typesetter, title: str, remark: str, width: float, over: Sequence[Item] = ()) -> Iterator[Strip]:
    """Yield a title with its remark behind it, which goes on below where it is too long; nothing without a title."""
    if not title:
        return
    styles = setter.design.styles
    name = setter.text(0, setter.baseline, title, styles.group)
    start = name.width + WORDS_GAP
    if not remark or start + setter.width(remark, styles.caption) <= width:
        words = (setter.text(start, setter.baseline, remark, styles.caption),) if remark else ()
        yield Strip(1, (PLAIN, *over, name, *words))
        return
    yield Strip(1, (PLAIN, *over, name))
    for line in setter.wrap(remark, styles.caption, width):
        yield Strip(1, (setter.text(0, setter.baseline, line, styles.caption),))


# -- boxes to strike off -------------------------------------------------------
def _tally(setter: Typesetter, tally: Tally, width: float) -> Iterator[Strip]:
    """Yield the title and the boxes, then the smaller ones behind their words; few boxes stand beside their title."""
    style = setter.design.styles.caption
    pitch = (BULLET_WIDTH if tally.bullets else SQUARE) + PITCH_GAP
    name = setter.text(0, STRIKE_HEIGHT - 0.5 - SQUARE / 2 + 1.0, tally.title, setter.design.styles.group)
    start = name.width + WORDS_GAP
    words = tally.further_words if tally.further else ""
    behind = setter.width(words, style) + 2 * WORDS_GAP if words else 0
    needed = tally.boxes * pitch + behind + tally.further * pitch * SMALL
    beside = not tally.remark and start + needed <= width
    if not beside:
        yield from _titled(setter, tally.title, tally.remark, width)
    across = max(1, int(width // pitch))
    rows = rows_for(setter, STRIKE_HEIGHT)
    items: list[Item] = [name] if beside else []
    x = start if beside else 0.0
    shown = f"{tally.title}: {tally.boxes} {'box' if tally.boxes == 1 else 'boxes'}, {tally.struck} struck off"
    shown += f"; {tally.further_words}: {tally.further}" if tally.further else ""
    for n in range(1, tally.boxes + 1):
        if n > 1 and (n - 1) % across == 0 and not beside:
            yield Strip(rows, (labelled(shown, items),))
            items, x = [], 0.0
        items.extend(_strike(setter, f"{tally.id}.{n}", x, 1.0, tally.bullets, struck=n <= tally.struck))
        x += pitch
    if tally.further:
        if x + behind + tally.further * pitch * SMALL > width:
            yield Strip(rows, (labelled(shown, items),))
            items, x = [], 0.0
        items.append(setter.text(x + WORDS_GAP / 2, 6.0, words, style))
        x += behind
        for n in range(tally.boxes + 1, tally.boxes + tally.further + 1):
            items.extend(_strike(setter, f"{tally.id}.{n}", x, SMALL, tally.bullets))
            x += pitch * SMALL
    yield Strip(rows, (labelled(shown, items),))


def _strike(
    setter: Typesetter, id: str, x: float, size: float, bullet: bool, *, struck: bool = False
) -> Iterator[Item]:
    """Yield a box with its field, standing on the lower edge of its two rows; filled where it is struck off."""
    width = (BULLET_WIDTH if bullet else SQUARE) * size
    height = (BULLET_HEIGHT if bullet else SQUARE) * size
    top = STRIKE_HEIGHT - 0.5 - height
    line = setter.design.lines.box
    if bullet:
        shoulder = top + height * 0.42
        tip = width * 0.3
        points = (
            (x, top + height),
            (x, shoulder),
            (x + width * 0.12, top + height * 0.16),
            (x + tip, top),
            (x + width - tip, top),
            (x + width * 0.88, top + height * 0.16),
            (x + width, shoulder),
            (x + width, top + height),
        )
        yield Polygon(points, line)
        yield Segment(x, top + height * 0.8, x + width, top + height * 0.8, line)
    else:
        yield Rect(x, top, width, height, line)
    if struck:
        yield from filling(setter, Shape.SQUARE, x, top + height - width, width)
    yield PageField(id, FieldKind.CHECK, x, top, width, height)


# -- models --------------------------------------------------------------------
def _strength(setter: Typesetter, strength: Strength, width: float) -> Iterator[Strip]:
    """Yield the models in lines of boxes, each numbered with the models left, under the brackets."""
    yield from _titled(setter, strength.title, strength.remark, width)
    usual = WIDE_PITCH if strength.models <= FEW else PITCH
    limit = MOST_ACROSS if width < setter.design.grid.width else strength.models
    most = {pitch: min(limit, int(width // pitch)) for pitch in (usual, PITCH, CLOSE_PITCH)}
    pitch = min(most, key=lambda pitch: -(-strength.models // most[pitch]))
    across = _across(strength, most[pitch])
    for first in range(strength.models, 0, -across):
        left = range(first, max(0, first - across), -1)
        yield _line_of_models(setter, strength, left, pitch)


def _across(strength: Strength, most: int) -> int:
    """Boxes to a line, as many to each, so that the last is not left with few."""
    return -(-strength.models // -(-strength.models // most))


def strength_width(setter: Typesetter, strength: Strength, most: int = MOST_ACROSS) -> float:
    """Return the millimetres that the models of a unit take, with their words, `most` of them side by side."""
    styles = setter.design.styles
    words = setter.width(strength.title, styles.group) + WORDS_GAP + setter.width(strength.remark, styles.caption)
    pitch = WIDE_PITCH if strength.models <= FEW else PITCH
    across = _across(strength, most)
    flag_at = (strength.models - strength.below) % across * pitch
    flag_end = flag_at + 3.2 + setter.width(strength.below_words, styles.caption)
    return max(words, across * pitch, flag_end if strength.below else 0)


def _line_of_models(setter: Typesetter, strength: Strength, left: Sequence[int], pitch: float) -> Strip:
    """Boxes for the models `left`, counted down."""
    design = setter.design
    styles, lines = design.styles, design.lines
    size = pitch - 0.8
    top = BRACKET_TOP + BRACKET_GAP
    places = {models: n * pitch for n, models in enumerate(left)}
    items: list[Item] = []
    for bracket in strength.brackets:
        inside = [models for models in left if bracket.least <= models <= bracket.most]
        if inside:
            start, end = places[inside[0]], places[inside[-1]] + size
            items.append(setter.text((start + end) / 2, BRACKET_TOP - 0.6, bracket.label, styles.group, "centre"))
            items.append(Segment(start, BRACKET_TOP, end, BRACKET_TOP, lines.thin))
            items.extend(Segment(x, BRACKET_TOP, x, BRACKET_TOP + 0.6, lines.thin) for x in (start, end))
    for models, x in places.items():
        weight = lines.strong if models <= strength.below else lines.box
        items.append(Rect(x, top, size, size, weight))
        if strength.models - models < strength.struck:
            items.extend(filling(setter, Shape.SQUARE, x, top, size))
        items.append(setter.text(x + size / 2, top + size + 2.5, str(models), styles.number, "centre"))
        items.append(PageField(f"{strength.id}.{strength.models - models + 1}", FieldKind.CHECK, x, top, size, size))
    rows = rows_for(setter, top + size + 2.9)
    if strength.below in places:
        x, foot = places[strength.below] - 0.4, top + size + FLAG_DROP
        items.append(Segment(x, top - 0.6, x, foot, lines.medium))
        items.extend(flag(x, foot, 3.0))
        items.append(setter.text(x + 3.2, foot - 0.6, strength.below_words, styles.caption))
        rows = max(rows, rows_for(setter, foot))
    spans = [(f"{each.most} to " if each.most > each.least else "", each) for each in strength.brackets]
    brackets = [f"{most}{each.least} left: {each.label}" for most, each in spans]
    below = [f"{strength.below_words}: {strength.below} or fewer"] if strength.below else []
    counts = f"{left[0]} to {left[-1]}" if len(left) > 1 else f"{left[0]}"
    shown = f"a box for each model, {counts} left, {strength.struck} struck off"
    return Strip(rows, (labelled("; ".join([shown, *brackets, *below]), items),))


# -- states --------------------------------------------------------------------
def _states(setter: Typesetter, states: States, width: float) -> Strip:
    """Cells from left to right, their outlines heavier as it gets worse."""
    design = setter.design
    count, size = len(states.cells), setter.across(SQUARE)
    cell = min(STATE_WIDTH, (width - 4.0 * (count - 1)) / count)
    gap = (width - count * cell) / max(1, count - 1)
    items: list[Item] = []
    tall = STATE_HEIGHT if any(text for _, text in states.cells) else LEAST_STATE_HEIGHT
    middle = 0.4 + tall / 2
    for n, (check, text) in enumerate(states.cells):
        x = n * (cell + gap)
        weight = 0.5 + n * (1.0 / max(1, count - 1))
        items += [PLAIN, *check_box(setter, check, x + 1.4, 1.6, size, design.lines.box)]
        items.append(setter.text(x + size + 3, setter.baseline + 0.6, check.label, design.styles.group))
        room = cell - size - 4
        lines = setter.wrap(text, design.styles.caption, room) if text else []
        items.extend(
            setter.text(x + size + 3, setter.baseline + 0.6 + m * 3.0, line, design.styles.caption)
            for m, line in enumerate(lines, 1)
        )
        tall = max(tall, 0.8 + 3.0 * (len(lines) + 1) + 1.6 if lines else 0)
        if n:
            items.append(
                Polygon(((x - gap + 0.7, middle - 1.6), (x - 0.7, middle), (x - gap + 0.7, middle + 1.6)), 0, BLACK)
            )
        items.append(Rect(x, 0.4, cell, 0, weight))
    outlines = [replace(item, height=tall) if isinstance(item, Rect) and not item.height else item for item in items]
    return Strip(rows_for(setter, tall + 0.6), tuple(outlines))


# -- checks and hull -------------------------------------------------------------
def _checks(setter: Typesetter, row: CheckRow, width: float) -> Iterator[Strip]:
    """Yield boxes with their labels from left to right, on further rows where they are too many."""
    design = setter.design
    size, style = design.boxes.check, design.styles.label
    items: list[Item] = []
    x = 0.0
    if row.title:
        items.append(setter.text(0, setter.baseline, row.title, design.styles.group))
        x = setter.width(row.title, design.styles.group) + WORDS_GAP
    blanks = [row.blank] if row.blank else []
    for check in (*row.checks, *blanks):
        words = size + LABEL_GAP + setter.width(check.label, style)
        spare = width - x - words - 1
        line = min(BLANK_LINE, spare if spare >= LEAST_BLANK_LINE else BLANK_LINE) if check in blanks else 0
        needed = words + (line and line + 1)
        if x and x + needed > width:
            yield Strip(1, tuple(items))
            items, x = [], 0.0
        items.extend(check_box(setter, check, x, check_top(setter), size, design.lines.box))
        items.append(setter.text(x + size + LABEL_GAP, setter.baseline, check.label, style))
        if line:
            end = min(width, x + needed)
            items.append(line_to_write_on(setter, x + needed - line, design.grid.row - 0.4, end))
        x += needed + CHECK_GAP
    yield Strip(1, tuple(items))


def _pairs(setter: Typesetter, panel: FigurePairs, width: float) -> Iterator[Strip]:
    """Yield boxes with a diagonal, each half a field, behind their title, or below it where there is no room."""
    styles, line, half = setter.design.styles, setter.design.lines.box, PAIR_WIDTH / 2
    top, baseline = STRIKE_HEIGHT - 0.5 - SQUARE, STRIKE_HEIGHT - 0.5 - SQUARE / 2 + 1.0
    title = setter.text(0, baseline, panel.title, styles.group)
    remark = setter.text(title.width + WORDS_GAP, baseline, panel.remark, styles.caption)
    beside = (extent(setter, panel) or 0) - WORDS_GAP <= width
    if not beside:
        yield from _titled(setter, panel.title, panel.remark, width)
    items: list[Item] = [title, remark] if beside else []
    x = remark.x + remark.width + WORDS_GAP if beside else 0.0
    for pair in panel.pairs:
        diagonal = Segment(x + 0.65 * PAIR_WIDTH, top, x + 0.35 * PAIR_WIDTH, top + SQUARE, line)
        items += [Rect(x, top, PAIR_WIDTH, SQUARE, line), diagonal]
        for left, figure in zip((x, x + half), pair, strict=True):
            items.append(PageField(figure.id, FieldKind.NUMBER, left, top, half, SQUARE))
            if figure.value is not None:
                items.append(setter.text(left + half / 2, baseline, str(figure.value), styles.strong, "centre"))
        x += PAIR_WIDTH + PITCH_GAP
    yield Strip(rows_for(setter, STRIKE_HEIGHT), (labelled(f"{len(panel.pairs)} boxes for two figures", items),))


def _hull(setter: Typesetter, panel: HullPanel, width: float) -> Strip:
    """Return the vehicle from above, as high as its panels at the right, or a little higher."""
    row, left = setter.design.grid.row, setter.across(WEAPONS_LEFT)
    strips = [strip for beside in panel.beside for strip in panel_strips(setter, beside, width - left)]
    rows = max(height_of(strips), rows_for(setter, HULL_TOP + LEAST_HULL_HEIGHT + HULL_FOOT))
    height = min(HULL_HEIGHT, rows * row - HULL_TOP - HULL_FOOT)
    drawing = setter.kept(Drawing, ("hull", panel.hull, height), lambda: hull_drawing(setter, panel.hull, height))
    return Strip(rows, (Placed(0, HULL_TOP, drawing), *place_strips(strips, 0, row, left)))
