"""DMG on vehicles: shooting, assaults, grenades, ramming, and terrain under their tracks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from builder.systems.diceless.damage import GRENADE_DAMAGE
from builder.systems.diceless.explained import Explained, count
from builder.systems.diceless.hazards import DANGEROUS_TERRAIN, travelled
from builder.systems.diceless.saves import save_worked
from builder.systems.diceless.vehicle_damage import Lines, ScoredDamage, attack

GRENADES: Mapping[str, int] = {"defensive": 4, "assault": 4, "krak": 6, "melta bomb": 12}
"""The strength of grenades on vehicles (D-60)."""
RAM, RAM_ON_SKIMMER = 20, 10
"""DMG of ramming, and on a skimmer (D-61); its strength is the base game's."""
TERRAIN_STRENGTH = 8
"""The strength of dangerous terrain, on rear armour (D-61)."""


def vehicle_volley(
    skill: Explained[int], shots: int, models: int = 1, cover: int | None = None, name: str = "BS", unit: str = "shot"
) -> Explained[int]:
    """DMG of one type of weapon on a vehicle: modified BS × shots, then cover by table 1 (D-50).

    Args:
        skill: modified BS; in an assault modified WS (D-60).
        shots: of one model; attacks in an assault.
        models: that fire.
        cover: the save of the vehicle's cover, None for none.
        name: `BS` or `WS`.
        unit: `shot` or `attack`.
    """
    damage = skill.value * shots * models
    by_models = f" × {count(models, 'model')}" if models > 1 else ""
    steps = (*skill.steps, f"{name} {skill.value} × {count(shots, unit)}{by_models} = {damage} DMG")
    return in_cover(Explained(damage, steps), cover)


def in_cover(damage: Explained[int], cover: int | None) -> Explained[int]:
    """DMG on a vehicle after its cover, if it has any, through table 1 (D-50)."""
    if cover is None:
        return damage
    saved = save_worked(damage.value, cover)
    return Explained(saved.value, (*damage.steps, f"cover {cover}+: {damage.value} DMG become {saved.value}"))


def grenade_damage(models: int) -> Explained[int]:
    """DMG of models that attack a vehicle with grenades: 20 each (D-60)."""
    damage = models * GRENADE_DAMAGE
    return Explained(damage, (f"{count(models, 'model')} × {GRENADE_DAMAGE} = {damage} DMG",))


def grenades(kind: str, models: int, av: int, lines: Lines | None = None) -> Explained[ScoredDamage]:
    """Return what models do that attack a vehicle with grenades: 20 DMG each (D-60); `kind` is one of `GRENADES`."""
    damage = grenade_damage(models)
    scored = attack(av, GRENADES[kind], damage.value, lines)
    return Explained(scored.value, (f"{damage.steps[0]}, S {GRENADES[kind]}", *scored.steps))


def ramming_damage(skimmer: bool = False) -> int:
    """DMG of ramming a vehicle (D-61)."""
    return RAM_ON_SKIMMER if skimmer else RAM


def ramming(av: int, strength: int, lines: Lines | None = None, skimmer: bool = False) -> Explained[ScoredDamage]:
    """Return what ramming does to a vehicle; `strength` is worked out as in the base game (D-61)."""
    damage = ramming_damage(skimmer)
    scored = attack(av, strength, damage, lines)
    return Explained(scored.value, (f"ramming{' a skimmer' if skimmer else ''}: {damage} DMG", *scored.steps))


def dangerous_terrain(
    rear: int,
    inches: Fraction,
    lines: Lines | None = None,
    strength: int = TERRAIN_STRENGTH,
    amount: int = DANGEROUS_TERRAIN,
) -> Explained[ScoredDamage]:
    """Return what dangerous terrain, or moving after a tremor, does to a vehicle (D-61, D-104).

    10 DMG for each inch in it, rounded half up, with S8 on rear armour; other figures as the players agree.
    """
    damage = travelled(amount, inches)
    scored = attack(rear, strength, damage.value, lines)
    return Explained(scored.value, (f"{damage.steps[0]}, S {strength} on rear armour", *scored.steps))
