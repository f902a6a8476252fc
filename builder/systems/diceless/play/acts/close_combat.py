"""Blows in close combat: of one weapon, and of both sides in order of initiative."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from builder import record
from builder.errors import PlayError
from builder.systems.calculation import Explained
from builder.systems.common.units import has_rule
from builder.systems.diceless.aim import OnVehicle
from builder.systems.diceless.play.attacks.blows import (
    MORE,
    KnownBlows,
    MoreAttacks,
    OnBlows,
    Striking,
    armed,
    charged,
    enemies_preferred,
    is_furious,
    on_models,
    on_vehicle,
    strength_on_vehicle,
)
from builder.systems.diceless.play.attacks.casualties import Strike, on_unit
from builder.systems.diceless.play.attacks.eligibility import Role, able, body_name, check_in_play
from builder.systems.diceless.play.attacks.fields import (
    LARGEST,
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
from builder.systems.diceless.play.attacks.permitted import (
    BY_AGREEMENT,
    check_initiative,
    check_phase,
    company_of,
    engaging,
    fights,
    has_struck,
    initiative_of,
)
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
from builder.systems.diceless.play.attacks.uses import Use, fresh_of, losses_text, worth_of
from builder.systems.diceless.play.attacks.vehicle_damage import (
    AttackResult,
    armour_hit,
    on_hull,
    results_on_vehicles,
    speed_of,
)
from builder.systems.diceless.play.attacks.weapon_attack import AttackOutcome, WeaponAttack
from builder.systems.diceless.play.attacks.weapons import (
    SPARED,
    Attacker,
    Fitting,
    Wielders,
    attacker_of,
    by_name,
    fitting,
    held_back,
    modes_of,
    strikes,
)
from builder.systems.diceless.play.queries import deep_strikes
from builder.systems.diceless.play.state import GameState, vehicle_of
from builder.systems.diceless.weapon_rules import DEEP_BLOWS, INSTANT_DEATH_RULE, RENDING_BLOWS, SEISMIC
from builder.systems.fortyk.model import Unit, WeaponMode
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Composed, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import AnyRef, PartRef, UnitRef
from builder.systems.play.lookup import At


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
        """Return what blows do to the target; the HP lost are those of a lost assault (D-13)."""
        mode = using.mode
        if not self.anyway:
            furious = is_furious(attacker.unit, mode, self.striking)
            quickest = max(initiative_of(mode, each, MORE * furious) for each in using.wielders)
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


@dataclass(frozen=True, slots=True)
class Blow:
    """Models of a group, or a walker, that strike: with which weapon, in which of its modes, at which initiative."""

    attacker: AnyRef
    wielder: Wielders
    weapon: str
    called: str
    number: int
    initiative: int


def fighters(at: At[GameState], act: BothStrike) -> Iterator[Choice[AnyRef]]:
    """The units and walkers that can fight, those first that do already."""
    found = [*able(Role.STRIKES)(at, act)]
    yield from sorted(found, key=lambda each: not at.game.body(each.value).foes)


def enemies(at: At[GameState], act: BothStrike) -> Iterator[Choice[AnyRef]]:
    """The enemies of a unit that can be fought, those first whom it fights; of the one whose turn it is by default."""
    unit = known(lambda: act.unit)
    foes = () if unit is None else at.game.body(unit).foes
    side = at.game.clock.active if unit is None else unit.side
    found = [each for each in able(Role.STRUCK)(at, act) if each.value.side != side]
    yield from sorted(found, key=lambda each: at.game.unit_of(each.value).id not in foes)


def arms(at: At[GameState], act: BothStrike) -> Iterator[Choice[str]]:
    """The weapons of both sides that strike."""
    for ref in (act.unit, act.enemy):
        attacker = attacker_of(at.game, ref)
        for stack, mode in fitting(attacker, strikes, isinstance(act.enemy, PartRef)):
            yield Choice(mode.name, f"{attacker.name}: {mode.name} ×{stack.count}", mode.name)


class BothStrike(Act[GameState]):
    """Both sides of a close combat strike, in order of initiative."""

    called, rule, group = "combat", "D-40", "Damage"
    usual = ("unit", "enemy", "charge", "weapons", "speed", "take", "destroyed")
    unit: AnyRef = given("a unit or walker that fights", fighters, none="nobody can fight")
    enemy: AnyRef = given("whom it fights", enemies, none="nobody is left to fight")
    charge: bool | None = given(
        "who acts charged: yes, no; if not given, where they did not fight before", default=None
    )
    weapons: tuple[str, ...] = given("weapons or modes that are used instead of others", arms, default=())
    anyway: bool = given(ANYWAY, default=False)
    losses: GivenLosses = GivenLosses()
    choices: HitChoices = HitChoices()
    moving: VehicleTarget = VehicleTarget()

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Who has more initiative strikes first, and who fell before does not strike back; equal ones strike at once.

        That is as in the base game. Characters fight with their units; points of DMG left over go to the largest
        groups (D-25), and of several weapons each model uses the one that costs most.
        """
        unit = self.unit
        check_in_play(game, unit, Role.STRIKES)
        if not self.anyway:
            check_phase(game, unit, close=True)
        enemy = self.enemy
        if unit.side == enemy.side:
            raise PlayError("who fights one another is of two sides")
        check_in_play(game, enemy, Role.STRUCK)
        charge = self.charge
        charges = not fights(game, unit, enemy) if charge is None else charge
        for each in (unit, enemy) if charges and not self.anyway else ():
            body, side = game.body(each), game.sides[each.side]
            if each.side == game.clock.active and body.arrived == game.clock.turn and deep_strikes(side, body.id):
                raise PlayError(
                    f"{body_name(game, each)}: by deep strike in this turn, it does not charge{BY_AGREEMENT}"
                )
        parts, told = Composed(game, ask), list[tuple[int, str, str]]()
        mine, theirs = (charges and each.side == game.clock.active for each in (unit, enemy))
        blows = [*self._blows(parts, unit, enemy, mine), *self._blows(parts, enemy, unit, theirs)]
        if not blows:
            raise PlayError(f"{body_name(game, unit)} and {body_name(game, enemy)} have struck in this phase already")
        for initiative in sorted({each.initiative for each in blows}, reverse=True):
            start = parts.game
            for blow in (each for each in blows if each.initiative == initiative):
                told += self._strike(parts, start, blow, charges and blow.attacker.side == game.clock.active)
        losses = [
            f"{body_name(game, each)} lost {losses_text(parts.changes, each.side) or 'nothing'}"
            for each in (enemy, unit)
            if not isinstance(each, PartRef) and any(blow.attacker.side != each.side for blow in blows)
        ]
        went = "; ".join((*results_on_vehicles(told), *losses))
        text = f"{body_name(game, unit)} against {body_name(game, enemy)}: {went}"
        return Ruling(text, parts.changes, parts.steps, game.clock.active)

    def _blows(self, parts: Composed[GameState], ref: AnyRef, foe: AnyRef, charge: bool) -> Iterator[Blow]:
        """Yield who of a unit, and of the character with it, can still strike in this phase, and with what."""
        game = parts.game
        for each in [ref] if isinstance(ref, PartRef) else company_of(game, ref):
            if self.anyway or not has_struck(game, each):
                yield from self._best(parts, each, foe, charge)

    def _best(self, parts: Composed[GameState], ref: AnyRef, foe: AnyRef, charge: bool) -> Iterator[Blow]:
        """Yield with what each group or walker of a unit strikes: of what it may use, with what costs most."""
        game, at_vehicle = parts.game, isinstance(foe, PartRef)
        attacker = attacker_of(game, ref)
        left = fitting(attacker, strikes if at_vehicle else _strikes_models, at_vehicle)
        ways: dict[str, list[Blow]] = {}
        for blow in self._ways(game, attacker, left, Striking(charge=charge)):
            ways.setdefault(blow.wielder.id, []).append(blow)
        for several in ways.values():
            trials = {way: parts.trial(FightWithWeapon, **self._given(way, foe, charge)) for way in several}
            yield max(several, key=lambda way: worth_of(game, trials[way].changes))

    def _ways(self, game: GameState, attacker: Attacker, left: Fitting, striking: Striking) -> Iterator[Blow]:
        """Yield with what each group and walker can strike: with the weapons that are wanted, if it has one of them."""
        names = {stack: name for name, stack in by_name(left).items()}
        wanted = {name.strip().casefold() for name in self.weapons}
        asked = {
            wielder.id
            for stack, mode in left
            for wielder in stack.wielders
            if {names[stack].casefold(), mode.name.casefold()} & wanted
        }
        for stack, mode in left:
            is_asked = bool({names[stack].casefold(), mode.name.casefold()} & wanted)
            fresh = fresh_of(game, attacker, stack, mode, close=True)
            called = next(name for name, each in modes_of(stack, left).items() if each == mode)
            quicker = MORE * is_furious(attacker.unit, mode, striking)
            for each, number in zip(stack.wielders, fresh, strict=True):
                usable = is_asked or (each.id not in asked and held_back(stack, mode) != SPARED)
                if number and usable:
                    ref = _ref(attacker, each)
                    models = min(number, _alive(game, ref, each))
                    yield Blow(ref, each, names[stack], called, models, initiative_of(mode, each, quicker))

    def _strike(
        self, parts: Composed[GameState], start: GameState, blow: Blow, charge: bool
    ) -> Iterator[tuple[int, str, str]]:
        """Strike, and yield how it went on a vehicle: `2 × Choppa (I 2) 16 DMG, …`, with who is not told to fight.

        Who falls at the same initiative strikes still, as he stood at its start.
        """
        target = self.enemy if blow.attacker.side == self.unit.side else self.unit
        game, number = parts.game, min(blow.number, _alive(start, blow.attacker, blow.wielder))
        if not number or game.body_or_part(target).gone or game.body(target).gone:
            return
        first = blow.attacker.side == 0
        game = replace(game, sides=(start.sides[0], game.sides[1]) if first else (game.sides[0], start.sides[1]))
        left = fitting(attacker_of(game, blow.attacker), strikes, isinstance(target, PartRef))
        if blow.weapon not in by_name(left):  # A walker's weapon can be destroyed before it strikes.
            again = self._best(parts, blow.attacker, target, charge)
            blow = next((each for each in again if each.wielder.id == blow.wielder.id), blow)
        blow = record.replace(blow, number=number)
        text = parts.do(FightWithWeapon, game, **self._given(blow, target, charge)).text
        who, _, went = text.partition(f", on {body_name(game, target)}: ")
        if isinstance(target, PartRef):
            words = who.removeprefix(f"{body_name(game, self.unit)}, ")
            weapon = blow.called if words != who else f"{blow.called} ({body_name(game, blow.attacker)})"
            yield number, weapon, f"{words} (I {blow.initiative}) {went}"

    def _given(self, blow: Blow, target: AnyRef, charge: bool) -> dict[str, object]:
        """Return what the act of a blow is given."""
        return {
            "attacker": blow.attacker,
            "target": target,
            "weapon": blow.weapon,
            "mode": blow.called,
            "models": blow.number,
            "bearers": (blow.wielder.id,),
            "charge": charge,
            "first": self.losses.first or (LARGEST,),
            "anyway": True,
        }


def _strikes_models(mode: WeaponMode) -> bool:
    return strikes(mode) and mode.kind != "grenade"


def _ref(attacker: Attacker, wielder: Wielders) -> AnyRef:
    if wielder.vehicle:
        return PartRef(attacker.ref.side, wielder.vehicle)
    return UnitRef(attacker.ref.side, attacker.unit.id)


def _alive(game: GameState, ref: AnyRef, wielder: Wielders) -> int:
    """Return how many of those who strike are left."""
    return int(not game.part(ref).gone) if isinstance(ref, PartRef) else game.body(ref).pools[wielder.group].models


CLOSE_COMBAT: tuple[type[Act[GameState]], ...] = (BothStrike, FightWithWeapon)
