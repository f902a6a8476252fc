"""Saves: how much DMG gets through (table 1), which save counts, and what halves or doubles DMG."""

from __future__ import annotations

import enum

from builder.record import Record
from builder.systems.calculation import Explained

SAVES = (2, 3, 4, 5, 6)
"""Saves of 2+ to 6+, the columns of table 1."""

TABLE_END = 100
"""The last row of table 1; more DMG is looked up hundred by hundred."""

PRINTED_EXCEPTION = {(3, 2): 0}
"""By DMG and save: what the table prints against its own rounding, twice in the source (D-23)."""


class Reroll(enum.StrEnum):
    """Which saves are rolled again in the base game (D-24)."""

    NONE = "none"
    FAILED = "failed"
    PASSED = "passed"

    @classmethod
    def of(cls, *, failed: bool, passed: bool) -> Reroll:
        """Return which they are by two switches. Raises ValueError where both are on."""
        if failed and passed:
            raise ValueError("saves are re-rolled when they fail or when they pass: leave one of the two switches out")
        return cls.FAILED if failed else cls.PASSED if passed else cls.NONE


def save_text(save: int | None) -> str:
    """Return a save as players write it, in a sentence."""
    return "no save" if save is None else f"{save}+"


def save_worked(damage: int, save: int | None, reroll: Reroll = Reroll.NONE) -> Explained[int]:
    """Return the HP lost to so much DMG with a save, step by step (D-05, D-23, D-24).

    Args:
        damage: DMG before the save.
        save: 2 for 2+ … 6 for 6+; None for none, which lets all DMG through.
        reroll: failed saves that may, or passed ones that must be rolled again.
    """
    if save is None:
        return Explained(damage, (f"no save: {damage} DMG are {damage} HP lost",))
    if reroll is Reroll.FAILED and save == SAVES[0]:
        usual = save_worked(damage, save)
        lost = (usual.value + 1) // 2
        return Explained(lost, (*usual.steps, f"failed saves are re-rolled: half of it, rounded up, is {lost}"))
    if reroll is Reroll.FAILED:
        return _counting_as(damage, save - 1, f"failed saves are re-rolled: {save}+ counts as {save - 1}+")
    if reroll is Reroll.PASSED:
        worse = None if save == SAVES[-1] else save + 1
        return _counting_as(damage, worse, f"passed saves are re-rolled: {save}+ counts as {save_text(worse)}")
    lost = hp_lost(damage, save)
    hundreds, rest = divmod(damage, TABLE_END)
    if not hundreds or damage == TABLE_END:
        return Explained(lost, (f"table 1, {save}+: {damage} DMG are {lost} HP lost",))
    full, left = hp_lost(TABLE_END, save), hp_lost(rest, save)
    parts = (str(full) if hundreds == 1 else f"{hundreds} × {full}") + (f" + {left}" if rest else "")
    looked_up = f"table 1, {save}+: {TABLE_END} DMG are {full}" + (f", {rest} are {left}" if rest else "")
    return Explained(lost, (looked_up, f"{parts} = {lost} HP lost"))


def hp_lost(damage: int, save: int | None) -> int:
    """Return the HP lost to so much DMG with a save (2 for 2+ … 6 for 6+; None: no save), by table 1 (D-05, D-23)."""
    if save is None:
        return damage
    hundreds, rest = divmod(damage, TABLE_END)
    return hundreds * _row(TABLE_END, save) + _row(rest, save)


def rending_parts(damage: int) -> tuple[int, int]:
    """Return the DMG of rending that is saved as AP2, and the rest that is saved as usual (D-29)."""
    return hp_lost(damage, 2), hp_lost(damage, 6)


def _counting_as(damage: int, save: int | None, words: str) -> Explained[int]:
    after = save_worked(damage, save)
    return Explained(after.value, (words, *after.steps))


