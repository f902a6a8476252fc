"""What an act would come to while its form is filled in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from builder.errors import MusterError, PlayError
from builder.services.gamesession import IdleGiven
from builder.systems.play import Choice, Decision, Verb
from builder.tui.dialogs.actrows import act_rows

if TYPE_CHECKING:
    from builder.services.gamesession import GameSession


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an act would come to: a decision or what stands against one.

    `choices` are what its parameters can be given, `idle` those parameters that decide on nothing as it is, `dropped`
    answers that nothing asks for any more, `seen` the last entry of the log that it was worked out after.
    """

    choices: Mapping[str, Sequence[Choice]]
    decision: Decision[Any] | None = None
    against: str = ""
    idle: Collection[str] = ()
    dropped: Collection[str] = ()
    seen: int | None = None


def propose(
    session: GameSession,
    verb: Verb,
    given: Mapping[str, str],
    asked: Collection[str] = (),
    idle: Collection[str] = (),
) -> Proposal:
    """What an act would come to with what is given so far.

    What must be given comes first: until it is there, everything else is idle. Where it cannot be told, as while a
    figure is typed, what was idle before still is, unless it has a part in what is wrong.

    Args:
        session: the game.
        verb: the act.
        given: what is filled in.
        asked: parameters of which it answers questions; those that decide on nothing by now are dropped.
        idle: what was idle before.
    """
    choices = {each.name: session.choices(verb.name, each.name, given) for each in verb.parameters if each.read}
    wanted = [row.name.replace("-", " ") for row in act_rows(verb, given, choices, {}) if row.missing]
    if wanted:
        every = {each.name for each in verb.parameters}
        return Proposal(choices, against=f"Still to be given: {', '.join(wanted)}.", idle=every)
    try:
        decision = session.preview(verb.name, given)
        return Proposal(choices, decision, idle=decision.idle, seen=session.seq)
    except IdleGiven as error:
        dropped = {each.name for each in error.parameters} & {*asked}
        if not dropped:
            return Proposal(choices, against=str(error), idle=error.idle)
        kept = {name: value for name, value in given.items() if name not in dropped}
        return replace(propose(session, verb, kept, asked, idle), dropped=dropped)
    except PlayError as error:
        return Proposal(choices, against=str(error), idle=error.idle & {*idle})
    except MusterError as error:
        return Proposal(choices, against=str(error), idle=idle)
