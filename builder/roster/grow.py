"""How a selection comes into being and how its number goes up and down, with all that hangs on it.

An entry whose copies can differ is selected as one selection each (`LinkedEntry.separate`); of any other, one selection
has a number. Collective entries count per model: when the number of their parent goes up or down, theirs follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from builder.bounds import MOST_OF_ONE
from builder.catalogue.entries import LinkedEntry
from builder.errors import EditError
from builder.roster.ids import Ids
from builder.roster.model import Selection


def chosen(entry: LinkedEntry, ids: Ids, id: str | None = None, *, defaults: bool = True) -> Selection:
    """A new selection of an entry with what it begins with: what entries below it need, then defaults of groups."""
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
        selection = add(selection, child, _begins_with(entry, child), ids)
    for group in entry.all_groups:
        if group.default is not None:
            missing = group.minimum - sum(count(selection, child) for child in group.entries)
            selection = add(selection, group.default, missing, ids)
    return selection


def count(parent: Selection, entry: LinkedEntry) -> int:
    """How many of the entry the parent has."""
    return sum(child.number for child in parent.selections if child.entry_path == entry.path)


def add(
    parent: Selection, entry: LinkedEntry, times: int, ids: Ids, id: str | None = None, *, defaults: bool = True
) -> Selection:
    """The parent with so many more of the entry: new selections, or a greater number of the one that is there."""
    if times <= 0:
        return parent
    if entry.separate:
        first = chosen(entry, ids, id, defaults=defaults)
        more = tuple(chosen(entry, ids, defaults=defaults) for _ in range(times - 1))
        return replace(parent, selections=(*parent.selections, first, *more))
    present = next((child for child in parent.selections if child.entry_path == entry.path), None)
    if (present.number if present else 0) + times > MOST_OF_ONE:
        raise EditError(f"“{parent.name}” has at most {MOST_OF_ONE:,} of “{entry.name}”, and would come to over that.")
    if present is not None:
        return _swap(parent, present, _raise_number(present, entry, times, ids))
    new = _raise_number(chosen(entry, ids, id, defaults=defaults), entry, times - 1, ids)
    return replace(parent, selections=(*parent.selections, new))


def take(parent: Selection, entry: LinkedEntry, times: int) -> Selection:
    """The parent with so many fewer of the entry, the first selections of it first."""
    for _ in range(times):
        present = next((child for child in parent.selections if child.entry_path == entry.path), None)
        if present is None:
            return parent
        parent = _swap(parent, present, lower(present, entry))
    return parent


def lower(selection: Selection, entry: LinkedEntry) -> Selection | None:
    """The selection with a number lower by one, and its collective equipment with it; None when nothing is left."""
    before = selection.number
    if before <= 1:
        return None
    for child in _collective(entry):
        selection = take(selection, child, _share(selection, child, before))
    return replace(selection, number=before - 1)


def scaled(selection: Selection, entry: LinkedEntry, number: int) -> Selection:
    """The selection with a number, and with as many of what each of it has; its choices stay."""
    children = []
    for child in selection.selections:
        below = entry.by_path.get(child.entry_path)
        fixed = below is not None and below.group is None and below.minimum
        children.append(scaled(child, below, number * below.minimum) if below is not None and fixed else child)
    return replace(selection, number=number, selections=tuple(children))


def _raise_number(selection: Selection, entry: LinkedEntry, times: int, ids: Ids) -> Selection:
    """The selection with a greater number, and its collective equipment with it."""
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
    """What follows the number of its parent."""
    return (child for child in entry.entries if (child.collective or entry.pooled) and not child.separate)


def _begins_with(entry: LinkedEntry, child: LinkedEntry) -> int:
    """How many of a child one of an entry begins with; what counts for a pool of models is shared out among them."""
    pool = entry.default_amount or 1
    return -(-child.initial // pool) if entry.pooled else child.initial


def _share(parent: Selection, entry: LinkedEntry, models: int) -> int:
    """How many of the entry one model of the parent has, rounded up."""
    return -(-count(parent, entry) // models) if models else 0


def _swap(parent: Selection, old: Selection, new: Selection | None) -> Selection:
    kept = (new if child is old else child for child in parent.selections)
    return replace(parent, selections=tuple(child for child in kept if child is not None))
