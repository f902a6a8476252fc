"""Units on Lethal profiles: models on foot, vehicles and their weapons, as a roster has them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from builder.roster.view import Mark
from builder.systems.lethal.command import best_command
from builder.systems.lethal.groups import Bond, TroopType
from builder.systems.lethal.values import Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class LethalModelProfile:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class LethalVehicleProfile:
    """A vehicle (L-03): distances in cm, CM as 1…6; `su` is None where it comes from its speed (L-04)."""

    name: str
    types: tuple[str, ...]
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
    capacity: int | None = None

    @property
    def open_topped(self) -> bool:
        """Whether it has no roof."""
        return "open-topped" in self.types

    @property
    def walker(self) -> bool:
        """Whether it moves and fights in close combat as infantry does (L-01)."""
        return "walker" in self.types


@dataclass(frozen=True, slots=True, kw_only=True)
class LethalWeaponMode:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class LethalWeapon:
    """A weapon with its modes; the first is the one it is known by."""

    name: str
    modes: tuple[LethalWeaponMode, ...]


@dataclass(frozen=True, slots=True)
class LethalCarried:
    """A weapon, how many of it are carried, and the contact range of those who carry it, in cm."""

    weapon: LethalWeapon
    count: int
    contact: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LethalModelGroup:
    """Models of one kind; `weapons` are those of all of them."""

    id: str
    name: str
    models: int
    profile: LethalModelProfile
    weapons: tuple[LethalCarried, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LethalVehicle:
    """One vehicle; each of its weapons can be destroyed on its own, so weapons come one by one with ids (`u.w1`)."""

    id: str
    name: str
    profile: LethalVehicleProfile
    weapons: tuple[tuple[str, LethalWeapon], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LethalArmyUnit:
    """A unit of a roster.

    Args:
        entry, entry_name: the id and the name of the entry it was made from.
        slot: the code of its slot (`TR`); `category` is the slot's name.
        points: its cost without its transport.
        gear: what it carries besides weapons.
        rules: names of its special rules; `rule_texts` are those with a text.
        powers: names of its psychic abilities, with their texts.
        transport: the id of the transport that was bought with it.
        extra_ammo: ammunition counters beyond the first (L-21).
        part_of: the structure that it is a part of, or the entry that it was bought through (L-10).
        whole: the id of the choice that it is one of several units of, each deployed alone (L-10).
        lent: rules that it shares with the character who leads it, or with the unit that it leads (L-06).
    """

    id: str
    entry: str
    name: str
    slot: str
    category: str
    points: Decimal
    bond: Bond = Bond.SEPARATE
    groups: tuple[LethalModelGroup, ...] = ()
    vehicles: tuple[LethalVehicle, ...] = ()
    gear: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    rule_texts: tuple[tuple[str, str], ...] = ()
    marks: tuple[Mark, ...] = ()
    notes: str = ""
    powers: tuple[tuple[str, str], ...] = ()
    transport: str | None = None
    extra_ammo: int = 0
    part_of: str = ""
    entry_name: str = ""
    whole: str | None = None
    lent: tuple[str, ...] = ()

    @property
    def models(self) -> int:
        """Models in the unit, vehicles included."""
        return sum(group.models for group in self.groups) + len(self.vehicles)

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


@dataclass(frozen=True, slots=True, kw_only=True)
class LethalArmy:
    """A roster read for Lethal profiles; `settings` are the readings of the rules that it chooses."""

    name: str
    units: tuple[LethalArmyUnit, ...]
    points: Decimal
    limit: Decimal | None = None
    settings: tuple[tuple[str, str], ...] = ()
