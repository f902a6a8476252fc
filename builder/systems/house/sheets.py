"""What the house rules print: on the roster page the name of each that is chosen, on the sheets its figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from builder.errors import Finding
from builder.record import replace
from builder.systems.blocks import (
    Card,
    Check,
    CheckRow,
    Column,
    ColumnKind,
    FormationCard,
    Panel,
    PanelCard,
    RosterPage,
    Row,
    RuleText,
    Slot,
    Table,
    TablePanel,
    UnitCard,
    VehicleCard,
)
from builder.systems.fortyk.cover import AlternateCover
from builder.systems.fortyk.model import ModelGroup, Unit, Weapon
from builder.systems.fortyk.readings import army_of, with_skill
from builder.systems.fortyk.wording import card_id
from builder.systems.house.rules import (
    BOTH_SAVES,
    CONSOLIDATION,
    CONSOLIDATION_MOVE,
    COVER,
    MODIFIED,
    MODIFIERS,
    MOUNTED,
    MOUNTED_ASSAULT,
    MOUNTED_MOVE,
    OVERWATCH,
    UNIVERSAL,
    YES,
    bs_in_cover,
    chosen,
    cover_save,
    rolls_to_hit,
    t_in_cover,
)
from builder.systems.modules import WrappedReading
from builder.systems.protocol import Reading

RULES: Mapping[tuple[str, str], RuleText] = {
    (COVER, MODIFIERS): RuleText(
        "Alternate cover by modifiers",
        "Light: BS−1. Soft: BS−1, T+1. Hard: BS−2, T+1, T+2 against blasts. BS for direct fire alone, never under 1; T"
        " never over 10. Monstrous creatures one band lower; vehicles the BS part only. Nothing changes in assault.",
        "H-01",
    ),
    (COVER, BOTH_SAVES): RuleText(
        "Alternate cover by two saves",
        "Armour save and cover save are both taken. Monstrous creatures: cover save one worse, none instead of 6+.",
        "H-02",
    ),
    (OVERWATCH, MODIFIED): RuleText(
        "Modified overwatch",
        "In your turn a unit tests Ld; passed, it may not move, shoot or assault, and fires once at full strength at a"
        " unit that declares an assault on it, before that moves. Lost by any action, any forced move, and by firing.",
        "H-03",
    ),
    (MOUNTED, YES): RuleText(
        "Mounted infantry",
        f'Moves {MOUNTED_MOVE}", assaults {MOUNTED_ASSAULT}"; difficult terrain: a die for each model, a 1 removes it.'
        " Mounts or dismounts at the start of a movement phase; no transports; rapid fire and heavy weapons only at a"
        " stand (H-07). Shooters have BS+1 and use the rider's T. Falls back and pursues 3D6\".",
        "H-04",
    ),
    (CONSOLIDATION, UNIVERSAL): RuleText(
        "Universal consolidation",
        f'A unit without armour that stood still all turn and was in no close assault moves {CONSOLIDATION_MOVE}" after'
        ' the assault phase, terrain ignored, never within 1" of an enemy. Shooting does not forbid it.',
        "H-05",
    ),
}
BANDS = (AlternateCover.LIGHT, AlternateCover.SOFT, AlternateCover.HARD)
SAVES = (6, 5, 4, 3)
NONE = "–"
WATCHES, STOOD, ON_FOOT = "On overwatch", "Stood still", "Dismounted"
"""The boxes of cards."""


class HouseFigures:
    """What the rules that a list chooses add to its cards: figures of cover, and boxes."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        """Take what is chosen for each of the four settings."""
        self.chosen = chosen

    @property
    def rules(self) -> Iterator[RuleText]:
        """Yield the texts of those that are chosen."""
        return (RULES[choice] for choice in self.chosen.items() if choice in RULES)

    def on_card(self, card: Card, unit: Unit, damage: Sequence[str] = (), checked: Collection[str] = ()) -> Card:
        """Return a card of a unit, or of a vehicle of it, with them; `checked` are the boxes that hold as it stands."""
        whole = card.id == unit.id and bool(unit.groups)
        boxes = tuple(
            Check(f"{card.id}.{word.casefold().replace(' ', '_')}", word, checked=word in checked)
            for word in self._boxes(unit)
        )
        lines = (*(self._lines(unit) if whole else self._vehicle_lines(unit)), *damage)
        if isinstance(card, PanelCard):
            if card.sheet not in ("units", "vehicles"):
                return card
            panels: tuple[Panel, ...] = (CheckRow(boxes, title="House rules"),) if boxes else ()
            tables = tuple(self._tables(unit) if whole else self._vehicle_tables(card.id, unit))
            return replace(card, left=(*card.left, *tables, *panels), notes=(*card.notes, *lines))
        if isinstance(card, FormationCard):
            return card
        return replace(card, checks=(*card.checks, *boxes), notes=(*card.notes, *lines, *self._as_notes(unit, whole)))

    def _boxes(self, unit: Unit) -> Iterator[str]:
        if self.chosen[OVERWATCH] == MODIFIED:
            yield WATCHES
        if self.chosen[CONSOLIDATION] == UNIVERSAL and unit.groups:
            yield STOOD
        if self.chosen[MOUNTED] == YES and mounted(unit):
            yield ON_FOOT

    def _tables(self, unit: Unit) -> Iterator[TablePanel]:
        if self.chosen[COVER] == MODIFIERS:
            yield from cover_tables(unit)
        if self.chosen[COVER] == BOTH_SAVES:
            yield both_saves_table(unit)
        if self.chosen[MOUNTED] == YES and mounted(unit):
            yield mounted_table(unit)

    def _vehicle_tables(self, card: str, unit: Unit) -> Iterator[TablePanel]:
        for vehicle in unit.vehicles:
            if self.chosen[COVER] == MODIFIERS and card_id(unit, vehicle) == card:
                yield from skill_table((weapon, vehicle.profile.bs) for _, weapon in vehicle.weapons)

    def _as_notes(self, unit: Unit, whole: bool) -> Iterator[str]:
        """The tables in words, on cards that have no room for more of them."""
        for panel in self._tables(unit) if whole else ():
            for row in panel.table.rows:
                titles = (column.title for column in panel.table.columns[1:])
                words = ", ".join(f"{title} {cell}" for title, cell in zip(titles, row.cells[1:], strict=True))
                yield f"{panel.caption}, {row.cells[0]}: {words}"

    def _lines(self, unit: Unit) -> Iterator[str]:
        modes = (mode for group in unit.groups for each in group.weapons for mode in each.weapon.modes)
        if self.chosen[COVER] == MODIFIERS and any("barrage" in mode.rules for mode in modes):
            yield "Barrage without a line of sight loses no BS (H-01)"
        if self.chosen[MOUNTED] == YES and mounted(unit):
            yield "Mounted: no transports; rapid fire and heavy weapons only while it stands still (H-07)"

    def _vehicle_lines(self, unit: Unit) -> Iterator[str]:
        if self.chosen[COVER] == MODIFIERS and unit.vehicles:
            yield "In cover: BS of shooters −1 light or soft, −2 hard; armour as it is (H-01)"


class HouseReading(WrappedReading):
    """An army whose list chooses some of the house rules."""

    def __init__(self, base: Reading, settings: Mapping[str, str]) -> None:
        """Wrap a reading; without a choice it stays as it is."""
        super().__init__(base)
        self.figures = HouseFigures(chosen(settings))

    def cards(self, unit: str | None = None) -> Sequence[Card]:
        """Return the cards of its system, with the figures of the rules that are chosen."""
        army = army_of(self.base)
        units = {each.id: each for each in army.units} if army else {}
        made = []
        damage = self._damage_in_cover(unit)
        for card in self.base.cards(unit):
            owner = units.get(card.id) or units.get(card.id.rpartition(".")[0])
            made.append(card if owner is None else self.figures.on_card(card, owner, damage.get(card.id, ())))
        return tuple(made)

    def _damage_in_cover(self, unit: str | None) -> Mapping[str, Sequence[str]]:
        """What weapons deal to targets in cover, by the cards that print DMG worked out with BS (H-01)."""
        if self.figures.chosen[COVER] != MODIFIERS:
            return {}
        bands = [
            {card.id: damages(card) for card in with_skill(self.base, partial(bs_in_cover, cover=cover)).cards(unit)}
            for cover in (AlternateCover.SOFT, AlternateCover.HARD)
        ]
        return {
            card.id: tuple(_covered(card, *(each.get(card.id, {}) for each in bands))) for card in self.base.cards(unit)
        }

    def roster_page(self, findings: Sequence[Finding], slots: Sequence[Slot], source: str) -> RosterPage:
        """Return its list, with the rules that are chosen before all others."""
        page = self.base.roster_page(findings, slots, source)
        return replace(page, rules=(*self.figures.rules, *page.rules))


def damages(card: Card) -> Mapping[str, Sequence[str]]:
    """The DMG that a card prints, by the names of weapons; where bearers deal different DMG, one after the other."""
    found: dict[str, list[str]] = {}
    if isinstance(card, UnitCard):
        for row in card.weapons.rows:
            found.setdefault(row.cells[1], []).append(row.cells[-1])
    elif isinstance(card, VehicleCard):
        for weapon in card.weapons:
            found.setdefault(weapon.check.label, []).extend(mode.damage for mode in weapon.modes)
    return found


def _covered(card: Card, soft: Mapping[str, Sequence[str]], hard: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """What of the DMG of a card is different at targets in cover."""
    for words, covered in (("in light or soft cover", soft), ("in hard cover", hard)):
        told = [
            f"{name} {', '.join(dict.fromkeys(covered[name]))}"
            for name, damage in damages(card).items()
            if name in covered and dict.fromkeys(damage) != dict.fromkeys(covered[name])
        ]
        if told:
            yield f"DMG at targets {words}: {'; '.join(told)} (H-01)"


def mounted(unit: Unit) -> bool:
    """Return whether models of a unit ride beasts: their type says cavalry (H-04)."""
    return any("cavalry" in group.profile.unit_type.casefold() for group in unit.groups)


def monstrous(group: ModelGroup) -> bool:
    """Return whether models are monstrous creatures."""
    return "monstrous" in group.profile.unit_type.casefold()


def skill_table(carried: Iterable[tuple[Weapon, int | None]]) -> Iterator[TablePanel]:
    """Yield the BS with which weapons hit targets in cover (H-01); nothing for a unit without such a weapon."""
    names: dict[int, dict[str, None]] = {}
    for weapon, bs in carried:
        if bs and rolls_to_hit(weapon):
            names.setdefault(bs, {})[weapon.name] = None
    value = ColumnKind.VALUE
    columns = (
        Column("Weapon", ColumnKind.NAME),
        Column("BS", value),
        *(Column(str(band), value) for band in BANDS),
    )
    rows = (
        Row((", ".join(each), str(bs), *(str(bs_in_cover(bs, band)) for band in BANDS))) for bs, each in names.items()
    )
    if names:
        yield TablePanel(table=Table(columns, tuple(rows)), caption="BS at targets in cover")


def cover_tables(unit: Unit) -> Iterator[TablePanel]:
    """Yield the BS of a unit's weapons at targets in cover, and the T of its models in cover (H-01)."""
    yield from skill_table((each.weapon, group.profile.bs) for group in unit.groups for each in group.weapons)
    toughness = [(group.profile.name, (group.profile.t.first, monstrous(group))) for group in unit.groups]
    rows = tuple(Row((name, *_toughness(t, big))) for name, (t, big) in _joined(toughness))
    value = ColumnKind.VALUE
    titles = (Column("Model", ColumnKind.NAME), Column("soft", value), Column("hard", value), Column("blast", value))
    yield TablePanel(table=Table(titles, rows), caption="T in cover; hard against blasts")


