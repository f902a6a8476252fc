"""Cards and the roster page as plain text: read in order it makes sense, by ear and in a chat as well."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from builder.exporters.aidtext import aid_parts, heading
from builder.exporters.formationtext import formation_lines
from builder.exporters.paneltext import panel_lines
from builder.exporters.tabletext import check_line, checks_line, table_lines, weapon_line
from builder.sheets.options import SheetOptions
from builder.sheets.order import arranged
from builder.systems.blocks import (
    Card,
    FormationCard,
    ListWords,
    PanelCard,
    RosterPage,
    RosterRow,
    Slot,
    UnitCard,
    VehicleCard,
    number,
    slot_runs,
)

WIDTH = 80
BLANK = "____"
NONE = "–"


def write_text(cards: Iterable[Card], roster: RosterPage, options: SheetOptions) -> str:
    """Write the chosen sheets, in their order, as text of at most 80 columns, but for longer words."""
    cards, roster = arranged(tuple(cards), roster, options.sort)
    limit = f" of {number(roster.limit)}" if roster.limit is not None else ""
    parts: list[Iterable[str]] = [
        (
            roster.title,
            f"{roster.system} · {number(roster.points)}{limit} points",
            *filter(None, (roster.source, roster.note)),
        )
    ]
    for sheet in options.sheets:
        parts.extend(_sheet(cards, roster, sheet))
    return "\n\n".join("\n".join(_wrapped(part)) for part in parts) + "\n"


def write_card(card: Card) -> str:
    """Write one card as text of at most 80 columns, but for longer words."""
    return "\n".join(_wrapped(_card(card))) + "\n"


def _sheet(cards: Iterable[Card], roster: RosterPage, sheet: str) -> Iterator[Iterable[str]]:
    """The parts of a sheet."""
    match sheet:
        case "roster":
            yield from _roster(roster)
        case "units":
            for title, kind in (("Units", UnitCard), ("Formations", FormationCard)):
                yield from _titled(title, [_card(card) for card in cards if isinstance(card, kind)])
            yield from _titled("Units", [_card(card) for card in _panel_cards(cards, sheet)])
        case "vehicles":
            yield from _titled("Vehicles", [_card(card) for card in cards if isinstance(card, VehicleCard)])
            yield from _titled("Vehicles", [_card(card) for card in _panel_cards(cards, sheet)])
        case "cards":
            yield from _titled("Cards", [_card(card) for card in cards])
        case _:
            yield from aid_parts(roster, sheet)


def _titled(title: str, parts: list[Iterator[str]]) -> Iterator[Iterable[str]]:
    if parts:
        yield heading(title)
        yield from parts


def _wrapped(lines: Iterable[str]) -> Iterator[str]:
    """Lines broken at 80 columns and where they are broken already; what goes on is indented by two more."""
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip(" ")) + 2)
        for place, part in enumerate(line.splitlines() or [""]):
            told = indent + part.strip() if place else part
            yield from textwrap.wrap(told, WIDTH, subsequent_indent=indent, break_long_words=False) or [""]


def _roster(roster: RosterPage) -> Iterator[Iterable[str]]:
    yield heading("Roster")
    if roster.totals:
        totals = ", ".join(f"{total.value} {total.label}" for total in roster.totals)
        yield (totals, *(_slot(slot) for slot in roster.slots))
    for run in slot_runs(roster.rows):
        yield (f"{run[0].slot or NONE}: {number(sum(row.points for row in run))} points", *_rows(run, roster.words))
    if roster.tokens:
        yield (f"{roster.token_title} {roster.token_remark}".rstrip(), *_tokens(roster))
    if roster.findings:
        yield ("Findings", *(f"  {finding.severity.value}: {finding.message}" for finding in roster.findings))
    if roster.reserve:
        arrivals = ", ".join(f"turn {turn}: {count}" for turn, count in enumerate(roster.reserve.arrivals, 1) if count)
        units = (f"  {check_line(check)}, arrived in turn {BLANK}" for check in roster.reserve.units)
        yield ("Reserve", f"  Arrive: {arrivals}", *units, *(f"  {roster.reserve.remark}".rstrip(),))
    if roster.notes:
        yield ("Notes", *(f"  {line}".rstrip() for line in roster.notes))
    if roster.rules:
        yield (
            "Rules that this army uses",
            f"  {'; '.join(f'{rule.title} {rule.rule}'.strip() for rule in roster.rules)}",
        )


def _slot(slot: Slot) -> str:
    if slot.maximum is None:
        return f"  {slot.code} {slot.taken}" + (f", at least {slot.minimum}" if slot.minimum else "")
    return f"  {slot.code} {slot.taken}, allowed {slot.minimum} to {slot.maximum}"


def _rows(run: Iterable[RosterRow], words: ListWords) -> Iterator[str]:
    for row in run:
        hit_points = "" if row.hp is None else f", {number(row.hp)} {words.value}"
        value = f", {words.value} {row.value}" if row.value else hit_points
        members = f"{row.models} {words.member}" + ("s" if row.models != 1 else "")
        yield f"  {row.name} [{row.unit}], {members}{value}, {number(row.points)} points"
        if row.detail:
            yield f"    {row.detail}"
        if row.marks:
            yield f"    {', '.join(mark.value for mark in row.marks)}"


def _tokens(roster: RosterPage) -> Iterator[str]:
    for token in roster.tokens:
        remark = f" ({token.remark})" if token.remark else ""
        yield f"  {token.name} {token.total}{remark}: {'; '.join(token.sources)}"


def _head(card: Card) -> Iterator[str]:
    head = card.head
    yield f"{head.name} [{head.code}], {head.slot}, {head.points} {head.caption}".replace(", ,", ",")
    if head.facts:
        yield f"  {' · '.join(head.facts)}"


def _panel_cards(cards: Iterable[Card], sheet: str) -> Iterator[Card]:
    return (card for card in cards if isinstance(card, PanelCard) and card.sheet == sheet)


def _card(card: Card) -> Iterator[str]:
    yield from _head(card)
    match card:
        case UnitCard():
            yield from _unit(card)
        case FormationCard():
            yield from formation_lines(card)
        case PanelCard():
            yield from panel_lines(card)
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
    yield from (f"  Note: {note}" for note in card.notes)


def _vehicle(card: VehicleCard) -> Iterator[str]:
    yield f"  Armour: front {card.hull.front}, side {card.hull.side}, rear {card.hull.rear}"
    if card.weapons:
        yield "  Weapons, checked when destroyed:"
    for weapon in card.weapons:
        modes = "; ".join(f"{mode.text}{', ' if mode.text else ''}DMG {mode.damage}" for mode in weapon.modes)
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
    yield from (f"  Note: {note}" for note in (*card.footnotes, *card.notes))
