"""What armies built from the community's catalogues mean in Diceless 40K."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from builder.catalogue.library import ArmyData
from builder.datafiles.armies.read import ReadArmy, read_army
from builder.errors import EditError
from builder.roster import edit
from builder.roster.evaluate import Evaluator
from builder.services.army.opening import Army, find_saved_data, open_saved, read_as_army
from builder.services.army.reports import summary_report
from builder.services.data.army_data import find_data
from builder.services.data.catalogues import open_catalogue
from builder.services.editor.document import ArmyDocument
from builder.services.editor.new_army import begin
from builder.services.editor.operations import Add, AddForce, Count, EditContext, SetOption, State
from builder.services.editor.perform import perform
from builder.services.export.files import export_army
from builder.sheets.options import SheetOptions
from builder.systems.diceless.reading import DicelessReading
from tests.services import community
from tests.services.community import CATALOGUES, GUARD, ORKS, SEVENTH_MARINES, SPACE_MARINES, TYRANTS, told

pytestmark = community.needs_catalogues


@pytest.fixture(scope="module", autouse=True)
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        folder = community.community_library(tmp_path_factory.mktemp("community"))
        patch.setenv("MUSTER_DATA", str(folder))
        yield folder


@cache
def opened(catalogue: str) -> ArmyData:
    return open_catalogue(catalogue)


@cache
def read_all(catalogue: str) -> tuple[DicelessReading, ...]:
    """Every entry that can be chosen first of all, alone and with what it begins with."""
    data = opened(catalogue)
    entries = data.library.root_entries(data.catalogue_id)
    return tuple(community.read(community.built(data, entry.path), data) for entry in entries)


@pytest.mark.long
@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_every_unit_has_models_with_hit_points_or_vehicles_with_armour(catalogue: str) -> None:
    units = 0
    for reading in read_all(catalogue):
        for unit, summary in zip(reading.army.units, reading.units, strict=True):
            units += 1
            assert unit.groups or unit.vehicles, unit.name
            assert (
                summary.hp == sum(10 * g.models * g.profile.w * g.profile.t.full for g in unit.groups)
                or not unit.groups
            )
            assert all(group.models > 0 for group in unit.groups), unit.name
            assert all(min(v.profile.front, v.profile.side, v.profile.rear) > 0 for v in unit.vehicles), unit.name
    assert units >= {TYRANTS: 13, GUARD: 20, SPACE_MARINES: 50}.get(catalogue, 200)


@pytest.mark.long
@pytest.mark.parametrize(("catalogue", "allowed"), [*((one, 0) for one in CATALOGUES[:4]), (ORKS, 4)])
def test_almost_every_weapon_is_understood(catalogue: str, allowed: int) -> None:
    codes = Counter(finding.code for reading in read_all(catalogue) for finding in reading.findings)
    assert codes["fortyk.weapon_type"] <= allowed
    assert codes["fortyk.no_wounds"] == codes["fortyk.no_armour"] == 0


@pytest.mark.long
@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_no_model_on_foot_carries_a_weapon_more_often_than_its_choices_say(catalogue: str) -> None:
    data = opened(catalogue)
    for entry in data.library.root_entries(data.catalogue_id)[::6]:
        roster = community.with_options(community.built(data, entry.path), data, Random(entry.name), 6)
        for unit in community.read(roster, data).army.units:
            chosen = sum(part.number for part in roster.all_selections())
            for group in unit.groups:
                assert all(0 < one.count <= max(3 * group.models, 2 * chosen) for one in group.weapons), unit.name


def army_of(catalogue: str, unit: str, *options: tuple[str, int]) -> DicelessReading:
    """A unit with options, as the editing operations make it; `models` is the number of its models in all."""
    data = opened(catalogue)
    state = State(community.built(data, community.root(data, unit).path))
    ground, id = EditContext(data, "diceless"), state.roster.forces[0].selections[0].id
    for option, number in options:
        counts = option == "models"
        operation = Count(id=id, number=number) if counts else SetOption(id=id, option=option, number=number)
        state = perform(ground, state, operation).state
    return community.read(state.roster, data)


UNITS: list[tuple[str, str, list[tuple[str, int]], dict[str, list[str]]]] = [
    (
        SPACE_MARINES,
        "Tactical Squad",
        [("models", 10), ("Flamer", 1), ("Missile Launcher", 1), ("Rhino", 1), ("Plasma Pistol", 1)],
        {
            "Tactical Squad": [
                "1 Space Marine Sergeant: W1 T4 Sv3 | 1 Plasma Pistol",
                "1 Flamer: W1 T4 Sv3 | 1 Bolt Pistol, 1 Boltgun, 1 Flamer",
                "1 Missile Launcher: W1 T4 Sv3 | 1 Bolt Pistol, 1 Boltgun, 1 Missile Launcher",
                "7 Space Marine: W1 T4 Sv3 | 7 Bolt Pistol, 7 Boltgun",
            ],
            "Rhino": ["Rhino: 11/11/10 | Storm Bolter"],
        },
    ),
    (
        SPACE_MARINES,
        "Terminator Squad",
        [],
        {
            "Terminator Squad": [
                "1 Terminator Sergeant: W1 T4 Sv2 | 1 Storm Bolter",
                "4 Terminator: W1 T4 Sv2 | 4 Storm Bolter",
            ]
        },
    ),
    (
        SPACE_MARINES,
        "Assault Squad",
        [],
        {
            "Assault Squad": [
                "1 Space Marine Sergeant: W1 T4 Sv3 | 1 Bolt Pistol",
                "4 Space Marines: W1 T4 Sv3 | 4 Bolt Pistol",
            ]
        },
    ),
    (
        SPACE_MARINES,
        "Devastator Squad",
        [("Space Marine with Heavy Weapon", 2)],
        {
            "Devastator Squad": [
                "1 Space Marine Sergeant: W1 T4 Sv3",
                "4 Space Marine: W1 T4 Sv3 | 4 Boltgun, 4 Bolt Pistol",
                "2 Space Marine with Heavy Weapon: W1 T4 Sv3 | 2 Bolt Pistol",
            ]
        },
    ),
    (SPACE_MARINES, "Land Raider", [], {"Land Raider": ["Land Raider: 14/14/14 | Lascannon, Lascannon, Heavy Bolter"]}),
    (
        SPACE_MARINES,
        "Land Raider Redeemer",
        [],
        {
            "Land Raider Redeemer": [
                "Land Raider Redeemer: 14/14/14 | Flamestorm Cannons, Flamestorm Cannons, Assault Cannon"
            ]
        },
    ),
    (
        SPACE_MARINES,
        "Dreadnought",
        [("Drop Pod", 1)],
        {
            "Dreadnought": ["Dreadnought: 12/12/10 | Storm Bolter, Multi-Melta, Autocannon"],
            "Drop Pod": ["Drop Pod: 12/12/12 | "],
        },
    ),
    (
        SPACE_MARINES,
        "Librarian",
        [("Smite", 1), ("Vortex of Doom", 1)],
        {"Librarian": ["1 Librarian: W2 T4 Sv3 | 1 Bolt Pistol, 1 Smite, 1 Vortex of Doom"]},
    ),
    (
        GUARD,
        "Infantry Platoon",
        [("Heavy Weapons Squad", 1)],
        {
            "Platoon Command Squad": ["1 Platoon Commander: W1 T3 Sv5"],
            "Infantry Squad": ["1 Sergeant: W1 T3 Sv5 | 1 Lasgun, 1 Laspistol", "1 Guardsmen: W1 T3 Sv5"],
            "Heavy Weapons Squad": ["3 Weapons Team: W2 T3 Sv5 | 3 Lasgun, 3 Mortar"],
        },
    ),
    (
        GUARD,
        "Veteran Squad",
        [("Chimera", 1)],
        {
            "Veteran Squad": ["1 Veteran Sergeant: W1 T3 Sv5 | 1 Laspistol", "9 Veterans: W1 T3 Sv5 | 9 Lasgun"],
            "Chimera": ["Chimera: 12/10/10 | Multi-laser, Heavy Bolter"],
        },
    ),
    (
        GUARD,
        "Leman Russ Squadron",
        [("Leman Russ Battle Tank", 2), ("Leman Russ Executioner", 1)],
        {
            "Leman Russ Squadron": [
                "Leman Russ Battle Tank 1: 14/13/10 | Battle Cannon, Heavy Bolter",
                "Leman Russ Battle Tank 2: 14/13/10 | Battle Cannon, Heavy Bolter",
                "Leman Russ Executioner 3: 14/13/11 | Executioner Plasma Cannon, Heavy Bolter",
            ]
        },
    ),
    (
        TYRANTS,
        "Legion Space Marine Cohort",
        [],
        {
            "Legion Space Marine Cohort": [
                "1 Veteran Sergeant: W1 T4 Sv3 | 1 Bolt Pistol, 1 Boltgun",
                "9 Space Marine: W1 T4 Sv3 | 9 Bolt Pistol, 9 Boltgun",
            ]
        },
    ),
    (
        ORKS,
        "Boyz",
        [("models", 19), ("Boss Nob", 1), ("Boy w/ Rokkit Launcha", 2), ("Trukk", 1)],
        {
            "Boyz": [
                "19 Boy: W1 T4 Sv6 | 19 Stikkbombs, 19 Close Combat Weapon, 19 Slugga",
                "1 Boss Nob: W2 T4 Sv6 | 1 Stikkbombs, 1 Close Combat Weapon, 1 Slugga",
                "2 Boy w/ Rokkit Launcha: W1 T4 Sv6 | 2 Rokkit Launcha, 2 Close Combat Weapon, 2 Stikkbombs",
            ],
            "Trukk": ["Trukk: 10/10/10 | Big Shoota"],
        },
    ),
    (ORKS, "Deff Dread", [], {"Deff Dread": ["Deff Dread: 12/12/10 | Power Klaw, Power Klaw, Big Shoota, Big Shoota"]}),
    (
        ORKS,
        "Stormboyz",
        [],
        {"Stormboyz": ["5 Stormboy: W1 T4 Sv6 | 5 Close Combat Weapon, 5 Slugga, 5 Stikkbombs"]},
    ),
    (
        ORKS,
        "Mek Gunz",
        [],
        {"Mek Gunz": ["1 Mek Gun: W2 T7 Sv3 | 1 Kannon", "2 Gretchin: W1 T2 Sv- | 2 Close Combat Weapon"]},
    ),
    (
        SEVENTH_MARINES,
        "Tactical Squad",
        [("Rhino", 1), ("models", 9)],
        {
            "Tactical Squad": [
                "1 Space Marine Sergeant: W1 T4 Sv3 | 1 Frag and Krak Grenades, 1 Bolt Pistol, 1 Boltgun",
                "8 Space Marine: W1 T4 Sv3 | 8 Bolt Pistol, 8 Frag and Krak Grenades, 8 Boltgun",
            ],
            "Rhino": ["Rhino: 11/11/10 | Storm Bolter"],
        },
    ),
    (
        SEVENTH_MARINES,
        "Land Raider",
        [],
        {"Land Raider": ["Land Raider: 14/14/14 | Heavy Bolter, Lascannon, Lascannon"]},
    ),
]


@pytest.mark.parametrize(
    ("catalogue", "unit", "options", "expected"), UNITS, ids=[f"{row[0][:3]} {row[1]}" for row in UNITS]
)
def test_a_unit_reads_as_its_data_says(
    catalogue: str, unit: str, options: list[tuple[str, int]], expected: dict[str, list[str]]
) -> None:
    assert {found.name: told(found) for found in army_of(catalogue, unit, *options).army.units} == expected


def tokens(reading: DicelessReading) -> dict[str, int]:
    return {counter.id: sum(part.count for part in counter.parts) for counter in reading.counters}


def test_tokens_follow_from_what_is_carried() -> None:
    squad = army_of(SPACE_MARINES, "Tactical Squad", ("models", 10), ("Missile Launcher", 1), ("Plasma Pistol", 1))
    assert tokens(squad) == {"scatter": 2, "gets_hot": 1, "warp": 0}
    assert tokens(army_of(SPACE_MARINES, "Librarian", ("Smite", 1)))["warp"] == 1
    assert tokens(army_of(GUARD, "Leman Russ Squadron", ("Leman Russ Battle Tank", 2)))["scatter"] == 6


def test_a_weapon_that_the_data_leaves_empty_is_told() -> None:
    squad = army_of(SPACE_MARINES, "Tactical Squad", ("models", 10), ("Plasma Cannon", 1))
    (finding,) = [finding for finding in squad.findings if finding.code == "fortyk.empty_weapon"]
    assert "no range, strength, AP and type for Plasma Cannon" in finding.message


def test_a_unit_whose_models_are_still_to_be_chosen_is_told() -> None:
    reading = army_of(GUARD, "Leman Russ Squadron")
    assert not reading.army.units
    assert [finding.code for finding in reading.findings] == ["fortyk.empty"]


def evaluated(army: ReadArmy) -> Army:
    return read_as_army(army, army.roster, "army.yaml", Evaluator(army.data.library, by_name=False))


def summary(army: Army) -> str:
    report = summary_report(army)
    return json.dumps([report[field] for field in ("system", "costs", "notes", "units", "counters")], default=str)


@pytest.mark.parametrize("catalogue", CATALOGUES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 9))])
def test_a_saved_roster_and_the_army_rebuilt_from_its_catalogue_give_the_same_summary(
    catalogue: str, seed: int
) -> None:
    session = ArmyDocument(begin(catalogue, "Test", None).encode(), "army.yaml", None)
    community.edited(session, Random(seed), 25)
    expected = summary(session.army)
    assert session.army.reading.units
    document = export_army(session.army, "ros", SheetOptions()).data
    assert summary(open_saved(document, "army.ros", lambda *_: None)) == expected
    with_data = open_saved(document, "army.ros")
    assert with_data.data is not None
    assert summary(with_data) == expected
    again = read_army(session.written().data, "army.yaml", find_data)
    assert summary(evaluated(again)) == expected


def test_a_roster_of_several_catalogues_finds_them_all() -> None:
    marines, guard = opened(SPACE_MARINES), opened(GUARD)
    system = marines.library.game_system.id
    found = find_saved_data(system, (marines.catalogue_id, guard.catalogue_id))
    assert found is not None
    assert found.catalogue_id == marines.catalogue_id
    assert {marines.catalogue_id, guard.catalogue_id} <= found.library.catalogues.keys()
    assert found.digest == marines.digest
    assert find_saved_data(system, (marines.catalogue_id, "gone")) is None
    assert find_saved_data("gone", (marines.catalogue_id,)) is None
    assert find_saved_data(system, ()) is None


def test_an_army_takes_allies_from_another_catalogue() -> None:
    session = ArmyDocument(begin(SPACE_MARINES, "Test", None).encode(), "army.yaml", None)
    ours = session.state.roster.forces[0].id
    allies = session.apply(AddForce(force="Force Organisation Chart", catalogue="imperial")).id
    session.apply(Add(unit="Tactical Squad", force=ours))
    session.apply(Add(unit="Veteran Squad", force=allies))
    assert [unit.name for unit in session.army.reading.units] == ["Tactical Squad", "Veteran Squad"]
    again = read_army(session.written().data, "army.yaml", find_data)
    assert [force.catalogue_id for force in again.roster.forces] == [
        opened(SPACE_MARINES).catalogue_id,
        opened(GUARD).catalogue_id,
    ]
    assert again.findings == ()
    assert summary(evaluated(again)) == summary(session.army)
    document = export_army(session.army, "ros", SheetOptions()).data
    assert summary(open_saved(document, "army.ros")) == summary(session.army)


def test_undo_takes_back_allies_and_what_is_no_catalogue_is_told() -> None:
    session = ArmyDocument(begin(SPACE_MARINES, "Test", None).encode(), "army.yaml", None)
    before = session.state
    session.apply(AddForce(force="Force Organisation Chart", catalogue="Imperial Guard"))
    session.undo()
    assert session.state == before
    with pytest.raises(EditError, match="there is no catalogue of 5th-edition 'Imperial Navy'"):
        session.apply(AddForce(force="Force Organisation Chart", catalogue="Imperial Navy"))


def test_a_squad_grows_with_what_its_models_carry_together() -> None:
    data = opened(SPACE_MARINES)
    roster = community.built(data, community.root(data, "Terminator Squad").path)
    unit = roster.forces[0].selections[0]
    terminators = next(part for part in unit.selections if part.name == "Terminator")
    grown = edit.set_count(roster, data.library, terminators.id, 9)
    carried = next(part for part in grown.all_selections() if part.name == "Power Fist")
    assert carried.number == 9


def test_of_several_units_of_a_name_the_one_whose_slot_the_force_has_is_added() -> None:
    session = ArmyDocument(begin(ORKS, "Test", None).encode(), "army.yaml", None)
    for unit in ("Weirdboy", "Battlewagon", "Warbikers"):
        session.apply(Add(unit=unit))
    assert [unit.slot for unit in session.army.reading.units] == ["HQ", "FA", "HS"]
