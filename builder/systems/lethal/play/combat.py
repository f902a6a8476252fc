"""Close combats: how they begin, who joins, how rounds end, and what winners do (L-100 to L-108)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from builder.errors import PlayError
from builder.systems.figures import Die, Whole
from builder.systems.lethal.attacks import move_in
from builder.systems.lethal.command import MOVE_MOVE, SHOOT_MOVE, MoraleState, passes_morale_check
from builder.systems.lethal.contact import Cover
from builder.systems.lethal.play.changes import CombatChanged
from builder.systems.lethal.play.checks import YES_OR_NO, destroy
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import (
    BOTH,
    combat_of,
    command,
    free_id,
    immobile,
    is_off_table,
    movement,
    on_table,
    ranked,
    ready_first,
    rules_of,
    unit_names,
)
from builder.systems.lethal.play.state import ENTRENCHED, FINDING, Combat, LethalGame, ref_key
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, unit_name, units

FLANK = "it hits enemies in ranks in their side or rear"
ENDS_IN: Cover | None = given("the cover that it ends its move in; the open if not given", default=None)
"""The field of acts that move a unit before or after its close combat."""


KEPT_BACK = (MoraleState.STUNNED, MoraleState.PARALYSED, MoraleState.ROUTED)
"""The states of those who move against no enemy: they stay where they are, or run away (L-34)."""


def open_combat(
    out: Outcomes,
    attacker: UnitRef,
    target: UnitRef,
    *,
    charging: bool = True,
    flank: bool = False,
    anyway: bool = False,
) -> None:
    """A unit comes into contact with an enemy, which is fought at once (L-61 to L-63).

    Paralysed infantry is destroyed (L-34), and ranks that are hit in the `flank` or the rear (L-113). Where the enemy
    fights already, the unit joins that combat.

    Raises:
        PlayError: it is no enemy that can be assaulted, or the state of the unit forbids it.
    """
    game, enemy, state = out.game, out.game.body(target), out.game.body(attacker).morale
    if state in KEPT_BACK and not anyway:
        raise PlayError(f"{unit_name(game, attacker)} cannot charge: it is {state} (L-34); by agreement with --anyway")
    if target.side == attacker.side or not on_table(game, target):
        raise PlayError(f"{unit_name(game, target)} cannot be assaulted: name an enemy on the table")
    out.say(f"{unit_name(game, attacker)} {'charges' if charging else 'assaults'} {unit_name(game, target)}")
    if enemy.infantry:
        out.flag(target, FINDING, on=False)
    if enemy.morale is MoraleState.PARALYSED and enemy.infantry:
        out.say("it is paralysed (L-34)")
        destroy(out, target)
        return
    if flank and ranked(game, target):
        out.say("in the flank of its ranks")
        destroy(out, target)
        return
    combat = combat_of(game, target) or Combat(id=free_id(game, "c"), units=((), ()), began=attacker.side)
    combat = with_unit(with_unit(combat, attacker), target)
    assault = (*combat.assaulting, ref_key(attacker))
    charge = (*combat.charging, ref_key(attacker)) if charging else combat.charging
    out.add(CombatChanged(combat=replace(combat, assaulting=assault, charging=charge)))
    if "counter attack" in rules_of(game, target):
        out.say(f"unengaged models of {unit_name(game, target)} move up to 15 cm to engage")


def with_unit(combat: Combat, ref: UnitRef) -> Combat:
    """Return a combat that a unit is in from now on."""
    if ref.id in combat.units[ref.side]:
        return combat
    own = (*combat.units[ref.side], ref.id)
    return replace(combat, units=(own, combat.units[1]) if ref.side == 0 else (combat.units[0], own))


def without_unit(combat: Combat, ref: UnitRef) -> Combat:
    """Return a combat without one of its units."""
    one, other = (tuple(each for each in ids if (side, each) != ref) for side, ids in enumerate(combat.units))
    return replace(combat, units=(one, other))


def targets(at: At[LethalGame], act: Charge) -> Iterator[Choice[UnitRef]]:
    """Yield the enemies that a unit can come into contact with."""
    mine = known(lambda: act.unit)
    yield from (each for each in units(on_table)(at, act) if mine is None or each.value.side != mine.side)


def out_of_contact(game: LethalGame, ref: UnitRef) -> str:
    """Why a unit cannot come into contact with enemies; empty where it can."""
    body, combat = game.body(ref), combat_of(game, ref)
    if not living(game, ref):
        return "nobody of it is left"
    if combat is not None:
        return f"it fights {unit_names(game, [each for each in combat.refs if each.side != ref.side])} already"
    if is_off_table(body):
        return "it is not on the table yet (L-60)"
    return "it is aboard: it gets out first (L-72)" if body.aboard is not None else ""


def chargers(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit can come into contact with enemies."""
    return not out_of_contact(game, ref) and game.body(ref).morale not in KEPT_BACK


