"""What is no attack and no test: agreements, marks, riders, leaders, and tokens that players hold (D-70 to D-77)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Literal

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.play.attacks.eligibility import Role, check_in_play, check_left
from builder.systems.diceless.play.attacks.tokens import TokenKind, spent, tokens_of, use_warp, use_words
from builder.systems.diceless.play.changes import BattleAgreed, Change, Warped
from builder.systems.diceless.play.queries import is_transport, landed, rides_nowhere
from builder.systems.diceless.play.state import TOKEN_NAMES, Flag, GameState
from builder.systems.diceless.tokens import blast_scatter, placing_tokens
from builder.systems.figures import Positive, Whole
from builder.systems.parameters import Choice, given
from builder.systems.play import common_acts as common
from builder.systems.play import contest
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Boarded, Held
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, Whose, players, ref_text, unit_name, units


class AgreeBeforeGame(Act[GameState]):
    """Mission, first player, night fighting, points left over."""

    called = "agree"
    rule = "D-83"
    mission: str = given("what both play for", default="")
    first_turn: Whose | None = given("who has the first turn: 1, 2 or a name", players, default=None)
    night: bool | None = given("night fighting: yes, no", default=None)
    left_over: Literal["largest", "ask"] | None = given(
        "points of DMG left over: largest groups take them, or ask the owner", default=None
    )

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """What is not given stays; who begins can be changed until the first turn (D-25, D-82, D-83)."""
        mission = self.mission or game.mission
        first = game.clock.first if self.first_turn is None else self.first_turn
        night = game.extra.night if self.night is None else self.night
        if first != game.clock.first and game.clock.turn:
            raise PlayError("the first turn has begun: who has it can be changed no more; undo back to the deployment")
        parts = [mission or "no mission", f"{game.sides[first].name} has the first turn"]
        if night or game.extra.night:
            parts.append("night fighting" if night else "no night fighting any more")
        largest = game.extra.largest_first if self.left_over is None else self.left_over == "largest"
        if largest != game.extra.largest_first:
            where = "go to the largest groups" if largest else "go where their owner says"
            parts.append(f"points of DMG left over {where}")
        change = BattleAgreed(mission=mission, first=first, night=night, largest_first=largest)
        return Ruling(f"Agreed: {', '.join(parts)}", [change])


COURSE: tuple[type[Act[Any]], ...] = (
    AgreeBeforeGame,
    contest.Limit,
    contest.TimePlayers,
    common.Next,
    common.Turn,
    contest.Points,
    contest.Objectives,
    contest.Kills,
    common.Note,
    common.Dismiss,
    common.End,
)


def on_foot(game: GameState, ref: UnitRef) -> bool:
    """Whether a unit is one of models that can ride, and rides in nothing."""
    body, side = game.body(ref), game.sides[ref.side]
    can_ride = bool(body.unit.groups) and not rides_nowhere(side, ref.id)
    return can_ride and not body.gone and body.aboard is None


def riders(at: At[GameState], act: EmbarkWithLeader) -> Iterator[Choice[UnitRef]]:
    """The units that can ride, those of the side of the vehicle alone where that is named."""
    transport = known(lambda: act.transport)
    return (each for each in units(on_foot)(at, act) if transport is None or each.value.side == transport.side)


def transports(at: At[GameState], act: EmbarkWithLeader) -> Iterator[Choice[UnitRef]]:
    """The vehicles that a unit can go aboard, with their room."""
    unit = known(lambda: act.unit)
    for ref in at.game.refs() if unit is None else at.game.refs(unit.side):
        body = at.game.body(ref)
        if is_transport(at.game.sides[ref.side], ref.id) and not body.gone and ref != unit:
            text = f"{body.name}, room for {_room(at.game, ref, ())}" if body.room else body.name
            yield Choice(ref, text, ref_text(at.game, ref))


def _room(game: GameState, transport: UnitRef, those: Collection[UnitRef]) -> str:
    """How many models a vehicle has room for, besides who is aboard and not one of those: `10`, `7 more of 10`."""
    room, taken = game.body(transport).room or 0, _models(game, {*game.riders(transport)}.difference(those))
    return f"{max(0, room - taken)} more of {room}" if taken else str(room)


def _models(game: GameState, units: Iterable[UnitRef]) -> int:
    return sum(game.body(each).size for each in units)


class MarkState(common.Mark[GameState]):
    """A state that a unit enters or leaves."""

    called = "mark"
    after_end = True
    mark: Flag = given(f"which: {', '.join(Flag)}")

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """It changes something; only who is in play can be in most states."""
        ruling = super().decide(game, ask)
        if not self.off and self.mark not in (Flag.RESERVE, Flag.DESTROYED):
            check_in_play(game, self.unit, Role.MARKED)
        return ruling


class EmbarkWithLeader(Act[GameState]):
    """A unit goes aboard a vehicle."""

    called = "embark"
    group = "Marks"
    unit: UnitRef = given("the unit", riders, none="nobody is on foot")
    transport: UnitRef = given("the vehicle's unit", transports, none="there is no transport")
    anyway: bool = given(common.ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """It goes with the character who leads it into a vehicle of its side, with room where that is known."""
        body, side = game.body(self.unit), self.unit.side
        check_left(game, self.unit)
        if not body.unit.groups:
            raise PlayError(f"{unit_name(game, self.unit)} rides in nothing: name a unit of models")
        carrier = game.body(self.transport)
        check_left(game, self.transport)
        if self.transport.side != side or not carrier.parts:
            what = "name a vehicle of its side"
            raise PlayError(f"{unit_name(game, self.unit)} cannot ride in {unit_name(game, self.transport)}: {what}")
        if body.aboard == carrier.id:
            raise PlayError(f"{unit_name(game, self.unit)}: aboard {unit_name(game, self.transport)} already")
        together = game.company(self.unit)
        if not self.anyway and (why := _why_not(game, self.unit, self.transport)):
            raise PlayError(f"{why}; by agreement with --anyway")
        changes = [Boarded(side=side, unit=each.id, riding_in=carrier.id) for each in together]
        names = " and ".join(unit_name(game, each) for each in together)
        return Ruling(f"{names} in {unit_name(game, self.transport)}", changes, side=side)


def _why_not(game: GameState, unit: UnitRef, transport: UnitRef) -> str:
    """Why a unit cannot go aboard of something, which may be no transport, full or in reserve; empty where it can.

    As in the base game nobody leaves a close combat for it, and nobody gets into a drop pod that has landed.
    """
    carrier = game.body(transport)
    if Flag.RESERVE in carrier.flags and Flag.RESERVE not in game.body(unit).flags:
        return f"{carrier.unit.name} is still in reserve"
    side = game.sides[unit.side]
    if not is_transport(side, transport.id):
        return f"{carrier.unit.name} is no transport"
    if landed(side, transport.id):
        return f"{carrier.unit.name} has landed: nobody gets in again"
    if not {Flag.ENGAGED, Flag.LOCKED}.isdisjoint(game.body(unit).flags):
        return f"{game.body(unit).unit.name} is in close combat"
    for each in game.company(unit):
        if kind := rides_nowhere(side, each.id):
            return f"{game.body(each).unit.name}: no transport takes units of the type {kind}"
    those = game.company(unit)
    if carrier.room and _models(game, {*game.riders(transport), *those}) > carrier.room:
        room = _room(game, transport, those)
        models = "model" if carrier.room == 1 else "models"
        return f"{carrier.unit.name} has room for {room} {models}, these are {_models(game, those)}"
    return ""


class DisembarkWithLeader(common.Disembark[GameState]):
    """A unit gets out of its vehicle."""

    called = "disembark"
    anyway: bool = given(common.ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """It goes with the character who leads it; as in the base game nobody gets out of what moved flat out."""
        check_left(game, self.unit)
        carrier = game.body(self.unit).aboard
        hulls = () if carrier is None or self.anyway else game.sides[self.unit.side].bodies[carrier].parts.values()
        if any(each.speed is Speed.FLAT_OUT and not each.gone for each in hulls):
            name = unit_name(game, UnitRef(self.unit.side, carrier or ""))
            raise PlayError(f"{name} moved flat out, nobody gets out of it in this turn; by agreement with --anyway")
        return super().decide(game, ask)


class LeadUnit(common.Join[GameState]):
    """A character joins a unit."""

    called = "join"
    rule = "D-11"


MARKS: tuple[type[Act[GameState]], ...] = (MarkState, EmbarkWithLeader, DisembarkWithLeader, LeadUnit, common.Leave)


HOLDER = "who holds them: 1, 2 or a name"
WHICH = "which: Scatter, Gets Hot!, Warp"


def kinds(at: At[GameState], act: UseTokens | GiveBack | CountTokens) -> Iterator[Choice[str]]:
    """The kinds of tokens, with how many the player holds where he is named."""
    player = known(lambda: act.player)
    for kind, name in TOKEN_NAMES.items():
        held = "" if player is None else f", {tokens_of(at.game, player, kind).left} left"
        yield Choice(kind, f"{name}{held}", kind)


def spenders(at: At[GameState], act: object) -> Iterator[Choice[int]]:
    """The players who have used tokens, to whom some can come back."""
    return (each for each in players(at, act) if any(_out(at.game, each.value, kind) for kind in TOKEN_NAMES))


def spent_kinds(at: At[GameState], act: GiveBack) -> Iterator[Choice[str]]:
    """The kinds of tokens of which the player who is named used some."""
    player = known(lambda: act.player)
    return (each for each in kinds(at, act) if player is None or _out(at.game, player, each.value))


def _out(game: GameState, player: int, kind: str) -> bool:
    held = tokens_of(game, player, kind)
    return held.left < held.total


class UseTokens(Act[GameState]):
    """Tokens that a player uses."""

    called, rule, group = "use", "D-32", "Tokens"
    player: Whose = given(HOLDER, players)
    token: TokenKind = given(WHICH, kinds)
    count: Positive = given("how many", default=1)
    on: str = given("what they are used on, for the log", default="")
    bs: Whole | None = given(
        "BS of the firer of a blast, who pulls it back", default=None, when="for Scatter on one blast"
    )
    no_pull_back: bool = given(
        "nobody pulls it back: barrage out of sight, ordnance barrage, orbital bombardment",
        default=False,
        when="with --bs",
    )
    barrage: Whole | None = given(
        "blasts of a multiple barrage, to place those after the first", default=None, when="for Scatter tokens"
    )
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Used is spent: Scatter on a blast (D-32) or to place those of a barrage (D-38), Warp once a turn (D-74)."""
        player, kind, number = self.player, self.token, self.count
        text = use_words(game, player, kind, number) + (f" on {self.on}" if self.on else "")
        steps: tuple[str, ...] = ()
        if kind == "scatter":
            more, steps = self._scattered(game)
            text += more
        if kind == "warp":
            changes: Sequence[Change] = use_warp(game, player, self.anyway, number)
        else:
            changes = [spent(game, player, kind, number)]
        return Ruling(text, changes, steps, player)

    def _scattered(self, game: GameState) -> tuple[str, tuple[str, ...]]:
        """Return what Scatter tokens do, where it was said on what they are used, with the steps."""
        number = self.count
        try:
            if self.barrage is not None:
                placing = placing_tokens(self.barrage)
                if number > placing.value:
                    blasts = counted(self.barrage, "blast")
                    raise PlayError(f"{blasts}: {placing.value} at most, one for each after the first")
                return f": {counted(number, 'blast')} placed", placing.steps
            if self.bs is not None:
                moved = blast_scatter(number, self.bs, not self.no_pull_back, game.extra.night)
                return f': moved {moved.value}"', moved.steps
        except ValueError as error:
            raise PlayError(str(error)) from None
        return "", ()


