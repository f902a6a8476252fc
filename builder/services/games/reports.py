"""What is told of games as JSON (documented in docs/json.md and stable), logs as text, and acts read from JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from builder.bounds import MOST_OPERATIONS
from builder.errors import Finding, InputError, Place, Severity, abridged
from builder.services.army.reports import Json, data_report, findings_report
from builder.services.games.games import ListedGame
from builder.services.games.keeper import SideHead
from builder.services.games.session import LONGEST_WORD, GameSession, Request
from builder.systems.play.clock import result, winner
from builder.systems.play.events import Decision, Event, Question
from builder.systems.specs import Field, schema_of
from builder.text import clean, to_json
from builder.tracker import REDO, UNDO, LogLine, PlayerClocks, clocks_of

if TYPE_CHECKING:
    from builder.services.games.checks import CheckedGames, RecoveredGame


def read_acts(text: str, name: str) -> Sequence[Request]:
    """Return the acts in a text, in order; `name` is what messages call it.

    An act is an object with `verb`, and with a value for each parameter that is given: a text, a number, true or
    false, or a list of texts and numbers. null stands for nothing given.

    Raises:
        InputError: it is no JSON, or not of this form; every mistake of form is told.
    """
    acts, mistakes = [], []
    for number, value in enumerate(_values(text, name), 1):
        try:
            acts.append(_act(value))
        except ValueError as error:
            mistakes.append(_act_error(name, f"act {number}: {error}"))
    if len(acts) > MOST_OPERATIONS:
        mistakes.append(_act_error(name, f"there are {len(acts):,} acts in it: do at most {MOST_OPERATIONS:,} at once"))
    if mistakes:
        raise InputError(mistakes)
    if not acts:
        raise InputError(_act_error(name, 'there is no act in it: write {"verb": "next"}, for instance'))
    return acts


class _Once(dict[str, object]):
    """An object of JSON that remembers which of its keys were given more than once; JSON lets the last one count."""

    def __init__(self, pairs: Sequence[tuple[str, object]]) -> None:
        super().__init__(pairs)
        keys = [key for key, _ in pairs]
        self.again = [key for key in self if keys.count(key) > 1] if len(self) < len(keys) else []


# Numbers stay as they are written: whatever their size, the parameter that takes one says what it can be.
_DECODER = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_Once)


def _values(text: str, name: str) -> Iterator[object]:
    at = _begin(text, 0)
    while at < len(text):
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError) as error:
            where = getattr(error, "lineno", None), getattr(error, "colno", None)
            message = f"this is no JSON: {getattr(error, 'msg', 'it is nested too deeply')}"
            raise InputError(_act_error(name, message, *where)) from None
        yield from value if isinstance(value, list) else [value]
        at = _begin(text, end)


def _begin(text: str, at: int) -> int:
    """Return where the next value begins; a comma between two does no harm."""
    while at < len(text) and (text[at].isspace() or text[at] in ",\ufeff"):
        at += 1
    return at


def _act(value: object) -> Request:
    if not isinstance(value, Mapping):
        raise ValueError('an act is an object, such as {"verb": "next"}')
    if isinstance(value, _Once) and value.again:
        raise ValueError(f"“{abridged(value.again[0], LONGEST_WORD)}” is given twice: give it once")
    verb = value.get("verb")
    if not isinstance(verb, str):
        raise ValueError("its “verb” is missing, the name of what is done")
    given = {key: _arguments(key, each) for key, each in value.items() if key != "verb" and each is not None}
    return Request(verb, given)


def _arguments(key: str, value: object) -> str | bool | Sequence[str]:
    if isinstance(value, bool | str):
        return value
    if isinstance(value, list) and not any(isinstance(each, bool) for each in value):
        return tuple(_word(key, each) for each in value)
    return _word(key, value)


def _word(key: str, value: object) -> str:
    if isinstance(value, str):
        return value
    raise ValueError(
        f"“{abridged(key, LONGEST_WORD)}” is a text, a number, true or false, or a list of texts and numbers"
    )


def _act_error(name: str, message: str, line: int | None = None, column: int | None = None) -> Finding:
    return Finding(Severity.ERROR, "act", message, at=Place(file=name, line=line, column=column))


def games_report(file: str, games: Iterable[ListedGame]) -> Json:
    """Return the report of `muster game list --json`."""
    return {"format": "muster-games", "version": 1, "file": file, "games": [_listed(game) for game in games]}


def removed_report(game: ListedGame) -> Json:
    """Return the report of `muster game remove --json`."""
    return {"format": "muster-game-remove", "version": 1, "game": _listed(game)}


def check_report(checked: CheckedGames) -> Json:
    """Return the report of `muster game check --json`."""
    games = [
        {
            "id": game.id,
            "name": game.name,
            "whole": game.is_whole,
            "entries": game.whole,
            "last": game.last,
            "findings": findings_report(game.findings),
        }
        for game in checked.games
    ]
    return {
        "format": "muster-game-check",
        "version": 1,
        "file": checked.file,
        "whole": checked.is_whole,
        "games": games,
        "findings": findings_report(checked.findings),
    }


def recovered_report(saved: RecoveredGame) -> Json:
    """Return the report of `muster game recover --json`."""
    game = {"id": saved.id, "name": saved.head.name, "system": saved.head.system, "seq": saved.saved}
    return {
        "format": "muster-game-recover",
        "version": 1,
        "game": game,
        "file": saved.file,
        "entries": saved.saved,
        "last": saved.last,
    }


def game_report(session: GameSession, viewer: int | None = None) -> Json:
    """Return the report of `muster game show --json`: how a game stands, or what one side may see of it."""
    told = session.report
    if viewer is not None:
        from builder.services.games.visibility import public_report  # Nobody else needs it: an act begins sooner.

        told = public_report(session, viewer)
    state: Mapping[str, object] = msgspec.to_builtins(told)
    seen = {} if viewer is None else {"viewer": viewer + 1}
    return {
        "format": "muster-game",
        "version": 2,
        **_head(session),
        **seen,
        "clock": _clock(session),
        "result": _result(session),
        "state": state,
    }


def _result(session: GameSession) -> Json | None:
    """Return who has won, by victory points as they stand; None while the game is played."""
    _, history = session.history
    game = history[-1][1]
    if not game.over:
        return None
    won = winner(game)
    points = [side.points for side in game.sides]
    return {"winner": None if won is None else won + 1, "points": points, "text": result(game)}


def clocks_report(session: GameSession) -> Json:
    """The report of `muster game clock --json`: how long the players have thought."""
    return {"format": "muster-game-clock", "version": 1, "game": id_report(session), "clock": _clock(session)}


def clock_report(clocks: PlayerClocks | None, names: Sequence[str]) -> dict[str, object] | None:
    """The clocks of the players as JSON tells them, times in whole seconds; None where they have none."""
    if clocks is None:
        return None
    left = (clocks.left(side) for side in (0, 1))
    return {
        "running": None if clocks.running is None else clocks.running + 1,
        "minutes": clocks.minutes,
        "players": [
            {"name": name, "used": int(used), "left": None if rest is None else int(rest)}
            for name, used, rest in zip(names, clocks.used, left, strict=True)
        ],
    }


def _clock(session: GameSession) -> Json | None:
    return clock_report(clocks_of(session.log, datetime.now(UTC)), [side.name for side in session.head.sides])


def begun_report(session: GameSession) -> Json:
    """The report of `muster game new --json`: how the game stands, and what players should know of its armies."""
    return {**game_report(session), "findings": findings_report(session.findings)}


def log_report(session: GameSession, last: int | None = None) -> Json:
    """Return the report of `muster game log --json`; of the last entries only, where their number is given."""
    lines = [line_report(line) for line in session.log[-(last or 0) :]]
    return {"format": "muster-game-log", "version": 1, **_head(session), "log": lines}


def export_report(session: GameSession) -> Json:
    """Return the report of `muster game export --format json`: the log with all that its entries hold."""
    kept = zip(session.log, session.entries, strict=True)
    lines = [
        {**line_report(line), "event_version": entry.version, "event": json.loads(entry.body)} for line, entry in kept
    ]
    return {"format": "muster-game-export", "version": 1, **_head(session), "log": lines}


def done_report(
    session: GameSession, done: Sequence[LogLine] = (), proposed: Sequence[Decision[Any]] = (), dry_run: bool = False
) -> Json:
    """Return the report of `muster game do`, `undo` and `redo` with `--json`."""
    acts = [session.log[line.about - 1] for line in done if line.about is not None]
    return {
        "format": "muster-game-do",
        "version": 1,
        "game": id_report(session),
        "dry_run": dry_run,
        "done": [line_report(line) for line in done],
        "acts": [line_report(line) for line in acts],
        "proposed": [_event(decision.event) for decision in proposed],
        "questions": [_question(question) for decision in proposed for question in decision.questions],
    }


def acts_report(session: GameSession) -> Json:
    """The report of `muster game do GAME --json`: what can be done as the game stands, and what each act asks for."""
    acts = [
        {
            "verb": spec.name,
            "text": spec.phrase,
            "rule": spec.made.rule,
            "group": spec.made.group,
            "parameters": [_parameter(each) for each in spec.listed],
            "schema": schema_of(spec),
        }
        for spec in session.acts
    ]
    return {"format": "muster-game-acts", "version": 1, "game": id_report(session), "acts": acts}


def line_report(line: LogLine) -> Json:
    """Return a line of a log."""
    return {
        "seq": line.seq,
        "at": _time(line.at),
        "by": line.by,
        "side": line.side,
        "moment": line.moment,
        "kind": line.kind,
        "text": line.text,
        "steps": list(line.steps),
        "undone": line.undone,
        "about": line.about,
    }


def log_text(session: GameSession, steps: bool = False, last: int | None = None) -> Iterator[str]:
    """Yield a game's log as lines to read: what it is, then each entry, or so many of the last.

    On request with how their figures came about.
    """
    yield f"{session.name} [{session.id}], {session.system.name}"
    for side in session.head.sides:
        yield f"  {side.name}{_origin(side)}"
    yield ""
    lines = session.log[-(last or 0) :]
    number, moment = len(str(len(session.log))), max(len(line.moment) for line in lines)
    by = max(len(line.by) for line in lines)
    day = None
    for line in lines:
        at = line.at.astimezone()
        if at.date() != day:
            day = at.date()
            yield _day(at)
        sign = "×" if line.undone else "↶" if line.kind == UNDO else "↷" if line.kind == REDO else " "
        yield f"{sign} {line.seq:>{number}}  {at:%H:%M}  {line.moment:<{moment}}  {line.by:<{by}}  {line.text}"
        if steps:
            yield from (f"{'':{number + moment + by + 15}}{step}" for step in line.steps)


def log_document(session: GameSession, form: str) -> bytes:
    """A game's log as a file: `text` with how all figures came about, or `json` with all that its entries hold."""
    if form == "json":
        return f"{to_json(export_report(session))}\n".encode()
    return clean("".join(f"{line}\n" for line in log_text(session, steps=True))).encode()


