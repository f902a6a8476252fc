"""What a cache knows a part of a game by: an act replaces few of them, and all others stay the very same things."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """Something that is equal to another where certain parts of both are the very same things, not only alike.

    Sides and armies are large: to compare them takes longer than to work out anew what is kept of them.

    Args:
        it: what the cached function works with.
        parts: all of it that the function looks at; the thing itself where none are given.
    """

    __slots__ = ("it", "parts")

    def __init__(self, it: T, *parts: object) -> None:
        self.it, self.parts = it, parts or (it,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and [*map(id, self.parts)] == [*map(id, other.parts)]

    def __hash__(self) -> int:
        return hash((*map(id, self.parts),))
