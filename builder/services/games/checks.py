"""What of the player's games is whole, and what can be saved of one that is damaged."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from builder.errors import Finding, InputError, Place, PlayError, Severity
from builder.ids import Ids
from builder.record import replace
from builder.services.games.games import ListedGame, find_game, free_name, listed_games
from builder.services.games.keeper import GameHead, SideHead, head_entry, open_store, player, read_head
from builder.store.logs import HEAD, GameStore, ReadLog
from builder.store.sqlite import SqliteStore
from builder.systems.registry import playing, usable_systems
from builder.tracker import LogEntry, Timeline


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A game that was looked at.

    Args:
        whole: how many entries of its log are as they were written and can be read, from the first on.
        last: the number of the last entry that it had, as far as that is known.
        findings: what is wrong with it.
    """

    id: str
    name: str
    whole: int
    last: int
    findings: tuple[Finding, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing is wrong with it."""
        return not any(finding.severity is Severity.ERROR for finding in self.findings)


@dataclass(frozen=True, slots=True)
class CheckedGames:
    """The file of games, those that were looked at, and what is wrong with the file itself."""

    file: str
    games: tuple[CheckedGame, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing is wrong with any of it."""
        return not self.findings and all(game.is_whole for game in self.games)


@dataclass(frozen=True, slots=True)
class RecoveredGame:
    """A game that was saved from a damaged one: its id and name, where it is, and how many of its entries are there."""

    id: str
    head: GameHead
    file: str
    saved: int
    last: int


def check_games(name: str | None = None) -> CheckedGames:
    """Look at every entry of all games, or of one that is found by its id or its name.

    Raises:
        InputError: none or several are called so, or the file of games cannot be read at all.
    """
    with contextlib.closing(open_store()) as store:
        listed = listed_games(store)
        asked = listed if name is None else (find_game(name, listed),)
        flaw = store.structure()
        return CheckedGames(
            store.place,
            tuple(_checked(store, game) for game in asked),
            (_finding(store, f"the file is not built as it should be: {flaw}"),) if flaw else (),
        )


def recover_game(name: str, output: str | None = None) -> RecoveredGame:
    """Save all entries of a game up to the first that is damaged, as a game of its own.

    Args:
        name: the id or the name of the game, which stays as it is.
        output: another file of games, made if it is not there; else the game is saved beside the damaged one.

    Raises:
        InputError: none or several are called so, nothing of it can be saved, or the file cannot be written.
    """
    with (
        contextlib.closing(open_store()) as store,
        contextlib.closing(SqliteStore(Path(output)) if output else open_store()) as target,
    ):
        game = find_game(name, listed_games(store))
        if output is None and store.structure():
            raise InputError(_finding(store, "the file itself is damaged: name another one with -o to save games in"))
        log = store.salvage(game.id)
        head = _head(game, log)
        taken = _foldable(head, log.entries)[0]
        if not taken:
            raise InputError(f"nothing of the game {game.id} is whole: there is nothing to save")
        known = listed_games(target)
        ids = {other.id for other in known}
        id = game.id if game.id not in ids else Ids(ids).mint()
        title = free_name((head.name, f"{head.name} (recovered)"), known)
        head = msgspec.structs.replace(head, name=title)
        first = log.head or replace(head_entry(head, player()), at=taken[0].at)
        first = replace(first, body=msgspec.json.encode(head))
        target.append(id, HEAD - 1, [first, *taken])
        return RecoveredGame(id, head, target.place, len(taken), max(log.last, len(taken)))


def _checked(store: GameStore, game: ListedGame) -> CheckedGame:
    log = store.salvage(game.id)
    findings = [_finding(store, f"the game {game.id} is damaged: {log.damage}")] if log.damage else []
    taken: Sequence[LogEntry] = log.entries
    try:
        head = _head(game, log)
        taken, why = _foldable(head, log.entries)
        findings += [why] if why else []
    except InputError as error:
        findings += error.findings
    else:
        # What the list says of a game is told here too, unless it is one of these.
        findings += [] if findings else game.findings
    return CheckedGame(game.id, game.name, len(taken), max(log.last, len(log.entries)), tuple(findings))


def _head(game: ListedGame, log: ReadLog) -> GameHead:
    """Return what a game is, by its head, or else by how it begins.

    Raises:
        InputError: a newer Muster keeps it, or nothing says what it is.
    """
    if log.head is not None:
        try:
            return read_head(log.head)
        except InputError as error:
            if error.findings[0].code == "newer":
                raise
    for system in usable_systems():
        play = system.play()
        if play is None or not log.entries:
            continue
        with contextlib.suppress(PlayError):
            names = [side.name for side in play.viewer()(Timeline(play, log.entries[:1]).state).sides]
            return GameHead(
                name=f"{names[0]} – {names[1]}",
                system=system.id,
                sides=(SideHead(name=names[0]), SideHead(name=names[1])),
            )
    raise InputError(f"nothing of the game {game.id} is whole: there is nothing to save")


def _foldable(head: GameHead, entries: Iterable[LogEntry]) -> tuple[Sequence[LogEntry], Finding | None]:
    """Return the entries up to one that cannot be read, and why it cannot be."""
    play = playing(head.load_system())
    timeline = Timeline(play)
    for entry in entries:
        try:
            timeline.take(entry)
        except PlayError as error:
            newer = entry.version > play.version
            kind = (Severity.WARNING, "newer") if newer else (Severity.ERROR, "damaged")
            return timeline.entries, Finding(*kind, str(error))
    return timeline.entries, None


def _finding(store: GameStore, message: str) -> Finding:
    return Finding(Severity.ERROR, "damaged", message, at=Place(file=store.place))
