"""What the types of profiles of a data set are for, where that cannot be seen from the profiles themselves."""

from __future__ import annotations

from typing import Literal

from builder.record import Record

ROLES_FILE = "muster.yaml"
"""What the file is called that says it, in the folder of a data set."""


class ProfileRoles(Record, frozen=True, kw_only=True):
    """What a data set says of its profiles: names of types, and of the characteristics that are wounds.

    Args:
        wounds: the characteristics that say how many wounds a model has.
        statistics: the types that tell what a model is.
        tables: the types that are figures of something else, such as weapons.
        words: the types that are rules and abilities in words.
        hidden: the types that are not shown.
    """

    wounds: tuple[str, ...] = ()
    statistics: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()

    def of(self, profile_type: str) -> Literal["statistics", "table", "words", "hidden"] | None:
        """Return what a type of profiles is for; None where nothing is said of it."""
        if profile_type in self.hidden:
            return "hidden"
        if profile_type in self.statistics:
            return "statistics"
        if profile_type in self.tables:
            return "table"
        return "words" if profile_type in self.words else None


NO_ROLES = ProfileRoles()
