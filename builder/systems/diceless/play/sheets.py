"""The sheets of a side in a game: its cards as they stand, boxes filled, or fresh ones (D-90, D-91)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from builder.record import replace
from builder.roster.marks import Mark
from builder.systems.blocks import (
    Awaited,
    Card,
    Check,
    DamageLine,
    HitPoints,
    HitRow,
    Mounted,
    Reserve,
    RosterPage,
    Token,
    Track,
    UnitCard,
    VehicleCard,
)
from builder.systems.common.listing import waits
from builder.systems.diceless.cards import army_cards, order_track, reserve_of, roster_page
from builder.systems.diceless.casualties import Pool
from builder.systems.diceless.play.changes import (
    Arriving,
    Change,
    GroupHealthSet,
    HitRowsSet,
    LinesSet,
    Ordered,
    UnitFlagged,
)
from builder.systems.diceless.play.queries import gone, held_back, leader_of, led_by
from builder.systems.diceless.play.state import (
    TOKEN_NAMES,
    Crew,
    Flag,
    GameState,
    SideState,
    UnitState,
    VehicleState,
    groups_left,
    hull_of,
    unit_of,
)
from builder.systems.diceless.tokens import tokens
from builder.systems.diceless.vehicle_damage import ROWS, Hit, Landed
from builder.systems.fortyk.model import FortykArmy, Unit
from builder.systems.play.changes import Held
from builder.systems.play.events import GameSheets
from builder.systems.play.game import Stock
from builder.systems.play.lookup import known_army, printed_when

ROW_LETTERS: tuple[Hit, Hit] = ("G", "P")
"""The hit rows in the order in which cards have them."""


def sheets(state: GameState, side: int, fresh: bool = False) -> GameSheets:
    """The cards of a side and the head of its sheets, as they stand; fresh ones as its army was before the game.

    Raises:
        PlayError: the side has no army.
    """
    standing = state.sides[side]
    own = known_army(state, side, standing.army)
    army = own if fresh else _as_it_stands(standing, own)
    cards = army_cards(army)
    page = roster_page(army, tokens(own), ())
    if fresh:
        return GameSheets(cards, page)
    given = tuple(_spent(token, state.sides[1 - side]) for token in page.tokens)
    page = replace(page, tokens=given, reserve=_arrivals(own, standing), note=_note(state, standing))
    return GameSheets(tuple(_filled(card, standing) for card in cards), page)


def _spent(token: Token, holder: SideState) -> Token:
    """The tokens of a kind as the side that was given them holds them."""
    stock = _held(token, holder)
    if stock is None or token.boxes is None:
        return token
    struck = min(token.boxes.boxes, stock.total - stock.left)
    return replace(token, boxes=replace(token.boxes, struck=struck))


def _arrivals(army: FortykArmy, side: SideState) -> Reserve | None:
    """All units that wait or waited, with the turns in which they came."""
    came = {id: body.arrived for id, body in side.bodies.items()}
    waiting = {id for id, body in side.bodies.items() if body.arrived or Flag.RESERVE in body.flags}
    units = (
        replace(unit, marks=(*unit.marks, Mark("reserve"))) if unit.id in waiting and not waits(unit) else unit
        for unit in army.units
    )
    reserve = reserve_of(replace(army, units=tuple(units)))
    return reserve and replace(reserve, units=tuple(_arrived(each, came) for each in reserve.units))


def _arrived(unit: Awaited, came: Mapping[str, int | None]) -> Awaited:
    turn = came[unit.id.removesuffix(".arrived")]
    turns = (replace(box, checked=n == turn) for n, box in enumerate(unit.turns, 1))
    return replace(unit, checked=turn is not None, turns=tuple(turns))


def _held(token: Token, holder: SideState) -> Stock | None:
    return holder.stock.get(token.boxes.id.rpartition(".")[2]) if token.boxes else None


def filled_page(state: GameState, side: int, page: RosterPage, now: RosterPage) -> Iterator[Change]:
    """Yield the tokens that the opponent has left, and who came from reserve, where that was filled in on a page."""
    other = 1 - side
    for before, after in zip(page.tokens, now.tokens, strict=True):
        stock = _held(before, state.sides[other])
        if stock is None or before.boxes is None or after.boxes is None or before.boxes == after.boxes:
            continue
        kind = after.boxes.id.rpartition(".")[2]
        yield Held(side=other, kind=kind, left=max(0, stock.total - after.boxes.struck), total=stock.total)
    if page.reserve is None or now.reserve is None:
        return
    for unit, filled_in in zip(page.reserve.units, now.reserve.units, strict=True):
        if unit.turns == filled_in.turns:
            continue
        id = unit.id.removesuffix(".arrived")
        turn = max((n for n, box in enumerate(filled_in.turns, 1) if box.checked), default=None)
        yield Arriving(side=side, unit=id, arrived=turn)
        if turn is not None:
            yield UnitFlagged(side=side, unit=id, flag=Flag.RESERVE, on=False)


def _note(state: GameState, side: SideState) -> str:
    """When it was printed, the mission, victory points and the tokens that are held."""
    held = ((name, side.stock[kind]) for kind, name in TOKEN_NAMES.items() if kind in side.stock)
    tokens = ", ".join(f"{name} {stock.left}" for name, stock in held if stock.total)
    return printed_when(state, f"holds {tokens}" if tokens else "")


def _as_it_stands(side: SideState, army: FortykArmy) -> FortykArmy:
    """The army with the marks that hold now: who is still in reserve, aboard, led by whom."""
    return replace(army, units=tuple(replace(unit, marks=tuple(_marks(unit, side))) for unit in army.units))


def _marks(unit: Unit, side: SideState) -> Iterator[Mark]:
    now = side.bodies[unit.id]
    reserve = Flag.RESERVE in now.flags
    yield from (mark for mark in unit.marks if mark.target is None and (reserve or not _waits(mark)))
    if reserve and not any(_waits(mark) for mark in unit.marks):
        yield Mark("reserve")
    for kind, target in (("riding_in", now.aboard), ("led_by", leader_of(side, unit.id))):
        if target is not None:
            yield Mark(kind, target)


def _waits(mark: Mark) -> bool:
    return mark.kind in ("reserve", "deep_strike")


def _filled(card: Card, side: SideState) -> Card:
    match card:
        case UnitCard():
            return _unit(card, side)
        case VehicleCard():
            return _vehicle(card, side, *_owner(card, side))
        case _:
            return card


def _owner(card: VehicleCard, side: SideState) -> tuple[str, VehicleState]:
    """The id of the unit of the vehicle whose fields a card has, and the state of that vehicle."""
    vehicle = card.lines[0].id.rpartition(".")[0]
    return side.owners[vehicle], hull_of(side, vehicle)


def _unit(card: UnitCard, side: SideState) -> UnitCard:
    unit = side.bodies[card.id]
    return replace(
        card,
        groups=tuple(_hit_points(group, unit) for group in card.groups),
        track=_track(_tested(card, side), unit.op),
        checks=tuple(_flagged(card.checks, _flags(side, card.id))),
        notes=_with_note(card.notes, unit.note),
    )


def _tested(card: UnitCard, side: SideState) -> Track:
    """The track of a unit by the models that are left of it and of its leader (D-11)."""
    leader = leader_of(side, card.id)
    if gone(side, card.id):
        return card.track
    return order_track(_left(side, card.id), _left(side, leader) if leader else None, led_by(side, card.id) is not None)


def _left(side: SideState, unit: str) -> Unit:
    return replace(unit_of(side, unit), groups=tuple(group for group, _ in groups_left(side, unit)))


def _track(track: Track, op: int) -> Track:
    beyond = (f"now {op}",) if op > track.size else ()
    return replace(track, value=op, hints=(*beyond, *track.hints), brief=(*beyond, *track.brief))


def _hit_points(group: HitPoints, unit: UnitState) -> HitPoints:
    return replace(group, lost=group.total - unit.pools[group.id].hp_left)


def _vehicle(card: VehicleCard, side: SideState, unit: str, vehicle: VehicleState) -> VehicleCard:
    flags = _flags(side, unit) | ({Flag.DESTROYED} if vehicle.rows.destroyed else set())
    return replace(
        card,
        weapons=tuple(_weapon(weapon, vehicle) for weapon in card.weapons),
        lines=tuple(_line(line, vehicle) for line in card.lines),
        hit_rows=tuple(
            _row(row, vehicle.rows.checked(letter)) for row, letter in zip(card.hit_rows, ROW_LETTERS, strict=True)
        ),
        checks=tuple(_flagged(card.checks, flags)),
        notes=_with_note((*card.notes, *_crew(vehicle)), vehicle.note),
    )


def _crew(vehicle: VehicleState) -> Iterator[str]:
    """Yield until when a crew is shaken or stunned."""
    if vehicle.crew is not Crew.STEADY and not vehicle.rows.destroyed:
        yield f"Crew {vehicle.crew} to the end of its turn {vehicle.stunned or vehicle.shaken}"


def _weapon(weapon: Mounted, vehicle: VehicleState) -> Mounted:
    return replace(weapon, check=replace(weapon.check, checked=weapon.check.id in vehicle.destroyed_weapons))


def _line(line: DamageLine, vehicle: VehicleState) -> DamageLine:
    damage = vehicle.lines.get(line.letter, 0)
    steps = tuple((value, replace(check, checked=value <= damage)) for value, check in line.steps)
    return replace(line, damage=damage or None, steps=steps)


def _row(row: HitRow, checked: Iterable[int]) -> HitRow:
    boxes = set(checked)
    return replace(row, checks=tuple(replace(check, checked=n in boxes) for n, check in enumerate(row.checks, 1)))


def _flags(side: SideState, unit: str) -> frozenset[str]:
    """The states of a unit; who comes with one that is in reserve is in reserve too."""
    flags = side.bodies[unit].flags
    return flags | {Flag.RESERVE} if held_back(side, unit) else flags


def _flagged(checks: Iterable[Check], flags: Collection[str]) -> Iterator[Check]:
    return (replace(check, checked=check.label.lower() in flags) for check in checks)


def filled(state: GameState, side: int, card: Card, now: Card) -> Iterator[Change]:
    """Yield what changes a side to what was filled in on a card; `card` is it as the side stands."""
    standing = state.sides[side]
    if isinstance(card, UnitCard) and isinstance(now, UnitCard):
        body = standing.bodies[card.id]
        for group, other in zip(card.groups, now.groups, strict=True):
            if group.lost != other.lost:
                dead, noted = divmod(other.lost, other.each)
                after = Pool(other.models - dead, other.each, noted)
                yield GroupHealthSet.between(side, card.id, other.id, body.pools[other.id], after)
        if card.track.value != now.track.value:
            yield Ordered(side=side, unit=card.id, op=now.track.value)
        yield from _other_flags(side, card.id, card.checks, now.checks)
    elif isinstance(card, VehicleCard) and isinstance(now, VehicleCard):
        unit, vehicle = _owner(card, standing)
        yield from _filled_vehicle(side, vehicle, card, now)
        alone = len(standing.bodies[unit].parts) == 1
        # A box says that this vehicle is destroyed, the flag that its whole unit is.
        kept = slice(None) if alone else slice(0, -1)
        yield from _other_flags(side, unit, card.checks[kept], now.checks[kept])


def _filled_vehicle(side: int, vehicle: VehicleState, card: VehicleCard, now: VehicleCard) -> Iterator[Change]:
    if any(old.damage != new.damage for old, new in zip(card.lines, now.lines, strict=True)):
        yield LinesSet(
            side=side, vehicle=vehicle.id, lines={line.letter: line.damage for line in now.lines if line.damage}
        )
    if card.hit_rows == now.hit_rows and card.weapons == now.weapons:
        return
    landed = list(vehicle.rows.landed)
    for letter, row in zip(ROW_LETTERS, now.hit_rows, strict=True):
        ticked = {n for n, check in enumerate(row.checks, 1) if check.checked}
        landed = [each for each in landed if each.row != letter or each.box is None or each.box in ticked]
        new = sorted(ticked - {*replace(vehicle.rows, landed=tuple(landed)).checked(letter)})
        landed += [Landed(letter, box, ROWS[letter][box - 1]) for box in new]
    weapons = frozenset(weapon.check.id for weapon in now.weapons if weapon.check.checked)
    rows = replace(vehicle.rows, landed=tuple(landed))
    yield HitRowsSet(side=side, vehicle=vehicle.id, rows=rows, weapons=weapons)


def _other_flags(side: int, unit: str, before: Iterable[Check], after: Iterable[Check]) -> Iterator[Change]:
    for old, new in zip(before, after, strict=True):
        if old.checked != new.checked:
            yield UnitFlagged(side=side, unit=unit, flag=Flag(new.label.lower()), on=new.checked)


def _with_note(notes: tuple[str, ...], note: str) -> tuple[str, ...]:
    return (*notes, note) if note else notes
