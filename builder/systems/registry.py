"""The installed rule systems, found by entry point alone: nothing here imports a system."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from builder.errors import InputError
from builder.systems.protocol import System

GROUP = "builder.systems"


def system_ids() -> tuple[str, ...]:
    """The ids of the installed systems, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@cache
def load_system(system_id: str) -> System:
    """Load a system by its id.

    Raises:
        InputError: no such system is installed.
    """
    for point in entry_points(group=GROUP):
        if point.name == system_id:
            system: System = point.load()
            return system
    raise InputError(f"system '{system_id}' is not known; installed are: {', '.join(system_ids())}")
