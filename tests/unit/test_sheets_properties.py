"""Whatever cards a player brings, pages keep the promises made for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import TypeAlias

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from builder.errors import ExportError
from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.sheets.design import Design
from builder.sheets.layout import layout
from builder.sheets.options import CARD_SIZES, OUR_SHEETS, SORTS, SheetOptions
from builder.sheets.page import MM, Circle, Page, PageField, Pages, Polygon, Rect, Segment, Text, flat
from builder.sheets.page_frame import LEAST_MARGIN
from builder.systems.blocks import (
    Aids,
    Card,
    Check,
    Column,
    ColumnKind,
    Head,
    HitPoints,
    Hull,
    Mounted,
    MountedMode,
    Outline,
    ReferenceTable,
    RosterPage,
    RosterRow,
    Row,
    RuleText,
    Table,
    Threshold,
    TokenKind,
    Track,
    UnitCard,
    VehicleCard,
)
from builder.systems.diceless.aids import ANGLE_TEMPLATE, reference_tables
from builder.systems.diceless.cards import unit_cards
from builder.systems.diceless.weapons import COLUMNS
from builder.systems.fortyk.wording import PROFILE_COLUMNS
from tests.exporters import samples

DESIGN = Path(__file__).parents[2] / "templates/sheets/standard.yaml"
Army: TypeAlias = tuple[tuple[Card, ...], RosterPage]
EDGE = 0.35
"""Half the heaviest line, in mm, with what a circle's rounding adds."""
CAP, DESCENT = 0.64, 0.18
"""How far letters reach over and under the baseline, in em."""


TABLES = tuple(reference_tables(samples.ORKS))
WEAPON_COLUMNS = (
    Column("Weapon", ColumnKind.NAME),
    *(Column(f"{n}+", ColumnKind.VALUE) for n in range(2, 7)),
    Column("DMG", ColumnKind.RESULT),
)


@cache
def design() -> Design:
    return read_design(DESIGN)


letters = st.sampled_from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZéöŁДж'’-!0123456789")
words = st.text(letters, min_size=1, max_size=11)
real = st.sampled_from(
    [
        "Boy",
        "Sergeant",
        "Missile launcher",
        "Multi-melta marine",
        "Heavy weapons team",
        "Veteran sergeant with combi-flamer",
        "Shoota boy",
        "Master of the Forge",
        "Da Skull-Krushin' Nobz of Boss Gitstompa the Unpleasant",
        "W",
        "Assault terminator",
        "Big shoota boy",
        "Plasma cannon marine",
        "Kapitän Übelhör",
        "Сержант",
        "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
    ]
)
names = st.one_of(real, real, st.lists(words, min_size=1, max_size=6).map(" ".join))
short = st.text(st.sampled_from('0123456789+-"UXD'), min_size=1, max_size=4)
armour = st.integers(9, 14)
sentences = st.lists(words, max_size=30).map(" ".join)


@st.composite
def tables(draw: st.DrawFn, columns: tuple[Column, ...], most: int) -> Table:
    kinds = {
        ColumnKind.COUNT: st.integers(1, 99).map(str),
        ColumnKind.NAME: names,
        ColumnKind.VALUE: short,
        ColumnKind.TEXT: names,
        ColumnKind.RESULT: st.sampled_from(["–", "16 / 32", "30 a hit", "(T + 2) × f", "120–200"]),
    }
    rows = draw(st.lists(st.tuples(*(kinds[column.kind] for column in columns)), max_size=most))
    return Table(columns, tuple(Row(cells, sub=bool(n % 3 == 2)) for n, cells in enumerate(rows)))


@st.composite
def heads(draw: st.DrawFn, code: str) -> Head:
    points = str(draw(st.integers(0, 9999)))
    facts = tuple(draw(st.lists(names, max_size=6)))
    slot = draw(st.sampled_from(["HQ", "TR", "LOW", "FORT"]))
    return Head(code, slot, draw(names), points, draw(st.sampled_from(["points", "points in all"])), facts)


@st.composite
def unit_cards_with(draw: st.DrawFn, code: str) -> UnitCard:
    groups = draw(st.lists(st.tuples(names, st.integers(1, 70), st.integers(1, 6), st.integers(0, 9)), max_size=10))
    value = draw(st.integers(0, 199))
    return UnitCard(
        head=draw(heads(code)),
        profiles=draw(tables(PROFILE_COLUMNS, 6)),
        weapons=draw(tables(COLUMNS, 30)),
        groups=tuple(
            HitPoints(id=f"{code}.{n}", name=name, models=models, wounds=wounds, boxes=boxes, lost=10 * n)
            for n, (name, models, wounds, boxes) in enumerate(groups)
        ),
        track=Track(
            id=f"{code}.op",
            title="Order points",
            thresholds=(
                Threshold("Ld 8 fails above", value),
                Threshold("re-roll above", min(value + 40, 200), True),
            ),
            hints=tuple(draw(st.lists(names, max_size=2))),
            value=draw(st.integers(0, 200)),
        ),
        checks=tuple(Check(f"{code}.{n}", label) for n, label in enumerate(("Reserve", "Falling back", "Destroyed"))),
        notes=tuple(draw(st.lists(sentences, max_size=3))),
    )


