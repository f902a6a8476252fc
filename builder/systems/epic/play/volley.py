"""Shooting: who fires and who is suppressed, hits, saves, losses and markers, broken or not (E-11, E-23 to E-25)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from builder.errors import PlayError
from builder.scalars import counted, signed
from builder.systems.epic.actions import action
from builder.systems.epic.model import UnitKind, firing
from builder.systems.epic.parameters import FiredAt
from builder.systems.epic.play.casualties import (
    UnitsOf,
    Victims,
    chosen_units,
    damage_engines,
    lose_units,
    on_the_table,
    some_units,
    units_by_kind,
)
from builder.systems.epic.play.fire import (
    Fusillade,
    attack_of,
    barrages,
    can_harm,
    check_hits,
    fusillade,
    joinable_target,
    may_shoot,
    unfired,
)
from builder.systems.epic.play.outcomes import BattleOutcomes
from builder.systems.epic.play.queries import (
    AGREE,
    REACHED,
    SHOOT,
    interrupted_enemy,
    is_infantry,
    is_reached,
    markers_text,
    must_choose_hold,
    shot_hindrance,
    units_text,
)
from builder.systems.epic.play.state import OVERWATCH, EpicFormation, EpicGame, FormationAttack, Numbers
from builder.systems.epic.shooting import IN_COVER, Shelter, best_save, to_hit
from builder.systems.epic.weapons import Target
from builder.systems.figures import Positive, Score, Signed, plus
from builder.systems.parameters import Choice, Params, given, keys_named
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import NEVER, Scored, how_many, successes
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, unit_name, units

MOST_HITS = 99
TARGETS = (Choice(Target.AP, "infantry, with AP", "infantry"), Choice(Target.AT, "armour, with AT", "armour"))
LIGHT = (Target.AP, Target.AT)
NAMES = {(Target.AP,): "infantry", (Target.AT,): "armour", LIGHT: "light vehicles", (Target.AA,): "aircraft"}
"""What is fired at, by the kinds of fire: light vehicles are hit by what of each weapon is better."""


def enemies(at: At[EpicGame], act: ShootFormation) -> Iterator[Choice[UnitRef]]:
    """Yield the formations of the other side; of both where those who may shoot are of both and none is named yet.

    A shot from overwatch is at the formation whose action it interrupts (E-13).
    """
    firer = known(lambda: act.unit)
    firing = {firer.side} if firer is not None else {ref.side for ref in at.game.refs(0, 1) if may_shoot(at.game, ref)}
    only = interrupted_enemy(at.game, firer) if firer is not None and OVERWATCH in at.game.body(firer).flags else None
    for each in units(living)(at, act):
        if 1 - each.value.side in firing and only in (None, each.value):
            yield each


class TargetState(Params):
    """What changes a roll to hit or a save."""

    heading = "How the target stands"
    cover: bool = given("in cover or partly hidden, or infantry that touches a vehicle: −1, once", default=False)
    only_in_open: bool = given("only those of it in the open are fired at", default=False)
    shelter: Literal["fortification", "building", "overwatch"] | None = given(
        "where it is: fortification, or infantry in a building or on overwatch in the open", default=None
    )
    crossfire: bool = given("caught in a crossfire: one marker more, saves −1", default=False)
    modifier: tuple[Signed, ...] = given("what else is added to the rolls to hit", default=(), many=True)


class Fired(Params):
    """What is fired, where that is not what the datasheets say."""

    heading = "What is fired"
    able: tuple[UnitsOf, ...] = given("units with range and line of fire: 6, or 4 Infantry, 2 Chimera", default=())
    suppressed: tuple[UnitsOf, ...] = given("which of them the markers suppress, from the back", default=())
    value: Score | None = given(
        "the value of every weapon, such as 5+, instead of those of the datasheets", default=None
    )
    shots: Positive | None = given(
        "dice that are rolled with it; one for each unit that fires if not given", default=None
    )
    weapons: tuple[str, ...] = given(
        "the weapons that fire, by name, where others fire at the rest of it; all if not given",
        default=(),
    )
    once: bool = given("weapons that fire once a game are fired too", default=False)
    template: bool = given("templates over infantry and armour: barrages alone fire", default=False)


class ShootFormation(Act[EpicGame]):
    """A formation shoots at another."""

    called = "shoot"
    rule, group = "E-25", "Action"
    usual = ("unit", "target", "at", "hits", "saved", "cover", "which", "template")
    unit: UnitRef = given("who fires", units(may_shoot), none="nobody may shoot")
    target: UnitRef = given("at whom", enemies, none="there is no formation to shoot at")
    at: FiredAt | None = given("at its infantry (AP) or its armour (AT)", default=None)
    hits: Scored | None = given("how many hits, or the dice: 6,5,2", default=None)
    save: Score | None = given("the save of the target, if it is not that of its datasheet", default=None)
    saved: Scored | None = given("how many hits are saved, or the dice", default=None)
    fired: Fired = Fired()
    conditions: TargetState = TargetState()
    victims: Victims = Victims()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """A marker, hits, saves, a marker for each loss, broken or not; each marker of the firer silences one unit.

        In the same attack weapons that have not fired can follow, at the others of the target and without its marker.
        """
        out = BattleOutcomes(game)
        self._allowed(out)
        firer, target = game.body(self.unit), game.body(self.target)
        if must_choose_hold(firer):
            out.order(self.unit, hold=SHOOT)
        attack = attack_of(game, self.unit)
        before = attack if attack is not None and attack.target == self.target.id else None
        at = self._target(ask, firer, target)
        hit = self._hit(target, at)
        among = self._weapons(out)
        able = self._able(firer, at, among, follows=before is not None)
        shut = self._still_suppressed(ask, firer, able, before) if before is not None else None
        fire = self._firing(out, able, at, shut)
        hits = self._hits(out, ask, able, fire, at, hit, among, shut)
        saved = self._saves(out, ask, hits, target, hit)
        out.say(f"{counted(hits, 'hit')}, {saved} saved")
        # Who is hit is chosen once the saves are known; until then it is told what it would come to.
        trial = ask.is_open("saved")
        lost = self._losses(
            out, ask.afresh() if trial else ask, hits - saved, hit, Victims() if trial else self.victims
        )
        markers = lost if before is not None else 1 + lost + self.conditions.crossfire
        out.mark(self.target, markers, self._why(lost, follows=before is not None))
        return out.ruling(self.unit.side)

    def _allowed(self, out: BattleOutcomes) -> None:
        game, body, name = out.game, out.game.body(self.unit), unit_name(out.game, self.unit)
        why, joined = shot_hindrance(game, self.unit), joinable_target(game, self.unit)
        free = self.anyway or (joined is not None and joined == self.target)  # else the target need not be known yet
        if body.gone or (why and not free):
            raise PlayError(f"{name} cannot shoot: {why}{'' if body.gone else f'; {AGREE}'}")
        if game.body(self.target).gone:
            raise PlayError(f"nobody of {unit_name(game, self.target)} is left")
        if self.unit.side == self.target.side:
            raise PlayError("a formation shoots at one of the other side")
        acting = interrupted_enemy(game, self.unit) if OVERWATCH in body.flags and not free else None
        if acting not in (None, self.target):
            raise PlayError(
                f"{name} shoots from overwatch into the action of {unit_name(game, acting)} (E-13); {AGREE}"
            )

    def _covers(self, firer: EpicFormation) -> bool:
        """Whether templates are laid over infantry and armour alike, by one who has barrages."""
        return any(any(barrages(each)) for kind in firer.kinds for each in kind.weapons) and self.fired.template

    def _fires_once(self, firer: EpicFormation) -> bool:
        """Whether weapons that fire once a game are fired too, by one who has some."""
        has = any(weapon.once for kind in firer.formation.members for weapon in kind.weapons)
        return has and self.fired.once

    def _target(self, ask: Answers, firer: EpicFormation, target: EpicFormation) -> tuple[Target, ...]:
        """With what the target is fired at; asked where it has both infantry and armour."""
        if self._covers(firer):
            return LIGHT
        if self.at is not None:
            return (self.at,)
        there = [kind for kind in target.kinds if target.on_table(kind)]
        if there and all(is_reached(kind, (Target.AA,)) for kind in there):
            return (Target.AA,)
        if there and all(is_reached(kind, (each,)) for kind in there for each in LIGHT):
            return LIGHT
        offered = [each for each in TARGETS if any(is_reached(kind, (each.value,)) for kind in there)] or TARGETS
        return (ask.one("at", self.at, f"Fire at which part of {target.name}?", offered, leads=True),)

    def _hit(self, target: EpicFormation, at: Sequence[Target]) -> Numbers:
        """Return the units of the target that such hits can reach; any hit reaches those of an unknown type."""
        kinds = [kind for kind in target.kinds if is_reached(kind, at) or not is_reached(kind, tuple(REACHED))]
        found = on_the_table(kinds, target)
        if not found:
            raise PlayError(f"{target.name} has no {NAMES[*at]} on the table")
        return found

    def _weapons(self, out: BattleOutcomes) -> Collection[str]:
        """Return the names of the weapons that may fire: of those not yet fired in this attack, the given ones."""
        left = {name: name for name in sorted(unfired(out.game, self.unit))}
        found: set[str] = set()
        for each in self.fired.weapons:
            meant = keys_named(each, left)
            if not meant:
                there = ", ".join(left) or "none"
                raise PlayError(f"{unit_name(out.game, self.unit)} has no weapon '{each}' to fire; there are: {there}")
            found |= {*meant}
        return found or left.keys()

    def _able(self, firer: EpicFormation, at: Sequence[Target], among: Collection[str], *, follows: bool) -> Numbers:
        """Return who has range and line of fire: as given, else all with a weapon for such a target, or for any."""
        there = {kind.id: firer.on_table(kind) for kind in firer.kinds if firer.on_table(kind)}
        once = self._fires_once(firer) or not follows
        laid = self._covers(firer)
        armed = {
            each: number
            for each, number in there.items()
            if can_harm(firer, firer.kind(each), at, among, once=once, template=laid)
        }
        if not self.fired.able:
            return armed if armed or follows else firer.able or there
        alone = len(self.fired.able) == 1 and not self.fired.able[0].kind
        if alone and len(armed or there) > 1:
            number = self.fired.able[0].number
            if number > sum(there.values()):
                raise PlayError(f"{firer.name} has {units_text(sum(there.values()))} on the table")
            return {"": number}
        return units_by_kind(firer, self.fired.able, there)

    def _still_suppressed(self, ask: Answers, firer: EpicFormation, able: Numbers, before: FormationAttack) -> Numbers:
        """Return who is suppressed in an attack that goes on: whoever was in its first part (E-11)."""
        given_units = self.fired.suppressed
        if "" in able:
            return {"": min(sum(able.values()), sum(each.number for each in given_units))}
        if given_units:
            return units_by_kind(firer, given_units, able)
        if before.suppressed or not before.silenced:
            return {kind: min(number, able.get(kind, 0)) for kind, number in before.suppressed.items()}
        text = f"Which of them are among the {before.silenced} that are suppressed in this attack?"
        return some_units(ask, "suppressed", text, firer, able, before.silenced)

    def _firing(self, out: BattleOutcomes, able: Numbers, at: tuple[Target, ...], shut: Numbers | None) -> int:
        """Return how many of those fire: each marker suppresses one; `shut` are those in an attack that goes on."""
        firer, name, whom = out.game.body(self.unit), unit_name(out.game, self.unit), unit_name(out.game, self.target)
        total, follows = sum(able.values()), shut is not None
        fire = firing(total, firer.markers) if shut is None else total - sum(shut.values())
        if follows and not fire:
            raise PlayError(f"{name} has no other weapon to fire at {NAMES[at]} of {whom} (E-25)")
        if not fire:
            those = f"{markers_text(firer.markers)} suppress{'es' * (firer.markers == 1)}"
            why = f"{those} all who could" if total else "nobody has range and line of fire"
            raise PlayError(f"{name} cannot shoot: {why}, so {whom} gets no marker either (E-10, E-11)")
        rest = "" if fire == total else f", {total - fire} suppressed, the farthest"
        words = f"{fire}{f' of {total}' if rest else ''} fire{'s' * (fire == 1)}{rest}"
        part = "all that the templates cover" if self._covers(firer) else NAMES[at]
        out.say(f"{name} at {whom}, {part}{', in the same attack' * follows}: {words}")
        return fire

    def _modifier(self, out: BattleOutcomes, hit: Numbers) -> int:
        """Return what is added to the rolls to hit; whatever makes cover counts once (E-13, E-15, E-25)."""
        firer, target = out.game.body(self.unit), out.game.body(self.target)
        overwatch = OVERWATCH in firer.flags
        own = 0 if overwatch or not firer.orders.action else action(firer.orders.action).shooting or 0
        hidden = self.conditions.cover or self._shelter(target, hit) is not None
        cover = IN_COVER if hidden and not self.conditions.only_in_open else 0
        return own + cover + sum(self.conditions.modifier)

    def _shelter(self, target: EpicFormation, hit: Numbers) -> Shelter | None:
        """Return what shelters the targets: of all, only a fortification shelters vehicles too (E-15, E-23)."""
        shelter = Shelter(self.conditions.shelter) if self.conditions.shelter is not None else None
        infantry = any(is_infantry(target.kind(kind)) for kind in hit)
        if self.conditions.only_in_open or not (infantry or shelter is Shelter.FORTIFICATION):
            return None
        return shelter or (Shelter.OVERWATCH if OVERWATCH in target.flags else None)

    def _hits(
        self, out: BattleOutcomes, ask: Answers, able: Numbers, fire: int, at: Sequence[Target], hit: Numbers,
        among: Collection[str], shut: Numbers | None,
    ) -> int:  # fmt: skip
        """Return the hits: as they are typed, or by dice, on what each weapon needs; what fires has fired."""
        modifier, given_hits, body = self._modifier(out, hit), self.hits, out.game.body(self.unit)
        total = sum(able.values())
        everyone = {kind.id: body.on_table(kind) for kind in body.kinds} if "" in able else able
        typed = "" in able or (given_hits is not None and not given_hits.dice)
        plain = self.fired.value is not None
        if shut is None:
            shut = self._suppressed(ask, body, able, total - fire, asks=not typed and not plain)
        rest = {kind: number - shut.get(kind, 0) for kind, number in everyone.items()}
        laid, once = self._covers(body), self._fires_once(body)

        def fired(units: Numbers) -> Fusillade:
            return fusillade(body, units, at, modifier, among=among, once=once, template=laid)

        shots = fired(rest)
        self._after(out, shots.weapons, total - fire, shut)
        if self.fired.value is not None:
            needs = to_hit(self.fired.value, (modifier,))
            dice = self.fired.shots or fire
            out.steps.append(f"{plus(self.fired.value)} with {signed(modifier, '0')} needs {plus(needs)}")
            return self._rolled(ask, ((dice, needs),))
        if "" not in able:
            out.spend(self.unit, shots.spent)
        if typed:
            hits = how_many(ask, "hits", given_hits, "Hits", MOST_HITS)
            if not self.anyway:
                check_hits(hits, body, rest, fire, fired)
            return hits
        out.steps += (known := [_dice_text(dice, needs) for dice, needs in shots.rolls])
        if shots.untold and (given_hits is None or not given_hits.dice):
            untold = ", ".join(shots.untold)
            text = f"Hits, {', then '.join(known)}, those of {untold} too" if known else f"Hits of {untold}"
            return how_many(ask, "hits", given_hits, text, MOST_HITS)
        return self._rolled(ask, shots.rolls)

    def _suppressed(self, ask: Answers, body: EpicFormation, able: Numbers, number: int, *, asks: bool) -> Numbers:
        """Return which units are suppressed, by kind; empty where nobody says it and it need not be known."""
        if not number or "" in able or not (asks or self.fired.suppressed or len(able) == 1):
            return {}
        asked = "Which are suppressed, farthest first?"
        return chosen_units(ask, "suppressed", self.fired.suppressed, asked, body, able, number)

    def _rolled(self, ask: Answers, rolls: tuple[tuple[int, int], ...]) -> int:
        within = tuple((dice, needs if needs < NEVER else NEVER) for dice, needs in rolls)
        return successes(ask, "hits", self.hits, "To hit", *within)

    def _after(self, out: BattleOutcomes, weapons: Sequence[str], silenced: int, shut: Numbers) -> None:
        """The firer has shot, with these weapons; a shot from overwatch is its last one so (E-13)."""
        before, interrupts = attack_of(out.game, self.unit), OVERWATCH in out.game.body(self.unit).flags
        if before is not None and before.target == self.target.id:
            attack = replace(before, fired=(*before.fired, *weapons))
        else:
            attack = FormationAttack(
                target=self.target.id, fired=tuple(weapons), interrupts=interrupts, silenced=silenced, suppressed=shut
            )
        if interrupts:
            out.flag(self.unit, OVERWATCH, on=False)
            out.order(self.unit, attack=attack)
        else:
            out.order(self.unit, shot=True, attack=attack)

    def _saves(self, out: BattleOutcomes, ask: Answers, hits: int, target: EpicFormation, hit: Numbers) -> int:
        """Return how many hits are saved: by dice where all targets save on one number, else as players tell."""
        if not hits:
            return successes(ask, "saved", self.saved, "Saves", (0, NEVER))
        needs = {kind: self._save_of(target, target.kind(kind)) for kind in hit}
        text = f"Saves of {unit_name(out.game, self.target)}"
        if len({*needs.values()}) > 1:
            each = (f"{target.names[kind]} {plus(need) if need < NEVER else 'none'}" for kind, need in needs.items())
            return how_many(ask, "saved", self.saved, f"{text} ({', '.join(each)})", hits)
        return successes(ask, "saved", self.saved, text, (hits, max(needs.values())))

    def _save_of(self, target: EpicFormation, kind: UnitKind) -> int:
        if self.save is not None:
            return self.save + self._caught
        shelter = self._shelter(target, {kind.id: 1}) if is_infantry(kind) else None
        found = best_save(kind.line.armour, shelter, crossfire=self._caught)
        return found.needs if found is not None else NEVER

    @property
    def _caught(self) -> bool:
        """Whether a crossfire takes 1 from saves: a fortification ignores that (E-23)."""
        return self.conditions.crossfire and self.conditions.shelter != "fortification"

    def _losses(self, out: BattleOutcomes, ask: Answers, through: int, hit: Numbers, victims: Victims) -> int:
        """The units that are lost, riders among them; a war engine loses capacity first."""
        target = out.game.body(self.target)
        if not through:
            return 0
        whole = {kind: number * target.kind(kind).line.dc for kind, number in hit.items()}
        hits_text = "the hit" if through == 1 else f"the {through} hits"
        text = f"Which units of {unit_name(out.game, self.target)} take {hits_text}?"
        taken = chosen_units(ask, "which", victims.which, text, target, whole, min(through, sum(whole.values())))
        lost = 0
        for kind, number in taken.items():
            if target.kind(kind).line.dc > 1:
                lost += damage_engines(out, ask, self.target, kind, number, victims, crossfire=self._caught)
        plain = {kind: number for kind, number in taken.items() if target.kind(kind).line.dc == 1}
        if plain:
            lost += lose_units(out, ask, self.target, plain, victims, crossfire=self._caught)
        return lost

    def _why(self, lost: int, *, follows: bool) -> str:
        parts = [] if follows else ["shot at"]
        parts += [f"{units_text(lost)} lost"] if lost else []
        return ", ".join((*parts, *(["crossfire"] if self.conditions.crossfire and not follows else [])))


def _dice_text(dice: int, needs: int) -> str:
    words = counted(dice, "die", "dice")
    return f"{words} at {plus(needs)}" if needs < NEVER else f"{words} that cannot hit"
