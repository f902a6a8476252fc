"""Data that armies are built from, whatever files it came from."""

from __future__ import annotations

from dataclasses import dataclass

from builder.catalogue.library import Library
from builder.catalogue.model import Catalogue
from builder.errors import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyData:
    """A faction ready to build armies from: datasheets of ours, or a community's catalogue with its game system.

    `id` is what army files and commands call it (`diceless/orks`, `5th edition/Space Marines`), `source` the edition of
    its facts, `origin` whose it is (a data folder's word), `digest` that of all files it was read from. `system` is the
    rule system that it was written for; None where the profiles say which ones can read it.
    """

    id: str
    catalogue_id: str
    library: Library
    digest: str
    path: str
    origin: str
    source: str = ""
    system: str | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue itself."""
        return self.library.catalogues[self.catalogue_id]

    @property
    def name(self) -> str:
        """The faction's name."""
        return self.catalogue.name

    @property
    def revision(self) -> int:
        """The catalogue's revision."""
        return self.catalogue.revision
