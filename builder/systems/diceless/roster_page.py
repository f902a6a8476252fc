"""The roster page of an army: its list for the opponent, and the rules it uses for its player."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from builder.errors import Finding
from builder.record import Record
from builder.systems import blocks
from builder.systems.common.listing import counter_token, errors_first, roster_marks, totals, waits
from builder.systems.diceless.aids import aids_of
from builder.systems.diceless.casualties import unit_hit_points
from builder.systems.diceless.reserves import planned_arrivals
from builder.systems.diceless.weapon_rules import is_called
from builder.systems.fortyk.model import FortykArmy, Unit, WeaponMode
from builder.systems.fortyk.weapontext import rule_name
from builder.systems.fortyk.wording import card_ids, companions, weapon_list
from builder.systems.protocol import Counter

MOST_NAMES = 2
_NUMBER = re.compile(r"\bD-\d+")


class RuleReminder(Record, frozen=True):
    """A rule in few words, printed when something of the army has the keyword."""

    keyword: str
    title: str
    text: str
    rule: str


REMINDERS = (
    RuleReminder(
        "psyker",
        "Psychic test",
        "25 order points on the psyker alone, even when he leads a unit; failed: his points go to 0.",
        "D-16",
    ),
    RuleReminder(
        "psychic hood",
        "Psychic hood",
        'An enemy psyker within 24" takes 50 order points for his test instead of 25.',
        "D-16",
    ),
    RuleReminder(
        "heavy", "Heavy weapons (optional)", 'BS +1 for every 12" that the target is under the maximum range.', "D-22"
    ),
    RuleReminder(
        "area",
        "Blasts and templates",
        "Hits × S × 3 for a blast, × 4 for a template, × 5 for a twin-linked template.",
        "D-28",
    ),
    RuleReminder(
        "rending",
        "Rending",
        "The 2+ value of the DMG is saved as AP2, the 6+ value as normal: 90 is 15 and 75.",
        "D-29",
    ),
    RuleReminder("sniper", "Sniper", "The target's T replaces S. Against vehicles S 3 and rending.", "D-30"),
    RuleReminder(
        "gets hot",
        "Gets Hot!",
        "Opponent's token: 40 DMG on the bearer, saves apply (10 if he re-rolls to hit); one shot is lost if he dies.",
        "D-31",
    ),
    RuleReminder(
        "feel no pain", "Feel No Pain", "DMG after saves is halved, rounded up, where the rule may be used.", "D-33"
    ),
    RuleReminder(
        "instant death",
        "Instant death",
        "An attack with S of at least twice T (the first figure of 4(5)) that costs a model 10 HP or more removes it.",
        "D-26",
    ),
    RuleReminder(
        "artillery",
        "Artillery",
        "Of the DMG the crew take the 3+ value, the guns the 5+ value, before saves; S 3 or less does nothing to guns.",
        "D-34",
    ),
    RuleReminder("lightning claw", "Lightning claws", "Close combat factor +1.", "D-41"),
    RuleReminder(
        "poisoned",
        "Poisoned weapons",
        "T−2, T−1, T, T+1, T+2 for S with 6+ to 2+; factor +1 if the wielder's S is at least the victim's T.",
        "D-42",
    ),
    RuleReminder("melta", "Melta", "Within its reach the extra D6 lowers AV−S by 4.", "D-51"),
    RuleReminder(
        "grenade",
        "Grenades against vehicles",
        "20 DMG for each model that attacks: defensive and assault S 4, krak S 6, melta bombs S 12.",
        "D-60",
    ),
    RuleReminder(
        "vehicle",
        "Vehicles",
        "A line holds 36 DMG over the game; what is more goes on the next line, lowering AV−S by 1.",
        "D-53",
    ),
    RuleReminder("repair", "Repair", "While it is immobilised, 6 points come off one line each turn.", "D-62"),
    RuleReminder("deep strike", "Deep strike", "Two Scatter tokens more to the opponent when the game starts.", "D-71"),
    RuleReminder("twin-linked", "Twin-linked", "BS +1; several re-rolls of a shot count once.", "D-21"),
    RuleReminder(
        "barrage",
        "Barrage",
        "Of several blasts each after the first is placed by the target's owner, for one Scatter token. Fired without "
        "line of sight, the firer does not pull the blast back.",
        "D-38",
    ),
    RuleReminder(
        "preferred enemy", "Preferred enemy", "WS +1 for the close combat factor; several re-rolls count once.", "D-33"
    ),
    RuleReminder("tank hunters", "Tank hunters", "BS +1 and WS +1 against vehicles.", "D-33"),
    RuleReminder("hit and run", "Hit and run", 'Leaves close combat by 10".', "D-17"),
    RuleReminder("hit & run", "Hit and run", 'Leaves close combat by 10".', "D-17"),
    RuleReminder("move through cover", "Move through cover", 'Up to 5" of movement inside difficult terrain.', "D-18"),
    RuleReminder(
        "outflank",
        "Outflank",
        "Its player picks the left or the right edge; a unit that cannot be placed is removed.",
        "D-81",
    ),
    RuleReminder("acute senses", "Acute senses", 'Sees 24" in night fighting, where others see 18".', "D-82"),
    RuleReminder(
        "gate of infinity",
        "Gate of Infinity",
        "Two Scatter tokens. With a unit: 10 DMG on the unit as a whole, no save.",
        "D-102",
    ),
    RuleReminder(
        "null zone", "Null Zone", 'Invulnerable saves of enemies within 24" are one worse; 6+ is none.', "D-101"
    ),
    RuleReminder(
        "machine curse", "Machine Curse", "One glancing hit on the vehicle once the psychic test is passed.", "D-100"
    ),
    RuleReminder("mindlock", "Mindlock", "Without a Techmarine in the unit it works one turn, then no more.", "D-105"),
    RuleReminder(
        "jamming beacon",
        "Jamming beacon",
        'An enemy that deep strikes within 6" can be scattered with twice as many tokens.',
        "D-75",
    ),
)


def used_rules(army: FortykArmy) -> tuple[blocks.RuleText, ...]:
    """Return the rules that concern an army, each once, with the names of the units or weapons that bring it.

    Those that this system words itself come first, then special rules, wargear and powers as the data words them.
    """
    bearers: dict[str, list[str]] = {}
    for unit in army.units:
        for keyword, bearer in _keywords(unit):
            names = bearers.setdefault(keyword, [])
            if bearer and bearer not in names:
                names.append(bearer)
    worded = {reminder.keyword for reminder in REMINDERS}
    own = (
        blocks.RuleText(_title(reminder.title, bearers[reminder.keyword]), reminder.text, reminder.rule)
        for reminder in REMINDERS
        if reminder.keyword in bearers
    )
    texts = {
        name.lower(): blocks.RuleText(_title(name, bearers.get(name.lower(), [unit.name])), text, _number(text))
        for unit in army.units
        for name, text in unit.rule_texts
        if rule_name(name) not in worded
    }
    return (*own, *texts.values())


def _number(text: str) -> str:
    """Return the number of the rule that a text names last, if it names one."""
    numbers = _NUMBER.findall(text)
    return numbers[-1] if numbers else ""


def _title(title: str, names: list[str]) -> str:
    return f"{title} ({', '.join(names)})" if 0 < len(names) <= MOST_NAMES else title


def _keywords(unit: Unit) -> Iterator[tuple[str, str]]:
    """Every keyword of a unit with who bears it; an empty name stands for everybody."""
    yield from ((name.lower(), unit.name) for name in (*unit.rules, *unit.powers))
    yield from ((mark.kind.replace("_", " "), unit.name) for mark in unit.marks)
    if unit.psykers:
        yield "psyker", unit.name
    if unit.vehicles:
        yield "vehicle", ""
    if unit.groups:
        yield "instant death", ""
    if unit.groups and unit.vehicles:
        yield "artillery", unit.name
    for group in unit.groups:
        yield from ((name.lower(), unit.name) for name in group.gear)
    for vehicle in unit.vehicles:
        yield from ((name.lower(), unit.name) for name in vehicle.gear)
    for carried in unit.weapons:
        for mode in carried.weapon.modes:
            yield from ((keyword, carried.weapon.name) for keyword in _mode_keywords(mode))


def _mode_keywords(mode: WeaponMode) -> Iterator[str]:
    yield from mode.rules
    yield from (word for word in ("poisoned", "lightning claw") if is_called(mode, word))
    yield mode.kind
    if mode.blast:
        yield "area"


NAME = "Diceless 40K"


def roster_page(
    army: FortykArmy,
    counters: Sequence[Counter],
    findings: Sequence[Finding],
    slots: Sequence[blocks.Slot] = (),
    source: str = "",
) -> blocks.RosterPage:
    """The list of an army with the tokens it gives (D-77), its findings, errors first, and the rules that it uses."""
    relations = companions(army)
    carriers = {mark.target for unit in army.units for mark in unit.marks if mark.kind == "riding_in"}
    givers = {part.unit for counter in counters for part in counter.parts}
    return blocks.RosterPage(
        title=army.name,
        system=NAME,
        points=army.points,
        limit=army.limit,
        source=source,
        totals=tuple(totals(army.units)),
        slots=tuple(slots),
        rows=tuple(_row(unit, relations[unit.id], tuple(roster_marks(unit, carriers, givers))) for unit in army.units),
        tokens=tuple(counter_token(counter) for counter in counters if counter.total_at_start),
        token_remark="to the opponent",
        findings=errors_first(findings),
        reserve=_reserve(army),
        rules=used_rules(army),
        aids=aids_of(army, counters),
    )


def _row(unit: Unit, relations: Sequence[str], marks: tuple[blocks.RosterMark, ...]) -> blocks.RosterRow:
    return blocks.RosterRow(
        unit=unit.id,
        slot=unit.slot,
        name=unit.name,
        detail=". ".join(part[0].upper() + part[1:] for part in (weapon_list(unit), *relations) if part),
        models=unit.models,
        points=unit.points,
        hp=unit_hit_points(unit),
        place=unit.place,
        marks=marks,
        cards=card_ids(unit),
    )


def _reserve(army: FortykArmy) -> blocks.Reserve | None:
    waiting = {unit.id: unit for unit in army.units if waits(unit)}
    if not waiting:
        return None
    brought = {mark.target for unit in waiting.values() for mark in unit.marks if mark.kind == "led_by"}
    alone = [unit for unit in waiting.values() if unit.id not in brought and not _comes_aboard(unit, waiting)]
    return blocks.Reserve(
        planned_arrivals(army, [unit.id for unit in alone]),
        tuple(blocks.Check(f"{unit.id}.arrived", unit.name) for unit in waiting.values()),
        "A unit may be delayed one turn, once.",
    )


def _comes_aboard(unit: Unit, waiting: Mapping[str, Unit]) -> bool:
    return any(mark.kind == "riding_in" and mark.target in waiting for mark in unit.marks)
