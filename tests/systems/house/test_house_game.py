"""The Dark Millennia house rules in games, each where its setting is chosen and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.errors import PlayError
from builder.systems.arguments import read
from builder.systems.play.game import UnitRef
from builder.systems.registry import load_system
from builder.systems.specs import name_of, spec_of
from tests.systems.making import write_card
from tests.systems.modular import EVERY, Table

SQUAD, RIDERS, SENTINEL, BOYZ = "n8m9", "h4g5", "f6d7", "d5f6"
GUARD = ("plain-imperial-guard-500", "plain-orks-500")


def guard(settings: dict[str, str] | None = None) -> Table:
    """Guardsmen in the first phase of their first turn."""
    table = Table(("house",), EVERY if settings is None else settings, GUARD)
    table.do("next")
    return table


def test_what_is_not_chosen_is_nowhere() -> None:
    base = Table((), armies=GUARD)
    table = guard({})
    assert table.play.acts == base.play.acts and table.play.rules == base.play.rules
    verbs = {name_of(act) for act in guard().play.acts} - {name_of(act) for act in base.play.acts}
    assert verbs == {"overwatch", "overwatch-fire", "dismount", "mount", "terrain", "consolidate", "shoot"}
    keys = {key.verb for key in guard({"consolidation": "universal"}).play.keys} & verbs
    assert keys == {"consolidate"} and base.play.keys == table.play.keys
    assert {name_of(act) for act in guard({"consolidation": "universal"}).play.acts} >= {"consolidate"}
    assert "overwatch" not in {name_of(act) for act in guard({"consolidation": "universal"}).play.acts}


def test_a_failed_test_costs_nothing_and_a_passed_one_the_turn() -> None:
    """H-03: who fails goes on it in no other way, until its next turn."""
    table = guard()
    assert "acts as usual" in table.do("overwatch", unit=SQUAD, dice="6,5")
    assert "on overwatch" not in table.flags(SQUAD)
    with pytest.raises(PlayError, match="once in its own turn"):
        table.do("overwatch", unit=SQUAD, dice="3,4")
    assert SQUAD not in [each.value for each in table.play.choices(table.game, "overwatch", "unit", {})[0] or ()]
    table.do("turn")
    table.do("turn")
    assert "it may not move" in table.do("overwatch", unit=SQUAD, dice="3,4")
    with pytest.raises(PlayError, match="H-03"):
        table.do("overwatch", unit=SQUAD, dice="3,4")
    assert "is on overwatch no more" in table.do("mark", unit=SQUAD, mark="moved")
    assert "on overwatch" not in table.flags(SQUAD)


def test_a_consolidation_is_a_move() -> None:
    """H-03, H-05: it ends overwatch, and nobody goes on that after it; who arrives does not consolidate."""
    table = guard()
    table.do("overwatch", unit=SQUAD, dice="3,4")
    table.do("mark", unit="k2j3", mark="reserve")
    table.do("mark", unit="k2j3", mark="reserve", off=True)
    table.phase("assault")
    assert "is on overwatch no more" in table.do("consolidate", unit=SQUAD)
    assert "on overwatch" not in table.flags(SQUAD)
    with pytest.raises(PlayError, match="H-05"):
        table.do("consolidate", unit="k2j3")
    table.do("consolidate", unit="d8s9")
    with pytest.raises(PlayError, match="H-03"):
        table.do("overwatch", unit="d8s9", dice="1,1")


def test_whoever_is_fired_at_from_overwatch_has_its_cover() -> None:
    """H-01, H-06: BS 3 is 2 in soft cover, T 4 is 5; without cover by modifiers there is none to tell of."""
    table = guard()
    table.do("overwatch", unit=SQUAD, dice="3,4")
    table.do("turn")
    steps = table.decision("overwatch-fire", unit=SQUAD, at=BOYZ, cover="soft").event.steps
    assert any(each.startswith("Lasgun: BS 3 − 1 = 2, hits on 5+; S 3 on T 4 + 1 = 5, wounds on 6+") for each in steps)
    table = guard({"overwatch": "modified"})
    table.do("overwatch", unit=SQUAD, dice="3,4")
    table.do("turn")
    assert "Lasgun" not in "".join(table.decision("overwatch-fire", unit=SQUAD, at=BOYZ).event.steps)
    with pytest.raises(PlayError, match="play cover by modifiers"):
        table.do("overwatch-fire", unit=SQUAD, at=BOYZ, cover="soft")


def test_the_enemy_of_mounted_infantry_is_told_how_to_shoot_at_it() -> None:
    """H-04: on foot it is shot at as infantry."""
    table = guard()
    table.do("turn")
    table.phase("shooting")
    assert "Varsk lancers is mounted: whoever shoots at it has BS+1" in table.due
    table = guard()
    table.do("dismount", unit=RIDERS)
    table.do("turn")
    table.phase("shooting")
    assert "BS+1" not in table.due


def test_it_lasts_over_turns_and_a_forced_move_ends_it() -> None:
    """H-03: tank shock is a forced move; vehicles test on the Ld of their army, 8 if it says nothing."""
    table = guard()
    table.do("overwatch", unit=SQUAD, dice="3,4")
    assert "8 against Ld 8" in table.do("overwatch", unit=SENTINEL, dice="4,4")
    for _ in range(7):
        table.do("next")
    assert "on overwatch" in table.flags(SQUAD)
    table.do("mark", unit=SQUAD, mark="falling back")
    assert "on overwatch" not in table.flags(SQUAD)


def test_overwatch_fires_once() -> None:
    """H-03, H-06: without a module that tells who declared an assault, at any enemy; not at those out of sight."""
    table = guard()
    table.do("overwatch", unit=SQUAD, dice="3,4")
    table.do("turn")
    with pytest.raises(PlayError, match="H-06"):
        table.do("overwatch-fire", unit=SQUAD, at=BOYZ, out_of_sight=True)
    assert "fires from overwatch" in table.do("overwatch-fire", unit=SQUAD, at=BOYZ)
    with pytest.raises(PlayError, match="H-03"):
        table.do("overwatch-fire", unit=SQUAD, at=BOYZ)


def test_riders_dismount_mount_and_enter_terrain() -> None:
    """H-04: in their movement phase; each 1 removes a rider without a save."""
    table = guard()
    assert "1 removed, no save; 4 move on" in table.do("terrain", unit=RIDERS, models="5", dice="1,2,6,4,5")
    assert table.game.sides[0].bodies[RIDERS].on_foot == 7 and "moved" in table.flags(RIDERS)
    with pytest.raises(PlayError, match="start of its movement phase"):
        table.do("dismount", unit=RIDERS)
    table.do("mark", unit=RIDERS, mark="moved", off=True)
    (asked,) = table.decision("terrain", unit=RIDERS, models="3").questions
    assert (asked.parameter, asked.dice) == ("dice", 3)
    with pytest.raises(PlayError, match="has 7 models, and 8 cannot"):
        table.do("terrain", unit=RIDERS, models="8")
    table.do("dismount", unit=RIDERS)
    with pytest.raises(PlayError, match="is on foot already"):
        table.do("dismount", unit=RIDERS)
    assert table.play.choices(table.game, "terrain", "unit", {})[0] == ()
    with pytest.raises(PlayError, match="is not mounted"):
        table.do("terrain", unit=RIDERS, models="1")
    assert "mounts" in table.do("mount", unit=RIDERS)
    with pytest.raises(PlayError, match="is mounted already"):
        table.do("mount", unit=RIDERS)
    table.phase("shooting")
    with pytest.raises(PlayError, match="H-04"):
        table.do("dismount", unit=RIDERS)


CONVOY = """\
format: muster-army
version: 1
name: Convoy
system: plain
modules: [house]
data: diceless/imperial-guard
units:
  - {unit: Rough Rider Squad, id: r1}
  - {unit: Veteran Squad, id: v1, transport: Chimera}
