"""What the library tells of an army beside its list fits whatever room there is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot

from builder.record import replace
from builder.services.army.locator import open_army
from builder.services.export.files import roster_page_of
from builder.services.library.armies import library_armies, starter_armies
from builder.tui.app import MusterApp
from builder.tui.screens.library_panes import key_of, preview, short_game
from builder.tui.screens.preview import PreviewScreen
from tests.tui.making import play, put


@pytest.mark.parametrize("height", [3, 12, 30])
@pytest.mark.parametrize("width", [20, 76])
def test_a_preview_keeps_to_its_room(home: Path, width: int, height: int) -> None:
    library = home / "armies"
    put(library, "a.yaml", "space-marines-1000")
    (library / "bad.yaml").write_text("bad", encoding="utf-8")
    for army in library_armies():
        lines = preview(army, width, height)
        assert 0 < len(lines) <= height
        assert key_of(army) == str(army.path)


def test_a_preview_names_faction_and_game_whole() -> None:
    (starter,) = [each for each in starter_armies() if each.id == "orks-500" and each.army is not None]
    assert starter.army is not None
    army = replace(starter.army, faction="Imperium - Adeptus Astartes - Dark Angels")
    told = [text for line in preview(replace(starter, army=army), 30, 30) for text, _ in line.left]
    assert " ".join(told).startswith("Imperium - Adeptus Astartes - Dark Angels · Diceless 40K ")


def test_a_number_that_tells_units_apart_is_not_cut_off() -> None:
    (starter,) = [each for each in starter_armies() if each.id == "orks-500" and each.army is not None]
    assert starter.army is not None
    units = tuple(replace(starter.army.units[0], name=f"Malcador Heavy Tank Squadron {number}") for number in (1, 2))
    told = [
        "".join(text for text, _ in line.left)
        for line in preview(replace(starter, army=replace(starter.army, units=units)), 30, 30)
    ]
    assert [line[-3:] for line in told if "Malcador" in line] == ["… 1", "… 2"]


@pytest.mark.parametrize(
    ("starter", "told"),
    [
        ("space-marines-1000", " to the opponent"),
        ("lethal-marines-1000", " · Ammunition 6 to bring"),
        ("epic-orks-3000", " at hand for both players"),
    ],
)
def test_a_low_preview_says_who_gets_what_it_counts(home: Path, starter: str, told: str) -> None:
    put(home / "armies", "a.yaml", starter)
    (army,) = library_armies()
    first, *_ = preview(army, 76, 3)
    words = "".join(text for text, _ in first.left)
    assert words.endswith(told) and "gives" not in words and " 0" not in words, "what is not given is not named"


def test_a_preview_numbers_units_of_one_name_and_puts_a_transport_below_its_unit(home: Path) -> None:
    data = put(home / "armies", "a.yaml", "space-marines-500")
    squad = "  - unit: Scout Squad\n    id: a1b2\n"
    data.write_text(data.read_text(encoding="utf-8").rstrip() + "\n" + squad, encoding="utf-8")
    (army,) = library_armies()
    told = ["".join(text for text, _ in line.left) for line in preview(army, 76, 40)]
    assert {"TR  Scout Squad 1", "TR  Scout Squad 2"} <= {*told} and "DT    Rhino 1" in told
    page = roster_page_of(open_army("a"))
    assert [row.name for row in page.rows][-2:] == ["Scout Squad 1", "Scout Squad 2"]


@pytest.mark.long
def test_a_preview_that_is_left_before_it_is_laid_out_ends_nothing() -> None:
    async def part(pilot: Pilot[None]) -> None:
        made: list[str] = []

        def make() -> str:
            gate.wait(60)
            made.append("its sheet")
            return made[-1]

        gate = Event()
        screen = PreviewScreen("A unit", make)
        await pilot.app.push_screen(screen)
        filling = asyncio.ensure_future(screen.unless_left(asyncio.to_thread(make)))
        await pilot.app.pop_screen()
        gate.set()
        with pytest.raises(asyncio.CancelledError):
            await filling
        await pilot.pause()
        assert made and pilot.app.is_running and not screen.is_attached

    play(MusterApp(), part)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Diceless 40K", "Diceless 40K"),
        ("Warhammer 40,000 10th Edition", "40K 10th"),
        ("Age of Sigmar", "Age of Sigmar"),
        ("Age of Sigmar 4.0", "Age of S… 4.0"),
    ],
)
def test_what_tells_the_editions_of_a_game_apart_is_not_cut_off(name: str, shown: str) -> None:
    assert short_game(name, 13) == shown
