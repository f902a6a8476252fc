"""What is given to a named thing with parameters, such as an act of a game or a calculation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Given = TypeVar("Given", covariant=True)


@dataclass(frozen=True, slots=True)
class Choice(Generic[Given]):
    """One of several values that a parameter can be given.

    Args:
        value: the value; where it is offered to a player, as it is written.
        text: what it means, in words.
    """

    value: Given
    text: str
