"""The Dark Millennia house rules: their settings, their figures, and what `muster calc house` works out by them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from builder.record import Record
from builder.systems.calculation import Answer, Calculation, exact_chance, percent
from builder.systems.figures import Characteristic, Dice, Positive, Score, Whole, plus
from builder.systems.fortyk.cover import AlternateCover
from builder.systems.fortyk.model import Weapon, WeaponMode
from builder.systems.parameters import given
from builder.systems.protocol import Setting

COVER, OVERWATCH, MOUNTED, CONSOLIDATION = "cover", "overwatch", "mounted infantry", "consolidation"
BASE, MODIFIERS, BOTH_SAVES = "base", "modifiers", "both saves"
NONE, MODIFIED, UNIVERSAL = "none", "modified", "universal"
NO, YES = "no", "yes"
_DICE = "{rule} rests on dice, and {system} is played without: {what} is for lists with dice, such as Plain 40K"

_COVER = Setting(
    name=COVER,
    choices={
        BASE: "Cover is as in the base game.",
        MODIFIERS: "Alternate cover, first method: BS of the shooter, T of the target (H-01).",
        BOTH_SAVES: "Alternate cover, second method: cover save and armour save both (H-02).",
    },
    rule="H-01",
)
_OVERWATCH = Setting(
    name=OVERWATCH,
    choices={
        NONE: "No overwatch.",
        MODIFIED: "Modified overwatch: after a test of Ld, one full shot at whoever assaults the unit (H-03).",
    },
    rule="H-03",
)
_MOUNTED = Setting(
    name=MOUNTED,
    choices={NO: "Cavalry is as in the base game.", YES: "Mounted infantry takes the place of cavalry (H-04)."},
    rule="H-04",
)
_CONSOLIDATION = Setting(
    name=CONSOLIDATION,
    choices={NO: "As in the base game.", UNIVERSAL: 'Universal consolidation: 3" for who stood still (H-05).'},
    rule="H-05",
)
ALL = (_COVER, _OVERWATCH, _MOUNTED, _CONSOLIDATION)


def settings_of(system: str, *, dice: bool) -> tuple[Setting, ...]:
    """Return the settings in armies of a system: all of them with dice, else H-01 and H-05, the others refused."""
    if dice:
        return ALL
    return (
        _without(_COVER, {BOTH_SAVES: "H-02"}, system),
        _without(_OVERWATCH, {MODIFIED: "H-03"}, system),
        _without(_MOUNTED, {YES: "H-04"}, system),
        _CONSOLIDATION,
    )


def _without(setting: Setting, rules: Mapping[str, str], system: str) -> Setting:
    reasons = {
        choice: _DICE.format(rule=rule, system=system, what=f"{setting.name}: {choice}")
        for choice, rule in rules.items()
    }
    choices = {choice: words for choice, words in setting.choices.items() if choice not in reasons}
    return Setting(name=setting.name, choices=choices, rule=setting.rule, refused=reasons)


def chosen(settings: Mapping[str, str]) -> Mapping[str, str]:
    """Return what a list chooses for each setting."""
    return {setting.name: setting.chosen(settings.items()) for setting in ALL}


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
        """What it takes off the shooter's BS, for direct fire alone."""
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