"""


def test_mounted_infantry_rides_in_nothing_else_and_falls_back_far(tmp_path: Path) -> None:
    """H-04: on foot it is as any other infantry."""
    path = tmp_path / "convoy.yaml"
    path.write_text(CONVOY, "utf-8")
    table = Table(("house",), EVERY, (str(path), "plain-orks-500"))
    table.do("next")
    carrier = next(ref.id for ref in table.game.refs(0) if table.game.body(ref).room)
    assert "r1" not in [each.value for each in table.play.choices(table.game, "embark", "unit", {})[0] or ()]
    with pytest.raises(PlayError, match=r"no transport.*H-04"):
        table.do("embark", unit="r1", transport=carrier)
    table.do("mark", unit="r1", mark="falling back")
    assert 'it falls back 3D6"' in table.due
    table.do("dismount", unit="r1")
    assert "3D6" not in table.due
    assert table.do("embark", unit="r1", transport=carrier)
    assert table.play.choices(table.game, "mount", "unit", {})[0] == ()


def test_the_ld_of_vehicles_is_said_once_and_fighting_ends_overwatch() -> None:
    """H-03."""
    table = guard()
    assert "9 against Ld 9" in table.do("overwatch", unit=SENTINEL, dice="4,5", ld="9")
    table.do("mark", unit=SENTINEL, mark="moved")
    for _ in range(6):
        table.do("next")
    assert "9 against Ld 9" in table.do("overwatch", unit=SENTINEL, dice="4,5")
    assert "is on overwatch no more" in table.do("mark", unit=SENTINEL, mark="locked")


def test_who_fought_in_its_turn_did_not_stand_still() -> None:
    """H-05: though it fights no more as the turn ends; in the enemy's turn it may have fought."""
    table = guard()
    table.do("mark", unit=SQUAD, mark="locked")
    table.phase("assault")
    table.do("mark", unit=SQUAD, mark="locked", off=True)
    with pytest.raises(PlayError, match="H-05"):
        table.do("consolidate", unit=SQUAD)
    table.do("turn")
    table.do("mark", unit=SQUAD, mark="locked")
    table.do("mark", unit=SQUAD, mark="locked", off=True)
    table.do("turn")
    table.phase("assault")
    table.do("consolidate", unit=SQUAD)


