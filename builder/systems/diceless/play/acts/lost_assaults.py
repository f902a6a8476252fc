"""What follows a lost assault: the morale test, no retreat, the sweeping advance (D-13, D-14, D-43)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from builder.errors import PlayError
from builder.systems.calculation import Explained
from builder.systems.diceless.order_points import NO_COVER, escapes, lost_assault, lost_by
from builder.systems.diceless.parameters import Numbers, TensOfToughness
from builder.systems.diceless.play.acts.tests import (
    Leadership,
    check_tests,
    counted_ld,
    flagged,
    of_limit,
    settled,
    takes_tests,
    tested_unit,
)
from builder.systems.diceless.play.attacks.casualties import Strike, take
from builder.systems.diceless.play.attacks.eligibility import Role, able, check_in_play, check_left, of_models
from builder.systems.diceless.play.attacks.fields import (
    FEEL_NO_PAIN,
    INVULNERABLE,
    SAVING,
    GivenLosses,
    OnModels,
    OwnSave,
    Saves,
)
from builder.systems.diceless.play.attacks.squads import fall_back_text, squads
from builder.systems.diceless.play.changes import Change, Ordered, UnitFlagged
from builder.systems.diceless.play.queries import company, fearless, gone, name_of, unit_with
from builder.systems.diceless.play.state import (
    AttackMade,
    Flag,
    GameState,
    SideState,
    attacks_now,
    groups_left,
    hull_of,
    unit_of,
)
from builder.systems.figures import Whole
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.clock import Consequence
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import Ref, UnitRef
from builder.systems.play.lookup import At, unit_name, units

LOST_ASSAULT, NO_RETREAT = "assault", "no retreat"
"""Among the tests that a unit took or owes: that of a lost assault, passed or failed, and the DMG instead."""


class BothLost(Params):
    """The HP that both sides lost in an assault; as counted in this phase where they are not given."""

    suffered: Whole | None = given(
        "HP that its side lost in the assault; as counted in this phase if not given", default=None
    )
    inflicted: Whole | None = given("HP that the other side lost; as counted in this phase if not given", default=None)
    extra_wounds: Whole = given("wounds that a rule adds", default=0)
    toughness: TensOfToughness | None = given(
        "average T of the loser for extra wounds, instead of the profiles'",
        default=None,
        when="with --extra-wounds",
    )

    def difference(self, game: GameState, ref: UnitRef) -> Explained[int]:
        """By how many HP the side of a unit lost, 0 at least (D-13).

        Raises:
            PlayError: nobody knows what the sides lost, or the other side lost more.
        """
        more = self.extra_wounds
        each = (self.toughness or _tens_of_toughness(game.sides[ref.side], ref.id)) if more else 0
        suffered, inflicted, steps = self._hit_points(game, ref)
        try:
            worked = lost_by(suffered, inflicted, more, each)
        except ValueError as error:
            raise PlayError(str(error)) from None
        return Explained(worked.value, (*steps, *worked.steps))

    def _hit_points(self, game: GameState, ref: UnitRef) -> tuple[int, int, tuple[str, ...]]:
        """The HP that both sides lost: as said, else in the close combats of this phase, with the steps that say so."""
        suffered, inflicted = self.suffered, self.inflicted
        if suffered is not None and inflicted is not None:
            return suffered, inflicted, ()
        combat = fought(game, ref)
        if combat is None:
            raise PlayError(
                f"no fight of {unit_name(game, ref)} is known in this phase: "
                "say with --suffered and --inflicted what both sides lost"
            )
        if combat.alone and suffered is None and inflicted is None:
            raise PlayError(
                f"{unit_name(game, ref)} has won: nobody is left of those it fought; "
                "else say with --suffered and --inflicted what both sides lost"
            )
        return (
            combat.suffered if suffered is None else suffered,
            combat.inflicted if inflicted is None else inflicted,
            combat.steps,
        )


class Unsheltered(Params):
    """What protects models that do not retreat, where no cover counts."""

    heading = "A unit that is hit"
    armour: OwnSave | None = given("its armour save, instead of the profile's; or none", default=None, when=SAVING)
    invulnerable: OwnSave | None = given(INVULNERABLE, default=None, when=SAVING)
    feel_no_pain: bool | None = given(FEEL_NO_PAIN, default=None, when=SAVING)

    @property
    def saves(self) -> Saves:
        """The same among all that protects models."""
        return Saves(armour=self.armour, invulnerable=self.invulnerable, feel_no_pain=self.feel_no_pain)


def steadfast(at: At[GameState], act: object) -> Iterator[Choice[UnitRef]]:
    """The units that take tests, those first that are fearless and take none (D-14)."""
    found = list(units(takes_tests)(at, act))
    brave = {each.value for each in found if fearless(at.game.sides[each.value.side], each.value.id).value}
    yield from (Choice(each.value, f"{each.text}; fearless", each.key) for each in found if each.value in brave)
    yield from (each for each in found if each.value not in brave)


def pursuers(at: At[GameState], act: Sweep) -> Iterator[Choice[UnitRef]]:
    """The units that can pursue: of the other side than those who flee, where these are named."""
    fleeing = known(lambda: act.fleeing)
    for choice in able(Role.STRUCK, units())(at, act):
        if not fleeing or choice.value.side != fleeing[0].side:
            yield Choice(UnitRef(*choice.value), choice.text, choice.key)


class LostAssault(Act[GameState]):
    """The morale test after a lost assault."""

    rule, group = "D-13", "Tests"
    unit: UnitRef = given("the unit", able(Role.MARKED, units(takes_tests)), none="nobody is left")
    both: BothLost = BothLost()
    leadership: Leadership = Leadership()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Its order points rise by the difference of HP, and by no 25 (D-13)."""
        ref, unit, steps = tested_unit(game, self.unit)
        side = game.sides[ref.side]
        check_tests(side, unit, self.anyway, "no test, but no-retreat DMG")
        difference = self.both.difference(game, ref)
        op, reroll = side.bodies[ref.id].op, self.leadership.reroll
        ld, by_ld = counted_ld(side, ref, unit, self.leadership.ld)
        worked = lost_assault(op, ld, difference, reroll)
        after, passed = worked.value.op, worked.value.passed
        changes: list[Change] = [Ordered(side=ref.side, unit=ref.id, op=after, test=LOST_ASSAULT)]
        changes += settled(game, ref, LOST_ASSAULT)
        result = "held"
        ahead: tuple[str, ...] = ()
        if not passed:
            result = f"failed, it {fall_back_text(unit)}"
            ahead = ("a sweeping advance comes next, if the winners pursue",)
            changes += flagged(side, ref, Flag.FALLING_BACK)
        sums = of_limit(f"{op} + {difference.value} = {after}", ld, reroll)
        text = f"{unit.name} lost the assault by {difference.value} HP: {sums}: {result}"
        return Ruling(text, changes, (*steps, *by_ld, *worked.steps, *ahead), ref.side)


