"""What follows a lost assault, beside the test: no retreat and sweeping advances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from builder.systems.diceless.protection import NO_ATTACK, Protection, protected
from builder.systems.diceless.worked import Worked

NO_COVER = replace(NO_ATTACK, ignores_cover=True)


@dataclass(frozen=True, slots=True)
class NoRetreat:
    """DMG on a unit that does not retreat, before saves, and the HP that it costs."""

    damage: int
    hp_lost: int


def no_retreat(difference: Worked[int], protection: Protection) -> Worked[NoRetreat]:
    """What a unit takes that does not retreat: the difference of HP as DMG, armour and invulnerable saves (D-14).

    The HP lost are those of models that are all so protected; a mixed unit divides the DMG as always (D-25).
    """
    saved = protected(difference.value, protection, NO_COVER)
    steps = (*difference.steps, f"no retreat: {difference.value} DMG on the unit", *saved.steps)
    return Worked(NoRetreat(difference.value, saved.value.hp_lost), steps)


def escapes(fleeing: Sequence[int], winners: Sequence[int]) -> Worked[bool]:
    """Whether a side gets away from a sweeping advance: its sum of I must be higher, a tie is caught (D-43)."""
    ours, theirs = sum(fleeing), sum(winners)
    away = ours > theirs
    return Worked(
        away,
        (
            f"fleeing: I {_sum(fleeing)} = {ours}",
            f"winners: I {_sum(winners)} = {theirs}",
            f"{ours} is {'higher' if away else 'not higher'}: {'it gets away' if away else 'it is caught'}",
        ),
    )


def _sum(values: Sequence[int]) -> str:
    return " + ".join(map(str, values))
