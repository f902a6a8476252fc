"""The cards that Lethal 40K is played with: units, vehicles, and the planned groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from builder.systems.blocks import (
    Bracket,
    Check,
    CheckRow,
    Column,
    ColumnKind,
    DiceRow,
    DiceTable,
    Head,
    Hull,
    HullPanel,
    Panel,
    PanelCard,
    Row,
    Shape,
    States,
    Strength,
    Table,
    TablePanel,
    Tally,
    number,
)
from builder.systems.lethal.ammunition import AT_START
from builder.systems.lethal.checks import ALLOWED, State, losses_that_check
from builder.systems.lethal.contact import cover_reaches
from builder.systems.lethal.damage import AP_ALONE, DAMAGE, Hit
from builder.systems.lethal.kinds import mount
from builder.systems.lethal.model import Army, ModelProfile, Unit, Vehicle, VehicleProfile, Weapon, WeaponMode
from builder.systems.lethal.planned import UnitGroup
from builder.systems.lethal.saves import SPEED_TABLES
from builder.systems.lethal.settings import SPEED_SAVE, VEHICLE_DAMAGE, chosen
from builder.systems.lethal.values import Roll

NONE = "–"
KEY = "cm; reach: contact range × WRM in the open, and where light, medium or hard cover begins"
FOUND_AGAIN = 4
"""Small boxes for ammunition that is found (L-22)."""
TURNS = 6
CONDITIONS = {
    Hit.GLANCING: "= AV",
    Hit.PENETRATING: "> AV",
    Hit.CATASTROPHIC: "AV + 3",
}
SHAPES = {Hit.GLANCING: Shape.CIRCLE, Hit.PENETRATING: Shape.SQUARE, Hit.CATASTROPHIC: Shape.DIAMOND}
PASSENGERS = (
    "AP equal to AV glances without a roll; a roll may better it. Destroyed: passengers pass SU or are removed,"
    " survivors are paralysed. Explodes: passengers are removed. Penetrating or worse: passengers of a vehicle that"
    " went 30 cm or less get out.",
)
_REACH = ("open", "½", "¼", "1/10")


def army_cards(army: Army, groups: Sequence[UnitGroup]) -> tuple[PanelCard, ...]:
    """A card for each unit and each vehicle, in the order of the units, and one for the planned groups."""
    cards = [card for unit in army.units for card in unit_cards(unit, army, groups)]
    return (*cards, *([_groups_card(groups)] if groups else []))


def unit_cards(unit: Unit, army: Army, groups: Sequence[UnitGroup] = ()) -> Iterator[PanelCard]:
    """Yield the card of a unit's models, and one for each of its vehicles."""
    facts = tuple(_companions(unit, army, groups))
    if unit.groups:
        yield _unit_card(unit, facts)
    for vehicle in unit.vehicles:
        shared = len(unit.vehicles) > 1 or bool(unit.groups)
        yield _vehicle_card(vehicle, unit, army.settings, facts, NONE if shared else number(unit.points))


def card_ids(unit: Unit) -> tuple[str, ...]:
    """The ids of the cards of a unit."""
    return (*((unit.id,) if unit.groups else ()), *(vehicle.id for vehicle in unit.vehicles))


def blank_cards() -> tuple[PanelCard, ...]:
    """A card for a unit and one for a vehicle, to fill in by hand."""
    return (_card_of_unit("unit", Head("", "", "", ""), (), (), 20, 1, ()), _blank_vehicle())


def _companions(unit: Unit, army: Army, groups: Sequence[UnitGroup]) -> Iterator[str]:
    """Yield who acts with a unit, and whom it carries."""
    names = {other.id: other.name for other in army.units}
    for mark in unit.marks:
        match mark.kind:
            case "riding_in":
                yield f"rides in {names.get(mark.target or '', mark.target)}"
            case "led_by":
                yield f"led by {names.get(mark.target or '', mark.target)}"
            case _:
                yield mark.kind.replace("_", " ")
    for group in groups:
        others = [other.name for other in group.units if other is not unit]
        if unit in group.units and others:
            yield f"grouped with {' and '.join(others)}"


