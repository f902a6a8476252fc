"""Shooting in a game of Epic by its rules: overwatch, what each weapon fires at, shelter, who is destroyed."""

from __future__ import annotations

import pytest

from builder.errors import PlayError
from builder.record import replace
from builder.systems.epic.play import PLAY
from builder.systems.epic.play.fire import attack_of
from builder.systems.epic.play.queries import able_text
from builder.systems.epic.play.state import EpicGame
from builder.systems.epic.weapons import NOWHERE, EpicWeaponMode, read_firepower
from builder.systems.play.game import UnitRef
from tests.systems.epic.play.games import after, body, decided, formation, game_of, gun, in_action, some, text, two_each


def test_a_shot_from_overwatch_is_at_the_formation_whose_action_it_interrupts() -> None:
    """E-13."""
    game = after(two_each(), "activate", unit="one", action="overwatch", die="6")
    with pytest.raises(PlayError, match="overwatch interrupts an enemy's action"):
        decided(game, "shoot", {"unit": "one", "target": "mob", "hits": "0"})
    game = after(game, "activate", unit="mob", action="advance", die="6")
    assert any(each.text == "ONE may fire from overwatch into the action of MOB" for each in PLAY.reminders(game))
    with pytest.raises(PlayError, match="into the action of MOB"):
        decided(game, "shoot", {"unit": "one", "target": "gang", "hits": "0"})
    assert "MOB: +1 marker" in text(game, "shoot", unit="one", target="mob", hits="0")


def test_who_is_broken_in_its_own_action_is_told_so_before_a_target_is_named() -> None:
    """E-11."""
    game = after(two_each(), "activate", unit="one", action="advance", die="6")
    game = after(game, "markers", unit="one", number="4")
    assert "ONE cannot shoot: it is broken (E-11)" in PLAY.refused(game, "shoot", {"unit": "one"})
    assert not PLAY.refused(game, "shoot", {"unit": "one", "anyway": True})


def test_what_an_assault_came_to_is_told_without_a_question_that_is_skipped() -> None:
    """E-26: who won must be told, and losses, which need not be, come behind it in the form."""
    fields = [each.name for each in PLAY.spec("assault-result").listed]
    assert fields.index("target") + 1 == fields.index("winner") < fields.index("lost")


def test_a_fortification_shelters_vehicles_too() -> None:
    """E-23: −1 to hit, and the −1 to saves of a crossfire is ignored; a building shelters infantry alone."""
    guns, tanks = formation("guns", some("Gunner", 3)), formation("tanks", some("Tank", 3, "AV", armour=4))
    game = after(in_action(game_of([guns], [tanks])), "activate", unit="guns", action="advance", die="6")
    given = {"unit": "guns", "target": "tanks", "value": "5+", "hits": "1", "crossfire": True}
    fort, building = (decided(game, "shoot", {**given, "shelter": each}) for each in ("fortification", "building"))
    assert fort.event.steps[0].endswith("needs 6+") and "1 die at 4+" in fort.questions[0].text
    assert building.event.steps[0].endswith("needs 5+") and "1 die at 5+" in building.questions[0].text


