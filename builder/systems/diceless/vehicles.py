"""Vehicle damage: lines with their thresholds, the line that a shot lands on, and the hit rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Hit = Literal["G", "P"]
"""A glancing or a penetrating hit."""

LINE_CAPACITY = 36
"""DMG that a line holds over the whole game (D-53)."""

EXTRA = {"D6": 4, "D3": 2}
"""How much extra dice of penetration (melta, rending) lower AV−S (D-51)."""

STRONGEST = 10
"""The highest strength that a profile has."""


@dataclass(frozen=True, slots=True)
class Line:
    """A damage line: AV−S that leads to it (to the last one, all below) and what its thresholds score (D-51, D-52)."""

    letter: str
    difference: int
    thresholds: tuple[tuple[int, Hit], ...]
    and_below: bool = False

    @property
    def text(self) -> str:
        """AV−S as printed."""
        return f"<{self.difference + 1}" if self.and_below else str(self.difference)


LINES = (
    Line("A", 6, ((36, "G"),)),
    Line("B", 5, ((18, "G"), (36, "P"))),
    Line("C", 4, ((12, "G"), (24, "P"), (36, "P"))),
    Line("D", 3, ((9, "G"), (18, "P"), (27, "P"), (36, "P"))),
    Line("E", 2, ((8, "G"), (15, "P"), (22, "P"), (29, "P"), (36, "P"))),
    Line("F", 1, ((6, "G"), (12, "P"), (18, "P"), (24, "P"), (30, "P"), (36, "P")), and_below=True),
)

GLANCING = ("Crew shaken", "Crew shaken", "Crew stunned", "Weapon destroyed", "Immobilised", "Wrecked")
PENETRATING = ("Crew shaken", "Crew stunned", "Weapon destroyed", "Immobilised", "Wrecked", "Explodes")
"""The hit rows, checked from left to right (D-55)."""


def line_for(av: int, strength: int, extra: str | None = None) -> str | None:
    """The letter of the line that a shot lands on; `extra` is D6 or D3 of penetration, None means no damage (D-51)."""
    difference = av - strength - (EXTRA[extra] if extra else 0)
    if difference > LINES[0].difference:
        return None
    return next((line.letter for line in LINES if line.difference == difference), LINES[-1].letter)


def landing(line: Line, av: int) -> int:
    """The strength that lands on a line from a side with armour `av`, the least one for the last line (D-51)."""
    return av - line.difference
