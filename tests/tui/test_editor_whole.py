"""Whole armies made by keys alone: one of ten units, and a newcomer's first, from nothing to its printed sheets."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from builder.roster.view import points, points_type
from builder.services.army.locator import open_army
from builder.services.editor.new_army import begin
from builder.tui.app import MusterApp
from builder.tui.screens.editor import EditorScreen
from tests.tui.editing import Seen, edit
from tests.tui.making import play, until
from tests.tui.painted import lines

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


FIRST: tuple[str, ...] = (
    "a (captain) enter slash (power weapon) enter escape",
    "a (tactical) enter 9 slash (missile) enter (flamer) enter escape t enter",
    "a (scout squad) enter slash (sniper) enter plus plus escape",
    "a (whirlwind) enter",
    "a (dreadnought) enter",
    "a (assault squad) enter",
    "a (whirlwind) enter",
)
"""What a newcomer adds and arms: more than 750 points."""


def is_painted(pilot: Pilot[None], words: str) -> bool:
    return words in "".join(lines(pilot.app))


def errors(seen: Seen) -> int:
    return seen.screen.view.totals.errors


def mend_of(seen: Seen) -> str:
    """The figure of the mend that removes the second Whirlwind."""
    rows = seen.lines("findings").splitlines()
    return next(row.split()[0] for row in rows if "Remove Whirlwind 2" in row)


@pytest.mark.long
def test_a_newcomer_comes_from_nothing_to_a_printed_army_of_750_points(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)

    async def part(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        for asked, words in (("", "diceless space mar"), ("Begin (Enter)", "First"), ("First", "750")):
            await until(pilot, partial(is_painted, pilot, asked))
            await pilot.press(*keys_of(f"({words}) enter")[0])
        await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        screen = pilot.app.screen
        assert isinstance(screen, EditorScreen)
        await until(pilot, lambda: screen.session is not None and screen.pane == "army")
        seen = Seen(pilot, screen, home)
        for line in FIRST:
            await seen.press(*keys_of(line)[0])
        assert screen.view.totals.points > 750 and errors(seen) == 1
        await seen.press("f")
        await seen.until(lambda: "Remove Whirlwind 2" in seen.lines("findings"))
        await seen.press(mend_of(seen))
        assert not errors(seen) and screen.view.totals.points <= 750
        await seen.press("u")
        assert errors(seen) == 1
        await seen.until(lambda: "Remove Whirlwind 2" in seen.lines("findings"))
        await seen.press(mend_of(seen), "escape")
        assert not errors(seen)
        await seen.press("p")
        await seen.until(lambda: "page" in str(seen.pilot.app.screen.query_one("#window").border_title))
        await seen.press("enter")
        await seen.until(lambda: "is written" in seen.said("status"))
        (printed,) = home.glob("*.pdf")
        assert printed.read_bytes().startswith(b"%PDF")
        await seen.press("escape")
        await screen.finish()

    play(MusterApp(), part)
    army = open_army("first")
    assert not army.has_errors, [finding.message for finding in army.findings]
    assert 600 < points(army.view, points_type(army.view)) <= 750
