"""A turn of Lethal 40K on the game screen, by keys alone; close combats in a table of their own."""

from __future__ import annotations

import pytest

from builder.services.games.games import new_game, open_game
from builder.tui.app import MusterApp
from builder.tui.screens.act_form import ActForm
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import TextLines
from tests.tui.gaming import Table, both, play
from tests.tui.painted import lines

NAME = "the turn"
MOST = 60
"""Keys of a whole turn of ten units: figures of dice and results, and the Enter that ends each, are not counted."""


@pytest.fixture
def turn() -> MusterApp:
    """A game as both roll for the initiative; the opponent lets his units be this turn."""
    with new_game("lethal-chaos-1000", "lethal-orks-1000", NAME) as session:
        session.act("next", {})
        for row in (row for table in session.view.sides[1].tables[:2] for row in table.rows):
            session.act("finish", {"unit": row.ref, "anyway": True})
    return MusterApp(game=NAME)


@pytest.mark.long
def test_a_game_that_is_gone_on_with_opens_on_ones_own_side_where_both_play_a_phase() -> None:
    """The initiative of the opponent makes his units those that act once they do so in turn."""
    with new_game("lethal-chaos-1000", "lethal-orks-1000", NAME) as session:
        session.act("next", {})
        session.act("initiative", {"dice": "2,5"})

    async def part(table: Table) -> None:
        assert table.screen.board.side == 0
        await table.press("space")
        await table.logged("command")
        assert table.screen.board.side == 0
        await table.press("t", "A")
        await table.until(lambda: "All tests: not possible" in " ".join(lines(table.app)))
        assert not table.screen.form.is_open, "each test asks for a die; elsewhere the key is that of the ammunition"
        await table.press("space", "space")
        await table.logged("Turn 1: combat")
        await table.until(lambda: table.screen.board.side == 1)

    play(MusterApp(game=NAME), part)


@pytest.mark.long
def test_enter_says_that_nothing_is_wanted_of_a_unit_and_the_keys_what_goes_on() -> None:
    """Once the initiative is known, a phase waits for nothing but to be left."""
    with new_game("lethal-chaos-1000", "lethal-orks-1000", NAME) as session:
        session.act("next", {})
        session.act("initiative", {"dice": "5,2"})
        unit = session.view.sides[0].tables[0].rows[0].name

    async def part(table: Table) -> None:
        await table.unit(unit)
        # What goes on stands before what is always there.
        await table.until(lambda: any(line.strip().startswith("Space Next") for line in lines(table.app)))
        await table.press("enter")
        await table.until(
            lambda: f"{unit}: nothing is wanted now, in initiative; a lists all acts." in table.said("mind")
        )
        assert not table.screen.form.is_open

    play(MusterApp(game=NAME), part, (80, 24))


@pytest.mark.long
def test_what_is_due_and_has_no_act_leads_to_its_row_on_either_side() -> None:
    """Who recovers by himself at the end of the turn is only to be minded; what is about nobody is told as that."""
    with new_game("lethal-chaos-1000", "lethal-orks-1000", NAME) as session:
        for verb, given in (("next", {}), ("initiative", {"dice": "5,2"}), ("next", {}), ("next", {})):
            session.act(verb, given)
        stunned = next(row for row in session.view.sides[1].tables[0].rows if row.name == "Shoota mob")
        session.act("set", {"unit": stunned.ref, "morale": "stunned"})
        own = next(row for row in session.view.sides[0].tables[0].rows if row.name == "Havocs")

    async def part(table: Table) -> None:
        async def enter_on(words: str) -> None:
            await table.press("t")
            await table.until(lambda: table.due.has_focus)
            table.due.cursor = next(n for n, line in enumerate(table.due.rows) if words in line.text)
            await table.pause()
            await table.press("enter")

        await enter_on("Shoota mob: stunned → shaken")
        await table.until(lambda: table.screen.board.side == 1 and table.screen.query_one("#units", LinePane).has_focus)
        row = table.screen.board.row
        assert row is not None and row.name == "Shoota mob" and "stunned → shaken" in table.said("mind")
        await enter_on("Havocs")
        await table.asked("action")
        assert table.given == {"unit": own.ref}

    play(MusterApp(game=NAME), part, (80, 24))


