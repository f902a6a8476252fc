"""DMG of shooting, templates, blasts and close combat, one by one."""

from __future__ import annotations

from builder.systems.calculation import Answer, Calculation, Explained
from builder.systems.diceless.aim import Rerolls, rapid_fire_shots, seen_at_night, skill
from builder.systems.diceless.attacks import (
    WITCHBLADE_POISON,
    blast,
    close_combat,
    poison_strength,
    poisoned,
    sniper_strength,
    template,
    volley,
)
from builder.systems.diceless.calculations.parts import AP, IGNORES_ARMOUR, Shield, ShieldWithoutCover, answer, dealt
from builder.systems.diceless.parameters import (
    LESS_BS,
    STRENGTH,
    TO_HIT,
    TO_WOUND,
    TWIN_LINKED,
    ArmourPiercing,
    FullToughness,
    Inches,
    Poison,
)
from builder.systems.diceless.saves import Attack
from builder.systems.diceless.tokens import blast_scatter, placing_tokens
from builder.systems.figures import Positive, Whole
from builder.systems.parameters import Params, given

BS = "BS of the firer"
HITS = "models under it"
VULNERABLE = "the target is vulnerable to blasts and templates"
POISONED = "how the weapon is poisoned, such as 4+"


class ShootingCalculation(Calculation):
    """DMG of models that fire one type of weapon."""

    rule = "D-20"
    bs: Whole = given(BS)
    strength: Positive | None = given("S of the weapon", default=None)
    shots: Positive = given("shots of one model", default=1)
    models: Positive = given("models that fire", default=1)
    rapid_fire: bool = given('twice the shots up to 12"', default=False)
    range: Inches | None = given("range of a heavy weapon, for the optional rule", default=None)
    distance: Inches | None = given("inches to the target", default=None)
    twin_linked: bool = given(TWIN_LINKED, default=False)
    reroll_to_hit: bool = given(TO_HIT, default=False)
    reroll_to_wound: bool = given(TO_WOUND, default=False)
    sniper: bool = given("a sniper weapon", default=False)
    poisoned: Poison | None = given(POISONED, default=None)
    toughness: FullToughness | None = given("T of the target, for sniper and poisoned weapons", default=None)
    less_bs: Whole = given(LESS_BS, default=0)
    ap: ArmourPiercing = AP
    shield: Shield = Shield()

    def answer(self) -> Answer:
        """D-20, D-21, D-22, D-30, D-39, D-42 and H-01."""
        reach = None
        if self.range is not None:
            if self.distance is None:
                raise ValueError("say how far the target is as well: --distance 30")
            reach = (self.range, self.distance)
        shots = self.shots
        if self.rapid_fire:
            if self.distance is None:
                raise ValueError("say how far the target is, for rapid fire: --distance 10")
            shots *= rapid_fire_shots(self.distance)
        rerolls = Rerolls(to_hit=self.reroll_to_hit, twin_linked=self.twin_linked, to_wound=self.reroll_to_wound)
        bs = skill(self.bs, rerolls, reach, cover=self.less_bs)
        worked = volley(bs, self._weapon(), shots, self.models, rerolls)
        return dealt(worked, self.shield.protection, Attack(ap=self.ap), bs=bs.value, shots=shots)

    def _weapon(self) -> Explained[int]:
        """The S of a weapon that is fired, which for some goes by the target's T."""
        if self.sniper or self.poisoned is not None:
            if self.toughness is None:
                raise ValueError("sniper and poisoned weapons go by the target's toughness: --toughness 4")
            first = self.toughness.full
            return sniper_strength(first) if self.sniper or not self.poisoned else poison_strength(self.poisoned, first)
        if self.strength is None:
            raise ValueError("say the S of the weapon: --strength 4; or --sniper or --poisoned 4+, with --toughness")
        return Explained(self.strength)


class TemplateCalculation(Calculation):
    """DMG of a template weapon."""

    rule = "D-27"
    hits: Whole = given(HITS)
    strength: Positive = given(STRENGTH)
    twin_linked: bool = given(TWIN_LINKED, default=False)
    reroll_to_wound: bool = given(TO_WOUND, default=False)
    vulnerable: bool = given(VULNERABLE, default=False)
    ap: ArmourPiercing = AP
    shield: Shield = Shield()

    def answer(self) -> Answer:
        """D-27."""
        rerolls = Rerolls(twin_linked=self.twin_linked, to_wound=self.reroll_to_wound)
        worked = template(self.hits, self.strength, rerolls, self.vulnerable)
        return dealt(worked, self.shield.protection, Attack(ap=self.ap))


class BlastCalculation(Calculation):
    """DMG of a blast or a large blast."""

    rule = "D-28"
    hits: Whole = given(HITS)
    strength: Positive = given(STRENGTH)
    reroll_to_wound: bool = given(TO_WOUND, default=False)
    vulnerable: bool = given(VULNERABLE, default=False)
    ap: ArmourPiercing = AP
    shield: Shield = Shield()

    def answer(self) -> Answer:
        """D-28."""
        worked = blast(self.hits, self.strength, Rerolls(to_wound=self.reroll_to_wound), self.vulnerable)
        return dealt(worked, self.shield.protection, Attack(ap=self.ap))


