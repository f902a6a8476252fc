"""Damage that players worked out themselves, or read from paper: on a unit, on a vehicle, or a hit alone."""

from __future__ import annotations

from collections.abc import Sequence

from builder.errors import PlayError
from builder.record import replace
from builder.systems.diceless.calculations import parts
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.parameters import Hits, Letter
from builder.systems.diceless.play.attacks.casualties import Strike, on_squads, on_unit
from builder.systems.diceless.play.attacks.eligibility import body_name, check_left, check_stands
from builder.systems.diceless.play.attacks.fields import (
    COVERED,
    ArmourPiercing,
    AttackRules,
    Chart,
    CoverRule,
    CoverSave,
    Facing,
    Figures,
    GivenCover,
    GivenLosses,
    HitChoices,
    Leader,
    OnHull,
    OnModels,
    OnTargetUnit,
    Penetration,
    Saves,
    said,
)
from builder.systems.diceless.play.attacks.squads import named, squads
from builder.systems.diceless.play.attacks.uses import hp_lost
from builder.systems.diceless.play.attacks.vehicle_damage import AttackResult, armour_hit, on_hull, scored_on, struck
from builder.systems.diceless.play.changes import Attacked
from builder.systems.diceless.play.choosers import hit_groups, lines, of_models, vehicles
from builder.systems.diceless.play.state import AttackMade, GameState, hull_of
from builder.systems.diceless.play.wording import sentence
from builder.systems.diceless.saves import Attack
from builder.systems.diceless.vehicle_attacks import in_cover
from builder.systems.diceless.vehicle_damage import MACHINE_CURSE, Impact, score
from builder.systems.figures import Positive
from builder.systems.parameters import Params, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.game import PartRef, Ref, UnitRef
from builder.systems.play.lookup import told, units


class CloseCombat(Params):
    """Whether an attack is one of close combat."""

    heading = "The attack"
    close_combat: bool = given(parts.CLOSE_COMBAT, default=False)


class Damage(Act[GameState]):
    """DMG that you know on a unit, or HP that it loses."""

    rule, group = "D-25", "Damage"
    usual = ("unit", "damage", "hp", "group", "ap", "strength", "cover")
    unit: UnitRef = given("the unit", units(of_models), none="nobody is left")
    figures: Figures = Figures()
    hp: Positive | None = given("HP that are lost as they are, without a save; in the place of --damage", default=None)
    group_: str | None = given("the only group that is hit; all of them if not given", hit_groups, default=None)
    piercing: ArmourPiercing = ArmourPiercing()
    cover: GivenCover = GivenCover()
    rules: AttackRules = AttackRules()
    cover_rule: CoverRule = CoverRule()
    hand: CloseCombat = CloseCombat()
    saves: Saves = Saves()
    leader: Leader = Leader()
    losses: GivenLosses = GivenLosses()
    choices: HitChoices = HitChoices()

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """The unit saves and loses models, or loses HP as they are (D-23, D-25)."""
        check_left(game, self.unit)
        body, close = game.body(self.unit), self.hand.close_combat
        amount, hp = self.figures.damage, self.hp
        if not body.unit.groups:
            raise PlayError(f"{sentence(body.unit, 'has')} no HP: hit-vehicle takes DMG on vehicles")
        on_models = OnModels(
            saves=self.saves,
            cover=self.cover,
            rules=self.rules,
            losses=self.losses,
            largest_first=game.extra.largest_first,
        )
        if amount is not None and hp is None:
            strike = self._saved(game, amount, close, ask)
        elif hp is not None and amount is None:
            strike = Strike(damage=hp, by_strength={self.figures.strength: hp}, direct=True)
        else:
            raise PlayError("give either --damage, which is saved against, or --hp, HP that are lost as they are")
        if self.group_ is not None or strike.direct:
            hit = squads(game, self.unit, not self.leader.without_leader)
            hit = hit if self.group_ is None else (named(hit, self.group_),)
            landing = on_squads(told(game, self.unit), hit, strike, on_models, ask)
        else:
            on = OnTargetUnit(models=on_models, hull=OnHull(choices=self.choices), leader=self.leader)
            landing = on_unit(game, self.unit, strike, on, ask, shot=not close)
        return _ruled(self.unit, _remembered(self.unit, landing) if close else landing)

    def _saved(self, game: GameState, amount: int, close: bool, ask: Answers) -> Strike:
        """DMG that is saved against, with what was said of the attack."""
        ap = self.piercing.ap or ""
        attack = Attack(
            ap=int(ap) if ap.isdecimal() else None,
            ignores_armour=said(self.rules.ignores_armour, False),
            ignores_cover=said(self.cover_rule.ignores_cover, close),
        )
        groups = () if attack.ignores_cover else (each.group for each in squads(game, self.unit))
        return Strike(
            damage=amount,
            attack=attack,
            by_strength={self.figures.strength: amount},
            rending=said(self.rules.rending, False),
            tougher=self.cover.modifies(ask.rules, groups, blast=False, direct=False).more_t,
        )


