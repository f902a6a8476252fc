"""Trial Assault worked out: `muster calc assault`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from builder.scalars import counted
from builder.systems.assault.combat import Party, RoundOutcome, fielded, fight
from builder.systems.assault.fighters import fighters
from builder.systems.assault.rules import (
    KINDS,
    RANGE,
    Kind,
    attacks,
    charge_move,
    majority_t,
    majority_ws,
)
from builder.systems.calculation import (
    Answer,
    Calculation,
    FoundUnit,
    UnitOfArmy,
    exact_average,
    exact_chance,
    percent,
)
from builder.systems.figures import Characteristic, Dice, Inches, Positive, Whole, plus
from builder.systems.fortyk.charts import to_hit, to_wound
from builder.systems.fortyk.model import Unit
from builder.systems.fortyk.readings import army_of
from builder.systems.parameters import Kind as Written
from builder.systems.parameters import given, names


def read_rank(text: str) -> tuple[int, int]:
    """Models and the value that they have, `20x2`."""
    models, by, value = text.strip().casefold().replace("×", "x").partition("x")
    if not by or not models.isdecimal() or not value.isdecimal() or not 0 < int(models) < 1000 or int(value) > 10:
        raise ValueError("write models and their value, such as 20x2")
    return int(models), int(value)


Ranks = tuple[Annotated[tuple[int, int], Written(read=read_rank, write=lambda rank: f"{rank[0]}x{rank[1]}")], ...]


class AttacksCalculation(Calculation):
    """The dice of models in close combat."""

    rule = "A-05, A-06, A-11"
    a: Characteristic = given("their attacks")
    models: Positive = given("how many they are", default=1)
    charging: bool = given("they charged this turn", default=False)
    shot: bool = given("their unit shot before that", default=False)
    two_weapons: bool = given("two close combat weapons, or a pistol besides one", default=False)
    supporting: bool = given('in contact with nobody, within 2" of an engaged model of their unit', default=False)
    kind: Annotated[Kind, names(KINDS)] = given("terminators, bikes, dreadnoughts, walkers, or others", default="other")

    def answer(self) -> Answer:
        """Return dice of one and of all."""
        each = attacks(
            self.a,
            charging=self.charging,
            shot=self.shot,
            two_weapons=self.two_weapons,
            supporting=self.supporting,
            kind=self.kind,
        )
        dice = self.models * each
        return Answer({"each": each, "dice": dice}, (f"{self.models} × {each} = {counted(dice, 'die', 'dice')}",))


class ToHit(Calculation):
    """What a die must show to hit in close combat."""

    rule = "A-07"
    ws: Characteristic = given("the attacker's WS")
    target: Characteristic = given("the target's WS; of a mixed unit that of the majority")

    def answer(self) -> Answer:
        """Return the score."""
        needs = to_hit(self.ws, self.target)
        return Answer({"needs": plus(needs)}, (f"WS {self.ws} against WS {self.target}: {plus(needs)}",))


class ToWound(Calculation):
    """What a die must show to wound in close combat."""

    rule = "A-08"
    s: Characteristic = given("the attacker's S, with its weapon")
    t: Characteristic = given("the target's T; of a mixed unit that of the majority")

    def answer(self) -> Answer:
        """Return the score; none where it cannot."""
        needs = to_wound(self.s, self.t)
        said = "cannot wound" if needs is None else plus(needs)
        return Answer({"needs": None if needs is None else plus(needs)}, (f"S {self.s} against T {self.t}: {said}",))


class Majority(Calculation):
    """The WS and the T that count for attacks against a mixed unit."""

    rule = "A-07, A-08"
    ws: Ranks = given("models and their WS: 20x2,1x4", default=())
    t: Ranks = given("models and their T: 20x2,1x4", default=())

    def answer(self) -> Answer:
        """Return the WS of the majority, the lowest of several; the T, of several what its owner chooses."""
        if not self.ws and not self.t:
            raise ValueError("write models with their WS, their T, or both")
        ws, t = majority_ws(self.ws), majority_t(self.t)
        lines = [f"WS {ws}"] if self.ws else []
        if self.t:
            lines.append(f"T {t[0]}" if len(t) == 1 else f"T {' or '.join(map(str, t))}, as its owner chooses")
        return Answer({"ws": ws, "t": list(t)}, tuple(lines))


class ChargeRange(Calculation):
    """Whether a charge reaches the enemy."""

    rule = "A-02, A-04"
    distance: Inches = given("to the nearest enemy that is charged")
    dice: Dice = given("the two dice of difficult terrain", default=())
    range: Positive = given("how far the unit charges", default=RANGE)

    def answer(self) -> Answer:
        """Return the move, and whether anybody is locked."""
        if len(self.dice) not in (0, 2):
            raise ValueError("difficult terrain takes two dice")
        move = charge_move(self.distance, self.dice, self.range)
        result = {"move": move.move, "charge": move.reaches, "moved": move.moved, "locked": move.reaches}
        came = "reached: locked" if move.reaches else "too short: nobody moves, nobody is locked"
        return Answer(result, (f'{move.move}" for {self.distance:g}": {came}',))


class RoundOfCombat(Calculation):
    """A round of close combat of two units, exactly."""

    called = "combat"

    rule = "A-05, A-06, A-07, A-08, A-09, A-10, A-13, A-14, A-15"
    attacker: UnitOfArmy = given("the unit that charges: ARMY:UNIT, by its id or name")
    defender: UnitOfArmy = given("the unit that is charged")
    shot: bool = given("the attacker shot before it charged", default=False)
    no_charge: bool = given("nobody charged this turn", default=False)
    contact: Whole | None = given("attackers in contact; all of them if not given", default=None)
    support: Whole | None = given('attackers within 2" of those; all others if not given', default=None)
    defender_contact: Whole | None = given("defenders in contact; all of them if not given", default=None)
    defender_support: Whole | None = given('defenders within 2" of those; all others if not given', default=None)
    cover: Whole = given("defenders charged in or behind cover, who strike at step 10", default=0)
    grenades: bool = given("grenades force the defenders down: cover gives no step 10", default=False)
    round: Positive = given("the round of the combat", default=1)

    def answer(self) -> Answer:
        """Return the wounds of each step on average, and the exact chances of the result."""
        first, second = _unit(self.attacker), _unit(self.defender)
        cover = 0 if self.grenades or self.no_charge else self.cover
        one = Party(
            name=first.name,
            ranks=fielded(fighters(first), self.contact, self.support),
            charging=not self.no_charge and self.round == 1,
            shot=self.shot,
        )
        two = Party(
            name=second.name, ranks=fielded(fighters(second), self.defender_contact, self.defender_support, cover)
        )
        came = fight((one, two), self.round)
        return Answer(_result(came), tuple(_lines(first.name, second.name, came)))


def _unit(found: FoundUnit) -> Unit:
    army = army_of(found.reading)
    unit = next((unit for unit in army.units if unit.id == found.id), None) if army else None
    if unit is None:
        raise ValueError(f"{found.name} has no 40K profiles")
    if not fighters(unit):
        raise ValueError(f"{found.name} has nobody who fights in close combat")
    return unit


def _result(came: RoundOutcome) -> dict[str, object]:
    return {
        "steps": [
            {
                "step": each.step,
                "attacker": exact_average(each.inflicted[0]),
                "defender": exact_average(each.inflicted[1]),
            }
            for each in came.steps
        ],
        "attacker": exact_average(came.inflicted[0]),
        "defender": exact_average(came.inflicted[1]),
        "wins": exact_chance(came.wins),
        "draws": exact_chance(came.draws),
        "loses": exact_chance(came.loses),
        "attacker_destroyed": exact_chance(came.destroyed[0]),
        "defender_destroyed": exact_chance(came.destroyed[1]),
    }


def _lines(attacker: str, defender: str, came: RoundOutcome) -> Iterator[str]:
    wide = max(len(attacker), len(defender), 9)
    yield f"{'step':>5}  {attacker:>{wide}}  {defender:>{wide}}  wounds inflicted, on average"
    for each in came.steps:
        yield f"{each.step:>5}  {_two(each.inflicted[0]):>{wide}}  {_two(each.inflicted[1]):>{wide}}"
    yield f"{'all':>5}  {_two(came.inflicted[0]):>{wide}}  {_two(came.inflicted[1]):>{wide}}"
    yield f"{attacker} wins {percent(came.wins)}, draws {percent(came.draws)}, loses {percent(came.loses)}"
    gone = [
        f"{name} {percent(chance)}" for name, chance in zip((attacker, defender), came.destroyed, strict=True) if chance
    ]
    if gone:
        yield f"nobody left within reach: {', '.join(gone)}"


def _two(value: Fraction) -> str:
    return f"{float(value):.2f}"


CALCULATIONS: tuple[type[Calculation], ...] = (
    AttacksCalculation,
    ToHit,
    ToWound,
    Majority,
    ChargeRange,
    RoundOfCombat,
)
