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
    ours = {found.id.partition("/")[0] for found in installed()}
    if identity.partition("/")[0] in ours or not data_sets():
        return load(identity)
    from builder.services.catalogues import open_catalogue

    return open_catalogue(identity)
