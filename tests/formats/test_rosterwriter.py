"""Rosters as BattleScribe writes them, and back: nothing that was chosen gets lost on the way."""

from __future__ import annotations

import re
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.catalogue.library import Library
from builder.catalogue.model import Cost, InfoLink, Rule
from builder.errors import EditError, InputError
from builder.formats.battlescribe import read_roster, write_roster, zip_roster
from builder.formats.battlescribe.safezip import unzip_only_file
from builder.formats.detection import is_zip
from builder.record import replace
from builder.roster import edit
from builder.roster.evaluate import evaluate
from builder.roster.marks import Mark
from builder.roster.model import Roster
from builder.roster.view import RosterView
from builder.text import clean, clean_name
from tests.formats.rosterfiles import force, load_roster, roster
from tests.unit.catalogues import catalogue, entry, group, library, link, patrol, points, system
from tests.unit.random_catalogues import EDITS, edited, ids_in_order, libraries

SAVED = (Path(__file__).parents[2] / "../shared/data/rosters").resolve()

SQUAD = entry(
    "squad",
    entry("marine", group("weapons", link("to-plasma", "plasma")), type="model", costs=points(14)),
    slot="troops",
)
PLASMA = entry("plasma", type="upgrade", costs=points("7.5"))


def data(*, plasma: bool = True) -> Library:
    """A squad whose marine may carry a linked plasma gun, while the data has it."""
    return library(SQUAD, shared_selection_entries=(PLASMA,) if plasma else ())


def army(known: Library) -> Roster:
    """One squad of one marine with a plasma gun."""
    made, top = patrol(known)
    squad = edit.select(made, known, top, "squad", id="s")
    marine = edit.select(squad.roster, known, "s", "marine", id="m")
    return edit.select(marine.roster, known, "m", "plasma", id="p").roster


def saved(made: Roster, known: Library) -> bytes:
    return write_roster(evaluate(made, known, by_name=False).view)


NOTES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]) | st.just("\n"), max_size=20).map(clean)
NAMES = NOTES.map(clean_name)


@st.composite
def edited_rosters(draw: st.DrawFn) -> tuple[Library, Roster]:
    """Any roster that edits can make of any catalogue, with names and notes of the player's."""
    known = draw(libraries())
    made, _ = patrol(known)
    for step in draw(EDITS):
        with suppress(EditError):
            made = edited(made, known, *step)
        if len(made.ids()) > 100:
            break
    for id in ids_in_order(made)[:3]:
        made = edit.customize(made, id, name=draw(NAMES), notes=draw(NOTES))
    for top in made.forces[:1]:
        slot = draw(st.sampled_from(["hq", "troops", "gone"]))
        made = edit.customize(made, top.id, category_id=slot, name=draw(NAMES), notes=draw(NOTES))
    return known, made


@settings(max_examples=12)
@given(edited_rosters(), st.booleans())
def test_every_roster_comes_back_as_it_was(made: tuple[Library, Roster], packed: bool) -> None:
    known, before = made
    document = saved(before, known)
    loaded = load_roster(zip_roster(document, "a.ros") if packed else document, "a.ros", known)
    assert loaded.roster == before
    assert loaded.findings == ()
    assert saved(loaded.roster, known) == document


@settings(max_examples=7)
@given(edited_rosters())
def test_without_its_data_a_roster_keeps_all_that_was_chosen(made: tuple[Library, Roster]) -> None:
    known, before = made
    bare = library()
    loaded = load_roster(saved(before, known), "a.ros", bare).roster
    assert load_roster(saved(loaded, bare), "b.ros", bare).roster == loaded
    assert load_roster(saved(loaded, bare), "b.ros", known).roster == before
    assert _total(loaded, bare) == _total(before, known)


def _total(made: Roster, known: Library) -> Decimal:
    return sum((cost.value for cost in evaluate(made, known).view.costs), Decimal(0))


@pytest.mark.skipif(not SAVED.is_dir(), reason="the public rosters are not beside the checkout")
@pytest.mark.parametrize("file", ["HH_Test.ros", "TraitorTest.ros", "Magnus_9th.rosz", "NotZipped.rosz", "Marines.ros"])
def test_what_battlescribe_wrote_is_written_again_line_by_line(file: str) -> None:
    content = (SAVED / file).read_bytes()
    if is_zip(content):
        content = unzip_only_file(content, file)
    ours = write_roster(read_roster(content, file).roster)
    assert _trimmed(ours) == _trimmed(content)


def _trimmed(document: bytes) -> list[str]:
    """The lines without empty pages and without spaces around names and texts, which are not read."""
    text = document.decode().replace(' page=""', "")
    text = re.sub(r'="\s+', '="', re.sub(r'\s+"', '"', text))
    return re.sub(r">\s+([^<\s])", r">\1", re.sub(r"([^>\s])\s+<", r"\1<", text)).split("\n")


def test_parts_stand_in_the_order_of_the_format() -> None:
    made = edit.customize(army(data()), "s", name="Ancora", notes="Painted & based")
    made = edit.set_cost_limit(made, data(), "pts", Decimal(1500))
    text = saved(made, data()).decode()
    assert text.startswith('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<roster id="')
    assert text.endswith("\n</roster>")
    assert '<costLimit name="pts" typeId="pts" value="1500.0"/>' in text
    squad = text[text.index('<selection id="s"') :]
    assert squad.startswith(
        '<selection id="s" name="squad" entryId="squad" customName="Ancora" number="1" type="unit">'
    )
    parts = ["customNotes>Painted &amp; based<", "<selections>", "<costs>", "<categories>"]
    assert [squad.index(part) for part in parts[:2]] == sorted(squad.index(part) for part in parts[:2])
    assert squad.rindex("<costs>") < squad.index("<categories>")
    assert 'id="p" name="plasma" entryId="to-plasma::plasma" entryGroupId="weapons" number="1" type="upgrade"' in squad


