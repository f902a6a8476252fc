"""An army that is being edited: what is done to it is kept at once, saved soon after, and never over others' work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace as replace_fields

from builder.errors import EditError, Finding, InputError
from builder.ids import Ids
from builder.record import replace
from builder.roster.model import Force
from builder.roster.naming import force_names, part_name, unit_names
from builder.roster.view import SelectionView, points_of, points_type
from builder.scalars import number
from builder.services.army.history import Step, forget_unsaved, history_of, keep_unsaved, set_aside, unsaved_state
from builder.services.army.opening import Army
from builder.services.army.saving import SaveJob, SaveResult, differs
from builder.services.army.version_words import Retraced, retraced
from builder.services.editor.adding import Adding, Shelf, adding, entry_facts
from builder.services.editor.catalogue import CatalogueSlot
from builder.services.editor.choice_effects import Effect, effect_of
from builder.services.editor.choice_row import ChoiceKey, ChoiceRow
from builder.services.editor.choices import choices_of
from builder.services.editor.details import (
    Details,
    force_details,
    part_details,
    told_counters,
    unit_details,
)
from builder.services.editor.document import ArmyDocument
from builder.services.editor.finding_places import choice_about, slot_about, untold
from builder.services.editor.grouping import group_details
from builder.services.editor.joining import choices_in, choices_within, ties_of
from builder.services.editor.offers import standing_of
from builder.services.editor.operations import Operation, State
from builder.services.editor.prices import entry_price
from builder.services.editor.suggestions import taking
from builder.services.editor.tree import editor_view, slot_line
from builder.services.editor.view import EditorView, EntryStatus, SlotLine, place_of, remember_view
from builder.services.files import is_there
from builder.services.library import commands as armyacts
from builder.services.library import rebuilding


@dataclass(frozen=True, slots=True)
class Opened:
    """An army that was opened, evaluated, and what is worth telling of it in a sentence each."""

    editor: EditorSession
    view: EditorView
    notices: tuple[str, ...] = ()


class EditorSession:
    """An army being edited, with what its screen asks for; `starter` is the name of the starter army that it shows.

    A starter army stays as it is: the first change makes a copy of it in the library.
    """

    def __init__(self, session: ArmyDocument, starter: str | None = None) -> None:
        self.session, self.starter = session, starter
        self.shelf = Shelf(session)
        self._standings: dict[tuple[str, str], EntryStatus | None] = {}
        self._effects: dict[tuple[str, str, str], Effect] = {}
        self._bases: dict[tuple[str, ...], object] = {}
        self._upgrades: tuple[State, Sequence[ChoiceRow]] | None = None
        self._view: EditorView | None = None
        self._last = EditorView(name=session.name)
        self._cost = ""
        self._begun, self._free = starter is None, ""
        self._by_groups = False
        self._kept: tuple[bytes, State | None] = (session.original, None)

    @classmethod
    def open(cls, source: str) -> Opened:
        """Open an army file, a starter army or a copy of a saved roster, and go on where a crash left off.

        Raises:
            InputError: it cannot be read, or is a saved roster that stays as it is.
        """
        session, findings = rebuilding.opened(source)
        editor, notices = cls(session, None if session.source else source), [*map(str, findings)]
        if session.source is not None:
            notices += _history(session, session.source)
            kept = unsaved_state(session.source, session.original)
            if kept is not None and kept != session.state:
                session.recover(kept)
                editor._kept = (session.original, kept)
                notices.append("What was not saved when the program ended is here again; undo takes it back.")
            elif kept is None and (aside := set_aside(session.source, session.state.roster, session.ground.data)):
                notices.append(_recall(session, *aside))
        view = editor.view
        if not session.dirty:
            remember_view(session.original, view)
        return Opened(editor, view, tuple(notices))

    # -- what there is -----------------------------------------------------------
    @property
    def army(self) -> Army:
        """What the army comes to."""
        return self.session.army

    @property
    def view(self) -> EditorView:
        """The army as the editor shows it."""
        if self._view is None:
            self._view = self._last = editor_view(self.army, self.session.ground.data.library, by_groups=self.by_groups)
            self._cost = points_type(self.army.view)
        return self._view

    @property
    def by_groups(self) -> bool:
        """Whether the units stand in the groups that act together, and not in their slots."""
        return self._by_groups

    @by_groups.setter
    def by_groups(self, wanted: bool) -> None:
        self._by_groups, self._view = wanted, None

    @property
    def glimpse(self) -> EditorView:
        """The last view with what the army costs now: worked out in a fraction of the time."""
        last, roster = self._last.totals, self.session.state.roster
        costs = {cost.type_id: cost.value for cost in self.session.costs}
        limit = next((limit.value for limit in roster.cost_limits if limit.type_id == self._cost), None)
        totals = replace_fields(last, points=costs.get(self._cost, last.points), limit=limit)
        return replace_fields(self._last, name=roster.name, totals=totals)

    def catalogue(self, force: Force) -> Sequence[CatalogueSlot]:
        """Return what a force can be made of."""
        return self.shelf.slots(force)

    def slots(self, force: Force) -> Mapping[str, SlotLine]:
        """How full the slots of a force are, by their ids: those that take anything, and those that have a limit."""
        lines = {slot.category: slot_line(slot) for slot in self.army.all_slots if slot.force == force.id}
        return {id: line for id, line in lines.items() if line.taken or line.least or line.most is not None}

    def standing(self, force: Force, path: str) -> EntryStatus | None:
        """Return how an entry of the catalogue stands now; None for one that is gone."""
        key = (force.id, path)
        if key not in self._standings:
            self._standings[key] = standing_of(self.session, force, path)
        return self._standings[key]

    def force_of(self, id: str) -> Force | None:
        """The force that is meant by the id of a row: a force, a slot of one, something in one, or the first."""
        forces = list(self.session.state.roster.all_forces())
        for force in forces:
            if force.id in (id, id.partition("/")[0]):
                return force
            if any(part.id == id for unit in force.selections for part in unit.walk()):
                return force
        return forces[0] if forces else None

    def unit(self, id: str) -> SelectionView | None:
        """The unit, at any depth, of this id."""
        return next((part for unit in self.army.view.units() for part in unit.walk() if part.id == id), None)

    def name_of(self, id: str) -> str:
        """What a force, a unit or something below one is called; empty where there is none of this id."""
        unit, view = self.unit(id), self.army.view
        return part_name(view, unit) if unit is not None else force_names(view).get(id, "")

    def notes_of(self, id: str) -> str:
        """The notes of a force, a unit, something below one, or the army."""
        roster = self.session.state.roster
        part = roster.force(id) or roster.selection(id)
        return (part.custom_notes if part else roster.custom_notes) or ""

    def row_of(self, id: str) -> str | None:
        """The unit that something is below which has no line of its own."""
        return next((unit.id for unit in self.army.view.units() if any(part.id == id for part in unit.walk())), None)

    def rows_about(self, finding: Finding) -> tuple[str, ...]:
        """The ids of rows that show what a finding is about, the nearest first; not all need be there."""
        return tuple(filter(None, (slot_about(self.session, finding), place_of(finding), finding.at.unit)))

    def choice_about(self, finding: Finding) -> ChoiceKey | None:
        """The first choice that a finding is about, if it is about one."""
        return choice_about(self.session, finding)

    def text_of(self, id: str) -> str:
        """A unit as a line of text: its name, points and choices."""
        unit = self.unit(id)
        if unit is None:
            return ""
        kind = points_type(self.army.view)
        taken = [f"{part.number} {part.name}" for part in unit.walk() if part is not unit and part.entry_group_id]
        return f"{unit.custom_name or unit.name} ({number(points_of(unit, kind))} points): {', '.join(taken)}"

    def details(self, unit_id: str, part_id: str) -> Details:
        """The details of a unit, or of a part of it; of what is no part, such as whom it leads, those of the unit."""
        unit = self.unit(unit_id)
        if unit is None:
            return Details()
        part = self.unit(part_id) or unit
        choices = choices_of(self.session, unit.id, part.id)
        every = (*choices, *choices_within(self.session, unit))  # What those within need is told with them.
        whole = unit_details(self.army, unit, every) if part is unit else part_details(self.army, unit, part, choices)
        ties = tuple(ties_of(self.session, unit)) if part is unit else ()
        facts = tuple(fact for fact in whole.facts if not any(fact in words for _, words in ties))
        return replace(whole, facts=facts, findings=untold(self.session, whole.findings, choices), ties=ties)

    @property
    def upgrades(self) -> Sequence[ChoiceRow]:
        """What the units of the army can still take, in the order of the units."""
        state = self.session.state
        if self._upgrades is None or self._upgrades[0] is not state:
            found = choices_in(self.session)
            self._upgrades = state, [each for each in found if not each.number or each.control == "number"]
        return self._upgrades[1]

    def effect(self, choice: ChoiceRow, whole: bool = True) -> Effect:
        """Return what one more of a choice changes in its unit beside the points; in short alone if not `whole`."""
        key = (choice.unit, choice.under, choice.path)
        known = self._effects.get(key)
        if known is None or (whole and not known.is_whole):
            known = self._effects[key] = effect_of(self.session, choice, self._bases, whole=whole)
        return known

    def summary(self, id: str) -> Details:
        """Return what is worth knowing of a force or a slot of this id, or of the army: units, findings, notes."""
        if (told := force_details(self.army, id) or group_details(self.army, id)) is not None:
            return told
        totals = self.view.totals
        return Details(
            unit=id,
            title=self.army.name,
            points=number(totals.points),
            facts=(self.view.system, self.view.data, *totals.counted),
            findings=self.army.findings,
            lines=tuple(f"{group.name or group.id}: {self._names(group.units)}" for group in self.army.view.groups),
            gives=told_counters((counter.remark, counter.name, counter.start) for counter in totals.counters),
            notes=self.army.notes or "",
        )

    def _names(self, ids: Sequence[str]) -> str:
        names = unit_names(self.army.view)
        return ", ".join(names[id] for id in ids if id in names)

    def entry_details(self, force: Force, path: str) -> Details:
        """The details of an entry of the catalogue."""
        standing = self.standing(force, path)
        if standing is None:
            return Details()
        points = entry_price(standing)
        facts = entry_facts(self.session, force, path, standing, self.view.totals)
        return replace(self.shelf.alone(force, path)[0], points=points, facts=tuple(facts))

    def adding(self, force: Force, path: str) -> Adding | None:
        """Return what an entry of the catalogue is, and what adding it comes to; None for one that is gone."""
        standing = self.standing(force, path)
        if standing is None:
            return None
        slot, totals = self.slots(force).get(standing.slot_id), self.view.totals
        return adding(self.session, self.shelf, force, path, standing, slot, totals)

    # -- what is done ------------------------------------------------------------
    def apply(self, *operations: Operation) -> str | None:
        """Do operations as one step, and give the id of something new.

        Raises:
            EditError: one is not possible; nothing has changed then.
        """
        with self._changing():
            done = self.session.apply_all(operations)
        return next((one.id for one in done if one.id), None)

    def choose(self, choice: ChoiceRow, number: int) -> Retraced | None:
        """Give a choice a number; return what allowing that first has changed, if it had to be. Raises EditError."""
        before = self.army
        self.apply(*taking(self.session, choice, number))
        return retraced(before, self.army) if choice.reason and number > choice.number else None

    def step(self, by: int) -> Retraced | None:
        """Undo (-1) or redo (1) one step; return what that changed, or None where there is none."""
        before, restored = self.army, self.session.restored(by)
        if not (self.session.undo() if by < 0 else self.session.redo()):
            return None
        self._forget()
        return retraced(before, self.army, restored)

    def restore(self, step: Step) -> None:
        """Make the army what it was then, as a change of its own. Raises InputError if that cannot be read any more."""
        with self._changing():
            self.session.restore(step)

    def _forget(self) -> None:
        """The army is another one now: what was worked out of it counts no more."""
        for known in (self._standings, self._effects, self._bases):
            known.clear()
        self._view = None

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Change the army; a starter army becomes another by that, with id and name of its own."""
        before = self.session.state
        if not self._begun:
            roster, self._free = before.roster, self._free or armyacts.free_name(before.roster.name)
            self.session.state = State(replace(roster, id=Ids(roster.ids()).mint(), name=self._free))
        try:
            yield
        except EditError as error:
            self.session.state = before
            ids = "|".join(map(re.escape, before.roster.ids()))  # Commands need them; who looks at the army does not.
            raise EditError(re.sub(rf" \((?:{ids})\)", "", str(error))) from None
        self._begun = True
        self._forget()

    # -- what is done on the disk, on whatever thread ------------------------------
    def keeping(self) -> Callable[[], None] | None:
        """What keeps the army as it is now, so that no crash loses it; None where that is done, or cannot be yet.

        It raises InputError if that fails.
        """
        session = self.session
        now = (session.original, session.state if session.dirty else None)
        if session.source is None or (now[0] is self._kept[0] and now[1] is self._kept[1]):
            return None
        self._kept = now
        if now[1] is not None:
            return partial(keep_unsaved, session.source, now[0], now[1])
        return partial(_tidy, session.source, session.original, editor_view(self.army, session.ground.data.library))

    def saving(self, *, overwrite: bool = False) -> Callable[[], SaveResult] | None:
        """Return what saves the army as it is now; None where there is nothing to save or nowhere to save it.

        A starter army that was changed gets a file in the library. It raises what `SaveJob.run` raises.
        """
        source = self.session.source
        if not (self.session.dirty or overwrite):
            return None
        if source is not None:
            return self.session.job(source, overwrite=overwrite).run
        if self.starter is not None and self._begun:
            return partial(_save_new, self.session.job(""))
        return None

    def copying(self, target: str) -> Callable[[], SaveResult]:
        """What saves the army to another file, which must not be there yet. It raises what `SaveJob.run` raises."""
        return partial(_save_copy, self.session.job(target), self.session.source)

    def saved(self, saved: SaveResult) -> None:
        """Go on with what was saved."""
        self.session.settle(saved)
        self.starter = None

    def changed_outside(self, original: bytes) -> bool:
        """Whether the file holds anything but these bytes now, or is gone."""
        source = self.session.source
        return source is not None and differs(source, original)


