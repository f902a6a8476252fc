"""Named things with parameters: what follows from the fields of a struct, and how what is given to them is read."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given as tried
from hypothesis import strategies as st

from builder.errors import InputError, PlayError
from builder.systems.arguments import Given, NotGivenError, StandIn, offers, read, read_fields
from builder.systems.figures import Adjustment, Amount, Die, Positive, Score, Signed, Whole
from builder.systems.parameters import Choice, Kind, Params, given
from builder.systems.play import common_acts
from builder.systems.specs import spec_of


class Colour(enum.StrEnum):
    RED = "red"
    ROSE = "rose"
    BLUE = "dark blue"


class Shade(Params):
    heading = "Shade"
    depth: Whole = given("how dark", default=3)
    matt: bool = given("without gloss", default=False)


def cloths(around: Any, act: Any) -> Iterator[Choice[int]]:
    """Cloths, which hang on the colour."""
    yield Choice(len(act.colour), f"cloth for {act.colour}", "cloth")
    yield Choice(0, "canvas")


class PaintRow(Params):
    """A row of things is painted.

    In one colour.
    """

    colour: Colour = given("which colour")
    times: Positive = given("how many coats", default=2)
    cloth: Annotated[int, Kind(read=int)] = given("on what", cloths, pick=True, none="no cloth", default=0)
    side: Literal["left", "right"] | None = given("which side", default=None)
    sure: bool | None = given("whether it is meant", default=None)
    dice: tuple[Die, ...] = given("some dice", default=())
    names: tuple[str, ...] = given("names, one by one", default=(), many=True)
    change: Amount = given("more or fewer", default=Adjustment(0, added=True))
    shade: Shade = Shade(depth=5)
    from_: Score | None = given("from which score", default=None)
    modifier: Signed = given("added", default=0)


class PaintTwice(PaintRow):
    """A row is painted again."""

    usual = ("times", "colour")
    times: Positive = given("how many more coats")


SPEC = spec_of(PaintRow)


def mistakes(given: Given) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(SPEC, given)
    return [str(each) for each in caught.value.findings]


def test_a_struct_says_what_it_is_called_and_what_it_is() -> None:
    assert (SPEC.name, SPEC.text) == ("paint-row", "A row of things is painted")
    assert SPEC.phrase == "a row of things is painted"
    assert [field.name for field in SPEC.fields] == [
        *("colour", "times", "cloth", "side", "sure", "dice", "names", "change", "depth", "matt", "from", "modifier")
    ]
    assert {field.name for field in SPEC.fields if field.required} == {"colour"}
    assert {field.name: field.heading for field in SPEC.fields if field.heading} == {"depth": "Shade", "matt": "Shade"}


def test_what_is_meant_where_nothing_is_given_is_told_as_it_is_written() -> None:
    defaults = {field.name: field.written_default for field in SPEC.fields if field.written_default}
    assert defaults == {"times": "2", "cloth": "0", "change": "+0", "depth": "5", "modifier": "0"}


def test_a_derived_struct_lists_first_what_is_wanted_often() -> None:
    spec = spec_of(PaintTwice)
    assert [field.name for field in spec.listed][:3] == ["times", "colour", "cloth"]
    assert [field.name for field in spec.usual] == ["times", "colour"]
    assert spec.field("times").required and not SPEC.field("times").required


def test_types_are_looked_up_where_each_class_stands() -> None:
    """This module knows no UnitRef; the class that is derived from does."""

    assert [field.name for field in spec_of(Recount).fields] == ["unit", "counter", "number"]


class Recount(common_acts.Count[Any]):
    """A number that is counted again."""


def test_everything_is_read_by_its_type() -> None:
    row = read(
        SPEC,
        {
            "colour": "dark",
            "times": "4",
            "cloth": "CLOTH",
            "side": "le",
            "sure": "no",
            "dice": "6, 1",
            "names": ("one, two", "three"),
            "change": "-2",
            "depth": "7",
            "matt": True,
            "from": "4+",
            "modifier": "−1",
        },
    )
    assert row == PaintRow(
        colour=Colour.BLUE,
        times=4,
        cloth=9,
        side="left",
        sure=False,
        dice=(6, 1),
        names=("one, two", "three"),
        change=Adjustment(-2, added=True),
        shade=Shade(depth=7, matt=True),
        from_=4,
        modifier=-1,
    )
    assert read(SPEC, {"colour": "dark", "dice": ("6", "1")}).dice == row.dice


def test_what_is_not_given_has_its_default_in_a_group_too() -> None:
    assert read(SPEC, {"colour": "red"}) == PaintRow(colour=Colour.RED)
    assert read(SPEC, {"colour": "red", "matt": "yes"}).shade == Shade(depth=5, matt=True)
    assert read(SPEC, {"colour": "red", "side": " "}).side is None


def test_all_mistakes_are_told_at_once_each_with_its_field() -> None:
    assert mistakes({"coluor": "red", "times": "0", "side": "middle", "dice": "7", "from": "9", "matt": "perhaps"}) == [
        "--coluor: there is no such parameter: did you mean colour?",
        "--colour: this is missing: which colour; there are: red, rose, dark blue",
        "--times: write a whole number from 1 to 9999",
        "--side: 'middle' is none of: left, right",
        "--dice: a die shows 1 to 6",
        "--matt: write yes or no",
        "--from: write a score from 1+ to 6+",
    ]
    assert mistakes({"colour": "r", "cloth": "silk", "times": ("1", "2"), "depth": True}) == [
        "--colour: 'r' can be several of: red, rose, dark blue",
        "--times: this is wanted only once",
        "--depth: write a value: how dark",
    ], "the cloth hangs on the colour, so nothing is told of it"
    assert mistakes({"colour": "red", "cloth": "silk"}) == [
        "--cloth: 'silk' is none of: cloth (cloth for red), 0 (canvas)"
    ]


def test_what_hangs_on_a_mistake_has_no_value() -> None:
    values, _ = read_fields(SPEC, {"colour": "green", "cloth": "cloth", "times": "3"})
    assert values["times"] == 3
    assert "colour" not in values and "cloth" not in values


def test_choices_are_known_as_soon_as_what_they_hang_on_is() -> None:
    cloth, side = SPEC.field("cloth"), SPEC.field("side")
    assert offers(cloth, StandIn(PaintRow, {})) is None
    known = offers(cloth, StandIn(PaintRow, {"colour": Colour.RED}))
    assert known is not None and [(each.written, each.value) for each in known] == [("cloth", 3), ("0", 0)]
    assert [each.written for each in offers(side, StandIn(PaintRow, {})) or ()] == ["left", "right"]
    assert offers(SPEC.field("names"), StandIn(PaintRow, {})) is None


def broken(around: Any, act: Any) -> Iterator[Choice[str]]:
    raise PlayError("nobody is there")
    yield


class Asked(Params):
    """Something is asked for."""

    one: str = given("one", broken)


def test_choices_that_cannot_be_told_yet_are_not_known() -> None:
    spec = spec_of(Asked)
    assert offers(spec.field("one"), StandIn(Asked, {})) is None


def test_a_struct_is_frozen_and_takes_its_fields_by_name() -> None:
    row: Any = PaintTwice(colour=Colour.RED, times=1)
    with pytest.raises(AttributeError):
        row.times = 2
    made: Any = PaintTwice
    with pytest.raises(TypeError):
        made(Colour.RED, 1)
    with pytest.raises(TypeError):
        made(colour=Colour.RED)


class Other(Params):
    depth: Whole = given("how deep", default=1)


class TwoDepths(Params):
    """Two groups have a field of one name."""

    shade: Shade = Shade()
    other: Other = Other()


class Outer(Params):
    shade: Shade = Shade()


class Nested(Params):
    """A group in a group."""

    outer: Outer = Outer()


class Wanting(Params):
    must: Whole = given("must be given")


class NoDefault(Params):
    """A group whose field has no default."""

    wanting: Wanting = Wanting(must=1)


class Unread(Params):
    """A type that nobody can read."""

    thing: bytes = given("some bytes")


class Unsaid(Params):
    """A field that does not say what it is."""

    thing: str = "x"


class Undocumented(Params):
    thing: str = given("a thing")


class Misspelt(Params):
    """It lists a field that it does not have."""

    usual = ("thnig",)
    thing: str = given("a thing")


class OnByDefault(Params):
    """A switch that is on."""

    thing: bool = given("a thing", default=True)


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (TwoDepths, "more than one field called depth"),
        (Nested, "a group in a group"),
        (NoDefault, "needs a default"),
        (Unread, "nobody knows how Unread.thing is written"),
        (Unsaid, "does not say what it is"),
        (Undocumented, "has no docstring"),
        (Misspelt, "does not have: thnig"),
        (OnByDefault, "its default is False"),
    ],
)
def test_a_struct_that_cannot_be_read_is_refused(made: type[Params], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        spec_of(made)


class Looked(Params):
    """What is looked at is noted."""

    one: Whole = given("one", default=1)
    two: Whole = given("two", default=2)
    shade: Shade = Shade()

    @property
    def sum(self) -> int:
        return self.one + self.shade.depth

    def more(self) -> int:
        return self.sum


class LookedAgain(Looked):
    """A derived one."""

    def more(self) -> int:
        return super().more() + 1


def test_a_stand_in_passes_as_its_struct_and_notes_what_is_looked_at() -> None:
    seen: set[str] = set()
    half: Any = StandIn(LookedAgain, {"one": 4, "depth": 5, "two": 6}, seen.add)
    assert isinstance(half, Looked) and isinstance(half, LookedAgain)
    match half:
        case Looked(one=one):
            assert one == 4
        case _:
            raise AssertionError("it is not matched")
    seen.clear()
    assert half.more() == 10, "methods and properties are bound to it, super() too"
    assert seen == {"one", "depth"}
    with pytest.raises(NotGivenError):
        StandIn(Looked, {}).two  # noqa: B018 – looked at
    with pytest.raises(AttributeError):
        getattr(half, "three")  # noqa: B009 – a type checker sees the struct


def test_a_stand_in_is_never_encoded_in_the_place_of_its_struct() -> None:
    with pytest.raises(TypeError):
        msgspec.json.encode(StandIn(Looked, {}))


@tried(st.integers(0, 9999), st.booleans(), st.sampled_from(list(Colour)), st.lists(st.integers(1, 6)))
def test_what_is_written_of_a_value_is_read_as_that_value(
    depth: int, matt: bool, colour: Colour, dice: list[int]
) -> None:
    row = PaintRow(colour=colour, shade=Shade(depth=depth, matt=matt), dice=tuple(dice), from_=4, modifier=-3)
    given = {field.name: field.write(SPEC.value(row, field)) for field in SPEC.fields if field.name != "names"}
    assert read(SPEC, {name: value for name, value in given.items() if value}) == row


class Placed(Params):
    """Something with a place of its own."""

    where: str = given("where it stands", positional=True)
    count: Whole = given("how many", default=1, positional=True)
    colour: str | None = given("of which colour", default=None)


def test_messages_call_a_field_by_its_place_or_by_its_name() -> None:
    spec = spec_of(Placed)
    assert [field.label for field in spec.fields] == ["WHERE", "COUNT", "--colour"]
    with pytest.raises(InputError) as raised:
        read(spec, {"count": "many"})
    assert [each.at.field for each in raised.value.findings] == ["WHERE", "COUNT"]
