"""Who can attack or be attacked, and what fields of acts can be given for that."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from builder.errors import PlayError
from builder.systems.arguments import NotGivenError
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.play.attacks.squads import squads
from builder.systems.diceless.play.queries import (
    gone,
    held_back,
    led_by,
    name_of,
    unit_with,
    units_of,
    weapons_left,
    wrecked,
)
from builder.systems.diceless.play.state import Crew, Flag, GameState, SideState, VehicleState, hull_of, unit_of
from builder.systems.diceless.vehicle_damage import LETTERS
from builder.systems.fortyk.model import Unit
from builder.systems.parameters import Choice, Params
from builder.systems.play.game import AnyRef, PartRef, Ref, UnitRef
from builder.systems.play.lookup import At, living, ref_text, unit_name, units


class Role(enum.Enum):
    """What a unit has to do with an attack, or with a state that attacks bring."""

    SHOOTS = enum.auto()
    STRIKES = enum.auto()
    SHOT_AT = enum.auto()
    STRUCK = enum.auto()
    MARKED = enum.auto()


@dataclass(frozen=True, slots=True)
class Restriction:
    """What keeps units of some state from their roles; players may `agree` on it all the same, or not.

    In `text` stand the name of the unit (where it is asked `of_vehicles`, of the vehicle that was named) and, for one
    that rides, that of its transport.
    """

    holds: Callable[[SideState, str], bool]
    roles: frozenset[Role]
    text: str
    agree: bool = False
    of_vehicles: bool = False


def _flagged(*flags: Flag) -> Callable[[SideState, str], bool]:
    return lambda side, unit: not side.bodies[unit].flags.isdisjoint(flags)


def _rides(side: SideState, unit: str) -> bool:
    return side.bodies[unit].aboard in units_of(side)


def closed_in(side: SideState, unit: str) -> Unit | None:
    """The transport with a roof that a unit is aboard of, whose fire points, as in the base game, only some can use."""
    transport = units_of(side).get(side.bodies[unit].aboard or "")
    roofed = transport is not None and not any(vehicle.profile.open_topped for vehicle in transport.vehicles)
    return transport if roofed else None


def _silenced(side: SideState, body: str) -> bool:
    """Whether all that is left of a vehicle, or of a unit of vehicles alone, has a crew that does not shoot."""
    known = units_of(side)
    hulls = (body,) if body not in known else tuple(each.id for each in known[body].vehicles)
    left = [hull_of(side, each).crew for each in hulls if not hull_of(side, each).rows.destroyed]
    return bool(left) and Crew.STEADY not in left and not (body in known and known[body].groups)


def _rides_silenced(side: SideState, unit: str) -> bool:
    return _rides(side, unit) and _silenced(side, side.bodies[unit].aboard or "")


def _flat_out(side: SideState, body: str) -> bool:
    """Whether a vehicle, or all vehicles of a unit of them alone, moved flat out."""
    known = units_of(side)
    hulls = (body,) if body not in known else tuple(each.id for each in known[body].vehicles)
    left = [hull_of(side, each).speed for each in hulls if not hull_of(side, each).rows.destroyed]
    return bool(left) and {*left} == {Speed.FLAT_OUT} and not (body in known and known[body].groups)


def _no_fighter(side: SideState, unit: str) -> bool:
    """Whether a unit is one of vehicles alone, none of which is a walker: it can be struck and strikes nobody."""
    found = unit_with(side, unit)
    return not found.groups and not any(each.profile.walker for each in found.vehicles)


def _leads(side: SideState, unit: str) -> bool:
    return led_by(side, unit) is not None


_FIGHTS = _flagged(Flag.LOCKED, Flag.ENGAGED)
RESTRICTIONS = (
    Restriction(gone, frozenset(Role), "nobody of {unit} is left in play"),
    Restriction(held_back, frozenset(Role), "{unit}: still in reserve, let it arrive first"),
    Restriction(
        _rides,
        frozenset({Role.STRIKES, Role.SHOT_AT, Role.STRUCK}),
        "{unit}: aboard {transport}, name that or let it get out first",
    ),
    Restriction(_no_fighter, frozenset({Role.STRIKES}), "{unit}: no walker, it strikes nobody in close combat"),
    Restriction(_FIGHTS, frozenset({Role.SHOOTS}), "{unit}: in close combat, no shooting", agree=True),
    Restriction(_FIGHTS, frozenset({Role.SHOT_AT}), "{unit}: in close combat, nobody shoots into that", agree=True),
    Restriction(
        _leads, frozenset({Role.SHOT_AT}), "{unit}: nobody fires at it alone while it leads a unit", agree=True
    ),
    Restriction(_flagged(Flag.PINNED), frozenset({Role.SHOOTS}), "{unit}: pinned, no shooting", agree=True),
    Restriction(
        _silenced,
        frozenset({Role.SHOOTS}),
        "{unit}: its crew is shaken or stunned, no shooting",
        agree=True,
        of_vehicles=True,
    ),
    Restriction(
        _flat_out,
        frozenset({Role.SHOOTS}),
        "{unit}: it moved flat out, no shooting",
        agree=True,
        of_vehicles=True,
    ),
    Restriction(
        _rides_silenced,
        frozenset({Role.SHOOTS}),
        "{unit}: the crew of {transport} is shaken or stunned, no shooting out of it",
        agree=True,
    ),
)
"""As in the base game: units that fall back shoot on, and those in transports out of their hatches."""


def check_in_play(state: GameState, ref: Ref, role: Role, agreed: bool = True) -> None:
    """Raise PlayError where a unit or vehicle cannot take a role: it is gone, in reserve, in a vehicle and the like.

    What players may agree on is no hindrance where they did (`agreed`).
    """
    if ref.id in state.sides[ref.side].owners:
        check_stands(state, ref)
    for bar in barred(state, ref, role):
        if not (bar.agree and agreed):
            raise PlayError(_told(state, ref, bar))


def barred(state: GameState, ref: Ref, role: Role) -> tuple[Restriction, ...]:
    """Return what keeps a unit, or that of a vehicle, from a role in an attack."""
    side = state.sides[ref.side]
    unit = unit_with(side, ref.id).id
    asked = (bar for bar in RESTRICTIONS if role in bar.roles)
    return tuple(bar for bar in asked if bar.holds(side, ref.id if bar.of_vehicles else unit))


def kept_from(state: GameState, ref: Ref, role: Role) -> str:
    """Return what keeps somebody from a role in an attack, in words; empty where nothing does."""
    if ref.id in state.sides[ref.side].owners and wrecked(state.sides[ref.side], ref.id):
        return f"{body_name(state, ref)} is destroyed"
    return next((_told(state, ref, bar) for bar in barred(state, ref, role)), "")


def silent_of(state: GameState, ref: Ref, agreed: bool) -> tuple[str, ...]:
    """The ids of those vehicles of a unit that do not shoot while others do, unless players agreed that they shoot."""
    side = state.sides[ref.side]
    if agreed or ref.id in side.owners:
        return ()
    return tuple(each.id for each in unit_of(side, ref.id).vehicles if hull_of(side, each.id).crew is not Crew.STEADY)


def body_name(state: GameState, ref: Ref) -> str:
    """Return what players call a unit or a vehicle."""
    return name_of(state.sides[ref.side], ref.id)


def is_vehicle(state: GameState, ref: Ref) -> bool:
    """Whether it is one vehicle.

    Raises:
        PlayError: it is a unit of several vehicles, of which one must be named.
    """
    side = state.sides[ref.side]
    if ref.id in side.owners:
        return True
    unit = unit_of(side, ref.id)
    if not unit.groups:
        known = ", ".join(body_name(state, Ref(ref.side, vehicle.id)) for vehicle in unit.vehicles)
        raise PlayError(f"{unit.name}: several vehicles, write one of: {known}")
    return False


def _told(state: GameState, ref: Ref, bar: Restriction) -> str:
    side = state.sides[ref.side]
    unit = unit_with(side, ref.id)
    riding_in = side.bodies[unit.id].aboard or ""
    transport = name_of(side, riding_in) if riding_in in side.bodies else ""
    name = name_of(side, ref.id) if bar.of_vehicles else unit.name
    return bar.text.format(unit=name, transport=transport) + ("; by agreement with --anyway" if bar.agree else "")


def check_stands(state: GameState, ref: Ref) -> None:
    """Raise PlayError where a vehicle is destroyed already."""
    if wrecked(state.sides[ref.side], ref.id):
        raise PlayError(f"{body_name(state, ref)} is destroyed already")


def check_left(state: GameState, ref: UnitRef) -> None:
    """Raise PlayError, which says how a unit comes back, where nobody of it is left."""
    body = state.body(ref)
    if body.gone:
        back = "set its models or its boxes" if body.dead else "take the mark destroyed off"
        raise PlayError(f"nobody of {unit_name(state, ref)} is left in play; to bring it back, {back}")


SIDES: tuple[Literal["front"], Literal["side"], Literal["rear"]] = ("front", "side", "rear")
"""The sides of a vehicle, in the order of its AV."""
_HIT = ("target", "enemy", "vehicle", "unit")
"""What acts call whoever is hit by them."""


def of_models(game: GameState, ref: UnitRef) -> bool:
    """Whether it is a unit of models, of which some are left."""
    return bool(game.body(ref).unit.groups) and not game.body(ref).gone


def anybody(at: At[GameState], act: object) -> Iterator[Choice[AnyRef]]:
    """The units of models and the vehicles that are left."""
    yield from units(of_models)(at, act)
    yield from vehicles(at, act)


def vehicles(at: At[GameState], act: object) -> Iterator[Choice[PartRef]]:
    """The vehicles that are no wrecks."""
    return _vehicles(at, living)


def every_vehicle(at: At[GameState], act: object) -> Iterator[Choice[PartRef]]:
    """All vehicles, wrecks too."""
    return _vehicles(at, lambda game, ref: True)


def able(
    role: Role, among: Callable[[At[GameState], object], Iterator[Choice[AnyRef]]] = anybody
) -> Callable[[At[GameState], object], Iterator[Choice[AnyRef]]]:
    """A chooser of units and vehicles that nothing keeps from a role in an attack but what players may agree on."""

    def chosen(at: At[GameState], act: object) -> Iterator[Choice[AnyRef]]:
        for choice in among(at, act):
            if all(each.agree for each in barred(at.game, choice.value, role)):
                yield choice

    return chosen


def hit_groups(at: At[GameState], act: Params) -> Iterator[Choice[str]]:
    """The groups left of whoever is hit, his leader's among them."""
    ref = at.game.unit_of(_hit(act))
    return (Choice(each.group.id, each.text, each.group.id) for each in squads(at.game, ref))


