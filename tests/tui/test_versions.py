"""Versions of an army on the screen: compared by keys, gone back to, and beside another army; notes for the table."""

from __future__ import annotations

import json
import os
import re
import time
from datetime import datetime
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.errors import Finding, Place, Severity
from builder.record import replace
from builder.services.army.history import Step, history_of
from builder.services.army.locator import open_army
from builder.services.army.version_words import army_changes, change_rows, figure_rows, versions_of
from builder.services.army.versions import compare_armies
from builder.services.editor.session import EditorSession
from builder.services.export import form as forms
from builder.tui.screens.editor import EditorScreen
from builder.tui.screens.preview import PreviewScreen
from builder.tui.screens.versions import VersionsScreen, comparison_lines, others_than
from builder.tui.widgets.lines import width_of
from builder.tui.widgets.totals_line import head_line
from tests.tui.editing import Seen, edit
from tests.tui.making import keys_shown, put
from tests.tui.painted import lines


@pytest.mark.long
@pytest.mark.parametrize("size", [(120, 40), (40, 12)])
def test_an_army_is_compared_with_its_versions_and_goes_back_to_one(tmp_path: Path, size: tuple[int, int]) -> None:
    path = put(tmp_path, "army.yaml", "space-marines-500")
    begun = path.read_bytes()
    assert run(["edit", str(path), "remove", "Dreadnought"]) == 0  # before the screen is opened

    async def act(seen: Seen) -> None:
        def compared() -> VersionsScreen | None:
            screen = seen.pilot.app.screen
            return screen if isinstance(screen, VersionsScreen) and screen.compared is not None else None

        await seen.go("Scout Squad")
        await seen.press("delete")
        await seen.screen.finish()
        await seen.press("V")
        await seen.until(lambda: compared() is not None)
        told = seen.lines("changes")
        assert "− Scout Squad ×5" in told and "−75" in told and "Dreadnought" not in told
        assert "version 2" in seen.lines("versions") or "  2 " in seen.lines("versions")
        await seen.press("down")
        await seen.until(lambda: compared() is not None and "− Dreadnought" in seen.lines("changes"))
        assert "= 3 units as they were" in seen.lines("changes") and "= Librarian" not in seen.lines("changes")
        await seen.press("enter")
        await seen.until(lambda: "Enter Show all" in keys_shown(seen.pilot))
        await seen.press("enter")
        assert "= Librarian Orsino Vael" in seen.lines("changes")
        await seen.press("c")
        assert "− Dreadnought" in seen.pilot.app.clipboard

        await seen.press("a")  # another army
        await seen.write("Gitstompa")
        await seen.until(lambda: compared() is not None and "− Deff Dread" in seen.lines("changes"))
        other = compared()
        assert other is not None and not other.allows("restore")
        told = " ".join(lines(seen.pilot.app))
        if size == (120, 40):
            assert "This army beside Gitstompa's warband" in told
            assert "+ is in this army alone, − in the other" in told
        heads = seen.lines("changes").splitlines()[0].split()
        wide = size == (120, 40)  # On a narrow screen how much more it is goes before a name is cut.
        assert heads == ["there", "here", "more"][: 3 if wide else 2], "nothing was before or after in another army"
        await seen.press("escape")
        await seen.press("up", "b")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, EditorScreen))
        await seen.settled()
        assert "Dreadnought" in seen.units() and "Scout Squad" in seen.units()
        assert re.fullmatch(r"The army is the version of today \d\d:\d\d again\.", seen.told()[-1])
        await seen.screen.finish()
        assert path.read_bytes() == begun, "comments and layout are back too"
        await seen.press("u")
        assert "Dreadnought" not in seen.units() and "Scout Squad" not in seen.units()

    edit(path, act, size=size)
    assert len(list(open_army(str(path)).view.units())) == 2


