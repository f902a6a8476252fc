"""What one unit does to another in a round of shooting or assault, and how many destroy it (D-25, D-40, D-50)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from builder.record import replace
from builder.systems.diceless.casualties import group_hit_points
from builder.systems.diceless.order_points import TEST_COST, limit, passes
from builder.systems.diceless.play.acts.meetings import Meeting, Plan, with_one_fewer, without_one_use
from builder.systems.diceless.play.attacks.uses import Use
from builder.systems.diceless.play.attacks.vehicle_damage import AttackResult
from builder.systems.diceless.play.attacks.weapons import attacker_of, number_of
from builder.systems.diceless.play.course import PARTS
from builder.systems.diceless.play.queries import fearless, leader_of, tested_ld
from builder.systems.diceless.play.state import GameState, UnitState, hull_of
from builder.systems.diceless.vehicle_damage import ROW_NAMES
from builder.systems.diceless.weapon_rules import PINNING, has
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
        """How somebody stands."""
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
    return sum(map(_points, (body, *led_by)), Decimal(0))


def _points(body: UnitState) -> Decimal:
    full = sum(group_hit_points(group) for group in body.unit.groups)
    left = sum(pool.hp_left for pool in body.pools.values())
    return body.unit.points * left / full if full else body.unit.points * (not body.dead)


def encounters(
    game: GameState,
    attacker: AnyRef,
    target: AnyRef,
    situations: Sequence[Situation],
    assumptions: Assumptions,
    weapons: Sequence[str] = (),
) -> Iterator[Encounter]:
    """Yield what one unit or vehicle does to another in each situation; equal ones are worked out once.

    With the names of some `weapons` it uses those alone.
    """
    who = attacker_of(game, attacker)
    known: dict[tuple[object, ...], Encounter] = {}
    for situation in situations:
        meeting = Meeting(who, target, situation, assumptions, tuple(weapons))
        same = meeting.signature()
        if same not in known:
            known[same] = encounter(game, meeting)
        yield replace(known[same], situation=situation.id)


def encounter(game: GameState, meeting: Meeting, plan: Plan | None = None) -> Encounter:
    """What one unit or vehicle does to another: all of its weapons, one after the other, or those that are planned."""
    plan = plan or meeting.plan(game)
    before = TargetState.of(game, meeting.target)
    one = _round(game, meeting, plan.uses)
    after = TargetState.of(one.game, meeting.target)
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
    """A game after one round of attacks, and what each weapon did in it."""

    game: GameState
    weapons: tuple[WeaponResult, ...]
    pinned: bool
    left_out: tuple[str, ...]


def _round(game: GameState, meeting: Meeting, uses: Sequence[Use]) -> _AfterRound:
    weapons: list[WeaponResult] = []
    left_out: list[str] = []
    pinned = False
    before = TargetState.of(game, meeting.target)
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
    return _AfterRound(game, tuple(weapons), pinned, tuple(left_out))


def _after(game: GameState, result: AttackResult) -> GameState:
    for change in result.changes:
        game = change.apply(game)
    return game


def _more(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {name: value - before.get(name, 0) for name, value in after.items() if value > before.get(name, 0)}


def _rounds(first: _AfterRound, meeting: Meeting, uses: Sequence[Use]) -> int | None:
    """Rounds until nobody is left, the attacker as strong in each; weapons of one use in the first alone."""
    again = without_one_use(uses)
    game, before = first.game, TargetState.of(first.game, meeting.target)
    for number in range(1, MOST_ROUNDS + 1):
        if before.gone:
            return number
        game = _round(game, meeting, again).game
        after = TargetState.of(game, meeting.target)
        if after == before:
            return None
        before = after
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


def _difference(name: str, whole: Encounter, other: Encounter) -> WhatIf:
    return WhatIf(
        name=name,
        damage=other.damage - whole.damage,
        hp=other.hp - whole.hp,
        models=other.models - whole.models,
        hits=sum(other.hits.values()) - sum(whole.hits.values()),
    )
