"""The roster page of an army: its list, what it brings, the play aids, and tables to look up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.errors import Finding
from builder.systems import blocks
from builder.systems.common.listing import (
    counter_sources,
    counter_token,
    errors_first,
    roster_marks,
    totals,
    worded_rules,
)
from builder.systems.common.marks import carriers
from builder.systems.lethal.attacks import DAMAGE, SPEED_SAVE, SPEED_TABLES, Hit
from builder.systems.lethal.cards import card_ids
from builder.systems.lethal.command import ACTIONS, ALLOWED, CONFUSION, DEFENSIVE, OFFENSIVE, MoraleState
from builder.systems.lethal.contact import BANDS, Cover
from builder.systems.lethal.groups import UnitGroup
from builder.systems.lethal.model import LethalArmy, LethalArmyUnit
from builder.systems.lethal.values import KINDS
from builder.systems.lethal.vehicle_cards import rule_number
from builder.systems.protocol import Counter

CONFUSED = (
    "no effect",
    "moves to the nearest visible enemy; none: as failed by 2",
    "moves in a random direction",
    "shaken: one move this turn, no fire",
    "stunned: no move or fire for the rest of the turn",
    "moves to its fall-back zone and is paralysed",
)
MORALE = (
    "A quarter of its models, or more, lost at once",
    "Fewer than half of its models left, when that happens",
    "Ordnance lands within 15 cm",
    "Infantry: more killed than the enemy in a round of close combat",
    "Infantry: coherency is lost",
)


def reference_tables(army: LethalArmy) -> Iterator[blocks.ReferenceTable]:
    """Yield the tables for an army: actions, morale, confusion, cover, speed, and the kinds of its weapons."""
    yield _actions()
    yield _states()
    yield _morale()
    yield _confusion()
    yield _cover()
    yield _speed(army)
    kinds = _kinds(army)
    if kinds.table.rows:
        yield kinds


def _table(titles: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> blocks.Table:
    """Return a table of words, its first column the key."""
    kinds = (blocks.ColumnKind.NAME, *(blocks.ColumnKind.TEXT for _ in titles[1:]))
    columns = tuple(blocks.Column(title, kind) for title, kind in zip(titles, kinds, strict=True))
    return blocks.Table(columns, tuple(blocks.Row(row) for row in rows))


def _actions() -> blocks.ReferenceTable:
    """Actions and stances (L-35)."""
    words = {(OFFENSIVE,): "offensive", (DEFENSIVE,): "defensive", (OFFENSIVE, DEFENSIVE): "either"}
    rows = (
        (action.name, words[action.stances], "yes" if action.check else "no", action.text, action.rule)
        for action in ACTIONS
    )
    table = _table(("Action", "Stance", "Check", "What it does", "Rule"), rows)
    return blocks.ReferenceTable(
        title="Actions and stances", table=table, aside="failed checks confuse, but for Reform and Suppressing Fire"
    )


def _states() -> blocks.ReferenceTable:
    """Return what each state allows (L-31, L-34)."""
    rows = ((state.capitalize(), ALLOWED[state]) for state in MoraleState)
    aside = "each failed morale check is one step down; stunned and paralysed are shaken after the turn"
    return blocks.ReferenceTable(title="States", table=_table(("State", "May do"), rows), aside=aside)


def _morale() -> blocks.ReferenceTable:
    """When morale is checked (L-30)."""
    table = blocks.Table(
        (blocks.Column("Check when", blocks.ColumnKind.TEXT),), tuple(blocks.Row((case,)) for case in MORALE)
    )
    return blocks.ReferenceTable(title="Morale", table=table, aside="two dice, the lower one must reach the CM (L-30)")


def _confusion() -> blocks.ReferenceTable:
    """Return what a confusion check comes to (L-33)."""
    names = ("passed", "1", "2", "3", "4", "5 or more")
    rows = ((name, result.dice or "–", words) for name, result, words in zip(names, CONFUSION, CONFUSED, strict=True))
    table = _table(("Failed by", "cm", "What happens"), rows)
    return blocks.ReferenceTable(title="Confusion", table=table, aside="a D6 must reach the CM, whenever under fire")


def _cover() -> blocks.ReferenceTable:
    """Bands of cover (L-41)."""
    shares = {cover: f"×{BANDS[cover].share}" if BANDS[cover].share else "base contact only" for cover in Cover}
    rows = ((cover.capitalize(), shares[cover], f"+{BANDS[cover].armour}") for cover in Cover)
    table = _table(("Cover", "Contact range left", "AV"), rows)
    return blocks.ReferenceTable(title="Cover", table=table, aside="entrenched: one band better, soft in the open")


def _speed(army: LethalArmy) -> blocks.ReferenceTable:
    """SU (M) by the table that the list chooses (L-04)."""
    choice = SPEED_SAVE.chosen(army.settings)
    rows = ((f"{cm} cm", f"{save}+") for cm, save in SPEED_TABLES[choice])
    return blocks.ReferenceTable(title="SU (M)", table=_table(("Moved at least", "Save"), rows), aside=choice)


def _kinds(army: LethalArmy) -> blocks.ReferenceTable:
    """Return what the kinds of the army's weapons mean (L-81 to L-86)."""
    used = {kind for unit in army.units for kind in _weapon_kinds(unit)}
    rows = ((kind.capitalize(), text) for kind, text in KINDS.items() if kind in used)
    return blocks.ReferenceTable(title="Kinds of weapons in this army", table=_table(("Kind", "What it does"), rows))


