"""The smallest system that is played: two bands of fighters and their carts. It lives in tests alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from builder.errors import PlayError
from builder.systems.figures import Die, Whole
from builder.systems.parameters import Choice, Params, given
from builder.systems.play import common_acts as common
from builder.systems.play import lookup
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Change, Counted, Flagged, Moved, OnPart, OnUnit, with_common
from builder.systems.play.clock import Consequence, CounterKind, Course, Due, Phase, Rules
from builder.systems.play.dice import one_die
from builder.systems.play.events import Event, Player
from builder.systems.play.game import AnyRef, Body, Game, Part, PartRef, Side, UnitRef, with_body, with_part
from builder.systems.play.kept_rows import Rows
from builder.systems.play.lookup import At, living, marks, parts, ref_text, unit_name, units
from builder.systems.play.protocol import Play
from builder.systems.play.view import Column, Key, Mark, Row, SideView, Table, Track, View

FEAR = CounterKind("fear", "fear", most=9)


class Fighter(Struct, frozen=True):  # the profile of a band, or with room of a cart
    name: str
    hp: int
    nerve: int
    room: int | None = None


class Band(Body, frozen=True, kw_only=True):
    profile: Fighter
    lost: int = 0
    struck: bool = False

    @property
    def dead(self) -> bool:
        return self.lost >= self.profile.hp

    @property
    def room(self) -> int | None:
        return self.profile.room

    @property
    def leads(self) -> bool:
        return self.profile.hp == 1


class Wheel(Part, frozen=True, kw_only=True):
    broken: bool = False

    @property
    def gone(self) -> bool:
        return self.broken


class Skirmish(Game[Band, int], frozen=True, kw_only=True):
    """Its extra is the number of blows struck."""


class Begun(Change, frozen=True, kw_only=True, tag="begun"):
    names: tuple[str, str]
    bands: tuple[Mapping[str, Fighter], Mapping[str, Fighter]]

    def begin(self) -> Skirmish:
        one, other = (_side(name, bands) for name, bands in zip(self.names, self.bands, strict=True))
        return lookup.with_distinct_names(Skirmish(sides=(one, other), extra=0, clock=COURSE.beginning))

    def apply(self, game: Skirmish) -> Skirmish:
        return game


class Hurt(OnUnit, frozen=True, kw_only=True, tag="hurt"):
    lost: int
    odds: Fraction = Fraction(1)

    def apply(self, game: Skirmish) -> Skirmish:
        return replace(with_body(game, self.about, lost=self.lost, struck=True), extra=game.extra + 1)


class Broken(OnPart, frozen=True, kw_only=True, tag="broken"):
    def apply(self, game: Skirmish) -> Skirmish:
        return with_part(game, self.about, broken=True)


class Passed(Moved[Skirmish], frozen=True, kw_only=True, tag="phase"):
    phase: Literal["muster", "march", "fight", "over"]

    def apply(self, game: Skirmish) -> Skirmish:
        for ref in filter(lambda ref: game.body(ref).struck, game.refs(0, 1)):
            game = with_body(game, ref, struck=False)
        return super().apply(game)


class Shelter(Params):
    heading = "Who is struck"
    wall: Whole | None = given("HP that a wall takes", default=None)
    shield: bool = given("it has shields, which take one more", default=False)


def enemies(at: At[Skirmish], act: Strike) -> Iterator[Choice[UnitRef]]:
    attacker = known(lambda: act.attacker)
    yield from (each for each in units(living)(at, act) if attacker is None or each.value.side != attacker.side)


class Strike(Act[Skirmish]):
    """A band strikes another."""

    rule, group = "T-1", "Fight"
    usual = ("attacker", "target", "blows")
    attacker: UnitRef = given("who strikes", units(living), none="nobody is left")
    target: UnitRef = given("who is struck", enemies, none="nobody is left to strike")
    blows: tuple[Die, ...] = given("the dice of the blows", default=())
    shelter: Shelter = Shelter()
    takes: tuple[Literal["band", "leader"], ...] = given("who takes each hit, where there is a leader", default=())

    def decide(self, game: Skirmish, ask: Answers) -> Ruling[Skirmish]:
        if self.attacker.side == self.target.side:
            raise PlayError("a band strikes those of the other side")
        body, leader = game.body(self.target), game.leader(self.target)
        declared = ask.passing("declared", game, self.attacker)
        hits = sum(blow >= 4 for blow in self.blows) - (self.shelter.wall or 0) - self.shelter.shield
        takers = [self.target for _ in range(min(hits, body.profile.hp - body.lost))]
        if leader is not None:
            both = [Choice("band", "the band"), Choice("leader", "its leader")]
            taken = [ask.next("takes", self.takes, "Who takes it?", both) for _ in takers]
            takers = [leader if taker == "leader" else self.target for taker in taken]
        hurt = [
            Hurt(side=ref.side, unit=ref.id, lost=game.body(ref).lost + hp, odds=Fraction(hp, len(self.blows)))
            for ref, hp in Counter(takers).items()
        ]
        text = f"{unit_name(game, self.attacker)} strikes {unit_name(game, self.target)}: {len(takers)} HP"
        said = "; ".join(filter(None, (declared.text, text)))
        return Ruling(said, [*declared.changes, *hurt], [f"{hits} hits"], self.attacker.side)


class Charge(Act[Skirmish]):
    """A band on a cart, or on foot, charges."""

    group = "Fight"
    unit: UnitRef = given("who charges", units(common.on_foot), none="nobody is on foot")
    how: Literal["at once", "slowly"] | None = given("how", default=None)
    die: Die | None = given("the die of the charge", default=None)

    def decide(self, game: Skirmish, ask: Answers) -> Ruling[Skirmish]:
        how = ask.one("how", self.how, "How?", [Choice("at once", "now"), Choice("slowly", "later")], leads=True)
        if how == "slowly":
            return Ruling(f"{unit_name(game, self.unit)} charges slowly", side=self.unit.side)
        die = one_die(ask, "die", self.die, "Which die?")
        fear = Counted(side=self.unit.side, unit=self.unit.id, counter="fear", count=die)
        return Ruling(f"{unit_name(game, self.unit)} charges: fear {die}", [fear], side=self.unit.side)


class Climb(common.Embark[Skirmish]):
    """A band climbs into a cart."""

    transport: UnitRef = given("into what", common.transports, pick=True, none="there is no cart")


class BreakWheel(Act[Skirmish]):
    """A wheel breaks."""

    wheel: PartRef = given("which wheel", parts(living), none="no wheel is whole")

    def decide(self, game: Skirmish, ask: Answers) -> Ruling[Skirmish]:
        return Ruling(f"{unit_name(game, self.wheel)} breaks", [Broken(side=self.wheel.side, vehicle=self.wheel.id)])


def calmed(game: Skirmish) -> Iterator[Consequence[Skirmish]]:
    for ref in game.refs(0, 1):
        if "shaken" in game.body(ref).flags:
            flag = Flagged(side=ref.side, unit=ref.id, flag="shaken", on=False)
            yield Consequence((flag,), f"{unit_name(game, ref)}: no longer shaken")


def afraid(game: Skirmish) -> Iterator[Due]:
    for ref in game.refs(0, 1):
        if living(game, ref) and game.body(ref).count("fear") > game.body(ref).profile.nerve:
            yield Due(text=f"{unit_name(game, ref)} is afraid", ref=ref, verb="mark", given={"mark": "shaken"})


COURSE: Course[Skirmish] = Course(
    before=Phase(id="muster"),
    turn=(Phase(id="march", wanted=("climb",)), Phase(id="fight", wanted=("strike",), ends=(calmed,), due=(afraid,))),
    each_player=False,
    moments={"declared": ()},
)
RULES: Rules[Skirmish] = Rules(course=COURSE, flags=("shaken", "hidden", "destroyed"), counters=(FEAR,), moved=Passed)


def _side(name: str, bands: Mapping[str, Fighter]) -> Side[Band]:
    names = lookup.numbered({each: fighter.name for each, fighter in bands.items()})
    return Side.of(name, (_band(each, names[each], fighter) for each, fighter in bands.items()))


def _band(identity: str, name: str, fighter: Fighter) -> Band:
    wheel = {} if fighter.room is None else {identity: Wheel(id=identity, name=name)}
    return Band(id=identity, name=name, profile=fighter, parts=wheel)


def start(players: Sequence[Player[Mapping[str, Fighter]]]) -> Event[Begun]:
    names, armies = zip(*((each.name, each.army or {}) for each in players), strict=True)
    return Event(kind="start", text=f"Game begun: {' – '.join(names)}", changes=(Begun(names=names, bands=armies),))


COLUMNS = (Column(id="hp", title="HP", right=True), Column(id="fear", title="Fear", right=True))


def words(game: Skirmish, ref: AnyRef) -> tuple[str, ...]:
    return tuple(marks(At(game, RULES), game.unit_of(ref)))


def row(game: Skirmish, ref: AnyRef) -> Row:
    body, states = game.body(ref), tuple(map(Mark, words(game, ref)))
    fear = Track(draw="limit", value=body.count("fear"), full=9, limit=body.profile.nerve)
    cells: dict[str, Any] = {"hp": body.profile.hp - body.lost, "fear": fear}
    return Row(ref=ref_text(game, ref), name=body.name, cells=cells, marks=states, gone=body.gone, last=body.last)


def viewer() -> Callable[[Skirmish], View]:
    rows: Rows[Skirmish, tuple[str, ...]] = Rows(row, words)

    def side(game: Skirmish, number: int) -> SideView:
        bands = (rows.row(game, ref) for ref in game.refs(number))
        table = Table(id="bands", title="Bands", columns=COLUMNS, rows=tuple(bands))
        return SideView(name=game.sides[number].name, tables=(table,), points=game.sides[number].points)

    return lambda game: PLAY.view_of(game, (side(game, 0), side(game, 1)))


PLAY: Play[Skirmish] = Play(
    version=2,
    acts=(Strike, Charge, Climb, BreakWheel, *common.ACTS),
    begun=Begun,
    changes=with_common(Begun, Hurt, Broken, Passed),
    rules=RULES,
    start=start,
    viewer=viewer,
    keys=(Key("s", "strike", "strike"),),
    consequences=(common.destroyed,),
)