WS = "WS of the attacker"
TARGET_WS = "WS of the target"
ATTACKS = "attacks in all"


class BlowChanges(Params):
    """What changes attacks in close combat, and what shields from them."""

    preferred_enemy: bool = given("the attacker fights its preferred enemy", default=False)
    reroll_to_hit: bool = given(TO_HIT, default=False)
    reroll_to_wound: bool = given(TO_WOUND, default=False)
    lightning_claw: bool = given("with a lightning claw", default=False)
    ap: ArmourPiercing = AP
    ignores_armour: bool = IGNORES_ARMOUR

    @property
    def rerolls(self) -> Rerolls:
        """What the attacker rolls again."""
        return Rerolls(to_hit=self.reroll_to_hit, preferred_enemy=self.preferred_enemy, to_wound=self.reroll_to_wound)

    @property
    def attack(self) -> Attack:
        """The attack, for saves."""
        return Attack(ap=self.ap, ignores_armour=self.ignores_armour)


class CloseCombatCalculation(Calculation):
    """DMG of attacks in close combat."""

    rule = "D-40"
    ws: Positive = given(WS)
    target_ws: Whole = given(TARGET_WS)
    attacks: Whole = given(ATTACKS, default=1)
    strength: Positive = given(STRENGTH)
    changes: BlowChanges = BlowChanges()
    shield: ShieldWithoutCover = ShieldWithoutCover()
    poisoned: Poison | None = given(POISONED, default=None)
    toughness: FullToughness | None = given("T of the target, for poison", default=None)

    def answer(self) -> Answer:
        """D-40 to D-42 and D-45."""
        changes, claw = self.changes, self.changes.lightning_claw
        if self.poisoned is None:
            worked = close_combat(self.ws, self.target_ws, self.attacks, self.strength, changes.rerolls, claw)
        else:
            if self.toughness is None:
                raise ValueError("poison goes by the target's toughness: --toughness 4")
            first = self.toughness.full
            worked = poisoned(
                self.ws, self.target_ws, self.attacks, self.poisoned, self.strength, first, changes.rerolls, claw
            )
        return dealt(worked, self.shield.protection, changes.attack)


class PoisonedBlowsCalculation(Calculation):
    """DMG of attacks with a poisoned weapon or a witchblade."""

    called = "poison"
    rule = "D-42"
    ws: Positive = given(WS)
    target_ws: Whole = given(TARGET_WS)
    attacks: Whole = given(ATTACKS, default=1)
    strength: Positive = given(STRENGTH)
    toughness: FullToughness = given("T of the target")
    poisoned: Poison | None = given(POISONED, default=None)
    witchblade: bool = given("the weapon is a witchblade, which is poisoned 2+", default=False)
    changes: BlowChanges = BlowChanges()
    shield: ShieldWithoutCover = ShieldWithoutCover()

    def answer(self) -> Answer:
        """D-42."""
        poison = WITCHBLADE_POISON if self.witchblade else self.poisoned
        if poison is None:
            raise ValueError("say how the weapon is poisoned: --poisoned 4+, or --witchblade")
        changes = self.changes
        worked = poisoned(
            self.ws,
            self.target_ws,
            self.attacks,
            poison,
            self.strength,
            self.toughness.full,
            changes.rerolls,
            changes.lightning_claw,
        )
        return dealt(worked, self.shield.protection, changes.attack)


class ScatterCalculation(Calculation):
    """How far Scatter tokens move a blast."""

    rule = "D-32"
    tokens: Whole = given("tokens that the opponent spends on it")
    bs: Whole = given(BS)
    no_pull_back: bool = given("barrage without line of sight, ordnance barrage, orbital bombardment", default=False)
    night: bool = given("in night fighting: one token more", default=False)

    def answer(self) -> Answer:
        """D-32."""
        worked = blast_scatter(self.tokens, self.bs, not self.no_pull_back, self.night)
        return answer({"inches": worked.value}, worked)


class MultipleBarrageCalculation(Calculation):
    """Tokens that place the blasts of a multiple barrage."""

    rule = "D-38"
    blasts: Positive = given("blasts in all")

    def answer(self) -> Answer:
        """D-38."""
        worked = placing_tokens(self.blasts)
        return answer({"tokens": worked.value}, worked)


class NightCalculation(Calculation):
    """Whether a target is seen in night fighting."""

    rule = "D-82"
    distance: Inches = given("inches to the target")
    acute_senses: bool = given("the firer has acute senses", default=False)

    def answer(self) -> Answer:
        """D-82."""
        worked = seen_at_night(self.distance, self.acute_senses)
        return answer({"seen": worked.value}, worked)


CALCULATIONS: tuple[type[Calculation], ...] = (
    ShootingCalculation,
    TemplateCalculation,
    BlastCalculation,
    CloseCombatCalculation,
    PoisonedBlowsCalculation,
    ScatterCalculation,
    MultipleBarrageCalculation,
    NightCalculation,
)
