"""The order points of units: leadership, pinning and morale tests, regrouping, psychic tests (D-10 to D-19, D-74)."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.errors import PlayError
from builder.scalars import counted, signed
from builder.systems.diceless.hazards import PERILS, TEST_CANCELLED, TOKEN_BACK, WarpChoice, perils
from builder.systems.diceless.order_points import HOOD_COST, TEST_COST, leadership_test, led_test, limit, psychic_test
from builder.systems.diceless.order_points import regroup as regrouped
from builder.systems.diceless.parameters import Numbers
from builder.systems.diceless.play.attacks.casualties import Strike, take
from builder.systems.diceless.play.attacks.eligibility import (
    Role,
    able,
    check_in_play,
    check_left,
    of_models,
    unit_groups,
)
from builder.systems.diceless.play.attacks.fields import (
    INVULNERABLE,
    LOSING,
    LOST,
    SAVING,
    GivenLosses,
    HpByGroup,
    OnModels,
    OwnSave,
    Saves,
)
from builder.systems.diceless.play.attacks.squads import Squad, fall_back_text, named, squads
from builder.systems.diceless.play.attacks.tokens import tokens_of, use_warp
from builder.systems.diceless.play.changes import Change, Ordered, Owing, UnitFlagged
from builder.systems.diceless.play.queries import (
    best_ld,
    fearless,
    leader_of,
    leaderships,
    led_by,
    name_of,
    tested_ld,
)
from builder.systems.diceless.play.state import PSYCHIC_TEST, Flag, GameState, SideState
from builder.systems.figures import Signed, Whole
from builder.systems.fortyk.model import Unit
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import Ref, UnitRef
from builder.systems.play.lookup import At, unit_name, units

NO_LD = "say the one that counts, such as --ld 8"


class OrderTest(enum.StrEnum):
    """What a test is taken for; all are leadership tests (D-19)."""

    LEADERSHIP = "leadership"
    PINNING = "pinning"
    MORALE = "morale"


FAILED: Mapping[OrderTest, Flag] = {OrderTest.PINNING: Flag.PINNED, OrderTest.MORALE: Flag.FALLING_BACK}
"""The state of a unit that fails."""
WORDS: Mapping[OrderTest, str] = {
    OrderTest.LEADERSHIP: "Ld",
    OrderTest.PINNING: "pinning",
    OrderTest.MORALE: "morale",
}


class Warp(enum.StrEnum):
    """A Warp token on a psychic test: that it is used, or what the psyker's player does about it."""

    USED = "used"
    CANCELLED = WarpChoice.CANCELLED.value
    GOES_ON = WarpChoice.GOES_ON.value


_WARP_ANSWERS = (
    Choice(Warp.CANCELLED, "the test is cancelled, the token is spent"),
    Choice(Warp.GOES_ON, f"the psyker takes {PERILS} DMG, the token goes back, then the test"),
)


class Leadership(Params):
    """What a unit tests on."""

    reroll: bool = given("the test may be re-rolled", default=False)
    ld: Whole | None = given("Ld of the model that tests, instead of the best one", default=None)


def takes_tests(game: GameState, ref: UnitRef) -> bool:
    """Whether a unit tests for itself: one of models, who lead no other."""
    return of_models(game, ref) and game.led(ref) is None


def falls_back(game: GameState, ref: UnitRef) -> bool:
    """Whether a unit falls back."""
    body = game.body(ref)
    return Flag.FALLING_BACK in body.flags and not body.gone


def psykers(game: GameState, ref: UnitRef) -> bool:
    """Whether psykers are left in a unit."""
    body = game.body(ref)
    return bool(body.unit.psykers) and not body.gone


