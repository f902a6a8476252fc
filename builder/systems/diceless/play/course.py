"""The phases of a game of Diceless 40K, what ends with them, and what is due in them.

Tests are owed for what befell units in a phase (D-13, D-19), and from then on until they are taken or dismissed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from builder.record import replace
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.order_points import TEST_COST, limit
from builder.systems.diceless.play.acts.lost_assaults import LOST_ASSAULT, NO_RETREAT, flights_end, fought
from builder.systems.diceless.play.acts.tests import WORDS, OrderTest
from builder.systems.diceless.play.acts.typed_in import to_note
from builder.systems.diceless.play.attacks.permitted import (
    by_phases,
    company_of,
    has_struck,
    needs_psychic_test,
)
from builder.systems.diceless.play.attacks.squads import flight_text
from builder.systems.diceless.play.attacks.uses import fired, may_shoot, unfired
from builder.systems.diceless.play.attacks.vehicle_damage import recovered
from builder.systems.diceless.play.attacks.weapons import fires, weapons_left
from builder.systems.diceless.play.changes import Faced, Owing, PhaseMoved, SpeedSet, UnitFlagged, Warped
from builder.systems.diceless.play.queries import (
    aboard,
    burning,
    deep_strikes,
    fearless,
    gone,
    landed,
    led_by,
    marks,
    name_of,
    pods,
    tested_ld,
    waiting,
    wrecked,
)
from builder.systems.diceless.play.state import (
    Crew,
    Flag,
    GameState,
    OwedTest,
    Phase,
    attacks_now,
    hull_of,
    hulls,
    unit_of,
)
from builder.systems.play import common_acts
from builder.systems.play.clock import PLAYER_TURN_ENDS, Consequence, Course, Due, Rules, agreement
from builder.systems.play.clock import Phase as ClockPhase
from builder.systems.play.game import AnyRef, PartRef, Ref, UnitRef
from builder.systems.play.lookup import ref_text

PARTS = 4
"""A unit that loses a model of so many in a phase takes a morale test, as in the base game."""
REGROUP = "regroup"
"""What a unit owes beside tests that have a kind of their own, as states remember it."""
TESTS, SHOOT, FIGHT, SPEED, COME, OUT = (
    "Tests", "May still shoot", "May still fight", "Speed not noted", "From reserve", "Must get out",
)  # fmt: skip
HIT, HIT_BY_MANY = "hit by a pinning weapon", "hit by pinning weapons"
"""Why a unit tests for pinning: by one weapon, by several."""
_SPARED = (Flag.FALLING_BACK, Flag.ENGAGED, Flag.LOCKED)


def due(state: GameState) -> Iterator[Due]:
    """Yield what is due, tests first, those of the side that acts before the others."""
    if not by_phases(state):
        return
    for ref in state.refs():
        yield from (_test(state, ref, each) for each in owed(state, ref))
    yield from _sweeps(state)
    yield from _stranded(state)
    active, phase = state.clock.active, state.clock.phase
    if phase == Phase.MOVEMENT:
        yield from _regroups(state, active)
        yield from _arrivals(state, active)
    if phase in (Phase.MOVEMENT, Phase.SHOOTING):
        for part in to_note(state, active):
            text = name_of(state.sides[active], part.id)
            yield Due(text=text, ref=part, verb="speed", before_end=True, kind=SPEED)
    if phase == Phase.SHOOTING:
        rows = sorted(may_shoot(state, active), key=lambda ref: not state.body(state.unit_of(ref)).unit.groups)
        yield from (_shot(state, each) for each in rows)
    if phase == Phase.ASSAULT:
        yield from _fights(state)


def _shot(state: GameState, ref: AnyRef) -> Due:
    """Return what is due of a unit or vehicle that may shoot: before powers alone a psychic test (D-16)."""
    body, name = state.body(state.unit_of(ref)), name_of(state.sides[ref.side], ref.id)
    carried = weapons_left(state.sides[ref.side], body.unit) if body.unit.psykers else ()
    modes = [mode for each in carried for mode in each.modes if fires(mode)]
    waits = bool(modes) and all(needs_psychic_test(state, ref, mode) for mode in modes)
    left = ", ".join(f"{each.number} × {each.mode.name}" for each in unfired(state, ref)) if fired(state, ref) else ""
    return Due(
        text=f"{name}: a psychic test for {modes[0].name}" if waits else f"{name}: {left}" if left else name,
        ref=ref,
        verb="psychic" if waits else "fire",
        given={"power": modes[0].name} if waits else {},
        before_end=True,
        kind=SHOOT,
    )


def owed(state: GameState, ref: UnitRef) -> Iterator[OwedTest]:
    """Yield the tests that a unit owes, those that are alike as one that tells how many they are."""
    alike: dict[tuple[object, ...], list[OwedTest]] = {}
    for each in _each_owed(state, ref):
        alike.setdefault((each.test, *each.given.items()), []).append(each)
    for tests in alike.values():
        yield replace(tests[0], why=_why([each.why for each in tests]))


def _each_owed(state: GameState, ref: UnitRef) -> Iterator[OwedTest]:
    """Yield each test that a unit owes: those of earlier phases, and those of this one; the pinned are so already."""
    now = state.body(ref)
    yield from (each for each in now.owes if each.test != OrderTest.PINNING or Flag.PINNED not in now.flags)
    yield from tests_due(state, ref)


def _why(reasons: Sequence[str]) -> str:
    """What tests that are alike are for: `hit by pinning weapons, a test for each of 2`."""
    told = dict.fromkeys(HIT_BY_MANY if each == HIT and reasons.count(HIT) > 1 else each for each in reasons)
    return f"{' and '.join(told)}{f', a test for each of {len(reasons)}' if len(reasons) > 1 else ''}"


def tests_due(state: GameState, ref: Ref) -> Iterator[OwedTest]:
    """Yield what a unit must test for by what befell it in this phase; nothing for those who know no fear of it."""
    side = state.sides[ref.side]
    unit, now = unit_of(side, ref.id), side.bodies[ref.id]
    if not unit.groups or gone(side, ref.id):
        return
    if state.clock.phase == Phase.ASSAULT and led_by(side, ref.id) is None:
        yield from _lost(state, UnitRef(ref.side, ref.id))
    pinned = _pinned_by(state, ref)
    if (not now.removed and not pinned) or fearless(side, ref.id).value:
        return
    left = sum(pool.models for pool in now.pools.values())
    whole = left + now.removed
    counts = state.clock.phase in (Phase.MOVEMENT, Phase.SHOOTING) and now.flags.isdisjoint(_SPARED)
    if counts and now.removed * PARTS >= whole and OrderTest.MORALE not in now.tested:
        yield OwedTest(OrderTest.MORALE, f"lost {now.removed} of {whole}")
    hits = sorted(HIT if attacker else "in an explosion" for attacker in pinned)
    if Flag.PINNED not in now.flags:
        yield from (OwedTest(OrderTest.PINNING, why) for why in hits[now.tested.count(OrderTest.PINNING) :])


def owing_on(state: GameState) -> Iterator[Consequence[GameState]]:
    """Yield what is left of the tests of a phase as it ends: they are owed on, but for those that were dismissed."""
    if not by_phases(state):
        return
    for ref in state.refs(0, 1):
        left = tuple(each for each in _each_owed(state, ref) if _test(state, ref, each).key not in state.dismissed)
        if left != state.body(ref).owes:
            yield Consequence((Owing(side=ref.side, unit=ref.id, tests=left),))


def _lost(state: GameState, ref: UnitRef) -> Iterator[OwedTest]:
    """Yield what follows a lost assault: the test, or for the fearless DMG (D-13, D-14)."""
    combat, now = fought(state, ref), state.body(ref)
    if combat is None or combat.alone or combat.suffered <= combat.inflicted or Flag.FALLING_BACK in now.flags:
        return
    figures = {"suffered": str(combat.suffered), "inflicted": str(combat.inflicted)}
    test = NO_RETREAT if fearless(state.sides[ref.side], ref.id).value else LOST_ASSAULT
    if test not in now.tested:
        yield OwedTest(test, f"lost the assault by {combat.suffered - combat.inflicted} HP", figures)


def _test(state: GameState, ref: UnitRef, each: OwedTest) -> Due:
    """Return what is due of a test."""
    unit, name = ref_text(state, ref), name_of(state.sides[ref.side], ref.id)
    more = dict(each.given)
    if each.test in (LOST_ASSAULT, NO_RETREAT):
        verb, what = ("lost-assault", "morale") if each.test == LOST_ASSAULT else ("no-retreat", "no retreat")
        cost = int(more.get("suffered", "0")) - int(more.get("inflicted", "0"))
    else:
        verb, what, cost = "test", WORDS.get(OrderTest(each.test), each.test), TEST_COST
        more["kind"] = each.test
    return Due(
        text=f"{name}: {what}, {each.why}",
        ref=ref,
        verb=verb,
        given={"unit": unit, **more},
        before_end=True,
        look="warning",
        kind=TESTS,
        outcome=_outcome(state, ref, cost) if each.test != NO_RETREAT else f"{cost} DMG",
        which=each.test,
    )


def _outcome(state: GameState, ref: UnitRef, cost: int) -> str:
    """Return what a test comes to: `25 + 25 = 50 of 117: passes` (D-10)."""
    op, ld = state.body(ref).op, tested_ld(state.sides[ref.side], ref.id)
    highest = None if ld is None else limit(ld)
    if highest is None:
        return "fails"
    return f"{op} + {cost} = {op + cost} of {highest}: {'passes' if op + cost <= highest else 'fails'}"


def _pinned_by(state: GameState, ref: Ref) -> set[str]:
    """Return the ids of those who cost a unit HP with weapons that pin; an empty one is an explosion (D-61)."""
    hits = (each for each in attacks_now(state) if each.pins and each.lost)
    return {each.attacker for each in hits if each.side != ref.side and each.target == ref.id}


def _sweeps(state: GameState) -> Iterator[Due]:
    """Yield those who flee from a close combat while its winners can pursue (D-43)."""
    for ref in state.refs() if state.clock.phase == Phase.ASSAULT else ():
        now = state.body(ref)
        foes = [UnitRef(1 - ref.side, foe) for foe in now.foes if fights_on(state, UnitRef(1 - ref.side, foe))]
        if Flag.FALLING_BACK in now.flags and foes and state.led(ref) is None:
            given = {"fleeing": ref_text(state, ref), "winners": ",".join(ref_text(state, foe) for foe in foes)}
            text = f"{name_of(state.sides[ref.side], ref.id)}: a sweeping advance, if the winners pursue"
            yield Due(text=text, ref=ref, verb="sweep", given=given, before_end=True, kind=TESTS, look="warning")


def _stranded(state: GameState) -> Iterator[Due]:
    """Yield those in what is no more, where an explosion costs them something (D-61), or in a pod that landed."""
    for number, side in enumerate(state.sides):
        exploded = {side.owners[each]: each for each in burning(side)}
        for unit in side.bodies:
            if not aboard(side, unit) or not (gone(side, unit) or landed(side, unit)):
                continue
            if unit in exploded:
                part = PartRef(number, exploded[unit])
                text = f"{name_of(side, part.id)} has exploded with somebody inside"
                yield Due(text=text, ref=part, verb="explosion", before_end=True, kind=OUT, look="warning")
                continue
            for rider in aboard(side, unit):
                text = f"{name_of(side, rider)}: out of {name_of(side, unit)}"
                yield Due(
                    text=text, ref=UnitRef(number, rider), verb="disembark", before_end=True, kind=OUT, look="warning"
                )


def _regroups(state: GameState, active: int) -> Iterator[Due]:
    """Yield the units that fall back, and may regroup in their movement phase (D-15)."""
    for ref in state.refs(active):
        body = state.body(ref)
        if Flag.FALLING_BACK in body.flags and not body.gone and REGROUP not in body.tested and state.led(ref) is None:
            text = flight_text(body.name, body.unit)
            yield Due(text=text, ref=ref, verb="regroup", before_end=True, kind=TESTS, look="warning")


def _arrivals(state: GameState, active: int) -> Iterator[Due]:
    """Yield the units that may come from reserve in this turn (D-80)."""
    side, turn = state.sides[active], state.clock.turn
    reserve = waiting(side, turn)
    free = reserve.free if reserve.more else pods(side, turn)
    may = f"{reserve.more} of {len(reserve.free)} may come" if reserve.more else "comes in turn 1"
    for unit in (*reserve.due, *free):
        verb = "deep-strike" if deep_strikes(side, unit) else "arrive"
        late = "delayed before, comes now" if unit in reserve.due else may
        name, ref = name_of(side, unit), UnitRef(active, unit)
        yield Due(text=name, ref=ref, verb=verb, before_end=True, kind=COME, outcome=late, optional=True)


def _fights(state: GameState) -> Iterator[Due]:
    """Yield the units and walkers that are engaged and have not struck in this phase, each combat once."""
    told: set[UnitRef] = set()
    for ref in state.refs():
        foes = [UnitRef(1 - ref.side, foe) for foe in state.body(ref).foes]
        foes = [foe for foe in foes if fights_on(state, foe)]
        if not foes or ref in told or state.led(ref) is not None:
            continue
        told |= {ref, *foes}
        ours, theirs = _fighters(state, ref), _fighters(state, foes[0])
        waiting = [[each for each in side if not _struck(state, each)] for side in (ours, theirs)]
        for mine, foe in zip_longest(*waiting):
            mine, foe = mine or ours[0], foe or theirs[0]
            given = {"unit": ref_text(state, mine), "enemy": ref_text(state, foe)}
            text = " against ".join(name_of(state.sides[each.side], each.id) for each in (mine, foe))
            yield Due(text=text, ref=mine, verb="combat", given=given, before_end=True, kind=FIGHT)


def _fighters(state: GameState, ref: UnitRef) -> Sequence[AnyRef]:
    """A unit of models, or each walker of one that stands: they are struck one by one (D-60)."""
    body = state.body(ref)
    return [ref] if body.unit.groups else [PartRef(ref.side, id) for id, each in body.parts.items() if not each.gone]


def _struck(state: GameState, ref: AnyRef) -> bool:
    """Whether somebody has struck in this phase, or who goes with him."""
    return any(has_struck(state, each) for each in ([ref] if isinstance(ref, PartRef) else company_of(state, ref)))


def destroyed(before: GameState, after: GameState) -> Iterator[Consequence[GameState]]:
    """Units are destroyed whose last model goes, and back with a model; of vehicles their hits have told it."""
    for each in common_acts.destroyed(before, after):
        about = each.changes[0].about
        assert about is not None
        yield each if after.body(about).unit.groups else replace(each, text="")


def fights_end(before: GameState, after: GameState) -> Iterator[Consequence[GameState]]:
    """Whoever has no enemy left to fight is engaged no more (D-40, D-43)."""
    for ref in after.refs(0, 1):
        now = after.body(ref)
        if not now.foes:
            continue
        left = tuple(foe for foe in now.foes if fights_on(after, UnitRef(1 - ref.side, foe)))
        if now.gone or now.flags.isdisjoint((Flag.ENGAGED, Flag.LOCKED)):
            left = ()
        if left != now.foes:
            off = [flag for flag in (Flag.ENGAGED, Flag.LOCKED) if not left and flag in now.flags]
            marks = (UnitFlagged(side=ref.side, unit=ref.id, flag=flag, on=False) for flag in off)
            yield Consequence((Faced(side=ref.side, unit=ref.id, foes=left), *marks))


def fights_on(state: GameState, ref: UnitRef) -> bool:
    """Whether a unit is in the game and in close combat still."""
    body = state.sides[ref.side].bodies.get(ref.id)
    return body is not None and not body.gone and not body.flags.isdisjoint((Flag.ENGAGED, Flag.LOCKED))


def _tremors_end(game: GameState) -> Iterator[Consequence[GameState]]:
    """A tremor hinders a unit in one movement phase (D-104)."""
    return (Consequence((each,)) for each in _unmarked(game, Flag.TREMOR))


def _pinning_ends(game: GameState, _: tuple[UnitRef, ...]) -> Iterator[Consequence[GameState]]:
    """Units are pinned to the end of their own turn."""
    side = game.sides[game.clock.active]
    for each in _unmarked(game, Flag.PINNED):
        yield Consequence((each,), f"{name_of(side, each.unit)}: no longer pinned")


def _crews_recover(game: GameState, _: tuple[UnitRef, ...]) -> Iterator[Consequence[GameState]]:
    """Crews are themselves again at the end of a turn of theirs (D-55)."""
    side = game.sides[game.clock.active]
    for each in recovered(side, game.clock.active, game.clock.turn):
        told = not (each.shaken or each.stunned or wrecked(side, each.vehicle))
        was = hull_of(side, each.vehicle).crew
        yield Consequence((each,), f"{name_of(side, each.vehicle)}: no longer {was}" if told else "")


def _turn_begins(game: GameState) -> Iterator[Consequence[GameState]]:
    """A Warp token can be used again (D-74), and nobody has noted how vehicles move (D-50).

    A vehicle whose crew is stunned stays where it is.
    """
    yield Consequence((Warped(used=False),))
    for now in hulls(game.sides[game.clock.active]):
        speed = Speed.IMMOBILE if now.crew is Crew.STUNNED else None
        if now.speed is not speed and not now.gone:
            yield Consequence((SpeedSet(side=game.clock.active, vehicle=now.id, speed=speed),))


def _reserve_arrives(game: GameState) -> Iterator[Consequence[GameState]]:
    """Yield what the reserve of the side whose turn begins brings (D-80)."""
    side = game.sides[game.clock.active]
    reserve = waiting(side, game.clock.turn)
    for unit in reserve.due:
        yield Consequence((), f"{name_of(side, unit)} to arrive, delayed before")
    if reserve.more:
        yield Consequence((), f"{reserve.more} of {len(reserve.free)} in reserve may arrive")


def _unmarked(game: GameState, flag: Flag) -> Iterator[UnitFlagged]:
    """Yield what takes a mark off the units of the side that plays."""
    for ref in game.refs(game.clock.active):
        if flag in game.body(ref).flags and not game.body(ref).gone:
            yield UnitFlagged(side=ref.side, unit=ref.id, flag=flag, on=False)


COURSE: Course[GameState] = Course(
    before=ClockPhase(id=Phase.DEPLOYMENT, due=(agreement,)),
    turn=(
        ClockPhase(
            id=Phase.MOVEMENT, begins=(_turn_begins, _reserve_arrives), ends=(_tremors_end, owing_on, flights_end)
        ),
        ClockPhase(id=Phase.SHOOTING, ends=(owing_on, flights_end)),
        ClockPhase(id=Phase.ASSAULT, ends=(owing_on, flights_end)),
    ),
).adding(PLAYER_TURN_ENDS, _pinning_ends, _crews_recover)


def _marks(game: GameState, ref: UnitRef) -> Iterator[str]:
    return marks(game.sides[ref.side], ref.id)


RULES: Rules[GameState] = Rules(
    course=COURSE,
    flags=tuple(Flag),
    due=(due,),
    marks=_marks,
    moved=PhaseMoved,
    untracked="muster calc diceless works out what an attack does",
)
