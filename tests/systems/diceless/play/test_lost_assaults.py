"""Lost assaults, units that do not retreat, sweeping advances."""

from __future__ import annotations

import pytest

from builder.roster.marks import Mark
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.changes import GroupHealthSet
from builder.systems.diceless.play.report import report
from builder.systems.diceless.play.state import Flag, GameState, Phase
from tests.systems.diceless.play.battles import battle, gun, hp_left, hull, marines, squad
from tests.systems.diceless.play.games import MARINES, ORKS, choices_of, decision, in_turn, new_game, played, refusal
from tests.systems.making import model, selection, wargear


def in_assault() -> GameState:
    """A game in which everybody has left the vehicles."""
    return played(new_game(), "disembark unit=Ancora", "disembark unit=Boyz")


def test_the_loser_takes_the_difference_as_order_points_without_the_25() -> None:
    """D-13."""
    game = played(new_game(), "set unit=Devastators op=125")
    lost = decision(game, "lost-assault unit=Devastators suffered=40 inflicted=15").event
    assert lost.text == "Devastators lost the assault by 25 HP: 125 + 25 = 150 of 167: held"
    assert PLAY.evolve(game, lost).sides[MARINES].bodies["dev"].op == 150


def test_a_loser_who_fails_falls_back() -> None:
    game = played(new_game(), "lost-assault unit=Gretchin suffered=80 inflicted=0")
    assert game.sides[ORKS].bodies["gre"].flags == {Flag.FALLING_BACK}


def test_extra_wounds_count_ten_times_the_average_toughness_of_the_loser() -> None:
    """D-13."""
    text = decision(new_game(), "lost-assault unit=Devastators suffered=40 inflicted=40 extra-wounds=2").event.text
    assert "lost the assault by 80 HP" in text
    told = "lost-assault unit=Devastators suffered=40 inflicted=40 extra-wounds=2 toughness=4.33"
    assert "by 86 HP" in decision(new_game(), told).event.text


def test_whoever_lost_no_more_than_the_other_takes_no_test() -> None:
    assert "has not lost" in refusal(new_game(), "lost-assault unit=Devastators suffered=20 inflicted=20")


def test_a_unit_that_does_not_retreat_saves_the_difference_without_cover() -> None:
    """D-14: 60 DMG on five models at 3+, 12 a model."""
    kept = decision(new_game(), "no-retreat unit=Devastators suffered=60 inflicted=0")
    assert kept.event.text == "Devastators: no retreat, 60 DMG at 3+: 20 HP lost"
    game = PLAY.evolve(new_game(), kept.event)
    assert report(game).sides[MARINES].units[2].hp == 180
    assert game.sides[MARINES].bodies["dev"].op == 0


def test_who_leads_a_unit_that_does_not_retreat_takes_his_part() -> None:
    """D-14, D-25: 10 of 210 DMG are the boss's at 3+, 200 those of twenty boyz at 6+."""
    kept = decision(new_game(), "no-retreat unit=Mob suffered=210 inflicted=0")
    lost = {change.unit: change.lost for change in kept.event.changes if isinstance(change, GroupHealthSet)}
    assert lost == {"mob": 166, "bos": 3}


def zealots(text: str) -> GameState:
    """Troopers led by a chaplain of whom this is said, against fearless ones."""
    chaplain = squad("chaplain", model("Chaplain", 1, selection("Faith", profiles=[wargear("Faith", text)])))
    troopers = squad("troopers", model("Trooper", 5), marks=[Mark("led_by", "chaplain")])
    zealots = squad("zealots", model("Zealot", 5), selection("Zeal", rules=["Fearless"]))
    return battle([chaplain, troopers], [zealots])


def test_it_is_told_who_is_fearless() -> None:
    """D-14."""
    game = zealots("He leads well.")
    steps = decision(game, "no-retreat unit=zealots suffered=60 inflicted=0").event.steps
    assert steps[0] == "Zealots is fearless by its rules"
    steps = decision(game, "no-retreat unit=troopers suffered=60 inflicted=0").event.steps
    assert steps[0] == "Troopers is not fearless by its rules"
    offered = [(each.value, "; fearless" in each.text) for each in choices_of(game, "no-retreat", "unit", {})]
    assert offered == [("zealots", True), ("troopers", False)]


