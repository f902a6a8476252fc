"""What a player chooses of the sheets, and the order that follows for units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated

from builder.errors import InputError
from builder.record import replace
from builder.systems.blocks import Card, PanelCard, ProfileCard, RosterPage, RosterRow, SheetKind, VehicleCard
from builder.systems.parameters import Choice, Kind, Params, given, names
from builder.systems.registry import brought_sheets

MATCHUP = "matchup"
"""The sheet of what each unit does to each enemy, for systems without dice."""
OUR_SHEETS: Mapping[str, SheetKind] = {
    "roster": SheetKind("Roster", "R", "The list: units, points, findings, notes."),
    "units": SheetKind("Units", "U", "Cards of units, with boxes for their hits.", filled_in=True),
    "vehicles": SheetKind("Vehicles", "V", "Cards of vehicles, with boxes for their damage.", filled_in=True),
    "tokens": SheetKind("Tokens", "T", "Tokens and markers to cut out.", true_to_scale=True),
    "template": SheetKind("Template", "A", "The template, true to scale.", true_to_scale=True),
    "aid": SheetKind("Turn and tables", "P", "The turn and its tables on one page."),
    "reference": SheetKind("Reference", "L", "Tables of weapons against saves and armour."),
    "rules": SheetKind("Rules", "S", "The rules of this army's units."),
    "notes": SheetKind("Notes for the table", "N", "What this army's player must remember, by phase."),
    "cards": SheetKind("Cards", "C", "Cards to cut out and play with.", true_to_scale=True),
    MATCHUP: SheetKind("Matchup", "W", "What each unit does to each enemy, or to common profiles."),
}
"""The sheets that every army can have, in the order in which they are offered."""
SHEETS = ("roster", "units", "vehicles")
"""What is printed when nothing is said, in this order."""
WITH_RULES = (*SHEETS, "rules")
"""The same of an army whose cards name rules by their number, which are told once then."""
EVERY_PAGE = (*SHEETS, "tokens", "template", "aid", "reference", "rules")
"""What `all` prints, with the sheets of modules behind the cards of units and vehicles."""


def usual_sheets(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return what is printed of an army when nothing is said."""
    return WITH_RULES if any(isinstance(card, ProfileCard) and card.texts for card in cards) else SHEETS


def kind_of(sheet: str) -> SheetKind:
    """Return what a sheet is: one of ours, or one that an installed system or module brings.

    Raises:
        KeyError: nobody knows such a sheet.
    """
    return OUR_SHEETS.get(sheet) or brought_sheets()[sheet]


def with_brought(sheets: Sequence[str], brought: Iterable[str]) -> tuple[str, ...]:
    """Return sheets with those that systems and modules bring, behind the cards of units and vehicles."""
    own = tuple(each for each in brought if each not in OUR_SHEETS)
    return (*sheets[: len(SHEETS)], *own, *sheets[len(SHEETS) :])


def _unknown(sheets: Iterable[str]) -> tuple[str, ...]:
    """Those that nobody knows; others than ours are asked for only where there are any."""
    return tuple(each for each in sheets if each not in OUR_SHEETS and each not in brought_sheets())


def _known() -> str:
    return ", ".join(with_brought((*OUR_SHEETS,), brought_sheets()))


PAPERS = ("a4", "a5", "letter")

SORTS = ("slot", "roster", "name", "points")
"""Orders of units, the first where none is chosen."""


def _read_sheets(text: str) -> tuple[str, ...]:
    named = [part.strip().lower() for part in text.split(",") if part.strip()]
    every = with_brought(EVERY_PAGE, brought_sheets()) if "all" in named else ()
    chosen = tuple(dict.fromkeys(sheet for name in named for sheet in (every if name == "all" else (name,))))
    if not chosen or _unknown(chosen):
        raise ValueError(f"choose among {_known()}, separated by commas, or all")
    return chosen


Sheets = Annotated[
    tuple[str, ...],
    Kind(
        read=_read_sheets,
        write=",".join,
        schema={"type": "array", "items": {"type": "string"}},
        words=tuple(Choice(sheet, sheet) for sheet in OUR_SHEETS),
        metavar="TEXT",
    ),
]
"""Which sheets, in order; `all` stands for every page."""
Paper = Annotated[str, names(PAPERS, metavar=f"[{'|'.join(PAPERS)}]")]
"""An id of a paper in the page design."""
Sort = Annotated[str, names(SORTS, metavar=f"[{'|'.join(SORTS)}]")]
"""The order of units: by `slot`, as in the `roster`, by `name`, or by `points` (most first)."""


CARD_SIZES = ("63x88", "70x120")
"""Sizes of cards to cut out, in mm; the larger ones are folded, and need no printer of both sides."""
CardSizeName = Annotated[str, names(CARD_SIZES, metavar=f"[{'|'.join(CARD_SIZES)}]")]


WIDEST_GUTTER = 30
"""mm."""
GUTTERS = (0, 12, 15, 20, 25, WIDEST_GUTTER)
"""Gutters that are offered, in mm; any number up to the widest is taken."""


