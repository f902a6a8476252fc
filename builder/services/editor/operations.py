"""The editing operations: what each is called, and what it needs to know. How they are done is in `perform`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from builder.errors import EditError
from builder.record import Record
from builder.systems.parameters import Kind, Params, given
from builder.systems.specs import name_of

if TYPE_CHECKING:
    from builder.catalogue.library import ArmyData
    from builder.roster.model import Roster, Selection

ARMY = "army"
"""Names the army itself where a unit or a force could be named."""

MOST = 999
"""No more of one thing are counted by an operation."""


class State(Record, frozen=True):
    """An army as it is edited."""

    roster: Roster


class Done(Record, frozen=True):
    """What an operation made: the new state, what to say of it, and the id of something new."""

    state: State
    said: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class EditContext:
    """What an army stands on while it is edited: its data and its rule system.

    `made` are the units, by their ids, that were made of the short form last, which need not be held against it again.
    """

    data: ArmyData
    system: str
    made: dict[str, Selection] = field(default_factory=dict, compare=False, repr=False)


class Operation(Params):
    """A change to an army, with what it needs to know; the docstring of each says what it does."""


def within(number: int) -> int:
    """The number, where so many of one thing can be counted. Raises EditError."""
    if not 0 <= number <= MOST:
        raise EditError(f"{number} is too many or too few: {_NUMBERS}.")
    return number


_NUMBERS = f"write a whole number from 0 to {MOST}"


def _read_number(text: str) -> int:
    figures = text.strip()
    if not figures.isdecimal() or len(figures) > 6 or int(figures) > MOST:
        raise ValueError(_NUMBERS)
    return int(figures)


def _read_text(text: str) -> str:
    if not text.strip():
        raise ValueError("nothing is written here")
    return text


UNDER = "The model that takes it, where several can: its name or id."
UNIT = "A unit, or something below one: its id, or its name."
PART = "A unit, a force, something below a unit, or 'army': its id, or its name."

Text = Annotated[str, Kind(read=_read_text, metavar="TEXT")]
"""A name, an id or a note, as the type of a field."""
Number = Annotated[
    int,
    Kind(
        read=_read_number,
        figure=True,
        schema={"type": "integer", "minimum": 0, "maximum": MOST},
        metavar="WHOLE NUMBER",
    ),
]
"""How many of one thing."""


class Add(Operation):
    """Add a unit."""

    unit: Text = given("The unit, as its data names it, or the id of its entry.", positional=True)
    force: Text | None = given("The force it belongs to, where there are several.", default=None)
    count: Number | None = given(f"Its models in all.  [0<=x<={MOST}]", default=None)
    option: tuple[Text, ...] = given("An option it takes, such as '2 meltagun'.", default=(), many=True)
    name: Text | None = given("A name of your own.", default=None)


class Remove(Operation):
    """Remove a unit, or something below one."""

    id: Text = given(UNIT, positional=True)


class Count(Operation):
    """Set how many models a unit has in all, or how many of something below it."""

    id: Text = given(UNIT, positional=True)
    number: Number = given("How many.", positional=True)


class SetOption(Operation):
    """Choose an option of a unit, and how many of it."""

    called = "set"
    id: Text = given(UNIT, positional=True)
    option: Text = given("The option: its name, 'Model/option', or the id of its entry.", positional=True)
    number: Number = given("How many; 1 when it is left out.", default=1, positional=True)
    under: Text | None = given(UNDER, default=None)
    allow: bool = given("Do first what allows it, such as more models.", default=False)


class Unset(Operation):
    """Take an option away from a unit."""

    id: Text = given(UNIT, positional=True)
    option: Text = given("The option.", positional=True)
    under: Text | None = given(UNDER, default=None)


class Duplicate(Operation):
    """Copy a unit or a force, with new ids; units that are copied together lead and carry each other as before."""

    id: Text = given(PART, positional=True)
    others: tuple[Text, ...] = given("Units to copy with it.", default=(), positional=True, many=True)


class Move(Operation):
    """Move a unit."""

    id: Text = given(UNIT, positional=True)
    before: Text | None = given("Put it before this unit.", default=None)
    after: Text | None = given("Put it after this unit.", default=None)
    to: Text | None = given("Put it at the end of this force.", default=None)


class Rename(Operation):
    """Name a unit, a force or the army."""

    id: Text = given(PART, positional=True)
    name: Text | None = given("The name; without it, that of the data.", default=None, positional=True)


class WriteNote(Operation):
    """Write notes for a unit, a force or the army."""

    called = "note"
    id: Text = given(PART, positional=True)
    text: Text | None = given("The notes; without them, those there are go.", default=None, positional=True)


class SetPicture(Operation):
    """Show a picture of a unit on its cards to cut out."""

    called = "picture"
    id: Text = given(UNIT, positional=True)
    path: Text | None = given(
        "A PNG or JPEG, from the folder of the army's file; without it, that of the datasheet.",
        default=None,
        positional=True,
    )


class SetMark(Operation):
    """Mark a unit: reserve, deep strike, led by UNIT, riding in UNIT."""

    called = "mark"
    id: Text = given(UNIT, positional=True)
    mark: tuple[Text, ...] = given("The mark.", positional=True, many=True)


class Unmark(Operation):
    """Take a mark away from a unit, or all of its marks."""

    id: Text = given(UNIT, positional=True)
    mark: tuple[Text, ...] = given("The mark; all when it is left out.", default=(), positional=True, many=True)


class TakeTransport(Operation):
    """Put a unit into a transport: one that it can take, or another unit of the army."""

    called = "transport"
    id: Text = given(UNIT, positional=True)
    transport: Text = given("The transport: an option of the unit, or a unit of the army.", positional=True)


class Limit(Operation):
    """Limit what the army may cost."""

    number: Text = given("The limit, or the word none.", positional=True)
    cost: Text | None = given("The type of cost; the first of the data when it is left out.", default=None)


class AddForce(Operation):
    """Add a force."""

    called = "force add"
    force: Text = given("The force, as its data names it, or the id of its entry.", positional=True)
    catalogue: Text | None = given("Its catalogue, where it is not the army's.", default=None)
    under: Text | None = given("The force it stands below.", default=None)


class RemoveForce(Operation):
    """Remove a force with its units."""

    called = "force remove"
    force: Text = given("The force: its id, or its name.", positional=True)


class AddGroup(Operation):
    """Plan units as a group that acts together."""

    called = "group add"
    name: Text = given("The name of the group.", positional=True)
    units: tuple[Text, ...] = given("Its units.", positional=True, many=True)


class RemoveGroup(Operation):
    """Break up a group; its units stay."""

    called = "group remove"
    group: Text = given("The group: its id, or its name.", positional=True)


class ChooseReading(Operation):
    """Choose how the list reads a rule that can be read in several ways."""

    called = "setting"
    setting: Text = given("The rule that can be read in several ways.", positional=True)
    choice: Text | None = given("How to read it; without it, as the system does.", default=None, positional=True)


class ChooseModule(Operation):
    """Play the list with a module."""

    called = "module"
    module: Text = given("The module: its id.", positional=True)
    off: bool = given("Play it without the module.", default=False)


OPERATIONS: Mapping[str, type[Operation]] = {
    name_of(each): each
    for each in (
        Add,
        Remove,
        Count,
        SetOption,
        Unset,
        Duplicate,
        Move,
        Rename,
        WriteNote,
        SetPicture,
        SetMark,
        Unmark,
        TakeTransport,
        Limit,
        AddForce,
        RemoveForce,
        AddGroup,
        RemoveGroup,
        ChooseModule,
        ChooseReading,
    )
}
"""Every operation by its name, in the order in which they are told."""
