"""PDF files read for what Muster put into them: its attachments, and what players filled in. Nothing of them is run.

Whoever made such a file, it is read as a hostile one: within bounds of size, memory and depth, and whatever is wrong
with it is one message.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator, Mapping
from typing import Final

from pikepdf import (
    Array,
    DeletedObjectError,
    Dictionary,
    ForeignObjectError,
    Name,
    Object,
    Pdf,
    PdfError,
    Stream,
    String,
)
from pikepdf.settings import set_qpdf_limits

from builder.bounds import MIB
from builder.errors import Finding, InputError, Place, Severity
from builder.inputs import BREAKING
from builder.record import Record
from builder.text import clean

MOST_PDF_BYTES: Final = 32 * MIB
"""Of a PDF; 1,000 units with fields take 10 MiB."""
MOST_UNPACKED_STREAM: Final = 32 * MIB
"""Of one stream of it, unpacked."""
MOST_ATTACHED_BYTES: Final = 8 * MIB
"""Of one attachment, unpacked."""
MOST_ATTACHMENTS: Final = 100
MOST_FIELDS: Final = 500_000
"""Of its form; 1,000 units have 210,000."""
MOST_FIELD_LEVELS: Final = 16
"""Of the names of fields; those of Muster have five."""
MOST_NAME: Final = 500
"""Of characters in the full name of a field."""
MOST_VALUE: Final = 10_000
"""Of characters in what was written into one field."""

UNREADABLE = (
    PdfError,
    DeletedObjectError,
    ForeignObjectError,
    zlib.error,
    *BREAKING,
    AttributeError,
    LookupError,
    NotImplementedError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What pikepdf raises over objects that are not what their place in the file says."""

# They hold for the whole process: nothing that Muster writes or reads comes near them.
set_qpdf_limits(
    flate_max_memory=MOST_UNPACKED_STREAM,
    run_length_max_memory=MOST_UNPACKED_STREAM,
    png_max_memory=MOST_UNPACKED_STREAM,
    tiff_max_memory=MOST_UNPACKED_STREAM,
    dct_max_memory=MOST_UNPACKED_STREAM,
    max_stream_filters=4,
    parser_max_nesting=100,
    parser_max_container_size=1_000_000,
    doc_max_warnings=100,
)


class FilledField(Record, frozen=True):
    """What a field of a form holds, and what it was printed with; a box is ticked or not."""

    value: bool | str
    printed: bool | str


class SheetsPdf(Record, frozen=True):
    """What a PDF holds of Muster's: attachments and fields, by their names."""

    attachments: Mapping[str, bytes]
    fields: Mapping[str, FilledField]

    @property
    def filled_in(self) -> bool:
        """Whether anything was filled in since it was printed."""
        return any(field.value != field.printed for field in self.fields.values())


def read_sheets(data: bytes, name: str, wanted: tuple[str, ...], *, fields: bool = False) -> SheetsPdf:
    """Return what is wanted of a PDF: the attachments of these names that there are, and its fields if asked for.

    `name` is what messages call the file.

    Raises:
        InputError: it is damaged, too large, or locked by a password.
    """
    if len(data) > MOST_PDF_BYTES:
        message = f"this PDF is larger than {MOST_PDF_BYTES // MIB} MiB, as none of Muster's is: name another"
        raise _refused(message, name)
    try:
        with Pdf.open(io.BytesIO(data), suppress_warnings=True) as pdf:
            attached = dict(_attachments(pdf, wanted))
            return SheetsPdf(attached, dict(_fields(pdf)) if fields else {})
    except UNREADABLE as error:
        raise _refused(f"this PDF cannot be read: {_reason(error)}; take the file as it was saved", name) from None


def _reason(error: BaseException) -> str:
    if isinstance(error, PdfError) and "password" in str(error):
        return "it is locked by a password"
    if isinstance(error, _TooMuchError):
        return str(error)
    return "it is damaged"


class _TooMuchError(ValueError):
    """A PDF has more of something than any of Muster's."""


def _refused(message: str, name: str) -> InputError:
    return InputError(Finding(Severity.ERROR, "file", message, at=Place(file=name)))


