"""Draws the README's picture of the editor from a real run: uv run python -m tests.tui.picture."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from pathlib import Path

from builder.resources import find_resource
from builder.tui.app import MusterApp
from tests.tui.editing import opened

PICTURE = Path(__file__).parents[2] / "docs" / "editor.svg"
ELSEWHERE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts that the picture would fetch from other hosts."""


async def picture(path: Path) -> str:
    """The editor with a unit's options in view, as SVG."""
    app = MusterApp(str(path))
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot)
        await pilot.press(*["down"] * 6, "right", "enter")
        await pilot.pause()
        return ELSEWHERE.sub("", app.export_screenshot(title="muster"))


def drawn(home: Path) -> str:
    """The picture, of a copy of a starter army in a folder."""
    found = find_resource("templates/armies", "space-marines-1000")
    assert found is not None
    shutil.copy(found.path, home / "army.yaml")
    return asyncio.run(picture(home / "army.yaml"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        for variable in ("DATA", "STATE", "CONFIG"):
            os.environ[f"MUSTER_{variable}"] = str(Path(home, variable.lower()))
        os.environ["LC_ALL"] = "C.UTF-8"
        os.environ.pop("NO_COLOR", None)
        PICTURE.write_text(drawn(Path(home)), encoding="utf-8")
