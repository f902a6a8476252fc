"""What values are made of: immutable, compared by what they hold, quick to define, to make and to read from a cache."""

from __future__ import annotations

import contextlib
import dataclasses
import gc
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace as _replace_record

T = TypeVar("T")


class Record(Struct, frozen=True, gc=False):
    """An immutable value with named fields.

    Records never form a circle, so the garbage collector need not look at them. Defining one costs a fiftieth of what a
    dataclass does, and a program that starts defines hundreds; making one and reading it from a cache costs a fraction.
    """


class SparseRecord(Record, frozen=True, omit_defaults=True):
    """A record most of whose fields have their defaults, which are not written: a catalogue has tens of thousands."""


@contextlib.contextmanager
def without_collector() -> Iterator[None]:
    """Make thousands of records at once, of which none goes: looking for garbage meanwhile costs as much as reading."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


if TYPE_CHECKING:
    # By this name mypy checks the types of the fields.
    from dataclasses import replace as replace  # noqa: TID251 - what stands in its place below
else:

    def replace(value: T, /, **changes: Any) -> T:
        """Return a copy of a record or a dataclass with other values in some of its fields."""
        if isinstance(value, Struct):
            return _replace_record(value, **changes)
        return dataclasses.replace(value, **changes)  # noqa: TID251 - for what is no record
