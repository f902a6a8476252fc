"""Shooting at targets in cover in a game: BS and T by modifiers, or two saves, both taken (H-01, H-02, H-07)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.blocks import RuleText
from builder.systems.figures import Adjustment, Dice, Positive, Score, Whole, plus
from builder.systems.fortyk.cover import AlternateCover
from builder.systems.fortyk.model import WeaponMode
from builder.systems.fortyk.squads import RESERVE, SHOOTING, SHOT, SHOT_AT, STOOD_TO_FIRE, FortykUnit, squad, suffer
from builder.systems.house.play.moves import mounted_now
from builder.systems.house.play.state import AnyBattle, flagged
from builder.systems.house.rules import MOUNTED, bs_in_cover, cover_save, hits_on, rolls_to_hit, t_in_cover, wounds_on
from builder.systems.house.sheets import monstrous
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Outcome, fold
from builder.systems.play.clock import Due, Rules
from builder.systems.play.dice import some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, unit_name, units


def guns(body: FortykUnit) -> Iterator[tuple[str, WeaponMode, int]]:
    """Yield what a unit rolls to hit with: the name of the weapon, each way to fire it, and the BS of who has it."""
    carried = [(each.weapon, group.profile.bs) for group in body.groups for each in group.weapons]
    for part in body.parts.values():
        mounted = part.vehicle.weapons if not part.gone else ()
        carried += [(gun, part.vehicle.profile.bs) for id, gun in mounted if id not in part.destroyed_weapons]
    for weapon, bs in dict.fromkeys(carried):
        for mode in rolls_to_hit(weapon) if bs else ():
            name = weapon.name if mode.name == weapon.name else f"{weapon.name}, {mode.name}"
            yield name, mode, bs or 0


def can_shoot(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit of the player whose turn it is has something to shoot with, and is on the table."""
    body = squad(game, ref)
    return ref.side == game.clock.active and living(game, ref) and RESERVE not in body.flags and any(guns(body))


def targets(at: At[AnyBattle], act: ShootAtCover) -> Iterator[Choice[UnitRef]]:
    """The units of the other side on the table, once it is known whose."""
    unit = known(lambda: act.unit)
    for choice in units(living)(at, act):
        body = at.game.body(choice.value)
        if RESERVE not in body.flags and body.aboard is None and (unit is None or choice.value.side != unit.side):
            yield choice


def weapons(at: At[AnyBattle], act: ShootAtCover) -> Iterator[Choice[str]]:
    """The weapons that a unit rolls to hit with."""
    names = dict.fromkeys(name for name, _, _ in guns(squad(at.game, act.unit)))
    return (Choice(name, name) for name in names)


def shots(
    game: AnyBattle,
    rules: Rules[Any],
    unit: UnitRef,
    at: UnitRef,
    cover: AlternateCover,
    weapon: str | None = None,
    *,
    direct: bool = True,
) -> list[str]:
    """Return what weapons of a unit hit and wound a target in cover on: all of them, or one (H-01, H-04)."""
    target = squad(game, at)
    ridden = MOUNTED in rules.variants and mounted_now(game, at)
    big = any(map(monstrous, target.groups))

    def figures(mode: WeaponMode, bs: int) -> Iterator[str]:
        """BS with what changes it, the die to hit, T and the die to wound; of a vehicle the BS alone."""
        now = bs_in_cover(bs, cover, monstrous=big, mounted=ridden, direct=direct)
        yield f"BS {_changed(bs, now)}, hits on {plus(hits_on(now))}"
        if target.is_vehicle:
            yield "armour as it is"
            return
        for t in sorted({group.profile.t.first for group in target.groups}):
            harder = t_in_cover(t, cover, monstrous=big, blast=bool(mode.blast))
            yield _wounding(mode.strength, _changed(t, harder), harder)

    return [
        f"{gun}: {'; '.join(figures(mode, bs))}" for gun, mode, bs in guns(squad(game, unit)) if weapon in (None, gun)
    ]


def _wounding(strength: str, told_t: str, t: int) -> str:
    if not strength.isdecimal():
        return f"T {told_t}"
    score = wounds_on(int(strength), t)
    return f"S {strength} on T {told_t}, wounds {'never' if score is None else f'on {plus(score)}'}"


