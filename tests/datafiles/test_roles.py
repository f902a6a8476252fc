"""The file by which a data set says what its profiles are for."""

from __future__ import annotations

import pytest

from builder.catalogue.roles import ProfileRoles
from builder.datafiles.roles import read_roles
from builder.errors import InputError

HEAD = "format: muster-profile-roles\nversion: 1\n"


def test_it_says_what_types_are_for() -> None:
    read = read_roles(f"{HEAD}wounds: [Grit]\nhidden: Note\n".encode(), "muster.yaml")
    assert read == ProfileRoles(wounds=("Grit",), hidden=("Note",))
    assert read.of("Note") == "hidden" and read.of("Unit") is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{HEAD}wound: [W]\n", "'wound' is not known: did you mean 'wounds'"),
        (f"{HEAD}words: [A]\ntables: [A]\n", "'A' is in several lists: keep it in one"),
        ("version: 1\n", "the field 'format' is missing"),
        ("format: muster-profile-roles\nversion: 7\n", "update Muster"),
        ("- a\n", "mapping"),
        ("", "empty"),
        ("a: [", "muster.yaml"),
    ],
)
def test_what_is_wrong_with_it_is_told(text: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        read_roles(text.encode(), "muster.yaml")
    assert told in str(error.value)
