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
from builder.sheets.page import Page, Pages, Picture, Stay
from builder.sheets.page_frame import (
    FLOW,
    frame_for,
    framed_page,
    gutter_shift,
    linked,
    outline_of,
    page_label,
    placed_on,
)
from builder.sheets.reference_sheet import quick_pages, reference_pages
from builder.sheets.roster_page import roster_pages
from builder.sheets.rules_sheet import Untold, rules_begun, rules_of, rules_pages, rules_strip, untold_rules
from builder.sheets.token_sheet import token_pages
from builder.sheets.typesetter import Metrics, Typesetter
from builder.systems.blocks import Card, ProfileCard, RosterPage, RuleText

SLACK = 1e-6
"""Forgives rounding where the height of a page is summed up."""
ELSEWHERE = {"rules": "See Rules", "roster": "See roster"}
"""Where rules stand in full of which cards have the names alone, by the sheet that is printed."""
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
    laid = _Layout(tuple(cards), roster, options, design, metrics, pictures)
    laid.put_cards()
    laid.put_rules()
    laid.put_lines()
    laid.put_others()
    return laid.pages()


class _Layout:
    """The sheets of an army while they are laid out, each with what its pages hold by now (`filled`).

    Args:
        flows: the sheets that share pages, by the first of them.
        own_rules: the rules that the army has to tell itself, of all of its `roster.rules`.
        untold: the rules that no card tells whole.
        below: the sheet below whose last card, or whose tables, the army's rules stand; None where they stand nowhere.
        texts: where rules stand, in the words of the list.
        apart: whether rules that are too long for cards and list have a sheet of their own.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        roster: RosterPage,
        options: SheetOptions,
        design: Design,
        metrics: Metrics,
        pictures: Mapping[str, Picture],
    ) -> None:
        self.options, self.design, self.pictures = options, design, pictures
        self.cards, self.roster, self.own_rules = _worded(*arranged(cards, roster, options), options.sheets)
        sheets, lists_rules = options.sheets, "rules" in options.sheets
        self.apart = not lists_rules and "roster" in sheets and _are_long(self.cards, sheets)
        printed = (*sheets, "rules") if self.apart else sheets
        self.frames = {sheet: frame_for(design, options, sheet) for sheet in printed}
        self.setter = Typesetter(design, metrics, options.ink_saver, colour=not options.grey)
        self.setter.elsewhere = next((words for sheet, words in ELSEWHERE.items() if sheet in self.frames), "")
        widths = {frame.across: frame.scale for frame in self.frames.values()}
        self._setters = {
            across: self.setter.in_design(design.narrowed(across, scale)) for across, scale in widths.items()
        }
        self.blank = not any(card.head.name for card in self.cards)
        self.flows = {sheet: (sheet,) for sheet in printed} if self.blank else _flows(printed)
        self.filled: dict[str, list[Content]] = {}
        self.below = self._card_sheet()
        self.rules: Strip | None = None
        self.untold = Untold()
        self.texts = "sheet Rules" if "rules" in self.frames else ""

    def its(self, sheet: str) -> Typesetter:
        """The typesetter of a sheet, in its width."""
        return self._setters[self.frames[sheet].across]

    def _card_sheet(self) -> str | None:
        """Return the first sheet below whose last card rules may stand."""
        printed = {sheet_of(card) for card in self.cards}
        return next((lead for lead in FLOW if printed.intersection(self.flows.get(lead, ()))), None)

    def _strip(self, sheet: str, rules: Sequence[RuleText]) -> Strip | None:
        """Return rules as they stand below the cards or tables of a sheet."""
        its = self.its(sheet)
        return rules_strip(its, rules, self.frames[sheet].room / its.design.grid.row)

    def _with_rules(self, sheet: str, last: Content, rules: Strip | None, grid: Grid) -> Content | None:
        """Return a page of a sheet with rules below what it holds, where it has room for all of them."""
        top = last.height + grid.gap
        if rules is None or top + rules.rows * grid.row > self.frames[sheet].room + SLACK:
            return None
        return replace(last, items=(*last.items, moved(rules.items, 0, top)), height=top + rules.rows * grid.row)

    # -- cards -------------------------------------------------------------------
    def put_cards(self) -> None:
        """Fill the pages of cards, which leave room for the rules of the army; then find what they do not tell."""
        for lead in self.flows:
            if kind_of(lead).filled_in or lead == MATCHUP:
                self.filled[lead] = self._of_cards(lead)
        self.labels = _labels(self.filled, self.flows)
        told = [rule for contents in self.filled.values() for content in contents for rule in content.told]
        printed = _in_flow(self.cards, self.options.sheets)
        self.untold = untold_rules(printed, told).in_words_of(self.roster.rules)
        if more := tuple(rule for rule in self.untold.rules if rule not in self.roster.rules):
            self.roster = replace(self.roster, rules=(*self.roster.rules, *more))
            self.own_rules = (*self.own_rules, *more)
            if self.below:
                self.rules = self._strip(self.below, self.own_rules)

    def _of_cards(self, lead: str) -> list[Content]:
        frame, its = self.frames[lead], self.its(lead)
        close = its.in_design(its.design.compact) if its.design.compact and frame.compact else its
        blocks = blocks_of_cards(close, self.cards, self.flows[lead], frame, self.options)
        if lead == self.below:
            self.rules = self._strip(lead, self.own_rules)
        foot = self.rules.rows * its.design.grid.row if self.rules and lead == self.below else 0
        contents = pack(blocks, frame.room, close.design.grid, self.options.one_a_page, foot)
        on_pages = [len(content.stays) for content in contents]
        # A blank card alone is worth no page.
        return contents[:-1] if self.blank and on_pages[-2:-1] > [1] and on_pages[-1] == 1 else contents

    # -- rules -------------------------------------------------------------------
    def put_rules(self) -> None:
        """Put rules below cards, else below tables, else on a sheet of their own; what no card tells finds room too."""
        self._below_cards()
        if self.below is None and (tabled := _looked_up(self.options.sheets, self.roster)):
            self._below_tables(tabled)
        if self.apart and self.below is None:
            self._apart()
            self.texts, self.untold = "cards, sheet Rules", Untold()
        if self.untold.rules and not self.texts and (at := self._card_sheet()):
            self._untold_below_cards(at)

    def _below_cards(self) -> None:
        at, last = self.below, None
        if at:
            last = self._with_rules(at, self.filled[at][-1], self.rules, self.design.grid)
        if not at or last is None:
            self.below = None
            return
        self.filled[at][-1] = last
        if len(self.own_rules) == len(self.roster.rules):
            self.texts = f"page {page_label(self.flows[at], len(self.filled[at]))}"

    def _below_tables(self, sheet: str) -> None:
        tables = self._contents(sheet, Untold())
        strip = self._strip(sheet, self.own_rules)
        grid = self.its(sheet).design.grid
        if tables and (last := self._with_rules(sheet, _with_gap(tables[-1], grid), strip, grid)):
            self.filled[sheet], self.below = [*tables[:-1], last], sheet
            self.texts = f"sheet {kind_of(sheet).name}"

    def _apart(self) -> None:
        """Put untold rules on pages of their own, or begin them below the last card where there is room."""
        named = (replace(rule, title=rule.name) for rule in self.untold.rules)
        rules = sorted(named, key=lambda rule: rule.title.casefold())
        frame, its, at, room = self.frames["rules"], self.its("rules"), self._card_sheet(), 0.0
        if at is not None and self.frames[at].across == frame.across:
            room = (self.frames[at].room - self.filled[at][-1].height) / its.design.grid.row - 1
        strip, self.filled["rules"] = rules_begun(its, rules, room, frame.rows) if rules else (None, [])
        if at is not None and strip is not None:
            begun = self._with_rules(at, self.filled[at][-1], strip, its.design.grid)
            assert begun
            self.filled[at][-1] = begun

    def _untold_below_cards(self, at: str) -> None:
        """Put untold rules on the last page of cards with room, where the list would take a further page for them."""

        def listed(rules: Untold) -> int:
            return len(self._contents("roster", rules, texts=""))

        if "roster" in self.frames and listed(self.untold) <= listed(Untold()):
            return
        strips = [self._strip(at, some) for some in self.untold]
        for strip, (n, content) in product(strips, reversed([*enumerate(self.filled[at])])):
            if last := self._with_rules(at, content, strip, self.design.grid):
                self.filled[at][n] = last
                self.texts = f"page {page_label(self.flows[at], n + 1)}"
                return

    # -- what else there is --------------------------------------------------------
    def put_lines(self) -> None:
        """Put lines to write on below the cards, where there is no opponent's army beside."""
        for lead in self.filled.keys() & {*FLOW} if not self.options.opponent else ():
            its = self.its(lead)
            self.filled[lead] = [with_lines(its, content, self.frames[lead].room) for content in self.filled[lead]]

    def put_others(self) -> None:
        """Fill all sheets that are not made of cards."""
        for sheet in self.flows:
            if sheet not in self.filled and not (sheet == "rules" and self.below):
                self.filled[sheet] = self._contents(sheet, self.untold)

    def _contents(self, sheet: str, untold: Untold, *, texts: str | None = None) -> list[Content]:
        """Return the pages of a sheet that is not made of cards; the list tells rules whole that are `untold`."""
        its, frame, roster, aids = self.its(sheet), self.frames[sheet], self.roster, self.roster.aids
        match sheet:
            case "roster":
                told = self.texts if texts is None else texts
                return roster_pages(its, roster, self.labels, frame.rows, told, untold)
            case "cards":
                from builder.sheets.card_sheet import card_pages
                from builder.sheets.card_size import CARD_SIZES

                own = [card for card in self.cards if sheet_of(card) != MATCHUP]
                size, rules = CARD_SIZES[self.options.card_size], "rules" in self.options.sheets
                printed = own, roster, size, frame.room, self.options.merge, self.pictures
                return card_pages(its, *printed, rules=rules, margin=frame.top)
            case "tokens":
                return token_pages(its, aids.tokens, aids.token_title, frame.rows)
            case "template":
                from builder.sheets.angle_template import angle_pages

                return angle_pages(its, aids.template, frame.rows)
            case "aid":
                return quick_pages(its, aids.quick, frame.rows)
            case "reference":
                return reference_pages(its, aids.reference, frame.rows)
            case "notes":
                return reference_pages(its, aids.notes, frame.rows)
            case _:
                return rules_pages(its, roster.rules, frame.rows)

    # -- pages -------------------------------------------------------------------
    def pages(self) -> Pages:
        """Return the pages in their order, with links between list and cards, and bookmarks."""
        by_id = {card.id: card for card in self.cards}
        pages: list[Page] = []
        rows: dict[str, tuple[int, Stay]] = {}
        rules_at: int | None = None
        for lead, sheets in self.flows.items():
            its, frame = self.its(lead), self.frames[lead]
            shift = gutter_shift(frame, self.options, lead, its.design.grid.width)
            contents = self.filled.get(lead, [])
            for n, content in enumerate(contents, 1):
                page = framed_page(its, frame, self.roster, sheets, n, len(contents), content, by_id)
                rows |= {row.card: (len(pages), placed_on(frame, row)) for row in content.rows}
                if shift:
                    turned = self.options.duplex and len(pages) % 2
                    page = replace(page, items=(moved(page.items, -shift if turned else shift, 0),))
                pages.append(page)
            if lead == self.below:
                rules_at = len(pages) - 1
        roster = self.roster
        if not pages:
            raise ExportError(f"'{roster.title}' has nothing for the sheets chosen: {', '.join(self.options.sheets)}")
        outline = outline_of(pages, {card.id: sheet_of(card) for card in self.cards}, rules_at)
        return Pages(
            title=f"{roster.title} – {roster.system}",
            subject=", ".join(sheet.title.lower() for sheet in outline),
            pages=tuple(linked(pages, rows)),
            outline=outline,
            findings=self.setter.findings,
        )


