"""Calculations of contact range, cover and ammunition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.systems.chances import exact_average
from builder.systems.figures import dice, optional, positive, whole
from builder.systems.lethal.contact import BANDS, protection, reach_steps, through
from builder.systems.lethal.questions import band, multiplier, roll, stretch
from builder.systems.lethal.shooting import after_finding, after_shooting, after_suppressive_fire, dice_to_hit, volley
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _contact_range(given: Mapping[str, Any]) -> Answer:
    """L-40 to L-44."""
    if any(stretch.depth is None for stretch in given["path"][:-1]):
        raise ValueError("say how deep each cover on the way is, such as 'light 15'; only the last may go on")
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


def _cover(given: Mapping[str, Any]) -> Answer:
    """L-41, L-44 and L-45."""
    found = protection(given["band"], dug_in=given["entrenched"], at_edge=given["at_edge"])
    named = next((str(cover) for cover, known in BANDS.items() if known.armour == found.armour), None)
    left = f"contact range ×{found.share} where it begins" if found.share else "seen in base contact only"
    return Answer(
        {"counts_as": named, "share": str(found.share), "armour": found.armour},
        (f"{named or 'no'} cover: {left}, AV +{found.armour}",),
    )


def _ammunition(given: Mapping[str, Any]) -> Answer:
    """L-20, L-22 and L-96."""
    if given["vehicle"]:
        return _ammunition_of_vehicle(given)
    left = after_shooting(given["counters"], given["dice"])
    if given["suppressive_fire"]:
        left = after_suppressive_fire(left)
    found = after_finding(left)
    lines = (f"{left} left",) if left else ("out of ammunition", f"Find Ammo brings back {found}")
    return Answer({"left": left, "out": left == 0, "after_find": found}, lines)


def _ammunition_of_vehicle(given: Mapping[str, Any]) -> Answer:
    """L-96: it has no counters."""
    if given["dice"]:
        raise ValueError("nobody rolls for the ammunition of a vehicle: it runs out through suppressive fire alone")
    out = given["suppressive_fire"]
    lines = ("out of ammunition", "Find Ammo lets it fire again") if out else ("it fires on",)
    return Answer({"left": None, "out": out, "after_find": None}, lines)


def _volley(given: Mapping[str, Any]) -> Answer:
    """L-50, L-80, L-81 and L-85."""
    skill = given["ss"]
    if not skill.dice:
        raise ValueError("a model without an SS does not shoot")
    dice = dice_to_hit(skill, given["shots"], given["models"], rapid_fire=given["rapid_fire"])
    found = volley(dice, skill, given["ap"], given["av"], given["su"], twin_linked=given["twin_linked"])
    expected = {"hits": found.hits, "through": found.through, "lost": found.lost}
    return Answer(
        {
            "dice": dice,
            **{name: exact_average(value) for name, value in expected.items()},
        },
        (
            f"{dice} {'die' if dice == 1 else 'dice'} at {skill.target}+",
            f"hits: {float(found.hits):.2f}; through the armour: {float(found.through):.2f}",
            f"not saved: {float(found.lost):.2f} on average",
        ),
    )


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
        name="cover",
        text="What cover and entrenching do for a target.",
        rule="L-41",
        parameters=(
            Parameter(name="band", text="soft, light, medium, hard or very hard", read=optional(band), default=""),
            Parameter(name="entrenched", text="it is entrenched, a small target, or has Stealth"),
            Parameter(name="at-edge", text="it touches the edge of its cover"),
        ),
        answer=_cover,
    ),
    Calculation(
        name="volley",
        text="What equal weapons do to infantry, on average.",
        rule="L-80",
        parameters=(
            Parameter(name="ss", text="the SS, such as 4+", read=roll),
            Parameter(name="shots", text="the shots of the weapon", read=positive, default="1"),
            Parameter(name="models", text="models that fire it", read=positive, default="1"),
            Parameter(name="rapid-fire", text="rapid fire at a target within 30 cm"),
            Parameter(name="twin-linked", text="misses are rolled again"),
            Parameter(name="ap", text="the AP of the weapon", read=whole, default="0"),
            Parameter(name="av", text="the AV of the target, with its cover", read=whole),
            Parameter(name="su", text="the SU of the target, 0 for none", read=roll, default="0"),
        ),
        answer=_volley,
    ),
    Calculation(
        name="ammunition",
        text="The counters left after shooting.",
        rule="L-22",
        parameters=(
            Parameter(name="counters", text="counters before", read=whole, default="1"),
            Parameter(
                name="dice", text="the opponent's dice, one for each shooting action: 1,4", read=dice, default=""
            ),
            Parameter(name="suppressive-fire", text="it fired a corridor"),
            Parameter(name="vehicle", text="it is a vehicle, which has no counters"),
        ),
        answer=_ammunition,
    ),
)
