"""What datasheets come to once they are read, checked and compiled: all that the cache keeps of them."""

from __future__ import annotations

from builder.catalogue.model import Catalogue, GameSystem
from builder.errors import Finding
from builder.record import Record


class Compiled(Record, frozen=True, kw_only=True):
    """What a faction file and its system's frame come to, wherever they lie."""

    id: str
    source: str
    system: GameSystem
    catalogue: Catalogue
    digest: str
    findings: tuple[Finding, ...] = ()
