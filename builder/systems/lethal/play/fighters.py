"""Who strikes in close combat, with which dice and what AP, against which armour (L-55, L-100, L-106, L-108, L-112)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.systems.common.units import SharedItem, share
from builder.systems.lethal.attacks import LANCE, SPEAR, TWO_HANDED, combat_dice, spear_dice, weapon_penetration
from builder.systems.lethal.contact import protection
from builder.systems.lethal.model import (
    LethalModelGroup,
    LethalModelProfile,
    LethalVehicleProfile,
    LethalWeapon,
    LethalWeaponMode,
)
from builder.systems.lethal.play.queries import combat_of, dug_in, rules_of
from builder.systems.lethal.play.state import Combat, LethalGame, LethalUnit, ref_key
from builder.systems.play.game import UnitRef

MOUNTED = frozenset({"cavalry", "bike"})
FRAGS = frozenset({"frag grenade", "plasma grenade"})
PLASMA, PHOTON = "plasma grenade", "photon grenade"
PISTOL = "pistol"
_GRENADES = FRAGS | {PHOTON}
MOST_BURNED = 3
"""The hits of plasma grenades are a D3 (L-106)."""


@dataclass(frozen=True, slots=True)
class Fighters:
    """Models of one kind that strike with the same weapons: their profile, how many are left, what they strike with."""

    id: str
    name: str
    profile: LethalModelProfile | LethalVehicleProfile
    models: int
    weapons: tuple[LethalWeaponMode, ...] = ()

    @property
    def character(self) -> bool:
        """Whether it is a character, whose hits fall on one model after another (L-105)."""
        return "character" in self.profile.types

    @property
    def text(self) -> str:
        """How many, who, and with what: `1 × Nob (power klaw)`."""
        return f"{self.models} × {self.name}"


def fighters(game: LethalGame, ref: UnitRef, combat: Combat | None = None) -> tuple[Fighters, ...]:
    """Return the models of a unit that have a CS, vehicles too, by kind and by their weapons (L-01, L-03).

    In a combat those count too who were struck down in this round: all strike at once.
    """
    body, fallen = game.body(ref), combat.fallen if combat else {}
    found = [
        each
        for group in body.unit.groups
        for each in _armed_alike(group, body.left(group) + fallen.get(striker_key(ref, group.id), 0))
    ]
    found += [
        Fighters(
            hull.id, hull.name, hull.vehicle.profile, int(not hull.gone) + fallen.get(striker_key(ref, hull.id), 0)
        )
        for hull in body.parts.values()
    ]
    return tuple(each for each in found if each.models and each.profile.cs.dice)


def _armed_alike(group: LethalModelGroup, left: int) -> Iterator[Fighters]:
    """Yield the models of a kind by the weapons that they strike with; of those lost, most bore the commonest."""
    armed: dict[tuple[LethalWeaponMode, ...], int] = {}
    for load in share(group.models, [SharedItem(carried.count) for carried in group.weapons]):
        own = tuple(
            mode
            for carried, count in zip(group.weapons, load.counts, strict=True)
            for mode in _blades(carried.weapon)
            for _ in range(count)
        )
        armed[own] = armed.get(own, 0) + load.models
    common, *special = sorted(armed.items(), key=lambda item: -item[1])
    kept = [min(number, left) for _, number in special]
    spare = max(0, left - sum(kept))
    yield Fighters(group.id, group.name, group.profile, spare, common[0])
    left -= spare
    for place, ((weapons, _), most) in enumerate(zip(special, kept, strict=True), 2):
        number = min(most, left)
        left -= number
        names = ", ".join(_names(group, weapons, common[0])) or "without a second weapon"
        yield Fighters(f"{group.id}/{place}", f"{group.name} ({names})", group.profile, number, weapons)


def _blades(weapon: LethalWeapon) -> Iterator[LethalWeaponMode]:
    """Yield how a weapon is used in close combat: what is made for it, and pistols (L-81, L-100)."""
    return (mode for mode in weapon.modes if mode.multiplier is None or "pistol" in mode.kinds)


def _names(
    group: LethalModelGroup, own: Sequence[LethalWeaponMode], common: Sequence[LethalWeaponMode]
) -> Iterator[str]:
    """Yield the names of the weapons of some models that most of their kind have not."""
    for carried in group.weapons:
        if any(mode in own and mode not in common for mode in carried.weapon.modes):
            yield carried.weapon.name.casefold()


def has_kind(body: LethalUnit, *names: str) -> bool:
    """Whether any models of a unit carry a thing of a kind, such as a grenade."""
    modes = (mode for group in body.groups for each in group.weapons for mode in each.weapon.modes)
    return any(not {*names}.isdisjoint(mode.kinds) for mode in modes)


def striker_key(ref: UnitRef, kind: str) -> str:
    """Return what a combat calls models of a unit, or a weapon of it, that struck in this round."""
    return f"{ref_key(ref)}/{kind}"


def has_enemy(game: LethalGame, ref: UnitRef, combat: Combat) -> bool:
    """Whether an enemy of a unit is left in its combat."""
    return any(not game.body(each).gone for each in combat.refs if each.side != ref.side)


def still_to_strike(game: LethalGame, combat: Combat) -> Iterator[tuple[UnitRef, Fighters]]:
    """Yield the models that have an enemy and have not struck in this round, those of the side that began first."""
    for ref in combat.refs:
        if ref_key(ref) not in combat.struck and has_enemy(game, ref, combat):
            for each in fighters(game, ref, combat):
                if striker_key(ref, each.id) not in combat.struck:
                    yield ref, each


def strikers(game: LethalGame, ref: UnitRef) -> tuple[UnitRef, ...]:
    """Return who has yet to strike in the close combat of a unit, that unit first; nobody where it is in none."""
    combat = combat_of(game, ref)
    found = dict.fromkeys(each for each, _ in still_to_strike(game, combat)) if combat is not None else {}
    return tuple(sorted(found, key=lambda each: each != ref))


def may_strike(game: LethalGame, ref: UnitRef) -> bool:
    """Whether somebody of a unit in close combat has yet to strike in this round."""
    return ref in strikers(game, ref)


def dice_of(
    game: LethalGame,
    combat: Combat,
    ref: UnitRef,
    who: Fighters,
    target: UnitRef,
    *,
    preferred: bool = False,
    pistol: bool = False,
) -> int:
    """Return the dice of each model in this round (L-06, L-55, L-81, L-106, L-108, L-112).

    Args:
        game: how the game stands.
        combat: the close combat.
        ref: the unit that strikes.
        who: the models of it.
        target: the unit that is struck.
        preferred: it is the enemy that they prefer.
        pistol: they strike with the AP of a pistol, which is no second weapon then.
    """
    rules, enemy = rules_of(game, ref), game.body(target)
    hands = [mode for mode in who.weapons if _GRENADES.isdisjoint(mode.kinds)]
    if pistol:
        second = len([mode for mode in hands if PISTOL not in mode.kinds]) > 1
    else:
        second = len(hands) > 1 or any(PISTOL in mode.kinds for mode in hands) or "true grit" in rules
    dice = combat_dice(
        who.profile.cs.dice,
        combat.round,
        charging=ref_key(ref) in combat.charging and not has_kind(enemy, PHOTON),
        second_weapon=second,
        furious_charge="furious charge" in rules,
        preferred_enemy=preferred,
        vehicle_moved=0 if enemy.fights_as_infantry else enemy.speed,
    )
    if any(SPEAR in mode.kinds for mode in who.weapons):
        riders = any(not MOUNTED.isdisjoint(group.profile.types) for group in enemy.groups)
        receiving = ref_key(ref) not in combat.assaulting
        dice += spear_dice(receiving=receiving, round_number=combat.round, against_mounted=riders)
    return dice


def penetration(combat: Combat, ref: UnitRef, who: Fighters, *, pistol: bool = False) -> int:
    """Return the AP of a model: the better of profile and weapon, and what its arms add; a pistol's own (L-81, L-100).

    A lance adds in every round of a combat that its side began by assaulting (L-112).
    """
    assaulting = combat.began == ref.side
    mounted = not MOUNTED.isdisjoint(who.profile.types)
    if pistol:
        return max((mode.ap for mode in who.weapons if PISTOL in mode.kinds), default=who.profile.ap)
    blades = [mode for mode in who.weapons if PISTOL not in mode.kinds]
    best = max([who.profile.ap, *(who.profile.ap + mode.ap if mode.adds else mode.ap for mode in blades)])
    added = (
        weapon_penetration(stack, assaulting=assaulting, mounted=mounted)
        for stack in (TWO_HANDED, LANCE)
        if any(stack in mode.kinds and not mode.adds for mode in blades)
    )
    return best + max(added, default=0)


def armour_in_combat(game: LethalGame, combat: Combat, ref: UnitRef, target: UnitRef, *, front: bool = True) -> int:
    """Return what a unit adds to its AV in the first round: for digging in, for shields (L-45, L-107, L-112)."""
    if combat.round > 1 or ref_key(target) in combat.assaulting:
        return 0
    body = game.body(target)
    entrenched = dug_in(game, target) and not has_kind(game.body(ref), *FRAGS)
    shields = front and "shield" in rules_of(game, target)
    return (protection(body.cover, dug_in=True).armour if entrenched else 0) + shields
