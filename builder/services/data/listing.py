"""What a list shows of data that armies can be built from; finding it is another matter, and takes much longer."""

from __future__ import annotations

from dataclasses import dataclass

from builder.errors import Finding


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
