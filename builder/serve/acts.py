"""Acts by forms: the page of one, what it would come to, and the doing; nothing is done twice, or unseen."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.errors import InputError, PlayError
from builder.record import replace
from builder.serve.game_page import address, found_row, last_seen, last_standing, named
from builder.serve.games import Consent, ServedGame
from builder.serve.markup import Child, Html, element, page, together
from builder.serve.seats import Seat
from builder.services.games.act_rows import ActRow, RowKind, called_as_rows
from builder.services.games.proposals import OpenAct, in_the_form
from builder.services.games.session import GameSession, Request
from builder.services.games.visibility import Hidden, hidden_from, public_log, public_view, visible_choices
from builder.systems.play.events import Decision, Event, Question
from builder.systems.specs import Field
from builder.tracker import UNDO

E = element
Form = Mapping[str, Sequence[str]]
FEW = 7
"""So many choices stand side by side; more are a list."""
LONG = 24
"""Letters of a choice beside which no other has room on a phone."""


def open_act(session: GameSession, seat: Seat, verb: str, form: Form) -> OpenAct:
    """An act as a form fills it in, with what it would come to.

    Args:
        session: the game.
        seat: whose form it is: nothing can be given that he does not see.
        verb: the act.
        form: what was sent: fields as `f.NAME`, `row` for what is offered, dice that were rolled as `r.NAME`, and the
            names of questions that were `asked`.

    Raises:
        PlayError: something was given that is not to be seen.
        InputError: there is no such act.
    """
    spec = session.spec(verb)
    given = {field.name: value for field in spec.fields if (value := _sent(field, form))}
    asked = {name: Question(parameter=name, text="", choices=()) for name in form.get("asked", ()) if name in given}
    act = OpenAct(spec, given, _offered(session, seat, form), hidden=hidden_from(session, seat.side))
    act.rolled = {name for name, value in given.items() if form.get(f"r.{name}", ("",))[-1] == value}
    act.proposal = replace(act.proposal, asked=asked)
    act.answers = {name: given[name] for name in asked}
    _check_seen(session, seat, act)
    act.take(act.propose(session))
    return act


def is_mine(event: Event[Any], session: GameSession, seat: Seat, verb: str) -> bool:
    """Whether a side may do what it comes to without asking the other.

    Those are its own acts, the clock in its own turn, and what befalls its own units alone, as damage that it notes.
    """
    if session.spec(verb).made.moves_on:
        return session.view.active == seat.side
    if event.side is None or event.side == seat.side:
        return True
    about = {change.about.side for change in event.changes if change.about is not None}
    return about == {seat.side}


def shown(decision: Decision[Any] | None) -> str:
    """Return what stands for what an act would come to, so that nothing else is done than what was seen."""
    return text_mark(decision.event.text) if decision is not None and not decision.questions else ""


def text_mark(text: str) -> str:
    """Return what stands for a sentence of the log."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def act_page(served: ServedGame, seat: Seat, act: OpenAct, said: str = "") -> str:
    """The form of an act."""
    session = served.session
    usual = [row for row in act.rows if row.kind is not RowKind.FOLD]
    act.folded = False
    names = {row.name for row in usual}
    seldom = [row for row in act.rows if row.kind is not RowKind.FOLD and row.name not in names]
    rest = (_row(row, act.hidden) for row in seldom)
    given = (
        E("input", type="hidden", name=name, value=value)
        for name, value in (
            ("seen", str(session.seq)),
            ("shown", shown(act.proposal.decision)),
            *(("asked", name) for name in act.proposal.asked),
            *((f"r.{name}", act.given[name]) for name in sorted(act.rolled) if name in act.given),
        )
    )
    steps = act.proposal.decision.event.steps if act.proposal.decision is not None else ()
    form = E(
        "form",
        together(*given),
        E("div", *(_row(row, act.hidden) for row in usual), class_="fields"),
        E("details", E("summary", f"{len(seldom)} more"), *rest) if seldom else None,
        E("ul", *(E("li", step) for step in steps), class_="steps") if steps else None,
        E(
            "footer",
            E("div", *_preview(act), id="preview"),
            E("p", *_buttons(act, session, seat), class_="buttons"),
        ),
        method="post",
        action=address(session, "act", act.spec.name),
        class_="act",
        data_preview=True,
    )
    rule = f" ({act.spec.made.rule})" if act.spec.made.rule else ""
    return page(
        named(act.spec.name),
        E("p", f"{act.spec.phrase}{rule}", class_="told dim"),
        form,
        back=address(session),
        stamp=served.stamp,
        events=address(session, "events"),
        said=said,
    )


def _sent(field: Field, form: Form) -> str:
    """Return what was sent for a field: of boxes those that are ticked, else what came last."""
    ticked, typed = form.get(f"m.{field.name}", ()), form.get(f"f.{field.name}", ())
    return ",".join(filter(None, ticked)) if ticked else (typed[-1].strip() if typed else "")


