"""What a player wants done to the army that is edited, as one step of undo, and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.widget import Widget

from builder.record import Record
from builder.scalars import signed
from builder.tui.screens.base import Notice, Noticed

if TYPE_CHECKING:
    from builder.services.editor.mend_candidates import Mend
    from builder.services.editor.operations import Operation
    from builder.services.editor.session import EditorSession


class EditStep(Record, frozen=True):
    """What a player wants done: `operations` as one step, and the row to stand on then, if not on what is new.

    Units that are marked are so no more then, if it does not keep that. What is `said` of it, `about` a unit, is kept
    among the messages.
    """

    operations: Sequence[Operation]
    at: str | None = None
    keeps_marks: bool = False
    said: str = ""
    about: str = ""

    def apply(self, screen: Widget, session: EditorSession) -> str | None:
        """Do it, and give the id of the row to stand on then."""
        from builder.services.editor.unit_operations import without_company

        alone = without_company(session.session.state.roster, self.operations)
        new = session.apply(*self.operations)
        if alone:
            screen.notify(f"{alone} What is marked together is copied together.")
        if self.said:  # The screen shows what it came to; who looks for when it was done finds it there.
            screen.app.post_message(Noticed(Notice(self.said, unit=self.about, changes=session.session.changes)))
        return self.at or new


def mended(mend: Mend) -> EditStep:
    """Do a mend of a finding."""
    price = f", {signed(mend.price)}" if mend.price else ""
    return EditStep(mend.operations, said=f"{mend.act or mend.words}{price}")
