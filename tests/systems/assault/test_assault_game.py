"""The seven steps of Trial Assault in a game: orks charge guardsmen."""

from __future__ import annotations

import pytest

from builder.errors import PlayError
from builder.record import replace
from builder.systems.blocks import PanelCard, TablePanel
from builder.systems.play.game import UnitRef, with_body
from tests.systems.making import write_card
from tests.systems.modular import Table

BOYZ, NEAR, SQUAD, RIDERS = "d5f6", "g7h8", "n8m9", "h4g5"


def charging(dice: str = "", **declared: str | bool) -> Table:
    """Boyz that have charged First Squad, ten of them in contact with six, four more near them."""
    table = Table(("assault",))
    table.phase("assault")
    table.do("declare-charge", unit=BOYZ, targets=SQUAD, distance="5", **declared)
    table.do("charge-move", unit=BOYZ, **({"dice": dice} if dice else {}))
    return table


def locked(cover: str = "0") -> Table:
    """The same, locked: nobody has struck."""
    table = charging()
    table.do(
        "locked",
        unit=BOYZ,
        target=SQUAD,
        contact="10",
        support="4",
        target_contact="6",
        target_support="2",
        cover=cover,
    )
    return table


def strike_first(table: Table, unit: str, wounds: str, **given: str) -> None:
    """Strike with the first of a unit's models whose step it is."""
    choices, _ = table.play.choices(table.game, "strike", "models", {"unit": unit})
    assert choices
    table.do("strike", unit=unit, models=choices[0].value, wounds=wounds, **given)


def test_a_charge_is_declared_by_the_rules() -> None:
    """A-02, A-03: in the assault phase, within reach, at what was shot at, and not after heavy weapons at a stand."""
    table = Table(("assault",))
    table.phase("shooting")
    with pytest.raises(PlayError, match="A-01"):
        table.do("declare-charge", unit=BOYZ, targets=SQUAD, distance="5")
    table.do("shot", unit=BOYZ, at=RIDERS)
    table.do("disembark", unit=NEAR)
    table.do("shot", unit=NEAR, at=SQUAD, stood=True)
    table.phase("assault")
    with pytest.raises(PlayError, match=r'7" away, and it charges 6" \(A-02\)'):
        table.do("declare-charge", unit=BOYZ, targets=RIDERS, distance="7")
    with pytest.raises(PlayError, match=r"shot at Varsk lancers: .* \(A-03\)"):
        table.do("declare-charge", unit=BOYZ, targets=SQUAD, distance="5")
    with pytest.raises(PlayError, match="reached in coherency"):
        table.do("declare-charge", unit=BOYZ, targets=f"{RIDERS},{SQUAD}", distance="5")
    with pytest.raises(PlayError, match="A-03"):
        table.do("declare-charge", unit=NEAR, targets=SQUAD, distance="5")
    assert "declares a charge on Varsk lancers and First Squad" in table.do(
        "declare-charge", unit=BOYZ, targets=f"{RIDERS},{SQUAD}", distance="5", coherency=True
    )
    assert "2 Move" in table.due


def test_who_rides_or_waits_is_not_charged() -> None:
    """A-02: nobody who is charged is aboard of a transport or in reserve."""
    table = Table(("assault",), armies=("plain-orks-500", "plain-space-marines-500"))
    table.phase("assault")
    with pytest.raises(PlayError, match="on the table"):
        table.do("declare-charge", unit=BOYZ, targets="t6y7", distance="5")
    targets, _ = table.play.choices(table.game, "declare-charge", "targets", {"unit": BOYZ})
    assert targets and "t6y7" not in [each.value for each in targets]


def test_difficult_ground_is_moved_by_the_highest_of_two_dice() -> None:
    """A-04: too short, nobody moves and nobody is locked."""
    table = Table(("assault",))
    table.phase("assault")
    table.do("declare-charge", unit=BOYZ, targets=SQUAD, distance="5.5")
    (asked,) = table.decision("charge-move", unit=BOYZ, difficult=True).questions
    assert (asked.parameter, asked.dice) == ("dice", 2)
    assert "too short" in table.do("charge-move", unit=BOYZ, dice="2,5")
    assert "charged" not in table.flags(BOYZ)
    with pytest.raises(PlayError, match="declare it first"):
        table.do("charge-move", unit=BOYZ)
    assert "charged" in charging("1,5").flags(BOYZ)


