from __future__ import annotations

from msgspec.structs import replace

from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.changes import (
    Arriving,
    Change,
    GroupHealthSet,
    HitRowsSet,
    LinesSet,
    Ordered,
    UnitFlagged,
)
from builder.systems.diceless.play.report import GameReport, UnitReport, VehicleReport, report
from builder.systems.diceless.play.rows import vehicle_row as shown_row
from builder.systems.diceless.play.rows import without_name
from builder.systems.diceless.play.state import Flag, GameState, Phase
from builder.systems.diceless.vehicle_damage import HitRows, Landed, hits
from builder.systems.play.changes import Led
from builder.systems.play.events import Event
from builder.systems.play.view import Row, Track, View
from tests.systems.diceless.play.games import MARINES, ORKS, in_turn, marines, new_game, played


def after(state: GameState, *changes: Change) -> GameState:
    return PLAY.evolve(state, Event(kind="test", text="", changes=changes))


def unit_row(view: GameReport, ref: str) -> UnitReport:
    return next(unit for side in view.sides for unit in side.units if unit.ref == ref)


def vehicle_row(view: GameReport, ref: str) -> VehicleReport:
    return next(vehicle for side in view.sides for vehicle in side.vehicles if vehicle.ref == ref)


def test_a_unit_shows_its_models_and_the_hit_points_left_in_each_group() -> None:
    hurt = GroupHealthSet(side=MARINES, unit="dev", group="dev.2", models=1, noted=2)
    row = unit_row(report(after(new_game(), hurt)), "dev")
    assert (row.models, row.models_full, row.hp, row.hp_full) == (4, 5, 158, 200)
    assert [(group.name, group.models, group.hp, group.hp_full) for group in row.groups] == [
        ("Sergeant", 1, 40, 40), ("Missile launcher", 1, 38, 80), ("Boltgun", 2, 80, 80),
    ]  # fmt: skip


def test_a_unit_shows_when_its_tests_fail_and_how_many_it_still_passes() -> None:
    """D-10: Ld 9 passes up to 167, with a re-roll up to 194."""
    row = unit_row(report(after(new_game(), Ordered(side=MARINES, unit="dev", op=75))), "dev")
    assert (row.op, row.ld, row.fails_above, row.fails_above_reroll, row.tests_left) == (75, 9, 167, 194, 3)


def test_a_led_unit_tests_on_its_leader_until_he_is_gone() -> None:
    """D-11."""
    game = new_game()
    assert unit_row(report(game), "anc").ld == 10
    dead = after(game, GroupHealthSet(side=MARINES, unit="cap", group="cap.1", models=0, noted=0))
    row = unit_row(report(dead), "anc")
    assert row.ld == 9
    assert row.marks == ("in Rhino 1",)
    assert unit_row(report(dead), "cap").destroyed


def test_the_sergeant_takes_his_leadership_with_him() -> None:
    gone = (
        GroupHealthSet(side=MARINES, unit="cap", group="cap.1", models=0, noted=0),
        GroupHealthSet(side=MARINES, unit="anc", group="anc.1", models=0, noted=0),
    )
    assert unit_row(report(after(new_game(), *gone)), "anc").ld == 8


def test_marks_say_who_leads_whom_and_who_is_aboard() -> None:
    view = report(new_game())
    assert unit_row(view, "anc").marks == ("in Rhino 1", "led by Captain")
    assert unit_row(view, "cap").marks == ("in Rhino 1", "leads Ancora")
    assert vehicle_row(view, "rho").marks == ("carries Captain and Ancora",)
    assert unit_row(view, "jmp").marks == ("reserve", "deep strike")


def test_vehicles_and_units_on_foot_are_listed_apart() -> None:
    marines = report(new_game()).sides[MARINES]
    assert [vehicle.name for vehicle in marines.vehicles] == ["Rhino 1"]
    assert "Rhino 1" not in [unit.name for unit in marines.units]


def test_a_vehicle_shows_its_lines_and_what_the_next_hit_does() -> None:
    """D-52, D-55."""
    rows = hits(HitRows(1), [("G", False), ("G", False), ("P", False)]).value
    shot = after(
        new_game(),
        LinesSet(side=MARINES, vehicle="rho", lines={"A": 36, "B": 22}),
        HitRowsSet(side=MARINES, vehicle="rho", rows=rows, weapons=frozenset()),
    )
    row = vehicle_row(report(shot), "rho")
    assert [(line.letter, line.damage) for line in row.lines][:3] == [("A", 36), ("B", 22), ("C", 0)]
    assert [(box.text, box.checked) for box in row.lines[1].thresholds] == [("18G", True), ("36P", False)]
    assert [box.checked for box in row.glancing] == [True, True, False, False, False, False]
    assert (row.next_glancing, row.next_penetrating) == ("crew stunned", "crew stunned")


