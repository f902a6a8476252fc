"""What can be worked out of a game: who beats whom, its turns in figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise, takewhile
from textwrap import wrap
from typing import Any

from builder.errors import InputError, PlayError
from builder.record import Record
from builder.scalars import number
from builder.services.army.reports import Json
from builder.services.games.reports import clock_report, id_report
from builder.services.games.session import GameSession
from builder.services.matchups import comparison_report, matcher_of
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, find_any, unit_name
from builder.systems.play.matchup import Assumptions, Comparison, Matchup
from builder.systems.play.protocol import Play
from builder.tracker import LogLine, PlayerClocks, clocks_of


def game_matchup(session: GameSession, assumptions: Assumptions) -> Matchup:
    """Return what every unit does to every unit of the other side, as a game stands.

    Raises:
        InputError: dice decide that, or nothing is known of a side but its name.
    """
    _, history = session.history
    state = history[-1][1]
    matcher = matcher_of(session.system)
    for side in state.sides:
        if not side.known:
            raise InputError(f"{side.name} is only a name: nobody of that army is there to meet")
    return matcher.game(state, assumptions)


def game_targets(session: GameSession, who: str, weapons: Sequence[str], assumptions: Assumptions) -> Comparison:
    """What a unit or vehicle of a game does to each of its enemies, with all weapons or with those that are named.

    Raises:
        InputError: dice decide that.
        PlayError: nobody, or several, are called so, there is no such weapon, or no enemy is tracked.
    """
    play, history = session.history
    state = history[-1][1]
    matcher = matcher_of(session.system)
    attacker = find_any(At(state, play.rules), who)
    if state.body(attacker).gone:
        raise PlayError(f"nobody of {unit_name(state, attacker)} is left in play")
    if not state.sides[1 - attacker.side].known:
        raise PlayError(f"{state.sides[1 - attacker.side].name} is only a name: nobody of that army is tracked")
    return matcher.targets(state, attacker, weapons, assumptions)


class SideSummary(Record, frozen=True, kw_only=True):
    """What befell a side, by what it is counted in, turn by turn.

    Args:
        name: its name.
        lost: what it lost; what it got back counts against that.
        used: the tokens that it used, by kind; `tokens` are what players call the kinds.
        scored: victory points; `sources` are how many of them are for what, where that is known.
        passed, failed: tests.
        left: what is left, and what there was at the beginning.
    """

    name: str
    lost: Mapping[str, tuple[int, ...]]
    used: Mapping[str, tuple[int, ...]]
    scored: tuple[int, ...]
    passed: tuple[int, ...]
    failed: tuple[int, ...]
    left: Mapping[str, tuple[int, int]]
    sources: Mapping[str, int] = {}
    tokens: Mapping[str, str] = {}


class GameSummary(Record, frozen=True, kw_only=True):
    """The turns of a game in figures.

    Args:
        turns: their numbers, 0 before the first.
        sides: what befell each side.
        worst: the acts that cost most, in the `turn` that is looked at, or in all of them.
        idle: the units in play of whoever acts that nothing was entered for in this turn.
        clocks: those of the players; None where they have none.
    """

    turns: tuple[int, ...]
    sides: tuple[SideSummary, SideSummary]
    worst: tuple[LogLine, ...] = ()
    turn: int | None = None
    idle: tuple[str, ...] = ()
    clocks: PlayerClocks | None = None


MOST_WORST = 5
NARROW = 7
"""Cells for a figure of a summary where a line has no room for two of the usual width."""
LABEL, COLUMN, BROAD = 24, 8, 100
"""Cells for the name of a row of a summary, and for one of its figures; from so many on both sides are abreast."""


def game_summary(session: GameSession, turn: int | None = None) -> GameSummary:
    """Return what each side lost, used and scored in each turn, by the acts that stand; `turn` is looked at.

    Raises:
        PlayError: that turn has not been played.
    """
    play, history = session.history
    states = [state for _, state in history]
    turns = tuple(dict.fromkeys(state.clock.turn for state in states))
    if turn is not None and turn not in turns:
        raise PlayError(f"turn {turn} has not been played: the game has turns {turns[0]} to {turns[-1]}")
    counts = [tuple(_counts(play, state, side) for side in (0, 1)) for state in states]
    worst: dict[int, int] = {}
    sides = []
    for side in (0, 1):
        first = counts[0][side]
        lost = {name: dict.fromkeys(turns, 0) for name in first}
        used = {kind: dict.fromkeys(turns, 0) for kind in states[0].sides[side].stock}
        scored, passed, failed = (dict.fromkeys(turns, 0) for _ in range(3))
        for place in range(1, len(states)):
            line, before, after = history[place][0], states[place - 1], states[place]
            now = before.clock.turn
            costs = {name: counts[place - 1][side][name] - left for name, left in counts[place][side].items()}
            for name, cost in costs.items():
                lost[name][now] += cost
            for kind, stock in before.sides[side].stock.items():
                used[kind][now] += stock.left - after.sides[side].stock[kind].left
            scored[now] += after.sides[side].points - before.sides[side].points
            if (result := play.tested(line.kind, line.text)) is not None and line.side == side:
                (passed if result else failed)[now] += 1
            if costs and turn in (None, now) and (cost := next(iter(costs.values()))) > 0:
                worst[place] = worst.get(place, 0) + cost
        sides.append(
            SideSummary(
                name=states[-1].sides[side].name,
                lost={name: tuple(each.values()) for name, each in lost.items()},
                used={kind: tuple(each.values()) for kind, each in used.items() if any(each.values())},
                scored=tuple(scored.values()),
                passed=tuple(passed.values()),
                failed=tuple(failed.values()),
                left={name: (counts[-1][side][name], full) for name, full in first.items()},
                sources=states[-1].sides[side].scored,
                tokens={_letters(each.label): each.label for each in session.view.sides[side].stock},
            )
        )
    costly = sorted(worst, key=lambda place: -worst[place])
    return GameSummary(
        turns=turns,
        sides=(sides[0], sides[1]),
        worst=tuple(line for line, _ in map(history.__getitem__, costly[:MOST_WORST])),
        turn=turn,
        idle=tuple(_idle(play, history)) if turn in (None, turns[-1]) else (),
        clocks=clocks_of(session.log, datetime.now(UTC)),
    )


def _counts(play: Play[Any], state: Any, side: int) -> Mapping[str, int]:
    """Return what is left of a side; its units where the system counts nothing else, nothing of a mere name."""
    if play.tally is not None:
        return play.tally(state, side)
    bodies = state.sides[side].bodies.values()
    return {"units": sum(not body.gone for body in bodies)} if bodies else {}


def _idle(play: Play[Any], history: Sequence[tuple[LogLine, Any]]) -> Iterator[str]:
    """Yield the units of whoever acts on which no act has been told of since the turn began."""
    now = history[-1][1]
    if now.over or not now.clock.turn:
        return
    turn = [*takewhile(lambda each: _turn(play, each[1]) == _turn(play, now), reversed(history))]
    for ref in now.refs(*((now.clock.active,) if play.rules.course.each_player else (0, 1))):
        body = now.body(ref)
        # The same can be told of a unit in one turn after another, in the same words; who leads a unit acts with it.
        told = any(
            after.body(each) is not before.body(each) and line.text in _last(after, each)
            for (line, after), (_, before) in pairwise(turn)
            for each in now.company(ref)
        )
        if not (told or body.gone or body.aboard or play.unseen.intersection(body.flags)):
            yield unit_name(now, ref)


def _turn(play: Play[Any], state: Any) -> tuple[int, int]:
    return state.clock.turn, state.clock.active if play.rules.course.each_player else 0


def _last(state: Any, ref: UnitRef) -> tuple[str, ...]:
    body = state.body(ref)
    return body.last, *(part.last for part in body.parts.values())


def summary_lines(summary: GameSummary, width: int = 0) -> Iterator[str]:
    """Yield a summary as lines to read: who has not acted, what befell the sides, then the acts that cost most.

    Args:
        summary: the summary.
        width: cells for a line: the sides stand abreast where there is room, and the last turns alone where there is
            none for all. Without it the sides stand below each other, with all turns.
    """
    if summary.idle:
        yield f"Nothing was entered in turn {summary.turns[-1]} for: {', '.join(summary.idle)}"
        yield ""
    for sides in [summary.sides] if width >= BROAD else [[side] for side in summary.sides]:
        label, column = (LABEL, COLUMN) if not width or width >= LABEL + 2 * COLUMN else (width - 2 * NARROW, NARROW)
        half = (width - label) // len(sides) if width else 0
        shown = _shown(summary, half // column - 1 if width else len(summary.turns))
        turns = summary.turns[shown]
        names = (f"  {side.name:<{half - 2}.{half - 3}}" for side in sides)
        yield f"{'':<{label}}{''.join(names)}".rstrip() if len(sides) > 1 else sides[0].name
        heads = [*map(_turn_words, turns), "all"]
        yield _row("", [heads for _ in sides], half, label, column)
        rows = [_rows(side) for side in sides]
        for name in dict.fromkeys(name for each in rows for name in each):
            figures = [each.get(name, (0,) * len(summary.turns)) for each in rows]
            if any(map(any, figures)) or name.endswith("lost"):
                sums = ((*each[shown], sum(each)) for each in figures)
                yield _row(
                    name, [[number(figure) if figure else "–" for figure in each] for each in sums], half, label, column
                )
        for side in sides:
            whose = f"{side.name}, " if len(sides) > 1 else ""
            left = ", ".join(f"{number(left)} of {number(full)} {name}" for name, (left, full) in side.left.items())
            if left:
                told = f"  {whose}left: {left}"
                yield from wrap(told, width, subsequent_indent="    ") if width else (told,)
            if side.sources:
                scored = ", ".join(f"{each} for {what}" for what, each in side.sources.items())
                yield f"  {whose}of the victory points: {scored}"
            if summary.clocks is not None:
                clock = summary.clocks.text(summary.sides.index(side))
                yield f"  {whose}clock: {clock}{' left' if summary.clocks.minutes else ''}"
        yield ""
    if summary.worst:
        yield "What cost most:" if summary.turn is None else f"What cost most, {_turn_words(summary.turn)}:"
        yield from (f"  {_told(line)}" for line in summary.worst)


def _shown(summary: GameSummary, most: int) -> slice:
    """Return which turns there is room for: the last ones, up to the one that is looked at."""
    end = len(summary.turns) if summary.turn is None else summary.turns.index(summary.turn) + 1
    return slice(max(0, end - max(1, most)), end)


def _turn_words(turn: int) -> str:
    return f"turn {turn}" if turn else "before"


def _rows(side: SideSummary) -> Mapping[str, tuple[int, ...]]:
    """Return the figures of a side, turn by turn, by what they are."""
    return {
        **{f"{name} lost": each for name, each in side.lost.items()},
        **{f"{side.tokens.get(_letters(kind), kind)} tokens used": each for kind, each in side.used.items()},
        "tests passed": side.passed,
        "tests failed": side.failed,
        "victory points": side.scored,
    }


def _row(name: str, sides: Sequence[Sequence[str]], half: int, label: int, column: int) -> str:
    told = ("".join(f"{each:>{column}}" for each in figures) for figures in sides)
    return f"  {name:<{label - 2}.{label - 2}}{''.join(f'{each:<{half}}' for each in told)}".rstrip()


def _told(line: LogLine) -> str:
    return f"{line.moment}  {line.text}"


def _letters(kind: str) -> str:
    return "".join(filter(str.isalnum, kind.casefold()))


def summary_report(session: GameSession, summary: GameSummary) -> dict[str, object]:
    """The report of `muster game summary --json`."""
    return {
        "format": "muster-game-summary",
        "version": 1,
        "game": id_report(session),
        "turns": list(summary.turns),
        "sides": [
            {
                "name": side.name,
                "lost": {name: list(each) for name, each in side.lost.items()},
                "used": {name: list(each) for name, each in side.used.items()},
                "scored": list(side.scored),
                "sources": dict(side.sources),
                "tests": {"passed": list(side.passed), "failed": list(side.failed)},
                "left": {name: {"left": left, "of": full} for name, (left, full) in side.left.items()},
            }
            for side in summary.sides
        ],
        "worst": [_told(line) for line in summary.worst],
        "idle": list(summary.idle),
        "clock": clock_report(summary.clocks, [side.name for side in summary.sides]),
    }


def compared_report(session: GameSession, compared: Comparison) -> Json:
    """The report of `muster game compare --json`: what a unit would do to each of its enemies as the game stands."""
    return {"format": "muster-game-compare", "version": 1, "game": id_report(session), **comparison_report(compared)}
