"""Play aids: tokens to cut out (D-93), the angle template (D-92), and tables to look up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.record import replace
from builder.scalars import small_number
from builder.systems.blocks import (
    Aids,
    AngleTemplate,
    Column,
    ColumnKind,
    Hatch,
    LineSteps,
    Outline,
    QuickReference,
    ReferenceTable,
    Row,
    RuleGroup,
    RuleText,
    Shape,
    Table,
    TokenKind,
    Zone,
)
from builder.systems.common.listing import counter_sources
from builder.systems.diceless.attacks import factor
from builder.systems.diceless.damage import (
    BLAST_FACTOR,
    GRENADE_DAMAGE,
    TEMPLATE_FACTOR,
    TWIN_TEMPLATE_FACTOR,
    UNKNOWN,
    Bearer,
    by_toughness,
    damage_text,
)
from builder.systems.diceless.order_points import HOOD_COST, LIMITS, LIMITS_WITH_REROLL, TEST_COST
from builder.systems.diceless.saves import SAVES, TABLE_END, hp_lost
from builder.systems.diceless.vehicle_damage import EXTRA, GLANCING, LINE_CAPACITY, LINES, PENETRATING, DamageLineRule
from builder.systems.diceless.weapon_rules import in_hands
from builder.systems.diceless.weapons import SAVE_COLUMNS, behind_saves
from builder.systems.fortyk.model import FortykArmy, Weapon, WeaponMode, mode_name
from builder.systems.protocol import Counter

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


def steps_text(line: DamageLineRule) -> tuple[str, ...]:
    """Return the thresholds of a line in words, `36 G`."""
    return tuple(f"{value} {hit}" for value, hit in line.thresholds)


SAVES_ABREAST = 5
NAME, VALUE, RESULT = ColumnKind.NAME, ColumnKind.VALUE, ColumnKind.RESULT
MOST_SKILL = 8
"""The table of close combat factors goes so far."""
TOUGHNESS = (3, 4, 5)
"""Targets of weapons that go by toughness instead of strength."""


def reference_tables(army: FortykArmy) -> Iterator[ReferenceTable]:
    """Yield tables 1 to 4 of the rules, the army's own leaderships boxed, then its weapons' DMG against each save."""
    yield _save_table()
    yield _leadership_table(army)
    yield _line_table()
    weapons = tuple(_weapon_rows(army))
    if weapons:
        columns = (Column("Weapon", NAME), Column("AP", VALUE), Column("DMG", RESULT), *SAVE_COLUMNS)
        yield ReferenceTable(
            title="This army's weapons: HP that one model takes off behind armour",
            aside="all of the DMG where AP is as good as the save",
            table=Table(columns, weapons),
        )


def _save_table() -> ReferenceTable:
    """Table 1 (D-23)."""
    rows = (Row((str(damage), *(str(hp_lost(damage, save)) for save in SAVES))) for damage in range(1, TABLE_END + 1))
    return ReferenceTable(
        title="Saves: HP lost",
        aside=f"over {TABLE_END} DMG: the value of each full {TABLE_END} and that of the rest",
        table=Table((Column("DMG", RESULT), *SAVE_COLUMNS), tuple(rows)),
        abreast=SAVES_ABREAST,
    )


def _leadership_table(army: FortykArmy) -> ReferenceTable:
    """Tables 2 and 3 (D-10) with the leaderships of the army's models boxed."""
    columns = (Column("Ld", NAME), *(Column(str(ld), VALUE) for ld in LIMITS))
    rows = (
        Row(("Order points", *(str(points) for points in LIMITS.values()))),
        Row(("With a re-roll", *(str(points) for points in LIMITS_WITH_REROLL.values()))),
    )
    own = {group.profile.ld for unit in army.units for group in unit.groups}
    return ReferenceTable(
        title=f"Leadership test: add {TEST_COST} order points; failed above",
        aside="boxed: the Ld of this army",
        table=Table(columns, rows),
        boxed=frozenset(str(min(ld, max(LIMITS))) for ld in own if ld is not None),
        strong=frozenset(map(str, LIMITS.values())),
    )


def _line_table() -> ReferenceTable:
    """Table 4 (D-51, D-52)."""
    most = max(len(line.thresholds) for line in LINES)
    columns = (Column("Line", NAME), Column("AV−S", VALUE), *(Column(f"hit {n}", VALUE) for n in range(1, most + 1)))
    rows = (
        Row((line.letter, line.text, *steps_text(line), *("" for _ in range(most - len(line.thresholds)))))
        for line in LINES
    )
    return ReferenceTable(
        title="Damage on vehicles",
        aside="DMG on the line that scores a glancing (G) or a penetrating (P) hit",
        table=Table(columns, tuple(rows)),
    )


