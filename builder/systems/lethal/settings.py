"""Where the rules are printed in two ways: what a list may choose, and what is meant when it says nothing."""

from __future__ import annotations

from builder.systems.lethal.attacks import AP_ALONE, STAT_SECTION, VEHICLES_SECTION, WITH_DIE
from builder.systems.protocol import Setting

SPEED_SAVE = Setting(
    name="speed save",
    choices={
        VEHICLES_SECTION: "A move of 30, 45, 60, 75 or 76 cm saves on 6+, 5+, 4+, 3+ or 2+.",
        STAT_SECTION: "A move of 30, 60, 120, 240 or 480 cm saves on 6+, 5+, 4+, 3+ or 2+.",
    },
    rule="L-04",
)
VEHICLE_DAMAGE = Setting(
    name="vehicle damage",
    choices={
        WITH_DIE: "A D6 and the AP are compared with the AV of a vehicle.",
        AP_ALONE: "The AP alone is compared with the AV of a vehicle.",
    },
    rule="L-51",
)
SETTINGS = (SPEED_SAVE, VEHICLE_DAMAGE)
