"""What players call units and vehicles."""

from __future__ import annotations

from builder.record import replace
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.course import RULES
from builder.systems.diceless.play.report import report
from builder.systems.diceless.play.state import GameState
from builder.systems.play import lookup
from builder.systems.play.game import AnyRef, PartRef, Ref, UnitRef
from builder.systems.play.lookup import At
from tests.systems.diceless.play.battles import battle, hull, squad
from tests.systems.diceless.play.games import MARINES, ORKS, decision, game_of_vehicles, marines, new_game, refusal
from tests.systems.making import model


def find_unit(game: GameState, written: str) -> UnitRef:
    return lookup.find_unit(At(game, RULES), written)


def find_vehicle(game: GameState, written: str) -> PartRef:
    return lookup.find_part(At(game, RULES), written)


def find_body(game: GameState, written: str) -> AnyRef:
    return lookup.find_any(At(game, RULES), written)


def test_a_unit_is_found_by_its_id_its_name_or_a_part_of_it() -> None:
    for written in ("anc", "ANCORA", "ancora", "1:Ancora", "ncor"):
        assert find_unit(new_game(), written) == Ref(MARINES, "anc")
    assert find_vehicle(new_game(), "Rhino") == find_body(new_game(), "rho") == Ref(MARINES, "rho")


def test_a_name_goes_before_a_part_of_one() -> None:
    assert find_unit(new_game(), "Boss") == Ref(ORKS, "bos")
    told = refusal(new_game(), "test unit=Bo")
    assert told.endswith("can be several: write one of bos (Boss, leads Mob) or boy (Boyz, in Trukk)")


def test_units_of_both_sides_are_told_apart_by_a_number() -> None:
    mirror = new_game(against=marines())
    assert find_unit(mirror, "2:Ancora") == Ref(ORKS, "anc")
    told = refusal(mirror, "test unit=Ancora")
    assert "write one of 1:anc (Third Company's Ancora, in Rhino 1" in told
    assert " or 2:anc (Gitstompa's Ancora, in Rhino 1" in told


def test_what_both_sides_have_is_called_by_whose_it_is() -> None:
    mirror = new_game(against=marines())
    shot = decision(mirror, "shoot attacker=1:lib target=2:dev damage=10 first=sergeant").event
    assert shot.text.startswith("Third Company's Librarian at Gitstompa's Devastators: 10 DMG")
    assert decision(mirror, "speed vehicle='2:Rhino 1' speed=combat").event.text == "Gitstompa's Rhino 1 moves: combat"
    late = decision(mirror, "set unit=2:Librarian op=200").event
    hints = report(PLAY.evolve(mirror, late)).hints
    assert any(hint.startswith("Gitstompa's Librarian: its next Ld test fails") for hint in hints)
    assert all("'s" not in row.name for side in report(mirror).sides for row in side.units)


def test_what_one_side_has_is_called_by_its_name_in_a_game_where_others_are_shared() -> None:
    both = (squad("guns", model("Gunner", 3)), squad("boyz", model("Boy", 3)))
    game = battle(
        (*both, squad("big", model("Gunner", 3), name="Guns B")), (*both, squad("kommandos", model("Boy", 3)))
    )
    assert decision(game, "test unit=kommandos").event.text.startswith("Kommandos: Ld test")
    assert decision(game, "test unit=1:Guns").event.text.startswith("Ours' Guns: Ld test")
    assert decision(game, "test unit=2:boy").event.text.startswith("Theirs' Boyz: Ld test")


def test_units_of_one_name_are_numbered_where_a_game_begins() -> None:
    """A number that another unit has already is passed over."""
    names = [("a", "Trukk"), ("b", "Trukk"), ("c", "Trukk 1"), ("d", "Guns")]
    game = battle([replace(hull(id), name=name) for id, name in names], [squad("them", model("Boy", 3))])
    assert [row.name for row in report(game).sides[0].vehicles] == ["Trukk 2", "Trukk 3", "Trukk 1", "Guns"]
    assert find_vehicle(game, "trukk 3") == Ref(0, "b")
    assert decision(game, "speed vehicle=b speed=combat").event.text == "Trukk 3 moves: combat"
    assert "b (Trukk 3)" in refusal(game, "speed vehicle=truk speed=combat")


def test_what_nobody_is_called_is_answered_with_what_there_is() -> None:
    told = refusal(new_game(), "test unit=Nobody")
    assert told.startswith("no unit is called 'Nobody'; there are: cap (Captain), anc (Ancora)")


def test_what_is_nearly_a_name_is_answered_with_it() -> None:
    assert refusal(new_game(), "test unit=Devestators") == (
        "no unit is called 'Devestators': did you mean dev (Devastators)?"
    )
    assert "did you mean ter (Terminators)?" in refusal(new_game(), "shoot attacker=Terminaters target=Mob")
    assert "no vehicle is called 'Rhyno': did you mean rho (Rhino 1)?" in refusal(new_game(), "repair vehicle=Rhyno")


def test_players_and_groups_are_found_by_a_part_of_their_names() -> None:
    points = decision(new_game(), "points player=company points=3")
    assert points.event.text == "Third Company: 3 victory points"
    told = decision(new_game(), "set unit=Devastators hp=Missile=38").event.text
    assert told == "Devastators, set by the player: Missile launcher 38 of 80 HP, 1 model left"


def test_words_and_tokens_are_known_by_their_beginnings() -> None:
    assert decision(new_game(), "mark unit=Devastators mark=fall").event.text == "Devastators: falling back"
    for written in ("gets", "gets_hot", "Gets Hot!"):
        assert "3 of 3 Gets Hot!" in decision(new_game(), f"tokens player=2 token='{written}' total=3").event.text


def test_weapons_of_vehicles_are_found_by_a_part_of_their_names() -> None:
    line = "set-vehicle vehicle='Rhino 1' glancing=1-4 weapons=storm"
    assert "weapons destroyed: Storm bolter" in decision(new_game(), line).event.text


def test_an_opponent_who_is_only_a_name_cannot_be_shot_at() -> None:
    told = refusal(game_of_vehicles(), "shoot attacker=dre target=somebody")
    assert told == "somebody is only a name in this game: muster calc diceless works out what an attack does"