def _weapon_rows(army: FortykArmy) -> Iterator[Row]:
    """A row for each mode of each weapon; where bearers deal different DMG, one for each, with their names.

    What goes by the target's toughness (D-30, D-42) has a row for each that is common. Grenades, which hurt vehicles
    alone, and weapons whose DMG nothing says have none.
    """
    bearers: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for weapon, bearer in _carried(army):
        for mode in (mode for mode in weapon.modes if mode.kind != "grenade"):
            for toughness in (None,) if by_toughness(mode) is None else TOUGHNESS:
                target = f"T {toughness}" if toughness else ""
                name = ", ".join(filter(None, (weapon.name, mode_name(weapon, mode), target)))
                values = _values(mode, bearer, toughness)
                if UNKNOWN in values[-len(SAVES) :]:
                    continue
                names = bearers.setdefault(name, {}).setdefault(values, [])
                if bearer.name not in names:
                    names.append(bearer.name)
    for name, variants in bearers.items():
        for values, names in variants.items():
            yield Row((name if len(variants) == 1 else f"{name} ({', '.join(names)})", *values))


def _carried(army: FortykArmy) -> Iterator[tuple[Weapon, Bearer]]:
    for unit in army.units:
        for group in unit.groups:
            yield from ((in_hands(carried.weapon, group.profile), group.profile) for carried in group.weapons)
        for vehicle in unit.vehicles:
            yield from ((weapon, vehicle.profile) for _, weapon in vehicle.weapons)


def _values(mode: WeaponMode, bearer: Bearer, toughness: int | None) -> tuple[str, ...]:
    damage = damage_text(mode, bearer, toughness)
    ap = UNKNOWN if small_number(mode.ap) is None else mode.ap
    return ap, damage, *behind_saves(damage, mode)


def _factor_table() -> ReferenceTable:
    """The factors of close combat (D-40)."""
    skills = range(1, MOST_SKILL + 1)
    columns = (Column("own WS", NAME), *(Column(str(target), VALUE) for target in skills))
    rows = (Row((str(ws), *(str(factor(ws, target).value) for target in skills))) for ws in skills)
    return ReferenceTable(
        title="Close combat factor",
        aside="by the target's WS; 6 at WS 0",
        table=Table(columns, tuple(rows)),
        strong=frozenset({"5"}),
        tinted=frozenset({"4"}),
    )


TURN = (
    RuleGroup(
        "Start",
        (
            RuleText(
                "Reserves",
                "turn 1 none; 2 half, rounded down; 3 and 4 half of those left, rounded up; 5 all. Five units: 2, 2, 1",
                "D-80",
            ),
            RuleText("Deep strike", "opponent's Scatter: 2 in the own zone, 4 between, 6 in the enemy's", "D-75"),
            RuleText("Regroup", "OP less the Ld of every model left, then look up; no 25", "D-15"),
        ),
    ),
    RuleGroup(
        "Movement",
        (
            RuleText("Difficult", 'what is left at its edge is halved; move through cover: 5" inside', "D-18"),
            RuleText(
                "Dangerous",
                "10 DMG a model, invulnerable only; vehicle 10 an inch at S 8",
                "D-35, D-61",
            ),
            RuleText("Falling back", '7"; jump infantry, bikes, beasts, cavalry 10"', "D-17"),
            RuleText("Vehicles", "note how fast each went: immobile, combat, cruising, flat out", "D-50"),
        ),
    ),
    RuleGroup(
        "Shooting",
        (
            RuleText("DMG", "BS × S × shots of each model, summed by AP", "D-20"),
            RuleText(
                "Blast",
                f"hits × S × {BLAST_FACTOR}; template × {TEMPLATE_FACTOR}, twin-linked × "
                f"{TWIN_TEMPLATE_FACTOR}. At most 6 Scatter on one, 7 at night",
                "D-27, D-28, D-32",
            ),
            RuleText("Heavy", 'optional: BS +1 for each 12" under its range', "D-22"),
            RuleText("Re-roll", "to hit BS +1, to wound S +1, once; twin-linked BS +1", "D-21, D-39"),
            RuleText("Save", "armour unless AP is as good; cover and invulnerable always; the best one", "D-37"),
            RuleText("Losses", "an even share for each model; each group saves on its sum; whole models go", "D-25"),
            RuleText("Run", 'up to 4" in place of shooting', "D-17"),
            RuleText("Night", 'see 18", acute senses 24"', "D-82"),
            RuleText("Repair", "−12 off one line, +6 for each servo-arm or harness; Rhino −6", "D-62"),
            RuleText("Tests", "morale and pinning: 25 OP, then look up the Ld", "D-10, D-19"),
        ),
    ),
    RuleGroup(
        "Assault",
        (
            RuleText("DMG", "S × factor for each attack; lightning claw +1", "D-40, D-41"),
            RuleText("Result", "who lost more HP adds the difference to the OP, then looks up; no 25", "D-13"),
            RuleText("Flight", "sum the I of all models: the fleeing side needs more, a tie is caught", "D-43"),
            RuleText("No retreat", "the difference as DMG, armour and invulnerable saves", "D-14"),
            RuleText("Consolidate", 'up to 4" any way', "D-17"),
        ),
    ),
)
EXAMPLES = RuleGroup(
    "Worked examples",
    (
        RuleText(
            "Saves",
            "ten bolters at BS 4, rapid fire, on five models of 40 HP (3+): 4 × 4 × 2 × 10 = 320, 64 a model. The "
            "sergeant loses 21. Each pair takes 128: 33 + 9 = 42, so one goes and 38 HP are left",
            "D-25",
        ),
        RuleText("Vehicle", " ".join(ANGLE_TEMPLATE.example), "D-54"),
    ),
)
VEHICLES = RuleGroup(
    "DMG on a vehicle",
    (
        *(RuleText(name, text, "") for name, text in ANGLE_TEMPLATE.modifiers),
        RuleText("Assault", f"WS for BS, no zone; grenades {GRENADE_DAMAGE} a model: S 4, krak 6, melta 12", "D-60"),
        RuleText("Ram", "20 DMG, skimmer 10", "D-61"),
    ),
    "BS × shots, then cover",
)
RULES = (
    RuleGroup(
        "Hit rows",
        (
            RuleText("Glancing", " · ".join(GLANCING), "D-55"),
            RuleText("Penetrating", " · ".join(PENETRATING), "D-55"),
            RuleText("+1", "on the chart: the second open box; of a last one, that one", "D-56"),
            RuleText("Wrecked", "by a glancing hit only with every weapon gone and immobilised", "D-58"),
            RuleText("Explodes", "riders take 12 DMG each, open-topped 9; AP –, then pinning", "D-61"),
        ),
        "first open box from the left",
    ),
    RuleGroup(
        "Special saves, tokens, tests",
        (
            RuleText("Rending", "the 2+ value as AP 2, the 6+ value as usual", "D-29"),
            RuleText("Feel No Pain", "half of what comes through, rounded up", "D-33"),
            RuleText("Instant death", "S at least 2 × T and 10 HP lost: the model goes", "D-26"),
            RuleText("Saves re-rolled", "one column better; at 2+ half of it", "D-24"),
            RuleText("Gets Hot!", "40 DMG to the bearer; 10 with a re-roll", "D-31"),
            RuleText("Psychic test", f"25 OP, near a hood {HOOD_COST}; failed: back to 0", "D-16"),
            RuleText("Warp", "stops a test; or 50 DMG, no armour or cover", "D-74"),
            RuleText("Leader", "25 on both; the unit's OP against his Ld", "D-11"),
        ),
    ),
)


