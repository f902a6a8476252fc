"""The roster page of an army: formations, strategy rating, blast markers to bring, and what helps at the table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from builder.errors import Finding, Severity
from builder.record import replace
from builder.scalars import signed
from builder.systems import blocks
from builder.systems.epic.actions import ACTIONS, action_test
from builder.systems.epic.cards import formation_rules, slot_code
from builder.systems.epic.model import (
    BARRAGE_TEMPLATE,
    BROKEN_AT,
    COHERENCY,
    ORBITAL_TEMPLATE,
    EpicArmy,
    Formation,
    score,
)
from builder.systems.epic.shooting import MODIFIERS
from builder.systems.protocol import Counter

NAME, VALUE, TEXT = blocks.ColumnKind.NAME, blocks.ColumnKind.VALUE, blocks.ColumnKind.TEXT


TURNS = 6
"""Turns that a sheet has boxes for, or as many as were played."""
SINGLE_MARKERS, FIVE = 40, 5
"""Of blast markers so many are single ones; a marker for the others stands for so many."""


def aids_of(counters: Sequence[Counter]) -> blocks.Aids:
    """Return the aids of an army."""
    return blocks.Aids(
        tokens=tuple(kind for counter in counters for kind in _tokens(counter)),
        token_title="Lay these ready for both players",
        reference=REFERENCE,
        quick=(QUICK,),
    )


def rule_texts() -> tuple[blocks.RuleText, ...]:
    """Return the rules that every game needs."""
    return RULES


def _sources(counter: Counter) -> Iterator[str]:
    return (f"{part.name}:\u00a0{part.count}" for part in counter.parts)


def _tokens(counter: Counter) -> Iterator[blocks.TokenKind]:
    """Yield single markers, and for what is more of them those that stand for five each."""
    if not counter.total:
        return
    single = blocks.TokenKind(
        name="Blast",
        outline=blocks.Outline.STAR,
        small=True,
        line="marker",
        count=min(counter.total, SINGLE_MARKERS),
        needed=counter.total if counter.total > SINGLE_MARKERS else 0,
        sources=tuple(_sources(counter)),
        text="One for each attack on a formation, each unit lost, each failed test. Each keeps one unit from firing; "
        "as many as units left break the formation (E-10, E-11).",
    )
    yield single
    fives = -(-(counter.total - single.count) // FIVE)
    if fives:
        text = f"Stands for {FIVE} of the others."
        yield blocks.TokenKind(
            name=f"Blast ×{FIVE}", outline=blocks.Outline.STAR, small=True, line="markers", count=fives, text=text
        )


def _actions() -> blocks.Table:
    shots = (NO_SHOTS if action.shooting is None else signed(action.shooting, "0") for action in ACTIONS)
    rows = (
        blocks.Row((action.name, str(action.moves), shot, action.text))
        for action, shot in zip(ACTIONS, shots, strict=True)
    )
    columns = (
        blocks.Column("Action", NAME),
        blocks.Column("Moves", VALUE),
        blocks.Column("To hit", VALUE),
        blocks.Column("What it does", TEXT),
    )
    return blocks.Table(columns, tuple(rows))


def _tests() -> blocks.Table:
    columns = (
        blocks.Column("Initiative", NAME),
        blocks.Column("No marker", VALUE),
        blocks.Column("Markers", VALUE),
        blocks.Column("Retaining", VALUE),
        blocks.Column("Both", VALUE),
    )
    cases = ((0, False), (1, False), (0, True), (1, True))
    rows = (
        blocks.Row((f"{initiative}+", *(f"{action_test(initiative, *case).needs}+" for case in cases)))
        for initiative in range(1, 5)
    )
    return blocks.Table(columns, tuple(rows))


def _modifiers() -> blocks.Table:
    rows = tuple(blocks.Row((name, signed(value, "0"))) for name, value in MODIFIERS)
    return blocks.Table((blocks.Column("Shooting", NAME), blocks.Column("To hit", VALUE)), rows)


NO_SHOTS = "–"
REFERENCE = (
    blocks.ReferenceTable(title="Actions", table=_actions(), aside="name formation and action, then test (E-13)"),
    blocks.ReferenceTable(title="Action test", table=_tests(), aside="D6, failed: Hold and a blast marker (E-12)"),
    blocks.ReferenceTable(title="To hit", table=_modifiers(), aside="an unmodified 1 misses (E-25)"),
)
TURN = (
    blocks.RuleGroup(
        "Start",
        (
            blocks.RuleText("Abilities", "of the start of a turn; the higher strategy rating says who begins", "E-08"),
            blocks.RuleText(
                "Strategy",
                "D6 and the rating: the higher chooses to go first or second. Tie: who lost it last turn; "
                "in turn 1 roll again",
                "E-05",
            ),
        ),
    ),
    blocks.RuleGroup(
        "Actions, in turns, one formation each",
        (
            blocks.RuleText("Name", "the formation and its action, then roll", "E-12"),
            blocks.RuleText(
                "Test",
                "a D6 must reach the initiative; −1 with markers, −1 to retain. Failed: a marker, and Hold",
                "E-12",
            ),
            blocks.RuleText("Retain", "after an action that succeeded, with another formation, once", "E-12"),
            blocks.RuleText("Move", "each move on its own; no enemies crossed, of friends only infantry", "E-17"),
            blocks.RuleText("Out of formation", f"units not within {COHERENCY} cm of the chain are lost", "E-19"),
            blocks.RuleText("Zone of control", f"{COHERENCY} cm; entered by a charge alone", "E-18"),
            blocks.RuleText("Riding", "picked up in passing, set down after a later move, within 5 cm", "E-20"),
            blocks.RuleText("Dangerous ground", "D6 on entering or starting there: a 1 destroys, no marker", "E-15"),
            blocks.RuleText("Road", "+5 cm a move; march on it all the way without a test", "E-22"),
        ),
    ),
    blocks.RuleGroup(
        "Shooting",
        (
            blocks.RuleText("Marker", "the target has one for being shot at", "E-10"),
            blocks.RuleText("Suppressed", "each marker keeps a unit from firing, the farthest first", "E-11"),
            blocks.RuleText(
                "Choose", "one formation; AP or AT for each weapon; those in the open, or −1", "E-24, E-25"
            ),
            blocks.RuleText("Hit", "firepower or more; a 1 misses, above 6 nothing can", "E-25"),
            blocks.RuleText("Save", "armour, or for infantry the number of the terrain", "E-15"),
            blocks.RuleText("Losses", "a marker for each unit; broken?", "E-10, E-11"),
        ),
    ),
    blocks.RuleGroup(
        "End",
        (
            blocks.RuleText("Rally", "broken formations and those with markers; agree how many come off", "E-08, E-14"),
            blocks.RuleText("Victory", "look whether somebody has won", "E-08"),
        ),
    ),
)


def _saves() -> blocks.Table:
    """Return what infantry may save on in place of their armour (E-15, E-20, E-23)."""
    cases = (
        ("Building", "4+"),
        ("Fortification", "3+"),
        ("On overwatch, in the open", "5+"),
        ("Riders of a lost transport, without armour", "6+"),
        ("Touching an armoured vehicle or war engine", "none"),
    )
    return blocks.Table(
        (blocks.Column("Infantry", NAME), blocks.Column("Save", VALUE)), tuple(blocks.Row(case) for case in cases)
    )


def _markers() -> blocks.Table:
    """Return what brings blast markers (E-10, E-12, E-19)."""
    cases = (
        ("Shot at, harmed or not", "+1"),
        ("Each unit destroyed, riders too", "+1"),
        ("Each unit lost out of formation", "+1"),
        ("Action test failed", "+1"),
        ("Unit lost on dangerous ground", "none"),
    )
    return blocks.Table(
        (blocks.Column("The formation is", NAME), blocks.Column("Markers", VALUE)),
        tuple(blocks.Row(case) for case in cases),
    )


QUICK = blocks.QuickReference(
    title="The turn",
    aside="of both players",
    steps=TURN,
    lookup=(
        *REFERENCE,
        blocks.ReferenceTable(title="Saves of infantry", table=_saves(), aside="in place of armour (E-15)"),
        blocks.ReferenceTable(title="Blast markers", table=_markers(), aside="broken at as many as units (E-11)"),
        blocks.RuleGroup(
            "Broken",
            (
                blocks.RuleText("When", "as many markers as units left, carried ones counted", "E-11"),
                blocks.RuleText("Then", "no action; it withdraws, and rallies at the end", "E-11"),
                blocks.RuleText("While it acts", "it ends its move and does not shoot", "E-11"),
            ),
        ),
        blocks.RuleGroup(
            "Measures and dice",
            (
                blocks.RuleText("Templates", f"barrage {BARRAGE_TEMPLATE} cm, orbital {ORBITAL_TEMPLATE} cm", "E-09"),
                blocks.RuleText("Line of fire", "10 cm into buildings, rubble, woods; not through", "E-24"),
                blocks.RuleText("D3", "a D6 halved, rounded up; 1+ passes without a roll", "E-09"),
            ),
        ),
    ),
)
RULES = (
    blocks.RuleText("Turn", "Roll for strategy, act in turns with one formation each, then rally.", "E-08"),
    blocks.RuleText(
        "Strategy", "D6 and the rating; the higher chooses who begins. Tie: who lost it last turn.", "E-05"
    ),
    blocks.RuleText(
        "Action test", "D6, the initiative or more; −1 with any marker, −1 to retain the initiative.", "E-12"
    ),
    blocks.RuleText("Blast markers", "One for each attack, for each unit lost, for a failed test.", "E-10"),
    blocks.RuleText(
        "Suppressed", "Each marker keeps one unit from firing, the farthest from the target first.", "E-11"
    ),
    blocks.RuleText("Broken", "As many markers as units left: no action, it withdraws and rallies at the end.", "E-11"),
    blocks.RuleText("Formation", f"Units within {COHERENCY} cm, in one chain; who is out of it is lost.", "E-04, E-19"),
    blocks.RuleText("Zone of control", f"{COHERENCY} cm round each unit; only a charge enters it.", "E-18"),
    blocks.RuleText(
        "Riding", "Picked up in passing, set down within 5 cm after a later move; no firing from inside.", "E-20"
    ),
    blocks.RuleText("Shooting", "At one formation; each unit needs range and line of fire to one enemy unit.", "E-24"),
    blocks.RuleText(
        "Dangerous terrain", "D6 on entering it or starting in it: a 1 destroys, without save or marker.", "E-15"
    ),
    blocks.RuleText(
        "Cover", "−1 to hit; infantry may save on the number of the terrain instead of its armour.", "E-15"
    ),
    blocks.RuleText(
        "Templates",
        f"A barrage is {BARRAGE_TEMPLATE} cm across, an orbital bombardment {ORBITAL_TEMPLATE} cm.",
        "E-09",
    ),
)

SYSTEM_NAME = "Epic"
WORDS = blocks.ListWords("formation", "unit", "Init", "initiative")


def roster_page(
    army: EpicArmy,
    counters: Sequence[Counter],
    findings: Sequence[Finding],
    slots: Sequence[blocks.Slot] = (),
    source: str = "",
) -> blocks.RosterPage:
    """Return the list of an army with all its findings, errors first; slots that may hold any number show no limit."""
    severities = list(Severity)
    return blocks.RosterPage(
        title=army.name,
        system=SYSTEM_NAME,
        points=army.points,
        words=WORDS,
        limit=army.limit,
        source=source,
        totals=tuple(_totals(army)),
        slots=tuple(replace(slot, code=slot.code or slot_code(slot.name)) for slot in slots),
        rows=tuple(_row(formation) for formation in army.formations),
        tokens=tuple(
            blocks.Token(counter.name, counter.total, tuple(_sources(counter))) for counter in counters if counter.total
        ),
        token_title="Tokens to have at hand",
        token_remark="for both players",
        rolls=strategy_rolls(army),
        findings=tuple(sorted(findings, key=lambda finding: severities.index(finding.severity))),
        rules=(*rule_texts(), *_readings(army), *_abilities(army)),
        aids=aids_of(counters),
        unit_sheet=WORDS.units,
    )


def strategy_rolls(
    army: EpicArmy, rolled: Mapping[int, tuple[int, int]] = MappingProxyType({}), won: Collection[int] = ()
) -> blocks.TurnRolls:
    """Return boxes for the strategy rolls (E-05): by turns the totals of this side and the other, and who won."""
    roll = "D6" if army.strategy is None else f"D6 + {army.strategy}"
    turns = range(1, max(TURNS, *rolled, 0) + 1)

    def totals(turn: int) -> tuple[blocks.Figure, blocks.Figure]:
        own, other = rolled.get(turn, (None, None))
        id = f"strategy.{turn}"
        return (
            blocks.Figure(f"{id}.own", f"turn {turn}, {roll}", own),
            blocks.Figure(f"{id}.other", f"turn {turn}, opponent", other),
        )

    return blocks.TurnRolls(
        title="Strategy rolls",
        roll=roll,
        remark="Tie: who did not win last turn; in turn 1 again (E-05).",
        totals=tuple(totals(turn) for turn in turns),
        won=tuple(blocks.Check(f"strategy.{turn}.won", f"turn {turn} won", checked=turn in won) for turn in turns),
    )


def _readings(army: EpicArmy) -> Iterator[blocks.RuleText]:
    """Yield what the list chooses where the rules leave it a choice, if its units make any difference of it."""
    if any(kind.line.dc > 1 for formation in army.formations for kind in formation.kinds):
        choice = BROKEN_AT.chosen(army.settings)
        yield blocks.RuleText("War engines", BROKEN_AT.choices[choice], BROKEN_AT.rule)


def _abilities(army: EpicArmy) -> Iterator[blocks.RuleText]:
    """Yield the rules of units and weapons, each once, by name."""
    found = {rule.title.casefold(): rule for formation in army.formations for rule in formation_rules(formation)}
    yield from (found[name] for name in sorted(found))


def _totals(army: EpicArmy) -> Iterator[blocks.Total]:
    activations = sum(bool(formation.units) for formation in army.formations)
    yield blocks.Total(blocks.number(activations), "activation" if activations == 1 else "activations")
    if army.strategy is not None:
        yield blocks.Total(str(army.strategy), "strategy rating")
    units = sum(formation.units for formation in army.formations)
    yield blocks.Total(blocks.number(units), "unit" if units == 1 else "units")


def _row(formation: Formation) -> blocks.RosterRow:
    members = ", ".join(f"{kind.count} {kind.name}" for kind in formation.members)
    return blocks.RosterRow(
        unit=formation.id,
        slot=slot_code(formation.slot),
        name=formation.name,
        detail=f"broken at {formation.broken_at}: {members}",
        models=formation.units,
        points=formation.points,
        value=score(formation.initiative),
        cards=(formation.id,),
    )
