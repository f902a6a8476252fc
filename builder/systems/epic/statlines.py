"""Profiles read as units and weapons, whatever list they come from: spellings of columns and values are forgiven."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from builder.errors import Finding, Severity
from builder.roster.view import ProfileView
from builder.scalars import comma_parts
from builder.systems.epic.model import Stand, UnitLine, UnitType
from builder.systems.epic.weapons import (
    NOTHING,
    NOWHERE,
    Arc,
    EpicWeapon,
    EpicWeaponMode,
    counted,
    read_firepower,
    read_notes,
    read_reach,
)

_SHOWN = 3


class UnreadTexts:
    """Texts that could not be read, by kind, with the units that have them."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, list[str]]] = {}

    def note(self, what: str, text: str, where: str) -> None:
        """Note a text that cannot be read as a `what` (`range`, `firepower` …), and the unit that has it."""
        self._found.setdefault(what, {}).setdefault(text, []).append(where)

    def merge(self, other: UnreadTexts) -> None:
        """Note what was noted elsewhere too."""
        for what, texts in other._found.items():
            for text, where in texts.items():
                self._found.setdefault(what, {}).setdefault(text, []).extend(where)

    def findings(self) -> Iterator[Finding]:
        """One finding for each kind of text, with the number of texts and the first of them."""
        for what, texts in self._found.items():
            number = sum(len(where) for where in texts.values())
            first = [f"'{text}' ({where[0]})" for text, where in list(texts.items())[:_SHOWN]]
            more = "" if len(texts) <= _SHOWN else " and others"
            verb = "text was" if number == 1 else "texts were"
            message = f"{number} {verb} not understood as {what}: {', '.join(first)}{more}; they are left out"
            yield Finding(Severity.WARNING, f"epic.{what.replace(' ', '_')}", message)


_COLUMNS = {"close combat": "cc", "firefight": "ff", "armor": "armour", "fire power": "firepower"}
_TYPES = {
    "inf": UnitType.INF, "infantry": UnitType.INF,
    "av": UnitType.AV, "armoured vehicle": UnitType.AV, "armored vehicle": UnitType.AV,
    "lv": UnitType.LV, "light vehicle": UnitType.LV,
    "we": UnitType.WE, "war engine": UnitType.WE,
    "ac": UnitType.AC, "aircraft": UnitType.AC,
    "sc": UnitType.SC, "spacecraft": UnitType.SC,
    "ch": UnitType.CH, "character": UnitType.CH,
}  # fmt: skip
_SCORE = re.compile(r"([1-6])\s*\+?")
_SPEED = re.compile(r"(\d{1,3})\s*(?:cms?)?", re.I)
_STAND = re.compile(r"(\d{1,3})\s*[x×]\s*(\d{1,3})\s*(?:mm)?(?:,\s*(\d{1,2})\s*models?)?", re.I)
_BREAK = re.compile(r"<br\s*/?>|\n", re.I)
_JOINED = re.compile(r"(and|or)\b\s*", re.I)


def cells(profile: ProfileView) -> dict[str, str]:
    """Return the values of a profile by the names of their columns, in small letters and one spelling."""
    named = ((" ".join(cell.name.casefold().split()), cell.value.strip()) for cell in profile.characteristics)
    return {_COLUMNS.get(name, name): value for name, value in named}


def is_unit(profile: ProfileView) -> bool:
    """Whether a profile is that of a unit."""
    return {"type", "speed", "armour", "cc", "ff"} <= cells(profile).keys()


def is_weapon(profile: ProfileView) -> bool:
    """Whether a profile is that of a weapon."""
    return "firepower" in (names := cells(profile)) and "armour" not in names


def unread(profile: ProfileView) -> tuple[Finding, ...] | None:
    """Return what cannot be read of a unit or a weapon; None for a profile that is neither."""
    unreadable = UnreadTexts()
    if is_unit(profile):
        read_line(profile, unreadable)
        read_stacked(profile, unreadable)
    elif is_weapon(profile):
        read_weapon(profile.name, 1, [profile], unreadable)
    else:
        return None
    return tuple(unreadable.findings())


def read_line(profile: ProfileView, unreadable: UnreadTexts) -> UnitLine:
    """Return the line of a unit (E-01)."""
    values = cells(profile)
    name = profile.name.strip()

    def score(column: str) -> int | None:
        text = values.get(column, "")
        found = _SCORE.fullmatch(text)
        if found is None and text.casefold() not in NOTHING:
            unreadable.note("score", text, name)
        return int(found[1]) if found else None

    speed, dc = _SPEED.fullmatch(values["speed"]), values.get("dc", "")
    if dc and not dc.isdecimal():
        unreadable.note("damage capacity", dc, name)
    return UnitLine(
        name=name,
        types=_types(values["type"], name, unreadable),
        speed=int(speed[1]) if speed else None,
        speed_text="–" if values["speed"].casefold() in NOTHING else values["speed"],
        armour=score("armour"),
        cc=score("cc"),
        ff=score("ff"),
        dc=max(1, int(dc[:3])) if dc.isdecimal() else 1,
        critical=values.get("crit", ""),
        stand=_stand(values.get("stand", ""), name, unreadable),
    )


