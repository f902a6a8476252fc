"""New army files, begun from datasheets or from a catalogue."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from builder.catalogue.library import ArmyData
from builder.catalogue.model import ForceEntry
from builder.datafiles.armies.new import begin_army
from builder.datafiles.armies.read import default_force, force_named
from builder.datafiles.text.source import Value
from builder.datafiles.text.validate import suggestion
from builder.datafiles.text.write import written
from builder.errors import InputError
from builder.resources import data_folders
from builder.roster import edit
from builder.roster.model import Roster
from builder.scalars import read_budget, read_name, slug
from builder.services.data.army_data import find_data
from builder.services.data.catalogues import readers_of
from builder.services.editor.battle_sizes import sized
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import AddForce, Limit
from builder.systems.protocol import System
from builder.systems.registry import Playable, load_system, playable, unasked, usable_systems, with_modules
from builder.text import LONGEST, clean_name


def usual_name(faction: str) -> str:
    """Return what a new army is called: by the last part of `Imperium - Adeptus Astartes - Ultramarines`."""
    last = _BRACKETED.sub("", re.split(r"\s+[-–]\s+", clean_name(faction))[-1].strip())
    return f"New {last or faction} army"[:LONGEST]


_BRACKETED = re.compile(r"^(\[\w+\]|\(\w+\)|\{\w+\})\s+")
"""A word before a name that puts it among others: `{Evil} Undead`."""


def begin(
    identity: str,
    name: str | None,
    limit: Decimal | int | None,
    *,
    system: str | None = None,
    force: str | None = None,
    modules: Sequence[str] = (),
) -> str:
    """The text of a new army file for data such as `diceless/space-marines`.

    Raises:
        InputError: there is no such data, no system reads it, or several do and none was asked for; or no army file
            can have this name or this limit.
    """
    data = find_data(identity)
    try:
        name = read_name(name) if name else usual_name(data.name)
        limit = None if limit is None else read_budget(f"{Decimal(limit):f}")
    except ValueError as error:
        raise InputError(f"a new army: {error}") from None
    chosen = _system(data, system)
    with_modules(chosen, modules)  # which says what is wrong with one of them
    entry = _force(data, force)
    if data.system is not None:
        return begin_army(
            data,
            name,
            limit or data.library.game_system.cost_types[0].default_cost_limit,
            schema_uri("army"),
            chosen,
            modules,
            force and entry,
            load_system(chosen).arrivals,
        )
    head: dict[str, Value] = {"format": "muster-army", "version": "1", "name": name, "system": chosen}
    head |= {"modules": list(modules)} if modules else {}
    head["data"] = data.id
    lines = [f"# yaml-language-server: $schema={schema_uri('army')}", *written({**head, "forces": []}), ""]
    session = ArmyDocument("\n".join(lines).encode(), name, None)
    session.apply(AddForce(force=entry))
    if limit is not None:
        session.apply(Limit(number=f"{limit:f}"))
        session.apply_all(sized(session))
    told = f'# What it can be made of: muster data show "{data.id}"\n# Add a unit: muster edit FILE add NAME\n'
    return session.written().data.decode() + told


def blank_army(data: ArmyData, force: str | None = None) -> Roster:
    """A roster with one empty force, to look at what could be in it.

    Raises:
        InputError: there is no such force.
    """
    roster = edit.new_roster(data.library, data.name)
    return edit.add_force(roster, data.library, _force(data, force), data.catalogue_id, defaults=False).roster


def forces_of(data: ArmyData) -> tuple[ForceEntry, ...]:
    """The forces that an army of this data can begin with."""
    return tuple(entry for entry in data.library.forces_from(data.catalogue_id) if not entry.hidden)


def fitting_systems(data: ArmyData) -> tuple[System, ...]:
    """The systems that can read the profiles of data: the one it was written for, or all that know its columns.

    Those that armies are of only where they are asked to be stand last, after those that are meant where none is.
    """
    if data.system is not None:
        others = (system for system in usable_systems() if data.system in system.shares_datasheets)
        return (load_system(data.system), *others)
    fitting = readers_of(data.library)
    return tuple(sorted(fitting, key=lambda system: system not in unasked(fitting)))


def systems_for(identity: str) -> tuple[Playable, ...]:
    """The systems that an army of data such as `diceless/orks` can be begun for, by their names for it.

    Raises:
        InputError: there is no such data, or no system reads it.
    """
    data = find_data(identity)
    fitting = fitting_systems(data)
    if not fitting:
        raise InputError(f"'{data.id}': {_readers(fitting)}")
    return playable(fitting, "" if data.system is not None else data.library.game_system.name)


def first_forces(identity: str) -> tuple[ForceEntry, ...]:
    """Return the forces that an army of data such as `5th edition/Orks` can begin with; none for our datasheets.

    Raises:
        InputError: there is no such data.
    """
    data = find_data(identity)
    return forces_of(data) if data.system is None else ()


def usual_limit(identity: str) -> Decimal | None:
    """Return the limit that a new army has where none is given; None for none at all. Raises InputError."""
    data = find_data(identity)
    return data.library.game_system.cost_types[0].default_cost_limit if data.system is not None else None


def schema_uri(name: str) -> str:
    """Return where the JSON Schema of a kind of file lies, for editors."""
    for _, folder in data_folders():
        path = folder / "datasheets" / "schemas" / f"{name}.schema.json"
        if path.is_file():
            return path.as_uri()
    raise InputError(f"the schema '{name}' is missing from this installation: install Muster again")


def _system(data: ArmyData, wanted: str | None) -> str:
    fitting = fitting_systems(data)
    ids = [system.id for system in fitting]
    named = slug(data.library.game_system.name) if data.system is None else ""
    if wanted is not None and slug(wanted) == named and any(system.last_resort for system in fitting):
        return next(system.id for system in fitting if system.last_resort)
    if wanted is not None:
        load_system(wanted)  # which says what is wrong with the name
        if wanted not in ids:
            raise InputError(f"{load_system(wanted).name} cannot read '{data.id}': {_readers(fitting)}")
        return wanted
    meant = unasked(fitting)
    if len(meant) != 1:
        how = f": say which with --system {' or --system '.join(system.id for system in meant)}" if meant else ""
        raise InputError(f"'{data.id}': {_readers(meant)}{how}")
    return meant[0].id


def _readers(systems: tuple[System, ...]) -> str:
    names = " and ".join(system.name for system in systems)
    return f"{names} can read its profiles" if names else "no installed system can read its profiles"


def _force(data: ArmyData, wanted: str | None) -> str:
    entries = {entry.id: entry for entry in data.library.forces_from(data.catalogue_id)}
    found = default_force(data) if wanted is None else force_named(data.library, wanted)
    if found is None or found not in entries:
        known = [entry.name for entry in entries.values()]
        raise InputError(f"force '{wanted}' is not known{suggestion(wanted or '', known)}")
    return found