@st.composite
def vehicle_cards_with(draw: st.DrawFn, code: str) -> VehicleCard:
    (model,) = unit_cards(samples.STORM)
    assert isinstance(model, VehicleCard)
    weapons = draw(st.lists(st.tuples(names, st.lists(names, min_size=1, max_size=3)), max_size=7))
    return VehicleCard(
        head=draw(heads(code)),
        hull=Hull(draw(armour), draw(armour), draw(armour), draw(st.booleans())),
        weapons=tuple(
            Mounted(Check(f"{code}.w{n}", name), tuple(MountedMode(mode, "16 / 32") for mode in modes))
            for n, (name, modes) in enumerate(weapons)
        ),
        lines=(),
        hit_rows=(),
        reminder=model.reminder,
        checks=(Check(f"{code}.destroyed", "Destroyed"),),
        notes=tuple(draw(st.lists(sentences, max_size=2))),
        footnotes=model.footnotes[: draw(st.integers(0, 2))] + tuple(draw(st.lists(names, max_size=1))),
    )


def twin(card: UnitCard, code: str) -> UnitCard:
    """A unit that differs from another in its ids alone."""
    return replace(
        card,
        head=replace(card.head, code=code),
        groups=tuple(replace(group, id=f"{code}.{n}") for n, group in enumerate(card.groups)),
        track=replace(card.track, id=f"{code}.op"),
        checks=tuple(replace(check, id=f"{code}.{n}") for n, check in enumerate(card.checks)),
    )


@st.composite
def armies(draw: st.DrawFn) -> Army:
    count = draw(st.integers(1, 6))
    cards: list[Card] = []
    for n in range(count):
        if draw(st.booleans()):
            unit: UnitCard = draw(unit_cards_with(f"u{n}"))
            cards.append(unit)
        else:
            vehicle: VehicleCard = draw(vehicle_cards_with(f"vehicle-number-{n}"))
            cards.append(vehicle)
    twins = [twin(card, f"twin{n}") for n, card in enumerate(cards) if isinstance(card, UnitCard)]
    cards.extend(twins[: draw(st.integers(0, 3))])
    rows = tuple(
        RosterRow(
            unit=card.id,
            slot=card.head.slot,
            name=card.head.name,
            detail=draw(sentences),
            models=draw(st.integers(1, 40)),
            points=Decimal(draw(st.integers(0, 900))),
            cards=(card.id,),
        )
        for card in cards
    )
    rules = tuple(RuleText(draw(names), draw(sentences), "D-1") for _ in range(draw(st.integers(0, 12))))
    kinds = draw(st.sampled_from([(), ("Scatter",), ("Gets Hot!", "Warp"), ("Scatter", "Gets Hot!", "Warp")]))
    tokens = tuple(
        TokenKind(
            name=name,
            outline=draw(st.sampled_from(Outline)),
            line='move it 2"',
            count=draw(st.integers(0, 90)),
            later=draw(st.integers(1, 8)),
            sources=tuple(draw(st.lists(names, max_size=9))),
            later_sources=("Boyz, deep strike 2",),
            text=draw(sentences),
        )
        for name in kinds
    )
    weapons = draw(tables(WEAPON_COLUMNS, 20))
    roster = RosterPage(
        title=draw(names),
        system="Diceless 40K",
        points=Decimal(100),
        rows=rows,
        rules=rules,
        aids=Aids(tokens=tokens, reference=(ReferenceTable(title="Weapons", table=weapons),)),
    )
    return tuple(cards), roster


def lay_out(army: Army, options: SheetOptions) -> Pages:
    """The pages of an army; where stat lines alone are higher than a low page, the unit is named."""
    cards, roster = army
    aids = replace(roster.aids, template=ANGLE_TEMPLATE, reference=(*TABLES, *roster.aids.reference))
    try:
        return layout(cards, replace(roster, aids=aids), options, design(), load_fonts())
    except ExportError:
        low = options.paper == "a5" or options.larger_text
        assume(not low or not any(isinstance(card, UnitCard) and len(card.profiles.rows) > 2 for card in cards))
        raise


