"""Suppressive fire: a corridor that hits all who are in it until the firer's next turn (L-90 to L-96)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.figures import Die, Positive
from builder.systems.lethal.attacks import after_suppressive_fire, corridor_hits, overheated
from builder.systems.lethal.command import SUPPRESSING, MoraleState
from builder.systems.lethal.contact import protection
from builder.systems.lethal.play.acting import command_check
from builder.systems.lethal.play.activation import begin_action
from builder.systems.lethal.play.changes import CorridorChanged
from builder.systems.lethal.play.checks import destroy, under_fire
from builder.systems.lethal.play.hull_damage import HullRolls
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import ACTION, BOTH, MARKED, dug_in, free_id, hindrance, on_table, ready_first
from builder.systems.lethal.play.state import AMMUNITION, EMPTY, Corridor, CorridorWeapon, LethalGame
from builder.systems.lethal.play.volleys import Hits, InfantryRolls, remove_overheated, strike
from builder.systems.lethal.play.weapon_stacks import LethalWeaponStack, weapon_stacks
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Counted
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import Scored, some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, unit_name, units


def suppressing(game: LethalGame, ref: UnitRef) -> tuple[LethalWeaponStack, ...]:
    """Return the weapons of a unit that can make a corridor (L-90)."""
    return tuple(stack for stack in weapon_stacks(game, ref) if stack.has(MARKED) and stack.count)


def can_suppress(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit can declare suppressive fire: as its first action, with weapons marked for it (L-90)."""
    return living(game, ref) and not hindrance(game, ref, ACTION[SUPPRESSING]) and bool(suppressing(game, ref))


def marked_weapons(at: At[LethalGame], act: Suppress) -> Iterator[Choice[str]]:
    """Yield the weapons of the unit that can make a corridor."""
    return (Choice(stack.key, stack.text) for stack in suppressing(at.game, act.unit))


def corridor_targets(at: At[LethalGame], act: Suppress) -> Iterator[Choice[UnitRef]]:
    """Yield the units that can be in the corridor: enemies first, then friends."""
    firer = known(lambda: act.unit)
    found = (each for each in units(on_table)(at, act) if each.value != firer)
    yield from sorted(found, key=lambda each: firer is not None and each.value.side == firer.side)


class Suppress(Act[LethalGame]):
    """A unit declares suppressive fire."""

    rule, group = "L-90", "Shooting"
    unit: UnitRef = given("who fires", ready_first(can_suppress), none="nobody has a weapon for suppressive fire")
    die: Die | None = given("the die of its command check", default=None)
    targets: tuple[UnitRef, ...] = given("the units in the corridor, friends too", corridor_targets, default=())
    weapons: tuple[str, ...] = given("the weapons that make it; all that can if not given", marked_weapons, default=())
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """Command check: passed, a corridor is made; failed, the unit fires once and is shaken (L-91, L-92)."""
        out, name, known = Outcomes(game), unit_name(game, self.unit), suppressing(game, self.unit)
        chosen = [stack for stack in known if not self.weapons or stack.key in self.weapons]
        if strange := {*self.weapons} - {stack.key for stack in known}:
            raise PlayError(f"{name} has no {', '.join(sorted(strange))} for suppressive fire (L-90)")
        if not chosen:
            raise PlayError(f"{name} has no weapon for suppressive fire (L-90)")
        begin_action(out, self.unit, ACTION[SUPPRESSING], anyway=self.anyway)
        out.did(self.unit, action=SUPPRESSING, used=BOTH, speed=0)
        out.say(f"{name}: suppressive fire with {', '.join(stack.text for stack in chosen)}")
        if not command_check(out, self.unit, ask, self.die, "The command check for suppressive fire", confuses=False):
            out.fall(self.unit, MoraleState.SHAKEN)
            out.did(self.unit, shots=1)
            out.say("it may fire once")
            return out.ruling(self.unit.side)
        corridor = Corridor(
            id=free_id(game, "k"),
            side=self.unit.side,
            unit=self.unit.id,
            turn=game.clock.turn,
            weapons=tuple(
                CorridorWeapon(name=stack.key, count=stack.count, ap=stack.mode.ap, hot=stack.has("gets hot"))
                for stack in chosen
            ),
        )
        out.add(CorridorChanged(corridor=corridor))
        others = [stack for stack in weapon_stacks(game, self.unit) if stack not in chosen]
        out.did(self.unit, shots=BOTH if others else 0)
        for ref in dict.fromkeys(self.targets):
            if ref != self.unit:
                for each in corridor.weapons:
                    out.owe(ref, "corridor", f"{corridor.id}/{each.name}")
        return out.ruling(self.unit.side)


