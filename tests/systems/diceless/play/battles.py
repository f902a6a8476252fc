"""Small armies that meet in one act, and what it does to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.roster.marks import Mark
from builder.roster.view import ProfileView, SelectionView
from builder.systems.diceless import SYSTEM
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.changes import HitRowsSet, LinesSet, SpeedSet
from builder.systems.diceless.play.state import GameState, hull_of, vehicle_of
from builder.systems.diceless.vehicle_damage import HitRows, Impact, Take, hits
from builder.systems.play.events import Event, Player
from tests.systems.making import marine, model, profile, roster, selection, unit, vehicle

BEARER = marine("Bearer")


def battle(
    ours: Sequence[SelectionView], theirs: Sequence[SelectionView], speed: Speed | None = Speed.CRUISING
) -> GameState:
    """A game of two armies, everybody in play; all vehicles are noted to have moved so fast."""
    armies = (SYSTEM.read(roster(*ours, name="Ours")), SYSTEM.read(roster(*theirs, name="Theirs")))
    game = PLAY.begin(PLAY.start((Player("Ours", armies[0]), Player("Theirs", armies[1]))))
    hulls = (ref for ref in game.parts(0, 1) if not vehicle_of(game.sides[ref.side], ref.id)[1].profile.walker)
    noted = tuple(SpeedSet(side=ref.side, vehicle=ref.id, speed=speed) for ref in hulls)
    return PLAY.evolve(game, Event(kind="test", text="", changes=noted))


def gun(
    name: str, number: int = 1, type: str = "Rapid Fire", s: str = "4", ap: str = "5", reach: str = '24"'
) -> SelectionView:
    """So many of a weapon with its figures."""
    columns = {"Range": reach, "Strength": s, "AP": ap, "Type": type}
    return selection(name, number, profiles=[profile(name, "Weapon", columns)])


def squad(id: str, *models: SelectionView, name: str = "", marks: Sequence[Mark] = ()) -> SelectionView:
    """A unit called by its id with a capital, unless it has a name."""
    return unit(name or id.capitalize(), *models, id=id, marks=marks)


def marines(id: str, number: int = 5, *carried: SelectionView, **columns: str) -> SelectionView:
    """Marines of one group, T4 W1 Sv 3+ with some values changed."""
    return squad(id, model("Marine", number, *carried, stat=marine("Marine", **columns)))


def hull(id: str, *weapons: SelectionView, marks: Sequence[Mark] = (), **columns: str) -> SelectionView:
    """A vehicle, AV 10 all round if nothing else is said."""
    stat = vehicle(id.capitalize(), {"BS": "4", "Front": "10", "Side": "10", "Rear": "10", "Type": "Tank", **columns})
    body = selection(id.capitalize(), type="model", profiles=[stat], children=weapons)
    return unit(id.capitalize(), body, id=id, marks=marks)


def stat_line(name: str, **columns: str) -> ProfileView:
    """A stat line of a marine under another name."""
    return marine(name, **columns)


def hp_left(state: GameState, side: int, id: str) -> Mapping[str, tuple[int, int]]:
    """Models and HP left of a unit, by the names of its groups."""
    army = state.sides[side].army
    assert army is not None
    names = {group.id: group.name for each in army.units if each.id == id for group in each.groups}
    pools = state.sides[side].bodies[id].pools
    return {names[group]: (pool.models, pool.hp_left) for group, pool in pools.items()}


def worn(
    state: GameState, side: int, id: str, struck: Sequence[Impact] = (), lines: Mapping[str, int] | None = None
) -> GameState:
    """The same game with a vehicle that was hit before: its first weapons are the ones that are gone."""
    now = hull_of(state.sides[side], id)
    rows: HitRows = hits(now.rows, struck, Take.IMMOBILISED).value
    army = state.sides[side].army
    assert army is not None
    weapons = next(each.weapons for one in army.units for each in one.vehicles if each.id == id)
    gone = frozenset(identity for identity, _ in weapons[: rows.weapons - rows.weapons_left])
    changes = (
        LinesSet(side=side, vehicle=id, lines=dict(lines or {})),
        HitRowsSet(side=side, vehicle=id, rows=rows, weapons=gone),
    )
    return PLAY.evolve(state, Event(kind="test", text="", changes=changes))
