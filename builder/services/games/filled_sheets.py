"""Sheets that players filled in: what they say comes into the game, as one act, and what cannot is told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from builder.errors import Finding, InputError, Place, PlayError, Severity
from builder.formats.detection import is_pdf
from builder.formats.sheets_pdf import FilledField, read_sheets
from builder.record import Record
from builder.services.files import ARMY_FILE, read_source
from builder.services.games.games import new_game, open_game, remove_game, restore_game
from builder.services.games.keeper import GameHead, SideHead
from builder.services.games.score import with_score
from builder.services.games.session import GameSession
from builder.sheets.page import Attachment
from builder.systems.blocks import Card, RosterPage, SheetField
from builder.systems.blocks.basics import Value
from builder.systems.blocks.fields import sheet_fields, with_values
from builder.systems.play.actions import Ruling
from builder.systems.play.changes import Noted
from builder.systems.play.protocol import Play
from builder.text import clean_name
from builder.tracker import LogEntry

GAME_FILE: Final = "muster-game"
"""The attachment with the game whose sheets these are."""
FORMAT, VERSION = "muster-game-sheets", 1
BRANCH_VALUE = ".value"
FILL = "sheets"
"""The kind of the act that takes sheets in."""
NOTE = ".note"


class EntryCopy(msgspec.Struct, frozen=True):
    """An entry of the log of a game, as it goes with sheets."""

    seq: int
    kind: str
    version: int
    at: str
    by: str
    body: msgspec.Raw


class GameCopy(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it goes with the sheets of one of its sides: all of its log, up to when they were printed.

    Those that a player has of a server go without a log, and without the army of the other side.
    """

    format: str
    version: int
    id: str
    side: int
    head: GameHead
    log: tuple[EntryCopy, ...]


class FilledSheets(Record, frozen=True):
    """A PDF of sheets as players saved it."""

    name: str
    game: GameCopy | None
    fields: Mapping[str, FilledField]

    @property
    def said(self) -> dict[str, Value]:
        """What is in the fields of each row in which something was filled in since it was printed, by their ids.

        Boxes of a row are alike: which of them are ticked says no more than how many.
        """
        fields = {id.removesuffix(BRANCH_VALUE): field for id, field in self.fields.items()}
        rows = {row_of(id) for id, field in fields.items() if field.value != field.printed}
        return {id: field.value for id, field in fields.items() if row_of(id) in rows}


def row_of(id: str) -> str:
    """Return what is the same for all fields of a row: boxes of HP, and the number that they come to, are one."""
    return f"{id.removesuffix('lost')}h" if id.endswith(".lost") else re.sub(r"\d+$", "", id)


class Difference(Record, frozen=True):
    """Where sheets and the game differ: what field, what the sheets say, what the game has."""

    words: str
    sheet: str
    game: str


class TakenIn(Record, frozen=True):
    """What came of sheets: the game, what differed, and what of that could not be brought into it."""

    session: GameSession
    new: bool
    differences: tuple[Difference, ...]
    left: tuple[Difference, ...]


def game_attachment(session: GameSession, side: int, *, whole: bool = True) -> Attachment:
    """Return a game as it goes with the sheets of a side.

    With `whole` whoever has it can make the game of it; without, it only says which game of which side it is, and
    nothing of the other side.
    """
    head, log = session.head, tuple[EntryCopy, ...]()
    if whole:
        log = tuple(
            EntryCopy(each.seq, each.kind, each.version, each.at, each.by, msgspec.Raw(each.body))
            for each in session.entries
        )
    else:
        one, two = (kept if number == side else SideHead(name=kept.name) for number, kept in enumerate(head.sides))
        head = msgspec.structs.replace(head, sides=(one, two))
    kept = GameCopy(format=FORMAT, version=VERSION, id=session.id, side=side, head=head, log=log)
    about = f"The game “{session.name}”, as muster game import takes it"
    data = msgspec.json.encode(kept)
    modified = datetime.fromisoformat(log[-1].at).timestamp() if log else 0.0
    return Attachment(
        name=GAME_FILE, file="game.json", media="application/json", about=about, data=data, modified=modified
    )


def read_filled(source: str) -> FilledSheets:
    """Return the sheets in a PDF.

    Raises:
        InputError: it cannot be read, is none of Muster's, or has no fields.
    """
    data, name = read_source(source)
    if not is_pdf(data):
        raise _refused("this is not a PDF: name sheets that were printed with --fillable, and saved", name)
    read = read_sheets(data, name, (ARMY_FILE, GAME_FILE), fields=True)
    if not read.fields:
        raise _refused("no fields are in this PDF: print sheets with --fillable, and save them, not print them", name)
    kept = read.attachments.get(GAME_FILE)
    if kept is None and ARMY_FILE not in read.attachments:
        raise _refused("neither an army nor a game goes with this PDF: name sheets that Muster printed", name)
    return FilledSheets(name, None if kept is None else read_game(kept, name), read.fields)


