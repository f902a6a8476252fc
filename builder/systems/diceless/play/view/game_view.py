"""A game of Diceless as screens and commands draw it, made of its report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

from builder.systems.diceless.play.state import GameState
from builder.systems.diceless.play.view import unit_rows, vehicle_rows
from builder.systems.diceless.play.view.keys import KEYS, WANTED
from builder.systems.diceless.play.view.report import report
from builder.systems.diceless.play.view.report_types import (
    GameReport,
    SideReport,
    TokenReport,
    UnitReport,
    VehicleReport,
)
from builder.systems.play.view import Detail, Fact, Reminder, Row, SideView, Span, Table, Track, View

Reported = TypeVar("Reported", bound=UnitReport | VehicleReport)


class KeptRows(Generic[Reported]):
    """The rows of units or vehicles that were made last, each kept while its report is the same."""

    def __init__(self, make: Callable[[Reported], Row]) -> None:
        """Keep rows that `make` makes of reports."""
        self._make = make
        self._kept: dict[str, tuple[Reported, Row]] = {}

    def row(self, reported: Reported) -> Row:
        """The row of a unit or a vehicle: the very one of before where nothing has changed."""
        kept = self._kept.get(reported.ref)
        # Reports of what an act leaves alone are the very same objects, as a rule.
        if kept is not None and (kept[0] is reported or kept[0] == reported):
            return kept[1]
        row = self._make(reported)
        self._kept[reported.ref] = (reported, row)
        return row


def viewer() -> Callable[[GameState], View]:
    """What makes views of one game, whose rows it keeps from one view to the next."""
    units, vehicles = KeptRows(unit_rows.unit_row), KeptRows(vehicle_rows.vehicle_row)

    def side(told: SideReport, acts: bool) -> SideView:
        return SideView(
            name=told.name,
            tables=(
                Table(
                    id="units",
                    title="Units",
                    name=unit_rows.NAME,
                    columns=unit_rows.COLUMNS,
                    rows=tuple(map(units.row, told.units)),
                ),
                Table(
                    id="vehicles",
                    title="Vehicles",
                    name=vehicle_rows.NAME,
                    columns=vehicle_rows.COLUMNS,
                    rows=tuple(map(vehicles.row, told.vehicles)),
                    legend=vehicle_rows.LEGEND,
                    empty="No vehicles.",
                ),
            ),
            stock=tuple(map(_stock, told.tokens)),
            points=told.points,
            lines=(Detail(kind="text", label="Reserve", spans=(Span(told.reserve),)),) if told.reserve else (),
            known=not told.only_a_name,
            fields=("attacker" if acts else "target",),
            barred=_without_units(told) if told.only_a_name else {},
        )

    def view(state: GameState) -> View:
        told = report(state)
        one, other = told.sides
        return View(
            turn=told.turn,
            active=told.active,
            phase=told.phase,
            sides=(side(one, told.active == 0), side(other, told.active == 1)),
            due=tuple(map(_reminder, told.hints)),
            facts=tuple(_facts(told)),
            notes=told.notes,
            keys=KEYS,
            wanted=WANTED.get(told.phase, ()),
            barred={key: why for each in told.sides if each.only_a_name for key, why in _without_targets(each)},
            over=told.over,
        )

    return view


def _without_targets(side: SideReport) -> Iterator[tuple[str, str]]:
    yield "target", f"{side.name} is only a name, with nothing to attack: d types in DMG on yours."


def _without_units(side: SideReport) -> Mapping[str, str]:
    why = f"{side.name} is only a name, with no units here: o shows yours."
    return dict.fromkeys(("unit", "leader", "vehicle"), why)


def _stock(token: TokenReport) -> Track:
    return Track(draw="boxes", label=token.name, value=token.left, full=token.total)


def _reminder(hint: str) -> Reminder:
    return Reminder(text=hint, look="warning" if "fail" in hint else "text")


def _facts(told: GameReport) -> Iterator[Fact]:
    if told.mission:
        yield Fact(text=told.mission)
    if told.night:
        yield Fact(text="night fighting", short="night")
