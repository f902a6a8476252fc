"""Lists of formations: their names checked, then compiled into the catalogue model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from msgspec.structs import replace

from builder.catalogue.model import (
    Catalogue,
    CategoryLink,
    Condition,
    Constraint,
    Cost,
    GameSystem,
    InfoLink,
    Modifier,
    Profile,
    Query,
    Repeat,
    SelectionEntry,
    SelectionEntryGroup,
)
from builder.datafiles.datasheets.checks import check_weapon_rules, keys, matching, named
from builder.datafiles.datasheets.compile import (
    info_link,
    new_catalogue,
    rule_links,
    weapon_links,
    weapon_profiles,
)
from builder.datafiles.datasheets.compile_unit import profile
from builder.datafiles.datasheets.formation_models import FormationFaction, FormationKind, SlotLimit, UpgradeSet
from builder.datafiles.datasheets.models import SystemFile
from builder.datafiles.datasheets.option_limits import EACH, exactly
from builder.datafiles.datasheets.sizes import POINTS, distribute
from builder.datafiles.text.source import Document, Path, Value
from builder.datafiles.text.validate import suggestion
from builder.scalars import capitalized, match_name, slug
from builder.systems.protocol import FormationLines

ARMY = "army"
LIMIT = Query(field=f"limit::{POINTS}", scope="roster", child_id="any")
"""Asks for the points that the army may cost; below 0 where there is no limit."""
NO_LIMIT = Decimal(-1)


def compile_formations(file: FormationFaction, system: SystemFile, identity: str) -> Catalogue:
    """Return the catalogue, with that id, of a list of formations whose names are all known."""
    compiler = FormationCompiler(file, lambda names: rule_links(names, (*file.rules, *system.rules)))
    return replace(
        new_catalogue(file, system, identity),
        selection_entries=tuple(compiler.entry(name, formation) for name, formation in file.formations.items()),
        info_links=(info_link(ARMY),),
        shared_profiles=(
            profile(ARMY, capitalized(file.name), *file.army.columns()),
            *weapon_profiles(file.weapons),
        ),
    )


def with_limits(system: GameSystem, limits: Mapping[str, SlotLimit]) -> GameSystem:
    """The game system with the limits that a list sets to its slots: so many, so many for each, a share (E-07)."""
    by_slot = {slug(slot): limit for slot, limit in limits.items()}
    forces = tuple(
        replace(
            force,
            category_links=tuple(
                _limited(link, by_slot[link.target_id]) if link.target_id in by_slot else link
                for link in force.category_links
            ),
        )
        for force in system.force_entries
    )
    return replace(system, force_entries=forces)


def _limited(link: CategoryLink, limit: SlotLimit) -> CategoryLink:
    constraints: list[Constraint] = []
    modifiers: list[Modifier] = []
    if limit.most is not None and limit.per is None:
        constraints.append(Constraint(f"{link.id}.most", "max", Decimal(limit.most), EACH))
    elif limit.most is not None and limit.per is not None:
        bound = Constraint(f"{link.id}.per", "max", Decimal(0), EACH)
        counted = Query(scope="force", child_id=slug(limit.per))
        constraints.append(bound)
        modifiers.append(Modifier("increment", bound.id, str(limit.most), repeats=(Repeat(Decimal(1), 1, counted),)))
    if limit.share is not None:
        spent = Query(field=POINTS, scope="parent", include_child_selections=True)
        limited = (Condition("atLeast", Decimal(0), LIMIT),)
        of_limit = Constraint(f"{link.id}.share", "max", NO_LIMIT, spent)
        steps = Repeat(Decimal(limit.share.denominator), limit.share.numerator, LIMIT)
        percent = Decimal(-(-10000 * limit.share.numerator // limit.share.denominator)) / 100
        of_army = Constraint(f"{link.id}.part", "max", percent, replace(spent, percent=True))
        constraints.extend((of_limit, of_army))
        modifiers.extend(
            (
                Modifier("set", of_limit.id, "0", conditions=limited),
                Modifier("increment", of_limit.id, "1", conditions=limited, repeats=(steps,)),
                Modifier("set", of_army.id, str(NO_LIMIT), conditions=limited),
            )
        )
    return replace(
        link,
        constraints=(*link.constraints, *constraints),
        modifiers=(*link.modifiers, *modifiers),
    )


class FormationCompiler:
    """Compiles the formations of one file; `rules` finds shared rules by name."""

    def __init__(self, file: FormationFaction, rules: Callable[[tuple[str, ...]], tuple[InfoLink, ...]]) -> None:
        self._file = file
        self._rules = rules

    def entry(self, name: str, formation: FormationKind) -> SelectionEntry:
        """A formation as a selection entry: its units, how many of each, its upgrades with their limits (E-07)."""
        here = formation.id or slug(name)
        slot = slug(formation.slot)
        kinds = tuple(
            self._kind(
                unit,
                f"{here}.{slug(unit)}",
                points=fielded.points,
                constraints=(
                    Constraint(f"{here}.{slug(unit)}.min", "min", Decimal(fielded.count.least), EACH),
                    Constraint(f"{here}.{slug(unit)}.max", "max", Decimal(fielded.count.most), EACH),
                ),
            )
            for unit, fielded in formation.units.items()
        )
        together = _together(here, formation, kinds)
        army = Query(scope="roster", include_child_selections=True)
        return SelectionEntry(
            id=here,
            name=capitalized(name),
            type="unit",
            page=formation.page,
            costs=(Cost(POINTS, formation.points - _points_of_units(formation), POINTS),),
            category_links=(CategoryLink(id=f"{here}.slot", name=formation.slot, target_id=slot, primary=True),),
            constraints=(Constraint(f"{here}.limit", "max", Decimal(formation.limit.most), army),)
            if formation.limit
            else (),
            profiles=self._own(here, name, formation),
            info_links=self._rules(formation.rules),
            selection_entries=() if together else kinds,
            selection_entry_groups=(*together, *self._upgrades(here, self._sets(formation))),
        )

    def _sets(self, formation: FormationKind) -> tuple[UpgradeSet, ...]:
        """Return the upgrades of a formation, a named list written out."""
        upgrades = formation.upgrades
        return (
            self._file.lists[match_name(upgrades, self._file.lists) or upgrades]
            if isinstance(upgrades, str)
            else upgrades
        )

    def _own(self, here: str, name: str, formation: FormationKind) -> tuple[Profile, ...]:
        line = formation.profile
        return (profile(f"{here}.profile", capitalized(name), *line.columns()),) if line else ()

    def _kind(
        self,
        name: str,
        identity: str,
        *,
        points: Decimal = Decimal(0),
        constraints: tuple[Constraint, ...],
        collective: bool = False,
    ) -> SelectionEntry:
        known = match_name(name, self._file.units) or name
        unit = self._file.units[known]
        return SelectionEntry(
            id=identity,
            name=capitalized(known),
            type="model",
            collective=collective,
            costs=(Cost(POINTS, points, POINTS),) if points else (),
            constraints=constraints,
            profiles=(profile(f"{identity}.profile", capitalized(known), *unit.profile.columns()),),
            info_links=self._rules(unit.rules),
            selection_entries=tuple(self._weapons(identity, unit.weapons)),
        )

    def _weapons(self, here: str, names: Iterable[str]) -> Iterator[SelectionEntry]:
        for written in names:
            times, name = weapon_name(written, self._file.weapons)
            identity = f"{here}.{slug(name)}"
            yield SelectionEntry(
                id=identity,
                name=capitalized(name),
                type="upgrade",
                collective=True,
                constraints=exactly(times, identity),
                info_links=weapon_links(name, self._file.weapons[name]),
            )

    def _upgrades(self, here: str, sets: tuple[UpgradeSet, ...]) -> Iterator[SelectionEntryGroup]:
        for index, upgrades in enumerate(sets, 1):
            group = f"{here}.upgrades-{index}"
            take = upgrades.take
            bounds = [("min", take.least), ("max", take.most)] if take else []
            names = [match_name(name, self._file.upgrades) or name for name in upgrades.from_]
            if take and len(names) == 1 and take.most >= self._file.upgrades[names[0]].take.most:
                del bounds[1]  # the upgrade's own limit says so already
            yield SelectionEntryGroup(
                id=group,
                name="Upgrades" if len(names) > 1 else capitalized(names[0]),
                selection_entries=tuple(self._upgrade(here, name) for name in names),
                constraints=tuple(Constraint(f"{group}.{kind}", kind, Decimal(bound), EACH) for kind, bound in bounds),
            )

    def _upgrade(self, here: str, name: str) -> SelectionEntry:
        upgrade = self._file.upgrades[name]
        identity = f"{here}.upgrade.{slug(name)}"
        return SelectionEntry(
            id=identity,
            name=capitalized(name),
            type="upgrade",
            costs=(Cost(POINTS, upgrade.points, POINTS),) if upgrade.points else (),
            constraints=(Constraint(f"{identity}.max", "max", Decimal(upgrade.take.most), EACH),),
            selection_entries=tuple(
                self._kind(
                    unit,
                    f"{identity}.{slug(unit)}",
                    constraints=exactly(number, f"{identity}.{slug(unit)}"),
                    collective=True,
                )
                for unit, number in upgrade.units.items()
            ),
        )


def weapon_name(written: str, known: Iterable[str]) -> tuple[int, str]:
    """Return how many of which weapon `2 lascannon` is; the name as it was written where none is known."""
    names = tuple(known)
    whole = match_name(written, names)
    if whole is not None:
        return 1, whole
    number, _, rest = written.partition(" ")
    times = number.rstrip("x×")
    if times.isdecimal() and 0 < int(times[:3]) < 100:
        return int(times[:3]), match_name(rest.lstrip("x× "), names) or rest
    return 1, written


def _together(
    here: str, formation: FormationKind, kinds: tuple[SelectionEntry, ...]
) -> tuple[SelectionEntryGroup, ...]:
    """Several kinds of unit as a group, whose size can be bounded."""
    size = formation.size
    if len(kinds) == 1 and size is None:
        return ()
    group = f"{here}.units"
    bounds = (("min", size.least), ("max", size.most)) if size else ()
    constraints = tuple(Constraint(f"{group}.{kind}", kind, Decimal(bound), EACH) for kind, bound in bounds)
    return (SelectionEntryGroup(id=group, name="Units", selection_entries=kinds, constraints=constraints),)


def _points_of_units(formation: FormationKind) -> Decimal:
    """Return what the units of the smallest size cost by themselves."""
    fielded = tuple(formation.units.values())
    least = formation.size.least if formation.size else sum(each.count.least for each in fielded)
    numbers = distribute([(each.count.least, each.count.most) for each in fielded], least)
    return sum((each.points * number for each, number in zip(fielded, numbers, strict=True)), Decimal(0))


NAMES: tuple[tuple[str, str], ...] = (
    ("units/*/rules", "rule"),
    ("formations/*/slot", "slot"),
    ("formations/*/rules", "rule"),
    ("formations/*/upgrades/*", "upgrade"),
    ("lists/*/*", "upgrade"),
    ("lists/*/*/from", "upgrade"),
    ("formations/*/upgrades/*/from", "upgrade"),
    ("limits/*/per", "slot"),
)
KEYS: tuple[tuple[str, str], ...] = (
    ("formations/*/units", "unit"),
    ("upgrades/*/units", "unit"),
    ("limits", "slot"),
)
"""Where names stand as values and as keys, and what they are names of."""


def check_formation_names(
    document: Document, slots: Iterable[str], rules: Iterable[str], lines: FormationLines
) -> None:
    """Note every name that nothing answers to; slots, rules and lines are those of the system."""
    root = document.value
    if not isinstance(root, dict):
        return
    known: dict[str, tuple[str, ...]] = {
        "slot": tuple(slots),
        "rule": (*keys(root, "rules"), *rules),
        "unit": keys(root, "units"),
        "upgrade": keys(root, "upgrades"),
        "weapon": keys(root, "weapons"),
        "list": keys(root, "lists"),
    }
    for kind, path, name in _names_in(root, known["weapon"]):
        _check(document, path, name, kind, known)
    check_weapon_rules(document, root, known["rule"], lines)


def _names_in(root: Value, weapons: Sequence[str]) -> Iterator[tuple[str, Path, str]]:
    """Yield every name in a list of formations, behind what it is a name of and where it stands."""
    for pattern, kind in NAMES:
        for path, value in matching(root, pattern.split("/"), ()):
            yield from ((kind, place, name) for place, name in named(path, value))
    for pattern, kind in KEYS:
        for path, value in matching(root, pattern.split("/"), ()):
            yield from ((kind, (*path, name), name) for name in (value if isinstance(value, dict) else ()))
    for path, value in matching(root, ["units", "*", "weapons"], ()):
        yield from (("weapon", place, weapon_name(name, weapons)[1]) for place, name in named(path, value))
    for path, value in matching(root, ["formations", "*", "upgrades"], ()):
        if isinstance(value, str):
            yield "list", path, value


def check_formations(document: Document, file: FormationFaction, lines: FormationLines) -> None:
    """Note what cannot work: names twice, sizes out of reach, passengers that the list does not have."""
    tables: dict[Path, Iterable[str]] = {
        ("weapons",): file.weapons,
        ("units",): file.units,
        ("formations",): file.formations,
        ("upgrades",): file.upgrades,
        ("rules",): file.rules,
        ("lists",): file.lists,
    }
    tables.update({("formations", name, "units"): entry.units for name, entry in file.formations.items()})
    for path, names in tables.items():
        counts = Counter(map(slug, names))
        for name in (name for name in names if counts[slug(name)] > 1):
            document.add((*path, name), f"'{name}' stands here twice: give one of them another name", "name")
    for name, unit in file.units.items():
        for stranger in lines.strangers(unit.profile, tuple(file.units)):
            message = f"it carries '{stranger}', which is not a unit of this list{suggestion(stranger, file.units)}"
            document.add(("units", name, "profile"), message, "reference")
    for name, entry in file.formations.items():
        least, most = (sum(getattr(each.count, end) for each in entry.units.values()) for end in ("least", "most"))
        if entry.size and not (least <= entry.size.least and entry.size.most <= most):
            message = f"the units make {least} to {most}, which a size of {entry.size} is not within"
            document.add(("formations", name, "size"), message, "option")
        if most == 0:
            document.add(("formations", name), "this formation has no units: give one a count above 0", "option")


def _check(document: Document, path: Path, name: str, kind: str, known: Mapping[str, tuple[str, ...]]) -> None:
    if match_name(name, known[kind]) is None:
        document.add(path, f"{kind} '{name}' is not known{suggestion(name, known[kind])}", "reference")
