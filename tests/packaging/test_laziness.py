"""Commands import what they need and no more: a terminal program starts at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

HEAVY = {"textual", "reportlab", "sqlite3", "starlette", "uvicorn", "segno", "asyncio"}
HEAVIER_THAN_A_VERSION = HEAVY | {"pydantic", "yaml"}


def imported_by(*commands: str) -> set[str]:
    """The modules that commands have imported when they end, one after another in an interpreter of their own."""
    script = (
        "import contextlib, io, json, sys\n"
        "from builder.cli.main import run\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        f"    statuses = [run(words) for words in {[command.split() for command in commands]!r}]\n"
        "print(json.dumps([statuses, *sys.modules]))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    statuses, *modules = json.loads(done.stdout)
    assert not any(statuses), done.stderr
    return set(modules)


@pytest.mark.parametrize(
    ("commands", "never"),
    [
        (("--version",), HEAVIER_THAN_A_VERSION),
        (
            (
                "check space-marines-500",
                "summary space-marines-500",
                "edit space-marines-500 limit 600 --dry-run",
            ),
            HEAVY,
        ),
        (("game list",), HEAVIER_THAN_A_VERSION - {"sqlite3"}),
    ],
)
def test_heavy_modules_wait_until_they_are_needed(commands: tuple[str, ...], never: set[str]) -> None:
    assert not imported_by(*commands) & never


@pytest.mark.parametrize(
    ("screen", "never"),
    [
        ("editor", {"builder.catalogue", "builder.systems", "json"}),
        ("library", {"builder.services.editor.session", "builder.systems.blocks", "textual.widgets._text_area"}),
    ],
)
def test_a_screen_is_painted_before_what_reads_armies_is_imported(screen: str, never: set[str]) -> None:
    script = f"import sys, builder.cli.main, builder.tui.app, builder.tui.screens.{screen}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    heavy = {"pydantic", "yaml", "reportlab", "sqlite3", "builder.roster", "builder.datafiles"}
    assert not set(done.stdout.split()) & (heavy | never | {"click"})


def test_a_second_start_reads_no_datasheet() -> None:
    imported_by("")
    assert not imported_by("") & HEAVIER_THAN_A_VERSION


READERS = {"pydantic", "yaml", "builder.catalogue.library", "builder.roster.evaluate", "builder.formats.battlescribe"}


@pytest.mark.parametrize(
    ("command", "never", "most"),
    [
        ("check space-marines-500", READERS | HEAVY | {"pikepdf"}, 64),
        ("summary space-marines-500", READERS | HEAVY | {"pikepdf"}, 64),
        ("export space-marines-500 --output {out}", READERS | HEAVY | {"PIL"}, 128),
    ],
)
def test_an_army_that_was_opened_before_is_neither_read_nor_evaluated(
    command: str, never: set[str], most: int, tmp_path: Path
) -> None:
    """`most` is how many modules of ours it may import, a few more than it does: whoever adds one has to want it."""
    command = command.format(out=tmp_path / "army.pdf")
    imported_by(command)
    modules = imported_by(command)
    assert not modules & never
    assert len({name for name in modules if name.startswith("builder")}) <= most


def test_an_act_reads_no_army_prints_nothing_and_works_nothing_else_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    imported_by("game new space-marines-500 --name Test")
    modules = imported_by("game do Test damage --unit t9b8 --damage 40")
    others = {
        *("builder.services.army.opening", "builder.services.export.files", "builder.services.games.checks"),
        *("builder.systems.fortyk.units", "builder.systems.diceless.calculations.attacks"),
        *("builder.catalogue.model", "builder.roster.view", "builder.systems.blocks"),
    }
    assert not modules & (READERS | HEAVY - {"sqlite3"} | {"pikepdf"} | others)


def test_no_system_is_imported_before_an_army_names_it() -> None:
    assert not {name for name in imported_by("--version") if name.startswith("builder.systems.")}


def test_a_list_of_armies_that_were_looked_at_reads_none_of_them() -> None:
    imported_by("armies copy orks-500", "armies list")
    assert not imported_by("armies list") & HEAVIER_THAN_A_VERSION
