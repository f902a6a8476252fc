"""The worked cases of the rules; a folder of further cases beside the checkout is read as well."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from builder.systems.lethal.attacks import (
    STAT_SECTION,
    after_finding,
    after_shooting,
    after_suppressive_fire,
    after_titan_killer,
    blast_penetration,
    combat_dice,
    counters_to_bring,
    hurts,
    primitive_armour,
    speed_save,
    vehicle_hit,
)
from builder.systems.lethal.command import (
    MoraleState,
    after_failed_morale,
    confusion,
    in_difficult_terrain,
    passes_command_check,
    passes_morale_check,
)
from builder.systems.lethal.contact import Cover, Stretch, reach_steps, through
from builder.systems.lethal.groups import Member, forbidden
from builder.systems.lethal.model import Bond, TroopType
from builder.systems.lethal.values import read_command, read_multiplier, read_roll
from tests.worked import worked_cases

OURS = Path(__file__).with_name("vectors.yaml")
FURTHER = Path(__file__).parents[4] / "shared" / "vectors" / "lethal.yaml"

Case = Mapping[str, Any]
CHECKS: dict[str, Callable[[Any], None]] = {}


def shows(check: Callable[[Any], None]) -> Callable[[Any], None]:
    """A check of the cases that have its name."""
    CHECKS[check.__name__] = check
    return check


def written(save: int | None) -> str | None:
    return f"{save}+" if save else None


def command(text: str) -> int:
    value = read_command(text)
    assert value is not None
    return value


@shows
def contact_range(case: Case) -> None:
    multiplier = read_multiplier(case["wrm"])
    assert multiplier is not None
    flags = {name: case[name] for name in ("small", "structure", "hull_down", "focused") if name in case}
    start = reach_steps(case["cr"], multiplier, **flags)[-1].left
    path = [
        Stretch(part.get("open", part.get("depth")), Cover(part["cover"]) if "cover" in part else None)
        for part in case["path"]
    ]
    assert through(start, path)[-1].left == case.get("left", case.get("reach_in_last"))


@shows
def groups(case: Case) -> None:
    bonds = case.get("linked", [False] * len(case["units"]))
    members = [
        Member(f"Unit {number}", TroopType(kind), slot, Bond.LINKED if linked else Bond.SEPARATE)
        for number, ((kind, slot), linked) in enumerate(zip(case["units"], bonds, strict=True))
    ]
    reasons = forbidden(members)
    assert (not reasons) is case["legal"]
    assert all(reason.allowed for reason in reasons)


@shows
def ammunition(case: Case) -> None:
    assert counters_to_bring(case["infantry_extra"]) == case["counters"]


@shows
def titan_killer(case: Case) -> None:
    save, left = read_roll(case["su"]), read_roll(case["left"])
    assert save and left
    found = after_titan_killer(save, case["structure"])
    assert str(found) == str(left)


@shows
def su_m(case: Case) -> None:
    assert written(speed_save(case["cm"])) == case["su"]
    assert written(speed_save(case["cm"], STAT_SECTION)) == case["other"]


@shows
def morale(case: Case) -> None:
    first, second = case["dice"]
    assert passes_morale_check(command(case["cm"]), (first, second)) is case["passed"]


@shows
def morale_steps(names: list[str]) -> None:
    assert [str(state) for state in MoraleState] == names
    states = [MoraleState(name) for name in names]
    assert [after_failed_morale(state) for state in states] == [*states[1:], states[-1]]


@shows
def confusion_check(case: Case) -> None:
    found = confusion(command(case["cm"]), case["die"])
    assert (str(found.outcome), found.dice) == (case["result"], case.get("dice", ""))


@shows
def command_check(case: Case) -> None:
    assert passes_command_check(command(case["cm"]), case["die"]) is case["passed"]


@shows
def infantry_damage(case: Case) -> None:
    assert hurts(case["die"], case["ap"], case["av"]) is case["hurt"]


@shows
def vehicle_damage(case: Case) -> None:
    assert vehicle_hit(case["die"], case["ap"], case["av"]) == case["result"]


@shows
def blast_ap(case: Case) -> None:
    assert blast_penetration(case["ap"], case["under_hole"]) == case["used"]


@shows
def close_combat_dice(case: Case) -> None:
    skill = read_roll(case["cs"])
    assert skill
    flags = {name: case[name] for name in ("charging", "second_weapon", "furious_charge") if name in case}
    moved = case.get("vehicle_cm", 0)
    assert combat_dice(skill.dice, case["round"], vehicle_moved=moved, **flags) == case["dice"]


@shows
def ammo(case: Case) -> None:
    start = None if case.get("vehicle") else case["start"]
    left = after_suppressive_fire(start) if case.get("suppressive") else after_shooting(start or 0, case["dice"])
    assert left == case.get("left", 0)
    assert (left == 0) is case["out"]
    assert after_finding(left) == case.get("after_find", left or 1)


@shows
def difficult_terrain(case: Case) -> None:
    assert in_difficult_terrain(case["m"]) == case["inside"]


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