def _offered(session: GameSession, seat: Seat, form: Form) -> Mapping[str, Sequence[str]]:
    """Return what a form begins with: the side that plays, and the row from which it was opened."""
    view = public_view(session, seat.side)
    offered: dict[str, Sequence[str]] = {"player": (str((seat.side or 0) + 1),)}
    ref = form.get("row", ("",))[-1]
    if ref:
        _, side, _, row = found_row(view, ref)
        offered |= dict.fromkeys(side.fields, (row.ref,))
        offered |= row.offers
    return offered


def _check_seen(session: GameSession, seat: Seat, act: OpenAct) -> None:
    """Raise PlayError where something is given that the side does not see: what a name leads to would be told."""
    view = public_view(session, seat.side)
    rows = {row.ref for side in view.sides for table in side.tables for row in table.rows} | {"1", "2"}
    for field in act.spec.fields:
        if field.name not in act.given or (field.kind.find is None and not field.pick):
            continue
        offered, _ = session.choices(act.spec.name, field.name, act.given)
        known = rows if offered is None else {each.value for each in visible_choices(offered, act.hidden)}
        values = act.given[field.name].split(",") if field.several else [act.given[field.name]]
        if not {*filter(None, values)} <= known:
            raise PlayError(f"{field.name.replace('-', ' ')}: choose one of those that are listed")


def _row(row: ActRow, hidden: Hidden) -> Html:
    name = _called(row)
    if row.kind is RowKind.NOTHING:
        return E("p", E("strong", name), f": {row.text}", class_="warning")
    help_text = called_as_rows(row.text)
    if row.kind is RowKind.SWITCH:
        box = E("input", type="checkbox", name=f"f.{row.name}", value="yes", checked=bool(row.value))
        return E("label", box, E("span", name, E("small", help_text)), class_="switch")
    said = help_text if help_text.casefold() not in (name.casefold(), f"the {name.casefold()}") else ""
    legend = together(
        name, E("span", " – to be given", class_="todo") if row.missing else None, E("small", said) if said else None
    )
    if row.kind is RowKind.TEXT or (row.figure and not row.choices):
        return E("label", legend, _typed(row))
    choices = visible_choices(row.choices, hidden)
    arranged = "choices long" if any(len(each.text) > LONG for each in choices) else "choices"
    if row.many:
        ticked = {*row.value.split(",")}
        boxes = [_choice("checkbox", f"m.{row.name}", each.value, each.text, each.value in ticked) for each in choices]
        return E("fieldset", E("legend", legend), E("div", *boxes, class_=arranged))
    if row.figure and not row.asked:
        return E("label", legend, _typed(row))
    values = [(each.value, each.text) for each in choices]
    if row.value and row.value not in {value for value, _ in values}:
        values.insert(0, (row.value, row.chosen))
    if row.default is not None or row.value:
        values.insert(0, ("", row.default or "not given"))
    if len(values) > FEW:
        options = (E("option", text, value=value, selected=value == row.value) for value, text in values)
        unset = E("option", "choose", value="", selected=True) if not row.value and row.default is None else None
        return E("label", legend, E("select", unset, *options, name=f"f.{row.name}"))
    radios = (_choice("radio", f"f.{row.name}", value, text, value == row.value) for value, text in values)
    return E("fieldset", E("legend", legend), E("div", *radios, class_=arranged))


def _called(row: ActRow) -> str:
    """A field as it begins a line; an abbreviation as the sentence about it has it (`HP that are lost`)."""
    name = row.name.replace("-", " ")
    found = re.search(rf"\b{re.escape(name)}\b", row.text, re.IGNORECASE)
    return found[0] if found and found[0].isupper() else f"{name[:1].upper()}{name[1:]}"


def _typed(row: ActRow) -> Html:
    mode = "numeric" if row.figure else None
    return E(
        "input",
        name=f"f.{row.name}",
        value=row.value,
        placeholder=row.default or None,
        inputmode=mode,
        maxlength=2000,
        autocomplete="off",
    )


def _choice(kind: str, name: str, value: str, text: str, chosen: bool) -> Html:
    return E("label", E("input", type=kind, name=name, value=value, checked=chosen), E("span", text), class_="choice")


def _preview(act: OpenAct) -> Iterator[Child]:
    """Yield what it would come to, or what stands against it."""
    proposal = act.proposal
    if act.refusal:
        yield E("p", act.refusal, class_="error")
    if proposal.against:
        yield E("p", proposal.against, class_="warning")
    if proposal.decision is not None:
        yield E("p", proposal.decision.event.text, class_="result")
        yield from (E("p", f"? {question.text}", class_="warning") for question in proposal.decision.questions)


