"""Worked examples of Trial Assault from a file beside the checkout, each by the rules that its acts go by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from builder.systems.assault.combat import Party, fielded, fight
from builder.systems.assault.fighters import Fighter
from builder.systems.assault.rules import (
    Kind,
    attacks,
    charge_move,
    loser,
    majority_t,
    majority_ws,
    step,
)
from builder.systems.fortyk.charts import to_hit, to_wound
from tests.worked import Scenes

FILE = Path(__file__).parents[3] / "../shared/vectors/assault-play.yaml"
SCENES = Scenes()
Found = Mapping[str, Any]


def plus(score: int | None) -> str:
    """A score as it is written."""
    return f"{score}+" if score else "none"


@SCENES.of("models", "a", "charging", "shot", also=("kind", "two_weapons", "ws", "target_ws", "s", "t", "save"))
def dice(
    models: int, a: int, charging: bool, shot: bool, kind: Kind = "other", two_weapons: bool = False, **line: Any
) -> Found:
    """A-05, A-11: with a save that the armour of the target takes."""
    number = models * attacks(a, charging=charging, shot=shot, two_weapons=two_weapons, kind=kind)
    ws, target, s, t = (line.get(name, value) for name, value in (("ws", 4), ("target_ws", 4), ("s", 4), ("t", 3)))
    saved = Fraction(7 - int(str(line.get("save", "5+"))[0]), 6)
    wounds = to_wound(s, t)
    assert wounds is not None
    came = number * Fraction(7 - to_hit(ws, target), 6) * Fraction(7 - wounds, 6) * (1 - saved)
    return {"dice": number, "expected": str(came)}


@SCENES.of("ws", "target")
def hit(ws: int, target: Sequence[tuple[int, int]]) -> Found:
    """A-07."""
    counts = majority_ws(target)
    assert counts is not None
    return {"counts": counts, "needs": plus(to_hit(ws, counts))}


@SCENES.of("grots", "slaver")
def mixed(**fighting: Mapping[str, int]) -> Found:
    """A-13: each model with its own values, at marines."""
    return {
        name: {"hit": plus(to_hit(line["ws"], 4)), "wound": plus(to_wound(line["s"], 4))}
        for name, line in fighting.items()
    }


@SCENES.of("weapon_skills", "toughness")
def majorities(weapon_skills: Sequence[tuple[int, int]], toughness: Sequence[tuple[int, int]]) -> Found:
    """A-07, A-08."""
    values = majority_t(toughness)
    chosen = f"owner's choice of {' and '.join(map(str, values))}" if len(values) > 1 else values[0]
    return {"ws": majority_ws(weapon_skills), "t": chosen}


@SCENES.of("charger", "target")
def order(charger: Mapping[str, Any], target: Mapping[str, Any]) -> Found:
    """A-09: a force field does not help who charges."""
    steps = (step(charger["i"], cover=False, charged=False), step(target["i"], cover=target["cover"]))
    return {"order": sorted(steps, reverse=True)}


@SCENES.of("dice", "distance")
def charge(dice: Sequence[int], distance: float) -> Found:
    """A-04."""
    came = charge_move(distance, dice)
    return {"move": came.move, "charge": came.reaches, "moved": came.moved, "locked": came.reaches}


@SCENES.of("sides")
def together(sides: Sequence[Mapping[str, int]]) -> Found:
    """A-09: who has the higher initiative strikes first; equal, and those struck down strike too."""
    sure = [
        Fighter(id=name, name=name, models=each["models"], ws=10, s=10, i=each["i"], a=1, t=4, saves=(None, None))
        for name, each in zip("ab", sides, strict=True)
    ]
    one, other = (Party(name=each.name, ranks=fielded([each]), charging=False, shot=False) for each in sure)
    both = len(fight((one, other)).steps) == 1
    left = [each["models"] - foe["kills"] for each, foe in zip(sides, reversed(sides), strict=True)]
    return {"both_strike": both, "left": left}


@SCENES.of("inflicted")
def result(inflicted: Sequence[int]) -> Found:
    """A-10."""
    lost = loser((inflicted[0], inflicted[1]))
    equal = "nobody tests and all pile in" if loser((1, 1)) is None else "a test"
    return {"loser": "nobody" if lost is None else ("first", "second")[lost], "test": "Ld on 2D6", "equal": equal}


@SCENES.of("s", "t")
def wound(s: int, t: int) -> Found:
    """A-08."""
    return {"": plus(to_wound(s, t))}


@pytest.mark.parametrize("example", list(SCENES.examples(FILE)))
def test_an_example_comes_out(example: Mapping[str, Any]) -> None:
    SCENES.play(example)
