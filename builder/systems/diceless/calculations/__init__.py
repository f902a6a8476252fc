"""The rules that can be worked out one by one, for `muster calc diceless`; each answer has its steps."""

from builder.systems.diceless.calculations import attacks, hazards, leadership, saves, vehicles

CALCULATIONS = (
    *saves.CALCULATIONS,
    *attacks.CALCULATIONS,
    *leadership.CALCULATIONS,
    *vehicles.CALCULATIONS,
    *hazards.CALCULATIONS,
)