def _attachments(pdf: Pdf, wanted: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    names = pdf.Root.get("/Names")
    files = names.get("/EmbeddedFiles") if isinstance(names, Dictionary) else None
    for seen, (key, file) in enumerate(_named(files)):
        if seen >= MOST_ATTACHMENTS:
            raise _TooMuchError("it has too many attachments")
        if key in wanted and isinstance(file, Dictionary):
            content = file.EF.F
            if isinstance(content, Stream):
                yield key, _unpacked(content, key)


def _named(tree: Object | None) -> Iterator[tuple[str, Object]]:
    """Yield names and values of a name tree; one that leads back into itself is followed once."""
    seen, nodes = set(), [tree]
    while nodes:
        node = nodes.pop()
        if not isinstance(node, Dictionary) or (node.is_indirect and node.objgen in seen):
            continue
        seen.add(node.objgen)
        if len(seen) > MOST_ATTACHMENTS:
            raise _TooMuchError("it has too many attachments")
        pairs, kids = node.get("/Names"), node.get("/Kids")
        if isinstance(pairs, Array):
            for place in range(0, len(pairs) - 1, 2):
                if isinstance(pairs[place], String):
                    yield str(pairs[place]), pairs[place + 1]
        if isinstance(kids, Array):
            nodes.extend(kids[place] for place in range(min(len(kids), MOST_ATTACHMENTS)))


def _unpacked(stream: Stream, name: str) -> bytes:
    """Return the contents of an attachment, packed as Muster and viewers pack them, or not at all."""
    filters = stream.get("/Filter")
    packed = [*filters] if isinstance(filters, Array) else [] if filters is None else [filters]
    data = stream.read_raw_bytes()
    if packed == [Name.FlateDecode] and stream.get("/DecodeParms") is None:
        unpack = zlib.decompressobj()
        data = unpack.decompress(data, MOST_ATTACHED_BYTES + 1)
    elif packed:
        data = stream.read_bytes()
    if len(data) > MOST_ATTACHED_BYTES:
        raise _TooMuchError(f"its attachment {name} is larger than {MOST_ATTACHED_BYTES // MIB} MiB")
    return data


def _fields(pdf: Pdf) -> Iterator[tuple[str, FilledField]]:
    """Yield the full names of the fields of the form, with what they hold."""
    form = pdf.Root.get("/AcroForm")
    roots = form.get("/Fields") if isinstance(form, Dictionary) else None
    if not isinstance(roots, Array):
        return
    count = 0
    nodes: list[tuple[Object, str, str, int]] = [(each, "", "", 1) for each in roots]
    while nodes:
        node, above, kind, level = nodes.pop()
        count += 1
        if count > MOST_FIELDS or level > MOST_FIELD_LEVELS:
            raise _TooMuchError("its form has more fields than any of Muster's")
        if not isinstance(node, Dictionary):
            continue
        part, kids = node.get("/T"), node.get("/Kids")
        kind = str(node.get("/FT", kind))
        name = above
        if isinstance(part, String):
            name = f"{above}.{part}"[:MOST_NAME] if above else str(part)[:MOST_NAME]
        if isinstance(kids, Array) and any(isinstance(kid, Dictionary) and "/T" in kid for kid in kids):
            nodes.extend((kid, name, kind, level + 1) for kid in kids)
        elif _is_worked_out(node):
            continue
        elif kind == "/Btn":
            # Some viewers write only how a box looks.
            yield name, FilledField(_is_on(node.get("/V", node.get("/AS"))), _is_on(node.get("/DV")))
        elif kind == "/Tx":
            yield name, FilledField(_text(node.get("/V")), _text(node.get("/DV")))


def _is_worked_out(node: Dictionary) -> bool:
    """Whether nobody fills a field in: it is only read, or a button."""
    flags = node.get("/Ff", 0)
    return isinstance(flags, int) and bool(flags & (1 | 1 << 16))


def _is_on(state: Object | None) -> bool:
    return isinstance(state, Name) and state != Name.Off


def _text(value: Object | None) -> str:
    return clean(str(value)[:MOST_VALUE]) if isinstance(value, String) else ""
