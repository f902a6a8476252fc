"""Shooting: who may fire what at whom, and what the target and the firer owe for it (L-22, L-33, L-37, L-40, L-74)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from builder.errors import PlayError
from builder.systems.figures import Die, Positive, Whole
from builder.systems.lethal.attacks import scatter
from builder.systems.lethal.command import FOCUSED, SHOCKING, SHOOT_MOVE, MoraleState
from builder.systems.lethal.contact import ReachStep, Stretch, protection, reach_steps, reaches, through
from builder.systems.lethal.parameters import Passage
from builder.systems.lethal.play.checks import YES_OR_NO, ConfusedMove, confuse, under_fire
from builder.systems.lethal.play.hull_damage import HullRolls
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import (
    activation_over,
    busy_weapons,
    combat_of,
    dug_in,
    no_ammunition,
    on_table,
    own_corridor,
    ranked,
    ready_first,
    small,
    suppressed_elsewhere,
)
from builder.systems.lethal.play.state import AT_EDGE, HULL_DOWN, LethalGame, ref_key
from builder.systems.lethal.play.volleys import Heat, InfantryRolls, hits_of_weapon, overheat, roll_hits, strike
from builder.systems.lethal.play.weapon_stacks import (
    ALL,
    BLASTS,
    RAPID,
    LethalWeaponStack,
    fired,
    joined_battery,
    not_fired_now,
    weapon_stacks,
)
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import Scored, one_die, some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, unit_name, units


def has_shot(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit has a shot left."""
    return living(game, ref) and bool(game.body(ref).deeds.shots) and not no_ammunition(game.body(ref))


def weapons_of(at: At[LethalGame], act: Shoot) -> Iterator[Choice[str]]:
    """Yield the weapons of the firing unit, those first that it can fire now and has not fired in this shot."""
    return (Choice(stack.key, stack.text) for stack in _in_turn(at.game, act.unit))


def _in_turn(game: LethalGame, ref: UnitRef) -> Sequence[LethalWeaponStack]:
    """Return the weapons of a unit in the order in which they are fired: the most numerous first, pistols last."""
    body, busy = game.body(ref), busy_weapons(game, ref)

    def place(stack: LethalWeaponStack) -> tuple[bool, bool, bool, int]:
        return (
            bool(not_fired_now(body, stack)) or stack.key in busy,
            fired(body, stack),
            stack.has("pistol"),
            -stack.count,
        )

    return sorted(weapon_stacks(game, ref), key=place)


def targets(at: At[LethalGame], act: Shoot) -> Iterator[Choice[UnitRef]]:
    """The units that can be fired at: the enemy that was fired at, or is in its corridor, first, then the others.

    Friends come last, and only once a template was placed that may touch them.
    """
    firer = known(lambda: act.unit)
    corridor = own_corridor(at.game, firer) if firer is not None else None
    known_by = {ref_key(firer) if firer is not None else "", corridor.id if corridor is not None else ""}
    placed = firer is not None and any(_placed(at.game, firer, stack) for stack in weapon_stacks(at.game, firer))

    def place(choice: Choice[UnitRef]) -> tuple[bool, bool]:
        friend = firer is not None and choice.value.side == firer.side
        return friend, known_by.isdisjoint(at.game.body(choice.value).deeds.under_fire)

    yield from (each for each in sorted(units(on_table)(at, act), key=place) if placed or not place(each)[0])


def _placed(game: LethalGame, ref: UnitRef, stack: LethalWeaponStack) -> bool:
    """Whether a unit has placed the template of a weapon in the shot that has begun."""
    return stack.has("template", *BLASTS) and stack.key in game.body(ref).deeds.fired


class FirePath(Params):
    """What lies between firer and target."""

    heading = "The way to the target"
    distance: Whole | None = given("cm to the target", default=None)
    path: tuple[Passage, ...] = given(
        "what lies between, from the firer on: 'open 45', 'light 15', 'hard 3' for how far the target is in it",
        default=(),
        many=True,
    )


class Scatter(Params):
    """Where an ordnance weapon or a barrage lands."""

    heading = "Ordnance and barrages"
    on_target: bool | None = given("the scatter die shows a hit", default=None)
    scatter_dice: tuple[Die, ...] = given("the dice of how far it scatters, in cm", default=())
    unseen: bool = given("a barrage at a target that nobody of the unit sees", default=False)


