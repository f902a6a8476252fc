"""Gets Hot!, terrain, mines and powers, one by one."""

from __future__ import annotations

from collections.abc import Callable

from builder.systems.diceless.calculations.parts import (
    INVULNERABLE,
    NO_COVER_PROTECTION,
    NULL_ZONE,
    PROTECTION,
    SAVE_REROLLS,
    Values,
    answer,
    protection,
)
from builder.systems.diceless.hazards import (
    DANGEROUS_TERRAIN,
    Hurt,
    cluster_mines,
    dangerous_terrain,
    gate_of_infinity,
    gets_hot,
    hurt,
    shots_left,
)
from builder.systems.diceless.movement import (
    FIXED_MOVES,
    after_tremor,
    inside_difficult_terrain,
    servitors_work,
)
from builder.systems.diceless.protection import Protection
from builder.systems.diceless.questions import inches, key
from builder.systems.diceless.worked import Worked, count
from builder.systems.figures import optional, positive, whole
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _told(worked: Worked[Hurt]) -> Answer:
    return answer({"damage": worked.value.damage, "hp_lost": worked.value.hp_lost}, worked)


def _gets_hot(given: Values) -> Answer:
    """D-31."""
    worked = gets_hot(protection(given), given["bs"], given["reroll"])
    if given["hp"] is None:
        return _told(worked)
    died = worked.value.hp_lost >= given["hp"]
    left = shots_left(given["shots"], died)
    words = f"{given['hp']} HP: {'dies' if died else 'lives'}, {count(left, 'shot')} of {given['shots']} count"
    result = {"damage": worked.value.damage, "hp_lost": worked.value.hp_lost, "dies": died, "shots_left": left}
    return answer(result, Worked(worked.value, (*worked.steps, words)))


def _dangerous_terrain(given: Values) -> Answer:
    """D-35."""
    terrain = dangerous_terrain(given["models"], given["skilled_rider"], given["amount"], given["inches"])
    return _told(hurt(terrain, protection(given)))


def _cluster_mines(given: Values) -> Answer:
    """D-103."""
    return _told(hurt(cluster_mines(), protection(given)))


def _gate(_: Values) -> Answer:
    """D-102."""
    return _told(hurt(gate_of_infinity(), Protection()))


def _difficult_terrain(given: Values) -> Answer:
    """D-18."""
    worked = inside_difficult_terrain(given["move"], given["before"], given["move_through_cover"])
    return answer({"inside": float(worked.value)}, worked)


def _fixed_move(given: Values) -> Answer:
    """D-17."""
    far = FIXED_MOVES[given["kind"]]
    return answer({"inches": far}, Worked(far, (f'{given["kind"]}: {far}"',)))


def _tremor(given: Values) -> Answer:
    """D-104."""
    worked = after_tremor(given["move"])
    return answer({"inches": float(worked.value)}, worked)


def _mindlock(given: Values) -> Answer:
    """D-105."""
    works = servitors_work(given["turns_alone"])
    words = f"{count(given['turns_alone'], 'turn')} without a Techmarine: {'they work' if works else 'they do nothing'}"
    return answer({"works": works}, Worked(works, (words,)))


def _calculation(
    name: str, text: str, rule: str, parameters: tuple[Parameter, ...], work: Callable[[Values], Answer]
) -> Calculation:
    return Calculation(name=name, text=text, rule=rule, parameters=parameters, answer=work)


_MOVE = Parameter(name="move", text="its movement in inches", read=inches, default="6")

CALCULATIONS = (
    _calculation(
        "gets-hot",
        "What a Gets Hot! token costs the bearer.",
        "D-31",
        (
            *PROTECTION,
            Parameter(name="bs", text="BS of the bearer", read=optional(whole), default=""),
            Parameter(name="reroll", text="he re-rolls to hit, or the weapon is twin-linked"),
            Parameter(name="hp", text="HP he has left", read=optional(positive), default=""),
            Parameter(name="shots", text="shots of the weapon", read=positive, default="1"),
        ),
        _gets_hot,
    ),
    _calculation(
        "dangerous-terrain",
        "What dangerous terrain costs models.",
        "D-35",
        (
            Parameter(name="models", text="that enter, leave or move in it", read=positive),
            INVULNERABLE,
            *SAVE_REROLLS,
            NULL_ZONE,
            Parameter(name="skilled-rider", text="skilled riders of bikes or cavalry"),
            Parameter(
                name="amount", text="DMG for each model as agreed", read=positive, default=str(DANGEROUS_TERRAIN)
            ),
            Parameter(
                name="inches",
                text="the way in it, where the amount is for each inch",
                read=optional(inches),
                default="",
            ),
        ),
        _dangerous_terrain,
    ),
    _calculation("cluster-mines", "What cluster mines cost a unit.", "D-103", NO_COVER_PROTECTION, _cluster_mines),
    _calculation("gate-of-infinity", "What the Gate of Infinity costs a unit taken along.", "D-102", (), _gate),
    _calculation(
        "difficult-terrain",
        "How far a model gets into difficult terrain.",
        "D-18",
        (
            _MOVE,
            Parameter(name="before", text="inches to its edge", read=inches, default="0"),
            Parameter(name="move-through-cover", text="it has Move Through Cover"),
        ),
        _difficult_terrain,
    ),
    _calculation(
        "fixed-move",
        "Moves whose length is fixed.",
        "D-17",
        (Parameter(name="kind", text=", ".join(FIXED_MOVES), read=key(FIXED_MOVES)),),
        _fixed_move,
    ),
    _calculation("tremor", "What a tremor leaves of a unit's move.", "D-104", (_MOVE,), _tremor),
    _calculation(
        "mindlock",
        "Whether servitors work without a Techmarine.",
        "D-105",
        (Parameter(name="turns-alone", text="turns without one, this one too", read=whole),),
        _mindlock,
    ),
)
