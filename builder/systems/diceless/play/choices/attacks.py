"""What the parameters of attacks can be given as things stand: who attacks whom, weapons, modes, sides, choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from builder.systems.diceless.aim import AngleZone
from builder.systems.diceless.play.attacks.eligibility import Role, barred, silent_of
from builder.systems.diceless.play.attacks.parameters import SIDES
from builder.systems.diceless.play.attacks.squads import squads
from builder.systems.diceless.play.attacks.uses import already, fitting, mode_choices, weapon_choices
from builder.systems.diceless.play.attacks.wielders import Attacker, attacker_of, fires, runs_hot, strikes
from builder.systems.diceless.play.choices.choosers import (
    YES_NO,
    Chooser,
    Texts,
    bodies,
    living,
    words,
)
from builder.systems.diceless.play.finding import find_body, find_unit, find_vehicle
from builder.systems.diceless.play.queries import units_of, weapons_left
from builder.systems.diceless.play.state import GameState, groups_left, hull_of, vehicle_of
from builder.systems.diceless.vehicle_damage import EXTRA, LETTERS
from builder.systems.fortyk.model import WeaponMode
from builder.systems.parameters import Choice
from builder.systems.play.game import Ref
from builder.systems.play.lookup import ref_text

SAVES = words("2+", "3+", "4+", "5+", "6+")
SAVES_OR_NONE = words("2+", "3+", "4+", "5+", "6+", "none")


def able(part: Role, among: Chooser = bodies) -> Chooser:
    """A chooser of units and vehicles that nothing keeps from a part in an attack but what players may agree on."""

    def chosen(state: GameState, given: Texts) -> Iterator[Choice[str]]:
        for choice in among(state, given):
            if all(bar.agree for bar in barred(state, find_body(state, choice.value), part)):
                yield choice

    return chosen


def enemies(of: str, among: Chooser) -> Chooser:
    """A chooser of those of the other side than whoever a parameter names; of both sides until it does."""

    def chosen(state: GameState, given: Texts) -> Iterator[Choice[str]]:
        named = find_body(state, given[of].split(",")[0]) if given.get(of) else None
        for choice in among(state, given):
            if named is None or find_body(state, choice.value).side != named.side:
                yield choice

    return chosen


Fits = Callable[[GameState, Texts], Callable[[WeaponMode], bool]]
"""What modes an attack can be made with, by what is given to it."""


def shooting(state: GameState, given: Texts) -> Callable[[WeaponMode], bool]:
    """The modes that shoot."""
    return fires


def fighting(state: GameState, given: Texts) -> Callable[[WeaponMode], bool]:
    """The modes for close combat, grenades too unless the target is a unit."""
    grenades = not given.get("target") or _at_vehicle(state, given)
    return lambda mode: strikes(mode) and (grenades or mode.kind != "grenade")


def weapons(fits: Fits, close: bool = False) -> Chooser:
    """A chooser of the attacker's weapons that are left, with their number and whether they were used already."""

    def chosen(state: GameState, given: Texts) -> Iterator[Choice[str]]:
        attacker = _attacker(state, given, close)
        told = partial(already, state, attacker.ref.side, close=close)
        return weapon_choices(fitting(attacker, fits(state, given), _at_vehicle(state, given)), told)

    return chosen


def modes(fits: Fits, close: bool = False) -> Chooser:
    """A chooser of the modes of the weapon that is named."""

    def chosen(state: GameState, given: Texts) -> Iterator[Choice[str]]:
        attacker = _attacker(state, given, close)
        left = fitting(attacker, fits(state, given), _at_vehicle(state, given))
        return mode_choices(given.get("weapon", ""), left)

    return chosen


def _attacker(state: GameState, given: Texts, close: bool) -> Attacker:
    ref = find_body(state, given.get("attacker", ""))
    return attacker_of(state, ref, silent_of(state, ref, close or bool(given.get("anyway"))))


def _at_vehicle(state: GameState, given: Texts) -> bool:
    target = find_body(state, given["target"]) if given.get("target") else None
    return target is not None and target.id in state.sides[target.side].owners


def hit_groups(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """The groups left of whoever is hit, his leader's among them."""
    ref = find_unit(state, given.get("target") or given.get("unit", ""))
    return (Choice(each.group.id, each.text) for each in squads(state, ref))


def hull_weapons(destroyed: bool | None = None) -> Chooser:
    """A chooser of the weapons of a vehicle: all of them, those that are destroyed, or those that are left."""

    def chosen(state: GameState, given: Texts) -> Iterator[Choice[str]]:
        ref = find_vehicle(state, given.get("target") or given.get("vehicle") or given.get("unit", ""))
        gone = hull_of(state.sides[ref.side], ref.id).destroyed_weapons
        vehicle = vehicle_of(state.sides[ref.side], ref.id)[1]
        for identity, name in weapons_left(vehicle, ()).items():
            if destroyed is None or (identity in gone) == destroyed:
                yield Choice(identity, name)

    return chosen


def sides(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """The sides of the vehicle that is hit, with their armour."""
    ref = find_vehicle(state, given.get("target") or given.get("vehicle", ""))
    profile = vehicle_of(state.sides[ref.side], ref.id)[1].profile
    return (Choice(side, f"{side}, AV {getattr(profile, side)}") for side in SIDES)


def lines(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """The lines of a vehicle, with the DMG on them."""
    ref = find_vehicle(state, given.get("vehicle", ""))
    now = hull_of(state.sides[ref.side], ref.id).lines
    return (Choice(letter, f"{letter}, {now.get(letter, 0)} DMG") for letter in LETTERS)


def bearers(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """Units with a weapon that gets hot."""
    for number, side in enumerate(state.sides):
        for unit in units_of(side).values():
            carried = [each.weapon for group, _ in groups_left(side, unit.id) for each in group.weapons]
            if living(side, unit.id) and any(map(runs_hot, carried)):
                yield Choice(ref_text(state, Ref(number, unit.id)), unit.name)


ATTACK_CHOICES: Mapping[str, Chooser] = {
    "shoot.attacker": able(Role.SHOOTS),
    "shoot.target": enemies("attacker", able(Role.SHOT_AT)),
    "fight.attacker": able(Role.STRIKES),
    "fight.target": enemies("attacker", able(Role.STRUCK)),
    "shoot.weapon": weapons(shooting),
    "shoot.mode": modes(shooting),
    "fight.weapon": weapons(fighting, close=True),
    "fight.mode": modes(fighting, close=True),
    "first": hit_groups,
    "gets-hot.unit": able(Role.SHOOTS, bearers),
    "destroyed": hull_weapons(destroyed=False),
    "take": words("weapon", "immobilised"),
    "side": sides,
    "zone": words(*(zone.value for zone in AngleZone)),
    "extra": words(*EXTRA, "none"),
    "ap": words("1", "2", "3", "4", "5", "6", "-"),
    "cover": SAVES,
    "armour": SAVES_OR_NONE,
    "invulnerable": SAVES_OR_NONE,
    "feel-no-pain": YES_NO,
    "stealth": YES_NO,
    "furious-charge": YES_NO,
    "vulnerable": YES_NO,
    "tank-hunters": YES_NO,
    "ignores-armour": YES_NO,
    "ignores-cover": YES_NO,
    "rending": YES_NO,
    "instant-death": YES_NO,
    "plus-one": YES_NO,
    "acute-senses": YES_NO,
}
