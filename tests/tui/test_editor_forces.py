"""An army of several forces: what is offered, and where it goes, is that of the force under the cursor."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from builder.services.editor.new_army import begin
from builder.services.editor.operations import Add
from builder.services.editor.session import EditorSession
from builder.tui.screens.editor_steps import wanted, why_not
from tests.formats.datafiles import SQUAD, catalogue, game_system
from tests.tui.editing import Seen, edit
from tests.tui.painted import lines

RELIC = '<selectionEntry id="relic" name="Relic" hidden="false" type="upgrade"/>'
MOB = SQUAD.replace('"squad"', '"mob"').replace('name="Squad"', 'name="Mob"')


@pytest.fixture
def army(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "data"))
    place = tmp_path / "data/battlescribe/wars"
    place.mkdir(parents=True)
    (place / "Small Wars.gst").write_bytes(game_system())
    (place / "Marines.cat").write_bytes(catalogue(SQUAD + RELIC))
    (place / "Orks.cat").write_bytes(catalogue(MOB, id="orks", name="Orks [old]"))
    path = tmp_path / "army.yaml"
    path.write_text(begin("wars/Marines", "Test", None), encoding="utf-8")
    return path


@pytest.mark.long
def test_what_can_be_added_follows_the_cursor_from_force_to_force(army: Path) -> None:
    def offered(seen: Seen) -> list[str]:
        return [row.name for row in seen.pane("catalogue").rows if row.path]

    def title(seen: Seen) -> str:
        return next(line for line in lines(seen.pilot.app) if "Add to" in line)

    async def act(seen: Seen) -> None:
        await seen.press("a")
        assert seen.pane("catalogue").cursor == 0, "the list begins at its top"
        assert offered(seen) == ["Squad", "Relic"] and "Add to the army" in title(seen)
        await seen.press("down", "enter", "escape", "F", *"another", "enter")
        await seen.press(*"ork", "enter", "enter")
        await seen.until(lambda: len(seen.army.view.forces) == 2)
        await seen.press("a")
        assert offered(seen) == ["Mob"] and "Add to Detachment · Orks [old]" in title(seen)
        await seen.press("escape", "home", "a")
        assert offered(seen) == ["Squad", "Relic"] and "Add to Detachment of Squad · Marines" in title(seen)
        await seen.press("escape", "end", "a", *"mob", "enter", "escape")
        assert [[unit.name for unit in force.selections] for force in seen.army.view.forces] == [["Squad"], ["Mob"]]
        await seen.press("home", "tab", "tab")
        assert offered(seen) == ["Squad", "Relic"], "beside the army too"

    edit(army, act, size=(120, 24))


def test_a_force_without_what_another_has_says_that_it_has_none_to_take_away(army: Path) -> None:
    session = EditorSession.open(str(army)).editor
    session.apply(Add(unit="Squad", force=session.session.state.roster.forces[0].id))
    (unit,) = session.session.state.roster.units()
    for path, told in ((unit.entry_path, "this force has"), ("relic", "there is")):
        board: Any = SimpleNamespace(
            tree_row=None, pane="search", in_catalogue=True, entry_row=SimpleNamespace(path=path)
        )
        assert why_not("fewer", board, session) == f"{told} none of it to take away."


@pytest.mark.long
def test_letters_lead_to_what_the_army_is_offered_before_what_it_is_not(army: Path, tmp_path: Path) -> None:
    named = SQUAD.replace('name="Squad"', 'name="Squad of Marines"')
    hidden = SQUAD.replace('"squad"', '"veterans"')
    hidden = hidden.replace('hidden="false"', 'hidden="true"', 1).replace(
        "<profiles>",
        '<modifiers><modifier type="set" field="hidden" value="false"><conditions><condition type="atLeast" '
        'value="1" field="selections" scope="force" childId="relic"/></conditions></modifier></modifiers><profiles>',
        1,
    )
    (tmp_path / "data/battlescribe/wars/Marines.cat").write_bytes(catalogue(hidden + named + RELIC))

    async def act(seen: Seen) -> None:
        await seen.press("a", *"squad")
        assert [row.name for row in seen.pane("catalogue").rows if row.path] == ["Squad of Marines", "Squad"]
        await seen.press("enter")
        assert seen.units() == ["Squad of Marines"]

    edit(army, act, size=(80, 24))


@pytest.mark.parametrize("unit", ["squad", ""])
def test_a_small_line_of_keys_names_space_where_it_does_other_than_enter(unit: str) -> None:
    row = SimpleNamespace(unit=unit, kind="unit" if unit else "slot", target="")
    shown, screen = SimpleNamespace(row=row, has_marks=False), SimpleNamespace(has_class=lambda _: True)
    board: Any = SimpleNamespace(pane="army", is_adding=False, army=shown, screen=screen)
    assert ("editor.tick" in wanted(board)) is bool(unit), "a heading is folded by both"
