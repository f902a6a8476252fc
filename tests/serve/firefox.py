"""Firefox as tests drive it, without a driver of its own: it takes commands from a socket (Marionette)."""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.serve.browser import LONGEST, Page

FIREFOX = shutil.which("firefox")
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "extensions.update.enabled": False,
}
NARROW = 450
"""Its windows are at least so wide; pages of phones are Chromium's part."""


class Firefox:
    """Firefox with a profile of its own, in a folder of the test, and one page."""

    def __init__(self, folder: Path) -> None:
        assert FIREFOX is not None
        profile = folder / "firefox"
        profile.mkdir()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
        own = f'user_pref("marionette.port", {port});\n'
        (profile / "user.js").write_text("".join(lines) + own, encoding="utf-8")
        command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self._program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._opened = contextlib.ExitStack()
        self._opened.callback(self._program.wait)
        self._opened.callback(self._program.kill)
        self._port = port
        self._rest = b""
        self._number = 0

    def __enter__(self) -> Self:
        try:
            self._socket = self._opened.enter_context(self._connected(self._port))
            self._answer()  # it says who it is
            self.command("WebDriver:NewSession", capabilities={})
            self.command("WebDriver:SetWindowRect", width=NARROW, height=800)
        except BaseException:
            self._opened.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._opened.close()

    def page(self, *, script: bool = True) -> Page:
        """Its page."""
        assert script
        return FirefoxPage(self)

    def command(self, name: str, **parameters: object) -> Any:
        """Send a command, and return its result."""
        self._number += 1
        told = json.dumps([0, self._number, name, parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(told), told))
        _, _, error, result = self._answer()
        assert error is None, error
        return result

    @staticmethod
    def _connected(port: int) -> socket.socket:
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                return socket.create_connection(("127.0.0.1", port), timeout=LONGEST)
            time.sleep(0.1)
        raise AssertionError("Firefox does not answer")

    def _answer(self) -> Any:
        while b":" not in self._rest:
            self._read()
        length, _, self._rest = self._rest.partition(b":")
        while len(self._rest) < int(length):
            self._read()
        told, self._rest = self._rest[: int(length)], self._rest[int(length) :]
        return json.loads(told)

    def _read(self) -> None:
        read = self._socket.recv(1 << 16)
        assert read, "Firefox has ended"
        self._rest += read


class FirefoxPage(Page):
    """The page of Firefox."""

    def __init__(self, firefox: Firefox) -> None:
        self._firefox = firefox

    def open(self, url: str) -> None:
        """Open an address, and wait until it is read."""
        self._firefox.command("WebDriver:Navigate", url=url)

    def run(self, script: str) -> Any:
        """Return what a script comes to."""
        # What is several statements comes to nothing.
        body = script if ";" in script else f"return {script}"
        return self._firefox.command("WebDriver:ExecuteScript", script=body, args=[])["value"]

    def holds(self, condition: str) -> bool:
        """Whether a condition holds by now."""
        try:
            return bool(self.run(f"Boolean({condition})"))
        except AssertionError:  # another page is being opened
            return False
