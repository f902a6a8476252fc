from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from builder.errors import Severity
from builder.record import replace
from builder.roster.marks import Mark
from builder.roster.view import RuleView, SelectionView
from builder.systems.diceless import SYSTEM
from builder.systems.protocol import Counter, System
from tests.systems.diceless.vectors import vectors
from tests.systems.making import model, power, roster, selection, unit, weapon, weapon_profile

SYSTEM_IS_A_SYSTEM: System = SYSTEM

DEEP_STRIKE = (Mark("deep_strike"),)


def tokens(*units: SelectionView) -> dict[str, Counter]:
    return {counter.id: counter for counter in SYSTEM.read(roster(*units)).counters}


def scatter(*units: SelectionView) -> int:
    return tokens(*units)["scatter"].total


def psyker(number: int, *powers: SelectionView) -> SelectionView:
    return unit(f"Psyker {number}", selection("P", type="model", rules=["Psyker"], children=powers,
                profiles=[model("P").profiles[0]]), id=f"p{number}")  # fmt: skip


def army_of(case: Mapping[str, Any]) -> list[SelectionView]:
    """The army that a vector describes."""
    guns = [
        *(weapon(f"Blast {n}", type="Heavy 1, Blast") for n in range(case.get("blast", 0))),
        *(weapon(f"Large {n}", type="Ordnance 1, Large Blast") for n in range(case.get("large_blast", 0))),
        *(weapon(f"Hot {n}", type="Rapid Fire, Gets Hot!") for n in range(case.get("gets_hot_weapons", 0))),
        *(selection(name.title()) for name in case.get("named", [])),
    ]
    return [
        unit("Gunners", model("Gunner", 1, *guns)),
        *(
            unit(f"Jumpers {n}", model("J", 5), id=f"j{n}", marks=DEEP_STRIKE)
            for n in range(case.get("deep_strikers", 0))
        ),
        *(psyker(n) for n in range(case.get("psykers", 0))),
    ]


@pytest.mark.parametrize("case", vectors("tokens"), ids=str)
def test_the_vectors_of_the_rules_hold(case: Mapping[str, Any]) -> None:
    counters = tokens(*army_of(case))
    found = {name: counter.total for name, counter in counters.items()}
    found["scatter_at_start"] = counters["scatter"].total_at_start
    expected = {name: value for name, value in case.items() if name in found}
    assert expected
    assert {name: found[name] for name in expected} == expected


