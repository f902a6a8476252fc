"""What was done to an army and is not in its file yet, kept so that a crash loses nothing.

It lies beside the histories, under the name of the army file, and goes once the file is saved.
"""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from builder.errors import InputError
from builder.resources import state_folder
from builder.roster.model import Roster
from builder.services.files import write_target
from builder.services.operations import State


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
    kept = _Kept("muster-unsaved", 1, hashlib.sha256(original).hexdigest(), state.roster)
    path = _path(source)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(".new")
        temporary.write_bytes(msgspec.json.encode(kept))
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"what is not saved yet cannot be kept in {path.parent}: {error.strerror}") from None


def unsaved_state(source: str, original: bytes) -> State | None:
    """The state that was kept, if the file still holds these bytes; None where nothing usable is kept."""
    try:
        kept = msgspec.json.decode(_path(source).read_bytes(), type=_Kept)
    except (OSError, msgspec.MsgspecError):
        return None
    return State(kept.roster) if kept.digest == hashlib.sha256(original).hexdigest() else None


def set_aside(source: str) -> str | None:
    """Put what was kept where it is not taken up any more, and say where; None where nothing is kept."""
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


def _path(source: str) -> Path:
    name = hashlib.sha256(str(Path(source).resolve()).encode()).hexdigest()[:32]
    return state_folder() / "unsaved" / f"{name}.json"
