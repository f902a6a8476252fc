"""Short messages: they stand below the keys, go by themselves, and stay on the screen that they are about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.screens import base
from builder.tui.screens.findings import FindingsScreen
from builder.tui.screens.games import GamesScreen
from builder.tui.screens.library import LibraryScreen
from builder.tui.screens.preview import PreviewScreen
from builder.tui.widgets.key_line import KeyLine
from tests.tui.editing import Seen, edit, notices
from tests.tui.gaming import Table
from tests.tui.making import complete, play, until
from tests.tui.painted import lines

LONG = "This is said at such length that no line of a small terminal has room for all of it. " * 3


@pytest.fixture
def army(tmp_path: Path) -> Path:
    return tmp_path / "army.yaml"


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.long), (40, 12)])
def test_a_notice_covers_neither_totals_nor_the_cursor(
    army: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(seen: Seen) -> None:
        monkeypatch.setattr(base, "NOTICE_TIME", 3600)
        await seen.press("end")
        before = seen.said("totals")
        seen.screen.notify(LONG, severity="warning")
        await seen.until(lambda: "[!] This is said" in "".join(lines(seen.pilot.app)))
        shown = "\n".join(lines(seen.pilot.app))
        assert before.split("\n")[0].strip()[:20] in shown
        assert shown.count("▌") == 1
        assert shown.split()[-1] == ("…" if size == (40, 12) else "it.")

    edit(army, act, size=size)


@pytest.mark.long
def test_notices_are_shown_whole_the_last_ones_first(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "NOTICE_TIME", 3600)

    async def act(seen: Seen) -> None:
        for words in (f"First: {LONG}", f"Second: {LONG}", "Third."):
            seen.screen.notify(words)
        await seen.until(lambda: "Third." in "".join(lines(seen.pilot.app)))
        keys = seen.screen.query_one(KeyLine)
        shown = lines(seen.pilot.app)[-keys.size.height :]
        assert shown[0].startswith(" Enter Fold") and shown[0].rstrip().endswith("Esc Back")
        assert shown[1].startswith(" [i] Second") and shown[-1].startswith(" [i] Third")

    edit(army, act, size=(80, 24))


@pytest.mark.long
def test_a_notice_goes_by_itself_and_the_keys_are_back(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert base.NOTICE_TIME <= 5
    monkeypatch.setattr(base, "NOTICE_TIME", 3600)

    async def act(seen: Seen) -> None:
        await complete(seen.pilot)
        keys = lines(seen.pilot.app)[-2:]
        seen.screen.notify("Look!")
        await seen.until(lambda: "Look!" in "".join(lines(seen.pilot.app)[-2:]))
        monkeypatch.setattr(base, "NOTICE_TIME", 0.01)
        seen.screen.notify(LONG)
        await seen.until(lambda: [notice.text for notice in seen.screen.notices] == ["Look!"])
        seen.screen.forget(seen.screen.notices)
        await seen.until(lambda: lines(seen.pilot.app)[-2:] == keys)

    edit(army, act)


@pytest.mark.long
def test_the_keys_beside_a_notice_can_be_clicked(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "NOTICE_TIME", 3600)

    async def act(seen: Seen) -> None:
        seen.screen.notify("Look!")
        await seen.until(lambda: "Look!" in lines(seen.pilot.app)[-1])
        keys = lines(seen.pilot.app)[-2]
        await seen.pilot.click(KeyLine, offset=(keys.index("f Findings"), 0))
        await seen.until(lambda: isinstance(seen.pilot.app.screen, FindingsScreen))

    edit(army, act)


@pytest.mark.long
def test_a_notice_that_another_screen_hides_waits_until_it_is_seen(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "NOTICE_TIME", 0.01)

    async def act(seen: Seen) -> None:
        await seen.press("f")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, FindingsScreen))
        seen.screen.notify("Look!")
        await seen.pilot.pause(0.1)
        assert [notice.text for notice in seen.screen.notices] == ["Look!"]
        await seen.press("escape")
        await seen.until(lambda: not seen.screen.notices)

    edit(army, act)


@pytest.mark.long
def test_a_notice_does_not_follow_to_the_next_screen(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("c")
        assert "Copied" in "".join(lines(seen.pilot.app))
        await seen.press("f")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, FindingsScreen))
        assert "Copied" not in "".join(lines(seen.pilot.app))

    edit(army, act)


@pytest.mark.long
def test_help_names_the_keys_of_a_text_that_do_something_with_it(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("s")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, PreviewScreen))
        await seen.press("question_mark")
        await seen.until(lambda: "Reading a text" in seen.lines("keys"))
        told = seen.lines("keys").partition("In every list")[0]
        assert "Copies the text" in told and "page" not in told and "Goes on" not in told
        await seen.press("escape", "escape")
        assert seen.pilot.app.screen is seen.screen

    edit(army, act)


@pytest.mark.long
def test_eight_keys_are_named_and_the_rest_by_help_before_the_way_back(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.until(lambda: "Enter Options" in lines(seen.pilot.app)[-2])
        named = re.split(r"\s{2,}", " ".join(lines(seen.pilot.app)[-2:]).strip())
        assert named[:3] == ["Enter Options", "+ − Number", "/ Find"] and {"a Add", "t Transport"} <= {*named}, named
        assert len(named) == 10 and named[-2:] == ["? Keys", "Esc Back"]
        await seen.press("space")
        await seen.until(lambda: "d Duplicate" in lines(seen.pilot.app)[-2])

    edit(army, act)


def test_what_goes_wrong_in_a_dialog_is_told_on_the_screen_below(home: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+t")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        pilot.app.notify("[b]bold[/b]", title="Said")
        await until(pilot, lambda: "[i] Said: [b]bold[/b]" in "".join(lines(pilot.app)))

    play(MusterApp(), part)


@pytest.mark.long
def test_nothing_is_said_of_findings_before_they_are_known(army: Path) -> None:
    async def act(seen: Seen) -> None:
        desk, seen.screen.session = seen.screen.session, None
        screen = FindingsScreen(seen.screen)
        await seen.pilot.app.push_screen(screen)
        await seen.until(lambda: "Checking …" in "".join(lines(seen.pilot.app)))
        seen.screen.session = desk
        screen._show()
        await seen.until(lambda: "Nothing is wrong." in "".join(lines(seen.pilot.app)))

    edit(army, act)


@pytest.mark.long
def test_findings_that_are_hidden_are_not_denied(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("l")
        await seen.write("100")
        await seen.press("f")
        await seen.until(lambda: "limit is 100" in "".join(lines(seen.pilot.app)))
        await seen.press("x")
        await seen.until(lambda: "limit is 100" not in "".join(lines(seen.pilot.app)))
        assert "hidden, x shows them" in "".join(lines(seen.pilot.app))

    edit(army, act)


@pytest.mark.long
def test_escape_leads_from_an_army_that_was_opened_directly_to_the_library(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("delete", "escape")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, LibraryScreen))
        assert not seen.editor.session.dirty
        await seen.press("escape")
        assert isinstance(seen.pilot.app.screen, LibraryScreen)

    edit(army, act)


def test_what_is_said_again_stands_once(army: Path) -> None:
    async def act(seen: Seen) -> None:
        for words in ("Figures alone.", "Saved.", "Figures alone."):
            seen.pilot.app.notify(words)
        assert notices(seen.pilot.app) == ["Saved.", "Figures alone."]

    edit(army, act)


@pytest.mark.usefixtures("unlooked")
@pytest.mark.long
def test_escape_leads_from_a_game_that_was_opened_directly_to_the_games_and_the_library(game: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await Table(pilot).opened()
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, GamesScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LibraryScreen))

    play(game, part)


def test_a_game_that_cannot_be_opened_says_why_and_leads_to_the_games(home: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "cannot be opened" in "".join(lines(pilot.app)))
        assert notices(pilot.app) == []
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, GamesScreen))

    play(MusterApp(game="nothing"), part)


@pytest.mark.long
def test_without_colours_the_keys_below_a_dialog_are_not_shown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def part(pilot: Pilot[None]) -> None:
        await complete(pilot)
        assert "Import" in "".join(lines(pilot.app)[-2:])
        await pilot.press("ctrl+t")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await until(pilot, lambda: "Import" not in "".join(lines(pilot.app)[-2:]))
        await pilot.press("escape")
        await until(pilot, lambda: "Import" in "".join(lines(pilot.app)[-2:]))

    play(MusterApp(), part)


@pytest.mark.long
def test_what_was_undone_is_told_until_something_else_is_done(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("d", "u")
        assert "Undone: Scout Squad" in "\n".join(lines(seen.pilot.app))
        await seen.press("delete")
        assert "Undone" not in "\n".join(lines(seen.pilot.app))
        await seen.press("u", "u", "U")
        assert "Done again" in "\n".join(lines(seen.pilot.app))

    edit(tmp_path / "army.yaml", act)


@pytest.mark.long
def test_a_reason_why_something_was_refused_stands_until_the_next_key(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("shift+down")
        assert seen.told() == ["No unit of its slot or group stands below it."]
        await seen.press("v")
        assert [words.partition(":")[0] for words in seen.told()] == ["Paste"]
        await seen.press("down")
        assert seen.told() == []
        await seen.pick("Scout")
        await seen.press("9", "plus", "plus")
        assert len(seen.told()) == 1 and "10" in seen.told()[0], seen.told()
        await seen.press("tab")
        assert seen.told() == []

    edit(tmp_path / "army.yaml", act)
