"""Phases and turns, what is agreed on, victory points, notes and the end."""

from __future__ import annotations

import pytest

from builder.errors import InputError
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.report import report
from builder.systems.diceless.play.state import Flag, Phase
from tests.systems.diceless.play.games import MARINES, ORKS, decision, in_turn, new_game, played, refusal


def test_the_players_agree_on_mission_first_turn_and_night() -> None:
    """D-82, D-83."""
    game = played(new_game(), "agree mission='Capture the flag' first-turn=2 night=yes")
    assert (game.mission, game.clock.first, game.extra.night) == ("Capture the flag", ORKS, True)
    text = decision(new_game(), "agree mission=Cleanse first-turn=Gitstompa night=yes").event.text
    assert text == "Agreed: Cleanse, Gitstompa has the first turn, night fighting"


def test_what_is_not_agreed_anew_stays() -> None:
    game = played(new_game(), "agree mission=Cleanse first-turn=2 night=yes", "agree night=no")
    assert (game.mission, game.clock.first, game.extra.night) == ("Cleanse", ORKS, False)


def test_who_begins_is_not_changed_once_the_first_turn_has_begun() -> None:
    assert "can be changed no more" in refusal(played(new_game(), "next"), "agree first-turn=2")


def test_phases_follow_each_other_and_the_player_with_the_first_turn_begins_each_turn() -> None:
    game = played(new_game(), "agree first-turn=2")
    seen = []
    for _ in range(7):
        game = played(game, "next")
        seen.append((game.clock.turn, game.clock.active, game.clock.phase))
    assert seen == [
        (1, ORKS, Phase.MOVEMENT), (1, ORKS, Phase.SHOOTING), (1, ORKS, Phase.ASSAULT),
        (1, MARINES, Phase.MOVEMENT), (1, MARINES, Phase.SHOOTING), (1, MARINES, Phase.ASSAULT),
        (2, ORKS, Phase.MOVEMENT),
    ]  # fmt: skip


def test_phases_that_nothing_happens_in_can_be_skipped() -> None:
    game = played(new_game(), "next", "turn", "next", "turn")
    assert (game.clock.turn, game.clock.active, game.clock.phase) == (2, MARINES, Phase.MOVEMENT)


def test_a_new_player_turn_allows_a_warp_token_again() -> None:
    """D-74."""
    game = played(new_game(), "next", "psychic unit=Librarian warp=cancelled")
    assert game.extra.warp_used
    assert played(game, "next", "next").extra.warp_used
    assert not played(game, "turn").extra.warp_used


def test_units_are_pinned_to_the_end_of_their_own_turn() -> None:
    game = played(in_turn(new_game(), 2), "mark unit=Devastators mark=pinned")
    assert Flag.PINNED in played(game, "next").sides[MARINES].bodies["dev"].flags
    turned = decision(game, "turn")
    assert "Devastators: no longer pinned" in turned.event.text
    assert Flag.PINNED not in PLAY.evolve(game, turned.event).sides[MARINES].bodies["dev"].flags


def test_units_pinned_in_the_enemys_turn_stay_so_into_their_own() -> None:
    game = played(in_turn(new_game(), 2, active=ORKS), "mark unit=Devastators mark=pinned", "turn")
    assert Flag.PINNED in game.sides[MARINES].bodies["dev"].flags


def test_of_units_that_are_gone_no_turn_tells_that_they_are_pinned_no_more() -> None:
    game = played(in_turn(new_game(), 2), "mark unit=Devastators mark=pinned", "mark unit=Devastators mark=destroyed")
    assert "pinned" not in decision(game, "turn").event.text


def test_a_turn_tells_what_the_reserve_brings() -> None:
    """D-80."""
    text = decision(in_turn(new_game(), 1, Phase.ASSAULT, ORKS), "next").event.text
    assert text == "Turn 2, Third Company: movement; 1 of 2 in reserve may arrive"
    delayed = played(in_turn(new_game(), 2), "delay unit=Terminators")
    told = decision(in_turn(delayed, 2, Phase.ASSAULT, ORKS), "next").event.text
    assert (
        told == "Turn 3, Third Company: movement; Terminators to arrive, delayed before; 1 of 1 in reserve may arrive"
    )


def test_victory_points_are_added_taken_away_and_set() -> None:
    game = played(
        new_game(), "points player=1 points=+3", "points player=Gitstompa points=5", "points player=1 points=-1"
    )
    assert [side.points for side in game.sides] == [2, 5]
    assert "no more than those can be taken away" in refusal(game, "points player=1 points=-3")


@pytest.mark.parametrize("written", ["+-3", "--3", "+", "3+"])
def test_points_have_one_sign(written: str) -> None:
    with pytest.raises(InputError, match="write a whole number"):
        decision(new_game(), f"points player=1 points={written}")


def test_the_end_says_who_wins_and_nothing_follows_it() -> None:
    game = played(in_turn(new_game(), 6), "points player=2 points=9")
    ended = decision(game, "end")
    assert ended.event.text == "Game over after turn 6: Third Company 0 – Gitstompa 9, Gitstompa wins"
    over = PLAY.evolve(game, ended.event)
    assert report(over).over
    for line in ("next", "turn", "end", "shoot attacker=Devastators target=Mob", "test unit=Mob", "agree night=yes"):
        assert "the game is over: undo its end to play on" in refusal(over, line)
    assert "a draw" in decision(new_game(), "end").event.text


def test_what_is_counted_and_typed_in_can_follow_the_end() -> None:
    over = played(in_turn(new_game(), 6), "end")
    after = played(
        over, "points player=2 points=9", "note text='a fine game'", "set unit=Mob models-left=3",
        "set-vehicle vehicle=Trukk penetrating=6", "mark unit=Gretchin mark=destroyed",
    )  # fmt: skip
    assert report(after).over
    assert after.sides[ORKS].points == 9


def test_notes_stand_by_the_game_a_unit_or_a_vehicle() -> None:
    game = played(
        new_game(),
        "note text='Fog on the left'",
        "note text='holds the hill' about=Ancora",
        "note text='out of smoke' about='Rhino 1'",
    )
    view = report(game)
    assert view.notes == ("Fog on the left",)
    assert view.sides[MARINES].units[1].note == "holds the hill"
    assert view.sides[MARINES].vehicles[0].note == "out of smoke"
    assert report(played(game, "note about=Ancora")).sides[MARINES].units[1].note == ""
    assert refusal(game, "note") == "write what is to be noted"


def test_a_player_is_named_by_number_or_name() -> None:
    assert refusal(new_game(), "points player=Nobody points=1") == (
        "'Nobody' is no player; write 1 (Third Company) or 2 (Gitstompa)"
    )


def test_players_agree_that_the_largest_groups_take_what_is_left_over() -> None:
    """D-25: then no act asks any more, until they want to be asked again."""
    shot = "damage unit=Devastators damage=103"
    assert decision(new_game(), shot).questions
    agreed = played(new_game(), "agree left-over=largest")
    assert not decision(agreed, shot).questions
    assert decision(agreed, shot).event.changes == decision(new_game(), f"{shot} first=largest").event.changes
    assert played(agreed, "agree night=yes").extra.largest_first
    assert decision(played(agreed, "agree left-over=ask"), shot).questions
