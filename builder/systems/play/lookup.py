"""Which side, body or part of a game a player means by what he writes, and what each of them is called.

References are types of fields: `unit: UnitRef = given("who", units(living))` is read by `find_unit`. What is called
alike is told apart once, as a game begins (`numbered`, `with_distinct_names`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from msgspec.structs import replace

from builder.errors import PlayError
from builder.systems.parameters import KINDS, Choice, Kind, keys_named
from builder.systems.play.clock import Rules
from builder.systems.play.game import AnyGame, AnyRef, Body, Game, Part, PartRef, Ref, Side, UnitRef
from builder.systems.play.view import Mark
from builder.text import numbered as numbered

NEAR = 0.75
"""How like a name must be that is suggested: one letter of four may be another."""

Played = TypeVar("Played", bound=Game[Any, Any], covariant=True)
Army = TypeVar("Army")


@dataclass(frozen=True, slots=True)
class At(Generic[Played]):
    """What surrounds an act: how the game stands, and the data of the system's rules."""

    game: Played
    rules: Rules[Any]


def find_unit(at: At[Game[Any, Any]], written: str) -> UnitRef:
    """The body that a player means: its id, its name or a part of that which no other has.

    `1:` or `2:` stands before it where both sides have one so called.

    Raises:
        PlayError: nothing, or more than one, is called so.
    """
    sides, asked = _prefix(written)
    ids = [UnitRef(side, asked) for side in sides if asked in at.game.sides[side].bodies]
    if len(ids) == 1:
        return ids[0]
    return UnitRef(*_find(at, written, "unit", {ref: at.game.body(ref) for ref in at.game.refs(0, 1)}))


def find_part(at: At[Game[Any, Any]], written: str) -> PartRef:
    """The part that a player means: by its id or name, or those of a body that is nothing else; see `find_unit`."""
    return PartRef(*_find(at, written, "vehicle", {ref: at.game.part(ref) for ref in at.game.parts(0, 1)}))


def find_any(at: At[Game[Any, Any]], written: str) -> AnyRef:
    """The body or the part that a player means; a body that is one part with its id is that part; see `find_unit`."""
    known: dict[Ref, Body | Part] = {ref: at.game.body(ref) for ref in at.game.refs(0, 1)}
    known |= {ref: at.game.part(ref) for ref in at.game.parts(0, 1)}
    found = _find(at, written, "unit or vehicle", known)
    return PartRef(*found) if found.id in at.game.sides[found.side].owners else UnitRef(*found)


def find_side(at: At[Game[Any, Any]], written: str) -> int:
    """The side that a player means, 0 or 1: by its number, 1 or 2, its name or a part of it that the other has not.

    Raises:
        PlayError: neither is called so, or both are.
    """
    asked = written.strip()
    if asked in ("1", "2"):
        return int(asked) - 1
    names = [side.name for side in at.game.sides]
    found = keys_named(asked, dict(enumerate(names)))
    if len(found) == 1:
        return found[0]
    known = " or ".join(f"{number} ({name})" for number, name in enumerate(names, 1))
    raise PlayError(f"'{asked}' is {'both players' if found else 'no player'}; write {known}")


def find_named(written: str, names: Mapping[str, str], what: str) -> str:
    """The id that a player means among names by id: the id, a name or a part of one; of several called so the first.

    Raises:
        PlayError: nothing is called so; `what` says what it would be.
    """
    asked = written.strip()
    found = [each for each in names if each.casefold() == asked.casefold()] or keys_named(asked, names)
    if not found:
        raise PlayError(f"'{asked}' is no {what}; there are: {', '.join(names.values()) or 'none'}")
    return found[0]


def _names(pattern: str) -> Mapping[str, object]:
    return {"type": "string", "description": pattern}


