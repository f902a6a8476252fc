"""States of units, transports, and characters who lead."""

from __future__ import annotations

import pytest

from builder.roster.marks import Mark
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.report import report
from builder.systems.diceless.play.state import Flag
from tests.systems.diceless.play.battles import battle, hull, marines, squad, stat_line
from tests.systems.diceless.play.games import MARINES, ORKS, choices_of, decision, new_game, played, refusal
from tests.systems.making import DREADNOUGHT, model, selection, unit, vehicle


@pytest.mark.parametrize("flag", [flag for flag in Flag if flag is not Flag.DESTROYED])
def test_a_unit_enters_a_state_and_leaves_it(flag: Flag) -> None:
    game = played(new_game(), f"mark unit=Devastators mark='{flag}'")
    assert game.sides[MARINES].bodies["dev"].flags == {flag}
    assert "already" in refusal(game, f"mark unit=Devastators mark='{flag}'")
    assert not played(game, f"mark unit=Devastators mark='{flag}' off").sides[MARINES].bodies["dev"].flags


def test_a_unit_that_is_removed_comes_back_when_the_mark_is_taken_off() -> None:
    game = played(new_game(), "mark unit=Devastators mark=destroyed")
    assert report(game).sides[MARINES].units[2].destroyed
    assert "nobody of Devastators is left" in refusal(game, "mark unit=Devastators mark=pinned")
    assert not report(played(game, "mark unit=Devastators mark=destroyed off")).sides[MARINES].units[2].destroyed


@pytest.mark.parametrize("mark", ["falling back", "engaged", "locked", "pinned", "tremor"])
def test_nothing_befalls_a_unit_before_it_arrives(mark: str) -> None:
    told = "{}: still in reserve, let it arrive first"
    assert refusal(new_game(), f"mark unit=Terminators mark='{mark}'") == told.format("Terminators")
    game = played(new_game(), "mark unit=rho mark=reserve")
    for name in ("Rhino 1", "Ancora", "Captain"):
        assert refusal(game, f"mark unit='{name}' mark='{mark}'") == told.format(name)
    assert refusal(game, "test unit=Ancora") == told.format("Ancora")


def test_a_unit_in_reserve_is_destroyed_by_its_mark_or_rid_of_others() -> None:
    assert report(played(new_game(), "mark unit=Terminators mark=destroyed")).sides[MARINES].units[-1].destroyed
    game = played(new_game(), "mark unit=Devastators mark=pinned", "mark unit=Devastators mark=reserve")
    assert played(game, "mark unit=Devastators mark=pinned off").sides[MARINES].bodies["dev"].flags == {Flag.RESERVE}


def test_a_unit_is_destroyed_with_its_last_model_and_back_with_one_that_is_set() -> None:
    gone = decision(new_game(), "set unit=Gretchin models-left=0")
    assert gone.event.text.endswith("; nobody of Gretchin is left")
    game = PLAY.evolve(new_game(), gone.event)
    assert Flag.DESTROYED in game.sides[ORKS].bodies["gre"].flags
    assert "type in what it has" in refusal(game, "mark unit=Gretchin mark=destroyed off")
    back = played(game, "set unit=Gretchin models-left=2")
    assert Flag.DESTROYED not in back.sides[ORKS].bodies["gre"].flags


def test_a_unit_gets_out_and_in_with_its_leader() -> None:
    game = played(new_game(), "disembark unit=Ancora")
    assert game.sides[MARINES].bodies["anc"].aboard is None
    assert "on foot already" in refusal(game, "disembark unit=Ancora")
    game = played(game, "embark unit=Ancora transport='Rhino 1' anyway")
    assert {game.sides[MARINES].bodies[unit].aboard for unit in ("anc", "cap")} == {"rho"}
    assert played(game, "disembark unit=Captain").sides[MARINES].bodies["anc"].aboard is None


def test_a_transport_takes_no_more_than_it_has_room_for() -> None:
    game = played(new_game(), "disembark unit=Ancora")
    assert "has room for 10 models, these are 11" in refusal(game, "embark unit=Ancora transport='Rhino 1'")
    fighting = played(game, "mark unit=Ancora mark=engaged")
    assert "in close combat" in refusal(fighting, "embark unit=Ancora transport='Rhino 1'")
    full = refusal(new_game(), "embark unit=Devastators transport='Rhino 1'")
    assert "room for 0 more of 10 models, these are 5" in full


