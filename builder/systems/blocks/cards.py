"""Cards: one for each unit, vehicle or formation, with everything that a player fills in during a game."""

from __future__ import annotations

from builder.errors import Severity
from builder.record import Record
from builder.systems.blocks.basics import (
    Check,
    CheckRow,
    FigurePairs,
    Head,
    LabelledBoxes,
    NumberedBoxes,
    RuleGroup,
    RuleText,
    Table,
    TablePanel,
)


class Tally(Record, frozen=True, kw_only=True):
    """Boxes to strike off one by one, then smaller ones for what comes back; box n has the id `<id>.<n>`.

    The first so many are `struck` off already.
    """

    id: str
    title: str
    boxes: int
    remark: str = ""
    further: int = 0
    further_words: str = ""
    bullets: bool = False
    struck: int = 0


class Bracket(Record, frozen=True):
    """A label over boxes, from the one with `most` models left to the one with `least`."""

    label: str
    most: int
    least: int


class Strength(Record, frozen=True, kw_only=True):
    """The models of a unit, a box each, counted down; box n, from the left, has the id `<id>.<n>`.

    Args:
        struck: how many of them, from the left, are struck off already.
        brackets: labels over the boxes, by models left.
        below: from so few models left on, boxes are heavy, with a flag and its words; 0 for never.
    """

    id: str
    title: str
    models: int
    remark: str = ""
    brackets: tuple[Bracket, ...] = ()
    below: int = 0
    below_words: str = ""
    struck: int = 0


class States(Record, frozen=True, kw_only=True):
    """States that a unit falls through from left to right, each with what it allows."""

    title: str
    cells: tuple[tuple[Check, str], ...]
    remark: str = ""


class DiceRow(Record, frozen=True):
    """Results of a die in a row: the faces, and the box for what they bring; `nothing` are faces without a box."""

    label: str
    condition: str
    results: tuple[tuple[tuple[int, ...], Check], ...]
    nothing: tuple[tuple[int, ...], str] | None = None

    @property
    def all_results(self) -> tuple[tuple[tuple[int, ...], str, Check | None], ...]:
        """The faces with what they bring, and its box where it has one."""
        boxed = ((faces, check.label, check) for faces, check in self.results)
        return (*([(*self.nothing, None)] if self.nothing else []), *boxed)


class DiceTable(Record, frozen=True, kw_only=True):
    """Rows of results by dice."""

    title: str
    rows: tuple[DiceRow, ...]
    remark: str = ""
    footnotes: tuple[str, ...] = ()


class HullPanel(Record, frozen=True):
    """A vehicle from above, with panels beside it."""

    hull: Hull
    beside: tuple[TablePanel | Tally, ...]


Panel = TablePanel | Tally | Strength | States | DiceTable | CheckRow | FigurePairs | HullPanel | RuleGroup


class PanelCard(Record, frozen=True, kw_only=True):
    """A card of panels: in the left column under its head, in the right one, and below over the whole width.

    Args:
        sheet: `units`, `vehicles`, or one that its system or a module brings.
        key: what numbers or boxes on it mean, for the head of its page.
        rules: those of the unit; `weapon_rules` are those of its weapons, which stand where there is room.
    """

    head: Head
    sheet: str
    key: str = ""
    left: tuple[Panel, ...] = ()
    right: tuple[Panel, ...] = ()
    below: tuple[Panel, ...] = ()
    notes: tuple[str, ...] = ()
    rules: tuple[RuleText, ...] = ()
    weapon_rules: tuple[RuleText, ...] = ()

    @property
    def id(self) -> str:
        """The id of the unit or vehicle."""
        return self.head.code


class ModelBoxes(Record, frozen=True, kw_only=True):
    """Models that are alike, with a box for each of their wounds; box n has the id `<id>.<n>`, from 1, model by model.

    Args:
        wounds: those of one model.
        lost: how many boxes, from the left, are struck off already.
    """

    id: str
    name: str
    models: int
    wounds: int
    lost: int = 0

    @property
    def total(self) -> int:
        """All boxes."""
        return self.models * self.wounds


class ProfileCard(Record, frozen=True, kw_only=True):
    """A unit as data describes it: tables of profiles of any type, texts, and boxes for its models.

    Args:
        statistics: what its models are, their names first; where that is one line, its figures stand in the head.
        tables: figures of all else, such as weapons.
        texts: its rules and abilities; the `rule` of each is its number among the rules of the army (`[3]`).
        by_reference: long texts are on the sheet of rules, under their numbers.
        boxes_title: what its boxes are (`Wounds`).
        keywords: words with what they are (`Keywords`, `Chosen`).
        counters: what a player counts; a card that has them has nothing else.
    """

    head: Head
    statistics: tuple[Table, ...] = ()
    tables: tuple[Table, ...] = ()
    texts: tuple[RuleText, ...] = ()
    by_reference: bool = False
    boxes_title: str = ""
    boxes: tuple[ModelBoxes, ...] = ()
    checks: tuple[Check, ...] = ()
    keywords: tuple[tuple[str, str], ...] = ()
    counters: tuple[NumberedBoxes, ...] = ()
    notes: tuple[str, ...] = ()
    key: str = ""

    @property
    def id(self) -> str:
        """The unit's id."""
        return self.head.code


class UnitRow(Record, frozen=True):
    """Identical units of a formation: their line, their special rules, the lines of their weapons, cell by cell."""

    cells: tuple[str, ...]
    weapons: tuple[tuple[str, ...], ...]
    notes: str = ""


