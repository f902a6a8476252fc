"""Notes for the table: what the player of an army must remember, by phase: rules, gear, tokens, his own notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.record import Record
from builder.roster.marks import mark_words
from builder.roster.naming import part_name, unit_names
from builder.services.army.opening import Army
from builder.systems.blocks import RulePhase, RuleText


class PhaseNotes(Record, frozen=True):
    """What is to be remembered at one time of a game."""

    phase: RulePhase
    notes: tuple[RuleText, ...]


def table_notes(army: Army, rules: Sequence[RuleText] | None = None) -> tuple[PhaseNotes, ...]:
    """Return what the player of an army must remember, in the order of a game; times without a note are left out.

    `rules` are those of the army, where they are known.
    """
    rules = army.reading.roster_page((), (), "").rules if rules is None else rules
    notes = [*_preparations(army), *rules, *_own_notes(army)]
    grouped = (PhaseNotes(phase, tuple(note for note in notes if note.phase is phase)) for phase in RulePhase)
    return tuple(each for each in grouped if each.notes)


def notes_text(army: Army) -> str:
    """Return the notes of an army as a text to read."""
    lines: list[str] = []
    for each in table_notes(army):
        lines += ["", str(each.phase).upper()]
        for note in each.notes:
            # A number in brackets leads from a printed card to the page of rules: here it leads nowhere.
            rule = "" if note.rule.startswith("[") else f" {note.cited}".rstrip()
            lines.append(f"  {note.title}: {' '.join(note.text.split())}{rule}")
    return "\n".join(lines[1:]) or "There is nothing to remember."


def _preparations(army: Army) -> Iterator[RuleText]:
    """Yield what is handed over as the game begins, and who is not on the table then."""
    for counter in army.reading.counters:
        if counter.total_at_start:
            yield RuleText(f"{counter.name} ×{counter.total_at_start}", counter.remark, "", RulePhase.BEFORE)
    units = [part for unit in army.view.units() for part in unit.walk() if part.marks]
    names = unit_names(army.view)
    for unit in units:
        words = (mark_words(mark.kind, names.get(mark.target or "", "nobody")) for mark in unit.marks)
        yield RuleText(part_name(army.view, unit), ", ".join(words), "", RulePhase.BEFORE)


def _own_notes(army: Army) -> Iterator[RuleText]:
    """Yield what the player has written of the army and its units."""
    if army.notes:
        yield RuleText(army.name, army.notes, "")
    names = unit_names(army.view)
    for unit in army.view.units():
        if unit.custom_notes:
            yield RuleText(names[unit.id], unit.custom_notes, "")
