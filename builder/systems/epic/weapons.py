"""Weapons: firepower, ranges, arcs of fire, notes, and the ways to use one (E-02)."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field

from builder.scalars import comma_parts
from builder.systems.epic.dice import ONE, Dice, read_dice

NOTHING = frozenset({"", "-", "–", "—", "n/a", "na", "none", "*", "."})
"""What data writes where there is no value."""

_TIMES = re.compile(r"(?P<dice>[\dD][\dD+\s]*?)\s*[x×]\s*(?P<rest>[A-Z].*)", re.IGNORECASE)
_BARRAGE = re.compile(r"(?P<dice>[\dD][\dD+\s]*?)\s*BPs?", re.IGNORECASE)
_TARGET = re.compile(r"(?P<target>AP|AT|AA|MW)\s*(?P<value>[1-7])\s*\+?", re.IGNORECASE)


class Target(enum.StrEnum):
    """What a value of firepower is for."""

    AP = "AP"
    AT = "AT"
    AA = "AA"
    MW = "MW"


class Fire(enum.StrEnum):
    """How a weapon attacks: shots to hit, barrage points, or with its unit's firefight or close combat value."""

    SHOTS = "shots"
    BARRAGE = "barrage"
    SMALL_ARMS = "small arms"
    ASSAULT = "assault"


@dataclass(frozen=True, slots=True)
class Firepower:
    """A weapon's firepower (E-02).

    Args:
        shots: dice rolled for each shot, or the points of a barrage.
        values: the score to hit by target, 1 to 7; one of them is used in a turn.
    """

    fire: Fire
    shots: Dice = ONE
    values: tuple[tuple[Target, int], ...] = ()

    def value(self, target: Target) -> int | None:
        """Return the score to hit such a target; None where the weapon cannot."""
        return dict(self.values).get(target)

    def __str__(self) -> str:
        if self.fire is Fire.BARRAGE:
            return f"{self.shots}BP"
        if self.fire is not Fire.SHOTS:
            return self.fire.value
        values = " / ".join(f"{target}{value}+" for target, value in self.values)
        return values if str(self.shots) == "1" else f"{self.shots} × {values}"


def read_firepower(text: str) -> Firepower | None:
    """Read a firepower text (E-02); None where it is no firepower."""
    text = " ".join(text.split())
    words = text.casefold().rstrip("s")
    if words == "small arm":
        return Firepower(Fire.SMALL_ARMS)
    if words in ("assault weapon", "assault"):
        return Firepower(Fire.ASSAULT)
    barrage = _BARRAGE.fullmatch(text)
    if barrage:
        dice = read_dice(barrage["dice"])
        return Firepower(Fire.BARRAGE, dice) if dice else None
    times = _TIMES.fullmatch(text)
    dice = read_dice(times["dice"]) if times else ONE
    values = _values(times["rest"] if times else text)
    return Firepower(Fire.SHOTS, dice, values) if dice and values else None


def _values(text: str) -> tuple[tuple[Target, int], ...]:
    found = [_TARGET.fullmatch(part.strip()) for part in text.split("/")]
    if not all(found):
        return ()
    return tuple((Target(match["target"].upper()), int(match["value"])) for match in found if match)


_COUNTED = re.compile(r"(?P<count>\d{1,2})\s*[x×]\s*(?P<name>\S.*)", re.IGNORECASE)
_CM = re.compile(r"(?P<open>\()?\s*(?P<cm>\d{1,4})\s*(?:cms?)?\s*\)?", re.IGNORECASE)


class Arc(enum.StrEnum):
    """Where a weapon can fire (E-02)."""

    ALL = "all round"
    FORWARD = "forward"
    REAR = "rear"
    LEFT = "left"
    RIGHT = "right"
    FIXED_FORWARD = "fixed forward"

    @property
    def degrees(self) -> int:
        """How wide it is."""
        return {Arc.ALL: 360, Arc.FIXED_FORWARD: 90}.get(self, 180)


ARCS = {
    "360°": Arc.ALL,
    "fixed forward": Arc.FIXED_FORWARD,
    "fxf": Arc.FIXED_FORWARD,
    "forward": Arc.FORWARD,
    "front": Arc.FORWARD,
    "fwd": Arc.FORWARD,
    "rear": Arc.REAR,
    "left": Arc.LEFT,
    "right": Arc.RIGHT,
}
"""Arcs by the words that data uses, without the word arc."""


def read_arc(text: str) -> Arc | None:
    """Read `Fixed Forward Arc` or `left`; None where the text is no arc."""
    return ARCS.get(" ".join(text.casefold().removesuffix("arc").split()))


