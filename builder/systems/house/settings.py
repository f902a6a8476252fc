"""The four settings of the Dark Millennia house rules, each off until a list chooses it."""

from __future__ import annotations

from collections.abc import Mapping

from builder.systems.protocol import Setting

COVER, OVERWATCH, MOUNTED, CONSOLIDATION = "cover", "overwatch", "mounted infantry", "consolidation"
BASE, MODIFIERS, BOTH_SAVES = "base", "modifiers", "both saves"
NONE, MODIFIED, UNIVERSAL = "none", "modified", "universal"
NO, YES = "no", "yes"
_DICE = "{rule} rests on dice, and {system} is played without: {what} is for lists with dice, such as Plain 40K"

_COVER = Setting(
    name=COVER,
    choices={
        BASE: "Cover is as in the base game.",
        MODIFIERS: "Alternate cover, first method: BS of the shooter, T of the target (H-01).",
        BOTH_SAVES: "Alternate cover, second method: cover save and armour save both (H-02).",
    },
    rule="H-01",
)
_OVERWATCH = Setting(
    name=OVERWATCH,
    choices={
        NONE: "No overwatch.",
        MODIFIED: "Modified overwatch: after a test of Ld, one full shot at whoever assaults the unit (H-03).",
    },
    rule="H-03",
)
_MOUNTED = Setting(
    name=MOUNTED,
    choices={NO: "Cavalry is as in the base game.", YES: "Mounted infantry takes the place of cavalry (H-04)."},
    rule="H-04",
)
_CONSOLIDATION = Setting(
    name=CONSOLIDATION,
    choices={NO: "As in the base game.", UNIVERSAL: 'Universal consolidation: 3" for who stood still (H-05).'},
    rule="H-05",
)
ALL = (_COVER, _OVERWATCH, _MOUNTED, _CONSOLIDATION)


def settings_of(system: str, *, dice: bool) -> tuple[Setting, ...]:
    """Return the settings in armies of a system: all of them with dice, else H-01 and H-05, the others refused."""
    if dice:
        return ALL
    return (
        _without(_COVER, {BOTH_SAVES: "H-02"}, system),
        _without(_OVERWATCH, {MODIFIED: "H-03"}, system),
        _without(_MOUNTED, {YES: "H-04"}, system),
        _CONSOLIDATION,
    )


def _without(setting: Setting, rules: Mapping[str, str], system: str) -> Setting:
    reasons = {
        choice: _DICE.format(rule=rule, system=system, what=f"{setting.name}: {choice}")
        for choice, rule in rules.items()
    }
    choices = {choice: words for choice, words in setting.choices.items() if choice not in reasons}
    return Setting(name=setting.name, choices=choices, rule=setting.rule, refused=reasons)


def chosen(settings: Mapping[str, str]) -> Mapping[str, str]:
    """Return what a list chooses of each of them."""
    return {setting.name: setting.chosen(settings.items()) for setting in ALL}
