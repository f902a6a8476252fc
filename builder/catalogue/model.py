"""What can be chosen: game system, catalogue, entries, links, groups, categories, forces, profiles.

The shape is that of the BattleScribe data format (2.03), with its terms in snake case. Everything is immutable; nothing
here is evaluated. Elements that can be hidden, modified and looked up share `Element`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from builder.catalogue.logic import Constraint, Modifier, ModifierGroup


@dataclass(frozen=True, slots=True)
class Publication:
    """A book or a file that entries refer to."""

    id: str
    name: str = ""
    short_name: str = ""
    publisher: str = ""
    publication_date: str = ""
    publisher_url: str = ""


@dataclass(frozen=True, slots=True)
class CostType:
    """Something an army costs, such as points; a default limit below 0 means none."""

    id: str
    name: str
    default_cost_limit: Decimal = Decimal(-1)
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class CharacteristicType:
    """A column of a profile type."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class ProfileType:
    """A kind of profile, such as Unit or Weapon, with its columns."""

    id: str
    name: str
    characteristic_types: tuple[CharacteristicType, ...] = ()


@dataclass(frozen=True, slots=True)
class Cost:
    """An amount of one cost type."""

    type_id: str
    value: Decimal
    name: str = ""


@dataclass(frozen=True, slots=True)
class Characteristic:
    """One value of a profile, as text."""

    name: str
    type_id: str
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """What all named elements share."""

    id: str
    name: str = ""
    hidden: bool = False
    publication_id: str | None = None
    page: str | None = None
    modifiers: tuple[Modifier, ...] = ()
    modifier_groups: tuple[ModifierGroup, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile(Element):
    """A stat line."""

    type_id: str
    type_name: str = ""
    characteristics: tuple[Characteristic, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Element):
    """A rule with its text."""

    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InfoLink(Element):
    """A reference to a shared profile, rule or info group (`type` profile, rule, infoGroup)."""

    target_id: str
    type: str = "profile"


@dataclass(frozen=True, slots=True, kw_only=True)
class InfoHolder(Element):
    """An element that brings profiles and rules, its own or linked."""

    profiles: tuple[Profile, ...] = ()
    rules: tuple[Rule, ...] = ()
    info_groups: tuple[InfoGroup, ...] = ()
    info_links: tuple[InfoLink, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InfoGroup(InfoHolder):
    """Profiles and rules that are hidden or changed together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConstrainedHolder(InfoHolder):
    """An element that can be constrained."""

    constraints: tuple[Constraint, ...] = ()

    def bound(self, kind: str, otherwise: int = 0) -> int:
        """The first `min` or `max` that it declares, before modifiers; `otherwise` without one."""
        return next((int(found.value) for found in self.constraints if found.type == kind), otherwise)


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryEntry(ConstrainedHolder):
    """A category, such as a slot of a force organisation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryLink(ConstrainedHolder):
    """An entry's membership of a category, or a force's slot for one."""

    target_id: str
    primary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceEntry(ConstrainedHolder):
    """A detachment that can be added to a roster, with its slots and child forces."""

    category_links: tuple[CategoryLink, ...] = ()
    force_entries: tuple[ForceEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryHolder(ConstrainedHolder):
    """What a selection entry, a group and a link to either share."""

    collective: bool = False
    import_: bool = True
    category_links: tuple[CategoryLink, ...] = ()
    selection_entries: tuple[SelectionEntry, ...] = ()
    selection_entry_groups: tuple[SelectionEntryGroup, ...] = ()
    entry_links: tuple[EntryLink, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionEntry(EntryHolder):
    """Something to choose: a `unit`, a `model` or an `upgrade`."""

    type: str = "unit"
    costs: tuple[Cost, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionEntryGroup(EntryHolder):
    """Entries to choose among."""

    default_selection_entry_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLink(EntryHolder):
    """A use of a shared entry or group (`type` selectionEntry, selectionEntryGroup), with what it adds."""

    target_id: str
    type: str = "selectionEntry"
    costs: tuple[Cost, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueLink:
    """A catalogue that this one builds on."""

    id: str
    target_id: str
    name: str = ""
    import_root_entries: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DataRoot:
    """What a game system and a catalogue share."""

    id: str
    name: str
    revision: int = 0
    battlescribe_version: str = ""
    publications: tuple[Publication, ...] = ()
    cost_types: tuple[CostType, ...] = ()
    profile_types: tuple[ProfileType, ...] = ()
    category_entries: tuple[CategoryEntry, ...] = ()
    force_entries: tuple[ForceEntry, ...] = ()
    selection_entries: tuple[SelectionEntry, ...] = ()
    entry_links: tuple[EntryLink, ...] = ()
    rules: tuple[Rule, ...] = ()
    info_links: tuple[InfoLink, ...] = ()
    shared_selection_entries: tuple[SelectionEntry, ...] = ()
    shared_selection_entry_groups: tuple[SelectionEntryGroup, ...] = ()
    shared_rules: tuple[Rule, ...] = ()
    shared_profiles: tuple[Profile, ...] = ()
    shared_info_groups: tuple[InfoGroup, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSystem(DataRoot):
    """The frame that catalogues fill: cost types, profile types, categories, forces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue(DataRoot):
    """The entries of one faction; a library is only linked to."""

    game_system_id: str
    game_system_revision: int = 0
    library: bool = False
    catalogue_links: tuple[CatalogueLink, ...] = ()