@pytest.mark.parametrize(
    ("text", "brave"),
    [
        ("The Chaplain and the squad that he leads are fearless (D-14).", True),
        ("He and his unit are fearless and have Rampage.", True),
        ("The unit has Furious Charge and is Fearless for the turn.", False),
        ('Units within 6" are fearless.', False),
    ],
)
def test_a_unit_is_fearless_while_its_leader_makes_it_so(text: str, brave: bool) -> None:
    game = zealots(text)
    line = "lost-assault unit=troopers suffered=9 inflicted=0"
    if not brave:
        assert "held" in decision(game, line).event.text
        return
    assert "Troopers is fearless: no test" in refusal(game, line)
    steps = decision(game, "no-retreat unit=troopers suffered=60 inflicted=0").event.steps
    assert "Troopers is fearless: Faith" in steps
    assert "held" in decision(played(game, "damage unit=chaplain hp=40"), line).event.text


def test_points_left_over_go_where_their_owner_says() -> None:
    """D-14, D-25."""
    line = "no-retreat unit=Devastators suffered=64 inflicted=0"
    asked = decision(new_game(), line).questions
    assert [question.parameter for question in asked] == ["first"]
    assert asked[0].choices[0].value in ("dev.2", "dev.3")
    assert not decision(new_game(), f"{line} first=dev.3").questions


def test_the_player_may_say_what_each_group_loses() -> None:
    game = played(new_game(), "no-retreat unit=Devastators suffered=60 inflicted=0 lost=Sergeant=40")
    row = report(game).sides[MARINES].units[2]
    assert [group.hp for group in row.groups] == [0, 72, 72]


def test_the_higher_sum_of_initiative_gets_away() -> None:
    """D-43: five of I 4 against three of I 2."""
    game = played(
        in_assault(), "set unit=Boyz models-left=3", "mark unit=Devastators mark=locked",
        "sweep fleeing=Devastators winners=Boyz",
    )  # fmt: skip
    assert game.sides[MARINES].bodies["dev"].flags == {Flag.FALLING_BACK}


def test_a_tie_is_caught() -> None:
    """D-43: five of I 4 against ten of I 2."""
    caught = decision(in_assault(), "sweep fleeing=Devastators winners=Boyz").event
    assert caught.text == "Devastators: caught and destroyed, I 20 against 20"
    assert Flag.DESTROYED in PLAY.evolve(in_assault(), caught).sides[MARINES].bodies["dev"].flags


def test_a_leader_flees_and_pursues_with_his_unit() -> None:
    """D-43: nine of I 4, a captain of I 5, against twenty of I 2 and a boss of I 4."""
    swept = decision(in_assault(), "sweep fleeing=Ancora winners=Mob").event
    assert swept.text == "Ancora and Captain: got away, I 45 against 44"


def test_walkers_flee_and_pursue_with_their_own_initiative() -> None:
    """D-43: the walker has I 4, until it is a wreck."""
    walker = hull("dread", Type="Walker", WS="4", S="6", I="4", A="2")
    game = battle([walker], [marines("them", 1)])
    assert "I 4 against 4" in decision(game, "sweep fleeing=them winners=dread").event.text
    wreck = played(game, "hit-vehicle vehicle=dread hits=P,P,P,P,P")
    assert "dread" in refusal(wreck, "sweep fleeing=them winners=dread").casefold()


def test_those_who_are_never_swept_away_fight_on() -> None:
    game = played(in_assault(), "sweep fleeing=Devastators winners=Boyz fights-on")
    assert not game.sides[MARINES].bodies["dev"].flags


def test_an_opponent_who_is_only_a_name_pursues_with_the_figures_given() -> None:
    assert "caught" in decision(in_assault(), "sweep fleeing=Devastators winners-i=10x4").event.text
    assert "say who flees and who pursues" in refusal(in_assault(), "sweep fleeing=Devastators")
    assert "of one side" in refusal(in_assault(), "sweep fleeing=Devastators winners=Ancora")


