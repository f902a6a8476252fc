"""What an act would come to while its form is filled in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.errors import MusterError
from builder.systems.play import Choice, Decision, Verb
from builder.tui.dialogs.actrows import act_rows

if TYPE_CHECKING:
    from builder.services.gamesession import GameSession


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an act would come to: a decision or what stands against one.

    `choices` are what its parameters can be given, `idle` those parameters that decide on nothing as it is, `seen` the
    last entry of the log that it was worked out after.
    """

    choices: Mapping[str, Sequence[Choice]]
    decision: Decision[Any] | None = None
    against: str = ""
    idle: Collection[str] = ()
    seen: int | None = None


def propose(session: GameSession, verb: Verb, given: Mapping[str, str]) -> Proposal:
    """What an act would come to with what is given so far."""
    choices = {each.name: session.choices(verb.name, each.name, given) for each in verb.parameters if each.read}
    idle = session.idle(verb.name, given)
    wanted = [row.name.replace("-", " ") for row in act_rows(verb, given, choices, {}) if row.missing]
    if wanted:
        return Proposal(choices, against=f"Still to be given: {', '.join(wanted)}.", idle=idle)
    try:
        return Proposal(choices, session.preview(verb.name, given), idle=idle, seen=session.seq)
    except MusterError as error:
        return Proposal(choices, against=str(error), idle=idle)
