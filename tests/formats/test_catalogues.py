"""Game systems and catalogues of every version of the format become the data model."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import Catalogue, CategoryLink, GameSystem, Query
from builder.errors import Finding, InputError
from builder.formats.battlescribe.catalogues import DataFile, read_data_file
from tests.formats.datafiles import (
    OLD_ENTRY,
    OLD_SYSTEM_BODY,
    SQUAD,
    STATS,
    catalogue,
    game_system,
    links_to,
)
from tests.formats.rosterfiles import zipped

COUNTED = {
    "characteristic": "Characteristic",
    "constraint": "Constraint",
    "condition": "Condition",
    "cost": "Cost",
    "entryLink": "EntryLink",
    "infoLink": "InfoLink",
    "modifier": "Modifier",
    "repeat": "Repeat",
    "selectionEntry": "SelectionEntry",
    "selectionEntryGroup": "SelectionEntryGroup",
    "profile": "Profile",
    "rule": "Rule",
}
"""Elements, and the records that they become."""

SHARED_DATA = (Path(__file__).parents[2] / "../shared/data/battlescribe").resolve()


def system_in(data: bytes) -> GameSystem:
    root = read_data_file(data, "small.gst").root
    assert isinstance(root, GameSystem)
    return root


def catalogue_in(data: bytes) -> Catalogue:
    root = read_data_file(data, "marines.cat").root
    assert isinstance(root, Catalogue)
    return root


def findings(data: bytes) -> tuple[Finding, ...]:
    return read_data_file(data, "marines.cat").findings


class TestVersion203:
    def test_a_game_system_frames_its_catalogues(self) -> None:
        system = system_in(game_system())
        assert (system.id, system.name, system.revision, system.battlescribe_version) == (
            "sys",
            "Small Wars",
            3,
            "2.03",
        )
        assert [(cost.id, cost.name, cost.default_cost_limit) for cost in system.cost_types] == [
            ("pts", "pts", Decimal(-1))
        ]
        assert [column.name for column in system.profile_types[1].characteristic_types] == [
            "Range", "Strength", "AP", "Type",
        ]  # fmt: skip
        (slot,) = system.force_entries[0].category_links
        assert slot.target_id == "troops" and slot.constraints[0].value == 2

    def test_a_catalogue_says_whose_it_is(self) -> None:
        found = catalogue_in(catalogue(library=True))
        assert (found.game_system_id, found.game_system_revision, found.library) == ("sys", 3, True)
        assert [(book.id, book.name, book.short_name) for book in found.publications] == [("codex", "Codex", "C")]

    def test_an_entry_has_its_place_profiles_rules_and_costs(self) -> None:
        (squad,) = catalogue_in(catalogue()).selection_entries
        assert (squad.type, squad.publication_id, squad.page, squad.import_) == ("unit", "codex", "30", True)
        assert [cell.value for cell in squad.profiles[0].characteristics] == STATS
        assert squad.rules[0].description == "Never\nafraid."
        assert squad.info_links[0].target_id == "boltgun"
        assert squad.category_links == (CategoryLink(id="in-troops", name="Troops", target_id="troops", primary=True),)
        assert [(cost.type_id, cost.value) for cost in squad.costs] == [("pts", Decimal(90))]

    def test_a_group_has_its_bounds_changes_and_links(self) -> None:
        (group,) = catalogue_in(catalogue()).selection_entries[0].selection_entry_groups
        assert group.default_selection_entry_id == "to-gun"
        (most,) = group.constraints
        assert (most.type, most.value, most.query) == ("max", Decimal("50.5"), Query(scope="parent", percent=True))
        (modifier,) = group.modifiers
        assert (modifier.type, modifier.field, modifier.value) == ("increment", "most", "1")
        (repeat,) = modifier.repeats
        assert (repeat.value, repeat.repeats, repeat.round_up) == (Decimal(5), 1, True)
        assert repeat.query == Query(scope="squad", child_id="model", include_child_selections=True)
        (either,) = modifier.condition_groups
        assert either.type == "or"
        assert either.conditions[0].query == Query(scope="force", child_id="any", shared=False)
        (link,) = group.entry_links
        assert (link.target_id, link.type, link.collective) == ("gun", "selectionEntry", True)

    def test_what_links_to_catalogues_offer_is_as_the_format_has_it(self) -> None:
        data = catalogue(
            more='<catalogueLinks><catalogueLink id="l" name="A" targetId="a" type="catalogue"/></catalogueLinks>'
        )
        assert not catalogue_in(data).catalogue_links[0].import_root_entries
        assert catalogue_in(catalogue(more=links_to("a"))).catalogue_links[0].import_root_entries

    def test_files_without_flaws_have_no_findings(self) -> None:
        assert findings(catalogue()) == ()
        assert findings(game_system()) == ()

    def test_the_model_holds_together(self) -> None:
        library = Library(system_in(game_system()), [catalogue_in(catalogue())])
        assert library.findings == ()
        assert [entry.name for entry in library.root_entries("cat")[0].entries] == ["Gun"]


class TestOlderVersions:
    @pytest.mark.parametrize("version", ["2.00", "2.01", "2.02", "2.03"])
    def test_every_version_is_known(self, version: str) -> None:
        assert findings(game_system(version=version)) == ()

    @pytest.mark.parametrize("version", ["1.14b", "1.15"])
    def test_a_version_before_2_is_refused_with_the_mend(self, version: str) -> None:
        with pytest.raises(InputError, match=f"version {version} of the format.*Data Editor"):
            read_data_file(game_system(version=version), "old.gst")

    def test_elements_of_a_version_before_2_tell_it_too(self) -> None:
        old = catalogue("", shared="<entries/>")
        with pytest.raises(InputError, match=r"version 1\.x of the format"):
            read_data_file(old, "old.cat")

    @pytest.mark.parametrize(("version", "offers"), [("2.00", True), ("2.02", True), ("2.03", False)])
    def test_before_2_03_links_to_catalogues_offer_their_root_entries(self, version: str, offers: bool) -> None:
        link = '<catalogueLinks><catalogueLink id="l" name="Other" targetId="other"/></catalogueLinks>'
        (found,) = catalogue_in(catalogue(more=link, version=version)).catalogue_links
        assert found.import_root_entries is offers

    @pytest.mark.parametrize("version", ["3.00", ""])
    def test_another_version_is_told_and_read(self, version: str) -> None:
        (finding,) = findings(game_system(version=version))
        assert finding.code == "data.version"
        assert f"'{version}'" in finding.message
        assert system_in(game_system(version=version)).cost_types

    def test_categories_that_forces_declare_become_links_to_categories(self) -> None:
        system = system_in(game_system(OLD_SYSTEM_BODY, version="2.00"))
        assert [(category.id, category.name) for category in system.category_entries] == [
            ("hq", "HQ"),
            ("elites", "Elites"),
        ]
        slot, _ = system.force_entries[0].category_links
        assert (slot.target_id, slot.name, slot.bound("min")) == ("hq", "HQ", 1)

    def test_the_category_that_an_entry_names_is_its_primary_one(self) -> None:
        (boss,) = catalogue_in(catalogue(OLD_ENTRY, version="2.00")).selection_entries
        assert [(link.target_id, link.primary) for link in boss.category_links] == [("hq", True)]
        assert boss.modifiers[0].type == "set-primary"
        assert boss.selection_entries[0].category_links == ()

    def test_older_names_of_attributes_are_read(self) -> None:
        (boss,) = catalogue_in(catalogue(OLD_ENTRY, version="2.00")).selection_entries
        assert (boss.profiles[0].type_id, boss.profiles[0].characteristics[0].type_id) == ("unit", "t")
        assert boss.profiles[0].characteristics[0].value == "5"
        assert boss.selection_entries[0].costs[0].value == Decimal("2.5")
        assert boss.selection_entries[0].costs[0].type_id == "points"

    def test_a_limit_of_nothing_is_none(self) -> None:
        assert system_in(game_system(OLD_SYSTEM_BODY, version="2.00")).cost_types[0].default_cost_limit == -1

    def test_books_become_publications(self) -> None:
        data = catalogue_in(catalogue(OLD_ENTRY, version="2.00"))
        assert data.selection_entries[0].publication_id == "Codex: Orks"
        assert [book.name for book in data.publications] == ["Codex", "Codex: Orks"]

    def test_ids_of_constraints_may_repeat(self) -> None:
        other = OLD_ENTRY
        for id in ("boss", "stat", "choppa"):
            other = other.replace(f'id="{id}"', f'id="{id}-2"')
        assert findings(catalogue(OLD_ENTRY + other, version="2.00")) == ()

    def test_old_data_links_together(self) -> None:
        library = Library(
            system_in(game_system(OLD_SYSTEM_BODY, version="2.00")),
            [catalogue_in(catalogue(OLD_ENTRY, version="2.00"))],
        )
        assert library.findings == ()
        assert library.root_entries("cat")[0].categories == {"hq": True}


class TestContainers:
    def test_zipped_files_are_read(self) -> None:
        assert catalogue_in(zipped(catalogue())) == catalogue_in(catalogue())

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
    def test_other_encodings_are_read(self, encoding: str) -> None:
        text = catalogue(name="Märines").decode().replace('encoding="UTF-8" ', "")
        assert catalogue_in(text.encode(encoding)).name == "Märines"

    def test_comments_and_unknown_attributes_are_passed_over(self) -> None:
        entry = SQUAD.replace("<profiles>", "<comment>Check <!-- twice --> this.</comment><profiles>", 1)
        data = catalogue(entry.replace('id="squad"', 'id="squad" defaultValue="3"'))
        assert findings(data) == ()
        assert catalogue_in(data).selection_entries == catalogue_in(catalogue()).selection_entries

    def test_a_condition_for_one_program_holds_in_new_recruits_alone(self) -> None:
        leaf = re.search(r"<condition [^>]*/>", SQUAD)
        assert leaf
        for comment, type in {
            "app: NewRecruit": "always",
            "app: BattleScribe": "never",
            "see app: NewRecruit": "atLeast",
        }.items():
            marked = leaf[0].replace("/>", f"><comment>{comment}</comment></condition>")
            data = catalogue(SQUAD.replace(leaf[0], marked))
            assert findings(data) == ()
            (modifier,) = catalogue_in(data).selection_entries[0].selection_entry_groups[0].modifiers
            assert [each.type for each in modifier.condition_groups[0].conditions] == [type]

    def test_the_amount_that_new_recruit_begins_with_is_read(self) -> None:
        for written, amount in {"4": (4,), "1,1": (1, 1), "1,0, ": (1, 0, 0), "0": (0,), " ": ()}.items():
            data = catalogue(SQUAD.replace('id="squad"', f'id="squad" defaultAmount="{written}"'))
            assert findings(data) == ()
            assert catalogue_in(data).selection_entries[0].default_amounts == amount
        wrong = catalogue(SQUAD.replace('id="squad"', 'id="squad" defaultAmount="some"'))
        assert catalogue_in(wrong).selection_entries[0].default_amounts == ()
        (finding,) = findings(wrong)
        assert "defaultAmount 'some', which is not whole numbers from 0 up" in finding.message


@pytest.fixture(scope="module")
def files() -> dict[str, DataFile]:
    """The community's files, by folder and name."""
    return {
        f"{path.parent.name}/{path.name}": read_data_file(path.read_bytes(), path.name)
        for path in sorted(SHARED_DATA.glob("*/*"))
    }


