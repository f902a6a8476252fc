"""The library of community data: added whole or not at all, brought up to date, opened, removed, checked."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.errors import InputError
from builder.formats.battlescribe.catalogues import DataFile
from builder.resources import Resource
from builder.services.army.opening import find_saved_data
from builder.services.data import catalogue_store, catalogues, datasets, sources
from builder.services.data.army_data import find_data
from builder.services.data.catalogue_store import AddedDataSet, remove
from builder.services.data.catalogues import catalogue_ids, listed, open_catalogue
from builder.services.data.datasheets import installed_data
from builder.services.library.browsing import known_sets
from tests.formats.datafiles import SHARED, SQUAD, catalogue, folder, game_system, json_catalogue, links_to
from tests.formats.rosterfiles import zipped


def add(source: str, name: str | None = None) -> AddedDataSet:
    """Add one data set."""
    (added,) = catalogue_store.add(source, name)
    return added


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of data sets, which is empty and not there yet."""
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    return tmp_path / "own" / "battlescribe"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder with a game system and two catalogues."""
    return folder(
        tmp_path / "small-wars",
        {"small.gst": game_system(), "marines.cat": catalogue(), "orks.cat": catalogue(id="orks", name="Orks: Horde")},
    )


def refused(source: Path, name: str | None = None) -> str:
    with pytest.raises(InputError) as caught:
        add(str(source), name)
    (finding,) = caught.value.findings
    assert finding.at.file and finding.at.file.startswith(str(source))
    return finding.message


class TestAdding:
    def test_a_folder_is_added_under_the_name_of_its_game_system(self, source: Path, library: Path) -> None:
        done = add(str(source))
        assert (done.data.id, done.updated) == ("Small Wars", False)
        assert set(done.new) == {"Small Wars", "Marines", "Orks: Horde"}
        assert sorted(path.name for path in (library / "Small Wars").iterdir()) == [
            "marines.cat",
            "orks.cat",
            "small.gst",
        ]
        assert catalogue_ids() == ("Small Wars/Marines", "Small Wars/Orks: Horde")

    def test_factions_are_in_order_of_their_names_whatever_their_files_are_called(self, source: Path) -> None:
        (source / "a.cat").write_bytes(catalogue(id="elves", name="Xenos - Élves"))
        (source / "z.cat").write_bytes(catalogue(id="bears", name="armoured bears"))
        add(str(source))
        names = [each.name for each in installed_data() if each.id.startswith("Small Wars/")]
        assert names == ["armoured bears", "Marines", "Orks: Horde", "Xenos - Élves"]
        (known,) = (each for each in known_sets() if not each.ours)
        assert known.catalogues == tuple(f"Small Wars/{name}" for name in names)

    def test_a_set_can_have_another_name(self, source: Path) -> None:
        assert add(str(source), "3rd: edition/x").data.id == "3rd edition x"

    def test_a_zip_with_a_folder_in_it_is_added(self, source: Path, tmp_path: Path) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("small-wars-main/README.md", "hello")
            for path in source.iterdir():
                archive.write(path, f"small-wars-main/{path.name}")
        (tmp_path / "data.zip").write_bytes(packed.getvalue())
        assert len(add(str(tmp_path / "data.zip")).new) == 3

    def test_zipped_catalogues_are_added(self, tmp_path: Path) -> None:
        path = folder(tmp_path / "z", {"a.gstz": zipped(game_system()), "b.catz": zipped(catalogue())})
        add(str(path))
        assert open_catalogue("Small Wars/Marines").name == "Marines"

    def test_a_second_addition_brings_the_set_up_to_date(self, source: Path) -> None:
        add(str(source), "mine")
        (source / "marines.cat").write_bytes(catalogue(revision=8))
        (source / "orks.cat").unlink()
        (source / "elves.cat").write_bytes(catalogue(id="elves", name="Elves"))
        done = add(str(source))
        assert (done.data.id, done.updated, done.new, done.gone, done.same) == (
            "mine",
            True,
            ("Elves",),
            ("Orks: Horde",),
            1,
        )
        assert [(each.name, each.before, each.now) for each in done.revised] == [("Marines", 7, 8)]
        assert catalogue_ids() == ("mine/Elves", "mine/Marines")

    def test_one_file_joins_the_set_of_its_game_system(self, source: Path, tmp_path: Path) -> None:
        add(str(source))
        single = folder(tmp_path / "new", {"marines-2.cat": catalogue(revision=9)}) / "marines-2.cat"
        done = add(str(single))
        assert (done.gone, done.same) == ((), 2)
        assert open_catalogue("Small Wars/Marines").revision == 9

    def test_game_systems_beside_each_other_become_a_set_each(self, source: Path) -> None:
        (source / "second.gst").write_bytes(game_system(id="else", name="Big Wars"))
        (source / "giants.cat").write_bytes(catalogue(id="giants", name="Giants", system="else"))
        found = {done.data.id: done.new for done in catalogue_store.add(str(source))}
        assert found == {"Small Wars": ("Small Wars", "Marines", "Orks: Horde"), "Big Wars": ("Big Wars", "Giants")}
        (source / "giants.cat").write_bytes(catalogue(id="giants", name="Giants", system="else", revision=8))
        assert [done.updated for done in catalogue_store.add(str(source))] == [True, True]

    def test_of_a_catalogue_that_is_there_twice_the_first_is_taken_and_the_other_told(self, source: Path) -> None:
        (source / "copy.cat").write_bytes(catalogue(name="Copied"))
        data = add(str(source)).data
        assert [head.name for head in data.catalogues][:1] == ["Copied"]
        (finding,) = data.findings
        assert finding.code == "data.catalogue-repeated" and "copy.cat" in finding.message
        assert (finding.at.file or "").endswith("marines.cat")

    def test_data_in_json_is_added_and_other_json_passed_over(self, source: Path) -> None:
        (source / "elves.json").write_text(json.dumps(json_catalogue("Elves")))
        (source / "package.json").write_text('{"name": "not data"}')
        assert "Elves" in add(str(source)).new
        assert open_catalogue("small wars/elves").library.root_entries("elves")[0].name == "Archer"

    def test_another_set_of_the_same_name_is_refused(self, source: Path, tmp_path: Path) -> None:
        add(str(source))
        other = folder(tmp_path / "other", {"x.gst": game_system(id="else")})
        assert "another data set" in refused(other)


class TestRefusing:
    def test_what_holds_no_data(self, tmp_path: Path) -> None:
        assert "no data here" in refused(folder(tmp_path / "none", {"a.txt": b"hello"}))
        assert "no such file" in refused(tmp_path / "nowhere")
        (tmp_path / "a.pdf").write_bytes(b"%PDF")
        assert "neither a folder" in refused(tmp_path / "a.pdf")

    def test_data_without_a_game_system(self, tmp_path: Path) -> None:
        assert "no game system" in refused(folder(tmp_path / "x", {"a.cat": catalogue()}))
        assert "no game system" in refused(tmp_path / "x" / "a.cat")

    def test_two_game_systems_with_one_name(self, source: Path) -> None:
        (source / "second.gst").write_bytes(game_system(id="else", name="Big Wars"))
        with pytest.raises(InputError, match="2 game systems"):
            add(str(source), "mine")
        (source / "second.gst").write_bytes(game_system(id="else", name="Small Wars"))
        assert "one name" in refused(source)

    def test_catalogues_of_another_game_system(self, source: Path) -> None:
        (source / "alien.cat").write_bytes(catalogue(id="alien", system="else"))
        assert "alien.cat" in refused(source)

    def test_files_of_the_same_name(self, source: Path) -> None:
        folder(source / "old", {"marines.cat": catalogue(id="old")})
        assert "the same name" in refused(source)

    @pytest.mark.skipif(sys.platform == "win32", reason="there one cannot tell whether a folder is in use")
    @pytest.mark.parametrize("renames", [0, 1, 2])
    def test_a_program_killed_while_it_brings_a_set_up_to_date_leaves_one_that_can_be_used(
        self, source: Path, library: Path, renames: int
    ) -> None:
        add(str(source))
        (source / "marines.cat").write_bytes(catalogue(SQUAD))
        (source / "orks.cat").unlink()
        script = f"""
