"""Actions: what each uses, which states allow it, how far units go, and who gets in and out."""

from __future__ import annotations

from typing import Any

import pytest

from builder.errors import PlayError
from builder.roster.marks import Mark
from builder.systems.lethal.command import MoraleState
from builder.systems.lethal.contact import Cover
from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.course import combat_due
from builder.systems.lethal.play.queries import save_of
from builder.systems.lethal.play.state import DEEP_STRIKE, EMPTY, ENTRENCHED, FINDING, RESERVE, LethalGame
from builder.systems.play.game import UnitRef
from tests.systems.lethal.play.games import decided, text
from tests.systems.lethal.play.making import foot, game, gun, hull, in_combat_phase, in_command, play, unit

ENEMY = foot("x")
RIFLE, CANNON = gun("rifle", "rapid fire"), gun("cannon", "heavy", wrm="2", ap=4)


def fresh(**more: Any) -> LethalGame:
    """One unit with a rifle and a cannon, in the combat phase."""
    return in_combat_phase(game([foot("a", weapons=[RIFLE, CANNON], **more)], [ENEMY]))


def test_two_moves_use_both_actions_and_a_shaken_unit_has_one() -> None:
    """L-34, L-61."""
    now = play(fresh(), ("action", {"unit": "a", "action": "Move-Move", "moved": "30"}))
    assert (unit(now, "a").deeds.used, unit(now, "a").deeds.moved) == (2, 30)
    with pytest.raises(PlayError, match="goes 30 cm at most"):
        decided(fresh(), "action", {"unit": "a", "action": "Move-Move", "moved": "31"})
    shaken = play(fresh(), ("set", {"unit": "a", "morale": "shaken"}))
    assert "15 cm" in text(shaken, "action", {"unit": "a", "action": "Move-Move"})
    with pytest.raises(PlayError, match="it is shaken"):
        decided(shaken, "action", {"unit": "a", "action": "Shoot-Shoot"})


@pytest.mark.parametrize(
    ("state", "action"), [("stunned", "Move-Move"), ("paralysed", "Move-Move"), ("routed", "Shoot-Shoot")]
)
def test_states_forbid_actions_and_players_may_agree_otherwise(state: str, action: str) -> None:
    """L-34."""
    now = play(fresh(), ("set", {"unit": "a", "morale": state}))
    with pytest.raises(PlayError, match=rf"it is {state} \(L-34\)"):
        decided(now, "action", {"unit": "a", "action": action})
    assert unit(play(now, ("action", {"unit": "a", "action": action, "anyway": True})), "a").deeds.used == 2


def test_a_routed_unit_moves_twice_towards_its_zone() -> None:
    """L-34."""
    now = play(fresh(), ("set", {"unit": "a", "morale": "routed"}))
    assert "towards its fall-back zone; 30 cm" in text(now, "action", {"unit": "a", "action": "Move-Move"})


def test_the_shot_before_the_move_shakes_after_heavy_or_near_rapid_fire() -> None:
    """L-63."""

    def shot(weapon: str, **more: str) -> LethalGame:
        given = {"unit": "a", "weapon": weapon, "target": "x", "hits": "0", **more}
        now = play(fresh(), ("action", {"unit": "a", "action": "Shoot-Move"}), ("shoot", given))
        return play(now, ("action", {"unit": "a", "action": "Shoot-Move", "die": "5"}))

    assert unit(shot("cannon"), "a").morale is MoraleState.SHAKEN
    assert unit(shot("rifle", distance="25"), "a").morale is MoraleState.SHAKEN
    assert unit(shot("rifle", distance="30"), "a").morale is MoraleState.UNBROKEN
    begun = play(fresh(), ("action", {"unit": "a", "action": "Shoot-Move"}))
    far, hits = decided(begun, "shoot", {"unit": "a", "weapon": "rifle", "target": "x"}).questions
    assert [each.text for each in far.choices] == ["less than 30 cm", "30 cm", "further"] and "20 dice" in hits.text


