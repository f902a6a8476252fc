"""What a command calls an army: a file, standard input, an army of the library, a starter army."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from builder.errors import Finding, InputError, Place, Severity
from builder.resources import STARTERS, find_resources
from builder.services.files import STANDARD, is_there


@dataclass(frozen=True, slots=True)
class Source:
    """Where an army lies: a file's path or `-`; a starter army stays as it is."""

    path: str
    starter: bool = False


def find_source(name: str) -> Source:
    """Where the army of this name lies: a file before the library, the library before the starter armies.

    What is none of these is given back as it is if it looks like a path, so that reading it tells what is wrong.

    Raises:
        InputError: several armies are called so, or none is.
    """
    if name == STANDARD or is_there(name):
        return Source(name)
    from builder.services.armylibrary import army_called, army_path

    if (path := army_path(name)) is not None:
        return Source(str(path))
    starters = {resource.id: resource for resource in find_resources(STARTERS)}
    if name in starters:
        return Source(str(starters[name].path), starter=True)
    if (path := army_called(name)) is not None:
        return Source(str(path))
    if Path(name).suffix or len(Path(name).parts) != 1:
        return Source(name)
    from builder.datafiles.validate import suggestion

    near = suggestion(name, army_ids())
    message = f"there is no such file, and no army of that name{near or ': muster armies lists them'}"
    raise InputError(Finding(Severity.ERROR, "file", message, at=Place(file=name)))


def army_ids() -> tuple[str, ...]:
    """What the armies of the library and the starter armies are called in commands."""
    from builder.services.armylibrary import library_files

    return (*library_files(), *(resource.id for resource in find_resources(STARTERS)))
