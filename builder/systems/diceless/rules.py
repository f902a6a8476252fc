"""The rules that an army or a unit uses, in few words: those that this system words itself, and those of the data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from builder.record import Record
from builder.systems.blocks import RuleText
from builder.systems.common.listing import phase_of
from builder.systems.diceless.weapon_rules import is_called
from builder.systems.fortyk.model import FortykArmy, Unit, WeaponMode
from builder.systems.fortyk.weapontext import rule_name

MOST_NAMES = 2
_NUMBER = re.compile(r"\bD-\d+")
_NUMBERS = re.compile(r" \((D-\d+(, )?)+\)")


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


def used_rules(army: FortykArmy) -> tuple[RuleText, ...]:
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
        RuleText(
            _title(reminder.title, bearers[reminder.keyword]),
            reminder.text,
            reminder.rule,
            phase_of(reminder.keyword),
            tuple(bearers[reminder.keyword]),
        )
        for reminder in REMINDERS
        if reminder.keyword in bearers
    )
    texts = {
        name.lower(): RuleText(
            _title(name, bearers.get(name.lower(), [unit.name])),
            text,
            _number(text),
            phase_of(name),
            tuple(bearers.get(name.lower(), [unit.name])),
        )
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


def card_rules(unit: Unit, gear: Iterable[str], *, first: bool = True) -> tuple[RuleText, ...]:
    """Return the rules and powers of a unit, on its `first` card, and of the gear on the card, as the data words them.

    Those that it only names have the words of this system, where that has some. Powers that are a weapon stand among
    the weapons.
    """
    texts = {name.casefold(): text for name, text in unit.rule_texts}
    weapons = {carried.weapon.name.casefold() for carried in unit.weapons}
    powers = [name for name in unit.powers if texts.get(name.casefold()) and name.casefold() not in weapons]
    own = {name.casefold(): name for name in (*powers, *unit.rules)} if first else {}
    worn = {name.casefold(): name for name in gear if name.casefold() in texts}
    return tuple(
        _card_rule(name, texts[key]) if texts.get(key) else _reminded(name) for key, name in (worn | own).items()
    )


def weapon_rules(unit: Unit) -> tuple[RuleText, ...]:
    """Return the rules of a unit's weapons, as the data words them."""
    words = {rule_name(word) for carried in unit.weapons for mode in carried.weapon.modes for word in mode.rules}
    return tuple(_card_rule(name, text) for name, text in unit.rule_texts if rule_name(name) in words)


def _reminded(name: str) -> RuleText:
    """Return a rule that the data only names, in the words of this system."""
    found = next((each for each in REMINDERS if each.keyword == rule_name(name)), None)
    return RuleText(name, found.text, found.rule) if found else RuleText(name, "", "")


def _card_rule(name: str, text: str) -> RuleText:
    return RuleText(name, _NUMBERS.sub("", text).replace(" .", "."), ", ".join(_NUMBER.findall(text)))
