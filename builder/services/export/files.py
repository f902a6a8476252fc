"""What an army is written as: sheets laid out from its cards (PDF, text, JSON), a list to paste, a saved roster."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import structs

from builder.bounds import MOST_BYTES
from builder.errors import Finding, InputError, Place, Severity
from builder.formats.detection import army_ending, is_pdf, is_saved_roster
from builder.inputs import STANDARD, read_file
from builder.record import Record, replace
from builder.resources import find_resource
from builder.roster.view import ForceView
from builder.services.army.opening import Army, opponents_copy
from builder.services.army.pictures import art_of, read_pictures
from builder.services.files import ARMY_FILE, changed_at, is_there, write_target
from builder.sheets.options import MATCHUP, SheetOptions
from builder.systems.blocks import Accent, Card, RosterPage, RuleGroup
from builder.systems.registry import load_system
from builder.text import clean

if TYPE_CHECKING:
    from builder.exporters.pdf.fonts import Fonts
    from builder.services.data.army_data import Data
    from builder.sheets.design import Design
    from builder.sheets.page import Attachment, Pages, Picture
    from builder.systems.play.matchup import Assumptions

_LOOKED_AT = 65_536
"""Bytes of a file that tell its kind."""

_OURS, _FILLABLE = b">Muster</pdf:Producer>", b">fillable</pdf:Keywords>"
"""What the properties of sheets say, which are not packed: those that have no fields are looked at no further."""
_ARMY = re.compile(rb"^\s*format\s*:\s*[\"']?muster-", re.MULTILINE)
_NOT_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f]")
ARMY, OTHER = "an army or a roster", "a file of another kind"
PDF, FILLED_IN = "a PDF", "a PDF in which something was filled in"


def write_output(target: str, data: bytes, *, source: str | None = None, force: bool = False) -> None:
    """Write what was exported from `source`; `force` replaces whatever is there, but for the source.

    Raises:
        InputError: a file is there that does not give way, it cannot be written, or it is the source.
    """
    if source is not None and is_there(source) and is_there(target) and Path(source).samefile(target):
        raise _refused("this is the army itself, which would be lost: choose another name", target)
    if not force and (there := _in_the_way(target, data)):
        raise _refused(f"{there} is there already: choose another name, or add --force to replace it", target)
    write_target(target, data)


def _refused(message: str, target: str) -> InputError:
    return InputError(Finding(Severity.ERROR, "file", message, at=Place(file=target)))


def _in_the_way(target: str, data: bytes) -> str:
    """Return what is at a target that does not give way to this without being told to; empty where nothing is."""
    path = Path(target)
    try:
        if target == STANDARD or not path.is_file():
            return ""
        with path.open("rb") as file:
            before = file.read(_LOOKED_AT)
    except (OSError, ValueError):
        return ""  # Writing it tells what is wrong.
    if not before:
        return ""
    kind = _kind(before)
    if kind in (ARMY, OTHER):
        return kind
    if kind == PDF and _is_filled_in(path):
        return FILLED_IN
    return "" if kind == _kind(data[:_LOOKED_AT]) else OTHER


def _is_filled_in(path: Path) -> bool:
    try:
        data = read_file(path, MOST_BYTES)
        if _OURS in data and _FILLABLE not in data:
            return False
        from builder.formats.sheets_pdf import read_sheets

        return read_sheets(data, str(path), (), fields=True).filled_in
    except InputError:
        return False  # Whatever it is, nobody can go on with it.


def _kind(data: bytes) -> str:
    if is_pdf(data):
        return PDF
    if is_saved_roster(data) or _ARMY.search(data):
        return ARMY
    if _NOT_TEXT.search(data):
        return OTHER
    return "JSON" if data.lstrip().startswith(b"{") else "a text"


DESIGNS = "templates/sheets"
DESIGN = "standard"
FORMS = ("pdf", "text", "json", "battlescribe-text", "chat", "ros", "rosz")
"""What an army can be written as."""

MOST_ATTACHED = 2**20
"""Bytes of an army's file that goes with its sheets; the largest that we know of has a quarter of that."""

NO_PICTURES: Mapping[str, Picture] = MappingProxyType({})

_UNFIT = re.compile(r'[\x00-\x1f\\/:*?"<>|]')
"""Signs that a file's name cannot have everywhere."""


class Exported(Record, frozen=True):
    """A finished export, and what was noticed on the way, such as a character that the font lacks."""

    data: bytes
    findings: tuple[Finding, ...] = ()


