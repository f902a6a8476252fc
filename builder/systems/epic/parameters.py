"""Values of Epic that a player gives to a calculation, each with a message that says how it is written."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Annotated

from builder.systems.epic.actions import ACTIONS
from builder.systems.epic.shooting import Shooter
from builder.systems.epic.weapons import Arc, Firepower, Target, read_arc, read_firepower
from builder.systems.figures import positive
from builder.systems.parameters import Kind, one_of

TARGETS = {"infantry": Target.AP, "AP": Target.AP, "armour": Target.AT, "AT": Target.AT}
MOST_CM = 10_000


def action_id(text: str) -> str:
    """Return an action by its id; words may stand apart."""
    return one_of(text.strip().replace(" ", "-"), (action.id for action in ACTIONS))


def target(text: str) -> Target:
    """Return what is fired at."""
    return TARGETS[one_of(text, TARGETS)]


def shooters(text: str) -> tuple[Shooter, ...]:
    """Return units with their weapons: `AP5+/AT6+`, or `6: AP5+/AT6+, 2 x AP4+` for six of them."""
    number, colon, weapons = text.partition(":")
    count = positive(number) if colon else 1
    fire = tuple(_firepower(part) for part in (weapons if colon else text).split(","))
    return (Shooter(text.strip(), fire),) * count


def _firepower(text: str) -> Firepower:
    found = read_firepower(text)
    if found is None:
        raise ValueError(f"'{text.strip()}' is no firepower: write AP5+, AP5+/AT6+, 2 x AP4+, D3 x AT4+ or MW3+")
    return found


def centimetres(text: str) -> Decimal:
    """Return a distance in cm, which may have a decimal point."""
    try:
        value = Decimal(text.strip())
    except InvalidOperation:
        value = Decimal(-1)
    if not 0 <= value <= MOST_CM:
        raise ValueError("write a distance in cm, such as 7.5")
    return value


def arc(text: str) -> Arc:
    """Return an arc of fire."""
    found = read_arc(text)
    if found is None:
        raise ValueError(f"'{text.strip()}' is none of: forward, rear, left, right, fixed forward, 360°")
    return found


def _target(value: Target) -> str:
    return "infantry" if value is Target.AP else "armour"


def _shooters(value: tuple[Shooter, ...]) -> str:
    return value[0].name


ActionId = Annotated[str, Kind(read=action_id, schema={"enum": [action.id for action in ACTIONS]})]
"""An action by its id, as the type of a field."""
FiredAt = Annotated[Target, Kind(read=target, write=_target, schema={"enum": [*TARGETS]})]
"""What is fired at."""
Shooters = Annotated[tuple[Shooter, ...], Kind(read=shooters, write=_shooters)]
"""Equal units with their weapons: `6: AP5+/AT6+, 2 x AP4+`."""
Centimetres = Annotated[Decimal, Kind(read=centimetres, schema={"type": "number", "minimum": 0, "maximum": MOST_CM})]
"""A distance in cm, which may have a decimal point."""
FireArc = Annotated[Arc, Kind(read=arc)]
"""An arc of fire."""
