"""What is typed in from paper of a unit: the HP and models of its groups, its order points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from builder.errors import PlayError
from builder.systems.diceless.casualties import Pool
from builder.systems.diceless.explained import count
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.attacks.no_pain import feels_no_pain
from builder.systems.diceless.play.attacks.squads import Squad, named
from builder.systems.diceless.play.changes import Change, Ordered, Pooled
from builder.systems.diceless.play.finding import named_unit
from builder.systems.diceless.play.parameters import UNIT, figures, wish
from builder.systems.diceless.play.state import GameState
from builder.systems.figures import whole
from builder.systems.play.events import Decision
from builder.systems.play.verbs import Verb

HP = wish("hp", "HP left of groups: Sergeant=29,Boltgun=206; of the only one: 206", figures)
LOST = wish("lost-in-all", "HP that groups lost since the game began: Boltgun=74", figures)
MODELS = wish("models-left", "models left of groups, the rest of them unhurt: Boltgun=6", figures)
_LEFT: Mapping[str, Callable[[Squad, int], int]] = {
    HP.key: lambda squad, figure: figure,
    LOST.key: lambda squad, figure: _full(squad) - figure,
    MODELS.key: lambda squad, figure: figure * squad.pool.hp_each,
}
"""By the parameter: the HP that a figure leaves a group."""


def type_unit(state: GameState, given: Values) -> Decision[Change]:
    """The HP, models or order points of a unit as they stand on paper."""
    ref, unit = named_unit(state, given["unit"])
    side = state.sides[ref.side]
    pools = side.bodies[ref.id].pools
    all_groups = [
        Squad(ref.side, unit, group, pools[group.id], feels_no_pain(side, unit, group)) for group in unit.groups
    ]
    changes: list[Change] = []
    told: list[str] = []
    for squad, left in _figures(all_groups, given):
        pool = pool_of(left, squad.pool.hp_each)
        changes.append(Pooled.between(ref.side, ref.id, squad.group.id, squad.pool, pool))
        told.append(f"{squad.group.name} {left} of {_full(squad)} HP, {count(pool.models, 'model')} left")
    if given["op"] is not None:
        changes.append(Ordered(side=ref.side, unit=ref.id, op=given["op"]))
        told.append(f"{given['op']} order points")
    if not changes:
        raise PlayError(f"say what of {unit.name} stands on paper: --hp, --lost-in-all, --models-left, --op")
    return decided(f"{unit.name}, set by the player: {'; '.join(told)}", changes, side=ref.side)


def pool_of(left: int, hp_each: int) -> Pool:
    """The pool of a group with so many HP left, as few models hurt as can be (D-25)."""
    models = -(-left // hp_each)
    return Pool(models, hp_each, models * hp_each - left)


def _figures(groups: list[Squad], given: Values) -> Iterator[tuple[Squad, int]]:
    """Yield groups with the HP that they have left."""
    seen: set[str] = set()
    for key, left_of in _LEFT.items():
        for name, figure in (given[key] or {}).items():
            if not name and figure and len(groups) > 1:
                known = ",".join(f"{each.group.name}=…" for each in groups)
                raise PlayError(f"say the groups that {figure} is for: {known}")
            for squad in [named(groups, name)] if name else groups:
                left = left_of(squad, figure)
                if not 0 <= left <= _full(squad):
                    most = f"{count(squad.group.models, 'model')} of {squad.pool.hp_each} HP, {_full(squad)} in all"
                    raise PlayError(f"{squad.group.name} has {most}: {figure} does not fit")
                if squad.group.id in seen:
                    raise PlayError(f"{squad.group.name} is there twice: say one figure for it")
                seen.add(squad.group.id)
                yield squad, left


def _full(squad: Squad) -> int:
    return squad.group.models * squad.pool.hp_each


TYPED = (
    Act(
        Verb(
            name="set",
            text="HP, models and order points of a unit, typed in from paper",
            group="From paper",
            parameters=(UNIT, HP, LOST, MODELS, wish("op", "its order points", whole)),
        ),
        type_unit,
    ),
)