class TestScatter:
    def test_a_weapon_counts_once_for_each_model_that_carries_it(self) -> None:
        assert scatter(unit("Squad", model("Marine", 4, weapon("Plasma cannon", 3, "Heavy 1, Blast")))) == 6

    def test_a_weapon_counts_its_largest_ammunition(self) -> None:
        modes = [weapon_profile("Launcher (frag)", "Heavy 1, Blast"), weapon_profile("Launcher (krak)", "Heavy 1"),
                 weapon_profile("Launcher (siege)", "Heavy 1, Large Blast")]  # fmt: skip
        assert scatter(unit("Squad", model("Marine", 1, selection("Launcher", profiles=modes)))) == 3

    def test_templates_give_none(self) -> None:
        assert scatter(unit("Squad", model("Marine", 5, weapon("Flamer", 5, "Assault 1", range="Template")))) == 0

    def test_hand_grenades_count_once_for_a_unit_and_are_told(self) -> None:
        grenades = weapon("Frag grenades", 10, "Assault 1, Blast", range='8"')
        squad = unit("Squad", model("Marine", 10, grenades))
        reading = SYSTEM.read(roster(squad))
        assert reading.counters[0].total == 2
        (finding,) = [each for each in reading.findings if each.code == "diceless.grenades"]
        assert (finding.severity, finding.rule) == (Severity.INFO, "D-70")
        assert finding.message.startswith("Hand grenades with a blast count once per unit")

    @pytest.mark.parametrize(
        ("name", "range", "by_hand"),
        [
            ("Frag grenades", '8"', True),
            ("Frag grenades", "–", True),
            ("Frag grenades", '24"', False),
            ("Spore mine", '8"', False),
            ("Spore mine", "–", False),
        ],
    )
    def test_a_hand_grenade_is_named_so_and_flies_8_inches_at_most(self, name: str, range: str, by_hand: bool) -> None:
        """D-70."""
        five = unit("Squad", model("Marine", 5, weapon(name, 5, "Assault 1, Blast", range=range)))
        assert scatter(five) == (2 if by_hand else 10)

    def test_grenades_out_of_a_launcher_are_no_hand_grenades(self) -> None:
        frag = weapon_profile("Grenade launcher (frag)", "Assault 1, Blast", '24"')
        assert scatter(unit("Squad", model("G", 2, selection("Grenade launcher", 2, profiles=[frag])))) == 4

    def test_psychic_shooting_attacks_count_once_for_each_psyker(self) -> None:
        vortex = selection("Vortex of Doom", profiles=[power("Vortex of Doom", "Heavy 1, Blast")])
        assert scatter(psyker(1, vortex)) == 2
        brothers = selection("Cabal", type="unit", rules=["Brotherhood of Psykers"],
                             children=[model("Brother", 5), vortex])  # fmt: skip
        assert scatter(brothers) == 2

    def test_parts_name_unit_and_weapon(self) -> None:
        (part,) = tokens(unit("Squad", model("M", 3, weapon("Mortar", 3, "Heavy 1, Blast"))))["scatter"].parts
        assert (part.unit, part.name, part.source, part.count, part.when) == ("u1", "Squad", "Mortar ×3", 6, "list")

    def test_deep_strike_adds_at_the_start_and_is_told(self) -> None:
        terminators = replace(
            unit("Terminators", model("T", 5), marks=DEEP_STRIKE), rules=(RuleView(name="Deep Strike"),)
        )
        reading = SYSTEM.read(roster(terminators))
        assert (reading.counters[0].total, reading.counters[0].total_at_start) == (0, 2)
        assert [each.message for each in reading.findings] == [
            "Terminators deep strikes: 2 Scatter tokens more when the game starts"
        ]

    def test_units_that_may_deep_strike_are_told_once(self) -> None:
        jumpers = [
            selection(name, type="unit", id=name, rules=["Deep Strike"], children=[model("M", 5)])
            for name in ("A", "B")
        ]
        reading = SYSTEM.read(roster(*jumpers))
        assert [each.message for each in reading.findings] == [
            "A; B may deep strike: 2 Scatter tokens more for each that does"
        ]
        assert not reading.findings[0].at.unit
        (alone,) = SYSTEM.read(roster(jumpers[0])).findings
        assert alone.at.unit == "A"


class TestNamedEffects:
    def test_gate_of_infinity_gives_two(self) -> None:
        assert scatter(psyker(1, selection("Gate of Infinity", profiles=[power("Gate of Infinity")]))) == 2

    def test_an_orbital_bombardment_with_a_profile_is_counted_once(self) -> None:
        strike = weapon("Orbital Bombardment", type="Ordnance 1, Large Blast, Barrage")
        assert scatter(unit("Chapter Master", model("Master", 1, strike))) == 3

    def test_varro_tigurius_gives_two_in_all_for_his_powers(self) -> None:
        powers = [selection(name, profiles=[power(name, type)]) for name, type in
                  (("Gate of Infinity", ""), ("Vortex of Doom", "Heavy 1, Blast"))]  # fmt: skip
        tigurius = unit("Varro Tigurius", model("Varro Tigurius", 1), *powers)
        assert scatter(tigurius) == 2
        assert tokens(tigurius)["warp"].total == 1


class TestGetsHotAndWarp:
    def test_a_weapon_that_gets_hot_in_one_mode_counts_once_each(self) -> None:
        modes = [weapon_profile("Boltgun"), weapon_profile("Plasma gun", "Rapid Fire, Gets Hot!")]
        combi = selection("Combi-plasma", 2, profiles=modes)
        assert tokens(unit("Squad", model("M", 2, combi)))["gets_hot"].total == 2

    def test_every_counter_is_there_even_without_tokens(self) -> None:
        found = tokens(unit("Squad", model("M", 5)))
        assert {name: counter.total for name, counter in found.items()} == {"scatter": 0, "gets_hot": 0, "warp": 0}
