"""Acts that are made of others: a volley of shots, a combat of blows. They are one line of the log, and one undo.

    parts = Composed(game, ask)
    for weapon in weapons:
        parts.do(Shoot, attacker=self.attacker, target=self.target, weapon=weapon)

A part is decided by its own rules, in the state that those before it have made. Fields that the whole act has too are
given what that was given, and what a part asks is asked of the whole act: a field there that takes several answers
takes those of all parts in order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from builder.systems.given import StandIn
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Outcome, Played, fold
from builder.systems.specs import spec_of


class Composed(Generic[Played]):
    """What the parts of an act have come to by now: `game` as it stands after them, changes and steps in order."""

    def __init__(self, game: Played, ask: Answers) -> None:
        """Begin with a game as it stands, and the answers of the whole act."""
        self.game = game
        self.changes: tuple[Outcome[Played], ...] = ()
        self.steps: tuple[str, ...] = ()
        self.wanted: tuple[str, ...] = ()
        self._ask = ask

    def do(self, act: type[Act[Played]], on: Played | None = None, /, **values: object) -> Ruling[Played]:
        """Do a part; `values` are given to its fields by their keys, beside what the whole act was given.

        It is decided as the game stands by now, or in another state `on`.

        Raises:
            PlayError: it cannot be done.
        """
        ruling = self._decided(act, self._ask, self.game if on is None else on, values)
        self.add(ruling)
        return ruling

    def trial(self, act: type[Act[Played]], /, **values: object) -> Ruling[Played]:
        """What a part would come to, to compare it: it asks nothing, and takes none of the answers."""
        return self._decided(act, self._ask.afresh(), self.game, values)

    def _decided(
        self, act: type[Act[Played]], answers: Answers, game: Played, values: Mapping[str, object]
    ) -> Ruling[Played]:
        spec = spec_of(act)
        given = {each.key: each.default for each in spec.fields if not each.required}
        given |= {**answers.shared(spec), **values}
        ask = answers.within(spec)
        half: Any = StandIn(spec.made, given, lambda key: None if key in values else ask.look(key))
        ruling: Ruling[Played] = half.decide(game, ask)
        return ruling

    def add(self, ruling: Ruling[Played]) -> None:
        """Take in what a part has come to."""
        self.game = fold(self.game, ruling.changes)
        self.changes += tuple(ruling.changes)
        self.steps += (*((ruling.text,) if ruling.text else ()), *(f"  {step}" for step in ruling.steps))
        self.wanted += tuple(ruling.wanted)
