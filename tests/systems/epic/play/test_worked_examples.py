"""Worked examples of play from a file beside the checkout, each played through the acts of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from builder.scalars import signed
from builder.systems.epic.play.queries import retain_hindrance
from builder.systems.epic.play.state import EpicGame
from tests.systems.epic.play.games import after, body, decided, formation, game_of, gun, in_action, some, text
from tests.worked import Scenes

FILE = Path(__file__).parents[4] / "../shared/vectors/epic-play.yaml"
SCENES = Scenes()
Found = Mapping[str, Any]
NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


def score(text: str) -> int:
    """`3+` as a number."""
    return int(text.rstrip("+"))


def faces(dice: Sequence[int]) -> str:
    """Dice as an act is given them; a single one is no number of successes."""
    return ",".join(map(str, dice)) + ("," if len(dice) == 1 else "")


def duel(firing: int = 6, target: int = 5, *, armour: int | None = 6, initiative: int = 2, speed: int = 15) -> EpicGame:
    """Guns of the Guard against infantry of the Orks, in the action phase, the Guard to act."""
    rifle = gun("rifle", "AP5+/AT6+")
    guns = formation("guns", some("Gunner", firing, weapons=[rifle], speed=speed), initiative=initiative)
    boyz = formation("boyz", some("Boyz", target, armour=armour), initiative=3)
    return in_action(game_of([guns], [boyz]))


def marked(game: EpicGame, identity: str, markers: int) -> EpicGame:
    """A game in which a formation has so many markers."""
    return after(game, "markers", unit=identity, number=str(markers)) if markers else game


def stands(game: EpicGame, identity: str) -> dict[str, Any]:
    """How a formation stands."""
    now = body(game, identity)
    return {"markers": now.markers, "units": now.units, "broken": now.broken}


def found_in(pattern: str, words: str) -> str:
    """What a pattern finds."""
    found = re.search(pattern, words)
    return found[1] if found else ""


@SCENES.of("turn", "guard", "orks", also=("won_last_turn",))
def strategy(turn: int, guard: Mapping[str, int], orks: Mapping[str, int], won_last_turn: str = "") -> Found:
    """E-05."""
    ratings = (guard["rating"], orks["rating"])
    game = after(game_of([formation("a", some("A", 1))], [formation("b", some("B", 1))], ratings), "next")
    for _ in range(1, turn):
        game = after(after(game, "strategy", dice="6,1" if won_last_turn == "guard" else "1,6"), "turn")
    game = after(game, "strategy", dice=f"{guard['die']},{orks['die']}")
    if not game.extra.rolls or game.extra.rolls[-1].turn != turn:
        return {"totals": [guard["die"] + ratings[0], orks["die"] + ratings[1]], "chooses": "nobody: again"}
    roll = game.extra.rolls[-1]
    return {"totals": [*roll.totals], "chooses": ("guard", "orks")[roll.won]}


@SCENES.of("units", "markers", "shot_at", "destroyed")
def shot_at(units: int, markers: int, shot_at: int, destroyed: int) -> Found:
    """E-10, E-11."""
    game = marked(duel(target=units), "boyz", markers)
    for shot in range(shot_at):
        lost = destroyed if shot == shot_at - 1 else 0
        game = after(game, "losses", unit="boyz", cause="shot at", **({"number": str(lost)} if lost else {}))
    return stands(game, "boyz")


@SCENES.of("able", "markers", "value", "dice", also=("cover", "saves", "save_dice", "action", "crossfire"))
def volley(
    able: int,
    markers: int,
    value: str,
    dice: Sequence[int],
    saves: str = "6+",
    save_dice: Sequence[int] = (),
    action: str = "advance",
    cover: bool = False,
    crossfire: bool = False,
) -> Found:
    """E-11, E-25: all who are able fire one weapon of that value each."""
    guns = formation("guns", some("Gunner", able, weapons=[gun("rifle", value)]))
    game = in_action(game_of([guns], [formation("boyz", some("Boyz", 6, armour=score(saves)))]))
    game = after(marked(game, "guns", markers), "activate", unit="guns", action=action, die="6")
    given: dict[str, Any] = {"unit": "guns", "target": "boyz", "hits": faces(dice)}
    given |= {"cover": True} if cover else {}
    given |= {"crossfire": True} if crossfire else {}
    given |= {"saved": faces(save_dice)} if save_dice else {}
    told, now = text(game, "shoot", **given), after(game, "shoot", **given)
    return {
        "fire": able - markers,
        "hits": int(found_in(r"(\d+) hits?, ", told)),
        "destroyed": 6 - body(now, "boyz").units,
        "target_markers_gained": body(now, "boyz").markers,
        "broken": body(now, "boyz").broken,
    }


@SCENES.of("units", "markers", "danger_dice", also=("rerolls",))
def danger(units: int, markers: int, danger_dice: Sequence[int], rerolls: Sequence[int] = ()) -> Found:
    """E-11, E-15: at 5 cm a 1 is rolled again."""
    game = after(marked(duel(units), "guns", markers), "activate", unit="guns", action="double", die="6")
    given: dict[str, Any] = {"unit": "guns", "danger_dice": faces(danger_dice)}
    given |= {"cautious": True, "rerolls": faces(rerolls)} if rerolls else {}
    game = after(game, "move", **given)
    return stands(game, "guns") | {"destroyed": units - body(game, "guns").units}


@SCENES.of("units", "markers", "out_of_formation")
def out_of_formation(units: int, markers: int, out_of_formation: int) -> Found:
    """E-10, E-19."""
    game = after(marked(duel(units), "guns", markers), "activate", unit="guns", action="advance", die="6")
    game = after(game, "move", unit="guns", lost_out_of_formation=str(out_of_formation))
    return stands(game, "guns") | {"destroyed": units - body(game, "guns").units}


@SCENES.of("value", "action", also=("cover", "crossfire"))
def needed(value: str, action: str, **conditions: bool) -> Found:
    """E-13, E-15, E-25."""
    game = after(duel(), "activate", unit="guns", action=action, die="6")
    steps = decided(game, "shoot", {"unit": "guns", "target": "boyz", "value": value, **conditions}).event.steps
    needs = found_in(r"needs (\d\+)", " ".join(steps))
    return {"": f"needs {needs}" if score(needs) < 7 else "cannot hit", "needs": needs}


@SCENES.of("initiative", "die", also=("markers", "retaining", "units", "action"))
def action_test(
    initiative: str, die: int, markers: int = 0, units: int = 6, action: str = "advance", retaining: bool = False
) -> Found:
    """E-10, E-12."""
    guard = [formation(each, some("Gunner", units), initiative=score(initiative)) for each in ("guns", "first")]
    game = in_action(game_of(guard, [formation("boyz", some("Boyz", 4))]))
    if retaining:
        game = after(game, "activate", unit="first", action="overwatch", die="6")
    game = marked(game, "guns", markers)
    given: dict[str, Any] = {"unit": "guns", "action": action, "die": str(die)}
    given |= {"retaining": True} if retaining else {}
    told, now = text(game, "activate", **given), after(game, "activate", **given)
    return stands(now, "guns") | {
        "needs": found_in(r"on (\d\+)", told) or "passes without a die",
        "test": "failed" if "failed" in told else "passed",
        "passed": "failed" not in told,
        "action": body(now, "guns").orders.action or "none",
    }


@SCENES.of("initiative", "road_march", "speed", also=("markers",))
def road_march(initiative: str, road_march: bool, speed: int, markers: int = 0) -> Found:
    """E-22."""
    game = marked(duel(initiative=score(initiative), speed=speed), "guns", markers)
    given = {"unit": "guns", "action": "march", "road_march": road_march}
    told, game = text(game, "activate", **given), after(game, "activate", **given)
    moves = []
    for _ in range(3):
        moves.append(int(found_in(r"up to (\d+) cm on a road", text(game, "move", unit="guns"))))
        game = after(game, "move", unit="guns")
    return {"test": "passes without a die" if "without a die" in told else "a die", "moves": moves}


@SCENES.of("infantry", "armour", "shot_at", "destroyed", also=("fortification", "crossfire", "building"))
def sheltered(
    infantry: bool,
    armour: str,
    shot_at: int,
    destroyed: int,
    fortification: bool = False,
    building: bool = False,
    crossfire: bool = False,
) -> Found:
    """E-15, E-23: one hit on a formation of five in its shelter."""
    assert infantry and shot_at == 1
    game = after(duel(armour=score(armour)), "activate", unit="guns", action="advance", die="6")
    given: dict[str, Any] = {"unit": "guns", "target": "boyz", "value": "4+", "hits": "1"}
    given |= {"shelter": "fortification" if fortification else "building"} if fortification or building else {}
    given |= {"crossfire": True} if crossfire else {}
    now = after(game, "shoot", **given, saved=str(1 - destroyed))
    return shot(game, given) | {"markers_gained": body(now, "boyz").markers}


def shot(game: EpicGame, given: Mapping[str, Any]) -> dict[str, Any]:
    """What is added to the rolls to hit, and what the target saves on."""
    decision = decided(game, "shoot", given)
    modifier = found_in(r"with (\S+) needs", " ".join(decision.event.steps))
    return {
        "to_hit": next(each for each in range(-9, 9) if signed(each, "0") == modifier),
        "save": found_in(r"at (\d\+)", decision.questions[0].text),
    }


@SCENES.of("overwatch_in_the_open", "shot_at_before_it_fires")
def watching(**_: bool) -> Found:
    """E-13, E-15: infantry of armour 6+ on overwatch, until it has fired."""
    game = after(after(duel(armour=6), "overwatch", unit="boyz"), "activate", unit="guns", action="advance", die="6")
    given = {"unit": "guns", "target": "boyz", "value": "4+", "hits": "1"}
    fired = shot(after(game, "shoot", unit="boyz", target="guns", hits="0"), given)
    return shot(game, given) | {"after_it_has_fired": {**fired, "save": "armour" if fired["save"] == "6+" else "none"}}


@SCENES.of("guard_left", "orks_left", also=("orks_retaining_modifier",))
def alone(guard_left: int, orks_left: int, orks_retaining_modifier: int = 0) -> Found:
    """E-08: who has formations left alone goes on without a modifier."""
    names = [f"mob{number}" for number in range(orks_left)]
    orks = [formation(each, some("Boyz", 4), initiative=3) for each in names]
    game = in_action(game_of([formation(f"guns{n}", some("Gunner", 2)) for n in range(guard_left + 1)], orks))
    game = after(game, "activate", unit="guns0", action="overwatch", die="6")
    for number, each in enumerate(names):
        assert not number or retain_hindrance(game, 1)
        assert "3 on 3+, passed" in text(game, "activate", unit=each, action="overwatch", die="3")
        game = after(game, "activate", unit=each, action="overwatch", die="3")
    return {"orks": f"act {NUMBERS[orks_left]} times running", "none at −1 for retaining": None}


@SCENES.of("units", "markers", "in_range_and_line")
def suppressed(units: int, markers: int, in_range_and_line: int) -> Found:
    """E-11, E-24: range first."""
    game = after(marked(duel(units), "guns", markers), "activate", unit="guns", action="advance", die="6")
    told = text(game, "shoot", unit="guns", target="boyz", able=str(in_range_and_line), hits="0")
    found = re.search(r"(\d+) of (\d+) fires?, (\d+) suppressed, the farthest", told)
    assert found
    fire, able, shut = map(int, found.groups())
    return {"fire": fire, "suppressed": f"the {NUMBERS[shut]} farthest of those {NUMBERS[able]}"}


@pytest.mark.parametrize("example", list(SCENES.examples(FILE)))
def test_an_example_comes_out(example: Mapping[str, Any]) -> None:
    SCENES.play(example)
