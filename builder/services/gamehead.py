"""What a game is: its name, its system, its sides with where their armies came from; kept before its log begins."""

from __future__ import annotations

import getpass
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from builder.errors import Finding, InputError, Severity
from builder.inputs import BREAKING
from builder.services.data import Data
from builder.store.rows import HEAD
from builder.text import LONGEST, clean_name
from builder.tracker.entries import Entry

if TYPE_CHECKING:
    from builder.services.army import Army

KIND = "game"
VERSION = 1
PLAYER_VARIABLE = "MUSTER_PLAYER"


class ArmyHead(msgspec.Struct, frozen=True, kw_only=True):
    """Where an army came from, and with which data it was built; `data` is None for a saved roster without its data."""

    id: str | None
    name: str
    file: str
    modules: tuple[str, ...] = ()
    data: Data | None = None

    @classmethod
    def of(cls, army: Army) -> ArmyHead:
        """That of an army as it is now."""
        return cls(id=army.id, name=army.name, file=army.file, modules=army.modules, data=army.data)


class SideHead(msgspec.Struct, frozen=True, kw_only=True):
    """A side: its name, and its army where that is known."""

    name: str
    army: ArmyHead | None = None


class GameHead(msgspec.Struct, frozen=True, kw_only=True):
    """A game: its name, the id of its system, its sides."""

    name: str
    system: str
    sides: tuple[SideHead, SideHead]


_DECODER = msgspec.json.Decoder(GameHead)


def head_entry(head: GameHead, by: str) -> Entry:
    """The entry that is kept of a game before its log begins."""
    return Entry(HEAD, KIND, VERSION, now(), by, msgspec.json.encode(head))


def read_head(entry: Entry) -> GameHead:
    """What an entry says of its game.

    Raises:
        InputError: it says nothing that can be understood.
    """
    if entry.kind == KIND and entry.version > VERSION:
        message = "this game was begun with a newer Muster: update to open it"
        raise InputError(Finding(Severity.WARNING, "newer", message))
    try:
        return _DECODER.decode(entry.body)
    except (msgspec.DecodeError, *BREAKING) as error:
        message = f"what is kept of this game cannot be read: {error}"
        raise InputError(Finding(Severity.ERROR, "damaged", message)) from None


def now() -> str:
    """This moment, as logs write it."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def player() -> str:
    """Who plays on this computer, for the log: `$MUSTER_PLAYER`, or the name that he logged in with."""
    try:
        return clean_name(os.environ.get(PLAYER_VARIABLE) or getpass.getuser())[:LONGEST]
    except (OSError, KeyError, ImportError):
        return "somebody"
