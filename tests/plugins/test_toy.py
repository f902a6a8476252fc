"""A system that is no part of this repository: installed as a package, it has all that ours have."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest

from tests.plugins.installing import ARMY, Say, install, installed, muster, python, say, site

__all__ = ["installed", "say", "site"]


@pytest.mark.long
def test_its_datasheets_and_armies_are_listed_with_the_package_that_brings_them(say: Say, site: Path) -> None:
    sheets = {each["id"]: each for each in json.loads(say("datasheets", "list", "--json"))["datasheets"]}
    assert sheets["toy/river-folk"]["origin"] == "muster_toy"
    assert sheets["toy/river-folk"]["file"] == str(site / "muster_toy/datasheets/toy/river-folk.yaml")
    assert "diceless/orks" in sheets
    armies = {each["id"]: each for each in json.loads(say("armies", "--json"))["armies"]}
    assert (armies[ARMY]["origin"], armies[ARMY]["system"]) == ("muster_toy", "toy")
    assert "3–6 Boatman" in say("datasheets", "show", "toy/river-folk", "boatmen")


def test_an_army_of_it_is_begun_edited_and_checked(say: Say, tmp_path: Path) -> None:
    assert "49 of 60 points" in say("check", ARMY)
    army = str(tmp_path / "mine.yaml")
    say("new", "toy/river-folk", "-o", army)
    say("edit", army, "add", "Boatmen", "--count", "5", "--option", "2 net")
    assert "No unit of HQ" in say("check", army, status=1)
    say("edit", army, "add", "Captain")
    assert "34 of 60 points" in say("check", army)


def test_its_sheets_are_printed(say: Say, tmp_path: Path) -> None:
    sheets = tmp_path / "sheets.pdf"
    say("export", ARMY, "-o", str(sheets))
    with pypdfium2.PdfDocument(sheets.read_bytes()) as document:
        roster, units = (page.get_textpage().get_text_bounded() for page in document)
    assert "The ferry guild" in roster and "Toy Skirmish" in roster
    assert "Boatmen" in units and "HP lost" in units and "10 HP" not in units
    assert "Boatmen [b3m4], TR, 17 points" in say("export", ARMY, "-o", "-", "--format", "text")


@pytest.mark.long
def test_it_does_what_every_system_must_do(site: Path) -> None:
    python(site, "-m", "pytest", "-n0", "tests/systems/test_every_system.py", "-k", "toy")


@pytest.mark.long
def test_what_is_wrong_with_it_is_told_and_stops_nothing_else(site: Path) -> None:
    datasheets = site / "muster_toy/datasheets/toy/river-folk.yaml"
    datasheets.write_text(datasheets.read_text("utf-8").replace("nerve: 3", "nerve: 12"), encoding="utf-8")
    said = muster(site, "check", ARMY, status=2)
    assert f"{datasheets}:21:" in said and "nerve" in said
    assert "Valid." in muster(site, "check", "orks-500")
    (site / "muster_toy/__init__.py").write_text("from builder.systems import no_such_thing\n", encoding="utf-8")
    assert "the package muster_toy cannot be used" in muster(site, "check", ARMY, status=2)
    assert "Gitstompa's warband" in muster(site, "armies")
    assert "lethal" in muster(site, "calc", "--help")


@pytest.mark.long
def test_of_two_packages_with_its_name_neither_is_taken(site: Path) -> None:
    install(site, "muster_other")
    assert "muster_other" in muster(site, "check", ARMY, status=2)
    assert "Valid." in muster(site, "check", "orks-500")


@pytest.mark.long
def test_another_version_of_it_reads_its_datasheets_anew(site: Path) -> None:
    """What is kept in the cache is known by the modules of plug-ins too."""
    assert "Nerve" in muster(site, "datasheets", "show", "toy/river-folk", "boatmen")
    module = site / "muster_toy/__init__.py"
    module.write_text(module.read_text("utf-8").replace('"Nerve"', '"Courage"'), encoding="utf-8")
    assert "Courage" in muster(site, "datasheets", "show", "toy/river-folk", "boatmen")