def test_weapons_of_one_attack_fire_at_infantry_and_at_armour() -> None:
    """E-25: each weapon once, AP or AT; the target is shot at once, and another formation ends the attack."""
    weapons = [gun("bolter", "AP5+"), gun("lascannon", "AT4+"), gun("cannon", "AP4+/AT4+")]
    tanks = formation("tanks", some("Tank", 2, "AV", armour=4, weapons=weapons))
    mob = formation("mob", some("Boyz", 4, armour=6), some("Trukk", 3, "AV", armour=6))
    game = in_action(game_of([tanks, formation("more", some("Tank", 2, "AV"))], [mob]))
    game = after(game, "activate", unit="tanks", action="advance", die="6")
    one = {"unit": "tanks", "target": "mob", "at": "infantry", "weapons": "bolter", "saved": "0", "crossfire": True}
    assert decided(game, "shoot", {**one, "hits": "6,1"}).event.steps == ("2 dice at 5+",)
    game = after(game, "shoot", **one, hits="6,1")
    assert (body(game, "mob").units, body(game, "mob").markers, game.clock.active) == (6, 3, 1)
    assert any("may fire its other weapons" in each.text for each in PLAY.reminders(game))
    two = {"unit": "tanks", "target": "mob", "at": "armour", "saved": "0"}
    decision = decided(game, "shoot", {**two, "hits": "4,4,1,1"})
    assert decision.event.steps == ("4 dice at 4+",) and "in the same attack: 2 fire" in decision.event.text
    game = after(game, "shoot", **two, hits="4,4,1,1")
    assert (body(game, "mob").units, body(game, "mob").markers) == (4, 5)
    with pytest.raises(PlayError, match="it has shot in its action"):
        decided(game, "shoot", {**two, "hits": "0"})


def test_other_weapons_join_a_shot_from_overwatch_only_in_the_action_that_it_interrupts() -> None:
    """E-13, E-25."""
    weapons = [gun("rifle", "AP5+"), gun("launcher", "AT5+"), gun("rocket", "AT4+", "one shot")]
    guns = formation("guns", some("Gunner", 3, weapons=weapons))
    orks = [formation(each, some("Boyz", 3), some("Trukk", 3, "AV")) for each in ("mob", "gang")]
    game = after(in_action(game_of([guns], orks)), "activate", unit="guns", action="overwatch", die="6")
    game = after(game, "activate", unit="mob", action="advance", die="6")
    game = after(game, "shoot", unit="guns", target="mob", at="infantry", hits="0")
    joined = after(game, "shoot", unit="guns", target="mob", at="armour", hits="0")
    assert body(joined, "mob").markers == 1
    assert not any("may fire its other weapons" in each.text for each in PLAY.reminders(joined))
    rest = {"unit": "guns", "target": "mob", "at": "armour"}
    with pytest.raises(PlayError, match="no other weapon to fire at armour"):
        decided(joined, "shoot", {**rest, "hits": "0"})
    assert decided(joined, "shoot", {**rest, "once": True}).event.steps == ("3 dice at 4+",)
    later = after(game, "activate", unit="gang", action="advance", die="6")
    with pytest.raises(PlayError, match="its overwatch is over"):
        decided(later, "shoot", {"unit": "guns", "target": "mob", "at": "armour", "hits": "0"})


def test_a_weapon_of_a_character_that_fires_once_waits_until_it_is_asked_for_and_is_used_up() -> None:
    """E-01, E-25: it asks for no hits before; and one that has nothing to fire at is kept."""
    hero = replace(some("Hero", 1, weapons=[gun("big gun", "AP4+", "one shot")]), id="mob.9")
    boyz = some("Boyz", 4, weapons=[gun("rokkit", "AT5+", "one shot"), gun("shoota", "AP6+")])
    mob = replace(formation("mob", boyz), characters=(hero,))
    game = in_action(game_of([mob], [formation("guns", some("Gunner", 6))]))
    game = after(game, "activate", unit="mob", action="advance", die="6")
    shot = {"unit": "mob", "target": "guns", "hits": "0"}
    with pytest.raises(PlayError, match="4 dice that can hit"):
        decided(game, "shoot", {**shot, "hits": "5"})
    assert body(after(game, "shoot", **shot), "mob").spent == {}
    fired = after(game, "shoot", **shot, once=True)
    assert body(fired, "mob").spent == {"mob.9/big gun": 1}
    assert PLAY.sheets is not None
    (card,) = PLAY.sheets(fired, 0, False).cards
    assert [(row.label, row.checks[0].checked) for row in card.once] == [  # type: ignore[union-attr]
        ("big gun of Hero", True),
        ("rokkit of Boyz", False),
    ]


