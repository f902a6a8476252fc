"""Reserves: units that arrive, are put off, outflank or deep strike (D-75, D-76, D-80, D-81)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from builder.errors import PlayError
from builder.scalars import counted, signed
from builder.systems.diceless.movement import FIRST_TURN, LAST_TURN, outflank
from builder.systems.diceless.parameters import Modifier
from builder.systems.diceless.play.attacks.eligibility import check_left
from builder.systems.diceless.play.attacks.tokens import spent, tokens_of, use_words
from builder.systems.diceless.play.changes import Arriving, Change, Reserved, UnitFlagged
from builder.systems.diceless.play.queries import (
    comes_with,
    deep_strikes,
    name_of,
    pods,
    waiting,
    waits,
    with_company,
)
from builder.systems.diceless.play.state import Flag, GameState, Phase
from builder.systems.diceless.tokens import INCHES_BY_TOKEN, MISHAPS, DeepStrikeZone, deep_strike
from builder.systems.figures import Whole
from builder.systems.fortyk.model import Unit
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import Ref, UnitRef
from builder.systems.play.lookup import Whose, players, units

NOBODY = "nobody is in reserve"


def comes(game: GameState, ref: UnitRef) -> bool:
    """Whether a unit waits in reserve, and comes with no other."""
    side = game.sides[ref.side]
    return waits(side, ref.id) and comes_with(side, ref.id) is None


@dataclass(frozen=True, slots=True)
class Coming:
    """A unit in reserve with whom it comes with, and what the rules say of its arrival now."""

    ref: Ref
    name: str
    units: tuple[str, ...]
    steps: tuple[str, ...]


class ArriveFromReserve(Act[GameState]):
    """A unit comes from reserve."""

    called = "arrive"
    rule, group = "D-80", "Reserves"
    unit: UnitRef = given("the unit", units(comes), none=NOBODY)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """It comes in over an edge of the table, in a turn in which it may (D-80)."""
        coming = walking_in(game, self.unit, self.anyway)
        return Ruling(f"{coming.name}: arrival from reserve", come(game, coming), coming.steps, coming.ref.side)


class Delay(Act[GameState]):
    """A unit is put off to the next turn."""

    rule, group = "D-80", "Reserves"
    unit: UnitRef = given("the unit", units(comes), none=NOBODY)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """One that may arrive is put off once, before the last turn of reserves (D-80)."""
        coming = coming_in(game, self.unit, self.anyway)
        put_off = game.body(self.unit).put_off
        if not self.anyway and put_off is not None:
            raise PlayError(f"{coming.name}: put off in turn {put_off} already, a unit is delayed once; it arrives now")
        if game.clock.turn >= LAST_TURN and not self.anyway:
            why = f"from turn {LAST_TURN} on all that are left arrive: {coming.name} cannot be delayed"
            raise PlayError(f"{why}; by agreement with --anyway")
        changes = [Arriving(side=coming.ref.side, unit=coming.ref.id, put_off=game.clock.turn)]
        text = f"{coming.name}: delayed to turn {game.clock.turn + 1}"
        return Ruling(text, changes, coming.steps, coming.ref.side)


class Outflank(Act[GameState]):
    """A unit comes from reserve over the left or right edge."""

    rule, group = "D-81", "Reserves"
    unit: UnitRef = given("the unit", units(comes), none=NOBODY)
    edge: Literal["left", "right"] = given("left or right, as its player picks")
    no_room: bool = given("it cannot be placed there", default=False)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Its player picks the edge; without room there it is removed (D-81)."""
        coming = walking_in(game, self.unit, self.anyway)
        worked = outflank(self.edge, not self.no_room)
        gone: Sequence[Change] = () if worked.value.arrived else removed(coming)
        result = "in from" if worked.value.arrived else "no room, removed at"
        text = f"{coming.name}: outflanking, {result} the {self.edge} edge"
        return Ruling(text, [*come(game, coming), *gone], (*coming.steps, *worked.steps), coming.ref.side)


