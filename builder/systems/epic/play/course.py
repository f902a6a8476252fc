"""The turns of a game of Epic: its phases, what is due in each, who rallies and has won in the last (E-08, E-14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from builder.errors import PlayError
from builder.record import replace
from builder.scalars import counted
from builder.systems.epic.actions import ACTIONS
from builder.systems.epic.play.activation import may_retain
from builder.systems.epic.play.by_agreement import ASKED
from builder.systems.epic.play.changes import PhasePassed, VictoryChecked
from builder.systems.epic.play.fire import joinable_target
from builder.systems.epic.play.outcomes import BattleOutcomes
from builder.systems.epic.play.queries import (
    AGREE,
    HOLD,
    MARSHAL,
    can_shoot,
    check_assaults,
    has_more_to_do,
    hindrance,
    interrupted_enemy,
    markers_text,
    may_regroup,
    moves_left,
    must_choose_hold,
    next_side,
    to_act,
    untold_assaults,
)
from builder.systems.epic.play.state import (
    ACTION,
    ASTRAY,
    BLAST,
    BROKEN,
    DEPLOYMENT,
    END,
    MOST_MARKERS,
    ON_ROAD,
    OVERWATCH,
    START,
    STRATEGY,
    EpicFormation,
    EpicGame,
)
from builder.systems.figures import Die, Whole, plus
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Scored
from builder.systems.play.clock import (
    TURN_ENDS,
    Consequence,
    CounterKind,
    Course,
    Due,
    Phase,
    Rules,
    mission_agreed,
    moving,
)
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import FACES, SURE
from builder.systems.play.game import DESTROYED, UnitRef
from builder.systems.play.lookup import At, Whose, players, ref_text, unit_name, units


class EndPhase(Act[EpicGame]):
    """The end phase begins."""

    rule, group, moves_on = "E-08", "End", True
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """Once every formation that can has had its action: nobody passes."""
        if game.clock.phase != ACTION:
            raise PlayError("the end phase follows on the action phase (E-08)")
        left = [unit_name(game, ref) for side in (0, 1) for ref in to_act(game, side)]
        if left and not self.anyway:
            raise PlayError(f"nobody passes: {', '.join(left)} can still act (E-08); {AGREE}")
        if not self.anyway:
            check_assaults(game)
        follows = moving(ask.rules, game, ask.rules.course.after(game.clock))
        return Ruling(follows.text, follows.changes, side=game.clock.active, where=f"Turn {game.clock.turn}")


def passed_over(game: EpicGame) -> Iterator[Consequence[EpicGame]]:
    """Tell of formations that had no action as the phase ended by agreement: nobody passes (E-08)."""
    if number := sum(1 for side in (0, 1) for _ in to_act(game, side)):
        yield Consequence((), f"{counted(number, 'formation')} had no action, by agreement")


def must_rally(game: EpicGame, ref: UnitRef) -> bool:
    """Whether a formation is to rally at the end of the turn: it is broken, or has markers (E-08)."""
    body = game.body(ref)
    return not body.gone and (body.broken or body.markers > 0) and not body.orders.rallied


def rallying(game: EpicGame, side: int) -> Iterator[UnitRef]:
    """Yield the formations of a side that are to rally."""
    return (ref for ref in game.refs(side) if must_rally(game, ref))


def left_unrallied(game: EpicGame, _: tuple[UnitRef, ...]) -> Iterator[Consequence[EpicGame]]:
    """Tell of formations that have not rolled to rally as the turn ends by agreement (E-08)."""
    if number := sum(1 for side in (0, 1) for _ in rallying(game, side)):
        yield Consequence((), f"{counted(number, 'formation')} did not roll to rally, by agreement")


def sides_to_rally(at: At[EpicGame], act: RallyFormations) -> Iterator[Choice[int]]:
    """Yield the players of whom formations are to rally."""
    yield from (each for each in players(at, act) if any(rallying(at.game, each.value)))


class RallyFormations(Act[EpicGame]):
    """Formations roll to rally, one after another."""

    called = "rally"
    rule, group = "E-14", "End"
    usual = ("player", "dice", "removed")
    formations: tuple[UnitRef, ...] = given(
        "who rallies; all of one side if not given", units(must_rally), default=(), none="nobody has markers"
    )
    player: Whose | None = given("whose, if nobody is named", sides_to_rally, default=None)
    dice: tuple[Die, ...] = given("their dice, in order", default=())
    removed: tuple[Whole, ...] = given("blast markers taken off each, in order", default=())
    rallied: tuple[Literal["yes", "no"], ...] = given("whether each rallies, against its die", default=())
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """The initiative or more, as we read it, unless players tell otherwise; how many markers go they say."""
        if game.clock.phase != END and not self.anyway:
            raise PlayError(f"formations rally in the end phase (E-08); {AGREE}")
        refs = dict.fromkeys(self.formations) or self._all(game)
        out, left = BattleOutcomes(game), 0
        for number, ref in enumerate(refs):
            body, name = out.game.body(ref), unit_name(game, ref)
            if body.gone or not (body.broken or body.markers):
                raise PlayError(f"{name} has nothing to rally from")
            if body.orders.rallied and not self.anyway:
                raise PlayError(f"{name} has rolled to rally this turn (E-08); {AGREE}")
            words, rallied = self._test(ask, body, name, number)
            out.order(ref, rallied=True)
            out.say(words)
            left += self._rallies(out, ask, ref) if rallied else 0
        rolled = sum((game.body(ref).formation.initiative or SURE) > SURE for ref in refs)
        for given_values, asked in ((self.dice, rolled), (self.rallied, len(refs)), (self.removed, left)):
            if len(given_values) > asked:
                values = ",".join(map(str, given_values))
                are = "is" if asked == 1 else "are"
                raise PlayError(f"{values}: these are {len(given_values)}, and {asked} {are} asked for")
        out.steps.append(ASKED)
        return out.ruling(next(iter(refs)).side)

    def _all(self, game: EpicGame) -> dict[UnitRef, None]:
        sides = (game.clock.active, 1 - game.clock.active) if self.player is None else (self.player,)
        for side in sides:
            if found := dict.fromkeys(rallying(game, side)):
                return found
        raise PlayError("nobody is broken or has blast markers, or all of those have rolled")

    def _test(self, ask: Answers, body: EpicFormation, name: str, number: int) -> tuple[str, bool]:
        needs = body.formation.initiative
        said = self.rallied[number] if number < len(self.rallied) else None
        if needs is None:
            if said is None:
                raise PlayError(f"the data does not say the initiative of {name}: say with --rallied whether it does")
            return f"{name}: {'it rallies' if said == 'yes' else 'it does not rally'}, as players judged", said == "yes"
        if needs <= SURE and said is None:
            return f"{name}: rallies on 1+ without a die", True
        die = ask.next("dice", self.dice, f"{name} rallies on {plus(needs)}", FACES, dice=1)
        rallies = die >= needs if said is None else said == "yes"
        return f"{name}: rally {die} on {plus(needs)}, {'it rallies' if rallies else 'it does not'}", rallies

    def _rallies(self, out: BattleOutcomes, ask: Answers, ref: UnitRef) -> bool:
        """Take off as many markers as players say; it is broken no more (E-14).  Return whether they had a choice."""
        body, name = out.game.body(ref), unit_name(out.game, ref)
        counts = [Choice(number, str(number)) for number in range(body.markers + 1)]
        counts = [each for each in counts if not body.broken or body.markers - each.value < body.strength]
        off = ask.next("removed", self.removed, f"{name}, {markers_text(body.markers)}: how many come off?", counts)
        after = body.markers - off
        if after < 0 or (body.broken and after >= body.strength):
            raise PlayError(f"{name} has {body.markers} markers: {off} cannot come off, or leave it broken (E-11)")
        if off:
            out.bear(ref, after)
            out.say(f"{off} off, {after} left")
        if body.broken:
            out.flag(ref, BROKEN, on=False)
            out.say("it is no longer broken")
        return len(counts) > 1


class Victory(Act[EpicGame]):
    """The victory conditions of the scenario are checked."""

    rule, group, after_end = "E-08", "End", True
    player: Whose | None = given("who scores", players, default=None)
    points: Whole = given("victory points or objectives that he gains", default=0)
    note: str = given("what was found", default="")

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """The scenario says them; the end phase asks for them after rallying."""
        out = BattleOutcomes(game)
        if self.player is None and self.points:
            raise PlayError("say whose points these are")
        out.add(VictoryChecked(turn=game.clock.turn))
        words = "Victory conditions checked"
        if self.player is not None:
            side = game.sides[self.player]
            total = side.points + self.points
            out.add(Scored(side=self.player, points=total))
            words = f"Victory conditions: {side.name} {side.points} + {self.points} = {total}"
        out.say(f"{words}{f': {self.note}' if self.note else ''}")
        return out.ruling(self.player)


def start_due(game: EpicGame) -> Iterator[Due]:
    """Abilities that take effect as the turn starts, in turns; the higher strategy rating says who begins (E-08)."""
    one, other = game.extra.ratings
    if one is not None and other is not None and one != other:
        says = f", {game.sides[0 if one > other else 1].name} says who begins"
    else:
        says = ", the higher strategy rating says who begins"
    yield Due(text=f"Abilities of the start of turn: in turns{says}", verb="start-effects", look="info")
    yield from strategy_due(game)


def strategy_due(game: EpicGame) -> Iterator[Due]:
    """Yield the strategy roll, with who won the last one (E-05)."""
    won = next((roll.won for roll in reversed(game.extra.rolls) if roll.turn < game.clock.turn), None)
    tie = "a tie is re-rolled" if won is None else f"a tie goes to {game.sides[1 - won].name}"
    yield Due(text=f"Both roll for strategy; {tie}; the winner goes first or second", verb="strategy", before_end=True)


def not_rolled(game: EpicGame) -> Iterator[Consequence[EpicGame]]:
    """Tell that nobody rolled for strategy as its phase ends by agreement (E-05)."""
    if all(roll.turn != game.clock.turn for roll in game.extra.rolls):
        yield Consequence((), "nobody rolled for strategy, by agreement")


def action_due(game: EpicGame) -> Iterator[Due]:
    """What the formation that acts has left to do, then whose activation it is, and who has not acted (E-12, E-13)."""
    # What has begun is listed before who has not acted.
    yield from (replace(each, kind="Now") for each in _begun(game, *game.refs(0, 1)))
    yield from _activation(game)
    for ref in game.refs():
        body = game.body(ref)
        if body.broken and not body.orders.withdrawn and not body.gone:
            yield Due(text=f"{unit_name(game, ref)} is broken: it withdraws", ref=ref, verb="withdraw", look="dim")
        if body.count(ASTRAY) and not body.gone:
            text = f"{unit_name(game, ref)}: {body.count(ASTRAY)} out of formation, closes up with its next action"
            yield Due(text=text, ref=ref, look="warning")


def _begun(game: EpicGame, *refs: UnitRef) -> Iterator[Due]:
    """Yield what formations can do of the action that is in progress: their own, or one that they interrupt."""
    last = game.extra.last
    if last is not None and last.ref in refs and has_more_to_do(game, last.ref):
        yield from _in_hand(game, last.ref)
    yield from (each for each in untold_assaults(game) if each.ref in refs)
    yield from _attacks(game, refs)
    yield from _interruptions(game, refs)


def use_of(game: EpicGame, ref: UnitRef) -> str:
    """Return the act that is wanted most of a formation: of the action in progress, or its own; empty for none."""
    if game.clock.phase != ACTION:
        return ""
    begun = next((each.verb for each in _begun(game, ref)), "")
    return begun or ("" if hindrance(game, ref) else "activate")


def wanted_now(game: EpicGame) -> Iterator[str]:
    """Yield what is wanted most in the action phase: what the action in progress has left, or else the actions."""
    last = game.extra.last
    yield from (each.verb for each in _begun(game, *game.refs(0, 1)))
    if last is not None and has_more_to_do(game, last.ref):
        yield from ("losses", "markers", *(("disembark",) if game.body(last.ref).passengers else ()))
    elif any(any(to_act(game, side)) for side in (0, 1)):
        yield from (f"activate-{each.id}" for each in ACTIONS if each.id != HOLD)
        yield from ("activate",) if may_retain(game) else ()
    else:
        yield from ("next", "end-phase", "withdraw")
    yield from ("undo", "due", "side")


def _in_hand(game: EpicGame, ref: UnitRef) -> Iterator[Due]:
    body, name = game.body(ref), unit_name(game, ref)
    if must_choose_hold(body):
        yield Due(text=f"{name} holds: move, shoot or regroup", ref=ref, verb="hold", look="warning")
        return
    if left := moves_left(body):
        moves = f", {left} moves left" if left > 1 else ""
        text = f"{name} may move{moves}: zones of control and dangerous terrain first; who is out of formation is lost"
        yield Due(text=text, ref=ref, verb="move")
    if can_shoot(game, ref):
        yield Due(text=f"{name} may shoot at one formation", ref=ref, verb="shoot")
    if may_regroup(body):
        order = "then regroups" if body.orders.action == MARSHAL else "regroups"
        yield Due(text=f"{name} {order}: tell how many markers go", ref=ref, verb="regroup")


def _attacks(game: EpicGame, refs: Iterable[UnitRef]) -> Iterator[Due]:
    """Attacks that other weapons of a formation may join, at the others of its target (E-25)."""
    for ref in refs:
        if (target := joinable_target(game, ref, once=False)) is not None:
            text = f"{unit_name(game, ref)} may fire its other weapons at other units of {unit_name(game, target)}"
            yield Due(text=text, ref=ref, verb="shoot", given={"target": ref_text(game, target)}, look="dim")


def _interruptions(game: EpicGame, refs: Iterable[UnitRef]) -> Iterator[Due]:
    """Formations on overwatch, which can fire into the action that is in progress (E-13)."""
    for ref in refs:
        watches = OVERWATCH in game.body(ref).flags and can_shoot(game, ref)
        acting = interrupted_enemy(game, ref) if watches else None
        if acting is not None and not game.body(acting).gone:
            text = f"{unit_name(game, ref)} may fire from overwatch into the action of {unit_name(game, acting)}"
            yield Due(text=text, ref=ref, verb="shoot", given={"target": ref_text(game, acting)}, look="dim")


def _activation(game: EpicGame) -> Iterator[Due]:
    """Whose activation comes next, and how many each side has left."""
    left = [sum(1 for _ in to_act(game, side)) for side in (0, 1)]
    if not any(left):
        yield Due(text="All have acted: the end phase", verb="end-phase", look="info")
        return
    side = next_side(game)
    text = "Name formation and action, then roll; nobody passes"
    yield Due(text=text, verb="activate", before_end=True, kind="Activation")
    last = game.extra.last
    if last is not None and may_retain(game) and any(to_act(game, last.side)):
        text = f"{game.sides[last.side].name} may retain the initiative: −1, with another formation"
        yield Due(
            text=text,
            verb="activate",
            given={"retaining": "yes"},
            look="info",
            which="retaining",
            kind="Activation",
        )
    known = all(each.known for each in game.sides)
    kind = f"Not acted: you {left[0]}, they {left[1]}" if known else "Not acted"
    for ref in to_act(game, side):
        told = (unit_name(game, ref), OVERWATCH if OVERWATCH in game.body(ref).flags else "")
        yield Due(text=", ".join(filter(None, told)), ref=ref, verb="activate", kind=kind)


def end_due(game: EpicGame) -> Iterator[Due]:
    """Formations that are broken or have markers rally, then the victory conditions are checked (E-08)."""
    for side in (game.clock.active, 1 - game.clock.active):
        names = [unit_name(game, ref) for ref in rallying(game, side)]
        if names:
            text = f"Rally: {', '.join(names)}"
            player = str(side + 1)
            yield Due(text=text, verb="rally", given={"player": player}, before_end=True, which=player)
    if not game.extra.checked:
        yield Due(text="Then the victory conditions of the scenario", verb="victory", look="info")


def wanted_at_end(game: EpicGame) -> Iterator[str]:
    """Yield what is wanted first at the end of a turn: no rally where all who are to have rolled."""
    yield from ("rally",) if any(any(rallying(game, side)) for side in (0, 1)) else ()
    yield from ("next",) if game.extra.checked else ("victory", "next")


COURSE: Course[EpicGame] = Course(
    before=Phase(id=DEPLOYMENT, wanted=("embark", "agree", "next"), due=(mission_agreed,)),
    turn=(
        Phase(id=START, text="start of turn", wanted=("start-effects", "strategy", "next"), due=(start_due,)),
        Phase(id=STRATEGY, wanted=("strategy",), ends=(not_rolled,), due=(strategy_due,)),
        Phase(
            id=ACTION,
            text="actions",
            by_turns=True,
            wanted=(
                *(f"activate-{name}" for name in ("advance", "double", "sustained-fire")),
                *("losses", "markers", "shoot", "move", "regroup", "assault-result"),
            ),
            first=wanted_now,
            ends=(passed_over,),
            due=(action_due,),
        ),
        Phase(id=END, text="end of turn", wanted=("rally", "victory", "next"), first=wanted_at_end, due=(end_due,)),
    ),
    each_player=False,
    moments={TURN_ENDS: (left_unrallied,)},
)
RULES: Rules[EpicGame] = Rules(
    course=COURSE,
    flags=(BROKEN, OVERWATCH, ON_ROAD, DESTROYED),
    counters=(
        CounterKind(BLAST, "blast markers", most=MOST_MARKERS),
        CounterKind(ASTRAY, "units out of formation", most=99),
    ),
    moved=PhasePassed,
)
