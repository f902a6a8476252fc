"""What one unit does to another in a round of shooting or assault, and how many destroy it (D-25, D-40, D-50)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from builder.record import replace
from builder.systems.diceless.order_points import TEST_COST, limit, passes
from builder.systems.diceless.play.acts.forecasts import Meeting, Plan, with_one_fewer, without_one_use
from builder.systems.diceless.play.attacks.uses import Use
from builder.systems.diceless.play.attacks.vehicle_damage import AttackResult
from builder.systems.diceless.play.attacks.weapons import Attacker, attacker_of, number_of
from builder.systems.diceless.play.course import PARTS
from builder.systems.diceless.play.queries import fearless, leader_of, points_of, tested_ld
from builder.systems.diceless.play.state import GameState, hull_of
from builder.systems.diceless.vehicle_damage import ROW_NAMES
from builder.systems.diceless.weapon_rules import PINNING, has
from builder.systems.play.clock import Rules
from builder.systems.play.game import AnyRef, PartRef
from builder.systems.play.matchup import Assumptions, Encounter, Situation, WeaponResult, WhatIf

MOST_ROUNDS = 7
"""Rounds that are tried: no game has more turns."""


@dataclass(frozen=True, slots=True)
class TargetState:
    """How a target stands: its HP and models, its leader's among them, its boxes and its lines."""

    hp: int
    models: int
    hits: Mapping[str, int]
    lines: Mapping[str, int]
    gone: bool

    @classmethod
    def of(cls, game: GameState, target: AnyRef) -> TargetState:
        """Return how somebody stands."""
        if isinstance(target, PartRef):
            now = hull_of(game.sides[target.side], target.id)
            hits = {name: sum(each.row == row for each in now.rows.landed) for row, name in ROW_NAMES.items()}
            return cls(0, int(not now.gone), hits, now.lines, now.gone)
        side = game.sides[target.side]
        leader = leader_of(side, target.id)
        bodies = [side.bodies[each] for each in (target.id, leader) if each is not None]
        return cls(
            hp=sum(pool.hp_left for body in bodies for pool in body.pools.values()),
            models=sum(body.size for body in bodies),
            hits={},
            lines={},
            gone=bodies[0].dead,
        )


def points_left(game: GameState, target: AnyRef) -> Decimal:
    """The points of a target that are left: by the share of HP, its leader's too; of a vehicle all or none."""
    body = game.body(target)
    if isinstance(target, PartRef):
        gone = hull_of(game.sides[target.side], target.id).gone
        return Decimal(0) if gone else body.unit.points / len(body.unit.vehicles)
    leader = leader_of(game.sides[target.side], target.id)
    led_by = () if leader is None else (game.sides[target.side].bodies[leader],)
    return sum(map(points_of, (body, *led_by)), Decimal(0))


Key: TypeAlias = tuple[int, str, str, str]
"""The side of an attacker, its id, that of its target, and that of the situation."""


