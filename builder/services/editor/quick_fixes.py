"""What can be done about a finding: operations that were tried, after which it is gone, and what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

from builder.errors import EditError, Finding, Place, Severity, is_unmade
from builder.record import replace
from builder.roster.naming import unit_names
from builder.roster.view import points, points_limit, points_type
from builder.scalars import number as figure
from builder.scalars import signed
from builder.services.army.opening import Army
from builder.services.editor.document import ArmyDocument
from builder.services.editor.finding_places import fitting, places_of, slot_about
from builder.services.editor.mend_candidates import Mend, candidates, last_resorts
from builder.services.editor.operations import AddGroup, Operation, RemoveForce
from builder.text import without_colon

MOST = 9
"""So many mends are offered at most, one for each figure."""
TRIED = 30
"""So many are tried at most."""
TOLD = 3
"""So much of what a mend mends beside is named."""
WORSE = 3
"""So many are offered that leave more wrong than before, where nothing else mends a finding."""


def mends(session: ArmyDocument, finding: Finding, wanted: Callable[[], bool] = lambda: True) -> tuple[Mend, ...]:
    """Return what mends a finding, each tried on the army: what mends most first, what breaks something else last.

    What removes a whole force comes behind what keeps it. Trying takes a while: no more are tried once they are not
    `wanted` any longer.
    """
    found: list[Mend] = []
    worse: list[Mend] = []
    for ways in (candidates, last_resorts):
        seen = set[tuple[Operation, ...]]()
        for mend in ways(session, finding) if not found else ():
            if len(found) == MOST or len(seen) == TRIED or not wanted():
                break
            if mend.operations in seen:
                continue
            seen.add(mend.operations)
            after = _tried(session, mend, finding)
            if after is not None:
                graver = _as_grave(after, finding) > _as_grave(session.army, finding)
                graver = graver or any(each.code == "hidden" for each in broken(session.army, after))
                told = _told(session, after, mend, finding)
                if (told.words, told.price) not in ((each.words, each.price) for each in (*found, *worse)):
                    (worse if graver else found).append(told)
    ranked = sorted(
        found or worse[:WORSE],
        key=lambda mend: (mend.breaks, _drops_a_force(mend), not mend.makes_whole, -mend.others),
    )
    return tuple(ranked)


def _drops_a_force(mend: Mend) -> bool:
    """Whether a whole force goes: that mends whatever is wrong in it, and is hardly ever what a player means."""
    return any(isinstance(operation, RemoveForce) for operation in mend.operations)


def _tried(session: ArmyDocument, mend: Mend, finding: Finding) -> Army | None:
    """Return the army after a mend that helps; None of one that does not."""
    try:
        after = session.preview(mend.operations)
    except EditError:
        return None
    if finding in after.findings:
        return None
    if any(isinstance(each, AddGroup) for each in mend.operations) and wrong_then(session.army, after):
        return None  # Nearly any two units can be no group: that would be told of each.
    # What the data hides as things stand is not there to be taken.
    there = {unit.id for unit in session.army.view.units()}
    hidden = (each for each in broken(session.army, after) if each.code == "hidden")
    return None if any(each.at.unit not in there for each in hidden) else after


def _as_grave(army: Army, finding: Finding) -> int:
    """How many findings are as grave; that something in a unit is still to be chosen is for its choices to tell."""
    return sum(each.severity == finding.severity and not is_unmade(each) for each in army.findings)


def _told(session: ArmyDocument, after: Army, mend: Mend, finding: Finding) -> Mend:
    """A mend with its price, with what else it mends, and with what it leaves to be mended."""
    army, words = session.army, mend.words
    kind, over = points_type(army.view), over_limit(after)
    known = set(map(_about, after.findings))
    errors = [each for each in army.findings if each.severity is Severity.ERROR and each != finding]
    others = [each for each in errors if _about(each) not in known]
    if mend.makes_whole:
        words += _tokens(army, after)
    told = tuple(dict.fromkeys(_briefly(session, each) for each in others if not is_unmade(each)))
    unmade = sum(is_unmade(each) for each in others)
    if unmade:
        told += ("its open choice" if unmade == 1 else f"{unmade} open choices",)
    if told:
        words += f"; fixes {_in_a_row(told)} too"
    if 0 < over < over_limit(army):
        words += f"; {figure(over)} over remain"
    elif over > max(Decimal(0), over_limit(army)):
        words += f"; {figure(over)} over the limit then"
    found = list(broken(army, after))
    wrong = [each for each in found if not is_unmade(each)]
    words += "; with a choice to make" if len(wrong) < len(found) and not wrong else ""
    if wrong:
        words += f"; but then: {wrong[0].message.rstrip('.')}" + (f", and {len(wrong) - 1} more" if wrong[1:] else "")
    price = points(after.view, kind) - points(army.view, kind)
    whole = mend.makes_whole and _about(finding) not in known
    act = mend.words
    return replace(mend, words=words, act=act, price=price, breaks=bool(wrong), others=len(others), makes_whole=whole)


def _about(finding: Finding) -> tuple[str, Place]:
    """What a finding is known by when its numbers change: one of too many units may be told at another of them."""
    at = finding.at
    if finding.code == "max" and at.unit is not None and at.unit == at.selection:
        at = replace(at, unit=None, selection=None, owner_id=None)
    return finding.code, at


def _in_a_row(names: Sequence[str]) -> str:
    """Names one behind the other, of many the first."""
    said = [*names[:TOLD], f"{len(names) - TOLD} more"] if len(names) > TOLD + 1 else [*names]
    return " and ".join(filter(None, (", ".join(said[:-1]), said[-1])))


def _briefly(session: ArmyDocument, finding: Finding) -> str:
    """What a finding is about, in a word or two."""
    if finding.code == "cost-limit":
        return "the limit"
    slot = slot_about(session, finding).rpartition("/")[2]
    category = session.ground.data.library.categories.get(slot)
    about = finding.at.unit or ""
    return (
        without_colon(category.name)
        if category is not None
        else unit_names(session.army.view).get(about, "something else")
    )


def _tokens(army: Army, after: Army) -> str:
    """The tokens that a mend adds, in a game that has any."""
    before, then = ({each.name: each.total for each in one.reading.counters} for one in (army, after))
    gained = [(name, total - before.get(name, 0)) for name, total in then.items() if total != before.get(name, 0)]
    told = ", ".join(f"{name} {signed(change)}" for name, change in gained)
    return f"; {told}" if told else "; no tokens" if then else ""


def broken(army: Army, after: Army) -> Iterator[Finding]:
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


def wrong_then(army: Army, after: Army) -> str:
    """Return what is wrong with an army that was not before, but for points and for what is to be chosen in units."""
    return next((each.message for each in broken(army, after) if not is_unmade(each)), "")


def over_limit(army: Army) -> Decimal:
    """By how many points an army is over its limit."""
    kind = points_type(army.view)
    limit = points_limit(army.view, kind)
    return points(army.view, kind) - limit if limit is not None else Decimal(0)


def why_unmended(session: ArmyDocument, finding: Finding) -> str:
    """Return why nothing mends an error: what would do, and why that cannot be taken now."""
    places = (
        list(places_of(session.state.roster, finding)) if finding.code == "min" and not finding.at.selection else []
    )
    found = [option for force in places for option in fitting(session, force, finding)]
    told = Counter(option.reason for option in found if option.reason)
    if told:
        (reason, times), *_ = told.most_common(1)
        first = next(option.name for option in found if option.reason == reason)
        which = first if times == 1 else f"{first}, and {times - 1} more,"
        return f"What would do cannot be taken now: {which} {reason}."
    if found or not places:
        return "Nothing that was tried fixes it."
    if finding.at.owner not in ("force", "category"):
        return "Neither a force nor a unit of the army offers it as things stand."
    library = session.ground.data.library
    lacking = ", ".join(dict.fromkeys(name for force in places for name in library.lacking(force.catalogue_id)))
    why = f", as it lacks a catalogue that may have it ({lacking}): add it with muster data add" if lacking else ""
    return f"The data offers nothing that would do here{why}."
