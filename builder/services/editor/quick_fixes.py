"""What can be done about a finding: operations that were tried, after which it is gone, and what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal

from builder.errors import EditError, Finding, Severity
from builder.record import replace
from builder.roster.view import points, points_limit, points_type
from builder.scalars import number as figure
from builder.services.army.opening import Army
from builder.services.editor.document import ArmyDocument
from builder.services.editor.finding_places import fitting, places_of
from builder.services.editor.mend_candidates import Mend, candidates, last_resorts
from builder.services.editor.operations import Operation
from builder.services.editor.view import is_unmade

MOST = 9
"""So many mends are offered at most, one for each figure."""
TRIED = 30
"""So many are tried at most."""
WORSE = 3
"""So many are offered that leave more wrong than before, where nothing else mends a finding."""


def mends(session: ArmyDocument, finding: Finding, wanted: Callable[[], bool] = lambda: True) -> tuple[Mend, ...]:
    """Return what mends a finding, the obvious first, what breaks something else last. Each was tried on the army.

    Trying takes a while: no more are tried once they are not `wanted` any longer.
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
                (worse if graver else found).append(_told(session.army, after, mend, finding))
    return tuple(sorted(found or worse[:WORSE], key=lambda mend: mend.breaks))


def _tried(session: ArmyDocument, mend: Mend, finding: Finding) -> Army | None:
    """Return the army after a mend that helps; None of one that does not."""
    try:
        after = session.preview(mend.operations)
    except EditError:
        return None
    if finding in after.findings:
        return None
    # What the data hides as things stand is not there to be taken.
    there = {unit.id for unit in session.army.view.units()}
    hidden = (each for each in broken(session.army, after) if each.code == "hidden")
    return None if any(each.at.unit not in there for each in hidden) else after


def _as_grave(army: Army, finding: Finding) -> int:
    """How many findings are as grave; that something in a unit is still to be chosen is for its choices to tell."""
    return sum(each.severity == finding.severity and not is_unmade(each) for each in army.findings)


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
    found = list(broken(army, after))
    wrong = [each for each in found if not is_unmade(each)]
    words += "; with a choice to make" if len(wrong) < len(found) and not wrong else ""
    if wrong:
        words += f"; but then: {wrong[0].message.rstrip('.')}" + (f", and {len(wrong) - 1} more" if wrong[1:] else "")
    return replace(mend, words=words, price=points(after.view, kind) - points(army.view, kind), breaks=bool(wrong))


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
        return "Nothing that was tried mends it."
    if finding.at.owner not in ("force", "category"):
        return "Neither a force nor a unit of the army offers it as things stand."
    library = session.ground.data.library
    lacking = ", ".join(dict.fromkeys(name for force in places for name in library.lacking(force.catalogue_id)))
    why = f", as it lacks a catalogue that may have it ({lacking}): add it with muster data add" if lacking else ""
    return f"The data offers nothing that would do here{why}."
