"""What a player means by what he writes: one of some words or names, in any case and abridged."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

Key = TypeVar("Key")


def one_of(text: str, choices: Iterable[str], told: Iterable[str] = ()) -> str:
    """One of some words, or its beginning where only it begins so, in any case; the message names `told`."""
    choices = tuple(choices)
    asked = text.strip().casefold()
    found = [choice for choice in choices if choice.casefold() == asked]
    found = found or [choice for choice in choices if asked and choice.casefold().startswith(asked)]
    if len(found) != 1:
        several = "can be several of" if found else "is none of"
        raise ValueError(f"'{text.strip()}' {several}: {', '.join(told or choices)}")
    return found[0]


def keys_named(written: str, names: Mapping[Key, str]) -> Sequence[Key]:
    """The keys of what is called so or, where nothing is, of all that have it as a part of their names; in any case."""
    asked = written.strip().casefold()
    exact = [key for key, name in names.items() if name.casefold() == asked]
    return exact or [key for key, name in names.items() if asked and asked in name.casefold()]


def suggestion_for(written: str, known: Collection[str]) -> str:
    """The end of a message about an unknown name: the nearest of those that are known, or all of them."""
    import difflib  # only where a name is unknown: its import takes longer than all else here

    near = difflib.get_close_matches(written.casefold(), known, n=1)
    return f": did you mean {near[0]}?" if near else f"; there are: {', '.join(known) or 'none'}"
