"""JSON Schemas of our files, made from the pydantic models, for editors that complete and check while one types."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel

from builder.datafiles.armyfile import ArmyFile
from builder.datafiles.datasheet import DatasheetFile, SystemFile

SCHEMAS: dict[str, type[BaseModel]] = {"army": ArmyFile, "datasheet": DatasheetFile, "system": SystemFile}


def schema_text(name: str) -> str:
    """The JSON Schema of one kind of file, as it is written."""
    schema = SCHEMAS[name].model_json_schema(by_alias=True)
    for field, value in (("format", f"muster-{name}"), ("version", 1)):
        schema["properties"][field] = {"const": value}
    return json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}, indent=2) + "\n"


def write_schemas(folder: Path) -> list[Path]:
    """Write all schemas into a folder, and tell which files that were."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in SCHEMAS:
        path = folder / f"{name}.schema.json"
        path.write_text(schema_text(name), encoding="utf-8")
        written.append(path)
    return written
