"""How fast and how lean sheets are made, beside a plain ReportLab drawing of the same texts and boxes.

Run with: uv run pytest tests/bench --benchmark-only -s
"""

from __future__ import annotations

import io
import time
import tracemalloc
from collections.abc import Callable
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, TypeVar

import pytest
from reportlab import rl_config
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import Fonts, load_fonts
from builder.exporters.pdf.objects import PdfFile
from builder.exporters.pdf.writer import write_pdf
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import MM, Field, Pages, Text, Weight, flat
from builder.systems.blocks import Card, RosterPage, UnitCard
from builder.systems.diceless.cards import army_cards
from builder.systems.diceless.roster_page import roster_page
from builder.systems.fortyk.model import Army, ModelGroup, Unit
from tests.exporters.making import (
    BOLT_PISTOL,
    BOLTGUN,
    MISSILES,
    POWER_SWORD,
    SNIPER,
    STORM_BOLTER,
    group,
    profile,
    unit,
)

DESIGN = Path(__file__).parents[2] / "templates/sheets/standard.yaml"
T = TypeVar("T")
UNITS = 1_000
PAGES = 250
ROUNDS = 3
WEAPONS = (BOLTGUN, BOLT_PISTOL, POWER_SWORD, STORM_BOLTER, SNIPER)


