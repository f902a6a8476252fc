from __future__ import annotations

from collections.abc import Sequence

import pytest

from builder.errors import Severity
from builder.roster.view import SelectionView
from builder.systems.fortyk.model import Unit
from builder.systems.fortyk.units import ArmyReading, read_army
from tests.systems.making import (
    DREADNOUGHT,
    marine,
    model,
    power,
    profile,
    roster,
    selection,
    unit,
    vehicle,
    wargear,
    weapon,
    weapon_profile,
)


def read(*units: SelectionView) -> ArmyReading:
    return read_army(roster(*units))


def only(*units: SelectionView) -> Unit:
    (found,) = read(*units).army.units
    return found


def groups(found: Unit) -> list[tuple[str, int, dict[str, int]]]:
    """Name, models and weapons of each group."""
    return [
        (group.name, group.models, {carried.weapon.name: carried.count for carried in group.weapons})
        for group in found.groups
    ]


def carried(found: Unit) -> dict[str, int]:
    return {each.weapon.name: each.count for each in found.weapons}


def messages(reading: ArmyReading, code: str) -> Sequence[str]:
    return [finding.message for finding in reading.findings if finding.code == f"fortyk.{code}"]


class TestModels:
    def test_models_are_grouped_by_what_they_carry_and_groups_named_by_it(self) -> None:
        squad = unit(
            "Squad Ancora",
            model("Sergeant", 1, weapon("Power fist", type="Melee"), stat=marine("Sergeant", Ld="9")),
            model(
                "Space Marine",
                9,
                weapon("Bolter", 7, group="g"),
                weapon("Plasma gun", 1, "Rapid Fire, Gets Hot", group="g"),
                weapon("Missile launcher", 1, "Heavy 1", group="g"),
                weapon("Bolt pistol", 9, "Pistol"),
            ),
        )
        found = only(squad)
        assert groups(found) == [
            ("Sergeant", 1, {"Power fist": 1}),
            ("Bolter", 7, {"Bolter": 7, "Bolt pistol": 7}),
            ("Plasma gun", 1, {"Plasma gun": 1, "Bolt pistol": 1}),
            ("Missile launcher", 1, {"Missile launcher": 1, "Bolt pistol": 1}),
        ]
        assert [group.id for group in found.groups] == ["u1.1", "u1.2", "u1.3", "u1.4"]
        assert found.models == 10

    def test_identical_models_from_several_selections_are_one_group(self) -> None:
        found = only(unit("Servitors", *(model("Servitor", 1, weapon("Plasma cannon")) for _ in range(4))))
        assert groups(found) == [("Servitor", 4, {"Plasma cannon": 4})]

    def test_the_order_of_their_equipment_does_not_part_identical_models(self) -> None:
        one, other = weapon("Bolter"), weapon("Knife", type="Melee")
        found = only(unit("Squad", model("Marine", 1, one, other), model("Marine", 1, other, one)))
        assert [group.models for group in found.groups] == [2]

    def test_an_upgrade_with_a_stat_line_is_a_model_of_its_unit(self) -> None:
        terminator = selection(
            "Terminator", 3, profiles=[marine("Terminator", Sv="2+")], children=[weapon("Bolter", 3)]
        )
        assert groups(only(unit("Cabal", terminator))) == [("Terminator", 3, {"Bolter": 3})]

    def test_an_upgrade_with_a_stat_line_on_a_model_is_its_promotion(self) -> None:
        veteran = selection("Veteran", profiles=[marine("Veteran Sergeant", Ld="9")])
        found = only(unit("Squad", model("Sergeant", 1, weapon("Bolter"), veteran)))
        assert groups(found) == [("Veteran Sergeant", 1, {"Bolter": 1})]
        assert found.groups[0].profile.ld == 9

    def test_a_model_may_have_its_stat_line_from_its_promotion_alone(self) -> None:
        magos = selection("Magos", profiles=[marine("Magos Auxilia")])
        adept = selection("Adept", type="model", children=[weapon("Beamer"), magos])
        assert groups(only(unit("Auxilia", adept))) == [("Magos Auxilia", 1, {"Beamer": 1})]

    def test_a_model_may_have_its_stat_line_from_the_unit(self) -> None:
        squad = selection(
            "Squad",
            type="unit",
            profiles=[marine("Guardsman", T="3"), marine("Sergeant", T="3", Ld="8")],
            children=[selection("Guardsmen", 9, type="model"), selection("Sergeant", type="model")],
        )
        assert [(group.name, group.models, group.profile.name) for group in only(squad).groups] == [
            ("Guardsmen", 9, "Guardsman"),
            ("Sergeant", 1, "Sergeant"),
        ]

    def test_a_model_without_any_stat_line_is_told_and_left_out(self) -> None:
        reading = read(unit("Lootas", model("Loota", 5), selection("Grot Oiler", type="model")))
        assert reading.army.units[0].models == 5
        assert messages(reading, "no_stat_line") == [
            "Lootas: Grot Oiler ×1 has no stat line in this roster and is left out"
        ]

    def test_several_stat_lines_on_a_unit_without_models_are_told(self) -> None:
        reading = read(selection("Squad", type="unit", profiles=[marine("Guardsman"), marine("Sergeant")]))
        assert reading.army.units[0].models == 2
        (finding,) = reading.findings
        assert finding.severity is Severity.WARNING

    def test_the_players_name_for_a_unit_is_used(self) -> None:
        named = selection("Tactical Squad", type="unit", custom_name="Ancora", children=[model("Marine", 5)])
        assert only(named).name == "Ancora"