@pytest.mark.parametrize(
    ("value", "text"), [("320", "320.0"), ("0.50", "0.5"), ("2.66", "2.66"), ("-1", "-1.0"), ("1E+7", "10000000.0")]
)
def test_amounts_have_a_point(value: str, text: str) -> None:
    view = RosterView(name="a", game_system_id="g", costs=(Cost("pts", Decimal(value), "pts"),))
    assert f'value="{text}"' in write_roster(view).decode()


def test_a_profile_is_named_by_the_links_that_lead_to_it() -> None:
    told = entry("plasma", type="upgrade", info_links=(InfoLink(id="to-hot", target_id="hot", type="rule"),))
    known = library(SQUAD, shared_selection_entries=(told,), shared_rules=(Rule(id="hot", name="Gets hot"),))
    assert '<rule id="to-plasma::to-hot::hot" name="Gets hot" hidden="false"/>' in saved(army(known), known).decode()


def test_what_the_data_no_longer_has_stays_with_its_last_known_name_and_cost() -> None:
    before, gone = army(data()), data(plasma=False)
    loaded = load_roster(saved(before, data()), "a.ros", gone).roster
    lost = loaded.selection("p")
    assert lost is not None
    assert (lost.name, lost.entry_path, lost.group_path) == ("plasma", "to-plasma::plasma", "weapons")
    assert lost.costs == (Cost("pts", Decimal("7.5"), "pts"),)
    evaluation = evaluate(loaded, gone)
    assert [cost.value for cost in evaluation.view.costs] == [Decimal("21.5")]
    assert [finding.code for finding in evaluation.findings] == ["entry-missing"]
    doubled = edit.set_count(loaded, gone, "p", 2).selection("p")
    assert doubled is not None and doubled.costs[0].value == 15


def test_a_roster_of_other_data_is_refused_with_one_message() -> None:
    with pytest.raises(InputError) as caught:
        load_roster(roster(), "list.ros", data())
    (finding,) = caught.value.findings
    assert finding.at.file == "list.ros"
    assert finding.message == "the roster is of “40K”, not of “system”: open it with the data of “40K”"


def test_game_systems_of_one_name_are_told_apart_by_their_ids() -> None:
    content = roster().replace(b'gameSystemName="40K"', b'gameSystemName="system"')
    with pytest.raises(InputError, match=r"is of “system” \(gs\), not of “system” \(system\)"):
        load_roster(content, "list.ros", data())


def test_a_force_of_another_catalogue_is_kept_and_told() -> None:
    content = roster().replace(b'gameSystemId="gs"', b'gameSystemId="system"')
    loaded = load_roster(content, "list.ros", data()).roster
    evaluation = evaluate(loaded, data())
    assert {finding.code for finding in evaluation.findings} == {"force-missing", "catalogue-missing"}
    (unit,) = evaluation.view.units()
    assert [unit.name, unit.children[0].name, unit.children[0].number] == ["Tactical Squad", "Marine", 9]
    assert (unit.custom_name, unit.custom_notes) == ("Ancora", "Painted")
    assert [str(cost.value) for cost in unit.children[0].costs] == ["144"]


def test_data_that_changed_since_is_told() -> None:
    older, newer = (Library(system(), [catalogue(SQUAD, revision=revision)]) for revision in (3, 4))
    made, _ = patrol(older)
    assert load_roster(saved(made, older), "a.ros", older).findings == ()
    (finding,) = load_roster(saved(made, older), "a.ros", newer).findings
    assert "(revision 3, now 4)" in finding.message


def test_numbers_of_the_file_are_not_believed_but_worked_out() -> None:
    document = saved(army(data()), data()).replace(b'value="21.5"', b'value="999.0"')
    loaded = load_roster(document, "a.ros", data()).roster
    assert [cost.value for cost in evaluate(loaded, data()).view.costs] == [Decimal("21.5")]


def test_a_zip_that_would_be_packed_too_tightly_is_not_packed() -> None:
    document = roster(force("<!-- -->" * 100_000))
    assert read_roster(zip_roster(document, "a.ros"), "a.rosz") == read_roster(document, "a.rosz")
    assert len(zip_roster(document, "a.ros")) > len(document)


def test_the_same_roster_gives_the_same_bytes() -> None:
    document = saved(army(data()), data())
    made = replace(read_roster(document, "a").roster, id="")
    assert write_roster(made) == write_roster(made)
    assert zip_roster(document, "a.ros") == zip_roster(document, "a.ros")


def test_signs_that_no_xml_may_hold_are_replaced() -> None:
    made = edit.customize(army(data()), "s", name="An\x00co\ud800ra\tx", notes="a\r\nb")
    loaded = load_roster(saved(made, data()), "a.ros", data()).roster.selection("s")
    assert loaded is not None
    assert (loaded.custom_name, loaded.custom_notes) == ("An\ufffdco\ufffdra x", "a\nb")


def test_marks_of_ours_have_no_place_in_the_file() -> None:
    made = edit.set_marks(army(data()), "s", [Mark("reserve")])
    loaded = load_roster(saved(made, data()), "a.ros", data()).roster
    assert loaded == edit.set_marks(made, "s", [])
