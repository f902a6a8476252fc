"""The tests that units owe for what befell them in this phase, until they take them or the phase ends (D-19)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.systems.diceless.play.acts.tests import OrderTest
from builder.systems.diceless.play.queries import fearless, gone
from builder.systems.diceless.play.state import Flag, GameState, Phase, attacks_now, unit_of
from builder.systems.play.game import Ref

PARTS = 4
"""A unit that loses a model of so many in a phase takes a morale test, as in the base game."""
_SPARED = (Flag.FALLING_BACK, Flag.ENGAGED, Flag.LOCKED)


def tests_due(state: GameState, ref: Ref) -> Iterator[str]:
    """Yield what a unit must test for in words; nothing for those who know no fear of it."""
    side = state.sides[ref.side]
    unit, now = unit_of(side, ref.id), side.bodies[ref.id]
    pinned = _pinned_by(state, ref)
    unharmed = not now.removed and not pinned
    if unharmed or not unit.groups or gone(side, ref.id) or fearless(side, ref.id).value:
        return
    left = sum(pool.models for pool in now.pools.values())
    whole = left + now.removed
    counts = state.clock.phase in (Phase.MOVEMENT, Phase.SHOOTING) and now.flags.isdisjoint(_SPARED)
    if counts and now.removed * PARTS >= whole and OrderTest.MORALE not in now.tested:
        yield f"{unit.name} lost {now.removed} of {whole}: a morale test"
    if pinned > now.tested.count(OrderTest.PINNING) and Flag.PINNED not in now.flags:
        yield f"{unit.name}: a pinning test"


def _pinned_by(state: GameState, ref: Ref) -> int:
    """How many attackers cost a unit HP with weapons that pin."""
    hits = (each for each in attacks_now(state) if each.pins and each.lost)
    return len({each.attacker for each in hits if each.side != ref.side and each.target == ref.id})
