"""What is kept of an army file for undo: which state it is in, what it went back to, and what a damaged one says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.resources import find_resource
from builder.services.army.history import history_of
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Rename
from builder.services.editor.session import EditorSession


@pytest.fixture
def army(tmp_path: Path) -> Path:
    found = find_resource("templates/armies", "orks-500")
    assert found is not None
    path = tmp_path / "army.yaml"
    path.write_bytes(found.path.read_bytes())
    return path


def named(session: ArmyDocument, *names: str) -> None:
    for name in names:
        session.apply(Rename(id="army", name=name))


def kept(army: Path) -> tuple[list[str], int]:
    """The names that the army had, and in which of these states it is by its history."""
    history = history_of(str(army))
    lines = [line for text in history.texts for line in text.splitlines() if line.startswith("name: ")]
    return [line.removeprefix("name: ") for line in lines], history.now


def test_undo_and_redo_keep_apart_a_state_and_the_same_one_that_was_gone_back_to(army: Path) -> None:
    session = ArmyDocument.open(str(army))
    named(session, "One")
    session.save()
    named(session, "Two")
    session.save()
    session.restore(session.former[0])
    session.save()
    for act, now in ((session.undo, 2), (session.redo, 3), (session.undo, 2), (session.undo, 1), (session.redo, 2)):
        assert act()
        session.save()
        assert kept(army)[1] == now, "each of the two is another place"
    session.redo()
    session.save()
    assert ArmyDocument.open(str(army)).changes == 0 and EditorSession.open(str(army)).editor.session.changes == 3


def test_redo_through_equal_states_puts_one_that_was_never_saved_by_itself_where_it_was(army: Path) -> None:
    session = ArmyDocument.open(str(army))
    first = session.state.roster.name
    named(session, "One", "Two")
    session.save()
    session.restore(session.former[-1])
    session.save()
    for act in (session.undo, session.undo, session.redo):
        act()
        if act == session.undo and session.changes == 1:
            session.undo()  # At once: nothing is saved in between.
        session.save()
    assert kept(army) == ([first, "One", "Two", first], 1)


def test_going_back_is_remembered_of_a_state_that_undo_alone_has_saved(army: Path) -> None:
    editor = EditorSession.open(str(army)).editor
    session = editor.session
    named(session, "One", "Two")
    editor.restore(session.former[0])
    named(session, "Three")
    session.save()
    session.undo()
    session.save()
    times = history_of(str(army)).times
    assert times == sorted(times), "it is as old as it is, though it was saved later"
    done = EditorSession.open(str(army)).editor.step(-1)
    assert done is not None and done.words.startswith("going back to the version of "), done


def test_undo_to_a_state_that_was_gone_back_to_and_never_saved_by_itself_is_not_the_first_of_them(army: Path) -> None:
    session = ArmyDocument.open(str(army))
    first = session.state.roster.name
    named(session, "One")
    session.save()
    session.restore(session.former[-1])
    named(session, "Two")
    session.save()
    session.undo()
    session.save()
    assert kept(army) == ([first, "One", first, "Two"], 2), "or the next change would lose One for good"
    named(session, "Three", "Four")
    session.save()
    named(session, "Five")
    session.save()
    for _ in range(2):
        session.undo()
    session.save()
    assert kept(army) == ([first, "One", first, "Three", "Four", "Five"], 3), "before what undo went over at once"


@pytest.mark.parametrize("junk", [["", "\ud800"], [float("nan"), -1], [[], 10**400], "x", [1]])
def test_saving_goes_on_with_a_history_whose_versions_are_damaged(army: Path, junk: object) -> None:
    session = ArmyDocument.open(str(army))
    named(session, "One")
    session.save()
    path = history_of(str(army)).path
    body = json.loads(path.read_bytes())
    path.write_text(json.dumps(body | {"restored": junk, "names": junk}), encoding="utf-8")
    assert history_of(str(army)).restored == [None, None]
    named(session, "Two")
    assert not session.save().findings
    path.write_text(json.dumps({key: value for key, value in body.items() if key != "restored"}), encoding="utf-8")
    assert history_of(str(army)).texts == body["texts"], "one that an older Muster has kept"