@pytest.mark.long
def test_what_changed_of_the_army_itself_stands_among_changes(tmp_path: Path) -> None:
    path = put(tmp_path, "army.yaml", "orks-500")
    before = open_army(str(path))
    assert run(["edit", str(path), "rename", "army", "Da lads"]) == 0
    compared = compare_armies(before, open_army(str(path)))
    assert army_changes(compared) == [f"name of the army: {before.name} → Da lads"]
    told = ["".join(text for text, _ in line.left) for line in comparison_lines(compared, 60, every=False)]
    assert f"~ name of the army: {before.name} → Da lads" in told
    (force,) = (renamed := open_army(str(path))).view.all_forces()
    assert run(["edit", str(path), "rename", force.id, "Gorkers"]) == 0
    assert run(["edit", str(path), "note", force.id, "Deploys on the left."]) == 0
    assert army_changes(compare_armies(renamed, open_army(str(path)))) == [
        f"name of the force: {force.name} → Gorkers",
        "other notes of the force Gorkers",
    ]


@pytest.mark.long
def test_versions_are_listed_with_when_they_were_and_what_they_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of before the army was opened too, whichever of them the cursor has been on."""
    path = put(tmp_path, "army.yaml", "space-marines-500")
    clock = iter(datetime(2024, 5, day, 21, day).timestamp() for day in range(1, 30))
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: next(clock))
        assert run(["edit", str(path), "remove", "Dreadnought"]) == 0
        assert run(["edit", str(path), "remove", "Scout Squad"]) == 0

    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.press("d", "V")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, VersionsScreen))
        await seen.until(lambda: "500" in seen.lines("versions"))
        told = [" ".join(line.split()) for line in seen.lines("versions").splitlines()]
        now, *told = [line for line in told if line and "Against" not in line and "─" not in line][:4]
        assert re.fullmatch(r"now ?today \d\d:\d\d 420", now), now
        assert [line.rpartition(" ")[2] for line in told] == ["320", "395", "500"]
        first, second = (re.fullmatch(r"\d \d+ May 2024 21:(\d\d) \d+", line) for line in told[:2])
        assert first and second and first[1] > second[1], told
        assert told[2] == "1 begun today 500", "its file was as it came until the first change"
        assert seen.lines("changes").splitlines()[0].split()[1:] == ["now", "change"]
        assert "Adds up: +100 −0 = 100." in seen.lines("changes")
        figures = [line.split()[0] for line in seen.lines("changes").splitlines()[2:7]]
        assert figures == ["Points", "Units", "Models", "HP", "Vehicles"], "what stayed as it was stands there too"

    edit(path, act)


@pytest.mark.long
def test_an_army_is_compared_with_one_in_a_file_that_stands_in_the_list_then(tmp_path: Path) -> None:
    other = put(tmp_path, "other.yaml", "orks-500")

    async def act(seen: Seen) -> None:
        await seen.press("V")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, VersionsScreen))
        assert "Nothing was changed yet" in " ".join(" ".join(lines(seen.pilot.app)).split())
        assert [line.strip() for line in seen.lines("versions").splitlines()[-2:]] == ["another army", "a file"]
        await seen.press("down", "enter")
        await seen.write(str(other))
        await seen.until(lambda: "− Deff Dread" in seen.lines("changes"))
        assert "other.yaml" in seen.lines("versions") and "How they differ" in seen.lines("changes")

    edit(tmp_path / "army.yaml", act)


def test_a_history_that_has_no_times_is_gone_on_with(tmp_path: Path, home: Path) -> None:
    path = put(tmp_path, "army.yaml", "space-marines-500")
    assert run(["edit", str(path), "remove", "Dreadnought"]) == 0
    history = history_of(str(path))
    body = json.loads(history.path.read_bytes())
    for times in ([], "x", [1, "x"], [-5, 1e300], None):
        history.path.write_text(json.dumps(body | {"times": times}))
        known = [state.at for state in history_of(str(path)).states]
        assert known == [0.0, 1.0 if times == [1, "x"] else 0.0][::-1]
    assert run(["edit", str(path), "remove", "Scout Squad"]) == 0
    kept = history_of(str(path)).states
    assert len(kept) == 3 and kept[-1].at > 0


@pytest.mark.long
def test_notes_for_the_table_follow_the_army_as_it_is_edited(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        def text() -> str:
            screen = seen.pilot.app.screen
            return screen.text if isinstance(screen, PreviewScreen) else ""

        await seen.press("N")
        await seen.until(lambda: "Scout Squad: reserve" in text())
        await seen.press("escape")
        await seen.go("Scout Squad")
        await seen.press("delete", "N")
        await seen.until(lambda: "BEFORE THE GAME" in text())
        assert "Scout" not in text() and "Combat Squads" in text()

    edit(tmp_path / "army.yaml", act)


def test_an_army_is_compared_with_any_but_itself_those_changed_last_first(home: Path) -> None:
    paths = [put(home / "armies", f"{name}.yaml", "orks-500") for name in ("a", "b", "c")]
    for place, path in enumerate(paths):
        os.utime(path, (1_000_000 + place, 1_000_000 + place))
    own = [choice.key for choice in others_than(str(paths[1])) if choice.key.startswith(str(home))]
    assert own == [str(paths[2]), str(paths[0])]


def test_a_version_that_was_printed_says_so_and_the_first_when_it_was_begun() -> None:
    army = open_army("space-marines-500")
    days = [datetime(2024, month, 9, 12).timestamp() for month in (6, 5, 4, 3)]
    states = [Step(None, None, at) for at in days]
    told = versions_of(states, days[2] + 1, army)
    assert [(each.words, each.at) for each in told] == [
        ("now", "9 June 2024 12:00"),
        ("3", "9 May 2024 12:00"),
        ("2", "printed 9 April 2024"),
        ("1", "begun 9 March 2024"),
    ]
    assert [each.at for each in versions_of(states, 0.0, army)][2] == "9 April 2024 12:00"


@pytest.mark.long
def test_a_print_of_the_army_is_told_at_its_version(tmp_path: Path) -> None:
    path = put(tmp_path, "army.yaml", "space-marines-500")
    assert run(["edit", str(path), "remove", "Dreadnought"]) == 0
    plan = forms.first_plan("Army", tmp_path)
    Path(plan.target).write_bytes(b"%PDF")
    forms.remember_print(str(path), plan)

    async def act(seen: Seen) -> None:
        await seen.press("V")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, VersionsScreen))
        assert "printed today" in seen.lines("versions").splitlines()[2]

    edit(path, act)


@pytest.mark.long
def test_both_lists_stand_beside_each_other_or_beside_what_changed(tmp_path: Path) -> None:
    for size, wide in (((120, 40), False), ((180, 40), True)):
        path = put(tmp_path, f"army{size[0]}.yaml", "space-marines-500")
        assert run(["edit", str(path), "remove", "Dreadnought"]) == 0

        async def act(seen: Seen, wide: bool = wide) -> None:
            await seen.press("V")
            await seen.until(lambda: "− Dreadnought" in seen.lines("then"))
            assert "Dreadnought" not in seen.lines("since") and "= Scout Squad ×5" in seen.lines("since")
            assert seen.pane("then").display == wide and seen.pane("changes").display
            await seen.press("o")
            assert seen.pane("then").display and seen.pane("changes").display == wide
            await seen.press("enter", "escape")
            assert isinstance(seen.pilot.app.screen, VersionsScreen), "from a list back to the versions first"

        edit(path, act, size=size)


@pytest.mark.long
def test_a_narrow_screen_has_room_for_versions_and_what_changed_and_tells_how_many_more_there_are(
    tmp_path: Path,
) -> None:
    path = put(tmp_path, "army.yaml", "space-marines-500")
    for count in (10, 9, 8, 7, 6):
        assert run(["edit", str(path), "count", "Tactical Squad", str(count)]) == 0
    assert run(["edit", str(path), "remove", "Dreadnought"]) == 0

    async def act(seen: Seen) -> None:
        def shown() -> str:
            return "\n".join(lines(seen.pilot.app))

        await seen.press("V")
        await seen.until(lambda: "− Dreadnought" in seen.lines("changes"))
        await seen.press("home")
        assert lines(seen.pilot.app)[0].startswith(" Third Company strike force · Compare  "), "no word is cut"
        assert re.search(r"now .*\n.*▌ +version 5 .*\n.*version 4 .*\n", shown()), shown()
        assert "more below" in shown()
        await seen.press("end")
        assert "▌  a file" in shown() and "more above" in shown()
        await seen.press("up", "up")
        await seen.until(lambda: "Space Marine" in shown())
        assert "Vehicles" in shown() and "Limit" not in shown()
        assert seen.pane("changes").frame is not None and "Adds up" not in shown()

    edit(path, act, size=(72, 24))


def test_a_transport_counts_among_what_is_as_it_was_and_a_note_that_names_other_units_is_told_once(
    tmp_path: Path,
) -> None:
    path = put(tmp_path, "army.yaml", "orks-500")
    before = open_army(str(path))
    gone = next(unit for unit in before.view.units() if unit.name == "Boyz" and unit.custom_name == "Big mob")
    assert run(["edit", str(path), "remove", gone.id]) == 0
    compared = compare_armies(before, open_army(str(path)))
    units = next(each.before for each in compared.figures if each.name == "Units")
    assert units is not None and compared.alike == units - 1
    note = Finding(Severity.INFO, "some", "")
    notes = [replace(note, message=f"some do this: {names}") for names in ("Boyz; Lootas", "Boyz")]
    told = dict(replace(compared, new=(notes[1],), mended=(notes[0],)).findings("new", "gone"))
    assert [len(told[title]) for title in ("new", "Findings that say something else", "gone")] == [0, 1, 0]
    unmade = replace(note, severity=Severity.ERROR, code="min", at=Place(unit=gone.id, selection=gone.id))
    open_choice = replace(compared, after=replace(compared.after, findings=(unmade,)))
    assert [*figure_rows(open_choice)][-1].after == "1 !", "as the editor signs what is still to be chosen"


@pytest.mark.long
def test_one_change_is_one_line_with_what_it_was(tmp_path: Path) -> None:
    path = put(tmp_path, "army.yaml", "space-marines-500")
    before = open_army(str(path))
    for words in (["set", "t9b8", "Flamer"], ["unmark", "p5w2"], ["remove", "Dreadnought"]):
        assert run(["edit", str(path), *words]) == 0
    compared = compare_armies(before, open_army(str(path)))
    rows = [(row.words, row.price) for row in change_rows(compared, every=False)]
    assert ("~ Tactical Squad Ancora: Plasma gun → Flamer", "−10") in rows
    assert ("~ Scout Squad: no longer in reserve", "+0") in rows
    assert any(words.startswith("− Dreadnought") for words, _ in rows)
    findings = [*figure_rows(compared)][-1]
    assert findings.name == "Findings"


@pytest.mark.parametrize(("width", "heads"), [(34, "there here"), (50, "there here more"), (70, "there here more")])
def test_how_much_more_goes_before_a_name_is_cut_where_two_armies_are_compared(width: int, heads: str) -> None:
    compared = compare_armies(open_army("epic-orks-3000"), open_army("orks-500"))
    rows = [*comparison_lines(compared, width, every=False, another=True)]
    told = [" ".join(" ".join(text for text, _ in (*line.left, *line.right)).split()) for line in rows]
    assert told[0] == heads and "…" not in " ".join(told)
    assert any(each.startswith("Gets Hot! to the") for each in told) and "Warp to the opponent – 1" in " ".join(told)
    assert all(width_of(line.left) + width_of(line.right) <= width + 1 for line in rows)


def test_the_head_of_a_starter_keeps_the_name_of_its_data() -> None:
    view = open_army("space-marines-1000")
    told = EditorSession.open("space-marines-1000").editor.view
    for width, words in ((120, "starter"), (170, "starter: changes go to a copy")):
        line = head_line(told, "starter: changes go to a copy", width)
        text = "".join(words for words, _ in (*line.left, *line.right))
        assert f"{view.name} · Diceless 40K · Space Marines" in text and words in text
