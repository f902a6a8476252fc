"""Tables, heads, boxes to check and rules in words: what all blocks are made of."""

from __future__ import annotations

import enum

from builder.record import Record


class ColumnKind(enum.StrEnum):
    """What a column holds, from which its alignment and weight follow."""

    COUNT = "count"
    NAME = "name"
    VALUE = "value"
    TEXT = "text"
    RESULT = "result"

    # Layout looks tables up by their columns, thousands of times; the hash of an Enum is a function in Python.
    __hash__ = str.__hash__


class Shape(enum.StrEnum):
    """The outline of a box to check: a state is told by its shape, not by its colour."""

    SQUARE = "square"
    CIRCLE = "circle"
    DIAMOND = "diamond"


class Column(Record, frozen=True):
    """One column of a table."""

    title: str
    kind: ColumnKind


class Row(Record, frozen=True):
    """One row of a table, a cell for each column; `sub` marks a further mode of the row above."""

    cells: tuple[str, ...]
    sub: bool = False


class Table(Record, frozen=True):
    """Columns and rows of short texts; a stat line, weapons or a table of the rules."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


class Head(Record, frozen=True):
    """The head of a card: slot, name and points; `facts` are short, most important first.

    Args:
        code: the id that army files, logs and fields use.
        caption: the words under the points.
        unit: the id that is read on the card, where it is its unit's and not its own.
    """

    code: str
    slot: str
    name: str
    points: str
    caption: str = "points"
    facts: tuple[str, ...] = ()
    unit: str = ""

    @property
    def shown(self) -> str:
        """The id that is read on the card."""
        return self.unit or self.code


class Check(Record, frozen=True):
    """A box to check with its label."""

    id: str
    label: str
    shape: Shape = Shape.SQUARE
    checked: bool = False


class NumberedBoxes(Record, frozen=True):
    """Boxes numbered from 1 for what is counted up; box n has the id `<id>.<n>`.

    Where they have no `name`, whoever plays writes one before them, and nothing is read of them.
    """

    id: str
    name: str
    boxes: int
    count: int = 0


class Figure(Record, frozen=True):
    """A number to write into a box, with its label; None as long as there is none."""

    id: str
    label: str
    value: int | None = None


class ColumnGroup(Record, frozen=True):
    """So many columns of a table under one title; the one at the place `tinted` stands out."""

    title: str
    columns: int
    tinted: int | None = None


NARROW = 4
"""Groups of so many columns in all stand in one table where a whole one has no room."""


class CheckRow(Record, frozen=True):
    """Boxes to check in a row after a title; `blank` is a box whose label goes on with a line to write on."""

    checks: tuple[Check, ...]
    blank: Check | None = None
    title: str = ""


class LabelledBoxes(Record, frozen=True):
    """Boxes to check after a label: the hits that one unit takes, or weapons that fire once a game."""

    label: str
    checks: tuple[Check, ...]


class FigurePairs(Record, frozen=True, kw_only=True):
    """Boxes to write two figures into after a title and a remark, with a diagonal between the two."""

    title: str
    remark: str
    pairs: tuple[tuple[Figure, Figure], ...]


class TablePanel(Record, frozen=True, kw_only=True):
    """A table under a caption; `checks` are boxes at the left of its rows, one for each row or none at all.

    A row without a box, such as a further mode of the weapon above, has None. A wide table of figures has its columns
    in `groups`, the first of which names its rows; `strong` are the cells that stand out there, by row and column.
    """

    table: Table
    caption: str = ""
    checks: tuple[Check | None, ...] = ()
    groups: tuple[ColumnGroup, ...] = ()
    strong: tuple[tuple[int, int], ...] = ()

    @property
    def parts(self) -> tuple[TablePanel, ...]:
        """The tables of narrow groups together and of each wide one, for where a whole one has no room.

        Each has the names of the rows, those with the same figures on one. What the first group says beside them is a
        table of its own.
        """
        if not self.groups:
            return (self,)
        made, columns, at = [], self.table.columns, self.groups[0].columns
        name = next(n for n, column in enumerate(columns) if column.kind is ColumnKind.NAME)
        joined: list[ColumnGroup] = []
        beside = at - name - 1
        if beside:
            at -= beside
            joined.append(ColumnGroup(columns[name].title, beside))
        for group in self.groups[1:]:
            if joined and not group.title and joined[-1].columns + group.columns <= NARROW:
                joined[-1] = ColumnGroup(joined[-1].title, joined[-1].columns + group.columns)
            else:
                joined.append(group)
        for group in joined:
            own, names = range(at, at + group.columns), dict[tuple[str, ...], list[str]]()
            for row in self.table.rows:
                names.setdefault(tuple(row.cells[n] for n in own), []).append(row.cells[name])
            rows = tuple(Row((", ".join(dict.fromkeys(named)), *cells)) for cells, named in names.items())
            titles = (Column(group.title, ColumnKind.NAME), *(columns[n] for n in own))
            made.append(TablePanel(table=Table(titles, rows), caption=group.title))
            at += group.columns
        return tuple(made)


Value = bool | str
"""Whether a box is ticked, or what is written in a field."""


class SheetKind(Record, frozen=True):
    """What a sheet is: one of ours, or one that a system or a module brings.

    Args:
        name: in running heads and bookmarks.
        letter: what the labels of its pages begin with.
        about: what is on it, in a sentence.
        filled_in: made of cards that a player fills in, which may be compact.
        true_to_scale: cut out or measured with: never larger, and never moved.
    """

    name: str
    letter: str
    about: str
    filled_in: bool = False
    true_to_scale: bool = False


class SheetField(Record, frozen=True):
    """A field of a form: its id, what it is in words, what is in it, and the shape of a box."""

    id: str
    words: str
    value: Value
    shape: Shape = Shape.SQUARE


class SheetResult(Record, frozen=True):
    """What a form works out of its fields.

    Args:
        id: the id of its own field.
        card: the id of the card whose fields it looks at; empty for all.
        near: the id of a field that it stands beside.
        words: what it is, in words.
        kind: the function that works it out, of `figures`.
    """

    id: str
    card: str
    near: str
    words: str
    kind: str
    figures: tuple[object, ...]


class RulePhase(enum.StrEnum):
    """When a player must remember a rule, in the order of a game."""

    BEFORE = "Before the game"
    TURN = "Start of a turn"
    MOVEMENT = "Movement"
    SHOOTING = "Shooting"
    ASSAULT = "Close combat"
    TESTS = "Tests"
    ANY = "At any time"


class RuleText(Record, frozen=True):
    """A rule restated in few words; `rule` is its number in the ledger, `phase` when it is to be remembered.

    `bearers` are those that bring it, where its title names them behind its name.
    """

    title: str
    text: str
    rule: str
    phase: RulePhase = RulePhase.ANY
    bearers: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The title without those that bring it."""
        return self.title.removesuffix(f" ({', '.join(self.bearers)})")

    @property
    def cited(self) -> str:
        """Its number as it stands behind its words: `(D-30)`, or `[4]` where it comes in brackets of its own.

        Empty where its words name it themselves.
        """
        if self.rule in self.text:
            return ""
        return self.rule if self.rule.startswith("[") else f"({self.rule})"


class RuleGroup(Record, frozen=True):
    """Rules under a title, such as those of a step of the turn; `aside` is a remark at its right."""

    title: str
    rules: tuple[RuleText, ...]
    aside: str = ""
