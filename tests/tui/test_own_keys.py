"""The settings of a player: his keys win, stand where keys are named, and what cannot be is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from builder.services.settings import settings_file
from builder.tui.actions import ACTIONS
from builder.tui.app import MusterApp
from builder.tui.dialogs.help import Help
from builder.tui.own_keys import chosen_keys
from builder.tui.screens import base
from builder.tui.screens.findings import FindingsScreen
from builder.tui.screens.library import LibraryScreen
from tests.tui.editing import Seen, edit, notices
from tests.tui.making import keys_shown, play, until
from tests.tui.painted import lines


@pytest.fixture
def army(tmp_path: Path) -> Path:
    return tmp_path / "army.yaml"


@pytest.mark.long
def test_a_bad_file_of_settings_gives_one_message_and_the_program_starts(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "NOTICE_TIME", 3600)  # On a loaded machine it would be gone before the list is there.
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(
        'theme = "pink"\nsigns = "runes"\ncolour = 1\n'
        '[keys]\n"app.help" = "frob"\n"no.such" = "x"\n"library.new" = "d"\n'
    )

    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: bool(notices(pilot.app)))
        (told,) = notices(pilot.app)
        for words in ("pink", "runes", "'colour' is no setting", "“frob” is not a key", "no.such", "copy has no key"):
            assert words in told, words
        assert isinstance(pilot.app.screen, LibraryScreen)
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, Help)

    play(MusterApp(), part)


def test_keys_may_be_changed_with_each_other_and_written_as_signs() -> None:
    good, told = chosen_keys({"library.new": "d", "library.copy": "n", "app.help": "!", "editor.more": "+,ctrl+up"})
    assert not told and good["library.new"] == "d"
    good, told = chosen_keys({"app.signs": "F7", "editor.limit": "Ctrl+B", "editor.fold": "PgUp,Esc", "app.help": "H"})
    assert not [words for words in told if "no key, for" in words]
    assert [good[id] for id in ("app.signs", "editor.limit", "app.help")] == ["f7", "ctrl+b", "H"]
    assert good["editor.fold"] == "pageup,escape"


def test_a_key_that_the_player_gave_is_taken_from_what_had_it() -> None:
    good, told = chosen_keys({"editor.note": "x", "editor.findings": "d", "app.theme": "U"})
    assert good["editor.remove"] == "delete,backspace" and good["editor.redo"] == "ctrl+y"
    assert good["editor.duplicate"] == good["data.update"] == "none"
    assert [words.partition(" any more")[0] for words in told] == [
        "editor.duplicate has no key",
        "data.update has no key",
    ], "only what has none left is told of"
    good, told = chosen_keys({"editor.note": "x", "editor.rename": "x"})
    assert good == {"editor.note": "x", "editor.remove": "delete,backspace"}
    assert "editor.note too: editor.rename keeps its own" in told[0]


def test_a_key_of_a_pane_or_of_another_screen_is_left_to_it() -> None:
    good, told = chosen_keys({"findings.copy": "d", "data.look": "b"})
    assert good == {"findings.copy": "d", "data.look": "b", "data.restore": "none"} and len(told) == 1
    good, told = chosen_keys({"editor.limit": "q", "lines.first": "ctrl+n"})
    assert good == {"editor.limit": "q", "lines.first": "ctrl+n", "data.new": "n"} and not told


@pytest.mark.long
def test_keys_of_the_player_do_his_and_stand_where_keys_are_named(
    army: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "NOTICE_TIME", 3600)
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(
        '[keys]\n"editor.findings" = "d"\n"editor.search" = "f9"\n"messages.search" = "f9"\n"app.help" = "h,F1"\n'
    )

    async def act(seen: Seen) -> None:
        (told,) = (words for words in seen.told() if "Settings" in words)
        assert "editor.duplicate has no key" in told and "editor.rules, game.hot have no key" in told
        await until(seen.pilot, lambda: "d Findings" in keys_shown(seen.pilot))
        await seen.go("Scout Squad")
        await until(seen.pilot, lambda: "h Keys" in keys_shown(seen.pilot))
        assert "f Findings" not in keys_shown(seen.pilot) and "– " not in keys_shown(seen.pilot)
        await seen.press("h")
        words = " ".join(seen.lines("keys").split())
        assert "d Findings Shows" in words and "– Duplicate" in words and "h F1 Keys" in words
        await seen.press("escape", "ctrl+p", *"dupl", "enter")
        await seen.until(lambda: seen.units().count("Scout Squad") == 2)
        await seen.until(lambda: " d lists findings" in seen.said("totals"))
        await seen.press("ctrl+l", "f9", "escape", "escape", "enter", "f9", *"snip", "escape", "escape", "d")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, FindingsScreen))

    edit(army, act)


@pytest.mark.parametrize("key", ["", "ctrl+", "hold+a", "a,,b"])
def test_what_is_no_key_is_told(key: str) -> None:
    good, told = chosen_keys({"app.help": key})
    assert not good and len(told) == 1


def test_the_keys_of_the_table_do_not_clash() -> None:
    assert chosen_keys({action.id: action.keys for action in ACTIONS})[1] == []


@pytest.mark.long
def test_what_screens_say_of_keys_names_those_of_the_player(army: Path, home: Path) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('[keys]\n"editor.add" = "f7"\n"editor.copy" = "f6"\n"editor.paste" = "ctrl+v"\n')

    async def act(seen: Seen) -> None:
        assert "F7 finds anything" in "\n".join(lines(seen.pilot.app))
        await seen.go("Scout Squad")
        await seen.press("ctrl+v")
        assert seen.told()[-1] == "Paste: nothing was copied yet; F6 copies the unit under the cursor."
        await seen.press("f6")
        await seen.until(lambda: "Copied: Ctrl+V adds a copy of it." in seen.told())

    edit(army, act)