class TestEquipmentOfTheUnit:
    def test_an_ungrouped_weapon_is_carried_by_every_model(self) -> None:
        kit = selection("Standard Wargear", children=[weapon("Bolt Pistols", type="Pistol")])
        squad = unit("Squad", model("Marine", 9), model("Sergeant", 1), kit)
        reading = read(squad)
        assert carried(reading.army.units[0]) == {"Bolt Pistols": 10}
        assert messages(reading, "counted_by_model") == [
            "Squad: weapons that stand on the unit are counted by model: Bolt Pistols for each of 10 models"
        ]

    def test_a_grouped_weapon_is_carried_by_the_models_that_have_no_other(self) -> None:
        sergeant = model("Sergeant", 1, weapon("Combi-bolter", group="sergeant"))
        found = only(unit("Squad", model("Marine", 9), sergeant, weapon("Bolters", group="squad")))
        assert carried(found) == {"Bolters": 9, "Combi-bolter": 1}

    def test_a_model_does_not_get_a_second_one_of_a_weapon_it_has(self) -> None:
        pistol = selection("Pistol", profiles=[weapon_profile("Bolt Pistol", "Pistol")], group="sergeant")
        kit = selection("Kit", children=[selection("Bolt Pistols", profiles=[weapon_profile("Bolt Pistol", "Pistol")])])
        found = only(unit("Squad", model("Marine", 9), model("Sergeant", 1, pistol), kit))
        assert carried(found) == {"Bolt Pistol": 10}

    def test_several_grouped_weapons_are_one_models_each(self) -> None:
        flamer, launcher = weapon("Flamer", group="special"), weapon("Missile launcher", group="heavy")
        found = only(unit("Squad", model("Marine", 9), flamer, launcher))
        assert carried(found) == {"Flamer": 1, "Missile launcher": 1}

    def test_a_weapon_in_the_plural_is_everyones_beside_that_of_one(self) -> None:
        flamer, bolters = weapon("Flamer", group="special"), weapon("Bolters", group="basic")
        found = only(unit("Squad", model("Sergeant", 1), model("Marine", 9), flamer, bolters))
        assert carried(found) == {"Bolters": 10, "Flamer": 1}

    def test_a_power_is_the_psykers(self) -> None:
        psyker = selection("Psyker", type="model", profiles=[marine("Psyker")], rules=["Psyker"])
        smite = selection("Smite", profiles=[power("Smite", "Assault 4")])
        assert groups(only(unit("Squad", model("Overseer", 2), psyker, smite))) == [
            ("Overseer", 2, {}),
            ("Psyker", 1, {"Smite": 1}),
        ]

    def test_guns_carry_nothing_of_their_crew(self) -> None:
        gun = model("Cannon", 1, stat=vehicle("Cannon", {"BS": "3", "Front": "10", "Side": "10", "Rear": "10"}))
        assert carried(only(unit("Battery", gun, model("Crew", 3), weapon("Rifles")))) == {"Rifles": 3}

    def test_a_number_is_taken_at_its_word(self) -> None:
        found = only(unit("Squad", model("Sergeant", 1), model("Marine", 9), weapon("Bolter", 9), weapon("Flare", 2)))
        assert carried(found) == {"Bolter": 9, "Flare": 2}
        assert groups(found)[0] == ("Sergeant", 1, {})

    def test_models_without_a_weapon_beside_armed_ones_are_told(self) -> None:
        reading = read(unit("Peltasts", model("Alpha", 1, weapon("Caster")), model("Peltast", 9)))
        assert messages(reading, "no_weapon") == ["Peltasts: the roster names no weapon for 9 Peltast"]


