"""What follows of itself from every act: a unit of which nobody is left is destroyed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as replaced

from msgspec.structs import replace

from builder.systems.diceless.play.changes import Change, Flagged
from builder.systems.diceless.play.evolve import evolve
from builder.systems.diceless.play.standing import dead
from builder.systems.diceless.play.state import Flag, GameState, unit_of
from builder.systems.play.events import Decision


def settled(state: GameState, decision: Decision[Change]) -> Decision[Change]:
    """A decision with what follows from it: units are destroyed whose last model goes, and back with a model."""
    event = decision.event
    flags = tuple(_flags(state, evolve(state, event)))
    if not flags:
        return decision
    lost = [
        unit_of(state.sides[flag.side], flag.unit)
        for flag in flags
        if flag.on and unit_of(state.sides[flag.side], flag.unit).groups
    ]
    text = event.text + "".join(f"; nobody of {unit.name} is left" for unit in lost)
    return replaced(decision, event=replace(event, text=text, changes=(*event.changes, *flags)))


def _flags(before: GameState, after: GameState) -> Iterator[Flagged]:
    for number, side in enumerate(after.sides):
        for unit, now in side.units.items():
            if now is before.sides[number].units[unit] and side.vehicles is before.sides[number].vehicles:
                continue
            was, destroyed = dead(before.sides[number], unit), Flag.DESTROYED in now.flags
            if dead(side, unit):
                if not destroyed:
                    yield Flagged(side=number, unit=unit, flag=Flag.DESTROYED)
            elif was and destroyed:
                yield Flagged(side=number, unit=unit, flag=Flag.DESTROYED, on=False)
