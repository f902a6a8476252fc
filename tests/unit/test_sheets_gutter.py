"""Room for what is not printed: where pages are bound or punched, and where a hand writes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from builder.errors import InputError
from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import Segment, Text, flat
from builder.systems.blocks import VehicleCard
from builder.systems.diceless.cards import army_cards, blank_cards, roster_page
from tests.exporters import samples
from tests.golden import DESIGN

PAGE = roster_page(samples.MARINES, samples.COUNTERS, (), samples.SLOTS)
CARDS = army_cards(samples.MARINES)


def lefts(options: SheetOptions) -> list[float]:
    """Where the words of each page begin, in mm of the paper."""
    pages = layout(CARDS, PAGE, options, read_design(DESIGN), load_fonts()).pages
    texts = ([item for item in flat(page.items) if isinstance(item, Text)] for page in pages)
    return [page.scale * min(text.x for text in each) for page, each in zip(pages, texts, strict=True)]


@pytest.mark.parametrize(("paper", "larger", "gutter"), [("a4", False, 15), ("letter", False, 20), ("a4", True, 12)])
def test_a_gutter_is_at_the_left_and_of_every_second_side_at_the_right(paper: str, larger: bool, gutter: int) -> None:
    chosen = SheetOptions(paper=paper, sheets=("roster", "units"), larger_text=larger)
    usual = lefts(chosen)
    bound, turned = lefts(replace(chosen, gutter=gutter)), lefts(replace(chosen, gutter=gutter, duplex=True))
    assert bound[0] == pytest.approx(gutter) and len(usual) > 2
    shift = gutter - usual[0]
    assert bound == pytest.approx([left + shift for left in usual])
    assert turned == pytest.approx([left + (-shift if n % 2 else shift) for n, left in enumerate(usual)])
    assert lefts(replace(chosen, gutter=5)) == usual


@pytest.mark.parametrize("larger", [False, True])
def test_pages_with_a_wide_gutter_are_narrower(larger: bool) -> None:
    """A binder wants 20 mm and more, which A4 has no room for beside pages of the usual width."""
    chosen = SheetOptions(sheets=("roster", "units", "vehicles", "rules"), gutter=30, larger_text=larger)
    assert lefts(chosen)[0] == pytest.approx(30)
    for page in layout(CARDS, PAGE, chosen, read_design(DESIGN), load_fonts()).pages:
        texts = [item for item in flat(page.items) if isinstance(item, Text)]
        assert max(text.x + text.width for text in texts) * page.scale <= page.width - 4.5


def test_a_gutter_that_is_none_is_named() -> None:
    with pytest.raises(InputError, match="0 to 30"):
        SheetOptions(gutter=31)


def test_what_is_cut_out_stays_where_it_is() -> None:
    chosen = SheetOptions(sheets=("tokens", "template", "cards"))
    assert lefts(replace(chosen, gutter=15, duplex=True)) == lefts(chosen)


def test_strengths_of_a_blank_vehicle_have_columns_that_a_hand_can_fill() -> None:
    blank = next(card for card in blank_cards() if isinstance(card, VehicleCard))
    options = SheetOptions(sheets=("vehicles",))
    (page,) = layout([blank], PAGE, options, read_design(DESIGN), load_fonts()).pages
    lines = [item for item in flat(page.items) if isinstance(item, Segment) and item.x1 == item.x2]
    height = max(line.y2 - line.y1 for line in lines)
    upright = sorted(line.x1 for line in lines if line.y2 - line.y1 == height)
    assert [right - left for left, right in pairwise(upright)] == pytest.approx([9.0] * 3)
