"""Lethal 40K: contact range, unit groups, ammunition, and vehicles with three damage tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from builder.errors import Finding
from builder.roster.view import ProfileView, RosterView
from builder.systems.protocol import DICE, System

if TYPE_CHECKING:
    from builder.systems.blocks import Card, ListWords
    from builder.systems.calculation import Calculation
    from builder.systems.lethal.play.state import LethalGame
    from builder.systems.lethal.reading import LethalReading
    from builder.systems.play.protocol import Play
    from builder.systems.protocol import DatasheetForms, Form, Setting, UnitCache, UnitSummary


class LethalSystem(System):
    """The system as the registry loads it; what reads armies is imported when the first one is read."""

    id = "lethal"
    name = "Lethal 40K"
    plans_groups = True
    features = frozenset({DICE})

    def datasheet_form(self, forms: DatasheetForms[Form]) -> Form:
        """Lines of infantry, vehicles and weapons (L-01, L-03, L-05)."""
        from builder.systems.lethal.schema import DATASHEET_LINES

        return forms.units(DATASHEET_LINES)

    def list_words(self) -> ListWords:
        """Units of models with a CM."""
        from builder.systems.lethal.roster_page import WORDS

        return WORDS

    def group_words(self, units: Sequence[UnitSummary]) -> str:
        """One structure, where all of them are parts of it (L-10)."""
        return "one structure" if units and all(each.extra.get("bond") == "structure" for each in units) else ""

    def settings(self) -> tuple[Setting, ...]:
        """Return the table of speed saves (L-04) and what is compared with AV (L-51)."""
        from builder.systems.lethal.attacks import SETTINGS

        return SETTINGS

    def calculations(self) -> tuple[type[Calculation], ...]:
        """Contact range, groups, penetration, saves, checks, combat, ammunition."""
        from builder.systems.lethal.calculations import CALCULATIONS

        return CALCULATIONS

    def missing(self, roster: RosterView) -> tuple[Finding, ...]:
        """Return why the roster's profiles are no Lethal profiles at all; empty where some are."""
        from builder.systems.lethal.army import missing_stat_lines

        return missing_stat_lines(roster)

    def unread(self, profile: ProfileView) -> tuple[Finding, ...] | None:
        """Return what of a Lethal profile cannot be read.

        None for a profile that is neither a stat line nor a weapon.
        """
        from builder.systems.lethal.profiles import unread

        return unread(profile)

    def read(self, roster: RosterView, kept: UnitCache | None = None) -> LethalReading:
        """Return the army with its groups, ammunition and findings."""
        from builder.systems.lethal.reading import read

        return read(roster, kept)

    def blank_cards(self) -> tuple[Card, ...]:
        """Cards to fill in by hand."""
        from builder.systems.lethal.cards import blank_cards

        return blank_cards()

    def play(self) -> Play[LethalGame]:
        """Unit groups, actions, checks, losses, vehicles and close combats over a game."""
        from builder.systems.lethal.play import PLAY

        return PLAY


SYSTEM = LethalSystem()
