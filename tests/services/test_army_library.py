"""The library of armies: what is in it is listed, found, copied, deleted and brought back; nothing is lost."""

from __future__ import annotations

import os
import shutil
from decimal import Decimal
from pathlib import Path

import pytest

from builder import cache
from builder.datafiles.armies.read import read_army
from builder.errors import InputError
from builder.resources import find_resources
from builder.services.army import summary
from builder.services.army.locator import army_called, army_path, open_army
from builder.services.army.reports import summary_report
from builder.services.data.army_data import find_data
from builder.services.editor.document import ArmyDocument
from builder.services.export.files import export_army
from builder.services.library import commands as armyacts
from builder.services.library.armies import LibraryArmy, library_armies, search
from builder.sheets.options import SheetOptions
from tests.formats.newrecruitfiles import as_json
from tests.formats.rosterfiles import roster
from tests.starters import EACH_STARTER

STARTERS = {found.id: found.path for found in find_resources("templates/armies")}


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty library of armies."""
    folder = tmp_path / "armies"
    monkeypatch.setenv("MUSTER_ARMIES", str(folder))
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))
    return folder


def put(library: Path, name: str, starter: str = "orks-500") -> Path:
    path = library / name
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(STARTERS[starter], path)
    return path


def ids() -> list[str]:
    return [army.id for army in library_armies()]


def only(armies: tuple[LibraryArmy, ...]) -> LibraryArmy:
    (army,) = armies
    return army


def comes_to(source: Path) -> object:
    """What an army comes to, without the ids and names that a copy changes."""
    report = summary_report(open_army(str(source)))
    units = report["units"]
    assert isinstance(units, list)
    told = [(unit["name"], unit["models"], unit["hp"], unit["costs"], unit["slot"]) for unit in units]
    marks = [[mark["kind"] for mark in unit["marks"]] for unit in units]
    return report["costs"], told, marks, report["notes"]


def test_an_army_is_listed_with_what_it_is(library: Path) -> None:
    path = put(library, "mine.yaml")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    army = only(tuple(library_armies()))
    assert (army.id, army.name, army.changed, army.editable) == ("mine", "Gitstompa's warband", 1_000_000_000, True)
    assert army.line is not None and army.line.valid
    assert (army.line.system_name, army.line.faction) == ("Diceless 40K", "Orks")
    assert (army.line.points, army.line.limit) == (Decimal(500), Decimal(500))
    assert len(army.line.units) == 6


def test_armies_lie_below_the_players_data_if_nothing_else_is_said(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MUSTER_ARMIES")
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "data"))
    put(tmp_path / "data" / "armies", "here.yaml")
    assert ids() == ["here"]
    monkeypatch.setenv("MUSTER_CONFIG", str(tmp_path))
    (tmp_path / "config.toml").write_text(f"armies = '{library}'\n", encoding="utf-8")
    put(library, "there.yaml")
    assert ids() == ["there"]


def test_folders_in_the_library_are_part_of_the_id_and_hidden_ones_are_not_looked_into(library: Path) -> None:
    for name in ("a.yaml", "campaign/b.yml", "campaign/.c/d.yaml", ".e.yaml", "a.yaml.bak", "notes.txt"):
        put(library, name)
    assert ids() == ["a", "campaign/b"]


def test_two_files_of_one_name_keep_their_endings(library: Path) -> None:
    put(library, "a.yaml")
    (library / "a.ros").write_bytes(roster())
    assert ids() == ["a.ros", "a.yaml"]
    assert army_path("a") is None and army_path("A.ROS") == library / "a.ros"


@pytest.mark.parametrize(
    ("name", "contents", "said"),
    [
        ("text.yaml", b"hello", "mapping"),
        ("nothing.yaml", b"", ""),
        ("bytes.yaml", b"\xff\xfe\x00", ""),
        ("other.json", b'{"a": 1}', ""),
        ("cut.rosz", b"PK\x03\x04cut", ""),
        (
            "unit.yaml",
            b"format: muster-army\nversion: 1\nname: A\nsystem: diceless\ndata: diceless/orks\nunits: [{unit: Boyx}]",
            "did you mean 'Boyz'",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_listed_with_its_mistakes(
    library: Path, name: str, contents: bytes, said: str
) -> None:
    put(library, "good.yaml")
    (library / name).write_bytes(contents)
    army = next(army for army in library_armies() if army.path.name == name)
    assert army.line is None and army.mistakes and not army.editable
    assert any(said in str(found) for found in army.mistakes)
    assert len(ids()) == 2


def test_lines_are_worked_out_once_until_the_file_or_the_data_changes(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "data"))
    worked: list[Path] = []
    told = summary._summary_or_mistakes

    def counted(path: Path, contents: bytes) -> summary.SummaryOrMistakes:
        worked.append(path)
        return told(path, contents)

    monkeypatch.setattr(summary, "_summary_or_mistakes", counted)
    path = put(library, "a.yaml")
    (library / "bad.yaml").write_bytes(b"bad")
    for _ in range(2):
        assert ids() == ["a", "bad"]
    assert len(worked) == 2
    path.write_bytes(path.read_bytes() + b"# mine\n")
    assert ids() and len(worked) == 3
    (tmp_path / "data/datasheets/x").mkdir(parents=True)
    (tmp_path / "data/datasheets/x/y.yaml").write_bytes(b"other data")
    assert ids() and len(worked) == 5


def test_a_library_without_a_cache_is_listed_too(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "file" / "cache")
    put(library, "a.yaml")
    assert ids() == ["a"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["orks", "sm"]),
        ("WARBAND", ["orks"]),
        ("diceless", ["orks", "sm"]),
        ("marines tactical", ["sm"]),
        ("gitstompa’s", ["orks"]),
        ("weirdboy nothing", []),
    ],
)
def test_a_search_wants_every_word_of_name_system_faction_or_units(library: Path, text: str, found: list[str]) -> None:
    put(library, "orks.yaml")
    put(library, "sm.yaml", "space-marines-500")
    assert [army.id for army in search(library_armies(), text)] == found


def test_an_army_is_opened_by_id_by_file_or_by_its_own_name(library: Path) -> None:
    path = put(library, "sub/Mine.yaml")
    for name in ("sub/Mine", "sub/mine", "SUB/mine.yaml", "gitstompa's WARBAND"):
        assert open_army(name).file == str(path)
        assert ArmyDocument.open(name).source == str(path)


def test_a_file_comes_before_the_library_and_the_library_before_the_starters(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ArmyDocument.open("orks-500").source is None
    mine = put(library, "orks-500.yaml", "space-marines-500")
    assert open_army("orks-500").file == str(mine)
    monkeypatch.chdir(tmp_path)
    put(tmp_path, "orks-500", "imperial-guard-500")
    assert open_army("orks-500").file == "orks-500"


def test_a_name_that_two_armies_have_is_refused_with_their_ids(library: Path) -> None:
    put(library, "a.yaml")
    put(library, "b.yaml")
    with pytest.raises(InputError, match="2 armies are called 'Gitstompa's warband': say 'a' or 'b'"):
        open_army("Gitstompa's Warband")


def test_an_unknown_name_is_told_with_the_nearest(library: Path) -> None:
    put(library, "boys.yaml")
    with pytest.raises(InputError, match="did you mean 'boys'"):
        open_army("boyz")
    assert army_called("boyz") is None


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_a_copy_is_the_same_army_with_ids_of_its_own(library: Path, starter: str) -> None:
    path = armyacts.copy(starter, "Twin")
    assert comes_to(path) == comes_to(STARTERS[starter])
    before, after = (read_army(file.read_bytes(), "", find_data).roster for file in (STARTERS[starter], path))
    assert after.name == "Twin" and after.id not in ("", before.id)
    assert before.ids() & after.ids() <= {".force"}
    targets = {mark.target for part in after.all_selections() for mark in part.marks if mark.target}
    assert targets <= after.ids()


def test_a_copy_keeps_comments_groups_and_choices_in_full(library: Path) -> None:
    text = (
        "# my head\nformat: muster-army\nversion: 1\nname: A 2\nsystem: diceless\ndata: diceless/orks\nlimit: 500\n"
        "groups:\n  - name: Line  # both\n    units: [b1, boyz-1]\n"
        "units:\n  - unit: Boyz  # first\n    id: b1\n  - unit: Boyz\n    marks: led by b1\n    transport: Trukk\n"
    )
    library.mkdir()
    (library / "a.yaml").write_text(text, encoding="utf-8")
    path = armyacts.copy("a")
    made = read_army(path.read_bytes(), "", find_data).roster
    copied = path.read_text(encoding="utf-8")
    assert made.name == "A 3" and path.name == "a-3.yaml"
    assert all(comment in copied for comment in ("# my head", "# both", "# first"))
    (force,) = made.forces
    assert made.groups[0].units == (force.selections[0].id, force.selections[1].id)
    assert force.selections[1].marks[0].target == force.selections[0].id != "b1"


def test_an_army_of_a_catalogue_is_copied_with_every_choice(library: Path) -> None:
    library.mkdir()
    session = ArmyDocument.open("orks-500")
    session.save(str(library / "short.yaml"))
    full = armyacts.bring(str(_saved(library.parent / "orks.ros", "ros"))).path
    assert comes_to(armyacts.copy(str(full))) == comes_to(full)


def test_a_new_army_lies_in_the_library_under_its_name(library: Path) -> None:
    made = [armyacts.create("diceless/orks", "Big Lads", 700), armyacts.create("diceless/orks", "Big lads!")]
    assert [path.name for path in made] == ["big-lads.yaml", "big-lads-2.yaml"]
    assert armyacts.create("diceless/orks").name == "new-orks-army.yaml"
    assert open_army("big-lads").view.cost_limits[0].value == 700


def test_renaming_gives_the_army_its_name_and_the_file_keeps_its_own(library: Path) -> None:
    path = put(library, "mine.yaml")
    before = path.read_text(encoding="utf-8")
    assert armyacts.rename("mine", "Other: lads") == path
    after = path.read_text(encoding="utf-8")
    assert open_army("other: LADS").file == str(path)
    changed = [line for line in after.splitlines() if line not in before.splitlines()]
    assert [line.partition(":")[0] for line in changed] == ["name", "data"]


def test_what_is_deleted_comes_back_and_overwrites_nothing(library: Path) -> None:
    path = put(library, "sub/a.yaml")
    text = path.read_bytes()
    armyacts.delete("sub/a")
    assert ids() == [] and only(armyacts.trash()).id == "sub/a"
    put(library, "sub/a.yaml", "space-marines-500")
    assert armyacts.restore("sub/a") == library / "sub" / "a-2.yaml"
    assert (library / "sub/a-2.yaml").read_bytes() == text
    assert ids() == ["sub/a", "sub/a-2"] and armyacts.trash() == ()


def test_the_trash_keeps_armies_of_one_name_apart(library: Path) -> None:
    for _ in range(3):
        put(library, "a.yaml")
        armyacts.delete("a")
    assert [army.id for army in armyacts.trash()] == ["a", "a-2", "a-3"]
    with pytest.raises(InputError, match="3 armies in the trash are called so; it holds: a, a-2, a-3"):
        armyacts.restore("Gitstompa's warband")
    with pytest.raises(InputError, match="no such army in the trash"):
        armyacts.restore("b")


def test_a_damaged_file_is_deleted_and_restored_like_any(library: Path) -> None:
    put(library, "bad.yaml").write_bytes(b"\x00")
    armyacts.delete("bad")
    assert armyacts.restore("bad").read_bytes() == b"\x00"


def test_only_what_is_in_the_library_is_renamed_and_deleted(library: Path, tmp_path: Path) -> None:
    outside = put(tmp_path, "mine.yaml")
    for act in (armyacts.delete, lambda name: armyacts.rename(name, "x")):
        for name in (str(outside), "orks-500"):
            with pytest.raises(InputError, match="not in the library"):
                act(name)
    assert outside.exists() and STARTERS["orks-500"].exists()


def _saved(path: Path, form: str) -> Path:
    document = export_army(open_army("orks-1000"), "ros" if form == "json" else form, SheetOptions()).data
    path.write_bytes(as_json(document) if form == "json" else document)
    return path


@pytest.mark.parametrize("form", ["ros", "rosz", "json"])
def test_a_roster_whose_data_is_installed_becomes_an_army_that_can_be_edited(
    library: Path, tmp_path: Path, form: str
) -> None:
    source = _saved(tmp_path / f"Orks.{form}", form)
    done = armyacts.bring(str(source))
    assert done.editable and done.path == library / "orks.yaml"
    assert open_army("orks").valid and source.exists()
    kept, made = comes_to(source), comes_to(done.path)
    assert kept == made
    session = ArmyDocument.open("orks")
    session.save()
    assert comes_to(done.path) == kept


def test_a_roster_without_its_data_is_kept_as_it_is(library: Path, tmp_path: Path) -> None:
    document = _saved(tmp_path / "Far Away.ros", "ros").read_bytes().replace(b"diceless/orks", b"far/away")
    (tmp_path / "Far Away.ros").write_bytes(document)
    done = armyacts.bring(str(tmp_path / "Far Away.ros"))
    assert not done.editable and done.path == library / "far-away.ros"
    assert done.path.read_bytes() == document and "without its data" in str(done.findings[0])
    army = only(tuple(library_armies()))
    assert army.line is not None and army.line.valid is None and not army.editable
    for act in (armyacts.copy, lambda name: armyacts.rename(name, "x")):
        with pytest.raises(InputError, match="a saved roster is not"):
            act("far-away")


def test_an_army_file_is_brought_byte_for_byte_and_a_damaged_one_is_not(library: Path, tmp_path: Path) -> None:
    source = put(tmp_path, "orks.yaml")
    assert armyacts.bring(str(source)).path.read_bytes() == source.read_bytes()
    assert armyacts.bring(str(source)).path.name == "orks-2.yaml"
    source.write_text("format: muster-army\n", encoding="utf-8")
    with pytest.raises(InputError):
        armyacts.bring(str(source))
    assert len(ids()) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_what_is_no_file_is_not_waited_for(library: Path) -> None:
    put(library, "a.yaml")
    os.mkfifo(library / "pipe.yaml")
    (library / "folder.yaml").mkdir()
    assert ids() == ["a"]


def test_a_link_to_an_army_elsewhere_is_moved_and_the_army_stays(library: Path, tmp_path: Path) -> None:
    outside = put(tmp_path, "mine.yaml")
    library.mkdir()
    (library / "link.yaml").symlink_to(outside)
    for name in ("link", str(library / "link.yaml")):
        armyacts.delete(name)
        assert ids() == [] and outside.exists()
        armyacts.restore("link")
        assert ids() == ["link"]


def test_an_army_in_a_folder_is_deleted_by_a_path_from_anywhere(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(library, "sub/a.yaml")
    monkeypatch.chdir(library / "sub")
    assert armyacts.delete("a.yaml") == library / ".trash" / "sub" / "a.yaml"


def test_a_library_that_cannot_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("MUSTER_ARMIES", str(tmp_path / "file"))
    assert ids() == []
    with pytest.raises(InputError, match="folder cannot be made"):
        armyacts.create("diceless/orks")


def test_a_roster_of_new_recruit_whose_data_is_here_becomes_an_army_file(library: Path, tmp_path: Path) -> None:
    source = _saved(tmp_path / "orks.ros", "ros")
    document = source.read_bytes()
    source.write_bytes(document.replace(b"<roster ", b'<roster generatedBy="https://newrecruit.eu" ', 1))
    done = armyacts.bring(str(source))
    assert done.editable and comes_to(done.path) == comes_to(source)


def test_a_copy_keeps_groups_of_single_models_of_a_unit(library: Path) -> None:
    text = (
        "format: muster-army\nversion: 1\nname: A\nsystem: lethal\ndata: lethal/chaos-space-marines\nlimit: 500\n"
        "groups:\n  - name: Claws\n    units: [s1.m1, s1.m2]\n"
        "units:\n  - {unit: Chaos Spawn, id: s1, count: 3}\n"
    )
    library.mkdir()
    (library / "a.yaml").write_text(text, encoding="utf-8")
    made = read_army(armyacts.copy("a").read_bytes(), "", find_data).roster
    spawn = made.forces[0].selections[0].id
    assert spawn != "s1" and made.groups[0].units == (f"{spawn}.m1", f"{spawn}.m2")
