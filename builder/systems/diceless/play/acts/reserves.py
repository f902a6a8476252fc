"""Reserves: units that arrive, are put off, outflank or deep strike (D-75, D-76, D-80, D-81)."""

from __future__ import annotations

from collections.abc import Sequence

from builder.errors import PlayError
from builder.systems.diceless.explained import count, signed
from builder.systems.diceless.movement import LAST_TURN, outflank
from builder.systems.diceless.parameters import key, modifier, word
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.acts.reserve_arrivals import come, coming_in, removed, walking_in
from builder.systems.diceless.play.changes import Arriving, Change, Flagged, Reserved
from builder.systems.diceless.play.finding import find_player
from builder.systems.diceless.play.held import spent, use_words
from builder.systems.diceless.play.parameters import ANYWAY, PLAYER, UNIT
from builder.systems.diceless.play.queries import deep_strikes
from builder.systems.diceless.play.state import Flag, GameState
from builder.systems.diceless.scatter import INCHES_BY_TOKEN, MISHAPS, DeepStrikeZone, deep_strike
from builder.systems.figures import whole
from builder.systems.play.events import Decision
from builder.systems.play.verbs import Verb
from builder.systems.questions import Parameter


def arrive(state: GameState, given: Values) -> Decision[Change]:
    """A unit comes from reserve (D-80)."""
    coming = walking_in(state, given)
    return decided(f"{coming.name}: arrival from reserve", come(state, coming), coming.steps, coming.ref.side)


def delay(state: GameState, given: Values) -> Decision[Change]:
    """A unit that may arrive is put off to the next turn (D-80)."""
    coming = coming_in(state, given)
    put_off = state.sides[coming.ref.side].bodies[coming.ref.id].put_off
    if not given["anyway"] and put_off is not None:
        raise PlayError(f"{coming.name}: put off in turn {put_off} already, a unit is delayed once; it arrives now")
    if state.clock.turn >= LAST_TURN and not given["anyway"]:
        why = f"from turn {LAST_TURN} on all that are left arrive: {coming.name} cannot be delayed"
        raise PlayError(f"{why}; by agreement with --anyway")
    changes = [Arriving(side=coming.ref.side, unit=coming.ref.id, put_off=state.clock.turn)]
    text = f"{coming.name}: delayed to turn {state.clock.turn + 1}"
    return decided(text, changes, coming.steps, coming.ref.side)


def flank(state: GameState, given: Values) -> Decision[Change]:
    """A unit outflanks (D-81)."""
    coming = walking_in(state, given)
    worked = outflank(given["edge"], not given["no_room"])
    gone: Sequence[Change] = () if worked.value.arrived else removed(coming)
    result = "in from" if worked.value.arrived else "no room, removed at"
    text = f"{coming.name}: outflanking, {result} the {given['edge']} edge"
    changes = [*come(state, coming), *gone]
    return decided(text, changes, (*coming.steps, *worked.steps), coming.ref.side)


def strike(state: GameState, given: Values) -> Decision[Change]:
    """A unit deep strikes; its opponent may scatter it with tokens, a mishap goes by where it lands (D-75, D-76)."""
    coming = coming_in(state, given)
    worked = deep_strike(given["zone"], given["jamming_beacon"], given["no_scatter"])
    tokens, opponent = given["tokens"], 1 - coming.ref.side
    if tokens > worked.value.tokens:
        zone = f"in the zone '{given['zone']}' it may be scattered by {count(worked.value.tokens, 'token')} at most"
        raise PlayError(f"{coming.name}: {'it does not scatter' if given['no_scatter'] else zone}, not by {tokens}")
    changes: list[Change] = []
    told = [f"{coming.name}: deep strike"]
    steps = [*coming.steps, *worked.steps]
    if not deep_strikes(state.sides[coming.ref.side], coming.ref.id):
        steps.append("it was not marked for deep strike: the opponent was given no tokens for it when the game began")
    if tokens:
        changes.append(spent(state, opponent, "scatter", tokens))
        told.append(f'{use_words(state, opponent, "scatter", tokens)}: scattered {tokens * INCHES_BY_TOKEN}"')
    changes += come(state, coming)
    if given["mishap"]:
        told.append(f"mishap: {MISHAPS[worked.value.mishap]}")
        if worked.value.mishap == "removed":
            changes += removed(coming)
        elif worked.value.mishap == "reserve":
            changes += (Flagged(side=coming.ref.side, unit=unit, flag=Flag.RESERVE) for unit in coming.units)
    return decided("; ".join(told), changes, steps, coming.ref.side)


def reserve_rolls(state: GameState, given: Values) -> Decision[Change]:
    """What is added to the reserve rolls of a player (D-80)."""
    player = find_player(state, given["player"])
    name, bonus = state.sides[player].name, given["bonus"]
    more = f"{count(abs(bonus), 'unit')} {'more' if bonus > 0 else 'fewer'} in each turn"
    text = f"{name}: {signed(bonus)} to its reserve rolls{f', {more}' if bonus else ''}"
    return decided(text, [Reserved(side=player, bonus=bonus)], side=player)


_TOKENS = Parameter(name="tokens", text="Scatter tokens that the opponent uses on it", read=whole, default="0")
RESERVING = (
    Act(
        Verb(name="arrive", text="a unit comes from reserve", rule="D-80", group="Reserves", parameters=(UNIT, ANYWAY)),
        arrive,
    ),
    Act(
        Verb(
            name="delay",
            text="a unit is put off to the next turn",
            rule="D-80",
            group="Reserves",
            parameters=(UNIT, ANYWAY),
        ),
        delay,
    ),
    Act(
        Verb(
            name="outflank",
            text="a unit comes from reserve over the left or right edge",
            rule="D-81",
            group="Reserves",
            parameters=(
                UNIT,
                Parameter(name="edge", text="left or right, as its player picks", read=key(("left", "right"))),
                Parameter(name="no-room", text="it cannot be placed there"),
                ANYWAY,
            ),
        ),
        flank,
    ),
    Act(
        Verb(
            name="deep-strike",
            text="a unit arrives by deep strike",
            rule="D-75",
            group="Reserves",
            parameters=(
                UNIT,
                Parameter(
                    name="zone",
                    text="where it lands, as its player sees it: own, neither, enemy",
                    read=word(DeepStrikeZone),
                ),
                _TOKENS,
                Parameter(name="jamming-beacon", text='within 6" of an enemy jamming beacon'),
                Parameter(name="no-scatter", text="a locator beacon, a lictor or the like keeps it from scattering"),
                Parameter(name="mishap", text="it cannot be placed where it ends"),
                ANYWAY,
            ),
        ),
        strike,
    ),
    Act(
        Verb(
            name="reserve-rolls",
            text="what is added to reserve rolls",
            rule="D-80",
            group="Reserves",
            parameters=(
                PLAYER,
                Parameter(name="bonus", text="the sum: +1, -1; +1 for a re-roll; 0 for nothing", read=modifier),
            ),
        ),
        reserve_rolls,
    ),
)
