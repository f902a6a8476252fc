"""Blows of close combat, and those who stand and shoot instead (L-55, L-100, L-106 to L-108, L-112)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from builder.errors import PlayError
from builder.systems.figures import Positive
from builder.systems.lethal.attacks import LANCE, SPEAR, TWO_HANDED, combat_dice, spear_dice, weapon_penetration
from builder.systems.lethal.contact import protection
from builder.systems.lethal.model import LethalModelGroup, LethalModelProfile, LethalVehicleProfile, LethalWeaponMode
from builder.systems.lethal.play.arms import STANDS_AND_SHOOTS, Arm, arms, blades
from builder.systems.lethal.play.changes import Fought
from builder.systems.lethal.play.hull_damage import HullHits
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import combat_of, dug_in, no_ammunition, rules_of, steady
from builder.systems.lethal.play.state import Combat, Lethal, key
from builder.systems.lethal.play.volleys import HUNTERS, Wounds, fire, roll_hits, strike
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import Scored, how_many, successes
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, told, units

MOUNTED = frozenset({"cavalry", "bike"})
FRAGS = frozenset({"frag grenade", "plasma grenade"})
PLASMA, PHOTON = "plasma grenade", "photon grenade"
MOST_BURNED = 3
"""The hits of plasma grenades are a D3 (L-106)."""


@dataclass(frozen=True, slots=True)
class Fighters:
    """Models of one kind that fight: their profile, how many are left, and what they strike with."""

    id: str
    name: str
    profile: LethalModelProfile | LethalVehicleProfile
    models: int
    weapons: tuple[LethalWeaponMode, ...] = ()


def fighters(game: Lethal, ref: UnitRef, combat: Combat | None = None) -> tuple[Fighters, ...]:
    """The kinds of models of a unit that have a CS, vehicles among them (L-01, L-03).

    In a combat those count too who were struck down in this round: all strike at once.
    """
    body, fallen = game.body(ref), combat.fallen if combat else {}
    found = [
        Fighters(
            group.id,
            group.name,
            group.profile,
            body.left(group) + fallen.get(_striker(ref, group.id), 0),
            tuple(mode for _, mode in blades(body, group)),
        )
        for group in body.unit.groups
    ]
    found += [
        Fighters(hull.id, hull.name, hull.vehicle.profile, int(not hull.gone) + fallen.get(_striker(ref, hull.id), 0))
        for hull in body.parts.values()
    ]
    return tuple(each for each in found if each.models and each.profile.cs.dice)


def in_combat(game: Lethal, ref: UnitRef) -> bool:
    """Whether a unit is in close combat, and somebody of it can still strike in this round."""
    combat = combat_of(game, ref)
    return combat is not None and (living(game, ref) or bool(fighters(game, ref, combat)))


def foes(at: At[Lethal], act: Fight | StandAndShoot) -> Iterator[Choice[UnitRef]]:
    """The enemies in the same combat."""
    mine = known(lambda: act.unit)
    for choice in units(lambda game, ref: living(game, ref) and in_combat(game, ref))(at, act):
        combat = combat_of(at.game, choice.value)
        same = mine is None or (combat is not None and mine.id in combat.units[mine.side])
        if same and (mine is None or choice.value.side != mine.side):
            yield choice


def kinds_of(at: At[Lethal], act: Fight) -> Iterator[Choice[str]]:
    """The kinds of models of a unit that fight."""
    combat = combat_of(at.game, act.unit)
    for each in fighters(at.game, act.unit, combat):
        yield Choice(each.id, f"{each.models} × {each.name}")
    if combat is not None and _burns(at.game, act.unit, combat):
        yield Choice(PLASMA, "plasma grenades: D3 hits without AP")


def has_kind(body: object, *names: str) -> bool:
    """Whether any models of a unit carry a thing of a kind, such as a grenade."""
    groups: tuple[LethalModelGroup, ...] = getattr(body, "groups", ())
    carried = {kind for group in groups for each in group.weapons for mode in each.weapon.modes for kind in mode.kinds}
    return not carried.isdisjoint(names)


def _shared_combat(game: Lethal, unit: UnitRef, target: UnitRef) -> Combat:
    """The close combat in which a unit and its target face each other.

    Raises:
        PlayError: there is none.
    """
    combat = combat_of(game, unit)
    if combat is None or target.side == unit.side or target.id not in combat.units[target.side]:
        raise PlayError(f"{told(game, unit)} and {told(game, target)} are in no close combat with each other")
    return combat


class Fight(Act[Lethal]):
    """Models of a unit strike in close combat."""

    rule, group = "L-55", "Close combat"
    usual = ("unit", "kind", "target", "models", "hits", "through", "saved")
    unit: UnitRef = given("who strikes", units(in_combat), none="nobody is in close combat")
    target: UnitRef = given("whom", foes, none="no enemy is in the combat")
    kind: str | None = given("which of its models, where there are several kinds", kinds_of, default=None, pick=True)
    models: Positive | None = given("how many fight, those within 5 cm; all if not given", default=None)
    preferred: bool = given("it fights the enemy that it prefers", default=False)
    not_front: bool = given("it strikes from the side or the rear, where a shield does not count", default=False)
    hits: Scored | None = given("how many hit, or the dice to hit", default=None)
    wounds: Wounds = Wounds()
    rolls: HullHits = HullHits()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """Dice by the CS, the charge, second weapons and the round; then armour and SU. All strike at once."""
        out, name = Outcomes(game), told(game, self.unit)
        combat = _shared_combat(game, self.unit, self.target)
        if key(self.unit) in combat.struck and not self.anyway:
            raise PlayError(f"{name} stood and shot in this round: it does not fight (L-107)")
        waiting = list(self._waiting(game, combat))
        if not waiting:
            raise PlayError(f"nobody of {name} is left to strike in this round; by agreement with --anyway")
        chosen = ask.one("kind", self.kind, f"Who of {name} strikes?", waiting, leads=True)
        if chosen not in {choice.value for choice in waiting}:
            raise PlayError(f"those models of {name} have struck in this round")
        if chosen == PLASMA:
            hits, ap = how_many(ask, "hits", self.hits, f"Hits of the plasma grenades of {name}, D3", MOST_BURNED), 0
            out.say("plasma grenades")
        else:
            hits, ap = self._blows(out, combat, chosen, ask)
        out.say(f"{name} strikes {told(game, self.target)}: {hits} hit{'' if hits == 1 else 's'}")
        more = armour_in_combat(game, combat, self.unit, self.target, front=not self.not_front)
        hunters = HUNTERS in rules_of(game, self.unit)
        lost = strike(out, self.target, hits, ap, self.wounds, self.rolls, ask, cover=more, hunters=hunters)
        _suffer(out, combat, self.target, lost, _striker(self.unit, chosen), simultaneous=True)
        return out.ruling(self.unit.side)

    def _waiting(self, game: Lethal, combat: Combat) -> Iterator[Choice[str]]:
        """The kinds of models that have not struck in this round."""
        for each in fighters(game, self.unit, combat):
            if self.anyway or _striker(self.unit, each.id) not in combat.struck:
                yield Choice(each.id, f"{each.models} × {each.name}")
        if _burns(game, self.unit, combat) and _striker(self.unit, PLASMA) not in combat.struck:
            yield Choice(PLASMA, "plasma grenades: D3 hits without AP")

    def _blows(self, out: Outcomes, combat: Combat, kind: str, ask: Answers) -> tuple[int, int]:
        """The hits of models of a kind, and their AP."""
        game = out.game
        who = next(each for each in fighters(game, self.unit, combat) if each.id == kind)
        models = self.models or who.models
        each = dice_of(game, combat, self.unit, who, self.target, preferred=self.preferred)
        cs, ap = who.profile.cs, penetration(combat, self.unit, who)
        out.steps.append(f"{models} × {who.name}: {each} dice each at {cs.target}+, AP {ap}")
        text = f"Hits of {models} × {who.name}, {each} dice each"
        out.say(f"{models} × {who.name}, {models * each} dice")
        return successes(ask, "hits", self.hits, text, (models * each, cs.target)), ap


def _burns(game: Lethal, ref: UnitRef, combat: Combat) -> bool:
    """Whether a unit throws plasma grenades: in the first round of its assault (L-106)."""
    return combat.round == 1 and key(ref) in combat.assaulting and has_kind(game.body(ref), PLASMA)


def _striker(ref: UnitRef, kind: str) -> str:
    return f"{key(ref)}/{kind}"


def _suffer(out: Outcomes, combat: Combat, target: UnitRef, lost: int, by: str, *, simultaneous: bool = False) -> None:
    """Losses in a round, and who made them; those struck down still strike where all do so at once."""
    one, other = combat.suffered
    suffered = (one + lost, other) if target.side == 0 else (one, other + lost)
    fallen = dict(combat.fallen)
    for kind, number in fell(out, target).items() if simultaneous else ():
        fallen[_striker(target, kind)] = fallen.get(_striker(target, kind), 0) + number
    out.add(Fought(combat=replace(combat, suffered=suffered, struck=(*combat.struck, by), fallen=fallen)))


def fell(out: Outcomes, target: UnitRef) -> Mapping[str, int]:
    """How many of each kind of models of a unit an act has struck down so far."""
    was, now = out.before.body(target), out.game.body(target)
    lost = {each: number - was.lost.get(each, 0) for each, number in now.lost.items()}
    lost |= {hull.id: int(hull.gone and not was.parts[hull.id].gone) for hull in now.parts.values()}
    return {each: number for each, number in lost.items() if number > 0}


def dice_of(
    game: Lethal, combat: Combat, ref: UnitRef, who: Fighters, target: UnitRef, *, preferred: bool = False
) -> int:
    """The dice of each model in this round (L-06, L-55, L-106, L-108, L-112)."""
    rules, enemy = rules_of(game, ref), game.body(target)
    arms_of = [mode for mode in who.weapons if FRAGS.isdisjoint(mode.kinds) and PHOTON not in mode.kinds]
    second = len(arms_of) > 1 or any("pistol" in mode.kinds for mode in arms_of) or "true grit" in rules
    charging = key(ref) in combat.charging and not has_kind(enemy, PHOTON)
    walks = enemy.infantry or enemy.walker
    dice = combat_dice(
        who.profile.cs.dice,
        combat.round,
        charging=charging,
        second_weapon=second,
        furious_charge="furious charge" in rules and key(ref) in combat.assaulting,
        preferred_enemy=preferred,
        vehicle_moved=0 if walks else enemy.speed,
    )
    if any(SPEAR in mode.kinds for mode in who.weapons):
        riders = any(not MOUNTED.isdisjoint(group.profile.types) for group in enemy.groups)
        receiving = key(ref) not in combat.assaulting
        dice += spear_dice(receiving=receiving, round_number=combat.round, against_mounted=riders)
    return dice


def penetration(combat: Combat, ref: UnitRef, who: Fighters) -> int:
    """The AP of a model: the better of profile and weapon, with what its arms add (L-100, L-112)."""
    assaulting = key(ref) in combat.assaulting
    mounted = not MOUNTED.isdisjoint(who.profile.types)
    best = who.profile.ap
    for mode in who.weapons:
        own = who.profile.ap + mode.ap if mode.adds else mode.ap
        best = max(best, own)
    added = (
        weapon_penetration(arm, assaulting=assaulting, mounted=mounted)
        for arm in (TWO_HANDED, LANCE)
        if any(arm in mode.kinds and not mode.adds for mode in who.weapons)
    )
    return best + max(added, default=0)


def armour_in_combat(game: Lethal, combat: Combat, ref: UnitRef, target: UnitRef, *, front: bool = True) -> int:
    """What a unit adds to its AV in close combat: dug in, behind shields, in the first round (L-45, L-107, L-112)."""
    if combat.round > 1 or key(target) in combat.assaulting:
        return 0
    body = game.body(target)
    entrenched = dug_in(game, target) and not has_kind(game.body(ref), *FRAGS)
    shields = front and "shield" in rules_of(game, target)
    return (protection(body.cover, dug_in=True).armour if entrenched else 0) + shields


def can_stand(game: Lethal, ref: UnitRef) -> bool:
    """Whether a unit may stand and shoot, or fire its defensive weapons, in its combat (L-107, L-108)."""
    combat = combat_of(game, ref)
    if combat is None or not living(game, ref) or no_ammunition(game.body(ref)):
        return False
    body = game.body(ref)
    if not body.infantry:
        return True
    received = combat.round == 1 and key(ref) not in combat.assaulting
    return received and dug_in(game, ref) and steady(body)


def standing_weapons(at: At[Lethal], act: StandAndShoot) -> Iterator[Choice[str]]:
    """The weapons that a unit may stand and shoot with."""
    for arm in arms(at.game, act.unit):
        if _stands(arm):
            yield Choice(arm.key, arm.text)


def _stands(arm: Arm) -> bool:
    return arm.mounted == "defensive" if arm.mounted else arm.has(*STANDS_AND_SHOOTS)


class StandAndShoot(Act[Lethal]):
    """A unit that is assaulted stands and shoots; an assaulted vehicle fires its defensive weapons."""

    rule, group = "L-107", "Close combat"
    usual = ("unit", "weapon", "target", "hits", "through", "saved")
    unit: UnitRef = given("who shoots", units(can_stand), none="nobody may stand and shoot")
    weapon: str = given("the weapon", standing_weapons, pick=True, none="it has no weapon for that")
    target: UnitRef = given("at whom", foes, none="no enemy is in the combat")
    models: Positive | None = given("how many shoot, where not all do", default=None)
    hits: Scored | None = given("how many hit, or the dice to hit", default=None)
    wounds: Wounds = Wounds()
    rolls: HullHits = HullHits()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """Before the enemy fights, in the first round; its kills count in it. Vehicles do in every round."""
        out, name = Outcomes(game), told(game, self.unit)
        combat = _shared_combat(game, self.unit, self.target)
        if not self.anyway:
            self._may(game, combat)
        arm = next(each for each in arms(game, self.unit) if each.key == self.weapon)
        count = min(arm.count, self.models or arm.count)
        out.say(f"{name} stands and shoots, {count} × {arm.weapon}")
        hits = roll_hits(out, arm, count, ask, self.hits, near=arm.has("rapid fire"))
        body = game.body(self.target)
        cover = protection(body.cover, dug_in=dug_in(game, self.target)).armour
        lost = fire(out, self.unit, self.target, arm, hits, self.wounds, self.rolls, ask, cover=cover)
        by = key(self.unit) if game.body(self.unit).infantry else _striker(self.unit, arm.key)
        _suffer(out, combat, self.target, lost, by)
        return out.ruling(self.unit.side)

    def _may(self, game: Lethal, combat: Combat) -> None:
        """Raise a PlayError where the unit may not stand and shoot (L-34, L-106, L-107)."""
        name, body = told(game, self.unit), game.body(self.unit)
        if not can_stand(game, self.unit):
            raise PlayError(
                f"{name} cannot stand and shoot: entrenched and unbroken units with ammunition do, in the"
                " first round of an assault that they receive (L-107)"
            )
        assailants = (UnitRef(1 - self.unit.side, each) for each in combat.units[1 - self.unit.side])
        if combat.round == 1 and any(has_kind(game.body(each), *FRAGS) for each in assailants) and body.infantry:
            raise PlayError(
                f"{name} cannot stand and shoot: the enemy has grenades (L-106); by agreement with --anyway"
            )
        fought = (each for each in combat.struck if each.startswith(f"{key(self.unit)}/"))
        if any(not each.endswith(f"/{self.weapon}") for each in fought) and body.infantry:
            raise PlayError(f"{name} has struck in this round (L-107)")