def _recall(session: ArmyDocument, unsaved: State | None, aside: str) -> str:
    """Let undo lead to what was not saved when another program changed the file, and say so."""
    if unsaved is None:
        return f"The file changed since it was edited here; what was not saved then is in {aside}."
    now = session.state
    session.recover(unsaved)
    session.recover(now)
    return f"The file changed since it was edited here. Undo leads to what was not saved then; it also is in {aside}."


def _history(session: ArmyDocument, source: str) -> Iterator[str]:
    """Let undo and redo lead on to what was done to the file before; yield why that is impossible."""
    try:
        history = history_of(source)
    except InputError as error:
        yield str(error)
        return
    if history.settle(session.original):
        steps = [Step(None, kept.text.encode(), kept.at, kept.restored) for kept in history.states]
        session.remember(steps, history.now)
    elif history.states:
        yield "Another program changed this file since it was last edited here: what was done before cannot be undone."


def _tidy(source: str, data: bytes, view: EditorView) -> None:
    """All is saved: nothing needs to be kept, but how the army looks is for the next start."""
    forget_unsaved(source)
    remember_view(data, view)


def _save_new(job: SaveJob) -> SaveResult:
    return replace(job, target=str(armyacts.place_for(job.state.roster.name))).run()


def _save_copy(job: SaveJob, old: str | None) -> SaveResult:
    if is_there(job.target):
        raise InputError(f"{job.target} is already there: choose another name")
    saved = job.run()
    if old is not None:
        forget_unsaved(old)
    return saved
