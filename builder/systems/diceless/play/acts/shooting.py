"""Shooting in a game: one type of weapon of a unit or a vehicle at a unit or a vehicle (D-20 to D-38, D-50 to D-58)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Annotated

from builder.errors import PlayError
from builder.record import replace
from builder.scalars import signed
from builder.systems.calculation import Explained
from builder.systems.common.units import has_rule
from builder.systems.diceless.aim import ZONES, AngleZone, OnVehicle, inches_text, seen_at_night
from builder.systems.diceless.damage import HIGHEST
from builder.systems.diceless.movement import TREMOR
from builder.systems.diceless.play.attacks.casualties import Strike, on_unit
from builder.systems.diceless.play.attacks.eligibility import SIDES, Role, body_name, is_vehicle, silent_of
from builder.systems.diceless.play.attacks.fields import (
    AREA,
    ArmourPiercing,
    AttackRules,
    BallisticSkill,
    Chart,
    CoverEffect,
    CoverRule,
    Facing,
    Figures,
    GivenCover,
    GivenLosses,
    GivenRerolls,
    HitChoices,
    Leader,
    OnHull,
    OnModels,
    OnTargetUnit,
    Penetration,
    Saves,
    Side,
    TargetToughness,
    VehicleTarget,
    said,
)
from builder.systems.diceless.play.attacks.firing import (
    Firing,
    KnownShots,
    OnShot,
    Shot,
    check_reach,
    covered,
    distance_of,
    on_models,
    on_vehicle,
    strength_on_vehicle,
)
from builder.systems.diceless.play.attacks.permitted import check_one_target, check_psychic_test
from builder.systems.diceless.play.attacks.squads import squads
from builder.systems.diceless.play.attacks.strength import (
    MELTA,
    attack_of,
    extra_of,
    ignores_cover,
    printed_ap,
    rends,
    strength_known,
    strongest,
    total,
    toughness_of,
    typed,
    wounds,
)
from builder.systems.diceless.play.attacks.tokens import ShotTokens, overheated, scattered, usable_on
from builder.systems.diceless.play.attacks.uses import Use
from builder.systems.diceless.play.attacks.vehicle_damage import AttackResult, armour_hit, on_hull, speed_of
from builder.systems.diceless.play.attacks.weapon_attack import AttackOutcome, WeaponAttack
from builder.systems.diceless.play.attacks.weapons import Attacker, fires
from builder.systems.diceless.play.changes import Change, GroupHealthSet, UnitFlagged
from builder.systems.diceless.play.state import Flag, GameState, Phase, hull_of, unit_of, vehicle_of
from builder.systems.diceless.weapon_rules import DEEP_SHOTS, INSTANT_DEATH_RULE, PINNING, RENDING_SHOTS, has
from builder.systems.fortyk.model import Unit, WeaponMode
from builder.systems.parameters import Choice, Params, given, names
from builder.systems.play.actions import Act
from builder.systems.play.answers import Answers
from builder.systems.play.game import Ref


class FiringAngle(Params):
    """Where a vehicle stands, as heavy weapons see it."""

    heading = "A vehicle that is hit"
    zone: AngleZone | None = given(
        "the zone of the angle template, for heavy weapons: red, orange, yellow",
        default=None,
        when="for BS of heavy weapons against a vehicle",
    )


ANGLES = tuple(f"{side}-{zone}" for zone in AngleZone for side in SIDES)
"""The sides of a vehicle, each with the zone that a heavy weapon fires from, as they are written."""
Angle = Annotated[str, names(ANGLES)]
"""A side of a vehicle with a zone of the angle template: `front-red`."""


class FiringSide(Params):
    """Side and zone in one word, where both are open."""

    heading = "A vehicle that is hit"
    angle: Angle | None = given(
        "side and zone of the angle template at once, as front-red",
        default=None,
        when="for heavy weapons against a vehicle whose sides differ",
    )


class AreaTarget(Params):
    """What blasts and templates do to models."""

    heading = "A unit that is hit"
    vulnerable: bool | None = given(
        "it is vulnerable to blasts and templates: yes, no; by its rules if not given", default=None, when=AREA
    )


class ShootWithWeapon(WeaponAttack):
    """One type of weapon fires at a unit or a vehicle."""

    called = "shoot"
    rule = "D-20"
    usual = ("attacker", "target", "weapon", "mode", "models", "cover")
    roles = (Role.SHOOTS, Role.SHOT_AT)
    split: bool = given("it may fire at another target than before in this phase, by a rule of its own", default=False)
    firing: Firing = Firing()
    rerolls: GivenRerolls = GivenRerolls()
    rules: AttackRules = AttackRules()
    cover_rule: CoverRule = CoverRule()
    saves: Saves = Saves()
    cover: GivenCover = GivenCover()
    area: AreaTarget = AreaTarget()
    leader: Leader = Leader()
    losses: GivenLosses = GivenLosses()
    facing: Facing = Facing()
    zones: FiringAngle = FiringAngle()
    firing_side: FiringSide = FiringSide()
    vehicle: VehicleTarget = VehicleTarget()
    penetration: Penetration = Penetration()
    chart: Chart = Chart()
    choices: HitChoices = HitChoices()
    tokens: ShotTokens = ShotTokens()
    figures: Figures = Figures()
    piercing: ArmourPiercing = ArmourPiercing()
    shots: KnownShots = KnownShots()
    skill: BallisticSkill = BallisticSkill()
    toughness: TargetToughness = TargetToughness()

    def fits(self, mode: WeaponMode) -> bool:
        """Whether a mode shoots."""
        return fires(mode)

    def check(self, game: GameState) -> None:
        """Whether it is the phase to fire, and at this target."""
        super().check(game)
        if not self.split:
            check_one_target(game, self.attacker, self.target)

    def strike(self, game: GameState, attacker: Attacker, using: Use, at_vehicle: bool, ask: Answers) -> AttackOutcome:
        """Return what a shot does to the target and to those who fire; the opponent's tokens on it are used up."""
        if not self.anyway:
            check_psychic_test(game, self.attacker, using.mode)
        shot = Shot(using.mode, using.wielders)
        check_reach(shot, self.firing.distance)
        held_back = _held_back(game, attacker.ref.side, silent_of(game, attacker.ref, self.anyway))
        seen = (*held_back, *self._seen(game, attacker.unit))
        on = self._on_shot(game, using.mode, at_vehicle, ask)
        hot = overheated(game, attacker.ref, shot, self.tokens, on, ask)
        moved = scattered(game, attacker.ref, shot, self.tokens, on)
        shot = replace(shot, died=hot.died)
        landing = (
            self._at_vehicle(game, shot, attacker.unit, on, ask) if at_vehicle else self._at_unit(game, shot, on, ask)
        )
        return AttackOutcome(
            landing=landing,
            changes=(*hot.changes, *moved.changes, *landing.changes, *self._tremor(game, using.mode)),
            steps=(*seen, *hot.steps, *moved.steps, *landing.steps),
            notes=(hot.text, moved.text, _after(using.mode, landing)),
            wanted=tuple(usable_on(game, attacker.ref, shot)),
        )

    def _on_shot(self, game: GameState, mode: WeaponMode, at_vehicle: bool, ask: Answers) -> OnShot:
        hit = () if at_vehicle else squads(game, self.target, not self.leader.without_leader)
        cover = CoverEffect()
        if self.cover.is_modifier and not ignores_cover(mode, self.cover_rule):
            groups, direct = (each.group for each in hit), not self.tokens.indirect
            cover = self.cover.modifies(ask.rules, groups, blast=bool(mode.blast), direct=direct)
        return OnShot(
            firing=self.firing,
            shots=self.shots,
            rerolls=self.rerolls,
            figures=self.figures,
            skill=self.skill,
            cover=cover,
        )

    def _seen(self, game: GameState, firers: Unit) -> tuple[str, ...]:
        """Return how far it is seen at night, where the distance was said; a barrage need not see its target (D-82).

        Raises:
            PlayError: the target is out of sight, and nothing else was agreed.
        """
        if not game.extra.night or self.firing.distance is None or self.tokens.indirect:
            return ()
        senses = has_rule(firers.rules, "acute senses") or has_rule(firers.rules, "night vision")
        seen = seen_at_night(self.firing.distance, said(self.firing.acute_senses, senses))
        if not seen.value and not self.anyway:
            why = f"the target is out of sight at {inches_text(self.firing.distance)}: {seen.steps[0]} (D-82)"
            raise PlayError(f"{why}; by agreement with --anyway")
        return seen.steps

    def _at_unit(self, game: GameState, shot: Shot, on: OnShot, ask: Answers) -> AttackResult:
        target, figures = self.target, self.figures
        hit = squads(game, target, not self.leader.without_leader)
        wounding = wounds(shot.mode, hit, figures, self.saves)
        mode = wounding.value
        shot = replace(shot, mode=mode)
        if figures.damage is None:
            rules = unit_of(game.sides[target.side], target.id).rules
            weak = has_rule(rules, "vulnerable") or has_rule(rules, "swarm")
            doubled = bool(mode.blast) and said(self.area.vulnerable, weak)
            toughness = min(HIGHEST, toughness_of(mode, hit, figures, self.toughness) + on.cover.more_t)
            most = sum(each.pool.models for each in hit)
            damage = on_models(shot, toughness, doubled, on, ask, most)
        else:
            damage = typed(figures, strength_known(mode, shot.wielders, figures))
        strike = Strike(
            damage=total(damage.value),
            attack=attack_of(mode, self.piercing, self.rules, self.cover_rule),
            by_strength=damage.value,
            instant_death=INSTANT_DEATH_RULE in mode.rules,
            rending=rends(mode, self.rules),
            tougher=on.cover.more_t,
        )
        models = OnModels(
            saves=self.saves,
            cover=self.cover,
            rules=self.rules,
            losses=self.losses,
            largest_first=game.extra.largest_first,
        )
        landing = on_unit(
            game, target, strike, OnTargetUnit(models=models, hull=self._on_hull, leader=self.leader), ask
        )
        return landing.after(*wounding.steps, *on.cover.steps, *damage.steps)

    @property
    def _on_hull(self) -> OnHull:
        return OnHull(facing=self.facing, chart=self.chart, choices=self.choices)

    def _at_vehicle(self, game: GameState, shot: Shot, firers: Unit, on: OnShot, ask: Answers) -> AttackResult:
        target, mode, figures = self.target, shot.mode, self.figures
        side: Side | None = None
        cover = None if ignores_cover(mode, self.cover_rule) else self.cover.save
        if figures.damage is None:
            side, zone = self._angle(game, mode, ask)
            speed = speed_of(game, target, self.vehicle.speed, ask)
            aimed = OnVehicle(
                zone=zone,
                speed=speed.value,
                ap=printed_ap(mode, self.piercing),
                tank_hunters=said(self.vehicle.tank_hunters, has_rule(firers.rules, "tank hunter")),
            )
            fired = on_vehicle(shot, aimed, cover, on, ask)
            damage = Explained(fired.value, (*speed.steps, *fired.steps))
        else:
            strength = strongest(strength_on_vehicle(mode, each, figures, ask) for each in shot.wielders)
            damage = covered(typed(figures, strength), cover)
        facing = self.facing if side is None else Facing(side=side)
        armour = armour_hit(game, target, facing, ask, lance="lance" in mode.rules)
        landing = on_hull(game, target, damage.value, armour, self._extra(shot, ask), self._on_hull, ask)
        return landing.after(*on.cover.steps, *damage.steps)

    def _angle(self, game: GameState, mode: WeaponMode, ask: Answers) -> tuple[Side | None, AngleZone | None]:
        """The side of the vehicle, where it is told with the zone, and the zone, for heavy weapons alone (D-50)."""
        if mode.kind != "heavy":
            return None, None
        profile = vehicle_of(game.sides[self.target.side], self.target.id)[1].profile
        values = {side: getattr(profile, side) for side in SIDES}
        known = self.facing.av is not None or self.facing.side is not None or len({*values.values()}) == 1
        if known or self.zones.zone is not None:
            choices = [Choice(zone, f"{zone}: BS {signed(ZONES[zone])}") for zone in AngleZone]
            question = "From which zone of the angle template does the heavy weapon fire?"
            return None, ask.one("zone", self.zones.zone, question, choices)
        angles = [
            Choice(f"{side}-{zone}", f"{side}, AV {values[side]}, {zone}: BS {signed(ZONES[zone])}")
            for zone in AngleZone
            for side in SIDES
        ]
        question = "Which side is hit, and from which zone of the angle template?"
        word = ask.one("angle", self.firing_side.angle, question, angles)
        return next((side, zone) for zone in AngleZone for side in SIDES if f"{side}-{zone}" == word)

    def _extra(self, shot: Shot, ask: Answers) -> str | None:
        """Extra penetration: melta up to half its range, rending, snipers (D-30, D-51)."""
        if self.penetration.extra is None and "melta" in shot.mode.rules and shot.reach is not None:
            half = Fraction(shot.reach, 2)
            if distance_of([shot.mode], self.firing.distance, ask, at_vehicle=True) <= half:
                return MELTA
        return extra_of(shot.mode, DEEP_SHOTS, RENDING_SHOTS, self.penetration, self.rules)

    def _tremor(self, game: GameState, mode: WeaponMode) -> tuple[Change, ...]:
        """What a tremor leaves on whom it hits, for his next move; nothing where players still deploy (D-104)."""
        unit = game.unit_of(self.target)
        if "tremor" not in mode.rules or game.clock.phase == Phase.DEPLOYMENT or Flag.TREMOR in game.body(unit).flags:
            return ()
        missed = not is_vehicle(game, self.target) and self.firing.hits == 0
        return () if missed else (UnitFlagged(side=unit.side, unit=unit.id, flag=Flag.TREMOR),)


def _held_back(game: GameState, side: int, silent: Iterable[str]) -> Iterator[str]:
    """Yield which vehicles of a unit do not shoot with it (D-55)."""
    for each in silent:
        yield f"{body_name(game, Ref(side, each))}: its crew is {hull_of(game.sides[side], each).crew}, no shooting"


def _after(mode: WeaponMode, landing: AttackResult) -> str:
    """Return what the target's player must mind afterwards (D-19, D-104)."""
    if "tremor" in mode.rules:
        return f'tremor: it moves {TREMOR}" less next turn, a vehicle as in dangerous terrain'
    hurt = any(isinstance(change, GroupHealthSet) for change in landing.changes)
    return "pinning weapon: a pinning test" if has(mode, PINNING) and hurt else ""


SHOOTING: tuple[type[Act[GameState]], ...] = (ShootWithWeapon,)
