"""What is typed in from paper of a vehicle: its lines, boxes and weapons; and how far it moved."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from builder.errors import PlayError
from builder.record import replace
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.explained import count
from builder.systems.diceless.parameters import NOTHING, lines, word
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.attacks.hull import weapon_called, weapons_left
from builder.systems.diceless.play.changes import Change, Lined, Rowed, Sped
from builder.systems.diceless.play.crews import typed_crew
from builder.systems.diceless.play.finding import find_vehicle
from builder.systems.diceless.play.parameters import ANYWAY, VEHICLE, names, wish
from builder.systems.diceless.play.queries import vehicle_name, wrecked
from builder.systems.diceless.play.state import Crew, GameState, hull_of, vehicle_of
from builder.systems.diceless.vehicle_damage import IMMOBILISED, ROW_NAMES, ROWS, WEAPON, Hit, HitRows, Landed
from builder.systems.fortyk.model import Vehicle
from builder.systems.parameters import Choice
from builder.systems.play.events import Decision, Question
from builder.systems.play.verbs import Verb
from builder.systems.questions import Parameter


def boxes(text: str) -> frozenset[int]:
    """The boxes of a row that are checked, from 1 on: `1,2,4` or `1-3`, `none`."""
    found: set[int] = set()
    for part in () if text.strip().lower() in NOTHING else text.split(","):
        first, _, last = part.strip().partition("-")
        if not {first, last or first} <= set("123456") or (last and last < first):
            raise ValueError("write the boxes that are checked from 1 to 6, such as 1,2,4 or 1-3, or none")
        found |= set(range(int(first), int(last or first) + 1))
    return frozenset(found)


def weapons(text: str) -> tuple[str, ...]:
    """Weapons by name or id, `none`."""
    return () if text.strip().lower() in NOTHING else names(text)


WEAPONS = wish("weapons", "the weapons that are destroyed, with commas between, or none", weapons)


def type_vehicle(state: GameState, given: Values) -> Decision[Change]:
    """The lines, boxes and weapons of a vehicle as they stand on paper (D-52, D-55)."""
    ref = find_vehicle(state, given["vehicle"])
    side = state.sides[ref.side]
    vehicle = vehicle_of(side, ref.id)[1]
    now, name = hull_of(side, ref.id), vehicle_name(*vehicle_of(side, ref.id))
    changes: list[Change] = []
    told: list[str] = []
    questions: list[Question] = []
    if given["lines"] is not None:
        filled = {letter: damage for letter, damage in given["lines"].items() if damage}
        changes.append(Lined(side=ref.side, vehicle=ref.id, lines=filled))
        told.append(f"lines {', '.join(f'{letter} {damage}' for letter, damage in filled.items()) or 'empty'}")
    rows, checked = now.rows, {"G": given["glancing"], "P": given["penetrating"]}
    for row in ROWS:
        if checked[row] is not None:
            rows = with_boxes(rows, row, checked[row])
            told.append(f"{ROW_NAMES[row]} {', '.join(map(str, rows.checked(row))) or 'none'}")
    gone = now.destroyed_weapons
    if given["weapons"] is not None:
        known = weapons_left(vehicle, ())
        gone = frozenset(weapon_called(each, known, f"weapon of {name}") for each in given["weapons"])
        rows = with_weapons(rows, len(gone), name)
    destroyed = rows.weapons - rows.weapons_left
    if destroyed != len(gone):
        answers = [frozenset(each) for each in combinations([each for each, _ in vehicle.weapons], destroyed)]
        gone = answers[0]
        if len(answers) > 1:
            which = f"{destroyed} weapons of {name} are" if destroyed > 1 else f"weapon of {name} is"
            asked = f"Which {which} destroyed?"
            questions.append(Question(parameter=WEAPONS.name, text=asked, choices=_choices(vehicle, answers)))
    if rows != now.rows or gone != now.destroyed_weapons:
        changes.append(Rowed(side=ref.side, vehicle=ref.id, rows=rows, weapons=gone))
        lost = [text for each, text in weapons_left(vehicle, ()).items() if each in gone]
        told.append(f"weapons destroyed: {', '.join(lost) or 'none'}")
    if given["crew"] is not None:
        changes.append(typed_crew(state, ref, given["crew"]))
        told.append(f"crew {given['crew']}")
    if not changes:
        raise PlayError(f"say what of {name} stands on paper: --lines, --glancing, --penetrating, --weapons, --crew")
    text = f"{name}, set by the player: {'; '.join(told)}"
    return decided(text, changes, side=ref.side, questions=questions)


def with_boxes(rows: HitRows, row: Hit, checked: frozenset[int]) -> HitRows:
    """The rows with just these boxes of one checked; what they did before stays, a new one does what it says (D-55).

    The first one of an open-topped vehicle stays checked (D-59); without a weapon left one immobilises (D-57).
    """
    kept = [each for each in rows.landed if each.row != row or each.box is None or each.box in checked]
    after = replace(rows, landed=tuple(kept))
    for box in sorted(checked - set(after.checked(row))):
        result = ROWS[row][box - 1]
        if result == WEAPON and not after.weapons_left:
            result = IMMOBILISED
        after = replace(after, landed=(*after.landed, Landed(row, box, result)))
    return after


def with_weapons(rows: HitRows, destroyed: int, name: str) -> HitRows:
    """The rows with so many weapons destroyed, those beyond the boxes by hits that checked none (D-57).

    Raises:
        PlayError: more boxes say that a weapon is destroyed.
    """
    by_box = [each for each in rows.landed if each.box is not None or each.result != WEAPON]
    boxed = sum(each.result == WEAPON for each in by_box)
    if destroyed < boxed:
        raise PlayError(f"{name} has {count(boxed, 'box', 'boxes')} for a weapon destroyed: name as many weapons")
    more = (Landed("P", None, WEAPON) for _ in range(destroyed - boxed))
    return replace(rows, landed=(*by_box, *more))


def speed(state: GameState, given: Values) -> Decision[Change]:
    """How far a vehicle moved, which counts for those who attack it (D-50)."""
    ref = find_vehicle(state, given["vehicle"])
    now = hull_of(state.sides[ref.side], ref.id)
    name = vehicle_name(*vehicle_of(state.sides[ref.side], ref.id))
    destroyed, moves = wrecked(state.sides[ref.side], ref.id), given["speed"] is not Speed.IMMOBILE
    if destroyed or (now.rows.immobilised and moves):
        raise PlayError(f"{name} is {'destroyed' if destroyed else 'immobilised'}: it moves no more")
    if now.crew is Crew.STUNNED and ref.side == state.clock.active and moves and not given["anyway"]:
        raise PlayError(f"{name}: its crew is stunned, it does not move; by agreement with --anyway")
    changes = [Sped(side=ref.side, vehicle=ref.id, speed=given["speed"])]
    return decided(f"{name} moves: {given['speed']}", changes, side=ref.side)


def _choices(vehicle: Vehicle, answers: Sequence[frozenset[str]]) -> tuple[Choice[str], ...]:
    known = weapons_left(vehicle, ())
    ordered = ([each for each in known if each in answer] for answer in answers)
    return tuple(Choice(",".join(each) or "none", ", ".join(known[one] for one in each) or "none") for each in ordered)


TYPED_VEHICLES = (
    Act(
        Verb(
            name="set-vehicle",
            text="lines, boxes and weapons of a vehicle, typed in from paper",
            group="From paper",
            parameters=(
                VEHICLE,
                wish("lines", "DMG on all lines that have any: A=36,B=12", lines),
                wish("glancing", "the glancing boxes that are checked: 1-3, none", boxes),
                wish("penetrating", "the penetrating boxes that are checked: 1,2", boxes),
                WEAPONS,
                wish("crew", f"how its crew is for now: {', '.join(Crew)}", word(Crew)),
            ),
        ),
        type_vehicle,
    ),
    Act(
        Verb(
            name="speed",
            text="how far a vehicle moved",
            rule="D-50",
            group="Vehicles",
            parameters=(VEHICLE, Parameter(name="speed", text=f"which: {', '.join(Speed)}", read=word(Speed)), ANYWAY),
        ),
        speed,
    ),
)
