"""A game of Lethal 40K as screens and commands draw it: vehicles, combats and corridors, the keys of its acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from builder.systems.lethal.attacks import AT_START
from builder.systems.lethal.command import FAST, INDIRECT, SUPPRESSING
from builder.systems.lethal.play.course import wanted_first
from builder.systems.lethal.play.fighters import still_to_strike
from builder.systems.lethal.play.queries import save_of, unit_names
from builder.systems.lethal.play.row_details import (
    ACTION_KEYS,
    NO_UNIT,
    OWN_ACTS,
    actions_text,
    barred_actions,
    shared_details,
    shortened,
)
from builder.systems.lethal.play.state import AMMUNITION, Combat, Corridor, LethalGame, LethalHull, ref_key
from builder.systems.lethal.play.unit_rows import (
    COLUMNS,
    LOOKS,
    NAME,
    around,
    group_text,
    marks,
    marks_detail,
    morale_cell,
    offers,
    turn_of,
    unit_row,
)
from builder.systems.play.game import AnyRef, PartRef, UnitRef
from builder.systems.play.kept_rows import Rows
from builder.systems.play.lookup import ref_text, unit_name
from builder.systems.play.view import (
    UNBOUNDED,
    Box,
    Cell,
    Column,
    Detail,
    Fact,
    Key,
    Mark,
    Row,
    SideView,
    Span,
    Table,
    Track,
)

_SHORT = {FAST: "Fast move", INDIRECT: "Indirect", SUPPRESSING: "Suppress"}
_TABLES = {FAST: "vehicles", INDIRECT: "units"}


def _action_key(name: str) -> Key:
    """Return the key of an action of a unit."""
    verb, text, table = OWN_ACTS.get(name, "action"), _SHORT.get(name, name), _TABLES.get(name, "")
    given = {} if name in OWN_ACTS else {"action": name}
    return Key(ACTION_KEYS[name], verb, text, given=given, table=table, due=True, due_as="action")


KEYS = (
    *map(_action_key, ACTION_KEYS),
    Key("", "shoot", action="shoot", due=True),
    Key("", "known-losses", action="damage"),
    Key("", "hit-vehicle", action="damage", table="vehicles"),
    Key("", "hit-vehicle", action="vehicle"),
    Key("", "fight", action="combat", due=True),
    Key("", "end-round", action="damage", table="combats"),
    Key("l", "morale", "Morale", another=True, due=True),
    Key("L", "confusion", "Confusion", another=True, due=True),
    Key("r", "rally", "Rally", another=True, due=True),
    Key("", "psychic", action="psychic", due=True),
    Key("", "next", action="next", at_once=True),
    Key("", "mark", action="marks"),
    Key("", "arrive", action="reserve", due=True),
    Key("", "points", action="points"),
    Key("", "clock", action="clock", at_once=True),
    Key("", "note", action="note"),
    Key("G", "group", "Group"),
    Key("I", "initiative", "Initiative", due=True),
    Key("A", "ammo", "Ammo die", another=True, due=True),
    Key("x", "end-round", "End round", due=True),
    Key("S", "stand-and-shoot", "Stand and shoot", due=True),
    Key("C", "cover", "Cover"),
    Key("K", "in-corridor", "In a corridor", another=True, due=True),
    Key("F", "finish", "Finish", due=True, due_as="action"),
    Key("E", "disembark", "Get out"),
    Key("B", "embark", "Get in"),
)


WEAPON, POINT = ("[ ]", "[x]"), ("■", "□")
VEHICLE_NAME = Column(id="name", title="Vehicle", least=8, most=30)
VEHICLE_COLUMNS = (
    Column(id="crew", title="Crew", short="crew", least=11),
    Column(id="hull", title="Structure", short="hull", least=4, most=8),
    Column(id="weapons", title="Weapons", short="guns", least=4, right=True, goes=3),
    Column(id="moved", title="Moved, cm", short="cm", least=3, right=True, goes=2),
    Column(id="su", title="SU", least=4, right=True, goes=1),
    Column(id="av", title="AV", shown="print"),
    Column(id="group", title="Group", shown="print"),
)


def vehicle_row(game: LethalGame, ref: AnyRef) -> Row:
    """Return the row of a vehicle."""
    unit = game.unit_of(ref)
    body = game.body(unit)
    hull = body.parts[ref.id]
    gone = hull.destroyed or body.gone
    own = ref_text(game, ref)
    whole = ref_text(game, unit)
    given = offers(game, unit)
    given |= {
        "vehicle": (own,),
        "about": (own,),
        "transport": (whole,),
        "unit": (whole, *(ref_text(game, rider) for rider in game.riders(unit)), *given["unit"][1:]),
    }
    return Row(
        ref=own,
        name=hull.name,
        state="destroyed" if gone else "",
        cells=_vehicle_cells(game, unit, hull),
        head=(Span(f"AV {armour_text(hull)}"), Span(", ".join(hull.vehicle.profile.types), "dim")),
        brief=(
            ((Span(f"AV {armour_text(hull)}, SU {_save(game, unit, hull)}, {_crew_text(game, unit, hull)}"),),),
            ((Span(actions_text(game, unit)),), (Span(shortened(actions_text(game, unit))),)),
        ),
        details=() if gone else tuple(_vehicle_details(game, unit, hull)),
        marks=tuple(_vehicle_marks(game, unit, hull)),
        gone=gone,
        alert=bool(body.owed),
        turn=turn_of(game, unit),
        note=hull.note or body.note,
        last=hull.last if unit.id != ref.id or not body.last else body.last,
        offers=given,
        does=wanted_first(game, unit),
        barred=barred_actions(game, unit),
    )


def around_vehicle(game: LethalGame, ref: AnyRef) -> tuple[object, ...]:
    """Return what a row depends on beside its vehicle: its unit, and what the row of that depends on."""
    return (game.body(ref), *around(game, ref))


def armour_text(hull: LethalHull) -> str:
    """Return the AV of its sides: `8/6/5`."""
    profile = hull.vehicle.profile
    return f"{profile.front}/{profile.side}/{profile.rear}"


def _save(game: LethalGame, unit: UnitRef, hull: LethalHull) -> str:
    save = save_of(game, unit, hull.vehicle.profile)
    return str(save) if save.dice else "–"


def _crew_text(game: LethalGame, unit: UnitRef, hull: LethalHull) -> str:
    return f"{game.body(unit).morale}{', immobilised' if hull.immobilised else ''}"


def _vehicle_cells(game: LethalGame, unit: UnitRef, hull: LethalHull) -> dict[str, Cell]:
    body, profile = game.body(unit), hull.vehicle.profile
    if hull.destroyed or body.gone:
        return {column.id: "–" for column in VEHICLE_COLUMNS}
    lost = body.damage.get(hull.id, 0)
    weapons = len(hull.vehicle.weapons)
    points = tuple(
        Box(str(number), number > profile.structure - lost, POINT) for number in range(1, profile.structure + 1)
    )
    return {
        "crew": morale_cell(game, unit),
        "hull": Track(draw="boxes", value=profile.structure - lost, full=profile.structure, boxes=points),
        "weapons": f"{weapons - len(hull.destroyed_weapons)}/{weapons}",
        "moved": (Span("–", "warning"),) if hull.immobilised else body.deeds.moved,
        "su": _save(game, unit, hull),
        "av": armour_text(hull),
        "group": group_text(game, unit),
    }


def _vehicle_marks(game: LethalGame, unit: UnitRef, hull: LethalHull) -> Iterator[Mark]:
    if hull.immobilised:
        yield Mark("immobilised", quiet=True)
    for identity, weapon in hull.vehicle.weapons:
        if identity in hull.destroyed_weapons:
            yield Mark(f"{weapon.name} destroyed", quiet=True)
    yield from marks(game, unit)


def _vehicle_details(game: LethalGame, unit: UnitRef, hull: LethalHull) -> Iterator[Detail]:
    body = game.body(unit)
    profile = hull.vehicle.profile
    speed = f" from {body.speed} cm" if profile.su is None else ""
    words = f"{_crew_text(game, unit, hull)}, SU {_save(game, unit, hull)}{speed}"
    yield Detail(kind="line", label="Crew", spans=(Span(words, LOOKS[body.morale]),))
    if profile.structure > 1:
        left = profile.structure - body.damage.get(hull.id, 0)
        yield Detail(kind="line", label="Structure", spans=(Span(f"{left} of {profile.structure} points left"),))
    if hull.vehicle.weapons:
        parts = tuple(
            Box(weapon.name, identity in hull.destroyed_weapons, WEAPON) for identity, weapon in hull.vehicle.weapons
        )
        yield Detail(kind="packed", label="Destroyed", parts=parts)
    yield from shared_details(game, unit)
    yield from marks_detail(game, unit)


COMBAT_NAME = Column(id="name", title="Who fights whom", least=12, most=UNBOUNDED)
COMBAT_COLUMNS = (
    Column(id="round", title="Round", short="round", least=5, right=True, goes=1),
    Column(id="lost", title="Lost", short="lost", least=5, right=True, legend="lost: yours – theirs, this round"),
    Column(id="left", title="To strike", short="left", least=4, right=True, legend="left: still to strike", goes=2),
)


def combats_table(game: LethalGame, number: int) -> Table:
    """Return the close combats and the corridors of fire, as a side sees them: its own units and losses first."""
    rows = [combat_row(game, each, number) for each in game.extra.combats.values()]
    rows += [corridor_row(game, each) for each in game.extra.corridors.values()]
    return Table(
        id="combats",
        title="Combats",
        name=COMBAT_NAME,
        columns=COMBAT_COLUMNS,
        rows=tuple(rows),
        empty="No close combat, no corridor of fire.",
        of_units=False,
    )


def combat_row(game: LethalGame, combat: Combat, number: int) -> Row:
    """Return a close combat; `number` is the side whose units come first."""
    sides = [[ref for ref in combat.refs if ref.side == side] for side in (number, 1 - number)]
    strikers = [*still_to_strike(game, combat)]
    waiting = [f"{unit_name(game, ref)}, {each.text}" for ref, each in strikers]
    # Whoever has yet to strike is offered first as to acts, and his enemies as whom he strikes.
    first = strikers[0][0] if strikers else next(combat.refs)
    units = sorted(combat.refs, key=lambda ref: (ref != first, ref.side != first.side))
    return Row(
        ref=combat.id,
        name=" – ".join(unit_names(game, units) or "nobody" for units in sides),
        cells={
            "round": combat.round,
            "lost": f"{combat.suffered[number]} – {combat.suffered[1 - number]}",
            "left": len(waiting),
        },
        head=(Span(f"round {combat.round}"),),
        brief=(((Span(f"to strike: {', '.join(waiting) or 'nobody; the act end-round ends the round'}"),),),),
        details=tuple(_combat_details(game, combat, number, waiting)),
        offers={
            "combat": (combat.id,),
            "unit": tuple(ref_text(game, ref) for ref in units),
            "target": tuple(ref_text(game, ref) for ref in units if ref.side != first.side),
        },
        barred=NO_UNIT,
    )


def _combat_details(game: LethalGame, combat: Combat, number: int, waiting: Sequence[str]) -> Iterator[Detail]:
    began = ", ".join(unit_name(game, ref) for ref in combat.refs if ref_key(ref) in combat.assaulting)
    how = "charged" if combat.charging else "assaulted"
    yield Detail(kind="text", label="Began", spans=(Span(f"{began or game.sides[combat.began].name} {how}"),))
    for label, side in (("Yours", number), ("Theirs", 1 - number)):
        units = [ref for ref in combat.refs if ref.side == side]
        words = ", ".join(f"{unit_name(game, ref)} ({game.body(ref).models})" for ref in units)
        yield Detail(kind="text", label=label, spans=(Span(f"{words}; {combat.suffered[side]} lost this round"),))
    todo = "; ".join(waiting) or "nobody: the round ends (the act end-round), and the losers check their morale"
    yield Detail(kind="text", label="To strike", spans=(Span(todo, "warning" if not waiting else "text"),))


def corridor_row(game: LethalGame, corridor: Corridor) -> Row:
    """Return a corridor of fire; it lasts until the firer's next turn (L-94)."""
    ref = UnitRef(corridor.side, corridor.unit)
    weapons = ", ".join(f"{each.count} × {each.name}, AP {each.ap}" for each in corridor.weapons)
    hit = [each for each in game.refs(0, 1) if corridor.id in game.body(each).deeds.under_fire]
    owed = [
        each
        for each in game.refs(0, 1)
        if any(check.cause.startswith(f"{corridor.id}/") for check in game.body(each).owed)
    ]
    return Row(
        ref=corridor.id,
        name=f"Corridor of {unit_name(game, ref)}: {weapons}",
        cells={"round": "–", "lost": "–", "left": len(owed)},
        brief=(((Span("who enters it is hit, until the firer's next turn"),),),),
        details=(
            Detail(kind="text", label="Fire", spans=(Span(f"{weapons}; who enters it is hit (L-94)"),)),
            Detail(kind="text", label="Hit", spans=(Span(unit_names(game, hit) or "nobody yet"),)),
            Detail(
                kind="text", label="In it", spans=(Span(unit_names(game, owed) or "nobody who is still to be hit"),)
            ),
        ),
        offers={"corridor": (corridor.id,), "unit": tuple(ref_text(game, each) for each in owed)},
        barred=NO_UNIT,
    )


