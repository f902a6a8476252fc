"""Games of any system as screens draw them, their sheets as they stand, and what the kernel is given to play them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal

from builder.record import replace
from builder.systems.blocks import Card, Check, ModelBoxes, NumberedBoxes, number
from builder.systems.blocks.fields import changed_blocks
from builder.systems.common.marks import names_on_cards
from builder.systems.generic.cards import ACTED as ACTED_BOX
from builder.systems.generic.cards import (
    COUNTERS,
    TURN,
    VICTORY_POINTS,
    carried_lines,
    counters_card,
    figure,
    roster_page,
    unit_card,
)
from builder.systems.generic.game import (
    ACTED,
    RESERVE,
    RULES,
    AnyCount,
    AnyMark,
    Generic,
    GenericBegun,
    GenericBody,
    HasActed,
    SideCount,
    SideCounted,
    TakeWounds,
    WoundsLost,
    start,
    words_of,
)
from builder.systems.generic.model import ProfileLine, ProfileTable
from builder.systems.play import common_acts as common
from builder.systems.play.changes import Flagged, Outcome, Scored, with_common
from builder.systems.play.events import GameSheets
from builder.systems.play.game import DESTROYED, AnyRef, UnitRef
from builder.systems.play.kept_rows import Rows
from builder.systems.play.lookup import known_army, mark_of, printed_when, ref_text
from builder.systems.play.protocol import Play
from builder.systems.play.view import (
    Cell,
    Column,
    Detail,
    Key,
    Of,
    Row,
    SideView,
    Span,
    Spans,
    Table,
    Track,
    View,
)

COLUMNS = (
    Column(id="models", title="Models", short="models", least=6, right=True),
    Column(id="wounds", title="Wounds", short="wounds", least=6, right=True),
    Column(id="left", title="Left", short="left", least=8, most=40, alive=False, shown="screen", goes=1),
    Column(id="marks", title="Marks", short="marks", most=26, broad_from=96, alive=False, shown="screen"),
)


def _around(game: Generic, ref: AnyRef) -> tuple[str, ...]:
    return tuple(words_of(game, game.unit_of(ref)))


def _row(game: Generic, ref: AnyRef) -> Row:
    body, written = game.body(ref), ref_text(game, ref)
    words = _around(game, ref)
    unit = body.unit
    cells: Mapping[str, Cell] = {
        "models": Of(body.size, unit.models),
        "wounds": Of(body.wounds_left(), unit.wounds),
        "left": _left(body),
        "marks": ", ".join(words),
    }
    return Row(
        ref=written,
        name=body.name,
        state=DESTROYED if body.gone else "",
        cells=cells,
        summary=f"{body.size} of {unit.models} models, {body.wounds_left()} of {unit.wounds} {_wounds(body)}",
        brief=() if body.gone else tuple(_brief(body)),
        details=() if body.gone else tuple(_details(body)),
        marks=tuple(map(mark_of, words)),
        gone=body.gone,
        turn="has" if ACTED in body.flags else "cannot" if RESERVE in body.flags else "may",
        note=body.note,
        last=body.last,
        offers=dict.fromkeys(("unit", "about", "leader", "transport"), (written,)),
    )


def _left(body: GenericBody) -> Track:
    """What is left as boxes, a gap between models, where all have as many and one at most is hurt; else as a bar."""
    groups, left = body.unit.groups, body.wounds_left()
    each = {group.wounds for group in groups}
    hurt = sum(bool(body.lost.get(group.id, 0) % group.wounds) for group in groups)
    if len(each) == 1 and hurt <= 1:
        return Track(draw="models", value=left, full=body.unit.wounds, left=body.size, each=each.pop())
    return Track(draw="bar", value=left, full=body.unit.wounds)


def _wounds(body: GenericBody) -> str:
    return body.unit.wounds_name or "boxes"


def _details(body: GenericBody) -> Iterator[Detail]:
    """Yield its models with their boxes, then its profiles, table by table."""
    for group in body.unit.groups:
        value = group.total - body.lost.get(group.id, 0)
        track = Track(draw="models", value=value, full=group.total, left=body.left(group), each=group.wounds)
        label = f"{group.name} ×{group.models}" if group.models > 1 else group.name
        yield Detail(kind="part", label=label, track=track, tail=f"{body.left(group)} left")
    for table in (*body.unit.statistics, *body.unit.tables):
        for line in table.lines:
            yield Detail(kind="text", label=line.name, spans=(Span(_cells(table, line), "dim"),))
    titles = ", ".join(dict.fromkeys(passage.title for passage in body.unit.passages if passage.title))
    if titles:
        yield Detail(kind="text", label="Rules", spans=(Span(titles, "dim"),))


def _brief(body: GenericBody) -> Iterator[tuple[Spans, ...]]:
    """Yield its models, their figures, and what they carry, each from long to short."""
    if len(body.unit.groups) > 1:
        left = (f"{each.name} {each.total - body.lost.get(each.id, 0)}/{each.total}" for each in body.unit.groups)
        yield ((Span(", ".join(left)),),)
    lines = [_cells(table, line) for table in body.unit.statistics[:1] for line in table.lines[:1]]
    if lines:
        yield ((Span(lines[0], "dim"),),)
    carried = [*carried_lines(body.unit)]
    tables = {id(line): table for table in body.unit.tables for line in table.lines}
    told = "; ".join(f"{line.name} {_cells(tables[id(line)], line)}" for line in carried)
    names = ", ".join(f"{line.count} {line.name}" if line.count > 1 else line.name for line in carried)
    if names:
        yield (Span(told, "dim"),), (Span(names, "dim"),)


def _cells(table: ProfileTable, line: ProfileLine) -> str:
    cells = zip(table.columns, line.cells, strict=True)
    return "  ".join(f"{title} {figure(cell)}" for title, cell in cells if figure(cell) != "–")


def _totals(game: Generic, side: int) -> str:
    bodies = [game.body(ref) for ref in game.refs(side)]
    whole = sum(body.unit.wounds for body in bodies), sum(body.unit.models for body in bodies)
    left = sum(body.wounds_left() for body in bodies), sum(body.size for body in bodies)
    told = f"wounds {left[0]} of {whole[0]}, models {left[1]} of {whole[1]}"
    lost = sum((body.unit.points for body in bodies if body.gone), Decimal(0))
    return f"{told}, {number(lost)} points destroyed" if lost else told


def tally(game: Generic, side: int) -> Mapping[str, int]:
    """Return what is left of a side: wounds, models, and units."""
    bodies = [body for body in game.sides[side].bodies.values() if not body.gone]
    left = sum(body.wounds_left() for body in bodies), sum(body.size for body in bodies)
    return {"wounds": left[0], "models": left[1], "units": len(bodies)} if game.sides[side].known else {}


def viewer() -> Callable[[Generic], View]:
    """Return what makes views of one game, whose rows it keeps from one view to the next."""
    rows: Rows[Generic, tuple[str, ...]] = Rows(_row, _around)

    def side(game: Generic, number: int) -> SideView:
        now, army = game.sides[number], game.extra.armies[number]
        counters = game.extra.counters[number]
        lines = tuple(
            Detail(kind="line", label="", spans=(Span(f"{name} {count}"),)) for name, count in counters.items()
        )
        units = Table(
            id="units",
            title="Units",
            columns=COLUMNS,
            rows=tuple(rows.row(game, ref) for ref in game.refs(number)),
            empty="No units with models." if army is not None else "Nothing of this army is tracked.",
        )
        totals = _totals(game, number) if army is not None else ""
        return SideView(name=now.name, tables=(units,), totals=totals, points=now.points, lines=lines, known=now.known)

    return lambda game: PLAY.view_of(game, (side(game, 0), side(game, 1)))


def sheets(game: Generic, side: int, fresh: bool = False) -> GameSheets:
    """The cards of a side and the head of its sheets, as they stand; fresh ones as its army was before the game.

    Raises:
        PlayError: the side has no army.
    """
    army = known_army(game, side, game.extra.armies[side])
    names = names_on_cards(army.units)
    bodies = {} if fresh else game.sides[side].bodies
    cards = []
    for unit in army.units:
        body = bodies.get(unit.id)
        if body is None:
            cards.append(unit_card(unit, army.points_name, names))
            continue
        words = (*(DESTROYED for _ in range(body.gone)), *words_of(game, UnitRef(side, unit.id)))
        states = tuple(word for word in words if word != ACTED)
        card = unit_card(unit, army.points_name, names, body.lost, states, ACTED in body.flags)
        cards.append(replace(card, notes=(*card.notes, *((body.note,) if body.note else ()))))
    now = game.sides[side]
    counted = () if fresh else (game.clock.turn, now.points, game.extra.counters[side])
    cards.append(counters_card(army, *counted))
    page = roster_page(army, ())
    if fresh:
        return GameSheets(tuple(cards), page)
    return GameSheets(tuple(cards), replace(page, note=printed_when(game)))


def filled(game: Generic, side: int, card: Card, now: Card) -> Iterator[Outcome[Generic]]:
    """Yield what changes a unit to what was filled in on its card; `card` is it as the unit stands."""
    if card.id == COUNTERS:
        for _, new in changed_blocks(card, now):
            if not isinstance(new, NumberedBoxes) or new.name == TURN:  # Turns end by what is done, not by a tick.
                continue
            if new.name == VICTORY_POINTS:
                yield Scored(side=side, points=new.count)
            else:
                yield SideCounted(side=side, counter=new.name.casefold(), count=new.count)
        return
    if card.id not in game.sides[side].bodies:
        return
    for _, new in changed_blocks(card, now):
        if isinstance(new, ModelBoxes):
            yield WoundsLost(side=side, unit=card.id, group=new.id, lost=new.lost)
        elif isinstance(new, Check):
            flag = ACTED if new.id == f"{card.id}{ACTED_BOX}" else new.label.casefold()
            yield Flagged(side=side, unit=card.id, flag=flag, on=new.checked)


PLAY: Play[Generic] = Play(
    version=1,
    acts=(
        TakeWounds,
        HasActed,
        AnyMark,
        AnyCount,
        SideCount,
        *(act for act in common.ACTS if act not in (common.Mark, common.Count)),
    ),
    begun=GenericBegun,
    changes=with_common(GenericBegun, WoundsLost, SideCounted),
    rules=RULES,
    start=start,
    viewer=viewer,
    sheets=sheets,
    filled=filled,
    tally=tally,
    keys=(
        Key("minus", "wounds", "Wound off", given={"wounds": "+1"}, at_once=True),
        Key("", "wounds", "Wound back", given={"wounds": "-1"}, action="give", at_once=True),
        Key("", "wounds", action="damage"),
        Key("", "mark", action="marks"),
        Key("", "next", action="next", at_once=True),
        Key("", "points", action="points"),
        Key("K", "clock", "Clock", at_once=True),
        Key("", "note", action="note"),
        Key("x", "acted", "Acted", at_once=True),
        Key("", "count", "Counter", action="combat"),
        Key("", "counter", "Player's", action="blows"),
        Key("", "embark", "Get in", action="reserve"),
        Key("E", "disembark", "Get out"),
    ),
    consequences=(common.destroyed,),
)
