"""Psychic tests, hoods and Warp tokens."""

from __future__ import annotations

from builder.services.games.games import new_game as begin
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.report import report
from builder.systems.diceless.play.state import GameState, Phase
from tests.systems.diceless.play.battles import battle, gun, marines
from tests.systems.diceless.play.games import MARINES, ORKS, choices_of, decision, in_turn, new_game, played, refusal
from tests.systems.making import DREADNOUGHT, marine, selection, unit, vehicle


def op(game: GameState) -> int:
    return game.sides[MARINES].bodies["lib"].op


def warp(game: GameState) -> int:
    return game.sides[ORKS].stock["warp"].left


def test_a_psyker_pays_25_or_under_a_hood_50() -> None:
    """D-16."""
    told = decision(new_game(), "psychic unit=Librarian power=Smite").event.text
    assert told == "Librarian: psychic test for Smite, 0 + 25 = 25 of 183: passed"
    assert op(played(new_game(), "psychic unit=Librarian hood")) == 50


def test_the_powers_of_a_psyker_are_offered_and_any_other_can_be_named() -> None:
    """Those that do not shoot are among them: the starter army's Librarian knows the Gate of Infinity."""
    with begin("space-marines-500") as session:
        offered, _ = session.choices("psychic", "power", {"unit": "Librarian Orsino Vael"})
        assert [each.value for each in offered or ()] == ["Vortex of Doom", "Gate of Infinity"]
        tested = session.preview("psychic", {"unit": "Librarian Orsino Vael", "power": "Smite"}).event.text
        assert "psychic test for Smite" in tested


def test_a_psyker_who_fails_has_no_order_points_left() -> None:
    """D-16."""
    game = played(new_game(), "set unit=Librarian op=170")
    failed = decision(game, "psychic unit=Librarian").event
    assert failed.text == "Librarian: psychic test, 170 + 25 = 195 of 183: failed, its order points go to 0"
    assert op(PLAY.evolve(game, failed)) == 0


def test_a_psyker_who_leads_a_unit_pays_alone() -> None:
    """D-16."""
    game = played(new_game(), "leave leader=Captain", "join leader=Librarian unit=Ancora", "psychic unit=Librarian")
    assert (op(game), game.sides[MARINES].bodies["anc"].op) == (25, 0)


def test_a_warp_token_asks_the_psykers_player() -> None:
    """D-74."""
    asked = decision(new_game(), "psychic unit=Librarian warp=used").questions
    assert [choice.value for choice in asked[0].choices] == ["cancelled", "goes on"]


def test_a_token_that_the_opponent_keeps_is_told_of() -> None:
    told = "Gitstompa keeps 1 Warp token for another test"
    assert told in decision(new_game(), "psychic unit=Librarian").event.steps
    spent = played(in_turn(new_game(), 1), "psychic unit=Librarian warp=cancelled")
    assert told not in decision(spent, "psychic unit=Librarian").event.steps


def test_a_cancelled_test_costs_the_token_and_no_order_points() -> None:
    """D-74."""
    game = played(in_turn(new_game(), 1), "psychic unit=Librarian warp=cancelled")
    assert (op(game), warp(game)) == (0, 0)
    assert game.extra.warp_used


def test_a_psyker_who_goes_on_takes_50_and_the_token_goes_back() -> None:
    """D-74: no armour save helps."""
    game = played(in_turn(new_game(), 1), "psychic unit=Librarian warp='goes on'")
    assert (op(game), warp(game)) == (25, 1)
    assert report(game).sides[MARINES].units[3].hp == 30
    assert "a Warp token was used in this player turn" in refusal(game, "psychic unit=Librarian warp=cancelled")


def test_an_invulnerable_save_helps_against_the_warp() -> None:
    """D-74: 50 DMG at 5+ are 33."""
    game = played(in_turn(new_game(), 1), "psychic unit=Librarian warp='goes on' invulnerable=5+")
    assert report(game).sides[MARINES].units[3].hp == 47


def test_a_psyker_whom_the_warp_kills_takes_no_test() -> None:
    game = played(in_turn(new_game(), 1), "set unit=Librarian hp=50")
    killed = decision(game, "psychic unit=Librarian warp='goes on'").event
    assert "no test is taken; nobody of Librarian is left" in killed.text
    assert op(PLAY.evolve(game, killed)) == 0


def test_no_token_is_used_that_is_not_there() -> None:
    game = played(in_turn(new_game(), 1), "psychic unit=Librarian warp=cancelled", "turn", "turn")
    assert "Gitstompa has no Warp token left" in refusal(game, "psychic unit=Librarian warp=used")