def export_army(
    army: Army,
    form: str,
    options: SheetOptions,
    against: Army | None = None,
    assumptions: Assumptions | None = None,
    *,
    for_screen: bool = False,
) -> Exported:
    """Return an army in one of the forms: its sheets with these options, or its list.

    The sheet of a matchup is `against` another army or common profiles; text is as `write_text` says.

    Raises:
        InputError: the page design is missing or has mistakes, or there is no such sheet of the system.
    """
    if form in ("ros", "rosz"):
        return _saved(army, zipped=form == "rosz")
    if form == "battlescribe-text":
        from builder.formats.battlescribe.rosterwriter import write_roster_text

        return Exported(clean(write_roster_text(army.view)).encode())
    if options.opponent:
        army = opponents_copy(army)
    page = roster_page_of(army, options)
    if form == "chat":
        from builder.exporters.text import write_chat

        return Exported(clean(write_chat(page)).encode())
    cards = cards_of(army, options, against, assumptions)
    if form == "text":
        from builder.exporters.text import write_text

        return Exported(clean(write_text(cards, page, options, for_screen=for_screen)).encode())
    if form == "json":
        from builder.exporters.json import write_json

        return Exported(write_json(cards, page, options).encode())
    pictures, unfit = _pictures(army, options)
    made = pdf_of(cards, page, options, attached_army(army), pictures)
    return replace(made, findings=(*made.findings, *unfit))


def _pictures(army: Army, options: SheetOptions) -> tuple[dict[str, Picture], tuple[Finding, ...]]:
    """Return the pictures of units for the sheets chosen, by their ids, and why some cannot be printed."""
    art = art_of(army.view, army.data, army.file) if "cards" in options.sheets and not options.ink_saver else {}
    return read_pictures(art, grey=options.grey)


def attached_army(army: Army) -> tuple[Attachment, ...]:
    """Return the file of an army, to go with its sheets; nothing where it has none as it is now."""
    return attached_file(army.contents, army.name, army.data, changed_at(army.file))


def attached_file(contents: bytes, name: str, data: Data | None, modified: float = 0.0) -> tuple[Attachment, ...]:
    """Return the file of an army of this name as an attachment, with the data that the army was built from."""
    from builder.sheets.page import Attachment

    if not contents or len(contents) > MOST_ATTACHED:
        return ()
    words = f"built from {data.id}, revision {data.revision}, {data.digest}" if data else "its data is not installed"
    file, about = f"{_UNFIT.sub('_', name) or 'army'}{army_ending(contents)}", f"The army, as muster opens it; {words}"
    return (Attachment(name=ARMY_FILE, file=file, about=about, data=contents, modified=modified),)


def cards_of(
    army: Army, options: SheetOptions, against: Army | None = None, assumptions: Assumptions | None = None
) -> tuple[Card, ...]:
    """The cards of an army, with those of a matchup where that sheet is chosen, as `export_army` says.

    Raises:
        InputError: its system has none: dice decide there.
    """
    cards = tuple(army.reading.cards())
    if MATCHUP not in options.sheets:
        return cards
    from builder.services.matchups import SheetAssumptions, matcher_between

    matcher = matcher_between(army, against or army)
    name = "" if against is None else against.name
    taken = assumptions or SheetAssumptions()
    return (*cards, *matcher.cards(army.reading, against and against.reading, name, taken, ""))


def export_blanks(system_id: str, options: SheetOptions) -> Exported:
    """Blank cards of a system as PDF: those of the sheets chosen that are filled in by hand.

    Raises:
        InputError: there is no such system, or no such sheet is chosen.
    """
    system = load_system(system_id)
    sheets = tuple(sheet for sheet in options.sheets if sheet in {"units", "vehicles"})
    words = system.list_words()
    page = RosterPage(title="Blank sheets", system=system.name, points=Decimal(0), words=words, unit_sheet=words.units)
    return pdf_of(system.blank_cards(), page, structs.replace(options, sheets=sheets))


def list_text(army: Army) -> str:
    """Return the short list of an army, to paste into a chat."""
    return export_army(army, "chat", SheetOptions()).data.decode()


def sheet_text(army: Army, options: SheetOptions | None = None) -> str:
    """Return the sheets of an army as text, for a screen that breaks its lines: what is on its cards, read in order."""
    return export_army(army, "text", options or SheetOptions(), for_screen=True).data.decode()


def sheet_pages(army: Army, options: SheetOptions | None = None) -> bytes:
    """Return the sheets of an army as PDF, for a screen that shows pages; raises as `export_army` does."""
    return export_army(army, "pdf", options or SheetOptions()).data


def lines_of_cards(cards: Iterable[Card]) -> Sequence[str]:
    """Return what is on cards, line by line, each as long as it is; what belongs to a line is indented below it."""
    from builder.exporters.card_text import card_lines

    return [line for card in cards for line in card_lines(card)]


def card_text(army: Army, unit: str) -> str:
    """Return the card of one unit as text, for a screen that breaks its lines; empty for a unit that has none."""
    from builder.exporters.card_text import card_lines, unbroken

    return "\n".join("\n".join((*unbroken(card_lines(card)), "")) for card in army.reading.cards(unit))


def printed_pages(
    army: Army, options: SheetOptions, against: Army | None = None
) -> tuple[tuple[str, ...], Callable[[int, int], tuple[str, ...]]]:
    """Return the sheet of each page that is printed, and what tells the lines of a page in a width.

    Raises:
        MusterError: they cannot be laid out.
    """
    from builder.exporters.page_text import PrintedPages

    army = opponents_copy(army) if options.opponent else army
    cards, page = cards_of(army, options, against), roster_page_of(army, options)
    pages, _ = _laid_out(cards, page, options)
    printed = PrintedPages(pages, cards, page, options)
    return printed.sheets, printed.lines


