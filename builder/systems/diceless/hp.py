"""Hit points of models and groups (D-02, D-03), and the order points that a unit begins with (D-04)."""

from __future__ import annotations

from builder.systems.fortyk.model import ModelGroup, ModelProfile, Unit

HP_FACTOR = 10
ORDER_POINTS_AT_START = 0


def hit_points(profile: ModelProfile) -> int:
    """The HP of one model: W × T × 10 (D-02), with the bracketed toughness of `4(5)` (D-03)."""
    return profile.w * profile.t.full * HP_FACTOR


def group_hit_points(group: ModelGroup) -> int:
    """The HP of all models of a group."""
    return group.models * hit_points(group.profile)


def unit_hit_points(unit: Unit) -> int | None:
    """The HP of all models of a unit; None for vehicles, which have none (D-06)."""
    return sum(group_hit_points(group) for group in unit.groups) if unit.groups else None
