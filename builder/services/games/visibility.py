"""What may be seen of a game: a side sees its own secrets; nobody else sees its notes, nor whom it holds in reserve."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from msgspec.structs import replace as with_values

from builder.record import replace
from builder.services.games.session import GameSession
from builder.systems.parameters import Choice
from builder.systems.play.changes import Flagged, Noted
from builder.systems.play.events import Event
from builder.systems.play.game import Game, PartRef, Ref, UnitRef, with_side
from builder.systems.play.lookup import At, find_side, ref_text
from builder.systems.play.protocol import Play
from builder.systems.play.view import Row, SideView, View
from builder.tracker import REDO, UNDO, LogEntry, LogLine

_BETWEEN = re.compile(r"[ ,.=]")
"""What stands between the words of a value: a group is its unit's id with a number, what is due its kind and unit."""


def side_of(session: GameSession, written: str) -> int:
    """The side of a game that somebody means: 1, 2 or a name.

    Raises:
        PlayError: none, or both, are called so.
    """
    play, history = session.history
    return find_side(At(history[-1][1], play.rules), written)


def public_view(session: GameSession, viewer: int | None) -> View:
    """Return what a side may see of a game, or an onlooker, who is None: neither notes nor reserves of others."""
    play, history = session.history
    game, whole = history[-1][1], session.view
    public: View = play.viewer()(_public(session, viewer))
    one, other = (
        whole.sides[number] if number == viewer else _renamed(side, game, number)
        for number, side in enumerate(public.sides)
    )
    others = [number for number in range(len(whole.sides)) if number != viewer]
    # A squadron is due as a unit, though its vehicles alone have rows.
    theirs = {row.ref for number in others for row in _rows(whole.sides[number])}
    theirs |= {ref_text(game, ref) for number in others for ref in game.refs(number)}
    known = whole.due if viewer is not None else ()
    due = tuple(each for each in known if each.ref and each.ref not in theirs)
    return replace(public, sides=(one, other), due=due)


def _renamed(side: SideView, game: Game[Any, Any], number: int) -> SideView:
    """A side without its hidden bodies, its rows called as commands call them, and not as if those were not there."""
    tables = tuple(
        replace(table, rows=tuple(_row(row, ref_text(game, Ref(number, _id(row.ref)))) for row in table.rows))
        for table in side.tables
    )
    return replace(side, tables=tables, lines=())


def _row(row: Row, ref: str) -> Row:
    if row.ref == ref:
        return row
    offers = {name: tuple(ref if each == row.ref else each for each in refs) for name, refs in row.offers.items()}
    return replace(row, ref=ref, offers=offers)


def _rows(side: SideView) -> Iterator[Row]:
    return (row for table in side.tables for row in table.rows)


def _id(ref: str) -> str:
    return ref.rpartition(":")[2]


def public_report(session: GameSession, viewer: int) -> object:
    """The same as JSON tells it; see `GameSession.report`."""
    play, _ = session.history
    return public_view(session, viewer) if play.report is None else play.report(_public(session, viewer))


@dataclass(frozen=True, slots=True)
class Hidden:
    """What of a game is kept from somebody.

    Args:
        refs: what commands call the bodies and parts that he does not see, each with its side before it (`1:u7f3`) too.
        names: what players call them.
        shown: what commands call those that he sees.
    """

    refs: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()

    def are_named_in(self, text: str) -> bool:
        """Whether a text names one of them."""
        return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in self.names)


def hidden_from(session: GameSession, viewer: int | None) -> Hidden:
    """Return what is kept from a side, or from an onlooker, who is None."""
    play, history = session.history
    game = history[-1][1]
    refs = frozenset(
        word for ref in _hidden(play, game, viewer) for word in (ref_text(game, ref), f"{ref.side + 1}:{ref.id}")
    )
    rows = [row for side in session.view.sides for row in _rows(side)]
    return Hidden(
        refs,
        frozenset(row.name for row in rows if row.ref in refs),
        frozenset(row.ref for row in rows if row.ref not in refs),
    )


def visible_choices(choices: Sequence[Choice[str]], hidden: Hidden) -> tuple[Choice[str], ...]:
    """Choices of a field without those that are about what is hidden, or name it and are about nobody who is shown."""

    def is_visible(choice: Choice[str]) -> bool:
        words = _BETWEEN.split(choice.value)
        about_shown = not hidden.shown.isdisjoint(words)
        return hidden.refs.isdisjoint(words) and (about_shown or not hidden.are_named_in(choice.text))

    return tuple(filter(is_visible, choices))


