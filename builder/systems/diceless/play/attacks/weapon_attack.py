"""An attack with a weapon: which weapon an attacker uses, in which of its modes and how many of it, on whom.

What is offered, how a player's words find it, and the way that shooting and close combat share from the weapon to the
changes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, TypeVar

from builder.errors import PlayError
from builder.systems.diceless.damage import strength_of
from builder.systems.diceless.play.attacks.eligibility import Role, check_in_play, is_vehicle, silent_of
from builder.systems.diceless.play.attacks.fields import Figures
from builder.systems.diceless.play.attacks.uses import Use, already, use
from builder.systems.diceless.play.attacks.vehicle_damage import AttackResult
from builder.systems.diceless.play.attacks.wielders import (
    UNNAMED,
    Attacker,
    WeaponStack,
    Wielders,
    attacker_of,
    fires,
    usable,
)
from builder.systems.diceless.play.changes import Change
from builder.systems.diceless.play.choosers import able
from builder.systems.diceless.play.state import GameState
from builder.systems.diceless.tokens import is_hand_grenade
from builder.systems.diceless.weapon_rules import ONE_USE, left_to_players
from builder.systems.diceless.weapons import mode_figures
from builder.systems.figures import Positive
from builder.systems.fortyk.model import WeaponMode
from builder.systems.fortyk.wording import mode_name
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import AnyRef, PartRef, Ref
from builder.systems.play.lookup import At
from builder.systems.words import keys_named

Found = TypeVar("Found")
Fitting = list[tuple[WeaponStack, WeaponMode]]
"""Modes with their weapons, those first that are likeliest to be used."""
USUAL_STRENGTH, UNDER_A_BLAST = 4, 3
"""For the order alone: the S of what wounds by another rule, and how many a blast hits."""
Told = Callable[[WeaponStack], str]
"""What stands beside the number of a weapon."""


def attackers(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[AnyRef]]:
    """The units and vehicles that can attack, but for what players may agree on."""
    return able(act.roles[0])(at, act)


def targets(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[AnyRef]]:
    """The units and vehicles that can be attacked by whoever is named; those of both sides until somebody is."""
    attacker = known(lambda: act.attacker)
    return (each for each in able(act.roles[1])(at, act) if attacker is None or each.value.side != attacker.side)


def weapons(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[str]]:
    """The attacker's weapons that are left, with their number and whether they were used already."""
    told = partial(already, at.game, act.attacker.side, close=act.close)
    return weapon_choices(_left(at.game, act), told)


def modes(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[str]]:
    """The modes of the weapon that is named."""
    return mode_choices(act.uses.weapon or "", _left(at.game, act))


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
        """What a weapon does to the target, and to whoever uses it.

        Raises:
            PlayError: it cannot be used so.
        """

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """What the weapon does to the target; that it was used is kept in mind."""
        check_opponents(game, self.attacker, self.target, self.roles, self.anyway)
        at_vehicle = is_vehicle(game, self.target)
        attacker = _attacker(game, self)
        told = partial(already, game, self.attacker.side, close=self.close)
        left = fitting(attacker, self.fits, at_vehicle)
        stack, mode = picked(attacker, left, self.uses, self.figures, ask, told)
        wanted = None if stack.weapon is UNNAMED else self.uses.models
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


def fitting(attacker: Attacker, fits: Callable[[WeaponMode], bool], at_vehicle: bool) -> Fitting:
    """Every mode left that fits: guns by S against vehicles, else by S and shots in all; then pistols and grenades."""

    def rank(each: tuple[WeaponStack, WeaponMode]) -> tuple[int, int]:
        stack, mode = each
        if not fires(mode):
            return 0, 0
        strength = strength_of(mode, stack.wielders[0].profile) or USUAL_STRENGTH
        shots = (int(mode.shots) if mode.shots.isdecimal() else 1) * (UNDER_A_BLAST if mode.blast else 1)
        return _held_back(stack, mode), -(strength if at_vehicle else strength * shots * stack.count)

    return sorted(usable(attacker.stacks, fits), key=rank)


def _held_back(stack: WeaponStack, mode: WeaponMode) -> int:
    return 2 if ONE_USE in mode.rules or is_hand_grenade(stack.weapon, mode) else int(mode.kind == "pistol")