def test_the_check_and_the_move_are_due_once_all_weapons_have_fired_in_the_shot_before() -> None:
    """L-63."""
    now = play(fresh(), ("action", {"unit": "a", "action": "Shoot-Move"}))
    for weapon, *left in (("rifle", "shoot", "A: its shot"), ("cannon", "action", "A: the rest of its Shoot-Move")):
        given = {"unit": "a", "weapon": weapon, "target": "x", "hits": "0", "distance": "30"}
        now = play(now, ("shoot", given), ("ammo", {"unit": "a", "die": "6"}))
        found = [each for each in combat_due(now) if each.kind.startswith("Now")]
        assert [[each.verb, each.text] for each in found] == [left]
    assert found[0].given == {"action": "Shoot-Move"}


def test_a_failed_check_leaves_no_move_and_a_confusion_check() -> None:
    """L-63, L-33."""
    now = play(fresh(), ("action", {"unit": "a", "action": "Shoot-Move"}))
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Move", "die": "2"}))
    assert unit(now, "a").deeds.moved == 0 and [each.kind for each in unit(now, "a").owed] == ["confusion"]


def test_an_assault_after_the_shot_is_no_charge_and_stuns_the_winner() -> None:
    """L-63, L-104."""
    now = play(fresh(), ("action", {"unit": "a", "action": "Shoot-Move"}))
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Move", "die": "5", "contact": "x"}))
    (combat,) = now.extra.combats.values()
    assert not combat.charging and combat.assaulting == ("0:a",)
    assert "10 dice" in text(now, "fight", {"unit": "a", "target": "x", "hits": "0"})
    won = play(now, ("mark", {"unit": "x", "mark": "destroyed"}), ("end-round", {}))
    assert unit(won, "a").morale is MoraleState.STUNNED


def test_shots_are_as_many_as_the_action_has() -> None:
    """L-64."""
    mortars = in_combat_phase(game([foot("a", weapons=[RIFLE, gun("mortar", "barrage")])], [ENEMY]))
    for action, die, shots in (("Shoot-Shoot", "", 2), ("Focused Shot", "5", 1), ("Indirect/Barrage", "5", 1)):
        given = {"unit": "a", "action": action, **({"die": die} if die else {})}
        shooting = play(mortars, ("action", given))
        assert unit(shooting, "a").deeds.shots == shots
    with pytest.raises(PlayError, match="only blasts, ordnance and barrages are fired indirectly"):
        decided(shooting, "shoot", {"unit": "a", "weapon": "rifle", "target": "x", "hits": "0"})
    with pytest.raises(PlayError, match="it has no blast"):
        decided(fresh(), "action", {"unit": "a", "action": "Indirect/Barrage", "die": "5"})
    failed = play(fresh(), ("action", {"unit": "a", "action": "Focused Shot", "die": "2"}))
    assert unit(failed, "a").deeds.shots == 0 and unit(failed, "a").owed


def test_fast_moves_are_for_vehicles_alone() -> None:
    """L-65."""
    with pytest.raises(PlayError, match="only vehicles"):
        decided(fresh(), "action", {"unit": "a", "action": "Fast Vehicle Move"})
    now = in_combat_phase(game([hull("v")], [ENEMY]))
    now = play(now, ("action", {"unit": "v", "action": "Fast Vehicle Move"}))
    assert unit(now, "v").deeds.moved == 120 and unit(now, "v").deeds.shots == 0


