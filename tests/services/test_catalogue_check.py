"""What is wrong with community data is told: each flaw counted, with an example."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.services.data.catalogue_check import Checked, check
from builder.services.data.catalogue_store import add
from tests.formats.datafiles import SHARED, SQUAD, catalogue, folder, game_system, links_to


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))


def checked(tmp_path: Path, squad: str = SQUAD, shared: str = SHARED, more: str = "") -> Checked:
    (added,) = add(
        str(folder(tmp_path / "set", {"s.gst": game_system(), "m.cat": catalogue(squad, shared, more=more)}))
    )
    assert not added.updated
    _, found = check("Small Wars")
    assert (found.name, found.profiles) == ("Marines", 2)
    return found


def test_data_without_flaws_is_fine(tmp_path: Path) -> None:
    found = checked(tmp_path)
    assert found.problems == ()
    assert found.read == 2 and "diceless" in found.systems


@pytest.mark.parametrize(
    ("old", "new", "code", "line_at"),
    [
        ('targetId="gun"', 'targetId="gone"', "link-dangling", 'id="to-gun"'),
        ('targetId="boltgun"', 'targetId="gone"', "link-dangling", 'id="to-boltgun"'),
        ('id="arms"', 'id="squad"', "data.id-repeated", '<selectionEntryGroup id="squad"'),
        ('field="selections" scope="parent"', 'field="power" scope="parent"', "data.field", 'id="most"'),
        ('field="most"', 'field="mist"', "data.field", 'field="mist"'),
        ('typeId="pts"', 'typeId="gold"', "cost-type-unknown", 'typeId="gold"'),
        (' typeName="Unit"', "", "data.type-name", '<profile id="marine"'),
        (">3+<", ">good<", "fortyk.value", '<profile id="marine"'),
    ],
)
def test_each_flaw_is_counted_with_an_example(tmp_path: Path, old: str, new: str, code: str, line_at: str) -> None:
    assert SQUAD.count(old) == 1
    squad = SQUAD.replace(old, new)
    (problem,) = checked(tmp_path, squad).problems
    assert (problem.code, problem.count) == (code, 1)
    (example,) = problem.examples
    line = catalogue(squad).decode().split(line_at)[0].count("\n") + 1
    assert (Path(str(example.at.file)).name, example.at.line) == ("m.cat", line)


def test_the_system_that_an_army_of_the_data_has_is_named_and_no_other(tmp_path: Path) -> None:
    """A weapon alone can look like one of 40K; what is told of it there means nothing in another game."""
    data = game_system().replace(b'"Ld"', b'"Nerve"').replace(b'name="WS"', b'name="Wit"')
    assert data != game_system()
    shared = SHARED.replace("Rapid Fire", "Whatever it takes")
    add(str(folder(tmp_path / "set", {"s.gst": data, "m.cat": catalogue(SQUAD, shared)})))
    _, found = check("Small Wars")
    assert (found.systems, found.read, found.problems) == (("generic",), found.profiles, ())


def test_profiles_without_the_name_of_their_type_are_one_finding(tmp_path: Path) -> None:
    without = SQUAD.replace(' typeName="Unit"', ""), SHARED.replace(' typeName="Weapon"', "")
    assert without[1] != SHARED
    (problem,) = checked(tmp_path, *without).problems
    assert (problem.code, problem.count) == ("data.type-name", 1)
    assert "2 profiles do not say the name of their type" in problem.examples[0].message


def test_a_weapon_type_that_no_system_understands_is_told(tmp_path: Path) -> None:
    (problem,) = checked(tmp_path, shared=SHARED.replace("Rapid Fire", "Whatever it takes")).problems
    assert problem.code == "fortyk.weapon_type" and "Whatever it takes" in problem.examples[0].message


def test_circles_are_told(tmp_path: Path) -> None:
    link = '<entryLink id="{}" name="x" hidden="false" targetId="{}" type="selectionEntry"/>'
    gun = 'name="Gun" hidden="false" type="upgrade">'
    shared = SHARED.replace(gun, f"{gun}<entryLinks>{link.format('circle', 'gun')}</entryLinks>")
    assert [problem.code for problem in checked(tmp_path, shared=shared).problems] == ["link-circle"]


def test_examples_are_few_and_counts_whole(tmp_path: Path) -> None:
    links = "".join(f'<infoLink id="l{n}" name="Lost {n}" targetId="gone" type="rule"/>' for n in range(9))
    squad = SQUAD.replace("<infoLinks>", f"<infoLinks>{links}")
    (problem,) = checked(tmp_path, squad).problems
    assert (problem.count, len(problem.examples)) == (9, 3)


def test_a_missing_catalogue_is_told_of_the_one_that_needs_it(tmp_path: Path) -> None:
    (problem,) = checked(tmp_path, more=links_to("gone")).problems
    assert problem.code == "link-dangling" and "not loaded" in problem.examples[0].message


def test_what_means_nothing_is_told_of_the_first_file_of_a_set_alone(tmp_path: Path) -> None:
    strange = "<runes><rune/></runes>"
    parts = {f"{id}.cat": catalogue("", id=id, name=id.upper(), more=strange * n) for n, id in ((1, "a"), (2, "b"))}
    add(str(folder(tmp_path / "set", {"s.gst": game_system(), **parts})))
    codes = [[problem.code for problem in each.problems] for each in check("Small Wars")]
    assert codes == [[], ["data.element"], []]
    assert [problem.code for problem in check("Small Wars/B")[0].problems] == ["data.element"]
