"""How a game that is played is kept: stored at once, or in memory for as long as the store cannot be written."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from builder.errors import InputError
from builder.roster.ids import Ids
from builder.services.gamehead import GameHead, head_entry
from builder.store.games import Behind, GameStore
from builder.tracker.entries import Entry


class GameKeeper:
    """Keeps one game in the store.

    What cannot be stored waits in memory, and `warning` says so; it is stored with the next entries that can be. With
    `strict` nothing waits: what cannot be stored is refused.
    """

    def __init__(self, store: GameStore, id: str, head: GameHead, by: str, strict: bool = False) -> None:
        self.id, self.head, self.by = id, head, by
        self.warning = ""
        self._store = store
        self._strict = strict
        self._waiting: list[Entry] = []
        self._news = ""

    @property
    def stored(self) -> bool:
        """Whether nothing waits in memory."""
        return not self._waiting

    def begin(self) -> None:
        """Keep a new game: what it is waits for the first entry of its log."""
        self._waiting = [head_entry(self.head, self.by)]

    def keep(self, log: Sequence[Entry], new: Sequence[Entry]) -> None:
        """Keep entries that follow on a log.

        Raises:
            Behind: other programs added something to that log, or removed the game.
            InputError: they cannot be stored, and the keeper is strict.
        """
        try:
            self._store_all(log, new)
        except InputError as error:
            if self._strict:
                raise
            self._waiting += new
            self.warning = f"the game goes on in memory, and is stored with the next act that can be: {error}"

    def added(self, after: int) -> Sequence[Entry]:
        """What other programs added after an entry; nothing while something waits.

        Raises:
            InputError: the store cannot be read.
        """
        return () if self._waiting else self._store.entries(self.id, after)

    def close(self, log: Sequence[Entry]) -> None:
        """Let go of the store; what waits is stored now if that can be, and else lost: `warning` said so."""
        try:
            if self._waiting:
                self._store_all(log, ())
        except InputError as error:
            self.warning = str(error)
        finally:
            self._store.close()

    def _store_all(self, log: Sequence[Entry], new: Sequence[Entry]) -> None:
        while True:
            entries = [*self._waiting, *new]
            try:
                self._store.append(self.id, entries[0].seq - 1, entries)
            except Behind:
                if not self._waiting:
                    raise
                self._catch_up(log)
            else:
                break
        self._waiting = []
        self.warning, self._news = self._news, ""

    def _catch_up(self, log: Sequence[Entry]) -> None:
        """Find out why what waits does not follow on what is stored.

        Either it was stored after all, when the store said that it failed. Or another program played on, or removed the
        game: then the game as it was played here becomes one of its own, so that nothing of either is lost.
        """
        waiting = self._waiting
        stored = list(self._store.entries(self.id, waiting[0].seq - 1))
        if stored and stored[: len(waiting)] == waiting[: len(stored)]:
            del waiting[: len(stored)]
            return
        self.id = Ids(()).mint()
        self.head = msgspec.structs.replace(self.head, name=f"{self.head.name} ({self.id})")
        self._waiting = [head_entry(self.head, self.by), *log]
        self._news = f"another program played on meanwhile: this game is kept as “{self.head.name}” from now on"
