"""YAML datasheets compiled into the catalogue model: from here on they are data like any other."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from builder.catalogue.model import (
    Catalogue,
    CategoryEntry,
    CategoryLink,
    CharacteristicType,
    Constraint,
    CostType,
    EntryLink,
    ForceEntry,
    GameSystem,
    InfoLink,
    Profile,
    ProfileType,
    Query,
    Rule,
    SelectionEntry,
)
from builder.datafiles.datasheets.compile_unit import UnitCompiler, profile
from builder.datafiles.datasheets.formation_models import FormationFaction
from builder.datafiles.datasheets.models import Faction, PowerEntry, SystemFile, WeaponModes
from builder.datafiles.datasheets.sizes import POINTS
from builder.datafiles.text.values import UNLIMITED, Range
from builder.record import replace
from builder.scalars import capitalized, match_name, slug
from builder.systems.schema import LineSchema

WARGEAR_COLUMNS = {"Wargear": ("Description",)}


def compile_system(file: SystemFile, columns: Mapping[str, tuple[str, ...]]) -> GameSystem:
    """Return the game system of a system file: points, slots as categories, force organisations, common rules.

    Args:
        file: the frame of the system.
        columns: the profile types that its lines become, with their columns.
    """
    return GameSystem(
        id=file.id,
        name=file.name,
        revision=file.revision,
        cost_types=(CostType(id=POINTS, name=POINTS, default_cost_limit=Decimal(file.limit)),),
        profile_types=tuple(_profile_type(name, names) for name, names in (*columns.items(), *WARGEAR_COLUMNS.items())),
        category_entries=tuple(CategoryEntry(id=slug(slot), name=slot) for slot in file.slots()),
        force_entries=tuple(
            ForceEntry(
                id=slug(name),
                name=name,
                category_links=tuple(_slot(slug(name), slot, limit) for slot, limit in force.slots.items()),
            )
            for name, force in file.forces.items()
        ),
        shared_rules=shared_rules(file.rules),
    )


def compile_datasheets(file: Faction, system: SystemFile, identity: str) -> Catalogue:
    """Return the catalogue, with that id, of a faction file whose names are all known (`check_references`)."""
    rules = (*file.rules, *system.rules)
    links: dict[str, dict[str, tuple[InfoLink, ...]]] = {
        "weapons": {name: weapon_links(name, entry, rules) for name, entry in file.weapons.items()},
        "wargear": {
            name: (info_link(f"wargear.{slug(name)}"), *rule_links(entry.rules, rules))
            for name, entry in file.wargear.items()
        },
        "powers": {name: (info_link(f"power.{slug(name)}"),) for name in file.powers},
    }
    attached = {slug(slot) for slot in system.attached}
    ridden = {slug(ride) for unit in file.units.values() for ride in unit.transport}
    shares: list[CategoryEntry] = []
    roots: list[SelectionEntry] = []
    shared: list[SelectionEntry] = []
    root_links: list[EntryLink] = []
    for name, unit in file.units.items():
        compiler = UnitCompiler(name, unit, file, links, lambda names: rule_links(names, rules))
        entry = compiler.entry()
        shares.extend(compiler.names.shares())
        if slug(unit.slot) in attached:
            shared.append(entry)
        elif slug(name) in ridden:
            shared.append(entry)
            root_links.append(EntryLink(id=f"{entry.id}.root", name=entry.name, target_id=entry.id))
        else:
            roots.append(entry)
    return replace(
        new_catalogue(file, system, identity),
        category_entries=tuple(shares),
        selection_entries=tuple(roots),
        entry_links=tuple(root_links),
        shared_selection_entries=tuple(shared),
        shared_profiles=tuple(_profiles(file)),
    )


def new_catalogue(file: Faction | FormationFaction, system: SystemFile, identity: str) -> Catalogue:
    """Return the catalogue of a faction as it begins: what it is called, and its rules."""
    return Catalogue(
        id=identity,
        name=file.name,
        revision=file.revision,
        game_system_id=system.id,
        game_system_revision=system.revision,
        shared_rules=shared_rules(file.rules),
    )


def _profile_type(name: str, columns: tuple[str, ...]) -> ProfileType:
    types = tuple(CharacteristicType(id=slug(f"{name} {column}"), name=column) for column in columns)
    return ProfileType(id=slug(name), name=name, characteristic_types=types)


def _slot(force: str, slot: str, limit: Range | None) -> CategoryLink:
    here = f"{force}.{slug(slot)}"
    if limit is None:
        return CategoryLink(id=here, name=slot, target_id=slug(slot))
    query = Query(scope="parent")
    constraints = [Constraint(f"{here}.min", "min", Decimal(limit.least), query)] if limit.least else []
    if limit.most < UNLIMITED:
        constraints.append(Constraint(f"{here}.max", "max", Decimal(limit.most), query))
    return CategoryLink(id=here, name=slot, target_id=slug(slot), constraints=tuple(constraints))


def shared_rules(rules: dict[str, str]) -> tuple[Rule, ...]:
    """Rules by name as shared rules."""
    return tuple(
        Rule(id=f"rule.{slug(name)}", name=capitalized(name), description=text) for name, text in rules.items()
    )


def info_link(target: str, kind: str = "profile") -> InfoLink:
    """Return a link to a shared profile or rule."""
    return InfoLink(id=f"link.{target}", target_id=target, type=kind)


def rule_links(names: tuple[str, ...], known: tuple[str, ...]) -> tuple[InfoLink, ...]:
    """Links to shared rules, by the names of them."""
    return tuple(info_link(f"rule.{slug(match_name(name, known) or name)}", "rule") for name in names)


def weapon_links(
    name: str, entry: LineSchema | WeaponModes[LineSchema], known: tuple[str, ...] = ()
) -> tuple[InfoLink, ...]:
    """Links to the profiles of a weapon, and to the texts of those of its rules that have one."""
    modes = _modes(entry)
    rules = dict.fromkeys(
        found for mode in modes.values() for rule in mode.named_rules() if (found := _text_of(rule, known))
    )
    return (*(info_link(_mode_id(name, mode)) for mode in modes), *rule_links(tuple(rules), known))


def _text_of(rule: str, known: tuple[str, ...]) -> str | None:
    """Return the rule that says what a weapon's rule means: that of its name, or without its number (`poisoned 2+`)."""
    return match_name(rule, known) or match_name(rule.rstrip("+ 0123456789"), known)


