"""Games of Diceless 40K with one act more, which asks for all that an act can ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from builder.errors import PlayError
from builder.services.games.games import new_game, open_game
from builder.services.games.session import GameSession
from builder.systems.diceless import DicelessSystem
from builder.systems.diceless.play import DicelessPlay
from builder.systems.diceless.play.changes import Change
from builder.systems.diceless.play.state import GameState
from builder.systems.figures import whole
from builder.systems.parameters import Choice
from builder.systems.play.changes import Noted
from builder.systems.play.events import Decision, Event, Question
from builder.systems.play.verbs import Asked, Command, Verb
from builder.systems.questions import Parameter

VOLLEY = Verb(
    name="volley",
    text="DMG is noted",
    group="Damage",
    rule="D-20",
    parameters=(
        Parameter(name="damage", text="DMG of the volley", read=whole),
        Parameter(name="first", text="who takes what is left over", read=str, default=""),
        Parameter(name="lost", text="HP of a group, set by the player", read=str, many=True),
        Parameter(name="hull-down", text="half of it", default=None),
    ),
)


class VolleyPlay(DicelessPlay):
    """Diceless 40K with volleys: odd DMG leaves a point over, and somebody must choose who takes it."""

    def verbs(self, state: GameState | None = None) -> Sequence[Verb]:
        return (*super().verbs(state), VOLLEY)

    def decide(self, state: GameState, asked: Asked) -> Decision[Change]:
        if not isinstance(asked, Command) or asked.verb != VOLLEY.name:
            return super().decide(state, asked)
        damage, first = asked.values["damage"], asked.values["first"]
        if damage > 1000:
            raise PlayError("nobody shoots like that: 1000 DMG at most")
        choices = (Choice("nob", "the Nob"), Choice("boyz", "Boyz ×4"))
        odd = damage % 2 and not first
        questions = (Question(parameter="first", text="Orks: who takes the point left over?", choices=choices),)
        given: dict[str, Any] = {"lost": asked.values["lost"], "half": asked.values["hull_down"]}
        text = f"{damage} DMG, {first or choices[0].value} first, {given}, after {len(state.notes)} notes"
        event: Event[Change] = Event(
            kind="volley", side=0, text=text, steps=(f"{damage} DMG",), changes=(Noted(text=text),)
        )
        return Decision(event, questions if odd else ())


@pytest.fixture
def volleys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in which volleys can be shot."""
    monkeypatch.setattr(DicelessSystem, "play", lambda _: VolleyPlay())


@pytest.fixture
def own_games(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of games that is this test's alone."""
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    monkeypatch.setenv("MUSTER_PLAYER", "anna")


@pytest.fixture
def session(own_games: None, volleys: None) -> Iterator[GameSession]:
    with new_game("orks-500", "Bert", "Third") as session:
        yield session


@pytest.fixture
def other(session: GameSession, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameSession]:
    """The same game in Bert's program."""
    monkeypatch.setenv("MUSTER_PLAYER", "bert")
    with open_game(session.id) as other:
        yield other


def volley(session: GameSession, damage: int = 2) -> int:
    """Shoot one that leaves nothing open, and give the number of its entry."""
    return session.act("volley", {"damage": str(damage)}).seq
