"""Which rule systems read the profiles of data, before an army is made of it."""

from __future__ import annotations

from builder.catalogue.library import Library
from builder.catalogue.model import Characteristic
from builder.roster.view import ForceView, ProfileView, RosterView, SelectionView
from builder.systems.protocol import System
from builder.systems.registry import readers


def readers_of(library: Library) -> tuple[System, ...]:
    """Return the systems that can read armies with the types of profiles that data has."""
    return readers(_sample(library))


def _sample(library: Library) -> RosterView:
    """A roster with one unit that has a profile of every type."""
    types = (found for root in library.roots for found in root.profile_types)
    profiles = tuple(
        ProfileView(
            name=found.name,
            type_id=found.id,
            type_name=found.name,
            characteristics=tuple(Characteristic(c.name, c.id, "1") for c in found.characteristic_types),
        )
        for found in types
    )
    unit = SelectionView(id="unit", name="unit", entry_id="unit", type="model", number=1, profiles=profiles)
    force = ForceView(id="force", name="force", entry_id="force", catalogue_id="", selections=(unit,))
    system = library.game_system
    return RosterView(name=system.name, game_system_id=system.id, forces=(force,))