def corridors(at: At[LethalGame], act: object) -> Iterator[Choice[str]]:
    """Yield the corridors of fire."""
    for each in at.game.extra.corridors.values():
        weapons = ", ".join(f"{weapon.count} × {weapon.name}" for weapon in each.weapons)
        yield Choice(each.id, f"{unit_name(at.game, UnitRef(each.side, each.unit))}: {weapons}")


def weapons_in(at: At[LethalGame], act: InCorridor) -> Iterator[Choice[str]]:
    """The weapons of the corridor, or of all of them, those first that have yet to hit the unit."""
    owed = {check.cause for check in at.game.body(act.unit).owed if check.kind == "corridor"}
    known = [each for each in at.game.extra.corridors.values() if act.corridor in (None, each.id)]
    found = [(each.id, weapon) for each in known for weapon in each.weapons]
    found.sort(key=lambda pair: f"{pair[0]}/{pair[1].name}" not in owed)
    yield from (Choice(weapon.name, f"{weapon.count} × {weapon.name}") for _, weapon in found)


def units_in_corridors(at: At[LethalGame], act: object) -> Iterator[Choice[UnitRef]]:
    """The units that are in a corridor; where nobody is, all on the table but the one that makes the only corridor."""
    firers = {UnitRef(each.side, each.unit) for each in at.game.extra.corridors.values()}
    found = [each for each in units(on_table)(at, act) if firers != {each.value}]
    hit = [each for each in found if any(check.kind == "corridor" for check in at.game.body(each.value).owed)]
    yield from hit or found


