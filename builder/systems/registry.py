"""The installed rule systems, found by entry point alone: nothing here imports a system."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from builder.errors import InputError
from builder.systems.protocol import System

GROUP = "builder.systems"


def system_ids() -> tuple[str, ...]:
    """The ids of the installed systems, sorted; without those that several packages claim."""
    return tuple(sorted(name for name, points in _points().items() if len(points) == 1))


@cache
def load_system(system_id: str) -> System:
    """Load a system by its id.

    Raises:
        InputError: no such system is installed, or several packages bring one that is called so.
    """
    points = _points().get(system_id, ())
    if len(points) > 1:
        packages = sorted(f"the package {point.dist.name}" if point.dist else point.value for point in points)
        message = f"{' and '.join(packages)} each bring a system that is called so: remove one of them"
        raise InputError(f"the name '{system_id}' is taken: {message}")
    for point in points:
        system: System = point.load()
        return system
    raise InputError(f"system '{system_id}' is not known; installed are: {', '.join(system_ids())}")


def _points() -> Mapping[str, Collection[EntryPoint]]:
    """What registers systems, by their ids. One package may be found twice: as installed, and as it is worked on."""
    found: dict[str, dict[str, EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, {}).setdefault(point.value, point)
    return {name: points.values() for name, points in found.items()}
