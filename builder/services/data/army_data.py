"""The data that armies are built from, by the id that army files name, and how reports and games name it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from builder.catalogue.armydata import ArmyData
from builder.datafiles.datasheets.library import installed, load
from builder.errors import InputError
from builder.resources import data_sets


@dataclass(frozen=True, slots=True)
class Data:
    """Datasheets, or a catalogue; `digest` is that of all files they were read from."""

    id: str
    name: str
    revision: int
    digest: str
    source: str = ""


def find_data(identity: str, others: tuple[str, ...] = ()) -> ArmyData:
    """Open installed data: datasheets such as `diceless/orks`, or a catalogue such as `5th edition/Space Marines`.

    `others` are the ids of more catalogues that the forces of an army are of.

    Raises:
        InputError: there is none of that id, or its files have mistakes.
    """
    ours = {found.id for found in installed()}
    sets = {found.id.casefold() for found in data_sets()}
    name = identity.partition("/")[0]
    # A data set may be called as a rule system is: then our datasheets are those that go by their whole id.
    of_ours = name in {id.partition("/")[0] for id in ours} and name.casefold() not in sets
    if identity in ours or of_ours:
        return load(identity)
    if sets:
        from builder.services.data.catalogues import open_catalogue

        return open_catalogue(identity, others)
    try:
        return load(identity)
    except InputError as error:
        first, *more = error.findings
        said = f"{first.message}; the community's data is added with: muster data add"
        raise InputError((replace(first, message=said), *more)) from None
