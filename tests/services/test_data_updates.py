"""A new state of a data set: what it changes is told first, and what was before comes back."""

from __future__ import annotations

import io
import zipfile
from decimal import Decimal
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.errors import InputError, Severity
from builder.resources import Resource
from builder.services.army.opening import find_saved_data
from builder.services.data.catalogue_store import add, bring_back, put
from builder.services.data.datasets import SOURCE_FILE, SourceNote, open_set, source_note
from builder.services.data.lookup import find_set
from builder.services.editor.new_army import begin
from builder.services.library.data_updates import ArmyStanding, DataUpdate, bring_in, former_in_use, plan_update
from tests.formats.datafiles import SQUAD, catalogue, folder, game_system, links_to


@pytest.fixture
def army(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An army in the library, of a set in it."""
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    monkeypatch.setenv("MUSTER_ARMIES", str(tmp_path / "armies"))
    add(str(folder(tmp_path / "old", {"s.gst": game_system(), "m.cat": catalogue()})))
    (tmp_path / "armies").mkdir()
    path = tmp_path / "armies" / "third.yaml"
    path.write_text(begin("Small Wars/Marines", "Third", 500), encoding="utf-8")
    return path


def newer(tmp_path: Path, squad: str = SQUAD) -> str:
    """A newer state of the set, whose game system is as it was but zipped."""
    system = io.BytesIO()
    with zipfile.ZipFile(system, "w") as archive:
        archive.writestr("s.gst", game_system())
    new = catalogue("", id="n", name="New")
    files = {"s.gst": system.getvalue(), "m.cat": catalogue(squad, revision=9), "n.cat": new}
    return str(folder(tmp_path / "new", files))


def revision() -> int:
    return find_set("Small Wars").catalogues[0].revision


def test_what_an_update_changes_is_told_and_nothing_done(army: Path, tmp_path: Path) -> None:
    plan = plan_update("Small Wars", newer(tmp_path))
    assert (plan.new, plan.gone, plan.users) == (("New",), (), 1)
    assert [(each.name, each.before, each.now) for each in plan.revised] == [("Marines", 7, 9)]
    assert revision() == 7


def test_armies_that_it_changes_are_named_with_their_points(army: Path, tmp_path: Path) -> None:
    assert run(["edit", str(army), "add", "Squad"]) == 0
    dearer = SQUAD.replace('value="90.0"', 'value="95.0"')
    (change,) = plan_update("Small Wars", newer(tmp_path, dearer)).armies
    assert change.id == "third" and (change.before, change.now) == (
        ArmyStanding(Decimal(90), 1),
        ArmyStanding(Decimal(95), 1),
    )


def test_a_catalogue_that_has_another_name_is_found_by_the_one_it_had(army: Path, tmp_path: Path) -> None:
    assert run(["edit", str(army), "add", "Squad"]) == 0
    files = {"s.gst": game_system(), "m.cat": catalogue(SQUAD, revision=9, name="Marines of today")}
    plan = plan_update("Small Wars", str(folder(tmp_path / "new", files)))
    assert [each.name for each in plan.revised] == ["Marines, now Marines of today"]
    assert [change.now.problem for change in plan.armies] == []
    bring_in(plan)
    assert run(["edit", str(army), "add", "Squad"]) == 0
    assert "Small Wars/Marines of today" in army.read_text(encoding="utf-8")
    bring_back(find_set("Small Wars"))
    assert run(["check", str(army)]) < 2


def test_an_older_state_is_called_older_by_commands_and_what_gives_way_to_an_addition_is_kept(
    army: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    older = str(folder(tmp_path / "older", {"s.gst": game_system(), "m.cat": catalogue(revision=3)}))
    assert run(["data", "update", "Small Wars", "--from", older]) == 0
    told = capsys.readouterr().out
    assert "Marines, revision 7 → 3, older" in told and "It is older than the state that is here." in told
    for place, verb in ((older, "is of an older state now"), (older, "is as it was"), (newer(tmp_path), "up to date")):
        assert run(["data", "add", place]) == 0
        told = capsys.readouterr().out
        assert verb in told and ("--back" in told) == (verb != "is as it was")
    assert revision() == 9
    assert run(["data", "update", "Small Wars", "--back"]) == 0
    assert revision() == 3


def test_an_army_whose_set_was_removed_says_how_it_can_be_opened_again(
    army: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = folder(tmp_path / "other", {"s.gst": game_system(id="o", name="Else"), "m.cat": catalogue(system="o")})
    add(str(other))
    assert run(["data", "remove", "Small Wars"]) == 0
    assert run(["check", str(army)]) == 2
    told = " ".join(capsys.readouterr().err.split())
    way = "add it with 'muster data add', or under Data in the library"
    assert f"no data set 'Small Wars': {way}; known are: Else" in told


@pytest.mark.long
def test_it_is_brought_in_and_back(army: Path, tmp_path: Path) -> None:
    own = find_set("Small Wars").path / "muster.yaml"
    own.write_text("format: muster-profile-roles\nversion: 1\n", encoding="utf-8")
    plan = plan_update("Small Wars", newer(tmp_path))
    put(plan.planned, keep_former=True)
    assert revision() == 9 and own.is_file() and plan_update("Small Wars", str(tmp_path / "new")).nothing
    bring_back(find_set("Small Wars"))
    assert revision() == 7 and own.is_file()
    bring_back(find_set("Small Wars"))
    assert revision() == 9


def test_sets_of_one_game_system_stand_beside_each_other_under_names_of_their_own(army: Path, tmp_path: Path) -> None:
    """As editions of a game do that have one id: a roster is opened with that of its revisions, each is updated."""
    source = Path(newer(tmp_path))
    (source / "s.gst").write_bytes(game_system(name="Small Wars 2"))
    assert [each.data.id for each in (*add(str(source)), *add(str(source), "third"))] == ["Small Wars 2", "third"]
    found = [find_saved_data("sys", ("cat",), {"cat": revision}) for revision in (6, 20)]
    assert [each and each.id for each in found] == ["Small Wars/Marines", "Small Wars 2/Marines"]
    assert add(str(source), "THIRD")[0].updated
    with pytest.raises(InputError, match="'Small Wars 2' and 'third' are of this game: say with --name"):
        add(str(source))
    (source / "m.cat").write_bytes(catalogue(revision=91))
    assert bring_in(plan_update("Small Wars", str(source))).data.id == "Small Wars" and revision() == 91


@pytest.mark.long
def test_a_former_state_is_kept_until_no_army_is_saved_with_it(
    army: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["edit", str(army), "add", "Squad"]) == 0
    assert run(["export", str(army), "-o", str(army.with_name("saved.ros"))]) == 0

    def update(revision: int) -> DataUpdate:
        files = {"s.gst": game_system(), "m.cat": catalogue(SQUAD.replace('"90.0"', '"95.0"'), revision=revision)}
        plan = plan_update("Small Wars", str(folder(tmp_path / str(revision), files)))
        bring_in(plan)
        return plan

    def kept() -> list[tuple[int, tuple[str, ...]]]:
        states = former_in_use(find_set("Small Wars"))
        return [(open_set(Resource("s", each.path, "")).catalogues[0].revision, each.armies) for each in states]

    plan = update(9)
    assert plan.users == 2 and {change.id for change in plan.armies} == {"saved", "third"}
    assert {(change.before.points, change.now.points) for change in plan.armies} == {(Decimal(90), Decimal(95))}
    assert kept() == [(7, ("saved", "third"))]
    assert not update(10).armies and kept() == [(9, ()), (7, ("saved", "third"))]
    capsys.readouterr()
    assert run(["data", "list"]) == 0
    assert "Marines 7: used by saved, third" in capsys.readouterr().out
    assert run(["edit", str(army), "limit", "600"]) == 0
    update(11)
    assert kept() == [(10, ("third",)), (7, ("saved",))]
    army.with_name("saved.ros").unlink()
    (tmp_path / "own" / "battlescribe-former" / "Small Wars" / "99").mkdir()  # an empty folder is no state
    update(12)
    assert kept() == [(11, ()), (10, ("third",))]
    assert bring_back(find_set("Small Wars")).data.catalogues[0].revision == 11
    assert run(["data", "remove", "Small Wars"]) == 0 and not list(tmp_path.glob("own/battlescribe-former/*"))


def test_what_cannot_be_done_is_told(army: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="name where its new state is, with --from"):
        plan_update("Small Wars")
    with pytest.raises(InputError, match="no former state"):
        bring_back(find_set("Small Wars"))
    with pytest.raises(InputError, match="is not there: name where a state of Small Wars is"):
        other = folder(tmp_path / "other", {"s.gst": game_system(id="o", name="Other")})
        plan_update("Small Wars", str(other))


def test_by_commands(army: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = newer(tmp_path)
    assert run(["data", "update", "Small Wars", "--from", source]) == 0
    said = capsys.readouterr().out
    assert "changed  Marines, revision 7 → 9" in said and "1 army of yours uses it" in said and revision() == 7
    assert run(["data", "update", "Small Wars", "--from", source, "--yes", "--json"]) == 0
    assert '"done": true' in capsys.readouterr().out and revision() == 9
    assert run(["data", "update", "Small Wars", "--back"]) == 0 and revision() == 7
    assert "Small Wars is exchanged with its former state" in capsys.readouterr().out
    assert run(["data", "remove", "Small Wars"]) == 0
    assert capsys.readouterr().out.endswith("were built from it; to open them, add it again: third\n")


@pytest.mark.long
def test_a_set_says_which_catalogue_is_not_there_that_others_build_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of the Horus Heresy without its Legiones Astartes hardly a squad can be taken."""
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    files = {"s.gst": game_system()}
    files |= {f"{id}.cat": catalogue(id=id, name=id, more=links_to("legions")) for id in ("angels", "wolves")}
    (done,) = add(str(folder(tmp_path / "parts", files)))
    (finding,) = done.data.findings
    assert (finding.code, finding.severity) == ("data.catalogue-missing", Severity.WARNING)
    told = "2 catalogues build on legions, which is not here: what comes from it cannot be taken; add its file too"
    assert finding.message == told
    assert run(["data", "add", str(tmp_path / "parts")]) == 0
    assert told in " ".join(capsys.readouterr().err.split())
    (done,) = add(
        str(folder(tmp_path / "more", {"legions.cat": catalogue("", id="legions", name="legions")}) / "legions.cat")
    )
    assert done.data.findings == ()


def test_catalogues_without_their_game_system_get_a_stand_in_until_it_is_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    parts = {"m.cat": catalogue(), "n.cat": catalogue("", id="n", name="New")}
    source = folder(tmp_path / "part-main", parts)
    for _ in range(2):  # a second time it is brought up to date
        (done,) = add(str(source))
    assert done.data.id == "part" and [finding.code for finding in done.data.findings] == ["data.stand-in"]
    army = tmp_path / "army.yaml"
    army.write_text(begin("part/Marines", "Third", 500), encoding="utf-8")
    assert run(["edit", str(army), "add", "Squad"]) == 0
    capsys.readouterr()
    assert run(["summary", str(army)]) == 0
    assert "90 of 500 pts" in capsys.readouterr().out
    (done,) = add(str(folder(tmp_path / "whole", {"s.gst": game_system(), **parts})))
    assert (done.data.id, done.data.system.name, done.data.findings) == ("part", "Small Wars", ())
    (done,) = add(str(source))
    assert done.data.system.name == "Small Wars"  # which stays where a part is added again
    with pytest.raises(InputError, match="there is no game system"):
        monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "other"))
        add(str(source / "m.cat"))


def test_a_fetched_set_that_gets_files_of_the_players_own_is_of_no_release_any_more(army: Path, tmp_path: Path) -> None:
    fetched = SourceNote("https://example.org/small.catpkg.json", "v7", "https://example.org/small")
    place = find_set("Small Wars").path / SOURCE_FILE
    place.write_bytes(fetched.written())
    add(str(tmp_path / "old"))
    assert source_note(find_set("Small Wars")) == fetched, "the files are those of the release still"
    bring_in(plan_update("Small Wars", newer(tmp_path)))
    own = SourceNote(fetched.address, "", fetched.kept_at, own=True)
    assert source_note(find_set("Small Wars")) == own, "U looks at the address still"
    bring_back(find_set("Small Wars"))
    assert source_note(find_set("Small Wars")) == fetched
    add(str(tmp_path / "new" / "n.cat"))
    assert source_note(find_set("Small Wars")) == own
