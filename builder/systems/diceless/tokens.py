"""Tokens that an army gives to its opponent, each with its reason (D-70 to D-73, D-77), and what Scatter does."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from builder.record import Record
from builder.scalars import counted
from builder.systems.calculation import Explained
from builder.systems.fortyk.model import THROW, Carried, FortykArmy, Unit, Weapon, WeaponMode
from builder.systems.fortyk.weapontext import longest
from builder.systems.protocol import Counter, CounterPart


class Instead(enum.Enum):
    """What an effect's tokens stand in for, so that nothing is counted twice."""

    NOTHING = "nothing"
    WEAPON = "the weapon of its name"
    POWERS = "all psychic powers of the unit"


class NamedEffect(Record, frozen=True):
    """Scatter tokens for whoever has something whose name contains `name` (lower case)."""

    name: str
    title: str
    scatter: int
    rule: str
    instead: Instead = Instead.NOTHING


EFFECTS = (
    NamedEffect("gate of infinity", "Gate of Infinity", 2, "D-73"),
    NamedEffect("orbital bombardment", "orbital bombardment", 3, "D-73", Instead.WEAPON),
    NamedEffect("tigurius", "powers of Varro Tigurius", 2, "D-73", Instead.POWERS),
)
POWERS = frozenset({"gate of infinity"})
"""The effects that are psychic powers."""


def effects_of(unit: Unit) -> tuple[NamedEffect, ...]:
    """Return the named effects that a unit has, each once."""
    names = [name.lower() for name in _names(unit)]
    found = [effect for effect in EFFECTS if any(effect.name in name for name in names)]
    if any(effect.instead is Instead.POWERS for effect in found):
        found = [effect for effect in found if effect.name not in POWERS]
    return tuple(found)


def _names(unit: Unit) -> Iterator[str]:
    yield unit.name
    yield from unit.powers
    yield from unit.rules
    for group in unit.groups:
        yield from (group.name, group.profile.name, *group.gear)
    for vehicle in unit.vehicles:
        yield from vehicle.gear
    for carried in unit.weapons:
        yield carried.weapon.name
        yield from (mode.name for mode in carried.weapon.modes)


SCATTER_BY_BLAST = {"blast": 2, "large blast": 3}
SCATTER_BY_DEEP_STRIKE = 2


_GRENADE = re.compile(r"grenade|stikkbomb", re.IGNORECASE)
_LAUNCHER = re.compile(r"launcher", re.IGNORECASE)


def tokens(army: FortykArmy) -> tuple[Counter, ...]:
    """Scatter, Gets Hot! and Warp, in this order, each also where there are none."""
    return (
        Counter("scatter", "Scatter", _parts(army, scatter)),
        Counter("gets_hot", "Gets Hot!", _parts(army, gets_hot)),
        Counter("warp", "Warp", _parts(army, warp)),
    )


def scatter(unit: Unit) -> Iterator[CounterPart]:
    """Yield the scatter tokens of a unit.

    2 for a weapon that fires a blast, 3 for a large blast, by its largest ammunition and for each one carried; a
    psychic shooting attack for each psyker who has it; hand grenades once for the unit (D-70). Named effects count as
    the rules name them (D-73). A unit marked for deep strike adds 2 at the start of the game (D-71).
    """
    effects = effects_of(unit)
    for effect in effects:
        yield CounterPart(unit.id, unit.name, effect.title, effect.scatter)
    renamed = [effect.name for effect in effects if effect.instead is Instead.WEAPON]
    powerless = any(effect.instead is Instead.POWERS for effect in effects)
    grenades = 0
    for carried in unit.weapons:
        weapon = carried.weapon
        named = any(name in text.lower() for name in renamed for text in (weapon.name, *(m.name for m in weapon.modes)))
        if named or (powerless and weapon.psychic):
            continue
        size = max((_scatter(mode) for mode in weapon.modes if not is_hand_grenade(weapon, mode)), default=0)
        if size:
            number = _firing(carried, unit)
            yield CounterPart(unit.id, unit.name, _times(weapon.name, number), number * size)
        else:
            grenades = max(grenades, *(_scatter(mode) for mode in weapon.modes))
    if grenades:
        yield CounterPart(unit.id, unit.name, "hand grenades", grenades)
    if unit.is_marked("deep_strike"):
        yield CounterPart(unit.id, unit.name, "deep strike", SCATTER_BY_DEEP_STRIKE, when="start")


