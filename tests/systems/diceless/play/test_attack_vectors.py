"""The worked cases of the rules through the acts of a game: what players see is what the rules come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from builder.roster.marks import Mark
from builder.systems.diceless.play.state import hull_of
from tests.systems.diceless.play.battles import battle, gun, hp_left, hull, marines, squad, stat_line
from tests.systems.diceless.play.games import ORKS, decision, dmg, lost, played
from tests.systems.diceless.vectors import vectors
from tests.systems.making import model

Case = Mapping[str, Any]


@pytest.mark.parametrize("case", vectors("save"))
def test_saves(case: Case) -> None:
    """D-23, D-24."""
    game = battle([marines("us", 1)], [marines("target", 1, W="10", T="10", Sv=case["save"] or "-")])
    reroll = " reroll-failed" if case.get("reroll_failed") else " reroll-passed" if case.get("reroll_passed") else ""
    assert lost(game, f"damage unit=target damage={case['damage']}{reroll}") == case["lost"]


@pytest.mark.parametrize("case", vectors("shooting"))
def test_shooting(case: Case) -> None:
    """D-20 to D-22."""
    models = case["models"]
    weapon = gun("Gun", models, f"Heavy {case['shots']}", s=str(case["strength"]), reach=f'{case.get("range", 48)}"')
    game = battle([marines("us", models, weapon, BS=str(case["bs"]))], [marines("target", 1)])
    line = "shoot attacker=us target=target" + (" twin-linked" if case.get("twin_linked") else "")
    far = f" distance={case['distance']}" if "distance" in case else " no-range-bonus"
    assert dmg(decision(game, line + far).event.text) == case["damage"]


@pytest.mark.parametrize(("kind", "case"), [(kind, case) for kind in ("template", "blast") for case in vectors(kind)])
def test_areas(kind: str, case: Case) -> None:
    """D-27, D-28."""
    weapon = gun("Gun", type="Heavy 1, Blast" if kind == "blast" else "Assault 1", s=str(case["strength"]), reach='48"')
    if kind == "template":
        weapon = gun("Gun", type="Assault 1", s=str(case["strength"]), reach="Template")
    game = battle([marines("us", 1, weapon)], [marines("target", 10)])
    twin = " twin-linked" if case.get("twin_linked") else ""
    assert (
        dmg(decision(game, f"shoot attacker=us target=target hits={case['hits']}{twin}").event.text) == case["damage"]
    )


@pytest.mark.parametrize("case", vectors("close_combat"))
def test_close_combat(case: Case) -> None:
    """D-40 to D-42."""
    poisoned = f", Poisoned ({case['poisoned']})" if "poisoned" in case else ""
    weapon = gun("Blade", type=f"Melee{poisoned}", s="User", ap="-", reach="-")
    fighter = marines("us", 1, weapon, WS=str(case["ws"]), S=str(case["strength"]))
    target = marines("target", 1, WS=str(case["target_ws"]), T=str(case.get("toughness", 4)))
    text = decision(
        battle([fighter], [target]), f"fight attacker=us target=target attacks={case['attacks']}"
    ).event.text
    assert dmg(text) == case["damage"]


@pytest.mark.parametrize("case", vectors("mixed_unit"))
def test_mixed_units(case: Case) -> None:
    """D-25; points left over go to the largest group, as the first choice does."""
    groups = case["groups"]
    models = [
        model(each["name"], each["models"], stat=stat_line(each["name"], W=str(each["hp_each"] // 40), Sv=case["save"]))
        for each in groups
    ]
    game = battle([marines("us", 1)], [squad("target", *models)])
    line = f"damage unit=target damage={case['damage']}"
    asked = decision(game, line).questions
    after = played(game, line + (f" first={asked[0].choices[0].value}" if asked else ""))
    assert hp_left(after, ORKS, "target") == {each["name"]: (each["models_left"], each["hp_left"]) for each in groups}


@pytest.mark.parametrize("case", vectors("instant_death"))
def test_instant_death(case: Case) -> None:
    """D-26, D-36."""
    target = marines("target", case["models"], T=str(case["toughness"]), W=str(case["wounds"]), Sv="-")
    game = battle([marines("us", 1)], [target])
    after = played(game, f"damage unit=target damage={case['lost']} strength={case['strength']}")
    (pool,) = after.sides[ORKS].bodies["target"].pools.values()
    assert (pool.models, pool.noted) == (case["models_left"], case["noted"])


@pytest.mark.parametrize("case", vectors("vehicle"))
def test_vehicles(case: Case) -> None:
    """D-52, D-53."""
    av = str(case["av"])
    game = battle([marines("us", 1)], [hull("tank", Front=av, Side=av, Rear=av)])
    for volley in case["volleys"]:
        game = played(game, f"hit-vehicle vehicle=tank damage={volley['damage']} strength={volley['strength']}")
        assert hull_of(game.sides[ORKS], "tank").lines == volley["lines"]


@pytest.mark.parametrize("case", vectors("vehicle_bs"))
def test_the_skill_against_vehicles(case: Case) -> None:
    """D-50."""
    weapon = gun("Gun", type="Heavy 1", ap=str(case["ap"]), reach='48"')
    game = battle([marines("us", 1, weapon, BS=str(case["bs"]))], [hull("tank")])
    line = f"shoot attacker=us target=tank zone={case['zone']} speed='{case['speed']}' distance=48"
    assert dmg(decision(game, line).event.text) == case["modified"]


@pytest.mark.parametrize("case", vectors("penetration"))
def test_penetration(case: Case) -> None:
    """D-51."""
    av = str(case["av"])
    game = battle([marines("us", 1)], [hull("tank", Front=av, Side=av, Rear=av)])
    extra = f" extra={case['extra']}" if "extra" in case else ""
    after = decision(game, f"hit-vehicle vehicle=tank damage=1 strength={case['strength']}{extra}").event.text
    assert (f"line {case['line']} 1" if case["line"] else "no damage") in after


@pytest.mark.parametrize("case", vectors("grenades"))
def test_grenades(case: Case) -> None:
    """D-60."""
    strength = {"defensive": "4", "assault": "4", "krak": "6", "melta bomb": "12"}[case["kind"]]
    thrown = gun("Bombs", case["models"], "Grenade", s=strength, ap="-", reach="-")
    av = str(case["av"])
    game = battle([marines("us", case["models"], thrown)], [hull("tank", gun("Gun"), Front=av, Side=av, Rear=av)])
    after = played(game, "fight attacker=us target=tank weapon=bombs take=immobilised")
    assert hull_of(after.sides[ORKS], "tank").lines == case["lines"]


@pytest.mark.parametrize("case", vectors("feel_no_pain"))
def test_feel_no_pain(case: Case) -> None:
    """D-33."""
    game = battle([marines("us", 1)], [marines("target", 1, Sv="-")])
    assert lost(game, f"damage unit=target damage={case['lost']} feel-no-pain=yes") == case["after"]


@pytest.mark.parametrize("case", vectors("explosion"))
def test_explosions(case: Case) -> None:
    """D-61."""
    types = "Transport, Open-topped" if case.get("open_topped") else "Transport"
    inside = marines("inside", case["passengers"])
    riders = squad("riders", *inside.children, marks=[Mark("riding_in", "car")])
    game = battle([marines("us", 1)], [hull("car", Type=types), riders])
    assert dmg(decision(game, "explosion vehicle=car").event.text) == case["damage"]
