"""How amounts and moments are told."""

from __future__ import annotations

from datetime import datetime

import pytest

from builder.scalars import read_budget, relative_time


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


@pytest.mark.parametrize("written", ["1000", "1 000", "1\u00a0000", "1,000", " 1 000 "])
def test_a_limit_is_read_as_screens_show_it(written: str) -> None:
    assert read_budget(written) == 1000


@pytest.mark.parametrize("written", ["1 00", "1  000", "1000 000", "1,000,000", "0 000"])
def test_other_groups_of_figures_are_no_limit(written: str) -> None:
    with pytest.raises(ValueError, match="a limit is a number of points"):
        read_budget(written)
