"""How the toy system is played: bands strike and charge, in two phases of a turn that both players have together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal

from builder.errors import PlayError
from builder.systems.blocks import RosterPage
from builder.systems.figures import Die
from builder.systems.parameters import Choice, given
from builder.systems.play import common_acts as common
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Counted, GameBegun, OnUnit, with_common
from builder.systems.play.clock import CounterKind, Course, Due, Phase, Rules
from builder.systems.play.events import Event, GameSheets, Player, begin
from builder.systems.play.game import AnyRef, Body, Game, Side, UnitRef, with_body
from builder.systems.play.kept_rows import Rows
from builder.systems.play.lookup import At, living, marks, numbered, ref_text, unit_name, units, with_distinct_names
from builder.systems.play.protocol import Play
from builder.systems.play.view import Cell, Column, Key, Mark, Of, Row, SideView, Table, Track, View

from . import SYSTEM, Band, ToyReading


class Fighters(Body, frozen=True, kw_only=True):
    band: Band
    lost: int = 0

    @property
    def dead(self) -> bool:
        return self.lost >= self.band.hp

    @property
    def room(self) -> int | None:
        return self.band.room or None


class Skirmish(Game[Fighters, None], frozen=True, kw_only=True):
    """Two sides with their bands."""


class Begun(GameBegun, frozen=True, kw_only=True, tag="begun"):
    bands: tuple[tuple[Band, ...], tuple[Band, ...]]

    def begin(self) -> Skirmish:
        one, other = (_side(name, bands) for name, bands in zip(self.names, self.bands, strict=True))
        return with_distinct_names(Skirmish(sides=(one, other), extra=None, clock=RULES.course.beginning))


def _side(name: str, bands: Sequence[Band]) -> Side[Fighters]:
    names = numbered({band.id: band.name for band in bands})
    return Side.of(name, (Fighters(id=band.id, name=names[band.id], band=band) for band in bands))


class Hurt(OnUnit, frozen=True, kw_only=True, tag="hurt"):
    lost: int

    def apply(self, game: Skirmish) -> Skirmish:
        return with_body(game, self.about, lost=self.lost)


def enemies(at: At[Skirmish], act: Strike) -> Iterator[Choice[UnitRef]]:
    return (each for each in units(living)(at, act) if each.value.side != act.attacker.side)


class Strike(Act[Skirmish]):
    """A band strikes another."""

    group = "Fight"
    attacker: UnitRef = given("who strikes", units(living), none="nobody is left")
    target: UnitRef = given("who is struck", enemies, none="nobody is left to strike")
    dice: tuple[Die, ...] = given("the dice of its blows, each of which hits on 4+")

    def decide(self, game: Skirmish, ask: Answers) -> Ruling[Skirmish]:
        if self.attacker.side == self.target.side:
            raise PlayError("a band strikes those of the other side")
        body, hits = game.body(self.target), sum(die >= 4 for die in self.dice)
        lost = min(body.band.hp, body.lost + hits)
        text = f"{unit_name(game, self.attacker)} strikes {unit_name(game, self.target)}: {lost - body.lost} HP"
        hurt = Hurt(side=self.target.side, unit=self.target.id, lost=lost)
        return Ruling(text, [hurt], [f"{hits} of {len(self.dice)} blows hit"], self.attacker.side)


class Charge(Act[Skirmish]):
    """A band charges, which frightens another."""

    group = "Fight"
    attacker: UnitRef = given("who charges", units(common.on_foot), none="nobody is on foot")
    target: UnitRef = given("who is charged", enemies, none="nobody is left to charge")
    die: Die | None = given("the die of the charge", default=None)

    def decide(self, game: Skirmish, ask: Answers) -> Ruling[Skirmish]:
        die = ask.one("die", self.die, "Which die?", [Choice(face, f"a {face}") for face in range(1, 7)])
        fear = min(9, game.body(self.target).count("fear") + die)
        change = Counted(side=self.target.side, unit=self.target.id, counter="fear", count=fear)
        text = f"{unit_name(game, self.attacker)} charges {unit_name(game, self.target)}: fear {fear}"
        return Ruling(text, [change], side=self.attacker.side)


def afraid(game: Skirmish) -> Iterator[Due]:
    for ref in game.refs(0, 1):
        body = game.body(ref)
        if not body.gone and body.count("fear") > body.band.nerve and "shaken" not in body.flags:
            yield Due(text=f"{unit_name(game, ref)} is afraid", ref=ref, verb="mark", given={"mark": "shaken"})


RULES: Rules[Skirmish] = Rules(
    course=Course(
        before=Phase(id="muster"),
        turn=(Phase(id="march", wanted=("embark",)), Phase(id="fight", wanted=("strike",), due=(afraid,))),
        each_player=False,
    ),
    flags=("shaken", "destroyed"),
    counters=(CounterKind("fear", "fear", most=9),),
)


def start(players: Sequence[Player[ToyReading]]) -> Event[Begun]:
    one, other = players
    bands = [tuple(each.army.bands.values()) if each.army else () for each in players]
    return begin(Begun(names=(one.name, other.name), bands=(bands[0], bands[1])), players)


def words(game: Skirmish, ref: AnyRef) -> tuple[str, ...]:
    return tuple(marks(At(game, RULES), game.unit_of(ref)))


def row(game: Skirmish, ref: AnyRef) -> Row:
    body = game.body(ref)
    fear = Track(draw="limit", value=body.count("fear"), full=9, limit=body.band.nerve)
    cells: Mapping[str, Cell] = {"hp": Of(body.band.hp - body.lost, body.band.hp), "fear": fear}
    states = tuple(map(Mark, words(game, ref)))
    written = ref_text(game, ref)
    return Row(
        ref=written,
        name=body.name,
        cells=cells,
        marks=states,
        gone=body.gone,
        last=body.last,
        offers={"attacker": (written,), "unit": (written,)},
    )


COLUMNS = (Column(id="hp", title="HP", least=5, right=True), Column(id="fear", title="Fear", least=12))


def viewer() -> Callable[[Skirmish], View]:
    rows: Rows[Skirmish, tuple[str, ...]] = Rows(row, words)

    def side(game: Skirmish, at: int) -> SideView:
        bands = tuple(rows.row(game, ref) for ref in game.refs(at))
        table = Table(id="bands", title="Bands", columns=COLUMNS, rows=bands)
        return SideView(name=game.sides[at].name, tables=(table,), points=game.sides[at].points, known=bool(bands))

    return lambda game: PLAY.view_of(game, (side(game, 0), side(game, 1)))


def sheets(game: Skirmish, side: int, fresh: bool) -> GameSheets:
    bodies = game.sides[side].bodies.values()
    if not bodies:
        raise PlayError(f"{game.sides[side].name} is only a name: there are no sheets of it")
    cards = tuple(body.band.card(lost=0 if fresh else body.lost) for body in bodies)
    return GameSheets(cards, RosterPage(title=game.sides[side].name, system=SYSTEM.name, points=Decimal(0)))


PLAY: Play[Skirmish] = Play(
    version=1,
    acts=(Strike, Charge, *common.ACTS),
    begun=Begun,
    changes=with_common(Begun, Hurt),
    rules=RULES,
    start=start,
    viewer=viewer,
    sheets=sheets,
    keys=(
        Key("", "strike", action="combat"),
        Key("", "charge", action="assault"),
        Key("", "mark", action="marks"),
        Key("", "next", action="next", at_once=True),
    ),
    consequences=(common.destroyed,),
)
