"""An army as Lethal 40K understands it: units, ammunition, planned groups, findings, cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.errors import Finding
from builder.record import replace
from builder.roster.view import RosterView
from builder.systems.blocks import Card, RosterPage, Slot
from builder.systems.common.marks import mark_findings
from builder.systems.common.units import AnyUnit, summary_of, with_codes
from builder.systems.lethal.army import read_army
from builder.systems.lethal.attacks import AT_START, SETTINGS
from builder.systems.lethal.contact import cover_reaches
from builder.systems.lethal.groups import UnitGroup, group_findings, planned_groups
from builder.systems.lethal.model import (
    LethalArmy,
    LethalArmyUnit,
    LethalModelProfile,
    LethalVehicle,
    LethalVehicleProfile,
    LethalWeapon,
    TroopType,
)
from builder.systems.protocol import Counter, CounterPart, UnitCache, UnitSummary

AMMUNITION = "ammo"


@dataclass(frozen=True, slots=True)
class LethalReading:
    """An army that has been read; `findings` are those of reading it, of its marks and of its groups.

    What draws its cards is imported when they are asked for: a check needs none.
    """

    army: LethalArmy
    groups: tuple[UnitGroup, ...]
    units: tuple[UnitSummary, ...]
    counters: tuple[Counter, ...]
    findings: tuple[Finding, ...]

    @property
    def extra(self) -> Mapping[str, object]:
        """The planned unit groups, and how the list reads the rules."""
        return {
            "unit_groups": [
                {
                    "id": group.id,
                    "name": group.name,
                    "units": [unit.id for unit in group.units],
                    "command": group.leader.command,
                    "by": group.leader.id,
                    "fixed": group.fixed,
                }
                for group in self.groups
            ],
            "settings": {setting.name: setting.chosen(self.army.settings) for setting in SETTINGS},
        }

    def cards(self, unit: str | None = None) -> Sequence[Card]:
        """Return the cards to print, in the order of the roster, or those of one unit."""
        from builder.systems.lethal.cards import army_cards

        return army_cards(self.army, self.groups, unit)

    def roster_page(self, findings: Sequence[Finding] = (), slots: Sequence[Slot] = (), source: str = "") -> RosterPage:
        """Return the list of the army with all its findings, those of the evaluation too; `source` names its data."""
        from builder.systems.lethal.roster_page import roster_page

        return with_codes(roster_page(self.army, self.groups, self.counters, findings, slots, source), self.army.units)


def read(roster: RosterView, kept: UnitCache | None = None) -> LethalReading:
    """Read an evaluated roster; units that are `kept` are not read again."""
    army, findings = read_army(roster, kept)
    groups = planned_groups(army, roster.groups)
    return LethalReading(
        army=army,
        groups=groups,
        units=tuple(summary(unit) for unit in army.units),
        counters=(ammunition(army),),
        findings=(
            *findings,
            *mark_findings(army.units, leads=is_character),
            *group_findings(army, groups, roster.groups),
        ),
    )


def is_character(unit: AnyUnit) -> bool:
    """Whether a unit is a character, who can lead another one (L-06)."""
    return isinstance(unit, LethalArmyUnit) and unit.type is TroopType.CHARACTER


def ammunition(army: LethalArmy) -> Counter:
    """Return the ammunition counters to bring, with where they come from (L-20, L-21)."""
    return Counter(AMMUNITION, "Ammunition", tuple(_parts(army)), "to bring")


def _parts(army: LethalArmy) -> Iterator[CounterPart]:
    for unit in army.units:
        if unit.has_ammunition:
            yield CounterPart(unit.id, unit.name, "infantry unit", AT_START)
            if unit.extra_ammo:
                yield CounterPart(unit.id, unit.name, "extra ammunition", unit.extra_ammo)


def summary(unit: LethalArmyUnit) -> UnitSummary:
    """Return what a list shows of a unit."""
    return replace(
        summary_of(unit),
        value=f"{unit.command}+",
        extra={
            "type": str(unit.type),
            "bond": str(unit.bond),
            "command": unit.command,
            "ammo": AT_START + unit.extra_ammo if unit.has_ammunition else None,
            "rules": list(unit.rules),
            "profiles": [{"group": group.id, **_line(group.profile)} for group in unit.groups],
            "weapons": [
                {"name": carried.weapon.name, "count": carried.count, "modes": _modes(carried.weapon, carried.contact)}
                for carried in unit.weapons
            ],
            "vehicles": [_vehicle(vehicle) for vehicle in unit.vehicles],
        },
    )


def _vehicle(vehicle: LethalVehicle) -> Mapping[str, object]:
    profile = vehicle.profile
    return {
        "id": vehicle.id,
        "name": vehicle.name,
        **_line(profile),
        "front": profile.front,
        "side": profile.side,
        "rear": profile.rear,
        "capacity": profile.capacity,
        "weapons": [
            {"id": weapon_id, "name": weapon.name, "modes": _modes(weapon, profile.cr)}
            for weapon_id, weapon in vehicle.weapons
        ],
    }


def _line(profile: LethalModelProfile | LethalVehicleProfile) -> dict[str, object]:
    """Return the values that models and vehicles share; SU is `M` where it comes from the speed (L-04)."""
    line: dict[str, object] = {
        "types": list(profile.types),
        "M": profile.m,
        "CR": profile.cr,
        "CS": str(profile.cs),
        "SS": str(profile.ss),
        "AP": profile.ap,
        "SU": "M" if profile.su is None else str(profile.su),
        "CM": f"{profile.cm}+",
        "structure": profile.structure,
    }
    if isinstance(profile, LethalModelProfile):
        line["AV"] = profile.av
    return line


def _modes(weapon: LethalWeapon, contact: int) -> list[Mapping[str, object]]:
    """Return the modes of a weapon with how far each reaches, in cm, by where the cover begins (L-40, L-41)."""
    return [
        {
            "name": mode.name,
            "wrm": None if mode.multiplier is None else str(mode.multiplier),
            "ap": mode.ap,
            "shots": mode.shots,
            "kinds": list(mode.kinds),
            "minimum": mode.minimum,
            "reach": None
            if mode.multiplier is None
            else dict(zip(("open", "light", "medium", "hard"), cover_reaches(contact, mode.multiplier), strict=True)),
        }
        for mode in weapon.modes
    ]
