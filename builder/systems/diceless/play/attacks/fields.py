"""What acts that cost models HP, or damage vehicles, are given: groups of fields that they share.

What is not given goes by the army and the rules. Functions that several acts share take these groups, an act those of
its own; where it lacks one, the empty group stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Struct

from builder.errors import PlayError
from builder.systems.diceless.parameters import (
    NULL_ZONE,
    REROLL_FAILED,
    REROLL_PASSED,
    Armour,
    FullToughness,
    MoveSpeed,
    PrintedAp,
    by_group,
    figures,
    save,
)
from builder.systems.diceless.play.attacks.eligibility import facings, hit_groups, hull_weapons
from builder.systems.diceless.vehicle_damage import EXTRA as EXTRA_DICE
from builder.systems.diceless.vehicle_damage import Take
from builder.systems.figures import Characteristic, Whole, plus
from builder.systems.fortyk.cover import AlternateCover, CoverModifiers, cover_modifiers
from builder.systems.fortyk.model import ModelGroup
from builder.systems.parameters import Choice, Kind, Params, given, names
from builder.systems.play.clock import Rules
from builder.systems.play.lookup import At

SAVING, COVERED = "where models save", "where cover saves are taken"
ON_HULL, ON_SKILL = "for DMG on a vehicle", "for BS and WS against a vehicle"
AREA = "for the DMG of blasts and templates on a unit"
LOSING = "where models lose HP"
INVULNERABLE = "its invulnerable save, instead of the profile's; or none"
FEEL_NO_PAIN = "it may use Feel No Pain: yes, no; by its rules if not given"
DIVIDED = "where DMG is divided among models"
FIRST = "groups that take the points left over, in order, as the owner chooses; or largest"
LOST = "HP that groups lose, whatever the rules come to: GROUP=HP,GROUP=HP"
Side: TypeAlias = Literal["front", "side", "rear"]
"""A side of a vehicle."""
LARGEST = "largest"
"""Instead of groups: the largest take the points left over (D-25)."""


def _hp_by_group(text: str) -> Mapping[str, int]:
    found = figures(text)
    if "" in found:
        raise ValueError("write groups with the HP that each loses, such as sergeant=13,bolters=42")
    return found


def _save(value: int) -> str:
    return plus(value) if value else "none"


def _saves(values: Iterable[int]) -> tuple[Choice[int], ...]:
    return tuple(Choice(value, _save(value), _save(value)) for value in values)


COVER_SAVES = _saves(range(2, 7))
CoverSave = Annotated[int | None, Kind(read=save, write=lambda value: _save(value or 0), words=COVER_SAVES)]
"""The save of cover, 2 for 2+."""


def _read_cover(text: str) -> int | AlternateCover | None:
    word = text.strip().casefold()
    return AlternateCover(word) if word in (*AlternateCover,)[1:] else save(text)


def _write_cover(value: int | AlternateCover | None) -> str:
    return str(value) if isinstance(value, AlternateCover) else _save(value or 0)


Cover = Annotated[int | AlternateCover | None, Kind(read=_read_cover, write=_write_cover)]
"""The save of cover, 2 for 2+; or what kind of cover it is, in games where it gives no save."""


def covers(at: At[Any], act: object) -> Iterator[Choice[int | AlternateCover]]:
    """The saves of cover; before them its kinds, where a game has a rule for them."""
    if cover_modifiers(at.rules):
        yield from (Choice(each, f"{each} cover") for each in (*AlternateCover,)[1:])
    yield from COVER_SAVES


OwnSave = Annotated[int, Kind(read=lambda text: save(text) or 0, write=_save, words=_saves((2, 3, 4, 5, 6, 0)))]
"""A save instead of a profile's; 0 for none at all."""
HpByGroup = Annotated[Mapping[str, int], Kind(read=_hp_by_group, write=by_group)]
"""HP by the name or id of a group: `u1.1=20,sergeant=13`."""
ExtraDie = Annotated[str, names((*EXTRA_DICE, "none"))]
"""Extra penetration, `none` for a weapon that has some by its rules."""
Ap = Annotated[
    str, Kind(read=PrintedAp.__metadata__[0].read, words=tuple(Choice(each, each, each) for each in "123456-"))
]
"""An AP as printed: `1` to `6`, or `-`."""


