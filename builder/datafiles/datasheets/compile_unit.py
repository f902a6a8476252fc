"""One unit of a datasheet file compiled into selection entries.

A kind of model is an entry of type `model` whose number is how many there are; what it carries are entries beneath,
whose number is how many of those models carry it. A thing that options replace forms a group with what may replace it,
a pool: the pool holds as many as there are models, so a marine with a plasma gun has given up his boltgun.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from msgspec.structs import replace

from builder.catalogue.model import (
    CategoryLink,
    Characteristic,
    Condition,
    Constraint,
    Cost,
    EntryLink,
    InfoLink,
    Modifier,
    Profile,
    Query,
    Repeat,
    SelectionEntry,
    SelectionEntryGroup,
)
from builder.datafiles.datasheets.models import Faction, Kind, Option, OptionChoice, Unit
from builder.datafiles.datasheets.option_limits import (
    EACH,
    IN_ARMY,
    UnitNames,
    company,
    exactly,
    option_limits,
    rate_limits,
    within,
)
from builder.datafiles.datasheets.sizes import POINTS, distribute
from builder.scalars import capitalized, match_name, slug

Links = Mapping[str, Mapping[str, tuple[InfoLink, ...]]]
RuleLinks = Callable[[tuple[str, ...]], tuple[InfoLink, ...]]


@dataclass(slots=True)
class ModelPool:
    """What a kind of model carries in one place: the thing it begins with, and the options that replace it."""

    name: str
    times: int
    options: list[SelectionEntryGroup] = field(default_factory=list)
    given_up_for: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Carrier:
    """A kind of model while it is compiled: its fixed equipment, pools, and options beside what it carries."""

    id: str
    name: str
    model: Kind
    carried: Counter[str]
    pools: dict[str, ModelPool] = field(default_factory=dict)
    options: list[SelectionEntryGroup] = field(default_factory=list)
    setters: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)


class UnitCompiler:
    """Compiles one unit; `links` are the shared profiles by table and name, `rule_links` finds shared rules."""

    def __init__(self, name: str, unit: Unit, file: Faction, links: Links, rule_links: RuleLinks) -> None:
        self.name, self.unit, self.file, self.links, self.rule_links = name, unit, file, links, rule_links
        self.id = unit.id or slug(name)
        common = (*unit.weapons, *unit.wargear)
        self.carriers = {
            kind: Carrier(f"{self.id}.{slug(kind)}", kind, model, _counted(*model.weapons, *model.wargear, *common))
            for kind, model in unit.kinds(name).items()
        }
        self.options: list[SelectionEntryGroup] = []
        self.bounds = unit.bounds(name)
        self.names = UnitNames(self.id, unit, file, {kind: carrier.id for kind, carrier in self.carriers.items()})

    def entry(self) -> SelectionEntry:
        """Return the unit as a selection entry."""
        for index, option in enumerate(self.unit.options, 1):
            for kind in self.names.takers(option):
                self._add_option(option, index, kind)
        kinds = tuple(self._model(carrier) for carrier in self.carriers.values())
        together = self._together(kinds)
        return SelectionEntry(
            id=self.id,
            name=self.name,
            type="unit",
            page=self.unit.page,
            costs=(Cost(POINTS, self.unit.points - self._points_of_models(), POINTS),),
            category_links=(
                CategoryLink(id=f"{self.id}.slot", name=self.unit.slot, target_id=slug(self.unit.slot), primary=True),
            ),
            constraints=self._army_limit(),
            modifiers=self._growing_limit(),
            info_links=self.rule_links(self.unit.rules),
            selection_entries=(*(() if together else kinds), *self._powers()),
            selection_entry_groups=(*together, *self.options, *self._transport()),
        )

    def _together(self, kinds: tuple[SelectionEntry, ...]) -> tuple[SelectionEntryGroup, ...]:
        """Several kinds of model as a group, which counts them without those of a transport and bounds their size."""
        size = self.unit.size
        if len(kinds) == 1 and size is None:
            return ()
        here = f"{self.id}.models"
        bounds = (
            (
                Constraint(f"{here}.min", "min", Decimal(size.least), EACH),
                Constraint(f"{here}.max", "max", Decimal(size.most), EACH),
            )
            if size
            else ()
        )
        return (SelectionEntryGroup(id=here, name="Models", selection_entries=kinds, constraints=bounds),)

    def _points_of_models(self) -> Decimal:
        """Return what the models of the smallest size cost by themselves."""
        models = [carrier.model for carrier in self.carriers.values()]
        bounds = [(bound.least, bound.most) for bound in self.bounds.values()]
        least = self.unit.size.least if self.unit.size else sum(fewest for fewest, _ in bounds)
        numbers = distribute(bounds, least)
        return sum((model.points * number for model, number in zip(models, numbers, strict=True)), Decimal(0))

    def _army_limit(self) -> tuple[Constraint, ...]:
        limit = self.unit.limit
        if limit is None:
            return ()
        here = f"{self.id}.limit"
        if not self.unit.per:
            return (Constraint(here, "max", Decimal(limit.most), IN_ARMY),)
        return tuple(Constraint(f"{here}.{bound}", bound, Decimal(0), IN_ARMY) for bound in ("min", "max"))

    def _growing_limit(self) -> tuple[Modifier, ...]:
        """Return so many for each unit of those that bring this one."""
        limit = self.unit.limit
        if limit is None or not self.unit.per:
            return ()
        units = [replace(IN_ARMY, child_id=self.names.unit_id(name)) for name in self.unit.per]
        return tuple(
            Modifier(
                "increment",
                f"{self.id}.limit.{bound}",
                str(amount),
                repeats=tuple(Repeat(Decimal(1), 1, unit) for unit in units),
            )
            for bound, amount in (("min", limit.least), ("max", limit.most))
            if amount
        )

    def _powers(self) -> list[SelectionEntry]:
        return [
            SelectionEntry(
                id=f"{self.id}.{slug(power)}",
                name=capitalized(power),
                type="upgrade",
                info_links=self._links(power),
                constraints=exactly(1, f"{self.id}.{slug(power)}"),
            )
            for power in self.unit.powers
        ]

    def _transport(self) -> list[SelectionEntryGroup]:
        if not self.unit.transport:
            return []
        here = f"{self.id}.transport"
        links = tuple(
            EntryLink(
                id=f"{here}.{slug(ride)}",
                name=match_name(ride, self.file.units) or ride,
                target_id=self.names.unit_id(ride),
            )
            for ride in self.unit.transport
        )
        limit = Constraint(f"{here}.max", "max", Decimal(1), EACH)
        return [SelectionEntryGroup(id=here, name="Transport", entry_links=links, constraints=(limit,))]

    # -- options -----------------------------------------------------------
    def _add_option(self, option: Option, index: int, kind: str | None) -> None:
        carrier = None if kind is None else self.carriers[kind]
        here = self.names.option_id(index, kind)
        choices = option.priced(self.file.lists)
        share = self.names.share(option, index)
        group = SelectionEntryGroup(
            id=here,
            name=_title(option, choices),
            selection_entries=tuple(
                self._choice(name, choice, here, carrier, option, share) for name, choice in choices.items()
            ),
            constraints=(
                Constraint(f"{here}.min", "min", Decimal(0), self._query()),
                Constraint(f"{here}.max", "max", Decimal(0), self._query()),
            ),
            modifiers=option_limits(option, here, self.names.counts(option, index, kind)),
        )
        if carrier is None:
            self.options.append(group)
        elif not option.replace:
            carrier.options.append(group)
        else:
            pools = [
                carrier.pools.setdefault(slug(name), ModelPool(name, carrier.carried[slug(name)]))
                for name in option.replace
            ]
            pools[0].options.append(group)
            for pool in pools[1:]:
                pool.given_up_for.append(group.id)

    def _choice(
        self, name: str, choice: OptionChoice, here: str, carrier: Carrier | None, option: Option, share: str
    ) -> SelectionEntry:
        identity = f"{here}.{slug(name)}"
        brought = (name,) if choice.names_itself else (*choice.weapons, *choice.wargear, *choice.powers)
        if carrier is not None:
            gear = (match_name(item, self.file.wargear) for item in brought)
            carrier.setters.extend((identity, self.file.wargear[item].sets) for item in gear if item)
        once = () if option.replace else (Constraint(f"{identity}.max", "max", Decimal(choice.most), EACH),)
        itself = len(brought) == 1 and slug(brought[0]) == slug(name)
        return SelectionEntry(
            id=identity,
            name=capitalized(name),
            type="upgrade",
            collective=carrier is not None,
            costs=(Cost(POINTS, choice.points, POINTS),),
            constraints=once,
            category_links=(CategoryLink(id=f"{identity}.share", name=share, target_id=share),) if share else (),
            info_links=(*(self._links(name) if itself else ()), *self.rule_links(choice.rules)),
            selection_entries=()
            if itself
            else tuple(self._item(item, identity, times) for item, times in Counter(brought).items()),
        )

    # -- models ------------------------------------------------------------
    def _model(self, carrier: Carrier) -> SelectionEntry:
        count = self.bounds[carrier.name]
        names = {slug(name): name for name in self._names(carrier)}
        fixed = [(names[key], times) for key, times in carrier.carried.items() if key not in carrier.pools]
        return SelectionEntry(
            id=carrier.id,
            name=capitalized(carrier.name),
            type="model",
            costs=(Cost(POINTS, carrier.model.points, POINTS),) if carrier.model.points else (),
            constraints=(
                Constraint(f"{carrier.id}.min", "min", Decimal(count.least), EACH),
                Constraint(f"{carrier.id}.max", "max", Decimal(count.most), EACH),
            ),
            modifiers=self._model_limits(carrier),
            profiles=(self._profile(carrier),),
            selection_entries=tuple(self._item(name, carrier.id, times) for name, times in fixed),
            selection_entry_groups=(*(self._pool(carrier, pool) for pool in carrier.pools.values()), *carrier.options),
        )

    def _model_limits(self, carrier: Carrier) -> tuple[Modifier, ...]:
        """Return how the bounds of a kind of model follow another, and that some things keep it out."""
        model = carrier.model
        limits: tuple[Modifier, ...] = ()
        leader = match_name(model.per.kind, self.carriers) if model.per else None
        if model.per and leader:
            count, every = model.count, model.per.every
            limits = rate_limits(carrier.id, count.least, count.most, every, self.id, self.carriers[leader].id)
        out = (
            Modifier("set", f"{carrier.id}.max", "0", condition_groups=(group,))
            for id in self.names.ids(model.without)
            for group in company(self.id, (id,), ())
        )
        return (*limits, *out)

    def _names(self, carrier: Carrier) -> tuple[str, ...]:
        return (*carrier.model.weapons, *carrier.model.wargear, *self.unit.weapons, *self.unit.wargear)

    def _item(self, name: str, here: str, times: int) -> SelectionEntry:
        """Return a thing that each model has so many of; none means that a pool says how many."""
        identity = f"{here}.{slug(name)}"
        return SelectionEntry(
            id=identity,
            name=capitalized(name),
            type="upgrade",
            collective=True,
            constraints=exactly(times, identity) if times else (),
            info_links=self._links(name),
        )

    def _pool(self, carrier: Carrier, pool: ModelPool) -> SelectionEntryGroup:
        """As many as there are models, less those who gave it up for something that takes its place too."""
        here = f"{carrier.id}.{slug(pool.name)}-place"
        first = self._item(pool.name, carrier.id, 0)
        bounds = tuple(Constraint(f"{here}.{bound}", bound, Decimal(0), self._query()) for bound in ("min", "max"))
        counts = [("increment", pool.times, carrier.id), *(("decrement", 1, group) for group in pool.given_up_for)]
        modifiers = tuple(
            Modifier(kind, bound.id, str(amount), repeats=(Repeat(Decimal(1), 1, self._query(counted)),))
            for bound in bounds
            for kind, amount, counted in counts
        )
        return SelectionEntryGroup(
            id=here,
            name=f"{capitalized(pool.name)} or what replaces it",
            default_selection_entry_id=first.id,
            selection_entries=(first,),
            selection_entry_groups=tuple(pool.options),
            constraints=bounds,
            modifiers=modifiers,
        )

    def _profile(self, carrier: Carrier) -> Profile:
        line = carrier.model.profile or carrier.model.vehicle
        assert line is not None, "the schema gives every kind of model one of the two"
        kind, columns = line.columns()
        made = profile(f"{carrier.id}.profile", capitalized(carrier.name), kind, columns)
        changes = tuple(
            Modifier("set", slug(f"{kind} {column}"), value, conditions=(self._taken(choice),))
            for choice, sets in carrier.setters
            for column, value in line.changed(sets).columns()[1].items()
            if value != columns[column]
        )
        return replace(made, modifiers=changes)

    # -- parts -------------------------------------------------------------
    def _taken(self, choice: str) -> Condition:
        return Condition("atLeast", Decimal(1), self._query(choice))

    def _query(self, counted: str | None = None) -> Query:
        return within(self.id, counted)

    def _links(self, name: str) -> tuple[InfoLink, ...]:
        for table in self.links.values():
            found = match_name(name, table)
            if found is not None:
                return table[found]
        return ()


def profile(identity: str, name: str, kind: str, columns: Mapping[str, str]) -> Profile:
    """Return a profile with its columns in order."""
    cells = tuple(Characteristic(column, slug(f"{kind} {column}"), value) for column, value in columns.items())
    return Profile(id=identity, name=name, type_id=slug(kind), type_name=kind, characteristics=cells)


def _title(option: Option, choices: Mapping[str, OptionChoice]) -> str:
    """Return what an option is called in messages: its name, or its first choices."""
    first = list(choices)[:3]
    return capitalized(option.name or " or ".join(first) + (" …" if len(choices) > len(first) else ""))


def _counted(*names: str) -> Counter[str]:
    return Counter(map(slug, names))