def _worded(
    cards: tuple[Card, ...], roster: RosterPage, sheets: Sequence[str]
) -> tuple[tuple[Card, ...], RosterPage, tuple[RuleText, ...]]:
    """Return cards and list as they word rules for the sheets chosen, and the rules that the army tells itself."""
    if "rules" in sheets:
        by_reference = (replace(card, by_reference=True) if isinstance(card, ProfileCard) else card for card in cards)
        return tuple(by_reference), roster, roster.rules
    # Cards that tell rules whole have those of the army, whose numbers lead nowhere then.
    told = {text.rule for card in cards if isinstance(card, ProfileCard) for text in card.texts}
    own_rules = tuple(_unnumbered(rule) for rule in roster.rules if rule.rule not in told)
    return cards, replace(roster, rules=tuple(map(_unnumbered, roster.rules))), own_rules


def _in_flow(cards: Iterable[Card], sheets: Sequence[str]) -> Iterator[Card]:
    """Yield the cards of units and vehicles that are printed."""
    return (card for card in cards if sheet_of(card) in FLOW and sheet_of(card) in sheets)


def _are_long(cards: Iterable[Card], sheets: Sequence[str]) -> bool:
    """Whether the rules of units have more words than a list has room for beside it."""
    words = {rule: len(rule.text) for card in _in_flow(cards, sheets) for rule in rules_of(card)}
    return sum(words.values()) > MOST_LISTED


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


def _looked_up(sheets: Sequence[str], roster: RosterPage) -> str | None:
    """Return the sheet of tables right before that of rules, which has them too where it leaves room."""
    aids = {"aid": roster.aids.quick, "reference": roster.aids.reference}
    printed = [sheet for sheet in sheets if aids.get(sheet, True)]
    return next((one for one, other in pairwise(printed) if other == "rules" and one in aids), None)


def _with_gap(tables: Content, grid: Grid) -> Content:
    """Return tables with the white over the next panel."""
    return replace(tables, height=tables.height + grid.gap)


def _labels(filled: Mapping[str, Sequence[Content]], flows: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """By the id of a card, the first page that it stands on."""
    labels: dict[str, str] = {}
    for lead, contents in filled.items():
        for n, content in enumerate(contents, 1):
            for stay in content.stays:
                labels.setdefault(stay.card, page_label(flows[lead], n))
    return labels
