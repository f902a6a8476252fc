"""Who is gone, in reserve or aboard neither attacks nor is hit."""

from __future__ import annotations

import pytest

from builder.systems.diceless.play.state import GameState
from tests.systems.diceless.play.battles import battle, gun, hull, marines
from tests.systems.diceless.play.games import choices_of, decision, new_game, played, refusal

PLASMA = gun("Plasma gun", 2, "Rapid Fire, Gets Hot!", s="7", ap="2")


def field() -> GameState:
    """Plasma guns, two vehicles and a squad against a squad and a tank."""
    return battle(
        [marines("plasma", 2, PLASMA), hull("rhino", gun("Storm bolter"))],
        [marines("target"), hull("tank", gun("Cannon", type="Heavy 1"))],
    )


SWEPT = "sweep fleeing=target winners-i=5x9"


@pytest.mark.parametrize("removed", [SWEPT, "mark unit=target mark=destroyed", "damage unit=target hp=999"])
@pytest.mark.parametrize(
    "line",
    [
        "shoot attacker=plasma target=target distance=12",
        "fight attacker=plasma target=target",
        "shoot attacker=target target=plasma damage=50 strength=4",
        "fight attacker=target target=plasma",
        "damage unit=target damage=50",
        "terrain unit=target",
        "cluster-mines unit=target",
        "gate-of-infinity unit=target",
    ],
)
def test_a_unit_that_is_gone_is_not_hit_and_strikes_nobody(removed: str, line: str) -> None:
    decision(field(), line)
    assert "nobody of Target is left in play" in refusal(played(field(), removed), line)


@pytest.mark.parametrize("wrecked", ["mark unit=rhino mark=destroyed", "set-vehicle vehicle=rhino penetrating=6"])
@pytest.mark.parametrize(
    "line",
    [
        "shoot attacker=rhino target=tank distance=12",
        "shoot attacker=tank target=rhino distance=12",
        "shoot attacker=tank target=rhino damage=90 strength=8",
        "hit-vehicle vehicle=rhino hits=G",
        "hit-vehicle vehicle=rhino damage=20 strength=8",
        "machine-curse vehicle=rhino",
        "terrain unit=rhino inches=6",
        "ram vehicle=rhino strength=8",
        "speed vehicle=rhino speed='flat out' anyway",
    ],
)
def test_a_wreck_is_not_hit_and_fires_no_more(wrecked: str, line: str) -> None:
    decision(field(), line)
    assert "Rhino is destroyed" in refusal(played(field(), wrecked), line)


def test_bearers_who_are_gone_get_no_tokens() -> None:
    swept = played(field(), "sweep fleeing=plasma winners-i=5x9")
    assert "nobody of Plasma is left" in refusal(swept, "gets-hot unit=plasma")
    assert [choice.value for choice in choices_of(field(), "gets-hot", "unit", {})] == ["plasma"]
    assert not choices_of(swept, "gets-hot", "unit", {})


@pytest.mark.parametrize("line", ["terrain unit={}", "cluster-mines unit={}", "sweep fleeing={} winners-i=5x9"])
def test_who_waits_in_reserve_or_sits_in_a_vehicle_meets_no_hazard(line: str) -> None:
    assert "Terminators: still in reserve" in refusal(new_game(), line.format("Terminators"))
    assert "Ancora: aboard Rhino 1" in refusal(new_game(), line.format("Ancora"))


def test_what_is_said_of_who_is_gone_brings_it_back() -> None:
    swept, shot = played(field(), SWEPT), played(field(), "damage unit=target hp=999")
    assert "take the mark destroyed off" in refusal(swept, "test unit=target")
    played(swept, "mark unit=target mark=destroyed off", "test unit=target")
    assert "set its models" in refusal(shot, "test unit=target")
    played(shot, "set unit=target hp=100", "test unit=target")
