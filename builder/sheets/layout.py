"""Laying an army out on pages: the sheets chosen, in their order, with what every page has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from types import MappingProxyType

from msgspec.structs import replace

from builder.errors import ExportError
from builder.sheets.block import Strip, moved
from builder.sheets.card_blocks import blocks_of_cards
from builder.sheets.design import Design, Grid
from builder.sheets.options import MATCHUP, SheetOptions, arranged, kind_of, sheet_of
from builder.sheets.packing import Content, pack, with_lines
from builder.sheets.page import ASIDE, SHEET, Bookmark, Link, Page, Pages, Picture, Stay
from builder.sheets.page_frame import HEAD, Frame, frame_for, gutter_shift, running_head
from builder.sheets.reference_sheet import quick_pages, reference_pages
from builder.sheets.roster_page import roster_pages
from builder.sheets.rules_sheet import Untold, rules_begun, rules_of, rules_pages, rules_strip, untold_rules
from builder.sheets.token_sheet import token_pages
from builder.sheets.typesetter import Metrics, Typesetter
from builder.systems.blocks import Card, FormationCard, PanelCard, ProfileCard, RosterPage, RuleText

SIDE, NAME_HEIGHT = 10.0, 8.0
"""Where links begin from the sides of the paper, and the height of those on the name of a card, in mm."""
SLACK = 1e-6
"""Forgives rounding where the height of a page is summed up."""
ELSEWHERE = {"rules": "See Rules", "roster": "See roster"}
"""Where rules stand in full of which cards have the names alone, by the sheet that is printed."""
FLOW = ("units", "vehicles")
"""Sheets whose cards share pages where both are chosen."""
MOST_LISTED = 4_000
"""Letters of rules for which a list has room beside it, with those that stand on cards; ours have half as many."""


def layout(
    cards: Iterable[Card],
    roster: RosterPage,
    options: SheetOptions,
    design: Design,
    metrics: Metrics,
    pictures: Mapping[str, Picture] = MappingProxyType({}),
) -> Pages:
    """Lay the chosen sheets of an army out on pages; `pictures` are those of units, by the ids of their rows.

    Rules of data of others are too long for cards and list: those that no card tells whole have a sheet of their own.

    Raises:
        InputError: the design has no such paper, or it is too small for larger text.
        ExportError: a part of a card is higher than a page, or there is nothing to print.
    """
    cards, roster = arranged(tuple(cards), roster, options)
    own_rules = roster.rules
    if "rules" in options.sheets:
        cards = tuple(replace(card, by_reference=True) if isinstance(card, ProfileCard) else card for card in cards)
    else:  # Cards that tell rules whole have those of the army, whose numbers lead nowhere then.
        told = {text.rule for card in cards if isinstance(card, ProfileCard) for text in card.texts}
        own_rules = tuple(_unnumbered(rule) for rule in roster.rules if rule.rule not in told)
        roster = replace(roster, rules=tuple(map(_unnumbered, roster.rules)))
    apart = "rules" not in options.sheets and "roster" in options.sheets and _are_long(cards, options.sheets)
    sheets_printed = (*options.sheets, "rules") if apart else options.sheets
    frames = {sheet: frame_for(design, options, sheet) for sheet in sheets_printed}
    setter = Typesetter(design, metrics, options.ink_saver, colour=not options.grey)
    setter.elsewhere = next((words for sheet, words in ELSEWHERE.items() if sheet in frames), "")
    widths = {frame.across: frame.scale for frame in frames.values()}
    setters = {across: setter.in_design(design.narrowed(across, scale)) for across, scale in widths.items()}
    filled: dict[str, list[Content]] = {}
    blank = not any(card.head.name for card in cards)
    flows = {sheet: (sheet,) for sheet in sheets_printed} if blank else _flows(sheets_printed)
    below = _below(flows, cards)
    rules: Strip | None = None
    for lead, sheets in flows.items():
        if kind_of(lead).filled_in or lead == MATCHUP:
            frame, its = frames[lead], setters[frames[lead].across]
            close = its.in_design(its.design.compact) if its.design.compact and frame.compact else its
            blocks = blocks_of_cards(close, cards, sheets, frame, options)
            if lead == below:
                rules = rules_strip(its, own_rules, frame.room / its.design.grid.row)
            foot = rules.rows * its.design.grid.row if rules and lead == below else 0
            filled[lead] = pack(blocks, frame.room, close.design.grid, options.one_a_page, foot)
            on_pages = [len(content.stays) for content in filled[lead]]
            if blank and on_pages[-2:-1] > [1] and on_pages[-1] == 1:
                filled[lead].pop()  # A blank card alone is worth no page.
    labels = _labels(filled, flows)
    untold = _untold(filled, cards, options.sheets, roster.rules)
    if more := tuple(rule for rule in untold.rules if rule not in roster.rules):
        roster, own_rules = replace(roster, rules=(*roster.rules, *more)), (*own_rules, *more)
        if below:
            rules = rules_strip(setters[frames[below].across], own_rules, frames[below].room / design.grid.row)
    texts = "sheet Rules" if "rules" in frames else ""
    if below and (last := _with_rules(filled[below][-1], rules, frames[below].room, design.grid)):
        filled[below][-1] = last
        if len(own_rules) == len(roster.rules):
            texts = f"page {_label(flows[below], len(filled[below]))}"
    else:
        below = None
    if below is None and (tabled := _looked_up(options.sheets, roster)):
        frame, its = frames[tabled], setters[frames[tabled].across]
        tables = _contents(its, cards, roster, tabled, labels, frame, texts, Untold(), options, pictures)
        strip = rules_strip(its, own_rules, frame.room / its.design.grid.row)
        if tables and (last := _with_rules(_with_gap(tables[-1], its), strip, frame.room, its.design.grid)):
            filled[tabled], below = [*tables[:-1], last], tabled
            texts = f"sheet {kind_of(below).name}"
    if apart and below is None:
        _told_apart(setters, frames, filled, flows, cards, untold)
        texts, untold = "cards, sheet Rules", Untold()
    if untold.rules and not texts and (at := _below(flows, cards)):
        its, frame = setters[frames[at].across], frames[at]

        def listed(rules: Untold) -> int:
            return len(_contents(its, cards, roster, "roster", labels, frames["roster"], "", rules, options, pictures))

        if "roster" not in frames or listed(untold) > listed(Untold()):  # Not on a further page of the list.
            strips = [rules_strip(its, some, frame.room / design.grid.row) for some in untold]
            for strip, (n, content) in product(strips, reversed([*enumerate(filled[at])])):
                if last := _with_rules(content, strip, frame.room, design.grid):
                    filled[at][n] = last
                    texts = f"page {_label(flows[at], n + 1)}"
                    break
    if not options.opponent:
        for lead in filled.keys() & {*FLOW}:
            its = setters[frames[lead].across]
            filled[lead] = [with_lines(its, content, frames[lead].room) for content in filled[lead]]
    for sheet in flows:
        if sheet not in filled and not (sheet == "rules" and below):
            its = setters[frames[sheet].across]
            frame = frames[sheet]
            filled[sheet] = _contents(its, cards, roster, sheet, labels, frame, texts, untold, options, pictures)
    by_id = {card.id: card for card in cards}
    kinds = {card.id: sheet_of(card) for card in cards}
    pages: list[Page] = []
    rows: dict[str, tuple[int, Stay]] = {}
    rules_at: int | None = None
    for lead in flows:
        its = setters[frames[lead].across]
        shift = gutter_shift(frames[lead], options, lead, its.design.grid.width)
        for n, content in enumerate(filled.get(lead, ()), 1):
            page = _page(its, frames[lead], roster, flows[lead], n, len(filled[lead]), content, by_id)
            rows |= {row.card: (len(pages), _placed(frames[lead], row)) for row in content.rows}
            turned = options.duplex and len(pages) % 2
            pages.append(replace(page, items=(moved(page.items, -shift if turned else shift, 0),)) if shift else page)
        if lead == below:
            rules_at = len(pages) - 1
    if not pages:
        raise ExportError(f"'{roster.title}' has nothing for the sheets chosen: {', '.join(options.sheets)}")
    outline = _outline(pages, kinds, rules_at)
    return Pages(
        title=f"{roster.title} – {roster.system}",
        subject=", ".join(sheet.title.lower() for sheet in outline),
        pages=tuple(_linked(pages, rows)),
        outline=outline,
        findings=setter.findings,
    )


def _untold(
    filled: Mapping[str, Sequence[Content]], cards: Iterable[Card], sheets: Sequence[str], rules: Sequence[RuleText]
) -> Untold:
    """Return the rules that cards of units or vehicles do not tell whole, as the army words them where it does."""
    told = [rule for contents in filled.values() for content in contents for rule in content.told]
    printed = (card for card in cards if sheet_of(card) in FLOW and sheet_of(card) in sheets)
    return untold_rules(printed, told).in_words_of(rules)


def _are_long(cards: Iterable[Card], sheets: Sequence[str]) -> bool:
    """Whether the rules of units have more words than a list has room for beside it."""
    printed = (card for card in cards if sheet_of(card) in FLOW and sheet_of(card) in sheets)
    return sum({rule: len(rule.text) for card in printed for rule in rules_of(card)}.values()) > MOST_LISTED


def _told_apart(
    setters: Mapping[float, Typesetter],
    frames: Mapping[str, Frame],
    filled: dict[str, list[Content]],
    flows: Mapping[str, Sequence[str]],
    cards: Sequence[Card],
    untold: Untold,
) -> None:
    """Put untold rules on pages of their own, or begin them below the last card where there is room."""
    named = (replace(rule, title=rule.name) for rule in untold.rules)
    rules = sorted(named, key=lambda rule: rule.title.casefold())
    frame, at = frames["rules"], _below(flows, cards)
    its, room = setters[frame.across], 0.0
    if at is not None and frames[at].across == frame.across:
        room = (frames[at].room - filled[at][-1].height) / its.design.grid.row - 1
    strip, filled["rules"] = rules_begun(its, rules, room, frame.rows) if rules else (None, [])
    if at is not None and strip is not None:
        begun = _with_rules(filled[at][-1], strip, frames[at].room, its.design.grid)
        assert begun
        filled[at][-1] = begun


def _unnumbered(rule: RuleText) -> RuleText:
    """Return a rule without the number that it has in its army alone."""
    return replace(rule, rule="") if rule.rule.startswith("[") else rule


def _flows(sheets: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the sheets that share pages, by the first of them: units and vehicles, where one follows the other."""
    flows: dict[str, tuple[str, ...]] = {}
    lead = ""
    for sheet in sheets:
        if not (sheet in FLOW and lead in FLOW):
            lead = sheet
        flows[lead] = (*flows.get(lead, ()), sheet)
    return flows