def _time(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds")


def _day(at: datetime) -> str:
    return f"{at.day} {at:%B %Y}"


def _origin(side: SideHead) -> str:
    data = side.army.data if side.army else None
    if side.army is None:
        return ""
    return f": {data.name}, revision {data.revision}" if data else ": a saved roster without its data"


def _head(session: GameSession) -> Json:
    return {"game": id_report(session), "sides": [_side(side) for side in session.head.sides]}


def id_report(session: GameSession) -> Json:
    """Return what every report says of its game first."""
    return {"id": session.id, "name": session.name, "system": session.system.id, "seq": session.seq}


def _side(side: SideHead) -> Json:
    army = side.army
    return {
        "name": side.name,
        "army": army
        and {
            "id": army.id,
            "name": army.name,
            "file": army.file,
            "modules": list(army.modules),
            "data": data_report(army.data),
        },
    }


def _listed(game: ListedGame) -> Json:
    return {
        "id": game.id,
        "name": game.head.name if game.head else None,
        "system": game.head.system if game.head else None,
        "sides": [side.name for side in game.head.sides] if game.head else [],
        "seq": game.seq,
        "where": game.where,
        "begun": _time(game.begun) if game.begun else None,
        "changed": _time(game.changed) if game.changed else None,
        "findings": findings_report(game.findings),
    }


def _parameter(field: Field) -> Json:
    return {
        "name": field.name,
        "text": field.text,
        "required": field.required,
        "default": field.written_default or None,
        "switch": field.switch,
        "many": field.several and field.many,
        "several": field.several and not field.many,
        "when": field.when,
        "group": field.heading,
    }


def _event(event: Event[Any]) -> Json:
    return {"kind": event.kind, "side": event.side, "text": event.text, "steps": list(event.steps)}


def _question(question: Question) -> Json:
    return {
        "parameter": question.parameter,
        "text": question.text,
        "choices": [{"value": choice.value, "text": choice.text} for choice in question.choices],
        "dice": question.dice,
    }
