"""The Matterhorn protocol's points that a program can check, and those of PDF/A-3b, walked over a file of ours.

Each failure is told as the number of its point (of PDF/UA-1) or its clause (of PDF/A-3, after an A), and why.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pikepdf
from fontTools.ttLib import TTFont

Found = Iterator[tuple[str, str]]
NAMES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "ua": "http://www.aiim.org/pdfua/ns/id/",
    "a": "http://www.aiim.org/pdfa/ns/id/",
    "extension": "http://www.aiim.org/pdfa/ns/extension/",
    "schema": "http://www.aiim.org/pdfa/ns/schema#",
    "property": "http://www.aiim.org/pdfa/ns/property#",
}
WITHIN = {"Table": {"TR"}, "TR": {"TH", "TD"}, "Document": set(), "Sect": set()}
"""What alone stands in these elements, none of which has words of its own; any element where that is empty."""
ABOVE = {"TR": "Table", "TH": "TR", "TD": "TR"}
WORDY = {"P", "H1", "H2", "Figure", "Form", "Link"}
"""Elements that say something themselves."""
KNOWN = {*WITHIN, *ABOVE, *WORDY}
PAINTED = frozenset({"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "INLINE IMAGE"})
FIRST_OF_TWO = 0xE0


def failures(data: bytes) -> list[tuple[str, str]]:
    """Return what a file does not meet."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return [*_properties(pdf), *_structure(pdf), *_outline(pdf)]


def _properties(pdf: pikepdf.Pdf) -> Found:
    """Metadata, attachments, and what an archive has and has not."""
    root, archive = pdf.Root, False
    said = ElementTree.fromstring(
        re.sub(rb"<\?xpacket.*?\?>", b"", root.Metadata.read_bytes()).decode().lstrip("\ufeff\n")
    )
    if not root.ViewerPreferences.DisplayDocTitle:
        yield "07-002", "the title is not displayed"
    if not str(root.get("/Lang", "")):
        yield "11-006", "no language"
    if not root.MarkInfo.Marked or "/Suspects" in root.MarkInfo:
        yield "01-007", "not marked"
    for tag, key in (
        (".//dc:title//rdf:li", "/Title"),
        (".//dc:description//rdf:li", "/Subject"),
        (".//pdf:Producer", "/Producer"),
    ):
        if said.findtext(tag, "", NAMES) != str(pdf.docinfo[key]):
            yield "A6.6.3", f"{key} differs"
    claims = said.findtext(".//ua:part", "", NAMES)
    if claims != ("" if "/AcroForm" in root else "1"):
        yield "06-002", f"claims part {claims!r}"
    archive = said.findtext(".//a:part", "", NAMES) == "3"
    for file in root.get("/AF", ()):
        if "/F" not in file or "/UF" not in file:
            yield "21-001", "an attachment without a name"
        if "/AFRelationship" not in file or "/Subtype" not in file.EF.F:
            yield "A6.8", "an attachment that does not say what it is"
        if archive and not re.fullmatch(r"D:\d{14}Z", str(file.EF.F.Params.get("/ModDate", ""))):
            yield "A6.8", "an attachment without a date"
    if not archive:
        return
    own = [each.text for each in said.iterfind(".//schema:namespaceURI", NAMES)]
    if own != [NAMES["ua"]] or said.findtext(".//property:name", "", NAMES) != "part":
        yield "A6.6.2.3.1", "words of the metadata that nobody explains"
    if "/AcroForm" in root or "/JavaScript" in root.get("/Names", {}):
        yield "A6.4", "fields or scripts"
    if "/OutputIntents" not in root or "/ID" not in pdf.trailer:
        yield "A6.2.3", "no colours that are meant, or no id"


def _structure(pdf: pikepdf.Pdf) -> Found:
    tree = pdf.Root.StructTreeRoot
    back = dict(_leaves(tree.ParentTree))
    owned: Counter[tuple[Any, int]] = Counter()
    shown: Counter[Any] = Counter()
    headings: list[int] = []
    if "/RoleMap" in tree or str(tree.K.S) != "/Document":
        yield "02-001", "roles that are mapped, or no document"
    yield from _element(tree.K, tree, "", owned, shown, headings)
    if headings[:1] != [1] or any(b > a + 1 for a, b in pairwise(headings)):
        yield "14-003", f"headings {headings}"
    faces: dict[Any, _Face] = {}
    for page in pdf.pages:
        numbers: list[tuple[str, int]] = []
        yield from _content(page, page.Resources, numbers, faces, set())
        if len({number for _, number in numbers}) != len(numbers):
            yield "01-005", "a number of marked content twice"
        owners = [*back[int(page.obj.StructParents)]]
        if len(owners) != len(numbers):
            yield "01-005", "the page finds more or less than it has"
        for tag, number in numbers:
            if str(owners[number].S) != f"/{tag}" or owned.pop((page.obj.objgen, number), 0) != 1:
                yield "01-005", f"{tag} {number} is not in the tree"
        if page.obj.get("/Tabs") != "/S":
            yield "28-009", "tabs do not follow the structure"
        for note in page.obj.get("/Annots", ()):
            yield from _annotation(note, back, shown)
    if owned:
        yield "01-005", f"{len(owned)} pieces of the tree are on no page"
    for face in faces.values():
        yield from face.failures()


