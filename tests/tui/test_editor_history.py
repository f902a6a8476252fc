"""Undo and redo are one history of the file: of the screen, of the screens before it, and of `muster edit`."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.resources import find_resource
from builder.services.army.history import history_of
from builder.services.army.locator import open_army
from builder.services.editor.operations import Count, Operation, Remove, SetMark, WriteNote
from builder.services.editor.session import EditorSession
from tests.tui.editing import Seen, edit
from tests.tui.making import keys_shown


@pytest.fixture
def army(tmp_path: Path) -> Path:
    found = find_resource("templates/armies", "space-marines-500")
    assert found is not None
    path = tmp_path / "army.yaml"
    path.write_bytes(found.path.read_bytes().replace(b"  - unit: Dreadnought", b"  - unit: Dreadnought  # the old one"))
    return path


def names(path: Path) -> list[str]:
    return [unit.custom_name or unit.name for unit in open_army(str(path)).view.units()]


def removed(path: Path, *units: str) -> None:
    """Remove units on the screen, one after another, and leave it."""

    async def act(seen: Seen) -> None:
        for unit in units:
            await seen.go(unit)
            await seen.press("delete")
            await seen.screen.finish()

    edit(path, act)


@pytest.mark.long
def test_undo_on_the_screen_goes_on_with_what_was_done_before_it_was_opened(army: Path) -> None:
    files = [army.read_bytes()]
    removed(army, "Dreadnought")
    files.append(army.read_bytes())
    assert run(["edit", str(army), "remove", "Scout Squad"]) == 0
    files.append(army.read_bytes())
    assert len({*files}) == 3

    async def act(seen: Seen) -> None:
        for key, place in (("u", 1), ("u", 0), ("U", 1), ("U", 2), ("u", 1)):
            assert seen.screen.allows("undo" if key == "u" else "redo")
            await seen.press(key)
            await seen.screen.finish()
            assert army.read_bytes() == files[place], "comments and layout are back too"
        await seen.press("u")
        assert not seen.screen.allows("undo")
        await seen.press("U")

    edit(army, act)
    assert army.read_bytes() == files[1]
    assert run(["edit", str(army), "redo"]) == 0
    assert army.read_bytes() == files[2]
    for place in (1, 0):
        assert run(["edit", str(army), "undo"]) == 0
        assert army.read_bytes() == files[place]


@pytest.mark.long
def test_what_is_done_again_while_what_was_undone_is_saved_ends_no_history(army: Path) -> None:
    for unit in ("Dreadnought", "Scout Squad"):
        assert run(["edit", str(army), "remove", unit]) == 0
    last = army.read_bytes()
    desk = EditorSession.open(str(army)).editor
    desk.step(-1)
    desk.step(-1)
    undone = desk.saving()
    assert undone is not None
    desk.step(1)
    desk.saved(undone())
    again = desk.saving()
    assert again is not None
    desk.saved(again())
    assert run(["edit", str(army), "redo"]) == 0
    assert army.read_bytes() == last


@pytest.mark.long
def test_what_was_undone_before_can_be_redone_until_something_else_is_done(army: Path) -> None:
    removed(army, "Dreadnought", "Scout Squad")
    assert run(["edit", str(army), "undo"]) == 0

    async def act(seen: Seen) -> None:
        assert "Scout Squad" in seen.units()
        await seen.press("U")
        assert "Scout Squad" not in seen.units()
        await seen.press("u")
        await seen.go("Librarian")
        await seen.press("d")
        assert not seen.screen.allows("redo")
        for _ in range(2):
            await seen.press("u")
        assert "Dreadnought" in seen.units()

    edit(army, act)
    assert "Dreadnought" in names(army)


@pytest.mark.long
def test_an_army_changed_by_hand_begins_a_history_of_its_own_and_that_is_said(army: Path) -> None:
    removed(army, "Dreadnought")
    army.write_bytes(army.read_bytes().replace(b"Third Company", b"Fourth Company"))

    async def act(seen: Seen) -> None:
        assert any("cannot be undone" in words for words in seen.told())
        assert not seen.screen.allows("undo")
        await seen.go("Scout Squad")
        await seen.press("delete", "u")

    edit(army, act)
    assert "Scout Squad" in names(army) and "Dreadnought" not in names(army)


@pytest.mark.long
def test_a_former_file_that_cannot_be_read_any_more_is_told_and_nothing_is_lost(army: Path) -> None:
    before = army.read_bytes()
    removed(army, "Dreadnought")
    after = army.read_bytes()
    history = history_of(str(army))
    body = json.loads(history.path.read_bytes())
    body["texts"][0] = before.decode().replace("Librarian", "Archivist")
    history.path.write_text(json.dumps(body), encoding="utf-8")

    async def act(seen: Seen) -> None:
        await seen.press("u")
        assert any("Archivist" in words for words in seen.told())
        assert "Dreadnought" not in seen.units()

    edit(army, act)
    assert army.read_bytes() == after


def test_undo_within_a_session_brings_back_what_was_saved_comments_and_all(army: Path) -> None:
    desk = EditorSession.open(str(army)).editor
    before = army.read_bytes()
    unit = next(unit for unit in desk.army.view.units() if unit.name == "Dreadnought")
    desk.apply(Remove(id=unit.id))
    for is_back in (False, True):
        if is_back:
            desk.step(-1)
        save = desk.saving()
        assert save is not None
        desk.saved(save())
        assert (b"the old one" in army.read_bytes()) == is_back
    assert army.read_bytes() == before


@pytest.mark.long
def test_undo_tells_what_it_took_back_and_goes_there(army: Path) -> None:
    async def act(seen: Seen) -> None:
        def is_at(name: str, words: str) -> bool:
            row = seen.screen.board.tree_row
            return row is not None and row.name == name and words in seen.told()

        await seen.go("Dreadnought")
        await seen.press("delete", "home", "u")
        assert is_at("Dreadnought", "Undone: Dreadnought is here again, +105")
        await seen.press("home", "U")
        assert is_at("Tactical Squad Ancora", "Done again: Dreadnought is gone, −105")
        await seen.press("u")
        await seen.go("Librarian Orsino Vael")
        await seen.press("d", "u")
        assert is_at("Librarian Orsino Vael", "Undone: Librarian Orsino Vael 2 is gone, −100")
        await seen.press("space")
        await seen.go("Dreadnought")
        await seen.press("space", "d", "u")
        assert is_at("Librarian Orsino Vael", "Undone: Librarian Orsino Vael 2 and Dreadnought 2 are gone, −205")
        await seen.go("Scout Squad")
        await seen.press("plus", "home", "u")
        assert is_at("Scout Squad", "Undone: Scout Squad: Scout: 5 → 4, −13")
        await seen.press("alt+up", "home", "u")
        undone = [words for words in seen.told() if words.startswith(("Undone", "Done again"))]
        assert undone == ["Undone: the units stand in their former order"], "one message for all that was undone"

    edit(army, act)


def test_what_merely_follows_from_a_change_is_not_counted_beside_it(army: Path) -> None:
    desk = EditorSession.open(str(army)).editor
    units = {unit.name: unit for unit in desk.army.view.units()}

    def undone(*operations: Operation) -> str:
        desk.apply(*operations)
        told = desk.step(-1)
        assert told is not None
        return told.words

    marines = next(part for part in units["Tactical Squad"].children if part.name == "Space Marine")
    one_more = Count(id=marines.id, number=marines.number + 1)
    assert undone(one_more) == "Tactical Squad Ancora: Space Marine: 10 → 9, −16", "its boltgun comes with it"
    rhino = next(part for part in units["Tactical Squad"].children if part.name == "Rhino")
    assert undone(Remove(id=rhino.id)) == "Tactical Squad Ancora: with Rhino, +35", "nobody can ride in what is gone"
    note = WriteNote(id=units["Dreadnought"].id, text="old")
    assert undone(one_more, note) == "Dreadnought: other notes; and 1 more", "another unit is told"
    led = SetMark(id=units["Scout Squad"].id, mark=("led", "by", units["Librarian"].id))
    assert undone(led) == "Scout Squad: no longer led by Librarian Orsino Vael", "as a sentence says it"
    desk.apply(SetMark(id=units["Scout Squad"].id, mark=("led by", units["Librarian"].id)))
    assert undone(Remove(id=units["Librarian"].id)) == "Librarian Orsino Vael is here again, +100"


def test_going_back_to_a_version_is_named_when_it_is_undone(army: Path) -> None:
    os.utime(army, (0, datetime(2024, 5, 3, 21, 4).timestamp()))
    desk, back = EditorSession.open(str(army)).editor, "going back to the version of 3 May 2024 21:04: "
    for unit in tuple(desk.army.view.units())[-2:]:
        desk.apply(Remove(id=unit.id))
    desk.restore(desk.session.former[-1])
    words = [told.words for by in (-1, 1, -1, -1, 1) if (told := desk.step(by)) is not None]
    assert words[0].startswith(back) and words[0].endswith("are gone, −295"), words
    assert words[1].startswith(back) and words[1].endswith("are here again, +295"), words
    assert words[2] == words[0] and not any("version" in each for each in words[3:]), words
    for goes_back in (False, True):
        if goes_back:
            desk.restore(desk.session.former[-1])
        saving = desk.saving()
        assert saving is not None
        desk.saved(saving())
    again = EditorSession.open(str(army)).editor
    for by in (-1, 1):
        done = again.step(by)
        assert done is not None and done.words.startswith(back), "also when it is opened again"


@pytest.mark.long
def test_undo_unfolds_no_unit_for_what_is_seen_beside_it_anyway(army: Path) -> None:
    async def act(seen: Seen) -> None:
        shown = len(seen.screen.board.army.rows)
        await seen.go("Rhino 1")
        assert len(seen.screen.board.army.rows) == shown
        await seen.press("delete", "home", "u")
        row = seen.screen.board.tree_row
        assert row is not None and row.name == "Tactical Squad Ancora" and len(seen.screen.board.army.rows) == shown

    edit(army, act)


@pytest.mark.long
def test_undo_and_redo_are_named_on_every_row_where_they_do_something(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("plus", "plus")
        await seen.until(lambda: "u Undo" in keys_shown(seen.pilot) and "Redo" not in keys_shown(seen.pilot))
        await seen.press("u")
        for key in ("tab", "down", "tab", "home", "end"):
            await seen.until(lambda: "u Undo  U Redo" in keys_shown(seen.pilot))
            await seen.press(key)
        await seen.until(lambda: "u Undo  U Redo" in keys_shown(seen.pilot))

    edit(army, act, size=(100, 30))
