"""Worked examples of play from a file beside the checkout, each played through the acts of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from builder.errors import PlayError
from builder.systems.lethal.attacks import SPEED_SAVE, STAT_SECTION
from builder.systems.lethal.model import LethalArmyUnit
from builder.systems.lethal.play.state import ENTRENCHED, LethalGame
from tests.systems.lethal.play.games import after, decided, text
from tests.systems.lethal.play.making import (
    blade,
    combat,
    foot,
    game,
    gun,
    hull,
    in_combat_phase,
    in_command,
    play,
    unit,
)
from tests.worked import Scenes

FILE = Path(__file__).parents[4] / "../shared/vectors/lethal-play.yaml"
SCENES = Scenes()
TABLES = ("explodes", "immobilised", "stunned", "shaken", "weapon destroyed", "destroyed")
BOLTGUN, CANNON = gun("Boltgun", "rapid fire"), gun("Cannon", "heavy")
Found = Mapping[str, Any]


def score(text: str | int) -> int:
    """`3+` as a number."""
    return int(str(text).rstrip("+"))


def faces(dice: Sequence[int]) -> str:
    """Dice as an act is given them."""
    return ",".join(map(str, dice))


def yes(value: object) -> str:
    """An answer to a question."""
    return "yes" if value else "no"


def on_table(*mine: LethalArmyUnit, theirs: LethalArmyUnit | None = None) -> LethalGame:
    """A game in the combat phase of its first turn, of some units, and of one that is in nobody's way."""
    return in_combat_phase(game([*mine, foot("z")], [theirs or foot("x"), foot("y")]))


def state(now: LethalGame, identity: str = "a", side: int = 0) -> str:
    """The state of a unit, or that it is destroyed."""
    body = unit(now, identity, side)
    return "destroyed" if body.gone else str(body.morale)


def moved_in(words: str) -> int:
    """How far a confused unit went, as the log tells."""
    found = re.search(r"moves (\d+) cm", words)
    return int(found[1]) if found else 0


@SCENES.of("group", "die")
def grouping_test(group: Sequence[Mapping[str, str]], die: int) -> Found:
    """L-08, L-14."""
    ids = "abc"[: len(group)]
    mine = [foot(each, cm=score(line["cm"])) for each, line in zip(ids, group, strict=True)]
    now = in_command(game([*mine, foot("z")], [foot("x")]))
    now = play(now, ("group", {"units": ",".join(ids), "coherent": "yes", "die": str(die)}))
    ended = play(now, ("next", {}), ("next", {}))
    (one,) = {state(now, each) for each in ids}
    return {
        "grouped": all(unit(now, each).group for each in ids),
        "all": one,
        "ends": "this combat phase" if state(ended) == "unbroken" else "later",
        "next_turn": state(in_command(ended)),
    }


@SCENES.of("group", "event")
def group_breaks(group: Mapping[str, Any], event: str) -> Found:
    """L-14, L-15: what befalls the unit on whose CM a group was formed, or another one of it."""
    names = {name: name.lower() for name in group["units"]}
    mine = [foot(each, cm=2 if name == group["formed_on"] else 3) for name, each in names.items()]
    now = in_command(game([*mine, foot("z")], [foot("x"), foot("y")]))
    now = play(now, ("group", {"units": ",".join(names.values()), "coherent": "yes", "die": "6"}), ("next", {}))
    about, _, what = event.partition(" ")
    if "combat" in what:
        now = play(now, ("charge", {"unit": "x", "target": names[about]}))
    elif what in ("killed", "destroyed"):
        now = play(now, ("known-losses", {"unit": names[about], "models": "10"}))
    else:
        now = play(now, ("set", {"unit": names[about], "morale": what}))
    left = [name for name, each in names.items() if unit(now, each).group]
    later = in_command(play(now, ("next", {})))

    def came_to(name: str) -> str:
        if state(now, names[name]) != "unbroken":
            return state(now, names[name])
        return "unchanged" if name in left else "left the group"

    return (
        {name: came_to(name) for name in names}
        | {f"{name}_next_turn": state(later, each) for name, each in names.items()}
        | {"group": left or "disbanded"}
    )


