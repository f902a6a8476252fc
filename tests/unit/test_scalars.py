"""How amounts and moments are told."""

from __future__ import annotations

from datetime import datetime

import pytest

from builder.scalars import relative_time


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
