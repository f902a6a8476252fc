"""`muster show` and `muster data show`: what is there, and what can still be taken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.services.data import catalogues
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import SetOption
from builder.services.editor.session import EditorSession
from builder.tui.widgets.editor_lines import CatalogueRow, catalogue_line
from tests.formats.datafiles import catalogue, game_system

ROOTS = """
  <selectionEntry id="squad" name="Squad" type="unit" hidden="false">
    <categoryLinks><categoryLink id="l1" targetId="troops" primary="true"/></categoryLinks>
    <selectionEntries>
      <selectionEntry id="man" name="Man" type="model" hidden="false">
        <constraints>
          <constraint id="c1" type="min" value="2" field="selections" scope="parent"/>
          <constraint id="c2" type="max" value="4" field="selections" scope="parent"/>
        </constraints>
        <costs><cost name="pts" typeId="pts" value="10"/></costs>
      </selectionEntry>
      <selectionEntry id="gone" name="Secret" type="upgrade" hidden="true"/>
    </selectionEntries>
  </selectionEntry>
"""


SQUADRON = """
  <selectionEntry id="squadron" name="Squadron" type="unit" hidden="false">
    <categoryLinks><categoryLink id="l2" targetId="troops" primary="true"/></categoryLinks>
    <selectionEntryGroups>
      <selectionEntryGroup id="tanks" name="Tanks" hidden="false">
        <constraints><constraint id="c3" type="min" value="1" field="selections" scope="parent"/></constraints>
        <selectionEntries>
          <selectionEntry id="hound" name="Hound" type="model" hidden="false">
            <costs><cost name="pts" typeId="pts" value="130"/></costs>
          </selectionEntry>
          <selectionEntry id="wolf" name="Wolf" type="model" hidden="false">
            <costs><cost name="pts" typeId="pts" value="120"/></costs>
          </selectionEntry>
        </selectionEntries>
      </selectionEntryGroup>
    </selectionEntryGroups>
  </selectionEntry>
  <selectionEntry id="mascot" name="Mascot" type="unit" hidden="false">
    <categoryLinks><categoryLink id="l3" targetId="troops" primary="true"/></categoryLinks>
  </selectionEntry>