def test_blows_are_struck_by_initiative() -> None:
    """A-05, A-09, A-13: guardsmen at 3, boyz at 2 with four dice each, the klaw at 1."""
    table = locked()
    assert "locked" in table.flags(BOYZ) and "engaged" in table.flags(SQUAD, 1)
    assert "3 Fight: First Squad" in table.due
    with pytest.raises(PlayError, match="does not strike now: first First Squad"):
        table.do("strike", unit=BOYZ, wounds="1")
    while "First Squad" in table.due:
        strike_first(table, SQUAD, "0")
    assert "at step 2" in table.due
    boyz, _ = table.play.choices(table.game, "strike", "models", {"unit": BOYZ})
    assert boyz and [each.text for each in boyz] == ["Slugga: 40 dice at step 2"]


def test_dice_that_are_typed_in_are_read_by_majorities() -> None:
    """A-07, A-08, A-15: WS 4 hits WS 3 on 3+, S 3 wounds T 3 on 4+, 5+ saves; A-14: wounds beyond reach are lost."""
    table = locked()
    while "First Squad" in table.due:
        strike_first(table, SQUAD, "0")
    asked, *_ = table.decision("strike", unit=BOYZ, models="slugga", dice="3").questions
    assert (asked.parameter, asked.dice) == ("dice", 39) and "hit 3+, wound 4+, save 5+" in asked.text
    hits, wounds = ",".join(["3"] * 10 + ["2"] * 30), ",".join(["4"] * 4 + ["3"] * 6)
    asked, *_ = table.decision("strike", unit=BOYZ, models="slugga", dice=hits).questions
    assert (asked.parameter, asked.dice) == ("wound-dice", 10)
    with pytest.raises(PlayError, match="10 rolled"):
        table.do("strike", unit=BOYZ, models="slugga", dice=hits, wound_dice=",".join("4" * 11))
    rolled = table.play.roll(table.game, "strike", {"unit": BOYZ, "models": "slugga"}, lambda number: [6] * number)
    assert rolled["save-dice"] == ",".join("6" * 40)
    assert "First Squad: 3 wounds" in table.do(
        "strike", unit=BOYZ, models="slugga", dice=hits, wound_dice=wounds, save_dice="5,4,4,1"
    )
    assert table.game.body(UnitRef(1, SQUAD)).on_foot == 7
    steps = table.decision("strike", unit=BOYZ, models="nob", wounds="9").event.steps
    assert any("beyond reach are lost (A-14)" in step for step in steps)


def test_charged_models_in_cover_strike_at_ten_before_anyone_else() -> None:
    """A-09: and whom they kill does not strike."""
    table = locked(cover="6")
    assert "at step 10" in table.due
    choices, _ = table.play.choices(table.game, "strike", "models", {"unit": SQUAD})
    assert choices and all("from cover" in each.text for each in choices)
    while "at step 10" in table.due:
        strike_first(table, SQUAD, "8", falls="slugga")
    while "First Squad" in table.due:
        strike_first(table, SQUAD, "0")
    body = table.game.body(UnitRef(0, BOYZ))
    assert body.on_foot < 22 and "40 dice" not in table.due


def test_who_has_an_initiative_of_ten_waits_for_those_in_cover() -> None:
    """A-09: models in cover strike, and whom they kill is removed, before anyone else."""
    table = locked(cover="6")
    ref = UnitRef(0, BOYZ)
    body = table.game.body(ref)
    groups = tuple(replace(each, profile=replace(each.profile, i=10)) for each in body.unit.groups)
    table.game = with_body(table.game, ref, unit=replace(body.unit, groups=groups))
    assert "3 Fight: First Squad, Sergeant from cover" in table.due
    table.do("strike", unit=SQUAD, models="n8m9.1/cover", wounds="8", falls="slugga")
    with pytest.raises(PlayError, match=r"first First Squad, .* from cover"):
        table.do("strike", unit=BOYZ, wounds="1")
    while "from cover" in table.due:
        table.do("strike", unit=SQUAD, wounds="0")
    assert "3 Fight: Skarmaw's boyz, Slugga: 20 dice at step 10" in table.due, "five and the nob are left in contact"