def test_who_stood_still_consolidates() -> None:
    """H-05: after the own assault phase, not vehicles, once; shooting does not forbid it."""
    table = guard()
    table.do("mark", unit=RIDERS, mark="moved")
    table.do("mark", unit=SQUAD, mark="shot")
    assert "who stood still" not in table.due
    with pytest.raises(PlayError, match="H-05"):
        table.do("consolidate", unit=SQUAD)
    table.phase("assault")
    assert "First Squad" in table.due and "Varsk lancers" not in table.due.split("may move")[1]
    assert 'may move 3"' in table.do("consolidate", unit=SQUAD)
    for unit in (SQUAD, RIDERS, SENTINEL):
        with pytest.raises(PlayError, match="H-05"):
            table.do("consolidate", unit=unit)
    table.do("turn")
    table.do("turn")
    table.phase("assault")
    table.do("consolidate", unit=SQUAD)


def test_cover_by_modifiers_in_a_game_without_dice() -> None:
    """H-01: BS changes before DMG = BS × S, T where instant death goes by it; vehicles have the BS part alone."""
    armies = ("imperial-guard-500", "orks-500")
    table = Table(("house",), {"cover": "modifiers"}, armies, "diceless")
    table.do("next")
    table.phase("shooting")
    shot = {"attacker": "s3f6", "target": "b8m5", "weapon": "Lasgun", "distance": "20"}
    for cover, damage in (("light", 42), ("soft", 42), ("hard", 21), ("4+", 63)):
        assert f"{damage} DMG" in table.decision("shoot", cover=cover, **shot).event.text
    at_vehicle = table.decision("shoot", cover="hard", **{**shot, "target": "k7r2", "side": "front"}).event
    assert "hard cover: BS −2 (H-01)" in at_vehicle.steps
    known = {"unit": "b8m5", "damage": "40", "strength": "8"}
    assert "1 model gone" in table.decision("damage", **known).event.text
    assert "gone" not in table.decision("damage", cover="soft", **known).event.text, "S 8 is not twice T 5"
    choices, _ = table.play.choices(table.game, "shoot", "cover", {"attacker": "s3f6"})
    assert choices and [each.value for each in choices[:4]] == ["light", "soft", "hard", "2+"]
    base = Table((), {}, armies, "diceless")
    base.do("next")
    base.phase("shooting")
    with pytest.raises(PlayError, match="lists that play cover by modifiers"):
        base.decision("shoot", cover="soft", **shot)
    choices, _ = base.play.choices(base.game, "shoot", "cover", {"attacker": "s3f6"})
    assert choices and choices[0].value == "2+"


