"""The order of units on the list and on their sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from builder.systems.blocks import Card, RosterPage, RosterRow

Key = tuple[float, str]
KEYS: dict[str, Callable[[RosterRow], Key]] = {
    "roster": lambda row: (row.place, ""),
    "name": lambda row: (0, row.name.casefold()),
    "points": lambda row: (-float(row.points), ""),
}


def arranged(cards: Sequence[Card], roster: RosterPage, sort: str) -> tuple[tuple[Card, ...], RosterPage]:
    """Cards and rows in an order of the player's choice; the cards of a unit stay together.

    Systems give them by slot, so for that order nothing is moved.
    """
    if sort not in KEYS:
        return tuple(cards), roster
    rows = tuple(sorted(roster.rows, key=KEYS[sort]))
    places = {card: n for n, row in enumerate(rows) for card in row.cards}
    ordered = sorted(cards, key=lambda card: places.get(card.id, len(rows)))
    return tuple(ordered), replace(roster, rows=rows)
