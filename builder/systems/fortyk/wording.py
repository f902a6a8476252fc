"""40K units in words, as the cards of all systems on them show them: weapons, stat lines, gear, who rides with whom."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from builder.systems.blocks import Column, ColumnKind, RosterMark, RosterRow, Row, Table
from builder.systems.fortyk.model import FortykArmy, ModelGroup, ModelProfile, Unit, Vehicle, WeaponMode

NONE = "–"
TRANSPORT = "transport"
"""The type of vehicles that carry others."""
RELATIONS = {"riding_in": ("rides in", "carries"), "led_by": ("led by", "leads")}
"""Marks with a target: the words for the one, and for the other."""
PROFILE = tuple(Column(name, ColumnKind.VALUE) for name in ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv"))
PROFILE_COLUMNS = (Column("Model", ColumnKind.NAME), *PROFILE)
WEAPON_COLUMNS = (
    Column("", ColumnKind.COUNT),
    Column("Weapon", ColumnKind.NAME),
    Column("Range", ColumnKind.VALUE),
    Column("S", ColumnKind.VALUE),
    Column("AP", ColumnKind.VALUE),
    Column("Type", ColumnKind.TEXT),
)
KIND_ORDER = ("", "pistol", "melee", "grenade")
"""Weapons that shoot stand first, under the empty word, then these kinds."""

SHORT_RULES = {
    "power weapon": "power",
    "specialist weapon": "special",
    "strikes last": "last",
    "two-handed": "2 hands",
    "unwieldy": "last",
}
"""Rules of weapons in the words that fit a column."""


GRENADES = len(KIND_ORDER) - 1
"""The place of grenades among the kinds."""


def weapon_list(unit: Unit) -> str:
    """Return the weapons of a unit in one line, what shoots first: `2 lascannon, chainsword, frag, krak grenades`."""
    told: list[tuple[int, str]] = []
    for carried in sorted(unit.weapons, key=lambda carried: max(map(kind_rank, carried.weapon.modes), default=0)):
        count, name = carried.count, carried.weapon.name
        names, last = told[-1][1].rpartition(" ")[::2] if told else ("", "")
        grenades = all(mode.kind == "grenade" for mode in carried.weapon.modes)
        if grenades and names and told[-1][0] == count and name.endswith(f" {last}"):
            told[-1] = count, f"{names}, {name[:1].lower()}{name[1:]}"
        else:
            told.append((count, name))
    return ", ".join(name if count == 1 else f"{count} {name}" for count, name in told)


def own_words(names: Iterable[str]) -> dict[str, str]:
    """Return names without the words that all of them have in front, as long as a word is left of them."""
    words = {name: name.split() for name in names}
    shared = next((n for n, parts in enumerate(zip_longest(*words.values())) if len({*parts}) > 1), 0)
    return {name: " ".join(parts[shared:]) or name for name, parts in words.items()}


def dash(text: str) -> str:
    """Return a value as printed, a dash where the data has none."""
    return NONE if text.strip() in {"", "-", "–", "—"} else text.strip()


def kind_rank(mode: WeaponMode) -> int:
    """Return where a weapon stands in a table, by its kind."""
    return KIND_ORDER.index(mode.kind) if mode.kind in KIND_ORDER else 0


def type_text(mode: WeaponMode) -> str:
    """Return the type as players read it: `Heavy 4, rending`; what was not understood as the data writes it."""
    if not mode.kind:
        return mode.text or NONE
    if mode.kind == "grenade":
        return "Vehicles only"
    blast = "" if mode.blast.lower() == mode.range.lower() else mode.blast
    rules = [*((blast,) if blast else ()), *(SHORT_RULES.get(rule, rule) for rule in mode.rules)]
    kind = "Rapid" if mode.kind == "rapid fire" and rules else mode.kind.capitalize()
    return ", ".join((f"{kind} {mode.shots}".strip(), *rules))


def stat_line(value: int | None, suffix: str = "") -> str:
    """Return a value of a profile as printed, a dash where there is none."""
    return NONE if value is None else f"{value}{suffix}"


def companions(army: FortykArmy, names: Mapping[str, str]) -> dict[str, list[str]]:
    """By unit: what it rides in or is led by, and whom it carries or leads, in words; `names` are those of units."""
    others: dict[str, dict[str, list[str]]] = {unit.id: {} for unit in army.units}
    for unit in army.units:
        for mark in unit.marks:
            if mark.kind in RELATIONS and mark.target and mark.target in names:
                to_other, from_other = RELATIONS[mark.kind]
                others[unit.id].setdefault(to_other, []).append(names[mark.target])
                others[mark.target].setdefault(from_other, []).append(names[unit.id])
    return {
        id: [f"{relation} {' and '.join(named)}" for relation, named in relations.items()]
        for id, relations in others.items()
    }


def card_ids(unit: Unit) -> tuple[str, ...]:
    """Return the ids of the cards of a unit."""
    models = (unit.id,) if unit.groups else ()
    return (*models, *(card_id(unit, vehicle) for vehicle in unit.vehicles))


def card_id(unit: Unit, vehicle: Vehicle) -> str:
    """Return the id printed on a vehicle's card: that of the unit, where the vehicle is all of it."""
    return unit.id if not unit.groups and len(unit.vehicles) == 1 else vehicle.id


