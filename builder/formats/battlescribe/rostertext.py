"""A roster as BattleScribe's text: a heading for each force and category, a paragraph for each unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from builder.catalogue.model import Cost
from builder.roster.view import CategoryView, ForceView, RosterView, SelectionView

_SHORT = {"point": "pt", "points": "pts"}
_REST = CategoryView(entry_id="", name="Uncategorised")


def write_roster_text(view: RosterView) -> str:
    """The roster as text; costs of a unit are with all below it, those of 0 are left out."""
    lines: list[str] = []
    for force in view.forces:
        lines.extend(_force(force))
    return "\n".join([*lines, f"++ Total:{_amounts(view.costs)} ++", "", "Created with Muster", ""])


def _force(force: ForceView) -> Iterator[str]:
    costs = [cost for top in force.selections for part in top.walk() for cost in part.costs]
    faction = f" ({force.catalogue_name})" if force.catalogue_name else ""
    yield from (f"++ {_name(force)}{faction}{_amounts(costs)} ++", "")
    for category, tops in _by_category(force):
        yield from (f"+ {_name(category)} +", "")
        for top in tops:
            costs = [cost for part in top.walk() for cost in part.costs]
            yield from (*_selection(top, "", _amounts(costs)), "")
    for child in force.forces:
        yield from _force(child)


def _by_category(force: ForceView) -> Iterator[tuple[CategoryView, list[SelectionView]]]:
    """Yield the categories that have selections: the force's in its order, others, then one for those without."""
    filed: dict[str, list[SelectionView]] = {}
    known = {category.entry_id: category for category in force.categories}
    for top in force.selections:
        primary = next((category for category in top.categories if category.primary), _REST)
        known.setdefault(primary.entry_id, primary)
        filed.setdefault(primary.entry_id, []).append(top)
    rest = known.pop(_REST.entry_id, _REST)
    yield from ((category, filed[id]) for id, category in (*known.items(), (rest.entry_id, rest)) if id in filed)


def _selection(view: SelectionView, dots: str, costs: str = "") -> Iterator[str]:
    """Yield the line of a selection with the plain choices below it, then a line for each choice that has its own."""
    plain = [_counted(child) for child in view.children if not child.children]
    yield f"{dots}{_counted(view)}{costs}" + (f": {', '.join(plain)}" if plain else "")
    for child in view.children:
        if child.children:
            yield from _selection(child, f"{dots}. ")


def _counted(view: SelectionView) -> str:
    return f"{view.number}x {_name(view)}" if view.number > 1 else _name(view)


def _name(view: ForceView | CategoryView | SelectionView) -> str:
    own = f" ({_line(view.custom_name)})" if view.custom_name else ""
    return f"{_line(view.name)}{own}"


def _line(text: str) -> str:
    return " ".join(text.split())


def _amounts(costs: Iterable[Cost]) -> str:
    """Costs added up by type: ` [58 PL, 1,118pts]`."""
    total: dict[str, Decimal] = {}
    for cost in costs:
        total[cost.name] = total.get(cost.name, Decimal(0)) + cost.value
    told = ", ".join(_amount(value, name.strip()) for name, value in total.items() if value)
    return f" [{told}]" if told else ""


def _amount(value: Decimal, name: str) -> str:
    unit = _SHORT.get(name.lower(), name)
    return f"{value.normalize():,f}{'' if len(unit) <= len('pts') else ' '}{unit}"
