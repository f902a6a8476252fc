"""What Scatter tokens do to blasts and to arrivals by deep strike."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from builder.record import Record
from builder.systems.diceless.explained import Explained, count

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
    steps = [f'{count(tokens, "token")} × {INCHES_BY_TOKEN}" = {moved}"']
    if not pull_back:
        return Explained(moved, (*steps, f'the firer does not pull it back: {moved}"'))
    left = max(0, moved - bs)
    return Explained(left, (*steps, f'the firer pulls it back by up to {bs}": {left}" are left'))


def placing_tokens(blasts: int) -> Explained[int]:
    """Return the most tokens that place the blasts of a multiple barrage: one for each after the first (D-38)."""
    tokens = max(0, blasts - 1)
    return Explained(
        tokens, (f"{count(blasts, 'blast')}: the first as fired, {count(tokens, 'token')} for the others",)
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
    steps += [f'{count(tokens, "token")} × {INCHES_BY_TOKEN}" = {far}" at most', f"in a mishap {MISHAPS[mishap]}"]
    return Explained(Arrival(tokens, far, mishap), tuple(steps))
