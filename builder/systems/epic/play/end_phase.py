"""The end phase: who rallies, and whether somebody has won (E-08, E-14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from builder.errors import PlayError
from builder.systems.epic.play.activation import AGREE
from builder.systems.epic.play.by_agreement import ASKED
from builder.systems.epic.play.changes import VictoryChecked
from builder.systems.epic.play.outcomes import BattleOutcomes
from builder.systems.epic.play.queries import markers_text, to_act
from builder.systems.epic.play.state import ACTION, BROKEN, END, EpicFormation, EpicGame
from builder.systems.figures import Die, Whole, plus
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Scored
from builder.systems.play.clock import moving
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import FACES, SURE
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, Whose, players, unit_name, units


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
        follows = moving(ask.rules, game, ask.rules.course.after(game.clock))
        return Ruling(follows.text, follows.changes, side=game.clock.active, where=f"Turn {game.clock.turn}")


def must_rally(game: EpicGame, ref: UnitRef) -> bool:
    """Whether a formation is to rally at the end of the turn: it is broken, or has markers (E-08)."""
    body = game.body(ref)
    return not body.gone and (body.broken or body.markers > 0) and not body.orders.rallied


def rallying(game: EpicGame, side: int) -> Iterator[UnitRef]:
    """Yield the formations of a side that are to rally."""
    return (ref for ref in game.refs(side) if must_rally(game, ref))


def sides_to_rally(at: At[EpicGame], act: RallyFormations) -> Iterator[Choice[int]]:
    """The players of whom formations are to rally."""
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
                raise PlayError(f"{values}: these are {len(given_values)}, and {asked} are asked for")
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
        """Markers go, as many as players say, and it is broken no more (E-14); whether they have a choice."""
        body, name = out.game.body(ref), unit_name(out.game, ref)
        counts = [Choice(number, str(number)) for number in range(body.markers + 1)]
        counts = [each for each in counts if not body.broken or body.markers - each.value < body.strength]
        off = ask.next("removed", self.removed, f"How many of {markers_text(body.markers)} come off {name}?", counts)
        after = body.markers - off
        if after < 0 or (body.broken and after >= body.strength):
            raise PlayError(f"{name} has {body.markers} markers: {off} cannot come off, or leave it broken (E-11)")
        if off:
            out.bear(ref, after)
            out.say(f"{off} off, {after} left")
        if body.broken:
            out.flag(ref, BROKEN, on=False)
            out.say(f"{name} is no longer broken")
        return len(counts) > 1


class Victory(Act[EpicGame]):
    """The victory conditions of the scenario are looked at."""

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
        words = "Victory conditions looked at"
        if self.player is not None:
            side = game.sides[self.player]
            total = side.points + self.points
            out.add(Scored(side=self.player, points=total))
            words = f"Victory conditions: {side.name} {side.points} + {self.points} = {total}"
        out.say(f"{words}{f': {self.note}' if self.note else ''}")
        return out.ruling(self.player)