@SCENES.of("cm", "confusion_die", also=("action", "command_die", "dice", "visible", "enemy_visible_at", "stopped"))
def confusion(
    cm: str,
    confusion_die: int,
    action: str = "",
    command_die: int = 0,
    dice: Sequence[int] = (),
    visible: bool | None = None,
    enemy_visible_at: int | None = None,
    stopped: int | None = None,
) -> Found:
    """L-33, L-36: a failed command check first, where there is an action."""
    now = on_table(foot("a", cm=score(cm), weapons=[BOLTGUN]))
    if action:
        now = play(now, ("action", {"unit": "a", "action": action, "die": str(command_die)}))
        assert [check.kind for check in unit(now, "a").owed] == (["confusion"] if command_die < score(cm) else [])
    given: dict[str, str] = {"unit": "a", "die": str(confusion_die)}
    if score(cm) - confusion_die == 1:
        given["visible"] = yes(enemy_visible_at is not None or visible)
    if dice:
        given["move_dice"] = faces(dice)
    given |= {"enemy": str(enemy_visible_at)} if enemy_visible_at is not None else {}
    given |= {"stopped": str(stopped)} if stopped is not None else {}
    told, now = text(now, "confusion", given), after(now, "confusion", given)
    where = ("towards the nearest enemy", "random", "fall-back zone")
    return {
        "shot": "none" if not unit(now, "a").deeds.shots else unit(now, "a").deeds.shots,
        "moved": moved_in(told),
        "direction": next((each for each in where if each in told), "none"),
        "state": state(now),
    }


@SCENES.of("start", "losses")
def losses(start: int, losses: Sequence[int]) -> Found:
    """L-30."""
    now, checks = on_table(foot("a", start)), 0
    for models in losses:
        now = play(now, ("known-losses", {"unit": "a", "models": str(models)}))
        checks += len(unit(now, "a").owed)
        now = play(now, ("set", {"unit": "a", "no_checks": True})) if unit(now, "a").owed else now
    return {"checks": checks, "left": unit(now, "a").models}


@SCENES.of("cm", "checks", also=("end_of_turn", "reform_die"))
def chain(cm: str, checks: Sequence[Sequence[int]], end_of_turn: bool = False, reform_die: int | None = None) -> Found:
    """L-31, L-32, L-66."""
    now, states = on_table(foot("a", cm=score(cm))), []
    for each in checks:
        now = play(now, ("morale", {"unit": "a", "dice": faces(each)}))
        states.append(state(now))
    if end_of_turn:
        now = play(now, ("next", {}))
        states.append(state(now))
    if reform_die is not None:
        now = play(in_combat_phase(now), ("reform", {"unit": "a", "die": str(reform_die)}))
        states.append(state(now))
    return {"states": states}


@SCENES.of("cm", "start", "models", "friend", "enemy_in_cr", also=("dice",))
def rally(cm: str, start: int, models: int, friend: bool, enemy_in_cr: bool, dice: Sequence[int] = (6, 6)) -> Found:
    """L-32."""
    mine = [foot("a", start, cm=score(cm)), *([foot("b")] if friend else [])]
    now = play(game(mine, [foot("x")]), ("next", {}))
    now = play(now, ("set", {"unit": "a", "morale": "routed", "kind": "a.1", "models": str(models)}))
    given = {"unit": "a", "enemy_near": yes(enemy_in_cr)} | ({} if enemy_in_cr else {"dice": faces(dice)})
    try:
        told = text(now, "rally", given)
    except PlayError as error:
        told = str(error)
    runs = "fall-back zone" in told
    if not runs:
        now = after(now, "rally", given)
    ended = play(now, ("initiative", {"dice": "6,2"}), ("next", {}), ("next", {}), ("next", {})) if not runs else now
    return {
        "may_rally": not runs,
        "moves": "two towards the fall-back zone" if runs else "none",
        "state": state(now),
        "end_of_turn": state(ended),
    }