class Charge(Act[LethalGame]):
    """A unit comes into contact with an enemy, if none of its actions has noted that."""

    rule, group = "L-61", "Close combat"
    unit: UnitRef = given("the unit", units(chargers), none="nobody can charge")
    target: UnitRef = given("the enemy", targets, none="there is no enemy to charge")
    no_bonus: bool = given("an assault without the bonus of a charge", default=False)
    flank: bool = given(FLANK, default=False)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """It is a charge, but after a Shoot-Move (L-63)."""
        out = Outcomes(game)
        if why := out_of_contact(game, self.unit):
            raise PlayError(f"{unit_name(game, self.unit)} cannot charge: {why}")
        open_combat(out, self.unit, self.target, charging=not self.no_bonus, flank=self.flank, anyway=self.anyway)
        return out.ruling(self.unit.side)


def combats(at: At[LethalGame], act: object) -> Iterator[Choice[str]]:
    """Yield the close combats."""
    for combat in at.game.extra.combats.values():
        yield Choice(combat.id, f"{unit_names(at.game, (*combat.refs,))}, round {combat.round}")


WHICH_COMBAT: str | None = given(
    "the combat, where there are several", combats, default=None, pick=True, first=True, none="there is no close combat"
)
"""The field of acts that are about a close combat."""


def _which(game: LethalGame, given: str | None, ask: Answers) -> Combat:
    """Return the close combat that an act is about, asked where there are several.

    Raises:
        PlayError: there is none.
    """
    if not game.extra.combats:
        raise PlayError("there is no close combat")
    choices = [Choice(each, each) for each in game.extra.combats]
    return game.extra.combats[ask.one("combat", given, "Which close combat?", choices, leads=True)]