def quick_reference(army: FortykArmy) -> QuickReference:
    """Return the page to play by: the turn with its tests, and tables 1 to 4."""
    return QuickReference(
        title="The turn",
        aside="of each player, one after the other",
        steps=TURN,
        below=(EXAMPLES,),
        lookup=(
            _save_table(),
            _leadership_table(army),
            _factor_table(),
            VEHICLES,
            replace(_line_table(), title="Damage lines", to_scale=True),
            *RULES,
        ),
    )


KINDS = {
    "scatter": (
        Outline.CIRCLE,
        'move it 2"',
        '2" a token, at most 6 on one blast (7 at night); the firer then pulls it back by up to his BS in inches. '
        "Deep strike: at most 2 in its own zone, 4 outside both, 6 in the enemy's.",
    ),
    "gets_hot": (
        Outline.SHIELD,
        "40 DMG to bearer",
        "40 DMG to the bearer, saves apply; 10 if he re-rolls to hit. If he dies, one of his shots does nothing. At "
        "most one for each use of the weapon.",
    ),
    "warp": (
        Outline.OCTAGON,
        "stops a test",
        "Once a player turn: the psychic test is cancelled, or the psyker goes on: 50 DMG, no armour or cover save, "
        "the token goes back, then the test as usual.",
    ),
}
"""By the id of a counter: outline, what the token does, its rule (D-31, D-32, D-74, D-75)."""


def aids_of(army: FortykArmy, counters: Sequence[Counter]) -> Aids:
    """The play aids of an army: exactly as many tokens as its list gives, tables for its leaderships and weapons."""
    return Aids(
        tokens=tuple(_kinds(counters)),
        template=ANGLE_TEMPLATE,
        reference=tuple(reference_tables(army)),
        quick=(quick_reference(army),),
    )


def _kinds(counters: Sequence[Counter]) -> Iterator[TokenKind]:
    for counter in counters:
        if counter.total_at_start:
            outline, line, text = KINDS[counter.id]
            yield TokenKind(
                name=counter.name,
                outline=outline,
                line=line,
                count=counter.total,
                later=counter.total_at_start - counter.total,
                sources=tuple(counter_sources(counter, "list")),
                later_sources=tuple(counter_sources(counter, "start")),
                text=text,
            )
