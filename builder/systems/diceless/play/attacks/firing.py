"""DMG of weapons that are fired in a game; values of theirs that the data leaves open are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from builder.errors import PlayError
from builder.systems.diceless.aim import (
    RAPID_FIRE_REACH,
    OnVehicle,
    Rerolls,
    inches_text,
    range_bonus,
    rapid_fire_shots,
    skill,
)
from builder.systems.diceless.damage import HIGHEST
from builder.systems.diceless.explained import Explained, count
from builder.systems.diceless.hazards import shots_left
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.fields import Figures
from builder.systems.diceless.play.attacks.parameters import (
    BS,
    DISTANCE,
    HITS,
    SHOTS,
    STRENGTH,
    TO_HIT,
    TO_WOUND,
    TWIN_LINKED,
    switch,
)
from builder.systems.diceless.play.attacks.strength import (
    ByStrength,
    Dealt,
    power_of,
    strength_given,
    strength_on_models,
    together,
)
from builder.systems.diceless.play.attacks.wielders import Wielders, number_of
from builder.systems.diceless.shooting import SNIPER_STRENGTH_ON_VEHICLES, blast, template, volley
from builder.systems.diceless.vehicle_attacks import in_cover, vehicle_volley
from builder.systems.diceless.weapon_rules import HITS_AGAIN, WOUNDS_AGAIN, has
from builder.systems.fortyk.model import WeaponMode
from builder.systems.fortyk.weapontext import longest
from builder.systems.parameters import Choice

NO_RANGE_BONUS = switch(
    name="no-range-bonus",
    text="heavy weapons gain no BS by distance, the optional rule",
    when="for BS of heavy weapons",
)
_DICE = re.compile(r"(\d{0,3})D(\d{1,3})(?:\+(\d{1,3}))?")


@dataclass(frozen=True, slots=True)
class Shot:
    """One way of firing a weapon in a game, and who fires it; those who `died` of it, by group, lose a shot (D-31)."""

    mode: WeaponMode
    bearers: tuple[Wielders, ...]
    died: Mapping[str, int] = field(default_factory=dict)

    @property
    def reach(self) -> int | None:
        """Its range in inches."""
        return longest(self.mode.range)

    @property
    def areas(self) -> int | None:
        """Its templates or blasts; None where their number is rolled for elsewhere."""
        shots = self.mode.shots or "1"
        return number_of(self.bearers) * int(shots) if shots.isdecimal() else None


def rerolls_of(mode: WeaponMode, asking: Asking, *, to_wound: bool = False) -> Rerolls:
    """What its firers roll again to hit, and to wound where that matters (D-21, D-39)."""
    return Rerolls(
        to_hit=asking[TO_HIT] or has(mode, HITS_AGAIN),
        twin_linked=_twin_linked(mode, asking),
        to_wound=to_wound and (asking[TO_WOUND] or has(mode, WOUNDS_AGAIN)),
    )


def _twin_linked(mode: WeaponMode, asking: Asking) -> bool:
    return asking[TWIN_LINKED] or "twin-linked" in mode.rules


def check_reach(shot: Shot, asking: Asking) -> None:
    """Whether the target is within range, where the distance was said; a PlayError says that it is not."""
    distance: Fraction | None = asking[DISTANCE]
    if distance is not None and shot.reach is not None and distance > shot.reach:
        raise PlayError(f"the target is out of range: {inches_text(distance)} is more than {shot.mode.range}")


def on_models(shot: Shot, toughness: int, doubled: bool, asking: Asking, most: int) -> Explained[ByStrength]:
    """DMG on models (D-20 to D-22, D-27, D-28, D-30, D-33).

    Args:
        shot: what is fired.
        toughness: of most models, for snipers and poison.
        doubled: they are vulnerable to blasts and templates.
        asking: choices of players.
        most: models that can be under a template.
    """
    if shot.mode.blast:
        return _area(shot, toughness, doubled, asking, most)
    again = rerolls_of(shot.mode, asking, to_wound=True)
    shots, far = shots_of(shot, asking), _heavy_range(shot, asking)
    dealt: list[Dealt] = []
    for each in shot.bearers:
        power = power_of(shot.mode, each, toughness, asking.group(Figures), asking.answers)
        fired = volley(skill(_bs(each, asking), again, far.value), power, shots, each.weapons, again)
        dealt.append(
            Dealt(
                each,
                strength_on_models(shot.mode, each, asking.group(Figures), asking.answers),
                _fired(fired, each, shot, shots),
            )
        )
    return _told(far.steps, together(dealt))


def on_vehicle(shot: Shot, target: OnVehicle, cover: int | None, asking: Asking) -> Explained[ByStrength]:
    """DMG on a vehicle: modified BS × shots, summed, then its cover (D-50)."""
    shots, far = shots_of(shot, asking), _heavy_range(shot, asking)
    dealt: list[Dealt] = []
    for each in shot.bearers:
        bs = skill(_bs(each, asking), rerolls_of(shot.mode, asking), far.value, target)
        fired = vehicle_volley(bs, shots, each.weapons)
        dealt.append(Dealt(each, strength_on_vehicle(shot.mode, each, asking), _fired(fired, each, shot, shots)))
    return covered(_told(far.steps, together(dealt)), cover)


def strength_on_vehicle(mode: WeaponMode, bearer: Wielders, asking: Asking) -> int:
    """The S of a shot at a vehicle; 3 for a sniper weapon (D-30)."""
    if asking[STRENGTH] is None and "sniper" in mode.rules:
        return SNIPER_STRENGTH_ON_VEHICLES
    return strength_given(mode, bearer, asking.group(Figures), asking.answers)


def covered(damage: Explained[ByStrength], cover: int | None) -> Explained[ByStrength]:
    """DMG on a vehicle after its cover, if it has any, each strength by itself (D-50)."""
    after = {strength: in_cover(Explained(part), cover) for strength, part in damage.value.items()}
    steps = (step for worked in after.values() for step in worked.steps)
    return Explained({strength: worked.value for strength, worked in after.items()}, (*damage.steps, *steps))


def shots_of(shot: Shot, asking: Asking) -> int:
    """Shots of one weapon: printed, by the distance for rapid fire, else asked for (D-20)."""
    if asking[SHOTS] is not None:
        return int(asking[SHOTS])
    mode, text = shot.mode, shot.mode.shots or "1"
    if mode.kind == "rapid fire" and text.isdecimal():
        far = Choice(str(shot.reach or 2 * RAPID_FIRE_REACH), f'over {RAPID_FIRE_REACH}": one shot each')
        near = Choice(str(RAPID_FIRE_REACH), f'up to {RAPID_FIRE_REACH}": two shots each')
        distance = asking.one(DISTANCE, f"{mode.name}: how far is the target?", (near, far))
        return int(text) * rapid_fire_shots(distance)
    if text.isdecimal():
        return int(text)
    choices = [Choice(str(number), count(number, "shot")) for number in _possible(text)]
    return int(asking.one(SHOTS, f"{mode.name} fires {text} shots: how many?", choices))


def _possible(text: str) -> Iterable[int]:
    if dice := _DICE.fullmatch(text):
        number, more = int(dice[1] or 1), int(dice[3] or 0)
        return range(number + more, number * int(dice[2]) + more + 1)
    printed = [int(part) for part in text.split("/") if part.strip().isdecimal()]
    return printed or range(1, HIGHEST + 1)


def _area(shot: Shot, toughness: int, doubled: bool, asking: Asking, most: int) -> Explained[ByStrength]:
    mode = shot.mode
    what = "template" if mode.blast == "template" else "blast"
    areas = shot.areas
    highest = most * (areas or 1)
    hits = asking[HITS]
    if hits is None:
        choices = [Choice(str(number), count(number, "hit")) for number in range(highest, -1, -1)]
        under = f"its {what}" if areas == 1 else f"its {count(areas, what) if areas else what + 's'}, in all"
        hits = asking.one(HITS, f"{mode.name}: how many models are under {under}?", choices)
    if areas is not None and hits > highest:
        told = f"{count(most, 'model')} under {count(areas, what)}"
        raise PlayError(f"{told} can be hit {highest} times at most, not {hits}")
    bearer = shot.bearers[0]
    power = power_of(mode, bearer, toughness, asking.group(Figures), asking.answers)
    sprayed = mode.blast == "template"
    area = template if sprayed else blast
    again = Rerolls(
        twin_linked=sprayed and _twin_linked(mode, asking), to_wound=asking[TO_WOUND] or has(mode, WOUNDS_AGAIN)
    )
    worked = area(hits, power.value, again, doubled)
    died = sum(shot.died.values())
    left = _less(Explained(worked.value, (*power.steps, *worked.steps)), died, areas or number_of(shot.bearers), what)
    return together([Dealt(bearer, strength_on_models(mode, bearer, asking.group(Figures), asking.answers), left)])


def _bs(bearer: Wielders, asking: Asking) -> int:
    given = asking[BS] if asking[BS] is not None else bearer.profile.bs
    if given is None:
        raise PlayError(f"{bearer.name} has no BS: give one with --bs")
    return int(given)


def _heavy_range(shot: Shot, asking: Asking) -> Explained[tuple[Fraction, Fraction] | None]:
    """Range and distance of a heavy weapon, for the optional rule; told where nobody said the distance (D-22)."""
    if shot.mode.kind != "heavy" or shot.reach is None or asking[NO_RANGE_BONUS]:
        return Explained(None)
    reach, distance = Fraction(shot.reach), asking[DISTANCE]
    if distance is None:
        nearer = "heavy weapon: how far the target is was not told, so no BS is added for it"
        return Explained(None, (nearer,) if range_bonus(reach, Fraction(0)) else ())
    return Explained((reach, distance))


def _told(before: tuple[str, ...], damage: Explained[ByStrength]) -> Explained[ByStrength]:
    return Explained(damage.value, (*before, *damage.steps))


def _fired(fired: Explained[int], bearer: Wielders, shot: Shot, shots: int) -> Explained[int]:
    """The DMG of some bearers, without the shots of those of them who died of their weapons (D-31)."""
    return _less(fired, shot.died.get(bearer.group, 0), shots * bearer.weapons, "shot")


def _less(fired: Explained[int], died: int, number: int, what: str) -> Explained[int]:
    """DMG without that of one shot, or blast, of so many for each bearer who died of his weapon (D-31)."""
    if not died:
        return fired
    left = (2 * fired.value * shots_left(number, died) + number) // (2 * number)
    words = f"Gets Hot!: {count(died, 'bearer')} died, {count(died, what)} of {number} less: {left} DMG"
    return Explained(left, (*fired.steps, words))
