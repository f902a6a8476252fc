"""What the cards of units and of vehicles share: tables of weapons, saves and gear in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from builder.systems.blocks import Column, ColumnKind, Row
from builder.systems.lethal.contact import cover_reaches
from builder.systems.lethal.model import LethalWeapon, LethalWeaponMode
from builder.systems.lethal.values import Roll, mount

NONE = "–"
KEY = "cm; reach: contact range × WRM in the open, and where light, medium or hard cover begins"
_REACH = ("open", "½", "¼", "1/10")
_FRACTIONS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def save_text(save: Roll | None) -> str:
    """Return a save as sheets have it; M where it comes from the speed (L-04)."""
    return "M" if save is None else str(save)


def gear_text(gear: Sequence[str]) -> str:
    """Return what is carried besides weapons, as a note; empty for nothing."""
    return f"Carries {', '.join(gear)}." if gear else ""


def value_columns(first: str, values: Iterable[str]) -> tuple[Column, ...]:
    """Return a column of names and columns of values."""
    return (Column(first, ColumnKind.NAME), *(Column(value, ColumnKind.VALUE) for value in values))


def weapon_columns(counted: bool) -> tuple[Column, ...]:
    """Return the columns of a table of weapons, with their reach in cm by where cover begins (L-40, L-41)."""
    count = (Column("", ColumnKind.COUNT),) if counted else ()
    return (
        *count,
        Column("Weapon", ColumnKind.NAME),
        Column("Kind", ColumnKind.TEXT),
        *(Column(title, ColumnKind.VALUE) for title in ("Shots", "AP", "WRM")),
        *(Column(title, ColumnKind.RESULT if title == _REACH[0] else ColumnKind.VALUE) for title in _REACH),
    )


def empty_weapons(counted: bool, rows: int) -> Iterator[Row]:
    """Yield rows to fill in by hand."""
    yield from (Row(("",) * len(weapon_columns(counted))) for _ in range(rows))


def weapon_rows(weapon: LethalWeapon, contact: int, count: str | None = None) -> Iterator[Row]:
    """Yield a weapon's row and one for each further mode; with modes of their own names the weapon has the first."""
    for n, mode in enumerate(weapon.modes):
        name = weapon.name if not n else mode.name
        if not n and mode.name:
            name = f"{weapon.name}, {mode.name}"
        counted = () if count is None else (count if not n else "",)
        kinds = _on_foot(mode) if count is not None else (mount(mode.kinds), *_without_mount(mode))
        yield Row((*counted, name, ", ".join((*kinds, *_remarks(mode))), *_numbers(mode, contact)), sub=bool(n))


def _on_foot(mode: LethalWeaponMode) -> tuple[str, ...]:
    """Return the kinds of a weapon of models on foot; that it is not fired is said only where nothing else is."""
    return tuple(kind for kind in mode.kinds if kind != "close combat") or mode.kinds


def _without_mount(mode: LethalWeaponMode) -> Iterator[str]:
    own = mount(mode.kinds)
    return (kind for kind in mode.kinds if kind not in (own, "heavy"))


def _remarks(mode: LethalWeaponMode) -> Iterator[str]:
    if mode.minimum:
        yield f"from {mode.minimum} cm"
    if mode.text:
        yield mode.text


def _numbers(mode: LethalWeaponMode, contact: int) -> tuple[str, ...]:
    penetration = f"+{mode.ap}" if mode.adds else str(mode.ap)
    if mode.multiplier is None:
        return (NONE, penetration, NONE, *(NONE for _ in _REACH))
    multiplier = _FRACTIONS.get(mode.multiplier, str(mode.multiplier))
    return (str(mode.shots), penetration, multiplier, *map(str, cover_reaches(contact, mode.multiplier)))