def test_who_is_suppressed_in_an_attack_has_no_other_weapon_to_fire_in_it() -> None:
    """E-11."""
    tanks = [
        some("Tank", 2, "AV", weapons=[gun("bolter", "AP5+")]),
        some("Gun", 1, "AV", weapons=[gun("cannon", "AT2+")]),
    ]
    mob = formation("mob", some("Boyz", 4), some("Trukk", 3, "AV"))
    game = after(in_action(game_of([formation("tanks", *tanks)], [mob])), "markers", unit="tanks", number="1")
    game = after(game, "activate", unit="tanks", action="advance", die="6")
    free, shut = (
        after(game, "shoot", unit="tanks", target="mob", at="infantry", hits="0", able=able, suppressed=suppressed)
        for able, suppressed in (("2 Tank", "1 Tank"), ("2 Tank,1 Gun", "1 Gun"))
    )
    offered = [any("may fire its other weapons" in each.text for each in PLAY.reminders(now)) for now in (free, shut)]
    assert offered == [True, False]


def test_a_template_covers_infantry_and_armour() -> None:
    """E-09: barrages alone fire, though they could fire straight at one of them; players tell the hits."""
    barrage = EpicWeaponMode(reach=NOWHERE, firepower=read_firepower("1BP"))
    direct = gun("shells", "AP4+/AT4+")
    shells = replace(direct, modes=(*direct.modes, barrage), joined=("or",))
    guns = formation("guns", some("Gun", 3, "AV", weapons=[shells, gun("rifle", "AP5+")]))
    mob = formation("mob", some("Boyz", 4, armour=6), some("Trukk", 3, "AV", armour=5))
    game = after(in_action(game_of([guns], [mob])), "activate", unit="guns", action="advance", die="6")
    given = {"unit": "guns", "target": "mob", "template": True}
    asked = decided(game, "shoot", given)
    assert [each.text for each in asked.questions] == ["Hits of shells: how many?"] and not asked.event.steps
    game = after(game, "shoot", **given, hits="3", saved="0", which="2 Boyz,1 Trukk")
    assert (body(game, "mob").units, body(game, "mob").markers) == (4, 4)
    attack = attack_of(game, UnitRef(0, "guns"))
    assert attack is not None and attack.fired == ("shells",)


def test_before_a_firer_is_named_only_his_enemies_are_offered() -> None:
    """A row of his own side under the cursor is no target."""
    game = after(two_each(), "activate", unit="one", action="engage", die="6")
    shooting = after(game, "overwatch", unit="mob")
    for now, verb, expected in (
        (shooting, "shoot", ["one", "two", "three"]),
        (game, "assault-result", ["mob", "gang"]),
    ):
        offered, _ = PLAY.choices(now, verb, "target", {})
        assert offered is not None and [each.value for each in offered] == expected
    watching = after(after(two_each(), "overwatch", unit="mob"), "activate", unit="one", action="advance", die="6")
    offered, _ = PLAY.choices(watching, "shoot", "target", {"unit": "mob"})
    assert offered is not None and [each.value for each in offered] == ["one"]


def test_weapons_hit_light_vehicles_with_what_is_better_and_aircraft_with_what_is_for_them() -> None:
    """E-02: at what has no such units nothing is fired."""
    weapons = [gun("bolter", "AP4+"), gun("lascannon", "AT5+/AA6+"), gun("cannon", "AP6+/AT3+")]
    buggies, planes = (formation(kind, some(kind, 4, kind)) for kind in ("LV", "AC"))
    game = in_action(game_of([formation("tanks", some("Tank", 1, "AV", weapons=weapons))], [buggies, planes]))
    game = after(game, "activate", unit="tanks", action="advance", die="6")
    steps = decided(game, "shoot", {"unit": "tanks", "target": "LV"}).event.steps
    assert steps == ("1 die at 3+", "1 die at 4+", "1 die at 5+")
    assert decided(game, "shoot", {"unit": "tanks", "target": "AC"}).event.steps == ("1 die at 6+",)
    with pytest.raises(PlayError, match="AC has no armour on the table"):
        decided(game, "shoot", {"unit": "tanks", "target": "AC", "at": "armour"})


