"""Options of an army file put where they belong: by name, on the model that can take them, in a place still free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import Library
from builder.datafiles.armies.ids import ArmyIds
from builder.datafiles.armies.models import ArmyUnit, Ride, option_name
from builder.datafiles.datasheets.sizes import distribute, distribute_led, followers
from builder.datafiles.text.source import Document, Path
from builder.datafiles.text.validate import suggestion
from builder.record import replace
from builder.roster.fill import begun_by
from builder.roster.model import Selection
from builder.scalars import slug

Chosen: TypeAlias = dict[str, tuple[LinkedEntry, int]]
"""What was chosen, by the path of the entry, with its number."""


@dataclass(slots=True)
class ModelKind:
    """A kind of model of a unit while an army is built: how many, and how often each place of it is taken."""

    entry: LinkedEntry
    number: int
    taken: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AvailableOption:
    """An option that a kind of model, or the unit as a whole, can take."""

    kind: ModelKind | None
    entry: LinkedEntry

    @property
    def place(self) -> str:
        """What the option takes the place of: the outermost group around it."""
        return self.entry.group.around[-1].path if self.entry.group else self.entry.path

    @property
    def owners(self) -> set[str]:
        """The names that may stand before its own, to say which of several is meant: the model's, its place's, both."""
        places = place_names(self.entry)
        kind = (self.kind.entry.name,) if self.kind else ()
        both = (f"{name}/{place}" for name in kind for place in places)
        return {slug(name) for name in (*kind, *places, *both)}

    @property
    def crowd(self) -> int:
        """How often that place is taken already: a second weapon goes where the first has not gone."""
        return self.kind.taken.get(self.place, 0) if self.kind else 0


def place_names(entry: LinkedEntry) -> tuple[str, ...]:
    """Return what the place of an option can be called: by the things that it replaces, by the groups that it is in."""
    replaced = (group.default.name for group in entry.groups_around if group.default)
    return (*replaced, *(group.name for group in entry.groups_around))


def choose(
    options: Mapping[str, int],
    unit: LinkedEntry,
    kinds: Sequence[ModelKind],
    document: Document,
    path: Path,
    *,
    keep_lost: bool = False,
) -> tuple[Chosen, dict[str, int]]:
    """Return the entries that the names of `options` mean; one that means none, or several, becomes a finding.

    With `keep_lost` those that mean none are handed back instead, as they are written.
    """
    offers = list(_offers(unit, kinds))
    chosen: Chosen = {}
    lost: dict[str, int] = {}
    for name, number in options.items():
        owner, _, option = name.rpartition("/")
        fitting = [
            offer
            for offer in offers
            if slug(offer.entry.name) == slug(option) and (not owner.strip() or slug(owner) in offer.owners)
        ]
        present = [offer for offer in fitting if offer.kind is None or offer.kind.number]
        takers = sorted({offer.kind.entry.name for offer in present if offer.kind})
        if fitting and not present:
            absent = fitting[0].kind.entry.name if fitting[0].kind else ""
            message = f"there is no {absent} to take '{option.strip()}': add models: {{{absent}: 1}}"
            document.add(_place(document, path, name), message, "reference")
        elif not fitting and keep_lost:
            lost[name] = number
        elif not fitting:
            known = [offer.entry.name for offer in offers]
            message = f"{unit.name} has no option '{name}'{suggestion(option, known)}"
            document.add(_place(document, path, name), message, "reference")
        elif len(takers) > 1 and _together(present):
            chosen.update({offer.entry.path: (offer.entry, number) for offer in present})
        elif len(takers) > 1:
            forms = " or ".join(f"'{taker}/{option.strip()}'" for taker in takers)
            document.add(
                _place(document, path, name), f"several models can take '{option}': write {forms}", "reference"
            )
        else:
            _take(present, number, chosen)
    return chosen, lost


def _together(offers: Sequence[AvailableOption]) -> bool:
    """Whether they are one option of several kinds of model, which all of them take or none."""
    groups = {offer.entry.group.id: offer.entry.group for offer in offers if offer.entry.group}
    return len(groups) == len(offers) and all(begun_by(group) >= groups.keys() for group in groups.values())


def _offers(unit: LinkedEntry, kinds: Sequence[ModelKind]) -> Iterator[AvailableOption]:
    for kind in kinds:
        yield from (AvailableOption(kind, entry) for entry in kind.entry.entries if entry.group)
    yield from (AvailableOption(None, entry) for entry in unit.entries if entry.group and entry.type == "upgrade")


def _take(fitting: Sequence[AvailableOption], number: int, chosen: Chosen) -> None:
    for _ in range(number):
        offer = min(fitting, key=lambda candidate: candidate.crowd)
        path = offer.entry.path
        chosen[path] = (offer.entry, chosen[path][1] + 1 if path in chosen else 1)
        if offer.kind is not None:
            offer.kind.taken[offer.place] = offer.crowd + 1


def _place(document: Document, path: Path, name: str) -> Path:
    """Return where an option stands in the file, which lists options or maps them to numbers."""
    options = document.at((*path, "options"))
    if not isinstance(options, list):
        return (*path, "options", name)
    written = [option_name(item) if isinstance(item, str) else None for item in options]
    return (*path, "options", written.index(name)) if name in written else (*path, "options")


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
        """Return the unit as a selection; None when it cannot be told what is meant."""
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
        """Return a unit that the data no longer has, with all that the file says of it."""
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
            art=unit.art,
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
        kinds = [ModelKind(kind, kind.bound("min")) for kind in models_of(found)]
        return (self._filled(found, ride, kinds, path),)

    def _kinds(self, unit: ArmyUnit, entry: LinkedEntry, path: Path) -> list[ModelKind]:
        """Return how many models of each kind: by name, else what makes up `count`, or the smallest size."""
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
        led = followers(entries)
        bounds = [self._bounds(kind, named, follows=place in led) for place, kind in enumerate(entries)]
        if led:
            numbers = distribute_led(bounds, unit.count, led)
        else:
            smallest = max(sum(least for least, _ in bounds), _smallest(entries))
            numbers = distribute(bounds, smallest if unit.count is None else unit.count)
        if unit.count is not None and sum(numbers) != unit.count and not self.keep_lost:
            said = f"'count' is {unit.count}, but 'models' makes {sum(numbers)}: fix one of them"
            if not named:
                said = f"{entry.name} cannot have {unit.count} models: the nearest is {sum(numbers)}"
            self.document.add((*path, "count"), said, "count")
        return [ModelKind(kind, number) for kind, number in zip(entries, numbers, strict=True)]

    @staticmethod
    def _bounds(kind: LinkedEntry, named: Mapping[str, int], *, follows: bool) -> tuple[int, int]:
        """The least and the most of a kind of model: where some are named, no others that a unit may be without."""
        if kind.path in named:
            return named[kind.path], named[kind.path]
        least, most = kind.bound("min"), kind.bound("max")
        return (0, 0) if named and not least and not follows else (least, most)

    def _filled(self, entry: LinkedEntry, unit: ArmyUnit | Ride, kinds: Sequence[ModelKind], path: Path) -> Selection:
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
            art=unit.art,
        )

    def _model(self, kind: ModelKind, id: str, chosen: Chosen) -> Selection:
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
    """Return the kinds of model of a unit."""
    return [child for child in entry.entries if child.type == "model"]


def _smallest(kinds: Iterable[LinkedEntry]) -> int:
    """Return the size that the kinds of model must make up together, if their group asks for one."""
    return max((kind.group.bound("min") for kind in kinds if kind.group), default=0)


def _named(name: str, entries: Iterable[LinkedEntry]) -> LinkedEntry | None:
    wanted = slug(name)
    return next((entry for entry in entries if wanted in (slug(entry.name), entry.id)), None)


def _with_parts(entry: LinkedEntry, id: str, number: int) -> Selection:
    """Return a choice with everything that comes with it."""
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


def _lost(name: str, number: int, above: str, kind: str = "upgrade") -> Selection:
    return Selection(id=f"{above}.{slug(name)}", entry_path=name, number=number, name=name, type=kind)
