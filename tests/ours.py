"""Which of the installed systems are those of this repository: others may be installed beside them."""

from __future__ import annotations

from builder.systems.registry import usable_systems

OUR_SYSTEMS = tuple(system.id for system in usable_systems() if type(system).__module__.startswith("builder."))
