"""DMG on the lines of a vehicle: which thresholds it crosses, and what goes on to the next line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.systems.diceless.vehicles import EXTRA, LINE_CAPACITY, LINES, Hit, line_for
from builder.systems.diceless.worked import Worked

Lines = Mapping[str, int]
"""DMG on each line of a vehicle by its letter; lines without any may be left out."""

LETTERS = tuple(line.letter for line in LINES)


@dataclass(frozen=True, slots=True)
class Scored:
    """What an attack did to a vehicle: the line it landed on, its hits, all lines after it, and DMG lost past F."""

    line: str | None
    glancing: int
    penetrating: int
    lines: Lines
    lost: int = 0

    def and_then(self, more: Scored) -> Scored:
        """What this attack did together with a part of it that came after, on the lines as this one left them."""
        return Scored(
            self.line or more.line,
            self.glancing + more.glancing,
            self.penetrating + more.penetrating,
            more.lines,
            self.lost + more.lost,
        )


def attack(av: int, strength: int, damage: int, lines: Lines | None = None, extra: str | None = None) -> Worked[Scored]:
    """What DMG of one strength does to a side of a vehicle (D-51 to D-53).

    Args:
        av: armour of the side.
        strength: of the attack.
        damage: DMG after cover.
        lines: DMG on the lines before.
        extra: `D6` or `D3` of penetration (melta, rending).
    """
    lowered = f" − {EXTRA[extra]} (extra {extra})" if extra else ""
    difference = av - strength - (EXTRA[extra] if extra else 0)
    letter = line_for(av, strength, extra)
    sum_text = f"AV {av} − S {strength}{lowered} = {difference}".replace("-", "−")
    if letter is None:
        before = {each: value for each, value in (lines or {}).items() if value}
        words = f"{sum_text}: more than {LINES[0].difference}, no damage"
        return Worked(Scored(None, 0, 0, before), (words,))
    scored = score(letter, damage, lines)
    return Worked(scored.value, (f"{sum_text}: line {letter}", *scored.steps))


def score(letter: str, damage: int, lines: Lines | None = None) -> Worked[Scored]:
    """Add DMG to a line: each threshold that it crosses scores its hit (D-52).

    A line holds 36 over the whole game, what is more goes on to the next line; past F it is lost (D-53).
    """
    filled = {each: value for each, value in (lines or {}).items() if value}
    steps: list[str] = []
    crossed: list[Hit] = []
    left = damage
    for line in LINES[LETTERS.index(letter) :]:
        before = filled.get(line.letter, 0)
        put = min(left, LINE_CAPACITY - before)
        if put:
            filled[line.letter] = before + put
            hits = [(value, hit) for value, hit in line.thresholds if before < value <= before + put]
            crossed += (hit for _, hit in hits)
            steps.append(_filled(line.letter, before, put, hits))
            left -= put
        elif left:
            steps.append(f"line {line.letter} is full: {left} DMG to the next one")
    if left:
        steps.append(f"{left} DMG lost past line {LINES[-1].letter}")
    glancing, penetrating = crossed.count("G"), crossed.count("P")
    steps.append(f"{glancing} glancing, {penetrating} penetrating")
    return Worked(Scored(letter, glancing, penetrating, dict(sorted(filled.items())), left), tuple(steps))


def room(lines: Lines) -> Lines:
    """How much DMG each line still takes (D-53)."""
    return {letter: LINE_CAPACITY - lines.get(letter, 0) for letter in LETTERS}


def _filled(letter: str, before: int, put: int, hits: list[tuple[int, Hit]]) -> str:
    sums = f"{before} + {put} = {before + put}" if before else str(put)
    scores = ", ".join(f"{value}{hit}" for value, hit in hits)
    return f"line {letter}: {sums}" + (f", reaches {scores}" if scores else ", reaches nothing")
