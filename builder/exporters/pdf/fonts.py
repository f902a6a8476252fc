"""The printing font, Roboto Condensed (SIL Open Font License 1.1), and how a PDF embeds the glyphs that it uses."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.cache import digest, remembered
from builder.errors import ExportError
from builder.exporters.pdf.codes import to_unicode
from builder.exporters.pdf.file import PdfFile, ref
from builder.record import Record
from builder.sheets.page import Weight

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

PACKAGE = "fontpkg_roboto_condensed"
DISTRIBUTION = "fontpkg-roboto-condensed"
FAMILY = "RobotoCondensed"
FILE = f"{FAMILY}[wght].ttf"
CUTS = {Weight.REGULAR: ("Regular", 400), Weight.MEDIUM: ("Medium", 500), Weight.BOLD: ("Bold", 700)}
"""The name and the weight of each cut of the variable font."""


class FaceMetrics(Record, frozen=True):
    """What layout and a PDF want of a cut: widths in em by character, glyphs by code point, heights and the like."""

    widths: dict[str, float]
    glyphs: dict[int, int]
    ascent: int
    descent: int
    cap_height: int
    flags: int
    stem: int
    box: tuple[int, ...]


class Face:
    """One cut of the family: its file is made and taken apart once, and the cache keeps what comes of that.

    Args:
        family: the file of its variable font.
        weight: that of the cut, 1 to 1000.
    """

    def __init__(self, name: str, family: bytes, weight: int) -> None:
        self.name = name
        self._family = family
        self._weight = weight
        self._digest = digest(family, name.encode()).encode()
        self.metrics = remembered(FaceMetrics, (self._digest,), self._read)
        self.widths, self.glyphs = self.metrics.widths, self.metrics.glyphs

    def subset(self, codes: list[int]) -> bytes:
        """Return a font file with the glyphs of these code points, numbered from 1 in their order.

        No two share a glyph.
        """
        return remembered(bytes, (self._digest, repr(codes).encode()), lambda: _drawn(self._file.makeSubset(codes)))

    def written(self) -> bytes:
        """Return a font file with the glyphs of what can be written into a form, by their code points."""
        return remembered(bytes, (self._digest, b"written"), lambda: _of_codes(self.program(), WRITTEN))

    @cached_property
    def _file(self) -> Any:
        from reportlab.pdfbase.ttfonts import (
            TTFontFile,  # With pictures and all else it takes as long as a whole export.
        )

        file = TTFontFile(io.BytesIO(self.program()))
        # ReportLab takes the last width of the table, which all signs behind it share, in thousandths of an em: a
        # subset would have another width than its font says.
        counted = int.from_bytes(file.get_table("hhea")[-2:])
        shared = file.hmetrics[counted - 1][0]
        file.hmetrics[counted:] = [(shared, bearing) for _, bearing in file.hmetrics[counted:]]
        return file

    def program(self) -> bytes:
        """Return the cut as a font file."""
        return remembered(bytes, (self._digest,), self._cut)

    def _cut(self) -> bytes:
        return _cut(self._family, self._weight, self.name)

    def _read(self) -> FaceMetrics:
        file = self._file
        return FaceMetrics(
            widths={chr(code): width / 1000 for code, width in file.charWidths.items()},
            glyphs={code: glyph for code, glyph in file.charToGlyph.items() if glyph},
            ascent=int(file.ascent),
            descent=int(file.descent),
            cap_height=int(file.capHeight),
            flags=int(file.flags),
            stem=int(file.stemV),
            box=tuple(int(value) for value in file.bbox),
        )


class Fonts:
    """The three cuts of the printing font; the metrics that layout works with."""

    def __init__(self, faces: dict[Weight, Face]) -> None:
        self.faces = faces

    def width(self, text: str, weight: Weight) -> float:
        """Return the width of a text in em.

        Raises:
            KeyError: the font has no shape for one of its characters.
        """
        return sum(map(self.faces[weight].widths.__getitem__, text))

    def missing(self, text: str, weight: Weight) -> str:
        """Return the characters of a text that the font has no shape for, each once."""
        known = self.faces[weight].widths
        return "".join(each for each in dict.fromkeys(text) if each not in known)

    def squares(self, text: str) -> list[bytes]:
        """Return a text as a QR code: its rows from the top, 1 for a black square.

        It is written in UTF-8, which phones expect of what is not ASCII.
        """
        return remembered(list[bytes], (b"code to scan, UTF-8", text.encode()), lambda: _squares(text))


def _squares(text: str) -> list[bytes]:
    import segno  # It takes longer to import than most sheets take to be made.

    return [bytes(row) for row in segno.make_qr(text, error="l", encoding="utf-8").matrix]


@cache
def load_fonts() -> Fonts:
    """Return the printing font.

    Raises:
        ExportError: its package is not installed, or not whole.
    """
    spec = find_spec(PACKAGE)
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        raise ExportError(f"the printing font is not installed: install the package {DISTRIBUTION}")
    path = Path(folders[0]) / "files" / FILE
    if not path.is_file():
        raise ExportError(f"the printing font is not whole: {path} is missing; install {DISTRIBUTION} again")
    data = path.read_bytes()
    return Fonts({weight: Face(f"{FAMILY}-{name}", data, value) for weight, (name, value) in CUTS.items()})


WRITTEN = range(32, 256)
"""The codes of what can be written into fields of a form, in Windows-1252."""
FORM_SUBSET, NONSYMBOLIC = "MUSTER", 32


def add_font(file: PdfFile, face: Face, used: dict[int, int], subset: str, encoding: int) -> int:
    """Add the glyphs of a face that were used, by the numbers of their codes, as an embedded font; return its number.

    `subset` is what its name begins with, since it is not whole.
    """
    name = f"/{subset}+{face.name}".encode()
    numbers = sorted(used)
    program = face.subset([used[number] for number in numbers])
    descriptor = _add_descriptor(file, face, name, program, face.metrics.flags)
    glyphs = {number: glyph for glyph, number in enumerate(numbers, 1)}
    first, last = numbers[0], numbers[-1]
    widths = b" ".join(
        b"%d" % (round(face.widths[chr(used[number])] * 1000) if number in used else 0)
        for number in range(first, last + 1)
    )
    places = b"".join(glyphs.get(number, 0).to_bytes(2) for number in range(last + 1))
    descendant = file.add(
        b"<</Type/Font/Subtype/CIDFontType2/BaseFont%b/CIDToGIDMap %b/DW 0/W[%d[%b]]/FontDescriptor %b"
        b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>"
        % (name, ref(file.add_stream(places)), first, widths, ref(descriptor))
    )
    return file.add(
        b"<</Type/Font/Subtype/Type0/BaseFont%b/Encoding %b/DescendantFonts[%b]/ToUnicode %b>>"
        % (name, ref(encoding), ref(descendant), ref(file.add_stream(to_unicode(used))))
    )


def add_form_font(file: PdfFile, face: Face, *, embedded: bool) -> int:
    """Add a font with all signs that fields of forms can hold, and return its number; viewers set what is written.

    PDF/UA wants it in the file; where it need not be `embedded`, it is one that every viewer has.
    """
    if not embedded:
        return file.add(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
    name = f"/{FORM_SUBSET}+{face.name}".encode()
    descriptor = _add_descriptor(file, face, name, face.written(), NONSYMBOLIC)
    widths = b" ".join(
        b"%d" % round(face.widths.get(bytes((code,)).decode("cp1252", "ignore"), 0) * 1000) for code in WRITTEN
    )
    return file.add(
        b"<</Type/Font/Subtype/TrueType/BaseFont%b/FirstChar %d/LastChar %d/Widths[%b]/Encoding/WinAnsiEncoding"
        b"/FontDescriptor %b>>" % (name, WRITTEN[0], WRITTEN[-1], widths, ref(descriptor))
    )


def _add_descriptor(file: PdfFile, face: Face, name: bytes, program: bytes, flags: int) -> int:
    metrics = face.metrics
    return file.add(
        b"<</Type/FontDescriptor/FontName%b/Flags %d/FontBBox[%b]/ItalicAngle 0/Ascent %d/Descent %d/CapHeight %d"
        b"/StemV %d/FontFile2 %b>>"
        % (
            *(name, flags, b" ".join(b"%d" % side for side in metrics.box), metrics.ascent, metrics.descent),
            *(metrics.cap_height, metrics.stem, ref(file.add_stream(program, b"/Length1 %d" % len(program)))),
        )
    )


DRAWN = ("glyf", "head", "hhea", "hmtx", "loca", "maxp")
"""Tables by which glyphs are drawn; what others say, the PDF says itself."""


def _drawn(program: bytes) -> bytes:
    """Return a font file with these tables alone."""
    from reportlab.pdfbase.ttfonts import TTFontMaker, TTFontParser

    parser, made = TTFontParser(io.BytesIO(program)), TTFontMaker()
    for tag in DRAWN:
        made.add(tag, parser.get_table(tag))
    data: bytes = made.makeStream()
    return data


NOT_PRINTED = ("GSUB", "GPOS", "GDEF", "STAT", "MVAR", "cvt ", "fpgm", "prep", "gasp")
"""Tables for screens and shaping: pages need none of them, and a cut is made in half the time without."""
UNITS = 1024
"""Units of an em, half of those in the file: outlines take a tenth less room, and no printer's dots are so small."""
NAMES = (1, 3, 4, 6)
"""Entries of a font's name table that must differ between cuts: writers of PDF tell fonts apart by them."""
Outline = list[tuple[float, float]]
"""Corners in em, y upwards; clockwise, and the other way round for a hole."""
LEFT, RIGHT, FOOT, TOP, STROKE = 0.06, 0.66, 0.0, 0.6, 0.055
WIDTH = RIGHT + LEFT
MIDDLE, CENTRE, RADIUS = (LEFT + RIGHT) / 2, (FOOT + TOP) / 2, 0.3


