"""Choices brought in line with each other: how selections begin and grow, what follows from what was chosen."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import accumulate, repeat

from builder.bounds import MOST_OF_ONE, read_amount
from builder.catalogue.entries import LinkedEntry, LinkedGroup, find_entry
from builder.catalogue.info import AMOUNT, DEFAULT
from builder.catalogue.library import Library
from builder.errors import EditError
from builder.ids import Ids
from builder.record import replace
from builder.roster.count import Here, Scope
from builder.roster.effective import EffectiveValues, here_of
from builder.roster.limits import Limits
from builder.roster.model import Force, Roster, Selection
from builder.roster.parts import put
from builder.roster.tree import ForceNode, RosterNode, SelectionNode, tie


def chosen(entry: LinkedEntry, ids: Ids, id: str | None = None, *, copy: int = 0, defaults: bool = True) -> Selection:
    """A new selection of an entry with what it begins with: what entries below it need, then defaults of groups.

    `copy` counts those of the entry that stand before it.
    """
    selection = Selection(
        id=id or ids.mint(),
        entry_path=entry.path,
        group_path=entry.group.path if entry.group else None,
        name=entry.name,
        type=entry.type,
    )
    if not defaults:
        return selection
    for child in entry.entries:
        selection = add(selection, child, _begins_with(entry, child, copy), ids)
    for group in entry.all_groups:
        if group.default is not None:
            missing = group.minimum - sum(count(selection, child) for child in group.entries)
            selection = add(selection, group.default, missing, ids)
    return selection


def count(parent: Selection, entry: LinkedEntry) -> int:
    """Return how many of the entry the parent has."""
    return sum(child.number for child in parent.selections if child.entry_path == entry.path)


def add(
    parent: Selection, entry: LinkedEntry, times: int, ids: Ids, id: str | None = None, *, defaults: bool = True
) -> Selection:
    """The parent with so many more of the entry: new selections, or a greater number of the one that is there."""
    if times <= 0:
        return parent
    if entry.separate:
        before = count(parent, entry)
        first = chosen(entry, ids, id, copy=before, defaults=defaults)
        copies = range(before + 1, before + times)
        more = tuple(chosen(entry, ids, copy=copy, defaults=defaults) for copy in copies)
        return replace(parent, selections=(*parent.selections, first, *more))
    present = next((child for child in parent.selections if child.entry_path == entry.path), None)
    if (present.number if present else 0) + times > MOST_OF_ONE:
        raise EditError(f"“{parent.name}” has at most {MOST_OF_ONE:,} of “{entry.name}”, and would come to over that.")
    if present is not None:
        return _swap(parent, present, _raise_number(present, entry, times, ids))
    new = _raise_number(chosen(entry, ids, id, defaults=defaults), entry, times - 1, ids)
    return replace(parent, selections=(*parent.selections, new))


def take(parent: Selection, entry: LinkedEntry, times: int) -> Selection:
    """Return the parent with so many fewer of the entry, the first selections of it first."""
    for _ in range(times):
        present = next((child for child in parent.selections if child.entry_path == entry.path), None)
        if present is None:
            return parent
        parent = _swap(parent, present, lower(present, entry))
    return parent


def lower(selection: Selection, entry: LinkedEntry) -> Selection | None:
    """Return the selection with a number lower by one, and its collective equipment with it.

    None when nothing is left.
    """
    before = selection.number
    if before <= 1:
        return None
    for child in _collective(entry):
        selection = take(selection, child, _share(selection, child, before))
    return replace(selection, number=before - 1)


def scaled(selection: Selection, entry: LinkedEntry, number: int) -> Selection:
    """Return the selection with a number, and with as many of what each of it has; its choices stay."""
    children = []
    for child in selection.selections:
        below = entry.by_path.get(child.entry_path)
        fixed = below is not None and below.group is None and below.minimum
        children.append(scaled(child, below, number * below.minimum) if below is not None and fixed else child)
    return replace(selection, number=number, selections=tuple(children))


def _raise_number(selection: Selection, entry: LinkedEntry, times: int, ids: Ids) -> Selection:
    """Return the selection with a greater number, and its collective equipment with it."""
    ids.raising(times)
    for _ in range(times):
        before = selection.number
        for child in _collective(entry):
            selection = add(selection, child, _share(selection, child, before), ids)
        for group in entry.groups:
            # A collective group's default follows a second time, after its entries did: so the reference engine does.
            if group.collective and group.default is not None:
                selection = add(selection, group.default, _share(selection, group.default, before), ids)
        selection = replace(selection, number=before + 1)
    return selection


def _collective(entry: LinkedEntry) -> Iterator[LinkedEntry]:
    """Yield what follows the number of its parent."""
    return (child for child in entry.entries if (child.collective or entry.pooled) and not child.separate)


def _begins_with(entry: LinkedEntry, child: LinkedEntry, copy: int) -> int:
    """Return how many of a child one copy of an entry begins with.

    What counts for a pool of models, or for a stack of copies, is shared out among them.
    """
    stacks, shares = entry.default_amounts, child.default_amounts
    if entry.pooled:
        return -(-child.initial // sum(stacks))
    if len(stacks) < 2 or len(shares) < 2:
        return child.initial
    place = bisect(list(accumulate(stacks[:-1])), copy)
    share = shares[place] if place < len(shares) else 0
    return max(child.minimum, -(-share // max(stacks[place], 1)))


def _share(parent: Selection, entry: LinkedEntry, models: int) -> int:
    """Return how many of the entry one model of the parent has, rounded up."""
    return -(-count(parent, entry) // models) if models else 0


def _swap(parent: Selection, old: Selection, new: Selection | None) -> Selection:
    kept = (new if child is old else child for child in parent.selections)
    return replace(parent, selections=tuple(child for child in kept if child is not None))


_ROUNDS = 10
"""How often what was selected may make something else necessary; data whose demands never end stop here."""


def settle(
    roster: Roster, library: Library, old: Collection[str], *, complete: bool = False, asked: str = ""
) -> Roster:
    """Select what is necessary by modified least numbers in the new forces and selections: those without an old id.

    To `complete` them is more than the reference engine does: a group that needs more and has but one entry gets it,
    amounts to begin with are those after modifiers, and what is hidden as things stand, or more than a limit of the
    unit or the army allows, is not begun with, unless it is what was `asked` for.
    """
    roster = _demanded(roster, library, old, complete)
    for unwanted in (_hidden, _surplus) if complete else ():
        if gone := dict.fromkeys(unwanted(tie(roster, library), {*old, asked})):
            roster = _demanded(put(roster, gone), library, old, complete)
    return roster


def _hidden(top: RosterNode, kept: Collection[str]) -> Iterator[str]:
    """Yield the ids of the selections that are hidden, without what is below them."""
    values, gone = EffectiveValues(top), set[ForceNode | SelectionNode | RosterNode]()
    for id, node in top.parts.items():
        if node.above in gone:
            gone.add(node)
        elif isinstance(node, SelectionNode) and id not in kept and _is_hidden(node, values):
            gone.add(node)
            yield id


def _surplus(top: RosterNode, kept: Collection[str]) -> Iterator[str]:
    """Yield the ids of selections that are too many, the last first, and only begun with, or asked for once in all."""
    values = EffectiveValues(top)
    limits, over = Limits(values), dict[tuple[str, Scope], Decimal]()
    for id, node in reversed(top.parts.items()):
        above = node.above
        if not isinstance(node, SelectionNode) or not isinstance(above, SelectionNode) or id in kept:
            continue
        entry, number = node.entry, node.selection.number
        begun = entry is not None and (entry.default_amounts or AMOUNT in entry.changes) and number > entry.minimum
        if entry is None or not (begun or _asked_once(entry)):
            continue
        for measure in limits.of_number(above, entry, "max"):
            over.setdefault((measure.constraint.id, measure.scope), measure.excess)
        broken = [(measure.constraint.id, measure.scope) for measure in limits.of_number(above, entry, "max")]
        none = begun and _begins(entry, values, Here(None, above)) == 0
        if none or any(over[limit] >= number for limit in broken):
            over.update({limit: over[limit] - number for limit in broken})
            yield id


def _asked_once(entry: LinkedEntry) -> bool:
    """Whether it is asked for by the army or a force alone, not by each unit that can have it."""
    scopes = [found.constraint.query.scope for found in entry.minimums if found.constraint.value > 0]
    return bool(scopes) and all(scope in ("roster", "force") for scope in scopes)


def _begins(entry: LinkedEntry, values: EffectiveValues, here: Here) -> int:
    """Return the amount that a new parent begins with, after what changes it; that of a list is its sum."""
    written = ",".join(map(str, entry.default_amounts or (entry.minimum,)))
    amounts = values.text(written, entry.changes, AMOUNT, here).split(",")
    return sum(max(0, int(read_amount(amount) or 0)) for amount in amounts)


def _is_hidden(node: SelectionNode, values: EffectiveValues) -> bool:
    if node.entry is None or not values.hidden(node.entry.hidden, node.entry.changes, Here(None, node.above)):
        return False
    # A condition on itself holds for what is chosen, which may be shown where what could be chosen is not.
    return values.hidden(node.entry.hidden, values.changes(node), here_of(node))


def _demanded(roster: Roster, library: Library, old: Collection[str], complete: bool) -> Roster:
    for _ in range(_ROUNDS):
        top = tie(roster, library)
        parts = dict(_completed(top, old, complete))
        if not parts:
            break
        roster = put(roster, parts)
    return roster


def _completed(top: RosterNode, old: Collection[str], complete: bool) -> Iterator[tuple[str, Force | Selection]]:
    """Yield new parts that lack something, each with it; what is below them waits for the next round."""
    values, ids = EffectiveValues(top), Ids(top.parts)
    waiting: set[ForceNode | SelectionNode | RosterNode] = set()
    for id, node in top.parts.items():
        if node.above in waiting:
            waiting.add(node)
        elif id not in old and (part := _with_demands(node, values, ids, complete)) is not None:
            waiting.add(node)
            yield id, part


def _with_demands(
    node: ForceNode | SelectionNode, values: EffectiveValues, ids: Ids, complete: bool
) -> Force | Selection | None:
    if isinstance(node, ForceNode):
        roots = values.top.library.root_entries(node.force.catalogue_id)
        wanted = _demands(roots, node, values, complete)
        new = [chosen(entry, ids) for entry, times in wanted.items() for _ in range(times)]
        return replace(node.force, selections=(*node.force.selections, *new)) if new else None
    if node.entry is None:
        return None
    selection, below = node.selection, node.entry.constrained
    if complete:
        below = (*below, *(entry for entry in node.entry.entries if AMOUNT in entry.changes and not entry.checked))
    for entry, times in _demands(below, node, values, complete).items():
        selection = add(selection, entry, times, ids)
    return selection if selection is not node.selection else None


def _demands(
    below: Collection[LinkedEntry | LinkedGroup],
    node: ForceNode | SelectionNode,
    values: EffectiveValues,
    complete: bool,
) -> Mapping[LinkedEntry, int]:
    """Return how many of which entries are missing."""
    here, missing = Here(None, node), {}
    for linked in below:
        certain = complete and isinstance(linked, LinkedGroup)
        entry = linked.default if isinstance(linked, LinkedGroup) else linked
        if certain and isinstance(linked, LinkedGroup):
            named = values.text("", linked.changes, DEFAULT, here)
            entry = (find_entry(linked.entries, named) if named else None) or entry or linked.only
        demands = [found.constraint for found in linked.minimums if certain or found.constraint.id in linked.changes]
        begins = complete and linked is entry and AMOUNT in linked.changes
        if (
            entry is None
            or not (demands or begins)
            or (complete and values.hidden(linked.hidden, linked.changes, here))
        ):
            continue
        least = max((int(values.limit(constraint, linked.changes, here)) for constraint in demands), default=0)
        within = linked.entries if isinstance(linked, LinkedGroup) else (linked,)
        held = sum(child.selection.number for child in node.selections if child.entry in within)
        if begins and isinstance(node, SelectionNode):
            allowed = (held - measure.excess for measure in Limits(values).of_number(node, entry, "max"))
            least = max(least, min(_begins(entry, values, here), int(min(allowed, default=MOST_OF_ONE))))
        if held < least:
            missing[entry] = least - held
    return missing


def asked_by_force(top: RosterNode, id: str) -> Iterator[LinkedEntry]:
    """Yield what a force that is not the first of its army asks for itself, as often as it does, in its own slots."""
    node, values = top.parts[id], EffectiveValues(top)
    if not isinstance(node, ForceNode) or node.entry is None:
        return
    slots, here = {*node.entry.slot_ids}, Here(None, node)
    for entry in top.library.root_entries(node.force.catalogue_id):
        asked = [found.constraint for found in entry.minimums if found.constraint.query.scope in _OWN_SCOPES]
        if not asked or slots.isdisjoint(values.entry_categories(entry, here)):
            continue
        if not values.hidden(entry.hidden, entry.changes, here):
            least = max(int(values.limit(constraint, entry.changes, here)) for constraint in asked)
            held = sum(child.selection.number for child in node.selections if child.entry is entry)
            yield from repeat(entry, least - held)


_OWN_SCOPES = ("force", "parent")
"""Scopes of limits at the top of a force that are the force itself."""


def fill_groups(roster: Roster, library: Library, units: Collection[str]) -> Roster:
    """Give the one choice of a group that can follow from the others its number, in the units with these ids.

    The default of a group, where it is selected, gets what the group's least leaves it beside the others; one that
    comes to nothing goes. In a group whose least begins with its first choice (all models take it, or none), a single
    choice that was taken once is raised to that least.
    """
    return _filled(_filled(roster, library, units, defaults=False), library, units, defaults=True)


def _filled(roster: Roster, library: Library, units: Collection[str], *, defaults: bool) -> Roster:
    values = EffectiveValues(tie(roster, library))
    numbers: dict[str, int] = {}
    for force in values.top.all_forces():
        for root in force.selections:
            for node in root.walk() if root.selection.id in units else ():
                numbers.update(_followers(values, node, defaults))
    if not numbers:
        return roster
    return replace(roster, forces=tuple(_force(force, numbers) for force in roster.forces))


def _followers(values: EffectiveValues, node: SelectionNode, defaults: bool) -> Iterator[tuple[str, int]]:
    """Yield the ids of choices below a selection that follow from others, with their new numbers."""
    for group in node.entry.all_groups if node.entry and node.selections else ():
        if (group.default is not None) is not defaults:
            continue
        members = {entry.path for entry in group.entries}
        chosen = [child for child in node.selection.selections if child.entry_path in members]
        follower = _follower(group, chosen)
        if follower is not None:
            others = sum(child.number for child in chosen if child is not follower)
            number = max(_least(values, node, group) - others, 0 if defaults else follower.number)
            if number != follower.number or not number:
                yield follower.id, number


def _follower(group: LinkedGroup, chosen: Sequence[Selection]) -> Selection | None:
    if group.default is not None:
        return next((child for child in chosen if child.entry_path == group.default.path), None)
    return chosen[0] if len(chosen) == 1 and chosen[0].number == 1 and begun_by(group) else None


def begun_by(group: LinkedGroup) -> frozenset[str]:
    """Return the groups of which any choice makes the least of a group hold, itself among them.

    Other groups have none.
    """
    bounds = (declared.constraint.id for declared in group.constraints if declared.constraint.type == "min")
    modifiers = (change.modifier for bound in bounds for change in group.changes.get(bound, ()))
    for modifier in modifiers:
        for conditions in (modifier.conditions, *(joined.conditions for joined in modifier.condition_groups)):
            ids = frozenset(condition.query.child_id or "" for condition in conditions)
            if group.id in ids:
                return ids
    return frozenset()


def _least(values: EffectiveValues, node: SelectionNode, group: LinkedGroup) -> int:
    limits = (
        values.limit(declared.constraint, group.changes, Here(None, node))
        for declared in group.constraints
        if declared.constraint.type == "min"
    )
    return int(max(limits, default=0))


def _force(force: Force, numbers: dict[str, int]) -> Force:
    return replace(
        force,
        selections=tuple(_selection(selection, numbers) for selection in force.selections),
        forces=tuple(_force(child, numbers) for child in force.forces),
    )


def _selection(selection: Selection, numbers: dict[str, int]) -> Selection:
    """Return the selection with its new number and those of its parts, which come with each of it."""
    number = numbers.get(selection.id, selection.number)
    if number == selection.number and not selection.selections:
        return selection
    kept = (child for child in selection.selections if numbers.get(child.id, child.number) > 0)
    if number != selection.number and selection.number > 0:
        kept = (replace(child, number=child.number * number // selection.number) for child in kept)
    return replace(selection, number=number, selections=tuple(_selection(child, numbers) for child in kept))
