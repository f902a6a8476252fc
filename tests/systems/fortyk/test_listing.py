"""What every list of an army shows the same way."""

from __future__ import annotations

from builder.errors import Finding, Place, Severity
from builder.systems.common.listing import errors_first

WHY = "is kept as it was saved, as the data lacks a catalogue that may have it (“Legions”): add its file, or remove it."


def test_choices_that_the_data_lacks_for_one_reason_are_told_together() -> None:
    """Twenty lines of one missing catalogue filled the list of an army; other findings stay as they are."""
    lost = [
        Finding(Severity.ERROR, "entry-missing", f"“{name}”{cost} {WHY}", at=Place(unit=name))
        for name, cost in (("Squad", " (145 Pts when it was saved)"), ("Sword", ""), ("Sword", ""))
    ]
    other = Finding(Severity.ERROR, "entry-missing", "“Axe” is kept, but the data no longer has it: remove it.")
    note = Finding(Severity.INFO, "note", "Look it up.")
    assert [finding.message for finding in errors_first([note, *lost, other])] == [
        "3 choices are kept as they were saved, as the data lacks a catalogue that may have them (“Legions”): add its "
        "file, or remove them: “Squad” (145 Pts when it was saved), 2 × “Sword”.",
        other.message,
        note.message,
    ]
