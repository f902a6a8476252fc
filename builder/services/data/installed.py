"""What armies can be built from: our datasheets and the community's catalogues, in one list."""

from __future__ import annotations

from dataclasses import dataclass

from builder.errors import Finding
from builder.services.data.catalogues import listed
from builder.services.data.datasheets import list_datasheets
from builder.systems.registry import load_system


@dataclass(frozen=True, slots=True)
class InstalledData:
    """Data in a list; not usable where it has mistakes.

    `game` is the name of its system, or of its data set; `source` what it is of, such as an edition.
    """

    id: str
    name: str
    game: str
    source: str
    revision: int | None
    usable: bool
    findings: tuple[Finding, ...] = ()


def installed_data() -> tuple[InstalledData, ...]:
    """All of it: datasheets first, then the catalogues of each data set that armies can be built from."""
    found = [
        InstalledData(
            each.id,
            each.sheets.name if each.sheets else each.id,
            load_system(each.sheets.system).name if each.sheets and each.sheets.system else "",
            each.sheets.source if each.sheets else "",
            each.sheets.revision if each.sheets else None,
            each.sheets is not None,
            each.findings,
        )
        for each in list_datasheets()
    ]
    for each in listed():
        if each.data is None:
            found.append(InstalledData(each.id, each.id, "", "", None, False, each.findings))
            continue
        found.extend(
            InstalledData(f"{each.id}/{head.name}", head.name, each.id, each.data.system.name, head.revision, True)
            for head in each.data.catalogues
            if not head.library
        )
    return tuple(found)
