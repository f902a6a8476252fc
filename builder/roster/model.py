"""What was chosen: a roster of forces with their selections, as immutable values that refer to entries by path.

Nothing here is evaluated; `evaluate` says what it comes to. An army file or another program may build these values with
ids of its own; the operations of `edit` mint new ones. Order is the order in which things were added.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import chain

from msgspec import field

from builder.catalogue.model import Cost
from builder.record import Record
from builder.roster.marks import Mark, PlannedGroup
from builder.roster.view import ForceView, SelectionView


class Selection(Record, frozen=True, kw_only=True):
    """An entry that was chosen; `name`, `type` and `costs` (of all its number) are used only if the data loses it.

    `saved` is what the file that it came from says of it and the data does not know: all of it where there is no such
    entry, else profiles, rules, categories, and costs of one, that the data has no way to. `art` is the player's
    picture of it, by its path from the army's file.
    """

    id: str
    entry_path: str
    number: int = 1
    group_path: str | None = None
    name: str = ""
    type: str = "upgrade"
    costs: tuple[Cost, ...] = ()
    selections: tuple[Selection, ...] = ()
    custom_name: str | None = None
    custom_notes: str | None = None
    marks: tuple[Mark, ...] = ()
    art: str | None = None
    saved: SelectionView | None = None

    def walk(self) -> Iterator[Selection]:
        """Yield this selection and all below it, parents first."""
        yield self
        for child in self.selections:
            if child.selections:
                yield from child.walk()
            else:  # Most have nothing below them, and an iterator of its own for each takes longer than all else.
                yield child


class CategoryNote(Record, frozen=True, kw_only=True):
    """A name and notes that the player gave to a category of a force."""

    category_id: str
    custom_name: str | None = None
    custom_notes: str | None = None


class Force(Record, frozen=True, kw_only=True):
    """A force of one catalogue, with its selections and child forces.

    `saved` is what the file that it came from says of it and the data does not know: slots, profiles and rules, and the
    name of a catalogue.
    """

    id: str
    entry_id: str
    catalogue_id: str
    name: str = ""
    selections: tuple[Selection, ...] = ()
    forces: tuple[Force, ...] = ()
    category_notes: tuple[CategoryNote, ...] = ()
    custom_name: str | None = None
    custom_notes: str | None = None
    saved: ForceView | None = None

    def walk(self) -> Iterator[Force]:
        """Yield this force and all below it, parents first."""
        yield self
        for child in self.forces:
            yield from child.walk()

    def units(self) -> Iterator[Selection]:
        """Yield all that was chosen for this force and those below it, each with the units inside: its transport."""
        for force in self.walk():
            for chosen in force.selections:
                yield from (part for part in chosen.walk() if part is chosen or part.type == "unit")


class Roster(Record, frozen=True, kw_only=True):
    """All that was chosen for one army; only limits that are set are in `cost_limits`.

    `groups` are units that shall act together, `modules` the ids of those that the list is played with, `settings`
    the readings of the rules that it chooses, `program` the other program that saved it, where its file says that.
    """

    name: str
    game_system_id: str
    id: str = ""
    forces: tuple[Force, ...] = ()
    cost_limits: tuple[Cost, ...] = field(default=())
    groups: tuple[PlannedGroup, ...] = ()
    modules: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    custom_notes: str | None = None
    program: str = ""

    @property
    def is_new_recruits(self) -> bool:
        """Whether New Recruit saved it."""
        return "newrecruit" in self.program

    def all_forces(self) -> Iterator[Force]:
        """Yield all forces, parents first."""
        for force in self.forces:
            yield from force.walk()

    def all_selections(self) -> Iterator[Selection]:
        """Yield all selections of all forces, parents first."""
        for force in self.all_forces():
            for selection in force.selections:
                yield from selection.walk()

    def units(self) -> Iterator[Selection]:
        """Yield the units of all forces, those inside others too."""
        for force in self.forces:
            yield from force.units()

    def force(self, id: str) -> Force | None:
        """Return the force with this id."""
        return next((force for force in self.all_forces() if force.id == id), None)

    def selection(self, id: str) -> Selection | None:
        """Return the selection with this id."""
        return next((selection for selection in self.all_selections() if selection.id == id), None)

    def holder(self, id: str) -> Force | Selection:
        """Return the force or selection that the selection with this id is directly in; it has to be in the roster."""
        holders: Iterator[Force | Selection] = chain(self.all_forces(), self.all_selections())
        return next(holder for holder in holders if any(child.id == id for child in holder.selections))

    def cost_limit(self, type_id: str) -> Decimal | None:
        """Return the limit of this cost type, if one is set."""
        return next((limit.value for limit in self.cost_limits if limit.type_id == type_id), None)

    def ids(self) -> set[str]:
        """Return the ids of all forces and selections."""
        return {force.id for force in self.all_forces()} | {selection.id for selection in self.all_selections()}
