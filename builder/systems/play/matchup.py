"""How units of a system without dice fare against each other: how things are taken to stand, and what comes of that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from builder.record import Record
from builder.systems.figures import Whole
from builder.systems.parameters import Choice, Kind, Params, given
from builder.systems.play.events import Player
from builder.systems.play.game import AnyRef

if TYPE_CHECKING:
    from builder.systems.blocks import Card

FARTHEST, MOST_DISTANCES = 240, 8


def _read_distances(text: str) -> tuple[int, ...]:
    parts = [part.strip().removesuffix('"') for part in text.split(",") if part.strip()]
    if not all(part.isdecimal() and len(part) <= 3 and 0 < int(part) <= FARTHEST for part in parts):
        raise ValueError(f"write distances in whole inches up to {FARTHEST}, commas between, such as 12,24,36")
    found = tuple(sorted({int(part) for part in parts}))
    if len(found) > MOST_DISTANCES:
        raise ValueError(f"write at most {MOST_DISTANCES} distances")
    return found


_COVERS: Mapping[int | str | None, str] = {
    None: "none",
    2: "2+",
    3: "3+",
    4: "4+",
    5: "5+",
    6: "6+",
    **{kind: kind for kind in ("light", "soft", "hard")},
}


def _read_cover(text: str) -> int | str | None:
    word = text.strip().lower()
    if word not in _COVERS.values():
        raise ValueError("write a save from 2+ to 6+, or none; light, soft or hard where cover gives no save")
    return next(cover for cover, written in _COVERS.items() if written == word)


Distances: TypeAlias = Annotated[
    tuple[int, ...],
    Kind(
        read=_read_distances,
        write=lambda value: ",".join(map(str, value)),
        schema={"type": "array", "items": {"type": "integer"}},
        metavar="INCHES",
    ),
]
"""Distances in inches, the nearest first."""
Cover: TypeAlias = Annotated[
    int | str | None,
    Kind(
        read=_read_cover,
        write=lambda cover: _COVERS[cover],
        words=tuple(Choice(cover, word, word) for cover, word in _COVERS.items()),
        metavar="COVER",
    ),
]
"""The save of cover, 2 for 2+, None for none; or its kind, where lists play cover that gives no save."""


class Assumptions(Params):
    """How things are taken to stand, where armies and the game do not say it."""

    distances: Distances = given("The distances of shooting.", default=(12, 24, 36, 48))
    hits: Whole | None = given(
        "Models under each template and blast; without it as many as are usual for its size.", default=None
    )
    cover: Cover = given(
        "The cover of whoever is shot at: a save, or its kind in lists with cover by modifiers.", default=None
    )
    side: Literal["front", "side", "rear"] = given("The side of vehicles that is shot at.", default="front")
    zone: Literal["red", "orange", "yellow"] = given(
        "The zone of the angle template that heavy weapons fire from at vehicles.", default="red"
    )
    once: bool = given("With the weapons that are used once a game.", default=False)
    speed: Literal["immobile", "combat", "cruising", "flat out"] | None = given(
        "How fast vehicles move; without it as noted in the game, else cruising.", default=None
    )


class Situation(Record, frozen=True):
    """In which way units meet: at a distance in inches, or in an assault, where `distance` is None.

    Args:
        verb: the act of a game by which they do, with all weapons; `fields` take attacker and target there.
        one: the act with one weapon, whose fields are called attacker and target.
        given: what either is given beside them.
    """

    id: str
    text: str
    distance: int | None = None
    verb: str = ""
    fields: tuple[str, str] = ("attacker", "target")
    one: str = ""
    given: Mapping[str, str] = {}

    def act(self, attacker: str, target: str, weapon: str = "") -> tuple[str, Mapping[str, str]]:
        """The act by which a unit attacks another one, with one weapon or with all, and what it is given."""
        if weapon:
            return self.one, {"attacker": attacker, "target": target, "weapon": weapon, **self.given}
        return self.verb, {self.fields[0]: attacker, self.fields[1]: target, **self.given}


class WeaponResult(Record, frozen=True, kw_only=True):
    """What one type of weapon of a unit does in an encounter, after those before it.

    Args:
        name: how many of which weapon.
        damage: before saves.
        hp, models: what the target loses.
        hits: what is scored on a vehicle, by kind.
        lines: DMG that it puts on each line of a vehicle.
    """

    name: str
    damage: int
    hp: int = 0
    models: int = 0
    hits: Mapping[str, int] = {}
    lines: Mapping[str, int] = {}


class Encounter(Record, frozen=True, kw_only=True):
    """What one unit does to another in one round.

    Args:
        attacker, target: their ids; `side` is that of the attacker, 0 or 1.
        situation: the id of the way in which they meet.
        damage: before saves, of all weapons.
        hp, models: what the target loses, with the character who leads it; `of_hp`, `of_models` are what it has before.
        hits: what is scored on a vehicle, by kind (`glancing`).
        destroyed: whether nobody of the target is left.
        points: of the target that are destroyed, by the share of HP that it loses; of a vehicle all or none.
        rounds: rounds until it is destroyed if nobody strikes back; None where it takes more than the rules try.
        tests: those that it must take, in words.
        weapons: what each type of weapon does, in order.
        left_out: weapons that cannot be worked out, with the reason.
    """

    side: int
    attacker: str
    target: str
    situation: str
    damage: int = 0
    hp: int = 0
    of_hp: int = 0
    models: int = 0
    of_models: int = 0
    hits: Mapping[str, int] = {}
    destroyed: bool = False
    points: Decimal = Decimal(0)
    rounds: int | None = None
    tests: tuple[str, ...] = ()
    weapons: tuple[WeaponResult, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def harmless(self) -> bool:
        """Whether nothing comes of it, not even DMG on a line that counts later."""
        return not (self.hp or self.hits or any(each.lines for each in self.weapons))


class Combatant(Record, frozen=True, kw_only=True):
    """A unit as it stands: `hp` and `hp_full` are None for vehicles; `boxes` are what vehicles have in their place.

    Where it cannot be attacked, `absent` says why; where it has attacked in this phase of a game, `done` says what it
    used. `ref` is what acts of a game call it.
    """

    id: str
    name: str
    slot: str = ""
    points: Decimal = Decimal(0)
    models: int = 1
    hp: int | None = None
    hp_full: int | None = None
    boxes: str = ""
    absent: str = ""
    done: str = ""
    ref: str = ""


class Matchup(Record, frozen=True, kw_only=True):
    """Every unit of two sides against every unit of the other.

    Args:
        names: of the sides.
        sides: their units.
        situations: the ways in which they meet.
        encounters: by the attacker's side, its id, that of the target, and that of the situation.
        taken: how things were taken to stand, in words.
    """

    names: tuple[str, str]
    sides: tuple[tuple[Combatant, ...], tuple[Combatant, ...]]
    situations: tuple[Situation, ...]
    encounters: Mapping[tuple[int, str, str, str], Encounter]
    taken: tuple[str, ...] = ()


class WhatIf(Record, frozen=True, kw_only=True):
    """What one thing more or fewer changes: `name` says what, the figures are how much more the target loses."""

    name: str
    damage: int = 0
    hp: int = 0
    models: int = 0
    hits: int = 0


class Comparison(Record, frozen=True, kw_only=True):
    """One unit against each of its enemies.

    Args:
        attacker: the unit; `weapons` are the names of those that it can use, `used` those that were asked for, all if
            none.
        targets: the enemies, those who cannot be attacked now too.
        situations: the ways in which they meet.
        encounters: by the target's id and that of the situation.
        differences: what one more or fewer changes, where anything comes of it, by the same.
        taken: how things were taken to stand, in words.
    """

    attacker: Combatant
    targets: tuple[Combatant, ...]
    situations: tuple[Situation, ...]
    encounters: Mapping[tuple[str, str], Encounter]
    differences: Mapping[tuple[str, str], tuple[WhatIf, ...]] = {}
    weapons: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


class Matcher(Record, frozen=True, kw_only=True, eq=False):
    """What works out how units of a system fare against each other.

    Args:
        armies: two armies as they are listed.
        game: both sides of a game as they stand.
        targets: one unit or vehicle of a game against all of its enemies, with the weapons that are named, or with all;
            a PlayError where it has none that is called so.
        cards: those of a sheet that tells for each unit of an army what it does to each of another one, which has a
            name, or to common profiles without one; of one unit alone where its id is given.
    """

    armies: Callable[[Sequence[Player[Any]], Assumptions], Matchup]
    game: Callable[[Any, Assumptions], Matchup]
    targets: Callable[[Any, AnyRef, Sequence[str], Assumptions], Comparison]
    cards: Callable[[Any, Any, str, Assumptions, str], Iterable[Card]]
