"""Words and figures on printed sheets: none runs into the next one, or into a line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from builder.services.export.files import cards_of
from builder.sheets.options import SheetOptions
from builder.sheets.page import MM, Item, Page, Rect, Segment, Text, flat
from tests.exporters.test_starter_sheets import army, laid_out, lay_out
from tests.starters import EACH_STARTER

LEAST, RUN_ON = 0.55, 0.05
"""mm between words beside each other; those that say one thing in two styles follow without any."""
CLOSE, CAPITALS = 0.3, 0.7
"""mm between words and lines, and how high capitals are, as a share of the type."""
PRINTED = (
    SheetOptions(sheets=("cards",)),
    SheetOptions(sheets=("cards",), card_size="70x120"),
    SheetOptions(sheets=("units", "vehicles", "aid", "notes"), larger_text=True),
    SheetOptions(sheets=("units", "vehicles", "aid", "reference"), paper="letter", gutter=30),
)


def too_close(page: Page) -> Iterator[tuple[str, str, float]]:
    """Yield words that stand closer to the next ones on their line than they may."""
    lines: dict[float, list[Text]] = {}
    for item in flat(page.items):
        if isinstance(item, Text) and item.text.strip():
            lines.setdefault(round(item.y, 1), []).append(item)
    for line in lines.values():
        for one, other in pairwise(sorted(line, key=lambda text: text.x)):
            gap = other.x - one.x - one.width
            follows = abs(gap) < RUN_ON and other.text[0] in ":,;."
            if gap < LEAST and not follows:
                yield one.text, other.text, round(gap, 2)


def lines_of(item: Item) -> Iterator[tuple[float, float, float, float]]:
    """Yield the lines of an outline or a segment: left, upper, right and lower end."""
    if isinstance(item, Rect) and item.line:
        right, low = item.x + item.width, item.y + item.height
        yield from ((item.x, y, right, y) for y in (item.y, low))
        yield from ((x, item.y, x, low) for x in (item.x, right))
    elif isinstance(item, Segment) and not item.dotted and (item.x1 == item.x2 or item.y1 == item.y2):
        yield min(item.x1, item.x2), min(item.y1, item.y2), max(item.x1, item.x2), max(item.y1, item.y2)


def touched(page: Page) -> Iterator[str]:
    """Yield words that come nearer to a line than they may: by their capitals, which stand on their baseline."""
    items = [*flat(page.items)]
    lines = [line for item in items for line in lines_of(item)]
    for text in items:
        if isinstance(text, Text) and text.text.strip():
            left, right = text.x - CLOSE, text.x + text.width + CLOSE
            high, low = text.y - CAPITALS * text.style.size / MM - CLOSE, text.y + CLOSE
            if any(x1 < right and x2 > left and y1 < low and y2 > high for x1, y1, x2, y2 in lines):
                yield text.text


@pytest.mark.parametrize(
    "options",
    [PRINTED[0], pytest.param(PRINTED[1], marks=pytest.mark.long), PRINTED[2], PRINTED[3]],
    ids=["cards", "large cards", "larger text", "gutter"],
)
@pytest.mark.parametrize("name", EACH_STARTER)
def test_words_and_figures_run_neither_into_each_other_nor_into_lines(name: str, options: SheetOptions) -> None:
    pages = laid_out(name, options).pages
    assert [found for page in pages for found in too_close(page)] == []
    assert [found for page in pages for found in touched(page)] == []


@pytest.mark.long
def test_figures_of_a_matchup_stand_apart_where_all_are_bold() -> None:
    options = SheetOptions(sheets=("matchup",))
    pages = lay_out("space-marines-500", cards_of(army("space-marines-500"), options), options).pages
    assert pages
    assert [found for page in pages for found in too_close(page)] == []


def places(name: str, *words: str) -> list[list[tuple[float, float]]]:
    """Where each of some words stands on cards to cut out, in mm."""
    pages = laid_out(name, SheetOptions(sheets=("cards",))).pages
    texts = [item for page in pages for item in flat(page.items) if isinstance(item, Text)]
    return [[(round(text.x, 2), text.y) for text in texts if text.text == word] for word in words]


def test_boxes_of_a_card_stand_on_one_line_or_in_columns() -> None:
    on_a_line = places("epic-orks-3000", "Activated", "Marched", "Overwatch", "Broken")
    assert len(on_a_line[0]) == 10
    assert all(len({y for _, y in card}) == 1 for card in zip(*on_a_line, strict=True))
    hits = places("lethal-chaos-1000", "1 stunned", "4–5 immobilised", "2–3 weapon destroyed", "6 destroyed")
    assert len(hits[0]) == 2
    for first, below, second, below_it in zip(*hits, strict=True):
        assert first[0] == below[0] < second[0] == below_it[0] and first[1] == second[1] < below[1] == below_it[1]


def test_the_title_of_boxes_stands_clear_of_the_stat_line_above() -> None:
    (titles,), (nobs,) = places("plain-orks-500", "Slugga"), places("plain-orks-500", "Nob")
    fronts = [(x, y) for x, y in titles if any(near == x and 0 < y - line < 8 for near, line in nobs)]
    assert len(fronts) == 2
    assert all(min(y - line for near, line in nobs if near == x and line < y) > 3.5 for x, y in fronts)
