"""What follows from how a game of Lethal 40K stands: whose CM counts, what a state allows, saves, who can still act."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from builder.systems.lethal.army import STUBBORN
from builder.systems.lethal.attacks import SPEED_SAVE, speed_save
from builder.systems.lethal.command import (
    ACTIONS,
    ALL_ACTIONS,
    ENTRENCH,
    FAST,
    FIND_AMMO,
    FOCUSED,
    INDIRECT,
    MOVE_MOVE,
    MOVE_SHOOT,
    REFORM,
    SHOOT_MOVE,
    SHOOT_SHOOT,
    SUPPRESSING,
    MoraleState,
    UnitAction,
    best_command,
)
from builder.systems.lethal.contact import Cover
from builder.systems.lethal.model import LethalModelProfile, LethalVehicleProfile
from builder.systems.lethal.play.state import (
    AMMUNITION,
    AT_EDGE,
    DEEP_STRIKE,
    EMPTY,
    ENTRENCHED,
    FINDING,
    RESERVE,
    Combat,
    Corridor,
    LethalGame,
    LethalUnit,
    ref_key,
)
from builder.systems.lethal.play.weapon_stacks import (
    BLASTS,
    UNUSED_POWER,
    LethalWeaponStack,
    not_fired_now,
    weapon_stacks,
)
from builder.systems.lethal.values import NO_ROLL, Roll
from builder.systems.parameters import Choice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, unit_name, units
from builder.systems.protocol import Setting

ACTION = {action.name: action for action in ACTIONS}
MOVES = (MOVE_MOVE, MOVE_SHOOT, SHOOT_MOVE, FAST)
SHOTS = (MOVE_SHOOT, SHOOT_MOVE, SHOOT_SHOOT, FOCUSED, SUPPRESSING, INDIRECT)
MARKED = "suppressive fire"
"""The kind of weapons that can make a corridor of fire (L-90)."""
BOTH = ALL_ACTIONS
STATES = list(MoraleState)
ALLOWED_ACTIONS = {
    MoraleState.SHAKEN: (MOVE_MOVE, ENTRENCH, REFORM, FIND_AMMO),
    MoraleState.STUNNED: (REFORM, FIND_AMMO),
    MoraleState.PARALYSED: (),
    MoraleState.ROUTED: (MOVE_MOVE,),
}
"""The actions that a state leaves (L-34)."""
STEALTHY = frozenset({"stealth", "small target", "small targets", "swarm", "swarms"})
SMALL = frozenset({"small target", "small targets", "swarm", "swarms"})


def rules_of(game: LethalGame, ref: UnitRef) -> Collection[str]:
    """Return the special rules of a unit in lower case; a character and the unit he leads share Stubborn (L-06)."""
    rules = {rule.casefold() for rule in game.body(ref).unit.rules}
    for other in game.company(ref):
        rules |= {STUBBORN} & {rule.casefold() for rule in game.body(other).unit.rules}
    return rules


def command(game: LethalGame, ref: UnitRef, *, for_morale: bool = False) -> int:
    """Return the CM of a unit, the best of its models that are left, with its special rules (L-02, L-06).

    Siege Masters have theirs in very hard cover, which is a fortification, and not for morale.
    """
    body = game.body(ref)
    values = [group.profile.cm for group in body.groups] + [hull.vehicle.profile.cm for hull in body.hulls]
    fortified = body.cover is Cover.VERY_HARD and not for_morale
    return best_command(min(values, default=body.unit.command), rules_of(game, ref), in_fortification=fortified)


def group_of(game: LethalGame, ref: UnitRef) -> tuple[UnitRef, ...]:
    """Return the units of a unit's group, itself among them (L-14)."""
    label = game.body(ref).group
    if not label:
        return (ref,)
    return tuple(each for each in game.refs(ref.side) if game.body(each).group == label and not game.body(each).gone)


def group_command(game: LethalGame, ref: UnitRef) -> int:
    """Return the CM of a unit's command checks: the best of its unit group (L-09)."""
    return min(command(game, each) for each in group_of(game, ref))


def worse(one: MoraleState, other: MoraleState) -> MoraleState:
    """Return the worse of two states (L-31)."""
    return max(one, other, key=STATES.index)


def combat_of(game: LethalGame, ref: UnitRef) -> Combat | None:
    """Return the close combat that a unit is in."""
    return next((each for each in game.extra.combats.values() if ref.id in each.units[ref.side]), None)


