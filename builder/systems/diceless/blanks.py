"""Blank cards to fill in by hand, without an army: the printed parts of every card, and room for the rest."""

from __future__ import annotations

from builder.systems.blocks import (
    Card,
    Check,
    Head,
    HitPoints,
    Hull,
    Landing,
    Mounted,
    MountedMode,
    Row,
    Table,
    Track,
    UnitCard,
    VehicleCard,
)
from builder.systems.diceless.cards import (
    PROFILE_COLUMNS,
    REMINDER,
    WRECKED_NOTE,
    card_checks,
    damage_line,
    hit_rows,
)
from builder.systems.diceless.vehicles import LINES
from builder.systems.diceless.weapons import COLUMNS

COUNT = 4
"""Cards of each kind: a page of A4."""
GROUPS, PROFILES, WEAPONS, MOUNTED = 6, 2, 6, 4


def blank_cards() -> tuple[Card, ...]:
    """A page of unit cards and one of vehicle cards (D-90, D-91)."""
    units = (_unit(f"u{n}") for n in range(1, COUNT + 1))
    vehicles = (_vehicle(f"v{n}") for n in range(1, COUNT + 1))
    return (*units, *vehicles)


def _unit(code: str) -> UnitCard:
    return UnitCard(
        head=Head(code, "", "", ""),
        profiles=Table(PROFILE_COLUMNS, (Row(("",) * len(PROFILE_COLUMNS)),) * PROFILES),
        weapons=Table(COLUMNS, (Row(("",) * len(COLUMNS)),) * WEAPONS),
        groups=tuple(HitPoints(id=f"{code}.{n}", name="", models=0, wounds=1, boxes=4) for n in range(1, GROUPS + 1)),
        track=Track(id=f"{code}.op", title="Order points"),
        checks=card_checks(code),
    )


def _vehicle(code: str) -> VehicleCard:
    blank = (Landing(""),) * 3
    return VehicleCard(
        head=Head(code, "", "", ""),
        hull=Hull(0, 0, 0),
        weapons=tuple(Mounted(Check(f"{code}.w{n}", ""), (MountedMode("", ""),)) for n in range(1, MOUNTED + 1)),
        lines=tuple(damage_line(line, code, blank) for line in LINES),
        hit_rows=hit_rows(code),
        reminder=REMINDER,
        checks=(Check(f"{code}.reserve", "Reserve"), Check(f"{code}.destroyed", "Destroyed")),
        footnotes=(WRECKED_NOTE,),
    )
