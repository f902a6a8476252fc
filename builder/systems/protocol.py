"""What every rule system can do with an evaluated roster; the one thing that services know of a system."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from msgspec import field

from builder.errors import Finding
from builder.record import Record

if TYPE_CHECKING:
    from builder.roster.marks import Mark
    from builder.roster.view import ProfileView, RosterView, SelectionView
    from builder.systems.blocks import Card, ListWords, RosterPage, SheetKind, Slot
    from builder.systems.calculation import Calculation
    from builder.systems.play.protocol import Play
    from builder.systems.schema import LineSchema


Form = TypeVar("Form", covariant=True)
FORTYK_PROFILES, DICE = "40K profiles", "dice"
"""What the armies of a system have and what its games are played with, as far as modules ask for it."""


class WeaponRules(Protocol):
    """Which rules of weapons mean something to a system."""

    @property
    def weapon_rules(self) -> Collection[str]:
        """Their names, for suggestions."""

    @property
    def is_weapon_rule(self) -> Callable[[str], bool]:
        """Whether a rule, as a player writes it, is one of them."""


class DatasheetLines(Record, frozen=True, kw_only=True):
    """What the datasheets of a system are written in whose armies are units of models and vehicles.

    Args:
        profile: the line of a model.
        vehicle: the line of a vehicle.
        weapon: the line of a weapon, or of one of its modes.
        columns: the profile types that the lines become, with their columns in order; `Psychic Power` has those of a
            weapon and `Details`.
        weapon_rules: the rules of weapons that mean something, for suggestions.
        is_weapon_rule: whether a rule, as a player writes it, is one of them.
        model_types, vehicle_types: the words that a type is made of; none where any word will do.
    """

    profile: type[LineSchema]
    vehicle: type[LineSchema]
    weapon: type[LineSchema]
    columns: Mapping[str, tuple[str, ...]]
    weapon_rules: Collection[str]
    is_weapon_rule: Callable[[str], bool]
    model_types: Collection[str] = ()
    vehicle_types: Collection[str] = ()


class FormationLines(Record, frozen=True, kw_only=True):
    """What the datasheets of a system are written in whose armies are formations of units from one common list.

    Args:
        unit: the line of a unit.
        weapon: the line of a weapon, or of one of its modes.
        formation: what a formation has of its own.
        army: what a list says of the whole army.
        columns: the profile types that the lines become, with their columns in order.
        weapon_rules: the rules of weapons that mean something, for suggestions.
        is_weapon_rule: whether a rule, as a player writes it, is one of them.
        strangers: the passengers that a unit's line names and that none of the units so called is.
    """

    unit: type[LineSchema]
    weapon: type[LineSchema]
    formation: type[LineSchema]
    army: type[LineSchema]
    columns: Mapping[str, tuple[str, ...]]
    weapon_rules: Collection[str]
    is_weapon_rule: Callable[[str], bool]
    strangers: Callable[[LineSchema, Collection[str]], Sequence[str]]


class DatasheetForms(Protocol[Form]):
    """The forms that datasheets can take, each made of the lines of a system."""

    def units(self, lines: DatasheetLines) -> Form:
        """Units of models and vehicles, with their options."""

    def formations(self, lines: FormationLines) -> Form:
        """Formations of units from one common list."""


class CounterPart(Record, frozen=True):
    """Why a counter has its number: `count` from one unit's weapon, rule or arrival (`when` is `list` or `start`)."""

    unit: str
    name: str
    source: str
    count: int
    when: str = "list"


class Counter(Record, frozen=True):
    """Tokens or markers to bring, with their breakdown; `remark` says who gets them."""

    id: str
    name: str
    parts: tuple[CounterPart, ...] = ()
    remark: str = "to the opponent"

    @property
    def total(self) -> int:
        """The number to bring with the list, without those added at the start of the game."""
        return sum(part.count for part in self.parts if part.when == "list")

    @property
    def total_at_start(self) -> int:
        """The number once the game starts."""
        return sum(part.count for part in self.parts)


class GroupSummary(Record, frozen=True, kw_only=True):
    """A group of identical models; hit points in HP where the system has them."""

    id: str
    name: str
    models: int
    hp_each: int | None = None
    hp: int | None = None


ANY_ROOM = 999
"""Models that a transport carries whose data does not say how many."""


class UnitSummary(Record, frozen=True, kw_only=True):
    """What a list shows of a unit.

    `models` counts vehicles too, of which there are so many `vehicles`.
    `room` is for how many models there is, of those on foot; `value` is what the system tells beside it, where that is
    not hit points; `hp` is None for vehicles; `extra` holds the system's own fields, ready for JSON.
    """

    id: str
    entry: str
    name: str
    kind: str
    models: int
    vehicles: int = 0
    slot: str = ""
    points: Decimal = Decimal(0)
    marks: tuple[Mark, ...] = ()
    room: int = 0
    value: str = ""
    hp: int | None = None
    op: int | None = None
    groups: tuple[GroupSummary, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)

    @property
    def hulls(self) -> int:
        """Its models that are vehicles: all of them where its system says no more than that it is one."""
        return self.vehicles or (self.models if self.kind == "vehicle" else 0)

    @property
    def on_foot(self) -> int:
        """Its models that are no vehicles."""
        return self.models - self.hulls


def sizes(units: Sequence[UnitSummary]) -> tuple[int, int, int]:
    """How many units an army has, models on foot and vehicles.

    What has no models, nor costs anything where none has, is no unit: a detachment is none, nor an allegiance in an
    army that has nothing else yet.
    """
    models, vehicles = sum(unit.models for unit in units), sum(unit.hulls for unit in units)
    return sum(bool(unit.models if models else unit.points) for unit in units), models - vehicles, vehicles


