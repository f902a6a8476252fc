"""A turn of Epic on the game screen, by keys alone; what is due stands beside the only table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.record import replace
from builder.services.games.games import new_game
from builder.systems.play.view import Reminder
from builder.tui.app import MusterApp
from builder.tui.screens.game import GameScreen
from tests.tui.gaming import Table, play
from tests.tui.painted import lines

MOST_KEYS = 60
"""Keys of a turn of ten formations; figures of dice and results, and what ends each, are not counted."""


GUARD = """format: muster-army
version: 1
name: Varsk
system: epic
data: epic/imperial-guard
units:
  - {unit: Mechanised Infantry Company, id: mech}
"""


@pytest.fixture
def orks(tmp_path: Path) -> MusterApp:
    """A game of ten formations of Orks against one of the Guard, as both roll for strategy."""
    guard = tmp_path / "varsk.yaml"
    guard.write_text(GUARD)
    with new_game("epic-orks-3000", str(guard), "Rijn") as session:
        session.act("next", {})
    return MusterApp(game="Rijn")


class Counting:
    """A player at the keys who counts those that are no figures."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.keys = 0

    async def press(self, *keys: str) -> None:
        self.keys += len(keys)
        await self.table.press(*keys)

    async def figures(self, typed: str, words: str = "") -> None:
        """Type figures into the row under the cursor, once the form shows what it is about."""
        await self.table.press(*("comma" if each == "," else each for each in typed))
        await self.table.asked(words)

    async def form(self, key: str) -> None:
        """Open a form that asks for something."""
        await self.press(key)
        await self.table.asked()

    async def done(self, words: str) -> None:
        """Do it, and wait until the log says so."""
        await self.press("enter")
        await self.table.logged(words)
        await self.table.until(lambda: not self.table.screen.form.is_open and not self.table.screen.is_behind)


def two_sixes(table: Table) -> str:
    """The dice that are asked for, two of which hit."""
    act = table.screen.form.act
    assert act is not None and act.proposal.decision is not None
    (asked,) = act.proposal.decision.questions
    return ",".join(["6", "6", *["1"] * (asked.dice - 2)])


@pytest.mark.long
def test_a_turn_of_ten_formations_takes_at_most_sixty_keys(orks: MusterApp) -> None:
    async def part(table: Table) -> None:
        player = Counting(table)
        await player.form("I")
        await player.figures("15", "goes first")
        await player.done("goes first")
        assert table.screen.session is not None
        await table.until(lambda: table.screen.board.side == 1)
        table.screen.session.act("activate", {"unit": "mech", "action": "overwatch", "die": "5"})
        await player.press("o")
        for number, key in enumerate("1114176351"):
            row = table.screen.board.row
            # Where nothing of an action is left to do the cursor has gone on by itself.
            if number and row is not None and row.turn == "has":
                await player.press("down")
            await player.form(key)
            await player.figures("4", "passed")
            await player.done("4 on 3+, passed")
            if number < 3:
                await player.form("f")
                await player.press("m")
                await player.form("enter")
                await player.press("a")
                await table.asked("? To hit" if number else "those of Soopagun too")
                await player.form("enter")
                await player.figures("2" if number != 1 else two_sixes(table), "2 hits")
                await player.form("enter")
                await player.figures("1", "saved")
                await player.done("1 saved")
        assert len(table.log) == 2 + 1 + 1 + 10 + 3
        await player.press("space")
        await table.logged("end of turn")
        assert player.keys <= MOST_KEYS

    play(orks, part)


@pytest.mark.long
def test_who_goes_on_is_shown_what_is_due_again_after_another_act_and_a_die_takes_no_letter(orks: MusterApp) -> None:
    """E-08: nobody passes, so that the first Space after each act shows whose activation it is."""

    async def part(table: Table) -> None:
        session = table.screen.session
        assert session is not None
        session.act("strategy", {"dice": "6,1"})
        table.screen._look()
        await table.until(lambda: table.screen.snapshot is not None and len(table.screen.snapshot.log) == 3)
        await table.press("space")
        await table.until(lambda: table.due.has_focus)
        assert "the same key again" in table.said("mind")
        await table.press("enter")
        await table.asked()
        assert "the same key again" not in table.said("mind")
        await table.press("a")
        await table.asked("Which action")
        await table.press("1")
        await table.asked("The action test")
        await table.press("x")
        await table.until(lambda: any("figures alone" in each.text for each in table.screen.notices))
        await table.press("4")
        await table.asked("passed")
        await table.press("enter")
        await table.logged("4 on 3+, passed")
        await table.press("space")
        await table.until(lambda: "still due" in table.said("mind"))
        assert "passed" in table.log[-1]
        await table.press("space")
        await table.logged("end of turn")

    play(orks, part)