class Encounters(Mapping[Key, Encounter]):
    """What units and vehicles do to each other, worked out when it is asked for; equal ones once."""

    def __init__(
        self,
        rules: Rules[GameState],
        game: GameState,
        pairs: Iterable[tuple[AnyRef, AnyRef]],
        situations: Sequence[Situation],
        assumptions: Assumptions,
        weapons: Sequence[str] = (),
    ) -> None:
        """Those of some pairs of attacker and target; with the names of some `weapons` they use those alone."""
        self._rules, self._game, self._assumptions, self._weapons = rules, game, assumptions, tuple(weapons)
        self._asked = {
            (attacker.side, attacker.id, target.id, each.id): (attacker, target, each)
            for attacker, target in pairs
            for each in situations
        }
        self._known: dict[object, Encounter] = {}
        self._attackers: dict[AnyRef, Attacker] = {}
        self._alike: dict[AnyRef, object] = {}

    def __getitem__(self, key: Key) -> Encounter:
        attacker, target, situation = self._asked[key]
        meeting = self.meeting(key)
        same = self._like(attacker), self._like(target), meeting.signature()
        if same not in self._known:
            self._known[same] = encounter(self._game, meeting)
        return replace(self._known[same], attacker=attacker.id, target=target.id, situation=situation.id)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._asked)

    def __len__(self) -> int:
        return len(self._asked)

    def meeting(self, key: Key) -> Meeting:
        """Return how an attacker meets a target."""
        attacker, target, situation = self._asked[key]
        if attacker not in self._attackers:
            self._attackers[attacker] = attacker_of(self._game, attacker)
        who = self._attackers[attacker]
        return Meeting(who, target, situation, self._assumptions, self._rules, self._weapons)

    def _like(self, ref: AnyRef) -> object:
        """Return what vehicles have in common that come to the same in any encounter; a unit itself."""
        if not isinstance(ref, PartRef):
            return ref
        if ref not in self._alike:
            now, unit = hull_of(self._game.sides[ref.side], ref.id), self._game.body(ref).unit
            guns = tuple(weapon for each, weapon in now.vehicle.weapons if each not in now.destroyed_weapons)
            rows = tuple((each.row, each.result) for each in now.rows.landed)
            shape = unit.rules, unit.points, len(unit.vehicles)
            self._alike[ref] = ref.side, shape, now.vehicle.profile, guns, rows, tuple(now.lines.items()), now.speed
        return self._alike[ref]


def encounter(game: GameState, meeting: Meeting, plan: Plan | None = None) -> Encounter:
    """What one unit or vehicle does to another: all of its weapons, one after the other, or those that are planned."""
    plan = plan or meeting.plan(game)
    one = _round(game, meeting, plan.uses)
    before, after = one.before, one.after
    attacker, target = meeting.attacker.ref, meeting.target
    return Encounter(
        side=attacker.side,
        attacker=attacker.id,
        target=target.id,
        situation=meeting.situation.id,
        damage=sum(each.damage for each in one.weapons),
        hp=before.hp - after.hp,
        of_hp=before.hp,
        models=before.models - after.models,
        of_models=before.models,
        hits=_more(before.hits, after.hits),
        destroyed=after.gone,
        points=points_left(game, target) - points_left(one.game, target),
        rounds=_rounds(one, meeting, plan.uses),
        tests=tuple(_tests(game, meeting, one, before, after)),
        weapons=one.weapons,
        left_out=tuple(dict.fromkeys((*plan.left_out, *one.left_out))),
    )


@dataclass(frozen=True, slots=True)
class _AfterRound:
    """A game after one round of attacks, how the target stood before and after it, and what each weapon did in it."""

    game: GameState
    before: TargetState
    after: TargetState
    weapons: tuple[WeaponResult, ...]
    pinned: bool
    left_out: tuple[str, ...]


def _round(game: GameState, meeting: Meeting, uses: Sequence[Use], standing: TargetState | None = None) -> _AfterRound:
    """A round of attacks on a target, which stands so if it is known."""
    weapons: list[WeaponResult] = []
    left_out: list[str] = []
    pinned = False
    first = before = standing or TargetState.of(game, meeting.target)
    for use in uses:
        if before.gone:
            break
        found = meeting.result(game, use)
        if isinstance(found, str):
            left_out.append(f"{use.mode.name}: {found}")
            continue
        game = _after(game, found)
        after = TargetState.of(game, meeting.target)
        weapons.append(
            WeaponResult(
                name=f"{number_of(use.wielders)} × {use.mode.name}",
                damage=found.damage,
                hp=before.hp - after.hp,
                models=before.models - after.models,
                hits=_more(before.hits, after.hits),
                lines=_more(before.lines, after.lines),
            )
        )
        pinned |= after.hp < before.hp and has(use.mode, PINNING)
        before = after
    return _AfterRound(game, first, before, tuple(weapons), pinned, tuple(left_out))


