from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from builder.systems.diceless.play.state import GameState
from tests.systems.diceless.play.battles import battle, gun, hull, marines, squad, stat_line, worn
from tests.systems.diceless.play.games import ORKS, choices_of, decision, played
from tests.systems.making import model, profile, selection

GAME = battle(
    [
        marines("us", 3, gun("Boltgun", 3), gun("Knife", 3, "Melee", s="User", ap="-", reach="-")),
        hull("ours", gun("Cannon", type="Heavy 1")),
    ],
    [marines("them", 5), hull("tank", gun("Cannon"), gun("Bolter"), Front="12")],
)


def offered(verb: str, parameter: str, **given: str) -> list[str]:
    return [choice.value for choice in choices_of(GAME, verb, parameter, given)]


def texts(game: GameState, **given: str) -> list[str]:
    """The weapons to shoot with as they are offered."""
    return [choice.text for choice in choices_of(game, "shoot", "weapon", given)]


def test_whoever_is_left_can_attack_and_only_the_other_side_is_a_target() -> None:
    assert offered("shoot", "attacker") == ["us", "them", "ours", "tank"]
    assert offered("shoot", "target", attacker="us") == ["them", "tank"]
    assert offered("fight", "target", attacker="tank") == ["us", "ours"]


def test_weapons_are_those_left_for_shooting_or_fighting() -> None:
    assert offered("shoot", "weapon", attacker="us") == ["Boltgun"]
    assert offered("fight", "weapon", attacker="us") == ["Knife"]
    assert texts(GAME, attacker="us") == ['Boltgun ×3: 24" · S 4 · AP 5 · Rapid fire']
    fewer = played(GAME, "damage unit=us hp=40")
    assert texts(fewer, attacker="us")[0].startswith("Boltgun ×2:")
    assert offered("shoot", "weapon") == []


def test_guns_stand_before_pistols_and_what_is_thrown_the_ones_that_do_most_first() -> None:
    """D-70: grenades and what is used once a game are kept back; S counts against vehicles, shots against units."""
    carried = (
        gun("Stikkbombs", 10, "Assault 1, Blast", reach='8"'),
        gun("Slugga", 10, "Pistol"),
        gun("Squig", 1, "Assault 1, One use", s="9"),
        gun("Rokkit", 1, "Assault 1", s="8"),
        gun("Shoota", 8, "Assault 2"),
    )
    game = battle([marines("us", 10, *carried)], [marines("them", 5), hull("tank")])
    order = {
        target: [text.split(" ×")[0] for text in texts(game, attacker="us", target=target)]
        for target in ("them", "tank")
    }
    assert order["them"][:3] == ["Shoota", "Rokkit", "Slugga"]
    assert order["tank"][:3] == ["Rokkit", "Shoota", "Slugga"]
    for target in order:
        assert set(order[target][3:]) == {"Squig", "Stikkbombs"}


def test_one_grenade_of_a_unit_is_thrown_unless_more_are_named() -> None:
    """D-70."""
    game = battle([marines("us", 10, gun("Stikkbombs", 10, "Assault 1, Blast", reach='8"'))], [marines("them", 5)])
    shot = "shoot attacker=us target=them weapon=Stikkbombs"
    assert "1 × Stikkbombs" in decision(game, f"{shot} hits=2").event.text
    assert "3 × Stikkbombs" in decision(game, f"{shot} models=3 hits=2").event.text


def test_modes_are_offered_by_name_with_their_figures() -> None:
    launcher = selection(
        "Launcher",
        profiles=[
            profile(f"Launcher ({name})", "Weapon", {"Range": '48"', "Strength": s, "AP": "3", "Type": kind})
            for name, s, kind in (("frag", "4", "Heavy 1, Blast"), ("krak", "8", "Heavy 1"))
        ],
    )
    game = battle([marines("us", 1, launcher)], [marines("them", 1), hull("tank")])
    given = {"attacker": "us", "weapon": "Launcher"}
    told = [choice.text for choice in choices_of(game, "shoot", "mode", {**given, "target": "them"})]
    assert told == ['frag: 48" · S 4 · AP 3 · Heavy 1, blast', 'krak: 48" · S 8 · AP 3 · Heavy 1']
    assert [each.value for each in choices_of(game, "shoot", "mode", {**given, "target": "tank"})] == ["krak", "frag"]


def test_grenades_are_offered_against_vehicles_alone() -> None:
    krak = gun("Krak grenades", 1, "Grenade", s="6", ap="-", reach="-")
    game = battle([marines("us", 1, krak)], [marines("them", 1), hull("tank")])
    for target, there in (("them", ["Close combat"]), ("tank", ["Krak grenades", "Close combat"])):
        choices = choices_of(game, "fight", "weapon", {"attacker": "us", "target": target})
        assert [choice.value for choice in choices] == there


def test_groups_sides_lines_and_weapons_of_the_target_are_offered() -> None:
    assert offered("shoot", "first", target="them") == ["them.1"]
    assert offered("shoot", "side", target="tank") == ["front", "side", "rear"]
    assert offered("repair", "line", vehicle="tank") == list("ABCDEF")
    hurt = worn(GAME, ORKS, "tank", [("P", False)] * 3)
    assert [choice.text for choice in choices_of(hurt, "hit-vehicle", "destroyed", {"vehicle": "tank"})] == ["Bolter"]
    assert [choice.text for choice in choices_of(hurt, "repair", "restored", {"vehicle": "tank"})] == ["Cannon"]


def ways(game: GameState, act: str, given: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Yield every way to answer all questions of an act, each choice of each of them taken."""
    line = " ".join((act, *(f"{key}='{value}'" for key, value in given.items())))
    questions = decision(game, line).questions
    if not questions:
        yield given
        return
    for choice in questions[0].choices:
        yield from ways(game, act, {**given, questions[0].parameter: choice.value})


def crossroads() -> GameState:
    """Armies whose attacks ask for all that there is to ask."""
    modes = {"Range": '48"', "Strength": "8", "AP": "3", "Type": "Heavy D3"}
    launcher = selection("Launcher", profiles=[profile(f"Launcher ({name})", "Weapon", modes) for name in "AB"])
    return battle(
        [
            marines("us", 1, launcher),
            marines("melta", 1, gun("Meltagun", type="Assault 1, Melta", s="X", ap="1", reach='12"')),
            marines("flamers", 1, gun("Flamer", type="Assault 1", reach="Template"), gun("Boltgun")),
        ],
        [
            hull("tank", gun("A"), gun("B"), gun("C"), Front="11"),
            squad("them", model("Sergeant", stat=stat_line("Sergeant")), model("Trooper", 2)),
        ],
    )


@pytest.mark.parametrize(
    ("act", "asked"),
    [
        ("shoot attacker=us target=tank", {"mode", "angle", "shots", "distance"}),
        ("shoot attacker=us target=them", {"mode", "shots", "distance", "first"}),
        ("shoot attacker=melta target=tank damage=1 weapon=melta", {"distance", "strength", "side"}),
        ("shoot attacker=flamers target=them", {"weapon", "distance", "hits", "first"}),
        ("hit-vehicle vehicle=tank hits=G,G,G,G,G,G", {"take", "destroyed"}),
        ("fight attacker=us target=them bonus=1", {"first"}),
    ],
)
def test_every_choice_of_every_question_is_accepted(act: str, asked: set[str]) -> None:
    """Whatever is chosen, the act goes on to its next question and is done in the end."""
    found = list(ways(crossroads(), act, {}))
    assert {parameter for given in found for parameter in given} == asked