@pytest.mark.parametrize(
    ("table", "after_both", "after_shot", "after_move"),
    [("vehicles section", "5+", "0", "6+"), ("stat section", "6+", "0", "6+")],
)
def test_the_speed_save_is_that_of_the_last_action_by_the_table_of_the_list(
    table: str, after_both: str, after_shot: str, after_move: str
) -> None:
    """L-04."""
    now = in_combat_phase(game([hull("v")], [ENEMY], settings=(("speed save", table),)))
    profile = unit(now, "v").unit.vehicles[0].profile

    def save(*given: dict[str, str]) -> str:
        then = play(now, *(("action", {"unit": "v", **each}) for each in given))
        return str(save_of(then, UnitRef(0, "v"), profile))

    assert save({"action": "Move-Move", "moved": "55"}) == after_both
    assert save({"action": "Move-Shoot", "moved": "30", "die": "5"}) == after_shot
    assert save({"action": "Shoot-Move"}, {"action": "Shoot-Move", "die": "5", "moved": "30"}) == after_move


def test_the_speed_lasts_until_the_vehicle_acts_again() -> None:
    """L-04."""
    now = play(in_combat_phase(game([hull("v")], [ENEMY])), ("action", {"unit": "v", "action": "Move-Move"}))
    assert unit(in_combat_phase(now), "v").speed == 60


def test_a_vehicle_is_stuck_in_difficult_terrain_on_a_one() -> None:
    """L-70."""
    now = in_combat_phase(game([hull("v")], [ENEMY]))
    now = play(now, ("action", {"unit": "v", "action": "Move-Move", "terrain_dice": "4,1"}))
    assert unit(now, "v").parts["v"].immobilised
    with pytest.raises(PlayError, match="it cannot move"):
        decided(in_combat_phase(now), "action", {"unit": "v", "action": "Move-Move"})


def test_digging_in_lasts_until_a_move() -> None:
    """L-41, L-45."""
    now = play(fresh(), ("cover", {"unit": "a", "band": "medium"}))
    assert "hard cover, AV +4" in text(now, "entrench", {"unit": "a"})
    now = play(fresh(), ("entrench", {"unit": "a"}))
    assert ENTRENCHED in unit(now, "a").flags and unit(now, "a").deeds.used == 2
    moved = play(in_combat_phase(now), ("action", {"unit": "a", "action": "Move-Move", "cover": "light"}))
    assert ENTRENCHED not in unit(moved, "a").flags and unit(moved, "a").cover is Cover.LIGHT


def test_in_ranks_each_move_and_shot_takes_a_check() -> None:
    """L-113."""
    now = fresh(rules=("Ranked",))
    words = text(now, "action", {"unit": "a", "action": "Move-Move", "ranks_dice": "2,5"})
    assert "1 of 2 checks passed" in words and "15 cm" in words
    shots = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot", "ranks_dice": "4,5"}))
    assert unit(shots, "a").deeds.shots == 2


def riding(moved: str = "20", **more: str) -> LethalGame:
    """Riders in a vehicle that has made the first half of its action."""
    riders = foot("a", 5, marks=(Mark("riding_in", "v"),), weapons=[RIFLE])
    now = in_combat_phase(game([riders, hull("v", m=40, capacity=10)], [ENEMY]))
    return play(now, ("action", {"unit": "v", "action": "Move-Shoot", "half": True, "moved": moved, **more}))


def test_riders_have_used_what_the_vehicle_has() -> None:
    """L-72."""
    now = play(riding(), ("disembark", {"unit": "a", "enemy_near": "no"}))
    assert unit(now, "a").deeds.used == 1 and unit(now, "a").aboard is None
    assert "15 cm" in text(now, "action", {"unit": "a", "action": "Move-Move"})
    shot = play(now, ("action", {"unit": "a", "action": "Move-Shoot", "die": "5"}))
    assert unit(shot, "a").deeds.shots == 1 and unit(shot, "a").deeds.moved == 20
    for action in ("Shoot-Shoot", "Shoot-Move"):
        with pytest.raises(PlayError, match="L-72"):
            decided(now, "action", {"unit": "a", "action": action})
    with pytest.raises(PlayError, match="L-72"):
        decided(now, "entrench", {"unit": "a"})


