"""Calculations of action tests, strategy rolls and moves."""

from __future__ import annotations

from builder.systems.calculation import Answer, Calculation
from builder.systems.chances import exact_chance, percent
from builder.systems.epic.actions import action, action_test, chance_to_choose, moves, outcome, strategy_roll
from builder.systems.epic.calculations.parts import DIE, MARKERS
from builder.systems.epic.questions import ActionId
from builder.systems.figures import Die, Score, Whole
from builder.systems.parameters import given


class ActionTest(Calculation):
    """What an action test needs, its chance, and what a roll leads to."""

    rule = "E-12"
    initiative: Score = given("the initiative, such as 2+")
    markers: Whole = given(MARKERS, default=0)
    retaining: bool = given("its side retains the initiative", default=False)
    road_march: bool = given("it marches, on a road throughout", default=False)
    die: Die | None = given(DIE, default=None)

    def answer(self) -> Answer:
        """E-12 and E-22, and with a roll what it leads to (E-10)."""
        test = action_test(self.initiative, self.markers, self.retaining, self.road_march)
        result: dict[str, object] = {"needs": test.needs, "chance": exact_chance(test.chance)}
        need = "passes without a roll" if test.needs < 2 else f"needs {test.needs}+" if test.chance else "cannot pass"
        lines = [f"{need}: {percent(test.chance)} ({test.chance})"]
        if self.die is not None:
            after = outcome(test, self.die, self.markers)
            result |= {"passed": after.passed, "markers": after.markers, "action": after.action}
            failed = f"failed: {action('hold').text}, and a blast marker: {after.markers}"
            lines.append("passed" if after.passed else failed)
        return Answer(result, tuple(lines))


class Strategy(Calculation):
    """The chance to choose who begins."""

    rule = "E-05"
    rating: Whole = given("our strategy rating")
    other: Whole = given("theirs", default=2)
    tie_is_won: bool = given("a tie is ours: they won the roll last turn", default=False)
    first_turn: bool = given("a tie is rolled again", default=False)
    die: Die | None = given(DIE, default=None)

    def answer(self) -> Answer:
        """E-05."""
        if self.tie_is_won and self.first_turn:
            raise ValueError("on the first turn nobody has lost a roll yet: leave --tie-is-won out")
        likely = chance_to_choose(self.rating, self.other, self.tie_is_won, self.first_turn)
        result: dict[str, object] = {"chance": exact_chance(likely)}
        lines = [f"chooses who begins: {percent(likely)} ({likely})"]
        if self.die is not None:
            result["total"] = strategy_roll(self.die, self.rating)
            lines.append(f"the roll comes to {result['total']}")
        return Answer(result, tuple(lines))


class Moves(Calculation):
    """The moves of an action, made one after the other."""

    rule = "E-17"
    action: ActionId = given("the action, such as double")
    speed: Whole = given("the speed in cm")
    road: bool = given("every move is wholly on a road", default=False)

    def answer(self) -> Answer:
        """E-13, E-17 and E-22."""
        made = moves(self.action, self.speed, road=self.road)
        words = ", then ".join(f"{cm} cm" for cm in made) or "no move"
        return Answer({"moves": list(made)}, (words,))


CALCULATIONS: tuple[type[Calculation], ...] = (ActionTest, Strategy, Moves)
