"""The turns of a game of Epic: its phases, and what is due in each (E-08)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.systems.epic.play.activation import may_retain
from builder.systems.epic.play.changes import PhasePassed
from builder.systems.epic.play.end_phase import rallying
from builder.systems.epic.play.fire import joining
from builder.systems.epic.play.queries import (
    ENGAGE,
    MARSHAL,
    holding,
    in_hand,
    may_regroup,
    moves_left,
    next_side,
    shot_hindrance,
    to_act,
)
from builder.systems.epic.play.state import (
    ACTION,
    ASTRAY,
    BLAST,
    BROKEN,
    DEPLOYMENT,
    END,
    MOST_MARKERS,
    ON_ROAD,
    OVERWATCH,
    START,
    STRATEGY,
    EpicGame,
)
from builder.systems.play.clock import CounterKind, Course, Due, Phase, Rules, mission_agreed
from builder.systems.play.game import DESTROYED, UnitRef
from builder.systems.play.lookup import ref_text, unit_name


def start_due(game: EpicGame) -> Iterator[Due]:
    """Abilities that take effect as the turn starts, in turns; the higher strategy rating says who begins (E-08)."""
    one, other = game.extra.ratings
    if one is not None and other is not None and one != other:
        says = f", {game.sides[0 if one > other else 1].name} says who begins"
    else:
        says = ", the higher strategy rating says who begins"
    yield Due(text=f"Abilities of the start of turn: in turns{says}", verb="start-effects", look="info")
    yield from strategy_due(game)


def strategy_due(game: EpicGame) -> Iterator[Due]:
    """The strategy roll, with who won the last one (E-05)."""
    won = next((roll.won for roll in reversed(game.extra.rolls) if roll.turn < game.clock.turn), None)
    tie = "a tie is rolled again" if won is None else f"a tie goes to {game.sides[1 - won].name}"
    yield Due(text=f"Both roll for strategy; {tie}; the winner goes first or second", verb="strategy", before_end=True)


def action_due(game: EpicGame) -> Iterator[Due]:
    """What the formation that acts has left to do, then whose activation it is, and who has not acted (E-12, E-13)."""
    last = game.extra.last
    if last is not None and in_hand(game, last.ref):
        yield from _in_hand(game, last.ref)
    yield from _attacks(game)
    yield from _activation(game)
    for ref in game.refs():
        body = game.body(ref)
        if body.broken and not body.orders.withdrawn and not body.gone:
            yield Due(text=f"{unit_name(game, ref)} is broken: it withdraws", ref=ref, verb="withdraw", look="dim")
        if body.count(ASTRAY) and not body.gone:
            text = f"{unit_name(game, ref)}: {body.count(ASTRAY)} out of formation, closes up with its next action"
            yield Due(text=text, ref=ref, look="warning")


def _in_hand(game: EpicGame, ref: UnitRef) -> Iterator[Due]:
    body, name = game.body(ref), unit_name(game, ref)
    if holding(body):
        yield Due(text=f"{name} holds: move, shoot or regroup", ref=ref, verb="hold", look="warning")
        return
    if left := moves_left(body):
        text = f"{name} may move, {left} left: zones of control and dangerous terrain first; who is astray is lost"
        yield Due(text=text, ref=ref, verb="move")
    if body.orders.action == ENGAGE and not body.orders.shot:
        yield Due(text=f"{name}: tell how its assault ended", ref=ref, verb="assault-result")
    if not shot_hindrance(game, ref):
        yield Due(text=f"{name} may shoot: at one formation", ref=ref, verb="shoot")
    if may_regroup(body):
        order = "then regroups" if body.orders.action == MARSHAL else "regroups"
        yield Due(text=f"{name} {order}: tell how many markers go", ref=ref, verb="regroup")


def _attacks(game: EpicGame) -> Iterator[Due]:
    """Attacks that other weapons of a formation may join, at the others of its target (E-25)."""
    for ref in game.refs(0, 1):
        if (target := joining(game, ref, once=False)) is not None:
            text = f"{unit_name(game, ref)}: weapons that have not fired may, at others of {unit_name(game, target)}"
            yield Due(text=text, ref=ref, verb="shoot", given={"target": ref_text(game, target)}, look="dim")


def _activation(game: EpicGame) -> Iterator[Due]:
    """Whose activation comes next, and how many each side has left."""
    left = [sum(1 for _ in to_act(game, side)) for side in (0, 1)]
    if not any(left):
        yield Due(text="All have acted: the end phase", verb="end-phase", look="info")
        return
    side = next_side(game)
    text = f"{game.sides[side].name}: name formation and action, then roll; nobody passes"
    yield Due(text=text, verb="activate", before_end=True)
    last = game.extra.last
    if last is not None and may_retain(game) and any(to_act(game, last.side)):
        text = f"{game.sides[last.side].name} may retain the initiative: −1, with another formation"
        yield Due(text=text, verb="activate", given={"retaining": "yes"}, look="info")
    numbers = ", ".join(f"{game.sides[each].name} {left[each]}" for each in (0, 1) if game.sides[each].known)
    yield Due(text=f"Not acted: {numbers}", look="dim")


def end_due(game: EpicGame) -> Iterator[Due]:
    """Formations that are broken or have markers rally, then victory is looked at (E-08)."""
    for side in (game.clock.active, 1 - game.clock.active):
        names = [unit_name(game, ref) for ref in rallying(game, side)]
        if names:
            text = f"Rally: {', '.join(names)}"
            yield Due(text=text, verb="rally", given={"player": str(side + 1)}, before_end=True)
    if not game.extra.checked:
        yield Due(text="Then the victory conditions of the scenario", verb="victory", look="info")


COURSE: Course[EpicGame] = Course(
    before=Phase(id=DEPLOYMENT, wanted=("embark", "agree", "next"), due=(mission_agreed,)),
    turn=(
        Phase(id=START, text="start of turn", wanted=("start-effects", "strategy", "next"), due=(start_due,)),
        Phase(id=STRATEGY, wanted=("strategy",), due=(strategy_due,)),
        Phase(
            id=ACTION,
            text="actions",
            by_turns=True,
            wanted=(
                *(f"activate-{name}" for name in ("advance", "double", "sustained-fire")),
                *("shoot", "move", "losses", "markers", "hold", "regroup", "assault-result", "activate"),
            ),
            due=(action_due,),
        ),
        Phase(id=END, text="end of turn", wanted=("rally", "victory", "next"), due=(end_due,)),
    ),
    each_player=False,
)
RULES: Rules[EpicGame] = Rules(
    course=COURSE,
    flags=(BROKEN, OVERWATCH, ON_ROAD, DESTROYED),
    counters=(
        CounterKind(BLAST, "blast markers", most=MOST_MARKERS),
        CounterKind(ASTRAY, "units out of formation", most=99),
    ),
    moved=PhasePassed,
)
