"""Cards as plain text: their boxes and tables become lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from builder.systems.blocks import (
    Card,
    Check,
    CheckRow,
    ColumnKind,
    DiceTable,
    Figure,
    FigurePairs,
    FormationCard,
    HullPanel,
    Panel,
    PanelCard,
    ProfileCard,
    Row,
    RuleGroup,
    RuleText,
    States,
    Strength,
    Table,
    TablePanel,
    Tally,
    UnitCard,
    UnitRow,
    VehicleCard,
    number,
)
from builder.systems.blocks.fields import counts_capacity
from builder.text import as_note

WIDTH = 80
BLANK = "____"
NONE = "–"
DAMAGE = "DMG"
UNKNOWN = "not known"
NO_BREAK = "\u00a0"
LONGEST_FIGURE = 16
"""Letters of a title and its figure that stay on one line."""
JOINED_BOX, JOINED_CHECK = f"[{NO_BREAK}]{NO_BREAK}", f"[x]{NO_BREAK}"
"""Boxes while lines are broken."""


def check_line(check: Check) -> str:
    """Return a box with its label."""
    return f"[{'x' if check.checked else ' '}] {check.label}"


def checks_line(checks: Iterable[Check]) -> str:
    """Boxes in a row."""
    return "  ".join(check_line(check) for check in checks)


def spoken(pairs: Iterable[tuple[str, str]]) -> str:
    """Return values behind the titles of their columns; what is a dash is left out.

    Where a title is a figure, or of several words, a colon parts it from its value: "3+: 5; 4+: 8".
    """
    told = [(title, cell) for title, cell in pairs if cell not in ("", NONE)]
    apart = any(_needs_colon(title) for title, _ in told)
    said = [_value(title, cell) for title, cell in told]
    return ("; " if apart else ", ").join(said).replace(".; ", ". ")


def _value(title: str, cell: str) -> str:
    """Return a title with its value, unbroken where both are figures."""
    if not _needs_colon(title):
        return f"{title} {cell}".lstrip()
    told = f"{title}: {cell}"
    return told.replace(" ", NO_BREAK) if len(told) <= LONGEST_FIGURE else told


def _needs_colon(title: str) -> bool:
    return " " in title or (title != "" and not any(map(str.isalpha, title)))


def table_lines(table: Table) -> Iterator[str]:
    """A table as lines of labelled values; behind its first cell, unless that is a value as the others are."""
    named = table.columns[0].kind is not ColumnKind.VALUE
    for row in table.rows:
        yield f"  {row.cells[0]}: {_labelled(table, row, 1)}" if named else f"  {_labelled(table, row, 0)}"


def _labelled(table: Table, row: Row, first: int) -> str:
    return spoken((column.title, cell) for column, cell in zip(table.columns[first:], row.cells[first:], strict=True))


def weapon_line(table: Table, row: Row) -> str:
    """Return a weapon as count, name and its labelled values; a dash is left out, but where a damage is not known."""
    words: list[str] = []
    values: list[str] = []
    for column, cell in zip(table.columns, row.cells, strict=True):
        match column.kind:
            case ColumnKind.COUNT | ColumnKind.NAME:
                words.append(cell)
            case ColumnKind.TEXT if cell != NONE:
                values.append(cell)
            case ColumnKind.RESULT if cell == NONE and column.title == DAMAGE:
                values.append(f"{column.title} {UNKNOWN}".replace(" ", NO_BREAK))
            case _ if cell != NONE:
                figure = ":" if column.title and not any(map(str.isalpha, column.title)) else ""
                values.append(f"{column.title}{figure} {cell}".strip().replace(" ", NO_BREAK))
    name = " ".join(word for word in words if word)
    return f"{'  ' if row.sub else ''}{name}: {', '.join(values)}".removesuffix(": ")


def cut_out_lines(card: Card, picture: str, *, codes: bool) -> Iterator[str]:
    """Yield the lines of a card to cut out, whose back tells what its weapons take off behind saves."""
    yield from card_lines(card, codes=codes)
    if picture:
        yield f"  Picture: {picture}"
    saves = card.saves if isinstance(card, UnitCard | VehicleCard) else None
    if saves and saves.rows:
        yield "  HP off behind a save:"
        for row in saves.rows:
            name, _, _, damage, *left = row.cells
            told = spoken((column.title, value) for column, value in zip(saves.columns[4:], left, strict=True))
            told = told if any(left[1:]) else left[0]  # A remark in the place of them.
            yield f"    {name}: {DAMAGE} {_known(damage)}" + (f"; {told}" if told else "")


def unbroken(lines: Iterable[str]) -> Iterator[str]:
    """Lines as long as they are, broken only where they are already; what goes on is indented by two more.

    A box and the first word of its label are held together, as figures and their titles are, by `NO_BREAK`: whoever
    shows the lines breaks them to the room that there is.
    """
    for line in lines:
        indent = _indent(line)
        for place, part in enumerate(line.splitlines() or [""]):
            told = indent + part.strip() if place else part
            yield told.replace("[ ] ", JOINED_BOX).replace("[x] ", JOINED_CHECK)


def wrapped(lines: Iterable[str]) -> Iterator[str]:
    """Lines broken at 80 columns and where they are broken already; what goes on is indented by two more."""
    for line in lines:
        indent = _indent(line)
        for told in unbroken((line,)):
            for shown in textwrap.wrap(told, WIDTH, subsequent_indent=indent, break_long_words=False) or [""]:
                yield shown.replace(JOINED_BOX, "[ ] ").replace(JOINED_CHECK, "[x] ")


def _indent(line: str) -> str:
    """What stands before that which goes on with a line."""
    return " " * (len(line) - len(line.lstrip(" ")) + 2)


def named(name: str, code: str, codes: bool) -> str:
    """Return a name, with the code that commands take where codes are wanted."""
    return f"{name} [{code}]" if codes else name


def _head(card: Card, codes: bool) -> Iterator[str]:
    head = card.head
    name = named(head.name, head.shown, codes)
    yield ", ".join(filter(None, (name, head.slot, f"{head.points} {head.caption}".strip())))
    if head.facts:
        yield f"  {' · '.join(head.facts)}"


def card_lines(card: Card, *, codes: bool = False) -> Iterator[str]:
    """Yield the lines of a card, its head first; with the codes that commands take only where they are asked for."""
    yield from _head(card, codes)
    match card:
        case UnitCard():
            yield from _unit(card)
        case FormationCard():
            yield from _formation(card)
        case PanelCard():
            yield from _panel(card)
        case ProfileCard():
            yield from _profile(card)
        case VehicleCard():
            yield from _vehicle(card)


def _unit(card: UnitCard) -> Iterator[str]:
    yield from table_lines(card.profiles)
    if card.weapons.rows:
        yield "  Weapons:"
        yield from (f"    {weapon_line(card.weapons, row)}" for row in card.weapons.rows)
    yield "  Hit points:"
    for group in card.groups:
        total = f" = {number(group.total)}" if group.models > 1 else ""
        lost = number(group.lost) if group.lost else BLANK
        yield f"    {group.name}: {group.models} × {group.each} HP{total}, lost {lost}"
    track = card.track
    limits = ", ".join(f"{threshold.words} {threshold.value}" for threshold in track.thresholds)
    remarks = "; ".join(part for part in (limits, *track.hints) if part)
    yield f"  {track.title}: {number(track.value) if track.value else BLANK}" + (f" ({remarks})" if remarks else "")
    if card.checks:
        yield f"  {checks_line(card.checks)}"
    yield from (f"  {rule.title}: {_rule(rule)}".rstrip(": ") for rule in (*card.rules, *card.weapon_rules))
    yield from (f"  {as_note(note)}" for note in card.notes)


def _known(damage: str) -> str:
    """Return what a weapon does, in words where the sheet cannot know it."""
    return UNKNOWN if damage == NONE else damage


def _rule(rule: RuleText) -> str:
    return f"{rule.text} {rule.cited}".strip()


def _vehicle(card: VehicleCard) -> Iterator[str]:
    yield f"  Armour: front {card.hull.front}, side {card.hull.side}, rear {card.hull.rear}"
    if card.weapons:
        yield "  Weapons, checked when destroyed:"
    for weapon in card.weapons:
        modes = "; ".join(
            f"{mode.text}{', ' if mode.text else ''}{DAMAGE} {_known(mode.damage)}" for mode in weapon.modes
        )
        yield f"    {check_line(weapon.check)}: {modes}"
    yield "  Damage lines (S that lands from front, side, rear):"
    for line in card.lines:
        strengths = ", ".join(landing.strength for landing in line.landings)
        steps = "  ".join(check_line(check) for _, check in line.steps)
        damage = BLANK if line.damage is None else str(line.damage)
        yield f"    {line.letter}, AV−S {line.difference}, S {strengths}: DMG {damage}  {steps}"
    for row in card.hit_rows:
        yield f"  {row.label}: {checks_line(row.checks)}"
    if card.checks:
        yield f"  {checks_line(card.checks)}"
    yield from (f"  {rule.title}: {_rule(rule)}".rstrip(": ") for rule in card.rules)
    yield from (f"  {note}" for note in (*card.footnotes, *map(as_note, card.notes)))


def _profile(card: ProfileCard) -> Iterator[str]:
    """Its tables, texts, boxes for its models, and words."""
    for table in (*card.statistics, *card.tables):
        title = next(column.title for column in table.columns if column.kind is ColumnKind.NAME)
        yield f"  {title}:"
        yield from (f"    {weapon_line(table, row)}" for row in table.rows)
    for group in card.boxes:
        left = _left(group.total, group.lost)
        each = f" × {group.wounds}" if group.wounds > 1 else ""
        yield f"  {card.boxes_title} of {group.name}: {group.models}{each}, left {left}"
    yield from (f"  {each.name or BLANK}: {each.count or BLANK}" for each in card.counters)
    if card.checks:
        yield f"  {checks_line(card.checks)}"
    yield from (f"  {text.title}: {text.text}".rstrip(": ") for text in card.texts)
    yield from (f"  {title}: {words}" for title, words in card.keywords)
    yield from (f"  {as_note(note)}" for note in card.notes)


def _panel(card: PanelCard) -> Iterator[str]:
    """The panels of a card in the order of the columns, and its notes."""
    for panel in (*card.left, *card.right, *card.below):
        yield from panel_lines(panel)
    yield from (f"  {as_note(note)}" for note in card.notes)
    yield from (f"  {rule.title}: {_rule(rule)}".rstrip(": ") for rule in (*card.rules, *card.weapon_rules))


def panel_lines(panel: Panel) -> Iterator[str]:
    """Yield the lines of a panel."""
    match panel:
        case TablePanel():
            yield from _tables(panel)
        case Tally():
            yield _tally(panel)
        case Strength():
            yield from _strength(panel)
        case States():
            yield f"  {panel.title}{_remark(panel.remark)}:"
            yield from (f"    {check_line(check)}: {text}" for check, text in panel.cells)
        case DiceTable():
            yield from _dice_table(panel)
        case CheckRow():
            blank = f"  {check_line(panel.blank)} {BLANK}" if panel.blank else ""
            title = f"{panel.title}: " if panel.title else ""
            yield f"  {title}{checks_line(panel.checks)}{blank}"
        case FigurePairs():
            for place, pair in enumerate(panel.pairs, 1):
                said = zip(panel.remark.split(" / "), map(figure_text, pair), strict=True)
                yield f"  {panel.title} {place}: {', '.join(map(' '.join, said))}"
        case RuleGroup():
            if panel.title or panel.aside:
                yield f"  {panel.title}{_remark(panel.aside)}" if panel.title else f"  {panel.aside}"
            yield from (f"  {rule.title}: {_rule(rule)}" for rule in panel.rules)
        case HullPanel():
            yield f"  Armour: front {panel.hull.front}, side {panel.hull.side}, rear {panel.hull.rear}"
            for beside in panel.beside:
                yield from panel_lines(beside)


def _tally(panel: Tally) -> str:
    again = f"; {panel.further_words.replace(': ', ', ')}: {panel.further}" if panel.further else ""
    left = _left(panel.boxes, panel.struck)
    return f"  {panel.title.replace(': ', ', ')}: {panel.boxes}, left {left}{again}{_remark(panel.remark)}"


def _strength(panel: Strength) -> Iterator[str]:
    below = f"; {panel.below_words}: {panel.below} or fewer" if panel.below else ""
    yield f"  {panel.title}: {panel.models}, left {_left(panel.models, panel.struck)}{below}{_remark(panel.remark)}"
    for bracket in panel.brackets:
        span = str(bracket.most) if bracket.most == bracket.least else f"{bracket.most} to {bracket.least}"
        yield f"    {span} left: {bracket.label}"


def _dice_table(panel: DiceTable) -> Iterator[str]:
    yield f"  {panel.title}{_remark(panel.remark)}:"
    for row in panel.rows:
        told = ((faces, check_line(check) if check else words) for faces, words, check in row.all_results)
        results = (f"{_faces(faces)}{NO_BREAK}{words}" for faces, words in told)
        yield f"    {row.label}, {row.condition}: {'  '.join(results)}"
    yield from (f"    {note}" for note in panel.footnotes)


def _left(full: int, struck: int) -> str:
    """Return how many are left; a blank to fill in where nothing is struck off yet."""
    return str(full - struck) if struck else BLANK


def _tables(panel: TablePanel) -> Iterator[str]:
    """Yield a table, or the tables of its groups, of which an empty one says so."""
    if not panel.groups:
        yield from _table(panel)
        return
    for part in panel.parts:
        yield from (line if ":" in line else f"{line}: none" for line in _table(part))


def _table(panel: TablePanel) -> Iterator[str]:
    names = next((column.title for column in panel.table.columns if column.kind is ColumnKind.NAME), "")
    if panel.caption or names:
        yield f"  {(panel.caption or names).replace(': ', ', ')}:"
    lines = [
        weapon_line(panel.table, row) if names else line.strip()
        for row, line in zip(panel.table.rows, table_lines(panel.table), strict=True)
    ]
    for n, line in enumerate(lines):
        check = panel.checks[n] if panel.checks else None
        yield f"    {'[x] ' if check and check.checked else '[ ] ' if check else ''}{line}"


def _remark(remark: str) -> str:
    return f" ({remark})" if remark else ""


def _faces(faces: tuple[int, ...]) -> str:
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}–{faces[-1]}"


def _formation(card: FormationCard) -> Iterator[str]:
    """Its initiative, units with their weapons, breaking point, damage capacity, who rides."""
    yield f"  Initiative {card.initiative or NONE}"
    if card.checks:
        yield f"  {checks_line(card.checks)}"
    for row in card.rows:
        yield from _formation_unit(card, row)
    units = "1 unit" if len(card.units) == 1 else f"{len(card.units)} units"
    engines = ", each war engine by its damage capacity" if counts_capacity(card) else ""
    markers = "1 blast marker" if card.broken_at == 1 else f"{card.broken_at} blast markers"
    yield f"  {units}, broken at {markers}; each unit lost lowers it by one{engines}"
    if card.units:
        yield f"  Units lost: {_boxes(card.units)}"
        yield f"  Blast markers: {_boxes(card.markers)}"
    yield from (f"  Damage capacity of {each.label}: {_boxes(each.checks)}" for each in card.damage)
    yield from (f"  Fires once, {each.label}: {_boxes(each.checks)}" for each in card.once)
    if card.transport:
        yield f"  Transport: {card.transport}"
    yield from (f"  {as_note(note)}" for note in card.notes)


def figure_text(figure: Figure) -> str:
    """Return a number that was written into a box, or a blank to write it on."""
    return BLANK if figure.value is None else number(figure.value)


def _boxes(checks: Sequence[Check]) -> str:
    """Return a box as it stands, or how many of several are checked: read out, a row of boxes says nothing."""
    if len(checks) == 1:
        return "[x]" if checks[0].checked else "[ ]"
    return f"{sum(check.checked for check in checks) or BLANK} of {len(checks)}"


def _reach(reach: str) -> str:
    """How far a weapon reaches in words; empty for one that says nothing of it."""
    if reach == "(contact)":
        return "in contact"
    return f"range {reach}" if reach != NONE else ""


def _formation_unit(card: FormationCard, row: UnitRow) -> Iterator[str]:
    number, name, *values = row.cells
    said = [f"{title} {value}" for title, value in zip(card.unit_titles[2:], values, strict=True) if value != NONE]
    yield f"  {number} {name}: {', '.join(said)}".rstrip(": ")
    if row.notes:
        yield f"    {row.notes}"
    for weapon in row.weapons:
        name, reach, firepower, notes = weapon
        words = [_reach(reach), firepower, notes]
        yield f"    {name}: {', '.join(part for part in words if part)}"
