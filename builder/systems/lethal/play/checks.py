"""Checks that units take: confusion, morale, rallying, ammunition, psychic abilities (L-22, L-30 to L-36, L-87)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.figures import Die, Score, Whole
from builder.systems.lethal.attacks import after_shooting
from builder.systems.lethal.command import (
    ConfusionOutcome,
    MoraleState,
    after_morale_check,
    confusion,
    confusion_move,
    may_rally,
    passes_morale_check,
)
from builder.systems.lethal.contact import Cover
from builder.systems.lethal.model import LethalArmyUnit
from builder.systems.lethal.play.outcomes import DUE, Outcomes, common_armour
from builder.systems.lethal.play.queries import (
    MOVES,
    combat_of,
    command,
    immobile,
    is_activated,
    is_off_table,
    may_use_power,
    on_table,
    rules_of,
    save_of,
    unit_names,
)
from builder.systems.lethal.play.state import AMMUNITION, COMMAND, INITIATIVE, CheckKind, LethalGame, ref_key
from builder.systems.lethal.values import save_words
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Counted
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import Scored, one_die, saves, some_dice
from builder.systems.play.game import DESTROYED, UnitRef
from builder.systems.play.lookup import At, living, unit_name, units

FALLS = {
    ConfusionOutcome.SHAKEN: MoraleState.SHAKEN,
    ConfusionOutcome.STUNNED: MoraleState.STUNNED,
    ConfusionOutcome.PARALYSED: MoraleState.PARALYSED,
}
YES_OR_NO = (Choice(True, "yes", "yes"), Choice(False, "no", "no"))


class ConfusedMove(Params):
    """How a confused unit moves."""

    heading = "A unit that is confused"
    visible: bool | None = given("it sees an enemy", default=None)
    move_dice: tuple[Die, ...] = given("the dice of its move, whose sum counts", default=())
    enemy: Whole | None = given("cm to an enemy on its way; it stops 5 cm from him", default=None)
    cover: Cover | None = given("the cover that it ends its move in; the open if not given", default=None)
    stopped: Whole | None = given("cm after which terrain that cannot be passed, or the edge, stops it", default=None)


def confuse(out: Outcomes, ref: UnitRef, die: int, wandering: ConfusedMove, ask: Answers) -> bool:
    """Take a confusion check of a unit, with what it comes to (L-33, L-36), and return whether it was passed."""
    game, body = out.game, out.game.body(ref)
    value = command(game, ref)
    result = confusion(value, die)
    out.say(f"{unit_name(game, ref)}: confusion check {die} on {value}+")
    if result.outcome is ConfusionOutcome.PASSED:
        out.say("passed")
        return True
    if result.outcome in (ConfusionOutcome.TOWARDS_ENEMY, ConfusionOutcome.RANDOM) and immobile(body):
        out.say(f"failed by {value - die}, and it cannot move: no effect")
        return False
    out.say(f"failed by {value - die}")
    if result.outcome is ConfusionOutcome.TOWARDS_ENEMY:
        seen = ask.one(
            "visible", wandering.visible, f"{unit_name(game, ref)}: does it see an enemy?", YES_OR_NO, leads=True
        )
        result = result if seen else confusion(value, value - 2)
    if result.dice and not immobile(body):
        _wander(out, ref, result.dice, _direction(result.outcome), wandering, ask)
    if result.outcome in FALLS:
        before = len(out.changes)
        out.fall(ref, FALLS[result.outcome])
        if len(out.changes) == before:
            out.say(f"it stays {body.morale}")
    return False


def _direction(outcome: ConfusionOutcome) -> str:
    words = {
        ConfusionOutcome.TOWARDS_ENEMY: "towards the nearest enemy in sight",
        ConfusionOutcome.RANDOM: "in a random direction",
    }
    return words.get(outcome, "towards its fall-back zone")


def _wander(out: Outcomes, ref: UnitRef, dice: str, where: str, wandering: ConfusedMove, ask: Answers) -> None:
    name = unit_name(out.game, ref)
    faces = some_dice(ask, "move-dice", wandering.move_dice, f"How far {name} moves, {dice}", int(dice[0]))
    far = confusion_move(faces, enemy=wandering.enemy, stopped=wandering.stopped)
    out.steps.append(f"{dice}: {' + '.join(map(str, faces))} = {sum(faces)} cm")
    out.say(f"moves {far} cm {where}")
    if far:
        out.did(ref, moved=out.game.body(ref).deeds.moved + far)
        out.comes_into(ref, wandering.cover)


def owing_first(kind: CheckKind) -> Callable[[At[Any], object], Iterator[Choice[UnitRef]]]:
    """Return a chooser of the units that must take a check of a kind; of all in the game where nobody must."""

    def chosen(at: At[LethalGame], act: object) -> Iterator[Choice[UnitRef]]:
        owing = (*units(lambda game, ref: owes(game, ref, kind))(at, act),)
        yield from owing or units(living)(at, act)

    return chosen


def owes(game: LethalGame, ref: UnitRef, kind: CheckKind) -> bool:
    """Whether a unit must take a check of a kind."""
    return living(game, ref) and any(check.kind == kind for check in game.body(ref).owed)


def pay(out: Outcomes, ref: UnitRef, kind: CheckKind) -> None:
    """Strike off a check that a unit takes now.

    Raises:
        PlayError: nobody of it is left, or it must take none of that kind, and others must, who are meant.
    """
    name = unit_name(out.game, ref)
    if not living(out.game, ref):
        raise PlayError(f"nobody of {name} is left")
    owing = [each for each in out.game.refs(0, 1) if owes(out.game, each, kind)]
    if owing and ref not in owing:
        called = "" if kind == "ammo" else "; the act call-check calls for one"
        does = "do" if len(owing) > 1 else "does"
        raise PlayError(f"{name} owes no {DUE[kind]}, but {unit_names(out.game, owing)} {does}{called}")
    if not owing:
        out.steps.append(f"{name} owes no {DUE[kind]}, and takes one all the same")
    out.pay(ref, kind)


def friends(at: At[LethalGame], act: Confusion) -> Iterator[Choice[UnitRef]]:
    """Yield the other units of its side that are on the table."""
    unit = act.unit
    yield from (each for each in units(on_table)(at, act) if each.value.side == unit.side and each.value != unit)


class Confusion(Act[LethalGame]):
    """A confusion check of a unit."""

    rule, group = "L-33", "Checks"
    unit: UnitRef = given("the unit", owing_first("confusion"), none="nobody is left")
    die: Die | None = given("the die", default=None)
    wandering: ConfusedMove = ConfusedMove()
    enters: tuple[UnitRef, ...] = given(
        "friends into whom it moves, who take a check of their own", friends, default=()
    )

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """D6 against its CM: failed by one it moves towards the enemy, by two at random, by more its state is worse."""
        out = Outcomes(game)
        pay(out, self.unit, "confusion")
        text = f"The confusion check of {unit_name(game, self.unit)}, {command(game, self.unit)}+"
        die = one_die(ask, "die", self.die, text, leads=True)
        confuse(out, self.unit, die, self.wandering, ask)
        if out.game.body(self.unit).deeds.moved > game.body(self.unit).deeds.moved:
            for friend in self.enters:
                if friend != self.unit and friend.side == self.unit.side:
                    out.owe(friend, "confusion", "entered by friends")
        return out.ruling(self.unit.side)


def under_fire(out: Outcomes, target: UnitRef, firer: UnitRef, corridor: str = "") -> None:
    """A unit comes under fire, be it hit or not: one confusion check for each firing unit, or corridor (L-33, L-93)."""
    deeds, by = out.game.body(target).deeds, corridor or ref_key(firer)
    if by not in deeds.under_fire and not out.game.body(target).gone:
        out.did(target, under_fire=(*deeds.under_fire, by))
        out.owe(target, "confusion", f"under fire of {unit_name(out.game, firer)}")


HUNTERS = "vehicle hunters"
SHOCK = 2
"""The CM against vehicle shock of those who have that rule (L-06)."""


class Morale(Act[LethalGame]):
    """A morale check of a unit."""

    rule, group = "L-30", "Checks"
    unit: UnitRef = given("the unit", owing_first("morale"), none="nobody is left")
    dice: tuple[Die, ...] = given("both dice, of which the lower counts", default=())
    cm: Score | None = given("another CM, such as a master vox lends", default=None)
    shock: bool = given("vehicle shock, which Vehicle Hunters pass on 2+", default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """The lower of two dice against its CM: failed, its state is a step worse; in close combat it is destroyed."""
        out, name = Outcomes(game), unit_name(game, self.unit)
        state = game.body(self.unit).morale
        if state is MoraleState.ROUTED:
            raise PlayError(f"{name} is routed: it rallies at the start of its turn, with the act rally (L-32)")
        value = self.cm or command(game, self.unit, for_morale=True)
        if self.shock and HUNTERS in rules_of(game, self.unit):
            value = min(value, SHOCK)
        one, other = some_dice(ask, "dice", self.dice, f"The morale check of {name}, {value}+", 2)
        passed = passes_morale_check(value, (one, other))
        pay(out, self.unit, "morale")
        out.say(f"{name}: morale check {one} and {other} on {value}+, {'passed' if passed else 'failed'}")
        now = after_morale_check(state, passed, in_combat=combat_of(game, self.unit) is not None)
        if now is None:
            destroy(out, self.unit)
        elif not passed:
            out.fall(self.unit, now)
        return out.ruling(self.unit.side)


def destroy(out: Outcomes, ref: UnitRef) -> None:
    """A unit is destroyed, whatever is left of it."""
    out.flag(ref, DESTROYED)
    out.say(f"{unit_name(out.game, ref)} is destroyed")


def routing(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit routs."""
    return living(game, ref) and game.body(ref).morale is MoraleState.ROUTED


