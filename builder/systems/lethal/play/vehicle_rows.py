"""The vehicles of a game of Lethal 40K as rows of a view."""

from __future__ import annotations

from collections.abc import Iterator

from builder.systems.lethal.play.queries import save_of
from builder.systems.lethal.play.state import Hull, Lethal
from builder.systems.lethal.play.unit_rows import (
    LOOKS,
    SHORT,
    actions_text,
    group_text,
    marks,
    offers,
    shared_details,
    state_text,
    turn_of,
)
from builder.systems.lethal.play.unit_rows import around as around_unit
from builder.systems.play.game import AnyRef, UnitRef
from builder.systems.play.lookup import ref_text
from builder.systems.play.view import Box, Cell, Column, Detail, Mark, Row, Span, Track

WEAPON, POINT = ("[ ]", "[x]"), ("■", "□")
NAME = Column(id="name", title="Vehicle", least=8, most=30)
COLUMNS = (
    Column(id="crew", title="Crew", short="crew", least=9, alive=False),
    Column(id="hull", title="Structure", short="hull", least=4, most=8, alive=False),
    Column(id="weapons", title="Weapons", short="guns", least=4, right=True, alive=False),
    Column(id="moved", title="Moved, cm", short="cm", least=3, right=True, alive=False),
    Column(id="su", title="SU", least=3, right=True, alive=False),
    Column(id="av", title="AV", shown="print"),
    Column(id="group", title="Group", shown="print", alive=False),
)


def vehicle_row(game: Lethal, ref: AnyRef) -> Row:
    """The row of a vehicle."""
    unit = game.unit_of(ref)
    body = game.body(unit)
    hull = body.parts[ref.id]
    gone = hull.destroyed or body.gone
    own = ref_text(game, ref)
    whole = ref_text(game, unit)
    given = offers(game, unit) | {
        "vehicle": (own,),
        "about": (own,),
        "transport": (whole,),
        "unit": (whole, *(ref_text(game, rider) for rider in game.riders(unit))),
    }
    return Row(
        ref=own,
        name=hull.name,
        state="destroyed" if gone else state_text(game, unit),
        cells=_cells(game, unit, hull),
        head=(Span(f"AV {armour_text(hull)}"), Span(", ".join(hull.vehicle.profile.types), "dim")),
        brief=(
            ((Span(f"AV {armour_text(hull)}, SU {_save(game, unit, hull)}, {body.morale}"),),),
            ((Span(actions_text(game, unit)),), (Span(actions_text(game, unit)[:SHORT]),)),
        ),
        details=() if gone else tuple(_details(game, unit, hull)),
        marks=tuple(_marks(game, unit, hull)),
        gone=gone,
        alert=bool(body.owed),
        turn=turn_of(game, unit),
        note=hull.note or body.note,
        last=hull.last if unit.id != ref.id or not body.last else body.last,
        offers=given,
    )


def around(game: Lethal, ref: AnyRef) -> tuple[object, ...]:
    """What a row tells of beside its vehicle: its unit, and what that is told by."""
    return (game.body(ref), *around_unit(game, ref))


def armour_text(hull: Hull) -> str:
    """The AV of its sides: `8/6/5`."""
    profile = hull.vehicle.profile
    return f"{profile.front}/{profile.side}/{profile.rear}"


def _save(game: Lethal, unit: UnitRef, hull: Hull) -> str:
    save = save_of(game, unit, hull.vehicle.profile)
    return str(save) if save.dice else "–"


def _cells(game: Lethal, unit: UnitRef, hull: Hull) -> dict[str, Cell]:
    body, profile = game.body(unit), hull.vehicle.profile
    lost = body.damage.get(hull.id, 0)
    weapons = len(hull.vehicle.weapons)
    points = tuple(
        Box(str(number), number > profile.structure - lost, POINT) for number in range(1, profile.structure + 1)
    )
    return {
        "crew": (Span(str(body.morale), LOOKS[body.morale]),),
        "hull": Track(draw="boxes", value=profile.structure - lost, full=profile.structure, boxes=points),
        "weapons": f"{weapons - len(hull.destroyed_weapons)}/{weapons}",
        "moved": (Span("–", "warning"),) if hull.immobilised else body.deeds.moved,
        "su": _save(game, unit, hull),
        "av": armour_text(hull),
        "group": group_text(game, unit),
    }


def _marks(game: Lethal, unit: UnitRef, hull: Hull) -> Iterator[Mark]:
    if hull.immobilised:
        yield Mark("immobilised", quiet=True)
    for identity, weapon in hull.vehicle.weapons:
        if identity in hull.destroyed_weapons:
            yield Mark(f"{weapon.name} destroyed", quiet=True)
    yield from marks(game, unit)


def _details(game: Lethal, unit: UnitRef, hull: Hull) -> Iterator[Detail]:
    body = game.body(unit)
    profile = hull.vehicle.profile
    words = f"{body.morale}, SU {_save(game, unit, hull)} from {body.speed} cm"
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
