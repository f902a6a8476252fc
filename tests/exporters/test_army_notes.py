"""What the player writes about the army stands on the roster page, line by line."""

from __future__ import annotations

import pypdfium2
import pytest

from builder.errors import InputError
from builder.resources import find_resource
from builder.services.army.locator import open_army
from builder.services.army.opening import opponents_copy
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import WriteNote
from builder.services.export.files import attached_army, export_army, printed_pages
from builder.sheets.options import SheetOptions

NOTES = "Meet at seven:\n\nBring the big tokens"


@pytest.mark.long
def test_notes_of_the_army_and_its_units_are_printed_line_by_line() -> None:
    found = find_resource("templates/armies", "space-marines-500")
    assert found is not None
    session = ArmyDocument(found.path.read_bytes(), "army.yaml", None)
    session.apply(WriteNote(id="army", text=NOTES))
    session.apply(WriteNote(id="p5w2", text="Left flank\nMind the ruin"))
    text = export_army(session.army, "text", SheetOptions()).data.decode()
    assert "Notes\n  Meet at seven:\n\n  Bring the big tokens\n" in text
    assert "  Note: Left flank\n    Mind the ruin\n" in text
    text = export_army(session.army, "text", SheetOptions(sheets=("notes",))).data.decode()
    assert ": Left flank\n    Mind the ruin\n" in text
    sheets, lines_of = printed_pages(session.army, SheetOptions())
    shown = [line for place in range(len(sheets)) for text in lines_of(place, 72) for line in text.splitlines()]
    assert shown[shown.index("Note: Left flank") + 1] == "  Mind the ruin", "each line stands below the first"
    pdf = export_army(session.army, "pdf", SheetOptions()).data
    with pypdfium2.PdfDocument(pdf) as document:
        pages = [page.get_textpage().get_text_range().splitlines() for page in document]
    assert {"Notes", "Meet at seven:", "Bring the big tokens"} <= set(pages[0])
    lines = [line for page in pages[1:] for line in page]
    assert any(line.startswith("Note: Left flank") for line in lines)
    assert any(line.startswith("Mind the ruin") for line in lines)


@pytest.mark.long
def test_a_copy_for_the_opponent_tells_neither_notes_nor_reserve() -> None:
    found = find_resource("templates/armies", "space-marines-1000")
    assert found is not None
    session = ArmyDocument(found.path.read_bytes(), "army.yaml", None)
    session.apply(WriteNote(id="army", text="Meet at seven"))
    session.apply(WriteNote(id="s7w2", text="Left flank"))
    secret = ("Meet at seven", "Left flank", "deep strikes", "Arrive:")
    for opponent in (False, True):
        options = SheetOptions(opponent=opponent)
        text = export_army(session.army, "text", options).data.decode()
        assert [word in text for word in secret] == [not opponent] * len(secret)
        assert ("Reserve, deep strike" in text) is not opponent
        pdf = export_army(session.army, "pdf", options).data
        with pypdfium2.PdfDocument(pdf) as document:
            printed = "\n".join(page.get_textpage().get_text_range() for page in document)
        assert [word in printed for word in ("Meet at seven", "Left flank")] == [not opponent] * 2
    army = open_army("space-marines-1000")
    assert attached_army(army) and not attached_army(opponents_copy(army)), "the file of the army has both"
    with pytest.raises(InputError, match="a copy for the opponent has no notes: leave out the sheet 'notes'"):
        SheetOptions(opponent=True, sheets=("notes",))