@pytest.mark.long
def test_formations_rally_in_one_form_and_then_those_of_the_other_side(orks: MusterApp) -> None:
    async def part(table: Table) -> None:
        session = table.screen.session
        assert session is not None
        for each in ("bw1g", "wa2r", "ks3p"):
            session.act("markers", {"unit": each, "number": "3"})
        session.act("markers", {"unit": "mech", "number": "1"})
        session.act("strategy", {"dice": "6,1"})
        session.act("end-phase", {"anyway": True})
        table.screen._look()
        await table.until(lambda: table.screen.snapshot is not None and len(table.screen.snapshot.log) == 8)
        player = Counting(table)
        await player.press("t")
        await player.form("enter")
        await player.figures("421", "it does not")
        await table.press("backspace")
        await player.figures("5", "3 markers: how many come off?")
        await table.until(lambda: table.fields.row is not None and table.fields.row.name == "dice")
        await player.press("down")
        await player.figures("3,1", "")
        await table.asked("it does not")
        await player.done("3 off, 0 left")
        assert table.log[-1].count("it rallies") == 2 and player.keys <= 4
        assert table.due.due is not None and table.due.due.text == "Rally: Mechanised Infantry Company"
        await player.form("enter")
        await player.figures("1", "it does not")
        await player.done("it does not")
        assert table.due.due is not None and table.due.due.verb == "victory"
        assert "strategy 9 : " in lines(table.app)[0]
        await table.press("space", "space")
        await table.logged("Turn 2")
        await table.until(lambda: "turn 2" in lines(table.app)[0])
        assert "strategy" not in lines(table.app)[0], "that of turn 1 decides on nothing any more"

    play(orks, part)


