"""An army as Plain 40K understands it: units with their wounds, findings, cards, the roster page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import field

from builder.errors import Finding
from builder.record import Record, replace
from builder.roster.view import RosterView
from builder.systems.blocks import Card, RosterPage, Slot
from builder.systems.common.marks import mark_findings
from builder.systems.common.units import summary_of, with_codes
from builder.systems.fortyk.model import FortykArmy, ModelGroup, Unit, equipment_report
from builder.systems.fortyk.units import read_army
from builder.systems.protocol import Counter, UnitCache, UnitSummary

_OF_ANOTHER_GAME = re.compile(r"\b[DLEAH]-\d{2,3}\b")
"""A text that names a rule of one of our ledgers says what that game makes of it, with that game's figures."""
_WORDS = {
    # Units
    "independent character": "May join a unit, and leave it again when he moves.",
    "psyker": "Uses psychic powers, each after the test of your edition.",
    "psychic choir": "Its psykers use one power together.",
    "brotherhood of psykers": "Uses its power together, as one psyker.",
    "feel no pain": "A wound that was not saved is ignored on the roll of your edition.",
    "fearless": "Passes tests for morale and pinning.",
    "stubborn": "Tests without the modifiers of Ld.",
    "counter-attack": "Fights with the extra attack for charging when it is charged, after a leadership test.",
    "preferred enemy": "Re-rolls against the enemy named, as your edition has it.",
    "tank hunters": "+1 to penetrate armour, or a re-roll, by your edition.",
    "hit & run": "May leave a combat at the end of the assault phase, 3D6\", after a test against I.",
    "fleet": "May charge in the turn in which it ran.",
    "slow and purposeful": "Always moves as in difficult ground, and fires as if it had not moved.",
    "move through cover": "Rolls a die more in difficult ground.",
    "skilled rider": "Passes or re-rolls tests for dangerous ground.",
    "night vision": "Sees further, or as by day, at night.",
    "acute senses": "Sees further at night.",
    "eternal warrior": "Loses one wound at a time, whatever hits it.",
    "stealth": "Cover saves are one better.",
    "vulnerable to blasts": "Each hit by a blast or a template counts as two.",
    "and they shall know no fear": "Regroups however few are left; caught in flight, it fights on.",
    "fear": "An enemy in contact takes a leadership test before he fights, and has WS 1 this turn if he fails.",
    # Arriving
    "deep strike": "Arrives from reserve anywhere on the table, and scatters.",
    "infiltrate": "Is set up last, out of the enemy's sight or far from him, or outflanks.",
    "scouts": "Moves once before the first turn, or outflanks.",
    "outflank": "Arrives from reserve at a table edge at the side.",
    "da jump": "The psyker and his unit leave the table and arrive at once anywhere, as deep strike.",
    "gate of infinity": "The Librarian and his unit arrive anew within 24\", as deep strike.",
    "teleport homer": "Terminators that arrive within 6\" do not scatter.",
    "locator beacon": "A unit that arrives within 6\" does not scatter.",
    "jamming beacon": "An enemy that deep strikes within 6\" scatters twice as far.",
    "gift of prescience": "His army re-rolls for its reserves.",
    "telepathic relay": "+1 to your rolls for reserves.",
    "intercept reserves": "−1 to the enemy's rolls for reserves.",
    "chapter tactics": "The army gives up Combat Tactics for what its character gives it.",
    "captain al'rahem": "His whole platoon waits in reserve and outflanks.",
    "he's behind you!": "Comes from reserve anywhere, 1\" from enemies, and does not scatter.",
    # Vehicles and guns
    "artillery": "Hits are divided between crew and guns as in your rulebook.",
    "repair": "Immobilised, it may try to mend itself instead of firing: on a 6 it moves again.",
    "grot riggers": "They may mend the vehicle instead of its firing, on a roll of your rulebook.",
    "grot oiler": "Helps once a game with a repair.",
    "mek's tools": "Mends a vehicle in contact instead of firing, on a roll of your rulebook.",
    "servo-harness": "A second servo-arm, a plasma cutter and a flamer; +1 to mend.",
    "reinforced ram": "Can tank shock and ram, with front armour 2 higher.",
    "deff rolla": "Rams with front armour 2 higher, and crushes those who fail to stop it.",
    "wartrakk tracks": "Re-rolls tests for dangerous ground.",
    "dozer blade": "Re-rolls tests for dangerous ground.",
    "machine curse": "A vehicle within 24\" takes one glancing hit.",
    "mindlock": "Without a Techmarine or Master of the Forge in the unit they may do nothing: a die says.",
    # Weapons and gear
    "barrage": "Fires at what it cannot see; the marker scatters without BS then.",
    "ordnance barrage": "Fires at what it cannot see; the marker scatters without BS then.",
    "blast": "The marker scatters; each model under it is hit.",
    "template": "Each model under it is hit.",
    "gets hot!": "A 1 to hit wounds the bearer; he may save.",
    "lightning claw": "Re-rolls to wound, no armour saves.",
    "melta": "Up to half range two dice penetrate armour.",
    "armourbane": "Two dice penetrate armour.",
    "instant death": "Kills with one wound that is not saved.",
    "pinning": "A unit that loses a model to it takes a leadership test for pinning.",
    "poisoned": "Wounds on its own figure, whatever the T.",
    "rending": "A 6 to wound, or to hit in some editions, wounds without armour save.",
    "sniper": "Wounds on a roll of its own, whatever the T.",
    "witchblade": "Wounds on 2+, whatever the T; against vehicles S 9.",
    "twin-linked": "Re-rolls to hit.",
    "ammo runt": "Once a game its boss re-rolls to hit with a gun.",
    "attack squig": "One attack each turn re-rolls to hit.",
    "cybork body": "A Feel No Pain of 6+.",
    "dok's tools": "The model and its unit have Feel No Pain.",
    "narthecium": "While the Apothecary lives, his squad has Feel No Pain.",
    "psychic hood": "May stop a power of an enemy psyker within 24\", on a roll of your rulebook.",
    "digital weapons": "One attack each assault phase re-rolls to wound.",
    "special ammunition": "The squad fires one kind each turn.",
    "orbital bombardment": "Once a game instead of firing, if he has not moved.",
    "seismic": "+1 on the damage table of vehicles.",
    "tremor": "A unit that is hit moves slower; a vehicle that moves takes a test for dangerous ground.",
    "null zone": "Enemy units within 24\" re-roll invulnerable saves that they passed.",
    "moonfang": "A 6 to wound is instant death.",
    # Characters
    "hood of hellfire": "He re-rolls psychic tests.",
    "honour of the chapter": "The Chaplain and the squad that he leads are fearless.",
    "liturgies of battle": "When they charge, he and the squad that he leads re-roll to hit.",
    "honour or death": "The Champion re-rolls to hit and to wound against an enemy character in contact.",
    "master psyker": "Knows every power and may use three a turn.",
    "bellowing tyrant": "As the warlord, gives ork units within 12\" a re-roll of leadership tests.",
    "brutal but kunnin'": "As the warlord, re-rolls one of his attacks each turn, to hit or to wound.",
    "kunnin' but brutal": "As the warlord, re-rolls one save each turn.",
    # Orders and officers
    "senior officer": "Before you shoot, gives orders to two units within 12\" that pass a leadership test.",
    "junior officer": "Before you shoot, gives an order to a unit within 6\" that passes a leadership test.",
    "move! move! move!": "Order: the unit runs, the best of three dice.",
    "bring it down!": "Senior order: the unit re-rolls to hit a vehicle or a monster.",
    "fire on my target!": "Senior order: cover saves against its fire that were passed are re-rolled.",
    "vox-caster": "Orders from a squad with one to a squad with one are tested with a re-roll.",
    "platoon standard": "The squad counts one wound more when an assault is settled.",
    "regimental standard": "As a platoon standard; and units within 12\" re-roll tests for morale and pinning.",
    "righteous fury": "In the turn in which his unit charges it re-rolls to hit.",
    "it's for your own good": "A psyker who suffers a peril of the warp beside a commissar is shot.",
    "ultimate sanction": "When the choir suffers a peril of the warp, the Overseer shoots some of his psykers.",
    "crack shot": "After a turn without a move he has +1 to penetrate armour, and re-rolls to wound monsters.",
    "nightshroud": "Until his next turn, whoever would shoot at his unit takes a leadership test first.",
}  # fmt: skip
"""Rules that datasheets word for Diceless 40K alone, in words that the editions with dice have in common.

Where these differ, the words say so, or leave a figure to the players' rulebook.
"""


