"""A game of Epic as screens and commands draw it: its rows, what is told of the whole, the keys of its acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from builder.systems.epic.play.formation_rows import COLUMNS, LEGEND, NAME, around, formation_row
from builder.systems.epic.play.queries import markers_text, next_side, to_act
from builder.systems.epic.play.state import ACTION, EpicGame
from builder.systems.play.lookup import told
from builder.systems.play.view import Detail, Fact, Key, Rows, SideView, Span, Table

KEYS = (
    Key("1", "activate", "Advance", given={"action": "advance"}),
    Key("2", "activate", "Engage", given={"action": "engage"}),
    Key("3", "activate", "Double", given={"action": "double"}),
    Key("4", "activate", "March", given={"action": "march"}),
    Key("5", "activate", "Marshal", given={"action": "marshal"}),
    Key("6", "activate", "Overwatch", given={"action": "overwatch"}),
    Key("7", "activate", "Sustained", given={"action": "sustained-fire"}),
    Key("8", "hold", "Hold"),
    Key("R", "activate", "Retain", given={"retaining": "yes"}),
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
    """What makes the sides of views of one game, whose rows it keeps from one view to the next."""
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
            fields=("unit",) if game.clock.active == number else ("target",),
        )

    return lambda game: (side(game, 0), side(game, 1))


def _totals(game: EpicGame, number: int) -> str:
    """The units that a side has left."""
    bodies = game.sides[number].bodies.values()
    units, full = sum(body.units for body in bodies), sum(body.formation.units for body in bodies)
    return f"units {units} of {full}" if bodies else ""


def _lines(game: EpicGame, number: int) -> Iterator[Detail]:
    """The strategy rating of a side, its units, its markers, how many of its formations are broken."""
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


def facts(game: EpicGame) -> Iterator[Fact]:
    """The strategy rolls, who won the last, whose activation it is."""
    if game.extra.rolls:
        roll = game.extra.rolls[-1]
        name = game.sides[roll.won].name
        totals = f"{roll.totals[0]} : {roll.totals[1]}"
        yield Fact(
            text=f"strategy in turn {roll.turn}: {totals}, {name} won",
            short=f"strategy {totals}, {'theirs' if roll.won else 'yours'}",
        )
    if len(game.extra.rolls) > 1:
        before = game.extra.rolls[:-1]
        rolls = ", ".join(f"turn {roll.turn} {game.sides[roll.won].name}" for roll in before)
        yield Fact(text=f"strategy won before: {rolls}")
    last = game.extra.last
    if game.clock.phase == ACTION and last is not None:
        how = "" if last.succeeded else ", failed"
        yield Fact(text=f"last action: {told(game, last.ref)}{how}{', retained' if last.retained else ''}")
    if game.clock.phase == ACTION and any(any(to_act(game, side)) for side in (0, 1)):
        yield Fact(text=f"next activation: {game.sides[next_side(game)].name}")