def read_game(data: bytes, name: str) -> GameCopy:
    """Return the game that goes with sheets. Raise InputError where it is damaged, or of a newer program."""
    try:
        kept = msgspec.json.decode(data, type=GameCopy)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _refused(f"the game that goes with this PDF is damaged: {clean_name(str(error))}", name) from None
    if kept.format != FORMAT or kept.version > VERSION:
        raise _refused("the game that goes with this PDF is of a newer Muster: update to take it in", name)
    if not re.fullmatch(r"[a-z0-9]{1,20}", kept.id) or kept.side not in (0, 1):
        raise _refused("the game that goes with this PDF is damaged: it has no id, or no side", name)
    return kept


def _refused(message: str, name: str) -> InputError:
    return InputError(Finding(Severity.ERROR, "file", message, at=Place(file=name)))


def take_in(sources: Sequence[str], game: str | None = None, *, dry_run: bool = False) -> TakenIn:
    """Bring what was filled in on sheets into a game: the one that goes with them, another one, or a new one.

    Args:
        sources: PDF files, one for each side.
        game: the game that is meant; else theirs, which is made where it is not here.
        dry_run: whether only to tell what that would come to.

    Raises:
        InputError: a file cannot be read, the files do not fit each other, or there is no such game.
        PlayError: what they say cannot be taken in.
    """
    sheets = [read_filled(source) for source in sources]
    session, new = _session(sources, sheets, game)
    begun = new and not any(each.game for each in sheets)
    kept = False
    try:
        taken = _taken_in(session, new, dict(enumerate(sheets)) if begun else _by_side(session, sheets), dry_run)
        kept = not dry_run
        return taken
    finally:
        if not kept:  # Nothing is left of a game that was only looked at, or could not be brought up to date.
            session.close()
            if new:
                remove_game(session.id)


def _session(sources: Sequence[str], sheets: Sequence[FilledSheets], game: str | None) -> tuple[GameSession, bool]:
    if len(sheets) > 2:
        raise InputError("a game has two sides: name the sheets of one, or of both")
    if game is not None:
        return open_game(game, strict=True), False
    kept = [each.game for each in sheets if each.game is not None]
    if not kept:
        return new_game(sources[0], sources[1] if len(sources) > 1 else None, strict=True), True
    if len({each.id for each in kept}) > 1 or len(kept) < len(sheets):
        raise InputError("these are sheets of two games: name one of them with --game")
    longest = max(kept, key=lambda each: len(each.log))
    return restored(longest, sheets[0].name)


def restored(copy: GameCopy, name: str) -> tuple[GameSession, bool]:
    """Open the game that goes with sheets, and return whether it was made of them.

    Raises:
        InputError: it is damaged, or cannot be stored.
    """
    entries = [LogEntry(each.seq, each.kind, each.version, each.at, each.by, bytes(each.body)) for each in copy.log]
    return restore_game(copy.id, copy.head, entries, name)


def _by_side(session: GameSession, sheets: Sequence[FilledSheets]) -> dict[int, FilledSheets]:
    """Return sheets by the side that they are of: as they say, else by whose units they have."""
    found: dict[int, FilledSheets] = {}
    for each in sheets:
        side = each.game.side if each.game is not None and each.game.id == session.id else _side_with(session, each)
        if side in found:
            raise InputError(f"{found[side].name} and {each.name} are both sheets of {session.head.sides[side].name}")
        found[side] = each
    return found


def _side_with(session: GameSession, sheets: FilledSheets) -> int:
    shared = Counter[int]()
    for side in (0, 1):
        if session.head.sides[side].army is not None:
            ids = {field.id for field in sheet_fields(session.sheets(side).cards)}
            shared[side] = sum(id.removesuffix(BRANCH_VALUE) in ids for id in sheets.fields)
    side, most = max(shared.items(), key=lambda each: each[1], default=(0, 0))
    if not most:
        raise _refused(f"these are sheets of neither side of “{session.name}”", sheets.name)
    return side


def _taken_in(session: GameSession, new: bool, sheets: Mapping[int, FilledSheets], dry_run: bool) -> TakenIn:
    play, history = session.history
    earlier = [game for _, game in history]
    before = after = earlier[-1]
    if play.filled is None or play.sheets is None:
        raise PlayError("this game takes in nothing from sheets")
    changes = [each for side, filled in sheets.items() for each in changes_from(play, before, side, filled.said)]
    for change in changes:
        after = change.apply(after)
    found, left = list[Difference](), list[Difference]()
    for side, filled in sheets.items():
        found += differences(play, before, side, filled.said, earlier)
        left += differences(play, after, side, filled.said, earlier)
    if changes and not dry_run:
        names = " and ".join(each.name for each in sheets.values())
        steps = tuple(f"{each.words}: {each.game} → {each.sheet}" for each in found)
        session.commit(FILL, Ruling(f"taken in from the sheets {names}", tuple(changes), steps, side=min(sheets)))
    return TakenIn(session, new, tuple(found), tuple(left))


