"""Modules: named in an army file, refused where a system cannot have them, and each knowing nothing of the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from builder.errors import EditError, InputError
from builder.services.army.locator import open_army
from builder.services.army.opening import open_bytes
from builder.services.editor.document import ArmyDocument
from builder.services.editor.new_army import begin
from builder.services.editor.operations import ChooseModule, ChooseReading
from builder.systems.modules import ModularSystem
from builder.systems.play.events import Player
from builder.systems.protocol import System
from builder.systems.registry import load_module, load_system, module_ids, usable_modules, with_modules
from tests.shares import Part
from tests.starters import STARTERS
from tests.systems.modular import EVERY
from tests.systems.play.random_player import check

LIST = """\
format: muster-army
version: 1
name: Mob
system: {system}
modules: [{modules}]
data: {system}/orks
{settings}
units: []
"""


def told(system: str, modules: str, settings: str = "") -> str:
    """What is said of a list, line by line; empty where it can be read."""
    text = LIST.format(system=system, modules=modules, settings=settings)
    if system == "plain":
        text = text.replace("plain/orks", "diceless/orks")
    try:
        open_bytes(text.encode(), "mob.yaml")
    except InputError as error:
        return "\n".join(f"{each.at.line}: {each.message}" for each in error.findings)
    return ""


def test_modules_are_installed_and_loaded_by_name() -> None:
    assert {"assault", "house"} <= set(module_ids()) and {each.id for each in usable_modules()} == set(module_ids())
    assert load_module("assault").name == "Trial Assault v7"
    with pytest.raises(InputError, match="module 'asault' is not known"):
        load_module("asault")


def test_a_list_names_its_modules() -> None:
    assert told("plain", "house, assault") == "" == told("plain", "")
    assert told("diceless", "house", "settings: {cover: modifiers, consolidation: universal}") == ""
    army = open_bytes(LIST.format(system="diceless", modules="house", settings="").encode(), "mob.yaml")
    assert army.modules == ("house",) and isinstance(army.system, ModularSystem) and army.system.id == "diceless"


def test_what_a_system_cannot_have_is_refused_with_the_reason() -> None:
    assert told("diceless", "assault").startswith(
        "5: Trial Assault v7 rests on dice, and Diceless 40K is played without"
    )
    assert "needs 40K profiles" in told("lethal", "assault") and "Lethal 40K" in told("lethal", "assault")
    assert "need 40K profiles" in told("epic", "house")
    for choice, rule in (
        ("cover: both saves", "H-02"),
        ("overwatch: modified", "H-03"),
        ("mounted infantry: yes", "H-04"),
    ):
        said = told("diceless", "house", f"settings: {{{choice}}}")
        assert rule in said and "rests on dice" in said and said.startswith("7: ")


def test_mistakes_are_told_with_their_places() -> None:
    assert told("plain", "asault").startswith("5: module 'asault' is not installed: did you mean 'assault'")
    assert "second time" in told("plain", "house, house")
    assert "name its module: modules: [house]" in told("plain", "", "settings: {cover: modifiers}")
    assert "is no choice of the setting 'cover'" in told("plain", "house", "settings: {cover: wet}")


def test_modules_are_chosen_and_left_off_while_an_army_is_edited(tmp_path: Path) -> None:
    path = tmp_path / "mob.yaml"
    path.write_text(begin("diceless/orks", "Mob", None, system="plain", modules=("assault",)), encoding="utf-8")
    document = ArmyDocument.open(str(path))
    assert document.state.roster.modules == ("assault",)
    document.apply(ChooseModule(module="House"))
    document.apply(ChooseReading(setting="cover", choice="modifiers"))
    again = open_bytes(document.written().data, "mob.yaml")
    assert again.modules == ("assault", "house") and again.view.settings == (("cover", "modifiers"),)
    with pytest.raises(EditError, match="played with Trial Assault v7 already"):
        document.apply(ChooseModule(module="assault"))
    document.apply(ChooseModule(module="house", off=True))
    document.apply(ChooseModule(module="assault", off=True))
    written = document.written().data.decode()
    assert "modules:" not in written and "settings:" not in written
    with pytest.raises(EditError, match="is no module that is installed"):
        document.apply(ChooseModule(module="hous3"))
    with pytest.raises(EditError, match="no setting “cover”"):
        document.apply(ChooseReading(setting="cover", choice="modifiers"))


def test_the_editor_tells_why_a_module_or_a_choice_is_refused() -> None:
    document = ArmyDocument(begin("diceless/orks", "Mob", None).encode(), "mob.yaml", None)
    with pytest.raises(EditError, match="rests on dice"):
        document.apply(ChooseModule(module="assault"))
    document.apply(ChooseModule(module="house"))
    with pytest.raises(EditError, match="H-03 rests on dice"):
        document.apply(ChooseReading(setting="overwatch", choice="modified"))
    with pytest.raises(InputError, match="rests on dice"):
        begin("diceless/orks", "Mob", None, modules=("assault",))


def test_without_modules_a_system_is_itself() -> None:
    assert with_modules("plain", ()) is load_system("plain")
    both = with_modules("plain", ("house", "assault", "house"))
    assert isinstance(both, ModularSystem) and [each.id for each in both.modules] == ["assault", "house"]


def test_a_system_with_modules_asks_the_system_for_all_that_they_do_not_change() -> None:
    assert [name for name in vars(System) if not name.startswith("_") and name not in vars(ModularSystem)] == []


def games_with(system: str, modules: tuple[str, ...], settings: dict[str, str], seeds: Sequence[int]) -> None:
    """Play games with modules at random, each kept as it is played."""
    play = with_modules(system, modules, settings).play()
    assert play is not None
    armies = [open_army(name).reading for name in STARTERS if open_army(name).system.id == system]
    for seed in seeds:
        players = [Player(name, Random(f"{seed} {name}").choice(armies)) for name in ("Mia", "Tom")]
        check(play, play.decode(play.version, play.encode(play.start(players))), seed)


@pytest.mark.long
def test_games_with_modules_played_at_random_are_kept_as_they_are_played(part: Part) -> None:
    games_with("plain", ("assault", "house"), EVERY, part(range(60), 6))


@pytest.mark.long
def test_games_without_dice_have_what_is_left_of_a_module() -> None:
    games_with("diceless", ("house",), {"consolidation": "universal"}, range(1))