def free_id(game: LethalGame, letter: str) -> str:
    """Return what a new close combat or corridor is called: a letter and a number by which no unit is meant either."""
    taken = {*game.extra.combats, *game.extra.corridors, *(ref.id for ref in game.refs())}
    return next(each for number in range(1, 10_000) if (each := f"{letter}{number}") not in taken)


def rules_setting(game: LethalGame, side: int, setting: Setting) -> str:
    """Return how the army of a side reads the rules where they are printed in two ways (L-04, L-51)."""
    stored = game.extra.armies[side]
    return setting.chosen(stored.army.settings if stored else ())


def save_of(game: LethalGame, ref: UnitRef, profile: LethalModelProfile | LethalVehicleProfile) -> Roll:
    """Return the SU of a model or vehicle as it stands: of those with SU (M), from their last action (L-04)."""
    if profile.su is not None:
        return profile.su
    save = speed_save(game.body(ref).speed, rules_setting(game, ref.side, SPEED_SAVE))
    return Roll(1, save) if save else NO_ROLL


def movement(body: LethalUnit) -> int:
    """Return how far a unit goes in one move action, in cm: the least of its models and vehicles (L-01)."""
    values = [group.profile.m for group in body.groups] + [hull.vehicle.profile.m for hull in body.hulls]
    return min(values, default=0)


def immobile(body: LethalUnit) -> bool:
    """Whether it cannot move: a vehicle that is immobilised, or what has no M (L-36)."""
    return not movement(body) or any(hull.immobilised for hull in body.hulls)