def _weapon_kinds(unit: LethalArmyUnit) -> Iterator[str]:
    weapons = [carried.weapon for carried in unit.weapons]
    weapons += [weapon for vehicle in unit.vehicles for _, weapon in vehicle.weapons]
    for weapon in weapons:
        for mode in weapon.modes:
            yield from ("titan killer" if kind.startswith("titan killer") else kind for kind in mode.kinds)


def _damage() -> blocks.ReferenceTable:
    """Return what a second die says of a hit on a vehicle (L-51, L-52)."""
    faces = ("–".join(map(str, die)) for die, _ in DAMAGE[Hit.GLANCING])
    rows = ((hit.capitalize(), *(result for _, result in results)) for hit, results in DAMAGE.items())
    table = _table(("Hit", *faces), rows)
    return blocks.ReferenceTable(
        title="Hits on vehicles", table=table, aside="D6 + AP against AV: equal, more, 3 more; then a second D6"
    )


TURN = (
    blocks.RuleGroup(
        "Start of the turn",
        (
            blocks.RuleText("Initiative", "each player rolls, the higher has it for the turn; equal: again", "L-60"),
            blocks.RuleText("Routing units", "morale check: passed, paralysed; failed, destroyed", "L-32"),
            blocks.RuleText("Embarked troops", "are grouped with their transport", "L-16"),
        ),
    ),
    blocks.RuleGroup(
        "Command phase",
        (
            blocks.RuleText("Arrivals", "reserves, deep strikes, effects from off the table", "L-60"),
            blocks.RuleText("Groups", "command check on the best CM; failed: all shaken for this combat phase", "L-14"),
        ),
    ),
    blocks.RuleGroup(
        "Combat phase",
        (
            blocks.RuleText("Activate", "one unit or group each in turn: a stance, and all its actions", "L-60"),
            blocks.RuleText("Command check", "a D6 must reach the CM; a 1 fails", "L-09, L-08"),
            blocks.RuleText("Target", "any but the nearest: confusion check first", "L-37"),
            blocks.RuleText("Range", "CR × WRM; × structure, ½ at small targets, × 2 focused; then cover", "L-40"),
            blocks.RuleText("To hit", "each die must reach SS; rapid fire doubles the shots in 30 cm", "L-80, L-81"),
            blocks.RuleText("Infantry", "D6 + AP must beat AV, then SU saves", "L-50"),
            blocks.RuleText("Ammunition", "after infantry shoot the opponent rolls: a 1 costs a counter", "L-22"),
            blocks.RuleText("Difficult ground", "half a move; vehicles stick on a 1 for each move", "L-70"),
            blocks.RuleText("In and out", "within 5 cm, vehicle 30 cm or less, no Move-Move before", "L-72, L-73"),
        ),
    ),
    blocks.RuleGroup(
        "Close combat",
        (
            blocks.RuleText(
                "Dice", "the CS multiple; +1 charging, +1 two weapons or a pistol, +1 in each later round", "L-55"
            ),
            blocks.RuleText(
                "Who fights", "all within 5 cm, at once; the better AP of profile and weapon", "L-55, L-100"
            ),
            blocks.RuleText("Stand and shoot", "entrenched, first round, before the enemy strikes", "L-107"),
            blocks.RuleText("Loser", "morale: failed, destroyed; passed, close in by M/2 and fight on", "L-101"),
            blocks.RuleText("Winner", "one move, then shaken", "L-104"),
        ),
    ),
    blocks.RuleGroup(
        "End of the turn",
        (
            blocks.RuleText("Recover", "stunned and paralysed units are shaken", "L-32"),
            blocks.RuleText("Find Ammo", "back to one counter", "L-22"),
        ),
    ),
)


