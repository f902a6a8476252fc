"""How much of what they go through long tests do: what `--share` says, but never less than makes sense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Part:
    """A part of a list of cases that are alike, spread over all of it; the whole of it where `share` is 1."""

    share: float

    def __call__(self, cases: Sequence[T], least: int = 1) -> Sequence[T]:
        """Return the part of these cases, `least` of them or more."""
        return cases[:: max(1, min(round(1 / self.share), len(cases) // least))]
