"""Folders and armies to choose from while a path is written."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from builder.errors import InputError
from builder.resources import ARMY_ENDINGS, expanded


@dataclass(frozen=True, slots=True)
class Place:
    """A folder, or a file that may hold an army; `size` in bytes."""

    path: Path
    folder: bool
    size: int = 0


def places_in(text: str) -> tuple[Place, ...]:
    """What a path that is being written may become: folders first, hidden ones only when a dot asks for them."""
    try:
        written = expanded(text)
    except InputError:
        return ()
    folder, begin = (written, "") if text.endswith(("/", os.sep)) else (written.parent, written.name.casefold())
    found = []
    try:
        with os.scandir(folder) as items:
            for item in items:
                name = item.name.casefold()
                if not name.startswith(begin) or (name.startswith(".") and not begin.startswith(".")):
                    continue
                if item.is_dir():
                    found.append(Place(Path(item.path), True))
                elif name.endswith(ARMY_ENDINGS):
                    found.append(Place(Path(item.path), False, item.stat().st_size))
    except (OSError, ValueError):
        return ()
    return tuple(sorted(found, key=lambda place: (not place.folder, place.path.name.casefold())))