def unlike_unit(n: int) -> Unit:
    """A unit that shares its words, but neither its numbers nor its mixture of groups and weapons, with the others."""
    stats = f"{2 + n % 5} {2 + n % 4} {3 + n % 3} {3 + n % 2} 1 {2 + n % 4} {1 + n % 3} {7 + n % 4}"
    models = profile(f"Model {n % 40}", stats, 3 + n % 4)

    def some(m: int, count: int) -> ModelGroup:
        weapons = (WEAPONS[(n + m) % 5], WEAPONS[(n // 5 + m + 1) % 5])
        return group(f"u{n}.{m}", f"Group {(n + m) % 30}", count, models, *weapons)

    groups = (some(1, 1), some(2, 2 + n % 5), group(f"u{n}.3", "Missile launcher", 1 + n % 2, models, MISSILES))
    return unit(f"u{n}", "TR", f"Squad number {n}", 50 + n % 300, groups)


def cards_of(units: int) -> tuple[tuple[Card, ...], RosterPage]:
    army = Army(name="Many", units=tuple(unlike_unit(n) for n in range(units)), points=Decimal(units))
    return army_cards(army), roster_page(army, (), ())


def export(cards: tuple[Card, ...], roster: RosterPage, fonts: Fonts) -> tuple[Pages, bytes]:
    """What `muster export` does once the cards are known."""
    pages = layout(cards, roster, SheetOptions(sheets=("units",)), read_design(DESIGN), fonts)
    return pages, write_pdf(pages, fonts)


def draw_plainly(pages: Pages, fonts: Fonts) -> bytes:
    """The same texts, and the same boxes with a rect() for each, on a ReportLab canvas."""
    for weight in Weight:
        registerFont(TTFont(f"plain-{weight}", str(fonts.faces[weight].path)))
    out = io.BytesIO()
    first = pages.pages[0]
    canvas = Canvas(out, pagesize=(first.width * MM, first.height * MM))
    top = first.height * MM
    for page in pages.pages:
        canvas.setLineWidth(0.3)
        for item in flat(page.items):
            if isinstance(item, Text):
                canvas.setFont(f"plain-{item.style.weight}", item.style.size)
                canvas.drawString(item.x * MM, top - item.y * MM, item.text)
            elif isinstance(item, Field):
                canvas.rect(item.x * MM, top - (item.y + item.height) * MM, item.width * MM, item.height * MM)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def draw_at_the_limit(cards: tuple[Card, ...]) -> bytes:
    """As fast as streams can be written by hand: the boxes of a page drawn once, the words of four units on each."""
    file = PdfFile()
    catalog, tree = file.reserve(), file.reserve()
    font = file.add(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    boxes = b"".join(
        b"%d %d 9 9 re\n" % (30 + n % 40 * 12, 60 + unit * 185 + n // 40 * 12) for unit in range(4) for n in range(200)
    )
    furniture = file.add_stream(b"0.3 w\n" + boxes + b"S", b"/Type/XObject/Subtype/Form/BBox[0 0 595 842]")
    leaves = []
    units = [card for card in cards if isinstance(card, UnitCard)]
    for first in range(0, len(units), 4):
        out = [b"/X0 Do BT /F0 8 Tf\n"]
        for n, card in enumerate(units[first : first + 4]):
            words = [card.head.name, card.head.points, *card.head.facts, *(group.name for group in card.groups)]
            words += [cell for table in (card.profiles, card.weapons) for row in table.rows for cell in row.cells]
            out += [
                b"1 0 0 1 %.2f %.2f Tm(%s)Tj\n"
                % (30 + m % 8 * 40, 800 - 185 * n - 9 * (m // 8), word.encode("ascii", "replace"))
                for m, word in enumerate(words)
            ]
        stream = file.add_stream(b"".join(out) + b"ET")
        leaves.append(file.add(b"<</Type/Page/Parent %d 0 R/Contents %d 0 R>>" % (tree, stream)))
    resources = b"<</Font<</F0 %d 0 R>>/XObject<</X0 %d 0 R>>>>" % (font, furniture)
    kids = b" ".join(b"%d 0 R" % leaf for leaf in leaves)
    body = b"<</Type/Pages/Count %d/Kids[%s]/MediaBox[0 0 595 842]/Resources%s>>" % (len(leaves), kids, resources)
    file.set(tree, body)
    file.set(catalog, b"<</Type/Catalog/Pages %d 0 R>>" % tree)
    return file.to_bytes(catalog, file.add(b"<</Producer(limit)>>"))


def peak_memory(run: Callable[[], object]) -> float:
    """Megabytes that a run takes at most."""
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


class Benchmark(Protocol):
    """The fixture of pytest-benchmark, which has no types."""

    def __call__(self, run: Callable[[], tuple[Pages, bytes]]) -> tuple[Pages, bytes]: ...


def timed(run: Callable[[], T], times: list[float]) -> T:
    start = time.perf_counter()
    result = run()
    times.append(time.perf_counter() - start)
    return result


def report(name: str, seconds: float, size: int, memory: float) -> str:
    speed = f"{seconds:6.2f} s {PAGES / seconds:6.0f} pages/s"
    return f"{name:14}{speed} {size / PAGES:7.0f} bytes/page {memory:5.0f} MB at most"


@pytest.mark.benchmark(group="sheets")
def test_unit_sheets_beside_a_plain_drawing(benchmark: Benchmark, capsys: pytest.CaptureFixture[str]) -> None:
    fonts = load_fonts()
    cards, roster = cards_of(UNITS)
    ours: list[float] = []
    plain: list[float] = []
    writing: list[float] = []
    pages, data = benchmark(lambda: timed(lambda: export(cards, roster, fonts), ours))
    limits: list[float] = []
    for _ in range(ROUNDS):
        limit = timed(lambda: draw_at_the_limit(cards), limits)
        timed(lambda: write_pdf(pages, fonts), writing)
        drawn = timed(lambda: draw_plainly(pages, fonts), plain)
    assert len(pages.pages) == PAGES
    lines = (
        f"{PAGES} pages, rl_accel {'on' if find_spec('_rl_accel') else 'off'}, compressed {rl_config.pageCompression}",
        report("Muster", min(ours), len(data), peak_memory(lambda: export(cards, roster, fonts))),
        report("  writing", min(writing), len(data), peak_memory(lambda: write_pdf(pages, fonts))),
        report("plain drawing", min(plain), len(drawn), peak_memory(lambda: draw_plainly(pages, fonts))),
        report("limit", min(limits), len(limit), peak_memory(lambda: draw_at_the_limit(cards))),
        f"{min(limits) / min(ours):.2f} of the speed of the limit ({min(limits) / min(writing):.2f} without layout)",
        f"{min(plain) / min(ours):.1f} times as fast ({min(plain) / min(writing):.1f} without layout)",
    )
    with capsys.disabled():
        print("", *lines, sep="\n")
