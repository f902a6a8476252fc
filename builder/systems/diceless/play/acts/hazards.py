"""Damage that no enemy's attack deals: hot weapons, dangerous terrain, mines, the Gate of Infinity, explosions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from builder.errors import PlayError
from builder.record import replace
from builder.scalars import counted
from builder.systems.arguments import NotGivenError
from builder.systems.calculation import Explained
from builder.systems.diceless.attacks import TERRAIN_STRENGTH
from builder.systems.diceless.attacks import dangerous_terrain as vehicle_terrain
from builder.systems.diceless.hazards import (
    DANGEROUS_TERRAIN,
    Hazard,
    cluster_mines,
    dangerous_terrain,
    explosion_damage,
    gate_of_infinity,
    rides_well,
)
from builder.systems.diceless.parameters import NULL_ZONE, REROLL_FAILED, REROLL_PASSED, Inches
from builder.systems.diceless.play.attacks.casualties import Casualties, Strike, on_squads, take
from builder.systems.diceless.play.attacks.eligibility import (
    Role,
    able,
    check_in_play,
    every_vehicle,
    hit_groups,
    is_vehicle,
    of_models,
    unit_groups,
)
from builder.systems.diceless.play.attacks.fields import (
    DIVIDED,
    FEEL_NO_PAIN,
    FIRST,
    INVULNERABLE,
    LOSING,
    LOST,
    SAVING,
    BallisticSkill,
    GivenLosses,
    HitChoices,
    HpByGroup,
    Leader,
    OnHull,
    OnModels,
    OwnSave,
    Saves,
    said,
)
from builder.systems.diceless.play.attacks.permitted import company_of, power_used
from builder.systems.diceless.play.attacks.squads import Squad, named, squads
from builder.systems.diceless.play.attacks.tokens import burnt
from builder.systems.diceless.play.attacks.uses import hp_lost
from builder.systems.diceless.play.attacks.vehicle_damage import scored_on
from builder.systems.diceless.play.attacks.weapons import runs_hot
from builder.systems.diceless.play.changes import Attacked, Change, HitRowsSet
from builder.systems.diceless.play.queries import aboard, burning, wrecked
from builder.systems.diceless.play.state import AttackMade, GameState, SideState, hull_of, unit_of, vehicle_of
from builder.systems.diceless.vehicle_damage import EXPLODES, ROWS, Landed
from builder.systems.diceless.weapon_rules import hits_again
from builder.systems.figures import Positive
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Boarded
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import AnyRef, PartRef, Ref, UnitRef
from builder.systems.play.lookup import At, ref_text, unit_name, units

FARTHEST = 24
"""So many inches in dangerous terrain are offered for a vehicle; any other number can be typed."""


def hot_bearers(at: At[GameState], act: object) -> Iterator[Choice[AnyRef]]:
    """Units that can shoot, with a weapon that gets hot."""
    for choice in able(Role.SHOOTS, units())(at, act):
        left = squads(at.game, choice.value, with_leader=False)
        if any(runs_hot(carried.weapon) for each in left for carried in each.group.weapons):
            yield choice


class BearerLosses(Params):
    """What the bearers of a weapon that gets hot lose."""

    heading = "A unit that is hit"
    lost: HpByGroup | None = given(LOST, default=None, when=LOSING)


class GetsHot(Act[GameState]):
    """The Gets Hot! tokens on the bearers of a weapon."""

    rule, group = "D-31", "Hazards"
    unit: UnitRef = given("the unit", hot_bearers, none="nobody has a weapon that gets hot")
    group_: str | None = given("the only group that is hit; all of them if not given", unit_groups, default=None)
    tokens: Positive | None = given("Gets Hot! tokens used, one on each bearer", default=None)
    reroll: bool = given("the bearers re-roll to hit, or the weapon is twin-linked", default=False)
    skill: BallisticSkill = BallisticSkill()
    saves: Saves = Saves()
    losses: BearerLosses = BearerLosses()

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Outside a shot of the tracker (D-31)."""
        ref = self.unit
        check_in_play(game, ref, Role.SHOOTS)
        hit = squads(game, ref, with_leader=False)
        hot = [each for each in hit if any(runs_hot(carried.weapon) for carried in each.group.weapons)]
        choices = [Choice(each.group.id, each.text) for each in hot or hit]
        squad = named(hit, ask.one("group", self.group_, "Which group bears the weapon?", choices))
        tokens = self.tokens or 1
        if tokens > squad.pool.models:
            raise PlayError(f"one token on each bearer: {squad.group.name} has {squad.pool.models}")
        again = self.reroll or _rerolls(squad)
        on_models = OnModels(saves=self.saves, losses=GivenLosses(lost=self.losses.lost))
        used = burnt(game, ref, [(squad.group.id, tokens)], again, self.skill, on_models)
        text = f"{squad.unit.name}, {squad.group.name}: {used.text}"
        return Ruling(text, used.changes, used.steps, 1 - ref.side)