# -- units -------------------------------------------------------------------
def _unit_card(unit: Unit, companions: tuple[str, ...]) -> PanelCard:
    on_foot = sum(group.models for group in unit.groups)
    facts = [f"{on_foot} models" if on_foot > 1 else "1 model"]
    if unit.extra_ammo:
        facts.append(f"{unit.extra_ammo} extra ammunition")
    if unit.bond != "separate":
        facts.append(str(unit.bond))
    head = Head(unit.id, unit.slot, unit.name, number(unit.points), facts=(*facts, *companions, *unit.rules))
    rows = tuple(
        row for carried in unit.weapons for row in _weapon_rows(carried.weapon, carried.contact, str(carried.count))
    )
    profiles = tuple(_profile_row(group.name, group.profile) for group in unit.groups)
    structure = max(group.profile.structure for group in unit.groups)
    notes = tuple(note for note in (_gear(unit.gear), *_powers(unit), unit.notes) if note)
    return _card_of_unit(
        unit.id, head, profiles, rows, on_foot, AT_START + unit.extra_ammo, notes, unit.command, structure
    )


def _card_of_unit(
    id: str,
    head: Head,
    profiles: tuple[Row, ...],
    weapons: tuple[Row, ...],
    models: int,
    ammunition: int,
    notes: tuple[str, ...],
    command: int | None = None,
    structure: int = 1,
) -> PanelCard:
    """The card of a unit on foot; one without a CM is filled in by hand."""
    columns = ("M", "CR", "CS", "SS", "AP", "AV", "SU", "CM")
    empty = Row(("",) * (len(columns) + 1))
    left: list[Panel] = [
        TablePanel(table=Table(_columns("Model", columns), profiles or (empty, empty))),
        Tally(
            id=f"{id}.ammo",
            title="Ammunition",
            boxes=ammunition,
            remark="cross off on a 1; none left: out of ammo",
            further=FOUND_AGAIN,
            further_words="found: back to 1",
            bullets=True,
        ),
    ]
    if structure > 1:
        left.append(Tally(id=f"{id}.structure", title="Structure points", boxes=structure))
    cm = f"CM {command}+" if command else "CM"
    return PanelCard(
        head=head,
        sheet="units",
        key=KEY,
        left=(
            *left,
            CheckRow(
                (Check(f"{id}.entrenched", "Entrenched"), Check(f"{id}.cover", "In cover")),
                Check(f"{id}.grouped", "Grouped with"),
            ),
        ),
        right=(
            TablePanel(table=Table(_weapon_columns(True), weapons or tuple(_empty_weapons(True, 5)))),
            Strength(
                id=f"{id}.c",
                title="Models",
                models=models,
                remark="check: so many lost at once, or below half",
                brackets=tuple(_brackets(models)),
                below=(models - 1) // 2 if profiles else 0,
                below_words="below half",
            ),
        ),
        below=(
            States(
                title="Morale",
                cells=tuple((Check(f"{id}.{state}", state.capitalize()), ALLOWED[state]) for state in State),
                remark=f"{cm}: two dice, the lower one must reach it; each failed check is one step to the right;"
                " in close combat it destroys the unit",
            ),
        ),
        notes=notes,
    )


def _brackets(models: int) -> Iterator[Bracket]:
    """Yield, by models left, how many lost at once call for a check (L-30)."""
    most = models
    while most > 0:
        losses = losses_that_check(most)
        least = next((left for left in range(1, most + 1) if losses_that_check(left) == losses), most)
        yield Bracket(str(losses), most, least)
        most = least - 1


def _profile_row(name: str, profile: ModelProfile) -> Row:
    values = (profile.m, profile.cr, profile.cs, profile.ss, profile.ap, profile.av)
    return Row((name, *map(str, values), _save(profile.su), f"{profile.cm}+"))


def _save(save: Roll | None) -> str:
    return "M" if save is None else str(save)


def _gear(gear: Sequence[str]) -> str:
    return f"Carries {', '.join(gear)}." if gear else ""


def _powers(unit: Unit) -> Iterator[str]:
    yield from (f"{name}: {text}" for name, text in unit.powers)


