"""The BS (or WS) that an attack is worked out with, and its strength: re-rolls, range, and what a vehicle does."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil

from builder.record import Record
from builder.scalars import signed
from builder.systems.calculation import Explained

HEAVY_STEP = 12
"""Inches under the maximum range that give a heavy weapon BS +1 (D-22)."""
RAPID_FIRE_REACH = 12
"""Inches up to which rapid fire shoots twice, as in the base game."""
TEMPLATE_REACH = 8
"""Inches that a template reaches, as in the base game."""
SIGHT_AT_NIGHT, SIGHT_OF_ACUTE_SENSES = 18, 24
"""Inches that models see in night fighting (D-82)."""


class AngleZone(enum.StrEnum):
    """The zone of the angle template that a shot comes from (D-50, D-92)."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"


class Speed(enum.StrEnum):
    """How far the vehicle that is attacked has moved (D-50)."""

    IMMOBILE = "immobile"
    COMBAT = "combat"
    CRUISING = "cruising"
    FLAT_OUT = "flat out"


ZONES: Mapping[AngleZone, int] = {AngleZone.RED: 1, AngleZone.ORANGE: 0, AngleZone.YELLOW: -1}
"""BS by the zone, for heavy weapons alone (D-50)."""
SPEEDS: Mapping[Speed, int] = {Speed.IMMOBILE: 2, Speed.COMBAT: 1, Speed.CRUISING: 0, Speed.FLAT_OUT: -1}
"""BS, and WS in an assault, by the speed of the vehicle (D-50, D-60)."""
UP_TO: Mapping[Speed, int] = {Speed.IMMOBILE: 0, Speed.COMBAT: 6, Speed.CRUISING: 12}
"""The most inches of a move at each speed, as in the base game; what is more is flat out."""
AP_ON_VEHICLES: Mapping[str, int] = {"1": 1, "-": -1}
"""BS by the AP of the weapon: the others change nothing (D-50)."""


class Rerolls(Record, frozen=True, kw_only=True):
    """What is rolled again in the base game; several re-rolls of one roll count once (D-21, D-39, D-45).

    Args:
        to_hit: a re-roll to hit.
        preferred_enemy: it is fought in close combat, which counts as one (D-33).
        twin_linked: the weapon is twin-linked.
        to_wound: a re-roll to wound.
    """

    to_hit: bool = False
    preferred_enemy: bool = False
    twin_linked: bool = False
    to_wound: bool = False

    @property
    def skill(self) -> int:
        """What is added to BS or WS."""
        return int(bool(self.why))

    @property
    def why(self) -> str:
        """What it is added for; empty for nothing."""
        if self.twin_linked:
            return "twin-linked"
        if self.preferred_enemy:
            return "preferred enemy"
        return "re-roll to hit" if self.to_hit else ""

    @property
    def strength(self) -> int:
        """What is added to S."""
        return int(self.to_wound)


NO_REROLLS = Rerolls()


class OnVehicle(Record, frozen=True, kw_only=True):
    """What a vehicle and the weapon used on it add to BS or WS (D-50).

    Args:
        zone: where the shot comes from; None for weapons that are not heavy, and in an assault (D-60).
        speed: how far the vehicle moved; None where that says nothing of it, as of a walker.
        ap: `1` to `6`, or `-`; empty where the attack has none.
        tank_hunters: the attackers are tank hunters (D-33).
    """

    zone: AngleZone | None = None
    speed: Speed | None = Speed.CRUISING
    ap: str = ""
    tank_hunters: bool = False


def range_bonus(reach: Fraction, distance: Fraction) -> int:
    """BS of a heavy weapon for each 12" that the target is, strictly, under its range (D-22); both in inches.

    Raises:
        ValueError: the target is out of range.
    """
    if distance > reach:
        raise ValueError(f"the target is out of range: {inches_text(distance)} is more than {inches_text(reach)}")
    return max(0, ceil((reach - distance) / HEAVY_STEP) - 1)