def read_unit_notes(profile: ProfileView) -> tuple[str, ...]:
    """Return the notes of a unit: single notes where they are listed, a sentence as a whole."""
    text = " ".join(_BREAK.sub(" ", cells(profile).get("unit notes", "")).split())
    if text.endswith("."):
        return (text,)
    return tuple(note for part in comma_parts(text) if (note := part.strip()) and note.casefold() not in NOTHING)


def read_stacked(profile: ProfileView, unreadable: UnreadTexts) -> tuple[EpicWeapon, ...]:
    """Return the weapons that a unit's profile lists in its own columns, one below the other."""
    values = cells(profile)
    names = _blocks(values.get("weapons", ""))
    if not names or values.get("firepower", "").strip() == "*":
        return ()
    columns: list[list[list[str]]] = []
    for column in ("range", "firepower", "notes"):
        blocks = _blocks(values.get(column, ""))
        if blocks and len(blocks) != len(names):
            unreadable.note("list of weapons", f"{column} of {len(blocks)} for {len(names)}", profile.name)
        columns.append(blocks if len(blocks) == len(names) else [[] for _ in names])
    weapons = []
    for name, *lines in zip(names, *columns, strict=True):
        if name[0].casefold() in NOTHING:
            continue
        number, title = counted(name[0])
        modes, joins = _modes(lines, title, unreadable)
        weapons.append(EpicWeapon(name=title, count=number, modes=modes, joined=joins[1:]))
    return tuple(weapons)


def says_no_weapon(profile: ProfileView) -> bool:
    """Whether a unit's profile says that it has no weapon, as `-` does, and does not only list none."""
    names = _blocks(cells(profile).get("weapons", ""))
    return bool(names) and all(name[0] and name[0].casefold() in NOTHING - {"*"} for name in names)


def read_weapon(name: str, count: int, profiles: Sequence[ProfileView], unreadable: UnreadTexts) -> EpicWeapon:
    """Return a weapon that is an entry of its own, with a profile for each of its modes."""
    number, title = counted(name)
    modes: list[EpicWeaponMode] = []
    joins: list[str] = []
    for profile in profiles:
        values = cells(profile)
        lines = [_lines(values.get(column, "")) for column in ("range", "firepower", "notes")]
        read, joined = _modes(lines, title, unreadable)
        modes.extend(read)
        joins.extend(joined)
    return EpicWeapon(name=title, count=count * number, modes=tuple(modes), joined=tuple(joins[1:]))


def _modes(
    lines: Sequence[Sequence[str]], name: str, unreadable: UnreadTexts
) -> tuple[tuple[EpicWeaponMode, ...], tuple[str, ...]]:
    """Modes from the lines of range, firepower and notes, and the word before each of them."""
    modes: list[EpicWeaponMode] = []
    joins: list[str] = []
    for row in list(zip_longest(*lines, fillvalue="")) or [("", "", "")]:
        joins.append(next((found[1].lower() for cell in row if (found := _JOINED.match(cell))), "or"))
        reach, firepower, notes = (_JOINED.sub("", cell, count=1) for cell in row)
        modes.append(_mode(reach, firepower, notes, name, unreadable))
    return tuple(modes), tuple(joins)


def _mode(reach: str, firepower: str, notes: str, name: str, unreadable: UnreadTexts) -> EpicWeaponMode:
    read = read_reach(reach)
    if read is None:
        unreadable.note("range", reach, name)
    power = read_firepower(firepower)
    if power is None and firepower.strip().casefold() not in NOTHING:
        unreadable.note("firepower", firepower, name)
    listed, arc = read_notes(notes)
    for note in listed:
        if note.casefold().endswith(" arc") and arc is Arc.ALL:
            unreadable.note("arc", note, name)
    text = "" if power else firepower.strip()
    return EpicWeaponMode(reach=read or NOWHERE, firepower=power, arc=arc, notes=listed, text=text)


def _types(text: str, name: str, unreadable: UnreadTexts) -> tuple[UnitType, ...]:
    found: list[UnitType] = []
    for part in re.split(r"[,/]", text):
        kind = _TYPES.get(" ".join(part.casefold().split()))
        if kind:
            found.append(kind)
        else:
            unreadable.note("type", part.strip(), name)
    return tuple(dict.fromkeys(found))


def _stand(text: str, name: str, unreadable: UnreadTexts) -> Stand | None:
    found = _STAND.fullmatch(text)
    if found:
        return Stand(int(found[1]), int(found[2]), int(found[3]) if found[3] else None)
    if text.casefold() not in NOTHING:
        unreadable.note("stand", text, name)
    return None


def _blocks(text: str) -> list[list[str]]:
    """Return the lines of each weapon of a column: a blank line parts two, `and` or `or` goes on with one.

    Where no blank line parts anything, each line that does not go on is a weapon.
    """
    blocks: list[list[str]] = []
    lines = [" ".join(line.split()) for line in _BREAK.split(text)]
    while lines and not lines[-1]:
        lines.pop()
    spaced = "" in lines
    fresh = True
    for line in lines:
        if spaced and not line:
            if fresh:
                blocks.append([""])
            fresh = True
        elif fresh or (not spaced and not _JOINED.match(line)):
            blocks.append([line])
            fresh = False
        else:
            blocks[-1].append(line)
    return blocks


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in _BREAK.split(text) if line.strip()]
