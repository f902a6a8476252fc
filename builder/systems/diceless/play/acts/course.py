"""The course of a game: what is agreed on, phases and turns, victory points, notes, its end (D-82, D-83)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from builder.errors import PlayError
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.explained import count
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.attacks.parameters import LARGEST
from builder.systems.diceless.play.changes import Agreed, Change, Dazed, Flagged, Moved, Sped, Warped
from builder.systems.diceless.play.crews import coming_turn, recovered
from builder.systems.diceless.play.finding import find_body, find_player
from builder.systems.diceless.play.parameters import PLAYER, wish, yes_no
from builder.systems.diceless.play.queries import gone, name_of, units_of, wrecked
from builder.systems.diceless.play.reserve_turns import waiting
from builder.systems.diceless.play.state import Crew, Flag, GameState, Phase, SideState, hull_of, hulls
from builder.systems.figures import whole
from builder.systems.play.changes import Noted, Scored
from builder.systems.play.events import Decision
from builder.systems.play.verbs import Verb
from builder.systems.questions import Parameter
from builder.systems.words import one_of

_ORDER = (Phase.MOVEMENT, Phase.SHOOTING, Phase.ASSAULT)
SIGNS = "+-−"


def points(text: str) -> tuple[bool, int]:
    """Victory points: whether they are added to those there are, and how many."""
    sign = text.strip()[:1]
    added = sign != "" and sign in SIGNS
    value = whole(text.strip()[added:])
    return added, -value if sign in ("-", "−") else value


def agree(state: GameState, given: Values) -> Decision[Change]:
    """What the players agree on: the mission, who begins, whether it is night; what is not given stays (D-82, D-83)."""
    mission = given["mission"] or state.mission
    first = state.clock.first if given["first_turn"] is None else find_player(state, given["first_turn"])
    night = state.extra.night if given["night"] is None else given["night"]
    if first != state.clock.first and state.clock.turn:
        raise PlayError("the first turn has begun: who has it can be changed no more; undo back to the deployment")
    parts = [mission or "no mission", f"{state.sides[first].name} has the first turn"]
    if night or state.extra.night:
        parts.append("night fighting" if night else "no night fighting any more")
    largest = state.extra.largest_first if given["left_over"] is None else given["left_over"] == LARGEST
    if largest != state.extra.largest_first:
        parts.append(
            f"points of DMG left over {'go to the largest groups' if largest else 'go where their owner says'}"
        )
    changes = [Agreed(mission=mission, first=first, night=night, largest_first=largest)]
    return decided(f"Agreed: {', '.join(parts)}", changes)


def next_phase(state: GameState, given: Values) -> Decision[Change]:
    """The next phase; after a player's last one the other's turn, after the second player's the next game turn."""
    if state.clock.phase in _ORDER[:-1]:
        phase = _ORDER[_ORDER.index(state.clock.phase) + 1]
        return _moved(state, state.clock.turn, state.clock.active, phase)
    return next_turn(state, given)


def next_turn(state: GameState, given: Values) -> Decision[Change]:
    """The turn of the other player, whatever phases of this one are left; after the deployment the first one."""
    active = state.clock.first if state.clock.phase == Phase.DEPLOYMENT else 1 - state.clock.active
    return _moved(state, coming_turn(state, active), active, Phase.MOVEMENT)


def end(state: GameState, given: Values) -> Decision[Change]:
    """The end of the game, with the victory points of both."""
    scores = " – ".join(f"{side.name} {side.points}" for side in state.sides)
    one, other = (side.points for side in state.sides)
    won = "a draw" if one == other else f"{state.sides[other > one].name} wins"
    after = f"after turn {state.clock.turn}" if state.clock.turn else "before its first turn"
    text = f"Game over {after}: {scores}, {won}"
    return decided(text, [Moved(turn=state.clock.turn, active=state.clock.active, phase=Phase.OVER)], where="Game over")


def score(state: GameState, given: Values) -> Decision[Change]:
    """Victory points of a player: a number to add or take away by its sign, or all of them."""
    player = find_player(state, given["player"])
    side = state.sides[player]
    added, value = given["points"]
    total = side.points + value if added else value
    if total < 0:
        raise PlayError(f"{side.name} has {side.points} victory points: no more than those can be taken away")
    sums = f"{side.points} {'−' if value < 0 else '+'} {abs(value)} = " if added else ""
    text = f"{side.name}: {sums}{count(total, 'victory point')}"
    return decided(text, [Scored(side=player, points=total)], side=player)