"""


def out(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments) == 0
    return capsys.readouterr().out


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_an_army_is_shown_as_a_tree_with_ids_and_costs(capsys: pytest.CaptureFixture[str]) -> None:
    said = lines(out(capsys, "show", "space-marines-500"))
    squad = said.index("t9b8 220 Tactical Squad Ancora (Tactical Squad), riding in a5h4")
    assert said[squad + 1] == "t9b8.1 5 Sergeant"
    assert "a5h4 35 Rhino 1 (Rhino)" in said[squad:] and "10 Plasma gun" in said[squad:]


def test_an_army_and_a_unit_are_told_in_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "space-marines-1000", "--plain"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[1] == "1000 points of 1000, 0 left, 10 units, 29 models, 4 vehicles."
    assert "To the opponent: Scatter 10, 14 when the game starts." in told
    assert "Troops: 2 of at most 6, at least 2, 290 points." in told
    squad = next(
        line for line in told if line.startswith("Squad Meridius, Sternguard Veterans, 5 models, 135 points: ")
    )
    assert squad.endswith(
        ": Sergeant with Special issue boltgun, Bolt pistol; 4 Veteran 110 points with 2 Special issue boltgun, "
        "2 Combi-melta for 10 of them; led by Chapter Master Teor Harkan."
    )
    place = next(n for n, line in enumerate(told) if line.startswith("Tactical Squad Oriel"))
    assert told[place + 1] == "Rhino 1, 10 of 10 aboard, 35 points, of Tactical Squad Oriel."
    assert run(["show", "space-marines-1000", "t3k6", "--plain"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("Tactical Squad Oriel, 170 + Rhino 35 points, 10 models, 400 HP, ")
    assert told[1:3] == ["Size, 10.", "  Models, 10 taken, 5 to 10, 16 points each."]
    special = told.index("Special weapon, Flamer.")
    assert told[special + 1 : special + 5] == [
        "  Boltgun, free.",
        "  Flamer, taken, free.",
        "  Meltagun, 5 points.",
        "  Plasma gun, 10 points.",
    ]
    ties = told.index("Led by: nobody.")
    assert told[ties : ties + 4] == [
        "Led by: nobody.",
        "Marks: rides in Rhino 1.",
        "Notes: none.",
        "Sergeant, WS 4, BS 4, S 4, T 4, W 1, I 4, A 2, Ld 9, Sv 3+.",
    ]
    assert '1 Missile launcher, frag, Range 48", S 4, AP 6, Heavy 1, blast, DMG 12 a hit.' in told
    assert "Combat Tactics: May choose to fail a morale test." in told
    assert run(["show", "space-marines-500", "Librarian Orsino Vael", "--plain"]) == 0
    told = capsys.readouterr().out.splitlines()
    powers = told.index("Psychic powers, Vortex of Doom, Gate of Infinity.")
    assert (
        told[powers + 1] == "  Of the others none, Psychic powers: at most 2." and told[powers + 2] == "  Smite, free."
    )
    assert run(["show", "space-marines-1000", "--plain", "--json"]) == 2


@pytest.mark.long
def test_groups_and_what_a_force_can_take_are_read_aloud(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines(out(capsys, "show", "lethal-marines-1000", "--plain"))
    assert "Group Vanguard: Squad Corvin, Squad Taren, Captain Aldric." in told
    assert "To bring: Ammunition 6." in told
    ladz = next(line for line in lines(out(capsys, "show", "epic-orks-3000", "--plain")) if "4 Boy Mob" in line)
    assert "; 4 Boy Mob 100 points with 4 Boyz, 4 Grotz; 2 Nobz 70 points with 2 Nobz; Dreadnought" in ladz
    assert "Captain, 100 points." in lines(out(capsys, "show", "space-marines-500", "standard", "--plain"))


def test_units_of_one_name_are_read_aloud_with_their_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    army = str(tmp_path / "army.yaml")
    assert run(["new", "diceless/orks", "-o", army]) == 0
    for unit in ("Boyz", "Boyz", "Warboss"):
        assert run(["edit", army, "add", unit]) == 0
    assert run(["edit", army, "mark", "Boyz 2", "led", "by", "Warboss"]) == 0
    told = out(capsys, "show", army, "--plain")
    assert "leads Boyz 2." in told and "\nBoyz 1, 10 models," in told and "\nBoyz 2, 10 models," in told
    assert "\nWarboss, 60 points: " in told


def test_a_unit_is_shown_with_what_it_can_take(capsys: pytest.CaptureFixture[str]) -> None:
    said = lines(out(capsys, "show", "space-marines-500", "tactical squad ancora"))
    sergeant = said[said.index("Sergeant, instead of Boltgun") :]
    assert "– 1 25 Power fist" in sergeant
    assert "1 – 10 Plasma gun" in said and "– 1 5 Meltagun" in said
    assert not any(line.endswith("Frag grenades") and line[0] in "–1" for line in said)


@pytest.mark.long
def test_what_is_offered_can_be_set(capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(out(capsys, "show", "space-marines-500", "t9b8", "--json"))
    assert shown["format"] == "muster-show-unit" and shown["unit"]["id"] == "t9b8"
    free = [offer for offer in shown["offers"] if not offer["taken"] and offer["left"]]
    assert free
    for offer in free:
        edited = ArmyDocument.open("space-marines-500")
        edited.apply(SetOption(id="t9b8", option=offer["entry"], under=offer["under"]))
        assert not [found for found in edited.army.findings if found.code == "max"], offer


@pytest.mark.long
def test_a_force_is_shown_with_its_units(capsys: pytest.CaptureFixture[str]) -> None:
    said = lines(out(capsys, "show", "orks-500", "standard"))
    assert "Troops" in said and "2 4 60 Boyz" in said
    units = json.loads(out(capsys, "show", "orks-500", ".force", "--json"))["units"]
    boyz = next(unit for unit in units if unit["name"] == "Boyz")
    assert (boyz["slot"], boyz["taken"], boyz["costs"][0]["value"]) == ("Troops", 2, 60)


def test_the_tree_as_json_has_all_that_was_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(out(capsys, "show", "orks-500", "--json"))
    ids: set[str] = set()

    def walk(parts: list[dict[str, object]]) -> None:
        for part in parts:
            ids.add(str(part["id"]))
            assert isinstance(part["choices"], list)
            walk(part["choices"])

    for force in shown["forces"]:
        walk(force["units"])
    roster = ArmyDocument.open("orks-500").state.roster
    assert ids == {part.id for part in roster.all_selections()}


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A folder with a catalogue, and an empty library."""
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    source = tmp_path / "source"
    source.mkdir()
    (source / "small.gst").write_bytes(game_system())
    (source / "marines.cat").write_bytes(catalogue(ROOTS))
    return str(source)


