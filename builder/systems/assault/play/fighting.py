"""Steps 3 to 7 of an assault: blows by initiative, the result, Ld, piling in, breaking off (A-05 to A-10, A-13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.assault.play.state import (
    AnyBattle,
    AssaultCombat,
    Charged,
    CombatPlace,
    FoughtOn,
    Parted,
    Strikers,
    assaults,
    combat_of,
    left_fighters,
    losers,
    ranks,
    standing_now,
    strikers,
    strikers_text,
    strikers_with_unit,
)
from builder.systems.assault.rules import holds, loser, majority_t, majority_ws
from builder.systems.figures import Dice, Inches, Positive, Signed, Whole, plus
from builder.systems.fortyk.charts import to_hit, to_wound
from builder.systems.fortyk.model import ModelGroup
from builder.systems.fortyk.squads import ENGAGED, FALLING_BACK, LOCKED, key, ref_of, suffer
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Flagged, Outcome
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, ref_text, unit_name, units


def fights(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit is in a combat, even if nobody of it is left."""
    return combat_of(game, ref) is not None


def to_strike(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether models of a unit strike next."""
    found = combat_of(game, ref)
    waiting = strikers(game, found[1]) if found else ()
    return any(each.ref == ref and each.order == waiting[0].order for each in waiting)


def _combat(game: AnyBattle, ref: UnitRef) -> tuple[str, AssaultCombat]:
    found = combat_of(game, ref)
    if found is None:
        raise PlayError(f"{unit_name(game, ref)} is in no combat")
    return found


def kinds(at: At[AnyBattle], act: StrikeBlows) -> Iterator[Choice[str]]:
    """The models of a unit that strike next."""
    found = combat_of(at.game, act.unit)
    waiting = strikers(at.game, found[1]) if found else ()
    for each in waiting:
        if each.ref == act.unit and each.order == waiting[0].order:
            yield Choice(each.models, strikers_text(each))


def opponents(at: At[AnyBattle], act: StrikeBlows) -> Iterator[Choice[UnitRef]]:
    """The enemies in the combat of a unit."""
    found = combat_of(at.game, act.unit)
    for choice in units(fights)(at, act):
        if found and key(choice.value) in found[1].places and choice.value.side != act.unit.side:
            yield choice


def falling(at: At[AnyBattle], act: StrikeBlows) -> Iterator[Choice[str]]:
    """The groups of models of whoever is struck."""
    targets = [choice.value for choice in opponents(at, act)] if act.target is None else [act.target]
    for target in targets:
        yield from (Choice(group.id, group.name) for group in at.game.body(target).groups)


class StrikeBlows(Act[AnyBattle]):
    """Models strike at their step."""

    called = "strike"
    rule, group = "A-05, A-07, A-08, A-09, A-13, A-14, A-15", "Assault"
    usual = ("unit", "target", "models", "dice", "wound-dice", "save-dice", "wounds", "falls")
    unit: UnitRef = given("who strikes", units(to_strike), none="nobody has a blow left in this round")
    target: UnitRef | None = given("whom, where there are several", opponents, default=None)
    models: str | None = given("which of its models, where several strike now", kinds, pick=True, default=None)
    dice: Dice = given("the dice to hit", default=())
    wound_dice: Dice = given("the dice to wound, one for each hit", default=())
    save_dice: Dice = given("the dice to save, one for each wound", default=())
    wounds: Whole | None = given("the wounds that are not saved, where dice are not typed in", default=None)
    falls: str | None = given("which models of the target lose them first", falling, pick=True, default=None)
    blows: Positive | None = given("with how many of their dice, where they strike several units", default=None)
    t: Whole | None = given("the T that the target's owner chooses, where no T has the majority", default=None)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """The highest step first; majority WS and T are counted now, and wounds beyond reach are lost."""
        name, combat = _combat(game, self.unit)
        at = At(game, ask.rules)
        enemies = tuple(opponents(at, self))
        if self.target is not None and self.target not in [each.value for each in enemies]:
            raise PlayError(
                f"{unit_name(game, self.target)} is no enemy of {unit_name(game, self.unit)} in this combat"
            )
        target = ask.one("target", self.target, "Whom do they strike?", enemies)
        if not to_strike(game, self.unit):
            waiting = strikers(game, combat)
            why = "its next round is one of the next assault phase" if combat.rests else "the round is over"
            why = f"first {strikers_with_unit(game, waiting[0])}" if waiting else why
            raise PlayError(f"{unit_name(game, self.unit)} does not strike now: {why} (A-09)")
        chosen = ask.one("models", self.models, "Which of its models?", kinds(at, self))
        own = next((each for each in strikers(game, combat) if each.mark == f"{key(self.unit)}/{chosen}"), None)
        if own is None:
            raise PlayError(f"{unit_name(game, self.unit)}: these models do not strike now")
        blows = own.dice if self.blows is None else self.blows
        if blows > own.dice:
            raise PlayError(f"{strikers_with_unit(game, own)}: they cannot strike with {blows}")
        spent = {} if blows == own.dice else {own.mark: combat.spent.get(own.mark, 0) + blows}
        struck = () if spent else (own.mark,)
        own = replace(own, dice=blows)
        if own.order != combat.step:
            combat = replace(combat, step=own.order, standing=standing_now(game, combat))
        body, place = game.body(target), combat.places[key(target)]
        wounds, steps = self._wounds(own, self._needs(game, combat, own, target, ask), ask, armour=body.is_vehicle)
        order = tuple(sorted(body.groups, key=lambda group: (group.id != self.falls, -group.models)))
        reach = wounds if body.is_vehicle else _reach(game, target, place)
        suffered = min(wounds, reach)
        if wounds > reach:
            steps.append(f"{wounds - reach} beyond reach are lost (A-14)")
        inflicted = list(combat.inflicted)
        inflicted[self.unit.side] += suffered
        now = replace(
            combat,
            struck=(*combat.struck, *struck),
            spent={**combat.spent, **spent},
            inflicted=(inflicted[0], inflicted[1]),
        )
        changes: list[Outcome[AnyBattle]] = [*suffer(body, target, suffered, order), FoughtOn(combat=name, now=now)]
        lost = f"{unit_name(game, target)}: {counted(suffered, 'wound')}"
        text = f"{strikers_with_unit(game, own)} on {lost}"
        return Ruling(text, changes, steps, side=self.unit.side)

    def _needs(
        self, game: AnyBattle, combat: AssaultCombat, own: Strikers, target: UnitRef, ask: Answers
    ) -> tuple[int, int | None, int | None]:
        """What dice must show to hit, to wound and to save (A-07, A-08, A-15), by who stood as the step began."""
        enemies = left_fighters(game.body(target), _stood(combat, target)) or left_fighters(game.body(target))
        if not enemies:
            raise PlayError(f"nobody of {unit_name(game, target)} is left to be struck")
        ws = majority_ws((each.models, each.ws) for each in enemies)
        assert ws is not None
        hit = to_hit(own.fighter.ws, ws)
        if any(each.t is None for each in enemies):
            if self.wounds is None:
                why = f"{own.dice} dice, hit {plus(hit)}; what pierces its armour is in your own book"
                raise PlayError(f"{unit_name(game, target)} has no T: {why}: type in how often with --wounds")
            return hit, None, None
        toughness = majority_t((each.models, each.t or 0) for each in enemies)
        if self.t is not None and self.t not in toughness:
            raise PlayError(f"the T is {' or '.join(map(str, toughness))} (A-08)")
        t = max(toughness)
        if self.wounds is None and len({to_wound(own.fighter.s, each) for each in toughness}) > 1:
            choices = [Choice(each, f"T {each}") for each in reversed(toughness)]
            t = ask.one("t", self.t, f"Which T does the owner of {unit_name(game, target)} choose?", choices)
        falling = [each for each in enemies if each.id == self.falls] or enemies
        first = max(falling, key=lambda each: each.models)
        return hit, to_wound(own.fighter.s, t), first.save(own.fighter.pierces)

    def _wounds(
        self, own: Strikers, needs: tuple[int, int | None, int | None], ask: Answers, *, armour: bool
    ) -> tuple[int, list[str]]:
        hit, wound, save = needs
        wounding, saving = ("never" if wound is None else plus(wound)), (plus(save) if save else "none")
        scores = f"hit {plus(hit)}, wound {wounding}, save {saving}"
        if self.wounds is not None:
            needed = f"hit {plus(hit)}; armour as in your own book" if armour else scores
            return self.wounds, [f"{counted(own.dice, 'die', 'dice')}: {needed}"]
        thrown = some_dice(ask, "dice", self.dice, f"to hit ({scores}), or --wounds", own.dice)
        hits = sum(die >= hit for die in thrown)
        wounded = self._passing(ask, "wound-dice", self.wound_dice, hits, wound, f"to wound ({scores})")
        saved = self._passing(ask, "save-dice", self.save_dice, wounded, save, f"to save ({scores})")
        steps = [
            f"{counted(own.dice, 'die', 'dice')}, {scores}",
            f"{counted(hits, 'hit')}, {counted(wounded, 'wound')}, {wounded - saved} not saved",
        ]
        return wounded - saved, steps

    @staticmethod
    def _passing(ask: Answers, name: str, dice: Sequence[int], wanted: int, score: int | None, text: str) -> int:
        if score is None:
            return 0
        return sum(die >= score for die in some_dice(ask, name, dice, text, wanted))


def _stood(combat: AssaultCombat, ref: UnitRef) -> dict[str, int]:
    begins = f"{key(ref)}/"
    return {mark.removeprefix(begins): models for mark, models in combat.standing.items() if mark.startswith(begins)}


def _reach(game: AnyBattle, target: UnitRef, place: CombatPlace) -> int:
    """The wounds that models of a unit in contact or within 2" have left (A-14)."""
    body = game.body(target)
    left: dict[str, ModelGroup] = {group.id: group for group in body.unit.groups}
    most = 0
    for rank in ranks(body, place):
        group = left.get(rank.fighter.id)
        if group is not None:
            most += min(rank.reached * rank.fighter.wounds, body.wounds_left(group))
    return most


def fought(at: At[AnyBattle], act: object) -> Iterator[Choice[UnitRef]]:
    """The combats whose result is not told yet, each by one of its units."""
    for combat in assaults(at.game).combats.values():
        if not combat.settled and not combat.rests:
            names = " and ".join(unit_name(at.game, ref) for ref in combat.refs)
            first = next(combat.refs)
            yield Choice(first, names, ref_text(at.game, first))


class RoundResult(Act[AnyBattle]):
    """Who won a round of a combat."""

    rule, group = "A-10", "Assault"
    unit: UnitRef = given("a unit in it", fought, none="no round of a combat is fought")
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """Whoever inflicted more wounds; the loser tests Ld, and where nobody lost all pile in."""
        name, combat = _combat(game, self.unit)
        if combat.settled or combat.rests:
            raise PlayError("the result of this round is told already (A-10)")
        waiting = strikers(game, combat)
        if waiting and not self.anyway:
            who = strikers_with_unit(game, waiting[0])
            raise PlayError(f"the round is not fought: first {who}; by agreement with --anyway (A-10)")
        lost = loser(combat.inflicted)
        now = replace(combat, loser=lost, settled=True)
        wounds = ", ".join(f"{side.name} {number}" for side, number in zip(game.sides, combat.inflicted, strict=True))
        if lost is None:
            sides = {ref.side for ref in combat.refs if not game.body(ref).gone}
            text = f"Wounds inflicted: {wounds}: nobody lost{', and all pile in' if len(sides) > 1 else ''}"
        else:
            left = [ref for ref in combat.refs if ref.side == lost and not game.body(ref).gone]
            names = " and ".join(unit_name(game, ref) for ref in left)
            who = (
                f"{names} lost and {'tests' if len(left) == 1 else 'test'} Ld"
                if left
                else f"{game.sides[lost].name} lost"
            )
            text = f"Wounds inflicted: {wounds}: {who}"
        return Ruling(text, [FoughtOn(combat=name, now=now)])


def lost_round(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit lost a round of combat and still has to test its Ld."""
    found = combat_of(game, ref)
    return found is not None and ref in losers(game, found[1])


class LoserMorale(Act[AnyBattle]):
    """The loser of a combat tests its Ld."""

    called = "morale"
    rule, group = "A-10", "Assault"
    unit: UnitRef = given("who tests", units(lost_round), none="nobody has lost a combat")
    dice: Dice = given("the two dice", default=())
    modifier: Signed = given("what the players add to its Ld", default=0)
    stands: bool = given("it stands without a test, as your own book says", default=False)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """It stands and piles in, or falls back and breaks off."""
        name, combat = _combat(game, self.unit)
        if not lost_round(game, self.unit):
            raise PlayError(f"{unit_name(game, self.unit)} has lost no round that it still has to test for (A-10)")
        stood = [FoughtOn(combat=name, now=replace(combat, tested=(*combat.tested, key(self.unit))))]
        if self.stands:
            return Ruling(
                f"{unit_name(game, self.unit)} stands without a test, and piles in", stood, side=self.unit.side
            )
        ld = game.body(self.unit).leadership
        if ld is None:
            why = "what becomes of it, your own book says: --stands, or break-off"
            raise PlayError(f"{unit_name(game, self.unit)} has no Ld: {why}")
        dice = some_dice(ask, "dice", self.dice, f"Ld {ld} of {unit_name(game, self.unit)}", 2)
        total = f"{sum(dice)} against Ld {ld}{f' {self.modifier:+}' if self.modifier else ''}"
        if holds(ld, dice, self.modifier):
            text = f"{unit_name(game, self.unit)}: {total}: it stands, and piles in"
            return Ruling(text, stood, side=self.unit.side)
        changes = [Flagged(side=self.unit.side, unit=self.unit.id, flag=FALLING_BACK), *leaving(game, self.unit)]
        text = f"{unit_name(game, self.unit)}: {total}: it falls back, and tests to break off (break-off)"
        return Ruling(text, changes, side=self.unit.side)


def leaving(game: AnyBattle, ref: UnitRef) -> Iterator[Outcome[AnyBattle]]:
    """Yield what changes as a unit leaves its combat, which is over where a side has nobody left in it."""
    found = combat_of(game, ref)
    if found is None:
        return
    name, combat = found
    places = {written: place for written, place in combat.places.items() if written != key(ref)}
    sides = {ref_of(written).side for written in places}
    freed = [ref] if len(sides) == 2 else [*combat.refs]
    for each in freed:
        for flag in (ENGAGED, LOCKED):
            if flag in game.body(each).flags:
                yield Flagged(side=each.side, unit=each.id, flag=flag, on=False)
        if key(each) in assaults(game).charges:
            yield Charged(unit=key(each))  # who charged has nobody to be in contact with any more
        if not game.body(each).gone:
            yield Parted(unit=key(each))
    yield FoughtOn(combat=name, now=replace(combat, places=places) if len(sides) == 2 else None)


class PileIn(Act[AnyBattle]):
    """Models pile in, and the next round of a combat begins."""

    rule, group = "A-06, A-10", "Assault"
    usual = ("unit", "contact", "support")
    unit: UnitRef = given("a unit in the combat", units(fights), none="there is no combat")
    contact: Whole = given("its models in contact")
    support: Whole = given('its models within 2" of those', default=0)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """Its round is settled; it is the next one for the whole combat once the first unit of it piles in."""
        name, combat = _combat(game, self.unit)
        if losers(game, combat):
            raise PlayError("the loser tests its Ld first (A-10)")
        if not combat.settled and combat.struck:
            raise PlayError("the round is not settled: tell its result first (A-10)")
        models = sum(each.models for each in left_fighters(game.body(self.unit)))
        if not 0 < self.contact <= models or self.contact + self.support > models:
            raise PlayError(f"{unit_name(game, self.unit)} has {models} models that fight")
        place = CombatPlace(contact=self.contact, support=self.support, models=models)
        rest = {written: replace(each, cover=0) for written, each in combat.places.items()}
        number = combat.round + combat.settled
        now = AssaultCombat(
            places={**rest, key(self.unit): place}, round=number, rests=True, piled=(*combat.piled, key(self.unit))
        )
        where = f"{self.contact} in contact, {self.support} in support; round {number}"
        return Ruling(
            f"{unit_name(game, self.unit)} piles in: {where}", [FoughtOn(combat=name, now=now)], side=self.unit.side
        )


def may_part(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit may break off, pursue or consolidate: its combat is over in this phase, or it leaves it now."""
    return fights(game, ref) or (key(ref) in assaults(game).parted and not game.body(ref).gone)


class BreakOff(Act[AnyBattle]):
    """A unit breaks off, pursues, engages another, or consolidates, as its players agree."""

    rule, group = "A-10", "Assault"
    unit: UnitRef = given("the unit", units(may_part), none="nobody is in a combat, or has just left one")
    what: Literal["breaks off", "pursues", "engages another", "consolidates", "is destroyed"] = given("what it does")
    inches: Inches = given("how far", default=0.0)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """Distances are not in the rules: they are typed in."""
        if not may_part(game, self.unit):
            raise PlayError(f"{unit_name(game, self.unit)} is in no combat, and has left none in this phase (A-10)")
        changes: list[Outcome[AnyBattle]] = [*leaving(game, self.unit), Parted(unit=key(self.unit), on=False)]
        if self.what == "is destroyed":
            changes.append(Flagged(side=self.unit.side, unit=self.unit.id, flag="destroyed"))
        far = f', {self.inches:g}"' if self.inches else ""
        return Ruling(f"{unit_name(game, self.unit)} {self.what}{far}", changes, side=self.unit.side)
