"""What players call units and vehicles."""

from __future__ import annotations

from builder.systems.diceless.play.finding import Ref, find_body, find_unit, find_vehicle
from tests.systems.diceless.play.games import MARINES, ORKS, marines, new_game, refusal


def test_a_unit_is_found_by_its_id_its_name_or_a_part_of_it() -> None:
    for written in ("anc", "ANCORA", "ancora", "1:Ancora", "ncor"):
        assert find_unit(new_game(), written) == Ref(MARINES, "anc")
    assert find_vehicle(new_game(), "Rhino") == find_body(new_game(), "rho") == Ref(MARINES, "rho")


def test_a_name_goes_before_a_part_of_one() -> None:
    assert find_unit(new_game(), "Boss") == Ref(ORKS, "bos")
    assert "can be several: write one of 2:bos, 2:boy" in refusal(new_game(), "test unit=Bo")


def test_units_of_both_sides_are_told_apart_by_a_number() -> None:
    mirror = new_game(against=marines())
    assert find_unit(mirror, "2:Ancora") == Ref(ORKS, "anc")
    assert refusal(mirror, "test unit=Ancora") == "'Ancora' can be several: write one of 1:anc, 2:anc"


def test_what_nobody_is_called_is_answered_with_what_there_is() -> None:
    told = refusal(new_game(), "test unit=Nobody")
    assert told.startswith("no unit is called 'Nobody'; there are: cap (Captain), anc (Ancora)")