def _leaves(node: Any) -> Iterator[tuple[int, Any]]:
    pairs = [*node.get("/Nums", ())]
    yield from ((int(key), value) for key, value in zip(pairs[::2], pairs[1::2], strict=True))
    for kid in node.get("/Kids", ()):
        yield from _leaves(kid)


def _kids(element: Any) -> list[Any]:
    found = element.get("/K", pikepdf.Array())
    return [*found] if isinstance(found, pikepdf.Array) else [found]


def _element(
    element: Any, above: Any, parent: str, owned: Counter[tuple[Any, int]], shown: Counter[Any], headings: list[int]
) -> Found:
    kind, kids = str(element.S)[1:], _kids(element)
    kinds = [str(kid.S)[1:] if "/S" in kid else "" for kid in kids if isinstance(kid, pikepdf.Dictionary)]
    if kind not in KNOWN or element.P.objgen != above.objgen:
        yield "02-001", f"{kind} below {parent}"
    if ABOVE.get(kind, parent) != parent or (kind in WITHIN and len(kinds) != len(kids)):
        yield "09-004", f"{kind} in {parent}, or with words of its own"
    if WITHIN.get(kind) and not WITHIN[kind].issuperset(kinds):
        yield "09-004", f"{kind} with {set(kinds)}"
    if kind in WORDY and not kids:
        yield "09-001", f"an empty {kind}"
    if kind == "Figure" and not str(element.get("/Alt", "")).strip():
        yield "13-004", "a figure without words"
    if kind == "Figure" and not _is_box(element.get("/A", {})):
        yield "13-004", "a figure without a place"
    if kind == "TH" and str(element.get("/A", {}).get("/Scope")) not in ("/Row", "/Column"):
        yield "15-003", "a title of nothing"
    if kind == "Table" and not any(str(cell.S) == "/TH" for row in kids for cell in _kids(row)):
        yield "15-002", "a table without titles"
    if re.fullmatch(r"H\d", kind):
        headings.append(int(kind[1]))
    for kid in kids:
        if not isinstance(kid, pikepdf.Dictionary):
            owned[element.Pg.objgen, int(kid)] += 1
        elif "/S" in kid:
            yield from _element(kid, element, kind, owned, shown, headings)
        else:
            shown[kid.Obj.objgen] += 1


def _is_box(attributes: Any) -> bool:
    left, bottom, right, top = (int(edge) for edge in attributes.get("/BBox", (0, 0, 0, 0)))
    return attributes.get("/O") == "/Layout" and left < right and bottom < top


def _annotation(note: Any, back: dict[int, Any], shown: Counter[Any]) -> Found:
    kind = "Link" if note.Subtype == "/Link" else "Form"
    owner = back.get(int(note.get("/StructParent", -1)))
    if owner is None or str(owner.S) != f"/{kind}" or shown[note.objgen] != 1:
        yield "28-010", f"{kind} is not in the structure once"
    if kind == "Link" and (not str(note.get("/Contents", "")).strip() or "/Dest" not in note):
        yield "28-012", "a link that leads nowhere, or without words"
    field = note
    while "/TU" not in field and "/Parent" in field:
        field = field.Parent
    if kind == "Form" and not str(field.get("/TU", "")).strip():
        yield "28-005", "a field without words"


