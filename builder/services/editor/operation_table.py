"""How each editing operation is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from builder.services.editor import army_operations as army
from builder.services.editor import operations as those
from builder.services.editor import unit_operations as units
from builder.services.editor.operations import Done, EditContext, Operation, State

_DOERS: Mapping[type[Operation], Callable[[EditContext, State, Any], Done]] = {
    those.Add: units.add,
    those.Remove: units.remove,
    those.Count: units.count,
    those.SetOption: units.set_option,
    those.Unset: units.unset,
    those.Duplicate: units.duplicate,
    those.Move: units.move,
    those.Rename: army.rename,
    those.WriteNote: army.write_note,
    those.SetMark: units.set_mark,
    those.Unmark: units.unmark,
    those.TakeTransport: units.take_transport,
    those.Limit: army.limit,
    those.AddForce: army.add_force,
    those.RemoveForce: army.remove_force,
    those.AddGroup: army.add_group,
    those.RemoveGroup: army.remove_group,
    those.ChooseModule: army.choose_module,
    those.ChooseReading: army.choose_reading,
}


def perform(ground: EditContext, state: State, operation: Operation) -> Done:
    """Do an operation.

    Raises:
        EditError: it is not possible.
    """
    return _DOERS[type(operation)](ground, state, operation)
