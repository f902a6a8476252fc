"""The data that armies are built from, by the id that army files name, and how reports and games name it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.cache import digest
from builder.errors import DATA_MISSING, InputError
from builder.record import Record, replace
from builder.resources import data_sets

if TYPE_CHECKING:
    from builder.catalogue.library import ArmyData


class Data(Record, frozen=True):
    """Datasheets, or a catalogue; `digest` is that of all files they were read from.

    `art` are the paths of pictures of units, from the folder of the file at `path`, by the ids of their entries.
    """

    id: str
    name: str
    revision: int
    digest: str
    source: str = ""
    colour: str = ""
    pattern: str = ""
    path: str = ""
    art: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, data: ArmyData) -> Data:
        """Return what is told of data that was opened."""
        return cls(
            data.id, data.name, data.revision, data.digest, data.source, data.colour, data.pattern, data.path, data.art
        )


def find_data(identity: str, others: tuple[str, ...] = ()) -> ArmyData:
    """Open installed data: datasheets such as `diceless/orks`, or a catalogue such as `5th edition/Space Marines`.

    `others` are the ids of more catalogues that the forces of an army are of.

    Raises:
        InputError: there is none of that id, or its files have mistakes.
    """
    from builder.datafiles.datasheets.library import load  # Who looks at an army that is kept in the cache opens none.

    if is_ours(identity):
        return load(identity)
    if data_sets():
        from builder.services.data.catalogues import open_catalogue

        return open_catalogue(identity, others)
    try:
        return load(identity)
    except InputError as error:
        from builder.services.data.lookup import ADD_IT, set_findings

        first, *more = error.findings
        _, near, alike = first.message.partition(": did you mean ")
        said = f"there is no data set '{identity.partition('/')[0]}'{ADD_IT}{f'; or did you mean {alike}' * bool(near)}"
        raise InputError((replace(first, message=said, code=DATA_MISSING), *more, *set_findings())) from None


def is_ours(identity: str) -> bool:
    """Whether an id of data means our datasheets rather than a catalogue of the community."""
    from builder.datafiles.datasheets.installed import installed  # A game that is kept names data and opens none.

    ours = {found.id for found in installed()}
    name = identity.partition("/")[0]
    # A data set may be called as a rule system is: then our datasheets are those that go by their whole id.
    known = name.casefold() in {found.id.casefold() for found in data_sets()}
    return identity in ours or (name in {id.partition("/")[0] for id in ours} and not known)


def sources_digest(identity: str, others: tuple[str, ...] = ()) -> str:
    """Return the digest of all files that data is made of, as they are now; empty where it cannot be opened."""
    from builder.datafiles.datasheets.installed import installed_file  # see `is_ours`

    try:
        file = installed_file(identity)
        if file is not None:
            return digest(*file.sources)
        from builder.services.data.catalogues import catalogue_sources

        return digest(*catalogue_sources(identity, others))
    except InputError:
        return ""
