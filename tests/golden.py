"""The golden samples in exports/: every kind of sheet as PDF, PNG and text.

Run `uv run python -m tests.golden` to write them anew, and look at what has changed before you keep it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw

from builder.exporters.designs import read_design
from builder.exporters.pdf.document import write_pdf
from builder.exporters.pdf.fonts import load_fonts
from builder.exporters.text import write_text
from builder.record import replace
from builder.resources import STARTERS, find_resources
from builder.roster.view import SelectionView
from builder.services.army.locator import open_army
from builder.services.army.opening import open_bytes
from builder.services.export.files import cards_of, roster_page_of
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import Pages, Picture
from builder.systems.blocks import Accent, Card, RosterPage, UnitCard
from builder.systems.diceless.cards import army_cards, roster_page
from builder.systems.generic import reading as generic
from builder.systems.registry import load_system
from tests.exporters import samples
from tests.exporters.making import twin
from tests.systems.generic.making import chosen, ferrymen, profile, roster

ROOT = Path(__file__).resolve().parents[1]
EXPORTS = ROOT / "exports"
DESIGN = ROOT / "templates/sheets/standard.yaml"
DOTS_PER_INCH = 110
AIDS, TABLES = ("tokens", "template", "aid"), ("rules", "reference")


@dataclass(frozen=True)
class Sample:
    """An army to print, and how."""

    name: str
    cards: tuple[Card, ...]
    roster: RosterPage
    options: SheetOptions
    art: Mapping[str, Picture] = field(default_factory=dict)
    """The pictures of units, by their ids."""

    @cached_property
    def pages(self) -> Pages:
        """The sheets as pages."""
        design = read_design(DESIGN)
        return layout(self.cards, self.roster, self.options, design, load_fonts(), pictures=self.art)

    @cached_property
    def pdf(self) -> bytes:
        """The sheets as PDF."""
        return write_pdf(self.pages, load_fonts())

    @property
    def text(self) -> str:
        """The sheets as text."""
        return write_text(self.cards, self.roster, self.options)


def all_samples() -> Iterator[Sample]:
    """Every sample: starter armies, an army of many kinds with its play aids, one that overflows, and options."""
    played = ("roster", "units", "vehicles")
    for starter in (found for found in find_resources(STARTERS) if found.id.endswith("-500")):
        army = open_army(str(starter.path))
        cards = tuple(army.reading.cards())
        yield Sample(f"{starter.id}-a4", cards, roster_page_of(army), SheetOptions(sheets=played))
    for name in ("lethal-chaos-1000", "epic-imperial-guard-3000"):
        army = open_army(name)
        cards, listed = tuple(army.reading.cards()), roster_page_of(army)
        yield Sample(f"{name}-a4", cards, listed, SheetOptions(sheets=played))
        for place, looked_up in (("aids", ("tokens", "aid", "notes")), ("tables", TABLES)):
            beside = SheetOptions(paper="letter", sheets=looked_up)
            yield Sample(f"{name}-{place}-letter", cards, roster_page_of(army, beside), beside)
    ours, theirs = open_army("space-marines-500"), open_army("orks-500")
    matched = SheetOptions(sheets=("matchup",))
    yield Sample("matchup-a4", cards_of(ours, matched, theirs), roster_page_of(ours), matched)
    general = SheetOptions(sheets=("matchup",), paper="letter", grey=True)
    yield Sample("matchup-common-letter", cards_of(ours, general), roster_page_of(ours), general)
    marines = army_cards(samples.MARINES)
    page = roster_page(samples.MARINES, samples.COUNTERS, samples.FINDINGS, samples.SLOTS, "Space Marines, 5th edition")
    yield Sample("many-kinds-a4", marines, page, SheetOptions(sheets=played))
    yield Sample("many-kinds-letter", marines, page, SheetOptions(paper="letter", sheets=played))
    yield Sample("aids-a4", marines, page, SheetOptions(sheets=AIDS))
    yield Sample("tables-a4", marines, page, SheetOptions(sheets=TABLES))
    yield Sample("aids-letter", marines, page, SheetOptions(paper="letter", sheets=AIDS, grey=True))
    yield Sample("larger-text-a4", marines, page, SheetOptions(sheets=("units", "vehicles"), larger_text=True))
    yield Sample("many-kinds-a5", marines, page, SheetOptions(paper="a5", sheets=("units", "vehicles"), sort="points"))
    accent = Accent("#17336b", "/")
    coloured = replace(page, accent=accent)
    yield Sample("cards-a4", marines, coloured, SheetOptions(sheets=("cards",)))
    few = tuple(card for card in marines if card.id in ("r4h5", "a5h4"))
    yield Sample("cards-folded-a4", few, coloured, SheetOptions(sheets=("cards",), card_size="70x120"))
    pictured = {card.id: landscape() for card in few}
    yield Sample("cards-with-pictures-a4", few, coloured, SheetOptions(sheets=("cards",), card_size="70x120"), pictured)
    filled_in = ("units", "vehicles")
    yield Sample("compact-a4", marines, page, SheetOptions(sheets=filled_in, compact=True, grey=True))
    squads = (card for card in marines if isinstance(card, UnitCard) and len(card.groups) > 1)
    yield Sample("merged-a4", tuple(thrice(squads)), page, SheetOptions(sheets=("units",), merge=True))
    chaos, guard = open_army("lethal-chaos-1000"), open_army("epic-imperial-guard-3000")
    formations = tuple(guard.reading.cards())
    merged = SheetOptions(sheets=filled_in, merge=True)
    yield Sample("lethal-merged-a4", tuple(thrice(chaos.reading.cards()[1:4])), roster_page_of(chaos), merged)
    yield Sample("epic-merged-a4", tuple(thrice(formations[2:5])), roster_page_of(guard), merged)
    yield Sample("epic-compact-a4", formations, roster_page_of(guard), SheetOptions(sheets=filled_in, compact=True))
    for name, id in (("blank-a4", "diceless"), ("lethal-blank-a4", "lethal"), ("epic-blank-a4", "epic")):
        blank = load_system(id)
        empty = RosterPage(title="Blank sheets", system=blank.name, points=Decimal(0))
        yield Sample(name, tuple(blank.blank_cards()), empty, SheetOptions(sheets=filled_in))
    orks = tuple(in_play(card) for card in army_cards(samples.ORKS))
    warband = roster_page(samples.ORKS, (), (), (), "Orks, 7th edition")
    for name in ("lethal-chaos-1000", "epic-space-marines-3000"):
        army = open_army(name)
        to_cut = SheetOptions(sheets=("cards",))
        yield Sample(f"{name}-cards-a4", tuple(army.reading.cards()), roster_page_of(army), to_cut)
    to_mind = SheetOptions(sheets=("notes",))
    yield Sample("notes-a4", cards_of(ours, to_mind), roster_page_of(ours, to_mind), to_mind)
    plain = (ROOT / "templates/armies/plain-space-marines-500.yaml").read_bytes()
    for module, sheets in (("assault", ("assault", "aid", "reference")), ("house", ("units",))):
        named = plain.replace(b"system: plain\n", f"system: plain\nmodules: [{module}]\n".encode())
        army, printed = open_bytes(named, f"{module}.yaml"), SheetOptions(sheets=sheets)
        yield Sample(f"{module}-a4", cards_of(army, printed), roster_page_of(army), printed)
    guards = open_army("plain-imperial-guard-500")
    beside = SheetOptions(sheets=("rules", "notes", "cards", "aid"))
    yield Sample("plain-imperial-guard-500-aids-a4", cards_of(guards, beside), roster_page_of(guards, beside), beside)
    guild = generic.read(roster(ferrymen(), barge()))
    beside = SheetOptions(sheets=("roster", "units", "rules", "cards"))
    yield Sample("generic-a4", tuple(guild.cards()), guild.roster_page(), beside)
    yield Sample("overflow-in-play-a4", orks, warband, SheetOptions(sheets=played))
    yield Sample("ink-saver-in-play-a4", orks, warband, SheetOptions(sheets=("roster", "units"), ink_saver=True))


def barge() -> SelectionView:
    """A unit of one model with a tool of its own."""
    hull = profile("Crew", "Barge", Move='10"', Guile="5+", Wounds="12")
    ram = profile("Tool", "Ram", Reach='1"', Blows="D6", Bite="-3")
    rule = ("Wake", "Boats within six inches behind it move no further than half of their move.")
    return chosen("u2", "Barge", type="model", profiles=(hull, ram), rules=(rule,), category="Vessels", pts=140)


def landscape() -> Picture:
    """A picture of hills under a low sun."""
    drawn = Image.new("L", (600, 400), 235)
    pen = ImageDraw.Draw(drawn)
    pen.ellipse((400, 60, 500, 160), fill=255, outline=150, width=4)
    for shade, peaks in ((190, (0, 220, 150, 120, 330, 230, 600, 130)), (110, (0, 300, 240, 210, 430, 310, 600, 250))):
        pen.polygon([*peaks, 600, 400, 0, 400], fill=shade)
    out = io.BytesIO()
    drawn.save(out, "JPEG", quality=85)
    return Picture(*drawn.size, True, out.getvalue())


def thrice(cards: Iterable[Card]) -> Iterator[Card]:
    """Each card three times, with ids of their own."""
    return (twin(card, letter) for card in cards for letter in "abc")


def in_play(card: Card) -> Card:
    """The card of a unit with what it has lost so far, where the sample says so."""
    lost = samples.LOST.get(card.id)
    if lost is None or not isinstance(card, UnitCard):
        return card
    groups = tuple(replace(group, lost=lost.groups.get(group.id, 0)) for group in card.groups)
    checks = tuple(replace(check, checked=check.label == lost.state) for check in card.checks)
    return replace(card, groups=groups, track=replace(card.track, value=lost.order_points), checks=checks)


def pictures(pdf: bytes) -> list[Image.Image]:
    """The pages of a PDF in sixteen greys; drawn in colour first, since that sets letters at their true places."""
    with pypdfium2.PdfDocument(pdf) as document:
        drawn = [page.render(scale=DOTS_PER_INCH / 72).to_pil().convert("L") for page in document]
    return [picture.point([round(grey / 17) * 17 for grey in range(256)]) for picture in drawn]


def png(picture: Image.Image) -> bytes:
    """A picture of sixteen greys as a PNG file: half as large as with a byte for each dot."""
    numbers = Image.frombytes("P", picture.size, picture.point([grey // 17 for grey in range(256)]).tobytes())
    numbers.putpalette([grey for grey in range(0, 256, 17) for _ in "RGB"])
    out = io.BytesIO()
    numbers.save(out, "PNG", optimize=True)
    return out.getvalue()


def write(folder: Path) -> list[Path]:
    """Write all samples into a folder and say which files they are."""
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, bytes] = {}
    for sample in all_samples():
        pdf = sample.pdf
        files[f"{sample.name}.pdf"] = pdf
        files[f"{sample.name}.txt"] = sample.text.encode()
        files.update((f"{sample.name}-{n}.png", png(picture)) for n, picture in enumerate(pictures(pdf), 1))
    for before in folder.glob("*.png"):
        before.unlink()  # A sample may have fewer pages than it had.
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return [folder / name for name in files]


if __name__ == "__main__":
    for path in write(EXPORTS):
        print(path.relative_to(ROOT))