class Test(Act[GameState]):
    """A leadership, pinning or morale test."""

    rule, group = "D-10", "Tests"
    unit: UnitRef = given("the unit", able(Role.MARKED, units(takes_tests)), none="nobody is left")
    kind: OrderTest = given(f"which test: {', '.join(OrderTest)}", default=OrderTest.LEADERSHIP)
    modifier: Signed = given("added to its Ld: -1, +2", default=0)
    leadership: Leadership = Leadership()
    cost: Whole = given("the order points that it adds", default=TEST_COST)
    stands: bool = given("if it fails, it is neither pinned nor falls back", default=False)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Of a led unit, or of the character who leads it: 25 OP on both (D-10, D-11, D-12, D-19)."""
        ref, unit, steps = tested_unit(game, self.unit)
        side = game.sides[ref.side]
        check_tests(side, unit, self.anyway, "the test is passed, no order points are added")
        op, leader, reroll = side.bodies[ref.id].op, leader_of(side, ref.id), self.leadership.reroll
        ld, by_ld = counted_ld(side, ref, unit, self.leadership.ld, self.modifier)
        changes: list[Change] = []
        more = ""
        if leader is None:
            alone = leadership_test(op, ld, reroll, self.cost)
            after, passed = alone.value.op, alone.value.passed
            worked_steps = alone.steps
        else:
            led = led_test(op, side.bodies[leader].op, ld, reroll, self.cost)
            after, passed = led.value.op, led.value.passed
            worked_steps = led.steps
            changes.append(Ordered(side=ref.side, unit=leader, op=led.value.leader_op))
            more = f"; {name_of(side, leader)} {led.value.leader_op}"
        earlier = settled(game, ref, self.kind.value)
        # What is owed from an earlier phase comes first, and is none of the tests that this phase calls for.
        changes.insert(0, Ordered(side=ref.side, unit=ref.id, op=after, test="" if earlier else self.kind.value))
        changes += earlier
        flag = FAILED.get(self.kind)
        result = "passed" if passed else "failed"
        if self.stands and not passed and flag is not None:
            result += f", not {flag} all the same"
        elif not passed and flag is not None:
            result += f", {flag if flag is Flag.PINNED else 'it ' + fall_back_text(unit)}"
            changes += flagged(side, ref, flag)
        sums = of_limit(f"{op} + {self.cost} = {after}", ld, reroll)
        text = f"{unit.name}: {WORDS[self.kind]} test, {sums}: {result}{more}"
        return Ruling(text, changes, (*steps, *by_ld, *worked_steps), ref.side)


class Regroup(Act[GameState]):
    """A unit that falls back regroups."""

    rule, group = "D-15", "Tests"
    unit: UnitRef = given("the unit", units(falls_back), none="nobody falls back")
    lds: Numbers | None = given("Ld of every model left, instead of the profiles': 8,8,9 or 9,4x8", default=None)
    modifier: Signed = given("added to its Ld: -1, +2", default=0)
    leadership: Leadership = Leadership()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Its order points fall by the Ld of every model left, and it tests without adding any (D-15)."""
        ref, unit, steps = tested_unit(game, self.unit)
        side = game.sides[ref.side]
        if not self.anyway and Flag.FALLING_BACK not in side.bodies[ref.id].flags:
            raise PlayError(f"{unit.name} does not fall back: there is nothing to regroup; by agreement with --anyway")
        op, lds = side.bodies[ref.id].op, self.lds or leaderships(side, ref.id)
        if not lds:
            raise PlayError(f"nobody of {unit.name} has an Ld: say that of every model left, such as --lds 8,8,9")
        ld, by_ld = counted_ld(side, ref, unit, self.leadership.ld, self.modifier)
        worked = regrouped(op, lds, ld, self.leadership.reroll)
        after, passed = worked.value.op, worked.value.passed
        changes: list[Change] = [Ordered(side=ref.side, unit=ref.id, op=after, test="regroup")]
        changes += flagged(side, ref, Flag.FALLING_BACK, on=False) if passed else ()
        fall = f"{op} − {sum(lds)} = {after}" if sum(lds) <= op else f"{op} − {sum(lds)}, not below {after}"
        sums = of_limit(fall, ld, self.leadership.reroll)
        text = f"{unit.name}: regrouping, {sums}: {'passed' if passed else 'failed, it keeps falling back'}"
        return Ruling(text, changes, (*steps, *by_ld, *worked.steps), ref.side)


def settled(game: GameState, ref: UnitRef, test: str) -> tuple[Owing, ...]:
    """The change by which a unit owes a test no more that it takes now; none where it owes none from earlier phases."""
    owes = game.body(ref).owes
    first = next((each for each in owes if each.test == test), None)
    left = tuple(each for each in owes if each is not first)
    return () if first is None else (Owing(side=ref.side, unit=ref.id, tests=left),)


