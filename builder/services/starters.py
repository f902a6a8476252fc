"""Starter armies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.catalogue.model import Cost
from builder.catalogue.record import Record
from builder.datafiles.cache import remembered
from builder.errors import InputError
from builder.resources import STARTERS, Resource, find_resources


class ArmyLine(Record, frozen=True, kw_only=True):
    """What a list shows of an army; `system_name` is the one that players use, `units` their number."""

    name: str
    system: str
    system_name: str
    costs: tuple[Cost, ...]
    limits: tuple[Cost, ...]
    units: int


@dataclass(frozen=True, slots=True)
class Starter:
    """A starter army; `army` is None when its file has mistakes."""

    id: str
    path: str
    origin: str
    army: ArmyLine | None


def starter_files() -> tuple[Resource, ...]:
    """The files of the starter armies."""
    return find_resources(STARTERS)


def starter_armies() -> tuple[Starter, ...]:
    """Every starter army, in order of its id."""
    data = tuple(_contents(found.path for found in find_resources("datasheets")))
    return tuple(Starter(found.id, str(found.path), found.origin, _line(found, data)) for found in starter_files())


def _contents(paths: Iterator[Path]) -> Iterator[bytes]:
    """Yield the names and contents of files; none of one that cannot be read, which opening the army then tells."""
    for path in paths:
        try:
            yield path.read_bytes()
        except OSError:
            continue
        yield str(path).encode()


def _line(found: Resource, data: tuple[bytes, ...]) -> ArmyLine | None:
    """The army in one line: worked out again only when its file or some datasheets have changed."""
    try:
        return remembered(ArmyLine, (*_contents(iter((found.path,))), *data), lambda: _opened(found))
    except InputError:
        return None


def _opened(found: Resource) -> ArmyLine:
    from builder.services.army import open_army

    army = open_army(str(found.path))
    return ArmyLine(
        name=army.name,
        system=army.system.id,
        system_name=army.system.name,
        costs=army.view.costs,
        limits=army.view.cost_limits,
        units=len(army.reading.units),
    )