class Rally(Act[LethalGame]):
    """A routing unit tries to rally at the start of its turn."""

    rule, group = "L-32", "Checks"
    unit: UnitRef = given("the unit", units(routing), none="nobody is routed")
    enemy_near: bool | None = given("an enemy is within its contact range", default=None)
    dice: tuple[Die, ...] = given("both dice, of which the lower counts", default=())
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """Above half its strength, with a friend on the table and no enemy in its CR; failed, it is destroyed."""
        out, name, body = Outcomes(game), unit_name(game, self.unit), game.body(self.unit)
        if body.morale is not MoraleState.ROUTED:
            raise PlayError(f"{name} is {body.morale}: only routed units rally")
        if game.clock.phase not in (INITIATIVE, COMMAND) and game.clock.turn and not self.anyway:
            raise PlayError(
                f"{name} rallies at the start of its turn, before it acts (L-32); by agreement with --anyway"
            )
        friends = (each for each in game.refs(self.unit.side) if each != self.unit)
        friend = any(not game.body(each).gone and not is_off_table(game.body(each)) for each in friends)
        if not may_rally(body.unit.models, body.models, friend=friend) and not self.anyway:
            why = f"{body.models} of {body.unit.models} models are left" if friend else "no friend is on the table"
            raise PlayError(
                f"{name} cannot rally, {why}: it moves twice towards its fall-back zone (L-32); by agreement with"
                " --anyway"
            )
        question = f"Is an enemy within the contact range of {name}?"
        if not self.anyway and ask.one("enemy-near", self.enemy_near, question, YES_OR_NO[::-1]):
            out.say(f"{name} cannot rally, an enemy is near: two moves towards its fall-back zone")
            return out.ruling(self.unit.side)
        value = command(game, self.unit, for_morale=True)
        one, other = some_dice(ask, "dice", self.dice, f"The morale check of {name}, {value}+", 2)
        passed = passes_morale_check(value, (one, other))
        out.say(f"{name} rallies: {one} and {other} on {value}+, {'passed' if passed else 'failed'}")
        if passed:
            out.becomes(self.unit, MoraleState.PARALYSED)
        else:
            destroy(out, self.unit)
        return out.ruling(self.unit.side)


