"""What a player means by a name: forces, units, choices and entries, found by id or by name in any case."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from builder.catalogue.armydata import ArmyData
from builder.catalogue.entries import LinkedEntry
from builder.datafiles.names import slug
from builder.datafiles.validate import suggestion
from builder.errors import EditError
from builder.roster.model import Force, Roster, Selection
from builder.roster.tree import ForceNode, SelectionNode, tie


@dataclass(frozen=True, slots=True)
class Place:
    """An entry on offer below a selection, and the selections of it that are there."""

    parent: Selection
    entry: LinkedEntry
    present: tuple[Selection, ...]


def find_part(roster: Roster, word: str) -> Force | Selection:
    """The force or selection of this id, or the only one of this name, units before what is below them.

    Raises:
        EditError: there is none, or several.
    """
    exact = roster.force(word) or roster.selection(word)
    if exact is not None:
        return exact
    forces: list[Force | Selection] = list(roster.all_forces())
    units: list[Force | Selection] = [unit for force in roster.all_forces() for unit in force.selections]
    below: list[Force | Selection] = [part for part in roster.all_selections() if part not in units]
    for parts in (units, forces, below):
        found: list[Force | Selection] = [part for part in parts if slug(word) in _names(part)]
        if len(found) > 1:
            several = ", ".join(f"{part.id} ({part.custom_name or part.name})" for part in found[:8])
            raise EditError(f"“{word}” can be several things in this army: name one by its id: {several}.")
        if found:
            return found[0]
    known = [part.custom_name or part.name for part in (*units, *forces)]
    raise EditError(f"There is nothing called “{word}” in this army{suggestion(word, known)}")


def find_selection(roster: Roster, word: str) -> Selection:
    """The selection of this id or name. Raises EditError."""
    found = find_part(roster, word)
    if isinstance(found, Force):
        raise EditError(f"“{word}” is a force: name a unit, or something below one.")
    return found


def find_force(roster: Roster, word: str | None) -> Force:
    """The force of this id or name, or the only one there is. Raises EditError."""
    forces = list(roster.all_forces())
    if word is None:
        if len(forces) == 1:
            return forces[0]
        if not forces:
            raise EditError("This army has no force yet: add one first (force add NAME).")
        raise EditError(f"This army has several forces: say which with --force: {_listed(forces)}.")
    found = [force for force in forces if force.id == word] or [f for f in forces if slug(word) in _names(f)]
    if len(found) != 1:
        raise EditError(f"No force, or not exactly one, is called “{word}”: forces are {_listed(forces)}.")
    return found[0]


def find_entry(
    entries: Sequence[LinkedEntry], word: str, where: str, slots: Collection[str] = frozenset()
) -> LinkedEntry:
    """The entry of this path, id or name among those on offer, rather one of these slots. Raises EditError."""
    exact = [entry for entry in entries if entry.path == word] or [e for e in entries if word in e.path.split("::")]
    found = exact or [entry for entry in entries if slug(entry.name) == slug(word)]
    if not found:
        raise EditError(f"{where} has no “{word}”{suggestion(word, [entry.name for entry in entries])}")
    shown = [entry for entry in found if not entry.hidden] or found
    shown = [entry for entry in shown if any(entry.categories.get(slot) for slot in slots)] or shown
    if len(shown) > 1 and not exact:
        several = ", ".join(entry.path for entry in shown)
        raise EditError(f"{where} has several “{word}”: name one by its id: {several}.")
    return shown[0]


def find_place(roster: Roster, data: ArmyData, unit: Selection, word: str, under: str | None) -> Place:
    """Where below a unit an option can be chosen: by id or name, with `Model/option` or `under` where several take it.

    Raises:
        EditError: nothing below the unit is called so, or several things are.
    """
    top = tie(roster, data.library).parts.get(unit.id)
    if not isinstance(top, SelectionNode):
        raise EditError(f"There is no selection {unit.id} in this army.")
    offered = [place for node in top.walk() for place in _offers(node)]
    places, option = [place for place in offered if _is_called(place.entry, word)], word
    if not places:
        # A name may hold a slash of its own (“w/ big shoota”): only what is no name as it stands is taken apart.
        owner, _, option = word.rpartition("/")
        under = under or owner.strip() or None
        places = [place for place in offered if _is_called(place.entry, option)]
    fitting = [
        place for place in places if under is None or under == place.parent.id or slug(under) in _names(place.parent)
    ]
    if not fitting:
        known = {place.entry.name for place in offered}
        where = f" under “{under}”" if under and places else ""
        raise EditError(f"{unit.name} has no option “{word}”{where}{suggestion(option, known)}")
    parents = {place.parent.id: place.parent for place in fitting}
    if len(parents) > 1:
        named = len({slug(parent.name) for parent in parents.values()}) == len(parents)
        several = ", ".join(
            f'--under "{parent.name}"' if named else f"--under {parent.id}" for parent in parents.values()
        )
        raise EditError(f"Several parts of {unit.name} can take “{option.strip()}”: add {several}.")
    return next((place for place in fitting if place.present), fitting[0])


def catalogue_of(roster: Roster, id: str) -> str | None:
    """The catalogue of the force that a unit is in; None for what is no unit of a force."""
    return next((f.catalogue_id for f in roster.all_forces() if any(unit.id == id for unit in f.selections)), None)


def unit_of(roster: Roster, id: str) -> Selection:
    """The unit that a selection is, or is below. Raises EditError."""
    for force in roster.all_forces():
        for unit in force.selections:
            if any(part.id == id for part in unit.walk()):
                return unit
    raise EditError(f"There is no selection {id} in this army.")


def force_of(roster: Roster, data: ArmyData, id: str) -> ForceNode:
    """The force that a selection is in. Raises EditError."""
    node = tie(roster, data.library).parts.get(id)
    if not isinstance(node, SelectionNode):
        raise EditError(f"There is no selection {id} in this army.")
    return node.force


def _offers(node: SelectionNode) -> Iterator[Place]:
    for entry in node.entry.entries if node.entry else ():
        present = tuple(child for child in node.selection.selections if child.entry_path == entry.path)
        yield Place(node.selection, entry, present)


def _is_called(entry: LinkedEntry, word: str) -> bool:
    return word == entry.path or word in entry.path.split("::") or slug(entry.name) == slug(word)


def _names(part: Force | Selection) -> set[str]:
    return {slug(name) for name in (part.name, part.custom_name) if name}


def _listed(forces: Iterable[Force]) -> str:
    return ", ".join(f"{force.id} ({force.custom_name or force.name})" for force in forces)
