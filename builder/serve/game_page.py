"""The pages of a game as somebody may see it: how it stands, its log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote, urlencode

from builder.errors import PlayError
from builder.serve.games import Consent, ServedGame
from builder.serve.markup import (
    Child,
    Html,
    cell,
    detail,
    element,
    figure,
    figures,
    look_of,
    marks,
    page,
    post_button,
    together,
)
from builder.serve.seats import Seat
from builder.services.games.session import GameSession
from builder.services.games.visibility import public_log, public_view
from builder.systems.play.clock import moment
from builder.systems.play.view import Key, Of, Reminder, Row, SideView, Table, View
from builder.tracker import LogLine

E = element
SIDES = ("one", "two")
"""The classes of what belongs to a side, which has a colour of its own."""
LAST = 8
"""Entries of the log below a game."""


def address(session: GameSession, *parts: str, **query: str) -> str:
    """The address of a page of a game."""
    path = "/".join(("", "game", session.id, *(quote(part, safe="") for part in parts)))
    return f"{path}?{urlencode(query)}" if query else path


def game_page(served: ServedGame, seat: Seat, said: str = "") -> str:
    """Return how a game stands: what is due, both sides with their units, tokens, the end of the log."""
    session = served.session
    view = public_view(session, seat.side)
    log = list(public_log(session, seat.side))
    own_first = [*enumerate(view.sides)][:: -1 if seat.side == 1 else 1]
    plays = seat.side is not None
    back = "/" if seat.role == "organiser" else ""
    return page(
        session.name,
        _head(view, seat),
        E("p", session.warning, class_="error") if session.warning else None,
        _consent(served, seat),
        E("div", _due(session, view, seat), _acts(session, view) if plays else None, id="now"),
        E(
            "div",
            *(_side(session, side, number, mine=number == seat.side) for number, side in own_first),
            class_="sides",
        ),
        E(
            "div",
            E(
                "section",
                E("h2", "Log", id="log"),
                _log(session, log[-LAST:], seat),
                E("ul", E("li", _link("Whole log", session, "log")), class_="links"),
            ),
            _more(session, seat),
            class_="below",
        ),
        _jumps(view, seat),
        back=back,
        stamp=served.stamp,
        events=address(session, "events"),
        said=said,
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
    """Return who did something last, and what, as far as that is to be seen."""
    lines = [*public_log(session, seat.side)]
    return f"{lines[-1].by} was first: {lines[-1].text}" if lines[-1].seq == session.seq else "The other side was first"


def _head(view: View, seat: Seat) -> Html:
    if view.over:
        now = "the game is over"
    else:
        yours, name = view.active == seat.side, view.sides[view.active].name
        now = moment(view, "your" if yours else f"{name}:", "your" if yours else f"{name}’s")
    facts = " · ".join((now, *(fact.text for fact in view.facts)))
    points = (
        E("span", f"{side.name} ", E("strong", str(side.points)), class_=which)
        for side, which in zip(view.sides, SIDES, strict=True)
    )
    told = E("p", E("span", "Victory points: ", class_="unseen"), *points, class_="score")
    return E("section", E("p", facts, class_="moment"), told, class_="status")


def _jumps(view: View, seat: Seat) -> Html:
    """Links to the parts of a page that is longer than a phone."""
    names = [side.name for side in view.sides]
    if seat.side is not None:
        names[seat.side], names[1 - seat.side] = "Mine", "Theirs"
    parts = [("now", "Now"), *((f"side{number}", name) for number, name in enumerate(names, 1)), ("log", "Log")]
    if seat.side == 1:
        parts[1:3] = parts[2:0:-1]
    return E(
        "nav", *(E("a", text, href=f"#{id}") for id, text in parts), class_="jump", aria_label="Parts of this page"
    )


def _consent(served: ServedGame, seat: Seat) -> Html | None:
    """Return what a side asks the other to agree to."""
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
    """Return what is due, by what it is listed under."""
    kinds: dict[str, list[Html]] = {}
    for each in view.due:
        kinds.setdefault(each.kind, []).append(E("li", _owed(session, each, seat), class_=look_of(each.look)))
    lists = (together(E("h3", kind or "Due"), E("ul", *lines, class_="due")) for kind, lines in kinds.items())
    return E("section", *lists, aria_label="Due") if kinds else None


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
            E(
                "li",
                E(
                    "a",
                    E("strong", named(spec.name)),
                    E("span", spec.phrase, class_="told"),
                    href=address(session, "act", spec.name),
                ),
            )
        )
    return E(
        "nav",
        E("h3", "Acts"),
        E("ul", *(E("li", _act_link(session, key, main=not place)) for place, key in enumerate(shown)), class_="acts"),
        E(
            "details",
            E("summary", "All acts"),
            *(together(E("h3", group), E("ul", *links, class_="links every")) for group, links in every.items()),
        ),
        aria_label="Acts",
    )


def _key(verb: str) -> Key:
    return Key(key="", verb=verb)


def _act_link(session: GameSession, key: Key, *, main: bool) -> Html:
    given = {f"f.{name}": value for name, value in key.given.items()}
    words = key.text or " ".join((named(key.verb), *key.given.values()))
    return E("a", words, href=address(session, "act", key.verb, **given), class_="main" if main else None)


def named(verb: str) -> str:
    """Return what a page calls an act."""
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
    stock = (figure(each.label, cell(Of(each.value, each.full))) for each in held)
    lines = E("ul", *(detail(line) for line in side.lines), class_="details") if side.lines else None
    tokens = together(E("h3", "Tokens"), E("dl", *stock, class_="figures")) if held else None
    empty = None if side.known else E("p", "Only a name: nothing of that army is tracked.", class_="dim")
    return E(
        "section",
        E("h2", side.name, " (you)" if mine else None, id=f"side{number + 1}"),
        E("p", side.totals, class_="dim") if side.totals else None,
        empty,
        *tables,
        tokens,
        lines,
        class_=f"side {SIDES[number]}",
    )


def _row(session: GameSession, table: Table, row: Row) -> Html:
    link = E("a", row.name, href=address(session, "unit", row.ref))
    classes = "row" + (" gone" if row.gone else "") + (" alert" if row.alert else "")
    return E(
        "li",
        E("h4", link, " !" if row.alert else None),
        row_marks(row),
        E("dl", *figures(table, row), class_="figures"),
        E("p", f"Note: {row.note}", class_="dim") if row.note else None,
        class_=classes,
    )


def row_marks(row: Row) -> Html | None:
    """The states of a row; None where it is in none."""
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
            E("details", E("summary", "How"), E("ul", *(E("li", step) for step in line.steps), class_="steps"))
            if line.steps
            else None
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
    links = [_link("Matchup: who beats whom", session, "matchup")] if known and has_matchup(session) else []
    if seat.side is not None:
        links += [
            _link("My sheets as they stand (PDF)", session, "sheets.pdf"),
            _link("My sheets to fill in as they stand (PDF)", session, "fillable.pdf"),
            _link("My sheets, nothing filled in (PDF)", session, "fresh.pdf"),
            _link("Another device for my seat", session, "share"),
        ]
    shown = E("ul", *(E("li", link) for link in links), class_="links")
    return E("nav", E("h2", "More", id="more"), shown, aria_label="More") if links else None


def has_matchup(session: GameSession) -> bool:
    """Whether it can be worked out what units do to each other: dice decide it in other systems."""
    return session.history[0].matcher is not None
