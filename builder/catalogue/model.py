"""What can be chosen: game system, catalogue, entries, links, groups, categories, forces, profiles.

The shape is that of the BattleScribe data format (2.03), with its terms in snake case. Everything is immutable; nothing
here is evaluated. Elements that can be hidden, modified and looked up share `Element`.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from builder.record import SparseRecord


class Query(SparseRecord, frozen=True):
    """What a constraint, condition or repeat counts: a field (selections, forces, a cost type) within a scope.

    `child_id` narrows the count to one entry, group, category, force or catalogue, or to a type of entry (`unit`,
    `model`, `upgrade`); None, allowed in constraints alone, means the element that carries the constraint.
    """

    field: str = "selections"
    scope: str = "self"
    child_id: str | None = None
    shared: bool = True
    include_child_selections: bool = False
    include_child_forces: bool = False
    percent: bool = False


class Constraint(SparseRecord, frozen=True):
    """A least or greatest count; a maximum below 0 means no limit, unless a limit may be `negative`.

    New Recruit's data can say in a `message` of its own what is wrong where it is broken, and whether the number is
    `automatic`: brought within the limit whenever that changes. What it calls `exactly` is a least and a greatest count
    here, with the id by which modifiers name both.
    """

    id: str
    type: str
    value: Decimal
    query: Query
    message: str = ""
    automatic: bool = False
    exactly: str = ""
    negative: bool = False

    def is_open(self, limit: Decimal) -> bool:
        """Whether it limits nothing, with this value after modifiers."""
        return self.type == "max" and limit < 0 and not self.negative


class Condition(SparseRecord, frozen=True):
    """A comparison (`atLeast`, `lessThan`, `instanceOf` …) of a count with a value."""

    type: str
    value: Decimal
    query: Query


class ConditionGroup(SparseRecord, frozen=True):
    """Conditions and further groups joined by `and` or `or`; by `not` all of them; or a `count` of those that hold.

    A count is from `least` to `most`, which may be open.
    """

    type: str = "and"
    conditions: tuple[Condition, ...] = ()
    condition_groups: tuple[ConditionGroup, ...] = ()
    local_condition_groups: tuple[LocalConditionGroup, ...] = ()
    least: Decimal = Decimal(0)
    most: Decimal | None = None


class LocalConditionGroup(SparseRecord, frozen=True):
    """A comparison of how many selections in a scope meet conditions of their own, with themselves as `self`.

    As a repeat it applies its modifier `repeats` times for every `value` of them.
    """

    type: str
    value: Decimal
    query: Query
    repeats: int = 0
    round_up: bool = False
    conditions: tuple[Condition, ...] = ()
    condition_groups: tuple[ConditionGroup, ...] = ()
    local_condition_groups: tuple[LocalConditionGroup, ...] = ()


class Repeat(SparseRecord, frozen=True):
    """Applies its modifier `repeats` times for every `value` that the query counts."""

    value: Decimal
    repeats: int
    query: Query
    round_up: bool = False


class Modifier(SparseRecord, frozen=True):
    """A change (`set`, `increment`, `append`, `add` …) of a field of its element, while its conditions hold.

    With a `scope` it changes what that leads up to, with `affects` what is below; New Recruit's data has both. `arg` is
    the text that `replace` replaces, `join` what stands between a text and what is added, `position` which number or
    match in a text is meant: from 1, from the end below 0, 0 for all. `skip_if_present` adds what is not there yet.
    """

    type: str
    field: str
    value: str
    conditions: tuple[Condition, ...] = ()
    condition_groups: tuple[ConditionGroup, ...] = ()
    repeats: tuple[Repeat, ...] = ()
    scope: str = ""
    affects: str = ""
    arg: str = ""
    join: str = " "
    position: int | None = None
    local_condition_groups: tuple[LocalConditionGroup, ...] = ()
    skip_if_present: bool = False

    @property
    def relative(self) -> bool:
        """Whether it changes something else than its element."""
        return bool(self.affects) or self.scope not in ("", "self")


class ModifierGroup(SparseRecord, frozen=True):
    """Modifiers that share conditions and repeats."""

    modifiers: tuple[Modifier, ...] = ()
    modifier_groups: tuple[ModifierGroup, ...] = ()
    conditions: tuple[Condition, ...] = ()
    condition_groups: tuple[ConditionGroup, ...] = ()
    repeats: tuple[Repeat, ...] = ()
    local_condition_groups: tuple[LocalConditionGroup, ...] = ()


class Publication(SparseRecord, frozen=True):
    """A book or a file that entries refer to."""

    id: str
    name: str = ""
    short_name: str = ""
    publisher: str = ""
    publication_date: str = ""
    publisher_url: str = ""


class CostType(SparseRecord, frozen=True):
    """Something an army costs, such as points; a default limit below 0 means none, a hidden one is not for players."""

    id: str
    name: str
    default_cost_limit: Decimal = Decimal(-1)
    hidden: bool = False
    modifiers: tuple[Modifier, ...] = ()
    modifier_groups: tuple[ModifierGroup, ...] = ()


class CharacteristicType(SparseRecord, frozen=True):
    """A column of a profile type."""

    id: str
    name: str


class ProfileType(SparseRecord, frozen=True):
    """A kind of profile, such as Unit or Weapon, with its columns."""

    id: str
    name: str
    characteristic_types: tuple[CharacteristicType, ...] = ()


class Cost(SparseRecord, frozen=True):
    """An amount of one cost type."""

    type_id: str
    value: Decimal
    name: str = ""


class Characteristic(SparseRecord, frozen=True):
    """One value of a profile, as text."""

    name: str
    type_id: str
    value: str = ""


class Element(SparseRecord, frozen=True, kw_only=True):
    """What all named elements share."""

    id: str
    name: str = ""
    hidden: bool = False
    publication_id: str | None = None
    page: str | None = None
    modifiers: tuple[Modifier, ...] = ()
    modifier_groups: tuple[ModifierGroup, ...] = ()


class Profile(Element, frozen=True, kw_only=True):
    """A stat line."""

    type_id: str
    type_name: str = ""
    characteristics: tuple[Characteristic, ...] = ()


class Rule(Element, frozen=True, kw_only=True):
    """A rule with its text."""

    description: str = ""


class InfoLink(Element, frozen=True, kw_only=True):
    """A reference to a shared profile, rule or info group (`type` profile, rule, infoGroup)."""

    target_id: str
    type: str = "profile"


class InfoHolder(Element, frozen=True, kw_only=True):
    """An element that brings profiles and rules, its own or linked."""

    profiles: tuple[Profile, ...] = ()
    rules: tuple[Rule, ...] = ()
    info_groups: tuple[InfoGroup, ...] = ()
    info_links: tuple[InfoLink, ...] = ()


class InfoGroup(InfoHolder, frozen=True, kw_only=True):
    """Profiles and rules that are hidden or changed together."""


class ConstrainedHolder(InfoHolder, frozen=True, kw_only=True):
    """An element that can be constrained."""

    constraints: tuple[Constraint, ...] = ()

    def bound(self, kind: str, otherwise: int = 0) -> int:
        """Return the first `min` or `max` that it declares, before modifiers; `otherwise` without one."""
        return next((int(found.value) for found in self.constraints if found.type == kind), otherwise)


class CategoryEntry(ConstrainedHolder, frozen=True, kw_only=True):
    """A category, such as a slot of a force organisation."""


class CategoryLink(ConstrainedHolder, frozen=True, kw_only=True):
    """An entry's membership of a category, or a force's slot for one."""

    target_id: str
    primary: bool = False


def primary_of(categories: Mapping[str, bool]) -> str:
    """Return the category in which something stands, of all that it is of; empty where it has none."""
    return next((id for id, primary in categories.items() if primary), "")


class ForceEntry(ConstrainedHolder, frozen=True, kw_only=True):
    """A detachment that can be added to a roster, with its slots and child forces, its own or linked."""

    category_links: tuple[CategoryLink, ...] = ()
    force_entries: tuple[ForceEntry, ...] = ()
    force_entry_links: tuple[ForceEntryLink, ...] = ()
    costs: tuple[Cost, ...] = ()

    @property
    def slot_ids(self) -> tuple[str, ...]:
        """The ids of the categories that it has slots for, in its order."""
        return tuple(link.target_id for link in self.category_links)


class ForceEntryLink(Element, frozen=True, kw_only=True):
    """A force that is written elsewhere, offered below another one."""

    target_id: str


class EntryHolder(ConstrainedHolder, frozen=True, kw_only=True):
    """What a selection entry, a group and a link to either share.

    `default_amounts` is how many of an entry its parent begins with, which New Recruit's data says and BattleScribe's
    does not; none leave it to least numbers and the defaults of groups. Several are stacks of alike copies: `1,1,8` are
    ten, and `1,0,0` below them goes to the first. `sort_index` is its place among what is offered beside it.
    """

    collective: bool = False
    sort_index: int | None = None
    default_amounts: tuple[int, ...] = ()
    import_: bool = True
    category_links: tuple[CategoryLink, ...] = ()
    selection_entries: tuple[SelectionEntry, ...] = ()
    selection_entry_groups: tuple[SelectionEntryGroup, ...] = ()
    entry_links: tuple[EntryLink, ...] = ()


class SelectionEntry(EntryHolder, frozen=True, kw_only=True):
    """Something to choose: a `unit`, a `model` or an `upgrade`; New Recruit tells `mount`, `crew` and others apart.

    Its number goes up and down by `step`.
    """

    type: str = "unit"
    sub_type: str = ""
    step: int = 1
    costs: tuple[Cost, ...] = ()


class SelectionEntryGroup(EntryHolder, frozen=True, kw_only=True):
    """Entries to choose among."""

    default_selection_entry_id: str | None = None


class EntryLink(EntryHolder, frozen=True, kw_only=True):
    """A use of a shared entry or group (`type` selectionEntry, selectionEntryGroup), with what it adds."""

    target_id: str
    type: str = "selectionEntry"
    costs: tuple[Cost, ...] = ()


class CatalogueLink(SparseRecord, frozen=True, kw_only=True):
    """A catalogue that this one builds on."""

    id: str
    target_id: str
    name: str = ""
    import_root_entries: bool = True


class DataRoot(SparseRecord, frozen=True, kw_only=True):
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
    shared_force_entries: tuple[ForceEntry, ...] = ()


class GameSystem(DataRoot, frozen=True, kw_only=True):
    """The frame that catalogues fill: cost types, profile types, categories, forces."""


class Catalogue(DataRoot, frozen=True, kw_only=True):
    """The entries of one faction; a library is only linked to."""

    game_system_id: str
    game_system_revision: int = 0
    library: bool = False
    catalogue_links: tuple[CatalogueLink, ...] = ()