class CoverEffect(Struct, frozen=True):
    """What cover takes off the shooter's BS, what it adds to the target's T, and why."""

    less_bs: int = 0
    more_t: int = 0
    steps: tuple[str, ...] = ()


class Figures(Params):
    """DMG and S that a player knows."""

    heading = "Figures set by hand"
    damage: Whole | None = given("DMG before saves, instead of what the rules come to", default=None)
    strength: Characteristic | None = given("S of the attack, instead of the weapon's", default=None)


class ArmourPiercing(Params):
    """The AP that a player knows."""

    heading = "Figures set by hand"
    ap: Ap | None = given("AP of the attack, instead of the weapon's: 1 to 6, or -", default=None)


class BallisticSkill(Params):
    """The BS that a player knows."""

    heading = "Figures set by hand"
    bs: Whole | None = given("BS of the firers, instead of their own", default=None, when="where BS counts")


class TargetToughness(Params):
    """The T that a player knows."""

    heading = "Figures set by hand"
    toughness: FullToughness | None = given(
        "T of the target, instead of most models'",
        default=None,
        when="for the DMG of sniper and poisoned weapons on a unit",
    )


class AttackRules(Params):
    """What an attack does by its rules."""

    heading = "The attack"
    rending: bool | None = given("the attack rends: yes, no; by its rules if not given", default=None)
    ignores_armour: bool | None = given(
        "no armour save is taken: yes, no; by its rules if not given", default=None, when=SAVING
    )
    instant_death: bool | None = given(
        "it brings instant death: yes, no; by its rules, S and T if not given",
        default=None,
        when=LOSING,
    )


class CoverRule(Params):
    """What an attack does to cover by its rules."""

    heading = "The attack"
    ignores_cover: bool | None = given(
        "no cover save is taken: yes, no; by its rules if not given", default=None, when=COVERED
    )


class GivenRerolls(Params):
    """What the attackers roll again."""

    heading = "The attack"
    reroll_to_hit: bool = given("rolls to hit may be re-rolled", default=False, when="where BS or WS counts")
    reroll_to_wound: bool = given("rolls to wound may be re-rolled", default=False, when="for the DMG on a unit")


class GivenCover(Params):
    """The cover that models stand in."""

    heading = "A unit that is hit"
    cover: Cover | None = given("the save of the target's cover", covers, default=None, when=COVERED)
    stealth: bool | None = given(
        "it has Stealth, cover one better: yes, no; by its rules if not given",
        default=None,
        when="with a --cover that counts",
    )

    @property
    def save(self) -> int | None:
        """The save that it gives; None for none."""
        return None if isinstance(self.cover, AlternateCover) else self.cover

    @property
    def is_modifier(self) -> bool:
        """Whether it is cover that modifies instead of giving a save."""
        return isinstance(self.cover, AlternateCover)

    def modifies(self, rules: Rules[Any], groups: Iterable[ModelGroup], *, blast: bool, direct: bool) -> CoverEffect:
        """Return what it does instead of giving a save (H-01).

        Args:
            rules: those of the game.
            groups: who stands in it; none for a vehicle, whose armour is as it is.
            blast: the weapon has a blast template.
            direct: it needs a line of sight.

        Raises:
            PlayError: the game has no such cover.
        """
        cover, own = self.cover, tuple(groups)
        if not isinstance(cover, AlternateCover):
            return CoverEffect()
        modifiers = _modifiers(rules, cover)
        monstrous = any("monstrous" in group.profile.unit_type.casefold() for group in own)
        less = modifiers.less_bs(cover, monstrous=monstrous, direct=direct)
        more = modifiers.more_t(cover, monstrous=monstrous, blast=blast) if own else 0
        words = [*([f"BS −{less}"] if less else []), *([f"T +{more}"] if more else [])]
        return CoverEffect(less, more, (f"{cover} cover: {', '.join(words) or 'nothing'} (H-01)",))


def _modifiers(rules: Rules[Any], cover: AlternateCover) -> CoverModifiers:
    found = cover_modifiers(rules)
    if found is None:
        raise PlayError(f"{cover} cover is of lists that play cover by modifiers: here it has a save, such as 4+")
    return found


