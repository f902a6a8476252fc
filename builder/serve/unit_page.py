"""What a unit of a game is, may do and does to others: its page with its rules, its best targets, who beats whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from builder.serve.game_page import SIDES, address, found_row, has_matchup, named, row_marks
from builder.serve.games import ServedGame
from builder.serve.markup import Html, cards, cell, detail, element, figures, page, together
from builder.serve.seats import Seat
from builder.services.games.analysis import game_matchup, game_targets
from builder.services.games.session import GameSession
from builder.services.games.sheets import rules_of
from builder.services.games.visibility import Hidden, hidden_from, public_view
from builder.services.matchups import (
    DESTROYED,
    HALF,
    HARMLESS,
    NO_BOX,
    SIGNS,
    Shown,
    TargetAssumptions,
    rows_of,
    sign_of,
    situation_of,
    targets_in_order,
)
from builder.systems.play.matchup import Assumptions, Combatant, Encounter, Situation
from builder.systems.play.view import Row, Table, View

E = element
MOST_ACTS = 9
"""Acts of a unit that stand on its page; others are unfolded."""


def unit_page(served: ServedGame, seat: Seat, ref: str) -> str:
    """A unit or vehicle in detail, with the acts that it can be given to and its rules.

    Raises:
        PlayError: there is none, or it cannot be seen.
    """
    session = served.session
    view = public_view(session, seat.side)
    number, side, table, row = found_row(view, ref)
    acts = _acts_of(session, view, table, row) if seat.side is not None else ()
    compared = view.sides[1 - number].known and has_matchup(session)
    rules = list(_public_lines(rules_of(session, ref, seat.side), hidden_from(session, seat.side)))
    targets = E("a", "What it would do to each enemy", href=address(session, "targets", ref))
    return page(
        row.name,
        E("p", E("strong", side.name, class_=SIDES[number]), *((" · ", cell(row.head)) if row.head else ())),
        E("p", row.summary) if row.summary else None,
        row_marks(row),
        E("dl", *figures(table, row), class_="figures"),
        E("nav", _listed(acts[:MOST_ACTS]), _unfolded(acts[MOST_ACTS:]), aria_label="Acts") if acts else None,
        E("ul", E("li", targets), class_="links") if compared else None,
        E("p", f"Note: {row.note}") if row.note else None,
        E("p", f"Last: {row.last}", class_="dim") if row.last else None,
        E("section", E("h2", "How it stands"), E("ul", *map(detail, row.details), class_="details"))
        if row.details
        else None,
        together(E("h2", "Rules"), *cards(rules)) if rules else None,
        back=address(session),
        stamp=served.stamp,
        events=address(session, "events"),
    )


def targets_page(served: ServedGame, seat: Seat, ref: str, at: str) -> str:
    """Return what a unit would do to each of its enemies as a game stands, the best target first.

    Raises:
        MusterError: dice decide that, or there is no such unit to be seen.
    """
    session = served.session
    hidden = hidden_from(session, seat.side)
    side = found_row(public_view(session, seat.side), ref)[0]
    found = served.kept(ref, lambda: game_targets(session, ref, (), TargetAssumptions()))
    situation = situation_of(found.situations, at)
    rows = (
        E(
            "tr",
            E("th", target.name, scope="row"),
            _cell(met, target),
            E("td", str(round(met.points)) if met.points else HARMLESS),
        )
        for target in targets_in_order(found, situation)
        if not target.absent and f"{2 - side}:{target.id}" not in hidden.refs
        for met in (found.encounters[target.id, situation],)
    )
    return page(
        f"{found.attacker.name}: best targets",
        _situations(found.situations, situation, lambda id: address(session, "targets", ref, at=id)),
        _table(("Target", "Loses", "Points"), rows),
        E("p", f"With {', '.join(found.used) or 'all weapons that reach'}.", class_="dim"),
        _taken(found.taken),
        back=address(session, "unit", ref),
    )


def matchup_page(served: ServedGame, seat: Seat, side: int, at: str) -> str:
    """Return what each unit of a side does to each unit of the other as a game stands.

    Raises:
        MusterError: dice decide that, or one side is only a name.
    """
    session = served.session
    hidden = hidden_from(session, seat.side)
    found = served.kept("", lambda: game_matchup(session, Assumptions()))
    situation = situation_of(found.situations, at)
    rows = rows_of(found, Shown(situation=situation, side=side))
    targets: Sequence[tuple[int, Combatant]] = [
        (number, each)
        for number, each in enumerate(found.sides[1 - side])
        if f"{2 - side}:{each.id}" not in hidden.refs
    ]
    lines = (
        E(
            "tr",
            E("th", row.unit.name, scope="row"),
            *(_cell(row.encounters[number], target) for number, target in targets),
        )
        for row in rows
        if f"{side + 1}:{row.unit.id}" not in hidden.refs
    )
    other = address(session, "matchup", side=str(2 - side), at=situation)
    return page(
        f"{found.names[side]} – {found.names[1 - side]}",
        _situations(found.situations, situation, lambda id: address(session, "matchup", side=str(side + 1), at=id)),
        E("ul", E("li", E("a", f"What {found.names[1 - side]} does", href=other)), class_="links"),
        _table(("Unit", *(target.name for _, target in targets)), lines),
        _taken(found.taken),
        back=address(session),
    )


def _acts_of(session: GameSession, view: View, table: Table, row: Row) -> Sequence[Html]:
    """The acts that have keys and take a row, those first that are for rows of its table."""
    known = {spec.name: {field.name for field in spec.fields} for spec in session.acts}
    keys = [key for key in view.keys if key.table == table.id] + [key for key in view.keys if not key.table]
    offered = {*row.offers}
    found = dict.fromkeys(key.verb for key in keys if known.get(key.verb, set()) & offered)
    verbs = sorted(found, key=lambda verb: verb not in view.wanted)
    return [E("a", named(verb), href=address(session, "act", verb, row=row.ref)) for verb in verbs]


def _public_lines(lines: Iterable[str], hidden: Hidden) -> Iterator[str]:
    """Yield the lines of a card without what names those who are hidden, as with whom it is grouped."""
    for line in lines:
        indent = line[: len(line) - len(line.lstrip(" "))]
        told = [part for part in line.strip().split(" · ") if not hidden.are_named_in(part)]
        if told:
            yield indent + " · ".join(told)


def _listed(acts: Sequence[Html]) -> Html:
    return E("ul", *(E("li", act) for act in acts), class_="acts")


def _unfolded(acts: Sequence[Html]) -> Html | None:
    return E("details", E("summary", f"{len(acts)} more"), _listed(acts)) if acts else None


def _cell(encounter: Encounter, target: Combatant) -> Html:
    """Return what a unit does to another: its sign, what is lost, who is gone."""
    sign = sign_of(encounter, target)
    if sign in (NO_BOX, HARMLESS):
        return E("td", sign, class_="dim")
    lost = [f"{number} {kind}" for kind, number in encounter.hits.items()]
    told = ", ".join(lost) if target.hp is None else f"{encounter.hp} HP"
    gone = E("small", f"{encounter.models} gone") if encounter.models else None
    return E("td", f"{sign} {told}".lstrip(), gone, class_={DESTROYED: "good strong", HALF: "good"}.get(sign))


def _table(heads: Sequence[str], rows: Iterable[Html]) -> Html:
    """A table that is moved sideways where there is too little room; its first column stays."""
    head = E("tr", *(E("th", text, scope="col") for text in heads))
    return E("div", E("table", E("thead", head), E("tbody", *rows)), class_="wide", tabindex="0")


def _situations(known: Sequence[Situation], shown: str, href: Callable[[str], str]) -> Html:
    links = (
        E("li", E("a", each.text, href=href(each.id), aria_current="true" if each.id == shown else None))
        for each in known
    )
    return E("nav", E("ul", *links, class_="acts"), aria_label="Distances")


def _taken(taken: Sequence[str]) -> Html:
    return together(
        E("p", SIGNS, class_="dim legend"),
        E("p", f"Taken: {'; '.join(taken)}.", class_="dim"),
    )
