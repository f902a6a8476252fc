"""Plain 40K: units on 40K profiles, played with dice by whatever edition the players own; a page has its charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.errors import Finding
from builder.roster.view import ProfileView, RosterView
from builder.systems.protocol import DICE, FORTYK_PROFILES, System

if TYPE_CHECKING:
    from builder.systems.blocks import Card, ListWords
    from builder.systems.plain.game_view import Plain
    from builder.systems.plain.reading import PlainReading
    from builder.systems.play.protocol import Play
    from builder.systems.protocol import DatasheetForms, Form, UnitCache


class PlainSystem(System):
    """The system as the registry loads it; what reads armies is imported when the first one is read."""

    id = "plain"
    name = "Plain 40K"
    by_name_alone = True
    shares_datasheets = ("diceless",)
    features = frozenset({FORTYK_PROFILES, DICE})

    def datasheet_form(self, forms: DatasheetForms[Form]) -> Form:
        """Stat lines, vehicles and weapons of 40K."""
        from builder.systems.fortyk.schema import DATASHEET_LINES

        return forms.units(DATASHEET_LINES)

    def list_words(self) -> ListWords:
        """Units of models with wounds."""
        from builder.systems.plain.cards import WORDS

        return WORDS

    def missing(self, roster: RosterView) -> tuple[Finding, ...]:
        """Return why the roster's profiles are no 40K profiles at all; empty where some are."""
        from builder.systems.fortyk.units import missing_stat_lines

        return missing_stat_lines(roster, self.name)

    def unread(self, profile: ProfileView) -> tuple[Finding, ...] | None:
        """Return what of a 40K profile cannot be read; None for a profile that is neither a stat line nor a weapon."""
        from builder.systems.fortyk.weapons import unread

        return unread(profile)

    def read(self, roster: RosterView, kept: UnitCache | None = None) -> PlainReading:
        """Return the army with its wounds; what cannot be understood is among its findings."""
        from builder.systems.plain.reading import read

        return read(roster, kept)

    def blank_cards(self) -> tuple[Card, ...]:
        """Cards to fill in by hand."""
        from builder.systems.plain.cards import blank_cards

        return blank_cards()

    def play(self) -> Play[Plain]:
        """Wounds, vehicles and states over a game."""
        from builder.systems.plain.play import PLAY

        return PLAY


SYSTEM = PlainSystem()
