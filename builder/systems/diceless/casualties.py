"""Hit points, and how they are lost: DMG divided in a unit, the models that it removes, rending."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import field

from builder.record import Record, replace
from builder.scalars import counted
from builder.systems.calculation import Explained
from builder.systems.diceless.saves import NO_ATTACK, Attack, Protection, Saved, protected, rending_parts
from builder.systems.fortyk.model import ModelGroup, ModelProfile, Toughness, Unit

HP_FACTOR = 10
ORDER_POINTS_AT_START = 0


def hit_points(profile: ModelProfile) -> int:
    """Return the HP of one model (D-02)."""
    return hp_of(profile.w, profile.t).value


def hp_of(wounds: int, toughness: Toughness) -> Explained[int]:
    """Return the HP of a model: W × T × 10 (D-02), with the bracketed toughness of `4(5)` (D-03)."""
    hp = wounds * toughness.full * HP_FACTOR
    return Explained(hp, (f"W {wounds} × T {toughness.full} × {HP_FACTOR} = {hp} HP",))


def group_hit_points(group: ModelGroup) -> int:
    """Return the HP of all models of a group."""
    return group.models * hit_points(group.profile)


def unit_hit_points(unit: Unit) -> int | None:
    """Return the HP of all models of a unit; None for vehicles, which have none (D-06)."""
    return sum(group_hit_points(group) for group in unit.groups) if unit.groups else None


KILLING_LOSS = 10
"""HP that a model must lose to an attack to be removed at once (D-26, D-107)."""


class Pool(Record, frozen=True):
    """Identical models, which share one pool (D-25); `noted` HP are lost already by the one that is hurt."""

    models: int
    hp_each: int
    noted: int = 0

    @property
    def hp_left(self) -> int:
        """The HP of all models left."""
        return self.models * self.hp_each - self.noted


class Losses(Record, frozen=True):
    """A pool after an attack, the models removed, and HP for which no model was left."""

    pool: Pool
    removed: int
    surplus: int = 0


class Group(Record, frozen=True):
    """A group of identical models of a unit: its pool, its saves, and the first figure of its T for instant death."""

    name: str
    pool: Pool
    protection: Protection = field(default_factory=Protection)
    toughness: int | None = None


class GroupLosses(Record, frozen=True):
    """What a group took of an attack on its unit: its share of the DMG, the HP lost, and what is left of it."""

    name: str
    share: int
    hp_lost: int
    losses: Losses


def kills_at_once(strength: int, toughness: int) -> bool:
    """Whether an attack brings instant death: S of at least twice T, the first figure of `4(5)` (D-26, D-03)."""
    return strength >= 2 * toughness


def casualties(pool: Pool, lost: int, instant_death: bool = False) -> Explained[Losses]:
    """Take HP off a group: a model goes as soon as the pool allows (D-25).

    Args:
        pool: the group before.
        lost: HP lost, after saves.
        instant_death: a model that takes 10 HP or more of them goes whole, the rest goes on to the next (D-26, D-36).
    """
    models, noted, left = pool.models, pool.noted, lost
    while left and models:
        taken = min(left, pool.hp_each - noted)
        left -= taken
        noted += taken
        if noted == pool.hp_each or (instant_death and taken >= KILLING_LOSS):
            models, noted = models - 1, 0
    after = Losses(Pool(models, pool.hp_each, noted), pool.models - models, left)
    noted_before = f", {pool.noted} HP noted before," if pool.noted else ""
    lose = (
        f"{pool.hp_each} HP{noted_before} loses" if pool.models == 1 else f"{pool.hp_each} HP each{noted_before} lose"
    )
    steps = [f"{counted(pool.models, 'model')} of {lose} {lost} HP"]
    if instant_death:
        steps.append(f"instant death: a model that loses {KILLING_LOSS} HP or more goes whole")
    whole = pool.hp_left - after.pool.hp_left
    if whole > lost - left:
        steps.append(f"whole models: {whole} HP lost with them")
    steps.append(f"{counted(after.removed, 'model')} removed, {models} left" + (f", {noted} HP noted" if noted else ""))
    if left:
        steps.append(f"{left} HP are lost on nobody")
    return Explained(after, tuple(steps))


def shares(
    damage: int, models: Sequence[int], first: Sequence[int] = (), unit: str = "DMG"
) -> Explained[tuple[int, ...]]:
    """Divide DMG over the groups of a unit, evenly by model (D-25).

    Args:
        damage: DMG before saves.
        models: the models of each group, at least one in all.
        first: places of the groups that take the points left over, each up to one point a model, as the owner chooses;
            behind them, and where he does not choose, the largest groups come first.
        unit: what it is that is divided, for the steps: DMG, or HP that are lost as they are.

    Raises:
        ValueError: nobody is left to take damage.
    """
    if not sum(models):
        raise ValueError("no model is left to take damage")
    each, over = divmod(damage, sum(models))
    steps = [
        f"{damage} {unit} on {counted(sum(models), 'model')}: {each} each" + (f", {over} left over" if over else "")
    ]
    taken = [each * number for number in models]
    largest = sorted(range(len(models)), key=lambda place: -models[place])
    for place in dict.fromkeys((*first, *largest)):
        extra = min(over, models[place])
        taken[place] += extra
        over -= extra
    return Explained(tuple(taken), tuple(steps))


def unit_casualties(
    damage: int,
    groups: Sequence[Group],
    attack: Attack = NO_ATTACK,
    strength: int | None = None,
    first: Sequence[int] = (),
) -> Explained[tuple[GroupLosses, ...]]:
    """Return what DMG of one type of weapon does to a unit of several groups, each with saves on its own total (D-25).

    Args:
        damage: DMG of the weapons of one AP, before saves.
        groups: the groups of the unit.
        attack: what decides on their saves.
        strength: that of the attack, where it may bring instant death (D-26).
        first: places of the groups that take the points left over, see `shares`.
    """
    divided = shares(damage, [group.pool.models for group in groups], first)
    steps, results = list(divided.steps), []
    for group, share in zip(groups, divided.value, strict=True):
        saved = protected(share, group.protection, attack)
        sudden = strength is not None and group.toughness is not None and kills_at_once(strength, group.toughness)
        taken = casualties(group.pool, saved.value.hp_lost, sudden)
        steps += (f"{group.name}: {words}" for words in (f"{share} DMG", *saved.steps, *taken.steps))
        results.append(GroupLosses(group.name, share, saved.value.hp_lost, taken.value))
    return Explained(tuple(results), tuple(steps))


RENDING_AP = 2


class Rent(Record, frozen=True):
    """Rending DMG in its two parts, with the HP that each costs after saves."""

    pierced: int
    saved: int
    pierced_lost: int
    saved_lost: int

    @property
    def hp_lost(self) -> int:
        """The HP lost in all."""
        return self.pierced_lost + self.saved_lost


def rending(damage: int, protection: Protection, attack: Attack = NO_ATTACK) -> Explained[Rent]:
    """Part rending DMG and save each part: the 2+ value as AP2, the 6+ value as the weapon's own AP (D-29).

    In close combat the attack ignores cover (D-44). Feel No Pain, which AP2 stops, is counted on the rest alone (D-33).
    """
    pierced, saved = rending_parts(damage)
    sharper = replace(attack, ap=min(attack.ap or RENDING_AP, RENDING_AP))
    piercing = _save("AP2 part", pierced, replace(protection, feel_no_pain=False), sharper)
    usual = _save("rest", saved, protection, attack)
    rent = Rent(pierced, saved, piercing.value.hp_lost, usual.value.hp_lost)
    return Explained(
        rent,
        (
            f"rending: of {damage} DMG the 2+ value, {pierced}, is saved as AP2, the 6+ value, {saved}, as usual",
            *piercing.steps,
            *usual.steps,
            f"{rent.pierced_lost} + {rent.saved_lost} = {rent.hp_lost} HP lost",
        ),
    )


def moonfang_kills(rent: Rent) -> bool:
    """Whether Moonfang removes the model: 10 or more AP2 damage after invulnerable saves (D-107)."""
    return rent.pierced_lost >= KILLING_LOSS


def _save(part: str, damage: int, protection: Protection, attack: Attack) -> Explained[Saved]:
    after = protected(damage, protection, attack)
    return Explained(after.value, tuple(f"{part}: {step}" for step in after.steps))
