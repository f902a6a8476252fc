"""How a game is shown: what a unit can do, its group by a letter, who fights whom."""

from __future__ import annotations

from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.state import Lethal
from builder.systems.play.view import Row, Table
from tests.systems.lethal.play.making import charged, foot, game, gun, hull, in_combat_phase, in_command, play

STUBBER = gun("stubber", "heavy", "suppressive fire", ap=2, shots=3)


def table(now: Lethal, name: str, side: int = 0) -> Table:
    return next(each for each in PLAY.viewer()(now).sides[side].tables if each.id == name)


def row(now: Lethal, name: str, of: str = "units") -> Row:
    return next(each for each in table(now, of).rows if each.name == name)


def told(shown: Row, label: str) -> str:
    found = (each for each in shown.details if each.label == label)
    return "".join(span.text for detail in found for span in detail.spans)


def test_a_unit_tells_its_actions_with_their_keys() -> None:
    """L-34, L-35."""
    now = in_combat_phase(
        game([foot("a", weapons=[gun("rifle")]), hull("v", weapons=[gun("gun", "main")])], [foot("x")])
    )
    actions = told(row(now, "A"), "Actions")
    assert actions.startswith("1 Move-Move 30 cm, 2 Move-Shoot on 3+") and "6 Entrench" in actions
    assert "0 Fast Vehicle Move 120 cm" in told(row(now, "V", "vehicles"), "Actions")
    shaken = play(now, ("set", {"unit": "a", "morale": "shaken"}))
    assert told(row(shaken, "A"), "Actions") == "1 Move-Move 15 cm, 6 Entrench, 7 Reform on 3+"
    assert "unbroken → [shaken] → stunned" in told(row(shaken, "A"), "Morale")


def test_groups_are_told_by_letters_and_by_what_ends_them() -> None:
    """L-14, L-15."""
    now = in_command(game([foot("a", cm=1), foot("b"), foot("c")], [foot("x")]))
    now = play(now, ("group", {"units": "a,b", "coherent": "yes", "die": "4"}))
    assert [each.cells["group"] for each in table(now, "units").rows] == ["A CM", "A", "–"]
    assert told(row(now, "B"), "Group") == "A, with A; CM 1+; ends if A is shaken, in combat or killed"


def test_close_combats_and_corridors_are_a_table() -> None:
    """L-94, L-101."""
    now = charged(foot("a"), foot("x"))
    (fight,) = table(now, "combats").rows
    assert (fight.name, fight.cells["lost"], fight.cells["left"]) == ("A – X", "0 – 0", 2)
    assert fight.offers["unit"][0] == "a" and told(fight, "To strike") == "A, 10 × Trooper; X, 10 × Trooper"
    now = play(now, ("fight", {"unit": "a", "target": "x", "hits": "4", "through": "3"}))
    (fight,) = table(now, "combats", 1).rows
    assert (fight.name, fight.cells["lost"]) == ("X – A", "3 – 0") and fight.offers["unit"][0] == "x"
    assert fight.offers["target"] == ("a",)
    burning = in_combat_phase(game([foot("a", 5, weapons=[STUBBER])], [foot("x"), foot("y")]))
    burning = play(burning, ("suppress", {"unit": "a", "die": "5", "targets": "x"}))
    (corridor,) = table(burning, "combats").rows
    assert corridor.name == "Corridor of A: 5 × stubber, AP 2" and corridor.offers["unit"] == ("x",)


def test_a_unit_whose_player_waits_is_not_taken_for_one_that_is_charged() -> None:
    """L-60: its action is refused by name, and no other unit takes it."""
    now = in_combat_phase(game([foot("a")], [foot("x")]), "2,6")
    view = PLAY.viewer()(now)
    assert view.active == 1 and "contact" not in view.sides[0].fields
