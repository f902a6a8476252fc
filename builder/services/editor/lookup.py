"""What a player means by a name: forces, units, choices and entries, found by id or by name in any case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.info import changes_by_field
from builder.catalogue.library import ArmyData, Library
from builder.catalogue.model import primary_of
from builder.datafiles.armies.read_units import place_names
from builder.datafiles.text.validate import suggestion
from builder.errors import EditError
from builder.roster.count import Here
from builder.roster.effective import EffectiveValues
from builder.roster.fill import begun_by
from builder.roster.model import Force, Roster, Selection
from builder.roster.options import Offers, options
from builder.roster.tree import ForceNode, SelectionNode, tie
from builder.scalars import slug
from builder.text import numbered, without_bold


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """An entry on offer below a selection, the selections of it that are there, and what it is called in this army."""

    parent: Selection
    entry: LinkedEntry
    present: tuple[Selection, ...]
    name: str = ""


def find_part(roster: Roster, word: str) -> Force | Selection:
    """The force or selection of this id, or the only one of this name, units before what is below them.

    Of several units of a name each is found by the number that it is told of by: `Boyz 2`.

    Raises:
        EditError: there is none, or several.
    """
    exact = roster.force(word) or roster.selection(word)
    if exact is not None:
        return exact
    forces: list[Force | Selection] = list(roster.all_forces())
    units: list[Force | Selection] = [unit for force in roster.all_forces() for unit in force.selections]
    below: list[Force | Selection] = [part for part in roster.all_selections() if part not in units]
    called = _numbered_units(roster)
    for parts in (units, forces, below):
        found: list[Force | Selection] = [part for part in parts if slug(word) in _names(part)]
        if len(found) > 1:
            names = ((part.id, called.get(part.id) or part.custom_name or part.name) for part in found[:8])
            several = ", ".join(f"{id} ({name})" for id, name in names)
            raise EditError(f"“{word}” can be several things in this army: name one by its id: {several}.")
        if found:
            return found[0]
    for part in (*units, *below):
        if slug(word) == slug(called.get(part.id, "")):
            return part
    known = [part.custom_name or part.name for part in (*units, *forces)]
    raise EditError(f"There is nothing called “{word}” in this army{suggestion(word, known)}")


def _numbered_units(roster: Roster) -> Mapping[str, str]:
    """What units are called among others, by their ids, as findings and marks call them."""
    tops = [unit for force in roster.all_forces() for unit in force.selections]
    units = [part for top in tops for part in top.walk() if part is top or part.type == "unit"]
    return numbered({unit.id: unit.custom_name or without_bold(unit.name) for unit in units})


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


@dataclass(frozen=True, slots=True)
class ForceOffer:
    """A force that can be added now: what its entry is called by, and the force that it stands below, if any."""

    path: str
    name: str
    below: Force | None = None


def force_offers(roster: Roster, library: Library, catalogue_id: str) -> Iterator[ForceOffer]:
    """Yield the forces that can be added and are not hidden as things stand, those below others of the army first.

    The others are those that a force of this catalogue can be made as.
    """
    values = EffectiveValues(tie(roster, library))
    for node in values.top.all_forces():
        for path, entry in library.child_forces(node.entry).items() if node.entry else ():
            if not values.hidden(entry.hidden, changes_by_field((entry,)), Here(None, node)):
                yield ForceOffer(path, entry.name, node.force)
    for entry in library.forces_from(catalogue_id):
        if not values.hidden(entry.hidden, changes_by_field((entry,)), Here(None, values.top)):
            yield ForceOffer(entry.id, entry.name)


def find_unit(roster: Roster, data: ArmyData, force: Force, word: str) -> LinkedEntry:
    """The entry of this path, id or name that a force offers.

    Of several with the name, one that is not hidden comes first, then one whose slot the force has; where the same
    entry is left in several slots, it is the first of these.

    Raises:
        EditError: there is none, or several entries are called so.
    """
    entries, where = data.library.root_entries(force.catalogue_id), data.library.catalogues[force.catalogue_id].name
    exact = [entry for entry in entries if entry.path == word] or [e for e in entries if word in e.path.split("::")]
    if exact:
        return next((entry for entry in exact if not entry.hidden), exact[0])
    found = [entry for entry in entries if slug(entry.name) == slug(word)]
    if not found:
        raise EditError(f"{where} has no “{word}”{suggestion(word, [entry.name for entry in entries])}")
    if len(found) > 1:
        hidden = {option.entry.path for option in options(roster, data.library, force.id) if option.hidden}
        found = [entry for entry in found if entry.path not in hidden] or found
        frame = data.library.force_entries.get(force.entry_id)
        slots = {*frame.slot_ids} if frame else set()
        found = [entry for entry in found if primary_of(entry.categories) in slots] or found
    if len({entry.id for entry in found}) > 1:
        several = ", ".join(entry.path for entry in found)
        raise EditError(f"{where} has several “{word}”: name one by its id: {several}.")
    return found[0]


def find_places(
    roster: Roster, data: ArmyData, unit: Selection, word: str, under: str | None
) -> tuple[EntryPlace, ...]:
    """Where below a unit an option can be chosen: by id or name, with `Model/option` or `under` where several take it.

    All are below one part of the unit, those that have it first; what is hidden or always there counts only where
    nothing else is called so.

    Raises:
        EditError: nothing below the unit is called so, or several parts can take it.
    """
    offered = _offered(roster, data, unit)
    owners = [under] if under else []
    places, option = [place for place in offered if _is_called(place, word)], word
    if not places:
        # A name may hold a slash of its own (“w/ big shoota”): only what is no name as it stands is taken apart.
        owner, _, option = word.rpartition("/")
        owners += [owner] if owner.strip() else []
        places = [place for place in offered if _is_called(place, option)]
    fitting = [place for place in places if all(_is_under(place, owner) for owner in owners)]
    if not fitting:
        known = {place.name for place in offered}
        where = f" under “{'/'.join(owners)}”" if owners and places else ""
        raise EditError(f"{unit.name} has no option “{word}”{where}{suggestion(option, known)}")
    fitting = [place for place in fitting if place.entry.path == word] or _shown(fitting, roster, data) or fitting
    if _taken_together(fitting):
        return (fitting[0],)
    parents = {place.parent.id: place.parent for place in fitting}
    if len(parents) > 1:
        named = len({slug(parent.name) for parent in parents.values()}) == len(parents)
        several = ", ".join(
            f'--under "{parent.name}"' if named else f"--under {parent.id}" for parent in parents.values()
        )
        raise EditError(f"Several parts of {unit.name} can take “{option.strip()}”: add {several}.")
    return tuple(sorted(fitting, key=lambda place: not place.present))


def names_option(roster: Roster, data: ArmyData, unit: Selection, word: str) -> bool:
    """Whether something below a unit is called so."""
    return any(_is_called(place, word) for place in _offered(roster, data, unit))


def _offered(roster: Roster, data: ArmyData, unit: Selection) -> list[EntryPlace]:
    values = EffectiveValues(tie(roster, data.library))
    top = values.top.parts.get(unit.id)
    if not isinstance(top, SelectionNode):
        raise EditError(f"There is no selection {unit.id} in this army.")
    return [place for node in top.walk() for place in _offers(node, values)]


def _shown(places: Sequence[EntryPlace], roster: Roster, data: ArmyData) -> list[EntryPlace]:
    """Those of several places where there is something to choose: not what is hidden, nor what is always there."""
    if len(places) == 1:
        return list(places)
    offers = Offers(EffectiveValues(tie(roster, data.library)))
    found = ((place, offers.one(place.parent.id, place.entry.path)) for place in places)
    return [place for place, option in found if not option.fixed and (place.present or not option.hidden)]


def _taken_together(places: Sequence[EntryPlace]) -> bool:
    """Whether several places are one choice: what all models take or none."""
    groups = {place.entry.group.id: place.entry.group for place in places if place.entry.group}
    return len(groups) == len(places) > 1 and all(begun_by(group) >= groups.keys() for group in groups.values())


def _is_under(place: EntryPlace, under: str) -> bool:
    """Whether a place is meant by the id or a name of its parent, by what the option replaces there, or by both."""
    names, places = _names(place.parent), [slug(name) for name in place_names(place.entry)]
    return under == place.parent.id or slug(under) in {*names, *places, *(f"{n}-{p}" for n in names for p in places)}


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


def _offers(node: SelectionNode, values: EffectiveValues) -> Iterator[EntryPlace]:
    for entry in node.entry.entries if node.entry else ():
        present = tuple(child for child in node.selection.selections if child.entry_path == entry.path)
        yield EntryPlace(node.selection, entry, present, values.name(entry, Here(None, node)))


def _is_called(place: EntryPlace, word: str) -> bool:
    path = place.entry.path
    return word == path or word in path.split("::") or slug(word) in (slug(place.name), slug(place.entry.name))


def _names(part: Force | Selection) -> set[str]:
    return {slug(name) for name in (part.name, part.custom_name) if name}


def _listed(forces: Iterable[Force]) -> str:
    return ", ".join(f"{force.id} ({force.custom_name or force.name})" for force in forces)
