"""What holds of every attack in a game, whatever the numbers and choices are."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from builder.errors import PlayError
from builder.roster.marks import Mark
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.changes import Change, GroupHealthSet, HitRowsSet, LinesSet
from builder.systems.diceless.play.state import GameState, hull_of, hulls
from builder.systems.diceless.vehicle_damage import LINE_CAPACITY
from builder.systems.play.events import Decision, Question
from tests.systems.diceless.play.battles import battle, gun, hull, marines, squad, stat_line
from tests.systems.diceless.play.games import decision
from tests.systems.making import model

UNITS = ("mob", "gunners", "boss", "inside")
TANKS = ("tank", "car")


@cache
def field() -> GameState:
    """A mob with its boss, gunners with hot weapons and mortars, a tank of three weapons, and a car with a squad."""
    plasma = gun("Plasma gun", 2, "Rapid Fire, Gets Hot!", s="7", ap="2")
    mortar = gun("Mortar", 2, "Heavy 1, Blast, Barrage", s="5", reach='48"')
    return battle(
        [
            squad(
                "gunners",
                model("Plasma", 2, plasma, stat=stat_line("Plasma")),
                model("Mortar", 2, mortar, stat=stat_line("Mortar", Sv="6+")),
            ),
            hull(
                "tank",
                gun("Cannon", type="Heavy 2", s="9", ap="2", reach='48"'),
                gun("Bolter"),
                gun("Bolter"),
                Front="12",
            ),
        ],
        [
            squad("boss", model("Boss", 1, stat=stat_line("Boss", W="3", T="4(5)"))),
            squad(
                "mob",
                model(
                    "Nob", 1, gun("Klaw", 1, "Melee", s="x2", ap="2", reach="-"), stat=stat_line("Nob", W="2", Sv="4+")
                ),
                model("Boy", 7, stat=stat_line("Boy", Sv="6+", S="3")),
                marks=[Mark("led_by", "boss")],
            ),
            hull("car", gun("Shoota", type="Assault 3"), Type="Fast, Transport, Open-topped"),
            squad("inside", *marines("x", 3).children, marks=[Mark("riding_in", "car")]),
        ],
    )


number = st.integers(0, 300)
some = st.integers(1, 300)
ap = st.sampled_from(["1", "2", "4", "6", "-"])
strength = st.integers(1, 10)
unit, vehicle = st.sampled_from(UNITS), st.sampled_from(TANKS)
side = st.sampled_from(["front", "side", "rear"])
lines = st.one_of(
    st.builds("damage unit={} damage={} ap={} strength={}".format, unit, number, ap, strength),
    st.builds("damage unit={} damage={} rending=yes feel-no-pain=yes cover=4+".format, unit, number),
    st.builds("damage unit={} hp={}".format, unit, some),
    st.builds("hit-vehicle vehicle={} damage={} strength={} side={}".format, vehicle, number, strength, side),
    st.builds("hit-vehicle vehicle={} damage={} line={}".format, vehicle, number, st.sampled_from("ABCDEF")),
    st.builds(
        "hit-vehicle vehicle={} hits={}".format,
        vehicle,
        st.lists(st.sampled_from(["G", "P", "P+1", "G+1"]), min_size=1, max_size=5).map(",".join),
    ),
    st.builds("repair vehicle={} servo-arms={} anyway".format, vehicle, st.integers(0, 3)),
    st.builds(
        "shoot attacker=gunners target=mob weapon='plasma gun' distance={} gets-hot={}".format,
        st.integers(1, 24),
        st.integers(1, 2),
    ),
    st.builds(
        "shoot attacker=gunners target=mob weapon=mortar hits={} scatter={}".format,
        st.integers(0, 8),
        st.integers(1, 2),
    ),
    st.builds("shoot attacker=tank target={} distance={}".format, st.sampled_from(["mob", "car"]), st.integers(1, 24)),
    st.builds("fight attacker={} target={}".format, st.just("mob"), st.sampled_from(["gunners", "tank"])),
    st.builds("terrain unit={}".format, unit),
    st.just("explosion vehicle=car"),
    st.just("cluster-mines unit=mob"),
)


def answered(state: GameState, line: str, data: st.DataObject) -> Decision[Change] | None:
    """The decision of an act with every question answered by one of its choices; None where it cannot be done."""
    given: dict[str, str] = {}
    for _ in range(20):
        try:
            decided = decision(state, " ".join((line, *(f"{name}='{value}'" for name, value in given.items()))))
        except PlayError:
            return None
        if not decided.questions:
            return decided
        question: Question = decided.questions[0]
        given[question.parameter] = data.draw(st.sampled_from(question.choices)).value
    raise AssertionError(f"{line} goes on asking")


def check_state(state: GameState) -> None:
    for each in state.sides:
        for one in each.bodies.values():
            assert all(
                pool.models >= 0 and 0 <= pool.noted < pool.hp_each and pool.hp_left >= 0 for pool in one.pools.values()
            )
        for now in hulls(each):
            assert all(0 < value <= LINE_CAPACITY for value in now.lines.values())
            assert len(now.destroyed_weapons) == now.rows.weapons - now.rows.weapons_left
        assert all(0 <= held.left <= held.total for held in each.stock.values())


@settings(max_examples=30)
@given(st.lists(lines, min_size=1, max_size=5), st.data())
def test_no_attack_breaks_what_holds_of_a_game(acts: list[str], data: st.DataObject) -> None:
    """HP and tokens never below 0, lines never above 36, boxes stay checked but for repairs; replay gives the state."""
    state, events = field(), []
    for line in acts:
        decided = answered(state, line, data)
        if decided is None:
            continue
        event = PLAY.decode(PLAY.version, PLAY.encode(decided.event))
        assert event == decided.event
        after = PLAY.evolve(state, event)
        check_state(after)
        for change in event.changes:
            if isinstance(change, GroupHealthSet):
                before = state.sides[change.side].bodies[change.unit].pools[change.group]
                now = after.sides[change.side].bodies[change.unit].pools[change.group]
                assert (change.lost, change.removed) == (before.hp_left - now.hp_left, before.models - now.models)
                assert change.lost >= 0 and change.removed >= 0
            if isinstance(change, HitRowsSet) and event.kind != "repair":
                was = hull_of(state.sides[change.side], change.vehicle)
                assert all(set(was.rows.checked(row)) <= set(change.rows.checked(row)) for row in ("G", "P"))
                assert was.destroyed_weapons <= change.weapons
            if isinstance(change, LinesSet) and event.kind != "repair":
                was = hull_of(state.sides[change.side], change.vehicle)
                assert all(change.lines.get(letter, 0) >= value for letter, value in was.lines.items())
        events.append(event)
        state = after
    replayed = field()
    for event in events:
        replayed = PLAY.evolve(replayed, event)
    assert replayed == state


@settings(max_examples=30)
@given(st.integers(0, 400), st.data())
def test_the_shares_of_all_groups_are_the_damage(amount: int, data: st.DataObject) -> None:
    """D-25: without saves every point of DMG is lost by somebody, as long as somebody is left."""
    decided = answered(field(), f"damage unit=mob damage={amount} ignores-armour=yes ignores-cover=yes", data)
    assert decided is not None
    lost = sum(change.lost for change in decided.event.changes if isinstance(change, GroupHealthSet))
    everybody = sum(pool.hp_left for each in ("mob", "boss") for pool in field().sides[1].bodies[each].pools.values())
    assert lost <= min(amount, everybody)
    if amount <= 200:
        assert lost == amount
