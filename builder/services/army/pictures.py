"""Pictures of the player's own, for cards to cut out: beside the file that names them, and read as they are printed."""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from builder.bounds import MIB, MOST_YAML_BYTES
from builder.errors import LONGEST_MESSAGE, Finding, InputError, Place, Severity, abridged
from builder.inputs import FAULTS, read_file
from builder.record import Record
from builder.roster.view import RosterView, SelectionView
from builder.services.data.army_data import Data

if TYPE_CHECKING:
    from PIL.Image import Image

    from builder.datafiles.text.source import Path as YamlPath
    from builder.datafiles.text.source import Value
    from builder.sheets.page import Picture

MOST_PICTURE_BYTES: Final = 32 * MIB
MOST_PIXELS: Final = 50_000_000
"""As many as the cameras of telephones make; unpacked they take 200 MB."""
PRINTED: Final = (768, 1152)
"""Pixels of a picture on a card, at most: 300 for an inch of the widest card."""
QUALITY: Final = 88
FIELD: Final = "art"


class Art(Record, frozen=True):
    """A picture that a file names: its path from the folder of that file."""

    path: str
    file: str


class _UnfitError(ValueError):
    """Why a picture is not printed, and what to do."""


def art_of(view: RosterView, data: Data | None, file: str) -> dict[str, Art]:
    """Return the pictures of units by their ids: those that the army's file names, else those of its datasheets."""
    of_data = dict(data.art) if data else {}
    found: dict[str, Art] = {}
    for unit in _units(view):
        if unit.art:
            found[unit.id] = Art(unit.art, file)
        elif data and (path := of_data.get(unit.entry_id.rpartition("::")[2])):
            found[unit.id] = Art(path, data.path)
    return found


def _units(view: RosterView) -> Iterator[SelectionView]:
    for unit in view.units():
        yield unit
        yield from (child for child in unit.children if child.type == "unit")


def missing_pictures(arts: Iterable[Art]) -> Iterator[Finding]:
    """Tell of pictures that are not where files say; of one that was handed over as a stream, nothing is known."""
    for art in dict.fromkeys(arts):
        if Path(art.file).is_file():
            try:
                _found(art)
            except _UnfitError as unfit:
                yield _finding(art, unfit)


def read_pictures(arts: Mapping[str, Art], *, grey: bool) -> tuple[dict[str, Picture], tuple[Finding, ...]]:
    """Return the pictures that can be printed, by the ids of `arts`, and why the others cannot."""
    findings: list[Finding] = []
    read: dict[Art, Picture] = {}
    for art in dict.fromkeys(arts.values()):
        try:
            read[art] = picture_of(_contents(art), grey=grey)
        except _UnfitError as unfit:
            findings.append(_finding(art, unfit))
    return {id: read[art] for id, art in arts.items() if art in read}, tuple(findings)


def _found(art: Art) -> Path:
    """Return where a picture is. Raises _UnfitError where there is none, or where a link leads elsewhere."""
    folder = Path(art.file).resolve().parent
    path = (folder / art.path).resolve()
    if not path.is_relative_to(folder):
        raise _UnfitError("it is a link that leads elsewhere: copy it into the folder of this file")
    if not path.is_file():
        raise _UnfitError("it is not in the folder of this file: put it there, or take 'art' out")
    return path


def _contents(art: Art) -> bytes:
    if not Path(art.file).is_file():
        raise _UnfitError("it lies in the folder of its army, which was handed over as a stream: name its file")
    try:
        return read_file(_found(art), MOST_PICTURE_BYTES)
    except InputError as error:
        raise _UnfitError(error.findings[0].message) from None


def _finding(art: Art, unfit: _UnfitError) -> Finding:
    message = abridged(f"the picture '{art.path}' is not printed: {unfit}", LONGEST_MESSAGE)
    return Finding(Severity.WARNING, FIELD, message, at=_place(art))


def _place(art: Art) -> Place:
    """Return where in its file a picture is named."""
    from builder.datafiles.text.source import read_document

    try:
        document = read_document(read_file(art.file, MOST_YAML_BYTES), art.file)
    except InputError:
        return Place(file=art.file)
    path = next((path for path, value in _fields(document.value) if value == art.path), ())
    return document.place(path)


def _fields(value: Value, path: YamlPath = ()) -> Iterator[tuple[YamlPath, Value]]:
    """Yield the fields that name pictures, with their paths."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        if name == FIELD:
            yield (*path, name), part
        else:
            yield from _fields(part, (*path, name))


def picture_of(data: bytes, *, grey: bool) -> Picture:
    """Return a picture as it is printed: upright, on white, no larger than needed, in colours of light or grey.

    It is written anew, so that nothing else in the file comes along, such as where a photograph was taken.

    Raises:
        ValueError: it is no PNG or JPEG, it is damaged, or it has more pixels than any that is printed.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError

    from builder.sheets.page import Picture

    out = io.BytesIO()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # What Pillow warns of is either refused here, or does no harm.
            image: Image.Image = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
            if image.width * image.height > MOST_PIXELS:
                raise _too_large()
            image = _plain(image)
            image.thumbnail((max(PRINTED), max(PRINTED)))
            image = ImageOps.exif_transpose(image)
            image.thumbnail(PRINTED)
            if image.mode in ("LA", "RGBA"):
                white = Image.new("RGBA", image.size, "white")
                image = Image.alpha_composite(white, image.convert("RGBA"))
            image = image.convert("L" if grey else "RGB")
            image.save(out, "JPEG", quality=QUALITY, subsampling=0, optimize=True, exif=b"")
    except UnidentifiedImageError:
        raise _UnfitError("it is neither PNG nor JPEG: save it as one of these") from None
    except Image.DecompressionBombError:
        raise _too_large() from None
    except _UnfitError:
        raise
    except (*FAULTS, SyntaxError, EOFError, struct.error, zlib.error):
        raise _UnfitError("it is damaged: save it again in the program that made it") from None
    return Picture(image.width, image.height, grey, out.getvalue())


def _too_large() -> _UnfitError:
    return _UnfitError(f"it has more than {MOST_PIXELS // 1_000_000} million pixels: save it smaller")


def _plain(image: Image) -> Image:
    """Return an image whose pixels can be blended: no palette, no more than 8 bits of each colour."""
    if image.mode.startswith("I"):
        return image.point(lambda value: value / 256).convert("L")
    if image.has_transparency_data or image.mode not in ("L", "RGB", "CMYK"):
        return image.convert("RGBA")
    return image