def test_who_is_destroyed_is_asked_once_the_saves_are_known() -> None:
    """E-25: asked before, it would be about another number; what it comes to if none is saved is told all the same."""
    mob = formation("mob", some("Boyz", 3), some("Nobz", 3, armour=4))
    game = in_action(game_of([formation("guns", some("Gunner", 4, weapons=[gun("rifle", "AP5+")]))], [mob]))
    game = after(game, "activate", unit="guns", action="advance", die="4")
    shot = {"unit": "guns", "target": "mob", "hits": "3"}
    asked = [
        [each.parameter for each in decided(game, "shoot", {**shot, **more}).questions] for more in ({}, {"saved": "1"})
    ]
    assert asked == [["saved"], ["which"]]
    told = decided(game, "shoot", shot)
    assert "3 of 6 left; +4 markers (shot at, 3 units lost), 4 now; it is broken" in told.event.text
    assert "which" in told.idle


def test_overwatch_fire_interrupts_and_its_marker_goes() -> None:
    """E-13."""
    game = after(two_each(), "activate", unit="one", action="overwatch", die="6")
    game = after(game, "activate", unit="mob", action="advance", die="6")
    assert game.clock.active == 1
    game = after(game, "shoot", unit="one", target="mob", hits="0")
    assert "on overwatch" not in body(game, "one").flags and body(game, "mob").markers == 1
    with pytest.raises(PlayError, match="overwatch is over"):
        decided(game, "shoot", {"unit": "one", "target": "mob", "hits": "0"})


def test_who_is_suppressed_is_so_through_the_whole_attack() -> None:
    """E-11, E-25: other weapons of a suppressed unit do not fire either; asked where nobody said which these are."""
    chimeras = some("Chimera", 3, "AV", weapons=[gun("laser", "AP5+"), gun("rocket", "AT6+")])
    guns = formation("guns", some("Gunner", 3, weapons=[gun("cannon", "AP5+/AT6+")]), chimeras)
    mob = formation("mob", some("Boyz", 6), some("Trukk", 3, "AV"))
    game = after(in_action(game_of([guns], [mob])), "markers", unit="guns", number="2")
    game = after(game, "activate", unit="guns", action="advance", die="6")
    shot = {"unit": "guns", "target": "mob", "at": "infantry"}
    (asked,) = decided(game, "shoot", shot).questions
    assert asked.parameter == "suppressed"
    told = after(game, "shoot", **shot, suppressed="2 Chimera", hits="0")
    rest = {"unit": "guns", "target": "mob", "at": "armour"}
    decision = decided(told, "shoot", rest)
    assert "1 of 3 fires, 2 suppressed" in decision.event.text and decision.event.steps == ("1 die at 6+",)
    untold = after(game, "shoot", **shot, hits="0")
    (asked,) = decided(untold, "shoot", rest).questions
    assert [each.value for each in asked.choices] == ["2 Chimera", "1 Chimera", "0"]
    assert decided(untold, "shoot", {**rest, "suppressed": "1 Chimera"}).event.steps == ("2 dice at 6+",)


def test_saves_by_different_numbers_are_told_and_no_dice_taken_for_them() -> None:
    """E-25: hits are allocated before saves, which the tracker does not know."""
    mob = formation("mob", some("Boyz", 3, armour=6), some("Nobz", 3, armour=4), some("Grotz", 1, armour=None))
    game = in_action(game_of([formation("guns", some("Gunner", 4, weapons=[gun("rifle", "AP5+")]))], [mob]))
    shot = {"unit": "guns", "target": "mob", "hits": "2"}
    game = after(game, "activate", unit="guns", action="advance", die="4")
    (asked,) = decided(game, "shoot", shot).questions
    assert asked.text == "Saves of MOB (Boyz 6+, Nobz 4+, Grotz none): how many?"
    with pytest.raises(PlayError, match="write a number up to 2"):
        decided(game, "shoot", {**shot, "saved": "5,4"})


