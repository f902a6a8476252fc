"""What is typed in from paper: HP, models and order points of units, lines, boxes and weapons of vehicles, speeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated

from builder.errors import PlayError
from builder.record import replace
from builder.scalars import counted
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.casualties import Pool
from builder.systems.diceless.parameters import NOTHING, Lines, MoveSpeed, by_group, figures, names
from builder.systems.diceless.play.attacks.eligibility import (
    Role,
    all_hull_weapons,
    body_name,
    check_in_play,
    every_vehicle,
    vehicles,
)
from builder.systems.diceless.play.attacks.squads import Squad, feels_no_pain, named
from builder.systems.diceless.play.attacks.uses import fired
from builder.systems.diceless.play.attacks.vehicle_damage import speeds, stays_where_it_is, typed_crew
from builder.systems.diceless.play.changes import Change, GroupHealthSet, HitRowsSet, LinesSet, Ordered, SpeedSet
from builder.systems.diceless.play.queries import weapons_left, wrecked
from builder.systems.diceless.play.state import Crew, Flag, GameState, VehicleState, hull_of
from builder.systems.diceless.vehicle_damage import IMMOBILISED, ROW_NAMES, ROWS, WEAPON, Hit, HitRows, Landed
from builder.systems.figures import Whole
from builder.systems.fortyk.model import Vehicle
from builder.systems.parameters import Choice, Kind, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import PartRef, UnitRef
from builder.systems.play.lookup import At, Whose, find_named, players, unit_name, units


def _boxes(text: str) -> frozenset[int]:
    found: set[int] = set()
    for part in () if text.strip().lower() in NOTHING else text.split(","):
        first, _, last = part.strip().partition("-")
        if not {first, last or first} <= set("123456") or (last and last < first):
            raise ValueError("write the boxes that are checked from 1 to 6, such as 1,2,4 or 1-3, or none")
        found |= set(range(int(first), int(last or first) + 1))
    return frozenset(found)


def _weapons(text: str) -> tuple[str, ...]:
    return () if text.strip().lower() in NOTHING else names(text)


def _or_none(values: Iterable[object]) -> str:
    return ",".join(map(str, values)) or "none"


Figures = Annotated[Mapping[str, int], Kind(read=figures, write=by_group)]
"""A figure for each group: `Sergeant=29,Boltgun=206`."""
Boxes = Annotated[frozenset[int], Kind(read=_boxes, write=lambda value: _or_none(sorted(value)))]
"""The boxes of a row that are checked, from 1 on: `1,2,4` or `1-3`, `none`."""
Weapons = Annotated[tuple[str, ...], Kind(read=_weapons, write=_or_none)]
"""Weapons by name or id, `none`."""


def of_groups(game: GameState, ref: UnitRef) -> bool:
    """Whether a unit has models, left or not."""
    return bool(game.body(ref).unit.groups)


class SetUnit(Act[GameState]):
    """HP, models and order points of a unit, typed in from paper."""

    called, group, after_end = "set", "From paper", True
    unit: UnitRef = given("the unit", units(of_groups), none="nobody is left")
    hp: Figures | None = given("HP left of groups: Sergeant=29,Boltgun=206; of the only one: 206", default=None)
    lost_in_all: Figures | None = given("HP that groups lost since the game began: Boltgun=74", default=None)
    models_left: Figures | None = given("models left of groups, the rest of them unhurt: Boltgun=6", default=None)
    op: Whole | None = given("its order points", default=None)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """They stand as they do on paper from then on; a unit with models is back in play."""
        ref, name, side = self.unit, unit_name(game, self.unit), game.sides[self.unit.side]
        body = game.body(ref)
        groups = [
            Squad(ref.side, body.unit, group, body.pools[group.id], feels_no_pain(side, body.unit, group))
            for group in body.unit.groups
        ]
        changes: list[Change] = []
        words: list[str] = []
        for squad, left in self._figures(groups):
            pool = pool_of(left, squad.pool.hp_each)
            changes.append(GroupHealthSet.between(ref.side, ref.id, squad.group.id, squad.pool, pool))
            words.append(f"{squad.group.name} {left} of {_full(squad)} HP, {counted(pool.models, 'model')} left")
        if self.op is not None:
            changes.append(Ordered(side=ref.side, unit=ref.id, op=self.op))
            words.append(f"{self.op} order points")
        if not changes:
            raise PlayError(f"say what of {name} stands on paper: --hp, --lost-in-all, --models-left, --op")
        return Ruling(f"{name}, set by the player: {'; '.join(words)}", changes, side=ref.side)

    def _figures(self, groups: Sequence[Squad]) -> Iterator[tuple[Squad, int]]:
        """Yield groups with the HP that they have left."""
        seen: set[str] = set()
        ways: tuple[tuple[Figures | None, Callable[[Squad, int], int]], ...] = (
            (self.hp, lambda squad, figure: figure),
            (self.lost_in_all, lambda squad, figure: _full(squad) - figure),
            (self.models_left, lambda squad, figure: figure * squad.pool.hp_each),
        )
        for typed, left_of in ways:
            for name, figure in (typed or {}).items():
                if not name and figure and len(groups) > 1:
                    known = ",".join(f"{each.group.name}=…" for each in groups)
                    raise PlayError(f"say the groups that {figure} is for: {known}")
                for squad in [named(groups, name)] if name else groups:
                    left = left_of(squad, figure)
                    if not 0 <= left <= _full(squad):
                        most = (
                            f"{counted(squad.group.models, 'model')} of {squad.pool.hp_each} HP, {_full(squad)} in all"
                        )
                        raise PlayError(f"{squad.group.name} has {most}: {figure} does not fit")
                    if squad.group.id in seen:
                        raise PlayError(f"{squad.group.name} is there twice: say one figure for it")
                    seen.add(squad.group.id)
                    yield squad, left


def pool_of(left: int, hp_each: int) -> Pool:
    """The pool of a group with so many HP left, as few models hurt as can be (D-25)."""
    models = -(-left // hp_each)
    return Pool(models, hp_each, models * hp_each - left)


def _full(squad: Squad) -> int:
    return squad.group.models * squad.pool.hp_each


class SetVehicle(Act[GameState]):
    """Lines, boxes and weapons of a vehicle, typed in from paper."""

    group, after_end = "From paper", True
    vehicle: PartRef = given("the vehicle", every_vehicle, none="no vehicle is left")
    lines: Lines | None = given("DMG on all lines that have any: A=36,B=12", default=None)
    glancing: Boxes | None = given("the glancing boxes that are checked: 1-3, none", default=None)
    penetrating: Boxes | None = given("the penetrating boxes that are checked: 1,2", default=None)
    weapons: Weapons | None = given(
        "the weapons that are destroyed, with commas between, or none", all_hull_weapons, default=None
    )
    crew: Crew | None = given(f"how its crew is for now: {', '.join(Crew)}", default=None)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """They stand as they do on paper from then on (D-52, D-55)."""
        ref, name = self.vehicle, unit_name(game, self.vehicle)
        now = hull_of(game.sides[ref.side], ref.id)
        changes: list[Change] = []
        words: list[str] = []
        if self.lines is not None:
            filled = {letter: damage for letter, damage in self.lines.items() if damage}
            changes.append(LinesSet(side=ref.side, vehicle=ref.id, lines=filled))
            words.append(f"lines {', '.join(f'{letter} {damage}' for letter, damage in filled.items()) or 'empty'}")
        rows = now.rows
        boxes: Mapping[Hit, Boxes | None] = {"G": self.glancing, "P": self.penetrating}
        for row, checked in boxes.items():
            if checked is not None:
                rows = with_boxes(rows, row, checked)
                words.append(f"{ROW_NAMES[row]} {', '.join(map(str, rows.checked(row))) or 'none'}")
        rows, gone = self._weapons_gone(now, rows, name, ask)
        if rows != now.rows or gone != now.destroyed_weapons:
            changes.append(HitRowsSet(side=ref.side, vehicle=ref.id, rows=rows, weapons=gone))
            lost = [text for each, text in weapons_left(now.vehicle, ()).items() if each in gone]
            words.append(f"weapons destroyed: {', '.join(lost) or 'none'}")
        if self.crew is not None:
            changes.append(typed_crew(game, ref, self.crew))
            words.append(f"crew {self.crew}")
        if not changes:
            raise PlayError(
                f"say what of {name} stands on paper: --lines, --glancing, --penetrating, --weapons, --crew"
            )
        return Ruling(f"{name}, set by the player: {'; '.join(words)}", changes, side=ref.side)

    def _weapons_gone(
        self, now: VehicleState, rows: HitRows, name: str, ask: Answers
    ) -> tuple[HitRows, frozenset[str]]:
        """The rows with as many weapons destroyed as were named, and which those are; asked where boxes say more."""
        gone = now.destroyed_weapons
        if self.weapons is not None:
            known = weapons_left(now.vehicle, ())
            gone = frozenset(find_named(each, known, f"weapon of {name}") for each in self.weapons)
            rows = with_weapons(rows, len(gone), name)
        destroyed = rows.weapons - rows.weapons_left
        if destroyed != len(gone):
            which = f"{destroyed} weapons of {name} are" if destroyed > 1 else f"weapon of {name} is"
            choices = _combinations(now.vehicle, destroyed)
            gone = frozenset(ask.one("weapons", None, f"Which {which} destroyed?", choices))
        return rows, gone


def with_boxes(rows: HitRows, row: Hit, checked: frozenset[int]) -> HitRows:
    """The rows with just these boxes of one checked; what they did before stays, a new one does what it says (D-55).

    The first one of an open-topped vehicle stays checked (D-59); without a weapon left one immobilises (D-57).
    """
    kept = [each for each in rows.landed if each.row != row or each.box is None or each.box in checked]
    after = replace(rows, landed=tuple(kept))
    for box in sorted(checked - set(after.checked(row))):
        result = ROWS[row][box - 1]
        if result == WEAPON and not after.weapons_left:
            result = IMMOBILISED
        after = replace(after, landed=(*after.landed, Landed(row, box, result)))
    return after


def with_weapons(rows: HitRows, destroyed: int, name: str) -> HitRows:
    """The rows with so many weapons destroyed, those beyond the boxes by hits that checked none (D-57).

    Raises:
        PlayError: more boxes say that a weapon is destroyed.
    """
    by_box = [each for each in rows.landed if each.box is not None or each.result != WEAPON]
    boxed = sum(each.result == WEAPON for each in by_box)
    if destroyed < boxed:
        raise PlayError(f"{name} has {counted(boxed, 'box', 'boxes')} for a weapon destroyed: name as many weapons")
    more = (Landed("P", None, WEAPON) for _ in range(destroyed - boxed))
    return replace(rows, landed=(*by_box, *more))


def _combinations(vehicle: Vehicle, number: int) -> Iterator[Choice[tuple[str, ...]]]:
    """Yield all ways in which so many weapons of a vehicle can be gone."""
    known = weapons_left(vehicle, ())
    for each in combinations(known, number):
        yield Choice(each, ", ".join(known[one] for one in each) or "none", _or_none(each))


def not_so_fast(game: GameState, ref: PartRef, speed: Speed) -> str:
    """Return why a vehicle cannot have moved flat out, as in the base game; empty where it can, or moved less."""
    if speed is not Speed.FLAT_OUT:
        return ""
    name, hull = unit_name(game, ref), hull_of(game.sides[ref.side], ref.id)
    if not any("fast" in each.casefold() for each in hull.vehicle.profile.types):
        return f"{name} is no fast vehicle: only those move flat out"
    return f"{name} has fired in this phase: who moves flat out does not" if fired(game, ref) else ""


def no_such_speed(game: GameState, ref: PartRef, speed: Speed) -> str:
    """Return why a vehicle cannot have moved so fast unless players agree that it has; empty where it can (D-50)."""
    name, hull = unit_name(game, ref), hull_of(game.sides[ref.side], ref.id)
    if speed is Speed.IMMOBILE:
        return ""
    if hull.crew is Crew.STUNNED and ref.side == game.clock.active:
        return f"{name}: its crew is stunned, it does not move"
    stays = stays_where_it_is(game, ref)
    return f"{name} {stays}" if stays else not_so_fast(game, ref, speed)


def possible_speeds(at: At[GameState], act: SetSpeed) -> Iterator[Choice[Speed]]:
    """The speeds at which a vehicle can have moved; by agreement all of them, unless it is immobilised."""
    vehicle = known(lambda: act.vehicle)
    if vehicle is None:
        yield from speeds()
        return
    agreed = act.anyway and not hull_of(at.game.sides[vehicle.side], vehicle.id).rows.immobilised
    yield from (each for each in speeds() if agreed or not no_such_speed(at.game, vehicle, each.value))


class SetSpeed(Act[GameState]):
    """How far a vehicle moved."""

    called, rule, group = "speed", "D-50", "Vehicles"
    vehicle: PartRef = given("the vehicle", vehicles, none="no vehicle is left")
    speed: MoveSpeed = given(f"which: {', '.join(Speed)}; or the inches that it moved", possible_speeds)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """It counts for those who attack the vehicle (D-50)."""
        ref, name = self.vehicle, unit_name(game, self.vehicle)
        now = hull_of(game.sides[ref.side], ref.id)
        destroyed, moves = wrecked(game.sides[ref.side], ref.id), self.speed is not Speed.IMMOBILE
        if destroyed or (now.rows.immobilised and moves):
            raise PlayError(f"{name} is {'destroyed' if destroyed else 'immobilised'}: it moves no more")
        check_in_play(game, ref, Role.MARKED)
        if not self.anyway and (why := no_such_speed(game, ref, self.speed)):
            raise PlayError(f"{why}; by agreement with --anyway")
        change = SpeedSet(side=ref.side, vehicle=ref.id, speed=self.speed)
        text = f"{name} moves: {self.speed}" if moves else f"{name} stays where it is"
        return Ruling(text, [change], side=ref.side)


def to_note(game: GameState, player: int) -> Iterator[PartRef]:
    """Yield the vehicles of a side that can have moved, and of which nobody noted how far in this turn."""
    for ref in game.parts(player):
        body, hull = game.body(ref), hull_of(game.sides[player], ref.id)
        waits = body.gone or body.flags & {Flag.RESERVE} or hull.gone or hull.vehicle.profile.walker
        if not waits and hull.speed is None and not stays_where_it_is(game, ref):
            yield ref


class SetSpeeds(Act[GameState]):
    """How far all vehicles of a side moved."""

    called, rule, group = "speeds", "D-50", "Vehicles"
    player: Whose = given("whose: 1, 2 or a name", players)
    speeds: tuple[MoveSpeed, ...] = given(
        "of each vehicle that nobody noted, in order, or the inches that it moved: combat,0", default=()
    )

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """They count for those who attack the vehicles (D-50)."""
        given, player = self.speeds, self.player
        refs = [*to_note(game, player)]
        if not refs:
            raise PlayError(f"{game.sides[player].name}: the speed of every vehicle that moves is noted")
        changes, told = [], []
        for ref in refs:
            possible = [each for each in speeds() if not not_so_fast(game, ref, each.value)]
            speed = ask.next("speeds", given, f"How fast does {body_name(game, ref)} move?", possible)
            if why := not_so_fast(game, ref, speed):
                raise PlayError(f"{why}; the act speed notes it by agreement with --anyway")
            changes.append(SpeedSet(side=ref.side, vehicle=ref.id, speed=speed))
            told.append(f"{body_name(game, ref)} {speed}")
        if len(given) > len(refs):
            raise PlayError(f"{counted(len(refs), 'vehicle')} to be noted, not {len(given)}: {', '.join(told)}")
        return Ruling(f"{game.sides[player].name}, speeds: {', '.join(told)}", changes, side=player)


TYPED_IN: tuple[type[Act[GameState]], ...] = (SetUnit, SetVehicle, SetSpeed, SetSpeeds)
