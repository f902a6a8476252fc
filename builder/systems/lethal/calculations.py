"""The rules that can be worked out one by one, for `muster calc lethal`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from builder.systems.lethal.ammunition import after_finding, after_shooting, after_suppressive_fire
from builder.systems.lethal.checks import (
    confusion,
    losses_that_check,
    must_check_losses,
    passes_command_check,
    passes_morale_check,
)
from builder.systems.lethal.combat import combat_dice
from builder.systems.lethal.contact import reach_steps, through
from builder.systems.lethal.damage import WITH_DIE, hurts, vehicle_damage, vehicle_hit
from builder.systems.lethal.groups import forbidden
from builder.systems.lethal.movement import fast_move, height_crossed, in_difficult_terrain
from builder.systems.lethal.questions import command, comparison, hit, member, multiplier, roll, stretch, table
from builder.systems.lethal.saves import VEHICLES_SECTION, after_titan_killer, speed_save
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter, dice, die, positive, whole

FACES = range(1, 7)


def _contact_range(given: Mapping[str, Any]) -> Answer:
    """L-40 to L-43."""
    steps = reach_steps(
        given["cr"],
        given["wrm"],
        small=given["small"],
        structure=given["structure"],
        hull_down=given["hull_down"],
        focused=given["focused"],
    )
    steps += through(steps[-1].left, given["path"])
    left = steps[-1].left
    return Answer(
        {"left": left, "steps": [{"step": step.words, "left": step.left} for step in steps]},
        (*(f"{step.words}: {step.left} cm" for step in steps), f"{left} cm are left"),
    )


def _penetration(given: Mapping[str, Any]) -> Answer:
    """L-50 and L-51, for every face of the die."""
    if given["vehicle"]:
        results = {face: str(vehicle_hit(face, given["ap"], given["av"], given["comparison"])) for face in FACES}
    else:
        results = {face: "hurt" if hurts(face, given["ap"], given["av"]) else "none" for face in FACES}
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


def _titan_killer(given: Mapping[str, Any]) -> Answer:
    """L-53."""
    left = str(after_titan_killer(given["su"], given["structure"]))
    return Answer({"left": left}, (f"SU {left}, rolled once" if left != "0" else "no roll",))


def _combat_dice(given: Mapping[str, Any]) -> Answer:
    """L-55 and L-108."""
    count = combat_dice(
        given["cs"].dice,
        given["round"],
        charging=given["charging"],
        second_weapon=given["second_weapon"],
        furious_charge=given["furious_charge"],
        preferred_enemy=given["preferred_enemy"],
        vehicle_moved=given["vehicle_moved"],
    )
    return Answer({"dice": count, "target": f"{given['cs'].target}+"}, (f"{count} dice at {given['cs'].target}+",))


def _command_check(given: Mapping[str, Any]) -> Answer:
    """L-08 and L-09."""
    passed = passes_command_check(given["cm"], given["die"])
    return Answer({"passed": passed}, ("passed" if passed else "failed",))


def _morale(given: Mapping[str, Any]) -> Answer:
    """L-30."""
    if len(given["dice"]) != 2:
        raise ValueError("a morale check is two dice: --dice 2,6")
    passed = passes_morale_check(given["cm"], given["dice"])
    return Answer({"passed": passed}, ("passed" if passed else "failed: one state worse",))


def _losses(given: Mapping[str, Any]) -> Answer:
    """L-30."""
    if not given["after"] < given["before"] <= given["start"]:
        raise ValueError("models are lost: --start is at least --before, and that is more than --after")
    check = must_check_losses(given["start"], given["before"], given["after"])
    losses = losses_that_check(given["before"])
    return Answer(
        {"check": check, "losses_that_check": losses},
        ("a morale check" if check else "no check", f"of {given['before']} models {losses} lost at once are a quarter"),
    )


def _confusion(given: Mapping[str, Any]) -> Answer:
    """L-33."""
    found = confusion(given["cm"], given["die"])
    words = f"{found.outcome}, {found.dice} cm" if found.dice else str(found.outcome)
    return Answer({"result": str(found.outcome), "dice": found.dice or None}, (words,))


def _ammunition(given: Mapping[str, Any]) -> Answer:
    """L-22 and L-96."""
    left = after_shooting(given["counters"], given["dice"])
    if given["suppressive_fire"]:
        left = after_suppressive_fire(left)
    found = after_finding(left)
    lines = (f"{left} left",) if left else ("out of ammunition", f"Find Ammo brings back {found}")
    return Answer({"left": left, "out": left == 0, "after_find": found}, lines)


def _group(given: Mapping[str, Any]) -> Answer:
    """L-10 to L-12."""
    reasons = forbidden(given["unit"])
    return Answer(
        {
            "legal": not reasons,
            "reasons": [{"rule": one.rule, "wrong": one.wrong, "allowed": one.allowed} for one in reasons],
        },
        tuple(f"{one.rule}: {one.wrong}; allowed: {one.allowed}" for one in reasons) or ("legal",),
    )


def _movement(given: Mapping[str, Any]) -> Answer:
    """L-65, L-70, L-71 and L-113."""
    result = {
        "difficult_terrain": in_difficult_terrain(given["m"], ranked=given["ranked"]),
        "fast_vehicle_move": fast_move(given["m"]),
        "height_one_move": height_crossed(given["m"], 1),
        "height_move_move": height_crossed(given["m"], 2),
    }
    return Answer(result, tuple(f"{name.replace('_', ' ')}: {cm} cm" for name, cm in result.items()))


_CM = Parameter(name="cm", text="the CM, such as 3+", read=command)
_DIE = Parameter(name="die", text="the die, 1 to 6", read=die)

CALCULATIONS = (
    Calculation(
        name="contact-range",
        text="How far a weapon reaches, through what lies between.",
        rule="L-40",
        parameters=(
            Parameter(name="cr", text="the contact range in cm", read=whole),
            Parameter(name="wrm", text="the weapon's multiple: 1/4, 1, 2", read=multiplier, default="1"),
            Parameter(name="small", text="a small target"),
            Parameter(name="structure", text="structure points of the target", read=positive, default="1"),
            Parameter(name="hull-down", text="a vehicle partly hidden by cover"),
            Parameter(name="focused", text="a Focused Shot"),
            Parameter(
                name="path",
                text="what lies between, from the firer on: 'open 45', 'light 15', or 'hard' for the rest",
                read=stretch,
                many=True,
            ),
        ),
        answer=_contact_range,
    ),
    Calculation(
        name="penetration",
        text="What an AP does to an AV, for each face of the die.",
        rule="L-50",
        parameters=(
            Parameter(name="ap", text="the AP of the weapon", read=whole),
            Parameter(name="av", text="the AV of the target", read=whole),
            Parameter(name="vehicle", text="the target is a vehicle"),
            Parameter(name="comparison", text="'D6 + AP' or 'AP alone'", read=comparison, default=WITH_DIE),
        ),
        answer=_penetration,
    ),
    Calculation(
        name="vehicle-damage",
        text="What a die says of a hit on a vehicle.",
        rule="L-52",
        parameters=(Parameter(name="hit", text="glancing, penetrating or catastrophic", read=hit), _DIE),
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
        name="titan-killer",
        text="The SU that a Titan Killer leaves.",
        rule="L-53",
        parameters=(
            Parameter(name="su", text="the SU, such as 3x5+", read=roll),
            Parameter(name="structure", text="points of structure damage", read=whole),
        ),
        answer=_titan_killer,
    ),
    Calculation(
        name="combat-dice",
        text="The dice of a model in a round of close combat.",
        rule="L-55",
        parameters=(
            Parameter(name="cs", text="the CS, such as 2x3+", read=roll),
            Parameter(name="round", text="the round, from 1", read=positive, default="1"),
            Parameter(name="charging", text="it charges"),
            Parameter(name="second-weapon", text="it has two close combat weapons, or a pistol"),
            Parameter(name="furious-charge", text="it has Furious Charge"),
            Parameter(name="preferred-enemy", text="it fights its preferred enemy"),
            Parameter(name="vehicle-moved", text="cm that the vehicle attacked has moved", read=whole, default="0"),
        ),
        answer=_combat_dice,
    ),
    Calculation(
        name="command-check",
        text="Whether a command check is passed.",
        rule="L-09",
        parameters=(_CM, _DIE),
        answer=_command_check,
    ),
    Calculation(
        name="morale",
        text="Whether a morale check is passed.",
        rule="L-30",
        parameters=(_CM, Parameter(name="dice", text="the two dice: 2,6", read=dice)),
        answer=_morale,
    ),
    Calculation(
        name="losses",
        text="Whether losses call for a morale check.",
        rule="L-30",
        parameters=(
            Parameter(name="start", text="models at the start of the game", read=positive),
            Parameter(name="before", text="models before the losses", read=whole),
            Parameter(name="after", text="models left", read=whole),
        ),
        answer=_losses,
    ),
    Calculation(
        name="confusion",
        text="What a confusion check comes to.",
        rule="L-33",
        parameters=(_CM, _DIE),
        answer=_confusion,
    ),
    Calculation(
        name="ammunition",
        text="The counters left after shooting.",
        rule="L-22",
        parameters=(
            Parameter(name="counters", text="counters before", read=whole),
            Parameter(
                name="dice", text="the opponent's dice, one for each shooting action: 1,4", read=dice, default=""
            ),
            Parameter(name="suppressive-fire", text="it fired a corridor"),
        ),
        answer=_ammunition,
    ),
    Calculation(
        name="group",
        text="Whether units may form a unit group.",
        rule="L-11",
        parameters=(
            Parameter(
                name="unit",
                text="a unit as type, slot and how it came: 'infantry, troops', 'vehicle, heavy support, linked'",
                read=member,
                many=True,
            ),
        ),
        answer=_group,
    ),
    Calculation(
        name="movement",
        text="Difficult terrain, fast moves and flight.",
        rule="L-70",
        parameters=(
            Parameter(name="m", text="the M in cm", read=whole),
            Parameter(name="ranked", text="a ranked unit"),
        ),
        answer=_movement,
    ),
)
