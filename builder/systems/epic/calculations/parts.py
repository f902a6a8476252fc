"""What several calculations ask for."""

from __future__ import annotations

from builder.systems.figures import die, optional, signed, whole
from builder.systems.questions import Parameter

MARKERS = Parameter(name="markers", text="blast markers of the formation", read=whole, default="0")
DIE = Parameter(name="die", text="what was rolled, to see what it leads to", read=optional(die), default="")
MODIFIER = Parameter(name="modifier", text="what is added to a roll to hit, such as -1", read=signed, many=True)
