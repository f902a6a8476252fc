"""What a weapon deals in a game: its S, AP and penetration, by its rules or as said, and DMG told apart by S."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from builder.record import replace
from builder.systems.calculation import Explained
from builder.systems.diceless.attacks import poison_strength, sniper_strength
from builder.systems.diceless.damage import HIGHEST, POISON, by_toughness, strength_of
from builder.systems.diceless.parameters import ap as read_ap
from builder.systems.diceless.play.attacks.fields import (
    ArmourPiercing,
    AttackRules,
    CoverRule,
    Figures,
    Penetration,
    Saves,
    TargetToughness,
    said,
)
from builder.systems.diceless.play.attacks.squads import Squad, majority
from builder.systems.diceless.play.attacks.weapons import Wielders
from builder.systems.diceless.saves import SAVES, Attack
from builder.systems.diceless.weapon_rules import FLESHBANE, GRAVITON, NO_ARMOUR, has
from builder.systems.fortyk.model import WeaponMode
from builder.systems.parameters import Choice
from builder.systems.play.answers import Answers

MELTA, RENDS = "D6", "D3"
"""Extra dice of penetration; a sniper weapon rends (D-30, D-51)."""
Strength = int | None
"""The S of an attack; None for weapons that go by the target's T, and where nobody knows it."""
ByStrength = Mapping[Strength, int]
"""DMG by the S that it is dealt with, the strongest first (D-26, D-51)."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """What one kind of wielders of a weapon deals, and with which S."""

    wielder: Wielders
    strength: Strength
    damage: Explained[int]


def together(dealt: Sequence[Dealt]) -> Explained[ByStrength]:
    """The DMG of all wielders of a weapon; of several, steps begin with their names and end with the sum."""
    by_strength: dict[Strength, int] = {}
    for each in sorted(dealt, key=lambda each: -(each.strength or 0)):
        by_strength[each.strength] = by_strength.get(each.strength, 0) + each.damage.value
    if len(dealt) == 1:
        return Explained(by_strength, dealt[0].damage.steps)
    steps = [f"{each.wielder.name}: {words}" for each in dealt for words in each.damage.steps]
    return Explained(by_strength, (*steps, f"{total(by_strength)} DMG in all"))


def total(damage: ByStrength) -> int:
    """The DMG of every S."""
    return sum(damage.values())


def strongest(strengths: Iterable[Strength]) -> Strength:
    """The highest S of several; None where none is known."""
    return max((each for each in strengths if each is not None), default=None)


def typed(figures: Figures, strength: Strength) -> Explained[ByStrength]:
    """DMG that the player gave instead of what the rules come to, of one strength."""
    damage = figures.damage or 0
    return Explained({strength: damage}, (f"{damage} DMG, set by the player",))


def strength_on_models(mode: WeaponMode, wielder: Wielders, figures: Figures, ask: Answers) -> Strength:
    """The S that may bring instant death (D-26); None for weapons that go by T."""
    given = figures.strength
    return given if given is not None or by_toughness(mode) is not None else strength_given(mode, wielder, figures, ask)


def strength_known(mode: WeaponMode, wielders: Sequence[Wielders], figures: Figures) -> Strength:
    """The S of DMG that the player knows: as said, else the highest of those who deal it, if any is known."""
    given = figures.strength
    if given is not None or by_toughness(mode) is not None:
        return given
    return strongest(_own(mode, each) for each in wielders)


def strength_given(mode: WeaponMode, wielder: Wielders, figures: Figures, ask: Answers) -> int:
    """The S of a weapon, asked for where the data leaves it open."""
    choices = (Choice(number, f"S {number}") for number in range(1, HIGHEST + 1))
    question = f"Which S has {mode.name}? Its profile says {mode.strength or '–'}."
    return ask.one("strength", figures.strength or _own(mode, wielder), question, choices)


def _own(mode: WeaponMode, wielder: Wielders) -> Strength:
    """The S of a weapon in the hands of somebody; what is added to his S comes after what the weapon makes of it."""
    known = strength_of(mode, wielder.profile)
    if known is None or not wielder.more_strength:
        return known
    return min(HIGHEST, known + wielder.more_strength)


def toughness_of(mode: WeaponMode, hit: Sequence[Squad], figures: Figures, target: TargetToughness) -> int:
    """T of a target, for weapons that go by it: as said, else that of most models."""
    goes_by_it = by_toughness(mode) is not None and figures.strength is None
    known = target.toughness if goes_by_it else None
    return known.full if known else majority(hit, "t")


def wounds(mode: WeaponMode, hit: Sequence[Squad], figures: Figures, saves: Saves) -> Explained[WeaponMode]:
    """A weapon as it wounds these models, where its rule is a figure to wound on, as poison has one (D-42).

    Fleshbane wounds on 2+. Graviton goes by the armour save of most models, 6+ where they have none.
    """
    if figures.strength is not None or figures.damage is not None:
        return Explained(mode)
    if FLESHBANE in mode.rules:
        return Explained(mode, ("fleshbane wounds on 2+, as poison of 2+ does",))
    if GRAVITON in mode.rules:
        save = saves.armour or majority(hit, "save") or SAVES[-1]
        words = f"graviton goes by armour: it wounds on {save}+, as poison of {save}+ does"
        return Explained(replace(mode, rules=(*mode.rules, f"poisoned {save}+")), (words,))
    return Explained(mode)


def poison_of(change: int) -> int:
    """Return what a weapon is poisoned with that adds so much to the target's T (D-42)."""
    return next(poison for poison, added in POISON.items() if added == change)