def _below(flows: Mapping[str, Sequence[str]], cards: Sequence[Card]) -> str | None:
    """Return the first sheet below whose last card rules may stand."""
    printed = {sheet_of(card) for card in cards}
    return next((lead for lead in FLOW if printed.intersection(flows.get(lead, ()))), None)


def _looked_up(sheets: Sequence[str], roster: RosterPage) -> str | None:
    """Return the sheet of tables right before that of rules, which has them too where it leaves room."""
    aids = {"aid": roster.aids.quick, "reference": roster.aids.reference}
    printed = [sheet for sheet in sheets if aids.get(sheet, True)]
    return next((one for one, other in pairwise(printed) if other == "rules" and one in aids), None)


def _with_gap(tables: Content, setter: Typesetter) -> Content:
    """Return tables with the white over the next panel."""
    return replace(tables, height=tables.height + setter.design.grid.gap)


def _with_rules(last: Content, rules: Strip | None, room: float, grid: Grid) -> Content | None:
    """Return the page of the last card with the rules below it, where it has room for all of them."""
    top = last.height + grid.gap
    if rules is None or top + rules.rows * grid.row > room + SLACK:
        return None
    return replace(last, items=(*last.items, moved(rules.items, 0, top)), height=top + rules.rows * grid.row)


def _key_words(cards: Iterable[Card], sheet: str) -> str | None:
    """Return the key that the cards of a sheet bring themselves."""
    own = (
        card for card in cards if isinstance(card, PanelCard | FormationCard | ProfileCard) and sheet_of(card) == sheet
    )
    return next((card.key for card in own), None)