@SCENES.of(
    "shots", "hits", "through", "saved", "attackers_left", "their_dice", "their_hits", "through_av6", "saved_then"
)
def stand_and_shoot(
    shots: int,
    hits: int,
    through: int,
    saved: int,
    attackers_left: int,
    their_dice: int,
    their_hits: int,
    through_av6: int,
    saved_then: int,
) -> Found:
    """L-45, L-107: entrenched, they fire twice each; their foes have a blade and a pistol, and charge."""
    boyz = foot(
        "a",
        attackers_left + through - saved,
        cs="2x4+",
        ap=1,
        su="6+",
        weapons=[blade("Choppa"), gun("Slugga", "pistol")],
    )
    marines = foot("x", shots // 2, cs="2x3+", su="3+", weapons=[BOLTGUN])
    now = on_table(boyz, theirs=marines)
    now = play(now, ("mark", {"unit": "x", "mark": ENTRENCHED}))
    now = play(now, ("action", {"unit": "a", "action": "Move-Move", "contact": "x"}))
    fire = {"unit": "x", "weapon": "Boltgun", "target": "a", "hits": str(hits)}
    now = play(now, ("stand-and-shoot", {**fire, "through": str(through), "saved": str(saved)}))
    assert unit(now, "a").models == attackers_left
    strike = {"unit": "a", "target": "x", "hits": str(their_hits), "through": str(through_av6)}
    steps = decided(now, "fight", {**strike, "saved": str(saved_then)}).event
    assert f"{their_dice} dice" in steps.text and "on AV 6" in " ".join(steps.steps)
    with pytest.raises(PlayError, match="does not fight"):
        decided(now, "fight", {"unit": "x", "target": "a", "hits": "1"})
    now = play(now, ("fight", {**strike, "saved": str(saved_then)}))
    boyz_lost, marines_lost = combat(now).suffered
    asked = decided(now, "end-round", {}).questions
    now = play(now, ("end-round", {"dice": "6,6"}))
    assert not decided(now, "fight", {"unit": "x", "target": "a", "hits": "0"}).questions
    return {
        "kills": {"marines": boyz_lost, "boyz": marines_lost},
        "boyz_check": any("check of A" in each.text for each in asked),
        "marines_fight_in_round": combat(now).round,
    }


@SCENES.of("side_av", "ap", "die", also=("vehicle", "table_die", "moved_this_phase", "enemy_at_access"))
def hit_on_vehicle(
    side_av: int,
    ap: int,
    die: int,
    vehicle: str = "",
    table_die: int = 1,
    moved_this_phase: int = 0,
    enemy_at_access: bool | None = None,
) -> Found:
    """L-51, L-52, L-54, L-72."""
    now = game([hull("a", m=60, side=side_av, capacity=10), foot("b")], [foot("x")])
    now = in_combat_phase(play(now, ("embark", {"unit": "b", "transport": "a"})))
    if moved_this_phase:
        drive = {"unit": "a", "action": "Move-Move", "moved": str(moved_this_phase), "half": True}
        now = play(now, ("action", drive))
    given = {"vehicle": "a", "ap": str(ap), "side": "side", "armour_dice": str(die), "table_dice": str(table_die)}
    if decided(now, "hit-vehicle", given).questions:
        given["enemy_at_access"] = yes(enemy_at_access)
    told, now = text(now, "hit-vehicle", given), after(now, "hit-vehicle", given)
    body, rider = unit(now, "a"), unit(now, "b")
    out = "forced out" if rider.aboard is None else "aboard"
    return {
        "hit": next(each for each in ("catastrophic", "penetrating", "glancing", "no effect") if each in told),
        "table": next((each for each in TABLES if each in told), "none"),
        "riders": f"{out} and destroyed" if rider.gone else out,
        "vehicle": "destroyed" if body.gone else "stands",
    }


@SCENES.of("structure", "su", "titan_killer_points", "su_die")
def titan_killer(structure: int, su: str, titan_killer_points: int, su_die: int) -> Found:
    """L-53."""
    now = on_table(hull("a", structure=structure, su=su))

    def left(die: int) -> int:
        given = {"target": "a", "points": str(titan_killer_points), "su_dice": str(die)}
        return structure - unit(after(now, "titan-killer", given), "a").damage.get("a", 0)

    (question,) = decided(now, "titan-killer", {"target": "a", "points": str(titan_killer_points)}).questions
    with_dice = {f"with_su_die_{die}": left(die) for die in range(1, 7)}
    remaining = question.text.partition(" SU ")[2].partition(" of ")[0]
    return {"su": f"1x{remaining}" if "x" not in remaining else remaining, "structure_left": left(su_die)} | with_dice


@SCENES.of("m", "action", "moved")
def speed_save(m: int, action: str, moved: int) -> Found:
    """L-04."""

    def saved(action: str, moved: int, **more: Any) -> str:
        now = in_combat_phase(game([hull("a", m=m), foot("z")], [foot("x")], **more))
        given = {"unit": "a", "action": action, "moved": str(moved)}
        if action == "Shoot-Move":
            now = play(now, ("action", {"unit": "a", "action": action}))
        told = text(now, "action", given | ({"die": "6"} if action != "Move-Move" else {}))
        found = re.search(r"SU (\S+?)(?:;|$|,)", told)
        return found[1] if found else "none"

    one = moved // 2
    return {
        "su": saved(action, moved),
        "stat_section": saved(action, moved, settings=((SPEED_SAVE.name, STAT_SECTION),)),
        "after_Move-Shoot": saved("Move-Shoot", min(m, one)),
    } | {f"after_Shoot-Move_of_{cm}": saved("Shoot-Move", cm) for cm in range(m + 1)}


@SCENES.of("overheating", "automatic_hits", "dice")
def overheating(overheating: bool, automatic_hits: int, dice: Sequence[int]) -> Found:
    """L-95."""
    burner = gun("Burner", "suppressive fire", "gets hot", ap=9)
    now = on_table(foot("a", 1, su="5+", weapons=[burner]), theirs=foot("x", automatic_hits))
    now = play(now, ("suppress", {"unit": "a", "die": "6", "targets": "x"}))
    given = {"unit": "x", "models": str(automatic_hits), "overheating": faces(dice)}
    asked = decided(now, "in-corridor", given).questions
    rolls = re.search(r"bearers, (\d+) (?:die|dice)", asked[0].text)
    words = text(now, "in-corridor", {**given, "bearers_saved": "0", "saved": "0"})
    hits = re.search(r"(\d+) hits?,", words)
    return {"hits": int(hits[1]) if hits else 0, "su_rolls_of_bearer": int(rolls[1]) if rolls else 0}


@SCENES.of("action", "fired", "check")
def strained(action: str, fired: Sequence[str], check: str) -> Found:
    """L-63: what was fired decides how the unit stands after its move, or its assault."""

    def stands(weapon: str, distance: int, contact: bool = False) -> str:
        now = on_table(
            foot("a", weapons=[BOLTGUN, CANNON, gun("Pistol", "pistol")], su="2+"), theirs=foot("x", su="2+")
        )
        now = play(now, ("action", {"unit": "a", "action": action}))
        shot = {"unit": "a", "weapon": weapon, "target": "x", "hits": "0"}
        now = play(now, ("shoot", shot | ({"distance": str(distance)} if weapon == "Boltgun" else {})))
        die = {"die": "6" if check == "passed" else "1"}
        now = play(now, ("action", {"unit": "a", "action": action, **die} | ({"contact": "x"} if contact else {})))
        if not contact:
            return state(now)
        (each,) = now.extra.combats.values()
        bonus = "assault" if not each.charging else "charge"
        now = play(now, ("known-losses", {"unit": "x", "models": "10"}), ("end-round", {}))
        return f"{bonus} without charge die and {state(now)} after"

    weapons = {"heavy": "Cannon", "rapid fire": "Boltgun", "pistol": "Pistol"}
    return {
        "state": stands(weapons[fired[0]], 40),
        "contact": stands(weapons[fired[0]], 40, contact=True),
    } | {f"rapid_fire_at_{cm}": stands("Boltgun", cm) for cm in (20, 25, 30, 31, 35, 40)}


@SCENES.of("cm", "target", "die", "dice")
def priority(cm: str, target: str, die: int, dice: Sequence[int]) -> Found:
    """L-37."""
    now = on_table(foot("a", cm=score(cm), weapons=[BOLTGUN]))
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    given: dict[str, Any] = {"unit": "a", "weapon": "Boltgun", "target": "x", "distance": "40"}
    given |= {"priority_die": str(die), "not_nearest": True, "move_dice": faces(dice)}
    told, now = text(now, "shoot", given), after(now, "shoot", given)
    where = " in a random direction" if "random" in told else " towards the nearest enemy"
    return {
        "shot": "lost" if "the shot is lost" in told else "fired",
        "moved": f"{moved_in(told)}{where}",
        "state": state(now),
    }


@SCENES.of("riders_used", "may", "may_not")
def out_of_a_transport() -> Found:
    """L-72: after its first move, a transport sets its riders down."""
    now = game([hull("a", m=30, capacity=10), foot("b", weapons=[BOLTGUN])], [foot("x")])
    now = in_combat_phase(play(now, ("embark", {"unit": "b", "transport": "a"})))
    now = play(now, ("action", {"unit": "a", "action": "Move-Move", "moved": "20", "half": True}))
    now = play(now, ("disembark", {"unit": "b", "enemy_near": "no"}))
    assert unit(now, "b").deeds.used == 1

    def can(verb: str, **given: str) -> bool:
        try:
            return not decided(now, verb, given).questions
        except PlayError:
            return False

    ways = {
        "a second move": can("action", unit="b", action="Move-Move"),
        "a command check and a shot": can("action", unit="b", action="Move-Shoot", die="6"),
        "Shoot-Shoot": can("action", unit="b", action="Shoot-Shoot"),
        "Entrench": can("entrench", unit="b"),
    }
    allowed = {able: [name for name, found in ways.items() if found is able] for able in (True, False)}
    return {"riders_used": "one move action", "may": allowed[True], "may_not": allowed[False]}


@pytest.mark.parametrize("example", list(SCENES.examples(FILE)))
def test_an_example_comes_out(example: Mapping[str, Any]) -> None:
    SCENES.play(example)
