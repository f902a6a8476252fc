"""Blows of close combat, and those who stand and shoot instead (L-55, L-100, L-106 to L-108, L-112)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from builder.errors import PlayError
from builder.systems.figures import Positive
from builder.systems.lethal.attacks import LANCE, SPEAR, TWO_HANDED, combat_dice, spear_dice, weapon_penetration
from builder.systems.lethal.contact import protection
from builder.systems.lethal.model import LethalModelGroup, LethalModelProfile, LethalVehicleProfile, LethalWeaponMode
from builder.systems.lethal.play.arms import STANDS_AND_SHOOTS, Arm, arms, blades
from builder.systems.lethal.play.changes import Fought
from builder.systems.lethal.play.dice import Scored, successes
from builder.systems.lethal.play.hull_damage import HullHits
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import combat_of, dug_in, no_ammunition, rules_of, steady
from builder.systems.lethal.play.state import Combat, Lethal, key
from builder.systems.lethal.play.volleys import HUNTERS, Wounds, fire, roll_hits, strike
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, told, units

MOUNTED = frozenset({"cavalry", "bike"})
FRAGS = frozenset({"frag grenade", "plasma grenade"})
PHOTON = "photon grenade"


@dataclass(frozen=True, slots=True)
class Fighters:
    """Models of one kind that fight: their profile, how many are left, and what they strike with."""

    id: str
    name: str
    profile: LethalModelProfile | LethalVehicleProfile
    models: int
    weapons: tuple[LethalWeaponMode, ...] = ()


def fighters(game: Lethal, ref: UnitRef) -> tuple[Fighters, ...]:
    """The kinds of models of a unit that have a CS, vehicles among them (L-01, L-03)."""
    body = game.body(ref)
    on_foot = (
        Fighters(group.id, group.name, group.profile, body.left(group), tuple(mode for _, mode in blades(body, group)))
        for group in body.groups
    )
    hulls = (Fighters(hull.id, hull.name, hull.vehicle.profile, 1) for hull in body.hulls)
    return tuple(each for each in (*on_foot, *hulls) if each.profile.cs.dice)


def in_combat(game: Lethal, ref: UnitRef) -> bool:
    """Whether a unit is in close combat, and in the game."""
    return living(game, ref) and combat_of(game, ref) is not None


def foes(at: At[Lethal], act: Fight | StandAndShoot) -> Iterator[Choice[UnitRef]]:
    """The enemies in the same combat."""
    mine = known(lambda: act.unit)
    for choice in units(in_combat)(at, act):
        combat = combat_of(at.game, choice.value)
        same = mine is None or (combat is not None and mine.id in combat.units[mine.side])
        if same and (mine is None or choice.value.side != mine.side):
            yield choice


def kinds_of(at: At[Lethal], act: Fight) -> Iterator[Choice[str]]:
    """The kinds of models of a unit that fight."""
    for each in fighters(at.game, act.unit):
        yield Choice(each.id, f"{each.models} × {each.name}")


def has_kind(body: object, *names: str) -> bool:
    """Whether any models of a unit carry a thing of a kind, such as a grenade."""
    groups: tuple[LethalModelGroup, ...] = getattr(body, "groups", ())
    carried = {kind for group in groups for each in group.weapons for mode in each.weapon.modes for kind in mode.kinds}
    return not carried.isdisjoint(names)


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
        combat = combat_of(game, self.unit)
        if combat is None or self.target.id not in combat.units[self.target.side] or self.target.side == self.unit.side:
            raise PlayError(f"{name} and {told(game, self.target)} are in no close combat with each other")
        waiting = [
            each
            for each in fighters(game, self.unit)
            if self.anyway or _struck(self.unit, each.id) not in combat.struck
        ]
        if key(self.unit) in combat.struck and not self.anyway:
            raise PlayError(f"{name} stood and shot in this round: it does not fight (L-107)")
        if not waiting:
            raise PlayError(f"nobody of {name} is left to strike in this round; by agreement with --anyway")
        choices = [Choice(each.id, f"{each.models} × {each.name}") for each in waiting]
        chosen = ask.one("kind", self.kind, f"Which models of {name} strike?", choices, leads=True)
        who = next((each for each in waiting if each.id == chosen), None)
        if who is None:
            raise PlayError(f"those models of {name} have struck in this round")
        models = self.models or who.models
        each = dice_of(game, combat, self.unit, who, self.target, preferred=self.preferred)
        cs, ap = who.profile.cs, penetration(combat, self.unit, who)
        out.steps.append(f"{models} × {who.name}: {each} dice each at {cs.target}+, AP {ap}")
        text = f"Hits of {models} × {who.name}, {each} dice each"
        hits = successes(ask, "hits", self.hits, text, (models * each, cs.target))
        out.say(f"{name} strikes {told(game, self.target)}, {models * each} dice: {hits} hit{'' if hits == 1 else 's'}")
        more = armour_in_combat(game, combat, self.unit, self.target, front=not self.not_front)
        hunters = HUNTERS in rules_of(game, self.unit)
        lost = strike(out, self.target, hits, ap, self.wounds, self.rolls, ask, cover=more, hunters=hunters)
        _suffer(out, combat, self.target.side, lost, _struck(self.unit, who.id))
        return out.ruling(self.unit.side)


def _struck(ref: UnitRef, kind: str) -> str:
    return f"{key(ref)}/{kind}"


def _suffer(out: Outcomes, combat: Combat, side: int, lost: int, by: str) -> None:
    """Losses of a side in a round, and who made them."""
    one, other = combat.suffered
    suffered = (one + lost, other) if side == 0 else (one, other + lost)
    out.add(Fought(combat=replace(combat, suffered=suffered, struck=(*combat.struck, by))))


def dice_of(
    game: Lethal, combat: Combat, ref: UnitRef, who: Fighters, target: UnitRef, *, preferred: bool = False
) -> int:
    """The dice of each model in this round (L-06, L-55, L-106, L-108, L-112)."""
    rules, enemy = rules_of(game, ref), game.body(target)
    blades_of = len(who.weapons) - sum(not FRAGS.isdisjoint(mode.kinds) or PHOTON in mode.kinds for mode in who.weapons)
    charging = key(ref) in combat.charging and not has_kind(enemy, PHOTON)
    walks = enemy.infantry or enemy.walker
    dice = combat_dice(
        who.profile.cs.dice,
        combat.round,
        charging=charging,
        second_weapon=blades_of > 1 or "true grit" in rules,
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
        combat = combat_of(game, self.unit)
        if combat is None or self.target.id not in combat.units[self.target.side] or self.target.side == self.unit.side:
            raise PlayError(f"{name} and {told(game, self.target)} are in no close combat with each other")
        if not self.anyway:
            self._may(game, combat)
        arm = next(each for each in arms(game, self.unit) if each.key == self.weapon)
        count = min(arm.count, self.models or arm.count)
        out.say(f"{name} stands and shoots, {count} × {arm.weapon}")
        hits = roll_hits(out, arm, count, ask, self.hits, near=arm.has("rapid fire"))
        body = game.body(self.target)
        cover = protection(body.cover, dug_in=dug_in(game, self.target)).armour
        lost = fire(out, self.unit, self.target, arm, hits, self.wounds, self.rolls, ask, cover=cover)
        by = key(self.unit) if game.body(self.unit).infantry else _struck(self.unit, arm.key)
        _suffer(out, combat, self.target.side, lost, by)
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
