"""The table of editing operations: name, parameters, function."""

from __future__ import annotations

from collections.abc import Mapping

from builder.errors import EditError
from builder.services.editor import army_operations as army
from builder.services.editor import unit_operations as units
from builder.services.editor.operations import Done, Ground, Kind, Operation, Parameter, State

_ID = Parameter("id", "A unit, or something below one: its id, or its name.")
_PART = Parameter("id", "A unit, a force, something below a unit, or 'army': its id, or its name.")
_UNDER = Parameter("under", "The model that takes it, where several can: its name or id.", option=True, required=False)

OPERATIONS: Mapping[str, Kind] = {
    "add": Kind(
        "Add a unit.",
        (
            Parameter("unit", "The unit, as its data names it, or the id of its entry."),
            Parameter("force", "The force it belongs to, where there are several.", option=True, required=False),
            Parameter("count", "Its models in all.", "number", option=True, required=False),
            Parameter("option", "An option it takes, such as '2 meltagun'.", "texts", option=True, required=False),
            Parameter("name", "A name of your own.", option=True, required=False),
        ),
        units.add,
    ),
    "remove": Kind("Remove a unit, or something below one.", (_ID,), units.remove),
    "count": Kind(
        "Give a unit its models in all, or something below one its number.",
        (_ID, Parameter("number", "How many.", "number")),
        units.count,
    ),
    "set": Kind(
        "Choose an option of a unit, and how many of it.",
        (
            _ID,
            Parameter("option", "The option: its name, 'Model/option', or the id of its entry."),
            Parameter("number", "How many; 1 when it is left out.", "number", required=False),
            _UNDER,
        ),
        units.set_option,
    ),
    "unset": Kind("Take an option of a unit away.", (_ID, Parameter("option", "The option."), _UNDER), units.unset),
    "duplicate": Kind("Copy a unit or a force, with new ids.", (_PART,), units.duplicate),
    "move": Kind(
        "Move a unit.",
        (
            _ID,
            Parameter("before", "To stand before this unit.", option=True, required=False),
            Parameter("after", "To stand behind this unit.", option=True, required=False),
            Parameter("to", "To the end of this force.", option=True, required=False),
        ),
        units.move,
    ),
    "rename": Kind(
        "Name a unit, a force or the army.",
        (_PART, Parameter("name", "The name; none for that of the data.", required=False)),
        army.rename,
    ),
    "note": Kind(
        "Write notes for a unit, a force or the army.",
        (_PART, Parameter("text", "The notes; none to clear them.", required=False)),
        army.note,
    ),
    "mark": Kind(
        "Mark a unit: reserve, deep strike, led by UNIT, riding in UNIT.",
        (_ID, Parameter("mark", "The mark.", "texts")),
        units.mark,
    ),
    "unmark": Kind(
        "Take a mark of a unit away, or all of them.",
        (_ID, Parameter("mark", "The mark; all when it is left out.", "texts", required=False)),
        units.unmark,
    ),
    "limit": Kind(
        "Limit what the army may cost.",
        (
            Parameter("number", "The limit, or none."),
            Parameter(
                "cost", "The type of cost; the first of the data when it is left out.", option=True, required=False
            ),
        ),
        army.limit,
    ),
    "force add": Kind(
        "Add a force.",
        (
            Parameter("force", "The force, as its data names it, or the id of its entry."),
            Parameter("catalogue", "Its catalogue, where it is not the army's.", option=True, required=False),
            Parameter("under", "The force it stands below.", option=True, required=False),
        ),
        army.add_force,
    ),
    "force remove": Kind(
        "Remove a force with its units.", (Parameter("force", "The force: its id, or its name."),), army.remove_force
    ),
    "group add": Kind(
        "Plan units as a group that acts together.",
        (Parameter("name", "The name of the group."), Parameter("units", "Its units.", "texts")),
        army.add_group,
    ),
    "group remove": Kind(
        "Plan a group no more.", (Parameter("group", "The group: its id, or its name."),), army.remove_group
    ),
    "setting": Kind(
        "Choose how the list reads a rule.",
        (
            Parameter("setting", "What is read."),
            Parameter("choice", "How; as the system does without.", required=False),
        ),
        army.choose_reading,
    ),
}
"""Name → what it does, what it needs to know, its function."""


def perform(ground: Ground, state: State, operation: Operation) -> Done:
    """Do an operation.

    Raises:
        EditError: it is not possible, or an argument is not right.
    """
    kind = OPERATIONS.get(operation.name)
    if kind is None:
        raise EditError(f"There is no operation “{operation.name}”; there are {', '.join(OPERATIONS)}.")
    unknown = set(operation.arguments) - {parameter.name for parameter in kind.parameters}
    if unknown:
        raise EditError(f"“{operation.name}” takes no {', '.join(sorted(unknown))}.")
    return kind.run(ground, state, operation.arguments)