class KnownVehicleHit(Act[GameState]):
    """DMG that you know on a vehicle, or hits."""

    called = "hit-vehicle"
    rule, group = "D-52", "Vehicles"
    usual = ("vehicle", "damage", "strength", "side", "line", "hits", "cover")
    vehicle: PartRef = given("the vehicle", vehicles, none="no vehicle is left")
    figures: Figures = Figures()
    facing: Facing = Facing()
    line: Letter | None = given("the line that takes the DMG as it is: A to F", lines, default=None, when="for DMG")
    hits: Hits | None = given("hits in the place of DMG: G,P; P+1 with +1 on the chart", default=None)
    cover: CoverSave | None = given("the save of the target's cover", default=None, when=COVERED)
    penetration: Penetration = Penetration()
    chart: Chart = Chart()
    choices: HitChoices = HitChoices()

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """DMG is on a side or on one of its lines (D-51 to D-58)."""
        ref, amount = self.vehicle, self.figures.damage
        if (amount is None) == (self.hits is None):
            raise PlayError("give either --damage, with --strength or a --line, or --hits")
        if amount is None:
            return _ruled(ref, _hits(game, ref, self.hits or (), self.choices, ask))
        on = OnHull(facing=self.facing, chart=self.chart, choices=self.choices)
        dealt = in_cover(Explained(amount), self.cover)
        if self.line is not None:
            scored = score(self.line, dealt.value, hull_of(game.sides[ref.side], ref.id).lines)
            words = f"{dealt.value} DMG on {self.line}"
            scored = Explained(scored.value, (*dealt.steps, *scored.steps))
            return _ruled(ref, scored_on(game, ref, scored, words, on, ask))
        strength = self.figures.strength
        if strength is None:
            raise PlayError("say the S of the attack with --strength, or with --line the line that takes the damage")
        extra = None if self.penetration.extra == "none" else self.penetration.extra
        armour = armour_hit(game, ref, self.facing, ask)
        landing = on_hull(game, ref, {strength: dealt.value}, armour, extra, on, ask)
        return _ruled(ref, landing.after(*dealt.steps))


class MachineCurse(Act[GameState]):
    """A glancing hit by Machine Curse, once its psychic test is passed."""

    rule, group = "D-100", "Vehicles"
    vehicle: PartRef = given("the vehicle", vehicles, none="no vehicle is left")
    choices: HitChoices = HitChoices()

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """One glancing hit (D-100)."""
        landing = _hits(game, self.vehicle, (MACHINE_CURSE,), self.choices, ask)
        return _ruled(self.vehicle, replace(landing, text=f"Machine Curse on {landing.text}"))


def _remembered(ref: Ref, landing: AttackResult) -> AttackResult:
    """Blows that somebody struck: they count for who has lost the assault (D-13)."""
    volley = AttackMade(side=1 - ref.side, target=ref.id, close=True, lost=hp_lost(landing.changes, ref.side))
    return replace(landing, changes=(*landing.changes, Attacked(volley=volley)))


def _hits(game: GameState, ref: Ref, impacts: Sequence[Impact], choices: HitChoices, ask: Answers) -> AttackResult:
    check_stands(game, ref)
    wear = struck(game, ref, impacts, hull_of(game.sides[ref.side], ref.id).lines, choices, ask)
    return AttackResult(wear.changes, wear.steps, f"{body_name(game, ref)}: {wear.text or 'no box is left'}")


def _ruled(ref: Ref, landing: AttackResult) -> Ruling[GameState]:
    return Ruling(landing.text, landing.changes, landing.steps, 1 - ref.side)


KNOWN: tuple[type[Act[GameState]], ...] = (Damage, KnownVehicleHit, MachineCurse)