class DeepStrike(Act[GameState]):
    """A unit arrives by deep strike."""

    rule, group = "D-75", "Reserves"
    unit: UnitRef = given("the unit", units(comes), none=NOBODY)
    zone: DeepStrikeZone = given(
        "where it lands, as its player sees it: own, neither, enemy", default=DeepStrikeZone.NEITHER
    )
    tokens: Whole | None = given("Scatter tokens that the opponent uses on it", default=None)
    jamming_beacon: bool = given('within 6" of an enemy jamming beacon', default=False)
    no_scatter: bool = given("a locator beacon, a lictor or the like keeps it from scattering", default=False)
    mishap: bool = given("it cannot be placed where it ends", default=False)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Its opponent may scatter it with tokens, a mishap goes by where it lands (D-75, D-76)."""
        coming = coming_in(game, self.unit, self.anyway)
        worked = deep_strike(self.zone, self.jamming_beacon, self.no_scatter)
        opponent = 1 - coming.ref.side
        tokens = self._tokens(game, opponent, worked.value.tokens, ask)
        if tokens > worked.value.tokens:
            zone = f"in the zone '{self.zone}' it may be scattered by {counted(worked.value.tokens, 'token')} at most"
            raise PlayError(f"{coming.name}: {'it does not scatter' if self.no_scatter else zone}, not by {tokens}")
        changes: list[Change] = []
        told = [f"{coming.name}: deep strike"]
        steps = [*coming.steps, *worked.steps]
        if not deep_strikes(game.sides[coming.ref.side], coming.ref.id):
            steps.append(
                "it was not marked for deep strike: the opponent was given no tokens for it when the game began"
            )
        if tokens:
            changes.append(spent(game, opponent, "scatter", tokens))
            told.append(f'{use_words(game, opponent, "scatter", tokens)}: scattered {tokens * INCHES_BY_TOKEN}"')
        changes += come(game, coming)
        if self.mishap:
            told.append(f"mishap: {MISHAPS[worked.value.mishap]}")
            if worked.value.mishap == "removed":
                changes += removed(coming)
            elif worked.value.mishap == "reserve":
                changes += (UnitFlagged(side=coming.ref.side, unit=unit, flag=Flag.RESERVE) for unit in coming.units)
        return Ruling("; ".join(told), changes, steps, coming.ref.side)

    def _tokens(self, game: GameState, opponent: int, most: int, ask: Answers) -> int:
        """Return how many tokens scatter it: as said, else its opponent is asked, unless he has none to use."""
        held = tokens_of(game, opponent, "scatter").left
        choices = [Choice(number, _scattered(number)) for number in range(min(most, held) + 1)]
        question = f"How many Scatter tokens does {game.sides[opponent].name} use? {held} are left."
        return ask.one("tokens", self.tokens, question, choices)


def _scattered(tokens: int) -> str:
    return f'{counted(tokens, "token")}: scattered {tokens * INCHES_BY_TOKEN}"' if tokens else "none: as it was aimed"


class ReserveRolls(Act[GameState]):
    """What is added to reserve rolls."""

    rule, group = "D-80", "Reserves"
    player: Whose = given("whose: 1, 2 or a name", players)
    bonus: Modifier = given("the sum: +1, -1; +1 for a re-roll; 0 for nothing")

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """So many units more, or fewer, may arrive in each turn (D-80)."""
        player, bonus = self.player, self.bonus
        more = f"{counted(abs(bonus), 'unit')} {'more' if bonus > 0 else 'fewer'} in each turn"
        text = f"{game.sides[player].name}: {signed(bonus)} to its reserve rolls{f', {more}' if bonus else ''}"
        return Ruling(text, [Reserved(side=player, bonus=bonus)], side=player)


def coming_in(game: GameState, ref: UnitRef, anyway: bool) -> Coming:
    """The unit that is to come, with whom it comes.

    Raises:
        PlayError: it does not wait in reserve, or may not arrive now and nothing else was agreed.
    """
    check_left(game, ref)
    side, unit = game.sides[ref.side], game.body(ref).unit
    if Flag.RESERVE not in side.bodies[ref.id].flags:
        raise PlayError(f"{unit.name}: not in reserve; if that is wrong, mark it so first")
    with_whom = comes_with(side, ref.id)
    if with_whom is not None:
        raise PlayError(f"{unit.name} comes with {name_of(side, with_whom)}: name that, or part them first")
    forbidden = "" if anyway else refused(game, ref, unit)
    if forbidden:
        raise PlayError(f"{forbidden}; by agreement with --anyway")
    reserve = waiting(side, game.clock.turn)
    why = f"turn {game.clock.turn}: {reserve.may} of {reserve.left} may arrive, {reserve.picked} picked before"
    if ref.id in reserve.due:
        why = "it was put off before and arrives beside those that may now"
    elif ref.id in pods(side, game.clock.turn):
        why = "Drop Pod Assault: half of the drop pods, rounded up, arrive in turn 1"
    elif anyway:
        why = "it arrives as the players agreed"
    return Coming(ref, unit.name, with_company(side, ref.id), (why,))


def walking_in(game: GameState, ref: UnitRef, anyway: bool) -> Coming:
    """The unit that is to come over an edge of the table, as one does that is not marked for deep strike.

    Raises:
        PlayError: it is so marked and nothing else was agreed; see `coming_in`.
    """
    coming = coming_in(game, ref, anyway)
    if deep_strikes(game.sides[coming.ref.side], coming.ref.id) and not anyway:
        why = "marked for deep strike, for which the opponent was given tokens (D-71): let it deep-strike"
        raise PlayError(f"{coming.name}: {why}; by agreement with --anyway")
    return coming


def refused(game: GameState, ref: Ref, unit: Unit) -> str:
    """Return why a unit may not arrive now; empty where it may (D-80)."""
    if game.clock.active != ref.side or game.clock.phase != Phase.MOVEMENT:
        return f"{unit.name} arrives in a movement phase of {game.sides[ref.side].name}"
    reserve = waiting(game.sides[ref.side], game.clock.turn)
    if ref.id in reserve.due or ref.id in pods(game.sides[ref.side], game.clock.turn):
        return ""
    if game.clock.turn < FIRST_TURN:
        return "nobody arrives from reserve in turn 1"
    if ref.id not in reserve.free:
        return f"{unit.name} was picked in this turn already: delayed to the next"
    if not reserve.more:
        return f"turn {game.clock.turn}: {reserve.may} of {counted(reserve.left, 'unit')} may arrive, and no more"
    return ""


def come(game: GameState, coming: Coming) -> Sequence[Change]:
    """The changes that bring a unit in, and all who come with it."""
    side, number = game.sides[coming.ref.side], coming.ref.side
    waited = [unit for unit in coming.units if Flag.RESERVE in side.bodies[unit].flags]
    return [
        *(UnitFlagged(side=number, unit=unit, flag=Flag.RESERVE, on=False) for unit in waited),
        Arriving(side=number, unit=coming.ref.id, arrived=game.clock.turn, put_off=side.bodies[coming.ref.id].put_off),
    ]


def removed(coming: Coming) -> Sequence[Change]:
    """The changes that take it off the table for good."""
    return [UnitFlagged(side=coming.ref.side, unit=unit, flag=Flag.DESTROYED) for unit in coming.units]


RESERVING: tuple[type[Act[GameState]], ...] = (ArriveFromReserve, Delay, Outflank, DeepStrike, ReserveRolls)