def test_nobody_gets_out_of_a_fast_vehicle_or_beside_an_enemy() -> None:
    """L-72."""
    with pytest.raises(PlayError, match="more than 30 cm"):
        decided(riding("35"), "disembark", {"unit": "a", "enemy_near": "no"})
    with pytest.raises(PlayError, match="an enemy is near"):
        decided(riding(), "disembark", {"unit": "a", "enemy_near": "yes"})
    both = in_combat_phase(play(riding(), ("action", {"unit": "v", "action": "Move-Shoot", "die": "5"})))
    both = play(both, ("action", {"unit": "v", "action": "Move-Move", "moved": "20"}))
    with pytest.raises(PlayError, match="made a Move-Move"):
        decided(both, "disembark", {"unit": "a", "enemy_near": "no"})


def test_getting_in_needs_a_common_group_and_counts_the_larger_number() -> None:
    """L-16, L-73."""
    out = play(riding(), ("disembark", {"unit": "a", "enemy_near": "no"}))
    back = play(out, ("embark", {"unit": "a", "transport": "v"}))
    assert unit(back, "a").aboard == "v" and unit(back, "a").deeds.used == 1
    with pytest.raises(PlayError, match="in no unit group"):
        decided(in_combat_phase(out), "embark", {"unit": "a", "transport": "v"})


def test_riders_do_not_move_by_themselves() -> None:
    with pytest.raises(PlayError, match="moves with its transport"):
        decided(riding(), "action", {"unit": "a", "action": "Move-Move"})


@pytest.mark.parametrize(
    ("mark", "flag", "action", "left"),
    [("reserve", RESERVE, "Move-Move", "15 cm"), ("deep_strike", DEEP_STRIKE, "Move-Shoot", "command check")],
)
def test_arrivals_have_used_one_action(mark: str, flag: str, action: str, left: str) -> None:
    """L-67."""
    later = foot("a", weapons=[RIFLE], marks=(Mark(mark),))
    now = in_command(game([later], [ENEMY]))
    assert flag in unit(now, "a").flags
    with pytest.raises(PlayError, match="not on the table"):
        decided(play(now, ("next", {})), "action", {"unit": "a", "action": "Move-Move"})
    now = play(now, ("arrive", {"unit": "a"}), ("next", {}))
    assert unit(now, "a").deeds.used == 1 and not unit(now, "a").flags
    given = {"unit": "a", "action": action, **({"die": "5"} if mark == "deep_strike" else {})}
    assert left in text(now, "action", given)
    other = "Move-Move" if action == "Move-Shoot" else "Move-Shoot"
    with pytest.raises(PlayError, match="it has begun"):
        decided(now, "action", {"unit": "a", "action": other})


def test_scouts_have_one_free_move() -> None:
    """L-07."""
    now = play(game([foot("a", rules=("Scouts",))], [ENEMY]), ("next", {}))
    hidden = play(now, ("cover", {"unit": "a", "band": "medium"}))
    moved = play(hidden, ("scout", {"unit": "a", "moved": "15"}))
    assert unit(hidden, "a").cover is Cover.MEDIUM and unit(moved, "a").cover is None
    assert unit(play(hidden, ("scout", {"unit": "a", "cover": "light"})), "a").cover is Cover.LIGHT
    assert unit(moved, "a").deeds.used == 0
    with pytest.raises(PlayError, match="no free move"):
        decided(moved, "scout", {"unit": "a"})
    with pytest.raises(PlayError, match="15 cm at most"):
        decided(now, "scout", {"unit": "a", "moved": "16"})


def test_free_moves_are_over_with_the_first_turn() -> None:
    """L-07: nobody is offered one in the second turn, nor told apart by the one that he has made."""
    now = play(game([foot("a", rules=("Scouts",)), foot("b", rules=("Scouts",))], [ENEMY]), ("next", {}))
    moved = play(now, ("scout", {"unit": "a"}))
    assert "free move made" in unit(moved, "a").flags
    later = play(moved, ("turn", {}))
    assert later.clock.turn == 2 and not unit(later, "a").flags
    for each in ("a", "b"):
        with pytest.raises(PlayError, match="free move"):
            decided(later, "scout", {"unit": each})


