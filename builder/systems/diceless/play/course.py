"""The course of a game of Diceless 40K: its phases, what ends and begins with them, and what else the kernel must know.

A player's turn has three phases; as it ends, units are pinned no longer, and crews come to themselves (D-19, D-55).
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.record import replace
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.play.changes import Flagged, Moved, Sped, Warped
from builder.systems.diceless.play.crews import recovered
from builder.systems.diceless.play.due import due, owing_on
from builder.systems.diceless.play.queries import marks, name_of, wrecked
from builder.systems.diceless.play.reserve_turns import waiting
from builder.systems.diceless.play.state import Crew, Flag, GameState, Phase, hull_of, hulls
from builder.systems.play import common_acts
from builder.systems.play.clock import PLAYER_TURN_ENDS, Consequence, Course, Rules
from builder.systems.play.clock import Phase as ClockPhase
from builder.systems.play.game import UnitRef


def destroyed(before: GameState, after: GameState) -> Iterator[Consequence[GameState]]:
    """Units are destroyed whose last model goes, and back with a model; of vehicles their hits have told it."""
    for each in common_acts.destroyed(before, after):
        about = each.changes[0].about
        assert about is not None
        yield each if after.body(about).unit.groups else replace(each, text="")


def _tremors_end(game: GameState) -> Iterator[Consequence[GameState]]:
    """A tremor hinders a unit in one movement phase (D-104)."""
    return (Consequence((each,)) for each in _unmarked(game, Flag.TREMOR))


def _pinning_ends(game: GameState, _: tuple[UnitRef, ...]) -> Iterator[Consequence[GameState]]:
    """Units are pinned to the end of their own turn."""
    side = game.sides[game.clock.active]
    for each in _unmarked(game, Flag.PINNED):
        yield Consequence((each,), f"{name_of(side, each.unit)}: no longer pinned")


def _crews_recover(game: GameState, _: tuple[UnitRef, ...]) -> Iterator[Consequence[GameState]]:
    """Crews are themselves again at the end of a turn of theirs (D-55)."""
    side = game.sides[game.clock.active]
    for each in recovered(side, game.clock.active, game.clock.turn):
        told = not (each.shaken or each.stunned or wrecked(side, each.vehicle))
        was = hull_of(side, each.vehicle).crew
        yield Consequence((each,), f"{name_of(side, each.vehicle)}: no longer {was}" if told else "")


def _turn_begins(game: GameState) -> Iterator[Consequence[GameState]]:
    """A Warp token can be used again (D-74), and nobody has noted how vehicles move (D-50).

    A vehicle whose crew is stunned stays where it is.
    """
    yield Consequence((Warped(used=False),))
    for now in hulls(game.sides[game.clock.active]):
        speed = Speed.IMMOBILE if now.crew is Crew.STUNNED else None
        if now.speed is not speed and not now.gone:
            yield Consequence((Sped(side=game.clock.active, vehicle=now.id, speed=speed),))


def _reserve_arrives(game: GameState) -> Iterator[Consequence[GameState]]:
    """What the reserve of the side whose turn begins brings is told (D-80)."""
    side = game.sides[game.clock.active]
    reserve = waiting(side, game.clock.turn)
    for unit in reserve.due:
        yield Consequence((), f"{name_of(side, unit)} to arrive, delayed before")
    if reserve.more:
        yield Consequence((), f"{reserve.more} of {len(reserve.free)} in reserve may arrive")


def _unmarked(game: GameState, flag: Flag) -> Iterator[Flagged]:
    """Yield what takes a mark off the units of the side that plays."""
    for ref in game.refs(game.clock.active):
        if flag in game.body(ref).flags and not game.body(ref).gone:
            yield Flagged(side=ref.side, unit=ref.id, flag=flag, on=False)


COURSE: Course[GameState] = Course(
    before=ClockPhase(id=Phase.DEPLOYMENT),
    turn=(
        ClockPhase(id=Phase.MOVEMENT, begins=(_turn_begins, _reserve_arrives), ends=(_tremors_end, owing_on)),
        ClockPhase(id=Phase.SHOOTING, ends=(owing_on,)),
        ClockPhase(id=Phase.ASSAULT, ends=(owing_on,)),
    ),
).adding(PLAYER_TURN_ENDS, _pinning_ends, _crews_recover)


def _marks(game: GameState, ref: UnitRef) -> Iterator[str]:
    return marks(game.sides[ref.side], ref.id)


RULES: Rules[GameState] = Rules(
    course=COURSE,
    flags=tuple(Flag),
    due=(due,),
    marks=_marks,
    moved=Moved,
    untracked="muster calc diceless works out what an attack does",
)
