"""What helps at the table: blast markers to cut out, tables of actions and modifiers, the core rules in few words."""

from __future__ import annotations

from collections.abc import Sequence

from builder.systems.blocks import Aids, Column, ColumnKind, Outline, ReferenceTable, Row, RuleText, Table, TokenKind
from builder.systems.epic.actions import ACTIONS, action_test
from builder.systems.epic.measures import BARRAGE_TEMPLATE, COHERENCY, ORBITAL_TEMPLATE
from builder.systems.epic.shooting import MODIFIERS
from builder.systems.protocol import Counter

NAME, VALUE, TEXT = ColumnKind.NAME, ColumnKind.VALUE, ColumnKind.TEXT


def aids_of(counters: Sequence[Counter]) -> Aids:
    """The aids of an army."""
    return Aids(
        tokens=tuple(_token(counter) for counter in counters if counter.total),
        token_title="Lay these ready for both players",
        reference=REFERENCE,
    )


def rule_texts() -> tuple[RuleText, ...]:
    """The rules that every game needs."""
    return RULES


def signed(value: int) -> str:
    """A modifier with its sign."""
    return f"+{value}" if value > 0 else f"−{-value}" if value else "0"


def _token(counter: Counter) -> TokenKind:
    return TokenKind(
        name="Blast",
        outline=Outline.STAR,
        small=True,
        line="marker",
        count=counter.total,
        sources=tuple(f"{part.name} {part.count}" for part in counter.parts),
        text="One for each attack on a formation, each unit lost, each failed test. Each keeps one unit from firing; "
        "as many as units left break the formation (E-10, E-11).",
    )


def _actions() -> Table:
    shots = (NO_SHOTS if action.shooting is None else signed(action.shooting) for action in ACTIONS)
    rows = (
        Row((action.name, str(action.moves), shot, action.text)) for action, shot in zip(ACTIONS, shots, strict=True)
    )
    columns = (Column("Action", NAME), Column("Moves", VALUE), Column("To hit", VALUE), Column("What it does", TEXT))
    return Table(columns, tuple(rows))


def _tests() -> Table:
    columns = (
        Column("Initiative", NAME),
        Column("No marker", VALUE),
        Column("Markers", VALUE),
        Column("Retaining", VALUE),
        Column("Both", VALUE),
    )
    cases = ((0, False), (1, False), (0, True), (1, True))
    rows = (
        Row((f"{initiative}+", *(f"{action_test(initiative, *case).needs}+" for case in cases)))
        for initiative in range(1, 5)
    )
    return Table(columns, tuple(rows))


def _modifiers() -> Table:
    rows = tuple(Row((name, signed(value))) for name, value in MODIFIERS)
    return Table((Column("Shooting", NAME), Column("To hit", VALUE)), rows)


NO_SHOTS = "–"
REFERENCE = (
    ReferenceTable(title="Actions", table=_actions(), aside="name formation and action, then test (E-13)"),
    ReferenceTable(title="Action test", table=_tests(), aside="D6, failed: Hold and a blast marker (E-12)"),
    ReferenceTable(title="To hit", table=_modifiers(), aside="an unmodified 1 misses (E-25)"),
)
RULES = (
    RuleText("Turn", "Roll for strategy, act in turns with one formation each, then rally.", "E-08"),
    RuleText("Strategy", "D6 and the rating; the higher chooses who begins. Tie: who lost it last turn.", "E-05"),
    RuleText("Action test", "D6, the initiative or more; −1 with any marker, −1 to retain the initiative.", "E-12"),
    RuleText("Blast markers", "One for each attack, for each unit lost, for a failed test.", "E-10"),
    RuleText("Suppressed", "Each marker keeps one unit from firing, the farthest from the target first.", "E-11"),
    RuleText("Broken", "As many markers as units left: no action, it withdraws and rallies at the end.", "E-11"),
    RuleText("Formation", f"Units within {COHERENCY} cm, in one chain; who is out of it is lost.", "E-04, E-19"),
    RuleText("Zone of control", f"{COHERENCY} cm round each unit; only a charge enters it.", "E-18"),
    RuleText("Riding", "Picked up in passing, set down within 5 cm after a later move; no firing from inside.", "E-20"),
    RuleText("Shooting", "At one formation; each unit needs range and line of fire to one enemy unit.", "E-24"),
    RuleText("Dangerous terrain", "D6 on entering it or starting in it: a 1 destroys, without save or marker.", "E-15"),
    RuleText("Cover", "−1 to hit; infantry may save on the number of the terrain instead of its armour.", "E-15"),
    RuleText(
        "Templates",
        f"A barrage is {BARRAGE_TEMPLATE} cm across, an orbital bombardment {ORBITAL_TEMPLATE} cm.",
        "E-09",
    ),
)
