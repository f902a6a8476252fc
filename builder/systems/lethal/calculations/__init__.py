"""The rules that can be worked out one by one, for `muster calc lethal`."""

from builder.systems.lethal.calculations import command, damage, fighting, moving, shooting

CALCULATIONS = (
    *shooting.CALCULATIONS,
    *damage.CALCULATIONS,
    *fighting.CALCULATIONS,
    *command.CALCULATIONS,
    *moving.CALCULATIONS,
)