KINDS[UnitRef] = Kind(find=find_unit, schema=_names("the id or the name of a unit"))
KINDS[PartRef] = Kind(find=find_part, schema=_names("the id or the name of a vehicle"))
KINDS[AnyRef] = Kind(find=find_any, schema=_names("the id or the name of a unit or a vehicle"))
Whose = Annotated[int, Kind(find=find_side, write=lambda side: str(side + 1), schema=_names("1, 2 or a name"))]
"""A side, 0 or 1, as the type of a field."""


def ref_text(game: Game[Any, Any], ref: Ref) -> str:
    """Return what commands call a body or a part: its id, with its side where both have that id."""
    other = game.sides[1 - ref.side]
    return f"{ref.side + 1}:{ref.id}" if ref.id in other.bodies or ref.id in other.owners else ref.id


def unit_name(game: Game[Any, Any], ref: AnyRef) -> str:
    """Return what sentences call a body or a part."""
    found = game.body_or_part(ref)
    return found.distinct_name or found.name


def marks(at: At[Game[Any, Any]], ref: UnitRef) -> Iterator[str]:
    """Yield the states of a body in words: its flags, what it rides in, who leads it, whom it leads and carries."""
    if at.rules.marks is not None:
        yield from at.rules.marks(at.game, ref)
        return
    game, body = at.game, at.game.body(ref)
    if not body.gone:
        if body.flags:
            yield from (flag for flag in at.rules.flags if flag in body.flags)
        if body.aboard in game.sides[ref.side].bodies:
            yield f"in {unit_name(game, UnitRef(ref.side, body.aboard))}"
        leader, led = game.leader(ref), game.led(ref)
        yield from () if leader is None else (f"led by {unit_name(game, leader)}",)
        yield from () if led is None else (f"leads {unit_name(game, led)}",)
    if riders := [unit_name(game, each) for each in game.riders(ref)]:
        yield f"{'carried' if body.gone else 'carries'} {' and '.join(riders)}"


RELATIONS = ("in", "led by", "leads", "carries", "carried")
"""What the words begin with that `marks` says of a body and another one."""


def mark_of(text: str, signs: Mapping[str, str] = {}) -> Mark:
    """A mark of words that `marks` says: a capital for what a body is, a small letter for how it is tied to another.

    Args:
        text: the words.
        signs: other letters, of words that would have the same.
    """
    relation = next((each for each in RELATIONS if text.startswith(f"{each} ")), "")
    if relation:
        return Mark(text, relation[:1], means=f"{relation} …")
    return Mark(text, signs.get(text, text[:1].upper()))


def living(game: Game[Any, Any], ref: AnyRef) -> bool:
    """Whether a body, or a part and its body, are in the game."""
    return not game.body(ref).gone and (isinstance(ref, UnitRef) or not game.part(ref).gone)


def units(which: Callable[[Any, UnitRef], bool] = living) -> Callable[[At[Any], Any], Iterator[Choice[UnitRef]]]:
    """A chooser of bodies that are something, those of the side that acts first."""

    def chosen(at: At[Game[Any, Any]], act: object) -> Iterator[Choice[UnitRef]]:
        for ref in at.game.refs():
            if which(at.game, ref):
                yield Choice(ref, "; ".join((at.game.body(ref).name, *marks(at, ref))), ref_text(at.game, ref))

    return chosen


def parts(which: Callable[[Any, PartRef], bool] = living) -> Callable[[At[Any], Any], Iterator[Choice[PartRef]]]:
    """A chooser of parts that are something, those of the side that acts first."""

    def chosen(at: At[Game[Any, Any]], act: object) -> Iterator[Choice[PartRef]]:
        for ref in at.game.parts():
            if which(at.game, ref):
                yield Choice(ref, at.game.part(ref).name, ref_text(at.game, ref))

    return chosen


def players(at: At[Game[Any, Any]], act: object) -> Iterator[Choice[int]]:
    """Both players."""
    return (Choice(number, side.name, str(number + 1)) for number, side in enumerate(at.game.sides))


