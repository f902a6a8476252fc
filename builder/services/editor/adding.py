"""What can be added to an army: found by its name, its slot or whom it carries, and what adding it would come to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.model import Profile
from builder.errors import EditError
from builder.record import Record, replace
from builder.roster.model import Force, Roster
from builder.roster.view import points_of
from builder.scalars import counted, fit, number
from builder.services.army.opening import Army
from builder.services.editor.catalogue import CatalogueEntry, CatalogueSlot, catalogue_of_force
from builder.services.editor.choice_groups import chosen_words, takes
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.choices import choices_of
from builder.services.editor.details import Details, unit_details
from builder.services.editor.document import ArmyDocument
from builder.services.editor.offers import facts_of
from builder.services.editor.operations import Add, State
from builder.services.editor.prices import army_with, entry_price, would_come_to
from builder.services.editor.quick_fixes import wrong_then
from builder.services.editor.view import EntryStatus, SlotLine, Totals
from builder.text import without_colon

FEWEST = 3
"""So many letters look for more than names: slots, passengers, upgrades of units, forces."""

_ROOM = re.compile(r"\s*\d+[\s.,:;]*")
_CLAUSE = re.compile(r"[.;()]")
_DENIED = re.compile(r"\b(?:no|not|none|cannot|can't|except|only affected)\b", re.IGNORECASE)
_CARRIES = re.compile(r"^.*?\b(?:can(?: only)?|may(?: only)?) (?:carry|transport)\s+", re.IGNORECASE)
_ONLY = re.compile(r"\s+only$", re.IGNORECASE)
_MODELS = re.compile(r"^(?:models?|infantry models?|passengers?)\b[\s,]*(?:or\b\s*)?", re.IGNORECASE)
_LIST = re.compile(r",|/|\band/or\b|\band\b|\bor\b", re.IGNORECASE)


class EntryFound(Record, frozen=True):
    """An entry that was found; `why`, where its name does not say so, as when it was found `by_slot`."""

    entry: CatalogueEntry
    why: str = ""
    by_slot: bool = False


class Adding(Record, frozen=True, kw_only=True):
    """What an entry is, and what adding it to the army as it stands would come to.

    Args:
        details: what it is called, its slot, what it could take, its profile, its weapons and rules.
        price: what it costs, without words.
        place: its slot with how full that is, and how many models it has.
        told: why it cannot be taken, what is to be chosen in it, or what would be wrong then.
        rides: what carries it, with what that costs where it takes it along.
        comes_to: what the army would cost, and by how much that is over the limit; `over` tells whether it is. Nothing
            of what the data does not offer as the army stands.
        brings: what it brings to the table, and the tokens that it gives.
        last: how the last one of it in the army was made, and what that costs; empty where there is none.
    """

    details: Details
    price: Decimal
    place: str = ""
    told: tuple[str, ...] = ()
    rides: str = ""
    comes_to: str = ""
    over: bool = False
    brings: str = ""
    last: tuple[str, str] = ("", "")


# -- finding ---------------------------------------------------------------------
def found(slots: Sequence[CatalogueSlot], text: str, carried: Mapping[str, str]) -> tuple[EntryFound, ...]:
    """Return the entries that fit a text, best first: by their name, by whom they carry, by their slot.

    Args:
        slots: all that there is.
        text: each of its letters comes in a name, in this order.
        carried: whom entries carry, by their paths.
    """
    wanted = "".join(text.casefold().split())
    more = len(wanted) >= FEWEST
    scored: list[tuple[tuple[int, ...], EntryFound]] = []
    for slot in slots if wanted else ():
        in_slot = more and has_words(slot.name, text)
        for entry in slot.entries:
            score, rides = fit(entry.name, wanted), carried.get(entry.path, "") if more else ""
            if score is not None and score[0] <= 2:
                scored.append(((0, *score), EntryFound(entry)))
            elif rides and has_words(rides, text):
                scored.append(((1,), EntryFound(entry, f"carries {rides}")))
            elif in_slot:
                scored.append(((2,), EntryFound(entry, slot.name, by_slot=True)))
            elif score is not None:
                scored.append(((3, *score), EntryFound(entry)))
    return tuple(hit for _, hit in sorted(scored, key=lambda pair: pair[0]))


def has_words(text: str, words: str) -> bool:
    """Whether each of some words begins one of a text."""
    there = re.split(r"[\s\-(/]+", text.casefold())
    return all(any(each.startswith(word) for each in there) for word in words.casefold().split())


def passengers(entries: Iterable[LinkedEntry]) -> Mapping[str, str]:
    """Return whom entries carry, by their paths, as far as their data names them: a number alone names nobody."""
    told = ((entry.path, _passengers_of(entry)) for entry in entries)
    return {path: words for path, words in told if words}


def _passengers_of(entry: LinkedEntry) -> str:
    parts = (entry, *(each for each in entry.entries if each.type == "model"))
    profiles = (info.info for part in parts for info in part.own_info if isinstance(info.info, Profile))
    rooms = (cell.value for each in profiles for cell in each.characteristics if _tells_room(cell.name))
    return next(filter(None, map(passengers_in, rooms)), "")


def _tells_room(title: str) -> bool:
    return "capacity" in (name := title.casefold()) or name.strip() == "transport"


def passengers_in(room: str) -> str:
    """Return whom the room of a transport is for: `Scouts` of `5 (Scouts only)`, nothing of `10` and what it bars."""
    if not _ROOM.match(room):
        return ""
    clauses = []
    for clause in _CLAUSE.split(_ROOM.sub("", room, count=1)):
        words = _MODELS.sub("", _ONLY.sub("", _CARRIES.sub("", clause.strip(" ,-–"))))
        if words and not _DENIED.search(clause) and any(map(str.isalpha, words)):
            clauses.append(words.strip(" ,"))
    return ", ".join(clauses)


def upgrades_found(choices: Iterable[ChoiceRow], words: str, names: Mapping[str, str]) -> tuple[ChoiceRow, ...]:
    """Return what units can take that has these words in its name, best first, each once for a unit.

    More of the models that a unit has are no upgrade of it. A model that it has none of yet is found by the unit's
    name too, as is anything by words of both.

    Args:
        choices: what the units can take.
        words: what is looked for.
        names: what units are called, by their ids.
    """
    asked, scored = words.casefold().split(), list[tuple[int, ChoiceRow]]()
    for choice in choices if len("".join(asked)) >= FEWEST else ():
        if choice.model and choice.number:
            continue
        own, unit = choice.name.casefold(), names.get(choice.unit, "").casefold()
        named = sum(word in own for word in asked)
        if named == len(asked):
            scored.append((0 if own.startswith(asked[0]) else 1, choice))
        elif (named or choice.model) and all(word in own or word in unit for word in asked):
            scored.append((2, choice))
    scored.sort(key=lambda pair: pair[0])
    return tuple({(each.unit, each.name): each for _, each in reversed(scored)}.values())[::-1]


class Shelf:
    """All that can be added to an army, and what is known of it whatever the army is."""

    def __init__(self, session: ArmyDocument) -> None:
        self._session = session
        self._slots: dict[tuple[str, str], Sequence[CatalogueSlot]] = {}
        self._listed: dict[str, tuple[Roster | None, Sequence[CatalogueSlot]]] = {}
        self._alone: dict[tuple[str, str], tuple[Details, tuple[ChoiceRow, ...]]] = {}
        self._carried: dict[str, Mapping[str, str]] = {}

    def slots(self, force: Force) -> Sequence[CatalogueSlot]:
        """Return what a force can be made of."""
        key = (force.catalogue_id, force.entry_id)
        if key not in self._slots:
            library = self._session.ground.data.library
            frame = library.force_entries.get(force.entry_id)
            self._slots[key] = catalogue_of_force(library, force.catalogue_id, frame)
        return self._slots[key]

    def listed(self, force: Force) -> Sequence[CatalogueSlot]:
        """Return the same, in each slot what the army is offered as it stands before what it is not."""
        roster = self._session.state.roster
        of, known = self._listed.get(force.id, (None, ()))
        if of is not roster:
            hidden = self._session.evaluator.hidden(roster, force.id)
            known = tuple(
                replace(slot, entries=tuple(sorted(slot.entries, key=lambda entry: entry.path in hidden)))
                for slot in self.slots(force)
            )
            self._listed[force.id] = roster, known
        return known

    def alone(self, force: Force, path: str) -> tuple[Details, tuple[ChoiceRow, ...]]:
        """Return an entry as it is when it is added to a force without any others, and all that it could take."""
        key = (force.entry_id, path)
        if key not in self._alone:
            self._alone[key] = _alone(self._session, force, path)
        return self._alone[key]

    def carried(self, force: Force) -> Mapping[str, str]:
        """Return whom the entries of a force carry, by their paths, as far as their data names them."""
        if force.catalogue_id not in self._carried:
            entries = self._session.ground.data.library.root_entries(force.catalogue_id)
            self._carried[force.catalogue_id] = passengers(entries)
        return self._carried[force.catalogue_id]

    def carriers(self, force: Force) -> Mapping[str, str]:
        """Return the same by the names of the entries, of those on offer."""
        carried, entries = self.carried(force), (each for slot in self.slots(force) for each in slot.entries)
        return {each.name: carried[each.path] for each in entries if each.path in carried}


def _alone(session: ArmyDocument, force: Force, path: str) -> tuple[Details, tuple[ChoiceRow, ...]]:
    """The details of a unit as it is when it is added to a force without any others, with all that it carries.

    With them comes all that it could take.
    """
    apart = session.apart()
    bare = replace(force, selections=(), forces=())
    apart.state = State(replace(apart.state.roster, forces=(bare,), groups=()))
    try:
        added = apart.after((Add(unit=path, force=force.id),))
    except EditError:
        return Details(), ()
    army = _as_if_shown(added.army)
    unit = army.view.forces[0].selections[0]
    choices = choices_of(added, unit.id, unit.id)
    # What it gives, and whether the army is right with it, depends on the rest of the army.
    return replace(unit_details(army, unit, ()), unit=path, findings=(), gives="", takes=takes(choices)), choices


def _as_if_shown(army: Army) -> Army:
    """The army of a single unit; where the data hides that as things stand, read as if it did not."""
    (force, *_) = army.view.forces
    unit, *others = force.selections
    if not unit.hidden:
        return army
    shown = replace(force, selections=(replace(unit, hidden=False), *others))
    view = replace(army.view, forces=(shown,))
    return replace(army, view=view, reading=army.system.read(view))


# -- what it comes to --------------------------------------------------------------
def _needs(standing: EntryStatus) -> tuple[str, ...]:
    return (f"needs a choice of {' and '.join(standing.needs)}",) if standing.needs else ()


def entry_facts(session: ArmyDocument, force: Force, path: str, standing: EntryStatus, totals: Totals) -> list[str]:
    """Return what is said of an entry where its details stand: how it stands, and what adding it comes to."""
    wrong, _ = _tried(session, force, path, standing)
    comes_to = would_come_to(totals, standing.price) if standing.price and not standing.hidden else ""
    return [*facts_of(standing), *filter(None, (wrong, comes_to))]


def _tried(session: ArmyDocument, force: Force, path: str, standing: EntryStatus) -> tuple[str, Army | None]:
    """What would be wrong once an entry was added, and the army then; neither where it cannot be."""
    try:
        after = session.preview((Add(unit=path, force=force.id),))
    except EditError as error:
        return "" if standing.reason else f"but then: {error}", None
    wrong = "" if standing.reason else wrong_then(session.army, after)
    return f"but then: {wrong}" if wrong else "", after


def adding(
    session: ArmyDocument,
    shelf: Shelf,
    force: Force,
    path: str,
    standing: EntryStatus,
    slot: SlotLine | None,
    totals: Totals,
) -> Adding:
    """Return what an entry is, and what adding it to a force of the army comes to.

    Args:
        session: the army.
        shelf: all that can be added to it.
        force: the force that it is added to.
        path: the entry.
        standing: how it stands.
        slot: how full its slot is, where that has a limit.
        totals: what the army comes to now.
    """
    details, choices = shelf.alone(force, path)
    details = replace(details, slot=standing.slot or details.slot)
    wrong, after = _tried(session, force, path, standing)
    over = totals.over_with(standing.price) if not standing.hidden else 0
    sizes = _sizes(choices, details)
    filled = f"{without_colon(details.slot)}, {slot.words}" if slot is not None and details.slot else details.slot
    price = entry_price(standing)
    reason = f"cannot be taken as the army stands: {standing.reason}" if standing.hidden else standing.reason
    return Adding(
        details=replace(details, points=price, takes=_without_rides(choices)),
        price=standing.price,
        place=" · ".join(filter(None, (filled, sizes))),
        told=tuple(filter(None, (reason, *(() if standing.hidden else _needs(standing)), wrong))),
        rides=", ".join(_rides(choices, details, shelf.carriers(force))),
        comes_to="" if standing.hidden else army_with(totals, standing.price),
        over=bool(over),
        brings="" if standing.hidden else ", ".join((*_strengths(details), *_tokens(session.army, after))),
        last=_last_of(session, force, path),
    )


def _sizes(choices: Sequence[ChoiceRow], details: Details) -> str:
    """How many models a unit has as it comes, and up to how many."""
    models = details.models
    growing = [each for each in choices if each.model and each.most != each.number]
    if not models or not growing:
        return counted(models, "model") if models else ""
    more = [each.most - each.number for each in growing if each.most is not None]
    return f"{models} to {models + more[0]} models" if len(growing) == len(more) == 1 else f"{models} models or more"


def _without_rides(choices: Sequence[ChoiceRow]) -> tuple[tuple[str, str], ...]:
    return takes(each for each in choices if not each.brings_transport)


def _rides(choices: Sequence[ChoiceRow], details: Details, carried: Mapping[str, str]) -> list[str]:
    """What carries a unit: transports that it can take, and those that name it or its models."""
    own = [each for each in choices if each.brings_transport and not each.reason]
    names = {details.title, *(row.cells[0] for table in details.tables[:1] for row in table.rows)}
    known = {_singular(name) for name in names} | {_singular(re.sub(r" squads?$", "", details.title, flags=re.I))}
    naming = [name for name, riders in carried.items() if known & {_singular(each) for each in _LIST.split(riders)}]
    taken = {each.name: f"{each.name} {number(each.cost)}" if each.cost else each.name for each in own}
    return [*taken.values(), *(name for name in naming if name not in taken)]


def _singular(name: str) -> str:
    return re.sub(r"^\d+\s+", "", name.strip().casefold()).removesuffix("s")


def _strengths(details: Details) -> tuple[str, ...]:
    """What is told first of a unit's strength but for how many models it has, which is told of its size."""
    return tuple(fact for fact in details.facts if fact != counted(details.models, "model"))[:1]


def _tokens(army: Army, after: Army | None) -> tuple[str, ...]:
    """The tokens that something adds to those of the army, in words; nothing in a game without any."""
    if after is None or not after.reading.counters:
        return ()
    before = {counter.id: sum(part.count for part in counter.parts) for counter in army.reading.counters}
    more = (
        (each.name, sum(part.count for part in each.parts) - before.get(each.id, 0)) for each in after.reading.counters
    )
    told = tuple(f"{name} {count}" for name, count in more if count > 0)
    return told or ("no tokens",)


def _last_of(session: ArmyDocument, force: Force, path: str) -> tuple[str, str]:
    """How the last unit of an entry was made, as one like it would be, and what it costs."""
    taken = [unit.id for unit in force.selections if unit.entry_path == path]
    view = next((each for each in session.army.view.units() if taken and each.id == taken[-1]), None)
    if view is None:
        return "", ""
    words = chosen_words(choices_of(session, view.id, view.id))
    return words, number(points_of(view, session.points_type))
