"""Mints the ids of forces and selections: short enough to be written by hand, never used twice."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from builder.errors import EditError

_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that no player mistakes for each other."""

_LENGTH = 5


class Ids:
    """Mints ids that are not taken yet."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)

    def claim(self, id: str | None) -> str:
        """This id, or a new one. Raises EditError if it is taken."""
        if id is None:
            return self.mint()
        if id in self._taken:
            raise EditError(f"The id {id} is taken already in this army.")
        self._taken.add(id)
        return id

    def mint(self) -> str:
        """A new id of five letters and digits; drawn at random, so that one that was removed does not come back."""
        while (id := "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))) in self._taken:
            continue
        self._taken.add(id)
        return id
