"""The rules that can be worked out one by one, for `muster calc epic`, with exact chances (E-16)."""

from builder.systems.epic.calculations import actions, markers, measures, shooting, terrain

CALCULATIONS = (
    *actions.CALCULATIONS,
    *shooting.CALCULATIONS,
    *markers.CALCULATIONS,
    *terrain.CALCULATIONS,
    *measures.CALCULATIONS,
)
