"""The cards and the roster page of an army, as blocks."""

from __future__ import annotations

from decimal import Decimal

import pytest

from builder.errors import Finding, Severity
from builder.record import replace
from builder.roster.marks import Mark
from builder.services.army.locator import open_army
from builder.systems.blocks import Card, RosterMark, Shape, UnitCard, VehicleCard
from builder.systems.diceless.cards import army_cards, roster_page, unit_cards
from builder.systems.fortyk.model import FortykArmy
from tests.exporters import samples


def card_of(army: FortykArmy, identity: str) -> Card:
    return next(card for card in army_cards(army) if card.id == identity)


def unit_card(army: FortykArmy, identity: str) -> UnitCard:
    card = card_of(army, identity)
    assert isinstance(card, UnitCard)
    return card


def vehicle_card(army: FortykArmy, identity: str) -> VehicleCard:
    card = card_of(army, identity)
    assert isinstance(card, VehicleCard)
    return card


def test_every_unit_gets_its_cards_in_order() -> None:
    assert [card.id for card in army_cards(samples.MARINES)] == [unit.id for unit in samples.MARINES.units]


def test_a_gun_and_its_crew_get_a_card_each() -> None:
    cards = unit_cards(samples.GUNZ)
    assert [card.id for card in cards] == ["m1n2", "m1n2.v1", "m1n2.v2"]
    assert {card.head.caption for card in cards} == {"points in all"}
    assert [samples.GUNZ.notes in card.notes for card in cards] == [True, False, False]


def test_a_group_has_a_box_for_each_ten_hit_points() -> None:
    """D-90."""
    nob, bikers = unit_card(samples.ORKS, "c6x8").groups
    assert (nob.wounds, nob.boxes, nob.each, nob.total) == (2, 5, 100, 100)
    assert (bikers.models, bikers.each, bikers.total) == (5, 50, 250)
    assert (bikers.box_prefix, bikers.lost_id) == ("c6x8.2.h", "c6x8.2.lost")


def test_the_track_fails_above_the_limits_of_the_best_leader() -> None:
    track = unit_card(samples.MARINES, "t9b8").track
    assert track.id == "t9b8.op"
    assert [(threshold.value, threshold.reroll) for threshold in track.thresholds] == [(167, False), (194, True)]
    assert track.hints == ("no Sergeant, Ld 8: 144, 185",)


@pytest.mark.parametrize(
    ("ld", "limits", "hints"),
    [
        (10, [183, 199], ("no leader, Ld 9: 167, 194",)),
        (9, [167, 194], ()),
        (7, [117, 165], ("no leader, Ld 9: 167, 194",)),
    ],
)
def test_the_track_of_a_led_unit_goes_by_its_leader(ld: int, limits: list[int], hints: tuple[str, ...]) -> None:
    """D-11: be his Ld worse than that of the unit; what holds without him is told where it is something else."""
    body = samples.TERMINATORS.groups[0]
    groups = (replace(body, profile=replace(body.profile, ld=ld)),)
    vael = replace(samples.TERMINATORS, id="vael", name="Vael", groups=groups, marks=())
    squad = replace(samples.TACTICALS, marks=(Mark("led_by", "vael"),))
    army = replace(samples.MARINES, units=(vael, squad))
    led = unit_card(army, squad.id).track
    assert ([threshold.value for threshold in led.thresholds], led.hints) == (limits, hints)
    assert "+25 with each test of its unit" in unit_card(army, "vael").track.hints


def test_a_psyker_is_reminded_of_his_tests() -> None:
    assert unit_card(samples.MARINES, "f2c8").track.hints == ("failed psychic test: 0",)


def test_equal_stat_lines_share_a_row_and_weapons_are_counted() -> None:
    card = unit_card(samples.MARINES, "a5h8")
    assert [row.cells[0] for row in card.profiles.rows] == ["Sergeant, Terminator"]
    weapons = {row.cells[1]: row.cells[0] for row in card.weapons.rows}
    assert weapons == {"Storm bolter": "4", "Power sword": "1", "Assault cannon": "1", "Power fist": "4"}


def test_one_weapon_in_unlike_hands_has_a_row_for_each() -> None:
    """The fewer of them are named, each below the other."""
    rows = [row.cells for row in unit_card(samples.ORKS, "z2q5").weapons.rows]
    first, second = (cells for cells in rows if cells[1].startswith("Power klaw"))
    assert (first[0], first[1], first[3], first[6]) == ("1", "Power klaw, Boss Gitstompa", "10", "30–50")
    assert (second[0], second[1], second[3], second[6]) == ("2", "Power klaw", "8", "24–40")
    assert rows.index(second) == rows.index(first) + 1


def test_further_modes_stand_under_their_weapon() -> None:
    rows = unit_card(samples.MARINES, "p5w2").weapons.rows
    names = [(row.cells[0], row.cells[1], row.sub) for row in rows]
    assert ("1", "Missile launcher, frag", False) in names
    assert ("", "krak", True) in names


def test_facts_begin_with_the_models_and_their_hp() -> None:
    """D-02: HP are 10 × T × W of each model."""
    assert list(unit_card(samples.MARINES, "f2c8").head.facts[:2]) == ["1 model", "80 HP"]
    assert list(unit_card(samples.MARINES, "t9b8").head.facts[:2]) == ["10 models", "400 HP"]