def gets_hot(unit: Unit) -> Iterator[CounterPart]:
    """Yield one token for each weapon carried that gets hot (D-72)."""
    for carried in unit.weapons:
        if any("gets hot" in mode.rules for mode in carried.weapon.modes):
            yield CounterPart(unit.id, unit.name, _times(carried.weapon.name, carried.count), carried.count)


def warp(unit: Unit) -> Iterator[CounterPart]:
    """Yield one token for each psyker; a brotherhood is one (D-72)."""
    if unit.psykers:
        yield CounterPart(unit.id, unit.name, _times("psyker", unit.psykers), unit.psykers)


def is_hand_grenade(weapon: Weapon, mode: WeaponMode) -> bool:
    """Whether a mode is a grenade thrown by hand: named so, of up to 8", and not out of a launcher."""
    if _LAUNCHER.search(weapon.name) or _LAUNCHER.search(mode.name):
        return False
    named = mode.kind == "grenade" or bool(_GRENADE.search(mode.name))
    reach = longest(mode.range)
    return named and (reach is None or reach <= THROW)


def throws_blast_grenades(unit: Unit) -> bool:
    """Whether a unit has hand grenades with a blast profile, which count once."""
    return any(
        is_hand_grenade(carried.weapon, mode) and _scatter(mode) > 0
        for carried in unit.weapons
        for mode in carried.weapon.modes
    )


def _parts(army: FortykArmy, of_unit: Callable[[Unit], Iterator[CounterPart]]) -> tuple[CounterPart, ...]:
    return tuple(part for unit in army.units for part in of_unit(unit))


def _scatter(mode: WeaponMode) -> int:
    return SCATTER_BY_BLAST.get(mode.blast, 0)


def _firing(carried: Carried, unit: Unit) -> int:
    """Return how often a weapon counts: a psychic shooting attack as often as there are psykers to use it."""
    return min(carried.count, max(1, unit.psykers)) if carried.weapon.psychic else carried.count


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name} ×{count}"


class TokenCounts(Record, frozen=True):
    """Tokens to give to the opponent: with the list, and Scatter once the game starts."""

    scatter: int
    scatter_at_start: int
    gets_hot: int
    warp: int


def named_effect(name: str) -> NamedEffect | None:
    """Return the effect that a name means (D-73)."""
    return next((effect for effect in EFFECTS if effect.name in name.strip().lower()), None)


def tokens_given(
    blast: int = 0,
    large_blast: int = 0,
    deep_strikers: int = 0,
    gets_hot_weapons: int = 0,
    psykers: int = 0,
    named: Sequence[NamedEffect] = (),
) -> Explained[TokenCounts]:
    """Return the tokens of an army with so many weapons, psykers and units that deep strike (D-70 to D-73)."""
    parts = [
        *((f"{n} {kind}", n * SCATTER_BY_BLAST[kind]) for kind, n in _weapons(blast, large_blast)),
        *((effect.title, effect.scatter) for effect in named),
    ]
    scatter = sum(number for _, number in parts)
    start = scatter + deep_strikers * SCATTER_BY_DEEP_STRIKE
    sums = " + ".join(f"{number} ({words})" for words, number in parts) or "none"
    steps = [f"Scatter: {sums} = {scatter}" if parts else "Scatter: 0"]
    if deep_strikers:
        steps.append(f"when the game starts: {scatter} + {deep_strikers} × {SCATTER_BY_DEEP_STRIKE} = {start}")
    steps += [f"Gets Hot!: {gets_hot_weapons}", f"Warp: {psykers}"]
    return Explained(TokenCounts(scatter, start, gets_hot_weapons, psykers), tuple(steps))


