"""Digests that chain the entries of a game: what the disk or another program changed in one is found."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

SIZE = 16
"""Bytes of a digest."""

BEGINNING = b""
"""Stands for the digest before that of the first entry."""


def entry_digest(before: bytes, game: bytes, fields: Sequence[Any]) -> bytes:
    """The digest of an entry of a game: of the digest before it, and of all its fields in the order of the table.

    Texts are given as bytes, as they lie in the file.
    """
    try:
        told = b"%b%b\0%d\0%b\0%d\0%b\0%b\0%b" % (before, game, *fields)
    except (TypeError, OverflowError):  # a value that is of no such kind; SQLite keeps any in any column
        told = repr((before, game, *fields)).encode()
    return hashlib.blake2b(told, digest_size=SIZE).digest()