def _saved(army: Army, *, zipped: bool) -> Exported:
    """Return the army as BattleScribe saves it, with a remark on what that format has no place for."""
    from builder.formats.battlescribe import write_roster, zip_roster

    view = army.view
    document = write_roster(replace(view, custom_notes=view.custom_notes or army.notes or None))
    marked = any(part.marks for top in view.units() for part in top.walk())
    left = [name for name, some in (("marks", marked), ("groups", view.groups), ("settings", view.settings)) if some]
    message = f"a saved roster has no place for the army's {', '.join(left)}: keep the army file too"
    remarks = (Finding(Severity.INFO, "export", message, at=Place(file=army.file)),) if left else ()
    name = f"{_UNFIT.sub('_', view.name) or 'army'}.ros"
    return Exported(zip_roster(document, name) if zipped else document, remarks)


def pdf_of(
    cards: Sequence[Card],
    page: RosterPage,
    options: SheetOptions,
    attachments: tuple[Attachment, ...] = (),
    pictures: Mapping[str, Picture] = NO_PICTURES,
) -> Exported:
    """Return the chosen sheets of cards as PDF, with what goes with them, and pictures by the ids of their units.

    Raises:
        InputError: the page design is missing or has mistakes, or it has no room for what is chosen.
        ExportError: a part of a card is higher than a page, or there is nothing to print.
    """
    with _collector_paused():
        return _drawn(cards, page, options, attachments, pictures)


def _drawn(
    cards: Sequence[Card],
    page: RosterPage,
    options: SheetOptions,
    attachments: tuple[Attachment, ...],
    pictures: Mapping[str, Picture],
) -> Exported:
    from builder.exporters.pdf import write_pdf

    pages, fonts = _laid_out(cards, page, options, pictures)
    pages = replace(pages, attachments=attachments, tagged=not options.no_tags, archive=options.archive)
    return Exported(write_pdf(pages, fonts), pages.findings)


def _laid_out(
    cards: Sequence[Card], page: RosterPage, options: SheetOptions, pictures: Mapping[str, Picture] = NO_PICTURES
) -> tuple[Pages, Fonts]:
    from builder.exporters.pdf.fonts import load_fonts
    from builder.sheets.layout import layout

    fonts = load_fonts()
    if not options.fillable:
        return layout(cards, page, options, _design(), fonts, pictures), fonts
    from builder.systems.blocks.fields import emptied, sheet_fields, sheet_results

    form = {field.id: field for field in sheet_fields((page, *cards))}
    pages = layout(tuple(map(emptied, cards)), emptied(page), options, _design(), fonts, pictures)
    results = tuple(sheet_results((page, *cards), form))
    return replace(pages, form=form, results=results, ink_saver=options.ink_saver), fonts


def _design() -> Design:
    from builder.exporters.designs import read_design

    design = find_resource(DESIGNS, DESIGN)
    if design is None:
        raise InputError(f"the page design '{DESIGN}' is missing from this installation: install Muster again")
    return read_design(design.path)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pages are many small values without cycles: looking for cycles among them takes time in vain.

    Nothing of them may be left when the collector runs again, or it looks through all of it at once.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def strict_failure(army: Army, exported: Exported) -> bool:
    """Whether a strict export fails: the army or its pages have a finding of severity error."""
    return army.has_errors or any(finding.severity is Severity.ERROR for finding in exported.findings)


def roster_page_of(army: Army, options: SheetOptions | None = None) -> RosterPage:
    """Return the roster page of an army with all that was found of it, and with notes for the table where chosen."""
    page = army.reading.roster_page(army.findings, army.slots_in_all, _source(army))
    accent = Accent(army.data.colour, army.data.pattern or page.accent.pattern) if army.data else page.accent
    art = art_of(army.view, army.data, army.file)
    rows = tuple(replace(row, art=art[row.unit].path) if row.unit in art else row for row in page.rows)
    page = replace(page, notes=(*page.notes, *_notes(army)), accent=accent, rows=rows)
    if options is None or "notes" not in options.sheets:
        return page
    from builder.services.army.notes import table_notes

    notes = tuple(RuleGroup(str(each.phase), each.notes) for each in table_notes(army, page.rules))
    return replace(page, aids=replace(page.aids, notes=notes))


def _notes(army: Army) -> Iterator[str]:
    """Yield what the player has written about the army and its forces, by line."""
    yield from army.notes.splitlines()
    yield from _force_notes(army.view.forces)


def _force_notes(forces: Sequence[ForceView]) -> Iterator[str]:
    for force in forces:
        if force.custom_notes:
            yield f"{force.custom_name or force.name}:"
            yield from force.custom_notes.splitlines()
        yield from _force_notes(force.forces)


def _source(army: Army) -> str:
    if army.data is None:
        catalogues = dict.fromkeys(force.catalogue_name for force in army.view.forces if force.catalogue_name)
        return ", ".join((army.view.game_system_name, *catalogues))
    edition = f", {army.data.source}" if army.data.source else ""
    return f"{army.data.name}{edition}"
