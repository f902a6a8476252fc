"""Calculations of hits, with exact chances (E-16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from builder.systems.chances import exact_average, exact_chance, percent
from builder.systems.epic.actions import action
from builder.systems.epic.calculations.parts import MARKERS, MODIFIER
from builder.systems.epic.dice import Chances, chance
from builder.systems.epic.firepower import Target
from builder.systems.epic.markers import firing
from builder.systems.epic.questions import action_id, shooters, target
from builder.systems.epic.shooting import IN_COVER, expected_hits, hit_chances, to_hit, volley
from builder.systems.figures import score
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter

MOST_DICE = 300
"""Dice of a volley whose chances are worked out in an instant."""


def _firepower(given: Mapping[str, Any]) -> Answer:
    """E-02, E-11, E-13, E-15, E-16 and E-25."""
    able = [shooter for unit in given["unit"] for shooter in unit]
    if not able:
        raise ValueError("say who fires: --unit 'AP5+/AT6+', or --unit '6: AP5+/AT6+, AP4+' for six with two weapons")
    by_action = action(given["action"])
    if by_action.shooting is None:
        raise ValueError(f"{by_action.name} does not shoot")
    modifiers = (by_action.shooting, *([IN_COVER] if given["cover"] else []), *given["modifier"])
    shots = volley(able, given["target"], modifiers, given["markers"])
    if sum(max(each.dice.chances()) for each in shots) > MOST_DICE:
        raise ValueError(f"more than {MOST_DICE} dice: work out fewer units at a time")
    average, chances = expected_hits(shots), hit_chances(shots)
    fire = firing(len(able), given["markers"])
    result = {
        "firing": fire,
        "suppressed": len(able) - fire,
        "shots": [{"dice": str(each.dice), "needs": each.needs if each.needs < 7 else None} for each in shots],
        "expected": exact_average(average),
        "hits": {str(hits): exact_chance(likely) for hits, likely in sorted(chances.items())},
    }
    return Answer(result, tuple(_told(given["target"], fire, len(able), average, chances)))


def _told(at: Target, fire: int, able: int, average: Fraction, chances: Chances) -> Iterator[str]:
    suppressed = f", {able - fire} suppressed" if fire < able else ""
    yield f"{fire} of {able} fire at {'infantry' if at is Target.AP else 'armour'}{suppressed}"
    yield f"expected hits: {float(average):.2f} ({average})"
    left = Fraction(1)
    for hits, likely in sorted(chances.items()):
        yield f"{hits} {'hit' if hits == 1 else 'hits'}: {percent(likely)}; so many or more: {percent(left)}"
        left -= likely


def _to_hit(given: Mapping[str, Any]) -> Answer:
    """E-13, E-15 and E-25."""
    needs = to_hit(given["value"], given["modifier"])
    likely = chance(needs)
    words = f"needs {needs}+: {percent(likely)} ({likely})" if likely else "cannot hit"
    return Answer({"needs": needs if likely else None, "chance": exact_chance(likely)}, (words,))


CALCULATIONS = (
    Calculation(
        name="firepower",
        text="The hits of a formation, expected and by chance.",
        rule="E-16",
        parameters=(
            Parameter(
                name="unit",
                text="a unit that can fire, nearest to the target first: 'AP5+/AT6+', or '6: AP5+/AT6+, 2 x AP4+'",
                read=shooters,
                many=True,
            ),
            Parameter(name="target", text="'infantry' (AP) or 'armour' (AT)", read=target, default="infantry"),
            Parameter(name="action", text="the action that it shoots with", read=action_id, default="advance"),
            Parameter(name="cover", text="the target is in cover or partly hidden"),
            MODIFIER,
            MARKERS,
        ),
        answer=_firepower,
    ),
    Calculation(
        name="to-hit",
        text="What a shot needs with modifiers.",
        rule="E-25",
        parameters=(Parameter(name="value", text="the value of the weapon, such as 5+", read=score), MODIFIER),
        answer=_to_hit,
    ),
)
