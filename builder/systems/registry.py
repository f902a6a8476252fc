"""The installed rule systems, found by entry point alone: nothing here imports a system."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint

from builder import plugins
from builder.errors import InputError
from builder.roster.view import RosterView
from builder.systems.protocol import System


def system_ids() -> tuple[str, ...]:
    """Return the ids of the installed systems, sorted; without those that several packages claim."""
    return tuple(sorted(name for name, points in plugins.registered().items() if len(points) == 1))


def usable_systems() -> tuple[System, ...]:
    """Return the installed systems, by their ids.

    One that cannot be used is told of where it is asked for by its id.
    """
    found = []
    for system_id in system_ids():
        with contextlib.suppress(InputError):
            found.append(load_system(system_id))
    return tuple(found)


def readers(roster: RosterView) -> tuple[System, ...]:
    """Return the systems that can read the profiles of a roster, by their ids."""
    return tuple(system for system in usable_systems() if not system.missing(roster))


def unasked(systems: Iterable[System]) -> tuple[System, ...]:
    """Return those of some systems that are meant where none is asked for by name.

    A system of the last resort is among them only where it is the only one.
    """
    found = [system for system in systems if not system.by_name_alone]
    return tuple(system for system in found if not system.last_resort) or tuple(found)


@cache
def load_system(system_id: str) -> System:
    """Load a system by its id.

    Raises:
        InputError: no such system is installed, several packages bring one that is called so, or it cannot be used.
    """
    points = plugins.registered().get(system_id, ())
    if len(points) > 1:
        packages = sorted(f"the package {point.dist.name}" if point.dist else point.value for point in points)
        message = f"{' and '.join(packages)} each bring a system that is called so: remove one of them"
        raise InputError(f"the name '{system_id}' is taken: {message}")
    for point in points:
        return _loaded(point)
    raise InputError(f"system '{system_id}' is not known; installed are: {', '.join(system_ids())}")


def _loaded(point: EntryPoint) -> System:
    """The system of an entry point. Raises InputError where its package is damaged, or made for another Muster."""
    whose = f"system '{point.name}' of the package {plugins.package_of(point)} cannot be used"
    try:
        system: System = point.load()
    except (ImportError, AttributeError, SyntaxError, TypeError, ValueError) as error:
        raise InputError(f"{whose}: {error}; install that package again") from None
    lacking = [name for name in vars(System) if not name.startswith("_") and not hasattr(system, name)]
    if lacking:
        raise InputError(f"{whose}: it has no {', '.join(lacking)}; install a version of it for this Muster")
    if system.id != point.name:
        raise InputError(f"{whose}: it calls itself '{system.id}'; install a version of it that is of one mind")
    return system
