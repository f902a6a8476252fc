"""Players who move a game on at once: nobody skips a phase that he has not seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from builder.errors import PlayError
from builder.services.games.games import new_game, open_game
from builder.services.games.session import GameSession, Request
from tests.services.volleys import own_games

__all__ = ["own_games"]
pytestmark = pytest.mark.usefixtures("own_games")


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> Iterator[GameSession]:
    monkeypatch.setenv("MUSTER_PLAYER", "Anna")
    with new_game("space-marines-500", "orks-500", "Third") as session:
        session.act("next", {})
        yield session


@pytest.fixture
def theirs(ours: GameSession, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameSession]:
    """The same game in Mia's program."""
    monkeypatch.setenv("MUSTER_PLAYER", "Mia")
    with open_game(ours.id) as session:
        yield session


@pytest.mark.parametrize("verb", ["next", "turn", "end"])
def test_who_goes_on_second_is_told_who_was_first(ours: GameSession, theirs: GameSession, verb: str) -> None:
    theirs.act("next", {})
    with pytest.raises(PlayError, match=r"^Mia was first: Turn 1, .*: shooting; do it again if you still mean it$"):
        ours.act(verb, {})
    assert ours.log == theirs.log and ours.view.phase == "shooting"
    ours.act(verb, {})
    assert ours.view.phase != "shooting"


def test_who_took_a_phase_back_meanwhile_is_told_too(ours: GameSession, theirs: GameSession) -> None:
    theirs.undo()
    with pytest.raises(PlayError, match=r"^Mia was first: Undone \(Anna\): Turn 1, .*: movement"):
        ours.act("next", {})
    assert ours.view.phase == "deployment"


def test_nobody_takes_back_what_he_has_not_seen(ours: GameSession, theirs: GameSession) -> None:
    seen = ours.seq
    theirs.act("note", {"text": "the hill counts"})
    for call in (ours.undo, ours.redo):
        with pytest.raises(PlayError, match=r"^Mia was first: Note: the hill counts; do it again"):
            call(seen)
    assert ours.undo(ours.seq).text == "Undone (Mia): Note: the hill counts"
    assert ours.redo(ours.seq).text == "Done again (Mia): Note: the hill counts"


def test_who_does_several_things_at_once_takes_back_his_own(ours: GameSession) -> None:
    seen = ours.seq
    ours.act("next", {})
    for _ in range(2):
        ours.undo(seen)
    assert ours.view.phase == "deployment"
    for _ in range(2):
        ours.redo(seen)
    assert ours.view.phase == "shooting"


def test_without_a_look_the_last_act_is_taken_back_whoever_did_it(ours: GameSession, theirs: GameSession) -> None:
    theirs.act("note", {"text": "the hill counts"})
    assert ours.undo().text == "Undone (Mia): Note: the hill counts"


def test_what_others_did_in_the_same_phase_holds_nobody_up(ours: GameSession, theirs: GameSession) -> None:
    theirs.act("note", {"text": "the hill counts"})
    theirs.act("next", {})
    theirs.undo()
    assert ours.act("next", {}).text.endswith("shooting")


def test_other_acts_are_done_in_the_next_phase(ours: GameSession, theirs: GameSession) -> None:
    theirs.act("next", {})
    assert ours.act("note", {"text": "the hill counts"}).moment == "1.2"


def test_one_player_may_go_on_as_often_as_he_likes(ours: GameSession) -> None:
    for _ in range(2):
        with open_game(ours.id) as again:
            again.act("next", {})
    assert again.view.phase == "assault"
    again.act_all([Request("next", {}), Request("next", {})])
    assert (again.view.active, again.view.phase) == (1, "shooting")


def test_a_program_that_showed_an_older_phase_says_what_it_showed(ours: GameSession, theirs: GameSession) -> None:
    shown = ours.seq
    theirs.act("next", {})
    ours.refresh()
    with pytest.raises(PlayError, match="Mia was first"):
        ours.act("turn", {}, seen=shown)
    assert ours.act("turn", {}, seen=ours.seq).text.startswith("Turn 1")
