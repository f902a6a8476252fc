"""The worked cases of the rules, each played by the act that takes it; further cases beside the checkout as well."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from builder.errors import PlayError
from builder.systems.lethal.attacks import SPEED_SAVE, STAT_SECTION, primitive_armour
from builder.systems.lethal.groups import Member, forbidden
from builder.systems.lethal.model import Bond, TroopType
from builder.systems.lethal.play.queries import no_ammunition
from builder.systems.lethal.play.state import AMMUNITION, HULL_DOWN, LethalGame
from tests.systems.lethal.play.games import decided, text
from tests.systems.lethal.play.making import (
    blade,
    charged,
    combat,
    dice,
    foot,
    game,
    gun,
    hull,
    in_combat_phase,
    in_command,
    play,
    unit,
)
from tests.worked import worked_cases

OURS = Path(__file__).with_name("vectors.yaml")
FURTHER = Path(__file__).parents[4] / "shared" / "vectors" / "lethal.yaml"
ENEMY = foot("x")

Case = Mapping[str, Any]
CHECKS: dict[str, Callable[[Any], None]] = {}


def shows(check: Callable[[Any], None]) -> Callable[[Any], None]:
    """A check of the cases that have its name."""
    CHECKS[check.__name__] = check
    return check


def score(command: str) -> int:
    return int(command.rstrip("+"))


def found(pattern: str, words: str) -> str | None:
    """What a message says in the first group of a pattern."""
    match = re.search(pattern, words)
    return match[1] if match else None


@shows
def contact_range(case: Case) -> None:
    """A shot reaches just so far behind all that lies on its way."""
    gunner = foot("a", cr=case["cr"], weapons=[gun("rifle", wrm=case["wrm"])])
    small = ("Small Target",) if case.get("small") else ()
    now = in_combat_phase(game([gunner], [foot("x", structure=case.get("structure", 1), rules=small)]))
    if case.get("hull_down"):
        now = play(now, ("mark", {"unit": "x", "mark": HULL_DOWN}))
    action = {"action": "Focused Shot", "die": "6"} if case.get("focused") else {"action": "Shoot-Shoot"}
    now = play(now, ("action", {"unit": "a", **action}))
    way = [f"{part.get('cover', 'open')} {part.get('open', part.get('depth', 0))}" for part in case["path"]]
    last = case["path"][-1]

    def shot(left: int) -> str:
        inside = "cover" in last and "depth" not in last
        path = [*way[:-1], f"{last['cover']} {left}"] if inside else [*way, f"open {left}"]
        return text(now, "shoot", {"unit": "a", "target": "x", "path": path, "hits": "0"})

    left = case.get("left", case.get("reach_in_last"))
    assert not left or "no hit" in shot(left)
    with pytest.raises(PlayError, match="out of contact range"):
        shot(left + 1)


@shows
def groups(case: Case) -> None:
    bonds = [Bond.LINKED if each else Bond.SEPARATE for each in case.get("linked", [False] * len(case["units"]))]
    ids = "abcd"[: len(case["units"])]
    members = [
        Member(each, TroopType(kind), slot, bond)
        for each, (kind, slot), bond in zip(ids, case["units"], bonds, strict=True)
    ]
    reasons = forbidden(members)
    assert (not reasons) is case["legal"] and all(reason.allowed for reason in reasons)
    mine = [
        hull(each, slot=slot) if kind == "vehicle" else foot(each, slot=slot, types=(kind,), bond=bond)
        for each, (kind, slot), bond in zip(ids, case["units"], bonds, strict=True)
    ]
    now = in_command(game(mine, [ENEMY]))
    given = {"units": ",".join(ids), "coherent": "yes", "die": "6"}
    if case["legal"] and Bond.LINKED not in bonds:
        assert all(unit(play(now, ("group", given)), each).group for each in ids)
    else:
        with pytest.raises(PlayError, match=r"L-1[0-2]"):
            decided(now, "group", given)


@shows
def ammunition(case: Case) -> None:
    mine = [foot(f"u{number}", extra_ammo=extra) for number, extra in enumerate(case["infantry_extra"])]
    now = game([*mine, *(hull(f"v{number}") for number in range(case["vehicles"]))], [ENEMY])
    assert sum(body.count(AMMUNITION) for body in now.sides[0].bodies.values()) == case["counters"]


@shows
def titan_killer(case: Case) -> None:
    now = game([hull("a", su=case["su"], structure=9), foot("b")], [ENEMY])
    given = {"target": "a", "points": str(case["structure"]), "su_dice": ""}
    left = case["left"].removeprefix("1x").replace("0", "none")
    assert found(r"SU \S+ → ([^;\s]+)", text(now, "titan-killer", given)) == left


@shows
def su_m(case: Case) -> None:
    for expected, table in ((case["su"], next(iter(SPEED_SAVE.choices))), (case["other"], STAT_SECTION)):
        settings = ((SPEED_SAVE.name, table),)
        now = in_combat_phase(game([hull("a", m=240), foot("b")], [ENEMY], settings=settings))
        given = {"unit": "a", "action": "Move-Move", "moved": str(case["cm"])}
        assert found(r"SU (\S+)", text(now, "action", given)) == expected


@shows
def morale(case: Case) -> None:
    now = in_combat_phase(game([foot("a", cm=score(case["cm"]))], [ENEMY]))
    words = text(now, "morale", {"unit": "a", "dice": ",".join(map(str, case["dice"]))})
    assert ("passed" in words) is case["passed"]


@shows
def morale_steps(names: list[str]) -> None:
    now = in_combat_phase(game([foot("a"), foot("b")], [ENEMY]))
    states = [str(unit(now, "a").morale)]
    while len(states) < len(names):
        now = play(now, ("morale", {"unit": "a", "dice": "1,1"}))
        states.append(str(unit(now, "a").morale))
    assert states == names
    with pytest.raises(PlayError, match="is routed"):
        decided(now, "morale", {"unit": "a", "dice": "1,1"})


@shows
def confusion_check(case: Case) -> None:
    now = in_combat_phase(game([foot("a", cm=score(case["cm"]))], [ENEMY]))
    given = {"unit": "a", "die": str(case["die"])}
    if score(case["cm"]) - case["die"] == 1:
        given["visible"] = "yes"
    decision = decided(now, "confusion", given)
    asked = next((each.text for each in decision.questions), "")
    assert (found(r"(\dD6)", asked) or "") == case.get("dice", "")
    ways = {"towards enemy": "towards the nearest enemy", "random": "in a random direction"}
    assert ways.get(str(case["result"]), str(case["result"])) in decision.event.text


@shows
def command_check(case: Case) -> None:
    now = in_combat_phase(game([foot("a", cm=score(case["cm"]), weapons=[gun("rifle")])], [ENEMY]))
    words = text(now, "action", {"unit": "a", "action": "Focused Shot", "die": str(case["die"])})
    assert ("passed" in words) is case["passed"]


def fired(target: Any, *kinds: str, ap: int) -> LethalGame:
    """A unit with a weapon, and a shot at a target."""
    now = in_combat_phase(game([foot("a", 1, weapons=[gun("rifle", *kinds, ap=ap)])], [target, foot("y")]))
    return play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))


@shows
def infantry_damage(case: Case) -> None:
    given = {"unit": "a", "target": "x", "hits": "1", "through": f"{case['die']},"}
    words = text(fired(foot("x", av=case["av"]), ap=case["ap"]), "shoot", given)
    assert ("1 through" in words) is case["hurt"]


@shows
def vehicle_damage(case: Case) -> None:
    now = fired(hull("x", front=case["av"], su="0"), ap=case["ap"])
    given = {"unit": "a", "target": "x", "hits": "1", "side": "front", "armour_dice": str(case["die"])}
    result = "no effect" if case["result"] == "none" else f"front: {case['result']}"
    assert result in text(now, "shoot", given)


@shows
def blast_ap(case: Case) -> None:
    now = fired(foot("x", av=6), "blast", ap=case["ap"])
    given = {"unit": "a", "target": "x", "hits": "1", "beyond_hole": "0" if case["under_hole"] else "1"}
    asked = decided(now, "shoot", given).questions[0].text
    assert found(r"at (\d)\+", asked) == str(7 - case["used"])


@shows
def close_combat_dice(case: Case) -> None:
    weapons = [blade("axe"), blade("knife")] if case.get("second_weapon") else [blade("axe")]
    rules = ("Furious Charge",) if case.get("furious_charge") else ()
    striker, tank = foot("a", cs=case["cs"], weapons=weapons, rules=rules), hull("x", cs="4+")
    other = tank if "vehicle_cm" in case else foot("x")
    if case.get("charging"):
        now = charged(striker, other)
    else:
        now = in_combat_phase(game([striker], [other]))
        now = play(now, ("charge", {"unit": "a", "target": "x", "no_bonus": True}))
    now = play(now, ("set", {"unit": "x", "speed": str(case.get("vehicle_cm", 0))}))
    while combat(now).round < case["round"]:
        now = play(now, ("end-round", {}))
    if case["dice"]:
        assert f", {case['dice']} dice each" in dice(now, "a", "x")
    else:
        assert "Trooper, 0 dice" in text(now, "fight", {"unit": "a", "target": "x"})


@shows
def ammo(case: Case) -> None:
    weapons = [gun("stubber", "suppressive fire")]
    shooter = (
        hull("a", weapons=weapons) if case.get("vehicle") else foot("a", weapons=weapons, extra_ammo=case["start"] - 1)
    )
    now = in_combat_phase(game([shooter, foot("b")], [ENEMY]))
    if case.get("suppressive"):
        now = play(now, ("suppress", {"unit": "a", "die": "6"}), ("turn", {}))
    for die in case.get("dice", ()):
        now = play(now, ("ammo", {"unit": "a", "die": str(die)}))
    assert unit(now, "a").count(AMMUNITION) == case.get("left", 0)
    assert bool(no_ammunition(unit(now, "a"))) is case["out"]
    if case["out"] and "after_find" in case:
        now = play(now, ("find-ammo", {"unit": "a"}), ("next", {}))
        assert unit(now, "a").count(AMMUNITION) == case["after_find"]


@shows
def difficult_terrain(case: Case) -> None:
    now = in_combat_phase(game([foot("a", m=case["m"])], [ENEMY]))
    given = {"unit": "a", "action": "Move-Shoot", "half": True, "difficult": "1"}
    assert f"; {case['inside']} cm" in text(now, "action", given)


@shows
def primitive(case: Case) -> None:
    assert primitive_armour(case["armour"], mounted=case.get("mounted", False)) == case["av"]


CHECKS["confusion"] = CHECKS.pop("confusion_check")


def cases(path: Path) -> Iterator[Any]:
    for name, listed in worked_cases(path).items():
        for number, case in enumerate([listed] if name == "morale_steps" else listed):
            yield pytest.param(name, case, id=f"{name}-{number}")


@pytest.mark.parametrize(("name", "case"), list(cases(OURS)))
def test_a_worked_case_comes_out(name: str, case: Any) -> None:
    CHECKS[name](case)


@pytest.mark.skipif(not FURTHER.is_file(), reason="there is no folder of further cases beside this checkout")
@pytest.mark.parametrize(("name", "case"), list(cases(FURTHER)))
def test_a_further_case_comes_out(name: str, case: Any) -> None:
    CHECKS[name](case)


def test_every_check_has_a_case() -> None:
    assert set(worked_cases(OURS)) == set(CHECKS)
