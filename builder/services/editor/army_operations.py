"""Editing operations on an army as a whole: forces, limits, names, notes, planned groups, readings of the rules."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from builder.datafiles.armies.models import read_ceiling
from builder.datafiles.armies.read import cost_type_named, force_named, main_cost
from builder.datafiles.text.names import find, slug
from builder.datafiles.text.validate import suggestion
from builder.errors import EditError
from builder.roster import edit
from builder.roster.ids import Ids
from builder.roster.view import PlannedGroup, unit_of_part
from builder.scalars import read_budget, read_name
from builder.services.editor.lookup import find_force, find_part, find_selection
from builder.services.editor.operations import Arguments, Done, Ground, State, optional, text, texts
from builder.services.editor.unit_operations import named, without_strays
from builder.systems.registry import load_system
from builder.text import clean, too_long

ARMY = "army"
"""Names the army itself where a unit or a force could be named."""


def rename(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Name a unit, a force or the army; without a name, a unit or force is called what its data calls it."""
    id, name = text(arguments, "id"), (optional(arguments, "name") or "").strip()
    if name:
        name = _fit_name(name)
    if id in (ARMY, state.roster.id):
        if not name:
            raise EditError("An army needs a name.")
        return Done(State(replace(state.roster, name=name)), f"the army is now “{name}”")
    part = find_part(state.roster, id)
    said = f"{named(part)} is now “{name or part.name}”"
    return Done(State(edit.customize(state.roster, part.id, name=name)), said)


def _fit_name(text: str) -> str:
    try:
        return read_name(text)
    except ValueError as error:
        words = str(error)
        raise EditError(f"{words[:1].upper()}{words[1:]}.") from None


def note(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Write notes for a unit, a force or the army; without a text they are cleared."""
    id, said = text(arguments, "id"), optional(arguments, "text") or ""
    if clean(said) != said:
        raise EditError("Notes are made of signs that can be printed.")
    if wrong := too_long(said):
        raise EditError(f"The note {wrong}.")
    if id in (ARMY, state.roster.id):
        return Done(State(replace(state.roster, custom_notes=said.strip() or None)), "the army's notes are written")
    part = find_part(state.roster, id)
    roster = edit.customize(state.roster, part.id, notes=said)
    return Done(State(roster), f"notes are written for {named(part)}")


def limit(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Limit what the army may cost."""
    library, name = ground.data.library, optional(arguments, "cost")
    cost_type = main_cost(library) if name is None else cost_type_named(library, name)
    if cost_type is None:
        known = [found.name for found in library.cost_types.values()]
        raise EditError(f"Nothing costs “{name}” in this data{suggestion(name or '', known)}")
    value = _limit(text(arguments, "number"), cost_type == main_cost(library))
    roster = edit.set_cost_limit(state.roster, library, cost_type.id, value)
    said = f"the limit is {value:f} {cost_type.name}" if value >= 0 else f"there is no limit of {cost_type.name}"
    return Done(State(roster), said)


def _limit(word: str, main: bool) -> Decimal:
    """A limit of the cost that the army file counts first, or of another one; -1 stands for none. Raises EditError."""
    if word.casefold() == "none":
        return Decimal(-1)
    try:
        return read_budget(word) if main else read_ceiling(word)
    except ValueError as error:
        raise EditError(f"“{word}” is no limit: {error}; none lifts the limit.") from None


def add_force(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Add a force to the army, or below another force."""
    library, name = ground.data.library, text(arguments, "force")
    entry = force_named(library, name)
    if entry is None:
        raise EditError(f"“{name}” is no force{suggestion(name, [e.name for e in library.force_entries.values()])}")
    parent, wanted = optional(arguments, "under"), optional(arguments, "catalogue")
    catalogue = None if parent else ground.data.catalogue_id
    if wanted is not None:
        named = [c.id for c in library.catalogues.values() if c.id == wanted or slug(c.name) == slug(wanted)]
        if not named:
            known = [found.name for found in library.catalogues.values()]
            raise EditError(f"“{wanted}” is no catalogue of this data{suggestion(wanted, known)}")
        catalogue = named[0]
    above = find_force(state.roster, parent).id if parent else None
    added = edit.add_force(state.roster, library, entry, catalogue, parent_id=above)
    return Done(State(added.roster), f"{library.force_entries[entry].name} is added", added.id)


def remove_force(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Remove a force with all its units."""
    force = find_force(state.roster, text(arguments, "force"))
    roster = without_strays(edit.remove_force(state.roster, force.id))
    return Done(State(roster), f"{named(force)} is removed")


def add_group(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Plan units as a group that acts together."""
    name = _fit_name(text(arguments, "name"))
    known, taken = {unit.id for unit in state.roster.units()}, state.roster.ids()
    parts = {word for word in texts(arguments, "units") if word not in taken and unit_of_part(word) in known}
    units = tuple(
        word if word in parts else find_selection(state.roster, word).id for word in texts(arguments, "units")
    )
    if not units or not (known | parts).issuperset(units):
        raise EditError("A group is made of one or more units of the army: name them.")
    ids = Ids({*state.roster.ids(), *(group.id for group in state.roster.groups)})
    group = PlannedGroup(id=ids.mint(), name=name, units=tuple(dict.fromkeys(units)))
    roster = replace(state.roster, groups=(*state.roster.groups, group))
    return Done(State(roster), f"{name} is planned", group.id)


def remove_group(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Plan a group no more; its units stay."""
    word, groups = text(arguments, "group"), state.roster.groups
    found = [group for group in groups if group.id == word] or [g for g in groups if slug(g.name) == slug(word)]
    if len(found) != 1:
        raise EditError(
            f"No group, or not exactly one, is called “{word}”{suggestion(word, [g.name or g.id for g in groups])}"
        )
    roster = replace(state.roster, groups=tuple(group for group in groups if group is not found[0]))
    return Done(State(roster), f"{found[0].name or found[0].id} is planned no more")


def choose_reading(ground: Ground, state: State, arguments: Arguments) -> Done:
    """Choose how the list reads a rule that can be read in several ways; without a choice, as its system does."""
    known = {setting.name: setting.choices for setting in load_system(ground.system).settings()}
    word = text(arguments, "setting")
    name = find(word, known)
    if name is None:
        others = suggestion(word, known) if known else ": its rules can be read in one way only."
        raise EditError(f"{load_system(ground.system).name} has no setting “{word}”{others}")
    wanted = optional(arguments, "choice")
    choice = find(wanted, known[name]) if wanted else None
    if wanted and choice is None:
        raise EditError(f"“{wanted}” is no choice of “{name}”{suggestion(wanted, known[name])}")
    settings = {old: value for old, value in state.roster.settings if old != name}
    if choice:
        settings[name] = choice
    roster = replace(state.roster, settings=tuple(settings.items()))
    return Done(State(roster), f"{name} is read: {choice or 'as the system does'}")
