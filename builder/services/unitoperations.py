"""Editing operations on units and what is below them."""

from __future__ import annotations

from dataclasses import replace

from builder.datafiles.armyshort import resized
from builder.datafiles.armyvalues import option_name, option_number, read_mark
from builder.errors import EditError
from builder.roster import edit
from builder.roster.model import Roster, Selection
from builder.roster.parts import put
from builder.roster.view import Mark
from builder.services.lookup import (
    catalogue_of,
    find_force,
    find_part,
    find_places,
    find_selection,
    find_unit,
    force_of,
    names_option,
)
from builder.services.numbers import (
    below,
    is_ours,
    is_regular,
    named,
    numbered,
    of_models,
    reached,
    settled,
    shared_out,
)
from builder.services.operations import Arguments, Done, Ground, State, number, optional, text, texts


def add(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Add a unit to a force, with a number of models, options and a name."""
    force = find_force(state.roster, optional(arguments, "force"))
    entry = find_unit(state.roster, ground.data, force, text(arguments, "unit"))
    defaults = not is_ours(ground)
    added = edit.select(state.roster, ground.data.library, force.id, entry.path, defaults=defaults, complete=defaults)
    state = State(settled(ground, state.roster, added.roster))
    if arguments.get("count") is not None:
        state = count(ground, state, {"id": added.id, "number": arguments["count"]}).state
    for option in texts(arguments, "option"):
        state = set_option(ground, state, {"id": added.id, **_counted(ground, state, added.id, option)}).state
    if name := optional(arguments, "name"):
        state = State(edit.customize(state.roster, added.id, name=name))
    return Done(state, f"{entry.name} is added", added.id)


def _counted(ground: Ground, state: State, id: str, option: str) -> Arguments:
    """The option that a text means, and its number: “8x Centaur” may be a name, or eight of “Centaur”."""
    if names_option(state.roster, ground.data, find_selection(state.roster, id), option):
        return {"option": option}
    return {"option": option_name(option) or option, "number": option_number(option)}


def remove(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Remove a unit, or something below one, whatever its number."""
    part = find_selection(state.roster, text(arguments, "id"))
    roster = settled(ground, state.roster, edit.remove(state.roster, part.id))
    return Done(State(without_strays(roster)), f"{named(part)} is removed")


def count(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Give a unit so many models in all, or a selection below a unit its number."""
    part, wanted = find_selection(state.roster, text(arguments, "id")), number(arguments, "number")
    catalogue = catalogue_of(state.roster, part.id)
    if catalogue is None:
        roster = numbered(ground, state.roster, part, wanted)
    elif is_regular(ground, part, catalogue):
        roster = put(state.roster, {part.id: resized(part, ground.data, catalogue, wanted)})
    else:
        roster = of_models(ground, state.roster, part, wanted)
    return Done(State(roster), f"{named(part)}: {wanted} {'in number' if catalogue is None else 'models'}")


def set_option(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Choose so many of an option below a unit; 0 takes it away."""
    part, wanted = find_selection(state.roster, text(arguments, "id")), number(arguments, "number", 1)
    places = find_places(state.roster, ground.data, part, text(arguments, "option"), optional(arguments, "under"))
    place, roster = places[0], state.roster
    for each, number_there in shared_out(ground, roster, places, wanted):
        roster = reached(ground, roster, each, number_there)
    there = [c for c in below(roster, place.parent.id) if c.entry_path == place.entry.path]
    new = there[0].id if there else None
    have = max(wanted, there[0].number) if len(there) == 1 else wanted
    known = state.roster.ids()
    return Done(
        State(without_strays(roster)),
        f"{named(part)} has {have} {place.entry.name}" if wanted else f"{named(part)} has no {place.entry.name}",
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
    return Done(State(roster), f"{named(part)} is copied", added.id)


def move(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Move a unit before or behind another one, or to the end of another force."""
    unit = find_selection(state.roster, text(arguments, "id"))
    before, after, to = (optional(arguments, name) for name in ("before", "after", "to"))
    if sum(word is not None for word in (before, after, to)) != 1:
        raise EditError("Say where to: --before UNIT, --after UNIT or --to FORCE.")
    if catalogue_of(state.roster, unit.id) is None:
        raise EditError(f"{named(unit)} belongs to its unit: only units move.")
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
    return Done(State(roster), f"{named(unit)} is moved")


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
        raise EditError(f"{named(unit)} has no such mark.")
    return _marked(state, unit, kept, "is marked no more")


def without_strays(roster: Roster) -> Roster:
    """The roster without the planned places of units that are gone."""
    ids = {unit.id for unit in roster.units()}
    groups = (group.only(ids) for group in roster.groups)
    return replace(roster, groups=tuple(group for group in groups if group.units))


def _marked(state: State, unit: Selection, marks: tuple[Mark, ...], said: str) -> Done:
    return Done(State(edit.set_marks(state.roster, unit.id, marks)), f"{named(unit)} {said}")
