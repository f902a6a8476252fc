"""The worked cases of hazards, rarer weapons and vehicles through the acts of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from builder.systems.diceless.play.state import hull_of
from builder.systems.diceless.saves import save_worked
from tests.systems.diceless.play.battles import battle, gun, hp_left, hull, marines, squad, stat_line, worn
from tests.systems.diceless.play.games import ORKS, decision, dmg, lost, played
from tests.systems.diceless.vectors import vectors
from tests.systems.making import model

Case = Mapping[str, Any]


@pytest.mark.parametrize("case", vectors("hp"))
def test_hit_points(case: Case) -> None:
    """D-02, D-03."""
    game = battle([marines("us", 1)], [marines("target", 3, T=case["T"], W=str(case["W"]))])
    assert hp_left(game, ORKS, "target")["Marine"] == (3, 3 * case["hp"])


@pytest.mark.parametrize("case", vectors("casualties"))
def test_casualties(case: Case) -> None:
    """D-25."""
    target = marines("target", case["models"], T=str(case["hp_each"] // 10))
    after = played(battle([marines("us", 1)], [target]), f"damage unit=target hp={case['lost']}")
    (pool,) = after.sides[ORKS].bodies["target"].pools.values()
    assert (pool.models, pool.noted) == (case["models_left"], case["noted"])


@pytest.mark.parametrize("case", vectors("rending"))
def test_rending(case: Case) -> None:
    """D-29: what pierces is not saved, the rest is at 3+."""
    game = battle([marines("us", 1)], [marines("target", 1, T="10", W="9")])
    saved = save_worked(case["saved"], 3).value
    assert lost(game, f"damage unit=target damage={case['damage']} rending=yes") == case["pierced"] + saved


@pytest.mark.parametrize("case", vectors("sniper"))
def test_snipers(case: Case) -> None:
    """D-30."""
    rifle = gun("Rifle", type=f"Heavy {case['shots']}, Sniper", s="X", ap="6", reach='36"')
    game = battle([marines("us", 1, rifle, BS=str(case["bs"]))], [marines("target", 1, T=str(case["toughness"]))])
    assert dmg(decision(game, "shoot attacker=us target=target no-range-bonus").event.text) == case["damage"]


@pytest.mark.parametrize("case", vectors("witchblade"))
def test_witchblades(case: Case) -> None:
    """D-42."""
    blade = gun("Witchblade", type="Melee", s="User", ap="-", reach="-")
    seer = marines("seer", 1, blade, WS=str(case["ws"]), S=str(case["strength"]))
    target = marines("target", 1, WS=str(case["target_ws"]), T=str(case["toughness"]))
    text = decision(battle([seer], [target]), f"fight attacker=seer target=target attacks={case['attacks']}").event.text
    assert dmg(text) == case["damage"]


@pytest.mark.parametrize("case", vectors("gets_hot"))
def test_weapons_that_get_hot(case: Case) -> None:
    """D-31."""
    bearer = marines("us", 1, gun("Plasma gun", type="Rapid Fire, Gets Hot!"), Sv=case["save"])
    reroll = " reroll" if case.get("reroll") else ""
    assert lost(battle([bearer], [marines("them", 1)]), f"gets-hot unit=us{reroll}") == case["lost"]


@pytest.mark.parametrize("case", vectors("artillery"))
def test_artillery(case: Case) -> None:
    """D-34."""
    guns = {"Unit Type": "Artillery", "WS": "-", "T": "10", "W": "9", "Sv": "-"}
    crew = {"Unit Type": "Artillery", "T": "10", "W": "9", "Sv": "-"}
    battery = squad(
        "target", model("Gun", stat=stat_line("Gun", **guns)), model("Crew", stat=stat_line("Crew", **crew))
    )
    game = battle([marines("us", 1)], [battery])
    after = hp_left(
        played(game, f"damage unit=target damage={case['damage']} strength={case['strength']}"), ORKS, "target"
    )
    assert after == {"Gun": (1, 900 - case["guns"]), "Crew": (1, 900 - case["crew"])}


@pytest.mark.parametrize("case", [case for case in vectors("dangerous_terrain") if "models" in case])
def test_dangerous_terrain(case: Case) -> None:
    """D-35."""
    skilled = " skilled-rider=yes" if case.get("skilled_rider") else ""
    assert (
        lost(battle([marines("us", case["models"])], [marines("them", 1)]), f"terrain unit=us{skilled}")
        == case["damage"]
    )


@pytest.mark.parametrize("case", [case for case in vectors("dangerous_terrain") if "vehicle_inches" in case])
def test_dangerous_terrain_for_vehicles(case: Case) -> None:
    """D-61: the line has no room for all of it."""
    game = battle([marines("us", 1)], [hull("tank", gun("Gun"))])
    line = f"terrain unit=tank inches={case['vehicle_inches']} strength={case['strength']} take=immobilised"
    assert f"= {case['damage']} DMG" in " ".join(decision(game, line).event.steps)


@pytest.mark.parametrize("case", vectors("ramming"))
def test_ramming(case: Case) -> None:
    """D-61."""
    game = battle([marines("us", 1)], [hull("car", Type="Skimmer" if case.get("skimmer") else "Tank")])
    assert dmg(decision(game, "ram vehicle=car strength=8").event.text) == case["damage"]


@pytest.mark.parametrize("case", vectors("repair"))
def test_repairs(case: Case) -> None:
    """D-62."""
    game = worn(battle([marines("us", 1)], [hull("tank")]), ORKS, "tank", lines={"C": 36})
    harness = " servo-harness" if case["harness"] else ""
    after = played(game, f"repair vehicle=tank servo-arms={case['servo_arms']}{harness} anyway")
    assert hull_of(after.sides[ORKS], "tank").lines["C"] == 36 - case["removed"]
