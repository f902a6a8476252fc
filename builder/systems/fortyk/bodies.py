"""The models and vehicles of a unit: units inside it, bodies on the table, and who carries what stands on the unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from builder.record import Record, replace
from builder.roster.view import ProfileView, SelectionView
from builder.systems.fortyk.items import Item, items_from, own_item
from builder.systems.fortyk.profiles import Log, ProfileKind, capacity, columns, kind_of, of_kind
from builder.systems.fortyk.weapons import count_psykers, tidy

_ADDED = re.compile(r"\b(?:additional|extra|more)\b", re.IGNORECASE)


@dataclass(slots=True, kw_only=True)
class SelectedModels:
    """`number` models or vehicles of one stat line, with what they carry and the choices that they were made from."""

    name: str
    number: int
    stat: ProfileView
    selections: list[SelectionView]
    items: list[Item] = field(default_factory=list)

    @property
    def on_foot(self) -> bool:
        """Whether it has wounds and no armour values."""
        return kind_of(self.stat) is ProfileKind.MODEL

    @property
    def transport(self) -> ProfileView | None:
        """The profile that tells its capacity, where that stands beside the stat line."""
        found = (profile for one in self.selections for profile in of_kind(one.profiles, ProfileKind.TRANSPORT))
        return next(found, None)


@dataclass(slots=True)
class Structure:
    """A unit taken apart; `items` and `selections` are those that stand on the unit and on no body of it."""

    bodies: list[SelectedModels] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    selections: list[SelectionView] = field(default_factory=list)


def stat_lines(selection: SelectionView) -> list[ProfileView]:
    """Return the stat lines that stand on a choice itself."""
    return list(of_kind(selection.profiles, ProfileKind.MODEL, ProfileKind.VEHICLE))


def has_stat_line(selection: SelectionView) -> bool:
    """Whether a choice, or one beneath it, has a stat line."""
    return any(stat_lines(one) for one in selection.walk())


def take_apart(unit: SelectionView, log: Log) -> Structure:
    """Find the bodies of a unit and what each carries.

    A choice with a stat line is a body. An upgrade with one, on a model, is that model's promotion and replaces its
    stat line (Veteran Sergeant, Terminator armour). A model without one takes the stat line of its name that stands on
    the unit, else, as a guess that is told, that of its kin (Assault Marine, Assault Marine Sergeant); a model that
    finds none is told and left out. Everything else is carried by the body above it, else by the unit.
    """
    return _Taker(unit, log).structure


class _Taker:
    """One walk through a unit."""

    def __init__(self, unit: SelectionView, log: Log) -> None:
        self.unit = unit
        self.log = log
        self.structure = Structure()
        self.shared = _each_name_once(stat_lines(unit)) if unit.number else []
        bare = [one for one in unit.walk() if one is not unit and one.type == "model" and not has_stat_line(one)]
        named = [profile for one in bare if not _ADDED.search(one.name) for profile in self.named_like(one)]
        own = [profile for profile in self.shared if profile not in named]
        if len(own) > 1:
            names = " and ".join(profile.name.strip() for profile in own)
            log.warning("numbers", f"how many models are {names} is not told: read as {unit.number} of each")
        name = unit.custom_name or unit.name
        bodies = [self.add(unit, name if len(own) == 1 else profile.name, profile) for profile in own]
        bearers = _bearers(unit, own[0]) if len(own) == 1 else None
        if bearers:
            number, weapon = bearers
            bodies[0].number, bodies[0].name = number, tidy(own[0].name)
            log.info("numbers", f"how many models it has is not told: read as {number}, as many as there are {weapon}")
        self.enter(unit, bodies[0] if bodies and not bearers else None)

    def add(self, selection: SelectionView, name: str, stat: ProfileView) -> SelectedModels:
        body = SelectedModels(name=tidy(name), number=selection.number, stat=stat, selections=[])
        self.structure.bodies.append(body)
        return body

    def named_like(self, selection: SelectionView) -> list[ProfileView]:
        """The unit's stat line with the longest name that the name of a model contains, in singular or plural."""
        name = _singular(selection.name)
        fitting = [profile for profile in self.shared if _singular(profile.name) in name]
        return [max(fitting, key=lambda profile: len(profile.name))] if fitting else []

    def kin_of(self, selection: SelectionView) -> ProfileView | None:
        """The stat line of a model in the unit whose name is the beginning of that of another one, or the reverse."""
        known = [profile for one in self.unit.walk() for profile in of_kind(one.profiles, ProfileKind.MODEL)]
        name = f"{_singular(selection.name)} "
        plainer = [profile for profile in known if name.startswith(f"{_singular(profile.name)} ")]
        fuller = [profile for profile in known if _singular(profile.name).startswith(name)]
        return next(iter(plainer or fuller), None)

    def enter(self, selection: SelectionView, body: SelectedModels | None) -> None:
        """Note what stands on a choice that is a body, or the unit, and go on with those inside it."""
        (self.structure if body is None else body).selections.append(selection)
        item = own_item(selection, self.log)
        if item.weapons or item.gear or item.invulnerable:
            (self.structure if body is None else body).items.append(item)
        for child in selection.children:
            if child.number > 0:
                self.visit(child, body)

    def visit(self, selection: SelectionView, above: SelectedModels | None) -> None:
        stats = stat_lines(selection)
        if stats:
            if len({profile.name for profile in stats}) > 1:
                self.log.warning("numbers", f"{selection.name} has several stat lines: {stats[0].name} is read")
            promoted = self.promotes(selection, stats[0], above)
            name = selection.custom_name or (stats[0].name if selection.type == "upgrade" else selection.name)
            self.enter(selection, promoted or self.add(selection, name, stats[0]))
        elif selection.type == "model" and not self.is_frame(selection):
            self.visit_bare_model(selection)
        elif has_stat_line(selection):
            self.enter(selection, above)
        else:
            holder = self.structure if above is None else above
            holder.selections.extend(selection.walk())
            holder.items.extend(items_from(selection, self.log))

    def promotes(
        self, selection: SelectionView, stat: ProfileView, above: SelectedModels | None
    ) -> SelectedModels | None:
        """Return the body whose stat line an upgrade replaces, if it is one."""
        if above is None or selection.type != "upgrade" or above.selections[0].type == "unit":
            return None
        if not above.on_foot or kind_of(stat) is not ProfileKind.MODEL or selection.number != above.number:
            return None
        above.stat, above.name = stat, stat.name.strip()
        return above

    def is_frame(self, selection: SelectionView) -> bool:
        """Whether a model without a stat line is but a frame around bodies of other kinds."""
        return any(stat_lines(one) and one.type != "upgrade" for one in selection.walk())

    def visit_bare_model(self, selection: SelectionView) -> None:
        promotion = next((one for one in selection.walk() if stat_lines(one)), None)
        fitting = stat_lines(promotion)[:1] if promotion else self.named_like(selection)
        if not fitting and (kin := self.kin_of(selection)):
            fitting = [kin]
            text = f"{selection.name} has no stat line of its own: that of {kin.name.strip()} is read"
            self.log.warning("no_stat_line", text)
        if fitting:
            self.enter(selection, self.add(selection, selection.custom_name or selection.name, fitting[0]))
        else:
            text = f"{selection.name} ×{selection.number} has no stat line in this roster and is left out"
            self.log.warning("no_stat_line", text, selection.id)


