"""How amounts and moments are told."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest

from builder.scalars import ordinal, read_budget, relative_time, several, signed


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (datetime(2026, 5, 12, 7, 5), "today 07:05"),
        (datetime(2026, 5, 11, 23, 59), "yesterday"),
        (datetime(2026, 5, 3), "3 May"),
        (datetime(2025, 5, 12), "12 May 2025"),
    ],
)
def test_a_moment_is_told_in_words(then: datetime, said: str) -> None:
    assert relative_time(then.timestamp(), datetime(2026, 5, 12, 12)) == said


def test_a_moment_is_told_in_eleven_cells_where_it_is_to_be_short() -> None:
    told = relative_time(datetime(2025, 9, 22).timestamp(), datetime(2026, 5, 12, 12), short=True)
    assert told == "22 Sep 2025" and len(told) <= len("today 20:14")


@pytest.mark.parametrize("written", ["1000", "1 000", "1\u00a0000", "1,000", " 1 000 "])
def test_a_limit_is_read_as_screens_show_it(written: str) -> None:
    assert read_budget(written) == 1000


@pytest.mark.parametrize("written", ["1 00", "1  000", "1000 000", "1,000,000", "0 000"])
def test_other_groups_of_figures_are_no_limit(written: str) -> None:
    with pytest.raises(ValueError, match="a limit is a number of points"):
        read_budget(written)


@pytest.mark.parametrize(
    ("one", "more"),
    [
        ("Space Marine", "Space Marines"),
        ("Guardsman", "Guardsmen"),
        ("Heavy Battery", "Heavy Batteries"),
        ("Boyz", "Boyz"),
        ("Bearer of the Icon", "Bearer of the Icon"),
        ("Crew (light)", "Crew (light)"),
    ],
)
def test_several_models_have_the_name_that_english_gives_them_where_that_is_plain(one: str, more: str) -> None:
    assert several(one) == more


def test_which_of_several_something_is_has_the_ending_of_its_number() -> None:
    assert [ordinal(place) for place in (1, 2, 3, 10, 11, 12, 13, 21, 112)] == [
        "1st", "2nd", "3rd", "10th", "11th", "12th", "13th", "21st", "112th",
    ]  # fmt: skip


def test_what_is_added_or_taken_away_has_its_sign_and_nothing_the_words_for_it() -> None:
    assert (signed(15), signed(Decimal("-1100")), signed(Decimal("2.50"))) == ("+15", "−1\u00a0100", "+2.5")
    assert (signed(0), signed(Decimal(0), "free"), signed(0, "")) == ("±0", "free", "")
