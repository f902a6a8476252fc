"""An army of several forces: what is offered, and where it goes, is that of the force under the cursor."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.services.editor.new_army import begin
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
