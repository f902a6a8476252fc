from __future__ import annotations

from builder.systems.diceless.play import PLAY
from tests.systems.diceless.play.battles import battle, gun, hull, marines, worn
from tests.systems.diceless.play.games import ORKS, decision, played
from tests.systems.making import profile, selection

GAME = battle(
    [
        marines("us", 3, gun("Boltgun", 3), gun("Knife", 3, "Melee", s="User", ap="-", reach="-")),
        hull("ours", gun("Cannon", type="Heavy 1")),
    ],
    [marines("them", 5), hull("tank", gun("Cannon"), gun("Bolter"), Front="12")],
)


def offered(verb: str, parameter: str, **given: str) -> list[str]:
    return [choice.value for choice in PLAY.choices(GAME, verb, parameter, given)]


def test_whoever_is_left_can_attack_and_only_the_other_side_is_a_target() -> None:
    assert offered("shoot", "attacker") == ["us", "them", "ours", "tank"]
    assert offered("shoot", "target", attacker="us") == ["them", "tank"]
    assert offered("fight", "target", attacker="tank") == ["us", "ours"]


def test_weapons_are_those_left_for_shooting_or_fighting() -> None:
    assert offered("shoot", "weapon", attacker="us") == ["Boltgun"]
    assert offered("fight", "weapon", attacker="us") == ["Knife"]
    assert PLAY.choices(GAME, "shoot", "weapon", {"attacker": "us"})[0].text == "Boltgun ×3"
    fewer = played(GAME, "damage unit=us hp=40")
    assert PLAY.choices(fewer, "shoot", "weapon", {"attacker": "us"})[0].text == "Boltgun ×2"
    assert offered("shoot", "weapon") == []


def test_grenades_are_offered_against_vehicles_alone() -> None:
    krak = gun("Krak grenades", 1, "Grenade", s="6", ap="-", reach="-")
    game = battle([marines("us", 1, krak)], [marines("them", 1), hull("tank")])
    for target, there in (("them", ["Close combat"]), ("tank", ["Krak grenades", "Close combat"])):
        choices = PLAY.choices(game, "fight", "weapon", {"attacker": "us", "target": target})
        assert [choice.value for choice in choices] == there


def test_groups_sides_lines_and_weapons_of_the_target_are_offered() -> None:
    assert offered("shoot", "first", target="them") == ["them.1"]
    assert offered("shoot", "side", target="tank") == ["front", "side", "rear"]
    assert offered("repair", "line", vehicle="tank") == list("ABCDEF")
    hurt = worn(GAME, ORKS, "tank", [("P", False)] * 3)
    assert [choice.text for choice in PLAY.choices(hurt, "hit-vehicle", "destroyed", {"vehicle": "tank"})] == ["Bolter"]
    assert [choice.text for choice in PLAY.choices(hurt, "repair", "restored", {"vehicle": "tank"})] == ["Cannon"]


def test_what_is_offered_is_what_the_acts_accept() -> None:
    """Every question's parameter takes each of its choices."""
    modes = {"Range": '48"', "Strength": "8", "AP": "3", "Type": "Heavy D3"}
    launcher = selection(
        "Launcher", profiles=[profile(f"Launcher ({name})", "Weapon", modes) for name in ("krak", "frag")]
    )
    game = battle([marines("us", 1, launcher)], [hull("tank", gun("A"), gun("B"), Front="11")])
    given: dict[str, str] = {}
    for _ in range(8):
        line = "shoot attacker=us target=tank " + " ".join(f"{key}='{value}'" for key, value in given.items())
        questions = decision(game, line).questions
        if not questions:
            break
        given[questions[0].parameter] = questions[0].choices[-1].value
    assert given.keys() == {"mode", "zone", "shots", "side"}
