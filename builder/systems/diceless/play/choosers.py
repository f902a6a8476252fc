"""What fields of acts can be given as things stand, of those that acts of several families share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from builder.systems.diceless.play.attacks.eligibility import Role, barred
from builder.systems.diceless.play.attacks.squads import squads
from builder.systems.diceless.play.queries import weapons_left, wrecked
from builder.systems.diceless.play.state import GameState, VehicleState
from builder.systems.diceless.vehicle_damage import LETTERS
from builder.systems.given import NotGivenError
from builder.systems.parameters import Choice, Params
from builder.systems.play.game import AnyRef, PartRef, UnitRef
from builder.systems.play.lookup import At, living, ref_text, units

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
    ref = at.game.unit_of(_hit(act))
    return (Choice(each.group.id, each.text, each.group.id) for each in squads(at.game, ref, with_leader=False))


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
    """Who is hit by an act, whatever it calls him.

    Raises:
        NotGivenError: nobody knows yet.
    """
    name = next(name for name in _HIT if name in act.__class__.__struct_fields__)
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
