"""Saves: how much of the DMG gets through, which is no roll but a table (D-23, D-24, D-29)."""

from __future__ import annotations

import enum

from builder.systems.diceless.worked import Worked, save_text

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


def save_worked(damage: int, save: int | None, reroll: Reroll = Reroll.NONE) -> Worked[int]:
    """The HP lost to so much DMG with a save, step by step (D-05, D-23, D-24).

    Args:
        damage: DMG before the save.
        save: 2 for 2+ … 6 for 6+; None for none, which lets all DMG through.
        reroll: failed saves that may, or passed ones that must be rolled again.
    """
    if save is None:
        return Worked(damage, (f"no save: {damage} DMG are {damage} HP lost",))
    if reroll is Reroll.FAILED and save == SAVES[0]:
        usual = save_worked(damage, save)
        lost = hp_lost_rerolling_failures(damage, save)
        return Worked(lost, (*usual.steps, f"failed saves are re-rolled: half of it, rounded up, is {lost}"))
    if reroll is Reroll.FAILED:
        return _counting_as(damage, save - 1, f"failed saves are re-rolled: {save}+ counts as {save - 1}+")
    if reroll is Reroll.PASSED:
        worse = None if save == SAVES[-1] else save + 1
        return _counting_as(damage, worse, f"passed saves are re-rolled: {save}+ counts as {save_text(worse)}")
    lost = hp_lost(damage, save)
    hundreds, rest = divmod(damage, TABLE_END)
    if not hundreds or damage == TABLE_END:
        return Worked(lost, (f"table 1, {save}+: {damage} DMG are {lost} HP lost",))
    full, left = hp_lost(TABLE_END, save), hp_lost(rest, save)
    parts = (str(full) if hundreds == 1 else f"{hundreds} × {full}") + (f" + {left}" if rest else "")
    looked_up = f"table 1, {save}+: {TABLE_END} DMG are {full}" + (f", {rest} are {left}" if rest else "")
    return Worked(lost, (looked_up, f"{parts} = {lost} HP lost"))


def hp_lost(damage: int, save: int | None) -> int:
    """The HP lost to so much DMG with a save (2 for 2+ … 6 for 6+; None: no save), by table 1 (D-05, D-23)."""
    if save is None:
        return damage
    hundreds, rest = divmod(damage, TABLE_END)
    return hundreds * _row(TABLE_END, save) + _row(rest, save)


def hp_lost_rerolling_failures(damage: int, save: int | None) -> int:
    """The HP lost when failed saves are re-rolled: one column better; at 2+ half, rounded up (D-24)."""
    if save is None or save > SAVES[0]:
        return hp_lost(damage, save and save - 1)
    return (hp_lost(damage, save) + 1) // 2


def hp_lost_rerolling_successes(damage: int, save: int | None) -> int:
    """The HP lost when passed saves must be re-rolled: one column worse; at 6+ no save (D-24)."""
    return hp_lost(damage, None if save in (None, SAVES[-1]) else save + 1)


def rending_parts(damage: int) -> tuple[int, int]:
    """The DMG of rending that is saved as AP2, and the rest that is saved as usual (D-29)."""
    return hp_lost(damage, 2), hp_lost(damage, 6)


def _counting_as(damage: int, save: int | None, words: str) -> Worked[int]:
    after = save_worked(damage, save)
    return Worked(after.value, (words, *after.steps))


def _row(damage: int, save: int) -> int:
    """DMG × (save − 1) ÷ 6, rounded half up, but for the printed exception."""
    return PRINTED_EXCEPTION.get((damage, save), (2 * damage * (save - 1) + 6) // 12)
