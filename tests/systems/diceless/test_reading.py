from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from builder.record import replace
from builder.roster.marks import Mark
from builder.roster.view import CategoryView
from builder.systems.blocks import Slot
from builder.systems.diceless import SYSTEM
from builder.systems.diceless.casualties import hit_points
from builder.systems.fortyk.profiles import Log, read_model
from builder.systems.registry import load_system
from tests.systems.diceless.vectors import vectors
from tests.systems.making import marine, model, roster, selection, unit, vehicle, weapon


def hp_of(toughness: str, wounds: int) -> int:
    read = read_model(marine(T=toughness, W=str(wounds)), Log())
    assert read is not None
    return hit_points(read)


@pytest.mark.parametrize("case", vectors("hp"), ids=str)
def test_the_vectors_of_the_rules_hold(case: Mapping[str, Any]) -> None:
    assert hp_of(case["T"], case["W"]) == case["hp"]


@pytest.mark.parametrize(("toughness", "wounds", "hp"), [("3", 1, 30), ("4(5)", 2, 100), ("10", 10, 1000)])
def test_hp_are_wounds_by_bracketed_toughness_by_ten(toughness: str, wounds: int, hp: int) -> None:
    assert hp_of(toughness, wounds) == hp


def test_a_squad_has_the_hp_of_its_groups_and_no_order_points() -> None:
    """D-02, D-04."""
    squad = unit("Squad", model("Sergeant", 1, stat=marine("Sergeant", W="2")), model("Marine", 9))
    (summary,) = SYSTEM.read(roster(squad)).units
    assert (summary.kind, summary.models, summary.slot, summary.hp, summary.op) == ("unit", 10, "TR", 440, 0)
    assert [(group.id, group.hp_each, group.hp) for group in summary.groups] == [("u1.1", 80, 80), ("u1.2", 40, 360)]


def test_a_vehicle_has_neither_hp_nor_order_points() -> None:
    rhino = selection("Rhino", type="unit", id="r", profiles=[vehicle("Rhino")], children=[weapon("Storm bolter")])
    (summary,) = SYSTEM.read(roster(rhino)).units
    assert (summary.kind, summary.hp, summary.op, summary.groups) == ("vehicle", None, None, ())
    assert summary.extra["vehicles"] == [
        {
            "id": "r",
            "name": "Rhino",
            "front": 11,
            "side": 11,
            "rear": 10,
            "weapons": [{"id": "r.w1", "name": "Storm bolter"}],
        }
    ]


def test_marks_and_findings_are_passed_on() -> None:
    squad = unit("Squad", model("Marine", 5), selection("Odd", type="model"), marks=[Mark("led_by", "x")])
    reading = SYSTEM.read(roster(squad))
    assert reading.units[0].marks == (Mark("led_by", "x"),)
    assert {finding.code for finding in reading.findings} == {"fortyk.no_stat_line", "fortyk.led_by"}


def test_there_is_a_card_for_every_unit_and_the_list_names_all() -> None:
    rhino = selection("Rhino", type="unit", id="r", profiles=[vehicle("Rhino")])
    reading = SYSTEM.read(roster(unit("Squad", model("Marine", 5), id="s"), rhino))
    assert [card.id for card in reading.cards()] == ["s", "r"]
    page = reading.roster_page(reading.findings, (), "a source")
    assert [row.unit for row in page.rows] == ["s", "r"]


def test_slots_that_begin_alike_have_codes_of_their_own_on_the_list_and_at_its_units() -> None:
    """As in data of the Horus Heresy, which writes a colon behind its slots."""
    names = ("Troops:", "Compulsory Troops:", "Artillery", "Artefacts")
    units = [unit(name, model("Marine", 5), id=name) for name in names]
    units = [replace(each, categories=(CategoryView(entry_id=each.id, name=each.id, primary=True),)) for each in units]
    page = SYSTEM.read(roster(*units)).roster_page((), [Slot("", name, 1, 0, 2) for name in names])
    assert [slot.code for slot in page.slots] == ["TR", "COT", "ARTI", "ARTE"]
    assert {row.unit: row.slot for row in page.rows} == dict(zip(names, ("TR", "TR", "ARTI", "ARTE"), strict=True))


def test_the_system_is_installed_under_its_id() -> None:
    assert load_system("diceless") is SYSTEM
    assert (SYSTEM.id, SYSTEM.name) == ("diceless", "Diceless 40K")


def test_loading_the_system_imports_nothing_heavy() -> None:
    code = (
        "import sys; import builder.systems.diceless; "
        "print([name for name in ('pydantic', 'yaml', 'reportlab', 'textual', 'builder.systems.fortyk') "
        "if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
