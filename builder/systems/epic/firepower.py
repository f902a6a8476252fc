"""Firepower as data writes it: `AP5+/AT6+`, `3 x AP5+`, `D6+3BP`, `Small Arms`, `Assault Weapon` (E-02)."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from builder.systems.epic.dice import ONE, Dice, read_dice

NOTHING = frozenset({"", "-", "–", "—", "n/a", "na", "none", "*", "."})
"""What data writes where there is no value."""

_TIMES = re.compile(r"(?P<dice>[\dD][\dD+\s]*?)\s*[x×]\s*(?P<rest>[A-Z].*)", re.IGNORECASE)
_BARRAGE = re.compile(r"(?P<dice>[\dD][\dD+\s]*?)\s*BPs?", re.IGNORECASE)
_TARGET = re.compile(r"(?P<target>AP|AT|AA|MW)\s*(?P<value>[1-7])\s*\+?", re.IGNORECASE)


class Target(enum.StrEnum):
    """What a value of firepower is for."""

    AP = "AP"
    AT = "AT"
    AA = "AA"
    MW = "MW"


class Fire(enum.StrEnum):
    """How a weapon attacks: shots to hit, barrage points, or with its unit's firefight or close combat value."""

    SHOTS = "shots"
    BARRAGE = "barrage"
    SMALL_ARMS = "small arms"
    ASSAULT = "assault"


@dataclass(frozen=True, slots=True)
class Firepower:
    """A weapon's firepower (E-02).

    Args:
        shots: dice rolled for each shot, or the points of a barrage.
        values: the score to hit by target, 1 to 7; one of them is used in a turn.
    """

    fire: Fire
    shots: Dice = ONE
    values: tuple[tuple[Target, int], ...] = ()

    def value(self, target: Target) -> int | None:
        """The score to hit such a target; None where the weapon cannot."""
        return dict(self.values).get(target)

    def __str__(self) -> str:
        if self.fire is Fire.BARRAGE:
            return f"{self.shots}BP"
        if self.fire is not Fire.SHOTS:
            return self.fire.value
        values = " / ".join(f"{target}{value}+" for target, value in self.values)
        return values if str(self.shots) == "1" else f"{self.shots} × {values}"


def read_firepower(text: str) -> Firepower | None:
    """Read a firepower text (E-02); None where it is no firepower."""
    text = " ".join(text.split())
    words = text.casefold().rstrip("s")
    if words == "small arm":
        return Firepower(Fire.SMALL_ARMS)
    if words in ("assault weapon", "assault"):
        return Firepower(Fire.ASSAULT)
    barrage = _BARRAGE.fullmatch(text)
    if barrage:
        dice = read_dice(barrage["dice"])
        return Firepower(Fire.BARRAGE, dice) if dice else None
    times = _TIMES.fullmatch(text)
    dice = read_dice(times["dice"]) if times else ONE
    values = _values(times["rest"] if times else text)
    return Firepower(Fire.SHOTS, dice, values) if dice and values else None


def _values(text: str) -> tuple[tuple[Target, int], ...]:
    found = [_TARGET.fullmatch(part.strip()) for part in text.split("/")]
    if not all(found):
        return ()
    return tuple((Target(match["target"].upper()), int(match["value"])) for match in found if match)
