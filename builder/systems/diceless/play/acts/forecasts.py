"""Which weapons a unit would use on another, and what each of them would do: attacks as they are likely to go.

Each model uses one weapon in a phase, a vehicle all of its own. Of several it is the one that does most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from builder.errors import PlayError
from builder.record import replace
from builder.systems.diceless.aim import TEMPLATE_REACH, AngleZone, Speed, range_bonus, rapid_fire_shots
from builder.systems.diceless.play.acts.close_combat import FightWithWeapon
from builder.systems.diceless.play.acts.shooting import FiringAngle, ShootWithWeapon
from builder.systems.diceless.play.attacks.blows import Striking
from builder.systems.diceless.play.attacks.fields import Facing, GivenCover, VehicleTarget, kind_of_cover
from builder.systems.diceless.play.attacks.firing import Firing, KnownShots, Shot, possible_shots
from builder.systems.diceless.play.attacks.uses import Use, Worth, salvo, worth_of
from builder.systems.diceless.play.attacks.vehicle_damage import AttackResult, stays_where_it_is
from builder.systems.diceless.play.attacks.weapons import (
    Attacker,
    WeaponStack,
    Wielders,
    fires,
    fitting,
    number_of,
    strikes,
    usable,
)
from builder.systems.diceless.play.changes import SpeedSet
from builder.systems.diceless.play.queries import leader_of
from builder.systems.diceless.play.state import GameState, hull_of
from builder.systems.diceless.tokens import is_hand_grenade
from builder.systems.diceless.weapon_rules import ONE_USE
from builder.systems.fortyk.model import WeaponMode
from builder.systems.play.answers import Answers
from builder.systems.play.clock import Rules
from builder.systems.play.game import AnyRef, PartRef
from builder.systems.play.matchup import Assumptions, Situation
from builder.systems.specs import spec_of

USUAL_HITS: Mapping[str, int] = {"template": 4, "blast": 3, "large blast": 5}
"""Models that are taken to stand under a template or a blast, where nobody says how many."""
CHARGING, CHARGED = "charging", "charged"


@dataclass(frozen=True, slots=True)
class Plan:
    """The weapons that are used, in the order of the unit.

    Args:
        uses: the weapons.
        left_out: those among which a model had the choice and that cannot be worked out, with the reason.
    """

    uses: tuple[Use, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Meeting:
    """A unit or vehicle that attacks another one, in a situation and under assumptions.

    With the names of some `weapons`, or parts of them, it uses those alone. So many models more than usual are under
    each template or blast (`more_hits`). The `rules` are those of the game, with those of modules.
    """

    attacker: Attacker
    target: AnyRef
    situation: Situation
    assumptions: Assumptions
    rules: Rules[GameState]
    weapons: tuple[str, ...] = ()
    more_hits: int = 0

    @property
    def _fight(self) -> FightWithWeapon:
        return FightWithWeapon(
            attacker=self._ref,
            target=self.target,
            anyway=True,
            striking=Striking(charge=self.situation.id == CHARGING),
            vehicle=self._speed,
        )

    @property
    def _ref(self) -> AnyRef:
        ref = self.attacker.ref
        assert isinstance(ref, AnyRef)
        return ref

    @property
    def _speed(self) -> VehicleTarget:
        speed = self.assumptions.speed
        return VehicleTarget(speed=None if speed is None else Speed(speed))

    def candidates(self) -> list[tuple[WeaponStack, WeaponMode]]:
        """The weapons that can be used, in each of their modes that reach."""
        return [each for each in usable(self.attacker.stacks, self._fits) if self._is_meant(*each)]

    def _fits(self, mode: WeaponMode) -> bool:
        distance = self.situation.distance
        if distance is None:
            return strikes(mode) and (mode.kind != "grenade" or isinstance(self.target, PartRef))
        return fires(mode) and _reaches(mode, distance)

    def _is_meant(self, stack: WeaponStack, mode: WeaponMode) -> bool:
        """Whether a weapon is named; where none is, all but thrown grenades and what is used once a game."""
        if self.weapons:
            names = (stack.weapon.name.casefold(), mode.name.casefold())
            return any(word.casefold() in name for word in self.weapons for name in names)
        shoots = self.situation.distance is not None
        once = ONE_USE in mode.rules and not self.assumptions.once
        return not once and not (shoots and is_hand_grenade(stack.weapon, mode))

    def signature(self) -> tuple[object, ...]:
        """Return what of the situation decides on what comes of it: equal ones come to the same."""
        distance = self.situation.distance
        if distance is None:
            return (self.situation.id,)
        return tuple((mode, *_by_distance(mode, distance)) for _, mode in self.candidates())

    def result(self, game: GameState, use: Use) -> AttackResult | str:
        """Return what a weapon does, or why that cannot be worked out."""
        act = self._fight if self.situation.distance is None else self._shot(game, use)
        ask = Answers(spec_of(type(act)), self.rules)
        try:
            outcome = act.strike(_moving(game, self.target), self.attacker, use, isinstance(self.target, PartRef), ask)
        except PlayError as error:
            return str(error)
        unknown = (each.text for each in ask.questions if each.parameter == "strength")
        return next(unknown, None) or outcome.landing

    def _shot(self, game: GameState, use: Use) -> ShootWithWeapon:
        shot = Shot(use.mode, use.wielders)
        return ShootWithWeapon(
            attacker=self._ref,
            target=self.target,
            anyway=True,
            firing=Firing(distance=Fraction(self.situation.distance or 0), hits=self._hits(game, shot)),
            cover=GivenCover(cover=kind_of_cover(self.rules, self.assumptions.cover)),
            facing=Facing(side=self.assumptions.side),
            zones=FiringAngle(zone=AngleZone(self.assumptions.zone)),
            vehicle=self._speed,
            shots=KnownShots(shots=_rolled(use.mode)),
        )

    def _hits(self, game: GameState, shot: Shot) -> int | None:
        if not shot.mode.blast or isinstance(self.target, PartRef):
            return None
        models = models_of(game, self.target)
        usual = USUAL_HITS.get(shot.mode.blast, USUAL_HITS["blast"])
        each = usual if self.assumptions.hits is None else self.assumptions.hits
        areas = shot.areas or number_of(shot.wielders) * (_rolled(shot.mode) or 1)
        return max(0, min(models, each + self.more_hits)) * areas

    def with_hits(self, more: int) -> Meeting:
        """The same with so many models more under each template or blast."""
        return replace(self, more_hits=more)

    def plan(self, game: GameState) -> Plan:
        """The weapons that are used, and those of which nobody can tell whether they do more."""
        left_out: dict[str, None] = {}
        worth = self.worth(game, left_out)
        uses = tuple(self._blows(worth) if self.situation.distance is None else self._shots(game, worth))
        return Plan(uses, tuple(left_out))

    def worth(self, game: GameState, left_out: dict[str, None]) -> Worth:
        """Return what one of a weapon does to the target: less than nothing where it does not reach it.

        What cannot be worked out is worth as little, and noted in `left_out` with the reason.
        """

        def worth(stack: WeaponStack, mode: WeaponMode) -> float:
            if not _reaches(mode, self.situation.distance or 0):
                return -1
            found = self.result(game, self._use(stack, mode, stack.wielders))
            if isinstance(found, str):
                left_out[f"{mode.name}: {found}"] = None
                return -1
            return worth_of(game, found.changes) / stack.count

        return worth

    def _use(self, stack: WeaponStack, mode: WeaponMode, wielders: tuple[Wielders, ...]) -> Use:
        return Use(stack.weapon.name, mode, wielders, close=self.situation.distance is None)

    def _shots(self, game: GameState, worth: Worth) -> Iterator[Use]:
        """Yield the weapons that are fired, as the act does that fires all of them."""
        left = fitting(self.attacker, self._fits, isinstance(self.target, PartRef))
        meant = [each for each in left if self._is_meant(*each)]
        for each in salvo(game, self.attacker, meant, worth):
            yield self._use(each.stack, each.mode, each.wielders)

    def _blows(self, worth: Worth) -> Iterator[Use]:
        """Yield the weapons that strike: each group, and each walker, with its best one."""
        candidates = self.candidates()
        ways: dict[str, list[tuple[WeaponStack, WeaponMode]]] = {}
        for each in candidates:
            for wielder in each[0].wielders:
                ways.setdefault(wielder.id, []).append(each)
        weighed = dict.fromkeys(each for several in ways.values() if len(several) > 1 for each in several)
        worths = {each: worth(*each) for each in weighed}
        best = {id: max(several, key=lambda each: worths.get(each, 0)) for id, several in ways.items()}
        for stack, mode in candidates:
            if wielders := tuple(each for each in stack.wielders if best[each.id] == (stack, mode)):
                yield self._use(stack, mode, wielders)


def _moving(game: GameState, target: AnyRef) -> GameState:
    """The same game, in which a vehicle that may have moved, nobody noted how far, is cruising: BS as it is (D-50)."""
    if not isinstance(target, PartRef) or hull_of(game.sides[target.side], target.id).speed is not None:
        return game
    if stays_where_it_is(game, target):
        return game
    walker = hull_of(game.sides[target.side], target.id).vehicle.profile.walker
    return game if walker else SpeedSet(side=target.side, vehicle=target.id, speed=Speed.CRUISING).apply(game)


def models_of(game: GameState, target: AnyRef) -> int:
    """The models of a unit that can be hit, those of the character who leads it among them."""
    side = game.sides[target.side]
    units = (target.id, leader_of(side, target.id))
    return sum(pool.models for unit in units if unit is not None for pool in side.bodies[unit].pools.values())


def _reaches(mode: WeaponMode, distance: int) -> bool:
    reach = Shot(mode, ()).reach
    if reach is None and mode.blast == "template":
        return distance <= TEMPLATE_REACH
    return reach is None or distance <= reach


def _by_distance(mode: WeaponMode, distance: int) -> tuple[object, ...]:
    """Return what of a weapon changes with the distance: rapid fire, the bonus of heavy weapons, melta."""
    reach = Shot(mode, ()).reach
    rapid = mode.kind == "rapid fire" and rapid_fire_shots(Fraction(distance))
    bonus = mode.kind == "heavy" and reach is not None and range_bonus(Fraction(reach), Fraction(distance))
    near = "melta" in mode.rules and reach is not None and 2 * distance <= reach
    return rapid, bonus, near


def _rolled(mode: WeaponMode) -> int | None:
    """The middle of the shots that are rolled for elsewhere, the lower one of two; None where their number is known."""
    if (mode.shots or "1").isdecimal():
        return None
    known = sorted(possible_shots(mode.shots))
    return known[(len(known) - 1) // 2]


def without_one_use(uses: Iterable[Use]) -> tuple[Use, ...]:
    """Weapons that can be used again."""
    return tuple(each for each in uses if ONE_USE not in each.mode.rules)


def with_one_fewer(use: Use) -> Use | None:
    """A weapon that one model fewer uses; None where nobody is left."""
    last = use.wielders[-1]
    kept = use.wielders[:-1]
    if last.weapons > 1:
        kept = (*kept, replace(last, weapons=last.weapons - 1))
    return replace(use, wielders=kept) if kept else None
