"""JSON Schemas of our files, for editors that complete and check while one types: `uv run python -m tests.schemas`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel

from builder.datafiles.armies.models import ArmyFile
from builder.datafiles.datasheets.forms import forms
from builder.datafiles.datasheets.models import SystemFile

FILES: Mapping[str, type[BaseModel]] = {"army": ArmyFile, "system": SystemFile}


def schemas() -> dict[str, type[BaseModel]]:
    """Return the kinds of files by the names of their schemas; each system that has datasheets has its own."""
    return {**FILES, **{f"datasheet-{system}": form.schema for system, form in forms().items()}}


def schema_text(name: str) -> str:
    """Return the JSON Schema of one kind of file, as it is written."""
    schema = schemas()[name].model_json_schema(by_alias=True)
    kind, _, system = name.partition("-")
    fixed = {"format": f"muster-{kind}", "version": 1, **({"system": system} if system else {})}
    for field, value in fixed.items():
        schema["properties"][field] = {"const": value}
    return json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}, indent=2) + "\n"


def write_schemas(folder: Path) -> list[Path]:
    """Write all schemas into a folder, and tell which files that were."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in schemas():
        path = folder / f"{name}.schema.json"
        path.write_text(schema_text(name), encoding="utf-8")
        written.append(path)
    return written


if __name__ == "__main__":
    for path in write_schemas(Path(__file__).parents[1] / "datasheets" / "schemas"):
        print(path)
