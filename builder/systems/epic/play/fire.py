"""What a formation fires with: its dice and what they need, weapon by weapon (E-02, E-25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.systems.epic.model import UnitKind
from builder.systems.epic.play.state import EpicFormation, Numbers
from builder.systems.epic.shooting import to_hit
from builder.systems.epic.weapons import EpicWeapon, Fire, Firepower, Target


@dataclass(frozen=True, slots=True)
class Fusillade:
    """What is rolled to hit.

    Args:
        rolls: numbers of dice, each with what they need.
        untold: weapons that no plain number of dice stands for (barrages, D3 shots), by name: players tell their hits.
        spent: weapons that fire once a game and are used up by it, by kind and name.
    """

    rolls: tuple[tuple[int, int], ...]
    untold: tuple[str, ...]
    spent: Mapping[str, int]


def fusillade(body: EpicFormation, firing: Numbers, target: Target, modifier: int, *, once: bool = False) -> Fusillade:
    """What some units of a formation fire with.

    Args:
        body: the formation.
        firing: how many units of each kind fire.
        target: infantry (AP) or armour (AT).
        modifier: what is added to the rolls to hit.
        once: weapons that fire once a game are fired too, as far as they are left.
    """
    rolls: dict[int, int] = {}
    untold: list[str] = []
    spent: dict[str, int] = {}
    for kind, number in ((body.kind(each), number) for each, number in firing.items() if number):
        for weapon in kind.weapons:
            times = kind.carried(weapon, number)
            if weapon.once:
                times = min(times, left_of(body, kind, weapon)) if once else 0
                spent |= {spent_name(kind, weapon): times} if times else {}
            if not times:
                continue
            for fire in _used(weapon, target):
                value = fire.value(target) or fire.value(Target.MW)
                if fire.fire is Fire.BARRAGE or fire.shots.number:
                    untold.append(weapon.name)
                elif value is not None:
                    needs = to_hit(value, (modifier,))
                    rolls[needs] = rolls.get(needs, 0) + times * fire.shots.plus
    return Fusillade(tuple((rolls[needs], needs) for needs in sorted(rolls)), tuple(dict.fromkeys(untold)), spent)


def can_harm(body: EpicFormation, kind: UnitKind, target: Target) -> bool:
    """Whether units of a kind have a weapon for such a target that is not used up."""
    return any(
        any(_used(weapon, target)) and (not weapon.once or left_of(body, kind, weapon) > 0) for weapon in kind.weapons
    )


def left_of(body: EpicFormation, kind: UnitKind, weapon: EpicWeapon) -> int:
    """How many weapons of a kind of units that fire once a game are left, those of lost units not counted."""
    return max(0, kind.carried(weapon, body.left(kind)) - body.spent.get(spent_name(kind, weapon), 0))


def spent_name(kind: UnitKind, weapon: EpicWeapon) -> str:
    """What such weapons are kept by."""
    return f"{kind.id}/{weapon.name}"


def _used(weapon: EpicWeapon, target: Target) -> Iterator[Firepower]:
    """The firepower that a weapon has for a target: of modes joined by `or` the one that hits most."""
    fit = [
        mode.firepower
        for mode in weapon.modes
        if mode.firepower is not None
        and (
            mode.firepower.fire is Fire.BARRAGE
            or (mode.firepower.fire is Fire.SHOTS and _value(mode.firepower, target) is not None)
        )
    ]
    if "and" in weapon.joined:
        yield from fit
    elif fit:
        yield max(fit, key=lambda fire: (fire.fire is Fire.SHOTS, fire.shots.mean * (7 - (_value(fire, target) or 7))))


def _value(fire: Firepower, target: Target) -> int | None:
    return fire.value(target) or fire.value(Target.MW)
