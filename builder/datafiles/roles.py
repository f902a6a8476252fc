"""The file of a data set that says what its types of profiles are for: `muster.yaml`."""

from __future__ import annotations

from typing import Literal

from builder.catalogue.roles import ProfileRoles
from builder.datafiles.text.source import read_document
from builder.datafiles.text.validate import validated
from builder.datafiles.text.values import Entry, Names
from builder.errors import InputError


class RolesFile(Entry):
    """What the types of profiles of a data set are for, and which characteristics are wounds."""

    format: Literal["muster-profile-roles"]
    version: Literal["1"]
    wounds: Names = ()
    statistics: Names = ()
    tables: Names = ()
    words: Names = ()
    hidden: Names = ()


def read_roles(data: bytes, name: str) -> ProfileRoles:
    """Return what a data set says of its profiles; `name` is what messages call the file.

    Raises:
        InputError: it has mistakes; all of them are told.
    """
    document = read_document(data, name)
    file = validated(document, RolesFile)
    if file is not None:
        kinds = [*file.statistics, *file.tables, *file.words, *file.hidden]
        for kind in dict.fromkeys(kinds):
            if kinds.count(kind) > 1:
                document.add((), f"the type '{kind}' is in several lists: keep it in one")
    if file is None or document.findings:
        raise InputError(document.sorted_findings())
    return ProfileRoles(
        wounds=file.wounds, statistics=file.statistics, tables=file.tables, words=file.words, hidden=file.hidden
    )
