"""What screens show of a game of Epic: the acts that are wanted, and what its formations have left."""

from __future__ import annotations

import pytest

from builder.systems.epic.play import PLAY
from builder.systems.epic.play.state import EpicGame
from builder.systems.play.view import Row, Track
from builder.tui.widgets.game_lines import drawn
from tests.systems.epic.play.games import after, decided, formation, game_of, gun, in_action, some


def rows_of(game: EpicGame) -> dict[str, Row]:
    """The rows of both sides, by the ids of their formations."""
    return {row.ref: row for side in PLAY.viewer()(game).sides for table in side.tables for row in table.rows}


def skirmish() -> EpicGame:
    """Two formations with rifles against two without, in the action phase."""
    rifles = some("Infantry", 4, weapons=[gun("rifle", "AP5+")])
    guard = [formation(each, rifles, initiative=1) for each in ("one", "two")]
    orks = [formation(each, some("Boyz", 4), initiative=3) for each in ("mob", "gang")]
    return in_action(game_of(guard, orks))


def test_what_an_action_has_left_is_wanted_before_the_actions_of_others() -> None:
    """E-13: it moves, then shoots; Enter on each formation opens what that can do now."""
    game = skirmish()
    wanted = PLAY.viewer()(game).wanted
    assert wanted[0] == "activate-advance" and wanted.index("activate-march") < wanted.index("undo")
    assert [rows_of(game)[each].does for each in ("one", "mob")] == [{"use": "activate"}] * 2
    game = after(game, "activate", unit="one", action="advance")
    wanted = PLAY.viewer()(game).wanted
    assert wanted[:2] == ("move", "shoot") and wanted.index("undo") < wanted.index("activate-advance")
    assert [rows_of(game)[each].does["use"] for each in ("one", "two")] == ["move", "activate"]
    game = after(game, "move", unit="one")
    assert PLAY.viewer()(game).wanted[0] == rows_of(game)["one"].does["use"] == "shoot"
    game = after(game, "shoot", unit="one", target="mob", hits="0")
    assert PLAY.viewer()(game).wanted[0] == "activate-advance" and not rows_of(game)["one"].does


def test_the_end_of_the_turn_is_wanted_once_all_have_acted() -> None:
    """E-08."""
    game = skirmish()
    for guard, orks in (("one", "mob"), ("two", "gang")):
        game = after(game, "activate", unit=guard, action="overwatch")
        game = after(game, "activate", unit=orks, action="overwatch", die="6")
    assert PLAY.viewer()(game).wanted[:2] == ("shoot", "next"), "one on overwatch may still fire into the last action"


def test_at_the_end_of_a_turn_a_rally_is_wanted_as_long_as_somebody_has_not_rolled() -> None:
    """E-08."""
    game = after(after(skirmish(), "markers", unit="mob", number="1"), "end-phase", anyway="yes")
    assert PLAY.viewer()(game).wanted[:2] == ("rally", "victory")
    game = after(game, "rally", formations="mob", dice="1")
    assert PLAY.viewer()(game).wanted[:2] == ("victory", "next")
    assert PLAY.viewer()(after(game, "victory")).wanted[0] == "next"


def test_who_can_fire_from_overwatch_is_wanted_to_and_no_action_is_offered_before_the_first_strategy_roll() -> None:
    game = skirmish()
    game = after(game, "activate", unit="one", action="overwatch")
    game = after(game, "activate", unit="mob", action="march", die="6")
    assert rows_of(game)["one"].does == {"use": "shoot"} and PLAY.viewer()(game).wanted[:2] == ("move", "shoot")
    assert not rows_of(game)["one"].offers["target"]
    before = rows_of(game_of([formation("one", some("Infantry", 4))], [formation("mob", some("Boyz", 4))]))["one"]
    assert not before.does and "1 advance" not in str(before.brief)


@pytest.mark.parametrize(
    ("markers", "shown"),
    [
        (0, "·······›"), (3, "★★★····›"), (7, "★★★★★★★›"), (9, "★★★★★+4›"),
        (12, "★★★★★+7│"), (14, "★★★★★+9│"), (23, "★★★★+19│"),
    ],
)  # fmt: skip
def test_stars_are_as_many_as_the_markers_or_count_those_without_room(markers: int, shown: str) -> None:
    """E-10, E-11: markers beyond the number that breaks a formation are kept."""
    track = Track(draw="stars", value=markers, full=12)
    assert "".join(signs for signs, _ in drawn(track, 8)) == shown
    assert len(shown) == 8


