"""Cards of an army of any game: the profiles of each unit as tables, its rules, and boxes for its models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from builder.systems.blocks import (
    Check,
    Column,
    ColumnKind,
    Head,
    ModelBoxes,
    ProfileCard,
    Row,
    RuleText,
    Table,
    number,
)
from builder.systems.generic.model import GenericArmy, GenericUnit, Passage, ProfileTable

MARKS = {"reserve": "in reserve", "deep_strike": "in reserve, deep strike", "led_by": "led by", "riding_in": "rides in"}
KEY = "columns as the data has them; the most used first"
ACTED = ".acted"
"""What the id of the box ends with that says that a unit has acted."""


def army_cards(army: GenericArmy, unit: str | None = None) -> tuple[ProfileCard, ...]:
    """Return a card for each unit, or that of one."""
    names = {each.id: each.name for each in army.units}
    return tuple(unit_card(each, army.points_name, names) for each in army.units if unit in (None, each.id))


def unit_card(
    unit: GenericUnit,
    points_name: str,
    names: Mapping[str, str],
    lost: Mapping[str, int] | None = None,
    states: Sequence[str] = (),
    acted: bool = False,
) -> ProfileCard:
    """Return the card of a unit.

    Args:
        unit: the unit.
        points_name: what its data calls points.
        names: those of all units of the army, by id.
        lost: the wounds lost in a game, by group.
        states: the states that it is in.
        acted: whether it has acted in this turn.
    """
    checks = (Check(f"{unit.id}{ACTED}", "Acted", checked=acted),) if unit.groups else ()
    chosen = ", ".join(unit.choices)
    return ProfileCard(
        head=Head(
            code=unit.id,
            slot=unit.category,
            name=unit.name,
            points=number(unit.points),
            caption=points_name,
            facts=tuple(_facts(unit, names)),
        ),
        statistics=tuple(_table(table, counted=_models_of(table) > 1) for table in unit.statistics),
        tables=tuple(_table(table, counted=True) for table in unit.tables),
        texts=tuple(map(rule_text, unit.passages)),
        boxes_title=unit.wounds_name if len(unit.wounds_name) > 2 else "Wounds" if unit.wounds_name else "Models",
        boxes=tuple(
            ModelBoxes(
                id=group.id,
                name=group.name,
                models=group.models,
                wounds=group.wounds,
                lost=(lost or {}).get(group.id, 0),
            )
            for group in unit.groups
        ),
        checks=checks,
        keywords=tuple((title, words) for title, words in _words(unit, chosen, states) if words),
        notes=tuple(unit.notes.splitlines()),
        key=KEY,
    )


def rule_text(passage: Passage) -> RuleText:
    """Return a rule or an ability with its number on the sheet of rules."""
    return RuleText(passage.title, " ".join(passage.text.split("\n")), f"[{passage.number}]")


def _words(unit: GenericUnit, chosen: str, states: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield "State", ", ".join(states)
    yield "Chosen", chosen
    yield "Keywords", ", ".join(unit.keywords)


def _facts(unit: GenericUnit, names: Mapping[str, str]) -> Iterator[str]:
    if unit.models:
        yield "1 model" if unit.models == 1 else f"{unit.models} models"
    yield from (f"{number(value)} {name}" for name, value in unit.costs)
    if unit.within:
        yield f"in {unit.within}"
    if unit.force:
        yield unit.force
    for mark in unit.marks:
        if mark.kind in MARKS:
            yield f"{MARKS[mark.kind]} {names.get(mark.target or '', mark.target or '')}".strip()


def _models_of(table: ProfileTable) -> int:
    return len(table.lines)


def _table(table: ProfileTable, counted: bool) -> Table:
    """Return a table of profiles; figures in the middle of their columns, words from the left."""
    kinds = (ColumnKind.TEXT if wordy else ColumnKind.VALUE for wordy in table.wordy)
    count = (Column("", ColumnKind.COUNT),) if counted else ()
    columns = (*count, Column(table.type, ColumnKind.NAME), *map(Column, table.columns, kinds))
    rows = (Row((*((str(line.count),) if counted else ()), line.name, *line.cells)) for line in table.lines)
    return Table(columns, tuple(rows))
