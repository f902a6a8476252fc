"""A game of Plain 40K as screens draw it, and its sheets as they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from builder.record import replace
from builder.systems.blocks import Card, Check, CheckRow, Panel, PanelCard, TablePanel, Tally
from builder.systems.blocks.fields import changed_blocks
from builder.systems.fortyk.model import FortykArmy, ModelGroup
from builder.systems.fortyk.squads import (
    HULL_STATES,
    SHAKEN,
    STOOD_TO_FIRE,
    STUNNED,
    FortykGame,
    FortykUnit,
    HullChanged,
    VehiclePart,
    Wounded,
)
from builder.systems.plain.cards import army_cards, roster_page
from builder.systems.play.changes import Flagged, Outcome
from builder.systems.play.clock import Rules
from builder.systems.play.events import GameSheets
from builder.systems.play.game import DESTROYED, AnyRef, PartRef, UnitRef
from builder.systems.play.kept_rows import Rows
from builder.systems.play.lookup import At, known_army, mark_of, marks, printed_when, ref_text
from builder.systems.play.view import (
    Box,
    Cell,
    Column,
    Detail,
    Look,
    Of,
    Row,
    SideView,
    Span,
    Table,
    Track,
)

Armies = tuple[FortykArmy | None, FortykArmy | None]
"""The armies of both sides as the game began; None where a side is only a name."""
Plain = FortykGame[Armies]
UNIT_COLUMNS = (
    Column(id="models", title="Models", short="models", least=6, right=True),
    Column(id="wounds", title="Wounds", short="wounds", least=6, right=True),
    Column(id="ld", title="Ld", least=3, right=True, alive=False, goes=1),
    Column(id="marks", title="State", short="state", least=8, most=40, alive=False, shown="screen", goes=2),
)
HULL_COLUMNS = (
    Column(id="armour", title="Armour", short="AV", least=8, goes=2),
    Column(id="state", title="State", short="state", least=9, most=40, shown="screen"),
    Column(id="weapons", title="Weapons", short="guns", least=4, right=True, alive=False, goes=1),
)
SIGNS = {STOOD_TO_FIRE: "H", SHAKEN: "K", STUNNED: "T"}
"""The letters of states that would have that of another."""
SERIOUS: Mapping[str, Look] = {"wrecked": "error", "immobilised": "warning", "stunned": "warning", "shaken": "warning"}


def side_views(rules: Rules[Any]) -> Callable[[Plain], tuple[SideView, SideView]]:
    """Return what makes the sides of views of one game, whose rows it keeps from one view to the next."""
    units, vehicles = Rows(partial(_unit_row, rules), partial(_around, rules)), Rows(_hull_row, _around_hull)

    def side(game: Plain, number: int) -> SideView:
        now = game.sides[number]
        on_foot = tuple(units.row(game, ref) for ref in game.refs(number) if not game.body(ref).is_vehicle)
        hulls = tuple(vehicles.row(game, PartRef(number, each)) for each in now.owners)
        return SideView(
            name=now.name,
            tables=(
                Table(id="units", title="Units", columns=UNIT_COLUMNS, rows=on_foot, empty="No units on foot."),
                Table(id="vehicles", title="Vehicles", columns=HULL_COLUMNS, rows=hulls, empty="No vehicles."),
            ),
            points=now.points,
            known=now.known,
            fields=() if game.clock.active == number else ("target", "targets", "at"),
        )

    return lambda game: (side(game, 0), side(game, 1))


def _around(rules: Rules[Any], game: Plain, ref: AnyRef) -> tuple[str, ...]:
    return _words(rules, game, game.unit_of(ref))


def _words(rules: Rules[Any], game: Plain, ref: UnitRef) -> tuple[str, ...]:
    """The states of a unit: those that every game has, then those of modules."""
    own = () if game.body(ref).gone else sorted(game.body(ref).flags - {*rules.flags})
    return (*marks(At(game, rules), ref), *own)


def _around_hull(game: Plain, ref: AnyRef) -> tuple[object, ...]:
    body = game.body(ref)
    return body.flags, body.note, body.last, tuple(game.body(each).name for each in game.riders(game.unit_of(ref)))


def _unit_row(rules: Rules[Any], game: Plain, ref: AnyRef) -> Row:
    unit, body = game.unit_of(ref), game.body(ref)
    words = _words(rules, game, unit)
    full = sum(group.wounds for group in body.unit.groups)
    left = sum(map(body.wounds_left, body.unit.groups))
    models = sum(group.models for group in body.unit.groups)
    written = ref_text(game, ref)
    cells: Mapping[str, Cell] = {
        "models": Of(body.on_foot, models),
        "wounds": Of(left, full),
        "ld": "–" if body.leadership is None else str(body.leadership),
        "marks": ", ".join(words),
    }
    return Row(
        ref=written,
        name=body.name,
        state=DESTROYED if body.gone else "",
        cells=cells,
        summary=f"{body.on_foot} of {models} models, {left} of {full} wounds",
        brief=((tuple(_spans(body)),),),
        details=() if body.gone else tuple(_unit_details(body)),
        marks=tuple(mark_of(word, SIGNS) for word in words),
        gone=body.gone,
        note=body.note,
        last=body.last,
        offers=dict.fromkeys(("unit", "about", "leader"), (written,)),
        does={} if body.aboard is None else {"reserve": "disembark"},
    )


def _spans(body: FortykUnit) -> Iterator[Span]:
    yield Span(", ".join(f"{body.left(group)} {group.name}" for group in body.groups))


def _unit_details(body: FortykUnit) -> Iterator[Detail]:
    for group in body.unit.groups:
        full = group.models * group.profile.w
        track = Track(
            draw="models", value=body.wounds_left(group), full=full, left=body.left(group), each=group.profile.w
        )
        label = f"{group.name} ×{group.models}" if group.models > 1 else group.name
        yield Detail(kind="part", label=label, track=track, tail=f"{body.left(group)} left")
    lines: dict[str, list[str]] = {}
    for group in body.groups:
        lines.setdefault(stat_text(group), []).append(group.name)
    for line, names in lines.items():
        yield Detail(kind="line", spans=(Span(line), Span(f"  {', '.join(names)}", "dim")))


def stat_text(group: ModelGroup) -> str:
    """A stat line in one line: `WS 4 BS 4 S 4 T 4 W 1 I 4 A 1 Ld 8 Sv 3+`."""
    profile = group.profile
    values = {
        "WS": profile.ws, "BS": profile.bs, "S": profile.s, "T": profile.t, "W": profile.w, "I": profile.i,
        "A": profile.a, "Ld": profile.ld,
    }  # fmt: skip
    saves = "/".join(f"{save}+" for save in (profile.save, profile.invulnerable) if save is not None)
    told = (f"{title} {value}" for title, value in values.items() if value is not None)
    return " ".join((*told, f"Sv {saves or '–'}"))


def _hull_row(game: Plain, ref: AnyRef) -> Row:
    body = game.body(ref)
    part = body.parts[ref.id]
    unit = game.unit_of(ref)
    gone = part.gone or body.gone
    own, whole = ref_text(game, ref), ref_text(game, unit)
    profile, weapons = part.vehicle.profile, part.vehicle.weapons
    riders = tuple(game.body(each).name for each in game.riders(unit))
    states = [state for state in HULL_STATES if state in part.states]
    words = (*states, *sorted(body.flags - {DESTROYED}), *(f"carries {name}" for name in riders))
    worst: Look = next((SERIOUS[state] for state in reversed(states)), "text")
    cells: Mapping[str, Cell] = {
        "armour": f"{profile.front}/{profile.side}/{profile.rear}",
        "state": (Span(", ".join(words), worst),),
        "weapons": Of(len(weapons) - len(part.destroyed_weapons), len(weapons)),
    }
    return Row(
        ref=own,
        name=part.name,
        state="wrecked" if gone else "",
        cells=cells,
        summary=", ".join(words),
        details=() if gone else tuple(_hull_details(part)),
        marks=tuple(mark_of(word, SIGNS) for word in words),
        gone=gone,
        note=part.note or body.note,
        last=part.last or body.last,
        offers={"vehicle": (own,), "about": (own,), "unit": (whole,), "transport": (whole,)},
    )


def _hull_details(part: VehiclePart) -> Iterator[Detail]:
    if part.vehicle.weapons:
        boxes = tuple(
            Box(weapon.name, weapon_id in part.destroyed_weapons, ("[ ]", "[x]"))
            for weapon_id, weapon in part.vehicle.weapons
        )
        yield Detail(kind="packed", label="Weapons", parts=boxes)
    if part.vehicle.profile.capacity:
        yield Detail(kind="line", label="Room", spans=(Span(f"{part.vehicle.profile.capacity} models"),))


def sheets(game: Plain, side: int, fresh: bool = False) -> GameSheets:
    """The cards of a side and the head of its sheets, as they stand; fresh ones as its army was before the game.

    Raises:
        PlayError: the side has no army.
    """
    army = known_army(game, side, game.extra[side])
    cards, page = army_cards(army), roster_page(army, ())
    if fresh:
        return GameSheets(cards, page)
    page = replace(page, note=printed_when(game))
    return GameSheets(tuple(_filled(card, game, side) for card in cards), page)


def filled(game: Plain, side: int, card: Card, now: Card) -> Iterator[Outcome[Plain]]:
    """Yield what changes a unit to what was filled in on its card; `card` is it as the unit stands."""
    owner = game.sides[side].owners.get(card.id, card.id)
    body = game.sides[side].bodies.get(owner)
    if body is None:
        return
    groups = {group.id for group in body.unit.groups}
    for _, new in changed_blocks(card, now):
        match new:
            case Tally() if (group := new.id.removesuffix(".w")) in groups:
                yield Wounded(side=side, unit=owner, group=group, lost=new.struck)
            case Check():
                of, _, word = new.id.rpartition(".")
                part = next((each for each in body.parts.values() if new.id.startswith(f"{each.id}.")), None)
                if part is not None and word == "destroyed" and of != part.id:
                    yield HullChanged(side=side, vehicle=part.id, weapon=of, on=new.checked)
                elif part is not None and of == part.id and word in HULL_STATES:
                    yield HullChanged(side=side, vehicle=part.id, state=word, on=new.checked)
                elif of == owner:
                    yield Flagged(side=side, unit=owner, flag=word.replace("_", " "), on=new.checked)


def _filled(card: PanelCard, game: Plain, side: int) -> PanelCard:
    owner = game.sides[side].owners.get(card.id, card.id)
    body = game.sides[side].bodies[owner]
    checked = {f"{body.id}.{flag.replace(' ', '_')}" for flag in body.flags}
    for part in body.parts.values():
        checked |= {f"{part.id}.{state}" for state in part.states}
        checked |= {f"{weapon}.destroyed" for weapon in part.destroyed_weapons}

    def fill(panel: Panel) -> Panel:
        match panel:
            case Tally():
                return replace(panel, struck=body.wounds.get(panel.id.removesuffix(".w"), 0))
            case CheckRow():
                return replace(panel, checks=tuple(replace(box, checked=box.id in checked) for box in panel.checks))
            case TablePanel():
                boxes = (box and replace(box, checked=box.id in checked) for box in panel.checks)
                return replace(panel, checks=tuple(boxes))
            case _:
                return panel

    notes = (*card.notes, *([body.note] if body.note else []))
    left, right, below = (tuple(map(fill, panels)) for panels in (card.left, card.right, card.below))
    return replace(card, left=left, right=right, below=below, notes=notes)
