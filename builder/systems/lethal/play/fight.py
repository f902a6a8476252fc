"""Blows of close combat, and those who stand and shoot instead (L-55, L-100, L-105 to L-108)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.figures import Positive
from builder.systems.lethal.command import FAST
from builder.systems.lethal.contact import protection
from builder.systems.lethal.model import LethalModelGroup
from builder.systems.lethal.play.changes import CombatChanged
from builder.systems.lethal.play.fighters import (
    FRAGS,
    MOST_BURNED,
    PLASMA,
    Fighters,
    armour_in_combat,
    dice_of,
    fighters,
    has_enemy,
    has_kind,
    may_strike,
    penetration,
    striker_key,
)
from builder.systems.lethal.play.hull_damage import HullRolls
from builder.systems.lethal.play.outcomes import Outcomes, casualty_order
from builder.systems.lethal.play.queries import combat_of, dug_in, is_steady, no_ammunition, ranked, rules_of
from builder.systems.lethal.play.state import Combat, LethalGame, ref_key
from builder.systems.lethal.play.volleys import HUNTERS, Hits, InfantryRolls, hits_of_weapon, roll_hits, strike
from builder.systems.lethal.play.weapon_stacks import STANDS_AND_SHOOTS, LethalWeaponStack, weapon_stacks
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import Scored, how_many, successes
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, unit_name, units


def has_blows(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit is in close combat, and somebody of it can still strike in this round."""
    combat = combat_of(game, ref)
    return combat is not None and (living(game, ref) or bool(fighters(game, ref, combat)))


def who_strikes(at: At[LethalGame], act: Fight) -> Iterator[Choice[UnitRef]]:
    """Yield the units that have yet to strike in their close combat; where nobody has, all that are in one."""
    found = (*units(has_blows)(at, act),)
    yield from [choice for choice in found if may_strike(at.game, choice.value)] or found


def enemies_in_combat(at: At[LethalGame], act: Fight | StandAndShoot) -> Iterator[Choice[UnitRef]]:
    """Yield the enemies in the same combat."""
    mine = known(lambda: act.unit)
    for choice in units(lambda game, ref: living(game, ref) and has_blows(game, ref))(at, act):
        combat = combat_of(at.game, choice.value)
        same = mine is None or (combat is not None and mine.id in combat.units[mine.side])
        if same and (mine is None or choice.value.side != mine.side):
            yield choice


def kinds_of(at: At[LethalGame], act: Fight) -> Iterator[Choice[str]]:
    """Yield the kinds of models of a unit that fight, those first that have yet to strike in this round."""
    combat = combat_of(at.game, act.unit)
    struck = combat.struck if combat is not None else ()
    found = [Choice(each.id, each.text) for each in fighters(at.game, act.unit, combat)]
    if combat is not None and _burns(at.game, act.unit, combat):
        found.append(Choice(PLASMA, "plasma grenades: D3 hits without AP"))
    yield from sorted(found, key=lambda choice: striker_key(act.unit, choice.value) in struck)


def _shared_combat(game: LethalGame, unit: UnitRef, target: UnitRef) -> Combat:
    """Return the close combat in which a unit and its target face each other.

    Raises:
        PlayError: there is none, or nobody of the target is left.
    """
    combat = combat_of(game, unit)
    if combat is None or target.side == unit.side or target.id not in combat.units[target.side]:
        raise PlayError(f"{unit_name(game, unit)} and {unit_name(game, target)} are in no close combat with each other")
    if game.body(target).gone:
        raise PlayError(f"nobody of {unit_name(game, target)} is left")
    return combat


class FurtherHits(Params):
    """The hits of a character beyond the first, which fall on one model after another (L-105)."""

    heading = "Further hits of a character"
    beyond: UnitRef | None = given("the unit that they fall on, where it is another", enemies_in_combat, default=None)
    beyond_through: Scored | None = given("of those, hits that go through the armour; or the dice", default=None)
    beyond_saved: Scored | None = given("of those, hits that its SU saves; or the dice", default=None)