def _after(game: GameState, result: AttackResult) -> GameState:
    for change in result.changes:
        game = change.apply(game)
    return game


def _more(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {name: value - before.get(name, 0) for name, value in after.items() if value > before.get(name, 0)}


def _rounds(first: _AfterRound, meeting: Meeting, uses: Sequence[Use]) -> int | None:
    """Rounds until nobody is left, the attacker as strong in each; weapons of one use in the first alone."""
    again = without_one_use(uses)
    last = first
    for number in range(1, MOST_ROUNDS + 1):
        if last.after.gone:
            return number
        last = _round(last.game, meeting, again, last.after)
        if last.after == last.before:
            return None
    return None


def _tests(
    game: GameState, meeting: Meeting, one: _AfterRound, before: TargetState, after: TargetState
) -> Iterator[str]:
    """Yield the tests that a unit must take for its losses, with the order points that it has then (D-10, D-19)."""
    target = meeting.target
    if isinstance(target, PartRef) or after.gone:
        return
    side = one.game.sides[target.side]
    if fearless(side, target.id).value:
        return
    lost, op = before.models - after.models, side.bodies[target.id].op
    kinds = []
    if meeting.situation.distance is not None:
        kinds += [("morale", TEST_COST)] if lost * PARTS >= before.models and lost else []
        kinds += [("pinning", TEST_COST)] if one.pinned else []
    elif before.hp > after.hp:
        kinds.append(("assault lost, if it strikes nothing back", before.hp - after.hp))
    ld = tested_ld(side, target.id)
    if ld is None:
        return
    for kind, cost in kinds:
        op += cost
        yield f"{kind}: {op} of {limit(ld) or 0}, {'passes' if passes(op, ld) else 'fails'}"


def differences(game: GameState, meeting: Meeting) -> Iterator[WhatIf]:
    """Yield what one weapon fewer changes, by Gets Hot! for instance, and what one model more or fewer under a blast.

    Scatter tokens take models from under a blast; how many, players see on the table (D-31, D-32).
    """
    plan = meeting.plan(game)
    uses, whole = plan.uses, encounter(game, meeting, plan)
    for place, use in enumerate(uses):
        fewer = with_one_fewer(use)
        others = (*uses[:place], *((fewer,) if fewer else ()), *uses[place + 1 :])
        hot = ", as when Gets Hot! kills one" if "gets hot" in use.mode.rules else ""
        yield _difference(f"one {use.mode.name} fewer{hot}", whole, encounter(game, meeting, Plan(others)))
    if any(use.mode.blast for use in uses) and not isinstance(meeting.target, PartRef):
        for more, words in ((-1, "one fewer under each blast, as by Scatter tokens"), (1, "one more under each blast")):
            yield _difference(words, whole, encounter(game, meeting.with_hits(more), Plan(uses)))


class Differences(Mapping[tuple[str, str], tuple[WhatIf, ...]]):
    """The differences in some encounters, by the id of the target and of the situation, worked out when asked for."""

    def __init__(self, game: GameState, encounters: Encounters, keys: Iterable[Key]) -> None:
        self._game, self._encounters = game, encounters
        self._keys = {key[2:]: key for key in keys}
        self._known: dict[tuple[str, str], tuple[WhatIf, ...]] = {}

    def __getitem__(self, key: tuple[str, str]) -> tuple[WhatIf, ...]:
        meeting = self._encounters.meeting(self._keys[key])
        if key not in self._known:
            self._known[key] = tuple(differences(self._game, meeting))
        return self._known[key]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


def _difference(name: str, whole: Encounter, other: Encounter) -> WhatIf:
    return WhatIf(
        name=name,
        damage=other.damage - whole.damage,
        hp=other.hp - whole.hp,
        models=other.models - whole.models,
        hits=sum(other.hits.values()) - sum(whole.hits.values()),
    )