class Setting(Record, frozen=True, kw_only=True):
    """A place where the rules allow several readings, of which a list chooses one.

    Args:
        name: what army files call it.
        choices: the readings by name, each with a sentence; the first is meant where a list says nothing.
        rule: its id in the ledger.
        refused: readings that armies of this system cannot choose, each with the reason.
    """

    name: str
    choices: Mapping[str, str]
    rule: str
    refused: Mapping[str, str] = field(default_factory=dict)

    def chosen(self, settings: Iterable[tuple[str, str]]) -> str:
        """Return what a list chooses; the first choice where it says nothing."""
        return dict(settings).get(self.name, next(iter(self.choices)))


class Reading(Protocol):
    """An army as one system understands it."""

    @property
    def units(self) -> Sequence[UnitSummary]:
        """The units, by slot and within a slot in the order of the roster."""

    @property
    def counters(self) -> Sequence[Counter]:
        """What must be brought to the table."""

    @property
    def findings(self) -> Sequence[Finding]:
        """What the system has to say of the army, beyond what its data says."""

    @property
    def extra(self) -> Mapping[str, object]:
        """What the system alone has to tell of an army as a whole, by field, ready for JSON."""

    def cards(self, unit: str | None = None) -> Sequence[Card]:
        """Return the cards to print, one for each unit or vehicle in the order of the units, or those of one unit."""

    def roster_page(self, findings: Sequence[Finding], slots: Sequence[Slot], source: str) -> RosterPage:
        """Return the list with all findings (those of the evaluation too), its slots, and the name of its data."""


class PlugIn(Protocol):
    """What a rule system and a module have in common."""

    @property
    def id(self) -> str:
        """The word that army files use."""

    @property
    def name(self) -> str:
        """The name that players use."""


class System(PlugIn, Protocol):
    """A rule system: a plug-in of the entry-point group `builder.systems`.

    One that derives from this class has what is said here of whatever it does not say itself.
    """

    @property
    def plans_groups(self) -> bool:
        """Whether its armies plan units as groups that act together."""
        return False

    @property
    def by_name_alone(self) -> bool:
        """Whether armies are of it only where they are asked to be, though it can read what another system reads."""
        return False

    @property
    def shares_datasheets(self) -> Collection[str]:
        """The ids of other systems whose datasheets it reads as its own."""
        return ()

    @property
    def arrivals(self) -> Collection[str]:
        """The marks of units that do not begin on the table; none where its lists plan nothing of the kind."""
        return ("reserve", "deep_strike")

    @property
    def features(self) -> Collection[str]:
        """What modules can build on: `FORTYK_PROFILES`, `DICE`."""
        return ()

    @property
    def last_resort(self) -> bool:
        """Whether armies are of it only where no other system can read their profiles."""
        return False

    def datasheet_form(self, forms: DatasheetForms[Form]) -> Form | None:
        """Return the form of its datasheets: one of these, made of its lines; a plug-in can bring one of its own.

        What the lines are made of is imported when a datasheet is read. None where its armies are built from the
        community's data alone.
        """

    def list_words(self) -> ListWords:
        """Return what its lists call units and what they are made of: units of models with hit points."""
        from builder.systems.blocks import HIT_POINT_WORDS  # Only who lists or prints an army needs blocks.

        return HIT_POINT_WORDS

    def group_words(self, units: Sequence[UnitSummary]) -> str:
        """Return what units that are planned as a group are, where that says more than how many there are; nothing."""
        return ""

    def sheets(self) -> Mapping[str, SheetKind]:
        """Return the kinds of sheets that its cards name beside those that every army has; none."""
        return {}

    def settings(self) -> Sequence[Setting]:
        """Return the readings of its rules that a list can choose; none."""
        return ()

    def calculations(self) -> Sequence[type[Calculation]]:
        """Rules that can be worked out one by one, without an army; none."""
        return ()

    def missing(self, roster: RosterView) -> tuple[Finding, ...]:
        """Return why this system cannot read the roster's profiles at all; empty where it can."""

    def unread(self, profile: ProfileView) -> tuple[Finding, ...] | None:
        """Return what of a profile it cannot read, empty where it reads all of it.

        None for a profile that is not its own.
        """

    def read(self, roster: RosterView, kept: UnitCache | None = None) -> Reading:
        """Return the army as this system understands it; what cannot be understood is among its findings.

        Who reads an army again and again gives the same `kept` each time: only units that changed are read anew.
        """

    def blank_cards(self) -> Sequence[Card]:
        """Cards to fill in by hand, without an army; none."""
        return ()

    def play(self) -> Play[Any] | None:
        """Return how a game of it is tracked, its armies given as what `read` makes; None where it cannot be yet."""
        return None


T = TypeVar("T")

_MOST = 1_000
"""So many units are remembered at most; all of them are forgotten then."""


class UnitCache:
    """Remembers what one system made of the units of an army that is read again and again.

    What is made may depend on nothing but the unit and on what is given as `about`; it must not change afterwards.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[SelectionView, Hashable, object]] = {}

    def of(self, unit: SelectionView, about: Hashable, make: Callable[[], T], what: str = "unit") -> T:
        """Return what `make` gives for a unit, or gave when the unit last looked like this; `what` names it."""
        view, known, made = self._known.get((unit.id, what), (None, None, None))
        if known == about and view is not None and (view is unit or view == unit):
            return cast(T, made)
        if len(self._known) >= _MOST:
            self._known.clear()
        fresh = make()
        self._known[unit.id, what] = (unit, about, fresh)
        return fresh
