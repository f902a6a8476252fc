"""What servers of the same games share beside their logs: texts, each read again once another one has changed it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from builder.bounds import MIB
from builder.errors import Finding, InputError, Place, Severity
from builder.inputs import read_file
from builder.resources import games_database, state_folder
from builder.services.army.saving import locked
from builder.services.files import make_folder, write_target
from builder.services.games.keeper import open_database

if TYPE_CHECKING:
    from builder.store.postgres import PostgresStore

MOST_BYTES = 16 * MIB


class Documents(Protocol):
    """Texts by their names. Several threads may ask; all methods raise InputError where a text cannot be used."""

    def place(self, name: str) -> str:
        """Return what messages call a text."""

    def read(self, name: str) -> bytes:
        """Return a text, the same object as before where nobody has changed it; empty where there is none."""

    def change(self, name: str, change: Callable[[bytes], bytes], game: str = "") -> None:
        """Change a text, one program after another, and tell other servers that look at a game."""

    def close(self) -> None:
        """Close them."""


class FileDocuments:
    """Texts as files of a folder that nobody else on this computer can read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.RLock()
        self._known: dict[str, tuple[tuple[int, ...], bytes]] = {}

    def place(self, name: str) -> str:
        """Return the path of a text."""
        return str(self._folder / f"{name}.json")

    def read(self, name: str) -> bytes:
        """Return a text; see `Documents`."""
        path = Path(self.place(name))
        with self._lock:
            try:
                found = path.stat()
            except FileNotFoundError:
                self._known.pop(name, None)
                return b""
            except OSError as error:
                raise InputError(self._finding(path, f"this file cannot be read: {error.strerror or error}")) from None
            mark = (found.st_mtime_ns, found.st_size, found.st_ino)
            if name not in self._known or self._known[name][0] != mark:
                self._known[name] = mark, read_file(path, MOST_BYTES)
            return self._known[name][1]

    def change(self, name: str, change: Callable[[bytes], bytes], game: str = "") -> None:
        """Change a text; see `Documents`. An empty one is no file."""
        path = Path(self.place(name))
        try:
            make_folder(path.parent)
            with self._lock, locked(str(path)):
                changed = change(self.read(name))
                if not changed:
                    path.unlink(missing_ok=True)
                    return
                if not path.exists():  # What is written keeps the rights of the file in whose place it comes.
                    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
                write_target(str(path), changed)
        except OSError as error:
            raise InputError(self._finding(path, f"this file cannot be written: {error.strerror or error}")) from None

    def close(self) -> None:
        """Let go of nothing: no file stays open."""

    @staticmethod
    def _finding(path: Path, message: str) -> Finding:
        return Finding(Severity.ERROR, "file", message, at=Place(file=str(path)))


class DatabaseDocuments:
    """Texts in the database of the games."""

    def __init__(self, store: PostgresStore) -> None:
        self._store = store
        self._known: dict[str, tuple[int, bytes]] = {}

    def place(self, name: str) -> str:
        """Return the address of the database."""
        return self._store.place

    def read(self, name: str) -> bytes:
        """Return a text; see `Documents`."""
        version, text = self._known.get(name, (0, b""))
        found = self._store.document(name, version)
        if found is not None:
            self._known[name] = found
            text = found[1]
        return text

    def change(self, name: str, change: Callable[[bytes], bytes], game: str = "") -> None:
        """Change a text; see `Documents`."""
        self._store.change_document(name, change, game)

    def close(self) -> None:
        """Close the database."""
        self._store.close()


def open_documents() -> Documents:
    """Return the texts that go with the store of games: in its database, or in the folder of states."""
    address = games_database()
    return DatabaseDocuments(open_database(address)) if address else FileDocuments(state_folder())
