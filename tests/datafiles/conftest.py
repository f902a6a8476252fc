"""A small faction to write armies and mistakes against."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

SYSTEM = Path(__file__).parents[2] / "datasheets" / "diceless" / "system.yaml"

FACTION = """\
format: muster-datasheet
version: 1
system: diceless
name: Test Marines
source: 5th edition
weapons:
  boltgun: {range: 24", S: 4, AP: 5, type: Rapid Fire}
  bolt pistol: {range: 12", S: 4, AP: 5, type: Pistol}
  plasma gun: {range: 24", S: 7, AP: 2, type: Rapid Fire, rules: [gets hot]}
  missile launcher:
    modes:
      frag: {range: 48", S: 4, AP: 6, type: Heavy 1, blast: blast}
      krak: {range: 48", S: 8, AP: 3, type: Heavy 1}
  claws: {S: User, rules: [lightning claw]}
wargear:
  storm shield: {text: 3+ invulnerable save}
  armour: {sets: {Sv: 4+}}
  bike: {text: rides a bike, sets: {T: 4(5)}}
rules:
  Steady: Holds its ground.
units:
  Captain:
    slot: HQ
    points: 100
    profile: {WS: 6, BS: 5, S: 4, T: 4, W: 3, I: 5, A: 3, Ld: 10, Sv: 3+/4++}
    weapons: [boltgun, bolt pistol]
    options:
      - {replace: [boltgun, bolt pistol], choices: {claws: 25}}
      - {choices: {bike: 35}, per: model}
  Squad:
    slot: Troops
    points: 90
    rules: [steady]
    weapons: [bolt pistol]
    models:
      Sergeant:
        profile: {WS: 4, BS: 4, S: 4, T: 4, W: 1, I: 4, A: 2, Ld: 9, Sv: 3+}
        weapons: [boltgun]
      Marine:
        count: 4-9
        points: 16
        profile: {WS: 4, BS: 4, S: 4, T: 4, W: 1, I: 4, A: 1, Ld: 8, Sv: 3+}
        weapons: [boltgun]
    options:
      - {for: Marine, needs: 10, replace: boltgun, choices: {plasma gun: 10}}
      - {for: Marine, per: 5, replace: boltgun, choices: {missile launcher: 5}}
      - {for: Sergeant, choices: {storm shield: 5}}
    transport: [Rhino]
  Mob:
    slot: Troops
    points: 60
    size: 10-30
    weapons: [bolt pistol, claws, claws]
    models:
      Boy:
        count: 9-30
        points: 6
        profile: {WS: 4, BS: 2, S: 3, T: 4, W: 1, I: 2, A: 2, Ld: 7, Sv: 6+}
      Boss:
        count: 0-1
        points: 16
        profile: {WS: 4, BS: 2, S: 4, T: 4, W: 2, I: 3, A: 3, Ld: 7, Sv: 6+}
    options:
      - {for: Boy, take: all, replace: bolt pistol, choices: {boltgun: 1}}
      - {for: Boy, per: 10, replace: bolt pistol, choices: {plasma gun: 10}}
      - {for: Boy, take: all, choices: {armour: 4}}
      - {for: Boy, take: all, choices: {mounts: {points: 10, weapons: [plasma gun], wargear: [storm shield]}}}
      - {for: Boss, choices: {relic: {points: 9, weapons: plasma gun, wargear: storm shield, rules: steady}}}
  Battery:
    slot: Heavy Support
    points: 40
    rules: [artillery]
    models:
      Gun:
        count: 1-3
        points: 30
        vehicle: {type: Artillery, BS: 4, front: 10, side: 10, rear: 10}
        weapons: [missile launcher]
      Gunner:
        count: 2-4
        per: Gun
        points: 5
        profile: {WS: 4, BS: 4, S: 3, T: 3, W: 1, I: 3, A: 1, Ld: 7, Sv: 5+}
        weapons: [bolt pistol]
      Loader:
        count: 1
        per: 2 Gun
        points: 3
        profile: {WS: 2, BS: 2, S: 2, T: 2, W: 1, I: 2, A: 1, Ld: 5, Sv: "-"}
      Watcher:
        count: 0-1
        points: 9
        without: [claws, Rhino]
        profile: {WS: 4, BS: 4, S: 3, T: 3, W: 1, I: 3, A: 1, Ld: 7, Sv: 5+}
        weapons: [bolt pistol]
    options:
      - {for: [Gunner, Watcher], take: all, choices: {armour: 2}}
      - {for: [Gunner, Watcher], take: 2, replace: bolt pistol, choices: {plasma gun: 10}}
      - {for: all, per: model, without: armour, choices: {storm shield: 5}}
      - {for: Gunner, with: [plasma gun, storm shield], choices: {claws: 4}}
    transport: [Rhino]
  Marshal:
    slot: HQ
    points: 80
    profile: {WS: 5, BS: 5, S: 4, T: 4, W: 2, I: 5, A: 3, Ld: 10, Sv: 3+}
  Guard:
    slot: Retinue
    points: 50
    limit: 1-2
    per: [Marshal]
    models:
      Guardsman: {count: 5, profile: {WS: 4, BS: 4, S: 4, T: 4, W: 1, I: 4, A: 2, Ld: 9, Sv: 3+}}
  Rhino:
    slot: Dedicated Transport
    points: 35
    vehicle: {BS: 4, front: 11, side: 11, rear: 10, capacity: 10}
    weapons: [boltgun]
"""

ARMY = """\
format: muster-army
version: 1
name: First
system: diceless
data: diceless/marines
limit: 500
units:
"""


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, with the small faction in it."""
    folder = tmp_path / "data"
    sheets = folder / "datasheets" / "diceless"
    sheets.mkdir(parents=True)
    shutil.copy(SYSTEM, sheets / "system.yaml")
    (sheets / "marines.yaml").write_text(FACTION, encoding="utf-8")
    monkeypatch.setenv("MUSTER_DATA", str(folder))
    return folder


@pytest.fixture
def faction() -> str:
    """The text of the small faction."""
    return FACTION


@pytest.fixture
def frame() -> str:
    """The text of the system's frame."""
    return SYSTEM.read_text(encoding="utf-8")


@pytest.fixture
def army_text(data_folder: Path) -> Callable[[str], bytes]:
    """Makes an army file of the small faction from the lines of its units."""

    def make(units: str) -> bytes:
        return (ARMY + units).encode()

    return make
