"""Blast markers: how a formation gets them, and what they do to it (E-10, E-11)."""

from __future__ import annotations

from collections.abc import Mapping

MARKERS_FOR: Mapping[str, int] = {
    "shot_at": 1,
    "destroyed": 1,
    "out_of_formation": 1,
    "failed_tests": 1,
    "dangerous_terrain_losses": 0,
}
"""Markers for each time a formation is shot at (harm or not), for each unit lost, and for each failed test (E-10)."""


def markers_gained(events: Mapping[str, int]) -> int:
    """Markers for what happened to a formation, each with how often: `{"shot_at": 1, "destroyed": 2}` (E-10, E-19)."""
    return sum(MARKERS_FOR[event] * times for event, times in events.items())


def is_broken(units: int, markers: int) -> bool:
    """Whether a formation with this many units left, carried ones too, is broken (E-11)."""
    return markers >= units


def broken_at(units: int) -> int:
    """The number of markers that breaks a formation of so many units (E-11)."""
    return units


def firing(able: int, markers: int) -> int:
    """The units that still fire of those with range and line of fire: each marker suppresses one (E-11)."""
    return max(0, able - markers)


def markers_to_bring(units: int) -> int:
    """Blast markers to have at hand for a formation: as many as its units and half again, rounded up."""
    return (3 * units + 1) // 2
