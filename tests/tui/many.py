"""Datasheets with as many units as a test wants, and an army of them."""

from __future__ import annotations

from pathlib import Path

SLOTS = ("HQ", "Elites", "Troops", "Fast Attack", "Heavy Support")
ADJECTIVES = ("Old", "Loud", "Swift", "Grim", "Lost", "Iron", "Red", "Tall", "Quiet", "Proud")

HEAD = """format: muster-datasheet
version: 1
system: diceless
name: Many
revision: 1
weapons:
  slugga: {range: 12", S: 4, AP: 6, type: Pistol}
units:
"""

LINE = "{WS: 4, BS: 2, S: 3, T: 4, W: 1, I: 2, A: 2, Ld: 7, Sv: 6+}"

ARMY = """format: muster-army
version: 1
name: A few of many
system: diceless
data: diceless/many-{number}
limit: 500
units:
  - unit: Old Mob 0
  - unit: Grim Mob 13
"""


def name_of(place: int) -> str:
    """The name of a unit by its place."""
    return f"{ADJECTIVES[place % 10]} Mob {place}"


def many_units(folder: Path, number: int) -> Path:
    """Put datasheets with so many units into a folder of data, and give an army file beside it."""
    units = [
        f"  {name_of(place)}: {{slot: {SLOTS[place % 5]}, points: {6 * (5 + place % 7)}, weapons: [slugga],"
        f" models: {{Mobster: {{count: {5 + place % 7}-30, points: 6, profile: {LINE}}}}}}}\n"
        for place in range(number)
    ]
    path = folder / "datasheets" / "diceless" / f"many-{number}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + "".join(units))
    army = folder / f"many-{number}.yaml"
    army.write_text(ARMY.format(number=number))
    return army
