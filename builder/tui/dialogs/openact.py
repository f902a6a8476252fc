"""An act whose form is open: what is given, what the rules ask for, and what it would come to."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from builder.systems.play.verbs import Verb
from builder.tui.dialogs.actrows import ActRow, act_rows, shown_rows
from builder.tui.dialogs.proposal import Proposal, propose
from builder.tui.widgets.gamebars import lit
from builder.tui.widgets.lines import Line, plain

if TYPE_CHECKING:
    from builder.services.games.session import GameSession


@dataclass(slots=True)
class OpenAct:
    """An act as far as it is filled in.

    Args:
        session: the game.
        verb: the act.
        given: what is given to its parameters.
        offered: values for parameters that are filled in at once, the best first, where the act has them and they can
            be given; parameters are tried in order, and the first that takes a value has it alone.
        answers: answers to what the rules asked, those too that nobody asks for just now.
        proposal: what it would come to.
        wanted: parameters that were wanted as things stood when that could be told last.
        told: what stood against it when it was to be done.
        folded: whether what is seldom wanted is hidden.
        behind: whether the proposal is that of something given earlier.
        taking: whether it is to be done as soon as the proposal is known.
        doing: whether it is being done.
        leads: where the cursor goes with the next proposal: to what is `missing`, or else to what is `empty`.
    """

    session: GameSession
    verb: Verb
    given: dict[str, str]
    offered: Mapping[str, Sequence[str]]
    answers: dict[str, str] = field(default_factory=dict)
    proposal: Proposal = field(default_factory=lambda: Proposal({}))
    wanted: Collection[str] = ()
    told: str = ""
    folded: bool = True
    behind: bool = True
    taking: bool = False
    doing: bool = False
    leads: str = "empty"

    @property
    def title(self) -> str:
        """What it is, and by which rule."""
        rule = f" ({self.verb.rule})" if self.verb.rule else ""
        return f"{self.verb.name.replace('-', ' ').capitalize()}: {self.verb.text}{rule}"

    @property
    def rows(self) -> tuple[ActRow, ...]:
        """The rows of the form."""
        proposal = self.proposal
        every = act_rows(self.verb, self.given, proposal.choices, proposal.asked, proposal.lacking)
        return shown_rows(every, self.verb, self.proposal.idle, self.folded, self.wanted)

    def propose(self) -> Proposal:
        """What it would come to, asked on the game's thread; what is offered is filled in first."""
        for name, values in self.offered.items():
            known = any(each.name == name for each in self.verb.parameters)
            if known and name not in self.given and not {*values} & {*self.given.values()}:
                possible = [choice.value for choice in self.session.choices(self.verb.name, name, self.given)]
                if possible or not self.session.lacking(self.verb.name, name, self.given):
                    found = next((value for value in values if not possible or value in possible), None)
                    self.given |= {name: found} if found is not None else {}
        self.offered = {}
        now = self.proposal
        return propose(self.session, self.verb, dict(self.given), now.asked, dict(self.answers), now.idle)

    def take(self, proposal: Proposal) -> None:
        """Keep what it would come to, and of what was answered what is still asked for."""
        self.proposal, self.behind = proposal, False
        self.given = dict(proposal.given)
        if proposal.decision is not None:
            self.wanted = proposal.decision.wanted

    def give(self, name: str, value: str) -> None:
        """Give a parameter a value, nothing to take it back."""
        self.told, self.behind = "", True
        for held in (self.given, self.answers) if name in self.proposal.asked else (self.given,):
            if value:
                held[name] = value
            else:
                held.pop(name, None)

    def lines(self, width: int) -> Iterator[Line]:
        """What it would come to, or what stands against it, in lines of a width in cells."""
        if self.told:
            yield from (plain(text, "error") for text in textwrap.wrap(self.told, width))
        if self.proposal.against:
            yield from (plain(text, "warning") for text in textwrap.wrap(self.proposal.against, width))
        decision = self.proposal.decision
        if decision is None:
            return
        yield from (Line(lit(text, "title")) for text in textwrap.wrap(decision.event.text, width))
        for question in decision.questions:
            yield from (plain(text, "warning") for text in textwrap.wrap(f"? {question.text}", width))
        for step in decision.event.steps:
            for place, text in enumerate(textwrap.wrap(step, width - 4)):
                yield plain(f"  {'·' if not place else ' '} {text}", "dim")