def changes_from(play: Play[Any], game: Any, side: int, said: Mapping[str, Value]) -> Iterator[Any]:
    """Yield the changes that bring a side to what was filled in on its sheets."""
    assert play.sheets is not None and play.filled is not None
    for card, now in _filled_cards(play, game, side, said):
        yield from play.filled(game, side, card, now)
    for page, now_page in _filled_page(play, game, side, said):
        yield from play.filled_page(game, side, page, now_page) if play.filled_page else ()
    bodies, owners = game.sides[side].bodies, game.sides[side].owners
    for id, text in said.items():
        of = id.removesuffix(NOTE)
        if not isinstance(text, str) or of == id or not text.strip():
            continue
        note = clean_name(text.strip())
        if of in bodies and note not in bodies[of].note:
            yield Noted(side=side, unit=of, text="; ".join(filter(None, (bodies[of].note, note))))
        elif of not in bodies and of in owners and note not in bodies[owners[of]].parts[of].note:
            yield Noted(side=side, vehicle=of, text="; ".join(filter(None, (bodies[owners[of]].parts[of].note, note))))


def _filled_cards(play: Play[Any], game: Any, side: int, said: Mapping[str, Value]) -> Iterator[tuple[Card, Card]]:
    """Yield the cards of a side, each as it stands and as it was filled in."""
    assert play.sheets is not None
    for card in play.sheets(game, side, False).cards:
        fields = {field.id: field.value for field in sheet_fields((card,))}
        if not fields.keys().isdisjoint(said):
            yield card, with_values(card, {**fields, **{id: said[id] for id in fields if id in said}})


def _filled_page(
    play: Play[Any], game: Any, side: int, said: Mapping[str, Value], earlier: Sequence[Any] = ()
) -> Iterator[tuple[RosterPage, RosterPage]]:
    """Yield the page of a side as it stands and as it was filled in, with the score that `earlier` states tell."""
    if play.sheets is not None:
        page = with_score(play.sheets(game, side, False).page, (*earlier, game), side)
        ids = {field.id for field in sheet_fields((page,))} & said.keys()
        if ids:
            yield page, with_values(page, {id: said[id] for id in ids})


def differences(
    play: Play[Any], game: Any, side: int, said: Mapping[str, Value], earlier: Sequence[Any] = ()
) -> Iterator[Difference]:
    """Yield what was filled in that is not so in a game; boxes of one row are alike, and only counted.

    `earlier` are the states that the game has come through, which tell what was scored in which turn.
    """
    told = set[str]()
    for card, now in (*_filled_cards(play, game, side, said), *_filled_page(play, game, side, said, earlier)):
        told |= {field.id for field in sheet_fields((card,))}
        before, after = (_rows(sheet_fields((each,))) for each in (card, now))
        for row, (words, filled) in after.items():
            if before[row][1] != filled:
                yield Difference(words, filled, before[row][1])
    for id, value in said.items():
        if id not in told and value and not id.endswith(NOTE):
            yield Difference(id, str(value) if isinstance(value, str) else "ticked", "has no such field")


def _rows(fields: Iterator[SheetField]) -> dict[str, tuple[str, str]]:
    """Return what is in fields by row, in words: of several boxes how many are ticked."""
    rows: dict[str, list[SheetField]] = {}
    for field in fields:
        if not field.id.endswith(NOTE):
            rows.setdefault(row_of(field.id), []).append(field)
    return {row: (_row_words(each), _row_value(each)) for row, each in rows.items()}


def _row_words(fields: Sequence[SheetField]) -> str:
    """Return what all words of a row begin with."""
    boxes = [field.words for field in fields if isinstance(field.value, bool)] or [fields[0].words]
    first, last = min(boxes), max(boxes)
    same = next((n for n, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    return first if first == last else re.sub(r"[^ ,:]*$", "", first[:same]).removesuffix("model ").rstrip(" ,:")


def _row_value(fields: Sequence[SheetField]) -> str:
    boxes = [field.value for field in fields if isinstance(field.value, bool)]
    written = [field.value for field in fields if isinstance(field.value, str) and field.value]
    if len(boxes) == 1 and not written:
        return "ticked" if boxes[0] else "not ticked"
    return ", ".join(([f"{sum(boxes)} of {len(boxes)}"] if boxes else []) + written) or "nothing"