def _modes(entry: LineSchema | WeaponModes[LineSchema]) -> Mapping[str, LineSchema]:
    return entry.modes if isinstance(entry, WeaponModes) else {"": entry}


def _mode_id(weapon: str, mode: str) -> str:
    return f"weapon.{slug(weapon)}" + (f".{slug(mode)}" if mode else "")


def weapon_profiles(weapons: Mapping[str, LineSchema | WeaponModes[LineSchema]]) -> list[Profile]:
    """Return the profiles of weapons, one for each mode."""
    return [
        profile(_mode_id(name, mode), f"{capitalized(name)} – {mode}" if mode else capitalized(name), *line.columns())
        for name, entry in weapons.items()
        for mode, line in _modes(entry).items()
    ]


def _profiles(file: Faction) -> list[Profile]:
    made = weapon_profiles(file.weapons)
    made.extend(
        profile(f"wargear.{slug(name)}", capitalized(name), "Wargear", {"Description": entry.text})
        for name, entry in file.wargear.items()
    )
    made.extend(_power(name, entry) for name, entry in file.powers.items())
    return made


def _power(name: str, power: PowerEntry[LineSchema]) -> Profile:
    columns = power.attack.columns()[1] if power.attack else {}
    return profile(f"power.{slug(name)}", capitalized(name), "Psychic Power", {**columns, "Details": power.text})
