"""An army file while it is edited: operations with undo and redo, what the army comes to, and saving it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from copy import copy
from decimal import Decimal
from pathlib import Path

from msgspec import structs

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import ArmyData
from builder.catalogue.model import Cost
from builder.datafiles.armies.read import read_army
from builder.datafiles.armies.write import WrittenArmy
from builder.errors import EditError, Finding, InputError, Place, Severity
from builder.formats.detection import is_pdf, is_saved_roster
from builder.ids import Ids
from builder.inputs import STANDARD
from builder.record import replace
from builder.roster.evaluate import Evaluator
from builder.roster.model import Force
from builder.roster.options import EntryOption
from builder.roster.view import points_among
from builder.services.army.history import Step, Steps
from builder.services.army.locator import locate_army
from builder.services.army.opening import Army, read_as_army
from builder.services.army.saving import SaveJob, SaveResult, differs
from builder.services.data.army_data import find_data
from builder.services.data.catalogues import widened
from builder.services.editor.catalogue import Addition, Additions
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.operations import AddForce, Done, EditContext, Operation, State
from builder.services.editor.perform import perform
from builder.services.files import army_within, read_source
from builder.systems.protocol import UnitCache

SAVED = "saved"
"""The code of the finding that tells why a saved roster is not edited."""


class ArmyDocument:
    """One army being edited. States are immutable; `undo` and `redo` go through all of them.

    `source` is the file that is saved to: None for a starter army, standard input or a PDF, which have nowhere to go.
    `evaluator` works out what the army comes to and what may be added, and remembers what an operation leaves alone;
    so does its rule system of the units that it read.
    """

    def __init__(self, data: bytes, name: str, source: str | None) -> None:
        self.name, self.source = name, source
        self._past: list[Step] = []
        self._future: list[Step] = []
        self._since = 0.0
        self._file = data if source is not None else None
        self._army: Army | None = None
        self._earlier: int | None = None  # How many states the history of the file keeps before the first of `_past`.
        self._units = UnitCache()
        read = read_army(data, self.name, find_data)
        roster = read.roster
        self._bytes, self._read = data, read
        self._ground: EditContext | None = None
        self._work_anew()
        self.state = self._kept = State(replace(roster, id=roster.id or Ids(roster.ids()).mint()))

    @classmethod
    def open(cls, source: str) -> ArmyDocument:
        """Open an army file, a PDF of sheets, standard input (`-`), an army of the library or a starter army.

        Raises:
            InputError: it cannot be read, or is a saved roster, which is not edited.
        """
        found = locate_army(source)
        contents, name = read_source(found.path)
        data = army_within(contents, name)
        if is_saved_roster(data):
            message = "a saved roster is not edited: “muster armies import” makes an army file of it, by its data"
            raise InputError(Finding(Severity.ERROR, SAVED, message, at=Place(file=name)))
        document = cls(data, name, None if found.starter or source == STANDARD or is_pdf(contents) else found.path)
        if document.source is not None:
            document._since = Path(found.path).stat().st_mtime
        return document

    # -- editing ---------------------------------------------------------------
    @property
    def ground(self) -> EditContext:
        """What the army stands on: its data and its system."""
        if self._ground is None or self._ground.data is not self._read.data:
            self._ground = EditContext(self._read.data, self._read.file.system)
        return self._ground

    @property
    def original(self) -> bytes:
        """The file as it was opened, or saved last."""
        return self._bytes

    @property
    def dirty(self) -> bool:
        """Whether there is something to save."""
        return self.state != self._kept

    def apply(self, operation: Operation) -> Done:
        """Do an operation; what was undone before can be redone no more.

        Raises:
            EditError: it is not possible; nothing has changed then.
        """
        return self.apply_all((operation,))[0]

    def apply_all(self, operations: Sequence[Operation]) -> tuple[Done, ...]:
        """Do several operations as one step of undo: all of them, or none if one is not possible.

        Raises:
            EditError: one of them is not possible; nothing has changed then.
        """
        state, said = self.state, []
        for operation in operations:
            widened = self._widened(operation)  # Comes first: the ground is wider then.
            said.append(perform(self.ground, state, widened))
            state = said[-1].state
        self._follow(state)
        return tuple(said)

    def _follow(self, state: State, file: bytes | None = None) -> None:
        """Go on with a new state: undo leads back to the one before, and nothing is to be done again."""
        self._past.append(Step(self.state, self._file, self._since))
        self._future.clear()
        self._since = time.time()
        self._go(state, file)

    def apart(self) -> ArmyDocument:
        """A session of its own with the army as it is now: to try things out on another thread."""
        other = copy(self)
        other._past, other._future = [], []
        other._units = UnitCache()
        other._work_anew()
        return other

    def _work_anew(self) -> None:
        """Begin without anything that was worked out before."""
        self.evaluator = Evaluator(self._read.data.library, by_name=False)
        self._additions = Additions(self.evaluator, self.ground)
        self.choices: dict[tuple[str, str], tuple[ChoiceRow, ...]] = {}  # what `choices_of` knows of this state

    def preview(self, operations: Sequence[Operation]) -> Army:
        """Return what the army would come to after these operations; nothing changes. Raises EditError."""
        return self.after(operations).army

    def after(self, operations: Sequence[Operation]) -> ArmyDocument:
        """Return the document as it would be after these operations, to be looked at. Raises EditError."""
        other = copy(self)
        for operation in operations:
            other._go(perform(self.ground, other.state, operation).state)
        return other

    def recover(self, state: State) -> None:
        """Go on with a state that was never saved; undo goes back to the file."""
        self._follow(state)

    def remember(self, steps: Sequence[Step], now: int) -> None:
        """Let undo and redo lead on to what the army was before it was opened, in order; it is the one `now`.

        Each of these steps has the version that was gone back to as the army became so.
        """
        self._since = steps[now].at or self._since
        self._earlier = 0
        after = (each.restored for each in steps[1 : now + 1])
        self._past[:0] = [replace(each, restored=at) for each, at in zip(steps[:now], after, strict=True)]
        self._future[:0] = reversed(steps[now + 1 :])

    @property
    def former(self) -> tuple[Step, ...]:
        """What the army was before each change, the last change first."""
        return tuple(reversed(self._past))

    @property
    def states(self) -> tuple[Step, ...]:
        """What the army is now, then what it was before each change, the last change first."""
        return (Step(self.state, self._file, self._since), *self.former)

    def points_at(self, step: Step) -> Decimal | None:
        """Return what the army cost then; None where only its file is known, which would have to be read."""
        if step.state is None:
            return None
        kind, costs = self.points_type, self.evaluator.costs(step.state.roster)
        return next((cost.value for cost in costs if cost.type_id == kind), Decimal(0))

    def army_at(self, step: Step) -> Army:
        """Return what the army came to then. Raises InputError if it cannot be read any more."""
        state = step.state or self._read_state(step.file or b"")
        return read_as_army(self._read, state.roster, self.name, self.evaluator, self._units)

    def restore(self, step: Step) -> None:
        """Make the army what it was then, as a change of its own: undo leads back, and knows of when the version was.

        Raises:
            InputError: it cannot be read any more; nothing has changed then.
        """
        self._follow(step.state or self._read_state(step.file or b""), step.file)
        self._past[-1].restored = step.at

    @property
    def changes(self) -> int:
        """How many changes can be taken back."""
        return len(self._past)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to redo."""
        return bool(self._future)

    def restored(self, by: int) -> float | None:
        """Return of when the version was that the change undone next (-1), or redone (1), went back to, if it did."""
        steps = self._past if by < 0 else self._future
        return steps[-1].restored if steps else None

    def _widened(self, operation: Operation) -> Operation:
        """The operation with the id of the catalogue that it names, which is opened if it is not yet."""
        data = self._read.data
        if not isinstance(operation, AddForce) or not operation.catalogue or data.system is not None:
            return operation
        try:
            data, id = widened(data, operation.catalogue)
        except InputError as error:
            raise EditError(error.findings[0].message) from None
        if data is not self._read.data:
            self._stand_on(data)
        return structs.replace(operation, catalogue=id)

    def undo(self) -> bool:
        """Take back the last operation, and return whether there was one.

        Raises:
            InputError: what was done before the army was opened cannot be read any more; nothing has changed then.
        """
        return self._step(self._past, self._future)

    def redo(self) -> bool:
        """Do again what was undone last, and return whether there was anything. It raises what `undo` raises."""
        return self._step(self._future, self._past)

    def _step(self, source: list[Step], target: list[Step]) -> bool:
        if not source:
            return False
        step = source[-1]
        state = step.state or self._read_state(step.file or b"")
        source.pop()
        target.append(Step(self.state, self._file, self._since, step.restored))
        self._since = step.at
        self._go(state, step.file)
        return True

    def _read_state(self, file: bytes) -> State:
        """The army in a file that was saved before this one was opened."""
        read = read_army(file, self.name, self._find)
        if read.data is not self._read.data:
            self._stand_on(read.data)
        return State(replace(read.roster, id=read.roster.id or self.state.roster.id))

    def _find(self, identity: str, others: tuple[str, ...]) -> ArmyData:
        """The data of an id: that which is open already, where it has these catalogues too."""
        data = self._read.data
        return (
            data if identity == data.id and data.library.catalogues.keys() >= {*others} else find_data(identity, others)
        )

    def _stand_on(self, data: ArmyData) -> None:
        """Go on with other data, such as that with one catalogue more."""
        self._read, self._army = replace(self._read, data=data), None
        self._work_anew()

    def _go(self, state: State, file: bytes | None = None) -> None:
        known = self._bytes if file is None and state == self._kept and self.source is not None else file
        self.state, self._file, self._army, self.choices = state, known, None, {}

    @property
    def army(self) -> Army:
        """What the army comes to as it is now: evaluated, and read by its system; worked out when it is asked for."""
        if self._army is None:
            self._army = read_as_army(self._read, self.state.roster, self.name, self.evaluator, self._units)
        return self._army

    @property
    def costs(self) -> tuple[Cost, ...]:
        """What the army costs, before anything else of it is worked out."""
        return self.evaluator.costs(self.state.roster)

    @property
    def points_type(self) -> str:
        """The id of the cost type that counts as points."""
        return points_among(self.costs)

    def options(self, parent_id: str) -> Iterator[EntryOption]:
        """Yield what a force or a selection offers; EditError if there is no such part."""
        return self.evaluator.options(self.state.roster, parent_id)

    def option(self, parent_id: str, path: str) -> EntryOption:
        """Return what a force or a selection offers under this path; EditError if there is no such part or entry."""
        return self.evaluator.option(self.state.roster, parent_id, path)

    def addition(self, force: Force, entry: LinkedEntry) -> Addition:
        """Return what adding a unit to the army comes to."""
        return self._additions.of(self.state.roster, force, entry)

    def added_by(self, operations: tuple[Operation, ...]) -> Decimal | None:
        """Return what operations add to the points; None where they are not possible."""
        return self._additions.by(self.state.roster, operations, self.points_type)

    # -- saving ----------------------------------------------------------------
    def changed_outside(self) -> bool:
        """Whether somebody else has changed or removed the file since it was opened or saved."""
        return self.source is not None and differs(self.source, self._bytes)

    def written(self) -> WrittenArmy:
        """The army as a file, without saving it.

        Raises:
            MusterError: it would not be read back as the same army.
        """
        return self.job("").written()

    def job(self, target: str, *, overwrite: bool = False) -> SaveJob:
        """Return what saving the army as it is now takes; it can be run beside the session, on another thread."""
        costs = {part.id: part.costs for unit in self.army.view.units() for part in unit.walk()}
        job = SaveJob(self._bytes, self._read, self.state, costs, target, target == self.source, overwrite)
        return replace(job, file=self._file, steps=self._steps(), at=self._since, restored=self.restored(-1))

    def _steps(self) -> Steps:
        """The files that undo and redo lead to; a state that was never saved by itself has none."""
        led = (None, *(step.restored for step in self._past))
        past = (step.kept(restored) for step, restored in zip(self._past, led, strict=False))
        future = (step.kept(step.restored) for step in reversed(self._future))
        return Steps(tuple(filter(None, past)), tuple(filter(None, future)), self._earlier)

    def save(self, target: str | None = None, *, overwrite: bool = False) -> SaveResult:
        """Write the army to its file, or to another one, which then is its file.

        A file that somebody else has changed since is left alone unless `overwrite` says otherwise. Where comments or
        the layout cannot be kept, the old file stays beside the new one as `.bak`.

        Raises:
            InputError: there is no file to write to, it was changed by somebody else, or it cannot be written.
            MusterError: the file would not be read back as the same army; nothing is written then.
        """
        path = target or self.source
        if path is None:
            raise InputError("this army has no file of its own: say with -o where it goes")
        saved = self.job(path, overwrite=overwrite).run()
        if path != STANDARD:
            self.settle(saved)
        return saved

    def settle(self, saved: SaveResult) -> None:
        """Go on with the file as it was saved; what was done before can still be undone, what was done since stays."""
        unchanged = self.state == saved.job.state
        self._bytes, self._read = saved.data, saved.read
        self.name = self.source = saved.job.target
        self._kept = saved.state
        self._earlier = saved.earlier if saved.job.in_place else 0
        if unchanged:
            known = self.choices if saved.state == self.state else {}
            self._go(saved.state, saved.data)
            self.choices = known
        for step in (*self._past, *self._future):
            if step.state is saved.job.state:
                step.file = saved.data
