"""Cards and the roster page as JSON, for other programs: format `muster-sheets`, version 1."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable
from decimal import Decimal

from builder.record import Record
from builder.sheets.options import SheetOptions, arranged, sheet_of
from builder.systems import blocks
from builder.text import to_json

FORMAT = "muster-sheets"
VERSION = 1
AIDS, SCORE = "aids", "score"
"""Fields of a roster page: the one stands beside it in the file, of the other nothing is known before a game."""
CARDS: dict[type, str] = {
    blocks.UnitCard: "unit",
    blocks.FormationCard: "formation",
    blocks.VehicleCard: "vehicle",
    blocks.ProfileCard: "profiles",
    blocks.PanelCard: "panels",
}
"""What a card is called in the file."""
PANELS: dict[type, str] = {
    blocks.TablePanel: "table",
    blocks.Tally: "tally",
    blocks.Strength: "strength",
    blocks.States: "states",
    blocks.DiceTable: "dice",
    blocks.CheckRow: "checks",
    blocks.FigurePairs: "figure pairs",
    blocks.HullPanel: "hull",
    blocks.RuleGroup: "rules",
}
"""What a panel is called in the file."""


def write_json(cards: Iterable[blocks.Card], roster: blocks.RosterPage, options: SheetOptions) -> str:
    """Write the chosen sheets as one JSON object; every box to fill in has its field id."""
    cards, roster = arranged(tuple(cards), roster, options)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "army": {"name": roster.title, "points": _plain(roster.points), "limit": _plain(roster.limit)},
        "system": roster.system,
        "roster": _fields(roster, leave=(AIDS, SCORE)) if "roster" in options.sheets else None,
        "cards": [
            {"kind": CARDS[type(card)], "id": card.id, **_fields(card)}
            for card in cards
            if {sheet_of(card), "cards"} & {*options.sheets}
        ],
        "aids": {sheet: _plain(value) for sheet, value in _aids(roster).items() if sheet in options.sheets},
    }
    return to_json(document) + "\n"


def _aids(roster: blocks.RosterPage) -> dict[str, object]:
    """Return the play aids by their sheets."""
    aids = roster.aids
    return {
        "tokens": aids.tokens,
        "template": aids.template,
        "aid": aids.quick,
        "reference": aids.reference,
        "rules": roster.rules,
        "notes": aids.notes,
    }


def _fields(block: Record, leave: Collection[str] = ()) -> dict[str, object]:
    return {name: _plain(getattr(block, name)) for name in block.__struct_fields__ if name not in leave}


def _plain(value: object) -> object:
    """Return a value as JSON knows it; numbers stay exact where they are whole."""
    match value:
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case enum.Enum():
            return value.value
        case frozenset():
            return sorted(value)
        case tuple():
            return [_plain(part) for part in value]
        case blocks.HitPoints():
            return {**_fields(value), "each": value.each, "total": value.total, "lost_id": value.lost_id}
        case Record():
            panel = PANELS.get(type(value))
            return {**({"panel": panel} if panel else {}), **_fields(value)}
        case _:
            return value
