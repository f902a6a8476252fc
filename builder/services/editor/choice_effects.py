"""What a choice of a unit changes beside its cost: weapons, tokens, hit points, profiles, what would be wrong then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from builder.errors import EditError, Severity
from builder.scalars import counted, number
from builder.services.army.opening import Army
from builder.services.editor.details import Details, unit_details
from builder.services.editor.document import ArmyDocument
from builder.services.editor.quick_fixes import over_limit
from builder.services.editor.suggestions import mend_of, taking
from builder.services.editor.tree import units_within
from builder.services.editor.view import ChoiceRow, belongs
from builder.systems.blocks import ColumnKind, Row, Table
from builder.systems.protocol import ANY_ROOM
from builder.text import without_markup

DESCRIPTION = "description"
"""What data calls the one column of profiles that are a sentence, such as those of wargear."""
MOST_WRONG = 2
"""So many of the findings that a choice would lead to are told."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What taking a choice changes beside what it costs: `brief` has room beside its name, `whole` says all of it."""

    brief: str = ""
    whole: str = ""


def effect_of(session: ArmyDocument, choice: ChoiceRow) -> Effect:
    """Return what one more of a choice changes in its unit; of what is taken and cannot be taken again, what it is.

    Of what cannot be taken as the unit stands, it is what Enter does to allow it, and what that changes.
    """
    now = session.army
    then = now
    mend = mend_of(session, choice) if choice.reason and not choice.number else None
    try:
        if mend is not None:
            then = session.preview(mend.operations)
        elif not choice.reason and (choice.control == "number" or not choice.number):
            then = session.preview(taking(session, choice, choice.number + choice.step))
    except EditError:
        return Effect()
    before, after = (_details_in(army, choice.unit) for army in (now, then))
    fire, what = _weapon_words(before, after, choice.name)
    held, holds = (_tokens_of(army, choice.unit) for army in (now, then))
    gained = [f"{name} {_signed(holds[name] - held[name])}" for name in holds if holds[name] != held[name]]
    health = _hit_points(then, choice.unit) - _hit_points(now, choice.unit)
    then_so = " · ".join(fact for fact in after.facts if fact not in (*before.facts, choice.name))
    known = {(finding.code, finding.at) for finding in now.findings}
    wrong = (each for each in then.findings if each.severity is not Severity.INFO and (each.code, each.at) not in known)
    over = f"{number(over_limit(then))} over the limit"
    told = [over if each.code == "cost-limit" else each.message for each in islice(wrong, MOST_WRONG)]
    places = _places(then, choice)
    brief = (fire, places, *gained, *([f"HP {_signed(health)}"] if health and mend is None else []))
    whole = [what, places, then_so and f"then {then_so}", *gained, *_profile_changes(before, after)]
    if mend is not None:
        whole = [f"Enter ({_signed(mend.price)}) {mend.words}", *told, *whole]
    else:
        whole += told
    whole.append("" if what else _rule_words(before, after, choice.name, _own_words(then, choice)))
    return Effect(", ".join(filter(None, brief)), " · ".join(filter(None, whole)))


def _details_in(army: Army, id: str) -> Details:
    unit = next((part for top in army.view.units() for part in top.walk() if part.id == id), None)
    return unit_details(army, unit, ()) if unit is not None else Details()


def _tokens_of(army: Army, unit: str) -> Counter[str]:
    parts = ((counter.name, part) for counter in army.reading.counters for part in counter.parts)
    found: Counter[str] = Counter()
    for name, part in parts:
        found[name] += part.count * belongs(part.unit, unit)
    return found


def _hit_points(army: Army, unit: str) -> int:
    return sum(found.hp or 0 for found in army.reading.units if belongs(found.id, unit))


def _places(army: Army, choice: ChoiceRow) -> str:
    """Return how many a transport that a unit takes has room for, and whether these are too few for the unit."""
    unit = next((part for top in army.view.units() for part in top.walk() if part.id == choice.unit), None)
    within = [] if unit is None else [each.id for each in units_within(unit) if each.name == choice.name]
    rooms = [found.room for found in army.reading.units if found.id in within and 0 < found.room < ANY_ROOM]
    models = sum(found.models for found in army.reading.units if belongs(found.id, choice.unit))
    if not rooms:
        return ""
    return f"{counted(rooms[0], 'place')}{f': too few for {models}' if rooms[0] < models else ''}"


