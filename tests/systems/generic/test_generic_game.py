"""Games of any system: wounds, marks and counters of any name, kept by the kernel."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from builder.errors import InputError, PlayError
from builder.record import replace
from builder.roster.view import RuleView
from builder.systems.blocks import NumberedBoxes, ProfileCard
from builder.systems.blocks.fields import with_values
from builder.systems.generic.game import Generic, SideCounted
from builder.systems.generic.play import PLAY, sheets
from builder.systems.generic.reading import read
from builder.systems.play.changes import Flagged, Scored
from builder.systems.play.events import Player
from builder.systems.play.game import UnitRef
from builder.systems.play.view import Of
from tests.systems.generic.making import chosen, ferrymen, profile, roster

U1 = UnitRef(0, "u1")


def begun() -> Generic:
    """The ferrymen against a name, in the first turn."""
    army = read(roster(ferrymen(), replace(ferrymen(), id="u2")))
    event = PLAY.start([Player("Mia", army), Player("Tom")])
    return done(PLAY.begin(PLAY.decode(PLAY.version, PLAY.encode(event))), "next")


def done(game: Generic, verb: str, **given: str | bool) -> Generic:
    """The game after an act."""
    return PLAY.evolve(game, PLAY.decide(game, PLAY.read(game, verb, given)).event)


def test_wounds_take_models_one_after_another() -> None:
    game = done(begun(), "wounds", unit="u1", models="boss", wounds="2")
    assert (game.body(U1).size, game.body(U1).wounds_left()) == (5, 5)
    game = done(
        done(game, "wounds", unit="u1", models="boss", wounds="+1"), "wounds", unit="u1", models="ferryman", wounds="3"
    )
    assert (game.body(U1).size, game.body(U1).wounds_left()) == (1, 1)
    game = done(game, "wounds", unit="u1", models="ferryman", wounds="4")
    assert game.body(U1).gone and "destroyed" in game.body(U1).flags
    assert not done(game, "wounds", unit="u1", models="ferryman", wounds="-1").body(U1).gone


def test_a_summary_counts_wounds_models_and_units_of_those_who_are_tracked() -> None:
    game = begun()
    assert PLAY.tally is not None
    assert PLAY.tally(game, 0) == {"wounds": 14, "models": 10, "units": 2}
    game = done(
        done(game, "wounds", unit="u1", models="ferryman", wounds="4"), "wounds", unit="u2", models="boss", wounds="1"
    )
    assert PLAY.tally(game, 0) == {"wounds": 9, "models": 6, "units": 2}
    assert PLAY.tally(game, 1) == {}, "a name has nothing to lose"


def test_a_single_wound_needs_no_answer() -> None:
    """It falls on who is hurt, else on the most numerous, and comes back to who has lost one."""
    game = done(begun(), "wounds", unit="u1", wounds="+1")
    boss, ferryman = game.body(U1).unit.groups
    assert game.body(U1).lost == {ferryman.id: 1}
    game = done(game, "wounds", unit="u1", models="boss", wounds="1")
    for wounds, lost in (("+1", 2), ("-1", 1), ("-1", 0)):
        game = done(game, "wounds", unit="u1", wounds=wounds)
        assert game.body(U1).lost == {ferryman.id: 1, boss.id: lost}
    assert done(game, "wounds", unit="u1", wounds="-1").body(U1).lost == {ferryman.id: 0, boss.id: 0}


def test_models_are_named_by_their_whole_name_where_others_begin_so() -> None:
    crew = profile("Crew", "Outrider", M="6", Guile="4+", Wounds="4")
    kinds = (("u1.a", "Outrider", 2), ("u1.b", "Outrider Sergeant", 1))
    parts = (chosen(id, name, type="model", number=n, profiles=(crew,)) for id, name, n in kinds)
    squad = read(roster(chosen("u1", "Squad", *parts, type="unit")))
    game = PLAY.begin(PLAY.start([Player("One", squad), Player("Other")]))
    game = done(game, "wounds", unit="squad", models="outrider", wounds="3")
    assert game.body(U1).lost == {"u1.1": 3}
    with pytest.raises(InputError, match=r"Outrider, 5 of 8 Wounds left.*Outrider Sergeant, 4 of 4 Wounds left"):
        done(game, "wounds", unit="squad", models="out", wounds="3")


def test_totals_tell_wounds_models_and_what_is_destroyed() -> None:
    game = done(begun(), "wounds", unit="u2", models="boss", wounds="3")
    assert PLAY.viewer()(game).sides[0].totals == "wounds 11 of 14, models 9 of 10"
    game = done(game, "wounds", unit="u2", models="ferryman", wounds="4")
    assert PLAY.viewer()(game).sides[0].totals == "wounds 7 of 14, models 5 of 10, 60 points destroyed"


def test_a_low_screen_has_models_figures_and_weapons_in_a_few_lines() -> None:
    row = PLAY.viewer()(done(begun(), "wounds", unit="u1", wounds="+1")).sides[0].tables[0].rows[0]
    shortest = ["".join(span.text for span in ways[-1]) for ways in row.brief]
    assert shortest == ["Boss 3/3, Ferryman 3/4", 'Move 6"  Guile 2+  Wounds 3', "Hook, 4 Oar"]
    assert "Bite −1" in "".join(span.text for span in row.brief[-1][0])


@pytest.mark.parametrize("wounds", ["4", "-1"])
def test_no_more_wounds_are_lost_than_there_are(wounds: str) -> None:
    with pytest.raises(PlayError, match="from 0 to 3 can be lost"):
        done(begun(), "wounds", unit="u1", models="boss", wounds=wounds)


def test_marks_and_counters_have_any_name() -> None:
    game = done(begun(), "mark", unit="u1", mark="Battle-shocked")
    game = done(done(game, "count", unit="u1", counter="Ki", number="3"), "count", unit="u1", counter="ki", number="-1")
    view = PLAY.viewer()(game)
    row = view.sides[0].tables[0].rows[0]
    assert [mark.text for mark in row.marks] == ["battle-shocked", "ki 2"]
    offered, _ = PLAY.choices(game, "mark", "mark", {"unit": "u1"})
    assert offered is not None and offered[0].value == "battle-shocked"
    assert not done(game, "mark", unit="u1", mark="battle-shocked", off=True).body(U1).flags
    with pytest.raises(PlayError, match="no more than those"):
        done(game, "count", unit="u1", counter="ki", number="-3")
    with pytest.raises((PlayError, InputError)):
        done(game, "mark", unit="u1", mark="x" * 41)


def test_players_have_counters_and_points() -> None:
    game = done(
        done(begun(), "counter", player="Mia", counter="command points", number="5"), "points", player="1", points="3"
    )
    view = PLAY.viewer()(game)
    assert [line.spans[0].text for line in view.sides[0].lines] == ["command points 5"]
    assert view.sides[0].points == 3 and not view.sides[1].lines


def test_who_has_acted_is_kept_until_the_turn_ends() -> None:
    game = done(begun(), "acted", unit="u1")
    view = PLAY.viewer()(game)
    assert [row.turn for row in view.sides[0].tables[0].rows] == ["has", "may"]
    assert [due.ref for due in view.due] == ["u2"]
    game = done(done(game, "next"), "next")
    assert game.clock.turn == 2 and "acted" not in game.body(U1).flags


def test_sheets_show_the_wounds_that_are_lost() -> None:
    game = done(begun(), "wounds", unit="u1", models="boss", wounds="2")
    game = done(game, "mark", unit="u1", mark="shaken")
    card = sheets(game, 0).cards[0]
    assert isinstance(card, ProfileCard)
    assert [group.lost for group in card.boxes] == [2, 0] and ("State", "shaken") in card.keywords
    fresh = sheets(game, 0, fresh=True).cards[0]
    assert isinstance(fresh, ProfileCard) and [group.lost for group in fresh.boxes] == [0, 0]
    with pytest.raises(PlayError, match="only a name"):
        sheets(game, 1)


def test_a_row_tells_models_and_wounds() -> None:
    row = PLAY.viewer()(done(begun(), "wounds", unit="u1", models="boss", wounds="3")).sides[0].tables[0].rows[0]
    assert (row.cells["models"], row.cells["wounds"]) == (Of(4, 5), Of(4, 7))


def test_what_is_used_once_a_battle_has_a_box_that_is_a_mark_of_the_game() -> None:
    squad = replace(ferrymen(), rules=(RuleView(name="Finest Hour", description="Once per battle, it may row."),))
    game = PLAY.begin(PLAY.start([Player("Mia", read(roster(squad))), Player("Tom")]))
    now, _ = sheets(game, 0).cards
    ticked = with_values(now, {"u1.used1": True})
    assert isinstance(now, ProfileCard) and [check.label for check in now.checks] == ["Acted", "Finest Hour used"]
    assert PLAY.filled
    (change,) = PLAY.filled(game, 0, now, ticked)
    assert change == Flagged(side=0, unit="u1", flag="finest hour used", on=True)
    card, _ = sheets(done(game, "mark", unit="u1", mark="Finest Hour used"), 0).cards
    assert isinstance(card, ProfileCard) and [check.checked for check in card.checks] == [False, True]
    assert "State" not in dict(card.keywords)


def test_what_a_player_counts_has_a_card_that_a_game_fills_in_and_takes_in() -> None:
    squad = replace(ferrymen(), rules=(RuleView(name="Rites", description="A Stratagem for 0CP."),))
    game = PLAY.begin(PLAY.start([Player("Mia", read(roster(squad))), Player("Tom")]))
    game = done(done(game, "counter", player="1", counter="ford tokens", number="3"), "points", player="1", points="5")
    *_, card = sheets(game, 0).cards
    assert isinstance(card, ProfileCard)
    assert [(each.name, each.count) for each in card.counters] == [
        ("Turn", 0),
        ("Victory points", 5),
        ("Command points", 0),
        ("Ford tokens", 3),
        ("", 0),
        ("", 0),
    ]
    ticked = with_values(card, {f"counters.1.{n}": n <= 4 for n in range(1, 13)} | {"counters.points.7": True})
    assert PLAY.filled
    changes: list[object] = [*PLAY.filled(game, 0, card, ticked)]
    assert changes == [
        Scored(side=0, points=7),
        SideCounted(side=0, counter="command points", count=4),
    ]
    assert [each.count for each in fresh_counters(game)] == [0] * 5


def fresh_counters(game: Generic) -> Sequence[NumberedBoxes]:
    *_, card = sheets(game, 0, fresh=True).cards
    assert isinstance(card, ProfileCard)
    return card.counters
