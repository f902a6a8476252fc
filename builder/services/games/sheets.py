"""The sheets of a game, printed with what was filled in so far; the lines of the card of one unit."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import structs

from builder.errors import PlayError
from builder.record import replace
from builder.services.export.files import Exported, attached_file, lines_of_cards, pdf_of
from builder.services.games.score import with_score
from builder.services.games.session import GameSession
from builder.services.games.visibility import opened_game
from builder.sheets.options import SheetOptions, usual_sheets
from builder.sheets.page import Attachment
from builder.systems.blocks import RosterMark, RosterPage
from builder.systems.parameters import keys_named
from builder.systems.play.events import GameSheets
from builder.systems.play.lookup import At, find_any

WAITS = (RosterMark.RESERVE, RosterMark.DEEP_STRIKE)
"""What the list says of units that wait."""


def print_game(
    session: GameSession,
    player: str,
    options: SheetOptions,
    *,
    usual: bool = False,
    fresh: bool = False,
    whole: bool = True,
) -> Exported:
    """Return the chosen sheets of a side as they stand in a game, as PDF; fresh ones as they were before it.

    `player` says whose they are: 1, 2, or a part of the name of a side; `usual` takes the sheets that are usual for its
    army in the place of those that the options have. Without `whole` nothing goes with them that the
    other side keeps to itself; with a copy for the opponent nothing at all.

    Raises:
        PlayError: there is no such side, or it is only a name; or fresh sheets are to be a copy for the opponent.
        ExportError: there is nothing to print.
    """
    side = _side_called(player, [side.name for side in session.view.sides])
    if options.opponent:
        if fresh:
            raise PlayError("fresh sheets for the opponent are those of the army: muster export ARMY --opponent")
        sheets = _opponents_copy(session, side)
        return pdf_of(sheets.cards, _scored(sheets.page, session, side), _usual(options, sheets) if usual else options)
    sheets = session.sheets(side, fresh)
    options = _usual(options, sheets) if usual else options
    page = sheets.page if fresh else _scored(sheets.page, session, side)
    return pdf_of(sheets.cards, page, options, () if fresh else attached(session, side, whole=whole))


def _usual(options: SheetOptions, sheets: GameSheets) -> SheetOptions:
    return structs.replace(options, sheets=usual_sheets(sheets.cards))


def _opponents_copy(session: GameSession, side: int) -> GameSheets:
    """Return the sheets of a side as its opponent may read them: without notes, and without who waits in reserve."""
    seen = opened_game(session, side)
    made = session.sheets(side, seen=seen)
    secret = {note for body in seen.sides[side].bodies.values() for note in body.army_notes}
    cards = tuple(replace(card, notes=_without(card.notes, secret)) for card in made.cards)
    rows = tuple(replace(row, marks=tuple(mark for mark in row.marks if mark not in WAITS)) for row in made.page.rows)
    return GameSheets(cards, replace(made.page, notes=(), reserve=None, rows=rows))


def _scored(page: RosterPage, session: GameSession, side: int) -> RosterPage:
    return with_score(page, [game for _, game in session.history[1]], side)


def attached(session: GameSession, side: int, *, whole: bool = True) -> tuple[Attachment, ...]:
    """Return what goes with the sheets of a side: its army, and the game, or only which game it is."""
    from builder.services.games.filled_sheets import game_attachment

    army = session.head.sides[side].army
    game = game_attachment(session, side, whole=whole)
    return (*(attached_file(army.contents, army.name, army.data) if army else ()), game)


def rules_of(session: GameSession, written: str, seen_by: int | None) -> Sequence[str]:
    """Return the lines of the card of a unit or vehicle as it was before the game; none where it has no card.

    `seen_by` is the side that reads it, 0 or 1, None for onlookers: notes of an army are read by its own side alone.

    Raises:
        PlayError: nothing, or more than one, is called so.
    """
    play, history = session.history
    game = history[-1][1]
    ref = find_any(At(game, play.rules), written)
    try:
        cards = session.sheets(ref.side, fresh=True).cards
    except PlayError:
        return ()
    body = game.body(game.unit_of(ref))
    ids = (ref.id, body.id)
    found = [card for card in cards if card.id in ids or card.id.startswith(tuple(f"{each}." for each in ids))]
    if seen_by != ref.side:
        found = [replace(card, notes=_without(card.notes, body.army_notes)) for card in found]
    return lines_of_cards(found)


def _without(notes: Sequence[str], secret: Collection[str]) -> tuple[str, ...]:
    return tuple(note for note in notes if note not in secret)


def _side_called(written: str, names: Sequence[str]) -> int:
    """Return the side that is meant, 0 or 1: by its number, 1 or 2, its name or a part of it that the other has not.

    Raises:
        PlayError: neither is called so, or both are.
    """
    asked = written.strip()
    if asked in ("1", "2"):
        return int(asked) - 1
    found = keys_named(asked, dict(enumerate(names)))
    if len(found) == 1:
        return found[0]
    known = " or ".join(f"{number} ({name})" for number, name in enumerate(names, 1))
    raise PlayError(f"'{asked}' is {'both players' if found else 'no player'}; write {known}")
