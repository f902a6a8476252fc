"""How a game of Diceless stands, as plain values: the JSON of commands, which is documented, is made of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupReport:
    """Identical models of a unit, as they stand; HP in hit points."""

    id: str
    name: str
    models: int
    models_full: int
    hp_each: int
    hp: int
    hp_full: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitReport:
    """A unit on foot as it stands.

    Args:
        ref: what commands call it (`u7f3`, or `2:u7f3` where both sides have a unit with that id).
        op: its order points.
        ld: the leadership that it tests on; None where nobody has any.
        fails_above: order points above which its tests fail; None where every test fails.
        fails_above_reroll: the same with a re-roll.
        tests_left: leadership tests that it still passes, one after another.
        marks: its states in words (`reserve`, `falling back`, `in Rhino 1`, `has fired`).
        fired: what it has fired in this phase (`8 × Boltgun`).
        leads: what commands call the unit that it leads.
        destroyed: whether nobody of it is left in play.
        note: what its player noted of it.
        last: the last act on it, as the log tells it.
    """

    ref: str
    name: str
    models: int
    models_full: int
    hp: int
    hp_full: int
    groups: tuple[GroupReport, ...]
    op: int
    ld: int | None
    fails_above: int | None
    fails_above_reroll: int | None
    tests_left: int
    marks: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    leads: str = ""
    destroyed: bool = False
    note: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class BoxReport:
    """A box of a row, and whether it is checked; `text` is what it says (`Crew shaken`, `18G`)."""

    text: str
    checked: bool


@dataclass(frozen=True, slots=True)
class LineReport:
    """A damage line of a vehicle: its letter, DMG on it (0 to 36), and its thresholds."""

    letter: str
    damage: int
    thresholds: tuple[BoxReport, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleReport:
    """A vehicle as it stands; `next_glancing` and `next_penetrating` say what the next hit of a row would do.

    `last` is the last act on it, as the log tells it; `fired` what it has fired in this phase (`1 × Storm bolter`);
    `carries` what commands call the units aboard; `crew` is `shaken` or `stunned` where it is for now.
    """

    ref: str
    name: str
    unit: str
    armour: tuple[int, int, int]
    lines: tuple[LineReport, ...]
    glancing: tuple[BoxReport, ...]
    penetrating: tuple[BoxReport, ...]
    weapons: tuple[BoxReport, ...]
    speed: str = ""
    crew: str = ""
    immobilised: bool = False
    destroyed: bool = False
    marks: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    next_glancing: str = ""
    next_penetrating: str = ""
    note: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class TokenReport:
    """Tokens that a side holds, given by its opponent: how many are left of how many."""

    kind: str
    name: str
    left: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReport:
    """A side as it stands; `reserve` says what may arrive, in a sentence."""

    name: str
    units: tuple[UnitReport, ...] = ()
    vehicles: tuple[VehicleReport, ...] = ()
    tokens: tuple[TokenReport, ...] = ()
    points: int = 0
    reserve: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReport:
    """A game as it stands.

    Args:
        turn: from 1; 0 while armies are deployed.
        active: the side whose turn it is.
        phase: in words.
        over: whether it has ended.
        sides: both, the first the one that set the game up.
        hints: what its players should mind now, in sentences.
        notes: what was noted of the whole game.
    """

    turn: int
    active: int
    phase: str
    sides: tuple[SideReport, SideReport]
    over: bool = False
    mission: str = ""
    night: bool = False
    hints: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
