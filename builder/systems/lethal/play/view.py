"""A game of Lethal 40K as screens and commands draw it: its rows, what is told of the whole, the keys of its acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from builder.systems.lethal.attacks import AT_START
from builder.systems.lethal.play.combat_rows import combats_table
from builder.systems.lethal.play.queries import who
from builder.systems.lethal.play.state import AMMUNITION, Lethal
from builder.systems.lethal.play.unit_rows import COLUMNS, NAME, around, unit_row
from builder.systems.lethal.play.vehicle_rows import COLUMNS as VEHICLE_COLUMNS
from builder.systems.lethal.play.vehicle_rows import NAME as VEHICLE_NAME
from builder.systems.lethal.play.vehicle_rows import around as around_vehicle
from builder.systems.lethal.play.vehicle_rows import vehicle_row
from builder.systems.play.game import PartRef, UnitRef
from builder.systems.play.lookup import told
from builder.systems.play.view import Detail, Fact, Rows, SideView, Span, Table


def side_views() -> Callable[[Lethal], tuple[SideView, SideView]]:
    """What makes the sides of views of one game, whose rows it keeps from one view to the next."""
    units, vehicles = Rows(unit_row, around), Rows(vehicle_row, around_vehicle)

    def side(game: Lethal, number: int) -> SideView:
        now = game.sides[number]
        on_foot = [ref for ref in game.refs(number) if game.body(ref).unit.groups]
        return SideView(
            name=now.name,
            tables=(
                Table(
                    id="units",
                    title="Units",
                    name=NAME,
                    columns=COLUMNS,
                    rows=tuple(units.row(game, ref) for ref in on_foot),
                    empty="No units on foot.",
                ),
                Table(
                    id="vehicles",
                    title="Vehicles",
                    name=VEHICLE_NAME,
                    columns=VEHICLE_COLUMNS,
                    rows=tuple(vehicles.row(game, PartRef(number, each)) for each in now.owners),
                    empty="No vehicles.",
                ),
                combats_table(game, number),
            ),
            points=now.points,
            totals=_totals(game, number),
            lines=tuple(_counters(game, number)),
            known=now.known,
            fields=("unit",) if game.clock.active == number else ("target",),
        )

    return lambda game: (side(game, 0), side(game, 1))


def _totals(game: Lethal, number: int) -> str:
    """The models that a side has left."""
    bodies = game.sides[number].bodies.values()
    left = sum(0 if body.gone else body.models for body in bodies)
    return f"models {left} of {sum(body.unit.models for body in bodies)}" if bodies else ""


def _counters(game: Lethal, number: int) -> Iterator[Detail]:
    """The models and ammunition counters of a side that are left, of those that it brought (L-21)."""
    bodies = [*game.sides[number].bodies.values()]
    if bodies:
        models = sum(0 if body.gone else body.models for body in bodies)
        lost = sum(int(body.unit.points) for body in bodies if body.gone)
        words = f"{models} of {sum(body.unit.models for body in bodies)}, {lost} points lost"
        yield Detail(kind="text", label="Models", spans=(Span(words),))
    on_foot = [body for body in bodies if body.infantry]
    if on_foot:
        left = sum(body.count(AMMUNITION) for body in on_foot if not body.gone)
        full = sum(AT_START + body.unit.extra_ammo for body in on_foot)
        yield Detail(kind="text", label="Ammo", spans=(Span(f"{left} of {full} counters"),))


def facts(game: Lethal) -> Iterator[Fact]:
    """Who has the initiative and acts, the combats, the corridors of fire."""
    if game.extra.initiative is not None:
        name = game.sides[game.extra.initiative].name
        yield Fact(text=f"initiative: {name}", short=f"initiative: {('yours', 'theirs')[game.extra.initiative]}")
    activation = game.extra.activation
    if activation is not None:
        names = who(game, [UnitRef(activation.side, each) for each in activation.units])
        stance = f", {activation.stance}" if activation.stance else ""
        yield Fact(text=f"activated: {names}{stance}")
    for combat in game.extra.combats.values():
        lost = f"{game.sides[0].name} lost {combat.suffered[0]}, {game.sides[1].name} {combat.suffered[1]}"
        yield Fact(text=f"close combat, round {combat.round}: {who(game, (*combat.refs,))}; {lost}")
    for corridor in game.extra.corridors.values():
        yield Fact(text=f"corridor of fire of {told(game, UnitRef(corridor.side, corridor.unit))}")
