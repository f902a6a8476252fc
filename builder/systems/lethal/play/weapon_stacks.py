"""The weapons of units as they stand: who carries them, how many still fire, in which modes (L-05, L-74)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.systems.lethal.command import FOCUSED, INDIRECT, MOVE_SHOOT, SHOOT_SHOOT
from builder.systems.lethal.contact import cover_reaches
from builder.systems.lethal.model import LethalCarried, LethalModelGroup, LethalWeapon, LethalWeaponMode
from builder.systems.lethal.play.state import LethalGame, LethalUnit
from builder.systems.lethal.values import Roll, mount
from builder.systems.play.game import UnitRef

STANDS_AND_SHOOTS = frozenset({"pistol", "rapid fire", "assault"})
"""The kinds of weapons that infantry may stand and shoot with (L-81, L-107)."""
RAPID = 30
"""Within so many cm rapid fire doubles its shots (L-81)."""
ALL = "all"
"""What a vehicle fires whose both shots are all its weapons once (L-74)."""
UNUSED_POWER = "it is a psychic ability: the act psychic comes first (L-87)"
BLASTS = frozenset({"blast", "large blast", "ordnance", "barrage"})


@dataclass(frozen=True, slots=True)
class LethalWeaponStack:
    """A weapon of a unit in one of its modes, with those who still fire it.

    Args:
        key: what acts call it: `boltgun`, `missile launcher/krak`.
        weapon: its name.
        mode: the mode.
        contact: the contact range of its bearers, in cm.
        bearers: how many there are, with the SS of each kind of them.
        mounted: what it counts as on a vehicle: main, defensive or ordnance; empty on foot.
        psychic: it is the attack of a psychic ability.
    """

    key: str
    weapon: str
    mode: LethalWeaponMode
    contact: int
    bearers: tuple[tuple[int, Roll], ...]
    mounted: str = ""
    psychic: bool = False

    @property
    def count(self) -> int:
        """How many are left."""
        return sum(number for number, _ in self.bearers)

    def has(self, *kinds: str) -> bool:
        """Whether it is of one of some kinds."""
        return not {*kinds}.isdisjoint(self.mode.kinds)

    @property
    def battery(self) -> str:
        """What a vehicle's shot is made of with it, beside defensive weapons: main, ordnance, or a barrage (L-74)."""
        if self.mounted == "ordnance" and self.has("barrage"):
            return "barrage"
        return self.mounted if self.mounted in ("main", "ordnance") else ""

    @property
    def titan_killer(self) -> str:
        """What a Titan Killer destroys of a structure (`D3`); empty for any other weapon (L-53)."""
        kind = next((kind for kind in self.mode.kinds if kind.startswith("titan killer")), "")
        return kind.removeprefix("titan killer").strip() or ("1" if kind else "")

    @property
    def text(self) -> str:
        """How many of it, and its name."""
        return f"{self.count} × {self.key.replace('/', ' – ')}"

    @property
    def line(self) -> str:
        """It in one line, with its contact range in the open and at each cover (L-40, L-41)."""
        assert self.mode.multiplier is not None
        far, light, medium, hard = cover_reaches(self.contact, self.mode.multiplier)
        kinds = f" ({', '.join(self.mode.kinds)})" if self.mode.kinds else ""
        return f"{self.text} {far} cm, 1/2 {light}, 1/4 {medium}, 1/10 {hard}, AP {self.mode.ap}{kinds}"

    @property
    def short_line(self) -> str:
        """It in a short line: `7 × boltgun 75/37/18/7 cm, AP 1`."""
        assert self.mode.multiplier is not None
        reaches = "/".join(map(str, cover_reaches(self.contact, self.mode.multiplier)))
        return f"{self.text} {reaches} cm, AP {self.mode.ap}"


