"""The data that armies are built from, by the id that army files name."""

from __future__ import annotations

from builder.catalogue.armydata import ArmyData
from builder.datafiles.library import installed, load
from builder.resources import data_sets


def find_data(identity: str) -> ArmyData:
    """Open installed data: datasheets such as `diceless/orks`, or a catalogue such as `5th edition/Space Marines`.

    Raises:
        InputError: there is none of that id, or its files have mistakes.
    """
    ours = {found.id for found in installed()}
    sets = {found.id.casefold() for found in data_sets()}
    name = identity.partition("/")[0]
    # A data set may be called as a rule system is: then our datasheets are those that go by their whole id.
    of_ours = name in {id.partition("/")[0] for id in ours} and name.casefold() not in sets
    if identity in ours or of_ours or not sets:
        return load(identity)
    from builder.services.catalogues import open_catalogue

    return open_catalogue(identity)
