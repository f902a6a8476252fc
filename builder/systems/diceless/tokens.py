"""The tokens that an army gives to its opponent, each with its reason (D-70 to D-73, D-77)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from builder.systems.diceless.effects import Instead, effects_of
from builder.systems.fortyk.model import Army, Carried, Unit, Weapon, WeaponMode
from builder.systems.fortyk.weapons import is_psychic
from builder.systems.fortyk.weapontext import longest
from builder.systems.protocol import Counter, Part

SCATTER_BY_BLAST = {"blast": 2, "large blast": 3}
SCATTER_BY_DEEP_STRIKE = 2
GRENADE_RANGE = 8

_GRENADE = re.compile(r"grenade|stikkbomb", re.IGNORECASE)
_LAUNCHER = re.compile(r"launcher", re.IGNORECASE)


def tokens(army: Army) -> tuple[Counter, ...]:
    """Scatter, Gets Hot! and Warp, in this order, each also where there are none."""
    return (
        Counter("scatter", "Scatter", _parts(army, scatter)),
        Counter("gets_hot", "Gets Hot!", _parts(army, gets_hot)),
        Counter("warp", "Warp", _parts(army, warp)),
    )


def scatter(unit: Unit) -> Iterator[Part]:
    """Yield the scatter tokens of a unit.

    2 for a weapon that fires a blast, 3 for a large blast, by its largest ammunition and for each one carried; a
    psychic shooting attack for each psyker who has it; hand grenades once for the unit (D-70). Named effects count as
    the rules name them (D-73). A unit marked for deep strike adds 2 at the start of the game (D-71).
    """
    effects = effects_of(unit)
    for effect in effects:
        yield Part(unit.id, unit.name, effect.title, effect.scatter)
    renamed = [effect.name for effect in effects if effect.instead is Instead.WEAPON]
    powerless = any(effect.instead is Instead.POWERS for effect in effects)
    grenades = 0
    for carried in unit.weapons:
        weapon = carried.weapon
        named = any(name in text.lower() for name in renamed for text in (weapon.name, *(m.name for m in weapon.modes)))
        if named or (powerless and is_psychic(weapon)):
            continue
        size = max((_scatter(mode) for mode in weapon.modes if not is_hand_grenade(weapon, mode)), default=0)
        if size:
            number = _firing(carried, unit)
            yield Part(unit.id, unit.name, _times(weapon.name, number), number * size)
        else:
            grenades = max(grenades, *(_scatter(mode) for mode in weapon.modes))
    if grenades:
        yield Part(unit.id, unit.name, "hand grenades", grenades)
    if any(mark.kind == "deep_strike" for mark in unit.marks):
        yield Part(unit.id, unit.name, "deep strike", SCATTER_BY_DEEP_STRIKE, when="start")


def gets_hot(unit: Unit) -> Iterator[Part]:
    """Yield one token for each weapon carried that gets hot (D-72)."""
    for carried in unit.weapons:
        if any("gets hot" in mode.rules for mode in carried.weapon.modes):
            yield Part(unit.id, unit.name, _times(carried.weapon.name, carried.count), carried.count)


def warp(unit: Unit) -> Iterator[Part]:
    """Yield one token for each psyker; a brotherhood is one (D-72)."""
    if unit.psykers:
        yield Part(unit.id, unit.name, _times("psyker", unit.psykers), unit.psykers)


def is_hand_grenade(weapon: Weapon, mode: WeaponMode) -> bool:
    """Whether a mode is a grenade thrown by hand: named so, of up to 8", and not out of a launcher."""
    if _LAUNCHER.search(weapon.name) or _LAUNCHER.search(mode.name):
        return False
    named = mode.kind == "grenade" or bool(_GRENADE.search(mode.name))
    reach = longest(mode.range)
    return named and (reach is None or reach <= GRENADE_RANGE)


def throws_blast_grenades(unit: Unit) -> bool:
    """Whether a unit has hand grenades with a blast profile, which count once."""
    return any(
        is_hand_grenade(carried.weapon, mode) and _scatter(mode) > 0
        for carried in unit.weapons
        for mode in carried.weapon.modes
    )


def _parts(army: Army, of_unit: Callable[[Unit], Iterator[Part]]) -> tuple[Part, ...]:
    return tuple(part for unit in army.units for part in of_unit(unit))


def _scatter(mode: WeaponMode) -> int:
    return SCATTER_BY_BLAST.get(mode.blast, 0)


def _firing(carried: Carried, unit: Unit) -> int:
    """How often a weapon counts: a psychic shooting attack as often as there are psykers to use it."""
    return min(carried.count, max(1, unit.psykers)) if is_psychic(carried.weapon) else carried.count


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name} ×{count}"