@pytest.mark.long
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
def test_what_is_due_and_the_log_stand_beside_the_only_table(orks: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        assert isinstance(table.top, GameScreen)
        await table.until(lambda: "Both roll for strategy" in " ".join(line.text for line in table.due.rows))
        logged = any("Turn 1: start of turn" in line for line in lines(table.app)[10:])
        assert logged == (size[0] == 120), "a low screen has its log behind a key"
        await table.until(lambda: any("DC 4/4" in line for line in lines(table.app)[:16]) == (size[0] == 120))
        await table.press("I")
        form = await table.asked()
        whole = "Strategy: both players roll for strategy, and the turn's actions begin (E-05)"
        assert form.border_title == (whole if size[0] == 120 else "Strategy (E-05)"), "no title is cut"
        await table.press("2", "6")
        await table.asked("goes first")
        await table.press("left", "down", "right")
        await table.asked("goes second")
        assert table.given == {"dice": "2,6", "goes": "second"}, "arrows go on from what is meant, and leave dice alone"

    play(orks, part, size)


@pytest.mark.long
def test_the_side_follows_the_turn_though_the_game_is_looked_at_in_between(
    orks: MusterApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_rest = GameScreen._show_rest

    async def looked_at(screen: GameScreen, then: Callable[[], object]) -> None:
        screen._look()
        while screen._looking:
            await asyncio.sleep(0)
        await show_rest(screen, then)

    monkeypatch.setattr(GameScreen, "_show_rest", looked_at)

    async def part(table: Table) -> None:
        player = Counting(table)
        await player.press("end")
        await player.form("I")
        await player.figures("51", "goes first")
        await player.done("goes first")
        row = table.screen.board.row
        assert row is not None and row.ref == "bw1g", "who acts first is sought from the top"
        await player.press("u")
        await table.logged("Undone")
        await table.until(lambda: "U Redo" in "".join(lines(table.app)[-3:]))
        await player.form("I")
        await player.figures("15", "goes first")
        await player.done("goes first")
        assert table.screen.board.side == 1
        await player.form("6")
        await player.figures("5")
        await player.done("passed")
        assert table.screen.board.side == 0, "its action is over, and the other player's activation follows"
        await player.press("u")
        await table.logged("Undone")
        await table.until(lambda: table.screen.board.side == 1)

    play(orks, part)


@pytest.mark.long
def test_a_formation_on_overwatch_fires_with_few_dice_of_any_face(orks: MusterApp) -> None:
    """The formation under the cursor fires into the action of the enemy; a first die may show more than there are.

    That dice are missing is nothing to agree on.
    """

    async def part(table: Table) -> None:
        session = table.screen.session
        assert session is not None
        session.act("strategy", {"dice": "6,1"})
        session.act("activate", {"unit": "st5m", "action": "overwatch", "die": "5"})
        session.act("markers", {"unit": "st5m", "number": "2"})
        session.act("activate", {"unit": "mech", "action": "advance", "die": "5"})
        table.screen._look()
        await table.until(lambda: table.screen.snapshot is not None and len(table.screen.snapshot.log) == 6)
        await table.until(lambda: "turn 1 · their action: advance" in table.said("head"))
        await table.press(*("o" * (2 - table.screen.board.side)))
        row = table.screen.board.row
        assert row is not None and row.ref == "st5m", "the cursor is where something can be done in the action"
        player = Counting(table)
        await player.form("f")
        assert table.given == {"unit": "st5m", "target": "mech"}
        await player.figures("1", "Which are suppressed")
        await player.form("enter")
        await player.figures("2", "To hit, 3 dice")
        await player.form("enter")
        await player.figures("6", "1 die given, and 3 rolled")
        assert "all the same" not in table.preview
        await player.figures("52", "2 hits,")
        await table.press("backspace", "backspace")
        await player.figures("11", "1 hit,")
        await player.form("enter")
        await player.figures("1", "1 saved")
        await player.done("1 of 3 fires, 2 suppressed, the farthest; 1 hit, 1 saved")

    play(orks, part)


@pytest.mark.long
def test_who_has_just_acted_is_not_taken_to_retain_the_initiative(orks: MusterApp) -> None:
    """E-12: another formation does, which is asked for; one that may act is taken as it stands under the cursor.

    The cursor follows the one that was asked for: it has to move and to shoot.
    """

    async def part(table: Table) -> None:
        session = table.screen.session
        assert session is not None
        session.act("strategy", {"dice": "6,1"})
        session.act("activate", {"unit": "st5m", "action": "advance", "die": "5"})
        table.screen._look()
        await table.until(lambda: table.screen.snapshot is not None and len(table.screen.snapshot.log) == 4)
        await table.unit("Stompa Mob")
        await table.press("R")
        await table.asked("Still to be given: unit")
        assert table.given == {"retaining": "yes"}
        await table.press("escape", "down", "R")
        await table.asked("Which action")
        other = table.given["unit"]
        assert other != "st5m"
        await table.press("escape", "up", "R")
        await table.asked("Still to be given: unit")
        await table.press("c", "1", "6", "enter")
        await table.logged("advance to retain")
        row = table.screen.board.row
        assert row is not None and row.turn == "has" and row.ref not in ("st5m", other)

    play(orks, part)


@pytest.mark.long
def test_targets_have_letters_where_nobody_may_shoot_yet(orks: MusterApp) -> None:
    """Those of the side that is not shown, too: who fires stands in the form without being one of several."""

    async def part(table: Table) -> None:
        session = table.screen.session
        assert session is not None
        session.act("strategy", {"dice": "1,6"})
        table.screen._look()
        await table.until(lambda: table.screen.snapshot is not None and len(table.screen.snapshot.log) == 3)
        if not table.screen.board.side:
            await table.press("o")
        await table.press("f")
        await table.asked()
        await table.press("b")
        await table.until(lambda: "target" in table.given)
        assert table.given["unit"] == "mech" and table.given["target"] != "mech"

    play(orks, part)


def test_what_an_action_has_left_is_due_before_who_has_not_acted(orks: MusterApp) -> None:
    async def part(table: Table) -> None:
        session = table.screen.session
        assert session is not None
        session.act("strategy", {"dice": "1,6"})
        session.act("activate", {"unit": "mech", "action": "advance", "die": "5"})
        table.screen._look()
        await table.until(lambda: table.screen.snapshot is not None and len(table.screen.snapshot.log) == 4)
        told = [line.text for line in table.due.rows]
        places = [next(n for n, text in enumerate(told) if words in text) for words in ("may move", "Not acted")]
        assert places == sorted(places) and "To be minded" not in told[: places[1]]

    play(orks, part)


def test_the_screen_goes_back_to_the_action_in_progress_though_the_other_side_has_formations_that_may_act(
    orks: MusterApp,
) -> None:
    """As after fire from overwatch, an undone move, or an initiative that was retained."""

    async def part(table: Table) -> None:
        session, board = table.screen.session, table.screen.board
        assert session is not None
        session.act("strategy", {"dice": "1,6"})
        session.act("markers", {"unit": "st5m", "number": "3"})
        session.act("activate", {"unit": "mech", "action": "advance", "die": "5"})
        table.screen._look()
        await table.until(lambda: table.screen.snapshot is not None and len(table.screen.snapshot.log) == 5)
        acting = board.view
        assert acting is not None and acting.acting == "advance" and acting.active == 1
        assert any(each.verb == "withdraw" for each in acting.due), "a broken formation can wait"
        if board.side:
            board.switch_side()
        board.view = replace(acting, active=0, acting="", due=())
        shot = Reminder(text="it may fire from overwatch", ref="st5m", verb="shoot", kind="Now")
        assert (board.follow_turn(replace(acting, due=(*acting.due, shot))), board.side) == ("mech", 1)
        late = replace(shot, ref="sb2y", look="dim")
        next_due = tuple(Reminder(text="", ref=ref, verb="activate", kind="Not acted") for ref in ("bb4z", "sb2y"))
        board.view = acting
        over = replace(acting, active=0, acting="", due=(late, *next_due))
        assert (board.follow_turn(over), board.side) == ("bb4z", 0), "not who may still fire into what is over"
        board.switch_side()
        await table.press("o")
        await table.unit("Kult of Speed")
        side = acting.sides[0]
        rows = tuple(replace(row, turn="has" if row.ref == "ks3p" else row.turn) for row in side.tables[0].rows)
        told = replace(side, tables=(replace(side.tables[0], rows=rows),))
        board.view = replace(acting, active=0, acting="", due=(), sides=(told, acting.sides[1]))
        board.switch_side()
        board.switch_side()
        assert board.row is not None and board.row.ref == "bb4z", "one that has acted is passed over"

    play(orks, part)
