"""Planned groups and settings of army files."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from builder.datafiles.armies.read import read_army
from builder.errors import InputError
from builder.roster.evaluate import evaluate
from builder.roster.marks import PlannedGroup
from builder.services.data.army_data import find_data

Text = Callable[[str], bytes]
UNITS = "  - {unit: Squad, id: a1}\n  - {unit: Squad, transport: {unit: Rhino, id: r1}}\n"


def told(text: bytes) -> list[str]:
    with pytest.raises(InputError) as caught:
        read_army(text, "army.yaml", find_data)
    return [str(finding) for finding in caught.value.findings]


def test_groups_name_units_by_id_and_reach_the_evaluated_army(army_text: Text) -> None:
    read = read_army(army_text(f"{UNITS}groups:\n  - {{name: Left, units: [a1, squad-1]}}\n"), "army.yaml", find_data)
    wanted = (PlannedGroup(id="group-1", name="Left", units=("a1", "squad-1")),)
    assert evaluate(read.roster, read.data.library).view.groups == wanted


def test_a_transport_is_a_unit_that_can_be_planned(army_text: Text) -> None:
    read = read_army(army_text(f"{UNITS}groups: [{{units: [a1, r1]}}]\n"), "army.yaml", find_data)
    assert [group.units for group in read.roster.groups] == [("a1", "r1")]


def test_a_group_keeps_its_id_and_one_without_gets_a_free_one(army_text: Text) -> None:
    read = read_army(army_text(f"{UNITS}groups: [{{id: group-2, units: a1}}, {{units: a1}}]\n"), "army.yaml", find_data)
    assert [group.id for group in read.roster.groups] == ["group-2", "group-3"]


@pytest.mark.parametrize(
    ("groups", "part"),
    [
        ("[{units: [a1, squad-2]}]", "no unit of this army has the id 'squad-2': did you mean 'squad-1'?"),
        ("[{units: [a1, r2]}]", "no unit of this army has the id 'r2'"),
        ("[{id: r1, units: [a1]}]", "the id 'r1' stands here for the second time"),
        ("[{id: g1, units: [a1]}, {id: g1, units: [squad-1]}]", "the id 'g1' stands here for the second time"),
        ("[{units: []}]", "write at least one"),
        ("[{name: Left}]", "the field 'units' is missing"),
    ],
)
def test_mistakes_of_groups_are_told(army_text: Text, groups: str, part: str) -> None:
    (message,) = told(army_text(f"{UNITS}groups: {groups}\n"))
    assert part in message
    assert message.startswith("army.yaml:10:")


def test_a_system_without_settings_says_so(army_text: Text) -> None:
    (message,) = told(army_text(f"{UNITS}settings: {{damage: AP alone}}\n"))
    assert "Diceless 40K has no setting 'damage'" in message