def test_nobody_rides_with_the_enemy_or_in_a_unit_on_foot() -> None:
    assert "cannot ride in Trukk" in refusal(new_game(), "embark unit=Devastators transport=Trukk")
    assert "cannot ride in Librarian" in refusal(new_game(), "embark unit=Devastators transport=Librarian")


def test_a_character_leaves_a_unit_and_joins_another() -> None:
    """D-11."""
    game = new_game()
    assert "go together: part them first" in refusal(game, "join leader=Captain unit=Devastators")
    assert "go together: part them first" in refusal(game, "join leader=Librarian unit=Ancora")
    game = played(game, "leave leader=Captain", "join leader=Captain unit=Devastators")
    units = game.sides[MARINES].bodies
    assert (units["anc"].leader, units["dev"].leader) == (None, "cap")
    assert "cannot lead" in refusal(game, "join leader=Boss unit=Ancora")
    assert refusal(game, "leave leader=Librarian") == "Librarian leads no unit"


def test_a_character_who_joins_a_unit_aboard_gets_in() -> None:
    game = played(new_game(), "leave leader=Captain", "join leader=Librarian unit=Ancora")
    assert game.sides[MARINES].bodies["lib"].aboard == "rho"


def test_a_character_who_outlived_his_unit_leads_another_and_no_longer_that() -> None:
    game = played(new_game(), "mark unit=Ancora mark=destroyed", "join leader=Captain unit=Devastators")
    back = played(game, "mark unit=Ancora mark=destroyed off")
    assert back.sides[MARINES].bodies["anc"].leader is None


def test_only_a_character_leads_and_nobody_leads_a_leader() -> None:
    """D-11."""
    assert "only a character can" in refusal(new_game(), "join leader=Devastators unit=Librarian")
    game = played(new_game(), "leave leader=Captain", "join leader=Captain unit=Librarian")
    assert "go together" in refusal(game, "join leader=Librarian unit=Captain")
    assert "go together" in refusal(game, "join leader=Librarian unit=Ancora")
    assert "go together" in refusal(played(new_game(), "leave leader=Boss"), "join leader=Librarian unit=Captain")


def test_vehicles_ride_in_no_vehicle() -> None:
    game = battle([hull("rhino"), hull("pod")], [marines("them")])
    assert "rides in nothing" in refusal(game, "embark unit=rhino transport=pod")
    assert "rides in nothing" in refusal(game, "embark unit=rhino transport=rhino")


def test_a_vehicle_that_an_army_has_aboard_gets_out_of_an_explosion_unhurt() -> None:
    walker = hull("walker", marks=(Mark("riding_in", "pod"),))
    game = battle([walker, hull("pod")], [marines("them")])
    exploded = decision(game, "explosion vehicle=pod").event
    assert exploded.text == "Pod explodes: Walker: unhurt; on foot now, a pinning test"
    assert PLAY.evolve(game, exploded).sides[MARINES].bodies["walker"].aboard is None


def test_only_what_may_ride_is_offered_to_ride_and_only_in_transports() -> None:
    """As in the base game: infantry rides, and what has room carries it; players may agree on more."""
    bikes = squad("bikes", model("Biker", 3, stat=stat_line("Biker", **{"Unit Type": "Bike"})))
    walker = unit("Dread", selection("Dread", type="model", profiles=[vehicle("Dread", DREADNOUGHT)]), id="dread")
    roomy = hull("rhino", Capacity="10")
    game = battle([marines("us"), bikes, roomy, hull("gunship"), walker], [marines("them")])
    assert [each.value for each in choices_of(game, "embark", "unit", {})] == ["us", "them"]
    assert [each.value for each in choices_of(game, "embark", "unit", {"transport": "rhino"})] == ["us"]
    assert [each.value for each in choices_of(game, "embark", "transport", {"unit": "us"})] == ["rhino"]
    assert "Dread is no transport" in refusal(game, "embark unit=us transport=dread")
    assert "Gunship is no transport" in refusal(game, "embark unit=us transport=gunship")
    assert "Bikes: no transport takes units of the type Bike" in refusal(game, "embark unit=bikes transport=rhino")
    assert decision(game, "embark unit=bikes transport=rhino anyway").event.changes
    unknown = battle([marines("us"), hull("rhino", Capacity=""), walker], [marines("them")])
    assert [each.value for each in choices_of(unknown, "embark", "transport", {"unit": "us"})] == ["rhino"]
