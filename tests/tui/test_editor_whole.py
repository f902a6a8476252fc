"""Whole armies made by keys alone: one of ten units, and a newcomer's first, from nothing to its printed sheets."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from builder.services.editor.new_army import begin
from tests.tui.editing import Seen, edit

UNITS: tuple[str, ...] = (
    "a (chapter master) enter slash (power weapon) enter escape",
    "a (ironclad) enter t enter",
    "a (sternguard) enter slash (combi-melta) enter plus escape",
    "a (tactical) enter 9 slash (missile) enter (flamer) enter escape t enter",
    "a (scout squad) enter slash (sniper) enter plus plus (missile) enter escape",
    "a (scout bike) enter slash (cluster) enter escape",
    "a (assault squad) enter k down enter",
    "a (whirlwind) enter",
    "escape home down j enter",
)
"""The units as they are added and armed, and who leads: keys, and in brackets what is written."""


def keys_of(line: str) -> tuple[list[str], int]:
    """The keys of a line, one by one, and how many of them are not written into a field."""
    keys, counted = list[str](), 0
    for part in line.replace(")", "(").split("("):
        written = f"({part})" in line
        keys += part if written else part.split()
        counted += 0 if written else len(part.split())
    return ["space" if key == " " else "minus" if key == "-" else key for key in keys], counted


@pytest.mark.long
def test_a_thousand_points_of_ten_units_with_options_take_90_keys(tmp_path: Path) -> None:
    army = tmp_path / "army.yaml"
    army.write_text(begin("diceless/space-marines", None, 1000), encoding="utf-8")
    lines = [keys_of(line) for line in UNITS]

    async def act(seen: Seen) -> None:
        for keys, _ in lines:
            await seen.press(*keys)
        totals = seen.screen.view.totals
        assert sum(counted for _, counted in lines) <= 90
        assert (totals.units, totals.errors, totals.warnings) == (10, 0, 0) and 950 <= totals.points <= 1000
        taken = Counter[str]()
        for part in (part for unit in seen.army.view.units() for part in unit.walk()):
            taken[part.name] += part.number
        wanted = {"Power weapon": 1, "Combi-melta": 2, "Missile launcher": 2, "Sniper rifle": 3, "Cluster mines": 1}
        assert {name: taken[name] for name in wanted} == wanted
        marks = [mark.kind for unit in seen.army.view.units() for part in unit.walk() for mark in part.marks]
        assert sorted(marks) == ["deep_strike", "led_by", "riding_in", "riding_in"]

    edit(army, act)
