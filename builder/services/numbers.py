"""How many of a thing an army has: units, models and choices given a number, with what follows from it."""

from __future__ import annotations

from dataclasses import replace

from builder.catalogue.entries import LinkedEntry
from builder.datafiles.armyshort import regular
from builder.errors import EditError
from builder.roster import edit
from builder.roster.ids import Ids
from builder.roster.model import Force, Roster, Selection
from builder.roster.parts import put
from builder.services.lookup import Place, catalogue_of, find_place, unit_of
from builder.services.operations import Ground


def settled(ground: Ground, before: Roster, after: Roster) -> Roster:
    """The roster with what follows from the choices in the units that changed, where our datasheets say so.

    A unit that never stood in the short form stays as it is.
    """
    if not is_ours(ground):
        return after
    known = {unit.id: (unit, force.catalogue_id) for force in before.all_forces() for unit in force.selections}
    changed: dict[str, Force | Selection | None] = {}
    for force in after.all_forces():
        for unit in force.selections:
            old = known.get(unit.id)
            if old is None or (old[0] is not unit and is_regular(ground, old[0], old[1])):
                changed[unit.id] = regular(unit, ground.data, force.catalogue_id) or unit
    return put(after, changed)


def is_ours(ground: Ground) -> bool:
    """Whether the army is of our datasheets."""
    return ground.data.system is not None


def is_regular(ground: Ground, unit: Selection, catalogue: str) -> bool:
    """Whether a unit is as the short form reads it, so that what follows from its choices is up to the program."""
    return is_ours(ground) and regular(unit, ground.data, catalogue) == unit


def reached(ground: Ground, roster: Roster, place: Place, wanted: int) -> Roster:
    """The roster with so many of an entry at a place."""
    unit, library = unit_of(roster, place.parent.id), ground.data.library
    catalogue = catalogue_of(roster, unit.id) or ""
    if is_regular(ground, unit, catalogue):
        chosen = replace(
            place.present[0] if place.present else _chosen(place.entry, roster), number=wanted, selections=()
        )
        others = tuple(child for child in place.parent.selections if child not in place.present)
        parent = replace(place.parent, selections=(*others, chosen) if wanted else others)
        after = put(roster, {parent.id: parent})
        if wanted == 1 and (whole := _raised(ground, unit_of(after, unit.id), catalogue)) is not None:
            return put(roster, {unit.id: whole})
        after = settled(ground, roster, after)
        beside = sum(c.number for c in others if _same(c, place.entry))
        there = sum(c.number for c in below(after, place.parent.id) if _same(c, place.entry)) - beside
        if there != wanted:
            raise EditError(
                f"{unit.name} would have {there} {place.entry.name}, not {wanted}: it follows from the other choices."
            )
        return after
    if place.entry.separate:
        for surplus in place.present[wanted:]:
            roster = edit.remove(roster, surplus.id)
        for _ in range(wanted - len(place.present)):
            roster = edit.select(roster, library, place.parent.id, place.entry.path).roster
        return roster
    if not wanted and not place.present:
        return roster
    if place.present:
        return edit.set_count(roster, library, place.present[0].id, wanted)
    added = edit.select(roster, library, place.parent.id, place.entry.path)
    return edit.set_count(added.roster, library, added.id, wanted) if wanted > 1 else added.roster


def _raised(ground: Ground, unit: Selection, catalogue: str) -> Selection | None:
    """A unit with what all models of a kind take or none, taken once, raised to all; None where nothing is raised."""
    if regular(unit, ground.data, catalogue) is not None:
        return None
    return regular(unit, ground.data, catalogue, raised=True)


def _same(selection: Selection, entry: LinkedEntry) -> bool:
    """Whether a selection is of this entry, or of one of the same name elsewhere below the same parent."""
    return selection.entry_path == entry.path or selection.name == entry.name


def _chosen(entry: LinkedEntry, roster: Roster) -> Selection:
    group = entry.group.path if entry.group else None
    return Selection(
        id=Ids(roster.ids()).mint(), entry_path=entry.path, group_path=group, name=entry.name, type=entry.type
    )


def numbered(ground: Ground, roster: Roster, part: Selection, wanted: int) -> Roster:
    """The roster with another number of something below a unit."""
    parent = next(above for above in roster.all_selections() if any(c.id == part.id for c in above.selections))
    top = (
        find_place(roster, ground.data, parent, part.entry_path, parent.id) if _is_known(ground, roster, part) else None
    )
    if top is None:
        return edit.set_count(roster, ground.data.library, part.id, wanted)
    if top.entry.separate:
        raise EditError(f"Each {part.name} is a choice of its own: duplicate or remove {part.id} instead.")
    return reached(ground, roster, top, wanted)


def _is_known(ground: Ground, roster: Roster, part: Selection) -> bool:
    """Whether the data still has what is above a selection, and the selection itself."""
    unit = unit_of(roster, part.id)
    entry = ground.data.library.root_entry(catalogue_of(roster, unit.id) or "", unit.entry_path)

    def reaches(selection: Selection, linked: LinkedEntry | None) -> bool:
        if linked is None or selection.id == part.id:
            return linked is not None
        return any(reaches(child, linked.by_path.get(child.entry_path)) for child in selection.selections)

    return reaches(unit, entry)


def of_models(ground: Ground, roster: Roster, unit: Selection, wanted: int) -> Roster:
    """A unit of other data with so many models: of the one kind whose number varies, or the one of these it has."""
    entry = ground.data.library.root_entry(catalogue_of(roster, unit.id) or "", unit.entry_path)
    kinds = [kind for kind in entry.entries if kind.type == "model"] if entry else []
    varying = [kind for kind in kinds if kind.bound("max", wanted) != kind.bound("min")]
    chosen = {child.entry_path for child in unit.selections}
    varying = [kind for kind in varying if kind.path in chosen] if len(varying) > 1 else varying
    if len(varying) != 1:
        names = ", ".join(f"“{kind.name}”" for kind in varying or kinds)
        how = f"set how many of each kind: {names}" if names else "it has no models to count"
        raise EditError(f"{named(unit)} cannot be counted as a whole: {how}.")
    present = tuple(child for child in unit.selections if child.entry_path == varying[0].path)
    others = sum(c.number for c in unit.selections if c.type == "model" and c not in present)
    return reached(ground, roster, Place(unit, varying[0], present), max(0, wanted - others))


def below(roster: Roster, id: str) -> tuple[Selection, ...]:
    """What was chosen directly below a selection; nothing where it is gone."""
    part = roster.selection(id)
    return part.selections if part else ()


def named(part: Force | Selection) -> str:
    """What messages call a part of an army: by its name, with its id."""
    return f"{part.custom_name or part.name} ({part.id})"
