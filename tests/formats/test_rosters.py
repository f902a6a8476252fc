from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from builder.errors import InputError, Severity
from builder.formats.battlescribe import read_roster
from builder.formats.detection import is_saved_roster
from builder.roster.view import SelectionView
from tests.formats.rosterfiles import HEAD, SQUAD, force, roster, zipped

SAVED = (Path(__file__).parents[2] / "../shared/data/rosters").resolve()


def squad() -> SelectionView:
    (only,) = read_roster(roster(), "list.ros").roster.units()
    return only


def test_a_roster_tells_its_name_its_costs_and_the_data_it_was_made_with() -> None:
    saved = read_roster(roster(), "list.ros")
    assert saved.roster.name == "My list"
    assert [(cost.name, cost.value) for cost in saved.roster.costs] == [("pts", Decimal("145.5"))]
    assert [(limit.type_id, limit.value) for limit in saved.roster.cost_limits] == [("points", Decimal(500))]
    assert (saved.roster.id, saved.roster.game_system_name, saved.roster.game_system_revision) == ("r1", "40K", 114)
    assert [(each.catalogue_name, each.catalogue_revision) for each in saved.roster.forces] == [("Marines", 91)]
    assert saved.findings == ()


def test_selections_keep_their_ids_numbers_and_names() -> None:
    found = squad()
    assert (found.id, found.name, found.type, found.number, found.entry_id) == (
        "squad",
        "Tactical Squad",
        "unit",
        1,
        "a::b",
    )
    assert (found.custom_name, found.custom_notes) == ("Ancora", "Painted")
    assert (found.page, found.publication_id, found.publication_name) == ("30", "p1", "Codex")
    (marines,) = found.children
    assert (marines.number, marines.entry_group_id) == (9, "g")


def test_costs_are_exact_and_those_of_the_selection_alone() -> None:
    found = squad()
    assert [cost.value for cost in found.costs] == [Decimal("1.5")]
    assert [(cost.name, str(cost.value)) for cost in found.children[0].costs] == [("pts", "144")]


def test_profiles_rules_and_categories_are_taken_over() -> None:
    found = squad()
    (profile,) = found.children[0].profiles
    assert (profile.name, profile.type_name) == ("Marine", "Unit")
    assert [(each.name, each.value) for each in profile.characteristics] == [("WS", "4"), ("T", "4(5)")]
    assert [(rule.name, rule.description) for rule in found.rules] == [("Fearless", "Never afraid.")]
    assert [(category.name, category.primary) for category in found.categories] == [("Troops", True)]


def test_rosters_of_older_versions_say_the_same_in_other_words() -> None:
    """Before 2.02 an attribute named what it is the type of, and values of profiles were attributes."""
    old = roster().replace(b'battleScribeVersion="2.03"', b'battleScribeVersion="2.01"')
    old = old.replace(b"<cost name", b"<cost old").replace(b' typeId="points"', b' costTypeId="points"')
    old = old.replace(b"<cost old", b"<cost name").replace(b'typeId="ws">4<', b'characteristicTypeId="ws" value="4"><')
    old = old.replace(b'typeId="t" typeName=" Unit"', b'profileTypeId="t" profileTypeName=" Unit"')
    now = read_roster(roster(), "list.ros").roster
    assert b"costTypeId" in old and b"characteristicTypeId" in old and b"profileTypeId" in old
    assert read_roster(old, "list.ros").roster == now


def test_a_roster_of_version_1_is_refused_with_a_mend() -> None:
    old = roster().replace(b'battleScribeVersion="2.03"', b'battleScribeVersion="1.15b"')
    with pytest.raises(
        InputError, match=r"list\.ros: the roster is in version 1\.15b .* BattleScribe 2\.03 and save it"
    ):
        read_roster(old, "list.ros")


def test_finer_types_of_new_recruit_are_the_types_that_everyone_knows() -> None:
    for word, type in (("crew", "model"), ("mount", "model"), ("unit-group", "unit"), ("upgrade", "upgrade")):
        (only,) = read_roster(roster(force(SQUAD.replace('type="unit"', f'type="{word}"'))), "x.ros").roster.units()
        assert only.type == type


def test_forces_may_hold_forces() -> None:
    inner = force(SQUAD.replace('id="squad"', 'id="s2"').replace('id="marines"', 'id="m2"'), id="f2")
    saved = read_roster(roster(force(forces=inner)), "list.ros").roster
    assert [found.id for found in saved.units()] == ["squad", "s2"]
    assert [found.id for found in saved.forces[0].forces] == ["f2"]


def test_an_id_used_twice_is_replaced_and_told() -> None:
    saved = read_roster(roster(force(SQUAD + SQUAD)), "list.ros")
    assert [found.id for found in saved.roster.units()] == ["squad", "squad-2"]
    assert {(finding.severity, finding.code) for finding in saved.findings} == {
        (Severity.WARNING, "roster.duplicate_id")
    }


@pytest.mark.parametrize("name", ["list.ros", "list.rosz", "anything"])
def test_content_and_not_the_name_tells_a_zip(name: str) -> None:
    plain = read_roster(roster(), name)
    assert read_roster(zipped(roster()), name) == plain


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks_are_fine(encoding: str) -> None:
    text = roster(head="").decode()
    assert read_roster(text.encode(encoding), "list.ros").roster == read_roster(roster(), "list.ros").roster


def test_rosters_are_told_from_texts() -> None:
    assert is_saved_roster(roster())
    assert is_saved_roster(zipped(roster()))
    assert is_saved_roster(roster(head="").decode().encode("utf-16"))
    assert is_saved_roster(b"\n" + HEAD.encode())
    assert not is_saved_roster(b"format: muster-army\n")
    assert not is_saved_roster(b"")


@pytest.mark.skipif(not SAVED.exists(), reason="the public rosters are not beside the checkout")
@pytest.mark.parametrize(
    ("file", "units", "points"),
    [
        ("HH_Test.ros", 15, 1715),
        ("TraitorTest.ros", 11, 1500),
        ("Magnus_9th.rosz", 15, 1410),
        ("NotZipped.rosz", 13, 1315),
        ("Marines.ros", 5, 130),
    ],
)
def test_public_rosters_are_read_whole(file: str, units: int, points: int) -> None:
    saved = read_roster((SAVED / file).read_bytes(), file)
    found = list(saved.roster.units())
    spent = sum(cost.value for top in found for each in top.walk() for cost in each.costs if cost.name == "pts")
    assert saved.findings == ()
    assert len(found) == units
    assert spent == points == next(cost.value for cost in saved.roster.costs if cost.name == "pts")
