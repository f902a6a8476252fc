"""Shooting: who may fire what at whom, and what the target and the firer owe for it (L-22, L-33, L-37, L-40, L-74)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from builder.errors import PlayError
from builder.systems.figures import Die, Positive, Whole
from builder.systems.lethal.command import MoraleState
from builder.systems.lethal.contact import Stretch, protection, reach_steps, reaches, through
from builder.systems.lethal.parameters import Passage
from builder.systems.lethal.play.arms import RAPID, Arm, arms
from builder.systems.lethal.play.confusion import Wandering, confuse, under_fire
from builder.systems.lethal.play.hull_damage import HullHits
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import FOCUSED, MOVE_SHOOT, combat_of, dug_in, no_ammunition, small, waits
from builder.systems.lethal.play.state import AT_EDGE, HULL_DOWN, Lethal, key
from builder.systems.lethal.play.volleys import Heat, Wounds, fire, overheat, roll_hits
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import Scored, one_die
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, told, units


def ready(game: Lethal, ref: UnitRef) -> bool:
    """Whether a unit has a shot left."""
    return living(game, ref) and bool(game.body(ref).deeds.shots) and not no_ammunition(game.body(ref))


def firers(at: At[Lethal], act: object) -> Iterator[Choice[UnitRef]]:
    """The units in the game, those first that have a shot."""
    yield from units(ready)(at, act)
    yield from units(lambda game, ref: living(game, ref) and not ready(game, ref))(at, act)


def weapons_of(at: At[Lethal], act: Shoot) -> Iterator[Choice[str]]:
    """The weapons of the firing unit, those first that it has not fired in this shot."""
    fired = at.game.body(act.unit).deeds.fired
    for arm in sorted(arms(at.game, act.unit), key=lambda arm: arm.key in fired):
        yield Choice(arm.key, arm.text)


def enemies(at: At[Lethal], act: Shoot) -> Iterator[Choice[UnitRef]]:
    """The enemies of the firing unit that are on the table, and in no transport."""
    firer = known(lambda: act.unit)
    for choice in units(living)(at, act):
        body = at.game.body(choice.value)
        if (firer is None or choice.value.side != firer.side) and body.aboard is None and not waits(body):
            yield choice


class Way(Params):
    """What lies between firer and target."""

    heading = "The way to the target"
    distance: Whole | None = given("cm to the target", default=None)
    path: tuple[Passage, ...] = given(
        "what lies between, from the firer on: 'open 45', 'light 15', 'hard 3' for how far the target is in it",
        default=(),
        many=True,
    )


class Shoot(Act[Lethal]):
    """A unit fires a weapon."""

    rule, group = "L-80", "Shooting"
    usual = ("unit", "weapon", "target", "distance", "hits", "through", "saved")
    unit: UnitRef = given("who fires", firers, none="nobody is left")
    weapon: str = given("the weapon", weapons_of, pick=True, none="it has no weapon to fire")
    target: UnitRef = given("at whom", enemies, none="no enemy is left on the table")
    models: Positive | None = given("how many fire, where not all do", default=None)
    way: Way = Way()
    not_nearest: bool = given("another enemy is nearer", default=False)
    priority_die: Die | None = given("the confusion check of the firer for that", default=None)
    wandering: Wandering = Wandering()
    hits: Scored | None = given("how many hit, or are touched by a template; or the dice to hit", default=None)
    beyond_hole: Whole = given("of those, how many are beyond the hole of a blast", default=0)
    building: bool = given("infantry in a building, which flamers hit twice", default=False)
    heat: Heat = Heat()
    wounds: Wounds = Wounds()
    rolls: HullHits = HullHits()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """In contact range; the nearest, or a confusion check; then hits, armour, SU, and the checks that follow."""
        out, name, aim = Outcomes(game), told(game, self.unit), told(game, self.target)
        arm = next((each for each in arms(game, self.unit) if each.key == self.weapon), None)
        if arm is None:
            raise PlayError(f"{name} has no {self.weapon} left")
        if not self.anyway:
            _check_shot(game, self.unit, arm, self.target)
            _check_reach(game, self.unit, arm, self.target, self.way)
        if self.unit.side == self.target.side or game.body(self.target).gone:
            raise PlayError("name an enemy that is in the game")
        near = self._near(game, arm, ask)
        count = min(arm.count, self.models or arm.count)
        shot = _begin_shot(out, self.unit, arm, near=near)
        out.say(f"{name}, {count} × {arm.key.replace('/', ' – ')}, at {aim}")
        if self.not_nearest:
            die = one_die(
                ask, "priority-die", self.priority_die, f"Not the nearest (L-37): the confusion check of {name}"
            )
            if not confuse(out, self.unit, die, self.wandering, ask):
                out.say("the shot is lost")
                out.did(self.unit, shots=max(0, out.game.body(self.unit).deeds.shots - 1), fired=())
                return out.ruling(self.unit.side)
        hits = roll_hits(out, arm, count, ask, self.hits, near=near)
        overheat(out, self.unit, arm, self.hits, self.heat, ask)
        hits *= 2 if arm.has("flamer") and self.building else 1
        cover = protection(game.body(self.target).cover, dug_in=dug_in(game, self.target)).armour
        outer = self.beyond_hole if arm.has("blast", "large blast", "ordnance", "barrage") else 0
        fire(out, self.unit, self.target, arm, hits, self.wounds, self.rolls, ask, cover=cover, outer=outer, by=shot)
        if not hits:
            out.say("no hit")
        if hits and arm.has("concussive"):
            out.fall(self.target, MoraleState.STUNNED)
        if hits and arm.has("ordnance"):
            self._shock(out)
        if hits and arm.titan_killer:
            out.say(f"Titan Killer {arm.titan_killer}: the act titan-killer for each hit that went through")
        under_fire(out, self.target, key(self.unit))
        if game.body(self.unit).deeds.shot != out.game.body(self.unit).deeds.shot and game.body(self.unit).infantry:
            out.owe(self.unit, "ammo")
        return out.ruling(self.unit.side)

    def _shock(self, out: Outcomes) -> None:
        """Ordnance within 15 cm is a morale check, one together with that for losses (L-30)."""
        if all(check.kind != "morale" for check in out.game.body(self.target).owed):
            out.owe(self.target, "morale", "ordnance")
        out.say("other units within 15 cm take one too (call-check)")

    def _near(self, game: Lethal, arm: Arm, ask: Answers) -> bool:
        """Whether the shots of rapid fire are doubled; asked where nobody said how far the target is (L-81)."""
        if not arm.has("rapid fire"):
            return False
        if self.way.path and self.way.distance is None:
            return sum(each.depth or 0 for each in self.way.path) <= RAPID
        far = [Choice(RAPID, f"{RAPID} cm or less"), Choice(RAPID + 1, "further")]
        return ask.one("distance", self.way.distance, f"How far is {told(game, self.target)}?", far) <= RAPID


def _check_shot(game: Lethal, ref: UnitRef, arm: Arm, target: UnitRef) -> None:
    """Raise a PlayError where a unit cannot fire a weapon as things stand."""
    body, name = game.body(ref), told(game, ref)
    deeds, again = body.deeds, _fired(body.deeds.fired, arm)
    why = no_ammunition(body)
    if not deeds.shots:
        why = "take an action with a shot first (L-35)"
    elif again and deeds.shots == 1:
        why = f"it has fired {arm.weapon} in this shot"
    elif deeds.action == MOVE_SHOOT and arm.has("heavy"):
        why = "no heavy weapons with Move-Shoot (L-62)"
    elif combat_of(game, target) is not None:
        why = f"{told(game, target)} is in close combat"
    elif arm.mounted and not again and _other_mount(game, ref, arm):
        why = "a shot is all main weapons or one ordnance weapon, beside the defensive ones (L-74)"
    if why:
        raise PlayError(f"{name} cannot fire it: {why}; by agreement with --anyway")


def _fired(fired: tuple[str, ...], arm: Arm) -> bool:
    """Whether a weapon was fired, in whatever mode."""
    return any(each.partition("/")[0] == arm.weapon for each in fired)


def _other_mount(game: Lethal, ref: UnitRef, arm: Arm) -> bool:
    """Whether what a vehicle fired in this shot forbids a main or ordnance weapon beside it (L-74)."""
    mounts = {each.mounted for each in arms(game, ref) if each.key in game.body(ref).deeds.fired}
    return (arm.mounted in ("main", "ordnance") and "ordnance" in mounts) or (
        arm.mounted == "ordnance" and "main" in mounts
    )


def _begin_shot(out: Outcomes, ref: UnitRef, arm: Arm, *, near: bool) -> str:
    """Fire a weapon: the first one, or one that was fired already, begins a shot; return what that is known by."""
    deeds = out.game.body(ref).deeds
    again = _fired(deeds.fired, arm)
    begins = again or not deeds.fired
    out.did(
        ref,
        shots=deeds.shots - 1 if again and deeds.shots else deeds.shots,
        fired=(arm.key,) if begins else (*deeds.fired, arm.key),
        shot=deeds.shot + begins,
        strained=deeds.strained or arm.has("heavy") or near,
        speed=0,
    )
    return f"{key(ref)} {out.game.clock.turn}.{deeds.shot + begins}"


def _check_reach(game: Lethal, firer: UnitRef, arm: Arm, target: UnitRef, way: Way) -> None:
    """Raise a PlayError where a target is out of a weapon's contact range, as far as the way is told (L-40 to L-44)."""
    if not way.path and way.distance is None:
        return
    body = game.body(target)
    points = [group.profile.structure for group in body.groups] + [
        hull.vehicle.profile.structure for hull in body.hulls
    ]
    steps = reach_steps(
        arm.contact,
        arm.mode.multiplier or Fraction(1),
        small=small(game, target),
        structure=max(points, default=1),
        hull_down=HULL_DOWN in body.flags,
        focused=game.body(firer).deeds.action == FOCUSED,
    )
    path = way.path or (Stretch(way.distance),)
    shelter = protection(body.cover, dug_in=dug_in(game, target), at_edge=AT_EDGE in body.flags)
    told_cover = path[-1].cover is not None
    if not reaches(steps[-1].left, path, Fraction(1) if told_cover else shelter.share):
        words = "; ".join(f"{step.words}: {step.left} cm" for step in (*steps, *through(steps[-1].left, path)))
        raise PlayError(f"{told(game, target)} is out of contact range ({words}) (L-40); by agreement with --anyway")
    if arm.mode.minimum and sum(each.depth or 0 for each in path) < arm.mode.minimum:
        raise PlayError(f"{arm.weapon} fires no nearer than {arm.mode.minimum} cm; by agreement with --anyway")
