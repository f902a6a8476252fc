"""What the documents say is true: links lead somewhere, examples are valid, every command and field is told of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from builder.cli.commands import COMMANDS
from builder.datafiles.armies.models import ArmyFile, ArmyUnit
from builder.datafiles.datasheets.formation_models import FormationEntry, FormationFile, SlotLimit, UpgradeEntry
from builder.datafiles.datasheets.library import load_file
from builder.datafiles.datasheets.models import DatasheetFile, Option, UnitEntry
from builder.services.army.locator import open_army
from builder.systems.lethal.schema import LethalStatLine, LethalVehicleLine, LethalWeaponLine

TOP = Path(__file__).parents[2]
DOCUMENTS = [TOP / "README.md", *sorted((TOP / "docs").glob("*.md"))]


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def examples(path: Path, form: str) -> list[str]:
    """The YAML examples of a document that are whole files of a format."""
    found = re.findall(r"```yaml\n(.*?)```", text(path), re.DOTALL)
    return [example for example in found if example.startswith(f"format: {form}")]


def test_the_files_that_the_layout_of_the_code_names_are_there() -> None:
    files = [path.as_posix() for folder in ("builder", "tests") for path in (TOP / folder).rglob("*.py")]
    for name in re.findall(r"`((?:\w+/)*\w+\.py)`", text(TOP / "docs" / "code.md")):
        assert any(path.endswith(f"/{name}") for path in files), name


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_pictures_are_there(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text(path)):
        if not target.startswith("http"):
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize(
    "path",
    [TOP / "README.md", *(TOP / "docs" / name for name in ("armies.md", "lethal.md"))],
    ids=lambda path: path.name,
)
def test_the_armies_are_valid(path: Path, tmp_path: Path) -> None:
    (example,) = examples(path, "muster-army")
    army = tmp_path / "army.yaml"
    army.write_text(example, encoding="utf-8")
    assert open_army(str(army)).valid


@pytest.mark.parametrize(
    "path",
    [TOP / "README.md", TOP / "docs" / "datasheets.md", TOP / "docs" / "formations.md"],
    ids=lambda path: path.name,
)
def test_the_datasheets_are_right(path: Path, tmp_path: Path) -> None:
    (example,) = examples(path, "muster-datasheet")
    sheets = tmp_path / "sheets.yaml"
    sheets.write_text(example, encoding="utf-8")
    assert load_file(sheets).findings == ()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme_or_the_docs(command: str) -> None:
    assert any(f"muster {command}" in text(path) for path in DOCUMENTS)


@pytest.mark.parametrize(
    ("model", "document"),
    [
        (ArmyFile, "armies.md"),
        (ArmyUnit, "armies.md"),
        (DatasheetFile, "datasheets.md"),
        (UnitEntry, "datasheets.md"),
        (Option, "datasheets.md"),
        (FormationFile, "formations.md"),
        (FormationEntry, "formations.md"),
        (UpgradeEntry, "formations.md"),
        (SlotLimit, "formations.md"),
        (LethalStatLine, "lethal.md"),
        (LethalVehicleLine, "lethal.md"),
        (LethalWeaponLine, "lethal.md"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_every_field_is_told_of(model: type[BaseModel], document: str) -> None:
    said = text(TOP / "docs" / document)
    for name, field in model.model_fields.items():
        assert re.search(rf"\b{field.alias or name}\b", said), field.alias or name