class FormationCard(Record, frozen=True, kw_only=True):
    """A formation of units that share blast markers.

    Args:
        key: what stands on it, for the head of its page.
        initiative: the score for its tests, `1+`.
        unit_titles: titles of the columns of its units, number and name first; `weapon_titles` those of weapons.
        units: a box for each unit to cross off, its label a letter or two.
        markers: a box for each blast marker, from 1.
        broken_at: the number of markers that breaks it as it stands.
        losses: for each unit how many markers fewer break it without that unit, one where nothing is said, and which
            row of `damage` is its own, from 1; 0 for none.
        damage: the hits that each war engine takes, a box for each, after its name.
        once: weapons that fire once a game, a box for each, after their name.
        transport: who rides, in words; empty where nobody does.
        rules: those of its units and weapons, which the card names; the list has their words.
    """

    head: Head
    initiative: str
    unit_titles: tuple[str, ...]
    weapon_titles: tuple[str, ...]
    rows: tuple[UnitRow, ...]
    units: tuple[Check, ...]
    markers: tuple[Check, ...]
    broken_at: int
    losses: tuple[tuple[int, int], ...] = ()
    damage: tuple[LabelledBoxes, ...] = ()
    once: tuple[LabelledBoxes, ...] = ()
    transport: str = ""
    transport_severity: Severity = Severity.INFO
    checks: tuple[Check, ...] = ()
    notes: tuple[str, ...] = ()
    key: str = ""
    rules: tuple[RuleText, ...] = ()

    @property
    def id(self) -> str:
        """The formation's id."""
        return self.head.code


class HitPoints(Record, frozen=True, kw_only=True):
    """The hit points of a group of identical models, one box for each `box` HP.

    Args:
        wounds: columns a model has.
        boxes: boxes a wound has.
        box: HP a box stands for.
        lost: HP lost so far, printed in the boxes.
    """

    id: str
    name: str
    models: int
    wounds: int
    boxes: int
    box: int = 10
    lost: int = 0

    @property
    def each(self) -> int:
        """HP of one model."""
        return self.wounds * self.boxes * self.box

    @property
    def total(self) -> int:
        """HP of all models."""
        return self.models * self.each

    @property
    def box_prefix(self) -> str:
        """What the ids of its boxes begin with; their number follows, from 1, wound by wound, downwards."""
        return f"{self.id}.h"

    @property
    def lost_id(self) -> str:
        """The id of the field for the exact HP lost."""
        return f"{self.id}.lost"


class Threshold(Record, frozen=True):
    """Points of a track above which something fails, with the words before the number."""

    words: str
    value: int
    reroll: bool = False


class Track(Record, frozen=True, kw_only=True):
    """Points counted upwards, one box a point, `numbered` boxes to a group with its last number.

    Args:
        id: the prefix of its fields; box n has the id `<id>.<n>`.
        milestone: a multiple of this is printed strongly.
        hints: short remarks on the thresholds.
        brief: the same in fewer words, for paper that has no room for them.
        value: points so far, printed in the boxes.
    """

    id: str
    title: str
    size: int = 200
    numbered: int = 5
    milestone: int = 25
    thresholds: tuple[Threshold, ...] = ()
    hints: tuple[str, ...] = ()
    brief: tuple[str, ...] = ()
    value: int = 0


class UnitCard(Record, frozen=True, kw_only=True):
    """A unit with models that have hit points.

    `rules` are those of the unit and its gear, `weapon_rules` those of its weapons, which its types name too. `saves`
    tells what its weapons do behind each armour save: name, figures, type, damage, and a column for each save.
    """

    head: Head
    profiles: Table
    weapons: Table
    groups: tuple[HitPoints, ...]
    track: Track
    checks: tuple[Check, ...] = ()
    rules: tuple[RuleText, ...] = ()
    weapon_rules: tuple[RuleText, ...] = ()
    notes: tuple[str, ...] = ()
    saves: Table | None = None

    @property
    def id(self) -> str:
        """The unit's id."""
        return self.head.code


class Hull(Record, frozen=True):
    """Armour of a vehicle seen from above."""

    front: int
    side: int
    rear: int
    walker: bool = False


class MountedMode(Record, frozen=True):
    """One way to fire a mounted weapon: its values in words and its damage."""

    text: str
    damage: str


class Mounted(Record, frozen=True):
    """A weapon of a vehicle, with the box that says that it is destroyed; `check.label` is its name."""

    check: Check
    modes: tuple[MountedMode, ...]


class Landing(Record, frozen=True):
    """A strength that lands on a damage line from one side; `remote` when no usual weapon has it."""

    strength: str
    remote: bool = False


class DamageLine(Record, frozen=True, kw_only=True):
    """A line of vehicle damage; `steps` are its thresholds with the boxes that they score.

    Args:
        id: the field for the damage; the box of a step adds its threshold (`h9j2.A.36`).
        damage: points so far; None prints an empty field.
    """

    id: str
    letter: str
    difference: str
    landings: tuple[Landing, ...]
    steps: tuple[tuple[int, Check], ...]
    damage: int | None = None


class HitRow(Record, frozen=True):
    """Boxes checked from left to right."""

    label: str
    checks: tuple[Check, ...]


class VehicleCard(Record, frozen=True, kw_only=True):
    """A vehicle with armour, damage lines and hit rows; `saves` as of a unit."""

    head: Head
    hull: Hull
    weapons: tuple[Mounted, ...]
    lines: tuple[DamageLine, ...]
    hit_rows: tuple[HitRow, ...]
    reminder: str = ""
    checks: tuple[Check, ...] = ()
    rules: tuple[RuleText, ...] = ()
    notes: tuple[str, ...] = ()
    footnotes: tuple[str, ...] = ()
    saves: Table | None = None

    @property
    def id(self) -> str:
        """The vehicle's id."""
        return self.head.code