@pytest.mark.long
def test_what_is_due_and_is_about_nobody_says_that_nothing_is_entered() -> None:
    with new_game("lethal-chaos-1000", "lethal-orks-1000", NAME) as session:
        unit = session.view.sides[0].tables[0].rows[-1]
        session.act("set", {"unit": unit.ref, "morale": "shaken"})
        for verb, given in (("next", {}), ("initiative", {"dice": "5,2"}), ("next", {})):
            session.act(verb, given)

    async def part(table: Table) -> None:
        await table.press("t")
        await table.until(lambda: table.due.has_focus)
        table.due.cursor = next(n for n, line in enumerate(table.due.rows) if "In no group" in line.text)
        await table.pause()
        await table.press("enter")
        await table.until(lambda: "Nothing is entered for this: In no group" in table.said("mind"))
        assert table.due.has_focus

    play(MusterApp(game=NAME), part, (80, 24))


@pytest.mark.long
def test_the_cursor_goes_on_within_the_group_that_has_begun_to_act() -> None:
    """L-60: a unit below that could act as well is of no group that does."""
    with new_game("lethal-marines-1000", "lethal-orks-1000", NAME) as session:
        for verb, given in (
            ("next", {}),
            ("initiative", {"dice": "5,2"}),
            ("next", {}),
            ("group", {"plan": "Vanguard", "coherent": "yes", "die": "4"}),
            ("next", {}),
        ):
            session.act(verb, given)

    async def part(table: Table) -> None:
        await table.unit("Steadfast")
        await table.press("1")
        await table.asked("Move-Move; 60 cm")
        await table.press("enter")
        await table.logged("Steadfast: Move-Move")
        await table.until(
            lambda: (row := table.screen.board.row) is not None and row.name in ("Captain Aldric", "Squad Taren")
        )

    play(MusterApp(game=NAME), part, (80, 24))


class Keys:
    """A player who counts his keys."""

    def __init__(self, table: Table) -> None:
        self.table, self.counted = table, 0

    async def press(self, *keys: str) -> None:
        """Press keys that count."""
        self.counted += len(keys)
        await self.table.press(*keys)

    async def figures(self, *texts: str) -> None:
        """Type what dice show, or how many succeed, and Enter behind each: they are not counted."""
        for text in texts:
            await self.table.asked("? ")
            self.table.burst(*("comma" if sign == "," else sign for sign in text), "enter")

    async def logged(self, words: str) -> None:
        await self.table.logged(words)

    def foe(self, name: str) -> str:
        """The letter of an enemy, which answers who the target is and goes on."""
        board = self.table.screen.board
        assert board.view is not None
        rows = (row for each in board.view.sides[1].tables for row in each.rows)
        return next(board.letters[row.ref] for row in rows if row.name.startswith(name))


