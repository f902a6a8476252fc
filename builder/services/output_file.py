"""Writing what was exported, without taking the place of a file that somebody would miss.

A file gives way to one of its own kind without a question: a PDF to a PDF, a text to a text, JSON to JSON. Whatever is
of another kind stays unless it is said to go, and so does every army and roster.
"""

from __future__ import annotations

import re
from pathlib import Path

from builder.errors import Finding, InputError, Place, Severity
from builder.formats.detection import is_saved_roster
from builder.services.files import STANDARD, is_there, write_target

_LOOKED_AT = 65_536
"""Bytes of a file that tell its kind."""

_ARMY = re.compile(rb"^\s*format\s*:\s*[\"']?muster-", re.MULTILINE)
_NOT_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f]")
ARMY, OTHER = "an army or a roster", "a file of another kind"


def write_output(target: str, data: bytes, *, source: str | None = None, force: bool = False) -> None:
    """Write what was exported from `source`; `force` replaces whatever is there, but for the source.

    Raises:
        InputError: a file is there that does not give way, it cannot be written, or it is the source.
    """
    if source is not None and is_there(source) and is_there(target) and Path(source).samefile(target):
        raise _refused("this is the army itself, which would be lost: choose another name", target)
    if not force and (there := _in_the_way(target, data)):
        raise _refused(f"{there} is there already: choose another name, or add --force to replace it", target)
    write_target(target, data)


def _refused(message: str, target: str) -> InputError:
    return InputError(Finding(Severity.ERROR, "file", message, at=Place(file=target)))


def _in_the_way(target: str, data: bytes) -> str:
    """What is at a target that does not give way to this without being told to; empty where nothing is."""
    path = Path(target)
    try:
        if target == STANDARD or not path.is_file():
            return ""
        with path.open("rb") as file:
            before = file.read(_LOOKED_AT)
    except (OSError, ValueError):
        return ""  # Writing it tells what is wrong.
    if not before:
        return ""
    kind = _kind(before)
    if kind in (ARMY, OTHER):
        return kind
    return "" if kind == _kind(data[:_LOOKED_AT]) else OTHER


def _kind(data: bytes) -> str:
    if data.startswith(b"%PDF-"):
        return "a PDF"
    if is_saved_roster(data) or _ARMY.search(data):
        return ARMY
    if _NOT_TEXT.search(data):
        return OTHER
    return "JSON" if data.lstrip().startswith(b"{") else "a text"
