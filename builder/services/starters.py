"""Starter armies, and new armies begun from installed datasheets."""

from __future__ import annotations

from dataclasses import dataclass

from builder.errors import InputError
from builder.resources import Resource, data_folders, find_resources
from builder.services.army import STARTERS, Army, open_army


@dataclass(frozen=True, slots=True)
class Starter:
    """A starter army, opened; `army` is None when its file has mistakes."""

    id: str
    path: str
    origin: str
    army: Army | None


def starter_files() -> tuple[Resource, ...]:
    """The files of the starter armies."""
    return find_resources(STARTERS)


def starter_armies() -> tuple[Starter, ...]:
    """Every starter army, in order of its id."""
    return tuple(Starter(found.id, str(found.path), found.origin, _opened(found)) for found in starter_files())


def _opened(found: Resource) -> Army | None:
    try:
        return open_army(str(found.path))
    except InputError:
        return None


def begin(datasheets: str, name: str | None, limit: int) -> str:
    """The text of a new army file for datasheets such as `diceless/space-marines`.

    Raises:
        InputError: there are no such datasheets.
    """
    from builder.datafiles.armynew import begin_army
    from builder.datafiles.library import load

    found = load(datasheets)
    schema = _schema_uri("army")
    return begin_army(found, name or f"New {found.catalogue.name} army", limit, schema)


def _schema_uri(name: str) -> str:
    """Where the JSON Schema of a kind of file lies, for editors."""
    for _, folder in data_folders():
        path = folder / "datasheets" / "schemas" / f"{name}.schema.json"
        if path.is_file():
            return path.as_uri()
    raise InputError(f"the schema '{name}' is missing from this installation: install Muster again")
