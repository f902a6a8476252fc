"""A whole unit fires at one target: the shots of all its weapons, one line of the log and one undo (D-20)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import ClassVar

from builder.errors import PlayError
from builder.record import replace
from builder.systems.diceless.aim import TEMPLATE_REACH
from builder.systems.diceless.parameters import Inches
from builder.systems.diceless.play.acts.forecasts import Meeting
from builder.systems.diceless.play.acts.shooting import FiringAngle, FiringSide, ShootWithWeapon
from builder.systems.diceless.play.attacks.eligibility import (
    Role,
    body_name,
    check_in_play,
    closed_in,
    is_vehicle,
    silent_of,
)
from builder.systems.diceless.play.attacks.fields import (
    LARGEST,
    Facing,
    GivenCover,
    GivenLosses,
    HitChoices,
    Leader,
    VehicleTarget,
)
from builder.systems.diceless.play.attacks.firing import bands, distance_of
from builder.systems.diceless.play.attacks.permitted import (
    BY_AGREEMENT,
    check_one_target,
    check_phase,
    check_psychic_test,
    needs_psychic_test,
)
from builder.systems.diceless.play.attacks.tokens import HotTokens
from builder.systems.diceless.play.attacks.uses import SalvoPart, fresh_of, losses_text, salvo
from builder.systems.diceless.play.attacks.uses import fired as fired_now
from builder.systems.diceless.play.attacks.vehicle_damage import results_on_vehicles
from builder.systems.diceless.play.attacks.weapon_attack import attackers, check_target, targets
from builder.systems.diceless.play.attacks.weapons import (
    SPARED,
    Attacker,
    Fitting,
    WeaponStack,
    attacker_of,
    by_name,
    fires,
    fitting,
    held_back,
    modes_of,
)
from builder.systems.diceless.play.changes import Attacked, Change
from builder.systems.diceless.play.state import GameState
from builder.systems.figures import Positive, Whole
from builder.systems.fortyk.model import WeaponMode
from builder.systems.fortyk.weapontext import longest
from builder.systems.parameters import Choice, Params, given, suggestion_for
from builder.systems.play.actions import Act, Composed, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.clock import Rules
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import AnyRef, PartRef
from builder.systems.play.lookup import At
from builder.systems.play.matchup import Assumptions, Situation


def _folded(names: Collection[str]) -> set[str]:
    return {name.strip().casefold() for name in names}


def _left(game: GameState, act: FireAll) -> tuple[Attacker, Fitting]:
    attacker = attacker_of(game, act.attacker, silent_of(game, act.attacker, act.anyway))
    return attacker, fitting(attacker, fires, isinstance(known(lambda: act.target), PartRef))


def weapons(at: At[GameState], act: FireAll) -> Iterator[Choice[str]]:
    """The weapons that are fired together, if nobody leaves some of them out."""
    for name, stack in by_name(_left(at.game, act)[1]).items():
        yield Choice(name, f"{name} ×{stack.count}", name)


def ways(at: At[GameState], act: FireAll) -> Iterator[Choice[str]]:
    """The ways of weapons that have several."""
    for stack, mode in _left(at.game, act)[1]:
        if len(stack.weapon.modes) > 1:
            yield Choice(mode.name, f"{mode.name} ×{stack.count}", mode.name)


class Together(Params):
    """How a unit fires as a whole."""

    heading = "The attack"
    distance: Inches | None = given("inches to the target", default=None)
    hits: tuple[Whole, ...] = given(
        "models under the templates and blasts of each weapon, in order: 4,3", default=(), when="for blasts, templates"
    )
    shots: tuple[Positive, ...] = given(
        "shots of weapons that roll for them, in order", default=(), when="for the DMG of shots"
    )
    ways: tuple[str, ...] = given(
        "modes or kinds of ammunition that are fired instead of others: krak", ways, default=()
    )
    without: tuple[str, ...] = given("weapons that are not fired", weapons, default=())
    split: bool = given("it may fire at another target than before in this phase, by a rule of its own", default=False)


class VolleyTokens(HotTokens):
    """The tokens that are used on a volley."""

    scatter: tuple[Whole, ...] = given(
        "Scatter tokens that the opponent uses on its blasts, a number for each blast in order: 2,1", default=()
    )
    indirect: bool = given("a barrage without line of sight, which is not pulled back", default=False)


class FireAll(Act[GameState]):
    """All weapons of a unit or a vehicle fire at one target."""

    called, rule, group = "fire", "D-20", "Damage"
    usual = ("attacker", "target", "cover")
    roles: ClassVar[tuple[Role, Role]] = (Role.SHOOTS, Role.SHOT_AT)
    attacker: AnyRef = given("the unit or vehicle that fires", attackers)
    target: AnyRef = given("the unit or vehicle that is fired at", targets, none="nobody is left to fire at")
    anyway: bool = given(ANYWAY, default=False)
    together: Together = Together()
    cover: GivenCover = GivenCover()
    leader: Leader = Leader()
    losses: GivenLosses = GivenLosses()
    facing: Facing = Facing()
    zones: FiringAngle = FiringAngle()
    firing_side: FiringSide = FiringSide()
    moving: VehicleTarget = VehicleTarget()
    choices: HitChoices = HitChoices()
    tokens: VolleyTokens = VolleyTokens()

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """The shots of its weapons, one after another; points of DMG left over go to the largest groups (D-25).

        Each model fires one weapon, each vehicle all of them, as in the base game. What is used once a game is kept
        back, and so are hand grenades, and psychic powers before their test (D-16). Of several weapons a model fires
        the one that costs most at the distance given.
        """
        attacker = self.attacker
        check_in_play(game, attacker, Role.SHOOTS, self.anyway)
        if not self.anyway:
            check_phase(game, attacker, close=False)
            if transport := closed_in(game.sides[attacker.side], game.unit_of(attacker).id):
                why = f"aboard {transport.name}, as many fire as its fire points let: weapon by weapon, with shoot"
                raise PlayError(f"{body_name(game, attacker)}: {why}{BY_AGREEMENT}")
        firing, left = _left(game, self)
        fired = [*self._salvo(game, firing, left, None, ask.rules)]
        if not fired and (used := fired_now(game, attacker)):
            raise PlayError(f"{firing.name} has fired in this phase already: {', '.join(used)}")
        self._check_names(firing, left)
        target = self.target
        check_target(game, attacker, target, Role.SHOT_AT, self.anyway)
        if not self.anyway and not self.together.split:
            check_one_target(game, attacker, target)
        at_vehicle = is_vehicle(game, target)
        modes = self._open_modes(game, firing, fired, left)
        distance, known = self.together.distance, [each.value for each in bands(modes, at_vehicle)]
        if len(known) > 1:
            weapons = [stack.weapon.name for stack, mode in left if mode in modes]
            distance = distance_of(modes, distance, ask, at_vehicle, weapons)
        elif known and distance is None:
            distance = known[0]
        if distance is not None:
            reach = [each for each in left if each[1].blast != "template" or distance <= TEMPLATE_REACH]
            fired = [*self._salvo(game, firing, reach, distance, ask.rules)]
        if not fired:
            for _, mode in () if self.anyway else left:
                check_psychic_test(game, attacker, mode)
            raise PlayError(f"{firing.name}: no weapon is left that reaches {body_name(game, target)}")
        parts = Composed(game, ask)
        told = [(each, part) for each in fired if (part := self._fire(parts, each, left, at_vehicle))]
        if not told:
            raise PlayError(f"{body_name(game, target)}: nobody is left to fire at")
        whom = f"{firing.name} at {body_name(game, target)}"
        lost = losses_text(parts.changes, target.side, "HP lost") or "0 HP lost"
        on_unit = f"{'; '.join(part for _, part in told)}: {lost}"
        on_hull = "; ".join(results_on_vehicles((each.number, each.mode.name, part) for each, part in told))
        words = on_hull if at_vehicle else on_unit
        text = f"{whom}{', ' if not at_vehicle else ': '}{words}"
        several = any(len(modes_of(each.stack, left)) > 1 for each in fired)
        open_to = {"ways": several, "without": len(fired) > 1}
        wanted = dict.fromkeys((*parts.wanted, *(name for name, is_open in open_to.items() if is_open)))
        waiting = dict.fromkeys(mode.name for _, mode in left if self._waits(game, mode))
        steps = (f"without {', '.join(waiting)}: a psychic test comes first",) if waiting else ()
        changes = parts.changes if self.together.without else [*map(_as_whole, parts.changes)]
        return Ruling(text, changes, (*steps, *parts.steps), attacker.side, wanted=tuple(wanted))

    def _check_names(self, firing: Attacker, left: Fitting) -> None:
        """Raise PlayError for a weapon or a way of one, named here, that nobody of it has left to fire."""
        modes = {mode.name.casefold() for _, mode in left}
        names = {*modes, *map(str.casefold, by_name(left))}
        for option, there, asked in (("ways", modes, self.together.ways), ("without", names, self.together.without)):
            for name in asked:
                if name.strip().casefold() not in there:
                    raise PlayError(f"--{option}: {firing.name} fires no {name.strip()}{suggestion_for(name, there)}")

    def _open_modes(
        self, game: GameState, attacker: Attacker, fired: Sequence[SalvoPart], left: Fitting
    ) -> Sequence[WeaponMode]:
        """The modes that may be fired still: how far the target is decides among those that nobody named or left out.

        Those of pistols and of what is used once are among them where they are likely to be fired.
        """
        wanted, without = _folded(self.together.ways), _folded(self.together.without)
        named = {each.stack: each.mode for each in fired if each.mode.name.casefold() in wanted}
        likely = [each.mode for each in fired]
        names = {stack: name.casefold() for name, stack in by_name(left).items()}
        return [
            mode
            for stack, mode in left
            if (mode in likely or not (held_back(stack, mode) or self._waits(game, mode)))
            and named.get(stack, mode) == mode
            and not {names[stack], mode.name.casefold()} & without
            and (self.anyway or any(fresh_of(game, attacker, stack, mode)))
        ]

    def _salvo(
        self, game: GameState, attacker: Attacker, left: Fitting, distance: Fraction | None, rules: Rules[GameState]
    ) -> Iterator[SalvoPart]:
        """Yield the weapons that are fired at a target so far away; as long as that is open, those likeliest to be."""
        wanted, without = _folded(self.together.ways), _folded(self.together.without)
        names = {stack: name for name, stack in by_name(left).items()}

        def is_fired(stack: WeaponStack, mode: WeaponMode) -> bool:
            reach, asked = longest(mode.range), mode.name.casefold() in wanted
            near = distance is None or reach is None or distance <= reach
            named = {names[stack].casefold(), mode.name.casefold()}
            spared = self._waits(game, mode) or held_back(stack, mode) == SPARED
            return near and not named & without and (asked or not spared)

        usable = [each for each in left if is_fired(*each)]
        if distance is None:
            return salvo(game, attacker, usable, wanted=wanted)
        assumptions = Assumptions(cover=self.cover.cover)
        meeting = Meeting(attacker, self.target, Situation("", "", ceil(distance)), assumptions, rules)
        return salvo(game, attacker, usable, meeting.worth(game, {}), wanted)

    def _waits(self, game: GameState, mode: WeaponMode) -> bool:
        """Whether a psychic test comes before a weapon is fired, and nothing else was agreed."""
        return not self.anyway and needs_psychic_test(game, self.attacker, mode)

    def _fire(self, parts: Composed[GameState], fire: SalvoPart, left: Fitting, at_vehicle: bool) -> str:
        """Fire a weapon, unless nobody is left to be hit; how it went, without who fired at whom."""
        target = self.target
        if parts.game.body(target).gone or (at_vehicle and parts.game.part(target).gone):
            return ""
        name = body_name(parts.game, target)
        ruling = parts.do(
            ShootWithWeapon,
            weapon=next(name for name, stack in by_name(left).items() if stack == fire.stack),
            mode=next(name for name, mode in modes_of(fire.stack, left).items() if mode == fire.mode),
            models=fire.number,
            bearers=tuple(each.id for each in fire.wielders),
            split=True,
            first=self.losses.first or (LARGEST,),
            scatter=self.tokens.scatter if fire.mode.blast in ("blast", "large blast") else (),
            gets_hot=self.tokens.gets_hot if "gets hot" in fire.mode.rules else None,
        )
        if at_vehicle:
            return f"{_weapon(fire)} {ruling.text.partition(f', at {name}: ')[2]}"
        dealt, _, notes = ruling.text.partition("; ")
        damage = dealt.partition(f"at {name}: ")[2].partition(" DMG")[0]
        return "; ".join(
            filter(None, (f"{_weapon(fire)} {damage} DMG", notes.removesuffix(f"nobody of {name} is left")))
        )


def _weapon(fire: SalvoPart) -> str:
    """Return how many of a weapon are fired: `5 × Boltgun`."""
    return f"{fire.number} × {fire.mode.name}"


def _as_whole(change: Change) -> Change:
    """Return the change that keeps a shot in mind as one of all that the unit fires in this phase."""
    return replace(change, volley=replace(change.volley, whole=True)) if isinstance(change, Attacked) else change


VOLLEYS: tuple[type[Act[GameState]], ...] = (FireAll,)
