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
_WITHOUT_DICE = re.compile(r"\b[Aa]gree\b|\bfixed here\b|\bDiceless 40K\b|\bScatter token|\bnothing is rolled\b")
"""A text that leaves to agreement what dice decide; one that is not worded below stays as it is."""
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
    "blessing of the omnissiah": "Mends a vehicle in contact instead of firing, on 5+; each servitor's arm adds 1.",
    "tank commander": "The crew is never shaken or stunned. When the tank is lost Chronus may fight on, on foot.",
    "grav chute insertion": "Passengers may get out after it flew flat out, under its path as by deep strike; where "
    "they scatter they test for dangerous ground.",
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
    "pinning": "A unit with a wound from it that was not saved takes a leadership test for pinning.",
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
    "company standard": "Marines within 12\" re-roll tests for morale and pinning. The squad counts one wound more "
    "when an assault is settled.",
    "chapter banner": "As a company standard, and each of its squad has one attack more.",
    "cluster mines": "A secret trap in one piece of terrain; your codex says how it hits the unit that sets it off.",
    "might of the ancients": "The Librarian has Strength 6 and a die more to penetrate armour in this assault phase.",
    "honour of the chapter": "The Chaplain and the squad that he leads are fearless.",
    "liturgies of battle": "When they charge, he and the squad that he leads re-roll to hit.",
    "honour or death": "The Champion re-rolls to hit and to wound against an enemy character in contact.",
    "master psyker": "Knows every power and may use three a turn.",
    "bellowing tyrant": "As the warlord, gives ork units within 12\" a re-roll of leadership tests.",
    "brutal but kunnin'": "As the warlord, re-rolls one of his attacks each turn, to hit or to wound.",
    "kunnin' but brutal": "As the warlord, re-rolls one save each turn.",
    # Orks, by the codex of the 7th edition
    "'ere we go!": "Re-rolls dice of a charge distance that is rolled.",
    "mob rule": "After a failed morale or pinning test it rolls on the table of its codex.",
    "bosspole": "Re-rolls the roll for the Mob Rule.",
    "rampage": "D3 more attacks against more models than its own side has in the combat.",
    "ramshackle": "Some penetrating hits only glance, on a roll of your codex.",
    "don't press dat!": "Sometimes it goes where it wants, on a roll of your codex.",
    "cowardly grots!": "Losing a quarter of the kans in a phase may shake the crews, on a roll of your codex.",
    "tellyported": "Sometimes it kills outright or penetrates any armour, on a roll of your codex.",
    "fickle": "AP is a roll of a die; the figure that stands here is its middle.",
    "jam": "Sometimes it breaks down, on a roll of your codex.",
    "flyer": "Flies as your rulebook has it.",
    "skreamin' descent": "A boom bomb sometimes goes wrong, or very well, on a roll of your codex.",
    "rokkit boostaz": "Once a game it flies much faster in its move, as far as your codex says.",
    "squig hound": "Makes a mob that failed a morale test take it again, and eats some of it, as your codex says.",
    "grot orderly": "Once a game the mob re-rolls Feel No Pain that failed.",
    "grabbin' klaw": "Holds an enemy vehicle within 2\" for a turn, on a roll of your codex. Not skimmers and flyers.",
    "da krunch": "A psychic shooting attack.",
    "'eadbanger": "One enemy model within 24\" is hurt, on a roll of your codex.",
    # Orders and officers
    "senior officer": "Before you shoot, gives orders to two units within 12\" that pass a leadership test.",
    "junior officer": "Before you shoot, gives an order to a unit within 6\" that passes a leadership test.",
    "move! move! move!": "Order: the unit runs, the best of three dice.",
    "bring it down!": "Senior order: the unit re-rolls to hit a vehicle or a monster.",
    "get back in the fight!": "Senior order: a unit that falls back or went to ground acts as usual again.",
    "like the wind!": "Al'rahem's order. The unit shoots, then moves a D6 in inches.",
    "iron will": "The first time he dies he gets up again on a 3+, with one wound.",
    "special operations": "Takes Scouts and Move Through Cover, or Infiltrate, or re-rolls scatter of its deep strike.",
    "desperadoes": "A die says before the game: lasguns are Assault 2, or the squad has Fleet, Furious Charge and "
    "Counter-Attack, or it has one attack more, with rending.",
    "lumbering behemoth": "At combat speed fires its turret gun besides all else, and cruises 6\" and a D6.",
    "four rockets": "Fires one of its four rockets a turn, with D3 blasts.",
    "countdown": "Not in turn one, nor after a move. Launches on a roll that gets easier each turn.",
    "force field": "Wounds on Yarrick are rolled again.",
    "accurate bombardment": "May re-roll where a blast of this tank scatters.",
    "forward observer": "Calls the barrage only if he has not moved; it scatters further.",
    "lightning arc": "A psychic shooting attack; dice say how many shots.",
    "soulstorm": "A psychic shooting attack. S is the number of psykers in the squad; AP is a roll of a die.",
    "venerable": "Its player may have a result on the damage table of vehicles re-rolled; the second one stands.",
    "fire on my target!": "Senior order: cover saves passed against its fire are re-rolled.",
    "vox-caster": "Orders from a squad with one to a squad with one are tested with a re-roll.",
    "summary execution": "A failed morale test is taken again, once the unit's model with the best Ld is shot.",
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

        return with_codes(roster_page(self.army, findings, slots, source), self.army.units)


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
    texts = tuple((name, _with_dice(name, text)) for name, text in unit.rule_texts)
    return unit if texts == unit.rule_texts else replace(unit, rule_texts=tuple(each for each in texts if each[1]))


def _with_dice(name: str, text: str) -> str:
    """What a rule says where dice are rolled; nothing where only another game has words for it."""
    if _OF_ANOTHER_GAME.search(text):
        return _WORDS.get(name.casefold(), "")
    return _WORDS.get(name.casefold(), text) if _WITHOUT_DICE.search(text) else text


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