def _rerolls(squad: Squad) -> bool:
    """Whether every weapon of a group that gets hot re-rolls to hit, twin-linked ones among them."""
    hot = [mode for each in squad.group.weapons for mode in each.weapon.modes if "gets hot" in mode.rules]
    return bool(hot) and all(map(hits_again, hot))


class OnGround(Params):
    """What protects models from the ground that they move in, and what it costs them."""

    heading = "A unit that is hit"
    invulnerable: OwnSave | None = given(INVULNERABLE, default=None, when=SAVING)
    reroll_failed: bool = given(REROLL_FAILED, default=False, when=SAVING)
    reroll_passed: bool = given(REROLL_PASSED, default=False, when=SAVING)
    null_zone: bool = given(NULL_ZONE, default=False, when=SAVING)
    feel_no_pain: bool | None = given(FEEL_NO_PAIN, default=None, when=SAVING)
    without_leader: bool = given(
        "the character who leads it is not hit", default=False, when="where the leader of a unit can be hit"
    )
    lost: HpByGroup | None = given(LOST, default=None, when=LOSING)

    def on_models(self, game: GameState) -> OnModels:
        """The same as what decides on what an attack costs models."""
        saves = Saves(
            invulnerable=self.invulnerable,
            reroll_failed=self.reroll_failed,
            reroll_passed=self.reroll_passed,
            null_zone=self.null_zone,
            feel_no_pain=self.feel_no_pain,
        )
        return OnModels(saves=saves, losses=GivenLosses(lost=self.lost), largest_first=game.extra.largest_first)


class Terrain(Act[GameState]):
    """A unit or vehicle moves in dangerous terrain."""

    rule, group = "D-35", "Hazards"
    usual = ("unit", "models", "inches", "group", "skilled-rider")
    unit: AnyRef = given("the unit", able(Role.STRUCK), none="nobody is left")
    models: Positive | None = given(
        "how many of its models move in it; all if not given", default=None, when="for units"
    )
    inches: Inches | None = given("how far it moves in the terrain, in inches", default=None)
    group_: tuple[str, ...] = given("the groups that move in it, in order", hit_groups, default=(), when="for units")
    skilled_rider: bool | None = given(
        "riders who take half: yes, no; by their rules and type if not given", default=None, when="for units"
    )
    amount: Positive | None = given("DMG for each model or inch, where another was agreed", default=None)
    strength: Positive | None = given("S of the attack, instead of the weapon's", default=None)
    ground: OnGround = OnGround()
    choices: HitChoices = HitChoices()

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """10 DMG a model with invulnerable saves only, 10 an inch on a vehicle's rear (D-35, D-61)."""
        ref, amount = self.unit, self.amount or DANGEROUS_TERRAIN
        check_in_play(game, ref, Role.STRUCK)
        if is_vehicle(game, ref):
            return self._on_rear(game, amount, ask)
        hit = squads(game, ref, not self.ground.without_leader)
        damage = entered = 0
        toll = Casualties()
        for squad, models in self._entering(hit, ask):
            rides = said(self.skilled_rider, rides_well(squad.group.profile.unit_type, squad.unit.rules))
            worked = dangerous_terrain(models, rides, amount, self.inches)
            more = take([squad], Strike.of(worked.value), self.ground.on_models(game), ask, hit)
            steps = (f"{squad.group.name}: {step}" for step in (*worked.steps, *more.steps))
            damage += worked.value.damage
            entered += models
            toll = Casualties((*toll.changes, *more.changes), (*toll.steps, *steps), (*toll.saves, *more.saves))
        each = f", {damage // entered} a model" if entered > 1 else ""
        text = f"{unit_name(game, ref)}, dangerous terrain: {damage} DMG{each}{toll.save_words}: {toll.text}"
        return Ruling(text, toll.changes, toll.steps, ref.side)

    def _on_rear(self, game: GameState, amount: int, ask: Answers) -> Ruling[GameState]:
        ref = self.unit
        far = (Choice(Fraction(each), f'{each}"') for each in range(1, FARTHEST + 1))
        inches = ask.one("inches", self.inches, f"{unit_name(game, ref)}: how many inches in the terrain?", far)
        rear = vehicle_of(game.sides[ref.side], ref.id)[1].profile.rear
        lines = hull_of(game.sides[ref.side], ref.id).lines
        scored = vehicle_terrain(rear, inches, lines, self.strength or TERRAIN_STRENGTH, amount)
        landing = scored_on(game, ref, scored, "dangerous terrain", OnHull(choices=self.choices), ask)
        return Ruling(landing.text, landing.changes, landing.steps, ref.side)

    def _entering(self, hit: Sequence[Squad], ask: Answers) -> Iterator[tuple[Squad, int]]:
        """Yield who moves in it: the groups named, else all; of fewer models, those whose player says so."""
        entered, left = self.models, sum(each.pool.models for each in hit)
        if entered is not None and entered > left:
            raise PlayError(f"{counted(left, 'model')} left, not {entered}")
        if entered in (None, left):
            chosen = [named(hit, name) for name in self.group_] if entered is None else []
            yield from ((each, each.pool.models) for each in chosen or hit)
            return
        others = list(hit)
        while entered:
            choices = [Choice(each.group.id, each.text) for each in others]
            squad = named(others, ask.next("group", self.group_, "Which models move in it?", choices))
            others.remove(squad)
            models = min(entered, squad.pool.models)
            entered -= models
            yield squad, models


