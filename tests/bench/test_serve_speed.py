"""Acts at two hundred tables with eight hundred devices, beside a bare handler that inserts a row: see `load.py`.

Run with: uv run pytest tests/bench/test_serve_speed.py --benchmark-only -s
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import pytest

from tests.bench.load import Told, measured

TABLES, SECONDS, EVERY = 200, 30.0, 20.0
MOST, MOST_RATIO = 200.0, 20.0
"""Milliseconds for 99 of 100 acts on a quiet machine; on a busy one, how much longer than a bare handler."""


class Benchmark(Protocol):
    """The fixture of pytest-benchmark, which has no types."""

    extra_info: dict[str, object]

    def pedantic(self, run: object, *, rounds: int, iterations: int) -> None: ...


def test_acts_are_stored_and_told_at_two_hundred_tables(
    benchmark: Benchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("games", "state", "data"):
        monkeypatch.setenv(f"MUSTER_{name.upper()}", str(tmp_path / name))
    monkeypatch.setenv("BARE", str(tmp_path / "bare.sqlite"))
    found: list[dict[str, Told]] = []
    benchmark.pedantic(lambda: found.append(measured(TABLES, SECONDS, EVERY, 1)), rounds=1, iterations=1)
    times = found[0]
    seen, bare = times["seen"]["99 %"], times["bare"]["99 %"]
    benchmark.extra_info["beside a bare handler"] = round(seen / bare, 1)
    print(f"\n99 of 100 acts are seen everywhere within {seen:.0f} ms, {seen / bare:.1f} times as long as bare ones")
    assert seen <= max(MOST, MOST_RATIO * bare)
