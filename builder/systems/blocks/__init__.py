"""What cards and the roster page are made of: words, numbers, boxes and their field ids; no paper, no font, no place.

A system fills these in, `sheets` places them, exporters draw or write them. Ids of fields are built from the ids of
units, groups and vehicles (`f2c8.1.h3`), so a box means the same in print, in a form and in a game.
"""

from builder.systems.blocks.aids import (
    NO_AIDS,
    Aids,
    AngleTemplate,
    Hatch,
    LineSteps,
    Outline,
    ReferenceTable,
    TokenKind,
    Zone,
)
from builder.systems.blocks.basics import (
    Check,
    Column,
    ColumnKind,
    Head,
    Row,
    RuleText,
    Shape,
    Table,
    number,
)
from builder.systems.blocks.cards import (
    Card,
    DamageLine,
    HitPoints,
    HitRow,
    Hull,
    Landing,
    Mounted,
    MountedMode,
    Threshold,
    Track,
    UnitCard,
    VehicleCard,
)
from builder.systems.blocks.formations import DamageCapacity, FormationCard, UnitRow
from builder.systems.blocks.roster import Reserve, RosterMark, RosterPage, RosterRow, Slot, Token, Total, slot_runs

__all__ = [
    "NO_AIDS",
    "Aids",
    "AngleTemplate",
    "Card",
    "Check",
    "Column",
    "ColumnKind",
    "DamageCapacity",
    "DamageLine",
    "FormationCard",
    "Hatch",
    "Head",
    "HitPoints",
    "HitRow",
    "Hull",
    "Landing",
    "LineSteps",
    "Mounted",
    "MountedMode",
    "Outline",
    "ReferenceTable",
    "Reserve",
    "RosterMark",
    "RosterPage",
    "RosterRow",
    "Row",
    "RuleText",
    "Shape",
    "Slot",
    "Table",
    "Threshold",
    "Token",
    "TokenKind",
    "Total",
    "Track",
    "UnitCard",
    "UnitRow",
    "VehicleCard",
    "Zone",
    "number",
    "slot_runs",
]
