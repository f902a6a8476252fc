"""Actions: what each uses up, its command check, contact, digging in (L-17, L-23, L-35, L-41, L-45, L-61 to L-66)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from builder.errors import PlayError
from builder.systems.figures import Die, Whole
from builder.systems.lethal.command import (
    ENTRENCH,
    FAST,
    FAST_FACTOR,
    FIND_AMMO,
    FOCUSED,
    INDIRECT,
    MOVE_MOVE,
    MOVE_SHOOT,
    REFORM,
    SHOOT_MOVE,
    SHOOT_SHOOT,
    MoraleState,
    UnitAction,
    command_needs,
    in_difficult_terrain,
    passes_command_check,
)
from builder.systems.lethal.contact import BANDS, Cover, entrenched
from builder.systems.lethal.play.activation import begin_action
from builder.systems.lethal.play.changes import Damaged, Sheltered
from builder.systems.lethal.play.combat import FLANK, open_combat
from builder.systems.lethal.play.combat import targets as contacts
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import (
    ACTION,
    BOTH,
    can_act,
    combat_of,
    cover_text,
    group_command,
    hindrance,
    movement,
    ranked,
    ready_first,
    rules_of,
    save_of,
)
from builder.systems.lethal.play.state import AT_EDGE, ENTRENCHED, FINDING, LethalGame
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import next_die, one_die, some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, unit_name, units

MOVING_AND_SHOOTING = (MOVE_MOVE, MOVE_SHOOT, SHOOT_MOVE, SHOOT_SHOOT, FOCUSED, INDIRECT, FAST)
STUCK = 1
"""The face on which a vehicle in difficult terrain is immobile (L-70)."""


def actions_of(at: At[LethalGame], act: TakeAction) -> Iterator[Choice[str]]:
    """Yield the actions of this kind, those first that the unit can take; the others with the reason."""
    known = {name: hindrance(at.game, act.unit, ACTION[name]) for name in MOVING_AND_SHOOTING}
    for name, why in sorted(known.items(), key=lambda item: bool(item[1])):
        yield Choice(name, f"{name}, not now: {why}" if why else f"{name}: {ACTION[name].text}")


class Ground(Params):
    """The ground that a unit moves over, and where it ends."""

    heading = "The ground"
    cover: Cover | None = given("the cover that it ends its move in; the open if not given", default=None)
    at_edge: bool = given("it touches the edge of that cover", default=False)
    difficult: Whole = given("how many of its moves go through difficult terrain", default=0)
    terrain_dice: tuple[Die, ...] = given("a vehicle in difficult terrain: a die for each move in it", default=())


class TakeAction(Act[LethalGame]):
    """A unit takes an action that moves or shoots."""

    called = "action"
    rule, group = "L-35", "Actions"
    usual = ("unit", "action", "die", "moved", "contact")
    unit: UnitRef = given("the unit", ready_first(can_act, always=True), none="nobody is left")
    action: str = given("the action", actions_of, pick=True)
    die: Die | None = given("the die of its command check", default=None)
    moved: Whole | None = given("cm that it moves; as far as it can if not given", default=None)
    contact: UnitRef | None = given("the enemy that it comes into contact with", contacts, default=None)
    flank: bool = given(FLANK, default=False)
    half: bool = given("only the first of its two actions for now", default=False)
    ground: Ground = Ground()
    ranks_dice: tuple[Die, ...] = given("a unit in ranks: a check for each move or shot without one", default=())
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """It activates the unit where it is not; the command check is on the best CM of its group."""
        out, action = Outcomes(game), ACTION[self.action]
        begin_action(out, self.unit, action, anyway=self.anyway)
        out.did(self.unit, action=action.name)
        out.say(f"{unit_name(game, self.unit)}: {action.name}")
        match action.name:
            case "Move-Move":
                self._move_move(out, ask)
            case "Move-Shoot":
                self._move_shoot(out, ask, action)
            case "Shoot-Move":
                self._shoot_move(out, ask, action)
            case "Fast Vehicle Move":
                self._move(out, ask, FAST_FACTOR, BOTH, bonus=False)
            case _:
                self._shoot(out, ask, action)
        return out.ruling(self.unit.side)

    def _move_move(self, out: Outcomes, ask: Answers) -> None:
        """Two moves, or one of a shaken unit, or of one that has used an action (L-34, L-61, L-72)."""
        body = out.game.body(self.unit)
        moves = 1 if body.morale is MoraleState.SHAKEN or self.half or body.deeds.used else BOTH
        moves = self._in_ranks(out, ask, moves)
        used = BOTH if body.morale is MoraleState.SHAKEN else min(BOTH, body.deeds.used + (1 if self.half else BOTH))
        if body.morale is MoraleState.ROUTED:
            out.say("towards its fall-back zone")
            out.steps.append("it halts at the edge of the table, and stays on it (L-34, L-36)")
        self._move(out, ask, moves, used, bonus=True)

    def _move_shoot(self, out: Outcomes, ask: Answers, action: UnitAction) -> None:
        """A move, then the check, then one shot with no heavy weapons; contact leaves no shot (L-62)."""
        body = out.game.body(self.unit)
        if body.aboard is not None:
            ride = out.game.body(UnitRef(self.unit.side, body.aboard)).deeds
            out.did(self.unit, used=1, moved=ride.moved, came=True)
        elif not body.deeds.used:
            self._move(out, ask, self._in_ranks(out, ask, 1), 1, bonus=True)
            if self.contact is not None:
                out.did(self.unit, used=BOTH)
                return
        if not self.half and self._check(out, ask, action):
            out.did(self.unit, used=BOTH, shots=1, speed=0)
        elif not self.half:
            out.did(self.unit, used=BOTH)

    def _shoot_move(self, out: Outcomes, ask: Answers, action: UnitAction) -> None:
        """One shot; then, by the same act again, the check and a move, which may be an assault (L-63)."""
        deeds = out.game.body(self.unit).deeds
        if not deeds.used:
            shots = self._in_ranks(out, ask, 1)
            out.did(self.unit, used=1, shots=shots, speed=0)
            out.say("one shot, then this action again for its check and its move")
            return
        out.did(self.unit, shots=0)
        if not self._check(out, ask, action):
            out.did(self.unit, used=BOTH)
            return
        self._move(out, ask, 1, BOTH, bonus=False)
        if deeds.strained and combat_of(out.game, self.unit) is None:
            out.fall(self.unit, MoraleState.SHAKEN)

    def _shoot(self, out: Outcomes, ask: Answers, action: UnitAction) -> None:
        """Two direct shots, or one after a command check (L-64)."""
        shots = self._in_ranks(out, ask, 1 if action.check else BOTH)
        if action.check and not self._check(out, ask, action):
            shots = 0
        out.did(self.unit, used=BOTH, shots=shots, speed=0)

    def _check(self, out: Outcomes, ask: Answers, action: UnitAction) -> bool:
        """The command check of an action; failed, the unit is confused (L-09, L-33)."""
        return command_check(out, self.unit, ask, self.die, f"The command check for {action.name}")

    def _in_ranks(self, out: Outcomes, ask: Answers, actions: int) -> int:
        """Return how many moves or shots are made: a unit in ranks takes a check for each, unless it routs (L-113)."""
        if not ranked(out.game, self.unit) or out.game.body(self.unit).morale is MoraleState.ROUTED:
            return actions
        value, name = group_command(out.game, self.unit), unit_name(out.game, self.unit)
        text = f"{name} in ranks: command checks on {command_needs(value)}+"
        dice = some_dice(ask, "ranks-dice", self.ranks_dice, text, actions)
        passed = sum(passes_command_check(value, die) for die in dice)
        out.say(f"in ranks, {passed} of {actions} checks passed")
        return passed

    def _move(self, out: Outcomes, ask: Answers, moves: int, used: int, *, bonus: bool) -> None:
        """So many moves, which may end in contact with an enemy."""
        game, body = out.game, out.game.body(self.unit)
        if not moves:
            # What was to come of the move was given before its checks were rolled, and is no mistake.
            wanted = any((self.moved, self.contact, self.flank, self.ground.cover, self.ground.difficult))
            out.say("it stays where it is" if wanted else "no move")
            out.did(self.unit, used=used)
            return
        far = self._reach(game, moves)
        moved = far if self.moved is None else self.moved
        if ranked(game, self.unit):
            moved = min(moved, far)
        if moved > far and not self.anyway:
            slow = " through difficult terrain (L-70)" if self.ground.difficult else ""
            raise PlayError(f"{unit_name(game, self.unit)} goes {far} cm at most{slow}; by agreement with --anyway")
        speed = moved + (body.speed if body.deeds.used and self.action == MOVE_MOVE else 0)
        out.did(self.unit, used=used, moved=body.deeds.moved + moved, speed=speed)
        out.say(f"{moved} cm{self._over() if moved else ''}")
        if moved:
            out.comes_into(self.unit, self.ground.cover)
            if self.ground.cover is not None and self.ground.at_edge:
                out.flag(self.unit, AT_EDGE)
            self._difficult(out, ask)
        self._tell_save(out)
        if self.contact is not None:
            open_combat(out, self.unit, self.contact, charging=bonus, flank=self.flank, anyway=self.anyway)

    def _over(self) -> str:
        """What the ground of a move is, in words: `, into light cover`; empty where it is open."""
        ground = self.ground
        slow = f", {ground.difficult} move{'s' if ground.difficult > 1 else ''} through difficult terrain"
        into = f", {'to the edge of' if ground.at_edge else 'into'} {ground.cover} cover"
        return f"{slow if ground.difficult else ''}{into if ground.cover else ''}"

    def _reach(self, game: LethalGame, moves: int) -> int:
        """How far so many moves go at most, in cm: slower through difficult terrain (L-07, L-70, L-113)."""
        far, slow = movement(game.body(self.unit)), min(self.ground.difficult, moves)
        if "move through cover" in rules_of(game, self.unit):
            slow = max(0, slow - 1)
        return far * (moves - slow) + in_difficult_terrain(far, ranked=ranked(game, self.unit)) * slow

    def _difficult(self, out: Outcomes, ask: Answers) -> None:
        """A vehicle in difficult terrain is immobile on a 1 for each move; Skilled Rider rolls it again (L-70)."""
        body, name = out.game.body(self.unit), unit_name(out.game, self.unit)
        if body.infantry or body.walker:
            return
        again = "skilled rider" in rules_of(out.game, self.unit)
        dice = self.ground.terrain_dice
        for _ in range(self.ground.difficult or (1 if again and dice else len(dice))):
            die = next_die(ask, "terrain-dice", dice, f"{name} in difficult terrain, immobile on a 1")
            if die == STUCK and again:
                out.say("a 1 in difficult terrain, rolled again")
                die = next_die(ask, "terrain-dice", dice, f"{name} rolls again (Skilled Rider)")
            if die == STUCK:
                hull = body.hulls[0]
                weapons = hull.destroyed_weapons
                out.add(Damaged(side=self.unit.side, vehicle=hull.id, weapons=weapons, immobilised=True))
                out.say("immobile in difficult terrain")
                return

    def _tell_save(self, out: Outcomes) -> None:
        """Say the SU (M) that the move brings, where there is one (L-04)."""
        body = out.game.body(self.unit)
        profiles = [group.profile for group in body.groups] + [hull.vehicle.profile for hull in body.hulls]
        saves = {str(save_of(out.game, self.unit, each)) for each in profiles if each.su is None} - {"0"}
        if saves:
            out.say(f"SU {', '.join(sorted(saves))}")


def command_check(
    out: Outcomes, ref: UnitRef, ask: Answers, die: int | None, text: str, *, confuses: bool = True
) -> bool:
    """A command check of a unit, on the best CM of its group, in the field `die` (L-09).

    Failed, it owes a confusion check where that follows (L-33).
    """
    value = group_command(out.game, ref)
    face = one_die(ask, "die", die, f"{text} of {unit_name(out.game, ref)}, {command_needs(value)}+")
    passed = passes_command_check(value, face)
    out.say(f"command check {face} on {command_needs(value)}+, {'passed' if passed else 'failed'}")
    if not passed and confuses:
        out.owe(ref, "confusion", "command check failed")
    return passed


def able(name: str) -> Callable[[At[Any], Any], Iterator[Choice[UnitRef]]]:
    """Return a chooser of the units that can take an action first."""
    return ready_first(lambda game, ref: not hindrance(game, ref, ACTION[name]))


class Entrench(Act[LethalGame]):
    """A unit digs in."""

    rule, group = "L-45", "Actions"
    unit: UnitRef = given("the unit", able(ENTRENCH), none="nobody can dig in")
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """The whole turn; its cover counts one band better until it moves or is assaulted."""
        out = Outcomes(game)
        begin_action(out, self.unit, ACTION[ENTRENCH], anyway=self.anyway)
        out.did(self.unit, action=ENTRENCH, used=BOTH, speed=0)
        out.flag(self.unit, ENTRENCHED)
        band = entrenched(game.body(self.unit).cover)
        out.say(f"{unit_name(game, self.unit)} digs in: {band} cover, AV +{BANDS[band].armour}")
        return out.ruling(self.unit.side)


class Reform(Act[LethalGame]):
    """A shaken or stunned unit reforms."""

    rule, group = "L-66", "Actions"
    unit: UnitRef = given("the unit", able(REFORM), none="nobody is shaken or stunned who can reform")
    die: Die | None = given("the die of its command check", default=None)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """Command check: passed, it is unbroken; failed, nothing."""
        out = Outcomes(game)
        begin_action(out, self.unit, ACTION[REFORM], anyway=self.anyway)
        out.did(self.unit, action=REFORM, used=BOTH, speed=0)
        out.say(f"{unit_name(game, self.unit)} tries to reform")
        if command_check(out, self.unit, ask, self.die, "The command check to reform", confuses=False):
            out.becomes(self.unit, MoraleState.UNBROKEN)
        return out.ruling(self.unit.side)


class FindAmmo(Act[LethalGame]):
    """A unit without ammunition looks for some."""

    rule, group = "L-23", "Actions"
    unit: UnitRef = given("the unit", able(FIND_AMMO), none="nobody is out of ammunition who can look")
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """At the end of the turn; infantry that moves or is assaulted finds nothing, a vehicle may move too (L-22)."""
        out, body = Outcomes(game), game.body(self.unit)
        beside = not body.infantry and body.morale is MoraleState.UNBROKEN
        begin_action(out, self.unit, ACTION[FIND_AMMO], stance="" if beside else None, anyway=self.anyway)
        if not beside:
            out.did(self.unit, action=FIND_AMMO, used=BOTH, speed=0 if body.infantry else None)
        out.flag(self.unit, FINDING)
        out.say(f"{unit_name(game, self.unit)} finds ammunition at the end of the turn")
        return out.ruling(self.unit.side)


class TakeCover(Act[LethalGame]):
    """The cover that a unit stands in."""

    called = "cover"
    rule, group = "L-41", "Marks"
    unit: UnitRef = given("the unit", units(living), none="nobody is left")
    band: Cover | None = given("its band; the open if not given", default=None)
    at_edge: bool = given("it touches the edge of the cover", default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """It cuts the contact range and adds to AV; at its edge it only adds to AV (L-44)."""
        out, body = Outcomes(game), game.body(self.unit)
        if self.at_edge and self.band is None:
            raise PlayError("a unit in the open touches the edge of no cover: say which band it is")
        out.add(Sheltered(side=self.unit.side, unit=self.unit.id, cover=self.band))
        if (AT_EDGE in body.flags) != self.at_edge:
            out.flag(self.unit, AT_EDGE, on=self.at_edge)
        words = cover_text(out.game.body(self.unit)) or "in the open"
        words = words.replace(f"{self.band}", f"{self.band} cover", 1)
        out.say(f"{unit_name(game, self.unit)}: {words}")
        return out.ruling(self.unit.side)
