"""A cut of a variable font as a font file of its own, with the few signs that the font lacks drawn to it."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import OverlapMode, instantiateVariableFont

NOT_PRINTED = ("GSUB", "GPOS", "GDEF", "STAT", "MVAR", "cvt ", "fpgm", "prep", "gasp")
"""Tables for screens and shaping: pages need none of them, and a cut is made in half the time without."""
NAMES = (1, 3, 4, 6)
"""Entries of a font's name table that must differ between cuts: writers of PDF tell fonts apart by them."""
Outline = list[tuple[float, float]]
"""Corners in em, y upwards; clockwise, and the other way round for a hole."""
LEFT, RIGHT, FOOT, TOP, STROKE = 0.06, 0.66, 0.0, 0.6, 0.055
WIDTH = RIGHT + LEFT
MIDDLE, CENTRE, RADIUS = (LEFT + RIGHT) / 2, (FOOT + TOP) / 2, 0.3


def cut(data: bytes, weight: int, name: str) -> bytes:
    """Return a variable font at a weight, under a PostScript name of its own."""
    font = TTFont(io.BytesIO(data), lazy=True, recalcTimestamp=False)
    for tag in NOT_PRINTED:
        if tag in font:
            del font[tag]
    # Outlines may overlap: PDF fills what lies inside any of them.
    made = instantiateVariableFont(
        font, {"wght": weight}, inplace=True, optimize=False, overlap=OverlapMode.KEEP_AND_DONT_SET_FLAGS
    )
    _add_signs(made)
    for number in NAMES:
        made["name"].setName(name, number, 3, 1, 0x409)
    out = io.BytesIO()
    made.save(out, reorderTables=None)
    return out.getvalue()


def _add_signs(font: TTFont) -> None:
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
