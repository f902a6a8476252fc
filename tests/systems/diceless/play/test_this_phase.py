"""What was fired and struck in a phase: who may still shoot, weapons used twice, weapons used once a game."""

from __future__ import annotations

from builder.roster.marks import Mark
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.report import UnitReport, VehicleReport, report
from builder.systems.diceless.play.state import GameState, Phase
from tests.systems.diceless.play.battles import battle, gun, hull, marines, squad
from tests.systems.diceless.play.games import choices_of, decision, in_turn, played, refusal
from tests.systems.making import model, profile, selection

BOLTERS = "shoot attacker=bolters target=mob distance=20"


def shooting() -> GameState:
    """Our shooting: ten with bolters in two groups, a tank with two missiles, riders, a squad in reserve."""
    bolters = squad("bolters", model("Sergeant", 1, gun("Boltgun")), model("Marine", 9, gun("Boltgun", 9)))
    missiles = gun("Hunter-killer missile", 2, "Heavy 1, One use", s="8", ap="3", reach='72"')
    tank = hull("tank", gun("Storm bolter", type="Assault 2"), missiles)
    riders = squad("riders", model("Rider", 5, gun("Plasma gun", 5)), marks=(Mark("riding_in", "tank"),))
    late = squad("late", model("Late", 5, gun("Boltgun", 5)), marks=(Mark("reserve"),))
    mob = squad("mob", model("Boy", 20, gun("Shoota", 20, "Assault 2")), model("Nob", 1))
    return in_turn(battle([bolters, tank, riders, late], [mob, hull("trukk")]), 1, Phase.SHOOTING)


def row(state: GameState, ref: str) -> UnitReport | VehicleReport:
    side = report(state).sides[0]
    rows: tuple[UnitReport | VehicleReport, ...] = (*side.units, *side.vehicles)
    return next(each for each in rows if each.ref == ref)


def still(state: GameState) -> str:
    return report(state).hints[0]


def test_players_are_told_how_many_units_may_still_shoot() -> None:
    """Those in reserve, and those in a transport that is not open, are not counted."""
    game = shooting()
    assert still(game) == "Your shooting: 2 units may still shoot"
    game = played(game, f"{BOLTERS} first=boy")
    assert still(game) == "Your shooting: 1 unit may still shoot"
    game = played(game, "shoot attacker=tank target=mob weapon=storm first=boy distance=20")
    assert still(game) == "Your shooting: no unit may still shoot"
    assert still(played(game, "disembark unit=riders")) == "Your shooting: 1 unit may still shoot"


def test_units_that_are_kept_from_shooting_are_not_counted() -> None:
    game = played(shooting(), "mark unit=bolters mark=locked")
    assert still(game) == "Your shooting: 1 unit may still shoot"
    back = played(game, "mark unit=bolters mark=locked off", "mark unit=bolters mark=falling")
    assert still(back) == "Your shooting: 2 units may still shoot"
    assert still(played(game, "mark unit=tank mark=destroyed")) == "Your shooting: no unit may still shoot"


def test_who_has_fired_some_weapons_may_still_shoot_with_those_that_are_left() -> None:
    """D-20: a unit fires all its weapons at one target; those that do not reach it are not fired later."""
    cannon = gun("Lascannon", 1, "Heavy 1", s="9", ap="2", reach='48"')
    heavy = squad(
        "heavy", model("Marine", 4, gun("Boltgun", 4), gun("Pistol", 4, "Pistol")), model("Gunner", 1, cannon)
    )
    game = in_turn(battle([heavy], [squad("mob", model("Boy", 20))]), 1, Phase.SHOOTING)

    def left(state: GameState) -> list[str]:
        return [each.text for each in PLAY.reminders(state) if each.kind == "May still shoot"]

    begun = played(game, "shoot attacker=heavy target=mob weapon=lascannon distance=20")
    assert left(game) == ["Heavy"] and left(begun) == ["Heavy: 4 × Boltgun"]
    assert [row.turn for row in PLAY.viewer()(begun).sides[0].tables[0].rows] == ["may"]
    some = played(begun, "shoot attacker=heavy target=mob weapon=boltgun models=3 distance=20")
    assert left(some) == ["Heavy: 1 × Boltgun"]
    for done in (
        played(begun, "fire attacker=heavy target=mob distance=20"),
        played(game, "fire attacker=heavy target=mob distance=40"),
    ):
        assert not left(done) and PLAY.viewer()(done).sides[0].tables[0].rows[0].turn == "has"


