"""What a player wants done to the army that is edited, as one step of undo, and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from builder.record import Record
from builder.scalars import signed
from builder.tui.screens.base import ActionScreen, Notice, Noticed

if TYPE_CHECKING:
    from builder.roster.model import Roster
    from builder.services.editor.mend_candidates import Mend
    from builder.services.editor.operations import Operation
    from builder.services.editor.session import EditorSession

RETRACED = "retraced"
"""The kind of notices that tell what a change has led to: the next change takes them away."""


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

    def apply(self, screen: ActionScreen, session: EditorSession) -> str | None:
        """Do it, and give the id of the row to stand on then."""
        from builder.services.editor.unit_operations import without_company

        before = session.session.state.roster
        alone = without_company(before, self.operations)
        new = session.apply(*self.operations)
        if alone:
            screen.notify(f"{alone} What is marked together is copied together.")
        tell_change(screen, session, before, self.said, self.about)
        return self.at or new


def tell_change(screen: ActionScreen, session: EditorSession, before: Roster, said: str = "", about: str = "") -> None:
    """Keep what was done to a unit among the messages; say it where somebody walks now, as what carried him is gone.

    All else the screen shows by itself.
    """
    from builder.services.editor.joining import walking_since  # the first paint needs none of it

    walking = walking_since(before, session.session)
    words = f"On foot now: {' and '.join(walking.values())}." if walking else ""  # of a name nobody knows the plural
    said, changes = ". ".join(filter(None, (said, words))), session.session.changes
    if walking:
        screen.notify(said, kind=RETRACED, unit=next(iter(walking)), changes=changes)
    elif said:
        screen.app.post_message(Noticed(Notice(said, unit=about, changes=changes)))


def mended(mend: Mend) -> EditStep:
    """Do a mend of a finding."""
    price = f", {signed(mend.price)}" if mend.price else ""
    return EditStep(mend.operations, said=f"{mend.act or mend.words}{price}")
