"""What may mend a finding, the obvious first: none of it is tried here, so that some of it may turn out to be none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from builder.catalogue.entries import LinkedEntry
from builder.errors import Finding, Severity
from builder.roster.model import Force, Roster, Selection
from builder.roster.naming import force_names, own_name, part_name, unit_names
from builder.roster.options import EntryOption
from builder.roster.view import SelectionView, points_limit, points_of, points_type
from builder.scalars import number as figure
from builder.services.army.opening import Army
from builder.services.editor.battle_sizes import sizings
from builder.services.editor.document import ArmyDocument
from builder.services.editor.finding_places import (
    Named,
    choices_named,
    counts_as,
    fillings,
    fitting,
    forces_about,
    is_of_costs,
    is_of_forces,
    one_of,
    option_in,
    options_about,
    places_of,
    riders_of,
    sizes_without,
    told_in,
)
from builder.services.editor.group_operations import regroupings
from builder.services.editor.lookup import force_offers
from builder.services.editor.operations import (
    Add,
    AddForce,
    Count,
    Limit,
    Move,
    Operation,
    Remove,
    RemoveForce,
    SetOption,
    Unmark,
)
from builder.services.editor.view import belongs

NAMED = 2
"""So many of the things that a unit takes with it are named."""
FIRST = 4
"""So many of what may be added come before what may be moved."""
REASONS = 6
"""For so many reasons that something cannot be taken now is looked for what allows it."""
RAISED = (Decimal("1.1"), Decimal("1.25"), Decimal("1.5"), Decimal(2), Decimal(3))
"""By how much a limit is raised of which shares are limited."""


@dataclass(frozen=True, slots=True)
class Mend:
    """Something that makes a finding go away, in a few words; `price` is what it adds to the points.

    Where it `breaks` something that is right now, its words say what; `others` are how many more findings it mends.
    What `makes_whole` chooses all that is still to be chosen. `act`: without what follows; `brief`: in fewer words.
    """

    words: str
    operations: tuple[Operation, ...]
    price: Decimal = Decimal(0)
    breaks: bool = False
    others: int = 0
    makes_whole: bool = False
    act: str = ""
    brief: str = ""


def candidates(session: ArmyDocument, finding: Finding) -> Iterator[Mend]:
    """Yield what may mend a finding."""
    roster, at = session.state.roster, finding.at
    match finding.code:
        case "cost-limit":
            yield from _cheaper(session, finding)
        case "entry-missing":
            if lost := roster.selection(at.selection or ""):
                yield _removing(session, lost)
        case "force-missing" | "catalogue-missing":
            yield from _without_force(session, at.owner_id)
        case "max":
            yield from _fewer(session, roster, finding)
            yield from (Mend(words, operations) for words, operations in sizes_without(session, finding))
            yield from _ways_named(session, one_of(finding.needs), at.unit)
            yield from _higher_limit(session, finding)
        case "hidden":
            yield from _ways_named(session, one_of(finding.needs), at.unit)
            yield from _elsewhere(session, roster.selection(at.unit or ""))
            yield from _fewer(session, roster, finding)
        case "min":
            yield from _more(session, roster, finding)
        case "battle-size":
            yield from (Mend(words, (operation,)) for words, operation in sizings(session))
        case "data-error":
            yield from _ways_named(session, told_in(finding.said), at.unit)
            yield from _forces_below(session)
            yield from (mend for force in forces_about(roster, finding) for mend in _another_force(session, force))
            yield from (mend for force in forces_about(roster, finding) for mend in _without_force(session, force.id))
        case code if finding.groups or code.endswith(".no_group"):
            yield from (Mend(*each) for each in regroupings(session, finding))
        case _:
            yield from _marks(session, finding)


def last_resorts(session: ArmyDocument, finding: Finding) -> Iterator[Mend]:
    """Yield what may mend an error that nothing else does: what it is about goes, else one unit, the last first."""
    units = [unit for force in session.state.roster.all_forces() for unit in force.selections]
    if finding.severity is Severity.ERROR:
        about = session.state.roster.selection(finding.at.unit or "")
        yield from (_removing(session, unit) for unit in ((about,) if about is not None else reversed(units)))


def _forces_below(session: ArmyDocument) -> Iterator[Mend]:
    """Yield the forces that may be added below others, such as regiments: data tells in words that there is none."""
    names = force_names(session.army.view)
    for each in force_offers(session.state.roster, session.ground.data.library, session.ground.data.catalogue_id):
        if each.below is not None:
            where = f" below {names[each.below.id]}" if len(session.army.view.forces) > 1 else ""
            yield Mend(f"Add {each.name}{where}", (AddForce(force=each.path, under=each.below.id),))


def _without_force(session: ArmyDocument, id: str | None) -> Iterator[Mend]:
    """Yield that a force goes, with all that is in it."""
    names = force_names(session.army.view)
    if id is not None and id in names:
        yield Mend(f"Remove {names[id]}", (RemoveForce(force=id),))


def _another_force(session: ArmyDocument, force: Force) -> Iterator[Mend]:
    """Yield what may stand in the place of a force that nothing was added to."""
    name = force_names(session.army.view)[force.id]
    for each in force_offers(session.state.roster, session.ground.data.library, session.ground.data.catalogue_id):
        if each.below is None and each.path != force.entry_id:
            instead = AddForce(force=each.path, catalogue=force.catalogue_id), RemoveForce(force=force.id)
            yield Mend(f"Take {each.name} instead of {name}", instead)


def _ways_named(session: ArmyDocument, named: Named | None, unit: str | None) -> Iterator[Mend]:
    """Yield what is named, taken or taken away: choices of the unit that it is about, units, forces."""
    if named is None:
        return
    yield from (Mend(words, operations) for words, operations in choices_named(session, named, unit))
    names = force_names(session.army.view)
    for force in session.state.roster.all_forces():
        where = f" to {names[force.id]}" if len(names) > 1 else ""
        for option in session.options(force.id):
            if named(option.name) and option.entry.path not in (each.entry_path for each in force.selections):
                yield from _adding(session, force, option, where, unit)
            elif option.entry.type == "upgrade" and not option.reason:
                # What is shown and hidden of the data is often a choice of something that stands among the units.
                for below in dict.fromkeys(each.name for each in option.entry.entries if named(each.name)):
                    add = Add(unit=option.entry.path, force=force.id, option=(below,))
                    yield Mend(f"Add {option.name} with {below}", (add,))
    for each in force_offers(session.state.roster, session.ground.data.library, session.ground.data.catalogue_id):
        if named(each.name):
            yield Mend(f"Add {each.name}", (AddForce(force=each.path, under=each.below.id if each.below else None),))


def _adding(session: ArmyDocument, force: Force, option: EntryOption, where: str, unit: str | None) -> Iterator[Mend]:
    """Yield that something is added to a force, or takes the place of what leads the unit that a finding is about."""
    add = Add(unit=option.entry.path, force=force.id)
    if not option.hidden and not option.reason:
        yield Mend(f"Add {option.name}{where}", (add,))
    if any(each.id == unit for each in force.selections):
        for other in (each for each in force.selections if each.id != unit and each.type != "upgrade"):
            words = f"Take {option.name} instead of {_unit_name(session, other.id)}"
            yield Mend(words, (Remove(id=other.id), add))


def _elsewhere(session: ArmyDocument, unit: Selection | None) -> Iterator[Mend]:
    """Yield the other forces of the army that can have a unit."""
    names = force_names(session.army.view)
    for force in session.state.roster.all_forces() if unit is not None else ():
        if unit is None or unit in force.selections:
            continue
        option = option_in(session, force, unit.entry_path)
        if option is not None and not option.hidden and not option.reason:
            yield Mend(f"Move {_unit_name(session, unit.id)} to {names[force.id]}", (Move(id=unit.id, to=force.id),))


def _higher_limit(session: ArmyDocument, finding: Finding) -> Iterator[Mend]:
    """Yield a higher limit of the army where a share of it is too much: the lowest of some that is enough."""
    limit = points_limit(session.army.view, session.points_type)
    if limit is None or not is_of_costs(session, finding):
        return
    for number in (f"{int(limit * each)}" for each in RAISED):
        after = session.preview((Limit(number=number),))
        if not any((each.code, each.at) == (finding.code, finding.at) for each in after.findings):
            yield Mend(f"Set the limit to {figure(Decimal(number))}", (Limit(number=number),))
            return


def _cheaper(session: ArmyDocument, finding: Finding) -> Iterator[Mend]:
    """Yield what costs least of all that is enough, then the dearest; another limit stands fifth."""
    cost = next((c for c in session.army.view.costs if c.type_id == finding.at.constraint), None)
    if cost is None:
        return
    over = cost.value - (points_limit(session.army.view, cost.type_id) or Decimal(0))
    every = ((unit, part) for unit in session.army.view.units() for part in unit.walk())
    # A model of a unit goes with a number of these; what stands alone is a model by itself in 10th edition.
    parts = [(points_of(part, cost.type_id), part) for unit, part in every if part is unit or part.type != "model"]
    enough = sorted((each for each in parts if each[0] >= over), key=lambda each: each[0])
    dear = sorted((each for each in parts if 0 < each[0] < over), key=lambda each: -each[0])
    removals = (_removing_view(session, part) for _, part in (*enough, *dear))
    raised = Limit(number=f"{cost.value.normalize():f}", cost=cost.name)
    yield from islice(removals, 4)
    yield Mend(f"Set the limit to {figure(cost.value)}", (raised,))
    yield from removals


def _removing(session: ArmyDocument, part: Selection) -> Mend:
    """Remove a part of an army, which may be one that the data no longer has."""
    seen = next((each for unit in session.army.view.units() for each in unit.walk() if each.id == part.id), None)
    if seen is None:
        return Mend(f"Remove {part.custom_name or part.name}", (Remove(id=part.id),))
    return _removing_view(session, seen)


def _removing_view(session: ArmyDocument, part: SelectionView) -> Mend:
    """Remove a part of an army, told apart from others of its name, with the dear things that go with it."""
    words = f"Remove {part_name(session.army.view, part)}{_with(session.army, part)}"
    gone, names = {each.id for each in part.walk()}, unit_names(session.army.view)
    riders = [names[id] for id in riders_of(session, gone) if id not in gone]
    walk = f"; on foot then: {' and '.join(riders)}" if riders else ""
    return Mend(words + walk, (Remove(id=part.id),))


def _with(army: Army, part: SelectionView) -> str:
    """The dearest things that go with a part of an army."""
    kind = points_type(army.view)
    below = [each for each in part.walk() if each is not part and each.type == "upgrade"]
    # What each costs itself: “Arrow and Glaive” is not named beside the arrow that alone costs anything.
    dear = [(sum(cost.value for cost in each.costs if cost.type_id == kind), each) for each in below]
    named = [own_name(each) for cost, each in sorted(dear, key=lambda pair: -pair[0]) if cost > 0]
    return f", with {' and '.join(named[:NAMED])}" if named else ""


def _unit_name(session: ArmyDocument, id: str) -> str:
    """What a unit of the army is called."""
    return unit_names(session.army.view)[id]


def _fewer(session: ArmyDocument, roster: Roster, finding: Finding) -> Iterator[Mend]:
    at = finding.at
    part = roster.selection(at.selection or "")
    if part is None:
        owners = [force for force in roster.all_forces() if at.owner_id in (None, force.id)]
        for force in reversed(owners):
            if at.entry in force.entry_id.split("::") and is_of_forces(session, finding):
                yield from _without_force(session, force.id)
        # What counts for a force may stand in those below it, and below a unit.
        placed = [(unit, each) for force in owners for each in force.walk() for unit in reversed(each.selections)]
        units = [
            unit
            for unit, force in dict.fromkeys(placed)
            if at.entry in force.entry_id.split("::") or counts_as(session, unit, at.entry)
        ]
        yield from (_removing(session, unit) for unit in units)
        if at.owner_id is not None:
            yield from (mend for unit in units for mend in _elsewhere(session, unit))
        return
    below = [child for child in part.walk() if child is not part]
    named = [child for child in below if at.entry in child.entry_path.split("::")]
    grouped = [child for child in below if at.entry in (child.group_path or "").split("::")]
    for child in reversed(named or grouped):
        if child.number > 1:
            yield Mend(f"One {child.name} fewer", (Count(id=child.id, number=child.number - 1),))
        yield _removing(session, child)
    if not below or not (named or grouped):
        yield _removing(session, part)


def _more(session: ArmyDocument, roster: Roster, finding: Finding) -> Iterator[Mend]:
    """Yield what fills a place: what may be added, units of other forces, choices of units; the place may go too."""
    at, names = finding.at, force_names(session.army.view)
    part = roster.selection(at.selection or "")
    if part is not None:
        yield from (Mend(words, operations, makes_whole=True) for words, operations in fillings(session, finding))
        # Of any size of the battle but the one that fits the limit it would be warned.
        ways = sizings(session) if part.type == "upgrade" else ()
        sizes = {each.option for _, each in ways if isinstance(each, SetOption)}
        for under, option in sorted(options_about(session, finding), key=lambda way: way[1].entry.path not in sizes):
            if option.left != 0:
                yield _taking(at.unit or part.id, under, option)
        return
    if is_of_costs(session, finding):
        yield from _dearer(session, at.entry)
    for each in force_offers(roster, session.ground.data.library, session.ground.data.catalogue_id):
        if at.entry in each.path.split("::"):
            yield Mend(f"Add {each.name}", (AddForce(force=each.path, under=each.below.id if each.below else None),))
    for force in places_of(roster, finding):
        found = fitting(session, force, finding)
        open_ones = [option for option in found if not option.hidden and not option.reason]
        adding = (
            Mend(f"Add {option.name}", (Add(unit=option.entry.path, force=force.id),))
            for option in sorted(open_ones, key=lambda each: _price(session, force, each.entry))
        )
        yield from islice(adding, FIRST)
        paths = {option.entry.path for option in open_ones}
        others = (unit for other in roster.all_forces() if other is not force for unit in other.selections)
        for unit in islice((unit for unit in others if unit.entry_path in paths), FIRST):
            words = f"Move {_unit_name(session, unit.id)} to {names[force.id]}"
            yield Mend(words, (Move(id=unit.id, to=force.id),))
        yield from adding
        yield from () if open_ones else _allowed_first(session, force, found)
        if at.owner in ("force", "category"):
            yield from _without_force(session, force.id) if len(names) > 1 else ()
            is_empty = all(each.type == "upgrade" for each in force.selections)
            yield from _another_force(session, force) if is_empty and not open_ones else ()
    yield from _choices_of_units(session, finding)


def _dearer(session: ArmyDocument, entry: str | None) -> Iterator[Mend]:
    """Yield what more may be spent on, the dearest first: in the forces of an entry, if it is one of a force."""
    forces = list(session.state.roster.all_forces())
    for force in [each for each in forces if entry in each.entry_id.split("::")] or forces:
        found = [each for each in session.options(force.id) if not each.hidden and not each.reason]
        costs = {each.entry.path: session.addition(force, each.entry).of_type(session.points_type) for each in found}
        for option in sorted(found, key=lambda each: -costs[each.entry.path]):
            if costs[option.entry.path] > 0:
                yield Mend(f"Add {option.name}", (Add(unit=option.entry.path, force=force.id),))


def _allowed_first(session: ArmyDocument, force: Force, found: Sequence[EntryOption]) -> Iterator[Mend]:
    """Yield what allows something that cannot be taken now, and that with it."""
    told = Counter(option.reason for option in found if option.reason)
    for reason, _ in told.most_common(REASONS):
        first = next(option for option in found if option.reason == reason)
        for way in islice(_ways_named(session, one_of(first.needs), None), FIRST):
            add = Add(unit=first.entry.path, force=force.id)
            yield Mend(f"{way.words}, then add {first.name}", (*way.operations, add))
            yield way


def _choices_of_units(session: ArmyDocument, finding: Finding) -> Iterator[Mend]:
    """Yield the choices of all units that are what a finding about the whole army lacks."""
    wanted = finding.at.entry
    for unit in session.state.roster.units():
        for part in unit.walk():
            for option in session.options(part.id) if part.selections or part is unit else ():
                around = (option.entry, *option.entry.groups_around)
                ids = {id for each in around for id in (each.id, *each.link_id)} | option.entry.categories.keys()
                if wanted in ids and not option.hidden and option.left != 0:
                    mend = _taking(unit.id, part.id, option)
                    yield Mend(f"{mend.words} of {_unit_name(session, unit.id)}", mend.operations)


def _taking(unit: str, under: str, option: EntryOption) -> Mend:
    """Take as many of an option as are missing, or as many as there may be."""
    wanted = max(option.number + max(option.missing, option.step), option.entry.minimum)
    number = wanted if option.most is None else min(wanted, option.most)
    more = number - option.number
    words = f"{figure(more) if more > 1 else 'one'} more" if option.number else figure(more) if more > 1 else ""
    take = SetOption(id=unit, option=option.entry.path, number=number, under=under)
    return Mend(" ".join(filter(None, ("Take", words, option.name))), (take,))


def _price(session: ArmyDocument, force: Force, entry: LinkedEntry) -> Decimal:
    """What adding a unit adds to the points of the army; more than any other costs what is not complete by then."""
    added = session.addition(force, entry)
    return Decimal("Infinity") if added.needs else added.of_type(session.points_type)


_MARKED = {
    "reserve": "{unit} does not begin in reserve",
    "deep_strike": "{unit} does not deep strike",
    "led_by": "{target} does not lead {unit}",
    "riding_in": "{unit} does not ride in {target}",
}


def _marks(session: ArmyDocument, finding: Finding) -> Iterator[Mend]:
    """Yield that a mark, which a player sets himself, is taken away, and that fewer models ride."""
    names = unit_names(session.army.view)
    marked = session.state.roster.selection(finding.at.unit or "")
    marks = marked.marks if marked is not None else ()
    rides = {mark.target for mark in marks if mark.kind == "riding_in"}
    riders = [id for id in riders_of(session, rides) if id in names]
    walks = {"riding_in": "Let {unit} walk"} if finding.code.endswith("capacity") else {}
    beside = [(id, mark) for id in riders if id != finding.at.unit for mark in marks if mark.kind == "riding_in"]
    for id, mark in (*((finding.at.unit or "", mark) for mark in marks), *beside):
        named = {"unit": names.get(id, ""), "target": names.get(mark.target or "", "it")}
        words = {**_MARKED, **walks}.get(mark.kind, "Take away “" + mark.kind.replace("_", " ") + "”").format_map(named)
        yield Mend(words, (Unmark(id=id, mark=tuple(mark.kind.split("_"))),))
    for id in riders:
        models = sum(each.models for each in session.army.reading.units if belongs(each.id, id))
        for left in range(models - 1, max(0, models - 4), -1):
            yield Mend(f"Make {names[id]} {left} models", (Count(id=id, number=left),))
