"""What a player chooses of the sheets, and the order that follows for units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from builder.errors import InputError
from builder.systems.blocks import Card, RosterPage, RosterRow

SHEETS = ("roster", "units", "vehicles")
"""What is printed when nothing is said, in this order."""

EVERY_PAGE = (*SHEETS, "tokens", "template", "reference", "rules")
"""What `all` prints."""

ALL_SHEETS = (*EVERY_PAGE, "cards")

SORTS = ("slot", "roster", "name", "points")
"""Orders of units, the first where none is chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetOptions:
    """Everything that can be chosen of a print.

    Args:
        paper: an id of the design, `a4`, `a5` or `letter`.
        sheets: which, in the order in which they are printed.
        sort: the order of units: by `slot`, as in the `roster`, by `name`, or by `points` (most first).
        larger_text: unit sheets, lists and tables on paper turned sideways, everything by a third larger.
        ink_saver: outlines instead of black, no tints, damage as crosses.
        grey: no colour; only the angle template has any.
        one_a_page: each unit begins a page.
        merge: identical units share a card, with hit points and an order track for each.
        compact: unit and vehicle cards that stand closer, so that more of them share a page.

    Raises:
        InputError: a sheet or an order is not known, no sheet is chosen, or one is chosen twice.
    """

    paper: str = "a4"
    sheets: tuple[str, ...] = SHEETS
    sort: str = SORTS[0]
    larger_text: bool = False
    ink_saver: bool = False
    grey: bool = False
    one_a_page: bool = False
    merge: bool = False
    compact: bool = False

    def __post_init__(self) -> None:
        unknown = [sheet for sheet in self.sheets if sheet not in ALL_SHEETS]
        if unknown or not self.sheets:
            what = f"sheet '{unknown[0]}' is not known" if unknown else "no sheet is chosen"
            raise InputError(f"{what}; choose from: {', '.join(ALL_SHEETS)}")
        if len(set(self.sheets)) < len(self.sheets):
            raise InputError(f"a sheet is chosen twice: {', '.join(self.sheets)}")
        if self.sort not in SORTS:
            raise InputError(f"order '{self.sort}' is not known; choose from: {', '.join(SORTS)}")


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
