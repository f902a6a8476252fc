"""What a choice of a unit changes beside its cost: weapons, tokens, hit points, profiles, what would be wrong then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice, starmap
from typing import Any, TypeVar

from builder.errors import EditError, Severity
from builder.record import replace
from builder.roster.view import SelectionView
from builder.scalars import counted, number, signed
from builder.services.army.opening import Army
from builder.services.editor.choice_groups import grouped
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.choices import choices_of
from builder.services.editor.choosing import choosing
from builder.services.editor.details import Details, unit_details, weapons_beside
from builder.services.editor.document import ArmyDocument
from builder.services.editor.mend_candidates import Mend
from builder.services.editor.quick_fixes import over_limit
from builder.services.editor.suggestions import mend_of, taking
from builder.services.editor.tree import units_within
from builder.services.editor.view import belongs
from builder.services.editor.weapon_words import NO_VALUE, name_in, weapon_words
from builder.systems.blocks import ColumnKind, FormationCard, UnitRow, VehicleCard
from builder.systems.protocol import ANY_ROOM
from builder.text import without_markup

DESCRIPTIONS = ("description", "details")
"""What data calls the column of profiles that is a sentence, such as those of wargear and of powers."""
MOST_WRONG = 2
"""So many of the findings that a choice would lead to are told."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What taking a choice changes beside what it costs: `brief` has room beside its name, `whole` says all of it.

    Args:
        below: what stands below it while the cursor is on it, in more words and in fewer: what Enter does to allow it,
            or what one more model brings.
        does: the action that does what stands below, as sentences name it; none where it only tells.
        is_whole: whether more than the brief words was worked out.
    """

    brief: str = ""
    whole: str = ""
    below: tuple[str, ...] = ()
    does: str = ""
    is_whole: bool = True


Known = dict[tuple[str, ...], Any]
"""What was worked out of the army as it is now for other choices of the same unit: it is the same for many."""
T = TypeVar("T")


def _once(known: Known, key: tuple[str, ...], make: Callable[[], T]) -> T:
    if key not in known:
        known[key] = make()
    found: T = known[key]
    return found


def effect_of(session: ArmyDocument, choice: ChoiceRow, known: Known, *, whole: bool = True) -> Effect:
    """Return what one more of a choice changes in its unit; of what is taken and cannot be taken again, what it is.

    Of what cannot be taken as the unit stands, it is what Enter does to allow it, and what that changes.
    """
    now = session.army
    barred = bool(choice.reason) and not choice.number
    if barred and not whole and not now.reading.counters:
        return Effect(is_whole=False)  # Where no tokens are counted it is told of the choice under the cursor alone.
    more = choice.number + choice.step
    grows = choice.control == "number" or not choice.number
    mend = mend_of(session, choice) if whole and barred else None
    then = now
    try:
        if mend is not None:
            then = session.preview(mend.operations)
        elif barred:
            # As if it were allowed: what it is then, without what was chosen in its place.
            other = _chosen_instead(session, choice)
            gone = choosing(other, 0) if other is not None and not other.least else ()
            then = session.preview((*gone, *choosing(choice, more)))
        elif not choice.reason and grows:
            then = session.preview(taking(session, choice, more))
        without = then if choice.default else _without(session, choice, known)
    except EditError:
        return Effect(is_whole=whole)
    before = _once(known, ("details", choice.unit), lambda: _details_in(now, choice.unit))
    after = before if then is now else _details_in(then, choice.unit)
    rows = _rows_of(then, choice)
    its = {weapon for _, row in rows for weapon in row.weapons}
    models = {name_in(table, row).partition(" (")[0] for table in after.profiles for row in table.rows}
    fire, what = weapon_words(before.every_weapon, after.every_weapon, choice.name, its, choice.owner, models)
    health = _hit_points(then, choice.unit) - _hit_points(now, choice.unit)
    healthier = f"HP {signed(health)}" if health and not barred else ""
    places = _places(then, choice)
    gained = _gained(without, then, choice.unit)
    # What has to go for what is barred is told by what Enter does.
    brings = _token_words({name: change for name, change in gained.items() if change > 0 or not barred})
    profile = () if places else tuple(_profile_changes(before, after))
    becomes = (f"{each.title} {each.now}" for each in profile)
    own = _own_words(then, choice)
    notes = [row.notes for _, row in rows if row.notes]
    told = [*fire, *notes, *brings] if rows else [*fire[:1], *brings, places, *fire[1:]]
    brief = [*told, healthier, _armour(then, choice), *(() if rows else dict.fromkeys(becomes))]
    rule = _rule_words(before, after, choice.name, own)
    short = ", ".join(filter(None, brief)) or _first_sentence(own) or _first_sentence(rule, MOST_OF_RULE)
    if not whole:
        return Effect(short, is_whole=False)
    there = {(finding.code, finding.at) for finding in now.findings}
    wrong = (each for each in then.findings if each.severity is not Severity.INFO and (each.code, each.at) not in there)
    over = f"then {number(over_limit(then))} over the limit"
    told = [over if each.code == "cost-limit" else each.message for each in islice(wrong, MOST_WRONG)]
    then_so = " · ".join(fact for fact in after.facts if fact not in (*before.facts, choice.name))
    tokens = _token_words(_gained(now, then, choice.unit))
    units = starmap(_line_of, rows)
    full = [
        what,
        *units,
        places,
        then_so and f"then {then_so}",
        *tokens,
        *dict.fromkeys(each.words for each in profile),
    ]
    full = [*told, *full] if mend is not None else [*full, *told]
    full.append("" if what and not rows else rule)
    below = tuple(_mend_words(mend)) if mend is not None else tuple(_size_words(session, choice, healthier))
    return Effect(short, " · ".join(filter(None, full)), below, "{editor.choose} " if mend is not None else "")


def _chosen_instead(session: ArmyDocument, choice: ChoiceRow) -> ChoiceRow | None:
    """What is chosen where one of several is, if it is neither this choice nor what stands there by itself."""
    if choice.control != "radio" or choice.number:
        return None
    every = choices_of(session, choice.unit, choice.unit)
    beside = (each for each in every if (each.under, each.group) == (choice.under, choice.group))
    return next((each for each in beside if each.number and not each.default), None)


def _without(session: ArmyDocument, choice: ChoiceRow, known: Known) -> Army:
    """The army without a choice, with what stands in its place by itself: what it brings is told beside that."""
    if choice.control == "number" or not session.army.reading.counters:
        return session.army
    if choice.number:
        return session.preview(choosing(choice, 0))
    if choice.control != "radio" or choice.within:
        return session.army
    other = _chosen_instead(session, choice)
    if other is None or other.least:
        return session.army
    key = ("without", choice.unit, choice.under, choice.group)
    return _once(known, key, lambda: session.preview(choosing(other, 0)))


def _gained(without: Army, then: Army, unit: str) -> Mapping[str, int]:
    """Return how many more tokens a unit brings, by what they are called."""
    held, holds = (_tokens_of(army, unit) for army in (without, then))
    return {name: holds[name] - held[name] for name in holds if holds[name] != held[name]}


def _token_words(gained: Mapping[str, int]) -> list[str]:
    return [f"{name} {signed(change)}" for name, change in gained.items()]


def _mend_words(mend: Mend) -> Iterator[str]:
    """Yield what is done to allow a choice, in more words and in fewer."""
    price = signed(mend.price, "+0")
    yield f"{mend.words}: {price}"
    yield f"{mend.brief or mend.words}: {price}"


def _size_words(session: ArmyDocument, choice: ChoiceRow, health: str) -> Iterator[str]:
    """Yield what one more model brings: what it adds, and which groups it opens."""
    if not choice.is_size:
        return
    if choice.reason:
        yield "the most it may have"
        return
    after = session.after(choosing(choice, choice.number + choice.step))
    groups = (grouped(choices_of(each, choice.unit, choice.unit)) for each in (session, after))
    barred, then_barred = ({group.key: group.parts[-1] for group in those if group.reason} for those in groups)
    opened = [title for key, title in barred.items() if key not in then_barred]
    words = [f"{title[:1].lower()}{title[1:]}" for title in opened]
    last = {each.rpartition(" ")[2] for each in words}
    if len(words) > 1 and len(last) == 1:  # “special and heavy weapon”
        words[:-1] = [each.rpartition(" ")[0] for each in words[:-1]]
    allows = f"allows {' and '.join(words)}" if words else ""
    told = ", ".join(filter(None, (health, allows)))
    if told:
        yield f"{choice.number + choice.others + choice.step}: {told}"


MOST_OF_SENTENCE = 30
"""So many signs at most has a sentence that is told beside a choice."""


MOST_OF_RULE = 48
"""So many at most has one of a rule, beside a choice that changes nothing else."""


def _first_sentence(text: str, most: int = MOST_OF_SENTENCE) -> str:
    first = text.partition(". ")[0].rstrip(".")
    if len(first) > most:
        return ""
    return f"{first[:1].lower()}{first[1:]}" if first[1:2].islower() or first.startswith("A ") else first


def _details_in(army: Army, id: str) -> Details:
    unit = next((part for top in army.view.units() for part in top.walk() if part.id == id), None)
    if unit is None:
        return Details()
    details = unit_details(army, unit, ())
    return replace(details, weapons=(*details.weapons, *weapons_beside(army, unit)))


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


def _armour(army: Army, choice: ChoiceRow) -> str:
    """Return the armour of a vehicle that a unit takes: `AV 11/11/10`."""
    unit = next((part for top in army.view.units() for part in top.walk() if part.id == choice.unit), None)
    within = [] if unit is None else [each.id for each in units_within(unit) if each.name == choice.name]
    hulls = (card.hull for id in within for card in army.reading.cards(id) if isinstance(card, VehicleCard))
    return next((f"AV {hull.front}/{hull.side}/{hull.rear}" for hull in hulls), "")


def _own_words(army: Army, choice: ChoiceRow) -> str:
    """Return what the data says in a sentence of a choice that is there."""
    units = (part for top in army.view.units() for part in top.walk() if part.id == choice.unit)
    parts = (part for unit in units for part in unit.walk() if part.name == choice.name)
    cells = (cell for part in parts for profile in part.profiles for cell in profile.characteristics)
    texts = (without_markup(cell.value) for cell in cells if cell.name.casefold() in DESCRIPTIONS)
    return " ".join(" ".join(dict.fromkeys(texts)).split())


def _rule_words(before: Details, after: Details, name: str, own: str) -> str:
    """Return what a choice says of itself, or the text of what is called so, and of all else that comes with it."""
    named = own or " ".join(text for title, text in after.rules if title.casefold() == name.casefold())
    new = (rule for rule in after.rules if rule not in before.rules and rule[0].casefold() != name.casefold())
    return " ".join(filter(None, (named, *(f"{title}: {text}" for title, text in new))))


def _rows_of(army: Army, choice: ChoiceRow) -> tuple[tuple[FormationCard, UnitRow], ...]:
    """Return the units of a formation that a choice brings, as its card has them; none where a unit has no such."""
    units = (part for top in army.view.units() for part in top.walk() if part.id == choice.unit)
    parts = [part for unit in units for part in unit.walk() if part.name == choice.name]
    names = {each.name for part in parts for each in part.walk()}
    cards = (card for card in army.reading.cards(choice.unit) if isinstance(card, FormationCard))
    return tuple((card, row) for card in cards for row in card.rows if row.cells[1] in names)


def _line_of(card: FormationCard, row: UnitRow) -> str:
    """The figures of a unit of a formation, and its rules: `Rhino: Type AV, Speed 30, Armour 5+, …`."""
    _, name, *figures = zip(card.unit_titles, row.cells, strict=True)
    told = (f"{title} {cell}" for title, cell in figures if cell not in NO_VALUE)
    return f"{name[1]}: {', '.join(filter(None, (*told, row.notes)))}"


@dataclass(frozen=True, slots=True)
class _Changed:
    """A value of a profile that is another one now."""

    title: str
    was: str
    now: str

    @property
    def words(self) -> str:
        """The change in words: `Sv 3+ → 2+`."""
        return f"{self.title} {self.was} → {self.now}"


def _profile_changes(before: Details, after: Details) -> Iterator[_Changed]:
    """Yield the values of profiles that are others now; a number without a title is how many there are of its row.

    Who has another profile by a choice is called by that too: `Captain (Artificer armour)`.
    """
    old = {(table.columns[0], name_in(table, row)): row.cells for table in before.tables for row in table.rows}
    for table in after.profiles:
        for row in table.rows:
            name, of = name_in(table, row), table.columns[0]
            known = old.get((of, name)) or old.get((of, name.partition(" (")[0]), ())
            for column, was, now in zip(table.columns, known, row.cells, strict=False):
                if was != now and column.kind is ColumnKind.VALUE:
                    yield _Changed(column.title or name, was, now)


Adds = Mapping[tuple[str, str], Decimal]
"""What one more of a choice adds to the army where its own cost is not all of that, by the ids of part and entry."""


def all_they_add(session: ArmyDocument, part: SelectionView) -> Adds:
    """Return what choices of a part of a unit, and of units below it, add where their own costs are not all of that."""
    below = (each for each in part.walk() if each.type == "unit" and each is not part)
    owners = ((unit_around(session, part).id, part.id), *((each.id, each.id) for each in below))
    rows = (row for unit, owner in owners for row in choices_of(session, unit, owner))
    return {(row.under, row.path): row.adds for row in rows if row.adds is not None}


def unit_around(session: ArmyDocument, part: SelectionView) -> SelectionView:
    """Return the unit that a part belongs to, or is itself."""
    every = (each for top in session.army.view.units() for each in top.walk())
    return part if part.type == "unit" else next(unit for unit in every if any(part is one for one in unit.walk()))
