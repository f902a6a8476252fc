"""Fonts in a PDF: texts become glyph numbers, and the glyphs used are embedded as one subset for each cut."""

from __future__ import annotations

from builder.exporters.pdf.fonts import Face
from builder.exporters.pdf.objects import PdfFile

CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><FFFF>
endcodespacerange
{ranges}endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""
LARGEST_RANGE = 100


class Codes(dict[int, int]):
    """From code points to the numbers of their glyphs in the subset, given in the order of first use.

    It is a table for str.translate, which asks it for each code point: two code points may share a glyph.
    """

    def __init__(self, face: Face) -> None:
        super().__init__()
        self.face = face
        self.used: list[int] = []
        self._numbers: dict[int, int] = {}

    def __missing__(self, code: int) -> int:
        glyph = self.face.glyphs.get(code, 0)
        if glyph not in self._numbers:
            self.used.append(code)
            self._numbers[glyph] = len(self.used)
        number = self[code] = self._numbers[glyph]
        return number


def add_font(file: PdfFile, codes: Codes, tag: str) -> int:
    """Embed the glyphs used of a face, and return the number of the font."""
    face = codes.face
    name = f"{tag}+{face.name}".encode()
    program = face.subset(codes.used)
    program_number = file.add_stream(program, b"/Length1 %d" % len(program))
    descriptor = file.add(
        b"<</Type/FontDescriptor/FontName/%s/Flags %d/FontBBox[%s]/ItalicAngle 0/Ascent %d/Descent %d/CapHeight %d"
        b"/StemV %d/FontFile2 %d 0 R>>"
        % (
            name,
            face.flags,
            b" ".join(b"%d" % value for value in face.box),
            face.ascent,
            face.descent,
            face.cap_height,
            face.stem,
            program_number,
        )
    )
    widths = b" ".join(b"%d" % round(face.widths[chr(code)] * 1000) for code in codes.used)
    system = b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/CIDToGIDMap/Identity"
    descendant = file.add(
        b"<</Type/Font/Subtype/CIDFontType2/BaseFont/%s%s/FontDescriptor %d 0 R/DW 0/W[1[%s]]>>"
        % (name, system, descriptor, widths)
    )
    unicode_map = file.add_stream(_to_unicode(codes.used))
    return file.add(
        b"<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>"
        % (name, descendant, unicode_map)
    )


def _to_unicode(used: list[int]) -> bytes:
    """The way back from glyphs to characters, for search and copy."""
    ranges: list[str] = []
    for first in range(0, len(used), LARGEST_RANGE):
        some = used[first : first + LARGEST_RANGE]
        lines = (f"<{first + n:04X}><{chr(code).encode('utf-16-be').hex().upper()}>" for n, code in enumerate(some, 1))
        ranges.append(f"{len(some)} beginbfchar\n" + "\n".join(lines) + "\nendbfchar\n")
    return CMAP.format(ranges="".join(ranges)).encode()