@pytest.mark.skipif(not SHARED_DATA.is_dir(), reason="the community's data is not beside the checkout")
class TestRealData:
    def test_every_file_is_read(self, files: dict[str, DataFile]) -> None:
        assert len(files) == 14
        assert {file.root.name for file in files.values() if file.game_system} == {
            "wh40k-5th-edition",
            "Warhammer 40,000 7th Edition",
            "Epic Armageddon",
        }

    def test_what_is_told_of_them_is_true(self, files: dict[str, DataFile]) -> None:
        told = {name: {finding.code for finding in file.findings} for name, file in files.items() if file.findings}
        assert told == {"epic/Epic.gst": {"data.id-repeated"}}

    @pytest.mark.parametrize(
        ("edition", "offered"),
        [
            ("5th-edition", {"Imperial Guard": 22, "Space Marines": 54, "Tyrants Legion": 19}),
            ("7th-edition", {"Orks: Codex (2014)": 200, "Space Marines: Codex (2015)": 286}),
            ("epic", {"Space Marines: Codex Astartes": 32}),
        ],
    )
    def test_catalogues_offer_what_their_programs_show(
        self, files: dict[str, DataFile], edition: str, offered: dict[str, int]
    ) -> None:
        own = [file for name, file in files.items() if name.startswith(edition)]
        (system,) = (file.game_system for file in own if file.game_system)
        library = Library(system, [file.catalogue for file in own if file.catalogue])
        found = {root.name: len(library.root_entries(id)) for id, root in library.catalogues.items()}
        assert {name: found[name] for name in offered} == offered
        assert {finding.code for finding in library.findings} <= {"cost-type-unknown", "id-in-two"}

    @pytest.mark.long
    def test_nothing_is_lost(self, files: dict[str, DataFile]) -> None:
        for path in SHARED_DATA.glob("*/*"):
            text = path.read_text(encoding="utf-8")
            made = repr(files[f"{path.parent.name}/{path.name}"].root)
            for tag, record in COUNTED.items():
                assert made.count(f"{record}(") == len(re.findall(rf"<{tag}[\s/>]", text)), f"{path.name}: {tag}"


def test_what_elements_say_alike_is_read_once_and_their_ids_and_flaws_stay_their_own() -> None:
    least = '<constraint {} type="min" value="1" field="selections" includeChildSelections="true"/>'
    said = [least.format(id) for id in ('id="a"', 'id="b"', "", 'id="b"')]
    other = '<constraint id="c" strange="1" type="max" value="x"/><constraint id="d" strange="2" type="max" value="2"/>'
    data = catalogue(f'<selectionEntry id="e"><constraints>{"".join(said)}{other}</constraints></selectionEntry>')
    (entry,) = catalogue_in(data).selection_entries
    assert [found.id for found in entry.constraints] == ["a", "b", entry.constraints[2].id, "b", "d"]
    assert {found.query for found in entry.constraints[:4]} == {Query(scope="parent", include_child_selections=True)}
    assert entry.constraints[2].id.startswith("line-")
    told = [finding.code for finding in findings(data)]
    assert sorted(told) == ["data.attribute", "data.id", "data.value"]
    assert next(each for each in findings(data) if each.code == "data.attribute").message.endswith(
        "(2 times in this file)"
    )