def _bearers(unit: SelectionView, stat: ProfileView) -> tuple[int, str] | None:
    """Return how many weapons of a kind are the only word on how many models a unit has, and what they are called.

    That is so where the stat line is not the unit's own (Weapons Team on a Heavy Weapons Squad), and each weapon that
    is chosen for it directly is there several times.
    """
    own, name = _singular(stat.name), _singular(unit.name)
    if unit.type != "unit" or kind_of(stat) is not ProfileKind.MODEL or own in name or name in own:
        return None
    if any(one is not unit and (one.type != "upgrade" or stat_lines(one)) for one in unit.walk()):
        return None
    armed = [child for child in unit.children if child.number and any(of_kind(child.profiles, ProfileKind.WEAPON))]
    most = max(armed, key=lambda child: child.number, default=None)
    return (most.number, most.name) if most and most.number > 1 else None


def _each_name_once(profiles: Iterable[ProfileView]) -> list[ProfileView]:
    """Return the first profile of each name."""
    found: dict[str, ProfileView] = {}
    for profile in profiles:
        found.setdefault(profile.name.strip(), profile)
    return list(found.values())


def _singular(name: str) -> str:
    words = (word.removesuffix("s") for word in name.lower().split())
    return " ".join(f"{word[:-3]}man" if word.endswith("men") else word for word in words)


