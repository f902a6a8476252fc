"""Crews that are shaken or stunned for a time: until when, what it comes to, and when it is over (D-55).

As in the base game a shaken crew does not shoot, a stunned one neither moves nor shoots, to the end of the next turn of
its side. During deployment, where players stay who do not play by phases, nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from builder.systems.diceless.explained import Explained
from builder.systems.diceless.play.changes import Dazed
from builder.systems.diceless.play.state import Crew, GameState, Phase, SideState, hull_of, hulls, vehicle_of
from builder.systems.diceless.vehicle_damage import SHAKEN, STUNNED
from builder.systems.play.game import Ref

EXTRA_ARMOUR = "extra armour"
"""Wargear with which a stunned crew counts as shaken."""
_COST = {Crew.SHAKEN: "no shooting", Crew.STUNNED: "no moving and no shooting"}


def coming_turn(state: GameState, number: int) -> int:
    """The game turn of the next turn that a side begins."""
    if state.clock.phase == Phase.DEPLOYMENT:
        return 1
    return state.clock.turn + (number == state.clock.active or state.clock.active != state.clock.first)


def dazed(state: GameState, ref: Ref, results: Collection[str]) -> Explained[Dazed | None]:
    """What hits with these results do to the crew of a vehicle."""
    now, vehicle = hull_of(state.sides[ref.side], ref.id), vehicle_of(state.sides[ref.side], ref.id)[1]
    crew = Crew.STUNNED if STUNNED in results else Crew.SHAKEN
    if state.clock.phase == Phase.DEPLOYMENT or not {SHAKEN, STUNNED} & {*results}:
        return Explained(None)
    steps: tuple[str, ...] = ()
    if crew is Crew.STUNNED and any(EXTRA_ARMOUR in gear.casefold() for gear in vehicle.gear):
        crew, steps = Crew.SHAKEN, (f"{EXTRA_ARMOUR}: a stunned crew counts as shaken",)
    until = coming_turn(state, ref.side)
    after = Dazed(
        side=ref.side,
        vehicle=ref.id,
        shaken=until if crew is Crew.SHAKEN else now.shaken,
        stunned=until if crew is Crew.STUNNED else now.stunned,
    )
    return Explained(after, (*steps, f"{crew} to the end of its turn {until}: {_COST[crew]}"))


def typed_crew(state: GameState, ref: Ref, crew: Crew) -> Dazed:
    """What makes a crew be as players say: to the end of this turn of its side, or of the next one."""
    now = ref.side == state.clock.active and state.clock.phase != Phase.DEPLOYMENT
    until = state.clock.turn if now else coming_turn(state, ref.side)
    shaken, stunned = (until if crew is each else 0 for each in (Crew.SHAKEN, Crew.STUNNED))
    return Dazed(side=ref.side, vehicle=ref.id, shaken=shaken, stunned=stunned)


def recovered(side: SideState, number: int, turn: int) -> Iterator[Dazed]:
    """Yield what the end of a turn of a side changes for its crews."""
    for now in hulls(side):
        shaken, stunned = (until if until > turn else 0 for until in (now.shaken, now.stunned))
        if (shaken, stunned) != (now.shaken, now.stunned):
            yield Dazed(side=number, vehicle=now.id, shaken=shaken, stunned=stunned)
