"""Assault cards: for each kind of model its dice, its step, its S, and the scores against every WS and T."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from builder.errors import Finding
from builder.record import replace
from builder.systems.assault.fighters import Fighter, charge_range, fighters
from builder.systems.assault.rules import COVER_STEP, NEAR, STEPS
from builder.systems.blocks import (
    Card,
    Check,
    CheckRow,
    Column,
    ColumnGroup,
    ColumnKind,
    Figure,
    FigurePairs,
    Head,
    PanelCard,
    QuickReference,
    ReferenceTable,
    RosterPage,
    Row,
    RuleGroup,
    RuleText,
    Slot,
    Table,
    TablePanel,
    Tally,
)
from builder.systems.fortyk.charts import VALUES, score_charts, to_hit, to_wound
from builder.systems.fortyk.model import Unit
from builder.systems.fortyk.readings import army_of
from builder.systems.modules import WrappedReading

SHEET = "assault"
SUFFIX = ".a"
"""What the id of an assault card ends with, behind that of its unit."""
NONE = "–"
ROUNDS = 4
MARKS = ("Engaged", "Locked", "Charged", "Shot")
KEY = "most enemies have WS {} and T {}: tinted"
COMMON = (4, 4)
"""The WS and the T of most enemies, as long as nobody knows them."""


class AssaultReading(WrappedReading):
    """An army with an assault card for each unit that can fight, and the seven steps at their end."""

    def cards(self, unit: str | None = None) -> Sequence[Card]:
        """Return the cards of its system, each unit's assault card behind its own, and the steps last."""
        army = army_of(self.base)
        units = {each.id: each for each in army.units} if army else {}
        made: list[Card] = []
        owned = [(_owner(card.id, units), card) for card in self.base.cards(unit)]
        for place, (owner, card) in enumerate(owned):
            made.append(card)
            last = place + 1 == len(owned) or owned[place + 1][0] != owner
            if owner in units and last:
                made += assault_cards(units[owner])
        if made and unit is None:
            made.append(steps_card())
        return tuple(made)

    def roster_page(self, findings: Sequence[Finding], slots: Sequence[Slot], source: str) -> RosterPage:
        """Return its list, with the seven steps among the tables to look up."""
        page = self.base.roster_page(findings, slots, source)
        rows = [replace(row, cards=(*row.cards, f"{row.unit}{SUFFIX}")) for row in page.rows]
        steps = ReferenceTable(title="The assault phase", table=_steps(), aside="Trial Assault v7")
        aids = replace(page.aids, reference=(*page.aids.reference, steps), quick=(*page.aids.quick, quick_reference()))
        return replace(page, rows=tuple(rows), aids=aids)


def _owner(card: str, units: Collection[str]) -> str:
    """The id of the unit that a card is of: its own, or that of the unit whose vehicle it shows."""
    return card if card in units else card.rpartition(".")[0]


def assault_cards(unit: Unit, enemy: tuple[int, int] = COMMON) -> Iterator[PanelCard]:
    """Yield the card of a unit that can fight in close combat (A-05 to A-09); none for any other.

    `enemy` are the WS and T that are most common among its enemies: their columns stand out.
    """
    fighting = fighters(unit)
    if not fighting:
        return
    models = sum(each.models for each in fighting)
    facts = ["1 model" if models == 1 else f"{models} models", f'charge {charge_range(unit)}"', *_facts(fighting)]
    code = f"{unit.id}{SUFFIX}"
    rounds = tuple(
        (Figure(f"{code}.given{n}", f"round {n}, given"), Figure(f"{code}.taken{n}", f"round {n}, taken"))
        for n in range(1, ROUNDS + 1)
    )
    wounds = [
        Tally(id=f"{code}.{each.id}", title=f"{'' if n else 'Wounds: '}{each.name}", boxes=each.models * each.wounds)
        for n, each in enumerate(each for each in fighting if each.t is not None)
    ]
    yield PanelCard(
        head=Head(code, unit.slot, unit.name, "", "", facts=tuple(facts), unit=unit.id),
        sheet=SHEET,
        key=KEY.format(*enemy),
        right=(CheckRow(tuple(Check(f"{code}.{mark.lower()}", mark) for mark in MARKS)),),
        below=(
            _scores(fighting, enemy),
            RuleGroup("", (*_rules(fighting), *_bars(unit))),
            *wounds,
            FigurePairs(title="Round", remark="wounds given / taken", pairs=rounds),
        ),
    )


def _scores(fighting: Sequence[Fighter], enemy: tuple[int, int]) -> TablePanel:
    """Dice, steps, S, and the scores against every WS and T, a row for each kind of model."""
    dice, value = ("contact", "charges", "after shot", "support"), ColumnKind.VALUE
    columns = (
        Column("", ColumnKind.COUNT),
        Column("Models", ColumnKind.NAME),
        *(Column(title, ColumnKind.RESULT) for title in dice),
        Column("I", ColumnKind.RESULT),
        Column("cover", value),
        Column("S", ColumnKind.RESULT),
        *(Column(str(each), value) for each in (*VALUES, *VALUES)),
    )
    ws, t = (value - 1 if value in VALUES else None for value in enemy)
    groups = (
        ColumnGroup("", 2),
        ColumnGroup("dice of each model", len(dice)),
        ColumnGroup("step", 2),
        ColumnGroup("", 1),
        ColumnGroup("to hit: enemy WS", len(VALUES), ws),
        ColumnGroup("to wound: enemy T", len(VALUES), t),
    )
    alike: dict[tuple[str, ...], list[Fighter]] = {}
    for each in fighting:
        alike.setdefault(_figures(each), []).append(each)
    rows = (
        Row((str(sum(each.models for each in same)), ", ".join(dict.fromkeys(each.name for each in same)), *figures))
        for figures, same in alike.items()
    )
    return TablePanel(table=Table(columns, tuple(rows)), groups=groups)


