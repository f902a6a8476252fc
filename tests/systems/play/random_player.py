"""A player who knows no rule: it does whatever the specs of acts let it choose, of any system."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

import pytest

from builder.errors import InputError, PlayError
from builder.systems.play.events import Decision, Event
from builder.systems.play.game import Game
from builder.systems.play.protocol import Play
from builder.systems.play.view import View
from builder.systems.specs import Field, name_of

Played = TypeVar("Played", bound=Game[Any, Any])
MOST_QUESTIONS = 240
"""More than any act asks, one answer after another."""
TEXTS = ("1", "2", "3", "4+", "+2", "-1", "7", "a word")
"""What is tried where nothing can be chosen and no schema says what is written."""
PLAYS_ON = 0.9
"""How often a game is not ended that could be: little is left to try after its end."""
LARGEST = 12
"""The largest number that is tried: more than most rules ask for."""


@dataclass(frozen=True, slots=True)
class Turn(Generic[Played]):
    """An act that was done: how the game stood before it, and what it came to."""

    before: Played
    event: Event[Any]


def a_few(games: int, every_run: int) -> list[Any]:
    """Seeds of so many games to try: the first of them in every run, the others in long ones."""
    return [*range(every_run), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(every_run, games))]


def play_at_random(play: Play[Played], begun: Event[Any] | Played, seed: int, acts: int = 40) -> Iterator[Turn[Played]]:
    """Yield what a player does who tries so many acts, those that can be done, from a beginning or a state on."""
    random, game = Random(seed), play.begin(begun) if isinstance(begun, Event) else begun
    for _ in range(acts):
        decision = _act(play, game, random)
        if decision is None:
            continue
        after = play.evolve(game, decision.event)
        if after.over and not game.over and random.random() < PLAYS_ON:
            continue
        yield Turn(game, decision.event)
        game = after


def check(play: Play[Played], begun: Event[Any] | Played, seed: int) -> None:
    """What holds of every game of every system, whatever its players do.

    Each event is equal after its way through JSON and makes the same state, and each kept view equals a fresh one.
    """
    view = play.viewer()
    for turn in play_at_random(play, begun, seed):
        read = play.decode(play.version, play.encode(turn.event))
        assert read == turn.event
        assert [type(each) for each in read.changes] == [type(each) for each in turn.event.changes]
        after = play.evolve(turn.before, turn.event)
        assert after == play.evolve(turn.before, read)
        assert view(after) == play.viewer()(after)
        assert turn.event.text and "\n" not in turn.event.text
        assert not (raw := raw_ids(turn.before, _told(turn.event, view(after)))), raw


def raw_ids(game: Game[Any, Any], texts: Iterable[str]) -> list[str]:
    """Which of the texts that players read call a body, a part or a group of models by its id; `a` may be a word."""
    ids = {each.id for each in (*game.refs(0, 1), *game.parts(0, 1)) if not each.id.isalpha()}
    if not ids:
        return []
    known = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(ids)))})(?![\w-])")
    return [text for text in texts if known.search(text)]


def _told(event: Event[Any], view: View) -> Iterator[str]:
    """Yield what the log tells of an act, and what the screen shows after it."""
    yield from (event.text, *event.steps, view.phase, *(fact.text for fact in view.facts))
    yield from (word for due in view.due for word in (due.text, due.outcome))
    for side in view.sides:
        yield from (span.text for line in side.lines for span in line.spans)
        for row in (row for table in side.tables for row in table.rows):
            yield from (row.name, row.state, row.summary, row.last, *(mark.text for mark in row.marks))
            yield from (span.text for detail in row.details for span in detail.spans)


def _act(play: Play[Played], game: Played, random: Random) -> Decision[Any] | None:
    """An act with some values, where one can be done so; its questions answered by chance."""
    verb = _verb(play, game, random)
    spec, given = play.spec(verb), dict[str, str | bool]()
    for field in spec.fields:
        if not field.required and random.random() < 0.6:
            continue
        if field.switch:
            given[field.name] = True
        elif written := _value(play, game, verb, field, given, random):
            given[field.name] = written
    try:
        for _ in range(MOST_QUESTIONS):
            decision = play.decide(game, play.read(game, verb, given))
            if not decision.questions:
                return decision
            question = random.choice(decision.questions)
            asked = (question.text, *(choice.text for choice in question.choices))
            assert not (raw := raw_ids(game, asked)), (verb, given, raw)
            assert question.parameter in {field.name for field in spec.fields}
            given[question.parameter] = random.choice(question.choices).value
    except InputError as error:
        assert all(each.at.field and each.message for each in error.findings)
        return None
    except PlayError as error:
        told = re.sub(r"(?<!\w)'[^']*'", "", str(error))  # what was given is told as it was written
        assert told and not raw_ids(game, [told]), (verb, given, told)
        return None
    raise AssertionError(f"{verb} asks on and on: {given}")


def _verb(play: Play[Played], game: Played, random: Random) -> str:
    """An act for which there is somebody as the game stands, more often one that its phase wants."""
    doable = [name_of(each) for each in play.doable(game)]
    wanted = play.rules.course.phase(game.clock.phase).wanted
    staying = [each for each in doable if not play.act(each).moves_on]
    offered = 2 * doable + 2 * staying + 6 * [each for each in staying if each in wanted]
    verb = random.choice(offered)
    for _ in range(MOST_QUESTIONS):
        first = next((each for each in play.spec(verb).fields if each.required), None)
        if first is None or play.choices(game, verb, first.name, {})[0] != ():
            break
        verb = random.choice(offered)
    return verb


def _value(
    play: Play[Played], game: Played, verb: str, field: Field, given: dict[str, str | bool], random: Random
) -> str:
    """Something that a field can be given; empty where there is nothing, or it cannot be told yet."""
    choices, none = play.choices(game, verb, field.name, given)
    if choices == ():
        assert none, f"{verb} does not say why there is nothing for {field.name}"
        return ""
    if choices:
        several = random.choices(choices, k=random.randint(1, 3)) if field.several else [random.choice(choices)]
        return ",".join(each.value for each in several)
    schema: Any = field.kind.schema
    most = min(schema.get("maximum", LARGEST), LARGEST)
    written = [*map(str, range(schema["minimum"], most + 1))] if "minimum" in schema else TEXTS
    written = schema.get("enum", written)
    return ",".join(random.choices(written, k=random.randint(1, 3))) if field.several else random.choice(written)
