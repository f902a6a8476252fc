"""Write the JSON Schemas anew: `uv run python -m tests.schemas`."""

from __future__ import annotations

from pathlib import Path

from builder.datafiles.datasheets.schemas import write_schemas

if __name__ == "__main__":
    for path in write_schemas(Path(__file__).parents[1] / "datasheets" / "schemas"):
        print(path)