class Shoot(Act[LethalGame]):
    """A unit fires a weapon."""

    rule, group = "L-80", "Shooting"
    usual = ("unit", "weapon", "target", "distance", "hits", "through", "saved")
    unit: UnitRef = given("who fires", ready_first(has_shot, always=True), none="nobody is left")
    weapon: str | None = given(
        "the weapon; the first that it has not fired if not given", weapons_of, default=None, pick=True, first=True
    )
    target: UnitRef = given("at whom", targets, none="no enemy is left on the table")
    same_template: bool | None = given("the template of the shot that has begun touches it too", default=None)
    models: Positive | None = given("how many fire, where not all do", default=None)
    way: FirePath = FirePath()
    not_nearest: bool = given("another enemy is nearer", default=False)
    priority_die: Die | None = given("the confusion check of the firer for that", default=None)
    wandering: ConfusedMove = ConfusedMove()
    scatter: Scatter = Scatter()
    hits: Scored | None = given("how many hit, or are touched by a template; or the dice to hit", default=None)
    again: Scored | None = given("a twin-linked weapon whose dice are told: its misses, rolled again", default=None)
    beyond_hole: Whole = given("of those, how many are beyond the hole of a blast", default=0)
    building: bool = given("infantry in a building, which flamers hit twice", default=False)
    heat: Heat = Heat()
    wounds: InfantryRolls = InfantryRolls()
    rolls: HullRolls = HullRolls()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """In contact range; the nearest, or a confusion check; then hits, armour, SU, and the checks that follow."""
        out, name, carried = Outcomes(game), unit_name(game, self.unit), _in_turn(game, self.unit)
        stack = next((each for each in carried if self.weapon in (None, each.key)), None)
        if stack is None:
            raise PlayError(f"{name} has no {self.weapon or 'weapon to fire'}{' left' if self.weapon else ''}")
        touched_too = self._touched_too(game, stack, ask)
        if not (self.anyway or touched_too):
            _check_firer(game, self.unit, stack)
        aim = unit_name(game, self.target)
        if (self.unit.side == self.target.side and not touched_too) or not on_table(game, self.target):
            raise PlayError("name an enemy that is on the table")
        if touched_too:
            out.say(f"{name}: the template of {stack.weapon} touches {aim} too")
            models = game.body(self.target).models
            self._hit(
                out, stack, roll_hits(out, stack, self._firing(game, stack, ask), ask, self.hits, models=models), ask
            )
            return out.ruling(self.unit.side)
        short = out_of_reach(game, self.unit, stack, self.target, self.way)
        if not self.anyway:
            _check_target(game, self.unit, stack, self.target)
            if short and not stack.has("barrage"):
                raise PlayError(f"{short}; by agreement with --anyway")
        far = self._distance(game, stack, ask) if stack.has("rapid fire") else None
        count = self._firing(game, stack, ask)
        _begin_shot(out, self.unit, stack, strained=stack.has("heavy") or (far is not None and far < RAPID))
        out.say(f"{name}, {count} × {stack.key.replace('/', ' – ')}, at {aim}")
        if self.way.path or self.way.distance is not None:
            out.steps.append(f"over {', '.join(map(str, self.way.path)) or f'{self.way.distance} cm'}")
        begun = game.body(self.unit).deeds.shot != out.game.body(self.unit).deeds.shot
        if short:
            out.say(f"by agreement: {short}" if self.anyway else f"the barrage misses: {short} (L-84)")
        if short and not self.anyway:
            under_fire(out, self.target, self.unit)
        elif not self._nearest(out, ask, begun=begun):
            return out.ruling(self.unit.side)
        else:
            self._land(out, stack, count, ask, near=far is not None and far <= RAPID)
        if begun and game.body(self.unit).infantry:
            out.owe(self.unit, "ammo")
        return out.ruling(self.unit.side)

    def _nearest(self, out: Outcomes, ask: Answers, *, begun: bool) -> bool:
        """Whether the shot is fired: at another than the nearest enemy after a confusion check (L-37).

        One check is for all the weapons of a shot that are fired at that enemy.
        """
        at_it_already = not begun and ref_key(self.unit) in out.game.body(self.target).deeds.under_fire
        if not self.not_nearest or (at_it_already and self.priority_die is None):
            return True
        text = f"Not the nearest (L-37): the confusion check of {unit_name(out.game, self.unit)}"
        die = one_die(ask, "priority-die", self.priority_die, text)
        if confuse(out, self.unit, die, self.wandering, ask):
            return True
        out.say("the shot is lost")
        out.did(self.unit, shots=max(0, out.game.body(self.unit).deeds.shots - 1), fired=())
        return False

    def _touched_too(self, game: LethalGame, stack: LethalWeaponStack, ask: Answers) -> bool:
        """Whether the target is touched by the template that was placed in this shot, friends too (L-82).

        It is asked where the weapon could be fired anew as well.
        """
        if not _placed(game, self.unit, stack):
            return False
        friend = self.unit.side == self.target.side
        fired_at = ref_key(self.unit) in game.body(self.target).deeds.under_fire
        if self.same_template is None and (fired_at or friend or not_fired_now(game.body(self.unit), stack)):
            return not fired_at
        text = f"Does the template that {stack.weapon} has placed touch {unit_name(game, self.target)} too?"
        return ask.one("same-template", self.same_template, text, YES_OR_NO, leads=True)

    def _land(self, out: Outcomes, stack: LethalWeaponStack, count: int, ask: Answers, *, near: bool) -> None:
        """What a shot that was fired comes to for its target, and for weapons that get hot."""
        drift = self._scatter(out, stack, ask) if stack.has("ordnance", "barrage") else 0
        models = out.game.body(self.target).models
        hits = roll_hits(out, stack, count, ask, self.hits, self.again, models=models, near=near)
        overheat(out, self.unit, stack, self.hits, self.heat, ask)
        self._hit(out, stack, hits, ask, drift)

    def _hit(self, out: Outcomes, stack: LethalWeaponStack, hits: int, ask: Answers, drift: int = 0) -> None:
        """What the hits of the current shot come to, where it lands `drift` cm off its target."""
        game = out.game
        shot = f"{ref_key(self.unit)} {game.clock.turn}.{game.body(self.unit).deeds.shot}"
        hits *= 2 if stack.has("flamer") and self.building else 1
        cover = protection(game.body(self.target).cover, dug_in=dug_in(game, self.target)).armour
        outer = self.beyond_hole if stack.has("blast", "large blast", "ordnance", "barrage") else 0
        shots = hits_of_weapon(out.game, self.unit, self.target, stack, hits, cover=cover, outer=outer, by=shot)
        strike(out, self.target, shots, self.wounds, self.rolls, ask)
        if not hits:
            out.say("no hit")
        if hits and stack.has("concussive"):
            out.fall(self.target, MoraleState.STUNNED)
        if stack.has("ordnance"):
            self._shock(out, drift)
        if self.unit.side != self.target.side:
            under_fire(out, self.target, self.unit)

    def _firing(self, game: LethalGame, stack: LethalWeaponStack, ask: Answers) -> int:
        """Return how many of a weapon are fired; of ranks only the first two shoot (L-113)."""
        if self.models is None and self.hits is None and stack.count > 1 and ranked(game, self.unit):
            ranks = [Choice(number, f"{number} of {stack.count}") for number in range(stack.count, 0, -1)]
            return ask.one("models", None, f"How many {stack.weapon}s are in the first two ranks (L-113)?", ranks)
        if (self.models or 0) > stack.count and not self.anyway:
            raise PlayError(f"{unit_name(game, self.unit)} has {stack.text}; by agreement with --anyway")
        return min(stack.count, self.models or stack.count)

    def _scatter(self, out: Outcomes, stack: LethalWeaponStack, ask: Answers) -> int:
        """Return how far ordnance or a barrage scatters, in cm; not asked once it is known who is hit (L-83, L-84)."""
        given = self.scatter
        if self.hits is not None and given.on_target is None and not given.scatter_dice:
            return 0
        text, stays = f"Does the scatter die of {stack.weapon} show a hit?", given.on_target
        if ask.one("on-target", False if stays is None and given.scatter_dice else stays, text, YES_OR_NO):
            return 0
        barrage = stack.has("barrage")
        dice = 4 if (given.unseen if barrage else out.game.body(self.unit).has_moved) else 2
        text = f"How far {stack.weapon} scatters, {dice}D6"
        rolled = sorted(some_dice(ask, "scatter-dice", given.scatter_dice, text, dice), reverse=True)
        drift = scatter(rolled, highest=barrage)
        out.say(f"scatters {drift} cm")
        return drift

    def _shock(self, out: Outcomes, drift: int) -> None:
        """Ordnance within 15 cm is a morale check, one together with that for losses (L-30)."""
        owed = {check.kind for check in out.game.body(self.target).owed}
        if drift <= SHOCKING and "morale" not in owed:
            out.owe(self.target, "morale", "ordnance")
        out.say("other units within 15 cm take one too (call-check)")

    def _distance(self, game: LethalGame, stack: LethalWeaponStack, ask: Answers) -> int:
        """Return how far the target of rapid fire is, in cm; asked where it matters and nobody said it (L-63, L-81)."""
        if self.way.path and self.way.distance is None:
            return sum(each.depth or 0 for each in self.way.path)
        choices = [Choice(RAPID, f"{RAPID} cm or less"), Choice(RAPID + 1, "further")]
        if game.body(self.unit).deeds.action == SHOOT_MOVE:
            choices[:1] = [Choice(RAPID - 1, f"less than {RAPID} cm"), Choice(RAPID, f"{RAPID} cm")]
        most = _sight(game, self.unit, stack, self.target)[-1].left
        if not self.anyway and most < RAPID:
            choices = [Choice(most, f"{most} cm or less")]
        text = f"How many cm is it to {unit_name(game, self.target)}? Within {RAPID} {stack.weapon} fires twice"
        return ask.one("distance", self.way.distance, text, choices)