class TestWeapons:
    def test_several_profiles_of_a_choice_are_modes_of_one_weapon(self) -> None:
        modes = [weapon_profile(f"Missile launcher – {mode}", f"Heavy 1{more}") for mode, more in
                 (("frag", ", Blast"), ("krak", ""))]  # fmt: skip
        found = only(unit("Squad", model("Marine", 1, selection("Missile launcher", profiles=modes))))
        ((one,),) = [group.weapons for group in found.groups]
        assert (one.weapon.name, one.count) == ("Missile launcher", 1)
        assert [mode.name for mode in one.weapon.modes] == ["Missile launcher – frag", "Missile launcher – krak"]

    def test_a_choice_that_lists_weapons_in_its_name_is_several(self) -> None:
        both = selection("Power fist and plasma pistol", profiles=[
            weapon_profile("Power fist", "Melee"), weapon_profile("Plasma pistol", "Pistol, Gets Hot")])  # fmt: skip
        assert carried(only(unit("Squad", model("Sergeant", 1, both)))) == {"Power fist": 1, "Plasma pistol": 1}

    def test_a_rule_of_the_choice_belongs_to_its_weapon_and_not_to_the_unit(self) -> None:
        gun = selection("Combi-bolter", profiles=[weapon_profile("Boltgun")], rules=["Twin-Linked"])
        found = only(unit("Squad", model("Marine", 2, gun)))
        assert found.weapons[0].weapon.modes[0].rules == ("twin-linked",)
        assert found.rules == ()

    def test_a_type_that_says_nothing_is_told(self) -> None:
        reading = read(unit("Mek", model("Mek", 1, weapon("Lifta", type="Lifta-droppa"))))
        assert messages(reading, "weapon_type") == [
            "Mek: type 'Lifta-droppa' of Lifta is not understood and kept as text"
        ]

    @pytest.mark.parametrize(("name", "count"), [("Rockets x 4", 4), ("Rockets (x2)", 2), ("Rockets", 1)])
    def test_a_number_in_the_name_counts(self, name: str, count: int) -> None:
        launcher = selection(name, profiles=[weapon_profile("Rockets", "Heavy 1")])
        tank = selection("Tank", type="unit", id="u1", profiles=[vehicle("Tank")], children=[launcher])
        assert [weapon_id for weapon_id, _ in only(tank).vehicles[0].weapons] == [
            f"u1.w{number}" for number in range(1, count + 1)
        ]


class TestVehicles:
    def test_every_weapon_of_a_vehicle_has_its_own_id(self) -> None:
        sponsons, turret = weapon("Heavy bolter", 2, "Heavy 3"), weapon("Autocannon", 1, "Heavy 2")
        tank = selection("Predator", type="unit", id="u1", profiles=[vehicle("Predator")], children=[turret, sponsons])
        (one,) = only(tank).vehicles
        assert [(weapon_id, each.name) for weapon_id, each in one.weapons] == [
            ("u1.w1", "Autocannon"),
            ("u1.w2", "Heavy bolter"),
            ("u1.w3", "Heavy bolter"),
        ]

    def test_a_squadron_is_one_unit_of_several_vehicles(self) -> None:
        bikes = model("Land Speeder", 3, weapon("Heavy bolter", 3), stat=vehicle("Land Speeder"))
        found = only(unit("Squadron", bikes))
        assert [(each.id, each.name) for each in found.vehicles] == [
            ("u1.v1", "Land Speeder 1"),
            ("u1.v2", "Land Speeder 2"),
            ("u1.v3", "Land Speeder 3"),
        ]
        assert [weapon_id for each in found.vehicles for weapon_id, _ in each.weapons] == ["u1.w1", "u1.w2", "u1.w3"]

    @pytest.mark.parametrize("kind", ["unit", "upgrade", "model"])
    def test_a_transport_in_a_squad_is_a_unit_of_its_own(self, kind: str) -> None:
        rhino = selection("Rhino", type=kind, id="r", profiles=[vehicle("Rhino")], points=35)
        squad = selection("Squad", type="unit", categories=["Troops"], points=90, children=[model("Marine", 5), rhino])
        first, second = read(squad).army.units
        assert (first.name, int(first.points), first.slot, len(first.vehicles)) == ("Squad", 90, "TR", 0)
        assert (second.id, int(second.points), second.slot, len(second.groups)) == ("r", 35, "DT", 0)

    def test_a_gun_stays_with_its_crew(self) -> None:
        gun = model("Sentry Gun", 2, weapon("Cannon", 2), stat=vehicle("Sentry Gun", {"BS": "4", "Front": "10", "Side":
                    "10", "Rear": "10", "Type": "Immobile"}))  # fmt: skip
        found = only(unit("Battery", model("Crew", 3), gun))
        assert (len(found.vehicles), found.groups[0].models, found.models) == (2, 3, 5)

    def test_a_vehicle_has_the_id_of_its_unit_only_when_it_is_the_whole_unit(self) -> None:
        cannon = model("Cannon", 1, stat=vehicle("Cannon", {"BS": "3", "Front": "10", "Side": "10", "Rear": "10"}))
        assert [each.id for each in only(unit("Cannon", cannon)).vehicles] == ["u1"]
        assert [each.id for each in only(unit("Battery", cannon, model("Crew", 1))).vehicles] == ["u1.v1"]

    def test_a_drop_pod_of_a_dreadnought_is_a_unit_of_its_own(self) -> None:
        pod = selection("Drop Pod", profiles=[vehicle("Drop Pod")])
        walker = selection("Dreadnought", type="unit", profiles=[profile("D", "Walker", DREADNOUGHT)], children=[pod])
        assert [found.name for found in read(walker).army.units] == ["Dreadnought", "Drop Pod"]

    def test_squads_in_a_platoon_are_units_and_keep_its_cost(self) -> None:
        squads = [selection(name, type="unit", points=50, children=[model("Guardsman", 10)]) for name in ("A", "B")]
        platoon = selection("Platoon", type="unit", categories=["Troops"], points=10, children=squads)
        assert [(each.name, int(each.points), each.slot) for each in read(platoon).army.units] == [
            ("A", 60, "TR"),
            ("B", 50, "TR"),
        ]


