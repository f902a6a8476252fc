"""The elements of data files (`.gst`, `.cat`, versions 2.00 to 2.03): which record each becomes, from which attributes.

Newer files say `typeId` where older ones said `costTypeId`, `profileTypeId` or `characteristicTypeId`; what version
2.00 does in another way than 2.03 is in `upgrade.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from builder.catalogue import model
from builder.catalogue import model as logic
from builder.formats.battlescribe.attributes import (
    Attribute,
    OldSlot,
    amounts,
    choice,
    counted,
    flag,
    long_text,
    needed,
    number,
    part_of_text,
    reference,
    signed,
    text,
    upgrade_cost_type,
    upgrade_entry,
    upgrade_force,
    upgrade_modifier,
    whole,
)
from builder.record import Record, replace

Values = dict[str, Any]
"""The fields of a record while it is read."""

Attributes = Mapping[str, Attribute]


@dataclass(slots=True, eq=False)
class ElementShape:
    """An element: its tag, the record that it becomes, its attributes, and the lists of elements that it holds.

    `needs` are the fields without which there is no record. `text` is the field that takes what is written in the
    element, `texts` those that take what is written in a child. `given` are defaults that differ from the record's.
    `finish` settles what is peculiar to the kind, seeing the attributes. Without an element that `matters`, what is
    around it would mean something else and is left out too. The id of one that is `unique` must be its own. Elements
    that are `alike` say the same again and again but for their ids, so each way of saying it is read once a file.
    `split` returns the records that one of them stands for.
    """

    tag: str
    record: Callable[..., object]
    attributes: Attributes
    needs: tuple[str, ...] = ()
    text: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    given: Values = field(default_factory=dict)
    finish: Callable[[Values, dict[str, str]], None] | None = None
    matters: bool = False
    unique: bool = False
    alike: bool = False
    split: Callable[[Any], tuple[object, ...]] | None = None
    lists: dict[str, tuple[str, ElementShape]] = field(default_factory=dict)
    reads: dict[str, tuple[str, Callable[[str], object], Mapping[str, object] | None]] = field(init=False)

    def __post_init__(self) -> None:
        self.reads = {
            name: (attribute.field, attribute.read, attribute.words) for name, attribute in self.attributes.items()
        }


def _element(tag: str, record: type[Record], attributes: Attributes, *needs: str, **more: Any) -> ElementShape:
    """Return an element with an id of its own."""
    return ElementShape(tag, record, attributes, needs=("id", *needs), unique=True, **more)


ID: Attributes = {"id": needed("id"), "name": text("name")}
ELEMENT: Attributes = {
    **ID,
    "hidden": flag("hidden"),
    "book": reference("publication_id"),
    "publicationId": reference("publication_id"),
    "page": reference("page"),
}
ENTRY: Attributes = {
    **ELEMENT,
    "collective": flag("collective"),
    "import": flag("import_"),
    "sortIndex": signed("sort_index"),
    "defaultAmount": amounts("default_amounts"),
}
QUERY: Attributes = {
    "field": text("field"),
    "scope": text("scope"),
    "childId": reference("child_id"),
    "shared": flag("shared"),
    "includeChildSelections": flag("include_child_selections"),
    "includeChildForces": flag("include_child_forces"),
    "percentValue": flag("percent"),
    "value": number("value"),
}
COMPARISONS = (
    "equalTo", "notEqualTo", "lessThan", "greaterThan", "atLeast", "atMost", "instanceOf", "notInstanceOf",
    "always", "never", "before",
)  # fmt: skip
ROOT: Attributes = {**ID, "revision": whole("revision"), "battleScribeVersion": text("battlescribe_version")}

_QUERIES: dict[tuple[object, ...], logic.Query] = {}
_QUERY_FIELDS = logic.Query.__struct_fields__
_QUERY_DEFAULTS = logic.Query.__struct_defaults__


def _with_query(values: Values, attributes: dict[str, str]) -> None:
    """Put the query that the values make in their place; equal ones are one object."""
    key = tuple(map(values.pop, _QUERY_FIELDS, _QUERY_DEFAULTS))
    query = _QUERIES.get(key)
    if query is None:
        query = _QUERIES[key] = logic.Query(*key)
    values["query"] = query


def _bounds(constraint: logic.Constraint) -> tuple[logic.Constraint, ...]:
    """Return the least and the greatest count that `exactly` stands for, under the ids that New Recruit gives them."""
    id = constraint.id
    return tuple(replace(constraint, id=f"{id}-{kind}", type=kind, exactly=id) for kind in ("min", "max"))


CONSTRAINT = ElementShape(
    "constraint",
    logic.Constraint,
    {
        **QUERY,
        "id": needed("id"),
        "type": choice("type", "min", "max", "exactly"),
        "message": text("message"),
        "automatic": flag("automatic"),
        "negative": flag("negative"),
    },
    needs=("id", "type", "value"),
    given={"scope": "parent"},
    finish=_with_query,
    alike=True,
    split=lambda constraint: _bounds(constraint) if constraint.type == "exactly" else (constraint,),
)


def _condition(comment: str = "", **values: Any) -> logic.Condition:
    """Return a condition; of one that is marked for some programs (`app: NewRecruit`) the mark decides alone."""
    condition, mark = logic.Condition(**values), comment.casefold()
    if not mark.startswith("app:"):
        return condition
    return replace(condition, type="always" if "newrecruit" in mark else "never")


CONDITION = ElementShape(
    "condition",
    _condition,
    {**QUERY, "type": choice("type", *COMPARISONS)},
    needs=("type", "value"),
    text="comment",
    finish=_with_query,
    matters=True,
    alike=True,
)
REPEAT = ElementShape(
    "repeat",
    logic.Repeat,
    {**QUERY, "repeats": whole("repeats"), "roundUp": flag("round_up")},
    needs=("value",),
    given={"repeats": 1},
    finish=_with_query,
    matters=True,
    alike=True,
)
CONDITION_GROUP = ElementShape(
    "conditionGroup",
    logic.ConditionGroup,
    {"type": choice("type", "and", "or", "count", "not"), "min": number("least"), "max": number("most")},
    matters=True,
)
LOCAL_CONDITION_GROUP = ElementShape(
    "localConditionGroup",
    logic.LocalConditionGroup,
    {**QUERY, "type": choice("type", *COMPARISONS), "repeats": signed("repeats"), "roundUp": flag("round_up")},
    needs=("type",),
    given={"value": Decimal(1)},
    finish=_with_query,
    matters=True,
)
MODIFIER = ElementShape(
    "modifier",
    logic.Modifier,
    {
        "type": needed("type"),
        "field": needed("field"),
        "value": part_of_text("value"),
        "scope": text("scope"),
        "affects": text("affects"),
        "arg": part_of_text("arg"),
        "join": part_of_text("join"),
        "position": signed("position"),
        "skipIfPresent": flag("skip_if_present"),
    },
    needs=("type", "field"),
    given={"value": ""},
    finish=upgrade_modifier,
)
MODIFIER_GROUP = ElementShape("modifierGroup", logic.ModifierGroup, {})
PUBLICATION = _element(
    "publication",
    model.Publication,
    {
        **ID,
        "shortName": text("short_name"),
        "publisher": text("publisher"),
        "publicationDate": text("publication_date"),
        "publisherUrl": text("publisher_url"),
    },
)
COST_TYPE = _element(
    "costType",
    model.CostType,
    {**ID, "defaultCostLimit": number("default_cost_limit"), "hidden": flag("hidden")},
    given={"name": ""},
    finish=upgrade_cost_type,
)
CHARACTERISTIC_TYPE = ElementShape(
    "characteristicType", model.CharacteristicType, ID, needs=("id",), given={"name": ""}
)
PROFILE_TYPE = _element("profileType", model.ProfileType, ID, given={"name": ""})
COST = ElementShape(
    "cost",
    model.Cost,
    {"typeId": needed("type_id"), "costTypeId": needed("type_id"), "name": text("name"), "value": number("value")},
    needs=("type_id", "value"),
    alike=True,
)
CHARACTERISTIC = ElementShape(
    "characteristic",
    model.Characteristic,
    {
        "name": text("name"),
        "typeId": text("type_id"),
        "characteristicTypeId": text("type_id"),
        "value": long_text("value"),
    },
    text="value",
    given={"name": "", "type_id": ""},
    alike=True,
)
PROFILE = _element(
    "profile",
    model.Profile,
    {
        **ELEMENT,
        "typeId": text("type_id"),
        "profileTypeId": text("type_id"),
        "typeName": text("type_name"),
        "profileTypeName": text("type_name"),
    },
    given={"type_id": ""},
)
RULE = _element("rule", model.Rule, ELEMENT, texts={"description": "description"})
INFO_LINK = _element(
    "infoLink",
    model.InfoLink,
    {**ELEMENT, "targetId": needed("target_id"), "type": choice("type", "profile", "rule", "infoGroup")},
    "target_id",
)
INFO_GROUP = _element("infoGroup", model.InfoGroup, ELEMENT)
CATEGORY = _element("categoryEntry", model.CategoryEntry, ELEMENT)
CATEGORY_LINK = _element(
    "categoryLink",
    model.CategoryLink,
    {**ELEMENT, "targetId": needed("target_id"), "primary": flag("primary")},
    "target_id",
)
OLD_SLOT = ElementShape("categoryEntry", OldSlot, ELEMENT, needs=("id",))
FORCE = _element("forceEntry", model.ForceEntry, ELEMENT, finish=upgrade_force)
FORCE_LINK = _element("forceEntryLink", model.ForceEntryLink, {**ELEMENT, "targetId": needed("target_id")}, "target_id")
SELECTION = _element(
    "selectionEntry",
    model.SelectionEntry,
    {
        **ENTRY,
        "type": choice("type", "upgrade", "model", "unit"),
        "subType": text("sub_type"),
        "step": counted("step"),
    },
    given={"type": "upgrade"},
    finish=upgrade_entry,
)
GROUP = _element(
    "selectionEntryGroup",
    model.SelectionEntryGroup,
    {**ENTRY, "defaultSelectionEntryId": reference("default_selection_entry_id")},
    finish=upgrade_entry,
)
ENTRY_LINK = _element(
    "entryLink",
    model.EntryLink,
    {**ENTRY, "targetId": needed("target_id"), "type": choice("type", "selectionEntry", "selectionEntryGroup")},
    "target_id",
    finish=upgrade_entry,
)
CATALOGUE_LINK = _element(
    "catalogueLink",
    model.CatalogueLink,
    {**ID, "targetId": needed("target_id"), "importRootEntries": flag("import_root_entries")},
    "target_id",
    given={"import_root_entries": False},
)
GAME_SYSTEM = _element("gameSystem", model.GameSystem, ROOT, given={"name": ""})
CATALOGUE = _element(
    "catalogue",
    model.Catalogue,
    {
        **ROOT,
        "gameSystemId": text("game_system_id"),
        "gameSystemRevision": whole("game_system_revision"),
        "library": flag("library"),
    },
    given={"name": "", "game_system_id": ""},
)

ROOTS: Mapping[str, ElementShape] = {"gameSystem": GAME_SYSTEM, "catalogue": CATALOGUE}
"""What a data file can be."""

LISTS: Mapping[str, tuple[str, ElementShape]] = {
    "publications": ("publications", PUBLICATION),
    "costTypes": ("cost_types", COST_TYPE),
    "profileTypes": ("profile_types", PROFILE_TYPE),
    "characteristicTypes": ("characteristic_types", CHARACTERISTIC_TYPE),
    "characteristics": ("characteristics", CHARACTERISTIC),
    "costs": ("costs", COST),
    "constraints": ("constraints", CONSTRAINT),
    "conditions": ("conditions", CONDITION),
    "conditionGroups": ("condition_groups", CONDITION_GROUP),
    "localConditionGroups": ("local_condition_groups", LOCAL_CONDITION_GROUP),
    "repeats": ("repeats", REPEAT),
    "modifiers": ("modifiers", MODIFIER),
    "modifierGroups": ("modifier_groups", MODIFIER_GROUP),
    "profiles": ("profiles", PROFILE),
    "rules": ("rules", RULE),
    "infoGroups": ("info_groups", INFO_GROUP),
    "infoLinks": ("info_links", INFO_LINK),
    "categoryEntries": ("category_entries", CATEGORY),
    "categoryLinks": ("category_links", CATEGORY_LINK),
    "forceEntries": ("force_entries", FORCE),
    "sharedForceEntries": ("shared_force_entries", FORCE),
    "forceEntryLinks": ("force_entry_links", FORCE_LINK),
    "selectionEntries": ("selection_entries", SELECTION),
    "selectionEntryGroups": ("selection_entry_groups", GROUP),
    "entryLinks": ("entry_links", ENTRY_LINK),
    "sharedSelectionEntries": ("shared_selection_entries", SELECTION),
    "sharedSelectionEntryGroups": ("shared_selection_entry_groups", GROUP),
    "sharedRules": ("shared_rules", RULE),
    "sharedProfiles": ("shared_profiles", PROFILE),
    "sharedInfoGroups": ("shared_info_groups", INFO_GROUP),
    "catalogueLinks": ("catalogue_links", CATALOGUE_LINK),
}
"""The lists by their tag: the field that takes them, and what they are lists of."""


def _give_lists(*shapes: tuple[ElementShape, type[Record]]) -> None:
    for shape, record in shapes:
        fields = record.__struct_fields__
        shape.lists.update({tag: found for tag, found in LISTS.items() if found[0] in fields})


_give_lists(
    (CONDITION_GROUP, logic.ConditionGroup),
    (LOCAL_CONDITION_GROUP, logic.LocalConditionGroup),
    (MODIFIER, logic.Modifier),
    (MODIFIER_GROUP, logic.ModifierGroup),
    (COST_TYPE, model.CostType),
    (PROFILE_TYPE, model.ProfileType),
    (PROFILE, model.Profile),
    (RULE, model.Rule),
    (INFO_LINK, model.InfoLink),
    (INFO_GROUP, model.InfoGroup),
    (CATEGORY, model.CategoryEntry),
    (CATEGORY_LINK, model.CategoryLink),
    (OLD_SLOT, OldSlot),
    (FORCE, model.ForceEntry),
    (FORCE_LINK, model.ForceEntryLink),
    (SELECTION, model.SelectionEntry),
    (GROUP, model.SelectionEntryGroup),
    (ENTRY_LINK, model.EntryLink),
    (GAME_SYSTEM, model.GameSystem),
    (CATALOGUE, model.Catalogue),
)
FORCE.lists["categoryEntries"] = ("category_entries", OLD_SLOT)
