"""Editing operations on units and what is below them."""

from __future__ import annotations

from dataclasses import replace

from builder.catalogue.entries import LinkedEntry
from builder.datafiles.armyshort import regular, resized
from builder.datafiles.armyvalues import option_name, option_number, read_mark
from builder.errors import EditError
from builder.roster import edit
from builder.roster.ids import Ids
from builder.roster.model import Force, Roster, Selection
from builder.roster.parts import put
from builder.roster.view import Mark
from builder.services.lookup import (
    Place,
    catalogue_of,
    find_entry,
    find_force,
    find_part,
    find_place,
    find_selection,
    force_of,
    unit_of,
)
from builder.services.operations import Arguments, Done, Ground, State, number, optional, text, texts


def add(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Add a unit to a force, with a number of models, options and a name."""
    library, force = ground.data.library, find_force(state.roster, optional(arguments, "force"))
    entries = library.root_entries(force.catalogue_id)
    frame, catalogue = library.force_entries.get(force.entry_id), library.catalogues[force.catalogue_id]
    slots = {link.target_id for link in frame.category_links} if frame else set()
    entry = find_entry(entries, text(arguments, "unit"), catalogue.name, slots)
    added = edit.select(state.roster, library, force.id, entry.path, defaults=not _is_ours(ground))
    state = State(settled(ground, state.roster, added.roster))
    if arguments.get("count") is not None:
        state = count(ground, state, {"id": added.id, "number": arguments["count"]}).state
    for option in texts(arguments, "option"):
        chosen: Arguments = {"id": added.id, "option": option_name(option) or option, "number": option_number(option)}
        state = set_option(ground, state, chosen).state
    if name := optional(arguments, "name"):
        state = State(edit.customize(state.roster, added.id, name=name))
    return Done(state, f"{entry.name} is added", added.id)


def remove(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Remove a unit, or something below one, whatever its number."""
    part = find_selection(state.roster, text(arguments, "id"))
    roster = settled(ground, state.roster, edit.remove(state.roster, part.id))
    return Done(State(without_strays(roster)), f"{_named(part)} is removed")


def count(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Give a unit so many models in all, or a selection below a unit its number."""
    part, wanted = find_selection(state.roster, text(arguments, "id")), number(arguments, "number")
    catalogue = catalogue_of(state.roster, part.id)
    if catalogue is None:
        roster = _numbered(ground, state.roster, part, wanted)
    elif _is_regular(ground, part, catalogue):
        roster = put(state.roster, {part.id: resized(part, ground.data, catalogue, wanted)})
    else:
        roster = _of_models(ground, state.roster, part, wanted)
    return Done(State(roster), f"{_named(part)}: {wanted} {'in number' if catalogue is None else 'models'}")


def set_option(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Choose so many of an option below a unit; 0 takes it away."""
    part, wanted = find_selection(state.roster, text(arguments, "id")), number(arguments, "number", 1)
    place = find_place(state.roster, ground.data, part, text(arguments, "option"), optional(arguments, "under"))
    roster = _reached(ground, state.roster, place, wanted)
    new = next((c.id for c in _below(roster, place.parent.id) if c.entry_path == place.entry.path), None)
    known = state.roster.ids()
    return Done(
        State(without_strays(roster)),
        f"{_named(part)} has {wanted} {place.entry.name}" if wanted else f"{_named(part)} has no {place.entry.name}",
        new if new is not None and new not in known else None,
    )


def unset(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Take an option of a unit away."""
    return set_option(ground, state, {**arguments, "number": 0})


def duplicate(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Copy a unit or a force, with new ids, behind its siblings."""
    part = find_part(state.roster, text(arguments, "id"))
    added = edit.duplicate(state.roster, part.id)
    roster = settled(ground, state.roster, added.roster)
    return Done(State(roster), f"{_named(part)} is copied", added.id)


def move(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Move a unit before or behind another one, or to the end of another force."""
    unit = find_selection(state.roster, text(arguments, "id"))
    before, after, to = (optional(arguments, name) for name in ("before", "after", "to"))
    if sum(word is not None for word in (before, after, to)) != 1:
        raise EditError("Say where to: --before UNIT, --after UNIT or --to FORCE.")
    if catalogue_of(state.roster, unit.id) is None:
        raise EditError(f"{_named(unit)} belongs to its unit: only units move.")
    if to is not None:
        beside, force = None, find_force(state.roster, to)
    else:
        beside = find_selection(state.roster, before or after or "").id
        force = force_of(state.roster, ground.data, beside).force
    roster = edit.move(
        state.roster,
        ground.data.library,
        unit.id,
        before=beside if before else None,
        after=beside if after else None,
        force_id=force.id,
    )
    return Done(State(roster), f"{_named(unit)} is moved")


def mark(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Mark a unit: reserve, deep strike, led by UNIT, riding in UNIT."""
    unit = find_selection(state.roster, text(arguments, "id"))
    words = " ".join(texts(arguments, "mark")).split()
    if [word.casefold() for word in words[:2]] in (["led", "by"], ["riding", "in"]) and len(words) > 2:
        words = [*words[:2], find_selection(state.roster, " ".join(words[2:])).id]
    try:
        new = read_mark(" ".join(words))
    except ValueError as error:
        raise EditError(f"“{' '.join(words)}”: {error}.") from None
    others = (old for old in unit.marks if old.kind != new.kind)
    return _marked(state, unit, (*others, new), "is marked")


def unmark(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Take a mark of a unit away, or all of them."""
    unit = find_selection(state.roster, text(arguments, "id"))
    wanted = "_".join(" ".join(texts(arguments, "mark")).casefold().split())
    kept = tuple(old for old in unit.marks if wanted and not f"{old.kind}_".startswith(f"{wanted}_"))
    if kept == unit.marks:
        raise EditError(f"{_named(unit)} has no such mark.")
    return _marked(state, unit, kept, "is marked no more")


def settled(ground: Ground, before: Roster, after: Roster) -> Roster:
    """The roster with what follows from the choices in the units that changed, where our datasheets say so.

    A unit that never stood in the short form stays as it is.
    """
    if not _is_ours(ground):
        return after
    known = {unit.id: (unit, force.catalogue_id) for force in before.all_forces() for unit in force.selections}
    changed: dict[str, Force | Selection | None] = {}
    for force in after.all_forces():
        for unit in force.selections:
            old = known.get(unit.id)
            if old is None or (old[0] is not unit and _is_regular(ground, old[0], old[1])):
                changed[unit.id] = regular(unit, ground.data, force.catalogue_id) or unit
    return put(after, changed)


# -- steps ---------------------------------------------------------------------
def _is_ours(ground: Ground) -> bool:
    return ground.data.system is not None


def _is_regular(ground: Ground, unit: Selection, catalogue: str) -> bool:
    return _is_ours(ground) and regular(unit, ground.data, catalogue) == unit


def _reached(ground: Ground, roster: Roster, place: Place, wanted: int) -> Roster:
    """The roster with so many of an entry at a place."""
    unit, library = unit_of(roster, place.parent.id), ground.data.library
    if _is_regular(ground, unit, catalogue_of(roster, unit.id) or ""):
        chosen = replace(
            place.present[0] if place.present else _chosen(place.entry, roster), number=wanted, selections=()
        )
        others = tuple(child for child in place.parent.selections if child not in place.present)
        parent = replace(place.parent, selections=(*others, chosen) if wanted else others)
        after = settled(ground, roster, put(roster, {parent.id: parent}))
        beside = sum(c.number for c in others if _same(c, place.entry))
        there = sum(c.number for c in _below(after, place.parent.id) if _same(c, place.entry)) - beside
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


def _same(selection: Selection, entry: LinkedEntry) -> bool:
    """Whether a selection is of this entry, or of one of the same name elsewhere below the same parent."""
    return selection.entry_path == entry.path or selection.name == entry.name


def _chosen(entry: LinkedEntry, roster: Roster) -> Selection:
    group = entry.group.path if entry.group else None
    return Selection(
        id=Ids(roster.ids()).mint(), entry_path=entry.path, group_path=group, name=entry.name, type=entry.type
    )


def _numbered(ground: Ground, roster: Roster, part: Selection, wanted: int) -> Roster:
    """The roster with another number of something below a unit."""
    parent = next(above for above in roster.all_selections() if any(c.id == part.id for c in above.selections))
    top = (
        find_place(roster, ground.data, parent, part.entry_path, parent.id) if _is_known(ground, roster, part) else None
    )
    if top is None:
        return edit.set_count(roster, ground.data.library, part.id, wanted)
    if top.entry.separate:
        raise EditError(f"Each {part.name} is a choice of its own: duplicate or remove {part.id} instead.")
    return _reached(ground, roster, top, wanted)


def _is_known(ground: Ground, roster: Roster, part: Selection) -> bool:
    """Whether the data still has what is above a selection, and the selection itself."""
    unit = unit_of(roster, part.id)
    entry = ground.data.library.root_entry(catalogue_of(roster, unit.id) or "", unit.entry_path)

    def reaches(selection: Selection, linked: LinkedEntry | None) -> bool:
        if linked is None or selection.id == part.id:
            return linked is not None
        return any(reaches(child, linked.by_path.get(child.entry_path)) for child in selection.selections)

    return reaches(unit, entry)


def _of_models(ground: Ground, roster: Roster, unit: Selection, wanted: int) -> Roster:
    """A unit of other data with so many models: of the one kind whose number varies, or the one of these it has."""
    entry = ground.data.library.root_entry(catalogue_of(roster, unit.id) or "", unit.entry_path)
    kinds = [kind for kind in entry.entries if kind.type == "model"] if entry else []
    varying = [kind for kind in kinds if kind.bound("max", wanted) != kind.bound("min")]
    chosen = {child.entry_path for child in unit.selections}
    varying = [kind for kind in varying if kind.path in chosen] if len(varying) > 1 else varying
    if len(varying) != 1:
        names = ", ".join(f"“{kind.name}”" for kind in varying or kinds)
        how = f"set how many of each kind: {names}" if names else "it has no models to count"
        raise EditError(f"{_named(unit)} cannot be counted as a whole: {how}.")
    present = tuple(child for child in unit.selections if child.entry_path == varying[0].path)
    others = sum(c.number for c in unit.selections if c.type == "model" and c not in present)
    return _reached(ground, roster, Place(unit, varying[0], present), max(0, wanted - others))


def _below(roster: Roster, id: str) -> tuple[Selection, ...]:
    part = roster.selection(id)
    return part.selections if part else ()


def without_strays(roster: Roster) -> Roster:
    """The roster without the planned places of units that are gone."""
    ids = {unit.id for force in roster.all_forces() for unit in force.selections}
    groups = (replace(group, units=tuple(id for id in group.units if id in ids)) for group in roster.groups)
    return replace(roster, groups=tuple(group for group in groups if group.units))


def _marked(state: State, unit: Selection, marks: tuple[Mark, ...], said: str) -> Done:
    return Done(State(edit.set_marks(state.roster, unit.id, marks)), f"{_named(unit)} {said}")


def _named(part: Force | Selection) -> str:
    return f"{part.custom_name or part.name} ({part.id})"
