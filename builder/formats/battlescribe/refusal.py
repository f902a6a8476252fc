"""How a file that cannot be read is refused: one message with file, line, column and the mend."""

from __future__ import annotations

from builder.errors import LONGEST_MESSAGE, Finding, InputError, Place, Severity, abridged


def refusal(
    code: str, message: str, file: str, line: int | None = None, column: int | None = None, field: str | None = None
) -> InputError:
    """The error for a file that cannot be used; lines and columns count from 1, `code` follows `file.`."""
    place = Place(file=file, line=line, column=column, field=field)
    return InputError(Finding(Severity.ERROR, f"file.{code}", abridged(message, LONGEST_MESSAGE), at=place))
