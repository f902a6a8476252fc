"""Units in the short form made into selections: found by name, models counted, options put where they belong.

What replaces something is chosen here; what it leaves of the thing replaced follows from the data (`fill_groups`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import Library
from builder.datafiles.armyfile import ArmyUnit, Ride
from builder.datafiles.armyids import ArmyIds
from builder.datafiles.armyoptions import Chosen, Kind, choose
from builder.datafiles.names import slug
from builder.datafiles.sizes import distribute, distribute_led, followers
from builder.datafiles.validate import suggestion
from builder.datafiles.yamltext import Document, Path
from builder.roster.model import Selection

NAMELESS = "?"
"""Stands for a unit whose name is itself the mistake."""


class UnitBuilder:
    """Builds the units of an army file; names that the data does not have become findings of the document.

    With `keep_lost` the data has changed since the army was saved: what it no longer has is kept, as selections of
    entries that are not there, which the evaluation tells of.
    """

    def __init__(self, document: Document, library: Library, ids: ArmyIds, *, keep_lost: bool) -> None:
        self.document, self.library, self.ids, self.keep_lost = document, library, ids, keep_lost

    def unit(self, unit: ArmyUnit, catalogue: str, path: Path) -> Selection | None:
        """The unit as a selection; None when it cannot be told what is meant."""
        entries = self.library.root_entries(catalogue)
        entry = _named(unit.unit, entries)
        if unit.unit == NAMELESS:
            return None
        if entry is None and self.keep_lost:
            return self._lost(unit, path)
        if entry is None:
            self._unknown(unit, catalogue, path)
            return None
        ride = self._transport(unit.transport, entry, (*path, "transport")) if unit.transport else ()
        made = self._filled(entry, unit, self._kinds(unit, entry, path), path)
        gone = [name for name in unit.models if _named(name, models_of(entry)) is None]
        lost = (_lost(name, unit.models[name], made.id, "model") for name in gone)
        return replace(made, selections=(*made.selections, *lost, *ride))

    def _unknown(self, unit: ArmyUnit, catalogue: str, path: Path) -> None:
        where = self.library.catalogues[catalogue]
        names = [candidate.name for candidate in self.library.root_entries(catalogue)]
        message = f"unit '{unit.unit}' is not in {where.name}{suggestion(unit.unit, names)}"
        if any(slug(shared.name) == slug(unit.unit) for shared in where.shared_selection_entries):
            message = f"{unit.unit} only comes with another unit: write it as that unit's 'transport'"
        self.document.add((*path, "unit"), message, "reference")

    def _lost(self, unit: ArmyUnit | Ride, path: Path) -> Selection:
        """A unit that the data no longer has, with all that the file says of it."""
        id = self.ids.of_unit(unit.id, unit.unit, path)
        models = unit.models if isinstance(unit, ArmyUnit) else {}
        count = unit.count if isinstance(unit, ArmyUnit) else None
        ride = unit.transport if isinstance(unit, ArmyUnit) else None
        return Selection(
            id=id,
            entry_path=unit.unit,
            number=count or 1,
            name=unit.unit,
            type="unit",
            selections=(
                *(_lost(name, number, id, "model") for name, number in models.items()),
                *(_lost(name, number, id) for name, number in unit.options.items()),
                *((self._lost(ride, (*path, "transport")),) if ride else ()),
            ),
            custom_name=unit.name,
            custom_notes=unit.notes,
            marks=unit.marks,
        )

    def _transport(self, ride: Ride, entry: LinkedEntry, path: Path) -> tuple[Selection, ...]:
        offered = [candidate for candidate in entry.entries if candidate.type == "unit"]
        found = _named(ride.unit, offered)
        if found is None and self.keep_lost:
            return (self._lost(ride, path),)
        if found is None:
            names = [candidate.name for candidate in offered]
            message = f"{entry.name} cannot take '{ride.unit}' as a transport{suggestion(ride.unit, names)}"
            self.document.add(path, message, "reference")
            return ()
        kinds = [Kind(kind, kind.bound("min")) for kind in models_of(found)]
        return (self._filled(found, ride, kinds, path),)

    def _kinds(self, unit: ArmyUnit, entry: LinkedEntry, path: Path) -> list[Kind]:
        """How many models of each kind: by name, else what makes up `count`, or the smallest size."""
        entries = models_of(entry)
        named: dict[str, int] = {}
        for name, number in unit.models.items():
            found = _named(name, entries)
            if found is None and self.keep_lost:
                continue
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
        led = followers(entries)
        if led:
            numbers = distribute_led(bounds, unit.count, led)
        else:
            smallest = max(sum(least for least, _ in bounds), _smallest(entries))
            numbers = distribute(bounds, smallest if unit.count is None else unit.count)
        if unit.count is not None and sum(numbers) != unit.count and not self.keep_lost:
            said = f"'count' is {unit.count}, but 'models' makes {sum(numbers)}: mend one of them"
            if not named:
                said = f"{entry.name} cannot have {unit.count} models: the nearest is {sum(numbers)}"
            self.document.add((*path, "count"), said, "count")
        return [Kind(kind, number) for kind, number in zip(entries, numbers, strict=True)]

    def _filled(self, entry: LinkedEntry, unit: ArmyUnit | Ride, kinds: Sequence[Kind], path: Path) -> Selection:
        id = self.ids.of_unit(unit.id, entry.name, path)
        options, lost = choose(unit.options, entry, kinds, self.document, path, keep_lost=self.keep_lost)
        models = [self._model(kind, f"{id}.{index}", options) for index, kind in enumerate(kinds, 1) if kind.number]
        own = [
            _with_parts(child, f"{id}.{slug(child.id)}", number)
            for child, number in self._under(entry, options, 1)
            if child.type == "upgrade"
        ]
        return replace(
            _selection(entry, id, 1),
            selections=(*models, *own, *(_lost(name, number, id) for name, number in lost.items())),
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


def models_of(entry: LinkedEntry) -> list[LinkedEntry]:
    """The kinds of model of a unit."""
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


def _lost(name: str, number: int, above: str, type: str = "upgrade") -> Selection:
    return Selection(id=f"{above}.{slug(name)}", entry_path=name, number=number, name=name, type=type)
