"""Templates, blasts, ordnance and barrages: where they land, and whom they touch."""

from __future__ import annotations

import pytest

from builder.errors import PlayError
from builder.roster.marks import Mark
from tests.systems.lethal.play.games import decided, text
from tests.systems.lethal.play.making import (
    foot,
    game,
    gun,
    hull,
    in_combat_phase,
    in_command,
    play,
    ready,
    shot,
    unit,
)

CANNON = gun("cannon", "heavy", wrm="2", ap=4)


@pytest.mark.parametrize(
    ("kinds", "moved", "unseen", "dice", "drift"),
    [
        (("ordnance",), "0", False, "2,5", 7),
        (("ordnance",), "20", False, "1,2,3,6", 12),
        (("heavy", "barrage"), "0", False, "2,5", 7),
        (("heavy", "barrage"), "0", True, "1,6,3,5", 11),
    ],
)
def test_ordnance_and_barrages_scatter(kinds: tuple[str, ...], moved: str, unseen: bool, dice: str, drift: int) -> None:
    """L-83, L-84."""
    now = in_combat_phase(game([hull("a", weapons=[gun("mortar", *kinds, wrm="2")])], [foot("x")]))
    action = {"action": "Move-Shoot", "moved": moved, "die": "5"} if moved != "0" else {"action": "Shoot-Shoot"}
    now = play(now, ("action", {"unit": "a", **action}))
    given = {"unit": "a", "weapon": "mortar", "target": "x", "anyway": True}
    asked = decided(now, "shoot", given).questions
    assert "scatter die" in asked[0].text
    more = {"unseen": True} if unseen else {}
    assert (
        f"{len(dice.split(','))} dice" in decided(now, "shoot", {**given, **more, "on_target": "no"}).questions[0].text
    )
    told = decided(now, "shoot", {**given, **more, "on_target": "no", "scatter_dice": dice})
    assert [each.parameter for each in told.questions] == ["hits"] and "on-target" not in told.idle
    scattered = play(now, ("shoot", {**given, **more, "on_target": "no", "scatter_dice": dice, "hits": "0"}))
    assert f"scatters {drift} cm" in text(now, "shoot", {**given, **more, "scatter_dice": dice, "hits": "0"})
    shocked = "ordnance" in kinds and drift <= 15
    assert ("morale" in {check.kind for check in unit(scattered, "x", 1).owed}) is shocked


def test_a_barrage_out_of_range_misses_and_is_fired_all_the_same() -> None:
    """L-84, L-22; and its target is under fire, as by any shot that misses (L-33)."""
    now = ready(gun("mortar", "heavy", "barrage"), action="Indirect/Barrage")
    missed = play(now, ("shoot", {"unit": "a", "weapon": "mortar", "target": "x", "distance": "90"}))
    assert [check.kind for check in unit(missed, "a").owed] == ["ammo"]
    assert [check.kind for check in unit(missed, "x", 1).owed] == ["confusion"]
    with pytest.raises(PlayError, match="direct one"):
        decided(ready(gun("mortar", "barrage"), action="Focused Shot"), "shoot", {**shot(), "weapon": "mortar"})


def test_beyond_the_hole_of_a_blast_the_ap_is_half() -> None:
    """L-82."""
    now = ready(gun("mortar", "blast", ap=5), target=foot("x", av=6))
    given = {"unit": "a", "weapon": "mortar", "target": "x", "hits": "3", "beyond_hole": "2"}
    assert "1 die at 2+, then 2 dice at 5+: how many?" in decided(now, "shoot", given).questions[0].text
    assert "3 hits, 2 through" in text(now, "shoot", {**given, "through": "2,4,5"})


def test_flamers_ignore_cover_and_hit_twice_in_buildings() -> None:
    """L-86."""
    now = play(ready(gun("burner", "template", "flamer", ap=1)), ("cover", {"unit": "x", "band": "hard"}))
    given = {"unit": "a", "weapon": "burner", "target": "x", "hits": "2", "building": True}
    assert "4 dice at 2+" in decided(now, "shoot", given).questions[0].text


def test_swarms_have_no_save_against_templates() -> None:
    """L-06."""
    now = ready(gun("burner", "template", ap=9), target=foot("x", su="2+", rules=("Swarms",)))
    assert "2 through, 0 saved" in text(now, "shoot", {"unit": "a", "weapon": "burner", "target": "x", "hits": "2"})


def test_concussive_weapons_stun() -> None:
    """L-86."""
    now = ready(gun("horn", "template", "concussive"))
    words = text(now, "shoot", {"unit": "a", "weapon": "horn", "target": "x", "hits": "1", "through": "0"})
    assert "X: stunned" in words


def test_ordnance_is_a_morale_check_together_with_that_for_losses() -> None:
    """L-30."""
    now = ready(gun("howitzer", "ordnance", ap=9))
    for hits in ("1", "5"):
        after = play(now, ("shoot", {"unit": "a", "weapon": "howitzer", "target": "x", "hits": hits, "saved": "0"}))
        assert [check.kind for check in unit(after, "x", 1).owed] == ["morale", "confusion"]


def test_who_arrives_or_was_driven_about_counts_as_moved_for_ordnance() -> None:
    """L-67, L-83: a deep strike counts as a Move-Shoot, whose ordnance scatters 4D6."""
    howitzer = gun("howitzer", "ordnance", wrm="2", ap=5)
    given = {"unit": "a", "target": "x", "on_target": "no"}
    now = in_command(game([foot("a", weapons=[howitzer], marks=(Mark("deep_strike"),)), foot("b")], [foot("x")]))
    now = play(
        now, ("arrive", {"unit": "a"}), ("next", {}), ("action", {"unit": "a", "action": "Move-Shoot", "die": "6"})
    )
    assert "4 dice" in decided(now, "shoot", given).questions[0].text
    lost = in_combat_phase(game([foot("a", weapons=[howitzer])], [foot("x")]))
    lost = play(lost, ("confusion", {"unit": "a", "die": "1", "move_dice": "1,1,2,2"}))
    assert unit(lost, "a").deeds.moved == 6
    lost = play(lost, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    assert "4 dice" in decided(lost, "shoot", given).questions[0].text


def test_a_blast_is_placed_where_it_hits_and_a_template_anywhere() -> None:
    """L-82."""
    for kind, words in {"blast": "touches where it hits, on 4+", "template": "touches", "ordnance": "touches"}.items():
        given = {"unit": "a", "target": "x", **({"on_target": "yes"} if kind == "ordnance" else {})}
        asked = decided(ready(gun("gun", kind)), "shoot", given).questions[0].text
        assert f"Models that gun {words}:" in asked, asked