def test_the_count_is_of_the_side_whose_turn_it_is() -> None:
    game = played(shooting(), "turn", "next")
    assert still(game) == "Their shooting: 1 unit may still shoot"
    assert not any("may still shoot" in hint for hint in report(played(game, "next")).hints)


def test_units_that_have_fired_are_marked_until_the_phase_is_over() -> None:
    game = played(shooting(), f"{BOLTERS} models=4 first=boy")
    assert "has fired" in row(game, "bolters").marks and row(game, "bolters").fired == ("4 × Boltgun",)
    game = played(game, f"{BOLTERS} first=boy", "shoot attacker=tank target=mob damage=10 first=boy")
    assert row(game, "bolters").fired == ("10 × Boltgun",) and row(game, "tank").fired == ("DMG",)
    later = played(game, "next")
    assert "has fired" not in row(later, "bolters").marks and not row(later, "tank").fired


def test_the_rest_of_a_unit_fires_next_and_nobody_fires_twice() -> None:
    """As in the base game, a model fires once in a phase; players can agree on more, which the log says."""
    game = played(shooting(), f"{BOLTERS} models=4 first=boy")
    rest = decision(game, f"{BOLTERS} first=boy").event.text
    assert rest.startswith("Bolters, 6 × Boltgun,") and "already" not in rest
    assert "6 × Boltgun can still be used" in refusal(game, f"{BOLTERS} models=8 first=boy")
    over = decision(game, f"{BOLTERS} models=8 first=boy anyway").event.text
    assert over.endswith("; 2 of 8 have fired in this phase already")
    game = played(game, f"{BOLTERS} first=boy")
    assert "nobody is left to use Boltgun" in refusal(game, f"{BOLTERS} first=boy")
    assert "already" not in decision(played(game, "next"), f"{BOLTERS} first=boy anyway").event.text


def test_a_unit_fires_at_one_target_or_says_that_it_splits() -> None:
    """As in the base game, all shots of a unit in a phase are at one target, unless a rule of its own lets it split."""
    game = played(shooting(), "shoot attacker=tank target=mob weapon=storm first=boy distance=9")
    fire = "shoot attacker=tank target=trukk weapon=hunter zone=red distance=20"
    assert "Tank fires at Mob in this phase: a unit has one target" in refusal(game, fire)
    assert decision(game, f"{fire} split").event.changes
    assert decision(played(game, "turn", "turn", "next"), f"{fire} speed=combat").event.changes


def test_shots_and_blows_are_refused_out_of_turn_and_phase_unless_agreed() -> None:
    """As in the base game, units fire in the shooting phase of their own side, and fight in any assault phase."""
    game = shooting()
    theirs = "shoot attacker=mob target=bolters distance=9"
    assert "it is Ours' turn" in refusal(game, theirs)
    assert decision(game, f"{theirs} anyway").event.changes
    assert "units fight in the assault phase" in refusal(game, "fight attacker=bolters target=mob")
    assert "units fire in the shooting phase" in refusal(played(game, "next"), BOLTERS)


def test_whoever_leaves_phases_out_is_not_told_of_them() -> None:
    game = played(in_turn(shooting(), 0, Phase.DEPLOYMENT), f"{BOLTERS} first=boy")
    assert "already" not in decision(game, f"{BOLTERS} first=boy").event.text