class Ammo(Act[LethalGame]):
    """The opponent's die for the ammunition of a unit that has shot."""

    rule, group = "L-22", "Checks"
    unit: UnitRef = given("the unit", owing_first("ammo"), none="nobody is left")
    die: Die | None = given("the die", default=None)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """A 1 costs one counter; without any the whole unit cannot shoot."""
        out, name, body = Outcomes(game), unit_name(game, self.unit), game.body(self.unit)
        if not body.infantry:
            raise PlayError(f"{name} is a vehicle: it runs out through suppressive fire alone (L-20)")
        die = one_die(ask, "die", self.die, f"The opponent's die for the ammunition of {name}")
        pay(out, self.unit, "ammo")
        before = body.count(AMMUNITION)
        left = after_shooting(before, [die])
        out.say(f"{name}: ammunition die {die}")
        if left == before:
            return out.ruling(1 - self.unit.side)
        out.add(Counted(side=self.unit.side, unit=self.unit.id, counter=AMMUNITION, count=left))
        if not left and body.deeds.shots:
            out.did(self.unit, shots=0)
        out.say("out of ammunition" if not left else f"{counted(left, 'counter')} left")
        return out.ruling(1 - self.unit.side)


ATTACK = "psychic attack"


def psyker(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit has a psychic ability that it may use now."""
    return living(game, ref) and may_use_power(game.body(ref))


def powers_of(at: At[LethalGame], act: Psychic) -> Iterator[Choice[str]]:
    """Yield the abilities of a unit, with their texts."""
    for name, text in at.game.body(act.unit).unit.powers:
        yield Choice(name, f"{name}: {text}" if text else name)


class Psychic(Act[LethalGame]):
    """A unit uses a psychic ability."""

    rule, group = "L-87", "Shooting"
    unit: UnitRef = given("who uses it", units(psyker), none="nobody may use a psychic ability now")
    power: str = given("the ability", powers_of, pick=True, none="it has no psychic ability")
    during: Literal["moving", "shooting", "assaulting"] | None = given(
        "what it is used in conjunction with, where its text says so", default=None
    )
    no_attack: bool = given("it is no attack, so there is no peril", default=False)
    dice: tuple[Die, ...] = given("an attack: both dice of the psyker's morale check", default=())
    saved: Scored | None = given(
        "an attack whose check failed: 1 if the psyker's SU saves him; or the dice", default=None
    )
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """One in a turn, of an unbroken unit; one that goes with an action needs that first (`shoot` follows a shot).

        An attack takes a morale check: failed, SU or removed.
        """
        out, name, body = Outcomes(game), unit_name(game, self.unit), game.body(self.unit)
        powers = dict(body.unit.powers)
        if body.gone or self.power not in powers:
            raise PlayError(f"{name} has no ability {self.power}")
        if not self.anyway and not psyker(game, self.unit):
            why = f"it has used {body.deeds.power} this turn" if body.deeds.power else f"it is {body.morale}"
            raise PlayError(f"{name} may use no psychic ability: {why} (L-87); by agreement with --anyway")
        during = "shooting" if is_fired(body.unit, self.power) else self.during
        if during and not self.anyway and not is_doing(game, self.unit, during):
            raise PlayError(
                f"{name} uses {self.power} {IN[during]}, which comes first (L-87); by agreement with --anyway"
            )
        out.did(self.unit, power=self.power)
        out.say(f"{name}: {self.power}")
        if not self.no_attack and is_attack(body.unit, self.power):
            self._perils(out, ask)
        return out.ruling(self.unit.side)

    def _perils(self, out: Outcomes, ask: Answers) -> None:
        name = unit_name(out.game, self.unit)
        value = command(out.game, self.unit, for_morale=True)
        one, other = some_dice(ask, "dice", self.dice, f"Perils of the Warp: the morale check of {name}, {value}+", 2)
        passed = passes_morale_check(value, (one, other))
        out.say(f"perils: {one} and {other} on {value}+, {'passed' if passed else 'failed'}")
        if passed:
            return
        save = save_of(out.game, self.unit, common_armour(out.game, self.unit).profile)
        saved = saves(ask, "saved", self.saved, save_words(save, name, "the psyker"), 1, save.dice, save.target)
        out.say("saved" if saved else "the psyker is removed")
        out.wound(self.unit, 0 if saved else 1)


IN = {
    "moving": "in an action that moves",
    "shooting": "in an action with a shot",
    "assaulting": "in an assault of its own",
}
"""What a psychic ability can be used in conjunction with."""


def is_doing(game: LethalGame, ref: UnitRef, what: str) -> bool:
    """Whether a unit is doing what an ability is used in conjunction with (L-87)."""
    body, combat = game.body(ref), combat_of(game, ref)
    if what == "assaulting":
        return combat is not None and ref_key(ref) in combat.assaulting
    return bool(body.deeds.shots) if what == "shooting" else is_activated(game, ref) and body.deeds.action in MOVES


def is_fired(unit: LethalArmyUnit, power: str) -> bool:
    """Whether an ability has the line of a weapon."""
    return any(carried.weapon.name == power for carried in unit.weapons)


def is_attack(unit: LethalArmyUnit, power: str) -> bool:
    """Whether an ability is an attack: it has the line of a weapon, or its text says so."""
    return is_fired(unit, power) or ATTACK in dict(unit.powers).get(power, "").casefold()