def count(bodies: Iterable[SelectedModels]) -> int:
    """Return how many models and vehicles some bodies come to."""
    return sum(body.number for body in bodies)


_TRANSPORT_CATEGORIES = frozenset({"dedicated transport", "transport"})


class Detached(Record, frozen=True):
    """A unit on its own: its selection without the units inside it, and whether it came out of another one."""

    selection: SelectionView
    inner: bool = False


def detach(selection: SelectionView) -> Iterator[Detached]:
    """Yield a unit and the units inside it, each as if chosen on its own.

    A nested unit is one. So is a vehicle that the data makes an upgrade or a model of another unit: one below a model
    (a drop pod of a dreadnought, the tank of its commander), and a transport, or any upgrade, among models on foot.
    Guns stay with their crew and squadrons together. A unit with nothing of its own leaves
    its cost, marks, name, notes and picture to its first part.
    """
    found: list[SelectionView] = []
    rest = _without(selection, selection, False, found)
    if has_stat_line(rest) or not found:
        yield Detached(rest)
    else:
        found[0] = replace(
            found[0],
            costs=(*found[0].costs, *(cost for one in rest.walk() for cost in one.costs)),
            marks=(*rest.marks, *found[0].marks),
            custom_name=found[0].custom_name or rest.custom_name,
            custom_notes=found[0].custom_notes or rest.custom_notes,
            art=found[0].art or rest.art,
        )
    for inner in found:
        for unit in detach(inner):
            yield replace(unit, inner=True)


def is_transport(selection: SelectionView) -> bool:
    """Whether a vehicle carries others."""
    if any(of_kind(selection.profiles, ProfileKind.TRANSPORT)):
        return True
    if any(category.name.strip().lower() in _TRANSPORT_CATEGORIES for category in selection.categories):
        return True
    lines = [columns(profile) for profile in stat_lines(selection)]
    return any("transport" in line.get("type", "").lower() or capacity(line.get("capacity", "")) for line in lines)


def _without(selection: SelectionView, unit: SelectionView, below: bool, found: list[SelectionView]) -> SelectionView:
    """Return the selection without the units inside it, which go to `found`; `below` tells of a stat line above."""
    below = below or bool(stat_lines(selection))
    kept: list[SelectionView] = []
    for child in selection.children:
        if _stands_alone(child, unit, below):
            found.append(child)
        else:
            kept.append(_without(child, unit, below, found))
    return selection if tuple(kept) == selection.children else replace(selection, children=tuple(kept))


def _stands_alone(child: SelectionView, unit: SelectionView, below: bool) -> bool:
    if child.type == "unit":
        return has_stat_line(child)
    lines = stat_lines(child)
    if (
        not lines
        or kind_of(lines[0]) is not ProfileKind.VEHICLE
        or "artillery" in columns(lines[0]).get("type", "").lower()
    ):
        return False
    return below or (_others_on_foot(unit, child) and (child.type == "upgrade" or is_transport(child)))


def _others_on_foot(unit: SelectionView, vehicle: SelectionView) -> bool:
    inside = {id(one) for one in vehicle.walk()}
    return any(
        kind_of(profile) is ProfileKind.MODEL
        for one in unit.walk()
        if id(one) not in inside
        for profile in stat_lines(one)
    )


_GUNS = frozenset({"rapid fire", "assault", "heavy", "salvo", "ordnance"})


