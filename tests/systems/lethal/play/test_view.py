"""How a game is shown: what a unit can do, its group by a letter, who fights whom."""

from __future__ import annotations

from builder.record import replace
from builder.roster.marks import Mark
from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.state import LethalGame
from builder.systems.play.clock import moment
from builder.systems.play.view import Cell, Of, Row, Table
from builder.tui.widgets.game_table import letters
from tests.systems.lethal.play.making import charged, foot, game, gun, hull, in_combat_phase, in_command, play

STUBBER = gun("stubber", "heavy", "suppressive fire", ap=2, shots=3)


def table(now: LethalGame, name: str, side: int = 0) -> Table:
    return next(each for each in PLAY.viewer()(now).sides[side].tables if each.id == name)


def row(now: LethalGame, name: str, of: str = "units") -> Row:
    return next(each for each in table(now, of).rows if each.name == name)


def text_of(cell: Cell) -> str:
    assert isinstance(cell, tuple)
    return "".join(span.text for span in cell)


def told(shown: Row, label: str) -> str:
    found = (each for each in shown.details if each.label == label)
    return "".join(span.text for detail in found for span in detail.spans)


def test_what_is_wanted_of_a_unit_first_is_its_check_its_strokes_or_its_shot() -> None:
    """L-22, L-33, L-61, L-64: an action is wanted of nobody who cannot take one now; a key leads in and out."""
    now = in_combat_phase(game([foot("a", weapons=[gun("rifle")])], [foot("x")]))
    assert row(now, "A").does == {"reserve": "embark"}
    rider = foot("a", marks=(Mark("riding_in", "v"),))
    riding = in_combat_phase(game([hull("v", capacity=10), rider], [foot("x")]))
    assert row(riding, "A").does == row(riding, "V", "vehicles").does == {"reserve": "disembark"}
    fires = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    assert row(fires, "A").does["use"] == "shoot"
    fired = play(fires, ("shoot", {"unit": "a", "target": "x", "hits": "0"}))
    assert row(fired, "A").does["use"] == "ammo"
    assert next(each for each in table(fired, "units", 1).rows).does["use"] == "confusion"
    assert row(charged(foot("a"), foot("x")), "A").does["use"] == "fight"


def test_a_unit_that_has_struck_leads_to_who_has_not_and_then_to_the_end_of_the_round() -> None:
    """L-55, L-101, L-104: keys on it mean the enemy who is to strike; once the combat is won, its move."""
    now = play(charged(foot("a"), foot("x")), ("fight", {"unit": "a", "target": "x", "hits": "0"}))
    struck = row(now, "A")
    assert struck.does["use"] == "fight"
    assert (struck.offers["unit"], struck.offers["target"]) == (("a", "x"), ("a",))
    found, _ = PLAY.choices(now, "fight", "unit", {})
    assert [choice.value for choice in found or ()] == ["x"]
    now = play(now, ("fight", {"unit": "x", "target": "a", "hits": "0"}))
    assert row(now, "A").does["use"] == "end-round" and row(now, "A").offers["combat"] == ("c1",)
    won = play(now, ("known-losses", {"unit": "x", "models": "10", "cause": "blows"}), ("end-round", {}))
    assert row(won, "A").does["use"] == "winners-move"
    assert "use" not in row(play(won, ("next", {})), "A").does, "the phase of its move is over"


def test_nobody_may_act_once_the_game_is_over() -> None:
    viewer, now = PLAY.viewer(), in_combat_phase(game([foot("a")], [foot("x")]))
    turns = [viewer(each).sides[0].tables[0].rows[0].turn for each in (now, play(now, ("end", {})))]
    assert turns == ["may", ""]


