"""The JSON Schemas in datasheets/schemas are those that the models make, and the YAML files name them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from builder.services.editor.new_army import begin
from tests.ours import OUR_SYSTEMS
from tests.schemas import schema_text, schemas

TOP = Path(__file__).parents[2]
FOLDER = TOP / "datasheets" / "schemas"
OURS = [name for name in schemas() if name in ("army", "system") or name.removeprefix("datasheet-") in OUR_SYSTEMS]
FILES = [*TOP.glob("datasheets/*/*.yaml"), *TOP.glob("templates/armies/*.yaml")]


@pytest.mark.parametrize("name", OURS)
def test_schemas_are_fresh(name: str) -> None:
    """Mend with: uv run python -m tests.schemas."""
    assert (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8") == schema_text(name)


class EditorLoader(yaml.SafeLoader):
    """YAML as editors read it: with numbers, without dates."""


EditorLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in pairs if not tag.endswith("timestamp")]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def refused(text: str, name: str) -> list[str]:
    """What an editor would underline in a file."""
    schema = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    found = jsonschema.Draft202012Validator(schema).iter_errors(yaml.load(text, EditorLoader))
    return [f"{list(error.absolute_path)}: {error.message[:200]}" for error in found]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TOP).as_posix())
def test_editors_find_nothing_wrong_with_our_files(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    kind = text.partition("format: muster-")[2].split()[0]
    assert refused(text, f"datasheet-{path.parent.name}" if kind == "datasheet" else kind) == []


def test_editors_find_nothing_wrong_with_a_new_army_and_short_forms() -> None:
    assert refused(begin("diceless/orks", None, 500), "army") == []
    unit = "units: [{unit: Boyz, options: big shoota, marks: reserve, transport: Trukk}]"
    head = "format: muster-army\nversion: 1\nname: A\nsystem: diceless\ndata: diceless/orks\n"
    assert refused(f"{head}{unit}\n", "army") == []
    assert refused(f"{head}untis: []\n", "army")


def test_there_are_files_to_look_at() -> None:
    assert len(FILES) >= 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TOP).as_posix())
def test_every_yaml_file_names_its_schema(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    prefix = "# yaml-language-server: $schema="
    assert first.startswith(prefix)
    assert (path.parent / first.removeprefix(prefix)).resolve().parent == FOLDER