class TestGear:
    @pytest.mark.parametrize(
        ("text", "save"),
        [
            ("Confers a 4+ Invulnerable Save", 4),
            ("A suit with a 2+ armour save and a 5+ invulnerable save.", 5),
            ("It grants an invulnerable save of 5+ and re-rolls.", 5),
            ("A 5+ invulnerable save, and counts as a grenade when charged.", 5),
            ("A 4+ invulnerable save against shooting.", None),
            ("Once per game it gives a 2+ invulnerable save.", None),
            ("Provides a 3+ armour save.", None),
        ],
    )
    def test_wargear_gives_its_plain_invulnerable_save(self, text: str, save: int | None) -> None:
        shield = selection("Shield", profiles=[wargear("Shield", text)])
        found = only(unit("Squad", model("Marine", 2, shield)))
        assert found.groups[0].profile.invulnerable == save
        assert found.groups[0].gear == ("Shield",)

    def test_only_those_who_carry_a_shield_have_its_save(self) -> None:
        shield = selection("Storm shield", 2, profiles=[wargear("Storm shield", "A 3+ invulnerable save.")])
        found = only(unit("Squad", model("Marine", 5, shield)))
        assert [(group.name, group.models, group.profile.invulnerable) for group in found.groups] == [
            ("Marine with storm shield", 2, 3),
            ("Marine", 3, None),
        ]

    def test_a_conditional_save_is_told(self) -> None:
        shield = selection("Ion shield", profiles=[wargear("Ion shield", "A 4+ invulnerable save against one side.")])
        assert len(messages(read(unit("Squad", model("Knight", 1, shield))), "invulnerable")) == 1


class TestPsykers:
    @pytest.mark.parametrize("rule", ["Psyker", "Psyker (Mastery Level 3)", "Battle Psyker"])
    def test_a_model_with_the_rule_is_a_psyker(self, rule: str) -> None:
        librarian = selection("Librarian", type="unit", profiles=[marine("Librarian")], rules=[rule])
        assert only(librarian).psykers == 1

    def test_a_model_with_a_power_is_a_psyker_and_its_shooting_power_a_weapon(self) -> None:
        powers = [
            selection("Smite", profiles=[power("Smite", "Assault 4")]),
            selection("Gate", profiles=[power("Gate")]),
        ]
        found = only(unit("Librarian", model("Librarian", 1), *powers))
        assert (found.psykers, found.powers, carried(found)) == (1, ("Smite", "Gate"), {"Smite": 1})

    def test_an_upgrade_makes_as_many_psykers_as_there_are_of_it(self) -> None:
        warlocks = selection("Warlock", 2, rules=["Psyker"])
        assert only(unit("Council", model("Guardian", 8, warlocks))).psykers == 2
        assert (
            only(unit("Council", model("Warlock", 3, selection("Power", 3, profiles=[power("Embolden")])))).psykers == 3
        )

    def test_a_brotherhood_is_one_psyker(self) -> None:
        brothers = selection("Cabal", type="unit", rules=["Brotherhood of Psykers ML2"], children=[model("Brother", 5)])
        assert only(brothers).psykers == 1

    def test_a_unit_that_does_not_say_which_model_is_one_counts_once_and_tells(self) -> None:
        reading = read(selection("Squad", type="unit", categories=["Psyker"], children=[model("Psyker", 5)]))
        assert reading.army.units[0].psykers == 1
        assert len(messages(reading, "psyker")) == 1

    def test_those_who_hunt_psykers_are_none(self) -> None:
        assert only(selection("Hunter", type="unit", profiles=[marine("H")], rules=["Psyker Hunter"])).psykers == 0