def _read_gutter(text: str) -> int:
    if not text.strip().isdecimal() or int(text) > WIDEST_GUTTER:
        raise ValueError(f"a gutter is a whole number of mm, 0 to {WIDEST_GUTTER}")
    return int(text)


Gutter = Annotated[
    int,
    Kind(
        read=_read_gutter,
        schema={"type": "integer", "minimum": 0, "maximum": WIDEST_GUTTER},
        figure=True,
        words=tuple(Choice(width, str(width)) for width in GUTTERS),
        metavar="MM",
    ),
]
"""The margin at the side where pages are bound, in mm."""

SHEETS_TEXT = (
    f"The sheets to print, in your order, separated by commas: {', '.join(EVERY_PAGE)}, those of modules, such as "
    "assault, or all for all of these. There are also cards, to cut out and play with; notes, which list what this "
    "army's player must remember; and matchup: what each unit does to each enemy, or to common profiles. aid is the "
    "turn and its tables on one page."
)


class SheetOptions(Params):
    """Everything that can be chosen of a print."""

    paper: Paper = given("The paper.", default="a4")
    sheets: Sheets = given(SHEETS_TEXT, default=SHEETS)
    sort: Sort = given("The order of units.", default=SORTS[0])
    gutter: Gutter = given(
        "The least margin, 0 to 30 mm, at the left, where pages are bound. What is cut out stays in place.", default=0
    )
    duplex: bool = given("For printing on both sides: the gutter of every second page is at the right.", default=False)
    larger_text: bool = given("Make all a quarter larger, except tokens, template and cards to cut out.", default=False)
    ink_saver: bool = given("Outlines instead of black, no tints, damage as crosses.", default=False)
    grey: bool = given("No colour; only the angle template has any.", default=False)
    one_a_page: bool = given("Each unit on a page of its own.", default=False)
    merge: bool = given("Identical units on one card, with boxes for each of them.", default=False)
    fillable: bool = given("Boxes that can be ticked in the PDF, in any viewer that fills in forms.", default=False)
    opponent: bool = given("A copy for the opponent: it shows no notes, and not who waits in reserve.", default=False)
    no_tags: bool = given("No tags, which screen readers need: a smaller file, made sooner.", default=False)
    archive: bool = given(
        "PDF/A-3b, to be kept for years; not for fillable sheets, whose scripts it forbids.", default=False
    )
    card_size: CardSizeName = given("The size of cards to cut out, in mm.", default=CARD_SIZES[0])
    compact: bool = given("Unit and vehicle cards closer together: more of them on a page.", default=False)

    def __post_init__(self) -> None:
        """Check what the form of an export can get wrong.

        Raises:
            InputError: a sheet or an order is not known, no sheet is chosen, or one is chosen twice.
        """
        unknown = _unknown(self.sheets)
        if unknown or not self.sheets:
            what = f"sheet '{unknown[0]}' is not known" if unknown else "no sheet is chosen"
            raise InputError(f"{what}; choose from: {_known()}")
        if len(set(self.sheets)) < len(self.sheets):
            raise InputError(f"a sheet is chosen twice: {', '.join(self.sheets)}")
        if self.archive and self.fillable:
            raise InputError("PDF/A forbids the scripts of fields: choose archive or fillable, not both")
        if self.opponent and "notes" in self.sheets:
            raise InputError("a copy for the opponent has no notes: leave out the sheet 'notes'")
        if not 0 <= self.gutter <= WIDEST_GUTTER:
            raise InputError(f"a gutter is 0 to {WIDEST_GUTTER} mm, not {self.gutter}")
        if self.sort not in SORTS:
            raise InputError(f"order '{self.sort}' is not known; choose from: {', '.join(SORTS)}")


Key = tuple[float, str]
KEYS: dict[str, Callable[[RosterRow], Key]] = {
    "roster": lambda row: (row.place, ""),
    "name": lambda row: (0, row.name.casefold()),
    "points": lambda row: (-float(row.points), ""),
}


def sheet_of(card: Card) -> str:
    """Return the sheet on which a card stands."""
    if type(card) is PanelCard:
        return card.sheet
    return "vehicles" if type(card) is VehicleCard else "units"


def arranged(cards: Sequence[Card], roster: RosterPage, options: SheetOptions) -> tuple[tuple[Card, ...], RosterPage]:
    """Cards and rows in an order of the player's choice; the cards of a unit stay together.

    Systems give them by slot, so for that order nothing is moved. Tables that the page to play by has are looked up
    there alone, where both sheets are chosen.
    """
    if {"aid", "reference"} <= {*options.sheets}:
        roster = replace(roster, aids=roster.aids.each_once())
    if options.sort not in KEYS:
        return tuple(cards), roster
    rows = tuple(sorted(roster.rows, key=KEYS[options.sort]))
    places = {card: n for n, row in enumerate(rows) for card in row.cards}
    ordered = sorted(cards, key=lambda card: places.get(card.id, len(rows)))
    return tuple(ordered), replace(roster, rows=rows)