def with_distinct_names(game: AnyGame) -> AnyGame:
    """A game that begins, its bodies and parts with what sentences call them: by whose they are where both have one."""
    one, other = ({each.name for each in _all(side)} for side in game.sides)
    both = one & other

    def named(side: Side[Any]) -> Side[Any]:
        def tell(name: str) -> str:
            return f"{side.possessive} {name}" if name in both else name

        bodies = {
            each: replace(
                body,
                distinct_name=tell(body.name),
                parts={key: replace(part, distinct_name=tell(part.name)) for key, part in body.parts.items()},
            )
            for each, body in side.bodies.items()
        }
        return replace(side, bodies=bodies)

    return replace(game, sides=tuple(map(named, game.sides)))


def _all(side: Side[Any]) -> Iterator[Body | Part]:
    for body in side.bodies.values():
        yield body
        yield from body.parts.values()


def _find(at: At[Game[Any, Any]], written: str, kind: str, among: Mapping[Ref, Body | Part]) -> Ref:
    game = at.game
    sides, asked = _prefix(written)
    asked = asked.casefold()
    known = {ref: it for ref, it in among.items() if ref.side in sides}
    found = [ref for ref in known if ref.id.casefold() == asked]
    found = found or [*keys_named(asked, {ref: it.name for ref, it in known.items()})]
    if len(found) > 1:
        found = [ref for ref in known if known[ref].distinct_name.casefold() == asked] or found
    if not found:
        found = [*keys_named(asked, {ref: it.distinct_name for ref, it in known.items()})]
    if len(found) == 1:
        return found[0]
    if found:
        which = " or ".join(f"{ref_text(game, ref)} ({_state(at, ref, known[ref])})" for ref in found)
        raise PlayError(f"'{written.strip()}' can be several: write one of {which}")
    if any(not each.known and each.name.casefold() == asked for each in game.sides):
        raise PlayError(f"{written.strip()} is only a name in this game: {at.rules.untracked}")
    near = [ref for ref, it in known.items() if _is_near(asked, it.name)]
    there = [f"{ref_text(game, ref)} ({known[ref].name})" for ref in near or known]
    mend = f": did you mean {' or '.join(there)}?" if near else f"; there are: {', '.join(there) or 'none'}"
    raise PlayError(f"no {kind} is called '{written.strip()}'{mend}")


def _prefix(written: str) -> tuple[tuple[int, ...], str]:
    """The sides that are meant by the beginning of what was written (`2:`), and the rest of it."""
    prefix, colon, rest = written.strip().partition(":")
    return ((int(prefix) - 1,), rest.strip()) if colon and prefix in ("1", "2") else ((0, 1), written.strip())


def _is_near(asked: str, name: str) -> bool:
    """Whether something is nearly a name, or a word of it."""
    import difflib  # only where nobody is called so

    return bool(difflib.get_close_matches(asked, (name.casefold(), *name.casefold().split()), n=1, cutoff=NEAR))


def _state(at: At[Game[Any, Any]], ref: Ref, found: Body | Part) -> str:
    """A body or a part among others called alike: its name and what state it is in."""
    return ", ".join(
        (found.distinct_name or found.name, *(marks(at, UnitRef(*ref)) if isinstance(found, Body) else ()))
    )


def known_army(game: Game[Any, Any], side: int, army: Army | None) -> Army:
    """The army of a side, of which sheets are printed.

    Raises:
        PlayError: the side is only a name.
    """
    if army is None:
        raise PlayError(f"{game.sides[side].name} is only a name in this game: there is no army to print")
    return army


def printed_when(game: Game[Any, Any], *more: str) -> str:
    """What heads the sheets of a game: when they were printed, the mission, victory points, and what else there is."""
    when = "after the game" if game.over else f"in turn {game.clock.turn}" if game.clock.turn else "before turn 1"
    one, other = game.sides
    points = f"victory points {one.points} : {other.points}" if one.points or other.points else ""
    return " · ".join(filter(None, (f"printed {when}", game.mission, points, *more)))
