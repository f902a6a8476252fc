"""Games of the toy system, played by name and value."""

from __future__ import annotations

from typing import Any

from builder.systems.play.events import Decision, Event, Player
from tests.systems.play.toy import PLAY, Fighter, Skirmish, start

MIA = {
    "a": Fighter("Guns", 4, 3),
    "b": Fighter("Guns", 3, 3),
    "c": Fighter("Captain", 1, 5),
    "k": Fighter("Cart", 3, 1, room=2),
}
TOM = {"a": Fighter("Captain", 1, 4), "x": Fighter("Boys", 5, 2), "k": Fighter("Cart", 3, 1, room=2)}


def begun() -> Event[Any]:
    """The first event of a game of two bands."""
    return PLAY.decode(PLAY.version, PLAY.encode(start([Player("Mia", MIA), Player("Tom", TOM)])))


def decided(game: Skirmish, verb: str, **given: str | bool) -> Decision[Any]:
    """What an act comes to."""
    written = {name.replace("_", "-"): value for name, value in given.items()}
    return PLAY.decide(game, PLAY.read(game, verb, written))


def played(*acts: tuple[str, dict[str, str | bool]], game: Skirmish | None = None) -> Skirmish:
    """A game after acts, from its beginning or on from how one stands."""
    game = PLAY.begin(begun()) if game is None else game
    for verb, given in acts:
        game = PLAY.evolve(game, decided(game, verb, **given).event)
    return game
