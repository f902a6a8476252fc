"""A game of two small armies, and short ways to play on in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from builder.errors import InputError, PlayError
from builder.roster.marks import Mark
from builder.roster.view import RosterView
from builder.systems.arguments import Given
from builder.systems.diceless import SYSTEM
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.changes import Change, GroupHealthSet
from builder.systems.diceless.play.state import GameState, Phase
from builder.systems.parameters import Choice
from builder.systems.play.actions import Act
from builder.systems.play.events import Decision, Player
from builder.systems.specs import spec_of
from tests.systems.making import DREADNOUGHT, marine, model, roster, selection, unit, vehicle, weapon

MARINES, ORKS = 0, 1
SPECS = tuple(map(spec_of, PLAY.acts))
"""What the acts say of themselves."""


def marines() -> RosterView:
    """A captain who leads a squad in a Rhino, devastators, a librarian, and two squads in reserve."""
    rhino = selection("Rhino", type="model", profiles=[vehicle("Rhino")], children=[weapon("Storm bolter")])
    vael = selection("Vael", type="model", rules=["Psyker"], profiles=[marine("Vael", W="2", Ld="10")])
    return roster(
        unit("Captain", model("Captain", stat=marine("Captain", W="3", Ld="10", I="5")), id="cap"),
        unit(
            "Ancora",
            model("Sergeant", stat=marine("Sergeant", Ld="9")),
            model("Plasma gunner", 1, weapon("Plasma gun", type="Rapid Fire, Gets Hot!")),
            model("Marine", 8, weapon("Boltgun", 8)),
            id="anc",
            marks=(Mark("led_by", "cap"), Mark("riding_in", "rho")),
        ),
        unit("Rhino 1", rhino, id="rho"),
        unit(
            "Devastators",
            model("Sergeant", stat=marine("Sergeant", Ld="9")),
            model("Missile launcher", 2, weapon("Missile launcher", 2, "Heavy 1, Blast")),
            model("Boltgun", 2, weapon("Boltgun", 2)),
            id="dev",
        ),
        unit("Librarian", vael, id="lib"),
        unit("Assault squad", model("Jumper", 5), id="jmp", marks=(Mark("deep_strike"),)),
        unit("Terminators", model("Terminator", 5), id="ter", marks=(Mark("reserve"),)),
        name="Third Company",
    )


def orks() -> RosterView:
    """A mob led by a boss, a trukk with boyz, gretchin, and three lobbas."""
    boy = marine("Boy", Ld="7", Sv="6+", I="2", BS="2")
    gretchin = marine("Gretchin", Ld="5", T="2", Sv="-")
    trukk = vehicle("Trukk", {"BS": "2", "Front": "10", "Side": "10", "Rear": "10", "Type": "Fast, Open-topped"})
    shoota = weapon("Big shoota", type="Assault 3")
    return roster(
        unit("Boss", model("Boss", stat=marine("Boss", W="3", Ld="9", I="4")), id="bos"),
        unit("Mob", model("Boy", 20, stat=boy), id="mob", marks=(Mark("led_by", "bos"),)),
        unit("Trukk", selection("Trukk", type="model", children=[shoota], profiles=[trukk]), id="tru"),
        unit("Boyz", model("Boy", 10, stat=boy), id="boy", marks=(Mark("riding_in", "tru"),)),
        unit("Gretchin", model("Gretchin", 10, stat=gretchin), id="gre"),
        unit("Lobbas", model("Lobba", 3, weapon("Lobba", 3, "Heavy 1, Large Blast"), stat=boy), id="lob"),
        name="Gitstompa",
    )


def new_game(against: RosterView | None = None) -> GameState:
    """A game of the marines against the orks, or another army."""
    other = SYSTEM.read(against or orks())
    started = PLAY.start((Player("Third Company", SYSTEM.read(marines())), Player("Gitstompa", other)))
    return PLAY.begin(started)


def game_of_vehicles() -> GameState:
    """A game of a walker with two weapons against nobody who is known."""
    walker = selection("Dreadnought", type="model", profiles=[vehicle("Dreadnought", DREADNOUGHT)],
                       children=[weapon("Fist"), weapon("Multi-melta")])  # fmt: skip
    army = SYSTEM.read(roster(unit("Dreadnought", walker, id="dre"), name="Walkers"))
    return PLAY.begin(PLAY.start((Player("Walkers", army), Player("Somebody"))))


def in_turn(state: GameState, turn: int, phase: Phase = Phase.MOVEMENT, active: int = MARINES) -> GameState:
    """The same game in a turn and phase of a side."""
    return replace(state, clock=replace(state.clock, turn=turn, phase=phase, active=active))


def at_night(state: GameState) -> GameState:
    """The same game as it is fought at night."""
    return replace(state, extra=replace(state.extra, night=True))


def decision(state: GameState, line: str) -> Decision[Change]:
    """What an act comes to, written as players write it: `ld unit=Ancora reroll`, one word or quoted value each."""
    return PLAY.decide(state, command(state, line))


def played(state: GameState, *lines: str) -> GameState:
    """The state after acts; each must have no question open, and its event is the same after a journey as JSON."""
    for line in lines:
        decided = decision(state, line)
        assert not decided.questions, decided.questions
        assert PLAY.decode(PLAY.version, PLAY.encode(decided.event)) == decided.event
        state = PLAY.evolve(state, decided.event)
    return state


def choices_of(state: GameState, verb: str, name: str, given: Given) -> tuple[Choice[str], ...]:
    """What a field of an act can be given as things stand; nothing for free text."""
    return PLAY.choices(state, verb, name, given)[0] or ()


def refusal(state: GameState, line: str) -> str:
    """Why an act cannot be done."""
    try:
        decision(state, line)
    except PlayError as error:
        return str(error)
    except InputError as error:
        return "; ".join(each.message for each in error.findings)
    raise AssertionError(f"{line} can be done")


def dmg(text: str) -> int:
    """The DMG that the line of a log names."""
    found = re.search(r"(\d+) DMG", text)
    assert found is not None, text
    return int(found[1])


def lost(state: GameState, line: str) -> int:
    """HP that an act costs, whoever takes what is left over."""
    changes = decision(state, line).event.changes
    return sum(change.lost for change in changes if isinstance(change, GroupHealthSet))


def command(state: GameState, line: str) -> Act[GameState]:
    """An act of a line: the verb, then `parameter=value` or the name of a switch, with quotes round spaces."""
    import shlex

    verb, *parts = shlex.split(line)
    return read_command(state, verb, parts)


def read_command(state: GameState, verb: str, parts: Sequence[str]) -> Act[GameState]:
    """An act of its parts, read as commands are."""
    given: dict[str, str | bool | Sequence[str]] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        given[name] = value if equals else True
    return PLAY.read(state, verb, given)