def test_blows_are_shared_out_among_several_enemies() -> None:
    """A-02, A-14: a unit that charged two strikes some of its blows at one of them, and the others at the other."""
    table = Table(("assault",))
    table.phase("assault")
    table.do("declare-charge", unit=BOYZ, targets=f"x4c5,{SQUAD}", distance="4", coherency=True)
    table.do("charge-move", unit=BOYZ)
    for target in ("x4c5", SQUAD):
        table.do("locked", unit=BOYZ, target=target, contact="10", target_contact="4")
    while "at step 3" in table.due:
        strike_first(table, "x4c5" if "Captain" in table.due else SQUAD, "0")
    with pytest.raises(PlayError, match="36 dice at step 2: they cannot strike with 37"):
        table.do("strike", unit=BOYZ, target=SQUAD, models="slugga", blows="37", wounds="1")
    table.do("strike", unit=BOYZ, target=SQUAD, models="slugga", blows="20", wounds="3")
    assert "3 Fight: Skarmaw's boyz, Slugga: 16 dice at step 2" in table.due
    assert "16 dice" in table.do("strike", unit=BOYZ, target="x4c5", models="slugga", wounds="2")
    assert "Nob: 5 dice at step 1" in table.due
    (combat,) = table.game.kept["assault"].combats.values()
    assert combat.inflicted == (5, 0)


def struck(table: Table, orks: str, guard: str) -> None:
    """Strike the round to its end: all wounds of each side at once, the rest nothing."""
    left = {BOYZ: orks, SQUAD: guard}
    while "3 Fight" in table.due:
        unit = SQUAD if "3 Fight: First Squad" in table.due else BOYZ
        strike_first(table, unit, left[unit])
        left[unit] = "0"


def test_the_loser_tests_and_breaks_off() -> None:
    """A-10: more wounds win; a failed test of Ld, and it falls back and is locked no more."""
    table = locked()
    with pytest.raises(PlayError, match="the round is not fought: first First Squad"):
        table.do("round-result", unit=BOYZ)
    with pytest.raises(PlayError, match="has lost no round"):
        table.do("morale", unit=SQUAD, dice="6,6")
    struck(table, orks="4", guard="3")
    assert "4 Result" in table.due
    choices, _ = table.play.choices(table.game, "round-result", "unit", {})
    assert choices and [each.text for each in choices] == ["Skarmaw's boyz and First Squad"], "a combat stands once"
    assert "Mia 4, Tom 3: First Squad lost and tests Ld" in table.do("round-result", unit=BOYZ)
    with pytest.raises(PlayError, match="tests its Ld first"):
        table.do("pile-in", unit=BOYZ, contact="9")
    assert "it falls back" in table.do("morale", unit=SQUAD, dice="6,5")
    assert "falling back" in table.flags(SQUAD, 1) and "locked" not in table.flags(BOYZ)
    assert "who is in contact" not in table.due, "whoever charged owes nothing once his combat is over"
    assert "7 Break off: First Squad falls back, and tests to break off" in table.due
    assert "7 Break off: Skarmaw's boyz pursues, engages another, or consolidates" in table.due
    assert 'breaks off, 7"' in table.do("break-off", unit=SQUAD, what="breaks off", inches="7")
    assert table.due.count("7 Break off") == 1
    with pytest.raises(PlayError, match="is in no combat, and has left none"):
        table.do("break-off", unit=SQUAD, what="breaks off")
    table.do("next")
    assert "7 Break off" not in table.due and not table.game.kept["assault"].parted


def test_who_stands_piles_in_and_fights_on() -> None:
    """A-06, A-10: equal wounds, nobody tests; the second round has neither cover nor charge."""
    table = locked(cover="5")
    struck(table, orks="3", guard="3")
    assert "nobody lost, and all pile in" in table.do("round-result", unit=SQUAD)
    assert table.due.count("6 Pile in") == 2
    table.do("pile-in", unit=SQUAD, contact="5")
    assert "6 Pile in: Skarmaw's boyz" in table.due and "6 Pile in: First" not in table.due
    assert "round 2" in table.do("pile-in", unit=BOYZ, contact="5")
    assert "Fight" not in table.due and "Pile in" not in table.due, "a round in each assault phase"
    with pytest.raises(PlayError, match="next assault phase"):
        table.do("strike", unit=BOYZ, wounds="1")
    table.do("next")
    table.phase("assault")
    assert "3 Fight: First Squad" in table.due and "step 10" not in table.due
    while "First Squad" in table.due:
        strike_first(table, SQUAD, "0")
    boyz, _ = table.play.choices(table.game, "strike", "models", {"unit": BOYZ})
    assert boyz and "Slugga: 12 dice" in boyz[0].text, "four with three dice each: nobody charged"
    struck(table, orks="0", guard="0")
    table.do("round-result", unit=BOYZ)
    table.do("next")
    assert table.game.kept["assault"].combats.popitem()[1].round == 3, "without a pile-in, the next round comes too"


