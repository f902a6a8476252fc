"""Pages as a PDF file: pikepdf keeps its objects, outline, labels and properties, and writes them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Final

from pikepdf import Array, Dictionary, Name, Object, ObjectStreamMode, Pdf, Stream, String
from pikepdf.settings import set_flate_compression_level

from builder.exporters.pdf.content import FONT_NAMES, Contents, held
from builder.exporters.pdf.fonts import Fonts, embedded_font
from builder.sheets.page import MM, Attachment, Bookmark, Page, Pages

PRODUCER = "Muster"
LANGUAGE = "en"
TAGS = ("MUSTRA", "MUSTRB", "MUSTRC")
"""Six letters before the name of a subset, one for each cut."""


PAGES_LEVEL: Final = 1
FORM_LEVEL: Final = 6
"""How hard files are packed. Pages gain a tenth for twice the time: what they repeat is drawn once. Forms gain more."""


def write_pdf(pages: Pages, fonts: Fonts) -> bytes:
    """Write pages as a PDF 1.7 file with embedded subsets of the fonts; equal pages give equal bytes."""
    with Pdf.new() as pdf:
        contents = Contents(fonts)
        resources = pdf.make_indirect(Dictionary())
        drawn = [(page, _scaled(page, contents)) for page in pages.pages]
        _add_pages(pdf, drawn, resources)
        resources.Font = Dictionary(_fonts(pdf, contents))
        resources.XObject = Dictionary(_forms(pdf, contents, pages, resources))
        if pages.form is not None:
            from builder.exporters.pdf.form import FormWriter

            FormWriter(pdf, pages).add(list(pdf.Root.Pages.Kids))
        _add_outline(pdf, pages)
        _add_attachments(pdf, pages.attachments)
        _add_properties(pdf, pages)
        out = io.BytesIO()
        set_flate_compression_level(PAGES_LEVEL if pages.form is None else FORM_LEVEL)
        pdf.save(
            out,
            force_version="1.7",
            object_stream_mode=ObjectStreamMode.generate,
            deterministic_id=True,
            fix_metadata_version=False,
        )
        return out.getvalue()


def _scaled(page: Page, contents: Contents) -> bytes:
    """Return the operators of a page, under a matrix where it is larger than its items say."""
    drawn = contents.stream(page.items, page.height / page.scale * MM)
    return drawn if page.scale == 1 else b"%g 0 0 %g 0 0 cm\n%s" % (page.scale, page.scale, drawn)


def _add_pages(pdf: Pdf, drawn: Iterable[tuple[Page, bytes]], resources: Object) -> None:
    """Add the pages to the tree, which hands the resources down to all of them."""
    tree, kids, labels = pdf.Root.Pages, Array(), Array()
    for number, (page, operators) in enumerate(drawn):
        size = Array([0, 0, round(page.width * MM, 2), round(page.height * MM, 2)])
        leaf = Dictionary(Type=Name.Page, Parent=tree, MediaBox=size, Contents=Stream(pdf, operators))
        kids.append(pdf.make_indirect(leaf))
        labels.append(number)
        labels.append(Dictionary(P=String(held(page.label))))
    tree.Kids, tree.Count, tree.Resources = kids, len(kids), resources
    pdf.Root.PageLabels = Dictionary(Nums=labels)


def _fonts(pdf: Pdf, contents: Contents) -> dict[str, Object]:
    used = [(weight, codes) for weight, codes in contents.codes.items() if codes.used]
    return {
        f"/{FONT_NAMES[weight].decode()}": embedded_font(pdf, codes, tag)
        for (weight, codes), tag in zip(used, TAGS, strict=False)
    }


def _forms(pdf: Pdf, contents: Contents, pages: Pages, resources: Object) -> dict[str, Object]:
    """Return the furniture that was drawn more than once, by the names that pages draw it by.

    The box of a form only clips it: one that no drawing can leave does for all of them.
    """
    width, height = (max((getattr(page, side) for page in pages.pages), default=0) * MM for side in ("width", "height"))
    box = pdf.make_indirect(Array([-width, -height, width, height]))
    forms: dict[str, Object] = {}
    for name, operators in contents.forms.items():
        form = forms[f"/{name.decode()}"] = Stream(pdf, operators)
        form.Type, form.Subtype, form.BBox, form.Resources = Name.XObject, Name.Form, box, resources
    return forms


def _add_outline(pdf: Pdf, pages: Pages) -> None:
    if not pages.outline:
        return
    root = pdf.make_indirect(Dictionary(Type=Name.Outlines, Count=len(pages.outline)))
    _add_bookmarks(pdf, pages, list(pdf.Root.Pages.Kids), pages.outline, root)
    pdf.Root.Outlines, pdf.Root.PageMode = root, Name.UseOutlines


def _add_bookmarks(
    pdf: Pdf, pages: Pages, leaves: Sequence[Object], bookmarks: Sequence[Bookmark], parent: Object
) -> None:
    """Add a level of the outline, folded; pikepdf's own outline takes twice as long, and an army has many units."""
    xyz = Name.XYZ
    items: list[Object] = []
    for bookmark in bookmarks:
        top = (pages.pages[bookmark.page].height - bookmark.top) * MM
        place = [leaves[bookmark.page], xyz, 0, round(top, 2), None]
        entries = {"/Title": String(held(bookmark.title)), "/Parent": parent, "/Dest": place}
        if items:
            entries["/Prev"] = items[-1]
        item = pdf.make_indirect(Dictionary(entries))
        if items:
            items[-1].Next = item
        if bookmark.children:
            item.Count = -len(bookmark.children)
            _add_bookmarks(pdf, pages, leaves, bookmark.children, item)
        items.append(item)
    parent.First, parent.Last = items[0], items[-1]


def _add_attachments(pdf: Pdf, attachments: Sequence[Attachment]) -> None:
    """Attach files, as the sources of the document; they have no date, so that equal ones give equal bytes."""
    if not attachments:
        return
    names, files = Array(), Array()
    for each in sorted(attachments, key=lambda attachment: attachment.name):
        content = Stream(pdf, each.data)
        content.Type, content.Subtype = Name.EmbeddedFile, Name(f"/{each.media}")
        content.Params = Dictionary(Size=len(each.data))
        content = pdf.make_indirect(content)
        file = pdf.make_indirect(
            Dictionary(
                Type=Name.Filespec,
                F=String(each.file),
                UF=String(each.file),
                Desc=String(held(each.about)),
                AFRelationship=Name.Source,
                EF=Dictionary(F=content, UF=content),
            )
        )
        names.extend((String(each.name), file))
        files.append(file)
    tree = pdf.Root.get("/Names", Dictionary())
    tree.EmbeddedFiles = Dictionary(Names=names)
    pdf.Root.Names = tree
    pdf.Root.AF = files


def _add_properties(pdf: Pdf, pages: Pages) -> None:
    """Say what the document is, and ask viewers to show its title and to print it in its true size."""
    with pdf.open_metadata(set_pikepdf_as_editor=False) as metadata:
        metadata["dc:title"] = held(pages.title)
        metadata["dc:description"] = held(pages.subject)
        metadata["dc:language"] = {LANGUAGE}
        metadata["pdf:Producer"] = PRODUCER
        if pages.form is not None:
            metadata["pdf:Keywords"] = "fillable"
    pdf.Root.Lang = String(LANGUAGE)
    pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True, PrintScaling=Name("/None"))