def note(state: GameState, given: Values) -> Decision[Change]:
    """A note: of a unit or a vehicle in the place of what was noted of it, or one more of the game."""
    text = given["text"] or ""
    if given["about"] is None:
        if not text:
            raise PlayError("write what is to be noted")
        return decided(f"Note: {text}", [Noted(text=text)])
    ref = find_body(state, given["about"])
    side = state.sides[ref.side]
    which = {"vehicle": ref.id} if ref.id in side.owners else {"unit": ref.id}
    words = f"note: {text}" if text else "its note is taken off"
    name = name_of(side, ref.id)
    return decided(f"{name}: {words}", [Noted(text=text, side=ref.side, **which)], side=ref.side)


def _moved(state: GameState, turn: int, active: int, phase: Phase) -> Decision[Change]:
    """The step to a phase, and at a player's new turn what ends with the old one and what comes with the new."""
    changes: list[Change] = [Moved(turn=turn, active=active, phase=phase)]
    told: list[str] = []
    if state.clock.phase == Phase.MOVEMENT:
        changes += _unmarked(state, Flag.TREMOR)
    if phase is Phase.MOVEMENT:
        changes.append(Warped(used=False))
        if state.clock.phase != Phase.DEPLOYMENT:
            for free in _unmarked(state, Flag.PINNED):
                changes.append(free)
                told.append(f"{name_of(state.sides[state.clock.active], free.unit)}: no longer pinned")
            for crew in recovered(state.sides[state.clock.active], state.clock.active, state.clock.turn):
                changes.append(crew)
                told += _recovery(state, crew)
        changes += _speeds_unsaid(state.sides[active], active)
        told += _arriving(replace(state, clock=replace(state.clock, turn=turn, active=active)))
    text = "; ".join((f"Turn {turn}, {state.sides[active].name}: {phase}", *told))
    return decided(text, changes, side=active, where=f"Turn {turn}")


def _unmarked(state: GameState, flag: Flag) -> Iterator[Flagged]:
    """Yield what takes a mark off the units of the side that plays."""
    side = state.sides[state.clock.active]
    for unit in side.bodies:
        if flag in side.bodies[unit].flags and not gone(side, unit):
            yield Flagged(side=state.clock.active, unit=unit, flag=flag, on=False)


def _recovery(state: GameState, crew: Dazed) -> Iterator[str]:
    """Yield that a crew is itself again, unless its vehicle is gone."""
    side = state.sides[crew.side]
    if not (crew.shaken or crew.stunned or wrecked(side, crew.vehicle)):
        yield f"{name_of(side, crew.vehicle)}: no longer {hull_of(side, crew.vehicle).crew}"


def _speeds_unsaid(side: SideState, number: int) -> Iterator[Sped]:
    """Yield what takes the speeds noted of a side's vehicles back: they hold until its next movement phase (D-50).

    A vehicle whose crew is stunned stays where it is.
    """
    for now in hulls(side):
        speed = Speed.IMMOBILE if now.crew is Crew.STUNNED else None
        if now.speed is not speed and not now.rows.destroyed:
            yield Sped(side=number, vehicle=now.id, speed=speed)


def _arriving(state: GameState) -> Iterator[str]:
    """Yield what the reserve of the side whose turn begins brings (D-80)."""
    side = state.sides[state.clock.active]
    names = units_of(side)
    reserve = waiting(side, state.clock.turn)
    yield from (f"{names[unit].name} to arrive, delayed before" for unit in reserve.due)
    if reserve.more:
        yield f"{reserve.more} of {len(reserve.free)} in reserve may arrive"


def left_over(text: str) -> str:
    """Who says where points of DMG go that cannot be divided evenly: their owner; or the largest groups take them."""
    return one_of(text, (LARGEST, "ask"))


_ABOUT = wish("about", "a unit or a vehicle; the whole game if not given")
COURSE = (
    Act(
        Verb(
            name="agree",
            text="mission, first player, night fighting, points left over",
            rule="D-83",
            parameters=(
                wish("mission", "what both play for"),
                wish("first-turn", "who has the first turn: 1, 2 or a name"),
                wish("night", "night fighting: yes, no", yes_no),
                wish("left-over", "points of DMG left over: largest groups take them, or ask the owner", left_over),
            ),
        ),
        agree,
    ),
    Act(Verb(name="next", text="the next phase, or the other player's turn"), next_phase),
    Act(Verb(name="turn", text="the other player's turn; phases that are left are skipped"), next_turn),
    Act(
        Verb(
            name="points",
            text="victory points of a player",
            parameters=(
                PLAYER,
                Parameter(name="points", text="all of them: 7; or those to add or take away: +3, -1", read=points),
            ),
        ),
        score,
    ),
    Act(
        Verb(
            name="note",
            text="a note of the game, a unit or a vehicle",
            parameters=(wish("text", "the note; without it, that of a unit is taken off"), _ABOUT),
        ),
        note,
    ),
    Act(Verb(name="end", text="the end of the game"), end),
)
