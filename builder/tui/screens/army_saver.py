"""Keeps and saves the army of the editor: beside the screen, one thing after the other; nothing is ever lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine
from typing import TYPE_CHECKING, Any

from textual.worker import Worker

from builder.errors import InputError, MusterError
from builder.services.files import is_there
from builder.tui.screens.base import ActionScreen

if TYPE_CHECKING:
    from builder.services.army.saving import SaveResult
    from builder.services.editor.session import EditorSession, Opened

SAVE_AFTER = 0.1
"""Seconds until a change is saved."""

CHANGED, SAVING, SAVED, NOT_SAVED = "changed", "saving …", "saved", "NOT SAVED"
"""What a screen says of an army: changed on the screen alone, kept so that no crash loses it, in its file, or not."""

STRANGER = (
    ("reload", "Open the file again: what was done here since is lost"),
    ("keep", "Keep what is here, and replace the file"),
    ("wait", "Decide later: nothing is saved until then"),
)
"""What can be done about a file that another program has changed."""


class ArmySaver:
    """Keeps and saves the army of a screen. What is shown as `saving …` is on the disk, what is `saved` in its file.

    Args:
        screen: the screen, whose workers do it.
        show: shows whether the army is saved.
        reopen: opens the army's file again; what was done since it was opened is lost.
    """

    def __init__(self, screen: ActionScreen, show: Callable[[], None], reopen: Callable[[], None]) -> None:
        self._screen, self._show, self._reopen = screen, show, reopen
        self.session: EditorSession | None = None
        self.words = ""
        self._keeping = self._saving = self._failed = self._asking = self._later = False
        self._refusal = ""
        self._warned: set[str] = set()

    @property
    def path(self) -> str:
        """Where the army lies, a starter army too; empty until it is open."""
        return self.session.session.name if self.session is not None else ""

    def say(self, words: str) -> None:
        """Show whether the army is saved."""
        self.words = words
        if not self._screen.is_left:  # A save may end while the program does.
            self._show()

    def _start(self, work: Coroutine[Any, Any, None], group: str, *, exclusive: bool = False) -> Worker[None]:
        return self._screen.run_worker(work, group=group, exclusive=exclusive)

    # -- keeping ---------------------------------------------------------------------
    def keep(self) -> None:
        """Keep what was changed at once, and save it soon; that this is impossible is told with each change."""
        self._later, self._refusal = False, ""
        self._begin_keeping()
        self._screen.set_timer(SAVE_AFTER, self._save)

    def _begin_keeping(self) -> None:
        if not self._keeping:
            self._keeping = True
            self._start(self._keep(), "keep")

    async def _keep(self) -> None:
        """Keep the army as it is, again and again until that is so."""
        try:
            while self.session is not None and (chore := self.session.keeping()) is not None:
                await asyncio.to_thread(chore)
            if self.words == CHANGED:
                self.say(SAVING)
        except MusterError as error:
            self._warn(str(error))
        finally:
            self._keeping = False

    def _warn(self, words: str) -> None:
        """Warn of what will go wrong with every change, but only once."""
        if words not in self._warned:
            self._warned.add(words)
            self._screen.notify(words, severity="warning")

    # -- saving ----------------------------------------------------------------------
    def _save(self) -> None:
        if self._saving or self._asking or self.session is None:
            return
        save = self.session.saving()
        if save is None:
            self.say(SAVED)
        else:
            self._begin_saving(save)

    def _begin_saving(self, save: Callable[[], SaveResult]) -> None:
        self._saving, self._failed = True, False
        self._start(self._run(save), "save")

    async def _run(self, save: Callable[[], SaveResult]) -> None:
        try:
            saved = await asyncio.to_thread(save)
        except MusterError as error:
            self._not_saved(error)
        else:
            if self._refusal:
                self._screen.notify("It is saved now.", kind="save")
            self._refusal = ""
            self._was_saved(saved)

    def _was_saved(self, saved: SaveResult) -> None:
        self._saving = False
        if self.session is None:
            return
        self.session.saved(saved)
        for finding in saved.findings:
            self._warn(str(finding))
        self._begin_keeping()
        self._save()

    def _not_saved(self, error: MusterError) -> None:
        self._saving, self._failed = False, True
        self.say(NOT_SAVED)
        if isinstance(error, InputError) and any(finding.code == "changed" for finding in error.findings):
            self._ask_about_stranger()
        elif str(error) != self._refusal:  # It is tried again and again, and told of once.
            self._refusal = str(error)
            self._screen.notify(self._refusal, title="Not saved", severity="error", kind="save")

    def save_as(self, target: str) -> None:
        """Go on in another file, once all is saved in this one."""
        self._start(self._save_as(target), "save as")

    async def _save_as(self, target: str) -> None:
        await self.finish()
        if self.session is not None and not self._saving:
            self._begin_saving(self.session.copying(target))

    def data_renewed(self, sets: Collection[str]) -> None:
        """Open the army again, once it is saved, if its data is of one of these sets, which are others now or gone."""
        document = self.session.session if self.session is not None else None
        if document is not None and document.source and document.ground.data.id.partition("/")[0] in sets:
            self._start(self._open_again(), "renew", exclusive=True)

    async def _open_again(self) -> None:
        await self.finish()
        if not self._asking and not self._failed and not self._screen.is_left:
            self._screen.notify("The data of this army has changed: it is opened again.")
            self._reopen()

    # -- before it ends --------------------------------------------------------------
    @property
    def has_work(self) -> bool:
        """Whether something is not saved yet that can be."""
        if self._keeping or self._saving:
            return True
        stuck = self._asking or self._failed or self.session is None
        return not stuck and self.session is not None and self.session.saving() is not None

    async def finish(self) -> None:
        """Save what is not saved yet, before the screen goes; what could not be saved is tried once more."""
        self._failed = self._later
        while self.has_work:
            if not self._saving and not self._keeping:
                self._save()
            workers = self._screen.workers
            busy = [each for each in workers if each.group in ("keep", "save") and each.node is self._screen]
            if not busy:
                return
            await workers.wait_for_complete(busy)

    @property
    def exit_message(self) -> str:
        """That something could not be saved, and where it is."""
        if self.session is None or not self.session.session.dirty:
            return ""
        return f"{self.session.army.name} is not saved. What you did is kept: open the army again, and it is there."

    # -- others at the same file -----------------------------------------------------
    def look(self) -> Worker[None]:
        """Look whether somebody else has changed the file; what we saved meanwhile is our own.

        What could not be saved is tried again: the disk may have room by now.
        """
        return self._start(self._look(), "look", exclusive=True)

    async def _look(self) -> None:
        session = self.session
        if session is None or self._saving or self._asking or self._later:
            return
        original = session.session.original
        changed = await asyncio.to_thread(session.changed_outside, original)
        if changed and session is self.session and session.session.original is original and not self._saving:
            self._ask_about_stranger()
        elif self._failed and session is self.session and not self._later:
            self._save()

    def _ask_about_stranger(self) -> None:
        """Ask what to do about a file that another program has changed.

        The question comes by itself: keys that were meant for something else must neither search it nor take what
        destroys.
        """
        from builder.tui.dialogs.choose import Choose, ListChoice

        if not self._asking:
            self._asking = True
            title = "Another program has changed or removed the file"
            choices = [ListChoice(key, words) for key, words in STRANGER]
            self._screen.app.push_screen(Choose(title, choices, at=2, find=False), self._answered)

    def _answered(self, answer: str | None) -> None:
        """Go on after that question: `reload`, `keep`, or decide later."""
        self._asking = False
        if answer == "reload" and self.session is not None:
            self._failed = False
            self._reopen()
        elif (
            answer == "keep" and self.session is not None and (save := self.session.saving(overwrite=True)) is not None
        ):
            self._begin_saving(save)
        else:
            self._later = self._failed = True
            self.say(NOT_SAVED)


def words_at_first(editor: EditorSession) -> str:
    """What the head says of an army that was opened: what has no file of its own to go to stays as it is."""
    if editor.starter is None:
        return SAVED
    return f"{'file' if is_there(editor.starter) else 'starter'}: changes go to a copy"


def open_session(source: str) -> Opened:
    """Open an army; what is needed for it is imported here, where no screen waits for it."""
    from builder.services.editor.session import EditorSession

    return EditorSession.open(source)