def test_the_units_of_a_catalogue_are_shown(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    out(capsys, "data", "add", source, "--name", "mine")
    said = lines(out(capsys, "data", "show", "mine/marines"))
    assert any(line.endswith("20 Squad") for line in said)
    shown = lines(out(capsys, "data", "show", "mine/marines", "squad"))
    assert "20 2 Man" in shown and "2 2 10 Man" in shown and not any("Secret" in line for line in shown)
    unit = json.loads(out(capsys, "data", "show", "mine/marines", "squad", "--json"))
    assert unit["format"] == "muster-data-unit" and unit["offers"][0]["left"] == 2
    units = json.loads(out(capsys, "data", "show", "mine/marines", "--json"))
    assert units["format"] == "muster-data-units" and [each["name"] for each in units["units"]] == ["Squad"]


def test_a_unit_that_needs_a_choice_is_not_called_free(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(source, "marines.cat").write_bytes(catalogue(ROOTS + SQUADRON))
    out(capsys, "data", "add", source, "--name", "mine")
    said = lines(out(capsys, "data", "show", "mine/marines"))
    assert any(line.endswith("needs a choice Squadron") for line in said)
    assert any(line.endswith("free Mascot") for line in said)
    units = json.loads(out(capsys, "data", "show", "mine/marines", "--json"))["units"]
    assert {unit["name"]: unit["needs"] for unit in units} == {"Squad": [], "Squadron": ["Tanks"], "Mascot": []}
    army = str(tmp_path / "army.yaml")
    out(capsys, "new", "mine/marines", "-o", army)
    desk = EditorSession.open(army).editor
    force = desk.session.state.roster.forces[0]
    path = next(unit["entry"] for unit in units if unit["name"] == "Squadron")
    standing, details = desk.standing(force, path), desk.entry_details(force, path)
    assert details.points == "needs a choice" and "needs a choice of Tanks" in details.facts
    row = CatalogueRow("troops", "Squadron", path)
    for width, words in ((20, " choice "), (40, " needs a choice ")):
        assert catalogue_line(row, standing, width).right[0][0] == words
    out(capsys, "edit", army, "add", "squadron", "--option", "wolf")
    assert any(line.startswith("1 any 120 Wolf") for line in lines(out(capsys, "show", army, "squadron")))


def test_a_data_set_may_be_called_as_a_rule_system_is(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    out(capsys, "data", "add", source, "--name", "Epic")
    assert json.loads(out(capsys, "data", "show", "epic/marines", "--json"))["id"] == "Epic/Marines"
    assert json.loads(out(capsys, "data", "show", "epic/orks", "--json"))["id"] == "epic/orks"
    assert run(["data", "show", "epic/nobody"]) == 2
    assert "no catalogue of Epic" in capsys.readouterr().err


def test_many_armies_of_a_catalogue_share_it(source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out(capsys, "data", "add", source, "--name", "mine")
    armies = [str(tmp_path / f"{number}.yaml") for number in range(30)]
    for army in armies:
        Path(army).write_text(
            "format: muster-army\nversion: 1\nname: A\nsystem: diceless\ndata: mine/Marines\n", encoding="utf-8"
        )
    catalogues.linked.cache_clear()
    assert run(["check", *armies]) == 1
    assert catalogues.linked.cache_info().misses == 1


def test_what_the_data_lost_is_told_in_the_tree(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out(capsys, "data", "add", source, "--name", "mine")
    army = tmp_path / "army.yaml"
    assert run(["new", "mine/marines", "-o", str(army), "--system", "diceless"]) == 0
    assert run(["edit", str(army), "add", "squad"]) == 0
    lost = ROOTS.replace('id="squad"', 'id="other"')
    (Path(source) / "marines.cat").write_bytes(catalogue(lost))
    said = out(capsys, "data", "add", source)
    assert "changed  Marines, revision 7 as before" in said
    shown = lines(out(capsys, "show", str(army)))
    assert any(line.endswith("20 Squad, not in the data") for line in shown)


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "nowhere"),
        ("show", "orks-500", "nobody"),
        ("data", "show", "nowhere"),
        ("data", "show", "diceless/orks", "nobody"),
        ("data", "show", "diceless/orks", "--force", "nobody"),
    ],
)
def test_what_is_not_there_is_told(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    said = capsys.readouterr()
    assert said.err and not said.out and "Traceback" not in said.err


def test_notes_are_read_aloud_behind_what_they_are_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    army = str(tmp_path / "army.yaml")
    assert run(["new", "diceless/space-marines", "-o", army]) == 0
    for words in (["add", "Tactical Squad"], ["rename", "Tactical Squad", "Oriel"], ["note", "Oriel", "They hide."]):
        assert run(["edit", army, *words]) == 0
    told = lines(out(capsys, "show", army, "--plain"))
    squad = next(line for line in told if line.startswith("Oriel, Tactical Squad, 5 models, 90 points: Sergeant"))
    assert squad.endswith("4 Boltgun; notes: They hide.")


def test_what_is_still_to_be_chosen_is_read_aloud_behind_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    army = str(tmp_path / "army.yaml")
    assert run(["new", "diceless/space-marines", "-o", army]) == 0
    assert run(["edit", army, "add", "Librarian"]) == 0
    told = [line for line in lines(out(capsys, "show", army, "--plain")) if ": " in line]
    kinds = [line.partition(":")[0] for line in told]
    assert "Open choice: Librarian: choose 2 psychic powers, has none." in told
    assert kinds.index("Error") < kinds.index("Open choice") and "Error" not in kinds[kinds.index("Open choice") :]
    assert out(capsys, "show", army, "Librarian", "--plain").count("choose 2") == 1
