"""Close combat in a game: one type of weapon of a unit or a walker on a unit or a vehicle (D-40 to D-45, D-60)."""

from __future__ import annotations

from builder.errors import PlayError
from builder.systems.common.model import has_rule
from builder.systems.diceless.aim import OnVehicle
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.play.attacks.blows import (
    KnownBlows,
    MoreAttacks,
    OnBlows,
    Striking,
    armed,
    charged,
    enemies_preferred,
    on_models,
    on_vehicle,
    strength_on_vehicle,
)
from builder.systems.diceless.play.attacks.casualties import Strike, on_unit
from builder.systems.diceless.play.attacks.eligibility import Role, body_name
from builder.systems.diceless.play.attacks.engaged import engaging
from builder.systems.diceless.play.attacks.fields import (
    ArmourPiercing,
    AttackRules,
    Chart,
    CoverRule,
    Facing,
    Figures,
    GivenLosses,
    GivenRerolls,
    HitChoices,
    OnHull,
    OnModels,
    OnTargetUnit,
    Penetration,
    Saves,
    TargetToughness,
    VehicleTarget,
    said,
)
from builder.systems.diceless.play.attacks.permitted import check_initiative, initiative_of
from builder.systems.diceless.play.attacks.squads import is_gun, majority, squads
from builder.systems.diceless.play.attacks.strength import (
    attack_of,
    extra_of,
    rends,
    strength_known,
    strongest,
    total,
    toughness_of,
    typed,
    wounds,
)
from builder.systems.diceless.play.attacks.uses import Use
from builder.systems.diceless.play.attacks.vehicle_damage import AttackResult, armour_hit, on_hull, speed_of
from builder.systems.diceless.play.attacks.weapon_attack import AttackOutcome, WeaponAttack
from builder.systems.diceless.play.attacks.wielders import Attacker, Wielders, strikes
from builder.systems.diceless.play.state import GameState, vehicle_of
from builder.systems.diceless.weapon_rules import DEEP_BLOWS, INSTANT_DEATH_RULE, RENDING_BLOWS, SEISMIC
from builder.systems.fortyk.model import Unit, WeaponMode
from builder.systems.play.actions import Act, known
from builder.systems.play.answers import Answers
from builder.systems.play.game import PartRef


