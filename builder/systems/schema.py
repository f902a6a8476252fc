"""What the lines of datasheets are built from, whatever the system: values read from text, with messages that teach."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, WithJsonSchema


class LineSchema(BaseModel):
    """A line of a datasheet: a model's or vehicle's characteristics, or one way to fire a weapon."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of its values, as files write them."""
        return tuple(info.alias or name for name, info in cls.model_fields.items())

    def changed(self, values: Mapping[str, str]) -> Self:
        """Return the line with other values, by the names that files write.

        Raises:
            pydantic.ValidationError: it has no such value, or the value cannot stand there.
        """
        return self.model_validate({**self.model_dump(by_alias=True), **values})

    @abstractmethod
    def columns(self) -> tuple[str, dict[str, str]]:
        """Return the profile type and its characteristics."""

    def named_rules(self) -> tuple[str, ...]:
        """Return the rules that the line names, such as those of a weapon."""
        return ()


def stat(pattern: str, teach: str, *, words: bool = False) -> BeforeValidator:
    """Return a validator for one characteristic, as text without blanks; `teach` says how it is written.

    Where there may be `words` in it, these stay apart.
    """

    def check(value: object) -> str:
        text = (
            re.sub(r"\s+", " " * words, str(value)).strip().replace("–", "-").replace("−", "-")
            if isinstance(value, (str, int))
            else ""
        )
        if re.fullmatch(pattern, text) is None:
            raise ValueError(f"write {teach}")
        return text

    return BeforeValidator(check)


def text_or_number(example: str) -> WithJsonSchema:
    """Return what editors know of a characteristic."""
    return WithJsonSchema({"type": ["string", "integer"], "examples": [example]})


def _words(value: object) -> str:
    if isinstance(value, (str, int)) and str(value).strip():
        return str(value).strip()
    raise ValueError("a text is needed here")


Line = Annotated[str, BeforeValidator(_words), WithJsonSchema({"type": "string"})]
"""One line of text."""


def _listed(value: object) -> object:
    return (value,) if isinstance(value, str) else value


Lines = Annotated[tuple[Line, ...], BeforeValidator(_listed, json_schema_input_type=tuple[Line, ...] | Line)]
"""One line of text, or a list of them."""