def _signed(change: Decimal | int) -> str:
    return f"{'−' if change < 0 else '+'}{number(-change if change < 0 else change)}"


def _own_words(army: Army, choice: ChoiceRow) -> str:
    """Return what the data says in a sentence of a choice that is there."""
    units = (part for top in army.view.units() for part in top.walk() if part.id == choice.unit)
    parts = (part for unit in units for part in unit.walk() if part.name == choice.name)
    cells = (cell for part in parts for profile in part.profiles for cell in profile.characteristics)
    texts = (without_markup(cell.value) for cell in cells if cell.name.casefold() == DESCRIPTION)
    return " ".join(" ".join(dict.fromkeys(texts)).split())


def _rule_words(before: Details, after: Details, name: str, own: str) -> str:
    """Return what a choice says of itself, or the text of what is called so, and of all else that comes with it."""
    named = own or " ".join(text for title, text in after.rules if title.casefold() == name.casefold())
    new = (rule for rule in after.rules if rule not in before.rules and rule[0].casefold() != name.casefold())
    return " ".join(filter(None, (named, *(f"{title}: {text}" for title, text in new))))


def _weapon_words(before: Details, after: Details, name: str) -> tuple[str, str]:
    """Return what the weapons called so do, in short and in full; where none is, those that come with the choice."""
    old = {_values(table, row) for table in before.weapons for row in table.rows}
    named, new = list[tuple[Table, Row]](), list[tuple[Table, Row]]()
    for table in after.weapons:
        above = False
        for row in table.rows:
            above = above if row.sub else _name_in(table, row).casefold().startswith(name.casefold())
            if above:
                named.append((table, row))
            elif _values(table, row) not in old:
                new.append((table, row))
    told = named or new
    results = [cell for table, row in told for cell in _cells(table, row, ColumnKind.RESULT)]
    columns = (column for table, _ in told for column in table.columns)
    title = next((column.title for column in columns if column.kind is ColumnKind.RESULT), "")
    full = []
    for table, row in told:
        mode = _name_in(table, row).removeprefix(name).lstrip(",–- ")
        full.append(": ".join(filter(None, (mode, ", ".join(_labelled(table, row))))))
    return f"{title} {' or '.join(dict.fromkeys(results))}" if results else "", "; ".join(full)


def _values(table: Table, row: Row) -> tuple[str, ...]:
    pairs = zip(table.columns, row.cells, strict=True)
    return tuple(cell for column, cell in pairs if column.kind is not ColumnKind.COUNT)


def _cells(table: Table, row: Row, kind: ColumnKind) -> Iterator[str]:
    pairs = zip(table.columns, row.cells, strict=True)
    return (cell for column, cell in pairs if column.kind is kind and cell not in ("", "–"))


def _name_in(table: Table, row: Row) -> str:
    return next(_cells(table, row, ColumnKind.NAME), "")


def _labelled(table: Table, row: Row) -> Iterator[str]:
    """Yield the values of a weapon, each with the title of its column."""
    for column, cell in zip(table.columns, row.cells, strict=True):
        if cell not in ("", "–") and column.kind not in (ColumnKind.NAME, ColumnKind.COUNT):
            yield f"{column.title} {cell}" if column.title and column.kind is not ColumnKind.TEXT else cell


def _profile_changes(before: Details, after: Details) -> Iterator[str]:
    """Yield the values of profiles that are others now; a number without a title is how many there are of its row.

    Who has another profile by a choice is called by that too: `Captain (Artificer armour)`.
    """
    old = {_name_in(table, row): row.cells for table in before.tables for row in table.rows}
    for table in after.tables:
        for row in table.rows:
            name = _name_in(table, row)
            known = old.get(name) or old.get(name.partition(" (")[0], ())
            for column, was, now in zip(table.columns, known, row.cells, strict=False):
                if was != now and column.kind is ColumnKind.VALUE:
                    yield f"{column.title or name} {was} → {now}"
