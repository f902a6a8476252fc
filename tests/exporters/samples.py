"""Armies made by hand, which show every kind of card: what the golden samples and the tests print."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from builder.errors import Finding, Severity
from builder.roster.marks import Mark
from builder.systems.blocks import Slot
from builder.systems.fortyk.model import (
    FortykArmy,
    Vehicle,
    VehicleProfile,
)
from builder.systems.protocol import Counter, CounterPart
from tests.exporters.making import (
    ASSAULT_CANNON,
    AUTOCANNON,
    BIG_CHOPPA,
    BIG_SHOOTA,
    BOLT_PISTOL,
    BOLTGUN,
    CERBERUS,
    CHOPPA,
    COMBI_PLASMA,
    DAKKAGUN,
    DEMOLISHER,
    FISTS,
    FORCE_WEAPON,
    HEAVY_BOLTER,
    KANNON,
    MEGA_SLUGGA,
    MISSILES,
    MULTI_MELTA,
    PLASMA_GUN,
    POWER_FIST,
    POWER_KLAW,
    POWER_SWORD,
    ROKKIT,
    SHOOTA,
    SKORCHA,
    SLUGGA,
    SMITE,
    SNIPER,
    STIKKBOMBZ,
    STORM_BOLTER,
    SYRINGE,
    TWIN_SHOOTA,
    VORTEX,
    group,
    hull,
    profile,
    unit,
    vehicle,
)

SERGEANT = profile("Sergeant", "4 4 4 4 1 4 2 9", 3)
MARINE = profile("Marine", "4 4 4 4 1 4 1 8", 3)


LIBRARIAN = unit(
    "f2c8",
    "HQ",
    "Librarian Orsino Vael",
    100,
    (
        group(
            "f2c8.1",
            "Librarian",
            1,
            profile("Librarian", "5 4 4 4 2 4 2 10", 3),
            FORCE_WEAPON,
            BOLT_PISTOL,
            VORTEX,
            SMITE,
        ),
    ),
    rules=("Psyker", "Psychic hood"),
    powers=("Vortex of Doom", "Smite"),
    psykers=1,
)
TERMINATORS = unit(
    "a5h8",
    "EL",
    "Terminator Squad",
    230,
    (
        group("a5h8.1", "Sergeant", 1, profile("Sergeant", "4 4 4 4 1 4 2 9", 2, 5), STORM_BOLTER, POWER_SWORD),
        group(
            "a5h8.2", "Assault cannon", 1, profile("Terminator", "4 4 4 4 1 4 2 9", 2, 5), ASSAULT_CANNON, POWER_FIST
        ),
        group("a5h8.3", "Storm bolter", 3, profile("Terminator", "4 4 4 4 1 4 2 9", 2, 5), STORM_BOLTER, POWER_FIST),
    ),
    marks=(Mark("deep_strike"),),
)
TACTICALS = unit(
    "t9b8",
    "TR",
    "Tactical Squad Ancora",
    215,
    (
        group("t9b8.1", "Sergeant", 1, SERGEANT, COMBI_PLASMA, POWER_FIST, BOLT_PISTOL),
        group("t9b8.2", "Plasma gun", 1, MARINE, PLASMA_GUN, BOLT_PISTOL),
        group("t9b8.3", "Missile launcher", 1, MARINE, MISSILES, BOLT_PISTOL),
        group("t9b8.4", "Boltgun", 7, MARINE, BOLTGUN, BOLT_PISTOL),
    ),
    marks=(Mark("riding_in", "a5h4"),),
)
SCOUTS = unit(
    "p5w2",
    "TR",
    "Scout Squad",
    85,
    (
        group("p5w2.1", "Sergeant", 1, profile("Sergeant", "4 4 4 4 1 4 2 9", 4), BOLTGUN),
        group("p5w2.2", "Missile launcher", 1, profile("Scout", "3 3 4 4 1 4 1 8", 4), MISSILES),
        group("p5w2.3", "Sniper rifle", 3, profile("Scout", "3 3 4 4 1 4 1 8", 4), SNIPER),
    ),
    rules=("Infiltrate", "Move through cover"),
    marks=(Mark("reserve"), Mark("riding_in", "d8s9")),
)
DREADNOUGHT = vehicle(
    "h9j2",
    "EL",
    "Dreadnought",
    105,
    VehicleProfile(name="Dreadnought", bs=4, front=12, side=12, rear=10, types=("walker",), ws=4, s=6, i=4, a=2),
    (MULTI_MELTA, STORM_BOLTER, FISTS),
)
RHINO = vehicle(
    "a5h4", "TR", "Rhino 1", 35, hull("Rhino", "11/11/10", 4, "tank", capacity=10), (STORM_BOLTER,), ("Repair",)
)
STORM = vehicle(
    "d8s9",
    "FA",
    "Land Speeder Storm",
    50,
    hull("Land Speeder Storm", "10/10/10", 3, "open-topped", "fast", "skimmer", capacity=5),
    (HEAVY_BOLTER, CERBERUS),
    ("Jamming beacon",),
)
PREDATOR = vehicle(
    "s9j4",
    "HS",
    "Predator Destructor",
    85,
    hull("Predator", "13/11/10", 4, "tank"),
    (AUTOCANNON, HEAVY_BOLTER, HEAVY_BOLTER),
)
VINDICATOR = vehicle(
    "g4v3", "HS", "Vindicator", 115, hull("Vindicator", "13/11/10", 4, "tank"), (DEMOLISHER, STORM_BOLTER)
)
DEVASTATORS = unit(
    "r4h5",
    "HS",
    "Devastator Squad",
    120,
    (
        group("r4h5.1", "Sergeant", 1, SERGEANT, BOLTGUN, BOLT_PISTOL),
        group("r4h5.2", "Missile launcher", 2, MARINE, MISSILES, BOLT_PISTOL),
        group("r4h5.3", "Boltgun", 2, MARINE, BOLTGUN, BOLT_PISTOL),
    ),
)
MARINES = FortykArmy(
    name="Third Company strike force",
    units=(LIBRARIAN, TERMINATORS, DREADNOUGHT, TACTICALS, RHINO, SCOUTS, STORM, DEVASTATORS, PREDATOR, VINDICATOR),
    points=Decimal(1140),
    limit=Decimal(1200),
)

NOB = profile("Nob", "4 2 4 4 2 3 3 7", 4)
BOY = profile("Boy", "4 2 3 4 1 2 2 7", 6)
NOBZ = unit(
    "z2q5",
    "EL",
    "Da Skull-Krushin' Nobz of Boss Gitstompa the Unpleasant",
    480,
    (
        group(
            "z2q5.1",
            "Boss",
            1,
            profile("Boss Gitstompa", "5 2 5 4 3 4 4 9", 4),
            TWIN_SHOOTA,
            POWER_KLAW,
            SLUGGA,
            STIKKBOMBZ,
        ),
        group("z2q5.2", "Painboy", 1, NOB, SYRINGE, SLUGGA, STIKKBOMBZ),
        group("z2q5.3", "Big shoota", 1, NOB, BIG_SHOOTA, CHOPPA, SLUGGA, STIKKBOMBZ),
        group("z2q5.4", "Rokkit", 1, NOB, ROKKIT, CHOPPA, SLUGGA, STIKKBOMBZ),
        group("z2q5.5", "Kombi-skorcha", 1, NOB, SKORCHA, CHOPPA, SLUGGA, STIKKBOMBZ),
        group("z2q5.6", "Power klaw", 2, NOB, POWER_KLAW, SLUGGA, STIKKBOMBZ),
        group("z2q5.7", "Big choppa", 1, NOB, BIG_CHOPPA, SLUGGA, STIKKBOMBZ),
        group("z2q5.8", "Mega-slugga", 1, NOB, MEGA_SLUGGA, CHOPPA, STIKKBOMBZ),
    ),
    rules=("Feel No Pain", "Furious Charge", "Mob Rule"),
)
BOYZ = unit(
    "y3k9",
    "TR",
    "Boyz Mob",
    250,
    (
        group("y3k9.1", "Nob", 1, NOB, POWER_KLAW, SLUGGA),
        group("y3k9.2", "Rokkit launcha", 3, BOY, ROKKIT),
        group("y3k9.3", "Shoota boy", 26, BOY, SHOOTA),
    ),
    rules=("Mob rule", "Furious charge"),
)
BIKES = unit(
    "c6x8",
    "FA",
    "Warbikers",
    190,
    (
        group("c6x8.1", "Nob", 1, profile("Nob", "4 2 4 4(5) 2 3 3 7", 4), DAKKAGUN, POWER_KLAW, SLUGGA),
        group("c6x8.2", "Warbiker", 5, profile("Warbiker", "4 2 3 4(5) 1 2 2 7", 4), DAKKAGUN, CHOPPA, SLUGGA),
    ),
)
GUNZ = unit(
    "m1n2",
    "HS",
    "Big Gunz",
    90,
    (
        group("m1n2.1", "Gretchin", 4, profile("Gretchin", "2 3 2 2 1 2 1 5", None)),
        group("m1n2.2", "Runtherd", 1, profile("Runtherd", "4 2 3 4 1 2 2 7", 6), SLUGGA),
    ),
    vehicles=(
        Vehicle(
            id="m1n2.v1",
            name="Kannon 1",
            profile=hull("Kannon", "10/10/10", 3, "artillery"),
            weapons=(("m1n2.w1", KANNON),),
        ),
        Vehicle(
            id="m1n2.v2",
            name="Kannon 2",
            profile=hull("Kannon", "10/10/10", 3, "artillery"),
            weapons=(("m1n2.w2", KANNON),),
        ),
    ),
    notes="The gunz stand behind the Boyz until turn two.",
)
SQUIGGOTH = unit(
    "s7q1",
    "HS",
    "Squiggoth",
    175,
    (group("s7q1.1", "Squiggoth", 1, profile("Squiggoth", "4 0 8 6 4 2 4 7", 4), POWER_KLAW),),
)
ORKS = FortykArmy(
    name="Gitstompa's Warband", units=(NOBZ, BOYZ, BIKES, GUNZ, SQUIGGOTH), points=Decimal(1185), limit=Decimal(1500)
)

SLOTS = (
    Slot("HQ", "HQ", 1, 1, 2),
    Slot("EL", "Elites", 2, 0, 3),
    Slot("TR", "Troops", 3, 2, 6),
    Slot("FA", "Fast Attack", 1, 0, 3),
    Slot("HS", "Heavy Support", 3, 0, 3),
)
COUNTERS = (
    Counter(
        "scatter",
        "Scatter",
        (
            CounterPart("f2c8", "Librarian Orsino Vael", "Vortex of Doom", 2),
            CounterPart("t9b8", "Tactical Squad Ancora", "Missile launcher", 2),
            CounterPart("p5w2", "Scout Squad", "Missile launcher", 2),
            CounterPart("r4h5", "Devastator Squad", "Missile launcher", 4),
            CounterPart("g4v3", "Vindicator", "Demolisher cannon", 3),
            CounterPart("a5h8", "Terminator Squad", "deep strike", 2, "start"),
        ),
    ),
    Counter(
        "gets_hot",
        "Gets Hot!",
        (
            CounterPart("t9b8", "Tactical Squad Ancora", "Plasma gun", 1),
            CounterPart("t9b8", "Tactical Squad Ancora", "Combi-plasma", 1),
        ),
    ),
    Counter("warp", "Warp", (CounterPart("f2c8", "Librarian Orsino Vael", "psyker", 1),)),
)
FINDINGS = (
    Finding(
        Severity.WARNING, "transport", "Librarian Vael rides with Squad Ancora: 11 models, but Rhino 1 carries 10."
    ),
    Finding(Severity.INFO, "points", "60 of 1 200 points are not spent."),
    Finding(Severity.INFO, "deep-strike", "Terminator Squad deep strikes: 2 Scatter tokens more when the game starts."),
)


@dataclass(frozen=True, slots=True)
class Lost:
    """What a unit has lost in the middle of a game: HP by group, order points, and the state it is in."""

    groups: dict[str, int]
    order_points: int
    state: str


LOST = {
    "y3k9": Lost({"y3k9.3": 293}, 61, "Locked"),
    "c6x8": Lost({"c6x8.1": 34, "c6x8.2": 127}, 129, "Falling back"),
}
