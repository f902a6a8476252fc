"""Pages as a PDF file: fonts, furniture, outline, labels, attachments and properties, all of which pages share."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from xml.sax.saxutils import escape

from builder.exporters.pdf.codes import add_encoding
from builder.exporters.pdf.content import FONT_NAMES, Contents, PageStream
from builder.exporters.pdf.file import (
    HARDEST,
    LITTLE_MEMORY,
    OBJECTS_LEVEL,
    PAGES_LEVEL,
    PdfFile,
    held,
    name,
    ref,
    refs,
    string,
)
from builder.exporters.pdf.fonts import Fonts, add_font
from builder.exporters.pdf.tags import LAST, StructureElement, TaggedStream, Tags
from builder.sheets.page import MM, Bookmark, Link, Page, Pages, Picture

PRODUCER: Final = "Muster"
LANGUAGE: Final = "en"
LINE: Final = 1.0
"""mm: what begins closer to each other begins at the same place."""
FEW_PAGES: Final = 16
"""Pages that are packed as hard as can be, since it takes a hundredth of a second: armies have four or five."""
SUBSETS: Final = ("MUSTRA", "MUSTRB", "MUSTRC")
"""Six letters before the name of a subset, one for each cut."""
TAGGED: Final = b"/MarkInfo<</Marked true>>/StructTreeRoot %d 0 R"
XMP: Final = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"{spaces}>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdf:Producer>{producer}</pdf:Producer>{more}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
OTHER_WORDS: Final = """
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>The part of ISO 14289 that is met</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>"""
"""PDF/A asks what words of the metadata mean that are not its own."""
OTHER_SPACES: Final = "".join(
    f' xmlns:{prefix}="http://www.aiim.org/pdfa/ns/{place}"'
    for prefix, place in (("pdfaExtension", "extension/"), ("pdfaSchema", "schema#"), ("pdfaProperty", "property#"))
)


def write_pdf(pages: Pages, fonts: Fonts) -> bytes:
    """Write pages as a PDF 1.7 file with embedded subsets of the fonts; equal pages give equal bytes."""
    file = PdfFile()
    contents = Contents(fonts)
    leaves = [file.reserve() for _ in pages.pages]
    tags = Tags(file, fillable=pages.form is not None) if pages.tagged else None
    streams = [_drawn(page, leaf, contents, tags) for page, leaf in zip(pages.pages, leaves, strict=True)]
    entries = [_page(file, page, *stream, _level(pages)) for page, stream in zip(pages.pages, streams, strict=True)]
    catalogue = [
        b"/Type/Catalog/Lang%b/ViewerPreferences<</DisplayDocTitle true/PrintScaling/None>>" % string(LANGUAGE)
    ]
    names: dict[str, int] = {}
    if pages.form is not None:
        from builder.exporters.pdf.form import FormWriter

        form = FormWriter(file, pages, fonts)
        tagged = [stream if isinstance(stream, TaggedStream) else None for stream, _ in streams]
        entries = [entry + widgets for entry, widgets in zip(entries, form.widgets(leaves, tags, tagged), strict=True)]
        catalogue.append(b"/AcroForm %b" % ref(form.finish()))
        names |= form.names
    else:  # Where pages have fields, the outline leads from place to place.
        each = zip(entries, leaves, pages.pages, streams, strict=True)
        entries = [
            entry + _links(file, pages, page, leaf, leaves, tags, stream) for entry, leaf, page, (stream, _) in each
        ]
    tree = file.reserve()
    for leaf, entry in zip(leaves, entries, strict=True):
        file.set(leaf, b"<</Type/Page/Parent %b%b>>" % (ref(tree), entry))
    resources = _resources(file, contents, pages, fonts)
    file.set(tree, b"<</Type/Pages/Count %d/Kids%b/Resources %b>>" % (len(leaves), refs(leaves), ref(resources)))
    catalogue.append(b"/Pages %b/PageLabels<</Nums[%b]>>" % (ref(tree), _labels(pages)))
    if tags is not None:
        catalogue.append(TAGGED % tags.finish())
    catalogue.append(_outline(file, pages, leaves))
    catalogue.append(_attached(file, pages, names))
    if names:
        catalogue.append(b"/Names<<%b>>" % b"".join(b"%b %b" % (name(key), ref(names[key])) for key in sorted(names)))
    if pages.archive:
        catalogue.append(b"/OutputIntents[%b]" % ref(output_intent(file)))
    catalogue.append(b"/Metadata %b" % ref(file.add_stream(_xmp(pages), b"/Type/Metadata/Subtype/XML", level=0)))
    return file.to_bytes(file.add(b"<<%b>>" % b"".join(catalogue)), file.add(_properties(pages)))


def _drawn(page: Page, leaf: int, contents: Contents, tags: Tags | None) -> tuple[PageStream, int | None]:
    """Draw a page, and return the number by which a tagged one finds its elements."""
    stream = PageStream(contents) if tags is None else TaggedStream(contents, tags, leaf, page.scale)
    stream.draw(page.items, 0.0, page.height / page.scale * MM)
    return stream, tags.add_page(stream.marked) if tags and isinstance(stream, TaggedStream) else None


def _level(pages: Pages) -> int:
    """Return how hard pages are packed: fields take so long that it makes no difference there, nor do few pages."""
    if len(pages.pages) <= FEW_PAGES:
        return HARDEST
    return PAGES_LEVEL if pages.form is None else OBJECTS_LEVEL


def _page(file: PdfFile, page: Page, stream: PageStream, found: int | None, level: int) -> bytes:
    """Return the entries of a page: its content is under a matrix where it is larger than its items say."""
    drawn = stream.to_bytes()
    if page.scale != 1:
        drawn = b"%g 0 0 %g 0 0 cm\n%b" % (page.scale, page.scale, drawn)
    content = file.add_stream(drawn, level=level, memory=LITTLE_MEMORY)
    tagged = b"" if found is None else b"/StructParents %d/Tabs/S" % found
    return b"/MediaBox[0 0 %g %g]/Contents %b%b" % (
        round(page.width * MM, 2), round(page.height * MM, 2), ref(content), tagged,
    )  # fmt: skip


def _links(
    file: PdfFile, pages: Pages, page: Page, leaf: int, leaves: Sequence[int], tags: Tags | None, stream: PageStream
) -> bytes:
    """Return the entry of a page with its links, which are told of with the heading or the row that they stand on."""
    found = []
    for link in page.links:
        number = file.reserve()
        bottom = page.height - link.y - link.height
        edges = (link.x * MM, bottom * MM, (link.x + link.width) * MM, (bottom + link.height) * MM)
        to = (pages.pages[link.page].height - link.to) * MM
        back = b""
        if tags is not None and isinstance(stream, TaggedStream):
            above = _named(page, link, stream) or tags.document
            back = b"/StructParent %d" % tags.add_widget((above, LAST), leaf, number, b"Link")
        leads = b"/Contents%b/Dest[%b/XYZ 0 %.2f null]" % (string(held(link.words)), ref(leaves[link.page]), to)
        rect = b"/Rect[%.2f %.2f %.2f %.2f]" % edges
        file.set(number, b"<</Type/Annot/Subtype/Link/F 4/Border[0 0 0]%b%b%b>>" % (rect, leads, back))
        found.append(number)
    return b"/Annots%b" % refs(found) if found else b""


def _named(page: Page, link: Link, stream: TaggedStream) -> StructureElement | None:
    """Return the heading of the card, or what the row is about, that begins where a link does."""
    tops = ((page.height - y * page.scale / MM, element) for y, element in stream.named)
    return next((element for top, element in tops if abs(top - link.y) < LINE), None)


def _labels(pages: Pages) -> bytes:
    return b" ".join(b"%d<</P%b>>" % (n, string(held(page.label))) for n, page in enumerate(pages.pages))


def _resources(file: PdfFile, contents: Contents, pages: Pages, fonts: Fonts) -> int:
    """Add the fonts that were used, and the furniture that was drawn more than once, by the names in the pages.

    The box of a form only clips it: one that no drawing can leave does for all of them.
    """
    resources = file.reserve()
    used = [(weight, codes.used) for weight, codes in contents.codes.items() if codes.used]
    encoding = add_encoding(file) if used else 0
    embedded = b"".join(
        b"/%b %b" % (FONT_NAMES[weight], ref(add_font(file, fonts.faces[weight], letters, subset, encoding)))
        for (weight, letters), subset in zip(used, SUBSETS, strict=False)
    )
    width, height = (max((getattr(page, side) for page in pages.pages), default=0) * MM for side in ("width", "height"))
    box = file.add(b"[%g %g %g %g]" % (-width, -height, width, height))
    entries = b"/Subtype/Form/BBox %b/Resources %b" % (ref(box), ref(resources))
    forms = b"".join(
        b"/%b %b" % (called, ref(file.add_stream(operators, entries, _level(pages))))
        for called, operators in contents.forms.items()
    )
    pictures = b"".join(
        b"/%b %b" % (called, ref(_add_picture(file, picture))) for picture, called in contents.pictures.items()
    )
    file.set(resources, b"<</Font<<%b>>/XObject<<%b%b>>>>" % (embedded, forms, pictures))
    return resources


def _add_picture(file: PdfFile, picture: Picture) -> int:
    colours = b"DeviceGray" if picture.grey else b"DeviceRGB"
    entries = b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8/ColorSpace/%b/Filter/DCTDecode"
    return file.add_stream(picture.data, entries % (picture.width, picture.height, colours), level=0)


def _outline(file: PdfFile, pages: Pages, leaves: Sequence[int]) -> bytes:
    if not pages.outline:
        return b""
    root = file.reserve()
    ends = _add_bookmarks(file, pages, leaves, pages.outline, root)
    file.set(root, b"<</Type/Outlines/Count %d%b>>" % (len(pages.outline), ends))
    return b"/Outlines %b/PageMode/UseOutlines" % ref(root)


def _add_bookmarks(
    file: PdfFile, pages: Pages, leaves: Sequence[int], bookmarks: Sequence[Bookmark], parent: int
) -> bytes:
    """Add a level of the outline, folded; return the entries of the one above that lead to it."""
    numbers = [file.reserve() for _ in bookmarks]
    for n, (number, bookmark) in enumerate(zip(numbers, bookmarks, strict=True)):
        top = (pages.pages[bookmark.page].height - bookmark.top) * MM
        entries = [
            b"/Title%b/Parent %b" % (string(held(bookmark.title)), ref(parent)),
            b"/Dest[%b/XYZ 0 %.2f null]" % (ref(leaves[bookmark.page]), top),
        ]
        if n:
            entries.append(b"/Prev %b" % ref(numbers[n - 1]))
        if n + 1 < len(numbers):
            entries.append(b"/Next %b" % ref(numbers[n + 1]))
        if bookmark.children:
            ends = _add_bookmarks(file, pages, leaves, bookmark.children, number)
            entries.append(b"/Count %d%b" % (-len(bookmark.children), ends))
        file.set(number, b"<<%b>>" % b"".join(entries))
    return b"/First %b/Last %b" % (ref(numbers[0]), ref(numbers[-1]))


def _attached(file: PdfFile, pages: Pages, names: dict[str, int]) -> bytes:
    """Attach files, as the sources of the document; only archives ask for their date.

    What has none was made as it is attached.
    """
    if not pages.attachments:
        return b""
    tree, files = [], []
    for each in sorted(pages.attachments, key=lambda attachment: attachment.name):
        date = ""
        if pages.archive:
            at = datetime.fromtimestamp(each.modified, UTC) if each.modified else datetime.now(UTC)
            date = f"/ModDate(D:{at:%Y%m%d%H%M%S}Z)"
        about = b"/Params<</Size %d%b>>" % (len(each.data), date.encode())
        content = ref(
            file.add_stream(each.data, b"/Type/EmbeddedFile/Subtype%b%b" % (name(each.media), about), HARDEST)
        )
        called = string(held(each.file))
        files.append(
            file.add(
                b"<</Type/Filespec/F%b/UF%b/Desc%b/AFRelationship/Source/EF<</F %b/UF %b>>>>"
                % (called, called, string(held(each.about)), content, content)
            )
        )
        tree.append(b"%b %b" % (string(each.name), ref(files[-1])))
    names["EmbeddedFiles"] = file.add(b"<</Names[%b]>>" % b" ".join(tree))
    return b"/AF%b" % refs(files)


def _xmp(pages: Pages) -> bytes:
    """Say what the document is, so that programs find it without unpacking anything."""
    spaces, more = "", ""
    if pages.form is not None:
        more += "\n<pdf:Keywords>fillable</pdf:Keywords>"
    if pages.tagged and pages.form is None:
        spaces += ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"'
        more += "\n<pdfuaid:part>1</pdfuaid:part>"
    if pages.archive:
        spaces += ' xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"'
        more += "\n<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>"
        if pages.tagged:
            spaces, more = spaces + OTHER_SPACES, more + OTHER_WORDS
    title, subject = escape(held(pages.title)), escape(held(pages.subject))
    words = {"title": title, "subject": subject, "language": LANGUAGE, "producer": PRODUCER}
    return XMP.format(spaces=spaces, more=more, **words).encode()


def _properties(pages: Pages) -> bytes:
    """Return what older programs read in place of the metadata."""
    keywords = b"/Keywords(fillable)" if pages.form is not None else b""
    title, subject = string(held(pages.title)), string(held(pages.subject))
    return b"<</Title%b/Subject%b/Producer%b%b>>" % (title, subject, string(PRODUCER), keywords)


D50: Final = (0.9642, 1.0, 0.8249)
"""The white of the space in which profiles meet."""
PRIMARIES: Final = {
    b"rXYZ": (0.43607, 0.22249, 0.01392),
    b"gXYZ": (0.38515, 0.71687, 0.09708),
    b"bXYZ": (0.14307, 0.06061, 0.71410),
}
"""Red, green and blue of IEC 61966-2-1, as seen under that white."""
ADAPTATION: Final = (1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168)
"""From the white of screens, D65, to that one (Bradford)."""
CURVE: Final = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
"""From the figures of a colour to its light: the exponent and the coefficients of a curve of type 3."""
VERSION: Final = 0x04200000
MADE: Final = (2020, 1, 1, 0, 0, 0)
"""A profile needs a date; equal documents have equal bytes."""


def output_intent(file: PdfFile) -> int:
    """Add the colours that are meant, and return the number of what says so."""
    profile = file.add_stream(srgb_profile(), b"/N 3")
    return file.add(
        b"<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB IEC61966-2.1)"
        b"/DestOutputProfile %b>>" % ref(profile)
    )


def srgb_profile() -> bytes:
    """Return an ICC profile, version 4.2, of sRGB."""
    curve = b"para" + struct.pack(">IHH", 0, 3, 0) + _fixed(CURVE)
    tags = {
        b"desc": _words("sRGB IEC61966-2.1"),
        b"cprt": _words("No copyright: made of published figures"),
        b"wtpt": _light(D50),
        b"chad": b"sf32\0\0\0\0" + _fixed(ADAPTATION),
        **{tag: _light(light) for tag, light in PRIMARIES.items()},
        **dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve),
    }
    places: dict[bytes, int] = {}
    data = b""
    start = 128 + 4 + 12 * len(tags)
    for content in tags.values():
        if content not in places:
            places[content] = start + len(data)
            data += content + bytes(-len(content) % 4)
    table = struct.pack(">I", len(tags)) + b"".join(
        tag + struct.pack(">II", places[content], len(content)) for tag, content in tags.items()
    )
    head = struct.pack(
        ">I4sI4s4s4s6H4s28s12s48s",
        start + len(data), b"", VERSION, b"mntr", b"RGB ", b"XYZ ", *MADE, b"acsp", b"", _fixed(D50), b"",
    )  # fmt: skip
    return head + table + data


def _fixed(numbers: tuple[float, ...]) -> bytes:
    """Return numbers with sixteen binary places."""
    return b"".join(struct.pack(">i", round(number * 65536)) for number in numbers)


def _light(light: tuple[float, ...]) -> bytes:
    return b"XYZ \0\0\0\0" + _fixed(light)


def _words(text: str) -> bytes:
    data = text.encode("utf-16-be")
    return b"mluc" + struct.pack(">III4sII", 0, 1, 12, b"enUS", len(data), 28) + data
