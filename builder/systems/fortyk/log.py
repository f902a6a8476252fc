"""The findings gathered while a roster is read, each with the unit it is about."""

from __future__ import annotations

from collections.abc import Iterable

from builder.errors import Finding, Place, Severity


class Log:
    """What reading one roster has to tell; `about` sets the unit that the next findings belong to."""

    def __init__(self) -> None:
        self._findings: dict[Finding, None] = {}
        self._unit: str | None = None
        self._name = ""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings in the order they were made, each once."""
        return tuple(self._findings)

    def about(self, unit: str | None, name: str = "") -> None:
        """Say which unit the next findings are about; None for the army."""
        self._unit, self._name = unit, name

    def take(self, findings: Iterable[Finding]) -> None:
        """Add findings that were gathered elsewhere."""
        self._findings.update(dict.fromkeys(findings))

    def warning(self, code: str, message: str, selection: str | None = None) -> None:
        """Tell of a likely slip; `code` follows `fortyk.`."""
        self._add(Severity.WARNING, code, message, selection)

    def info(self, code: str, message: str, selection: str | None = None) -> None:
        """Tell how something was read; `code` follows `fortyk.`."""
        self._add(Severity.INFO, code, message, selection)

    def _add(self, severity: Severity, code: str, message: str, selection: str | None) -> None:
        text = f"{self._name}: {message}" if self._name else message
        at = Place(unit=self._unit, selection=selection)
        self._findings[Finding(severity, f"fortyk.{code}", text, at=at)] = None