def kind_of_cover(rules: Rules[Any], cover: int | str | None) -> int | AlternateCover | None:
    """A save of cover as it is, or the kind that a word means (H-01).

    Raises:
        PlayError: the game has no such cover.
    """
    if not isinstance(cover, str):
        return cover
    kind = AlternateCover(cover)
    _modifiers(rules, kind)
    return kind


class Saves(Params):
    """What protects models wherever they stand."""

    heading = "A unit that is hit"
    armour: OwnSave | None = given("its armour save, instead of the profile's; or none", default=None, when=SAVING)
    invulnerable: OwnSave | None = given(INVULNERABLE, default=None, when=SAVING)
    reroll_failed: bool = given(REROLL_FAILED, default=False, when=SAVING)
    reroll_passed: bool = given(REROLL_PASSED, default=False, when=SAVING)
    feel_no_pain: bool | None = given(FEEL_NO_PAIN, default=None, when=SAVING)
    null_zone: bool = given(NULL_ZONE, default=False, when=SAVING)


class Leader(Params):
    """Whether the character who leads a unit is hit with it."""

    heading = "A unit that is hit"
    without_leader: bool = given(
        "the character who leads it is not hit", default=False, when="where the leader of a unit can be hit"
    )


class GivenLosses(Params):
    """Who takes what, where the rules leave that open or players know it."""

    heading = "A unit that is hit"
    first: tuple[str, ...] = given(FIRST, hit_groups, default=(), when=DIVIDED)
    lost: HpByGroup | None = given(LOST, default=None, when=LOSING)


class Facing(Params):
    """Which armour of a vehicle is hit."""

    heading = "A vehicle that is hit"
    side: Side | None = given(
        "the side of a vehicle that is hit: front, side, rear",
        facings,
        default=None,
        when=f"{ON_HULL} without --av",
    )
    av: Armour | None = given("AV of what is hit, instead of its side's", default=None, when=ON_HULL)


class VehicleTarget(Params):
    """What makes a vehicle harder or easier to hit."""

    heading = "A vehicle that is hit"
    speed: MoveSpeed | None = given(
        "how fast it counts as: immobile, combat, cruising, flat out; as it moved if not given",
        default=None,
        when=ON_SKILL,
    )
    tank_hunters: bool | None = given(
        "the attackers hunt tanks: yes, no; by their rules if not given", default=None, when=ON_SKILL
    )


class Penetration(Params):
    """Extra penetration."""

    heading = "A vehicle that is hit"
    extra: ExtraDie | None = given(
        "extra penetration, instead of the weapon's: D6, D3, none", default=None, when=ON_HULL
    )


class Chart(Params):
    """What is added on the damage chart."""

    heading = "A vehicle that is hit"
    plus_one: bool | None = given(
        "its hits have +1 on the damage chart: yes, no; by its rules if not given", default=None, when=ON_HULL
    )


class HitChoices(Params):
    """What the attacker chooses as hits land on a vehicle."""

    heading = "A vehicle that is hit"
    take: tuple[Take, ...] = given(
        "weapon or immobilised: what the attacker takes at each choice, in order",
        default=(),
        when="for hits on a vehicle",
    )
    destroyed: tuple[str, ...] = given(
        "the weapons destroyed, in order; the attacker chooses",
        hull_weapons,
        default=(),
        when="for hits on a vehicle",
    )


class OnModels(Struct, frozen=True, kw_only=True):
    """What decides on what an attack costs models: the groups of an act, those that it lacks left empty.

    With `largest_first` points of DMG left over go to the largest groups without a question (D-25).
    """

    saves: Saves = Saves()
    cover: GivenCover = GivenCover()
    rules: AttackRules = AttackRules()
    losses: GivenLosses = GivenLosses()
    largest_first: bool = False


class OnHull(Struct, frozen=True, kw_only=True):
    """What decides on what an attack does to a vehicle: the groups of an act, those that it lacks left empty."""

    facing: Facing = Facing()
    chart: Chart = Chart()
    choices: HitChoices = HitChoices()


class OnTargetUnit(Struct, frozen=True, kw_only=True):
    """What decides on what an attack costs a unit, whose guns may be vehicles."""

    models: OnModels = OnModels()
    hull: OnHull = OnHull()
    leader: Leader = Leader()


def said(given: bool | None, ruled: bool) -> bool:
    """A yes or no that was said, else what the rules come to."""
    return ruled if given is None else given
