"""Hit points of models and groups (D-02, D-03), and the order points that a unit begins with (D-04)."""

from __future__ import annotations

from builder.systems.diceless.worked import Worked
from builder.systems.fortyk.model import ModelGroup, ModelProfile, Toughness, Unit

HP_FACTOR = 10
ORDER_POINTS_AT_START = 0


def hit_points(profile: ModelProfile) -> int:
    """The HP of one model (D-02)."""
    return hp_of(profile.w, profile.t).value


def hp_of(wounds: int, toughness: Toughness) -> Worked[int]:
    """The HP of a model: W × T × 10 (D-02), with the bracketed toughness of `4(5)` (D-03)."""
    hp = wounds * toughness.full * HP_FACTOR
    return Worked(hp, (f"W {wounds} × T {toughness.full} × {HP_FACTOR} = {hp} HP",))


def group_hit_points(group: ModelGroup) -> int:
    """The HP of all models of a group."""
    return group.models * hit_points(group.profile)


def unit_hit_points(unit: Unit) -> int | None:
    """The HP of all models of a unit; None for vehicles, which have none (D-06)."""
    return sum(group_hit_points(group) for group in unit.groups) if unit.groups else None
