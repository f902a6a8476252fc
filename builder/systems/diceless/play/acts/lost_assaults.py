"""What follows a lost assault: the morale test, no retreat, the sweeping advance (D-13, D-14, D-43)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from builder.errors import PlayError
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.order_points import NO_COVER, escapes, lost_assault, lost_by
from builder.systems.diceless.parameters import several, tens_of_toughness
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.acts.order_tests import check_tests, counted_ld, flagged, of_limit, tested_unit
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.casualties import Strike, take
from builder.systems.diceless.play.attacks.eligibility import Role, check_in_play
from builder.systems.diceless.play.attacks.fearless import fearless
from builder.systems.diceless.play.attacks.fought import fought
from builder.systems.diceless.play.attacks.parameters import ARMOUR, FEEL_NO_PAIN, FIRST, INVULNERABLE, LOST
from builder.systems.diceless.play.attacks.squads import fall_back_text, squads
from builder.systems.diceless.play.changes import Change, Flagged, Ordered
from builder.systems.diceless.play.finding import find_living
from builder.systems.diceless.play.parameters import ANYWAY, LD, REROLL, UNIT, names, wish
from builder.systems.diceless.play.queries import company, gone
from builder.systems.diceless.play.state import Flag, GameState, SideState, groups_left, hull_of, unit_of
from builder.systems.figures import whole
from builder.systems.play.events import Decision
from builder.systems.play.game import Ref
from builder.systems.play.verbs import Verb
from builder.systems.questions import Parameter


def morale(state: GameState, given: Values) -> Decision[Change]:
    """The morale test of a unit that lost an assault: OP rise by the difference of HP, no 25 (D-13)."""
    ref, unit, steps = tested_unit(state, given["unit"])
    side = state.sides[ref.side]
    check_tests(side, unit, given, "no test, but no-retreat DMG")
    difference = _difference(state, ref, given)
    op = side.bodies[ref.id].op
    ld, by_ld = counted_ld(side, ref, unit, given)
    worked = lost_assault(op, ld, difference, given["reroll"])
    after, passed = worked.value.op, worked.value.passed
    changes: list[Change] = [Ordered(side=ref.side, unit=ref.id, op=after)]
    result = "held"
    ahead: tuple[str, ...] = ()
    if not passed:
        result = f"failed, it {fall_back_text(unit)}"
        ahead = ("a sweeping advance comes next, if the winners pursue",)
        changes += flagged(side, ref, Flag.FALLING_BACK)
    sums = of_limit(f"{op} + {difference.value} = {after}", ld, given["reroll"])
    text = f"{unit.name} lost the assault by {difference.value} HP: {sums}: {result}"
    return decided(text, changes, (*steps, *by_ld, *worked.steps, *ahead), side=ref.side)


def no_retreat(state: GameState, given: Values) -> Decision[Change]:
    """What a unit takes that lost an assault and does not retreat: the difference as DMG, no cover (D-14)."""
    ref, unit, steps = tested_unit(state, given["unit"])
    why = fearless(state.sides[ref.side], ref.id).steps or (f"{unit.name} is not fearless by its rules",)
    difference = _difference(state, ref, given)
    asking = Asking(given)
    toll = take(squads(state, ref), Strike(damage=difference.value, attack=NO_COVER), asking.on_models, asking.answers)
    text = f"{unit.name}: no retreat, {difference.value} DMG{toll.save_words}: {toll.text}"
    all_steps = (*steps, *why, *difference.steps, *toll.steps)
    return decided(text, toll.changes, all_steps, ref.side, asking.questions)


def sweep(state: GameState, given: Values) -> Decision[Change]:
    """The sweeping advance: units that flee get away or are destroyed (D-43)."""
    fleeing = [find_living(state, name)[0] for name in given["fleeing"]]
    winners = [find_living(state, name)[0] for name in given["winners"] or ()]
    if not fleeing or not (winners or given["winners_i"]):
        raise PlayError("say who flees and who pursues, or the I of every model that does: --winners-i 4x10")
    if any(each.side != fleeing[0].side for each in fleeing) or any(each.side == fleeing[0].side for each in winners):
        raise PlayError("those who flee are of one side, the winners of the other")
    for each in (*fleeing, *winners):
        check_in_play(state, each, Role.STRUCK)
    ours = given["fleeing_i"] or _initiatives(state, fleeing)
    theirs = given["winners_i"] or _initiatives(state, winners)
    worked = escapes(ours, theirs)
    side = fleeing[0].side
    together = tuple(dict.fromkeys(unit for ref in fleeing for unit in company(state.sides[side], ref.id)))
    who = " and ".join(unit_of(state.sides[side], unit).name for unit in together)
    compared = f"I {sum(ours)} against {sum(theirs)}"
    changes: list[Change] = []
    fights_on = given["fights_on"]
    if worked.value:
        text = f"{who}: got away, {compared}"
        changes += _fled(state.sides[side], side, together)
    elif fights_on:
        text = f"{who}: caught, {compared}; the fight goes on, no retreat comes next"
    else:
        text = f"{who}: caught and destroyed, {compared}"
        changes += (Flagged(side=side, unit=unit, flag=Flag.DESTROYED) for unit in together)
    return decided(text, changes, worked.steps, side=side)


def _difference(state: GameState, ref: Ref, given: Values) -> Explained[int]:
    more = given["extra_wounds"]
    each = (given["toughness"] or _tens_of_toughness(state.sides[ref.side], ref.id)) if more else 0
    suffered, inflicted, steps = _hit_points(state, ref, given)
    try:
        worked = lost_by(suffered, inflicted, more, each)
    except ValueError as error:
        raise PlayError(str(error)) from None
    return Explained(worked.value, (*steps, *worked.steps))


def _hit_points(state: GameState, ref: Ref, given: Values) -> tuple[int, int, tuple[str, ...]]:
    """The HP that both sides lost: as said, else in the close combats of this phase, with the steps that say so."""
    suffered, inflicted = given["suffered"], given["inflicted"]
    if suffered is not None and inflicted is not None:
        return suffered, inflicted, ()
    known = fought(state, ref)
    if known is None:
        name = unit_of(state.sides[ref.side], ref.id).name
        raise PlayError(
            f"no fight of {name} is known in this phase: say with --suffered and --inflicted what both sides lost"
        )
    return (
        known.suffered if suffered is None else suffered,
        known.inflicted if inflicted is None else inflicted,
        known.steps,
    )


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


def _fled(side: SideState, number: int, units: tuple[str, ...]) -> Iterator[Change]:
    for unit in units:
        flags = side.bodies[unit].flags
        if Flag.FALLING_BACK not in flags and not gone(side, unit):
            yield Flagged(side=number, unit=unit, flag=Flag.FALLING_BACK)
        yield from (
            Flagged(side=number, unit=unit, flag=flag, on=False)
            for flag in (Flag.ENGAGED, Flag.LOCKED)
            if flag in flags
        )


_SUFFERED = (
    UNIT,
    wish("suffered", "HP that its side lost in the assault; as counted in this phase if not given", whole),
    wish("inflicted", "HP that the other side lost; as counted in this phase if not given", whole),
    Parameter(name="extra-wounds", text="wounds that a rule adds", read=whole, default="0"),
    wish(
        "toughness",
        "average T of the loser for extra wounds, in the place of the profiles'",
        tens_of_toughness,
        when="with --extra-wounds",
    ),
)
ASSAULTED = (
    Act(
        Verb(
            name="lost-assault",
            text="the morale test after a lost assault",
            rule="D-13",
            group="Tests",
            parameters=(*_SUFFERED, REROLL, LD, ANYWAY),
        ),
        morale,
    ),
    Act(
        Verb(
            name="no-retreat",
            text="DMG on a unit that lost an assault and does not retreat",
            rule="D-14",
            group="Tests",
            parameters=(*_SUFFERED, ARMOUR, INVULNERABLE, FEEL_NO_PAIN, FIRST, LOST),
        ),
        no_retreat,
    ),
    Act(
        Verb(
            name="sweep",
            text="a sweeping advance after those who flee",
            rule="D-43",
            group="Tests",
            parameters=(
                Parameter(name="fleeing", text="the units that flee, with commas between", read=names, several=True),
                wish("winners", "the units that pursue, with commas between", names, several=True),
                wish("fleeing-i", "I of every model that flees, in the place of the profiles': 3x4,5", several(whole)),
                wish("winners-i", "I of every model that pursues: 10x4", several(whole)),
                Parameter(name="fights-on", text="if they are caught, they are not destroyed but take no-retreat DMG"),
            ),
        ),
        sweep,
    ),
)