def _weapons(blast: int, large_blast: int) -> list[tuple[str, int]]:
    return [(kind, number) for kind, number in (("blast", blast), ("large blast", large_blast)) if number]


INCHES_BY_TOKEN = 2
"""Inches that a Scatter token moves a blast or an arriving unit (D-32, D-75)."""
MOST_TOKENS, MOST_AT_NIGHT = 6, 7
"""Tokens that one blast may take (D-32), one more in night fighting (D-82)."""


class DeepStrikeZone(enum.StrEnum):
    """Where a unit arrives, as its own player sees it (D-75)."""

    OWN = "own"
    NEITHER = "neither"
    ENEMY = "enemy"


class Arrival(Record, frozen=True):
    """How many tokens an arrival by deep strike may take, how far they move it, and what a mishap means."""

    tokens: int
    inches: int
    mishap: str


ARRIVALS: Mapping[DeepStrikeZone, tuple[int, str]] = {
    DeepStrikeZone.OWN: (2, "reserve"),
    DeepStrikeZone.NEITHER: (4, "misplaced"),
    DeepStrikeZone.ENEMY: (6, "removed"),
}
"""The most tokens and the mishap by the zone (D-75)."""
MISHAPS: Mapping[str, str] = {
    "reserve": "it returns to reserve",
    "misplaced": "the opponent places it anywhere on the table",
    "removed": "it is removed from play",
}
"""What a mishap means, in words (D-75)."""


def blast_scatter(tokens: int, bs: int, pull_back: bool = True, night: bool = False) -> Explained[int]:
    """Return how far a blast ends from its mark, in inches, with all tokens in one direction (D-32).

    Args:
        tokens: that the opponent spends on it.
        bs: of the firer, who pulls it back by up to so many inches.
        pull_back: False for barrage without line of sight, ordnance barrage and orbital bombardment.
        night: in night fighting one token more is allowed (D-82).

    Raises:
        ValueError: more tokens than one blast may take.
    """
    most = MOST_AT_NIGHT if night else MOST_TOKENS
    if tokens > most:
        raise ValueError(f"one blast takes at most {most} tokens{' at night' if night else ', 7 at night'}")
    moved = INCHES_BY_TOKEN * tokens
    steps = [f'{counted(tokens, "token")} × {INCHES_BY_TOKEN}" = {moved}"']
    if not pull_back:
        return Explained(moved, (*steps, f'the firer does not pull it back: {moved}"'))
    left = max(0, moved - bs)
    return Explained(left, (*steps, f'the firer pulls it back by up to {bs}": {left}" are left'))


def placing_tokens(blasts: int) -> Explained[int]:
    """Return the most tokens that place the blasts of a multiple barrage: one for each after the first (D-38)."""
    tokens = max(0, blasts - 1)
    return Explained(
        tokens, (f"{counted(blasts, 'blast')}: the first as fired, {counted(tokens, 'token')} for the others",)
    )


def deep_strike(
    zone: DeepStrikeZone, jamming_beacon: bool = False, kept_from_scattering: bool = False
) -> Explained[Arrival]:
    """Return what tokens may do to an arrival by deep strike (D-75).

    Args:
        zone: where the unit arrives.
        jamming_beacon: within 6" of an enemy jamming beacon, which allows twice as many.
        kept_from_scattering: a locator beacon, a lictor or the like keeps it where it is: no tokens at all (D-76).
    """
    tokens, mishap = ARRIVALS[zone]
    steps = [f"{zone} zone: up to {tokens} tokens"]
    if kept_from_scattering:
        tokens = 0
        steps = ["something keeps it from scattering: no tokens"]
    elif jamming_beacon:
        tokens *= 2
        steps.append(f"jamming beacon: twice as many, {tokens}")
    far = INCHES_BY_TOKEN * tokens
    steps += [f'{counted(tokens, "token")} × {INCHES_BY_TOKEN}" = {far}" at most', f"in a mishap {MISHAPS[mishap]}"]
    return Explained(Arrival(tokens, far, mishap), tuple(steps))
