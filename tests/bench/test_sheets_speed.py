"""How fast and how lean sheets are made, beside streams written by hand and a plain ReportLab drawing; in CPU time.

Run with: uv run pytest tests/bench --benchmark-only -s
"""

from __future__ import annotations

import io
import random
import subprocess
import sys
import time
from collections.abc import Callable
from decimal import Decimal
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import Protocol, TypeVar

import pytest
from msgspec import structs
from reportlab import rl_config
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import Fonts, load_fonts
from builder.record import replace
from builder.resources import STARTERS, find_resources
from builder.services.army.locator import open_army
from builder.services.export.files import pdf_of, roster_page_of
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import MM, PageField, Pages, Text, Weight, flat
from builder.systems.blocks import Card, RosterPage, UnitCard
from builder.systems.diceless.cards import army_cards, roster_page
from builder.systems.fortyk.model import FortykArmy, ModelGroup, Unit, Weapon
from tests.bench.plain_file import PdfFile
from tests.exporters.making import (
    BIG_CHOPPA,
    BIG_SHOOTA,
    BOLT_PISTOL,
    BOLTGUN,
    CHOPPA,
    FORCE_WEAPON,
    HEAVY_BOLTER,
    MISSILES,
    MULTI_MELTA,
    PLASMA_GUN,
    POWER_FIST,
    POWER_SWORD,
    ROKKIT,
    SHOOTA,
    SLUGGA,
    SNIPER,
    STORM_BOLTER,
    group,
    profile,
    unit,
)

ROOT = Path(__file__).parents[2]
DESIGN = ROOT / "templates/sheets/standard.yaml"
T = TypeVar("T")
UNITS = 1_000
PAGES = 250
ROUNDS = 5
WEAPONS = (
    *(BOLTGUN, BOLT_PISTOL, POWER_SWORD, STORM_BOLTER, SNIPER, PLASMA_GUN, POWER_FIST, FORCE_WEAPON, SHOOTA, SLUGGA),
    *(CHOPPA, BIG_CHOPPA, BIG_SHOOTA, ROKKIT, MULTI_MELTA, HEAVY_BOLTER),
)
TAGGED = SheetOptions(sheets=("units", "vehicles"))
SHEETS = structs.replace(TAGGED, no_tags=True)


def unlike_unit(n: int, chance: random.Random) -> Unit:
    """A unit unlike all others: its own name, numbers, mixture of groups and weapons; it shares no more than words."""
    stats = f"{2 + n % 5} {2 + n % 4} {3 + n % 3} {3 + n % 2} 1 {2 + n % 4} {1 + n % 3} {7 + n % 4}"
    models = profile(f"Model {n % 40}", stats, 3 + n % 4)
    first, second, third, fourth = chance.sample(WEAPONS, 4)
    names = chance.sample(range(60), 3)

    def some(m: int, count: int, *weapons: Weapon) -> ModelGroup:
        return group(f"u{n}.{m}", f"Group {names[m - 1]}", count, models, *weapons)

    groups = (
        some(1, 1, first, second),
        some(2, chance.randint(2, 6), third, fourth),
        some(3, chance.randint(1, 2), MISSILES),
    )
    return unit(f"u{n}", "TR", f"Squad number {n}", chance.randint(50, 350), groups)


def cards_of(units: int) -> tuple[tuple[Card, ...], RosterPage]:
    """Cards of so many units, all different."""
    chance = random.Random(40)
    army = FortykArmy(name="Many", units=tuple(unlike_unit(n, chance) for n in range(units)), points=Decimal(units))
    return army_cards(army), roster_page(army, (), ())


def real_cards(units: int) -> tuple[tuple[Card, ...], RosterPage]:
    """Cards of so many units and vehicles, of the large starter armies of all systems again and again."""
    paths = [found.path for found in find_resources(STARTERS) if not found.id.endswith("-500")]
    armies = [open_army(str(path)) for path in paths]
    cards = [card for army in armies for card in army.reading.cards()]
    many = (replace(card, head=replace(card.head, code=f"u{n}")) for n, card in zip(range(units), cycle(cards)))
    return tuple(many), roster_page_of(armies[0])


def draw_plainly(pages: Pages, fonts: Fonts) -> bytes:
    """The same texts, and the same boxes with a rect() for each, on a ReportLab canvas."""
    for weight in Weight:
        registerFont(TTFont(f"plain-{weight}", io.BytesIO(fonts.faces[weight].program())))
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
            elif isinstance(item, PageField):
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


MEMORY = """
import sys
from tests.bench import test_sheets_speed as bench
bench.load_fonts()
if units := int(sys.argv[1]):
    bench.pdf_of(*bench.cards_of(units), bench.SHEETS)
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
"""


