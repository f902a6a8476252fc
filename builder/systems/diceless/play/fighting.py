"""DMG of blows in a game: who strikes with what, and how often (D-40 to D-45, D-60)."""

from __future__ import annotations

from collections.abc import Sequence

from builder.errors import PlayError
from builder.systems.diceless.aim import OnVehicle, Rerolls, skill
from builder.systems.diceless.close_combat import WITCHBLADE_ON_VEHICLES, close_combat, poisoned
from builder.systems.diceless.damage import POISON, by_toughness
from builder.systems.diceless.play.arms import Bearers, number_of
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attack_parameters import STRENGTH, TO_HIT, TO_WOUND
from builder.systems.diceless.play.dealing import ByStrength, Dealt, together
from builder.systems.diceless.play.weapon_strength import strength_given, strength_on_models
from builder.systems.diceless.vehicle_attacks import grenade_damage, vehicle_volley
from builder.systems.diceless.worked import Worked, count
from builder.systems.fortyk.model import WeaponMode
from builder.systems.questions import Parameter, optional, positive, whole

ATTACKS = Parameter(
    name="attacks", text="attacks of each model, in the place of its profile's", read=optional(positive), default=""
)
BONUS = Parameter(
    name="bonus", text="attacks more of each model: for a charge, a second weapon", read=optional(whole), default=""
)
WS = Parameter(name="ws", text="WS of the attackers, in the place of their own", read=optional(whole), default="")
PREFERRED_ENEMY = Parameter(name="preferred-enemy", text="the attackers fight their preferred enemy")
LIGHTNING_CLAW = Parameter(name="lightning-claw", text="with lightning claws")
MOONFANG = Parameter(name="moonfang", text="the sword is Moonfang")


def rerolls_of(asking: Asking) -> Rerolls:
    """What the attackers roll again (D-45)."""
    return Rerolls(to_hit=asking[TO_HIT], preferred_enemy=asking[PREFERRED_ENEMY], to_wound=asking[TO_WOUND])


def on_models(
    mode: WeaponMode, bearers: Sequence[Bearers], target_ws: int, toughness: int, asking: Asking
) -> Worked[ByStrength]:
    """DMG on models (D-40 to D-42, D-45); `toughness` is that of most of them, for poison."""
    claw = asking[LIGHTNING_CLAW] or is_called(mode, "lightning claw")
    shift = None if asking[STRENGTH] is not None else by_toughness(mode)
    dealt: list[Dealt] = []
    for each in bearers:
        ws, attacks = _ws(each, asking), _attacks(each, asking)
        strength = strength_on_models(mode, each, asking)
        if shift is None:
            power = strength_given(mode, each, asking)
            blows = close_combat(ws, target_ws, attacks.value, power, rerolls_of(asking), claw)
        else:
            poison = next(poison for poison, change in POISON.items() if change == shift)
            own = each.profile.s or 0
            blows = poisoned(ws, target_ws, attacks.value, poison, own, toughness, rerolls_of(asking), claw)
        dealt.append(Dealt(each, strength, Worked(blows.value, (*attacks.steps, *blows.steps))))
    return together(dealt)


def on_vehicle(mode: WeaponMode, bearers: Sequence[Bearers], target: OnVehicle, asking: Asking) -> Worked[ByStrength]:
    """DMG on a vehicle: modified WS × attacks, or 20 for each model with a grenade (D-60)."""
    if mode.kind == "grenade":
        thrown = grenade_damage(number_of(bearers))
        return Worked({strength_on_vehicle(mode, bearers[0], asking): thrown.value}, thrown.steps)
    dealt: list[Dealt] = []
    for each in bearers:
        attacks = _attacks(each, asking)
        ws = skill(_ws(each, asking), rerolls_of(asking), None, target, "WS")
        blows = vehicle_volley(ws, attacks.value, name="WS", unit="attack")
        worked = Worked(blows.value, (*attacks.steps, *blows.steps))
        dealt.append(Dealt(each, strength_on_vehicle(mode, each, asking), worked))
    return together(dealt)


def strength_on_vehicle(mode: WeaponMode, bearer: Bearers, asking: Asking) -> int:
    """The S of blows on a vehicle; 9 for a witchblade (D-42)."""
    if asking[STRENGTH] is None and is_called(mode, "witchblade"):
        return WITCHBLADE_ON_VEHICLES
    return strength_given(mode, bearer, asking)


def is_called(mode: WeaponMode, name: str) -> bool:
    """Whether a weapon is called so, or has a rule that is."""
    return any(name in word for word in (mode.name.casefold(), *mode.rules))


def _attacks(bearer: Bearers, asking: Asking) -> Worked[int]:
    """Attacks of all who strike with a weapon: those of the profile, and what comes on top."""
    own = asking[ATTACKS] or bearer.profile.a
    if own is None:
        raise PlayError(f"{bearer.name} has no attacks of its own: give them with --attacks")
    more = asking[BONUS] or 0
    total = bearer.weapons * (own + more)
    each = f"{own} + {more} attacks" if more else count(own, "attack")
    return Worked(total, (f"{count(bearer.weapons, 'model')} × {each} = {total}",))


def _ws(bearer: Bearers, asking: Asking) -> int:
    ws = asking[WS] if asking[WS] is not None else bearer.profile.ws
    if ws is None:
        raise PlayError(f"{bearer.name} has no WS: give one with --ws")
    return int(ws)