def hand_out(items: Sequence[Item], bodies: Sequence[SelectedModels], log: Log) -> None:
    """Give the items of a unit to its bodies.

    Data counts such equipment in two ways, once for all or once for each, so this is a reading:

    - A psychic power is one model's, a psyker's.
    - A number over 1 is taken at its word: models of a kind that are exactly as many carry it, else the first ones.
    - Number 1 from no exclusive group: each model carries it (`Bolt Pistols` in the standard wargear), except those
      that have it already.
    - Number 1 from an exclusive group: each model carries it that has no weapon from such a group of its own
      (`Bolters`, while the sergeant has another weapon). But where a unit has several such weapons, or most of its
      models have a gun already, and they are not named in the plural, they are one model's each (flamer, missile
      launcher).

    Guns have nothing of this where there is a crew. Whatever is read as many from a 1 in the roster is told in one
    finding.
    """
    bodies = [body for body in bodies if body.on_foot] or bodies
    unarmed = _unarmed(bodies)
    armed = [item for item in items if item.group is not None and item.weapons and item.number == 1]
    common = [item for item in items if item not in armed]
    special = len(armed) > 1 or _is_gun([*_largest(bodies).items, *common])
    guesses: list[str] = []
    total = count(bodies)
    for item in items:
        plural = item.name.lower().endswith("s") and not item.name.lower().endswith("ss")
        if item.power or any(carried.weapon.psychic for carried in item.weapons):
            psyker = next((body for body in bodies if count_psykers(body.selections)), bodies[0])
            psyker.items.append(replace(item, number=1))
        elif item.number > 1:
            _at_its_word(item, bodies, total)
        elif item.group is not None and item.weapons and special and not plural:
            _largest(bodies).items.append(item)
            guesses.append(f"{item.name} for 1 model")
        else:
            bearers = _without_weapons(item, unarmed if item.group is not None and item.weapons else bodies)
            for body in bearers:
                body.items.append(replace(item.for_each_of(count(bearers)), number=body.number, group=None))
            if item.weapons and bearers:
                guesses.append(f"{item.name} for {'each of ' if count(bearers) > 1 else ''}{_models(count(bearers))}")
    if guesses and total > 1:
        log.info("counted_by_model", f"weapons that stand on the unit are counted by model: {'; '.join(guesses)}")


def _is_gun(items: Iterable[Item]) -> bool:
    """Whether some of what is carried is more than pistols, grenades and weapons for close combat."""
    modes = (mode for item in items for carried in item.weapons for mode in carried.weapon.modes)
    return any(mode.kind in _GUNS for mode in modes)


def _at_its_word(item: Item, bodies: Sequence[SelectedModels], total: int) -> None:
    if item.number % total == 0:
        for body in bodies:
            body.items.append(replace(item, number=item.number // total * body.number))
        return
    exact = [body for body in bodies if body.number == item.number]
    if exact:
        exact[0].items.append(item)
        return
    left = item.number
    order = sorted(bodies, key=lambda body: -body.number)
    for body in order:
        given = min(left, body.number) if body is not order[-1] else left
        if given:
            body.items.append(replace(item, number=given))
        left -= given


def _unarmed(bodies: Sequence[SelectedModels]) -> Sequence[SelectedModels]:
    without = [body for body in bodies if not any(item.weapons and item.group is not None for item in body.items)]
    return without or bodies


def _without_weapons(item: Item, bodies: Sequence[SelectedModels]) -> Sequence[SelectedModels]:
    """Return the bodies that do not carry just these weapons already."""
    weapons = {carried.weapon for carried in item.weapons}
    had = [{carried.weapon for own in body.items for carried in own.weapons} for body in bodies]
    return [body for body, own in zip(bodies, had, strict=True) if not weapons or not weapons <= own]


def _largest(bodies: Sequence[SelectedModels]) -> SelectedModels:
    return max(bodies, key=lambda body: body.number)


def _models(number: int) -> str:
    return "1 model" if number == 1 else f"{number} models"
