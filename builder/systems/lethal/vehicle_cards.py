"""The card of a vehicle: hull, speed save, structure points, weapons, damage tables (L-03, L-04, L-52)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.systems.blocks import (
    Check,
    CheckRow,
    Column,
    ColumnKind,
    DiceRow,
    DiceTable,
    Head,
    Hull,
    HullPanel,
    PanelCard,
    Row,
    Shape,
    Table,
    TablePanel,
    Tally,
)
from builder.systems.lethal.attacks import AP_ALONE, DAMAGE, SPEED_TABLES, Hit
from builder.systems.lethal.model import LethalArmyUnit, LethalVehicle, LethalVehicleProfile
from builder.systems.lethal.settings import SPEED_SAVE, VEHICLE_DAMAGE
from builder.systems.lethal.weapon_rows import (
    KEY,
    NONE,
    empty_weapons,
    gear_text,
    save_text,
    weapon_columns,
    weapon_rows,
)

CONDITIONS = {
    Hit.GLANCING: "= AV",
    Hit.PENETRATING: "> AV",
    Hit.CATASTROPHIC: "AV + 3",
}
SHAPES = {Hit.GLANCING: Shape.CIRCLE, Hit.PENETRATING: Shape.SQUARE, Hit.CATASTROPHIC: Shape.DIAMOND}
GLANCES = "; AP equal to AV glances at least, without a roll"
PASSENGERS = (
    "Passengers: destroyed – they pass SU or are removed, survivors are paralysed; explodes – removed;"
    " penetrating or worse after 30 cm or less – they get out."
)


def vehicle_card(
    vehicle: LethalVehicle,
    unit: LethalArmyUnit,
    settings: Iterable[tuple[str, str]],
    companions: tuple[str, ...],
    points: str,
) -> PanelCard:
    """Return the card of a vehicle.

    `companions` say who acts with it, `points` are a dash where its unit has another card.
    """
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
        modes = list(weapon_rows(weapon, profile.cr))
        rows.extend(modes)
        checks.extend([Check(f"{weapon_id}.destroyed", weapon.name), *(None for _ in modes[1:])])
    return _card_of_vehicle(
        vehicle.id,
        Head(vehicle.id, unit.slot, name, points, facts=facts),
        profile,
        TablePanel(table=Table(weapon_columns(False), tuple(rows)), checks=tuple(checks)),
        settings,
        tuple(note for note in (gear_text(unit.gear), unit.notes) if note),
    )


def _card_of_vehicle(
    id: str,
    head: Head,
    profile: LethalVehicleProfile | None,
    weapons: TablePanel,
    settings: Iterable[tuple[str, str]],
    notes: tuple[str, ...],
) -> PanelCard:
    """Return the card of a vehicle; one without a profile is filled in by hand."""
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
        below=(_damage(id, VEHICLE_DAMAGE.chosen(settings), carries=profile is None or bool(profile.capacity)),),
        notes=notes,
    )


def _beside_hull(
    id: str, profile: LethalVehicleProfile | None, settings: Iterable[tuple[str, str]]
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
            save_text(profile.su),
        )
    yield TablePanel(table=Table(tuple(Column(title, ColumnKind.VALUE) for title in titles), (Row(cells),)))
    if profile is None or profile.su is None:
        yield speed_saves(settings)
    yield Tally(id=f"{id}.structure", title="Structure points", boxes=profile.structure if profile else 2)


def speed_saves(settings: Iterable[tuple[str, str]]) -> TablePanel:
    """Return the saves of SU (M), by the table that the list chooses (L-04)."""
    table = SPEED_TABLES[SPEED_SAVE.chosen(tuple(settings))]
    last = table[-1][0]
    columns = tuple(Column(f"{cm}+" if cm == last else str(cm), ColumnKind.VALUE) for cm, _ in table)
    saves = Row(tuple(f"{save}+" for _, save in table))
    return TablePanel(table=Table(columns, (saves,)), caption="SU (M): save after a move of, cm")


def _damage(id: str, comparison: str, carries: bool) -> DiceTable:
    """Return the damage table; what befalls passengers stands below that of a vehicle that `carries` any."""
    alone = comparison == AP_ALONE
    compared = "AP" if alone else "D6 + AP"
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
        remark=f"{compared} against AV: equal, more, or three and more above; roll again and check"
        + ("" if alone else GLANCES),
        footnotes=(PASSENGERS,) if carries else (),
    )


def blank_vehicle(code: str) -> PanelCard:
    """Return a vehicle to fill in by hand."""
    weapons = TablePanel(
        table=Table(weapon_columns(False), tuple(empty_weapons(False, 5))),
        checks=tuple(Check(f"{code}.w{n}.destroyed", "") for n in range(1, 6)),
    )
    return _card_of_vehicle(code, Head(code, "", "", ""), None, weapons, (), ())
