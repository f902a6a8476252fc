"""An act whose form is open: what is given, what the rules ask for, and what it would come to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from builder.errors import InputError, MusterError, PlayError
from builder.record import replace
from builder.scalars import capitalized
from builder.services.games.act_rows import ActRow, RowKind, act_rows, called_as_rows, rows_named, shown_rows
from builder.services.games.session import GameSession, UnusedValuesError
from builder.services.games.visibility import Hidden, visible_choices
from builder.systems.parameters import Choice
from builder.systems.play.actions import Act
from builder.systems.play.events import Decision, Question
from builder.systems.specs import Spec

ANYWAY = "anyway"
"""The field of acts that says that the players agree on what the rules are against."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an act would come to: a decision or what stands against one.

    `choices` are what its fields can be given, `lacking` says why one that must be given cannot; `given` is what
    was given, with answers, `asked` the questions that the rules ask, answered or not; `idle` those fields that
    decide on nothing as it is, `seen` the last entry of the log that it was worked out after; `lifted` says whether
    players who agree on it can set aside what stands against it, `barred` whether that does whatever is still to come,
    `named` are the fields that what stands against it names.
    """

    choices: Mapping[str, Sequence[Choice[str]]]
    decision: Decision[Any] | None = None
    against: str = ""
    lacking: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, Question] = field(default_factory=dict)
    idle: Collection[str] = ()
    seen: int | None = None
    lifted: bool = False
    barred: bool = False
    named: Collection[str] = ()


def propose(
    session: GameSession,
    spec: Spec[Act[Any]],
    given: Mapping[str, str],
    asked: Mapping[str, Question] | None = None,
    answers: Mapping[str, str] | None = None,
    idle: Collection[str] = (),
) -> Proposal:
    """Return what an act would come to with what is given so far.

    What must be given comes first: until it is there, everything else is idle. Where it cannot be told, as while a
    figure is typed, what was asked and idle before still is, unless it has a part in what is wrong.

    Args:
        session: the game.
        spec: the act.
        given: what is filled in.
        asked: what the rules asked before.
        answers: answers to that, each given again as soon as it is asked for.
        idle: what was idle before.
    """
    asked, answers = asked or {}, answers or {}
    known = {each.name: session.choices(spec.name, each.name, given) for each in spec.fields if not each.switch}
    choices = {name: found or () for name, (found, _) in known.items()}
    everything = {each.name for each in spec.fields}
    wanted = [row.name for row in act_rows(spec, given, choices, {}) if row.missing]
    possible = spec in session.acts
    if (wanted or not possible) and (why := session.refused(spec.name, given)):
        lifted = _is_lifted(spec, given, why, partial(session.refused, spec.name))
        against = in_the_form(PlayError(why), spec)
        return Proposal(choices, against=against, given=given, asked=asked, idle=everything, lifted=lifted, barred=True)
    if wanted:
        lacking = {name: known[name][1] for name in wanted if known[name][1]}
        told = f"Still to be given: {', '.join(name.replace('-', ' ') for name in wanted)}."
        told = " ".join(f"{capitalized(words)}." for words in lacking.values()) or told
        return Proposal(choices, against=told, lacking=lacking, given=given, asked=asked, idle=everything)
    try:
        decision, kept = _answered(session, spec, given, asked, answers)
    except MusterError as error:
        if isinstance(error, PlayError):
            idle = error.idle if isinstance(error, UnusedValuesError) else error.idle & {*idle}
        lifted = _is_lifted(spec, given, str(error), partial(_against, session, spec.name))
        told, named = in_the_form(error, spec), rows_named(str(error))
        if isinstance(error, InputError):
            named |= {each.at.field for each in error.findings if each.at.field}
        return Proposal(choices, against=told, given=given, asked=asked, idle=idle, lifted=lifted, named=named)
    fresh = {name: _fresh(session, spec, kept, asked[name]) for name in asked if name in kept}
    fresh |= {question.parameter: question for question in decision.questions}
    return Proposal(choices, decision, given=kept, asked=fresh, idle=decision.idle, seen=session.seq)


def _is_lifted(
    spec: Spec[Act[Any]], given: Mapping[str, str], refused: str, against: Callable[[Mapping[str, str]], str]
) -> bool:
    """Whether an act that is refused is not, or for another reason, where the players agree on it.

    `against` tells what stands against the act with what it is given, nothing where that may be done.
    """
    if given.get(ANYWAY) or all(each.name != ANYWAY for each in spec.fields):
        return False
    return against({**given, ANYWAY: "yes"}) != refused


def _against(session: GameSession, verb: str, given: Mapping[str, str]) -> str:
    """What stands against an act, as it is given."""
    try:
        session.preview(verb, given)
    except MusterError as error:
        return str(error)
    return ""


def in_the_form(error: MusterError, spec: Spec[Act[Any]]) -> str:
    """Return what an error says of an act, as a sentence begins, fields called as their rows are."""
    told = (
        [f"{each.at.field or ''}: {each.message}" for each in error.findings] if isinstance(error, InputError) else []
    )
    text = " ".join(told).removeprefix(": ") or str(error).removeprefix(f"{spec.name}: ")
    for said in (f"; by agreement with --{ANYWAY}", f" with --{ANYWAY}"):  # the form tells by which key
        text = text.replace(said, "")
    text = called_as_rows(text)
    return capitalized(text)


def _answered(
    session: GameSession,
    spec: Spec[Act[Any]],
    given: Mapping[str, str],
    asked: Collection[str],
    answers: Mapping[str, str],
) -> tuple[Decision[Any], Mapping[str, str]]:
    """Return what an act comes to with all answers that are still asked for, and what was given with them alone.

    Where an answer stands against it, as to another weapon, all are asked for anew and those that fit given again. If
    none of that helps, the error is that of what was given: without answers others may come, as of a mode nobody chose.
    """
    kept, left = dict(given), dict(answers)
    first: PlayError | None = None
    while True:
        try:
            decision = session.preview(spec.name, kept)
        except UnusedValuesError as error:
            vain = {each.name for each in error.fields} & {*asked} & {*kept}
            if not vain:
                raise first or error from None
        except PlayError as error:
            vain = {*asked} & {*kept}
            if first is not None or not vain:
                raise first or error from None
            first = error
        else:
            found = next(((each, value) for each in decision.questions if (value := _fitting(spec, each, left))), None)
            if found is None:
                return decision, kept
            question, value = found
            kept[question.parameter] = value
            if value == left[question.parameter]:
                del left[question.parameter]
            continue
        for name in vain:
            del kept[name]


def _fitting(spec: Spec[Act[Any]], question: Question, answers: Mapping[str, str]) -> str:
    """The answer to a question, of several as many as are asked for by now; empty where none of them fits."""
    value = answers.get(question.parameter, "")
    if question.dice and "," in value and spec.field(question.parameter).counts_dice:
        return value
    offered = [each.value for each in question.choices if f"{value},".startswith(f"{each.value},")]
    if not offered and any(each.name == question.parameter and each.kind.figure for each in spec.fields):
        return value
    return max(offered, key=len, default="")


def _fresh(session: GameSession, spec: Spec[Act[Any]], given: Mapping[str, str], question: Question) -> Question:
    """A question that was answered, as it would be asked now."""
    name = question.parameter
    try:
        decision = session.preview(spec.name, {other: value for other, value in given.items() if other != name})
    except MusterError:
        return question
    return next((each for each in decision.questions if each.parameter == name), question)


@dataclass(slots=True)
class OpenAct:
    """An act as far as it is filled in.

    Args:
        spec: the act.
        given: what is given to its fields.
        offered: values for fields that are filled in at once, the best first, where the act has them and they can
            be given; fields are tried in order, and the first that takes a value has it alone.
        meant: what players call whom they mean by the fields that must be given him: where none of them can be, the
            first takes him all the same, and it is told why not.
        answers: answers to what the rules asked, those too that nobody asks for just now.
        rolled: the fields whose dice the program rolled.
        proposal: what it would come to.
        wanted: fields that were wanted as things stood when that could be told last.
        refusal: what stood against it when it was to be done.
        after: what comes when it is done.
        folded: whether what is seldom wanted is hidden.
        behind: whether the proposal is that of something given earlier.
        waiting: what is to be done as soon as the proposal of all that is given is known.
        doing: whether it is being done.
        hidden: what is kept from whoever fills it in.
        leads: where the cursor goes with the next proposal: to what is `missing`, or else to what is `empty`.
    """

    spec: Spec[Act[Any]]
    given: dict[str, str]
    offered: Mapping[str, Sequence[str]]
    meant: Mapping[str, str] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    rolled: set[str] = field(default_factory=set)
    proposal: Proposal = field(default_factory=lambda: Proposal({}))
    wanted: Collection[str] = ()
    refusal: str = ""
    after: Callable[[], object] = lambda: None
    folded: bool = True
    behind: bool = True
    waiting: Callable[[], object] | None = None
    doing: bool = False
    hidden: Hidden = field(default_factory=Hidden)
    leads: str = "empty"

    def title(self, width: int) -> str:
        """Return what it is, and by which rule; its name and the rule where there is no room for more."""
        name, rule = self.spec.name.replace("-", " ").capitalize(), self.spec.made.rule
        rule = f" ({rule})" if rule else ""
        whole = f"{name}: {self.spec.phrase}{rule}"
        return whole if len(whole) <= width else f"{name}{rule}"

    @property
    def agreeable(self) -> bool:
        """Whether it is refused by a rule that the players can set aside, or they have agreed to that."""
        return self.proposal.lifted or bool(self.given.get(ANYWAY))

    @property
    def rows(self) -> tuple[ActRow, ...]:
        """The rows of the form."""
        proposal = self.proposal
        questions = proposal.decision.questions if proposal.decision is not None else ()
        unanswered = {each.parameter for each in questions}
        every = act_rows(self.spec, self.given, proposal.choices, proposal.asked, proposal.lacking, unanswered)
        every = tuple(
            replace(row, kind=RowKind.CHOICE, known=(Choice(row.value, self.meant[row.name]),))
            if row.value and row.name in self.meant
            else row
            for row in every
        )
        wanted = {*self.wanted, *proposal.named}
        return shown_rows(every, self.spec, proposal.idle, self.folded, wanted)

    def propose(self, session: GameSession) -> Proposal:
        """Return what it would come to, asked on the game's thread; what is offered is filled in first."""
        fields = {each.name: each for each in self.spec.fields}
        for name, values in self.offered.items():
            if name in fields and name not in self.given and not {*values} & {*self.given.values()}:
                choices, lacking = session.choices(self.spec.name, name, self.given)
                possible = [choice.value for choice in visible_choices(choices or (), self.hidden)]
                if choices and not possible:
                    continue
                # What need not be given, and cannot be told yet, is left to the others: it may be of another side.
                if possible or choices is None or (fields[name].required and not lacking):
                    found = next((value for value in values if not possible or value in possible), None)
                    self.given |= {name: found} if found is not None else {}
        # Where no field takes whom a key means, its first one takes him all the same: the rules say why not.
        first = next((name for name in self.meant if name in self.offered), "")
        if first and not {*self.meant} & {*self.given} and not {*self.offered[first]} & {*self.given.values()}:
            self.given[first] = self.offered[first][0]
        self.offered = {}
        self._give_only_choices(session)
        now = self.proposal
        return propose(session, self.spec, dict(self.given), now.asked, dict(self.answers), now.idle)

    def _give_only_choices(self, session: GameSession) -> None:
        """The only thing that a field can be given goes without saying, as the form opens."""
        if self.proposal.given or self.proposal.decision is not None:
            return
        for each in self.spec.fields:
            if each.required and not each.free and each.name not in self.given:
                choices, _ = session.choices(self.spec.name, each.name, self.given)
                choices = visible_choices(choices or (), self.hidden)
                if len(choices) == 1:
                    self.given[each.name] = choices[0].value

    def take(self, proposal: Proposal) -> None:
        """Keep what it would come to, and of what was answered what is still asked for."""
        self.proposal, self.behind = proposal, False
        self.given = dict(proposal.given)
        if proposal.decision is not None:
            self.wanted = proposal.decision.wanted

    def give(self, name: str, value: str) -> None:
        """Give a field a value, nothing to take it back."""
        self.refusal, self.behind = "", True
        self.rolled.discard(name)
        for held in (self.given, self.answers) if name in self.proposal.asked else (self.given,):
            if value:
                held[name] = value
            else:
                held.pop(name, None)

    @property
    def asks_for_dice(self) -> bool:
        """Whether dice are asked for that can be rolled."""
        return self.proposal.decision is not None and any(each.dice for each in self.proposal.decision.questions)

    @property
    def before_dice(self) -> str:
        """The field that is asked for first, where that is not dice: how many are rolled may hang on it."""
        questions = self.proposal.decision.questions if self.proposal.decision is not None else ()
        return questions[0].parameter if questions and not questions[0].dice else ""

    def take_dice(self, dice: Mapping[str, str]) -> None:
        """Give dice that were rolled to the fields that asked for them."""
        for name, value in dice.items():
            self.give(name, value)
            self.answers[name] = value
            self.rolled.add(name)