import os
from pathlib import Path
from builder.services.data.catalogue_store import add

done, rename = 0, Path.rename

def killed(path, target):
    global done
    if done == {renames}:
        os._exit(9)
    done += 1
    return rename(path, target)

Path.rename = killed
add({str(source)!r})
os._exit(9)
"""
        assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 9
        former = ("Small Wars/Marines", "Small Wars/Orks: Horde")
        assert catalogue_ids() == (former if renames < 2 else former[:1])
        assert find_data("small wars/marines").library
        assert add(str(source)).updated
        assert catalogue_ids() == former[:1]
        assert [path.name for path in library.iterdir()] == ["Small Wars"]

    def test_what_another_program_is_adding_is_left_alone(self, source: Path, library: Path) -> None:
        with catalogue_store._working_folder(folder(library, {}), ".added-") as work:
            add(str(source))
            assert work.exists()
        assert not work.exists()

    def test_every_damaged_file_is_told_and_nothing_is_added(self, source: Path, library: Path) -> None:
        (source / "marines.cat").write_bytes(catalogue()[:-50])
        (source / "orks.cat").write_bytes(b"<html/>")
        with pytest.raises(InputError) as caught:
            add(str(source))
        assert {Path(str(finding.at.file)).name for finding in caught.value.findings} == {"marines.cat", "orks.cat"}
        assert not library.exists()

    def test_a_failed_addition_leaves_the_old_state(
        self, source: Path, library: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        add(str(source))
        (source / "marines.cat").write_bytes(catalogue(revision=8))

        def full(self: Path, data: bytes) -> int:
            raise OSError(28, "no space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(Path, "write_bytes", full)
            with pytest.raises(InputError, match="no space left"):
                add(str(source))
        assert [path.name for path in library.iterdir()] == ["Small Wars"]
        assert open_catalogue("Small Wars/Marines").revision == 7

    def test_a_bomb_is_refused(self, tmp_path: Path) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a/x.cat", b" " * 20_000_000)
        (tmp_path / "bomb.zip").write_bytes(packed.getvalue())
        assert "far more" in refused(tmp_path / "bomb.zip")

    def test_a_path_in_a_zip_leads_nowhere_else(self, tmp_path: Path, library: Path) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("../../../small.gst", game_system())
        (tmp_path / "sly.zip").write_bytes(packed.getvalue())
        add(str(tmp_path / "sly.zip"))
        assert [path.name for path in (library / "Small Wars").iterdir()] == ["small.gst"]


class TestOpening:
    @pytest.mark.parametrize(
        "name", ["Small Wars/Orks: Horde", "small-wars/orks horde", "small/orks", "SMALL WARS/horde"]
    )
    def test_names_may_be_written_in_any_way(self, source: Path, name: str) -> None:
        add(str(source))
        assert open_catalogue(name).id == "Small Wars/Orks: Horde"

    def test_an_unknown_name_gets_a_suggestion(self, source: Path) -> None:
        with pytest.raises(InputError, match="muster data add"):
            open_catalogue("small wars/marines")
        add(str(source))
        with pytest.raises(InputError, match="did you mean 'Marines'"):
            open_catalogue("Small Wars/Marnes")
        with pytest.raises(InputError, match="did you mean 'Small Wars'"):
            open_catalogue("Small War3s/Marines")
        with pytest.raises(InputError, match="DATA SET/CATALOGUE"):
            open_catalogue("Marines")

    def test_only_what_links_reach_is_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        hidden = SQUAD.replace('"squad"', '"crate"').replace("to-", "x-")
        files = {
            "s.gst": game_system(),
            "a.cat": catalogue("", "", id="a", name="A", more=links_to("b")),
            "b.cat": catalogue("", "", id="b", name="B", library=True, more=links_to("c", "a")),
            "c.cat": catalogue(hidden, id="c", name="C", library=True),
            "d.cat": catalogue(id="d", name="D"),
        }
        add(str(folder(tmp_path / "links", files)))
        read: list[str] = []

        def load(name: str, known: str, contents: Callable[[], bytes]) -> DataFile:
            read.append(Path(name).name)
            return datasets.load_file(name, known, contents)

        monkeypatch.setattr(catalogues, "load_file", load)
        army = open_catalogue("Small Wars/A")
        assert read == ["s.gst", "a.cat", "b.cat", "c.cat"]
        assert [entry.name for entry in army.library.root_entries("a")] == ["Squad"]
        # Another start of the program: what the links lead to is known from the cache.
        catalogues.linked.cache_clear()
        monkeypatch.setattr(catalogues, "check_links", lambda survey: pytest.fail("they were looked at before"))
        again = open_catalogue("Small Wars/A").library
        assert again is not army.library and again.findings == army.library.findings
        assert catalogue_ids() == ("Small Wars/A", "Small Wars/D")

    def test_army_data_says_where_it_comes_from(self, source: Path, library: Path) -> None:
        add(str(source))
        data = open_catalogue("Small Wars/Marines")
        assert (data.name, data.revision, data.source, data.origin) == ("Marines", 7, "Small Wars", "MUSTER_DATA")
        assert data.path == str(library / "Small Wars" / "marines.cat")
        before = data.digest
        (library / "Small Wars" / "marines.cat").write_bytes(catalogue(revision=70))
        assert open_catalogue("Small Wars/Marines").revision == 70
        assert open_catalogue("Small Wars/Marines").digest != before

    def test_data_with_flaws_says_where_to_read_of_them(self, tmp_path: Path) -> None:
        flawed = catalogue(shared=SHARED.replace('id="gun"', 'id="guns"'))
        add(str(folder(tmp_path / "f", {"s.gst": game_system(), "m.cat": flawed})))
        (finding,) = open_catalogue("Small Wars/Marines").findings
        assert 'muster data check "Small Wars/Marines"' in finding.message

    def test_a_set_whose_game_system_was_damaged_by_hand_is_listed_with_the_reason(
        self, source: Path, library: Path
    ) -> None:
        add(str(source))
        (library / "Small Wars" / "small.gst").write_bytes(b"<html/>")
        (found,) = listed()
        assert found.data is None
        assert "<html>" in found.findings[0].message
        assert catalogue_ids() == ()

    def test_a_catalogue_that_was_damaged_by_hand_is_left_out_with_the_reason(
        self, source: Path, library: Path
    ) -> None:
        add(str(source))
        (library / "Small Wars" / "orks.cat").write_bytes(b"<html/>")
        (found,) = listed()
        assert found.data is not None
        assert "<html>" in found.findings[0].message
        assert catalogue_ids() == ("Small Wars/Marines",)


class TestRemoving:
    def test_a_set_is_removed(self, source: Path, library: Path) -> None:
        add(str(source))
        assert remove("small wars").id == "Small Wars"
        assert listed() == ()
        assert list(library.iterdir()) == []

    def test_an_unknown_set_is_told(self, source: Path) -> None:
        add(str(source))
        with pytest.raises(InputError, match="known are: Small Wars"):
            remove("else")


def test_the_bound_on_files_is_told(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_SET_FILES", 2)
    assert "3 data files" in refused(source)


class TestFindingData:
    def test_a_data_set_that_is_called_as_a_system_is_opened_beside_its_datasheets(self, source: Path) -> None:
        add(str(source), "diceless")
        assert find_data("diceless/Marines").origin != find_data("diceless/orks").origin
        assert find_data("diceless/orks").system == "diceless"


class TestForRosters:
    def test_the_catalogues_of_a_roster_are_found_by_their_ids_in_any_set(self, source: Path) -> None:
        add(str(source))
        found = find_saved_data("sys", ("orks", "cat"))
        assert found is not None
        assert (found.id, found.catalogue_id) == ("Small Wars/Orks: Horde", "orks")
        assert list(found.library.catalogues) == ["orks", "cat"]
        assert found.digest == open_catalogue("small wars/orks").digest

    @pytest.mark.parametrize(("system", "ids"), [("sys", ("orks", "elves")), ("other", ("orks",)), ("sys", ())])
    def test_nothing_is_found_where_one_is_missing(self, source: Path, system: str, ids: tuple[str, ...]) -> None:
        assert find_saved_data(system, ids) is None
        add(str(source))
        assert find_saved_data(system, ids) is None

    def test_a_set_that_cannot_be_used_is_passed_over(self, source: Path, library: Path) -> None:
        add(str(source))
        folder(library / "A broken one", {"a.gst": b"<gameSystem"})
        assert find_saved_data("sys", ("orks",)) is not None

    def test_sets_of_other_games_are_not_read_for_it(
        self, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        add(str(folder(tmp_path / "other", {"a.gst": game_system(id="other-game", name="A Game")})))
        add(str(source))
        opened = list[str]()

        def noted(found: Resource) -> datasets.DataSet:
            opened.append(found.id)
            return datasets.open_set(found)

        monkeypatch.setattr(catalogues, "open_set", noted)
        assert find_saved_data("sys", ("orks",)) is not None
        assert opened == ["Small Wars"]

    def test_more_catalogues_are_opened_with_one_and_unknown_ones_passed_over(self, source: Path) -> None:
        add(str(source))
        data = open_catalogue("small wars/marines", ("orks", "elves"))
        assert (data.name, list(data.library.catalogues)) == ("Marines", ["cat", "orks"])