def memory_of(units: int) -> float | None:
    """Megabytes that a process takes at most for so many units, over one that has loaded the same libraries."""
    if not Path("/proc/self/status").exists():
        return None

    def peak(count: int) -> int:
        ended = subprocess.run([sys.executable, "-c", MEMORY, str(count)], cwd=ROOT, capture_output=True, check=True)
        return int(ended.stdout)

    return (peak(units) - peak(0)) / 1000


class Benchmark(Protocol):
    """The fixture of pytest-benchmark, which has no types."""

    def __call__(self, run: Callable[[], bytes]) -> bytes: ...


def timed(run: Callable[[], T], times: list[float]) -> T:
    start = time.process_time()
    result = run()
    times.append(time.process_time() - start)
    return result


def report(name: str, seconds: float, pages: int, size: int) -> str:
    return f"{name:24}{seconds:6.3f} s {pages / seconds:6.0f} pages/s {size / pages:7.0f} bytes/page"


@pytest.mark.benchmark(group="sheets")
def test_unit_sheets_beside_the_limit_and_a_plain_drawing(
    benchmark: Benchmark, capsys: pytest.CaptureFixture[str]
) -> None:
    fonts = load_fonts()
    cards, roster = cards_of(UNITS)
    real, page = real_cards(UNITS)
    pages = layout(cards, roster, SHEETS, read_design(DESIGN), fonts)
    real_pages = len(layout(real, page, SHEETS, read_design(DESIGN), fonts).pages)
    ours: list[float] = []
    tagged: list[float] = []
    mixed: list[float] = []
    limits: list[float] = []
    plain: list[float] = []
    data = benchmark(lambda: pdf_of(cards, roster, SHEETS).data)
    for _ in range(ROUNDS):
        limit = timed(lambda: draw_at_the_limit(cards), limits)
        timed(lambda: pdf_of(cards, roster, SHEETS), ours)
        read_out = timed(lambda: pdf_of(cards, roster, TAGGED), tagged).data
        played = timed(lambda: pdf_of(real, page, SHEETS), mixed).data
    drawn = timed(lambda: draw_plainly(pages, fonts), plain)
    assert len(pages.pages) == PAGES
    tables = len({card.weapons for card in cards if isinstance(card, UnitCard)})
    speed = {name: min(limits) / min(times) for name, times in (("ours", ours), ("tagged", tagged), ("plain", plain))}
    of_real = real_pages / min(mixed) * min(limits) / PAGES
    memory = memory_of(UNITS)
    lines = (
        f"{UNITS} units, {len({card.head.name for card in cards})} names, {tables} tables of weapons; "
        f"rl_accel {'on' if find_spec('_rl_accel') else 'off'}, compressed {rl_config.pageCompression}",
        report("Muster, all different", min(ours), PAGES, len(data)),
        report("Muster, tagged", min(tagged), PAGES, len(read_out)),
        report("Muster, starter armies", min(mixed), real_pages, len(played)),
        report("limit", min(limits), PAGES, len(limit)),
        report("plain drawing", min(plain), PAGES, len(drawn)),
        f"{speed['ours']:.2f} as fast as the limit, {speed['tagged']:.2f} tagged, {of_real:.2f} with starter armies",
        f"{speed['ours'] / speed['plain']:.1f} times as fast as a plain drawing",
        "memory not measured" if memory is None else f"{memory:.0f} MB more than a process with the same libraries",
    )
    with capsys.disabled():
        print("", *lines, sep="\n")
    assert len(read_out) / PAGES < 25_000


FIELD_UNITS = 200


@pytest.mark.benchmark(group="sheets")
def test_fillable_sheets_beside_the_same_without_fields(
    benchmark: Benchmark, capsys: pytest.CaptureFixture[str]
) -> None:
    cards, roster = cards_of(FIELD_UNITS)
    fillable, told = (structs.replace(options, fillable=True) for options in (SHEETS, TAGGED))
    plain: list[float] = []
    filled: list[float] = []
    tagged: list[float] = []
    for _ in range(ROUNDS):
        timed(lambda: pdf_of(cards, roster, SHEETS), plain)
        timed(lambda: pdf_of(cards, roster, fillable), filled)
        read_out = timed(lambda: pdf_of(cards, roster, told), tagged).data
    data = benchmark(lambda: pdf_of(cards, roster, fillable).data)
    pages = len(layout(cards, roster, SHEETS, read_design(DESIGN), load_fonts()).pages)
    with capsys.disabled():
        print("", report("fillable", min(filled), pages, len(data)), sep="\n")
        print(report("fillable, tagged", min(tagged), pages, len(read_out)))
        print(f"{min(filled) / min(plain):.1f} times as long as without fields")
    assert len(data) / pages < 26_000 and len(read_out) / pages < 51_200
