"""Steps 1 and 2 of an assault: who shot at whom, charges declared and moved, units locked (A-02 to A-04, A-12)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from builder.errors import PlayError
from builder.systems.assault.fighters import charge_range
from builder.systems.assault.play.state import (
    AnyBattle,
    AssaultCombat,
    Charged,
    CombatPlace,
    DeclaredCharge,
    FoughtOn,
    assaults,
    combat_of,
    left_fighters,
    strikers,
    strikers_with_unit,
)
from builder.systems.assault.rules import RANGE, bound_to, charge_move, may_declare
from builder.systems.figures import Dice, Inches, Whole
from builder.systems.fortyk.squads import (
    ASSAULT,
    ASSAULT_RANGE,
    BEFORE_MOVE,
    CHARGED,
    DECLARED,
    ENGAGED,
    FALLING_BACK,
    LOCKED,
    RESERVE,
    SHOT,
    SHOT_AT,
    STOOD_TO_FIRE,
    FortykUnit,
    key,
    ref_of,
)
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Flagged, Outcome, fold
from builder.systems.play.clock import Rules
from builder.systems.play.dice import some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, unit_name, units


def on_table(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit can be shot at and charged: it is neither aboard a transport nor in reserve."""
    body = game.body(ref)
    return living(game, ref) and body.aboard is None and RESERVE not in body.flags


