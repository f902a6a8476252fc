"""DMG of weapons that are fired in a game; values of theirs that the data leaves open are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from msgspec import Struct

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.calculation import Explained
from builder.systems.diceless.aim import (
    HEAVY_STEP,
    RAPID_FIRE_REACH,
    TEMPLATE_REACH,
    OnVehicle,
    Rerolls,
    inches_text,
    range_bonus,
    rapid_fire_shots,
    skill,
)
from builder.systems.diceless.attacks import (
    SNIPER_STRENGTH_ON_VEHICLES,
    blast,
    in_cover,
    template,
    vehicle_volley,
    volley,
)
from builder.systems.diceless.damage import HIGHEST
from builder.systems.diceless.hazards import shots_left
from builder.systems.diceless.parameters import TWIN_LINKED, Inches
from builder.systems.diceless.play.attacks.fields import AREA, BallisticSkill, CoverEffect, Figures, GivenRerolls
from builder.systems.diceless.play.attacks.strength import (
    ByStrength,
    Dealt,
    power_of,
    strength_given,
    strength_on_models,
    together,
)
from builder.systems.diceless.play.attacks.weapons import Wielders, number_of
from builder.systems.diceless.weapon_rules import HITS_AGAIN, WOUNDS_AGAIN, has
from builder.systems.figures import Positive, Whole
from builder.systems.fortyk.model import WeaponMode
from builder.systems.fortyk.weapontext import longest
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.answers import Answers

_DICE = re.compile(r"(\d{0,3})D(\d{1,3})(?:\+(\d{1,3}))?")


class Firing(Params):
    """How a weapon is fired."""

    heading = "The attack"
    distance: Inches | None = given("inches to the target", default=None)
    hits: Whole | None = given("models under the template or the blasts, in all", default=None, when=AREA)
    twin_linked: bool = given(TWIN_LINKED, default=False, when="for BS and templates")
    no_range_bonus: bool = given(
        "heavy weapons gain no BS by distance, the optional rule", default=False, when="for BS of heavy weapons"
    )
    acute_senses: bool | None = given(
        "the firers have acute senses, for the night: yes, no; by their rules if not given",
        default=None,
        when="at night with a --distance",
    )


class KnownShots(Params):
    """The shots that a player knows."""

    heading = "Figures set by hand"
    shots: Positive | None = given("shots of one weapon, instead of its own", default=None, when="for the DMG of shots")


class OnShot(Struct, frozen=True, kw_only=True):
    """What decides on the DMG of a shot: the groups of an act."""

    firing: Firing
    shots: KnownShots
    rerolls: GivenRerolls
    figures: Figures
    skill: BallisticSkill
    cover: CoverEffect = CoverEffect()


@dataclass(frozen=True, slots=True)
class Shot:
    """One way of firing a weapon in a game, and who fires it; those who `died` of it, by group, lose a shot (D-31)."""

    mode: WeaponMode
    wielders: tuple[Wielders, ...]
    died: Mapping[str, int] = field(default_factory=dict)

    @property
    def reach(self) -> int | None:
        """Its range in inches."""
        return longest(self.mode.range)

    @property
    def areas(self) -> int | None:
        """Its templates or blasts; None where their number is rolled for elsewhere."""
        shots = self.mode.shots or "1"
        return number_of(self.wielders) * int(shots) if shots.isdecimal() else None


def rerolls_of(mode: WeaponMode, firing: Firing, rerolls: GivenRerolls, *, to_wound: bool = False) -> Rerolls:
    """Return what its firers roll again to hit, and to wound where that matters (D-21, D-39)."""
    return Rerolls(
        to_hit=rerolls.reroll_to_hit or has(mode, HITS_AGAIN),
        twin_linked=_twin_linked(mode, firing),
        to_wound=to_wound and (rerolls.reroll_to_wound or has(mode, WOUNDS_AGAIN)),
    )


def _twin_linked(mode: WeaponMode, firing: Firing) -> bool:
    return firing.twin_linked or "twin-linked" in mode.rules


def check_reach(shot: Shot, distance: Fraction | None) -> None:
    """Whether the target is within range, where the distance was said; a PlayError says that it is not."""
    if distance is not None and shot.reach is not None and distance > shot.reach:
        raise PlayError(f"the target is out of range: {inches_text(distance)} is more than {shot.mode.range}")


def on_models(
    shot: Shot, toughness: int, doubled: bool, given: OnShot, ask: Answers, most: int
) -> Explained[ByStrength]:
    """DMG on models (D-20 to D-22, D-27, D-28, D-30, D-33).

    Args:
        shot: what is fired.
        toughness: of most models, for snipers and poison.
        doubled: they are vulnerable to blasts and templates.
        given: what was given of the shot.
        ask: choices of players.
        most: models that can be under a template.
    """
    if shot.mode.blast:
        return _area(shot, toughness, doubled, given, ask, most)
    again = rerolls_of(shot.mode, given.firing, given.rerolls, to_wound=True)
    shots, far = shots_of(shot, given, ask), _heavy_range(shot, given.firing, ask)
    dealt: list[Dealt] = []
    for each in shot.wielders:
        power = power_of(shot.mode, each, toughness, given.figures, ask)
        fired = volley(
            skill(_bs(each, given.skill), again, far, cover=given.cover.less_bs),
            power,
            shots,
            each.weapons,
            again,
            "weapon" if each.vehicle else "model",
        )
        strength = strength_on_models(shot.mode, each, given.figures, ask)
        dealt.append(Dealt(each, strength, _fired(fired, each, shot, shots)))
    return together(dealt)


def on_vehicle(shot: Shot, target: OnVehicle, cover: int | None, given: OnShot, ask: Answers) -> Explained[ByStrength]:
    """DMG on a vehicle: modified BS × shots, summed, then its cover (D-50)."""
    shots, far = shots_of(shot, given, ask), _heavy_range(shot, given.firing, ask)
    dealt: list[Dealt] = []
    for each in shot.wielders:
        again, less = rerolls_of(shot.mode, given.firing, given.rerolls), given.cover.less_bs
        bs = skill(_bs(each, given.skill), again, far, target, cover=less)
        fired = vehicle_volley(bs, shots, each.weapons, bearer="weapon" if each.vehicle else "model")
        strength = strength_on_vehicle(shot.mode, each, given.figures, ask)
        dealt.append(Dealt(each, strength, _fired(fired, each, shot, shots)))
    return covered(together(dealt), cover)


def strength_on_vehicle(mode: WeaponMode, wielder: Wielders, figures: Figures, ask: Answers) -> int:
    """The S of a shot at a vehicle; 3 for a sniper weapon (D-30)."""
    if figures.strength is None and "sniper" in mode.rules:
        return SNIPER_STRENGTH_ON_VEHICLES
    return strength_given(mode, wielder, figures, ask)


def covered(damage: Explained[ByStrength], cover: int | None) -> Explained[ByStrength]:
    """DMG on a vehicle after its cover, if it has any, each strength by itself (D-50)."""
    after = {strength: in_cover(Explained(part), cover) for strength, part in damage.value.items()}
    steps = (step for worked in after.values() for step in worked.steps)
    return Explained({strength: worked.value for strength, worked in after.items()}, (*damage.steps, *steps))


def bands(modes: Sequence[WeaponMode], at_vehicle: bool = False) -> tuple[Choice[Fraction], ...]:
    """The distances that make a difference to weapons, each as one that stands for it; none for templates alone.

    Heavy weapons count those that are under a range by 12" (D-22), rapid fire those up to 12", melta those up to half.
    What a template reaches counts where other weapons are fired with it.
    """
    up_to: set[Fraction] = set()
    under: set[int] = set()
    for mode in modes:
        reach = longest(mode.range)
        if reach is None or mode.blast == "template":
            continue
        up_to.add(Fraction(reach))
        if mode.kind == "rapid fire":
            up_to.add(Fraction(min(reach, RAPID_FIRE_REACH)))
        if at_vehicle and "melta" in mode.rules:
            up_to.add(Fraction(reach, 2))
        if mode.kind == "heavy" and (at_vehicle or not mode.blast):
            under |= {*range(reach - HEAVY_STEP, 0, -HEAVY_STEP)}
    if up_to and any(mode.blast == "template" for mode in modes):
        up_to.add(Fraction(TEMPLATE_REACH))
    ends = {each: f'up to {float(each):g}"' for each in up_to - under}
    ends |= {Fraction(each - 1): f'under {each}"' for each in under}
    return tuple(Choice(each, ends[each], f"{float(each):g}") for each in sorted(ends))


def distance_of(
    modes: Sequence[WeaponMode],
    said: Fraction | None,
    ask: Answers,
    at_vehicle: bool = False,
    weapons: Sequence[str] = (),
) -> Fraction:
    """How far the target is, in inches, as said; asked for where it makes a difference to modes, of `weapons`."""
    *others, last = dict.fromkeys(weapons or [mode.name for mode in modes])
    names = f"{', '.join(others)} and {last}" if others else last
    return ask.one("distance", said, f"{names}: how far is the target?", bands(modes, at_vehicle))


def shots_of(shot: Shot, given: OnShot, ask: Answers) -> int:
    """KnownShots of one weapon: printed, by the distance for rapid fire, else asked for (D-20)."""
    mode, text = shot.mode, shot.mode.shots or "1"
    if (said := given.shots.shots) is not None:
        return _rolled(mode, said)
    if mode.kind == "rapid fire" and text.isdecimal():
        return int(text) * rapid_fire_shots(distance_of([mode], given.firing.distance, ask))
    if text.isdecimal():
        return int(text)
    numbers = [Choice(number, counted(number, "shot")) for number in possible_shots(text)]
    return _rolled(mode, ask.one("shots", None, f"{mode.name} fires {text} shots: how many?", numbers))


def _rolled(mode: WeaponMode, shots: int) -> int:
    """Shots of a weapon that rolls for them; a PlayError where its dice cannot come to that."""
    text = mode.shots or "1"
    if _DICE.fullmatch(text) and shots not in possible_shots(text):
        least, *_, most = possible_shots(text)
        raise PlayError(f"{mode.name} fires {text} shots: {least} to {most}, not {shots}")
    return shots


def possible_shots(text: str) -> Iterable[int]:
    """The numbers of shots that a text such as `D6` or `2/4` stands for, the fewest first."""
    if dice := _DICE.fullmatch(text):
        number, more = int(dice[1] or 1), int(dice[3] or 0)
        return range(number + more, number * int(dice[2]) + more + 1)
    printed = [int(part) for part in text.split("/") if part.strip().isdecimal()]
    return printed or range(1, HIGHEST + 1)


def _area(shot: Shot, toughness: int, doubled: bool, given: OnShot, ask: Answers, most: int) -> Explained[ByStrength]:
    mode = shot.mode
    what = "template" if mode.blast == "template" else "blast"
    areas = shot.areas
    highest = most * (areas or 1)
    choices = (Choice(number, counted(number, "hit")) for number in range(highest, -1, -1))
    under = f"its {what}" if areas == 1 else f"its {counted(areas, what) if areas else what + 's'}, in all"
    hits = ask.one("hits", given.firing.hits, f"{mode.name}: how many models are under {under}?", choices)
    if areas is not None and hits > highest:
        told = f"{counted(most, 'model')} under {counted(areas, what)}"
        raise PlayError(f"{told} can be hit {highest} times at most, not {hits}")
    wielder = shot.wielders[0]
    power = power_of(mode, wielder, toughness, given.figures, ask)
    sprayed = mode.blast == "template"
    area = template if sprayed else blast
    again = Rerolls(
        twin_linked=sprayed and _twin_linked(mode, given.firing),
        to_wound=given.rerolls.reroll_to_wound or has(mode, WOUNDS_AGAIN),
    )
    worked = area(hits, power.value, again, doubled)
    died = sum(shot.died.values())
    left = _less(Explained(worked.value, (*power.steps, *worked.steps)), died, areas or number_of(shot.wielders), what)
    return together([Dealt(wielder, strength_on_models(mode, wielder, given.figures, ask), left)])


def _bs(wielder: Wielders, skill: BallisticSkill) -> int:
    bs = wielder.profile.bs if skill.bs is None else skill.bs
    if bs is None:
        raise PlayError(f"{wielder.name} has no BS: give one with --bs")
    return bs


def _heavy_range(shot: Shot, given: Firing, ask: Answers) -> tuple[Fraction, Fraction] | None:
    """Range and distance of a heavy weapon, for the optional rule (D-22); none where it can add nothing."""
    if shot.mode.kind != "heavy" or shot.reach is None or given.no_range_bonus:
        return None
    reach = Fraction(shot.reach)
    return (reach, distance_of([shot.mode], given.distance, ask)) if range_bonus(reach, Fraction(0)) else None


def _fired(fired: Explained[int], wielder: Wielders, shot: Shot, shots: int) -> Explained[int]:
    """The DMG of some wielders, without the shots of those of them who died of their weapons (D-31)."""
    return _less(fired, shot.died.get(wielder.group, 0), shots * wielder.weapons, "shot")


def _less(fired: Explained[int], died: int, number: int, what: str) -> Explained[int]:
    """DMG without that of one shot, or blast, of so many for each bearer who died of his weapon (D-31)."""
    if not died:
        return fired
    left = (2 * fired.value * shots_left(number, died) + number) // (2 * number)
    words = f"Gets Hot!: {counted(died, 'bearer')} died, {counted(died, what)} of {number} less: {left} DMG"
    return Explained(left, (*fired.steps, words))
