"""What a player chooses of the sheets."""

from __future__ import annotations

from dataclasses import dataclass

from builder.errors import InputError

SHEETS = ("roster", "units", "vehicles")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetOptions:
    """Paper (an id of the design, `a4` or `letter`) and which sheets.

    Raises:
        InputError: a sheet is not known, or none is chosen.
    """

    paper: str = "a4"
    sheets: tuple[str, ...] = SHEETS

    def __post_init__(self) -> None:
        unknown = [sheet for sheet in self.sheets if sheet not in SHEETS]
        if unknown or not self.sheets:
            what = f"sheet '{unknown[0]}' is not known" if unknown else "no sheet is chosen"
            raise InputError(f"{what}; choose from: {', '.join(SHEETS)}")