def _toughness(t: int, big: bool) -> tuple[str, str, str]:
    soft = t_in_cover(t, AlternateCover.SOFT, monstrous=big)
    hard = t_in_cover(t, AlternateCover.HARD, monstrous=big)
    return str(soft), str(hard), str(t_in_cover(t, AlternateCover.HARD, monstrous=big, blast=True))


Own = TypeVar("Own")


def _joined(values: Sequence[tuple[str, Own]]) -> Iterator[tuple[str, Own]]:
    """Names with what they have, those that have the same together."""
    names: dict[Own, dict[str, None]] = {}
    for name, value in values:
        names.setdefault(value, {})[name] = None
    yield from ((", ".join(each), value) for value, each in names.items())


def both_saves_table(unit: Unit) -> TablePanel:
    """The armour save of a unit's models beside each cover save, both taken (H-02)."""
    armour = [(group.profile.name, (group.profile.save, monstrous(group))) for group in unit.groups]
    columns = (Column("Model", ColumnKind.NAME), *(Column(f"cover {save}+", ColumnKind.VALUE) for save in SAVES))
    rows = tuple(Row((name, *(_both(own, save, big) for save in SAVES))) for name, (own, big) in _joined(armour))
    return TablePanel(table=Table(columns, rows), caption="Armour and cover save, both")


def _both(armour: int | None, cover: int, big: bool) -> str:
    counts = cover_save(cover, monstrous=big)
    return "&".join(f"{save}+" for save in (armour, counts) if save is not None) or NONE


def mounted_table(unit: Unit) -> TablePanel:
    """How a unit moves mounted and on foot, with one set of models (H-04)."""
    columns = (
        Column("As", ColumnKind.NAME),
        Column("Move", ColumnKind.VALUE),
        Column("Assault", ColumnKind.VALUE),
        Column("Falls back", ColumnKind.VALUE),
        Column("Shot at with", ColumnKind.VALUE),
    )
    rows = (
        Row(("mounted", f'{MOUNTED_MOVE}"', f'{MOUNTED_ASSAULT}"', '3D6"', "BS+1")),
        Row(("on foot", "as infantry", NONE, NONE, "BS")),
    )
    return TablePanel(table=Table(columns, rows), caption="Mounted infantry")