class ReachKind(enum.StrEnum):
    """How far a weapon reaches: a range, a range in brackets (for firefights), contact, everywhere, or nothing said."""

    RANGE = "range"
    BRACKETED = "bracketed"
    CONTACT = "contact"
    UNLIMITED = "unlimited"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Reach:
    """A range in cm; 0 where `span` is no distance."""

    span: ReachKind
    cm: int = 0

    def __str__(self) -> str:
        match self.span:
            case ReachKind.RANGE:
                return str(self.cm)
            case ReachKind.BRACKETED:
                return f"({self.cm})"
            case ReachKind.CONTACT:
                return "(contact)"
            case ReachKind.UNLIMITED:
                return "unlimited"
            case _:
                return "–"


NOWHERE = Reach(ReachKind.NONE)


def read_reach(text: str) -> Reach | None:
    """Read `45cm`, `45`, `(15cm)`, `(contact)` or a dash; None for anything else."""
    text = " ".join(text.split())
    plain = text.strip("() ").casefold()
    if plain in NOTHING:
        return NOWHERE
    if plain in ("contact", "base contact"):
        return Reach(ReachKind.CONTACT)
    if plain in ("unlimited", "any"):
        return Reach(ReachKind.UNLIMITED)
    found = _CM.fullmatch(text)
    return Reach(ReachKind.BRACKETED if found["open"] else ReachKind.RANGE, int(found["cm"])) if found else None


ONCE = frozenset({"one shot", "single shot"})
"""Notes of weapons that fire once a game."""


RULES = {
    "macro-weapon": "Only invulnerable saves against it, and one roll by reinforced armour.",
    "titan killer": "As a macro-weapon; each hit takes the damage capacity in brackets, or 1.",
    "ignore cover": "No −1 to hit for cover, and no saves by it.",
    "extra attacks": "That many more dice in an assault.",
    "indirect fire": "On sustained fire it hits what it cannot see, up to twice its range, not under 30 cm.",
    "slow firing": "Reloads for a turn after it has fired.",
    "one shot": "Fires once a game.",
    "single shot": "Fires once a game.",
    "first strike": "Its hits in an assault are taken before the enemy strikes.",
    "sniper": "Whoever fires it chooses the unit that is hit, which saves at −1.",
    "disrupt": "A blast marker for each hit, saved or not, in place of each loss.",
}
"""What notes of weapons mean. The core rules only name them: this is our reading, as brief as can be."""
_FIGURE = re.compile(r"\s*(\(.*\)|[+−-]?\d+)$")


def weapon_rule(note: str) -> tuple[str, str] | None:
    """Return the name of a weapon's rule without its figure, and what it means; None for one that is not known."""
    name = _FIGURE.sub("", note)
    text = RULES.get(name.casefold())
    return (name[:1].upper() + name[1:], text) if text else None


@dataclass(frozen=True, slots=True, kw_only=True)
class EpicWeaponMode:
    """One way to use a weapon; `firepower` is None where the data names none that can be read (then `text` does)."""

    reach: Reach = NOWHERE
    firepower: Firepower | None = None
    arc: Arc = Arc.ALL
    notes: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EpicWeapon:
    """A weapon: how many a unit has, and its modes, joined by `or` or `and` (E-02).

    Args:
        joined: the word between the first mode and each further one, one for each of these.
    """

    name: str
    count: int = 1
    modes: tuple[EpicWeaponMode, ...] = ()
    joined: tuple[str, ...] = field(default=())

    @property
    def label(self) -> str:
        """The name with its multiplier: `2 × Missile launcher`."""
        return self.name if self.count == 1 else f"{self.count} × {self.name}"

    @property
    def once(self) -> bool:
        """Whether it fires once a game."""
        return any(note.casefold() in ONCE for mode in self.modes for note in mode.notes)


def counted(text: str) -> tuple[int, str]:
    """Split `2x Missile Launcher` into its number and its name; the number is 1 where there is none (E-02)."""
    found = _COUNTED.fullmatch(text.strip())
    return (max(1, int(found["count"])), found["name"].strip()) if found else (1, text.strip())


def read_notes(text: str) -> tuple[tuple[str, ...], Arc]:
    """Split the notes of a weapon at commas outside brackets, and take its arc out of them."""
    arc = Arc.ALL
    notes: list[str] = []
    for part in comma_parts(text):
        note = " ".join(part.split())
        if note.casefold() in NOTHING:
            continue
        found = read_arc(note)
        if found is None:
            notes.append(note)
        else:
            arc = found
    return tuple(notes), arc
