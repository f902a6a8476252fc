"""The cards of an army: a block for each formation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.errors import Severity
from builder.systems.blocks import Check, FormationCard, Head, LabelledBoxes, RuleText, UnitRow, number
from builder.systems.epic.model import NONE, EpicArmy, Formation, UnitKind, UnitLine, markers_to_bring, score
from builder.systems.epic.transport import board, boarding_text, carries_text
from builder.systems.epic.weapons import Arc, EpicWeapon, EpicWeaponMode, weapon_rule

UNIT_TITLES = ("", "Unit", "Type", "Speed", "Armour", "CC", "FF")
WEAPON_TITLES = ("Weapon", "Range", "Firepower", "Notes")
CHECKS = (("activated", "Activated"), ("marched", "Marched"), ("overwatch", "Overwatch"), ("broken", "Broken"))
BLANK_CARDS, BLANK_ROWS, BLANK_UNITS = 3, 7, 15
BLANK_ENGINES, BLANK_CAPACITY = 2, 8
KEY = "distances in cm · test: D6 at least Init; −1 with markers, −1 to retain"


def army_cards(army: EpicArmy, only: str | None = None) -> tuple[FormationCard, ...]:
    """Return a card for each formation, in the order of the roster, or that of the one with this id."""
    return tuple(formation_card(formation) for formation in army.formations if only in (None, formation.id))


def formation_card(formation: Formation) -> FormationCard:
    """Return the card of a formation: its units, the boxes of its markers, what breaks it (E-11), who rides."""
    boarding = board(formation)
    short = bool(boarding.on_foot) and formation.mechanised
    return FormationCard(
        head=Head(
            code=formation.id,
            slot=slot_code(formation.slot),
            name=formation.name,
            points=number(formation.points),
            facts=tuple(_facts(formation)),
        ),
        initiative=score(formation.initiative),
        unit_titles=UNIT_TITLES,
        weapon_titles=WEAPON_TITLES,
        rows=tuple(
            UnitRow(_unit_cells(kind), tuple(_weapon_rows(kind)), _own_notes(kind, formation))
            for kind in formation.members
        ),
        units=tuple(_unit_boxes(formation)),
        markers=_markers(formation.id, formation.markers),
        broken_at=formation.broken_at,
        losses=tuple(_losses(formation)),
        damage=tuple(_damage(formation)),
        once=tuple(_once(formation)),
        transport=boarding_text(boarding),
        transport_severity=Severity.ERROR if short else Severity.INFO,
        checks=_checks(formation.id),
        key=KEY,
        notes=(*_notes(formation), *formation.notes),
        rules=formation_rules(formation),
    )


def formation_rules(formation: Formation) -> tuple[RuleText, ...]:
    """Return what the rules of its units and weapons are, as the data or this system words them, each once."""
    notes = (
        note for kind in formation.members for weapon in kind.weapons for mode in weapon.modes for note in mode.notes
    )
    found = dict(formation.rule_texts) | dict(filter(None, map(weapon_rule, notes)))
    return tuple(RuleText(name, text, "") for name, text in found.items())


def blank_cards() -> tuple[FormationCard, ...]:
    """Return a page of cards to fill in by hand."""
    return tuple(_blank_card(f"f{n}") for n in range(1, BLANK_CARDS + 1))


def _blank_card(code: str) -> FormationCard:
    return FormationCard(
        head=Head(code=code, slot="", name="", points=""),
        initiative="",
        unit_titles=UNIT_TITLES,
        weapon_titles=WEAPON_TITLES,
        rows=tuple(UnitRow(("",) * len(UNIT_TITLES), (("",) * len(WEAPON_TITLES),)) for _ in range(BLANK_ROWS)),
        units=tuple(Check(f"{code}.u{n}", "") for n in range(1, BLANK_UNITS + 1)),
        markers=_markers(code, markers_to_bring(BLANK_UNITS)),
        broken_at=0,
        damage=tuple(_blank_engine(f"{code}.{n}") for n in range(1, BLANK_ENGINES + 1)),
        checks=_checks(code),
        key=KEY,
    )


def _blank_engine(engine: str) -> LabelledBoxes:
    checks = tuple(Check(f"{engine}.d{n}", "") for n in range(1, BLANK_CAPACITY + 1))
    return LabelledBoxes("War engine", checks)


def slot_code(slot: str) -> str:
    """Return a slot in two letters: `Core` is CO, `War Engines and Aircraft` WE."""
    words = slot.split()
    return (slot[:2] if len(words) < 2 else words[0][0] + words[1][0]).upper()


def _facts(formation: Formation) -> Iterator[str]:
    yield "1 unit" if formation.units == 1 else f"{formation.units} units"
    if formation.name != formation.entry:
        yield formation.entry
    if formation.slot:
        yield formation.slot.lower()
    if formation.mechanised:
        yield "mechanised"


def _checks(id: str) -> tuple[Check, ...]:
    return tuple(Check(f"{id}.{check}", label) for check, label in CHECKS)


def _markers(id: str, count: int) -> tuple[Check, ...]:
    return tuple(Check(f"{id}.b{n}", str(n)) for n in range(1, count + 1))


def _unit_cells(kind: UnitKind) -> tuple[str, ...]:
    line = kind.line
    types = "/".join(line.types) or NONE
    return (str(kind.count), kind.name, types, speed(line), score(line.armour), score(line.cc), score(line.ff))


def speed(line: UnitLine) -> str:
    """Return a speed in cm, or in words."""
    return str(line.speed) if line.speed is not None else line.speed_text


def _weapon_rows(kind: UnitKind) -> Iterator[tuple[str, ...]]:
    """Yield the weapons, a row for each mode."""
    for weapon in kind.weapons:
        yield from _modes(weapon)


def _own_notes(kind: UnitKind, formation: Formation) -> str:
    """Return what the unit itself has, and whom of its formation it carries."""
    carried = carries_text(kind, formation)
    return ", ".join((*kind.notes, *([f"carries {carried}"] if carried else [])))


def _modes(weapon: EpicWeapon) -> Iterator[tuple[str, ...]]:
    for index, mode in enumerate(weapon.modes):
        name = weapon.label if index == 0 else f"{weapon.joined[index - 1]}"
        yield (name, str(mode.reach), firepower(mode), mode_notes(mode))


def firepower(mode: EpicWeaponMode) -> str:
    """Return the firepower of a weapon in words."""
    return str(mode.firepower) if mode.firepower else mode.text or NONE


def mode_notes(mode: EpicWeaponMode) -> str:
    """Return the arc and the special rules of a weapon."""
    arc = () if mode.arc is Arc.ALL else (str(mode.arc),)
    return ", ".join((*arc, *(note[:1].lower() + note[1:] for note in mode.notes)))


def _unit_boxes(formation: Formation) -> Iterator[Check]:
    letters = _letters(formation.kinds)
    numbered = ((kind, letters[kind.id]) for kind in formation.kinds for _ in range(kind.count))
    for n, (_, letter) in enumerate(numbered, 1):
        yield Check(f"{formation.id}.u{n}", letter)


def _letters(kinds: Sequence[UnitKind]) -> dict[str, str]:
    """Return two letters for each kind, on all cards the same: initials of two words, or how its name begins.

    Where that would be those of another kind, the second is a later letter.
    """
    made: dict[str, str] = {}
    for kind in kinds:
        word = kind.name.replace(" ", "")
        own = [each for each in kind.name.split() if each[0].isupper()]
        apart = [own[0][0] + own[-1][0]] if len(own) > 1 else []
        options = [*apart, *(word[:1].upper() + letter.lower() for letter in word[1:]), word[:1].upper()]
        made[kind.id] = next((option for option in options if option not in made.values()), word[:2])
    return made


def _losses(formation: Formation) -> Iterator[tuple[int, int]]:
    """Yield for each unit what its loss takes off the markers that break the formation, and its row of damage."""
    row = 0
    for kind in formation.kinds:
        for _ in range(kind.count):
            row += _is_damaged(kind)
            yield kind.line.dc if formation.by_capacity else 1, row if _is_damaged(kind) else 0


def _is_damaged(kind: UnitKind) -> bool:
    """Whether each unit of a kind has boxes for its damage."""
    return kind.line.is_war_engine and kind.line.dc > 1


def _damage(formation: Formation) -> Iterator[LabelledBoxes]:
    for kind in formation.kinds:
        if not _is_damaged(kind):
            continue
        for n in range(1, kind.count + 1):
            label = kind.name if kind.count == 1 else f"{kind.name} {n}"
            yield LabelledBoxes(label, tuple(Check(f"{kind.id}.{n}.d{d}", str(d)) for d in range(1, kind.line.dc + 1)))


def _once(formation: Formation) -> Iterator[LabelledBoxes]:
    """Weapons that fire once a game, by their place among those of their kind (`u1.2.w3.1`)."""
    for kind in formation.members:
        for place, weapon in enumerate(kind.weapons, 1):
            if weapon.once:
                boxes = range(1, kind.carried(weapon, kind.count) + 1)
                checks = tuple(Check(f"{kind.id}.w{place}.{n}", str(n)) for n in boxes)
                yield LabelledBoxes(f"{weapon.name} of {kind.name}", checks)


def _notes(formation: Formation) -> Iterator[str]:
    hurt: dict[str, list[str]] = {}
    for kind in formation.kinds:
        if kind.line.critical and kind.line.critical != "-":
            hurt.setdefault(kind.line.critical, []).append(kind.name)
    yield from (f"Critical hit on {', '.join(dict.fromkeys(names))}: {what}" for what, names in hurt.items())
