"""Units on Lethal profiles: models on foot, vehicles and their weapons, as a roster has them."""

from __future__ import annotations

import enum
from decimal import Decimal
from fractions import Fraction

from builder.record import Record
from builder.systems.common.units import BaseUnit, BaseVehicleProfile
from builder.systems.lethal.command import best_command
from builder.systems.lethal.values import Roll


class TroopType(enum.StrEnum):
    """What counts when units are grouped; infantry with a transport is infantry (L-11)."""

    INFANTRY = "infantry"
    VEHICLE = "vehicle"
    MONSTROUS_CREATURE = "monstrous creature"
    CHARACTER = "character"


class Bond(enum.StrEnum):
    """How a unit came into the list (L-10)."""

    SEPARATE = "separate"
    STRUCTURE = "structure"
    LINKED = "linked"


class LethalModelProfile(Record, frozen=True, kw_only=True):
    """A model on foot (L-01): distances in cm, CM as 1…6; `su` is None where it comes from its speed (L-04)."""

    name: str
    types: tuple[str, ...]
    m: int
    cr: int
    cs: Roll
    ss: Roll
    ap: int
    av: int
    su: Roll | None
    cm: int
    structure: int = 1


class LethalVehicleProfile(BaseVehicleProfile, frozen=True, kw_only=True):
    """A vehicle (L-03): distances in cm, CM as 1…6; `su` is None where it comes from its speed (L-04)."""

    m: int
    cr: int
    cs: Roll
    ss: Roll
    ap: int
    front: int
    side: int
    rear: int
    su: Roll | None
    cm: int
    structure: int = 1


class LethalWeaponMode(Record, frozen=True, kw_only=True):
    """One way to fire a weapon (L-05); `multiplier` is None in close combat, `minimum` a range in cm.

    `adds` says that its AP comes on top of the profile's.
    """

    name: str
    multiplier: Fraction | None
    ap: int
    shots: int = 1
    kinds: tuple[str, ...] = ()
    minimum: int = 0
    adds: bool = False
    text: str = ""


class LethalWeapon(Record, frozen=True, kw_only=True):
    """A weapon with its modes; the first is the one it is known by."""

    name: str
    modes: tuple[LethalWeaponMode, ...]


class LethalCarried(Record, frozen=True):
    """A weapon, how many of it are carried, and the contact range of those who carry it, in cm."""

    weapon: LethalWeapon
    count: int
    contact: int


class LethalModelGroup(Record, frozen=True, kw_only=True):
    """Models of one kind; `weapons` are those of all of them."""

    id: str
    name: str
    models: int
    profile: LethalModelProfile
    weapons: tuple[LethalCarried, ...] = ()


class LethalVehicle(Record, frozen=True, kw_only=True):
    """One vehicle; each of its weapons can be destroyed on its own, so weapons come one by one with ids (`u.w1`)."""

    id: str
    name: str
    profile: LethalVehicleProfile
    weapons: tuple[tuple[str, LethalWeapon], ...] = ()


class LethalArmyUnit(BaseUnit[LethalModelGroup, LethalVehicle], frozen=True, kw_only=True):
    """A unit of a roster; its points are its cost without its transport.

    Args:
        entry_name: the name of the entry it was made from.
        bond: how it came into the list (L-10).
        gear: what it carries besides weapons.
        powers: names of its psychic abilities, with their texts.
        transport: the id of the transport that was bought with it.
        extra_ammo: ammunition counters beyond the first (L-21).
        part_of: the structure that it is a part of, or the entry that it was bought through (L-10).
        whole: the id of the choice that it is one of several units of, each deployed alone (L-10).
        lent: rules that it shares with the character who leads it, or with the unit that it leads (L-06).
    """

    bond: Bond = Bond.SEPARATE
    gear: tuple[str, ...] = ()
    powers: tuple[tuple[str, str], ...] = ()
    transport: str | None = None
    extra_ammo: int = 0
    part_of: str = ""
    entry_name: str = ""
    whole: str | None = None
    lent: tuple[str, ...] = ()

    @property
    def has_ammunition(self) -> bool:
        """Whether it has ammunition counters: all but vehicles have (L-20)."""
        return bool(self.groups)

    @property
    def type(self) -> TroopType:
        """What it counts as in a group (L-11); a unit with anybody else in it is no character."""
        types = [group.profile.types for group in self.groups]
        if not types:
            return TroopType.VEHICLE
        if all("character" in own for own in types):
            return TroopType.CHARACTER
        return TroopType.MONSTROUS_CREATURE if "monstrous creature" in types[0] else TroopType.INFANTRY

    @property
    def command(self) -> int:
        """The CM of its checks, the best of its models, with its special rules (L-06), as 1…6."""
        values = [group.profile.cm for group in self.groups] + [vehicle.profile.cm for vehicle in self.vehicles]
        return best_command(min(values), [rule.casefold() for rule in (*self.rules, *self.lent)])

    @property
    def weapons(self) -> tuple[LethalCarried, ...]:
        """The weapons of its models on foot with their whole count, by contact range, in order of first appearance."""
        counts: dict[tuple[LethalWeapon, int], int] = {}
        for group in self.groups:
            for carried in group.weapons:
                key = (carried.weapon, carried.contact)
                counts[key] = counts.get(key, 0) + carried.count
        return tuple(LethalCarried(weapon, count, contact) for (weapon, contact), count in counts.items())


class LethalArmy(Record, frozen=True, kw_only=True):
    """A roster read for Lethal profiles; `settings` are the readings of the rules that it chooses."""

    name: str
    units: tuple[LethalArmyUnit, ...]
    points: Decimal
    limit: Decimal | None = None
    settings: tuple[tuple[str, str], ...] = ()
