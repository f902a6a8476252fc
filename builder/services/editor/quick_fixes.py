"""What can be done about a finding: operations that were tried, after which it is gone, and what they cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.errors import EditError, Finding, Severity
from builder.record import replace
from builder.roster.model import Force, Roster, Selection
from builder.roster.naming import own_name, part_name, unit_names
from builder.roster.options import EntryOption
from builder.roster.view import SelectionView, points, points_limit, points_of, points_type
from builder.scalars import number as figure
from builder.services.army.opening import Army
from builder.services.editor.document import ArmyDocument
from builder.services.editor.lookup import force_offers
from builder.services.editor.operations import (
    Add,
    AddForce,
    Count,
    Limit,
    Operation,
    Remove,
    RemoveGroup,
    SetOption,
    Unmark,
)
from builder.services.editor.view import ChoiceKey, ChoiceRow, belongs

MOST = 9
"""So many mends are offered at most, one for each figure."""
TRIED = 20
"""So many are tried at most."""
NAMED = 2
"""So many of the things that a unit takes with it are named."""


@dataclass(frozen=True, slots=True)
class Mend:
    """Something that makes a finding go away, in a few words; `price` is what it adds to the points.

    Where it `breaks` something that is right now, its words say what.
    """

    words: str
    operations: tuple[Operation, ...]
    price: Decimal = Decimal(0)
    breaks: bool = False


def mends(session: ArmyDocument, finding: Finding, wanted: Callable[[], bool] = lambda: True) -> tuple[Mend, ...]:
    """Return what mends a finding, the obvious first, what breaks something else last. Each was tried on the army.

    Trying takes a while: no more are tried once they are not `wanted` any longer.
    """
    found: list[Mend] = []
    for tried, mend in enumerate(_candidates(session, finding)):
        if len(found) == MOST or tried == TRIED or not wanted():
            break
        after = _tried(session, mend, finding)
        if after is not None:
            found.append(_told(session.army, after, mend, finding))
    return tuple(sorted(found, key=lambda mend: mend.breaks))


def _tried(session: ArmyDocument, mend: Mend, finding: Finding) -> Army | None:
    """Return the army after a mend that helps; None of one that does not."""
    try:
        after = session.preview(mend.operations)
    except EditError:
        return None
    if finding in after.findings or _as_grave(after, finding) > _as_grave(session.army, finding):
        return None
    # What the data hides as things stand is not there to be taken.
    return None if any(each.code == "hidden" for each in _broken(session.army, after)) else after


def _as_grave(army: Army, finding: Finding) -> int:
    return sum(each.severity == finding.severity for each in army.findings)


def _told(army: Army, after: Army, mend: Mend, finding: Finding) -> Mend:
    """A mend with its price, with what else it mends, and with what it leaves to be mended."""
    kind = points_type(army.view)
    words = mend.words
    left = next((each for each in after.findings if (each.code, each.at) == (finding.code, finding.at)), None)
    over = over_limit(after)
    if finding.code == "cost-limit" and left is not None and over > 0:
        words += f"; {figure(over)} over remain"
    others = [
        each
        for each in army.findings
        if each.severity is Severity.ERROR and each != finding and each not in after.findings
    ]
    if any(each.code == "cost-limit" for each in others):
        words += "; mends the limit too" if over <= 0 else ""
    elif others:
        words += f"; mends {len(others)} more"
    elif over > max(Decimal(0), over_limit(army)):
        words += f"; {figure(over)} over the limit then"
    broken = list(_broken(army, after))
    if broken:
        words += f"; but {broken[0].message.rstrip('.')}" + (f", and {len(broken) - 1} more" if broken[1:] else "")
    return replace(mend, words=words, price=points(after.view, kind) - points(army.view, kind), breaks=bool(broken))


def _broken(army: Army, after: Army) -> Iterator[Finding]:
    """Yield the errors that an army has after something was done and did not have before, but for its points.

    That a force which was added is still to be filled is none.
    """
    known = {(each.code, each.at) for each in army.findings}
    forces = {force.id for force in army.view.all_forces()}
    for each in after.findings:
        is_new = each.at.owner in ("force", "category") and each.at.owner_id not in forces
        counts = each.code != "cost-limit" and not (each.code == "min" and is_new)
        if each.severity is Severity.ERROR and counts and (each.code, each.at) not in known:
            yield each


def over_limit(army: Army) -> Decimal:
    """By how many points an army is over its limit."""
    kind = points_type(army.view)
    limit = points_limit(army.view, kind)
    return points(army.view, kind) - limit if limit is not None else Decimal(0)


def _candidates(session: ArmyDocument, finding: Finding) -> Iterator[Mend]:
    roster, at = session.state.roster, finding.at
    match finding.code:
        case "cost-limit":
            yield from _cheaper(session, finding)
        case "entry-missing":
            if lost := roster.selection(at.selection or ""):
                yield _removing(session, lost)
        case "max" | "hidden":
            yield from _fewer(session, roster, finding)
        case "min":
            yield from _more(session, roster, finding)
        case "data-error":
            for each in force_offers(roster, session.ground.data.library, session.ground.data.catalogue_id):
                if each.below is not None:
                    yield Mend(f"Add {each.name}", (AddForce(force=each.path, under=each.below.id),))
        case code if (code.startswith("lethal.") and "group" in code) or code in ("lethal.linked", "lethal.parted"):
            yield from _other_groups(roster, finding)
        case _:
            yield from _marks(session, roster, finding)


def _cheaper(session: ArmyDocument, finding: Finding) -> Iterator[Mend]:
    """Yield what costs least of all that is enough, then the dearest; another limit stands fifth."""
    cost = next((c for c in session.army.view.costs if c.type_id == finding.at.constraint), None)
    if cost is None:
        return
    over = cost.value - (points_limit(session.army.view, cost.type_id) or Decimal(0))
    parts = [(points_of(part, cost.type_id), part) for unit in session.army.view.units() for part in unit.walk()]
    enough = sorted((each for each in parts if each[0] >= over), key=lambda each: each[0])
    dear = sorted((each for each in parts if 0 < each[0] < over), key=lambda each: -each[0])
    removals = (_removing_view(session, part) for _, part in (*enough, *dear) if _can_go(part))
    raised = Limit(number=f"{cost.value.normalize():f}", cost=cost.name)
    for _, removal in zip(range(4), removals, strict=False):
        yield removal
    yield Mend(f"Set the limit to {figure(cost.value)}", (raised,))
    yield from removals


def _can_go(part: SelectionView) -> bool:
    return part.type != "model"


def _removing(session: ArmyDocument, part: Selection) -> Mend:
    seen = next((each for unit in session.army.view.units() for each in unit.walk() if each.id == part.id), None)
    if seen is None:
        return Mend(f"Remove {part.custom_name or part.name}", (Remove(id=part.id),))
    return _removing_view(session, seen)


def _removing_view(session: ArmyDocument, part: SelectionView) -> Mend:
    """Remove a part of an army, told apart from others of its name, with the dear things that go with it."""
    return Mend(f"Remove {part_name(session.army.view, part)}{_with(session.army, part)}", (Remove(id=part.id),))


def _with(army: Army, part: SelectionView) -> str:
    """The dearest things that go with a part of an army."""
    kind = points_type(army.view)
    dear = [(points_of(below, kind), below) for below in part.walk() if below is not part and below.type == "upgrade"]
    named = [own_name(each) for cost, each in sorted(dear, key=lambda pair: -pair[0]) if cost > 0]
    return f", with {' and '.join(named[:NAMED])}" if named else ""


def _fewer(session: ArmyDocument, roster: Roster, finding: Finding) -> Iterator[Mend]:
    at = finding.at
    part = roster.selection(at.selection or "")
    if part is None:
        forces = [force for force in roster.all_forces() if at.owner_id in (None, force.id)]
        yield from (
            _removing(session, unit)
            for force in forces
            for unit in reversed(force.selections)
            if _counts(session, force, unit, at.entry)
        )
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


def _counts(session: ArmyDocument, force: Force, unit: Selection, category: str | None) -> bool:
    """Whether a unit is of a category, or of the slot of a force that has this id."""
    library = session.ground.data.library
    entry = library.root_entry(force.catalogue_id, unit.entry_path)
    return entry is not None and _category(session, force, category) in entry.categories


def _category(session: ArmyDocument, force: Force, id: str | None) -> str | None:
    frame = session.ground.data.library.force_entries.get(force.entry_id)
    links = frame.category_links if frame else ()
    return next((link.target_id for link in links if link.id == id), id)


def _more(session: ArmyDocument, roster: Roster, finding: Finding) -> Iterator[Mend]:
    at, library = finding.at, session.ground.data.library
    part = roster.selection(at.selection or "")
    if part is not None:
        for under, option in options_about(session, finding):
            if option.left != 0:
                yield _taking(at.unit or part.id, under, option)
        return
    for force in roster.all_forces():
        if at.owner in ("force", "category") and at.owner_id != force.id:
            continue
        wanted = _category(session, force, at.owner_entry if at.owner == "category" else at.entry)
        fitting = [
            entry
            for entry in library.root_entries(force.catalogue_id)
            if not entry.hidden and (wanted in entry.categories or at.entry in (entry.id, *entry.link_id))
        ]
        for entry in sorted(fitting, key=partial(_price, session, force)):
            yield Mend(f"Add {entry.name}", (Add(unit=entry.path, force=force.id),))


def _taking(unit: str, under: str, option: EntryOption) -> Mend:
    """Take as many of an option as are missing, or as many as there may be."""
    wanted = max(option.number + max(option.missing, option.step), option.entry.minimum)
    number = wanted if option.most is None else min(wanted, option.most)
    more = number - option.number
    words = f"{figure(more) if more > 1 else 'one'} more" if option.number else figure(more) if more > 1 else ""
    take = SetOption(id=unit, option=option.entry.path, number=number, under=under)
    return Mend(" ".join(filter(None, ("Take", words, option.name))), (take,))


def options_about(session: ArmyDocument, finding: Finding) -> Iterator[tuple[str, EntryOption]]:
    """Yield the options that a finding about a unit or a part of it means, with the id of what takes them."""
    about = session.state.roster.selection(finding.at.selection or "")
    for part in about.walk() if about is not None else ():
        for option in session.options(part.id):
            groups = option.entry.group.around if option.entry.group else ()
            around: tuple[LinkedEntry | LinkedGroup, ...] = (option.entry, *groups)
            if not option.hidden and any(finding.at.entry in (one.id, *one.link_id) for one in around):
                yield part.id, option


def choice_about(session: ArmyDocument, finding: Finding) -> ChoiceKey | None:
    """The first choice that a finding is about, if it is about one."""
    return next(((under, option.entry.path) for under, option in options_about(session, finding)), None)


def untold(session: ArmyDocument, findings: Sequence[Finding], choices: Sequence[ChoiceRow]) -> tuple[Finding, ...]:
    """The findings that choices which are still to be made do not tell of themselves."""
    missing = [choice for choice in choices if choice.missing]

    def is_told(finding: Finding) -> bool:
        key = choice_about(session, finding) if missing and finding.code == "min" else None
        return key is not None and any(choice.stands_for(key) for choice in missing)

    return tuple(finding for finding in findings if not is_told(finding))


def slot_about(session: ArmyDocument, finding: Finding) -> str:
    """The id of the row of the slot that a finding is about; no row has it where it is about something else."""
    at = finding.at
    wanted = at.owner_entry if at.owner == "category" else at.entry
    forces = (force for force in session.state.roster.all_forces() if at.owner_id in (None, force.id))
    return next((f"{force.id}/{_category(session, force, wanted)}" for force in forces), "")


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


def _marks(session: ArmyDocument, roster: Roster, finding: Finding) -> Iterator[Mend]:
    """Yield that a mark, which a player sets himself, is taken away, and that fewer models ride."""
    unit, names = roster.selection(finding.at.unit or ""), unit_names(session.army.view)
    for mark in unit.marks if unit else ():
        named = {"unit": names.get(finding.at.unit or "", ""), "target": names.get(mark.target or "", "it")}
        words = _MARKED.get(mark.kind, "Take away “" + mark.kind.replace("_", " ") + "”").format_map(named)
        yield Mend(words, (Unmark(id=finding.at.unit or "", mark=tuple(mark.kind.split("_"))),))
    if unit is not None and any(mark.kind == "riding_in" for mark in unit.marks):
        models = sum(each.models for each in session.army.reading.units if belongs(each.id, unit.id))
        for left in range(models - 1, max(0, models - 4), -1):
            yield Mend(f"Make {names[unit.id]} {left} models", (Count(id=unit.id, number=left),))


def _other_groups(roster: Roster, finding: Finding) -> Iterator[Mend]:
    """Yield that a group is planned no more."""
    for group in roster.groups:
        if finding.at.unit in group.units or (group.name or group.id) in finding.message:
            yield Mend(f"Part the group {group.name or group.id}", (RemoveGroup(group=group.id),))
