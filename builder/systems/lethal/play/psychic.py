"""Psychic abilities: one in a turn, and what the warp may cost for an attack (L-87)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.errors import PlayError
from builder.systems.figures import Die
from builder.systems.lethal.command import passes_morale_check
from builder.systems.lethal.model import LethalArmyUnit
from builder.systems.lethal.play.outcomes import Outcomes, common_armour
from builder.systems.lethal.play.queries import command, save_of, steady, waits
from builder.systems.lethal.play.state import Lethal
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import Scored, saves, some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, told, units

ATTACK = "psychic attack"


def psyker(game: Lethal, ref: UnitRef) -> bool:
    """Whether a unit has a psychic ability that it may use now."""
    body = game.body(ref)
    ready = bool(body.unit.powers) and steady(body) and not body.deeds.power and not waits(body)
    return living(game, ref) and ready


def powers_of(at: At[Lethal], act: Psychic) -> Iterator[Choice[str]]:
    """The abilities of a unit, with their texts."""
    for name, text in at.game.body(act.unit).unit.powers:
        yield Choice(name, text or name)


class Psychic(Act[Lethal]):
    """A unit uses a psychic ability."""

    rule, group = "L-87", "Shooting"
    unit: UnitRef = given("who uses it", units(psyker), none="nobody may use a psychic ability now")
    power: str = given("the ability", powers_of, pick=True, none="it has no psychic ability")
    no_attack: bool = given("it is no attack, so there is no peril", default=False)
    dice: tuple[Die, ...] = given("an attack: both dice of the psyker's morale check", default=())
    saved: Scored | None = given(
        "an attack whose check failed: 1 if the psyker's SU saves him; or the dice", default=None
    )
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """One in a turn, of an unbroken unit. An attack takes a morale check: failed, SU or removed."""
        out, name, body = Outcomes(game), told(game, self.unit), game.body(self.unit)
        powers = dict(body.unit.powers)
        if body.gone or self.power not in powers:
            raise PlayError(f"{name} has no ability {self.power}")
        if not self.anyway and not psyker(game, self.unit):
            why = f"it has used {body.deeds.power} this turn" if body.deeds.power else f"it is {body.morale}"
            raise PlayError(f"{name} may use no psychic ability: {why} (L-87)")
        out.did(self.unit, power=self.power)
        out.say(f"{name}: {self.power}")
        if not self.no_attack and is_attack(body.unit, self.power):
            self._perils(out, ask)
        return out.ruling(self.unit.side)

    def _perils(self, out: Outcomes, ask: Answers) -> None:
        name = told(out.game, self.unit)
        value = command(out.game, self.unit, for_morale=True)
        one, other = some_dice(ask, "dice", self.dice, f"Perils of the Warp: the morale check of {name}, {value}+", 2)
        passed = passes_morale_check(value, (one, other))
        out.say(f"perils: {one} and {other} on {value}+, {'passed' if passed else 'failed'}")
        if passed:
            return
        save = save_of(out.game, self.unit, common_armour(out.game, self.unit).profile)
        saved = saves(ask, "saved", self.saved, f"The SU {save} of the psyker", 1, save.dice, save.target)
        out.say("saved" if saved else "the psyker is removed")
        out.wound(self.unit, 0 if saved else 1)


def is_attack(unit: LethalArmyUnit, power: str) -> bool:
    """Whether an ability is an attack: it has the line of a weapon, or its text says so."""
    armed = any(carried.weapon.name == power for carried in unit.weapons)
    return armed or ATTACK in dict(unit.powers).get(power, "").casefold()
