"""Cover that changes the BS of a shooter and the T of his target: modules say how, in games of systems that ask.

A module puts its rule among the variants of a game's rules; a system whose acts shoot asks for it there, and neither
knows the other.
"""

from __future__ import annotations

import enum
from typing import Any, Protocol

from builder.systems.play.clock import Rules

COVER = "cover by modifiers"
"""The name of the variant."""


class AlternateCover(enum.StrEnum):
    """What a target is in, from no cover at all to the best."""

    NONE = "none"
    LIGHT = "light"
    SOFT = "soft"
    HARD = "hard"


class CoverModifiers(Protocol):
    """What cover does where it gives no save."""

    def less_bs(self, cover: AlternateCover, *, monstrous: bool = False, direct: bool = True) -> int:
        """Return what it takes off the shooter's BS; only of weapons that need a line of sight, the `direct` ones."""

    def more_t(self, cover: AlternateCover, *, monstrous: bool = False, blast: bool = False) -> int:
        """Return what it adds to the target's T."""


def cover_modifiers(rules: Rules[Any]) -> CoverModifiers | None:
    """The rule of a game by which cover gives no save; None where it has none."""
    found: CoverModifiers | None = rules.variants.get(COVER)
    return found
