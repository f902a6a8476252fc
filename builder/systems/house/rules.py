"""The Dark Millennia house rules as figures: BS and T in cover, two saves, terrain for riders, overwatch."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from builder.record import Record
from builder.systems.fortyk.cover import AlternateCover
from builder.systems.fortyk.model import Weapon, WeaponMode

LEAST_BS, MOST_T = 1, 10
CONSOLIDATION_MOVE = 3
"""Inches of a universal consolidation (H-05)."""
MOUNTED_MOVE, MOUNTED_ASSAULT, RIDER_BS = 12, 6, 1
"""Of mounted infantry: inches of movement and of an assault, and what shooters at it add to their BS (H-04)."""
MOUNTED_DICE = 3
"""The dice with which mounted infantry falls back, and pursues after a won assault (H-04)."""
ARMY_LD = 8
"""The Ld that vehicles test on for overwatch where their army says nothing else (H-03)."""


_REACH = re.compile(r"[1-9]")
_BANDS = tuple(AlternateCover)
_BS = {AlternateCover.NONE: 0, AlternateCover.LIGHT: 1, AlternateCover.SOFT: 1, AlternateCover.HARD: 2}
_T = {AlternateCover.NONE: 0, AlternateCover.LIGHT: 0, AlternateCover.SOFT: 1, AlternateCover.HARD: 1}


def band_for(cover: AlternateCover, *, monstrous: bool = False) -> AlternateCover:
    """Return the cover that counts: monstrous creatures have that of one band lower (H-01)."""
    return _BANDS[max(0, _BANDS.index(cover) - monstrous)]


class Modifiers:
    """What cover does instead of giving a save (H-01), for calculations and for games of any system that asks."""

    def less_bs(self, cover: AlternateCover, *, monstrous: bool = False, direct: bool = True) -> int:
        """What it takes off the shooter's BS: of direct fire alone."""
        return _BS[band_for(cover, monstrous=monstrous)] if direct else 0

    def more_t(self, cover: AlternateCover, *, monstrous: bool = False, blast: bool = False) -> int:
        """What it adds to the target's T: two in hard cover against blasts."""
        counts = band_for(cover, monstrous=monstrous)
        return 2 if blast and counts is AlternateCover.HARD else _T[counts]


COVER_MODIFIERS = Modifiers()


def bs_in_cover(
    bs: int, cover: AlternateCover, *, monstrous: bool = False, mounted: bool = False, direct: bool = True
) -> int:
    """Return the BS of a shooter at a target in cover, at least 1 (H-01, H-04).

    Args:
        bs: his BS; grenades and psychic shooting count as all that rolls to hit with it.
        cover: of the target.
        monstrous: the target is a monstrous creature.
        mounted: the target is mounted infantry, which adds one before the floor of 1.
        direct: the weapon needs a line of sight; any other has no less BS.
    """
    less = COVER_MODIFIERS.less_bs(cover, monstrous=monstrous, direct=direct)
    return max(LEAST_BS, bs + (RIDER_BS if mounted else 0) - less)


def t_in_cover(
    t: int, cover: AlternateCover, *, monstrous: bool = False, blast: bool = False, vehicle: bool = False
) -> int:
    """Return the T of a target in cover, at most 10 (H-01); blasts meet T+2 in hard cover, vehicles have none."""
    more = COVER_MODIFIERS.more_t(cover, monstrous=monstrous, blast=blast)
    return min(MOST_T, t + (0 if vehicle else more))


def cover_save(save: int | None, *, monstrous: bool = False) -> int | None:
    """Return the cover save that counts: monstrous creatures have one worse, none instead of 6+ (H-02)."""
    if save is None:
        return None
    worse = save + monstrous
    return worse if worse <= 6 else None


def fails_both(armour: int | None, cover: int | None, *, monstrous: bool = False) -> Fraction:
    """Return the chance that a wound passes the armour save and the cover save, both taken (H-02)."""
    saves = (armour, cover_save(cover, monstrous=monstrous))
    chance = Fraction(1)
    for save in saves:
        chance *= Fraction(1) if save is None else Fraction(save - 1, 6)
    return chance


def rolls_to_hit(weapon: Weapon) -> tuple[WeaponMode, ...]:
    """Return the ways to fire a weapon that roll to hit with BS: no template, no grenade without a range."""
    return tuple(mode for mode in weapon.modes if mode.kind != "melee" and _REACH.search(mode.range))


def hits_on(bs: int) -> int:
    """Return what a die must show to hit with a BS: 6 at BS 1, 2 at BS 5 and above."""
    return max(2, 7 - bs)


def wounds_on(s: int, t: int) -> int | None:
    """Return what a die must show to wound, as the standard chart has it; None where it cannot."""
    return None if t >= s + 4 else max(2, min(6, 4 + t - s))


def unsaved(bs: int, s: int, t: int, save: int | None) -> Fraction:
    """Return the chance that a shot hits, wounds and is not saved."""
    wounds = wounds_on(s, t)
    chance = Fraction(7 - hits_on(bs), 6) * (Fraction(0) if wounds is None else Fraction(7 - wounds, 6))
    return chance * (Fraction(1) if save is None else Fraction(save - 1, 6))


class RidersInTerrain(Record, frozen=True):
    """Mounted models that entered difficult terrain: how many are removed without a save, how many move on (H-04)."""

    removed: int
    move_on: int


def riders_in_terrain(dice: Sequence[int]) -> RidersInTerrain:
    """Return what comes of a die for each mounted model that enters difficult terrain (H-04).

    A 1 removes it, with no save. The source is silent on a 6: it counts as 2 to 5, the rest of the move.
    """
    removed = sum(die == 1 for die in dice)
    return RidersInTerrain(removed, len(dice) - removed)


def mounted_move(dice: Sequence[int]) -> int:
    """Return how far mounted infantry falls back or pursues, in inches: 3D6 (H-04).

    Raises:
        ValueError: they are not three dice.
    """
    if len(dice) != MOUNTED_DICE:
        raise ValueError(f"mounted infantry falls back and pursues with {MOUNTED_DICE} dice")
    return sum(dice)


def goes_on_overwatch(ld: int, dice: Sequence[int]) -> bool:
    """Return whether a unit goes on overwatch: two dice of at most its Ld; a failed test costs nothing (H-03)."""
    return sum(dice) <= ld