def can_join(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit has not acted, can move, and may join a combat (L-103)."""
    body = game.body(ref)
    return chargers(game, ref) and not (immobile(body) or body.deeds.used or body.deeds.finished)


class JoinCombat(Act[LethalGame]):
    """A unit that has not acted joins a close combat."""

    rule, group = "L-103", "Close combat"
    unit: UnitRef = given("the unit", units(can_join), none="everybody has acted")
    combat: str | None = WHICH_COMBAT
    near: bool | None = given("its move brings it within 5 cm of the enemy", default=None)
    moved: Whole | None = given("cm that it moves; as far as it can if not given", default=None)
    cover: Cover | None = ENDS_IN
    declined: bool = given("the other player, whose turn to join it is, joins with nobody", default=False)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """From the second round on, with one move action that brings it within 5 cm; it uses up its turn.

        The players join in turn, the one who began the combat first.
        """
        out, combat, name = Outcomes(game), _which(game, self.combat, ask), unit_name(game, self.unit)
        body, far = game.body(self.unit), movement(game.body(self.unit))
        if not can_join(game, self.unit) and not self.anyway:
            raise PlayError(f"{name} cannot join: it has acted, cannot move, or its state forbids it (L-103)")
        if combat.round == 1 and not self.anyway:
            raise PlayError("units join from the second round on (L-103); by agreement with --anyway")
        if combat_of(game, self.unit) is not None:
            raise PlayError(f"{name} fights already")
        turn = combat.began if combat.joined is None else 1 - combat.joined
        waits_for = turn != self.unit.side and any(can_join(game, ref) for ref in game.refs(turn))
        if waits_for and not (self.anyway or self.declined):
            raise PlayError(
                f"it is {game.sides[turn].name} to join, or to decline (--declined): the players join in turn, the one"
                " who began the combat first (L-103)"
            )
        question = f"Does a move of up to {far} cm bring {name} within 5 cm of the enemy?"
        if not ask.one("near", self.near, question, YES_OR_NO):
            raise PlayError(f"{name} joins only where it comes within 5 cm of the enemy (L-103)")
        speed = far if self.moved is None else self.moved
        if speed > far and not self.anyway:
            raise PlayError(f"{name} goes {far} cm at most; by agreement with --anyway")
        moved = body.deeds.moved + speed
        out.did(self.unit, used=BOTH, action=MOVE_MOVE, moved=moved, finished=True, speed=speed)
        out.comes_into(self.unit, self.cover)
        out.add(CombatChanged(combat=replace(with_unit(combat, self.unit), joined=self.unit.side)))
        out.say(f"{name} joins the combat, with one move of {speed} cm")
        return out.ruling(self.unit.side)


class EndRound(Act[LethalGame]):
    """A round of close combat ends."""

    rule, group = "L-101", "Close combat"
    combat: str | None = WHICH_COMBAT
    dice: tuple[Die, ...] = given("both dice of the losers' morale check", default=())

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """The side that lost more takes one morale check for all its units: failed, they are destroyed."""
        out, combat = Outcomes(game), _which(game, self.combat, ask)
        alive = [[ref for ref in combat.refs if ref.side == side and living(game, ref)] for side in (0, 1)]
        names = [f"{side.name} lost {lost}" for side, lost in zip(game.sides, combat.suffered, strict=True)]
        out.say(f"Round {combat.round}: {', '.join(names)}")
        if not all(alive):
            _won(out, combat, alive[0] or alive[1])
            return out.ruling()
        one, other = combat.suffered
        loser = None if one == other else int(other > one)
        if loser is not None and any(game.body(ref).fights_as_infantry for ref in alive[loser]):
            value = min(command(game, ref, for_morale=True) for ref in alive[loser])
            losers = unit_names(game, alive[loser])
            first, second = some_dice(ask, "dice", self.dice, f"The morale check of {losers}, CM {value}+", 2)
            passed = passes_morale_check(value, (first, second))
            out.say(f"{losers}: morale check {first} and {second} on {value}+, {'passed' if passed else 'failed'}")
            if not passed:
                for ref in alive[loser]:
                    destroy(out, ref)
                _won(out, combat, alive[1 - loser])
                return out.ruling()
        again = Combat(
            id=combat.id, units=combat.units, began=combat.began, assaulting=combat.assaulting, round=combat.round + 1
        )
        out.add(CombatChanged(combat=again))
        for ref in combat.refs:
            out.flag(ref, ENTRENCHED, on=False)
        reach = ", ".join(
            f"{unit_name(game, ref)} {move_in(movement(game.body(ref)))} cm" for ref in (*alive[0], *alive[1])
        )
        out.say(f"both sides move in ({reach}) and fight another round")
        return out.ruling()


def _won(out: Outcomes, combat: Combat, winners: list[UnitRef]) -> None:
    """A combat ends: its winners may make one move, and are shaken then, or stunned after a Shoot-Move (L-104).

    Those who were stunned, paralysed or routed before stay where they are: their state allows no move (L-34).
    """
    out.add(CombatChanged(combat=combat, ends=True))
    if not winners:
        out.say("nobody is left")
        return
    able = [ref for ref in winners if not immobile(out.game.body(ref)) and out.game.body(ref).morale not in KEPT_BACK]
    if able:
        out.say(f"{unit_names(out.game, able)} may make one move action")
    for ref in winners:
        out.flag(ref, ENTRENCHED, on=False)
        out.did(ref, won=ref in able)
        out.fall(ref, MoraleState.STUNNED if _shot_before(out.game, combat, ref) else MoraleState.SHAKEN)


def _shot_before(game: LethalGame, combat: Combat, ref: UnitRef) -> bool:
    """Whether a unit came into a combat by a Shoot-Move, which leaves it stunned (L-63)."""
    return ref_key(ref) in combat.assaulting and game.body(ref).deeds.action == SHOOT_MOVE


def has_won(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit may still make the move of those who won a close combat (L-104)."""
    return living(game, ref) and game.body(ref).deeds.won and combat_of(game, ref) is None


class WinnersMove(Act[LethalGame]):
    """A unit that has won a close combat moves."""

    called = "winners-move"
    rule, group = "L-104", "Close combat"
    unit: UnitRef = given("the unit", units(has_won), none="nobody has won a close combat, and not moved for it")
    moved: Whole | None = given("cm that it moves; as far as it can if not given", default=None)
    cover: Cover | None = ENDS_IN
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """One move action, however far it has moved already; it uses up no action, and its state stays as it is."""
        out, name, body = Outcomes(game), unit_name(game, self.unit), game.body(self.unit)
        if not has_won(game, self.unit) and not self.anyway:
            raise PlayError(f"{name} has no move of winners to make (L-104); by agreement with --anyway")
        far = movement(body)
        moved = far if self.moved is None else self.moved
        if moved > far and not self.anyway:
            raise PlayError(f"{name} goes {far} cm at most; by agreement with --anyway")
        out.did(self.unit, won=False, moved=body.deeds.moved + moved, speed=moved)
        if moved:
            out.comes_into(self.unit, self.cover)
        out.say(f"{name} has won, and moves {moved} cm")
        return out.ruling(self.unit.side)


def can_break_off(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit may leave its combat by Hit and Run (L-07)."""
    return living(game, ref) and combat_of(game, ref) is not None and "hit and run" in rules_of(game, ref)


class HitAndRun(Act[LethalGame]):
    """A unit breaks off a close combat."""

    rule, group = "L-07", "Close combat"
    unit: UnitRef = given("the unit", ready_first(can_break_off), none="nobody with Hit and Run is in close combat")
    moved: Whole | None = given("cm that it moves, up to two moves", default=None)
    cover: Cover | None = ENDS_IN
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """It moves up to two moves in a straight line away, and touches no enemy.

        Whoever came to the combat by a Shoot-Move is stunned as it is over for him (L-63).
        """
        out, combat, name = Outcomes(game), combat_of(game, self.unit), unit_name(game, self.unit)
        if combat is None:
            raise PlayError(f"{name} is in no close combat")
        if not self.anyway and not can_break_off(game, self.unit):
            raise PlayError(
                f"{name} cannot break off: only units with Hit and Run do (L-07); by agreement with --anyway"
            )
        far = 2 * movement(game.body(self.unit))
        moved = far if self.moved is None else self.moved
        if moved > far and not self.anyway:
            raise PlayError(f"{name} goes {far} cm at most; by agreement with --anyway")
        left = without_unit(combat, self.unit)
        out.add(CombatChanged(combat=left, ends=not all(left.units)))
        out.did(self.unit, moved=game.body(self.unit).deeds.moved + moved, speed=moved)
        if moved:
            out.comes_into(self.unit, self.cover)
        out.say(f"{name} breaks off, {moved} cm")
        for ref in (self.unit,) if all(left.units) else combat.refs:
            out.flag(ref, ENTRENCHED, on=False)
            if _shot_before(game, combat, ref):
                out.fall(ref, MoraleState.STUNNED)
        return out.ruling(self.unit.side)
