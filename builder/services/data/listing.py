"""What a list shows of data that armies can be built from; finding it is another matter, and takes much longer."""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.errors import Finding


@dataclass(frozen=True, slots=True)
class InstalledData:
    """Data in a list; not usable where it has mistakes.

    `game` is the name of its system, or of its data set; `source` what it is of, such as an edition. Armies of it can
    be of `others` than its own system too, by their names.
    """

    id: str
    name: str
    game: str
    source: str
    revision: int | None
    usable: bool
    findings: tuple[Finding, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """What players look for it by beside its name: its id and its game, in short too: `10e`, `40k`, `aos`."""
        told = " ".join((self.id, self.game, self.source, *self.others))
        editions = (f"{number}e" for number in _EDITION.findall(told))
        initials = ("".join(word[0] for word in _WORD.findall(each)) for each in (self.game, self.source))
        short = (each for each in initials if len(each) > 2)
        return " ".join((told, *editions, *short, *("40k" for _ in _FORTYK.findall(told))))


_EDITION = re.compile(r"\b(\d+)(?:st|nd|rd|th)[ -]edition\b", re.IGNORECASE)
_WORD = re.compile(r"\b[^\W\d]\w*")
_FORTYK = re.compile(r"40[,. ]?000")
