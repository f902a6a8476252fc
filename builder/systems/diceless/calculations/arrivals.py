"""Tokens, reserves, outflanking and deep strikes, one by one."""

from __future__ import annotations

from builder.systems.diceless.calculations.parts import Values, answer
from builder.systems.diceless.questions import delays, effect, key, modifier
from builder.systems.diceless.questions import word as word_of
from builder.systems.diceless.reserves import arrivals_with_delays, outflank
from builder.systems.diceless.scatter import DeepStrikeZone, deep_strike
from builder.systems.diceless.token_counts import tokens_given
from builder.systems.figures import whole
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _tokens(given: Values) -> Answer:
    """D-70 to D-73 and D-77."""
    worked = tokens_given(
        given["blast"],
        given["large_blast"],
        given["deep_strikers"],
        given["gets_hot_weapons"],
        given["psykers"],
        given["named"],
    )
    counts = worked.value
    return answer(
        {
            "scatter": counts.scatter,
            "scatter_at_start": counts.scatter_at_start,
            "gets_hot": counts.gets_hot,
            "warp": counts.warp,
        },
        worked,
    )


def _reserves(given: Values) -> Answer:
    """D-80."""
    worked = arrivals_with_delays(given["units"], given["bonus"] + given["reroll"], given["delayed"])
    return answer({"arrivals": {str(turn): number for turn, number in worked.value.items()}}, worked)


def _outflank(given: Values) -> Answer:
    """D-81."""
    worked = outflank(given["edge"], not given["no_room"])
    return answer({"edge": worked.value.edge, "arrives": worked.value.arrived}, worked)


def _deep_strike(given: Values) -> Answer:
    """D-75 and D-76."""
    worked = deep_strike(given["zone"], given["jamming_beacon"], given["no_scatter"])
    arrival = worked.value
    return answer({"tokens": arrival.tokens, "inches": arrival.inches, "mishap": arrival.mishap}, worked)


CALCULATIONS = (
    Calculation(
        name="tokens",
        text="The tokens that an army gives to its opponent.",
        rule="D-70",
        parameters=(
            Parameter(name="blast", text="weapons that fire a blast", read=whole, default="0"),
            Parameter(name="large-blast", text="weapons that fire a large blast", read=whole, default="0"),
            Parameter(name="deep-strikers", text="units that deep strike", read=whole, default="0"),
            Parameter(name="gets-hot-weapons", text="weapons that get hot", read=whole, default="0"),
            Parameter(name="psykers", text="psykers, a brotherhood as one", read=whole, default="0"),
            Parameter(
                name="named", text="'Gate of Infinity', 'orbital bombardment', 'Tigurius'", read=effect, many=True
            ),
        ),
        answer=_tokens,
    ),
    Calculation(
        name="reserves",
        text="How many units arrive in each turn.",
        rule="D-80",
        parameters=(
            Parameter(name="units", text="units in reserve", read=whole),
            Parameter(name="bonus", text="sum of what is added to reserve rolls: 1, -1", read=modifier, default="0"),
            Parameter(name="reroll", text="reserve rolls may be re-rolled: one more a turn"),
            Parameter(name="delayed", text="units put off by a turn: 2=1,3=2", read=delays, default=""),
        ),
        answer=_reserves,
    ),
    Calculation(
        name="outflank",
        text="A unit that outflanks.",
        rule="D-81",
        parameters=(
            Parameter(name="edge", text="left or right, as its player picks", read=key(("left", "right"))),
            Parameter(name="no-room", text="it cannot be placed there"),
        ),
        answer=_outflank,
    ),
    Calculation(
        name="deep-strike",
        text="What Scatter tokens may do to an arrival by deep strike.",
        rule="D-75",
        parameters=(
            Parameter(name="zone", text="where it arrives: own, neither, enemy", read=word_of(DeepStrikeZone)),
            Parameter(name="jamming-beacon", text='within 6" of an enemy jamming beacon'),
            Parameter(name="no-scatter", text="a locator beacon, a lictor or the like keeps it from scattering"),
        ),
        answer=_deep_strike,
    ),
)
