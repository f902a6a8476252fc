"""DMG of blows in a game: who strikes with what, how often, and what a charge adds (D-40 to D-45, D-60)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from builder.errors import PlayError
from builder.record import replace
from builder.scalars import counted
from builder.systems.calculation import Explained
from builder.systems.common.units import has_rule
from builder.systems.diceless.aim import OnVehicle, Rerolls, skill
from builder.systems.diceless.attacks import (
    WITCHBLADE_ON_VEHICLES,
    close_combat,
    grenade_damage,
    poisoned,
    vehicle_volley,
)
from builder.systems.diceless.damage import by_toughness
from builder.systems.diceless.play.attacks.fields import Figures, GivenRerolls, said
from builder.systems.diceless.play.attacks.strength import (
    ByStrength,
    Dealt,
    poison_of,
    strength_given,
    strength_on_models,
    together,
)
from builder.systems.diceless.play.attacks.weapons import BARE, Wielders, number_of
from builder.systems.diceless.weapon_rules import (
    FLESHBANE,
    HITS_AGAIN,
    PAIRED,
    TWO_HANDED,
    WOUNDS_AGAIN,
    has,
    in_hands,
    is_called,
)
from builder.systems.figures import Positive, Whole
from builder.systems.fortyk.model import Unit, WeaponMode
from builder.systems.parameters import Params, given
from builder.systems.play.answers import Answers

BLOWS, BLOWS_AT_UNIT = "for the DMG of blows", "for the DMG of blows at a unit"
MORE = 1
"""Attacks of a charge, and S and I of a furious one, as in the base game."""
PREFERRED = "preferred enemy"


class Striking(Params):
    """How they strike, by their rules and as things stand."""

    heading = "The attack"
    charge: bool = given(
        "they charged in this turn: one attack more each, and S and I +1 with Furious Charge",
        default=False,
        when="for blows without grenades",
    )
    furious_charge: bool | None = given(
        "they have Furious Charge: yes, no; by their rules if not given",
        default=None,
        when="for blows of a --charge",
    )
    preferred_enemy: bool = given("the attackers fight their preferred enemy", default=False, when=BLOWS)
    lightning_claw: bool = given("they strike with lightning claws", default=False, when=BLOWS_AT_UNIT)
    moonfang: bool = given("the sword is Moonfang", default=False, when="against a unit")


class MoreAttacks(Params):
    """Attacks on top of those of the profile."""

    bonus: Whole | None = given(
        "more attacks of each model; if not given, one for a second weapon", default=None, when=BLOWS
    )


class KnownBlows(Params):
    """Attacks and WS that a player knows."""

    heading = "Figures set by hand"
    attacks: Positive | None = given("attacks of each model, instead of its profile's", default=None, when=BLOWS)
    ws: Whole | None = given("WS of the attackers, instead of their own", default=None, when=BLOWS)
    target_ws: Whole | None = given("WS of the target, instead of most models'", default=None, when=BLOWS_AT_UNIT)


class OnBlows(Struct, frozen=True, kw_only=True):
    """What decides on the DMG of blows: groups of fields of an act."""

    striking: Striking
    more: MoreAttacks
    known: KnownBlows
    rerolls: GivenRerolls
    figures: Figures


def is_furious(unit: Unit, mode: WeaponMode, striking: Striking) -> bool:
    """Whether they charged with Furious Charge; who throws a grenade gains nothing by that."""
    return (
        mode.kind != "grenade"
        and striking.charge
        and said(striking.furious_charge, has_rule(unit.rules, "furious charge"))
    )


def charged(
    unit: Unit, mode: WeaponMode, wielders: Sequence[Wielders], striking: Striking
) -> Explained[tuple[Wielders, ...]]:
    """Those who strike, with what a charge adds to them, if they charged: an attack, and S with Furious Charge."""
    if mode.kind == "grenade" or not striking.charge:
        return Explained(tuple(wielders))
    steps = [f"they charge: {MORE} attack more each"]
    by_own_strength = not mode.strength.strip().isdigit()
    furious = by_own_strength and is_furious(unit, mode, striking)
    if furious:
        steps.append(f"Furious Charge: S +{MORE}")
    more = [replace(each, more_attacks=MORE, more_strength=MORE * furious) for each in wielders]
    return Explained(tuple(more), tuple(steps))


def armed(
    unit: Unit, mode: WeaponMode, worked: Explained[tuple[Wielders, ...]], more: MoreAttacks
) -> Explained[tuple[Wielders, ...]]:
    """Those who strike, with an attack more for a second weapon, as in the base game, unless a bonus was said.

    Weapons held in one hand count, pistols among them. Power fists and their like gain it from another one alone.
    """
    if mode.kind == "grenade" or more.bonus is not None:
        return worked
    steps: list[str] = []
    found: list[Wielders] = []
    for each in worked.value:
        second = _second_weapon(unit, each, mode)
        steps += [f"{each.name}: {second} is a second weapon, an attack more each"] if second else []
        found.append(replace(each, more_attacks=each.more_attacks + bool(second)))
    return Explained(tuple(found), (*worked.steps, *steps))


def _second_weapon(unit: Unit, wielder: Wielders, mode: WeaponMode) -> str:
    """Return what a wielder strikes with beside his weapon; empty where he has nothing for that."""
    if has(mode, TWO_HANDED) or mode.name == BARE.name:
        return ""
    group = next((each for each in unit.groups if each.id == wielder.group), None)
    if group is None:
        return ""
    held = [weapon for each in group.weapons for weapon in [each.weapon] * (each.count // group.models)]
    used = next((each for each in held if mode in (in_hands(each, group.profile)).modes), None)
    if used is None:
        return ""
    held.remove(used)
    for other in held:
        one = next((each for each in other.modes if each.kind in ("melee", "pistol")), None)
        alike = other.name == used.name
        if one is not None and not has(one, TWO_HANDED) and (alike or not (_special(mode) or _special(one))):
            return other.name
    return ""


def _special(mode: WeaponMode) -> bool:
    """Whether a weapon goes with another of its kind alone: power fists, lightning claws and the like."""
    return has(mode, PAIRED) or is_called(mode, "lightning claw")


def enemies_preferred(unit: Unit, striking: Striking) -> Iterator[str]:
    """Yield the rule of those who have a preferred enemy, where nobody said that this is it: armies do not tell."""
    if not striking.preferred_enemy:
        yield from (
            f"{rule}: where this is it, say --preferred-enemy" for rule in unit.rules if PREFERRED in rule.casefold()
        )


def on_models(
    mode: WeaponMode, wielders: Sequence[Wielders], target_ws: int, toughness: int, given: OnBlows, ask: Answers
) -> Explained[ByStrength]:
    """DMG on models (D-40 to D-42, D-45); `toughness` is that of most of them, for poison."""
    claw = given.striking.lightning_claw or is_called(mode, "lightning claw")
    shift = None if given.figures.strength is not None else by_toughness(mode)
    again = replace(_rerolls(mode, given), to_wound=given.rerolls.reroll_to_wound or has(mode, WOUNDS_AGAIN))
    dealt: list[Dealt] = []
    for each in wielders:
        ws, attacks = _ws(each, given), _attacks(each, given)
        strength = strength_on_models(mode, each, given.figures, ask)
        if shift is None:
            power = strength_given(mode, each, given.figures, ask)
            blows = close_combat(ws, target_ws, attacks.value, power, again, claw)
        else:
            own = (each.profile.s or 0) + each.more_strength if FLESHBANE not in mode.rules else None
            blows = poisoned(ws, target_ws, attacks.value, poison_of(shift), own, toughness, again, claw)
        dealt.append(Dealt(each, strength, Explained(blows.value, (*attacks.steps, *blows.steps))))
    return together(dealt)


def on_vehicle(
    mode: WeaponMode, wielders: Sequence[Wielders], target: OnVehicle, given: OnBlows, ask: Answers
) -> Explained[ByStrength]:
    """DMG on a vehicle: modified WS × attacks, or 20 for each model with a grenade (D-60)."""
    if mode.kind == "grenade":
        thrown = grenade_damage(number_of(wielders))
        return Explained({strength_on_vehicle(mode, wielders[0], given.figures, ask): thrown.value}, thrown.steps)
    dealt: list[Dealt] = []
    for each in wielders:
        attacks = _attacks(each, given)
        ws = skill(_ws(each, given), _rerolls(mode, given), None, target, "WS")
        blows = vehicle_volley(ws, attacks.value, name="WS", unit="attack")
        worked = Explained(blows.value, (*attacks.steps, *blows.steps))
        dealt.append(Dealt(each, strength_on_vehicle(mode, each, given.figures, ask), worked))
    return together(dealt)


def strength_on_vehicle(mode: WeaponMode, wielder: Wielders, figures: Figures, ask: Answers) -> int:
    """The S of blows on a vehicle; 9 for a witchblade (D-42)."""
    if figures.strength is None and is_called(mode, "witchblade"):
        return WITCHBLADE_ON_VEHICLES
    return strength_given(mode, wielder, figures, ask)


def _rerolls(mode: WeaponMode, given: OnBlows) -> Rerolls:
    """Return what the attackers roll again to hit (D-45)."""
    return Rerolls(
        to_hit=given.rerolls.reroll_to_hit or has(mode, HITS_AGAIN),
        preferred_enemy=given.striking.preferred_enemy,
    )


def _attacks(wielder: Wielders, given: OnBlows) -> Explained[int]:
    """Attacks of all who strike with a weapon: those of the profile, and what comes on top."""
    own = given.known.attacks or wielder.profile.a
    if own is None:
        raise PlayError(f"{wielder.name} has no attacks of its own: give them with --attacks")
    more = (given.more.bonus or 0) + wielder.more_attacks
    total = wielder.weapons * (own + more)
    each = f"({own} + {more}) attacks" if more else counted(own, "attack")
    return Explained(total, (f"{counted(wielder.weapons, 'model')} × {each} = {total}",))


def _ws(wielder: Wielders, given: OnBlows) -> int:
    ws = given.known.ws if given.known.ws is not None else wielder.profile.ws
    if ws is None:
        raise PlayError(f"{wielder.name} has no WS: give one with --ws")
    return ws