def small(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit is a small target (L-06)."""
    return not SMALL.isdisjoint(rules_of(game, ref))


def dug_in(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit counts as entrenched: it is, or it always is, as small targets and those with Stealth (L-06)."""
    return ENTRENCHED in game.body(ref).flags or not STEALTHY.isdisjoint(rules_of(game, ref))


def ranked(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit moves and fights in ranks (L-113)."""
    return "ranked" in rules_of(game, ref)


def is_off_table(body: LethalUnit) -> bool:
    """Whether a unit is not on the table yet (L-60)."""
    return not body.flags.isdisjoint((RESERVE, DEEP_STRIKE))


def on_table(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit can be fired at, assaulted, entered: it is on the table, and in no transport."""
    body = game.body(ref)
    return not body.gone and body.aboard is None and not is_off_table(body)


def may_use_power(body: LethalUnit) -> bool:
    """Whether a unit may still use a psychic ability this turn (L-34, L-87)."""
    return bool(body.unit.powers) and is_steady(body) and not body.deeds.power and not is_off_table(body)


def is_steady(body: LethalUnit) -> bool:
    """Whether a unit may stand and shoot, or use a psychic ability, as far as its state goes (L-34)."""
    return body.morale is MoraleState.UNBROKEN


def no_ammunition(body: LethalUnit) -> str:
    """Return why a unit has nothing to fire; empty where it has (L-22, L-23, L-96)."""
    if FINDING in body.flags:
        return "it is finding ammunition (L-23)"
    empty = body.count(AMMUNITION) == 0 if body.infantry else EMPTY in body.flags
    return "it is out of ammunition (L-22)" if empty else ""


def hindrance(game: LethalGame, ref: UnitRef, action: UnitAction) -> str:
    """Return why a unit cannot take an action; empty where it can (L-34, L-35)."""
    body, name = game.body(ref), action.name
    deeds = body.deeds
    if body.gone:
        return "nobody of it is left"
    if is_off_table(body):
        return "it is not on the table yet (L-60)"
    if combat_of(game, ref) is not None:
        return "it is in close combat"
    if name == FIND_AMMO and _finds_beside_moving(body):
        return _unable(game, ref, action) or activation_over(game, ref)
    if deeds.finished or deeds.used == BOTH:
        return f"it has acted this turn{f': {deeds.action}' if deeds.action else ''}"
    if deeds.used and deeds.action and deeds.action != name:
        return f"it has begun {deeds.action}"
    if deeds.used and not deeds.action and name not in (MOVE_MOVE, MOVE_SHOOT):
        return "it has used one move action: it may only finish Move-Move or Move-Shoot (L-72)"
    if name not in ALLOWED_ACTIONS.get(body.morale, (name,)):
        return f"it is {body.morale} (L-34)"
    stance = taken_stance(game, ref)
    if stance and stance not in action.stances:
        return f"its group has taken the {stance} stance (L-35)"
    return _unable(game, ref, action) or activation_over(game, ref)


def activation_over(game: LethalGame, ref: UnitRef) -> str:
    """Return why a unit that was activated this turn does nothing more; empty where it is still, or was not (L-60)."""
    over = game.body(ref).deeds.activated and not is_activated(game, ref)
    return "its activation is over (L-60)" if over else ""


def is_activated(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit is one of those that act (L-60)."""
    now = game.extra.activation
    return now is not None and now.side == ref.side and ref.id in now.units


def taken_stance(game: LethalGame, ref: UnitRef) -> str:
    """Return the stance of the activation that a unit is in; empty where there is none yet (L-35)."""
    now = game.extra.activation
    return now.stance if now is not None and is_activated(game, ref) else ""


def _finds_beside_moving(body: LethalUnit) -> bool:
    """Whether it is a vehicle that may find ammunition in the turn in which it moves (L-23)."""
    moved_only = body.deeds.action in ("", MOVE_MOVE, FAST) and not body.deeds.finished
    return not body.infantry and moved_only and body.morale is MoraleState.UNBROKEN


def _unable(game: LethalGame, ref: UnitRef, action: UnitAction) -> str:
    """Return why a unit cannot take an action, whatever its state is."""
    body, name = game.body(ref), action.name
    if FINDING in body.flags and name not in (MOVE_MOVE, FAST):
        return "it is finding ammunition (L-23)"
    if body.deeds.used and body.morale is MoraleState.SHAKEN:
        return "it is shaken: one action is all (L-34)"
    if body.aboard is not None and (why := _aboard(game, ref, name)):
        return why
    if name in MOVES and not (name == SHOOT_MOVE and not body.deeds.used) and body.aboard is None and immobile(body):
        return "it cannot move"
    if name == FAST and (body.infantry or body.walker):
        return "only vehicles make it (L-65)"
    if name == FAST and (body.deeds.boarded or any(_fires(game.body(each)) for each in game.riders(ref))):
        return "somebody got in or out of it, or fired from it, this turn (L-65)"
    if name in SHOTS and not body.deeds.used and (why := no_ammunition(body) or _unarmed(game, ref, name)):
        return why
    if name == FIND_AMMO and not no_ammunition(body):
        return "it has ammunition: it is found only at none (L-22)"
    if name == FIND_AMMO and body.infantry and body.deeds.moved:
        return "it has moved (L-23)"
    if name == REFORM and body.morale not in (MoraleState.SHAKEN, MoraleState.STUNNED):
        return f"it is {body.morale}: only shaken and stunned units reform (L-66)"
    if name == ENTRENCH and not (body.infantry or body.walker):
        return "only infantry digs in (L-45)"
    return ""


def _fires(body: LethalUnit) -> bool:
    return bool(body.deeds.shot or body.deeds.shots)


def _aboard(game: LethalGame, ref: UnitRef, name: str) -> str:
    """Return why a unit that rides cannot take an action; empty where it can: it moves with its transport (L-72)."""
    body = game.body(ref)
    ride = game.body(UnitRef(ref.side, body.aboard or "")).deeds
    if name in SHOTS and ride.action in (MOVE_MOVE, FAST):
        return f"its transport makes a {ride.action}, and so does who is aboard (L-65, L-72)"
    if name == MOVE_SHOOT and ride.action == MOVE_SHOOT and ride.used:
        return ""
    if name == ENTRENCH or (name in MOVES and not (name == SHOOT_MOVE and not body.deeds.used)):
        return "it is aboard: it moves with its transport"
    return ""


def _unarmed(game: LethalGame, ref: UnitRef, name: str) -> str:
    """Return why a unit has no weapon for a shooting action; empty where it has (L-64, L-90)."""
    if name in MOVES:
        return ""
    guns = weapon_stacks(game, ref)
    if not guns:
        return "it has no weapon to fire"
    if name == SUPPRESSING and not any(stack.has(MARKED) for stack in guns):
        return "it has no weapon for suppressive fire (L-90)"
    if name == INDIRECT and not any(stack.has(*BLASTS) for stack in guns):
        return "it has no blast, ordnance or barrage to fire (L-64)"
    return ""


def can_act(game: LethalGame, ref: UnitRef) -> bool:
    """Whether there is an action that a unit can still take this turn."""
    return any(not hindrance(game, ref, action) for action in ACTIONS)


def has_finished(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit has finished its activation: nothing is left to do, to shoot or to roll for."""
    body = game.body(ref)
    busy = combat_of(game, ref) is not None or body.owed or can_fire(game, ref)
    return body.gone or not (busy or can_act(game, ref))


def own_corridor(game: LethalGame, ref: UnitRef) -> Corridor | None:
    """Return the corridor of fire that a unit has made this turn (L-92)."""
    mine = (each for each in game.extra.corridors.values() if (each.side, each.unit) == (ref.side, ref.id))
    return next((each for each in mine if each.turn == game.clock.turn), None)


def busy_weapons(game: LethalGame, ref: UnitRef) -> Collection[str]:
    """Return the weapons of a unit that make its corridor of fire this turn, and fire at nothing else (L-92)."""
    corridor = own_corridor(game, ref)
    return {each.name for each in corridor.weapons} if corridor is not None else set()


def suppressed_elsewhere(game: LethalGame, ref: UnitRef, stack: LethalWeaponStack, target: UnitRef) -> str:
    """Return why a unit that has made a corridor cannot fire a weapon at a target; empty where it can (L-93)."""
    corridor, enemy = own_corridor(game, ref), game.body(target)
    if corridor is None:
        return ""
    if stack.key in busy_weapons(game, ref):
        return "it makes the corridor of fire (L-92)"
    owed = any(check.kind == "corridor" and check.cause.startswith(f"{corridor.id}/") for check in enemy.owed)
    if corridor.id not in enemy.deeds.under_fire and not owed:
        return "the other weapons fire at a unit that is in the corridor (L-93)"
    others = (each for each in game.refs(target.side) if each != target)
    if any(ref_key(ref) in game.body(each).deeds.under_fire for each in others):
        return "the other weapons fire at one unit alone (L-93)"
    return ""


def can_fire(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit has a shot left, and a weapon that it can fire in it."""
    body = game.body(ref)
    if not body.deeds.shots or body.deeds.finished or no_ammunition(body):
        return False
    ready, busy = may_use_power(body), busy_weapons(game, ref)
    guns = (stack for stack in weapon_stacks(game, ref) if stack.key not in busy)
    return any((why := not_fired_now(body, stack)) == "" or (ready and why == UNUSED_POWER) for stack in guns)


def ready_first(
    ready: Callable[[LethalGame, UnitRef], bool], *, always: bool = False
) -> Callable[[At[Any], Any], Iterator[Choice[UnitRef]]]:
    """Return a chooser of the units in the game, those first that are ready; none where nobody is, unless `always`.

    The others are offered so that an act tells why they cannot.
    """

    def chosen(at: At[LethalGame], act: object) -> Iterator[Choice[UnitRef]]:
        found = [(choice, ready(at.game, choice.value)) for choice in units(living)(at, act)]
        if always or any(able for _, able in found):
            yield from (choice for choice, _ in sorted(found, key=lambda each: not each[1]))

    return chosen


def awaits_activation(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit has not been activated this turn, and can do something (L-60)."""
    return not game.body(ref).deeds.activated and can_act(game, ref)


def to_activate(game: LethalGame, side: int) -> Iterator[UnitRef]:
    """Yield the units of a side that have not been activated this turn, and can do something (L-60)."""
    return (ref for ref in game.refs(side) if awaits_activation(game, ref))


def stances(action: UnitAction) -> str:
    """Return the only stance that allows an action; empty where both do (L-35)."""
    return action.stances[0] if len(action.stances) == 1 else ""


def cover_text(body: LethalUnit) -> str:
    """Return the cover of a unit in words: `light, at its edge, entrenched`; empty in the open."""
    words = [str(body.cover)] if body.cover else []
    words += ["at its edge"] if body.cover and AT_EDGE in body.flags else []
    return ", ".join((*words, *(("entrenched",) if ENTRENCHED in body.flags else ())))


def unit_names(game: LethalGame, refs: Collection[UnitRef]) -> str:
    """Units in words: `The Flayed, The Ashen`."""
    return ", ".join(unit_name(game, each) for each in refs)