def roster_row(
    unit: Unit, relations: Sequence[str], marks: Iterable[RosterMark], *, value: str = "", hp: int | None = None
) -> RosterRow:
    """Return a unit as a row of the list: its weapons, who is with it, and its `value` or HP in the system's terms."""
    told = (unit.data_name, weapon_list(unit), *relations)
    return RosterRow(
        unit=unit.id,
        slot=unit.slot,
        name=unit.name,
        detail=". ".join(part[0].upper() + part[1:] for part in told if part),
        models=unit.models,
        vehicles=len(unit.vehicles),
        points=unit.points,
        value=value,
        hp=hp,
        place=unit.place,
        marks=tuple(marks),
        cards=card_ids(unit),
    )


def vehicle_facts(unit: Unit, vehicle: Vehicle, relations: Sequence[str]) -> Iterator[str]:
    """Yield what the head of a vehicle's card says: types, values that are not armour, who is with it."""
    profile = vehicle.profile
    types = [f"{name} {profile.capacity}" if name == TRANSPORT and profile.capacity else name for name in profile.types]
    for first, name in zip((True, *(False for _ in types)), types, strict=False):
        yield name.capitalize() if first else name
    values = {"WS": profile.ws, "BS": profile.bs, "S": profile.s, "I": profile.i, "A": profile.a}
    yield from (f"{name} {value}" for name, value in values.items() if value is not None)
    yield from (mark.kind.replace("_", " ") for mark in unit.marks if mark.target is None)
    yield from relations
    if profile.capacity and TRANSPORT not in profile.types:
        yield f"room for {profile.capacity}"


def unit_notes(gear: Iterable[str], unit: Unit | None, told: Collection[str] = ()) -> tuple[str, ...]:
    """Gear, and what belongs to the unit as a whole where this is its first card, but for powers that are `told`."""
    names = ", ".join(dict.fromkeys(gear))
    lines = [f"Gear: {names}" if names else ""]
    if unit:
        powers = ", ".join(name for name in unit.powers if name.casefold() not in told)
        lines += [f"Powers: {powers}" if powers else "", unit.notes]
    return tuple(line for line in lines if line)


def profile_table(groups: Iterable[ModelGroup]) -> Table:
    """Return the stat lines of a unit; models with equal values share a row."""
    names: dict[tuple[str, ...], list[str]] = {}
    for group in groups:
        shared = names.setdefault(_values(group.profile), [])
        if group.profile.name not in shared:
            shared.append(group.profile.name)
    return Table(PROFILE_COLUMNS, tuple(Row((", ".join(shared), *values)) for values, shared in names.items()))


def _values(profile: ModelProfile) -> tuple[str, ...]:
    numbers = (profile.ws, profile.bs, profile.s, profile.t, profile.w, profile.i, profile.a, profile.ld)
    return (*(NONE if value is None else str(value) for value in numbers), save_text(profile))


def save_text(profile: ModelProfile) -> str:
    """Return the armour save, and behind a stroke the invulnerable one: `3+/4++`."""
    save = stat_line(profile.save, "+")
    return save if profile.invulnerable is None else f"{save}/{profile.invulnerable}++"
