"""What the parameters of an act can be given as things stand: units, vehicles, weapons, groups, words.

A table by the name of the parameter; where a verb means something of its own by it, by both: `deep-strike.zone`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from builder.errors import PlayError
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.play.acts.order_tests import Kind
from builder.systems.diceless.play.acts.psykers import Warp
from builder.systems.diceless.play.attacks.eligibility import Role
from builder.systems.diceless.play.attacks.fearless import fearless
from builder.systems.diceless.play.attacks.squads import squads
from builder.systems.diceless.play.choices.attacks import ATTACK_CHOICES, able, enemies, hull_weapons
from builder.systems.diceless.play.choices.choosers import (
    YES_NO,
    Chooser,
    Texts,
    bodies,
    living,
    of_models,
    standing,
    units,
    vehicles,
    word_of,
    words,
)
from builder.systems.diceless.play.finding import find_player, find_unit
from builder.systems.diceless.play.held import tokens_of
from builder.systems.diceless.play.queries import aboard, burning, company, gone, is_character, led_by, units_of
from builder.systems.diceless.play.reserve_turns import comes_with, waits
from builder.systems.diceless.play.state import (
    TOKEN_NAMES,
    Crew,
    Flag,
    GameState,
    SideState,
    hull_of,
    unit_of,
    vehicle_of,
)
from builder.systems.diceless.scatter import DeepStrikeZone
from builder.systems.parameters import Choice
from builder.systems.play.game import Ref
from builder.systems.play.lookup import ref_text


def players(state: GameState, _: Texts) -> Iterator[Choice[str]]:
    """Both players."""
    return (Choice(str(number), side.name) for number, side in enumerate(state.sides, 1))


def tokens(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """The kinds of tokens, with how many the player holds where he is named."""
    player = find_player(state, given["player"]) if given.get("player") else None
    for kind, name in TOKEN_NAMES.items():
        held = "" if player is None else f", {tokens_of(state, player, kind).left} left"
        yield Choice(kind, f"{name}{held}")


def transports(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """The vehicles that a unit can go aboard, with their room."""
    ref = find_unit(state, given.get("unit", ""))
    side = state.sides[ref.side]
    for unit, began in units_of(side).items():
        if began.vehicles and unit != ref.id and not gone(side, unit):
            room = sum(vehicle.profile.capacity or 0 for vehicle in began.vehicles)
            yield Choice(ref_text(state, Ref(ref.side, unit)), f"{began.name}, room for {room}" if room else began.name)


def groups(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """The groups left of the unit that is named."""
    ref = find_unit(state, given.get("unit", ""))
    return (Choice(each.group.id, each.text) for each in squads(state, ref, with_leader=False))


def joined(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """The units that nobody leads yet, of the side of the character who is named."""
    leader = find_unit(state, given["leader"]) if given.get("leader") else None
    for choice in units(_unattached)(state, given):
        ref = find_unit(state, choice.value)
        if leader is None or (ref.side == leader.side and ref != leader):
            yield choice


def _comes(side: SideState, unit: str) -> bool:
    return waits(side, unit) and comes_with(side, unit) is None


def _rides(side: SideState, unit: str) -> bool:
    return side.bodies[unit].aboard is not None and not gone(side, unit)


def _leads(side: SideState, unit: str) -> bool:
    return is_character(side, unit) and _unattached(side, unit)


def _unattached(side: SideState, unit: str) -> bool:
    return of_models(side, unit) and len(company(side, unit)) == 1


def _out(state: GameState, player: int, kind: str) -> bool:
    held = tokens_of(state, player, kind)
    return held.left < held.total


def spenders(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """The players who have used tokens, to whom some can come back."""
    return (
        each for each in players(state, given) if any(_out(state, int(each.value) - 1, kind) for kind in TOKEN_NAMES)
    )


def spent_tokens(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """The kinds of tokens of which the player who is named used some."""
    player = find_player(state, given["player"]) if given.get("player") else None
    return (each for each in tokens(state, given) if player is None or _out(state, player, each.value))


def _walks(side: SideState, unit: str) -> bool:
    return of_models(side, unit) and side.bodies[unit].aboard is None


def _carries(side: SideState, vehicle: str) -> bool:
    return bool(aboard(side, vehicle_of(side, vehicle)[0].id))


def exploding(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """The vehicles that exploded with somebody inside; where there is none, those that carry somebody."""
    burn = any(each for side in state.sides for each in burning(side))
    return vehicles((lambda side, vehicle: vehicle in burning(side)) if burn else _carries)(state, given)


def _damaged(side: SideState, vehicle: str) -> bool:
    return standing(side, vehicle) and any(hull_of(side, vehicle).lines.values())


def _falls_back(side: SideState, unit: str) -> bool:
    return Flag.FALLING_BACK in side.bodies[unit].flags and not gone(side, unit)


def _tests(side: SideState, unit: str) -> bool:
    return of_models(side, unit) and led_by(side, unit) is None


def steadfast(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """The units that take tests, those first that are fearless and take none (D-14)."""
    found = {find_unit(state, each.value): each for each in units(_tests)(state, given)}
    brave = {ref for ref in found if fearless(state.sides[ref.side], ref.id).value}
    yield from (Choice(found[ref].value, f"{found[ref].text}; fearless") for ref in found if ref in brave)
    yield from (found[ref] for ref in found if ref not in brave)


_ARRIVING = dict.fromkeys(("arrive", "delay", "outflank", "deep-strike"), units(_comes))
CHOICES: Mapping[str, Chooser] = {
    **ATTACK_CHOICES,
    "unit": units(living),
    "vehicle": vehicles(),
    "transport": transports,
    "group": groups,
    "player": players,
    "first-turn": players,
    "token": tokens,
    "about": bodies,
    "night": YES_NO,
    "mark": word_of(Flag),
    "kind": word_of(Kind),
    "warp": word_of(Warp),
    "edge": words("left", "right"),
    "speed": word_of(Speed),
    "crew": word_of(Crew),
    "fleeing": able(Role.STRUCK, units(of_models)),
    "winners": enemies("fleeing", able(Role.STRUCK, units(living))),
    "deep-strike.zone": word_of(DeepStrikeZone),
    "set-vehicle.vehicle": vehicles(lambda side, vehicle: True),
    "explosion.vehicle": exploding,
    "repair.vehicle": vehicles(_damaged),
    "embark.unit": units(_walks),
    "give-back.player": spenders,
    "give-back.token": spent_tokens,
    "set-vehicle.weapons": hull_weapons(),
    "set.unit": units(lambda side, unit: bool(unit_of(side, unit).groups)),
    "mark.unit": units(lambda side, unit: True),
    "psychic.unit": units(lambda side, unit: bool(unit_of(side, unit).psykers) and not gone(side, unit)),
    "regroup.unit": units(_falls_back),
    "disembark.unit": units(_rides),
    "join.leader": units(_leads),
    "join.unit": joined,
    "leave.leader": units(lambda side, unit: living(side, unit) and led_by(side, unit) is not None),
    **{f"{verb}.unit": able(Role.MARKED, units(_tests)) for verb in ("test", "lost-assault")},
    "no-retreat.unit": steadfast,
    **{f"{verb}.unit": chooser for verb, chooser in _ARRIVING.items()},
}

_NO_RESERVE = "nobody is in reserve"
LACKING: Mapping[str, str] = {
    "unit": "nobody is left",
    "vehicle": "no vehicle is left",
    "target": "nobody is left to attack",
    "weapon": "it has no weapon for that",
    "transport": "there is no transport",
    "fleeing": "nobody is left to flee",
    "winners": "nobody is left to pursue",
    "explosion.vehicle": "no vehicle carries anybody",
    "repair.vehicle": "no vehicle has DMG on its lines",
    "give-back.player": "no token was used",
    "give-back.token": "no token was used",
    "embark.unit": "nobody is on foot",
    "psychic.unit": "nobody is a psyker",
    "regroup.unit": "nobody falls back",
    "disembark.unit": "nobody is aboard of anything",
    "join.leader": "there is no character to join a unit",
    "leave.leader": "nobody leads a unit",
    "gets-hot.unit": "nobody has a weapon that gets hot",
    **dict.fromkeys((f"{verb}.unit" for verb in _ARRIVING), _NO_RESERVE),
}
"""What is missing where a parameter could be given something, and nothing is there; as in `CHOICES`."""


def choices(state: GameState, verb: str, parameter: str, given: Texts) -> Sequence[Choice[str]]:
    """What a parameter of a verb can be given, `given` what is given to others; empty for free text."""
    return _choices(state, verb, parameter, given) or ()


def lacking(state: GameState, verb: str, parameter: str, given: Texts) -> str:
    """Why a parameter can be given nothing, though it is no free text; empty where it can."""
    if _choices(state, verb, parameter, given) != ():
        return ""
    return LACKING.get(f"{verb}.{parameter}") or LACKING.get(parameter, "there is nothing to choose")


def _choices(state: GameState, verb: str, parameter: str, given: Texts) -> Sequence[Choice[str]] | None:
    """What there is to choose; None for free text, and where it hangs on what is not given yet."""
    chooser = CHOICES.get(f"{verb}.{parameter}") or CHOICES.get(parameter)
    if chooser is None:
        return None
    try:
        return tuple(chooser(state, given))
    except PlayError:
        return None