def _check_firer(game: LethalGame, ref: UnitRef, stack: LethalWeaponStack) -> None:
    """Raise a PlayError where a unit cannot fire a weapon as things stand, at whomever."""
    body = game.body(ref)
    why = "it is in close combat" if combat_of(game, ref) is not None else ""
    if why := why or no_ammunition(body) or not_fired_now(body, stack) or activation_over(game, ref):
        raise PlayError(f"{unit_name(game, ref)} cannot fire {stack.weapon}: {why}; by agreement with --anyway")


def _check_target(game: LethalGame, ref: UnitRef, stack: LethalWeaponStack, target: UnitRef) -> None:
    """Raise a PlayError where a unit cannot fire a weapon at a target (L-93)."""
    why = suppressed_elsewhere(game, ref, stack, target)
    if not why and combat_of(game, target) is not None:
        why = f"{unit_name(game, target)} is in close combat"
    if why:
        raise PlayError(f"{unit_name(game, ref)} cannot fire {stack.weapon}: {why}; by agreement with --anyway")


def _begin_shot(out: Outcomes, ref: UnitRef, stack: LethalWeaponStack, *, strained: bool) -> None:
    """Fire a weapon: the first one, or one that was fired already, begins a shot; `strained` as in `Deeds`."""
    body = out.game.body(ref)
    deeds, again = body.deeds, fired(body, stack)
    begins = again or not deeds.fired
    made_of = (joined_battery(body, stack) if stack.mounted else "") or deeds.battery
    out.did(
        ref,
        shots=1 if made_of == ALL else deeds.shots - 1 if again and deeds.shots else deeds.shots,
        fired=(stack.key,) if begins else (*deeds.fired, stack.key),
        shot=deeds.shot + begins,
        battery=made_of,
        strained=deeds.strained or strained,
        power_fired=deeds.power_fired or stack.psychic,
        speed=0,
    )