def test_a_unit_tells_its_actions_with_their_keys() -> None:
    """L-34, L-35."""
    now = in_combat_phase(
        game([foot("a", weapons=[gun("rifle")]), hull("v", weapons=[gun("gun", "main")])], [foot("x")])
    )
    assert (told(row(now, "A"), "1").split(), told(row(now, "A"), "2").split()) == (
        ["Move-Move", "–", "30", "cm"],
        ["Move-Shoot", "CM", "3+"],
    )
    assert told(row(now, "A"), "6").startswith("Entrench")
    assert told(row(now, "V", "vehicles"), "0").split() == ["Fast", "Vehicle", "Move", "–", "120", "cm"]
    mortars = in_combat_phase(game([hull("v", weapons=[gun("mortar", "ordnance", "barrage")])], [foot("x")]))
    assert told(row(mortars, "V", "vehicles"), "Enter").split() == ["Indirect/Barrage", "CM", "2+"]
    fired = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    assert told(row(fired, "A"), "the act shoot") == "Shoot-Shoot: 2 shots left"
    short = row(now, "A").brief[2][-1][0].text
    assert len(short) < 63 and short.endswith("3 Shoot-Move on 3+ …")
    shaken = play(now, ("set", {"unit": "a", "morale": "shaken"}))
    assert [each.label for each in row(shaken, "A").details if each.label in "1234567890"] == ["1", "6", "7"]
    assert told(row(shaken, "A"), "1").endswith("15 cm") and told(row(shaken, "A"), "7").endswith("CM 3+")
    assert told(row(shaken, "A"), "–") == "Move-Shoot, Shoot-Move, Shoot-Shoot, Focused Shot: it is shaken (L-34)"
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


def test_who_may_stand_and_shoot_and_who_strikes_is_due_before_the_round_ends() -> None:
    """L-101, L-106, L-107: in this order, and no longer once it is done."""
    now = charged(
        foot("a"), foot("x", weapons=[gun("boltgun", "rapid fire")]), ("mark", {"unit": "x", "mark": "entrenched"})
    )

    def due(at: LethalGame) -> list[tuple[str, str | None]]:
        return [
            (each.verb, each.ref)
            for each in PLAY.reminders(at)
            if each.verb in ("stand-and-shoot", "fight", "end-round")
        ]

    assert due(now) == [("stand-and-shoot", "x"), ("fight", "a"), ("fight", "x"), ("end-round", "")]
    assert all(
        each.given["unit"] == each.ref for each in PLAY.reminders(now) if each.verb in ("stand-and-shoot", "fight")
    )
    stood = play(now, ("stand-and-shoot", {"unit": "x", "weapon": "boltgun", "target": "a", "hits": "0"}))
    assert due(stood) == [("fight", "a"), ("end-round", "")]
    struck = play(now, ("fight", {"unit": "x", "target": "a", "hits": "0"}))
    assert due(struck) == [("fight", "a"), ("end-round", "")]


def test_a_combat_and_a_corridor_leave_units_their_letters() -> None:
    """Keys mean units of both sides on them; in forms and in what is due these keep the letters of their own rows.

    A combat has none: a form that names one would take it for a unit of the side that is shown.
    """
    now = charged(foot("a"), foot("x"))
    assert [dict(letters(side)) for side in PLAY.viewer()(now).sides] == [
        {"a": "a", "b": "b"}, {"x": "a", "y": "b"}
    ]  # fmt: skip
    now = in_combat_phase(game([foot("a", 5, weapons=[STUBBER])], [foot("x")]))
    now = play(now, ("suppress", {"unit": "a", "die": "5", "targets": "x"}))
    assert "x" not in letters(PLAY.viewer()(now).sides[0])


def test_the_column_of_morale_tells_who_fights_or_is_still_to_come() -> None:
    """It tells where unbroken units are; of others it tells their morale, and a letter at the name where they are."""
    waiting = foot("w", marks=(Mark("reserve", None),))
    now = in_combat_phase(game([foot("a"), waiting], [foot("x"), hull("y", m=20)]))
    now = play(now, ("set", {"unit": "x", "morale": "shaken"}), ("charge", {"unit": "a", "target": "x"}))
    shown = [*table(now, "units").rows, *table(now, "units", 1).rows]
    assert {each.name: (text_of(each.cells["morale"]), *(mark.sign for mark in each.marks)) for each in shown} == {
        "A": ("in combat",), "W": ("in reserve",), "X": ("shaken", "x")
    }  # fmt: skip
    assert not any(each.state for each in shown)


def test_a_phase_in_which_the_players_act_by_turns_says_whose_activation_it_is() -> None:
    """L-60."""
    now = game([foot("a")], [foot("x")])
    found = [moment(PLAY.viewer()(each), "your", "your") for each in (now, in_command(now), in_combat_phase(now))]
    assert found == ["deployment", "turn 1 · command", "turn 1 · combat · your activation"]


