"""What players do by forms: acts, undo, and what the other side must agree to; nothing is done twice, or unseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.errors import InputError, PlayError
from builder.serve.act_page import act_page, is_mine, open_act, shown, text_mark
from builder.serve.game_page import last_seen, last_standing
from builder.serve.seats import Seat
from builder.serve.served import Consent, ServedGame
from builder.services.games.proposals import OpenAct, in_the_form
from builder.services.games.session import GameSession, Request
from builder.tracker.entries import UNDO

Form = Mapping[str, Sequence[str]]


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
        PlayError: there is none, or somebody wrote after what was seen.
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
    return _ask(served, seat, f"undo: {line.text}", UNDO, {})


def agree(served: ServedGame, seat: Seat, seen: str) -> str:
    """Do what the other side asked for, in its name. What is said of it then.

    Raises:
        MusterError: nothing is asked for any more, or it cannot be done.
    """
    session, asked = served.session, served.asked
    if asked is None or str(asked.seen) != seen or asked.side == seat.side:
        raise PlayError("nothing is asked any more: the game has gone on")
    served.asked = None
    by = f"{asked.by}, {seat.name} agrees"
    if asked.verb == UNDO:
        session.undo(by=by)
    else:
        session.act_all([Request(asked.verb, asked.given)], asked.seen, by)
    return "done"


def refuse(served: ServedGame) -> None:
    """Take back what is asked for: whoever asked, or the side that was asked."""
    served.asked = None


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
    served.asked = Consent(seat.side, seat.name, text, served.session.seq, verb, given)
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
        act.told = in_the_form(error, act.spec)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
