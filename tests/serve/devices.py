"""Devices that players hold: each keeps its cookie, reads pages and sends forms as a browser does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Self

from httpx2 import Response
from starlette.testclient import TestClient

from builder.serve.access import FORM, Guard, Rates
from builder.serve.app import make_app
from builder.serve.games import ServedGames
from builder.serve.seats import Seats

HOST = "127.0.0.1:8484"
ORIGIN = f"http://{HOST}"
VOID = {"br", "hr", "input", "link", "meta"}


def served(game: str | None = None) -> tuple[Guard, Seats]:
    """The pages of a game, or of all, and their seats; any number of requests is answered."""
    seats = Seats()
    return Guard(make_app(ServedGames(game), seats), [HOST], Rates(1e9, 1e9)), seats


class Form(HTMLParser):
    """What a page would send: the values of its first form that leads to an address, as they are filled in."""

    def __init__(self, text: str, action: str = "") -> None:
        super().__init__()
        self.values: dict[str, list[str]] = {}
        self.action, self._wanted = "", action
        self._in, self._select = False, ""
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what is filled in."""
        if tag not in VOID:
            self.open.append(tag)
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and not self.action and self._wanted in given["action"]:
            self.action, self._in = given["action"], True
        elif self._in and tag == "input" and (given.get("type") not in ("radio", "checkbox") or "checked" in given):
            self.values.setdefault(given["name"], []).append(given.get("value", ""))
        elif self._in and tag == "select":
            self._select = given["name"]
        elif self._in and tag == "option" and "selected" in given:
            self.values[self._select] = [given.get("value", "")]

    def handle_endtag(self, tag: str) -> None:
        """Each element that is opened is closed again, in order."""
        assert self.open and self.open.pop() == tag, tag
        if tag == "form":
            self._in = False


class Device(TestClient):
    """A device at a table."""

    def __init__(self, app: Guard) -> None:
        self.guard = app
        super().__init__(app, base_url=ORIGIN, headers={"Origin": ORIGIN, "Content-Type": FORM})
        self.game = ""

    @classmethod
    def seated(cls, app: Guard, token: str, name: str = "") -> Self:
        """A device that has taken a seat."""
        device = cls(app)
        answer = device.post(f"/enter/{token}", data={"name": name})
        assert answer.status_code == 200, answer.text
        device.game = answer.url.path
        return device

    def read(self, path: str = "") -> str:
        """A page of the game, which must be there and well formed."""
        answer = self.get(f"{self.game}{path}" if not path.startswith("/game") else path)
        assert answer.status_code == 200, f"{path}: {answer.text}"
        assert Form(answer.text).open == []
        return answer.text

    def fill_in(self, act: str, given: Mapping[str, str]) -> dict[str, list[str]]:
        """What the form of an act sends once it is filled in and what it comes to was looked at."""
        values = Form(self.read(f"/act/{act}"), "/act/").values
        values |= {f"f.{name}": [value] for name, value in given.items()}
        looked = self.post(f"{self.game}/act/{act.partition('?')[0]}", data={**values, "do": "preview"})
        assert looked.status_code == 200, looked.text
        return Form(looked.text, "/act/").values

    def send_form(self, act: str, values: Mapping[str, list[str]], button: str = "do") -> Response:
        """Send the form of an act."""
        return self.post(f"{self.game}/act/{act.partition('?')[0]}", data={**values, "do": button})

    def act(self, act: str, **given: str) -> Response:
        """Fill in the form of an act and send it, with what it does."""
        values = self.fill_in(act, {name.replace("_", "-"): value for name, value in given.items()})
        return self.send_form(act, values)

    def press(self, action: str, page: str = "") -> Response:
        """Press the button of a form of the game's page, or of another, that leads to an address."""
        form = Form(self.read(page), action)
        assert form.action, f"{action} is not to be seen"
        return self.post(form.action, data=form.values)


def links(text: str) -> list[str]:
    """The addresses of a page that lead on."""
    return [each.replace("&amp;", "&") for each in re.findall(r'href="(/game/[^"]*)"', text)]