def flagged(side: SideState, ref: Ref, flag: Flag, on: bool = True) -> tuple[UnitFlagged, ...]:
    """The changes that bring a unit, and the character who leads it, into a state or out of it."""
    together = (ref.id, *filter(None, (leader_of(side, ref.id),)))
    changed = (each for each in together if (flag in side.bodies[each].flags) != on)
    return tuple(UnitFlagged(side=ref.side, unit=each, flag=flag, on=on) for each in changed)


def check_tests(side: SideState, unit: Unit, anyway: bool, instead: str) -> None:
    """Raise PlayError, which says what it does `instead`, where a unit is fearless and takes no test."""
    if fearless(side, unit.id).value and not anyway:
        raise PlayError(f"{unit.name} is fearless: {instead}; by agreement with --anyway")


def tested_unit(game: GameState, ref: UnitRef) -> tuple[UnitRef, Unit, tuple[str, ...]]:
    """The unit that tests where a player names it or the character who leads it, and the step that says so (D-11)."""
    check_left(game, ref)
    check_in_play(game, ref, Role.MARKED)
    unit, follows = game.body(ref).unit, led_by(game.sides[ref.side], ref.id)
    if follows is None:
        if not unit.groups:
            raise PlayError(f"{unit.name}: vehicles take no tests")
        return ref, unit, ()
    led = UnitRef(ref.side, follows)
    followers = game.body(led).unit
    return led, followers, (f"{unit.name} leads {followers.name}: the unit tests, on his Ld",)


def counted_ld(
    side: SideState, ref: Ref, unit: Unit, said: int | None, modifier: int = 0
) -> tuple[int, tuple[str, ...]]:
    """The Ld that counts with its modifiers, as `said` or by the rules, and how it came about (D-11, D-12).

    Raises:
        PlayError: nobody has one, and none is given.
    """
    ld = tested_ld(side, ref.id) if said is None else said
    if ld is None:
        raise PlayError(f"nobody of {unit.name} has an Ld: {NO_LD}")
    whose = f"Ld {ld}, {'set by the player' if said is not None else _whose(side, ref.id)}"
    if not modifier:
        return ld, (whose,)
    return max(0, ld + modifier), (f"{whose}, {signed(modifier)} = {max(0, ld + modifier)}",)


def _whose(side: SideState, unit: str) -> str:
    leader = leader_of(side, unit)
    if leader is None or best_ld(side, leader) is None:
        return "the best that is left"
    return f"that of {name_of(side, leader)}, who leads it"


def of_limit(sums: str, ld: int, reroll: bool) -> str:
    """A sum of order points beside the most that pass: `50 + 25 = 75 of 167`."""
    highest = limit(ld, reroll)
    return f"{sums}, Ld {ld}" if highest is None else f"{sums} of {highest}"


class InThePerils(Params):
    """What protects a psyker from the perils of the warp, and what they cost him."""

    heading = "A unit that is hit"
    invulnerable: OwnSave | None = given(INVULNERABLE, default=None, when=SAVING)
    lost: HpByGroup | None = given(LOST, default=None, when=LOSING)

    @property
    def on_models(self) -> OnModels:
        """The same as what decides on what an attack costs models."""
        return OnModels(saves=Saves(invulnerable=self.invulnerable), losses=GivenLosses(lost=self.lost))


@dataclass(frozen=True, slots=True)
class Perils:
    """What a Warp token came to: whether the test is taken, with the changes, steps and words for the log."""

    tested: bool
    changes: tuple[Change, ...] = ()
    steps: tuple[str, ...] = ()
    text: str = ""


def powers(at: At[GameState], act: PsychicTest) -> Iterator[Choice[str]]:
    """The psychic powers of the unit, those that are fired among them."""
    unit = at.game.body(act.unit).unit
    fired = (mode.name for each in unit.weapons if each.weapon.psychic for mode in each.weapon.modes)
    return (Choice(name, name) for name in dict.fromkeys((*unit.powers, *fired)))


