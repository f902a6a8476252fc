"""Units of Lethal 40K made for a rule, and games between them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from builder.roster.marks import Mark, PlannedGroup
from builder.systems.lethal.model import (
    Bond,
    LethalArmy,
    LethalArmyUnit,
    LethalCarried,
    LethalModelGroup,
    LethalModelProfile,
    LethalVehicle,
    LethalVehicleProfile,
    LethalWeapon,
    LethalWeaponMode,
)
from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.changes import LethalBegun
from builder.systems.lethal.play.state import Combat, LethalGame, LethalUnit, StoredArmy
from builder.systems.lethal.values import Roll, read_roll
from builder.systems.play.events import Event
from builder.systems.play.game import UnitRef
from tests.systems.lethal.play.games import Given, after, decided

SLOTS = {"hq": "HQ", "troops": "TR", "heavy support": "HS", "fast attack": "FA", "elites": "EL"}


def roll(text: str) -> Roll:
    """`2x3+` as a skill or a save."""
    found = read_roll(text)
    assert found is not None
    return found


def gun(name: str, *kinds: str, wrm: str = "1", ap: int = 1, shots: int = 1) -> LethalWeapon:
    """A weapon of one mode."""
    return LethalWeapon(
        name=name, modes=(LethalWeaponMode(name="", multiplier=Fraction(wrm), ap=ap, shots=shots, kinds=kinds),)
    )


def blade(name: str, *kinds: str, ap: int = 0) -> LethalWeapon:
    """A weapon of close combat."""
    mode = LethalWeaponMode(name="", multiplier=None, ap=ap, kinds=("close combat", *kinds))
    return LethalWeapon(name=name, modes=(mode,))


def foot(
    identity: str,
    models: int = 10,
    *,
    cm: int = 3,
    m: int = 15,
    cr: int = 75,
    cs: str = "4+",
    ss: str = "4+",
    ap: int = 0,
    av: int = 5,
    su: str | None = "0",
    structure: int = 1,
    types: tuple[str, ...] = ("infantry",),
    weapons: Sequence[LethalWeapon] = (),
    rules: tuple[str, ...] = (),
    slot: str = "troops",
    marks: tuple[Mark, ...] = (),
    powers: tuple[tuple[str, str], ...] = (),
    bond: Bond = Bond.SEPARATE,
    part_of: str = "",
    extra_ammo: int = 0,
) -> LethalArmyUnit:
    """A unit of models on foot, called by its id in capitals; `su` None is SU (M)."""
    profile = LethalModelProfile(
        name=identity.upper(), types=types, m=m, cr=cr, cs=roll(cs), ss=roll(ss), ap=ap, av=av,
        su=None if su is None else roll(su), cm=cm, structure=structure,
    )  # fmt: skip
    carried = tuple(LethalCarried(weapon, models, cr) for weapon in weapons)
    group = LethalModelGroup(id=f"{identity}.1", name="Trooper", models=models, profile=profile, weapons=carried)
    return LethalArmyUnit(
        id=identity, entry=identity, name=identity.upper(), slot=SLOTS[slot], category=slot, points=Decimal(100),
        groups=(group,), rules=rules, marks=marks, powers=powers, bond=bond, part_of=part_of, extra_ammo=extra_ammo,
    )  # fmt: skip


def hull(
    identity: str,
    *,
    m: int = 30,
    cm: int = 2,
    su: str | None = None,
    front: int = 8,
    side: int = 6,
    rear: int = 5,
    cs: str = "0",
    structure: int = 1,
    capacity: int | None = None,
    types: tuple[str, ...] = ("vehicle",),
    weapons: Sequence[LethalWeapon] = (),
    rules: tuple[str, ...] = (),
    slot: str = "heavy support",
) -> LethalArmyUnit:
    """A vehicle that is a unit, called by its id in capitals."""
    profile = LethalVehicleProfile(
        name=identity.upper(), types=types, m=m, cr=75, cs=roll(cs), ss=roll("3+"), ap=0, front=front, side=side,
        rear=rear, su=None if su is None else roll(su), cm=cm, structure=structure, capacity=capacity,
    )  # fmt: skip
    mounted = tuple((f"{identity}.w{number}", weapon) for number, weapon in enumerate(weapons, 1))
    vehicle = LethalVehicle(id=identity, name=identity.upper(), profile=profile, weapons=mounted)
    return LethalArmyUnit(
        id=identity, entry=identity, name=identity.upper(), slot=SLOTS[slot], category=slot, points=Decimal(100),
        vehicles=(vehicle,), rules=rules,
    )  # fmt: skip


def game(
    mine: Sequence[LethalArmyUnit],
    theirs: Sequence[LethalArmyUnit] = (),
    *,
    planned: Sequence[PlannedGroup] = (),
    settings: tuple[tuple[str, str], ...] = (),
) -> LethalGame:
    """A game between two armies, Mia's and Tom's, before its first turn."""
    armies = (
        StoredArmy(
            army=LethalArmy(name="Mia", units=tuple(mine), points=Decimal(0), settings=settings), planned=tuple(planned)
        ),
        StoredArmy(army=LethalArmy(name="Tom", units=tuple(theirs), points=Decimal(0))),
    )
    event: Event[Any] = Event(kind="start", text="Begun", changes=(LethalBegun(names=("Mia", "Tom"), armies=armies),))
    return PLAY.begin(PLAY.decode(PLAY.version, PLAY.encode(event)))


def play(game: LethalGame, *acts: tuple[str, Given]) -> LethalGame:
    """A game after acts, none of which leaves a question open."""
    for verb, given in acts:
        game = after(game, verb, given)
    return game


def in_command(game: LethalGame, dice: str = "6,2") -> LethalGame:
    """A game in the command phase of its next turn, the initiative by the dice."""
    return play(game, ("turn", {}), ("initiative", {"dice": dice}), ("next", {}))


def in_combat_phase(game: LethalGame, dice: str = "6,2") -> LethalGame:
    """A game in the combat phase of its next turn, the initiative by the dice."""
    return play(in_command(game, dice), ("next", {}))


def unit(game: LethalGame, identity: str, side: int = 0) -> LethalUnit:
    """A unit of a side as it stands."""
    return game.body(UnitRef(side, identity))


def charged(
    mine: LethalArmyUnit, theirs: LethalArmyUnit, *more: tuple[str, dict[str, str]], **given: str
) -> LethalGame:
    """A combat that the first side began by a charge, after some acts."""
    now = in_combat_phase(game([mine, foot("b")], [theirs, foot("y")]))
    now = play(now, *more)
    return play(now, ("action", {"unit": mine.id, "action": "Move-Move", "contact": theirs.id, **given}))


def combat(now: LethalGame) -> Combat:
    (found,) = now.extra.combats.values()
    return found


def dice(now: LethalGame, striker: str, target: str, **more: str | bool) -> str:
    """How many dice are asked for."""
    return decided(now, "fight", {"unit": striker, "target": target, **more}).questions[0].text


RIFLE = gun("rifle", "rapid fire")
ENEMY = foot("x", su="5+", av=2)
"""Ten men who are fired at."""


def ready(
    *weapons: LethalWeapon, models: int = 10, target: LethalArmyUnit = ENEMY, action: str = "Shoot-Shoot"
) -> LethalGame:
    """A unit with two shots at an enemy of ten men."""
    now = in_combat_phase(game([foot("a", models, weapons=weapons or (RIFLE,))], [target, foot("y")]))
    die = {"die": "5"} if action in ("Focused Shot", "Indirect/Barrage") else {}
    return play(now, ("action", {"unit": "a", "action": action, **die}))


def shot(**more: str | bool) -> dict[str, str | bool]:
    """What a shot with rifles at that enemy is given."""
    return {"unit": "a", "weapon": "rifle", "target": "x", "distance": "40", **more}
