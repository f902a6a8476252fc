"""What could not be read of a roster, told by count: a catalogue repeats one odd text in many units."""

from __future__ import annotations

from collections.abc import Iterator

from builder.errors import Finding, Severity

_SHOWN = 3


class Trouble:
    """Texts that nothing could be made of, by kind, with the units that have them."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, list[str]]] = {}

    def note(self, what: str, text: str, where: str) -> None:
        """Note a text that is no `what` (`range`, `firepower` …), and the unit that has it."""
        self._found.setdefault(what, {}).setdefault(text, []).append(where)

    def take(self, other: Trouble) -> None:
        """Note what was noted elsewhere too."""
        for what, texts in other._found.items():
            for text, where in texts.items():
                self._found.setdefault(what, {}).setdefault(text, []).extend(where)

    def findings(self) -> Iterator[Finding]:
        """One finding for each kind of text, with the number of texts and the first of them."""
        for what, texts in self._found.items():
            number = sum(len(where) for where in texts.values())
            first = [f"'{text}' ({where[0]})" for text, where in list(texts.items())[:_SHOWN]]
            more = "" if len(texts) <= _SHOWN else " and others"
            verb = "text was" if number == 1 else "texts were"
            message = f"{number} {verb} not understood as {what}: {', '.join(first)}{more}; they are left out"
            yield Finding(Severity.WARNING, f"epic.{what.replace(' ', '_')}", message)
