"""The units of a game: a line of each, and the one under the cursor in detail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from rich.cells import cell_len

from builder.systems.gameview import GroupRow, UnitRow
from builder.tui.widgets.gamebars import hp_bar, last_and_note, model_boxes, op_bar, tests_left, told
from builder.tui.widgets.lines import Line, Span, cut, width_of

LONG = 104
"""From this width on a bar of order points has a cell for 5 of them."""

TALL = 8
"""From this height on a unit has a line for each of its groups."""


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide the columns of a line are, in cells."""

    name: int
    bar: int
    op: int


def columns(width: int) -> Columns:
    """The columns that fit a width: the name and the bar of HP share what the numbers leave."""
    op = 40 if width >= LONG else 16
    rest = width - op - 27
    bar = max(6, min(20, (rest - 18) // 2))
    return Columns(max(8, rest - bar), bar, op)


def unit_header(width: int) -> Line:
    """The heads of the columns, for a pane so wide; its first cell is the cursor's."""
    fit = columns(width - 1)
    left = f" {'Unit':<{fit.name}}{'HP left':>8}  {'':<{fit.bar}} {'OP':>3} {'':<{fit.op + 1}}{'fails':>5} {'left':>4}"
    return Line(((left, "dim"),))


def unit_line(row: UnitRow, width: int) -> Line:
    """A unit in one line."""
    fit = columns(width)
    signs = mark_signs(row.marks)
    name = cut(row.name, fit.name - 1 - (len(signs) + 1 if signs else 0))
    gap = " " * (fit.name - 1 - cell_len(name) - len(signs))
    spans: list[Span] = [(name, "dim" if row.destroyed else "text"), (gap, "text"), (f"{signs} ", "info")]
    spans += [(f"{row.hp:>4}/{row.hp_full:<4} ", "dim" if row.destroyed else "text")]
    spans += [hp_bar(row.hp, row.hp_full, fit.bar), (" ", "text")]
    if row.destroyed:
        spans.append((f"{'':>4}{'× destroyed':<{fit.op + 1}}", "error"))
        return Line(tuple(spans))
    fails = "all" if row.fails_above is None else str(row.fails_above)
    look = "text" if row.tests_left else "error"
    spans += [(f"{row.op:>3} ", look), *op_bar(row.op, row.fails_above, fit.op)]
    spans += [(f"{fails:>5} ", "text"), tests_left(row.tests_left)]
    return Line(tuple(spans))


def mark_signs(marks: Sequence[str]) -> str:
    """A letter for each mark: a capital for what a unit is, a small one for what it belongs to (`in Rhino 1`)."""
    return "".join(mark[:1].lower() if _belongs(mark) else mark[:1].upper() for mark in marks)


def legend(rows: Sequence[UnitRow]) -> str:
    """What the letters that are shown mean."""
    known: dict[str, str] = {}
    for row in rows:
        for mark in row.marks:
            words = takewhile(str.islower, mark.split()) if _belongs(mark) else [mark]
            known.setdefault(mark_signs((mark,)), " ".join(words))
    parts = [f"{sign} {words}{' …' if sign.islower() else ''}" for sign, words in sorted(known.items())]
    return " · ".join(parts)


def _belongs(mark: str) -> bool:
    return mark != mark.lower()


def unit_detail(row: UnitRow | None, width: int, height: int) -> Iterator[Line]:
    """Yield a unit in as much detail as there is room for."""
    if row is None:
        return
    groups = list(_groups(row.groups, width))
    after = [_thresholds(row), _marks(row)]
    if row.note:
        after += told("Note", row.note, width)
    last = list(told("Last", row.last, width)) if row.last else []
    head = Line(((f" {row.name}", "title"),), ((f"{_sums(row)} ", "text"),))
    if height < TALL or len(groups) + 5 > height:
        yield from _brief(row, width)
        return
    room = height - 1 - len(groups) - len(after) - len(last)
    yield head
    yield from groups
    if room >= 1:
        yield Line(())
    yield from after
    if room >= 2:
        yield Line(())
    yield from last


def _sums(row: UnitRow) -> str:
    return f"{row.hp} of {row.hp_full} HP, {row.models} of {row.models_full} models left"


def _groups(groups: Sequence[GroupRow], width: int) -> Iterator[Line]:
    """Yield a line for each group: its name, its HP, its boxes, the models left."""
    names = [f"{group.name} ×{group.models_full}" if group.models_full > 1 else group.name for group in groups]
    most = min(max((cell_len(name) for name in names), default=0), max(12, width // 3))
    for name, group in zip(names, groups, strict=True):
        shown = cut(name, most)
        left: list[Span] = [(f"   {shown}{' ' * (most - cell_len(shown))}  ", "text" if group.hp else "dim")]
        left += [(f"{group.hp:>4}/{group.hp_full:<4} ", "text" if group.hp else "dim")]
        models = f" {group.models} left " if group.models_full > 1 else " "
        left.append(model_boxes(group, width - width_of(left) - len(models)))
        yield Line(tuple(left), ((models, "dim"),))


def _thresholds(row: UnitRow, *, short: bool = False) -> Line:
    if row.ld is None or row.fails_above is None:
        return Line(((" Ld –   every test fails   ", "error"), (f"now {row.op}", "text")))
    left: list[Span] = [(f" Ld {row.ld:<3}fails above {row.fails_above}   ", "text")]
    if row.fails_above_reroll is not None:
        left.append((f"{'' if short else 'with '}re-roll {row.fails_above_reroll}   ", "dim"))
    left.append((f"now {row.op}   ", "text"))
    left.append(("the next test fails", "error") if not row.tests_left else (f"tests left {row.tests_left}", "text"))
    return Line(tuple(left))


def _marks(row: UnitRow) -> Line:
    if not row.marks:
        return Line(((" Marks  ", "dim"), ("none", "dim")))
    return Line(((" Marks  ", "dim"), *((f"[x] {mark}  ", "info") for mark in row.marks)))


def _brief(row: UnitRow, width: int) -> Iterator[Line]:
    """Yield a unit in three lines: its groups, thresholds and marks, the last act on it."""
    models = f" {row.models} of {row.models_full}  " if row.models_full > 1 else " "
    yield Line(((models, "dim"), (_short_groups(row, width - len(models) - 2), "text")))
    line = _thresholds(row, short=True)
    marks: Span = (f"   {', '.join(row.marks)}", "info")
    yield Line((*line.left, marks)) if row.marks else line
    yield last_and_note(row.last, row.note, width)


def _short_groups(row: UnitRow, width: int) -> str:
    """The models and HP left of all groups in one line, in whole words; else the sums."""
    left = [(f"{group.models} × " if group.models_full > 1 else "", group) for group in row.groups]
    full = ", ".join(f"{models}{group.name} {group.hp}/{group.hp_full}" for models, group in left)
    short = ", ".join(f"{models}{group.name} {group.hp}" for models, group in left)
    return next((text for text in (full, short) if cell_len(text) <= width), f"{row.hp} of {row.hp_full} HP")
