"""How each editing operation is done: those on the army as a whole here, those on units in `unit_operations`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from builder.catalogue.library import ArmyData
from builder.datafiles.armies.models import read_ceiling
from builder.datafiles.armies.read import cost_type_named, force_named, main_cost
from builder.datafiles.text.validate import suggestion
from builder.datafiles.text.values import read_art
from builder.errors import EditError
from builder.ids import Ids
from builder.record import replace
from builder.roster import edit
from builder.roster.follow import follow
from builder.roster.marks import PlannedGroup, unit_of_part
from builder.roster.model import Force, Roster
from builder.roster.parts import put
from builder.scalars import capitalized, match_name, read_budget, read_name, slug
from builder.services.editor import unit_operations as units
from builder.services.editor.lookup import find_force, find_part, find_selection, force_offers
from builder.services.editor.operations import (
    ARMY,
    Add,
    AddForce,
    AddGroup,
    ChooseModule,
    ChooseReading,
    Count,
    Done,
    Duplicate,
    EditContext,
    Limit,
    Move,
    Operation,
    Remove,
    RemoveForce,
    RemoveGroup,
    Rename,
    SetMark,
    SetOption,
    SetPicture,
    State,
    TakeTransport,
    Unmark,
    Unset,
    WriteNote,
)
from builder.services.editor.unit_operations import named, without_strays
from builder.systems.registry import load_module, load_system, module_ids, with_modules
from builder.text import clean, too_long


def rename(ground: EditContext, state: State, operation: Rename) -> Done:
    """Name a unit, a force or the army; without a name, a unit or force is called what its data calls it."""
    name = (operation.name or "").strip()
    if name:
        name = _fit_name(name)
    if operation.id in (ARMY, state.roster.id):
        if not name:
            raise EditError("An army needs a name.")
        return Done(State(replace(state.roster, name=name)), f"the army is now “{name}”")
    part = find_part(state.roster, operation.id)
    said = f"{named(part)} is now “{name or part.name}”"
    return Done(State(edit.customize(state.roster, part.id, name=name)), said)


def write_note(ground: EditContext, state: State, operation: WriteNote) -> Done:
    """Write notes for a unit, a force or the army; without a text they are cleared."""
    text = operation.text or ""
    if clean(text) != text:
        raise EditError("Notes are made of signs that can be printed.")
    if wrong := too_long(text):
        raise EditError(f"The note {wrong}.")
    if operation.id in (ARMY, state.roster.id):
        return Done(State(replace(state.roster, custom_notes=text.strip() or None)), "the army's notes are written")
    part = find_part(state.roster, operation.id)
    roster = edit.customize(state.roster, part.id, notes=text)
    return Done(State(roster), f"notes are written for {named(part)}")


def set_picture(ground: EditContext, state: State, operation: SetPicture) -> Done:
    """Show a picture of a unit on its cards, which is looked for beside the army's file."""
    unit = find_selection(state.roster, operation.id)
    try:
        art = operation.path and read_art(operation.path)
    except ValueError as error:
        raise EditError(f"“{operation.path}”: {error}.") from None
    roster = put(state.roster, {unit.id: replace(unit, art=art or None)})
    return Done(State(roster), f"{named(unit)} has {f'the picture {art}' if art else 'no picture of its own'}")


def limit(ground: EditContext, state: State, operation: Limit) -> Done:
    """Limit what the army may cost; how a limit is written hangs on the type of cost."""
    library, name = ground.data.library, operation.cost
    cost_type = main_cost(library) if name is None else cost_type_named(library, name)
    if cost_type is None:
        known = [found.name for found in library.cost_types.values()]
        raise EditError(f"Nothing costs “{name}” in this data{suggestion(name or '', known)}")
    value = _limit(operation.number, cost_type == main_cost(library))
    roster = edit.set_cost_limit(state.roster, library, cost_type.id, value)
    said = f"the limit is {value:f} {cost_type.name}" if value >= 0 else f"there is no limit of {cost_type.name}"
    return Done(State(roster), said)


def add_force(ground: EditContext, state: State, operation: AddForce) -> Done:
    """Add a force to the army, or below another one, which gives it its catalogue unless one is named."""
    library = ground.data.library
    entry = force_named(library, operation.force)
    if entry is None:
        known = [each.name for each in library.force_entries.values()]
        raise EditError(f"“{operation.force}” is no force{suggestion(operation.force, known)}")
    roster, under = state.roster, operation.under
    above = find_force(roster, under) if under else _only_place(ground.data, roster, entry)
    catalogue = None if above else ground.data.catalogue_id
    if wanted := operation.catalogue:
        found = [c.id for c in library.catalogues.values() if c.id == wanted or slug(c.name) == slug(wanted)]
        if not found:
            known = [each.name for each in library.catalogues.values()]
            raise EditError(f"“{wanted}” is not a catalogue of this data{suggestion(wanted, known)}")
        catalogue = found[0]
    below = above.id if above else None
    added = edit.add_force(roster, library, entry, catalogue, parent_id=below, complete=True)
    return Done(State(added.roster), f"{library.force_entries[entry].name} is added", added.id)


def _only_place(data: ArmyData, roster: Roster, entry: str) -> Force | None:
    """Return the one force of the army that a force can be added below, where it cannot stand by itself."""
    offers = force_offers(roster, data.library, data.catalogue_id)
    offered = [each for each in offers if entry in each.path.split("::")]
    places = {each.below.id: each.below for each in offered if each.below is not None}
    return next(iter(places.values())) if len(places) == 1 and all(each.below for each in offered) else None


def remove_force(ground: EditContext, state: State, operation: RemoveForce) -> Done:
    """Remove a force with all its units, which leave planned groups too."""
    force = find_force(state.roster, operation.force)
    roster = without_strays(state.roster, edit.remove_force(state.roster, force.id))
    return Done(State(roster), f"{named(force)} is removed")