def weapon_stacks(game: LethalGame, ref: UnitRef) -> tuple[LethalWeaponStack, ...]:
    """Return the weapons that a unit can fire as it stands, mode by mode."""
    body = game.body(ref)
    powers = {name for name, _ in body.unit.powers}
    found: dict[str, LethalWeaponStack] = {}
    for stack in (*_on_foot(body), *_on_hulls(body)):
        before = found.get(stack.key)
        bearers = (*before.bearers, *stack.bearers) if before else stack.bearers
        contact = min(before.contact, stack.contact) if before else stack.contact
        found[stack.key] = LethalWeaponStack(
            stack.key, stack.weapon, stack.mode, contact, bearers, stack.mounted, stack.weapon in powers
        )
    return tuple(found.values())


def _on_foot(body: LethalUnit) -> Iterator[LethalWeaponStack]:
    for group in body.groups:
        for carried in group.weapons:
            number = min(carried.count, body.left(group) * _each(carried, group))
            yield from _modes(carried.weapon, carried.contact, ((number, group.profile.ss),))


def _each(carried: LethalCarried, group: LethalModelGroup) -> int:
    """Return how many of a weapon a model carries at most."""
    return -(-carried.count // group.models)


def _on_hulls(body: LethalUnit) -> Iterator[LethalWeaponStack]:
    for hull in body.hulls:
        profile = hull.vehicle.profile
        for identity, weapon in hull.vehicle.weapons:
            if identity not in hull.destroyed_weapons:
                for stack in _modes(weapon, profile.cr, ((1, profile.ss),)):
                    yield LethalWeaponStack(
                        stack.key, stack.weapon, stack.mode, stack.contact, stack.bearers, mount(stack.mode.kinds)
                    )


def _modes(weapon: LethalWeapon, contact: int, bearers: tuple[tuple[int, Roll], ...]) -> Iterator[LethalWeaponStack]:
    for mode in weapon.modes:
        if mode.multiplier is not None:
            name = f"{weapon.name}/{mode.name}" if mode.name else weapon.name
            yield LethalWeaponStack(name, weapon.name, mode, contact, bearers)


def fired(body: LethalUnit, stack: LethalWeaponStack) -> bool:
    """Whether a unit has fired a weapon in the shot that has begun, in whatever mode."""
    return any(each.partition("/")[0] == stack.weapon for each in body.deeds.fired)


def joined_battery(body: LethalUnit, stack: LethalWeaponStack) -> str | None:
    """Return what the shot of a vehicle is made of once it fires a weapon; None where they do not go together (L-74).

    A shot is all main and defensive weapons, or one ordnance weapon and the defensive ones, or one ordnance barrage;
    `all` weapons once are both shots of a Shoot-Shoot.
    """
    deeds, now, new = body.deeds, body.deeds.battery, stack.battery
    if not deeds.fired or fired(body, stack):
        return now or new
    joins = now == new == "main" if now else new != "barrage"
    if joins or (not new and now != "barrage"):
        return now or new
    return ALL if now == ALL or (deeds.action == SHOOT_SHOOT and deeds.shots > 1) else None


def not_fired_now(body: LethalUnit, stack: LethalWeaponStack) -> str:
    """Return why a unit cannot fire a weapon in the shot that it has, whatever the target is; empty where it can."""
    deeds = body.deeds
    if not deeds.shots:
        return f"no shot of its {deeds.action} is left" if deeds.action else "take an action with a shot first (L-35)"
    if fired(body, stack) and deeds.shots == 1:
        return f"it has fired {stack.weapon} in this shot"
    if deeds.action == MOVE_SHOOT and stack.has("heavy"):
        return "no heavy weapons with Move-Shoot (L-62)"
    if deeds.action == FOCUSED and stack.has("barrage"):
        return "a Focused Shot is a direct one (L-64)"
    if deeds.action == INDIRECT and not stack.has(*BLASTS):
        return "only blasts, ordnance and barrages are fired indirectly (L-64)"
    if stack.psychic and deeds.power != stack.weapon:
        return UNUSED_POWER
    if stack.psychic and deeds.power_fired:
        return "a psychic ability is used once in a turn (L-87)"
    if stack.mounted and joined_battery(body, stack) is None:
        return "a shot is all main weapons, or one of ordnance, beside the defensive ones, or one barrage alone (L-74)"
    return ""