class NoRetreat(Act[GameState]):
    """DMG on a unit that lost an assault and does not retreat."""

    rule, group = "D-14", "Tests"
    unit: UnitRef = given("the unit", steadfast, none="nobody is left")
    both: BothLost = BothLost()
    unsheltered: Unsheltered = Unsheltered()
    losses: GivenLosses = GivenLosses()

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """It takes the difference of HP as DMG, without cover (D-14)."""
        ref, unit, steps = tested_unit(game, self.unit)
        why = fearless(game.sides[ref.side], ref.id).steps or (f"{unit.name} is not fearless by its rules",)
        difference = self.both.difference(game, ref)
        on_models = OnModels(saves=self.unsheltered.saves, losses=self.losses, largest_first=game.extra.largest_first)
        toll = take(squads(game, ref), Strike(damage=difference.value, attack=NO_COVER), on_models, ask)
        text = f"{unit.name}: no retreat, {difference.value} DMG{toll.save_words}: {toll.text}"
        done = Ordered(side=ref.side, unit=ref.id, op=game.body(ref).op, test=NO_RETREAT)
        changes: tuple[Change, ...] = (*toll.changes, done, *settled(game, ref, NO_RETREAT))
        return Ruling(text, changes, (*steps, *why, *difference.steps, *toll.steps), ref.side)


