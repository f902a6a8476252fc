"""How fast two armies of 1,000 points are matched, beside the opening of one of them from its file.

Run with: uv run pytest tests/bench/test_matchup_speed.py --benchmark-only -s
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from builder.services.army.locator import open_army
from builder.services.matchups import match_armies
from builder.systems.play.matchup import Assumptions

TIMES = 5
MOST_SECONDS = 1.0
"""On a quiet machine."""


class Benchmark(Protocol):
    """The fixture of pytest-benchmark, which has no types."""

    extra_info: dict[str, object]

    def pedantic(self, run: object, *, rounds: int, iterations: int) -> None: ...


def seconds(run: Callable[[], object]) -> float:
    begin = time.process_time()
    run()
    return time.process_time() - begin


def test_a_thousand_points_against_a_thousand(benchmark: Benchmark) -> None:
    """Every pair of 10 and 13, six situations, both ways: at most 1 second, and 100 openings of an army."""
    ours, theirs = open_army("space-marines-1000"), open_army("orks-1000")
    opening = min(seconds(lambda: open_army("space-marines-1000")) for _ in range(TIMES))
    taken: list[float] = []
    benchmark.pedantic(
        lambda: taken.append(seconds(lambda: dict(match_armies(ours, theirs, Assumptions()).encounters))),
        rounds=TIMES,
        iterations=1,
    )
    benchmark.extra_info["beside opening an army"] = round(min(taken) / opening, 1)
    print(f"\nmatched in {min(taken):.2f} s, {min(taken) / opening:.0f} times as long as opening an army")
    assert min(taken) <= MOST_SECONDS
