"""What was done to an army file, by `muster edit` and on the screen, kept so that `muster edit` can undo it later."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from builder.errors import EditError, Finding, InputError, Place, Severity
from builder.resources import state_folder
from builder.services.files import key_of, read_source, write_target

MOST_TEXTS = 100
MOST_BYTES = 2_000_000
"""No more states of one file are kept, and no more text; the oldest go first."""


@dataclass(slots=True)
class History:
    """The states of one file as texts, and which of them it is in."""

    path: Path
    texts: list[str] = field(default_factory=list)
    now: int = 0

    def note(self, before: bytes, after: bytes, *, stepped: bool = False) -> None:
        """Keep a change of the file; one that does not follow on what is kept begins a new history.

        One that was `stepped` to by undo or redo is looked for in what is kept, and is no new change if it is there.
        """
        if not self._is_now(before):
            self.texts, self.now = [before.decode()], 0
        known = [place for place, text in enumerate(self.texts) if stepped and text.encode() == after]
        if known:
            self.now = min(known, key=lambda place: abs(place - self.now))
            self._save()
            return
        del self.texts[self.now + 1 :]
        self.texts.append(after.decode())
        while len(self.texts) > 2 and (len(self.texts) > MOST_TEXTS or sum(map(len, self.texts)) > MOST_BYTES):
            self.texts.pop(0)
        self.now = len(self.texts) - 1
        self._save()

    def step(self, source: str, by: int) -> bytes:
        """Write the file as it was one change before (-1) or after (1), and give that.

        Raises:
            EditError: there is nothing to undo or redo.
            InputError: the file was changed by another program since, or cannot be written.
        """
        verb = "undo" if by < 0 else "redo"
        now, _ = read_source(source)
        if not self.texts or not 0 <= self.now + by < len(self.texts):
            raise EditError(f"There is nothing to {verb} in {source}.")
        if not self._is_now(now):
            message = f"this file was changed by another program since: there is nothing to {verb}"
            raise InputError(Finding(Severity.ERROR, "changed", message, at=Place(file=source)))
        text = self.texts[self.now + by].encode()
        write_target(source, text)
        self.now += by
        self._save()
        return text

    def _is_now(self, data: bytes) -> bool:
        return bool(self.texts) and self.texts[self.now].encode() == data

    def _save(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"what was done cannot be remembered for undo: {error.strerror or error}"
            raise InputError(Finding(Severity.ERROR, "file", message, at=Place(file=str(self.path)))) from None
        body = {"format": "muster-history", "version": 1, "now": self.now, "texts": self.texts}
        write_target(str(self.path), json.dumps(body, ensure_ascii=False).encode())


def history_of(source: str) -> History:
    """The history of an army file; an empty one where none is kept, or what is kept cannot be read."""
    path = state_folder() / "history" / f"{key_of(source)}.json"
    try:
        body = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return History(path)
    texts = body.get("texts") if isinstance(body, dict) else None
    now = body.get("now") if isinstance(body, dict) else None
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        return History(path)
    return History(path, texts, now) if isinstance(now, int) and 0 <= now < len(texts) else History(path)
