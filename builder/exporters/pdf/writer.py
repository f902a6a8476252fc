"""Pages as a PDF file: page tree, outline, properties."""

from __future__ import annotations

from collections.abc import Sequence

from builder.exporters.pdf.content import FONT_NAMES, Contents
from builder.exporters.pdf.embedding import add_font
from builder.exporters.pdf.fonts import Fonts
from builder.exporters.pdf.objects import PdfFile, text_string
from builder.sheets.page import MM, Bookmark, Page, Pages

PRODUCER = "Muster"
TAGS = ("MUSTRA", "MUSTRB", "MUSTRC")
"""Six letters before the name of a subset, one for each cut."""


def write_pdf(pages: Pages, fonts: Fonts) -> bytes:
    """Write pages as a PDF 1.7 file with embedded subsets of the fonts; equal pages give equal bytes."""
    file = PdfFile()
    catalog, tree, resources = file.reserve(), file.reserve(), file.reserve()
    contents = Contents(file, fonts, resources)
    leaves = []
    for page in pages.pages:
        stream = file.add_stream(_scaled(page, contents))
        size = b"/MediaBox[0 0 %.2f %.2f]" % (page.width * MM, page.height * MM)
        leaves.append(file.add(b"<</Type/Page/Parent %d 0 R%s/Contents %d 0 R>>" % (tree, size, stream)))
    kids = b" ".join(b"%d 0 R" % leaf for leaf in leaves)
    file.set(
        tree,
        b"<</Type/Pages/Count %d/Kids[%s]/Resources %d 0 R>>" % (len(leaves), kids, resources),
    )
    file.set(resources, _resources(file, contents))
    outline = _add_outline(file, pages, leaves)
    file.set(
        catalog,
        b"<</Type/Catalog/Pages %d 0 R/Lang(en)%s"
        b"/ViewerPreferences<</DisplayDocTitle true/PrintScaling/None>>>>"
        % (tree, b"/PageMode/UseOutlines/Outlines %d 0 R" % outline if outline else b""),
    )
    info = file.add(
        b"<</Title%s/Subject%s/Producer%s>>"
        % (text_string(pages.title), text_string(pages.subject), text_string(PRODUCER))
    )
    return file.to_bytes(catalog, info)


def _scaled(page: Page, contents: Contents) -> bytes:
    """The operators of a page, under a matrix where it is larger than its items say."""
    drawn = contents.stream(page.items, page.height / page.scale * MM)
    return drawn if page.scale == 1 else b"%g 0 0 %g 0 0 cm\n%s" % (page.scale, page.scale, drawn)


def _resources(file: PdfFile, contents: Contents) -> bytes:
    used = [(weight, codes) for weight, codes in contents.codes.items() if codes.used]
    fonts = b"".join(
        b"/%s %d 0 R" % (FONT_NAMES[weight], add_font(file, codes, tag))
        for (weight, codes), tag in zip(used, TAGS, strict=False)
    )
    forms = b"".join(b"/%s %d 0 R" % form for form in contents.forms.items())
    return b"<</Font<<%s>>/XObject<<%s>>>>" % (fonts, forms)


def _add_outline(file: PdfFile, pages: Pages, leaves: Sequence[int]) -> int | None:
    """Add the bookmarks, and return the number of their root; None where there are none."""
    if not pages.outline:
        return None
    root = file.reserve()
    first, last = _add_level(file, pages, leaves, pages.outline, root)
    file.set(root, b"<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>" % (first, last, len(pages.outline)))
    return root


def _add_level(
    file: PdfFile, pages: Pages, leaves: Sequence[int], bookmarks: Sequence[Bookmark], parent: int
) -> tuple[int, int]:
    numbers = [file.reserve() for _ in bookmarks]
    for n, bookmark in enumerate(bookmarks):
        entries = b"/Title%s/Parent %d 0 R/Dest[%d 0 R/XYZ 0 %.2f null]" % (
            text_string(bookmark.title),
            parent,
            leaves[bookmark.page],
            (pages.pages[bookmark.page].height - bookmark.top) * MM,
        )
        if n:
            entries += b"/Prev %d 0 R" % numbers[n - 1]
        if n + 1 < len(numbers):
            entries += b"/Next %d 0 R" % numbers[n + 1]
        if bookmark.children:
            first, last = _add_level(file, pages, leaves, bookmark.children, numbers[n])
            entries += b"/First %d 0 R/Last %d 0 R/Count -%d" % (first, last, len(bookmark.children))
        file.set(numbers[n], b"<<%s>>" % entries)
    return numbers[0], numbers[-1]