# -- weapons -----------------------------------------------------------------
def _columns(first: str, values: Iterable[str]) -> tuple[Column, ...]:
    return (Column(first, ColumnKind.NAME), *(Column(value, ColumnKind.VALUE) for value in values))


def _weapon_columns(counted: bool) -> tuple[Column, ...]:
    count = (Column("", ColumnKind.COUNT),) if counted else ()
    return (
        *count,
        Column("Weapon", ColumnKind.NAME),
        Column("Kind", ColumnKind.TEXT),
        *(Column(title, ColumnKind.VALUE) for title in ("Shots", "AP", "WRM")),
        *(Column(title, ColumnKind.RESULT if title == _REACH[0] else ColumnKind.VALUE) for title in _REACH),
    )


def _empty_weapons(counted: bool, rows: int) -> Iterator[Row]:
    yield from (Row(("",) * len(_weapon_columns(counted))) for _ in range(rows))


def _weapon_rows(weapon: Weapon, contact: int, count: str | None = None) -> Iterator[Row]:
    """Yield a weapon's row and one for each further mode; with modes of their own names the weapon has the first."""
    for n, mode in enumerate(weapon.modes):
        name = weapon.name if not n else mode.name
        if not n and mode.name:
            name = f"{weapon.name}, {mode.name}"
        counted = () if count is None else (count if not n else "",)
        kinds = _on_foot(mode) if count is not None else (mount(mode.kinds), *_without_mount(mode))
        yield Row((*counted, name, ", ".join((*kinds, *_remarks(mode))), *_numbers(mode, contact)), sub=bool(n))


def _on_foot(mode: WeaponMode) -> tuple[str, ...]:
    """The kinds of a weapon of models on foot; that it is not fired is said only where nothing else is."""
    return tuple(kind for kind in mode.kinds if kind != "close combat") or mode.kinds


def _without_mount(mode: WeaponMode) -> Iterator[str]:
    own = mount(mode.kinds)
    return (kind for kind in mode.kinds if kind not in (own, "heavy"))


def _remarks(mode: WeaponMode) -> Iterator[str]:
    if mode.minimum:
        yield f"from {mode.minimum} cm"
    if mode.text:
        yield mode.text


def _numbers(mode: WeaponMode, contact: int) -> tuple[str, ...]:
    penetration = f"+{mode.ap}" if mode.adds else str(mode.ap)
    if mode.multiplier is None:
        return (NONE, penetration, NONE, *(NONE for _ in _REACH))
    return (str(mode.shots), penetration, str(mode.multiplier), *map(str, cover_reaches(contact, mode.multiplier)))


# -- vehicles ----------------------------------------------------------------
def _vehicle_card(
    vehicle: Vehicle, unit: Unit, settings: Iterable[tuple[str, str]], companions: tuple[str, ...], points: str
) -> PanelCard:
    settings = tuple(settings)
    profile = vehicle.profile
    kinds = [kind.capitalize() for kind in profile.types if kind != "open-topped"]
    carries = [f"carries {profile.capacity}"] if profile.capacity else []
    roof = "open-topped" if profile.open_topped else "enclosed"
    own_name = len(unit.vehicles) == 1 and not unit.groups
    name = unit.name if own_name else vehicle.name
    facts = (*kinds, *carries, roof, *companions, *unit.rules)
    rows: list[Row] = []
    checks: list[Check | None] = []
    for weapon_id, weapon in vehicle.weapons:
        modes = list(_weapon_rows(weapon, profile.cr))
        rows.extend(modes)
        checks.extend([Check(f"{weapon_id}.destroyed", weapon.name), *(None for _ in modes[1:])])
    return _card_of_vehicle(
        vehicle.id,
        Head(vehicle.id, unit.slot, name, points, facts=facts),
        profile,
        TablePanel(table=Table(_weapon_columns(False), tuple(rows)), checks=tuple(checks)),
        settings,
        tuple(note for note in (_gear(unit.gear), unit.notes) if note),
    )