def unit_groups(at: At[GameState], act: Params) -> Iterator[Choice[str]]:
    """The groups left of whoever is named, without those of his leader."""
    return _own_groups(at.game, _hit(act))


def attacking_groups(at: At[GameState], act: Params) -> Iterator[Choice[str]]:
    """The groups left of whoever attacks, without those of his leader."""
    return _own_groups(at.game, _named(act, ("attacker",)))


def _own_groups(game: GameState, ref: AnyRef) -> Iterator[Choice[str]]:
    own = squads(game, game.unit_of(ref), with_leader=False)
    return (Choice(each.group.id, each.text, each.group.id) for each in own)


def hull_weapons(at: At[GameState], act: Params) -> Iterator[Choice[str]]:
    """The weapons that are left of the vehicle that is hit."""
    return (Choice(each, name, each) for hull in _hulls(at.game, act) for each, name in _weapons(hull, False))


def all_hull_weapons(at: At[GameState], act: Params) -> Iterator[Choice[str]]:
    """The weapons of a vehicle, destroyed or not."""
    return (Choice(each, name, each) for hull in _hulls(at.game, act) for each, name in _weapons(hull, None))


def lost_hull_weapons(at: At[GameState], act: Params) -> Iterator[Choice[str]]:
    """The weapons of a vehicle that are destroyed."""
    return (Choice(each, name, each) for hull in _hulls(at.game, act) for each, name in _weapons(hull, True))