def test_who_falls_within_reach_strikes_no_more() -> None:
    """A-09, A-14: of ten in contact and four near them three fall; reach is what is left of it."""
    table = locked()
    strike_first(table, SQUAD, "5", falls="slugga")
    while "First Squad" in table.due:
        strike_first(table, SQUAD, "0")
    boyz, _ = table.play.choices(table.game, "strike", "models", {"unit": BOYZ})
    assert boyz and [each.text for each in boyz] == ["Slugga: 32 dice at step 2"], "eight and the nob, nobody near them"
    table.do("strike", unit=BOYZ, wounds="7", models="slugga")
    steps = table.decision("strike", unit=BOYZ, models="nob", wounds="2").event.steps
    assert "1 beyond reach are lost (A-14)" in steps
    table.do("strike", unit=BOYZ, models="nob", wounds="2")
    assert "4 Result" in table.due


def test_a_second_charger_joins_and_each_loser_tests() -> None:
    """A-09, A-10, A-16: one combat of three units; both that lost test, and the T of a tie is its owner's."""
    table = Table(("assault",))
    table.do("next")
    table.do("disembark", unit=NEAR)
    table.phase("assault")
    for unit, near in ((BOYZ, "3"), (NEAR, "4")):
        table.do("declare-charge", unit=unit, targets=SQUAD, distance="5")
        table.do("charge-move", unit=unit)
        table.do("locked", unit=unit, contact="2", target_contact=near, cover="1" if unit == BOYZ else "0")
    (combat,) = table.game.kept["assault"].combats.values()
    assert len(combat.places) == 3 and combat.places[f"1:{SQUAD}"].contact == 4
    assert "at step 10" in table.due and len(combat.charging) == 2
    first = True
    while "3 Fight" in table.due:
        unit = next(each for each in (SQUAD, BOYZ, NEAR) if table.play.choices(table.game, "strike", "models",
                                                                               {"unit": each})[0])  # fmt: skip
        choices, _ = table.play.choices(table.game, "strike", "models", {"unit": unit})
        assert choices
        target = {"target": BOYZ} if unit == SQUAD else {}
        table.do("strike", unit=unit, models=choices[0].value, wounds="1" if first else "0", **target)
        first = False
    table.do("round-result", unit=SQUAD)
    assert table.due.count("5 Leadership") == 2
    assert "it stands" in table.do("morale", unit=BOYZ, dice="3,3")
    assert table.due.count("5 Leadership") == 1
    assert "it falls back" in table.do("morale", unit=NEAR, dice="6,6")
    assert "locked" in table.flags(BOYZ) and "locked" not in table.flags(NEAR) and "6 Pile in" in table.due


def test_who_has_no_ld_stands_as_the_players_say() -> None:
    """A-10: the source has no test for a walker that lost."""
    table = Table(("assault",), armies=("plain-space-marines-500", "plain-orks-500"))
    table.phase("assault")
    table.do("declare-charge", unit="e4r5", targets=BOYZ, distance="3")
    table.do("charge-move", unit="e4r5")
    table.do("locked", unit="e4r5", contact="1", target_contact="3")
    table.do("strike", unit="e4r5", wounds="0")
    while "3 Fight" in table.due:
        strike_first(table, BOYZ, "1")
    table.do("round-result", unit=BOYZ)
    with pytest.raises(PlayError, match=r"has no Ld: .* --stands"):
        table.do("morale", unit="e4r5", dice="6,6")
    assert "stands without a test" in table.do("morale", unit="e4r5", stands=True)
    assert "6 Pile in: Dreadnought" in table.due


def test_a_stand_after_a_lost_round() -> None:
    table = locked()
    struck(table, orks="0", guard="2")
    assert "Skarmaw's boyz lost" in table.do("round-result", unit=BOYZ)
    assert "it stands, and piles in" in table.do("morale", unit=BOYZ, dice="3,4")
    assert "6 Pile in" in table.due


