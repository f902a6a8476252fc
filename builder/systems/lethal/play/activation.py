"""Activation: whose turn it is to act, one stance for a whole group, and when an activation is over (L-17, L-60)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from builder.errors import PlayError
from builder.systems.lethal.command import UnitAction
from builder.systems.lethal.play.changes import Activated
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import (
    awaits_activation,
    group_of,
    has_finished,
    hindrance,
    is_activated,
    stances,
    to_activate,
    unit_names,
)
from builder.systems.lethal.play.state import COMBAT, LethalGame
from builder.systems.parameters import given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.clock import Consequence
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import living, unit_name, units


def can_be_activated(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit can be activated, or is."""
    return living(game, ref) and (is_activated(game, ref) or awaits_activation(game, ref))


class Activate(Act[LethalGame]):
    """A unit, with its group, is activated."""

    rule, group = "L-60", "Turn"
    unit: UnitRef = given("the unit, or one of its group", units(can_be_activated), none="nobody is left to activate")
    stance: Literal["offensive", "defensive"] | None = given("the stance, one for the whole group", default=None)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """The players activate one unit group each in turn; all its units take the same stance."""
        out = Outcomes(game)
        activate(out, self.unit, self.stance or "", anyway=self.anyway)
        if not out.changes:
            raise PlayError(f"{unit_name(game, self.unit)} is activated already")
        out.say(f"{unit_name(game, self.unit)}: {self.stance or 'activated'}")
        return out.ruling(self.unit.side)


def activate(out: Outcomes, ref: UnitRef, stance: str = "", *, anyway: bool = False) -> None:
    """Activate a unit with its group, unless it is; then see that the stance is that of its group (L-35).

    Raises:
        PlayError: it is the other player's activation, another group has not finished, or the stance does not fit.
    """
    game, activation = out.game, out.game.extra.activation
    if activation and is_activated(game, ref):
        if stance and activation.stance and stance != activation.stance and not anyway:
            raise PlayError(f"its group has taken the {activation.stance} stance (L-35)")
        if stance and not activation.stance:
            out.add(Activated(side=ref.side, units=activation.units, stance=stance))
        return
    if not anyway:
        _check_turn(game, ref)
    group = group_of(game, ref)
    out.add(Activated(side=ref.side, units=tuple(each.id for each in group), stance=stance))
    if len(group) > 1:
        label = game.body(ref).group
        out.say(f"{label if len(label) > 1 else f'Group {label}'.strip()} acts: {unit_names(game, group)}")


def _check_turn(game: LethalGame, ref: UnitRef) -> None:
    """Raise a PlayError where it is not the turn of a unit to be activated (L-60)."""
    if game.clock.phase != COMBAT:
        raise PlayError("units act in the combat phase (L-60); by agreement with --anyway")
    activation, first = game.extra.activation, ""
    if activation is not None:
        left = [each for name in activation.units if not has_finished(game, each := UnitRef(activation.side, name))]
        first = f"{unit_names(game, left)} may do more; then " if left else ""
        if idle := [each for each in left if not game.body(each).deeds.used]:
            raise PlayError(f"{unit_names(game, idle)} must act first, or finish (L-60); by agreement with --anyway")
    waiting = game.clock.active if activation is None else 1 - activation.side
    if waiting != ref.side and any(to_activate(game, waiting)):
        raise PlayError(f"{first}it is the activation of {game.sides[waiting].name} (L-60); by agreement with --anyway")


def begin_action(
    out: Outcomes, ref: UnitRef, action: UnitAction, *, stance: str | None = None, anyway: bool = False
) -> None:
    """Activate a unit for an action that it can take.

    Args:
        out: what the act comes to.
        ref: the unit.
        action: the action.
        stance: the stance that it takes; that of the action if not given.
        anyway: the players agree on it, whatever the rules say.

    Raises:
        PlayError: it cannot, with the rule that forbids it.
    """
    why = hindrance(out.game, ref, action)
    if why and (not anyway or out.game.body(ref).gone):
        raise PlayError(f"{unit_name(out.game, ref)} cannot {action.name}: {why}")
    if not anyway and (fighting := [each for combat in out.game.extra.combats.values() for each in combat.refs]):
        raise PlayError(
            f"{unit_names(out.game, fighting)} fight: a close combat is over before anybody acts (L-61); by agreement"
            " with --anyway"
        )
    activate(out, ref, stances(action) if stance is None else stance, anyway=anyway)


def may_finish(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit has something left that it can let be."""
    return living(game, ref) and not game.body(ref).deeds.finished and not has_finished(game, ref)


class Finish(Act[LethalGame]):
    """A unit does nothing more this turn."""

    group = "Turn"
    unit: UnitRef = given("the unit", units(may_finish), none="everybody has finished")
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """Actions and shots that it has left are lost; a unit that has not acted is activated by it."""
        out = Outcomes(game)
        if game.body(self.unit).gone or game.body(self.unit).deeds.finished:
            raise PlayError(f"{unit_name(game, self.unit)} has finished")
        if not is_activated(game, self.unit):
            if not self.anyway:
                _check_turn(game, self.unit)
            out.add(Activated(side=self.unit.side, units=tuple(each.id for each in group_of(game, self.unit))))
        out.did(self.unit, finished=True, shots=0)
        out.say(f"{unit_name(game, self.unit)} has finished")
        return out.ruling(self.unit.side)


def next_activation(before: LethalGame, after: LethalGame) -> Iterator[Consequence[LethalGame]]:
    """Yield what follows by itself: once all units of an activation have finished, the other player acts (L-60)."""
    activation = after.extra.activation
    if activation is None or after.clock.phase != COMBAT:
        return
    if all(has_finished(after, UnitRef(activation.side, each)) for each in activation.units):
        other = 1 - activation.side
        side = other if any(to_activate(after, other)) else activation.side
        yield Consequence((Activated(side=side),))