def speed_of_move(inches: Fraction) -> Speed:
    """The speed of a vehicle that moved so many inches."""
    return next((speed for speed, most in UP_TO.items() if inches <= most), Speed.FLAT_OUT)


def rapid_fire_shots(distance: Fraction) -> int:
    """Shots of a rapid fire weapon at so many inches, as in the base game (D-20)."""
    return 2 if distance <= RAPID_FIRE_REACH else 1


def seen_at_night(distance: Fraction, acute_senses: bool = False) -> Explained[bool]:
    """Whether a target is seen in night fighting: up to 18", with acute senses 24" (D-82)."""
    sight = SIGHT_OF_ACUTE_SENSES if acute_senses else SIGHT_AT_NIGHT
    seen = distance <= sight
    why = " with acute senses" if acute_senses else ""
    return Explained(
        seen, (f'sight at night{why}: {sight}"', f"{inches_text(distance)}: {'seen' if seen else 'not seen'}")
    )


def skill(
    base: int,
    rerolls: Rerolls = NO_REROLLS,
    heavy_range: tuple[Fraction, Fraction] | None = None,
    vehicle: OnVehicle | None = None,
    name: str = "BS",
    cover: int = 0,
) -> Explained[int]:
    """BS, or WS in an assault, with everything that changes it, never under 0 (D-21, D-22, D-33, D-39, D-50).

    Args:
        base: as the profile has it.
        rerolls: what is rolled again.
        heavy_range: range and distance in inches of a heavy weapon, where the optional rule is played.
        vehicle: what the target adds, where it is a vehicle.
        name: `BS` or `WS`.
        cover: what the target's cover takes off, where it gives no save (H-01).
    """
    changes = list(_changes(rerolls, heavy_range, vehicle))
    modified = in_cover(max(0, base + sum(change for _, change in changes)), cover)
    if cover:
        changes.append(("cover", -cover))
    steps = [f"{name} {base}", *(f"{words}: {signed(change)}" for words, change in changes)]
    if changes:
        steps.append(f"{name} {modified}")
    return Explained(modified, tuple(steps))


def in_cover(skill: int, less: int) -> int:
    """BS at a target in cover, which brings nobody under 1 (H-01)."""
    return max(min(skill, 1), skill - less)


def strength(base: int, rerolls: Rerolls) -> Explained[int]:
    """S with a re-roll to wound (D-21, D-45)."""
    if not rerolls.strength:
        return Explained(base)
    return Explained(base + 1, (f"re-roll to wound: S {base} + 1 = {base + 1}",))


def inches_text(distance: Fraction) -> str:
    """Return a distance as players write it: `1.5"`."""
    return f'{float(distance):g}"'


def _changes(
    rerolls: Rerolls, heavy_range: tuple[Fraction, Fraction] | None, vehicle: OnVehicle | None
) -> Iterator[tuple[str, int]]:
    if rerolls.skill:
        yield rerolls.why, rerolls.skill
    if heavy_range is not None:
        reach, distance = heavy_range
        bonus = range_bonus(reach, distance)
        if bonus:
            yield f"heavy weapon, under {inches_text(reach - HEAVY_STEP * bonus)}", bonus
    if vehicle is None:
        return
    if vehicle.zone is not None:
        yield f"{vehicle.zone} zone", ZONES[vehicle.zone]
    if vehicle.speed is not None:
        words = f"{vehicle.speed} {'vehicle' if vehicle.speed is Speed.IMMOBILE else 'speed'}"
        yield words, SPEEDS[vehicle.speed]
    if vehicle.ap in AP_ON_VEHICLES:
        yield f"AP {vehicle.ap.replace('-', '–')}", AP_ON_VEHICLES[vehicle.ap]
    if vehicle.tank_hunters:
        yield "tank hunters", 1
