"""A game of Epic as screens and commands draw it: formations as rows, what is told of the whole, keys of acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from builder.scalars import signed
from builder.systems.epic.actions import ACTIONS, FormationAction, action
from builder.systems.epic.model import firing
from builder.systems.epic.play.course import use_of
from builder.systems.epic.play.fire import fires_alone, is_aimed_at, once_left
from builder.systems.epic.play.queries import (
    HOLD,
    able_text,
    capacity_text,
    has_more_to_do,
    hindrance,
    kinds_text,
    markers_text,
    next_side,
    riders_text,
    test_of,
    to_act,
    units_text,
)
from builder.systems.epic.play.state import ACTION, ASTRAY, BROKEN, END, ON_ROAD, OVERWATCH, EpicFormation, EpicGame
from builder.systems.figures import plus
from builder.systems.play.game import AnyRef, UnitRef
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
    Look,
    Mark,
    Of,
    Row,
    SideView,
    Span,
    Spans,
    Table,
    Track,
    Turn,
)

NOTE = 6
"""Cells for what matters most beside the columns."""
NAME = Column(id="name", title="Formation", least=8, most=UNBOUNDED)
COLUMNS = (
    Column(id="units", title="Units", short="units", least=5, right=True),
    Column(id="markers", title="Markers", short="BM", least=2, right=True, alive=False),
    Column(id="track", title="markers", least=8, alive=False, shown="screen", goes=1),
    Column(id="broken", title="Broken at", short="broken", least=3, right=True, alive=False),
    Column(
        id="needs",
        title="Test needs",
        short="needs",
        least=5,
        right=True,
        alive=False,
        legend="needs: with −1 for markers",
        goes=3,
    ),
    Column(id="order", title="Order", short="order", least=9, alive=False, goes=2),
    Column(id="note", title="", most=NOTE, broad_from=78, alive=False, shown="screen"),
)
LEGEND = "│ broken"


def formation_row(game: EpicGame, ref: AnyRef) -> Row:
    """Return the row of a formation."""
    unit = game.unit_of(ref)
    body, own, use = game.body(unit), (ref_text(game, unit),), use_of(game, unit)
    return Row(
        ref=ref_text(game, unit),
        name=body.name,
        state="destroyed" if body.gone else "",
        cells=_cells(game, unit),
        head=(Span(_head(body), "dim"),),
        summary=f"{body.units} of {body.formation.units} units, {markers_text(body.markers)}{', broken' * body.broken}",
        brief=tuple(_brief(body, chooses=use == "activate")),
        details=() if body.gone else tuple(_details(body)),
        marks=tuple(marks(body)),
        gone=body.gone,
        alert=body.broken and not body.gone,
        turn=turn_of(game, unit),
        note=body.note,
        last=body.last,
        offers={"unit": own, "about": own, "target": own if is_aimed_at(game, unit) else ()},
        does={"use": use} if use else {},
    )


def around(game: EpicGame, ref: AnyRef) -> tuple[object, ...]:
    """Return what a row shows beside its body: whether it may act this turn, and what keys on it mean."""
    unit = game.unit_of(ref)
    return (turn_of(game, unit), is_aimed_at(game, unit), use_of(game, unit))


def turn_of(game: EpicGame, ref: UnitRef) -> Turn:
    """Whether a formation may still act this turn; in the end phase nobody may (E-08)."""
    body = game.body(ref)
    if not game.clock.turn or body.gone:
        return ""
    if body.orders.activated:
        return "has"
    return "cannot" if hindrance(game, ref) or game.clock.phase == END else "may"


def order_text(body: EpicFormation) -> str:
    """Return what a formation does this turn, in a word."""
    orders = body.orders
    if body.gone:
        return "–"
    if body.broken:
        return "broken"
    if not orders.activated:
        return "overwatch" if OVERWATCH in body.flags else "–"
    return action(orders.action).name.lower().split()[0] if orders.action else "failed"


def needs_text(body: EpicFormation) -> str:
    """Return what its action test needs as it stands; a dash for one that has none to take."""
    test = test_of(body)
    if body.orders.activated or body.broken or body.gone:
        return "–"
    return "?" if test is None else plus(test.needs)


def marks(body: EpicFormation) -> Iterator[Mark]:
    """Yield the states of a formation in words."""
    if body.gone:
        return
    if body.broken:
        yield Mark(BROKEN, "B", look="error")
    if OVERWATCH in body.flags:
        yield Mark(OVERWATCH, "O")
    if ON_ROAD in body.flags:
        yield Mark(ON_ROAD, "r")
    if body.passengers:
        yield Mark(f"{body.passengers} aboard", "a", means="units aboard")
    if body.count(ASTRAY):
        yield Mark(f"{body.count(ASTRAY)} out of formation", "x", means="units out of formation", look="warning")
    if body.orders.withdrawn:
        yield Mark("withdrawn", "w", quiet=True)


def _cells(game: EpicGame, ref: UnitRef) -> Mapping[str, Cell]:
    body = game.body(ref)
    if body.gone:
        return {"units": Of(0, body.formation.units)} | dict.fromkeys(("markers", "broken", "needs", "order"), "–")
    look: Look = "error" if body.broken else "text"
    return {
        "units": Of(body.units, body.formation.units),
        "markers": body.markers,
        "track": markers_track(body),
        "broken": body.strength,
        "needs": needs_text(body),
        "order": (Span(order_text(body), look),),
        "note": _note(body),
    }


def markers_track(body: EpicFormation) -> Track:
    """Blast markers up to the number that breaks the formation (E-11)."""
    return Track(draw="stars", value=body.markers, full=max(1, body.strength), label="markers")


def _note(body: EpicFormation) -> str:
    """Return what matters most beside the columns: the capacity of war engines, who rides, or a road."""
    if engines := [kind for kind in body.kinds if kind.line.dc > 1]:
        text = capacity_text(body, engines)
        return text if len(text) <= NOTE else text.removeprefix("DC ")
    if ON_ROAD in body.flags:
        return "road"
    return "riders" if body.passengers else ""


def _head(body: EpicFormation) -> str:
    initiative = body.formation.initiative
    test = f"initiative {plus(initiative)}" if initiative else "initiative not known"
    return ", ".join(filter(None, (body.formation.slot, test, order_text(body) if body.orders.activated else "")))


def _brief(body: EpicFormation, *, chooses: bool) -> Iterator[tuple[Spans, ...]]:
    able, fire = body.armed, firing(body.armed, body.markers)
    few, whole = f"{body.units}/{body.formation.units} units", kinds_text(body).replace("  ", ", ")
    fires, keys = (
        f"Fires {able} − {able - fire} suppressed = {fire}" if able else "Nobody on the table shoots",
        " ".join(f"{key} {each.name.lower().split()[0]}" for key, each in _to_choose(body)),
    )
    if chooses:
        yield (Span(f"{whole}; fires {fire}"),), (Span(whole),), (Span(f"{few}; fires {fire}"),)
        yield (Span(keys),), (Span("1 to 7 name its action"),)
    else:
        yield (Span(whole),), (Span(few),)
        yield (Span(fires, "dim"),), (Span(f"Fires {fire} of {able}", "dim"),)


def _details(body: EpicFormation) -> Iterator[Detail]:
    for kind in body.formation.kinds:
        if kind.line.dc > 1:
            yield from _engines(body, kind.id)
            continue
        track = Track(draw="models", value=body.left(kind), full=kind.count, left=body.left(kind))
        yield Detail(kind="part", label=body.names[kind.id], track=track, tail=f"{body.left(kind)} of {kind.count}")
    names = ", ".join(f"{kind.count} {kind.name}" for kind in body.formation.characters)
    if names:
        yield Detail(kind="line", label="With", spans=(Span(names),))
    more = max(0, body.strength - body.markers)
    tail = "broken" if body.broken else f"{body.markers} of {body.strength}: {more} more break it"
    yield Detail(kind="part", label="Markers", track=markers_track(body), tail=tail)
    yield Detail(kind="line", label="Test", spans=(Span(_test_text(body)),))
    if body.passengers:
        yield Detail(kind="text", label="Riders", spans=(Span(riders_text(body)),))
    yield Detail(kind="line", label="Fires", spans=(Span(able_text(body)),))
    if body.count(ASTRAY):
        yield Detail(kind="line", label="Astray", spans=(Span(f"{units_text(body.count(ASTRAY))} out of formation"),))
    for kind in body.formation.members:
        once = tuple(
            Box(f"{weapon.name} {once_left(body, kind, weapon)} left", not once_left(body, kind, weapon))
            for weapon in kind.weapons
            if weapon.once
        )
        if once:
            yield Detail(kind="packed", label="Once", parts=once)
    yield from _actions(body)


def _engines(body: EpicFormation, identity: str) -> Iterator[Detail]:
    """Yield the damage capacity of each war engine of a kind, as boxes."""
    kind = body.kind(identity)
    for number, (_, damage) in enumerate(body.engines(kind), 1):
        label = body.names[identity] if kind.count == 1 else f"{body.names[identity]} {number}"
        left = kind.line.dc - min(damage, kind.line.dc)
        track = Track(draw="models", value=left, full=kind.line.dc, left=left)
        yield Detail(
            kind="part", label=label, track=track, tail=f"DC {left} of {kind.line.dc}" if left else "destroyed"
        )


def _test_text(body: EpicFormation) -> str:
    now, retaining = test_of(body), test_of(body, retaining=True)
    if now is None or retaining is None:
        return "its initiative is not known"
    initiative = plus(body.formation.initiative or 0)
    markers = f", −1 markers = {plus(now.needs)}" if body.markers else ""
    return f"initiative {initiative}{markers};  −1 more when retaining = {plus(retaining.needs)}"


def _to_choose(body: EpicFormation) -> Iterator[tuple[str, FormationAction]]:
    """Yield the actions by their keys, where one is still to be chosen (E-13)."""
    if not (body.orders.activated or body.broken or body.gone):
        yield from ((str(number), each) for number, each in enumerate(ACTIONS, 1) if each.id != HOLD)


def _actions(body: EpicFormation) -> Iterator[Detail]:
    """Yield how far each action goes and how it shoots, where one is still to be chosen."""
    for key, each in _to_choose(body):
        shooting = "–" if each.shooting is None else signed(each.shooting, "as it is")
        moves = f"{each.moves} {'move' if each.moves == 1 else 'moves'}"
        words = f"{each.name.lower():<15} {moves:<8} {shooting:<8}  {each.text}"
        yield Detail(kind="text", label=key, spans=(Span(words, "dim"),))


KEYS = (
    Key("1", "activate", "Advance", given={"action": "advance"}),
    Key("2", "activate", "Engage", given={"action": "engage"}),
    Key("3", "activate", "Double", given={"action": "double"}),
    Key("4", "activate", "March", given={"action": "march"}),
    Key("5", "activate", "Marshal", given={"action": "marshal"}),
    Key("6", "activate", "Overwatch", given={"action": "overwatch"}),
    Key("7", "activate", "Sustained", given={"action": "sustained-fire"}),
    Key("8", "hold", "Hold"),
    Key("R", "activate", "Retain", given={"retaining": "yes"}, another=True),
    Key("", "shoot", action="shoot"),
    Key("", "losses", action="damage"),
    Key("b", "markers", "Markers"),
    Key("v", "move", "Move"),
    Key("", "assault-result", action="combat"),
    Key("I", "strategy", "Strategy"),
    Key("l", "rally", "Rally"),
    Key("", "regroup", action="regroup"),
    Key("B", "embark", "Get in"),
    Key("e", "disembark", "Get out"),
    Key("W", "withdraw", "Withdraw"),
    Key("x", "end-phase", "End phase"),
    Key("y", "victory", "Victory"),
    Key("", "next", action="next", at_once=True),
    Key("", "mark", action="marks"),
    Key("", "points", action="points"),
    Key("", "clock", action="clock", at_once=True),
    Key("", "note", action="note"),
)
"""The keys of its acts; 1 to 7 are the actions, of the formation under the cursor."""


def side_views() -> Callable[[EpicGame], tuple[SideView, SideView]]:
    """Return what makes the sides of views of one game, and keeps its rows from one view to the next."""
    rows = Rows(formation_row, around)

    def side(game: EpicGame, number: int) -> SideView:
        now = game.sides[number]
        return SideView(
            name=now.name,
            tables=(
                Table(
                    id="formations",
                    title="Formations",
                    name=NAME,
                    columns=COLUMNS,
                    rows=tuple(rows.row(game, ref) for ref in game.refs(number)),
                    legend=LEGEND,
                    empty="No formations.",
                ),
            ),
            points=now.points,
            totals=_totals(game, number),
            lines=tuple(_lines(game, number)),
            known=now.known,
            fields=("unit",) if game.clock.active == number or fires_alone(game, number) else ("target",),
        )

    return lambda game: (side(game, 0), side(game, 1))


def _totals(game: EpicGame, number: int) -> str:
    """Return the units that a side has left, its markers, how many of its formations are broken."""
    bodies = game.sides[number].bodies.values()
    units, full = sum(body.units for body in bodies), sum(body.formation.units for body in bodies)
    left = [body for body in bodies if not body.gone]
    broken = sum(body.broken for body in left)
    words = f"units {units} of {full}, {markers_text(sum(body.markers for body in left))}"
    return f"{words}{f', {broken} broken' if broken else ''}" if bodies else ""


def _lines(game: EpicGame, number: int) -> Iterator[Detail]:
    """Yield the strategy rating of a side, its units, its markers, how many of its formations are broken."""
    side = game.sides[number]
    rating = game.extra.ratings[number]
    if rating is not None:
        yield Detail(kind="text", label="Strategy", spans=(Span(f"rating {rating}"),))
    if side.bodies:
        bodies = side.bodies.values()
        units, full = sum(body.units for body in bodies), sum(body.formation.units for body in bodies)
        markers = sum(body.markers for body in bodies if not body.gone)
        broken = sum(body.broken for body in bodies if not body.gone)
        words = f"{units} of {full} units, {markers_text(markers)} out, {broken} broken"
        yield Detail(kind="text", label="Units", spans=(Span(words),))


def acting(game: EpicGame) -> str:
    """Return the action that is in progress; empty where nothing of it is left to do, or none has begun (E-08)."""
    last = game.extra.last
    if game.clock.phase != ACTION or last is None or not has_more_to_do(game, last.ref):
        return ""
    return action(game.body(last.ref).orders.action).name.lower().partition(" (")[0]


def all_have_acted(game: EpicGame) -> bool:
    """Whether the activation is nobody's: no formation of either side may act any more, or is about to (E-08)."""
    left = any(any(to_act(game, side)) for side in (0, 1))
    return game.clock.phase == ACTION and not (left or acting(game))


def facts(game: EpicGame) -> Iterator[Fact]:
    """Yield the strategy rolls, who won the last, whose activation it is."""
    if game.extra.rolls:
        roll = game.extra.rolls[-1]
        name = game.sides[roll.won].name
        totals, whose = f"{roll.totals[0]} : {roll.totals[1]}", "theirs" if roll.won else "yours"
        yield Fact(
            text=f"strategy in turn {roll.turn}: {totals}, {name} won",
            short=f"strategy {totals}, {whose}" if roll.turn == game.clock.turn else "",
        )
    if len(game.extra.rolls) > 1:
        before = game.extra.rolls[:-1]
        rolls = ", ".join(f"turn {roll.turn} {game.sides[roll.won].name}" for roll in before)
        yield Fact(text=f"strategy won before: {rolls}")
    last = game.extra.last
    if game.clock.phase == ACTION and last is not None:
        how = "" if last.succeeded else ", failed"
        yield Fact(text=f"last action: {unit_name(game, last.ref)}{how}{', retained' if last.retained else ''}")
    if game.clock.phase == ACTION and any(any(to_act(game, side)) for side in (0, 1)):
        yield Fact(text=f"next activation: {game.sides[next_side(game)].name}")
