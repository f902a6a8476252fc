"""The JSON Schemas in datasheets/schemas are those that the models make, and the YAML files name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.datafiles.schemas import SCHEMAS, schema_text

TOP = Path(__file__).parents[2]
FOLDER = TOP / "datasheets" / "schemas"
FILES = [*TOP.glob("datasheets/*/*.yaml"), *TOP.glob("templates/armies/*.yaml")]


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_fresh(name: str) -> None:
    """Mend with: uv run python -m tests.schemas."""
    assert (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8") == schema_text(name)


def test_there_are_files_to_look_at() -> None:
    assert len(FILES) >= 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TOP).as_posix())
def test_every_yaml_file_names_its_schema(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    prefix = "# yaml-language-server: $schema="
    assert first.startswith(prefix)
    assert (path.parent / first.removeprefix(prefix)).resolve().parent == FOLDER
