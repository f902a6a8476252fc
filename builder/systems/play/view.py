"""How a game stands, ready to be drawn on any screen or page: rows with cells, tracks and marks.

A system makes a view of its state; no field of it is for one system alone, and who draws it knows no verb, phase or
figure by name. Texts are plain; how they look is said by a word of one small set (`Look`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from builder.systems.play.game import Timetable

Look: TypeAlias = Literal["text", "strong", "dim", "good", "warning", "error", "info"]
"""How a text looks; a screen has a colour for each, and never says anything by colour alone."""
Turn: TypeAlias = Literal["", "may", "has", "cannot"]
"""Whether a row may still act, has acted, or cannot; empty where nobody keeps that in mind."""
Draw: TypeAlias = Literal["boxes", "bar", "models", "limit", "stars", "steps", "figures"]
"""How a track is drawn: boxes to check; a bar that shrinks; models in a row; a bar that grows to a limit; stars,
one each, up to what matters and beyond; steps, one of which is reached; figures, shortened for little room."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text with a look of its own."""

    text: str
    look: Look = "text"


Spans: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Of:
    """A number of a full number, `7/10`."""

    value: int
    full: int


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a track, and whether it is checked.

    Args:
        text: what it says (`Crew shaken`).
        checked: whether it is checked.
        signs: how it is drawn open, and checked.
        short: the text in few letters.
        figure: a figure that stands for it in a narrow line.
        from_start: it was checked before anything happened, and says nothing of that.
    """

    text: str
    checked: bool
    signs: tuple[str, str] = ("○", "●")
    short: str = ""
    figure: str = ""
    from_start: bool = False

    @property
    def look(self) -> Look:
        """How it looks: what has happened is a warning."""
        return "dim" if self.from_start else "warning" if self.checked else "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """Something that goes up or down, drawn as a picture beside its figures.

    Args:
        draw: how it is drawn.
        value: where it stands; of `steps`, the step that is reached, from 0.
        full: where it can stand at most.
        limit: what matters on the way: a test fails above it, below 0 whatever the value is. None for nothing.
        boxes: its boxes or steps, where each says something.
        each: of `models`, how many of the value one model stands for.
        cell: of `models`, how many of the value are drawn as one cell.
        left: of `models`, how many are left.
        label: what it is, where no column says so; of `figures`, what they are figures of (`lines`).
        look: its look.
    """

    draw: Draw
    value: int
    full: int
    limit: int | None = None
    boxes: tuple[Box, ...] = ()
    each: int = 1
    cell: int = 1
    left: int = 0
    label: str = ""
    look: Look = "text"


Cell: TypeAlias = str | int | Of | Spans | Track
"""What stands in a column of a row."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A state of a row in words.

    Args:
        text: the state (`falling back`).
        sign: one letter for it, where there is no room; none where it is not told there.
        means: what the sign means, where the text says more than that (`in …` of `in Rhino 1`).
        ref: what commands call the other body that it is about, if any.
        look: how it looks.
        quiet: it is told on paper and in a list, and not on a screen that shows it otherwise.
    """

    text: str
    sign: str = ""
    means: str = ""
    ref: str = ""
    look: Look = "text"
    quiet: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """A line of the details of a row.

    Args:
        kind: `part`: one of its kinds of models, with its track; `line`: never broken; `text`: broken where it must be;
            `boxes`: each says something; `packed`: as many in a line as fit; `columns`: below each other, with room.
        label: what it is about.
        spans: its text.
        track: its track.
        tail: what stands at the end of the line.
        parts: the things that are packed.
    """

    kind: Literal["part", "line", "text", "boxes", "packed", "columns"]
    label: str = ""
    spans: Spans = ()
    track: Track | None = None
    tail: str = ""
    parts: tuple[Box, ...] = ()


UNBOUNDED = 999
"""Cells of a column that grows as far as there is room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table.

    Args:
        id: its id, stable: reports and tests go by it.
        title: what stands above it.
        short: what stands above it on a screen, where that is something else.
        least: the cells that it is wide at least.
        most: the cells that it is wide at most; 0 where it does not grow, `UNBOUNDED` where it takes what there is.
        broad_from: the width of the line from which it is as wide as it can be; below as narrow as it can be, or not
            there where it has no least width; 0 where it shares what room there is.
        gap: the cells between it and the next.
        right: its texts are set to the right, as numbers are.
        alive: on a screen it has nothing to tell of a row that is gone.
        shown: where: on a `screen`, in `print` (commands and paper), or in both.
        legend: what its signs mean.
        goes: in which turn it is left out, from 1, where a screen would have to cut names for it; 0 for never.
    """

    id: str
    title: str
    short: str = ""
    least: int = 0
    most: int = 0
    broad_from: int = 0
    gap: int = 1
    right: bool = False
    alive: bool = True
    shown: Literal["both", "screen", "print"] = "both"
    legend: str = ""
    goes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A body, a part or something else of a side, as it stands.

    Args:
        ref: what commands call it (`u7f3`, or `2:u7f3` where both sides have one with that id).
        name: what players call it.
        state: a word behind the name (`broken`); of a row that is gone, how it went (`destroyed`).
        cells: what stands in the columns, by their ids.
        head: what it is, in a line above its details.
        summary: how it stands, in a few words.
        brief: instead of the details on a low screen: lines, each in several ways from long to short; one is drawn.
        details: its details, line by line.
        marks: the states that it is in.
        gone: it is out of the game: last in its table, and dim.
        alert: something of it must be minded now.
        turn: whether it may still act, has acted, or cannot; empty where nobody minds.
        note: what its player noted of it.
        last: the last act on it, as the log tells it.
        offers: what it can be given as to fields of acts, by their names: the first that can be given is meant.
        does: the acts that keys open on it in the place of their own, by the actions of the keys.
        barred: the actions of keys that can do nothing with it now, and are not named while it is under the cursor.
    """

    ref: str
    name: str
    state: str = ""
    cells: Mapping[str, Cell] = field(default_factory=dict)
    head: Spans = ()
    summary: str = ""
    brief: tuple[tuple[Spans, ...], ...] = ()
    details: tuple[Detail, ...] = ()
    marks: tuple[Mark, ...] = ()
    gone: bool = False
    alert: bool = False
    turn: Turn = ""
    note: str = ""
    last: str = ""
    offers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    does: Mapping[str, str] = field(default_factory=dict)
    barred: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of one kind: units, vehicles, combats.

    Args:
        id: its id, stable.
        title: what they are.
        columns: what is told of each, behind its name.
        rows: they, in the order of the army.
        name: the column of the names.
        legend: what the signs of its columns mean, where that is one matter.
        empty: what stands there where there are none.
        of_units: its rows are units, or parts of them, which are meant by the letters of their rows.
    """

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    name: Column = Column(id="name", title="Name", least=8, most=UNBOUNDED)
    legend: str = ""
    empty: str = ""
    of_units: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """A side as it stands.

    Args:
        name: the name of the side.
        tables: its rows, each kind in a table of its own.
        totals: what it comes to, in a few words (`HP 120 of 400 · models 9 of 20`).
        stock: the tokens that it holds.
        points: its victory points.
        lines: what else there is to tell of it, with labels.
        known: whether its army is in the game, or it is only a name.
        fields: the fields of acts that any of its rows is offered to, by their names (`target` while others attack).
        barred: fields that can be given nothing while this side is shown, by their names, each with why.
    """

    name: str
    tables: tuple[Table, ...] = ()
    totals: str = ""
    stock: tuple[Track, ...] = ()
    points: int = 0
    lines: tuple[Detail, ...] = ()
    known: bool = True
    fields: tuple[str, ...] = ()
    barred: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something of the whole game; `short` is for the head of a screen, empty where it does not stand there."""

    text: str
    short: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """Something that is due now.

    Args:
        text: a sentence.
        key: what it is known by, and dismissed until the phase ends.
        ref: what commands call the body or part that it is about; empty for nobody.
        verb: the act that does it; empty where nothing is to be entered.
        given: what that act is given.
        before_end: it is due before the phase ends, and told when a player goes on.
        look: how it looks.
        kind: what it is listed under (`Tests`); empty for what is only to be minded.
        outcome: what it would come to, in a few words.
        optional: a player chooses whether to do it, so it is not done with all that is due.
    """

    text: str
    key: str = ""
    ref: str = ""
    verb: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    before_end: bool = False
    look: Look = "text"
    kind: str = ""
    outcome: str = ""
    optional: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether it is told what it comes to, and leaves a player nothing to choose."""
        return bool(self.outcome and self.verb) and not self.optional


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a game's screen and the act that it opens.

    Args:
        key: the key; empty where the screen has keys for the action.
        verb: the act.
        text: what the line of keys calls it; empty where the screen has words for it.
        given: what the act is given at once.
        action: the action of the screen that it is, by which users set its keys.
        table: the id of the table whose rows it is for, where the same key opens another act on others.
        at_once: it is done without a form.
        waiting: it is done by the player who waits, as a rule, and not by the one who acts.
        again: what was given to the last act is given to this one too, where it has such fields, but for these.
        another: it is for another row where the one under the cursor cannot be meant, and asks for that.
        due: it is named, and wanted, only while something is due by its act.
        due_as: the act by which something is due then, where that is another one.
    """

    key: str
    verb: str
    text: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    action: str = ""
    table: str = ""
    at_once: bool = False
    waiting: bool = False
    again: tuple[str, ...] = ()
    another: bool = False
    due: bool = False
    due_as: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A game as it stands.

    Args:
        turn: from 1; 0 before the first.
        active: the side that acts.
        phase: in words.
        sides: both, the first the one that set the game up.
        due: what is due now.
        facts: what there is to tell of the whole game.
        notes: what was noted of it.
        keys: the keys of its acts.
        wanted: the names of the acts, and of actions of the screen, that are wanted most in this phase, the first most.
        barred: fields of acts that can be given nothing in this game, by their names, each with why.
        whose: the field of acts that takes a player, by his number from 1.
        waving: the act that dismisses what is due, and its field that takes the key of that.
        over: whether it has ended.
        ends_turn: whether the turn, or that of the player, ends with this phase.
        played_by: who plays the phase: the active player alone, both players, or both by turns.
        acting: the action that is in progress where they play it by turns; empty between activations.
        timetable: how many turns there are, and the phases of each.
    """

    turn: int
    active: int
    phase: str
    sides: tuple[SideView, SideView]
    due: tuple[Reminder, ...] = ()
    facts: tuple[Fact, ...] = ()
    notes: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    wanted: tuple[str, ...] = ()
    barred: Mapping[str, str] = field(default_factory=dict)
    whose: str = "player"
    waving: tuple[str, str] = ("dismiss", "what")
    over: bool = False
    ends_turn: bool = False
    played_by: Literal["player", "both", "turns"] = "player"
    acting: str = ""
    timetable: Timetable = field(default_factory=Timetable)