class ClusterMines(Act[GameState]):
    """A unit ends its move in cluster mines."""

    rule, group = "D-103", "Hazards"
    unit: UnitRef = given("the unit", able(Role.STRUCK, units(of_models)), none="nobody is left")
    saves: Saves = Saves()
    losses: GivenLosses = GivenLosses()
    leader: Leader = Leader()

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """It takes a fixed number of hits (D-103)."""
        on_models = OnModels(saves=self.saves, losses=self.losses, largest_first=game.extra.largest_first)
        return _hurt(game, self.unit, "cluster mines", cluster_mines(), on_models, self.leader, ask)


class GateOfInfinity(Act[GameState]):
    """A unit goes through the Gate of Infinity."""

    rule, group = "D-102", "Hazards"
    unit: UnitRef = given("the unit", able(Role.STRUCK, units(of_models)), none="nobody is left")
    losses: GivenLosses = GivenLosses()
    leader: Leader = Leader()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """It loses HP without a save (D-102), once its psyker, or who leads it, has passed his test (D-16)."""
        used = () if self.anyway else power_used(game, "Gate of Infinity", company_of(game, self.unit))
        on_models = OnModels(losses=self.losses, largest_first=game.extra.largest_first)
        ruled = _hurt(game, self.unit, "Gate of Infinity", gate_of_infinity(), on_models, self.leader, ask)
        return replace(ruled, changes=(*used, *ruled.changes))


def _hurt(
    game: GameState,
    ref: UnitRef,
    words: str,
    hazard: Explained[Hazard],
    on_models: OnModels,
    leader: Leader,
    ask: Answers,
) -> Ruling[GameState]:
    """Return what a hazard costs a unit, with the character who leads it unless he is left out."""
    check_in_play(game, ref, Role.STRUCK)
    hit = squads(game, ref, not leader.without_leader)
    landing = on_squads(f"{unit_name(game, ref)}, {words}", hit, Strike.of(hazard.value), on_models, ask)
    return Ruling(landing.text, landing.changes, (*hazard.steps, *landing.steps), ref.side)


def exploding(at: At[GameState], act: object) -> Iterator[Choice[PartRef]]:
    """The vehicles that exploded with somebody inside; where there is none, those that carry somebody."""
    burn = _burning(at.game)
    for choice in every_vehicle(at, act):
        if choice.value in burn if burn else at.game.riders(at.game.unit_of(choice.value)):
            yield choice


