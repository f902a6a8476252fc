"""Play aids as plain text, and how boxes and tables become lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.systems.blocks import (
    AngleTemplate,
    Check,
    ColumnKind,
    LineSteps,
    QuickReference,
    ReferenceTable,
    RosterPage,
    Row,
    RuleGroup,
    RuleText,
    Shape,
    Table,
)

NONE = "–"
NO_BREAK = "\u00a0"


def check_line(check: Check) -> str:
    """Return a box with its label."""
    return f"[{'x' if check.checked else ' '}] {check.label}"


def checks_line(checks: Iterable[Check]) -> str:
    """Boxes in a row."""
    return "  ".join(check_line(check) for check in checks)


def table_lines(table: Table) -> Iterator[str]:
    """A table as lines of labelled values; behind its first cell, unless that is a value as the others are."""
    named = table.columns[0].kind is not ColumnKind.VALUE
    for row in table.rows:
        yield f"  {row.cells[0]}: {_labelled(table, row, 1)}" if named else f"  {_labelled(table, row, 0)}"


def _labelled(table: Table, row: Row, first: int) -> str:
    pairs = zip(table.columns[first:], row.cells[first:], strict=True)
    return ", ".join(f"{column.title} {cell}" for column, cell in pairs)


def weapon_line(table: Table, row: Row) -> str:
    """Return a weapon as count, name and its labelled values; what is a dash is left out, but for the result."""
    words: list[str] = []
    values: list[str] = []
    for column, cell in zip(table.columns, row.cells, strict=True):
        match column.kind:
            case ColumnKind.COUNT | ColumnKind.NAME:
                words.append(cell)
            case ColumnKind.TEXT:
                values.append(cell)
            case _ if cell != NONE or column.kind is ColumnKind.RESULT:
                values.append(f"{column.title} {cell}".replace(" ", NO_BREAK))
    name = " ".join(word for word in words if word)
    return f"{'  ' if row.sub else ''}{name}: {', '.join(values)}"


SIGNS = {Shape.CIRCLE: "glancing", Shape.SQUARE: "penetrating", Shape.DIAMOND: "catastrophic"}


def heading(text: str) -> tuple[str, str]:
    """Return a title, underlined."""
    return text, "=" * len(text)


def aid_parts(roster: RosterPage, sheet: str) -> Iterator[Iterable[str]]:
    """The parts of a sheet of play aids, each of some lines; none where the army has no such sheet."""
    match sheet:
        case "tokens" if roster.aids.tokens:
            yield heading(roster.aids.token_title)
            yield from _tokens(roster)
        case "template" if roster.aids.template:
            yield heading(roster.aids.template.title)
            yield from _template(roster.aids.template)
        case "aid":
            yield from (part for quick in roster.aids.quick for part in _quick(quick))
        case "reference" if roster.aids.reference:
            yield heading("Reference")
            yield from (_table(table) for table in roster.aids.reference)
        case "rules" if roster.rules:
            yield heading("Rules that this army uses")
            yield [_rule(rule) for rule in roster.rules]
        case _:
            pass


def _tokens(roster: RosterPage) -> Iterator[Iterable[str]]:
    for kind in roster.aids.tokens:
        later = f", and {kind.later} when the game starts" if kind.later else ""
        yield (
            f"{kind.name}: {kind.count}{later}",
            f"  {kind.text}",
            *(f"  {source}" for source in kind.sources),
            *(f"  {source}, when the game starts" for source in kind.later_sources),
        )


def _template(template: AngleTemplate) -> Iterator[Iterable[str]]:
    starts = (0, *(zone.until for zone in template.zones))
    zones = (
        f"  {start}° to {zone.until}°: {zone.label}, {zone.name}"
        for start, zone in zip(starts, template.zones, strict=False)
    )
    yield (" ".join(template.placing), " ".join(template.reading), *zones)
    yield (template.formula, *(f"  {label}: {words}" for label, words in template.modifiers))
    yield (template.line_rule.capitalize(), *(f"  {_steps(line)}" for line in template.lines))
    yield template.example


def _rule(rule: RuleText) -> str:
    if not rule.title:
        return rule.text
    return f"{rule.title}{f' [{rule.rule}]' if rule.rule else ''}: {rule.text}"


def _quick(quick: QuickReference) -> Iterator[Iterable[str]]:
    """The steps of the turn with their numbers, then what is looked up."""
    yield heading(f"{quick.title} ({quick.aside})" if quick.aside else quick.title)
    for number, step in enumerate(quick.steps, 1):
        yield (f"{number}. {_group_title(step)}", *(f"  {_rule(rule)}" for rule in step.rules))
    for part in (*quick.below, *quick.lookup):
        if isinstance(part, RuleGroup):
            yield (_group_title(part), *(f"  {_rule(rule)}" for rule in part.rules))
        else:
            yield _table(part)


def _group_title(group: RuleGroup) -> str:
    return f"{group.title} ({group.aside})" if group.aside else group.title


def _steps(line: LineSteps) -> str:
    steps = ", ".join(f"{value} {SIGNS[shape]}" for value, shape in line.steps)
    return f"{line.letter}, AV−S {line.difference}: {steps}"


def _table(table: ReferenceTable) -> Iterator[str]:
    """A title, then a line for each row with the titles of its columns."""
    yield f"{table.title} ({table.aside})" if table.aside else table.title
    first, *columns = table.table.columns
    for row in table.table.rows:
        values = (f"{column.title} {cell}" for column, cell in zip(columns, row.cells[1:], strict=True) if cell)
        yield f"  {first.title} {row.cells[0]}: {', '.join(values)}"
    if table.boxed:
        yield f"  This army: {first.title} {', '.join(sorted(table.boxed, key=int))}"
