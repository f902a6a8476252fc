"""Games of Epic between formations made for a rule, or armies that ship, played by name and value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any

from builder.services.army.locator import open_army
from builder.systems.epic.model import Berth, EpicArmy, Formation, UnitKind, UnitLine, UnitType
from builder.systems.epic.play import PLAY
from builder.systems.epic.play.changes import EpicBegun
from builder.systems.epic.play.state import EpicFormation, EpicGame
from builder.systems.epic.weapons import EpicWeapon, EpicWeaponMode, read_firepower, read_notes, read_reach
from builder.systems.play.events import Decision, Event, Player
from builder.systems.play.game import UnitRef

Given = Mapping[str, Any]
CARRIES = {"boyz": 1}


def gun(name: str, firepower: str, *notes: str, reach: str = "45cm", count: int = 1) -> EpicWeapon:
    """A weapon of one mode."""
    found, (rules, arc) = read_reach(reach), read_notes(", ".join(notes))
    assert found is not None
    mode = EpicWeaponMode(reach=found, firepower=read_firepower(firepower), arc=arc, notes=rules)
    return EpicWeapon(name=name, count=count, modes=(mode,))


def some(
    name: str,
    count: int,
    kind: str = "INF",
    *,
    speed: int = 15,
    armour: int | None = 5,
    dc: int = 1,
    weapons: Sequence[EpicWeapon] = (),
    notes: Sequence[str] = (),
    carries: Mapping[str, int] | None = None,
    places: int = 2,
) -> UnitKind:
    """Units of one kind, whose id their formation gives them; `carries` are the places that passengers take."""
    line = UnitLine(
        name=name, types=(UnitType(kind),), speed=speed, speed_text=f"{speed}cm", armour=armour, cc=5, ff=5, dc=dc
    )
    berths = (Berth(places, dict(carries), {}),) if carries else ()
    return UnitKind(id="", line=line, count=count, weapons=tuple(weapons), notes=tuple(notes), berths=berths)


def formation(identity: str, *kinds: UnitKind, initiative: int | None = 2, by_capacity: bool = False) -> Formation:
    """A formation called by its id in capitals."""
    from builder.record import replace

    units = tuple(replace(kind, id=f"{identity}.{number}") for number, kind in enumerate(kinds, 1))
    return Formation(
        id=identity, entry=identity, name=identity.upper(), slot="Core", points=Decimal(100), initiative=initiative,
        kinds=units, by_capacity=by_capacity,
    )  # fmt: skip


def game_of(guard: Sequence[Formation], orks: Sequence[Formation], ratings: tuple[int, int] = (2, 3)) -> EpicGame:
    """A game of these formations, Guard first, as it begins."""
    armies = (EpicArmy("Guard", tuple(guard), ratings[0]), EpicArmy("Orks", tuple(orks), ratings[1]))
    begun = EpicBegun(names=("Guard", "Orks"), armies=armies)
    event: Event[Any] = Event(kind="start", text="Game begun", changes=(begun,))
    return PLAY.begin(PLAY.decode(PLAY.version, PLAY.encode(event)))


@cache
def begun() -> Event[Any]:
    """The first event of a game between the starter armies of the Guard (1) and of the Orks (2)."""
    guard, orks = open_army("epic-imperial-guard-3000").reading, open_army("epic-orks-3000").reading
    event = PLAY.start([Player("Guard", guard), Player("Orks", orks)])
    return PLAY.decode(PLAY.version, PLAY.encode(event))


def decided(game: EpicGame, verb: str, given: Given) -> Decision[Any]:
    """What an act comes to."""
    return PLAY.decide(game, PLAY.read(game, verb, written(given)))


def after(game: EpicGame, verb: str, **given: Any) -> EpicGame:
    """A game after an act that leaves no question open, and is given nothing in vain."""
    decision = decided(game, verb, given)
    assert not decision.questions, f"{verb} {given}: {[each.text for each in decision.questions]}"
    idle = PLAY.in_vain(PLAY.read(game, verb, written(given)), decision)
    assert not idle, f"{verb} {given}: {[each.name for each in idle]} given for nothing"
    return PLAY.evolve(game, decision.event)


def text(game: EpicGame, verb: str, **given: Any) -> str:
    """What the log tells of an act."""
    return decided(game, verb, given).event.text


def body(game: EpicGame, identity: str) -> EpicFormation:
    """A formation of either side."""
    return next(game.body(ref) for ref in game.refs(0, 1) if ref.id == identity)


def ref(game: EpicGame, identity: str) -> UnitRef:
    """A formation of either side, as a reference."""
    return next(ref for ref in game.refs(0, 1) if ref.id == identity)


def in_action(game: EpicGame, dice: str = "6,1") -> EpicGame:
    """A game in the action phase of the next turn."""
    game = after(game, "next")
    return after(game, "strategy", dice=dice)


def written(given: Given) -> dict[str, Any]:
    """What is given, by the names of fields."""
    return {name.replace("_", "-"): value for name, value in given.items()}


def two_each(initiative: int = 2) -> EpicGame:
    """Three formations of the Guard against two of the Orks, in the action phase, the Guard to act."""
    guard = [formation(each, some("Infantry", 4), initiative=initiative) for each in ("one", "two", "three")]
    orks = [formation(each, some("Boyz", 4), initiative=3) for each in ("mob", "gang")]
    return in_action(game_of(guard, orks))


def mounted() -> EpicGame:
    """Four Boyz and two trucks with two places each, in the action phase."""
    trucks = some("Truck", 2, "AV", speed=30, armour=6, carries=CARRIES)
    mob = formation("mob", some("Boyz", 4, armour=6), trucks, initiative=1)
    return in_action(game_of([mob], [formation("guns", some("Gunner", 6, weapons=[gun("rifle", "AP5+/AT6+")]))]))
