"""Where the rules of Epic leave a list a choice, and what is meant when it says nothing."""

from __future__ import annotations

from builder.systems.protocol import Setting

UNITS, CAPACITY = "units", "capacity"
BROKEN_AT = Setting(
    name="broken at",
    choices={
        UNITS: "A war engine counts as one unit where blast markers break a formation, as in the core rules.",
        CAPACITY: "A war engine counts its whole damage capacity as long as it stands: our reading of printed lists.",
    },
    rule="E-11",
)
SETTINGS = (BROKEN_AT,)