def test_a_unit_whose_player_waits_is_not_taken_for_one_that_is_charged() -> None:
    """L-60: its action is refused by name, and no other unit takes it."""
    now = in_combat_phase(game([foot("a")], [foot("x")]), "2,6")
    view = PLAY.viewer()(now)
    assert view.active == 1 and "contact" not in view.sides[0].fields


def test_models_on_foot_with_su_m_tell_the_save_of_their_last_action() -> None:
    """L-04."""
    now = in_combat_phase(game([foot("a", m=40, su=None, types=("bike",))], [foot("x")]))
    assert told(row(now, "A"), "SU (M)") == "none from 0 cm"
    moved = play(now, ("action", {"unit": "a", "action": "Move-Move"}))
    assert told(row(moved, "A"), "SU (M)") == "2+ from 80 cm" and "SU 2+" in row(moved, "A").brief[0][1][0].text


def test_a_group_is_told_what_its_stance_leaves() -> None:
    """L-35."""
    now = in_command(game([foot("a", cm=1), foot("b"), foot("c")], [foot("x")]))
    now = play(now, ("group", {"units": "a,b", "coherent": "yes", "die": "4"}), ("next", {}))
    now = play(now, ("entrench", {"unit": "a"}))
    assert [each.label for each in row(now, "B").details if each.label in "1234567890"] == ["2", "6"]
    assert "the defensive stance (L-35)" in told(row(now, "B"), "–") and "; defensive;" in told(row(now, "B"), "Group")


def test_who_is_destroyed_has_nothing_more_to_tell() -> None:
    now = in_combat_phase(game([foot("a"), foot("b")], [foot("x")]))
    now = play(now, ("set", {"unit": "a", "morale": "stunned"}), ("mark", {"unit": "a", "mark": "destroyed"}))
    gone = row(now, "A")
    assert gone.cells["models"] == Of(0, 10) and gone.cells["morale"] == "–" and gone.gone and gone.brief == ()
    assert all(column.alive for column in table(now, "units").columns)


def test_a_shot_that_is_fired_is_none_that_is_left() -> None:
    """L-62: of a unit whose only weapon was fired in it."""
    now = in_combat_phase(game([foot("a", weapons=[gun("rifle")])], [foot("x"), foot("y")]))
    now = play(now, ("action", {"unit": "a", "action": "Move-Shoot", "die": "5"}))
    assert row(now, "A").turn == "may" and "1 shot left" in told(row(now, "A"), "This turn")
    now = play(now, ("shoot", {"unit": "a", "target": "x", "hits": "0"}))
    assert row(now, "A").turn == "has" and told(row(now, "A"), "Actions") == "none now"
    twice = in_combat_phase(game([foot("a", weapons=[gun("rifle")])], [foot("x")]))
    twice = play(twice, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    twice = play(twice, ("shoot", {"unit": "a", "target": "x", "hits": "0"}))
    assert told(row(twice, "A"), "the act shoot") == "Shoot-Shoot: 1 shot left"


def test_a_vehicle_tells_in_its_details_that_it_is_immobilised() -> None:
    now = in_combat_phase(game([hull("v", front=8)], [foot("x")]))
    assert "immobilised" not in told(row(now, "V", "vehicles"), "Crew")
    hit = {"vehicle": "v", "ap": "6", "side": "front", "armour_dice": "6", "table_dice": "2"}
    now = play(now, ("hit-vehicle", hit))
    assert told(row(now, "V", "vehicles"), "Crew").startswith("unbroken, immobilised")
    assert "immobilised" in row(now, "V", "vehicles").brief[0][0][0].text


def test_a_row_that_was_kept_is_that_of_its_turn() -> None:
    """L-07: the free move of scouts is one of the first turn, also for a view that sees none of the phases between."""
    first, view = play(game([foot("a", rules=("Scouts",))], [foot("x")]), ("next", {})), PLAY.viewer()
    second = replace(first, clock=replace(first.clock, turn=2))
    shown, then = (view(each).sides[0].tables[0].rows[0].does for each in (first, second))
    assert shown["use"] == "scout" and "use" not in then