def test_only_psykers_take_psychic_tests_but_by_agreement() -> None:
    assert "Devastators: no psyker by the army list" in refusal(new_game(), "psychic unit=Devastators")
    assert played(new_game(), "psychic unit=Devastators anyway").sides[MARINES].bodies["dev"].op == 25


def test_a_vehicle_takes_no_psychic_test_and_has_no_hp_for_the_warp() -> None:
    assert "Rhino 1: vehicles take no tests" in refusal(new_game(), "psychic unit='Rhino 1' anyway warp='goes on'")
    body = selection("Furioso", type="model", rules=["Psyker"], profiles=[vehicle("Furioso", DREADNOUGHT)])
    game = played(battle([unit("Furioso", body, id="fur")], [marines("them")]), "tokens player=2 token=warp total=2")
    assert ": no HP for the perils" in refusal(game, "psychic unit=fur ld=10 warp='goes on'")
    assert decision(game, "psychic unit=fur ld=10").event.text == "Furioso: psychic test, 0 + 25 = 25 of 183: passed"


def smiting() -> GameState:
    """A psyker with a power and a pistol against a mob, in his shooting phase."""
    smite = gun("Smite", 1, "Assault 4, Psychic shooting attack", "4", "2", '12"')
    seer = selection("Seer", type="model", rules=["Psyker"], profiles=[marine("Seer", W="2", Ld="10")],
                     children=[smite, gun("Pistol", 1, "Pistol", reach='12"')])  # fmt: skip
    return in_turn(battle([unit("Seer", seer, id="seer")], [marines("mob", 20)]), 1, Phase.SHOOTING)


def test_a_power_is_fired_once_for_each_psychic_test_that_was_passed() -> None:
    """D-16: "If the psychic test is failed, the order points of the psyker are reset to 0": no test, no power."""
    shot, fire = "shoot attacker=seer target=mob weapon=smite distance=11", "fire attacker=seer target=mob distance=11"
    assert "Smite needs a psychic test" in refusal(smiting(), shot)
    assert "Pistol" in decision(smiting(), fire).event.text and "Smite" not in decision(smiting(), fire).event.text
    assert "Smite needs a psychic test" in refusal(smiting(), f"{fire} without=pistol")
    assert "without Smite: a psychic test comes first" in decision(smiting(), fire).event.steps
    passed = played(smiting(), "psychic unit=seer")
    assert "1 × Smite 64 DMG" in decision(passed, fire).event.text
    assert "Smite" in refusal(played(passed, shot), f"{shot} split")
    assert "psychic test" in refusal(played(passed, "next", "next", "next", "next", "next", "next"), shot)
    failed = played(smiting(), "set unit=seer op=170", "psychic unit=seer")
    assert "Smite needs a psychic test" in refusal(failed, shot)
    assert decision(smiting(), f"{shot} anyway").event.changes
    armed = [each for each in PLAY.reminders(smiting()) if each.kind == "May still shoot"]
    assert [(each.text, each.verb) for each in armed] == [("Seer", "fire")]
    offered = choices_of(smiting(), "shoot", "weapon", {"attacker": "seer", "target": "mob"})
    assert any(each.value == "Smite" and "after a psychic test" in each.text for each in offered)


def test_of_a_psyker_with_powers_alone_the_test_is_due_before_the_shot() -> None:
    """D-16."""
    smite = gun("Smite", 1, "Assault 4, Psychic shooting attack", "4", "2", '12"')
    seer = selection("Seer", type="model", rules=["Psyker"], profiles=[marine("Seer", Ld="10")], children=[smite])
    game = in_turn(battle([unit("Seer", seer, id="seer")], [marines("mob", 20)]), 1, Phase.SHOOTING)
    (due,) = PLAY.reminders(game)
    assert (due.text, due.verb, due.given) == ("Seer: a psychic test for Smite", "psychic", {"power": "Smite"})
    (due,) = PLAY.reminders(played(game, "psychic unit=seer"))
    assert (due.text, due.verb) == ("Seer", "fire")


def test_a_power_that_is_no_shot_is_used_once_for_each_psychic_test_that_was_passed() -> None:
    """D-16, D-100, D-102: "once the psychic test is passed"."""
    for act, phase in (("machine-curse vehicle=Trukk", Phase.SHOOTING), ("gate-of-infinity unit=lib", Phase.MOVEMENT)):
        game = in_turn(new_game(), 1, phase)
        assert "needs a psychic test" in refusal(game, act)
        assert decision(game, f"{act} anyway").event.changes
        passed = played(game, "psychic unit=Librarian")
        assert "needs a psychic test" in refusal(played(passed, act), act)
        assert "needs a psychic test" in refusal(played(game, "set unit=lib op=170", "psychic unit=lib"), act)
