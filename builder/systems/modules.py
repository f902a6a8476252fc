"""Modules: house rules and other books that add to a system, chosen one by one by a list.

A module wraps what a system makes: readings of armies, and games. It knows the kernel and the profiles that it rests
on, but neither the system nor any other module; what meets in a game meets at the named moments of its course.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from builder.errors import Finding
from builder.record import replace
from builder.roster.view import ProfileView, RosterView
from builder.systems.blocks import Card, ListWords, RosterPage, SheetKind, Slot
from builder.systems.calculation import Calculation
from builder.systems.play.events import Event, GameSheets, Player
from builder.systems.play.game import AnyGame, UnitRef
from builder.systems.play.lookup import ref_text
from builder.systems.play.matchup import Assumptions, Matcher, Matchup
from builder.systems.play.protocol import Play
from builder.systems.play.view import Key, Row, Table, View
from builder.systems.protocol import (
    Counter,
    DatasheetForms,
    Form,
    PlugIn,
    Reading,
    Setting,
    System,
    UnitCache,
    UnitSummary,
)


class Module(PlugIn, Protocol):
    """A module: a plug-in of the entry-point group `builder.modules`.

    One that derives from this class adds nothing but what it says itself.
    """

    def refusal(self, system: System) -> str:
        """Return why armies of a system cannot have it; empty where they can."""
        return ""

    def sheets(self) -> Mapping[str, SheetKind]:
        """Return the kinds of sheets that its cards name beside those that every army has; none."""
        return {}

    def settings(self, system: System) -> Sequence[Setting]:
        """Return what a list can choose of it, in an army of a system; nothing."""
        return ()

    def calculations(self) -> Sequence[type[Calculation]]:
        """Rules of it that can be worked out one by one; none."""
        return ()

    def read(self, reading: Reading, settings: Mapping[str, str]) -> Reading:
        """Return an army with what the module adds to it; `settings` are all choices of the list, by name."""
        return reading

    def play(self, play: Play[Any], settings: Mapping[str, str]) -> Play[Any]:
        """Return how a game is played with the module; `settings` as in `read`."""
        return play


def keys_with(keys: Iterable[Key], more: Iterable[Key]) -> tuple[Key, ...]:
    """Return the keys of a game with further ones, which take the place of those that are the same key."""
    added = tuple(more)
    taken = {(key.key, key.action, key.table) for key in added}
    return (*(key for key in keys if (key.key, key.action, key.table) not in taken), *added)


class WrappedReading:
    """An army with something added: a module derives from it, and says what is different."""

    def __init__(self, base: Reading) -> None:
        """Wrap a reading."""
        self.base = base

    @property
    def units(self) -> Sequence[UnitSummary]:
        """Its units."""
        return self.base.units

    @property
    def counters(self) -> Sequence[Counter]:
        """What must be brought to the table."""
        return self.base.counters

    @property
    def findings(self) -> Sequence[Finding]:
        """What there is to say of it."""
        return self.base.findings

    @property
    def extra(self) -> Mapping[str, object]:
        """What the system alone has to tell of it."""
        return self.base.extra

    def cards(self, unit: str | None = None) -> Sequence[Card]:
        """Return its cards."""
        return self.base.cards(unit)

    def roster_page(self, findings: Sequence[Finding], slots: Sequence[Slot], source: str) -> RosterPage:
        """Return its list."""
        return self.base.roster_page(findings, slots, source)


def bare(reading: Reading) -> Reading:
    """Return an army as its system made it, without what modules added."""
    while isinstance(reading, WrappedReading):
        reading = reading.base
    return reading


class ModularSystem(System):
    """A system with modules, each around what those before it have made.

    Args:
        base: the system.
        modules: those of its lists, in their order.
        chosen: the settings of a game, by name; those of armies stand in their rosters.
    """

    def __init__(self, base: System, modules: Sequence[Module], chosen: Mapping[str, str] | None = None) -> None:
        """Put them together."""
        self.base, self.modules, self.chosen = base, tuple(modules), dict(chosen or {})

    @property
    def id(self) -> str:
        """That of the system."""
        return self.base.id

    @property
    def name(self) -> str:
        """That of the system."""
        return self.base.name

    @property
    def plans_groups(self) -> bool:
        """Whether its armies plan units as groups."""
        return self.base.plans_groups

    @property
    def by_name_alone(self) -> bool:
        """Whether armies are of it only where they are asked to be."""
        return self.base.by_name_alone

    @property
    def shares_datasheets(self) -> Collection[str]:
        """The systems whose datasheets it reads too."""
        return self.base.shares_datasheets

    @property
    def features(self) -> Collection[str]:
        """What modules can build on."""
        return self.base.features

    @property
    def last_resort(self) -> bool:
        """Whether it is meant only where no other system is."""
        return self.base.last_resort

    def datasheet_form(self, forms: DatasheetForms[Form]) -> Form | None:
        """Return the form of its datasheets."""
        return self.base.datasheet_form(forms)

    def list_words(self) -> ListWords:
        """Return what its lists call things."""
        return self.base.list_words()

    def group_words(self, units: Sequence[UnitSummary]) -> str:
        """Return what units that are planned as a group are."""
        return self.base.group_words(units)

    @property
    def arrivals(self) -> Collection[str]:
        """The marks of units that do not begin on the table."""
        return self.base.arrivals

    def sheets(self) -> Mapping[str, SheetKind]:
        """Return the kinds of sheets that the system and its modules bring."""
        modules = (each for module in self.modules for each in module.sheets().items())
        return {**self.base.sheets(), **dict(modules)}

    def settings(self) -> Sequence[Setting]:
        """Return what a list can choose: of the system, then of each module."""
        return (*self.base.settings(), *(each for module in self.modules for each in module.settings(self.base)))

    def calculations(self) -> Sequence[type[Calculation]]:
        """Return the calculations of the system."""
        return self.base.calculations()

    def missing(self, roster: RosterView) -> tuple[Finding, ...]:
        """Return why the system cannot read a roster."""
        return self.base.missing(roster)

    def unread(self, profile: ProfileView) -> tuple[Finding, ...] | None:
        """Return what of a profile cannot be read."""
        return self.base.unread(profile)

    def read(self, roster: RosterView, kept: UnitCache | None = None) -> Reading:
        """Return the army with what each module adds to it."""
        reading, chosen = self.base.read(roster, kept), dict(roster.settings)
        for module in self.modules:
            reading = module.read(reading, chosen)
        return reading if not self.modules else _Named(reading, tuple(module.name for module in self.modules))

    def blank_cards(self) -> Sequence[Card]:
        """Return the blank cards of the system."""
        return self.base.blank_cards()

    def play(self) -> Play[Any] | None:
        """Return how a game is played with the modules; None where games of the system cannot be tracked."""
        base = self.base.play()
        if base is None:
            return None
        start, play = base.start, base
        for module in self.modules:
            play = module.play(play, self.chosen)

        def begun(players: Sequence[Player[Any]]) -> Event[Any]:
            return start([replace(each, army=bare(each.army) if each.army else None) for each in players])

        def viewer() -> Callable[[Any], View]:
            view, rows = base.viewer(), _RowsBeside(play)
            return lambda game: rows.added_to(play.with_modules(view(game), game), game)

        sheets, names = play.sheets, tuple(module.name for module in self.modules)

        def named(game: Any, side: int, fresh: bool) -> GameSheets:
            assert sheets is not None
            made = sheets(game, side, fresh)
            return GameSheets(made.cards, with_names(made.page, names))

        matcher = play.matcher
        return replace(
            play,
            start=begun,
            viewer=viewer,
            sheets=sheets and named,
            matcher=matcher and (lambda rules: _with_bare_armies(matcher(rules))),
        )


class _RowsBeside:
    """The rows of a game with what modules tell of their bodies; each is kept as long as its row stays as it is."""

    def __init__(self, play: Play[Any]) -> None:
        self._play = play
        self._kept: dict[tuple[int, str], tuple[Row, Row]] = {}

    def added_to(self, view: View, game: AnyGame) -> View:
        """Return a view with what modules tell of each row."""
        if not self._play.beside:
            return view
        refs = {ref_text(game, ref): ref for ref in game.refs(0, 1)}
        one, other = (
            replace(side, tables=tuple(self._table(number, each, game, refs) for each in side.tables))
            for number, side in enumerate(view.sides)
        )
        return replace(view, sides=(one, other))

    def _table(self, side: int, table: Table, game: AnyGame, refs: Mapping[str, UnitRef]) -> Table:
        return replace(table, rows=tuple(self._row(side, row, game, refs) for row in table.rows))

    def _row(self, side: int, row: Row, game: AnyGame, refs: Mapping[str, UnitRef]) -> Row:
        was, made = self._kept.get((side, row.ref), (None, row))
        if was is not row:
            (written, *_) = row.offers.get("unit", ("",))
            ref = None if row.gone else refs.get(written)
            told = () if ref is None else (tell(game.body(ref)) for tell in self._play.beside)
            added = tuple(each for details in told for each in details)
            # On a low screen each takes as many of its spans as there is room for.
            short = (tuple(each.spans[:n] for n in range(len(each.spans), 0, -1)) for each in added if each.spans)
            made = replace(row, details=(*row.details, *added), brief=(*row.brief, *short))
            self._kept[side, row.ref] = (row, made)
        return made


def _with_bare_armies(matcher: Matcher) -> Matcher:
    """Return what works out the same of armies, whatever modules are around them."""

    def armies(players: Sequence[Player[Any]], assumptions: Assumptions) -> Matchup:
        return matcher.armies([replace(each, army=each.army and bare(each.army)) for each in players], assumptions)

    def cards(own: Any, against: Any, name: str, assumptions: Assumptions, only: str) -> Iterable[Card]:
        return matcher.cards(bare(own), None if against is None else bare(against), name, assumptions, only)

    return replace(matcher, armies=armies, cards=cards)


class _Named(WrappedReading):
    """An army whose list names its modules."""

    def __init__(self, base: Reading, names: Sequence[str]) -> None:
        super().__init__(base)
        self.names = names

    def roster_page(self, findings: Sequence[Finding], slots: Sequence[Slot], source: str) -> RosterPage:
        """Return its list, with the names of the modules behind that of the system."""
        return with_names(self.base.roster_page(findings, slots, source), self.names)


def with_names(page: RosterPage, names: Sequence[str]) -> RosterPage:
    """Return the list of an army with the names of its modules behind that of the system."""
    return replace(page, system=" + ".join((page.system, *names)))
