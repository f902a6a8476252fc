"""Choosers: what a parameter can be given as things stand, for parameters of any verb."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping

from builder.systems.diceless.play.queries import gone, marks, name_of, units_of, vehicles_of, wrecked
from builder.systems.diceless.play.state import GameState, SideState, unit_of
from builder.systems.parameters import Choice
from builder.systems.play.game import Ref
from builder.systems.play.lookup import ref_text

Texts = Mapping[str, str]
"""What is given to the parameters of an act by their names, as it is written."""
Chooser = Callable[[GameState, Texts], Iterator[Choice[str]]]
Which = Callable[[SideState, str], bool]


def units(which: Which) -> Chooser:
    """A chooser of units that are something, those of the side whose turn it is first."""

    def chosen(state: GameState, _: Texts) -> Iterator[Choice[str]]:
        for number in (state.clock.active, 1 - state.clock.active):
            side = state.sides[number]
            for unit, began in units_of(side).items():
                if which(side, unit):
                    text = "; ".join((began.name, *marks(side, unit)))
                    yield Choice(ref_text(state, Ref(number, unit)), text)

    return chosen


def standing(side: SideState, vehicle: str) -> bool:
    """Whether a vehicle is no wreck."""
    return not wrecked(side, vehicle)


def vehicles(which: Which = standing) -> Chooser:
    """A chooser of vehicles that are something, those of the side whose turn it is first."""

    def chosen(state: GameState, _: Texts) -> Iterator[Choice[str]]:
        for number in (state.clock.active, 1 - state.clock.active):
            side = state.sides[number]
            for _unit, vehicle in vehicles_of(side):
                if which(side, vehicle.id):
                    text = f"{name_of(side, vehicle.id)}{'; destroyed' if wrecked(side, vehicle.id) else ''}"
                    yield Choice(ref_text(state, Ref(number, vehicle.id)), text)

    return chosen


def words(*given: str) -> Chooser:
    """A chooser of words that say all themselves."""
    return lambda state, _: (Choice(word, word) for word in given)


def word_of(kind: type[enum.StrEnum]) -> Chooser:
    """A chooser of the words of a kind."""
    return words(*(each.value for each in kind))


def bodies(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """Units on foot and vehicles."""
    yield from units(of_models)(state, given)
    yield from vehicles()(state, given)


def living(side: SideState, unit: str) -> bool:
    """Whether somebody of it is left."""
    return not gone(side, unit)


def of_models(side: SideState, unit: str) -> bool:
    """Whether it is a unit of models, of which some are left."""
    return bool(unit_of(side, unit).groups) and not gone(side, unit)


YES_NO = words("yes", "no")