def test_the_calculators_of_shots_take_what_cover_takes_off_the_bs() -> None:
    """H-01: BS 4, S 4, ten shots are 160 DMG; with BS 2 they are 80, and nobody has less than BS 1."""
    known = {name_of(each): each for each in load_system("diceless").calculations()}
    for verb, given, damages in (
        ("shooting", {"bs": "4", "strength": "4", "models": "10"}, (160, 80, 40)),
        ("vehicle-shooting", {"bs": "4", "strength": "8", "av": "10"}, (4, 2, 1)),
    ):
        for less, damage in zip(("0", "2", "7"), damages, strict=True):
            made = read(spec_of(known[verb]), {**given, "less-bs": less})
            assert made.answer().result["damage"] == damage, (verb, less)


def test_the_sheets_of_a_game_have_the_boxes_as_they_stand() -> None:
    """H-01, H-03 to H-05: with what the list chooses, and fresh ones empty."""
    table = guard()
    assert table.play.sheets is not None
    table.do("overwatch", unit=SQUAD, dice="3,4")
    table.do("dismount", unit=RIDERS)
    now, fresh = table.play.sheets(table.game, 0, False), table.play.sheets(table.game, 0, True)
    text, blank = ({card.id: write_card(card) for card in each.cards} for each in (now, fresh))
    assert "[x] On overwatch" in text[SQUAD] and "[x] Dismounted" in text[RIDERS] and "[x]" not in blank[SQUAD]
    assert "BS at targets in cover" in text[SQUAD] and "H-03" in str(now.page.rules)
    assert now.page.system == "Plain 40K + Dark Millennia house rules"
    bare = guard({}).play.sheets
    assert bare is not None and "overwatch" not in str(bare(guard({}).game, 0, False).cards).casefold()


def test_consolidation_in_a_game_without_dice() -> None:
    """H-05: a game of Diceless 40K has it, and goes on as it does without."""
    table = Table(("house",), {"consolidation": "universal"}, ("imperial-guard-500", "orks-500"), "diceless")
    table.do("next")
    table.phase("assault")
    assert "s3f6" in table.game.sides[0].bodies and 'may move 3"' in table.do("consolidate", unit="s3f6")
    with pytest.raises(PlayError, match="H-05"):
        table.do("consolidate", unit="t9r3")