def _figures(each: Fighter) -> tuple[str, ...]:
    dice = (each.dice(), each.dice(charging=True), each.dice(charging=True, shot=True), each.dice(supporting=True))
    hits = (to_hit(each.ws, value) for value in VALUES)
    wounds = (to_wound(each.s, value) for value in VALUES)
    scores = (NONE if score is None else f"{score}+" for score in (*hits, *wounds))
    return (*map(str, dice), str(each.i), str(COVER_STEP), str(each.s), *scores)


def _facts(fighting: Sequence[Fighter]) -> Iterator[str]:
    weapons = dict.fromkeys(each.weapon for each in fighting if each.weapon)
    if weapons:
        yield ", ".join(weapons)
    kinds = dict.fromkeys(each.kind for each in fighting if each.kind != "other")
    yield from (f"{kind}: keeps the charge die after shooting" for kind in kinds)


def _rules(fighting: Sequence[Fighter]) -> Iterator[RuleText]:
    saves: dict[str, list[str]] = {}
    for each in fighting:
        told = "/".join(f"{save}+" for save in each.saves if save is not None)
        saves.setdefault(told or "none", []).append(each.name)
    whose = [f"{save} {', '.join(dict.fromkeys(who))}" for save, who in saves.items()]
    first = f"Save {next(iter(saves))}" if len(saves) == 1 else "Save"
    yield RuleText(first, "; ".join([*(whose if len(saves) > 1 else ()), "no cover in assault"]), "")
    piercing = dict.fromkeys(each.weapon or each.name for each in fighting if each.pierces)
    if piercing:
        worst = {each.pierces for each in fighting if each.pierces}
        least = f"of {min(worst)}+ and worse" if min(worst) > 2 else "at all"
        yield RuleText("No armour save", f"{least} against {', '.join(piercing)}", "A-15")
    if len({(each.ws, each.s) for each in fighting}) > 1:
        yield RuleText("Each model", "rolls with its own WS and S", "A-13")
    if any(each.supporting != each for each in fighting):
        yield RuleText("In support", "without its weapon: S and step of its own", "A-06")
    if any(each.t is None for each in fighting):
        yield RuleText("Armour", "what pierces it is in the base game", "")


def _bars(unit: Unit) -> Iterator[RuleText]:
    """Yield what its models must not have fired at a stand if they are to charge (A-03)."""
    weapons = dict.fromkeys(each.weapon for group in unit.groups for each in group.weapons)
    barred = []
    for kinds, when in ((("heavy",), "to fire"), (("rapid fire", "pistol"), "and firing twice")):
        names = [weapon.name for weapon in weapons if any(mode.kind in kinds for mode in weapon.modes)]
        if names:
            barred.append(f"after standing still {when}: {', '.join(names)}")
    if barred:
        yield RuleText("No charge", "; ".join(barred), "A-03")


def steps_card() -> PanelCard:
    """The seven steps of the assault phase (A-01, A-12, A-14, A-16)."""
    rules = tuple(RuleText(f"{number} {name}", text, "") for number, (name, text) in enumerate(STEPS, 1))
    steps = RuleGroup("", rules, "the player whose turn it is orders the combats")
    return PanelCard(
        head=Head(SHEET, "", "The seven steps", "", ""), sheet=SHEET, key=KEY.format(*COMMON), below=(steps,)
    )


def quick_reference() -> QuickReference:
    """Return the page to play by: the seven steps, the dice of a model, and both charts (A-05 to A-08)."""
    dice = RuleGroup(
        "Dice of a model",
        (
            RuleText("In contact", "its A", "A-05"),
            RuleText("Two weapons", "or a pistol besides one: +1, never more", "A-05"),
            RuleText("Charging", "+1; not if its unit shot, but for terminators, bikes, dreadnoughts, walkers", "A-05"),
            RuleText("In support", f'within {NEAR}" of an engaged model of its unit: one die, no bonus', "A-06"),
        ),
    )
    mixed = RuleGroup(
        "Mixed units",
        (
            RuleText("WS", "that most of them have; where none is, the lowest", "A-07"),
            RuleText("T", "that most have at the step; the owner's choice where none is", "A-08"),
            RuleText(
                "Order", f"I, the highest first; in cover that is charged: {COVER_STEP} in the first round", "A-09"
            ),
        ),
    )
    return QuickReference(
        title="The assault phase",
        aside="Trial Assault v7",
        steps=tuple(RuleGroup(name, (RuleText("", text, ""),)) for name, text in STEPS),
        lookup=(
            *score_charts(),
            dice,
            mixed,
        ),
    )


def _steps() -> Table:
    columns = (Column("Step", ColumnKind.NAME), Column("What happens", ColumnKind.TEXT))
    return Table(columns, tuple(Row((f"{number} {name}", text)) for number, (name, text) in enumerate(STEPS, 1)))
