"""The roster page and the play aids: what an opponent wants to see of a list, and what lies on the table."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from decimal import Decimal

from builder.errors import Finding
from builder.record import Record, replace
from builder.scalars import counted
from builder.systems.blocks.basics import Check, RuleGroup, RuleText, Shape, Table
from builder.systems.blocks.cards import Tally
from builder.systems.blocks.turns import SCORE, ScoreRow, TurnRolls


class Outline(enum.StrEnum):
    """The shape of a token, so that kinds are told apart without colour and without reading."""

    CIRCLE = "circle"
    SHIELD = "shield"
    OCTAGON = "octagon"
    STAR = "star"
    BULLET = "bullet"


class TokenKind(Record, frozen=True, kw_only=True):
    """Tokens of one kind to cut out.

    Args:
        line: what it does, in two or three words, printed under its name.
        count: how many the list gives; `later` are those added when the game starts.
        sources, later_sources: where they come from.
        text: its rule in a sentence or two.
        small: half as wide, with its name alone, where many are needed.
        needed: how many its sources come to where tokens that stand for several take the place of some of them, else 0.
    """

    name: str
    outline: Outline
    line: str
    count: int
    later: int = 0
    sources: tuple[str, ...] = ()
    later_sources: tuple[str, ...] = ()
    text: str = ""
    small: bool = False
    needed: int = 0

    @property
    def total(self) -> int:
        """Tokens to cut out."""
        return self.count + self.later


class Hatch(enum.StrEnum):
    """How a zone is filled, so that grey print tells it."""

    CROSSED = "crossed"
    LINES = "lines"
    DOTS = "dots"


class Zone(Record, frozen=True):
    """A zone on both sides of the perpendicular, from where the one before ends up to `until` degrees."""

    name: str
    until: int
    label: str
    hatch: Hatch
    remark: str = ""


class LineSteps(Record, frozen=True):
    """A damage line in the rules: its letter, the AV−S that leads to it, thresholds with the shape that they score."""

    letter: str
    difference: str
    steps: tuple[tuple[int, Shape], ...]


class AngleTemplate(Record, frozen=True, kw_only=True):
    """A disc that is laid on the point of a vehicle that is hit, with what is computed with it.

    Args:
        placing, reading: lines printed on the disc: how to lay it, and what it says.
        modifiers: what changes the number that the zones change, each with its values in words.
        example: sentences, each on a line of its own.
    """

    title: str
    zones: tuple[Zone, ...]
    placing: tuple[str, ...]
    reading: tuple[str, ...]
    formula: str
    modifiers: tuple[tuple[str, str], ...]
    line_rule: str
    lines: tuple[LineSteps, ...]
    example: tuple[str, ...] = ()


class ReferenceTable(Record, frozen=True, kw_only=True):
    """A table of numbers to look up, its first column the key.

    Args:
        aside: a remark at the right of the title.
        abreast: how many parts of the table stand side by side.
        boxed: titles of columns that concern this army.
        strong, tinted: what cells hold that are printed in bold, and on grey.
        to_scale: cells such as `36 G` and `36 P` stand on a line where their figure is, as on the cards of vehicles.
    """

    title: str
    table: Table
    aside: str = ""
    abreast: int = 1
    to_scale: bool = False
    boxed: frozenset[str] = frozenset()
    strong: frozenset[str] = frozenset()
    tinted: frozenset[str] = frozenset()


class QuickReference(Record, frozen=True, kw_only=True):
    """One page to play by: the turn, and beside it what players look up in it.

    Args:
        steps: of the turn, in their order.
        below: what stands below them, as narrow as they are.
        lookup: tables and rules, the most used first; narrow ones that follow each other stand side by side.
    """

    title: str
    aside: str
    steps: tuple[RuleGroup, ...]
    lookup: tuple[ReferenceTable | RuleGroup, ...]
    below: tuple[ReferenceTable | RuleGroup, ...] = ()


class Aids(Record, frozen=True, kw_only=True):
    """The play aids of an army; what a system has not is empty; `token_title` says what to do with the tokens.

    `quick` are the pages to play by: that of the system, and one for each module that has rules of its own; `notes` is
    what the player of the army must remember, by phase.
    """

    tokens: tuple[TokenKind, ...] = ()
    token_title: str = "Give these to your opponent"
    template: AngleTemplate | None = None
    reference: tuple[ReferenceTable, ...] = ()
    quick: tuple[QuickReference, ...] = ()
    notes: tuple[RuleGroup, ...] = ()

    def each_once(self) -> Aids:
        """Return the same without the tables of `reference` that the pages to play by have."""
        parts = (part for page in self.quick for part in (*page.lookup, *page.below))
        quick = {(part.title, part.table) for part in parts if isinstance(part, ReferenceTable)}
        left = tuple(table for table in self.reference if (table.title, table.table) not in quick)
        return replace(self, reference=left)


NO_AIDS = Aids()


class RosterMark(enum.StrEnum):
    """What the list says of a unit with a sign."""

    RESERVE = "reserve"
    DEEP_STRIKE = "deep strike"
    TRANSPORT = "transport"
    TOKENS = "gives tokens"


class Total(Record, frozen=True):
    """A number of the army in large type."""

    value: str
    label: str


class Slot(Record, frozen=True):
    """A slot of the force organisation: how many are taken, required and allowed (None: any number).

    Args:
        spent, allowance: the points that its units cost, and that they may cost; None where that is not limited.
        force, category: the ids of the force that it belongs to, and of what it takes.
    """

    code: str
    name: str
    taken: int
    minimum: int = 0
    maximum: int | None = None
    spent: Decimal = Decimal(0)
    allowance: Decimal | None = None
    force: str = ""
    category: str = ""


class ListWords(Record, frozen=True):
    """What lists of a system call what they count, in the singular, and the value that stands beside each unit.

    Args:
        unit, member: what an army is made of, and what that is made of.
        title, value: the head of the column of the value, and what it is in a sentence.
    """

    unit: str
    member: str
    title: str
    value: str

    @property
    def units(self) -> str:
        """The title of the sheets of units."""
        return f"{self.unit.capitalize()}s"

    @property
    def members(self) -> str:
        """The title of the column that counts members."""
        return f"{self.member.capitalize()}s"

    def counted(self, units: int, members: int, vehicles: int = 0) -> tuple[str, ...]:
        """Return so many units, members and vehicles in words, vehicles only where there are any: `2 formations`."""
        return (counted(units, self.unit), *self.members_of(members, vehicles))

    def members_of(self, members: int, vehicles: int) -> tuple[str, ...]:
        """Return so many members and vehicles in words: `10 models`, `1 vehicle`."""
        pairs = ((members, self.member, not vehicles), (vehicles, "vehicle", False))
        return tuple(counted(count, word) for count, word, always in pairs if count or always)


def vehicles_beside(members: int, vehicles: int) -> str:
    """What is said of vehicles beside a column that counts other members: nothing of one that is the whole unit."""
    return counted(vehicles, "vehicle") if vehicles > 1 or (vehicles and members) else ""


HIT_POINT_WORDS = ListWords("unit", "model", "HP", "HP")


class RosterRow(Record, frozen=True, kw_only=True):
    """A unit in the list; `unit` is its id, `cards` are the ids of its cards, `slot` its code.

    `value` is what the system tells beside it, such as `3+`; `hp` are the hit points of all its models, None where the
    system or the unit has none; of its `models` so many are `vehicles`; `place` is its place in the roster as its
    player wrote it; `art` names a picture of it.
    """

    unit: str
    slot: str
    name: str
    detail: str
    models: int
    points: Decimal
    value: str = ""
    hp: int | None = None
    vehicles: int = 0
    place: int = 0
    marks: tuple[RosterMark, ...] = ()
    cards: tuple[str, ...] = ()
    art: str = ""

    @property
    def on_foot(self) -> int:
        """Its models that are no vehicles."""
        return self.models - self.vehicles


class Token(Record, frozen=True):
    """Tokens of one kind to bring, with where they come from.

    `boxes` are struck off as tokens are spent, one for each that there is once the game has started; they have the
    shape of its `outline`.
    """

    name: str
    total: int
    sources: tuple[str, ...]
    remark: str = ""
    boxes: Tally | None = None
    outline: Outline = Outline.CIRCLE


class Awaited(Check, frozen=True):
    """A unit that waits, with a box for each turn in which it may arrive.

    `planned` is the turn (from 1) in which it arrives where units come in the order of the list; None where it comes
    with another one. `how` says whom it brings, and how it comes.
    """

    turns: tuple[Check, ...] = ()
    planned: int | None = None
    how: str = ""


class Reserve(Record, frozen=True):
    """Units that wait: how many may arrive in each turn (from turn 1), and boxes for each of them."""

    arrivals: tuple[int, ...]
    units: tuple[Awaited, ...]
    remark: str = ""


class Accent(Record, frozen=True):
    """What tells a faction from others on its cards: a colour (`#17336b`), and a pattern of signs for grey printers."""

    colour: str = ""
    pattern: str = "/"


NO_ACCENT = Accent()


class RosterPage(Record, frozen=True, kw_only=True):
    """The list itself: totals, slots, units, what to bring, findings and the rules that it uses.

    Args:
        system: the name of the game; `source` says which data the list was made with.
        points, limit: the cost of the army and what it may cost, None without a limit.
        rules: named on the page itself, in full on a sheet of their own.
        notes: what the player has written about the army and its forces, in lines.
        reserve, rolls: stand beside the tokens; a list has one of them at most.
        score: stands on the page where it has room.
        token_title: heads the tokens; empty in a game that has none.
        unit_sheet: what the sheets of its units are called.
        accent: that of its faction, on the bars of its cards.
        note: stands behind the points at the head of every sheet (`printed in turn 2`).
        opponent, mission: those of a game; a line to write on where there is none.
    """

    title: str
    system: str
    points: Decimal
    words: ListWords = HIT_POINT_WORDS
    limit: Decimal | None = None
    source: str = ""
    totals: tuple[Total, ...] = ()
    slots: tuple[Slot, ...] = ()
    rows: tuple[RosterRow, ...] = ()
    tokens: tuple[Token, ...] = ()
    token_title: str = "Tokens to give"
    token_remark: str = ""
    findings: tuple[Finding, ...] = ()
    reserve: Reserve | None = None
    rolls: TurnRolls | None = None
    score: tuple[ScoreRow, ...] = SCORE
    rules: tuple[RuleText, ...] = ()
    notes: tuple[str, ...] = ()
    aids: Aids = NO_AIDS
    unit_sheet: str = "Units"
    note: str = ""
    opponent: str = ""
    mission: str = ""
    accent: Accent = NO_ACCENT


DEDICATED = "DT"
"""The slot of dedicated transports, which take none of their own."""


def slot_runs(rows: tuple[RosterRow, ...]) -> Iterator[tuple[RosterRow, ...]]:
    """Yield the rows of a list in runs of one slot; a dedicated transport stands with those who ride in it."""
    run: list[RosterRow] = []
    for row in rows:
        if run and row.slot not in (run[0].slot, DEDICATED):
            yield tuple(run)
            run = []
        run.append(row)
    if run:
        yield tuple(run)
