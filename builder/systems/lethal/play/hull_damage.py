"""What hits do to vehicles and large targets, and to those who ride in them (L-51 to L-54)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.figures import Die, Positive, Whole
from builder.systems.lethal.attacks import (
    VEHICLE_DAMAGE,
    WITH_DIE,
    Hit,
    after_titan_killer,
    survives,
    vehicle_damage,
    vehicle_hit,
)
from builder.systems.lethal.command import SLOW_ENOUGH, MoraleState
from builder.systems.lethal.play.changes import Damaged, StructureLost
from builder.systems.lethal.play.checks import YES_OR_NO
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import rules_setting, save_of
from builder.systems.lethal.play.state import LethalGame, LethalHull
from builder.systems.lethal.values import Roll, save_words
from builder.systems.parameters import Choice, Params, given, keys_named
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.dice import next_die
from builder.systems.play.game import DESTROYED, PartRef, UnitRef
from builder.systems.play.lookup import At, living, parts, unit_name, units

MOST_HITS = 20
"""More hits than one act takes on a vehicle."""
SIDES = ("front", "side", "rear")
BEST = 6
"""What a die shows at most."""


class HullRolls(Params):
    """What is rolled for hits on a vehicle, in the order of the hits."""

    heading = "A vehicle that is hit"
    side: Literal["front", "side", "rear"] | None = given("the side that is hit", default=None)
    armour_dice: tuple[Die, ...] = given("the die of each hit, on the AP against the AV", default=())
    hull_saves: tuple[Die, ...] = given("the SU dice of each hit that does damage", default=())
    table_dice: tuple[Die, ...] = given("the die on the damage table of each of those", default=())
    lots: tuple[str, ...] = given("the weapons that are destroyed, by lot", default=())
    points: tuple[Whole, ...] = given("structure points that are lost where there are more than one", default=())
    enemy_at_access: bool | None = given("an enemy is within 5 cm of the access points", default=None)
    riders_saves: tuple[Die, ...] = given("the SU dice of those aboard, one model after another", default=())
    riders_lost: tuple[Whole, ...] = given(
        "in place of dice: models of each unit aboard that fail their SU", default=()
    )


def hull_of(game: LethalGame, part: PartRef) -> LethalHull:
    """Return a vehicle as it stands."""
    return game.body(part).parts[part.id]


def armour(hull: LethalHull, side: str) -> int:
    """Return the AV of a side of a vehicle (L-03)."""
    profile = hull.vehicle.profile
    return {"front": profile.front, "side": profile.side, "rear": profile.rear}[side]


def hit_hull(
    out: Outcomes,
    part: PartRef,
    hits: int,
    ap: int,
    rolls: HullRolls,
    ask: Answers,
    *,
    glancing: bool = False,
    titan_killer: str = "",
) -> None:
    """Hits on a vehicle, one after another until it is gone (L-51, L-52).

    Args:
        out: what the act comes to.
        part: the vehicle.
        hits: how many.
        ap: the AP of each.
        rolls: what was rolled.
        ask: the answers of the act.
        glancing: they only glance, as flamers do on hard-topped vehicles (L-86).
        titan_killer: the structure points that each destroys, a number or a die; SU and damage come later (L-53).
    """
    if not hits:
        return
    hull, unit = hull_of(out.game, part), out.game.unit_of(part)
    name = unit_name(out.game, part)
    armours, compared = {armour(hull, each) for each in SIDES}, rules_setting(out.game, part.side, VEHICLE_DAMAGE)
    rolled = compared == WITH_DIE and not rolls.armour_dice  # where the best of dice reaches nothing, none is asked for
    side, where = SIDES[0], name
    if rolls.side is not None or (len(armours) > 1 and not (rolled and ap + BEST < min(armours))):
        side = ask.one("side", rolls.side, f"Which side of {name} is hit?", [Choice(each, each) for each in SIDES])
        where = f"{name}, {side}"
    av, harmless = armour(hull, side), 0
    if rolled and ap + BEST < av:
        out.steps.append(f"AP {ap} on AV {min(armours) if where == name else av}: no die reaches it")
        harmless, hits = hits, 0
    for number in range(1, hits + 1):
        which = f"Hit {number} of {hits} on {name}" if hits > 1 else f"The hit on {name}"
        die = 0
        if compared == WITH_DIE:
            die = next_die(ask, "armour-dice", rolls.armour_dice, f"{which}, AP {ap} on AV {av}")
        hit = vehicle_hit(die, ap, av, compared)
        hit = Hit.GLANCING if glancing and hit is not Hit.NONE else hit
        out.steps.append(f"{which}: {f'{die} + ' if die else ''}{ap} against {av}: {hit}")
        if hit is Hit.NONE:
            harmless += 1
            continue
        if titan_killer:
            out.say(f"{where}: {hit}")
            # Whether it only glanced decides on those aboard, once its SU is rolled.
            out.owe(unit, "titan killer", f"{titan_killer}, {hit}" if hit is Hit.GLANCING else titan_killer)
            continue
        save = save_of(out.game, unit, hull.vehicle.profile)
        dice = [
            next_die(ask, "hull-saves", rolls.hull_saves, f"{which}: SU {save}", left)
            for left in range(save.dice, 0, -1)
        ]
        if survives(save, dice):
            out.say(f"{where}: {hit}, saved")
            continue
        _damaged(out, part, hit, f"{where}: {hit}", rolls, ask)
        if hull_of(out.game, part).destroyed:
            break
    if harmless:
        out.say(f"{where}: {f'{harmless} hits with ' if harmless > 1 else ''}no effect")


def _damaged(out: Outcomes, part: PartRef, hit: Hit, words: str, rolls: HullRolls, ask: Answers) -> None:
    """A hit that does damage, by its table (L-52), and what it does to those aboard (L-54)."""
    hull, unit, name = hull_of(out.game, part), out.game.unit_of(part), unit_name(out.game, part)
    die = next_die(ask, "table-dice", rolls.table_dice, f"The {hit} table for {name}")
    result = vehicle_damage(hit, die)
    words = f"{words} {die}"
    if result in ("destroyed", "explodes"):
        _lose_points(out, part, result, words, rolls, ask)
    else:
        out.say(f"{words}, {result}")
    match result:
        case "crew shaken":
            out.fall(unit, MoraleState.SHAKEN)
        case "crew stunned":
            out.fall(unit, MoraleState.STUNNED)
        case "immobilised":
            out.add(_change(part, hull, immobilised=True))
        case "weapon destroyed":
            _destroy_weapon(out, part, rolls, ask)
    if hit in (Hit.PENETRATING, Hit.CATASTROPHIC) and not hull_of(out.game, part).destroyed:
        _force_out(out, unit, rolls, ask)


def _change(
    part: PartRef, hull: LethalHull, *, immobilised: bool = False, destroyed: bool = False, weapon: str = ""
) -> Damaged:
    weapons = (*hull.destroyed_weapons, *((weapon,) if weapon else ()))
    return Damaged(
        side=part.side,
        vehicle=part.id,
        weapons=weapons,
        immobilised=hull.immobilised or immobilised,
        destroyed=hull.destroyed or destroyed,
    )


def intact(hull: LethalHull) -> Iterator[Choice[str]]:
    """Yield the weapons of a vehicle that are whole, by id."""
    for identity, weapon in hull.vehicle.weapons:
        if identity not in hull.destroyed_weapons:
            yield Choice(identity, weapon.name)


def _destroy_weapon(out: Outcomes, part: PartRef, rolls: HullRolls, ask: Answers) -> None:
    """A weapon of a vehicle, by lot; none that is left is no effect (L-52)."""
    hull = hull_of(out.game, part)
    whole = tuple(intact(hull))
    if not whole:
        out.say("it has no weapon left: no effect")
        return
    lot = ask.next("lots", rolls.lots, f"Which weapon of {unit_name(out.game, part)} is destroyed, by lot?", whole)
    names = {choice.value: choice.text for choice in whole}
    weapon = next(iter([lot] if lot in names else keys_named(lot, names)), None)  # of several alike it is any
    if weapon is None:
        left = ", ".join(dict.fromkeys(names.values()))
        raise PlayError(f"{lot} is no weapon of {unit_name(out.game, part)} that is whole; there are: {left}")
    out.say(f"by lot its {names[weapon]}")
    out.add(_change(part, hull, weapon=weapon))


def _lose_points(out: Outcomes, part: PartRef, result: str, words: str, rolls: HullRolls, ask: Answers) -> None:
    """A result that destroys: of several structure points, the players say how many go (L-53)."""
    unit, hull = out.game.unit_of(part), hull_of(out.game, part)
    left = hull.vehicle.profile.structure - out.game.body(unit).damage.get(part.id, 0)
    points = left
    if left > 1:
        choices = [Choice(number, f"{number} of {left}") for number in range(1, left + 1)]
        name = unit_name(out.game, part)
        points = ask.next("points", rolls.points, f"How many structure points does {name} lose?", choices)
        if points > left:
            raise PlayError(f"{name} has {left} structure points left: it cannot lose {points}")
    out.say(f"{words}, {result}" if points == left else f"{words}, which costs {counted(points, 'structure point')}")
    take_structure(out, unit, part.id, points)
    if hull_of(out.game, part).destroyed:
        wreck(out, unit, rolls, ask, exploding=result == "explodes")


def take_structure(out: Outcomes, ref: UnitRef, of: str, points: int) -> None:
    """A vehicle or a model loses structure points; without any it is gone, and what is more is lost (L-53)."""
    body = out.game.body(ref)
    hull = body.parts.get(of)
    if hull is None:
        size = next(each.profile.structure for each in body.unit.groups if each.id == of)
        lost = min(size, body.damage.get(of, 0) + points)
        if size > 1:
            out.add(StructureLost(side=ref.side, unit=ref.id, of=of, points=lost % size))
        if lost == size:
            out.lose(ref, {of: 1})
            return
    else:
        size = hull.vehicle.profile.structure
        lost = min(size, body.damage.get(of, 0) + points)
        if size > 1:
            out.add(StructureLost(side=ref.side, unit=ref.id, of=of, points=lost))
        if lost == size:
            out.add(_change(PartRef(ref.side, of), hull, destroyed=True))
            out.lose_vehicle(ref, body.models)
            return
    out.say(f"{size - lost} of {size} structure points left")


def wreck(
    out: Outcomes, unit: UnitRef, rolls: HullRolls | TitanKiller, ask: Answers, *, exploding: bool = False
) -> None:
    """What befalls those aboard of a vehicle that is lost: SU or removed, survivors paralysed (L-54)."""
    for rider in out.game.riders(unit) if out.game.body(unit).dead else ():
        name = unit_name(out.game, rider)
        out.get_out(rider)
        if exploding:
            out.flag(rider, DESTROYED)
            out.say(f"{name} aboard is removed")
        elif rolls.riders_lost:
            _riders_counted(out, rider, rolls.riders_lost, ask)
        else:
            out.lose(rider, _riders_rolled(out, rider, rolls.riders_saves, ask))
        if not out.game.body(rider).gone:
            out.fall(rider, MoraleState.PARALYSED)


def _riders_counted(out: Outcomes, rider: UnitRef, lost: tuple[int, ...], ask: Answers) -> None:
    """Those of a unit aboard who fail their SU, as many as players say."""
    name, models = unit_name(out.game, rider), out.game.body(rider).on_foot
    counts = [Choice(number, f"{number} of {models}") for number in range(models + 1)]
    fallen = ask.next("riders-lost", lost, f"How many of {name} fail their SU?", counts)
    if fallen > models:
        raise PlayError(f"{name} has {counted(models, 'model')}: {fallen} cannot fail")
    out.wound(rider, fallen)


def _riders_rolled(out: Outcomes, rider: UnitRef, dice: tuple[int, ...], ask: Answers) -> Mapping[str, int]:
    """Return how many of each kind of models of a unit aboard fail their SU, by its dice (L-02, L-54)."""
    body, fallen = out.game.body(rider), dict[str, int]()
    for group in body.groups:
        save = save_of(out.game, rider, group.profile)
        number = body.left(group) * save.dice
        text = f"{save_words(save, f'{unit_name(out.game, rider)} aboard')}, {counted(number, 'die', 'dice')}"
        rolled = [next_die(ask, "riders-saves", dice, text, left) for left in range(number, 0, -1)]
        saved = [survives(save, rolled[at : at + save.dice]) for at in range(0, number, max(1, save.dice))]
        fallen[group.id] = body.left(group) - sum(saved)
    return fallen


def _force_out(out: Outcomes, unit: UnitRef, rolls: HullRolls | TitanKiller, ask: Answers) -> None:
    """Those aboard of a vehicle that went 30 cm or less must get out; near an enemy they are destroyed (L-54, L-72)."""
    body = out.game.body(unit)
    riders = out.game.riders(unit)
    if not riders or body.deeds.moved > SLOW_ENOUGH:
        return
    text = f"Is an enemy within 5 cm of the access points of {unit_name(out.game, unit)}?"
    near = ask.one("enemy-at-access", rolls.enemy_at_access, text, YES_OR_NO[::-1])
    for rider in riders:
        out.get_out(rider)
        if near:
            out.flag(rider, DESTROYED)
        out.say(f"{unit_name(out.game, rider)} is forced out{' and destroyed' if near else ''}")


class HitVehicle(Act[LethalGame]):
    """Hits on a vehicle, whatever the cause."""

    rule, group = "L-51", "Damage"
    vehicle: PartRef = given("the vehicle", parts(living), none="there is no vehicle")
    ap: Whole = given("the AP of the hits")
    hits: Positive = given("how many hits", default=1)
    glancing: bool = given("they only glance, as flamers do on hard-topped vehicles", default=False)
    rolls: HullRolls = HullRolls()

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """D6 + AP, or the AP alone, against the AV of the side; then the damage table."""
        out = Outcomes(game)
        if hull_of(game, self.vehicle).destroyed:
            raise PlayError(f"{unit_name(game, self.vehicle)} is destroyed")
        if self.hits > MOST_HITS:
            raise PlayError(f"more than {MOST_HITS} hits: enter them one part after another")
        hit_hull(out, self.vehicle, self.hits, self.ap, self.rolls, ask, glancing=self.glancing)
        return out.ruling(1 - self.vehicle.side)


def targets_of(at: At[LethalGame], act: TitanKiller) -> Iterator[Choice[str]]:
    """Yield the vehicles and kinds of models of a unit, with their structure points."""
    body = at.game.body(act.target)
    for hull in body.hulls:
        yield Choice(hull.id, f"{hull.name}, {_points(hull.vehicle.profile.structure, body.damage.get(hull.id, 0))}")
    for group in body.groups:
        yield Choice(group.id, f"{group.name}, {_points(group.profile.structure, body.damage.get(group.id, 0))}")


def _points(structure: int, lost: int) -> str:
    return f"{structure - lost} of {structure} structure points"


class TitanKiller(Act[LethalGame]):
    """A hit of a Titan Killer that went through the armour."""

    rule, group = "L-53", "Damage"
    target: UnitRef = given("the unit that is hit", units(living), none="nobody is left")
    points: Positive | None = given("the structure points that it destroys, as its die says", default=None)
    what: str | None = given("what of it is hit", targets_of, default=None, pick=True)
    su_dice: tuple[Die, ...] = given("the dice of the SU that is left", default=())
    glancing: bool = given("the hit on a vehicle only glanced, which forces nobody out", default=False)
    enemy_at_access: bool | None = given("an enemy is within 5 cm of the access points", default=None)
    riders_saves: tuple[Die, ...] = given("the SU dice of those aboard, one model after another", default=())
    riders_lost: tuple[Whole, ...] = given(
        "in place of dice: models of each unit aboard that fail their SU", default=()
    )

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """Each point takes one multiple off the SU; what is left is rolled once, and if that fails all points are lost.

        A hit that more than glanced, and that the SU did not save, forces out those aboard, as any does (L-54).
        """
        out, name, body = Outcomes(game), unit_name(game, self.target), game.body(self.target)
        if body.gone:
            raise PlayError(f"nobody of {name} is left")
        kinds = {hull.id: hull.vehicle.profile for hull in body.hulls}
        names = {hull.id: hull.name for hull in body.hulls} | {group.id: group.name for group in body.groups}
        choices = [Choice(each, names.get(each, each)) for each in (*kinds, *(group.id for group in body.groups))]
        of = ask.one("what", self.what, f"What of {name} is hit?", choices)
        profile = kinds.get(of) or next(group.profile for group in body.groups if group.id == of)
        full = save_of(game, self.target, profile)
        die, _, grade = next((each.cause for each in body.owed if each.kind == "titan killer"), "D6").partition(", ")
        points = self._points(die, ask)
        save: Roll = after_titan_killer(full, points)
        out.pay(self.target, "titan killer")
        left = f"SU {full} → {save if save.dice else 'none'}" if full.dice else "no SU"
        out.say(f"{name}: Titan Killer, {counted(points, 'point')}, {left}")
        text = save_words(save, name)
        dice = [next_die(ask, "su-dice", self.su_dice, text, left) for left in range(save.dice, 0, -1)]
        if survives(save, dice):
            out.say("saved")
        else:
            take_structure(out, self.target, of, points)
            wreck(out, self.target, self, ask)
            if of in kinds and not (self.glancing or grade == Hit.GLANCING):
                _force_out(out, self.target, self, ask)
        return out.ruling(1 - self.target.side)

    def _points(self, die: str, ask: Answers) -> int:
        """Return the points: as given, or what the weapon always destroys; else asked, by its `die`."""
        if self.points is None and die.isdecimal():
            return int(die)
        most = int(die[1:]) if die[0] == "D" else MOST_HITS
        choices = [Choice(number, str(number)) for number in range(1, most + 1)]
        return ask.one("points", self.points, f"How many structure points does it destroy, {die}?", choices)
