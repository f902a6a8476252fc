"""Who fights whom: a fight engages both sides, until nobody is left to fight (D-40, D-43).

As in the base game, units that are engaged do not shoot, and nobody shoots at them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.systems.diceless.play.attacks.permitted import by_phases, company_of
from builder.systems.diceless.play.changes import Change, Faced, Flagged
from builder.systems.diceless.play.queries import unit_with
from builder.systems.diceless.play.state import Flag, GameState
from builder.systems.play.changes import fold
from builder.systems.play.clock import Consequence
from builder.systems.play.game import Ref, UnitRef


def engaging(state: GameState, attacker: Ref, target: Ref, changes: Iterable[Change]) -> Iterator[Change]:
    """Yield what a blow changes for those who fight, with whoever goes with them: they face each other from now on."""
    if not by_phases(state) or not (_holds(state, attacker) and _holds(state, target)):
        return
    after = fold(state, changes)
    ours, theirs = (company_of(after, _unit(after, each)) for each in (attacker, target))
    for mine, foes in ((ours, theirs), (theirs, ours)):
        for each in mine if foes else ():
            now = after.body(each)
            facing = tuple(dict.fromkeys((*now.foes, *(foe.id for foe in foes))))
            if facing != now.foes:
                yield Faced(side=each.side, unit=each.id, foes=facing)
            if now.flags.isdisjoint((Flag.ENGAGED, Flag.LOCKED)):
                yield Flagged(side=each.side, unit=each.id, flag=Flag.ENGAGED)


def _holds(state: GameState, ref: Ref) -> bool:
    """Whether an enemy can be held in close combat: units of models and walkers, no other vehicles."""
    unit = unit_with(state.sides[ref.side], ref.id)
    return bool(unit.groups) or any(each.profile.walker for each in unit.vehicles)


def apart(before: GameState, after: GameState) -> Iterator[Consequence[GameState]]:
    """What follows of itself from every act: whoever has no enemy left to fight is engaged no more."""
    for ref in after.refs(0, 1):
        now = after.body(ref)
        if not now.foes:
            continue
        left = tuple(foe for foe in now.foes if fights_on(after, UnitRef(1 - ref.side, foe)))
        if now.gone or now.flags.isdisjoint((Flag.ENGAGED, Flag.LOCKED)):
            left = ()
        if left != now.foes:
            off = [flag for flag in (Flag.ENGAGED, Flag.LOCKED) if not left and flag in now.flags]
            marks = (Flagged(side=ref.side, unit=ref.id, flag=flag, on=False) for flag in off)
            yield Consequence((Faced(side=ref.side, unit=ref.id, foes=left), *marks))


def fights(state: GameState, one: Ref, other: Ref) -> bool:
    """Whether two units fight each other already."""
    return _unit(state, other).id in state.body(_unit(state, one)).foes


def fights_on(state: GameState, ref: UnitRef) -> bool:
    """Whether a unit is in the game and in close combat still."""
    body = state.sides[ref.side].bodies.get(ref.id)
    return body is not None and not body.gone and not body.flags.isdisjoint((Flag.ENGAGED, Flag.LOCKED))


def _unit(state: GameState, ref: Ref) -> UnitRef:
    return UnitRef(ref.side, unit_with(state.sides[ref.side], ref.id).id)