def side_views() -> Callable[[LethalGame], tuple[SideView, SideView]]:
    """Return what makes the sides of views of one game, whose rows it keeps from one view to the next."""
    units, vehicles = Rows(unit_row, around), Rows(vehicle_row, around_vehicle)

    def side(game: LethalGame, number: int) -> SideView:
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


def _totals(game: LethalGame, number: int) -> str:
    """Return the models and the ammunition counters that a side has left."""
    bodies = game.sides[number].bodies.values()
    left = sum(0 if body.gone else body.models for body in bodies)
    counters = "".join(f", ammo {left} of {full}" for left, full in _ammunition(game, number))
    return f"models {left} of {sum(body.unit.models for body in bodies)}{counters}" if bodies else ""


def _ammunition(game: LethalGame, number: int) -> Iterator[tuple[int, int]]:
    """Yield the ammunition counters that a side has left, of those that it brought, where it has any (L-21)."""
    on_foot = [body for body in game.sides[number].bodies.values() if body.infantry]
    if on_foot:
        left = sum(body.count(AMMUNITION) for body in on_foot if not body.gone)
        yield left, sum(AT_START + body.unit.extra_ammo for body in on_foot)


def _counters(game: LethalGame, number: int) -> Iterator[Detail]:
    """Yield the models and ammunition counters of a side that are left, of those that it brought (L-21)."""
    bodies = [*game.sides[number].bodies.values()]
    if bodies:
        models = sum(0 if body.gone else body.models for body in bodies)
        lost = sum(int(body.unit.points) for body in bodies if body.gone)
        words = f"{models} of {sum(body.unit.models for body in bodies)}, {lost} points lost"
        yield Detail(kind="text", label="Models", spans=(Span(words),))
    for left, full in _ammunition(game, number):
        yield Detail(kind="text", label="Ammo", spans=(Span(f"{left} of {full} counters"),))


def facts(game: LethalGame) -> Iterator[Fact]:
    """Yield who has the initiative and acts, the combats, the corridors of fire."""
    if game.extra.initiative is not None:
        name = game.sides[game.extra.initiative].name
        yield Fact(text=f"Initiative: {name}", short=f"initiative: {('yours', 'theirs')[game.extra.initiative]}")
    activation = game.extra.activation
    if activation is not None:
        names = unit_names(game, [UnitRef(activation.side, each) for each in activation.units])
        stance = f", {activation.stance}" if activation.stance else ""
        yield Fact(text=f"activated: {names}{stance}")
    for combat in game.extra.combats.values():
        lost = f"{game.sides[0].name} lost {combat.suffered[0]}, {game.sides[1].name} {combat.suffered[1]}"
        yield Fact(text=f"close combat, round {combat.round}: {unit_names(game, (*combat.refs,))}; {lost}")
    for corridor in game.extra.corridors.values():
        yield Fact(text=f"corridor of fire of {unit_name(game, UnitRef(corridor.side, corridor.unit))}")