def test_cover_by_modifiers_in_a_game_with_dice() -> None:
    """H-01, H-04, H-07: what each weapon hits and wounds on, at a target in cover; the rule is told as units shoot."""
    table = guard()
    table.do("mark", unit=RIDERS, mark="moved")
    table.phase("shooting")
    assert "Light: BS−1. Soft: BS−1, T+1" in table.due and "Varsk lancers is mounted and moved: no rapid" in table.due
    with pytest.raises(PlayError, match="the other side"):
        table.do("shoot", unit=SQUAD, target=RIDERS)
    shot = {"unit": SQUAD, "target": BOYZ}
    steps = table.decision("shoot", cover="hard", **shot).event.steps
    assert "Lasgun: BS 3 − 2 = 1, hits on 6+; S 3 on T 4 + 1 = 5, wounds on 6+" in steps
    steps = table.decision("shoot", cover="hard", indirect=True, weapon="Autocannon", **shot).event.steps
    assert steps == ("Autocannon: BS 3, hits on 4+; S 7 on T 4 + 1 = 5, wounds on 2+",)
    steps = table.decision("shoot", cover="soft", unit=SENTINEL, target="l2z3").event.steps
    assert steps == ("Multi-laser: BS 3 − 1 = 2, hits on 5+; armour as it is",)
    assert "shoots at Skarmaw's boyz in soft cover" in table.do("shoot", cover="soft", stood=True, **shot)
    assert {"shot", "stood still to fire"} <= table.flags(SQUAD)
    for _ in range(4):
        table.do("next")
    steps = table.decision("shoot", cover="soft", unit=BOYZ, target=RIDERS).event.steps
    assert any("BS 2, hits on 5+; S 4 on T 3 + 1 = 4" in step for step in steps), "+1 for riders, −1 for cover"


def test_cover_by_two_saves_in_a_game() -> None:
    """H-02: what armour lets through is saved by cover; a weapon that pierces the armour leaves cover alone."""
    table = guard({"cover": "both saves"})
    table.phase("shooting")
    assert "Armour save and cover save are both taken" in table.due and "shoot" not in {
        name_of(act) for act in table.play.acts
    }
    taken = {"target": BOYZ, "wounds": "5", "cover": "4+", "falls": "slugga"}
    asked, *_ = table.decision("both-saves", **taken).questions
    assert (asked.parameter, asked.dice) == ("dice", 5) and "armour save 6+" in asked.text
    event = table.decision("both-saves", dice="6,1,2,3,4", cover_dice="4,3,5,1", **taken).event
    assert event.steps == ("armour 6+: 1 of 5 saved", "cover 4+: 2 of 4 saved")
    assert "2 wounds lost" in table.do("both-saves", dice="6,1,2,3,4", cover_dice="4,3,5,1", **taken)
    assert table.game.body(UnitRef(1, BOYZ)).on_foot == 20
    steps = table.decision("both-saves", ap="5", cover_dice="4,3,5,1,1", **taken).event.steps
    assert steps == ("no armour save", "cover 4+: 2 of 5 saved")


def test_a_shot_of_one_module_binds_the_charge_of_another() -> None:
    """A-03, H-01: both know the moment of a shot, and neither the other."""
    table = Table(("assault", "house"), EVERY, GUARD)
    table.do("next")
    table.phase("shooting")
    table.do("shoot", unit=RIDERS, target=BOYZ, cover="light")
    table.phase("assault")
    with pytest.raises(PlayError, match=r"shot at Skarmaw's boyz.*A-03"):
        table.do("declare-charge", unit=RIDERS, targets="a3s4", distance="4")
    table.do("declare-charge", unit=RIDERS, targets=BOYZ, distance="4")
    table.do("charge-move", unit=RIDERS)
    assert 'Varsk lancers is mounted: if it wins it pursues 3D6"' in table.due


def test_what_a_system_says_is_to_be_minded_stands_with_what_a_module_does() -> None:
    """D-10: 199 OP and 25 are over what any Ld passes, which stays told."""
    table = Table(("house",), {"consolidation": "universal"}, ("imperial-guard-500", "orks-500"), "diceless")
    table.do("next")
    unit = next(each for each in table.game.sides[0].bodies.values() if each.unit.groups)
    table.do("set", unit=unit.id, op="199")
    told = [each.text for each in table.play.viewer()(table.game).due]
    assert any(text.startswith(f"{unit.name}: its next Ld test fails") for text in told)
