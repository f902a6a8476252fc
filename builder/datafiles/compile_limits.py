"""How many of something a unit may have: constraints, and the modifiers that let them grow with the unit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from builder.catalogue.logic import Condition, ConditionGroup, Constraint, Modifier, Query, Repeat
from builder.datafiles.datasheet import Option

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


def within(unit: str, counted: str | None = None) -> Query:
    """A count over a whole unit: of an entry or a group, or of the element that is constrained."""
    return Query(scope=unit, child_id=counted, include_child_selections=True)


def exactly(times: int, identity: str) -> tuple[Constraint, ...]:
    """So many for each parent, no more and no fewer."""
    return tuple(Constraint(f"{identity}.{bound}", bound, Decimal(times), EACH) for bound in ("min", "max"))


def option_limits(option: Option, here: str, counts: OptionCounts) -> tuple[Modifier, ...]:
    """How the bounds of the option `here` grow from nothing; a unit that may not have it is left with nothing.

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
    """The conditions that the unit has one of the things wanted, and none of those unwanted."""
    one = tuple(Condition("atLeast", Decimal(1), within(unit, id)) for id in wanted)
    none = tuple(Condition("lessThan", Decimal(1), within(unit, id)) for id in unwanted)
    return (
        *((ConditionGroup("or", one),) if one else ()),
        *((ConditionGroup("and", none),) if none else ()),
    )


def rate_limits(kind: str, least: int, most: int, every: int, unit: str, leader: str) -> tuple[Modifier, ...]:
    """How the bounds of a kind of model follow the number of another: so many for every few of those."""
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
