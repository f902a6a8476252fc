"""What a card is made of, with field ids."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """One unit or vehicle on paper."""

    id: str