class Fight(Act[LethalGame]):
    """Models of a unit strike in close combat."""

    rule, group = "L-55", "Close combat"
    usual = ("unit", "kind", "target", "models", "hits", "through", "saved")
    unit: UnitRef = given("who strikes", who_strikes, none="nobody is in close combat")
    target: UnitRef = given("whom", enemies_in_combat, none="no enemy is in close combat with it")
    kind: str | None = given(
        "which of its models, where there are several kinds", kinds_of, default=None, pick=True, first=True
    )
    models: Positive | None = given("how many fight, those within 5 cm; all if not given", default=None)
    preferred: bool = given("it fights the enemy that it prefers", default=False)
    pistol: bool = given("with the AP of its pistol, which is no second weapon then", default=False)
    not_front: bool = given("it strikes from the side or the rear, where a shield does not count", default=False)
    hits: Scored | None = given("how many hit, or the dice to hit", default=None)
    wounds: InfantryRolls = InfantryRolls()
    further: FurtherHits = FurtherHits()
    rolls: HullRolls = HullRolls()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """Dice by the CS, the charge, second weapons and the round; then armour and SU. All strike at once."""
        out, name = Outcomes(game), unit_name(game, self.unit)
        combat = _shared_combat(game, self.unit, self.target)
        if ref_key(self.unit) in combat.struck and not self.anyway:
            raise PlayError(f"{name} stood and shot in this round: it does not fight (L-107)")
        waiting = list(self._waiting(game, combat))
        if not waiting:
            raise PlayError(f"nobody of {name} is left to strike in this round; by agreement with --anyway")
        chosen = ask.one("kind", self.kind, f"Who of {name} strikes?", waiting, leads=True)
        if chosen not in {choice.value for choice in waiting}:
            raise PlayError(f"those models of {name} have struck in this round")
        who = next((each for each in fighters(game, self.unit, combat) if each.id == chosen), None)
        if who is None:
            hits, ap = how_many(ask, "hits", self.hits, f"Hits of the plasma grenades of {name}, D3", MOST_BURNED), 0
            out.say("plasma grenades")
        else:
            hits, ap = self._blows(out, combat, who, ask)
        self._strike(out, combat, who, hits, ap, ask)
        return out.ruling(self.unit.side)

    def _waiting(self, game: LethalGame, combat: Combat) -> Iterator[Choice[str]]:
        """Yield the kinds of models that have not struck in this round."""
        for each in fighters(game, self.unit, combat):
            if self.anyway or striker_key(self.unit, each.id) not in combat.struck:
                yield Choice(each.id, each.text)
        if _burns(game, self.unit, combat) and striker_key(self.unit, PLASMA) not in combat.struck:
            yield Choice(PLASMA, "plasma grenades: D3 hits without AP")

    def _blows(self, out: Outcomes, combat: Combat, who: Fighters, ask: Answers) -> tuple[int, int]:
        """Return the hits of models of a kind, and their AP."""
        game, models = out.game, self.models or who.models
        if models > who.models and not self.anyway:
            raise PlayError(f"{unit_name(game, self.unit)} has {who.text}; by agreement with --anyway")
        if self.models is None and self.hits is None and ranked(game, self.unit):
            ranks = [Choice(number, f"{number} of {models}") for number in range(models, 0, -1)]
            models = ask.one("models", None, "How many are in the first four ranks, and near enough (L-113)?", ranks)
        each = dice_of(game, combat, self.unit, who, self.target, preferred=self.preferred, pistol=self.pistol)
        cs, ap = who.profile.cs, penetration(combat, self.unit, who, pistol=self.pistol)
        dice = counted(each, "die", "dice")
        out.steps.append(f"{models} × {who.name}: {dice} each at {cs.target}+, AP {ap}")
        text = f"Hits of {models} × {who.name}, {dice} each"
        out.say(f"{models} × {who.name}, {counted(models * each, 'die', 'dice')}")
        return successes(ask, "hits", self.hits, text, (models * each, cs.target)), ap

    def _strike(self, out: Outcomes, combat: Combat, who: Fighters | None, hits: int, ap: int, ask: Answers) -> None:
        """Hits fall on the models in base contact; those of a character on one model after another (L-105)."""
        game, body, by = out.game, out.game.body(self.target), PLASMA if who is None else who.id
        hunters = HUNTERS in rules_of(game, self.unit)
        blow = f"{unit_name(game, self.unit)} strikes {unit_name(game, self.target)}"
        # How many hit is told with what becomes of them.
        out.say(blow if hits else f"{blow}: no hit")
        out.did(self.unit)  # whoever strikes remembers it as the last act on him, as the one who is struck does
        touched = self._touched(game, ask) if hits else None
        first, other, behind = hits, self.target, None
        if who is not None and who.character:
            others = [group for group in casualty_order(game, self.target) if touched and group.id != touched.id]
            other, behind = self.further.beyond or self.target, next(iter(others), None)
            if other != self.target or behind is not None:
                first = min(hits, body.left(touched) if touched else body.models)
        cover = self._cover(game, combat, self.target)
        blows = Hits(number=first, ap=ap, cover=cover, hunters=hunters, touched=touched)
        lost = strike(out, self.target, blows, self.wounds, self.rolls, ask)
        if other == self.target:
            lost += self._strike_further(out, combat, other, hits - first, ap, behind, ask)
        _suffer(out, combat, self.target, lost, striker_key(self.unit, by), simultaneous=True)
        if other != self.target:
            lost = self._strike_further(out, combat, other, hits - first, ap, None, ask)
            _suffer(out, out.game.extra.combats[combat.id], other, lost, striker_key(self.unit, by), simultaneous=True)

    def _strike_further(
        self,
        out: Outcomes,
        combat: Combat,
        target: UnitRef,
        hits: int,
        ap: int,
        touched: LethalModelGroup | None,
        ask: Answers,
    ) -> int:
        """Strike with a character's hits beyond those on models in base contact; return how many models were lost."""
        if not hits:
            return 0
        wounds = InfantryRolls(through=self.further.beyond_through, saved=self.further.beyond_saved)
        cover, hunters = self._cover(out.game, combat, target), HUNTERS in rules_of(out.game, self.unit)
        blows = Hits(number=hits, ap=ap, cover=cover, hunters=hunters, touched=touched)
        return strike(out, target, blows, wounds, self.rolls, ask, fields=("beyond-through", "beyond-saved"))

    def _cover(self, game: LethalGame, combat: Combat, target: UnitRef) -> int:
        return armour_in_combat(game, combat, self.unit, target, front=not self.not_front)

    def _touched(self, game: LethalGame, ask: Answers) -> LethalModelGroup | None:
        """Return the kind of models in base contact, asked where AV or SU depend on it, else None (L-105)."""
        groups = {group.id: group for group in casualty_order(game, self.target)}
        named = self.wounds.first
        if named is None and len({(each.profile.av, each.profile.su) for each in groups.values()}) > 1:
            choices = [Choice(each.id, each.name) for each in groups.values()]
            text = f"Which models of {unit_name(game, self.target)} are in base contact?"
            named = ask.one("first", None, text, choices, leads=True)
        if named is None:
            return None
        found = groups.get(named) or next((each for each in groups.values() if each.name == named), None)
        if found is None:
            there = ", ".join(dict.fromkeys(each.name for each in groups.values()))
            raise PlayError(f"{unit_name(game, self.target)} has no models '{named}'; there are: {there}")
        return found


