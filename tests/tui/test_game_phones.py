"""The game screen shows its game on phones: one key opens it, and tells the addresses that are handed out."""

from __future__ import annotations

import contextlib
import http.client
import re
from collections.abc import Iterator

import pytest

from builder.serve.access import FORM
from builder.tui.app import MusterApp
from builder.tui.dialogs.prompts import Confirm
from builder.tui.screens.preview import PreviewScreen
from tests.tui.gaming import Table, play


@pytest.mark.long
def test_a_key_shows_the_game_on_phones_until_it_is_left(game: MusterApp) -> None:
    ports = []

    async def part(table: Table) -> None:
        await table.press("ctrl+s")
        await table.shows(Confirm)
        await table.press("n")
        text = await told(table)
        assert "On this computer alone" in text and "Onlookers: nobody yet" in text
        ports.append(int(re.findall(r"http://127\.0\.0\.1:(\d+)/enter/", text)[2]))
        connection = http.client.HTTPConnection("127.0.0.1", ports[0])
        connection.request("GET", "/")
        assert connection.getresponse().status == 200
        connection.close()
        with listening(text):
            await table.press("escape", "ctrl+s")
            await table.shows(Confirm)
            await table.press("y")
            assert "Anna (taken), 1 page open" in await told(table)  # the same server tells who is there by now
        await table.press("escape", "ctrl+s")
        await table.shows(Confirm)
        await table.press("n")
        await table.until(lambda: "no other device" in table.said("mind"))
        with pytest.raises(OSError):
            http.client.HTTPConnection("127.0.0.1", ports[0], timeout=60).connect()
        await table.press("ctrl+s")
        await table.shows(Confirm)
        await table.press("n")
        assert "Anna (taken), no page open" in await told(table)
        await table.press("escape")

    play(game, part, (80, 24))
    assert ports


@contextlib.contextmanager
def listening(invitation: str) -> Iterator[None]:
    """A device that takes the first seat, and has a page open."""
    port, path = re.findall(r"http://127\.0\.0\.1:(\d+)(/enter/\S+)", invitation)[0]
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
    with contextlib.closing(connection):
        connection.request("POST", path, "name=Anna", {"Origin": f"http://127.0.0.1:{port}", "Content-Type": FORM})
        taken = connection.getresponse()
        taken.read()
        cookie = {"Cookie": taken.headers["Set-Cookie"].partition(";")[0]}
        connection.request("GET", f"{taken.headers['Location']}/events", headers=cookie)
        assert connection.getresponse().readline().startswith(b"data: ")
        yield


async def told(table: Table) -> str:
    """The addresses, once they are shown."""
    await table.shows(PreviewScreen)
    shown = table.top
    assert isinstance(shown, PreviewScreen)
    await table.until(lambda: bool(shown.text))
    return shown.text
