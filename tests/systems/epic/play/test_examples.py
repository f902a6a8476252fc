"""Worked examples of play, figures reckoned by hand from the rules, each through the acts of a game."""

from __future__ import annotations

import pytest

from builder.errors import PlayError
from builder.systems.epic.play import PLAY
from builder.systems.epic.play.state import EpicGame
from builder.systems.play.clock import moment
from tests.systems.epic.play.games import (
    after,
    body,
    decided,
    formation,
    game_of,
    gun,
    in_action,
    some,
    text,
    two_each,
)

RIFLE = gun("rifle", "AP5+/AT6+")


def duel(*, firer: int = 6, target: int = 5, armour: int | None = 5, initiative: int = 2) -> EpicGame:
    """A formation of six guns against one of infantry, in the action phase, the Guard to act."""
    guns = formation("guns", some("Gunner", firer, weapons=[RIFLE]), initiative=initiative)
    boyz = formation("boyz", some("Boyz", target, armour=armour), initiative=3)
    return in_action(game_of([guns], [boyz]))


def test_the_higher_total_chooses_who_goes_first() -> None:
    """E-05, and the example of the source: 6 + 2 against 3 + 3."""
    game = after(game_of([formation("a", some("A", 1))], [formation("b", some("B", 1))]), "next")
    game = after(game, "strategy", dice="6,3")
    (roll,) = game.extra.rolls
    assert (roll.totals, roll.won, roll.first, game.clock.active) == ((8, 6), 0, 0, 0)


def test_a_tie_goes_to_who_did_not_win_last_turn_and_is_rolled_again_on_the_first() -> None:
    """E-05: 5 + 2 against 4 + 3 in turn 2, after the Guard has won turn 1."""
    game = after(game_of([formation("a", some("A", 1))], [formation("b", some("B", 1))]), "next")
    again = after(game, "strategy", dice="5,4")
    assert not again.extra.rolls and again.clock.phase == "start"
    game = after(after(again, "strategy", dice="6,1"), "turn")
    game = after(game, "strategy", dice="5,4", goes="second")
    assert (game.extra.rolls[-1].totals, game.extra.rolls[-1].won, game.extra.rolls[-1].first) == ((7, 7), 1, 0)


def test_a_formation_that_is_shot_at_and_loses_a_unit_gets_two_markers() -> None:
    """E-10 and E-11: five units with three markers; four left with five are broken."""
    game = after(duel(), "markers", unit="boyz", number="3")
    game = after(game, "losses", unit="boyz", number="1", cause="shot at")
    boyz = body(game, "boyz")
    assert (boyz.markers, boyz.units, boyz.broken) == (5, 4, True)


def test_suppressed_units_do_not_fire_and_cover_is_minus_one() -> None:
    """E-25: six units with two markers, AP5+ at infantry in cover: four fire on 6+, two hits, one save of two."""
    game = after(duel(), "markers", unit="guns", number="2")
    game = after(game, "activate", unit="guns", action="advance", die="5")
    decision = decided(
        game, "shoot", {"unit": "guns", "target": "boyz", "cover": True, "hits": "6,5,6,2", "saved": "4,5"}
    )
    assert "4 of 6 fire, 2 suppressed" in decision.event.text and "4 dice at 6+" in decision.event.steps
    assert "2 hits, 1 saved" in decision.event.text
    game = after(game, "shoot", unit="guns", target="boyz", cover=True, hits="6,5,6,2", saved="4,5")
    assert (body(game, "boyz").units, body(game, "boyz").markers) == (4, 2)


def test_losses_in_dangerous_terrain_give_no_marker_and_can_break() -> None:
    """E-15 and E-11: six units with four markers; dice 1, 3, 5, 1 leave four: broken."""
    game = after(duel(), "markers", unit="guns", number="4")
    game = after(game, "activate", unit="guns", action="double", die="6")
    moved = after(game, "move", unit="guns", danger_dice="1,3,5,1")
    guns = body(moved, "guns")
    assert (guns.units, guns.markers, guns.broken) == (4, 4, True)
    careful = after(game, "move", unit="guns", danger_dice="1,3,5,1", cautious=True, rerolls="4,1")
    guns = body(careful, "guns")
    assert (guns.units, guns.markers, guns.broken) == (5, 4, False)


def test_a_formation_that_is_broken_in_its_own_action_moves_on_and_does_not_shoot() -> None:
    """E-11."""
    game = after(duel(), "markers", unit="guns", number="4")
    game = after(game, "activate", unit="guns", action="double", die="6")
    game = after(game, "move", unit="guns", danger="2")
    assert body(game, "guns").broken
    game = after(game, "move", unit="guns")
    with pytest.raises(PlayError, match="broken"):
        decided(game, "shoot", {"unit": "guns", "target": "boyz", "hits": "1"})


@pytest.mark.parametrize(
    ("action", "value", "cover", "needs"),
    [("sustained-fire", "4+", True, "4+"), ("sustained-fire", "2+", False, "2+"), ("double", "5+", True, "7+")],
)
def test_what_a_shot_needs_follows_from_the_action_and_from_cover(
    action: str, value: str, cover: bool, needs: str
) -> None:
    """E-13, E-15 and E-25: a 1 misses whatever is added, and above 6 nothing hits."""
    game = after(duel(), "activate", unit="guns", action=action, die="4")
    given = {"unit": "guns", "target": "boyz", "value": value, "cover": cover}
    decision = decided(game, "shoot", given)
    assert any(step.endswith(f"needs {needs}") for step in decision.event.steps)
    if needs == "7+":
        assert "0 hits" in decision.event.text and not decision.questions


