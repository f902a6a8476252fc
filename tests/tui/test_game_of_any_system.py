"""What draws a game draws that of the smallest system as it is: its names, figures, tracks, and who is gone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from textual.pilot import Pilot

from builder.cli.game_show import _show_side
from builder.record import replace
from builder.services.games.session import GameSession
from builder.systems.play.events import Player
from builder.systems.play.view import Box, Cell, Column, Detail, Fact, Of, Row, SideView, Span, Table, Track, View
from builder.systems.specs import spec_of
from builder.tracker import LogLine
from builder.tui.app import MusterApp
from builder.tui.screens.game import GameScreen
from builder.tui.widgets.game_detail import detail
from builder.tui.widgets.game_lines import head_line, totals
from builder.tui.widgets.game_table import header, layout, row_line
from builder.tui.widgets.lines import Line, width_of
from tests.systems.play.toy import PLAY, Fighter, Strike, start
from tests.tui.making import meanwhile, play, until
from tests.tui.painted import lines


def text(line: Line) -> str:
    return "".join(part for part, _ in (*line.left, *line.right)).rstrip()


def bands() -> View:
    army = {"a": Fighter("Red band", 9, 3), "b": Fighter("Red cart", 4, 3, room=2)}
    players = (Player("Reds", army), Player("Blues", {"c": Fighter("Blue band", 12, 2)}))
    return PLAY.viewer()(PLAY.begin(start(players)))


@pytest.mark.parametrize("width", [40, 60, 77, 120])
def test_rows_of_a_system_without_widths_stand_under_their_heads(width: int) -> None:
    (table,) = bands().sides[0].tables
    line = row_line(layout(table, width - 1), table.rows[0])
    head, shown = text(header(layout(table, width - 1))), f" {text(line)}"
    assert shown.startswith(" Red band") and width_of(line.left) <= width
    assert shown[head.index("HP") : head.index("HP") + 2].strip() == "9"


def test_a_row_without_details_has_its_name_and_its_last_act() -> None:
    (table,) = bands().sides[0].tables
    row = replace(table.rows[0], last="Red band strikes", note="ours")
    for height in (3, 20):
        whole = "\n".join(map(text, detail(row, 60, height)))
        assert "Red band" in whole and "Last" in whole and "ours" in whole


def test_heads_and_tokens_need_nothing_that_a_system_does_not_have() -> None:
    view = bands()
    assert "muster" in text(head_line(view, "Toy"))
    assert not any("hold" in text(line) for line in totals(view, 80))


@pytest.mark.parametrize(
    ("width", "end"),
    [
        (60, "turn 3 · your shooting · night   VP 3 : 1"),
        (40, "turn 3 · your shooting   VP 3 : 1"),
        (30, "turn 3 · your shooting"),
    ],
)
def test_a_tiny_head_tells_whole_whose_phase_it_is(width: int, end: str) -> None:
    now = replace(bands(), turn=3, phase="shooting", facts=(Fact(text="night fighting", short="night"),))
    sides = (replace(now.sides[0], points=3), replace(now.sides[1], points=1))
    line = head_line(replace(now, sides=sides, active=0, played_by="player"), "Toy", None, width)
    assert "".join(part for part, _ in line.right) == f" {end} " and width_of(line.right) <= width


def test_a_table_is_printed_with_its_own_columns(capsys: pytest.CaptureFixture[str]) -> None:
    (table,) = bands().sides[0].tables
    gone = replace(table.rows[1], gone=True, state="broken", note="off the hill")
    _show_side(SideView(name="Reds", tables=(replace(table, rows=(table.rows[0], gone)),)))
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split() == ["Id", "Name", "HP", "Fear", "Marks"]
    assert lines[3].split() == ["a", "Red", "band", "9", "0/9"]
    assert lines[4].endswith("broken, off the hill")


STEPS = Track(draw="steps", value=1, full=3, boxes=tuple(Box(word, False) for word in ("steady", "shaken", "broken")))


def test_every_kind_of_cell_is_drawn() -> None:
    cells: dict[str, Cell] = {
        "chain": STEPS,
        "hits": Of(3, 4),
        "order": (Span("hold", "info"),),
        "ammo": 7,
        "cover": "hard",
    }
    table = Table(id="t", title="T", columns=tuple(Column(id=key, title=key, least=7) for key in cells), rows=())
    row = Row(ref="a", name="Group", state="hidden", cells=cells, details=(Detail(kind="part", label="Men", tail="3"),))
    shown = text(row_line(layout(table, 80), row))
    assert all(words in shown for words in ("Group hidden", "■■··", "3/4", "hold", "7", "hard"))
    gone = text(row_line(layout(table, 80), replace(row, gone=True, state="lost")))
    assert "× lost" in gone and "hold" not in gone


class ToySession:
    """A game of the toy system, as far as a screen asks for it: its second side has a third table."""

    name, warning, stored, seq = "Toy", "", True, 0
    log: Sequence[LogLine] = ()
    acts = (spec_of(Strike),)
    system = SimpleNamespace(play=lambda: PLAY)

    @property
    def view(self) -> View:
        view = bands()
        table = view.sides[0].tables[0]
        carts = replace(table, id="carts", title="Carts", rows=table.rows[1:])
        third = replace(table, id="combats", title="Combats", rows=table.rows[:1])
        return replace(view, sides=(replace(view.sides[0], tables=(table, carts, third)), view.sides[1]))

    def choices(self, verb: str, name: str, given: object) -> tuple[None, str]:
        return None, ""

    def barred(self, verb: str) -> str:
        return "nobody is left"

    def refused(self, verb: str, given: object) -> str:
        return ""

    def refresh(self) -> bool:
        return False

    def close(self) -> None:
        pass


@pytest.mark.long
def test_a_system_has_its_own_keys_and_tables_on_the_screen(home: Path) -> None:
    """Nothing but its view names them: the line of keys and the help do so too."""

    async def part(pilot: Pilot[None]) -> None:
        screen = GameScreen(lambda: cast(GameSession, ToySession()))
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.snapshot is not None)
        await meanwhile(pilot, lambda: any("s strike" in line for line in lines(pilot.app)))
        await pilot.press("d", "f")
        assert not screen.form.is_open
        await pilot.press("s")
        await until(pilot, lambda: screen.form.act is not None and not screen.form.act.behind)
        assert any("Strike: a band strikes another" in line for line in lines(pilot.app))
        await pilot.press("escape", "down", "down", "down")
        assert screen.board.table is not None and screen.board.table.id == "combats", "one cursor goes through all"
        await pilot.press("question_mark")
        painted = "\n".join(lines(pilot.app))
        assert "A band strikes another." in painted
        assert "Lists every act" in painted and "Scatter tokens" not in painted

    play(MusterApp(), part, size=(120, 80))
