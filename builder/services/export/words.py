"""What the form for printing calls things, in a player's words: commands and files keep names of their own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from builder.services.army.opening import Army
from builder.sheets.options import MATCHUP, OUR_SHEETS, kind_of, sheet_of, with_brought
from builder.systems.blocks import FormationCard, PanelCard


class Said(NamedTuple):
    """What a choice is called, what it is for in a word or two, and in a sentence."""

    name: str
    use: str
    about: str


FORMS: Mapping[str, Said] = {
    "pdf": Said("PDF sheets", "to print", "Pages to print, which open here again with all that the army has."),
    "chat": Said("list for a chat", "short, to paste", "A short list to paste into a chat or a forum."),
    "rosz": Said(".rosz for other programs", "packed", "The army for BattleScribe, New Recruit and others, packed."),
    "ros": Said(
        ".ros for other programs", "plain", "The army for BattleScribe and others, for those that unpack none."
    ),
    "battlescribe-text": Said(
        "list as BattleScribe has it", "to paste", "A list in the words in which BattleScribe shares one."
    ),
    "text": Said("sheets as text", "to read out", "All that is on the sheets, in an order that can be read out."),
    "json": Said("sheets as data, .json", "to work with", "All that is on the sheets, for programs that you write."),
}
"""What an army is written as, in the order in which it is offered."""

SHEETS: Mapping[str, str] = {
    "template": "angle template",
    "aid": "turn and its tables",
    "reference": "reference tables",
    "rules": "rules of this army",
    "notes": "notes for the table",
    "cards": "cards to cut out",
    MATCHUP: "matchup against: common targets",
}
"""What sheets are called whose name in commands says too little."""

OPTIONS: Mapping[str, str] = {
    "gutter": "margin to bind",
    "duplex": "both sides: margin at the inner edge",
    "larger_text": "larger text",
    "ink_saver": "less ink: outlines, nothing black",
    "grey": "no colour",
    "one_a_page": "each unit on a page of its own",
    "merge": "identical units on one card",
    "fillable": "boxes to tick in a PDF viewer",
    "opponent": "copy for the opponent",
    "no_tags": "smaller file, cannot be read out",
    "archive": "to be kept for long, as PDF/A",
    "card_size": "cards to cut out",
    "compact": "cards closer together",
}
"""What the looks of sheets are called."""

CHOICES: Mapping[str, Mapping[str, str]] = {
    "paper": {"a4": "A4", "a5": "A5", "letter": "Letter"},
    "sort": {"slot": "by slot", "roster": "as in the army", "name": "by name", "points": "by points, most first"},
    "card_size": {"63x88": "63 × 88 mm", "70x120": "70 × 120 mm"},
    "gutter": {"0": "none"},
}
"""What the choices of options are called."""


NONE = ": none"
"""What follows the name of a sheet that has nothing of the army."""


def absent(sheet: str, name: str) -> str:
    """Return why no page of its own was printed for a sheet that is chosen, by its name for this army."""
    return "on other pages" if sheet in ("rules", "vehicles") and not name.endswith(NONE) else "nothing to print"


def form_name(form: str) -> str:
    """Return what an army is written as, in words."""
    return FORMS[form].name if form in FORMS else form


def choice_name(option: str, written: str) -> str:
    """Return what a choice of an option is called."""
    known = CHOICES.get(option, {})
    return known.get(written, f"{written} mm" if option == "gutter" else written)


def sheet_name(sheet: str) -> str:
    """Return what a sheet is called where nothing is known of the army."""
    return SHEETS.get(sheet) or kind_of(sheet).name.lower()


def short_name(name: str) -> str:
    """Return the name of a sheet without what is on it: `tokens` of `tokens: Scatter 14`."""
    return name.partition(":")[0].removesuffix(" against")


def offered_sheets(army: Army) -> dict[str, str]:
    """Return the sheets that an army can have, with what they are called for it.

    Those of a module, or of a matchup, are offered only where there is one.
    """
    cards = army.reading.cards()
    own = {card.sheet for card in cards if isinstance(card, PanelCard)}
    play = army.system.play()
    lacking = {MATCHUP} if play is None or play.matcher is None else set()
    ours = tuple(sheet for sheet in OUR_SHEETS if sheet not in lacking)
    named = {
        each: sheet_name(each) for each in with_brought(ours, (each for each in army.system.sheets() if each in own))
    }
    if any(isinstance(card, FormationCard) for card in cards):
        named["units"] = "formations"
    if not any(sheet_of(card) == "vehicles" for card in cards):
        named["vehicles"] = f"{named['vehicles']}{NONE}"
    tokens = army.reading.roster_page(army.findings, army.slots_in_all, "").aids.tokens
    if tokens:
        counted = (f"{kind.name} {kind.count + kind.later}" for kind in tokens)
        named["tokens"] = f"tokens: {', '.join(counted)}"
    return named


def short_path(path: Path) -> str:
    """Return a path as people write it, with ~ for their own folder."""
    home = str(Path.home())
    return f"~{str(path).removeprefix(home)}" if str(path).startswith(f"{home}/") else str(path)
