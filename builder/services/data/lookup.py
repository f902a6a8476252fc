"""Which data set of the library is meant by a name, and which catalogue of it.

Armies name a catalogue as it was called when they were built: one that an update has renamed is found by its old name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TypeVar

from builder.errors import DATA_MISSING, Finding, InputError, Severity
from builder.inputs import refusals
from builder.resources import Resource, data_sets
from builder.services.data.datasets import DataFileHead, DataSet, open_set
from builder.services.data.former_states import former_states

T = TypeVar("T")
_PARTS = re.compile(r"\s[-–]\s")
"""Between the parts of the name of a catalogue: `Imperium - Space Marines`."""
MOST_TOLD = 8
"""So many names are told where a word can be several."""
_SIGNS = re.compile(r"[\W_]+")
ADD_IT = ": add it with 'muster data add', or under Data in the library"
"""What can be done where a data set is not there, or was removed."""


def set_findings() -> tuple[Finding, ...]:
    """Return what is wrong with the folders of data sets themselves: those that cannot be entered."""
    return refusals(data_sets)


def find_set(identity: str) -> DataSet:
    """Return the data set of this name.

    Raises:
        InputError: there is none, or it cannot be used.
    """
    return open_set(resource_of(identity))


def resource_of(identity: str) -> Resource:
    """Return where the data set of this name is.

    Raises:
        InputError: there is none.
    """
    sets = {resource.id: resource for resource in data_sets()}
    try:
        return _named(identity, sets, "data set", ADD_IT)
    except InputError as error:  # it may be in a folder that cannot be entered
        raise InputError((*error.findings, *set_findings())) from None


def find_catalogue(identity: str) -> tuple[DataSet, DataFileHead]:
    """Return the head of a catalogue, with its data set.

    Raises:
        InputError: there is none of that name.
    """
    name, slash, catalogue = identity.partition("/")
    if not slash:
        raise InputError(f"'{identity}' names no catalogue: write DATA SET/CATALOGUE, as muster data list shows them")
    data = find_set(name)
    return data, catalogue_of(data, catalogue)


def catalogue_of(data: DataSet, name: str) -> DataFileHead:
    """Return the catalogue that is called so, or was before an update.

    Raises:
        InputError: there is none of that name.
    """
    try:
        return _named(name, {head.name: head for head in data.catalogues}, f"catalogue of {data.id}")
    except InputError as error:
        found = _renamed(data, name)
        if found is None:
            raise error
        return found


def _renamed(data: DataSet, name: str) -> DataFileHead | None:
    """Return the catalogue that a kept state of a set, or the set that it takes the place of, calls so."""
    now = {head.id: head for head in data.catalogues}
    heads = (head for state in _states_before(data) for head in state.catalogues)
    ids = (head.id for head in heads if plain_name(head.name) == plain_name(name))
    return next((now[id] for id in ids if id in now), None)


def _states_before(data: DataSet) -> Iterator[DataSet]:
    with suppress(InputError):
        present = find_set(data.id)
        if present.path != data.path:
            yield present
        for path in former_states(present):
            with suppress(InputError):
                yield open_set(Resource(data.id, path, data.origin))


def _named(wanted: str, known: Mapping[str, T], kind: str, mend: str = "") -> T:
    """Return what is called so, or almost so: what alone has it in its name, or alone as the last part of its name.

    Where nothing is, the data is missing; `mend` goes on with the message that says so.
    """
    asked = plain_name(wanted)
    plain = {plain_name(name): found for name, found in known.items()}
    if wanted in known:
        return known[wanted]
    if asked in plain:
        return plain[asked]
    within = [name for name in known if asked and asked in plain_name(name)]
    last = [name for name in within if plain_name(_PARTS.split(name)[-1]) == asked]
    if len(within) == 1 or len(last) == 1:
        return known[(last or within)[0]]
    if within:
        told = ", ".join(within[:MOST_TOLD]) + (" …" if len(within) > MOST_TOLD else "")
        raise InputError(f"'{wanted}' can be more than one {kind}: {told}")
    from builder.datafiles.text.validate import suggestion

    near = suggestion(wanted, known)
    message = f"there is no {kind} '{wanted}'{near if near.startswith(':') else mend + near}"
    raise InputError(Finding(Severity.ERROR, DATA_MISSING if mend else "input", message))


def plain_name(name: str) -> str:
    """Return a name without what does not matter in it: case, blanks and signs."""
    return _SIGNS.sub("", name).casefold()