def power_of(mode: WeaponMode, wielder: Wielders, toughness: int, figures: Figures, ask: Answers) -> Explained[int]:
    """Return what S is in the sum: the weapon's, or by the target's T for snipers and poison (D-30, D-42)."""
    if figures.strength is not None:
        return Explained(figures.strength)
    shift = by_toughness(mode)
    if shift is None:
        return Explained(strength_given(mode, wielder, figures, ask))
    if "sniper" in mode.rules:
        return sniper_strength(toughness)
    return poison_strength(poison_of(shift), toughness)


def attack_of(mode: WeaponMode, piercing: ArmourPiercing, rules: AttackRules, cover: CoverRule) -> Attack:
    """What of a weapon decides on saves; templates let no cover save be taken, and blows meet no cover (D-37, D-44)."""
    ap = printed_ap(mode, piercing)
    return Attack(
        ap=read_ap(ap) if ap.isdecimal() else None,
        ignores_armour=said(rules.ignores_armour, has(mode, NO_ARMOUR)),
        ignores_cover=ignores_cover(mode, cover),
    )


def ignores_cover(mode: WeaponMode, cover: CoverRule) -> bool:
    """Whether no cover save is taken against a weapon."""
    return said(cover.ignores_cover, mode.blast == "template" or "ignores cover" in mode.rules)


def rends(mode: WeaponMode, rules: AttackRules) -> bool:
    """Whether an attack on models is rending (D-29, D-44)."""
    return said(rules.rending, "rending" in mode.rules)


def printed_ap(mode: WeaponMode, piercing: ArmourPiercing) -> str:
    """The AP as said, or as the weapon has it: `1` to `6`, or `-`."""
    ap = piercing.ap or mode.ap.strip()
    return ap if ap in {"1", "2", "3", "4", "5", "6"} else "-"


def extra_of(
    mode: WeaponMode, deep: Set[str], rending: Set[str], penetration: Penetration, rules: AttackRules
) -> str | None:
    """Extra penetration, as said, else the die that a rule of the weapon gives (D-51).

    Args:
        mode: what hits.
        deep: the rules that give a D6.
        rending: the rules that rend, and give a D3.
        penetration: what was said of it.
        rules: what was said of the attack.
    """
    if penetration.extra is not None:
        return None if penetration.extra == "none" else penetration.extra
    if has(mode, deep):
        return MELTA
    return RENDS if said(rules.rending, has(mode, rending)) else None
