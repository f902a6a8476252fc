"""Army files written back: the same army is read again, and what did not change stays as it stands."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.catalogue.library import ArmyData, Library
from builder.catalogue.model import Cost, CostType
from builder.datafiles.armies.read import ReadArmy, read_army
from builder.datafiles.armies.write import WrittenArmy, as_saved, write_army
from builder.errors import EditError, InputError
from builder.record import replace
from builder.roster import edit
from builder.roster.evaluate import evaluate
from builder.roster.marks import Mark
from builder.roster.model import Roster
from builder.text import clean
from tests.unit.catalogues import catalogue, entry, group, library, link, points, system
from tests.unit.random_catalogues import EDITS, edited, libraries

HEAD = "format: muster-army\nversion: 1\nid: a1\nname: Army\nsystem: diceless\ndata: test/marines\n"


def data_of(made: Library, digest: str = "d" * 64) -> ArmyData:
    return ArmyData(id="test/marines", catalogue_id="marines", library=made, digest=digest, path="", origin="test")


MARINES = data_of(
    library(
        entry(
            "squad",
            entry("sergeant", type="model"),
            entry("marine", group("guns", link("use-plasma", "plasma"), link("use-melta", "melta")), type="model"),
            slot="troops",
            costs=points(20),
        ),
        entry("captain", slot="hq", costs=points(100)),
        shared_selection_entries=(
            entry("plasma", type="upgrade", costs=points(10)),
            entry("melta", type="upgrade", costs=points(5)),
        ),
    )
)


def read(text: str | bytes, data: ArmyData = MARINES) -> ReadArmy:
    return read_army(text if isinstance(text, bytes) else text.encode(), "army.yaml", lambda *_: data)


def write(text: str | bytes, roster: Roster, data: ArmyData = MARINES) -> WrittenArmy:
    old = text if isinstance(text, bytes) else text.encode()
    view = evaluate(roster, data.library).view
    costs = {part.id: part.costs for unit in view.units() for part in unit.walk()}
    return write_army(old, read(old, data), roster, costs)


def patrol(data: ArmyData = MARINES) -> tuple[Roster, str]:
    added = edit.add_force(edit.new_roster(data.library, "Army"), data.library, "patrol", "marines", defaults=False)
    return added.roster, added.id


@settings(max_examples=10)
@given(libraries(), EDITS, EDITS)
def test_whatever_is_built_and_changed_is_read_back_as_it_was_saved(made: Library, first: Any, then: Any) -> None:
    data = data_of(made)
    roster, _ = patrol(data)
    text = f"{HEAD}forces: []\n".encode()
    for edits in (first, then):
        for step in edits:
            with suppress(EditError):
                roster = edited(roster, made, *step)
            if len(roster.ids()) > 120:
                break
        written = write(text, roster, data)
        assert written.laid_out and not written.lost
        assert read(written.data, data).roster == as_saved(roster, data)
        text = written.data
    assert write(text, roster, data).data == text


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


@settings(max_examples=15)
@given(NAMES, NAMES, st.sampled_from([None, "reserve", "deep_strike"]), st.decimals(0, 9999, places=2))
def test_any_name_and_any_notes_are_kept(name: str, notes: str, mark: str | None, limit: Decimal) -> None:
    roster, force = patrol()
    squad = edit.select(roster, MARINES.library, force, "squad")
    roster = edit.customize(squad.roster, squad.id, name=name, notes=notes)
    roster = edit.customize(roster, force, name=notes, notes=name)
    roster = edit.customize(roster, force, category_id="hq", name=name)
    roster = edit.set_cost_limit(roster, MARINES.library, "pts", limit)
    roster = edit.set_marks(roster, squad.id, (Mark(mark),) if mark else (Mark("led_by", "x:1"),))
    roster = replace(roster, custom_notes=clean(notes).strip() or None)
    written = write(f"{HEAD}forces: []\n", roster)
    again = read(written.data)
    assert again.roster == roster


EXPLICIT = f"""\
# My army.
{HEAD}
forces:
  # The first force.
  - force: patrol
    entry: patrol
    id: f1
    units:
      # The best squad.
      - unit: squad   # twenty points
        entry: squad
        id: s1
        choices:
          - {{choice: marine, entry: marine, id: m1}}   # the first
          - choice: marine
            entry: marine
            id: m2
            choices: [{{choice: plasma, entry: use-plasma::plasma, id: p1}}]

      - {{unit: captain, entry: captain, id: c1}}