def _card_of_vehicle(
    id: str,
    head: Head,
    profile: VehicleProfile | None,
    weapons: TablePanel,
    settings: Iterable[tuple[str, str]],
    notes: tuple[str, ...],
) -> PanelCard:
    """The card of a vehicle; one without a profile is filled in by hand."""
    settings = tuple(settings)
    hull = Hull(profile.front, profile.side, profile.rear, profile.walker) if profile else Hull(0, 0, 0)
    return PanelCard(
        head=head,
        sheet="vehicles",
        key=KEY,
        left=(HullPanel(hull, tuple(_beside_hull(id, profile, settings))),),
        right=(
            weapons,
            CheckRow(
                tuple(
                    Check(f"{id}.{label.replace(' ', '_').lower()}", label)
                    for label in ("Shaken", "Stunned", "Hull down", "Out of ammunition")
                )
            ),
        ),
        below=(_damage(id, chosen(VEHICLE_DAMAGE, settings)),),
        notes=notes,
    )


def _beside_hull(
    id: str, profile: VehicleProfile | None, settings: Iterable[tuple[str, str]]
) -> Iterator[TablePanel | Tally]:
    titles = ("M", "SS", "CR", "CM", "CS", "AP", "SU")
    cells: tuple[str, ...] = ("",) * len(titles)
    if profile:
        fights = profile.walker
        cells = (
            str(profile.m),
            str(profile.ss),
            str(profile.cr),
            f"{profile.cm}+",
            str(profile.cs) if fights else NONE,
            str(profile.ap) if fights else NONE,
            _save(profile.su),
        )
    yield TablePanel(table=Table(tuple(Column(title, ColumnKind.VALUE) for title in titles), (Row(cells),)))
    if profile is None or profile.su is None:
        table = SPEED_TABLES[chosen(SPEED_SAVE, settings)]
        last = table[-1][0]
        columns = tuple(Column(f"{cm}+" if cm == last else str(cm), ColumnKind.VALUE) for cm, _ in table)
        saves = Row(tuple(f"{save}+" for _, save in table))
        yield TablePanel(table=Table(columns, (saves,)), caption="SU (M): save after a move of, cm")
    yield Tally(id=f"{id}.structure", title="Structure points", boxes=profile.structure if profile else 2)


def _damage(id: str, comparison: str) -> DiceTable:
    compared = "AP" if comparison == AP_ALONE else "D6 + AP"
    return DiceTable(
        title="Damage",
        rows=tuple(
            DiceRow(
                hit.capitalize(),
                CONDITIONS[hit],
                tuple((faces, Check(f"{id}.{hit}.{faces[0]}", result, SHAPES[hit])) for faces, result in DAMAGE[hit]),
            )
            for hit in CONDITIONS
        ),
        remark=f"{compared} against AV: equal, more, or three and more above; roll again and check",
        footnotes=PASSENGERS,
    )


def _blank_vehicle() -> PanelCard:
    weapons = TablePanel(
        table=Table(_weapon_columns(False), tuple(_empty_weapons(False, 5))),
        checks=tuple(Check(f"vehicle.w{n}.destroyed", "") for n in range(1, 6)),
    )
    return _card_of_vehicle("vehicle", Head("", "", "", ""), None, weapons, (), ())


# -- groups ------------------------------------------------------------------
def _groups_card(groups: Sequence[UnitGroup]) -> PanelCard:
    """The planned groups with the CM that forms each (L-14), and boxes for the turns in which they are grouped."""
    columns = (
        Column("Group", ColumnKind.NAME),
        Column("Units", ColumnKind.TEXT),
        Column("CM of", ColumnKind.TEXT),
        Column("CM", ColumnKind.RESULT),
    )
    rows = tuple(
        Row((group.name, ", ".join(unit.name for unit in group.units), group.leader.name, f"{group.leader.command}+"))
        for group in groups
    )
    tallies = tuple(
        Tally(
            id=f"{group.id}.turn",
            title=group.name,
            boxes=TURNS,
            remark="grouped from the start" if group.fixed else "check each turn in which the test is passed",
        )
        for group in groups
    )
    middle = (len(tallies) + 1) // 2
    head = Head("groups", "", "Unit groups", str(len(groups)), "groups", facts=("one test each on the best CM",))
    return PanelCard(
        head=head,
        sheet="units",
        key=KEY,
        left=tallies[:middle],
        right=(TablePanel(table=Table(columns, rows)), *tallies[middle:]),
    )
