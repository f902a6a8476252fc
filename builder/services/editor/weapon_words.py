"""What the weapons do that a choice brings, in a few words and in full, as the tables of its unit have them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from builder.systems.blocks import ColumnKind, Row, Table

IN_WORDS = {"power": "ignores armour"}
"""What some words say to a player that stand behind weapons on sheets."""
PIERCING = ("1", "2")
"""Values of AP that are worth a word."""
WEAPON = "Weapon"
"""What heads the names of weapons on cards."""
FIREPOWER = "Firepower"
"""The title of what weapons fire at, and how well."""
SHORT = {FIREPOWER: "FP", "Notes": ""}
"""Titles of columns that are too long for a word beside a choice, or say nothing there."""
FEW = 2
"""Of several weapons with so many figures each and their notes, or one of Epic, these alone tell: `30 AP5+/AT5+`."""
NO_VALUE = ("", "–", "-", "N/A")


def is_of_weapons(table: Table) -> bool:
    """Whether a table of a card has weapons."""
    return any(column.kind is ColumnKind.NAME and column.title == WEAPON for column in table.columns)


def weapon_words(
    before: Iterable[Table],
    after: Iterable[Table],
    name: str,
    its: Collection[tuple[str, ...]],
    owner: str,
    models: Collection[str],
) -> tuple[tuple[str, ...], str]:
    """Return what the weapons called so do, or `its` own, in short and in full.

    Of several those of the `owner` are meant, where tables tell weapons apart by the `models` that have them. Where no
    weapons are called so, it is told of those that come with the choice.
    """
    old = {_values(table, row) for table in before for row in table.rows}
    named, new = list[tuple[Table, Row]](), list[tuple[Table, Row]]()
    for table in after:
        above = False
        for row in table.rows:
            above = above if row.sub else name_in(table, row).casefold().startswith(name.casefold()) or row.cells in its
            if above:
                named.append((table, row))
            elif _values(table, row) not in old:
                new.append((table, row))
    told = _of_owner(named, owner, models) or new
    full = []
    for table, row in told:
        mode = _mode_of(name_in(table, row), name)
        full.append(": ".join(filter(None, (mode, ", ".join(_labelled(table, row))))))
    return tuple(_brief_of(told, name)), "; ".join(dict.fromkeys(full))  # Twins are told once.


def _of_owner(named: Sequence[tuple[Table, Row]], owner: str, models: Collection[str]) -> Sequence[tuple[Table, Row]]:
    """Return the weapons that a model has, with their modes: `Choppa, Nob` is that of the Nob, `Choppa` of the rest.

    A table may call a model by the end of its name: `Bolt pistol, Sergeant` is that of the Scout Sergeant.
    """

    def means(said: str, model: str) -> bool:
        return said == model or (said not in models and model.endswith(f" {said}"))

    whose, last = list[str](), ""
    for table, row in named:
        last = last if row.sub else _bare(name_in(table, row).rpartition(", ")[2])
        whose.append(last)
    own = [pair for pair, said in zip(named, whose, strict=True) if means(said, owner)]
    rest = [
        pair for pair, said in zip(named, whose, strict=True) if not any(means(said, _bare(model)) for model in models)
    ]
    return own or rest or named


def _bare(name: str) -> str:
    """A name without what was chosen for who is called so: `Nob ('eavy armour)`."""
    return name.partition(" (")[0]


def _mode_of(weapon: str, name: str) -> str:
    """The name of a mode behind that of its weapon, where it is called so; of any other weapon all of its name."""
    behind = weapon.removeprefix(name)
    return behind.lstrip(",–- ") if behind[:1] in ("", ",", " ", "–") else weapon


def _brief_of(told: Sequence[tuple[Table, Row]], name: str) -> Iterator[str]:
    """Yield in short what weapons do, what matters most first: their damage, or where there is none their figures."""
    if told and not any(_is_damage(table) for table, _ in told):
        yield from _figures_of(told, name)
        return
    once = [pair for pair in told if _has(*pair, "one use")]
    if once and len(once) < len(told):
        yield f"{name_in(*once[0]).rpartition(', ')[2].casefold().removesuffix(' gun')} once"
        return
    results = [cell.replace(" / ", "/") for table, row in told for cell in _cells(table, row, ColumnKind.RESULT)]
    columns = (column for table, _ in told for column in table.columns)
    title = next((column.title for column in columns if column.kind is ColumnKind.RESULT), "")
    if results:
        yield f"{title} {' or '.join(dict.fromkeys(results))}"
    yield from (said for word, said in IN_WORDS.items() if told and all(_has(*pair, word) for pair in told))
    armour = {value for pair in told for title, value in _titled(*pair) if title == "AP"}
    if len(armour) == 1 and armour <= {*PIERCING}:
        yield f"AP {armour.pop()}"


def _is_damage(table: Table) -> bool:
    """Whether a table ends with what its weapons do; one with figures behind a result has reaches by cover there."""
    kinds = [column.kind for column in table.columns]
    return ColumnKind.RESULT in kinds and ColumnKind.VALUE not in kinds[kinds.index(ColumnKind.RESULT) :]


def _figures_of(told: Sequence[tuple[Table, Row]], name: str) -> Iterator[str]:
    """Yield the figures of a weapon, those of its modes beside each other; of several weapons, each by itself.

    Modes are called as the choice with a word behind: `Plasma pistol - supercharge`. Of those that say at what they
    fire only the ones with a reach of their own are told, by range and firepower.
    """
    several = {name_in(*pair) for pair in told if not pair[1].sub}
    several = {name} if all(re.match(rf"{re.escape(name)} *[-–,]", each) for each in several) else several
    fires = any(column.title == FIREPOWER for table, _ in told for column in table.columns)
    told = [pair for pair in told if not (fires and any(value[:1] == "(" for _, value in _titled(*pair)))]
    every = [[(SHORT.get(title, title), value) for title, value in _titled(*pair)] for pair in told]
    values = [[(title, value.replace(" / ", "/")) for title, value in each if value not in NO_VALUE] for each in every]
    if len(several) == 1 and not fires:
        figures = dict[str, dict[str, None]]()
        for title, value in (pair for each in values for pair in each):
            figures.setdefault(title, {})[value] = None
        # A distance in inches needs no title.
        named = {title: "" if all(each.endswith('"') for each in those) else title for title, those in figures.items()}
        yield ", ".join(f"{named[title]} {' or '.join(those)}".strip() for title, those in figures.items())
        yield from dict.fromkeys(cell for pair in told for cell in _words(*pair))
        return
    by_weapon = [" ".join(value for title, value in each if title) for each in values]
    if by_weapon and all(len(each) <= FEW + 1 for each in values):
        yield "; ".join(dict.fromkeys(by_weapon))
    if len(told) == 1 and fires:
        yield from _words(*told[0])


def _titled(table: Table, row: Row) -> Iterator[tuple[str, str]]:
    """Yield the figures of a weapon with the titles of their columns, as far as its reach in the open.

    What the head of its table says already (`Melee` of “Melee Weapons”) would take the room of a figure.
    """
    pairs = zip(table.columns, row.cells, strict=True)
    heads = {word for each in table.columns if each.kind is ColumnKind.NAME for word in each.title.split()}
    for column, cell in pairs:
        if cell in heads:
            continue
        if column.kind in (ColumnKind.VALUE, ColumnKind.RESULT) or SHORT.get(column.title):
            yield column.title, cell
        if column.kind is ColumnKind.RESULT:
            return


def _words(table: Table, row: Row) -> Iterator[str]:
    """Yield what is told of a weapon beside its figures."""
    pairs = zip(table.columns, row.cells, strict=True)
    return (
        cell
        for column, cell in pairs
        if column.kind is ColumnKind.TEXT and not SHORT.get(column.title) and cell not in NO_VALUE
    )


def _has(table: Table, row: Row, word: str) -> bool:
    return any(word in cell.split(", ") for cell in _cells(table, row, ColumnKind.TEXT))


def _values(table: Table, row: Row) -> tuple[str, ...]:
    pairs = [(column.kind, cell) for column, cell in zip(table.columns, row.cells, strict=True)]
    return tuple(
        _bare(cell) if kind is ColumnKind.NAME else cell for kind, cell in pairs if kind is not ColumnKind.COUNT
    )


def _cells(table: Table, row: Row, kind: ColumnKind) -> Iterator[str]:
    pairs = zip(table.columns, row.cells, strict=True)
    return (cell for column, cell in pairs if column.kind is kind and cell not in ("", "–"))


def name_in(table: Table, row: Row) -> str:
    """What a row of a table is called; empty where it has no name."""
    return next(_cells(table, row, ColumnKind.NAME), "")


def _labelled(table: Table, row: Row) -> Iterator[str]:
    """Yield the values of a weapon, each with the title of its column."""
    for column, cell in zip(table.columns, row.cells, strict=True):
        if cell not in ("", "–") and column.kind not in (ColumnKind.NAME, ColumnKind.COUNT):
            named = column.kind is not ColumnKind.TEXT and SHORT.get(column.title, column.title)
            yield f"{column.title} {cell}" if named else cell
