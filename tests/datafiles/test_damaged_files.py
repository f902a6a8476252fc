"""Files that are damaged in any way give messages and never a traceback.

`uv run pytest tests/datafiles/test_damaged_files.py --hypothesis-profile=long` tries 10,000 cases of each kind.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, event, given, settings

from builder.datafiles.armies.read import read_army
from builder.datafiles.text.source import read_document
from builder.errors import Finding, InputError, Severity
from builder.services.army.locator import open_army
from builder.services.army.reports import check_report, summary_report
from builder.services.data.army_data import find_data
from builder.services.data.datasheets import check_files
from builder.services.export.files import export_army
from builder.sheets.options import EVERY_PAGE, SheetOptions
from tests.datafiles.damage import damages
from tests.formats.rosterfiles import roster

STATS = ["WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv"]
LIST = roster().replace(
    b'<characteristic name="WS" typeId="ws">4</characteristic>',
    "".join(f'<characteristic name="{stat}" typeId="{stat}">4</characteristic>' for stat in STATS).encode(),
)
UNITS = """\
  - {unit: Captain, id: cap, options: [claws, bike], marks: [deep strike]}
  - unit: Squad
    name: First
    count: 10
    models: {Sergeant: 1, Marine: 9}
    options: [plasma gun, 2 missile launcher, Sergeant/storm shield]
    transport: {unit: Rhino, id: r1}
    marks: [led by cap, riding in r1, reserve]
    notes: painted
  - {unit: Mob, count: 20, options: {boltgun: 1, plasma gun: 2, armour: 1}}
"""
fuzzed = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def speaks(findings: tuple[Finding, ...] | list[Finding]) -> bool:
    """Whether every finding says something, at a length that people read, and where."""
    return all(0 < len(finding.message) < 1500 and len(finding.at.field or "") < 1500 for finding in findings)


def read_to_the_end(file: Path) -> None:
    """Open an army, report on it and print it as text; what cannot be opened is refused with errors."""
    try:
        army = open_army(str(file))
    except InputError as error:
        event("refused")
        assert any(finding.severity is Severity.ERROR for finding in error.findings) and speaks(error.findings)
        return
    event("read")
    assert all(finding.message for finding in army.findings)
    assert check_report(army)["format"] == "muster-check"
    assert summary_report(army)["format"] == "muster-summary"
    export_army(army, "text", SheetOptions(sheets=EVERY_PAGE))


@pytest.fixture
def army_file(data_folder: Path, army_text: Callable[[str], bytes]) -> Path:
    path = data_folder / "army.yaml"
    path.write_bytes(army_text(UNITS))
    return path


@fuzzed
@given(damages())
def test_damaged_datasheets_give_messages(
    data_folder: Path, army_file: Path, faction: str, damage: Callable[[str], bytes]
) -> None:
    sheets = data_folder / "datasheets" / "diceless" / "marines.yaml"
    sheets.write_bytes(damage(faction))
    (listed,) = check_files([str(sheets)])
    wrong = any(finding.severity is Severity.ERROR for finding in listed.findings)
    assert wrong is (listed.sheets is None) and speaks(listed.findings)
    read_to_the_end(army_file)


@fuzzed
@given(damages())
def test_a_damaged_frame_of_a_system_gives_messages(
    data_folder: Path, army_file: Path, frame: str, damage: Callable[[str], bytes]
) -> None:
    (data_folder / "datasheets" / "diceless" / "system.yaml").write_bytes(damage(frame))
    read_to_the_end(army_file)


@fuzzed
@given(damages())
def test_a_damaged_army_gives_messages(
    army_file: Path, army_text: Callable[[str], bytes], damage: Callable[[str], bytes]
) -> None:
    army_file.write_bytes(damage(army_text(UNITS).decode()))
    read_to_the_end(army_file)


@fuzzed
@given(damages())
def test_a_damaged_saved_roster_gives_messages(data_folder: Path, damage: Callable[[str], bytes]) -> None:
    path = data_folder / "list.ros"
    path.write_bytes(damage(LIST.decode()))
    read_to_the_end(path)


@pytest.mark.long
def test_an_army_of_more_units_than_any_has_is_refused_with_one_message() -> None:
    head = "format: muster-army\nversion: 1\nname: x\nsystem: diceless\ndata: diceless/orks\nunits:\n"
    with pytest.raises(InputError) as caught:
        read_army(f"{head}".encode() + b"- unit: Boyz\n" * 6_000, "big.yaml", find_data)
    (finding,) = caught.value.findings
    assert "over 20,000 units" in finding.message and finding.at.line


@pytest.mark.long
@pytest.mark.parametrize("wrong", ["- unit: nonsense\n", "- {unit: Boyz, tribe: Goffs}\n"])
def test_of_thousands_of_mistakes_a_thousand_are_told(wrong: str) -> None:
    head = "format: muster-army\nversion: 1\nname: x\nsystem: diceless\ndata: diceless/orks\nunits:\n"
    with pytest.raises(InputError) as caught:
        read_army((head + wrong * 3_000).encode(), "wrong.yaml", find_data)
    *findings, rest = caught.value.findings
    assert len(findings) == 1_000 and "fix these first" in rest.message


@pytest.mark.long
def test_a_yaml_file_of_more_values_than_any_has_is_refused() -> None:
    document = read_document(b"- {}\n" * 250_000, "many.yaml")
    (finding,) = document.findings
    assert "over 200,000 values" in finding.message
