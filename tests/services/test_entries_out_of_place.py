"""What a force has no slot for, or the data hides: it says why and where else, and does not look as if it fitted."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.services.editor.offers import unit_offers
from builder.services.editor.operations import Add, AddForce, Limit
from builder.services.editor.quick_fixes import mends
from builder.services.editor.session import EditorSession
from builder.services.editor.suggestions import what_fits
from builder.tui.widgets.adder_lines import adder_line, brief_lines, every_row, found_rows, preview_rows
from builder.tui.widgets.editor_lines import CatalogueRow, catalogue_line
from builder.tui.widgets.lines import BARRED, Line
from tests.formats.datafiles import SQUAD, SYSTEM_BODY, game_system
from tests.services.small_wars import small_army

SYSTEM = SYSTEM_BODY.replace(
    "<categoryEntries>", '<categoryEntries><categoryEntry id="heavy" name="Heavy Support" hidden="false"/>'
).replace(
    "</forceEntries>",
    '<forceEntry id="support" name="Support" hidden="false"><categoryLinks>'
    '<categoryLink id="heavies" name="Heavy Support" hidden="false" targetId="heavy" primary="false"/>'
    "</categoryLinks></forceEntry></forceEntries>",
)
SYSTEM = SYSTEM.replace(
    "<categoryEntries>", '<categoryEntries><categoryEntry id="elites" name="Elites" hidden="false"/>'
).replace(
    "<categoryLinks>", '<categoryLinks><categoryLink id="elite" name="Elites" targetId="elites" primary="false"/>', 1
)
RELIC = '<selectionEntry id="relic" name="Relic" hidden="false" type="upgrade"/>'
MOVE = (
    '<modifier type="set-primary" field="category" value="elites"><conditions><condition type="atLeast" '
    'value="1" field="selections" scope="force" childId="relic"/></conditions></modifier>'
)
MOVED = SQUAD.replace("<profiles>", f"<modifiers>{MOVE}</modifiers><profiles>", 1)
BATTERY = (
    '<forceEntries><forceEntry id="battery" name="Battery" hidden="false"><categoryLinks><categoryLink id="guns" '
    'name="Heavy Support" targetId="heavy" primary="false"/></categoryLinks></forceEntry></forceEntries>'
)
SYSTEM = SYSTEM.replace("</forceEntry>", f"{BATTERY}</forceEntry>", 1)
COST = '<costs><cost name="pts" typeId="pts" value="250"/></costs>'
TANK = (
    '<selectionEntry id="tank" name="Tank" hidden="false" type="model"><categoryLinks><categoryLink id="in-heavy" '
    f'name="Heavy Support" targetId="heavy" primary="true"/></categoryLinks>{COST}</selectionEntry>'
)
HAUNT = '<rules><rule id="haunt" name="Haunt" hidden="false"><description>**Foes** flee.</description></rule></rules>'
GHOST = (
    '<selectionEntry id="ghost" name="Ghost" hidden="true" type="model"><modifiers><modifier type="set" field="hidden" '
    'value="false"><conditions><condition type="atLeast" value="1" field="selections" scope="force" childId="squad"/>'
    "</conditions></modifier></modifiers><categoryLinks><categoryLink "
    f'id="in-troops-too" name="Troops" targetId="troops" primary="true"/></categoryLinks>{HAUNT}{COST}</selectionEntry>'
)
NOTICE = (
    '<selectionEntry id="notice" name="Notice" hidden="false" type="upgrade"><modifiers><modifier type="set" '
    'field="hidden" value="true"><conditions><condition type="atLeast" value="1" field="selections" scope="force" '
    'childId="any"><comment>app: NewRecruit</comment></condition></conditions></modifier></modifiers></selectionEntry>'
)
"""What is for another program alone, and nowhere to be seen."""


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EditorSession:
    return _editor(tmp_path, monkeypatch, SYSTEM, MOVED)


def _editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, squad: str) -> EditorSession:
    army = small_army(
        tmp_path, monkeypatch, f"{squad}{TANK}{GHOST}{RELIC}{NOTICE}", body=game_system(system), limit=200
    )
    return EditorSession.open(str(army)).editor


@pytest.mark.parametrize(
    ("entry", "why"), [("tank", "no slot for Heavy Support in this force"), ("ghost", "needs Squad")]
)
def test_what_the_army_is_not_offered_says_why_and_not_what_it_would_come_to(
    editor: EditorSession, entry: str, why: str
) -> None:
    (force,) = editor.session.state.roster.forces
    standing, told = editor.standing(force, entry), editor.adding(force, entry)
    assert standing is not None and told is not None
    row = CatalogueRow("slot", told.details.title, entry)
    shown = [_words(adder_line(row, standing, editor.view.totals, 76)), _words(catalogue_line(row, standing, 40))]
    assert all(line.split() == [BARRED, told.details.title, *"–"[: place == 0]] for place, line in enumerate(shown))
    preview = "\n".join(_words(each.line) for each in preview_rows(told, 76))
    brief = " ".join(brief_lines(told, row, editor.view.totals, 76, 3))
    for words in (preview, brief):
        assert f"cannot be taken as the army stands: {why}" in words
        assert "250" not in words and "Would come to" not in words and "over" not in words


def test_what_the_data_hides_is_told_as_the_unit_that_it_would_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    army = small_army(tmp_path, monkeypatch, f"{SQUAD}{GHOST}", system="generic")
    editor = EditorSession.open(str(army)).editor
    told = editor.adding(editor.session.state.roster.forces[0], "ghost")
    assert told is not None
    assert (told.place, told.details.rules) == ("Troops, 0 of 2+ · 1 model", (("Haunt", "Foes flee."),))


def test_what_has_no_slot_is_found_by_letters_and_listed_only_where_it_was_taken(editor: EditorSession) -> None:
    def listed() -> list[str]:
        (force,) = editor.session.state.roster.forces
        return [row.name for row in every_row(editor, force, (), 76, columns=True) if row.adds]

    (force,) = editor.session.state.roster.forces
    assert listed() == ["Squad", "Ghost", "Relic"], "what the data hides stands last in its slot"
    found = found_rows(editor, force, "tank", 76, columns=True, by_slot=False)
    assert [row.name for row in found] == ["Tank", "no slot for Heavy Support in this force: add Battery first"]
    editor.apply(Add(unit="tank", force=force.id))
    assert listed() == ["Squad", "Ghost", "Tank", "Relic"]
    editor.apply(Add(unit="Squad", force=force.id))
    assert listed() == ["Ghost", "Squad", "Tank", "Relic"], "a squad shows the ghost"
    editor.apply(AddForce(force="support"))
    standing = editor.standing(editor.session.state.roster.forces[-1], "squad")
    assert standing is not None and standing.taken == 1, "so many has the army, whichever force"


def test_an_entry_is_told_in_the_slot_that_it_would_stand_in(editor: EditorSession) -> None:
    """As units of Age of Sigmar that are Battleline by what the army is."""
    (force,) = editor.session.state.roster.forces
    found = [*found_rows(editor, force, "squad", 76, columns=True, by_slot=False)]
    assert found[0].kind == "Troops"
    editor.apply(Add(unit="relic", force=force.id))
    (force,) = editor.session.state.roster.forces
    found = [*found_rows(editor, force, "squad", 76, columns=True, by_slot=False)]
    told = editor.adding(force, found[0].path)
    assert found[0].kind == "Elites" and told is not None and told.place.startswith("Elites")


def test_what_would_stand_in_another_slot_is_offered_there_though_its_own_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = SYSTEM.replace('value="2.0"', 'value="0"', 1).replace('id="least" type="min"', 'id="none" type="max"', 1)
    leave = MOVE.replace("set-primary", "remove").replace("elites", "troops")
    editor = _editor(tmp_path, monkeypatch, none, MOVED.replace(MOVE, f"{MOVE}{leave}"))
    (force,) = editor.session.state.roster.forces

    def offered() -> dict[str, tuple[str, str]]:
        session = editor.session
        found = unit_offers(session.evaluator, session.ground, session.state.roster, force)
        return {each.name: (each.slot, each.reason) for each in found}

    assert offered()["Squad"] == ("Troops", "Troops: none can be chosen now") and not what_fits(editor.session)
    editor.apply(Add(unit="relic", force=force.id))
    assert offered()["Squad"] == ("Elites", "")
    assert [each.words for each in what_fits(editor.session)] == ["Add Squad"]


def test_a_unit_without_a_slot_in_its_force_is_wrong_and_moves_to_one_that_has(editor: EditorSession) -> None:
    (detachment,) = editor.session.state.roster.forces
    alone = editor.standing(detachment, "tank")
    assert alone is not None and alone.reason == "no slot for Heavy Support in this force: add Battery first"
    editor.apply(AddForce(force="Support"))
    detachment, support = editor.session.state.roster.forces
    standing = editor.standing(detachment, "tank")
    assert standing is not None and standing.reason == "no slot for Heavy Support in this force, but one in Support"
    editor.apply(Add(unit="tank", force=detachment.id))
    (wrong,) = [each for each in editor.army.findings if each.code == "hidden"]
    assert "Tank cannot be taken in Detachment" in wrong.message and "no slot for Heavy Support in it" in wrong.message
    assert "Move Tank to Support" in [each.words for each in mends(editor.session.apart(), wrong)]
    editor.apply(Limit(number="2000"))
    adds = [each.words for each in what_fits(editor.session) if each.words.startswith("Add ")]
    assert adds == ["Add Tank to Support", "Add Squad to Detachment"], "of several forces it says to which"
    editor.apply(Add(unit="tank", force=support.id))
    assert len([each for each in editor.army.findings if each.code == "hidden"]) == 1, "one of them has its slot"


def _words(line: Line | None) -> str:
    assert line is not None
    return "".join(text for text, _ in (*line.left, *line.right))


def test_what_is_free_says_by_how_much_the_army_is_over_already(editor: EditorSession) -> None:
    (force,) = editor.session.state.roster.forces
    editor.apply(Add(unit="tank", force=force.id))
    told = editor.adding(editor.session.state.roster.forces[0], "relic")
    assert told is not None and told.comes_to == "army 250 + 0 = 250, 50 over"
