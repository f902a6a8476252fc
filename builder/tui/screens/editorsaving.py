"""How the editor keeps and saves an army: beside the screen, one thing after the other; nothing is ever lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import work

from builder.errors import InputError, MusterError
from builder.tui.screens.base import ActionScreen

if TYPE_CHECKING:
    from builder.services.army.saving import SaveResult
    from builder.services.editor.session import EditorSession

SAVE_AFTER = 0.1
"""Seconds until a change is saved."""

CHANGED, SAVING, SAVED, NOT_SAVED = "changed", "saving …", "saved", "NOT SAVED"
"""What a screen says of an army: changed on the screen alone, kept so that no crash loses it, in its file, or not."""


class SavingScreen(ActionScreen):
    """A screen with an army on its desk. What is shown as `saving …` is on the disk, what is `saved` in its file."""

    def __init__(self) -> None:
        super().__init__()
        self.desk: EditorSession | None = None
        self._saved = ""
        self._keeping = self._saving = self._failed = self._asking = self._later = False
        self._warned: set[str] = set()

    def show_saved(self, words: str) -> None:
        """Show whether the army is saved."""
        self._saved = words

    def reopen(self) -> None:
        """Open the army's file again; what was done since it was opened is lost."""
        raise NotImplementedError

    # -- keeping ---------------------------------------------------------------------
    def keep(self) -> None:
        """Keep what was changed at once, and save it soon."""
        self._later = False
        self._begin_keeping()
        self.set_timer(SAVE_AFTER, self._save)

    def _begin_keeping(self) -> None:
        if not self._keeping:
            self._keeping = True
            self._keep()

    @work(group="keep")
    async def _keep(self) -> None:
        """Keep the army as it is, again and again until that is so."""
        try:
            while self.desk is not None and (chore := self.desk.keeping()) is not None:
                await asyncio.to_thread(chore)
            if self._saved == CHANGED:
                self.show_saved(SAVING)
        except MusterError as error:
            self._warn(str(error))
        finally:
            self._keeping = False

    def _warn(self, words: str) -> None:
        """Warn of what will go wrong with every change, but only once."""
        if words not in self._warned:
            self._warned.add(words)
            self.notify(words, severity="warning")

    # -- saving ----------------------------------------------------------------------
    def _save(self) -> None:
        if self._saving or self._asking or self.desk is None:
            return
        save = self.desk.saving()
        if save is None:
            self.show_saved(SAVED)
        else:
            self._begin_saving(save)

    def _begin_saving(self, save: Callable[[], SaveResult]) -> None:
        self._saving, self._failed = True, False
        self._run(save)

    @work(group="save")
    async def _run(self, save: Callable[[], SaveResult]) -> None:
        try:
            saved = await asyncio.to_thread(save)
        except MusterError as error:
            self._not_saved(error)
        else:
            self._was_saved(saved)

    def _was_saved(self, saved: SaveResult) -> None:
        self._saving = False
        if self.desk is None:
            return
        self.desk.saved(saved)
        for finding in saved.findings:
            self._warn(str(finding))
        self._begin_keeping()
        self._save()

    def _not_saved(self, error: MusterError) -> None:
        self._saving, self._failed = False, True
        self.show_saved(NOT_SAVED)
        if isinstance(error, InputError) and any(finding.code == "changed" for finding in error.findings):
            self._ask_about_stranger()
        else:
            self.notify(str(error), title="Not saved", severity="error")

    @work(group="save as")
    async def save_as(self, target: str) -> None:
        """Go on in another file, once all is saved in this one."""
        await self.finish()
        if self.desk is not None and not self._saving:
            self._begin_saving(self.desk.copying(target))

    # -- before it ends --------------------------------------------------------------
    @property
    def has_work(self) -> bool:
        """Whether something is not saved yet that can be."""
        if self._keeping or self._saving:
            return True
        stuck = self._asking or self._failed or self.desk is None
        return not stuck and self.desk is not None and self.desk.saving() is not None

    async def finish(self) -> None:
        """Save what is not saved yet, before the screen goes."""
        while self.has_work:
            if not self._saving and not self._keeping:
                self._save()
            busy = [worker for worker in self.workers if worker.group in ("keep", "save") and worker.node is self]
            if not busy:
                return
            await self.workers.wait_for_complete(busy)

    @property
    def parting(self) -> str:
        """That something could not be saved, and where it is."""
        if self.desk is None or not self.desk.session.dirty:
            return ""
        return f"{self.desk.army.name} is not saved. What you did is kept: open the army again, and it is there."

    # -- others at the same file -----------------------------------------------------
    @work(exclusive=True, group="look")
    async def look(self) -> None:
        """Look whether somebody else has changed the file; what we saved meanwhile is our own."""
        desk = self.desk
        if desk is None or self._saving or self._asking or self._later:
            return
        original = desk.session.original
        changed = await asyncio.to_thread(desk.changed_outside, original)
        if changed and desk is self.desk and desk.session.original is original and not self._saving:
            self._ask_about_stranger()

    def _ask_about_stranger(self) -> None:
        from builder.tui.screens.editorasks import ask_about_stranger

        if not self._asking:
            self._asking = True
            ask_about_stranger(self)

    def answered(self, answer: str | None) -> None:
        """Go on after the question about a file that somebody else has changed: `reload`, `keep`, or decide later."""
        self._asking = False
        if answer == "reload" and self.desk is not None:
            self._failed = False
            self.reopen()
        elif answer == "keep" and self.desk is not None and (save := self.desk.saving(overwrite=True)) is not None:
            self._begin_saving(save)
        else:
            self._later = self._failed = True
            self.show_saved(NOT_SAVED)
