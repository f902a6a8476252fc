"""Calculations of what happens in a turn: grouping, confused moves, rallying, getting out, whole rounds of fighting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from builder.systems.calculation import Answer, Calculation, exact_average
from builder.systems.figures import Dice, Die, Positive, Whole
from builder.systems.lethal.attacks import (
    chance_to_hit,
    chance_to_survive,
    combat_dice,
    combat_penetration,
    corridor_hits,
    overheated,
    penetrates,
)
from builder.systems.lethal.command import (
    ALL_ACTIONS,
    after_getting_out,
    confusion_move,
    may_disembark,
    may_rally,
    passes_command_check,
    passes_morale_check,
)
from builder.systems.lethal.parameters import Command, Skill
from builder.systems.lethal.values import NO_ROLL, Roll
from builder.systems.parameters import Params, given

FACES = range(1, 7)


class GroupTestCalculation(Calculation):
    """Whether units become a unit group, by one check on their best CM."""

    rule = "L-14"
    cm: tuple[Command, ...] = given("the CM of each unit: 3+,3+,1+")
    die: Die = given("the die, 1 to 6")

    def answer(self) -> Answer:
        """L-08, L-09 and L-14."""
        if not 2 <= len(self.cm) <= 3:
            raise ValueError("two or three units form a group: --cm 3+,3+,1+")
        best = min(self.cm)
        passed = passes_command_check(best, self.die)
        words = "grouped for this turn" if passed else "all are shaken for this combat phase, and may reform"
        return Answer({"grouped": passed, "command": best}, (f"{self.die} on {best}+: {words}",))


class ConfusionMoveCalculation(Calculation):
    """How far a confused unit moves."""

    rule = "L-33"
    dice: Dice = given("the dice, whose sum counts: 2,4,5")
    enemy: Whole | None = given("cm to an enemy on its way; it stops 5 cm from him", default=None)
    stopped: Whole | None = given("cm after which terrain that cannot be passed, or the edge, stops it", default=None)

    def answer(self) -> Answer:
        """L-33 and L-36."""
        if not 2 <= len(self.dice) <= 4:
            raise ValueError("a confused unit moves by 2, 3 or 4 dice")
        far = confusion_move(self.dice, enemy=self.enemy, stopped=self.stopped)
        return Answer({"sum": sum(self.dice), "moved": far}, (f"{sum(self.dice)} rolled, {far} cm moved",))


class RallyCalculation(Calculation):
    """Whether a routing unit may rally, and whether it does."""

    rule = "L-32"
    start: Positive = given("models at the start of the game")
    models: Whole = given("models left")
    no_friend: bool = given("no friendly unit is on the table", default=False)
    enemy_in_cr: bool = given("an enemy is within its contact range", default=False)
    cm: Command | None = given("its CM, such as 3+", default=None)
    dice: Dice = given("both dice: 3,4", default=())

    def answer(self) -> Answer:
        """L-30 and L-32."""
        may = may_rally(self.start, self.models, friend=not self.no_friend, enemy_near=self.enemy_in_cr)
        if not may:
            lines = ("it may not rally: two moves towards its fall-back zone",)
            return Answer({"may_rally": False, "state": "routed"}, lines)
        if self.cm is None or len(self.dice) != 2:
            return Answer(
                {"may_rally": True, "state": None}, ("it may rally: --cm and two --dice say whether it does",)
            )
        passed = passes_morale_check(self.cm, (self.dice[0], self.dice[1]))
        state = "paralysed" if passed else "destroyed"
        return Answer({"may_rally": True, "state": state}, (f"{'passed' if passed else 'failed'}: {state}",))


class DisembarkCalculation(Calculation):
    """Which actions are left to troops that get out of a vehicle."""

    rule = "L-72"
    moved: Whole = given("cm that the vehicle moved this turn")
    used: Whole = given("the actions that it has used, 0 to 2", default=0)
    after_move_move: bool = given("its action was Move-Move", default=False)
    enemy_near: bool = given("an enemy is within 5 cm of its access points", default=False)

    def answer(self) -> Answer:
        """L-72."""
        if self.used > ALL_ACTIONS:
            raise ValueError("a vehicle has two actions: --used 0, 1 or 2")
        out = may_disembark(self.moved, after_move_move=self.after_move_move) and not self.enemy_near
        left = after_getting_out(self.used) if out else ()
        words = f"may get out; left: {', '.join(left) or 'no action'}" if out else "nobody gets out"
        return Answer({"may_disembark": out, "actions": list(left)}, (words,))


class OverheatingCalculation(Calculation):
    """What overheated weapons leave of automatic hits in a corridor of fire."""

    rule = "L-95"
    dice: Dice = given("a die for each automatic hit: 1,3,1,4,6")

    def answer(self) -> Answer:
        """L-95."""
        hits, rolls = overheated(len(self.dice), self.dice)
        return Answer({"hits": hits, "su_rolls": rolls}, (f"{hits} hits; {rolls} SU rolls of their bearers",))


class SuppressCalculation(Calculation):
    """The hits on a unit in a corridor of fire, and what they come to on average."""

    rule = "L-92"
    models: Positive = given("its models in the corridor, those partly covered too")
    weapons: Positive = given("the weapons that make the corridor")
    ap: Whole = given("their AP", default=0)
    av: Whole = given("the AV of the unit, with its cover")
    su: Skill = given("its SU, 0 for none", default=NO_ROLL)

    def answer(self) -> Answer:
        """L-50 and L-92."""
        hits = corridor_hits(self.models, self.weapons)
        through = hits * _through(self.ap, self.av)
        lost = through * (1 - chance_to_survive(self.su))
        return Answer(
            {"hits": hits, "through": exact_average(through), "lost": exact_average(lost)},
            (f"{hits} hits", f"through the armour: {float(through):.2f}", f"not saved: {float(lost):.2f} on average"),
        )


class DefenderParams(Params):
    """The unit that is assaulted."""

    heading = "The unit that is assaulted"
    enemy_models: Positive = given("its models that fight", default=10)
    enemy_cs: Skill = given("its CS", default=Roll(1, 4))
    enemy_ap: Whole = given("its AP, the better of profile and weapon", default=0)
    enemy_av: Whole = given("its AV", default=2)
    enemy_su: Skill = given("its SU, 0 for none", default=NO_ROLL)
    enemy_second_weapon: bool = given("it has two close combat weapons, or a pistol", default=False)
    entrenched: Whole = given("what digging in adds to its AV in the first round", default=0)


@dataclass(frozen=True, slots=True)
class _Combatants:
    """A side of a combat, with how many of its models are left on average."""

    models: Fraction
    cs: Roll
    ap: int
    av: int
    su: Roll
    second_weapon: bool


class CombatCalculation(Calculation):
    """The average outcome of a close combat between two units, round by round."""

    rule = "L-101"
    models: Positive = given("models that fight, of the unit that assaults")
    cs: Skill = given("its CS, such as 2x4+")
    ap: Whole = given("the AP of its profile", default=0)
    weapon_ap: Whole = given("the AP of its weapon", default=0)
    av: Whole = given("its AV")
    su: Skill = given("its SU, 0 for none", default=NO_ROLL)
    no_charge: bool = given("an assault without the bonus of a charge", default=False)
    second_weapon: bool = given("it has two close combat weapons, or a pistol", default=False)
    furious_charge: bool = given("it has Furious Charge", default=False)
    rounds: Positive = given("how many rounds", default=1)
    foe: DefenderParams = DefenderParams()

    def answer(self) -> Answer:
        """L-55, L-100 and L-101; all strike at once."""
        if self.rounds > 9:
            raise ValueError("nine rounds at most")
        rounds = list(self._rounds())
        lines = []
        for number, (mine, theirs) in enumerate(rounds, 1):
            lines.append(f"round {number}: kills {float(mine['lost']):.2f}, loses {float(theirs['lost']):.2f}")
        told = [
            {"attacker": {key: exact_average(value) for key, value in mine.items()},
             "defender": {key: exact_average(value) for key, value in theirs.items()}}
            for mine, theirs in rounds
        ]  # fmt: skip
        return Answer({"rounds": told}, tuple(lines))

    def _rounds(self) -> Iterator[tuple[dict[str, Fraction], dict[str, Fraction]]]:
        """Yield what each side does in each round, on average: dice, hits, through, lost."""
        foe = self.foe
        ap = combat_penetration(self.ap, self.weapon_ap)
        mine = _Combatants(Fraction(self.models), self.cs, ap, self.av, self.su, self.second_weapon)
        their_models = Fraction(foe.enemy_models)
        theirs = _Combatants(
            their_models, foe.enemy_cs, foe.enemy_ap, foe.enemy_av, foe.enemy_su, foe.enemy_second_weapon
        )
        for number in range(1, self.rounds + 1):
            more = foe.entrenched if number == 1 else 0
            first = number == 1
            struck = _blows(
                mine, theirs, number, more=more, charging=first and not self.no_charge, furious=self.furious_charge
            )
            answered = _blows(theirs, mine, number)
            yield struck, answered
            mine, theirs = _after(mine, answered["lost"]), _after(theirs, struck["lost"])


def _blows(
    side: _Combatants,
    other: _Combatants,
    number: int,
    *,
    more: int = 0,
    charging: bool = False,
    furious: bool = False,
) -> dict[str, Fraction]:
    """Return what one side does to the other in a round, on average."""
    each = combat_dice(
        side.cs.dice, number, charging=charging, second_weapon=side.second_weapon, furious_charge=furious
    )
    dice = side.models * each
    hits = dice * chance_to_hit(side.cs)
    through = hits * _through(side.ap, other.av + more)
    lost = min(other.models, through * (1 - chance_to_survive(other.su)))
    return {
        "dice": dice,
        "hits": hits,
        "through": through,
        "saved": through * chance_to_survive(other.su),
        "lost": lost,
    }


def _after(side: _Combatants, lost: Fraction) -> _Combatants:
    models = max(Fraction(0), side.models - lost)
    return _Combatants(models, side.cs, side.ap, side.av, side.su, side.second_weapon)


def _through(ap: int, av: int) -> Fraction:
    """Return the chance that a hit goes through armour (L-50)."""
    return Fraction(sum(penetrates(face, ap, av) for face in FACES), len(FACES))


CALCULATIONS: tuple[type[Calculation], ...] = (
    GroupTestCalculation,
    ConfusionMoveCalculation,
    RallyCalculation,
    DisembarkCalculation,
    CombatCalculation,
    SuppressCalculation,
    OverheatingCalculation,
)