class Sweep(Act[GameState]):
    """A sweeping advance after those who flee."""

    rule, group = "D-43", "Tests"
    fleeing: tuple[UnitRef, ...] = given(
        "the units that flee, with commas between", able(Role.STRUCK, units(of_models)), none="nobody is left to flee"
    )
    winners: tuple[UnitRef, ...] = given(
        "the units that pursue, with commas between", pursuers, default=(), none="nobody is left to pursue"
    )
    fleeing_i: Numbers | None = given("I of every model that flees, instead of the profiles': 3x4,5", default=None)
    winners_i: Numbers | None = given("I of every model that pursues: 10x4", default=None)
    fights_on: bool = given("if they are caught, they are not destroyed but take no-retreat DMG", default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Units that flee get away or are destroyed (D-43)."""
        fleeing, winners = self.fleeing, self.winners
        for each in (*fleeing, *winners):
            check_left(game, each)
        if not fleeing or not (winners or self.winners_i):
            raise PlayError("say who flees and who pursues, or the I of every model that does: --winners-i 4x10")
        side = fleeing[0].side
        if any(each.side != side for each in fleeing) or any(each.side == side for each in winners):
            raise PlayError("those who flee are of one side, the winners of the other")
        for each in (*fleeing, *winners):
            check_in_play(game, each, Role.STRUCK)
        ours = self.fleeing_i or _initiatives(game, fleeing)
        theirs = self.winners_i or _initiatives(game, winners)
        worked = escapes(ours, theirs)
        together = tuple(dict.fromkeys(unit for ref in fleeing for unit in company(game.sides[side], ref.id)))
        who = " and ".join(unit_of(game.sides[side], unit).name for unit in together)
        compared = f"I {sum(ours)} against {sum(theirs)}"
        changes: list[Change] = []
        fights_on = self.fights_on
        if worked.value:
            text = f"{who}: got away, {compared}"
            changes += _fled(game.sides[side], side, together)
        elif fights_on:
            text = f"{who}: caught, {compared}; the fight goes on, no retreat comes next"
            fled = (unit for unit in together if Flag.FALLING_BACK in game.sides[side].bodies[unit].flags)
            changes += (UnitFlagged(side=side, unit=unit, flag=Flag.FALLING_BACK, on=False) for unit in fled)
        else:
            text = f"{who}: caught and destroyed, {compared}"
            changes += (UnitFlagged(side=side, unit=unit, flag=Flag.DESTROYED) for unit in together)
        return Ruling(text, changes, worked.steps, side)


def _tens_of_toughness(side: SideState, unit: str) -> int:
    """Ten times the average T of the models left, rounded half up (D-13)."""
    each = [group.profile.t.full for group, pool in groups_left(side, unit) for _ in range(pool.models)]
    return int(Fraction(sum(each) * 10, len(each)) + Fraction(1, 2))


def _initiatives(state: GameState, refs: Sequence[Ref]) -> tuple[int, ...]:
    """The I of every model left of units and of those who lead them, walkers too; 0 for who has none."""
    found: list[int] = []
    for ref in dict.fromkeys(
        Ref(each.side, unit) for each in refs for unit in company(state.sides[each.side], each.id)
    ):
        side = state.sides[ref.side]
        for group, pool in groups_left(side, ref.id):
            found += [group.profile.i or 0] * pool.models
        standing = (each for each in unit_of(side, ref.id).vehicles if not hull_of(side, each.id).rows.destroyed)
        found += [vehicle.profile.i or 0 for vehicle in standing]
    return tuple(found)


def flights_end(state: GameState) -> Iterator[Consequence[GameState]]:
    """Whoever fled from a close combat is out of it as the phase ends, though nobody swept after him (D-43).

    That is a later phase where the test was owed until then. Who fell back from elsewhere as the combat began has not
    fled from it, unless he failed the test of a lost assault.
    """
    for number, side in enumerate(state.sides):
        lost = [unit for unit, now in side.bodies.items() if LOST_ASSAULT in now.tested and now.foes]
        fleeing = [unit for unit in lost if Flag.FALLING_BACK in side.bodies[unit].flags]
        together = dict.fromkeys(each for unit in fleeing for each in company(side, unit))
        if changes := tuple(_fled(side, number, tuple(together))):
            yield Consequence(changes)


def _fled(side: SideState, number: int, units: tuple[str, ...]) -> Iterator[Change]:
    for unit in units:
        flags = side.bodies[unit].flags
        if Flag.FALLING_BACK not in flags and not gone(side, unit):
            yield UnitFlagged(side=number, unit=unit, flag=Flag.FALLING_BACK)
        yield from (
            UnitFlagged(side=number, unit=unit, flag=flag, on=False)
            for flag in (Flag.ENGAGED, Flag.LOCKED)
            if flag in flags
        )


@dataclass(frozen=True, slots=True)
class CombatLosses:
    """The HP that the side of a unit lost in its combat and those of the other side, and where they come from.

    `alone` says whether nobody of the other side is left in it: then, as in the base game, it is won whatever it cost.
    """

    suffered: int
    inflicted: int
    steps: tuple[str, ...]
    alone: bool = False


def fought(state: GameState, ref: Ref) -> CombatLosses | None:
    """Return what the combat of a unit cost both sides in this phase; None where it struck nobody and nobody struck it.

    All who fight with one another, or with those whom they fight, are in one combat, characters with their units.
    """
    combat = _combat(state, ref)
    blows = [
        each for each in attacks_now(state) if each.close and _unit(state, Ref(1 - each.side, each.target)) in combat
    ]
    if len({each.side for each in combat}) < 2:
        return None
    lost = [sum(each.lost for each in blows if each.side != side) for side in (ref.side, 1 - ref.side)]
    alone = all(each.side == ref.side or gone(state.sides[each.side], each.id) for each in combat)
    return CombatLosses(lost[0], lost[1], tuple(_steps(state, ref.side, blows)), alone)


def _combat(state: GameState, ref: Ref) -> set[Ref]:
    """The units that are in one combat with a unit, itself included."""
    pairs = [*_opponents(state), *_companions(state)]
    combat = {ref}
    while more := {each for pair in pairs if combat & pair for each in pair} - combat:
        combat |= more
    return combat


def _opponents(state: GameState) -> Iterator[set[Ref]]:
    for each in attacks_now(state):
        if each.close and each.attacker:
            yield {_unit(state, Ref(each.side, each.attacker)), _unit(state, Ref(1 - each.side, each.target))}


def _companions(state: GameState) -> Iterator[set[Ref]]:
    for number, side in enumerate(state.sides):
        for unit, now in side.bodies.items():
            if now.leader is not None:
                yield {Ref(number, unit), Ref(number, now.leader)}


def _unit(state: GameState, ref: Ref) -> Ref:
    return Ref(ref.side, unit_with(state.sides[ref.side], ref.id).id)


def _steps(state: GameState, side: int, blows: list[AttackMade]) -> Iterator[str]:
    """Yield what each unit lost, those of a side first."""
    lost: dict[Ref, int] = {}
    for each in sorted(blows, key=lambda blow: blow.side == side):
        ref = Ref(1 - each.side, each.target)
        lost[ref] = lost.get(ref, 0) + each.lost
    yield from (f"in this phase {name_of(state.sides[ref.side], ref.id)} lost {hp} HP" for ref, hp in lost.items())


ASSAULTED: tuple[type[Act[GameState]], ...] = (LostAssault, NoRetreat, Sweep)
