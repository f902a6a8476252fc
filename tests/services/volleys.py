"""Games of Diceless 40K with one act more, which asks for all that an act can ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from builder.errors import PlayError
from builder.services.games.games import new_game, open_game
from builder.services.games.session import GameSession
from builder.systems.diceless import DicelessSystem
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.state import GameState
from builder.systems.figures import Whole
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Noted


class Volley(Act[GameState]):
    """DMG is noted."""

    rule, group = "D-20", "Damage"
    damage: Whole = given("DMG of the volley")
    first: str = given("who takes what is left over", default="")
    lost: tuple[str, ...] = given("HP of a group, set by the player", default=(), many=True)
    hull_down: bool = given("half of it", default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Odd DMG leaves a point over, and somebody must choose who takes it."""
        if self.damage > 1000:
            raise PlayError("nobody shoots like that: 1000 DMG at most")
        choices = (Choice("nob", "the Nob"), Choice("boyz", "Boyz ×4"))
        first = self.first or choices[0].value
        if self.damage % 2:
            first = ask.one("first", self.first or None, "Orks: who takes the point left over?", choices)
        said = {"lost": self.lost, "half": self.hull_down}
        text = f"{self.damage} DMG, {first} first, {said}, after {len(game.notes)} notes"
        return Ruling(text, (Noted[GameState](text=text),), (f"{self.damage} DMG",), 0)


@pytest.fixture
def volleys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in which volleys can be shot."""
    monkeypatch.setattr(DicelessSystem, "play", lambda _: replace(PLAY, acts=(*PLAY.acts, Volley)))


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
