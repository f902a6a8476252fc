"""An attack with a weapon: which weapon an attacker uses, in which of its modes and how many of it, on whom.

What is offered, how a player's words find it, and the way that shooting and close combat share from the weapon to the
changes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from builder.errors import PlayError
from builder.systems.diceless.play.attacks.eligibility import (
    Role,
    able,
    check_in_play,
    closed_in,
    is_vehicle,
    silent_of,
)
from builder.systems.diceless.play.attacks.fields import Figures
from builder.systems.diceless.play.attacks.permitted import check_phase, needs_psychic_test
from builder.systems.diceless.play.attacks.uses import Use, already, borne, use
from builder.systems.diceless.play.attacks.vehicle_damage import AttackResult
from builder.systems.diceless.play.attacks.weapons import (
    UNNAMED,
    Attacker,
    Fitting,
    Remark,
    WeaponStack,
    Wielders,
    attacker_of,
    by_name,
    called,
    fitting,
    mode_choices,
    modes_of,
    weapon_choices,
)
from builder.systems.diceless.play.changes import Change
from builder.systems.diceless.play.state import GameState
from builder.systems.diceless.weapon_rules import left_to_players
from builder.systems.figures import Positive
from builder.systems.fortyk.model import WeaponMode
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import AnyRef, PartRef, Ref
from builder.systems.play.lookup import At


def attackers(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[AnyRef]]:
    """The units and vehicles that can attack, but for what players may agree on."""
    return able(act.roles[0])(at, act)


def targets(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[AnyRef]]:
    """The units and vehicles that can be attacked by whoever is named; those of both sides until somebody is."""
    attacker = known(lambda: act.attacker)
    return (each for each in able(act.roles[1])(at, act) if attacker is None or each.value.side != attacker.side)


def weapons(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[str]]:
    """The attacker's weapons that are left, with their number and whether they were used already."""
    return weapon_choices(_left(at.game, act), partial(_remark, at.game, act.attacker, act.close))


def _remark(game: GameState, attacker: Ref, close: bool, stack: WeaponStack) -> str:
    """What stands beside the number of a weapon: that it was used already, or cannot be before a psychic test."""
    test = not close and needs_psychic_test(game, attacker, stack.weapon.modes[0])
    return already(game, attacker.side, stack, close) or (", after a psychic test" if test else "")


def modes(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[str]]:
    """The modes of the weapon that is named."""
    return mode_choices(act.uses.weapon or "", _left(at.game, act))


def wielding(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[str]]:
    """The groups and vehicles that carry the weapon which is named, or any."""
    left = _left(at.game, act)
    stacks = [called(act.uses.weapon, by_name(left), "weapon")] if act.uses.weapon else [each for each, _ in left]
    bearers = {each.id: each.name for stack in stacks for each in stack.wielders}
    return (Choice(each, name, each) for each, name in bearers.items())


def _left(game: GameState, act: WeaponAttack) -> Fitting:
    return fitting(_attacker(game, act), act.fits, isinstance(known(lambda: act.target), PartRef))


def _attacker(game: GameState, act: WeaponAttack) -> Attacker:
    """The attacker; without vehicles whose crews do not shoot, where it is not agreed that they do."""
    return attacker_of(game, act.attacker, silent_of(game, act.attacker, act.close or act.anyway))