def _burns(game: LethalGame, ref: UnitRef, combat: Combat) -> bool:
    """Whether a unit throws plasma grenades: in the first round of its assault (L-106)."""
    return combat.round == 1 and ref_key(ref) in combat.assaulting and has_kind(game.body(ref), PLASMA)


def _suffer(out: Outcomes, combat: Combat, target: UnitRef, lost: int, by: str, *, simultaneous: bool = False) -> None:
    """Losses in a round, and who made them; those struck down still strike where all do so at once."""
    one, other = combat.suffered
    suffered = (one + lost, other) if target.side == 0 else (one, other + lost)
    fallen = dict(combat.fallen)
    for kind, number in fallen_so_far(out, target).items() if simultaneous else ():
        fallen[striker_key(target, kind)] = fallen.get(striker_key(target, kind), 0) + number
    out.add(CombatChanged(combat=replace(combat, suffered=suffered, struck=(*combat.struck, by), fallen=fallen)))


def fallen_so_far(out: Outcomes, target: UnitRef) -> Mapping[str, int]:
    """Return how many of each kind of models of a unit an act has struck down so far."""
    was, now = out.before.body(target), out.game.body(target)
    lost = {each: number - was.lost.get(each, 0) for each, number in now.lost.items()}
    lost |= {hull.id: int(hull.gone and not was.parts[hull.id].gone) for hull in now.parts.values()}
    return {each: number for each, number in lost.items() if number > 0}