class ShootAtCover(Act[AnyBattle]):
    """A unit shoots at a target, which may be in cover."""

    called = "shoot"
    rule, group = "H-01, H-04", "House rules"
    usual = ("unit", "target", "cover", "weapon", "stood")
    unit: UnitRef = given("who shoots", units(can_shoot), none="nobody has anything to shoot with")
    target: UnitRef = given("at whom", targets, none="nobody of the other side is there")
    cover: AlternateCover = given("what the target is in: none, light, soft or hard", default=AlternateCover.NONE)
    weapon: str | None = given("with what; with everything if not given", weapons, pick=True, default=None)
    indirect: bool = given("without a line of sight: no BS is lost", default=False)
    stood: bool = given("it stood still to fire heavy weapons, or twice", default=False)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """BS and T as cover changes them, and what dice must show; who falls is told by the act of the base game."""
        name, target = unit_name(game, self.unit), unit_name(game, self.target)
        if self.target.side == self.unit.side:
            raise PlayError(f"{name} shoots at units of the other side")
        if not can_shoot(game, self.unit):
            raise PlayError(f"{name} does not shoot now: units of the player whose turn it is do, with what they have")
        steps = shots(game, ask.rules, self.unit, self.target, self.cover, self.weapon, direct=not self.indirect)
        flags = (SHOT, STOOD_TO_FIRE) if self.stood else (SHOT,)
        changes: list[Outcome[AnyBattle]] = [flagged(self.unit, flag) for flag in flags]
        follows = ask.passing(SHOT_AT, fold(game, changes), self.unit, self.target)
        where = "" if self.cover is AlternateCover.NONE else f" in {self.cover} cover"
        text = f"{name} shoots at {target}{where}"
        text = "; ".join(filter(None, (text, follows.text)))
        return Ruling(text, [*changes, *follows.changes], steps, side=self.unit.side)


def _changed(value: int, now: int) -> str:
    return str(value) if now == value else Adjustment(now - value, added=True).sum_text(value)


def on_foot(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit has models that take saves."""
    return living(game, ref) and bool(squad(game, ref).groups)


def falling(at: At[AnyBattle], act: TakeBothSaves) -> Iterator[Choice[str]]:
    """The models of a unit."""
    return (Choice(group.id, group.name) for group in squad(at.game, act.target).groups)


class TakeBothSaves(Act[AnyBattle]):
    """A unit in cover takes armour and cover saves, both."""

    called = "both-saves"
    rule, group = "H-02", "House rules"
    usual = ("target", "wounds", "cover", "dice", "cover-dice", "ap", "falls")
    target: UnitRef = given("who was wounded", units(on_foot), none="nobody is on foot")
    wounds: Positive = given("the wounds before any save")
    cover: Score = given("the cover save")
    dice: Dice = given("the dice for armour, one for each wound", default=())
    cover_dice: Dice = given("the dice for cover, one for each that armour did not stop", default=())
    ap: Whole = given("the AP of the weapon; 0 for none", default=0)
    falls: str | None = given("which models lose them first", falling, pick=True, default=None)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """The armour save, unless the weapon pierces it, then the cover save, for what is left."""
        body, name = squad(game, self.target), unit_name(game, self.target)
        order = tuple(sorted(body.groups, key=lambda group: (group.id != self.falls, -group.models)))
        if not order:
            raise PlayError(f"{name} has nobody on foot: vehicles take no saves (H-02)")
        profile = order[0].profile
        allowed = profile.save if profile.save is not None and not 0 < self.ap <= profile.save else None
        armour = min((save for save in (allowed, profile.invulnerable) if save is not None), default=None)
        counts = cover_save(self.cover, monstrous=monstrous(order[0]))
        left, steps = self.wounds, []
        for field, what, score, thrown in (
            ("dice", "armour", armour, self.dice),
            ("cover-dice", "cover", counts, self.cover_dice),
        ):
            if score is None:
                steps.append(f"no {what} save")
                continue
            dice = some_dice(ask, field, thrown, f"{what} save {plus(score)} of {name}", left)
            saved = sum(die >= score for die in dice)
            steps.append(f"{what} {plus(score)}: {saved} of {left} saved")
            left -= saved
        lost = counted(left, "wound")
        text = f"{name} saves {self.wounds - left} of {self.wounds}, by armour and by cover: {lost} lost"
        return Ruling(text, suffer(body, self.target, left, order), steps, side=self.target.side)


def cover_due(rule: RuleText) -> Callable[[AnyBattle], Iterator[Due]]:
    """What reminds of the rule of cover that a list chose, as units shoot."""

    def due(game: AnyBattle) -> Iterator[Due]:
        if game.clock.phase == SHOOTING:
            yield Due(text=f"{rule.title}: {rule.text} {rule.cited}".rstrip(), look="info")

    return due
