"""DMG of blows in a game: who strikes with what, and how often (D-40 to D-45, D-60)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.errors import PlayError
from builder.systems.diceless.aim import OnVehicle, Rerolls, skill
from builder.systems.diceless.close_combat import WITCHBLADE_ON_VEHICLES, close_combat, poisoned
from builder.systems.diceless.damage import by_toughness
from builder.systems.diceless.explained import Explained, count
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.fields import Figures
from builder.systems.diceless.play.attacks.parameters import STRENGTH, TO_HIT, TO_WOUND, by_hand, switch
from builder.systems.diceless.play.attacks.strength import (
    ByStrength,
    Dealt,
    poison_of,
    strength_given,
    strength_on_models,
    together,
)
from builder.systems.diceless.play.attacks.wielders import Wielders, number_of
from builder.systems.diceless.play.parameters import wish
from builder.systems.diceless.vehicle_attacks import grenade_damage, vehicle_volley
from builder.systems.diceless.weapon_rules import FLESHBANE, HITS_AGAIN, WOUNDS_AGAIN, has, is_called
from builder.systems.figures import positive, whole
from builder.systems.fortyk.model import Unit, WeaponMode

BLOWS, BLOWS_AT_UNIT = "for the DMG of blows", "for the DMG of blows at a unit"
ATTACKS = by_hand("attacks", "attacks of each model, in the place of its profile's", positive, when=BLOWS)
BONUS = wish("bonus", "more attacks of each model: for a second weapon and the like", whole, when=BLOWS)
WS = by_hand("ws", "WS of the attackers, in the place of their own", whole, when=BLOWS)
PREFERRED_ENEMY = switch(name="preferred-enemy", text="the attackers fight their preferred enemy", when=BLOWS)
LIGHTNING_CLAW = switch(name="lightning-claw", text="they strike with lightning claws", when=BLOWS_AT_UNIT)
MOONFANG = switch(name="moonfang", text="the sword is Moonfang", when="against a unit")


def rerolls_of(mode: WeaponMode, asking: Asking, *, to_wound: bool = False) -> Rerolls:
    """What the attackers roll again to hit, and to wound where that matters (D-45)."""
    return Rerolls(
        to_hit=asking[TO_HIT] or has(mode, HITS_AGAIN),
        preferred_enemy=asking[PREFERRED_ENEMY],
        to_wound=to_wound and (asking[TO_WOUND] or has(mode, WOUNDS_AGAIN)),
    )


def enemies_preferred(unit: Unit, asking: Asking) -> Iterator[str]:
    """Yield the rule of those who have a preferred enemy, where nobody said that this is it: armies do not tell."""
    if not asking[PREFERRED_ENEMY]:
        yield from (
            f"{rule}: where this is it, say --{PREFERRED_ENEMY.name}"
            for rule in unit.rules
            if PREFERRED_ENEMY.name.replace("-", " ") in rule.casefold()
        )


def on_models(
    mode: WeaponMode, bearers: Sequence[Wielders], target_ws: int, toughness: int, asking: Asking
) -> Explained[ByStrength]:
    """DMG on models (D-40 to D-42, D-45); `toughness` is that of most of them, for poison."""
    claw = asking[LIGHTNING_CLAW] or is_called(mode, "lightning claw")
    shift = None if asking[STRENGTH] is not None else by_toughness(mode)
    again = rerolls_of(mode, asking, to_wound=True)
    dealt: list[Dealt] = []
    for each in bearers:
        ws, attacks = _ws(each, asking), _attacks(each, asking)
        strength = strength_on_models(mode, each, asking.group(Figures), asking.answers)
        if shift is None:
            power = strength_given(mode, each, asking.group(Figures), asking.answers)
            blows = close_combat(ws, target_ws, attacks.value, power, again, claw)
        else:
            own = (each.profile.s or 0) + each.more_strength if FLESHBANE not in mode.rules else None
            blows = poisoned(ws, target_ws, attacks.value, poison_of(shift), own, toughness, again, claw)
        dealt.append(Dealt(each, strength, Explained(blows.value, (*attacks.steps, *blows.steps))))
    return together(dealt)


def on_vehicle(
    mode: WeaponMode, bearers: Sequence[Wielders], target: OnVehicle, asking: Asking
) -> Explained[ByStrength]:
    """DMG on a vehicle: modified WS × attacks, or 20 for each model with a grenade (D-60)."""
    if mode.kind == "grenade":
        thrown = grenade_damage(number_of(bearers))
        return Explained({strength_on_vehicle(mode, bearers[0], asking): thrown.value}, thrown.steps)
    dealt: list[Dealt] = []
    for each in bearers:
        attacks = _attacks(each, asking)
        ws = skill(_ws(each, asking), rerolls_of(mode, asking), None, target, "WS")
        blows = vehicle_volley(ws, attacks.value, name="WS", unit="attack")
        worked = Explained(blows.value, (*attacks.steps, *blows.steps))
        dealt.append(Dealt(each, strength_on_vehicle(mode, each, asking), worked))
    return together(dealt)


def strength_on_vehicle(mode: WeaponMode, bearer: Wielders, asking: Asking) -> int:
    """The S of blows on a vehicle; 9 for a witchblade (D-42)."""
    if asking[STRENGTH] is None and is_called(mode, "witchblade"):
        return WITCHBLADE_ON_VEHICLES
    return strength_given(mode, bearer, asking.group(Figures), asking.answers)


def _attacks(bearer: Wielders, asking: Asking) -> Explained[int]:
    """Attacks of all who strike with a weapon: those of the profile, and what comes on top."""
    own = asking[ATTACKS] or bearer.profile.a
    if own is None:
        raise PlayError(f"{bearer.name} has no attacks of its own: give them with --attacks")
    more = (asking[BONUS] or 0) + bearer.more_attacks
    total = bearer.weapons * (own + more)
    each = f"{own} + {more} attacks" if more else count(own, "attack")
    return Explained(total, (f"{count(bearer.weapons, 'model')} × {each} = {total}",))


def _ws(bearer: Wielders, asking: Asking) -> int:
    ws = asking[WS] if asking[WS] is not None else bearer.profile.ws
    if ws is None:
        raise PlayError(f"{bearer.name} has no WS: give one with --ws")
    return int(ws)
