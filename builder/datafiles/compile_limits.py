"""How many of something a unit may have: constraints, and the modifiers that let them grow with the unit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from builder.catalogue.logic import Condition, Constraint, Modifier, Query, Repeat
from builder.datafiles.datasheet import Option

EACH = Query(scope="parent")
"""Counts what one parent has; for collective entries, what each of its models has."""


@dataclass(frozen=True, slots=True)
class UnitCounts:
    """What the limits of an option count within a unit: the models of the kind it is for, and all models."""

    unit: str
    of_kind: str
    models: str


def within(unit: str, counted: str | None = None) -> Query:
    """A count over a whole unit: of an entry or a group, or of the element that is constrained."""
    return Query(scope=unit, child_id=counted, include_child_selections=True)


def exactly(times: int, identity: str) -> tuple[Constraint, ...]:
    """So many for each parent, no more and no fewer."""
    return tuple(Constraint(f"{identity}.{bound}", bound, Decimal(times), EACH) for bound in ("min", "max"))


def option_limits(option: Option, here: str, counts: UnitCounts, rivals: Iterable[str]) -> tuple[Modifier, ...]:
    """How the bounds of the option `here` grow from nothing; a unit too small for it is left with nothing.

    `rivals` are the options that replace the same thing: with `take: all`, who has one of those need not take this one.
    """
    enough: tuple[Condition, ...] = ()
    if option.needs:
        enough = (Condition("atLeast", Decimal(option.needs), within(counts.unit, counts.models)),)
    if isinstance(option.take, str):
        return _all_or_none(here, counts, enough, rivals)
    repeats: tuple[Repeat, ...] = ()
    if option.per == "model":
        repeats = _each(counts.unit, counts.of_kind)
    elif isinstance(option.per, int):
        repeats = _each(counts.unit, counts.models, option.per)
    return tuple(
        Modifier("increment", f"{here}.{bound}", str(amount), conditions=enough, repeats=repeats)
        for bound, amount in (("min", option.take.least), ("max", option.take.most))
        if amount
    )


def _all_or_none(
    here: str, counts: UnitCounts, enough: tuple[Condition, ...], rivals: Iterable[str]
) -> tuple[Modifier, ...]:
    begun = (*enough, Condition("atLeast", Decimal(1), within(counts.unit, here)))
    every = _each(counts.unit, counts.of_kind)
    return (
        Modifier("increment", f"{here}.min", "1", conditions=begun, repeats=every),
        *(
            Modifier("decrement", f"{here}.min", "1", conditions=begun, repeats=_each(counts.unit, rival))
            for rival in rivals
        ),
        Modifier("increment", f"{here}.max", "1", conditions=enough, repeats=every),
    )


def _each(unit: str, counted: str, every: int = 1) -> tuple[Repeat, ...]:
    return (Repeat(Decimal(every), 1, within(unit, counted)),)
