"""The toy system as players have it: a package that is installed beside ours."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from builder import plugins
from builder.cli.main import run
from builder.systems.registry import load_module, load_system

SOURCE = Path(__file__).parent / "muster_toy"
MODULE = Path(__file__).parent / "muster_omens"
ROOT = Path(__file__).parents[2]
ARMY = "toy-river-folk-60"


def install(folder: Path, package: str = "muster_toy", system: str = "toy", source: Path = SOURCE) -> Path:
    """Put a package into a folder as an installer does: its files, and what it registers beside them."""
    shutil.copytree(source, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    registered = f"[builder.systems]\n{system} = {package}:SYSTEM\n"
    if source == MODULE:
        registered = f"[builder.modules]\nomens = {package}:MODULE\n"
    (about / "entry_points.txt").write_text(registered, encoding="utf-8")
    return folder


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of installed packages with the toy system in it."""
    (tmp_path / "site").mkdir()
    return install(tmp_path / "site")


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """That folder among those of this Python, so that what it starts knows the toy system too."""
    yield from known_here(site, monkeypatch)


def known_here(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have this Python know the packages of a folder, for as long as a fixture lasts."""
    monkeypatch.syspath_prepend(site)
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    """Look for packages anew."""
    plugins.every_point.cache_clear()
    plugins.registered.cache_clear()
    plugins.data_folders.cache_clear()
    load_system.cache_clear()
    load_module.cache_clear()
    for module in [name for name in sys.modules if name.partition(".")[0] in (SOURCE.name, MODULE.name)]:
        del sys.modules[module]


class Say(Protocol):
    """What the program says to a command, in this Python."""

    def __call__(self, *words: str, status: int = 0) -> str: ...


@pytest.fixture
def say(installed: None, capsys: pytest.CaptureFixture[str]) -> Say:
    """Give commands to this Python, which is faster than to start others; the packages are installed in it."""
    return saying(capsys)


def saying(capsys: pytest.CaptureFixture[str]) -> Say:
    """Return what gives commands to this Python."""

    def said(*words: str, status: int = 0) -> str:
        assert run(words) == status
        return "".join(capsys.readouterr())

    return said


def python(site: Path, *arguments: str, status: int = 0) -> str:
    """What a Python with those packages says."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": str(site)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, f"{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def muster(site: Path, *words: str, status: int = 0) -> str:
    """What the program says where those packages are installed too."""
    return python(site, "-m", "builder", *words, status=status)
