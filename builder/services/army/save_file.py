"""The PDF of an army's sheets is a save file too: the army that goes with it is opened from it."""

from __future__ import annotations

from typing import Final

from builder.errors import Finding, InputError, Place, Severity
from builder.formats.detection import is_pdf
from builder.services.files import read_source

ARMY_FILE: Final = "muster-army"
"""The attachment with the army: its file, byte by byte."""


def read_army_source(source: str) -> tuple[bytes, str]:
    """Return the bytes of an army's file, taken out of the PDF where it is one, and its name for messages.

    Raises:
        InputError: it cannot be read, or is a PDF without an army.
    """
    data, name = read_source(source)
    return army_within(data, name), name


def army_within(data: bytes, name: str) -> bytes:
    """Return the army in a PDF of its sheets; what is no PDF is given back as it is.

    Raises:
        InputError: the PDF cannot be read, or there is no army in it.
    """
    if not is_pdf(data):
        return data
    from builder.formats.sheets_pdf import read_sheets

    army = read_sheets(data, name, (ARMY_FILE,)).attachments.get(ARMY_FILE, b"")
    if not army or is_pdf(army):
        message = "no army goes with this PDF: name one that muster export wrote, or the army's own file"
        raise InputError(Finding(Severity.ERROR, "file", message, at=Place(file=name)))
    return army
