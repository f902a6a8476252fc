"""A document held against its schema: every mistake becomes a finding with its place, the wrong word and the mend."""

from __future__ import annotations

import difflib
import types
import typing
from collections.abc import Iterable
from typing import Any, TypeVar

from pydantic import BaseModel, Tag, ValidationError
from pydantic_core import ErrorDetails

from builder.datafiles.text.source import Document, Path
from builder.errors import InputError, abridged

VERSIONS = ("1",)
"""The versions of the formats of armies, datasheets and systems that are known."""

Model = TypeVar("Model", bound=BaseModel)


def validated(document: Document, schema: type[Model]) -> Model | None:
    """The document as its schema reads it; None when it has mistakes, which are then among the document's findings.

    Raises:
        InputError: a newer Muster wrote it: whatever else seems wrong with it is none of its mistakes.
    """
    if document.value is None:
        if not document.findings:
            document.add((), "the file is empty", "empty")
        return None
    if (version := _newer(document)) is not None:
        message = f"a newer Muster wrote this file (version {version} of its format): update Muster to read it"
        document.add(("version",), message, "newer")
        raise InputError([finding for finding in document.findings if finding.code == "newer"])
    try:
        return schema.model_validate(document.value)
    except ValidationError as errors:
        for error in errors.errors():
            _note(error, document, schema)
    return None


def _newer(document: Document) -> str | None:
    """Return the version of the format of a document of ours, where it is higher than any that is known."""
    head = document.value if isinstance(document.value, dict) else {}
    form, version = head.get("format"), head.get("version")
    if not (isinstance(form, str) and form.startswith("muster-") and isinstance(version, str) and version.isdecimal()):
        return None
    return abridged(version, 20) if version.lstrip("0") not in ("", *VERSIONS) else None


MOST_KNOWN = 20
"""So many known words are all listed where none is like the unknown one."""
MOST_NEAR = 3
"""So many of more known words that hold the unknown one are named."""


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: the nearest known one, all of a few, or some that hold it."""
    names = sorted(set(known), key=str.casefold)
    near = nearest(word, names)
    if near is not None:
        return f": did you mean {quoted(near)}?"
    if len(names) <= MOST_KNOWN:
        return f"; known are: {', '.join(names)}" if names else ""
    within = [name for name in names if word.strip() and word.strip().casefold() in name.casefold()]
    more = len(within) - MOST_NEAR
    others = f" or one of {more} more with that word" if more > 0 else ""
    return f": did you mean {', '.join(map(quoted, within[:MOST_NEAR]))}{others}?" if within else ""


def nearest(word: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """Return the known word that is most like an unknown one; None where none is so much (0 to 1) like it."""
    folded = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=likeness)
    return folded[near[0]] if near else None


def quoted(name: str) -> str:
    """Return a name in quotes that it does not hold itself."""
    return f'"{name}"' if "'" in name else f"'{name}'"


def _note(error: ErrorDetails, document: Document, schema: type[BaseModel]) -> None:
    path = _path(error["loc"], document)
    kind, name = error["type"], str(error["loc"][-1]) if error["loc"] else ""
    if kind == "missing":
        document.add(path, f"the field '{name}' is missing: add it", "missing")
    elif kind == "extra_forbidden":
        document.add(
            (*path[:-1], name),
            f"the field '{name}' is not known{suggestion(name, _fields(schema, error['loc']))}",
            "field",
        )
    elif kind == "value_error":
        document.add(path, f"{_shown(error['input'])}{error['ctx']['error']}")
    elif kind in ("model_type", "dict_type", "model_attributes_type"):
        document.add(path, "a mapping with fields is needed here, such as 'name: value'", "shape")
    elif kind in ("tuple_type", "list_type"):
        document.add(path, "a list is needed here, such as [one, two]", "shape")
    elif kind.startswith("bool_"):
        document.add(path, f"{_shown(error['input'])}write yes or no")
    elif kind == "too_short":
        document.add(path, "this is empty: write at least one entry", "shape")
    elif kind == "literal_error":
        allowed = error["ctx"]["expected"].replace(" or ", ", ").replace("'", "").split(", ")
        document.add(path, f"'{error['input']}' does not stand here{suggestion(str(error['input']), allowed)}")
    else:
        document.add(path, f"{_shown(error['input'])}{error['msg']}")


def _shown(value: object) -> str:
    return f"'{value}': " if isinstance(value, str) else ""


def _path(loc: tuple[int | str, ...], document: Document) -> Path:
    """Return the part of pydantic's location that the file has: pydantic adds words of its own for unions and keys."""
    path: Path = ()
    for part in loc:
        if (*path, part) in document.places:
            path = (*path, part)
    return path


def _fields(schema: type[BaseModel], loc: tuple[int | str, ...]) -> list[str]:
    """Return the fields that the mapping around the end of `loc` may have."""
    found: Any = schema
    for part in loc[:-1]:
        found = _field_type(found, part)
    return [field.alias or name for name, field in found.model_fields.items()] if _is_model(found) else []


def _is_model(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _field_type(kind: Any, part: str | int) -> Any:
    """Return the type that pydantic's location names next: a field, an item, or the branch of a union by its tag."""
    kind = _plain(kind)
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        tagged = [branch for branch in typing.get_args(kind) if Tag(str(part)) in getattr(branch, "__metadata__", ())]
        return _plain(tagged[0]) if tagged else None
    if _is_model(kind):
        by_name = {field.alias or name: field for name, field in kind.model_fields.items()}
        return by_name[str(part)].annotation if str(part) in by_name else None
    if typing.get_origin(kind) in (dict, tuple, list):
        return typing.get_args(kind)[1 if typing.get_origin(kind) is dict else 0]
    return None


def _plain(kind: Any) -> Any:
    """Return a type without annotations and without None."""
    while typing.get_origin(kind) in (typing.Annotated, typing.Union, types.UnionType):
        inner = [kept for kept in typing.get_args(kind) if kept is not type(None)]
        if typing.get_origin(kind) is not typing.Annotated and len(inner) > 1:
            break
        kind = inner[0]
    return kind