def _row(damage: int, save: int) -> int:
    """DMG × (save − 1) ÷ 6, rounded half up, but for the printed exception."""
    return PRINTED_EXCEPTION.get((damage, save), (2 * damage * (save - 1) + 6) // 12)


GUNS_UNHURT_UP_TO = 3
"""The strength that does nothing to the guns of artillery (D-34)."""
CREW_COLUMN, GUNS_COLUMN = 3, 5
"""The columns of table 1 that part DMG on artillery (D-34)."""


class Protection(Record, frozen=True, kw_only=True):
    """The saves of a model, 2 for 2+ … 6 for 6+ (None: none), and what changes them.

    Args:
        armour: its armour save.
        cover: the save of the cover that it is in.
        invulnerable: its invulnerable save.
        reroll: saves that are rolled again (D-24).
        feel_no_pain: it has Feel No Pain, and may use it here (D-33).
        null_zone: it stands within an enemy's Null Zone (D-101).
    """

    armour: int | None = None
    cover: int | None = None
    invulnerable: int | None = None
    reroll: Reroll = Reroll.NONE
    feel_no_pain: bool = False
    null_zone: bool = False


class Attack(Record, frozen=True, kw_only=True):
    """What of an attack decides on saves.

    Args:
        ap: the AP, 1 to 6; None for `–` and for weapons of close combat that have none.
        ignores_armour: power weapons, perils and terrain, whatever their AP.
        ignores_cover: attacks that no cover helps against; those of close combat are.
    """

    ap: int | None = None
    ignores_armour: bool = False
    ignores_cover: bool = False


NO_ATTACK = Attack()
INVULNERABLE_ONLY = Attack(ignores_armour=True, ignores_cover=True)
"""Damage that neither armour nor cover stops (D-35, D-74)."""


class Saved(Record, frozen=True):
    """The HP lost, and the save that was used."""

    hp_lost: int
    save: int | None


def pierces(ap: int | None, armour: int) -> bool:
    """Whether an AP lets no armour save be taken (D-37)."""
    return ap is not None and ap <= armour


def best_save(protection: Protection, attack: Attack = NO_ATTACK) -> Explained[int | None]:
    """Return the one save that is used: the best of those that the attack leaves (D-37), Null Zone counted (D-101)."""
    steps: list[str] = []
    left: dict[str, int] = {}
    if protection.armour is not None:
        if attack.ignores_armour:
            steps.append("the attack ignores armour")
        elif pierces(attack.ap, protection.armour):
            steps.append(f"AP {attack.ap} pierces armour of {protection.armour}+")
        else:
            left["armour"] = protection.armour
    if protection.cover is not None:
        if attack.ignores_cover:
            steps.append("no cover saves")
        else:
            left["cover"] = protection.cover
    if protection.invulnerable is not None:
        save = worse(protection.invulnerable) if protection.null_zone else protection.invulnerable
        if protection.null_zone:
            steps.append(f"Null Zone: invulnerable {protection.invulnerable}+ becomes {save_text(save)}")
        if save is not None:
            left["invulnerable"] = save
    if not left:
        return Explained(None, (*steps, "no save is left")) if steps else Explained(None)
    kind = min(left, key=lambda name: left[name])
    if steps or len(left) > 1:
        steps.append(f"the best save: {kind} {left[kind]}+")
    return Explained(left[kind], tuple(steps))


def worse(save: int) -> int | None:
    """Return a save one worse; 6+ becomes none (D-101)."""
    return None if save == SAVES[-1] else save + 1


def protected(damage: int, protection: Protection, attack: Attack = NO_ATTACK) -> Explained[Saved]:
    """What an attack costs whoever is so protected: the best save, table 1, then Feel No Pain (D-23, D-33, D-37)."""
    best = best_save(protection, attack)
    lost = save_worked(damage, best.value, protection.reroll)
    steps = (*best.steps, *lost.steps)
    if protection.feel_no_pain:
        halved = feel_no_pain(lost.value)
        return Explained(Saved(halved.value, best.value), (*steps, *halved.steps))
    return Explained(Saved(lost.value, best.value), steps)


def feel_no_pain(lost: int) -> Explained[int]:
    """Return the HP lost after Feel No Pain: half of what saves left, rounded up (D-33).

    Whether it may be used (not against power weapons and the like) is the base game's to say.
    """
    half = (lost + 1) // 2
    return Explained(half, (f"Feel No Pain: half of {lost}, rounded up, is {half}",))


def vulnerable(damage: int) -> Explained[int]:
    """Return the DMG of a blast or template on models that are vulnerable to it: double, before saves (D-33)."""
    return Explained(2 * damage, (f"vulnerable to blasts and templates: {damage} × 2 = {2 * damage} DMG",))


class ArtilleryDamage(Record, frozen=True):
    """DMG on artillery, before the saves of crew and guns."""

    crew: int
    guns: int


def artillery(damage: int, strength: int) -> Explained[ArtilleryDamage]:
    """Return how DMG on artillery is parted: crew by the 3+ column, guns by the 5+ one, before their saves (D-34)."""
    crew, guns = hp_lost(damage, CREW_COLUMN), hp_lost(damage, GUNS_COLUMN)
    steps = [f"crew: {damage} DMG in column {CREW_COLUMN}+ are {crew} DMG, before their own saves"]
    if strength <= GUNS_UNHURT_UP_TO:
        guns = 0
        steps.append(f"guns: nothing, since S {strength} is {GUNS_UNHURT_UP_TO} or less")
    else:
        steps.append(f"guns: {damage} DMG in column {GUNS_COLUMN}+ are {guns} DMG, before their own saves")
    return Explained(ArtilleryDamage(crew, guns), tuple(steps))