def test_the_next_hit_names_both_results_where_the_attacker_chooses() -> None:
    """D-57."""
    rows = hits(HitRows(2), [("P", False)] * 3).value
    shot = after(new_game(), HitRowsSet(side=MARINES, vehicle="rho", rows=rows, weapons=frozenset()))
    assert vehicle_row(report(shot), "rho").next_penetrating == "weapon destroyed or immobilised"


def test_an_open_topped_vehicle_begins_with_a_box_checked() -> None:
    """D-59."""
    row = vehicle_row(report(new_game()), "tru")
    assert row.glancing[0].checked
    assert row.armour == (10, 10, 10)
    shown = shown_row(row).cells["glancing"]
    assert isinstance(shown, Track) and shown.value == 0, "nothing has hit it"
    assert "".join(box.signs[box.checked] for box in shown.boxes) == "–○○○○○"


def test_each_side_holds_the_tokens_that_its_opponent_gave() -> None:
    """D-77: two blasts and a deep strike give six Scatter, a plasma gun one Gets Hot!, a psyker one Warp."""
    marines, orks = report(new_game()).sides
    assert [(token.name, token.left, token.total) for token in orks.tokens] == [
        ("Scatter", 6, 6), ("Gets Hot!", 1, 1), ("Warp", 1, 1),
    ]  # fmt: skip
    assert [token.left for token in marines.tokens] == [9, 0, 0]


def test_the_reserve_says_how_many_may_arrive_and_when() -> None:
    """D-80: of two units one in turn 2, the other in turn 3."""
    game = new_game()
    assert report(game).sides[MARINES].reserve == "1 of 2 may arrive in turn 2: Assault squad, Terminators"
    now = in_turn(game, 2)
    assert report(now).sides[MARINES].reserve == "1 of 2 may arrive this turn: Assault squad, Terminators"
    came = after(
        now,
        UnitFlagged(side=MARINES, unit="jmp", flag=Flag.RESERVE, on=False),
        Arriving(side=MARINES, unit="jmp", arrived=2),
    )
    assert report(came).sides[MARINES].reserve == "Terminators to arrive in turn 3"


def test_a_reserve_of_one_unit_is_told_for_turn_3() -> None:
    """D-80: half of one, rounded down, is none in turn 2."""
    alone = after(new_game(), UnitFlagged(side=MARINES, unit="jmp", flag=Flag.RESERVE, on=False))
    for game in (alone, in_turn(alone, 2), in_turn(alone, 2, active=ORKS)):
        assert report(game).sides[MARINES].reserve == "Terminators to arrive in turn 3"
    assert report(in_turn(alone, 3)).sides[MARINES].reserve == "Terminators to arrive this turn"
    assert report(in_turn(alone, 3, Phase.SHOOTING)).sides[MARINES].reserve == "Terminators to arrive in turn 4"


def test_the_player_with_the_second_turn_may_still_bring_units_in_the_same_game_turn() -> None:
    game = after(new_game(), UnitFlagged(side=ORKS, unit="gre", flag=Flag.RESERVE))
    assert report(in_turn(game, 3)).sides[ORKS].reserve == "Gretchin to arrive in turn 3"
    assert report(in_turn(game, 3, active=ORKS)).sides[ORKS].reserve == "Gretchin to arrive this turn"


def test_a_unit_that_was_put_off_arrives_beside_those_that_may() -> None:
    put_off = Arriving(side=MARINES, unit="ter", put_off=2)
    game = in_turn(after(new_game(), put_off), 3)
    assert (
        report(game).sides[MARINES].reserve
        == "Terminators to arrive this turn, delayed before; Assault squad to arrive this turn"
    )


def test_a_hint_tells_what_is_to_be_agreed_until_it_is() -> None:
    told = "Agree on the mission and on who has the first turn"
    assert told in report(new_game()).hints
    assert told not in report(played(new_game(), "agree mission=Annihilation")).hints


def test_a_hint_warns_of_the_next_test_that_fails() -> None:
    game = in_turn(after(new_game(), Ordered(side=MARINES, unit="dev", op=150)), 1, Phase.SHOOTING)
    assert "Devastators: its next Ld test fails (150 + 25 = 175, over 167)" in report(game).hints


def test_no_hint_warns_of_a_leader_whose_unit_tests_for_him() -> None:
    """D-11."""
    game = after(new_game(), Ordered(side=MARINES, unit="cap", op=180))
    assert not any("Captain" in hint for hint in report(game).hints)
    assert any("Captain" in hint for hint in report(after(game, Led(side=MARINES, unit="anc"))).hints)


