"""What is kept of an army file for undo: which state it is in, what it went back to, and what a damaged one says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.resources import find_resource
from builder.services.army.history import history_of
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Rename
from builder.services.editor.session import EditorSession

SMALL = """format: muster-army
version: 1
id: tiny
name: First
system: lethal
data: lethal/feudal-levy
units: []
"""


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
    lines = [line for state in history.states for line in state.text.splitlines() if line.startswith("name: ")]
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
    times = [state.at for state in history_of(str(army)).states]
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


@pytest.mark.parametrize("junk", [["", "\ud800"], [float("nan"), -1], [[], 10**400], "x", [1], 99, -1, True])
def test_saving_goes_on_with_a_history_whose_versions_are_damaged(army: Path, junk: object) -> None:
    session = ArmyDocument.open(str(army))
    named(session, "One")
    session.save()
    path = history_of(str(army)).path
    body = json.loads(path.read_bytes())
    path.write_text(json.dumps(body | {"restored": junk, "left": junk, "names": junk}), encoding="utf-8")
    assert [state.restored for state in history_of(str(army)).states] == [None, None]
    named(session, "Two")
    assert not session.save().findings
    path.write_text(json.dumps({key: value for key, value in body.items() if key != "restored"}), encoding="utf-8")
    assert [state.text for state in history_of(str(army)).states] == body["texts"], "one that an older Muster has kept"


def test_what_undo_left_for_another_change_is_gone_once_that_is_in_the_file(army: Path) -> None:
    session = ArmyDocument.open(str(army))
    first = session.state.roster.name
    named(session, "One")
    session.save()
    named(session, "Two")
    session.save()
    left = army.read_bytes()
    for _ in range(2):
        session.undo()
    named(session, "Three")
    session.save()
    again = EditorSession.open(str(army)).editor.session
    assert again.undo() and again.state.roster.name == first and not again.can_undo
    army.write_bytes(left)  # As if the program had ended before the file was written.
    again = EditorSession.open(str(army)).editor.session
    assert again.undo() and again.state.roster.name == "One" and again.changes == 1
    named(again, "Four")
    again.save()
    assert kept(army)[0] == [first, "One", "Two", "Four"]
    session = ArmyDocument.open(str(army))
    for name in ("Five", "Six"):
        named(session, name)
        session.save()
    assert kept(army) == ([first, "One", "Four", "Five", "Six"], 4), (
        "a document that knows no past keeps that of the file"
    )


@dataclass
class Line:
    """What undo and redo lead through, by the names of the army, and which of them were files by themselves."""

    names: list[str]
    now: int = 0
    files: list[bool] = field(default_factory=lambda: [True])

    def edit(self, name: str) -> None:
        self.now += 1
        self.names[self.now :], self.files[self.now :] = [name], [False]

    def kept(self) -> Line:
        """What is left of it when the army is opened again, if it is saved now: no two alike beside each other."""
        kept = Line([], files=[])
        for place, name in enumerate(self.names):
            if self.files[place] and kept.names[-1:] != [name]:
                kept.names.append(name)
                kept.files.append(True)
            if place == self.now:
                kept.now = len(kept.names) - 1
        return kept


@contextmanager
def small_army() -> Iterator[Path]:
    """An army of one unit in a folder of its own, where nothing was done yet."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_STATE", f"{folder}/state")
        path = Path(folder) / "army.yaml"
        path.write_text(SMALL, encoding="utf-8")
        yield path


def walked(path: Path) -> Line:
    """What undo and redo lead through in an army that is opened again."""
    session = EditorSession.open(str(path)).editor.session
    now, names = 0, [session.state.roster.name]
    while session.undo():
        names, now = [session.state.roster.name, *names], now + 1
    while session.redo():
        names = [*names, session.state.roster.name] if len(names) <= session.changes else names
    return Line(names, now, [True] * len(names))


ACTS = ["A", "B", "another", "undo", "undo", "redo", "save", "save", "open"]


@given(acts=st.lists(st.sampled_from(ACTS), min_size=12, max_size=30))
def test_an_army_opened_again_goes_back_and_on_as_it_did_before(acts: list[str]) -> None:
    with small_army() as path:
        session = ArmyDocument.open(str(path))
        line = Line([session.state.roster.name])
        known, file = line.kept(), line.names[0]
        for number, act in enumerate([*acts, "open"]):
            if act == "undo":
                assert session.undo() == (line.now > 0)
                line.now = max(0, line.now - 1)
            elif act == "redo":
                assert session.redo() == (line.now < len(line.names) - 1)
                line.now = min(len(line.names) - 1, line.now + 1)
            elif act not in ("save", "open"):
                name = f"Army {number}" if act == "another" else act
                named(session, name)
                line.edit(name)
            name = line.names[line.now]
            assert session.state.roster.name == name and session.dirty == (name != file)
            written = act in ("save", "open") and session.dirty
            if written:
                session.save()
                file = name
            line.files[line.now] |= name == file
            known = line.kept() if written else known
            if act == "open":
                assert walked(path) == known
                line = deepcopy(known)
                session = EditorSession.open(str(path)).editor.session
