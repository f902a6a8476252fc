"""The printing font: Source Sans Pro, from a package, under the SIL Open Font License 1.1.

The licence allows embedding in documents. Figures and the signs + − × are of one width, so columns of numbers align.
ReportLab reads the files and makes the subsets; nothing else of it is used, since pages are written as streams by us.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from reportlab.pdfbase.ttfonts import TTFontFile

from builder.errors import ExportError
from builder.sheets.page import Weight

PACKAGE = "font_source_sans_pro"
FAMILY = "SourceSansPro"
CUTS = {Weight.REGULAR: "Regular", Weight.MEDIUM: "Semibold", Weight.BOLD: "Bold"}


class Face:
    """One cut of the family: widths in em by character, and what a PDF wants to know of it."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.path = path
        file = TTFontFile(str(path))
        self._file = file
        self.widths: dict[str, float] = {chr(code): width / 1000 for code, width in file.charWidths.items()}
        self.glyphs: dict[int, int] = {code: glyph for code, glyph in file.charToGlyph.items() if glyph}
        self.ascent, self.descent, self.cap_height = (int(v) for v in (file.ascent, file.descent, file.capHeight))
        self.flags, self.stem, self.box = int(file.flags), int(file.stemV), tuple(int(value) for value in file.bbox)

    def subset(self, codes: list[int]) -> bytes:
        """A font file with the glyphs of these code points, numbered from 1 in their order; no two share a glyph."""
        data: bytes = self._file.makeSubset(codes)
        return data


class Fonts:
    """The three cuts of the printing font; the metrics that layout works with."""

    def __init__(self, faces: dict[Weight, Face]) -> None:
        self.faces = faces

    def width(self, text: str, weight: Weight) -> float:
        """The width of a text of characters that the font has, in em."""
        return sum(map(self.faces[weight].widths.__getitem__, text))

    def missing(self, text: str, weight: Weight) -> str:
        """The characters of a text that the font has no shape for, each once."""
        known = self.faces[weight].widths.keys()
        return "" if known >= set(text) else "".join(each for each in dict.fromkeys(text) if each not in known)


@cache
def load_fonts() -> Fonts:
    """The printing font.

    Raises:
        ExportError: its package is not installed, or not whole.
    """
    spec = find_spec(PACKAGE)
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        raise ExportError("the printing font is not installed: install the package font-source-sans-pro")
    files = Path(folders[0]) / "files"
    paths = {weight: files / f"{FAMILY}-{cut}.ttf" for weight, cut in CUTS.items()}
    for path in paths.values():
        if not path.is_file():
            raise ExportError(f"the printing font is not whole: {path} is missing; install font-source-sans-pro again")
    return Fonts({weight: Face(f"{FAMILY}-{CUTS[weight]}", path) for weight, path in paths.items()})
