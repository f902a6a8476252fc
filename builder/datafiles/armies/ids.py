"""The ids of an army file: those that it gives, and what those without one are called until the first save."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from builder.datafiles.armies.models import AnyUnit, ArmyFile, ArmyForce, ArmyUnit, ChosenPart
from builder.datafiles.text.source import Document, Path
from builder.scalars import slug


class ArmyIds:
    """Gives every force, unit and choice its id, and keeps where in the file each stands."""

    def __init__(self) -> None:
        self.paths: dict[str, Path] = {}
        self._taken: set[str] = set()
        self._numbers: Counter[str] = Counter()

    def note_given(self, file: ArmyFile, document: Document) -> None:
        """Take down the ids that the file gives; one that stands there twice becomes a finding."""
        for id, path in _given(file):
            if id in self._taken:
                message = f"the id '{id}' stands here for the second time: give one of them another"
                document.add((*path, "id"), message)
            self._taken.add(id)

    def of_unit(self, given: str | None, name: str, path: Path) -> str:
        """Return the id of a force or a unit: its own, or `<entry>-<n>`."""
        return self._placed(given or self._numbered(slug(name)), path)

    def of_choice(self, given: str | None, above: str, name: str, path: Path) -> str:
        """Return the id of a choice written in full: its own, or that of what it is below with its name."""
        return self._placed(given or self._free(f"{above}.{slug(name)}"), path)

    def _placed(self, id: str, path: Path) -> str:
        self.paths[id] = path
        return id

    def _numbered(self, stem: str) -> str:
        while (id := f"{stem}-{self._numbers[stem] + 1}") in self._taken:
            self._numbers[stem] += 1
        self._taken.add(id)
        return id

    def _free(self, id: str) -> str:
        if id in self._taken:
            return self._numbered(id)
        self._taken.add(id)
        return id


def _given(file: ArmyFile) -> Iterator[tuple[str, Path]]:
    yield from _of_units(file.units or (), ("units",))
    yield from _of_forces(file.forces or (), ("forces",))


def _of_forces(forces: tuple[ArmyForce, ...], path: Path) -> Iterator[tuple[str, Path]]:
    for index, force in enumerate(forces):
        here = (*path, index)
        if force.id:
            yield force.id, here
        yield from _of_units(force.units, (*here, "units"))
        yield from _of_forces(force.forces, (*here, "forces"))


def _of_units(units: tuple[AnyUnit, ...], path: Path) -> Iterator[tuple[str, Path]]:
    for index, unit in enumerate(units):
        here = (*path, index)
        if isinstance(unit, ArmyUnit):
            if unit.id:
                yield unit.id, here
            if unit.transport and unit.transport.id:
                yield unit.transport.id, (*here, "transport")
        else:
            yield from _of_part(unit, here)


def _of_part(part: ChosenPart, path: Path) -> Iterator[tuple[str, Path]]:
    if part.id:
        yield part.id, path
    for index, choice in enumerate(part.choices):
        yield from _of_part(choice, (*path, "choices", index))
