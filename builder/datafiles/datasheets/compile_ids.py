"""The ids of a unit's parts while it is compiled: kinds of model, options, choices, and what an option counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.catalogue.model import CategoryEntry
from builder.datafiles.datasheets.models import EVERY_KIND, Faction, Option, Unit
from builder.datafiles.datasheets.sizes import OptionCounts
from builder.datafiles.text.names import find, slug


@dataclass(frozen=True, slots=True)
class UnitNames:
    """Finds the ids of a unit's parts; `kinds` are those of its kinds of model by name.

    An option is named by its place in the unit, counted from 1, and the kind of model that takes it, None for the unit.
    """

    id: str
    unit: Unit
    file: Faction
    kinds: Mapping[str, str]

    @property
    def models(self) -> str:
        """What counts all models of the unit: its only kind, or the group of its kinds."""
        return next(iter(self.kinds.values())) if len(self.kinds) == 1 else f"{self.id}.models"

    def unit_id(self, name: str) -> str:
        """Return the id of a unit of the file."""
        found = find(name, self.file.units)
        unit = self.file.units[found] if found else None
        return (unit.id if unit and unit.id else None) or slug(name)

    def takers(self, option: Option) -> list[str | None]:
        """Return the kinds of model that an option is for; None alone when it is for the unit as a whole."""
        return [*option.kinds(self.kinds)] or [None]

    def option_id(self, index: int, kind: str | None) -> str:
        """Return the id of an option as that kind of model has it."""
        return f"{self.id if kind is None else self.kinds[kind]}.option-{index}"

    def share(self, option: Option, index: int) -> str:
        """Return the category of what several kinds of model take of one option together; empty where they do not."""
        apart = len(self.takers(option)) < 2 or option.per == "model" or option.take == EVERY_KIND
        return "" if apart else f"{self.id}.option-{index}"

    def shares(self) -> tuple[CategoryEntry, ...]:
        """Return the categories of all that is taken together."""
        found = (self.share(option, index) for index, option in enumerate(self.unit.options, 1))
        return tuple(CategoryEntry(id=share, name=share) for share in found if share)

    def counts(self, option: Option, index: int, kind: str | None) -> OptionCounts:
        """Return what the limits of an option count."""
        return OptionCounts(
            self.id,
            self.models if kind is None else self.kinds[kind],
            self.models,
            rivals=self._rivals(option, index, kind),
            family=tuple(self.option_id(index, other) for other in self.takers(option) if other != kind),
            share=self.share(option, index),
            wanted=self.ids(option.with_),
            unwanted=self.ids(option.without),
        )

    def ids(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the ids of all choices, kinds of model and transports of the unit that have these names."""
        kinds = (id for kind, id in self.kinds.items() if find(kind, names))
        rides = (self.unit_id(ride) for ride in self.unit.transport if find(ride, names))
        choices = (
            f"{self.option_id(index, kind)}.{slug(choice)}"
            for index, option in enumerate(self.unit.options, 1)
            for kind in self.takers(option)
            for choice in option.priced(self.file.lists)
            if find(choice, names)
        )
        return (*kinds, *rides, *choices)

    def _rivals(self, option: Option, index: int, kind: str | None) -> tuple[str, ...]:
        """Return the ids of the other options that replace what this one does, for the same kind of model."""
        if kind is None or not option.replace:
            return ()
        place = slug(option.replace[0])
        return tuple(
            self.option_id(number, kind)
            for number, other in enumerate(self.unit.options, 1)
            if number != index and other.replace and slug(other.replace[0]) == place and kind in self.takers(other)
        )