def test_a_hint_puts_passengers_of_a_wreck_on_foot() -> None:
    wreck = HitRows(1, True, hits(HitRows(1, True), [("P", False)] * 5).value.landed)
    game = after(new_game(), HitRowsSet(side=ORKS, vehicle="tru", rows=wreck, weapons=frozenset({"tru.w1"})))
    view = report(game)
    assert vehicle_row(view, "tru").destroyed
    assert any(hint.startswith("Trukk is no more: Boyz must get out") for hint in view.hints)


def test_a_hint_settles_an_explosion_on_the_passengers() -> None:
    """D-61."""
    burst = HitRows(1, True, (Landed("P", 6, "Explodes"),))
    game = after(new_game(), HitRowsSet(side=ORKS, vehicle="tru", rows=burst, weapons=frozenset({"tru.w1"})))
    assert "Trukk has exploded: the act explosion settles it on Boyz" in report(game).hints


def test_both_sides_units_have_refs_of_their_own() -> None:
    from tests.systems.diceless.play.games import marines

    mirror = new_game(against=marines())
    refs = [unit.ref for side in report(mirror).sides for unit in side.units]
    assert len(set(refs)) == len(refs)
    assert {"1:anc", "2:anc"} <= set(refs)


def test_an_opponent_who_is_only_a_name_has_tokens_but_no_units() -> None:
    game = new_game()
    nameless = replace(
        game, sides=(game.sides[0], replace(game.sides[1], army=None, known=False, bodies={}, owners={}))
    )
    side = report(nameless).sides[1]
    assert (side.units, side.vehicles, side.reserve) == ((), (), "")
    assert side.tokens[0].left == 6


def test_names_are_told_apart_as_soon_as_the_other_army_has_them_too() -> None:
    """The same side against one army and then another, as for programs that show several games."""
    game, mirror = new_game(), new_game(against=marines())
    assert unit_row(report(game), "anc").ref == "anc"
    beside = replace(game, sides=(game.sides[MARINES], mirror.sides[ORKS]))
    assert unit_row(report(beside), "1:anc").name == "Ancora"


def rows(view: View) -> list[Row]:
    return [row for side in view.sides for row in side.tables[0].rows]


def test_two_games_at_once_keep_their_own_rows() -> None:
    one, other = new_game(), new_game(against=marines())
    view, others = PLAY.viewer(), PLAY.viewer()
    shown = rows(view(one))
    assert rows(others(other))[-1].name == "Terminators"
    assert all(row is again for row, again in zip(shown, rows(view(one)), strict=True))
    after = rows(view(played(one, "damage unit=Mob hp=40 group=Boy")))
    assert [row.name for row, then in zip(after, shown, strict=True) if row is not then] == ["Mob"]
    assert report(played(one, "damage unit=Mob hp=40 group=Boy")).sides[ORKS].units[1].models == 19
    assert report(one).sides[ORKS].units[1].models == 20


def test_each_unit_of_the_side_that_acts_tells_whether_it_may_still_shoot() -> None:
    """One that has fired has acted, one in reserve may not; in the movement, and of the others, nothing is told."""
    shooting = in_turn(new_game(), 1, Phase.SHOOTING)
    away = after(shooting, UnitFlagged(side=MARINES, unit="dev", flag=Flag.RESERVE, on=True))
    turns = {row.ref: row.turn for table in PLAY.viewer()(away).sides[MARINES].tables for row in table.rows}
    assert turns["dev"] == "cannot" and "may" in turns.values()
    others = PLAY.viewer()(away).sides[ORKS].tables
    assert not {row.turn for table in others for row in table.rows} - {""}
    moving = PLAY.viewer()(in_turn(new_game(), 1)).sides[MARINES].tables
    assert not {row.turn for table in moving for row in table.rows} - {""}


def test_who_fired_remembers_it_as_his_last_act_without_his_own_name() -> None:
    game = played(in_turn(new_game(), 1, Phase.SHOOTING), "shoot attacker=dev target=gre weapon=boltgun distance=20")
    view = PLAY.viewer()(game)
    last = {row.ref: row.last for side in view.sides for table in side.tables for row in table.rows}
    assert last["dev"].startswith("2 × Boltgun, at Gretchin: 32 DMG")
    assert last["gre"].startswith("Devastators, 2 × Boltgun: 32 DMG")
    assert unit_row(report(game), "dev").last.startswith("Devastators, 2 × Boltgun")
    assert (without_name("Rhino 1: wrecked", "Rhino 1"), without_name("Rhino 12: hit", "Rhino 1")) == (
        "wrecked", "Rhino 12: hit",
    )  # fmt: skip
    assert without_name("Mob out of Trukk", "Mob") == "out of Trukk"
    assert without_name("Mob and Boss out of Trukk", "Mob") == "with Boss out of Trukk"
