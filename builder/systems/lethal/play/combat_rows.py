"""Close combats and corridors of fire of a game of Lethal 40K as rows of a view: who fights whom, who still strikes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.systems.lethal.play.queries import who
from builder.systems.lethal.play.state import Combat, Corridor, Lethal, key
from builder.systems.lethal.play.strikers import Fighters, fighters, striker
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import ref_text, told
from builder.systems.play.view import UNBOUNDED, Column, Detail, Row, Span, Table

NAME = Column(id="name", title="Who fights whom", least=12, most=UNBOUNDED)
COLUMNS = (
    Column(id="round", title="Round", short="round", least=5, right=True),
    Column(id="lost", title="Lost", short="lost", least=5, right=True, legend="lost: yours – theirs, this round"),
    Column(id="left", title="To strike", short="left", least=4, right=True, legend="left: still to strike"),
)


def combats_table(game: Lethal, number: int) -> Table:
    """The close combats and the corridors of fire, as a side sees them: its own units and losses first."""
    rows = [combat_row(game, each, number) for each in game.extra.combats.values()]
    rows += [corridor_row(game, each) for each in game.extra.corridors.values()]
    return Table(
        id="combats",
        title="Combats",
        name=NAME,
        columns=COLUMNS,
        rows=tuple(rows),
        empty="No close combat, no corridor of fire.",
    )


def combat_row(game: Lethal, combat: Combat, number: int) -> Row:
    """A close combat; `number` is the side whose units come first."""
    sides = [[ref for ref in combat.refs if ref.side == side] for side in (number, 1 - number)]
    strikers = [*_still_to_strike(game, combat)]
    waiting = [f"{told(game, ref)}, {each.text}" for ref, each in strikers]
    # Whoever has yet to strike is offered first as to acts, and his enemies as whom he strikes.
    first = strikers[0][0] if strikers else next(combat.refs)
    units = sorted(combat.refs, key=lambda ref: (ref != first, ref.side != first.side))
    return Row(
        ref=combat.id,
        name=" – ".join(who(game, units) or "nobody" for units in sides),
        cells={
            "round": combat.round,
            "lost": f"{combat.suffered[number]} – {combat.suffered[1 - number]}",
            "left": len(waiting),
        },
        head=(Span(f"round {combat.round}"),),
        brief=(((Span(f"to strike: {', '.join(waiting) or 'nobody; x ends the round'}"),),),),
        details=tuple(_details(game, combat, number, waiting)),
        offers={
            "combat": (combat.id,),
            "unit": tuple(ref_text(game, ref) for ref in units),
            "target": tuple(ref_text(game, ref) for ref in units if ref.side != first.side),
        },
    )


def _still_to_strike(game: Lethal, combat: Combat) -> Iterator[tuple[UnitRef, Fighters]]:
    """Yield the models that have not struck in this round, those of the side that began first."""
    for ref in combat.refs:
        if key(ref) not in combat.struck:
            for each in fighters(game, ref, combat):
                if striker(ref, each.id) not in combat.struck:
                    yield ref, each


def _details(game: Lethal, combat: Combat, number: int, waiting: Sequence[str]) -> Iterator[Detail]:
    began = ", ".join(told(game, ref) for ref in combat.refs if key(ref) in combat.assaulting)
    how = "charged" if combat.charging else "assaulted"
    yield Detail(kind="text", label="Began", spans=(Span(f"{began or game.sides[combat.began].name} {how}"),))
    for label, side in (("Yours", number), ("Theirs", 1 - number)):
        units = [ref for ref in combat.refs if ref.side == side]
        words = ", ".join(f"{told(game, ref)} ({game.body(ref).models})" for ref in units)
        yield Detail(kind="text", label=label, spans=(Span(f"{words}; {combat.suffered[side]} lost this round"),))
    todo = "; ".join(waiting) or "nobody: the round ends (x), and the losers check their morale"
    yield Detail(kind="text", label="To strike", spans=(Span(todo, "warning" if not waiting else "text"),))


def corridor_row(game: Lethal, corridor: Corridor) -> Row:
    """A corridor of fire; it lasts until the firer's next turn (L-94)."""
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
        name=f"Corridor of {told(game, ref)}: {weapons}",
        cells={"round": "–", "lost": "–", "left": len(owed)},
        brief=(((Span("who enters it is hit, until the firer's next turn"),),),),
        details=(
            Detail(kind="text", label="Fire", spans=(Span(f"{weapons}; who enters it is hit (L-94)"),)),
            Detail(kind="text", label="Hit", spans=(Span(who(game, hit) or "nobody yet"),)),
            Detail(kind="text", label="In it", spans=(Span(who(game, owed) or "nobody who is still to be hit"),)),
        ),
        offers={"corridor": (corridor.id,), "unit": tuple(ref_text(game, each) for each in owed)},
    )
