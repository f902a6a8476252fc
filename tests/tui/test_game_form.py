"""The form of an act on the game screen: what it asks for, shows and says, on terminals of both sizes."""

from __future__ import annotations

import pytest

from builder.services.games.act_rows import RowKind
from builder.services.games.proposals import propose
from builder.systems.play.view import Key, Of
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.widgets.key_line import KeyLine
from tests.tui.gaming import Table, both, other, play
from tests.tui.painted import lines

pytestmark = pytest.mark.long


@both
def test_damage_is_shown_while_it_is_typed_and_done_with_enter(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "d")
        assert table.row_of("unit") == "Scout Squad"
        await table.press(*"50")
        await table.asked("50 DMG")
        before = table.screen.board.row
        await table.press("enter")
        await table.logged("50 DMG")
        now = table.screen.board.row
        assert before is not None and now is not None
        (full, hurt) = before.cells["hp"], now.cells["hp"]
        assert isinstance(full, Of) and isinstance(hurt, Of) and hurt.value < full.value == full.full
        assert "50 DMG" in table.said("detail")

    play(game, part, size)


@both
def test_a_choice_of_the_players_keeps_an_act_open(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Squad Meridius", "d")
        await table.press(*"320")
        await table.asked("2 points of DMG left over")
        await table.press("enter")
        await table.pause()
        pane = table.fields
        assert pane.row is not None and pane.row.name == "first" and pane.row.missing
        assert len(table.log) == 1
        await table.press("right", "enter")
        await table.logged("320 DMG")
        assert not table.screen.form.is_open

    play(game, part, size)


@both
def test_every_act_with_a_key_asks_for_what_it_needs(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.unit("Scout Squad")
        for key in table.screen.acts.keys:
            if not key.at_once and not key.table:
                await table.app.run_action(f"act({key.action!r})", default_namespace=table.screen)
                await table.asked()
                assert table.preview, key
                await asks_for_what_it_needs(table, key)
                await table.press("escape")
                assert not table.screen.form.is_open and len(table.log) == 1, key

    play(game, part, size)


async def asks_for_what_it_needs(table: Table, key: Key) -> None:
    assert shown(table) <= table.parameters(key.verb), key
    if table.fields.rows[-1].kind is RowKind.FOLD:
        await table.press("f2")
    session = table.screen.session
    assert session is not None
    idle = set(propose(session, session.spec(key.verb), table.given).idle)
    hidden = {each for each in idle if not needed(table, each)}
    assert shown(table) == table.parameters(key.verb) - hidden, key
    assert all(table.given[name] == value for name, value in key.given.items()), key


def shown(table: Table) -> set[str]:
    return {row.name for row in table.fields.rows if row.name}


def needed(table: Table, name: str) -> bool:
    """Whether a parameter was given a value, or must be."""
    rows = table.fields.rows
    return any(row.name == name and (row.value or row.missing) for row in rows)


@both
def test_what_is_seldom_wanted_is_folded_and_what_does_nothing_hidden(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.unit("Squad Meridius")
        await table.go_on()
        await table.go_on()
        await table.logged("shooting")
        await table.press("F")
        await table.asked("Still to be given: target")
        assert shown(table) == {"attacker", "target"}
        await choose(table, "target", "Gretchin")
        await table.until(lambda: shown(table) == {"attacker", "target", "weapon"})
        await choose(table, "weapon", "Bolt pistol")
        usual = {"attacker", "target", "weapon", "models", "cover"}
        await table.until(lambda: shown(table) == {*usual, "mode", "first"})
        await table.press("end", "f2")
        on_units = {"armour", "first", "lost", "reroll-to-wound"}
        on_vehicles = {"side", "speed", "av", "extra", "tank-hunters", "plus-one", "take", "destroyed"}
        assert shown(table) >= {*usual, *on_units, "bs", "strength"}
        assert not {"hits", "zone", "toughness", "indirect", *on_vehicles} & shown(table)
        await choose(table, "target", "Killa Kan 1")
        await table.until(lambda: on_vehicles <= shown(table) and not on_units & shown(table))
        await table.stand_on("strength")
        await table.press(*"9", "f2")
        assert shown(table) >= usual | {"strength"} and table.row_of("strength") == "9"
        assert not {"av", "rending"} & shown(table)

    play(game, part, size)


@both
def test_tokens_that_the_opponent_holds_are_not_folded(game: MusterApp, size: tuple[int, int]) -> None:
    """D-32: where a weapon fires a blast, and as long as its figures are typed."""

    async def part(table: Table) -> None:
        await table.form_of("Squad Meridius", "F", "Still to be given: target")
        await choose(table, "attacker", "Whirlwind")
        await choose(table, "target", "Gretchin")
        await table.until(lambda: "mode" in shown(table))
        assert "scatter" not in shown(table)
        await choose(table, "mode", "vengeance")
        await table.until(lambda: "scatter" in shown(table))
        assert not {"gets-hot", "indirect", "bs"} & shown(table)
        await table.stand_on("hits")
        await table.press(*"99")
        await table.asked("at most, not 99")
        assert "scatter" in shown(table)

    play(game, part, size)


@pytest.mark.long
def test_figures_typed_on_coming_back_to_a_row_of_several_begin_it_anew(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        for phase in ("movement", "shooting"):
            await table.go_on()
            await table.logged(phase)
        await table.form_of("Whirlwind", "f", "Still to be given: target")
        await choose(table, "target", "Gretchin")
        await table.until(lambda: "hits" in shown(table))
        taken: list[str] = []
        for typed in ("10", "11", "1", "10"):
            await table.stand_on("target")
            await table.stand_on("hits")
            await table.press(*typed)
            await table.asked()
            taken.append(table.given["hits"])
        assert taken == ["10", "11", "1", "10"]

    play(game, part)


@both
def test_what_decides_on_nothing_is_told_and_answers_that_nobody_asks_for_are_dropped(
    game: MusterApp, size: tuple[int, int]
) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "d")
        await choose(table, "cover", "4+")
        await table.stand_on("hp")
        await table.press(*"30")
        await table.asked("Cover counts only where cover saves are taken")
        await choose(table, "cover", "6+")
        await table.stand_on("cover")
        await table.press("backspace")
        await table.asked("30 HP lost")
        await table.press("escape")
        await table.form_of("Squad Meridius", "F", "Still to be given: target")
        await choose(table, "target", "Killa Kan 1")
        await table.until(lambda: "weapon" in shown(table))
        await choose(table, "weapon", "Bolt pistol")
        await table.until(lambda: "side" in shown(table))
        await choose(table, "side", "rear")
        await choose(table, "target", "Gretchin")
        await table.asked("at Gretchin")
        assert "side" not in shown(table) and "side" not in table.given

    play(game, part, size)


async def choose(table: Table, name: str, words: str) -> None:
    """Give a parameter the choice that begins with some words."""
    await table.stand_on(name)
    for _ in range(20):
        await table.press("right")
        if table.row_of(name).startswith(words):
            return


def test_the_cursor_stays_on_its_row_while_questions_come_and_go(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Squad Meridius", "d")
        for written in ("3", "32", "320"):
            await table.press(written[-1])
            await table.asked(f": {written} DMG")
            assert table.given["damage"] == written

    play(game, part)


def test_what_cannot_be_done_is_said_in_the_form(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "d")
        await table.press(*"99999", "enter")
        await table.asked("write a whole number")
        assert len(table.log) == 1
        await table.press("delete", *"10", "enter")
        await table.logged("10 DMG")

    play(game, part)


@pytest.mark.usefixtures("unlooked")
def test_a_form_comes_back_where_another_program_was_first(game: MusterApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async def part(table: Table) -> None:
        ref = await table.unit("Scout Squad")
        await table.press("l")
        await table.asked("passed")
        with other("Bob", monkeypatch) as bob:
            bob.act("mark", {"unit": ref, "mark": "destroyed"})
        await table.press("enter")
        await table.asked("Nobody of Scout Squad is left")

    play(game, part)


@pytest.mark.usefixtures("unlooked")
def test_a_form_that_showed_another_phase_does_not_go_on(game: MusterApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async def part(table: Table) -> None:
        table.screen.acts.play("turn", {})
        await table.asked("movement")
        with other("Bob", monkeypatch) as bob:
            bob.act("next", {})
        assert await table.screen.ask(lambda session: session.refresh())
        await table.press("enter")
        await table.asked("Bob was first: Turn 1")

    play(game, part)


@pytest.mark.usefixtures("unlooked")
def test_a_form_left_open_says_that_the_game_is_over_and_asks_for_nothing(
    game: MusterApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "F", "Still to be given: target")
        with other("Bob", monkeypatch) as bob:
            bob.act("end", {})
        assert await table.screen.ask(lambda session: session.refresh())
        await table.press("delete")
        await table.asked("The game is over")
        assert "target" not in table.given and "Still to be given" not in table.preview

    play(game, part)


@both
def test_what_is_below_a_form_has_neither_keys_nor_clicks(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "l", "passed")
        board = table.screen.board
        before = (table.screen.focused, board.units.list.cursor)
        await table.pilot.click(offset=(1, board.units.list.region.y))
        await table.press("q", "ctrl+t", "u", "question_mark")
        assert table.top is table.screen and table.screen.form.is_open
        assert (table.screen.focused, board.units.list.cursor) == before
        await table.press("tab")
        assert table.screen.focused is table.form.query_one("#preview")
        await table.press("tab", "enter")
        await table.logged("Ld test")
        assert not table.screen.form.is_open and table.screen.focused is board.units.list
        await table.press("down")
        assert board.units.list.cursor == before[1] + 1

    play(game, part, size)


@both
def test_the_unit_under_the_cursor_stays_in_view_while_a_form_is_open(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.unit("Scout Bike Squad")
        await table.press("F")
        await table.asked("Still to be given: target")
        above = lines(table.app)[: table.form.region.y]
        assert any("▌e Scout Bike" in line for line in above) and len(above) >= 7

    play(game, part, size)


def test_a_form_is_done_with_a_click_on_the_line_of_keys(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "l", "passed")
        line = table.screen.query_one(KeyLine)
        await table.until(lambda: any(hint.label == "Do it" for hint in line._shown))
        hint = next(hint for hint in line._shown if hint.label == "Do it")
        await table.pilot.click(line, offset=(hint.x, hint.y))
        await table.logged("Ld test")

    play(game, part)


def test_the_line_of_keys_names_space_only_where_it_is_not_written(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "l", "passed")
        line = table.screen.query_one(KeyLine)

        def names_space() -> bool:
            return any(hint.label == "Next open" for hint in line._shown)

        await table.stand_on("kind")
        await table.until(names_space)
        await table.stand_on("modifier")
        await table.until(lambda: not names_space())
        await table.stand_on("reroll")
        await table.until(names_space)

    play(game, part)


def test_what_a_phase_refuses_is_done_by_agreement_with_one_key(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.go_on()
        await table.logged("movement")
        await table.form_of("Squad Meridius", "f")
        await table.press("f")
        await table.asked("does it all the same")
        await table.press("exclamation_mark")
        await table.until(lambda: table.given.get("anyway") == "yes" and "the same" not in table.preview)
        await table.press("exclamation_mark")
        await table.asked("does it all the same")
        assert "anyway" not in table.given

    play(game, part)


def test_figures_are_places_in_any_short_list_and_no_others_are_taken(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.unit("Rhino 1")
        await table.press("a")
        await table.shows(Choose)
        await table.press(*"speed", "enter")
        await table.asked("2 combat")
        await table.press("9")
        await table.asked()
        assert "speed" not in table.given
        await table.press("2")
        await table.asked("moves: combat")

    play(game, part)


def test_keys_of_acts_in_the_list_of_all_are_those_that_open_them_though_words_go_on_below(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.press("a")
        await table.shows(Choose)
        await table.pause()
        fire = next(line for line in lines(table.app) if " fire  " in line)
        ram = next(line for line in lines(table.app) if " ram  " in line)
        assert fire.split("at one")[1].split()[0] == "f" and ram.split("rammed")[1].split()[0] not in "abcdefg"

    play(game, part, (80, 48))


def test_the_fire_form_asks_for_no_more_than_is_needed_and_cuts_no_help(game: MusterApp) -> None:
    """Help that has no room beside its row is told above what the act comes to, and nothing is said twice."""

    async def part(table: Table) -> None:
        await table.go_on()
        await table.go_on()
        await table.form_of("Scout Squad", "f")
        await table.press("e")
        await table.asked("how far")
        form = [each.strip("┃│ ") for each in lines(table.app)]
        rows = [row.name for row in table.fields.rows]
        assert rows == ["attacker", "target", "cover", "distance", "ways", "without", ""]
        shown = next(place for place, line in enumerate(form) if "Fire: " in line)
        assert not any("…" in line for line in form[shown:] if not line.startswith("…"))
        assert sum("how far" in line for line in form) == 1

    play(game, part, (80, 24))
