"""Armies of 3,000 points built from public Epic catalogues, where they are beside the checkout."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from builder.cli.main import run

FOLDER = (Path(__file__).parents[2] / "../shared/data/battlescribe/epic").resolve()
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="there are no Epic catalogues beside this checkout")

MARINES = """
add Tactical
set Tactical Rhino 3
add Devastator
add Terminators
add Assault
add "Land Raiders"
add Whirlwinds
add Bikes
add "Scout"
add Vindicators
add "Warhound Titan Battlegroup"
add "Thunderbolt Fighter Formation"
"""
GUARD = """
add "Regimental HQ"
add "Mechanised Infantry Company"
add "Artillery Battery"
add "Storm Trooper Platoon"
add "Sentinel Squadron"
add "Flak Battery"
add 62a9-5862-b820-1670
add "Thunderbolt Fighter Formation"
add "Warhound Titan Battlegroup"
"""
ORKS = """
remove "Ork Warlord"
add Warband
set Warband Battlewagon 3
add "Kult of Speed"
add "Blitz Brigade"
add "Stormboyz Warhorde"
add "Mekboy Stompamob"
add "Blitz Brigade"
add Gargant
unset Gargant "Ork Warlord"
add Landa
"""
ELDAR = """
add "Aspect Warrior Warhost"
set "Aspect Warrior Warhost" "Dire Avengers" 8
add "Guardian Warhost"
set "Guardian Warhost" "4x Wave Serpent" 1
add "Windrider Troupe"
add "Night Spinner Troupe"
add "War Walker Troupe"
add "Swords of Vaul Falcon Troupe"
add "Revenant Titans"
add "Nightwings"
"""
ARMIES: Mapping[str, tuple[str, int, Mapping[str, int], str]] = {
    "Space Marines: Codex Astartes": (
        MARINES,
        5,
        {"Tactical": 1, "Warhound Titan Battlegroup": 1, "Thunderbolt Fighter Formation": 2},
        "the data does not say whom 3 Rhino can carry",
    ),
    "Imperial Guard: Armageddon Steel Legion": (
        GUARD,
        2,
        {"Regimental HQ": 2, "Warhound Titan Battlegroup": 1, "Thunderbolt Fighter Formation": 2},
        "7 Chimera, 14 places, for 12 Infantry, 1 Commander: everyone rides",
    ),
    "Orks: Ghazghkull Mag Uruk Thraka's Ork War Horde": (ORKS, 3, {"Warband": 3, "Gargant": 3}, ""),
    "Eldar: Biel-Tan Craftworld": (
        ELDAR,
        4,
        {"Aspect Warrior Warhost": 1, "Guardian Warhost": 2, "Revenant Titans": 1, "Nightwings": 2},
        "can carry",
    ),
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the catalogues."""
    folder: Path = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_DATA", str(folder))
        assert run(["data", "add", str(FOLDER), "--name", "epic"]) == 0
    return folder


@pytest.mark.long
@pytest.mark.parametrize("catalogue", ARMIES)
def test_an_army_is_built_checked_and_printed(
    catalogue: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(data))
    script, strategy, initiatives, transport = ARMIES[catalogue]
    army, lines, pages = (str(tmp_path / name) for name in ("army.yaml", "script", "army.pdf"))
    Path(lines).write_text(script)
    assert run(["new", f"epic/{catalogue}", "--limit", "3000", "-o", army]) == 0
    assert run(["edit", army, "script", lines]) in (0, 1)
    capsys.readouterr()
    assert run(["check", army, "--json"]) == 0, "no errors"
    assert 2000 < _spent(json.loads(capsys.readouterr().out)) <= 3000

    assert run(["summary", army, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["strategy"] == strategy
    found = {formation["name"]: formation for formation in told["formations"]}
    assert {name: found[name]["initiative"] for name in initiatives} == initiatives
    models = {unit["id"]: unit["models"] for unit in told["units"]}
    assert all(formation["broken_at"] == models[formation["id"]] for formation in told["formations"])
    assert told["counters"]["blast"]["total"] == sum((3 * units + 1) // 2 for units in models.values())

    assert run(["export", army, "--format", "text", "-o", "-"]) == 0
    assert transport in " ".join(capsys.readouterr().out.split())
    assert run(["export", army, "--sheets", "all", "-o", pages]) == 0
    with pypdfium2.PdfDocument(Path(pages).read_bytes()) as document:
        text = " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
    assert all(name in text for name in found)


def _spent(report: Mapping[str, Any]) -> float:
    (points,) = [cost["value"] for cost in report["costs"] if cost["type"] == "points"]
    return float(points)


def test_data_of_the_same_name_as_a_system_is_found_beside_our_own(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(data))
    assert run(["new", "epic/orks"]) == 0
    assert "data: {id: epic/orks" in capsys.readouterr().out
    assert run(["new", "epic/nobody"]) == 2
    assert "there is no catalogue of epic 'nobody'" in capsys.readouterr().err
