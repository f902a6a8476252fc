"""When an attack may be made: in which phase, by whom, at one target, in order of initiative; and who fights whom.

The rules say nothing of most of this, so it is as in the base game. Players who stay in the deployment do not play by
phases. A fight engages both sides until nobody is left to fight (D-40, D-43): they do not shoot, and are not shot at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.errors import PlayError
from builder.systems.common.units import has_rule
from builder.systems.diceless.play.attacks.eligibility import body_name
from builder.systems.diceless.play.attacks.uses import may_shoot, may_strike
from builder.systems.diceless.play.attacks.weapons import Wielders
from builder.systems.diceless.play.changes import Change, Faced, Ordered, UnitFlagged
from builder.systems.diceless.play.queries import leader_of, led_by, unit_with
from builder.systems.diceless.play.state import (
    POWER_USED,
    PSYCHIC_TEST,
    AttackMade,
    Flag,
    GameState,
    Phase,
    attacks_now,
    groups_left,
    hull_of,
    unit_of,
)
from builder.systems.fortyk.model import WeaponMode
from builder.systems.play.changes import fold
from builder.systems.play.game import AnyRef, PartRef, Ref, UnitRef
from builder.systems.play.view import Turn

BY_AGREEMENT = "; by agreement with --anyway"
LAST = 1
"""The I of weapons that strike last."""
SLOW = ("strikes last", "unwieldy")
"""The rules of those."""
SPLITS = "machine spirit"
"""The rule of vehicles that fire one weapon at another target."""


def by_phases(state: GameState) -> bool:
    """Whether players go by phases: not while they deploy."""
    return state.clock.phase not in (Phase.DEPLOYMENT, Phase.OVER)


def check_phase(state: GameState, attacker: Ref, close: bool) -> None:
    """Raise PlayError where it is not the phase, or for shots not the turn, of an attack."""
    if not by_phases(state):
        return
    name, phase = body_name(state, attacker), state.clock.phase
    if close and phase != Phase.ASSAULT:
        raise PlayError(f"{name}: it is the {phase} phase, units fight in the assault phase{BY_AGREEMENT}")
    if not close and phase != Phase.SHOOTING:
        raise PlayError(f"{name}: it is the {phase} phase, units fire in the shooting phase{BY_AGREEMENT}")
    if not close and attacker.side != state.clock.active:
        whose = state.sides[state.clock.active].possessive
        raise PlayError(f"{name}: it is {whose} turn, units fire in their own{BY_AGREEMENT}")


def check_one_target(state: GameState, attacker: Ref, target: Ref) -> None:
    """Raise PlayError where a unit that has fired at one target fires at another."""
    side = state.sides[attacker.side]
    unit = unit_with(side, attacker.id)
    if has_rule(unit.rules, SPLITS):
        return
    aimed = _unit(state, target)
    for each in shots_of(state, _unit(state, attacker)):
        if (other := Ref(1 - each.side, each.target)) and _unit(state, other) != aimed:
            told = f"{unit.name} fires at {body_name(state, other)} in this phase"
            raise PlayError(f"{told}: a unit has one target; --split where it may have two")


def needs_psychic_test(state: GameState, attacker: Ref, mode: WeaponMode) -> bool:
    """Whether a psyker must pass a psychic test before he fires a power: one for each that he uses (D-16)."""
    if "psychic" not in mode.rules or not by_phases(state):
        return False
    return not _passed(state, _unit(state, attacker))


def _passed(state: GameState, ref: UnitRef) -> int:
    """Return how many psychic tests a unit passed in this phase for powers that it has not used since."""
    body = state.body(ref)
    powers = {each.weapon.name for each in body.unit.weapons if each.weapon.psychic}
    used = sum(each.weapon in powers for each in shots_of(state, ref)) + body.tested.count(POWER_USED)
    return max(0, body.tested.count(PSYCHIC_TEST) - used)


def power_used(state: GameState, power: str, psykers: Iterable[UnitRef]) -> tuple[Change, ...]:
    """What using a power other than by a shot changes: one of the psykers has used the test that he passed for it.

    Raises:
        PlayError: none of them has passed one in this phase (D-16).
    """
    if not by_phases(state):
        return ()
    for ref in psykers:
        if _passed(state, ref) and not state.body(ref).gone:
            return (Ordered(side=ref.side, unit=ref.id, op=state.body(ref).op, test=POWER_USED),)
    raise PlayError(f"{power} needs a psychic test passed in this phase: the act psychic{BY_AGREEMENT}")


def check_psychic_test(state: GameState, attacker: Ref, mode: WeaponMode) -> None:
    """Raise PlayError where a psyker has not passed the psychic test for a power that he fires (D-16)."""
    if needs_psychic_test(state, attacker, mode):
        why = f"{mode.name} needs a psychic test passed in this phase: the act psychic"
        raise PlayError(f"{body_name(state, attacker)}: {why}{BY_AGREEMENT}")


def shots_of(state: GameState, unit: UnitRef, close: bool = False) -> Iterable[AttackMade]:
    """The attacks of a unit in this phase: shots, or blows."""
    for each in attacks_now(state):
        own = each.close == close and each.attacker and each.side == unit.side
        if own and _unit(state, Ref(each.side, each.attacker)) == unit:
            yield each


def has_struck(state: GameState, ref: AnyRef) -> bool:
    """Whether a unit, or a walker of one, has struck in close combat in this phase."""
    blows = shots_of(state, _unit(state, ref), close=True)
    return any(isinstance(ref, UnitRef) or ref.id in (each.attacker, *each.bearers) for each in blows)


def turns_of(state: GameState) -> Iterator[tuple[AnyRef, Turn]]:
    """Yield whether each unit of the side that acts, and each vehicle, may still shoot or strike in this phase."""
    phase, active = state.clock.phase, state.clock.active
    if phase not in (Phase.SHOOTING, Phase.ASSAULT):
        return
    close, side = phase == Phase.ASSAULT, state.sides[active]
    able = {*may_strike(side)} if close else {ref.id for ref in may_shoot(state, active)}
    for ref in state.refs(active):
        acted = any(shots_of(state, ref, close))
        turn: Turn = "has" if acted and (close or ref.id not in able) else "may" if ref.id in able else "cannot"
        yield ref, turn
        for part in state.body(ref).parts:
            alone = not close and len(state.body(ref).parts) > 1 and part in able
            yield PartRef(active, part), "may" if alone else turn


def check_initiative(state: GameState, attacker: Ref, target: Ref, initiative: int) -> None:
    """Raise PlayError, which says who strikes first, where those who are quicker have not struck yet."""
    if not by_phases(state):
        return
    for each in company_of(state, _unit(state, target)):
        quickest = max(initiatives(state, each), default=0)
        if quickest > initiative and not has_struck(state, each):
            name = body_name(state, each)
            told = f"{name} strikes first, at I {quickest} against {initiative}"
            raise PlayError(f"{told}: let it strike, or do both at once with the act combat{BY_AGREEMENT}")


def initiative_of(mode: WeaponMode, wielder: Wielders, more: int) -> int:
    """The I at which a weapon strikes: that of its bearer and some `more`, or 1 where it strikes last, as fists do."""
    own = (getattr(wielder.profile, "i", None) or 0) + more
    return min(own, LAST) if any(word in rule for rule in mode.rules for word in SLOW) else own


def initiatives(state: GameState, ref: UnitRef) -> Iterable[int]:
    """The I of whoever is left of a unit, groups and walkers."""
    side = state.sides[ref.side]
    yield from (group.profile.i or 0 for group, _ in groups_left(side, ref.id))
    for each in unit_of(side, ref.id).vehicles:
        if each.profile.walker and not hull_of(side, each.id).rows.destroyed:
            yield each.profile.i or 0


def company_of(state: GameState, ref: UnitRef) -> tuple[UnitRef, ...]:
    """A unit with the character who leads it, or the unit that he leads."""
    side = state.sides[ref.side]
    together = (ref.id, leader_of(side, ref.id), led_by(side, ref.id))
    return tuple(UnitRef(ref.side, each) for each in together if each is not None and not side.bodies[each].gone)


def _unit(state: GameState, ref: Ref) -> UnitRef:
    return UnitRef(ref.side, unit_with(state.sides[ref.side], ref.id).id)


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
                yield UnitFlagged(side=each.side, unit=each.id, flag=Flag.ENGAGED)


def _holds(state: GameState, ref: Ref) -> bool:
    """Whether an enemy can be held in close combat: units of models and walkers, no other vehicles."""
    unit = unit_with(state.sides[ref.side], ref.id)
    return bool(unit.groups) or any(each.profile.walker for each in unit.vehicles)


def fights(state: GameState, one: Ref, other: Ref) -> bool:
    """Whether two units fight each other already."""
    return _unit(state, other).id in state.body(_unit(state, one)).foes
