"""Calculations of what a hit does, and of the saves against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from builder.systems.chances import exact_chance, percent
from builder.systems.figures import dice, die, whole
from builder.systems.lethal.damage import (
    VEHICLES_SECTION,
    WITH_DIE,
    after_titan_killer,
    blast_penetration,
    chance_to_survive,
    hurts,
    speed_save,
    survives,
    vehicle_damage,
    vehicle_hit,
)
from builder.systems.lethal.questions import comparison, hit, roll, table
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter

FACES = range(1, 7)


def _penetration(given: Mapping[str, Any]) -> Answer:
    """L-50, L-51 and L-82, for every face of the die."""
    ap = blast_penetration(given["ap"], under_hole=not given["beyond_hole"])
    if given["vehicle"]:
        results = {face: str(vehicle_hit(face, ap, given["av"], given["comparison"])) for face in FACES}
    else:
        results = {face: "hurt" if hurts(face, ap, given["av"]) else "none" for face in FACES}
    chances = Counter(results.values())
    return Answer(
        {"by_die": {str(face): result for face, result in results.items()}, "of_six": dict(chances)},
        tuple(f"{result}: {count} of 6" for result, count in chances.items()),
    )


def _vehicle_damage(given: Mapping[str, Any]) -> Answer:
    """L-52."""
    result = vehicle_damage(given["hit"], given["die"])
    return Answer({"damage": result}, (result,))


def _speed_save(given: Mapping[str, Any]) -> Answer:
    """L-04."""
    save = speed_save(given["moved"], given["table"])
    words = f"{save}+" if save else None
    return Answer({"save": words}, (words or "no save",))


def _save(given: Mapping[str, Any]) -> Answer:
    """L-02."""
    save, rolled = given["su"], given["dice"]
    if len(rolled) not in (0, save.dice):
        raise ValueError(f"SU {save} is rolled with {save.dice} {'die' if save.dice == 1 else 'dice'}")
    likely = chance_to_survive(save)
    result: dict[str, object] = {"chance": exact_chance(likely)}
    lines = [f"survives: {percent(likely)} ({likely})"]
    if rolled:
        result["survives"] = survives(save, rolled)
        lines.append("survives: one die is enough" if result["survives"] else "removed")
    return Answer(result, tuple(lines))


def _titan_killer(given: Mapping[str, Any]) -> Answer:
    """L-53."""
    left = str(after_titan_killer(given["su"], given["structure"]))
    return Answer({"left": left}, (f"SU {left}, rolled once" if left != "0" else "no roll",))


CALCULATIONS = (
    Calculation(
        name="penetration",
        text="What an AP does to an AV, for each face of the die.",
        rule="L-50",
        parameters=(
            Parameter(name="ap", text="the AP of the weapon", read=whole),
            Parameter(name="av", text="the AV of the target", read=whole),
            Parameter(name="beyond-hole", text="a blast touches the target, not under its hole"),
            Parameter(name="vehicle", text="the target is a vehicle"),
            Parameter(name="comparison", text="'D6 + AP' or 'AP alone'", read=comparison, default=WITH_DIE),
        ),
        answer=_penetration,
    ),
    Calculation(
        name="vehicle-damage",
        text="What a die says of a hit on a vehicle.",
        rule="L-52",
        parameters=(
            Parameter(name="hit", text="glancing, penetrating or catastrophic", read=hit),
            Parameter(name="die", text="the die, 1 to 6", read=die),
        ),
        answer=_vehicle_damage,
    ),
    Calculation(
        name="speed-save",
        text="The SU (M) of a vehicle after a move.",
        rule="L-04",
        parameters=(
            Parameter(name="moved", text="cm moved in the last action, or in a Move-Move", read=whole),
            Parameter(name="table", text="'vehicles section' or 'stat section'", read=table, default=VEHICLES_SECTION),
        ),
        answer=_speed_save,
    ),
    Calculation(
        name="survival",
        text="Whether a model survives a hit: any one die of its SU will do.",
        rule="L-02",
        parameters=(
            Parameter(name="su", text="the SU, such as 2x4+", read=roll),
            Parameter(name="dice", text="what was rolled: 2,5", read=dice, default=""),
        ),
        answer=_save,
    ),
    Calculation(
        name="titan-killer",
        text="The SU that a Titan Killer leaves.",
        rule="L-53",
        parameters=(
            Parameter(name="su", text="the SU, such as 3x5+", read=roll),
            Parameter(name="structure", text="points of structure damage", read=whole),
        ),
        answer=_titan_killer,
    ),
)
