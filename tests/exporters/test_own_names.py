"""Units with names that their players gave them: paper says what they are too."""

from __future__ import annotations

import pytest

from builder.services.army.locator import open_army
from builder.services.export.files import export_army
from builder.sheets.options import SheetOptions
from builder.systems.common.units import data_name_of


@pytest.mark.parametrize(
    ("starter", "name", "listed", "on_sheet"),
    [
        ("space-marines-1000", "Brother Adrastos", "Ironclad Dreadnought. ", "Ironclad Dreadnought · Walker"),
        ("plain-orks-500", "Grimzag", "Weirdboy. ", "Weirdboy · 1 model"),
        ("lethal-marines-1000", "Hammer of Dawn", "Predator. ", "Predator · Tank"),
    ],
)
def test_a_unit_with_a_name_of_its_own_says_what_it_is(starter: str, name: str, listed: str, on_sheet: str) -> None:
    text = export_army(open_army(starter), "text", SheetOptions()).data.decode()
    roster, sheet = (part.lstrip().splitlines() for part in text.split(f"{name} [")[1:3])
    assert roster[1].strip().startswith(listed)
    assert sheet[1].strip().startswith(on_sheet)


def test_a_name_that_says_what_a_unit_is_is_enough() -> None:
    assert data_name_of("Captain Aldric", "Captain") == data_name_of(None, "Captain") == ""
    assert data_name_of("Skarmaw's boyz", "Boyz") == ""
    assert data_name_of("Squad Corvin", "Tactical Squad") == "Tactical Squad"
