"""What was done to an army and is not in its file yet, kept so that a crash loses nothing.

It lies beside the histories, under the name of the army file, and goes once the file is saved.
"""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from builder.catalogue.armydata import ArmyData
from builder.datafiles.armies.write import as_saved
from builder.errors import InputError
from builder.resources import state_folder
from builder.roster.model import Roster
from builder.services.editor.operations import State
from builder.services.files import key_of, write_target
from builder.services.staged_file import StagedFile, make_folder

VERSION = 1


@dataclass(frozen=True, slots=True)
class _Kept:
    format: str
    version: int
    digest: str
    roster: Roster


def keep_unsaved(source: str, original: bytes, state: State) -> None:
    """Keep a state that follows on these bytes of the file.

    Raises:
        InputError: it cannot be written.
    """
    kept = _Kept("muster-unsaved", VERSION, hashlib.sha256(original).hexdigest(), state.roster)
    path = _path(source)
    try:
        make_folder(path.parent)
        with StagedFile(path, msgspec.json.encode(kept)) as staged:
            staged.put()
    except OSError as error:
        raise InputError(f"what is not saved yet cannot be kept in {path.parent}: {error.strerror}") from None


def unsaved_state(source: str, original: bytes) -> State | None:
    """The state that was kept, if the file still holds these bytes; None where nothing usable is kept."""
    kept = _read(source)
    return State(kept.roster) if kept and kept.digest == hashlib.sha256(original).hexdigest() else None


def set_aside(source: str, now: Roster, data: ArmyData) -> str | None:
    """Put what was kept where it is not taken up any more, and say where.

    None where nothing is kept, or just what the file says `now`: the program ended after it was saved.
    """
    kept = _read(source)
    if kept is not None and as_saved(kept.roster, data) == now:
        forget_unsaved(source)
        return None
    path = _path(source)
    aside = path.with_suffix(".lost.json")
    try:
        write_target(str(aside), path.read_bytes())
    except (OSError, InputError):
        return None
    forget_unsaved(source)
    return str(aside)


def forget_unsaved(source: str) -> None:
    """Keep nothing for this file any more: it is saved."""
    with contextlib.suppress(OSError):
        _path(source).unlink(missing_ok=True)


def _read(source: str) -> _Kept | None:
    try:
        kept = msgspec.json.decode(_path(source).read_bytes(), type=_Kept)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return kept if kept.version == VERSION else None


def _path(source: str) -> Path:
    return state_folder() / "unsaved" / f"{key_of(source)}.json"
