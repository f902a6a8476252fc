"""Initiative, and unit groups: who may act together this turn, and when a group ends (L-10 to L-17, L-60)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_uppercase

from builder.errors import PlayError
from builder.systems.figures import Die
from builder.systems.lethal.command import MoraleState, command_needs, passes_command_check
from builder.systems.lethal.groups import forbidden, grouped_from_start, member
from builder.systems.lethal.model import Bond
from builder.systems.lethal.play.changes import Grouped, Seized, unit_groups
from builder.systems.lethal.play.checks import YES_OR_NO
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import combat_of, command, group_of, is_off_table, unit_names
from builder.systems.lethal.play.state import COMMAND, LethalGame
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import one_die, some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, unit_name, units


class Initiative(Act[LethalGame]):
    """Both players roll for the initiative."""

    rule, group = "L-60", "Turn"
    dice: tuple[Die, ...] = given("both dice, the first that of the player who set the game up", default=())
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """The highest has it for the turn, and activates first; equal dice are rolled again."""
        if game.extra.initiative is not None and not self.anyway:
            name = game.sides[game.extra.initiative].name
            raise PlayError(f"{name} has the initiative for this turn (L-60); by agreement with --anyway")
        if not game.clock.turn and not self.anyway:
            raise PlayError("the initiative is rolled for as a turn begins: go on to turn 1 (L-60)")
        one, other = some_dice(ask, "dice", self.dice, f"{game.sides[0].name} and {game.sides[1].name} roll", 2)
        if one == other:
            return Ruling(f"Initiative: {one} and {other}, equal: both roll again")
        side = 0 if one > other else 1
        names = f"{game.sides[0].name} {one}, {game.sides[1].name} {other}"
        return Ruling(f"Initiative: {names}: {game.sides[side].name} begins", [Seized(side=side)], side=side)


def not_groupable(game: LethalGame, ref: UnitRef) -> str:
    """Return why a unit may not form a group as things stand; empty where it may (L-10, L-13)."""
    body = game.body(ref)
    if body.gone:
        return "nobody of it is left"
    if is_off_table(body):
        return "it is not on the table"
    if any(game.body(each).forms for each in group_of(game, ref)):
        return f"it is in the group {body.group}"
    if riders := game.riders(ref):
        return f"it is one unit with {unit_names(game, riders)}: name those aboard (L-10)"
    if body.unit.bond is not Bond.SEPARATE:
        return "it joins no other group than that of its whole (L-10)"
    if combat_of(game, ref) is not None:
        return "it is in close combat (L-13)"
    if body.for_phase:
        return "it has failed a grouping test this turn (L-14)"
    if body.deeds.began is not MoraleState.UNBROKEN:
        return f"it was {body.deeds.began} at the start of the turn (L-13)"
    return ""


def free(at: At[LethalGame], act: object) -> Iterator[Choice[UnitRef]]:
    """Yield the units that may form a group."""
    yield from units(lambda game, ref: not not_groupable(game, ref))(at, act)


def to_test(game: LethalGame) -> Iterator[Choice[str]]:
    """Yield the planned groups of both sides that can be tested, those of the active side first."""
    return (choice for choice, ready in _planned(game) if ready)


def plans(at: At[LethalGame], act: object) -> Iterator[Choice[str]]:
    """Yield the planned groups of both sides, those first that can be tested."""
    found = sorted(_planned(at.game), key=lambda plan: not plan[1])
    return (choice for choice, _ in found)


def _planned(game: LethalGame) -> Iterator[tuple[Choice[str], bool]]:
    """Yield the planned groups of both sides, those of the active side first, and whether they can be tested."""
    for side in (game.clock.active, 1 - game.clock.active):
        stored = game.extra.armies[side]
        for group in unit_groups(stored) if stored else ():
            ready = not any(not_groupable(game, UnitRef(side, unit.id)) for unit in group.alone)
            text = f"{group.name}: {', '.join(unit.name for unit in group.units)}"
            yield Choice(f"{side + 1}:{group.id}", text if ready else f"{text}; not now"), ready


class GroupUnits(Act[LethalGame]):
    """Units form a unit group for this turn."""

    called = "group"
    rule, group = "L-14", "Turn"
    plan: str | None = given("a group that was planned with the army", plans, default=None, pick=True)
    units: tuple[UnitRef, ...] = given("the units, two or three, where it was not planned", free, default=())
    coherent: bool | None = given("each within 5 cm, and in the CR of the best CM", default=None)
    die: Die | None = given("the die of the grouping test", default=None)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """One command check on the best CM: passed, they act together; failed, all are shaken for the combat phase."""
        out = Outcomes(game)
        label, found = self._units(game, ask)
        if not found:
            raise PlayError("name the units that form a group, or one that was planned")
        self._allowed(game, found)
        members = with_transports(game, found)
        best = min(members, key=lambda ref: command(game, ref))
        value, name = command(game, best), unit_name(game, best)
        together = f"Is each unit within 5 cm of the next, and within the contact range of {name}?"
        if not ask.one("coherent", self.coherent, together, YES_OR_NO):
            raise PlayError("units further than 5 cm apart, or out of its contact range, form no group (L-13)")
        die = one_die(ask, "die", self.die, f"The grouping test on the CM of {name}, {command_needs(value)}+")
        passed = passes_command_check(value, die)
        came = "passed" if passed else "failed"
        names = unit_names(game, members)
        who = f"{label} ({names})" if label else names
        out.say(f"{who}: grouping test {die} on {command_needs(value)}+ of {name}, {came}")
        if passed:
            group = label or free_label(game, found[0].side)
            together_with(out, members, group, best)
            out.say("they act as one group" if label else f"they act as one group, {group}")
        else:
            shaken = [ref for ref in members if out.fall(ref, MoraleState.SHAKEN, for_phase=True, told=False)]
            out.say(*([f"shaken for this combat phase: {unit_names(game, shaken)}"] if shaken else ()))
        return out.ruling(found[0].side)

    def _units(self, game: LethalGame, ask: Answers) -> tuple[str, tuple[UnitRef, ...]]:
        """Return the name of the group, if it was planned, and its units without the transports of those aboard."""
        plan = self.plan
        if plan is None and not self.units and (known := (*to_test(game),)):
            plan = ask.one("plan", None, "Which planned group?", known, leads=True)
        if plan is None:
            return "", tuple(dict.fromkeys(self.units))
        number, _, identity = plan.partition(":")
        side = int(number) - 1
        stored = game.extra.armies[side]
        planned = next(each for each in unit_groups(stored) if each.id == identity) if stored else None
        refs = (UnitRef(side, unit.id) for unit in planned.units) if planned else ()
        riders = {game.body(UnitRef(side, unit.id)).aboard for unit in planned.units} if planned else set()
        return planned.name if planned else "", tuple(ref for ref in refs if ref.id not in riders)

    def _allowed(self, game: LethalGame, found: Sequence[UnitRef]) -> None:
        """Raise a PlayError where the rules forbid the group, with all reasons (L-10 to L-13)."""
        if len({ref.side for ref in found}) > 1:
            raise PlayError("units of one side form a group")
        if self.anyway:
            return
        reasons = [f"{unit_name(game, ref)}: {why}" for ref in found if (why := not_groupable(game, ref))]
        members = [member(game.body(ref).unit) for ref in found]
        reasons += [f"{each.rule}: {each.words}" for each in forbidden(members)]
        if game.clock.phase != COMMAND:
            reasons.append("groups are formed in the command phase (L-14)")
        if reasons:
            raise PlayError("; ".join(reasons))


def free_label(game: LethalGame, side: int) -> str:
    """Return a letter, or a number, that no group of a side has."""
    taken = {body.group for body in game.sides[side].bodies.values()}
    letters: tuple[str, ...] = (*ascii_uppercase, *map(str, range(1, len(taken) + 2)))
    return next(letter for letter in letters if letter not in taken)


def with_transports(game: LethalGame, found: Iterable[UnitRef]) -> tuple[UnitRef, ...]:
    """Return units with the transports that they ride in and all who ride in those: they act as one (L-10)."""
    members = dict.fromkeys(found)
    for ref in (*members,):
        carrier = game.body(ref).aboard
        if carrier is not None:
            members[UnitRef(ref.side, carrier)] = None
    for ref in (*members,):
        members |= dict.fromkeys(game.riders(ref))
    return (*members,)


def together_with(out: Outcomes, found: Iterable[UnitRef], label: str, best: UnitRef | None = None) -> None:
    """Units act together this turn, with their transports; `best` is the one on whose CM they are grouped (L-14)."""
    members = with_transports(out.game, found)
    for ref in members:
        out.add(Grouped(side=ref.side, unit=ref.id, group=label, forms=ref == best))
    if best is None:
        *others, last = (unit_name(out.game, ref) for ref in members)
        out.say(f"{', '.join(others)} and {last} are grouped")


def group_by_itself(out: Outcomes) -> None:
    """At the start of a turn parts of one whole, and those aboard with their transports, are grouped (L-10, L-16)."""
    game = out.game
    for ref in game.refs(0, 1):
        if game.body(ref).group:
            out.add(Grouped(side=ref.side, unit=ref.id))
    for side, stored in enumerate(game.extra.armies):
        for group in unit_groups(stored) if stored else ():
            if grouped_from_start([member(unit) for unit in group.alone]):
                refs = [UnitRef(side, unit.id) for unit in group.alone]
                able = [ref for ref in refs if _fit(out.game, ref)]
                if len(able) > 1:
                    best = min(able, key=lambda ref: command(out.game, ref))
                    together_with(out, able, group.name, best)
    for ref in out.game.refs(0, 1):
        body = out.game.body(ref)
        riders = out.game.riders(ref)
        if riders and not body.gone and not body.group and not is_off_table(body):
            together_with(out, (ref, *riders), free_label(out.game, ref.side))


def _fit(game: LethalGame, ref: UnitRef) -> bool:
    body = game.body(ref)
    out_of_it = body.gone or is_off_table(body) or combat_of(game, ref) is not None
    return not out_of_it and body.morale in (MoraleState.UNBROKEN, MoraleState.SHAKEN)


def leave_group(out: Outcomes, ref: UnitRef) -> None:
    """A unit leaves its group; one that is left alone is in none, without a penalty (L-14, L-15)."""
    label = out.game.body(ref).group
    if not label:
        return
    out.add(Grouped(side=ref.side, unit=ref.id))
    left = [each for each in out.game.refs(ref.side) if out.game.body(each).group == label]
    for each in left if len([one for one in left if not out.game.body(one).gone]) < 2 else ():
        out.add(Grouped(side=each.side, unit=each.id))


def broken_groups(before: LethalGame, after: LethalGame, out: Outcomes) -> None:
    """What becomes of groups as their units fall or fight (L-15, L-34).

    Where it is the unit on whose CM the group was formed, all are shaken and the group ends; another one that routs,
    fights or is gone only leaves it.
    """
    for ref in after.refs(0, 1):
        was, now = before.body(ref), out.game.body(ref)
        if not now.group or was.group != now.group:
            continue
        fights = combat_of(after, ref) is not None
        if now.forms and (now.gone or fights or now.morale is not MoraleState.UNBROKEN):
            if now.gone or fights or was.morale is not now.morale:
                _disband(out, ref)
        elif now.gone or fights or now.morale is MoraleState.ROUTED:
            leave_group(out, ref)


def _disband(out: Outcomes, formed_on: UnitRef) -> None:
    label = out.game.body(formed_on).group
    others = [ref for ref in group_of(out.game, formed_on) if ref != formed_on]
    out.say(f"the group of {unit_name(out.game, formed_on)} ends")
    for ref in out.game.refs(formed_on.side):
        if out.game.body(ref).group == label:
            out.add(Grouped(side=ref.side, unit=ref.id))
    for ref in others:
        out.fall(ref, MoraleState.SHAKEN)