def safe_edges(page: Page) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what may be printed on, in mm of the items; crop marks go as far as printers."""
    width, height = page.width / page.scale, page.height / page.scale
    margin = min(design().grid.margin, design().paper("a5").margin if page.height < 150 and page.scale == 1 else 10)
    left, top = (width - design().grid.width / page.scale) / 2 - EDGE, margin / page.scale - 1
    if page.sheet == "cards":
        left, top = min(left, LEAST_MARGIN), min(top, LEAST_MARGIN)
    return left, top, width - left, height - margin / page.scale + EDGE


@st.composite
def choices(draw: st.DrawFn) -> SheetOptions:
    paper = draw(st.sampled_from(["a4", "a5", "letter"]))
    return SheetOptions(
        paper=paper,
        sheets=tuple(draw(st.permutations([*OUR_SHEETS, "assault"]))),
        sort=draw(st.sampled_from(SORTS)),
        larger_text=paper != "a5" and draw(st.booleans()),
        ink_saver=draw(st.booleans()),
        grey=draw(st.booleans()),
        one_a_page=draw(st.booleans()),
        merge=draw(st.booleans()),
        compact=draw(st.booleans()),
        card_size=draw(st.sampled_from(CARD_SIZES)),
    )


def every_card_stands_on_one_run_of_whole_parts(army: Army, options: SheetOptions, pages: Pages) -> None:
    stays = [stay for page in pages.pages if page.sheet in ("units", "vehicles") for stay in page.stays]
    for card in army[0]:
        own = [stay for stay in stays if stay.card == card.id]
        assert bool(own) is isinstance(card, UnitCard | VehicleCard)
        if own:
            start = stays.index(own[0])
            assert stays[start : start + len(own)] == own
            assert [stay.part for stay in own] == list(range(1, own[0].parts + 1))
    for page in pages.pages:
        bottom = safe_edges(page)[3] * page.scale
        for above, below in zip(page.stays, page.stays[1:], strict=False) if page.sheet != "cards" else ():
            assert above.top + above.height < below.top
        assert all(stay.top + stay.height <= bottom for stay in page.stays)
        assert len(page.stays) <= 1 or not options.one_a_page or options.merge or page.sheet == "cards"


def everything_lies_inside_the_margins(army: Army, options: SheetOptions, pages: Pages) -> None:
    for page in pages.pages:
        left, top, right, bottom = safe_edges(page)
        for x1, y1, x2, y2 in extents(page):
            assert left <= x1 <= x2 <= right
            assert top <= y1 <= y2 <= bottom


def texts_do_not_meet(army: Army, options: SheetOptions, pages: Pages) -> None:
    for page in pages.pages:
        boxes = sorted(
            (text.y - CAP * em(text), text.y + DESCENT * em(text), text.x, text.x + text.width, text.text)
            for text in texts_of(page)
        )
        for n, (_, foot, start, end, words_) in enumerate(boxes):
            for head, _, other_start, other_end, others in boxes[n + 1 :]:
                if head >= foot:
                    break
                assert end <= other_start + 0.05 or other_end <= start + 0.05, (words_, others)


def type_is_large_enough_and_every_letter_is_in_the_font(army: Army, options: SheetOptions, pages: Pages) -> None:
    fonts = load_fonts()
    for page in pages.pages:
        for text in texts_of(page):
            assert text.style.size * page.scale >= 7 * page.scale >= 7
            assert not fonts.missing(text.text, text.style.weight)


def every_field_stands_once(army: Army, options: SheetOptions, pages: Pages) -> None:
    fields = [item.id for page in pages.pages for item in flat(page.items) if isinstance(item, PageField)]
    assert len(fields) == len(set(fields))
    for card in army[0]:
        if isinstance(card, UnitCard):
            expected = sum(group.models * group.wounds * group.boxes for group in card.groups)
            boxes = {name for group in card.groups for name in fields if name.startswith(group.box_prefix)}
            assert len(boxes) == expected
            assert {f"{card.track.id}.{n}" for n in range(1, 201)} <= set(fields)


def as_many_tokens_are_printed_as_the_army_gives(army: Army, options: SheetOptions, pages: Pages) -> None:
    texts = Counter(text.text for page in pages.pages if page.sheet == "tokens" for text in texts_of(page))
    for kind in army[1].aids.tokens:
        assert texts[kind.name.upper()] == kind.total


PROMISES: tuple[Callable[[Army, SheetOptions, Pages], None], ...] = (
    every_card_stands_on_one_run_of_whole_parts,
    everything_lies_inside_the_margins,
    texts_do_not_meet,
    type_is_large_enough_and_every_letter_is_in_the_font,
    every_field_stands_once,
    as_many_tokens_are_printed_as_the_army_gives,
)


@settings(max_examples=3, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(armies(), choices())
def test_pages_keep_every_promise(army: Army, options: SheetOptions) -> None:
    """Laying an army out takes longer than to look whether the pages keep a promise: each army is laid out once."""
    pages = lay_out(army, options)
    for kept in PROMISES:
        kept(army, options, pages)


def em(text: Text) -> float:
    return text.style.size / MM


def texts_of(page: Page) -> Iterator[Text]:
    return (item for item in flat(page.items) if isinstance(item, Text))


def extents(page: Page) -> Iterator[tuple[float, float, float, float]]:
    """Left, top, right and bottom of everything drawn, and of every field."""
    for item in flat(page.items):
        match item:
            case Text():
                yield item.x, item.y - CAP * em(item), item.x + item.width, item.y + DESCENT * em(item)
            case Rect() | PageField():
                yield item.x, item.y, item.x + item.width, item.y + item.height
            case Segment():
                yield min(item.x1, item.x2), min(item.y1, item.y2), max(item.x1, item.x2), max(item.y1, item.y2)
            case Polygon():
                xs, ys = zip(*item.points, strict=True)
                yield min(xs), min(ys), max(xs), max(ys)
            case Circle():
                yield item.x - item.radius, item.y - item.radius, item.x + item.radius, item.y + item.radius
            case _:
                raise AssertionError(item)
