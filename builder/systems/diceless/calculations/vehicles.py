"""Damage on vehicles, one by one."""

from __future__ import annotations

from dataclasses import replace

from builder.systems.diceless.aim import OnVehicle, Speed, Zone, skill
from builder.systems.diceless.calculations.parts import (
    TO_HIT,
    TWIN_LINKED,
    Values,
    answer,
    rerolls,
    written,
)
from builder.systems.diceless.close_combat import WITCHBLADE_ON_VEHICLES
from builder.systems.diceless.damage import GRENADE_DAMAGE
from builder.systems.diceless.hazards import DANGEROUS_TERRAIN, travelled
from builder.systems.diceless.questions import armour, extra, inches, key, lines, printed_ap, save, word
from builder.systems.diceless.saves import save_worked
from builder.systems.diceless.shooting import SNIPER_EXTRA_ON_VEHICLES, SNIPER_STRENGTH_ON_VEHICLES
from builder.systems.diceless.vehicle_attacks import (
    GRENADES,
    TERRAIN_STRENGTH,
    dangerous_terrain,
    grenades,
    ramming,
    ramming_damage,
    vehicle_volley,
)
from builder.systems.diceless.vehicle_damage import Scored, room
from builder.systems.diceless.vehicle_damage import attack as attack_vehicle
from builder.systems.diceless.worked import Worked
from builder.systems.figures import optional, positive, whole
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _scored(worked: Worked[Scored], **more: object) -> Answer:
    after = worked.value
    result = {
        "line": after.line,
        "glancing": after.glancing,
        "penetrating": after.penetrating,
        "lines": dict(after.lines),
        "room": dict(room(after.lines)),
        "lost": after.lost,
    }
    return answer({**more, **result}, worked)


def _vehicle(given: Values) -> Answer:
    """D-50 to D-54."""
    if given["cover"] is None:
        return _scored(attack_vehicle(given["av"], given["strength"], given["damage"], given["lines"], given["extra"]))
    left = save_worked(given["damage"], given["cover"])
    scored = attack_vehicle(given["av"], given["strength"], left.value, given["lines"], given["extra"])
    words = f"cover {written(given['cover'])}: {given['damage']} DMG become {left.value}"
    return _scored(Worked(scored.value, (words, *scored.steps)))


def _shooting(given: Values) -> Answer:
    """D-21, D-22, D-30, D-33, D-50 and D-51."""
    if given["range"] is not None and given["distance"] is None:
        raise ValueError("say how far the target is as well: --distance 30")
    weapon, more = given["strength"], given["extra"]
    if given["sniper"]:
        weapon, more = SNIPER_STRENGTH_ON_VEHICLES, SNIPER_EXTRA_ON_VEHICLES
    target = OnVehicle(
        zone=given["zone"],
        speed=given["speed"],
        ap=given["ap"],
        tank_hunters=given["tank_hunters"],
    )
    heavy = None if given["range"] is None else (given["range"], given["distance"])
    modified = skill(given["bs"], rerolls(given), heavy, target)
    fired = vehicle_volley(modified, given["shots"], given["models"], given["cover"])
    return _landed(given, fired, weapon, more, bs=modified.value)


def _assault(given: Values) -> Answer:
    """D-33, D-42, D-50 and D-60."""
    target = OnVehicle(speed=given["speed"], tank_hunters=given["tank_hunters"])
    modified = skill(given["ws"], rerolls(given), None, target, "WS")
    struck = vehicle_volley(modified, given["attacks"], given["models"], name="WS", unit="attack")
    strength = WITCHBLADE_ON_VEHICLES if given["witchblade"] else given["strength"]
    return _landed(given, struck, strength, given["extra"], ws=modified.value)


def _landed(given: Values, damage: Worked[int], strength: int | None, more: str | None, **skilled: int) -> Answer:
    """The DMG alone, or where the armour is given, what it does to the vehicle."""
    if given["av"] is None:
        return answer({**skilled, "damage": damage.value}, damage)
    if strength is None:
        raise ValueError("say the S of the attack too: --strength 8")
    scored = attack_vehicle(given["av"], strength, damage.value, given["lines"], more)
    return _scored(Worked(scored.value, (*damage.steps, *scored.steps)), **skilled, damage=damage.value)


def _grenades(given: Values) -> Answer:
    """D-60."""
    scored = grenades(given["kind"], given["models"], given["av"], given["lines"])
    return _scored(scored, damage=given["models"] * GRENADE_DAMAGE)


def _ramming(given: Values) -> Answer:
    """D-61."""
    scored = ramming(given["av"], given["strength"], given["lines"], given["skimmer"])
    return _scored(scored, damage=ramming_damage(given["skimmer"]))


