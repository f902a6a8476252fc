"""What the data screen knows of its sets: who uses them, what they hold, which new states are there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from textual.message import Message

from builder.scalars import number
from builder.services.data.contents import ContentEntry, DataContents
from builder.services.library.armies import LibraryArmy
from builder.services.library.browsing import KnownSet
from builder.services.library.data_updates import DataUpdate


class DataRenewed(Message):
    """Data sets, by their ids, are others now or gone: the app tells the screens that show what is made of them."""

    def __init__(self, sets: frozenset[str]) -> None:
        super().__init__()
        self.sets = sets


@dataclass(slots=True)
class DataKnown:
    """The sets, the armies, what was looked through; updates that were looked at and left, by the ids of sets.

    `releases` are those that a gallery told of and that are not here: nothing is fetched to find that out.
    """

    sets: Sequence[KnownSet] = ()
    armies: Sequence[LibraryArmy] = ()
    held: dict[str, DataContents] = field(default_factory=dict)
    plans: dict[str, DataUpdate] = field(default_factory=dict)
    releases: dict[str, str] = field(default_factory=dict)

    def users(self, row: KnownSet) -> list[str]:
        """Return the names of the armies that use a set."""
        return [army.name for army in row.users(self.armies)]

    def news(self, identity: str) -> str:
        """Return that a new state of a set is there, in a few words; empty where none is known of."""
        plan, release = self.plans.get(identity), self.releases.get(identity)
        if plan is None:
            return f"release {release} is there" if release else ""
        revised = next((each for each in plan.revised if each.name == plan.data.system.name), None)
        return (
            f"revision {revised.now} is there" if revised and revised.now != revised.before else "a new state is there"
        )

    def changes(self, identity: str) -> str:
        """Return what an update that is known changes for armies, in one line; empty where it changes none."""
        plan = self.plans.get(identity)
        if plan is None or not plan.armies:
            return ""
        first, *others = plan.armies
        before, now = (each.problem or number(each.points or Decimal()) for each in (first.before, first.now))
        name = next((army.name for army in self.armies if army.id == first.id), first.id)
        news = self.news(identity).removesuffix(" is there")
        what = "changes points in" if first.before.points != first.now.points else "changes"
        head = f"{news[0].upper()}{news[1:]} {what} “{name}”"
        became = f"{before} becomes {now}" if before != now else f"{first.before.summary} → {first.now.summary}"
        return f"{head}: {became}{f', and {len(others)} more' if others else ''}."

    def hear(self, newest: Mapping[str, str]) -> None:
        """Take to heart which releases a gallery has, by where their authors keep them."""
        for row in self.sets:
            note = row.source
            if (
                note is not None
                and note.release
                and not note.own
                and newest.get(note.kept_at, note.release) != note.release
            ):
                self.releases[row.id] = newest[note.kept_at]

    def forget(self, identities: Iterable[str]) -> None:
        """Forget what was known of sets that are others now."""
        for id in identities:
            self.held.pop(id, None)
            self.plans.pop(id, None)
            self.releases.pop(id, None)

    def set_of(self, entry: ContentEntry, held: DataContents | None) -> KnownSet | None:
        """Return the set that an entry of what is looked through is of, wherever the cursor is among the sets."""
        identity = entry.data or (held.id if held is not None else "")
        return next((each for each in self.sets if each.id == identity), None)

    def place(self, entry: ContentEntry) -> str:
        """Return where an entry is written: its catalogue, with the name of its set where all of them are searched."""
        row = self.set_of(entry, None) if entry.data else None
        if row is None:
            return entry.catalogue
        return row.name if row.ours else f"{entry.catalogue}, {row.name}"

    def takers(self, entry: ContentEntry, held: DataContents | None) -> list[str]:
        """Return the names of the armies that have taken an entry of what is looked through."""
        row = self.set_of(entry, held)
        lines = (army.line for army in row.users(self.armies) if army.line is not None) if row is not None else ()
        return [line.name for line in lines if any(entry.name in (unit.kind, unit.name) for unit in line.units)]
