"""Vehicles that are rammed, and repaired (D-61, D-62)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.errors import PlayError
from builder.systems.common.model import has_rule
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.parameters import Letter
from builder.systems.diceless.play.attacks.eligibility import check_stands
from builder.systems.diceless.play.attacks.fields import Facing, Figures, HitChoices, OnHull
from builder.systems.diceless.play.attacks.vehicle_damage import armour_hit, on_hull
from builder.systems.diceless.play.changes import Change, Lined, Rowed
from builder.systems.diceless.play.choosers import lines, lost_hull_weapons, vehicles
from builder.systems.diceless.play.queries import weapon_called, weapons_left
from builder.systems.diceless.play.state import GameState, hull_of, vehicle_of
from builder.systems.diceless.vehicle_attacks import ramming_damage
from builder.systems.diceless.vehicle_damage import ROW_NAMES, Lines, own_repair, repair, techmarine_repairs, undo
from builder.systems.figures import Positive, Whole
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.game import PartRef
from builder.systems.play.lookup import At, told


class Ram(Act[GameState]):
    """A vehicle is rammed."""

    rule, group = "D-61", "Vehicles"
    usual = ("vehicle", "strength", "side", "damage", "av", "take", "destroyed")
    vehicle: PartRef = given("the vehicle", vehicles, none="no vehicle is left")
    figures: Figures = Figures()
    facing: Facing = Facing()
    choices: HitChoices = HitChoices()

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """20 DMG, on a skimmer 10; its own damage is an act of the other vehicle (D-61)."""
        ref, strength = self.vehicle, self.figures.strength
        if strength is None:
            raise PlayError("say the S of the ram with --strength: it is worked out as in the base game")
        skimmer = "skimmer" in vehicle_of(game.sides[ref.side], ref.id)[1].profile.types
        damage = ramming_damage(skimmer) if self.figures.damage is None else self.figures.damage
        armour = armour_hit(game, ref, self.facing, ask)
        on = OnHull(facing=self.facing, choices=self.choices)
        landing = on_hull(game, ref, {strength: damage}, armour, None, on, ask)
        text = f"Ramming{' a skimmer' if skimmer else ''}, {landing.text}"
        return Ruling(text, landing.changes, landing.steps, 1 - ref.side)


def damaged(at: At[GameState], act: object) -> Iterator[Choice[PartRef]]:
    """The vehicles that are no wrecks and have DMG on their lines."""
    for choice in vehicles(at, act):
        if any(hull_of(at.game.sides[choice.value.side], choice.value.id).lines.values()):
            yield choice


class Repair(Act[GameState]):
    """A Techmarine repairs a vehicle, or a Rhino itself."""

    rule, group = "D-62", "Vehicles"
    vehicle: PartRef = given("the vehicle", damaged, none="no vehicle has DMG on its lines")
    line: Letter | None = given("the line that takes the DMG as it is: A to F", lines, default=None, when="for DMG")
    servo_arms: Whole = given("servitors with servo-arms in his unit", default=0)
    servo_harness: bool = given("the Techmarine has a servo-harness", default=False)
    own: bool = given("a Rhino's own repair, while it is immobilised", default=False)
    amount: Positive | None = given("DMG taken off, in the place of what the rules come to", default=None)
    restored: tuple[str, ...] = given(
        "weapons that fire again, in order; the owner chooses", lost_hull_weapons, default=()
    )

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """DMG comes off one line; what it no longer reaches is unchecked with the last box of its row (D-62)."""
        restored = self.restored  # it may be given before it comes to that
        ref, name = self.vehicle, told(game, self.vehicle)
        check_stands(game, ref)
        before = hull_of(game.sides[ref.side], ref.id)
        line = self._line(before.lines, name, ask)
        amount = self._amount(game, name)
        repaired = repair(before.lines, line, amount.value)
        rows = undo(before.rows, repaired.value)
        weapons = _restored(game, ref, rows.weapons_left - before.rows.weapons_left, restored, ask)
        changes: list[Change] = [Lined(side=ref.side, vehicle=ref.id, lines=repaired.value.lines)]
        if rows != before.rows:
            changes.append(Rowed(side=ref.side, vehicle=ref.id, rows=rows, weapons=weapons.value))
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
        if not self.own:
            return techmarine_repairs(self.servo_arms, self.servo_harness)
        ref, side = self.vehicle, game.sides[self.vehicle.side]
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
    side, name = game.sides[ref.side], told(game, ref)
    names = weapons_left(vehicle_of(side, ref.id)[1], ())
    destroyed = hull_of(side, ref.id).destroyed_weapons
    steps: list[str] = []
    for _ in range(number):
        gone = {each: called for each, called in names.items() if each in destroyed}
        choices = [Choice(identity, called) for identity, called in gone.items()]
        chosen = ask.next("restored", restored, "Which weapon fires again? The owner chooses.", choices)
        back = weapon_called(chosen, gone, f"weapon of {name} that is destroyed")
        destroyed -= {back}
        steps.append(f"{gone[back]} fires again")
    return Explained(destroyed, tuple(steps))


RAMMING: tuple[type[Act[GameState]], ...] = (Ram,)
REPAIRS: tuple[type[Act[GameState]], ...] = (Repair,)
