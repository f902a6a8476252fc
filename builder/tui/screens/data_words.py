"""What the data screen says of sets: what was added, what an update changes, what becomes of armies without one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from builder.resources import YAML_ENDINGS
from builder.services.data.catalogue_store import AddedDataSet, are_older
from builder.services.library.armies import LibraryArmy
from builder.services.library.data_updates import DataUpdate

MOST_TOLD = 6
"""Lines of catalogues and of armies that a question tells; how many more there are stands below."""


def missed(users: Iterable[LibraryArmy]) -> str:
    """Return what becomes of armies without their data set: saved rosters alone say all that is theirs themselves."""
    kinds: dict[bool, list[str]] = {True: [], False: []}
    for army in users:
        kinds[army.path.name.endswith(YAML_ENDINGS)].append(army.name)
    files, saved = kinds[True], kinds[False]
    words = [f"Without it {', '.join(files)} cannot be opened, until it is added again."] if files else []
    words += [f"Of {', '.join(saved)} only what the files say is known then."] if saved else []
    return " ".join(words) or "No army of yours uses it."


def told(added: Iterable[AddedDataSet]) -> Iterator[str]:
    """Yield a sentence for each set that was added, or brought to another state."""
    fresh = [each.data.id for each in added if not each.updated]
    if len(fresh) == 1:
        yield f"{fresh[0]} is in the library."
    elif fresh:
        yield f"{len(fresh)} sets are in the library: {'; '.join(fresh)}."
    for each in added:
        if each.updated and not each.changed:
            yield f"{each.data.id} is as it was."
        elif each.updated:
            which = "an older" if are_older(each.revised) else "a new"
            yield f"{each.data.id} is brought to {which} state: b brings back what was before."


def planned(plan: DataUpdate, used: Collection[str]) -> Iterator[str]:
    """Yield what an update changes, as lines of a question; of catalogues those first that armies use."""
    if plan.age:
        yield f"{plan.age}\n"
    files = [f"new: {name}" for name in plan.new]
    for each in sorted(plan.revised, key=lambda each: each.name not in used):
        revision = f"revision {each.before} → {each.now}" if each.before != each.now else f"revision {each.now} still"
        files.append(f"{each.name}: {revision}{', older' if each.older else ''}")
    files += [f"gone: {name}" for name in plan.gone]
    yield from _some(files)
    yield f"\nArmies of yours that use it: {plan.users or 'none'}; that it changes: {len(plan.armies) or 'none'}."
    yield from _some([f"{change.id}: {change.before.summary} → {change.now.summary}" for change in plan.armies])


def _some(lines: list[str]) -> list[str]:
    return [*lines[:MOST_TOLD], *([f"and {len(lines) - MOST_TOLD} more"] if len(lines) > MOST_TOLD else [])]
