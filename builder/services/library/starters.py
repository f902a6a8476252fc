"""Starter armies."""

from __future__ import annotations

from dataclasses import dataclass

from builder.resources import STARTERS, Resource, find_resources
from builder.services.army.summary import ArmySummary, data_stamp, summarize_file


@dataclass(frozen=True, slots=True)
class Starter:
    """A starter army; `army` is None when its file has mistakes."""

    id: str
    path: str
    origin: str
    army: ArmySummary | None


def starter_files() -> tuple[Resource, ...]:
    """The files of the starter armies."""
    return find_resources(STARTERS)


def starter_armies() -> tuple[Starter, ...]:
    """Every starter army, in order of its id."""
    stamp = data_stamp()
    return tuple(
        Starter(found.id, str(found.path), found.origin, summarize_file(found.path, stamp).line)
        for found in starter_files()
    )
