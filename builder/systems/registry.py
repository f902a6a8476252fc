"""The installed rule systems and modules, found by entry point alone: nothing here imports one by name."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from builder import plugins
from builder.errors import InputError
from builder.systems.protocol import System
from builder.text import clean_name

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from builder.roster.view import RosterView
    from builder.systems.blocks import SheetKind
    from builder.systems.modules import Module
    from builder.systems.play.protocol import Play


def system_ids() -> tuple[str, ...]:
    """Return the ids of the installed systems, sorted; without those that several packages claim."""
    return _ids(plugins.GROUP)


def module_ids() -> tuple[str, ...]:
    """Return the ids of the installed modules; see `system_ids`."""
    return _ids(plugins.MODULES)


def _ids(group: str) -> tuple[str, ...]:
    return tuple(sorted(name for name, points in plugins.registered(group).items() if len(points) == 1))


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


@dataclass(frozen=True, slots=True)
class Playable:
    """A system that an army of some data can be of, by the name that players know; `usual` where none is asked for."""

    system: System
    name: str
    usual: bool


def playable(systems: Sequence[System], game: str) -> tuple[Playable, ...]:
    """Return systems, of which the first is the usual one, by the names that they have for data of a game.

    The one that reads any game goes by the name of this one. It stands first where the data is of another game than
    that of the other systems, such as the Horus Heresy with profiles of Warhammer 40,000; it is no more usual by that.
    """
    game = clean_name(game)
    others = [system.name.split()[0].casefold() for system in systems if not system.last_resort]
    theirs = _FORTYK.search(game) is not None or any(word in game.casefold() for word in others)
    found = []
    for place, system in enumerate(systems):
        own = f"{game} as its data has it" if theirs and len(systems) > 1 else game
        found.append(Playable(system, own if system.last_resort and game else system.name, usual=not place))
    return tuple(found if theirs else sorted(found, key=lambda each: not each.system.last_resort))


_FORTYK = re.compile(r"40[,. ]?000|40k", re.IGNORECASE)


def usable_modules() -> tuple[Module, ...]:
    """Return the installed modules, by their ids; see `usable_systems`."""
    found = []
    for module_id in module_ids():
        with contextlib.suppress(InputError):
            found.append(load_module(module_id))
    return tuple(found)


def brought_sheets() -> Mapping[str, SheetKind]:
    """Return the kinds of sheets that installed systems and modules bring, by the words that name them."""
    of_systems = {name: kind for system in usable_systems() for name, kind in system.sheets().items()}
    return of_systems | {name: kind for module in usable_modules() for name, kind in module.sheets().items()}


@cache
def load_system(system_id: str) -> System:
    """Load a system by its id.

    Raises:
        InputError: no such system is installed, several packages bring one that is called so, or it cannot be used.
    """
    system: System = _load("system", plugins.GROUP, system_id, System)
    return system


@cache
def load_module(module_id: str) -> Module:
    """Load a module by its id; see `load_system`."""
    from builder.systems.modules import Module

    module: Module = _load("module", plugins.MODULES, module_id, Module)
    return module


def with_modules(system_id: str, modules: Iterable[str], settings: Mapping[str, str] | None = None) -> System:
    """Load a system with modules, in the order of their ids, whatever order they are named in.

    Args:
        system_id: the id of the system.
        modules: the ids of the modules.
        settings: what a game is played with, by the names of settings; those of armies stand in their rosters.

    Raises:
        InputError: the system or a module is not installed or cannot be used, or the system cannot have a module.
    """
    system, wanted = load_system(system_id), sorted({*modules})
    if not wanted:
        return system
    from builder.systems.modules import ModularSystem

    loaded = [load_module(each) for each in wanted]
    for module in loaded:
        if why := module.refusal(system):
            raise InputError(why)
    return ModularSystem(system, loaded, settings)


def _load(kind: str, group: str, identity: str, wanted: type[Any]) -> Any:
    points = plugins.registered(group).get(identity, ())
    if len(points) > 1:
        packages = sorted(f"the package {point.dist.name}" if point.dist else point.value for point in points)
        message = f"{' and '.join(packages)} each bring a {kind} that is called so: remove one of them"
        raise InputError(f"the name '{identity}' is taken: {message}")
    for point in points:
        return _loaded(kind, point, wanted)
    raise InputError(f"{kind} '{identity}' is not known; installed are: {', '.join(_ids(group))}")


def _loaded(kind: str, point: EntryPoint, wanted: type[Any]) -> Any:
    """Return what an entry point names. Raises InputError where its package is damaged, or made for another Muster."""
    whose = f"{kind} '{point.name}' of the package {plugins.package_of(point)} cannot be used"
    try:
        made = point.load()
    except (ImportError, AttributeError, SyntaxError, TypeError, ValueError) as error:
        raise InputError(f"{whose}: {error}; install that package again") from None
    asked_for = (name for base in reversed(wanted.__mro__) for name in vars(base) if not name.startswith("_"))
    lacking = [name for name in asked_for if not hasattr(made, name)]
    if lacking:
        raise InputError(f"{whose}: it has no {', '.join(lacking)}; install a version of it for this Muster")
    if made.id != point.name:
        raise InputError(f"{whose}: it calls itself '{made.id}'; install a version of it that is of one mind")
    return made


def playing(system: System) -> Play[Any]:
    """Return how a system plays.

    Raises:
        InputError: its games cannot be tracked yet.
    """
    play = system.play()
    if play is None:
        raise InputError(f"games of {system.name} cannot be tracked yet")
    return play