def _sight(
    game: LethalGame, firer: UnitRef, stack: LethalWeaponStack, target: UnitRef, *, leaves_cover: bool = True
) -> tuple[ReachStep, ...]:
    """How far a weapon reaches towards a target before the way is counted, step by step (L-40, L-43, L-44).

    A firer in cover whose edge it does not touch sees through that first, unless the way tells of it.
    """
    own, body = game.body(firer), game.body(target)
    points = [group.profile.structure for group in body.groups] + [
        hull.vehicle.profile.structure for hull in body.hulls
    ]
    steps = reach_steps(
        stack.contact,
        stack.mode.multiplier or Fraction(1),
        small=small(game, target),
        structure=max(points, default=1),
        hull_down=HULL_DOWN in body.flags,
        focused=own.deeds.action == FOCUSED,
    )
    if own.cover is not None and AT_EDGE not in own.flags and leaves_cover:
        steps += through(steps[-1].left, (Stretch(None, own.cover),))
    return steps


def out_of_reach(game: LethalGame, firer: UnitRef, stack: LethalWeaponStack, target: UnitRef, way: FirePath) -> str:
    """Why a target is out of a weapon's contact range, as far as the way is told; empty where not (L-40 to L-44)."""
    if not way.path and way.distance is None:
        return ""
    body, path = game.body(target), way.path or (Stretch(way.distance),)
    steps = _sight(game, firer, stack, target, leaves_cover=path[0].cover is None)
    shelter = protection(body.cover, dug_in=dug_in(game, target), at_edge=AT_EDGE in body.flags)
    told_cover = path[-1].cover is not None
    if not reaches(steps[-1].left, path, Fraction(1) if told_cover else shelter.share):
        words = "; ".join(f"{step.words}: {step.left} cm" for step in (*steps, *through(steps[-1].left, path)))
        return f"{unit_name(game, target)} is out of contact range ({words}) (L-40)"
    if stack.mode.minimum and sum(each.depth or 0 for each in path) < stack.mode.minimum:
        return f"{stack.weapon} fires no nearer than {stack.mode.minimum} cm"
    return ""