def facings(at: At[GameState], act: Params) -> Iterator[Choice[str]]:
    """The sides of the vehicle that is hit, with their armour."""
    for hull in _hulls(at.game, act):
        yield from (Choice(side, f"{side}, AV {getattr(hull.vehicle.profile, side)}", side) for side in SIDES)


def lines(at: At[GameState], act: Params) -> Iterator[Choice[str]]:
    """The lines of a vehicle, with the DMG on them."""
    for hull in _hulls(at.game, act):
        yield from (Choice(letter, f"{letter}, {hull.lines.get(letter, 0)} DMG", letter) for letter in LETTERS)


def _vehicles(at: At[GameState], which: Callable[[GameState, PartRef], bool]) -> Iterator[Choice[PartRef]]:
    for ref in at.game.parts():
        if which(at.game, ref):
            gone = "; destroyed" if wrecked(at.game.sides[ref.side], ref.id) else ""
            yield Choice(ref, f"{at.game.part(ref).name}{gone}", ref_text(at.game, ref))


def _hit(act: Params) -> AnyRef:
    """Return who is hit by an act, whatever it calls him.

    Raises:
        NotGivenError: nobody knows yet.
    """
    return _named(act, _HIT)


def _named(act: Params, names: Iterable[str]) -> AnyRef:
    name = next(name for name in names if name in act.__class__.__struct_fields__)
    ref: AnyRef | None = getattr(act, name)
    if ref is None:
        raise NotGivenError
    return ref


def _hulls(game: GameState, act: Params) -> tuple[VehicleState, ...]:
    """The vehicle that is hit; those of a unit, where that is what is named."""
    ref = _hit(act)
    parts = game.body(ref).parts
    return (parts[ref.id],) if isinstance(ref, PartRef) else tuple(parts.values())


def _weapons(hull: VehicleState, destroyed: bool | None) -> Iterator[tuple[str, str]]:
    known = weapons_left(hull.vehicle, ())
    return (each for each in known.items() if destroyed is None or (each[0] in hull.destroyed_weapons) == destroyed)
