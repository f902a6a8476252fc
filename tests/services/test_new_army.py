"""New army files from data of others: the system that can read it, the force it begins with."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.catalogue.library import ArmyData, Library
from builder.catalogue.model import CharacteristicType, CostType, ForceEntry, ProfileType
from builder.datafiles.datasheets.library import load
from builder.errors import InputError
from builder.record import replace
from builder.services.data.army_data import find_data
from builder.services.editor import new_army as newarmy
from builder.services.editor.document import ArmyDocument
from builder.services.editor.new_army import begin, usual_limit
from builder.systems.registry import load_system
from tests.unit.catalogues import catalogue, entry, least, points, system

COLUMNS = ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Save")
STATS = ProfileType("unit", "Unit", tuple(CharacteristicType(name, name) for name in COLUMNS))
FORCES = (
    ForceEntry(id="secret", name="Secret", hidden=True),
    ForceEntry(id="patrol", name="Patrol"),
    ForceEntry(id="wing", name="Wing"),
)


@pytest.fixture(autouse=True)
def club(monkeypatch: pytest.MonkeyPatch) -> None:
    """Data of others with the columns of 40K profiles, where an army needs a captain."""
    frame = system(
        profile_types=(STATS,), force_entries=FORCES, cost_types=(CostType("pts", "pts"), CostType("pl", "Power"))
    )
    roots = entry("captain", slot="hq", costs=points(100), constraints=(least(1),)), entry("squad", slot="troops")
    data = ArmyData(
        id="club/marines",
        catalogue_id="marines",
        library=Library(frame, [catalogue(*roots)]),
        digest="c" * 64,
        path="",
        origin="test",
    )
    monkeypatch.setattr("builder.datafiles.datasheets.library.load", lambda id: data if id == data.id else load(id))


def test_an_army_begins_with_the_first_force_and_what_it_needs() -> None:
    text = begin("club/marines", "Third: #1", 750)
    edited = ArmyDocument(text.encode(), "army.yaml", None)
    (force,) = edited.state.roster.forces
    assert edited.state.roster.name == "Third: #1"
    assert force.name == "Patrol" and [unit.name for unit in force.selections] == ["captain"]
    assert edited.army.system.id == "diceless"
    assert [limit.value for limit in edited.state.roster.cost_limits] == [750]
    assert 'muster data show "club/marines"' in text and max(map(len, text.splitlines())) <= 120


def test_another_force_can_be_asked_for() -> None:
    assert "force: Wing" in begin("club/marines", None, None, force="wing")
    with pytest.raises(InputError, match=r"force .wnig. is not known: did you mean .Wing"):
        begin("club/marines", None, None, force="wnig")
    text = begin("diceless/orks", None, None, force="standard")
    assert ArmyDocument(text.encode(), "army.yaml", None).state.roster.forces[0].entry_id == "standard"


def test_when_two_systems_fit_both_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        id, name, by_name_alone, last_resort = "other", "Other 40K", False, False

    diceless = load_system("diceless")
    monkeypatch.setattr(newarmy, "fitting_systems", lambda _: (diceless, Other()))
    with pytest.raises(InputError, match=r"Diceless 40K and Other 40K can .*: say which with --system diceless or"):
        begin("club/marines", None, None)
    assert "system: diceless" in begin("club/marines", None, None, system="diceless")


def test_plain_40k_can_be_asked_for_and_is_never_meant_otherwise() -> None:
    assert "system: diceless" in begin("diceless/orks", None, None)
    assert "system: plain\n" in begin("diceless/orks", None, None, system="plain")
    assert "system: plain\n" in begin("club/marines", None, None, system="plain")
    with pytest.raises(InputError, match="Plain 40K cannot read 'lethal/orks'"):
        begin("lethal/orks", None, None, system="plain")


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("(HH V2) Horus Heresy", ["(HH V2) Horus Heresy", "Diceless 40K", "Plain 40K"]),
        ("wh40k-5th", ["Diceless 40K", "wh40k-5th as its data has it", "Plain 40K"]),
    ],
)
def test_a_game_with_40k_profiles_stands_by_its_own_name_first_and_is_not_meant_by_that(
    monkeypatch: pytest.MonkeyPatch, game: str, names: list[str]
) -> None:
    data = find_data("club/marines")
    frame = replace(data.library.game_system, name=game)
    other = replace(data, library=Library(frame, list(data.library.catalogues.values())))
    monkeypatch.setattr("builder.datafiles.datasheets.library.load", lambda id: other)
    found = newarmy.systems_for("club/marines")
    assert [each.name for each in found] == names
    assert [each.name for each in found if each.usual] == ["Diceless 40K"]
    assert "system: diceless\n" in begin("club/marines", None, None)
    assert "system: generic\n" in begin("club/marines", None, None, system=game)


def test_of_our_datasheets_no_game_by_their_data_is_offered() -> None:
    assert [each.name for each in newarmy.systems_for("diceless/orks")] == ["Diceless 40K", "Plain 40K"]


def test_a_system_that_is_not_there_or_cannot_read_the_data_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="system 'dicless' is not known"):
        begin("club/marines", None, None, system="dicless")
    monkeypatch.setattr(newarmy, "fitting_systems", lambda _: ())
    with pytest.raises(InputError, match="cannot read 'club/marines'"):
        begin("club/marines", None, None, system="diceless")


def test_what_is_begun_can_be_saved_and_edited(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_text(begin("club/marines", None, None), encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    edited = ArmyDocument.open(str(path))
    assert edited.written().data.decode() == text


def test_an_army_of_our_datasheets_has_the_limit_that_is_usual_in_its_system() -> None:
    assert "\nlimit: 500\n" in begin("diceless/orks", None, None)
    assert "\nlimit: 3000\n" in begin("epic/orks", None, None)
    assert "\nlimit: 800\n" in begin("epic/orks", None, 800)
    assert [usual_limit(id) for id in ("diceless/orks", "epic/orks", "club/marines")] == [500, 3000, None]


@pytest.mark.parametrize(
    ("faction", "name"),
    [
        ("Orks", "New Orks army"),
        ("Imperium - Adeptus Astartes - Ultramarines", "New Ultramarines army"),
        ("LA -   I: Dark Angels", "New I: Dark Angels army"),
        ("{Evil} Undead", "New Undead army"),
        ("T'au-Empire", "New T'au-Empire army"),
    ],
)
def test_a_new_army_is_called_by_the_last_part_of_its_faction(faction: str, name: str) -> None:
    assert newarmy.usual_name(faction) == name
