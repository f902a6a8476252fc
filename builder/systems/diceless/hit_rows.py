"""The hit rows of a vehicle: which box a hit checks, and what happens to the vehicle (D-55 to D-59)."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from builder.systems.diceless.vehicles import GLANCING, PENETRATING, Hit
from builder.systems.diceless.worked import Worked

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


@dataclass(frozen=True, slots=True)
class Landed:
    """One hit: its row, the box it checked from 1 on (None where it checked none), and what it did."""

    row: Hit
    box: int | None
    result: str


@dataclass(frozen=True, slots=True)
class HitRows:
    """What hits have done to a vehicle with so many weapons; open-topped ones begin with a box checked (D-59)."""

    weapons: int
    open_topped: bool = False
    landed: tuple[Landed, ...] = ()

    def checked(self, row: Hit) -> tuple[int, ...]:
        """The boxes of a row that are checked, from 1 on."""
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


def hit(rows: HitRows, row: Hit, plus_one: bool = False, choice: Take = Take.IMMOBILISED) -> Worked[HitRows]:
    """Apply one hit: it checks the first unchecked box of its row (D-55).

    With +1 on the damage chart the second, or the only one left (D-56). Where the attacker may choose, he takes
    `choice`: for a hit that reaches Immobilised after the first Weapon Destroyed (D-57), and for a glancing hit that
    reaches Wrecked before every weapon is destroyed and the vehicle immobilised (D-58). Such a hit destroys a weapon,
    or immobilises by the box where that is its own. A box that no weapon is left for immobilises (D-57).
    """
    name = ROW_NAMES[row]
    if rows.destroyed:
        return Worked(rows, (f"{name} hit: the vehicle is destroyed already",))
    free = [box for box in range(1, len(ROWS[row]) + 1) if box not in rows.checked(row)]
    if not free:
        return Worked(rows, (f"{name} hit: no box is left",))
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
    return Worked(replace(rows, landed=(*rows.landed, landed)), tuple(steps))


def hits(rows: HitRows, landing: Iterable[Impact], choice: Take = Take.IMMOBILISED) -> Worked[HitRows]:
    """Apply several hits in order; of one attack the glancing ones come first."""
    steps: tuple[str, ...] = ()
    for row, plus_one in landing:
        after = hit(rows, row, plus_one, choice)
        rows, steps = after.value, (*steps, *after.steps)
    return Worked(rows, steps)


def chronus_hp(rows: HitRows) -> int:
    """The HP that Chronus has: 40, or 30 once his tank is wrecked or explodes (D-106)."""
    return CHRONUS_SURVIVES_WITH if rows.destroyed else CHRONUS_HP


def without_last_box(rows: HitRows, row: Hit) -> HitRows:
    """The rows with the last checked box of one unchecked, and what it did undone (D-62).

    Where no hit has checked a box of the row, nothing changes: the first one of an open-topped vehicle stays.
    """
    boxed = [each for each in rows.landed if each.row == row and each.box is not None]
    if not boxed:
        return rows
    last = max(boxed, key=lambda each: each.box or 0)
    return replace(rows, landed=tuple(each for each in rows.landed if each is not last))


def _until_wrecked(rows: HitRows, choice: Take) -> str:
    if not rows.weapons_left:
        return IMMOBILISED
    return WEAPON if choice is Take.WEAPON or rows.immobilised else IMMOBILISED
