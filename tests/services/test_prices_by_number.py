"""Choices that change the price of their unit: each says what taking it adds to the army, not its own cost alone."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.services.editor.choice_groups import takes
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.operations import Add
from builder.services.editor.session import EditorSession
from builder.tui.widgets.choice_lines import choice_line
from tests.services.small_wars import small_army


def _set(points: int, count: int, child: str) -> str:
    """A modifier that gives the unit a price by how many there are of something in it."""
    return (
        f'<modifier type="set" field="pts" value="{points}"><conditions><condition type="atLeast" value="{count}" '
        f'field="selections" scope="squad" childId="{child}" includeChildSelections="true"/></conditions></modifier>'
    )


def _upgrade(id: str, name: str, more: str = "", points: int = 0) -> str:
    return (
        f'<selectionEntry id="{id}" name="{name}" hidden="false" type="upgrade">{more}<costs><cost name="pts" '
        f'typeId="pts" value="{points}"/></costs></selectionEntry>'
    )


AT_MOST_ONE = '<constraints><constraint id="one" type="max" field="selections" scope="parent" value="1"/></constraints>'
SIZE = (
    '<constraints><constraint id="least" type="min" field="selections" scope="parent" value="5"/>'
    '<constraint id="most" type="max" field="selections" scope="parent" value="10"/></constraints>'
)
ALWAYS = '<constraints><constraint id="always" type="min" field="selections" scope="parent" value="1"/></constraints>'


def _bringing(id: str, name: str, points: int = 0) -> str:
    """Something that comes with what it stands below."""
    return f"<selectionEntries>{_upgrade(id, name, ALWAYS, points)}</selectionEntries>"


SQUAD = (
    '<selectionEntry id="squad" name="Guard" hidden="false" type="unit">'
    f"<modifiers>{_set(190, 6, 'man')}{_set(250, 1, 'drill')}</modifiers>"
    '<categoryLinks><categoryLink id="in-troops" name="Troops" targetId="troops" primary="true"/></categoryLinks>'
    f'<selectionEntries><selectionEntry id="man" name="Man" hidden="false" type="model">{SIZE}</selectionEntry>'
    f"{_upgrade('banner', 'Banner', AT_MOST_ONE, 10)}"
    f"{_upgrade('veterans', 'Veterans', AT_MOST_ONE + _bringing('drill', 'Drill'))}"
    f"{_upgrade('section', 'Section', AT_MOST_ONE + _bringing('crew', 'Crew', 45), 15)}"
    '</selectionEntries><costs><cost name="pts" typeId="pts" value="100"/></costs></selectionEntry>'
)


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EditorSession:
    found = EditorSession.open(str(small_army(tmp_path, monkeypatch, SQUAD))).editor
    found.apply(Add(unit="Guard"))
    return found


def _told(editor: EditorSession) -> dict[str, tuple[ChoiceRow, str]]:
    """The choices of the unit by name, each with the end of its line."""
    (unit,) = editor.army.view.units()
    choices = editor.details(unit.id, unit.id).choices
    painted = ((each, choice_line(each, 60)) for each in choices)
    return {each.name: (each, "".join(text for text, _ in line.right).strip()) for each, line in painted}


def test_a_unit_that_is_shown_tells_what_a_choice_costs_itself_and_what_it_adds_in_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    army = str(small_army(tmp_path, monkeypatch, SQUAD))
    assert run(["edit", army, "add", "Guard"]) == 0
    capsys.readouterr()

    def shown(*how: str) -> str:
        assert run(["show", army, "Guard", *how]) == 0
        return capsys.readouterr().out

    table = [" ".join(line.split()) for line in shown().splitlines()]
    adds = {offer["name"]: offer["adds"] for offer in json.loads(shown("--json"))["offers"]}
    assert adds == {"Man": 90, "Banner": None, "Veterans": 150, "Section": 60}
    assert {"– 1 10 Banner", "– 1 150 in all Veterans", "– 1 15, 60 in all Section"} <= {*table}
    plain = shown("--plain")
    assert "Banner, 10 points." in plain and "Section, 15 points, 60 points in all." in plain


def test_a_choice_says_what_it_adds_to_the_army_with_what_it_brings_and_other_prices(editor: EditorSession) -> None:
    told = _told(editor)
    assert {name: words for name, (_, words) in told.items()} == {
        "Man": "+90 in all",
        "Veterans": "+150 in all",
        "Banner": "+10",
        "Section": "+60 in all",
    }
    assert takes(each for each, _ in told.values())[0] == ("Man: up to 5 more", "+90")
    for name in ("Man", "Veterans", "Section"):
        before = editor.army.view.costs[0].value
        man = _told(editor)[name][0]
        editor.choose(man, man.number + 1)
        assert editor.army.view.costs[0].value - before == man.price
    assert _told(editor)["Man"][0].price == Decimal(0), "the price does not go up with the next one"
