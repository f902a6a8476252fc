"""A system can bring a form of datasheets that is none of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from builder.catalogue.model import Catalogue, GameSystem, SelectionEntry
from builder.datafiles.datasheets import forms
from builder.datafiles.datasheets.forms import FactionForm, ReadFaction, read_sheets
from builder.datafiles.datasheets.models import FactionHead, SystemFile
from builder.datafiles.text.source import Document
from builder.datafiles.text.validate import validated
from builder.errors import InputError
from builder.systems.protocol import DatasheetForms

FRAME = b"format: muster-system\nversion: 1\nid: ships\nname: Ships\nforces: {Fleet: {slots: {Ships: 1-9}}}\n"


class Fleet(FactionHead):
    """Ships by name, and nothing of them."""

    flag: Literal["red", "white"]
    ships: tuple[str, ...]


class FleetForm:
    """How fleets are read."""

    schema = Fleet

    def read(self, document: Document, frame: SystemFile) -> ReadFaction | None:
        """The fleet; a ship that is listed twice is a mistake."""
        file = validated(document, Fleet)
        if file is None:
            return None
        for place, ship in enumerate(file.ships):
            if ship in file.ships[:place]:
                document.add(("ships", place), f"{ship} is listed already", "twice")

        def compiled(identity: str) -> tuple[GameSystem, Catalogue]:
            entries = tuple(SelectionEntry(id=ship, name=ship, type="unit") for ship in file.ships)
            system = GameSystem(id=frame.id, name=frame.name)
            return system, Catalogue(id=identity, name=file.name, game_system_id=frame.id, selection_entries=entries)

        return ReadFaction(f"flag {file.flag}", compiled)


class Ships:
    """A system with that form."""

    def datasheet_form(self, forms: DatasheetForms[FactionForm]) -> FactionForm:
        """Fleets."""
        return FleetForm()


@pytest.fixture(autouse=True)
def ships(monkeypatch: pytest.MonkeyPatch) -> None:
    """That system, and no other, as if it were installed."""
    monkeypatch.setattr(forms, "load_system", lambda system: Ships())


def fleet(names: str) -> bytes:
    return f"format: muster-datasheet\nversion: 1\nsystem: ships\nname: North\nflag: red\nships: [{names}]\n".encode()


def test_a_system_reads_and_compiles_datasheets_in_a_form_of_its_own() -> None:
    made = read_sheets(Path("north.yaml"), fleet("Arrow, Swan"), (("ships", Path("system.yaml"), FRAME),))
    assert (made.id, made.source) == ("ships/north", "flag red")
    assert [entry.name for entry in made.catalogue.selection_entries] == ["Arrow", "Swan"]


@pytest.mark.parametrize(
    ("names", "told"), [("Arrow, Arrow", "north.yaml:6:16: ships › 2: Arrow is listed already"), ("{}", "ships")]
)
def test_mistakes_in_it_are_told_as_in_any_other(names: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_sheets(Path("north.yaml"), fleet(names), (("ships", Path("system.yaml"), FRAME),))
