"""Games of Lethal 40K, of armies that ship and of units made for a rule, played by name and value."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from builder.services.army.locator import open_army
from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.state import LethalGame
from builder.systems.play.events import Decision, Event, Player

Given = Mapping[str, Any]


@cache
def begun() -> Event[Any]:
    """The first event of a game between the starter armies of Chaos (1) and of the Orks (2)."""
    chaos, orks = open_army("lethal-chaos-1000").reading, open_army("lethal-orks-1000").reading
    event = PLAY.start([Player("Chaos", chaos), Player("Orks", orks)])
    return PLAY.decode(PLAY.version, PLAY.encode(event))


def decided(game: LethalGame, verb: str, given: Given) -> Decision[Any]:
    """What an act comes to."""
    return PLAY.decide(game, PLAY.read(game, verb, written(given)))


def played(*acts: tuple[str, Given], game: LethalGame | None = None) -> LethalGame:
    """A game after acts, from its beginning or on from how one stands."""
    game = PLAY.begin(begun()) if game is None else game
    for verb, given in acts:
        game = after(game, verb, given)
    return game


def after(game: LethalGame, verb: str, given: Given) -> LethalGame:
    """A game after an act that leaves no question open."""
    decision = decided(game, verb, given)
    assert not decision.questions, f"{verb} {given}: {[each.text for each in decision.questions]}"
    assert not PLAY.in_vain(PLAY.read(game, verb, written(given)), decision), f"{verb} {given}: given for nothing"
    return PLAY.evolve(game, decision.event)


def text(game: LethalGame, verb: str, given: Given) -> str:
    """What the log tells of an act."""
    return decided(game, verb, given).event.text


def written(given: Given) -> dict[str, Any]:
    """What is given, by the names of fields."""
    return {name.replace("_", "-"): value for name, value in given.items()}


TO_COMMAND: tuple[tuple[str, Given], ...] = (("next", {}), ("initiative", {"dice": "6,2"}), ("next", {}))
"""To the command phase of the first turn, in which Chaos has the initiative."""
TO_COMBAT = (*TO_COMMAND, ("next", {}))
"""To its combat phase."""
