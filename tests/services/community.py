"""The community's catalogues as a library for tests, and armies built from them as a player would."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import ArmyData
from builder.datafiles.armies.read import default_force
from builder.errors import EditError
from builder.roster import edit
from builder.roster.evaluate import evaluate
from builder.roster.model import Roster
from builder.roster.options import options
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Add, SetOption
from builder.systems.diceless.reading import DicelessReading
from builder.systems.diceless.reading import read as read_diceless
from builder.systems.fortyk.model import ModelGroup, Unit, Vehicle

SHARED = (Path(__file__).parents[2] / "../shared/data/battlescribe").resolve()
FIFTH, SEVENTH = "5th-edition", "7th-edition"
SPACE_MARINES, GUARD, TYRANTS = f"{FIFTH}/Space Marines", f"{FIFTH}/Imperial Guard", f"{FIFTH}/Tyrants Legion"
SEVENTH_MARINES, ORKS = f"{SEVENTH}/Space Marines: Codex (2015)", f"{SEVENTH}/Orks: Codex (2014)"
CATALOGUES = (SPACE_MARINES, GUARD, TYRANTS, SEVENTH_MARINES, ORKS)

needs_catalogues = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the community's catalogues are not beside the checkout"
)


def community_library(folder: Path) -> Path:
    """A data folder whose library of community data is the shared one."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "battlescribe").symlink_to(SHARED, target_is_directory=True)
    return folder


def built(data: ArmyData, *paths: str) -> Roster:
    """A roster with one force and one of each entry, as adding them one by one makes it."""
    entry = default_force(data)
    assert entry is not None
    force = edit.add_force(
        edit.new_roster(data.library, "Test"), data.library, entry, data.catalogue_id, defaults=False
    )
    roster = force.roster
    for path in paths:
        roster = edit.select(roster, data.library, force.id, path, complete=True).roster
    return roster


def read(roster: Roster, data: ArmyData) -> DicelessReading:
    return read_diceless(evaluate(roster, data.library, by_name=False).view)


def root(data: ArmyData, name: str, type: str | None = None) -> LinkedEntry:
    """The entry of this name that can be chosen first of all."""
    entries = data.library.root_entries(data.catalogue_id)
    return next(entry for entry in entries if entry.name == name and type in (None, entry.type))


def with_options(roster: Roster, data: ArmyData, random: Random, edits: int) -> Roster:
    """The roster after some random choices that its limits allow."""
    for _ in range(edits):
        parts = [part for part in roster.all_selections() if part.type != "upgrade" or part.selections]
        if not parts:
            return roster
        part = random.choice(parts)
        offered = [
            option for option in options(roster, data.library, part.id) if not option.hidden and option.left != 0
        ]
        if offered:
            chosen = random.choice(offered)
            roster = edit.select(roster, data.library, part.id, chosen.entry.path, complete=True).roster
    return roster


def edited(session: ArmyDocument, random: Random, edits: int) -> None:
    """Change an army by random operations, as at the command line; what cannot be done is passed over."""
    roots = list(session.ground.data.library.root_entries(session.ground.data.catalogue_id))
    for _ in range(edits):
        units = [unit for force in session.state.roster.all_forces() for unit in force.selections]
        try:
            if len(units) < 3 or random.random() < 0.2:
                session.apply(Add(unit=random.choice(roots).path))
                continue
            unit = random.choice(units)
            part = random.choice(list(unit.walk()))
            offered = list(options(session.state.roster, session.ground.data.library, part.id))
            if offered:
                chosen = random.choice(offered)
                number = random.choice((1, 1, 2))
                session.apply(SetOption(id=unit.id, option=chosen.entry.path, under=part.id, number=number))
        except EditError:
            continue


def told(unit: Unit) -> list[str]:
    """A unit in lines: its groups and vehicles with their weapons."""
    return [*map(_group, unit.groups), *map(_vehicle, unit.vehicles)]


def _group(group: ModelGroup) -> str:
    p = group.profile
    line = f"{group.models} {group.name}: W{p.w} T{p.t} Sv{p.save or '-'}"
    weapons = ", ".join(f"{carried.count} {carried.weapon.name}" for carried in group.weapons)
    return f"{line} | {weapons}" if weapons else line


def _vehicle(vehicle: Vehicle) -> str:
    p = vehicle.profile
    weapons = ", ".join(weapon.name for _, weapon in vehicle.weapons)
    return f"{vehicle.name}: {p.front}/{p.side}/{p.rear} | {weapons}"
