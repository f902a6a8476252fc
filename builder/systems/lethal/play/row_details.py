"""What rows of units and of vehicles tell alike below the tables: group, deeds, actions, contact ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.scalars import counted
from builder.systems.lethal.command import (
    ACTIONS,
    ALL_ACTIONS,
    ENTRENCH,
    FAST,
    FAST_FACTOR,
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
    command_needs,
)
from builder.systems.lethal.contact import cover_reaches
from builder.systems.lethal.play.queries import (
    can_fire,
    combat_of,
    group_command,
    group_of,
    hindrance,
    movement,
    no_ammunition,
    taken_stance,
)
from builder.systems.lethal.play.state import AMMUNITION, LethalGame, LethalUnit
from builder.systems.lethal.play.weapon_stacks import fired, weapon_stacks
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import unit_name
from builder.systems.play.view import Detail, Span

ACTION_KEYS = {
    MOVE_MOVE: "1",
    MOVE_SHOOT: "2",
    SHOOT_MOVE: "3",
    SHOOT_SHOOT: "4",
    FOCUSED: "5",
    ENTRENCH: "6",
    REFORM: "7",
    FIND_AMMO: "8",
    SUPPRESSING: "9",
    FAST: "0",
    INDIRECT: "0",
}
"""The keys of the actions of a unit: vehicles drive fast where others fire indirectly (L-35)."""
OWN_ACTS = {ENTRENCH: "entrench", REFORM: "reform", FIND_AMMO: "find-ammo", SUPPRESSING: "suppress"}
"""Actions that are acts of their own."""
USUAL = (MOVE_MOVE, MOVE_SHOOT, SHOOT_MOVE, SHOOT_SHOOT, FOCUSED)
"""The actions that any unit takes: of others it tells only that they can be taken."""
SHORT = 60
"""Cells of a line where there is little room."""
NAME, RANGE, FIGURE = 19, 27, 5
"""Cells for the name of an action, for a weapon, for one of its figures."""


def shared_details(game: LethalGame, ref: UnitRef) -> Iterator[Detail]:
    """Yield what rows of units and of vehicles tell alike: group, what was done, what can be done, contact ranges."""
    body = game.body(ref)
    if body.group:
        yield Detail(kind="text", label="Group", spans=(Span(_group_line(game, ref)),))
    deeds = body.deeds
    if deeds.action or deeds.used:
        shots = f", {_shots_left(game, ref)}" if can_fire(game, ref) else ""
        words = f"{deeds.action or 'got out'}, {deeds.used} of 2 actions, {deeds.moved} cm{shots}"
        yield Detail(kind="text", label="This turn", spans=(Span(words),))
    if game.clock.turn:
        yield from _actions(game, ref)
    yield from _ranges(game, ref)
    if game.clock.turn:
        yield from _barred(game, ref)


def _actions(game: LethalGame, ref: UnitRef) -> Iterator[Detail]:
    """Yield the actions that a unit can take, each in a line behind its key."""
    can = [each for each in ACTIONS if not hindrance(game, ref, each)]
    if can_fire(game, ref):
        words = f"{game.body(ref).deeds.action}: {_shots_left(game, ref)}"
        yield Detail(kind="line", label="the act shoot", spans=(Span(words),))
    elif not can:
        yield Detail(kind="line", label="Actions", spans=(Span("none now"),))
    for action in can:
        words = f"{action.name:<{NAME}}{f'CM {group_command(game, ref)}+' if action.check else '–':<8}"
        label = _key(game.body(ref), action)
        yield Detail(kind="line", label=label, spans=(Span(f"{words}{_distance(game, ref, action)}".rstrip()),))


def _barred(game: LethalGame, ref: UnitRef) -> Iterator[Detail]:
    """Yield why a unit that can act cannot take some of the actions that any unit takes (L-34, L-35, L-72)."""
    reasons: dict[str, list[str]] = {}
    for action in ACTIONS:
        if action.name in USUAL and (why := hindrance(game, ref, action)):
            reasons.setdefault(why, []).append(action.name)
    names = [name for each in reasons.values() for name in each]
    for why, barred in reasons.items() if len(names) < len(USUAL) else ():
        yield Detail(kind="text", label="–", spans=(Span(f"{', '.join(barred)}: {why}", "dim"),))


def _key(body: LethalUnit, action: UnitAction) -> str:
    """The key of an action; on vehicles, whose key it is for a fast move, one is chosen in the form of actions."""
    return "Enter" if action.name == INDIRECT and not body.infantry else ACTION_KEYS[action.name]


def _distance(game: LethalGame, ref: UnitRef, action: UnitAction) -> str:
    """How far an action goes, where it is nothing but moves."""
    body = game.body(ref)
    moves = {MOVE_MOVE: ALL_ACTIONS - body.deeds.used, FAST: FAST_FACTOR}.get(action.name, 0)
    if body.morale is MoraleState.SHAKEN:
        moves = min(moves, 1)
    return f"{movement(body) * moves} cm" if moves else ""


def _ranges(game: LethalGame, ref: UnitRef) -> Iterator[Detail]:
    """Yield the weapons that a unit can fire in a table: how far in the open and through each cover (L-40, L-41)."""
    stacks = weapon_stacks(game, ref)
    if stacks:
        heads = "".join(f"{each:>{FIGURE}}" for each in ("open", "1/2", "1/4", "1/10", "AP"))
        yield Detail(kind="line", label="Range", spans=(Span(f"{'cm':<{RANGE}}{heads}", "dim"),))
    for stack in stacks:
        assert stack.mode.multiplier is not None
        reaches = (*cover_reaches(stack.contact, stack.mode.multiplier), stack.mode.ap)
        figures = "".join(f"{each:>{FIGURE}}" for each in reaches)
        name = stack.text if len(stack.text) < RANGE else f"{stack.text[: RANGE - 2]}…"
        kinds = f"  {', '.join(stack.mode.kinds)}" if stack.mode.kinds else ""
        yield Detail(kind="line", label=" ", spans=(Span(f"{name:<{RANGE}}{figures}"), Span(kinds, "dim")))


def _group_line(game: LethalGame, ref: UnitRef) -> str:
    """Return the group of a unit, whose CM it has, and what ends it (L-14, L-15)."""
    body, members = game.body(ref), group_of(game, ref)
    others = ", ".join(unit_name(game, each) for each in members if each != ref)
    formed_on = next((each for each in members if game.body(each).forms), None)
    ends = f"; ends if {unit_name(game, formed_on)} is shaken, in combat or killed" if formed_on is not None else ""
    stance = f"; {taken}" if (taken := taken_stance(game, ref)) else ""
    return f"{body.group}, with {others or 'nobody'}; CM {group_command(game, ref)}+{stance}{ends}"


def actions_text(game: LethalGame, ref: UnitRef) -> str:
    """Return the actions that a unit can take, each with its key, how far it goes or what its check is on (L-35)."""
    body, value = game.body(ref), group_command(game, ref)
    words = [f"{body.deeds.action}: {_shots_left(game, ref)}, the act shoot fires"] if can_fire(game, ref) else []
    for action in ACTIONS:
        if not hindrance(game, ref, action):
            far = _distance(game, ref, action)
            behind = f" on {command_needs(value)}+" if action.check else f" {far}" if far else ""
            words.append(f"{_key(body, action)} {action.name}{behind}")
    return ", ".join(words) or "no action now"


def key_action(name: str) -> str:
    """Return the action of the screen by which an action of a unit is opened: that of its own act where it has one."""
    return OWN_ACTS.get(name, f"action-{name}")


NO_UNIT = tuple(map(key_action, ACTION_KEYS))
"""The actions of keys that are for units alone."""


def barred_actions(game: LethalGame, ref: UnitRef) -> tuple[str, ...]:
    """Return the actions of keys that can do nothing with a unit now: those that it cannot take, shots, blows.

    Nobody acts while others fight (L-61).
    """
    taken = {each.name for each in ACTIONS if not (game.extra.combats or hindrance(game, ref, each))}
    fires, fights = can_fire(game, ref), combat_of(game, ref) is not None
    beside = {"shoot": fires, "finish": taken or fires, "combat": fights, "end-round": fights}
    return (
        *(key_action(name) for name in ACTION_KEYS if name not in taken),
        *(name for name, possible in beside.items() if not possible),
    )


def _shots_left(game: LethalGame, ref: UnitRef) -> str:
    """Return the shots that a unit has left; the one that has begun counts while a weapon has not fired in it."""
    body = game.body(ref)
    spent = bool(body.deeds.fired) and all(fired(body, stack) for stack in weapon_stacks(game, ref))
    return f"{counted(body.deeds.shots - spent, 'shot')} left"


def ammunition_text(body: LethalUnit) -> str:
    """Return how a unit stands with its ammunition."""
    counters = body.count(AMMUNITION)
    why = no_ammunition(body)
    return f"{counted(counters, 'counter')}{f': {why}' if why else ''}"


def shortened(words: str) -> str:
    """Return as many of some things in words as a short line has room for, each of them whole."""
    parts = re.split(r"(?<=[,;]) ", words)
    fit = [" ".join(parts[:number]) for number in range(len(parts), 0, -1)]
    return next((text if text == words else f"{text.rstrip(',;')} …" for text in fit if len(text) <= SHORT), parts[0])
