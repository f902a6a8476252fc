"""Fonts in a PDF: texts become glyph numbers, and the glyphs used are embedded as one subset for each cut."""

from __future__ import annotations

from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream, String

from builder.exporters.pdf.fonts import Face

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


def embedded_font(pdf: Pdf, codes: Codes, tag: str) -> Object:
    """The font of the glyphs used of a face, embedded; `tag` is what its name begins with, since it is a subset."""
    face = codes.face
    name = Name(f"/{tag}+{face.name}")
    program = face.subset(codes.used)
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        Flags=face.flags,
        FontBBox=Array(face.box),
        ItalicAngle=0,
        Ascent=face.ascent,
        Descent=face.descent,
        CapHeight=face.cap_height,
        StemV=face.stem,
        FontFile2=Stream(pdf, program, Length1=len(program)),
    )
    descendant = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
        CIDToGIDMap=Name.Identity,
        FontDescriptor=pdf.make_indirect(descriptor),
        DW=0,
        W=Array([1, Array([round(face.widths[chr(code)] * 1000) for code in codes.used])]),
    )
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=name,
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([pdf.make_indirect(descendant)]),
        ToUnicode=Stream(pdf, _to_unicode(codes.used)),
    )
    return pdf.make_indirect(font)


def _to_unicode(used: list[int]) -> bytes:
    """The way back from glyphs to characters, for search and copy."""
    ranges: list[str] = []
    for first in range(0, len(used), LARGEST_RANGE):
        some = used[first : first + LARGEST_RANGE]
        lines = (f"<{first + n:04X}><{chr(code).encode('utf-16-be').hex().upper()}>" for n, code in enumerate(some, 1))
        ranges.append(f"{len(some)} beginbfchar\n" + "\n".join(lines) + "\nendbfchar\n")
    return CMAP.format(ranges="".join(ranges)).encode()
