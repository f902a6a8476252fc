"""The models and vehicles of a unit: which of its choices are bodies on the table, and which are carried by whom."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from builder.roster.view import ProfileView, SelectionView
from builder.systems.fortyk.columns import Kind, kind_of, of_kind
from builder.systems.fortyk.items import Item, items_from, own_item
from builder.systems.fortyk.log import Log
from builder.systems.fortyk.weapons import tidy

_ADDED = re.compile(r"\b(?:additional|extra|more)\b", re.IGNORECASE)


@dataclass(slots=True, kw_only=True)
class Body:
    """`number` models or vehicles of one stat line, with what they carry and the choices that they were made from."""

    name: str
    number: int
    stat: ProfileView
    selections: list[SelectionView]
    items: list[Item] = field(default_factory=list)

    @property
    def on_foot(self) -> bool:
        """Whether it has wounds and no armour values."""
        return kind_of(self.stat) is Kind.MODEL

    @property
    def transport(self) -> ProfileView | None:
        """The profile that tells its capacity, where that stands beside the stat line."""
        found = (profile for one in self.selections for profile in of_kind(one.profiles, Kind.TRANSPORT))
        return next(found, None)


@dataclass(slots=True)
class Structure:
    """A unit taken apart; `items` and `selections` are those that stand on the unit and on no body of it."""

    bodies: list[Body] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    selections: list[SelectionView] = field(default_factory=list)


def stat_lines(selection: SelectionView) -> list[ProfileView]:
    """The stat lines that stand on a choice itself."""
    return list(of_kind(selection.profiles, Kind.MODEL, Kind.VEHICLE))


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

    def add(self, selection: SelectionView, name: str, stat: ProfileView) -> Body:
        body = Body(name=tidy(name), number=selection.number, stat=stat, selections=[])
        self.structure.bodies.append(body)
        return body

    def named_like(self, selection: SelectionView) -> list[ProfileView]:
        """The unit's stat line with the longest name that the name of a model contains, in singular or plural."""
        name = _singular(selection.name)
        fitting = [profile for profile in self.shared if _singular(profile.name) in name]
        return [max(fitting, key=lambda profile: len(profile.name))] if fitting else []

    def kin_of(self, selection: SelectionView) -> ProfileView | None:
        """The stat line of a model in the unit whose name is the beginning of that of another one, or the reverse."""
        known = [profile for one in self.unit.walk() for profile in of_kind(one.profiles, Kind.MODEL)]
        name = f"{_singular(selection.name)} "
        plainer = [profile for profile in known if name.startswith(f"{_singular(profile.name)} ")]
        fuller = [profile for profile in known if _singular(profile.name).startswith(name)]
        return next(iter(plainer or fuller), None)

    def enter(self, selection: SelectionView, body: Body | None) -> None:
        """Note what stands on a choice that is a body, or the unit, and go on with those inside it."""
        (self.structure if body is None else body).selections.append(selection)
        item = own_item(selection, self.log)
        if item.weapons or item.gear or item.invulnerable:
            (self.structure if body is None else body).items.append(item)
        for child in selection.children:
            if child.number > 0:
                self.visit(child, body)

    def visit(self, selection: SelectionView, above: Body | None) -> None:
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

    def promotes(self, selection: SelectionView, stat: ProfileView, above: Body | None) -> Body | None:
        """The body whose stat line an upgrade replaces, if it is one."""
        if above is None or selection.type != "upgrade" or above.selections[0].type == "unit":
            return None
        if not above.on_foot or kind_of(stat) is not Kind.MODEL or selection.number != above.number:
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
    """How many weapons of a kind are the only word on how many models a unit has, and what they are called.

    That is so where the stat line is not the unit's own (Weapons Team on a Heavy Weapons Squad), and each weapon that
    is chosen for it directly is there several times.
    """
    own, name = _singular(stat.name), _singular(unit.name)
    if unit.type != "unit" or kind_of(stat) is not Kind.MODEL or own in name or name in own:
        return None
    if any(one is not unit and (one.type != "upgrade" or stat_lines(one)) for one in unit.walk()):
        return None
    armed = [child for child in unit.children if child.number and any(of_kind(child.profiles, Kind.WEAPON))]
    most = max(armed, key=lambda child: child.number, default=None)
    return (most.number, most.name) if most and most.number > 1 else None


def _each_name_once(profiles: Iterable[ProfileView]) -> list[ProfileView]:
    """The first profile of each name."""
    found: dict[str, ProfileView] = {}
    for profile in profiles:
        found.setdefault(profile.name.strip(), profile)
    return list(found.values())


def _singular(name: str) -> str:
    words = (word.removesuffix("s") for word in name.lower().split())
    return " ".join(f"{word[:-3]}man" if word.endswith("men") else word for word in words)


def count(bodies: Iterable[Body]) -> int:
    """How many models and vehicles some bodies come to."""
    return sum(body.number for body in bodies)