def test_a_small_formation_is_broken_where_its_stars_reach_the_line() -> None:
    game = skirmish()
    for number, shown in ((1, "★···│"), (4, "★★★★│"), (6, "★★★★│★★")):
        track = rows_of(after(game, "markers", unit="mob", number=str(number)))["mob"].cells["track"]
        assert isinstance(track, Track) and track.value == number
        assert "".join(signs for signs, _ in drawn(track, 8)) == shown


def test_who_has_no_weapon_that_shoots_is_not_counted_among_those_who_fire() -> None:
    """E-11: markers suppress those who could fire; transports with small arms, riders and fighters are none of them."""
    trucks = some("Truck", 2, "AV", weapons=[gun("bolter", "small arms", reach="(15cm)")])
    mixed = formation("one", some("Infantry", 4, weapons=[gun("rifle", "AP5+")]), trucks, initiative=1)
    fighters = formation("two", some("Fighter", 3, weapons=[gun("claws", "assault weapons", reach="contact")]))
    game = after(
        in_action(game_of([mixed, fighters], [formation("mob", some("Boyz", 4))])), "markers", unit="one", number="3"
    )
    told = {
        ref: [str(detail.spans) for detail in row.details if detail.label == "Fires"]
        for ref, row in rows_of(game).items()
    }
    assert "4 able − 3 suppressed, farthest first = 1" in told["one"][0]
    assert "nobody on the table has a weapon that shoots" in told["two"][0]
    assert "fires 1" in str(rows_of(game)["one"].brief)


def test_dice_that_are_known_are_told_where_other_hits_are_not() -> None:
    """E-25: a weapon with D3 shots has no number of dice, but the rifles beside it have."""
    guard = formation(
        "one", some("Infantry", 4, weapons=[gun("rifle", "AP5+"), gun("mortar", "D3 x AP4+")]), initiative=1
    )
    game = in_action(game_of([guard], [formation("mob", some("Boyz", 4))]))
    game = after(game, "activate", unit="one", action="sustained-fire")
    asked = decided(game, "shoot", {"unit": "one", "target": "mob"}).questions[0].text
    assert asked == "Hits, 4 dice at 4+, those of mortar too: how many?"


def test_of_a_formation_that_is_gone_no_markers_are_drawn() -> None:
    gone = rows_of(after(skirmish(), "losses", unit="mob", number="4"))["mob"]
    assert gone.gone and "track" not in gone.cells and gone.cells["markers"] == gone.cells["broken"] == "–"


def test_where_only_overwatch_can_fire_its_own_side_is_no_target() -> None:
    """E-13: a marshal that has moved does not shoot, so fire from overwatch is all that there may be."""
    game = after(skirmish(), "activate", unit="one", action="overwatch")
    game = after(game, "activate", unit="mob", action="marshal", die="6")
    assert rows_of(game)["two"].offers["target"] == ("two",)
    game = after(game, "move", unit="mob")
    assert not rows_of(game)["two"].offers["target"] and rows_of(game)["mob"].offers["target"]


def test_an_enemy_can_be_the_target_of_an_assault_whose_result_is_untold_though_overwatch_may_fire_into_it() -> None:
    """E-13, E-26: an engage never shoots, and yet its assault is at a formation of the other side."""
    game = after(skirmish(), "activate", unit="one", action="overwatch")
    game = after(game, "activate", unit="mob", action="engage", die="6")
    assert [rows_of(game)[each].offers["target"] for each in ("one", "two")] == [("one",), ("two",)]
    assert PLAY.viewer()(game).sides[0].fields == ("unit",), "who is meant to shoot, first of all, is of this side"
    game = after(game, "assault-result", unit="mob", target="two", winner="nobody")
    assert not rows_of(game)["two"].offers["target"], "what is left to do is to fire from overwatch"


def test_where_nobody_can_fire_into_an_action_the_enemies_of_it_are_still_its_targets() -> None:
    """E-13: a march does not shoot, and nobody of the other side is on overwatch."""
    game = after(skirmish(), "activate", unit="one", action="advance")
    game = after(game, "activate", unit="mob", action="march", die="6")
    assert rows_of(game)["two"].offers["target"] == ("two",)
