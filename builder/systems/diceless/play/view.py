"""A game of Diceless as screens and commands draw it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from builder.record import replace
from builder.scalars import number
from builder.systems.diceless.play.attacks.permitted import turns_of
from builder.systems.diceless.play.course import COURSE
from builder.systems.diceless.play.hints import remarks
from builder.systems.diceless.play.queries import reserve_text
from builder.systems.diceless.play.report import (
    UnitAround,
    VehicleAround,
    unit_around,
    unit_report,
    units_shown,
    vehicle_around,
    vehicle_report,
)
from builder.systems.diceless.play.rows import (
    LEGEND,
    UNIT_COLUMNS,
    UNIT_NAME,
    VEHICLE_COLUMNS,
    VEHICLE_NAME,
    unit_row,
    vehicle_row,
)
from builder.systems.diceless.play.state import TOKEN_NAMES, GameState, Phase, SideState, UnitState
from builder.systems.play.clock import course_facts
from builder.systems.play.game import AnyRef, Stock
from builder.systems.play.kept_rows import Rows
from builder.systems.play.view import Detail, Fact, Key, Reminder, Row, SideView, Span, Table, Track, Turn, View

KEYS = (
    Key("", "fire", action="shoot"),
    Key("", "shoot", action="weapon"),
    Key("", "shoot", action="again", again=("weapon", "mode", "models", "hits", "shots", "bearers", "ways", "without")),
    Key("", "damage", action="damage"),
    Key("", "hit-vehicle", action="damage", table="vehicles"),
    Key("", "hit-vehicle", action="vehicle"),
    Key("", "combat", action="combat"),
    Key("", "fight", action="blows"),
    Key("", "speeds", action="speeds"),
    Key("", "test", "Ld test", action="test"),
    Key("", "lost-assault", action="assault"),
    Key("", "regroup", action="regroup"),
    Key("", "psychic", action="psychic"),
    Key("", "next", action="next", at_once=True),
    # The tokens that a player holds are used on whoever acts.
    Key("", "use", "Scatter", action="scatter", given={"token": "scatter"}, waiting=True),
    Key("", "gets-hot", "Gets Hot!", action="hot"),
    Key("", "give-back", action="give"),
    Key("", "mark", action="marks"),
    Key("", "embark", action="reserve"),
    Key("", "points", action="points"),
    Key("", "clock", action="clock", at_once=True),
    Key("", "note", action="note"),
)

WANTED: Mapping[str, tuple[str, ...]] = {
    Phase.DEPLOYMENT.value: ("due", "next", "side", "mark", "embark", "undo", "points", "clock", "note"),
    Phase.MOVEMENT.value: ("embark", "speeds", "due", "next", "side", "undo", "mark", "psychic", "use", "test"),
    Phase.SHOOTING.value: (
        "fire", "weapon", "again", "targets", "due", "next", "side", "undo", "damage", "use", "gets-hot", "hit-vehicle",
        "psychic",
    ),
    Phase.ASSAULT.value: (
        "combat", "due", "next", "side", "undo", "damage", "blows", "lost-assault", "hit-vehicle", "psychic", "mark",
    ),
}  # fmt: skip
"""The acts that are most wanted in a phase."""


def viewer(reminders: Callable[[GameState], tuple[Reminder, ...]]) -> Callable[[GameState], View]:
    """What makes views of one game, whose rows it keeps from one view to the next; `reminders` tell what is due."""
    turns: dict[tuple[type[AnyRef], AnyRef], Turn] = {}
    units: Rows[GameState, UnitAround] = Rows(lambda state, ref: unit_row(unit_report(state, ref)), unit_around)
    vehicles: Rows[GameState, VehicleAround] = Rows(
        lambda state, ref: vehicle_row(vehicle_report(state, ref)), vehicle_around
    )
    shown: dict[str, Row] = {}

    def in_turn(state: GameState, ref: AnyRef, row: Row) -> Row:
        """A row with whether it may act: that changes with each phase, of all rows, and the rest of them stays.

        Cells are made with the row: the same ones are those of the same row.
        """
        turn = turns.get((type(ref), ref), "")
        if row.turn == turn:
            return row
        kept = shown.get(row.ref)
        if kept is None or kept.cells is not row.cells or kept.turn != turn:
            shown[row.ref] = kept = replace(row, turn=turn)
        return kept

    def side(state: GameState, number: int) -> SideView:
        now, reserve = state.sides[number], reserve_text(state, number)
        return SideView(
            name=now.name,
            tables=(
                Table(
                    id="units",
                    title="Units",
                    name=UNIT_NAME,
                    columns=UNIT_COLUMNS,
                    rows=tuple(in_turn(state, ref, units.row(state, ref)) for ref in units_shown(state, number)),
                ),
                Table(
                    id="vehicles",
                    title="Vehicles",
                    name=VEHICLE_NAME,
                    columns=VEHICLE_COLUMNS,
                    rows=tuple(in_turn(state, ref, vehicles.row(state, ref)) for ref in state.parts(number)),
                    legend=LEGEND,
                    empty="No vehicles.",
                ),
            ),
            totals=_totals(now),
            stock=tuple(_stock(now, kind) for kind in TOKEN_NAMES),
            points=now.points,
            lines=(Detail(kind="text", label="Reserve", spans=(Span(reserve),)),) if reserve else (),
            known=now.known,
            fields=("attacker" if state.clock.active == number else "target",),
            barred={} if now.known else _without_units(now),
        )

    def view(state: GameState) -> View:
        turns.clear()
        turns.update(((type(ref), ref), turn) for ref, turn in turns_of(state))
        return View(
            turn=state.clock.turn,
            active=state.clock.active,
            phase=str(state.clock.phase),
            sides=(side(state, 0), side(state, 1)),
            due=(*reminders(state), *map(_reminder, remarks(state))),
            facts=tuple(_facts(state)),
            notes=state.notes,
            keys=KEYS,
            wanted=WANTED.get(state.clock.phase, ()),
            barred={key: why for each in state.sides if not each.known for key, why in _without_targets(each)},
            over=state.over,
            ends_turn=state.clock.phase == Phase.ASSAULT,
            timetable=COURSE.timetable(state),
        )

    return view


def _totals(side: SideState) -> str:
    """The HP, the models and the vehicles that a side has left."""
    bodies = side.bodies.values()
    left = [body for body in bodies if not body.gone]
    hp, full = sum(pool.hp_left for body in left for pool in body.pools.values()), sum(map(_full_hp, bodies))
    models = sum(pool.models for body in left for pool in body.pools.values())
    every = sum(group.models for body in bodies for group in body.unit.groups)
    told = [f"HP {number(hp)} of {number(full)}, models {models} of {every}"] if full else []
    vehicles = sum(len(body.parts) for body in bodies)
    stand = sum(not part.gone for body in left for part in body.parts.values())
    return ", ".join((*told, f"vehicles {stand} of {vehicles}") if vehicles else told)


def _full_hp(body: UnitState) -> int:
    return sum(group.models * body.pools[group.id].hp_each for group in body.unit.groups)


def _without_targets(side: SideState) -> Iterator[tuple[str, str]]:
    yield "target", f"{side.name} is only a name, with nothing to attack"


def _without_units(side: SideState) -> Mapping[str, str]:
    why = f"{side.name} is only a name, with no units here"
    return dict.fromkeys(("unit", "leader", "vehicle"), why)


def _stock(side: SideState, kind: str) -> Track:
    held = side.stock.get(kind, Stock(0, 0))
    return Track(draw="boxes", label=TOKEN_NAMES[kind], value=held.left, full=held.total)


def _reminder(hint: str) -> Reminder:
    return Reminder(text=hint, look="warning" if "fail" in hint else "text")


def _facts(state: GameState) -> Iterator[Fact]:
    if state.mission:
        yield Fact(text=f"mission: {state.mission}")
    yield from course_facts(state)
    if state.extra.night:
        yield Fact(text="night fighting", short="night")