def test_nobody_left_is_the_end_of_a_combat() -> None:
    table = locked()
    struck(table, orks="8", guard="0")
    table.do("round-result", unit=BOYZ)
    table.do("break-off", unit=SQUAD, what="is destroyed")
    table = locked()
    struck(table, orks="0", guard="0")
    table.do("mark", unit=SQUAD, mark="destroyed")
    said = table.do("round-result", unit=BOYZ)
    assert said.endswith("nobody lost; the combat of Skarmaw's boyz and First Squad is over")
    assert "7 Break off: Skarmaw's boyz" in table.due and "7 Break off: First" not in table.due
    assert "locked" not in table.flags(BOYZ) and "combat, round" not in str(table.play.viewer()(table.game).facts)


def test_charges_and_shots_are_forgotten_in_time() -> None:
    table = charging()
    table.do("next")
    assert table.game.kept["assault"].charges == {}
    table = Table(("assault",))
    table.phase("shooting")
    table.do("shot", unit=BOYZ, at=SQUAD)
    table.phase("assault")
    table.do("next")
    assert table.game.kept["assault"].shots == {}


def test_the_assault_cards_of_a_game_show_how_it_stands() -> None:
    table = locked()
    table.do("wounds", unit=BOYZ, wounds="3", models="slugga")
    assert table.play.sheets is not None
    now, fresh = table.play.sheets(table.game, 0, False), table.play.sheets(table.game, 0, True)
    text, blank = (write_card(next(c for c in each.cards if c.id == f"{BOYZ}.a")) for each in (now, fresh))
    assert "[x] Engaged  [x] Locked  [x] Charged  [ ] Shot" in text and "Slugga: 19, left 16" in text
    assert "[x]" not in blank and now.cards[-1].head.name == "The seven steps"
    card = next(each for each in now.cards if each.id == f"{BOYZ}.a")
    assert isinstance(card, PanelCard) and isinstance(card.below[0], TablePanel)
    assert [group.tinted for group in card.below[0].groups[-2:]] == [2, 2], "most guardsmen have WS 3 and T 3"
    assert "WS 3 and T 3: tinted" in card.key


def test_chargers_are_told_how_they_move_and_a_walker_is_named_once() -> None:
    """A-12, A-16: the nearest model first; a unit that is one model of its name is told by that name alone."""
    table = Table(("assault",), armies=("plain-space-marines-500", "plain-orks-500"))
    table.phase("assault")
    table.do("declare-charge", unit="e4r5", targets=BOYZ, distance="3")
    assert "the nearest model first, to the nearest enemy; then to enemies not yet engaged" in table.due
    table.do("charge-move", unit="e4r5")
    table.do("locked", unit="e4r5", contact="1", target_contact="3")
    assert "3 Fight: Dreadnought: 3 dice at step 4" in table.due
    assert table.do("strike", unit="e4r5", wounds="2").startswith("Dreadnought: 3 dice at step 4 on Skarmaw's boyz: 2")
    hull = next(each for each in table.play.viewer()(table.game).sides[0].tables[1].rows if each.ref == "e4r5")
    assert {mark.text: mark.sign for mark in hull.marks} == {"charged": "C", "engaged": "E", "locked": "L"}


def test_nobody_is_locked_with_what_cannot_strike_back() -> None:
    """A-02: a transport is charged, but what becomes of it is in the book of the base game."""
    table = Table(("assault",), armies=("plain-imperial-guard-500", "plain-orks-500"))
    table.phase("assault")
    table.do("declare-charge", unit=RIDERS, targets="j9k1", distance="3")
    table.do("charge-move", unit=RIDERS)
    with pytest.raises(PlayError, match="Trukk: it has no WS to strike back with"):
        table.do("locked", unit=RIDERS, contact="3", target_contact="1")


def test_nobody_strikes_a_unit_of_his_own() -> None:
    """A-07: blows fall on an enemy in the same combat, whoever is named; what is due names who strikes."""
    table = locked()
    with pytest.raises(PlayError, match="First Squad is no enemy of First Squad in this combat"):
        table.do("strike", unit=SQUAD, target=SQUAD, wounds="0")
    strikes = next(each for each in table.play.viewer()(table.game).due if each.verb == "strike")
    assert strikes.given == {"unit": strikes.ref, "models": "n8m9.1"}
