"""What a formation fires with: its dice and what they need, weapon by weapon (E-02, E-25)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.epic.model import UnitKind
from builder.systems.epic.play.queries import AGREE, can_shoot, is_acting, is_reached, untold_assaults
from builder.systems.epic.play.state import OVERWATCH, EpicFormation, EpicGame, FormationAttack, Numbers
from builder.systems.epic.shooting import to_hit
from builder.systems.epic.weapons import EpicWeapon, Fire, Firepower, Target
from builder.systems.play.dice import NEVER
from builder.systems.play.game import UnitRef


@dataclass(frozen=True, slots=True)
class Fusillade:
    """What is rolled to hit.

    Args:
        rolls: numbers of dice, each with what they need.
        weapons: the names of all that are fired.
        untold: weapons without a fixed number of dice (barrages, D3 shots), and those of characters, by name: players
            tell their hits.
        spent: weapons that fire once a game and are used up by it, by kind and name.
    """

    rolls: tuple[tuple[int, int], ...]
    weapons: tuple[str, ...]
    untold: tuple[str, ...]
    spent: Mapping[str, int]


def fusillade(
    body: EpicFormation,
    firing: Numbers,
    targets: Sequence[Target],
    modifier: int,
    *,
    among: Collection[str],
    once: bool = False,
    template: bool = False,
) -> Fusillade:
    """Return what some units of a formation fire with.

    Args:
        body: the formation.
        firing: how many units of each kind fire.
        targets: infantry (AP), armour (AT), or both, where each weapon takes the better.
        modifier: what is added to the rolls to hit.
        among: the names of the weapons that may fire.
        once: weapons that fire once a game are fired too, as far as they are left.
        template: barrages alone fire, at all that their templates cover.
    """
    rolls: dict[int, int] = {}
    fired: list[str] = []
    untold: list[str] = []
    spent: dict[str, int] = {}
    for kind, number in ((body.kind(each), number) for each, number in firing.items() if number):
        for weapon in (weapon for weapon in kind.weapons if weapon.name in among):
            times = kind.carried(weapon, number)
            if weapon.once:
                times = min(times, once_left(body, kind, weapon)) if once else 0
            used = [*_used(weapon, targets, template=template)] if times else []
            if weapon.once and used:
                spent[spent_name(kind, weapon)] = times
            for fire in used:
                fired.append(weapon.name)
                value = _value(fire, targets)
                if fire.fire is Fire.BARRAGE or fire.shots.number:
                    untold.append(weapon.name)
                elif value is not None:
                    needs = to_hit(value, (modifier,))
                    rolls[needs] = rolls.get(needs, 0) + times * fire.shots.plus
    # Whose stand a character shares nobody says: players tell what he hits.
    for kind, weapon in _of_characters(body) if any(firing.values()) else ():
        left = once_left(body, kind, weapon) if once and weapon.once else 0
        if weapon.name not in among or (weapon.once and not left):
            continue
        names = [weapon.name for _ in _used(weapon, targets, template=template)]
        fired, untold = fired + names, untold + names
        if weapon.once and names:
            spent[spent_name(kind, weapon)] = left
    in_order = tuple((rolls[needs], needs) for needs in sorted(rolls))
    return Fusillade(in_order, tuple(dict.fromkeys(fired)), tuple(dict.fromkeys(untold)), spent)


def check_hits(
    hits: int, body: EpicFormation, firing: Numbers, number: int, fired: Callable[[Numbers], Fusillade]
) -> None:
    """Hold hits that were typed against the dice that can hit; weapons without a fixed number of dice may have any.

    Args:
        hits: how many were typed.
        body: the formation.
        firing: how many units of each kind may be among those that fire.
        number: how many fire.
        fired: what some of them fire with.

    Raises:
        PlayError: there are more hits than dice.
    """
    if fired(firing).untold:
        return
    each = {kind: (_dice(fired({kind: 1})), _dice(fired({kind: there}))) for kind, there in firing.items() if there}
    left, most = number, 0
    for kind, (one, together) in sorted(each.items(), key=lambda found: -found[1][0]):
        units = min(left, firing[kind])
        left, most = left - units, most + min(together, one * units)
    if hits > most:
        dice = counted(most, "die", "dice")
        raise PlayError(f"{hits} hits are typed, and {body.name} has {dice} that can hit (E-25); {AGREE}")


def _dice(fired: Fusillade) -> int:
    return sum(dice for dice, needs in fired.rolls if needs < NEVER)


def can_harm(
    body: EpicFormation,
    kind: UnitKind,
    targets: Sequence[Target],
    among: Collection[str],
    *,
    once: bool = True,
    template: bool = False,
) -> bool:
    """Whether units of a kind have one of some weapons for such targets; `once` and `template` as in `fusillade`."""
    return any(
        weapon.name in among
        and any(_used(weapon, targets, template=template))
        and (not weapon.once or (once and once_left(body, kind, weapon) > 0))
        for weapon in kind.weapons
    )


def attack_of(game: EpicGame, ref: UnitRef) -> FormationAttack | None:
    """Return what a formation has fired in the action that is in progress, its own or one that it interrupts."""
    attack = game.body(ref).orders.attack
    if attack is None:
        return None
    during = UnitRef(1 - ref.side, attack.target) if attack.interrupts else ref
    return attack if is_acting(game, during) else None


def unfired(game: EpicGame, ref: UnitRef) -> frozenset[str]:
    """Return the names of the weapons of a formation that have not fired in the action that is in progress."""
    attack = attack_of(game, ref)
    body = game.body(ref)
    carried = (weapon for kind in body.kinds for weapon in kind.weapons)
    names = frozenset(weapon.name for weapon in (*carried, *(each for _, each in _of_characters(body))))
    return names if attack is None else names - {*attack.fired}


def joinable_target(game: EpicGame, ref: UnitRef, *, once: bool = True) -> UnitRef | None:
    """Return the formation at which others of its weapons can still fire, as a part of the same attack (E-25).

    Whoever is suppressed in an attack is so in all of it (E-11). `once` counts those weapons too that fire once a game
    and are not used up.
    """
    attack, body = attack_of(game, ref), game.body(ref)
    if attack is None or body.gone or body.broken:
        return None
    target, others = UnitRef(1 - ref.side, attack.target), unfired(game, ref)
    there = [kind for kind in game.body(target).kinds if game.body(target).on_table(kind)]
    free = [kind for kind in body.kinds if body.on_table(kind) > attack.suppressed.get(kind.id, 0)]
    for fire in ((Target.AP,), (Target.AT,), (Target.AA,)):
        armed = any(can_harm(body, kind, fire, others, once=once) for kind in free)
        if armed and any(is_reached(kind, fire) for kind in there):
            return target
    return None


def _of_characters(body: EpicFormation) -> Iterator[tuple[UnitKind, EpicWeapon]]:
    """Yield the characters of a formation, who share the stands of others (E-01), with each of their weapons."""
    return ((kind, weapon) for kind in body.formation.characters for weapon in kind.weapons)


def may_shoot(game: EpicGame, ref: UnitRef) -> bool:
    """Whether a formation may shoot now, or go on with its attack."""
    return can_shoot(game, ref) or joinable_target(game, ref) is not None


def is_aimed_at(game: EpicGame, ref: UnitRef) -> bool:
    """Whether keys on a formation can mean it as a target (E-13).

    Not where it can fire from overwatch into the action in progress, or only others of its side can shoot; but always
    in an action whose assault is untold, of which it may be the target.
    """
    last = game.extra.last
    enemy = None if last is None or last.side == ref.side or not is_acting(game, last.ref) else last.ref
    if enemy is None or any(each.ref == enemy for each in untold_assaults(game)):
        return True
    return not (OVERWATCH in game.body(ref).flags and can_shoot(game, ref)) and not fires_alone(game, ref.side)


def fires_alone(game: EpicGame, side: int) -> bool:
    """Whether a side can fire from overwatch into an action of the other, which cannot shoot itself (E-13)."""
    last = game.extra.last
    if last is None or last.side == side or not is_acting(game, last.ref) or may_shoot(game, last.ref):
        return False
    return any(may_shoot(game, each) for each in game.refs(side))


def once_left(body: EpicFormation, kind: UnitKind, weapon: EpicWeapon) -> int:
    """Return how many of a weapon that fires once a game units of a kind have left, those of lost units not counted."""
    return max(0, kind.carried(weapon, body.left(kind)) - body.spent.get(spent_name(kind, weapon), 0))


def spent_name(kind: UnitKind, weapon: EpicWeapon) -> str:
    """Return the name by which a weapon that fires once a game is kept."""
    return f"{kind.id}/{weapon.name}"


def barrages(weapon: EpicWeapon) -> Iterator[Firepower]:
    """Yield the ways of a weapon to fire a barrage, whose hits players tell."""
    found = (mode.firepower for mode in weapon.modes)
    return (fire for fire in found if fire is not None and fire.fire is Fire.BARRAGE)


def _used(weapon: EpicWeapon, targets: Sequence[Target], *, template: bool) -> Iterator[Firepower]:
    """Yield the firepower that a weapon has for some targets: of modes joined by `or` the one that hits most."""
    fit = list(barrages(weapon)) if targets != (Target.AA,) else []
    if not template:
        found = (mode.firepower for mode in weapon.modes)
        shots = (fire for fire in found if fire is not None and fire.fire is Fire.SHOTS)
        fit += (fire for fire in shots if _value(fire, targets) is not None)
    if "and" in weapon.joined:
        yield from fit
    elif fit:
        yield max(fit, key=lambda fire: (fire.fire is Fire.SHOTS, fire.shots.mean * (7 - (_value(fire, targets) or 7))))


def _value(fire: Firepower, targets: Sequence[Target]) -> int | None:
    """Return the best value that a firepower has for some targets; macro-weapons hit infantry and armour."""
    values = [value for each in targets if (value := fire.value(each)) is not None]
    return min(values) if values else None if targets == (Target.AA,) else fire.value(Target.MW)
