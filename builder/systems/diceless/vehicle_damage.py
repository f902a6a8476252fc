"""Damage on vehicles: lines with their thresholds, hit rows and their boxes, repairs (D-51 to D-59, D-62)."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from typing import Literal

from builder.record import Record, replace
from builder.systems.calculation import Explained

Hit = Literal["G", "P"]
"""A glancing or a penetrating hit."""

LINE_CAPACITY = 36
"""DMG that a line holds over the whole game (D-53)."""

EXTRA = {"D6": 4, "D3": 2}
"""How much extra dice of penetration (melta, rending) lower AV−S (D-51)."""

STRONGEST = 10
"""The highest strength that a profile has."""


class DamageLineRule(Record, frozen=True):
    """A damage line: AV−S that leads to it (to the last one, all below) and what its thresholds score (D-51, D-52)."""

    letter: str
    difference: int
    thresholds: tuple[tuple[int, Hit], ...]
    and_below: bool = False

    @property
    def text(self) -> str:
        """AV−S as printed."""
        return f"<{self.difference + 1}" if self.and_below else str(self.difference)


LINES = (
    DamageLineRule("A", 6, ((36, "G"),)),
    DamageLineRule("B", 5, ((18, "G"), (36, "P"))),
    DamageLineRule("C", 4, ((12, "G"), (24, "P"), (36, "P"))),
    DamageLineRule("D", 3, ((9, "G"), (18, "P"), (27, "P"), (36, "P"))),
    DamageLineRule("E", 2, ((8, "G"), (15, "P"), (22, "P"), (29, "P"), (36, "P"))),
    DamageLineRule("F", 1, ((6, "G"), (12, "P"), (18, "P"), (24, "P"), (30, "P"), (36, "P")), and_below=True),
)

GLANCING = ("Crew shaken", "Crew shaken", "Crew stunned", "Weapon destroyed", "Immobilised", "Wrecked")
PENETRATING = ("Crew shaken", "Crew stunned", "Weapon destroyed", "Immobilised", "Wrecked", "Explodes")
"""The hit rows, checked from left to right (D-55)."""


def line_for(av: int, strength: int, extra: str | None = None) -> str | None:
    """Return the letter of the line that a shot lands on.

    `extra` is D6 or D3 of penetration, None means no damage (D-51).
    """
    difference = av - strength - (EXTRA[extra] if extra else 0)
    if difference > LINES[0].difference:
        return None
    return next((line.letter for line in LINES if line.difference == difference), LINES[-1].letter)


def landing(line: DamageLineRule, av: int) -> int:
    """Return the strength that lands on a line from a side with armour `av`, the least one for the last line (D-51)."""
    return av - line.difference


Lines = Mapping[str, int]
"""DMG on each line of a vehicle by its letter; lines without any may be left out."""

LETTERS = tuple(line.letter for line in LINES)


class ScoredDamage(Record, frozen=True):
    """What an attack did to a vehicle: the line it landed on, its hits, all lines after it, and DMG lost past F."""

    line: str | None
    glancing: int
    penetrating: int
    lines: Lines
    lost: int = 0

    def and_then(self, more: ScoredDamage) -> ScoredDamage:
        """What this attack did together with a part of it that came after, on the lines as this one left them."""
        return ScoredDamage(
            self.line or more.line,
            self.glancing + more.glancing,
            self.penetrating + more.penetrating,
            more.lines,
            self.lost + more.lost,
        )


def attack(
    av: int, strength: int, damage: int, lines: Lines | None = None, extra: str | None = None
) -> Explained[ScoredDamage]:
    """Return what DMG of one strength does to a side of a vehicle (D-51 to D-53).

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
        return Explained(ScoredDamage(None, 0, 0, before), (words,))
    scored = score(letter, damage, lines)
    return Explained(scored.value, (f"{sum_text}: line {letter}", *scored.steps))


def score(letter: str, damage: int, lines: Lines | None = None) -> Explained[ScoredDamage]:
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
    return Explained(ScoredDamage(letter, glancing, penetrating, dict(sorted(filled.items())), left), tuple(steps))


def room(lines: Lines) -> Lines:
    """Return how much DMG each line still takes (D-53)."""
    return {letter: LINE_CAPACITY - lines.get(letter, 0) for letter in LETTERS}


def _filled(letter: str, before: int, put: int, hits: list[tuple[int, Hit]]) -> str:
    sums = f"{before} + {put} = {before + put}" if before else str(put)
    scores = ", ".join(f"{value}{hit}" for value, hit in hits)
    return f"line {letter}: {sums}" + (f", reaches {scores}" if scores else ", reaches nothing")