def _label(sheets: Sequence[str], n: int) -> str:
    """Return the label of a page: a number alone where several sheets share the pages."""
    return f"{kind_of(sheets[0]).letter}{n}" if len(sheets) == 1 else str(n)


def _labels(filled: Mapping[str, Sequence[Content]], flows: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """By the id of a card, the first page that it stands on."""
    labels: dict[str, str] = {}
    for lead, contents in filled.items():
        for n, content in enumerate(contents, 1):
            for stay in content.stays:
                labels.setdefault(stay.card, _label(flows[lead], n))
    return labels


def _contents(
    setter: Typesetter,
    cards: Sequence[Card],
    roster: RosterPage,
    sheet: str,
    labels: Mapping[str, str],
    frame: Frame,
    texts: str,
    untold: Untold,
    options: SheetOptions,
    pictures: Mapping[str, Picture],
) -> list[Content]:
    """Return the pages of a sheet that is not made of blocks; `texts` says where those of rules are.

    The list tells rules whole that are `untold` on cards.
    """
    capacity = frame.rows
    match sheet:
        case "roster":
            return roster_pages(setter, roster, labels, capacity, texts, untold)
        case "cards":
            from builder.sheets.card_sheet import card_pages
            from builder.sheets.card_size import CARD_SIZES

            own = [card for card in cards if sheet_of(card) != MATCHUP]
            size, rules = CARD_SIZES[options.card_size], "rules" in options.sheets
            printed = own, roster, size, frame.room, options.merge, pictures
            return card_pages(setter, *printed, rules=rules, margin=frame.top)
        case "tokens":
            return token_pages(setter, roster.aids.tokens, roster.aids.token_title, capacity)
        case "template":
            from builder.sheets.angle_template import angle_pages

            return angle_pages(setter, roster.aids.template, capacity)
        case "aid":
            return quick_pages(setter, roster.aids.quick, capacity)
        case "reference":
            return reference_pages(setter, roster.aids.reference, capacity)
        case "notes":
            return reference_pages(setter, roster.aids.notes, capacity)
        case _:
            return rules_pages(setter, roster.rules, capacity)


def _page(
    setter: Typesetter,
    frame: Frame,
    roster: RosterPage,
    sheets: Sequence[str],
    n: int,
    count: int,
    content: Content,
    cards: Mapping[str, Card],
) -> Page:
    on_page = [cards[stay.card] for stay in content.stays if stay.card in cards]
    found = {sheet_of(card) for card in on_page}
    sheet = next((sheet for sheet in sheets if sheet in found), sheets[0])
    name = roster.unit_sheet if sheet == "units" else kind_of(sheet).name
    label = f"{name} {n} of {count}" if len(sheets) == 1 else f"{n} of {count}"
    left, top = frame.left(setter.design.grid.width), frame.top + HEAD
    head = running_head(
        setter, roster, sheet, label, _key_words(on_page, sheet) if content.key is None else content.key
    )
    return Page(
        sheet=sheet,
        label=_label(sheets, n),
        width=frame.width,
        height=frame.height,
        items=(
            moved((SHEET if n == 1 else ASIDE, *head), left, frame.top - content.lift),
            moved(content.items, left, top),
        ),
        stays=tuple(_placed(frame, stay) for stay in content.stays),
        scale=frame.scale,
    )


def _placed(frame: Frame, stay: Stay) -> Stay:
    """Return where something stands on the paper."""
    return replace(stay, top=(frame.top + HEAD + stay.top) * frame.scale, height=stay.height * frame.scale)


def _linked(pages: Sequence[Page], rows: Mapping[str, tuple[int, Stay]]) -> Iterator[Page]:
    """Yield the pages with links from each row of the list to the card of its unit, and from its name back there."""
    cards = {stay.card: (n, stay) for n, page in reversed([*enumerate(pages)]) for stay in page.stays if stay.part == 1}
    for n, page in enumerate(pages):
        left, width = SIDE, page.width - 2 * SIDE
        links = [
            Link(left, row.top, width, row.height, *_spot(cards[card]), f"The card of {cards[card][1].name}")
            for card, (at, row) in rows.items()
            if at == n and card in cards
        ]
        links += [
            Link(
                left,
                stay.top,
                width / 3,
                min(stay.height, NAME_HEIGHT),
                *_spot(rows[stay.card]),
                f"{stay.name} in the list",
            )
            for stay in page.stays
            if stay.part == 1 and stay.card in rows and page.sheet != "cards"
        ]
        yield replace(page, links=tuple(links)) if links else page


def _spot(place: tuple[int, Stay]) -> tuple[int, float]:
    return place[0], place[1].top


def _outline(pages: Sequence[Page], kinds: Mapping[str, str], rules_at: int | None) -> tuple[Bookmark, ...]:
    """Return a bookmark for each sheet, and under it one for each card.

    `kinds` are the sheets by the ids of cards; the rules stand below the cards of the page `rules_at`.
    """
    found: dict[str, tuple[int, float, list[Bookmark]]] = {}
    for n, page in enumerate(pages):
        if not page.stays:
            found.setdefault(page.sheet, (n, 0.0, []))
        for stay in page.stays:
            sheet = kinds[stay.card] if page.sheet in FLOW else page.sheet
            *_, cards = found.setdefault(sheet, (n, 0.0 if stay is page.stays[0] else stay.top, []))
            if stay.part == 1:
                cards.append(Bookmark(stay.name or stay.card, n, stay.top))
    if rules_at is not None:
        found["rules"] = (rules_at, max((stay.top + stay.height for stay in pages[rules_at].stays), default=0.0), [])
    return tuple(Bookmark(kind_of(sheet).name, n, top, tuple(cards)) for sheet, (n, top, cards) in found.items())