def test_hits_that_are_typed_are_at_most_as_many_as_the_dice_that_can_hit() -> None:
    """E-25: six gunners of two dice each, two of them suppressed; a need above 6 is none of them."""
    pair = some("Gunner", 6, weapons=[gun("rifle", "AP5+", count=2), gun("lance", "AP6+")])
    game = in_action(game_of([formation("guns", pair)], [formation("mob", some("Boyz", 20))]))
    game = after(after(game, "markers", unit="guns", number="2"), "activate", unit="guns", action="advance", die="6")
    shot = {"unit": "guns", "target": "mob", "saved": "0"}
    decided(game, "shoot", {**shot, "hits": "12"})
    for given, most in (({"hits": "13"}, 12), ({"hits": "9", "cover": True}, 8), ({"hits": "4", "able": "3"}, 3)):
        with pytest.raises(PlayError, match=rf"{given['hits']} hits are typed, and GUNS has {most} dice that can hit"):
            decided(game, "shoot", {**shot, **given})
    decided(game, "shoot", {**shot, "hits": "13", "anyway": True})


CLAWS = gun("claws", "assault weapons", reach="contact")


def test_where_only_a_character_has_a_gun_his_formation_is_said_to_shoot_and_may() -> None:
    """E-01, E-24: whose stand he shares nobody says, so that any unit may be the one that shoots."""
    hero = replace(some("Hero", 1, "CH", weapons=[gun("big gun", "AP4+")]), id="one.9")
    one = replace(formation("one", some("Fighter", 4, weapons=[CLAWS]), initiative=1), characters=(hero,))
    two = formation("two", some("Fighter", 4, weapons=[CLAWS]), initiative=1)
    game = in_action(game_of([one, two], [formation("mob", some("Boyz", 4), initiative=1)]))
    game = after(after(game, "activate", unit="one", action="advance"), "move", unit="one")
    assert "4 able" in able_text(body(game, "one")) and "ONE may shoot at one formation" in told(game)
    assert "4 fire" in text(game, "shoot", unit="one", target="mob", hits="1", saved="0")
    game = after(after(game, "activate", unit="mob", action="overwatch"), "activate", unit="two", action="advance")
    game = after(game, "move", unit="two")
    assert "has a weapon" in able_text(body(game, "two")) and "TWO may shoot at one formation" not in told(game)
    with pytest.raises(PlayError, match="TWO cannot shoot: nobody on the table has a weapon that shoots"):
        decided(game, "shoot", {"unit": "two", "target": "mob"})
    assert "4 fire" in text(game, "shoot", unit="two", target="mob", hits="1", saved="0", anyway=True)


def test_a_kind_without_listed_weapons_may_have_some_unless_it_is_known_to_have_none() -> None:
    """E-02, E-11: the screen counts as many as fire by the rules, whatever the data says of others beside them."""
    trucks = some("Truck", 2, "AV", weapons=[gun("bolter", "small arms", reach="(15cm)")])
    tanks, carts = some("Tank", 4, "AV"), replace(some("Cart", 3, "AV"), unarmed=True)
    game = in_action(
        game_of([formation("one", trucks, tanks, carts, initiative=1)], [formation("mob", some("Boyz", 4))])
    )
    game = after(after(game, "activate", unit="one", action="advance"), "markers", unit="one", number="3")
    assert "4 able − 3 suppressed, farthest first = 1" in able_text(body(game, "one"))
    assert "1 of 4 fires, 3 suppressed" in text(game, "shoot", unit="one", target="mob", hits="0")


def told(game: EpicGame) -> str:
    """What is due, one below the other."""
    return "\n".join(each.text for each in PLAY.reminders(game))
