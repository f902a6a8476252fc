"""What players enter as they know it, or agree on: losses, states, structure points, what a unit did."""

from __future__ import annotations

from collections.abc import Iterator

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.figures import Positive, Whole
from builder.systems.lethal.command import MoraleState
from builder.systems.lethal.play.changes import ChecksOwed, CombatChanged, Damaged, Lost, StructureLost
from builder.systems.lethal.play.combat import without_unit
from builder.systems.lethal.play.grouping import leave_group
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import BOTH, combat_of
from builder.systems.lethal.play.state import LethalGame, LethalHull
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.game import PartRef, UnitRef
from builder.systems.play.lookup import At, find_named, living, numbered, parts, unit_name, units


def on_foot(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit has models on foot."""
    return living(game, ref) and bool(game.body(ref).groups)


def kinds(at: At[LethalGame], act: KnownLosses | Correct) -> Iterator[Choice[str]]:
    """Yield the kinds of models of a unit."""
    body = at.game.body(act.unit)
    for group in body.unit.groups:
        yield Choice(group.id, f"{group.name}, {body.left(group)} of {group.models}")


class KnownLosses(Act[LethalGame]):
    """Models that a unit loses, whatever the cause."""

    rule, group = "L-30", "Damage"
    unit: UnitRef = given("the unit", units(on_foot), none="nobody on foot is left")
    models: Positive = given("how many, at once")
    kind: str | None = given("the kind of models that falls first", kinds, default=None, pick=True)
    cause: str = given("what it was, such as falling rocks", default="")

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """A morale check follows where a quarter is lost at once, or the unit falls below half."""
        out, body = Outcomes(game), game.body(self.unit)
        if self.models > body.on_foot:
            raise PlayError(f"{unit_name(game, self.unit)} has {counted(body.on_foot, 'model')} on foot")
        if self.cause:
            out.say(self.cause)
        left = self.models
        order = sorted(body.groups, key=lambda group: (group.id != self.kind, -body.left(group)))
        lost = {}
        for group in order:
            lost[group.id] = min(left, body.left(group))
            left -= lost[group.id]
        out.lose(self.unit, lost)
        return out.ruling(1 - self.unit.side)


class CallCheck(Act[LethalGame]):
    """A check that a unit must take for a reason that no other act covers."""

    called = "call-check"
    rule, group = "L-30", "Checks"
    unit: UnitRef = given("the unit", units(living), none="nobody is left")
    confusion: bool = given("a confusion check, and no morale check", default=False)
    cause: str = given("why: ordnance within 15 cm, coherency lost, entered by friends", default="")

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """Ordnance within 15 cm, or lost coherency, is a morale check; friends that enter it, a confusion check."""
        out = Outcomes(game)
        if game.body(self.unit).gone:
            raise PlayError(f"nobody of {unit_name(game, self.unit)} is left")
        if game.body(self.unit).morale is MoraleState.ROUTED and not self.confusion:
            raise PlayError(f"{unit_name(game, self.unit)} is routed: it takes no morale check, but rallies (L-32)")
        if self.cause:
            out.say(self.cause)
        out.owe(self.unit, "confusion" if self.confusion else "morale", self.cause)
        return out.ruling(1 - self.unit.side)


class Correct(Act[LethalGame]):
    """How a unit stands, by agreement."""

    called = "set"
    group = "Marks"
    unit: UnitRef = given("the unit", units(lambda game, ref: True))
    morale: MoraleState | None = given("its state", default=None)
    kind: str | None = given("the kind of models whose number is meant", kinds, default=None, pick=True)
    models: Whole | None = given("how many models of that kind are left", default=None)
    structure: Whole | None = given("structure points that it has lost", default=None)
    used: Whole | None = given("actions that it has used this turn, 0 to 2", default=None)
    moved: Whole | None = given("cm that it moved this turn, by which riders get out", default=None)
    speed: Whole | None = given("cm of its last action, by which it has its SU (M)", default=None)
    shots: Whole | None = given("shots that its action still allows, 0 to 2", default=None)
    no_checks: bool = given("it owes no check any more", default=False)
    no_group: bool = given("it leaves its unit group", default=False)
    no_combat: bool = given("it leaves its close combat", default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """What is given takes the place of what was; nothing follows from it but what always does."""
        out, ref, name, body = Outcomes(game), self.unit, unit_name(game, self.unit), game.body(self.unit)
        if self.morale is not None:
            out.becomes(ref, self.morale)
        if self.models is not None:
            self._count(out, ask)
        if self.structure is not None:
            self._structure(out)
        self._deeds(out)
        if self.no_checks and body.owed:
            out.add(ChecksOwed(side=ref.side, unit=ref.id))
            out.say(f"{name} owes no check")
        if self.no_group and body.group:
            leave_group(out, ref)
            out.say(f"{name} is in no group")
        combat = combat_of(game, ref)
        if self.no_combat and combat is not None:
            left = without_unit(combat, ref)
            out.add(CombatChanged(combat=left, ends=not all(left.units)))
            out.say(f"{name} is in no close combat")
        if not out.changes:
            raise PlayError(f"{name}: say what is to be changed")
        return out.ruling(ref.side)

    def _structure(self, out: Outcomes) -> None:
        """The structure points that its vehicle, or its first kind of models, has lost."""
        body, name = out.game.body(self.unit), unit_name(out.game, self.unit)
        sizes = {hull.id: hull.vehicle.profile.structure for hull in body.parts.values()}
        sizes |= {group.id: group.profile.structure for group in body.unit.groups}
        of, size = next(iter(sizes.items()))
        lost = self.structure or 0
        if lost > size:
            raise PlayError(f"{name} has {counted(size, 'structure point')}")
        out.add(StructureLost(side=self.unit.side, unit=self.unit.id, of=of, points=lost))
        out.say(f"{name}: {lost} of {size} structure points lost")

    def _deeds(self, out: Outcomes) -> None:
        """What it did this turn; with fewer than two actions used it may act again."""
        if any(value is not None and value > BOTH for value in (self.used, self.shots)):
            raise PlayError("a unit has two actions, and two shots at most")
        counts = {"used": self.used, "moved": self.moved, "shots": self.shots}
        found = {key: value for key, value in counts.items() if value is not None}
        if not found and self.speed is None:
            return
        again = (
            {"activated": False, "finished": False, "action": ""} if self.used is not None and self.used < BOTH else {}
        )
        out.did(self.unit, speed=self.speed, **found, **again)
        words = {"actions used": self.used, "cm moved": self.moved, "shots left": self.shots}
        words |= {"cm in its last action": self.speed}
        told_counts = ", ".join(f"{value} {text}" for text, value in words.items() if value is not None)
        out.say(f"{unit_name(out.game, self.unit)}: {told_counts}")

    def _count(self, out: Outcomes, ask: Answers) -> None:
        body, name = out.game.body(self.unit), unit_name(out.game, self.unit)
        choices = [Choice(group.id, group.name) for group in body.unit.groups]
        of = ask.one("kind", self.kind, f"Which models of {name}?", choices)
        group = next(each for each in body.unit.groups if each.id == of)
        models = self.models or 0
        if models > group.models:
            raise PlayError(f"{name} began with {group.models} × {group.name}")
        out.add(Lost(side=self.unit.side, unit=self.unit.id, models={of: group.models - models}))
        out.say(f"{name}: {models} of {group.models} × {group.name}")


def weapon_names(hull: LethalHull) -> dict[str, str]:
    """Return the weapons of a vehicle by id, those called the same with their number."""
    return numbered({identity: weapon.name for identity, weapon in hull.vehicle.weapons})


def vehicle_weapons(at: At[LethalGame], act: CorrectVehicle) -> Iterator[Choice[str]]:
    """Yield the weapons of a vehicle, destroyed or not."""
    hull = at.game.body(act.vehicle).parts[act.vehicle.id]
    return (Choice(identity, name) for identity, name in weapon_names(hull).items())


class CorrectVehicle(Act[LethalGame]):
    """How a vehicle stands, by agreement."""

    called = "set-vehicle"
    group = "Marks"
    vehicle: PartRef = given("the vehicle", parts(lambda game, ref: True), none="there is no vehicle")
    immobilised: bool | None = given("it is immobilised", default=None)
    destroyed: bool | None = given("it is destroyed", default=None)
    weapons: tuple[str, ...] | None = given("its weapons that are destroyed", vehicle_weapons, default=None)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """What is given takes the place of what was: a repair, or a slip of the hand."""
        hull, name = game.body(self.vehicle).parts[self.vehicle.id], unit_name(game, self.vehicle)
        weapons, known = hull.destroyed_weapons, weapon_names(hull)
        if self.weapons is not None:
            weapons = tuple(find_named(each, known, f"weapon of {name}") for each in self.weapons)
        change = Damaged(
            side=self.vehicle.side,
            vehicle=self.vehicle.id,
            weapons=weapons,
            immobilised=hull.immobilised if self.immobilised is None else self.immobilised,
            destroyed=hull.destroyed if self.destroyed is None else self.destroyed,
        )
        words = ["destroyed" if change.destroyed else "in the game"]
        words += ["immobilised"] if change.immobilised else []
        words += [f"{known[each]} destroyed" for each in weapons]
        return Ruling(f"{name}: {', '.join(words)}", [change], side=self.vehicle.side)