def assault() -> GameState:
    """Two squads that fight one mob, in the assault phase; others fight elsewhere."""
    claws = gun("Chainsword", 5, "Melee")
    ours = [squad(name, model("Marine", 5, claws)) for name in ("one", "two", "three")]
    theirs = [squad(name, model("Boy", 20, gun("Choppa", 20, "Melee"))) for name in ("mob", "mob2")]
    game = in_turn(battle(ours, theirs), 1, Phase.ASSAULT)
    return played(
        game, "fight attacker=one target=mob", "fight attacker=two target=mob",
        "fight attacker=mob target=one models=8", "fight attacker=three target=mob2",
        "fight attacker=mob2 target=three models=2",
    )  # fmt: skip


def costs(game: GameState, unit: str) -> int:
    """HP that a unit of that assault has lost."""
    side, full = (ORKS, 800) if "mob" in unit else (MARINES, 200)
    return full - sum(hp for _, hp in hp_left(game, side, unit).values())


def test_whoever_has_wiped_out_his_enemies_has_won_whatever_that_cost_him() -> None:
    """As in the base game: the mob costs both squads more than they it, and is destroyed all the same."""
    game = played(assault(), "damage unit=two damage=150 ignores-armour=yes close-combat")
    game = played(game, "fight attacker=mob target=two models=8 anyway=yes damage=900")
    tests = [each.text for each in PLAY.reminders(game) if "lost the assault" in each.text]
    assert any("One" in each for each in tests), tests
    won = played(game, "mark unit=mob mark=destroyed")
    assert not [each.text for each in PLAY.reminders(won) if "One" in each.text and "lost the assault" in each.text]
    assert "One has won: nobody is left of those it fought" in refusal(won, "lost-assault unit=one")
    assert "by 80 HP" in decision(won, "lost-assault unit=one suffered=80 inflicted=0").event.text


def test_the_hit_points_of_a_lost_assault_are_those_of_its_fights_in_this_phase() -> None:
    """D-13: all who fight one another are in one assault, others are not."""
    game = played(assault(), "damage unit=one hp=30", "damage unit=two damage=150 ignores-armour=yes close-combat")
    lost = costs(game, "one") - 30 + costs(game, "two")
    made = costs(game, "mob")
    assert costs(game, "one") > 30 and lost > made > costs(game, "mob2") > 0
    told = decision(game, "lost-assault unit=one").event
    assert f"lost the assault by {lost - made} HP" in told.text
    assert f"in this phase Mob lost {made} HP" in told.steps
    assert f"lost by {lost} − {made} = {lost - made} HP" in told.steps
    assert f"by {lost - made} HP" in decision(game, "lost-assault unit=two").event.text
    assert "has not lost" in refusal(game, "lost-assault unit=mob")
    assert f"{lost - made} DMG" in decision(game, "no-retreat unit=one").event.text


def test_the_players_may_say_one_of_the_figures_or_both() -> None:
    game = assault()
    made = costs(game, "mob")
    assert f"by {500 - made} HP" in decision(game, "lost-assault unit=one suffered=500").event.text
    said = decision(game, "lost-assault unit=one suffered=500 inflicted=100").event
    assert "by 400 HP" in said.text and not any("in this phase" in step for step in said.steps)


def test_a_character_is_in_the_assault_of_his_unit() -> None:
    """D-13: he is attacked on his own."""
    game = played(in_turn(new_game(), 1, Phase.ASSAULT), "disembark unit=Ancora")
    game = played(
        game, "fight attacker=Mob target=Captain models=10 anyway", "fight attacker=Ancora target=Mob damage=10"
    )
    captain, mob = 120 - hp_left(game, MARINES, "cap")["Captain"][1], 800 - hp_left(game, ORKS, "mob")["Boy"][1]
    assert captain > mob
    assert f"Ancora lost the assault by {captain - mob} HP" in decision(game, "lost-assault unit=Ancora").event.text


def test_after_the_phase_the_players_say_what_both_sides_lost() -> None:
    words = "no fight of One is known in this phase: say with --suffered and --inflicted what both sides lost"
    assert refusal(played(assault(), "next"), "lost-assault unit=one") == words
    assert words in refusal(played(assault(), "next"), "lost-assault unit=one suffered=30")
    assert words in refusal(in_turn(assault(), 0, Phase.DEPLOYMENT), "lost-assault unit=one")
