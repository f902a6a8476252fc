"""Calculations of checks, unit groups and movement."""

from __future__ import annotations

from builder.systems.calculation import Answer, Calculation
from builder.systems.figures import Dice, Die, Positive, Whole
from builder.systems.lethal.attacks import move_in
from builder.systems.lethal.command import (
    TROOP_REACH,
    MoraleState,
    after_morale_check,
    after_turn,
    best_command,
    confusion,
    fast_move,
    height_crossed,
    in_difficult_terrain,
    losses_that_check,
    may_disembark,
    may_embark,
    must_check_losses,
    passes_command_check,
    passes_morale_check,
)
from builder.systems.lethal.groups import forbidden
from builder.systems.lethal.parameters import Command, GroupUnit, Steady
from builder.systems.parameters import given

CM = "the CM, such as 3+"
DIE = "the die, 1 to 6"
RULE = "a rule of the unit: fearless, stubborn, siege masters"
FORTIFIED = "it is in a fortification"


class _CheckOfUnit(Calculation):
    """A die against the CM of a unit, with what changes that."""

    cm: Command = given(CM)
    die: Die = given(DIE)
    rule_: tuple[Steady, ...] = given(RULE, default=(), many=True)
    in_fortification: bool = given(FORTIFIED, default=False)

    @property
    def command(self) -> int:
        """The CM with the rules of the unit (L-06)."""
        return best_command(self.cm, self.rule_, in_fortification=self.in_fortification)


class CommandCheckCalculation(_CheckOfUnit):
    """Whether a command check is passed."""

    rule = "L-09"

    def answer(self) -> Answer:
        """L-06, L-08 and L-09."""
        passed = passes_command_check(self.command, self.die)
        return Answer({"passed": passed}, ("passed" if passed else "failed",))


class MoraleCalculation(Calculation):
    """Whether a morale check is passed, and what becomes of the unit."""

    rule = "L-30"
    cm: Command = given(CM)
    dice: Dice = given("the two dice: 2,6")
    state: MoraleState = given("its state before", default=MoraleState.UNBROKEN)
    in_combat: bool = given("it is in close combat", default=False)
    rule_: tuple[Steady, ...] = given(RULE, default=(), many=True)

    def answer(self) -> Answer:
        """L-06, L-30, L-31 and L-32."""
        if len(self.dice) != 2:
            raise ValueError("a morale check is two dice: --dice 2,6")
        passed = passes_morale_check(best_command(self.cm, self.rule_), self.dice)
        now = after_morale_check(self.state, passed, in_combat=self.in_combat)
        later = now and after_turn(now)
        lines = [f"{'passed' if passed else 'failed'}: {now or 'destroyed'}"]
        if later is not now:
            lines.append(f"{later} after the turn")
        result = {"passed": passed, "state": now and str(now), "after_turn": later and str(later)}
        return Answer(result, tuple(lines))


class LossesCalculation(Calculation):
    """Whether losses call for a morale check."""

    rule = "L-30"
    start: Positive = given("models at the start of the game")
    before: Whole = given("models before the losses")
    after: Whole = given("models left")

    def answer(self) -> Answer:
        """L-30."""
        if not self.after < self.before <= self.start:
            raise ValueError("models are lost: --start is at least --before, and that is more than --after")
        check = must_check_losses(self.start, self.before, self.after)
        losses = losses_that_check(self.before)
        quarter = f"of {self.before} models {losses} lost at once are a quarter"
        return Answer(
            {"check": check, "losses_that_check": losses}, ("a morale check" if check else "no check", quarter)
        )


class ConfusionCalculation(_CheckOfUnit):
    """The outcome of a confusion check."""

    rule = "L-33"

    def answer(self) -> Answer:
        """L-06 and L-33."""
        found = confusion(self.command, self.die)
        words = f"{found.outcome}, {found.dice} cm" if found.dice else str(found.outcome)
        return Answer({"result": str(found.outcome), "dice": found.dice or None}, (words,))


class GroupCalculation(Calculation):
    """Whether units may form a unit group."""

    rule = "L-11"
    unit: tuple[GroupUnit, ...] = given(
        "a unit as type, slot and how it came: 'infantry, troops', 'vehicle, heavy support, linked'",
        default=(),
        many=True,
    )

    def answer(self) -> Answer:
        """L-10 to L-12."""
        reasons = forbidden(self.unit)
        return Answer(
            {
                "legal": not reasons,
                "reasons": [{"rule": one.rule, "wrong": one.wrong, "allowed": one.allowed} for one in reasons],
            },
            tuple(f"{one.rule}: {one.words}" for one in reasons) or ("legal",),
        )


class MovementCalculation(Calculation):
    """Difficult terrain, fast moves and flight."""

    rule = "L-70"
    m: Whole = given("the M in cm")
    ranked: bool = given("a ranked unit", default=False)

    def answer(self) -> Answer:
        """L-65, L-70, L-71, L-101 and L-113."""
        result = {
            "difficult_terrain": in_difficult_terrain(self.m, ranked=self.ranked),
            "fast_vehicle_move": fast_move(self.m),
            "height_one_move": height_crossed(self.m, 1),
            "height_move_move": height_crossed(self.m, 2),
            "between_combat_rounds": move_in(self.m),
        }
        return Answer(result, tuple(f"{name.replace('_', ' ')}: {cm} cm" for name, cm in result.items()))


class TransportCalculation(Calculation):
    """Whether troops may get out of a vehicle, or into it."""

    rule = "L-72"
    moved: Whole = given("cm that the vehicle moved this turn")
    after_move_move: bool = given("its action was Move-Move", default=False)
    enemy_near: bool = given("an enemy is within 5 cm of its access points", default=False)

    def answer(self) -> Answer:
        """L-72 and L-73."""
        out = may_disembark(self.moved, after_move_move=self.after_move_move) and not self.enemy_near
        into = may_embark(self.moved)
        return Answer(
            {"may_disembark": out, "may_embark": into},
            (
                f"may get out, within {TROOP_REACH} cm of an access point" if out else "nobody gets out",
                f"may get in, from within {TROOP_REACH} cm" if into else "nobody gets in",
            ),
        )


CALCULATIONS: tuple[type[Calculation], ...] = (
    CommandCheckCalculation,
    MoraleCalculation,
    LossesCalculation,
    ConfusionCalculation,
    GroupCalculation,
    MovementCalculation,
    TransportCalculation,
)
