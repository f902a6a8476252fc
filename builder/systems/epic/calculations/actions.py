"""Calculations of action tests, strategy rolls and moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.systems.chances import exact_chance, percent
from builder.systems.epic.actions import action, action_test, chance_to_choose, moves, outcome, strategy_roll
from builder.systems.epic.calculations.parts import DIE, MARKERS
from builder.systems.epic.questions import action_id
from builder.systems.figures import score, whole
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _action_test(given: Mapping[str, Any]) -> Answer:
    """E-12 and E-22, and with a roll what it leads to (E-10)."""
    test = action_test(given["initiative"], given["markers"], given["retaining"], given["road_march"])
    result: dict[str, object] = {"needs": test.needs, "chance": exact_chance(test.chance)}
    need = "passes without a roll" if test.needs < 2 else f"needs {test.needs}+" if test.chance else "cannot pass"
    lines = [f"{need}: {percent(test.chance)} ({test.chance})"]
    if given["die"] is not None:
        after = outcome(test, given["die"], given["markers"])
        result |= {"passed": after.passed, "markers": after.markers, "action": after.action}
        failed = f"failed: {action('hold').text}, and a blast marker: {after.markers}"
        lines.append("passed" if after.passed else failed)
    return Answer(result, tuple(lines))


def _strategy(given: Mapping[str, Any]) -> Answer:
    """E-05."""
    if given["tie_is_won"] and given["first_turn"]:
        raise ValueError("on the first turn nobody has lost a roll yet: leave --tie-is-won out")
    likely = chance_to_choose(given["rating"], given["other"], given["tie_is_won"], given["first_turn"])
    result: dict[str, object] = {"chance": exact_chance(likely)}
    lines = [f"chooses who begins: {percent(likely)} ({likely})"]
    if given["die"] is not None:
        result["total"] = strategy_roll(given["die"], given["rating"])
        lines.append(f"the roll comes to {result['total']}")
    return Answer(result, tuple(lines))


def _moves(given: Mapping[str, Any]) -> Answer:
    """E-13, E-17 and E-22."""
    made = moves(given["action"], given["speed"], road=given["road"])
    words = ", then ".join(f"{cm} cm" for cm in made) or "no move"
    return Answer({"moves": list(made)}, (words,))


CALCULATIONS = (
    Calculation(
        name="action-test",
        text="What an action test needs, its chance, and what a roll leads to.",
        rule="E-12",
        parameters=(
            Parameter(name="initiative", text="the initiative, such as 2+", read=score),
            MARKERS,
            Parameter(name="retaining", text="its side retains the initiative"),
            Parameter(name="road-march", text="it marches, on a road throughout"),
            DIE,
        ),
        answer=_action_test,
    ),
    Calculation(
        name="strategy",
        text="The chance to choose who begins.",
        rule="E-05",
        parameters=(
            Parameter(name="rating", text="our strategy rating", read=whole),
            Parameter(name="other", text="theirs", read=whole, default="2"),
            Parameter(name="tie-is-won", text="a tie is ours: they won the roll last turn"),
            Parameter(name="first-turn", text="a tie is rolled again"),
            DIE,
        ),
        answer=_strategy,
    ),
    Calculation(
        name="moves",
        text="The moves of an action, made one after the other.",
        rule="E-17",
        parameters=(
            Parameter(name="action", text="the action, such as double", read=action_id),
            Parameter(name="speed", text="the speed in cm", read=whole),
            Parameter(name="road", text="every move is wholly on a road"),
        ),
        answer=_moves,
    ),
)