def acting(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit belongs to the player whose turn it is, and is on the table."""
    return ref.side == game.clock.active and on_table(game, ref)


def enemies(at: At[AnyBattle], act: ShotAtEnemy | DeclareCharge) -> Iterator[Choice[UnitRef]]:
    """The units of the other side, once it is known whose."""
    unit = known(lambda: act.unit)
    return (each for each in units(on_table)(at, act) if unit is None or each.value.side != unit.side)


def can_charge(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit may charge as far as its states say."""
    return acting(game, ref) and bool(left_fighters(game.body(ref))) and not _bar(game, ref)


def reach(game: AnyBattle, ref: UnitRef, rules: Rules[AnyBattle]) -> int:
    """Return how far a unit charges: as its datasheet has it, unless a house rule says otherwise (A-02)."""
    variant = rules.variants.get(ASSAULT_RANGE)
    inches: int | None = variant(game, ref) if variant else None
    return charge_range(game.body(ref).unit) if inches is None else inches


def _bar(game: AnyBattle, ref: UnitRef, distance: float = 0, reach: int = RANGE) -> str:
    body: FortykUnit = game.body(ref)
    if FALLING_BACK in body.flags:
        return "it falls back"
    return may_declare(
        locked=LOCKED in body.flags or combat_of(game, ref) is not None,
        stood_to_fire=STOOD_TO_FIRE in body.flags,
        distance=distance,
        reach=reach,
    )


def declared(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit has declared a charge that has not been moved yet."""
    charge = assaults(game).charges.get(key(ref))
    return charge is not None and not charge.moved


def arrived(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether the charge of a unit reached somebody."""
    charge = assaults(game).charges.get(key(ref))
    return charge is not None and charge.moved


def terrain_dice(ask: Answers, dice: Dice, *, rolled: bool) -> tuple[int, ...]:
    """Return the two dice of a charge over difficult terrain, which are asked for if need be; none in the open."""
    if not (rolled or dice):
        return ()
    return tuple(some_dice(ask, "dice", dice, "difficult terrain, the highest counts (A-04)", 2))


class ShotAtEnemy(Act[AnyBattle]):
    """A unit shot at an enemy, which binds its charge."""

    called = "shot"
    rule, group = "A-03, A-05", "Assault"
    unit: UnitRef = given("who shot", units(acting), none="nobody of the player whose turn it is can have shot")
    at: UnitRef = given("at whom", enemies, none="nobody of the other side is there")
    stood: bool = given("it stood still to fire heavy weapons, or twice: no charge this turn", default=False)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """It may charge only what it shot at, or that first, and has no die for charging (A-03, A-05)."""
        changes: list[Outcome[AnyBattle]] = [
            Flagged(side=self.unit.side, unit=self.unit.id, flag=SHOT),
            *ask.passing(SHOT_AT, game, self.unit, self.at).changes,
        ]
        if self.stood:
            changes.append(Flagged(side=self.unit.side, unit=self.unit.id, flag=STOOD_TO_FIRE))
        stood = ", standing still for it: it charges nobody this turn" if self.stood else ""
        text = f"{unit_name(game, self.unit)} shot at {unit_name(game, self.at)}{stood}"
        return Ruling(text, changes, side=self.unit.side)


class DeclareCharge(Act[AnyBattle]):
    """A unit declares whom it charges."""

    rule, group = "A-02, A-03", "Assault"
    usual = ("unit", "targets", "distance", "coherency")
    unit: UnitRef = given("who charges", units(can_charge), none="no unit may charge")
    targets: tuple[UnitRef, ...] = given("whom, the first one first", enemies, none="nobody is left to charge")
    distance: Inches = given("inches to the nearest of them")
    coherency: bool = given("all of several targets are reached in coherency", default=False)
    difficult: bool = given("over difficult terrain, and its dice are rolled now", default=False)
    dice: Dice = given("the two dice of difficult terrain, where they are rolled now", default=())

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """It may, by what it did this turn, its reach, and whom it shot at."""
        name, targets = unit_name(game, self.unit), tuple(dict.fromkeys(self.targets))
        if game.clock.phase != ASSAULT:
            raise PlayError("charges are declared in the assault phase (A-01)")
        if not acting(game, self.unit):
            raise PlayError(f"{name}: charges are declared by the player whose turn it is, with units on the table")
        if not targets or any(each.side == self.unit.side or not on_table(game, each) for each in targets):
            raise PlayError(f"{name} charges units of the other side that are on the table: name one or more of them")
        if why := _bar(game, self.unit, self.distance, reach(game, self.unit, ask.rules)):
            raise PlayError(f"{name} may not charge: {why}")
        shot_at = assaults(game).shots.get(key(self.unit), "")
        if not bound_to(shot_at, [key(each) for each in targets]):
            first = unit_name(game, ref_of(shot_at))
            raise PlayError(f"{name} shot at {first}: it charges that, or that first and then others (A-03)")
        if len(targets) > 1 and not self.coherency:
            raise PlayError("several are charged only where all are reached in coherency: say so with --coherency")
        dice = terrain_dice(ask, self.dice, rolled=self.difficult)
        charge = DeclaredCharge(targets=tuple(map(key, targets)), distance=self.distance, dice=dice)
        changes: tuple[Outcome[AnyBattle], ...] = (Charged(unit=key(self.unit), charge=charge),)
        follows = ask.passing(DECLARED, fold(game, changes), self.unit, *targets)
        whom = " and ".join(unit_name(game, each) for each in targets)
        over = f', over difficult terrain: {max(dice)}"' if dice else ""
        text = f'{name} declares a charge on {whom}, {self.distance:g}" away{over}'
        return Ruling("; ".join(filter(None, (text, follows.text))), (*changes, *follows.changes), side=self.unit.side)


class MoveCharge(Act[AnyBattle]):
    """A unit that declared a charge moves."""

    called = "charge-move"
    rule, group = "A-04, A-12, A-16", "Assault"
    usual = ("unit", "difficult", "dice", "blocked")
    unit: UnitRef = given("who moves", units(declared), none="no charge is declared")
    difficult: bool = given("into, out of or through difficult terrain", default=False)
    dice: Dice = given("the two dice of difficult terrain, of which the highest counts", default=())
    blocked: bool = given("no model has a free way to the enemy", default=False)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """The nearest model first, to the nearest enemy; too short a move, and nobody moves."""
        name, charge = unit_name(game, self.unit), assaults(game).charges.get(key(self.unit))
        if charge is None or charge.moved:
            raise PlayError(f"{name} has no charge to move: declare it first")
        dice = charge.dice or terrain_dice(ask, self.dice, rolled=self.difficult)
        follows = ask.passing(BEFORE_MOVE, game, self.unit, *map(ref_of, charge.targets))
        came = charge_move(charge.distance, dice, reach(game, self.unit, ask.rules))
        steps = [f'{came.move}" of move, {charge.distance:g}" to the enemy']
        changes: list[Outcome[AnyBattle]] = [*follows.changes]
        if self.blocked or not came.reaches:
            changes.append(Charged(unit=key(self.unit)))
            why = "no way is free" if self.blocked else f'{came.move}" is too short for {charge.distance:g}"'
            text = f"{name} does not charge: {why}; nobody moves, nobody is locked"
        else:
            moved = DeclaredCharge(targets=charge.targets, distance=charge.distance, moved=True)
            changes.append(Charged(unit=key(self.unit), charge=moved))
            changes.append(Flagged(side=self.unit.side, unit=self.unit.id, flag=CHARGED))
            text = f"{name} charges: its nearest model first, to the nearest enemy; then say who is in contact (locked)"
        return Ruling("; ".join(filter(None, (follows.text, text))), changes, steps, side=self.unit.side)


def charged_by(at: At[AnyBattle], act: Lock) -> Iterator[Choice[UnitRef]]:
    """The units that a charger charges, those first that it has yet to be locked with."""
    charge, joined = assaults(at.game).charges.get(key(act.unit)), combat_of(at.game, act.unit)
    targets = () if charge is None else charge.targets
    fought = joined[1].places if joined else ()
    yield from sorted(
        (choice for choice in units(living)(at, act) if key(choice.value) in targets),
        key=lambda choice: key(choice.value) in fought,
    )


class Lock(Act[AnyBattle]):
    """Chargers are in contact: who fights whom, and with how many models."""

    called = "locked"
    rule, group = "A-02, A-06, A-09, A-14", "Assault"
    usual = ("unit", "target", "contact", "support", "target-contact", "target-support", "cover")
    unit: UnitRef = given("who charged", units(arrived), none="no charge has reached anybody")
    target: UnitRef | None = given("who is charged, where there are several", charged_by, default=None)
    contact: Whole = given("its models in contact with anybody")
    support: Whole = given('its models within 2" of those', default=0)
    target_contact: Whole = given("models of the target in contact with anybody")
    target_support: Whole = given('models of the target within 2" of those', default=0)
    cover: Whole = given("models of the target in or behind cover, who strike at 10", default=0)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """Both are locked; a unit that fights already is joined in its combat, and two combats become one."""
        targets = charged_by(At(game, ask.rules), self)
        target = ask.one("target", self.target, "Whom are they in contact with?", targets)
        if not left_fighters(game.body(target)):
            why = "it has no WS to strike back with: what pierces it is in your own book, and nobody is locked"
            raise PlayError(f"{unit_name(game, target)}: {why}")
        own = self._place(game, self.unit, self.contact, self.support, 0)
        theirs = self._place(game, target, self.target_contact, self.target_support, self.cover)
        if not own.contact or not theirs.contact:
            raise PlayError("nobody is in contact: there is no combat, and nobody is locked")
        joined = dict(filter(None, (combat_of(game, target), combat_of(game, self.unit))))
        name = next(iter(joined), f"{game.clock.turn}.{key(self.unit)}")
        known = {written: place for each in joined.values() for written, place in each.places.items()}
        covered = known[key(target)].cover if key(target) in known else 0
        places = {**known, key(self.unit): own, key(target): replace(theirs, cover=max(covered, self.cover))}
        charging = tuple(dict.fromkeys((*(who for each in joined.values() for who in each.charging), key(self.unit))))
        number = max((each.round for each in joined.values()), default=1)
        now = AssaultCombat(places=places, charging=charging, round=number)
        changes: list[Outcome[AnyBattle]] = [FoughtOn(combat=each) for each in joined if each != name]
        changes.append(FoughtOn(combat=name, now=now))
        for ref in (self.unit, target):
            changes += [Flagged(side=ref.side, unit=ref.id, flag=flag) for flag in (ENGAGED, LOCKED)]
        after = fold(game, changes)
        steps = [strikers_with_unit(game, each) for each in strikers(after, now)]
        text = f"{unit_name(game, self.unit)} and {unit_name(game, target)} are locked"
        return Ruling(text, changes, steps, side=self.unit.side)

    @staticmethod
    def _place(game: AnyBattle, ref: UnitRef, contact: int, support: int, cover: int) -> CombatPlace:
        models = sum(each.models for each in left_fighters(game.body(ref)))
        if contact + support > models or cover > models:
            raise PlayError(
                f"{unit_name(game, ref)} has {models} models that fight: {contact} and {support} are too many"
            )
        return CombatPlace(contact=contact, support=support, cover=cover, models=models)
