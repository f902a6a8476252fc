"""Marks of units: their states, transports that they enter and leave, characters who join and leave them."""

from __future__ import annotations

from collections.abc import Iterator

from builder.errors import PlayError
from builder.systems.diceless.explained import count
from builder.systems.diceless.play.attacks.eligibility import Role, check_in_play, check_left
from builder.systems.diceless.play.state import Flag, GameState
from builder.systems.diceless.play.wording import sentence
from builder.systems.parameters import Choice, given
from builder.systems.play import common_acts as common
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Boarded
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, ref_text, told, units


def on_foot(game: GameState, ref: UnitRef) -> bool:
    """Whether a unit is one of models, and rides in nothing."""
    body = game.body(ref)
    return bool(body.unit.groups) and not body.gone and body.aboard is None


def transports(at: At[GameState], act: EmbarkWithLeader) -> Iterator[Choice[UnitRef]]:
    """The vehicles that a unit can go aboard, with their room."""
    for ref in at.game.refs(act.unit.side):
        body = at.game.body(ref)
        if body.parts and not body.gone and ref != act.unit:
            text = f"{body.name}, room for {body.room}" if body.room else body.name
            yield Choice(ref, text, ref_text(at.game, ref))


class MarkState(common.Mark[GameState]):
    """A state that a unit enters or leaves."""

    called = "mark"
    after_end = True
    mark: Flag = given(f"which: {', '.join(Flag)}")

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """It changes something; only who is in play can be in most states."""
        ruling = super().decide(game, ask)
        if not self.off and self.mark not in (Flag.RESERVE, Flag.DESTROYED):
            check_in_play(game, self.unit, Role.MARKED)
        return ruling


class EmbarkWithLeader(Act[GameState]):
    """A unit goes aboard a vehicle."""

    called = "embark"
    group = "Marks"
    unit: UnitRef = given("the unit", units(on_foot), none="nobody is on foot")
    transport: UnitRef = given("the vehicle's unit", transports, none="there is no transport")
    anyway: bool = given(common.ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """It goes with the character who leads it into a vehicle of its side, with room where that is known."""
        body, carrier, side = game.body(self.unit), game.body(self.transport), self.unit.side
        check_left(game, self.unit)
        check_left(game, self.transport)
        if self.transport.side != side or not carrier.parts or not body.unit.groups:
            what = "name a unit of models and a vehicle of its side"
            raise PlayError(f"{told(game, self.unit)} cannot ride in {told(game, self.transport)}: {what}")
        if body.aboard == carrier.id:
            raise PlayError(f"{told(game, self.unit)}: aboard {told(game, self.transport)} already")
        together = game.company(self.unit)
        if not self.anyway and (why := _why_not(game, self.unit, self.transport)):
            raise PlayError(f"{why}; by agreement with --anyway")
        changes = [Boarded(side=side, unit=each.id, riding_in=carrier.id) for each in together]
        names = " and ".join(told(game, each) for each in together)
        return Ruling(f"{names} in {told(game, self.transport)}", changes, side=side)


def _why_not(game: GameState, unit: UnitRef, transport: UnitRef) -> str:
    """Why a unit cannot go aboard of a transport: it has no room, or waits in reserve; empty where it can."""
    carrier = game.body(transport)
    if Flag.RESERVE in carrier.flags and Flag.RESERVE not in game.body(unit).flags:
        return f"{sentence(carrier.unit, 'is')} still in reserve"
    models = sum(game.body(each).size for each in {*game.riders(transport), *game.company(unit)})
    if carrier.room and models > carrier.room:
        return f"{sentence(carrier.unit, 'has')} room for {count(carrier.room, 'model')}, these are {models}"
    return ""


class DisembarkWithLeader(common.Disembark[GameState]):
    """A unit gets out of its vehicle."""

    called = "disembark"

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """It goes with the character who leads it."""
        check_left(game, self.unit)
        return super().decide(game, ask)


class LeadUnit(common.Join[GameState]):
    """A character joins a unit."""

    called = "join"
    rule = "D-11"


MARKS: tuple[type[Act[GameState]], ...] = (MarkState, EmbarkWithLeader, DisembarkWithLeader, LeadUnit, common.Leave)
