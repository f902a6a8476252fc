"""Chances and averages as calculations answer them: exact, and as players say them."""

from __future__ import annotations

from fractions import Fraction


def percent(likely: Fraction) -> str:
    """A chance as players say it."""
    return f"{float(likely) * 100:.1f} %"


def exact_chance(likely: Fraction) -> dict[str, object]:
    """A chance as an exact fraction and in per cent, ready for JSON."""
    return {"fraction": str(likely), "percent": round(float(likely) * 100, 4)}


def exact_average(value: Fraction) -> dict[str, object]:
    """An average as an exact fraction and as a number, ready for JSON."""
    return {"fraction": str(value), "value": round(float(value), 4)}
