"""Dice that acts ask for: typed, as a number that succeed or die by die, or rolled by the program for who wants that.

`8` are eight that succeed; `5,2,6` are dice that are compared with what they must show, `4,` a single one. A question
that dice answer says how many are rolled (`Question.dice`), so that `Play.roll` can answer it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, NamedTuple

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.figures import die, whole
from builder.systems.parameters import Choice, Kind
from builder.systems.play.answers import Answers

FACES = tuple(Choice(face, str(face)) for face in range(1, 7))
SURE, NEVER = 1, 7
"""What a die must show where it always succeeds, and where it cannot."""


class Score(NamedTuple):
    """How many dice succeed: the number, or the dice themselves where there are any."""

    number: int
    dice: tuple[int, ...] = ()


def read_score(text: str) -> Score:
    """A number that succeed, `8`, or the dice: `5,2,6`, or `4,` for one."""
    if "," not in text:
        return Score(whole(text))
    return Score(0, tuple(die(part) for part in text.split(",") if part.strip()))


def write_score(score: Score) -> str:
    """A score as it is read."""
    if not score.dice:
        return str(score.number)
    return ",".join(map(str, score.dice)) + ("," if len(score.dice) == 1 else "")


Scored = Annotated[
    Score,
    Kind(
        read=read_score,
        write=write_score,
        of_dice=lambda dice: Score(0, tuple(dice)),
        schema={"type": "string", "description": "8, or dice: 5,2,6"},
    ),
]
"""How many dice succeed, as the type of a field."""


def successes(ask: Answers, name: str, given: Score | None, text: str, *rolls: tuple[int, int]) -> int:
    """Return how many dice show what they must; asked where it was not given and is not plain.

    Args:
        ask: the answers of the act.
        name: the field that takes it.
        given: what was given to it.
        text: what is rolled, as the beginning of the question.
        rolls: how many dice, and what each of them must show; `SURE` or less where all succeed, `NEVER` where none can.

    Raises:
        PlayError: it was given more, or other dice, than are rolled.
    """
    sure = sum(dice for dice, target in rolls if target <= SURE)
    needed = [target for dice, target in rolls if SURE < target < NEVER for _ in range(dice)]
    if not needed:
        return _plain(given, text, sure)
    return sure + _chosen(ask, name, given, text, needed, 1, sure)


def saves(ask: Answers, name: str, given: Score | None, text: str, hits: int, each: int, target: int) -> int:
    """Return how many hits are discounted, each by any one of `each` dice that shows the target; see `successes`."""
    if not hits or not each:
        return _plain(given, text, 0)
    return _chosen(ask, name, given, text, [target] * (hits * each), each)


def _plain(given: Score | None, text: str, number: int) -> int:
    """A number that no dice decide; what was given must be just that, or dice that were rolled in vain."""
    if given is not None and not given.dice and given.number != number:
        raise PlayError(f"{text}: whatever is rolled, {number or 'none'} can succeed: give {number}, or nothing")
    return number


def _chosen(
    ask: Answers, name: str, given: Score | None, text: str, needed: Sequence[int], each: int, sure: int = 0
) -> int:
    """Return how many succeed of so many dice, `each` of which together are one trial."""
    trials = len(needed) // each
    if given is None:
        known = ", then ".join(f"{counted(len([*run]), 'die', 'dice')} at {target}+" for target, run in groupby(needed))
        if each > 1:
            known = f"{each} dice at {needed[0]}+{' for each' if trials > 1 else ''}, of which one must pass"
        numbers = range(sure, sure + trials + 1)
        counts = [Choice(Score(number), f"{number} of {sure + trials}", str(number)) for number in numbers]
        asked = f"{text}, {known}: how many?"
        return ask.one(name, given, asked, counts, dice=len(needed)).number - sure
    if not given.dice:
        if not sure <= given.number <= sure + trials:
            raise PlayError(f"{text}: {given.number} of {sure + trials} cannot be")
        return given.number - sure
    if len(given.dice) != len(needed):
        raise PlayError(f"{text}: {counted(len(given.dice), 'die', 'dice')} given, and {len(needed)} rolled")
    shown = [face >= target for face, target in zip(given.dice, needed, strict=True)]
    return sum(any(shown[start : start + each]) for start in range(0, len(shown), each))


def how_many(ask: Answers, name: str, given: Score | None, text: str, most: int) -> int:
    """Return how many of something there are, which no dice say; asked where it was not given.

    Raises:
        PlayError: there are not so many.
    """
    if given is None:
        counts = [Choice(Score(number), f"{number}", str(number)) for number in range(most + 1)]
        return ask.one(name, given, f"{text}: how many?", counts).number
    if given.dice or given.number > most:
        raise PlayError(f"{text}: write a number up to {most}")
    return given.number


def one_die(ask: Answers, name: str, given: int | None, text: str, *, leads: bool = False) -> int:
    """A die; asked where it was not given, before all that hangs on it where it `leads`."""
    return ask.one(name, given, text, FACES, leads=leads, dice=1)


def next_die(ask: Answers, name: str, given: Sequence[int], text: str, left: int = 1) -> int:
    """The next die of a field that takes several in order; asked, one of those `left`, where it was not given."""
    return ask.next(name, given, text, FACES, dice=left)


def some_dice(ask: Answers, name: str, given: Sequence[int], text: str, dice: int) -> tuple[int, ...]:
    """So many dice; those are asked for that were not given.

    Raises:
        PlayError: more were given.
    """
    if len(given) > dice:
        raise PlayError(f"{text}: {counted(len(given), 'die', 'dice')} given, and {dice} rolled")
    asked, missing = f"{text}, {counted(dice, 'die', 'dice')}", dice - len(given)
    return tuple(ask.next(name, given, asked, FACES, dice=missing) for _ in range(dice))
