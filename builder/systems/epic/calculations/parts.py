"""What several calculations ask for, and how chances are told."""

from __future__ import annotations

from fractions import Fraction

from builder.systems.questions import Parameter, die, optional, signed, whole

MARKERS = Parameter(name="markers", text="blast markers of the formation", read=whole, default="0")
DIE = Parameter(name="die", text="what was rolled, to see what it leads to", read=optional(die), default="")
MODIFIER = Parameter(name="modifier", text="what is added to a roll to hit, such as -1", read=signed, many=True)


def percent(likely: Fraction) -> str:
    """A chance as players say it."""
    return f"{float(likely) * 100:.1f} %"


def exact(likely: Fraction) -> dict[str, object]:
    """A chance as an exact fraction and in per cent."""
    return {"fraction": str(likely), "percent": round(float(likely) * 100, 4)}