class PsychicTest(Act[GameState]):
    """A psychic test."""

    called = "psychic"
    rule, group = "D-16", "Tests"
    unit: UnitRef = given("the unit", units(psykers), none="nobody is a psyker")
    power: str = given("the power, for the log", powers, default="", free=True)
    hood: bool = given('an enemy psychic hood is within 24"', default=False)
    warp: Warp | None = given(
        "a Warp token of the opponent: used, and the psyker's answer: cancelled, goes on", default=None
    )
    leadership: Leadership = Leadership()
    group_: str | None = given("the group that the psyker is in", unit_groups, default=None)
    perils: InThePerils = InThePerils()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """It is on the psyker's own points, even where he leads a unit (D-16, D-74)."""
        ref, side = self.unit, game.sides[self.unit.side]
        check_left(game, ref)
        unit = game.body(ref).unit
        if not unit.psykers and not unit.groups:
            raise PlayError(f"{unit.name}: vehicles take no tests")
        if not self.anyway and not unit.psykers:
            raise PlayError(f"{unit.name}: no psyker by the army list; by agreement with --anyway")
        power = f" for {self.power}" if self.power else ""
        head = f"{unit.name}: psychic test{power}"
        warp = self._warp(game, unit, ask)
        if not warp.tested:
            return Ruling(f"{head}, {warp.text}", warp.changes, warp.steps, ref.side)
        ld = best_ld(side, ref.id) if self.leadership.ld is None else self.leadership.ld
        if ld is None:
            raise PlayError(f"nobody of {unit.name} has an Ld: {NO_LD}")
        op, cost, reroll = side.bodies[ref.id].op, HOOD_COST if self.hood else TEST_COST, self.leadership.reroll
        worked = psychic_test(op, ld, self.hood, reroll)
        result = "passed" if worked.value.passed else "failed, its order points go to 0"
        sums = of_limit(f"{op} + {cost} = {op + cost}", ld, reroll)
        text = ", ".join(part for part in (head, warp.text, f"{sums}: {result}") if part)
        test = PSYCHIC_TEST if worked.value.passed else ""
        changes = (*warp.changes, Ordered(side=ref.side, unit=ref.id, op=worked.value.op, test=test))
        return Ruling(text, changes, (*warp.steps, *worked.steps), ref.side)

    def _warp(self, game: GameState, unit: Unit, ask: Answers) -> Perils:
        """Return what a Warp token does, of which the opponent may use one in a player turn (D-74)."""
        opponent = 1 - self.unit.side
        if self.warp is None:
            left = 0 if game.extra.warp_used else tokens_of(game, opponent, "warp").left
            unused = f"{game.sides[opponent].name} keeps {counted(left, 'Warp token')} for another test"
            return Perils(True, steps=(unused,) if left else ())
        spending, used = use_warp(game, opponent, self.anyway)
        answer = self.warp
        if answer is Warp.USED:
            text = f"{game.sides[opponent].name} uses a Warp token: what does the player of {unit.name} do?"
            answer = ask.one("warp", None, text, _WARP_ANSWERS, leads=True)
        if answer is Warp.CANCELLED:
            return Perils(False, (spending, used), TEST_CANCELLED, "cancelled by a Warp token")
        hazard, psyker = perils(), self._psyker(game, ask)
        toll = take([psyker], Strike.of(hazard.value), self.perils.on_models, ask)
        steps = (*hazard.steps, *toll.steps, TOKEN_BACK)
        text = f"goes on against a Warp token: {PERILS} DMG, {toll.text}"
        dies = psyker.pool.models == toll.removed
        return Perils(not dies, (used, *toll.changes), steps, f"{text}; no test is taken" if dies else text)

    def _psyker(self, game: GameState, ask: Answers) -> Squad:
        groups = squads(game, self.unit, with_leader=False)
        if not groups:
            name = unit_name(game, self.unit)
            raise PlayError(f"{name}: no HP for the perils of the warp, let the test be cancelled")
        choices = [Choice(each.group.id, each.text) for each in groups]
        return named(groups, ask.one("group", self.group_, "In which group is the psyker?", choices))


_TAKEN = ("test", "lost-assault", "regroup", "psychic")
_RESULT = re.compile(r": (passed|held|failed)\b")


def tested(kind: str, text: str) -> bool | None:
    """Whether a test was passed, by what the log tells of it; None for what is no test."""
    found = _RESULT.findall(text) if kind in _TAKEN else []
    return found[-1] != "failed" if found else None


TESTS: tuple[type[Act[GameState]], ...] = (Test, Regroup)
PSYCHIC: tuple[type[Act[GameState]], ...] = (PsychicTest,)