def public_log(session: GameSession, viewer: int | None) -> Iterator[LogLine]:
    """Yield the log as a side, or an onlooker, may read it: without notes of others, nor what befell their reserves."""
    play, history = session.history
    stood = {line.seq: (before, after) for (_, before), (line, after) in pairwise(history)}
    ever = _hidden(play, history[0][1], viewer)
    secret: set[int] = set()
    for line, entry in zip(session.log, session.entries, strict=True):
        if entry.kind in (UNDO, REDO):
            if line.about not in secret:
                yield line
            continue
        event = _event(play, entry)
        ever |= {change.about for change in event.changes if _hides(play, change) and change.side != viewer}
        games = stood.get(line.seq, ())
        now = {ref for game in games for ref in _hidden(play, game, viewer)} if games else ever
        if line.seq > 1 and any(_is_secret(change, event, now, viewer) for change in event.changes):
            secret.add(line.seq)
        else:
            yield line


def _is_secret(change: Any, event: Event[Any], hidden: Collection[object], viewer: int | None) -> bool:
    if isinstance(change, Noted):
        side = event.side if change.side is None else change.side
        return viewer is None or side != viewer
    return change.about is not None and change.about in hidden


def _hides(play: Play[Any], change: object) -> bool:
    return isinstance(change, Flagged) and change.on and change.flag in play.unseen


def _public(session: GameSession, viewer: int | None) -> Any:
    """A game as it stands without what a side does not see, so that nothing that is told of it can hold that.

    Of others those are missing who wait, with whoever goes with them; what was noted, and the last acts, which tell of
    notes, are empty.
    """
    play, history = session.history
    state = history[-1][1]
    public = with_values(state, notes=())
    for other in {0, 1} - {viewer}:
        hidden = _waiting(play, state, other)
        shown = {
            each.id: with_values(
                each,
                note="",
                last="",
                parts={key: with_values(part, note="", last="") for key, part in each.parts.items()},
            )
            for each in state.sides[other].bodies.values()
            if each.id not in hidden
        }
        owners = {part: owner for part, owner in state.sides[other].owners.items() if owner in shown}
        public = with_side(public, other, bodies=shown, owners=owners)
    return public


def opened_game(session: GameSession, side: int) -> Any:
    """Return a game as it stands without what the opponent of a side does not see of it: its notes, and who waits."""
    play, history = session.history
    game = history[-1][1]
    bodies = {
        body.id: with_values(
            body,
            note="",
            last="",
            flags=body.flags - play.unseen,
            parts={key: with_values(part, note="", last="") for key, part in body.parts.items()},
        )
        for body in game.sides[side].bodies.values()
    }
    return with_side(with_values(game, notes=()), side, bodies=bodies)


def _hidden(play: Play[Any], game: Game[Any, Any], viewer: int | None) -> set[UnitRef | PartRef]:
    """The bodies and parts that are kept from a viewer: those who wait, with whoever goes with them."""
    found: set[UnitRef | PartRef] = set()
    for other in {0, 1} - {viewer}:
        waiting = _waiting(play, game, other)
        found |= {UnitRef(other, id) for id in waiting}
        found |= {PartRef(other, part) for part, owner in game.sides[other].owners.items() if owner in waiting}
    return found


def _waiting(play: Play[Any], game: Game[Any, Any], side: int) -> set[str]:
    """The ids of the bodies of a side that wait, with those that go with them."""
    bodies = game.sides[side].bodies
    hidden = {id for id, body in bodies.items() if play.unseen & body.flags}
    while hidden and (
        more := {id for id in bodies if id not in hidden and _goes_with(game, UnitRef(side, id), hidden)}
    ):
        hidden |= more
    return hidden


def _goes_with(game: Game[Any, Any], ref: UnitRef, hidden: Collection[str]) -> bool:
    """Whether a body is where one of those is who are hidden: it rides in it, leads it, or is led by it."""
    together = {each.id for each in game.company(ref)} | {game.body(ref).aboard}
    return not together.isdisjoint(hidden)


@lru_cache(maxsize=20_000)
def _event(play: Play[Any], entry: LogEntry) -> Event[Any]:
    return play.decode(entry.version, entry.body)
