"""What the models of a unit fight with: their close combat weapon, their dice, their step, their saves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.record import Record, replace
from builder.systems.assault.rules import RANGE, Kind, attacks
from builder.systems.fortyk.model import ModelGroup, Unit, Vehicle, Weapon, WeaponMode

LAST = frozenset({"strikes last", "unwieldy"})
BEST_ARMOUR = 2
"""What pierces the best armour pierces all of it."""
_LINK = r"(?:up to|as far as|range|moves?|distance|enemies|units|within|over|from|at|of|is|are|an?)"
_INCH = r"\s*(?:[\"”″]|inch(?:es)?\b)"
_INCHES = re.compile(
    rf"\b(?:assaults?|charges?)\b(?:\s+{_LINK})*\s*:?\s*(?P<to>\d+){_INCH}(?!\s*(?:further|more|farther))"
    rf"|\b(?P<of>\d+){_INCH}\s+(?:assault|charge)s?\b",
    re.IGNORECASE,
)


class Fighter(Record, frozen=True, kw_only=True):
    """Models that fight alike.

    Args:
        id: that of their group, or of the vehicle.
        name: what they are called.
        models: how many they are.
        ws, s, i, a: of the model, with its weapon; `i` is the step in the open.
        t: None for a vehicle, whose armour is the base game's.
        wounds: of one model.
        saves: armour and invulnerable, as 2…6.
        weapon: what they fight with; empty for fists.
        two_weapons: they have two, or a pistol besides one (A-05).
        pierces: the armour saves that the weapon does not allow: this one and worse; 0 for none (A-15).
        kind: what they are (A-05).
        bare: their S and I without a weapon, with which they strike in support (A-06).
    """

    id: str
    name: str
    models: int
    ws: int
    s: int
    i: int
    a: int
    t: int | None = None
    wounds: int = 1
    saves: tuple[int | None, int | None] = (None, None)
    weapon: str = ""
    two_weapons: bool = False
    pierces: int = 0
    kind: Kind = "other"
    bare: tuple[int, int] | None = None

    @property
    def supporting(self) -> Fighter:
        """One of them in support: with its own S at its own step, and without what its weapon can do (A-06)."""
        s, i = self.bare or (self.s, self.i)
        return replace(self, s=s, i=i, pierces=0)

    def dice(self, *, charging: bool = False, shot: bool = False, supporting: bool = False) -> int:
        """Return the dice of one of them (A-05, A-06)."""
        return attacks(
            self.a,
            charging=charging,
            shot=shot,
            two_weapons=self.two_weapons,
            supporting=supporting,
            kind=self.kind,
        )

    def save(self, pierces: int) -> int | None:
        """Return their best save against a weapon (A-15): armour, unless it pierces that; invulnerable always."""
        armour, invulnerable = self.saves
        allowed = [armour] if armour is not None and not 0 < pierces <= armour else []
        return min([*allowed, *([invulnerable] if invulnerable is not None else [])], default=None)


def fighters(unit: Unit) -> tuple[Fighter, ...]:
    """Return the models of a unit that can fight, in the order of its groups; walkers among its vehicles last."""
    on_foot = (_of_group(group, unit) for group in unit.groups)
    walkers = (_of_walker(vehicle) for vehicle in unit.vehicles if vehicle.profile.walker)
    return tuple(fighter for fighter in (*on_foot, *walkers) if fighter is not None)


def charge_range(unit: Unit) -> int:
    """Return how far a unit charges: 6", unless a rule of its datasheet says otherwise (A-02)."""
    found = [int(each["to"] or each["of"]) for _, text in unit.rule_texts for each in _INCHES.finditer(text)]
    return max(found, default=RANGE)


def _of_group(group: ModelGroup, unit: Unit) -> Fighter | None:
    profile = group.profile
    if profile.ws is None or profile.s is None or profile.i is None or profile.a is None:
        return None
    carried = [each.weapon for each in group.weapons for _ in range(max(1, each.count // group.models))]
    mode, two = _armed(carried)
    strikes_last = mode is not None and bool(LAST & {*mode.rules})
    kind = _kind(group, unit)
    monstrous = "monstrous" in profile.unit_type.casefold()
    return Fighter(
        id=group.id,
        name=group.name,
        models=group.models,
        ws=profile.ws,
        s=strength(mode, profile.s),
        i=1 if strikes_last else profile.i,
        a=profile.a,
        t=profile.t.first,
        wounds=group.wounds_each,
        saves=(profile.save, profile.invulnerable),
        weapon="" if mode is None else mode.name,
        two_weapons=two,
        pierces=BEST_ARMOUR if monstrous else _pierces(mode),
        kind=kind,
        bare=(profile.s, profile.i),
    )


def _of_walker(vehicle: Vehicle) -> Fighter | None:
    profile = vehicle.profile
    if profile.ws is None or profile.s is None or profile.i is None or profile.a is None:
        return None
    mode, two = _armed([weapon for _, weapon in vehicle.weapons])
    return Fighter(
        id=vehicle.id,
        name=vehicle.name,
        models=1,
        ws=profile.ws,
        s=strength(mode, profile.s),
        i=profile.i,
        a=profile.a,
        weapon="" if mode is None else mode.name,
        two_weapons=two,
        pierces=_pierces(mode) or BEST_ARMOUR,
        kind="walker",
        bare=(profile.s, profile.i),
    )


def _armed(weapons: Sequence[Weapon]) -> tuple[WeaponMode | None, bool]:
    """The close combat weapon that models use, the strongest; and whether they have another, or a pistol (A-05).

    Two pistols are one in each hand; a pistol alone, or beside a gun, is no second weapon.
    """
    modes = [mode for weapon in weapons for mode in weapon.modes[:1]]
    melee = [mode for mode in modes if mode.kind == "melee"]
    pistols = [mode for mode in modes if mode.kind == "pistol"]
    best = max(melee, key=lambda mode: (strength(mode, 4), bool(_pierces(mode))), default=None)
    alone = best is not None and "two-handed" in best.rules
    pair = best is not None and best.name.casefold().startswith("pair of")
    return best, pair or (not alone and len(melee) + len(pistols) > 1)


def strength(mode: WeaponMode | None, s: int) -> int:
    """Return the S that a model strikes with (A-13): its own, with what its close combat weapon adds; at most 10."""
    if mode is None:
        return s
    text = mode.strength.replace(" ", "").casefold().removeprefix("s").replace("x", "×")
    if text.startswith("×") and text[1:].isdecimal():
        return min(10, s * int(text[1:]))
    if text.startswith("+") and text[1:].isdecimal():
        return min(10, s + int(text[1:]))
    return int(text) if text.isdecimal() else s


def _pierces(mode: WeaponMode | None) -> int:
    """The best armour save that a close combat weapon does not allow; 0 where it allows all (A-15)."""
    if mode is None:
        return 0
    if "power weapon" in mode.rules:
        return BEST_ARMOUR
    return int(mode.ap) if mode.ap.isdecimal() and 1 <= int(mode.ap) <= 6 else 0


def _kind(group: ModelGroup, unit: Unit) -> Kind:
    """What models are whose bonus for charging does not go with shooting (A-05)."""
    words = " ".join((group.profile.unit_type, group.name, group.profile.name, unit.name, *group.gear)).casefold()
    if re.search(r"\bterminators?\b(?! hono)", words):
        return "terminator"
    kinds: tuple[Kind, ...] = ("bike", "dreadnought", "walker")
    return next((kind for kind in kinds if kind in group.profile.unit_type.casefold()), "other")