def weapon_choices(left: Fitting, told: Told) -> Iterator[Choice[str]]:
    """Yield the weapons with their number; those of one mode with its figures."""
    for name, stack in _by_name(left).items():
        figures = (
            mode_figures(stack.weapon.modes[0], stack.wielders[0].profile) if len(_modes(stack, left)) == 1 else ""
        )
        yield Choice(name, ": ".join(filter(None, (f"{name} ×{stack.count}{told(stack)}", figures))))


def mode_choices(weapon: str, left: Fitting) -> Iterator[Choice[str]]:
    """Yield the modes of a weapon by name, with their figures."""
    stack = _called(weapon, _by_name(left), "weapon")
    for name, mode in _modes(stack, left).items():
        yield Choice(name, f"{name}: {mode_figures(mode, stack.wielders[0].profile)}")


def picked(
    attacker: Attacker, left: Fitting, given: WeaponUse, figures: Figures, ask: Answers, told: Told
) -> tuple[WeaponStack, WeaponMode]:
    """The weapon and mode that an attack is made with; asked for where there are several, none for known DMG.

    Raises:
        PlayError: it has none, or none that is called so.
    """
    if figures.damage is not None and given.weapon is None:
        return WeaponStack(UNNAMED, (Wielders(attacker.name, attacker.profile, 1),)), UNNAMED.modes[0]
    if not left:
        raise PlayError(f"{attacker.name}: no weapon is left for that, give the DMG itself with --damage")
    question = f"Which weapon of {attacker.name}?"
    wanted = ask.one("weapon", given.weapon, question, weapon_choices(left, told), leads=True)
    stack = _called(wanted, _by_name(left), f"weapon of {attacker.name} that is left for that")
    question = f"Which {stack.weapon.name}?"
    wanted_mode = ask.one("mode", given.mode, question, mode_choices(wanted, left), leads=True)
    return stack, _called(wanted_mode, _modes(stack, left), f"mode of {stack.weapon.name}")


def _modes(stack: WeaponStack, left: Fitting) -> dict[str, WeaponMode]:
    return {mode_name(stack.weapon, mode) or mode.name: mode for each, mode in left if each == stack}


def _by_name(left: Fitting) -> dict[str, WeaponStack]:
    """Weapons by what players call them; different ones of one name are told apart by S and AP, or by who has them."""
    found: dict[str, list[WeaponStack]] = {}
    for stack in dict.fromkeys(stack for stack, _ in left):
        found.setdefault(stack.weapon.name, []).append(stack)
    return {name: stack for first, alike in found.items() for name, stack in _told_apart(first, alike)}


def _told_apart(name: str, alike: Sequence[WeaponStack]) -> Iterable[tuple[str, WeaponStack]]:
    """Yield different weapons of one name under names of their own."""
    figures = [f"S {stack.weapon.modes[0].strength} AP {stack.weapon.modes[0].ap}" for stack in alike]
    for stack, told in zip(alike, figures, strict=True):
        if figures.count(told) > 1:
            told = ", ".join(dict.fromkeys(each.name for each in stack.wielders))
        yield (name if len(alike) == 1 else f"{name} ({told})"), stack


def _called(wanted: str, known: Mapping[str, Found], what: str) -> Found:
    """What a player means by a name, or by a part of one that no other has."""
    found = keys_named(wanted, {name: name for name in known})
    if len(found) > 1:
        raise PlayError(f"'{wanted}' can be more than one {what}: {', '.join(found)}")
    if not found:
        raise PlayError(f"'{wanted}' is no {what}; there are: {', '.join(known)}")
    return known[found[0]]


def check_opponents(state: GameState, attacker: Ref, target: Ref, roles: tuple[Role, Role], agreed: bool) -> None:
    """Whether attacker and target can have the roles of an attack.

    Raises:
        PlayError: they are of one side, or something keeps one of them from it and nothing else was agreed.
    """
    if attacker.side == target.side:
        raise PlayError("attacker and target are of one side; damage takes DMG off anybody")
    for ref, role in zip((attacker, target), roles, strict=True):
        check_in_play(state, ref, role, agreed)
