"""The sheets of an army as plain text: read in order they make sense, by ear as well; and its list for a chat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from builder.errors import Severity
from builder.exporters.card_text import (
    BLANK,
    NONE,
    card_lines,
    check_line,
    cut_out_lines,
    figure_text,
    named,
    spoken,
    unbroken,
    wrapped,
)
from builder.scalars import counted
from builder.sheets.options import SheetOptions, arranged, sheet_of
from builder.sheets.page_frame import LINE_KEY
from builder.systems.blocks import (
    AngleTemplate,
    Awaited,
    Card,
    FormationCard,
    LineSteps,
    ListWords,
    PanelCard,
    QuickReference,
    ReferenceTable,
    RosterPage,
    RosterRow,
    RuleGroup,
    RuleText,
    ScoreRow,
    Shape,
    Slot,
    Token,
    VehicleCard,
    number,
    slot_runs,
)

FILLED_IN = frozenset({"units", "vehicles"})
TOLD_ON = frozenset({"roster", "rules"})
"""The sheets that tell the rules of the army."""


def write_text(cards: Iterable[Card], roster: RosterPage, options: SheetOptions, *, for_screen: bool = False) -> str:
    """Write the chosen sheets, in their order, as text of at most 80 columns, but for longer words.

    The ids that commands take stand behind the names of units. `for_screen` has none, and lines that are `unbroken`.
    """
    codes, broken = not for_screen, unbroken if for_screen else wrapped
    cards, roster = arranged(tuple(cards), roster, options)
    limit = f" of {number(roster.limit)}" if roster.limit is not None else ""
    parts: list[Iterable[str]] = [
        (
            roster.title,
            f"{roster.system} · {number(roster.points)}{limit} points",
            *filter(None, (roster.source, roster.note)),
        )
    ]
    for sheet in options.sheets:
        parts.extend(_sheet(cards, roster, sheet, "rules" not in options.sheets, codes))
    if FILLED_IN.intersection(options.sheets) and not TOLD_ON.intersection(options.sheets):
        parts.extend(_aid_parts(roster, "rules"))  # as below the last card, where the page has room
    return "\n\n".join("\n".join(broken(part)) for part in parts) + "\n"


def _sheet(
    cards: Sequence[Card], roster: RosterPage, sheet: str, whole_rules: bool, codes: bool
) -> Iterator[Iterable[str]]:
    """The parts of a sheet; the list has `whole_rules` where no sheet of their own has them."""
    match sheet:
        case "roster":
            yield from _roster(roster, whole_rules, codes)
        case "cards":
            if cards:
                yield _heading("Cards")
                art = {card: row.art for row in roster.rows for card in row.cards}
                yield from (cut_out_lines(card, art.get(card.id, ""), codes=codes) for card in cards)
        case _:
            own = [card for card in cards if sheet_of(card) == sheet]
            formations = any(isinstance(card, FormationCard) for card in own)
            yield from _titled("Formations" if formations else sheet.capitalize(), own, codes)
            yield from _aid_parts(roster, sheet)


def sheet_lines(cards: Sequence[Card], roster: RosterPage, sheet: str, whole_rules: bool) -> Iterator[str]:
    """Yield the lines of one sheet for a screen, each as long as it is, without codes."""
    for n, part in enumerate(_sheet(cards, roster, sheet, whole_rules, codes=False)):
        if n:
            yield ""
        yield from (line for line in part if {*line} != {"="})


def _titled(title: str, cards: Sequence[Card], codes: bool) -> Iterator[Iterable[str]]:
    if cards:
        yield _heading(title)
        keys = dict.fromkeys(
            LINE_KEY if isinstance(card, VehicleCard) else card.key
            for card in cards
            if isinstance(card, VehicleCard | PanelCard | FormationCard)
        )
        if told := [f"Key: {key}." for key in keys if key]:
            yield told
        yield from (card_lines(card, codes=codes) for card in cards)


def _roster(roster: RosterPage, whole_rules: bool, codes: bool) -> Iterator[Iterable[str]]:
    yield _heading("Roster")
    if roster.totals:
        totals = ", ".join(f"{total.value} {total.label}" for total in roster.totals)
        yield (totals, *(_slot(slot) for slot in roster.slots))
    called = {slot.code: _called(slot) for slot in roster.slots}
    for run in slot_runs(roster.rows):
        code = run[0].slot
        yield (
            f"{called.get(code, code) or NO_SLOT}: {number(sum(row.points for row in run))} points",
            *_rows(run, roster.words, codes),
        )
    if roster.rows:
        yield (_total(roster),)
    if roster.reserve:
        arrivals = ", ".join(f"turn {turn}: {count}" for turn, count in enumerate(roster.reserve.arrivals, 1) if count)
        units = map(_awaited, roster.reserve.units)
        yield ("Reserve", f"  Arrive: {arrivals}", *units, *(f"  {roster.reserve.remark}".rstrip(),))
    if roster.rolls:
        rolls = zip(roster.rolls.won, roster.rolls.totals, strict=True)
        told = (f"  {check_line(won)}: {figure_text(own)} against {figure_text(other)}" for won, (own, other) in rolls)
        yield (f"{roster.rolls.title}, {roster.rolls.roll}", *told, f"  {roster.rolls.remark}")
    if roster.tokens:
        yield (f"{roster.token_title} {roster.token_remark}".rstrip(), *_tokens(roster))
    findings = [f"  {finding.severity.value}: {finding.message}" for finding in roster.findings]
    yield ("Findings", *(findings or ["  none"]))
    if roster.notes:
        yield ("Notes", *(f"  {line}".rstrip() for line in roster.notes))
    if roster.score:
        yield ("Score, turn by turn", *(f"  {row.label}: {_by_turns(row)}" for row in roster.score))
    if roster.rules:
        names = f"  {'; '.join(f'{rule.title} {rule.rule}'.strip() for rule in roster.rules)}"
        rules = [f"  {_rule(rule)}" for rule in roster.rules] if whole_rules else [names]
        yield ("Rules of this army", *rules)


def _by_turns(row: ScoreRow) -> str:
    """Return what was scored in each turn, and in all of them, or blanks for it."""
    turns = (f"{n}: {figure_text(figure)}" for n, figure in enumerate(row.turns[:-1], 1))
    return "; ".join((*turns, f"all: {figure_text(row.turns[-1])}"))


def _total(roster: RosterPage) -> str:
    """Return the sum below the list: members, hit points where they are told, and points."""
    hit_points = sum(row.hp for row in roster.rows if row.hp is not None)
    rows = roster.rows
    members = ", ".join(roster.words.members_of(sum(row.on_foot for row in rows), sum(row.vehicles for row in rows)))
    value = f", {number(hit_points)} {roster.words.value}" if hit_points else ""
    return f"Total: {members}{value}, {number(roster.points)} points"


def _awaited(unit: Awaited) -> str:
    planned = f", {unit.how}" if unit.how else ""
    planned += f", by the table in turn {unit.planned}" if unit.planned else ""
    came = next((box.label for box in unit.turns if box.checked), f"turn {BLANK}")
    return f"  {check_line(unit)}{planned}, arrived in {came}"


def _slot(slot: Slot) -> str:
    if slot.maximum is None:
        return f"  {_called(slot)} {slot.taken}" + (f", at least {slot.minimum}" if slot.minimum else "")
    return f"  {_called(slot)} {slot.taken}, allowed {slot.minimum} to {slot.maximum}"


def _called(slot: Slot) -> str:
    """Return the name of a slot, with the code by which the pages have it."""
    return slot.code if slot.name in ("", slot.code) else f"{slot.name} ({slot.code})"


def _rows(run: Iterable[RosterRow], words: ListWords, codes: bool) -> Iterator[str]:
    for row in run:
        hit_points = "" if row.hp is None else f", {number(row.hp)} {words.value}"
        value = f", {words.value} {row.value}" if row.value not in ("", NONE) else hit_points
        told = words.members_of(row.on_foot, row.vehicles) if row.models else ()
        members = "".join(f", {each}" for each in told)
        yield f"  {named(row.name, row.unit, codes)}{members}{value}, {number(row.points)} points"
        marks = ", ".join(mark.value for mark in row.marks)
        if row.detail or marks:
            yield f"    {'. '.join(filter(None, (row.detail, f'{marks[:1].upper()}{marks[1:]}')))}"


def _tokens(roster: RosterPage) -> Iterator[str]:
    for token in roster.tokens:
        remark = f" ({token.remark})" if token.remark else ""
        spent = f"; spent {token.boxes.struck} of {token.boxes.boxes}" if token.boxes and token.boxes.struck else ""
        yield f"  {token.name} {token.total}{remark}: {'; '.join(token.sources)}{spent}"


# -- what is looked up ----------------------------------------------------------
SIGNS = {Shape.CIRCLE: "glancing", Shape.SQUARE: "penetrating", Shape.DIAMOND: "catastrophic"}


NO_SLOT = "Without a slot"
"""Stands over units that are in none."""


def _heading(text: str) -> tuple[str, str]:
    """Return a title, underlined."""
    return text, "=" * len(text)


def _aid_parts(roster: RosterPage, sheet: str) -> Iterator[Iterable[str]]:
    """The parts of a sheet of play aids, each of some lines; none where the army has no such sheet."""
    match sheet:
        case "tokens" if roster.aids.tokens:
            yield _heading(roster.aids.token_title)
            yield from _token_kinds(roster)
        case "template" if roster.aids.template:
            yield _heading(roster.aids.template.title)
            yield from _template(roster.aids.template)
        case "aid":
            yield from (part for quick in roster.aids.quick for part in _quick(quick))
        case "reference" if roster.aids.reference:
            yield _heading("Reference")
            yield from (_reference(table) for table in roster.aids.reference)
        case "rules" if roster.rules:
            yield _heading("Rules of this army")
            yield [_rule(rule) for rule in roster.rules]
        case "notes" if roster.aids.notes:
            yield _heading("Notes for the table")
            yield from (
                (group.title, *(f"  {_rule(rule)}".replace("\n", "\n    ") for rule in group.rules))
                for group in roster.aids.notes
            )
        case _:
            pass


def _token_kinds(roster: RosterPage) -> Iterator[Iterable[str]]:
    for kind in roster.aids.tokens:
        later = f", and {kind.later} when the game starts" if kind.later else ""
        yield (
            f"{kind.name}: {kind.count}{later}{f' of {kind.needed}, some stand for several' if kind.needed else ''}",
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
    yield (
        f"{template.line_rule[:1].upper()}{template.line_rule[1:]}",
        *(f"  {_steps(line)}" for line in template.lines),
    )
    yield template.example


def _rule(rule: RuleText) -> str:
    if not rule.title:
        return rule.text
    number = f" [{rule.rule.strip('[]')}]" if rule.cited else ""
    return f"{rule.title}{number}: {rule.text}"


def _quick(quick: QuickReference) -> Iterator[Iterable[str]]:
    """The steps of the turn with their numbers, then what is looked up."""
    yield _heading(f"{quick.title} ({quick.aside})" if quick.aside else quick.title)
    for place, step in enumerate(quick.steps, 1):
        yield (f"{place}. {_group_title(step)}", *(f"  {_rule(rule)}" for rule in step.rules))
    for part in (*quick.below, *quick.lookup):
        if isinstance(part, RuleGroup):
            yield (_group_title(part), *(f"  {_rule(rule)}" for rule in part.rules))
        else:
            yield _reference(part)


def _group_title(group: RuleGroup) -> str:
    return f"{group.title} ({group.aside})" if group.aside else group.title


def _steps(line: LineSteps) -> str:
    steps = ", ".join(f"{value} {SIGNS[shape]}" for value, shape in line.steps)
    return f"{line.letter}, AV−S {line.difference}: {steps}"


def _reference(table: ReferenceTable) -> Iterator[str]:
    """A title, then a line for each row with the titles of its columns."""
    yield f"{table.title} ({table.aside})" if table.aside else table.title
    first, *columns = table.table.columns
    for row in table.table.rows:
        name, *cells = row.cells
        if table.boxed:  # its columns are what is looked up, its rows are readings of it
            titles = [f"{first.title} {column.title}" for column in columns]
        else:
            titles = [column.title if len(columns) > 1 else "" for column in columns]
            name = name if name[:1].isalpha() else f"{first.title} {name}"
        yield f"  {name}: {spoken(zip(titles, cells, strict=True))}".removesuffix(": ")
    if table.boxed:
        yield f"  This army: {first.title} {', '.join(sorted(table.boxed, key=int))}"


# -- a list for a chat: Markdown as Discord and forums read it, without tables ---
_MARKDOWN = re.compile(r"([\\`*_~|<>\[\]#@])")
"""What Markdown or Discord takes for more than itself."""


def write_chat(page: RosterPage) -> str:
    """The list of an army: its name, a line for each unit with its points, totals, and what it gives the opponent."""
    return "\n".join((*_chat(page), ""))


def _chat(page: RosterPage) -> Iterator[str]:
    source = f"; {page.source}" if page.source else ""
    yield f"**{_escaped(page.title)}** ({_escaped(page.system + source)})"
    yield from (_chat_row(row, page.words) for row in page.rows)
    limit = f" of {page.limit.normalize():f}" if page.limit is not None else ""
    totals = "".join(f", {total.value} {total.label}" for total in page.totals if total.value != "0")
    yield f"**Total: {page.points.normalize():f}{limit} points**{_escaped(totals)}"
    if page.tokens:
        remark = f" {page.token_remark}" if page.token_remark else ""
        yield _escaped(
            f"{page.token_title if not remark else 'Tokens'}{remark}: {', '.join(map(_chat_token, page.tokens))}"
        )
    errors = sum(finding.severity is Severity.ERROR for finding in page.findings)
    if errors:
        yield f"Not valid: {counted(errors, 'error')}"


def _chat_row(row: RosterRow, words: ListWords) -> str:
    models = f" ({', '.join(words.members_of(row.on_foot, row.vehicles))})" if row.models > 1 else ""
    value = f", {words.value} {row.value}" if row.value else ""
    detail = f": {_escaped(row.detail)}" if row.detail else ""
    return f"- **{_escaped(row.name)}**{models}, {row.points.normalize():f} points{value}{detail}"


def _chat_token(token: Token) -> str:
    return f"{token.name} {token.total}" + (f" ({token.remark})" if token.remark else "")


def _escaped(text: str) -> str:
    """Return the text on one line, its signs as they are."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))
