"""What can be worked out of a game: who beats whom, its turns in figures, what an opponent may see of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace as with_values

from builder.errors import InputError, PlayError
from builder.record import Record, replace
from builder.services.games.session import GameSession
from builder.services.matchups import matcher_of
from builder.systems.play.game import Game, UnitRef, with_side
from builder.systems.play.lookup import At, find_any, find_side
from builder.systems.play.matchup import Assumptions, Comparison, Matchup
from builder.systems.play.protocol import Play
from builder.systems.play.view import View


def game_matchup(session: GameSession, assumptions: Assumptions) -> Matchup:
    """What every unit does to every unit of the other side, as a game stands.

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
    if not state.sides[1 - attacker.side].known:
        raise PlayError(f"{state.sides[1 - attacker.side].name} is only a name: nobody of that army is tracked")
    return matcher.targets(state, attacker, weapons, assumptions)


class SideSummary(Record, frozen=True, kw_only=True):
    """What befell a side, by what it is counted in, turn by turn.

    Args:
        name: its name.
        lost: what it lost; what it got back counts against that.
        used: the tokens that it used, by kind.
        scored: victory points.
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


class GameSummary(Record, frozen=True, kw_only=True):
    """The turns of a game in figures: `turns` are their numbers, 0 before the first, `worst` what cost most."""

    turns: tuple[int, ...]
    sides: tuple[SideSummary, SideSummary]
    worst: tuple[str, ...] = ()


MOST_WORST = 5


def game_summary(session: GameSession) -> GameSummary:
    """What each side lost, used and scored in each turn, by the acts that stand."""
    play, history = session.history
    states = [state for _, state in history]
    turns = tuple(dict.fromkeys(state.clock.turn for state in states))
    counts = [tuple(_counts(play, state, side) for side in (0, 1)) for state in states]
    worst: list[tuple[int, str]] = []
    sides = []
    for side in (0, 1):
        first = counts[0][side]
        lost = {name: dict.fromkeys(turns, 0) for name in first}
        used = {kind: dict.fromkeys(turns, 0) for kind in states[0].sides[side].stock}
        scored, passed, failed = (dict.fromkeys(turns, 0) for _ in range(3))
        for number in range(1, len(states)):
            line, before, after = history[number][0], states[number - 1], states[number]
            turn = before.clock.turn
            costs = {name: counts[number - 1][side][name] - left for name, left in counts[number][side].items()}
            for name, cost in costs.items():
                lost[name][turn] += cost
            for kind, stock in before.sides[side].stock.items():
                used[kind][turn] += stock.left - after.sides[side].stock[kind].left
            scored[turn] += after.sides[side].points - before.sides[side].points
            if (result := play.tested(line.kind, line.text)) is not None and line.side == side:
                (passed if result else failed)[turn] += 1
            if costs and (cost := next(iter(costs.values()))) > 0:
                worst.append((cost, f"{line.moment}  {line.text}"))
        sides.append(
            SideSummary(
                name=states[-1].sides[side].name,
                lost={name: tuple(each.values()) for name, each in lost.items()},
                used={kind: tuple(each.values()) for kind, each in used.items() if any(each.values())},
                scored=tuple(scored.values()),
                passed=tuple(passed.values()),
                failed=tuple(failed.values()),
                left={name: (counts[-1][side][name], full) for name, full in first.items()},
            )
        )
    worst.sort(key=lambda each: -each[0])
    return GameSummary(turns=turns, sides=(sides[0], sides[1]), worst=tuple(text for _, text in worst[:MOST_WORST]))


def _counts(play: Play[Any], state: Any, side: int) -> Mapping[str, int]:
    """What is left of a side; its units where the system counts nothing else."""
    if play.tally is not None:
        return play.tally(state, side)
    return {"units": sum(not body.gone for body in state.sides[side].bodies.values())}


def summary_lines(summary: GameSummary) -> Iterator[str]:
    """Yield a summary as lines to read: a table for each side, then the acts that cost most."""
    heads = ("before" if turn == 0 else f"turn {turn}" for turn in summary.turns)
    head = "".join(f"{each:>9}" for each in (*heads, "all"))
    for side in summary.sides:
        yield f"{side.name:<22.22}{head}"
        rows = {
            **{f"{name} lost": each for name, each in side.lost.items()},
            **{f"{_words(kind)} tokens used": each for kind, each in side.used.items()},
            "tests passed": side.passed,
            "tests failed": side.failed,
            "victory points": side.scored,
        }
        for name, each in rows.items():
            if any(each) or name.endswith("lost"):
                yield f"  {name:<20.20}" + "".join(f"{number or '–':>9}" for number in (*each, sum(each)))
        yield "  left: " + ", ".join(f"{left} of {full} {name}" for name, (left, full) in side.left.items())
        yield ""
    if summary.worst:
        yield "What cost most:"
        yield from (f"  {text}" for text in summary.worst)


def _words(kind: str) -> str:
    return kind.replace("_", " ").capitalize()


def summary_report(session: GameSession, summary: GameSummary) -> dict[str, object]:
    """The report of `muster game summary --json`."""
    return {
        "format": "muster-game-summary",
        "version": 1,
        "game": {"id": session.id, "name": session.name, "system": session.system.id, "seq": session.seq},
        "turns": list(summary.turns),
        "sides": [
            {
                "name": side.name,
                "lost": {name: list(each) for name, each in side.lost.items()},
                "used": {name: list(each) for name, each in side.used.items()},
                "scored": list(side.scored),
                "tests": {"passed": list(side.passed), "failed": list(side.failed)},
                "left": {name: {"left": left, "of": full} for name, (left, full) in side.left.items()},
            }
            for side in summary.sides
        ],
        "worst": list(summary.worst),
    }


def side_of(session: GameSession, written: str) -> int:
    """The side of a game that somebody means: 1, 2 or a name.

    Raises:
        PlayError: none, or both, are called so.
    """
    play, history = session.history
    return find_side(At(history[-1][1], play.rules), written)


def public_view(session: GameSession, viewer: int) -> View:
    """What a side may see of a game: all of its own, and of the other neither notes nor whom it holds in reserve."""
    play, _ = session.history
    state = _public(session, viewer)
    view: View = play.viewer()(state)
    hidden = replace(view.sides[1 - viewer], lines=())
    sides = (hidden, view.sides[1]) if viewer else (view.sides[0], hidden)
    theirs = {row.ref for table in hidden.tables for row in table.rows}
    due = tuple(each for each in view.due if each.ref and each.ref not in theirs)
    return replace(view, sides=sides, due=due)


def public_report(session: GameSession, viewer: int) -> object:
    """The same as JSON tells it; see `GameSession.report`."""
    play, _ = session.history
    return public_view(session, viewer) if play.report is None else play.report(_public(session, viewer))


def _public(session: GameSession, viewer: int) -> Any:
    """A game as it stands without what a side does not see, so that nothing that is told of it can hold that.

    Of the other side those are missing who wait, with whoever goes with them; what was noted, and the last acts, which
    tell of notes, are empty.
    """
    play, history = session.history
    state, other = history[-1][1], 1 - viewer
    bodies = state.sides[other].bodies
    hidden = {each.id for each in bodies.values() if play.unseen & each.flags}
    while more := {each for each in bodies if each not in hidden and _goes_with(state, UnitRef(other, each), hidden)}:
        hidden |= more
    shown = {
        each.id: with_values(
            each,
            note="",
            last="",
            parts={key: with_values(part, note="", last="") for key, part in each.parts.items()},
        )
        for each in bodies.values()
        if each.id not in hidden
    }
    owners = {part: owner for part, owner in state.sides[other].owners.items() if owner in shown}
    return with_values(with_side(state, other, bodies=shown, owners=owners), notes=())


def _goes_with(state: Game[Any, Any], ref: UnitRef, hidden: Collection[str]) -> bool:
    """Whether a body is where one of those is who are hidden: it rides in it, leads it, or is led by it."""
    together = {each.id for each in state.company(ref)} | {state.body(ref).aboard}
    return not together.isdisjoint(hidden)