class WeaponUse(Params):
    """Which weapon is used, and how many of it."""

    heading = "The attack"
    weapon: str | None = given("the weapon", weapons, default=None, none="it has no weapon for that")
    mode: str | None = given("which of its modes or ammunitions", modes, default=None)
    models: Positive | None = given(
        "how many of it are used; all that have not been yet if not given", default=None, when="with a --weapon"
    )
    bearers: tuple[str, ...] = given("the groups that use it, those first that do most", wielding, default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackOutcome:
    """What an attack with a weapon came to.

    Args:
        landing: what it did to the target.
        changes: all that it changes, those of the landing among them.
        steps: how all of that came about.
        notes: what else the log says of it.
        wanted: names of fields that are wanted as things stand.
    """

    landing: AttackResult
    changes: Sequence[Change]
    steps: Sequence[str]
    notes: Sequence[str] = ()
    wanted: Sequence[str] = ()


class WeaponAttack(Act[GameState]):
    """One type of weapon of an attacker is used on a target."""

    group = "Damage"
    roles: ClassVar[tuple[Role, Role]] = (Role.SHOOTS, Role.SHOT_AT)
    """What attacker and target do in it."""
    close: ClassVar[bool] = False
    """Whether it is one of close combat."""
    attacker: AnyRef = given("the unit or vehicle that attacks", attackers)
    target: AnyRef = given("the unit or vehicle that is attacked", targets, none="nobody is left to attack")
    anyway: bool = given(ANYWAY, default=False)
    uses: WeaponUse = WeaponUse()

    @property
    @abstractmethod
    def figures(self) -> Figures:
        """The figures that are known without the weapon; each act lists that group where it belongs."""

    @abstractmethod
    def fits(self, mode: WeaponMode) -> bool:
        """Whether the attack can be made with a mode of a weapon, on the target if that is known."""

    @abstractmethod
    def strike(self, game: GameState, attacker: Attacker, using: Use, at_vehicle: bool, ask: Answers) -> AttackOutcome:
        """Return what a weapon does to the target, and to whoever uses it.

        Raises:
            PlayError: it cannot be used so.
        """

    def check(self, game: GameState) -> None:
        """Whether the attack may be made now, where nothing else was agreed; a PlayError says when it may."""
        check_phase(game, self.attacker, self.close)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """What the weapon does to the target; that it was used is kept in mind."""
        attacks, suffers = self.roles
        check_in_play(game, self.attacker, attacks, self.anyway)
        if not self.anyway:
            self.check(game)
        check_target(game, self.attacker, self.target, suffers, self.anyway)
        at_vehicle = is_vehicle(game, self.target)
        attacker = _attacker(game, self)
        remark = partial(_remark, game, self.attacker, self.close)
        left = fitting(attacker, self.fits, at_vehicle)
        stack, mode = picked(attacker, left, self.uses, self.figures, ask, remark)
        unnamed = stack.weapon is UNNAMED
        wanted = None if unnamed else self._models(game, attacker, stack, ask)
        stack = stack if unnamed else borne(stack, self.uses.bearers)
        using = use(game, attacker, stack, mode, wanted, self.anyway, self.close)
        done = self.strike(game, attacker, using, at_vehicle, ask)
        text = f"{attacker.words(mode, using.wielders)} {'on' if self.close else 'at'} {done.landing.text}"
        return Ruling(
            "; ".join(part for part in (text, *done.notes, using.text) if part),
            (*done.changes, using.on(self.attacker, self.target, done.landing.changes)),
            (*done.steps, *left_to_players(attacker.unit, mode, at_vehicle)),
            self.attacker.side,
            wanted=done.wanted,
        )

    def _models(self, game: GameState, attacker: Attacker, stack: WeaponStack, ask: Answers) -> int | None:
        """How many of a weapon are used, None for all that can be; asked of those who fire out of a roofed vehicle."""
        given = self.uses.models
        transport = None if self.close or self.anyway else closed_in(game.sides[attacker.ref.side], attacker.unit.id)
        if given is not None or transport is None:
            return given
        question = f"How many fire out of {transport.name}, as its fire points let?"
        return ask.one("models", None, question, [Choice(each, str(each)) for each in range(1, stack.count + 1)])


def picked(
    attacker: Attacker, left: Fitting, given: WeaponUse, figures: Figures, ask: Answers, remark: Remark
) -> tuple[WeaponStack, WeaponMode]:
    """The weapon and mode that an attack is made with; asked for where there are several, none for known DMG.

    Raises:
        PlayError: it has none, or none that is called so.
    """
    if figures.damage is not None and given.weapon is None:
        return WeaponStack(UNNAMED, (Wielders(attacker.name, attacker.profile, 1),)), UNNAMED.modes[0]
    if not left:
        raise PlayError(f"{attacker.name}: no weapon is left for that, give the DMG itself with --damage")
    left = sorted(left, key=lambda each: bool(remark(each[0])))
    question = f"Which weapon of {attacker.name}?"
    wanted = ask.one("weapon", given.weapon, question, weapon_choices(left, remark), leads=True)
    stack = called(wanted, by_name(left), f"weapon of {attacker.name} that is left for that")
    question = f"Which {stack.weapon.name}?"
    wanted_mode = ask.one("mode", given.mode, question, mode_choices(wanted, left), leads=True)
    return stack, called(wanted_mode, modes_of(stack, left), f"mode of {stack.weapon.name}")


def check_target(state: GameState, attacker: Ref, target: Ref, role: Role, agreed: bool) -> None:
    """Check that a target can have its role in an attack.

    Raises:
        PlayError: it is of the attacker's side, or something keeps it from that and nothing else was agreed.
    """
    if attacker.side == target.side:
        raise PlayError("attacker and target are of one side; damage takes DMG off anybody")
    check_in_play(state, target, role, agreed)
