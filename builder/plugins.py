"""The packages that bring rule systems and modules, found by entry point alone: none of them is imported here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP, MODULES = "builder.systems", "builder.modules"
"""The groups of entry points that systems and modules are registered in."""
_OURS = __name__.partition(".")[0]


@cache
def every_point() -> Mapping[str, Sequence[EntryPoint]]:
    """Return what packages register in our groups: whoever asks for one reads the files of all packages each time."""
    from importlib.metadata import entry_points  # here, as it brings along half a mail program

    points = entry_points()
    return {group: tuple(points.select(group=group)) for group in (GROUP, MODULES)}


@cache
def registered(group: str = GROUP) -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return what registers systems, or modules, by their ids: several where several packages claim one."""
    found: dict[str, dict[str, EntryPoint]] = {}
    for point in every_point()[group]:
        # One package may be found twice: as installed, and as it is worked on.
        found.setdefault(point.name, {}).setdefault(point.value, point)
    return {name: tuple(points.values()) for name, points in found.items()}


def package_of(point: EntryPoint) -> str:
    """Return the name of the package as players installed it."""
    return point.dist.name if point.dist else _top(point)


@cache
def data_folders() -> tuple[tuple[str, Path], ...]:
    """Return the folders with data of packages other than ours, each with the package's name, sorted by that.

    A package brings `datasheets` and `templates` beside its first module, as this program does.
    """
    points = (point for group in (GROUP, MODULES) for points in registered(group).values() for point in points)
    others = {package_of(point): point for point in points if _top(point) != _OURS}
    return tuple((name, folder) for name in sorted(others) for folder in _folders(_top(others[name])))


def _top(point: EntryPoint) -> str:
    """Return the package as modules import it."""
    return point.module.partition(".")[0]


def _folders(package: str) -> Iterator[Path]:
    """Yield where a package lies."""
    spec = find_spec(package)  # importlib.resources would import it, and lists of armies need not wait for that
    yield from map(Path, (spec.submodule_search_locations if spec else None) or ())
