"""What stands below the last card of a page: rules, or lines to write on."""

from __future__ import annotations

import pytest

from builder.sheets.options import SheetOptions
from builder.sheets.page import Page, Segment, Text, flat
from tests.exporters.test_starter_sheets import FILLED_IN, laid_out
from tests.starters import EACH_STARTER

WHITE = 30.0
"""The margin and what it leaves white over it at most, in mm: less than three lines and their title."""


def lowest(page: Page) -> float:
    """Where the last line to write on, or the last word, stands."""
    return max(
        max(item.y1, item.y2) if isinstance(item, Segment) else item.y
        for item in flat(page.items)
        if isinstance(item, Text | Segment)
    )


@pytest.mark.parametrize("name", EACH_STARTER)
def test_a_page_of_cards_has_words_or_lines_to_its_foot(name: str) -> None:
    for page in laid_out(name, SheetOptions(sheets=FILLED_IN)).pages[:-1]:
        assert lowest(page) > page.height - WHITE


def test_the_copy_of_an_opponent_has_no_lines_below_its_cards() -> None:
    """What stands there is what its owner notes."""
    own, others = (
        laid_out("lethal-chaos-1000", SheetOptions(sheets=FILLED_IN, opponent=opponent)).pages[0]
        for opponent in (False, True)
    )
    assert lowest(own) > lowest(others) + WHITE