@pytest.mark.parametrize(
    ("rules", "action", "difficult", "far"),
    [
        ((), "Move-Move", "1", 22),
        ((), "Move-Move", "2", 14),
        (("Move through Cover",), "Move-Move", "2", 22),
        (("Move through Cover",), "Move-Shoot", "1", 15),
        ((), "Move-Shoot", "1", 7),
    ],
)
def test_difficult_terrain_slows(rules: tuple[str, ...], action: str, difficult: str, far: int) -> None:
    """L-07, L-70."""
    given = {"unit": "a", "action": action, "difficult": difficult, **({"die": "5"} if action == "Move-Shoot" else {})}
    assert f"{far} cm" in text(fresh(rules=rules), "action", given)
    with pytest.raises(PlayError, match=f"goes {far} cm at most through difficult terrain"):
        decided(fresh(rules=rules), "action", {**given, "moved": str(far + 1)})


def test_ranks_go_a_quarter_through_difficult_terrain_and_nowhere_without_a_check() -> None:
    """L-113."""
    given = {"unit": "a", "action": "Move-Move", "moved": "18"}
    now = fresh(rules=("Ranked",), m=20)
    assert "; 10 cm" in text(now, "action", {**given, "difficult": "2", "ranks_dice": "5,5"})
    stuck = play(now, ("action", {"unit": "a", "action": "Move-Move", "contact": "x", "ranks_dice": "1,1"}))
    assert not stuck.extra.combats and unit(stuck, "a").deeds.moved == 0


def test_each_move_of_a_vehicle_through_difficult_terrain_may_end_it() -> None:
    """L-01, L-07, L-70."""
    given = {"unit": "v", "action": "Move-Move", "difficult": "2"}
    for rules, dice, stuck in (
        ((), "4,1", True),
        (("Skilled Rider",), "1,4,3", False),
        (("Skilled Rider",), "1,1", True),
    ):
        now = in_combat_phase(game([hull("v", rules=rules)], [ENEMY]))
        assert "immobile on a 1" in decided(now, "action", given).questions[0].text
        moved = play(now, ("action", {**given, "terrain_dice": dice}))
        assert unit(moved, "v").parts["v"].immobilised is stuck and unit(moved, "v").speed == 30
    walker = in_combat_phase(game([hull("v", types=("walker",))], [ENEMY]))
    assert not decided(walker, "action", given).questions


def test_a_vehicle_finds_ammunition_in_the_turn_in_which_it_moves() -> None:
    """L-23."""
    tank = hull("v", weapons=[gun("stubber", "defensive", "suppressive fire")])
    empty = in_combat_phase(play(game([tank], [ENEMY]), ("mark", {"unit": "v", "mark": EMPTY})))
    move = ("action", {"unit": "v", "action": "Move-Move"})
    for acts in ((move, ("find-ammo", {"unit": "v"})), (("find-ammo", {"unit": "v"}), move)):
        now = play(empty, *acts)
        assert unit(now, "v").deeds.moved == 60 and FINDING in unit(now, "v").flags
        with pytest.raises(PlayError, match="finding ammunition"):
            decided(now, "find-ammo", {"unit": "v"})
        assert EMPTY not in unit(play(now, ("next", {})), "v").flags
    shaken = play(empty, ("set", {"unit": "v", "morale": "shaken"}), ("find-ammo", {"unit": "v"}))
    with pytest.raises(PlayError, match="has acted"):
        decided(shaken, "action", {"unit": "v", "action": "Move-Move"})


