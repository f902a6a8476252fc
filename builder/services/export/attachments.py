"""What goes with a PDF of sheets, so that it is a save file: the army, and the game that they show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from builder.datafiles.text.names import file_stem
from builder.formats.detection import army_ending
from builder.services.army.save_file import ARMY_FILE
from builder.sheets.page import Attachment

if TYPE_CHECKING:
    from builder.services.army.opening import Army
    from builder.services.data.army_data import Data

MOST_CONTENTS: Final = 2**20
"""Bytes of an army's file that goes with its sheets; the largest that we know of has a quarter of that."""


def attached_army(army: Army) -> tuple[Attachment, ...]:
    """Return the file of an army, to go with its sheets; nothing where it has none as it is now."""
    return attached_file(army.contents, army.name, army.data)


def attached_file(contents: bytes, name: str, data: Data | None) -> tuple[Attachment, ...]:
    """Return the file of an army of this name as an attachment, with the data that the army was built from."""
    if not contents or len(contents) > MOST_CONTENTS:
        return ()
    words = f"built from {data.id}, revision {data.revision}, {data.digest}" if data else "its data is not installed"
    file, about = f"{file_stem(name) or 'army'}{army_ending(contents)}", f"The army, as muster opens it; {words}"
    return (Attachment(name=ARMY_FILE, file=file, media="application/octet-stream", about=about, data=contents),)
