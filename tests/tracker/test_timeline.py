"""A log folded to states: whatever is done, undone and done again, the game stands as the acts that stand make it."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.errors import PlayError
from builder.systems.play.events import Event
from builder.tracker import REDO, UNDO, Draft, LogEntry, Timeline

AT = "2026-05-03T20:14:00.000+00:00"


class Said(NamedTuple):
    """The state of a game in which words are said: all of them, in order."""

    words: tuple[str, ...]


class Saying:
    """The smallest game there is: an act says a word."""

    version = 1

    def begin(self, event: Event[str]) -> Said:
        return Said(event.changes)

    def evolve(self, state: Said, event: Event[str]) -> Said:
        if "unsaid" in event.changes:
            raise KeyError("unsaid")
        return Said((*state.words, *event.changes))

    def decode(self, version: int, body: bytes) -> Event[str]:
        try:
            return msgspec.json.decode(body, type=Event[str])
        except msgspec.DecodeError as error:
            raise PlayError(f"an event cannot be read: {error}") from None

    def timing(self, state: Said) -> None:
        """Nobody has a clock."""

    def moment(self, state: Said) -> str:
        return str(len(state.words))


def timeline(*entries: LogEntry) -> Timeline[Said]:
    play: Any = Saying()
    return Timeline(play, entries)


def say(word: str) -> Draft:
    return Draft("say", 1, msgspec.json.encode(Event(kind="say", side=0, text=f"says {word}", changes=(word,))))


def take(game: Timeline[Said], *drafts: Draft, by: str = "anna") -> None:
    for draft in drafts:
        game.take(LogEntry(game.seq + 1, draft.kind, draft.version, AT, by, draft.body))


def begun(*words: str) -> Timeline[Said]:
    game = timeline()
    take(game, say("begin"), *map(say, words))
    return game


class Model:
    """What a log comes to, worked out anew: the words that stand, and those that can be said again."""

    def __init__(self) -> None:
        self.stand: list[tuple[int, str]] = [(1, "begin")]
        self.again: list[tuple[int, str]] = []
        self.after: dict[int, tuple[tuple[int, str], ...]] = {1: tuple(self.stand)}

    def note(self, seq: int) -> None:
        self.after[seq] = tuple(self.stand)


def play_randomly(moves: list[int]) -> tuple[Timeline[Said], Model]:
    """Play: 0 takes back, 1 puts back, more says a word."""
    game, model = begun(), Model()
    for move in moves:
        seq = game.seq + 1
        if move == 0:
            if len(model.stand) == 1:
                with pytest.raises(PlayError):
                    game.undo()
                continue
            take(game, game.undo())
            model.again.append(model.stand.pop())
        elif move == 1:
            if not model.again:
                with pytest.raises(PlayError):
                    game.redo()
                continue
            take(game, game.redo())
            model.stand.append(model.again.pop())
        else:
            take(game, say(f"w{seq}"))
            model.stand.append((seq, f"w{seq}"))
            model.again.clear()
        model.note(seq)
    return game, model


moves = st.lists(st.integers(0, 4), max_size=40)


@given(moves)
def test_the_state_is_the_fold_of_the_acts_that_stand(moves: list[int]) -> None:
    game, model = play_randomly(moves)
    assert game.state.words == tuple(word for _, word in model.stand)
    standing = {seq for seq, _ in model.stand}
    for line in game.lines:
        assert line.undone == (line.kind == "say" and line.seq not in standing)


@given(moves)
def test_a_log_read_again_comes_to_the_same(moves: list[int]) -> None:
    game, _ = play_randomly(moves)
    again = timeline(*game.entries)
    assert again.state == game.state and again.lines == game.lines
    assert (again.last, again.next) == (game.last, game.next)


@given(moves, st.integers(1, 41))
def test_a_jump_leads_to_how_the_game_stood_after_an_entry_or_says_why_not(moves: list[int], seq: int) -> None:
    game, model = play_randomly(moves)
    if seq > game.seq:
        with pytest.raises(PlayError, match="entries 1 to"):
            game.jump(seq)
        return
    wanted = model.after[seq]
    now, forth = tuple(model.stand), tuple(reversed(model.again))
    reachable = [(*now, *forth)[:length] for length in range(1, len(now) + len(forth) + 1)]
    if wanted not in reachable:
        with pytest.raises(PlayError, match="something else done since"):
            game.jump(seq)
        return
    take(game, *game.jump(seq))
    assert game.state.words == tuple(word for _, word in wanted)


@given(moves)
def test_undoing_all_and_putting_all_back_changes_nothing(moves: list[int]) -> None:
    game, _ = play_randomly(moves)
    before, seq = game.state, game.seq
    take(game, *game.jump(1))
    assert game.state.words == ("begin",) and game.last is None
    take(game, *game.jump(seq))
    assert game.state == before


def test_an_undo_says_what_it_took_back_and_whose_it_was() -> None:
    game = begun("hello")
    take(game, game.undo(), by="bert")
    line = game.lines[-1]
    assert (line.kind, line.by, line.about, line.side) == (UNDO, "bert", 2, 0)
    assert line.text == "Undone (anna): says hello"
    take(game, game.redo(), by="anna")
    assert game.lines[-1].text == "Done again: says hello"


def test_a_new_act_drops_what_could_be_put_back_and_the_log_keeps_it() -> None:
    game = begun("one", "two")
    take(game, game.undo(), say("three"))
    assert game.next is None
    assert [line.text for line in game.lines if line.undone] == ["says two"]


def test_a_line_tells_when_it_was_by_the_state_after_it() -> None:
    game = begun("one", "two")
    take(game, game.undo())
    assert [line.moment for line in game.lines] == ["1", "2", "3", "2"]


def test_undo_and_redo_work_nothing_out() -> None:
    game = begun("one", "two")
    two = game.state
    take(game, game.undo())
    take(game, game.redo())
    assert game.state is two


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (LogEntry(5, "say", 1, AT, "anna", say("x").body), "entry 3 is missing"),
        (LogEntry(3, "say", 1, AT, "anna", b"{"), "cannot be read"),
        (LogEntry(3, "say", 1, AT, "anna", say("unsaid").body), "does not have"),
        (LogEntry(3, "say", 1, "tomorrow", "anna", say("x").body), "'tomorrow' is none"),
        (LogEntry(3, UNDO, 1, AT, "anna", b'{"seq":1}'), "not the last one"),
        (LogEntry(3, UNDO, 1, AT, "anna", b"[]"), "entry 3 cannot be read"),
        (LogEntry(3, REDO, 1, AT, "anna", b'{"seq":2}'), "not the last one"),
    ],
)
def test_an_entry_that_does_not_follow_is_refused_and_nothing_is_taken_in(entry: LogEntry, words: str) -> None:
    game = begun("one")
    with pytest.raises(PlayError, match=words):
        game.take(entry)
    assert game.seq == 2 and game.state.words == ("begin", "one") and game.last is not None
