"""Lost assaults, units that do not retreat, sweeping advances."""

from __future__ import annotations

from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.state import Flag
from tests.systems.diceless.play.games import MARINES, ORKS, decision, new_game, played, refusal


def test_the_loser_takes_the_difference_as_order_points_without_the_25() -> None:
    """D-13."""
    game = played(new_game(), "set unit=Devastators op=125")
    lost = decision(game, "lost-assault unit=Devastators suffered=40 inflicted=15").event
    assert lost.text == "Devastators lost the assault by 25 HP: 125 + 25 = 150 of 167: held"
    assert PLAY.evolve(game, lost).sides[MARINES].units["dev"].op == 150


def test_a_loser_who_fails_falls_back() -> None:
    game = played(new_game(), "lost-assault unit=Gretchin suffered=80 inflicted=0")
    assert game.sides[ORKS].units["gre"].flags == {Flag.FALLING_BACK}


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
    assert kept.event.text == "Devastators does not retreat: 60 DMG at 3+: 20 HP lost"
    game = PLAY.evolve(new_game(), kept.event)
    assert PLAY.view(game).sides[MARINES].units[2].hp == 180
    assert game.sides[MARINES].units["dev"].op == 0


def test_points_left_over_go_where_their_owner_says() -> None:
    """D-14, D-25."""
    line = "no-retreat unit=Devastators suffered=64 inflicted=0"
    asked = decision(new_game(), line).questions
    assert [question.parameter for question in asked] == ["first"]
    assert asked[0].choices[0].value in ("dev.2", "dev.3")
    assert not decision(new_game(), f"{line} first=dev.3").questions


def test_the_player_may_say_what_each_group_loses() -> None:
    game = played(new_game(), "no-retreat unit=Devastators suffered=60 inflicted=0 lost=Sergeant=40")
    row = PLAY.view(game).sides[MARINES].units[2]
    assert [group.hp for group in row.groups] == [0, 72, 72]


def test_the_higher_sum_of_initiative_gets_away() -> None:
    """D-43: five of I 4 against three of I 2."""
    game = played(
        new_game(), "set unit=Boyz models-left=3", "mark unit=Devastators mark=locked",
        "sweep fleeing=Devastators winners=Boyz",
    )  # fmt: skip
    assert game.sides[MARINES].units["dev"].flags == {Flag.FALLING_BACK}


def test_a_tie_is_caught() -> None:
    """D-43: five of I 4 against ten of I 2."""
    caught = decision(new_game(), "sweep fleeing=Devastators winners=Boyz").event
    assert caught.text == "Devastators is caught and destroyed: I 20 against 20"
    assert Flag.DESTROYED in PLAY.evolve(new_game(), caught).sides[MARINES].units["dev"].flags


def test_a_leader_flees_and_pursues_with_his_unit() -> None:
    """D-43: nine of I 4, a captain of I 5, against twenty of I 2 and a boss of I 4."""
    swept = decision(new_game(), "sweep fleeing=Ancora winners=Mob").event
    assert swept.text == "Ancora and Captain get away: I 45 against 44"


def test_those_who_are_never_swept_away_fight_on() -> None:
    game = played(new_game(), "sweep fleeing=Devastators winners=Boyz fights-on")
    assert not game.sides[MARINES].units["dev"].flags


def test_an_opponent_who_is_only_a_name_pursues_with_the_figures_given() -> None:
    assert "caught" in decision(new_game(), "sweep fleeing=Devastators winners-i=10x4").event.text
    assert "say who flees and who pursues" in refusal(new_game(), "sweep fleeing=Devastators")
    assert "of one side" in refusal(new_game(), "sweep fleeing=Devastators winners=Ancora")
