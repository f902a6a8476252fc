"""The groups of a unit that can be hit in a game, and what players call them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.errors import PlayError
from builder.systems.diceless.casualties import Pool, group_hit_points
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.movement import fall_back
from builder.systems.diceless.play.attacks.no_pain import feels_no_pain
from builder.systems.diceless.play.queries import leader_of, units_of
from builder.systems.diceless.play.state import GameState, groups_left
from builder.systems.fortyk.model import ModelGroup, Unit
from builder.systems.play.game import Ref
from builder.systems.words import meant


@dataclass(frozen=True, slots=True)
class Squad:
    """Identical models of a unit that are left, or of the character who leads it, and whether they feel no pain."""

    side: int
    unit: Unit
    group: ModelGroup
    pool: Pool
    no_pain: Explained[bool]

    @property
    def text(self) -> str:
        """The group for a list of choices: `Boltgun ×7, 245 of 280 HP`."""
        full = group_hit_points(self.group)
        return f"{self.group.name} ×{self.pool.models}, {self.pool.hp_left} of {full} HP"


def squads(state: GameState, ref: Ref, with_leader: bool = True) -> tuple[Squad, ...]:
    """The groups that are left of a unit and, where it is led, of its leader's."""
    side = state.sides[ref.side]
    leader = leader_of(side, ref.id) if with_leader else None
    known = units_of(side)
    return tuple(
        Squad(ref.side, known[unit], group, pool, feels_no_pain(side, known[unit], group))
        for unit in (ref.id, leader)
        if unit is not None
        for group, pool in groups_left(side, unit)
    )


def majority(hit: Sequence[Squad], value: str) -> int:
    """The WS, T (its second figure, by which shots wound) or armour save that most models have, 0 for none.

    Of equally many the higher one.
    """
    models: dict[int, int] = {}
    for each in hit:
        profile = each.group.profile
        figure = {"t": profile.t.full, "ws": profile.ws, "save": profile.save}[value] or 0
        models[figure] = models.get(figure, 0) + each.pool.models
    return max(models, key=lambda figure: (models[figure], figure))


def named(hit: Sequence[Squad], name: str) -> Squad:
    """A group by its id, its name or a part of that which no other has.

    Raises:
        PlayError: none, or more than one, is called so.
    """
    wanted = name.strip().casefold()
    found = [each for each in hit if each.group.id.casefold() == wanted]
    found = found or [hit[place] for place in meant(name, {n: each.group.name for n, each in enumerate(hit)})]
    if len(found) != 1:
        known = ", ".join(f"{each.group.id} ({each.group.name})" for each in hit)
        raise PlayError(f"'{name}' is {'several groups' if found else 'no group that is left'}; there are: {known}")
    return found[0]


def fall_back_text(unit: Unit) -> str:
    """How far a unit falls back: `falls back 7"` (D-17)."""
    return f'falls back {fall_back(group.profile.unit_type for group in unit.groups)}"'


def is_gun(squad: Squad) -> bool:
    """Whether models are the guns of artillery: artillery that nobody could fight with."""
    return "artillery" in squad.group.profile.unit_type.casefold() and squad.group.profile.ws is None