@pytest.mark.long
@both
def test_a_turn_of_ten_units_takes_at_most_sixty_keys(turn: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        keys = Keys(table)
        await keys.press("I")
        await keys.figures("52")
        await keys.logged("Warband of the Broken Gate begins")
        await keys.press("space")
        await keys.logged("command")
        # The Spearhead is tested: Karrax, the Flayed with their Rhino, the Ashen.
        await keys.press("G", "1")
        await keys.figures("4")
        await keys.logged("passed")
        await keys.press("space")
        await keys.logged("Turn 1: combat")
        # The Rhino waits; Karrax moves and shoots.
        await keys.press("end", "up", "F", "enter")
        await keys.logged("Gate Runner has finished")
        await keys.press("home", "2")
        await keys.figures("4")
        await keys.logged("Karrax: Move-Shoot")
        await keys.press("f", keys.foe("Skarboyz"))
        await keys.figures("1", "1", "0")
        await keys.logged("Skarboyz loses 1")
        # Enter takes the check that is due first: the cursor goes to who owes it, and back to the group that acts.
        await keys.press("enter")
        await keys.figures("4")
        await keys.logged("Lord Karrax: ammunition die 4")
        await table.until(lambda: (row := table.screen.board.row) is not None and row.name == "Skarboyz")
        await keys.press("enter")
        await keys.figures("5")
        await keys.logged("Skarboyz: confusion check 5")
        # The Flayed get out and dig in; the Ashen shoot, and may run out of ammunition.
        await table.until(lambda: (row := table.screen.board.row) is not None and row.name == "The Flayed")
        await keys.press("E", "n", "enter")
        await keys.logged("The Flayed out of Gate Runner")
        await keys.press("6", "enter")
        await keys.logged("The Flayed digs in")
        # The cursor goes on to the next unit that may act.
        await keys.press("4", "enter")
        await keys.logged("The Ashen: Shoot-Shoot")
        await keys.press("f", keys.foe("Skarboyz"))
        await keys.figures("25", "6", "4", "1")
        await keys.logged("The Ashen, 6 × Boltgun")
        await keys.press("A")
        await keys.figures("4")
        await keys.logged("The Ashen: ammunition die 4")
        await keys.press("L")
        await keys.figures("5")
        await keys.logged("Skarboyz: confusion check 5")
        # The first cell moves twice, the second shoots on the move.
        await keys.press("down", "1", "enter")
        await keys.logged("First Cell: Move-Move")
        await keys.press("2")
        await keys.figures("5")
        await keys.logged("Second Cell: Move-Shoot")
        await keys.press("f", keys.foe("Skarboyz"))
        await keys.figures("25", "6", "2", "0")
        await keys.logged("Second Cell, 13 × Autogun")
        await keys.press("A")
        await keys.figures("4")
        await keys.logged("Second Cell: ammunition die 4")
        await keys.press("L")
        await keys.figures("5")
        await keys.logged("Skarboyz: confusion check 5")
        # A spawn charges and fights, another one runs; the Havocs shoot, the Predator drives.
        await keys.press("down", "1", "down", keys.foe("Skarboyz"), "enter")
        await keys.logged("charges Skarboyz")
        await keys.press("c")
        await keys.figures("3")
        await table.asked("base contact")
        await keys.press("right", "enter")
        await keys.figures("0")
        await keys.logged("Chaos Spawn 1 strikes")
        # Nobody acts before the close combat is over: the Skarboyz strike back and kill the spawn.
        await keys.press("t", "enter", "1")
        await keys.figures("9", "9", "0")
        await keys.logged("nobody of Chaos Spawn 1 is left")
        await keys.press("enter", "enter")
        await keys.logged("Skarboyz may make one move action")
        await keys.press("escape", "up", "4", "enter")
        await keys.logged("Havocs: Shoot-Shoot")
        await keys.press("f", keys.foe("G"))
        await keys.figures("30", "2")
        await keys.logged("Havocs, 4 × Boltgun")
        await keys.press("up", "1", "enter")
        await keys.logged("Chaos Spawn 2: Move-Move")
        await keys.press("end", "1", "enter")
        await keys.logged("Predator: Move-Move")
        await keys.press("space")
        assert keys.counted <= MOST, keys.counted

    play(turn, part, size)


@pytest.mark.long
def test_the_cursor_goes_on_once_a_unit_has_acted_and_owes_nothing(turn: MusterApp) -> None:
    with open_game(NAME) as session:
        for verb, given in (("initiative", {"dice": "5,2"}), ("next", {}), ("next", {})):
            session.act(verb, given)

    async def part(table: Table) -> None:
        await table.unit("Havocs")
        await table.press("1", "enter")
        await table.logged("Havocs: Move-Move")
        await table.until(lambda: table.screen.board.row is not None and table.screen.board.row.name == "Gate Runner")
        await table.press("u")
        await table.logged("Undone")
        assert table.screen.board.row is not None and table.screen.board.row.name == "Gate Runner"
        # In what is due, where others would come to its place, the cursor is on the shot of who is to shoot.
        await table.press("t", "end", "4", "enter")
        await table.logged("Predator: Shoot-Shoot")
        due = table.screen.board.due
        await table.until(lambda: due.due is not None and due.due.text == "Predator: its shot")
        await table.press("end", "escape")
        await table.until(lambda: not due.has_focus)
        assert due.scroll_offset.y == 0, "beside the tables stands what is due first"

    play(turn, part, (80, 24))


@pytest.mark.long
def test_keys_mean_the_unit_of_what_is_due(turn: MusterApp) -> None:
    """In the list of what is due, an action is that of the unit under its cursor, not of the one in the table."""
    with open_game(NAME) as session:
        for verb, given in (("initiative", {"dice": "5,2"}), ("next", {}), ("next", {})):
            session.act(verb, given)
        units = session.view.sides[0].tables[0].rows
        session.act("call-check", {"unit": units[4].ref})
    wanted = units[4]

    async def part(table: Table) -> None:
        await table.press("t")
        await table.until(lambda: table.screen.board.due.has_focus and table.screen.board.due.due is not None)
        assert table.screen.board.row != wanted
        await table.press("1")
        form = table.screen.query_one(ActForm)
        await table.until(lambda: form.act is not None and form.act.given.get("unit") == wanted.ref)
        await table.press("enter")
        await table.logged(f"{wanted.name}: Move-Move")

    play(turn, part)


@pytest.mark.parametrize(
    ("key", "verb", "given"),
    [("r", "set", {"morale": "routed"}), ("l", "call-check", {}), ("L", "call-check", {"confusion": "yes"})],
)
@pytest.mark.long
def test_the_key_of_a_check_means_who_owes_it_where_the_unit_under_the_cursor_does_not(
    turn: MusterApp, key: str, verb: str, given: dict[str, str]
) -> None:
    with open_game(NAME) as session:
        mine = session.view.sides[0].tables[0].rows[4]
        session.act(verb, {"unit": mine.ref, **given})

    async def part(table: Table) -> None:
        await table.press("home", key)
        form = table.screen.query_one(ActForm)
        await table.until(lambda: form.act is not None and form.act.given.get("unit") == mine.ref)
        await table.until(lambda: form.act is not None and not form.act.proposal.barred)

    play(turn, part)


@pytest.mark.long
def test_no_row_stands_below_the_heads_of_another_table(turn: MusterApp) -> None:
    """Those above the list are of the row at its top, wherever the cursor is; those of other tables stand in it."""

    async def part(table: Table) -> None:
        heads, pane = table.screen.query_one("#unitscolumns", TextLines), table.screen.query_one("#units", LinePane)
        await table.press("end")
        await table.until(lambda: any(" crew " in line for line in lines(table.app)))
        assert "morale" in heads.text, "units are at the top still"
        pane.styles.height = 2
        await table.until(lambda: pane.size.height == 2)
        await table.press("up", "end")
        await table.until(lambda: "crew" in heads.text and "morale" not in heads.text)
        await table.press("home")
        await table.until(lambda: "morale" in heads.text)

    play(turn, part)


@pytest.mark.long
@pytest.mark.parametrize("width", [112, 120])
def test_heads_stand_over_their_columns_beside_a_scroll_bar(turn: MusterApp, width: int) -> None:
    async def part(table: Table) -> None:
        pane = table.screen.query_one("#units", LinePane)
        await table.until(lambda: pane.show_vertical_scrollbar)
        await table.pause()
        shown = lines(table.app)
        heads = next(line for line in shown if "morale" in line and "cover" in line)
        row = next(line for line in shown if "unbroken" in line and "open" in line)
        assert (heads.index("morale"), heads.index("cover")) == (row.index("unbroken"), row.index("open"))

    play(turn, part, (width, 22))


@pytest.mark.long
def test_who_has_yet_to_strike_does_so_in_the_activation_of_the_enemy(turn: MusterApp) -> None:
    """A key on him means him, and not whom his enemies strike."""
    with open_game(NAME) as session:
        for verb, given in (("initiative", {"dice": "2,5"}), ("next", {}), ("next", {})):
            session.act(verb, given)
        mine = session.view.sides[0].tables[0].rows[0]
        foe = next(row for row in session.view.sides[1].tables[0].rows if row.name == "Skarboyz")
        session.act("charge", {"unit": foe.ref, "target": mine.ref})

    async def part(table: Table) -> None:
        await table.press("home", "c")
        form = table.screen.query_one(ActForm)
        await table.until(lambda: form.act is not None and form.act.given.get("unit") == mine.ref)
        await table.until(lambda: form.act is not None and form.act.given.get("target") == foe.ref)

    play(turn, part)
