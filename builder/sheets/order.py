"""The order of units on the list and on their sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from builder.systems.blocks import Card, RosterPage, RosterRow

Key = tuple[float, str]


def arranged(cards: Sequence[Card], roster: RosterPage, sort: str) -> tuple[tuple[Card, ...], RosterPage]:
    """Cards and rows in an order of the player's choice; the cards of a unit stay together."""
    slots = [slot.code for slot in roster.slots]
    slots.extend(row.slot for row in roster.rows if row.slot not in slots)
    keys: dict[str, Callable[[RosterRow], Key]] = {
        "name": lambda row: (0, row.name.casefold()),
        "slot": lambda row: (slots.index(row.slot), ""),
        "points": lambda row: (-float(row.points), ""),
    }
    if sort not in keys:
        return tuple(cards), roster
    rows = tuple(sorted(roster.rows, key=keys[sort]))
    places = {card: n for n, row in enumerate(rows) for card in row.cards}
    ordered = sorted(cards, key=lambda card: places.get(card.id, len(rows)))
    return tuple(ordered), replace(roster, rows=rows)