class ShootingAtCover(Calculation):
    """Shooting at a target in cover, by modifiers."""

    called = "cover"
    rule = "H-01, H-04"
    cover: AlternateCover = given("none, light, soft or hard", default=AlternateCover.SOFT)
    bs: Characteristic = given("the shooter's BS", default=4)
    s: Characteristic | None = given("the weapon's S, for the chance of an unsaved wound", default=None)
    t: Characteristic | None = given("the target's T; of mounted infantry the rider's", default=None)
    save: Score | None = given("the save that the target has against the weapon", default=None)
    monstrous: bool = given("the target is a monstrous creature", default=False)
    vehicle: bool = given("the target is a vehicle", default=False)
    mounted: bool = given("the target is mounted infantry", default=False)
    blast: bool = given("the weapon has a blast template", default=False)
    indirect: bool = given("the weapon needs no line of sight", default=False)
    shots: Positive = given("shots of one model, for DMG in games without dice", default=1)
    models: Positive = given("models that fire", default=1)

    def answer(self) -> Answer:
        """Return BS and T, and in games without dice the BS × S that DMG begins with."""
        bs = bs_in_cover(self.bs, self.cover, monstrous=self.monstrous, mounted=self.mounted, direct=not self.indirect)
        counts = band_for(self.cover, monstrous=self.monstrous)
        result: dict[str, object] = {"as": str(counts), "bs": bs, "hits": plus(hits_on(bs))}
        name = "no" if counts is AlternateCover.NONE else counts
        lines = [f"{name} cover: BS {bs}, hits on {plus(hits_on(bs))}"]
        if self.vehicle:
            result["armour"] = "unchanged"
            lines.append("a vehicle: its armour is as it is")
        elif self.t is not None:
            t = t_in_cover(self.t, self.cover, monstrous=self.monstrous, blast=self.blast)
            result["t"] = t
            lines.append(f"T {t}")
            if self.s is not None:
                covered = unsaved(bs, self.s, t, self.save)
                open_ = unsaved(self.bs + self.mounted, self.s, self.t, self.save)
                result |= {"per_shot": exact_chance(covered), "without_cover": exact_chance(open_)}
                lines.append(f"an unsaved wound: {percent(covered)} a shot, {percent(open_)} without cover")
        if self.s is not None:
            damage = bs * self.s * self.shots * self.models
            result["dmg"] = damage
            lines.append(f"without dice: BS {bs} × S {self.s} × {self.shots} × {self.models} = {damage} DMG")
        return Answer(result, tuple(lines))


class BothSaves(Calculation):
    """A wound on a target with a cover save and an armour save, both taken."""

    rule = "H-02"
    cover: Score = given("the cover save")
    armour: Score | None = given("the armour save; none if not given", default=None)
    ap: Whole = given("the AP of the weapon, which may take the armour save away; 0 for none", default=0)
    monstrous: bool = given("the target is a monstrous creature: its cover save is one worse", default=False)

    def answer(self) -> Answer:
        """Return the chance that both fail."""
        armour = None if self.armour is not None and 0 < self.ap <= self.armour else self.armour
        fails = fails_both(armour, self.cover, monstrous=self.monstrous)
        counts = cover_save(self.cover, monstrous=self.monstrous)
        said = "no cover save" if counts is None else f"cover save {plus(counts)}"
        result = {"cover": None if counts is None else plus(counts), "fails": exact_chance(fails)}
        return Answer(result, (f"{said}; both fail: {percent(fails)}",))


class TerrainCalculation(Calculation):
    """Mounted infantry that enters difficult terrain."""

    rule = "H-04"
    dice: Dice = given("a die for each model that enters it")

    def answer(self) -> Answer:
        """Return how many are removed."""
        if not self.dice:
            raise ValueError("write a die for each model that enters the terrain")
        came = riders_in_terrain(self.dice)
        words = f"{came.removed} removed, no save; {came.move_on} move on"
        return Answer({"removed": came.removed, "save": None, "move_on": came.move_on}, (words,))


class MountedMove(Calculation):
    """How far mounted infantry falls back, or pursues after a won assault."""

    rule = "H-04"
    dice: Dice = given("the three dice")

    def answer(self) -> Answer:
        """Return the inches."""
        inches = mounted_move(self.dice)
        return Answer({"inches": inches}, (f'{" + ".join(map(str, self.dice))} = {inches}"',))


class OverwatchCalculation(Calculation):
    """The test of a unit that would go on overwatch."""

    rule = "H-03"
    dice: Dice = given("the two dice")
    ld: Characteristic = given("its Ld; of a vehicle that of its army", default=ARMY_LD)

    def answer(self) -> Answer:
        """Return whether it is on overwatch."""
        if len(self.dice) != 2:
            raise ValueError("a test of Ld takes two dice")
        passed = goes_on_overwatch(self.ld, self.dice)
        said = "on overwatch: no move, no shooting, no assault" if passed else "not on overwatch: it acts as usual"
        return Answer({"passed": passed, "overwatch": passed}, (f"{sum(self.dice)} against Ld {self.ld}: {said}",))


CALCULATIONS: tuple[type[Calculation], ...] = (
    ShootingAtCover,
    BothSaves,
    TerrainCalculation,
    MountedMove,
    OverwatchCalculation,
)