def test_a_road_march_needs_no_test_and_goes_5_cm_further() -> None:
    """E-22: initiative 3+ with two markers, speed 15: three moves of 20."""
    game = after(duel(initiative=3), "markers", unit="guns", number="2")
    assert "without a die" in text(game, "activate", unit="guns", action="march", road_march=True)
    game = after(game, "activate", unit="guns", action="march", road_march=True)
    for _ in range(3):
        assert "up to 20 cm on a road" in text(game, "move", unit="guns")
        game = after(game, "move", unit="guns")
    with pytest.raises(PlayError, match="no further move"):
        decided(game, "move", {"unit": "guns"})


def test_a_fortification_saves_on_3_and_ignores_the_save_modifier_of_a_crossfire() -> None:
    """E-23: its marker stays."""
    game = after(duel(), "activate", unit="guns", action="advance", die="4")
    given = {"unit": "guns", "target": "boyz", "shelter": "fortification", "crossfire": True, "value": "5+"}
    decision = decided(game, "shoot", {**given, "hits": "1"})
    assert decision.event.steps[0] == "5+ with −1 needs 6+"
    assert decision.questions[0].text == "Saves of BOYZ, 1 die at 3+: how many?"
    game = after(game, "shoot", **given, hits="1", saved="3,")
    assert (body(game, "boyz").markers, body(game, "boyz").units) == (2, 5)


def test_infantry_on_overwatch_in_the_open_is_hard_to_see_until_it_fires() -> None:
    """E-13 and E-15: −1 to hit and a save of 5+; once it has fired, neither."""
    game = duel(armour=6)
    game = after(game, "overwatch", unit="boyz")
    game = after(game, "activate", unit="guns", action="advance", die="4")
    given = {"unit": "guns", "target": "boyz", "value": "4+", "hits": "1"}
    decision = decided(game, "shoot", given)
    assert decision.event.steps[0].endswith("needs 5+") and "at 5+" in decision.questions[0].text
    game = after(game, "shoot", unit="boyz", target="guns", hits="0")
    decision = decided(game, "shoot", given)
    assert decision.event.steps[0].endswith("needs 4+") and "at 6+" in decision.questions[0].text


def test_who_has_formations_left_alone_goes_on_without_a_modifier() -> None:
    """E-08: the Guard has none left; the Orks act three times running."""
    orks = [formation(each, some("Boyz", 4), initiative=3) for each in ("one", "two", "three")]
    game = in_action(game_of([formation("guns", some("Gunner", 2))], orks))
    game = after(game, "activate", unit="guns", action="overwatch", die="4")
    for each in ("one", "two", "three"):
        assert "3 on 3+, passed" in text(game, "activate", unit=each, action="overwatch", die="3")
        with pytest.raises(PlayError, match=r"retained|without a modifier"):
            decided(game, "activate", {"unit": each, "action": "overwatch", "die": "6", "retaining": True})
        game = after(game, "activate", unit=each, action="overwatch", die="3")
    assert [body(game, each).orders.succeeded for each in ("one", "two", "three")] == [True] * 3


def test_markers_suppress_those_who_have_range_and_line_of_fire() -> None:
    """E-24 and E-11: eight units with three markers, four of them able: one fires."""
    game = after(duel(firer=8), "markers", unit="guns", number="3")
    game = after(game, "activate", unit="guns", action="advance", die="6")
    assert "1 of 4 fires, 3 suppressed" in text(game, "shoot", unit="guns", target="boyz", able="4", hits="0")


def test_who_has_nobody_able_to_shoot_gives_no_marker_and_who_cannot_harm_does() -> None:
    """E-10."""
    game = after(duel(), "markers", unit="guns", number="4")
    game = after(game, "activate", unit="guns", action="advance", die="6")
    with pytest.raises(PlayError, match="4 markers suppress all who could, so BOYZ gets no marker"):
        decided(game, "shoot", {"unit": "guns", "target": "boyz", "able": "4", "hits": "0"})
    game = after(game, "shoot", unit="guns", target="boyz", hits="0")
    assert body(game, "boyz").markers == 1


def test_ap_is_fired_at_infantry_and_at_at_armour() -> None:
    """E-25: asked before any die, where the target has both."""
    mob = formation("mob", some("Boyz", 3), some("Trukk", 2, "AV", armour=6))
    game = in_action(game_of([formation("guns", some("Gunner", 3, weapons=[RIFLE]))], [mob]))
    game = after(game, "activate", unit="guns", action="advance", die="4")
    decision = decided(game, "shoot", {"unit": "guns", "target": "mob"})
    assert [each.parameter for each in decision.questions] == ["at"]
    game = after(game, "shoot", unit="guns", target="mob", at="armour", hits="6,6,1", saved="1,6")
    assert [body(game, "mob").left(kind) for kind in body(game, "mob").formation.kinds] == [3, 1]


def test_the_activation_is_nobodys_once_all_have_acted() -> None:
    """E-08."""
    game, view = two_each(), PLAY.viewer()
    found = [moment(view(game), "your", "your")]
    for unit in ("one", "mob", "two", "gang", "three"):
        game = after(game, "activate", unit=unit, action="overwatch", die="6")
        found.append(moment(view(game), "your", "your"))
    assert found == [*["turn 1 · actions · your activation"] * 5, "turn 1 · actions"]
    march = after(two_each(), "activate", unit="one", action="march", die="6")
    assert moment(view(march), "your", "your") == "turn 1 · your action: march"


def test_the_log_tells_that_nobody_rolled_for_strategy_where_the_actions_begin_all_the_same() -> None:
    """E-05."""
    game = after(after(two_each(), "turn"), "next")
    assert text(game, "next") == "Turn 2: actions; nobody rolled for strategy, by agreement"
    assert "nobody rolled" not in text(game, "strategy", dice="6,1")
