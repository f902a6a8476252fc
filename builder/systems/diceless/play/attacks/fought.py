"""What the close combats of this phase cost those who are in them (D-13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.systems.diceless.play.queries import name_of, unit_with
from builder.systems.diceless.play.state import GameState, Volley, attacks_now
from builder.systems.play.game import Ref


@dataclass(frozen=True, slots=True)
class Fought:
    """The HP that the side of a unit lost in its combat and those of the other side, and where they come from."""

    suffered: int
    inflicted: int
    steps: tuple[str, ...]


def fought(state: GameState, ref: Ref) -> Fought | None:
    """What the combat of a unit cost both sides in this phase; None where it struck nobody and nobody struck it.

    All who fight with one another, or with those whom they fight, are in one combat, characters with their units.
    """
    combat = _combat(state, ref)
    blows = [
        each for each in attacks_now(state) if each.close and _unit(state, Ref(1 - each.side, each.target)) in combat
    ]
    if len({each.side for each in combat}) < 2:
        return None
    lost = [sum(each.lost for each in blows if each.side != side) for side in (ref.side, 1 - ref.side)]
    return Fought(lost[0], lost[1], tuple(_steps(state, ref.side, blows)))


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


def _steps(state: GameState, side: int, blows: list[Volley]) -> Iterator[str]:
    """Yield what each unit lost, those of a side first."""
    lost: dict[Ref, int] = {}
    for each in sorted(blows, key=lambda blow: blow.side == side):
        ref = Ref(1 - each.side, each.target)
        lost[ref] = lost.get(ref, 0) + each.lost
    yield from (f"in this phase {name_of(state.sides[ref.side], ref.id)} lost {hp} HP" for ref, hp in lost.items())