def _quick_reference(army: LethalArmy) -> blocks.QuickReference:
    """Return the page to play by: the turn, and all tables but that of the army's weapons."""
    tables = (_actions(), _states(), _confusion(), _cover(), _speed(army), _damage())
    return blocks.QuickReference(
        title="The turn", aside="of both players", steps=TURN, lookup=tables, below=(_morale(),)
    )


NAME = "Lethal 40K"
WORDS = blocks.ListWords("unit", "model", "CM", "CM")


def roster_page(
    army: LethalArmy,
    groups: Sequence[UnitGroup],
    counters: Sequence[Counter],
    findings: Sequence[Finding],
    slots: Sequence[blocks.Slot] = (),
    source: str = "",
) -> blocks.RosterPage:
    """Return the list of an army with its ammunition counters (L-21), planned groups and findings, errors first."""
    carried_by = carriers(army.units)
    return blocks.RosterPage(
        title=army.name,
        system=NAME,
        points=army.points,
        words=WORDS,
        limit=army.limit,
        source=source,
        totals=tuple(totals(army.units)),
        slots=tuple(slots),
        rows=tuple(_row(unit, groups, carried_by) for unit in army.units),
        tokens=tuple(counter_token(counter) for counter in counters if counter.total_at_start),
        token_title="Counters to bring",
        findings=errors_first(findings),
        rules=worded_rules(army.units, rule_number),
        aids=blocks.Aids(
            tokens=tuple(_counters(counters)),
            token_title="Put one beside each unit",
            reference=tuple(reference_tables(army)),
            quick=(_quick_reference(army),),
        ),
    )


def _row(unit: LethalArmyUnit, groups: Sequence[UnitGroup], carried_by: frozenset[str]) -> blocks.RosterRow:
    weapons: dict[str, int] = {}
    for carried in unit.weapons:
        weapons[carried.weapon.name] = weapons.get(carried.weapon.name, 0) + carried.count
    for vehicle in unit.vehicles:
        for _, weapon in vehicle.weapons:
            weapons[weapon.name] = weapons.get(weapon.name, 0) + 1
    listed = ", ".join(name if count == 1 else f"{count} {name}" for name, count in weapons.items())
    extra = f"{unit.extra_ammo} extra ammunition" if unit.extra_ammo else ""
    name = next((group.name for group in groups if unit in group.units), "")
    grouped = f"group {name}" if name and not name.casefold().startswith("group") else name
    return blocks.RosterRow(
        unit=unit.id,
        slot=unit.slot,
        name=unit.name,
        detail=". ".join(part[0].upper() + part[1:] for part in (unit.data_name, listed, extra, grouped) if part),
        models=unit.models,
        vehicles=len(unit.vehicles),
        points=unit.points,
        value=f"{unit.command}+",
        marks=tuple(roster_marks(unit, carried_by, set())),
        cards=card_ids(unit),
    )


def _counters(counters: Sequence[Counter]) -> Iterator[blocks.TokenKind]:
    for counter in counters:
        if counter.total:
            yield blocks.TokenKind(
                name="Ammo",
                outline=blocks.Outline.BULLET,
                line="gone on a 1",
                count=counter.total,
                sources=tuple(counter_sources(counter, "list")),
                text="After each shooting action of infantry the opponent rolls a die: a 1 costs one. None left: no"
                " shooting, until Find Ammo brings back one.",
            )
