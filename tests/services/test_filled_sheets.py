"""What is filled in on sheets comes back into the game: nothing is lost, and what cannot be taken in is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.cli.main import run as muster
from builder.errors import InputError
from builder.record import replace
from builder.services.army.locator import open_army
from builder.services.games.filled_sheets import changes_from, differences, read_filled, row_of, take_in
from builder.services.games.games import list_games, new_game, open_game
from builder.services.games.sheets import print_game
from builder.sheets.options import SheetOptions
from builder.systems.blocks.basics import Value
from builder.systems.blocks.fields import sheet_fields
from builder.systems.generic.play import PLAY as GENERIC
from builder.systems.generic.reading import read as read_generic
from builder.systems.play.events import Player
from builder.systems.play.protocol import Play
from builder.systems.registry import playing
from tests.systems.generic.making import ferrymen, roster
from tests.systems.play.random_player import play_at_random

FEW = settings(max_examples=max(2, settings().max_examples // 25))
"""Sheets are made and read several times in each example."""
ANY_GAME = "any game"
"""Stands for a made-up army, of a game that no system of ours knows."""
SYSTEMS = (
    *("space-marines-500", "lethal-levy-500", "lethal-marines-1000", "epic-imperial-guard-3000", "plain-orks-500"),
    ANY_GAME,
)
UNTOLD = (".cover", ".grouped", ".turn.", ".overwatch", ".marched", ".structure.", ".destroyed", ".reserve", ".aboard")
"""Boxes that no state of a game has, or that it has more words for than a tick."""


@cache
def begun(army: str) -> tuple[Play[Any], Any]:
    if army == ANY_GAME:
        play: Play[Any] = GENERIC
        reading: Any = read_generic(roster(ferrymen(), replace(ferrymen(), id="u2")))
    else:
        opened = open_army(army)
        play, reading = playing(opened.system), opened.reading
    return play, play.begin(play.start([Player("Mia", reading), Player("Ben", reading)]))


def values(play: Play[Any], game: Any) -> dict[str, Value]:
    assert play.sheets is not None
    sheets = play.sheets(game, 0, False)
    fields = sheet_fields((*sheets.cards, *((sheets.page,) if play.filled_page else ())))
    return {field.id: field.value for field in fields if not field.id.endswith(".note")}


def changed_rows(before: dict[str, Value], after: dict[str, Value]) -> dict[str, Value]:
    rows = {row_of(id) for id, value in after.items() if before.get(id) != value}
    return {id: value for id, value in after.items() if row_of(id) in rows}


def taken_in(play: Play[Any], game: Any, said: dict[str, Value]) -> Any:
    for change in changes_from(play, game, 0, said):
        game = change.apply(game)
    return game


@pytest.mark.parametrize("army", SYSTEMS)
@FEW
@given(seed=st.integers(0, 2**32))
def test_a_game_is_told_by_its_sheets(army: str, seed: int) -> None:
    """What the sheets of any state say makes of the beginning a state whose sheets say the same, or it is told."""
    play, game = begun(army)
    first = values(play, game)
    for turn in play_at_random(play, game, seed, 12):
        game = play.evolve(turn.before, turn.event)
    said = changed_rows(first, values(play, game))
    start = begun(army)[1]
    after = taken_in(play, start, said)
    left = [*differences(play, after, 0, said)]
    lost = {id for id, value in values(play, after).items() if id in said and not same(id, value, said, play, after)}
    assert all(any(word in id for word in UNTOLD) for id in lost), lost
    assert bool(lost) <= bool(left)
    assert not [*differences(play, game, 0, said)] and not [*changes_from(play, game, 0, said)]


def same(id: str, value: Value, said: dict[str, Value], play: Play[Any], game: Any) -> bool:
    """Whether a field is as it was said: of the boxes of a row so many."""
    if isinstance(value, str):
        return value == said[id]
    now = values(play, game)
    row = [each for each in now if row_of(each) == row_of(id) and isinstance(now[each], bool)]
    return sum(now[each] is True for each in row) == sum(said.get(each) is True for each in row)


@pytest.mark.parametrize("army", SYSTEMS)
@FEW
@given(seed=st.integers(0, 2**32))
def test_whatever_is_ticked_is_taken_in_or_told(army: str, seed: int) -> None:
    play, game = begun(army)
    random, before = Random(seed), values(play, game)
    ticked = {
        id: (random.random() < 0.3) if isinstance(value, bool) else random.choice(("", "7", "45", "many"))
        for id, value in before.items()
    }
    said = changed_rows(before, ticked)
    after = taken_in(play, game, said)
    told = {each.words for each in differences(play, after, 0, said)}
    found = {each.words for each in differences(play, game, 0, said)}
    assert told <= found
    again = taken_in(play, after, said)
    assert {each.words for each in differences(play, again, 0, said)} <= told


def test_strategy_rolls_of_a_page_come_into_the_game() -> None:
    """Both totals make a roll of a turn, a tie with the tick of who won; one total alone, or a wrong tick, is told."""
    play, game = begun("epic-imperial-guard-3000")
    said: dict[str, Value] = {
        "strategy.1.own": "5",
        "strategy.1.other": "5",
        "strategy.1.won": True,
        "strategy.2.own": "4",
        "strategy.2.other": "6",
        "strategy.3.own": "7",
    }
    after = taken_in(play, game, said)
    assert [(roll.turn, roll.totals, roll.won) for roll in after.extra.rolls] == [(1, (5, 5), 0), (2, (4, 6), 1)]
    assert after.clock == game.clock
    assert [each.words for each in differences(play, after, 0, said)] == [words_of(play, game, "strategy.3.own")]
    mended = taken_in(play, after, {"strategy.2.own": "8", "strategy.2.other": "6", "strategy.2.won": True})
    assert [roll.won for roll in mended.extra.rolls] == [0, 0]


def test_tokens_and_arrivals_of_a_page_come_into_the_game() -> None:
    """Tokens are struck off what the opponent holds; a tick in a turn brings a unit out of reserve, none undoes it."""
    opened = open_army("space-marines-1000")
    play: Play[Any] = playing(opened.system)
    game: Any = play.begin(play.start([Player("Mia", opened.reading), Player("Ben", opened.reading)]))
    first = values(play, game)
    said: dict[str, Value] = {id: id[-1] in "135" for id in first if id.startswith("tokens.gets_hot.")}
    said |= {"a2j9.t3.arrived": True}
    after = taken_in(play, game, said)
    assert (after.sides[1].stock["gets_hot"].left, after.sides[0].stock["gets_hot"].left) == (2, 5)
    assert after.sides[0].bodies["a2j9"].arrived == 3 and "reserve" not in after.sides[0].bodies["a2j9"].flags
    assert not [*differences(play, after, 0, said)]
    shown = values(play, after)
    assert shown.keys() == first.keys()
    assert [shown[f"tokens.gets_hot.{n}"] for n in range(1, 6)] == [True, True, True, False, False]
    assert shown["a2j9.t3.arrived"] is True and shown["d2p7.t1.arrived"] is False
    assert taken_in(play, after, {"a2j9.t3.arrived": False}).sides[0].bodies["a2j9"].arrived is None


def test_the_score_of_a_page_is_held_against_that_of_the_game() -> None:
    """Victory points come from no sheet, but what the page had printed is told, and in which turn."""
    play, game = begun("plain-orks-500")
    turn = replace(game.clock, turn=1)
    scored = replace(game, sides=(replace(game.sides[0], points=3), game.sides[1]), clock=turn)
    said: dict[str, Value] = {"score.1.points.own": "4", "score.2.points.own": ""}
    (told,) = differences(play, scored, 0, said, [game])
    assert (told.sheet, told.game) == ("4", "3") and told.words.endswith(", Victory points, mine, turn 1")
    assert told.words.count("mine") == 1


def words_of(play: Play[Any], game: Any, id: str) -> str:
    assert play.sheets is not None
    return next(field.words for field in sheet_fields((play.sheets(game, 0, False).page,)) if field.id == id)


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path / "games"))
    return tmp_path


def ticked(path: Path, *ids: str) -> str:
    """A copy of a PDF in which boxes are ticked, as viewers save it."""
    saved = path.with_name(f"filled-{path.name}")
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            for widget in page.obj.get("/Annots", ()):
                if name(widget) in ids:
                    widget.V = widget.AS = pikepdf.Name.Yes
        pdf.save(saved)
    return str(saved)


def name(widget: Any) -> str:
    parts = []
    while widget is not None:
        parts += [str(widget.T)] if "/T" in widget else []  # One of several places of a field has no name of its own.
        widget = widget.get("/Parent")
    return ".".join(reversed(parts))


def printed(games: Path, game: str, player: str, file: str) -> Path:
    path = games / file
    with open_game(game) as session:
        path.write_bytes(print_game(session, player, SheetOptions(fillable=True)).data)
    return path


def op(game: str, side: int) -> int:
    with open_game(game) as session:
        body: Any = next(iter(session.history[1][-1][1].sides[side].bodies.values()))
        return int(body.op)


@pytest.mark.long
def test_sheets_of_a_game_bring_it_up_to_date_by_one_act_that_is_undone(games: Path) -> None:
    with new_game("space-marines-500", "orks-500", "Third") as session:
        unit = next(iter(session.history[1][-1][1].sides[0].bodies))
    mine = ticked(printed(games, "Third", "1", "mine.pdf"), f"{unit}.op.37", f"{unit}.1.h1")
    with take_in([mine], dry_run=True).session as session:
        assert session.seq == 1
    taken = take_in([mine])
    assert not taken.new and not taken.left and len(taken.differences) == 2
    with taken.session as session:
        assert session.seq == 2 and session.log[-1].steps
    assert op("Third", 0) == 37
    with take_in([mine]).session as session:
        assert session.seq == 2
    with open_game("Third") as session:
        session.undo()
    assert op("Third", 0) == 0


@pytest.mark.long
def test_sheets_of_a_game_have_its_tokens_and_reserve_without_asking(games: Path) -> None:
    """What is filled in as a game goes comes back from the sheets that are printed without a choice."""
    with new_game("space-marines-1000", "orks-500", "Drop") as session:
        first = values(*(session.history[0], session.history[1][-1][1]))
    wanted = ("tokens.gets_hot.1", "a2j9.t3.arrived")
    assert {*wanted} <= first.keys()
    taken = take_in([ticked(printed(games, "Drop", "1", "mine.pdf"), *wanted)])
    with taken.session as session:
        now = values(*(session.history[0], session.history[1][-1][1]))
    assert not taken.left and all(now[id] is True for id in wanted)


@pytest.mark.long
def test_sheets_of_two_players_make_one_game(games: Path) -> None:
    files = []
    for army, unit in (("space-marines-500", "f2c8"), ("orks-500", "w3d4")):
        path = games / f"{army}.pdf"
        assert muster(["export", army, "--fillable", "-o", str(path), "--sheets", "units"]) == 0
        files.append(ticked(path, f"{unit}.op.12"))
    taken = take_in(files)
    with taken.session as session:
        assert taken.new and session.seq == 2
        assert [side.army is not None for side in session.head.sides] == [True, True]
        assert op(session.id, 0) == op(session.id, 1) == 12


@pytest.mark.long
def test_nothing_is_left_of_a_game_that_was_only_looked_at(games: Path) -> None:
    path = games / "army.pdf"
    assert muster(["export", "plain-orks-500", "--fillable", "-o", str(path), "--sheets", "units"]) == 0
    assert take_in([str(path), str(path)], dry_run=True).new and not list_games()
    with pytest.raises(InputError, match="two sides"):
        take_in([str(path)] * 3)
    with take_in([str(path), str(path)]).session as session:
        assert [game.id for game in list_games()] == [session.id]


@pytest.mark.long
def test_a_game_that_is_not_here_comes_with_its_sheets(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with new_game("plain-orks-500", "plain-space-marines-500", "Away") as session:
        id = session.id
    path = printed(games, "Away", "2", "away.pdf")
    monkeypatch.setenv("MUSTER_GAMES", str(games / "elsewhere"))
    taken = take_in([str(path)])
    with taken.session as session:
        assert taken.new and session.id == id and session.name == "Away" and not taken.differences
    assert open_army(str(path)).name == "Fifth Company breakers"


def flattened(pdf: Any) -> None:
    """What is left of a form that was printed into a PDF instead of saved."""
    del pdf.Root["/AcroForm"]
    for page in pdf.pages:
        if "/Annots" in page.obj:
            del page.obj["/Annots"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (flattened, "no fields"),
        (lambda pdf: pdf.Root.__delitem__("/Names"), "(?i)neither an army nor a game"),
        (lambda pdf: pdf.Root.Names.EmbeddedFiles.Names[3].EF.F.write(b'{"format": "muster-game-sheets"}'), "damaged"),
        (lambda pdf: pdf.Root.Names.EmbeddedFiles.Names[3].EF.F.write(b"[" * 10_000), "damaged"),
    ],
)
def test_sheets_that_cannot_be_used_are_one_message(games: Path, wrong: Callable[[Any], None], said: str) -> None:
    with new_game("plain-orks-500", "plain-space-marines-500", "Bad") as session:
        assert session.stored
    path = printed(games, "Bad", "1", "bad.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        wrong(pdf)
        pdf.save(path)
    with pytest.raises(InputError, match=said):
        read_filled(str(path))