def _content(
    place: Any, resources: Any, numbers: list[tuple[str, int]], faces: dict[Any, _Face], met: set[Any]
) -> Found:
    """Look through a page, or through a form, all of which stands within marked content of its page."""
    within = bool(met)
    marks: list[str] = []
    face: _Face | None = None
    for instruction in pikepdf.parse_content_stream(place):
        operands = instruction.operands
        match str(instruction.operator):
            case "BDC" | "BMC":
                if marks or within:
                    yield "01-003", "marked content within other"
                marks.append(str(operands[0])[1:])
                if len(operands) > 1 and "/MCID" in operands[1]:
                    numbers.append((marks[-1], int(operands[1].MCID)))
                elif marks[-1] != "Artifact":
                    yield "01-005", "marked content that is neither told nor decoration"
            case "EMC":
                marks.pop()
            case "Tf":
                font = resources.Font[str(operands[0])]
                face = faces.setdefault(font.objgen, _Face(font))
            case "Tj":
                assert face
                face.show(bytes(operands[0]))
                if not (marks or within):
                    yield "01-005", "a text that is not told"
            case "Do":
                drawn = resources.XObject[str(operands[0])]
                if not (marks or within):
                    yield "01-005", "a form that is not told"
                if "/Group" in drawn or "/SMask" in drawn:
                    yield "A6.2.10", "transparency"
                if drawn.Subtype == "/Form" and drawn.objgen not in met:
                    met.add(drawn.objgen)
                    yield from _content(drawn, drawn.Resources, numbers, faces, met)
            case "gs" | "k" | "K":
                yield "A6.2.4", "other colours, or a state of graphics"
            case painted if painted in PAINTED and not (marks or within):
                yield "01-005", "a drawing that is not told"
    if marks:
        yield "01-005", "marked content without an end"


class _Face:
    """A font of a file, and the codes of it that pages show."""

    def __init__(self, font: Any) -> None:
        self._font, self._below = font, font.DescendantFonts[0]
        self._used: set[tuple[str, int]] = set()

    def show(self, text: bytes) -> None:
        left = [*text]
        while left:
            first = left.pop(0)
            second = left.pop(0) if first >= FIRST_OF_TWO else None
            wide = second is not None and (first - FIRST_OF_TWO) * 256 + second
            self._used.add(
                (f"{first:02X}", first) if second is None else (f"{first:02X}{second:02X}", FIRST_OF_TWO + wide)
            )

    def failures(self) -> Found:
        below, name = self._below, str(self._font.BaseFont)
        if not name == str(below.BaseFont) == str(below.FontDescriptor.FontName):
            yield "A6.2.11.2", f"{name} has other names"
        if self._font.Encoding.CIDSystemInfo.Ordering != below.CIDSystemInfo.Ordering:
            yield "31-002", f"{name} numbers its glyphs otherwise than its codes"
        program = below.FontDescriptor.FontFile2.read_bytes()
        drawn, places = TTFont(io.BytesIO(program)), below.CIDToGIDMap.read_bytes()
        order = drawn.getGlyphOrder()
        first, widths = int(below.W[0]), [float(width) for width in below.W[1]]
        back = _characters(self._font.ToUnicode.read_bytes())
        for code, number in sorted(self._used):
            sign, glyph = back.get(code, ""), int.from_bytes(places[2 * number : 2 * number + 2])
            if sign in ("", "\0", "\ufeff", "\ufffe"):
                yield "31-027", f"{name} has no character for {code}"
            if not 0 < glyph < len(order):
                yield "31-030", f"{name} has no glyph for {code}, {sign!r}"
                continue
            if not sign.isspace() and not drawn["glyf"][order[glyph]].numberOfContours:
                yield "31-011", f"{name} draws nothing for {sign!r}"
            own = drawn["hmtx"][order[glyph]][0] * 1000 / drawn["head"].unitsPerEm
            if abs(own - widths[number - first]) > 1:
                yield "31-012", f"{name} has another width for {sign!r}: {widths[number - first]}, not {own}"


def _characters(table: bytes) -> dict[str, str]:
    """Return what codes stand for."""
    found: dict[str, str] = {}
    for block in re.findall(rb"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for start, end, sign in re.findall(rb"<(\w+)><(\w+)><(\w+)>", block):
            for n in range(int(end, 16) - int(start, 16) + 1):
                found[f"{int(start, 16) + n:0{len(start)}X}"] = chr(int(sign, 16) + n)
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for code, sign in re.findall(rb"<(\w+)><(\w+)>", block):
            found[code.decode()] = bytes.fromhex(sign.decode()).decode("utf-16-be")
    return found


def _outline(pdf: pikepdf.Pdf) -> Found:
    """Bookmarks have titles, and lead to pages of the file."""
    pages = {page.obj.objgen for page in pdf.pages}
    left = [pdf.Root.Outlines.First]
    while left:
        mark = left.pop()
        if not str(mark.Title).strip() or mark.Dest[0].objgen not in pages:
            yield "outline", f"a bookmark {str(mark.Title)!r} without a title or a page"
        left += [mark[key] for key in ("/First", "/Next") if key in mark]
