"""The pages of a game as somebody may see it: how it stands, a unit of it, its log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote, urlencode

from builder.errors import PlayError
from builder.serve.markup import (
    Child,
    Html,
    cell,
    detail,
    element,
    figures,
    look_of,
    marks,
    page,
    post_button,
    together,
    track,
)
from builder.serve.seats import Seat
from builder.serve.served import Consent, ServedGame
from builder.services.games.public import public_log, public_view
from builder.services.games.session import GameSession
from builder.services.games.sheets import rules_of
from builder.systems.play.clock import moment
from builder.systems.play.view import Key, Reminder, Row, SideView, Table, View
from builder.tracker.entries import LogLine

E = element
LAST = 8
"""Entries of the log below a game."""


def address(session: GameSession, *parts: str, **query: str) -> str:
    """The address of a page of a game."""
    path = "/".join(("", "game", session.id, *(quote(part, safe="") for part in parts)))
    return f"{path}?{urlencode(query)}" if query else path


def game_page(served: ServedGame, seat: Seat, said: str = "") -> str:
    """How a game stands: what is due, both sides with their units, tokens, the end of the log."""
    session = served.session
    view = public_view(session, seat.side)
    log = list(public_log(session, seat.side))
    own_first = reversed((*enumerate(view.sides),)) if seat.side == 1 else enumerate(view.sides)
    plays = seat.side is not None
    back = "/" if seat.role == "organiser" else ""
    return page(
        session.name,
        _head(view, seat),
        E("p", session.warning, class_="error") if session.warning else None,
        _consent(served, seat),
        _due(session, view, seat),
        _acts(session, view) if plays else None,
        *(_side(session, side, number, mine=number == seat.side) for number, side in own_first),
        E("section", E("h2", "Log"), _log(session, log[-LAST:], seat), E("p", _link("Whole log", session, "log"))),
        _more(session, seat),
        back=back,
        stamp=served.stamp,
        events=address(session, "events"),
        said=said,
    )


def unit_page(served: ServedGame, seat: Seat, ref: str) -> str:
    """A unit or vehicle in detail, with the acts that it can be given to and its rules.

    Raises:
        PlayError: there is none, or it cannot be seen.
    """
    session = served.session
    view = public_view(session, seat.side)
    number, side, table, row = found_row(view, ref)
    acts = _acts_of(session, view, table, row) if seat.side is not None else ()
    compared, rules = view.sides[1 - number].known and _has_matchup(session), rules_of(session, ref)
    return page(
        row.name,
        E("p", side.name),
        _row_head(row),
        E("dl", *figures(table, row), class_="figures"),
        E("ul", *(detail(line) for line in row.details), class_="details"),
        E("p", f"Note: {row.note}") if row.note else None,
        E("p", f"Last: {row.last}", class_="dim") if row.last else None,
        E("nav", *acts, class_="acts", aria_label="Acts") if acts else None,
        E("p", _link("What it would do to each enemy", session, "targets", ref)) if compared else None,
        E("section", E("h2", "Rules"), E("pre", rules)) if rules else None,
        back=address(session),
        stamp=served.stamp,
        events=address(session, "events"),
    )


def log_page(served: ServedGame, seat: Seat) -> str:
    """The whole log, the newest entry first."""
    session = served.session
    lines = list(public_log(session, seat.side))
    return page(
        "Log",
        _log(session, lines, seat),
        back=address(session),
        stamp=served.stamp,
        events=address(session, "events"),
    )


def found_row(view: View, ref: str) -> tuple[int, SideView, Table, Row]:
    """A row of a view with its table and its side.

    Raises:
        PlayError: there is none.
    """
    for number, side in enumerate(view.sides):
        for table in side.tables:
            for row in table.rows:
                if row.ref == ref:
                    return number, side, table, row
    raise PlayError("nothing of that kind is to be seen in this game")


def last_standing(session: GameSession) -> LogLine | None:
    """The act that undo takes back; None where there is nothing but the beginning."""
    return next((line for line, _ in reversed(session.history[1]) if line.seq > 1), None)


def last_seen(session: GameSession, seat: Seat) -> str:
    """Who did something last, and what, as far as that is to be seen."""
    lines = [*public_log(session, seat.side)]
    return f"{lines[-1].by} was first: {lines[-1].text}" if lines[-1].seq == session.seq else "The other side was first"


def _head(view: View, seat: Seat) -> Html:
    if view.over:
        now = "the game is over"
    else:
        yours, name = view.active == seat.side, view.sides[view.active].name
        now = moment(view, "your" if yours else f"{name}:", "your" if yours else f"{name}’s")
    facts = " · ".join((now, *(fact.text for fact in view.facts)))
    points = " – ".join(f"{side.name} {side.points}" for side in view.sides)
    told = E("p", f"Victory points: {points}") if any(side.points for side in view.sides) else None
    return E("section", E("p", facts, class_="moment"), told)


def _consent(served: ServedGame, seat: Seat) -> Html | None:
    """What a side asks the other to agree to."""
    asked: Consent | None = served.asked
    if asked is None or seat.side is None:
        return None
    values = (("seen", str(asked.seen)),)
    if asked.side == seat.side:
        words = E("p", f"You asked the other side to agree: {asked.text}")
        return E(
            "section", words, post_button("Ask no longer", address(served.session, "refuse"), values), class_="asked"
        )
    words = E("p", f"{asked.by} asks you to agree: {asked.text}")
    yes = post_button("Agree", address(served.session, "agree"), values, main=True)
    return E("section", words, yes, post_button("Refuse", address(served.session, "refuse"), values), class_="asked")


def _due(session: GameSession, view: View, seat: Seat) -> Html | None:
    if not view.due:
        return None
    lines = (E("li", _owed(session, each, seat), class_=look_of(each.look)) for each in view.due)
    return E("section", E("h2", "Due"), E("ul", *lines, class_="due"))


def _owed(session: GameSession, due: Reminder, seat: Seat) -> Child:
    text = f"{due.text} ({due.outcome})" if due.outcome else due.text
    if not due.verb or seat.side is None:
        return text
    given = {f"f.{name}": value for name, value in due.given.items()} | ({"row": due.ref} if due.ref else {})
    return E("a", text, href=address(session, "act", due.verb, **given))


def _acts(session: GameSession, view: View) -> Html:
    """The acts that are wanted most, and all others by what they are about."""
    actions = {key.action: key for key in reversed(view.keys) if key.action and not key.table and not key.again}
    known = {spec.name: spec for spec in session.acts}
    wanted = [actions.get(name) or _key(name) for name in view.wanted]
    shown = {(key.verb, *key.given.values()): key for key in wanted if key.verb in known}.values()
    every: dict[str, list[Html]] = {}
    for spec in known.values():
        every.setdefault(spec.made.group, []).append(
            E("li", E("a", _named(spec.name), href=address(session, "act", spec.name)), f" {spec.phrase}")
        )
    return E(
        "nav",
        E("ul", *(E("li", _act_link(session, key)) for key in shown), class_="acts"),
        E(
            "details",
            E("summary", "All acts"),
            *(together(E("h3", group), E("ul", *links)) for group, links in every.items()),
        ),
        aria_label="Acts",
    )


def _key(verb: str) -> Key:
    return Key(key="", verb=verb)


def _acts_of(session: GameSession, view: View, table: Table, row: Row) -> Sequence[Html]:
    """The acts that have keys and take a row, those first that are for rows of its table."""
    known = {spec.name: {field.name for field in spec.fields} for spec in session.acts}
    keys = [key for key in view.keys if key.table == table.id] + [key for key in view.keys if not key.table]
    offered = {*row.offers}
    verbs = dict.fromkeys(key.verb for key in keys if known.get(key.verb, set()) & offered)
    return [E("a", _named(verb), href=address(session, "act", verb, row=row.ref)) for verb in verbs]


def _act_link(session: GameSession, key: Key) -> Html:
    given = {f"f.{name}": value for name, value in key.given.items()}
    words = key.text or " ".join((_named(key.verb), *key.given.values()))
    return E("a", words, href=address(session, "act", key.verb, **given))


def _named(verb: str) -> str:
    return verb.replace("-", " ").capitalize()


def _side(session: GameSession, side: SideView, number: int, *, mine: bool) -> Html:
    tables = (
        together(
            E("h3", table.title) if len(side.tables) > 1 else None,
            E("ul", *(_row(session, table, row) for row in table.rows), class_="rows"),
            E("p", table.legend, class_="dim") if table.legend else None,
        )
        for table in side.tables
        if table.rows
    )
    held = [each for each in side.stock if each.full]
    stock = (E("li", f"{each.label} ", track(each), f" {each.value} of {each.full}") for each in held)
    lines = E("ul", *(detail(line) for line in side.lines)) if side.lines else None
    tokens = together(E("h3", "Tokens"), E("ul", *stock)) if held else None
    empty = None if side.known else E("p", "Only a name: nothing of that army is tracked.", class_="dim")
    return E(
        "section",
        E("h2", side.name, " (you)" if mine else None, id=f"side{number + 1}"),
        empty,
        *tables,
        tokens,
        lines,
        class_="side",
    )


def _row(session: GameSession, table: Table, row: Row) -> Html:
    link = E("a", row.name, href=address(session, "unit", row.ref))
    classes = "row" + (" gone" if row.gone else "") + (" alert" if row.alert else "")
    return E(
        "li",
        E("h4", link, " !" if row.alert else None),
        _row_marks(row),
        E("dl", *figures(table, row), class_="figures"),
        E("p", f"Note: {row.note}", class_="dim") if row.note else None,
        class_=classes,
    )


def _row_head(row: Row) -> Html:
    return together(
        E("p", cell(row.head)) if row.head else None, E("p", row.summary) if row.summary else None, _row_marks(row)
    )


def _row_marks(row: Row) -> Html | None:
    found = list(marks(row))
    return E("ul", *found, class_="marks") if found else None


def _log(session: GameSession, lines: Sequence[LogLine], seat: Seat) -> Html:
    return E("ol", *_entries(session, lines, seat), class_="log", reversed=True)


def _entries(session: GameSession, lines: Sequence[LogLine], seat: Seat) -> Iterator[Html]:
    """Yield entries, the newest first; the last act that stands can be taken back, by consent where it is another's."""
    last = last_standing(session) if seat.side is not None else None
    for line in reversed(lines):
        text = E("s", line.text) if line.undone else E("span", line.text)
        steps = (
            E("details", E("summary", "How"), E("ul", *(E("li", step) for step in line.steps))) if line.steps else None
        )
        undo = None
        if last is not None and line.seq == last.seq:
            words = "Undo" if line.by == seat.name else f"Ask {line.by} to undo it"
            undo = post_button(words, address(session, "undo"), (("act", str(line.seq)),))
        who = E("span", f"{line.moment} {line.by}: ", class_="dim")
        yield E("li", E("p", who, text, " (undone)" if line.undone else None), steps, undo, value=line.seq)


def _link(text: str, session: GameSession, *parts: str) -> Html:
    return E("a", text, href=address(session, *parts))


def _more(session: GameSession, seat: Seat) -> Html | None:
    known = all(side.known for side in session.view.sides)
    links = [_link("Matchup: who beats whom", session, "matchup")] if known and _has_matchup(session) else []
    if seat.side is not None:
        links += [
            _link("My sheets as they stand (PDF)", session, "sheets.pdf"),
            _link("My sheets to fill in as they stand (PDF)", session, "fillable.pdf"),
            _link("My sheets, nothing filled in (PDF)", session, "fresh.pdf"),
            _link("Another device for my seat", session, "share"),
        ]
    return E("nav", E("h2", "More"), E("ul", *(E("li", link) for link in links)), aria_label="More") if links else None


def _has_matchup(session: GameSession) -> bool:
    """Whether it can be worked out what units do to each other: dice decide it in other systems."""
    return session.history[0].matcher is not None
