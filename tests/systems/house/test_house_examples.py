"""Worked examples of the house rules from a file beside the checkout, each by the rules that its acts go by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from builder.errors import PlayError
from builder.systems.fortyk.cover import AlternateCover
from builder.systems.house.rules import (
    band_for,
    bs_in_cover,
    goes_on_overwatch,
    hits_on,
    mounted_move,
    riders_in_terrain,
    t_in_cover,
    unsaved,
)
from builder.systems.play.game import UnitRef
from tests.systems.modular import EVERY, Table
from tests.worked import Scenes

FILE = Path(__file__).parents[3] / "../shared/vectors/house-play.yaml"
SCENES = Scenes()
Found = Mapping[str, Any]


@SCENES.of("bs", "s", "t", "save", "cover")
def shot(bs: int, s: int, t: int, save: str, cover: str) -> Found:
    """H-01."""
    band, armour = AlternateCover(cover), int(save[0])
    in_cover = unsaved(bs_in_cover(bs, band), s, t_in_cover(t, band), armour)
    return {"per_shot": str(in_cover), "without_cover": str(unsaved(bs, s, t, armour))}


@SCENES.of("bs", "cover")
def skill(bs: int, cover: str) -> Found:
    """H-01."""
    now = bs_in_cover(bs, AlternateCover(cover))
    return {"bs": now, "hits": f"{hits_on(now)}+"}


@SCENES.of("t", "cover")
def toughness(t: int, cover: str) -> Found:
    """H-01."""
    return {"t": t_in_cover(t, AlternateCover(cover))}


@SCENES.of("t", "bs", "cover", "monstrous")
def monster(t: int, bs: int, cover: str, monstrous: bool) -> Found:
    """H-01: one band lower."""
    band = AlternateCover(cover)
    return {
        "as": str(band_for(band, monstrous=monstrous)),
        "bs": bs_in_cover(bs, band, monstrous=monstrous),
        "t": t_in_cover(t, band, monstrous=monstrous),
    }


@SCENES.of("bs", "cover", "vehicle")
def hull(bs: int, cover: str, vehicle: bool) -> Found:
    """H-01: of a vehicle the BS part alone."""
    band = AlternateCover(cover)
    same = t_in_cover(6, band, vehicle=vehicle) == 6
    return {"bs": bs_in_cover(bs, band), "armour": "unchanged" if same else "changed"}


@SCENES.of("ld", "dice")
def overwatch(ld: int, dice: Sequence[int]) -> Found:
    """H-03."""
    passed = goes_on_overwatch(ld, (dice[0], dice[1]))
    return {"test": "passed" if passed else "failed", "overwatch": passed, "acts_normally": not passed}


@SCENES.of("dice")
def terrain(dice: Sequence[int]) -> Found:
    """H-04."""
    came = riders_in_terrain(dice)
    return {"removed": came.removed, "others": "rest of the move", "save": "none"}


@SCENES.of("fall_back_dice")
def fall_back(fall_back_dice: Sequence[int]) -> Found:
    """H-04."""
    return {"inches": mounted_move(fall_back_dice)}


TEAM, BOYZ = "n8m9", "d5f6"
"""The units of a game that a scene plays: guardsmen against orks."""


def watched() -> Table:
    """Guardsmen on overwatch, in the assault phase of the orks who have declared a charge on them."""
    table = Table(("assault", "house"), EVERY, ("plain-imperial-guard-500", "plain-orks-500"))
    table.do("next")
    table.do("overwatch", unit=TEAM, dice="3,4")
    table.do("turn")
    table.phase("assault")
    table.do("declare-charge", unit=BOYZ, targets=TEAM, distance="5")
    return table


def refused(table: Table, verb: str, **given: str) -> bool:
    """Whether an act cannot be done."""
    try:
        table.decision(verb, **given)
    except PlayError:
        return True
    return False


@SCENES.of("ld", "dice", "enemy")
def watching(ld: int, dice: Sequence[int], enemy: Mapping[str, Any]) -> Found:
    """H-03, H-06: in a game with the assaults of another module; the one who fires was told of the charge."""
    table = watched()
    assert ld == table.game.body(UnitRef(0, TEAM)).leadership and list(dice) == [3, 4]
    assert (enemy["declares"], enemy["in_sight_at_start"]) == ("on it", True)
    steps = table.decision("overwatch-fire", unit=TEAM, at=BOYZ).event.steps
    full = any(each.startswith("full strength") for each in steps)
    table.do("overwatch-fire", unit=TEAM, at=BOYZ)
    once = refused(table, "overwatch-fire", unit=TEAM, at=BOYZ)
    table.do("charge-move", unit=BOYZ)
    table.do("locked", unit=BOYZ, contact="4", target_contact="4")
    fights = "3 Fight: First Squad" in table.due and "on overwatch" not in table.flags(TEAM)
    return {
        "test": "passed" if goes_on_overwatch(ld, (dice[0], dice[1])) else "failed",
        "fires": "once at full strength" if once and full else "otherwise",
        "then": "no overwatch and fights as usual" if fights else "otherwise",
    }


@SCENES.of("on_overwatch", "event")
def forced(on_overwatch: bool, event: str) -> Found:
    """H-03: a tank shock moves it by force."""
    table = watched()
    assert on_overwatch and event == "tank shock"
    table.do("mark", unit=TEAM, mark="moved")
    return {"overwatch": "on overwatch" in table.flags(TEAM)}


@SCENES.of("assault", "falls_back")
def driven_off() -> Found:
    """H-06: who must fall back from the fire does not assault."""
    table = watched()
    table.do("overwatch-fire", unit=TEAM, at=BOYZ, falls_back=True)
    flees = "falling back" in table.flags(BOYZ, 1)
    return {"assault": "none" if refused(table, "charge-move", unit=BOYZ) else "goes on", "falls_back": flees}


@SCENES.of("may_move", also=("nth",))
def consolidation(nth: int) -> Found:
    """H-05: a heavy weapons team that stood and fired; another that moved one model."""
    table = Table(("house",), EVERY, ("plain-imperial-guard-500", "plain-orks-500"))
    table.do("next")
    table.do("mark", unit=TEAM, mark=("stood still to fire", "moved")[nth])
    table.phase("assault")
    if refused(table, "consolidate", unit=TEAM):
        return {"may_move": 0}
    return {"may_move": 3 if 'it may move 3"' in table.do("consolidate", unit=TEAM) else None}


@pytest.mark.parametrize("example", list(SCENES.examples(FILE)))
def test_an_example_comes_out(example: Mapping[str, Any]) -> None:
    SCENES.play(example)
