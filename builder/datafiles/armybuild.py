"""An army file made into a roster: units found by name, models counted, options put where they belong.

What replaces something is chosen here; what it leaves of the thing replaced follows from the data (`fill_groups`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import Library
from builder.catalogue.model import Cost
from builder.datafiles.armyfile import ArmyFile, ArmyUnit, Ride
from builder.datafiles.armygroups import chosen_settings, planned_groups
from builder.datafiles.armyoptions import Chosen, Kind, choose
from builder.datafiles.names import slug
from builder.datafiles.sizes import POINTS, distribute
from builder.datafiles.validate import suggestion
from builder.datafiles.yamltext import Document, Path
from builder.roster.model import Force, Roster, Selection

FORCE_ID = ".force"
NAMELESS = "?"
"""Stands for a unit whose name is itself the mistake."""


class ArmyBuilder:
    """Builds the roster of an army file; names that the data does not have become findings of the document."""

    def __init__(self, document: Document, file: ArmyFile, library: Library, catalogue: str) -> None:
        self.document, self.file, self.library, self.catalogue = document, file, library, catalogue
        self.taken_ids: set[str] = set()
        self.numbers: Counter[str] = Counter()

    def roster(self) -> Roster:
        """The roster, with ids for every selection: those of the file, `<entry>-<n>` for a unit that has none."""
        force = self._force_entry()
        self._note_given_ids()
        selections = [
            made
            for index, unit in enumerate(self.file.units)
            if (made := self._unit(unit, ("units", index))) is not None
        ]
        limit = self.file.limit
        return Roster(
            name=self.file.name,
            game_system_id=self.library.game_system.id,
            forces=(
                Force(
                    id=FORCE_ID,
                    entry_id=force,
                    catalogue_id=self.catalogue,
                    name=self.library.force_entries[force].name,
                    selections=tuple(selections),
                ),
            ),
            cost_limits=(Cost(POINTS, limit, POINTS),) if limit is not None else (),
            groups=planned_groups(self.document, self.file, [made.id for made in selections], self.taken_ids),
            settings=chosen_settings(self.document, self.file),
        )

    def _force_entry(self) -> str:
        entries = self.library.force_entries
        wanted = self.file.force
        if wanted is None:
            return next(iter(entries))
        found = next((id for id, entry in entries.items() if slug(entry.name) == slug(wanted)), None)
        if found is None:
            known = [entry.name for entry in entries.values()]
            self.document.add(("force",), f"force '{wanted}' is not known{suggestion(wanted, known)}", "reference")
        return found or next(iter(entries))

    # -- ids -----------------------------------------------------------------
    def _note_given_ids(self) -> None:
        for index, unit in enumerate(self.file.units):
            here: Path = ("units", index)
            for id, path in (
                (unit.id, (*here, "id")),
                (unit.transport and unit.transport.id, (*here, "transport", "id")),
            ):
                if id and id in self.taken_ids:
                    self.document.add(
                        path, f"the id '{id}' stands here for the second time: give one of the units another"
                    )
                elif id:
                    self.taken_ids.add(id)

    def _id(self, given: str | None, entry: LinkedEntry) -> str:
        if given:
            return given
        stem = slug(entry.name)
        while (id := f"{stem}-{self.numbers[stem] + 1}") in self.taken_ids:
            self.numbers[stem] += 1
        self.taken_ids.add(id)
        return id

    # -- units ---------------------------------------------------------------
    def _unit(self, unit: ArmyUnit, path: Path) -> Selection | None:
        entries = self.library.root_entries(self.catalogue)
        entry = _named(unit.unit, entries)
        if unit.unit == NAMELESS:
            return None
        if entry is None:
            names = [candidate.name for candidate in entries]
            where = self.library.catalogues[self.catalogue]
            message = f"unit '{unit.unit}' is not in {where.name}{suggestion(unit.unit, names)}"
            if any(slug(shared.name) == slug(unit.unit) for shared in where.shared_selection_entries):
                message = f"{unit.unit} only comes with another unit: write it as that unit's 'transport'"
            self.document.add((*path, "unit"), message, "reference")
            return None
        ride = self._transport(unit.transport, entry, (*path, "transport")) if unit.transport else ()
        made = self._filled(entry, unit, self._kinds(unit, entry, path), path)
        return replace(made, selections=(*made.selections, *ride))

    def _transport(self, ride: Ride, entry: LinkedEntry, path: Path) -> tuple[Selection, ...]:
        offered = [candidate for candidate in entry.entries if candidate.type == "unit"]
        found = _named(ride.unit, offered)
        if found is None:
            names = [candidate.name for candidate in offered]
            message = f"{entry.name} cannot take '{ride.unit}' as a transport{suggestion(ride.unit, names)}"
            self.document.add(path, message, "reference")
            return ()
        kinds = [Kind(kind, kind.bound("min")) for kind in _models(found)]
        return (self._filled(found, ride, kinds, path),)

    def _kinds(self, unit: ArmyUnit, entry: LinkedEntry, path: Path) -> list[Kind]:
        """How many models of each kind: by name, else what makes up `count`, or the smallest size."""
        entries = _models(entry)
        named: dict[str, int] = {}
        for name, number in unit.models.items():
            found = _named(name, entries)
            if found is None:
                message = f"model '{name}' is not known{suggestion(name, [kind.name for kind in entries])}"
                self.document.add((*path, "models", name), message, "reference")
            elif found.path in named:
                self.document.add((*path, "models", name), f"'{name}' stands here twice: keep one of them", "models")
            else:
                named[found.path] = number
        bounds = [
            (named[kind.path],) * 2 if kind.path in named else (kind.bound("min"), kind.bound("max"))
            for kind in entries
        ]
        smallest = max(sum(least for least, _ in bounds), _smallest(entries))
        numbers = distribute(bounds, smallest if unit.count is None else unit.count)
        if unit.count is not None and sum(numbers) != unit.count:
            said = f"'count' is {unit.count}, but 'models' makes {sum(numbers)}: mend one of them"
            if not named:
                said = f"{entry.name} cannot have {unit.count} models: the nearest is {sum(numbers)}"
            self.document.add((*path, "count"), said, "count")
        return [Kind(kind, number) for kind, number in zip(entries, numbers, strict=True)]

    def _filled(self, entry: LinkedEntry, unit: ArmyUnit | Ride, kinds: Sequence[Kind], path: Path) -> Selection:
        id = self._id(unit.id, entry)
        chosen = choose(unit.options, entry, kinds, self.document, path)
        models = [self._model(kind, f"{id}.{index}", chosen) for index, kind in enumerate(kinds, 1) if kind.number]
        own = [
            _with_parts(child, f"{id}.{slug(child.id)}", number)
            for child, number in self._under(entry, chosen, 1)
            if child.type == "upgrade"
        ]
        return replace(
            _selection(entry, id, 1),
            selections=(*models, *own),
            custom_name=unit.name,
            custom_notes=unit.notes,
            marks=unit.marks,
        )

    def _model(self, kind: Kind, id: str, chosen: Chosen) -> Selection:
        carried = self._under(kind.entry, chosen, kind.number)
        children = tuple(_with_parts(child, f"{id}.{slug(child.id)}", number) for child, number in carried)
        return replace(_selection(kind.entry, id, kind.number), selections=children)

    def _under(self, entry: LinkedEntry, chosen: Chosen, models: int) -> Iterator[tuple[LinkedEntry, int]]:
        """Yield what the models carry below an entry: always, or by choice."""
        for child in entry.entries:
            if child.path in chosen:
                yield child, chosen[child.path][1]
            elif child.group is None and child.type == "upgrade":
                yield child, models * child.bound("min")
            elif child.group is not None and child.group.default is child:
                yield child, models


def _models(entry: LinkedEntry) -> list[LinkedEntry]:
    return [child for child in entry.entries if child.type == "model"]


def _smallest(kinds: Iterable[LinkedEntry]) -> int:
    """The size that the kinds of model must make up together, if their group asks for one."""
    return max((kind.group.bound("min") for kind in kinds if kind.group), default=0)


def _named(name: str, entries: Iterable[LinkedEntry]) -> LinkedEntry | None:
    wanted = slug(name)
    return next((entry for entry in entries if wanted in (slug(entry.name), entry.id)), None)


def _with_parts(entry: LinkedEntry, id: str, number: int) -> Selection:
    """A choice with everything that comes with it."""
    parts = (
        _with_parts(part, f"{id}.{slug(part.id)}", number * part.bound("min"))
        for part in entry.entries
        if part.group is None and part.type != "unit" and part.bound("min")
    )
    return replace(_selection(entry, id, number), selections=tuple(parts))


def _selection(entry: LinkedEntry, id: str, number: int) -> Selection:
    return Selection(
        id=id,
        entry_path=entry.path,
        number=number,
        group_path=entry.group.path if entry.group else None,
        name=entry.name,
        type=entry.type,
    )