def can_stand_and_shoot(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit may stand and shoot, or fire its defensive weapons, in its combat (L-107, L-108)."""
    combat = combat_of(game, ref)
    if combat is None or not living(game, ref) or no_ammunition(game.body(ref)):
        return False
    body = game.body(ref)
    able = ref_key(ref) not in combat.assaulting and is_steady(body) and body.deeds.action != FAST
    return able and (not body.infantry or (combat.round == 1 and dug_in(game, ref)))


def weapons_to_stand_with(at: At[LethalGame], act: StandAndShoot) -> Iterator[Choice[str]]:
    """Yield the weapons that a unit may stand and shoot with."""
    for stack in weapon_stacks(at.game, act.unit):
        if _stands(stack):
            yield Choice(stack.key, stack.text)


def _stands(stack: LethalWeaponStack) -> bool:
    return stack.mounted == "defensive" if stack.mounted else stack.has(*STANDS_AND_SHOOTS) and not stack.psychic


def stand_and_shoot_weapons(game: LethalGame, ref: UnitRef, combat: Combat) -> tuple[LethalWeaponStack, ...]:
    """Return the weapons with which a unit may still stand and shoot in this round (L-106, L-107, L-108)."""
    if not can_stand_and_shoot(game, ref) or _grenades_forbid(game, ref, combat) or not has_enemy(game, ref, combat):
        return ()
    if game.body(ref).infantry and _has_struck(game, ref, combat):
        return ()
    return tuple(
        each for each in weapon_stacks(game, ref) if _stands(each) and striker_key(ref, each.key) not in combat.struck
    )


def _grenades_forbid(game: LethalGame, ref: UnitRef, combat: Combat) -> bool:
    """Whether grenades of the enemy keep infantry from standing and shooting in the first round (L-106)."""
    enemies = (UnitRef(1 - ref.side, each) for each in combat.units[1 - ref.side])
    armed = any(has_kind(game.body(each), *FRAGS) for each in enemies)
    return armed and combat.round == 1 and game.body(ref).infantry


def _has_struck(game: LethalGame, ref: UnitRef, combat: Combat) -> bool:
    """Whether some of a unit have struck in this round."""
    return any(striker_key(ref, each.id) in combat.struck for each in fighters(game, ref, combat))


class StandAndShoot(Act[LethalGame]):
    """A unit that is assaulted stands and shoots; an assaulted vehicle fires its defensive weapons."""

    rule, group = "L-107", "Close combat"
    usual = ("unit", "weapon", "target", "hits", "through", "saved")
    unit: UnitRef = given("who shoots", units(can_stand_and_shoot), none="nobody may stand and shoot")
    weapon: str = given("the weapon", weapons_to_stand_with, pick=True, none="it has no weapon for that")
    target: UnitRef = given("at whom", enemies_in_combat, none="no enemy is in the combat")
    models: Positive | None = given("how many shoot, where not all do", default=None)
    hits: Scored | None = given("how many hit, or the dice to hit", default=None)
    again: Scored | None = given("a twin-linked weapon whose dice are told: its misses, rolled again", default=None)
    wounds: InfantryRolls = InfantryRolls()
    rolls: HullRolls = HullRolls()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """Before the enemy fights, in the first round; its kills count in it. Vehicles do in every round."""
        out, name = Outcomes(game), unit_name(game, self.unit)
        combat = _shared_combat(game, self.unit, self.target)
        if not self.anyway:
            self._may(game, combat)
        stack = next(each for each in weapon_stacks(game, self.unit) if each.key == self.weapon)
        count = min(stack.count, self.models or stack.count)
        out.say(f"{name} stands and shoots, {count} × {stack.weapon}")
        out.did(self.unit)
        body = game.body(self.target)
        near = stack.has("rapid fire")
        hits = roll_hits(out, stack, count, ask, self.hits, self.again, models=body.models, near=near)
        if not hits:
            out.say("no hit")
        cover = protection(body.cover, dug_in=dug_in(game, self.target)).armour
        shots = hits_of_weapon(out.game, self.unit, self.target, stack, hits, cover=cover)
        lost = strike(out, self.target, shots, self.wounds, self.rolls, ask)
        if game.body(self.unit).infantry:
            combat = replace(combat, struck=(*combat.struck, ref_key(self.unit)))
        _suffer(out, combat, self.target, lost, striker_key(self.unit, stack.key))
        return out.ruling(self.unit.side)

    def _may(self, game: LethalGame, combat: Combat) -> None:
        """Raise a PlayError where the unit may not stand and shoot (L-34, L-106, L-107)."""
        name = unit_name(game, self.unit)
        if not can_stand_and_shoot(game, self.unit):
            raise PlayError(
                f"{name} cannot stand and shoot: entrenched and unbroken units with ammunition do, in the"
                " first round of an assault that they receive (L-107), and assaulted vehicles in each round (L-108)"
            )
        if _grenades_forbid(game, self.unit, combat):
            raise PlayError(
                f"{name} cannot stand and shoot: the enemy has grenades (L-106); by agreement with --anyway"
            )
        if striker_key(self.unit, self.weapon) in combat.struck:
            raise PlayError(f"{name} has fired its {self.weapon} in this round; by agreement with --anyway")
        if game.body(self.unit).infantry and _has_struck(game, self.unit, combat):
            raise PlayError(f"{name} has struck in this round (L-107)")
