"""Programs that are killed while they change an army file; run as `python -m tests.services.killing`.

Each is a process of its own, made with fork by this one, which starts no thread. It is killed before one of its steps
on the disk, each in turn, or at some moment. What is left is looked at by this program, and told as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

from builder.cli.main import run
from builder.errors import EditError, InputError
from builder.services.army.history import history_of
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Rename
from builder.services.editor.session import EditorSession

KILLED = 99
ARMY = Path("armies", "army.yaml")
ORIGINAL = b"""\
format: muster-army
version: 1
name: Small
system: diceless
data: diceless/orks
limit: 500
units:
  - unit: Warboss
  - unit: Boyz
    count: 10
"""
Act = Callable[[], None]


def main() -> None:
    """Do what the arguments say in the folder one is in, and write what came of it as JSON."""
    what, *arguments = sys.argv[1:]
    acts: dict[str, Act] = {"edit": _edit, "undo": _undo, "desk": _desk, "otherwise": _otherwise, "screen": _screen}
    if what != "screen":  # Which starts threads.
        _begin()
        acts[what]()  # What it needs is imported once and not by each program.
    made = _after_each_step(acts[what]) if not arguments else _after_moments(acts[what], *map(int, arguments))
    json.dump(list(made), sys.stdout)


def _begin() -> bytes:
    """An army that was changed once, as its file says it."""
    for folder in (ARMY.parent, Path(os.environ["MUSTER_STATE"])):
        shutil.rmtree(folder, ignore_errors=True)
    ARMY.parent.mkdir()
    ARMY.write_bytes(ORIGINAL)
    session = ArmyDocument.open(str(ARMY))
    session.apply(Rename(id="army", name="One"))
    session.save()
    return ARMY.read_bytes()


def _edit() -> None:
    _silently(["edit", str(ARMY), "rename", "army", "Two"])


def _undo() -> None:
    _silently(["edit", str(ARMY), "undo"])
    _silently(["edit", str(ARMY), "redo"])


def _desk() -> None:
    desk = EditorSession.open(str(ARMY)).editor
    for name in ("Two", "Three"):
        _named(desk, name)


def _otherwise() -> None:
    desk = EditorSession.open(str(ARMY)).editor
    _named(desk, "Two")
    desk.step(-1)
    _named(desk, "Three")


def _named(desk: EditorSession, name: str) -> None:
    desk.apply(Rename(id="army", name=name))
    for job in (desk.keeping, desk.saving, desk.keeping):
        done = job()
        saved = done() if done else None
        if saved:
            desk.saved(saved)


def _screen() -> None:
    from builder.tui.app import MusterApp

    async def act() -> None:
        async with MusterApp(str(ARMY)).run_test() as pilot:
            for _ in range(5):
                await pilot.press("down", "plus")
            await pilot.press("u")

    asyncio.run(act())


def _silently(arguments: list[str]) -> None:
    """Run a command that must do its work."""
    with contextlib.redirect_stdout(io.StringIO()):
        assert run(arguments) == 0


def _after_each_step(act: Act) -> Iterator[dict[str, object]]:
    """Kill a program before each of its steps on the disk, until it comes to its end."""
    begun = _begin()
    ended = None
    number = 0
    while ended != 0:
        number += 1
        child = _begun(act, number)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert ended in (0, KILLED), f"step {number}: status {ended}"
        yield _left(begun)


def _after_moments(act: Act, times: int, seed: int) -> Iterator[dict[str, object]]:
    """Kill a program at random moments of the time that it takes, which is learnt from those that came to their end."""
    chance = random.Random(seed)
    begun = _begin()
    latest = 1.0
    for _ in range(times):
        child = _begun(act, 0)
        ended = _ended(child, chance.uniform(0, latest))
        latest *= 0.8 if ended else 1.1
        yield _left(begun)


def _ended(child: int, within: float) -> bool:
    """Kill a program after so many seconds, and return whether it came to its end before."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            assert status == 0
            return True
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def _begun(act: Act, last: int) -> int:
    """A program that does something, killed before the step with this number; 0 for none."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        if last:
            _killed_before(last)
        act()
        status = 0
    finally:
        os._exit(status)


def _killed_before(last: int) -> None:
    """End this program before so many steps on the disk are done."""
    count = 0
    sync = os.fsync

    def step() -> None:
        nonlocal count
        count += 1
        if count == last:
            os._exit(KILLED)

    def heard(event: str, arguments: tuple[object, ...]) -> None:
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if writes or event in ("os.rename", "os.remove", "os.mkdir", "os.chmod", "os.link", "os.truncate"):
            step()

    def synced(handle: int) -> None:
        step()
        sync(handle)

    mock.patch.object(os, "fsync", synced).start()
    sys.addaudithook(heard)


def _left(begun: bytes) -> dict[str, object]:
    """What a killed program left: how far undo leads back, and what remains once another one has done its work."""
    changed = ARMY.read_bytes() != begun
    told = EditorSession.open(str(ARMY)).notices
    undone = 0
    with contextlib.suppress(EditError, InputError):
        while ARMY.read_bytes() != ORIGINAL:
            history_of(str(ARMY)).step(str(ARMY), -1)
            undone += 1
    lost = ARMY.read_bytes() != ORIGINAL
    _desk()
    state = Path(os.environ["MUSTER_STATE"])
    remains = [path.name for folder in (ARMY.parent, *state.iterdir()) for path in folder.iterdir()]
    _begin()
    return {
        "changed": changed,
        "undone": undone,
        "lost": lost,
        "told": told,
        "remains": sorted(name for name in remains if name.startswith(".")),
    }


if __name__ == "__main__":
    main()