class FightWithWeapon(WeaponAttack):
    """One type of weapon strikes in close combat."""

    called = "fight"
    rule = "D-40"
    usual = ("attacker", "target", "weapon", "mode", "models", "attacks", "bonus", "charge")
    roles = (Role.STRIKES, Role.STRUCK)
    close = True
    more: MoreAttacks = MoreAttacks()
    striking: Striking = Striking()
    rerolls: GivenRerolls = GivenRerolls()
    rules: AttackRules = AttackRules()
    saves: Saves = Saves()
    losses: GivenLosses = GivenLosses()
    facing: Facing = Facing()
    vehicle: VehicleTarget = VehicleTarget()
    penetration: Penetration = Penetration()
    chart: Chart = Chart()
    choices: HitChoices = HitChoices()
    figures: Figures = Figures()
    piercing: ArmourPiercing = ArmourPiercing()
    known_blows: KnownBlows = KnownBlows()
    toughness: TargetToughness = TargetToughness()

    def fits(self, mode: WeaponMode) -> bool:
        """Whether a mode strikes; grenades at vehicles alone."""
        at_vehicle = isinstance(known(lambda: self.target), PartRef)
        return strikes(mode) and (at_vehicle or mode.kind != "grenade")

    def strike(self, game: GameState, attacker: Attacker, using: Use, at_vehicle: bool, ask: Answers) -> AttackOutcome:
        """What blows do to the target; the HP lost are those of a lost assault (D-13)."""
        mode = using.mode
        if not self.anyway:
            quickest = max(initiative_of(mode, each) for each in using.wielders)
            check_initiative(game, self.attacker, self.target, quickest)
        charge = armed(attacker.unit, mode, charged(attacker.unit, mode, using.wielders, self.striking), self.more)
        if at_vehicle:
            landing = self._on_vehicle(game, mode, charge.value, attacker.unit, ask)
        else:
            landing = self._on_unit(game, mode, charge.value, ask)
        changes = (*landing.changes, *engaging(game, self.attacker, self.target, landing.changes))
        no_blows = self.figures.damage is not None or mode.kind == "grenade"
        prefers = () if no_blows else enemies_preferred(attacker.unit, self.striking)
        steps = (*charge.steps, *landing.steps, *prefers)
        return AttackOutcome(landing=landing, changes=changes, steps=steps)

    @property
    def _on_blows(self) -> OnBlows:
        return OnBlows(
            striking=self.striking, more=self.more, known=self.known_blows, rerolls=self.rerolls, figures=self.figures
        )

    @property
    def _on_hull(self) -> OnHull:
        return OnHull(facing=self.facing, chart=self.chart, choices=self.choices)

    def _on_unit(self, game: GameState, mode: WeaponMode, wielders: tuple[Wielders, ...], ask: Answers) -> AttackResult:
        target, figures = self.target, self.figures
        hit = [each for each in squads(game, target, with_leader=False) if not is_gun(each)]
        if not hit:
            raise PlayError(f"{body_name(game, target)}: no model is left to fight")
        wounding = wounds(mode, hit, figures, self.saves)
        mode = wounding.value
        if figures.damage is None:
            target_ws = majority(hit, "ws") if self.known_blows.target_ws is None else self.known_blows.target_ws
            toughness = toughness_of(mode, hit, figures, self.toughness)
            damage = on_models(mode, wielders, target_ws, toughness, self._on_blows, ask)
        else:
            damage = typed(figures, strength_known(mode, wielders, figures))
        moonfang = self.striking.moonfang
        strike = Strike(
            damage=total(damage.value),
            attack=attack_of(mode, self.piercing, self.rules, CoverRule()),
            by_strength=damage.value,
            instant_death=INSTANT_DEATH_RULE in mode.rules,
            rending=rends(mode, self.rules) or moonfang,
            moonfang=moonfang or "moonfang" in mode.name.casefold(),
        )
        models = OnModels(
            saves=self.saves, rules=self.rules, losses=self.losses, largest_first=game.extra.largest_first
        )
        landing = on_unit(game, target, strike, OnTargetUnit(models=models, hull=self._on_hull), ask, shot=False)
        return landing.after(*wounding.steps, *damage.steps)

    def _on_vehicle(
        self, game: GameState, mode: WeaponMode, wielders: tuple[Wielders, ...], fighters: Unit, ask: Answers
    ) -> AttackResult:
        """Blows land on the rear, on the front of a walker, as in the base game, unless a side was said."""
        target, figures = self.target, self.figures
        if figures.damage is None:
            thrown = mode.kind == "grenade"
            speed = Explained(None) if thrown else speed_of(game, target, self.vehicle.speed, ask)
            hunters = said(self.vehicle.tank_hunters, has_rule(fighters.rules, "tank hunter"))
            aimed = OnVehicle(speed=speed.value, tank_hunters=hunters)
            blows = on_vehicle(mode, wielders, aimed, self._on_blows, ask)
            damage = Explained(blows.value, (*speed.steps, *blows.steps))
        else:
            strength = strongest(strength_on_vehicle(mode, each, figures, ask) for each in wielders)
            damage = typed(figures, strength)
        walker = vehicle_of(game.sides[target.side], target.id)[1].profile.walker
        armour = armour_hit(game, target, self.facing, ask, "front" if walker else "rear", "lance" in mode.rules)
        extra = extra_of(mode, DEEP_BLOWS, RENDING_BLOWS, self.penetration, self.rules)
        landing = on_hull(game, target, damage.value, armour, extra, self._on_hull, ask, plus_one=SEISMIC in mode.rules)
        return landing.after(*damage.steps)


CLOSE_COMBAT: tuple[type[Act[GameState]], ...] = (FightWithWeapon,)
