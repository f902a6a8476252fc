"""What the limits of a unit's options count, by the ids of its parts: kinds of model, options, choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from builder.catalogue.model import CategoryEntry, Condition, ConditionGroup, Constraint, Modifier, Query, Repeat
from builder.datafiles.datasheets.models import EVERY_KIND, Faction, Option, Unit
from builder.scalars import match_name, slug

EACH = Query(scope="parent")
"""Counts what one parent has; for collective entries, what each of its models has."""


IN_ARMY = Query(scope="roster", include_child_selections=True)


@dataclass(frozen=True, slots=True)
class OptionCounts:
    """What the limits of an option count within its unit.

    `of_kind` are the models of the kind that it is for, `models` all of them; `rivals` the options that replace the
    same thing, `family` those that are this one for other kinds of model, of the category `share`; `wanted` and
    `unwanted` the choices, models and transports that it needs one or none of.
    """

    unit: str
    of_kind: str
    models: str
    rivals: tuple[str, ...] = ()
    family: tuple[str, ...] = ()
    share: str = ""
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()


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
        found = match_name(name, self.file.units)
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
        kinds = (id for kind, id in self.kinds.items() if match_name(kind, names))
        rides = (self.unit_id(ride) for ride in self.unit.transport if match_name(ride, names))
        choices = (
            f"{self.option_id(index, kind)}.{slug(choice)}"
            for index, option in enumerate(self.unit.options, 1)
            for kind in self.takers(option)
            for choice in option.priced(self.file.lists)
            if match_name(choice, names)
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


def within(unit: str, counted: str | None = None) -> Query:
    """Return a count over a whole unit: of an entry or a group, or of the element that is constrained."""
    return Query(scope=unit, child_id=counted, include_child_selections=True)


def exactly(times: int, identity: str) -> tuple[Constraint, ...]:
    """Return so many for each parent, no more and no fewer."""
    return tuple(Constraint(f"{identity}.{bound}", bound, Decimal(times), EACH) for bound in ("min", "max"))


def option_limits(option: Option, here: str, counts: OptionCounts) -> tuple[Modifier, ...]:
    """Return how the bounds of the option `here` grow from nothing; a unit that may not have it is left with nothing.

    With `take: all`, who has one of its rivals need not take this one. Kinds of model that share an option have it
    together: more than its number in the whole family is too many for each.
    """
    enough: tuple[Condition, ...] = ()
    if option.needs:
        enough = (Condition("atLeast", Decimal(option.needs), within(counts.unit, counts.models)),)
    wanted = company(counts.unit, counts.wanted, counts.unwanted)
    if isinstance(option.take, str):
        return _all_or_none(here, counts, enough, wanted)
    repeats: tuple[Repeat, ...] = ()
    if option.per == "model":
        repeats = _each(counts.unit, counts.of_kind)
    elif isinstance(option.per, int):
        repeats = _each(counts.unit, counts.models, option.per)
    shared = counts.family if option.per != "model" else ()
    if shared:
        enough = (*enough, Condition("atMost", Decimal(option.take.most), within(counts.unit, counts.share)))
    least = f"{here}.min"
    given = (Modifier("decrement", least, "1", repeats=_each(counts.unit, other)) for other in shared)
    return (
        *(
            Modifier("increment", f"{here}.{bound}", str(amount), enough, wanted, repeats)
            for bound, amount in (("min", option.take.least), ("max", option.take.most))
            if amount
        ),
        *(given if option.take.least else ()),
    )


def company(unit: str, wanted: Iterable[str], unwanted: Iterable[str]) -> tuple[ConditionGroup, ...]:
    """Return the conditions that the unit has one of the things wanted, and none of those unwanted."""
    one = tuple(Condition("atLeast", Decimal(1), within(unit, id)) for id in wanted)
    none = tuple(Condition("lessThan", Decimal(1), within(unit, id)) for id in unwanted)
    return (
        *((ConditionGroup("or", one),) if one else ()),
        *((ConditionGroup("and", none),) if none else ()),
    )


def rate_limits(kind: str, least: int, most: int, every: int, unit: str, leader: str) -> tuple[Modifier, ...]:
    """Return how the bounds of a kind of model follow the number of another: so many for every few of those."""
    follow = _each(unit, leader, every)
    return tuple(
        modifier
        for bound, amount in (("min", least), ("max", most))
        for modifier in (
            Modifier("set", f"{kind}.{bound}", "0"),
            Modifier("increment", f"{kind}.{bound}", str(amount), repeats=follow),
        )
    )


def _all_or_none(
    here: str, counts: OptionCounts, enough: tuple[Condition, ...], wanted: tuple[ConditionGroup, ...]
) -> tuple[Modifier, ...]:
    begun = (ConditionGroup("or", tuple(_taken(counts.unit, option) for option in (here, *counts.family))),)
    every = _each(counts.unit, counts.of_kind)
    return (
        Modifier("increment", f"{here}.min", "1", enough, begun, every),
        *(
            Modifier("decrement", f"{here}.min", "1", enough, begun, _each(counts.unit, rival))
            for rival in counts.rivals
        ),
        Modifier("increment", f"{here}.max", "1", enough, wanted, every),
    )


def _taken(unit: str, counted: str) -> Condition:
    return Condition("atLeast", Decimal(1), within(unit, counted))


def _each(unit: str, counted: str, every: int = 1) -> tuple[Repeat, ...]:
    return (Repeat(Decimal(every), 1, within(unit, counted)),)
