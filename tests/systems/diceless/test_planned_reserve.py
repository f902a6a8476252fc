"""The reserve as the printed list plans it: who comes when, by what the army brings for it (D-80)."""

from __future__ import annotations

import pytest

from builder.roster.marks import Mark
from builder.roster.view import SelectionView
from builder.systems.diceless.cards import roster_page
from builder.systems.diceless.movement import reserve_bonus
from builder.systems.diceless.reading import read
from tests.systems.making import marine, model, roster, selection, unit, vehicle, wargear

RESERVE = (Mark("reserve"),)


def squad(number: int, *marks: Mark) -> SelectionView:
    return unit(f"Squad {number}", model("Marine", 5), id=f"s{number}", marks=marks)


def pod(number: int) -> SelectionView:
    stats = [vehicle("Drop Pod")]
    rules = ["Drop Pod Assault"]
    return selection("Drop Pod", id=f"p{number}", type="unit", profiles=stats, rules=rules, marks=RESERVE)


def bearer(gear: str) -> SelectionView:
    carried = selection(gear, profiles=[wargear(gear)])
    return unit("Command", model("Officer", 1), model("Adviser", 1, carried, stat=marine("Adviser")), id="c1")


def arrivals(*units: SelectionView) -> tuple[int, ...]:
    page = roster_page(read(roster(*units)).army, (), ())
    assert page.reserve is not None
    return page.reserve.arrivals


@pytest.mark.parametrize(
    ("pods", "squads", "expected"),
    [(1, 1, (1, 0, 1, 0, 0)), (3, 0, (2, 0, 1, 0, 0)), (0, 5, (0, 2, 2, 1, 0)), (2, 2, (1, 1, 1, 1, 0))],
)
def test_half_of_the_drop_pods_rounded_up_come_in_turn_1(pods: int, squads: int, expected: tuple[int, ...]) -> None:
    """D-80: the rest of them waits with the other units, of which half come in turn 2."""
    assert arrivals(*map(pod, range(pods)), *(squad(number, *RESERVE) for number in range(squads))) == expected


def test_with_a_telepathic_relay_one_more_comes_in_each_turn() -> None:
    """D-80: each +1 of the base game is one unit more a turn."""
    waiting = [squad(number, *RESERVE) for number in range(5)]
    assert arrivals(*waiting, bearer("Telepathic relay")) == (0, 3, 2, 0, 0)
    assert arrivals(squad(1, *RESERVE), bearer("Telepathic relay")) == (0, 1, 0, 0, 0)


def test_who_intercepts_holds_up_the_other_side() -> None:
    army, enemy = (read(roster(bearer(gear))).army for gear in ("Telepathic relay", "Intercept reserves"))
    assert (reserve_bonus(army), reserve_bonus(army, enemy), reserve_bonus(enemy, army)) == (1, 0, 0)


def test_who_comes_aboard_or_leads_is_not_counted_by_itself() -> None:
    leader = unit("Captain", model("Captain"), id="s9", marks=RESERVE)
    passengers = squad(1, Mark("reserve"), Mark("riding_in", "p1"), Mark("led_by", "s9"))
    assert arrivals(leader, passengers, pod(1)) == (1, 0, 0, 0, 0)


def test_a_unit_in_reserve_has_a_box_for_each_turn_and_the_planned_one() -> None:
    """D-80: of five units two come in turn 2, two in turn 3, and one in turn 4."""
    page = roster_page(read(roster(*(squad(number, *RESERVE) for number in range(5)))).army, (), ())
    assert page.reserve is not None
    assert {tuple(box.label for box in each.turns) for each in page.reserve.units} == {
        ("turn 1", "turn 2", "turn 3", "turn 4", "turn 5")
    }
    assert [each.planned for each in page.reserve.units] == [2, 2, 3, 3, 4]
