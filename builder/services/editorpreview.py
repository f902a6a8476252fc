"""What the editor tells of a unit that can be added: how it stands in the army, and what it is as it is added."""

from __future__ import annotations

from dataclasses import replace

from builder.errors import EditError
from builder.roster.model import Force
from builder.services.editing import EditSession
from builder.services.editordetails import Details, unit_details
from builder.services.editorrows import Standing
from builder.services.offers import price_of_adding
from builder.services.operations import Operation, State


def standing_of(session: EditSession, force: Force, path: str) -> Standing | None:
    """How an entry of the catalogue stands now; None for one that is gone."""
    try:
        option = session.option(force.id, path)
    except EditError:
        return None
    price = price_of_adding(session, force, option.entry)
    return Standing(taken=option.number, left=option.left, price=price, reason=option.reason)


def facts_of(standing: Standing) -> tuple[str, ...]:
    """What is said of how an entry stands: how many are in the army, and how many more may be, or why none."""
    taken = f"{standing.taken} in the army" if standing.taken else "not in the army"
    left = "any number more" if standing.left is None else f"{standing.left} more allowed"
    return taken, standing.reason or left


def preview_of(session: EditSession, force: Force, path: str) -> Details:
    """The details of a unit as it is when it is added to a force without any others, with all that it carries."""
    apart = session.apart()
    bare = replace(force, selections=(), forces=())
    apart.state = State(replace(apart.state.roster, forces=(bare,), groups=()))
    try:
        army = apart.preview((Operation("add", {"unit": path, "force": force.id}),))
    except EditError:
        return Details()
    unit = army.view.forces[0].selections[0]
    # What it gives, and whether the army is right with it, depends on the rest of the army.
    return replace(unit_details(army, unit, ()), unit=path, findings=(), gives="")
