"""The groups of a unit that can be hit in a game, and what players call them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from builder.errors import PlayError
from builder.systems.calculation import Explained
from builder.systems.diceless.casualties import Pool, group_hit_points
from builder.systems.diceless.movement import fall_back
from builder.systems.diceless.play.queries import gone, leader_of, led_by
from builder.systems.diceless.play.state import GameState, SideState, groups_left, unit_of
from builder.systems.fortyk.model import ModelGroup, Unit
from builder.systems.parameters import keys_named
from builder.systems.play.game import Ref


@dataclass(frozen=True, slots=True)
class Squad:
    """Identical models of a unit that are left, or of the character who leads it, and whether they feel no pain."""

    side: int
    unit: Unit
    group: ModelGroup
    pool: Pool
    no_pain: Explained[bool]

    @property
    def name(self) -> str:
        """What the group is called beside weapons: one that has the name of its weapon is not taken for that."""
        name = self.group.name
        return f"models with {name}" if any(each.weapon.name == name for each in self.group.weapons) else name

    @property
    def text(self) -> str:
        """The group for a list of choices: `Boltgun ×7, 245 of 280 HP`."""
        full = group_hit_points(self.group)
        return f"{self.group.name} ×{self.pool.models}, {self.pool.hp_left} of {full} HP"


def squads(state: GameState, ref: Ref, with_leader: bool = True) -> tuple[Squad, ...]:
    """The groups that are left of a unit and, where it is led, of its leader's."""
    side = state.sides[ref.side]
    leader = leader_of(side, ref.id) if with_leader else None
    units = [unit_of(side, each) for each in (ref.id, leader) if each is not None]
    return tuple(
        Squad(ref.side, unit, group, pool, _no_pain(helped, unit, group))
        for unit, helped in ((each, _help_of(side, each)) for each in units)
        for group, pool in groups_left(side, unit.id)
    )


def majority(hit: Sequence[Squad], value: str) -> int:
    """The WS, T (its second figure, by which shots wound) or armour save that most models have, 0 for none.

    Where as many models have another value, the higher one counts.
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
    found = found or [hit[place] for place in keys_named(name, {n: each.group.name for n, each in enumerate(hit)})]
    if len(found) != 1:
        known = ", ".join(dict.fromkeys(each.group.name for each in hit))
        raise PlayError(f"'{name}' is {'several groups' if found else 'no group that is left'}; there are: {known}")
    return found[0]


def fall_back_text(unit: Unit) -> str:
    """Return how far a unit falls back: `falls back 7"` (D-17)."""
    return f'falls back {fall_back(group.profile.unit_type for group in unit.groups)}"'


def flight_text(name: str, unit: Unit) -> str:
    """Return what a unit of a name, which falls back, does in its next move (D-15)."""
    return f"{name}: regrouping, or else it {fall_back_text(unit)}"


def is_gun(squad: Squad) -> bool:
    """Whether models are the guns of artillery: artillery that nobody could fight with."""
    return "artillery" in squad.group.profile.unit_type.casefold() and squad.group.profile.ws is None


_WHOLE_UNIT = re.compile(
    r"(?:unit|squad)(?: (?:he|it) joins)? (?:has|have|feels?|gains?) (?:the )?(?:feel )?no pain|feel no pain to unit",
    re.IGNORECASE,
)
_BEARER = re.compile(r"(?:^|has |with )(?:the )?feel no pain(?! \(6)", re.IGNORECASE)
_CONDITION = re.compile(r"within|against|re-roll|once", re.IGNORECASE)
_TOO_LITTLE = "(6+)"
"""A Feel No Pain of 6+ does not halve DMG: what it does is for the players to agree on."""


def feels_no_pain(side: SideState, unit: Unit, group: ModelGroup) -> Explained[bool]:
    """Whether models of a unit have Feel No Pain, and from whom, where it is not a rule of theirs (D-33).

    Wargear whose text says so gives it to the unit of its bearer, to the character who leads it and to the unit that he
    leads, while the bearer lives; other wargear to its bearer alone.
    """
    return _no_pain(_help_of(side, unit), unit, group)


class _Help(NamedTuple):
    """What gives a whole unit Feel No Pain: by whom it is given, and what gave it that nobody is left with."""

    living: str = ""
    lost: str = ""


def _help_of(side: SideState, unit: Unit) -> _Help:
    lost = ""
    for each in filter(None, (unit.id, leader_of(side, unit.id), led_by(side, unit.id))):
        for helper, living in _helpers(side, unit_of(side, each)):
            if living:
                return _Help(living=helper)
            lost = lost or (helper if each == unit.id else "")
    return _Help(lost=lost)


def _no_pain(helped: _Help, unit: Unit, group: ModelGroup) -> Explained[bool]:
    if helped.living:
        return Explained(True, (f"Feel No Pain from {helped.living}",))
    if any(_carries(group, name) for name in _easing(unit.rule_texts).bearer):
        return Explained(True)
    if helped.lost:
        return Explained(False, (f"no Feel No Pain any more: nobody is left with {helped.lost}",))
    return Explained(_hardy(unit.rules))


def _helpers(side: SideState, unit: Unit) -> Iterator[tuple[str, bool]]:
    """Yield what of a unit gives its whole unit Feel No Pain, and whether somebody lives who carries it."""
    for name in _easing(unit.rule_texts).unit:
        left = [group for group, _ in groups_left(side, unit.id)]
        carried = any(_carries(group, name) for group in unit.groups)
        bearers = [group for group in left if _carries(group, name)] if carried else left
        yield name, bool(bearers) and not gone(side, unit.id)


class _Easing(NamedTuple):
    """The names of what gives Feel No Pain, on no condition: to a whole unit, to whoever carries it."""

    unit: tuple[str, ...]
    bearer: tuple[str, ...]


# Every attack asks these two of the same few units.
@lru_cache(256)
def _easing(texts: tuple[tuple[str, str], ...]) -> _Easing:
    free = [(name, text) for name, text in texts if not _CONDITION.search(text)]
    return _Easing(
        unit=tuple(name for name, text in free if _WHOLE_UNIT.search(text)),
        bearer=tuple(name for name, text in free if _BEARER.search(text)),
    )


@lru_cache(256)
def _hardy(rules: tuple[str, ...]) -> bool:
    """Whether one of the rules of a unit is Feel No Pain."""
    return any("feel no pain" in rule.casefold() and _TOO_LITTLE not in rule for rule in rules)


def _carries(group: ModelGroup, name: str) -> bool:
    return any(name.casefold() == each.casefold() for each in group.gear)
