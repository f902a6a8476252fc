"""What was said: a list that leads to units and files, and can be looked through."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.tui.screens import messages
from builder.tui.screens.base import Notice, Noticed
from builder.tui.screens.findings import FindingsScreen
from builder.tui.screens.messages import MessagesScreen
from tests.tui.editing import Seen, edit
from tests.tui.painted import lines


@pytest.fixture
def army(tmp_path: Path) -> Path:
    return tmp_path / "army.yaml"


async def listed(seen: Seen) -> MessagesScreen:
    """Go to the messages."""
    await seen.press("ctrl+l")
    await seen.until(lambda: isinstance(seen.pilot.app.screen, MessagesScreen) and bool(seen.pane("messages").rows))
    screen = seen.pilot.app.screen
    assert isinstance(screen, MessagesScreen)
    return screen


def painted(seen: Seen) -> str:
    return "\n".join(lines(seen.pilot.app))


@pytest.mark.long
def test_messages_stand_in_a_list_the_last_first_under_the_time_they_were_said_at(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("c", "y")
        seen.screen.notify("It does not fit: " + "all of this is why it does not " * 4, severity="warning")
        await listed(seen)
        shown = [line.strip() for line in painted(seen).splitlines()[1:8]]
        assert shown[1][2:].lstrip("▌ ")[8:].startswith("  [!] It does not fit: all of this is why")
        assert "does not" in shown[2] and ":" not in shown[2]
        assert "The list is in the clipboard" in painted(seen) and "Copied: v adds" in painted(seen)
        await seen.press("down")
        row = seen.pane("messages").row
        assert row is not None and row.text.startswith("The list is in the clipboard")
        await seen.press("ctrl+l", "escape")
        assert seen.pilot.app.screen is seen.screen

    edit(army, act, size=(80, 24))


@pytest.mark.long
def test_it_is_said_who_walks_where_a_transport_is_gone(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Rhino 1")
        await seen.until(lambda: "+ − Number" not in painted(seen))
        await seen.press("plus")
        await seen.until(lambda: "More: Rhino 1: this number cannot be chosen." in painted(seen))
        await seen.press("x")
        (said,) = [line for line in painted(seen).splitlines() if "On foot" in line]
        assert said.strip() == "[i] Rhino 1 removed, −35. On foot now: Tactical Squad Ancora."
        await seen.pick("Rhino")
        await seen.press("enter")
        await seen.until(lambda: "On foot" not in painted(seen))
        await seen.press("enter")
        await seen.until(lambda: "[i] On foot now: Tactical Squad Ancora." in painted(seen))
        await listed(seen)
        (row,) = [line for line in painted(seen).splitlines() if "Rhino 1 removed" in line]
        assert "On foot now" in row
        await seen.press("down", "down", "enter")
        assert seen.screen.board.tree_row is not None and seen.screen.board.tree_row.name == "Tactical Squad Ancora"

    edit(army, act)


@pytest.mark.long
def test_what_was_removed_and_mended_is_kept_among_the_messages(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("x", "f")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, FindingsScreen))
        await seen.until(lambda: "1 Add" in " ".join(painted(seen).split()))
        await seen.press("1")
        await listed(seen)
        (first,) = [line for line in painted(seen).splitlines() if "u undoes" in line]
        assert "Add " in first and "mends" not in first, "undo takes back what was done last"
        (second,) = [line for line in painted(seen).splitlines() if "Scout Squad removed, −" in line]
        assert "Enter goes there" not in second, "it is gone"
        await seen.pilot.press("u")
        await seen.until(lambda: "Undone: " in painted(seen))
        (again,) = [line for line in painted(seen).splitlines() if "u undoes" in line]
        assert "Scout Squad removed, −" in again, "that is the last change now"
        await seen.pilot.press("u")
        await seen.until(lambda: "u undoes" not in painted(seen))
        assert "Scout Squad" in [row.name for row in seen.screen.view.rows]
        await seen.pilot.press("u")
        await seen.until(lambda: "there is nothing to undo" in painted(seen))

    edit(army, act, size=(80, 24))


@pytest.mark.long
def test_enter_goes_to_the_unit_that_a_message_is_about(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("plus", "u")
        unit = seen.screen.board.tree_row
        await seen.press("home", "f")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, FindingsScreen))
        await listed(seen)
        assert "Enter goes there" in painted(seen)
        await seen.press("enter")
        await seen.until(lambda: seen.pilot.app.screen is seen.screen)
        assert unit is not None and seen.screen.board.tree_row is not None
        assert seen.screen.board.tree_row.id == unit.id

    edit(army, act, size=(80, 24))


@pytest.mark.long
def test_a_unit_that_is_gone_and_a_message_about_nothing_lead_nowhere_and_say_so(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("y", "plus", "u", "delete")
        await listed(seen)
        await seen.press("enter")
        assert seen.said("said") == " The unit is in no army that is open now."
        await seen.press("down", "down", "enter")
        assert seen.said("said") == " This message is about no unit and no file: there is nowhere to go."
        assert isinstance(seen.pilot.app.screen, MessagesScreen)

    edit(army, act, size=(80, 24))


@pytest.mark.long
def test_enter_opens_the_file_that_a_message_is_about(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[Path]()

    def open_it(path: Path) -> bool:
        opened.append(path)
        return True

    monkeypatch.setattr(messages, "open_place", open_it)

    async def act(seen: Seen) -> None:
        file = army.with_name("army.pdf")
        seen.pilot.app.post_message(Noticed(Notice("army.pdf is written.", file=str(file))))
        await listed(seen)
        await seen.until(lambda: "Enter opens" in painted(seen) and "Enter Open " in lines(seen.pilot.app)[-2])
        await seen.press("enter")
        await seen.until(lambda: "It is not there any more" in seen.said("said"))
        file.write_bytes(b"")
        await seen.press("enter")
        await seen.until(lambda: opened == [file])

    edit(army, act, size=(120, 24))


@pytest.mark.long
def test_words_are_looked_for_in_messages_and_what_is_shown_is_copied(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("c", "y")
        await listed(seen)
        await seen.press("slash", *"clipboard")
        await seen.until(lambda: len(seen.pane("messages").rows) == 1)
        await seen.press("x")
        await seen.until(lambda: "No message has these words" in painted(seen))
        await seen.press("backspace", "tab", "c")
        assert seen.said("said").startswith(" 1 message is in the clipboard")
        assert "The list is in the clipboard" in seen.pilot.app.clipboard and "Copied" not in seen.pilot.app.clipboard
        await seen.press("escape")
        await seen.until(lambda: len(seen.pane("messages").rows) == 3)
        await seen.press("escape")
        assert seen.pilot.app.screen is seen.screen

    edit(army, act)


@pytest.mark.long
@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=str)
def test_the_totals_of_the_army_stand_below_the_messages(army: Path, size: tuple[int, int]) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("ctrl+l")
        await seen.until(lambda: any(" 500 / 500 " in line and "0 left" in line for line in lines(seen.pilot.app)[-4:]))

    edit(army, act, size=size)


@pytest.mark.long
def test_an_army_that_is_opened_says_so_and_the_frame_since_when(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await listed(seen)
        shown = lines(seen.pilot.app)
        assert shown[1].startswith("┏━ Messages ━") and shown[1].split("━ since ")[1][2] == ":"
        assert "Opened: Third Company strike force" in shown[2] and "500 / 500 points" in shown[0]

    edit(army, act, size=(80, 24))
