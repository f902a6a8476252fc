"""Assault cards: for each kind of model its dice, its step, its S, and the scores against every WS and T."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from builder.errors import Finding
from builder.record import replace
from builder.systems.assault.fighters import Fighter, charge_range, fighters
from builder.systems.assault.rules import COVER_STEP, STEPS, to_hit, to_wound
from builder.systems.blocks import (
    Card,
    Check,
    CheckRow,
    Column,
    ColumnKind,
    Head,
    Panel,
    PanelCard,
    ReferenceTable,
    RosterPage,
    Row,
    Slot,
    Table,
    TablePanel,
    Tally,
)
from builder.systems.fortyk.model import Unit
from builder.systems.fortyk.readings import army_of
from builder.systems.modules import WrappedReading

SHEET = "assault"
SUFFIX = ".a"
"""What the id of an assault card ends with, behind that of its unit."""
NONE = "–"
ENEMY = tuple(range(1, 11))
"""Every WS and every T."""
ROUNDS = 4
MARKS = ("Engaged", "Locked", "Charged", "Shot")
KEY = "dice of each model; to hit by enemy WS, to wound by enemy T"


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
        aids = replace(page.aids, reference=(*page.aids.reference, steps))
        return replace(page, rows=tuple(rows), aids=aids)


def _owner(card: str, units: Collection[str]) -> str:
    """The id of the unit that a card is of: its own, or that of the unit whose vehicle it shows."""
    return card if card in units else card.rpartition(".")[0]


def assault_cards(unit: Unit) -> Iterator[PanelCard]:
    """Yield the card of a unit that can fight in close combat (A-05 to A-09); none for any other."""
    fighting = fighters(unit)
    if not fighting:
        return
    models = sum(each.models for each in fighting)
    facts = ["1 model" if models == 1 else f"{models} models", f'charge {charge_range(unit)}"', *_facts(fighting)]
    code = f"{unit.id}{SUFFIX}"
    boxes = tuple(Check(f"{code}.round{number}", str(number)) for number in range(1, ROUNDS + 1))
    wounds: tuple[Panel, ...] = tuple(
        Tally(id=f"{code}.{each.id}", title=f"Wounds, {each.name}", boxes=each.models * each.wounds)
        for each in fighting
        if each.t is not None
    )
    yield PanelCard(
        head=Head(code, unit.slot, unit.name, "", "assault", facts=tuple(facts)),
        sheet=SHEET,
        key=KEY,
        left=(
            TablePanel(table=_scores("WS", fighting), caption="To hit, by enemy WS"),
            TablePanel(table=_scores("T", fighting), caption="To wound, by enemy T"),
            CheckRow(tuple(Check(f"{code}.{mark.lower()}", mark) for mark in MARKS)),
            CheckRow(boxes, Check(f"{code}.given", "given / taken"), title="Round"),
        ),
        right=(TablePanel(table=_dice(fighting), caption="Dice of each model; step; S with its weapon"), *wounds),
        notes=tuple(_notes(fighting)),
    )


def _dice(fighting: Sequence[Fighter]) -> Table:
    titles = ("contact", "charges", "after shot", "support", "I", "cover", "S", "Save")
    values = (Column(title, ColumnKind.VALUE) for title in titles)
    columns = (Column("", ColumnKind.COUNT), Column("Models", ColumnKind.NAME), *values)
    return Table(columns, tuple(_dice_row(each) for each in fighting))


def _dice_row(each: Fighter) -> Row:
    dice = (each.dice(), each.dice(charging=True), each.dice(charging=True, shot=True), each.dice(supporting=True))
    saves = "/".join(f"{save}+" for save in each.saves if save is not None)
    figures = (*dice, each.i, COVER_STEP, each.s)
    return Row((str(each.models), each.name, *map(str, figures), saves or NONE))


def _scores(what: str, fighting: Sequence[Fighter]) -> Table:
    """The scores of models against every WS or T; models with the same scores share a row."""
    names: dict[tuple[str, ...], list[str]] = {}
    for each in fighting:
        scores = (to_hit(each.ws, value) if what == "WS" else to_wound(each.s, value) for value in ENEMY)
        names.setdefault(tuple(NONE if score is None else f"{score}+" for score in scores), []).append(each.name)
    columns = (Column("Models", ColumnKind.NAME), *(Column(str(value), ColumnKind.VALUE) for value in ENEMY))
    rows = (
        Row(("all" if len(names) == 1 and len(fighting) > 1 else ", ".join(dict.fromkeys(named)), *scores))
        for scores, named in names.items()
    )
    return Table(columns, tuple(rows))


def _facts(fighting: Sequence[Fighter]) -> Iterator[str]:
    weapons = dict.fromkeys(each.weapon for each in fighting if each.weapon)
    if weapons:
        yield ", ".join(weapons)
    kinds = dict.fromkeys(each.kind for each in fighting if each.kind != "other")
    yield from (f"{kind}: keeps the charge die after shooting" for kind in kinds)


def _notes(fighting: Sequence[Fighter]) -> Iterator[str]:
    piercing = dict.fromkeys(each.weapon or each.name for each in fighting if each.pierces)
    if piercing:
        worst = {each.pierces for each in fighting if each.pierces}
        least = f"of {min(worst)}+ and worse" if min(worst) > 2 else "at all"
        yield f"No armour save {least} against {', '.join(piercing)} (A-15)"
    if len({(each.ws, each.s) for each in fighting}) > 1:
        yield "Each model rolls with its own WS and S (A-13)"
    if any(each.t is None for each in fighting):
        yield "Armour: what pierces it is in the base game"


def steps_card() -> PanelCard:
    """The seven steps of the assault phase (A-01, A-12, A-14, A-16)."""
    head = Head(SHEET, "", "The seven steps", "7", "steps", facts=("the player whose turn it is orders the combats",))
    return PanelCard(head=head, sheet=SHEET, key=KEY, below=(TablePanel(table=_steps()),))


def _steps() -> Table:
    columns = (Column("Step", ColumnKind.NAME), Column("What happens", ColumnKind.TEXT))
    return Table(columns, tuple(Row((f"{number} {name}", text)) for number, (name, text) in enumerate(STEPS, 1)))