def _terrain(given: Values) -> Answer:
    """D-61 and D-104."""
    scored = dangerous_terrain(given["rear"], given["inches"], given["lines"], given["strength"], given["amount"])
    return _scored(scored, damage=travelled(given["amount"], given["inches"]).value)


AV = Parameter(name="av", text="armour of the side that is hit", read=armour)
LINES = Parameter(name="lines", text="DMG on its lines before: A=12,E=8", read=lines, default="")
_STRENGTH = Parameter(name="strength", text="S of the attack", read=positive)
_EXTRA = Parameter(name="extra", text="extra penetration: D6 (melta), D3 (rending)", read=extra, default="none")
_COVER = Parameter(name="cover", text="the save of the vehicle's cover", read=save, default="none")
_SPEED = Parameter(
    name="speed", text="of the vehicle: immobile, combat, cruising, flat out", read=word(Speed), default="cruising"
)
_TANK_HUNTERS = Parameter(name="tank-hunters", text="the attackers are tank hunters")
_ON_LINES = (
    replace(AV, text="armour of the side that is hit, to see the lines", read=optional(armour), default=""),
    replace(_STRENGTH, read=optional(positive), default=""),
    _EXTRA,
    LINES,
)

CALCULATIONS = (
    Calculation(
        name="vehicle",
        text="What DMG does to the lines of a vehicle.",
        rule="D-52",
        parameters=(
            AV,
            _STRENGTH,
            Parameter(name="damage", text="DMG", read=whole),
            LINES,
            _EXTRA,
            _COVER,
        ),
        answer=_vehicle,
    ),
    Calculation(
        name="vehicle-shooting",
        text="DMG of one type of weapon on a vehicle, and what it does to its lines.",
        rule="D-50",
        parameters=(
            Parameter(name="bs", text="BS of the firer", read=whole),
            Parameter(name="shots", text="shots of one model", read=positive, default="1"),
            Parameter(name="models", text="models that fire", read=positive, default="1"),
            Parameter(
                name="zone", text="of a heavy weapon: red, orange, yellow", read=optional(word(Zone)), default=""
            ),
            _SPEED,
            Parameter(name="ap", text="the AP of the weapon: 1 to 6, or -", read=printed_ap, default=""),
            Parameter(
                name="range", text="range of a heavy weapon, for the optional rule", read=optional(inches), default=""
            ),
            Parameter(name="distance", text="inches to the vehicle", read=optional(inches), default=""),
            TWIN_LINKED,
            TO_HIT,
            _TANK_HUNTERS,
            Parameter(name="sniper", text="a sniper weapon: S 3 and rending"),
            _COVER,
            *_ON_LINES,
        ),
        answer=_shooting,
    ),
    Calculation(
        name="vehicle-assault",
        text="DMG of attacks on a vehicle, and what it does to its lines.",
        rule="D-60",
        parameters=(
            Parameter(name="ws", text="WS of the attacker", read=whole),
            Parameter(name="attacks", text="attacks of one model", read=positive, default="1"),
            Parameter(name="models", text="models that attack", read=positive, default="1"),
            _SPEED,
            TO_HIT,
            _TANK_HUNTERS,
            Parameter(name="witchblade", text="with a witchblade: S 9"),
            *_ON_LINES,
        ),
        answer=_assault,
    ),
    Calculation(
        name="grenades",
        text="What grenades do to a vehicle in an assault.",
        rule="D-60",
        parameters=(
            Parameter(name="kind", text="defensive, assault, krak, melta bomb", read=key(GRENADES)),
            Parameter(name="models", text="models that attack with them", read=positive, default="1"),
            AV,
            LINES,
        ),
        answer=_grenades,
    ),
    Calculation(
        name="ramming",
        text="What ramming does to a vehicle.",
        rule="D-61",
        parameters=(
            AV,
            Parameter(name="strength", text="S as in the base game", read=positive),
            Parameter(name="skimmer", text="a skimmer is rammed"),
            LINES,
        ),
        answer=_ramming,
    ),
    Calculation(
        name="vehicle-terrain",
        text="What dangerous terrain does to a vehicle.",
        rule="D-61",
        parameters=(
            Parameter(name="rear", text="its rear armour", read=armour),
            Parameter(name="inches", text="the way in it", read=inches),
            LINES,
            Parameter(name="strength", text="S as agreed", read=positive, default=str(TERRAIN_STRENGTH)),
            Parameter(name="amount", text="DMG for each inch as agreed", read=positive, default=str(DANGEROUS_TERRAIN)),
        ),
        answer=_terrain,
    ),
)
