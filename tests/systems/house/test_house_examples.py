"""Worked examples of the house rules from a file beside the checkout, each by the rules that its acts go by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

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


@pytest.mark.parametrize("example", list(SCENES.examples(FILE)))
def test_an_example_comes_out(example: Mapping[str, Any]) -> None:
    SCENES.play(example)
