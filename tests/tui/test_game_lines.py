"""Bars, boxes and lines of a game: what they say never depends on colour, and always fits its place."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from builder.record import replace
from builder.services.games.games import ListedGame, new_game
from builder.services.games.keeper import GameHead, SideHead
from builder.systems.diceless.play.report import (
    BoxReport,
    GroupReport,
    LineReport,
    UnitReport,
    VehicleReport,
)
from builder.systems.diceless.play.rows import (
    HP_A_CELL,
    MOST_OP,
    UNIT_COLUMNS,
    UNIT_NAME,
    VEHICLE_COLUMNS,
    VEHICLE_NAME,
    unit_row,
    vehicle_row,
)
from builder.systems.play.view import Reminder, SideView, Table, Track, View
from builder.tracker import LogLine, PlayerClocks
from builder.tui.screens.games import game_header, game_line
from builder.tui.widgets.game_detail import detail
from builder.tui.widgets.game_due import due_lines
from builder.tui.widgets.game_lines import (
    bar,
    head_line,
    limit_bar,
    lit,
    mind,
    models,
    totals,
)
from builder.tui.widgets.game_log import Undone, folded_lines, log_length, log_sums, standing_lines
from builder.tui.widgets.game_table import header, layout, legend, row_line
from builder.tui.widgets.lines import Line, strip_of, width_of
from builder.tui.widgets.shortening import results, shortened

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SQUAD = UnitReport(
    ref="anc",
    name="Tactical Squad Ancora",
    models=9,
    models_full=10,
    hp=293,
    hp_full=400,
    groups=(
        GroupReport(id="anc.1", name="Sergeant", models=1, models_full=1, hp_each=40, hp=29, hp_full=40),
        GroupReport(id="anc.2", name="Boltgun", models=6, models_full=7, hp_each=40, hp=206, hp_full=280),
    ),
    op=75,
    ld=9,
    fails_above=167,
    fails_above_reroll=194,
    tests_left=3,
    marks=("falling back", "in Rhino 1"),
    last="20 shootas: 320 DMG, 32 a model at 3+: 107 HP lost",
)
ROW = ("Crew Shaken", "Crew Shaken", "Crew Stunned", "Weapon Destroyed", "Immobilised")
THRESHOLDS = {"A": ("36G",), "B": ("18G", "36P")}
RHINO = VehicleReport(
    ref="rho",
    name="Rhino 1",
    unit="rho",
    armour=(11, 11, 10),
    lines=tuple(
        LineReport(letter, 36 if letter == "A" else 0, tuple(BoxReport(text, letter == "A") for text in texts))
        for letter, texts in THRESHOLDS.items()
    ),
    glancing=tuple(BoxReport(text, not place) for place, text in enumerate((*ROW, "Wrecked"))),
    penetrating=tuple(BoxReport(text, False) for text in (*ROW[1:], "Wrecked", "Explodes!")),
    weapons=(BoxReport("storm bolter", True),),
    speed="cruising",
    next_glancing="Crew Stunned",
    next_penetrating="Crew Shaken",
)


UNITS = Table(id="units", title="Units", name=UNIT_NAME, columns=UNIT_COLUMNS, rows=())
VEHICLES = Table(id="vehicles", title="Vehicles", name=VEHICLE_NAME, columns=VEHICLE_COLUMNS, rows=())


def unit_line(unit: UnitReport, width: int) -> Line:
    return row_line(layout(UNITS, width), unit_row(unit))


def vehicle_line(vehicle: VehicleReport, width: int) -> Line:
    return row_line(layout(VEHICLES, width), vehicle_row(vehicle))


def unit_detail(unit: UnitReport, width: int, height: int) -> Iterator[Line]:
    return detail(unit_row(unit), width, height)


def vehicle_detail(vehicle: VehicleReport, width: int, height: int) -> Iterator[Line]:
    return detail(vehicle_row(vehicle), width, height)


def order_points(op: int, above: int | None) -> Track:
    return Track(draw="limit", value=op, full=MOST_OP, limit=-1 if above is None else above)


def models_of(left: int, full: int, each: int, hp: int) -> Track:
    return Track(draw="models", value=hp, full=full * each, each=each, cell=HP_A_CELL, left=left)


def text(line: Line) -> str:
    return "".join(part for part, _ in (*line.left, *line.right))


@given(st.integers(0, 400), st.integers(1, 400), st.integers(2, 20))
def test_a_bar_of_hp_is_full_or_empty_only_where_it_is_so(hp: int, full: int, cells: int) -> None:
    drawn, _ = bar(min(hp, full), full, cells)
    assert len(drawn) == cells
    assert (drawn == "▆" * cells) == (hp >= full)
    assert (drawn == "▁" * cells) == (hp == 0)


@given(st.integers(0, 400), st.none() | st.integers(1, 199), st.sampled_from([16, 40]))
def test_order_points_reach_beyond_the_edge_only_where_tests_fail(op: int, above: int | None, cells: int) -> None:
    drawn = "".join(part for part, _ in limit_bar(order_points(op, above), cells))
    assert len(drawn) == cells + 1 and set(drawn[:-1]) <= {"■", "·"}
    assert drawn[-1] == ("×" if above is None or op > above else "│"), "the limit has one column for all rows"
    assert ("■" in drawn) == (op > 0 or above is None)


@pytest.mark.parametrize(
    ("op", "above", "shown"),
    [(50, 183, "■■■■■···········│"), (75, 167, "■■■■■■■■········│"), (168, 167, "■■■■■■■■■■■■■■■■×")],
)
def test_order_points_look_as_they_are_drawn_up(op: int, above: int, shown: str) -> None:
    assert "".join(part for part, _ in limit_bar(order_points(op, above), 16)) == shown


@given(st.integers(1, 40), st.integers(1, 12), st.integers(8, 80), st.data())
def test_boxes_of_models_fit_their_place(full: int, tens: int, width: int, data: st.DataObject) -> None:
    hp = data.draw(st.integers(0, full * tens * 10))
    left = -(-hp // (tens * 10))
    boxes, _ = models(models_of(left, full, tens * 10, hp), width)
    assert cell_len(boxes) <= width
    assert bool(set(boxes) & set("■▪▆")) == (hp > 0)


def test_models_have_a_box_for_ten_hp_each() -> None:
    boxes, _ = models(models_of(6, 7, 40, 206), 40)
    assert boxes == "■■■■ ■■■■ ■■■■ ■■■■ ■■■■ ■··· ····"


@given(st.integers(60, 198), st.integers(0, 210), st.integers(0, 4000), st.text(max_size=40))
def test_a_unit_fits_every_width(width: int, op: int, hp: int, name: str) -> None:
    row = replace(SQUAD, name=" ".join(name.split()) or "x", op=op, hp=hp, hp_full=4000)
    line = unit_line(row, width)
    assert width_of(line.left) <= width
    assert str(hp) in text(line) and str(op) in text(line)


def test_heads_stand_over_their_columns() -> None:
    for width in (77, 73, 120, 190):
        head, line = text(header(layout(UNITS, width - 1))), " " + text(unit_line(SQUAD, width - 1))
        assert head.index("OP") + 2 == line.index("75 ■") + 2
        assert head.index("fails") + 5 == line.index(" 167 ") + 4
        assert cell_len(head) <= width
    head, line = text(header(layout(VEHICLES, 41))), " " + text(vehicle_line(RHINO, 41))
    assert head.index("Glanc.") == line.index("●") and head.index("Pen.") == line.index("□")


def test_columns_are_left_out_before_a_name_is_cut_to_a_few_letters() -> None:
    """HP and the tests that are left stay on the narrowest screen."""
    table = replace(UNITS, rows=(unit_row(replace(SQUAD, name="Chapter Master Teor Harkan", marks=())),))
    assert len(layout(table, 77).columns) == 6, "all that a screen shows"
    narrow = layout(table, 38)
    assert [each.id for each in narrow.columns] == ["hp", "tests_left"]
    assert text(row_line(narrow, table.rows[0], "a")).startswith("a Chapter Master Teor…  293/400     3")


def test_a_vehicle_says_how_its_crew_is() -> None:
    stunned = replace(RHINO, crew="stunned")
    for width in (41, 90):
        line, steady = text(vehicle_line(stunned, width)), text(vehicle_line(RHINO, width))
        assert line.startswith("Rhino 1 stunned ") and line.index("●") == steady.index("●")
    for height in (3, 14):
        assert "stunned" in text(next(vehicle_detail(stunned, 72, height)))


def test_a_unit_that_is_gone_or_has_no_leadership_says_so() -> None:
    assert "destroyed" in text(unit_line(replace(SQUAD, destroyed=True, hp=0), 77))
    lost = replace(SQUAD, ld=None, fails_above=None, fails_above_reroll=None, tests_left=0)
    assert "all" in text(unit_line(lost, 77)) and "!" in text(unit_line(lost, 77))
    assert any("every test fails" in text(line) for line in unit_detail(lost, 72, 12))


def test_marks_are_letters_that_are_explained() -> None:
    table = replace(UNITS, rows=(unit_row(SQUAD),))
    assert text(unit_line(SQUAD, 77)).index("Fi ") > 0
    assert legend([table], 40) == "F falling back · i in …"
    assert legend([table], 90) == "F falling back · i in … · │ tests fail beyond · left: tests still passed"


def test_marks_are_words_where_there_is_room_and_others_go_by_their_letters() -> None:
    table = replace(UNITS, rows=(unit_row(SQUAD),))
    line = text(row_line(layout(table, 140), table.rows[0], "b", {"Rhino 1": "j"}))
    assert "falling back, in j " in line and "Fi " not in line
    assert legend([table], 90, lambda table, row: True) == "│ tests fail beyond · left: tests still passed"


def test_the_head_tells_whose_clock_is_whose_and_who_plays_where_there_is_room() -> None:
    with new_game("space-marines-500", "orks-500", "Third") as session:
        session.act("limit", {"turns": "6"})
        session.act("next", {})
        view, clocks = session.view, PlayerClocks((0, 61), 0, 60)
    wide, narrow = (text(head_line(view, "Third", clocks, width)) for width in (140, 80))
    assert "turn 1 of 6 · your movement   VP 0 : 0   you •1:00:00 they 58:59" in wide
    assert f"Third · {view.sides[0].name} – {view.sides[1].name}" in wide
    assert narrow.startswith(" Third") and narrow.rstrip().endswith("VP 0 : 0   •1:00:00 | 58:59")


@pytest.mark.parametrize("height", range(3, 20))
def test_a_unit_in_detail_fits_every_height(height: int) -> None:
    lines = [text(line) for line in unit_detail(SQUAD, 72, height)]
    assert len(lines) <= height
    whole = " ".join(" ".join(lines).split())
    assert "Ld 9" in whole and "167" in whole and "320 DMG" in whole and "falling back" in whole
    assert "206" in whole


def test_a_vehicle_in_detail_names_lines_hits_and_weapons() -> None:
    whole = "\n".join(text(line) for line in vehicle_detail(RHINO, 42, 20))
    assert "AV 11/11/10" in whole and "A 36  ●36G" in whole and "B  0  ○18G □36P" in whole
    assert "● shaken ○ shaken ○ stunned" in whole and "○ immob." in whole and "□ explodes" in whole
    assert "○ stunned □ shaken" in whole and "[x] storm bolter" in whole
    brief = [text(line) for line in vehicle_detail(RHINO, 76, 3)]
    assert len(brief) <= 3 and brief[0].strip().startswith("A 36 ") and "gone: storm bolter" in brief[1]


def test_tokens_of_both_sides_fit_the_lowest_screen() -> None:
    held = tuple(Track(draw="boxes", label=name, value=3, full=12) for name in ("Scatter", "Gets Hot!", "Warp"))
    none = tuple(replace(track, value=0, full=0) for track in held)
    sides = (SideView(name="Us", stock=held), SideView(name="Them", stock=(*none[:2], held[2])))
    view = View(turn=1, active=0, phase="shooting", sides=sides)
    (shown,) = totals(view, 120)
    assert text(shown).split("   ")[-2:] == [
        " you hold Scatter 3 of 12, Gets Hot! 3 of 12, Warp 3 of 12",
        "they hold Warp 3 of 12 ",
    ]
    assert all(cell_len(text(line)) <= 32 for line in totals(view, 32))


@pytest.mark.parametrize(("number", "words"), [(1, "1 entry"), (2, "2 entries")])
def test_the_length_of_a_log_is_told_in_words(number: int, words: str) -> None:
    assert log_length(number) == words


def test_words_that_tell_the_end_are_in_their_looks() -> None:
    assert lit("held, one gone") == (("held", "good"), (", one ", "text"), ("gone", "warning"))


def test_what_to_mind_are_whole_sentences() -> None:
    (line,) = mind([Reminder(text="One"), Reminder(text="Two")], (), 80, 2)
    assert text(line).strip() == "One. Two."
    (line,) = mind([Reminder(text="One"), Reminder(text="Two", look="warning")], (), 80, 2)
    assert text(line).strip() == "[!] One. Two."


LONG = "Skragdakka's trukk boyz lost the assault by 151 HP: 25 + 151 = 176, over 167: failed, it falls back"


@given(st.integers(1, 120))
def test_a_sentence_that_is_too_long_keeps_its_result(width: int) -> None:
    short = shortened(LONG, width)
    assert cell_len(short) <= width
    assert short == LONG or "…" in short
    assert width < 40 or short.endswith(": failed, it falls back")


@given(st.integers(1, 30), st.lists(st.text("abc ", min_size=1, max_size=9), min_size=1, max_size=4))
def test_a_line_is_never_cut_without_a_sign(width: int, parts: list[str]) -> None:
    line = Line(tuple((part, "text") for part in parts))
    shown = strip_of(line, width, lambda look: Style()).text
    assert cell_len(shown) == width
    assert ("…" in shown) == (width_of(line.left) > width)


def test_the_brief_detail_has_models_hp_and_note_of_a_unit_but_not_its_name() -> None:
    first, _, last = [text(line) for line in unit_detail(replace(SQUAD, note="holds the ruin"), 76, 3)]
    assert "Ancora" not in first and "9 of 10" in first and "6 × Boltgun 206/280" in first
    assert "107 HP lost" in last and "Note  holds the ruin" in last


@pytest.mark.parametrize(("damages", "shown"), [((36, 9), "A 36 B 9"), ((36, 9, 31, 30), "A36 C31 +2")])
def test_a_vehicle_shows_the_lines_with_most_damage(damages: tuple[int, ...], shown: str) -> None:
    lines = tuple(LineReport(letter, damage, ()) for letter, damage in zip("ABCD", damages, strict=False))
    line = text(vehicle_line(replace(RHINO, lines=lines), 41))
    assert cell_len(line) <= 41 and line.rstrip().endswith(f" {shown}")


def test_what_was_undone_is_folded_away() -> None:
    made = [
        LogLine(seq=seq, at=NOW, by="Ann", side=0, moment="1.1", kind=kind, text="", undone=seq == 2, about=about)
        for seq, kind, about in ((1, "next", None), (2, "damage", None), (3, "undo", 2), (4, "test", None))
    ]
    assert [line.seq for line in standing_lines(made)] == [4, 1]
    assert log_sums(made) == "2 entries, 1 undone", "what tells of the undoing is no act that was undone"
    assert [row for row in folded_lines(made) if isinstance(row, Undone)] == [Undone(1)]


def test_what_is_due_is_told_by_letters_with_what_it_comes_to() -> None:
    """What it comes to has a line of its own where the sentence leaves no room; what is only told has no cursor."""
    due = (
        Reminder(
            text="Lootas: morale, lost 2 of 6", key="a", ref="l", verb="test", outcome="25 of 117: passes", kind="Tests"
        ),
        Reminder(text="Agree on the mission"),
    )
    sides = (SideView(name="Us"), SideView(name="Them"))
    view = View(turn=1, active=0, phase="shooting", sides=sides, due=due)
    narrow, wide = ([*due_lines(view, {"l": "h"}, width)] for width in (34, 76))
    assert [line.text for line in wide] == [
        "Tests",
        "h Lootas: morale, lost 2 of 6",
        "",
        "To be minded",
        "  Agree on the mission",
    ]
    assert [line.right for line in wide[:2]] == ["1", "25 of 117: passes"]
    assert [line.right for line in narrow[:3]] == ["1", "", "25 of 117: passes"]
    assert [line.due for line in wide if line.due is not None] == [due[0]]
    minded = [*due_lines(View(turn=1, active=0, phase="shooting", sides=sides, due=due[1:]), {}, 76)]
    assert [line.text.strip() for line in minded] == ["Nothing is due.", "", "To be minded", "Agree on the mission"]


def test_games_of_the_same_armies_are_told_apart_in_the_list() -> None:
    """Their number stands behind the name, and the opponent in a column of his own."""
    own, theirs = "Chapter Master Harkan's spearhead", "Skragdakka's speed waaagh"
    sides = (SideHead(name=own), SideHead(name=theirs))
    head = GameHead(system="diceless", name=f"{own} – {theirs} (2)", sides=sides)
    wide, narrow = (game_line(ListedGame("g", head, 1, None, None), width).left[0][0] for width in (110, 78))
    assert " ".join(wide.split()).startswith(f"{own} (2) {theirs}")
    assert " (2) Skrag" in " ".join(narrow.split())


def test_the_list_of_games_leaves_out_columns_before_it_cuts_names_to_a_few_letters() -> None:
    sides = (SideHead(name="Gitstompa's warband"), SideHead(name="Grey Wardens"))
    head = GameHead(system="diceless", name="Gitstompa's warband – Grey Wardens", sides=sides)
    game = ListedGame("g", head, 1, None, datetime(2020, 9, 1, 12, tzinfo=UTC), "Turn 2")
    for width, heads, more in ((37, "", ""), (57, " Turn", " Turn 2"), (70, " Turn Played", " Turn 2 1 Sep 2020")):
        line, top = game_line(game, width), game_header(width + 1)
        told = " ".join("".join(text for text, _ in line.left).split())
        assert told == f"Gitstompa's warband Grey Wardens{more}" and width_of(line.left) <= width
        assert " ".join(top.left[0][0].split()) == f"Game Opponent{heads}"


def test_of_several_results_that_are_too_long_the_last_ones_stay_whole() -> None:
    told = "Squad against Boyz: Boyz lost 26 HP; Squad lost 71 HP, 2 models gone; nobody of Squad is left"
    assert shortened(told, 79) == "Squad against Boyz: …; Squad lost 71 HP, 2 models gone; nobody of Squad is left"
    assert shortened(told, 60) == "Squad against Boyz: …; nobody of Squad is left"


def test_the_last_act_on_a_unit_tells_its_results_rather_than_who_brought_them_about() -> None:
    told = (
        "Big mob at Varsk 12th, second company, infantry: 14 of 20 fire, 6 suppressed, the farthest; 3 hits, 1 saved; "
        "Varsk 12th, second company loses 2 Infantry: 28 of 30 left; +3 markers (shot at, 2 units lost), 3 now"
    )
    end = "Varsk… loses 2 Infantry: 28 of 30 left; +3 markers, 3 now"
    assert results(told, 110) == f"Big mob at Va…: …; 3 hits, 1 saved; {end}"
    assert results(told, 66) == f"…; {end}"
    assert results(told, 56) == "…; Varsk 12th, second company: +3 markers, 3 now"
    assert results(told, 30).endswith("+3 markers, 3 now")
    assert results(LONG, 60) == shortened(LONG, 60)


def test_the_last_attack_keeps_whom_it_was_made_on_and_what_it_came_to_whatever_room_there_is() -> None:
    volley = "at Lootas, 8 × Boltgun 128 DMG; 1 × Missile launcher – krak 48 DMG: 200 HP lost, 5 models gone"
    assert results(volley, 60) == "at Lootas, 8 × Boltgun 128 DMG…: 200 HP lost, 5 models gone"
    shot = "3 × Sniper rifle, at Big mob: 36 DMG, 1 a model, no save: 19 HP lost; pinning weapon: a pinning test"
    assert results(shot, 80) == "3 × Sniper rifle, at Big mob: … 19 HP lost; pinning weapon: a pinning test"
    assert results(shot, 70) == "3 × Sniper ri…, at Big mob: 19 HP lost; pinning weapon: a pinning test"
    assert results(shot, 58) == "at Big mob: 19 HP lost; pinning weapon: a pinning test"