ROWS: Mapping[Hit, tuple[str, ...]] = {"G": GLANCING, "P": PENETRATING}
Impact = tuple[Hit, bool]
"""A hit, and whether it has +1 on the damage chart (D-56)."""
MACHINE_CURSE: Impact = ("G", False)
"""The hit of Machine Curse, once its psychic test is passed (D-100)."""
ROW_NAMES: Mapping[Hit, str] = {"G": "glancing", "P": "penetrating"}
SHAKEN, STUNNED = "Crew shaken", "Crew stunned"
WEAPON, IMMOBILISED, WRECKED, EXPLODES = "Weapon destroyed", "Immobilised", "Wrecked", "Explodes"
CHRONUS_HP, CHRONUS_SURVIVES_WITH = 40, 30
"""The HP of Chronus, and those with which he survives his tank (D-106)."""


class Take(enum.StrEnum):
    """What the attacker takes where the rules let him choose (D-57, D-58)."""

    WEAPON = "weapon"
    IMMOBILISED = "immobilised"


class Landed(Record, frozen=True):
    """One hit: its row, the box it checked from 1 on (None where it checked none), and what it did."""

    row: Hit
    box: int | None
    result: str


class HitRows(Record, frozen=True):
    """What hits have done to a vehicle with so many weapons; open-topped ones begin with a box checked (D-59)."""

    weapons: int
    open_topped: bool = False
    landed: tuple[Landed, ...] = ()

    def checked(self, row: Hit) -> tuple[int, ...]:
        """Return the boxes of a row that are checked, from 1 on."""
        start = {1} if self.open_topped and row == "G" else set()
        return tuple(sorted(start | {each.box for each in self.landed if each.row == row and each.box is not None}))

    @property
    def weapons_left(self) -> int:
        """Weapons that still fire."""
        return self.weapons - sum(each.result == WEAPON for each in self.landed)

    @property
    def immobilised(self) -> bool:
        """Whether it moves no more."""
        return any(each.result == IMMOBILISED for each in self.landed)

    @property
    def destroyed(self) -> bool:
        """Whether it is wrecked or has exploded."""
        return any(each.result in (WRECKED, EXPLODES) for each in self.landed)

    @property
    def weapon_box_checked(self) -> bool:
        """Whether a weapon destroyed box is checked, in either row."""
        return any(ROWS[row].index(WEAPON) + 1 in self.checked(row) for row in ROWS)


def hit(
    rows: HitRows, row: Hit, plus_one: bool = False, choice: Take = Take.IMMOBILISED, at_once: bool = False
) -> Explained[HitRows]:
    """Apply one hit: it checks the first unchecked box of its row (D-55).

    With +1 on the damage chart the second, or the only one left (D-56). Where the attacker may choose, he takes
    `choice`: for a hit that reaches Immobilised after the first Weapon Destroyed (D-57), and for a glancing hit that
    reaches Wrecked before every weapon is destroyed and the vehicle immobilised (D-58). Such a hit destroys a weapon,
    or immobilises by the box where that is its own. A box that no weapon is left for immobilises (D-57).

    A penetrating hit of the attack that has just wrecked the vehicle (`at_once`) checks its box still: six at once
    reach Explodes.
    """
    name = ROW_NAMES[row]
    if rows.destroyed and not (at_once and row == "P" and _only_wrecked(rows)):
        return Explained(rows, (f"{name} hit: the vehicle is destroyed already",))
    free = [box for box in range(1, len(ROWS[row]) + 1) if box not in rows.checked(row)]
    if not free:
        return Explained(rows, (f"{name} hit: no box is left",))
    box = free[min(1, len(free) - 1)] if plus_one else free[0]
    reached = ROWS[row][box - 1]
    counted = " with +1" if plus_one else ""
    steps = [f"{name} hit{counted}: box {box}, {reached}"]
    landed = Landed(row, box, reached)
    if reached == WEAPON and not rows.weapons_left:
        landed = replace(landed, result=IMMOBILISED)
        steps.append("no weapon is left: it is immobilised instead")
    elif reached == IMMOBILISED and rows.weapon_box_checked and rows.weapons_left and choice is Take.WEAPON:
        landed = Landed(row, None, WEAPON)
        steps.append("the attacker takes another weapon: no box is checked")
    elif reached == WRECKED and row == "G" and (rows.weapons_left or not rows.immobilised):
        landed = Landed(row, None, _until_wrecked(rows, choice))
        steps.append(f"not every weapon is destroyed and it immobilised: {landed.result.lower()}, no box is checked")
    return Explained(replace(rows, landed=(*rows.landed, landed)), tuple(steps))


