"""The angle template and the tables for damage on vehicles (D-50 to D-54, D-92)."""

from __future__ import annotations

from builder.systems.blocks import AngleTemplate, Hatch, LineSteps, Shape, Zone
from builder.systems.diceless.vehicles import EXTRA, LINE_CAPACITY, LINES, Line

ANGLE_TEMPLATE = AngleTemplate(
    title="Vehicle angle template",
    zones=(
        Zone("red", 30, "BS +1", Hatch.CROSSED, "red: square on"),
        Zone("orange", 60, "BS ±0", Hatch.LINES, "orange"),
        Zone("yellow", 90, "BS −1", Hatch.DOTS, "yellow"),
    ),
    placing=("Centre on the hit point,", "this half over the vehicle,", "edge along the side that is hit."),
    reading=(
        "Read the zone that the shot comes from.",
        "The zones count for heavy weapons only;",
        "not in an assault.",
    ),
    formula="DMG on a vehicle = modified BS × shots",
    modifiers=(
        ("Zone, heavy weapon", "red +1, orange ±0, yellow −1"),
        ("Target moved", "immobile +2, combat speed +1, cruising ±0, flat out −1"),
        ("Weapon", "AP1 +1, AP– −1, twin-linked +1"),
        ("Heavy, optional", 'each 12" under its range +1'),
        ("Penetration", f"extra D6: AV−S −{EXTRA['D6']}, extra D3: AV−S −{EXTRA['D3']}"),
    ),
    line_rule=f"line = AV − S, over {LINES[0].difference}: no damage; it holds {LINE_CAPACITY}, the rest goes one down",
    lines=tuple(
        LineSteps(
            line.letter,
            line.text,
            tuple((value, Shape.CIRCLE if hit == "G" else Shape.SQUARE) for value, hit in line.thresholds),
        )
        for line in LINES
    ),
    example=(
        "A truck, AV 10. Six bolters, S 4, BS 4, two shots each: 4 × 12 = 48 on line A (10 − 4 = 6). 36 is one "
        "glancing hit; 12 go on to line B.",
        'Four missile launchers, S 8, under 12": BS 4 + 3 = 7, 7 × 4 = 28 on line E (10 − 8 = 2): 8, 15 and 22 are '
        "reached.",
        "Together two glancing and two penetrating hits: each hit row is checked from the left.",
    ),
)


def steps_text(line: Line) -> tuple[str, ...]:
    """The thresholds of a line in words, `36 G`."""
    return tuple(f"{value} {hit}" for value, hit in line.thresholds)
