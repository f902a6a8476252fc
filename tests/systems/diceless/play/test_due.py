"""Which tests hints say are due, and until when."""

from __future__ import annotations

from builder.record import replace
from builder.roster.view import RuleView
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.report import report
from builder.systems.diceless.play.state import GameState, Phase
from tests.systems.diceless.play.battles import battle, gun, hull, marines, squad, stat_line
from tests.systems.diceless.play.games import decision, in_turn, new_game, played
from tests.systems.making import model


def due(game: GameState) -> list[str]:
    return [hint for hint in report(game).hints if hint.endswith(" test")]


def shooting() -> GameState:
    lobba = gun("Lobba", 2, "Heavy 1, Blast, Barrage", reach='48"')
    brave = squad("brave", model("Brute", 4, stat=stat_line("Brute")))
    brave = replace(brave, rules=(RuleView(name="Fearless"),))
    return in_turn(battle([marines("guns", 2, lobba), hull("rhino")], [marines("lootas", 6), brave]), 1, Phase.SHOOTING)


def test_a_quarter_lost_in_a_phase_calls_for_a_morale_test_until_it_is_taken() -> None:
    """D-19."""
    one = played(shooting(), "damage unit=lootas hp=40")
    assert due(one) == []
    two = played(one, "damage unit=lootas hp=40")
    assert due(two) == ["Lootas lost 2 of 6: a morale test"]
    assert due(played(two, "test unit=lootas kind=morale")) == []


def test_a_test_that_is_not_taken_stays_due_from_phase_to_phase_until_it_is_dismissed() -> None:
    """D-19: a morale test is owed for the losses of a phase, whenever players come to it."""
    two = played(shooting(), "damage unit=lootas hp=80")
    later = played(two, "next", "next", "next")
    assert due(later) == ["Lootas lost 2 of 6: a morale test"]
    (owed,) = [each for each in PLAY.reminders(later) if each.kind == "Tests"]
    assert (owed.verb, owed.given) == ("test", {"unit": "lootas", "kind": "morale"})
    assert (owed.text, owed.outcome) == ("Lootas: morale, lost 2 of 6", "0 + 25 = 25 of 144: passes")
    assert due(played(later, "test unit=lootas kind=morale", "next")) == []
    waved = played(later, f"dismiss what='{owed.key}'")
    assert not [each for each in PLAY.reminders(waved) if each.kind == "Tests"]
    assert due(played(waved, "next")) == []


def pinned_twice() -> GameState:
    """Two units have cost a third HP with weapons that pin, and the phase is over."""
    lobba = gun("Lobba", 2, "Heavy 1, Blast, Barrage", reach='48"')
    game = battle([marines("guns", 2, lobba), marines("more", 2, lobba)], [marines("lootas", 9)])
    game = in_turn(game, 1, Phase.SHOOTING)
    shots = (f"shoot attacker={who} target=lootas weapon=lobba models=1 hits=1" for who in ("guns", "more"))
    return played(game, *shots, "next")


def pinning(game: GameState) -> list[str]:
    return [each.text.partition(", ")[2] for each in PLAY.reminders(game) if ": pinning, " in each.text]


def test_each_of_several_pinning_tests_is_owed_in_later_phases_too() -> None:
    """D-19: two weapons call for two tests, whenever players come to them."""
    game = pinned_twice()
    assert pinning(game) == ["hit by pinning weapons, a test for each of 2"]
    once = played(game, "test unit=lootas kind=pinning")
    assert pinning(once) == pinning(played(once, "next")) == ["hit by a pinning weapon"]
    assert pinning(played(once, "next", "test unit=lootas kind=pinning")) == []


def test_a_test_of_an_earlier_phase_takes_the_place_of_none_of_this_phase() -> None:
    """D-19."""
    shot = "shoot attacker=guns target=lootas weapon=lobba first=lootas.1 models=1 hits=2 anyway"
    later = played(shooting(), shot, "next", "next", "next", "next", shot)
    assert pinning(later) == ["hit by pinning weapons, a test for each of 2"]
    assert pinning(played(later, "test unit=lootas kind=pinning")) == ["hit by a pinning weapon"]


def test_a_unit_that_is_pinned_tests_for_it_no_more() -> None:
    assert pinning(played(pinned_twice(), "set unit=lootas op=190", "test unit=lootas kind=pinning")) == []


def test_nobody_tests_for_losses_of_close_combat_or_when_fearless() -> None:
    game = shooting()
    assert due(played(game, "damage unit=brave hp=80")) == []
    assert due(played(game, "mark unit=lootas mark=locked", "damage unit=lootas hp=80")) == []
    assert due(played(in_turn(game, 1, Phase.ASSAULT), "damage unit=lootas hp=80")) == []


def test_hp_lost_to_a_weapon_that_pins_call_for_a_pinning_test() -> None:
    shot = "shoot attacker=guns target=lootas weapon=lobba first=lootas.1"
    hit = played(shooting(), f"{shot} models=1 hits=2")
    assert due(hit) == ["Lootas: a pinning test"]
    assert due(played(hit, "test unit=lootas kind=pinning")) == []
    assert due(played(shooting(), f"{shot} models=1 hits=0")) == []
    assert due(played(hit, "next")) == ["Lootas: a pinning test"]


def test_passengers_of_an_explosion_are_to_be_tested_for_pinning() -> None:
    """D-61."""
    game = played(in_turn(new_game(), 1, Phase.SHOOTING), "explosion vehicle=Trukk")
    assert "Boyz: a pinning test" in due(game)
    assert "Boyz: pinning, in an explosion" in [each.text for each in PLAY.reminders(game)]


def test_who_fails_falls_back_as_far_as_its_type_does() -> None:
    """D-17."""
    bikes = squad("bikes", model("Biker", 3, stat=stat_line("Biker", **{"Unit Type": "Bikes"})))
    game = battle([marines("us", 5)], [bikes])
    for unit, far in (("us", 7), ("bikes", 10)):
        sunk = played(game, f"set unit={unit} op=190")
        assert f'falls back {far}"' in decision(sunk, f"test unit={unit} kind=morale").event.text
        lost = decision(sunk, f"lost-assault unit={unit} suffered=90 inflicted=0").event
        assert f'falls back {far}"' in lost.text and any("sweeping advance" in step for step in lost.steps)
