"""Rules that can be worked out one by one, as `muster calc` offers them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from builder.systems.parameters import Params


@dataclass(frozen=True, slots=True)
class Answer:
    """What a calculation comes to: fields ready for JSON, and the same in words."""

    result: Mapping[str, object]
    lines: tuple[str, ...]


class Calculation(Params):
    """A rule that can be worked out by itself, with what it is given; the docstring of each says what it is."""

    rule: ClassVar[str] = ""
    """Its id in the ledger of rules."""

    def answer(self) -> Answer:
        """What it comes to.

        Raises:
            ValueError: what is given does not fit together.
        """
        raise NotImplementedError