def _cut(data: bytes, weight: int, name: str) -> bytes:
    """Return a variable font at a weight, with the signs that it lacks, under a PostScript name of its own."""
    # fontTools takes longer to load than an export takes, and is needed once.
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.scaleUpem import scale_upem
    from fontTools.varLib.instancer import OverlapMode, instantiateVariableFont

    font = TTFont(io.BytesIO(data), lazy=True, recalcTimestamp=False)
    for tag in NOT_PRINTED:
        if tag in font:
            del font[tag]
    # Outlines may overlap: PDF fills what lies inside any of them.
    made = instantiateVariableFont(
        font, {"wght": weight}, inplace=True, optimize=False, overlap=OverlapMode.KEEP_AND_DONT_SET_FLAGS
    )
    _add_signs(made)
    scale_upem(made, UNITS)
    made["glyf"].removeHinting()  # Without the tables above, hints do nothing.
    made["name"].names = []
    for number in NAMES:
        made["name"].setName(name, number, 3, 1, 0x409)
    out = io.BytesIO()
    made.save(out, reorderTables=None)
    return out.getvalue()


def _of_codes(program: bytes, codes: Iterable[int]) -> bytes:
    """Return a font file with the glyphs of codes of Windows-1252 alone."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(program), lazy=True, recalcTimestamp=False)
    subsetter = Subsetter(Options(hinting=False, layout_features=[], notdef_outline=True))
    subsetter.populate(text=bytes(codes).decode("cp1252", "ignore"))
    subsetter.subset(font)
    out = io.BytesIO()
    font.save(out, reorderTables=None)
    return out.getvalue()


def _add_signs(font: TTFont) -> None:
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    known = font.getBestCmap()
    lacking = {sign: outlines for sign, outlines in SIGNS.items() if ord(sign) not in known}
    em, glyphs, metrics = font["head"].unitsPerEm, font["glyf"], font["hmtx"]
    font.setGlyphOrder([*font.getGlyphOrder(), *(f"uni{ord(sign):04X}" for sign in lacking)])
    for sign, outlines in lacking.items():
        name = f"uni{ord(sign):04X}"
        pen = TTGlyphPen(None)
        for outline in outlines:
            first, *others = [(round(x * em), round(y * em)) for x, y in outline]
            pen.moveTo(first)
            for point in others:
                pen.lineTo(point)
            pen.closePath()
        glyphs[name] = pen.glyph()
        metrics[name] = (round(WIDTH * em), round(min(x for outline in outlines for x, _ in outline) * em))
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(sign)] = name


def _square(inset: float = 0.0) -> Outline:
    left, right, foot, top = LEFT + inset, RIGHT - inset, FOOT + inset, TOP - inset
    return [(left, foot), (left, top), (right, top), (right, foot)]


def _around(corners: int, radii: Iterable[float] = (RADIUS,)) -> Outline:
    """Corners round the middle, from the top clockwise, at these distances in turn."""
    distances = [*radii]
    turns = ((n, math.tau * n / corners) for n in range(corners))
    return [
        (MIDDLE + distances[n % len(distances)] * math.sin(a), CENTRE + distances[n % len(distances)] * math.cos(a))
        for n, a in turns
    ]


def _cross() -> Iterator[Outline]:
    for up in (False, True):
        (x, y), half = (LEFT, TOP if up else FOOT), STROKE
        end = (RIGHT, FOOT if up else TOP)
        outline = [(x, y), (x + half, y + half), (end[0], end[1]), (end[0] - half, end[1] - half)]
        yield outline


ARROW = [(LEFT, 0.27), (LEFT, 0.33), (0.48, 0.33), (0.48, 0.45), (RIGHT, 0.3), (0.48, 0.15), (0.48, 0.27)]
SIGNS: dict[str, list[Outline]] = {
    "☐": [_square(), _square(STROKE)[::-1]],
    "□": [_square(), _square(STROKE)[::-1]],
    "■": [_square()],
    "◆": [_around(4)],
    "★": [_around(10, (RADIUS, RADIUS * 0.4))],
    "●": [_around(32)],
    "○": [_around(32), _around(32, (RADIUS - STROKE,))[::-1]],
    "→": [ARROW],
    "✕": [*_cross()],
}
"""Signs that are drawn where a font lacks them, since armies and rules are written with them."""
