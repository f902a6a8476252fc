"""The codes in which pages write their texts: a byte for most letters, two for those of other alphabets."""

from __future__ import annotations

from collections.abc import Mapping

from builder.exporters.pdf.file import PdfFile

OWN = range(32, 127)
"""Characters whose codes on a page are their own numbers: they take a byte, and look alike in all cuts."""
TWO_BYTES, FIRST_OF_TWO = 0xE000, 0xE0
"""The first code of two bytes, and how many of one byte there are."""
CODES_OF_ONE, CODES_OF_TWO = f"<00><{FIRST_OF_TWO - 1:02X}>", f"<{TWO_BYTES:04X}><FFFF>"
"""The range of the codes of one byte, and that of the codes of two."""
CMAP = f"""/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry(Adobe)/Ordering({{ordering}})/Supplement 0>> def
/CMapName /{{name}} def
/CMapType {{kind}} def
2 begincodespacerange
{CODES_OF_ONE}
{CODES_OF_TWO}
endcodespacerange
{{ranges}}endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""
ENCODING = "Muster-Codes"
ENCODED = f"2 begincidrange\n{CODES_OF_ONE} 0\n{CODES_OF_TWO} {FIRST_OF_TWO}\nendcidrange\n"
LARGEST_RANGE = 100


class Codes(dict[int, int]):
    """From code points to their codes on a page: ASCII as it is, all else in the order of first use.

    It is a table for str.translate, which asks it for each code point: two code points may share a glyph.
    """

    def __init__(self, glyphs: Mapping[int, int]) -> None:
        super().__init__()
        self._glyphs = glyphs
        self.used: dict[int, int] = {}
        """Code points by CID, in the order of first use; CIDs below `FIRST_OF_TWO` take one byte."""
        self._numbers: dict[int, int] = {}
        self._next = OWN[-1] + 1

    def __missing__(self, code: int) -> int:
        glyph = self._glyphs.get(code, 0)
        number = self._numbers.get(glyph)
        if number is None:
            number = code if code in OWN else self._next
            self._next += number == self._next
            self._numbers[glyph] = number
            self.used[number] = code
        found = self[code] = number if number < FIRST_OF_TWO else TWO_BYTES + number - FIRST_OF_TWO
        return found

    def encoded(self, text: str) -> bytes:
        """Return a text in the codes of a page."""
        codes = text.translate(self)
        try:
            return codes.encode("latin-1")
        except UnicodeEncodeError:
            return b"".join(each.encode("latin-1" if ord(each) < TWO_BYTES else "utf-16-be") for each in codes)


def add_encoding(file: PdfFile) -> int:
    """Add what tells codes of one byte and of two, the same for all fonts, and return its number."""
    system = b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
    data = CMAP.format(ordering="Identity", name=ENCODING, kind=1, ranges=ENCODED).encode()
    return file.add_stream(data, b"/Type/CMap/CMapName/%b%b" % (ENCODING.encode(), system))


def to_unicode(used: dict[int, int]) -> bytes:
    """Return the way back from codes to characters, for search and copy; those of ASCII are their own."""
    ranges = [f"1 beginbfrange\n<{OWN[0]:02X}><{OWN[-1]:02X}><{OWN[0]:04X}>\nendbfrange\n"]
    others = [(number, code) for number, code in used.items() if number not in OWN]
    for first in range(0, len(others), LARGEST_RANGE):
        some = others[first : first + LARGEST_RANGE]
        lines = (f"<{_code(number)}><{chr(code).encode('utf-16-be').hex().upper()}>" for number, code in some)
        ranges.append(f"{len(some)} beginbfchar\n" + "\n".join(lines) + "\nendbfchar\n")
    return CMAP.format(ordering="UCS", name="Adobe-Identity-UCS", kind=2, ranges="".join(ranges)).encode()


def _code(number: int) -> str:
    return f"{number:02X}" if number < FIRST_OF_TWO else f"{TWO_BYTES + number - FIRST_OF_TWO:04X}"
