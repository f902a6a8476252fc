"""The sheets of an army of any game: a card for each unit, its profiles, rules and boxes; and the list of all units."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from builder.errors import Finding
from builder.record import replace
from builder.systems.blocks import (
    DEDICATED,
    Check,
    Column,
    ColumnKind,
    Head,
    ListWords,
    ModelBoxes,
    NumberedBoxes,
    ProfileCard,
    RosterPage,
    RosterRow,
    Row,
    RulePhase,
    RuleText,
    Slot,
    Table,
    Total,
    number,
)
from builder.systems.common.listing import errors_first
from builder.systems.common.marks import distinct_names, names_on_cards
from builder.systems.common.units import codes_of, slot_code
from builder.systems.generic.model import (
    LEAST_STEPS,
    GenericArmy,
    GenericUnit,
    Passage,
    ProfileLine,
    ProfileTable,
    scale_of,
)
from builder.text import on_one_line

NAME = "Any game"
WORDS = ListWords("unit", "model", "Wounds", "wounds")
MARKS = {"reserve": "in reserve", "deep_strike": "in reserve, deep strike", "led_by": "led by", "riding_in": "rides in"}
KEY = "columns as the data has them; the most used first"
COUNTERS, TURN, VICTORY_POINTS, COMMAND_POINTS = "counters", "Turn", "Victory points", "command points"
MOST_FACTS = 44
"""Letters below a name that are told there rather than at the foot of a card."""
LONGEST_LABEL = 32
"""Letters of what stands behind a box."""
ACTED = ".acted"
"""What the id of the box ends with that says that a unit has acted."""


def army_cards(army: GenericArmy, unit: str | None = None) -> tuple[ProfileCard, ...]:
    """Return a card for each unit and one of counters, or that of one unit."""
    names = names_on_cards(army.units)
    cards = tuple(unit_card(each, army.points_name, names) for each in army.units if unit in (None, each.id))
    return cards if unit is not None or not army.units else (*cards, counters_card(army))


def unit_card(
    unit: GenericUnit,
    points_name: str,
    names: Mapping[str, str],
    lost: Mapping[str, int] | None = None,
    states: Sequence[str] = (),
    acted: bool = False,
) -> ProfileCard:
    """Return the card of a unit.

    Args:
        unit: the unit.
        points_name: what its data calls points.
        names: those of all units of the army, by id.
        lost: the wounds lost in a game, by group.
        states: the states that it is in.
        acted: whether it has acted in this turn.
    """
    used = tuple(
        Check(f"{unit.id}.used{n}", words, checked=words.casefold() in states) for n, words in enumerate(_used(unit), 1)
    )
    checks = (Check(f"{unit.id}{ACTED}", "Acted", checked=acted), *used) if unit.groups else ()
    states = [each for each in states if each not in {check.label.casefold() for check in used}]
    chosen, facts = ", ".join(unit.choices), list(_facts(unit, names))
    if chosen and sum(map(len, (chosen, *facts))) <= MOST_FACTS:
        facts.insert(1 if unit.models else 0, chosen)
        chosen = ""
    costs = bool(unit.groups or unit.points)
    cells = {cell for table in (*unit.statistics, *unit.tables) for line in table.lines for cell in line.cells}
    return ProfileCard(
        head=Head(
            code=unit.id,
            slot=unit.category,
            name=unit.name,
            points=number(unit.points) if costs else "",
            caption=points_name if costs else "",
            facts=tuple(facts),
        ),
        statistics=tuple(_table(without_words(table), counted=len(table.lines) > 1) for table in unit.statistics),
        tables=tuple(_table(table, counted=True) for table in unit.tables),
        texts=tuple(_referred_to(rule_text(each), cells) for each in unit.passages if each.text),
        boxes_title=unit.wounds_name if len(unit.wounds_name) > 2 else "Wounds" if unit.wounds_name else "Models",
        boxes=tuple(
            ModelBoxes(
                id=group.id,
                name=group.name,
                models=group.models,
                wounds=group.wounds,
                lost=(lost or {}).get(group.id, 0),
            )
            for group in unit.groups
        ),
        checks=checks,
        keywords=tuple((title, words) for title, words in _words(unit, chosen, states) if words),
        notes=tuple(unit.notes.splitlines()),
        key=KEY,
    )


_ONCE = re.compile(r"\bonce (?:per|a) (?:battle|game)\b(?! round| \(army)", re.IGNORECASE)
MOST_ONCE = 3
"""So many abilities have a box that says that they are used; those of an army have none on the cards of its units."""


def _used(unit: GenericUnit) -> list[str]:
    """Return what is marked when a unit has used what it may use once a battle."""
    found = (f"{each.title} used" for each in unit.passages if each.title and _ONCE.search(each.text))
    return [words for words in dict.fromkeys(found) if len(words) <= LONGEST_LABEL][:MOST_ONCE]


_COMMAND = re.compile(r"\bcommand points?\b|(?<![^\W\d])CP\b", re.IGNORECASE)


def counters_card(
    army: GenericArmy, turn: int = 0, points: int = 0, counted: Mapping[str, int] = MappingProxyType({})
) -> ProfileCard:
    """Return the card of what a player counts: turns, points, what the data tells of, and two of any name.

    Args:
        army: the army.
        turn: the turn of a game.
        points: the victory points of its player in it.
        counted: his counters in it.
    """
    told = any(_COMMAND.search(each.text) for each in army.passages)
    names = dict.fromkeys((*([COMMAND_POINTS] if told else []), *counted))
    rows = (
        NumberedBoxes(f"{COUNTERS}.turn", TURN, 6, turn),
        NumberedBoxes(f"{COUNTERS}.points", VICTORY_POINTS, 20, points),
        *(
            NumberedBoxes(f"{COUNTERS}.{n}", f"{name[:1].upper()}{name[1:]}", 12, counted.get(name, 0))
            for n, name in enumerate(names, 1)
        ),
        *(NumberedBoxes(f"{COUNTERS}.any{n}", "", 12) for n in (1, 2)),
    )
    head = Head(code=COUNTERS, slot="", name="Counters", points="", caption="of any name, as a game tracks them")
    return ProfileCard(head=head, counters=rows, key=KEY)


def rule_text(passage: Passage) -> RuleText:
    """Return a rule or an ability with its number on the sheet of rules."""
    text = on_one_line(passage.text)
    return RuleText(passage.title, text, f"[{passage.number}]", phase_told(text))


def _referred_to(text: RuleText, cells: Container[str]) -> RuleText:
    """Return a text with its number at its end, where a table tells of it by that."""
    return replace(text, text=f"{text.text} {text.rule}") if text.rule in cells else text


_PHASES = {
    RulePhase.BEFORE: r"before the (battle|game)|declare battle formations|deployment|select your army|mustering",
    RulePhase.TURN: r"(command|hero|start) phase|start of (your|each|any|the) (player )?(turn|(battle )?round)",
    RulePhase.MOVEMENT: r"movement phase|normal move|reinforcements step",
    RulePhase.SHOOTING: r"shooting phase|ranged (attack|weapon)",
    RulePhase.ASSAULT: r"(charge|fight|assault|combat|melee) phase|charge move|melee (attack|weapon)|pile in",
    RulePhase.TESTS: r"morale phase|(morale|leadership|battle-?shock|break) test",
}
"""Words by which rules of games say when they count."""


def phase_told(text: str) -> RulePhase:
    """Return the phase that a rule names first; any time where it names none."""
    found = ((re.search(words, text, re.IGNORECASE), phase) for phase, words in _PHASES.items())
    places = [(match.start(), phase) for match, phase in found if match is not None]
    return min(places, key=lambda place: place[0])[1] if places else RulePhase.ANY


def _words(unit: GenericUnit, chosen: str, states: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield "State", ", ".join(states)
    yield "Chosen", chosen
    yield from words_beside(unit.statistics)
    yield "Rules", ", ".join(dict.fromkeys(each.title for each in unit.passages if not each.text))
    yield "Keywords", ", ".join(unit.keywords)


def _facts(unit: GenericUnit, names: Mapping[str, str]) -> Iterator[str]:
    if unit.data_name:
        yield unit.data_name
    if unit.models:
        yield "1 model" if unit.models == 1 else f"{unit.models} models"
    yield from (f"{number(value)} {name}" for name, value in unit.costs)
    if unit.within:
        yield f"in {unit.within}"
    if unit.force:
        yield unit.force
    yield from marks_told(unit, names)


def marks_told(unit: GenericUnit, names: Mapping[str, str]) -> Iterator[str]:
    """Yield what its player noted of a unit: whom it is led by, what it rides in, that it is in reserve."""
    for mark in unit.marks:
        if mark.kind in MARKS:
            # What is not a unit of its own is what the unit takes with it.
            yield f"{MARKS[mark.kind]} {names.get(mark.target, 'its transport') if mark.target else ''}".strip()


_REFERENCE = re.compile(r"\[\d+\]")
LEAST_FIGURES, LONGEST_WORD = 3, 8
"""So many columns of figures stand without those of words; a cell without a figure in it may have so many letters."""


def _is_words(table: ProfileTable, n: int) -> bool:
    cells = [line.cells[n] for line in table.lines]
    return table.wordy[n] or any(len(cell) > LONGEST_WORD and not re.search(r"\d", cell) for cell in cells)


def without_words(table: ProfileTable) -> ProfileTable:
    """Return the figures of what models are without its columns of words, which stand at the foot of a card."""
    figures = [n for n in range(len(table.columns)) if not _is_words(table, n)]
    if len(figures) < LEAST_FIGURES:
        return table
    lines = tuple(replace(line, cells=tuple(line.cells[n] for n in figures)) for line in table.lines)
    return replace(table, columns=tuple(table.columns[n] for n in figures), wordy=(False,) * len(figures), lines=lines)


def words_beside(tables: Iterable[ProfileTable]) -> Iterator[tuple[str, str]]:
    """Yield the columns of words that `without_words` leaves out: what they are called, and what they say."""
    for table in tables:
        left = {*table.columns} - {*without_words(table).columns}
        for n, column in enumerate(table.columns):
            told = (figure(line.cells[n]) for line in table.lines)
            cells = dict.fromkeys(cell for cell in told if cell != "–" and not _REFERENCE.fullmatch(cell))
            if column in left and cells:
                yield column, " / ".join(cells)


_NUMBERED = re.compile(r"\D+\d+")
LEAST_LINES = 3
"""So many lines with their first make a table that tells there what its columns are."""


def with_own_titles(table: ProfileTable) -> ProfileTable:
    """Return a table with the titles that its first line gives to its numbered columns (`Characteristic 1`: `M`)."""
    numbered = [n for n, column in enumerate(table.columns) if _NUMBERED.fullmatch(column)]
    if len(numbered) < 2 or len(table.lines) < LEAST_LINES:
        return table
    first, *others = table.lines
    titles = [first.cells[n] for n in numbered]
    if any(re.search(r"\d", title) for title in titles) or not any(figure(title) != "–" for title in titles):
        return table
    columns = (
        cell if figure(cell) != "–" and not re.search(r"\d", cell) else column
        for cell, column in zip(first.cells, table.columns, strict=True)
    )
    wordy = (word and any(len(line.cells[n]) > LONGEST_WORD for line in others) for n, word in enumerate(table.wordy))
    return replace(table, columns=tuple(columns), wordy=tuple(wordy), lines=tuple(others))


def _table(table: ProfileTable, counted: bool) -> Table:
    """Return a table of profiles; figures in the middle of their columns, words from the left."""
    table = with_own_titles(table)
    kinds = (ColumnKind.TEXT if wordy else ColumnKind.VALUE for wordy in table.wordy)
    count = (Column("", ColumnKind.COUNT),) if counted else ()
    columns = (*count, Column(table.type, ColumnKind.NAME), *map(Column, table.columns, kinds))
    names = _step_names(table.lines)
    rows = (
        Row((*((str(line.count or ""),) if counted else ()), name, *map(figure, line.cells)))
        for line, name in zip(table.lines, names, strict=True)
    )
    return Table(columns, tuple(rows))


_WOUNDED = re.compile(r"(.{8,}?)(?=[\[(]?\d)")
"""What the lines of a model have in common that differ by the wounds that it has left."""


def _step_names(lines: Sequence[ProfileLine]) -> Iterator[str]:
    """Yield the names of lines, shorter where a line without bearers is a further step of the one before it.

    `Hammerhead [1] (7-13 Wounds)` stands before `[2] (4-6 Wounds)`.
    """
    before = ""
    for line in lines:
        found = _WOUNDED.match(line.name)
        own = found[1] if found else line.name
        yield line.name[len(own) :] if found and own == before and not (line.count or line.of) else line.name
        before = own


def figure(cell: str) -> str:
    """Return a cell with the sign that other sheets have for less than nothing, and for nothing."""
    return "–" if cell in ("-", "—") else _MINUS.sub("−", cell)


_MINUS = re.compile(r"^-(?=\d)")


# -- the list -------------------------------------------------------------------
def roster_page(
    army: GenericArmy, findings: Sequence[Finding], slots: Sequence[Slot] = (), source: str = ""
) -> RosterPage:
    """Return the list of an army with all its findings, errors first."""
    names = distinct_names(army.units)
    codes = codes_of((*(slot.name for slot in slots), *(unit.category for unit in army.units)), _usual_code)
    notes = (f"Chosen for the army: {'; '.join(army.settings)}",) if army.settings else ()
    return RosterPage(
        title=army.name,
        system=army.game or NAME,
        points=army.points,
        words=WORDS,
        limit=army.limit,
        source="" if source == army.game else source.removesuffix(f", {army.game}"),
        totals=tuple(_totals(army)),
        slots=tuple(replace(slot, code=codes[slot.name]) for slot in slots),
        rows=tuple(_listed(unit, place, codes, names) for place, unit in enumerate(army.units)),
        findings=errors_first(findings),
        token_title="",
        rules=tuple(rule_text(each) for each in army.passages if each.text),
        notes=notes,
        unit_sheet=WORDS.units,
    )


def _totals(army: GenericArmy) -> Iterator[Total]:
    units = sum(bool(unit.groups) for unit in army.units)
    vehicles = sum(unit.vehicles for unit in army.units)
    models = sum(unit.models for unit in army.units) - vehicles
    for count, word in ((units, "unit"), (models, "model"), (vehicles, "vehicle")):
        if count or word != "vehicle":
            yield Total(number(count), word if count == 1 else f"{word}s")
    for name, value, limit in army.costs:
        yield Total(number(value), name if limit is None else f"{name} of {number(limit)}")


def _usual_code(name: str) -> str:
    return slot_code(name).replace(DEDICATED, "TP")  # No game says here that they take no slot of their own.


def _listed(unit: GenericUnit, place: int, codes: Mapping[str, str], names: Mapping[str, str]) -> RosterRow:
    carried: dict[str, int] = {}
    for line in carried_lines(unit) if unit.groups else ():
        name = line.of or line.name
        carried[name] = max(carried.get(name, 0), line.count)
    things = [name if count <= 1 else f"{count} {name}" for name, count in carried.items()]
    costs = [f"{number(value)} {name}" for name, value in unit.costs]
    within = [f"in {unit.within}"] if unit.within else []
    named = [unit.data_name] if unit.data_name else []
    return RosterRow(
        unit=unit.id,
        slot=codes[unit.category],
        name=unit.name,
        detail=", ".join((*named, *within, *marks_told(unit, names), *costs, *things, *unit.choices, *unit.picked)),
        models=unit.models,
        vehicles=unit.vehicles,
        points=unit.points,
        value=str(unit.wounds) if unit.wounds_name else "",
        place=place,
        cards=(unit.id,),
    )


def carried_lines(unit: GenericUnit) -> Iterator[ProfileLine]:
    """Yield the profiles of what a unit carries; tables are left out that tell of it alone, or are a scale.

    What has one figure is no weapon, nor is what is called as its type: `Psyker`.
    """
    own = {unit.name, *(group.name for group in unit.groups)}
    own |= {line.name for table in unit.statistics for line in table.lines}
    known = {name.casefold() for name in own}
    for table in unit.tables:
        steps = Counter(scale_of(line.name) for line in table.lines)
        if len(table.columns) > 1 and not all(name in known or count >= LEAST_STEPS for name, count in steps.items()):
            yield from (line for line in table.lines if line.name.casefold() not in table.type.casefold())
        known |= {name for name, count in steps.items() if count >= LEAST_STEPS}
