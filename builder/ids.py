"""Ids of forces, selections and games: short, drawn at random, never twice in one place."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from builder.bounds import MOST_RAISED, MOST_SELECTIONS
from builder.errors import EditError

_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that no player mistakes for each other."""

_LENGTH = 5


class Ids:
    """Mints ids that are not taken yet, for one change of a roster, and ends it where it would come to too much."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._raised = 0

    def claim(self, id: str | None) -> str:
        """This id, or a new one. Raises EditError if it is taken."""
        if id is None:
            return self.mint()
        if id in self._taken:
            raise EditError(f"The id {id} is taken already in this army.")
        self._taken.add(id)
        return id

    def mint(self) -> str:
        """Return a new id of five letters and digits; drawn at random, so that one that was removed does not come back.

        Raises:
            EditError: the roster would have more forces and selections than any army.
        """
        if len(self._taken) >= MOST_SELECTIONS:
            raise EditError(f"An army has at most {MOST_SELECTIONS:,} units and choices, and would come to over that.")
        while (id := "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))) in self._taken:
            continue
        self._taken.add(id)
        return id

    def raising(self, times: int) -> None:
        """Note by how much a number is raised. Raises EditError if all numbers together are raised by too much."""
        self._raised += times
        if self._raised > MOST_RAISED:
            raise EditError(f"Numbers of choices would rise by over {MOST_RAISED:,}: the army's data asks for that.")
