"""Firefox and Chromium without a window, driven as far as a test of fillable sheets needs."""

from __future__ import annotations

import base64
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import which
from typing import Any

FIREFOX = next((name for name in ("firefox-esr", "firefox") if which(name)), None)
CHROMIUM = next((name for name in ("chromium", "chromium-browser", "google-chrome") if which(name)), None)
PREFERENCES = (
    'user_pref("marionette.port", {port});\n'
    'user_pref("pdfjs.enableScripting", true);\n'
    'user_pref("browser.shell.checkDefaultBrowser", false);\n'
    'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
)
PATIENCE = 120
"""Seconds after which what is waited for will not come, however busy the machine is."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Firefox:
    """A Firefox that is spoken to by Marionette: a length, a colon, JSON."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection, self._read, self._number = connection, b"", 0
        self._message()
        self.ask("WebDriver:NewSession", capabilities={})
        self.ask("WebDriver:SetTimeouts", script=PATIENCE * 1000, pageLoad=PATIENCE * 1000)

    def ask(self, name: str, **values: Any) -> Any:
        self._number += 1
        asked = json.dumps([0, self._number, name, values]).encode()
        self._connection.sendall(b"%d:%s" % (len(asked), asked))
        _, _, error, answer = self._message()
        assert not error, error
        return answer.get("value") if isinstance(answer, dict) else answer

    def run(self, script: str, *values: Any) -> Any:
        return self.ask("WebDriver:ExecuteScript", script=script, args=list(values), sandbox=None)

    def wait(self, script: str, *values: Any) -> Any:
        """What a script returns once it is anything."""
        end = time.monotonic() + PATIENCE
        while not (found := self.run(script, *values)):
            assert time.monotonic() < end, script
            time.sleep(0.1)
        return found

    def saved(self) -> bytes:
        """The document as it would be saved."""
        script = (
            "const done = arguments[arguments.length - 1];"
            "PDFViewerApplication.pdfDocument.saveDocument().then(data => {"
            "let signs = ''; for (const byte of data) signs += String.fromCharCode(byte); done(btoa(signs)) })"
        )
        return base64.b64decode(self.ask("WebDriver:ExecuteAsyncScript", script=script, args=[], sandbox=None))

    def _message(self) -> Any:
        while b":" not in self._read:
            self._read += self._connection.recv(65_536)
        length, _, self._read = self._read.partition(b":")
        while len(self._read) < int(length):
            self._read += self._connection.recv(65_536)
        message, self._read = self._read[: int(length)], self._read[int(length) :]
        return json.loads(message)


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """A Firefox with a profile of its own, ended afterwards."""
    assert FIREFOX is not None
    port = free_port()
    profile.mkdir()
    (profile / "user.js").write_text(PREFERENCES.format(port=port))
    words = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    program = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + PATIENCE
        connection = None
        while connection is None:
            assert program.poll() is None and time.monotonic() < end, "Firefox does not start"
            with suppress(OSError):
                connection = socket.create_connection(("127.0.0.1", port))
            time.sleep(0.1)
        with connection:
            yield Firefox(connection)
    finally:
        program.kill()
        program.wait()


class Chromium:
    """A Chromium that is spoken to through a pipe: JSON, each message ended by a zero."""

    def __init__(self, reads: int, writes: int) -> None:
        self._reads, self._writes, self._read, self._number = reads, writes, b"", 0
        pages = [each for each in self.ask("Target.getTargets")["targetInfos"] if each["type"] == "page"]
        self._page = self.ask("Target.attachToTarget", targetId=pages[0]["targetId"], flatten=True)["sessionId"]

    def ask(self, method: str, session: str = "", **values: Any) -> Any:
        self._number += 1
        about = {"sessionId": session} if session else {}
        asked = {"id": self._number, "method": method, "params": values, **about}
        os.write(self._writes, json.dumps(asked).encode() + b"\0")
        while True:
            while b"\0" not in self._read:
                more = os.read(self._reads, 1 << 20)
                assert more, "Chromium has ended"
                self._read += more
            message, _, self._read = self._read.partition(b"\0")
            answer = json.loads(message)
            if answer.get("id") == self._number:
                return answer.get("result", {})

    def open(self, url: str) -> None:
        self.ask("Page.navigate", self._page, url=url)

    def picture(self) -> bytes:
        """What is on the screen, as PNG; nothing while the page is changing."""
        return base64.b64decode(self.ask("Page.captureScreenshot", self._page).get("data", ""))

    def saved(self) -> bytes:
        """The document as its viewer would save it, with what was filled in."""
        targets = self.ask("Target.getTargets", filter=[{}])["targetInfos"]
        viewer = next(each["targetId"] for each in targets if each["url"].startswith("chrome-extension://"))
        session = self.ask("Target.attachToTarget", targetId=viewer, flatten=True)["sessionId"]
        script = (
            "(async () => { const viewer = document.querySelector('pdf-viewer').currentController;"
            "const bytes = new Uint8Array((await viewer.save('EDITED')).dataToSave);"
            "let signs = ''; for (const byte of bytes) signs += String.fromCharCode(byte); return btoa(signs) })()"
        )
        done = self.ask("Runtime.evaluate", session, expression=script, returnByValue=True, awaitPromise=True)
        return base64.b64decode(done["result"]["value"])

    def click(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", self._page, type=kind, x=x, y=y, button="left", clickCount=1)


@contextmanager
def chromium(profile: Path, width: int, height: int) -> Iterator[Chromium]:
    """A Chromium with a profile of its own, ended afterwards."""
    assert CHROMIUM is not None
    theirs, writes = os.pipe()
    reads, others = os.pipe()
    quiet = ("gpu", "quic", "background-networking", "component-update", "sync")
    words = [CHROMIUM, "--headless=new", "--no-sandbox", "--no-first-run", *(f"--disable-{each}" for each in quiet)]
    words += ["--remote-debugging-pipe", f"--window-size={width},{height}", f"--user-data-dir={profile}", "about:blank"]
    shell = ["bash", "-c", f'exec "$@" 3<&{theirs} 4>&{others}', "bash", *words]  # where Chromium looks for its pipe
    null = subprocess.DEVNULL
    program = subprocess.Popen(shell, pass_fds=(theirs, others), stdout=null, stderr=null)
    os.close(theirs)
    os.close(others)  # so that reading ends where Chromium does
    try:
        yield Chromium(reads, writes)
    finally:
        program.kill()
        program.wait()
        os.close(reads)
        os.close(writes)