# The end.
"""


def test_the_explicit_form_is_read() -> None:
    army = read(EXPLICIT).roster
    assert [force.id for force in army.forces] == ["f1"]
    squad = army.forces[0].selections[0]
    assert [(part.id, part.entry_path, part.name, part.group_path) for part in squad.walk()] == [
        ("s1", "squad", "squad", None), ("m1", "marine", "marine", None), ("m2", "marine", "marine", None),
        ("p1", "use-plasma::plasma", "plasma", "guns"),
    ]  # fmt: skip
    assert evaluate(army, MARINES.library).view.costs[0].value == 130


def test_a_file_of_which_nothing_changes_gets_its_data_and_keeps_every_line() -> None:
    text = write(EXPLICIT, read(EXPLICIT).roster).data.decode()
    data = "data: {id: test/marines, name: marines, revision: 0, digest: dddddddddddddddd}"
    assert text == EXPLICIT.replace("data: test/marines", data)


def test_only_the_lines_of_what_changes_change() -> None:
    roster = edit.customize(read(EXPLICIT).roster, "m2", name="Bob")
    roster = edit.remove(roster, "c1")
    old, new = EXPLICIT.splitlines(), write(EXPLICIT, roster).data.decode().splitlines()
    assert [line for line in old if line not in new] == [
        "data: test/marines",
        "            choices: [{choice: plasma, entry: use-plasma::plasma, id: p1}]",
        "      - {unit: captain, entry: captain, id: c1}",
    ]
    assert "            name: Bob" in new
    assert all(f"# {said}" in "\n".join(new) for said in ("My army.", "twenty points", "the first", "The end."))


def test_moved_and_new_units_stand_where_they_belong() -> None:
    roster = read(EXPLICIT).roster
    force = roster.forces[0]
    roster = replace(roster, forces=(replace(force, selections=tuple(reversed(force.selections))),))
    roster = edit.select(roster, MARINES.library, "f1", "captain", id="new1").roster
    text = write(EXPLICIT, roster).data.decode()
    spots = [
        text.index(said) for said in ("id: c1", "# The best squad.", "id: s1", "# the first", "new1", "# The end.")
    ]
    assert spots == sorted(spots)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_endings_and_the_byte_order_mark_are_kept(ending: str, mark: str) -> None:
    text = (mark + EXPLICIT.replace("\n", ending)).encode()
    new = write(text, edit.customize(read(text).roster, "s1", name="Ancora")).data.decode()
    assert new.startswith(f"{mark}# My army.{ending}")
    assert new.count("\n") == new.count(ending) > EXPLICIT.count("\n")


def test_a_layout_that_cannot_be_kept_is_said() -> None:
    text = "{" + ", ".join(HEAD.splitlines()) + ", forces: [{entry: patrol, id: f1, units: []}]}  # mine\n"
    roster = edit.select(read(text).roster, MARINES.library, "f1", "captain").roster
    written = write(text, roster)
    assert not written.laid_out and written.lost == ("# mine",)
    assert read(written.data).roster == roster


def test_comments_of_what_is_removed_are_told() -> None:
    written = write(EXPLICIT, edit.remove(read(EXPLICIT).roster, "s1"))
    assert written.laid_out
    assert sorted(written.lost) == ["# the first", "# twenty points"]
    assert "# The best squad." in written.data.decode()


# -- what the data has lost ------------------------------------------------------
SMALLER = data_of(
    library(
        entry("squad", entry("sergeant", type="model"), entry("marine", type="model"), slot="troops", costs=points(20))
    ),
    digest="e" * 64,
)


def test_what_the_data_loses_stays_with_its_name_and_cost() -> None:
    text = write(EXPLICIT, edit.customize(read(EXPLICIT).roster, "p1", name="Hot one")).data
    text = write(text, edit.customize(read(text).roster, "c1", name="Old one")).data
    army = read(text, SMALLER)
    assert [finding.code for finding in army.findings] == ["data"]
    gone = [found.message for found in evaluate(army.roster, SMALLER.library).findings if found.code == "entry-missing"]
    assert gone == [
        "“plasma” (10 pts when it was saved) is kept, but the data no longer has it: "
        "remove it or choose something else.",
        "“captain” (100 pts when it was saved) is kept, but the data no longer has it: "
        "remove it or choose something else.",
    ]
    saved = write(text, edit.customize(army.roster, "s1", notes="new"), SMALLER).data
    assert read(saved, SMALLER).roster == edit.customize(army.roster, "s1", notes="new")
    assert read(saved).roster.selection("p1") == read(text).roster.selection("p1")


def test_a_unit_in_the_short_form_that_the_data_loses_is_kept_too() -> None:
    text = write(
        f"{HEAD}units:\n  - {{unit: Captain, name: Old}}\n",
        read(f"{HEAD}units:\n  - Captain\n".replace("- Captain", "- {unit: Captain, name: Old}")).roster,
    ).data
    army = read(text, SMALLER)
    assert army.roster.forces[0].selections[0].custom_name == "Old"
    saved = write(text, army.roster, SMALLER).data
    assert read(saved, SMALLER).roster == army.roster
    assert read(write(saved, read(saved, SMALLER).roster, SMALLER).data, SMALLER).roster == army.roster


def test_limits_and_costs_of_several_types_are_kept() -> None:
    types = (CostType("pts", "pts"), CostType("pl", "Power"))
    costs = (Cost("pts", Decimal("12.5")), Cost("pl", Decimal(3)))
    made = Library(system(cost_types=types), [catalogue(entry("tank", slot="hq", costs=costs))])
    data = data_of(made)
    roster, force = patrol(data)
    roster = edit.select(roster, made, force, "tank").roster
    roster = edit.set_cost_limit(edit.set_cost_limit(roster, made, "pts", Decimal(500)), made, "pl", Decimal(0))
    text = write(f"{HEAD}forces: []\n", roster, data).data
    assert read(text, data).roster == roster
    assert b"limit: 500\nlimits: {Power: 0}\n" in text and b"cost: {pts: 12.5, Power: 3}" in text
    lost = read(text, data_of(Library(system(), [catalogue()]), "e" * 64))
    assert [(cost.name, cost.value) for cost in lost.roster.forces[0].selections[0].costs] == [
        ("pts", Decimal("12.5")), ("Power", Decimal(3)),
    ]  # fmt: skip


# -- damaged files ---------------------------------------------------------------
WRONG = {
    "forces": ("x", "{a: b}", "[x]", "[{}]"),
    "forces.0.entry": ("[]", "{}", ""),
    "forces.0.id": ("[a]", "{a: b}"),
    "forces.0.catalogue": ("[a]", "{name: x}"),
    "forces.0.categories": ("x", "[x]", "[{name: x}]"),
    "forces.0.units": ("x", "{a: b}", "[x]"),
    "forces.0.units.0.number": ("x", "-1", "1.5", "[]"),
    "forces.0.units.0.entry": ("[]", "{}"),
    "forces.0.units.0.marks": ("resreve", "{a: b}"),
    "forces.0.units.0.cost": ("x", "{pts: x}", "[]"),
    "forces.0.units.0.choices": ("x", "[x]", "[{}]", "[{entry: a, choices: x}]"),
    "forces.0.units.0.count": ("3",),
    "forces.0.units.0.numbre": ("3",),
    "limits": ("x", "[1]", "{pts: -1}", "{ptss: 5}", "{pts: 1, PTS: 2}"),
}


@pytest.mark.parametrize(("path", "value"), [(path, value) for path, values in WRONG.items() for value in values])
def test_every_wrong_field_is_told_with_its_line_and_field(path: str, value: str) -> None:
    *above, name = path.split(".")
    fields = {"forces.0.units.0": "entry: squad, id: s1", "forces.0": "entry: patrol, id: f1", "": ""}
    lines = [HEAD.rstrip()]
    if not above:
        lines.append(f"{name}: {value}")
    else:
        lines.append("forces:")
        kept = fields["forces.0"].split(", ")
        lines.extend(
            ["  - force: patrol", *(f"    {field}" for field in kept if above[2:] or field.split(":")[0] != name)]
        )
        if above[2:]:
            kept = fields["forces.0.units.0"].split(", ")
            lines.extend(["    units:", "      - unit: squad"])
            lines.extend(f"        {field}" for field in kept if field.split(":")[0] != name)
            lines.append(f"        {name}: {value}")
        else:
            lines.append(f"    {name}: {value}")
    text = "\n".join(lines) + "\n"
    with pytest.raises(InputError) as caught:
        read(text)
    findings = caught.value.findings
    assert all(finding.at.file == "army.yaml" and finding.at.line and finding.at.field for finding in findings)
    last = text.count("\n")
    assert any(finding.at.line in (last, last - 1) for finding in findings), [str(f) for f in findings]


def test_ids_that_stand_twice_are_told() -> None:
    with pytest.raises(InputError) as caught:
        read(EXPLICIT.replace("id: m2", "id: c1"))
    assert "the id 'c1' stands here for the second time" in str(caught.value)
