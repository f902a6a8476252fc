"""Games of Plain 40K with modules, as tests play them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from builder.services.army.locator import open_army
from builder.systems.play.events import Decision, Player
from builder.systems.play.game import Game
from builder.systems.play.protocol import Play
from builder.systems.registry import with_modules

EVERY = {"cover": "modifiers", "overwatch": "modified", "mounted infantry": "yes", "consolidation": "universal"}
"""All house rules."""
MOB = """\
format: muster-army
version: 1
name: Mob
system: plain
modules: [assault]
data: diceless/orks
units:
  - {unit: Boyz, id: b1}
"""
"""An army file with Trial Assault."""


class Table:
    """A game of two armies, by acts as they are written."""

    def __init__(
        self,
        modules: Iterable[str],
        settings: Mapping[str, str] | None = None,
        armies: tuple[str, str] = ("plain-orks-500", "plain-imperial-guard-500"),
        system: str = "plain",
    ) -> None:
        """Begin it, in the assault phase of the first turn."""
        play = with_modules(system, modules, settings).play()
        assert play is not None
        self.play: Play[Any] = play
        players = [Player(name, open_army(army).reading) for name, army in zip(("Mia", "Tom"), armies, strict=True)]
        self.game: Game[Any, Any] = play.begin(play.decode(play.version, play.encode(play.start(players))))
        self.text = ""

    def decision(self, verb: str, **given: str | bool) -> Decision[Any]:
        """What an act would come to."""
        asked = {name.replace("_", "-").rstrip("-"): value for name, value in given.items()}
        return self.play.decide(self.game, self.play.read(self.game, verb, asked))

    def do(self, verb: str, **given: str | bool) -> str:
        """Do an act, and give what the log tells of it."""
        decision = self.decision(verb, **given)
        assert not decision.questions, decision.questions
        event = self.play.decode(self.play.version, self.play.encode(decision.event))
        self.game = self.play.evolve(self.game, event)
        self.text = event.text
        return self.text

    def phase(self, name: str) -> None:
        """Go on to a phase."""
        while self.game.clock.phase != name:
            self.do("next")

    def flags(self, unit: str, side: int = 0) -> frozenset[str]:
        """The states of a unit."""
        flags: frozenset[str] = self.game.sides[side].bodies[unit].flags
        return flags

    @property
    def due(self) -> str:
        """All that is due, in lines."""
        return "\n".join(each.text for each in self.play.viewer()(self.game).due)