def test_weapons_to_choose_from_say_what_was_fired() -> None:
    game = played(
        shooting(), f"{BOLTERS} models=4 first=boy", "shoot attacker=tank target=mob weapon=storm first=boy distance=9"
    )
    told = [choice.text for choice in choices_of(game, "shoot", "weapon", {"attacker": "bolters"})]
    assert [each.split(":")[0] for each in told] == ["Boltgun ×10, 4 of them fired already"]
    (asked, *_) = decision(game, "shoot attacker=tank target=trukk split").questions
    told = [choice.text.split(":")[0] for choice in asked.choices]
    assert told == ["Hunter-killer missile ×2", "Storm bolter ×1, fired already"]


def test_a_weapon_of_one_use_is_used_once_a_game() -> None:
    fire = "shoot attacker=tank target=trukk weapon=hunter zone=red distance=20 speed=cruising"
    game = played(shooting(), f"{fire} models=1", "turn", "turn", "next")
    assert "1 × Hunter-killer missile, at" in decision(game, fire).event.text
    told = "Tank: 1 × Hunter-killer missile left, not 2 (used once a game); by agreement with --anyway"
    assert refusal(game, f"{fire} models=2") == told
    game = played(game, fire)
    spent = "Tank: no Hunter-killer missile left (used once a game); by agreement with --anyway"
    assert refusal(game, fire) == spent
    assert "2 × Hunter-killer missile" in decision(game, f"{fire} anyway").event.text


def test_models_that_used_a_weapon_of_one_use_fall_before_those_that_did_not() -> None:
    """Their owner takes them off first: identical models are one group (D-25)."""
    ours = [squad("us", model("Biker", 4, gun("Rokkit bomb", 4, "Assault 1, One use")))]
    game = in_turn(battle(ours, [marines("them", 9)]), 1, Phase.SHOOTING)
    fire = "shoot attacker=us target=them"
    game = played(game, f"{fire} models=3", "set unit=us models-left=2", "turn", "turn", "next")
    assert "Us, 1 × Rokkit bomb," in decision(game, fire).event.text


def test_a_combi_weapon_that_was_fired_as_one_thing_is_not_fired_as_another() -> None:
    """Both barrels of a combi-weapon are one weapon, which fires once in a phase."""
    columns = {"Range": '24"', "Strength": "4", "AP": "5"}
    bolter = profile("Combi-flamer (bolter)", "Weapon", {**columns, "Type": "Assault 1"})
    flamer = profile("Combi-flamer (flamer)", "Weapon", {**columns, "Type": "Assault 1, One use"})
    combi = selection("Combi-flamer", 2, profiles=[bolter, flamer])
    game = in_turn(battle([squad("us", model("Veteran", 2, combi))], [marines("them", 9)]), 1, Phase.SHOOTING)
    game = played(game, "shoot attacker=us target=them mode=flamer")
    assert "nobody is left to use Combi-flamer" in refusal(game, "shoot attacker=us target=them mode=bolter")
    game = played(game, "turn", "turn", "next")
    assert "already" not in decision(game, "shoot attacker=us target=them mode=bolter").event.text
    assert "used once a game" in refusal(game, "shoot attacker=us target=them mode=flamer")


def test_a_lance_of_one_use_strikes_once() -> None:
    ours = [squad("us", model("Rider", 5, gun("Hunting lance", 5, "Melee, One use"), gun("Sword", 5, "Melee")))]
    game = in_turn(battle(ours, [marines("them", 9)]), 1, Phase.ASSAULT)
    game = played(game, "fight attacker=us target=them weapon=lance", "turn", "next", "next")
    assert "no Hunting lance left" in refusal(game, "fight attacker=us target=them weapon=lance")
    game = played(game, "fight attacker=us target=them weapon=sword")
    assert "the others have struck" in refusal(game, "fight attacker=us target=them weapon=sword")
