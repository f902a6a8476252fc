"""Where cards stand on pages: the overflow rules, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest

from builder.errors import ExportError, InputError
from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.sheets.design import Design
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import FieldKind, Page, PageField, Pages, Text, flat
from builder.systems.blocks import Card, HitPoints, RosterPage, RosterRow, Row, UnitCard, VehicleCard
from builder.systems.diceless.cards import unit_cards
from builder.systems.fortyk.model import Unit
from tests.exporters import samples

DESIGN = Path(__file__).parents[2] / "templates/sheets/standard.yaml"
ROW = 4.0
ROSTER = RosterPage(title="Army", system="Diceless 40K", points=Decimal(100), limit=Decimal(200))


def unit_card(unit: Unit = samples.BOYZ) -> UnitCard:
    card = unit_cards(unit)[0]
    assert isinstance(card, UnitCard)
    return card


def vehicle_card() -> VehicleCard:
    card = unit_cards(samples.PREDATOR)[0]
    assert isinstance(card, VehicleCard)
    return card


def lay_out(cards: Sequence[Card], roster: RosterPage = ROSTER, paper: str = "a4", *sheets: str) -> Pages:
    options = SheetOptions(paper=paper, sheets=sheets or ("units", "vehicles"))
    return layout(cards, roster, options, read_design(DESIGN), load_fonts())


def copies(card: UnitCard, count: int) -> list[UnitCard]:
    return [replace(card, head=replace(card.head, code=f"u{n}")) for n in range(count)]


def twin(card: UnitCard, code: str) -> UnitCard:
    groups = tuple(replace(group, id=f"{code}.{n}") for n, group in enumerate(card.groups))
    checks = tuple(replace(check, id=f"{code}.c{n}") for n, check in enumerate(card.checks))
    track = replace(card.track, id=f"{code}.op")
    return replace(card, head=replace(card.head, code=code), groups=groups, track=track, checks=checks)


def with_groups(*groups: HitPoints) -> UnitCard:
    return replace(unit_card(samples.BIKES), groups=groups)


def group(n: int, models: int, wounds: int = 1, boxes: int = 4, name: str = "Boy") -> HitPoints:
    return HitPoints(id=f"u.{n}", name=name, models=models, wounds=wounds, boxes=boxes)


def heights(pages: Pages) -> list[float]:
    return [stay.height / ROW for page in pages.pages for stay in page.stays]


def words(page: Page) -> list[str]:
    return [item.text for item in flat(page.items) if isinstance(item, Text)]


def fields(pages: Pages) -> list[PageField]:
    return [item for page in pages.pages for item in flat(page.items) if isinstance(item, PageField)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_four_cards_fit_a_page(paper: str) -> None:
    pages = lay_out(copies(unit_card(samples.SCOUTS), 8), ROSTER, paper)
    assert [len(page.stays) for page in pages.pages] == [4, 4]


def test_cards_are_lower_than_usual_only_where_that_saves_a_page() -> None:
    first, second, third = copies(unit_card(samples.LIBRARIAN), 3)
    high = unit_card(samples.TACTICALS)
    assert heights(lay_out([first, second, third])) == [16, 16, 16]
    pages = lay_out([first, second, high, third])
    assert len(pages.pages) == 1
    assert sum(heights(pages)) < 4 * 16 + 2
    pages = lay_out(copies(first, 4), ROSTER, "letter")
    assert len(pages.pages) == 1
    assert min(heights(pages)) < 16


def test_units_and_vehicles_share_pages_where_their_sheets_follow_each_other() -> None:
    unit, vehicle = unit_card(), vehicle_card()
    pages = lay_out([vehicle, unit])
    assert [(page.sheet, page.label) for page in pages.pages] == [("units", "1")]
    assert [stay.card for stay in pages.pages[0].stays] == [unit.id, vehicle.id]
    options = SheetOptions(sheets=("vehicles", "reference", "units"))
    apart = layout([vehicle, unit], ROSTER, options, read_design(DESIGN), load_fonts())
    assert [(page.sheet, page.label) for page in apart.pages] == [("vehicles", "V1"), ("units", "U1")]


def test_five_vehicles_fit_a_page_and_each_weapon_after_the_third_adds_two_lines() -> None:
    card = vehicle_card()
    weapon = card.weapons[0]
    for count, high in ((1, 52), (3, 52), (5, 60.3), (7, 73.9)):
        checks = (replace(weapon.check, id=f"w{n}", label=f"{n} guns") for n in range(count))
        weapons = tuple(replace(weapon, check=check) for check in checks)
        (stay,) = lay_out([replace(card, weapons=weapons)]).pages[0].stays
        assert stay.height == pytest.approx(high)
    five = [replace(card, head=replace(card.head, code=f"v{n}")) for n in range(5)]
    assert len(lay_out(five).pages) == 1
    many = tuple(replace(weapon, check=replace(weapon.check, id=f"w{n}", label=f"{n} guns")) for n in range(6))
    one_higher = [replace(five[0], weapons=many), *five[1:]]
    compact = SheetOptions(sheets=("vehicles",), compact=True)
    assert len(lay_out(one_higher).pages) == 2
    assert len(layout(one_higher, ROSTER, compact, read_design(DESIGN), load_fonts()).pages) == 1


def test_thirty_models_stand_in_one_band_over_the_whole_width() -> None:
    pages = lay_out([unit_card(samples.BOYZ)])
    boxes = [field for field in fields(pages) if field.id.startswith("y3k9.3.h")]
    assert len(boxes) == 26 * 4
    assert len({round(box.x) for box in boxes}) == 26
    assert len({round(box.y) for box in boxes}) == 4


def test_more_than_forty_five_models_go_on_in_a_second_band_with_one_square() -> None:
    for models, bands in ((45, 1), (46, 2), (92, 2), (93, 3)):
        pages = lay_out([with_groups(group(1, models))])
        boxes = [field for field in fields(pages) if field.id.startswith("u.1.h")]
        assert len(boxes) == 4 * models
        assert len({round(box.y) for box in boxes}) == 4 * bands, models
        assert [field.kind for field in fields(pages) if field.id == "u.1.lost"] == [FieldKind.NUMBER]


def test_the_number_under_a_model_says_how_many_are_left() -> None:
    texts = [item for item in flat(lay_out([with_groups(group(1, 44))]).pages[0].items) if isinstance(item, Text)]
    boxes = [field for field in fields(lay_out([with_groups(group(1, 44))])) if field.id.startswith("u.1.h")]
    for model, number in ((0, "44"), (20, "24"), (43, "1")):
        first, last = boxes[4 * model], boxes[4 * model + 3]
        under = [
            text.text for text in texts if 0 < text.y - last.y - last.height < 4 and first.x < text.x < first.x + 4
        ]
        assert number in under


def test_high_toughness_takes_columns_of_five() -> None:
    boxes = [field for field in fields(lay_out([with_groups(group(1, 1, wounds=4, boxes=6))])) if ".h" in field.id]
    columns = sorted({round(box.x) for box in boxes})
    assert [sum(round(box.x) == column for box in boxes) for column in columns] == [5, 5, 5, 5, 4]


def test_boxes_are_filled_downwards_model_by_model() -> None:
    boxes = [field for field in fields(lay_out([with_groups(group(1, 2, wounds=2))])) if ".h" in field.id]
    first = boxes[0]
    assert [box.id for box in boxes[:5]] == [f"u.1.h{n}" for n in range(1, 6)]
    assert [round(box.y - first.y) for box in boxes[:5]] == [0, 4, 8, 12, 0]
    assert [round(box.x - first.x) for box in boxes[:5]] == [0, 0, 0, 0, 4]


def test_a_card_higher_than_a_page_goes_on_with_name_and_total() -> None:
    groups = [group(n, 40, name=f"Mob {n}") for n in range(12)]
    card = with_groups(*groups)
    pages = lay_out([card])
    assert [(stay.part, stay.parts) for page in pages.pages for stay in page.stays] == [(1, 2), (2, 2)]
    first, second = (words(page) for page in pages.pages)
    assert "1 of 2" in first and "2 of 2" in second
    assert "Warbikers" in first and "Warbikers" in second
    assert "Order points" in first and "Order points" not in second
    for n in range(12):
        assert (f"Mob {n}" in first) != (f"Mob {n}" in second)


def test_long_names_take_two_lines_and_then_the_notes() -> None:
    card = unit_card(samples.NOBZ)
    long = f"{card.head.name} and of the Whole of His Warband"
    page = lay_out([replace(card, head=replace(card.head, name=long))]).pages[0]
    first, second = (word for word in words(page) if word and word in long and "Nobz" in long and len(word) > 20)
    assert f"{first} {second}" == long
    name = " ".join(["Unbelievably"] * 12)
    pages = lay_out([replace(card, head=replace(card.head, name=name))])
    assert any(finding.code == "sheet-name" and finding.at.unit == card.id for finding in pages.findings)
    assert " ".join(words(pages.pages[0])).count("Unbelievably") == 12


def test_long_weapon_names_wrap_and_no_word_is_lost() -> None:
    card = unit_card(samples.SQUIGGOTH)
    name = "Supa-Kannon of the Great Green Prophet with extra dakka"
    cells = ("1", name, *card.weapons.rows[0].cells[2:])
    weapons = replace(card.weapons, rows=(Row(cells),))
    text = " ".join(words(lay_out([replace(card, weapons=weapons)]).pages[0]))
    for word in name.split():
        assert word in text


def test_columns_of_weapons_follow_what_stands_in_them() -> None:
    card = unit_card(samples.TACTICALS)
    row = card.weapons.rows[0].cells
    name, kind = "Heavy close combat weapon", "Melee"
    other = (*row[:1], "Lascannon", *row[2:5], "Assault 1, twin-linked", *row[6:])
    for cells, whole in (((row[0], name, *row[2:5], kind, *row[6:]), name), (other, other[5])):
        weapons = replace(card.weapons, rows=(Row(cells),))
        assert whole in words(lay_out([replace(card, weapons=weapons)]).pages[0])


def test_titles_of_columns_stay_apart_over_short_names() -> None:
    card = unit_card(samples.TACTICALS)
    row = card.weapons.rows[0].cells
    weapons = replace(
        card.weapons,
        rows=(Row((row[0], "Y", *row[2:5], "Assault 1, melta, twin-linked, one use, gets hot, pinning", row[6])),),
    )
    page = lay_out([replace(card, weapons=weapons)]).pages[0]
    titles = {item.text: item for item in flat(page.items) if isinstance(item, Text)}
    assert titles["Weapon"].x + titles["Weapon"].width < titles["Range"].x


@pytest.mark.parametrize(("paper", "larger"), [("a4", False), ("a5", False), ("a4", True), ("letter", True)])
def test_more_stat_lines_than_a_page_holds_go_on_with_every_field(paper: str, larger: bool) -> None:
    card = unit_card(samples.BIKES)
    names = [f"Biker {n}" for n in range(80)]
    rows = tuple(Row((name, *card.profiles.rows[0].cells[1:])) for name in names)
    many = replace(card, profiles=replace(card.profiles, rows=rows))
    options = SheetOptions(paper=paper, sheets=("units",), larger_text=larger)
    pages = layout([many], ROSTER, options, read_design(DESIGN), load_fonts())
    assert set(names) <= {word for page in pages.pages for word in words(page)}
    assert {field.id for field in fields(pages)} == {field.id for field in fields(lay_out([card]))}


def test_dots_and_counts_are_not_broken_off() -> None:
    card = unit_card(samples.TACTICALS)
    note = "Gear: " + " · ".join(["12 × 40 HP"] * 40)
    lines = [word for word in words(lay_out([replace(card, notes=(note,))]).pages[0]) if "12 × " in word]
    assert len(lines) > 1
    assert all(
        line.removeprefix("Gear: ").startswith("12 × 40 HP") and line.removesuffix(" ·").endswith("40 HP")
        for line in lines
    )


def test_short_notes_below_a_card_share_a_line() -> None:
    card = vehicle_card()
    many = replace(card, notes=tuple(f"Note: {n}" for n in range(30)))
    assert any("Note: 28  ·  Note: 29" in word for word in words(lay_out([many]).pages[0]))


def test_more_than_twenty_weapons_stand_in_two_tables() -> None:
    card = unit_card(samples.SQUIGGOTH)
    row = card.weapons.rows[0].cells
    rows = tuple(Row(("1", f"Gun {n}", *row[2:])) for n in range(30))
    page = lay_out([replace(card, weapons=replace(card.weapons, rows=rows))]).pages[0]
    places = {
        item.text: round(item.x) for item in flat(page.items) if isinstance(item, Text) and item.text.startswith("Gun")
    }
    assert len(places) == 30
    assert len(set(places.values())) == 2


def test_notes_that_find_no_room_beside_the_groups_stand_below() -> None:
    card = unit_card(samples.TACTICALS)
    note = " ".join(f"word{n}" for n in range(120))
    text = " ".join(words(lay_out([replace(card, notes=(note,))]).pages[0]))
    assert all(f"word{n}" in text for n in range(120))


def test_a_vehicle_higher_than_a_page_goes_on_with_the_rest_of_its_weapons_and_notes() -> None:
    card = vehicle_card()
    check = card.weapons[0].check
    weapons = tuple(replace(card.weapons[0], check=replace(check, id=f"w{n}", label=f"Gun {n}")) for n in range(40))
    notes = tuple(f"Note: {n}" for n in range(20))
    pages = lay_out([replace(card, weapons=weapons, notes=notes)])
    assert [(stay.part, stay.parts) for page in pages.pages for stay in page.stays] == [(1, 2), (2, 2)]
    first, second = (words(page) for page in pages.pages)
    assert "1 of 2" in first and "2 of 2" in second
    assert "Glancing" in first and "Glancing" not in second
    for text in (*(f"Gun {n}" for n in range(40)), *notes):
        assert (text in first) != (text in second)
    assert len([field for field in fields(pages) if field.id.startswith("w")]) == 40


def test_what_no_page_can_hold_is_an_error_that_names_the_unit() -> None:
    card = vehicle_card()
    weapon = replace(card.weapons[0], modes=card.weapons[0].modes * 80)
    with pytest.raises(ExportError, match="'Predator Destructor' has a part that is higher than a page"):
        lay_out([replace(card, weapons=(weapon,))])


@pytest.mark.parametrize(("paper", "to_a_page"), [("a4", 5), ("letter", 5)])
def test_compact_cards_stand_closer(paper: str, to_a_page: int) -> None:
    cards = copies(unit_card(samples.LIBRARIAN), to_a_page)
    options = SheetOptions(paper=paper, sheets=("units",), compact=True)
    assert len(lay_out(cards[:1] + copies(unit_card(samples.SCOUTS), 4), ROSTER, paper, "units").pages) == 2
    assert len(layout(cards, ROSTER, options, read_design(DESIGN), load_fonts()).pages) == 1


def test_identical_units_share_a_card_with_boxes_for_each() -> None:
    first, second, third = (twin(unit_card(samples.TACTICALS), f"u{n}") for n in range(3))
    other = unit_card(samples.SCOUTS)
    options = SheetOptions(sheets=("units",), merge=True)
    pages = layout([first, other, second, third], ROSTER, options, read_design(DESIGN), load_fonts())
    assert [stay.card for page in pages.pages for stay in page.stays] == ["u0", "u1", "u2", other.id]
    texts = words(pages.pages[0])
    assert "3 × Tactical Squad Ancora" in texts and "points each" in texts
    assert (texts.count("Plasma gun"), texts.count("Order points")) == (1 + 3, 3 + 1)
    assert {"u0", "u1", "u2"} <= set(texts)
    ids = [field.id for field in fields(pages)]
    alone = [field.id for field in fields(lay_out([first, other, second, third]))]
    assert sorted(ids) == sorted(alone)


def test_more_identical_units_than_a_page_holds_take_a_further_card() -> None:
    cards = [twin(unit_card(samples.TACTICALS), f"u{n}") for n in range(6)]
    options = SheetOptions(sheets=("units",), merge=True)
    pages = layout(cards, ROSTER, options, read_design(DESIGN), load_fonts())
    assert [[stay.card for stay in page.stays] for page in pages.pages] == [["u0", "u1", "u2", "u3"], ["u4", "u5"]]
    assert "4 × Tactical Squad Ancora" in words(pages.pages[0])
    assert "2 × Tactical Squad Ancora" in words(pages.pages[1])


def test_two_standard_cards_share_a_page_of_a5() -> None:
    assert len(lay_out(copies(unit_card(samples.SCOUTS), 4), ROSTER, "a5").pages) == 2


def test_cards_that_differ_in_their_ids_alone_have_all_their_fields() -> None:
    cards = [twin(unit_card(samples.TACTICALS), f"u{n}") for n in range(5)]
    ids = [{field.id.partition(".")[2] for field in fields(lay_out([card]))} for card in cards]
    together = [field.id for field in fields(lay_out(cards)) if ".h" in field.id or ".lost" in field.id]
    assert len(together) == len(set(together))
    for card, own in zip(cards, ids, strict=True):
        boxes = {name for name in own if ".h" in name or ".lost" in name}
        assert {name.partition(".")[2] for name in together if name.startswith(f"{card.id}.")} == boxes


def test_a_long_list_goes_on_with_its_head_and_slot_and_ends_with_the_total() -> None:
    rows = tuple(
        RosterRow(unit=f"u{n}", slot="ZZ", name=f"Squad {n}", detail="Boltguns", models=5, points=Decimal(50))
        for n in range(80)
    )
    pages = lay_out([], replace(ROSTER, rows=rows), "a4", "roster")
    assert len(pages.pages) == 3
    assert [(words(page).count("Models"), words(page).count("ZZ")) for page in pages.pages] == [(1, 1)] * 3
    assert ["Total" in words(page) for page in pages.pages] == [False, False, True]
    assert "Roster 2 of 3" in words(pages.pages[1])
    names = [word for page in pages.pages for word in words(page) if word.startswith("Squad ")]
    assert names == [f"Squad {n}" for n in range(80)]


def test_the_roster_says_on_which_sheet_each_unit_stands() -> None:
    cards = copies(unit_card(samples.SCOUTS), 5)
    rows = tuple(
        RosterRow(unit=card.id, slot="TR", name=card.id, detail="", models=5, points=Decimal(1), cards=(card.id,))
        for card in cards
    )
    found = words(lay_out(cards, replace(ROSTER, rows=rows), "a4", "roster", "units").pages[0])
    assert (found.count("U1"), found.count("U2")) == (3, 2)


def test_a_long_army_name_is_whole_on_every_page() -> None:
    name = "The Glorious Third Company of the Emperor's Most Faithful and Long-winded Servants on Campaign"
    for page in lay_out([unit_card(), vehicle_card()], replace(ROSTER, title=name)).pages:
        assert name in " ".join(words(page)[:2])


def test_a_design_tells_all_its_mistakes_at_once(tmp_path: Path) -> None:
    text = DESIGN.read_text(encoding="utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text(
        text.replace("size: 20", "size: 6")
        .replace("gutter: 3", "guter: 3")
        .replace("grid: {margin: 10", "grid: {margin: wide"),
        encoding="utf-8",
    )
    with pytest.raises(InputError) as caught:
        read_design(file)
    fields_named = {finding.at.field for finding in caught.value.findings}
    close = {"compact.grid.gutter", "compact.grid.guter", "compact.grid.margin"}
    assert fields_named == {"styles.title.size", "grid.gutter", "grid.guter", "grid.margin", *close}
    assert all(finding.at.file == str(file) for finding in caught.value.findings)


@pytest.mark.parametrize(
    ("text", "words_"), [("a: [1", "is not valid YAML"), ("", "is empty"), ("a: 1", "begins with")]
)
def test_files_that_are_no_designs_are_refused(tmp_path: Path, text: str, words_: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    with pytest.raises(InputError, match=words_):
        read_design(file)


def test_the_standard_design_keeps_its_boxes_large_enough_for_a_pencil() -> None:
    design = read_design(DESIGN)
    assert isinstance(design, Design)
    assert design.compact
    for boxes in (design.boxes, design.compact.boxes):
        filled = (boxes.check, boxes.weapon, boxes.hit_point, boxes.order_width, boxes.order_height, boxes.hit)
        assert min(*filled, boxes.step) >= 3.2