class GiveBack(Act[GameState]):
    """Used tokens come back."""

    group = "Tokens"
    player: Whose = given(HOLDER, spenders, none="no token was used")
    token: TokenKind = given(WHICH, spent_kinds, none="no token was used")
    count: Positive = given("how many", default=1)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Such as one used by mistake; another Warp token may be used then (D-74)."""
        player, kind, number = self.player, self.token, self.count
        now, name, what = tokens_of(game, player, kind), game.sides[player].name, TOKEN_NAMES[kind]
        if now.left + number > now.total:
            raise PlayError(f"{name} has {now.left} of {now.total} {what}: only used tokens come back")
        text = f"{name} has {number} {what} back: {now.left + number} of {now.total}"
        changes: list[Change] = [Held(side=player, kind=kind, left=now.left + number, total=now.total)]
        if kind == "warp":
            changes.append(Warped(used=False))
        return Ruling(text, changes, side=player)


class CountTokens(Act[GameState]):
    """How many tokens a player holds."""

    called, rule, group, after_end = "tokens", "D-77", "Tokens", True
    player: Whose = given(HOLDER, players)
    token: TokenKind = given(WHICH, kinds)
    total: Whole | None = given("how many he was given", default=None)
    left: Whole | None = given("how many are left", default=None)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """For an opponent's army that nobody typed in, too (D-77)."""
        player, kind = self.player, self.token
        now = tokens_of(game, player, kind)
        total = now.total if self.total is None else self.total
        left = max(0, total - (now.total - now.left)) if self.left is None else self.left
        if left > total:
            raise PlayError(f"{left} left of {total}: no more can be left than there were")
        text = f"{game.sides[player].name} holds {left} of {total} {TOKEN_NAMES[kind]}"
        return Ruling(text, [Held(side=player, kind=kind, left=left, total=total)], side=player)


SPENDING: tuple[type[Act[GameState]], ...] = (UseTokens, GiveBack, CountTokens)
