"""Tokens that are used, given back and counted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.state import GameState
from tests.systems.diceless.play.games import ORKS, decision, new_game, played, refusal


def held(game: GameState, kind: str = "scatter") -> tuple[int, int]:
    tokens = game.sides[ORKS].stock[kind]
    return tokens.left, tokens.total


def test_scatter_tokens_move_a_blast_and_are_spent() -> None:
    """D-32: three tokens, 6", pulled back by BS 4."""
    used = decision(new_game(), "use player=2 token=Scatter count=3 bs=4 on='the frag missile'").event
    assert used.text == 'Gitstompa uses 3 Scatter on the frag missile: moved 2"'
    assert held(PLAY.evolve(new_game(), used)) == (3, 6)


def test_a_blast_that_is_not_pulled_back_moves_all_the_way() -> None:
    """D-32."""
    assert 'moved 6"' in decision(new_game(), "use player=2 token=scatter count=3 bs=4 no-pull-back").event.text


def test_one_blast_takes_six_tokens_and_seven_at_night() -> None:
    """D-32, D-82."""
    game = played(new_game(), "tokens player=2 token=scatter total=12")
    assert "at most 6 tokens" in refusal(game, "use player=2 token=scatter count=7 bs=4")
    night = played(game, "agree night=yes")
    assert held(played(night, "use player=2 token=scatter count=7 bs=4")) == (5, 12)


def test_a_barrage_takes_one_token_for_each_blast_after_the_first() -> None:
    """D-38."""
    assert "2 blasts placed" in decision(new_game(), "use player=2 token=scatter count=2 barrage=3").event.text
    assert "3 blasts: 2 at most" in refusal(new_game(), "use player=2 token=scatter count=3 barrage=3")


def test_no_more_tokens_are_used_than_there_are() -> None:
    assert "Gitstompa has 6 Scatter tokens left" in refusal(new_game(), "use player=2 token=scatter count=7")
    assert "Third Company has no Warp token left" in refusal(new_game(), "use player=1 token=warp")


def test_a_used_token_can_come_back() -> None:
    game = played(new_game(), "use player=2 token='Gets Hot!'")
    assert held(game, "gets_hot") == (0, 1)
    assert held(played(game, "give-back player=2 token='gets hot'"), "gets_hot") == (1, 1)
    assert "only used tokens come back" in refusal(new_game(), "give-back player=2 token=scatter")


def test_one_warp_token_is_used_in_a_player_turn_whichever_act_it_is_for() -> None:
    """D-74."""
    game = played(new_game(), "tokens player=2 token=warp total=3")
    used = played(game, "use player=2 token=warp")
    for again in ("use player=2 token=warp", "psychic unit=Librarian warp=cancelled"):
        assert "was used in this player turn" in refusal(used, again)
        assert held(played(used, f"{again} anyway"), "warp") == (1, 3)
    assert "one Warp token in each player turn" in refusal(game, "use player=2 token=warp count=2")
    assert held(played(played(used, "next", "turn"), "use player=2 token=warp"), "warp") == (1, 3)


def test_a_warp_token_used_by_mistake_may_be_used_again() -> None:
    """D-74."""
    game = played(new_game(), "use player=2 token=warp", "give-back player=2 token=warp")
    assert held(played(game, "use player=2 token=warp"), "warp") == (0, 1)


def test_tokens_of_an_opponent_who_is_only_a_name_are_counted_by_hand() -> None:
    """D-77."""
    game = new_game()
    nameless = replace(
        game, sides=(game.sides[0], replace(game.sides[1], army=None, known=False, bodies={}, owners={}, stock={}))
    )
    assert "has no Scatter token left" in refusal(nameless, "use player=2 token=scatter")
    counted = played(nameless, "tokens player=2 token=scatter total=15 left=9")
    assert held(counted) == (9, 15)
    assert "holds 9 of 15 Scatter" in decision(nameless, "tokens player=2 token=scatter total=15 left=9").event.text


def test_a_new_total_keeps_what_was_used() -> None:
    """D-77."""
    game = played(new_game(), "use player=2 token=scatter count=2", "tokens player=2 token=scatter total=10")
    assert held(game) == (8, 10)
    assert "no more can be left than there were" in refusal(game, "tokens player=2 token=scatter left=11")


def test_a_warp_token_used_by_itself_is_the_one_of_that_player_turn() -> None:
    """D-74."""
    game = played(new_game(), "tokens player=2 token=warp total=2 left=2", "use player=2 token=warp")
    assert "was used in this player turn" in refusal(game, "psychic unit=Librarian warp=used")


@pytest.mark.parametrize(
    ("act", "wanted"),
    [
        ("shoot attacker=Devastators target=Gretchin weapon=missile hits=1", {"scatter"}),
        ("shoot attacker=Devastators target=Gretchin weapon=boltgun distance=20", set()),
        ("shoot attacker=Ancora target=Gretchin weapon=plasma distance=20", {"gets-hot"}),
    ],
)
def test_tokens_that_the_opponent_holds_are_wanted_where_he_can_use_them(act: str, wanted: set[str]) -> None:
    """D-31, D-32."""
    assert {*decision(new_game(), act).wanted} == wanted
    spent = played(new_game(), "tokens player=2 token=scatter total=0", "tokens player=2 token=gets total=0")
    assert not decision(spent, act).wanted