class PlainReading(Record, frozen=True):
    """A read army; `findings` are those of reading it and of its marks."""

    army: FortykArmy
    units: tuple[UnitSummary, ...]
    findings: tuple[Finding, ...]
    counters: tuple[Counter, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)

    def cards(self, unit: str | None = None) -> Sequence[Card]:
        """Return the cards to print, in the order of the roster, or those of one unit."""
        from builder.systems.plain.cards import army_cards

        return army_cards(self.army, unit)

    def roster_page(self, findings: Sequence[Finding] = (), slots: Sequence[Slot] = (), source: str = "") -> RosterPage:
        """Return the list of the army with all its findings, those of the evaluation too; `source` names its data."""
        from builder.systems.plain.cards import roster_page

        return roster_page(self.army, findings, with_codes(slots), source)


def read(roster: RosterView, kept: UnitCache | None = None) -> PlainReading:
    """Read an evaluated roster; units that are `kept` are not read again."""
    reading = read_army(roster, kept)
    army = replace(reading.army, units=tuple(map(_without_other_games, reading.army.units)))
    return PlainReading(
        army=army,
        units=tuple(map(summary, army.units)),
        findings=(*reading.findings, *mark_findings(army.units)),
    )


def _without_other_games(unit: Unit) -> Unit:
    """A unit whose rules are told as the data has them, or as dice have them where it words one of our games."""
    if not any(_OF_ANOTHER_GAME.search(text) for _, text in unit.rule_texts):
        return unit
    texts = (
        (name, _WORDS.get(name.casefold(), "") if _OF_ANOTHER_GAME.search(text) else text)
        for name, text in unit.rule_texts
    )
    return replace(unit, rule_texts=tuple((name, text) for name, text in texts if text))


def summary(unit: Unit) -> UnitSummary:
    """Return what a list shows of a unit, with the wounds of its models on foot."""
    wounds = sum(group.wounds for group in unit.groups) if unit.groups else None
    return replace(
        summary_of(unit),
        value="" if wounds is None else str(wounds),
        extra={
            "wounds": wounds,
            "profiles": [{"group": group.id, **_line(group)} for group in unit.groups],
            **equipment_report(unit),
        },
    )


def _line(group: ModelGroup) -> Mapping[str, object]:
    profile = group.profile
    return {
        "WS": profile.ws,
        "BS": profile.bs,
        "S": profile.s,
        "T": str(profile.t),
        "W": profile.w,
        "I": profile.i,
        "A": profile.a,
        "Ld": profile.ld,
        "save": profile.save,
        "invulnerable": profile.invulnerable,
    }
