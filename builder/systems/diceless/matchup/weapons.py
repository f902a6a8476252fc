"""Which weapons a unit uses on another, and what each of them does: the acts of a game, decided without a game.

Each model uses one weapon in a phase, a vehicle all of its own. Of several it is the one that does most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from builder.errors import PlayError
from builder.record import replace
from builder.systems.diceless.aim import AngleZone, Speed, range_bonus, rapid_fire_shots
from builder.systems.diceless.play.acts.close_combat import FightWithWeapon
from builder.systems.diceless.play.acts.shooting import FiringAngle, ShootWithWeapon
from builder.systems.diceless.play.attacks.blows import Striking
from builder.systems.diceless.play.attacks.fields import Facing, GivenCover, VehicleTarget
from builder.systems.diceless.play.attacks.firing import Firing, KnownShots, Shot, possible_shots
from builder.systems.diceless.play.attacks.uses import Use
from builder.systems.diceless.play.attacks.vehicle_damage import AttackResult
from builder.systems.diceless.play.attacks.wielders import (
    Attacker,
    WeaponStack,
    Wielders,
    fires,
    number_of,
    strikes,
    usable,
)
from builder.systems.diceless.play.changes import Lined, Pooled, Rowed, Sped
from builder.systems.diceless.play.course import RULES
from builder.systems.diceless.play.queries import leader_of
from builder.systems.diceless.play.state import GameState, hull_of
from builder.systems.diceless.tokens import is_hand_grenade
from builder.systems.diceless.vehicle_damage import LINES, Hit
from builder.systems.diceless.weapon_rules import ONE_USE
from builder.systems.fortyk.model import WeaponMode
from builder.systems.play.answers import Answers
from builder.systems.play.game import AnyRef, PartRef
from builder.systems.play.matchup import Assumptions, Situation
from builder.systems.specs import spec_of

TEMPLATE_REACH = 8
"""Inches that a template reaches, as in the base game."""
USUAL_HITS: Mapping[str, int] = {"template": 4, "blast": 3, "large blast": 5}
"""Models that are taken to stand under a template or a blast, where nobody says how many."""
CHARGING, CHARGED = "charging", "charged"
_HIT_WORTH: Mapping[Hit, int] = {"G": 36, "P": 72}
_WRECK_WORTH = 10_000
_THRESHOLDS = {line.letter: len(line.thresholds) for line in LINES}


@dataclass(frozen=True, slots=True)
class Plan:
    """The weapons that are used, in the order of the unit.

    Args:
        uses: the weapons.
        left_out: those that cannot be worked out, with the reason.
        first: what the first of them does, where that is known already.
    """

    uses: tuple[Use, ...]
    left_out: tuple[str, ...] = ()
    first: AttackResult | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A unit or vehicle that attacks another one, in a situation and under assumptions.

    With the names of some `weapons`, or parts of them, it uses those alone. So many models more than usual are under
    each template or blast (`more_hits`).
    """

    attacker: Attacker
    target: AnyRef
    situation: Situation
    assumptions: Assumptions
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
        """What of the situation decides on what comes of it: equal ones come to the same."""
        distance = self.situation.distance
        if distance is None:
            return (self.situation.id,)
        return tuple((mode, *_by_distance(mode, distance)) for _, mode in self.candidates())

    def result(self, game: GameState, use: Use) -> AttackResult | str:
        """What a weapon does, or why that cannot be worked out."""
        act = self._fight if self.situation.distance is None else self._shot(game, use)
        ask = Answers(spec_of(type(act)), RULES)
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
            cover=GivenCover(cover=self.assumptions.cover),
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
        return Meeting(self.attacker, self.target, self.situation, self.assumptions, self.weapons, more)

    def plan(self, game: GameState) -> Plan:
        """The weapons that are used, and those that cannot be worked out."""
        choices: list[tuple[Use, WeaponStack, AttackResult]] = []
        left_out: list[str] = []
        for stack, mode in self.candidates():
            use = Use(stack.weapon.name, mode, stack.wielders, close=self.situation.distance is None)
            found = self.result(game, use)
            if isinstance(found, str):
                left_out.append(f"{mode.name}: {found}")
            else:
                choices.append((use, stack, found))
        chosen = tuple(self._chosen(game, choices))
        first = next((found for use, _, found in choices if chosen and use is chosen[0]), None)
        return Plan(chosen, tuple(dict.fromkeys(left_out)), first)

    def _chosen(self, game: GameState, choices: Sequence[tuple[Use, WeaponStack, AttackResult]]) -> Iterator[Use]:
        """Yield the uses of weapons: of each group its best one, of each weapon that a vehicle fires its best mode."""
        best: dict[object, tuple[float, int]] = {}
        for place, (_, stack, found) in enumerate(choices):
            worth = _worth(game, found) / stack.count
            for each in stack.wielders:
                value, key = worth * each.weapons, self._one_of(stack, each)
                if key not in best or value > best[key][0]:
                    best[key] = value, place
        for place, (use, stack, _) in enumerate(choices):
            wielders = tuple(each for each in stack.wielders if best[self._one_of(stack, each)][1] == place)
            if wielders:
                yield use if len(wielders) == len(stack.wielders) else replace(use, wielders=wielders)

    def _one_of(self, stack: WeaponStack, wielder: Wielders) -> object:
        """What uses one weapon alone: a group, a vehicle that strikes, or each gun of one that fires."""
        fires_all = bool(wielder.vehicle) and self.situation.distance is not None
        return (wielder.vehicle, stack.weapon) if fires_all else wielder.id


def _moving(game: GameState, target: AnyRef) -> GameState:
    """The same game, in which a vehicle that nobody noted a speed of is cruising, which changes no BS (D-50)."""
    if not isinstance(target, PartRef) or hull_of(game.sides[target.side], target.id).speed is not None:
        return game
    walker = hull_of(game.sides[target.side], target.id).vehicle.profile.walker
    return game if walker else Sped(side=target.side, vehicle=target.id, speed=Speed.CRUISING).apply(game)


def models_of(game: GameState, target: AnyRef) -> int:
    """The models of a unit that can be hit, those of the character who leads it among them."""
    side = game.sides[target.side]
    units = (target.id, leader_of(side, target.id))
    return sum(pool.models for unit in units if unit is not None for pool in side.bodies[unit].pools.values())


def _worth(game: GameState, result: AttackResult) -> float:
    """How much a result is, to choose among weapons: HP lost, or hits on a vehicle and what is on its lines."""
    worth = 0.0
    for each in result.changes:
        match each:
            case Pooled():
                worth += each.lost
            case Lined():
                before = hull_of(game.sides[each.side], each.vehicle).lines
                more = {letter: value - before.get(letter, 0) for letter, value in each.lines.items()}
                worth += sum(value * _THRESHOLDS[letter] for letter, value in more.items())
            case Rowed():
                new = each.rows.landed[len(hull_of(game.sides[each.side], each.vehicle).rows.landed) :]
                worth += sum(_HIT_WORTH[hit.row] for hit in new) + _WRECK_WORTH * each.rows.destroyed
    return worth


def _reaches(mode: WeaponMode, distance: int) -> bool:
    reach = Shot(mode, ()).reach
    if reach is None and mode.blast == "template":
        return distance <= TEMPLATE_REACH
    return reach is None or distance <= reach


def _by_distance(mode: WeaponMode, distance: int) -> tuple[object, ...]:
    """What of a weapon changes with the distance: rapid fire, the bonus of heavy weapons, melta."""
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
