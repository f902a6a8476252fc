"""Catalogues that an update has given another name: armies that were built before it name them as they were called."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from builder.errors import InputError
from builder.resources import Resource
from builder.services.data.catalogue_store import former_states
from builder.services.data.catalogues import find_set, plain_name
from builder.services.data.datasets import DataFileHead, DataSet, open_set


def renamed(data: DataSet, name: str, otherwise: InputError) -> DataFileHead:
    """Return the catalogue of a set that a kept state of it, or the one that it takes the place of, calls so.

    Raises:
        InputError: none does; it is what is told `otherwise`.
    """
    now = {head.id: head for head in data.catalogues}
    heads = (head for state in _states_before(data) for head in state.catalogues)
    ids = (head.id for head in heads if plain_name(head.name) == plain_name(name))
    found = next((now[id] for id in ids if id in now), None)
    if found is None:
        raise otherwise
    return found


def _states_before(data: DataSet) -> Iterator[DataSet]:
    with suppress(InputError):
        present = find_set(data.id)
        if present.path != data.path:
            yield present
        for path in former_states(present):
            with suppress(InputError):
                yield open_set(Resource(data.id, path, data.origin))
