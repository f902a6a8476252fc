"""The player's games: begun, found by id or name, listed, removed."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from builder.errors import LONGEST_MESSAGE, Finding, InputError, Place, PlayError, Severity, abridged
from builder.ids import Ids
from builder.inputs import STANDARD, gathered
from builder.record import replace
from builder.resources import OPENED_ENDINGS
from builder.services.games.keeper import (
    NOBODY,
    ArmyHead,
    GameHead,
    GameKeeper,
    SideHead,
    open_store,
    player,
    read_head,
)
from builder.services.games.session import GameSession
from builder.store.logs import GameStore, KeptGame, UnwritableError
from builder.systems.play.common_acts import MOVING_ON
from builder.systems.play.events import Player
from builder.systems.protocol import Reading
from builder.systems.registry import playing
from builder.text import LONGEST, clean_name
from builder.tracker import REDO, START, UNDO, LogEntry, act_of, time_of

if TYPE_CHECKING:
    from builder.services.army.opening import Army

TYPO = 0.8
"""From this likeness on, the name of an opponent is taken for that of an army, mistyped."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list: `head` is None where it cannot be read, `begun` and `changed` where they are no times.

    `where` says how far it is (`Turn 2`); empty before its first turn, and where nobody asked. `findings` are what is
    wrong with it.
    """

    id: str
    head: GameHead | None
    seq: int
    begun: datetime | None
    changed: datetime | None
    where: str = ""
    findings: tuple[Finding, ...] = ()

    @property
    def name(self) -> str:
        """Its name, or its id where that cannot be read."""
        return self.head.name if self.head else self.id


def new_game(
    army: str,
    against: str | None = None,
    name: str | None = None,
    *,
    other: str | None = None,
    opponent: str | None = None,
    system: str | None = None,
    strict: bool = False,
) -> GameSession:
    """Begin a game with an army, against another one or against somebody whose name is known.

    Args:
        army: what `open_army` opens.
        against: the same, or a name that is not nearly that of an army.
        name: of the game; else made of those of its sides.
        other: in the place of `against`, what `open_army` opens, and no name.
        opponent: in the place of `against`, a name whatever armies are called.
        system: the id of the one that reads saved rosters, where it is not the usual one.
        strict: whether what cannot be stored is refused; else it is played in memory, with a warning.

    Raises:
        InputError: an army cannot be read, or is nearly called as `against` says, their systems are not the same or
            know no games, a game has that name already, or the store is damaged.
    """
    own = _army(army, system)
    if opponent is not None:
        theirs, enemy = opponent, None
    else:
        theirs, enemy = _opponent(against, system) if other is None else _opposing(other, system)
    theirs = clean_name(theirs)[:LONGEST]
    if theirs.casefold() == own.name.casefold():
        theirs += " (2)"
    if enemy is not None and enemy.system.id != own.system.id:
        raise InputError(f"an army of {own.system.name} cannot play against one of {enemy.system.name}")
    playing(own.system)
    sides = ((own.name, own), (theirs, enemy))
    heads = [SideHead(name=each, army=ArmyHead.of(side) if side else None) for each, side in sides]
    players: list[Player[Reading]] = [Player(each, side.reading if side else None) for each, side in sides]
    with _store_for_session() as store:
        try:
            known = listed_games(store)
        except UnwritableError:
            known = ()
        title = _name(name, f"{own.name} – {theirs}", known)
        both = [side for side in (own, enemy) if side is not None]
        head = GameHead(
            name=title,
            system=own.system.id,
            sides=(heads[0], heads[1]),
            modules=tuple(dict.fromkeys(module for side in both for module in side.modules)),
            settings=_settings(both),
        )
        id = Ids(game.id for game in known).mint()
        doubts = [*(doubt for side in both for doubt in _doubts(side)), *_differences(both)]
        return GameSession.begin(GameKeeper(store, id, head, player(), strict), players, doubts)


def _settings(armies: Sequence[Army]) -> tuple[tuple[str, str], ...]:
    """What a game is played with: what the army that was named first chooses, and else what the other one does."""
    chosen = {name: choice for army in reversed(armies) for name, choice in army.view.settings}
    return tuple(chosen.items())


def _differences(armies: Sequence[Army]) -> Iterator[Finding]:
    """Tell of modules that only one list is played with, and of settings that both choose, each in its way."""
    if len(armies) < 2:
        return
    own, other = armies
    for module in sorted({*own.modules} ^ {*other.modules}):
        has, lacks = (own, other) if module in own.modules else (other, own)
        message = f"the game is played with the module {module}, which {has.name} has and {lacks.name} has not"
        yield Finding(Severity.WARNING, "module", message)
    theirs = dict(other.view.settings)
    for name, choice in own.view.settings:
        if theirs.get(name, choice) != choice:
            message = f"{name}: {own.name} chooses {choice}, {other.name} {theirs[name]}; the game has {choice}"
            yield Finding(Severity.WARNING, "setting", message)


def open_game(name: str, *, strict: bool = False) -> GameSession:
    """Open a game by its id or its name.

    Raises:
        InputError: none or several are called so, or it cannot be read.
    """
    with _store_for_session() as store:
        id = name
        entries = store.entries(id)  # of a game that is called by its id no others are read
        if not entries:
            id = find_game(name, listed_games(store)).id
            entries = store.entries(id)
        if not entries:
            raise InputError(f"the game {id} was removed by another program")
        if len(entries) == 1:
            raise InputError(_damaged(store, id, "its log is missing"))
        try:
            head = read_head(entries[0])
        except InputError as error:
            raise InputError([_of_head(store, id, finding) for finding in error.findings]) from None
        try:
            return GameSession(GameKeeper(store, id, head, player(), strict), entries[1:])
        except PlayError as error:
            message = f"the game {id} cannot be opened: {error}; {_checking(id)}"
            raise InputError(Finding(Severity.ERROR, "game", message, at=Place(file=store.place))) from None


def restore_game(id: str, head: GameHead, entries: Sequence[LogEntry], origin: str) -> tuple[GameSession, bool]:
    """Open a game of this id, and return whether it was made: where it is not here, it is of these entries.

    `origin` is what messages call where they come from.

    Raises:
        InputError: they are no log of a game, or it cannot be stored.
    """
    with _store_for_session() as store:
        if any(game.id == id for game in listed_games(store)):
            store.close()
            return open_game(id, strict=True), False
        if not entries:
            store.close()
            message = f"the game of these sheets is not on this computer ({id}): name the one that is meant with --game"
            raise InputError(Finding(Severity.ERROR, "game", message, at=Place(file=origin)))
        keeper = GameKeeper(store, id, head, player(), strict=True)
        try:
            if [entry.seq for entry in entries] != [*range(START, len(entries) + START)]:
                raise PlayError("entries are missing")
            session = GameSession(keeper, entries)
            session.view  # noqa: B018 - what cannot be shown is not taken in
        except (PlayError, LookupError) as error:
            message = f"the game that goes with this PDF is damaged: {error}"
            raise InputError(Finding(Severity.ERROR, "damaged", message, at=Place(file=origin))) from None
        keeper.begin()
        keeper.keep((), entries)
        return session, True


def list_games() -> Sequence[ListedGame]:
    """Return all games, the one played last first.

    Raises:
        InputError: the file of games cannot be read.
    """
    with contextlib.closing(open_store()) as store:
        return tuple(_with_where(store, game) for game in listed_games(store))


def remove_game(name: str) -> ListedGame:
    """Remove a game for good, found by its id or its name.

    Raises:
        InputError: none or several are called so, or the file of games cannot be written.
    """
    with contextlib.closing(open_store()) as store:
        game = find_game(name, listed_games(store), whole=True)
        store.remove(game.id)
    return game


def find_game(name: str, games: Iterable[ListedGame], *, whole: bool = False) -> ListedGame:
    """Return the game with this id, or the one with this name, in any case; the `whole` name, or else how it begins.

    Raises:
        InputError: none or several are called so.
    """
    games = tuple(games)
    asked = name.strip().casefold()
    found = [game for game in games if game.id.casefold() == asked]
    found = found or [game for game in games if game.name.casefold() == asked]
    if asked and not whole:
        found = found or [game for game in games if game.name.casefold().startswith(asked)]
    if len(found) > 1:
        message = f"{len(found)} games are called '{name.strip()}': say {' or '.join(g.id for g in found)}"
        raise InputError(abridged(message, LONGEST_MESSAGE))
    if not found:
        from builder.datafiles.text.validate import suggestion

        near = suggestion(name, [word for game in games for word in (game.id, game.name)])
        message = f"no game is called '{name}'{near or ': muster game list lists them'}"
        raise InputError(abridged(message, LONGEST_MESSAGE))
    return found[0]


@contextlib.contextmanager
def _store_for_session() -> Iterator[GameStore]:
    """The store, which stays open where nothing goes wrong: closing it is up to the session then."""
    with contextlib.ExitStack() as stack:
        yield stack.enter_context(contextlib.closing(open_store()))
        stack.pop_all()


def listed_games(store: GameStore) -> Sequence[ListedGame]:
    """Return all games of a file, the one played last first, each with what is wrong with it."""
    return tuple(_as_listed(store, game) for game in store.games())


def _as_listed(store: GameStore, game: KeptGame) -> ListedGame:
    """Return a game as it is kept, with what is wrong with it: that is no trouble of the others."""
    findings: list[Finding] = []
    if game.damage:
        findings.append(_damaged(store, game.id, game.damage))
    head = None
    if game.head is not None:
        try:
            head = read_head(game.head)
        except InputError as error:
            findings += [_of_head(store, game.id, finding) for finding in error.findings]
    begun, changed = time_of(game.head.at) if game.head else None, time_of(game.changed)
    if not game.damage and not (begun and changed):
        findings.append(_damaged(store, game.id, "the time of its first entry or its last one is none"))
    return ListedGame(game.id, head, game.seq, begun, changed, findings=tuple(findings))


def _damaged(store: GameStore, game: str, damage: str) -> Finding:
    message = f"the game {game} is damaged: {damage}; {_checking(game)}"
    return Finding(Severity.ERROR, "damaged", abridged(message, LONGEST_MESSAGE), at=Place(file=store.place))


def _checking(game: str) -> str:
    return f"muster game check {shlex.quote(game)} tells what is whole"


def _of_head(store: GameStore, game: str, finding: Finding) -> Finding:
    """Return what is wrong with the head of a game, with its file and what mends it."""
    if finding.code == "damaged":
        return _damaged(store, game, finding.message)
    return replace(finding, at=Place(file=store.place))


def _with_where(store: GameStore, game: ListedGame) -> ListedGame:
    """Return a game with how far it is, by the last act that moved it on and stands; nothing is replayed for it."""
    if game.findings:
        return game
    findings: list[Finding] = []
    with gathered(store.place, findings):
        return replace(game, where=_where(store, game.id))
    return replace(game, findings=tuple(findings))


def _where(store: GameStore, game: str) -> str:
    taken_back: dict[int, bool] = {}
    for entry in store.entries_of(game, (*MOVING_ON, UNDO, REDO)):
        if entry.kind in (UNDO, REDO):
            taken_back.setdefault(act_of(entry), entry.kind == UNDO)
        elif not taken_back.get(entry.seq):
            return msgspec.json.decode(entry.body, type=_Moved).where
    return ""


class _Moved(msgspec.Struct):
    """What an event says of how far the game is."""

    where: str = ""


def free_name(names: Sequence[str], known: Iterable[ListedGame]) -> str:
    """Return the first of these names that no game has, or the last one with a number behind it."""
    taken = {game.name.casefold() for game in known}
    numbered = (f"{names[-1]} ({n})" for n in range(2, len(taken) + 3))
    return next(name for name in (*names, *numbered) if name.casefold() not in taken)


def _name(asked: str | None, made: str, known: Iterable[ListedGame]) -> str:
    if asked is None:
        return free_name((made,), known)
    asked = clean_name(asked)[:LONGEST]
    if any(game.name.casefold() == asked.casefold() for game in known):
        raise InputError(f"a game is called '{asked}' already: choose another name")
    return asked


def _army(source: str, system: str | None) -> Army:
    from builder.services.army.locator import open_army

    return open_army(source, system=system)


def _doubts(army: Army) -> Iterator[Finding]:
    """Yield what players should know of an army before they agree to play with it."""
    errors = sum(finding.severity is Severity.ERROR for finding in army.findings)
    if not army.reading.units:
        yield Finding(Severity.WARNING, "no_units", f"{army.name} has no units: nothing of it can be tracked")
    elif errors:
        told = f"{army.name} has {'an error' if errors == 1 else f'{errors} errors'}, which muster check tells"
        yield Finding(Severity.WARNING, "army_errors", f"{told}: play with it if you agree on that")


def _opponent(against: str | None, system: str | None) -> tuple[str, Army | None]:
    """Return the name of the other side, and its army unless `against` is only a name."""
    if against is None:
        return NOBODY, None
    if against == STANDARD or against.lower().endswith(OPENED_ENDINGS) or os.sep in against:
        return _opposing(against, system)
    from builder.services.army.locator import army_ids, locate_army

    try:
        found = locate_army(against)
    except InputError as error:
        if error.findings[0].code != "file":
            raise
        from builder.datafiles.text.validate import nearest, quoted

        near = nearest(against, army_ids(), TYPO)
        if near is not None:
            raise InputError(
                f"no army is called {quoted(against)}: did you mean {quoted(near)}? "
                f"An opponent who is called so is named with --opponent {shlex.quote(against)}"
            ) from None
        return against, None
    return _opposing(against, system) if Path(found.path).is_file() else (against, None)


def _opposing(army: str, system: str | None) -> tuple[str, Army]:
    """Return the army of the other side, with its name."""
    opened = _army(army, system)
    return opened.name, opened
