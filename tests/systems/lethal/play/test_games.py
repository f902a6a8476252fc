"""Whole games of Lethal 40K through the kernel: at random, replayed, undone, shown."""

from __future__ import annotations

import pytest

from builder.systems.epic.play import PLAY as EPIC
from builder.systems.lethal.play import PLAY
from builder.systems.specs import spec_of
from builder.tui.actions import ACTIONS
from tests.systems.lethal.play.games import TO_COMBAT, begun, played
from tests.systems.play.random_player import a_few, check

GAMES = 10


@pytest.mark.long
@pytest.mark.parametrize("seed", a_few(GAMES, 2))
def test_games_at_random_keep_what_holds_of_every_game(seed: int) -> None:
    check(PLAY, begun() if seed % 2 else played(*TO_COMBAT), seed)


def test_every_act_says_what_it_is_and_by_which_words_it_is_asked_for() -> None:
    names = [spec_of(act).name for act in PLAY.acts]
    assert len(names) == len({*names})
    for act in PLAY.acts:
        assert spec_of(act).text and all(field.text for field in spec_of(act).fields)


def test_keys_open_acts_that_there_are_with_fields_that_they_have() -> None:
    for key in PLAY.keys:
        spec = PLAY.spec(key.verb)
        assert {*key.given} <= {field.name for field in spec.fields}
    for phase in (PLAY.rules.course.before, *PLAY.rules.course.turn):
        actions = {"-".join((key.verb, *key.given.values())) for key in PLAY.keys}
        assert all(wanted in actions or PLAY.act(wanted) for wanted in phase.wanted)


def test_nobody_goes_on_from_the_combat_phase_unasked_while_units_have_not_acted() -> None:
    due = PLAY.viewer()(played(*TO_COMBAT)).due
    left = [each for each in due if each.kind.startswith("Not acted")]
    assert left and all(each.before_end and each.verb == "action" and each.ref for each in left)


def test_no_key_of_an_act_is_one_that_the_screen_has_for_itself() -> None:
    own = [each for each in ACTIONS if each.scope == "game" and each.by != "act" and each.panes != ("dues",)]
    assert not {key.key for key in (*PLAY.keys, *EPIC.keys)} & {key for each in own for key in each.keys.split(",")}
