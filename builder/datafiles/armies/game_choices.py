"""What an army file says of its game: the system whose data it reads, its modules, its readings of the rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from builder.datafiles.armies.models import ArmyFile
from builder.datafiles.text.names import find
from builder.datafiles.text.source import Document
from builder.datafiles.text.validate import suggestion
from builder.systems.protocol import System
from builder.systems.registry import load_module, load_system, module_ids, system_ids, usable_modules, with_modules


def readable_data(system: str) -> Collection[str]:
    """The ids of the systems whose datasheets a system reads: its own, and those that it shares."""
    return (system, *(load_system(system).shares_datasheets if system in system_ids() else ()))


def chosen_modules(document: Document, file: ArmyFile) -> tuple[str, ...]:
    """Return the ids of the modules of an army file; those that its system cannot have are noted in the document."""
    if not file.modules or file.system not in system_ids():
        return ()
    system, known = load_system(file.system), module_ids()
    chosen: dict[str, None] = {}
    for place, word in enumerate(file.modules):
        where = ("modules", place) if ("modules", place) in document.places else ("modules",)
        name = find(word, known)
        if name is None:
            document.add(where, f"module '{word}' is not installed{suggestion(word, known)}", "reference")
        elif why := load_module(name).refusal(system):
            document.add(where, why, "module")
        elif name in chosen:
            document.add(where, f"the module '{name}' stands here for the second time")
        else:
            chosen[name] = None
    return tuple(chosen)


def chosen_settings(document: Document, file: ArmyFile, modules: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the settings of an army file by the names that the system and its modules give them.

    Unknown ones, and those that the system refuses, are noted in the document.
    """
    if not file.settings or file.system not in system_ids():
        return ()
    system = with_modules(file.system, modules)
    known = {setting.name: setting for setting in system.settings()}
    chosen: dict[str, str] = {}
    for name, choice in file.settings.items():
        setting = known.get(find(name, known) or "")
        if setting is None:
            message = f"{system.name} has no setting '{name}'{_of_module(system, name) or suggestion(name, known)}"
            document.add(("settings", name), message, "reference")
            continue
        refused = find(choice, setting.refused)
        found = find(choice, setting.choices)
        if refused is not None:
            document.add(("settings", name), setting.refused[refused], "module")
        elif found is None:
            message = f"'{choice}' is no choice of the setting '{setting.name}'{suggestion(choice, setting.choices)}"
            document.add(("settings", name), message, "reference")
        else:
            chosen[setting.name] = found
    return tuple(chosen.items())


def _of_module(system: System, name: str) -> str:
    """The end of a message about a setting of a module that a list does not have; empty for any other."""
    for module in usable_modules():
        if not module.refusal(system) and find(name, [setting.name for setting in module.settings(system)]):
            return f": {module.name} has one, so name its module: modules: [{module.id}]"
    return ""