def add_group(ground: EditContext, state: State, operation: AddGroup) -> Done:
    """Plan units, or parts of units named by their ids, as a group that acts together."""
    name = _fit_name(operation.name)
    known, taken = {unit.id for unit in state.roster.units()}, state.roster.ids()
    parts = {word for word in operation.units if word not in taken and unit_of_part(word) in known}
    units = tuple(word if word in parts else find_selection(state.roster, word).id for word in operation.units)
    if not units or not (known | parts).issuperset(units):
        raise EditError("A group is made of one or more units of the army: name them.")
    ids = Ids({*state.roster.ids(), *(group.id for group in state.roster.groups)})
    group = PlannedGroup(id=ids.mint(), name=name, units=tuple(dict.fromkeys(units)))
    roster = replace(state.roster, groups=(*state.roster.groups, group))
    return Done(State(roster), f"{name} is planned", group.id)


def remove_group(ground: EditContext, state: State, operation: RemoveGroup) -> Done:
    """Break up a group; its units stay."""
    word, groups = operation.group, state.roster.groups
    found = [group for group in groups if group.id == word] or [g for g in groups if slug(g.name) == slug(word)]
    if len(found) != 1:
        known = [group.name or group.id for group in groups]
        raise EditError(f"No group, or not exactly one, is called “{word}”{suggestion(word, known)}")
    roster = replace(state.roster, groups=tuple(group for group in groups if group is not found[0]))
    return Done(State(roster), f"{found[0].name or found[0].id} is broken up")


def choose_module(ground: EditContext, state: State, operation: ChooseModule) -> Done:
    """Play the list with a module, or without one; the settings of a module that goes are forgotten."""
    known, word, now = module_ids(), operation.module, state.roster.modules
    name = match_name(word, known)
    if name is None:
        raise EditError(f"“{word}” is no module that is installed{suggestion(word, known)}")
    module, system = load_module(name), load_system(ground.system)
    if why := module.refusal(system):
        raise EditError(f"{why}.")
    if (name in now) == (not operation.off):
        raise EditError(f"The list is {'not ' if operation.off else ''}played with {module.name} already.")
    if not operation.off:
        roster = replace(state.roster, modules=(*now, name))
        return Done(State(roster), f"the list is played with {module.name}")
    gone = {setting.name for setting in module.settings(system)}
    settings = tuple(each for each in state.roster.settings if each[0] not in gone)
    roster = replace(state.roster, modules=tuple(each for each in now if each != name), settings=settings)
    return Done(State(roster), f"the list is played without {module.name}")


def choose_reading(ground: EditContext, state: State, operation: ChooseReading) -> Done:
    """Choose how the list reads a rule that can be read in several ways; without a choice, as its system does."""
    system, word = with_modules(ground.system, state.roster.modules), operation.setting
    known = {setting.name: setting for setting in system.settings()}
    setting = known.get(match_name(word, known) or "")
    if setting is None:
        others = suggestion(word, known) if known else ": its rules can be read in one way only."
        raise EditError(f"{system.name} has no setting “{word}”{others}")
    choice = match_name(operation.choice, setting.choices) if operation.choice else None
    if operation.choice and choice is None:
        if refused := match_name(operation.choice, setting.refused):
            raise EditError(f"{setting.refused[refused]}.")
        near = suggestion(operation.choice, setting.choices)
        raise EditError(f"“{operation.choice}” is no choice of “{setting.name}”{near}")
    settings = {old: value for old, value in state.roster.settings if old != setting.name}
    if choice:
        settings[setting.name] = choice
    roster = replace(state.roster, settings=tuple(settings.items()))
    return Done(State(roster), f"{setting.name}: {choice or 'as the system does'}")


def _fit_name(text: str) -> str:
    try:
        return read_name(text)
    except ValueError as error:
        words = str(error)
        raise EditError(f"{capitalized(words)}.") from None


def _limit(word: str, main: bool) -> Decimal:
    """A limit of the cost that the army file counts first, or of another one; -1 stands for none. Raises EditError."""
    if word.casefold() == "none":
        return Decimal(-1)
    try:
        return read_budget(word) if main else read_ceiling(word)
    except ValueError as error:
        raise EditError(f"“{word}” is no limit: {error}; none lifts the limit.") from None


_DOERS: Mapping[type[Operation], Callable[[EditContext, State, Any], Done]] = {
    Add: units.add,
    Remove: units.remove,
    Count: units.count,
    SetOption: units.set_option,
    Unset: units.unset,
    Duplicate: units.duplicate,
    Move: units.move,
    Rename: rename,
    WriteNote: write_note,
    SetPicture: set_picture,
    SetMark: units.set_mark,
    Unmark: units.unmark,
    TakeTransport: units.take_transport,
    Limit: limit,
    AddForce: add_force,
    RemoveForce: remove_force,
    AddGroup: add_group,
    RemoveGroup: remove_group,
    ChooseModule: choose_module,
    ChooseReading: choose_reading,
}


def perform(ground: EditContext, state: State, operation: Operation) -> Done:
    """Do an operation; units that limits of the data bring along with it are told.

    Raises:
        EditError: it is not possible.
    """
    done = _DOERS[type(operation)](ground, state, operation)
    roster = follow(state.roster, done.state.roster, ground.data.library)
    if roster is done.state.roster:
        return done
    there = {unit.id for unit in done.state.roster.units()}
    new = [unit.name for unit in roster.units() if unit.id not in there]
    said = f"{done.said}, and with it {', '.join(new)}" if new else done.said
    return Done(State(without_strays(done.state.roster, roster)), said, done.id)
