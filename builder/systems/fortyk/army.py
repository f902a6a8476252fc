"""A roster read for 40K profiles: which of its selections are units, and whether it has such profiles at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from builder.errors import Finding, Severity
from builder.roster.points import points as roster_points
from builder.roster.points import points_limit, points_type
from builder.roster.view import ProfileView, RosterView, SelectionView
from builder.systems.fortyk.bodies import has_stat_line
from builder.systems.fortyk.columns import MODEL_COLUMNS, Kind, heading, of_kind
from builder.systems.fortyk.detach import detach
from builder.systems.fortyk.log import Log
from builder.systems.fortyk.model import Army, Unit
from builder.systems.fortyk.slots import ORDER, slot_rank
from builder.systems.fortyk.units import read_unit
from builder.systems.kept import KeptUnits


@dataclass(frozen=True, slots=True)
class ArmyReading:
    """An army, and what is to be told of how it was read."""

    army: Army
    findings: tuple[Finding, ...]


def missing_stat_lines(roster: RosterView, system: str) -> tuple[Finding, ...]:
    """Why a roster has nothing that a system on 40K profiles can read: one error, or nothing.

    Args:
        roster: the roster.
        system: the name of the system, for the message.
    """
    if any(has_stat_line(selection) for selection in roster.units()):
        return ()
    needed = f"{system} needs {' '.join(MODEL_COLUMNS)}"
    foreign = next(_stat_lines_of_others(roster), None)
    if foreign is not None:
        message = f"{roster.name} uses another stat line ({heading(foreign)}); {needed}"
        return (Finding(Severity.ERROR, "fortyk.stat_line", message),)
    if not any(True for _ in roster.units()):
        return ()
    message = f"{roster.name} has no stat lines; {needed}"
    return (Finding(Severity.ERROR, "fortyk.stat_line", message),)


def read_army(roster: RosterView, kept: KeptUnits | None = None) -> ArmyReading:
    """Read a roster for 40K profiles; whatever is guessed, left out or cannot be read is among the findings.

    Units stand by slot, within a slot as in the roster, a transport behind the unit that it was bought for.
    """
    kept = kept or KeptUnits()
    log = Log()
    points = points_type(roster)
    units: list[Unit] = []
    options: list[str] = []
    buildings: list[str] = []
    for place, selection in sorted(enumerate(roster.units()), key=lambda placed: slot_rank(placed[1])):
        read = kept.of(selection, points, partial(_read, selection, points))
        units.extend(unit if unit.place == place else replace(unit, place=place) for unit in read.units)
        log.take(read.findings)
        if read.leaves_out == "options":
            options.append(selection.name.strip())
        elif read.leaves_out == "buildings":
            buildings.append(selection.name.strip())
    if options:
        log.info("army_options", f"not units, but options of the army: {'; '.join(dict.fromkeys(options))}")
    if buildings:
        log.info("buildings", f"buildings have no sheet and are left out: {'; '.join(dict.fromkeys(buildings))}")
    army = Army(
        name=roster.name,
        units=tuple(units),
        points=roster_points(roster, points),
        limit=points_limit(roster, points),
    )
    return ArmyReading(army, log.findings)


@dataclass(frozen=True, slots=True)
class _Read:
    """What a selection of the roster is: units, what to tell of them, or what kind of thing it is left out as."""

    units: tuple[Unit, ...] = ()
    findings: tuple[Finding, ...] = ()
    leaves_out: str = ""


def _read(selection: SelectionView, points: str) -> _Read:
    log = Log()
    if has_stat_line(selection):
        read = (read_unit(detached, selection, points, log) for detached in detach(selection))
        units = tuple(unit for unit in read if unit is not None)
        _tell_foreign(selection, log)
        return _Read(units, log.findings)
    if _is_building(selection):
        return _Read(leaves_out="buildings")
    if selection.type == "unit" or slot_rank(selection) < len(ORDER):
        log.about(selection.id, selection.custom_name or selection.name.strip())
        log.warning("empty", "no models with a stat line are chosen: it has no sheet", selection.id)
        return _Read(findings=log.findings)
    return _Read(leaves_out="options")


def _stat_lines_of_others(roster: RosterView) -> Iterator[ProfileView]:
    for selection in roster.units():
        for one in selection.walk():
            yield from of_kind(one.profiles, Kind.FOREIGN)


def _tell_foreign(selection: SelectionView, log: Log) -> None:
    for one in selection.walk():
        for profile in of_kind(one.profiles, Kind.FOREIGN):
            log.about(selection.id, selection.name)
            log.warning("stat_line", f"{profile.name} uses another stat line ({heading(profile)}) and is left out")


def _is_building(selection: SelectionView) -> bool:
    return any(True for one in selection.walk() for _ in of_kind(one.profiles, Kind.BUILDING))
