"""Distances in cm and inches, templates, zones, and the sizes that a stand may have (E-03, E-09)."""

from __future__ import annotations

from decimal import Decimal

COHERENCY = 5
"""cm: how far units of a formation stand from the next (E-04), and how far a zone of control reaches (E-18)."""
BARRAGE_TEMPLATE = Decimal("7.4")
"""cm across (E-09)."""
ORBITAL_TEMPLATE = Decimal(12)
"""cm across (E-09)."""
STAND_LEAST, STAND_MOST, STAND_ACROSS = 5, 40, 20
"""mm: no way less than the first, none more than the second, one way at least the third (E-03)."""
STAND_MODELS = range(3, 8)
"""Infantry models on a stand (E-03)."""


def inches(cm: int | Decimal) -> Decimal:
    """A distance for players who measure in inches: half the figure."""
    return Decimal(cm) / 2


def stand_is_legal(width: int, depth: int) -> bool:
    """Whether a stand of this size in mm may be used (E-03)."""
    sides = (width, depth)
    return all(STAND_LEAST <= side <= STAND_MOST for side in sides) and max(sides) >= STAND_ACROSS


def models_are_legal(models: int) -> bool:
    """Whether so many infantry models may share a stand (E-03)."""
    return models in STAND_MODELS