def passenger_groups(at: At[GameState], act: Explosion) -> Iterator[Choice[str]]:
    """The groups left of all who ride in the vehicle that explodes."""
    if act.vehicle is None:
        raise NotGivenError
    for passenger in at.game.riders(at.game.unit_of(act.vehicle)):
        for each in squads(at.game, passenger, with_leader=False):
            yield Choice(each.group.id, each.text, each.group.id)


class PassengerLosses(GivenLosses):
    """Who takes what of those inside a vehicle that explodes."""

    first: tuple[str, ...] = given(FIRST, passenger_groups, default=(), when=DIVIDED)


class Explosion(Act[GameState]):
    """A vehicle explodes with passengers inside."""

    rule, group = "D-61", "Hazards"
    vehicle: PartRef | None = given(
        "the vehicle; the one that has exploded with somebody inside if not given",
        exploding,
        default=None,
        none="no vehicle carries anybody",
    )
    saves: Saves = Saves()
    losses: PassengerLosses = PassengerLosses()

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Passengers take DMG, stand where it was and take a pinning test (D-61).

        It goes without saying which vehicle that is where only one has exploded with somebody still inside.
        """
        refs = _burning(game)
        if self.vehicle is None and not refs:
            raise PlayError("no vehicle has exploded with somebody inside: name the one that does with --vehicle")
        choices = [Choice(each, unit_name(game, each), ref_text(game, each)) for each in refs]
        ref = ask.one("vehicle", self.vehicle, "Which vehicle explodes?", choices, leads=True)
        side, name = game.sides[ref.side], unit_name(game, ref)
        unit, vehicle = vehicle_of(side, ref.id)
        passengers = [Ref(ref.side, each) for each in aboard(side, unit.id)]
        if not passengers:
            raise PlayError(f"nobody is in {name}: damage takes DMG off a unit on foot")
        on_models = OnModels(saves=self.saves, losses=self.losses, largest_first=game.extra.largest_first)
        everybody = tuple(each for passenger in passengers for each in squads(game, passenger, with_leader=False))
        changes: list[Change] = []
        steps: list[str] = []
        words: list[str] = []
        for passenger in passengers:
            who = unit_of(side, passenger.id).name
            changes.append(Boarded(side=ref.side, unit=passenger.id))
            hit = squads(game, passenger, with_leader=False)
            if not hit:
                words.append(f"{who}: unhurt")
                continue
            models = sum(each.pool.models for each in hit)
            worked = explosion_damage(models, vehicle.profile.open_topped)
            landing = on_squads(who, hit, Strike(damage=worked.value), on_models, ask, everybody)
            shaken = AttackMade(
                side=1 - ref.side, target=passenger.id, pins=True, lost=hp_lost(landing.changes, ref.side)
            )
            changes += (*landing.changes, Attacked(volley=shaken))
            steps += (f"{who}: {step}" for step in (*worked.steps, *landing.steps))
            words.append(landing.text)
        exploded = _exploded(side, ref)
        changes += exploded
        steps += ("the box Explodes of its penetrating row is checked",) * len(exploded)
        text = f"{name} explodes: {'; '.join(words)}; on foot now, a pinning test"
        return Ruling(text, changes, steps, ref.side)


def _burning(game: GameState) -> list[PartRef]:
    return [PartRef(number, each) for number, side in enumerate(game.sides) for each in burning(side)]


def _exploded(side: SideState, ref: PartRef) -> tuple[Change, ...]:
    """The last penetrating box checked, where players let a vehicle explode that its hits have left whole."""
    vehicle = hull_of(side, ref.id)
    if wrecked(side, ref.id):
        return ()
    landed = Landed("P", len(ROWS["P"]), EXPLODES)
    rows = replace(vehicle.rows, landed=(*vehicle.rows.landed, landed))
    return (HitRowsSet(side=ref.side, vehicle=ref.id, rows=rows, weapons=vehicle.destroyed_weapons),)


EXPLODING: tuple[type[Act[GameState]], ...] = (Explosion,)
HAZARDS: tuple[type[Act[GameState]], ...] = (GetsHot, Terrain, ClusterMines, GateOfInfinity)