def test_facts_tell_who_rides_where() -> None:
    assert "rides in Rhino 1" in unit_card(samples.MARINES, "t9b8").head.facts
    assert "carries Tactical Squad Ancora" in vehicle_card(samples.MARINES, "a5h4").head.facts


def test_the_stat_line_tells_who_has_an_invulnerable_save() -> None:
    assert {row.cells[-1] for row in unit_card(samples.MARINES, "a5h8").profiles.rows} == {"2+/5++"}
    sergeant, *others = samples.TERMINATORS.groups
    lucky = replace(sergeant, profile=replace(sergeant.profile, invulnerable=3))
    (card,) = unit_cards(replace(samples.TERMINATORS, groups=(lucky, *others)))
    assert isinstance(card, UnitCard)
    assert [row.cells[-1] for row in card.profiles.rows] == ["2+/3++", "2+/5++"]
    assert "instant death from S 8" in unit_card(samples.ORKS, "c6x8").head.facts


def test_an_open_topped_vehicle_starts_with_its_first_glancing_box_checked() -> None:
    checked = [
        check.id for row in vehicle_card(samples.MARINES, "d8s9").hit_rows for check in row.checks if check.checked
    ]
    assert checked == ["d8s9.g1"]
    rhino = vehicle_card(samples.MARINES, "a5h4")
    assert not any(check.checked for row in rhino.hit_rows for check in row.checks)


def test_damage_lines_show_the_strengths_that_land_from_each_side() -> None:
    """D-91."""
    lines = {line.letter: line for line in vehicle_card(samples.MARINES, "s9j4").lines}
    assert [landing.strength for landing in lines["A"].landings] == ["7", "5", "4"]
    assert [(landing.strength, landing.remote) for landing in lines["F"].landings] == [
        ("12+", True),
        ("10+", False),
        ("9+", False),
    ]
    assert [(value, check.shape) for value, check in lines["B"].steps] == [(18, Shape.CIRCLE), (36, Shape.SQUARE)]


def test_field_ids_are_unique_in_an_army() -> None:
    ids: list[str] = []
    for card in (*army_cards(samples.MARINES), *army_cards(samples.ORKS)):
        ids.extend(check.id for check in card.checks)
        if isinstance(card, UnitCard):
            ids.extend([card.track.id, *(group.lost_id for group in card.groups)])
        elif isinstance(card, VehicleCard):
            ids.extend(weapon.check.id for weapon in card.weapons)
            ids.extend(check.id for row in card.hit_rows for check in row.checks)
            ids.extend(check.id for line in card.lines for _, check in line.steps)
            ids.extend(line.id for line in card.lines)
    assert len(ids) == len(set(ids))


def test_the_roster_page_names_its_cards_marks_and_tokens() -> None:
    page = roster_page(samples.MARINES, samples.COUNTERS, samples.FINDINGS, samples.SLOTS)
    rows = {row.unit: row for row in page.rows}
    assert rows["a5h8"].marks == (RosterMark.RESERVE, RosterMark.DEEP_STRIKE, RosterMark.TOKENS)
    assert rows["a5h4"].marks == (RosterMark.TRANSPORT,)
    assert {total.label: total.value for total in page.totals} == {
        "units": "10",
        "models": "26",
        "vehicles": "5",
        "in reserve": "2",
    }
    scatter = page.tokens[0]
    assert (scatter.total, scatter.remark) == (13, "15 when the game starts")
    assert scatter.sources[-1] == "Terminator Squad, deep strike:\u00a0+2"
    assert page.reserve is not None
    assert page.reserve.arrivals == (0, 1, 1, 0, 0)


def test_errors_come_first_among_the_findings() -> None:
    findings = (*samples.FINDINGS, Finding(Severity.ERROR, "points", "40 points too many."))
    severities = [finding.severity for finding in roster_page(samples.MARINES, (), findings).findings]
    assert severities == [Severity.ERROR, Severity.WARNING, Severity.INFO, Severity.INFO]


def test_only_the_rules_that_an_army_uses_are_restated() -> None:
    rules = {rule.rule for rule in roster_page(samples.MARINES, (), ()).rules}
    assert {"D-16", "D-29", "D-30", "D-31", "D-62", "D-71", "D-75"} <= rules
    assert not {"D-33", "D-34", "D-42"} & rules
    nothing = FortykArmy(name="Nobody", units=(), points=Decimal(0))
    assert roster_page(nothing, (), ()).rules == ()


def test_a_unit_without_leadership_has_a_track_without_limits() -> None:
    groups = tuple(replace(group, profile=replace(group.profile, ld=None)) for group in samples.BIKES.groups)
    (card,) = unit_cards(replace(samples.BIKES, groups=groups))
    assert isinstance(card, UnitCard)
    assert (card.track.thresholds, card.track.hints) == ((), ())


def test_whom_a_vehicle_carries_is_told_once() -> None:
    facts = {fact for card in open_army("orks-1000").reading.cards() for fact in card.head.facts}
    assert "carries Skragdakka and Skragdakka's trukk boyz" in facts
