"""DMG that players know, from paper or by a fixed rule: on a unit or vehicle, a hit alone, a ram; and repairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.errors import PlayError
from builder.record import replace
from builder.systems.calculation import Explained
from builder.systems.common.units import has_rule
from builder.systems.diceless.attacks import in_cover, ramming_damage
from builder.systems.diceless.damage import HIGHEST
from builder.systems.diceless.parameters import CLOSE_COMBAT, Hits, Letter
from builder.systems.diceless.play.attacks.casualties import Strike, on_squads, on_unit
from builder.systems.diceless.play.attacks.eligibility import (
    body_name,
    check_left,
    check_stands,
    hit_groups,
    lines,
    lost_hull_weapons,
    of_models,
    vehicles,
)
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
from builder.systems.diceless.play.attacks.permitted import BY_AGREEMENT, power_used
from builder.systems.diceless.play.attacks.squads import named, squads
from builder.systems.diceless.play.attacks.uses import hp_lost
from builder.systems.diceless.play.attacks.vehicle_damage import AttackResult, armour_hit, on_hull, scored_on, struck
from builder.systems.diceless.play.changes import Attacked, Change, HitRowsSet, LinesSet
from builder.systems.diceless.play.queries import held_back, weapons_left
from builder.systems.diceless.play.state import (
    AttackMade,
    GameState,
    SideState,
    groups_left,
    hull_of,
    unit_of,
    vehicle_of,
)
from builder.systems.diceless.saves import Attack
from builder.systems.diceless.vehicle_damage import (
    MACHINE_CURSE,
    ROW_NAMES,
    Impact,
    Lines,
    own_repair,
    repair,
    score,
    techmarine_repairs,
    undo,
)
from builder.systems.figures import Positive, Whole
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import PartRef, Ref, UnitRef
from builder.systems.play.lookup import At, find_named, unit_name, units


class CloseCombat(Params):
    """Whether an attack is one of close combat."""

    heading = "The attack"
    close_combat: bool = given(CLOSE_COMBAT, default=False)


class Damage(Act[GameState]):
    """DMG that you know on a unit, or HP that it loses."""

    rule, group = "D-25", "Damage"
    usual = ("unit", "damage", "hp", "group", "ap", "strength", "cover")
    unit: UnitRef = given("the unit", units(of_models), none="nobody is left")
    figures: Figures = Figures()
    hp: Positive | None = given("HP that are lost as they are, without a save; instead of --damage", default=None)
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
            raise PlayError(f"{body.unit.name} has no HP: hit-vehicle takes DMG on vehicles")
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
            landing = on_squads(unit_name(game, self.unit), hit, strike, on_models, ask)
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
    hits: Hits | None = given("hits instead of DMG: G,P; P+1 with +1 on the chart", default=None)
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
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """One glancing hit (D-100), of an enemy who has passed a psychic test in this phase (D-16)."""
        enemy = 1 - self.vehicle.side
        used = () if self.anyway or not game.sides[enemy].known else power_used(game, "Machine Curse", game.refs(enemy))
        landing = _hits(game, self.vehicle, (MACHINE_CURSE,), self.choices, ask)
        text, changes = f"Machine Curse on {landing.text}", (*used, *landing.changes)
        return _ruled(self.vehicle, replace(landing, text=text, changes=changes))


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


def rammed(at: At[GameState], act: Ram) -> Iterator[Choice[PartRef]]:
    """The enemies of the vehicle that rams; until one is named all vehicles, those of the side that waits first."""
    who = act.attacker
    active = at.game.clock.active if who is None else who.side
    yield from (each for each in vehicles(at, act) if each.value.side != active)
    yield from (each for each in vehicles(at, act) if each.value.side == active and who is None)


class Ram(Act[GameState]):
    """A vehicle is rammed."""

    rule, group = "D-61", "Vehicles"
    usual = ("attacker", "vehicle", "strength", "side", "damage", "av", "take", "destroyed")
    attacker: PartRef | None = given("the vehicle that rams, for the log", vehicles, default=None)
    vehicle: PartRef = given("the vehicle that is rammed", rammed, none="no vehicle is left")
    figures: Figures = Figures()
    facing: Facing = Facing()
    choices: HitChoices = HitChoices()

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """20 DMG, on a skimmer 10; its own damage is an act of the other vehicle (D-61)."""
        ref, choices = self.vehicle, (Choice(number, f"S {number}") for number in range(1, HIGHEST + 1))
        by = "" if self.attacker is None else f" by {unit_name(game, self.attacker)}"
        if self.attacker is not None and self.attacker.side == ref.side:
            raise PlayError(f"--attacker: {unit_name(game, self.attacker)} is of the same side: name its enemy")
        strength = ask.one("strength", self.figures.strength, "Which S has the ram, as in the base game?", choices)
        skimmer = "skimmer" in vehicle_of(game.sides[ref.side], ref.id)[1].profile.types
        damage = ramming_damage(skimmer) if self.figures.damage is None else self.figures.damage
        armour = armour_hit(game, ref, self.facing, ask)
        on = OnHull(facing=self.facing, choices=self.choices)
        landing = on_hull(game, ref, {strength: damage}, armour, None, on, ask)
        text = f"Ramming{' a skimmer' if skimmer else ''}{by}, {landing.text}"
        return Ruling(text, landing.changes, landing.steps, 1 - ref.side)


def damaged(at: At[GameState], act: object) -> Iterator[Choice[PartRef]]:
    """The vehicles that are no wrecks and have DMG on their lines."""
    for choice in vehicles(at, act):
        if any(hull_of(at.game.sides[choice.value.side], choice.value.id).lines.values()):
            yield choice


BLESSING, MEKS_TOOLS = "blessing of the omnissiah", "mek's tools"
"""What lets somebody repair vehicles: a rule of Techmarines and Enginseers, the gear of a mek."""


def mends(side: SideState, unit: str) -> bool:
    """Whether somebody of a unit repairs vehicles, and is on the table (D-62)."""
    if side.bodies[unit].gone or held_back(side, unit):
        return False
    tools = any(has_rule(group.gear, MEKS_TOOLS) for group, _ in groups_left(side, unit))
    return tools or has_rule(unit_of(side, unit).rules, BLESSING)


class Repair(Act[GameState]):
    """A Techmarine repairs a vehicle, or a Rhino itself."""

    rule, group = "D-62", "Vehicles"
    vehicle: PartRef = given("the vehicle", damaged, none="no vehicle has DMG on its lines")
    line: Letter | None = given("the line that takes the DMG as it is: A to F", lines, default=None, when="for DMG")
    servo_arms: Whole = given("servitors with servo-arms in his unit", default=0)
    servo_harness: bool = given("the Techmarine has a servo-harness", default=False)
    own: bool = given("a Rhino's own repair, while it is immobilised", default=False)
    anyway: bool = given(ANYWAY, default=False)
    amount: Positive | None = given("DMG taken off, instead of what the rules come to", default=None)
    restored: tuple[str, ...] = given(
        "weapons that fire again, in order; the owner chooses", lost_hull_weapons, default=()
    )

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """DMG comes off one line; what it no longer reaches is unchecked with the last box of its row (D-62)."""
        restored = self.restored  # it may be given before it comes to that
        ref, name = self.vehicle, unit_name(game, self.vehicle)
        check_stands(game, ref)
        before = hull_of(game.sides[ref.side], ref.id)
        line = self._line(before.lines, name, ask)
        amount = self._amount(game, name)
        repaired = repair(before.lines, line, amount.value)
        rows = undo(before.rows, repaired.value)
        weapons = _restored(game, ref, rows.weapons_left - before.rows.weapons_left, restored, ask)
        changes: list[Change] = [LinesSet(side=ref.side, vehicle=ref.id, lines=repaired.value.lines)]
        if rows != before.rows:
            changes.append(HitRowsSet(side=ref.side, vehicle=ref.id, rows=rows, weapons=weapons.value))
        now = repaired.value.lines.get(line, 0)
        undone = (f"a {ROW_NAMES[hit]} box unchecked" for hit in repaired.value.undone)
        text = "; ".join((f"{name}: {repaired.value.removed} DMG repaired on {line}, {now} left", *undone))
        return Ruling(text, changes, (*amount.steps, *repaired.steps, *weapons.steps), ref.side)

    def _line(self, lines: Lines, name: str, ask: Answers) -> str:
        """The line that is repaired: one that has DMG."""
        choices = [Choice(letter, f"line {letter}, {value} DMG") for letter, value in lines.items() if value]
        if not choices:
            raise PlayError(f"{name} has no DMG on its lines: nothing to repair")
        line = ask.one("line", self.line, f"Which line of {name} is repaired?", choices)
        if not lines.get(line):
            raise PlayError(f"line {line} has no DMG; there are: {', '.join(each.value for each in choices)}")
        return line

    def _amount(self, game: GameState, name: str) -> Explained[int]:
        """DMG that comes off: as said, else by a Techmarine with his aids, or by the vehicle's own rule."""
        if self.amount is not None:
            return Explained(self.amount, (f"{self.amount} DMG off one line, set by the player",))
        ref, side = self.vehicle, game.sides[self.vehicle.side]
        if not self.own:
            if not (self.anyway or any(mends(side, unit) for unit in side.bodies)):
                itself = has_rule(vehicle_of(side, ref.id)[0].rules, "repair")
                raise PlayError(
                    f"{side.name} has no Techmarine, Enginseer or mek on the table who repairs {name}"
                    f"{'; --own where it repairs itself' if itself else ''}{BY_AGREEMENT}"
                )
            return techmarine_repairs(self.servo_arms, self.servo_harness)
        if not has_rule(vehicle_of(side, ref.id)[0].rules, "repair"):
            raise PlayError(f"{name} has no rule Repair: say what comes off with --amount")
        amount = own_repair(hull_of(side, ref.id).rows)
        if not amount.value:
            raise PlayError(f"{name} is not immobilised: only then it repairs itself")
        return amount


def _restored(
    game: GameState, ref: PartRef, number: int, restored: tuple[str, ...], ask: Answers
) -> Explained[frozenset[str]]:
    """The weapons that stay destroyed where so many fire again, with a step for each of those."""
    side, name = game.sides[ref.side], unit_name(game, ref)
    names = weapons_left(vehicle_of(side, ref.id)[1], ())
    destroyed = hull_of(side, ref.id).destroyed_weapons
    steps: list[str] = []
    for _ in range(number):
        gone = {each: called for each, called in names.items() if each in destroyed}
        choices = [Choice(identity, called) for identity, called in gone.items()]
        chosen = ask.next("restored", restored, "Which weapon fires again? The owner chooses.", choices)
        back = find_named(chosen, gone, f"weapon of {name} that is destroyed")
        destroyed -= {back}
        steps.append(f"{gone[back]} fires again")
    return Explained(destroyed, tuple(steps))


VEHICLES: tuple[type[Act[GameState]], ...] = (Repair, Ram)
