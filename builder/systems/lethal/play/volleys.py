"""From the dice of weapons to the models that fall: hits, armour, SU, and overheated weapons (L-50, L-80 to L-86)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from builder.record import Record
from builder.scalars import counted
from builder.systems.figures import Whole
from builder.systems.lethal.attacks import blast_penetration, dice_to_hit
from builder.systems.lethal.model import LethalModelGroup
from builder.systems.lethal.play.hull_damage import HullRolls, hit_hull
from builder.systems.lethal.play.outcomes import Outcomes, common_armour
from builder.systems.lethal.play.queries import rules_of, save_of
from builder.systems.lethal.play.state import LethalGame
from builder.systems.lethal.play.weapon_stacks import BLASTS, LethalWeaponStack
from builder.systems.lethal.values import NO_ROLL, Roll, save_words
from builder.systems.parameters import Params, given
from builder.systems.play.answers import Answers
from builder.systems.play.dice import NEVER, SURE, Score, Scored, how_many, saves, successes
from builder.systems.play.game import PartRef, UnitRef
from builder.systems.play.lookup import unit_name

HUNTERS = "vehicle hunters"
SWARMS = frozenset({"swarm", "swarms"})


class InfantryRolls(Params):
    """What is rolled against infantry; a number, or the dice: 5,2,6."""

    heading = "Infantry that is hit"
    through: Scored | None = given("hits that go through the armour; or the dice", default=None)
    saved: Scored | None = given("of those, hits that its SU saves; or the dice", default=None)
    first: str | None = given("the id of the kind of models that falls first, where the owner chooses", default=None)


class Heat(Params):
    """What weapons that get hot do to their bearers."""

    heading = "Weapons that get hot"
    ones: Whole | None = given("ones that were rolled to hit", default=None)
    bearers_saved: Scored | None = given("SU rolls that its bearers pass for them; or the dice", default=None)


def roll_hits(
    out: Outcomes,
    stack: LethalWeaponStack,
    count: int,
    ask: Answers,
    score: Score | None,
    again: Score | None = None,
    *,
    models: int,
    near: bool = False,
) -> int:
    """Return how many hits so many of a weapon make: by dice, or as many as a template touches (L-80 to L-83).

    Args:
        out: what the act comes to.
        stack: the weapon.
        count: how many of it are fired.
        ask: the answers of the act.
        score: how many hit, or the dice; a number of twin-linked weapons tells what hit in the end.
        again: of twin-linked weapons whose dice are told, those of the misses, rolled again (L-85).
        models: those of the target, each of which a template touches once.
        near: rapid fire is doubled.
    """
    name = stack.key.replace("/", " – ")
    if stack.has("template", *BLASTS):
        aimed = stack.has("blast", "large blast") and not stack.has("template", "ordnance", "barrage")
        skills = " or ".join(dict.fromkeys(str(skill) for _, skill in stack.bearers))
        where = f" where it hits, on {skills}" if aimed else ""
        return how_many(ask, "hits", score, f"Models that {name} touches{where}", models * count)
    dice: Counter[int] = Counter()
    for number, skill in _firing(stack, count):
        dice[skill.target] += dice_to_hit(skill, stack.mode.shots, number, rapid_fire=near)
    rolls = [(number, target) for target, number in dice.items()]
    out.steps += [f"{name}: {each} {'die' if each == 1 else 'dice'} at {target}+" for each, target in rolls if each]
    twin = stack.has("twin-linked")
    hits = successes(ask, "hits", score, f"Hits of {name}{', misses rolled again' if twin else ''}", *rolls)
    if not twin or score is None or not score.dice:
        return hits
    needed = [target for dice, target in rolls if SURE < target < NEVER for _ in range(dice)]
    missed = [(1, target) for face, target in zip(score.dice, needed, strict=True) if face < target]
    return hits + successes(ask, "again", again, f"Misses of {name}, rolled again", *missed)


def _firing(stack: LethalWeaponStack, count: int) -> Iterator[tuple[int, Roll]]:
    """Yield so many of the bearers of a weapon, with their SS."""
    for number, skill in stack.bearers:
        yield min(number, count), skill
        count -= min(number, count)


def overheat(
    out: Outcomes, firer: UnitRef, stack: LethalWeaponStack, score: Score | None, heat: Heat, ask: Answers
) -> None:
    """Each 1 to hit of a weapon that gets hot is an SU roll of its bearer, or he is removed (L-85)."""
    if not stack.has("gets hot"):
        return
    if heat.ones is not None:
        ones = heat.ones
    elif score is not None and score.dice:
        ones = score.dice.count(1)
    else:
        ones = how_many(
            ask, "ones", None, f"Ones that were rolled for {stack.weapon}", stack.count * stack.mode.shots * 2
        )
    remove_overheated(out, firer, ones, heat.bearers_saved, ask)


def remove_overheated(out: Outcomes, firer: UnitRef, ones: int, score: Score | None, ask: Answers) -> None:
    """Roll the SU of the bearers of weapons that have got hot (L-85, L-95); a vehicle has its own SU."""
    body = out.game.body(firer)
    if not ones or not body.groups:
        return
    save = save_of(out.game, firer, common_armour(out.game, firer).profile)
    asked = save_words(save, unit_name(out.game, firer), "overheated bearers")
    saved = saves(ask, "bearers-saved", score, asked, ones, save.dice, save.target)
    out.say(f"{ones} overheated, {ones - saved} removed")
    out.wound(firer, ones - saved)


class Hits(Record, frozen=True, kw_only=True):
    """Hits that fall on a unit, and what their weapon and their firers change.

    Args:
        number: how many there are.
        ap: their AP.
        outer: how many of them are beyond the hole of a blast, with half the AP (L-82).
        cover: what is added to the AV of infantry.
        saved: whether infantry has its SU.
        glancing: they only glance on hard-topped vehicles (L-86).
        hunters: the firers are Vehicle Hunters: AP 1 more against vehicles (L-06).
        titan_killer: the structure points that each destroys, a number or a die (L-53).
        touched: the kind of models that are hit, as those in base contact are; else the commonest armour counts.
        by: the shot that it was (L-30).
    """

    number: int
    ap: int
    outer: int = 0
    cover: int = 0
    saved: bool = True
    glancing: bool = False
    hunters: bool = False
    titan_killer: str = ""
    touched: LethalModelGroup | None = None
    by: str = ""

    @property
    def weaker(self) -> int:
        """The AP of those beyond the hole."""
        return blast_penetration(self.ap, under_hole=False)


def strike(
    out: Outcomes,
    target: UnitRef,
    hits: Hits,
    wounds: InfantryRolls,
    rolls: HullRolls,
    ask: Answers,
    *,
    fields: tuple[str, str] = ("through", "saved"),
) -> int:
    """Resolve hits on a unit, from its armour to who falls (L-50, L-51).

    Args:
        out: what the act comes to.
        target: the unit; of vehicles, the first is hit, and the next where that is gone.
        hits: the hits.
        wounds: what was rolled, of infantry.
        rolls: what was rolled, of vehicles.
        ask: the answers of the act.
        fields: the fields of the act that take what `wounds` holds.

    Returns:
        How many models, or vehicles, were lost.
    """
    body = out.game.body(target)
    if not hits.number or body.gone:
        return 0
    if body.groups:
        return _strike_infantry(out, target, hits, wounds, ask, fields)
    return _strike_hulls(out, target, hits, rolls, ask)


def _strike_hulls(out: Outcomes, target: UnitRef, hits: Hits, rolls: HullRolls, ask: Answers) -> int:
    body = out.game.body(target)
    part, roofed = PartRef(target.side, body.hulls[0].id), not body.hulls[0].vehicle.profile.open_topped
    only, titan_killer = hits.glancing and roofed, hits.titan_killer
    for number, force in ((hits.number - hits.outer, hits.ap), (min(hits.number, hits.outer), hits.weaker)):
        if number > 0 and not out.game.body(target).parts[part.id].destroyed:
            hit_hull(out, part, number, force + hits.hunters, rolls, ask, glancing=only, titan_killer=titan_killer)
    return len(body.hulls) - len(out.game.body(target).hulls)


def _strike_infantry(
    out: Outcomes, target: UnitRef, hits: Hits, wounds: InfantryRolls, ask: Answers, fields: tuple[str, str]
) -> int:
    group = hits.touched or common_armour(out.game, target)
    armour, name = group.profile.av + hits.cover, unit_name(out.game, target)
    full, least = max(0, hits.number - hits.outer), armour - hits.ap + 1
    needed = [(full, least), (hits.number - full, armour - hits.weaker + 1)]
    shown = "every hit" if least <= SURE else f"{least}+" if least < NEVER else "no hit"
    out.steps.append(f"AP {hits.ap} on AV {armour}: {shown} goes through")
    through = successes(ask, fields[0], wounds.through, f"Through the armour of {name}", *needed)
    if hits.titan_killer:
        out.say(f"{counted(hits.number, 'hit')}, {through} through")
        for _ in range(through):
            out.owe(target, "titan killer", hits.titan_killer)
        return 0
    save = save_of(out.game, target, group.profile) if hits.saved else NO_ROLL
    stopped = saves(ask, fields[1], wounds.saved, save_words(save, name), through, save.dice, save.target)
    out.say(f"{counted(hits.number, 'hit')}, {through} through, {stopped} saved")
    return out.wound(target, through - stopped, hits.touched.id if hits.touched else wounds.first, hits.by)


def hits_of_weapon(
    game: LethalGame,
    firer: UnitRef,
    target: UnitRef,
    stack: LethalWeaponStack,
    number: int,
    *,
    cover: int,
    outer: int = 0,
    by: str = "",
) -> Hits:
    """Return the hits of a weapon that was fired at a unit, with what its kinds change; see `strike`."""
    area = stack.has("template", *BLASTS)
    return Hits(
        number=number,
        ap=stack.mode.ap,
        outer=outer,
        cover=0 if stack.has("flamer") else cover,
        saved=not (area and SWARMS & {*rules_of(game, target)}),
        glancing=stack.has("flamer"),
        hunters=HUNTERS in rules_of(game, firer),
        titan_killer=stack.titan_killer,
        by=by,
    )
