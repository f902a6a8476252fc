"""Games as programs have them open: all that is done is stored, and what others do comes in."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Self

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.errors import EditError, ExportError, InputError, MusterError, PlayError
from builder.resources import games_file
from builder.services.games.games import list_games, new_game, open_game, remove_game
from builder.services.games.proposals import OpenAct
from builder.services.games.reports import read_acts
from builder.services.games.session import GameSession, OpenQuestionsError, Request
from builder.systems.registry import load_system
from builder.tui.widgets.game_table import letters
from tests.services.volleys import other, own_games, session, volley, volleys

__all__ = ["other", "own_games", "session", "volleys"]
pytestmark = pytest.mark.usefixtures("own_games", "volleys")


def test_a_game_begins_with_its_armies_and_the_data_they_were_built_with() -> None:
    with new_game("space-marines-500", "orks-500") as begun, open_game(begun.name) as session:
        assert session.id == begun.id and 4 <= len(session.id) <= 6
        assert session.system.id == "diceless" and session.seq == 1
        assert [line.kind for line in session.log] == ["start"]
        for side, data in zip(session.head.sides, ("diceless/space-marines", "diceless/orks"), strict=True):
            assert side.army and side.army.data and side.army.data.id == data
            assert side.army.data.revision >= 1 and len(side.army.data.digest) == 64
        assert [side.name for side in session.view.sides] == [side.name for side in session.head.sides]


def test_the_opponent_may_be_only_a_name(session: GameSession) -> None:
    assert session.head.sides[1].name == "Bert" and session.head.sides[1].army is None
    with new_game("orks-500") as nobody:
        assert nobody.head.sides[1].name == "the opponent"


def test_sheets_of_a_game_name_the_opponent_and_the_mission(session: GameSession) -> None:
    session.act("agree", {"mission": "Hold the ridge"})
    page = session.sheets(0).page
    assert (page.opponent, page.mission) == ("Bert", "Hold the ridge")
    with new_game("orks-500") as nobody:
        page = nobody.sheets(0).page
        assert (page.opponent, page.mission) == ("", "")


@pytest.mark.parametrize(
    ("army", "against", "words"),
    [
        ("nobody-500", "orks-500", "no army of that name"),
        ("orks-500", "nobody.yaml", "there is no such file"),
        ("orks-500", "lethal-orks-1000", "Diceless 40K cannot play against one of Lethal 40K"),
    ],
)
def test_a_game_that_cannot_be_is_refused_and_not_kept(army: str, against: str | None, words: str) -> None:
    with pytest.raises(InputError, match=words):
        new_game(army, against)
    assert list_games() == ()


def test_a_game_of_a_system_without_a_tracker_is_refused_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(load_system("epic")), "play", lambda self: None)
    with pytest.raises(InputError, match="games of Epic cannot be tracked yet"):
        new_game("epic-orks-3000", None)
    assert list_games() == ()


def test_games_are_found_by_id_and_by_name_in_any_case(session: GameSession) -> None:
    for name in (session.id, session.id.upper(), "Third", "tHIRD"):
        with open_game(name) as found:
            assert found.id == session.id
    with pytest.raises(InputError, match="did you mean 'Third'"):
        open_game("Thirt")


def test_names_are_given_once() -> None:
    names = []
    for _ in range(3):
        with new_game("orks-500", "Bert") as session:
            names.append(session.name)
    assert names[1:] == [f"{names[0]} (2)", f"{names[0]} (3)"]
    with pytest.raises(InputError, match="choose another name"):
        new_game("orks-500", name=names[0].upper())


def test_the_list_has_the_game_played_last_first(session: GameSession) -> None:
    new_game("orks-500", name="Fourth").close()
    volley(session)
    listed = list_games()
    assert [(game.name, game.seq) for game in listed] == [("Third", 2), ("Fourth", 1)]
    assert listed[0].begun and listed[0].changed and listed[0].begun < listed[0].changed


def test_of_games_played_within_a_millisecond_the_last_is_first(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock(datetime):
        ticks = 0

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            Clock.ticks += 1
            return cls(2026, 1, 2, 3, 4, 5, 678_000 + Clock.ticks, tz)

    monkeypatch.setattr("builder.services.games.keeper.datetime", Clock)
    names = [f"Number {number}" for number in range(5)]
    for name in names:
        new_game("orks-500", name=name).close()
    assert [game.name for game in list_games()] == names[::-1]


def test_the_list_says_how_far_games_are(session: GameSession) -> None:
    def where() -> str:
        return list_games()[0].where

    assert where() == ""
    session.act("next", {})
    session.act("turn", {})
    assert where() == "Turn 1"
    session.act("turn", {})
    volley(session)
    assert where() == "Turn 2"
    session.undo()
    session.undo()
    assert where() == "Turn 1"
    session.redo()
    assert where() == "Turn 2"
    session.act("end", {})
    assert where() == "Game over"
    session.jump(1)
    assert where() == ""


def test_a_removed_game_is_gone_and_nothing_more_is_done_in_it(session: GameSession) -> None:
    assert remove_game("third").id == session.id
    assert list_games() == ()
    with pytest.raises(InputError, match="removed by another program"):
        volley(session)
    with pytest.raises(InputError, match="no game is called"):
        remove_game("third")


def test_a_field_of_thousands_of_letters_is_abridged_where_it_is_refused() -> None:
    with pytest.raises(InputError, match="is a text, a number, true or false") as caught:
        read_acts(json.dumps({"verb": "volley", "9" * 9_000: {}}), "the acts")
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("error", [EditError, ExportError, InputError, PlayError])
def test_no_error_quotes_more_than_can_be_read(error: Callable[[str], MusterError]) -> None:
    message = str(error(f"{'x' * 9_000} is no unit: name one of this army"))
    assert len(message) < 2_010 and message.endswith("name one of this army")


def test_an_act_is_stored_before_it_is_told_and_others_see_it(session: GameSession, other: GameSession) -> None:
    line = session.act("volley", {"damage": "3", "first": "boyz", "lost": ["nob=3", "boyz=0"], "hull-down": "yes"})
    assert (line.seq, line.by, line.kind, line.steps) == (2, "anna", "volley", ("3 DMG",))
    assert "'lost': ('nob=3', 'boyz=0'), 'half': True" in line.text
    assert other.refresh() and not other.refresh()
    assert other.log == session.log and other.view == session.view


def test_who_comes_second_decides_anew_with_what_the_first_did(session: GameSession, other: GameSession) -> None:
    volley(session)
    line = other.act("volley", {"damage": "4"})
    assert line.seq == 3 and line.text.endswith("after 1 notes")
    assert [(each.seq, each.by) for each in other.log] == [(1, "anna"), (2, "anna"), (3, "bert")]


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.tuples(st.booleans(), st.sampled_from(["act", "act", "undo", "redo", "refresh"])), max_size=12))
def test_whatever_two_programs_do_both_come_to_what_is_stored(
    session: GameSession, other: GameSession, moves: list[tuple[bool, str]]
) -> None:
    for whose, move in moves:
        one = session if whose else other
        try:
            volley(one) if move == "act" else getattr(one, move)()
        except PlayError as error:
            assert "there is nothing to" in str(error)
    session.refresh()
    other.refresh()
    with open_game(session.id) as stored:
        assert session.log == other.log == stored.log and session.view == other.view == stored.view


def test_undo_takes_back_the_last_act_whoever_did_it_and_says_whose(session: GameSession, other: GameSession) -> None:
    volley(session)
    line = other.undo()
    assert line.about == 2 and line.by == "bert" and line.text.startswith("Undone (anna): 2 DMG")
    assert session.refresh() and session.log[1].undone
    assert session.redo().text.startswith("Done again: 2 DMG")


def test_a_jump_is_undone_and_redone_acts(session: GameSession) -> None:
    for damage in (2, 4, 6):
        volley(session, damage)
    before = session.view
    assert [line.about for line in session.jump(2)] == [4, 3]
    assert [line.seq for line in session.log if line.undone] == [3, 4]
    assert [line.about for line in session.jump(4)] == [3, 4]
    assert session.view == before and session.jump(4) == ()


def test_a_preview_changes_nothing(session: GameSession) -> None:
    decision = session.preview("volley", {"damage": "3"})
    assert decision.event.text.startswith("3 DMG, nob first") and decision.questions[0].parameter == "first"
    assert session.seq == 1


def test_an_act_is_not_done_while_a_question_is_open(session: GameSession) -> None:
    with pytest.raises(OpenQuestionsError, match="who takes the point left over") as told:
        volley(session, 3)
    assert [choice.value for choice in told.value.decision.questions[0].choices] == ["nob", "boyz"]
    assert session.seq == 1


def test_all_mistakes_in_what_is_given_are_told_with_their_parameters(session: GameSession) -> None:
    with pytest.raises(InputError) as told:
        session.act("volley", {"first": ["a", "b"], "hull-down": "perhaps", "colour": "red"})
    assert [str(finding) for finding in told.value.findings] == [
        "volley: --colour: there is no such parameter; there are: damage, first, lost, hull-down",
        "volley: --damage: this is missing: DMG of the volley",
        "volley: --first: this is wanted only once",
        "volley: --hull-down: write yes or no",
    ]


def test_several_acts_are_done_all_or_none(session: GameSession, other: GameSession) -> None:
    acts = [Request("volley", {"damage": "2"}), Request("volley", {"damage": "2000"})]
    with pytest.raises(PlayError, match="act 2 of 2, volley: nobody shoots like that"):
        session.act_all(acts)
    assert session.seq == 1 and not other.refresh()
    lines = session.act_all([acts[0], acts[0]])
    assert [line.text[-7:] for line in lines] == ["0 notes", "1 notes"]
    assert other.refresh() and other.seq == 3


def test_a_session_can_be_used_by_several_threads(session: GameSession, other: GameSession) -> None:
    def play(one: GameSession) -> None:
        for _ in range(10):
            volley(one)
            one.refresh()

    threads = [threading.Thread(target=play, args=(one,)) for one in (session, session, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    session.refresh()
    other.refresh()
    assert session.seq == 31 and session.log == other.log


@pytest.mark.parametrize(
    ("seq", "column", "value", "words"),
    [
        (2, "body", b"{", "is damaged: entry 2"),
        (2, "version", 99, "is damaged: entry 2"),
        (0, "body", b"{}", "is damaged: its head"),
        (0, "version", 99, "is damaged: its head"),
        (1, "body", b'{"kind": "start", "text": ""}', "is damaged: entry 1"),
        (2, "seq", 9, "is damaged: entry 2 is missing"),
        (3, "seq", 9, "is damaged: entry 3 is missing"),
        (0, "seq", 4, "is damaged: .*head"),
        (3, "at", "../../../etc/passwd", "is damaged: entry 3"),
    ],
)
def test_a_damaged_game_is_one_message_and_the_others_can_be_played(
    session: GameSession, seq: int, column: str, value: object, words: str
) -> None:
    volley(session)
    volley(session)
    session.close()
    connection = sqlite3.connect(games_file())
    connection.execute(f"UPDATE entries SET {column} = ? WHERE seq = ?", (value, seq))
    connection.commit()
    connection.close()
    with new_game("orks-500", name="Fourth") as fourth:
        volley(fourth)
    with pytest.raises(InputError, match=words):
        open_game(session.id)
    assert {game.id for game in list_games()} == {session.id, fourth.id}
    open_game("Fourth").close()


def test_a_word_of_thousands_of_signs_that_is_no_act_is_told_in_short(session: GameSession) -> None:
    with pytest.raises(InputError) as caught:
        session.preview_all([Request("9" * 5_000, {})])
    assert len(str(caught.value)) < 1_500


def test_answers_that_are_given_one_after_another_are_called_by_their_names_in_the_form() -> None:
    with new_game("space-marines-1000") as session:
        act = OpenAct(session.spec("terrain"), {"unit": "Scout Squad", "models": "2"}, {})
        for _ in range(2):
            act.take(act.propose(session))
            (groups,) = (row for row in act.rows if row.name == "group")
            assert groups.missing
            act.give("group", groups.choices[0].value)
            act.take(act.propose(session))
            (groups,) = (row for row in act.rows if row.name == "group")
            assert groups.chosen.startswith("Scout Sergeant ×1") and "s7w2" not in groups.chosen, groups
            if not groups.missing:
                break
        assert "Sniper rifle" in groups.chosen


@pytest.mark.long
def test_a_figure_that_is_too_high_is_told_of_the_mode_that_was_chosen() -> None:
    """Gets Hot! tokens (D-31) are more than there are bearers, though the mode that stands first takes none at all."""
    with new_game("space-marines-1000", "orks-1000") as session:
        session.act("next", {})
        session.act("next", {})
        rows = {row.name: row for side in session.view.sides for table in side.tables for row in table.rows}
        given = {"attacker": rows["Squad Meridius"].ref, "target": rows["Gretchin"].ref}
        act = OpenAct(session.spec("shoot"), given, {})
        for name, value in (("weapon", "special issue boltgun"), ("mode", "vengeance round"), ("gets-hot", "21")):
            act.take(act.propose(session))
            act.give(name, value)
        act.take(act.propose(session))
        assert "5 at most" in act.proposal.against and act.given["mode"] == "vengeance round"
        for name, value in (("gets-hot", "2"), ("borne-by", "v5g8.2"), ("borne-by", "v5g8.2,v5g8.1")):
            act.give(name, value)
            act.take(act.propose(session))
            (bearers,) = (row for row in act.rows if row.name == "borne-by")
            assert act.given["mode"] == "vengeance round" and "v5g8" not in bearers.chosen, "no id is shown"
        assert "Veteran" in bearers.chosen and "Sergeant" in bearers.chosen


def test_vehicles_of_a_squadron_are_due_with_their_letters_and_all_of_it_has_that_of_the_first() -> None:
    with new_game("orks-1000") as session:
        session.act("next", {})
        session.act("next", {})
        first, second = (each.ref for each in session.view.due if each.text.startswith("Killa Kan"))
        by_letter = letters(session.view.sides[0])
        assert (first, second) == ("k4k2.v1", "k4k2.v2") and by_letter[first] != by_letter[second]
        assert by_letter["k4k2"] == by_letter[first]


def test_a_key_on_a_unit_that_cannot_act_tells_why_before_anything_else_is_asked() -> None:
    """A squad in its Rhino does not fight, a Rhino strikes nobody; a phase can be set aside."""
    with new_game("space-marines-1000", "orks-1000") as session:
        for _ in range(3):
            session.act("next", {})
        said = {"Tactical Squad Oriel": "aboard Rhino 1", "Rhino 1": "no walker, it strikes nobody"}
        rows = {row.name: row for table in session.view.sides[0].tables for row in table.rows}
        for name, words in said.items():
            act = OpenAct(session.spec("combat"), {}, rows[name].offers, {"unit": name, "enemy": name})
            proposal = act.propose(session)
            assert act.given == {"unit": rows[name].offers["unit"][0]}
            assert words in proposal.against and proposal.barred and not proposal.lifted
        whirlwind = rows["Whirlwind"]
        embark = OpenAct(session.spec("embark"), {}, whirlwind.offers, {"unit": "Whirlwind"})
        assert "Whirlwind rides in nothing" in embark.propose(session).against
        session.undo()
        session.undo()
        fire = OpenAct(session.spec("fire"), {}, {"attacker": (rows["Scout Squad"].ref,)}, {"attacker": "Scout Squad"})
        proposal = fire.propose(session)
        assert "units fire in the shooting phase" in proposal.against and proposal.barred and proposal.lifted
        assert "agreement" not in proposal.against, "the form tells by which key"
        fire.give("anyway", "yes")
        assert fire.propose(session).against == "Still to be given: target."


def test_a_refusal_that_names_a_row_shows_it_though_it_is_seldom_wanted() -> None:
    scouts = {"attacker": "Scout Squad", "target": "Big mob"}
    with new_game("space-marines-1000", "orks-1000") as session:
        session.act("next", {})
        session.act("next", {})
        session.act("shoot", {**scouts, "weapon": "boltgun", "distance": "20", "first": "largest"})
        for target, is_shown in (("Big mob", False), ("Gretchin", True)):
            act = OpenAct(session.spec("fire"), {**scouts, "target": target}, {})
            act.take(act.propose(session))
            assert ("split where" in act.proposal.against, "split" in {row.name for row in act.rows}) == (is_shown,) * 2


def test_more_answers_than_are_asked_for_are_refused() -> None:
    given = {"attacker": "Scout Squad", "target": "Big mob", "distance": "12"}
    with new_game("space-marines-1000", "orks-1000") as session:
        ways, _ = session.choices("fire", "ways", given)
        assert ways is not None and all("Missile launcher" in each.text for each in ways), "a boltgun has one way"
        given["ways"] = next(each.value for each in ways if "frag" in each.value)
        assert session.preview("fire", {**given, "hits": "3"}).event.text
        with pytest.raises(PlayError, match="hits: 1 answer is asked for, not 3"):
            session.preview("fire", {**given, "hits": "3,2,1"})