def test_who_runs_dry_has_no_shot_left() -> None:
    """L-22, L-60."""
    now = play(fresh(), ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    now = play(now, ("shoot", {"unit": "a", "weapon": "rifle", "target": "x", "distance": "40", "hits": "0"}))
    now = play(now, ("ammo", {"unit": "a", "die": "1"}), ("confusion", {"unit": "x", "die": "6"}))
    assert unit(now, "a").deeds.shots == 0 and now.clock.active == 1


def test_those_aboard_have_made_the_moves_of_their_transport() -> None:
    """L-65, L-72."""
    rider = foot("a", weapons=[RIFLE], marks=(Mark("riding_in", "v"),), slot="heavy support")
    now = in_combat_phase(game([hull("v", capacity=10, m=20), rider], [ENEMY]))
    with pytest.raises(PlayError, match="it is aboard"):
        decided(now, "entrench", {"unit": "a"})
    for drive in ("Move-Move", "Fast Vehicle Move"):
        driven = play(now, ("action", {"unit": "v", "action": drive}))
        with pytest.raises(PlayError, match=f"its transport makes a {drive}"):
            decided(driven, "action", {"unit": "a", "action": "Shoot-Move"})
    driven = play(now, ("action", {"unit": "v", "action": "Move-Shoot", "die": "5"}))
    shooting = play(driven, ("action", {"unit": "a", "action": "Move-Shoot", "die": "4"}))
    assert (unit(shooting, "a").deeds.shots, unit(shooting, "a").deeds.moved) == (1, 20)
    assert "15 cm" not in text(driven, "action", {"unit": "a", "action": "Move-Shoot", "die": "4"})


def test_nobody_gets_out_of_or_fires_from_what_drives_fast() -> None:
    """L-65."""
    rider = foot("a", weapons=[RIFLE], marks=(Mark("riding_in", "v"),), slot="heavy support")
    now = in_combat_phase(game([hull("v", capacity=10), rider], [ENEMY]))
    fired = play(now, ("action", {"unit": "a", "action": "Shoot-Move"}))
    out = play(now, ("disembark", {"unit": "a", "enemy_near": "no"}))
    for busy in (fired, out):
        with pytest.raises(PlayError, match="somebody got in or out of it, or fired from it"):
            decided(busy, "action", {"unit": "v", "action": "Fast Vehicle Move"})


def test_who_runs_over_the_paralysed_after_a_heavy_shot_is_shaken() -> None:
    """L-34, L-63: no combat is fought, after which it would be stunned."""
    now = play(
        fresh(), ("set", {"unit": "x", "morale": "paralysed"}), ("action", {"unit": "a", "action": "Shoot-Move"})
    )
    now = play(now, ("shoot", {"unit": "a", "weapon": "cannon", "target": "x", "hits": "0"}))
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Move", "die": "5", "contact": "x"}))
    assert unit(now, "x", 1).gone and unit(now, "a").morale is MoraleState.SHAKEN


def test_the_unit_that_is_meant_is_told_why_it_cannot() -> None:
    """L-34, L-35: a key on a unit keeps it, where another one could."""
    now = in_combat_phase(game([foot("a"), foot("b")], [ENEMY]))
    now = play(now, ("set", {"unit": "a", "morale": "shaken"}), ("entrench", {"unit": "a", "anyway": True}))
    with pytest.raises(PlayError, match="it has acted this turn"):
        decided(now, "entrench", {"unit": "a"})
    offered = PLAY.choices(now, "entrench", "unit", {})[0] or ()
    assert {choice.value for choice in offered[:2]} == {"b", "x"} and offered[2].value == "a"
    assert PLAY.choices(now, "find-ammo", "unit", {})[1] == "nobody is out of ammunition who can look"


def test_by_agreement_a_unit_has_what_it_has() -> None:
    """L-53, L-72."""
    now = play(fresh(), ("set", {"unit": "a", "used": "1", "moved": "12", "speed": "12"}))
    assert (unit(now, "a").deeds.used, unit(now, "a").deeds.moved, unit(now, "a").speed) == (1, 12, 12)
    for given, why in (
        ({"structure": "2"}, "A has 1 structure point"),
        ({"used": "3"}, "two actions"),
        ({}, "say what"),
    ):
        with pytest.raises(PlayError, match=why):
            decided(now, "set", {"unit": "a", **given})