def hits(rows: HitRows, landing: Iterable[Impact], choice: Take = Take.IMMOBILISED) -> Explained[HitRows]:
    """Apply several hits in order; of one attack the glancing ones come first."""
    steps: tuple[str, ...] = ()
    stood = not rows.destroyed
    for row, plus_one in landing:
        after = hit(rows, row, plus_one, choice, at_once=stood)
        rows, steps = after.value, (*steps, *after.steps)
    return Explained(rows, steps)


def chronus_hp(rows: HitRows) -> int:
    """Return the HP that Chronus has: 40, or 30 once his tank is wrecked or explodes (D-106)."""
    return CHRONUS_SURVIVES_WITH if rows.destroyed else CHRONUS_HP


def without_last_box(rows: HitRows, row: Hit) -> HitRows:
    """Return the rows with the last checked box of one unchecked, and what it did undone (D-62).

    Where no hit has checked a box of the row, nothing changes: the first one of an open-topped vehicle stays.
    """
    boxed = [each for each in rows.landed if each.row == row and each.box is not None]
    if not boxed:
        return rows
    last = max(boxed, key=lambda each: each.box or 0)
    return replace(rows, landed=tuple(each for each in rows.landed if each is not last))


def _only_wrecked(rows: HitRows) -> bool:
    """Whether a vehicle is wrecked and has not exploded."""
    return all(each.result != EXPLODES for each in rows.landed)


def _until_wrecked(rows: HitRows, choice: Take) -> str:
    if not rows.weapons_left:
        return IMMOBILISED
    return WEAPON if choice is Take.WEAPON or rows.immobilised else IMMOBILISED


TECHMARINE, BY_SERVO_ARM, SERVO_HARNESS = 12, 6, 6
"""DMG that a Techmarine takes off, and what each servitor with a servo-arm and a servo-harness add."""
OWN_REPAIR = 6
"""DMG that an immobilised Rhino takes off each turn."""


class Repaired(Record, frozen=True):
    """The lines after a repair, the DMG that came off, and the hits that are undone, last threshold first."""

    lines: Lines
    removed: int
    undone: tuple[Hit, ...] = ()


def techmarine_repairs(servo_arms: int = 0, servo_harness: bool = False) -> Explained[int]:
    """DMG that a Techmarine takes off a line: 12, +6 for each servitor with a servo-arm, +6 for a harness (D-62)."""
    removed = TECHMARINE + servo_arms * BY_SERVO_ARM + servo_harness * SERVO_HARNESS
    parts = [f"Techmarine {TECHMARINE}"]
    if servo_arms:
        parts.append(f"servo-arms {servo_arms} × {BY_SERVO_ARM}")
    if servo_harness:
        parts.append(f"servo-harness {SERVO_HARNESS}")
    return Explained(removed, (f"{' + '.join(parts)} = {removed} DMG off one line",))


def own_repair(rows: HitRows) -> Explained[int]:
    """DMG that a vehicle with Repair takes off a line each turn while it is immobilised, the owner's choice (D-62)."""
    if rows.immobilised:
        return Explained(OWN_REPAIR, (f"immobilised: {OWN_REPAIR} DMG off one line",))
    return Explained(0, ("it is not immobilised: nothing is repaired",))


def repair(lines: Lines, letter: str, amount: int) -> Explained[Repaired]:
    """Take DMG off a line, not below 0; the thresholds that it no longer reaches are undone (D-62)."""
    before = lines.get(letter, 0)
    now = max(0, before - amount)
    line = LINES[LETTERS.index(letter)]
    unreached = [(value, hit) for value, hit in line.thresholds if now < value <= before][::-1]
    steps = [f"line {letter}: {before} − {before - now} = {now}"]
    steps += (
        f"{value}{hit} is no longer reached: the last {ROW_NAMES[hit]} box is unchecked" for value, hit in unreached
    )
    after = {each: value for each, value in {**lines, letter: now}.items() if value}
    return Explained(Repaired(after, before - now, tuple(hit for _, hit in unreached)), tuple(steps))


def undo(rows: HitRows, repaired: Repaired) -> HitRows:
    """Return the hit rows after a repair: for each threshold that is undone the last box of its row (D-62)."""
    for row in repaired.undone:
        rows = without_last_box(rows, row)
    return rows
