"""The worked cases of the rules, through the functions that work them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from builder.systems.calculation import Explained
from builder.systems.diceless import attacks, hazards
from builder.systems.diceless.aim import AngleZone, OnVehicle, Rerolls, Speed, skill
from builder.systems.diceless.attacks import (
    WITCHBLADE_POISON,
    blast,
    close_combat,
    poisoned,
    sniper_strength,
    template,
    volley,
)
from builder.systems.diceless.casualties import Group, Pool, casualties, hp_of, kills_at_once, rending, unit_casualties
from builder.systems.diceless.movement import arrivals_with_delays, inside_difficult_terrain
from builder.systems.diceless.order_points import (
    LeadershipOutcome,
    escapes,
    leadership_test,
    lost_assault,
    lost_by,
    no_retreat,
    psychic_test,
    regroup,
)
from builder.systems.diceless.parameters import save as read_save
from builder.systems.diceless.parameters import toughness
from builder.systems.diceless.saves import Protection, Reroll, artillery, feel_no_pain, save_worked
from builder.systems.diceless.tokens import DeepStrikeZone, blast_scatter, deep_strike, named_effect, tokens_given
from builder.systems.diceless.vehicle_damage import (
    GLANCING,
    PENETRATING,
    HitRows,
    Impact,
    attack,
    hits,
    line_for,
    room,
    techmarine_repairs,
)
from tests.systems.diceless.vectors import OURS, every_case
from tests.worked import worked_cases

Case = Mapping[str, Any]
CHECKS: dict[str, Callable[[Any], None]] = {}


def shows(name: str) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """A check of the cases of a name."""

    def register(check: Callable[[Any], None]) -> Callable[[Any], None]:
        CHECKS[name] = check
        return check

    return register


def a_save(case: Case) -> int | None:
    return read_save(case["save"] or "none")


def inches(value: float) -> Fraction:
    return Fraction(str(value))


@shows("hp")
def hp_case(case: Case) -> None:
    assert hp_of(case["W"], toughness(case["T"])).value == case["hp"]


@shows("save")
def save_case(case: Case) -> None:
    failed, passed = case.get("reroll_failed"), case.get("reroll_passed")
    reroll = Reroll.FAILED if failed else Reroll.PASSED if passed else Reroll.NONE
    worked = save_worked(case["damage"], a_save(case), reroll)
    assert worked.value == case["lost"]
    assert str(case["lost"]) in worked.steps[-1]


@shows("shooting")
def shooting_case(case: Case) -> None:
    rerolls = Rerolls(twin_linked=case.get("twin_linked", False))
    heavy = (inches(case["range"]), inches(case["distance"])) if "range" in case else None
    bs = skill(case["bs"], rerolls, heavy)
    assert volley(bs, Explained(case["strength"]), case["shots"], case["models"], rerolls).value == case["damage"]


@shows("template")
def template_case(case: Case) -> None:
    rerolls = Rerolls(twin_linked=case.get("twin_linked", False))
    assert template(case["hits"], case["strength"], rerolls).value == case["damage"]


@shows("blast")
def blast_case(case: Case) -> None:
    assert blast(case["hits"], case["strength"]).value == case["damage"]


@shows("rending")
def rending_case(case: Case) -> None:
    rent = rending(case["damage"], Protection()).value
    assert (rent.pierced, rent.saved) == (case["pierced"], case["saved"])


@shows("close_combat")
def close_combat_case(case: Case) -> None:
    blows = (case["ws"], case["target_ws"], case["attacks"])
    if "poisoned" in case:
        poison = int(case["poisoned"].rstrip("+"))
        assert poisoned(*blows, poison, case["strength"], case["toughness"]).value == case["damage"]
    else:
        assert close_combat(*blows, case["strength"]).value == case["damage"]


def comes_to(worked: Explained[LeadershipOutcome], case: Case) -> None:
    assert (worked.value.op, worked.value.passed) == (case["after"], case["passed"])


@shows("leadership")
def leadership_case(case: Case) -> None:
    comes_to(leadership_test(case["op"], case["ld"], case.get("reroll", False)), case)


@shows("lost_assault")
def lost_assault_case(case: Case) -> None:
    extra, each = case.get("extra_wounds", 0), 10 * case.get("toughness", 0)
    comes_to(lost_assault(case["op"], case["ld"], lost_by(case["suffered"], case["inflicted"], extra, each)), case)


@shows("no_retreat")
def no_retreat_case(case: Case) -> None:
    taken = no_retreat(lost_by(case["suffered"], case["inflicted"]), Protection(armour=a_save(case))).value
    assert (taken.damage, taken.hp_lost) == (case["damage"], case["lost"])


@shows("regroup")
def regroup_case(case: Case) -> None:
    comes_to(regroup(case["op"], case["lds"], case["ld"]), case)


@shows("psychic")
def psychic_case(case: Case) -> None:
    comes_to(psychic_test(case["op"], case["ld"], case.get("hood", False)), case)


@shows("mixed_unit")
def mixed_unit_case(case: Case) -> None:
    protection = Protection(armour=a_save(case))
    groups = [Group(each["name"], Pool(each["models"], each["hp_each"]), protection) for each in case["groups"]]
    losses = unit_casualties(case["damage"], groups).value
    left = [(each.losses.pool.models, each.losses.pool.hp_left) for each in losses]
    assert left == [(each["models_left"], each["hp_left"]) for each in case["groups"]]


@shows("vehicle")
def vehicle_case(case: Case) -> None:
    lines: Mapping[str, int] = {}
    rows = HitRows(weapons=2)
    for fired in case["volleys"]:
        scored = attack(case["av"], fired["strength"], fired["damage"], lines).value
        lines = scored.lines
        assert (scored.glancing, scored.penetrating) == (fired["glancing"], fired["penetrating"])
        assert lines == fired["lines"]
        glancing: list[Impact] = [("G", False)] * scored.glancing
        penetrating: list[Impact] = [("P", False)] * scored.penetrating
        rows = hits(rows, [*glancing, *penetrating]).value
    assert room(lines) == case["lines_left"]
    boxes = case["row_boxes"]
    assert [GLANCING[box - 1].lower() for box in rows.checked("G")] == boxes["glancing"]
    assert [PENETRATING[box - 1].lower() for box in rows.checked("P")] == boxes["penetrating"]


@shows("reserves")
def reserves_case(case: Case) -> None:
    assert arrivals_with_delays(case["units"], case.get("bonus", 0)).value == case["arrivals"]


@shows("difficult_terrain")
def difficult_terrain_case(case: Case) -> None:
    assert inside_difficult_terrain(inches(case["move"]), inches(case["before"])).value == inches(case["inside"])


@shows("sweeping_advance")
def sweeping_advance_case(case: Case) -> None:
    assert escapes(case["fleeing"], case["winners"]).value is case["escapes"]


@shows("artillery")
def artillery_case(case: Case) -> None:
    parted = artillery(case["damage"], case["strength"]).value
    assert (parted.crew, parted.guns) == (case["crew"], case["guns"])


@shows("instant_death")
def instant_death_case(case: Case) -> None:
    pool = Pool(case["models"], 10 * case["toughness"] * case["wounds"])
    after = casualties(pool, case["lost"], kills_at_once(case["strength"], case["toughness"])).value.pool
    assert (after.models, after.noted) == (case["models_left"], case["noted"])


@shows("casualties")
def casualties_case(case: Case) -> None:
    after = casualties(Pool(case["models"], case["hp_each"]), case["lost"]).value.pool
    assert (after.models, after.noted) == (case["models_left"], case["noted"])


@shows("sniper")
def sniper_case(case: Case) -> None:
    assert volley(skill(case["bs"]), sniper_strength(case["toughness"]), case["shots"]).value == case["damage"]


@shows("gets_hot")
def gets_hot_case(case: Case) -> None:
    protection = Protection(armour=a_save(case))
    assert hazards.gets_hot(protection, reroll=case.get("reroll", False)).value.hp_lost == case["lost"]


@shows("feel_no_pain")
def feel_no_pain_case(case: Case) -> None:
    assert feel_no_pain(case["lost"]).value == case["after"]


@shows("dangerous_terrain")
def dangerous_terrain_case(case: Case) -> None:
    if "vehicle_inches" in case:
        far = inches(case["vehicle_inches"])
        worked = attacks.dangerous_terrain(10, far, strength=case["strength"])
        assert f"= {case['damage']} DMG" in worked.steps[0]
        assert sum(worked.value.lines.values()) + worked.value.lost == case["damage"]
    else:
        terrain = hazards.dangerous_terrain(case["models"], case.get("skilled_rider", False))
        hurt = hazards.hurt(terrain, Protection()).value
        assert hurt.damage == hurt.hp_lost == case["damage"]


@shows("witchblade")
def witchblade_case(case: Case) -> None:
    blows = (case["ws"], case["target_ws"], case["attacks"])
    assert poisoned(*blows, WITCHBLADE_POISON, case["strength"], case["toughness"]).value == case["damage"]


@shows("vehicle_bs")
def vehicle_bs_case(case: Case) -> None:
    target = OnVehicle(zone=AngleZone(case["zone"]), speed=Speed(case["speed"]), ap=str(case["ap"]))
    assert skill(case["bs"], vehicle=target).value == case["modified"]


@shows("penetration")
def penetration_case(case: Case) -> None:
    assert line_for(case["av"], case["strength"], case.get("extra")) == case["line"]
    assert attack(case["av"], case["strength"], 1, extra=case.get("extra")).value.line == case["line"]


@shows("grenades")
def grenades_case(case: Case) -> None:
    scored = attacks.grenades(case["kind"], case["models"], case["av"]).value
    assert (scored.glancing, scored.penetrating) == (case["glancing"], case["penetrating"])
    assert scored.lines == case["lines"]


@shows("ramming")
def ramming_case(case: Case) -> None:
    skimmer = case.get("skimmer", False)
    assert attacks.ramming_damage(skimmer) == case["damage"]
    assert sum(attacks.ramming(10, 8, skimmer=skimmer).value.lines.values()) == case["damage"]


@shows("explosion")
def explosion_case(case: Case) -> None:
    worked = hazards.explosion(case["passengers"], Protection(), case.get("open_topped", False))
    assert worked.value.damage == case["damage"]


@shows("repair")
def repair_case(case: Case) -> None:
    assert techmarine_repairs(case["servo_arms"], case["harness"]).value == case["removed"]


@shows("tokens")
def tokens_case(case: Case) -> None:
    given = {
        key: case[key]
        for key in ("blast", "large_blast", "deep_strikers", "gets_hot_weapons", "psykers")
        if key in case
    }
    named = [effect for effect in map(named_effect, case.get("named", ())) if effect]
    assert len(named) == len(case.get("named", ()))
    counts = tokens_given(named=named, **given).value
    for key in ("scatter", "scatter_at_start", "gets_hot", "warp"):
        assert getattr(counts, key) == case.get(key, getattr(counts, key))


@shows("deep_strike")
def deep_strike_case(case: Case) -> None:
    arrival = deep_strike(DeepStrikeZone(case["zone"]), case.get("jamming_beacon", False)).value
    assert (arrival.tokens, arrival.mishap) == (case["tokens"], case["mishap"])
    assert arrival.inches == 2 * case["tokens"]


@shows("scatter")
def scatter_case(case: Case) -> None:
    assert blast_scatter(case["tokens"], case["bs"], case.get("pull_back", True)).value == case["inches"]


@pytest.mark.parametrize(("name", "case"), list(every_case()))
def test_a_worked_case_comes_out(name: str, case: Any) -> None:
    CHECKS[name](case)


def test_every_check_has_a_case_of_ours() -> None:
    assert set(worked_cases(OURS)) == set(CHECKS)
