"""What the data model is made of: immutable values that a cache can hold."""

from __future__ import annotations

from msgspec import Struct


class Record(Struct, frozen=True, gc=False, omit_defaults=True):
    """An immutable value with named fields, compared by what it holds.

    A catalogue has tens of thousands of them. They never form a circle, so the garbage collector need not look at them;
    made and read from the cache they cost a fraction of a dataclass.
    """
