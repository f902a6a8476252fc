"""What holds for every test: a home of its own, how many processes run tests, how often what is random is tried.

Properties have no time limit: how long examples take to be made and tried depends on what else the machine does.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.shares import Part

settings.register_profile("default", max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", max_examples=1_000, deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile("sample", max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile("long", max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
# Where the variable CI is set, hypothesis would take `ci` by itself, and every run would try a thousand examples.
settings.load_profile("default")

TOP = Path(__file__).parents[1]
HOME = "muster-tests-"
LONGEST_RUN = 12 * 3600
"""Seconds."""

# Modules of tests, caches and screens make a heap that is large and stays. With the usual limits Python goes through it
# again and again, which takes a quarter of the whole run.
gc.set_threshold(20_000, 20, 50)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--share",
        type=float,
        default=1.0,
        help="how much of what they repeat long tests do: 0.1 is a tenth (default: all)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Keep out of the folders of whoever runs the tests, before any module of tests is imported.

    Processes that run tests share the cache of the one that starts them, and have all else for themselves.
    """
    home = Path(tempfile.mkdtemp(prefix=HOME))
    patch = pytest.MonkeyPatch()
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
    config.add_cleanup(patch.undo)
    for folder in ("armies", "config", "data", "games", "state"):
        patch.setenv(f"MUSTER_{folder.upper()}", str(home / folder))
    patch.delenv("MUSTER_PLAYER", raising=False)
    if hasattr(config, "workerinput"):
        return
    _remove_what_killed_runs_left()
    patch.setenv("MUSTER_CACHE", str(home / "cache"))
    if sys.dont_write_bytecode:  # Else each of the many programs that tests start would compile all modules again.
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        patch.setenv("PYTHONPYCACHEPREFIX", str(home / "bytecode"))


def _remove_what_killed_runs_left() -> None:
    """Remove folders that are older than any run lasts: who is killed cannot do that himself."""
    for prefix in (HOME, "muster-postgres-"):
        for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
            with contextlib.suppress(OSError):  # somebody else's, or another run was faster
                if folder.stat().st_mtime < time.time() - LONGEST_RUN:
                    shutil.rmtree(folder, ignore_errors=True)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Start no other processes for single files, which are done sooner without, or where somebody looks or measures."""
    folders = any(Path(argument).is_dir() for argument in config.args)
    alone = config.option.capture == "no" or config.option.benchmark_only or config.option.collectonly
    return None if folders and not alone else 0


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each process import the modules of tests from another one on, and take from the others what they compiled.

    All import the same modules, and pytest compiles them for many seconds: nobody does that for all of them so.
    """
    worker: dict[str, str | int] | None = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    folders = [Path(argument) for argument in session.config.args if Path(argument).is_dir()]
    paths = sorted({path.resolve() for folder in folders for path in folder.rglob("test_*.py")})
    first = int(str(worker["workerid"]).removeprefix("gw")) * len(paths) // int(worker["workercount"])
    for path in paths[first:] + paths[:first]:
        # pytest tells of what cannot be imported, or is skipped, once it comes to it itself.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.relative_to(TOP).with_suffix("").parts))


@pytest.fixture
def share(request: pytest.FixtureRequest) -> float:
    """How much of what they repeat long tests do, as `--share` says."""
    return float(request.config.getoption("share"))


@pytest.fixture
def part(share: float) -> Part:
    """The part of a list that a long test goes through."""
    return Part(share)


@pytest.fixture
def times(share: float) -> Callable[[int], int]:
    """How often a long test does what it does so many times in a whole run: fifty times at least."""
    return lambda whole: max(min(whole, 50), round(whole * share))
