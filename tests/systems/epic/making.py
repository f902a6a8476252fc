"""Short ways to write Epic rosters in tests, as catalogues have them."""

from __future__ import annotations

from collections.abc import Sequence

from builder.catalogue.model import Characteristic
from builder.roster.view import ForceView, ProfileView, RosterView, RuleView, SelectionView
from builder.systems.epic.model import EpicArmy, Formation
from builder.systems.epic.statlines import UnreadTexts
from builder.systems.epic.units import read_army
from tests.systems.making import selection

NOTHING = {"Weapons": "", "Range": "", "Firepower": "", "Notes": "", "Unit Notes": ""}
TACTICAL = {
    "Type": "Infantry", "Speed": "15cm", "Armour": "4+", "CC": "4+", "FF": "4+",
    "Weapons": "Bolters<BR><BR>Missile Launcher", "Range": "(15cm)<BR><BR>45cm",
    "Firepower": "Small Arms<BR><BR>AP5+/AT6+", "Notes": "", "Unit Notes": "",
}  # fmt: skip
RHINO = {
    **NOTHING, "Type": "Armoured Vehicle", "Speed": "30cm", "Armour": "5+", "CC": "6+", "FF": "6+",
    "Unit Notes": "Transport",
}  # fmt: skip
BANEBLADE = {
    **NOTHING, "Type": "War Engine", "Speed": "15cm", "Armour": "4+", "CC": "6+", "FF": "4+", "DC": "3",
    "Crit": "Explosion", "Unit Notes": "Reinforced Armour",
}  # fmt: skip
CHAPLAIN = {
    **NOTHING, "Type": "Character", "Speed": "n/a", "Armour": "n/a", "CC": "n/a", "FF": "n/a",
    "Weapons": "Power Weapon", "Range": "(contact)", "Firepower": "Assault Weapon", "Notes": "Macro-weapon, +1A",
}  # fmt: skip
FIGHTER = {**NOTHING, "Type": "Aircraft", "Speed": "Fighter", "Armour": "6+", "CC": "n/a", "FF": "n/a"}


def epic_profile(name: str, columns: dict[str, str], type_name: str = "Unit") -> ProfileView:
    """A profile with these columns."""
    cells = tuple(Characteristic(column, column.lower(), value) for column, value in columns.items())
    return ProfileView(name=name, type_id=type_name.lower(), type_name=type_name, characteristics=cells)


def stands(name: str, number: int, columns: dict[str, str], *children: SelectionView) -> SelectionView:
    """Units of a formation."""
    return selection(name, number, type="model", profiles=[epic_profile(name, columns)], children=children)


def gun(name: str, number: int, reach: str, firepower: str, notes: str = "") -> SelectionView:
    """A weapon that is an entry of its own."""
    columns = {"Range": reach, "Firepower": firepower, "Notes": notes}
    return selection(name, number, profiles=[epic_profile(name, columns, "Weapon")])


def formation(name: str, *children: SelectionView, id: str = "f1") -> SelectionView:
    """A formation of the core slot."""
    return selection(name, type="unit", id=id, children=children, categories=["Core"], points=100)


RATINGS = (
    "Codex armies have Strategy Rating 5. \nSpace Marine formations have Initiative Rating 1+. \n"
    "Titan Legion formations have Initiative Rating 1+. \n"
    "Imperial Navy aircraft formations have Initiative Rating 2+."
)


def epic_roster(*formations: SelectionView, rules: Sequence[str] = (RATINGS,)) -> RosterView:
    """A roster of one force, with the rules of its list."""
    force = ForceView(
        id="f",
        name="Force",
        entry_id="f",
        catalogue_id="c",
        selections=formations,
        rules=tuple(RuleView(name="Strategy Rating & Initiative", description=text) for text in rules),
    )
    return RosterView(name="An army", game_system_id="g", forces=(force,))


def army_of(*formations: SelectionView, rules: Sequence[str] = (RATINGS,)) -> EpicArmy:
    """The army of these formations."""
    return read_army(epic_roster(*formations, rules=rules), UnreadTexts())


def read_formation(*children: SelectionView, name: str = "Detachment") -> Formation:
    """One formation of these units, read."""
    (found,) = army_of(formation(name, *children)).formations
    return found
