"""Data sets on the screen, by keys and by the mouse: added, looked through, updated, brought back, removed."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot

from builder.inputs import tell
from builder.services.army.locator import locate_army
from builder.services.data import sources
from builder.services.data.catalogue_store import add
from builder.services.data.catalogues import listed
from builder.services.data.contents import ContentEntry
from builder.services.data.datasheets import installed_data
from builder.services.data.lookup import find_set
from builder.services.editor.document import ArmyDocument
from builder.services.library import commands
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.dialogs.pick_file import PickData
from builder.tui.dialogs.prompts import Ask, Confirm
from builder.tui.screens.data import DataScreen
from builder.tui.screens.data_lines import found_line
from builder.tui.screens.data_panes import ContentsPane
from builder.tui.screens.editor import EditorScreen
from builder.tui.screens.library import LibraryScreen
from builder.tui.screens.preview import PreviewScreen
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import TextLines
from tests.formats.datafiles import SQUAD, STATS, SYSTEM_BODY, catalogue, folder, game_system
from tests.services.loopback.server import CERTIFICATE, Site, serving
from tests.tui.making import done, meanwhile, play, typed, until
from tests.tui.painted import lines

pytestmark = pytest.mark.long


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return folder(tmp_path / "source", {"s.gst": game_system(), "m.cat": catalogue()})


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    for name in ("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with serving() as served:
        yield served


async def opened(pilot: Pilot[None]) -> DataScreen:
    """Go from the library to the data, and wait for its sets."""
    await until(pilot, lambda: bool(pilot.app.screen.query_one("#armies", LinePane).rows))
    await pilot.press("D")
    await until(pilot, lambda: isinstance(pilot.app.screen, DataScreen) and bool(sets(pilot.app.screen).rows))
    screen = pilot.app.screen
    assert isinstance(screen, DataScreen)
    return screen


def sets(screen: DataScreen) -> LinePane[object]:
    return screen.query_one("#sets", LinePane)


def said(screen: DataScreen) -> str:
    return screen.query_one("#said", TextLines).text


async def answered(pilot: Pilot[None], words: str, text: str) -> None:
    """Answer the question with these words, once it is asked."""
    await until(pilot, lambda: isinstance(pilot.app.screen, Ask) and words in shown(pilot))
    await typed(pilot, text)


async def picked(pilot: Pilot[None], words: str, text: str) -> None:
    """Answer the question where data is, once it is asked."""
    await until(pilot, lambda: isinstance(pilot.app.screen, PickData) and words in shown(pilot))
    await typed(pilot, text)


def shown(pilot: Pilot[None]) -> str:
    return "\n".join(lines(pilot.app))


def answerable(pilot: Pilot[None]) -> list[str]:
    """The words of the dialog on top, without its frame and what stands beside it."""
    window = next(iter(pilot.app.screen.children)).region
    cropped = (line[window.x + 1 : window.right - 1] for line in lines(pilot.app)[window.y : window.bottom])
    return " ".join(cropped).split()


def revision() -> int:
    return find_set("Small Wars").catalogues[0].revision


def test_a_set_is_added_looked_through_and_an_army_begun_by_keys(source: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.press("a")
        await picked(pilot, "Add data", str(source))
        await until(pilot, lambda: "Small Wars is in the library." in said(screen))
        await until(pilot, lambda: "1 catalogue" in shown(pilot) and "used by: no army" in shown(pilot))
        await pilot.press("enter", *"squ")
        await until(pilot, lambda: "1 in Small Wars" in shown(pilot) and "Never" in shown(pilot))
        assert " ".join(("Marine", *STATS)) in " ".join(shown(pilot).split())
        assert "Brave: Never" in shown(pilot) and "90" in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PreviewScreen) and "It can take" in shown(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("escape", *"bolt")
        await until(pilot, lambda: "▾ Weapons" in shown(pilot) and "Boltgun" in shown(pilot))
        await pilot.press("ctrl+n")
        await until(pilot, lambda: "New army: Marines" in shown(pilot) and "left empty: no limit" in shown(pilot))
        await pilot.press(*"Third", "enter", *"500", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        await done(pilot)
        await pilot.press("escape", "escape")
        await until(pilot, lambda: pilot.app.screen is screen and "used by: Third" in shown(pilot))
        await pilot.press("escape", "escape", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LibraryScreen))

    play(MusterApp(), part, (120, 40))


def test_an_army_with_nothing_in_it_says_which_keys_begin_it(source: Path, tmp_path: Path) -> None:
    add(str(source))
    head, path = "format: muster-army\nversion: 1\nname: Empty\nsystem: diceless\n", tmp_path / "army.yaml"
    path.write_text(f"{head}data: Small Wars/Marines\nforces: []\n", encoding="utf-8")

    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: all(told in shown(pilot) for told in ("Nothing yet: a adds", "F adds", "Enter Add")))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen) and pilot.app.screen.board.is_adding)

    play(MusterApp(str(path)), part, (120, 40))


def test_an_older_state_is_called_older_before_and_after_and_what_gives_way_is_kept(
    source: Path, tmp_path: Path
) -> None:
    add(str(source))
    older = folder(tmp_path / "old", {"s.gst": game_system(), "m.cat": catalogue(revision=3)})

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.press("U")
        await picked(pilot, "its new state", str(older))
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
        words = " ".join(answerable(pilot))
        assert "It is older than the state that is here." in words and "Marines: revision 7 → 3, older" in words
        await pilot.press("y")
        await until(pilot, lambda: "Small Wars: the older state is in" in said(screen))
        assert revision() == 3
        for place, told in ((source, "to a new state: b"), (older, "to an older state: b"), (older, "is as it was.")):
            await pilot.press("a")
            await picked(pilot, "Add data", str(place))
            await until(pilot, lambda told=told: told in said(screen))  # type: ignore[misc]
        await pilot.press("b")
        await until(pilot, lambda: "Small Wars: what was before is back" in said(screen))
        assert revision() == 7

    play(MusterApp(), part, (120, 40))


def test_data_is_found_by_walking_through_folders_as_pasted_and_again_beside_the_last(tmp_path: Path) -> None:
    folder(tmp_path / "my data" / "small", {"s.gst": game_system(), "m.cat": catalogue()})
    (tmp_path / "my data" / "notes.txt").write_text("none", encoding="utf-8")
    (tmp_path / "my data" / "bad.zip").write_bytes(b"no zip")

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.press("a")
        await picked(pilot, "Add data", f"'{tmp_path / 'my data'}'")
        await until(pilot, lambda: "bad.zip" in shown(pilot) and "small/" in shown(pilot))
        assert "notes.txt" not in shown(pilot) and "The community's gallery" in shown(pilot)
        await pilot.press(*"bed/", "enter")
        await until(pilot, lambda: "There is no such" in shown(pilot) and "bed/" in shown(pilot))
        await pilot.press(*(["backspace"] * 3), *"ad", "enter")
        await until(pilot, lambda: "bad.zip" in said(screen))
        await pilot.press("a")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickData) and "small/" in shown(pilot))
        await pilot.press(*"sm", "enter")
        await until(pilot, lambda: "This folder" in shown(pilot) and "2 files of data" in shown(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: "Small Wars is in the library." in said(screen))

    play(MusterApp(), part, (120, 40))


def test_enter_on_a_folder_fetches_nothing_and_folders_of_data_are_added_together(
    site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sources.packages, "__defaults__", (f"{site.base}/gallery.json",))
    for name, id in (("small", "s"), ("large", "l")):
        files = {"s.gst": game_system(id=id, name=f"{name} wars"), "m.cat": catalogue(system=id, id=f"m{id}")}
        folder(tmp_path / "sets" / name, files)

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.press("a")
        await picked(pilot, "Add data", f"{tmp_path / 'sets'}/")
        await until(pilot, lambda: "This folder" in shown(pilot))
        await pilot.press("f2")
        await until(pilot, lambda: "All these folders" in shown(pilot) and "4 files of data" in shown(pilot))
        await pilot.press("down", "end", "up", "enter")
        await until(pilot, lambda: "2 sets are in the library" in said(screen))
        assert not site.asked

    play(MusterApp(), part, (120, 40))


def test_a_new_army_asks_for_its_force_where_there_are_several_in_a_list_that_pages(tmp_path: Path) -> None:
    frame = '<forceEntry id="detachment" name="Detachment" hidden="false">'
    more = "".join(f'<forceEntry id="f{n}" name="Force {n}" hidden="false"/>' for n in range(30))
    system = game_system(SYSTEM_BODY.replace(frame, f"{more}{frame}"))
    add(str(folder(tmp_path / "source", {"s.gst": system, "m.cat": catalogue()})))

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await until(pilot, lambda: screen.query_one("#sets", LinePane).row is not None)
        await pilot.press("n")
        await until(pilot, lambda: "New army: Marines" in shown(pilot))
        await pilot.press(*"Third", "tab", *"500", "tab")
        chosen = pilot.app.screen.query_one("#choices", LinePane)
        last = len(chosen.rows) - 1
        for key, row in (("end", last), ("home", 1), ("pagedown", None), ("pageup", 1), ("end", last)):
            await pilot.press(key)
            assert chosen.cursor == row if row is not None else chosen.cursor > 5
        await pilot.press("space")
        await until(pilot, lambda: "(o) Detachment" in shown(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        await done(pilot)
        (force,) = ArmyDocument.open(locate_army("third").path).state.roster.forces
        assert force.name == "Detachment"

    play(MusterApp(), part, (80, 24))


def test_what_an_update_changes_is_shown_before_it_is_done_and_undone(source: Path, tmp_path: Path) -> None:
    add(str(source))
    commands.create("Small Wars/Marines", "Third", 500)
    newer = folder(
        tmp_path / "new", {"s.gst": game_system(), "m.cat": catalogue(SQUAD.replace("90.0", "95.0"), revision=9)}
    )

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await until(pilot, lambda: "used by: Third" in shown(pilot))
        for agree in (False, True):
            await pilot.press("U")
            await picked(pilot, "its new state", str(newer))
            await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
            assert "Marines: revision 7 → 9" in shown(pilot) and "use it: 1" in shown(pilot)
            assert "Esc stops it" not in shown(pilot)
            await pilot.press("y" if agree else "n")
            await done(pilot)
            assert revision() == (9 if agree else 7)
        await until(
            pilot, lambda: "Small Wars: the new state is in" in said(screen) and "b  Bring back" in shown(pilot)
        )
        await pilot.press("b")
        await until(pilot, lambda: "Small Wars: what was before is back" in said(screen))
        assert revision() == 7
        assert {(each.game, each.source) for each in installed_data() if each.revision == 7} == {(listed()[0].id, "")}
        await pilot.press("delete")
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
        without = "Without it Third cannot be opened, until it is added again."
        await until(pilot, lambda: without in " ".join(answerable(pilot)))
        await pilot.press("y")
        await until(pilot, lambda: "is removed" in said(screen) and "none yet" in shown(pilot))
        assert not listed()

    play(MusterApp(), part, (120, 40))


def test_the_question_before_a_removal_names_an_army_that_came_meanwhile(source: Path) -> None:
    add(str(source))

    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await until(pilot, lambda: "used by: no army of yours" in shown(pilot))
        commands.create("Small Wars/Marines", "Third", 500)
        await pilot.press("delete")
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
        await until(pilot, lambda: "Without it Third cannot be opened" in " ".join(answerable(pilot)))
        await pilot.press("n")
        await done(pilot)
        assert listed()

    play(MusterApp(), part, (120, 40))


def test_sets_come_from_the_gallery_and_what_is_wrong_is_told(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("s.gst", game_system())
        archive.writestr("m.cat", catalogue())
    package = {"name": "small-wars", "description": "Small Wars", "githubUrl": f"{site.base}/small.zip"}
    site.files |= {"/small.zip": content.getvalue(), "/gallery.json": json.dumps({"repositories": [package]}).encode()}
    gallery = f"{site.base}/gallery.json"
    monkeypatch.setattr(sources, "GALLERY", gallery)
    monkeypatch.setattr(sources.packages, "__defaults__", (gallery,))

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.press("a")
        await picked(pilot, "Add data", "")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose) and "Small Wars" in shown(pilot))
        assert site.asked == ["/gallery.json"]
        await pilot.press("enter")
        await until(pilot, lambda: "is in the library" in said(screen))
        await pilot.press("a")
        await picked(pilot, "Add data", f"{site.base}/nowhere.zip")
        await until(pilot, lambda: "nowhere.zip" in said(screen) and "404" in said(screen))

    play(MusterApp(), part, (120, 40))


def test_escape_stops_what_takes_long_and_nothing_is_added(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, let_go = Event(), Event()

    def slow(place: str, name: str | None = None) -> object:
        tell("1.0 of 4.0 MiB")
        begun.set()
        let_go.wait(60)
        tell("half of it")
        return add(place)

    monkeypatch.setattr("builder.tui.screens.data.add", slow)

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickData))
        adding = asyncio.ensure_future(typed(pilot, str(source)))
        await meanwhile(pilot, begun.is_set)
        await meanwhile(pilot, lambda: "▕████            ▏" in said(screen))
        pilot.app.simulate_key("escape")
        await meanwhile(pilot, lambda: "it stops" in said(screen))
        let_go.set()
        await adding
        await until(pilot, lambda: "nothing was changed" in said(screen))
        assert not listed() and pilot.app.screen is screen

    play(MusterApp(), part)


def test_what_is_found_keeps_its_name_and_is_told_of_one_set_alone() -> None:
    """The name is whole, the place behind it has what is left; a set that is looked through anew has no number yet."""
    name = "Kill Team Cassius with a heavy thunder hammer"
    entry = ContentEntry(
        heading="Units", name=name, key=name, catalogue="Imperium - Deathwatch - Library", points=Decimal(95)
    )
    line = found_line(entry, 78, entry.catalogue)
    assert name in line.left[0][0] and line.right[0][0].rstrip().endswith("…")
    assert len(found_line(entry, 50).right[0][0]) == 0

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: "in Imperial Guard" in shown(pilot))
        screen.query_one(ContentsPane).forget()
        await until(pilot, lambda: "in Imperial Guard" not in shown(pilot))

    play(MusterApp(), part)
