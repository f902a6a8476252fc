"""A browser that tests drive, without a driver of its own: Chromium takes commands from a pipe."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
LONGEST = 180.0
"""Seconds to wait for anything."""
QUIET = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe"),
)


class NavigatedError(Exception):
    """Another page came while the browser worked on this one: what was asked of it has no answer."""


class Browser:
    """Chromium with a profile of its own; pages of one browser share its cookies.

    The profile is in a folder of the test, which pytest removes some runs later, however this one ends.
    """

    def __init__(self, folder: Path) -> None:
        assert CHROMIUM is not None
        profile = folder / "chromium"
        to_browser, self._to = os.pipe()
        self._from, from_browser = os.pipe()
        command = [CHROMIUM, *QUIET, f"--user-data-dir={profile}", "about:blank"]
        # The browser reads its third and writes its fourth file.
        moved = f'exec 3<&{to_browser} 4>&{from_browser}; exec "$@"'
        self._program = subprocess.Popen(
            ["bash", "-c", moved, "bash", *command],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._read = os.fdopen(self._from, "rb")
        self._number = 0
        self._rest = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._program.kill()
        self._program.wait()
        os.close(self._to)
        self._read.close()

    def page(self, width: int = 360, height: int = 720, *, dark: bool = False, script: bool = True) -> Page:
        """A new page of a size."""
        target = self.send("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.send("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        page = Page(self, session)
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700}
        page.send("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        page.send("Emulation.setEmulatedMedia", {"features": [scheme]})
        page.send("Emulation.setScriptExecutionDisabled", {"value": not script})
        page.send("Page.enable")
        return page

    def send(self, method: str, parameters: Mapping[str, object] | None = None, session: str = "") -> dict[str, Any]:
        """Send a command, and return its result."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters or {}}
        message |= {"sessionId": session} if session else {}
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._answer()
            if answer.get("id") == self._number:
                error = answer.get("error")
                if error and "navigated" in error["message"]:
                    raise NavigatedError(error["message"])
                assert not error, error
                result: dict[str, Any] = answer["result"]
                return result

    def _answer(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = os.read(self._from, 1 << 16)
            assert read, "the browser has ended"
            self._rest += read
        told, _, self._rest = self._rest.partition(b"\0")
        answer: dict[str, Any] = json.loads(told)
        return answer


class Page:
    """A page of a browser."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session

    def send(self, method: str, parameters: Mapping[str, object] | None = None) -> dict[str, Any]:
        """Send a command of this page, and return its result."""
        return self._browser.send(method, parameters, self._session)

    def open(self, url: str) -> None:
        """Open an address, and wait until it is read."""
        self.send("Page.navigate", {"url": url})
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, script: str) -> Any:
        """Return what a script comes to."""
        asked = {"expression": script, "returnByValue": True, "awaitPromise": True}
        found = self.send("Runtime.evaluate", asked)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until a condition holds, whatever page is there by then, with scripts or without."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            if self.holds(condition):
                return
            time.sleep(0.02)
        raise AssertionError(f"never: {condition}; {self.text()[:2000]}")

    def holds(self, condition: str) -> bool:
        """Whether a condition holds by now."""
        asked = {"expression": f"Boolean({condition})", "returnByValue": True}
        try:
            return self.send("Runtime.evaluate", asked)["result"].get("value") is True
        except NavigatedError:
            return False

    def text(self) -> str:
        """What stands on the page."""
        return str(self.run("document.body.innerText"))

    def click(self, words: str) -> None:
        """Click the first link, button or label that says some words."""
        with contextlib.suppress(NavigatedError):  # as it should
            self.run(
                "[...document.querySelectorAll('a, button, summary, label')]"
                f".find(each => each.textContent.includes({json.dumps(words)})).click()"
            )

    def picture(self, path: Path, *, whole: bool = True) -> None:
        """Write a picture of the page."""
        made = self.send("Page.captureScreenshot", {"captureBeyondViewport": whole})
        path.write_bytes(base64.b64decode(made["data"]))
