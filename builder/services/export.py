"""An army's sheets: pages laid out from its cards, written as PDF, text or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from builder.errors import Finding, InputError, Severity
from builder.resources import find_resource
from builder.services.army import Army
from builder.sheets.options import SheetOptions
from builder.systems.blocks import Card, RosterPage
from builder.systems.registry import load_system

DESIGNS = "templates/sheets"
DESIGN = "standard"


@dataclass(frozen=True, slots=True)
class Exported:
    """A finished export, and what was noticed on the way, such as a character that the font lacks."""

    data: bytes
    findings: tuple[Finding, ...] = ()


def export_army(army: Army, form: str, options: SheetOptions) -> Exported:
    """The sheets of an army as `pdf`, `text` or `json`.

    Raises:
        InputError: the page design is missing or has mistakes.
    """
    cards = army.reading.cards()
    page = roster_page_of(army)
    if form == "text":
        from builder.exporters.text import write_text

        return Exported(write_text(cards, page, options).encode())
    if form == "json":
        from builder.exporters.json import write_json

        return Exported(write_json(cards, page, options).encode())
    return _pdf(cards, page, options)


def export_blanks(system_id: str, options: SheetOptions) -> Exported:
    """Blank cards of a system as PDF: those of the sheets chosen that are filled in by hand.

    Raises:
        InputError: there is no such system, or no such sheet is chosen.
    """
    system = load_system(system_id)
    sheets = tuple(sheet for sheet in options.sheets if sheet in {"units", "vehicles"})
    page = RosterPage(title="Blank sheets", system=system.name, points=Decimal(0))
    return _pdf(system.blank_cards(), page, replace(options, sheets=sheets))


def _pdf(cards: Sequence[Card], page: RosterPage, options: SheetOptions) -> Exported:
    from builder.exporters.designs import read_design
    from builder.exporters.pdf import write_pdf
    from builder.exporters.pdf.fonts import load_fonts
    from builder.sheets.layout import layout

    design = find_resource(DESIGNS, DESIGN)
    if design is None:
        raise InputError(f"the page design '{DESIGN}' is missing from this installation: install Muster again")
    fonts = load_fonts()
    pages = layout(cards, page, options, read_design(design.path), fonts)
    return Exported(write_pdf(pages, fonts), pages.findings)


def strict_failure(army: Army, exported: Exported) -> bool:
    """Whether a strict export fails: the army or its pages have a finding of severity error."""
    return army.has_errors or any(finding.severity is Severity.ERROR for finding in exported.findings)


def roster_page_of(army: Army) -> RosterPage:
    """The roster page of an army, with everything that was found of it."""
    return army.reading.roster_page(army.findings, army.slots, _source(army))


def _source(army: Army) -> str:
    if army.data is None:
        catalogues = dict.fromkeys(force.catalogue_name for force in army.view.forces if force.catalogue_name)
        return ", ".join((army.view.game_system_name, *catalogues))
    edition = f", {army.data.source}" if army.data.source else ""
    return f"{army.data.name}{edition}"
