"""The rules that can be worked out one by one, for `muster calc lethal`."""

from builder.systems.lethal.calculations import command, fighting, turns

CALCULATIONS = (
    *fighting.CALCULATIONS,
    *command.CALCULATIONS,
    *turns.CALCULATIONS,
)