def _buttons(act: OpenAct, session: GameSession, seat: Seat) -> Iterator[Html]:
    """Yield the buttons: it is done, or asked for, once it is known what it comes to."""
    decision = act.proposal.decision
    yield E("button", "What it comes to", name="do", value="preview", class_="look")
    if act.asks_for_dice:
        yield E("button", "Roll the dice", name="do", value="roll")
    if decision is not None and not decision.questions:
        mine = is_mine(decision.event, session, seat, act.spec.name)
        words = "Do it" if mine else "Ask the other side to agree"
        yield E("button", words, name="do", value="do" if mine else "ask", class_="main")


# -- what is done ----------------------------------------------------------------------
def answered_act(served: ServedGame, seat: Seat, verb: str, form: Form, *, sent: bool) -> tuple[str, str]:
    """Do what the form of an act says: what is said of it then, or the form again as a page.

    It is done only where it comes to what was shown: where somebody else was first, the form is shown again with what
    it comes to by now. One that was done already, as where the answer was lost on its way, is not done again.

    Raises:
        MusterError: there is no such act, or something is given that is not to be seen.
    """
    session = served.session
    wanted = form.get("do", ("",))[-1] if sent else ""
    seen, mark = _number(form.get("seen", ("",))[-1]), form.get("shown", ("",))[-1]
    if wanted in ("do", "ask") and mark and _was_done(session, seat, seen, mark):
        return "before", ""
    act = open_act(session, seat, verb, form)
    if wanted == "roll":
        _roll(session, seat, act)
    elif wanted in ("do", "ask"):
        now = shown(act.proposal.decision)
        if now and now == mark:
            return _done(served, seat, act, seen), ""
        if now and mark:
            told = f"{last_seen(session, seat)}. Look what it comes to now."
            return "", act_page(served, seat, act, told)
    return "", act_page(served, seat, act)


def undo(served: ServedGame, seat: Seat, act: str) -> str:
    """Take back the last act: one's own at once, another's if the other side agrees. What is said of it then.

    Raises:
        PlayError: there is none, it cannot be seen, or somebody wrote after what was seen.
    """
    session = served.session
    line = last_standing(session)
    if line is None:
        raise PlayError("there is nothing to undo: the game has just begun")
    if str(line.seq) != act:
        if _number(act) <= session.seq and _number(act) and session.log[_number(act) - 1].undone:
            return "before"
        raise PlayError(f"{last_seen(session, seat)}; undo that if you mean to")
    if line.by == seat.name:
        session.undo(by=seat.name)
        return "done"
    if all(line.seq != each.seq for each in public_log(session, seat.side)):
        raise PlayError("what was done last is not for you to see: whoever did it can undo it")
    return _ask(served, seat, f"undo: {line.text}", UNDO, {})


def agree(served: ServedGame, seat: Seat, seen: str) -> str:
    """Do what the other side asked for, in its name. What is said of it then.

    Raises:
        MusterError: nothing is asked for any more, or it cannot be done.
    """
    session, asked = served.session, served.asked
    if asked is None or str(asked.seen) != seen or asked.side == seat.side:
        raise PlayError("nothing is asked any more: the game has gone on")
    served.settle()
    by = f"{asked.by}, {seat.name} agrees"
    if asked.verb == UNDO:
        session.undo(by=by)
    else:
        session.act_all([Request(asked.verb, asked.given)], asked.seen, by)
    return "done"


def refuse(served: ServedGame) -> None:
    """Take back what is asked for: whoever asked, or the side that was asked."""
    served.settle()


def _done(served: ServedGame, seat: Seat, act: OpenAct, seen: int) -> str:
    session, decision = served.session, act.proposal.decision
    assert decision is not None
    given = dict(act.given)
    if not is_mine(decision.event, session, seat, act.spec.name):
        return _ask(served, seat, decision.event.text, act.spec.name, given)
    rolled = {name for name in act.rolled if name in given}
    session.act_all([Request(act.spec.name, given, rolled)], min(seen or session.seq, session.seq), seat.name)
    return "done"


def _ask(served: ServedGame, seat: Seat, text: str, verb: str, given: Mapping[str, str]) -> str:
    assert seat.side is not None
    served.ask_consent(Consent(seat.side, seat.name, text, served.session.seq, verb, given))
    return "asked"


def _was_done(session: GameSession, seat: Seat, seen: int, mark: str) -> bool:
    """Whether the same player did what was shown to him after the entry that he had seen."""
    later = session.log[seen:] if 0 < seen < session.seq else ()
    return any(line.by == seat.name and text_mark(line.text) == mark and not line.undone for line in later)


def _roll(session: GameSession, seat: Seat, act: OpenAct) -> None:
    """Roll the dice that an act asks for, and look what it comes to with them."""
    try:
        made = session.rolled([Request(act.spec.name, dict(act.given))])[0]
        act.take_dice({name: str(made.given[name]) for name in made.rolled})
        act.take(act.propose(session))
    except (InputError, PlayError) as error:
        act.refusal = in_the_form(error, act.spec)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
