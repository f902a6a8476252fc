"""The panels of a card as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from builder.exporters.tabletext import check_line, checks_line, table_lines, weapon_line
from builder.systems.blocks import (
    CheckRow,
    ColumnKind,
    DiceTable,
    HullPanel,
    Panel,
    PanelCard,
    States,
    Strength,
    TablePanel,
    Tally,
)

BLANK = "____"


def panel_lines(card: PanelCard) -> Iterator[str]:
    """The panels of a card in the order of the columns, and its notes."""
    for panel in (*card.left, *card.right, *card.below):
        yield from _panel(panel)
    yield from (f"  Note: {note}" for note in card.notes)


def _panel(panel: Panel) -> Iterator[str]:
    match panel:
        case TablePanel():
            yield from _table(panel)
        case Tally():
            again = f"; {panel.further_words}: {panel.further}" if panel.further else ""
            yield f"  {panel.title}: {panel.boxes}{again}, left {BLANK}{_remark(panel.remark)}"
        case Strength():
            below = f"; {panel.below_words}: {panel.below} or fewer" if panel.below else ""
            yield f"  {panel.title}: {panel.models}, left {BLANK}{below}{_remark(panel.remark)}"
            for bracket in panel.brackets:
                span = str(bracket.most) if bracket.most == bracket.least else f"{bracket.most} to {bracket.least}"
                yield f"    {span} left: {bracket.label}"
        case States():
            yield f"  {panel.title}{_remark(panel.remark)}:"
            yield from (f"    {check_line(check)}: {text}" for check, text in panel.cells)
        case DiceTable():
            yield f"  {panel.title}{_remark(panel.remark)}:"
            for row in panel.rows:
                results = (f"{_faces(faces)} {check_line(check)}" for faces, check in row.results)
                yield f"    {row.label}, {row.condition}: {'  '.join(results)}"
            yield from (f"    {note}" for note in panel.footnotes)
        case CheckRow():
            blank = f"  {check_line(panel.blank)} {BLANK}" if panel.blank else ""
            title = f"{panel.title}: " if panel.title else ""
            yield f"  {title}{checks_line(panel.checks)}{blank}"
        case HullPanel():
            yield f"  Armour: front {panel.hull.front}, side {panel.hull.side}, rear {panel.hull.rear}"
            for beside in panel.beside:
                yield from _panel(beside)


def _table(panel: TablePanel) -> Iterator[str]:
    if panel.caption:
        yield f"  {panel.caption}:"
    named = any(column.kind is ColumnKind.NAME for column in panel.table.columns)
    lines = [
        f"  {weapon_line(panel.table, row)}" if named else line.strip()
        for row, line in zip(panel.table.rows, table_lines(panel.table), strict=True)
    ]
    for n, line in enumerate(lines):
        check = panel.checks[n] if panel.checks else None
        yield f"    {'[x] ' if check and check.checked else '[ ] ' if check else ''}{line.lstrip()}"


def _remark(remark: str) -> str:
    return f" ({remark})" if remark else ""


def _faces(faces: tuple[int, ...]) -> str:
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}–{faces[-1]}"