class InCorridor(Act[LethalGame]):
    """A unit is hit in a corridor of fire, or comes into it."""

    rule, group = "L-92", "Shooting"
    unit: UnitRef = given("the unit", units_in_corridors, none="nobody is left")
    corridor: str | None = given(
        "the corridor, where there are several",
        corridors,
        default=None,
        pick=True,
        first=True,
        none="there is no corridor of fire",
    )
    models: Positive | None = given("how many of its models are in it", default=None)
    weapon: str | None = given(
        "one weapon of the corridor; the first if not given", weapons_in, default=None, pick=True, first=True
    )
    overheating: tuple[Die, ...] = given("a weapon that gets hot: a die for each of its hits", default=())
    bearers_saved: Scored | None = given("SU rolls that its bearers pass for each 1", default=None)
    wounds: InfantryRolls = InfantryRolls()
    rolls: HullRolls = HullRolls()

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """Each model once by each weapon; one confusion check; who routs and ends its move in it is destroyed."""
        out, name, body = Outcomes(game), unit_name(game, self.unit), game.body(self.unit)
        if not game.extra.corridors:
            raise PlayError("there is no corridor of fire")
        if body.gone:
            raise PlayError(f"nobody of {name} is left")
        choices = [Choice(each, each) for each in game.extra.corridors]
        corridor = game.extra.corridors[ask.one("corridor", self.corridor, "Which corridor?", choices, leads=True)]
        if (self.unit.side, self.unit.id) == (corridor.side, corridor.unit):
            raise PlayError(f"{name} fires into this corridor itself, and is not hit in it (L-92)")
        owed = {check.cause for check in body.owed if check.cause.startswith(f"{corridor.id}/")}
        if body.morale is MoraleState.ROUTED and not owed:
            self._routs_into(out, self._in_it(game, ask))
            return out.ruling(corridor.side)
        names = [each.name for each in corridor.weapons]
        names.sort(key=lambda each: f"{corridor.id}/{each}" not in owed)
        chosen = ask.one("weapon", self.weapon, f"Which weapon hits {name}?", [Choice(each, each) for each in names])
        weapon = next((each for each in corridor.weapons if each.name == chosen), None)
        if weapon is None:
            raise PlayError(f"{chosen} is no weapon of the corridor; there are: {', '.join(names)}")
        hits = corridor_hits(self._in_it(game, ask), weapon.count)
        out.say(f"{name} in the corridor of {unit_name(game, UnitRef(corridor.side, corridor.unit))}")
        if weapon.hot:
            dice = some_dice(ask, "overheating", self.overheating, f"Overheating, {weapon.name}", hits)
            hits, ones = overheated(hits, dice)
            remove_overheated(out, UnitRef(corridor.side, corridor.unit), ones, self.bearers_saved, ask)
        cover = protection(body.cover, dug_in=dug_in(game, self.unit)).armour
        by = f"{corridor.id} {game.clock.turn}"
        found = Hits(number=hits, ap=weapon.ap, cover=cover, by=by)
        strike(out, self.unit, found, self.wounds, self.rolls, ask)
        out.pay(self.unit, "corridor", f"{corridor.id}/{weapon.name}")
        for other in (each for each in names if not owed and each != weapon.name):
            out.owe(self.unit, "corridor", f"{corridor.id}/{other}")
        under_fire(out, self.unit, UnitRef(corridor.side, corridor.unit), corridor.id)
        return out.ruling(corridor.side)

    def _in_it(self, game: LethalGame, ask: Answers) -> int:
        """Return how many models of the unit are in the corridor, partly covered ones too (L-92)."""
        models = game.body(self.unit).models
        choices = [Choice(number, f"{number} of {models}") for number in range(models, 0, -1)]
        name = unit_name(game, self.unit)
        number = ask.one("models", self.models, f"How many models of {name} are in the corridor?", choices, leads=True)
        if number > models:
            raise PlayError(f"{name} has {counted(models, 'model')}: {number} cannot be in the corridor")
        return number

    def _routs_into(self, out: Outcomes, models: int) -> None:
        """Models that rout, and end their move in the corridor, are destroyed (L-94)."""
        body = out.game.body(self.unit)
        out.say(f"{unit_name(out.game, self.unit)} routs into the corridor")
        if models >= body.models or not body.groups:
            destroy(out, self.unit)
        else:
            out.wound(self.unit, models)


def corridors_end(out: Outcomes) -> None:
    """At the start of the firer's next turn its corridor ends, and its ammunition is spent (L-94, L-96)."""
    for corridor in tuple(out.game.extra.corridors.values()):
        ref = UnitRef(corridor.side, corridor.unit)
        body = out.game.body(ref)
        out.add(CorridorChanged(corridor=corridor, ends=True))
        for each in out.game.refs(0, 1):
            for weapon in corridor.weapons:
                out.pay(each, "corridor", f"{corridor.id}/{weapon.name}")
        if body.gone:
            continue
        if body.infantry:
            left = after_suppressive_fire(body.count(AMMUNITION))
            out.add(Counted(side=ref.side, unit=ref.id, counter=AMMUNITION, count=left))
            words = f"{left} ammunition left" if left else "out of ammunition"
            out.say(f"{unit_name(out.game, ref)}: the corridor ends, {words}")
        else:
            out.flag(ref, EMPTY)
            out.say(f"{unit_name(out.game, ref)}: the corridor ends, out of ammunition")
